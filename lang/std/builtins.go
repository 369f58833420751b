// Package std is Python's builtin functions and the parts of its standard library that
// tutorials use: math, os, functools, itertools, collections, json, re and others.
//
// It knows Python values only: no tensors, no syntax. Names that look at the calling frame
// (super, locals, dir) live in package lang.
package std

import (
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/text/literal"

	"github.com/tfs-lang/tfs/lang/py"
)

type (
	value  = py.Value
	thread = py.Thread
)

//go:noinline
func fn(sig, doc string, f func(t *thread, a []value) (value, error)) *py.Builtin {
	b := py.NewBuiltin(sig, f)
	b.Doc = doc
	return b
}

// raw makes a function that binds its arguments itself: of a name, or of a signature that help
// and completion show.
func raw(sig, doc string, f func(t *thread, a []value, kw []py.Kw) (value, error)) *py.Builtin {
	return py.NewRaw(sig, doc, f)
}

func init() {
	for _, b := range builtinFuncs {
		b.Free = true
	}
}

// Builtins is a fresh table of the names every program has.
func Builtins() map[string]value {
	m := map[string]value{
		"None":             py.None,
		"True":             true,
		"False":            false,
		"Ellipsis":         py.Ellipsis,
		"NotImplemented":   py.NotImplemented,
		"__debug__":        true,
		"EnvironmentError": py.OSErrorClass,
		"IOError":          py.OSErrorClass,
	}
	for _, c := range []*py.Class{py.ObjectClass, py.TypeClass, py.IntClass, py.BoolClass, py.FloatClass,
		py.ComplexClass, py.StrClass,
		py.BytesClass, py.TupleClass, py.ListClass, py.DictClass, py.SetClass, py.FrozenSetClass, py.RangeClass,
		py.SliceClass,
		py.ByteArrayClass, py.MemoryViewClass, py.PropertyClass, py.StaticMethodClass, py.ClassMethodClass} {
		m[c.Name] = c
	}
	for _, c := range py.ExceptionClasses() {
		m[c.Name] = c
	}
	for _, b := range builtinFuncs {
		m[b.Name] = b
	}
	return m
}

func init() {
	py.PropertyClass.New = fn(
		"property(fget=None, fset=None, fdel=None, doc=None)",
		"A computed attribute.",
		func(_ *thread, a []value) (value, error) {
			doc, _ := a[3].(string)
			return &py.Property{FGet: a[0], FSet: a[1], FDel: a[2], Doc: doc}, nil
		},
	)
	py.MethodClass.New = fn(
		"method(function, instance)",
		"A function with its first argument.",
		func(_ *thread, a []value) (value, error) {
			if !py.IsCallable(a[0]) {
				return nil, py.TypeErrorf("first argument must be callable")
			}
			if a[1] == py.None {
				return nil, py.TypeErrorf("instance must not be None")
			}
			return &py.Method{Self: a[1], Fn: a[0]}, nil
		},
	)
	py.ModuleClass.New = fn("module(name, doc=None)", "An empty module.", func(_ *thread, a []value) (value, error) {
		name, ok := a[0].(string)
		if !ok {
			return nil, py.TypeErrorf("module() argument 'name' must be str, not %s", py.TypeOf(a[0]).TypeName())
		}
		m := &py.Module{Name: name, Short: name, Dict: py.NewDict()}
		m.Dict.SetStr("__name__", name)
		m.Dict.SetStr("__doc__", a[1])
		return m, nil
	})
	py.StaticMethodClass.New = fn(
		"staticmethod(function)",
		"A function that gets no self.",
		func(_ *thread, a []value) (value, error) {
			return &py.StaticMethod{Fn: a[0]}, nil
		},
	)
	py.ClassMethodClass.New = fn(
		"classmethod(function)",
		"A function that gets the class.",
		func(_ *thread, a []value) (value, error) {
			return &py.ClassMethod{Fn: a[0]}, nil
		},
	)
	for _, c := range []*py.Class{py.PropertyClass, py.StaticMethodClass, py.ClassMethodClass} {
		c.New.Native(c.Name, 0, nil)
	}
	for _, b := range builtinFuncs {
		b.Native(b.Name, 0, nil)
	}
}

