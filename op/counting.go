package op

import (
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// Kernels that count.

// Floats is an attribute of kind list(float).
func (n *Node) Floats(name string) []float64 {
	if v, ok := n.attr(name).([]float64); ok {
		return v
	}
	var out []float64
	for _, f := range strings.Split(strings.Trim(n.def(name).Default, "[]"), ",") {
		if v, err := strconv.ParseFloat(f, 64); err == nil {
			out = append(out, v)
		}
	}
	return out
}

// Bincount counts integers, DenseBincount those of each row.
var (
	Bincount = define(Def{Name: "Bincount", Eval: func(x *Exec, n *Node) error {
		arr, size, w := n.T(0), n.T(1), n.T(2)
		if size.Len() != 1 {
			return tensor.Errorf("Shape must be rank 0 but is rank %d", size.Rank())
		}
		switch {
		case size.Int(0) < 0:
			return tensor.Errorf("size (%d) must be non-negative", size.Int(0))
		case w.Len() == 0:
			w = nil
		case w.Len() != arr.Len():
			return tensor.Errorf("Input indices and weights must have the same size.")
		}
		return n.one(tensor.Bincount(x.Ctx, arr.WithShape([]int{arr.Len()}), int(size.Int(0)), w, n.Type("T"), false))
	}, Infer: func(s *Shapes) {
		s.Is(known(s.bins(1)))
	}})
	DenseBincount = define(Def{Name: "DenseBincount", Eval: func(x *Exec, n *Node) error {
		arr, size, w := n.T(0), n.T(1), n.T(2)
		if arr.Rank() > 2 {
			return tensor.Errorf("Shape must be at most rank 2 but is rank %d", arr.Rank())
		}
		if size.Rank() != 0 {
			return tensor.Errorf("Shape must be rank 0 but is rank %d", size.Rank())
		}
		switch {
		case size.Int(0) < 0:
			return tensor.Errorf("size (%d) must be non-negative", size.Int(0))
		case w.Len() == 0:
			w = nil
		case !tensor.SameShape(w.Shape(), arr.Shape()):
			return tensor.Errorf("`weights` must be the same shape as `arr` or a length-0 `Tensor`, in which case it acts "+
				"as all weights equal to 1. Received %s",
				tensor.ShapeString(w.Shape()))
		}
		if arr.Rank() == 0 {
			arr = arr.WithShape([]int{1})
		}
		return n.one(tensor.Bincount(x.Ctx, arr, int(size.Int(0)), w, n.Type("T"), n.Bool("binary_output")))
	}, Infer: func(s *Shapes) {
		p := s.In(0)
		if !p.UnknownRank && len(p.Dims) > 2 {
			s.Fail("Shape must be at most rank 2 but is rank %d", len(p.Dims))
		}
		size := s.bins(1)
		switch {
		case p.UnknownRank:
			s.Is(unknown())
		case len(p.Dims) == 2:
			s.Is(known(p.Dims[0], size))
		default:
			s.Is(known(size))
		}
	}})
)

// Bucketize sorts numbers into buckets with given bounds.
var Bucketize = define(Def{Name: "Bucketize", Elem: true, Infer: same(0), Eval: func(x *Exec, n *Node) error {
	var bounds []float32
	for _, f := range n.Floats("boundaries") {
		bounds = append(bounds, float32(f))
	}
	return n.one(tensor.Bucketize(x.Ctx, n.T(0), bounds))
}})

// HistogramFixedWidth counts in bins of equal width.
var HistogramFixedWidth = define(Def{Name: "HistogramFixedWidth", Eval: func(x *Exec, n *Node) error {
	r, bins := n.T(1), n.T(2)
	if r.Rank() != 1 || r.Len() != 2 {
		return tensor.Errorf("value_range should be a vector of 2 elements.")
	}
	if bins.Rank() != 0 {
		return tensor.Errorf("nbins should be a scalar.")
	}
	z, err := tensor.Histogram(x.Ctx, n.T(0), r.Float(0), r.Float(1), int(bins.Int(0)))
	if err != nil {
		return err
	}
	return n.one(tensor.Cast(x.Ctx, z, n.Type("dtype")))
}, Infer: func(s *Shapes) {
	p := s.NeedRank(1, 1)
	s.NeedRank(2, 0)
	if s.err == nil && p.Dims[0] >= 0 && p.Dims[0] != 2 {
		s.Fail("Dimension must be 2 but is %d", p.Dims[0])
	}
	size := s.Size(2)
	if s.Const(2) != nil && size <= 0 {
		s.Fail("Requires nbins > 0: %d", size)
	}
	s.Is(known(size))
}})
