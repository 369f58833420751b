package tensor

// Elementwise operations on parts of tensors: for chains of them that go through memory block by block, each block
// through all of them while it is near the processor.

// Block computes an operation on runs of typed memory: z of x, and of y where it takes two arguments. body is the
// number of leading elements that lie in whole packets of their tensor.
type Block func(z, x, y []byte, body int)

// Block is the operation for a type and the type of its result; nil where there is none.
func (o *UnOp) Block(d DType) (Block, DType) {
	k := o.kernels[d.Base()]
	if k == nil || d != d.Base() {
		return nil, d
	}
	if o.out != nil {
		d = o.out(d)
	}
	return func(z, x, _ []byte, body int) { k(z, x, body) }, d
}

// Block is the operation for a type and the type of its result; nil where there is none, and where it refuses some
// arguments.
func (o *BinOp) Block(d DType) (Block, DType) {
	k := o.kernels[d.Base()]
	if k == nil || d != d.Base() || d.IsInteger() && o.refuses() {
		return nil, d
	}
	if o.toBool {
		d = Bool
	}
	return func(z, x, y []byte, _ int) { k(z, x, y) }, d
}

// CastBlock is the conversion between two types, nil where it takes more than one step.
func CastBlock(from, to DType) Block {
	if from != from.Base() || to != to.Base() || casts[from][to] == nil {
		return nil
	}
	k := casts[from][to]
	return func(z, x, _ []byte, _ int) { k(z, x) }
}

// Packets is how many of n elements lie in whole packets, which decides how float32 functions round.
func Packets(d DType, n int) int {
	if d == Float64 {
		return n - n%4
	}
	return n - n%8
}

// Spread is a run of n elements of the size of v, all of them v.
func Spread(v []byte, n int) []byte {
	out := newBuf(n * len(v))
	fill(out, v)
	return out
}

// Blank makes a tensor whose elements are not set yet, for a kernel that sets all of them.
func Blank(d DType, shape []int) (*Tensor, error) { return alloc(d, shape) }

// Refit makes a tensor that nobody else holds one of another type and shape, whose elements are not set yet. It tells
// whether its memory was of the right size.
func (t *Tensor) Refit(d DType, shape []int) bool {
	n := 1
	for _, k := range shape {
		n *= k
	}
	need := n * d.Size()
	if t.dtype == String || d == String || t.from != nil || need > cap(t.buf) || need < cap(t.buf)/2 &&
		cap(t.buf) > smallBytes {
		return false
	}
	t.dtype, t.shape, t.n, t.buf = d, shape, n, t.buf[:need]
	return true
}
