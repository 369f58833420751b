package std

import (
	"cmp"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor/libm"
)

func module(name, doc string, attrs map[string]value, fns ...*py.Builtin) *py.Module {
	m := &py.Module{Name: name, Short: name, Doc: doc, Attrs: attrs}
	if m.Attrs == nil {
		m.Attrs = map[string]value{}
	}
	for _, f := range fns {
		m.Attrs[f.Name] = f
	}
	return m
}

// Modules is a fresh table of the importable modules; args becomes sys.argv.
func Modules(args []string) map[string]value {
	path := osPath()
	out := map[string]value{"os.path": path}
	for _, m := range []*py.Module{mathModule(), osModule(path), tempfileModule(), functoolsModule(), itertoolsModule(), collectionsModule(),
		jsonModule(), reModule(), randomModule(), timeModule(), stringModule(), structModule(), sysModule(args), textwrapModule(),
		operatorModule(), pprintModule(), typingModule(), dataclassesModule(), contextlibModule(), abcModule(), copyModule(), warningsModule(), shutilModule(), globModule(), getpassModule()} {
		out[m.Name] = m
	}
	abc := module("collections.abc", "Abstract containers, for annotations.", map[string]value{})
	for _, n := range []string{"Iterable", "Iterator", "Mapping", "MutableMapping", "Sequence", "Callable", "Sized", "Hashable", "Generator"} {
		abc.Attrs[n] = typingClass(n)
	}
	out["collections.abc"] = abc
	out["collections"].(*py.Module).Attrs["abc"] = abc
	out["__future__"] = module("__future__", "", nil)
	return out
}

func float1(name, doc string, f func(float64) float64) *py.Builtin {
	return fn(name+"(x)", doc, func(_ *thread, a []value) (value, error) {
		x, err := py.ToFloat(a[0])
		if err != nil {
			return nil, err
		}
		r := f(x)
		if math.IsNaN(r) && !math.IsNaN(x) || math.IsInf(r, 0) && !math.IsInf(x, 0) && (name == "log" || name == "log2" || name == "log10") {
			return nil, py.ValueErrorf("math domain error")
		}
		if math.IsInf(r, 0) && !math.IsInf(x, 0) {
			return nil, py.Raisef(py.OverflowErrorClass, "math range error")
		}
		return r, nil
	})
}

func mathModule() *py.Module {
	m := module("math", "Mathematical functions of floats.", map[string]value{"pi": math.Pi, "e": math.E, "tau": 2 * math.Pi, "inf": math.Inf(1), "nan": math.NaN()})
	for name, f := range map[string]func(float64) float64{"sqrt": math.Sqrt, "exp": libm.Exp, "expm1": math.Expm1, "log2": libm.Log2, "log10": libm.Log10,
		"log1p": math.Log1p, "sin": libm.Sin, "cos": libm.Cos, "tan": libm.Tan, "asin": libm.Asin, "acos": libm.Acos, "atan": libm.Atan, "sinh": libm.Sinh,
		"cosh": libm.Cosh, "tanh": libm.Tanh, "asinh": libm.Asinh, "acosh": libm.Acosh, "atanh": math.Atanh, "erf": math.Erf, "erfc": math.Erfc,
		"gamma": libm.Gamma, "fabs": math.Abs, "cbrt": math.Cbrt, "exp2": libm.Exp2,
		"lgamma":  libm.Lgamma,
		"degrees": func(x float64) float64 { return x * (180 / math.Pi) }, "radians": func(x float64) float64 { return x * (math.Pi / 180) }} {
		b := float1(name, "math."+name, f)
		m.Attrs[name] = b
	}
	for name, f := range map[string]func(float64) float64{"floor": math.Floor, "ceil": math.Ceil, "trunc": math.Trunc} {
		m.Attrs[name] = fn(name+"(x)", "The int next to x.", func(t *thread, a []value) (value, error) {
			if x, ok := a[0].(*py.Instance); ok && x.Class.Lookup("__"+name+"__") != nil {
				return py.CallMethod(t, x, "__"+name+"__")
			}
			if n, ok := a[0].(*big.Int); ok {
				return n, nil
			}
			x, err := py.ToFloat(a[0])
			if err != nil {
				return nil, err
			}
			return py.IntOf(f(x))
		})
	}
	for name, f := range map[string]func(x, y float64) float64{"atan2": libm.Atan2, "fmod": math.Mod, "copysign": math.Copysign, "pow": libm.Pow,
		"nextafter": math.Nextafter, "remainder": math.Remainder} {
		m.Attrs[name] = fn(name+"(x, y)", "math."+name, func(_ *thread, a []value) (value, error) {
			x, err := py.ToFloat(a[0])
			if err != nil {
				return nil, err
			}
			y, err := py.ToFloat(a[1])
			return f(x, y), err
		})
	}
	for name, f := range map[string]func(float64) bool{"isnan": math.IsNaN, "isinf": func(x float64) bool { return math.IsInf(x, 0) }, "isfinite": func(x float64) bool { return x-x == 0 }} {
		m.Attrs[name] = fn(name+"(x)", "Whether x is so.", func(_ *thread, a []value) (value, error) {
			x, err := py.ToFloat(a[0])
			return f(x), err
		})
	}
	mathInts(m)
	return m
}

