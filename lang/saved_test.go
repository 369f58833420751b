package lang

import (
	"context"
	"os"
	"strings"
	"testing"
)

// TestSavedRows: functions of ragged tensors and strings are written as TensorFlow's kernels, and what is read
// again gives what they give (.ci/savedrows.py, which .ci/savedmodels.py runs with TensorFlow on the other side).
func TestSavedRows(t *testing.T) {
	text, err := os.ReadFile("../.ci/savedrows.py")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, mode := range []string{"save", "load"} {
		var out strings.Builder
		in := New(Options{Args: []string{"savedrows.py", mode, dir}})
		err := in.Eval(context.Background(), "savedrows.py", string(text), Script, func(e Event) { out.WriteString(e.Text) })
		if err != nil {
			t.Fatal(err)
		}
		if got := out.String(); strings.Count(got, "\n") != 1 || !strings.HasSuffix(got, " cases\n") {
			t.Errorf("%s: %s", mode, got)
		}
	}
}
