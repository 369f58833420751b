package op

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// Updates of slices of a tensor at coordinates: ScatterNd, TensorScatter... and their kin.

// scattered puts updates into x at the rows that indices name. With skip rows outside of x are left out.
func scattered(ctx context.Context, x, idx, up *tensor.Tensor, how tensor.Update, skip bool) (*tensor.Tensor, error) {
	if skip {
		var err error
		if idx, up, err = inBounds(ctx, x.Shape(), idx, up); err != nil {
			return nil, err
		}
	}
	at, unit, err := tensor.ScatterAt(x.Shape(), idx, up.Shape())
	if err != nil {
		return nil, err
	}
	return tensor.Scatter(ctx, x, at, unit, up, how)
}

// rowsIn numbers the rows of indices, flattened to a matrix, that lie in a shape and those that do not.
func rowsIn(shape []int, idx *tensor.Tensor) (matrix *tensor.Tensor, in, out []int64) {
	outer := idx.Rank() - 1
	depth, rows := idx.Shape()[outer], 1
	for _, d := range idx.Shape()[:outer] {
		rows *= d
	}
	for i := range rows {
		ok := true
		for k := range depth {
			v := int(idx.Int(i*depth + k))
			ok = ok && v >= 0 && v < shape[k]
		}
		if ok {
			in = append(in, int64(i))
		} else {
			out = append(out, int64(i))
		}
	}
	return idx.WithShape([]int{rows, depth}), in, out
}

// gatherOrZero is GatherNd with zeros for the rows of indices that lie outside of x.
func gatherOrZero(ctx context.Context, x, idx *tensor.Tensor) (*tensor.Tensor, error) {
	depth := idx.Shape()[idx.Rank()-1]
	if depth > x.Rank() {
		return tensor.GatherND(ctx, x, idx, 0) // which says so
	}
	matrix, in, out := rowsIn(x.Shape(), idx)
	if len(out) == 0 {
		return tensor.GatherND(ctx, x, idx, 0)
	}
	good, err := tensor.Gather(ctx, matrix, tensor.Vector(in), 0, 0)
	if err != nil {
		return nil, err
	}
	rows, err := tensor.GatherND(ctx, x, good, 0)
	if err != nil {
		return nil, err
	}
	unit := x.Shape()[depth:]
	zeros, err := tensor.New(x.DType(), append([]int{len(in) + len(out)}, unit...))
	if err != nil {
		return nil, err
	}
	at := tensor.Vector(in).WithShape([]int{len(in), 1})
	z, err := scattered(ctx, zeros, at, rows, tensor.UpdateSet, false)
	if err != nil {
		return nil, err
	}
	return z.WithShape(append(append([]int{}, idx.Shape()[:idx.Rank()-1]...), unit...)), nil
}

// inBounds are the indices of rows that lie in a shape, as a matrix, and their updates.
func inBounds(ctx context.Context, shape []int, idx, up *tensor.Tensor) (*tensor.Tensor, *tensor.Tensor, error) {
	tail := up.Shape()[idx.Rank()-1:]
	idx, in, out := rowsIn(shape, idx)
	up = up.WithShape(append([]int{len(in) + len(out)}, tail...))
	z, err := tensor.Gather(ctx, idx, tensor.Vector(in), 0, 0)
	if err != nil {
		return nil, nil, err
	}
	w, err := tensor.Gather(ctx, up, tensor.Vector(in), 0, 0)
	return z, w, err
}

// skipsBad reads what is to become of rows outside: whether they are left out.
func (n *Node) skipsBad() (bool, error) {
	switch s := n.Str("bad_indices_policy"); s {
	case "", "DEFAULT", "ERROR":
		return false, nil
	case "IGNORE":
		return true, nil
	default:
		return false, tensor.Errorf("Unknown bad indices handling attribute: %s", s)
	}
}

func tensorScatter(name string, how tensor.Update, grad gradient) *Def {
	return define(Def{Name: name, Grad: grad, Infer: func(s *Shapes) {
		s.needScattered(1, 2, s.In(0))
		s.Is(s.In(0))
	}, Eval: func(x *Exec, n *Node) error {
		skip, err := n.skipsBad()
		if err != nil {
			return err
		}
		t, idx, up := n.T(0), n.T(1), n.T(2)
		if name == "ScatterNdNonAliasingAdd" {
			idx, up, err = slicesOf(t, idx, up)
		} else {
			err = fitsScatter(t.Shape(), idx, up, false)
		}
		if err != nil {
			return err
		}
		return n.one(scattered(x.Ctx, t, idx, up, how, skip))
	}})
}

