package np

import (
	"context"

	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
)

// Sums and products of floats in NumPy's order, which is that of the memory: an array is walked through along its
// strides, the longest first, dimensions that lie behind one another as one. A folded dimension that is innermost is
// summed pairwise in eight lanes and multiplied one by one; what lies outside is added to the results in its order.

// layout is what a reduction knows of the array it was given when its dimensions have been put in memory's order.
type layout struct {
	order []int  // the dimensions, the longest stride first; nil as they are
	gaps  []bool // whether a dimension does not lie right behind the next one; nil nowhere
	cast  bool   // converted on the way, in pieces
}

// copyPiece is how many elements NumPy copies together or converts, and then folds, at a time; whole runs where they are
// shorter.
const copyPiece = 8192

// along gives an array with its dimensions in memory's order, and the options for it: the folded ones stay as 1.
func (o *foldOptions) along(a *array, d tensor.DType) (*array, *foldOptions) {
	in := *o
	in.layout = layout{cast: a.DType().Num != d}
	if o.where != nil || a.IsObject() {
		return a, &in
	}
	if order := ndarray.Order(a); order != nil {
		place := ndarray.Inverse(order)
		in.layout.order = order
		a, in.keep, in.axes, in.out = a.Permute(order), true, make([]int, len(o.axes)), nil
		for i, k := range o.axes {
			in.axes[i] = place[k]
		}
	}
	if !a.CContiguous() {
		shape, strides := a.Shape(), a.Strides()
		in.layout.gaps = make([]bool, len(shape))
		for i := range len(shape) - 1 {
			in.layout.gaps[i] = shape[i] > 1 && strides[i] != shape[i+1]*strides[i+1]
		}
	}
	return a, &in
}

// back puts the dimensions of a result where they were, and drops the folded ones if o does not keep them.
func (l *layout) back(z *array, o *foldOptions) *array {
	if l.order == nil {
		return z
	}
	z = inOrder(l.order, z)
	if !o.keep {
		drop := map[int]bool{}
		for _, k := range o.axes {
			drop[k] = true
		}
		z = z.Squeeze(drop)
	}
	return z.Rebase()
}

// terms are the elements of what is folded in order.
type terms interface {
	float32 | float64 | complex64 | complex128
}

// foldInOrder is the sum or product of floats or complex numbers.
func foldInOrder(t *thread, x *tensor.Tensor, o *foldOptions, product bool) (*tensor.Tensor, error) {
	f := newFolding(x.Shape(), o, product)
	shape := o.folded(x.Shape())
	switch d := x.DType(); d {
	case tensor.Float64:
		return walked(t.Ctx, f, x, shape, pairs64, nil)
	case tensor.Float32:
		return walked(t.Ctx, f, x, shape, pairs32, nil)
	case tensor.Complex128:
		return walked(t.Ctx, f, x, shape, pairs128, nil)
	case tensor.Complex64:
		return walked(t.Ctx, f, x, shape, pairsC64, nil)
	default: // 16-bit ones: each result of a step is rounded
		wide, err := tensor.Gradual(t.Ctx, x, tensor.Float32)
		if err != nil {
			return nil, err
		}
		round := func(v float32) float32 { return tensor.ToHalf(v).Float32() }
		if d == tensor.BFloat16 {
			round = func(v float32) float32 { return tensor.ToBHalf(v).Float32() }
		}
		z, err := walked(t.Ctx, f, wide, shape, pairs32, round)
		if err != nil {
			return nil, err
		}
		return tensor.Gradual(t.Ctx, z, d)
	}
}

// A span is dimensions that are walked through as one.
type span struct {
	n       int
	reduced bool
	in, out int // how far on the next element and its result are
}

// A folding is a walk through all elements, the last span innermost.
type folding struct {
	spans   []span
	results int
	product bool
	piece   int // the most terms that are added together, 0 for any
}

func newFolding(shape []int, o *foldOptions, product bool) *folding {
	f := &folding{results: 1, product: product}
	red := o.reduced(len(shape))
	gap, solid := false, 1 // whether there is one in the last span, and what lies together behind it
	for i, d := range shape {
		last := len(f.spans) - 1
		if d == 1 {
			continue
		}
		if last >= 0 && f.spans[last].reduced == red[i] {
			f.spans[last].n *= d
		} else {
			f.spans = append(f.spans, span{n: d, reduced: red[i]})
			gap, solid = false, 1
		}
		solid *= d
		if o.layout.gaps != nil && o.layout.gaps[i] && i < len(shape)-1 {
			gap, solid = true, 1
		}
	}
	switch {
	case gap:
		f.piece = max(copyPiece/solid, 1) * solid
	case o.layout.cast:
		f.piece = copyPiece
	}
	if len(f.spans) == 0 {
		f.spans = []span{{n: 1, reduced: true}}
	}
	step := 1
	for i := len(f.spans) - 1; i >= 0; i-- {
		s := &f.spans[i]
		s.in = step
		step *= s.n
		if !s.reduced {
			s.out = f.results
			f.results *= s.n
		}
	}
	return f
}

// shared is the span whose elements are independent of one another, for the cores to share: the first that is kept.
func (f *folding) shared() int {
	for i, s := range f.spans {
		if !s.reduced {
			return i
		}
	}
	return -1
}

