package np

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// The abstract classes of NumPy's scalars, and those of texts and records.
var (
	abstract   = map[string]*py.Class{}
	strClass   *py.Class
	bytesClass *py.Class
	voidClass  = py.NewClass("numpy", "void", bind.GenericClass, nil)
)

// textScalar is an np.str_, which is a str, and bytesScalar an np.bytes_.
func textScalar(s string) value { return &py.Instance{Class: strClass, Attrs: py.NewDict(), Native: s} }
func bytesScalar(s string) value {
	return &py.Instance{Class: bytesClass, Attrs: py.NewDict(), Native: py.Bytes(s)}
}

func init() {
	base := func(name string, parent *py.Class) *py.Class {
		c := py.NewClass("numpy", name, parent, nil)
		abstract[name] = c
		return c
	}
	scalarSlots(bind.GenericClass)
	number := base("number", bind.GenericClass)
	integer := base("integer", number)
	signed, unsigned := base("signedinteger", integer), base("unsignedinteger", integer)
	dateSlots(signed)
	inexact := base("inexact", number)
	floating, complexes := base("floating", inexact), base("complexfloating", inexact)
	flexible := base("flexible", bind.GenericClass)
	base("character", flexible)
	for _, d := range tensor.DTypes() {
		if d.IsQuantized() || d == tensor.String {
			continue
		}
		parent := bind.GenericClass
		switch d.Kind() {
		case tensor.KindInt:
			parent = signed
		case tensor.KindUint:
			parent = unsigned
		case tensor.KindFloat:
			parent = floating
		case tensor.KindComplex:
			parent = complexes
		}
		c := py.NewClass("numpy", d.Name(), parent, nil)
		switch d { // these two are Python's as well
		case tensor.Float64:
			alsoIs(c, py.FloatClass)
		case tensor.Complex128:
			alsoIs(c, py.ComplexClass)
		}
		bind.AddScalar(d, c)
		c.New = &py.Builtin{Name: d.Name(),
			Raw: func(t *thread, a []value, _ []py.Kw) (value, error) { return newScalar(t, d, a) }}
		if d.IsInteger() {
			c.Def("bit_count(self)", "The number of ones among the bits.", func(t *thread, a []value) (value, error) {
				n, err := ufuncs["bitwise_count"].call(t, a, &callOptions{})
				if err != nil {
					return nil, err
				}
				return py.Index(n)
			})
		}
	}
	textClasses()
	voidSlots()
}

// alsoIs makes a class derive from a class of Python's too.
func alsoIs(c, p *py.Class) {
	c.Bases = append(c.Bases, p)
	c.MRO = append(c.MRO[:len(c.MRO)-1:len(c.MRO)-1], p, py.ObjectClass)
}

func textClasses() {
	strClass = py.NewClass("numpy", "str_", py.StrClass, nil)
	bytesClass = py.NewClass("numpy", "bytes_", py.BytesClass, nil)
	strClass.View = wideView
	for _, c := range []*py.Class{strClass, bytesClass} {
		c.Bases = append(c.Bases, abstract["character"])
		c.MRO = append(c.MRO[:len(c.MRO)-1:len(c.MRO)-1], abstract["character"], abstract["flexible"],
			bind.GenericClass, py.ObjectClass)
		c.Def("__repr__(self)", "repr(self).", func(t *thread, a []value) (value, error) {
			s, err := py.Repr(t, unpadded(a[0].(*py.Instance).Native))
			return "np." + c.Name + "(" + s + ")", err
		})
		c.Str = func(t *thread, v value) (string, error) { return py.Str(t, unpadded(v.(*py.Instance).Native)) }
		plain := py.StrClass
		if c == bytesClass {
			plain = py.BytesClass
		}
		c.New = &py.Builtin{Name: c.Name, Raw: func(t *thread, a []value, kw []py.Kw) (value, error) {
			v, err := py.Call(t, plain, a, kw)
			if err != nil {
				return nil, err
			}
			return &py.Instance{Class: c, Attrs: py.NewDict(), Native: v}, nil
		}}
		c.Def("item(self)", "Python's own value.", func(_ *thread, a []value) (value, error) {
			return a[0].(*py.Instance).Native, nil
		})
		c.Def("tolist(self)", "Python's own value.", func(_ *thread, a []value) (value, error) {
			return a[0].(*py.Instance).Native, nil
		})
		c.Prop("dtype", "The element type.", func(_ *thread, v value) (value, error) { return valueType(v), nil })
		c.Prop("shape", "The dimensions: none.", func(*thread, value) (value, error) { return py.NewTuple(), nil })
		c.Prop("ndim", "The number of dimensions: none.", func(*thread, value) (value, error) { return int64(0), nil })
	}
}

