package np

import (
	"maps"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/printer"
	"github.com/tfs-lang/tfs/tf/bind"
)

// restore is what printoptions and errstate give: a context that sets something and puts it back.
type restore struct {
	enter func(t *thread) (value, error)
	exit  func(t *thread) error
}

var restoreClass = py.NewClass("contextlib", "_GeneratorContextManager", py.ObjectClass, nil)

// readOptions changes a copy of the print options by keyword arguments.
func readOptions(t *thread, base *printer.Options, names []string, a []value) (*printer.Options, error) {
	o := *base
	c := &calc{t: t}
	for i, name := range names {
		v := a[i]
		if v == py.None {
			continue
		}
		text, isText := strOf(v)
		switch name {
		case "precision":
			o.Precision = c.int(v, name)
			if o.Precision < 0 && c.err == nil {
				c.err = py.ValueErrorf("precision must be an integer of at least 0, got %d", o.Precision)
			}
			o.Precision = min(o.Precision, 1000)
		case "threshold":
			f, err := py.ToFloat(v)
			if err != nil || f != f {
				return nil, py.TypeErrorf("threshold must be numeric")
			}
			o.Threshold = int(min(f, 1<<60))
		case "edgeitems":
			o.Edge = c.int(v, name)
		case "linewidth", "max_line_width":
			o.Width = c.int(v, name)
		case "suppress", "suppress_small":
			on, err := py.Truth(t, v)
			if err != nil {
				return nil, err
			}
			o.Suppress = on
		case "nanstr":
			o.NaN = text
		case "infstr":
			o.Inf = text
		case "sign":
			if !isText || text != "-" && text != "+" && text != " " {
				return nil, py.ValueErrorf("sign option must be one of ' ', '+', or '-'")
			}
			o.Sign = text
		case "floatmode":
			switch text {
			case "fixed", "unique", "maxprec", "maxprec_equal":
			default:
				return nil, py.ValueErrorf("floatmode option must be one of 'fixed', 'unique', 'maxprec', "+
					"'maxprec_equal', got %s", py.ReprOf(v))
			}
			o.FloatMode = text
		case "formatter":
			d, ok := v.(*py.Dict)
			if !ok {
				return nil, py.TypeErrorf("formatter must be a dict of functions, not %s", py.TypeOf(v).Name)
			}
			o.Formatter = formatterOf(t, d)
		}
	}
	return &o, c.err
}

// formatterOf looks for the user's function for a kind of element.
func formatterOf(t *thread, d *py.Dict) func(caller any, kind string, a *array, at int) (string, bool) {
	keys := map[string][]string{"int": {"int", "int_kind"}, "float": {"float", "float_kind"},
		"complexfloat": {"complexfloat", "complex_kind"}, "numpystr": {"numpystr", "str_kind"}}
	return func(caller any, kind string, a *array, at int) (string, bool) {
		if c, ok := caller.(*thread); ok {
			t = c
		}
		for _, k := range append(keys[kind], kind, "all") {
			if f, ok := d.GetStr(k); ok && f != py.None {
				s, err := py.Call(t, f, []value{element(a, at)}, nil)
				if err != nil {
					return "<" + err.Error() + ">", true
				}
				return py.StrOf(s), true
			}
		}
		return "", false
	}
}

var printNames = []string{"precision", "threshold", "edgeitems", "linewidth", "suppress", "nanstr", "infstr",
	"formatter", "sign", "floatmode"}

const printSig = "(precision=None, threshold=None, edgeitems=None, linewidth=None, " +
	"suppress=None, nanstr=None, infstr=None, formatter=None, sign=None, floatmode=None, *, legacy=None, " +
	"override_repr=None)"

// plainFn adds a function that runs where it is called: it changes what the interpreter keeps.
func plainFn(sig, doc string, f func(t *thread, a []value) (value, error)) {
	b := fn(sig, doc, nil)
	b.Fn = f
}

