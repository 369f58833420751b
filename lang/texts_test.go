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
