// Package fourier computes discrete Fourier transforms in float32 or float64 to the last bit as two libraries do: in
// the Wide manner as TensorFlow 2.21's CPU kernels, in the Plain manner as NumPy 2.4. Both split a length into factors
// and pass over the numbers once for each (Cooley and Tukey, 1965), fold large prime factors into convolutions
// (Bluestein, 1970), and transform real numbers by half the work (Swarztrauber, 1982); they differ in which factors
// they take, and in which roots of unity. Digits depend on the order of every sum, so that order is part of what a
// plan means.
//
// A plan is made once for a length and kept; any number of workers may use it at once, each with a Work of its own.
package fourier

import "context"

// Float is an element type.
type Float interface{ float32 | float64 }

// C is a complex number of two T, laid out as complex64 or complex128. Go's own complex64 multiplies in float64.
type C[T Float] struct{ R, I T }

// Manner says whose digits a transform has.
type Manner uint8

// The manners: NumPy's; TensorFlow's; and TensorFlow's where one row is transformed on its own, which first splits
// lengths in four.
const (
	Plain Manner = iota
	Wide
	WideAlone
)

// pollEvery is after how many butterflies a transform looks whether it must stop.
const pollEvery = 1 << 13

// Crew runs f over parts of [0, n) of which each costs so many steps, on several cores, and ends when it must stop.
type Crew func(n, cost int, f func(lo, hi int)) error

// Work is what one worker needs besides a plan: when to stop, and numbers on the way.
type Work[T Float] struct {
	ctx   context.Context
	crew  Crew // helps with a row that is alone, if not nil
	slots [][]C[T]
	used  int
}

// spread runs f over parts of [0, n), with this worker or with the crew.
func (w *Work[T]) spread(n, cost int, f func(w *Work[T], lo, hi int)) {
	if w.crew == nil {
		f(w, 0, n)
		return
	}
	// what stops a crew stops the worker, which looks itself
	_ = w.crew(n, cost, func(lo, hi int) { f(&Work[T]{ctx: w.ctx}, lo, hi) })
}

// stop reports whether the transform must end; what it wrote is then void.
func (w *Work[T]) stop() bool { return w.ctx.Err() != nil }

// take lends n numbers until they are given back, last one first; what they hold is left from before.
func (w *Work[T]) take(n int) []C[T] {
	if w.used == len(w.slots) {
		w.slots = append(w.slots, nil)
	}
	if cap(w.slots[w.used]) < n {
		w.slots[w.used] = make([]C[T], n)
	}
	w.used++
	return w.slots[w.used-1][:n]
}

func (w *Work[T]) give(slots int) { w.used -= slots }

func add[T Float](a, b C[T]) C[T] { return C[T]{a.R + b.R, a.I + b.I} }
func sub[T Float](a, b C[T]) C[T] { return C[T]{a.R - b.R, a.I - b.I} }

// turn is a quarter of a turn back: a times -i.
func turn[T Float](a C[T]) C[T] { return C[T]{a.I, -a.R} }

// swap exchanges the parts: the inverse transform is the forward one between two swaps, to the bit but for what g
// stands for in the odd passes.
func swap[T Float](a C[T]) C[T] { return C[T]{a.I, a.R} }

// times is a times w.
func times[T Float](a, w C[T]) C[T] {
	return C[T]{T(a.R*w.R) - T(a.I*w.I), T(a.R*w.I) + T(a.I*w.R)}
}

// back is a times w's conjugate.
func back[T Float](a, w C[T]) C[T] {
	return C[T]{T(a.R*w.R) + T(a.I*w.I), T(a.I*w.R) - T(a.R*w.I)}
}
