package bind

import (
	"context"
	"math"
	"sync/atomic"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
)

// Scalar is a numpy scalar such as np.float32(1.5).
type Scalar struct{ T *tensor.Tensor }

// Held is what a variable holds now: T, which changes, under a number that does not. What an
// assignment gives shares it with the variable.
type Held struct {
	T  *tensor.Tensor
	ID int64
}

// Variable is a tf.Variable: a name and the tensor it holds now.
type Variable struct {
	*Held
	Name            string
	Trainable       py.Value // what was given, or a bool
	Shape           tensor.PartialShape
	Constraint      py.Value
	Synchronization py.Value // members of tf.VariableSynchronization and
	Aggregation     py.Value // tf.VariableAggregation
	Attrs           *py.Dict // attributes that a program set, nil for none

	of *Variable // the variable whose assignment gave this one
}

var variableIDs atomic.Int64

// NewVariable makes a variable with a number of its own.
func NewVariable(t *tensor.Tensor, name string, trainable py.Value) *Variable {
	return &Variable{Held: &Held{T: t, ID: variableIDs.Add(1) - 1}, Name: name, Trainable: trainable,
		Shape: tensor.KnownShape(t.Shape()), Constraint: py.None, Synchronization: py.None, Aggregation: py.None}
}

// Unread is what an assignment to the variable gives: the variable without its name.
func (v *Variable) Unread() *Variable {
	u := *v
	u.Name, u.Attrs, u.of = "UnreadVariable", nil, v.Source()
	return &u
}

// Source is the variable itself of what an assignment gave.
func (v *Variable) Source() *Variable {
	if v.of != nil {
		return v.of
	}
	return v
}

// Handle is a variable as the resource that kernels take.
type Handle struct{ Of *Variable }

// Shape is tf.TensorShape.
type Shape struct{ tensor.PartialShape }

// NewShape makes the TensorShape of known dimensions.
//
//go:noinline
func NewShape(dims []int) *Shape { return &Shape{tensor.KnownShape(dims)} }

// Spec is tf.TensorSpec.
type Spec struct {
	Shape tensor.PartialShape
	DType tensor.DType
	Name  py.Value
}

// The classes of these values. Their attributes are declared where their behaviour lives.
var (
	TensorClass   = py.NewClass("tensorflow.python.framework.ops", "EagerTensor", tensorBase, nil)
	tensorBase    = py.NewClass("tensorflow.python.framework.tensor", "Tensor", py.ObjectClass, nil)
	VariableClass = py.NewClass("tensorflow.python.ops.resource_variable_ops", "ResourceVariable",
		py.NewClass("tensorflow.python.ops.resource_variable_ops", "BaseResourceVariable", VariableBase, nil), nil)
	VariableBase = py.NewClass("tensorflow.python.ops.variables", "Variable",
		py.NewClass("tensorflow.python.trackable.base", "Trackable", py.ObjectClass, nil), nil)
	ShapeClass   = py.NewClass("tensorflow.python.framework.tensor_shape", "TensorShape", py.ObjectClass, nil)
	DTypeClass   = py.NewClass("tensorflow.python.framework.dtypes", "DType", py.ObjectClass, nil)
	SpecClass    = py.NewClass("tensorflow.python.framework.tensor", "TensorSpec", TypeSpecClass, nil)
	ArrayClass   = py.NewClass("numpy", "ndarray", py.ObjectClass, nil)
	GenericClass = py.NewClass("numpy", "generic", py.ObjectClass, nil)
	NPDTypeClass = py.NewClass("numpy", "dtype", py.ObjectClass, nil)
)

// TypeSpecClass is tf.TypeSpec, the class of all specs.
var TypeSpecClass = py.NewClass("tensorflow.python.framework.type_spec", "TypeSpec", py.ObjectClass, nil)

// TensorBase is tf.Tensor, the class all tensors derive from.
func TensorBase() *py.Class { return tensorBase }

// ScalarClasses are numpy's scalar types by element type.
var ScalarClasses = map[tensor.DType]*py.Class{}

// PyClass is the numpy scalar type.
func (s *Scalar) PyClass() *py.Class { return scalarClasses[s.T.DType()] }

// scalarClasses are ScalarClasses, those of quantised types with them.
var scalarClasses [math.MaxUint8 + 1]*py.Class

// AddScalar declares the scalar type of an element type.
func AddScalar(d tensor.DType, c *py.Class) {
	c.Held, c.ByNew = true, true
	ScalarClasses[d] = c
	for _, t := range tensor.DTypes() {
		if t.Base() == d {
			scalarClasses[t] = c
		}
	}
}

func init() {
	py.Register[*tensor.Tensor](TensorClass)
	py.Register[*Variable](VariableClass)
	py.Register[*Shape](ShapeClass)
	py.Register[tensor.DType](DTypeClass)
	py.Register[*Spec](SpecClass)
	py.Register[*Array](ArrayClass)
	py.Register[*NPDType](NPDTypeClass)
	for _, d := range tensor.DTypes() {
		py.DefaultNames["tf."+d.Name()] = d
	}
}

