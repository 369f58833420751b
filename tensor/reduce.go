package tensor

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// A reduction folds rows. row reduces n contiguous elements; cols adds one row of elements
// to a row of accumulators, in the order TensorFlow's CPU kernels use.
type redKernel struct {
	row  rowFold
	cols colFold
	out  DType
	seq  colFold // cols one row after the other; nil where the order does not show
}

type (
	rowFold func(z, x []byte, rows, n, first int)
	colFold func(z, x []byte, outer, r, c int)
)

// redOps are the foldings that Reduce computes.
var redOps [numFolds][numDTypes]*redKernel

func setRed(d DType, f Fold, k *redKernel) { redOps[f][d] = k }

// sums of floats: leaves of P-lane packets, split recursively, as Eigen does.
type summable interface {
	float32 | float64
}

func lanes[T summable]() int {
	var z T
	if _, ok := any(z).(float32); ok {
		return 8
	}
	return 4
}

func sumLeaf[T summable](x []T) T {
	p := lanes[T]()
	var t T
	if p == 8 {
		var l [8]T
		i, n := 0, len(x)
		if n >= 32 {
			i = n &^ 31
			for j := 0; j < 8; j += 2 { // eight running sums at a time stay in registers
				var p0, p1, p2, p3, q0, q1, q2, q3 T
				for k := j; k+25 < i; k += 32 {
					v := x[k : k+26 : k+26]
					p0, q0 = p0+v[0], q0+v[1]
					p1, q1 = p1+v[8], q1+v[9]
					p2, q2 = p2+v[16], q2+v[17]
					p3, q3 = p3+v[24], q3+v[25]
				}
				l[j], l[j+1] = p0+p1+p2+p3, q0+q1+q2+q3
			}
		}
		for ; i+8 <= n; i += 8 {
			for j := range 8 {
				l[j] += x[i+j]
			}
		}
		for ; i < n; i++ {
			t += x[i]
		}
		s0, s1, s2, s3 := l[0]+l[4], l[1]+l[5], l[2]+l[6], l[3]+l[7]
		return t + ((s0 + s2) + (s1 + s3))
	}
	var a [4][4]T
	i, n := 0, len(x)
	if n >= 16 {
		for ; i+16 <= n; i += 16 {
			v := x[i : i+16 : i+16]
			for j := range 4 {
				a[0][j] += v[j]
				a[1][j] += v[4+j]
				a[2][j] += v[8+j]
				a[3][j] += v[12+j]
			}
		}
		for j := range 4 {
			a[0][j] = a[0][j] + a[1][j] + a[2][j] + a[3][j]
		}
	}
	for ; i+4 <= n; i += 4 {
		for j := range 4 {
			a[0][j] += x[i+j]
		}
	}
	for ; i < n; i++ {
		t += x[i]
	}
	l := &a[0]
	return t + ((l[0] + l[2]) + (l[1] + l[3]))
}

func sumTree[T summable](x []T, first int) T {
	p := lanes[T]()
	n := len(x)
	if n <= p*1024 {
		return sumLeaf(x)
	}
	split := p*((first+(n+1)/2+p-1)/p) - first
	if n < 1<<18 {
		return sumTree(x[:split], first) + sumTree(x[split:], first+split)
	}
	var halves [2]T
	var next atomic.Int32
	crew(2, func() {
		if next.Add(1) == 1 {
			halves[0] = sumTree(x[:split], first)
		} else {
			halves[1] = sumTree(x[split:], first+split)
		}
	})
	return halves[0] + halves[1]
}

func sumRowF[T summable](z, x []T, rows, n, first int) {
	if n < lanes[T]() {
		sumShort(z, x, rows, n)
		return
	}
	if n <= lanes[T]()*1024 && rowSums[lanes[T]()/8].Run(unView(z), unView(x), rows, n) {
		return
	}
	for i := range rows {
		if row := x[i*n : (i+1)*n]; loop.Using() > loop.Plain {
			z[i] = sumVector(row, first+i*n)
		} else {
			z[i] = sumTree(row, first+i*n)
		}
	}
}

// rowSums are the vector kernels of sumRowF, of float64 and of float32, for rows of one leaf.
var rowSums = [2]*loop.Rows{loop.FindRows("Sum", "F64"), loop.FindRows("Sum", "F32")}