func mathInts(m *py.Module) {
	add := func(b *py.Builtin) { m.Attrs[b.Name] = b }
	add(fn("log(x, base=None)", "The logarithm.", func(_ *thread, a []value) (value, error) {
		x, err := py.ToFloat(a[0])
		if b, ok := a[0].(*big.Int); ok && b.Sign() > 0 {
			k := b.BitLen() - 60
			f, _ := py.ToFloat(py.Int(new(big.Int).Rsh(b, uint(max(k, 0)))))
			l := libm.Log(f) + float64(max(k, 0))*math.Ln2
			if a[1] == py.None {
				return l, nil
			}
			base, err := py.ToFloat(a[1])
			return l / libm.Log(base), err
		}
		if err != nil {
			return nil, err
		}
		if x <= 0 {
			return nil, py.ValueErrorf("math domain error")
		}
		if a[1] == py.None {
			return libm.Log(x), nil
		}
		b, err := py.ToFloat(a[1])
		return libm.Log(x) / libm.Log(b), err
	}))
	add(raw("gcd", "The greatest common divisor.", func(_ *thread, a []value, _ []py.Kw) (value, error) {
		z := new(big.Int)
		for _, v := range a {
			z.GCD(nil, nil, z, new(big.Int).Abs(py.BigOf(v)))
		}
		return py.Int(z), nil
	}))
	add(raw("lcm", "The least common multiple.", func(_ *thread, a []value, _ []py.Kw) (value, error) {
		z := big.NewInt(1)
		for _, v := range a {
			n := new(big.Int).Abs(py.BigOf(v))
			if n.Sign() == 0 {
				return int64(0), nil
			}
			g := new(big.Int).GCD(nil, nil, z, n)
			z.Mul(z, n).Div(z, g)
		}
		return py.Int(z), nil
	}))
	add(fn("factorial(n)", "n!", func(_ *thread, a []value) (value, error) {
		n, err := py.ToInt(a[0])
		if err != nil {
			return nil, err
		}
		if n < 0 {
			return nil, py.ValueErrorf("factorial() not defined for negative values")
		}
		if n > 100000 {
			return nil, py.Raisef(py.OverflowErrorClass, "factorial() argument should not exceed 100000 in tfs")
		}
		return py.Int(new(big.Int).MulRange(1, n)), nil
	}))
	add(fn("comb(n, k)", "Ways to choose k of n.", func(_ *thread, a []value) (value, error) {
		n, err := py.ToInt(a[0])
		if err != nil {
			return nil, err
		}
		k, err := py.ToInt(a[1])
		if err != nil {
			return nil, err
		}
		if n < 0 || k < 0 {
			return nil, py.ValueErrorf("n and k must be non-negative integers")
		}
		if k > n {
			return int64(0), nil
		}
		if n > 100000 {
			return nil, py.Raisef(py.OverflowErrorClass, "comb() arguments should not exceed 100000 in tfs")
		}
		return py.Int(new(big.Int).Binomial(n, k)), nil
	}))
	add(fn("perm(n, k=None)", "Ways to arrange k of n.", func(_ *thread, a []value) (value, error) {
		n, err := py.ToInt(a[0])
		if err != nil {
			return nil, err
		}
		k := n
		if a[1] != py.None {
			k, _ = py.AsInt(a[1])
		}
		if k > n {
			return int64(0), nil
		}
		if n > 100000 {
			return nil, py.Raisef(py.OverflowErrorClass, "perm() arguments should not exceed 100000 in tfs")
		}
		return py.Int(new(big.Int).MulRange(n-k+1, n)), nil
	}))
	add(fn("isqrt(n)", "The integer square root.", func(_ *thread, a []value) (value, error) {
		n := py.BigOf(a[0])
		if n.Sign() < 0 {
			return nil, py.ValueErrorf("isqrt() argument must be nonnegative")
		}
		return py.Int(new(big.Int).Sqrt(n)), nil
	}))
	add(fn("isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0)", "Whether two numbers are close.", func(_ *thread, a []value) (value, error) {
		var f [4]float64
		for i, v := range a {
			x, err := py.ToFloat(v)
			if err != nil {
				return nil, err
			}
			f[i] = x
		}
		if f[0] == f[1] {
			return true, nil
		}
		if math.IsInf(f[0], 0) || math.IsInf(f[1], 0) {
			return false, nil
		}
		d := math.Abs(f[0] - f[1])
		return d <= max(f[2]*max(math.Abs(f[0]), math.Abs(f[1])), f[3]), nil
	}))
	add(fn("fsum(seq)", "The exactly rounded sum.", func(t *thread, a []value) (value, error) {
		sum := new(big.Float).SetPrec(2200)
		err := py.Each(t, a[0], func(v value) error {
			x, err := py.ToFloat(v)
			if err != nil {
				return err
			}
			if x-x != 0 {
				return py.ValueErrorf("fsum of inf or nan")
			}
			sum.Add(sum, big.NewFloat(x))
			return nil
		})
		f, _ := sum.Float64()
		return f, err
	}))
	add(fn("prod(iterable, *, start=1)", "The product of the items.", func(t *thread, a []value) (value, error) {
		acc := a[1]
		return acc, py.Each(t, a[0], func(v value) (err error) {
			acc, err = py.Binary(t, "*", acc, v)
			return err
		})
	}))
	m.Attrs["prod"].(*py.Builtin).Fn = func(t *thread, a []value) (value, error) {
		acc := a[1]
		err := py.Each(t, a[0], func(v value) (err error) {
			acc, err = py.Binary(t, "*", acc, v)
			return err
		})
		return acc, err
	}
	add(raw("hypot", "The Euclidean norm.", func(_ *thread, a []value, _ []py.Kw) (value, error) {
		x := make([]float64, len(a))
		for i, v := range a {
			var err error
			if x[i], err = py.ToFloat(v); err != nil {
				return nil, err
			}
		}
		return libm.Norm(x...), nil
	}))
	add(fn("frexp(x)", "Mantissa and exponent.", func(_ *thread, a []value) (value, error) {
		x, err := py.ToFloat(a[0])
		f, e := math.Frexp(x)
		return py.NewTuple(f, int64(e)), err
	}))
	add(fn("ldexp(x, i)", "x * 2**i.", func(_ *thread, a []value) (value, error) {
		x, err := py.ToFloat(a[0])
		if err != nil {
			return nil, err
		}
		n, err := py.ToInt(a[1])
		if err != nil {
			return nil, err
		}
		return math.Ldexp(x, int(n)), err
	}))
	add(fn("modf(x)", "Fraction and whole part.", func(_ *thread, a []value) (value, error) {
		x, err := py.ToFloat(a[0])
		w, f := math.Modf(x)
		return py.NewTuple(f, w), err
	}))
	add(fn("dist(p, q)", "The distance of two points.", func(t *thread, a []value) (value, error) {
		p, err := py.ToSlice(t, a[0])
		if err != nil {
			return nil, err
		}
		q, err := py.ToSlice(t, a[1])
		if err != nil || len(p) != len(q) {
			return nil, py.ValueErrorf("both points must have the same number of dimensions")
		}
		d := make([]float64, len(p))
		for i := range p {
			x, _ := py.ToFloat(p[i])
			y, _ := py.ToFloat(q[i])
			d[i] = x - y
		}
		return libm.Norm(d...), nil
	}))
}

