package std

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// pathOf is a path given as a text, bytes or an object with __fspath__.
func pathOf(t *thread, v value) (string, error) {
	p, err := fsPath(t, v)
	if err != nil {
		return "", err
	}
	if b, ok := p.(py.Bytes); ok {
		return string(b), nil
	}
	s := p.(string)
	if strings.IndexByte(s, 0) >= 0 {
		return "", py.ValueErrorf("embedded null byte")
	}
	return s, nil
}

// fsPath is os.fspath.
func fsPath(t *thread, v value) (value, error) {
	switch v.(type) {
	case string, py.Bytes:
		return v, nil
	}
	m := py.TypeOf(v).Lookup("__fspath__")
	if m == nil {
		return nil, py.TypeErrorf("expected str, bytes or os.PathLike object, not %s", py.TypeOf(v).Name)
	}
	r, err := py.CallMethod(t, v, "__fspath__")
	if err != nil {
		return nil, err
	}
	switch r.(type) {
	case string, py.Bytes:
		return r, nil
	}
	return nil, py.TypeErrorf(
		"expected %s.__fspath__() to return str or bytes, not %s",
		py.TypeOf(v).Name,
		py.TypeOf(r).Name,
	)
}

func environ() *py.Dict {
	env := py.NewDict()
	for _, kv := range os.Environ() {
		k, v, _ := strings.Cut(kv, "=")
		env.SetStr(k, v)
	}
	return env
}

func osModule() *py.Module {
	m := module(
		"os",
		"The operating system.",
		map[string]value{
			"sep":     "/",
			"altsep":  py.None,
			"linesep": "\n",
			"name":    "posix",
			"environ": environ(),
			"curdir":  ".",
			"pardir":  "..",
			"extsep":  ".",
			"pathsep": ":",
			"devnull": "/dev/null",
			"defpath": "/bin:/usr/bin",
			"error":   py.OSErrorClass,
			"F_OK": int64(
				0,
			),
			"R_OK":     int64(4),
			"W_OK":     int64(2),
			"X_OK":     int64(1),
			"O_RDONLY": int64(0),
			"O_WRONLY": int64(1),
			"O_RDWR":   int64(2),
			"O_CREAT": int64(
				64,
			),
			"O_APPEND":                 int64(1024),
			"O_EXCL":                   int64(128),
			"O_TRUNC":                  int64(512),
			"SEEK_SET":                 int64(0),
			"SEEK_CUR":                 int64(1),
			"SEEK_END":                 int64(2),
			"EX_OK":                    int64(0),
			"EX_USAGE":                 int64(64),
			"EX_DATAERR":               int64(65),
			"EX_NOINPUT":               int64(66),
			"EX_UNAVAILABLE":           int64(69),
			"EX_SOFTWARE":              int64(70),
			"stat_result":              statClass,
			"DirEntry":                 entryClass,
			"supports_follow_symlinks": py.NewSet(),
			"supports_dir_fd":          py.NewSet(),
		},
	)
	m.Lazy = map[string]string{
		"path":                   "posixpath:",
		"PathLike":               "_os_more:PathLike",
		"walk":                   "_os_more:walk",
		"open":                   "_os_more:open_number",
		"close":                  "_os_more:close",
		"fdopen":                 "_os_more:fdopen",
		"read":                   "_os_more:read",
		"write":                  "_os_more:write",
		"system":                 "_os_more:system",
		"popen":                  "_os_more:popen",
		"getlogin":               "_os_more:getlogin",
		"removedirs":             "_os_more:removedirs",
		"uname":                  "_os_more:uname",
		"uname_result":           "_os_more:uname_result",
		"putenv":                 "_os_more:putenv",
		"unsetenv":               "_os_more:unsetenv",
		"isatty":                 "_os_more:isatty",
		"fstat":                  "_os_more:fstat",
		"lseek":                  "_os_more:lseek",
		"fsync":                  "_os_more:fsync",
		"truncate":               "_os_more:truncate",
		"sched_getaffinity":      "_os_more:sched_getaffinity",
		"getcwdb":                "_os_more:getcwdb",
		"waitstatus_to_exitcode": "_os_more:waitstatus_to_exitcode",
		"renames":                "_os_more:renames",
		"get_exec_path":          "_os_more:get_exec_path",
	}
	add := func(b *py.Builtin) { m.Attrs[b.Name] = b }
	add(
		fn(
			"fspath(path)",
			"A path as text or bytes.",
			func(t *thread, a []value) (value, error) { return fsPath(t, a[0]) },
		),
	)
	add(fn("fsencode(filename)", "A path as bytes.", func(t *thread, a []value) (value, error) {
		p, err := pathOf(t, a[0])
		return py.Bytes(p), err
	}))
	add(
		fn(
			"fsdecode(filename)",
			"A path as text.",
			func(t *thread, a []value) (value, error) { return boxed(pathOf(t, a[0])) },
		),
	)
	add(fn("getcwd()", "The working folder.", func(*thread, []value) (value, error) {
		d, err := os.Getwd()
		switch {
		case errors.Is(err, fs.ErrNotExist): // removed meanwhile: there is no name to tell
			return nil, py.NewExc(py.FileNotFoundClass, int64(2), "No such file or directory")
		case err != nil:
			return nil, py.OSErr(err, "")
		}
		return d, nil
	}))
	add(fn("getenv(key, default=None)", "An environment variable.", func(_ *thread, a []value) (value, error) {
		if env, ok := m.Attrs["environ"].(*py.Dict); ok {
			if v, ok, err := env.Get(a[0]); ok || err != nil {
				return v, err
			}
		}
		return a[1], nil
	}))
	add(fn("getpid()", "The process number.", func(*thread, []value) (value, error) { return int64(os.Getpid()), nil }))
	add(
		fn(
			"cpu_count()",
			"The number of processors.",
			func(*thread, []value) (value, error) { return int64(runtime.NumCPU()), nil },
		),
	)
	add(fn("urandom(size)", "Random bytes.", func(_ *thread, a []value) (value, error) {
		n, err := py.ToInt(a[0])
		if err != nil {
			return nil, err
		}
		if n < 0 {
			return nil, py.ValueErrorf("negative argument not allowed")
		}
		if err := py.Fits(n); err != nil {
			return nil, err
		}
		b := make([]byte, n)
		_, err = rand.Read(b)
		return py.Bytes(b), err
	}))
	add(fn("strerror(code)", "The text of an error number.", func(_ *thread, a []value) (value, error) {
		n, err := py.ToInt(a[0])
		return errnoText(n), err
	}))
	osFiles(add)
	osStats(add)
	return m
}

