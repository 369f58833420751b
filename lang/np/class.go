package np

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func init() {
	dtypeSlots(bind.NPDTypeClass)
	arraySlots(bind.ArrayClass)
	attributes(bind.ArrayClass)
	attributes(bind.GenericClass)
	for _, c := range []*py.Class{bind.ArrayClass, bind.GenericClass} {
		viewMethods(c)
		valueMethods(c)
		foldMethods(c)
	}
	arrayOnly(bind.ArrayClass)
	derive(bind.ArrayClass)
}

func self(t *thread, v value) (*array, error) { return asArray(t, v) }

func arraySlots(c *py.Class) {
	c.New = py.NewBuiltin("ndarray(shape, dtype=float, buffer=None, offset=0, strides=None, order=None)",
		func(t *thread, a []value) (value, error) {
			return newNdarray(t, a)
		})
	c.Binary, c.Unary = binary, unary
	defineDivMod(c)
	for sym, name := range inPlaceNames {
		c.DefRaw(name, "In-place "+sym+".", func(t *thread, a []value, _ []py.Kw) (value, error) {
			if len(a) != 2 {
				return nil, py.TypeErrorf("expected 1 argument, got %d", len(a)-1)
			}
			return inPlace(t, sym, a[0].(*array), a[1])
		})
	}
	c.View = viewOf
	c.Len = func(_ *thread, v value) (int, error) {
		a := arrayOf(v)
		if a.Rank() == 0 {
			return 0, py.TypeErrorf("len() of unsized object")
		}
		return a.Shape()[0], nil
	}
	c.Truth = func(t *thread, v value) (bool, error) {
		a := arrayOf(v)
		switch {
		case a.Len() > 1:
			return false, py.ValueErrorf("The truth value of an array with more than one element " +
				"is ambiguous. Use a.any() or a.all()")
		case a.Len() == 0:
			return false, py.ValueErrorf(
				"The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an array is not empty.",
			)
		}
		return py.Truth(t, pyElement(a, a.Start()))
	}
	c.Float = func(v value) (value, error) {
		a := arrayOf(v)
		if a.Len() != 1 || a.Rank() != 0 {
			return nil, py.TypeErrorf("only 0-dimensional arrays can be converted to Python scalars")
		}
		return pyElement(a, a.Start()), nil
	}
	c.Index = func(v value) (int64, bool) {
		a := arrayOf(v)
		if a.Rank() != 0 || !a.DType().IsNumber() || !a.DType().Num.IsInteger() {
			return 0, false
		}
		return numberAt(a, a.Start()).Int(0), true
	}
	c.Iter = func(t *thread, v value) (py.Iterator, error) {
		a := arrayOf(v)
		if a.Rank() == 0 {
			return nil, py.TypeErrorf("iteration over a 0-d array")
		}
		i := 0
		return py.IterFunc(func(t *thread) (value, error) {
			if i >= a.Shape()[0] {
				return nil, nil
			}
			i++
			return index(t, a, int64(i-1))
		}), nil
	}
	c.GetItem = func(t *thread, v, key value) (value, error) { return index(t, arrayOf(v), key) }
	c.SetItem = func(t *thread, v, key, val value) error { return setIndex(t, arrayOf(v), key, val) }
	c.DelItem = func(*thread, value, value) error { return py.ValueErrorf("cannot delete array elements") }
	c.Hash = func(value) (any, error) { return nil, py.TypeErrorf("unhashable type: 'numpy.ndarray'") }
	c.Format = func(t *thread, v value, spec string) (string, error) {
		if a := arrayOf(v); a.Rank() == 0 {
			return py.Format(t, element(a, a.Start()), spec)
		}
		if spec != "" {
			return "", py.TypeErrorf("unsupported format string passed to numpy.ndarray.__format__")
		}
		return py.Str(t, v)
	}
	c.Contains = func(t *thread, v, item value) (bool, error) {
		eq, err := operator(t, "==", v, item, nil)
		if err != nil {
			return false, err
		}
		a, err := asArray(t, eq)
		if err != nil {
			return false, err
		}
		found := false
		a.Each(func(at int) { found = found || a.Element(at)[0] != 0 })
		return found, nil
	}
	c.SetAttr = setAttr
}

