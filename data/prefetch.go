package data

import (
	"context"
	"sync"

	"github.com/tfs-lang/tfs/op"
)

// Prefetch computes up to n elements ahead, where the stages before it can run on another goroutine.
func Prefetch(d *Dataset, n op.Value) *Dataset {
	return stage("Prefetch", d.Size, func(e *Env) (Iterator, error) {
		size, err := e.Int(n)
		if err != nil {
			return nil, err
		}
		in, err := d.Open(e)
		if err != nil {
			return nil, err
		}
		if size == 0 || !d.Portable {
			return in, nil
		}
		if size < 0 {
			size = 2
		}
		return &fetcher{in: in, size: int(min(size, 1<<20)), ready: make(chan struct{}, 1)}, nil
	}, d).uses(n)
}

// fetcher is an iterator with a buffer that a goroutine fills; the goroutine ends when it is full.
type fetcher struct {
	in   Iterator
	size int

	mu     sync.Mutex
	buf    []result
	busy   bool // a goroutine fills the buffer
	over   bool
	cancel context.CancelFunc
	ready  chan struct{} // something was put into the buffer
}

// Next takes the oldest element of the buffer and has it filled again.
func (f *fetcher) Next(r *Run) (Element, error) {
	for {
		f.mu.Lock()
		if !f.busy && !f.over && len(f.buf) <= f.size/2 {
			f.start(r)
		}
		if len(f.buf) > 0 {
			p := f.buf[0]
			f.buf = f.buf[1:]
			f.mu.Unlock()
			return p.elem, p.err
		}
		over, busy := f.over, f.busy
		f.mu.Unlock()
		if over && !busy {
			return nil, End
		}
		select {
		case <-f.ready:
		case <-r.Ctx.Done():
			f.mu.Lock()
			if f.cancel != nil {
				f.cancel()
			}
			f.mu.Unlock()
			return nil, r.Ctx.Err()
		}
	}
}

// start has a goroutine fill the buffer. The lock is held.
func (f *fetcher) start(r *Run) {
	own, cancel := apart(r)
	f.busy, f.cancel = true, cancel
	go func() {
		defer cancel()
		for f.fill(own) {
		}
	}()
}

// fill puts one element into the buffer and tells whether there is room for another.
func (f *fetcher) fill(own *Run) bool {
	x, err := f.in.Next(own)
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case err == End:
		f.over = true
	case own.Ctx.Err() != nil: // the element is lost with the call that was stopped
	default:
		f.buf = append(f.buf, result{elem: x, err: err})
	}
	more := !f.over && own.Ctx.Err() == nil && len(f.buf) < f.size
	f.busy = more
	select {
	case f.ready <- struct{}{}:
	default:
	}
	return more
}
