package std

import (
	"slices"
	"strings"
)

// absent are the modules of Python's standard library that tfs does not have, most with what
// does the work instead ("" where nothing does).
var absent = map[string]string{
	"code":    "",
	"copyreg": "", "cProfile": "use %timeit", "ctypes": "", "dis": "use %dis",
	"email": "", "filecmp": "", "ftplib": "", "ipaddress": "",
	"lzma": "", "mimetypes": "", "multiprocessing": "", "pkgutil": "",
	"profile": "", "pstats": "", "readline": "", "resource": "", "select": "", "selectors": "",
	"site": "", "smtplib": "", "socket": "", "socketserver": "",
	"sqlite3": "", "ssl": "", "symtable": "", "sysconfig": "", "telnetlib": "", "termios": "",
	"token": "", "tokenize": "", "trace": "", "tracemalloc": "", "tty": "", "turtle": "", "tkinter": "",
	"venv": "", "webbrowser": "", "wsgiref": "", "xml": "",
}

// fromPython are modules of Python's library that are written in Python and run in tfs where
// the machine has that library.
const fromPython = ` cmd ntpath optparse reprlib tomllib `

// AbsentModule tells what to do without a module of Python's standard library that tfs does
// not have; ok is false for names that are none.
func AbsentModule(name string) (hint string, ok bool) {
	head, _, _ := strings.Cut(name, ".")
	if slices.Contains(strings.Fields(fromPython), head) {
		return head + " is a module of Python's library that tfs takes from a Python on this machine, and found none; " +
			"install Python 3.10 or newer, or set TFS_PYTHONLIB to the folder of its library.", true
	}
	instead, ok := absent[head]
	if !ok {
		return "", false
	}
	hint = head + " is a module of Python's library that is not part of tfs"
	if instead != "" {
		hint += "; " + instead
	}
	return hint + ".", true
}
