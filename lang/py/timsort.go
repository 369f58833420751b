package py

import "slices"

// timsort sorts values by their own comparisons, with the comparisons that CPython 3.11 makes and in their order: what
// programs see that count them, and how values come out that have no order, such as nan. Runs are merged as Tim
// Peters' listsort.txt describes, in the order of powersort (Munro and Wild, 2018).
type timsort struct {
	t         *Thread
	a, held   []keyed[Value] // the items, and a part of them while it is merged
	runs      []sortRun
	minGallop int
	turns     int
}

// sortRun is a part that is in order; power says how deep it is merged with what follows.
type sortRun struct{ at, n, power int }

// galloping begins after so many items in a row that come from one run.
const gallop = 7

// sort sorts s.a.
func (s *timsort) sort() error {
	s.minGallop = gallop
	least := leastRun(len(s.a))
	for lo := 0; lo < len(s.a); {
		n, err := s.countRun(lo)
		if err != nil {
			return err
		}
		if n < least {
			end := min(lo+least, len(s.a))
			if err := s.insert(lo, end, lo+n); err != nil {
				return err
			}
			n = end - lo
		}
		if err := s.newRun(n); err != nil {
			return err
		}
		s.runs = append(s.runs, sortRun{at: lo, n: n})
		lo += n
	}
	for len(s.runs) > 1 {
		i := len(s.runs) - 2
		if i > 0 && s.runs[i-1].n < s.runs[i+1].n {
			i--
		}
		if err := s.mergeAt(i); err != nil {
			return err
		}
	}
	return nil
}

// leastRun is how long runs are made: half of 64 or more, so that their number is just below a power of two.
func leastRun(n int) int {
	odd := 0
	for n >= 64 {
		odd |= n & 1
		n >>= 1
	}
	return n + odd
}

func (s *timsort) less(x, y keyed[Value]) (bool, error) {
	if s.turns++; s.turns&63 == 0 {
		if err := s.t.Poll(); err != nil {
			return false, err
		}
	}
	return Less(s.t, x.k, y.k)
}

// countRun finds the run at lo and turns it around when it descends.
func (s *timsort) countRun(lo int) (int, error) {
	down, n := false, 1
	for ; lo+n < len(s.a); n++ {
		less, err := s.less(s.a[lo+n], s.a[lo+n-1])
		if err != nil {
			return 0, err
		}
		if n == 1 {
			down = less
		} else if less != down {
			break
		}
	}
	if down {
		slices.Reverse(s.a[lo : lo+n])
	}
	return n, nil
}

// insert sorts a[lo:hi], whose items before start are in order, by binary insertion.
func (s *timsort) insert(lo, hi, start int) error {
	for ; start < hi; start++ {
		p, l, r := s.a[start], lo, start
		for l < r {
			mid := l + (r-l)/2
			less, err := s.less(p, s.a[mid])
			if err != nil {
				return err
			}
			if less {
				r = mid
			} else {
				l = mid + 1
			}
		}
		copy(s.a[l+1:start+1], s.a[l:start])
		s.a[l] = p
	}
	return nil
}

// newRun merges the runs that lie deeper than the border to the run of n items that comes next.
func (s *timsort) newRun(n int) error {
	if len(s.runs) == 0 {
		return nil
	}
	last := s.runs[len(s.runs)-1]
	power := runPower(last.at, last.n, n, len(s.a))
	for len(s.runs) > 1 && s.runs[len(s.runs)-2].power > power {
		if err := s.mergeAt(len(s.runs) - 2); err != nil {
			return err
		}
	}
	s.runs[len(s.runs)-1].power = power
	return nil
}

// runPower is how deep the border between two runs lies: the first bit in which the middles of both differ, as parts
// of all n.
func runPower(at, n1, n2, n int) int {
	a := 2*at + n1
	b := a + n1 + n2
	for power := 1; ; power++ {
		if a >= n {
			a, b = a-n, b-n
		} else if b >= n {
			return power
		}
		a, b = 2*a, 2*b
	}
}

// mergeAt merges runs i and i+1.
func (s *timsort) mergeAt(i int) error {
	x, y := s.runs[i], s.runs[i+1]
	s.runs[i].n += y.n
	s.runs = slices.Delete(s.runs, i+1, i+2)
	k, err := s.gallopRight(s.a[y.at], s.a[x.at:x.at+x.n], 0)
	if x.at, x.n = x.at+k, x.n-k; err != nil || x.n == 0 {
		return err
	}
	y.n, err = s.gallopLeft(s.a[x.at+x.n-1], s.a[y.at:y.at+y.n], y.n-1)
	if err != nil || y.n == 0 {
		return err
	}
	if x.n <= y.n {
		return s.mergeUp(x, y)
	}
	return s.mergeDown(x, y)
}

// gallopLeft is where key belongs in a, in front of its equals; it looks from hint on, in steps that double.
func (s *timsort) gallopLeft(key keyed[Value], a []keyed[Value], hint int) (int, error) {
	return s.find(a, hint, func(x keyed[Value]) (bool, error) { return s.less(x, key) })
}

// gallopRight is where key belongs in a, behind its equals.
func (s *timsort) gallopRight(key keyed[Value], a []keyed[Value], hint int) (int, error) {
	return s.find(a, hint, func(x keyed[Value]) (bool, error) {
		less, err := s.less(key, x)
		return !less, err
	})
}

// find is how many items of a are in front of the place that is looked for.
func (s *timsort) find(a []keyed[Value], hint int, before func(x keyed[Value]) (bool, error)) (int, error) {
	up, err := before(a[hint])
	if err != nil {
		return 0, err
	}
	last, step, most := 0, 1, hint+1
	if up {
		most = len(a) - hint
	}
	for step < most {
		at := hint - step
		if up {
			at = hint + step
		}
		ok, err := before(a[at])
		if err != nil {
			return 0, err
		}
		if ok != up {
			break
		}
		last, step = step, 2*step+1
	}
	lo, hi := hint+last, hint+min(step, most)
	if !up {
		lo, hi = hint-min(step, most), hint-last
	}
	for lo++; lo < hi; {
		mid := lo + (hi-lo)/2
		ok, err := before(a[mid])
		if err != nil {
			return 0, err
		}
		if ok {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return hi, nil
}