func str(v value) string { return py.StrOf(v) }

func osPath() *py.Module {
	p := func(name, doc string, f func(string) value) *py.Builtin {
		return fn(name+"(path)", doc, func(_ *thread, a []value) (value, error) { return f(str(a[0])), nil })
	}
	return module("posixpath", "Paths of files.", map[string]value{"sep": "/"},
		raw("join", "Joins parts of a path.", func(_ *thread, a []value, _ []py.Kw) (value, error) {
			out := ""
			for i, v := range a {
				s := str(v)
				switch {
				case i == 0 || strings.HasPrefix(s, "/"):
					out = s
				case out == "" || strings.HasSuffix(out, "/"):
					out += s
				default:
					out += "/" + s
				}
			}
			return out, nil
		}),
		p("basename", "The last part.", func(s string) value { return s[strings.LastIndexByte(s, '/')+1:] }),
		p("dirname", "All but the last part.", func(s string) value {
			d := s[:strings.LastIndexByte(s, '/')+1]
			if strings.Trim(d, "/") != "" {
				d = strings.TrimRight(d, "/")
			}
			return d
		}),
		p("exists", "Whether it is there.", func(s string) value { _, err := os.Stat(s); return err == nil }),
		p("isfile", "Whether it is a file.", func(s string) value { st, err := os.Stat(s); return err == nil && st.Mode().IsRegular() }),
		p("isdir", "Whether it is a folder.", func(s string) value { st, err := os.Stat(s); return err == nil && st.IsDir() }),
		p("abspath", "The absolute path.", func(s string) value { a, _ := filepath.Abs(s); return a }),
		p("expanduser", "With ~ as the home folder.", func(s string) value {
			if home, err := os.UserHomeDir(); err == nil && (s == "~" || strings.HasPrefix(s, "~/")) {
				return home + s[1:]
			}
			return s
		}),
		fn("normpath(path)", "Without . and .. parts.", func(_ *thread, a []value) (value, error) { return filepath.ToSlash(filepath.Clean(str(a[0]))), nil }),
		fn("isabs(path)", "Whether it is absolute.", func(_ *thread, a []value) (value, error) { return strings.HasPrefix(str(a[0]), "/"), nil }),
		fn("split(path)", "All but the last part, and the last part.", func(_ *thread, a []value) (value, error) {
			s := str(a[0])
			i := strings.LastIndexByte(s, '/') + 1
			d := s[:i]
			if strings.Trim(d, "/") != "" {
				d = strings.TrimRight(d, "/")
			}
			return py.NewTuple(d, s[i:]), nil
		}),
		fn("splitext(path)", "Root and extension.", func(_ *thread, a []value) (value, error) {
			s := str(a[0])
			e := filepath.Ext(s)
			if b := s[strings.LastIndexByte(s, '/')+1:]; e == b {
				e = ""
			}
			return py.NewTuple(strings.TrimSuffix(s, e), e), nil
		}),
		fn("getsize(path)", "The size in bytes.", func(_ *thread, a []value) (value, error) {
			st, err := os.Stat(str(a[0]))
			if err != nil {
				return nil, py.OSErr(err, str(a[0]))
			}
			return st.Size(), nil
		}))
}

