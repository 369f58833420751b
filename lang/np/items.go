package np

import (
	bytesof "encoding/binary"
	"math"
	"math/big"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// void is an element of a structured array: a view of rank 0; or a date or a span of time.
type void struct{ a *array }

// PyClass is np.void, np.datetime64 or np.timedelta64.
func (v *void) PyClass() *py.Class {
	switch v.a.DType().Kind {
	case 'M':
		return dateClass
	case 'm':
		return spanClass
	}
	return voidClass
}

// numberAt is an element of a number array as a tensor of rank 0.
func numberAt(a *array, at int) *tensor.Tensor {
	b := append([]byte(nil), a.Element(at)...)
	if a.DType().Swap {
		z := ndarray.Own(tensor.FromBytes(a.DType().Num, nil, b))
		z.SwapBytes()
	}
	return tensor.FromBytes(a.DType().Num, nil, b)
}

// element is what indexing gives for the element at a place: a scalar or an object.
func element(a *array, at int) value {
	switch d := a.DType(); d.Kind {
	case 'O':
		return orNone(a.Object(at))
	case 'U':
		return textScalar(d.Text(a.Element(at)))
	case 'S':
		return bytesScalar(d.Text(a.Element(at)))
	case 'V':
		return &void{a.Strided(nil, nil, at-a.Start())}
	case 'M', 'm':
		return dateElement(d, d.Count(a.Element(at)))
	}
	if v := quickElement(a.DType(), a.Element(at)); v != nil {
		return v
	}
	return &bind.Scalar{T: numberAt(a, at)}
}

// orNone is what an object array holds where nothing was set: zeros of objects are 0 in NumPy,
// np.empty shows None.
func orNone(v value) value {
	if v == nil {
		return py.None
	}
	return v
}

// pyElement is the element at a place as Python's own value, as item() and tolist() give it.
func pyElement(a *array, at int) value {
	switch d := a.DType(); d.Kind {
	case 'O':
		return orNone(a.Object(at))
	case 'U':
		return d.Text(a.Element(at))
	case 'S':
		return py.Bytes(d.Text(a.Element(at)))
	case 'V':
		if d.Fields == nil {
			return py.Bytes(a.Element(at))
		}
		out := py.NewTuple()
		for _, f := range d.Fields {
			sub := a.Strided(nil, nil, at-a.Start()).Field(f)
			if f.Shape != nil {
				out.Items = append(out.Items, sub)
				continue
			}
			out.Items = append(out.Items, pyElement(sub, sub.Start()))
		}
		return out
	case 'M', 'm': // plainDate knows more
		return element(a, at)
	}
	return bind.ToPython(numberAt(a, at), 0)
}

// toList gives nested lists of Python's own values.
func toList(t *thread, a *array) (value, error) {
	if a.Rank() == 0 {
		return plainDate(t, pyElement(a, a.Start()))
	}
	if a.Len() == 0 { // as many empty lists as the outer dimensions say, but no more than fit
		n := 1
		for _, d := range a.Shape() {
			if d == 0 {
				break
			}
			if n *= d; n > 1<<24 {
				return nil, py.Raisef(py.MemoryErrorClass, "nested lists of shape %s do not fit",
					ndarray.Tight(a.Shape()))
			}
		}
	}
	if a.DType().IsNumber() && a.Len() > 0 {
		x, err := a.Borrow(t.Ctx)
		if err != nil {
			return nil, err
		}
		return bind.ToList(x)
	}
	out := make([]value, a.Shape()[0])
	for i := range out {
		if a.Rank() == 1 && a.DType().Kind != 'V' && !a.DType().IsDate() {
			out[i] = pyElement(a, a.Offset(i))
			continue
		}
		v, err := toList(t, a.Row(i))
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return &py.List{Items: out}, t.Poll()
}

// setPlace stores a value as the element at a place, converted as NumPy converts it.
func setPlace(t *thread, a *array, at int, v value) error {
	d := a.DType()
	if d.Kind != 'O' && quickPut(d, a.Element(at), v) {
		return nil
	}
	if d.Kind == 'O' {
		if x, ok := v.(*array); ok && x.Rank() == 0 {
			v = pyElement(x, x.Start())
		}
		a.SetObject(at, v)
		return nil
	}
	switch x := v.(type) {
	case *array:
		if d.Num == tensor.Bool && x.Len() == 1 {
			v = element(x, x.Offset(0))
			break
		}
		if x.Rank() > 0 {
			return aSequence(d)
		}
		v = element(x, x.Start())
	case *tensor.Tensor:
		if x.Rank() > 0 {
			return aSequence(d)
		}
		v = bind.NPScalar(x)
	case *bind.Variable:
		return setPlace(t, a, at, x.T)
	case *void:
		if from := x.a.DType(); from.Fields == nil && !from.IsDate() { // bytes without a meaning
			v = pyElement(x.a, x.a.Start())
			break
		} else if d.Fields == nil || from.IsDate() {
			break
		}
		c, err := castTo(t, x.a, d)
		if err != nil {
			return err
		}
		copy(a.Put(at), c.Element(c.Start()))
		return nil
	}
	switch d.Kind {
	case 'U', 'S':
		return setText(t, a, at, v)
	case 'V':
		return setRecord(t, a, at, v)
	case 'M', 'm':
		return setDate(t, a, at, v)
	}
	if err := putNumber(t, d.Num, a.Put(at), v); err != nil {
		return err
	}
	if d.Swap {
		a.Strided(nil, nil, at-a.Start()).SwapBytes()
	}
	return nil
}

func aSequence(d *dtype) error {
	if d.IsNumber() && d.Num.IsComplex() {
		return py.TypeErrorf("only 0-dimensional arrays can be converted to Python scalars")
	}
	if d.IsNumber() {
		return py.ValueErrorf("setting an array element with a sequence.")
	}
	return py.ValueErrorf("setting an array element with a sequence")
}

func setText(t *thread, a *array, at int, v value) error {
	d := a.DType()
	switch x := v.(type) {
	case py.Bytes:
		if d.Kind == 'U' {
			for i := range len(x) {
				if x[i] > 127 {
					_, err := py.Decode(nil, string(x), "ascii", "strict")
					return err
				}
			}
		}
		d.SetText(a.Put(at), string(x))
		return nil
	case *py.Instance:
		if x.Native != nil {
			return setText(t, a, at, x.Native)
		}
	case *py.List, *py.Tuple:
		return py.ValueErrorf("setting an array element with a sequence")
	}
	s, err := py.Str(t, v)
	if err != nil {
		return err
	}
	if d.Kind == 'S' {
		if _, err := py.Encode(nil, s, "ascii", "strict"); err != nil {
			return err
		}
	}
	d.SetText(a.Put(at), s)
	return nil
}

// putNumber stores a value as a number in the machine's byte order.
func putNumber(t *thread, d tensor.DType, b []byte, v value) error {
	if s, ok := v.(*bind.Scalar); ok {
		if s.T.DType().IsComplex() && !d.IsComplex() && d != tensor.Bool {
			v = real(s.T.Complex(0)) // NumPy warns and goes on
		} else {
			return putTensor(t, d, b, s.T)
		}
	}
	if i, ok := v.(*py.Instance); ok && i.Native != nil {
		v = i.Native
	}
	switch d.Kind() {
	case tensor.KindBool:
		on, err := py.Truth(t, v)
		b[0] = byte(b2i(on))
		return err
	case tensor.KindInt, tensor.KindUint:
		return putInt(t, d, b, v)
	case tensor.KindComplex:
		c, err := complexOf(t, v)
		if err != nil {
			return err
		}
		return putTensor(t, d, b, tensor.Scalar(c))
	}
	f, err := floatOf(t, v)
	if err != nil {
		return err
	}
	return putTensor(t, d, b, tensor.Scalar(f))
}

func putTensor(t *thread, d tensor.DType, b []byte, x *tensor.Tensor) error {
	y, err := castNumbers(t, x, d)
	if err != nil {
		return err
	}
	copy(b, y.Bytes())
	return castFaults(t, x, d)
}

func floatOf(t *thread, v value) (float64, error) {
	switch x := v.(type) {
	case float64:
		return x, nil
	case int64:
		return float64(x), nil
	case *py.NoneType:
		if x == py.None {
			return py.NaN, nil
		}
	case string:
		f, err := py.Call(t, py.FloatClass, []value{x}, nil)
		if err != nil {
			return 0, err
		}
		return f.(float64), nil
	case py.Bytes:
		return floatOf(t, string(x))
	case complex128:
		return 0, py.TypeErrorf("float() argument must be a string or a real number, not 'complex'")
	case *py.List, *py.Tuple:
		return 0, py.ValueErrorf("setting an array element with a sequence.")
	}
	f, err := py.ToFloat(v)
	if e, ok := err.(*py.Exc); ok && e.Class == py.TypeErrorClass {
		return 0, py.TypeErrorf("float() argument must be a string or a real number, not '%s'", py.TypeOf(v).TypeName())
	}
	return f, err
}

func complexOf(t *thread, v value) (complex128, error) {
	switch x := v.(type) {
	case complex128:
		return x, nil
	case *py.NoneType:
		return complex(py.NaN, py.NaN), nil
	case *py.List, *py.Tuple:
		return 0, py.TypeErrorf("must be real number, not %s", py.TypeOf(v).Name)
	case string, py.Bytes:
		c, err := py.Call(t, py.ComplexClass, []value{py.StrOf(x)}, nil)
		if err != nil {
			return 0, err
		}
		return c.(complex128), nil
	}
	f, err := floatOf(t, v)
	return complex(f, 0), err
}

// putInt stores an integer; Python ints out of range are an error, floats lose their fraction.
func putInt(t *thread, d tensor.DType, b []byte, v value) error {
	switch x := v.(type) {
	case bool:
		v = int64(b2i(x))
	case float64:
		if math.IsNaN(x) {
			return py.ValueErrorf("cannot convert float NaN to integer")
		}
		if math.IsInf(x, 0) {
			return py.Raisef(py.OverflowErrorClass, "cannot convert float infinity to integer")
		}
		f, _ := new(big.Float).SetFloat64(x).Int(nil)
		v = py.Int(f)
	case string:
		n, err := py.Call(t, py.IntClass, []value{x}, nil)
		if err != nil {
			return err
		}
		v = n
	case py.Bytes:
		n, err := py.Call(t, py.IntClass, []value{x}, nil)
		if err != nil {
			return err
		}
		v = n
	case int64, *big.Int:
	default:
		n, ok := py.AsInt(v)
		if !ok {
			w, err := py.Call(t, py.IntClass, []value{v}, nil)
			if err != nil {
				return err
			}
			return putInt(t, d, b, w)
		}
		v = n
	}
	if !holds(d, v) {
		return outOfBounds(v, d)
	}
	var bits [8]byte
	switch x := v.(type) {
	case int64:
		bytesof.NativeEndian.PutUint64(bits[:], uint64(x))
	case *big.Int:
		bytesof.NativeEndian.PutUint64(bits[:], x.Uint64())
	}
	copy(b, bits[:d.Size()])
	return nil
}

func outOfBounds(v value, d tensor.DType) error {
	if _, big := bigInt(v); big {
		return pastLong()
	}
	return py.Raisef(py.OverflowErrorClass, "Python integer %s out of bounds for %s", py.ReprOf(v), d)
}

// holds tells whether an integer type holds a Python int.
func holds(d tensor.DType, v value) bool {
	if d == tensor.Bool {
		return true
	}
	switch x := v.(type) {
	case int64:
		if d == tensor.Uint64 {
			return x >= 0
		}
		lo, hi := d.IntRange()
		return x >= lo && x <= hi
	case *big.Int:
		return d == tensor.Uint64 && x.IsUint64()
	}
	return false
}

// textWidth is how many characters the numbers of a type may need.
func textWidth(d *dtype) int {
	if d.IsDate() {
		return dateWidth(d)
	}
	switch d.Num {
	case tensor.Bool:
		return 5
	case tensor.Int8, tensor.Uint8:
		return 4 - b2i(d.Num == tensor.Uint8)
	case tensor.Int16, tensor.Uint16:
		return 6 - b2i(d.Num == tensor.Uint16)
	case tensor.Int32, tensor.Uint32:
		return 11 - b2i(d.Num == tensor.Uint32)
	case tensor.Int64:
		return 21
	case tensor.Uint64:
		return 20
	case tensor.Complex64, tensor.Complex128:
		return 64
	}
	return 32
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// setRecord stores a tuple of fields, or one value in all of them.
func setRecord(t *thread, a *array, at int, v value) error {
	d := a.DType()
	if d.Fields == nil {
		b, ok := v.(py.Bytes)
		if !ok {
			return py.TypeErrorf("a bytes-like object is required, not '%s'", py.TypeOf(v).TypeName())
		}
		clear(a.Put(at))
		copy(a.Put(at), b)
		return nil
	}
	tuple, ok := v.(*py.Tuple)
	if !ok {
		if _, isList := v.(*py.List); isList {
			return py.TypeErrorf("Cannot cast array data from dtype('O') to dtype(%s) according to the rule 'unsafe'",
				d.Repr())
		}
		tuple = py.NewTuple()
		for range d.Fields {
			tuple.Items = append(tuple.Items, v)
		}
	}
	if len(tuple.Items) != len(d.Fields) {
		return py.ValueErrorf("could not assign tuple of length %d to structure with %d fields.", len(tuple.Items),
			len(d.Fields))
	}
	rec := a.Strided(nil, nil, at-a.Start())
	for i, f := range d.Fields {
		sub := rec.Field(f)
		if f.Shape != nil {
			if err := assign(t, sub, tuple.Items[i]); err != nil {
				return err
			}
			continue
		}
		if err := setPlace(t, sub, sub.Start(), tuple.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

// newRecords makes a structured array of lists of tuples.
func newRecords(t *thread, v value, d *dtype, n *nested) (*array, error) {
	var shape []int
	var leaves []value
	var walk func(v value, depth int) error
	walk = func(v value, depth int) error {
		if l, ok := v.(*py.List); ok {
			if depth == len(shape) && len(leaves) == 0 {
				shape = append(shape, len(l.Items))
			} else if depth >= len(shape) || shape[depth] != len(l.Items) {
				return py.ValueErrorf("setting an array element with a sequence. The requested "+
					"array has an inhomogeneous shape after %d dimensions. The detected shape was %s + inhomogeneous "+
					"part.", depth, ndarray.Tight(shape[:min(depth, len(shape))]))
			}
			for _, e := range l.Items {
				if err := walk(e, depth+1); err != nil {
					return err
				}
			}
			return nil
		}
		leaves = append(leaves, v)
		return nil
	}
	if err := walk(v, 0); err != nil {
		return nil, err
	}
	n.shape, n.leaves, n.blocks = shape, leaves, false
	return n.fillSlowly(d)
}

// castRecords converts field by field, in order.
func castRecords(t *thread, a *array, d *dtype) (*array, error) {
	from := a.DType()
	if len(from.Fields) != len(d.Fields) {
		return nil, py.TypeErrorf("Cannot cast array data from dtype(%s) to dtype(%s) according to the rule 'unsafe'",
			from.Repr(), d.Repr())
	}
	z, err := ndarray.NewContext(t.Ctx, d, a.Shape(), false)
	if err != nil {
		return nil, bind.ArrayError(t, err)
	}
	for i, f := range d.Fields {
		c, err := castTo(t, a.Field(from.Fields[i]), f.Type)
		if err != nil {
			return nil, err
		}
		if _, err := z.Field(f).Assign(t.Ctx, c); err != nil {
			return nil, err
		}
	}
	return z, nil
}

// fieldNames lists the fields of a type.
func fieldNames(d *dtype) []string {
	out := make([]string, len(d.Fields))
	for i, f := range d.Fields {
		out[i] = f.Name
	}
	return out
}

// fieldOf is the view of one field, or of several.
func fieldOf(a *array, key value) (*array, bool, error) {
	d := a.DType()
	if name, ok := strOf(key); ok {
		if d.Fields == nil {
			return nil, false, nil
		}
		f, found := d.Field(name)
		if !found {
			return nil, true, py.ValueErrorf("no field of name %s", name)
		}
		return a.Field(f), true, nil
	}
	l, ok := key.(*py.List)
	if !ok || d.Fields == nil || len(l.Items) == 0 {
		return nil, false, nil
	}
	var fields []ndarray.Field
	for _, k := range l.Items {
		name, ok := strOf(k)
		if !ok {
			return nil, false, nil
		}
		f, found := d.Field(name)
		if !found {
			return nil, true, py.NewExc(py.KeyErrorClass, name)
		}
		fields = append(fields, f)
	}
	return a.As(&dtype{Kind: 'V', Size: d.Size, Fields: fields}), true, nil
}

//go:noinline
func strOf(v value) (string, bool) {
	switch x := v.(type) {
	case string:
		return x, true
	case *py.Instance:
		s, ok := x.Native.(string)
		return s, ok
	}
	return "", false
}

// pastLong is the error of a Python int that no int64 holds where one is needed.
func pastLong() error {
	return py.Raisef(py.OverflowErrorClass, "Python int too large to convert to C long")
}
