package tf

import (
	"testing"

	"github.com/tfs-lang/tfs/tf/bind"
)

// TestPublics sees that every function others call by its name is in the table, under its first name.
func TestPublics(t *testing.T) {
	all := bind.Publics()
	if len(all) < 50 {
		t.Errorf("%d functions are named", len(all))
	}
	for _, p := range all {
		if o := p.Op(); o == nil {
			t.Errorf("there is no %s", p.Name)
		} else if o.Name != p.Name {
			t.Errorf("%s is an alias of %s", p.Name, o.Name)
		}
	}
}
