package lang_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session"
)

// TestReads watches a loop over the lines of a file that takes more than a second: with Options.Reads it is told of, up
// to the end of the loop; without it is not.
func TestReads(t *testing.T) {
	path := filepath.Join(t.TempDir(), "slow.txt")
	if err := os.WriteFile(path, bytes.Repeat([]byte("0123456789abcde\n"), 1<<18), 0o600); err != nil {
		t.Fatal(err)
	}
	src := `
import time
with open(path) as f:
  for i, line in enumerate(f):
    if i % 8192 == 8191:
      time.sleep(0.05)
`
	for _, asked := range []bool{true, false} {
		var told []lang.Progress
		in := session.New(session.Options{Options: lang.Options{Reads: asked}})
		err := in.Eval(context.Background(), "reads.tfs", "path = '"+path+"'"+src, lang.Script, func(e lang.Event) {
			if e.Kind == lang.Progressed {
				told = append(told, *e.Progress)
			}
		})
		switch n := len(told); {
		case err != nil:
			t.Fatal(err)
		case !asked && n > 0:
			t.Errorf("told of unasked: %v", told)
		case asked && (n < 2 || !told[n-1].Ended || told[0].Label != "slow.txt, MB" || told[0].Total != 4 || told[0].Done < 1):
			t.Errorf("told: %v", told)
		}
	}
}