// fitsScatter refuses indices and updates that do not fit a tensor of a shape, in the words of ScatterNd or those of
// the kernels that change a tensor.
func fitsScatter(shape []int, idx, up *tensor.Tensor, nd bool) error {
	size, _ := tensor.Count(shape)
	if nd && len(shape) == 0 { // of the vector that tells the shape
		size = 0
	}
	is, us := tensor.ShapeString(idx.Shape()), tensor.ShapeString(up.Shape())
	switch {
	case idx.Rank() == 0:
		return tensor.Errorf("Indices shape must have rank at least one. Found:%s", is)
	case up.Rank() == 0:
		return tensor.Errorf("Updates shape must have rank at least one. Found:%s", us)
	case idx.Len()+up.Len() > 0 && (size == 0 || idx.Len() == 0 || up.Len() == 0):
		return tensor.Errorf("Indices and updates specified for empty output shape")
	}
	outer := idx.Rank() - 1
	depth, of := idx.Shape()[outer], tensor.ShapeString(shape)
	if up.Rank() < outer || !tensor.SameShape(idx.Shape()[:outer], up.Shape()[:outer]) {
		if nd {
			return tensor.Errorf("Dimensions [0,%d) of indices[shape=%s] must match dimensions [0,%d) of updates[shape=%s]", outer,
				is, outer, us)
		}
		return tensor.Errorf("Outer dimensions of indices and update must match. Indices shape: %s, updates shape:%s", is, us)
	}
	inner := len(shape) - depth
	same := up.Rank()-outer == inner
	if same && tensor.SameShape(shape[depth:], up.Shape()[outer:]) {
		return nil
	}
	switch {
	case nd:
		return tensor.Errorf("Dimensions [%d,%d) of input[shape=%s] must match dimensions [%d,%d) of updates[shape=%s]", depth,
			len(shape), of, outer, up.Rank(), us)
	case same:
		return tensor.Errorf("The inner %d dimensions of output.shape=%s must match the inner %d dimensions of updates.shape=%s",
			inner, of, inner, us)
	}
	return tensor.Errorf("Inner dimensions of output shape must match inner dimensions of updates shape. Output: %s updates: %s",
		of, us)
}

// needScattered refuses updates that are known not to fit indices into a tensor of shape out: their first dimensions
// are those of the indices less the last one, the others the last of out.
func (s *Shapes) needScattered(indices, updates int, out tensor.PartialShape) {
	idx, up := s.In(indices), s.In(updates)
	if idx.UnknownRank || up.UnknownRank || len(idx.Dims) == 0 {
		return
	}
	outer, same := len(idx.Dims)-1, true
	for i := range min(outer, len(up.Dims)) {
		same = same && (idx.Dims[i] == up.Dims[i] || idx.Dims[i] < 0 || up.Dims[i] < 0)
	}
	if !same || len(up.Dims) < outer {
		s.Fail("Dimensions [0,%d) of indices[shape=%s] = %s must match dimensions [0,%d) of updates[shape=%s] = %s", outer,
			shapeText(idx), shapeText(known(idx.Dims[:outer]...)), outer, shapeText(up),
			shapeText(known(up.Dims[:min(outer, len(up.Dims))]...)))
		return
	}
	depth := idx.Dims[outer]
	if out.UnknownRank || depth < 0 || depth > len(out.Dims) {
		return
	}
	unit := tensor.PartialShape{Dims: out.Dims[depth:]}
	if got := (tensor.PartialShape{Dims: up.Dims[outer:]}); !unit.Compatible(got) {
		s.Fail("Dimensions [%d,%d) of input[shape=%s] = %s must match dimensions [%d,%d) of updates[shape=%s] = %s", depth,
			len(out.Dims), shapeText(out), shapeText(unit), outer, len(up.Dims), shapeText(up), shapeText(got))
	}
}

// Copies of a tensor with some of its rows changed.
var (
	TensorScatterAdd = tensorScatter("TensorScatterAdd", tensor.UpdateAdd, func(b *B, n *Node, dy []Value) []Value {
		return b.List(dy[0], nil, b.One(GatherNd, dy[0], n.In[1]))
	})
	TensorScatterSub = tensorScatter("TensorScatterSub", tensor.UpdateSub, func(b *B, n *Node, dy []Value) []Value {
		return b.List(dy[0], nil, b.Neg(b.One(GatherNd, dy[0], n.In[1])))
	})
	TensorScatterMax = tensorScatter("TensorScatterMax", tensor.UpdateMax, scatterExtremeGrad)
	TensorScatterMin = tensorScatter("TensorScatterMin", tensor.UpdateMin, scatterExtremeGrad)
)

// scatterExtremeGrad shares the gradient among all that equal the result.
func scatterExtremeGrad(b *B, n *Node, dy []Value) []Value {
	x, idx, up, g := n.In[0], n.In[1], n.In[2], dy[0]
	mine := b.castLike(b.One(Equal, x, n.Out[0]), g)
	theirs := b.castLike(b.One(Equal, up, b.One(GatherNd, n.Out[0], idx)), g)
	count := b.Add(mine, b.One(ScatterNd, idx, theirs, b.castLike(b.Shape(x), idx)))
	return b.List(b.Div(b.Mul(g, mine), count), nil, b.Mul(b.One(GatherNd, b.Div(g, count), idx), theirs))
}

func tensorScatterUpdateDef() *Def {
	return tensorScatter("TensorScatterUpdate", tensor.UpdateSet, func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.One(TensorScatterUpdate, dy[0], n.In[1], b.Zero(n.In[2])), nil, b.One(GatherNd, dy[0], n.In[1]))
	})
}

func scatterNdDef() *Def {
	return define(Def{Name: "ScatterNd", Eval: func(x *Exec, n *Node) error {
		skip, err := n.skipsBad()
		if err != nil {
			return err
		}
		up := n.T(1)
		if err := fitsScatter(n.T(2).Ints(), n.T(0), up, true); err != nil {
			return err
		}
		how := tensor.UpdateAdd
		if d := up.DType(); d == tensor.Bool || d == tensor.String {
			how = tensor.UpdateSet
		}
		zero, err := tensor.New(up.DType(), nil)
		if err != nil {
			return err
		}
		z, err := tensor.Fill(x.Ctx, n.T(2).Ints(), zero)
		if err != nil {
			return err
		}
		return n.one(scattered(x.Ctx, z, n.T(0), up, how, skip))
	}, Infer: func(s *Shapes) {
		out := shaped(s.Vector(2))
		s.needScattered(0, 1, out)
		s.Is(out)
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		return b.List(nil, b.One(GatherNd, dy[0], n.In[0]), nil)
	}})
}
