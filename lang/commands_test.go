package lang

import (
	"context"
	"testing"

	"github.com/tfs-lang/tfs/lang/py"
)

// TestExprAmong evaluates among more names, which bind nothing and hide others.
func TestExprAmong(t *testing.T) {
	in := newWired(Options{})
	ctx := context.Background()
	if err := in.Eval(ctx, "t", "x = 1\ny = 2\n", Script, func(Event) {}); err != nil {
		t.Fatal(err)
	}
	v, err := in.ExprAmong(ctx, "[x + y + z + k for k in (0, 1)]", map[string]py.Value{"x": int64(10), "z": int64(100)})
	if err != nil || py.ReprOf(v) != "[112, 113]" {
		t.Errorf("%v %v", v, err)
	}
	if v, _ := in.Get("x"); v != py.Value(int64(1)) {
		t.Errorf("x is %v", v)
	}
	if _, ok := in.Get("z"); ok {
		t.Error("z was bound")
	}
	if _, err := in.ExprAmong(ctx, "nothing", nil); err == nil {
		t.Error("no error")
	}
}

// TestCommands runs a front end's own command, lists and completes it; elsewhere the error says where it works.
func TestFrontCommands(t *testing.T) {
	got := ""
	in := newWired(Options{Commands: []Command{{Name: "tour", Usage: "%tour [N]", Doc: "lessons",
		Run: func(_ context.Context, arg string, _ func(Event)) error { got += "(" + arg + ")"; return nil }}}})
	ctx := context.Background()
	if err := in.Eval(ctx, "t", "%tour 5\n:tour\n", Interactive, func(Event) {}); err != nil || got != "(5)()" {
		t.Errorf("%q %v", got, err)
	}
	if c := in.Complete("%tou", 4); len(c.Items) != 1 || c.Items[0].Text != "tour" {
		t.Errorf("%+v", c)
	}
	if text, ok := in.Topic("%tour"); !ok || text != "%tour [N]\n\nlessons" {
		t.Errorf("%q", text)
	}
	if o := newWired(Options{}).RunExample(ctx, "%tour 1", false); o.Msg != elsewhereOnly["tour"] {
		t.Errorf("%+v", o)
	}
}
