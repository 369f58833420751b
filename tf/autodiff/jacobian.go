package autodiff

import (
	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/nest"
)

// jacobian is the derivatives of each element of the target: the target's dimensions, then the source's.
func (g *gradientTape) jacobian(t *py.Thread, target, sources, unconnected py.Value) (py.Value, error) {
	zero, err := ZeroWanted(unconnected)
	if err != nil {
		return nil, err
	}
	if target == py.None || nest.IsNested(target) {
		return nil, py.Raisef(py.AttributeErrorClass, "'%s' object has no attribute 'shape'", py.TypeOf(target).TypeName()).
			WithHint("the target of a jacobian is one tensor.")
	}
	ys, err := endpoints(target)
	if err != nil {
		return nil, err
	}
	xs, err := endpoints(sources)
	if err != nil {
		return nil, err
	}
	tape, err := g.take(t)
	if err != nil {
		return nil, err
	}
	b := bind.BuilderOf(t)
	y := ys[0].Val
	if y == nil {
		return nil, py.TypeErrorf("the target of a jacobian is a tensor, not %s", py.ReprOf(ys[0].Of))
	}
	if !graph.Differentiable(elementType(y)) {
		return PackGradients(b, sources, xs, make([]op.Value, len(xs)), false)
	}
	gs, err := JacobianRows(t, b, y, func(seed op.Value) []op.Value {
		return tape.Gradient(b, []op.Value{y}, []op.Value{seed}, vals(xs))
	}, vals(xs), "jacobian")
	if err != nil {
		return nil, err
	}
	dims := op.StaticShape(y).Dims
	if zero || product(dims) == 0 {
		for k, d := range gs {
			if d == nil && xs[k].Val != nil && (zero || graph.Differentiable(elementType(xs[k].Val))) {
				gs[k] = zeroJacobian(b, dims, xs[k].Val)
			}
		}
	}
	return PackGradients(b, sources, xs, gs, false)
}

// JacobianRows is the derivatives of each element of y by each of xs, computed with a weight of one for that
// element; nil for an x that y does not depend on.
func JacobianRows(t *py.Thread, b *op.B, y op.Value, gradients func(seed op.Value) []op.Value, xs []op.Value,
	what string) ([]op.Value, error) {
	dims, n, err := fullShape(y, what)
	if err != nil {
		return nil, err
	}
	columns := make([][]op.Value, len(xs))
	for i := range n {
		if err := t.Check(); err != nil {
			return nil, err
		}
		for k, d := range gradients(unit(b, y.DType(), dims, i)) {
			columns[k] = append(columns[k], b.Dense(d))
		}
		if b.Err != nil {
			return nil, bind.Wrap(t, b.Err, "", true)
		}
	}
	gs := make([]op.Value, len(xs))
	for k, col := range columns {
		gs[k] = stackRows(b, col, dims, xs[k])
	}
	if b.Err != nil {
		return nil, bind.Wrap(t, b.Err, "", true)
	}
	return gs, nil
}

// fullShape is the dimensions of a target and the number of its elements, which must be known.
func fullShape(y op.Value, what string) ([]int, int, error) {
	p := op.StaticShape(y)
	if !p.FullyDefined() {
		return nil, 0, py.ValueErrorf("%s needs a target whose shape is known while the function is traced, not %s", what,
			p).
			WithHint("give the function an input_signature with the sizes, or ask outside of it.")
	}
	n, err := tensor.Count(p.Dims)
	return p.Dims, n, err
}

// unit is zeros with a one at place i.
func unit(b *op.B, d tensor.DType, dims []int, i int) op.Value {
	n, _ := tensor.Count(dims)
	x := make([]float64, n)
	x[i] = 1
	t, err := tensor.Cast(b.Ctx, tensor.FromSlice(dims, x), d)
	if err != nil {
		b.Fail(err)
		return nil
	}
	return t
}

