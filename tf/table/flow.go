package table

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Flow computes a call by kernels. Arguments become values, known or edges of a graph; after a failure
// every step gives nil and Err is the first failure. It keeps functions made of several kernels readable.
type Flow struct {
	*op.B
	C *bind.Call
}

// FlowOf is the builder of a call together with the call.
func FlowOf(c *bind.Call) *Flow { return &Flow{c.B(), c} }

// Edges marks an entry whose kernel reads its tensors as values only: it runs on edges of a graph too.
func Edges(o *bind.Op) *bind.Op {
	o.Edges = true
	return o
}

// Fixed marks an entry without a kernel of its own whose result follows from its arguments alone.
func Fixed(o *bind.Op) *bind.Op {
	o.Fixed = true
	return o
}

// Got runs f unless a step before failed.
//
//go:noinline
func Got[T any](f *Flow, read func() (T, error)) (v T) {
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

// Arg is an argument in its natural type.
//
//go:noinline
func (f *Flow) Arg(i int) op.Value { return Got(f, func() (op.Value, error) { return f.C.Value(i) }) }

// Input is an argument that TensorFlow hands straight to the kernel, want the type the kernel insists on.
//
//go:noinline
func (f *Flow) Input(i int, want tensor.DType) op.Value {
	return Got(f, func() (op.Value, error) { return f.C.Input(i, want) })
}

// As converts a value to a type, or to its natural type with tensor.Invalid.
//
//go:noinline
func (f *Flow) As(v py.Value, want tensor.DType) op.Value {
	return Got(f, func() (op.Value, error) { return f.C.ConvertValue(v, want) })
}

// Matching are values that a kernel takes as tensors of one type: that of the first one that has a type, else of the
// first one.
func (f *Flow) Matching(vs []py.Value) []op.Value {
	d := tensor.Invalid
	for _, v := range vs {
		if own, typed := bind.TypeOf(v); typed {
			d = own
			break
		}
	}
	out := make([]op.Value, len(vs))
	for i, v := range vs {
		want := d
		if own, typed := bind.TypeOf(v); typed {
			want = own
		}
		if out[i] = f.As(v, want); d == tensor.Invalid && out[i] != nil {
			d = out[i].DType()
		}
	}
	return out
}

// ListArg is an argument that is a list of tensors of one type.
func (f *Flow) ListArg(i int) []op.Value {
	return Got(f, func() ([]op.Value, error) { return f.C.ValueList(i) })
}

// Filler is a value that fills what is left: the number 0 is false among truth values, and the empty text among texts.
func (f *Flow) Filler(v py.Value, d tensor.DType) op.Value {
	if v == int64(0) {
		switch d {
		case tensor.Bool:
			v = false
		case tensor.String:
			v = ""
		}
	}
	return f.As(v, d)
}

// Sizes is an argument that a kernel reads as integers of some width: int32 where nothing tells another.
func (f *Flow) Sizes(i int) op.Value { return f.Preferring(i, tensor.Int32) }

// Indices is an argument that a kernel reads as integers of the width they have: int32 when an empty list tells none.
func (f *Flow) Indices(i int) op.Value {
	v := f.Input(i, tensor.Invalid)
	if t, ok := v.(*tensor.Tensor); ok && t.Len() == 0 && !t.DType().IsInteger() {
		return Got(f, func() (op.Value, error) { return NoElements(t.Shape()) })
	}
	return v
}

// Preferring is an argument that TensorFlow hands straight to the kernel, in type d where nothing tells another.
//
//go:noinline
func (f *Flow) Preferring(i int, d tensor.DType) op.Value {
	return Got(f, func() (op.Value, error) { return f.C.Preferring(i, d) })
}

// NoElements is an int32 tensor of a shape without elements.
func NoElements(shape []int) (op.Value, error) {
	t, err := tensor.New(tensor.Int32, shape)
	if err != nil {
		return nil, err
	}
	return t, nil
}

//go:noinline
func (f *Flow) IntArg(i int) int { return Got(f, func() (int, error) { return f.C.Int(i) }) }

//go:noinline
func (f *Flow) BoolArg(i int) bool { return Got(f, func() (bool, error) { return f.C.Bool(i) }) }

// Flag is an argument that is a kernel's attribute of kind bool.
//
//go:noinline
func (f *Flow) Flag(i int) bool { return Got(f, func() (bool, error) { return f.C.Flag(i) }) }

// Text is an argument that is a kernel's attribute of kind string.
//
//go:noinline
func (f *Flow) Text(i int) string { return Got(f, func() (string, error) { return f.C.Text(i) }) }

//go:noinline
func (f *Flow) Dtype(i int, def tensor.DType) tensor.DType {
	return Got(f, func() (tensor.DType, error) { return f.C.DType(i, def) })
}

// Axis is an int32 scalar of an axis; what has a type keeps it.
func (f *Flow) Axis(i int) op.Value {
	switch v := f.C.Args[i].(type) {
	case int64:
		if int64(int32(v)) == v {
			return tensor.Scalar(int32(v))
		}
	}
	return f.Sizes(i)
}

// Cast converts to a type unless a value has it already.
func (f *Flow) Cast(x op.Value, d tensor.DType) op.Value {
	if x == nil || x.DType() == d {
		return x
	}
	return f.With(op.Cast, op.Attrs{{Name: "DstT", Value: d}}, x)
}

// Rank is the number of dimensions of a value; an edge of unknown rank makes the call one opaque node.
//
//go:noinline
func (f *Flow) Rank(x op.Value) int {
	if x == nil {
		return 0
	}
	p := op.StaticShape(x)
	if p.UnknownRank {
		f.Fail(bind.ErrDynamic)
	}
	return len(p.Dims)
}

// Constant is a value's tensor; an edge that is no constant makes the call one opaque node.
func (f *Flow) Constant(x op.Value) *tensor.Tensor {
	if x == nil {
		return nil
	}
	t := op.Constant(x)
	if t == nil {
		f.Fail(bind.ErrDynamic)
	}
	return t
}

// Reshape gives a value dimensions of which one may be -1.
func (f *Flow) Reshape(x op.Value, dims ...int) op.Value {
	return f.One(op.Reshape, x, tensor.Ints32(dims...))
}

// Flat is a value as a vector.
func (f *Flow) Flat(x op.Value) op.Value { return f.Reshape(x, -1) }

// Result is what a kernel returns.
func (f *Flow) Result(v op.Value) (py.Value, error) {
	if f.Err != nil {
		return nil, f.Err
	}
	return v, nil
}

// Results is a list of what a kernel returns.
//
//go:noinline
func (f *Flow) Results(vs []op.Value) (py.Value, error) {
	if f.Err != nil {
		return nil, f.Err
	}
	out := make([]py.Value, len(vs))
	for i, v := range vs {
		out[i] = v
	}
	return py.NewList(out...), nil
}

// Int32s is an int32 scalar.
func Int32s(n int) *tensor.Tensor { return tensor.Scalar(int32(n)) }
