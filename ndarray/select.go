package ndarray

import "context"

// Selection is what index arrays choose: for each of the broadcast positions, whose shape is
// Shape, one sub-array of Rest. The positions come at dimension At of the result.
type Selection struct {
	Rest  *Array // the dimensions that no index array goes along
	Shape []int
	Moves []int // per position, the distance in bytes from Rest's elements
	At    int
}

// ResultShape is the shape of the selected elements.
//
//go:noinline
func (s *Selection) ResultShape() []int {
	r := s.Rest.shape
	return append(append(append([]int(nil), r[:s.At]...), s.Shape...), r[s.At:]...)
}

// parts splits an array of the result's shape: the place of each position, and the sub-array
// there.
func (s *Selection) parts(a *Array) (places []int, rest *Array) {
	k := s.At + len(s.Shape)
	pos := &Array{shape: s.Shape, strides: a.strides[s.At:k], n: count(s.Shape), dtype: a.dtype}
	shape := append(append([]int(nil), a.shape[:s.At]...), a.shape[k:]...)
	st := append(append([]int(nil), a.strides[:s.At]...), a.strides[k:]...)
	return pos.Places(), a.derive(a.dtype, shape, st, a.offset)
}

// Get copies the selected elements.
func (s *Selection) Get(ctx context.Context) (*Array, error) {
	z, err := NewContext(ctx, s.Rest.dtype, s.ResultShape(), false)
	if err != nil || z.n == 0 {
		return z, err
	}
	places, rest := s.parts(z)
	return z, s.each(ctx, rest, s.Rest, places, s.Moves)
}

// Takes tells whether an array broadcasts to the result's shape.
func (s *Selection) Takes(src *Array) bool {
	shape := s.ResultShape()
	_, ok := src.Trim(len(shape)).BroadcastTo(shape)
	return ok
}

// Put writes an array of the result's type to the selected places; ok is false when it does not
// broadcast to the result's shape.
func (s *Selection) Put(ctx context.Context, src *Array) (ok bool, err error) {
	if src.buf == s.Rest.buf {
		if src, err = src.Copy(ctx, 'C'); err != nil {
			return true, err
		}
	}
	shape := s.ResultShape()
	b, ok := src.Trim(len(shape)).BroadcastTo(shape)
	if !ok || b.n == 0 {
		return ok, nil
	}
	places, rest := s.parts(b)
	return true, s.each(ctx, s.Rest, rest, s.Moves, places)
}

// each copies one sub-array per position from src to dst, which both move along.
func (s *Selection) each(ctx context.Context, dst, src *Array, to, from []int) error {
	z, x := *dst, *src
	if z.n == 1 && z.dtype.Kind != 'O' && z.dtype.Swap == x.dtype.Swap {
		size := z.dtype.Size
		out, in := z.buf.own(), x.buf.data
		for i := range to {
			if i&0xffff == 0xffff && ctx.Err() != nil {
				return ctx.Err()
			}
			o, k := z.offset+to[i], x.offset+from[i]
			switch size {
			case 8:
				copy(out[o:o+8], in[k:k+8])
			case 4:
				copy(out[o:o+4], in[k:k+4])
			case 1:
				out[o] = in[k]
			default:
				copy(out[o:o+size], in[k:k+size])
			}
		}
		return nil
	}
	for i := range to {
		z.offset, x.offset = dst.offset+to[i], src.offset+from[i]
		if err := move(ctx, &z, &x); err != nil {
			return err
		}
	}
	return nil
}
