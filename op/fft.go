package op

import "github.com/tfs-lang/tfs/tensor"

// Fourier transforms along the last one, two or three axes, of complex numbers and, where half of the result tells all,
// of real ones; and their inverses. By number of axes.
var fourier, fourierInverse, fourierReal, fourierBack [4]*Def

func defineFourier() {
	for rank, name := range [...]string{1: "FFT", 2: "FFT2D", 3: "FFT3D"} {
		if rank > 0 {
			fourier[rank], fourierInverse[rank] = fourierDef(name, rank, false), fourierDef("I"+name, rank, true)
			fourierReal[rank], fourierBack[rank] = realDef("R"+name, rank, false), realDef("IR"+name, rank, true)
		}
	}
}

// hasRank refuses inputs of too few axes.
func (s *Shapes) hasRank(rank int) tensor.PartialShape {
	in := s.In(0)
	if !in.UnknownRank && len(in.Dims) < rank {
		s.Fail("Shape must be at least rank %d but is rank %d", rank, len(in.Dims))
	}
	return in
}

// count is the number of elements along the last rank axes of x.
func (b *B) count(x Value, rank int) Value { return b.Count(b.Part(b.Shape(x), -rank, ToEnd)) }

// inverse is one over a number, in the element type of a real value.
func (b *B) inverse(n, like Value) Value { return b.Div(b.Like(like, 1), b.castLike(n, like)) }

// fourierDef declares a transform of complex numbers. The gradient of one is the other, but for the size as a factor.
func fourierDef(name string, rank int, inverse bool) *Def {
	return define(Def{Name: name,
		Infer: func(s *Shapes) { s.Is(s.hasRank(rank)) },
		Eval: func(x *Exec, n *Node) error {
			return n.one(tensor.Fourier(x.Ctx, n.T(0), rank, inverse))
		},
		Grad: func(b *B, n *Node, dy []Value) []Value {
			size := b.count(dy[0], rank)
			if inverse {
				part := b.With(Real, Attrs{{"Tout", dy[0].DType().Real()}}, dy[0])
				return b.List(b.Mul(b.One(fourier[rank], dy[0]), b.castLike(b.inverse(size, part), dy[0])))
			}
			return b.List(b.Mul(b.One(fourierInverse[rank], dy[0]), b.castLike(size, dy[0])))
		}})
}

// realDef declares a transform of real numbers, or its inverse.
func realDef(name string, rank int, inverse bool) *Def {
	d := Def{Name: name,
		Infer: func(s *Shapes) { inferReal(s, rank, inverse) },
		Eval: func(x *Exec, n *Node) error {
			size := n.T(1)
			if size.Rank() != 1 || size.Len() != rank {
				return tensor.Errorf("fft_length must have shape [%d]", rank)
			}
			part, whole := n.Type("Treal"), n.Type("Tcomplex")
			if (part == tensor.Float64) != (whole == tensor.Complex128) {
				from, to, way := part, whole, "forward"
				if inverse {
					from, to, way = whole, part, "backward"
				}
				return tensor.Errorf("Wrong types for %s real FFT: in=%s out=%s", way, from.EnumName(), to.EnumName())
			}
			lengths := make([]int, rank)
			for i := range lengths {
				lengths[i] = int(size.Int(i))
			}
			return n.one(tensor.RealFourier(x.Ctx, n.T(0), lengths, inverse))
		}}
	if rank < 3 { // as in TensorFlow
		d.Grad = func(b *B, n *Node, dy []Value) []Value {
			switch {
			case inverse:
				return b.List(b.backGrad(n, dy[0], rank), nil)
			case rank == 1:
				return b.List(b.realGrad(n, dy[0]), nil)
			}
			return b.List(b.wholeGrad(n, dy[0], rank), nil)
		}
	}
	return define(d)
}