var inPlaceNames = map[string]string{"+": "__iadd__", "-": "__isub__", "*": "__imul__", "/": "__itruediv__",
	"//": "__ifloordiv__", "%": "__imod__", "**": "__ipow__",
	"@": "__imatmul__", "&": "__iand__", "|": "__ior__", "^": "__ixor__", "<<": "__ilshift__", ">>": "__irshift__"}

// inPlace is a op= b: the result goes into a. Tensors compute themselves.
func inPlace(t *thread, o string, a *array, b value) (value, error) {
	switch b.(type) {
	case *tensor.Tensor, *bind.Variable:
		return py.NotImplemented, nil
	}
	return operator(t, o, a, b, a)
}

func setAttr(t *thread, v value, name string, val value) error {
	x, a := derived(v)
	if x != nil {
		if p, ok := bind.ArrayClass.Attrs.GetStr(name); !ok || p != x.Class.Lookup(name) {
			return nil // an attribute of the object
		}
	} else {
		a = v.(*array)
	}
	switch name {
	case "shape":
		dims, err := shapeArg(t, val)
		if err != nil {
			return err
		}
		z, err := reshape(t, a, dims, 'C')
		if err != nil {
			return err
		}
		if !a.SetShape(z.Shape()) {
			return py.Raisef(
				py.AttributeErrorClass,
				"Incompatible shape for in-place modification. Use `.reshape()` to make a copy with the desired shape.",
			)
		}
	case "strides":
		st, err := shapeArg(t, val)
		if err != nil {
			return err
		}
		if len(st) != a.Rank() {
			return py.ValueErrorf("strides must be same length as shape (%d)", a.Rank())
		}
		if !a.SetStrides(st) {
			return py.ValueErrorf("strides is not compatible with available memory")
		}
	case "dtype":
		d, err := toDType(val)
		if err != nil {
			return err
		}
		z, err := viewAs(a, d)
		if err != nil {
			return err
		}
		a.Become(z)
	case "flat":
		return assignFlat(t, a, val)
	case "real":
		return assign(t, partView(a, false), val)
	case "imag":
		if !a.DType().Num.IsComplex() {
			return py.TypeErrorf("array does not have imaginary part to set")
		}
		return assign(t, partView(a, true), val)
	default:
		if bind.ArrayClass.Lookup(name) != nil {
			return py.Raisef(py.AttributeErrorClass, "attribute '%s' of 'numpy.ndarray' objects is not writable", name)
		}
		return py.Raisef(py.AttributeErrorClass, "'numpy.ndarray' object has no attribute '%s'", name)
	}
	return nil
}

// partView is the real or imaginary part of a complex array as a view; a real array is its own
// real part.
func partView(a *array, imaginary bool) *array {
	if !a.DType().Num.IsComplex() {
		return a
	}
	part := a.DType().Num.Real()
	d := ndarray.Of(part)
	if a.DType().Swap {
		d = d.Swapped()
	}
	return a.Field(ndarray.Field{Type: d, Offset: b2i(imaginary) * part.Size()})
}

func ints(v []int) []value {
	out := make([]value, len(v))
	for i, n := range v {
		out[i] = int64(n)
	}
	return out
}

