package op

import "github.com/tfs-lang/tfs/tensor"

// Kernels that round numbers to what they would be when kept as integers of few bits, and their gradients.
var (
	FakeQuantWithMinMaxArgs           = fakeQuant("FakeQuantWithMinMaxArgs", 0)
	FakeQuantWithMinMaxArgsGradient   = fakeQuantGradient("FakeQuantWithMinMaxArgsGradient", 0)
	FakeQuantWithMinMaxVars           = fakeQuant("FakeQuantWithMinMaxVars", 1)
	FakeQuantWithMinMaxVarsGradient   = fakeQuantGradient("FakeQuantWithMinMaxVarsGradient", 1)
	FakeQuantWithMinMaxVarsPerChannel = fakeQuant("FakeQuantWithMinMaxVarsPerChannel", 2)

	FakeQuantWithMinMaxVarsPerChannelGradient = fakeQuantGradient("FakeQuantWithMinMaxVarsPerChannelGradient", 2)
)

// fakeQuant is a kernel whose bounds are attributes (kind 0), scalars (1) or a pair for each channel (2).
func fakeQuant(name string, kind int) *Def {
	return define(Def{Name: name, Eval: func(x *Exec, n *Node) error {
		r, l, err := n.quantRanges(0, kind)
		if err != nil {
			return err
		}
		return n.one(tensor.FakeQuant(x.Ctx, n.T(0), r, l))
	}, Infer: func(s *Shapes) { s.Is(s.quantBounds(0, kind)) }, Grad: func(b *B, n *Node, dy []Value) []Value {
		at := Attrs{{"num_bits", n.Int("num_bits")}, {"narrow_range", n.Bool("narrow_range")}}
		switch kind {
		case 0:
			at = append(at, KV{"min", n.Float("min")}, KV{"max", n.Float("max")})
			return b.Do(FakeQuantWithMinMaxArgsGradient, at, dy[0], n.In[0])
		case 1:
			return b.Do(FakeQuantWithMinMaxVarsGradient, at, dy[0], n.In[0], n.In[1], n.In[2])
		}
		return b.Do(FakeQuantWithMinMaxVarsPerChannelGradient, at, dy[0], n.In[0], n.In[1], n.In[2])
	}})
}

func fakeQuantGradient(name string, kind int) *Def {
	return define(Def{Name: name, Grad: noGrad, Eval: func(x *Exec, n *Node) error {
		dy, in := n.T(0), n.T(1)
		switch {
		case tensor.SameShape(dy.Shape(), in.Shape()):
		case kind == 0:
			return tensor.Errorf("Inputs to operation %s of type %s must have the same size and shape.  Input 0: %s != input 1: %s",
				name, name, tensor.ShapeString(dy.Shape()), tensor.ShapeString(in.Shape()))
		default:
			return tensor.Errorf("gradient and input must be the same size")
		}
		r, l, err := n.quantRanges(1, kind)
		if err != nil {
			return err
		}
		dx, dmin, dmax, err := tensor.FakeQuantGrad(x.Ctx, dy, in, r, l)
		switch {
		case err != nil:
			return err
		case kind == 0:
			return n.Give(dx)
		case kind == 1:
			dmin, dmax = dmin.WithShape(nil), dmax.WithShape(nil)
		}
		return n.Give(dx, dmin, dmax)
	}, Infer: func(s *Shapes) {
		in := s.quantBounds(1, kind)
		switch kind {
		case 0:
			s.Is(in)
		case 1:
			s.Is(in, known(), known())
		default:
			s.Is(in, s.In(2), s.In(2))
		}
	}})
}

// quantRanges reads the bounds that belong to input i, and the levels between them.
func (n *Node) quantRanges(i, kind int) (r tensor.Ranges, l tensor.Levels, err error) {
	if kind == 0 {
		lo, hi := float32(n.Float("min")), float32(n.Float("max"))
		if !(lo < hi) {
			return r, l, tensor.Errorf("min has to be smaller than max, was: %g >= %g", lo, hi)
		}
		r = tensor.Ranges{Min: []float32{lo}, Max: []float32{hi}, Fixed: true}
	}
	if l, err = tensor.LevelsOf(n.Int("num_bits"), n.Bool("narrow_range")); err != nil || kind == 0 {
		return r, l, err
	}
	for k, name := range []string{"min", "max"} {
		bound := n.T(i + 1 + k)
		switch {
		case bound.Rank() != kind-1:
			return r, l, tensor.Errorf("`%s` must be rank %d but is rank %d", name, kind-1, bound.Rank())
		case kind == 1:
		case n.T(i).Rank() == 0:
			return r, l, tensor.Errorf("inputs must have channels, but are a scalar")
		case bound.Len() != n.T(i).Shape()[n.T(i).Rank()-1]:
			return r, l, tensor.Errorf("%s has incorrect size, expected %d was %d", name, n.T(i).Shape()[n.T(i).Rank()-1],
				bound.Len())
		}
	}
	return tensor.Ranges{Min: tensor.Slice[float32](n.T(i + 1)), Max: tensor.Slice[float32](n.T(i + 2))}, l, nil
}

// quantBounds is the shape of input i, whose last dimension bounds of channels must have.
func (s *Shapes) quantBounds(i, kind int) tensor.PartialShape {
	in := s.In(i)
	if kind == 0 {
		return in
	}
	lo, hi := s.NeedRank(i+1, kind-1), s.NeedRank(i+2, kind-1)
	if kind == 1 || s.err != nil || in.UnknownRank || len(in.Dims) == 0 {
		return in
	}
	last := len(in.Dims) - 1
	return with(in, last, s.merge(s.merge(in.Dims[last], lo.Dims[0]), hi.Dims[0]))
}
