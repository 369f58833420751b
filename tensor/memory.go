package tensor

import (
	"runtime"
	"sync"
	"time"

	"github.com/tfs-lang/tfs/memory"
)

// largeBytes is the size from which a fresh buffer is worth a collection before it.
const largeBytes = 1 << 20

// Reserve tells whether n more bytes fit in the process's memory account.
func Reserve(n int64) bool { return memory.Reserve(n) }

// reuse collects garbage before much fresh memory is touched: the first touch of a page costs
// several times the pass over its data, and what a collection frees is used again as it is.
var reuse recycler

type recycler struct {
	mu    sync.Mutex
	fresh int64         // bytes of large buffers since the last collection
	cost  time.Duration // of that collection
}

// freshBytes is how much may be touched between two collections: so much that they cost little beside
// what fills it.
const freshBytes = 256 << 20

func (r *recycler) before(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fresh += int64(n)
	if r.fresh < min(freshBytes, memory.Limit()/8) || time.Duration(r.fresh>>20)*250*time.Microsecond < 2*r.cost {
		return
	}
	start := time.Now()
	runtime.GC()
	r.fresh, r.cost = int64(n), time.Since(start)
}
