package table

import (
	"strconv"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Calc chains steps of one op: after a failure every step gives nil, and err is the first
// failure. It keeps ops made of several kernels readable.
type Calc struct {
	*bind.Call
	Err error
}

// Chain starts a chain of steps for a call.
func Chain(c *bind.Call) *Calc { return &Calc{Call: c} }

// Step runs f unless a step before failed.
//
//go:noinline
func Step[T any](k *Calc, f func() (T, error)) (v T) {
	if k.Err != nil {
		return v
	}
	out, err := f()
	if err != nil {
		k.Err = err
		return v
	}
	return out
}

// fail records a failure unless there is one.
func (k *Calc) fail(err error) {
	if k.Err == nil {
		k.Err = err
	}
}

// TensorArg is argument i as a dense tensor, nil after a failure.
func (k *Calc) TensorArg(i int) *tensor.Tensor {
	return Step(k, func() (*tensor.Tensor, error) { return k.Tensor(i) })
}

// As converts a value to a type, or to its natural type with tensor.Invalid.
//
//go:noinline
func (k *Calc) As(v py.Value, want tensor.DType) *tensor.Tensor {
	return Step(k, func() (*tensor.Tensor, error) { return bind.Convert(k.T, v, want) })
}

// IntArg is argument i as an int, 0 after a failure.
func (k *Calc) IntArg(i int) int { return Step(k, func() (int, error) { return k.Int(i) }) }

// IntOr is an argument that is a kernel's attribute of kind int, or its default when it is None.
func (k *Calc) IntOr(i, def int) int {
	if !k.Given(i) {
		return def
	}
	return k.IntArg(i)
}

// Flag is an argument that is a kernel's attribute of kind bool.
func (k *Calc) Flag(i int) bool { return Step(k, func() (bool, error) { return k.Call.Flag(i) }) }

// Text is an argument that is a kernel's attribute of kind string.
func (k *Calc) Text(i int) string { return Step(k, func() (string, error) { return k.Call.Text(i) }) }

// BoolArg is argument i as a bool, false after a failure.
func (k *Calc) BoolArg(i int) bool { return Step(k, func() (bool, error) { return k.Bool(i) }) }

// Dtype is argument i as a dtype, def where it is None.
func (k *Calc) Dtype(i int, def tensor.DType) tensor.DType {
	return Step(k, func() (tensor.DType, error) { return k.DType(i, def) })
}

// Vector is all values in one row.
func Vector(x *tensor.Tensor) *tensor.Tensor { return x.WithShape([]int{x.Len()}) }

// Run runs another public function, with its ragged rule and its errors.
//
//go:noinline
func (k *Calc) Run(f *bind.Public, args ...py.Value) py.Value {
	return Step(k, func() (py.Value, error) { return f.Run(k.T, args...) })
}

// Dense is Run for results that are dense tensors.
func (k *Calc) Dense(f *bind.Public, args ...py.Value) *tensor.Tensor {
	v := k.Run(f, args...)
	if k.Err != nil {
		return nil
	}
	x, ok := v.(*tensor.Tensor)
	if !ok {
		k.Err = py.TypeErrorf("%s: expected a dense tensor, got %s", k.Op.Name, py.ReprOf(v))
	}
	return x
}

// Result is what a kernel returns.
func (k *Calc) Result(v py.Value) (py.Value, error) {
	if k.Err != nil {
		return nil, k.Err
	}
	return v, nil
}

// Positive counts an axis from the front; names are those of TensorFlow's get_positive_axis.
func Positive(axis, rank int, what string) (int, error) {
	if axis < -rank || axis >= rank {
		return 0, py.ValueErrorf("%s=%d out of bounds: expected %d<=%s<%d", what, axis, -rank, what, rank)
	}
	if axis < 0 {
		axis += rank
	}
	return axis, nil
}

// Itoa is a number as text.
func Itoa[T int | int64](n T) string { return strconv.FormatInt(int64(n), 10) }
