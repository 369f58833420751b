package tensor

import (
	"math"
	"math/bits"
	"slices"
)

// Rows with nan have no order: what TensorFlow makes of them follows from how its kernel compares and moves. To it
// nan is neither less nor greater, and it sorts with the C++ library's introsort, whose steps are these.

// sortBlock is the length below which the introsort leaves a part to the last pass.
const sortBlock = 16

// sortUnordered sorts places by less, which need not be an order, as libstdc++'s std::sort does. false when it would
// read past an end: the C++ library does, and what it finds there is not known.
func sortUnordered(v []int32, less func(a, b int32) bool) bool {
	s := unordered{v, less, true}
	if len(v) < 2 {
		return true
	}
	s.loop(0, len(v), 2*(bits.Len(uint(len(v)))-1))
	s.insertion(0, min(len(v), sortBlock))
	for i := sortBlock; i < len(v) && s.ok; i++ {
		s.insert(i)
	}
	return s.ok
}

type unordered struct {
	v    []int32
	less func(a, b int32) bool
	ok   bool
}

func (s *unordered) loop(first, last, depth int) {
	for last-first > sortBlock && s.ok {
		if depth == 0 { // a heap sort, which needs an order
			s.ok = false
			return
		}
		depth--
		s.median(first, first+1, first+(last-first)/2, last-1)
		cut := s.partition(first+1, last, first)
		s.loop(cut, last, depth)
		last = cut
	}
}

// median swaps the median of three elements with that at to.
func (s *unordered) median(to, a, b, c int) {
	lt := func(i, j int) bool { return s.less(s.v[i], s.v[j]) }
	m := a
	switch {
	case lt(a, b) && lt(b, c):
		m = b
	case lt(a, b):
		if lt(a, c) {
			m = c
		}
	case lt(a, c):
	case lt(b, c):
		m = c
	default:
		m = b
	}
	s.v[to], s.v[m] = s.v[m], s.v[to]
}

func (s *unordered) partition(first, last, pivot int) int {
	p := s.v[pivot]
	for {
		for s.less(s.v[first], p) {
			if first++; first >= len(s.v) {
				s.ok = false
				return first - 1
			}
		}
		for last--; s.less(p, s.v[last]); last-- {
			if last == 0 {
				s.ok = false
				return first
			}
		}
		if first >= last {
			return first
		}
		s.v[first], s.v[last] = s.v[last], s.v[first]
		first++
	}
}

func (s *unordered) insertion(first, last int) {
	for i := first + 1; i < last && s.ok; i++ {
		if x := s.v[i]; s.less(x, s.v[first]) {
			copy(s.v[first+1:i+1], s.v[first:i])
			s.v[first] = x
		} else {
			s.insert(i)
		}
	}
}

func (s *unordered) insert(i int) {
	x := s.v[i]
	for ; i > 0 && s.less(x, s.v[i-1]); i-- {
		s.v[i] = s.v[i-1]
	}
	if i == 0 {
		s.ok = false
		return
	}
	s.v[i] = x
}

// reorderNaN sorts again, the greatest first, the rows of n elements that hold nan. order holds the places of all rows.
func reorderNaN(x *Tensor, n int, order []int32) {
	if !x.dtype.IsFloating() || n < 2 {
		return
	}
	for base := 0; base+n <= x.n; base += n {
		some := false
		for i := base; i < base+n && !some; i++ {
			v := x.Float(i)
			some = v != v
		}
		if !some {
			continue
		}
		row := make([]int32, n)
		for i := range row {
			row[i] = int32(i)
		}
		at := func(i int32) float64 { return x.Float(base + int(i)) }
		if !sortUnordered(row, func(a, b int32) bool { return at(b) < at(a) }) {
			continue
		}
		for lo := 0; lo < n; { // equal elements by their places
			hi := lo + 1
			for hi < n && at(row[hi]) == at(row[lo]) {
				hi++
			}
			slices.Sort(row[lo:hi])
			lo = hi
		}
		copy(order[base:], row)
	}
}

// GreatestNaN corrects int32 places of the greatest element of each short row of x to those that TensorFlow's kernel
// finds: the fold takes whatever follows nan, and a row whose fold is nan gives its first place. Longer rows are folded
// by vectors.
func GreatestNaN(x, index *Tensor) {
	n, places := x.shape[len(x.shape)-1], view[int32](index.buf)
	if !x.dtype.IsFloating() || n < 2 || n >= 8 {
		return
	}
	for r := range places {
		at := func(i int) float64 { return x.Float(r*n + i) }
		most := math.Inf(-1)
		for i := range n {
			if v := at(i); !(v < most) {
				most = v
			}
		}
		places[r] = 0
		for i := range n {
			if at(i) == most {
				places[r] = int32(i)
				break
			}
		}
	}
}