// wideView is the memory of an np.str_: four bytes for each character, as in arrays of texts.
func wideView(v value) (*py.MemoryView, error) {
	text, _ := v.(*py.Instance).Native.(string)
	runes := []rune(text)
	b := make([]byte, 0, 4*len(runes))
	for _, r := range runes {
		b = append(b, byte(r), byte(r>>8), byte(r>>16), byte(r>>24))
	}
	return py.NewView(v, b, 0, nil, nil, strconv.Itoa(len(runes))+"w", len(b), true), nil
}

// unpadded is a text without the nuls at its end, which are padding in arrays and are not shown.
func unpadded(v value) value {
	switch s := v.(type) {
	case string:
		return strings.TrimRight(s, "\x00")
	case py.Bytes:
		return py.Bytes(strings.TrimRight(string(s), "\x00"))
	}
	return v
}

// newScalar is np.int8(x) and its like: an array for a sequence.
func newScalar(t *thread, d tensor.DType, a []value) (value, error) {
	var v value = int64(0)
	if len(a) > 0 {
		v = a[0]
	}
	switch v.(type) {
	case int64, float64, bool, complex128, *big.Int, string, py.Bytes, *bind.Scalar, *py.NoneType:
		b := make([]byte, d.Size())
		if err := putNumber(t, d, b, v); err != nil {
			return nil, err
		}
		return bind.NPScalar(tensor.FromBytes(d, nil, b)), nil
	}
	x, err := asArray(t, v)
	if err != nil {
		return nil, err
	}
	z, err := castTo(t, x, dtypeOf(d))
	if err != nil {
		return nil, err
	}
	return scalarOf(z), nil
}

// formatsAsPython tells whether f"{x}" writes a scalar as Python's own number: f"{np.float32(0.1)}" has 17 digits.
func formatsAsPython(d tensor.DType) bool {
	return d == tensor.Float16 || d == tensor.Float32 || d == tensor.Complex64
}

func scalarSlots(c *py.Class) {
	c.Binary, c.Unary, c.Frozen = binary, unary, true
	item := func(v value) value {
		v = scalarUnder(v)
		switch x := v.(type) {
		case *bind.Scalar:
			return bind.ToPython(x.T, 0)
		case *py.Instance:
			return x.Native
		}
		return v
	}
	c.Truth = func(t *thread, v value) (bool, error) { return py.Truth(t, item(v)) }
	c.Float = func(v value) (value, error) { return item(v), nil }
	c.Index = func(v value) (int64, bool) {
		s, ok := scalarUnder(v).(*bind.Scalar)
		if !ok {
			return 0, false
		}
		return s.T.Int(0), s.T.DType().IsInteger()
	}
	c.Hash = func(v value) (any, error) {
		if _, ok := v.(*void); ok {
			return nil, py.TypeErrorf("unhashable type: 'writeable void-scalar'")
		}
		return py.HashKey(item(v))
	}
	c.Format = func(t *thread, v value, spec string) (string, error) {
		if s, ok := scalarUnder(v).(*bind.Scalar); spec == "" && !(ok && formatsAsPython(s.T.DType())) {
			return py.Str(t, v)
		}
		return py.Format(t, item(v), spec)
	}
	c.GetItem = func(t *thread, v, key value) (value, error) {
		if key == py.None || key == py.Ellipsis {
			a, err := asArray(t, v)
			if err != nil {
				return nil, err
			}
			return index(t, a, key)
		}
		if tp, ok := key.(*py.Tuple); ok && len(tp.Items) == 0 {
			return v, nil
		}
		return nil, py.IndexErrorf("invalid index to scalar variable.")
	}
	c.Def("is_integer(self)", "Whether the value is whole.", func(t *thread, a []value) (value, error) {
		return py.CallMethod(t, item(a[0]), "is_integer")
	})
	c.Def("as_integer_ratio(self)", "The value as a fraction.", func(t *thread, a []value) (value, error) {
		return py.CallMethod(t, item(a[0]), "as_integer_ratio")
	})
	c.Def("__round__(self, ndigits=None)", "Rounded.", func(t *thread, a []value) (value, error) {
		s, ok := scalarUnder(a[0]).(*bind.Scalar)
		if !ok {
			return nil, py.TypeErrorf("type %s doesn't define __round__ method", py.TypeOf(a[0]).TypeName())
		}
		if a[1] == py.None {
			f := s.T.Float(0)
			if s.T.DType().IsInteger() {
				return item(s), nil
			}
			return py.Call(t, py.IntClass, []value{math.RoundToEven(f)}, nil)
		}
		x, err := asArray(t, s)
		if err != nil {
			return nil, err
		}
		return round(t, x, a[1], py.None)
	})
	for _, f := range []struct {
		name string
		f    func(float64) float64
	}{{"__floor__", math.Floor}, {"__ceil__", math.Ceil}, {"__trunc__", math.Trunc}} {
		c.Def(f.name+"(self)", "A whole number.", func(t *thread, a []value) (value, error) {
			v := item(a[0])
			if n, ok := v.(int64); ok {
				return n, nil
			}
			x, err := py.ToFloat(v)
			if err != nil {
				return nil, err
			}
			return py.Call(t, py.IntClass, []value{f.f(x)}, nil)
		})
	}
	defineDivMod(c)
	c.Def("__abs__(self)", "The absolute value.", func(t *thread, a []value) (value, error) {
		return unary(t, "abs", a[0])
	})
}

