package tf

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
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

// TestAbsentNames sees that the names listed as not being part of tfs are not.
func TestAbsentNames(t *testing.T) {
	text, err := os.ReadFile("table/public.txt")
	if err != nil {
		t.Fatal(err)
	}
	Module()
	total := 0
	for line := range strings.Lines(string(text)) {
		names := strings.Fields(line)
		m := table.Tree.All[strings.TrimSuffix("tf."+names[0], "..")]
		for _, n := range names[1:] {
			total++
			if m != nil && slices.Contains(m.Dir(), n) {
				t.Errorf("%s has %s: it is not to be listed in table/public.txt", m.Name, n)
			}
		}
	}
	if total < 500 {
		t.Errorf("%d names are listed", total)
	}
}
