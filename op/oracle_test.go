package op_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/tfs-lang/tfs/repl"
)

// TestRecorded runs the calls of tf.raw_ops in testdata, whose results and errors TensorFlow gave.
func TestRecorded(t *testing.T) {
	var out bytes.Buffer
	c := &repl.Check{Out: &out, Verbose: false}
	r, err := c.Paths(context.Background(), []string{"testdata"})
	if err != nil || r.Failed > 0 || r.Passed < 100 {
		t.Errorf("%d passed, %d failed: %v\n%s", r.Passed, r.Failed, err, out.String())
	}
}
