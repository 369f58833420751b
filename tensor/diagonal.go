package tensor

import (
	"context"
	"strings"
)

// Band is a band of diagonals of matrices, from Low to High: 0 is the main one, those above it count
// up. Align tells where short diagonals stand in rows as long as the longest: the word before _ is of
// those above, the one behind of those below (RIGHT_LEFT, LEFT_RIGHT, LEFT_LEFT, RIGHT_RIGHT).
type Band struct {
	Low, High int
	Align     string
}

// Length is how many elements diagonal d has in matrices of rows and cols.
func (b Band) Length(d, rows, cols int) int { return max(min(rows+min(0, d), cols-max(0, d)), 0) }

// Longest is the length of the longest diagonal of the band.
func (b Band) Longest(rows, cols int) int {
	return min(rows+min(b.High, 0), cols-max(b.Low, 0))
}

// place is where element (i, j) of a matrix stands among the rows of the band's diagonals, or -1.
func (b Band) place(i, j, rows, cols, longest int) int {
	d := j - i
	if d < b.Low || d > b.High {
		return -1
	}
	above, below, _ := strings.Cut(b.Align, "_")
	at := min(i, j)
	if !(d >= 0 && above == "LEFT" || d <= 0 && below == "LEFT") {
		at += longest - b.Length(d, rows, cols)
	}
	return (b.High-d)*longest + at
}

// withScalar is the elements of a tensor with those of a scalar behind them, flat.
func withScalar(ctx context.Context, x, s *Tensor) (*Tensor, error) {
	return Concat(ctx, []*Tensor{x.WithShape([]int{x.Len()}), s.WithShape([]int{1})}, 0)
}

// MatrixDiag puts diagonals, the rows of x, into matrices that are pad elsewhere. The shape of x ends
// with the number of diagonals, unless it is one, and the length of the longest (MatrixDiagV3).
func (b Band) MatrixDiag(ctx context.Context, x *Tensor, rows, cols int, pad *Tensor) (*Tensor, error) {
	outer, longest, size := b.split(x)
	shape := append(append([]int(nil), outer...), rows, cols)
	if x.dtype == String {
		return nil, NoKernel("MatrixDiag", String)
	}
	z, err := Fill(ctx, shape, pad)
	if err != nil || z.n == 0 {
		return z, err
	}
	bytes := x.dtype.Size()
	return z, parallelRows(ctx, z.n/(rows*cols), size*bytes, func(lo, hi int) {
		for o := lo; o < hi; o++ {
			out, in := z.buf[o*rows*cols*bytes:], x.buf[o*size*bytes:]
			for d := b.Low; d <= b.High; d++ {
				i, j := max(-d, 0), max(d, 0)
				from := b.place(i, j, rows, cols, longest)
				for k := range b.Length(d, rows, cols) {
					at := ((i+k)*cols + j + k) * bytes
					copy(out[at:at+bytes], in[(from+k)*bytes:])
				}
			}
		}
	})
}

func (b Band) indices(shape []int) ([]int, error) {
	n, err := Count(shape)
	if err != nil {
		return nil, err
	}
	return Make[int](n)
}

// split is the outer shape of diagonals, the length of the longest, and the elements of one matrix's.
func (b Band) split(x *Tensor) (outer []int, longest, size int) {
	s := x.Shape()
	longest, size = s[len(s)-1], s[len(s)-1]
	outer = s[:len(s)-1]
	if b.High > b.Low {
		size *= s[len(s)-2]
		outer = s[:len(s)-2]
	}
	return outer, longest, size
}

// MatrixDiagPart takes the diagonals of matrices; pad stands where a diagonal is shorter than the
// longest (MatrixDiagPartV3).
func (b Band) MatrixDiagPart(ctx context.Context, x *Tensor, pad *Tensor) (*Tensor, error) {
	s := x.Shape()
	rows, cols := s[len(s)-2], s[len(s)-1]
	longest, count := b.Longest(rows, cols), b.High-b.Low+1
	shape := append([]int(nil), s[:len(s)-2]...)
	if count > 1 {
		shape = append(shape, count)
	}
	shape = append(shape, longest)
	at, err := b.indices(shape)
	if err != nil {
		return nil, err
	}
	for k := range at {
		at[k] = x.Len()
	}
	matrix, size := rows*cols, longest*count
	for m := 0; m*size < len(at); m++ {
		for d := b.Low; d <= b.High; d++ {
			for e := range b.Length(d, rows, cols) {
				i, j := e+max(-d, 0), e+max(d, 0)
				at[m*size+b.place(i, j, rows, cols, longest)] = m*matrix + i*cols + j
			}
		}
	}
	src, err := withScalar(ctx, x, pad)
	if err != nil {
		return nil, err
	}
	return Pick(ctx, src, shape, at)
}

// MatrixSetDiag gives matrices x, [..., rows, cols] of any dtype, other diagonals: those of the band, of the same dtype
// and in the shape MatrixDiagPart gives. Source: MatrixSetDiagV3.
func (b Band) MatrixSetDiag(ctx context.Context, x, diagonals *Tensor) (*Tensor, error) {
	s := x.Shape()
	rows, cols := s[len(s)-2], s[len(s)-1]
	_, longest, size := b.split(diagonals)
	at, err := b.indices(s)
	if err != nil {
		return nil, err
	}
	for k := range at {
		if p := b.place(k/cols%rows, k%cols, rows, cols, longest); p < 0 {
			at[k] = k
		} else {
			at[k] = x.Len() + k/(rows*cols)*size + p
		}
	}
	src, err := Concat(ctx, []*Tensor{x.WithShape([]int{x.Len()}), diagonals.WithShape([]int{diagonals.Len()})}, 0)
	if err != nil {
		return nil, err
	}
	return Pick(ctx, src, s, at)
}

// MatrixBandPart keeps the elements at most lower below and upper above the main diagonal, all of a
// side when it is negative, and puts zero elsewhere (MatrixBandPart).
func MatrixBandPart(ctx context.Context, x *Tensor, lower, upper int, zero *Tensor) (*Tensor, error) {
	s := x.Shape()
	rows, cols, size := s[len(s)-2], s[len(s)-1], x.dtype.Size()
	if x.dtype == String {
		return nil, NoKernel("MatrixBandPart", String)
	}
	z, err := alloc(x.dtype, s)
	if err != nil || x.n == 0 {
		return z, err
	}
	move := mover(len(z.buf))
	return z, parallelRows(ctx, x.n/cols, cols*size, func(lo, hi int) {
		for r := lo; r < hi; r++ {
			from, to := 0, cols // what is kept
			if i := r % rows; lower >= 0 {
				from = min(max(i-lower, 0), cols)
			}
			if i := r % rows; upper >= 0 && upper < cols {
				to = max(min(i+upper+1, cols), from)
			}
			out, in := z.buf[r*cols*size:(r+1)*cols*size], x.buf[r*cols*size:]
			fill(out[:from*size], zero.buf)
			move(out[from*size:to*size], in[from*size:])
			fill(out[to*size:], zero.buf)
		}
	})
}