// attributes are what arrays and scalars tell of themselves.
func attributes(c *py.Class) {
	prop := func(name, doc string, get func(t *thread, a *array) (value, error)) {
		c.Prop(name, doc, func(t *thread, v value) (value, error) {
			a, err := self(t, v)
			if err != nil {
				return nil, err
			}
			z, err := get(t, a)
			if x, ok := z.(*array); ok && c == bind.GenericClass && err == nil {
				return scalarOf(x), nil
			}
			return z, err
		})
	}
	prop("shape", "The dimensions.", func(_ *thread, a *array) (value, error) {
		return py.NewTuple(ints(a.Shape())...), nil
	})
	prop("strides", "Bytes between neighbours along each dimension.", func(_ *thread, a *array) (value, error) {
		return py.NewTuple(ints(a.Strides())...), nil
	})
	prop("dtype", "The element type.", func(_ *thread, a *array) (value, error) { return a.DType(), nil })
	prop("ndim", "The number of dimensions.", func(_ *thread, a *array) (value, error) { return int64(a.Rank()), nil })
	prop("size", "The number of elements.", func(_ *thread, a *array) (value, error) { return int64(a.Len()), nil })
	prop("itemsize", "Bytes of an element.", func(_ *thread, a *array) (value, error) {
		return int64(a.DType().Size), nil
	})
	prop("nbytes", "Bytes of all elements.", func(_ *thread, a *array) (value, error) {
		return int64(a.Len() * a.DType().Size), nil
	})
	prop("base", "The array whose memory this one sees, or None.", func(_ *thread, a *array) (value, error) {
		if a.Base() == nil {
			return py.None, nil
		}
		return a.Base(), nil
	})
	prop("flags", "How the memory lies, and whether it may be written.", func(_ *thread, a *array) (value, error) {
		return &flagSet{a}, nil
	})
	prop("data", "The memory.", func(_ *thread, a *array) (value, error) { return viewOf(a) })
	prop("T", "The view with its dimensions reversed.", func(_ *thread, a *array) (value, error) { return a.T(), nil })
	prop("mT", "The view with its last two dimensions swapped.", func(_ *thread, a *array) (value, error) {
		if a.Rank() < 2 {
			return nil, py.ValueErrorf("matrix transpose with ndim < 2 is undefined")
		}
		return swapAxes(a, int64(-1), int64(-2))
	})
	prop("flat", "The elements one by one.", func(_ *thread, a *array) (value, error) { return &flatIter{a: a}, nil })
	prop("real", "The real part.", func(_ *thread, a *array) (value, error) { return partView(a, false), nil })
	prop("imag", "The imaginary part.", func(t *thread, a *array) (value, error) {
		if a.DType().Num.IsComplex() {
			return partView(a, true), nil
		}
		z, err := ndarray.NewContext(t.Ctx, a.DType(), a.Shape(), false)
		if err != nil {
			return nil, err
		}
		z.SetWriteable(false)
		return z, nil
	})
}

func newNdarray(t *thread, a []value) (value, error) {
	shape, err := sizes(t, a[0])
	if err != nil {
		return nil, err
	}
	d, err := toDType(a[1])
	if err != nil {
		return nil, err
	}
	order, err := orderArg(a[5], 'C')
	if err != nil {
		return nil, err
	}
	if a[2] == py.None {
		return filled(t, shape, d, nil, order)
	}
	off, err := intArg(a[3], "offset")
	if err != nil {
		return nil, err
	}
	data, base, readonly, foreign, err := buffer(a[2])
	if err != nil {
		return nil, err
	}
	n := 1
	for _, s := range shape {
		n *= s
	}
	if off < 0 || off+n*d.Size > len(data) {
		return nil, py.TypeErrorf("buffer is too small for requested array")
	}
	z := ndarray.FromMemory(d, shape, data[off:off+n*d.Size], base, readonly, foreign)
	if own, ok := base.(*array); ok {
		z = own.AsMemory(d, shape, off)
	}
	if a[4] != py.None {
		st, err := shapeArg(t, a[4])
		if err != nil {
			return nil, err
		}
		if len(st) != len(shape) || !z.SetStrides(st) {
			return nil, py.ValueErrorf("strides is incompatible with shape of requested array and size of buffer")
		}
	}
	return z, nil
}

// buffer gives the memory of a bytes-like value.
func buffer(v value) (data []byte, base value, readonly, foreign bool, err error) {
	switch x := v.(type) {
	case py.Bytes:
		return tensor.StringBytes(string(x)), x, true, false, nil
	case *array:
		if !x.CContiguous() {
			return nil, nil, false, false, py.ValueErrorf("ndarray is not C-contiguous")
		}
		if x.IsObject() {
			return nil, nil, false, false, py.ValueErrorf("cannot create an OBJECT array from memory buffer")
		}
		return x.Memory(), x, !x.Writeable(), false, nil
	case *py.ByteArray:
		x.Views++ // it keeps its size from now on, as long as there may be an array
		return x.B, x, false, true, nil
	case *py.MemoryView:
		data, readonly, err := x.Memory()
		return data, x, readonly, true, err
	case *bind.Scalar:
		return x.T.Bytes(), x, true, false, nil
	}
	return nil, nil, false, false, py.TypeErrorf("a bytes-like object is required, not '%s'", py.TypeOf(v).Name)
}
