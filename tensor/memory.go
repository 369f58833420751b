package tensor

import (
	"bufio"
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Values of this size and more are counted against what the process may hold together.
const largeBytes = 16 << 20

// memoryLimit is half of the machine's memory where the system tells it, else 8 GiB.
var memoryLimit = sync.OnceValue(func() int64 {
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return 8 << 30
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if kb, ok := strings.CutPrefix(s.Text(), "MemTotal:"); ok {
			n, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(kb), "kB")), 10, 64)
			if err == nil && n > 0 {
				return n << 10 / 2
			}
		}
	}
	return 8 << 30
})

// Reserve tells whether n more bytes fit beside what is held now. Small requests always do;
// a large one that does not even after a collection is refused, since Go ends a process that
// runs out of memory.
func Reserve(n int64) bool {
	if n < largeBytes {
		return true
	}
	if held()+n <= memoryLimit() {
		return true
	}
	runtime.GC()
	return held()+n <= memoryLimit()
}

func held() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}

// reuse collects garbage before much fresh memory is touched: the first touch of a page costs
// several times the pass over its data, and what a collection frees is used again as it is.
var reuse recycler

type recycler struct {
	mu    sync.Mutex
	fresh int64         // bytes of large buffers since the last collection
	cost  time.Duration // of that collection
}

// freshBytes is how much may be touched between two collections.
const freshBytes = 64 << 20

func (r *recycler) before(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fresh += int64(n)
	if r.fresh < freshBytes || time.Duration(r.fresh>>20)*250*time.Microsecond < 2*r.cost {
		return
	}
	start := time.Now()
	runtime.GC()
	r.fresh, r.cost = int64(n), time.Since(start)
}