// isAttrName checks the name of an attribute.
func isAttrName(v value) error {
	if _, ok := v.(string); !ok && !py.TypeOf(v).Is(py.StrClass) {
		return py.TypeErrorf("attribute name must be string, not '%s'", py.TypeOf(v).TypeName())
	}
	return nil
}

var builtinFuncs = []*py.Builtin{
	raw(
		`print(*args, sep=' ', end='\n', file=None, flush=False)`,
		"Prints values, separated by sep and followed by end.",
		printFn,
	),
	fn("len(obj)", "The number of items.", func(t *thread, a []value) (value, error) {
		if v, done, err := t.Symbolic("len", a[0]); done {
			return v, err
		}
		n, err := py.Len(t, a[0])
		return int64(n), err
	}),
	fn(
		"repr(obj)",
		"The text that shows a value.",
		func(t *thread, a []value) (value, error) { return py.Repr(t, a[0]) },
	),
	fn(
		"ascii(obj)",
		"As repr, with escapes for all but ASCII.",
		func(t *thread, a []value) (value, error) { return py.ASCII(t, a[0]) },
	),
	fn(
		"format(value, format_spec='')",
		"A value as text by a format specification.",
		func(t *thread, a []value) (value, error) {
			return py.Format(t, a[0], py.StrOf(a[1]))
		},
	),
	fn("abs(x)", "The absolute value.", absFn),
	raw(
		"min(*args, key=None)",
		"The least item or argument.",
		func(t *thread, a []value, kw []py.Kw) (value, error) { return extreme(t, "min", "<", a, kw) },
	),
	raw(
		"max(*args, key=None)",
		"The greatest item or argument.",
		func(t *thread, a []value, kw []py.Kw) (value, error) { return extreme(t, "max", ">", a, kw) },
	),
	fn("sum(iterable, start=0)", "The sum of the items.", func(t *thread, a []value) (value, error) {
		acc := a[1]
		if _, ok := acc.(string); ok {
			return nil, py.TypeErrorf("sum() can't sum strings [use ''.join(seq) instead]")
		}
		return sumOf(t, a[0], acc)
	}),
	fn("round(number, ndigits=None)", "Rounds half to even.", roundFn),
	fn("pow(base, exp, mod=None)", "base ** exp, or its remainder by mod.", powFn),
	fn("divmod(x, y)", "(x // y, x % y).", func(t *thread, a []value) (value, error) {
		return py.DivMod(t, a[0], a[1])
	}),
	fn(
		"sorted(iterable, *, key=None, reverse=False)",
		"A sorted list of the items.",
		func(t *thread, a []value) (value, error) {
			if v, done, err := t.Symbolic("sorted", a[0]); done && a[1] == py.None && a[2] == false {
				return v, err
			}
			items, err := py.Collect(t, a[0])
			if err != nil {
				return nil, err
			}
			items, err = py.Sorted(t, items, a[1], a[2])
			return py.NewList(items...), err
		},
	),
	fn("reversed(sequence)", "An iterator from the end.", func(t *thread, a []value) (value, error) {
		kind := "reversed"
		switch x := a[0].(type) {
		case string:
			return named(kind, func(*thread) (v value, _ error) {
				if x == "" {
					return nil, nil
				}
				x, v = py.LastChar(x)
				return v, nil
			}), nil
		case *py.List:
			kind = "list_reverseiterator"
		case *py.Range:
			kind = "range_iterator"
		case *py.Dict:
			kind, a[0] = "dict_reversekeyiterator", py.NewList(x.Keys()...)
		case *py.View:
			items, err := py.ToSlice(t, x)
			if err != nil {
				return nil, err
			}
			kind, a[0] = "dict_reverse"+strings.TrimSuffix(x.Kind, "s")+"iterator", py.NewList(items...)
		}
		if i, ok := a[0].(*py.Instance); ok && i.Class.Lookup("__reversed__") != nil {
			if i.Class.Lookup("__reversed__") == py.None { // said to have none
				return nil, py.TypeErrorf("'%s' object is not reversible", i.Class.TypeName())
			}
			return py.CallMethod(t, i, "__reversed__")
		}
		if c, ok := a[0].(*py.Class); ok {
			if m := py.MetaOf(c).Lookup("__reversed__"); m != nil {
				return py.Special(t, m, c)
			}
		}
		_, isSet := a[0].(*py.Set)
		n, err := py.Len(t, a[0])
		if err != nil || isSet {
			return nil, py.TypeErrorf("'%s' object is not reversible", py.TypeOf(a[0]).TypeName())
		}
		seq := a[0]
		next := py.IterFunc(func(t *thread) (value, error) {
			if n--; n < 0 {
				return nil, nil
			}
			v, err := py.GetItem(t, seq, int64(n))
			if e, ok := err.(*py.Exc); ok && (e.Class.Is(py.IndexErrorClass) || e.Class.Is(py.StopIterationClass)) {
				n = 0 // a sequence that is shorter than it says ends there
				return nil, nil
			}
			return v, err
		})
		left := func() int { return max(n, 0) }
		return &py.NamedIter{Iterator: next, Type: kind, Left: left}, nil
	}),
	fn("enumerate(iterable, start=0)", "Pairs of position and item.", func(t *thread, a []value) (value, error) {
		if v, done, err := t.Walked("enumerate", a[:1], a[1]); done {
			return v, err
		}
		w, err := py.NewWalk(t, a[0])
		if err != nil {
			return nil, err
		}
		i, err := py.ToInt(a[1])
		if err != nil {
			return nil, err
		}
		return &py.NamedIter{Iterator: &py.Enumerate{Of: w, N: i}, Type: "enumerate"}, nil
	}),
	raw("zip(*iterables, strict=False)", "Tuples of items side by side.", zipFn),
	raw("map(func, *iterables)", "The results of a function on items.", mapFn),
	fn("filter(function, iterable)", "The items a function holds for.", func(t *thread, a []value) (value, error) {
		if v, done, err := t.Walked("filter", a[1:2], a[0]); done {
			return v, err
		}
		it, err := py.NewWalk(t, a[1])
		if err != nil {
			return nil, err
		}
		f := a[0]
		return named("filter", func(t *thread) (value, error) {
			for {
				v, err := it.Next(t)
				if v == nil || err != nil {
					return nil, err
				}
				k := v
				if f != py.None {
					if k, err = py.Call1(t, f, v); err != nil {
						return nil, err
					}
				}
				ok, err := py.Truth(t, k)
				if err != nil {
					return nil, err
				}
				if ok {
					return v, nil
				}
			}
		}), nil
	}),
	fn(
		"any(iterable)",
		"Whether some item is true.",
		func(t *thread, a []value) (value, error) { return anyAll(t, a[0], true) },
	),
	fn(
		"all(iterable)",
		"Whether every item is true.",
		func(t *thread, a []value) (value, error) { return anyAll(t, a[0], false) },
	),
	raw("iter", "An iterator over an object.", func(t *thread, a []value, _ []py.Kw) (value, error) {
		if len(a) == 2 {
			if !py.IsCallable(a[0]) {
				return nil, py.TypeErrorf("iter(v, w): v must be callable")
			}
			next := py.IterFunc(func(t *thread) (value, error) {
				v, err := py.Call(t, a[0], nil, nil)
				if e, ok := err.(*py.Exc); ok && e.Class.Is(py.StopIterationClass) {
					return nil, nil
				}
				if err != nil {
					return nil, err
				}
				if eq, err := py.Equal(t, v, a[1]); eq || err != nil {
					return nil, err
				}
				return v, nil
			})
			return &py.NamedIter{Iterator: next, Type: "callable_iterator", Ends: true}, nil
		}
		if len(a) != 1 {
			return nil, py.TypeErrorf("iter expected at least 1 argument, got %d", len(a))
		}
		if x, ok := a[0].(*py.Instance); ok {
			if m := x.Class.Lookup("__iter__"); m != nil && m != py.None {
				it, err := py.Special(t, m, x)
				if err != nil {
					return nil, err
				}
				return it, py.IteratorOnly(it)
			}
		}
		return py.IterOf(t, a[0])
	}),
	raw("next", "The next item of an iterator.", func(t *thread, a []value, _ []py.Kw) (value, error) {
		if len(a) == 0 {
			return nil, py.TypeErrorf("next expected at least 1 argument, got 0")
		}
		var v value
		var err error
		if x, ok := a[0].(*py.Instance); ok && len(a) == 1 {
			if m := x.Class.Lookup("__next__"); m != nil {
				return py.Special(t, m, x)
			}
		}
		v, err = py.Next(t, a[0])
		if err == nil && v == nil {
			if len(a) > 1 {
				return a[1], nil
			}
			return nil, py.Exhausted(a[0])
		}
		return v, err
	}),
	raw("getattr", "An attribute by name.", func(t *thread, a []value, _ []py.Kw) (value, error) {
		if len(a) < 2 {
			return nil, py.TypeErrorf("getattr expected at least 2 arguments, got %d", len(a))
		}
		if err := isAttrName(a[1]); err != nil {
			return nil, err
		}
		if len(a) > 2 {
			return attrOr(t, a[0], a[1], a[2])
		}
		return py.GetAttr(t, a[0], py.StrOf(a[1]))
	}),
	fn("setattr(obj, name, value)", "Sets an attribute by name.", func(t *thread, a []value) (value, error) {
		if err := isAttrName(a[1]); err != nil {
			return nil, err
		}
		return py.None, py.SetAttr(t, a[0], py.StrOf(a[1]), a[2])
	}),
	fn("delattr(obj, name)", "Deletes an attribute by name.", func(t *thread, a []value) (value, error) {
		if err := isAttrName(a[1]); err != nil {
			return nil, err
		}
		return py.None, py.DelAttr(t, a[0], py.StrOf(a[1]))
	}),
	fn("hasattr(obj, name)", "Whether an attribute is there.", func(t *thread, a []value) (value, error) {
		if err := isAttrName(a[1]); err != nil {
			return nil, err
		}
		return hasAttr(t, a[0], a[1])
	}),
	fn(
		"isinstance(obj, class_or_tuple)",
		"Whether an object is of a class.",
		func(t *thread, a []value) (value, error) {
			return isOne(
				t, a[0], a[1], "__instancecheck__",
				"isinstance() arg 2 must be a type, a tuple of types, or a union",
				func(c *py.Class) (bool, error) {
					return py.IsInstance(t, a[0], c)
				},
			)
		},
	),
	fn(
		"issubclass(cls, class_or_tuple)",
		"Whether a class derives from another.",
		func(t *thread, a []value) (value, error) {
			c, ok := a[0].(*py.Class)
			if !ok {
				return nil, py.TypeErrorf("issubclass() arg 1 must be a class")
			}
			return isOne(
				t, a[0], a[1], "__subclasscheck__",
				"issubclass() arg 2 must be a class, a tuple of classes, or a union",
				func(of *py.Class) (bool, error) {
					return py.IsSubclass(t, c, of)
				},
			)
		},
	),
	fn(
		"callable(obj)",
		"Whether an object can be called.",
		func(_ *thread, a []value) (value, error) { return py.IsCallable(a[0]), nil },
	),
	fn("hash(obj)", "The hash of a value.", func(t *thread, a []value) (value, error) { return py.HashIn(t, a[0]) }),
	fn(
		"id(obj)",
		"A number that tells objects apart.",
		func(_ *thread, a []value) (value, error) { return identity(a[0]), nil },
	),
	fn(
		"hex(number)",
		"The number in hexadecimal.",
		func(_ *thread, a []value) (value, error) { return based(a[0], "x") },
	),
	fn("oct(number)", "The number in octal.", func(_ *thread, a []value) (value, error) { return based(a[0], "o") }),
	fn("bin(number)", "The number in binary.", func(_ *thread, a []value) (value, error) { return based(a[0], "b") }),
	fn("ord(c)", "The code point of a character.", func(_ *thread, a []value) (value, error) {
		n := 0
		if s, ok := a[0].(string); ok {
			if n = py.RuneLen(s); n == 1 {
				r, _ := literal.DecodeRune(s)
				return int64(r), nil
			}
		} else if b, ok := py.Buffer(a[0]); ok {
			if n = len(b); n == 1 {
				return int64(b[0]), nil
			}
		} else {
			return nil, py.TypeErrorf("ord() expected string of length 1, but %s found", py.TypeOf(a[0]).TypeName())
		}
		return nil, py.TypeErrorf("ord() expected a character, but string of length %d found", n)
	}),
	fn("chr(i)", "The character of a code point.", func(_ *thread, a []value) (value, error) {
		n, err := py.Index(a[0])
		if err != nil {
			return nil, err
		}
		i, ok := n.(int64)
		if !ok || i != int64(int32(i)) {
			return nil, py.Raisef(py.OverflowErrorClass, "Python int too large to convert to C int")
		}
		if i < 0 || i > 0x10ffff {
			return nil, py.ValueErrorf("chr() arg not in range(0x110000)")
		}
		return string(literal.AppendRune(nil, rune(i))), nil
	}),
	fn(
		"input(prompt='')",
		"A line from standard input.",
		func(t *thread, a []value) (value, error) { return t.ReadLine(py.StrOf(a[0]), false) },
	),
	openFn,
	fn("exit(code=None)", "Ends the session.", leaveFn),
	fn("quit(code=None)", "Ends the session.", leaveFn),
}

