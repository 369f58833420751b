package data

import (
	"context"
	"runtime"
)

// Working ahead: goroutines compute elements before they are asked for. Each ends by itself, when its element is
// there or the buffer is full; none waits for anybody.

// workers is how many calls run at a time: as many as there are processors when the number is left open.
func workers(n int64) int64 {
	if n < 0 {
		return int64(runtime.GOMAXPROCS(0))
	}
	return min(n, 1<<10)
}

// Forker is a host that gives a computation on a goroutine of its own one of its own.
type Forker interface{ ForkHost() any }

// apart is the run of a goroutine: it outlives the call that started it, until cancel.
func apart(r *Run) (*Run, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Ctx))
	out := &Run{Ctx: ctx, Host: r.Host, Made: r.Made}
	if h, ok := r.Host.(Forker); ok {
		out.Host = h.ForkHost()
	}
	return out, cancel
}

// result is an element that is being computed.
type result struct {
	done   chan struct{}
	cancel context.CancelFunc
	elem   Element
	err    error
}

// wait is the element, or the error of a call that is to stop: then the computation stops too.
func (p *result) wait(r *Run) (Element, error) {
	select {
	case <-p.done:
	case <-r.Ctx.Done():
		p.cancel()
		return nil, r.Ctx.Err()
	}
	return p.elem, p.err
}

// parallel maps elements by several calls at a time, in order.
func parallel(in Iterator, n int, f func(r *Run, x Element) (Element, error)) Iterator {
	var queue []*result
	over := false
	return next(func(r *Run) (Element, error) {
		for len(queue) < n && !over {
			x, err := in.Next(r)
			if err == End {
				over = true
				break
			}
			p := &result{done: make(chan struct{}), cancel: func() {}}
			if queue = append(queue, p); err != nil {
				p.err = err
				close(p.done)
				continue
			}
			own, cancel := apart(r)
			p.cancel = cancel
			go func() {
				defer close(p.done)
				defer cancel()
				p.elem, p.err = f(own, x)
			}()
		}
		if len(queue) == 0 {
			return nil, End
		}
		first := queue[0]
		queue = queue[1:]
		x, err := first.wait(r)
		if r.Ctx.Err() != nil {
			for _, p := range queue {
				p.cancel()
			}
		}
		return x, err
	})
}
