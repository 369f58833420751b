package py

import (
	"context"
	"math/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/memory"
)

// TestGrownIndex appends to texts that are looked at in between: the index must be that of the whole.
func TestGrownIndex(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	parts := []string{"a", "bcdefghij", "é", "日本", "🎉x", strings.Repeat("z", 70), strings.Repeat("ñ", 65), "\xed\xa0\x80"}
	for round := range 200 {
		th, s := &Thread{}, strings.Repeat("q", shortText)
		known := 1 + round%len(parts)
		for range 60 {
			s = th.joinText(s, parts[r.Intn(known)])
			x, want := th.runes(s), indexRunes(s)
			if x.s != want.s || x.n != want.n || !slices.Equal(x.marks, want.marks) || (x.marks == nil) != (want.marks == nil) {
				t.Fatalf("%q: %d %v, not %d %v", s, x.n, x.marks, want.n, want.marks)
			}
			if cut := s[:len(s)-len(s)%3]; r.Intn(4) == 0 && th.textLen(cut) != RuneLen(cut) {
				t.Fatalf("%q: %d", cut, th.textLen(cut))
			}
		}
	}
}

// TestLenOfGrown has a loop that appends and asks for the length: it must not look at the whole each time.
func TestLenOfGrown(t *testing.T) {
	for _, part := range []string{"abc", "né"} {
		th, s, start := &Thread{}, strings.Repeat(part, shortText), time.Now()
		for range 400_000 {
			s = th.joinText(s, part)
			th.textLen(s)
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%q: %v", part, d)
		}
	}
}

// TestAppend asks the account before a text grows, whatever the sizes of the parts.
func TestAppend(t *testing.T) {
	var b []byte
	for i := range 3000 {
		var err error
		if b, err = Append(b, strings.Repeat("x", i)); err != nil || len(b) != i*(i+1)/2 {
			t.Fatal(i, len(b), err)
		}
	}
	defer memory.SetLimit(0)
	memory.SetLimit(64 << 20)
	long := strings.Repeat("x", 16<<20)
	for _, format := range []string{"%s%s%s%s%s", "%s%r%s%s%s"} {
		if _, err := percentFormat(&Thread{Ctx: context.Background()}, format, NewTuple(long, long, long, long, long), false); err == nil {
			t.Error(format, "has no limit")
		}
	}
	r, err := percentFormat(&Thread{Ctx: context.Background()}, "a%s-%d-%s%%", NewTuple(long, int64(7), "z"), false)
	if err != nil || r != "a"+long+"-7-z%" {
		t.Error(len(r), err)
	}
}
