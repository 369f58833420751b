package main

import (
	"bytes"
	"context"
	"testing"

	"github.com/tfs-lang/tfs/repl"
)

// TestScripts checks the transcripts in scripts/, the README and the library of tf against their outputs.
func TestScripts(t *testing.T) {
	var out bytes.Buffer
	c := &repl.Check{Out: &out}
	r, err := c.Paths(context.Background(), []string{"scripts", "README.md", "tf/lib", "lang/testdata/guides"})
	if err != nil || r.Failed > 0 || r.Passed < 200 {
		t.Errorf("%+v %v\n%s", r, err, out.String())
	}
}
