package tensor

import (
	"bytes"
	"context"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// chooseKernels are the vector selections by the size of an element.
var chooseKernels = map[int]*loop.Choose{1: loop.FindChoose("I8"), 2: loop.FindChoose("I16"), 4: loop.FindChoose("I32"),
	8: loop.FindChoose("I64")}

// Where3 picks x where cond (bool) holds and y elsewhere; x and y are of one dtype, and the three shapes broadcast.
// Source: SelectV2.
func Where3(ctx context.Context, cond, x, y *Tensor) (*Tensor, error) {
	switch {
	case cond.dtype != Bool:
		return nil, WrongType("SelectV2", 0, cond.dtype, Bool)
	case x.dtype != y.dtype:
		return nil, WrongType("SelectV2", 2, y.dtype, x.dtype)
	}
	shape, err := BroadcastShape(x.shape, y.shape)
	if err == nil {
		shape, err = BroadcastShape(cond.shape, shape)
	}
	if err != nil {
		return nil, Errorf("condition %s, then %s, and else %s must be broadcastable", ShapeString(cond.shape),
			ShapeString(x.shape), ShapeString(y.shape))
	}
	if x.dtype == String {
		return chooseStrings(ctx, shape, cond, x, y)
	}
	z, err := alloc(x.dtype, shape)
	if err != nil || z.n == 0 {
		return z, err
	}
	for _, t := range []**Tensor{&cond, &x, &y} {
		if (*t).n != z.n && (t == &cond || (*t).n != 1) {
			if *t, err = BroadcastTo(ctx, *t, shape); err != nil {
				return nil, err
			}
		}
	}
	size := z.dtype.Size()
	xs, ys := x.buf, y.buf
	if x.n != z.n {
		xs = spreadScalar(x.buf, size, z.n)
	}
	if y.n != z.n {
		ys = spreadScalar(y.buf, size, z.n)
	}
	mode := loop.Mode(0)
	if len(z.buf) >= pastBytes {
		mode = loop.Past
	}
	step := z.n
	if x.n != z.n || y.n != z.n {
		step = spreadChunk
	}
	at := func(t *Tensor, b []byte, lo, hi int) []byte {
		if t.n != z.n {
			return b[:(hi-lo)*size]
		}
		return b[lo*size : hi*size]
	}
	return z, parallel(ctx, z.n, 3*size+1, func(lo, hi int) {
		for ; lo < hi; lo += step {
			end := min(lo+step, hi)
			choose(z.buf[lo*size:end*size], cond.buf[lo:end], at(x, xs, lo, end), at(y, ys, lo, end), size, mode)
		}
	})
}

// choose is z = c ? x : y for elements of size bytes.
func choose(z, c, x, y []byte, size int, mode loop.Mode) {
	if k := chooseKernels[size]; k != nil {
		n := k.Run(z, c, x, y, size, len(c), mode)
		z, c, x, y = z[n*size:], c[n:], x[n*size:], y[n*size:]
	}
	for i, v := range c {
		from := y
		if v != 0 {
			from = x
		}
		copy(z[i*size:(i+1)*size], from[i*size:(i+1)*size])
	}
}

func chooseStrings(ctx context.Context, shape []int, cond, x, y *Tensor) (*Tensor, error) {
	n, err := Count(shape)
	if err != nil {
		return nil, err
	}
	both, err := Concat(ctx, []*Tensor{x.WithShape([]int{x.n}), y.WithShape([]int{y.n})}, 0)
	if err != nil {
		return nil, err
	}
	c := view[bool](cond.buf)
	ci, xi, yi := indexer(shape, cond.shape), indexer(shape, x.shape), indexer(shape, y.shape)
	return pick(ctx, both, shape, n, 1, func(i int) int {
		if c[ci(i)] {
			return xi(i)
		}
		return x.n + yi(i)
	})
}

// whereBlock is how many elements of a condition are looked at together.
const whereBlock = 1 << 16

// Where1 lists the coordinates of the elements that are not zero, in row-major order, as an int64 matrix [number,
// rank]. cond is of any shape and of bool or numbers. Source: Where.
func Where1(ctx context.Context, cond *Tensor) (*Tensor, error) {
	flags := cond.buf
	if cond.dtype != Bool {
		flags = make([]byte, cond.n)
		err := parallel(ctx, cond.n, 16, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				if cond.nonZero(i) {
					flags[i] = 1
				}
			}
		})
		if err != nil {
			return nil, err
		}
	}
	r, blocks := len(cond.shape), (cond.n+whereBlock-1)/whereBlock
	starts := make([]int, blocks+1)
	block := func(b int) []byte { return flags[b*whereBlock : min((b+1)*whereBlock, cond.n)] }
	err := each(ctx, blocks, whereBlock, func(b int) { starts[b+1] = bytes.Count(block(b), []byte{1}) })
	if err != nil {
		return nil, err
	}
	for b := range blocks {
		starts[b+1] += starts[b]
	}
	z, err := alloc(Int64, []int{starts[blocks], r})
	if err != nil {
		return nil, err
	}
	out := view[int64](z.buf)
	return z, each(ctx, blocks, whereBlock, func(b int) {
		rows := out[starts[b]*r : starts[b+1]*r]
		if r == 1 {
			placesOf(rows, block(b), int64(b*whereBlock))
			return
		}
		coordinatesOf(rows, block(b), b*whereBlock, cond.shape)
	})
}

// placesOf lists where flags are set, counted from base on.
func placesOf(out []int64, flags []byte, base int64) {
	k := 0
	for i, f := range flags {
		if k == len(out) {
			return
		}
		out[k] = base + int64(i)
		k += int(f)
	}
}

func coordinatesOf(out []int64, flags []byte, base int, shape []int) {
	r := len(shape)
	for i, f := range flags {
		if f == 0 {
			continue
		}
		for d, k := r-1, base+i; d >= 0; d-- {
			q := k / shape[d]
			out[d] = int64(k - q*shape[d])
			k = q
		}
		out = out[r:]
	}
}