func walked[T terms](ctx context.Context, f *folding, x *tensor.Tensor, shape []int, pairs pairwiseOf[T],
	round func(T) T) (*tensor.Tensor, error) {
	z, err := tensor.NewContext(ctx, x.DType(), shape)
	if err != nil || z.Len() == 0 {
		return z, err
	}
	w := &walk[T]{folding: f, ctx: ctx, x: tensor.Slice[T](x), z: tensor.Slice[T](z), pairwiseOf: pairs, round: round}
	if f.product {
		for i := range w.z {
			w.z[i] = 1
		}
	}
	if len(w.x) == 0 {
		return z, nil
	}
	k := f.shared()
	if k < 0 {
		w.step(0, 0, 0, -1, 0, 0)
		return z, ctx.Err()
	}
	n := f.spans[k].n
	return z, tensor.Parallel(ctx, n, len(w.x)/n*8, func(lo, hi int) {
		piece := hi - lo
		if k == len(f.spans)-1 {
			piece = 2048 // columns, so that their results stay in the first-level cache
		}
		for ; lo < hi; lo += piece {
			w.step(0, 0, 0, k, lo, min(lo+piece, hi))
		}
	})
}

// A walk is a folding of elements of a type.
type walk[T terms] struct {
	*folding
	ctx  context.Context
	x, z []T
	pairwiseOf[T]
	round func(v T) T // of each sum or product; nil for none
}

// A pairwiseOf sums terms of a type pairwise, half(n) of n first.
type pairwiseOf[T terms] struct {
	pairs func(v []T) T
	half  func(n int) int
}

var (
	pairs32  = pairwiseOf[float32]{pairwise[float32], half}
	pairs64  = pairwiseOf[float64]{pairwise[float64], half}
	pairsC64 = pairwiseOf[complex64]{pairwiseComplex[complex64], halfComplex}
	pairs128 = pairwiseOf[complex128]{pairwiseComplex[complex128], halfComplex}
)

// step folds what lies at and behind an element along the spans from one on, of span k only lo to hi, into the
// results from out on.
func (w *walk[T]) step(span, in, out, k, lo, hi int) {
	s := w.spans[span]
	from, to := lo, hi
	if span != k {
		from, to = 0, s.n
	}
	switch {
	case span < len(w.spans)-1:
		for i := from; i < to && (s.in < 1<<16 || w.ctx.Err() == nil); i++ {
			w.step(span+1, in+i*s.in, out+i*s.out, k, lo, hi)
		}
	case s.reduced:
		w.z[out] = w.fold(w.z[out], w.x[in+from:in+to])
	default:
		w.columns(w.z[out+from:out+to], w.x[in+from:in+to])
	}
}

// fold is a result with more terms.
func (w *walk[T]) fold(acc T, v []T) T {
	switch {
	case w.product:
		for i, e := range v {
			if acc *= e; w.round != nil {
				acc = w.round(acc)
			}
			if i&0xfffff == 0xfffff && w.ctx.Err() != nil {
				break
			}
		}
		return acc
	case w.piece > 0:
		for ; len(v) > w.piece; v = v[w.piece:] {
			acc += w.pairs(v[:w.piece])
		}
	}
	if acc += w.sum(v); w.round != nil {
		acc = w.round(acc)
	}
	return acc
}

// sum is pairs of many terms on all cores: of its branches from some depth on.
func (w *walk[T]) sum(v []T) T {
	const branch = 1 << 16
	if len(w.spans) > 1 || len(v) <= branch {
		return w.pairs(v)
	}
	var branches [][]T
	var split func(v []T)
	split = func(v []T) {
		if len(v) <= branch {
			branches = append(branches, v)
			return
		}
		h := w.half(len(v))
		split(v[:h])
		split(v[h:])
	}
	split(v)
	sums := make([]T, len(branches))
	_ = tensor.Parallel(w.ctx, len(sums), branch*8, func(lo, hi int) { // stopped, nobody sees the result
		for i := lo; i < hi; i++ {
			sums[i] = w.pairs(branches[i])
		}
	})
	var join func(n int) T
	join = func(n int) (s T) {
		if n <= branch {
			s, sums = sums[0], sums[1:]
			return s
		}
		h := w.half(n)
		s = join(h)
		return s + join(n-h)
	}
	return join(len(v))
}

// columns folds a term into each of some results.
func (w *walk[T]) columns(z, v []T) {
	v = v[:len(z)]
	switch {
	case w.product:
		for i, e := range v {
			z[i] *= e
		}
	default:
		for i, e := range v {
			z[i] += e
		}
	}
	if w.round != nil {
		for i, e := range z {
			z[i] = w.round(e)
		}
	}
}

// pairwise sums halves of long runs separately, and short runs in eight lanes.
func pairwise[T float32 | float64](v []T) T {
	n := len(v)
	switch {
	case n < 8:
		var s T
		for i, e := range v {
			if i == 0 {
				s = e
			} else {
				s += e
			}
		}
		return s
	case n <= 128:
		var r [8]T
		copy(r[:], v)
		i := 8
		for ; i < n-n%8; i += 8 {
			for k := range r {
				r[k] += v[i+k]
			}
		}
		s := ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
		for ; i < n; i++ {
			s += v[i]
		}
		return s
	}
	h := half(n)
	return pairwise(v[:h]) + pairwise(v[h:])
}

// half is how many of n terms are summed first.
func half(n int) int { return n/2 - n/2%8 }

// pairwiseComplex is pairwise in four lanes.
func pairwiseComplex[T complex64 | complex128](v []T) T {
	n := len(v)
	switch {
	case n < 4:
		var s T
		for _, e := range v {
			s += e
		}
		return s
	case n <= 64:
		r := [4]T(v)
		i := 4
		for ; i < n-n%4; i += 4 {
			for k := range r {
				r[k] += v[i+k]
			}
		}
		s := (r[0] + r[1]) + (r[2] + r[3])
		for ; i < n; i++ {
			s += v[i]
		}
		return s
	}
	h := halfComplex(n)
	return pairwiseComplex(v[:h]) + pairwiseComplex(v[h:])
}

func halfComplex(n int) int { return (n - n%8) / 2 }
