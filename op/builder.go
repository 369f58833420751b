package op

import (
	"slices"

	"github.com/tfs-lang/tfs/tensor"
)

// B builds with kernels: after a failure every step gives nil and Err is the first failure, so that
// what is made of several kernels reads as a formula. Gradients and composite functions are written
// with it; they run eagerly or add nodes to a graph, whatever their inputs are.
type B struct {
	*Exec
	Err error
}

// Do runs a kernel and gives its outputs.
func (b *B) Do(d *Def, at Attrs, in ...Value) []Value {
	if b.Err != nil || slices.Contains(in, nil) {
		return make([]Value, len(d.Row().Out))
	}
	n, err := b.Exec.Do(d, at, in...)
	if err != nil {
		b.Err = err
		return make([]Value, len(d.Row().Out))
	}
	return n.Out
}

// One is Do for a kernel with one output and its attributes at their defaults.
//
//go:noinline
func (b *B) One(d *Def, in ...Value) Value { return b.With(d, nil, in...) }

// With is One with attributes.
func (b *B) With(d *Def, at Attrs, in ...Value) Value {
	if b.Err != nil || slices.Contains(in, nil) {
		return nil
	}
	y, err := b.Exec.One(d, at, in...)
	if err != nil {
		b.Err = err
		return nil
	}
	return y
}

// Tensor is a step's result when it is known whatever the inputs are; nil else and after a failure.
func (b *B) Tensor(v Value) *tensor.Tensor { return Constant(v) }

// Fail records a failure unless there is one.
//
//go:noinline
func (b *B) Fail(err error) {
	if b.Err == nil {
		b.Err = err
	}
}

// List is the gradients of a kernel's inputs, nil for each that has none.
func (b *B) List(v ...Value) []Value { return v }

// Like is a number in the element type of a value.
func (b *B) Like(v Value, x float64) Value {
	if v == nil {
		return nil
	}
	t, err := tensor.Cast(b.Ctx, tensor.Scalar(x), v.DType())
	if err != nil {
		b.Fail(err)
		return nil
	}
	return t
}

// Arithmetic by name: each is one kernel.

// Add is x + y.
//
//go:noinline
func (b *B) Add(x, y Value) Value { return b.One(AddV2, x, y) }

// Sub is x - y.
//
//go:noinline
func (b *B) Sub(x, y Value) Value { return b.One(Sub, x, y) }

// Mul is x * y.
//
//go:noinline
func (b *B) Mul(x, y Value) Value { return b.One(Mul, x, y) }

// Div is x / y.
//
//go:noinline
func (b *B) Div(x, y Value) Value { return b.One(RealDiv, x, y) }

// Neg is -x.
//
//go:noinline
func (b *B) Neg(x Value) Value { return b.One(Neg, x) }

// Scale is x times a number.
func (b *B) Scale(x Value, by float64) Value { return b.Mul(x, b.Like(x, by)) }

// Plus is x plus a number.
func (b *B) Plus(x Value, n float64) Value { return b.Add(x, b.Like(x, n)) }

// Conj is the complex conjugate, of real numbers the number.
func (b *B) Conj(x Value) Value {
	if x == nil || !x.DType().IsComplex() {
		return x
	}
	return b.One(Conj, x)
}

// Where chooses x where the condition holds, else y.
//
//go:noinline
func (b *B) Where(cond, x, y Value) Value { return b.One(SelectV2, cond, x, y) }

// Unwatched is One for a kernel that depends on a value's shape alone: tapes are not told of it.
func (b *B) Unwatched(d *Def, v Value) Value {
	if v == nil || b.Err != nil {
		return nil
	}
	x := *b.Exec
	x.Tape = nil
	y, err := x.One(d, nil, v)
	if err != nil {
		b.Fail(err)
	}
	return y
}

// Zero is zeros shaped as a value.
//
//go:noinline
func (b *B) Zero(x Value) Value { return b.One(ZerosLike, x) }

// Shape is the dimensions of a value, int32.
func (b *B) Shape(x Value) Value {
	if x == nil {
		return nil
	}
	if p := StaticShape(x); p.FullyDefined() {
		return tensor.Ints32(p.Dims...)
	}
	return b.One(Shape, x)
}

// Unbroadcast sums a gradient over the axes along which an input was spread to the result's shape.
func (b *B) Unbroadcast(dy, x, other Value) Value {
	if dy == nil || x == nil || other == nil {
		return nil
	}
	p, q := StaticShape(x), StaticShape(other)
	if p.FullyDefined() && q.FullyDefined() {
		mine, _ := broadcastAxes(p.Dims, q.Dims)
		if len(mine) == 0 && p.FullyDefined() && slices.Equal(StaticShape(dy).Dims, p.Dims) {
			return dy
		}
		return b.One(Reshape, b.One(Sum, dy, tensor.Ints32(mine...)), tensor.Ints32(p.Dims...))
	}
	shape := b.Shape(x)
	axes := b.Do(BroadcastGradientArgs, nil, shape, b.Shape(other))[0]
	return b.One(Reshape, b.One(Sum, dy, axes), shape)
}

// both is the gradients of the two inputs of a kernel that broadcasts.
func (b *B) both(n *Node, dx, dy Value) []Value {
	return []Value{b.Unbroadcast(dx, n.In[0], n.In[1]), b.Unbroadcast(dy, n.In[1], n.In[0])}
}

// broadcastAxes lists the axes of the common shape along which each of two shapes is spread.
func broadcastAxes(x, y []int) (ofX, ofY []int) {
	rank := max(len(x), len(y))
	at := func(s []int, i int) int {
		if i -= rank - len(s); i >= 0 {
			return s[i]
		}
		return 1
	}
	for i := range rank {
		a, b := at(x, i), at(y, i)
		if a == 1 && (b != 1 || i < rank-len(x)) {
			ofX = append(ofX, i)
		}
		if b == 1 && (a != 1 || i < rank-len(y)) {
			ofY = append(ofY, i)
		}
		if a == 1 && b == 1 && i >= rank-len(x) && i >= rank-len(y) {
			ofX, ofY = append(ofX, i), append(ofY, i)
		}
	}
	return ofX, ofY
}
