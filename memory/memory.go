// Package memory keeps the one account of what the process holds: tensors of any size,
// texts, containers, integers, stacks and old results. Large requests ask Reserve before
// they are made. What grows by small pieces is seen by a watch that runs beside an
// evaluation: past the limit Full tells so, and the evaluation calls Settle, which collects
// and gives the verdict. Go ends a process that really runs out of memory, so the limit lies
// well below what the machine would give.
package memory

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// small requests are not asked about: the watch sees them soon enough.
	small = 64 << 10
	// tick is how often the watch looks.
	tick = 5 * time.Millisecond
	// Least is the smallest limit: the program's own tables take a part of it.
	Least = 32 << 20
	// fallback is the limit where the system does not tell what it has.
	fallback = 8 << 30
)

var (
	limit atomic.Int64 // 0 until SetLimit or the first use
	room  atomic.Int64 // bytes that Reserve grants before it looks again
	trip  atomic.Int64 // live bytes from which Settle refuses: the limit, or more after a refusal
	full  atomic.Bool  // the watch saw too much, and nobody has settled yet
	mu    sync.Mutex   // held by those who collect
)

// Limit is how many bytes the process may hold together.
func Limit() int64 {
	if n := limit.Load(); n > 0 {
		return n
	}
	limit.CompareAndSwap(0, machine())
	trip.CompareAndSwap(0, limit.Load())
	return limit.Load()
}

// SetLimit sets the limit, 0 for what suits the machine: half of its memory, of the control
// group's, or of what the process may map. The collector is told to work harder near it.
func SetLimit(n int64) {
	if n == 0 {
		n = machine()
	}
	limit.Store(n)
	trip.Store(n)
	room.Store(0)
	tune(0)
}

// tune moves the collector's own limit: above ours, and above what is live, since near its
// limit it does little else than collect.
func tune(live int64) {
	l := Limit()
	debug.SetMemoryLimit(max(l, live) + l/8)
}

// Reserve tells whether n more bytes fit beside what is held now, after a collection if that
// helps. Small requests always do.
func Reserve(n int64) bool {
	if n < small {
		return true
	}
	l := Limit()
	if n > l {
		return false
	}
	if room.Add(-n) >= 0 {
		return true
	}
	mu.Lock()
	defer mu.Unlock()
	free := l - held().all()
	if free < n {
		runtime.GC()
		free = l - held().all()
	}
	room.Store(max(free-n, 0) / 2)
	return free >= n
}

// Full tells whether an evaluation must call Settle before it goes on.
func Full() bool { return full.Load() }

// Settle collects, and tells whether what is still held is beyond the limit. After a refusal
// a little more is allowed, so that a program can handle the error and let values go.
func Settle() (refused bool) {
	mu.Lock()
	defer mu.Unlock()
	if !full.Load() {
		return false
	}
	runtime.GC()
	full.Store(false)
	live, l := held().all(), Limit()
	tune(live)
	if live <= trip.Load() {
		if live <= l {
			trip.Store(l)
		}
		return false
	}
	trip.Store(live + max((l+l/2-live)/8, 256<<10))
	wanted.Store(true)
	return true
}

// Advice says what is held and what may be, for the hint of an error.
func Advice() string {
	return fmt.Sprintf("The process may hold %s of memory (--max-memory) and holds %s; del lets values go.",
		Text(Limit()), Text(held().all()))
}

// usage is what the runtime tells.
type usage struct {
	objects, stacks int64 // dead ones too, until they are collected
	live            int64 // at the last collection
	mapped          int64 // memory of the process that has not been given back
}

func (u usage) all() int64 { return u.objects + u.stacks }

func held() usage {
	s := [...]metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"},
		{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s[:])
	n := func(i int) int64 { return int64(s[i].Value.Uint64()) }
	return usage{n(0), n(1), n(2), n(3) - n(4)}
}

var units = []struct {
	name  string
	bytes int64
}{{"tib", 1 << 40}, {"gib", 1 << 30}, {"mib", 1 << 20}, {"kib", 1 << 10}, {"tb", 1e12}, {"gb", 1e9}, {"mb", 1e6},
	{"kb", 1e3},
	{"t", 1 << 40}, {"g", 1 << 30}, {"m", 1 << 20}, {"k", 1 << 10}, {"b", 1}, {"", 1}}

// Parse reads a size: a number with B, kB, MB, GB, TB (powers of 1000), or K, KiB, M, MiB,
// G, GiB, T, TiB (of 1024).
func Parse(text string) (int64, error) {
	s := strings.ToLower(strings.TrimSpace(text))
	for _, u := range units {
		number, ok := strings.CutSuffix(s, u.name)
		if !ok {
			continue
		}
		f, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || math.IsNaN(f) || f < 0 || f*float64(u.bytes) >= 1<<62 {
			break
		}
		if n := int64(f * float64(u.bytes)); n >= Least {
			return n, nil
		}
		return 0, fmt.Errorf("%q is too small: at least %s", text, Text(Least))
	}
	return 0, fmt.Errorf("%q is not a size such as 256MiB, 2GB or a number of bytes", text)
}

// Text writes a number of bytes for a reader.
func Text(n int64) string {
	switch {
	case n >= 10<<30:
		return fmt.Sprintf("%d GiB", n>>30)
	case n >= 1<<30:
		return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}
