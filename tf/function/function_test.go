package function

import (
	"testing"

	"github.com/tfs-lang/tfs/lang/py"
)

// TestCovers: Python values that are equal are one type, as 1, 1.0 and True are.
func TestCovers(t *testing.T) {
	lit := func(v py.Value) py.Value { return &LiteralType{v} }
	for _, c := range []struct {
		a, b py.Value
		want bool
	}{{lit(int64(1)), lit(1.0), true}, {lit(int64(1)), lit(true), true}, {lit(int64(1)), lit(int64(2)), false},
		{lit("a"), lit("a"), true}} {
		if got := covers(c.a, c.b); got != c.want {
			t.Errorf("%s covers %s: %t", typeText(c.a), typeText(c.b), got)
		}
	}
}