func init() {
	py.Register[*restore](restoreClass)
	restoreClass.Def("__enter__(self)", "Sets it.", func(t *thread, a []value) (value, error) {
		return a[0].(*restore).enter(t)
	})
	restoreClass.Def("__call__(self, func)", "A function that runs within it.", func(_ *thread, a []value) (value, error) {
		r, f := a[0].(*restore), a[1]
		return py.NewRaw("inner", "A function within a context.", func(t *thread, args []value, kw []py.Kw) (value, error) {
			if _, err := r.enter(t); err != nil {
				return nil, err
			}
			v, err := py.Call(t, f, args, kw)
			if xerr := r.exit(t); err == nil {
				err = xerr
			}
			return v, err
		}), nil
	})
	restoreClass.Def("__exit__(self, *exc)", "Puts it back.", func(t *thread, a []value) (value, error) {
		return false, a[0].(*restore).exit(t)
	})
	plainFn("set_printoptions"+printSig, "Changes how arrays are printed.", func(t *thread, a []value) (value, error) {
		o, err := readOptions(t, bind.OptionsOf(t), printNames, a)
		if err == nil {
			if a[7] == py.None {
				o.Formatter = nil
			}
			bind.SetOptions(t, o)
		}
		return py.None, err
	})
	plainFn("get_printoptions()", "How arrays are printed.", func(t *thread, _ []value) (value, error) {
		o := bind.OptionsOf(t)
		out := py.NewDict()
		for _, e := range []struct {
			k string
			v value
		}{{"edgeitems", int64(o.Edge)}, {"threshold", int64(o.Threshold)}, {"floatmode", o.FloatMode}, {"precision",
			int64(o.Precision)}, {"suppress", o.Suppress}, {"linewidth", int64(o.Width)},
			{"nanstr", o.NaN}, {"infstr", o.Inf}, {"sign", o.Sign}, {"formatter", py.None}, {"legacy",
				false}, {"override_repr", py.None}} {
			out.SetStr(e.k, e.v)
		}
		return out, nil
	})
	plainFn("printoptions"+printSig, "Print options for the statements of a with.",
		func(t *thread, a []value) (value, error) {
			var old *printer.Options
			return &restore{func(t *thread) (value, error) {
				old = bind.OptionsOf(t)
				o, err := readOptions(t, old, printNames, a)
				if err == nil {
					bind.SetOptions(t, o)
				}
				return py.None, err
			}, func(t *thread) error { bind.SetOptions(t, old); return nil }}, nil
		})
	plainFn("array2string(a, max_line_width=None, precision=None, suppress_small=None, "+
		"separator=' ', prefix='', *, formatter=None, threshold=None, edgeitems=None, sign=None, floatmode=None, "+
		"suffix='', legacy=None)",
		"The text of an array.", func(t *thread, a []value) (value, error) {
			x, err := asArray(t, a[0])
			if err != nil {
				return nil, err
			}
			o, err := readOptions(t, bind.OptionsOf(t),
				[]string{"max_line_width", "precision", "suppress_small", "", "", "formatter", "threshold",
					"edgeitems", "sign", "floatmode"}, append([]value{a[1], a[2], a[3], py.None, py.None}, a[6:11]...))
			if err != nil {
				return nil, err
			}
			sep, _ := strOf(a[4])
			prefix, _ := strOf(a[5])
			suffix, _ := strOf(a[11])
			text := func(*thread) (value, error) {
				return o.Text(x, sep, len([]rune(prefix)), len([]rune(suffix))), nil
			}
			if a[6] != py.None || t.Ctx.Done() == nil { // functions of the program's
				return text(t)
			}
			return t.Aside(text)
		})
	for _, name := range []string{"array_repr", "array_str"} {
		plainFn(name+"(a, max_line_width=None, precision=None, suppress_small=None)", "The text of an array.",
			func(t *thread, a []value) (value, error) {
				x, err := asArray(t, a[0])
				if err != nil {
					return nil, err
				}
				o, err := readOptions(t, bind.OptionsOf(t), []string{"max_line_width", "precision", "suppress_small"},
					a[1:4])
				if err != nil {
					return nil, err
				}
				if name == "array_repr" {
					return o.ArrayRepr(x), nil
				}
				return o.ArrayStr(x), nil
			})
	}
	initErrors()
}

type errorsKey struct{}

var errorKinds = []string{"divide", "over", "under", "invalid"}

// errorModes is what is done at floating-point errors.
func errorModes(t *thread) map[string]string {
	return t.Local(errorsKey{}, func() any {
		return map[string]string{"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}
	}).(map[string]string)
}

func setErrors(t *thread, a []value) (value, error) {
	m := errorModes(t)
	old := py.NewDict()
	for _, k := range errorKinds {
		old.SetStr(k, m[k])
	}
	for i, k := range errorKinds {
		v := a[i+1]
		if v == py.None {
			v = a[0]
		}
		if v == py.None {
			continue
		}
		s, _ := strOf(v)
		switch s {
		case "ignore", "warn", "print", "log", "call", "raise":
			m[k] = s
		default:
			return nil, py.ValueErrorf("invalid error mode %s, expected one of 'ignore', 'warn', "+
				"'raise', 'call', 'print', 'log'", py.ReprOf(v))
		}
	}
	return old, nil
}

func initErrors() {
	const sig = "(all=None, divide=None, over=None, under=None, invalid=None)"
	plainFn("seterr"+sig, "What happens at floating-point errors.", setErrors)
	plainFn("geterr()", "What happens at floating-point errors.", func(t *thread, _ []value) (value, error) {
		return setErrors(t, []value{py.None, py.None, py.None, py.None, py.None})
	})
	plainFn("geterrcall()", "What floating-point errors call, or None.", func(t *thread, _ []value) (value, error) {
		return orNone(errorCall(t).v), nil
	})
	plainFn("seterrcall(func)", "Sets what floating-point errors call.", func(t *thread, a []value) (value, error) {
		return setCall(t, a[0])
	})
	const state = "errstate(*, call=False, all=None, divide=None, over=None, under=None, invalid=None)"
	plainFn(state, "What happens at floating-point errors, for the statements of a with.",
		func(_ *thread, a []value) (value, error) {
			var old map[string]string
			var called value
			return &restore{func(t *thread) (value, error) {
				old, called = maps.Clone(errorModes(t)), errorCall(t).v
				if a[0] != false {
					if _, err := setCall(t, a[0]); err != nil {
						return nil, err
					}
				}
				_, err := setErrors(t, a[1:])
				return py.None, err
			}, func(t *thread) error {
				maps.Copy(errorModes(t), old)
				errorCall(t).v = called
				return nil
			}}, nil
		})
}
