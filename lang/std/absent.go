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
const fromPython = ` bdb cmd copyreg dis distutils email filecmp fileinput genericpath ipaddress lib2to3 mimetypes
	netrc ntpath nturl2path opcode optparse pydoc_data quopri reprlib rlcompleter tabnanny token tokenize tomllib
	wave webbrowser wsgiref xml xmlrpc zipapp `

// neither are modules that tfs does not have, and that need of Python what it does not have.
const neither = ` aifc antigravity asynchat asyncore audioop cgi cgitb chunk codeop compileall crypt curses encodings
	ensurepip faulthandler fcntl grp idlelib imaplib imghdr imp mailbox mailcap marshal mmap modulefinder msilib msvcrt
	nis nntplib nt ossaudiodev pickletools pipes plistlib poplib posix pty pwd py_compile pyclbr pydoc pyexpat runpy
	smtpd sndhdr spwd sre_compile sre_constants sre_parse stringprep sunau syslog this turtledemo uu winreg winsound
	xdrlib zipimport `

// AbsentModule tells what to do without a module of Python's standard library that tfs does
// not have; ok is false for names that are none.
func AbsentModule(name string) (hint string, ok bool) {
	head, _, _ := strings.Cut(name, ".")
	if slices.Contains(strings.Fields(fromPython), head) {
		return head + " is a module of Python's library that tfs takes from a Python on this machine, and found none; " +
			"install Python 3.10 or newer, or set TFS_PYTHONLIB to the folder of its library.", true
	}
	instead, ok := absent[head]
	if !ok && !slices.Contains(strings.Fields(neither), head) {
		return "", false
	}
	hint = head + " is a module of Python's library that is not part of tfs"
	if instead != "" {
		hint += "; " + instead
	}
	return hint + ".", true
}