func osModule(path *py.Module) *py.Module {
	env := py.NewDict()
	for _, kv := range os.Environ() {
		k, v, _ := strings.Cut(kv, "=")
		env.SetStr(k, v)
	}
	wrap := func(sig, doc string, f func(a []value) error) *py.Builtin {
		return fn(sig, doc, func(_ *thread, a []value) (value, error) {
			if err := f(a); err != nil {
				return nil, py.OSErr(err, str(a[0]))
			}
			return py.None, nil
		})
	}
	return module("os", "The operating system.", map[string]value{"path": path, "sep": "/", "linesep": "\n", "name": "posix", "environ": env},
		fn("getcwd()", "The working folder.", func(*thread, []value) (value, error) { return os.Getwd() }),
		fn("getenv(key, default=None)", "An environment variable.", func(_ *thread, a []value) (value, error) {
			if v, ok := os.LookupEnv(str(a[0])); ok {
				return v, nil
			}
			return a[1], nil
		}),
		fn("listdir(path='.')", "The names in a folder.", func(_ *thread, a []value) (value, error) {
			es, err := os.ReadDir(str(a[0]))
			if err != nil {
				return nil, py.OSErr(err, str(a[0]))
			}
			l := py.NewList()
			for _, e := range es {
				l.Items = append(l.Items, e.Name())
			}
			return l, nil
		}),
		wrap("mkdir(path, mode=511)", "Makes a folder.", func(a []value) error { return os.Mkdir(str(a[0]), 0o755) }),
		fn("makedirs(name, mode=511, exist_ok=False)", "Makes folders.", func(t *thread, a []value) (value, error) {
			if ok, _ := py.Truth(t, a[2]); !ok {
				if _, err := os.Stat(str(a[0])); err == nil {
					return nil, py.NewExc(py.FileExistsClass, int64(17), "File exists", a[0])
				}
			}
			if err := os.MkdirAll(str(a[0]), 0o755); err != nil {
				return nil, py.OSErr(err, str(a[0]))
			}
			return py.None, nil
		}),
		wrap("remove(path)", "Removes a file.", func(a []value) error { return os.Remove(str(a[0])) }),
		wrap("unlink(path)", "Removes a file.", func(a []value) error { return os.Remove(str(a[0])) }),
		wrap("rmdir(path)", "Removes a folder.", func(a []value) error { return os.Remove(str(a[0])) }),
		wrap("rename(src, dst)", "Renames a file.", func(a []value) error { return os.Rename(str(a[0]), str(a[1])) }),
		fn("getpid()", "The process number.", func(*thread, []value) (value, error) { return int64(os.Getpid()), nil }),
		fn("cpu_count()", "The number of processors.", func(*thread, []value) (value, error) { return int64(runtime.NumCPU()), nil }))
}

