package memory

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// Exhausted is called when memory grows far past the limit and nobody settles: a last word
// before Go or the system ends the process without one. A program that runs evaluations sets
// it before the first one.
var Exhausted func()

const (
	// patience is how long an evaluation past the limit may take to settle.
	patience = 50 * time.Millisecond
	// idle is how long nothing must run before memory is given back.
	idle = 100 * time.Millisecond
	// unused is how much of it makes that worth while.
	unused = 128 << 20
)

var (
	runningMu sync.Mutex
	running   = map[*evaluation]bool{}
	watching  bool
	wanted    atomic.Bool // memory is to be given back: an evaluation was refused
)

type evaluation struct{ cancel context.CancelCauseFunc }

// ErrFull is the cause of the end of an evaluation that grew far past the limit and did not
// settle.
var ErrFull = errors.New("the evaluation holds more memory than it may")

// Begin says that an evaluation runs, until end is called; it is to run under ctx. What it
// leaves unused goes back to the system.
func Begin(parent context.Context) (ctx context.Context, end func()) {
	ctx, cancel := context.WithCancelCause(parent)
	e := &evaluation{cancel}
	runningMu.Lock()
	running[e] = true
	start := !watching
	watching = true
	runningMu.Unlock()
	if start {
		go watch()
	}
	return ctx, func() {
		runningMu.Lock()
		delete(running, e)
		runningMu.Unlock()
		cancel(nil)
	}
}

func watch() {
	var since time.Time // when the process was first seen far past the limit
	quiet := time.Duration(0)
	for ; !ended(quiet); time.Sleep(tick) {
		if quiet += tick; busy() {
			quiet = 0
		}
		switch u, l := look(), Limit(); {
		case u.all() < l+l/4:
			since = time.Time{}
		case since.IsZero():
			since = time.Now()
		case time.Since(since) > patience && stillFull(l+l/4):
			cancelAll()
			if u.all() > l+l/2 && time.Since(since) > 2*patience && stillFull(l+l/2) && Exhausted != nil {
				Exhausted()
			}
		}
	}
}

func busy() bool {
	runningMu.Lock()
	defer runningMu.Unlock()
	return len(running) > 0
}

// ended gives memory back and ends the watch when nothing has run for a while.
func ended(quiet time.Duration) bool {
	if quiet < idle {
		return false
	}
	giveBack()
	runningMu.Lock()
	defer runningMu.Unlock()
	watching = len(running) > 0
	return !watching
}

// cancelAll ends what runs: it does not poll, but may look at its context.
func cancelAll() {
	runningMu.Lock()
	defer runningMu.Unlock()
	for e := range running {
		e.cancel(ErrFull)
	}
	wanted.Store(true)
}

// look compares what is held with the limit.
func look() usage {
	u, l := held(), Limit()
	room.Store(max(l-u.all(), 0) / 2)
	if t := trip.Load(); u.live+u.stacks > t || u.all() > t+l/8 {
		full.Store(true)
	}
	return u
}

// stillFull tells whether a collection leaves more than n bytes held.
func stillFull(n int64) bool {
	mu.Lock()
	defer mu.Unlock()
	runtime.GC()
	return held().all() > n
}

func giveBack() {
	u := held()
	if wanted.Swap(false) || u.mapped-u.live-u.stacks > unused {
		debug.FreeOSMemory()
		tune(held().all())
	}
}
