package tensor

import (
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/memory"
)

// TestOfStringsRoom copies one long string into many elements: there must be room for all of it.
func TestOfStringsRoom(t *testing.T) {
	defer memory.SetLimit(0)
	memory.SetLimit(64 << 20)
	list := make([]string, 1000)
	for i := range list {
		list[i] = strings.Repeat("x", 1<<10)
	}
	if x, err := OfStrings([]int{10, 100}, list); err != nil || x.Str(999) != list[0] {
		t.Error(err)
	}
	long := strings.Repeat("x", 1<<20)
	for i := range list {
		list[i] = long
	}
	if _, err := OfStrings([]int{1000}, list); err == nil {
		t.Error("1000 MiB fit into 64")
	}
}