func tempfileModule() *py.Module {
	dirClass := py.NewClass("tempfile", "TemporaryDirectory", py.ObjectClass, nil)
	dirClass.New = fn("TemporaryDirectory(suffix=None, prefix=None, dir=None)", "A folder that is removed at the end.", func(_ *thread, a []value) (value, error) {
		d, err := os.MkdirTemp("", "tmp")
		if err != nil {
			return nil, py.OSErr(err, "")
		}
		x := &py.Instance{Class: dirClass, Attrs: py.NewDict()}
		x.Attrs.SetStr("name", d)
		return x, nil
	})
	dirClass.Def("__enter__(self)", "The path.", func(_ *thread, a []value) (value, error) {
		v, _ := a[0].(*py.Instance).Attrs.GetStr("name")
		return v, nil
	})
	remove := func(_ *thread, a []value) (value, error) {
		v, _ := a[0].(*py.Instance).Attrs.GetStr("name")
		return py.None, os.RemoveAll(str(v))
	}
	dirClass.Def("__exit__(self, *exc)", "Removes the folder.", remove)
	dirClass.Def("cleanup(self)", "Removes the folder.", remove)
	return module("tempfile", "Temporary files.", map[string]value{"TemporaryDirectory": dirClass},
		fn("gettempdir()", "The folder for temporary files.", func(*thread, []value) (value, error) { return strings.TrimRight(os.TempDir(), "/"), nil }),
		fn("NamedTemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, delete=True)", "A file that is removed when it is closed, unless delete is false.", func(_ *thread, a []value) (value, error) {
			f, err := os.CreateTemp("", "tmp*"+suffix(a[4]))
			if err != nil {
				return nil, py.OSErr(err, "")
			}
			defer f.Close()
			mode := str(a[0])
			return &file{name: f.Name(), mode: mode, binary: strings.Contains(mode, "b"), write: true, temporary: a[7] == true, encoding: "utf-8", errors: "strict", newline: py.None}, nil
		}),
		fn("mkdtemp(suffix=None, prefix=None, dir=None)", "Makes a folder.", func(*thread, []value) (value, error) { return os.MkdirTemp("", "tmp") }),
		fn("mkstemp(suffix=None, prefix=None, dir=None)", "Makes a file.", func(_ *thread, a []value) (value, error) {
			f, err := os.CreateTemp("", "tmp*"+suffix(a[0]))
			if err != nil {
				return nil, py.OSErr(err, "")
			}
			defer f.Close()
			return py.NewTuple(int64(3), f.Name()), nil
		}),
		fn("mktemp(suffix='', prefix='tmp', dir=None)", "A name for a file.", func(_ *thread, a []value) (value, error) {
			f, err := os.CreateTemp("", "tmp*"+suffix(a[0]))
			if err != nil {
				return nil, py.OSErr(err, "")
			}
			f.Close()
			return f.Name(), os.Remove(f.Name())
		}))
}

