package tensor

import (
	"context"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// Softmax is exp(x) divided by its sum along an axis, computed from x less its greatest. LogSoftmax is
// its logarithm. Floating types; source: TensorFlow's Softmax and LogSoftmax.
func Softmax(ctx context.Context, x *Tensor, axis int) (*Tensor, error) {
	return softmax(ctx, x, axis, false)
}

// LogSoftmax is the logarithm of Softmax, computed without it: x less its greatest and the logarithm of the sum.
// Shapes, dtypes and errors are those of Softmax.
func LogSoftmax(ctx context.Context, x *Tensor, axis int) (*Tensor, error) {
	return softmax(ctx, x, axis, true)
}

func softmax(ctx context.Context, x *Tensor, axis int, logs bool) (*Tensor, error) {
	if axis < 0 || axis >= x.Rank() {
		return nil, Errorf("Expected dimension in the range [0, %d), but got %d", x.Rank(), axis)
	}
	if !x.dtype.IsFloating() {
		return nil, NoKernel("Softmax", x.dtype)
	}
	if rows := softmaxRows(x, axis); rows > 0 {
		return softmaxByRows(ctx, x, rows, logs)
	}
	return softmaxWhole(ctx, x, axis, logs)
}

// softmaxBytes is how much of a tensor goes through all steps at a time: it stays near the processor.
const softmaxBytes = 64 << 10

// softmaxRows is how many rows of the last axis go together, 0 where the tensor must go as a whole: the digits of
// the exponential and of the reciprocal depend on packets of 8, and those of the sum of a long row on its place.
func softmaxRows(x *Tensor, axis int) int {
	if axis != x.Rank()-1 || x.dtype != Float32 && x.dtype != Float64 || x.n == 0 {
		return 0
	}
	row := x.shape[axis] * x.dtype.Size()
	if 8*row > 2*softmaxBytes || len(x.buf) <= softmaxBytes {
		return 0
	}
	return max(softmaxBytes/row/8*8, 8)
}

// softmaxByRows is Softmax in pieces of some rows of the last axis.
func softmaxByRows(ctx context.Context, x *Tensor, rows int, logs bool) (*Tensor, error) {
	z, err := alloc(x.dtype, x.shape)
	if err != nil {
		return nil, err
	}
	n := x.shape[x.Rank()-1]
	all, size := x.n/n, x.dtype.Size()
	pieces := (all + rows - 1) / rows
	failed := make([]error, pieces)
	err = each(ctx, pieces, grain, func(i int) {
		lo, hi := i*rows*n, min((i+1)*rows, all)*n
		part := func(t *Tensor) *Tensor {
			return &Tensor{dtype: t.dtype, shape: []int{(hi - lo) / n, n}, n: hi - lo, buf: t.buf[lo*size : hi*size]}
		}
		loop.Flushed(func() { failed[i] = softmaxPiece(ctx, part(z), part(x), logs) })
	})
	for _, e := range failed {
		if err == nil {
			err = e
		}
	}
	return z, err
}

// softmaxPiece is softmaxInto for a few rows of the last axis, with the kernels themselves: no step is worth
// splitting.
func softmaxPiece(ctx context.Context, z, x *Tensor, logs bool) error {
	d, rows, red := x.dtype, x.shape[0], []bool{false, true}
	m, err := Reduce(ctx, FoldMax, x, red, true)
	if err != nil {
		return err
	}
	withRows("Sub", z, x, m)
	e := z
	if logs { // the differences are wanted again
		if e, err = alloc(d, x.shape); err != nil {
			return err
		}
	}
	expOp.kernels[d](e.buf, z.buf, Packets(d, x.n))
	s, err := Reduce(ctx, FoldSum, e, red, true)
	if err != nil {
		return err
	}
	if logs {
		logOp.kernels[d](s.buf, s.buf, Packets(d, rows))
		withRows("Sub", z, z, s)
		return nil
	}
	reciprocalOp.kernels[d](s.buf, s.buf, Packets(d, rows))
	withRows("Mul", z, z, s)
	return nil
}

// rowOps are the vector kernels of withRows by operation and type.
var rowOps = map[string]map[DType]*loop.Spread{
	"Sub": {Float32: loop.FindSpread("Sub", "F32"), Float64: loop.FindSpread("Sub", "F64")},
	"Mul": {Float32: loop.FindSpread("Mul", "F32"), Float64: loop.FindSpread("Mul", "F64")},
}

// withRows is z = op(x, y) of a matrix and a column.
func withRows(op string, z, x, y *Tensor) {
	if rowOps[op][x.dtype].Run(z.buf, x.buf, y.buf, x.shape[0], x.shape[1]) {
		return
	}
	k, size := Bin(op).kernels[x.dtype], x.dtype.Size()
	row := x.shape[1] * size
	tmp := newBuf(min(x.shape[1], rowChunk) * size)
	for i := range x.shape[0] {
		fill(tmp, y.buf[i*size:(i+1)*size])
		for at, end := i*row, (i+1)*row; at < end; at += len(tmp) {
			m := min(len(tmp), end-at)
			k(z.buf[at:at+m], x.buf[at:at+m], tmp[:m])
		}
	}
}

func softmaxWhole(ctx context.Context, x *Tensor, axis int, logs bool) (*Tensor, error) {
	z, err := alloc(x.dtype, x.shape)
	if err != nil {
		return nil, err
	}
	return z, softmaxInto(ctx, z, x, axis, logs)
}

// softmaxInto computes step by step in the memory of the result.
func softmaxInto(ctx context.Context, z, x *Tensor, axis int, logs bool) error {
	red := make([]bool, x.Rank())
	red[axis] = true
	m, err := Reduce(ctx, FoldMax, x, red, true)
	if err != nil {
		return err
	}
	if err := subOp.run(ctx, z, x, m); err != nil {
		return err
	}
	e := z
	if logs { // the differences are wanted again
		if e, err = alloc(x.dtype, x.shape); err != nil {
			return err
		}
	}
	if err := expOp.run(ctx, e, z); err != nil {
		return err
	}
	s, err := Reduce(ctx, FoldSum, e, red, true)
	if err != nil {
		return err
	}
	name, last := "Mul", "Reciprocal"
	if logs {
		name, last = "Sub", "Log"
	}
	if s, err = Un(last).Apply(ctx, s); err != nil {
		return err
	}
	return Bin(name).run(ctx, z, z, s)
}
