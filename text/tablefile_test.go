package text

import (
	"context"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

// TestTableFile reads columns, whole lines and line numbers, and refuses lines with too few columns.
func TestTableFile(t *testing.T) {
	ctx := context.Background()
	k, v, err := TableFile(ctx, strings.NewReader("a,1\nb,2\nc,3\n"), "f",
		[2]Column{{0, tensor.String}, {1, tensor.Int64}},
		",", 0, 2)
	if err != nil || k.Len() != 2 || k.Str(1) != "b" || v.Int(1) != 2 {
		t.Errorf("%v %v %v", k, v, err)
	}
	k, v, err = TableFile(ctx, strings.NewReader("x\ny"), "f", [2]Column{{WholeLine, tensor.String},
		{LineNumber, tensor.Int64}}, "\t", 5, -1)
	if err != nil || k.Str(0) != "x" || v.Int(1) != 6 {
		t.Errorf("%v %v %v", k, v, err)
	}
	_, _, err = TableFile(ctx, strings.NewReader("x"), "f", [2]Column{{0, tensor.String}, {1, tensor.Int64}}, ",", 0, -1)
	if err == nil || !strings.Contains(err.Error(), "expected at least 2 got 1") {
		t.Errorf("%v", err)
	}
}