func leaveFn(_ *thread, a []value) (value, error) {
	e := py.NewExc(py.SystemExitClass, a[0])
	e.Asked = true
	return nil, e
}

func exitFn(_ *thread, a []value) (value, error) { return nil, py.NewExc(py.SystemExitClass, a[0]) }

//go:noinline
func named(kind string, next func(t *thread) (value, error)) value {
	return &py.NamedIter{Iterator: py.IterFunc(next), Type: kind}
}

// identity is the number that id gives.
func identity(v value) value {
	return py.Identity(v)
}

// attrOr is getattr(v, name, missing).
func attrOr(t *thread, v, name, missing value) (value, error) {
	if err := isAttrName(name); err != nil {
		return nil, err
	}
	r, err := py.FindAttr(t, v, py.StrOf(name))
	if e, ok := err.(*py.Exc); r == nil && err == nil || ok && e.Class.Is(py.AttributeErrorClass) {
		return missing, nil
	}
	return r, err
}

func hasAttr(t *thread, v, name value) (value, error) {
	r, err := attrOr(t, v, name, nil)
	return r != nil, err
}

func printFn(t *thread, args []value, kw []py.Kw) (value, error) {
	sep, end, flush := " ", "\n", false
	out := t.Stdout
	for _, k := range kw {
		switch k.Name {
		case "sep", "end":
			s, ok := k.Value.(string)
			if !ok {
				if k.Value == py.None {
					continue
				}
				return nil, py.TypeErrorf("%s must be None or a string, not %s", k.Name, py.TypeOf(k.Value).TypeName())
			}
			if k.Name == "sep" {
				sep = s
			} else {
				end = s
			}
		case "file":
			if k.Value == py.None {
				continue
			}
			if s, ok := k.Value.(*stream); ok {
				out = s.writer(t)
				continue
			}
			w := k.Value
			out = writerFunc(func(p []byte) (int, error) {
				_, err := py.CallMethod(t, w, "write", string(p))
				return len(p), err
			})
		case "flush":
			var err error
			if flush, err = py.Truth(t, k.Value); err != nil {
				return nil, err
			}
		default:
			return nil, py.TypeErrorf("'%s' is an invalid keyword argument for print()", k.Name)
		}
	}
	var b strings.Builder
	for i, v := range args {
		if i > 0 {
			b.WriteString(sep)
		}
		s, err := py.Str(t, v)
		if err != nil {
			return nil, err
		}
		b.WriteString(s)
	}
	b.WriteString(end)
	if !utf8.ValidString(b.String()) {
		if _, err := py.Encode(t, b.String(), "utf-8", "strict"); err != nil {
			return nil, err
		}
	}
	_, err := out.Write([]byte(b.String()))
	if err == nil && flush {
		err = flushed(out)
	}
	return py.None, err
}