func boxed[T any](v T, err error) (value, error) { return v, err }

// onPath makes a function of one path that gives nothing.
func onPath(sig, doc string, f func(path string, a []value) error) *py.Builtin {
	return fn(sig, doc, func(t *thread, a []value) (value, error) {
		p, err := pathOf(t, a[0])
		if err != nil {
			return nil, err
		}
		if err := f(p, a); err != nil {
			if e, ok := err.(*py.Exc); ok {
				return nil, e
			}
			return nil, py.OSErr(err, p)
		}
		return py.None, nil
	})
}

// twoPaths makes a function of two paths that gives nothing.
func twoPaths(sig, doc string, f func(from, to string) error) *py.Builtin {
	return fn(sig, doc, func(t *thread, a []value) (value, error) {
		from, err := pathOf(t, a[0])
		if err != nil {
			return nil, err
		}
		to, err := pathOf(t, a[1])
		if err != nil {
			return nil, err
		}
		if err := f(from, to); err != nil {
			e, ok := py.OSErr(err, from).(*py.Exc)
			if ok && len(e.Args) == 3 {
				e.Args = append(e.Args, py.None, to)
			}
			return nil, e
		}
		return py.None, nil
	})
}

func osFiles(add func(b *py.Builtin)) {
	mode := func(v value) fs.FileMode {
		n, _ := py.AsInt(v)
		return fs.FileMode(n & 0o777)
	}
	add(
		onPath(
			"mkdir(path, mode=511, *, dir_fd=None)",
			"Makes a folder.",
			func(p string, a []value) error { return os.Mkdir(p, mode(a[1])) },
		),
	)
	add(onPath("makedirs(name, mode=511, exist_ok=False)", "Makes folders.", func(p string, a []value) error {
		st, err := os.Stat(p)
		if err == nil && (a[2] != true || !st.IsDir()) {
			return fs.ErrExist
		}
		return os.MkdirAll(p, mode(a[1]))
	}))
	remove := func(p string, _ []value) error {
		if st, err := os.Lstat(p); err == nil && st.IsDir() {
			return py.NewExc(py.IsADirectoryClass, int64(21), "Is a directory", p)
		}
		return os.Remove(p)
	}
	add(onPath("remove(path, *, dir_fd=None)", "Removes a file.", remove))
	add(onPath("unlink(path, *, dir_fd=None)", "Removes a file.", remove))
	add(onPath("rmdir(path, *, dir_fd=None)", "Removes an empty folder.", func(p string, _ []value) error {
		if st, err := os.Lstat(p); err == nil && !st.IsDir() {
			return py.NewExc(py.NotADirectoryClass, int64(20), "Not a directory", p)
		}
		return os.Remove(p)
	}))
	add(onPath("chdir(path)", "Changes the working folder.", func(p string, _ []value) error { return os.Chdir(p) }))
	add(
		onPath(
			"chmod(path, mode, *, dir_fd=None, follow_symlinks=True)",
			"Changes the permissions.",
			func(p string, a []value) error {
				return os.Chmod(p, mode(a[1]))
			},
		),
	)
	add(
		onPath(
			"_rmtree(path)",
			"Removes a folder with all in it.",
			func(p string, _ []value) error { return os.RemoveAll(p) },
		),
	)
	add(twoPaths("rename(src, dst)", "Renames a file.", os.Rename))
	add(twoPaths("replace(src, dst)", "Renames a file.", os.Rename))
	add(twoPaths("link(src, dst, *, follow_symlinks=True)", "Another name for a file.", os.Link))
	add(twoPaths("symlink(src, dst, target_is_directory=False)", "A symbolic link.", os.Symlink))
	add(fn("readlink(path)", "Where a symbolic link points.", func(t *thread, a []value) (value, error) {
		p, err := pathOf(t, a[0])
		if err != nil {
			return nil, err
		}
		to, err := os.Readlink(p)
		if err != nil {
			return nil, py.OSErr(err, p)
		}
		return to, nil
	}))
	add(fn("listdir(path='.')", "The names in a folder.", func(t *thread, a []value) (value, error) {
		l := py.NewList()
		return l, eachEntry(t, a[0], func(e *entry) { l.Items = append(l.Items, e.text(e.Name())) })
	}))
	add(fn("scandir(path='.')", "The entries of a folder.", func(t *thread, a []value) (value, error) {
		s := &scan{}
		return s, eachEntry(t, a[0], func(e *entry) { s.entries = append(s.entries, e) })
	}))
	add(fn("access(path, mode)", "Whether a file may be used.", func(t *thread, a []value) (value, error) {
		p, err := pathOf(t, a[0])
		if err != nil {
			return nil, err
		}
		_, err = os.Stat(p)
		return err == nil, nil
	}))
}

