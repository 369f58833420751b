package tensor

import (
	"bufio"
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
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