// inferReal: the last axes have the lengths, the very last of a forward transform half of its own and one more.
func inferReal(s *Shapes, rank int, inverse bool) {
	in := s.hasRank(rank)
	if in.UnknownRank {
		s.Is(in)
		return
	}
	dims := append([]int(nil), in.Dims...)
	lengths, ok := s.Vector(1)
	if ok && len(lengths) != rank {
		s.Fail("Dimension must be %d but is %d", rank, len(lengths))
	}
	for i := max(0, len(dims)-rank); i < len(dims); i++ {
		dims[i] = -1
		if at := i - len(dims) + rank; ok && at < len(lengths) && lengths[at] >= 0 {
			dims[i] = lengths[at]
			if !inverse && at == rank-1 && dims[i] > 0 {
				dims[i] = dims[i]/2 + 1
			}
		}
	}
	s.Is(tensor.PartialShape{Dims: dims})
}

// lastOf is the part of a value's last axis from lo to the scalar hi.
func (b *B) lastOf(x Value, lo int, hi Value) Value {
	end := b.Packed(tensor.Scalar(int32(0)), hi)
	return b.With(StridedSlice, Attrs{{"ellipsis_mask", 1}}, x, tensor.Ints32(0, lo), end, tensor.Ints32(1, 1))
}

// realGrad is the gradient of RFFT: half of the inverse transform and of what the first and, for even lengths, the
// last number stand for, which are there once.
func (b *B) realGrad(n *Node, dy Value) Value {
	part := dy.DType().Real()
	length := b.Element(n.In[1], -1)
	x := b.With(fourierBack[1], Attrs{{"Treal", part}}, dy, n.In[1])
	re := b.With(Real, Attrs{{"Tout", part}}, dy)
	last := b.With(StridedSlice, Attrs{{"ellipsis_mask", 1}, {"end_mask", 2}}, re, tensor.Ints32(0, -1),
		tensor.Ints32(0, 0), tensor.Ints32(1, 1))
	one, two := tensor.Scalar(int32(1)), tensor.Scalar(int32(2))
	even := b.Sub(one, b.One(FloorMod, length, two))
	signs := b.Sub(one, b.Mul(two, b.One(FloorMod, b.One(Range, tensor.Scalar(int32(0)), length, one), two)))
	rest := b.Mul(b.Mul(b.castLike(even, re), last), b.castLike(signs, re))
	rest = b.Add(b.lastOf(re, 0, one), rest)
	return b.Scale(b.Add(b.Mul(x, b.castLike(length, x)), rest), 0.5)
}

// wholeGrad is the gradient of RFFT2D: the inverse transform of what is there, zeros for the rest.
func (b *B) wholeGrad(n *Node, dy Value, rank int) Value {
	zeros := b.With(ZerosLike, nil, dy)
	whole := b.lastOf(b.With(ConcatV2, nil, dy, zeros, tensor.Scalar(int32(-1))), 0, b.Element(n.In[1], -1))
	x := b.With(Real, Attrs{{"Tout", dy.DType().Real()}}, b.One(fourierInverse[rank], whole))
	return b.Mul(x, b.castLike(b.Count(n.In[1]), x))
}

// backGrad is the gradient of IRFFT and its like: the transform, twice where a number stands for two.
func (b *B) backGrad(n *Node, dy Value, rank int) Value {
	whole := n.In[0].DType()
	length, zero := b.Element(n.In[1], -1), tensor.Scalar(int32(0))
	at := b.One(Range, zero, b.Element(b.Shape(n.In[0]), -1), tensor.Scalar(int32(1)))
	once := b.One(LogicalOr, b.One(Equal, at, zero), b.One(Equal, b.Mul(at, tensor.Scalar(int32(2))), length))
	mask := b.Where(once, b.Like(dy, 1), b.Like(dy, 2))
	mask = b.Mul(b.inverse(b.count(dy, rank), dy), mask)
	y := b.With(fourierReal[rank], Attrs{{"Tcomplex", whole}}, dy, n.In[1])
	return b.Mul(y, b.With(Cast, Attrs{{"DstT", whole}}, mask))
}
