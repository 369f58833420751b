package bind

import (
	"context"
	"math"
	"math/big"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

func bigUint(u uint64) *big.Int { return new(big.Int).SetUint64(u) }

// kinds of Python leaves, in the order they widen.
type leafKind uint8

const (
	leafNone leafKind = iota
	leafBool
	leafInt
	leafFloat
	leafComplex
	leafStr
	leafTensor
)

func kindOf(v py.Value) leafKind {
	switch v.(type) {
	case bool:
		return leafBool
	case int64, *big.Int:
		return leafInt
	case float64:
		return leafFloat
	case complex128:
		return leafComplex
	case string, py.Bytes:
		return leafStr
	}
	if _, ok := TensorLike(v); ok {
		return leafTensor
	}
	return leafNone
}

// literal is a nested sequence flattened: its shape, its leaves and what they are.
type literal struct {
	thread *py.Thread
	shape  []int
	leaves []py.Value
	kind   leafKind // widest so far
	first  leafKind
	mixed  bool
	bad    py.Value // a leaf of no known kind
	ragged bool
	tensor bool
	big    bool // an int needs 64 bits
	late   bool // a complex number after a first real one, which only complex128 takes
	clash  bool // a leaf the first one's converter cannot read, whatever type is asked for
	huge   bool // an int needs more than 64 bits
	deep   bool // deeper than a tensor's rank can be, or within itself
	err    error

	inferred bool         // no type was asked for
	scalar   tensor.DType // of a numpy scalar that comes first
	like     tensor.DType
}

func sequence(t *py.Thread, v py.Value) ([]py.Value, bool) {
	switch x := v.(type) {
	case *py.List:
		return x.Items, true
	case *py.Tuple:
		return x.Items, true
	case *py.Range:
		out, err := py.ToSlice(t, x)
		return out, err == nil
	case *py.View, *py.ByteArray, *py.MemoryView:
		out, err := py.ToSlice(t, x)
		return out, err == nil
	case *py.Instance:
		if x.Native != nil {
			return sequence(t, x.Native)
		}
		if x.Class.Lookup("__buffer__") != nil { // array.array
			out, err := py.ToSlice(t, x)
			return out, err == nil
		}
	case *Shape:
		if x.FullyDefined() {
			return Dims(x.PartialShape), true
		}
	}
	return nil, false
}

func (l *literal) walk(v py.Value, depth int) {
	if l.bad != nil || l.deep || l.err != nil {
		return
	}
	if depth > tensor.MaxRank {
		l.deep = true
		return
	}
	if l.err = l.thread.Poll(); l.err != nil {
		return
	}
	items, isSeq := sequence(l.thread, v)
	if !isSeq {
		if depth != len(l.shape) {
			l.ragged = true
		}
		l.leaf(v)
		return
	}
	if depth < len(l.shape) {
		if l.shape[depth] != len(items) {
			l.ragged = true
		}
	} else if len(l.leaves) > 0 {
		l.ragged = true
	} else {
		l.shape = append(l.shape, len(items))
	}
	for _, e := range items {
		l.walk(e, depth+1)
	}
}

func (l *literal) leaf(v py.Value) {
	if x, ok := v.(*py.Instance); ok && x.Native != nil {
		v = x.Native
	}
	if x, ok := v.(*Scalar); ok { // inside a list a numpy scalar counts as Python's number
		if l.first == leafNone { // unless it is a float that comes first
			l.scalar = x.T.DType()
		}
		v = ToPython(x.T, 0)
	}
	k := kindOf(v)
	switch k {
	case leafNone:
		if l.first == leafNone {
			l.bad = v
		}
		l.clash = true
		return
	case leafTensor:
		if !l.tensor {
			l.like, _ = TensorLike(v)
		}
		l.tensor = true
	}
	if n, ok := v.(int64); ok && (n > math.MaxInt32 || n < math.MinInt32) {
		l.big = true
	}
	if b, ok := v.(*big.Int); ok {
		l.huge = true
		if b.IsUint64() {
			l.big = true
		}
	}
	if l.leaves = append(l.leaves, v); len(l.leaves)&0xfffff == 0 { // small lists may nest to many leaves
		if l.err = l.thread.Check(); l.err == nil {
			l.err = tensor.Room(2*len(l.leaves), 16, "the values of a nested list")
		}
	}
	if l.first == leafNone {
		l.first, l.kind = k, k
		return
	}
	switch {
	case k == l.kind:
	case k == leafComplex && l.first < leafComplex:
		l.kind, l.late = k, true
	case k != leafTensor && l.first != leafTensor &&
		(k == leafStr) != (l.first == leafStr):
		l.clash = true
	case l.first == leafBool || k == leafStr || l.kind == leafStr:
		l.mixed = l.mixed || k != leafTensor && l.first != leafTensor
	case k > l.kind && l.kind != leafTensor:
		l.kind = k
	}
}

// Convert makes a tensor of a value by TensorFlow's rules. With want, the result has that
// type or the conversion fails; numpy values are cast.
func Convert(t *py.Thread, v py.Value, want tensor.DType) (*tensor.Tensor, error) {
	switch x := v.(type) {
	case *tensor.Tensor:
		return checkDType(t, x, v, want)
	case *op.Edge:
		if k := op.Constant(x); k != nil {
			return checkDType(t, k, v, want)
		}
		return nil, ErrDynamic
	case *Variable:
		return checkDType(t, x.T, v, want)
	case *Array:
		a, err := ArrayTensor(x)
		if err != nil {
			return nil, err
		}
		return castNumpy(t, a, want)
	case *Scalar:
		return castNumpy(t, x.T, want)
	case *py.Instance:
		if x.Native == nil && x.Class.Lookup("__array__") != nil { // as NumPy asks
			a, err := py.CallMethod(t, x, "__array__")
			if err != nil {
				return nil, err
			}
			if _, again := a.(*py.Instance); !again {
				return Convert(t, a, want)
			}
		}
	case *ragged.Ragged: // TensorFlow's words, and what to do
		return nil, py.ValueErrorf("TypeError: object of type 'RaggedTensor' has no len()\n").
			WithHint("this op takes dense tensors: x.to_tensor() pads, x.flat_values are all values, " +
				"tf.ragged.map_flat_values applies an op to them.")
	}
	if c, ok := v.(Converter); ok {
		x, err := c.ToTensor(t, want)
		if err != nil {
			return nil, err
		}
		return Convert(t, x, want)
	}
	if x, err := evenLists(t, v, want); x != nil || err != nil {
		return x, err
	}
	l := literal{thread: t}
	l.walk(v, 0)
	if l.err == nil {
		l.err = t.Check()
	}
	return l.tensorOf(t, v, want)
}

// Converter is implemented by values of packages above that convert to a tensor, or to an edge where kernels are
// recorded.
type Converter interface {
	ToTensor(t *py.Thread, want tensor.DType) (op.Value, error)
}

func checkDType(t *py.Thread, x *tensor.Tensor, v py.Value, want tensor.DType) (*tensor.Tensor, error) {
	if want == tensor.Invalid || x.DType() == want {
		return x, nil
	}
	s, err := py.Repr(t, v)
	if err != nil {
		return nil, err
	}
	what := "Tensor"
	if _, ok := v.(*Variable); ok {
		return nil, py.ValueErrorf("Incompatible type conversion requested to type '%s' for variable "+
			"of type '%s' (Variable: %s)", want, x.DType(), s)
	}
	return nil, py.ValueErrorf("%s conversion requested dtype %s for Tensor with dtype %s: %s", what, want, x.DType(),
		s).WithHint("Convert first: tf.cast(x, tf.%s).", want)
}

func castNumpy(t *py.Thread, x *tensor.Tensor, want tensor.DType) (*tensor.Tensor, error) {
	if want == tensor.Invalid || x.DType() == want {
		return x, nil
	}
	if want == tensor.String {
		return nil, py.ValueErrorf("Failed to convert a NumPy array to a Tensor (Unsupported object type %s).",
			py.TypeOf(ToPython(x, 0)).Name).WithHint("tf.strings.as_string makes texts of numbers.")
	}
	if x.DType() == tensor.String {
		return nil, py.TypeErrorf("Cannot convert %s to EagerTensor of dtype %s", py.ReprOf(ndarray.FromTensor(x)),
			want.CName())
	}
	return tensor.Gradual(t.Ctx, x, want)
}

func (l *literal) tensorOf(t *py.Thread, v py.Value, want tensor.DType) (*tensor.Tensor, error) {
	if l.err != nil {
		return nil, Wrap(t, l.err, "", false)
	}
	if l.deep {
		return nil, py.ValueErrorf("Too many dimensions: a tensor has at most %d, and this "+
			"sequence nests deeper or holds itself.", tensor.MaxRank)
	}
	if n, ok := l.bad.(*op.Node); ok {
		return nil, py.TypeErrorf("can't convert Operation '%s' to Tensor", n.Name)
	}
	if l.bad != nil {
		s, err := py.Repr(t, l.bad)
		if err != nil {
			return nil, err
		}
		e := py.ValueErrorf("Attempt to convert a value (%s) with an unsupported type (%s) to a Tensor.", s,
			py.ReprOf(py.TypeOf(l.bad)))
		if _, isType := l.bad.(tensor.DType); isType {
			return nil, e.WithHint("this is a type, not a value: tf.cast(x, %s) converts a tensor to it.", s)
		}
		return nil, e
	}
	if l.tensor {
		return l.pack(t, v, want)
	}
	if l.ragged {
		return nil, py.ValueErrorf("Can't convert non-rectangular Python sequence to Tensor.").
			WithHint("Rows of different lengths make a ragged tensor: tf.ragged.constant(...).")
	}
	d := want
	if l.clash || l.late && want != tensor.Complex128 {
		return nil, py.ValueErrorf("Can't convert Python sequence with mixed types to Tensor.").
			WithHint("the first value decides what the others may be; write it as complex(2, 0), or leave None out.")
	}
	if d == tensor.Invalid {
		if l.mixed {
			return nil, py.ValueErrorf("Can't convert Python sequence with mixed types to Tensor.")
		}
		l.inferred = true
		if d = l.natural(); d == tensor.Invalid {
			return nil, py.ValueErrorf("Can't convert Python sequence with out-of-range integer to Tensor.")
		}
	} else if !l.fits(d) {
		if l.mixed {
			return nil, py.ValueErrorf("Can't convert Python sequence with mixed types to Tensor.")
		}
		s, err := py.Repr(t, v)
		if err != nil {
			return nil, err
		}
		e := py.TypeErrorf("Cannot convert %s to EagerTensor of dtype %s", s, d.CName())
		switch v.(type) {
		case float64:
			if d.IsInteger() {
				return nil, e.WithHint("tf.cast(x, tf.float32) makes a tensor of floats of the other operand.")
			}
		case string:
			return nil, e.WithHint("tf.strings.to_number(x) makes numbers of texts, f\"... {x}\" puts a tensor into a text.")
		}
		return nil, e
	}
	if err := t.Check(); err != nil {
		return nil, err
	}
	return l.fill(t.Ctx, d)
}

// natural is the type leaves take when none is asked for.
func (l *literal) natural() tensor.DType {
	switch l.kind {
	case leafBool:
		return tensor.Bool
	case leafInt:
		if l.huge {
			return tensor.Invalid
		}
		if l.big {
			return tensor.Int64
		}
		return tensor.Int32
	case leafComplex:
		return tensor.Complex128
	case leafStr:
		return tensor.String
	}
	if l.scalar.IsFloating() {
		return l.scalar
	}
	return tensor.Float32
}

func (l *literal) fits(d tensor.DType) bool {
	for _, v := range l.leaves {
		switch kindOf(v) {
		case leafBool:
			switch d {
			case tensor.Bool, tensor.Int32, tensor.Int64, tensor.Uint64, tensor.Float16, tensor.Float32, tensor.Float64,
				tensor.Complex128:
			case tensor.Complex64:
				if l.first == leafBool {
					return false
				}
			default:
				return false
			}
		case leafInt:
			if !d.IsNumeric() {
				return false
			}
			if b, ok := v.(*big.Int); ok && !(d == tensor.Uint64 && b.IsUint64()) &&
				(d.IsInteger() || d.IsQuantized()) {
				return false
			}
		case leafFloat:
			if !d.IsFloating() && !d.IsComplex() {
				return false
			}
		case leafComplex:
			if !d.IsComplex() {
				return false
			}
		case leafStr:
			if d != tensor.String {
				return false
			}
		}
	}
	return true
}

func (l *literal) fill(ctx context.Context, d tensor.DType) (*tensor.Tensor, error) {
	n := len(l.leaves)
	shape := append([]int(nil), l.shape...)
	if n == 0 && len(shape) == 0 {
		shape = []int{0}
	}
	switch d.Kind() {
	case tensor.KindString:
		out := make([]string, n)
		for i, v := range l.leaves {
			switch s := v.(type) {
			case string:
				out[i] = s
			case py.Bytes:
				out[i] = string(s)
			}
		}
		return tensor.OfStrings(shape, out)
	case tensor.KindComplex:
		out := make([]complex128, n)
		for i, v := range l.leaves {
			if c, ok := v.(complex128); ok {
				out[i] = c
				continue
			}
			f, err := py.ToFloat(v)
			if err != nil {
				return nil, err
			}
			out[i] = complex(f, 0)
		}
		return tensor.Gradual(ctx, tensor.FromSlice(shape, out), d)
	case tensor.KindFloat:
		out := make([]float64, n)
		for i, v := range l.leaves {
			f, err := py.ToFloat(v)
			if err != nil {
				return nil, py.ValueErrorf("Can't convert Python sequence with out-of-range integer to Tensor.")
			}
			if l.inferred && d == tensor.Float32 && math.IsInf(float64(float32(f)), 0) && !math.IsInf(f, 0) {
				return nil, py.ValueErrorf("Can't convert Python sequence with a value out of range "+
					"for a double-precision float.").WithHint("float32 holds up to "+
					"3.4e38; ask for float64: tf.constant(%s, tf.float64).", py.ReprOf(v))
			}
			out[i] = f
		}
		return tensor.Gradual(ctx, tensor.FromSlice(shape, out), d)
	}
	out := make([]int64, n)
	for i, v := range l.leaves {
		switch x := v.(type) {
		case int64:
			out[i] = x
		case bool:
			if x {
				out[i] = 1
			}
		case *big.Int:
			out[i] = int64(x.Uint64())
		}
	}
	return tensor.Gradual(ctx, tensor.FromSlice(shape, out), d)
}

// pack stacks a sequence that holds tensors; they are cast to a type that is asked for.
func (l *literal) pack(t *py.Thread, v py.Value, want tensor.DType) (*tensor.Tensor, error) {
	asked := want != tensor.Invalid
	if !asked {
		want = l.like
	}
	var build func(v py.Value) (*tensor.Tensor, error)
	build = func(v py.Value) (*tensor.Tensor, error) {
		items, ok := sequence(t, v)
		if !ok {
			if x, isT := AsTensor(v); isT && x.DType() != want {
				if _, isTensor := v.(*tensor.Tensor); isTensor && asked {
					cast, err := tensor.Gradual(t.Ctx, x, want)
					if err != nil {
						return nil, Wrap(t, err, "Cast", false)
					}
					return cast, nil
				} else if isTensor {
					return nil, py.TypeErrorf("Cannot convert %s to EagerTensor of dtype %s", py.ReprOf(v),
						want.CName())
				}
				return castNumpy(t, x, want)
			}
			return Convert(t, v, want)
		}
		parts := make([]*tensor.Tensor, len(items))
		for i, e := range items {
			p, err := build(e)
			if err != nil {
				return nil, err
			}
			if i > 0 && !tensor.SameShape(p.Shape(), parts[0].Shape()[1:]) {
				return nil, ErrorWith(t, InvalidArgumentError, "Pack", true,
					"Shapes of all inputs must match: values[0].shape = %s != values[%d].shape = %s",
					tensor.ShapeString(parts[0].Shape()[1:]), i, tensor.ShapeString(p.Shape()))
			}
			parts[i] = p.WithShape(append([]int{1}, p.Shape()...))
		}
		if len(parts) == 0 {
			return tensor.New(want, []int{0})
		}
		return tensor.Concat(t.Ctx, parts, 0)
	}
	return build(v)
}

// ToDType reads a dtype argument as tf.as_dtype does: a tf.DType, a numpy dtype, type or value, float, bool or object,
// TensorFlow's name of a type, or an enum number. int is none: which width it means is not said.
func ToDType(v py.Value, arg string) (tensor.DType, error) {
	switch x := v.(type) {
	case tensor.DType:
		return x, nil
	case *NPDType:
		if d := tensorType(x); d != tensor.Invalid {
			return d, nil
		}
	case string:
		if d, ok := tensor.DTypeByName(x); ok {
			return d, nil
		}
	case *Array: // anything of NumPy's tells its type
		if d := tensorType(x.DType()); d != tensor.Invalid {
			return d, nil
		}
	case *Scalar:
		return x.T.DType(), nil
	case bool:
		if x {
			return tensor.DType(1), nil
		}
	case int64:
		if x > 0 && x < 24 && tensor.DType(x).Name() != "invalid" {
			return tensor.DType(x), nil
		}
	case *py.Class:
		switch x {
		case py.FloatClass:
			return tensor.Float32, nil
		case py.BoolClass:
			return tensor.Bool, nil
		case py.ObjectClass:
			return tensor.String, nil
		}
		for d, c := range ScalarClasses {
			if c == x {
				return d, nil
			}
		}
	}
	if arg != "" {
		return 0, py.TypeErrorf("Expected DataType for argument '%s' not %s.", arg, py.ReprOf(v))
	}
	e := py.TypeErrorf("Cannot convert the argument `type_value`: %s to a TensorFlow DType.", py.ReprOf(v))
	name, _ := v.(string)
	class, _ := v.(*py.Class)
	switch {
	case class == py.IntClass || name == "int":
		return 0, e.WithHint("tf.int32 and tf.int64 are types of whole numbers: which one is yours to say.")
	case class == py.StrClass || class == py.BytesClass || name == "str":
		return 0, e.WithHint("the type of texts is tf.string.")
	case class == py.ComplexClass || name == "complex":
		return 0, e.WithHint("the types of complex numbers are tf.complex64 and tf.complex128.")
	}
	return 0, e
}

// ToShape reads a shape argument: a TensorShape, a list of dimensions, an integer, a tensor.
func ToShape(t *py.Thread, v py.Value) (tensor.PartialShape, error) {
	switch x := v.(type) {
	case *Shape:
		return x.PartialShape, nil
	case *py.NoneType:
		return tensor.PartialShape{UnknownRank: true}, nil
	}
	if n, ok := py.AsInt(v); ok {
		return tensor.KnownShape([]int{int(n)}), nil
	}
	if x, ok := AsTensor(v); ok {
		return tensor.KnownShape(x.Ints()), nil
	}
	items, ok := sequence(t, v)
	if !ok {
		return tensor.PartialShape{}, py.TypeErrorf("Dimension value must be integer or None or have an "+
			"__index__ method, got value '%s' with type '%s'", py.ReprOf(v), py.ReprOf(py.TypeOf(v)))
	}
	dims := make([]int, len(items))
	for i, e := range items {
		switch n, ok := py.AsInt(e); {
		case e == py.None:
			dims[i] = -1
		case ok && n >= 0:
			dims[i] = int(n)
		case ok:
			return tensor.PartialShape{}, py.ValueErrorf("Dimension %d must be >= 0", n)
		default:
			return tensor.PartialShape{}, py.TypeErrorf("Dimension value must be integer or None or have an "+
				"__index__ method, got value '%s' with type '%s'", py.ReprOf(e), py.ReprOf(py.TypeOf(e)))
		}
	}
	return tensor.KnownShape(dims), nil
}
