package fourier

import (
	"context"
	"sync"
	"unsafe"
)

// plan is how a length is transformed.
type plan[T Float] struct {
	n    int
	step step[T]     // of complex numbers
	real realStep[T] // of real ones
}

type planKey struct {
	n, bytes int
	manner   Manner
	real     bool
}

// Plans are kept by length, but not the tables of the longest ones.
const (
	keptPlans  = 64
	keptLength = 1 << 16
)

var (
	plansLock sync.Mutex
	plans     = map[planKey]any{}
	planAge   []planKey
)

// newPlan finds or makes a plan; one that ctx ends is void.
func newPlan[T Float](ctx context.Context, n int, m Manner, real bool) *plan[T] {
	key := planKey{n, int(unsafe.Sizeof(T(0))), m, real}
	plansLock.Lock()
	p, ok := plans[key].(*plan[T])
	plansLock.Unlock()
	if ok {
		return p
	}
	p = &plan[T]{n: n}
	if n > 1 {
		r := newRoots(ctx, n)
		switch {
		case m == Plain && convolves(n, real):
			p.step = newConvolved[T](1, 1, n, r, m)
		case real:
			p.real = newRealStep[T](n, r, m)
		default:
			p.step = newStep[T](1, 1, n, r, m)
		}
		r.ctx = nil
	}
	if n > keptLength || ctx.Err() != nil {
		return p
	}
	plansLock.Lock()
	defer plansLock.Unlock()
	if len(planAge) == keptPlans {
		delete(plans, planAge[0])
		planAge = planAge[1:]
	}
	if _, ok := plans[key]; !ok {
		planAge = append(planAge, key)
	}
	plans[key] = p
	return p
}

// convolves reports whether NumPy folds the whole of length n: when its prime factors would cost more passes.
func convolves(n int, real bool) bool {
	fs := factors(n, false)
	if top := max(4, fs[len(fs)-1]); n < 50 || top*top <= n {
		return false
	}
	cost := weight(n)
	if real {
		cost *= 0.5
	}
	return 2*weight(smooth(2*n-1))*1.5 < cost
}

// weight guesses what passes over n numbers cost.
func weight(n int) float64 {
	sum := 0.0
	for _, f := range factors(n, false) {
		if f > 5 {
			sum += float64(1.1 * float64(f))
		} else {
			sum += float64(f)
		}
	}
	return sum * float64(n)
}

// complex transforms a, parts swapped for inverses, and says whether the result is in a or b.
func (p *plan[T]) complex(w *Work[T], a, b []C[T], g T) []C[T] {
	if p.step == nil {
		return a
	}
	if c, ok := p.step.(*chain[T]); ok {
		return c.run(w, a, b, g)
	}
	p.step.apply(w, a, b, g)
	return b
}

// held is how many numbers TensorFlow holds for a row besides the row itself.
func (p *plan[T]) held() int {
	if p.step == nil {
		return 0
	}
	n := p.step.scratch()
	if p.n&1023 == 0 {
		n += 32
	}
	if _, ok := p.step.(*chain[T]); ok {
		n += p.n
	}
	return n
}
