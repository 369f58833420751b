package ragged

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
)

// tracedShape is the DynamicRaggedShape of a ragged tensor of a function that is being traced: the lengths of its rows
// are known only when the function runs.
type tracedShape struct {
	of    *bind.SymRagged
	dtype tensor.DType
}

func init() { py.Register[*tracedShape](dynamicShapeClass) }

func (s *tracedShape) sizeType() tensor.DType { return s.dtype }
func (s *tracedShape) partitions() int        { return len(s.of.Splits) }
func (s *tracedShape) rank() int              { return s.partitions() + s.innerRank() }

// innerRank counts the dense dimensions: those of the flat values.
func (s *tracedShape) innerRank() int { return max(len(op.StaticShape(s.of.Flat).Dims), 1) }

// lengths describes every dimension by what is known of it now: a number or None. Row lengths are not.
func (s *tracedShape) lengths(bool) *py.List {
	out := py.NewList()
	add := func(n int) {
		if n < 0 {
			out.Items = append(out.Items, py.None)
		} else {
			out.Items = append(out.Items, int64(n))
		}
	}
	rows := -1
	if p := op.StaticShape(s.of.Splits[0]); !p.UnknownRank {
		rows = max(p.Dims[0]-1, -1)
	}
	add(rows)
	for i := range s.of.Splits {
		add(s.uniform(i + 1))
	}
	if p := op.StaticShape(s.of.Flat); !p.UnknownRank {
		for _, n := range p.Dims[1:] {
			add(n)
		}
	}
	return out
}

// uniform is the one length of all rows of an axis of the partitions, -1 where they may differ.
func (s *tracedShape) uniform(axis int) int {
	if p := s.of.Shape; !p.UnknownRank && axis < len(p.Dims) {
		return p.Dims[axis]
	}
	return -1
}

// size is one size: of the rows and of dense dimensions a tensor of the graph where it is not known.
func (s *tracedShape) size(t *py.Thread, axis int) (py.Value, error) {
	switch n := s.lengths(false).Items[axis].(type) {
	case int64:
		return tensor.Cast(t.Ctx, tensor.Scalar(n), s.dtype)
	}
	if axis == 0 {
		nrows, err := py.GetAttr(t, s.of, "nrows")
		if err != nil {
			return nil, err
		}
		return py.Call(t, nrows, []py.Value{s.dtype}, nil)
	}
	if axis <= s.partitions() {
		return nil, py.ValueErrorf("Index %d is not uniform", axis)
	}
	inner, err := s.inner(t)
	if err != nil {
		return nil, err
	}
	return py.GetItem(t, inner, int64(axis-s.partitions()))
}

// inner is the shape of the flat values.
func (s *tracedShape) inner(t *py.Thread) (py.Value, error) {
	return public.Shape.Run(t, s.of.Flat.(py.Value), s.dtype)
}

// filled is what a function that makes a tensor of a shape makes of the flat values' shape, in the rows of this one.
func (s *tracedShape) filled(t *py.Thread, makes *bind.Op, rest []py.Value) (py.Value, error) {
	inner, err := s.inner(t)
	if err != nil {
		return nil, err
	}
	z, err := makes.Run(t, append([]py.Value{inner}, rest...))
	if err != nil {
		return nil, err
	}
	return s.rows(t, z)
}

// spread is a value in the rows of the shape.
func (s *tracedShape) spread(t *py.Thread, v py.Value) (py.Value, error) {
	if parts := bind.Components(v); py.TypeOf(v) == bind.RaggedClass { // in its type of row splits
		like := *s
		like.dtype, s = parts[1].DType(), &like
	}
	frame, err := s.filled(t, public.Fill.Op(), []py.Value{true})
	if err != nil {
		return nil, err
	}
	return public.Where.Run(t, frame, v, v)
}

// unforeseen is the error of what a shape whose lengths are known only when the function runs cannot give.
func (s *tracedShape) unforeseen(what string) error {
	return py.ValueErrorf("%s of the shape of a ragged tensor (%s) is known only when the function runs: take it of the "+
		"ragged tensor itself", what, shapeText(s))
}