// flushed sends what an output holds back, where it holds anything back.
func flushed(w io.Writer) error {
	if f, ok := w.(interface{ Flush() error }); ok {
		return f.Flush()
	}
	return nil
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func extreme(t *thread, name, op string, args []value, kw []py.Kw) (value, error) {
	var key, def value
	for _, k := range kw {
		switch k.Name {
		case "key":
			if k.Value != py.None {
				key = k.Value
			}
		case "default":
			def = k.Value
		default:
			return nil, py.TypeErrorf("'%s' is an invalid keyword argument for %s()", k.Name, name)
		}
	}
	if len(args) == 0 {
		return nil, py.TypeErrorf("%s expected at least 1 argument, got 0", name)
	}
	var best, bestKey value
	better := func(v value) error {
		if err := t.Poll(); err != nil {
			return err
		}
		k := v
		if key != nil {
			var err error
			if k, err = py.Call1(t, key, v); err != nil {
				return err
			}
		}
		if best == nil {
			best, bestKey = v, k
			return nil
		}
		c, err := py.Binary(t, op, k, bestKey)
		if err != nil {
			return err
		}
		ok, err := py.Truth(t, c)
		if ok && err == nil {
			best, bestKey = v, k
		}
		return err
	}
	var err error
	if len(args) == 1 { // one at a time: an iterator may give more than fits in memory
		err = py.Each(t, args[0], better)
	}
	for i := 0; err == nil && len(args) > 1 && i < len(args); i++ {
		err = better(args[i])
	}
	switch {
	case err != nil:
		return nil, err
	case best == nil && def != nil:
		return def, nil
	case best == nil:
		return nil, py.ValueErrorf("%s() arg is an empty sequence", name)
	}
	return best, nil
}

func roundFn(t *thread, a []value) (value, error) {
	switch x := a[0].(type) {
	case *py.Instance:
		if x.Class.Lookup("__round__") != nil {
			if a[1] == py.None {
				return py.CallMethod(t, x, "__round__")
			}
			return py.CallMethod(t, x, "__round__", a[1])
		}
	case float64:
		return roundFloat(x, a[1])
	case int64, bool, *big.Int:
		if a[1] == py.None {
			return py.IntOf(x)
		}
		n, err := py.ToInt(a[1])
		if err != nil || n >= 0 {
			v, _ := py.IntOf(x)
			return v, err
		}
		if n < -1<<25 {
			return int64(0), nil
		}
		p := new(big.Int).Exp(big.NewInt(10), big.NewInt(-n), nil)
		q, r := new(big.Int).DivMod(py.BigOf(x), p, new(big.Int))
		switch c := new(big.Int).Lsh(r, 1).Cmp(p); {
		case c > 0 || c == 0 && q.Bit(0) == 1:
			q.Add(q, big.NewInt(1))
		}
		return py.Int(q.Mul(q, p)), nil
	}
	if x, ok := a[0].(*py.Instance); ok && x.Class.Lookup("__round__") == nil {
		switch x.Native.(type) {
		case float64, int64, *big.Int: // a class that derives from a number's
			return roundFn(t, []value{x.Native, a[1]})
		}
	}
	if c := py.TypeOf(a[0]); c.Lookup("__round__") != nil {
		return py.CallMethod(t, a[0], "__round__", a[1])
	}
	if c := py.TypeOf(a[0]); c.Float != nil && c.Unary == nil {
		v, err := c.Float(a[0])
		if err != nil {
			return nil, err
		}
		return roundFn(t, []value{v, a[1]})
	}
	return nil, py.TypeErrorf("type %s doesn't define __round__ method", py.TypeOf(a[0]).TypeName())
}

// roundFloat rounds through decimal digits, as the exact value of the float lies.
func roundFloat(x float64, digits value) (value, error) {
	if digits == py.None {
		return py.IntOf(math.RoundToEven(x))
	}
	n, err := py.ToInt(digits)
	if err != nil {
		return nil, err
	}
	switch {
	case x-x != 0, x == 0, n > 323:
		return x, nil
	case n < -308:
		return math.Copysign(0, x), nil
	case n >= 0:
		f, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', int(n), 64), 64)
		return f, nil
	}
	whole, _ := new(big.Float).SetFloat64(math.Trunc(x)).Int(nil)
	p := new(big.Int).Exp(big.NewInt(10), big.NewInt(-n), nil)
	q, r := new(big.Int).QuoRem(whole, p, new(big.Int))
	half := new(big.Int).Lsh(r.Abs(r), 1).Cmp(p)
	if half > 0 || half == 0 && (q.Bit(0) == 1 || x != math.Trunc(x)) {
		q.Add(q, big.NewInt(int64(math.Copysign(1, x))))
	}
	f, _ := new(big.Float).SetInt(q.Mul(q, p)).Float64()
	if math.IsInf(f, 0) {
		return nil, py.Raisef(py.OverflowErrorClass, "rounded value too large to represent")
	}
	return math.Copysign(f, x), nil
}

// isOne checks with test a class, or one after the other of a tuple of classes.
// isOne is isinstance or issubclass of v by test, for a class, a tuple of classes, a union or
// what answers by its method named check.
func isOne(t *thread, v, of value, check, msg string, test func(c *py.Class) (bool, error)) (value, error) {
	var items []value
	switch x := of.(type) {
	case *py.Class:
		return boolean(test(x))
	case *py.NoneType:
		return boolean(test(py.NoneClass))
	case *py.Alias:
		name := "isinstance"
		if check == "__subclasscheck__" {
			name = "issubclass"
		}
		return nil, py.TypeErrorf("%s() argument 2 cannot be a parameterized generic", name)
	case *py.Instance:
		if x.Class.Lookup(check) != nil {
			return py.CallMethod(t, x, check, v)
		}
		return nil, py.TypeErrorf("%s", msg)
	case *py.Tuple:
		items = x.Items
	case *py.Union:
		items = x.Args.Items
	default:
		return nil, py.TypeErrorf("%s", msg)
	}
	for _, o := range items {
		r, err := isOne(t, v, o, check, msg, test)
		if err != nil || r == true {
			return r, err
		}
	}
	return false, nil
}

func boolean(ok bool, err error) (value, error) { return ok, err }

func based(v value, verb string) (value, error) {
	n, ok := v.(*big.Int)
	if !ok {
		i, err := py.ToInt(v)
		if err != nil {
			return nil, err
		}
		n = big.NewInt(i)
	}
	return py.Format(nil, py.Int(n), "#"+verb)
}
