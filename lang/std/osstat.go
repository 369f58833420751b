package std

import (
	"io/fs"
	"os"
	"syscall"
	"time"

	"github.com/tfs-lang/tfs/lang/py"
)

func errnoText(n int64) string {
	e, ok := py.OSErr(syscall.Errno(n), "").(*py.Exc)
	if ok && len(e.Args) > 1 {
		return str(e.Args[1])
	}
	return "Unknown error " + py.ReprOf(n)
}

// statClass is os.stat_result.
var statClass = py.StructSequence(
	"os",
	"stat_result",
	[]string{"st_mode", "st_ino", "st_dev", "st_nlink", "st_uid", "st_gid", "st_size",
		"st_atime", "st_mtime", "st_ctime"})

func init() {
	for _, name := range []string{"st_mtime", "st_atime", "st_ctime"} {
		statClass.Prop(name+"_ns", "In nanoseconds.", func(t *thread, v value) (value, error) {
			s, err := py.GetAttr(t, v, name)
			if err != nil {
				return nil, err
			}
			f, err := py.ToFloat(s)
			return int64(f * 1e9), err
		})
	}
}

// fileOwner is what a system tells of a file beside its size and time.
type fileOwner struct{ ino, dev, nlink, uid, gid, bits int64 }

// statOf is os.stat of a path.
func statOf(path string, follow bool) (value, error) {
	look := os.Lstat
	if follow {
		look = os.Stat
	}
	st, err := look(path)
	if err != nil {
		return nil, py.OSErr(err, path)
	}
	return statValue(st), nil
}

func statValue(st fs.FileInfo) value {
	kind := int64(0o100000)
	switch m := st.Mode(); {
	case m.IsDir():
		kind = 0o040000
	case m&fs.ModeSymlink != 0:
		kind = 0o120000
	case m&fs.ModeNamedPipe != 0:
		kind = 0o010000
	case m&fs.ModeSocket != 0:
		kind = 0o140000
	case m&fs.ModeCharDevice != 0:
		kind = 0o020000
	case m&fs.ModeDevice != 0:
		kind = 0o060000
	}
	secs := func(t time.Time) value { return float64(t.UnixNano()) / 1e9 }
	of, ok := ownerOf(st)
	if !ok {
		of = fileOwner{nlink: 1, uid: int64(os.Getuid()), gid: int64(os.Getgid()), bits: int64(st.Mode().Perm())}
	}
	return &py.Tuple{
		Class: statClass,
		Items: []value{kind | of.bits, of.ino, of.dev, of.nlink, of.uid, of.gid, st.Size(),
			secs(st.ModTime()), secs(st.ModTime()), secs(st.ModTime())},
	}
}

func osStats(add func(b *py.Builtin)) {
	add(
		fn(
			"stat(path, *, dir_fd=None, follow_symlinks=True)",
			"What the system knows of a file.",
			func(t *thread, a []value) (value, error) {
				p, err := pathOf(t, a[0])
				if err != nil {
					return nil, err
				}
				return statOf(p, a[2] == true)
			},
		),
	)
	add(
		fn(
			"lstat(path, *, dir_fd=None)",
			"What the system knows of a file, of a link itself.",
			func(t *thread, a []value) (value, error) {
				p, err := pathOf(t, a[0])
				if err != nil {
					return nil, err
				}
				return statOf(p, false)
			},
		),
	)
	add(
		fn(
			"utime(path, times=None, *, ns=None)",
			"Sets the times of a file.",
			func(t *thread, a []value) (value, error) {
				p, err := pathOf(t, a[0])
				if err != nil {
					return nil, err
				}
				access, change := time.Now(), time.Now()
				unit := 1e9
				if a[2] != py.None {
					a[1], unit = a[2], 1
				}
				if pair, err := py.ToSlice(t, a[1]); err == nil && len(pair) == 2 {
					x, _ := py.ToFloat(pair[0])
					y, _ := py.ToFloat(pair[1])
					access, change = time.Unix(0, int64(x*unit)), time.Unix(0, int64(y*unit))
				}
				if err := os.Chtimes(p, access, change); err != nil {
					return nil, py.OSErr(err, p)
				}
				return py.None, nil
			},
		),
	)
	for sig, f := range map[string]struct {
		doc string
		of  func() int
	}{
		"getuid()":  {"The number of the user.", os.Getuid},
		"geteuid()": {"The number of the user who acts.", os.Geteuid},
		"getgid()":  {"The number of the group.", os.Getgid},
		"getegid()": {"The number of the group that acts.", os.Getegid},
		"getppid()": {"The number of the process that began this one.", os.Getppid},
	} {
		add(fn(sig, f.doc, func(*thread, []value) (value, error) { return int64(f.of()), nil }))
	}
	add(
		fn(
			"getlogin()",
			"The name of the user.",
			func(*thread, []value) (value, error) { return os.Getenv("USER"), nil },
		),
	)
	add(fn("get_terminal_size(fd=1)", "Columns and lines.", func(*thread, []value) (value, error) {
		return &py.Tuple{Items: []value{int64(80), int64(24)}, Class: terminalSize}, nil
	}))
}

var terminalSize = py.StructSequence("os", "terminal_size", []string{"columns", "lines"})
