package np

import (
	"math"
	"math/big"
	"slices"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

type (
	array = bind.Array
	dtype = bind.NPDType
)

// maxDepth is how deep NumPy looks into nested sequences.
const maxDepth = 64

// nested is what a value looks like as an array: its shape and its leaves in row-major order.
type nested struct {
	t       *thread
	shape   []int
	leaves  []value
	dtype   *dtype
	leafAt  int  // the depth of the leaves, -1 before the first
	uneven  int  // the depth from which the shape is not the same everywhere, -1 while it is
	blocks  bool // some leaves are arrays with dimensions of their own
	limit   int  // how many dimensions are wanted at most
	deeper  bool // there are more: nothing else matters then, unless
	objects bool // what is deeper may be objects
	err     error
}

// items gives the entries of a sequence; strings, sets and dicts are none.
func items(t *thread, v value) ([]value, bool, error) {
	switch x := v.(type) {
	case *py.List:
		return x.Items, true, nil
	case *py.Tuple:
		return x.Items, true, nil
	case *py.Range:
		out, err := py.ToSlice(t, x)
		return out, true, err
	case *bind.Shape:
		if x.FullyDefined() {
			return bind.Dims(x.PartialShape), true, nil
		}
	case *py.Instance:
		switch x.Native.(type) {
		case *py.List, *py.Tuple:
			return items(t, x.Native)
		case nil:
			if x.Class.Lookup("__len__") != nil && x.Class.Lookup("__getitem__") != nil &&
				x.Class.Lookup("__array__") == nil && x.Class.Lookup("__buffer__") == nil {
				n, err := py.Len(t, x)
				if e, ok := err.(*py.Exc); ok && !e.Class.Is(py.ExceptionClass) {
					return nil, false, err
				} else if err != nil { // what does not know its length is one object
					return nil, false, nil
				}
				if !tensor.Reserve(int64(n) * 16) {
					return nil, false, py.NewExc(py.MemoryErrorClass, "")
				}
				out, err := py.ToSlice(t, x)
				return out, true, err
			}
		}
	}
	return nil, false, nil
}

// existing gives the array of a value that is one or has one.
func existing(t *thread, v value) (*array, error) {
	switch x := v.(type) {
	case *array:
		return x, nil
	case *bind.Scalar:
		return bind.NewArray(x.T), nil
	case *void:
		return x.a, nil
	case *tensor.Tensor:
		return bind.NewArray(x.WithDType(x.DType().Base())), nil
	case *bind.Variable:
		return bind.NewArray(x.T), nil
	case *flatIter:
		return x.copy(t)
	case *py.Instance:
		if _, a := derived(x); a != nil {
			return a, nil
		}
		if s, ok := x.Native.(*bind.Scalar); ok {
			return bind.NewArray(s.T), nil
		}
		if x.Class.Lookup("__array__") == nil {
			return bufferArray(t, x)
		}
		if x.Native != nil {
			return nil, nil
		}
	case *py.ByteArray, *py.MemoryView:
		return bufferArray(t, v)
	case bool, int64, float64, string, *py.List, *py.Tuple:
		return nil, nil
	}
	if py.TypeOf(v).Lookup("__array__") != nil {
		if _, isClass := v.(*py.Class); isClass {
			return nil, nil
		}
		r, err := py.CallMethod(t, v, "__array__")
		if err != nil {
			return nil, err
		}
		a, ok := r.(*array)
		if !ok {
			return nil, py.ValueErrorf("object __array__ method not producing an array")
		}
		return a, nil
	}
	return nil, nil
}

func (n *nested) dim(depth, size int) bool {
	if n.uneven >= 0 && depth >= n.uneven {
		return false
	}
	if depth < len(n.shape) {
		if n.shape[depth] != size {
			n.uneven = depth
			return false
		}
		return true
	}
	if n.leafAt >= 0 && depth >= n.leafAt {
		n.uneven = n.leafAt
		return false
	}
	n.shape = append(n.shape, size)
	return true
}

func (n *nested) walk(v value, depth int) {
	if n.err != nil || n.deeper && !n.objects {
		return
	}
	if n.err = n.t.Poll(); n.err != nil {
		return
	}
	var list []value
	isSeq := false
	if depth < n.limit {
		list, isSeq, n.err = items(n.t, v)
	} else if _, more, _ := items(n.t, v); more {
		n.deeper = true
	}
	if isSeq && n.err == nil {
		if n.dim(depth, len(list)) {
			if alike(list) { // what is found of the first holds for all
				if n.leaves == nil { // most likely all lists are as long as the first ones
					n.leaves = make([]value, 0, n.likely())
				}
				n.walk(list[0], depth+1)
				n.leaves = append(n.leaves, list[1:]...)
				return
			}
			for _, e := range list {
				n.walk(e, depth+1)
			}
		}
		return
	}
	switch v.(type) { // the common leaves
	case int64, float64, bool, string:
		n.leaf(v, depth, 0, valueType(v))
		return
	}
	a, err := existing(n.t, v)
	if n.err = err; err != nil {
		return
	}
	if a == nil {
		n.leaf(v, depth, 0, valueType(v))
		return
	}
	if a.Rank() > 0 && depth+a.Rank() <= n.limit {
		for i, d := range a.Shape() {
			if !n.dim(depth+i, d) {
				return
			}
		}
		n.blocks = true
		n.leaf(a, depth, a.Rank(), a.DType())
		return
	}
	if a.Rank() == 0 {
		n.leaf(v, depth, 0, a.DType())
		return
	}
	if n.objects && depth < n.limit { // it would fill more than the entries there are
		n.err = py.ValueErrorf("could not broadcast input array from shape %s into shape %s", ndarray.Tight(a.Shape()),
			ndarray.Tight(a.Shape()[:n.limit-depth]))
		return
	}
	n.leaf(v, depth, 0, ndarray.Object)
}

// likely is how many leaves the shape so far speaks of, or as many as may be set aside for a guess.
func (n *nested) likely() int {
	const most = 1 << 22
	all := 1
	for _, d := range n.shape {
		if all *= max(d, 1); all > most {
			return most
		}
	}
	return all
}

// alike tells whether all values of a list are ints, or floats, of the usual size.
func alike(list []value) bool {
	if len(list) == 0 {
		return false
	}
	switch list[0].(type) {
	case int64:
		return !slices.ContainsFunc(list, func(v value) bool { _, ok := v.(int64); return !ok })
	case float64:
		return !slices.ContainsFunc(list, func(v value) bool { _, ok := v.(float64); return !ok })
	}
	return false
}

func (n *nested) leaf(v value, depth, rank int, d *dtype) {
	at := depth + rank
	switch {
	case n.leafAt < 0:
		n.leafAt = at
	case n.leafAt != at && (n.uneven < 0 || at < n.uneven):
		n.uneven = min(n.leafAt, at)
	}
	if at < len(n.shape) && (n.uneven < 0 || at < n.uneven) {
		n.uneven = at
	}
	n.leaves = append(n.leaves, v)
	n.dtype = promote(n.dtype, d)
}

// valueType is the type NumPy finds for a Python value.
func valueType(v value) *dtype {
	switch x := v.(type) {
	case bool:
		return ndarray.Of(tensor.Bool)
	case int64:
		return ndarray.Of(tensor.Int64)
	case *big.Int:
		if x.IsUint64() {
			return ndarray.Of(tensor.Uint64)
		}
		return ndarray.Object
	case float64:
		return ndarray.Of(tensor.Float64)
	case complex128:
		return ndarray.Of(tensor.Complex128)
	case string:
		return ndarray.Text(max(utf8.RuneCountInString(x), 1))
	case py.Bytes:
		return ndarray.ByteText(max(len(x), 1))
	case *bind.Scalar:
		return ndarray.Of(x.T.DType())
	case *void:
		return x.a.DType()
	case *py.Instance:
		if x.Native != nil {
			return valueType(x.Native)
		}
	}
	return ndarray.Object
}

// discover looks at a value as an array of at most limit dimensions.
func discover(t *thread, v value, limit int, objects bool) (*nested, error) {
	n := &nested{t: t, leafAt: -1, uneven: -1, limit: limit, objects: objects}
	n.walk(v, 0)
	if n.err != nil {
		return nil, n.err
	}
	if n.dtype == nil {
		n.dtype = ndarray.Of(tensor.Float64)
	}
	return n, nil
}

// asArray converts as np.asarray does: ints are int64, floats float64.
func asArray(t *thread, v value) (*array, error) {
	if a, err := existing(t, v); a != nil || err != nil {
		return a, err
	}
	return newArray(t, v, nil)
}

// newArray makes an array of a value that is none, of type d or, when that is nil, of its own.
func newArray(t *thread, v value, d *dtype) (*array, error) {
	switch x := v.(type) {
	case int64:
		if d == nil {
			return ndarray.Own(tensor.Scalar(x)), nil
		}
	case float64:
		if d == nil {
			return ndarray.Own(tensor.Scalar(x)), nil
		}
	}
	return newArrayIn(t, v, d, maxDepth)
}

// newArrayIn is newArray for a target of at most limit dimensions.
func newArrayIn(t *thread, v value, d *dtype, limit int) (*array, error) {
	objects := d != nil && (d.Kind == 'O' || d.Kind == 'V')
	n, err := discover(t, v, limit, objects)
	if err != nil {
		return nil, err
	}
	if n.deeper && !objects {
		return nil, py.ValueErrorf("setting an array element with a sequence. The requested "+
			"array would exceed the maximum number of dimension of %d.", limit)
	}
	if d != nil && d.Fields != nil {
		return newRecords(t, v, d, n)
	}
	if n.uneven >= 0 {
		if d == nil || d.Kind != 'O' {
			return nil, py.ValueErrorf("setting an array element with a sequence. The requested "+
				"array has an inhomogeneous shape after %d dimensions. The detected shape was %s + inhomogeneous part.",
				n.uneven, ndarray.Tight(n.shape[:n.uneven]))
		}
		if n, err = discover(t, v, n.uneven, true); err != nil {
			return nil, err
		}
	}
	return n.fill(sized(d, n.dtype))
}

// sized gives a text type without a size the size that the values need.
func sized(d, found *dtype) *dtype {
	switch {
	case d == nil:
		return found
	case (d.Kind == 'U' || d.Kind == 'S') && d.Size == 0:
		n := found.Chars()
		if found.IsNumber() || found.IsDate() {
			n = textWidth(found)
		}
		if found.Kind == 'O' {
			n = 0
		}
		if d.Kind == 'U' {
			return ndarray.Text(n)
		}
		return ndarray.ByteText(n)
	}
	return d
}

func (n *nested) fill(d *dtype) (*array, error) {
	if d.Kind == 'O' || n.blocks || !d.IsNumber() || d.Swap {
		return n.fillSlowly(d)
	}
	var x *tensor.Tensor
	switch {
	case d.Num == tensor.Float64:
		out := make([]float64, len(n.leaves))
		for i, v := range n.leaves {
			switch e := v.(type) {
			case float64:
				out[i] = e
			case int64:
				out[i] = float64(e)
			default:
				return n.fillSlowly(d)
			}
		}
		x = tensor.FromSlice(n.shape, out)
	case d.Num == tensor.Int64:
		out := make([]int64, len(n.leaves))
		for i, v := range n.leaves {
			e, ok := v.(int64)
			if !ok {
				return n.fillSlowly(d)
			}
			out[i] = e
		}
		x = tensor.FromSlice(n.shape, out)
	default:
		return n.fillSlowly(d)
	}
	return ndarray.Own(x), nil
}

func (n *nested) fillSlowly(d *dtype) (*array, error) {
	if (d.Kind == 'U' || d.Kind == 'S') && d.Size == 0 {
		open := d
		for _, v := range n.leaves {
			if s, err := py.Str(n.t, v); err == nil {
				d = promote(d, sized(open, valueType(s)))
			}
		}
		if d.Size == 0 {
			d = sized(d, ndarray.Text(1))
		}
	}
	if d.IsDate() && d.Unit == ndarray.NoUnit && !n.blocks {
		var err error
		if d, err = unitFor(n.t, d, n.leaves); err != nil {
			return nil, err
		}
	}
	z, err := ndarray.NewContext(n.t.Ctx, d, n.shape, false)
	if err != nil {
		return nil, bind.ArrayError(n.t, err)
	}
	if !n.blocks {
		places := z.Places()
		for i, v := range n.leaves {
			if err := setPlace(n.t, z, places[i], v); err != nil {
				return nil, err
			}
		}
		return z, nil
	}
	at := 0
	size := d.Size
	for _, v := range n.leaves {
		a, ok := v.(*array)
		if !ok || a.Rank() == 0 {
			if err := setPlace(n.t, z, at*size, v); err != nil {
				return nil, err
			}
			at++
			continue
		}
		if a, err = castTo(n.t, a, d); err != nil {
			return nil, err
		}
		part := z.Strided(a.Shape(), ndarray.Strides(a.Shape(), size), at*size)
		if _, err := part.Assign(n.t.Ctx, a); err != nil {
			return nil, err
		}
		at += a.Len()
	}
	return z, nil
}

// asTensor gives the numbers of a value for a kernel to read; nothing keeps them.
func asTensor(t *thread, v value) (*tensor.Tensor, error) {
	switch x := v.(type) {
	case *bind.Scalar:
		return x.T, nil
	case *tensor.Tensor:
		if x.DType() != tensor.String {
			return x, nil
		}
	case int64:
		return tensor.Scalar(x), nil
	case float64:
		return tensor.Scalar(x), nil
	case bool:
		return tensor.Scalar(x), nil
	}
	a, err := asArray(t, v)
	if err != nil {
		return nil, err
	}
	return numbers(t, a)
}

// numbers gives the elements of a number array for a kernel to read.
func numbers(t *thread, a *array) (*tensor.Tensor, error) {
	if a.IsObject() { // Python numbers, as far as they are some
		n, err := discover(t, py.NewList(a.Objects()...), maxDepth, true)
		if err != nil {
			return nil, err
		}
		if n.dtype.IsNumber() && n.uneven < 0 {
			z, err := n.fill(n.dtype)
			if err != nil {
				return nil, err
			}
			x, err := z.Borrow(t.Ctx)
			if err != nil {
				return nil, err
			}
			return x.WithShape(a.Shape()), nil
		}
	}
	if !a.DType().IsNumber() {
		return nil, py.TypeErrorf("an array of %s has no numbers", a.DType())
	}
	return a.Borrow(t.Ctx)
}

// wrap gives the array of a kernel's result, or a scalar for rank 0. Memory that operands have
// too is not written to.
func wrap(x *tensor.Tensor, operands ...*tensor.Tensor) value {
	if x.Rank() == 0 {
		return bind.NPScalar(x)
	}
	if len(operands) == 0 {
		return ndarray.FromTensor(x)
	}
	return ndarray.Fresh(x, operands...)
}

// result is wrap for functions that end with a kernel.
func result(x *tensor.Tensor, err error) (value, error) {
	if err != nil {
		return nil, err
	}
	return wrap(x), nil
}

// scalarOf gives the element of an array of rank 0 as a scalar, any other array as it is.
func scalarOf(a *array) value {
	if a.Rank() > 0 {
		return a
	}
	return element(a, a.Start())
}

// castTo converts an array to a type by C's rules; an array of that type stays as it is.
func castTo(t *thread, a *array, d *dtype) (*array, error) {
	from := a.DType()
	if ndarray.Same(from, d) {
		return a, nil
	}
	switch {
	case from.IsNumber() && d.IsNumber():
		order := ndarray.Order(a)
		if order != nil {
			a = a.Permute(order)
		}
		x, err := a.Borrow(t.Ctx)
		if err != nil {
			return nil, err
		}
		y, err := castNumbers(t, x, d.Num)
		if err != nil {
			return nil, err
		}
		if err := castFaults(t, x, d.Num); err != nil {
			return nil, err
		}
		z := ndarray.Fresh(y, x)
		if d.Swap {
			z.SwapBytes()
			z.SetDType(d)
		}
		return inOrder(order, z), nil
	case d.Kind == 'V' && d.Fields != nil && from.Fields != nil:
		return castRecords(t, a, d)
	}
	if from.Fields != nil && d.IsNumber() && d.Num == tensor.Bool && a.Rank() > 0 {
		return nil, py.TypeErrorf("Cannot cast array data from dtype(%s) to dtype('bool') according to the rule 'unsafe'",
			from.Repr())
	}
	if from.Kind == 'V' && isTruths(d) {
		return truths(t, a)
	}
	if from.IsDate() || d.IsDate() {
		if z, err := castDates(t, a, d); z != nil || err != nil {
			return z, err
		}
	}
	if d.Kind == 'V' && d.Fields == nil && !a.IsObject() && from.Kind != 'U' { // the bytes as they are
		return castRaw(t, a, d)
	}
	if (d.Kind == 'U' || d.Kind == 'S') && d.Size == 0 && !a.IsObject() {
		d = sized(d, from)
	}
	if d.Size == 0 && d.Kind != 'O' {
		n := &nested{t: t, shape: a.Shape(), leaves: a.Objects()}
		return n.fillSlowly(d)
	}
	z, err := ndarray.NewContext(t.Ctx, d, a.Shape(), false)
	if err != nil {
		return nil, bind.ArrayError(t, err)
	}
	places := z.Places()
	i := 0
	a.Each(func(at int) {
		if i&1023 == 0 && err == nil {
			err = t.Check()
		}
		if err == nil && d.Kind == 'O' {
			var v value
			v, err = plainDate(t, pyElement(a, at))
			z.SetObject(places[i], v)
		} else if err == nil {
			err = setPlace(t, z, places[i], element(a, at))
		}
		i++
	})
	return z, err
}

// castRaw casts to raw bytes: those of the elements, with zeros behind them where there are too few.
func castRaw(t *thread, a *array, d *dtype) (*array, error) {
	if d.Size == 0 {
		d = &dtype{Kind: 'V', Size: a.DType().Size}
	}
	z, err := ndarray.NewContext(t.Ctx, d, a.Shape(), false)
	if err != nil {
		return nil, bind.ArrayError(t, err)
	}
	places, i := z.Places(), 0
	a.Each(func(at int) {
		copy(z.Put(places[i]), a.Element(at))
		i++
	})
	return z, nil
}

// castNumbers is tensor.Cast with C's conversion of floats that no integer holds, and with the
// truth of complex numbers that NumPy knows: TensorFlow looks at their real parts alone.
func castNumbers(t *thread, x *tensor.Tensor, d tensor.DType) (*tensor.Tensor, error) {
	if d == tensor.Bool && x.DType().IsComplex() {
		w, err := tensor.Gradual(t.Ctx, x, tensor.Complex128)
		if err != nil {
			return nil, err
		}
		out := make([]bool, w.Len())
		for i, c := range tensor.Slice[complex128](w) {
			out[i] = c != 0
		}
		return tensor.FromSlice(x.Shape(), out), nil
	}
	z, err := tensor.Gradual(t.Ctx, x, d)
	if err != nil || d != tensor.Uint64 || !x.DType().IsFloating() {
		return z, err
	}
	var out []uint64 // past the type's range NumPy has zeros, TensorFlow 2^63
	for i := range x.Len() {
		if x.Float(i) >= 0x1p64 {
			if out == nil {
				out = append(out, tensor.Slice[uint64](z)...)
			}
			out[i] = 0
		}
	}
	if out != nil {
		return tensor.FromSlice(z.Shape(), out), nil
	}
	return z, nil
}

// intArg reads an integer argument.
func intArg(v value, name string) (int, error) {
	if n, ok := py.AsInt(v); ok {
		if _, isFloat := v.(float64); !isFloat {
			return int(max(min(n, math.MaxInt32*64), -math.MaxInt32*64)), nil
		}
	}
	return 0, py.TypeErrorf("'%s' object cannot be interpreted as an integer", py.TypeOf(v).Name)
}