// sumShort is sumRowF of rows that are shorter than a packet.
func sumShort[T summable](z, x []T, rows, n int) {
	for i := range rows {
		var t T
		for _, v := range x[i*n : (i+1)*n] {
			t += v
		}
		z[i] = t
	}
}

// sumColsF adds rows in groups of four accumulators when a packet of outputs lies in one row.
func sumColsF[T summable](z, x []T, outer, r, c int) {
	p := lanes[T]()
	total := outer * c
	for o := range outer {
		xs, zs := x[o*r*c:(o+1)*r*c], z[o*c:(o+1)*c]
		for j := 0; j < c; {
			flat := o*c + j
			inPacket := flat%p == 0 && j+p <= c && flat+p <= total
			if inPacket && r >= 16 {
				for k := j; k < j+p; k++ {
					var a0, a1, a2, a3 T
					i := 0
					for ; i+4 <= r; i += 4 {
						a0 += xs[i*c+k]
						a1 += xs[(i+1)*c+k]
						a2 += xs[(i+2)*c+k]
						a3 += xs[(i+3)*c+k]
					}
					a0 = a0 + a1 + a2 + a3
					for ; i < r; i++ {
						a0 += xs[i*c+k]
					}
					zs[k] = a0
				}
				j += p
				continue
			}
			var t T
			for i := range r {
				t += xs[i*c+j]
			}
			zs[j] = t
			j++
		}
	}
}

//go:noinline
func foldRow[T any](f func(a, b T) T, init T) func(z, x []T, rows, n, first int) {
	return func(z, x []T, rows, n, _ int) {
		for i := range rows {
			a := init
			for _, v := range x[i*n : (i+1)*n] {
				a = f(a, v)
			}
			z[i] = a
		}
	}
}

//go:noinline
func foldCols[T any](f func(a, b T) T, init T) func(z, x []T, outer, r, c int) {
	return func(z, x []T, outer, r, c int) {
		for o := range outer {
			zs := z[o*c : (o+1)*c]
			for j := range zs {
				zs[j] = init
			}
			for i := range r {
				xs := x[(o*r+i)*c : (o*r+i+1)*c]
				for j, v := range xs {
					zs[j] = f(zs[j], v)
				}
			}
		}
	}
}

func redT[T any](d DType, by Fold, row func(z, x []T, rows, n, first int), cols func(z, x []T, outer, r, c int)) {
	setRed(d, by, sizedRed(*(*rowFold)(unsafe.Pointer(&row)), *(*colFold)(unsafe.Pointer(&cols)), sizeOf[T](), d))
}

//go:noinline
func sizedRed(row rowFold, cols colFold, size int, d DType) *redKernel {
	return &redKernel{
		row:  func(z, x []byte, rows, n, first int) { row(perElement(z, size), perElement(x, size), rows, n, first) },
		cols: func(z, x []byte, outer, r, c int) { cols(perElement(z, size), perElement(x, size), outer, r, c) }, out: d}
}

// inTurn gives a fold of floats the form that goes one row after the other.
func inTurn[T any](d DType, by Fold, f func(a, b T) T, init T) {
	cols := foldCols(f, init)
	k, g, size := redOps[by][d], *(*colFold)(unsafe.Pointer(&cols)), sizeOf[T]()
	k.seq = func(z, x []byte, outer, r, c int) { g(perElement(z, size), perElement(x, size), outer, r, c) }
}

func fold[T any](d DType, by Fold, f func(a, b T) T, init T) {
	redT(d, by, foldRow(f, init), foldCols(f, init))
}

func add2[T number](a, b T) T { return a + b }
func mul2[T number](a, b T) T { return a * b }
func max2[T realNumber](a, b T) T {
	if b > a || b != b {
		return b
	}
	return a
}
func min2[T realNumber](a, b T) T {
	if b < a || b != b {
		return b
	}
	return a
}

// maxRows is foldRow of max2, written out: a call for each element takes longer than the rest.
//
//go:noinline
func maxRows[T realNumber](init T) func(z, x []T, rows, n, first int) {
	return func(z, x []T, rows, n, _ int) {
		for i := range rows {
			a := init
			for _, v := range x[i*n : (i+1)*n] {
				if v > a || v != v {
					a = v
				}
			}
			z[i] = a
		}
	}
}

// minRows is maxRows of min2.
//
//go:noinline
func minRows[T realNumber](init T) func(z, x []T, rows, n, first int) {
	return func(z, x []T, rows, n, _ int) {
		for i := range rows {
			a := init
			for _, v := range x[i*n : (i+1)*n] {
				if v < a || v != v {
					a = v
				}
			}
			z[i] = a
		}
	}
}

