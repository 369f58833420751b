package main

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// TestBest measures passes of a known time: the rate is not greater than the work over it, and the best pass counts.
func TestBest(t *testing.T) {
	passes := 0
	rate := best(func() {
		passes++
		if passes > 1 {
			time.Sleep(20 * time.Millisecond)
			return
		}
		time.Sleep(2 * time.Millisecond)
	}, 1)
	if passes < 2 || rate > 500 || rate <= 50 {
		t.Errorf("%d passes, %v a second", passes, rate)
	}
}

// TestAll runs once on each core.
func TestAll(t *testing.T) {
	var seen atomic.Int64
	all(func(core, cores int) {
		if cores != runtime.GOMAXPROCS(0) || core < 0 || core >= cores {
			t.Errorf("core %d of %d", core, cores)
		}
		seen.Add(1 << (8 * core % 56))
	})
	if n := runtime.GOMAXPROCS(0); n < 8 && seen.Load() != (1<<(8*n)-1)/255 {
		t.Errorf("cores %x", seen.Load())
	}
}