// eachEntry hands on the entries of a folder: those of a path of bytes have names of bytes.
func eachEntry(t *thread, path value, f func(e *entry)) error {
	if path == py.None {
		path = "."
	}
	as, err := fsPath(t, path)
	if err != nil {
		return err
	}
	p, err := pathOf(t, as)
	if err != nil {
		return err
	}
	_, isBytes := as.(py.Bytes)
	d, err := os.Open(p)
	if err != nil {
		return py.OSErr(err, p)
	}
	defer d.Close()
	es, err := d.ReadDir(-1) // in the folder's order, as listdir
	if err != nil {
		return py.OSErr(err, p)
	}
	for _, e := range es {
		f(&entry{p, isBytes, e})
	}
	return nil
}

// entry is what scandir gives, scan the iterator over them.
type (
	entry struct {
		dir   string
		bytes bool // names are bytes
		fs.DirEntry
	}
	scan struct{ entries []*entry }
)

// Next is the next entry.
func (s *scan) Next(*thread) (value, error) {
	if len(s.entries) == 0 {
		return nil, nil
	}
	e := s.entries[0]
	s.entries = s.entries[1:]
	return e, nil
}

// text is a name or a path as the program sees it.
func (e *entry) text(s string) value {
	if e.bytes {
		return py.Bytes(s)
	}
	return s
}

func (e *entry) path() string {
	if strings.HasSuffix(e.dir, "/") {
		return e.dir + e.Name()
	}
	return e.dir + "/" + e.Name()
}

var (
	entryClass = py.NewClass("posix", "DirEntry", py.ObjectClass, nil)
	scanClass  = py.NewClass("posix", "ScandirIterator", py.ObjectClass, nil)
)

func init() {
	py.Register[*entry](entryClass)
	py.Register[*scan](scanClass)
	scanClass.Def("__enter__(self)", "Itself.", func(_ *thread, a []value) (value, error) { return a[0], nil })
	scanClass.Def("__exit__(self, *exc)", "Closes it.", func(*thread, []value) (value, error) { return py.None, nil })
	scanClass.Def("close(self)", "Closes it.", func(*thread, []value) (value, error) { return py.None, nil })
	entryClass.Prop(
		"name",
		"The last part of the path.",
		func(_ *thread, v value) (value, error) { return v.(*entry).text(v.(*entry).Name()), nil },
	)
	entryClass.Prop("path", "The path.", func(_ *thread, v value) (value, error) {
		return v.(*entry).text(v.(*entry).path()), nil
	})
	entryClass.Def(
		"__fspath__(self)",
		"The path.",
		func(_ *thread, a []value) (value, error) { return a[0].(*entry).text(a[0].(*entry).path()), nil },
	)
	kind := func(name string, is func(m fs.FileMode) bool) {
		entryClass.Def(
			name+"(self, *, follow_symlinks=True)",
			"Whether it is one.",
			func(_ *thread, a []value) (value, error) {
				e := a[0].(*entry)
				m := e.Type()
				if m&fs.ModeSymlink != 0 && a[1] == true && name != "is_symlink" {
					st, err := os.Stat(e.path())
					if err != nil {
						return false, nil
					}
					m = st.Mode()
				}
				return is(m), nil
			},
		)
	}
	kind("is_dir", fs.FileMode.IsDir)
	kind("is_file", fs.FileMode.IsRegular)
	kind("is_symlink", func(m fs.FileMode) bool { return m&fs.ModeSymlink != 0 })
	entryClass.Def(
		"stat(self, *, follow_symlinks=True)",
		"What the system knows of it.",
		func(_ *thread, a []value) (value, error) {
			return statOf(a[0].(*entry).path(), a[1] == true)
		},
	)
	entryClass.Repr = func(_ *thread, v value) (string, error) {
		return "<DirEntry " + py.ReprOf(v.(*entry).text(v.(*entry).Name())) + ">", nil
	}
}
