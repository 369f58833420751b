package memory

import (
	"context"
	"math"
	"runtime"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]int64{
		"256MiB": 256 << 20, "2GB": 2e9, " 1.5 gib ": 3 << 29, "64m": 64 << 20, "100000000": 1e8, "1T": 1 << 40,
		"50000 kB": 5e7,
	} {
		if n, err := Parse(text); n != want || err != nil {
			t.Errorf("%q: %d %v, want %d", text, n, err, want)
		}
	}
	for _, text := range []string{"", "MiB", "-1GB", "1XB", "nan", "inf GB", "1e300", "10MiB", "5", "1,5GB"} {
		if n, err := Parse(text); err == nil {
			t.Errorf("%q is read as %d", text, n)
		}
	}
}

// TestAccount lets values grow past a limit: large requests are refused, small growth is seen
// by the watch, and what is let go may be used again.
func TestAccount(t *testing.T) {
	defer SetLimit(0)
	runtime.GC()
	SetLimit(held().all() + Least)
	if Reserve(math.MaxInt64) || Reserve(2*Least) || !Reserve(small-1) || !Reserve(Least/4) {
		t.Error("Reserve")
	}
	_, end := Begin(context.Background())
	defer end()
	var kept [][]byte
	refused := 0
	for deadline := time.Now().Add(20 * time.Second); refused < 3 && time.Now().Before(deadline); {
		kept = append(kept, make([]byte, small/2))
		if len(kept)%64 == 0 {
			time.Sleep(time.Millisecond)
		}
		if Full() && Settle() {
			refused++
		}
	}
	if grown := int64(len(kept)) * small / 2; refused < 3 || grown > 2*Least {
		t.Errorf("%d refusals at %d bytes", refused, grown)
	}
	if Reserve(Least / 2) {
		t.Error("room beyond the limit")
	}
	runtime.KeepAlive(kept)
	kept = nil
	if !Reserve(Least / 2) {
		t.Error("no room after values went")
	}
	for deadline := time.Now().Add(time.Second); time.Now().Before(deadline); time.Sleep(tick) {
		if Full() && Settle() {
			t.Error("refused after values went")
		}
	}
	runtime.KeepAlive(kept)
}
