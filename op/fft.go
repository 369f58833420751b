package op

import "github.com/tfs-lang/tfs/tensor"

// Fourier transforms along the last axis. The others, of several axes and of real tensors, are composed of these.
var FFT, IFFT *Def

// fourierDef declares FFT or IFFT. The gradient of one is the other, but for the length as a factor.
func fourierDef(name string, inverse bool) *Def {
	return define(Def{Name: name,
		Infer: func(s *Shapes) {
			in := s.In(0)
			if !in.UnknownRank && len(in.Dims) == 0 {
				s.Fail("Shape must be at least rank 1 but is rank 0")
			}
			s.Is(in)
		},
		Eval: func(x *Exec, n *Node) error {
			return n.one(tensor.Fourier(x.Ctx, n.T(0), inverse))
		},
		Grad: func(b *B, n *Node, dy []Value) []Value {
			last := b.With(StridedSlice, Attrs{{"shrink_axis_mask", 1}}, b.One(Shape, n.In[0]), tensor.Ints32(-1),
				tensor.Ints32(0), tensor.Ints32(1))
			size := b.castLike(last, dy[0])
			if inverse {
				return b.List(b.Div(b.One(FFT, dy[0]), size))
			}
			return b.List(b.Mul(b.One(IFFT, dy[0]), size))
		}})
}
