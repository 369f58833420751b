package teach

import (
	"context"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session"
)

// TestGuide begins a tour from a cell, gives it cells, and leaves it.
func TestGuide(t *testing.T) {
	var g Guide
	var said strings.Builder
	show := func(e lang.Event) {
		if e.Kind == lang.Result || e.Kind == lang.Error {
			t.Errorf("an event of kind %d: %s", e.Kind, e.Text)
		}
		said.WriteString(e.Text)
	}
	opts := session.Options{State: t.TempDir(), Commands: g.Commands()}
	in := session.New(opts)
	ctx := context.Background()
	cell := func(src string) {
		t.Helper()
		var err error
		if g.Active() {
			err = g.Take(ctx, src, show)
		} else {
			err = in.Eval(ctx, "<cell>", src+"\n", lang.Cell, show)
		}
		if err == nil {
			err = g.Begin(ctx, opts, err, show)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	cell("%tour list")
	if g.Active() || !strings.Contains(said.String(), "01-bytes") {
		t.Fatalf("the list: %s", said.String())
	}
	cell("%tour 05-ragged/splits")
	if !g.Active() || g.Interp(in) == in {
		t.Fatalf("no tour: %s", said.String())
	}
	said.Reset()
	cell("[2, 0, 1]")
	cell("1 / 0")
	if text := said.String(); !strings.Contains(text, "Not yet") || !strings.Contains(text, "ZeroDivisionError") {
		t.Errorf("wrong tries: %s", text)
	}
	cell("%quit")
	if g.Active() || g.Interp(in) != in {
		t.Error("the tour did not end")
	}
}
