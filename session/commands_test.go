package session

import (
	"context"
	"testing"

	"github.com/tfs-lang/tfs/lang"
)

// TestFrontCommands runs a front end's own command, lists and completes it; elsewhere the error says where it works.
func TestFrontCommands(t *testing.T) {
	got := ""
	in := New(Options{Commands: []Command{{Name: "tour", Usage: "%tour [N]", Doc: "lessons",
		Run: func(_ context.Context, arg string, _ func(lang.Event)) error { got += "(" + arg + ")"; return nil }}}})
	ctx := context.Background()
	if err := in.Eval(ctx, "t", "%tour 5\n:tour\n", lang.Interactive, func(lang.Event) {}); err != nil || got != "(5)()" {
		t.Errorf("%q %v", got, err)
	}
	if c := Of(in).Complete("%tou", 4); len(c.Items) != 1 || c.Items[0].Text != "tour" {
		t.Errorf("%+v", c)
	}
	if text, ok := Of(in).Topic("%tour"); !ok || text != "%tour [N]\n\nlessons" {
		t.Errorf("%q", text)
	}
	if o := New(Options{}).RunExample(ctx, "%tour 1", false); o.Msg != elsewhereOnly["tour"] {
		t.Errorf("%+v", o)
	}
}
