package op

import (
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// Kernels that change parts of a variable: rows, slices at coordinates, a strided slice. Like all that change
// one they run whether or not somebody needs an output, in the order in which they stand.

// scatters declares ResourceScatter...: rows of the variable at indices are combined with updates.
func scatters(name string, how tensor.Update) *Def {
	return define(Def{Name: name, Effect: true, Keep: true, Grad: noGrad, Infer: func(s *Shapes) { s.Is() },
		Eval: func(x *Exec, n *Node) error {
			s, err := n.storage()
			if err != nil {
				return err
			}
			old, idx, up := s.Load(), n.T(1), n.T(2)
			var want []int
			if old.Rank() > 0 {
				want = slices.Concat(idx.Shape(), old.Shape()[1:])
			}
			if old.Rank() == 0 || up.Rank() > 0 && !tensor.SameShape(up.Shape(), want) {
				return tensor.Errorf("Must have updates.shape = indices.shape + params.shape[1:] or updates.shape = [], got "+
					"updates.shape %s, indices.shape %s, params.shape %s", tensor.ShapeString(up.Shape()),
					tensor.ShapeString(idx.Shape()), tensor.ShapeString(old.Shape()))
			}
			for i, k := range idx.Ints() {
				if k < 0 || k >= old.Shape()[0] {
					return tensor.Errorf("indices%s = %d is not in [0, %d)", position(idx, i), k, old.Shape()[0])
				}
			}
			return n.change(x, s, idx.WithShape(append(slices.Clone(idx.Shape()), 1)), up, want, how)
		}})
}

// change combines the slices of a variable at coordinates with updates, spread to a shape.
func (n *Node) change(x *Exec, s Storage, idx, up *tensor.Tensor, shape []int, how tensor.Update) error {
	if d := s.Holds(); !how.Takes(d) || d == tensor.String && how != tensor.UpdateSet {
		return tensor.Errorf("No OpKernel was registered to support Op '%s' used by {{node %s}} with these attrs: [%s=%s]",
			n.Def.Name, n.Def.Name, n.Def.Row().In[2].TypeAttr, d.EnumName())
	}
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
func scattersNd(name string, how tensor.Update) *Def {
	return define(Def{Name: name, Effect: true, Keep: true, Grad: noGrad, Infer: func(s *Shapes) { s.Is() },
		Eval: func(x *Exec, n *Node) error {
			s, err := n.storage()
			if err != nil {
				return err
			}
			idx, up, err := slicesOf(s.Load(), n.T(1), n.T(2))
			if err != nil {
				return err
			}
			return n.change(x, s, idx, up, up.Shape(), how)
		}})
}

// slicesOf are the coordinates of slices of a variable and their updates, whose shapes must fit: the leading
// dimensions of updates are those of the indices, the others those of a slice. Of a vector of indices
// TensorFlow takes the first, which numbers a row.
func slicesOf(old, idx, up *tensor.Tensor) (*tensor.Tensor, *tensor.Tensor, error) {
	if old.Rank() == 0 {
		return nil, nil, tensor.Errorf("Output must be at least 1-D, got shape: []")
	}
	is, us := idx.Shape(), up.Shape()
	it, ut := tensor.ShapeString(is), tensor.ShapeString(us)
	if idx.Len()+up.Len() > 0 && (old.Len() == 0 || idx.Len() == 0 || up.Len() == 0) {
		return nil, nil, tensor.Errorf("Indices and updates specified for empty output.  indices shape: %s", it)
	}
	if a, b := sizeOf(idx, 0), sizeOf(up, 0); len(is) == 0 || len(us) == 0 || a != b {
		return nil, nil, tensor.Errorf("Dimensions [0,1) of indices[shape=%s] = %d must match dimensions [0,1) of "+
			"updates[shape=%s] = %d", it, a, ut, b)
	}
	outer, depth := 1, 1
	if r := len(is); r > 1 {
		outer, depth = r-1, is[r-1]
	}
	aligned := len(us)-outer == old.Rank()-depth
	if len(us) < outer || aligned && !tensor.SameShape(is[:outer], us[:outer]) {
		return nil, nil, tensor.Errorf("Dimensions [0,%d) of indices[shape=%s] must match dimensions [0,%d) of "+
			"updates[shape=%s]", outer, it, outer, ut)
	}
	if !aligned || !tensor.SameShape(old.Shape()[depth:], us[outer:]) {
		return nil, nil, tensor.Errorf("Dimensions [%d,%d) of input[shape=%s] must match dimensions [%d,%d) of "+
			"updates[shape=%s]", depth, old.Rank(), tensor.ShapeString(old.Shape()), depth, len(us), ut)
	}
	if len(is) == 1 {
		n := min(is[0], 1)
		idx, up = idx.Rows(0, n).WithShape([]int{n, 1}), up.Rows(0, n)
	}
	return idx, up, nil
}

var (
	ResourceScatterUpdate   = scatters("ResourceScatterUpdate", tensor.UpdateSet)
	ResourceScatterAdd      = scatters("ResourceScatterAdd", tensor.UpdateAdd)
	ResourceScatterSub      = scatters("ResourceScatterSub", tensor.UpdateSub)
	ResourceScatterMul      = scatters("ResourceScatterMul", tensor.UpdateMul)
	ResourceScatterDiv      = scatters("ResourceScatterDiv", tensor.UpdateDiv)
	ResourceScatterMax      = scatters("ResourceScatterMax", tensor.UpdateMax)
	ResourceScatterMin      = scatters("ResourceScatterMin", tensor.UpdateMin)
	ResourceScatterNdUpdate = scattersNd("ResourceScatterNdUpdate", tensor.UpdateSet)
	ResourceScatterNdAdd    = scattersNd("ResourceScatterNdAdd", tensor.UpdateAdd)
	ResourceScatterNdSub    = scattersNd("ResourceScatterNdSub", tensor.UpdateSub)
	ResourceScatterNdMax    = scattersNd("ResourceScatterNdMax", tensor.UpdateMax)
	ResourceScatterNdMin    = scattersNd("ResourceScatterNdMin", tensor.UpdateMin)
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
		flat := func(t *tensor.Tensor) *tensor.Tensor { return t.WithShape([]int{t.Len()}) }
		z, err := tensor.Scatter(x.Ctx, flat(old), at, 1, flat(from), tensor.UpdateSet)
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

// shownOn are the streams of PrintV2 besides files.
var shownOn = strings.Fields("stdout stderr log(info) log(warning) log(error)")

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
		to := n.Str("output_stream")
		if !strings.HasPrefix(to, "file://") && !slices.Contains(shownOn, to) {
			return tensor.Errorf("Unknown output stream: %s, Valid streams are: %s", to, strings.Join(shownOn, " "))
		}
		return h.Show(to, n.T(0).Str(0)+n.Str("end"))
	}})
