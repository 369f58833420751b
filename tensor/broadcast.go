package tensor

import (
	"context"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// Operands of different shapes: how their rows lie beside those of the result.

// rowChunk is how many elements of a row are computed at a time where an operand is spread along it, and how many
// there are in short rows that are computed together: what is laid out for them stays in the first-level cache.
const rowChunk = 512

// broadcast handles operands of which both vary: it walks the rows of the output and
// spreads the operand that is constant along a row.
func (o *BinOp) broadcast(ctx context.Context, k binKernel, z, x, y *Tensor) error {
	dims, xs, ys := collapse(z.shape, x.shape, y.shape)
	r := len(dims)
	inner, xi, yi := dims[r-1], xs[r-1], ys[r-1]
	sx, sz := x.dtype.Size(), z.dtype.Size()
	rows := z.n / inner
	if inner <= rowChunk/4 {
		return o.shortRows(ctx, k, z, x, y)
	}
	step := inner
	if xi == 0 || yi == 0 {
		step = min(inner, rowChunk)
	}
	return parallelRows(ctx, rows, inner*sx*3, o.inMode(x.dtype, func(lo, hi int) {
		var tmp []byte
		if step < inner || xi == 0 || yi == 0 {
			tmp = newBuf(step * sx)
		}
		for row := lo; row < hi; row++ {
			xo, yo := offsets(row, dims[:r-1], xs, ys)
			if xi == 0 {
				fill(tmp, x.buf[xo*sx:(xo+1)*sx])
			} else if yi == 0 {
				fill(tmp, y.buf[yo*sx:(yo+1)*sx])
			}
			for at := 0; at < inner; at += step {
				m := min(step, inner-at)
				a, b := tmp, tmp
				if xi != 0 {
					a = x.buf[(xo+at)*sx:]
				}
				if yi != 0 {
					b = y.buf[(yo+at)*sx:]
				}
				p := row*inner + at
				k(z.buf[p*sz:(p+m)*sz], a[:m*sx], b[:m*sx])
			}
		}
	}))
}

// inMode is f in one mode of the processor for all its kernels, where those are vector kernels whose Go loops round
// as they do.
func (o *BinOp) inMode(d DType, f func(lo, hi int)) func(lo, hi int) {
	if k, _ := vectorTwo(o.Name, d); k == nil || o.Name == "Pow" || o.mode&loop.Gradual != 0 {
		return f
	}
	return inMode(d, f)
}

// shortRows is broadcast for rows so short that a call for each would cost more than the work: the operands of
// several rows are laid out one behind the other.
func (o *BinOp) shortRows(ctx context.Context, k binKernel, z, x, y *Tensor) error {
	dims, xs, ys := collapse(z.shape, x.shape, y.shape)
	r := len(dims)
	inner, sx, sz := dims[r-1], x.dtype.Size(), z.dtype.Size()
	rows, group := z.n/inner, rowChunk/inner
	return parallelRows(ctx, (rows+group-1)/group, rowChunk*sx*3, o.inMode(x.dtype, func(lo, hi int) {
		px, py := newPlace(dims[:r-1], xs, lo*group), newPlace(dims[:r-1], ys, lo*group)
		tmpX, tmpY := newBuf(group*inner*sx), newBuf(group*inner*sx)
		for g := lo; g < hi; g++ {
			first, last := g*group, min((g+1)*group, rows)
			n := (last - first) * inner
			a := px.layRows(tmpX, x, last-first, inner, z.n, xs[r-1] == 0)
			b := py.layRows(tmpY, y, last-first, inner, z.n, ys[r-1] == 0)
			k(z.buf[first*inner*sz:(first*inner+n)*sz], a[:n*sx], b[:n*sx])
		}
	}))
}

// A place walks over positions: where the element of each lies that strides tell.
type place struct {
	dims, st, pos []int
	at            int
}

// newPlace is at position i.
//
//go:noinline
func newPlace(dims, st []int, i int) *place {
	p := &place{dims: dims, st: st, pos: make([]int, len(dims))}
	for k := len(dims) - 1; k >= 0; k-- {
		p.pos[k] = i % dims[k]
		p.at += p.pos[k] * st[k]
		i /= dims[k]
	}
	return p
}

// next goes to the next position, from the last back to the first.
func (p *place) next() {
	for k := len(p.dims) - 1; k >= 0; k-- {
		p.at += p.st[k]
		if p.pos[k]++; p.pos[k] < p.dims[k] {
			return
		}
		p.at -= p.st[k] * p.dims[k]
		p.pos[k] = 0
	}
}

// layRows lays the next rows of an operand, of inner elements each, one behind the other into tmp. Where they lie so
// in the operand itself, which has all elements of the result, it is that run.
func (p *place) layRows(tmp []byte, x *Tensor, rows, inner, all int, spread bool) []byte {
	size := x.dtype.Size()
	row := inner * size
	from := p.at
	for i := range rows {
		if x.n != all {
			layOut(tmp[i*row:(i+1)*row], x.buf[p.at*size:], size, spread)
		}
		p.next()
	}
	if x.n == all {
		return x.buf[from*size:]
	}
	return tmp
}

// layOut fills z with one element of size bytes, or with as many of them.
func layOut(z, v []byte, size int, spread bool) {
	if !spread {
		copy(z, v)
		return
	}
	switch size {
	case 4:
		all, e := view[uint32](z), view[uint32](v[:4])[0]
		for i := range all {
			all[i] = e
		}
	case 8:
		all, e := view[uint64](z), view[uint64](v[:8])[0]
		for i := range all {
			all[i] = e
		}
	default:
		fill(z, v[:size])
	}
}

func fill(z, v []byte) {
	if len(z) == 0 {
		return
	}
	n := copy(z, v)
	for n < len(z) {
		n += copy(z[n:], z[:n])
	}
}

// parallelRows is parallel for units larger than an element.
func parallelRows(ctx context.Context, n, cost int, f func(lo, hi int)) error {
	if n*cost <= grain {
		f(0, n)
		return ctx.Err()
	}
	step := max(1, grain/max(cost, 1))
	return each(ctx, (n+step-1)/step, grain, func(i int) { f(i*step, min((i+1)*step, n)) })
}

// collapse merges neighbouring dimensions in which both operands behave alike and gives
// each operand's stride in elements, 0 where it is spread.
func collapse(shape, x, y []int) (dims, xs, ys []int) {
	n := len(shape)
	sx, sy := 1, 1
	for i := n - 1; i >= 0; i-- {
		a, b := 1, 1
		if j := i - (n - len(x)); j >= 0 {
			a = x[j]
		}
		if j := i - (n - len(y)); j >= 0 {
			b = y[j]
		}
		px, py := sx, sy
		if a == 1 {
			px = 0
		}
		if b == 1 {
			py = 0
		}
		sx, sy = sx*a, sy*b
		if shape[i] == 1 {
			continue
		}
		if m := len(dims); m > 0 && (px == 0) == (xs[m-1] == 0) && (py == 0) == (ys[m-1] == 0) {
			dims[m-1] *= shape[i]
			continue
		}
		dims, xs, ys = append(dims, shape[i]), append(xs, px), append(ys, py)
	}
	if len(dims) == 0 {
		return []int{1}, []int{0}, []int{0}
	}
	reverse(dims)
	reverse(xs)
	reverse(ys)
	return dims, xs, ys
}

func reverse[T any](v []T) {
	for i, j := 0, len(v)-1; i < j; i, j = i+1, j-1 {
		v[i], v[j] = v[j], v[i]
	}
}

// offsets is where the operands of one output row start.
func offsets(row int, dims, xs, ys []int) (x, y int) {
	for i := len(dims) - 1; i >= 0; i-- {
		c := row % dims[i]
		row /= dims[i]
		x += c * xs[i]
		y += c * ys[i]
	}
	return x, y
}