func redInts[T integer](d DType) {
	lo, hi := d.IntRange()
	redT(d, FoldMax, maxRows(T(lo)), foldCols(max2[T], T(lo)))
	redT(d, FoldMin, minRows(T(hi)), foldCols(min2[T], T(hi)))
}

// redSigned declares a signed type, and for the unsigned one of its size sums and products, which are the same bits.
func redSigned[T integer](d, unsigned DType) {
	redInts[T](d)
	fold(d, FoldSum, add2[T], 0)
	fold(d, FoldProd, mul2[T], 1)
	for _, f := range [...]Fold{FoldSum, FoldProd} {
		k := *redOps[f][d]
		k.out = unsigned
		setRed(unsigned, f, &k)
	}
}

func redFloats[T summable](d DType) {
	redT(d, FoldSum, sumRowF[T], sumColsF[T])
	inTurn(d, FoldSum, add2[T], 0)
	lo, hi := T(math.Inf(-1)), T(math.Inf(1))
	redT(d, FoldMax, maxRows(lo), foldCols(max2[T], lo))
	redT(d, FoldMin, minRows(hi), foldCols(min2[T], hi))
}

func init() { // the only place where the element types of reductions are listed
	redSigned[int8](Int8, Uint8)
	redSigned[int16](Int16, Uint16)
	redSigned[int32](Int32, Uint32)
	redSigned[int64](Int64, Uint64)
	redInts[uint8](Uint8)
	redInts[uint16](Uint16)
	redInts[uint32](Uint32)
	redInts[uint64](Uint64)
	redFloats[float32](Float32)
	redFloats[float64](Float64)
	fold(Bool, FoldAll, func(a, b bool) bool { return a && b }, true)
	fold(Bool, FoldAny, func(a, b bool) bool { return a || b }, false)
	// Sums of int8 and int16 wrap in their own type; means go through int64.
	makeFoldings()
}

// Reduce folds the axes marked in reduced, one mark an axis, with FoldSum, FoldProd, FoldMax, FoldMin (of numbers),
// FoldAll or FoldAny (of bools); keep leaves them as dimensions of 1. The result has x's type; a type the fold does
// not take, another fold and a wrong number of marks are errors.
func Reduce(ctx context.Context, by Fold, x *Tensor, reduced []bool, keep bool) (*Tensor, error) {
	d := x.dtype.Base()
	if by > FoldAny {
		return nil, NoKernel(by.String(), d)
	}
	if len(reduced) != x.Rank() {
		return nil, Errorf("%d marks of axes for a tensor of rank %d", len(reduced), x.Rank())
	}
	if (d == Float16 || d == BFloat16) && redOps[by][d] == nil {
		wide, err := Cast(ctx, x, Float32)
		if err != nil {
			return nil, err
		}
		z, err := Reduce(ctx, by, wide, reduced, keep)
		if err != nil {
			return nil, err
		}
		return Cast(ctx, z, d)
	}
	k := redOps[by][d]
	if k == nil {
		return nil, NoKernel(by.String(), d)
	}
	var shape []int
	for i, n := range x.shape {
		if !reduced[i] {
			shape = append(shape, n)
		} else if keep {
			shape = append(shape, 1)
		}
	}
	dims, red := mergeAxes(x.shape, reduced)
	if len(red) == 3 && red[0] && k.seq != nil {
		y, err := lastFirst(ctx, x, reduced)
		if err != nil {
			return nil, err
		}
		z, err := New(d, shape)
		if err == nil {
			k.seq(z.buf, y.buf, 1, dims[0]*dims[2], dims[1])
		}
		return z, err
	}
	if len(red) > 3 || len(red) == 3 && red[0] { // bring the reduced axes to the end
		var perm, rest []int
		for i := range x.shape {
			if reduced[i] {
				rest = append(rest, i)
			} else {
				perm = append(perm, i)
			}
		}
		y, err := Transpose(ctx, x, append(perm, rest...))
		if err != nil {
			return nil, err
		}
		in := 1
		for _, i := range rest {
			in *= x.shape[i]
		}
		x = y
		dims, red = []int{y.n / max(in, 1), in}, []bool{false, true}
		if in == 0 {
			dims[0], _ = Count(shape)
		}
	}
	z, err := New(d, shape)
	if err != nil {
		return nil, err
	}
	return z, runReduce(ctx, by, k, z, x, dims, red)
}

