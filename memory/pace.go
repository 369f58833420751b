package memory

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// How much may be allocated between collections, in percent of what is live: much while little
// is, since each collection costs the same again, and less once the process is large.
const (
	seldom   = 400
	often    = 200
	largeNow = 24 << 20
)

// Pace sets how often garbage is collected, now and after each collection.
func Pace() {
	debug.SetGCPercent(seldom)
	arm(seldom)
}

// arm has the pace looked at after the next collection, which finds what it makes unreachable.
func arm(percent int) {
	runtime.SetFinalizer(&struct{ p *int }{new(int)}, func(any) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		want := seldom
		if live[0].Value.Kind() == metrics.KindUint64 && live[0].Value.Uint64() > largeNow {
			want = often
		}
		if want != percent {
			debug.SetGCPercent(want)
		}
		arm(want)
	})
}
