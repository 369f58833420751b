package tf

import (
	"strconv"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// calc chains steps of one op: after a failure every step gives nil, and err is the first
// failure. It keeps ops made of several kernels readable.
type calc struct {
	*call
	err error
}

func chain(c *call) *calc { return &calc{call: c} }

// step runs f unless a step before failed.
func step[T any](k *calc, f func() (T, error)) (v T) {
	if k.err != nil {
		return v
	}
	out, err := f()
	if err != nil {
		k.err = err
		return v
	}
	return out
}

// fail records a failure unless there is one.
func (k *calc) fail(err error) {
	if k.err == nil {
		k.err = err
	}
}

func (k *calc) tensor(i int) *tensor.Tensor {
	return step(k, func() (*tensor.Tensor, error) { return k.Tensor(i) })
}

// as converts a value to a type, or to its natural type with tensor.Invalid.
func (k *calc) as(v value, want tensor.DType) *tensor.Tensor {
	return step(k, func() (*tensor.Tensor, error) { return bind.Convert(k.T, v, want) })
}

func (k *calc) int(i int) int   { return step(k, func() (int, error) { return k.Int(i) }) }
func (k *calc) bool(i int) bool { return step(k, func() (bool, error) { return k.Bool(i) }) }

func (k *calc) dtype(i int, def tensor.DType) tensor.DType {
	return step(k, func() (tensor.DType, error) { return k.DType(i, def) })
}

func (k *calc) bin(name string, x, y *tensor.Tensor) *tensor.Tensor {
	return step(k, func() (*tensor.Tensor, error) { return tensor.Bin(name).Apply(k.T.Ctx, x, y) })
}

func (k *calc) un(name string, x *tensor.Tensor) *tensor.Tensor {
	return step(k, func() (*tensor.Tensor, error) { return tensor.Un(name).Apply(k.T.Ctx, x) })
}

func (k *calc) cast(x *tensor.Tensor, d tensor.DType) *tensor.Tensor {
	return step(k, func() (*tensor.Tensor, error) { return tensor.Cast(k.T.Ctx, x, d) })
}

// vector is all values in one row.
func vector(x *tensor.Tensor) *tensor.Tensor { return x.WithShape([]int{x.Len()}) }

func (k *calc) pick(x *tensor.Tensor, at []int64) *tensor.Tensor {
	return step(k, func() (*tensor.Tensor, error) { return tensor.Gather(k.T.Ctx, x, tensor.Vector(at), 0, 0) })
}

// op runs another op of the table, with its ragged rule and its errors.
func (k *calc) op(name string, args ...value) value {
	return step(k, func() (value, error) { return run(k.T, name, args...) })
}

// dense is op for results that are dense tensors.
func (k *calc) dense(name string, args ...value) *tensor.Tensor {
	v := k.op(name, args...)
	if k.err != nil {
		return nil
	}
	x, ok := v.(*tensor.Tensor)
	if !ok {
		k.err = py.TypeErrorf("%s: expected a dense tensor, got %s", k.Op.Name, py.ReprOf(v))
	}
	return x
}

// result is what a kernel returns.
func (k *calc) result(v value) (value, error) {
	if k.err != nil {
		return nil, k.err
	}
	return v, nil
}

// positive counts an axis from the front; names are those of TensorFlow's get_positive_axis.
func positive(axis, rank int, what string) (int, error) {
	if axis < -rank || axis >= rank {
		return 0, py.ValueErrorf("%s=%d out of bounds: expected %d<=%s<%d", what, axis, -rank, what, rank)
	}
	if axis < 0 {
		axis += rank
	}
	return axis, nil
}

func itoa[T int | int64](n T) string { return strconv.FormatInt(int64(n), 10) }