// lastFirst brings the axes that are reduced before and behind others to the front, the later ones first: so TensorFlow
// goes over them.
func lastFirst(ctx context.Context, x *Tensor, reduced []bool) (*Tensor, error) {
	var groups [3][]int
	at, ones := 0, []int{}
	for i, n := range x.shape {
		if n == 1 {
			ones = append(ones, i)
			continue
		}
		for reduced[i] == (at == 1) {
			at++
		}
		groups[at] = append(groups[at], i)
	}
	return Transpose(ctx, x, slices.Concat(groups[2], groups[0], groups[1], ones))
}

func runReduce(ctx context.Context, by Fold, k *redKernel, z, x *Tensor, dims []int, red []bool) error {
	s := x.dtype.Size()
	outer, r, c := 1, 1, 1
	switch {
	case len(dims) == 0 || len(dims) == 1 && !red[0]:
		k.row(z.buf, x.buf, z.n, 1, 0)
		return nil
	case len(dims) == 1:
		r = dims[0]
	case red[0]:
		r, c = dims[0], dims[1]
	case len(dims) == 2:
		outer, r = dims[0], dims[1]
	default:
		outer, r, c = dims[0], dims[1], dims[2]
	}
	if f := foldings[by][x.dtype.Base()]; f != nil {
		if done, err := f.reduce(ctx, z.buf, x.buf, outer, r, c); done {
			return err
		}
	}
	if by <= FoldProd && c > 1 && loop.Using() > loop.Plain {
		switch x.dtype {
		case Float32:
			return sumColumns(ctx, by, Float32, view[float32](z.buf), view[float32](x.buf), outer, r, c)
		case Float64:
			return sumColumns(ctx, by, Float64, view[float64](z.buf), view[float64](x.buf), outer, r, c)
		}
	}
	if c == 1 {
		if outer == 1 {
			k.row(z.buf, x.buf, 1, r, 0)
			return ctx.Err()
		}
		return parallelRows(ctx, outer, r*s, func(lo, hi int) {
			k.row(z.buf[lo*s:hi*s], x.buf[lo*r*s:hi*r*s], hi-lo, r, lo*r)
		})
	}
	k.cols(z.buf, x.buf, outer, r, c)
	return ctx.Err()
}

// mergeAxes drops axes of size 1 and joins neighbours that are treated alike.
func mergeAxes(shape []int, reduced []bool) (dims []int, red []bool) {
	for i, n := range shape {
		if n == 1 {
			continue
		}
		if m := len(dims); m > 0 && red[m-1] == reduced[i] {
			dims[m-1] *= n
			continue
		}
		dims, red = append(dims, n), append(red, reduced[i])
	}
	return dims, red
}

// Mean divides the sums over the axes marked in reduced, one mark an axis, by the number of elements, in x's dtype,
// which is one of numbers; integers divide towards zero in int64. keep leaves the axes as dimensions of 1. Source:
// Mean.
func Mean(ctx context.Context, x *Tensor, reduced []bool, keep bool) (*Tensor, error) {
	if err := eachAxis(x, len(reduced), "marks of axes"); err != nil {
		return nil, err
	}
	n := 1
	for i, d := range x.shape {
		if reduced[i] {
			n *= d
		}
	}
	d := x.dtype
	wide := d
	switch {
	case d == BFloat16:
		wide = Float32
	case d.Kind() == KindInt || d.Kind() == KindUint:
		wide = Int64
	}
	y, err := Cast(ctx, x, wide)
	if err != nil {
		return nil, err
	}
	sum, err := Reduce(ctx, FoldSum, y, reduced, keep)
	if err != nil {
		return nil, err
	}
	divide := Div
	if wide == Int64 {
		divide = TruncateDiv
		if n == 0 {
			n = 1
		}
	}
	count, err := Cast(ctx, Scalar(int64(n)), wide)
	if err != nil {
		return nil, err
	}
	z, err := divide(ctx, sum, count)
	if err != nil {
		return nil, err
	}
	return Cast(ctx, z, d)
}

