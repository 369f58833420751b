package std

import "strings"

// absent are the modules of Python's standard library that tfs does not have, most with what
// does the work instead ("" where nothing does).
var absent = map[string]string{
	"argparse": "read sys.argv", "array": "use np.array", "ast": "", "asyncio": "", "atexit": "", "base64": "tf.io.encode_base64 and tf.io.decode_base64 do that",
	"binascii": "use bytes.hex and bytes.fromhex", "bisect": "use tf.searchsorted or np.searchsorted", "builtins": "", "bz2": "", "calendar": "", "cmath": "complex numbers have + - * / ** and abs",
	"code": "", "codecs": "use str.encode and bytes.decode", "concurrent": "", "configparser": "", "copyreg": "", "cProfile": "use %timeit", "csv": "use tf.io.decode_csv or tf.ragged.from_csv",
	"ctypes": "", "datetime": "use time.strftime", "decimal": "use float or int", "difflib": "", "dis": "use %dis", "doctest": "run tfs test FILE", "email": "", "enum": "use a class with constants",
	"errno": "", "filecmp": "", "fnmatch": "use glob.glob or re", "fractions": "float.as_integer_ratio gives a fraction", "ftplib": "", "gc": "", "gettext": "", "gzip": "use tf.io.decode_compressed",
	"hashlib": "tf.strings.to_hash_bucket_fast makes hashes", "heapq": "use sorted or tf.math.top_k", "hmac": "", "html": "", "http": "", "importlib": "use import", "inspect": "use help(x) or x??",
	"io": "use open, or tempfile", "ipaddress": "", "keyword": "", "linecache": "", "locale": "", "logging": "use print(..., file=sys.stderr)", "lzma": "", "mimetypes": "", "multiprocessing": "",
	"numbers": "", "optparse": "read sys.argv", "pathlib": "use os.path and open", "pdb": "", "pickle": "use json", "pkgutil": "", "platform": "use sys.platform", "profile": "", "pstats": "",
	"queue": "use collections.deque", "readline": "", "reprlib": "", "resource": "", "sched": "", "secrets": "use random", "select": "", "selectors": "", "shelve": "use json", "shlex": "use str.split",
	"signal": "", "site": "", "smtplib": "", "socket": "", "socketserver": "", "sqlite3": "", "ssl": "", "stat": "use os.path", "statistics": "use np.mean, np.std or tf.reduce_mean", "subprocess": "",
	"symtable": "", "sysconfig": "", "tarfile": "", "telnetlib": "", "termios": "", "threading": "", "timeit": "use %timeit", "token": "", "tokenize": "", "tomllib": "", "trace": "", "traceback": "",
	"tracemalloc": "", "tty": "", "turtle": "", "tkinter": "", "types": "use type(x)", "unicodedata": "tf.strings has unicode operations", "unittest": "run tfs test FILE", "urllib": "", "uuid": "use random.getrandbits",
	"venv": "", "weakref": "", "webbrowser": "", "wsgiref": "", "xml": "", "zipfile": "", "zlib": "use tf.io.decode_compressed", "zoneinfo": "",
}

// AbsentModule tells what to do without a module of Python's standard library that tfs does
// not have; ok is false for names that are none.
func AbsentModule(name string) (hint string, ok bool) {
	head, _, _ := strings.Cut(name, ".")
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