// stackRows puts the gradients of a target's elements together; nil when there is none.
func stackRows(b *op.B, rows []op.Value, dims []int, x op.Value) op.Value {
	var like op.Value
	for _, r := range rows {
		if r != nil {
			like = r
		}
	}
	if like == nil {
		return nil
	}
	for i, r := range rows {
		if r == nil {
			rows[i] = b.Zero(like)
		}
	}
	all := b.With(op.Pack, op.Attrs{{Name: "N", Value: len(rows)}}, rows...)
	shape := b.One(op.ConcatV2, tensor.Ints32(dims...), b.Shape(like), tensor.Scalar(int32(0)))
	return b.One(op.Reshape, all, shape)
}

func zeroJacobian(b *op.B, dims []int, x op.Value) op.Value {
	if s, ok := x.(op.Storage); ok {
		x = s.Load()
	}
	shape := b.One(op.ConcatV2, tensor.Ints32(dims...), b.Shape(x), tensor.Scalar(int32(0)))
	return b.One(op.Fill, shape, b.Like(x, 0))
}

// batchJacobian is the derivatives of each row of the target by the same row of the source.
func (g *gradientTape) batchJacobian(t *py.Thread, target, source, unconnected py.Value) (py.Value, error) {
	if _, err := ZeroWanted(unconnected); err != nil {
		return nil, err
	}
	ys, err := endpoints(target)
	if err != nil {
		return nil, err
	}
	xs, err := endpoints(source)
	if err != nil {
		return nil, err
	}
	for _, e := range []Endpoint{ys[0], xs[0]} {
		if e.Val == nil {
			return nil, py.TypeErrorf("batch_jacobian takes tensors, not %s", py.ReprOf(e.Of))
		}
		if p := op.StaticShape(e.Val); !p.UnknownRank && len(p.Dims) < 2 {
			if len(p.Dims) == 0 { // TensorFlow looks at the first dimension first
				return nil, py.NewExc(py.IndexErrorClass, "list index out of range")
			}
			return nil, py.ValueErrorf("Shape %s must have rank at least 2", p)
		}
	}
	y, x := ys[0].Val, xs[0].Val
	dims, _, err := fullShape(y, "batch_jacobian")
	if err != nil {
		return nil, err
	}
	if q := op.StaticShape(x); q.FullyDefined() && q.Dims[0] != dims[0] {
		return nil, py.ValueErrorf("Need first dimension of target shape (%s) and source shape (%s) to match.",
			tensor.KnownShape(dims), q)
	}
	tape, err := g.take(t)
	if err != nil {
		return nil, err
	}
	b := bind.BuilderOf(t)
	var rows []op.Value
	some := product(dims[1:])
	if !graph.Differentiable(elementType(y)) {
		some = 0
	}
	for i := range some {
		if err := t.Check(); err != nil {
			return nil, err
		}
		one := unit(b, y.DType(), append([]int{1}, dims[1:]...), i)
		d := b.Dense(tape.Gradient(b, []op.Value{y}, []op.Value{b.One(op.BroadcastTo, one, tensor.Ints32(dims...))},
			[]op.Value{x})[0])
		if b.Err != nil {
			return nil, bind.Wrap(t, b.Err, "", true)
		}
		if d == nil { // TensorFlow gives zeros here, whatever is asked for what is not connected
			d = b.Zero(x)
		}
		rows = append(rows, d)
	}
	if len(rows) == 0 {
		return noRows(b, y, x, dims)
	}
	all := b.With(op.Pack, op.Attrs{{Name: "N", Value: len(rows)}, {Name: "axis", Value: 1}}, rows...)
	rest := b.With(op.StridedSlice, op.Attrs{{Name: "end_mask", Value: 1}}, b.Shape(x), tensor.Ints32(1),
		tensor.Ints32(0), tensor.Ints32(1))
	z := b.One(op.Reshape, all, b.One(op.ConcatV2, tensor.Ints32(dims...), rest, tensor.Scalar(int32(0))))
	if b.Err != nil {
		return nil, bind.Wrap(t, b.Err, "", true)
	}
	return z, nil
}

// noRows is the batch jacobian of a target without derivatives: zeros of its own type.
func noRows(b *op.B, y, x op.Value, dims []int) (py.Value, error) {
	shape := b.One(op.ConcatV2, tensor.Ints32(dims...), b.Part(b.Shape(x), 1, op.ToEnd), tensor.Scalar(int32(0)))
	z := b.One(op.Fill, shape, b.Like(y, 0))
	return z, b.Err
}

func product(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}