// ArgReduce is the int64 index of the greatest (or least) element along an axis, counted from the front, the first of
// equals; nan is never it, and where nothing else is, the index is 0. An axis without elements is an error. Source:
// ArgMax, ArgMin.
func ArgReduce(ctx context.Context, x *Tensor, axis int, least bool) (*Tensor, error) {
	if err := inRank(x, axis); err != nil {
		return nil, err
	}
	outer, n, inner := 1, x.shape[axis], 1
	for _, d := range x.shape[:axis] {
		outer *= d
	}
	for _, d := range x.shape[axis+1:] {
		inner *= d
	}
	if n == 0 && outer*inner > 0 {
		return nil, Errorf("Reduction axis %d is empty in shape %s", axis, ShapeString(x.shape))
	}
	shape := append(append([]int(nil), x.shape[:axis]...), x.shape[axis+1:]...)
	z, err := New(Int64, shape)
	if err != nil {
		return nil, err
	}
	out := view[int64](z.buf)
	var f func(lo, hi int)
	switch x.dtype {
	case Float32:
		f = argLoop(Slice[float32](x), out, n, inner, least)
	case Float64:
		f = argLoop(Slice[float64](x), out, n, inner, least)
	case Int32:
		f = argLoop(Slice[int32](x), out, n, inner, least)
	case Int64:
		f = argLoop(Slice[int64](x), out, n, inner, least)
	case Uint64:
		f = argLoop(Slice[uint64](x), out, n, inner, least)
	default:
		y, err := Cast(ctx, x, Float64)
		if err != nil {
			return nil, err
		}
		f = argLoop(Slice[float64](y), out, n, inner, least)
	}
	if fast := argFast(x, out, n, inner, least, f); fast != nil {
		f = fast
	}
	return z, parallelRows(ctx, outer*inner, n*x.dtype.Size(), f)
}

// argFast is the loop over rows by the vector kernels, nil where there are none.
func argFast(x *Tensor, out []int64, n, inner int, least bool, slow func(lo, hi int)) func(lo, hi int) {
	by := FoldMax
	if least {
		by = FoldMin
	}
	fold := foldings[by][x.dtype]
	if inner > 1 || fold == nil || !fold.each.Takes(n) {
		return nil
	}
	search, s := loop.FindFind(vectorTypes[x.dtype][0]), x.dtype.Size()
	return inMode(x.dtype, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if at, ok := fold.argRow(search, x.buf[i*n*s:(i+1)*n*s]); ok {
				out[i] = int64(at)
			} else {
				slow(i, i+1)
			}
		}
	})
}

func argLoop[T realNumber](x []T, out []int64, n, inner int, least bool) func(lo, hi int) {
	return func(lo, hi int) {
		for p := lo; p < hi; p++ {
			base := p/inner*n*inner + p%inner
			best, at := x[base], 0
			if best != best { // TensorFlow's fold starts with the greatest finite number, or the least one
				best = lastFinite[T](least)
			}
			for k := 1; k < n; k++ {
				v := x[base+k*inner]
				if least && v < best || !least && v > best {
					best, at = v, k
				}
			}
			out[p] = int64(at)
		}
	}
}

// lastFinite is the greatest finite number of a floating type, or the least one.
func lastFinite[T realNumber](greatest bool) T {
	most := math.MaxFloat64
	if _, single := any(T(0)).(float32); single {
		most = math.MaxFloat32
	}
	if !greatest {
		most = -most
	}
	return T(most)
}

// EuclideanNorm is the square root of the sum of x * conj(x) over the axes marked in reduced, in x's
// type. bfloat16 is summed as float32 and rounded once.
func EuclideanNorm(ctx context.Context, x *Tensor, reduced []bool, keep bool) (*Tensor, error) {
	from := x.dtype
	if from == BFloat16 {
		wide, err := Cast(ctx, x, Float32)
		if err != nil {
			return nil, err
		}
		x = wide
	}
	sq, err := squareNorm(ctx, x)
	if err != nil {
		return nil, err
	}
	s, err := Reduce(ctx, FoldSum, sq, reduced, keep)
	if err != nil {
		return nil, err
	}
	if s.dtype.IsInteger() {
		if s, err = Cast(ctx, s, Float64); err != nil {
			return nil, err
		}
	}
	if s, err = sqrtOp.Apply(ctx, s); err != nil {
		return nil, err
	}
	return Cast(ctx, s, from)
}

// squareNorm is x * conj(x).
func squareNorm(ctx context.Context, x *Tensor) (*Tensor, error) {
	if !x.dtype.IsComplex() {
		return squareOp.Apply(ctx, x)
	}
	conj, err := conjOp.Apply(ctx, x)
	if err != nil {
		return nil, err
	}
	return mulOp.Apply(ctx, x, conj)
}
