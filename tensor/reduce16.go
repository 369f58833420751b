package tensor

import "github.com/tfs-lang/tfs/tensor/loop"

// Reductions whose order of operations shows in the digits: float16 sums, where every addition
// is rounded, and products. The order is Eigen's: four accumulators of P lanes, further
// packets into the first one, the rest one by one, the lanes in pairs.

// order describes one such reduction: its lanes, its start, the step between elements, the
// step between lanes and what the joined lanes are rounded to.
type order[T any] struct {
	lanes int
	start T
	step  func(a, b T) T
	pair  func(a, b T) T
	done  func(a T) T
	leaf  int // values of one leaf; more are split in two, 0 for no limit
}

func (o *order[T]) fold(x []T) T {
	p := o.lanes
	var a [4][8]T
	for i := range a {
		for j := range p {
			a[i][j] = o.start
		}
	}
	i, n := 0, len(x)
	if n >= 4*p {
		for ; i+4*p <= n; i += 4 * p {
			for k := range 4 {
				for j := range p {
					a[k][j] = o.step(a[k][j], x[i+k*p+j])
				}
			}
		}
		for k := 1; k < 4; k++ {
			for j := range p {
				a[0][j] = o.step(a[0][j], a[k][j])
			}
		}
	}
	for ; i+p <= n; i += p {
		for j := range p {
			a[0][j] = o.step(a[0][j], x[i+j])
		}
	}
	t := o.start
	for ; i < n; i++ {
		t = o.step(t, x[i])
	}
	l := a[0][:p]
	for w := p / 2; w > 0; w /= 2 { // halves onto each other
		for j := range w {
			l[j] = o.pair(l[j], l[j+w])
		}
	}
	return o.step(t, o.done(l[0]))
}

func (o *order[T]) tree(x []T, first int) T {
	p, n := o.lanes, len(x)
	if o.leaf == 0 || n <= p*o.leaf {
		return o.fold(x)
	}
	split := p*((first+(n+1)/2+p-1)/p) - first
	return o.step(o.tree(x[:split], first), o.tree(x[split:], first+split))
}

func (o *order[T]) rows(z, x []T, rows, n, first int) {
	for i := range rows {
		z[i] = o.tree(x[i*n:(i+1)*n], first+i*n)
	}
}

// cols folds the rows of a matrix onto each other; a packet of outputs within one row of at
// least 16 takes four accumulators.
func (o *order[T]) cols(z, x []T, outer, r, c int) {
	p := o.lanes
	for out := range outer {
		xs, zs := x[out*r*c:(out+1)*r*c], z[out*c:(out+1)*c]
		for j := range c {
			at := (out*c + j) / p * p // the packet of this output
			whole := r >= 16 && at >= out*c && at+p <= (out+1)*c
			a := [4]T{o.start, o.start, o.start, o.start}
			i := 0
			if whole {
				for ; i+4 <= r; i += 4 {
					for k := range a {
						a[k] = o.step(a[k], xs[(i+k)*c+j])
					}
				}
				a[0] = o.step(o.step(o.step(a[0], a[1]), a[2]), a[3])
			}
			for ; i < r; i++ {
				a[0] = o.step(a[0], xs[i*c+j])
			}
			zs[j] = a[0]
		}
	}
}

func toHalf32(f float32) float32 { return ToHalf(f).Float32() }

func same[T any](a T) T { return a }

// seq folds the rows of a matrix one after the other.
func (o *order[T]) seq(z, x []T, outer, r, c int) { foldCols(o.step, o.start)(z, x, outer, r, c) }

// halfOrder widens the values of a kernel of 16 bits once.
func halfOrder(d DType, by Fold, o *order[float32], widen func(z []float32, x []byte), round func(z []byte,
	x []float32)) {
	wide := func(x []byte, n int) []float32 {
		w := make([]float32, n)
		widen(w, x)
		return w
	}
	over := func(cols func(z, x []float32, outer, r, c int)) colFold {
		return func(z, x []byte, outer, r, c int) {
			w := make([]float32, outer*c)
			cols(w, wide(x, outer*r*c), outer, r, c)
			round(z, w)
		}
	}
	setRed(d, by, &redKernel{
		func(z, x []byte, rows, n, first int) {
			w := make([]float32, rows)
			o.rows(w, wide(x, rows*n), rows, n, first)
			round(z, w)
		}, over(o.cols), d, over(o.seq)})
}

