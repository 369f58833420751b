package op

import (
	"slices"

	"github.com/tfs-lang/tfs/tensor"
)

// Kernels that change parts of a variable: rows, slices at coordinates, a strided slice. Like all that change
// one they run whether or not somebody needs an output, in the order in which they stand.

// scatters declares ResourceScatter...: rows of the variable at indices are combined with updates.
func scatters(name, how string) *Def {
	return define(Def{Name: name, Effect: true, Keep: true, Grad: noGrad, Infer: func(s *Shapes) { s.Is() },
		Eval: func(x *Exec, n *Node) error {
			s, err := n.storage()
			if err != nil {
				return err
			}
			old, idx, up := s.Load(), n.T(1), n.T(2)
			if old.Rank() == 0 {
				return tensor.Errorf("params must be at least 1-D, got shape []")
			}
			for i, k := range idx.Ints() {
				if k < 0 || k >= old.Shape()[0] {
					return tensor.Errorf("indices%s = %d is not in [0, %d)", position(idx, i), k, old.Shape()[0])
				}
			}
			want := slices.Concat(idx.Shape(), old.Shape()[1:])
			if up.Rank() > 0 && !tensor.SameShape(up.Shape(), want) {
				return tensor.Errorf("Must have updates.shape = indices.shape + params.shape[1:] or updates.shape = [], got "+
					"updates.shape %s, indices.shape %s, params.shape %s", tensor.ShapeString(up.Shape()),
					tensor.ShapeString(idx.Shape()), tensor.ShapeString(old.Shape()))
			}
			return n.change(x, s, idx.WithShape(append(slices.Clone(idx.Shape()), 1)), up, want, how)
		}})
}

// change combines the slices of a variable at coordinates with updates, spread to a shape.
func (n *Node) change(x *Exec, s Storage, idx, up *tensor.Tensor, shape []int, how string) error {
	at, unit, err := tensor.ScatterAt(s.Load().Shape(), idx, shape)
	if err != nil {
		return err
	}
	if up, err = tensor.BroadcastTo(x.Ctx, up, shape); err != nil {
		return err
	}
	z, err := tensor.Scatter(x.Ctx, s.Load(), at, unit, up, how)
	if err != nil {
		return err
	}
	s.Store(z)
	n.Out = nil
	return nil
}

// scattersNd declares ResourceScatterNd...: slices at coordinates are combined with updates.
func scattersNd(name, how string) *Def {
	return define(Def{Name: name, Effect: true, Keep: true, Grad: noGrad, Infer: func(s *Shapes) { s.Is() },
		Eval: func(x *Exec, n *Node) error {
			s, err := n.storage()
			if err != nil {
				return err
			}
			return n.change(x, s, n.T(1), n.T(2), n.T(2).Shape(), how)
		}})
}

var (
	ResourceScatterUpdate   = scatters("ResourceScatterUpdate", "update")
	ResourceScatterAdd      = scatters("ResourceScatterAdd", "AddV2")
	ResourceScatterSub      = scatters("ResourceScatterSub", "Sub")
	ResourceScatterMul      = scatters("ResourceScatterMul", "Mul")
	ResourceScatterDiv      = scatters("ResourceScatterDiv", "RealDiv")
	ResourceScatterMax      = scatters("ResourceScatterMax", "Maximum")
	ResourceScatterMin      = scatters("ResourceScatterMin", "Minimum")
	ResourceScatterNdUpdate = scattersNd("ResourceScatterNdUpdate", "update")
	ResourceScatterNdAdd    = scattersNd("ResourceScatterNdAdd", "AddV2")
	ResourceScatterNdSub    = scattersNd("ResourceScatterNdSub", "Sub")
	ResourceScatterNdMax    = scattersNd("ResourceScatterNdMax", "Maximum")
	ResourceScatterNdMin    = scattersNd("ResourceScatterNdMin", "Minimum")
)

// ResourceStridedSliceAssign sets the part of a variable that a StridedSlice would give. Inputs: the variable,
// begin, end and strides, a value that broadcasts to the part; dimensions of 1 before those of the part are dropped.
var ResourceStridedSliceAssign = define(Def{Name: "ResourceStridedSliceAssign", Effect: true, Keep: true, Grad: noGrad,
	Infer: func(s *Shapes) { s.Is() }, Eval: func(x *Exec, n *Node) error {
		s, err := n.storage()
		if err != nil {
			return err
		}
		sp, _ := n.strides()
		old, val := s.Load(), n.T(4)
		var o laid
		if err := sp.over(old.Shape(), &o); err != nil {
			return err
		}
		from := val
		for from.Rank() > len(o.shape) && from.Shape()[0] == 1 {
			from = from.WithShape(from.Shape()[1:])
		}
		if from, err = tensor.BroadcastTo(x.Ctx, from, o.shape); err != nil {
			return tensor.Errorf("Cannot broadcast input shape %s into final shape %s", tensor.ShapeString(val.Shape()),
				tensor.ShapeString(o.shape))
		}
		at := positions(old.Shape(), o.ranges)
		z, err := tensor.Scatter(x.Ctx, old.WithShape([]int{old.Len()}), at, 1, from.WithShape([]int{from.Len()}), "update")
		if err != nil {
			return err
		}
		s.Store(z.WithShape(old.Shape()))
		n.Out = nil
		return nil
	}})

// Shower is a host that shows texts: on the streams stdout and stderr, or in files.
type Shower interface {
	Show(stream, text string) error
}

// PrintV2 shows a text on a stream: "stdout", "stderr", "log(info)" and the like, or "file://" and a path.
var PrintV2 = define(Def{Name: "PrintV2", Effect: true, Keep: true, Grad: noGrad,
	Infer: func(s *Shapes) {
		s.NeedRank(0, 0)
		s.Is()
	}, Eval: func(x *Exec, n *Node) error {
		h, ok := x.Host.(Shower)
		if !ok {
			return tensor.Errorf("there is nowhere to print to")
		}
		n.Out = nil
		return h.Show(n.Str("output_stream"), n.T(0).Str(0)+n.Str("end"))
	}})