// scalarOp computes operators of a scalar with a value that is no array, where they are not
// those of arrays: a sequence is repeated, None is compared.
func scalarOp(t *thread, o string, a, b value) (value, bool, error) {
	if a == py.None || b == py.None {
		switch o {
		case "==", "!=":
			return bind.NPScalar(tensor.Scalar(o == "!=")), true, nil
		}
		return py.NotImplemented, true, nil
	}
	if o != "*" {
		return nil, false, nil
	}
	for _, p := range [][2]value{{a, b}, {b, a}} {
		s, ok := p[0].(*bind.Scalar)
		if !ok || !s.T.DType().IsInteger() {
			continue
		}
		switch p[1].(type) {
		case string, py.Bytes, *py.List, *py.Tuple:
			v, err := py.Binary(t, "*", p[1], s.T.Int(0))
			return v, true, err
		}
	}
	return nil, false, nil
}

func voidSlots() {
	c := voidClass
	c.New = py.NewBuiltin("void(length_or_data, /, dtype=None)", func(t *thread, a []value) (value, error) {
		d, v := &dtype{Kind: 'V'}, a[0]
		if a[1] != py.None {
			var err error
			if d, err = toDType(a[1]); err != nil {
				return nil, err
			}
		}
		if n, ok := py.AsInt(v); ok && a[1] == py.None {
			d.Size, v = int(max(n, 0)), py.Bytes("")
		} else if b, ok := v.(py.Bytes); ok && d.Size == 0 {
			d.Size = len(b)
		}
		z, err := filled(t, nil, d, nil, 'C')
		if err != nil {
			return nil, err
		}
		return &void{z}, setPlace(t, z, 0, v)
	})
	c.Truth = func(_ *thread, v value) (bool, error) {
		a := v.(*void).a
		return notZero(a.DType(), a.Element(a.Start())), nil
	}
	c.Repr = func(t *thread, v value) (string, error) {
		s, err := py.Str(t, v)
		if v.(*void).a.DType().Fields == nil {
			return "np.void(" + s + ")", err
		}
		return "np.void(" + s + ", dtype=" + v.(*void).a.DType().Repr() + ")", err
	}
	c.Str = func(t *thread, v value) (string, error) {
		a := v.(*void).a
		if a.DType().Fields == nil {
			return py.Str(t, a)
		}
		items, ok := pyElement(a, a.Start()).(*py.Tuple)
		if !ok {
			return py.Str(t, a)
		}
		for i, x := range items.Items {
			if sub, ok := x.(*array); ok {
				list, err := toList(t, sub)
				if err != nil {
					return "", err
				}
				items.Items[i] = list
			}
		}
		return py.Repr(t, items)
	}
	c.GetItem = func(t *thread, v, key value) (value, error) {
		a := v.(*void).a
		if i, ok := py.AsInt(key); ok {
			n := len(a.DType().Fields)
			if i < -int64(n) || int(i) >= n {
				return nil, py.IndexErrorf("invalid index (%d)", i)
			}
			if i < 0 {
				i += int64(n)
			}
			key = a.DType().Fields[i].Name
		}
		f, ok, err := fieldOf(a, key)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, py.IndexErrorf("invalid index")
		}
		if f.DType().Kind == 'V' && f.Rank() == 0 {
			return &void{f}, nil
		}
		return scalarOf(f), nil
	}
	c.SetItem = func(t *thread, v, key, val value) error {
		a := v.(*void).a
		if i, ok := py.AsInt(key); ok && i >= 0 && int(i) < len(a.DType().Fields) {
			key = a.DType().Fields[i].Name
		}
		f, ok, err := fieldOf(a, key)
		if err != nil {
			return err
		}
		if !ok {
			return py.IndexErrorf("invalid index")
		}
		return assign(t, f, val)
	}
	c.Len = func(_ *thread, v value) (int, error) { return len(v.(*void).a.DType().Fields), nil }
	c.Iter = func(t *thread, v value) (py.Iterator, error) {
		i := 0
		return py.IterFunc(func(t *thread) (value, error) {
			if i >= len(v.(*void).a.DType().Fields) {
				return nil, nil
			}
			i++
			return c.GetItem(t, v, int64(i-1))
		}), nil
	}
	c.Hash = func(value) (any, error) { return nil, py.TypeErrorf("unhashable type: 'writeable void-scalar'") }
	c.Binary = func(t *thread, o string, a, b value) (value, error) {
		if o != "==" && o != "!=" {
			return py.NotImplemented, nil
		}
		for _, p := range []*value{&a, &b} {
			if x, ok := (*p).(*void); ok {
				*p = pyElement(x.a, x.a.Start())
			}
		}
		return py.Binary(t, o, a, b)
	}
}
