package tf

import (
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// flow computes a call by kernels. Arguments become values, known or edges of a graph; after a failure
// every step gives nil and Err is the first failure. It keeps functions made of several kernels readable.
type flow struct {
	*op.B
	c *call
}

func flowOf(c *call) *flow { return &flow{c.B(), c} }

// edges marks an entry whose kernel reads its tensors as values only: it runs on edges of a graph too.
func edges(o *bind.Op) *bind.Op {
	o.Edges = true
	return o
}

// got runs f unless a step before failed.
func got[T any](f *flow, read func() (T, error)) (v T) {
	if f.Err != nil {
		return v
	}
	out, err := read()
	if err != nil {
		f.Err = err
		return v
	}
	return out
}

// arg is an argument in its natural type.
func (f *flow) arg(i int) op.Value { return got(f, func() (op.Value, error) { return f.c.Value(i) }) }

// input is an argument that TensorFlow hands straight to the kernel, want the type the kernel insists on.
func (f *flow) input(i int, want tensor.DType) op.Value {
	return got(f, func() (op.Value, error) { return f.c.Input(i, want) })
}

// as converts a value to a type, or to its natural type with tensor.Invalid.
func (f *flow) as(v value, want tensor.DType) op.Value {
	return got(f, func() (op.Value, error) { return f.c.ConvertValue(v, want) })
}

// list is an argument that is a list of tensors of one type.
func (f *flow) list(i int) []op.Value {
	return got(f, func() ([]op.Value, error) { return f.c.ValueList(i) })
}

// sizes is an argument that a kernel reads as integers of some width: int32 when an empty list tells none.
func (f *flow) sizes(i int) op.Value {
	v := f.input(i, tensor.Invalid)
	if t, ok := v.(*tensor.Tensor); ok && t.Len() == 0 && !t.DType().IsInteger() {
		return got(f, func() (op.Value, error) { return noElements(t.Shape()) })
	}
	return v
}

// noElements is an int32 tensor of a shape without elements.
func noElements(shape []int) (op.Value, error) {
	t, err := tensor.New(tensor.Int32, shape)
	if err != nil {
		return nil, err
	}
	return t, nil
}

func (f *flow) int(i int) int   { return got(f, func() (int, error) { return f.c.Int(i) }) }
func (f *flow) bool(i int) bool { return got(f, func() (bool, error) { return f.c.Bool(i) }) }

func (f *flow) dtype(i int, def tensor.DType) tensor.DType {
	return got(f, func() (tensor.DType, error) { return f.c.DType(i, def) })
}

// axis is an int32 scalar of an axis; an axis that is a tensor is handed on as it is.
func (f *flow) axis(i int) op.Value {
	switch v := f.c.Args[i].(type) {
	case int64:
		if int64(int32(v)) == v {
			return tensor.Scalar(int32(v))
		}
	case *tensor.Tensor, *op.Edge:
		return f.input(i, tensor.Invalid)
	}
	return f.as(f.c.Args[i], tensor.Int32)
}

// cast converts to a type unless a value has it already.
func (f *flow) cast(x op.Value, d tensor.DType) op.Value {
	if x == nil || x.DType() == d {
		return x
	}
	return f.With(op.Cast, op.Attrs{{Name: "DstT", Value: d}}, x)
}

// rank is the number of dimensions of a value; an edge of unknown rank makes the call one opaque node.
func (f *flow) rank(x op.Value) int {
	if x == nil {
		return 0
	}
	p := op.StaticShape(x)
	if p.UnknownRank {
		f.Fail(bind.ErrDynamic)
	}
	return len(p.Dims)
}

// dims are the dimensions of a value; an edge that does not know all of them makes the call one opaque node.
func (f *flow) dims(x op.Value) []int {
	if x == nil {
		return nil
	}
	p := op.StaticShape(x)
	if !p.FullyDefined() {
		f.Fail(bind.ErrDynamic)
	}
	return p.Dims
}

// known is a value's tensor; an edge that is no constant makes the call one opaque node.
func (f *flow) known(x op.Value) *tensor.Tensor {
	if x == nil {
		return nil
	}
	t := op.Constant(x)
	if t == nil {
		f.Fail(bind.ErrDynamic)
	}
	return t
}

// reshape gives a value dimensions of which one may be -1.
func (f *flow) reshape(x op.Value, dims ...int) op.Value {
	return f.One(op.Reshape, x, tensor.Ints32(dims...))
}

// flat is a value as a vector.
func (f *flow) flat(x op.Value) op.Value { return f.reshape(x, -1) }

// result is what a kernel returns.
func (f *flow) result(v op.Value) (value, error) {
	if f.Err != nil {
		return nil, f.Err
	}
	return v, nil
}

// results is a list of what a kernel returns.
func (f *flow) results(vs []op.Value) (value, error) {
	if f.Err != nil {
		return nil, f.Err
	}
	out := make([]value, len(vs))
	for i, v := range vs {
		out[i] = v
	}
	return py.NewList(out...), nil
}

// int32s is an int32 scalar.
func int32s(n int) *tensor.Tensor { return tensor.Scalar(int32(n)) }
