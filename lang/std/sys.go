package std

import (
	"math"
	"os"
	"path/filepath"
	"runtime"

	"github.com/tfs-lang/tfs/lang/py"
)

func sysModule(args []string) *py.Module {
	argv := py.NewList()
	for _, a := range args {
		argv.Items = append(argv.Items, a)
	}
	if len(args) == 0 {
		argv.Items = append(argv.Items, "")
	}
	version := py.StructSequence("sys", "version_info", []string{"major", "minor", "micro", "releaselevel", "serial"})
	info := &py.Tuple{Items: []value{int64(3), int64(11), int64(0), "final", int64(0)}, Class: version}
	out, errs := &stream{}, &stream{err: true}
	m := module(
		"sys",
		"The interpreter.",
		map[string]value{
			"argv":                argv,
			"stdout":              out,
			"stderr":              errs,
			"__stdout__":          out,
			"__stderr__":          errs,
			"stdin":               &input{},
			"maxsize":             int64(math.MaxInt64),
			"maxunicode":          int64(0x10ffff),
			"platform":            runtime.GOOS,
			"byteorder":           "little",
			"version":             "3.11.0 (tfs)",
			"modules":             py.NewDict(),
			"path":                searchPath(args),
			"version_info":        info,
			"hexversion":          int64(0x030b00f0),
			"float_info":          floatInfo(),
			"int_info":            intInfo(),
			"hash_info":           hashInfo(),
			"executable":          executable(),
			"prefix":              "",
			"base_prefix":         "",
			"warnoptions":         py.NewList(),
			"implementation":      implementation(info),
			"flags":               flags(),
			"dont_write_bytecode": true,
		},
		fn("exit(arg=None)", "Ends the program.", exitFn),
		fn("getsizeof(obj, default=0)", "A rough size in bytes.", func(t *thread, a []value) (value, error) {
			n, err := py.Len(t, a[0])
			if err != nil {
				n = 1
			}
			return int64(48 + 8*n), nil
		}),
		fn(
			"getdefaultencoding()",
			"The encoding of str.encode().",
			func(*thread, []value) (value, error) { return "utf-8", nil },
		),
		fn(
			"getfilesystemencoding()",
			"The encoding of file names.",
			func(*thread, []value) (value, error) { return "utf-8", nil },
		),
		fn("intern(string)", "The text itself.", func(_ *thread, a []value) (value, error) {
			if _, ok := a[0].(string); !ok {
				return nil, py.TypeErrorf("intern() argument must be str, not %s", py.TypeOf(a[0]).Name)
			}
			return a[0], nil
		}),
		fn(
			"getrecursionlimit()",
			"The depth of calls allowed.",
			func(t *thread, _ []value) (value, error) { return int64(t.MaxDepth), nil },
		),
		fn("setrecursionlimit(limit)", "Sets the depth of calls allowed.", func(t *thread, a []value) (value, error) {
			n, err := py.ToInt(a[0])
			if err != nil {
				return nil, err
			}
			if n < 1 {
				return nil, py.ValueErrorf("recursion limit must be greater or equal than 1")
			}
			t.MaxDepth = int(min(n, 20000))
			return py.None, nil
		}),
		fn(
			"get_int_max_str_digits()",
			"The digits an int may have between text and number.",
			func(t *thread, _ []value) (value, error) {
				return int64(t.DigitLimit()), nil
			},
		),
		fn(
			"set_int_max_str_digits(maxdigits)",
			"Sets the digits an int may have between text and number.",
			func(t *thread, a []value) (value, error) {
				n, err := py.ToInt(a[0])
				if err != nil {
					return nil, err
				}
				if n < 0 || n > 0 && n < 640 {
					return nil, py.ValueErrorf("maxdigits must be 0 or larger than 640")
				}
				t.SetDigitLimit(int(min(n, 1<<31-1)))
				return py.None, nil
			},
		),
		raw("audit", "Does nothing.", func(*thread, []value, []py.Kw) (value, error) { return py.None, nil }),
		fn("exc_info()", "The exception that is being handled.", func(t *thread, _ []value) (value, error) {
			if n := len(t.Handled); n > 0 && t.Handled[n-1] != nil {
				return py.NewTuple(t.Handled[n-1].Class, t.Handled[n-1], py.TracebackOf(t.Handled[n-1])), nil
			}
			return py.NewTuple(py.None, py.None, py.None), nil
		}),
		fn("exception()", "The exception that is being handled.", func(t *thread, _ []value) (value, error) {
			if n := len(t.Handled); n > 0 && t.Handled[n-1] != nil {
				return t.Handled[n-1], nil
			}
			return py.None, nil
		}),
	)
	m.OnSet = func(t *thread, name string, v value) error {
		if name == "stdout" || name == "stderr" {
			redirect(t, name == "stderr", v)
		}
		return nil
	}
	return m
}

