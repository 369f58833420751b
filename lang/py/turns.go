package py

import (
	"sync/atomic"
	"time"
)

// Threads of a program take turns: each has a goroutine, and one of them works at a time. The turn
// goes on where a thread waits (for a lock, for another's end, for a moment), where it ends, and now
// and then in its while loops. Nothing else interrupts a thread, so every operation is whole.

// turn is a thread among those that take turns.
type turn struct {
	wake  chan struct{} // the turn comes
	until time.Time     // what it waits for at most, zero for no limit
	id    int64         // counts threads, 0 for the main one
}

// turns are the threads of one interpreter, the main one first.
type turns struct {
	all   []*turn
	stuck int // how many polled in a row without one of them going on
	main  *Thread
	last  int64 // the number of the newest thread
	count atomic.Int64
	ends  []Value // called at the end of the program, the last one first
}

type turnsKey struct{}

func (t *Thread) allTurns() *turns {
	return t.Local(turnsKey{}, func() any { return &turns{all: []*turn{{wake: make(chan struct{}, 1)}}} }).(*turns)
}

// mine is the turn of a thread, by default that of the main one.
func (s *turns) mine(t *Thread) *turn {
	if t.turn == nil {
		t.turn = s.all[0]
	}
	return t.turn
}

// Threaded tells whether there is another thread than the main one.
func (s *turns) threaded() bool { return len(s.all) > 1 }

// Go runs a function in a thread of its own and gives it the turn.
func (t *Thread) Go(run func(t *Thread)) {
	s := t.allTurns()
	me := s.mine(t)
	own := *t
	s.last++
	own.turn = &turn{wake: make(chan struct{}, 1), id: s.last}
	own.Warned, own.Due = nil, false
	own.Handled, own.Depth, own.boxed, own.showing, own.Caller, own.nest = nil, 0, nil, nil, nil, 0
	if me == s.all[0] {
		s.main = t
	}
	t.takesTurns, own.takesTurns = true, true
	if s.main != nil {
		s.main.takesTurns = true
	}
	s.all = append(s.all, own.turn)
	go func() {
		<-own.turn.wake
		run(&own)
		s.leave(own.turn)
	}()
	s.stuck = 0
	s.hand(own.turn, t, me)
}

// leave ends a thread and hands its turn on.
func (s *turns) leave(me *turn) {
	for i, x := range s.all {
		if x == me {
			s.all = append(s.all[:i:i], s.all[i+1:]...)
			s.stuck = 0
			s.all[i%len(s.all)].wake <- struct{}{}
			return
		}
	}
}

// hand gives the turn to another thread and waits for it to come back.
func (s *turns) hand(to *turn, t *Thread, me *turn) {
	if to == me {
		return
	}
	to.wake <- struct{}{}
	<-me.wake
	if me != s.all[0] && s.main != nil { // the main thread's program may have gone on to another line
		t.Ctx = s.main.Ctx
	}
}

// next is the thread after one.
func (s *turns) next(me *turn) *turn {
	for i, x := range s.all {
		if x == me {
			return s.all[(i+1)%len(s.all)]
		}
	}
	return s.all[0]
}

// Wait lets others go on until ready says so, or for d at most (d < 0: without limit); it tells
// whether ready did. It fails where no thread can ever go on, and when the program is stopped.
func (t *Thread) Wait(ready func() (bool, error), d time.Duration) (bool, error) {
	s := t.allTurns()
	me := s.mine(t)
	me.until, s.stuck = time.Time{}, 0 // the thread has done something since it waited last
	if d >= 0 {
		me.until = time.Now().Add(d)
	}
	for {
		ok, err := ready()
		if ok || err != nil {
			s.stuck = 0
			return ok, err
		}
		if d >= 0 && !time.Now().Before(me.until) {
			s.stuck = 0
			return false, nil
		}
		if err := t.Check(); err != nil {
			return false, err
		}
		if s.stuck++; s.stuck >= len(s.all) {
			if err := s.rest(t, me); err != nil {
				return false, err
			}
		}
		s.hand(s.next(me), t, me)
	}
}

// rest waits for the nearest moment that a thread waits for, when all of them wait.
func (s *turns) rest(t *Thread, me *turn) error {
	var at time.Time
	for _, x := range s.all {
		if !x.until.IsZero() && (at.IsZero() || x.until.Before(at)) {
			at = x.until
		}
	}
	if at.IsZero() {
		if me == s.all[0] {
			s.stuck = 0
			return Raisef(RuntimeErrorClass, "deadlock: every thread waits for another one")
		}
		return nil // the main thread is to hear of it
	}
	select {
	case <-time.After(time.Until(at)):
	case <-t.Ctx.Done():
	}
	return nil
}

// Sleep waits while other threads go on.
func (t *Thread) Sleep(d time.Duration) error {
	if s := t.allTurns(); s.threaded() {
		_, err := t.Wait(func() (bool, error) { return false, nil }, d)
		return err
	}
	select {
	case <-time.After(d):
		return nil
	case <-t.Ctx.Done():
		return Stopped(t.Ctx)
	}
}

// Turn lets another thread work now and then; a loop calls it each time round.
func (t *Thread) Turn() {
	if !t.takesTurns {
		return
	}
	s := t.allTurns()
	if !s.threaded() || s.count.Add(1)%1000 != 0 {
		return
	}
	me := s.mine(t)
	me.until, s.stuck = time.Time{}, 0
	s.hand(s.next(me), t, me)
}

// AtEnd has a function called when the program ends, before those that were told earlier.
func (t *Thread) AtEnd(fn Value) {
	s := t.allTurns()
	s.ends = append(s.ends, fn)
}

// NotAtEnd takes a function from those that AtEnd was told.
func (t *Thread) NotAtEnd(fn Value) {
	s := t.allTurns()
	for i := len(s.ends) - 1; i >= 0; i-- {
		if s.ends[i] == fn {
			s.ends = append(s.ends[:i:i], s.ends[i+1:]...)
		}
	}
}

// End calls what AtEnd was told; failed is told each error.
func (t *Thread) End(failed func(err error)) {
	s := t.allTurns()
	for len(s.ends) > 0 {
		fn := s.ends[len(s.ends)-1]
		s.ends = s.ends[:len(s.ends)-1]
		if _, err := Call(t, fn, nil, nil); err != nil {
			failed(err)
		}
	}
}

// TakeTurnOf makes what works for another thread take its turn: the body of a generator.
func (t *Thread) TakeTurnOf(other *Thread) { t.turn, t.takesTurns = other.turn, other.takesTurns }

// Ident is the number of a thread, 0 for the main one.
func (t *Thread) Ident() int64 { return t.allTurns().mine(t).id }