func suffix(v value) string {
	if v == py.None {
		return ""
	}
	return str(v)
}

func timeModule() *py.Module {
	start := time.Now()
	secs := func(name string) *py.Builtin {
		return fn(name+"()", "Seconds.", func(*thread, []value) (value, error) { return time.Since(start).Seconds(), nil })
	}
	return module("time", "The clock.", nil, secs("perf_counter"), secs("monotonic"), secs("process_time"),
		fn("time()", "Seconds since 1970.", func(*thread, []value) (value, error) { return float64(time.Now().UnixNano()) / 1e9, nil }),
		fn("time_ns()", "Nanoseconds since 1970.", func(*thread, []value) (value, error) { return time.Now().UnixNano(), nil }),
		fn("perf_counter_ns()", "Nanoseconds.", func(*thread, []value) (value, error) { return time.Since(start).Nanoseconds(), nil }),
		fn("sleep(secs)", "Waits.", func(t *thread, a []value) (value, error) {
			s, err := py.ToFloat(a[0])
			if err != nil {
				return nil, err
			}
			switch {
			case math.IsNaN(s):
				return nil, py.ValueErrorf("Invalid value NaN (not a number)")
			case s < 0:
				return nil, py.ValueErrorf("sleep length must be non-negative")
			case s > 9.2e9:
				return nil, py.Raisef(py.OverflowErrorClass, "timestamp too large to convert to C _PyTime_t")
			}
			select {
			case <-time.After(time.Duration(s * 1e9)):
				return py.None, nil
			case <-t.Ctx.Done():
				return nil, py.Stopped(t.Ctx)
			}
		}),
		fn("strftime(format, t=None)", "The time as text.", func(_ *thread, a []value) (value, error) { return strftime(str(a[0]), time.Now()), nil }),
		fn("ctime(secs=None)", "The time as text.", func(*thread, []value) (value, error) { return time.Now().Format("Mon Jan _2 15:04:05 2006"), nil }))
}