// orderedT declares a fold whose order shows.
func orderedT[T any](d DType, by Fold, o *order[T]) {
	redT(d, by, o.rows, o.cols)
	inTurn(d, by, o.step, o.start)
}

// halfSums is a sum of rows whose leaves are the vector kernel's.
func halfSums(o *order[float32], rest func(z, x []byte, rows, n, first int), k *loop.Rows) func(z, x []byte, rows, n,
	first int) {
	var tree func(x []byte, first int) float32
	tree = func(x []byte, first int) float32 {
		n := len(x) / 2
		if n <= o.lanes*o.leaf {
			var z [2]byte
			k.Run(z[:], x, 1, n)
			return view[Half](z[:])[0].Float32()
		}
		split := o.lanes*((first+(n+1)/2+o.lanes-1)/o.lanes) - first
		return o.step(tree(x[:2*split], first), tree(x[2*split:], first+split))
	}
	return func(z, x []byte, rows, n, first int) {
		switch {
		case !k.Takes(n):
			rest(z, x, rows, n, first)
		case n <= o.lanes*o.leaf:
			k.Run(z, x, rows, n)
		default:
			for i := range rows {
				roundHalf(z[2*i:2*i+2], []float32{tree(x[2*i*n:2*(i+1)*n], first+i*n)})
			}
		}
	}
}

func init() {
	sum := &order[float32]{8, 0, func(a, b float32) float32 { return toHalf32(a + b) }, add2[float32], toHalf32, 200}
	halfOrder(Float16, FoldSum, sum, widenHalf, roundHalf)
	k := redOps[FoldSum][Float16]
	k.row = halfSums(sum, k.row, loop.FindRows("Sum", "F16"))
	halfOrder(Float16, FoldProd, &order[float32]{8, 1, func(a, b float32) float32 { return toHalf32(a * b) },
		mul2[float32],
		toHalf32, 0}, widenHalf, roundHalf)
	byBrain := func(a, b float32) float32 { return ToBHalf(a * b).Float32() }
	halfOrder(BFloat16, FoldProd, &order[float32]{8, 1, byBrain, mul2[float32], roundToBHalf, 0}, widenBHalf, roundBHalf)
	orderedT(Complex64, FoldSum, &order[complex64]{4, 0, add2[complex64], add2[complex64], same[complex64], 1024})
	orderedT(Complex128, FoldSum, &order[complex128]{2, 0, add2[complex128], add2[complex128], same[complex128], 1024})
	c := func(a, b complex64) complex64 {
		re, im := timesPacket(real(a), imag(a), real(b), imag(b))
		return complex(flushT(re), flushT(im))
	}
	orderedT(Complex64, FoldProd, &order[complex64]{4, 1, c, c, same[complex64], 0})
	z := func(a, b complex128) complex128 {
		re, im := timesPacket(real(a), imag(a), real(b), imag(b))
		return complex(flushT(re), flushT(im))
	}
	orderedT(Complex128, FoldProd, &order[complex128]{2, 1, z, z, same[complex128], 0})
	f := &order[float32]{8, 1, mulOne[float32], mulOne[float32], same[float32], 0}
	redT(Float32, FoldProd, productRows(f, loop.FindRows("Prod", "F32")), f.cols)
	d := &order[float64]{4, 1, mulOne[float64], mulOne[float64], same[float64], 0}
	redT(Float64, FoldProd, productRows(d, loop.FindRows("Prod", "F64")), d.cols)
	inTurn(Float32, FoldProd, mulOne[float32], 1)
	inTurn(Float64, FoldProd, mulOne[float64], 1)
}

func mulOne[T floating](a, b T) T { return flushT(a * flushT(b)) }

// productRows is rows by the vector kernel, which cannot be stopped: within 64 MiB.
func productRows[T floating](o *order[T], k *loop.Rows) func(z, x []T, rows, n, first int) {
	return func(z, x []T, rows, n, first int) {
		if b := unView(x); len(b) > 64<<20 || !k.Run(unView(z), b, rows, n) {
			o.rows(z, x, rows, n, first)
		}
	}
}
