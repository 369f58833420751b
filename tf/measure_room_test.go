package tf

import (
	"testing"

	"github.com/tfs-lang/tfs/lang/py"
)

// TestTypeTextOfSelf has a dict that holds itself: its text ends.
func TestTypeTextOfSelf(t *testing.T) {
	d := py.NewDict()
	d.SetStr("a", int64(1))
	if got := TypeText(d); got == "" {
		t.Error(got)
	}
	d.SetStr("d", d)
	if got := TypeText(d); len(got) > 1000 {
		t.Error(got)
	}
}