func strftime(f string, t time.Time) string {
	return strings.NewReplacer("%Y", t.Format("2006"), "%m", t.Format("01"), "%d", t.Format("02"), "%H", t.Format("15"), "%M", t.Format("04"),
		"%S", t.Format("05"), "%y", t.Format("06"), "%b", t.Format("Jan"), "%B", t.Format("January"), "%a", t.Format("Mon"), "%A", t.Format("Monday"),
		"%j", t.Format("002"), "%p", t.Format("PM"), "%I", t.Format("03"), "%f", t.Format("000000"), "%%", "%").Replace(f)
}

func stringModule() *py.Module {
	const lower, digits, punct = "abcdefghijklmnopqrstuvwxyz", "0123456789", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
	return module("string", "Constants of characters.", map[string]value{"ascii_lowercase": lower, "ascii_uppercase": strings.ToUpper(lower),
		"ascii_letters": lower + strings.ToUpper(lower), "digits": digits, "hexdigits": digits + "abcdefABCDEF", "octdigits": "01234567",
		"punctuation": punct, "whitespace": " \t\n\r\v\f", "printable": digits + lower + strings.ToUpper(lower) + punct + " \t\n\r\v\f"},
		fn("capwords(s, sep=None)", "Words in capitals.", func(_ *thread, a []value) (value, error) {
			w := strings.Fields(str(a[0]))
			for i, s := range w {
				w[i] = strings.ToUpper(s[:1]) + strings.ToLower(s[1:])
			}
			return strings.Join(w, " "), nil
		}))
}

func sysModule(args []string) *py.Module {
	argv := py.NewList()
	for _, a := range args {
		argv.Items = append(argv.Items, a)
	}
	if len(args) == 0 {
		argv.Items = append(argv.Items, "")
	}
	version := py.NamedTuple("sys", "version_info", []string{"major", "minor", "micro", "releaselevel", "serial"}, nil)
	return module("sys", "The interpreter.", map[string]value{"argv": argv, "stdout": &stream{}, "stderr": &stream{err: true}, "maxsize": int64(math.MaxInt64),
		"platform": runtime.GOOS, "byteorder": "little", "version": "3.11.0 (tfs)", "modules": py.NewDict(), "path": py.NewList(), "float_info": floatInfo(),
		"version_info": &py.Tuple{Items: []value{int64(3), int64(11), int64(0), "final", int64(0)}, Class: version}},
		fn("exit(arg=None)", "Ends the program.", exitFn),
		fn("getsizeof(obj, default=0)", "A rough size in bytes.", func(t *thread, a []value) (value, error) {
			n, err := py.Len(t, a[0])
			if err != nil {
				n = 1
			}
			return int64(48 + 8*n), nil
		}),
		fn("getrecursionlimit()", "The depth of calls allowed.", func(t *thread, _ []value) (value, error) { return int64(t.MaxDepth), nil }),
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
		}))
}

func floatInfo() value {
	c := py.NamedTuple("sys", "float_info", []string{"max", "min", "epsilon", "dig"}, nil)
	return &py.Tuple{Items: []value{math.MaxFloat64, 2.2250738585072014e-308, 2.220446049250313e-16, int64(15)}, Class: c}
}

func shutilModule() *py.Module {
	return module("shutil", "Work on files and folders.", nil,
		fn("rmtree(path, ignore_errors=False)", "Removes a folder with all in it.", func(_ *thread, a []value) (value, error) {
			if _, err := os.Stat(str(a[0])); err != nil && a[1] != true {
				return nil, py.OSErr(err, str(a[0]))
			}
			return py.None, os.RemoveAll(str(a[0]))
		}))
}

func globModule() *py.Module {
	return module("glob", "Files by pattern.", nil, fn("glob(pathname)", "The paths that match.", func(_ *thread, a []value) (value, error) {
		m, err := filepath.Glob(str(a[0]))
		slices.SortFunc(m, cmp.Compare[string])
		l := py.NewList()
		for _, s := range m {
			l.Items = append(l.Items, s)
		}
		return l, err
	}))
}
