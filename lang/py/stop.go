package py

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/tfs-lang/tfs/memory"
)

// An evaluation ends early when its context does: by Ctrl-C, by a time limit, or because the
// program that runs it says so. Each Poll then gives the exception.

// timeLimit is why the context of an evaluation ended that took too long.
type timeLimit struct{ limit time.Duration }

func (l *timeLimit) Error() string { return fmt.Sprintf("the time limit of %s is over", l.limit) }

// WithTimeLimit makes a context whose evaluations end with a TimeoutError after d. No handler
// of the program catches it.
func WithTimeLimit(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(parent, d, &timeLimit{d})
}

// TimedOut tells whether a context ended by its time limit.
func TimedOut(ctx context.Context) bool {
	var l *timeLimit
	return errors.As(context.Cause(ctx), &l)
}

// Stopped is the exception of an evaluation whose context has ended: TimeoutError for a time
// limit, MemoryError for too much memory, else KeyboardInterrupt.
func Stopped(ctx context.Context) error {
	cause := context.Cause(ctx)
	var l *timeLimit
	switch {
	case errors.As(cause, &l):
		return Raisef(TimeoutErrorClass, "%s", l)
	case errors.Is(cause, memory.ErrFull):
		return OutOfMemory("the program holds more memory than it may")
	}
	return Interrupted()
}

// Interrupted is the KeyboardInterrupt of a cancelled evaluation.
func Interrupted() error { return NewExc(KeyboardInterruptClass) }

// Stop interrupts an evaluation as Ctrl-C does in Python: the program may catch the
// KeyboardInterrupt and go on. A second interrupt soon after, or while the first has not
// been raised yet, ends the evaluation for good.
type Stop struct {
	mu     sync.Mutex
	whole  context.Context
	end    context.CancelFunc
	now    context.Context // what the evaluation works under, until it is interrupted
	cancel context.CancelFunc
	last   time.Time
}

// soon is how quickly a second interrupt must follow to end an evaluation for good.
const soon = 2 * time.Second

type stopKey struct{}

// NewStop makes the means to interrupt evaluations under parent; Close gives it back.
func NewStop(parent context.Context) *Stop {
	s := &Stop{}
	s.whole, s.end = context.WithCancel(context.WithValue(parent, stopKey{}, s))
	s.now, s.cancel = context.WithCancel(s.whole)
	return s
}

// Context is what the evaluation is to run under.
func (s *Stop) Context() context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// Interrupt stops what runs.
func (s *Stop) Interrupt() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now.Err() != nil || time.Since(s.last) < soon {
		s.end()
	}
	s.cancel()
	s.last = time.Now()
}

// Pending tells whether an interrupt was not answered: the evaluation has neither ended nor
// handled it.
func (s *Stop) Pending() bool { return s.Context().Err() != nil }

// Close ends the context.
func (s *Stop) Close() { s.end() }

// renew gives the context under which the program goes on after it has caught the interrupt.
func (s *Stop) renew() context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now.Err() != nil && s.whole.Err() == nil {
		s.now, s.cancel = context.WithCancel(s.whole)
	}
	return s.now
}

// Caught is called before a handler, a finally block or an __exit__ runs after ex: a caught
// interrupt is over. It fails when the evaluation must end whatever the program catches.
func (t *Thread) Caught(ex *Exc) error {
	if t.Ctx.Err() == nil {
		return nil
	}
	s, ok := t.Ctx.Value(stopKey{}).(*Stop)
	if ok && ex.Class.Is(KeyboardInterruptClass) {
		t.Ctx = s.renew()
	}
	if t.Ctx.Err() == nil || ok && s.whole.Err() == nil && !errors.Is(context.Cause(t.Ctx), memory.ErrFull) {
		return nil
	}
	end := Stopped(t.Ctx).(*Exc)
	if ex.Class.Is(end.Class) {
		return ex
	}
	return end
}

// Poll reports that the evaluation must stop: it was cancelled, or it holds too much memory.
// It looks at the memory every 64 calls, and at the interrupt every time: one turn of a loop may take long.
func (t *Thread) Poll() error {
	if t.ticks++; t.ticks&63 == 0 || t.Ctx.Err() != nil {
		return t.Check()
	}
	return nil
}

// Check is Poll that looks now.
func (t *Thread) Check() error {
	if t.Ctx.Err() != nil {
		return Stopped(t.Ctx)
	}
	if memory.Full() && memory.Settle() {
		return OutOfMemory("the program holds more memory than it may")
	}
	return nil
}

// checkIf is Check where there is a thread.
func (t *Thread) checkIf() error {
	if t == nil {
		return nil
	}
	return t.Check()
}

// OutOfMemory is a MemoryError that says what is held and what may be.
func OutOfMemory(format string, args ...any) *Exc {
	return Raisef(MemoryErrorClass, format, args...).WithHint("%s", memory.Advice())
}