// Dims gives the dimensions of a static shape as Python values, None where unknown.
func Dims(s tensor.PartialShape) []py.Value {
	out := make([]py.Value, len(s.Dims))
	for i, d := range s.Dims {
		out[i] = int64(d)
		if d < 0 {
			out[i] = py.None
		}
	}
	return out
}

// ToPython gives an element as Python's own value, as item() does.
func ToPython(t *tensor.Tensor, i int) py.Value {
	switch d := t.DType(); d.Kind() {
	case tensor.KindBool:
		return t.Int(i) != 0
	case tensor.KindString:
		return py.Bytes(t.Str(i))
	case tensor.KindFloat:
		return t.Float(i)
	case tensor.KindComplex:
		return t.Complex(i)
	default:
		if d == tensor.Uint64 {
			return py.Int(bigUint(uint64(t.Int(i))))
		}
		return t.Int(i)
	}
}

// ToList gives the nested lists of a tensor, or says that they do not fit into memory.
func ToList(t *tensor.Tensor) (py.Value, error) {
	if t.Rank() == 0 {
		return ToPython(t, 0), nil
	}
	lists := 1
	for _, d := range t.Shape() { // an empty tensor may still be many lists
		n, ok := tensor.Times(lists, d)
		if !ok || tensor.Room(n, 24, "the lists of a tensor") != nil {
			return nil, py.Raisef(py.MemoryErrorClass,
				"the nested lists of a tensor of shape %s do not fit into memory", tensor.KnownShape(t.Shape()))
		}
		lists = n
	}
	row, err := rowBoxer(t)
	if err != nil {
		return nil, err
	}
	at := 0
	var build func(shape []int) py.Value
	build = func(shape []int) py.Value {
		if len(shape) == 1 {
			at += shape[0]
			return &py.List{Items: row(at-shape[0], at)}
		}
		out := make([]py.Value, shape[0])
		for i := range out {
			out[i] = build(shape[1:])
		}
		return &py.List{Items: out}
	}
	return build(t.Shape()), nil
}

// rowBoxer gives a run of a tensor's elements as Python's values.
func rowBoxer(t *tensor.Tensor) (func(lo, hi int) []py.Value, error) {
	ctx := context.Background()
	switch d := t.DType(); {
	case d.IsFloating():
		x, err := tensor.Gradual(ctx, t, tensor.Float64)
		if err != nil {
			return nil, err
		}
		v := tensor.Slice[float64](x)
		return func(lo, hi int) []py.Value { return py.Box(v[lo:hi]) }, nil
	case d.IsInteger() && d != tensor.Uint64:
		x, err := tensor.Cast(ctx, t, tensor.Int64)
		if err != nil {
			return nil, err
		}
		v := tensor.Slice[int64](x)
		return func(lo, hi int) []py.Value { return py.Box(v[lo:hi]) }, nil
	case d == tensor.String:
		return func(lo, hi int) []py.Value {
			v := make([]py.Bytes, hi-lo)
			for i := range v {
				v[i] = py.Bytes(t.Str(lo + i))
			}
			return py.Box(v)
		}, nil
	}
	return func(lo, hi int) []py.Value {
		out := make([]py.Value, hi-lo)
		for i := range out {
			out[i] = ToPython(t, lo+i)
		}
		return out
	}, nil
}

// Numpy is what .numpy() gives: an array, a scalar, or bytes.
func Numpy(t *tensor.Tensor) py.Value {
	if t.Rank() == 0 {
		return NPScalar(t)
	}
	return ndarray.FromTensor(t)
}

// NPScalar is the numpy scalar of a rank-0 tensor.
func NPScalar(t *tensor.Tensor) py.Value {
	if t.DType() == tensor.String {
		return py.Bytes(t.Str(0))
	}
	return &Scalar{t.WithDType(t.DType().Base())}
}

// AsTensor gives the tensor of a tensor-like value, without a change of type. Arrays of numbers
// and of texts have one; later writes to the array do not change it.
func AsTensor(v py.Value) (*tensor.Tensor, bool) {
	switch x := v.(type) {
	case *tensor.Tensor:
		return x, true
	case *Variable:
		return x.T, true
	case *Array:
		t, err := ArrayTensor(x)
		return t, err == nil
	case *Scalar:
		return x.T, true
	}
	return nil, false
}

// TensorLike tells the values that AsTensor takes, and their element type.
func TensorLike(v py.Value) (tensor.DType, bool) {
	switch x := v.(type) {
	case *tensor.Tensor:
		return x.DType(), true
	case *Variable:
		return x.T.DType(), true
	case *Array:
		return ArrayType(x)
	case *Scalar:
		return x.T.DType(), true
	}
	return tensor.Invalid, false
}