// redirect sends what is printed to a value with a write method; a stream of the interpreter's
// own gives the output back.
func redirect(t *thread, errs bool, v value) {
	if s, ok := v.(*stream); ok && s.err == errs {
		t.Redirect(errs, nil)
		return
	}
	if s, ok := v.(*stream); ok {
		t.Redirect(errs, func(t *thread, p []byte) error {
			_, err := s.writer(t).Write(p)
			return err
		})
		return
	}
	t.Redirect(errs, func(t *thread, p []byte) error {
		_, err := py.CallMethod(t, v, "write", string(p))
		return err
	})
}

// searchPath is sys.path at the start: the folder of the script, "" for the working folder.
func searchPath(args []string) value {
	if len(args) == 0 || args[0] == "" || args[0] == "-" || args[0] == "-c" {
		return py.NewList("")
	}
	if args[0] == "-m" { // a module is looked for in the folder it is run in
		args = []string{"."}
	}
	dir, err := filepath.Abs(filepath.Dir(args[0]))
	if err != nil {
		return py.NewList("")
	}
	return py.NewList(dir)
}

func executable() value {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	return path
}

func record(name string, names []string, vals ...value) value {
	return &py.Tuple{Items: vals, Class: py.StructSequence("sys", name, names)}
}

func floatInfo() value {
	return record(
		"float_info",
		[]string{
			"max",
			"max_exp",
			"max_10_exp",
			"min",
			"min_exp",
			"min_10_exp",
			"dig",
			"mant_dig",
			"epsilon",
			"radix",
			"rounds",
		},
		math.MaxFloat64,
		int64(1024),
		int64(308),
		2.2250738585072014e-308,
		int64(-1021),
		int64(-307),
		int64(15),
		int64(53),
		2.220446049250313e-16,
		int64(2),
		int64(1),
	)
}

func intInfo() value {
	return record(
		"int_info",
		[]string{"bits_per_digit", "sizeof_digit", "default_max_str_digits", "str_digits_check_threshold"},
		int64(30),
		int64(4),
		int64(4300),
		int64(640),
	)
}

func hashInfo() value {
	return record(
		"hash_info",
		[]string{"width", "modulus", "inf", "nan", "imag", "algorithm", "hash_bits", "seed_bits", "cutoff"},
		int64(
			64,
		),
		int64(1<<61-1),
		int64(314159),
		int64(0),
		int64(1000003),
		"siphash13",
		int64(64),
		int64(128),
		int64(0),
	)
}

func implementation(version value) value {
	return record(
		"implementation",
		[]string{"name", "cache_tag", "version", "hexversion"},
		"tfs",
		py.None,
		version,
		int64(0x030b00f0),
	)
}

func flags() value {
	names := []string{
		"debug",
		"inspect",
		"interactive",
		"optimize",
		"dont_write_bytecode",
		"no_user_site",
		"no_site",
		"ignore_environment",
		"verbose",
		"bytes_warning",
		"quiet",
		"hash_randomization",
		"isolated",
		"dev_mode",
		"utf8_mode",
		"safe_path",
		"int_max_str_digits",
	}
	vals := make([]value, len(names))
	for i := range vals {
		vals[i] = int64(0)
	}
	vals[len(vals)-1] = int64(4300)
	return record("flags", names, vals...)
}

// input is sys.stdin: it reads lines as input() does.
type input struct{}

var inputClass = py.NewClass("_io", "TextIOWrapper", py.ObjectClass, nil)

func init() {
	py.Register[*input](inputClass)
	line := func(t *thread) (string, error) {
		v, err := t.ReadLine("", false)
		if e, ok := err.(*py.Exc); ok && e.Class == py.EOFErrorClass {
			return "", nil
		}
		if err != nil {
			return "", err
		}
		return str(v) + "\n", nil
	}
	inputClass.Def(
		"readline(self, size=-1)",
		"The next line.",
		func(t *thread, _ []value) (value, error) { return line(t) },
	)
	all := func(t *thread, f func(string)) error {
		for {
			s, err := line(t)
			if err != nil || s == "" {
				return err
			}
			f(s)
		}
	}
	inputClass.Def("read(self, size=-1)", "Everything that is left.", func(t *thread, _ []value) (value, error) {
		text := ""
		err := all(t, func(s string) { text += s })
		return text, err
	})
	inputClass.Def("readlines(self)", "The lines that are left.", func(t *thread, _ []value) (value, error) {
		l := py.NewList()
		err := all(t, func(s string) { l.Items = append(l.Items, s) })
		return l, err
	})
	inputClass.Def("isatty(self)", "False.", func(*thread, []value) (value, error) { return false, nil })
	inputClass.Def("fileno(self)", "0.", func(*thread, []value) (value, error) { return int64(0), nil })
	inputClass.Iter = func(*thread, value) (py.Iterator, error) {
		return py.IterFunc(func(t *thread) (value, error) {
			s, err := line(t)
			if err != nil || s == "" {
				return nil, err
			}
			return s, nil
		}), nil
	}
}

// shownModule is what modules of the library show texts of data with that are no output of the program's.
func shownModule() *py.Module {
	return module("_shown", "Texts on terminals.", nil,
		fn("visible(text)", "The text without anything that a terminal would obey.", func(_ *thread, a []value) (value, error) {
			return py.Visible(py.StrOf(a[0])), nil
		}))
}
