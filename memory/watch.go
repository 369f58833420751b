package memory

import (
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"
)

// Exhausted is called when memory grows far past the limit and nobody settles: a last word
// before Go or the system ends the process without one. A program that runs evaluations sets
// it before the first one.
var Exhausted func()

const (
	// idle is how long nothing must run before memory is given back.
	idle = 100 * time.Millisecond
	// unused is how much of it makes that worth while.
	unused = 128 << 20
)

var (
	running  atomic.Int64 // evaluations
	watching atomic.Bool
	wanted   atomic.Bool // memory is to be given back: an evaluation was refused
)

// Begin says that an evaluation runs, until end is called. What it left unused then goes back
// to the system.
func Begin() (end func()) {
	running.Add(1)
	if watching.CompareAndSwap(false, true) {
		go watch()
	}
	return func() { running.Add(-1) }
}

func watch() {
	var since time.Time // when the process was first seen far past the limit
	for quiet := time.Duration(0); quiet < idle; time.Sleep(tick) {
		if quiet += tick; running.Load() > 0 {
			quiet = 0
		}
		u := look()
		switch {
		case u.all() < Limit()/2*3:
			since = time.Time{}
		case since.IsZero():
			since = time.Now()
		case time.Since(since) > 10*tick:
			if lastWord() {
				return
			}
			since = time.Time{}
		}
	}
	giveBack()
	watching.Store(false)
	if running.Load() > 0 && watching.CompareAndSwap(false, true) {
		go watch()
	}
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

// lastWord collects, and ends the process if even then far too much is held.
func lastWord() bool {
	mu.Lock()
	defer mu.Unlock()
	runtime.GC()
	if held().all() < Limit()/2*3 || Exhausted == nil {
		return false
	}
	Exhausted()
	return true
}

func giveBack() {
	u := held()
	if wanted.Swap(false) || u.mapped-u.live-u.stacks > unused {
		debug.FreeOSMemory()
		tune(held().all())
	}
}
