package kernel

import (
	"strings"
	"testing"
)

// TestTour goes through a lesson in a notebook.
func TestTour(t *testing.T) {
	opts := Options{}
	opts.Lang.State = t.TempDir()
	c := start(t, opts)
	for _, step := range []struct{ code, want string }{
		{"x = 'mine'", ""},
		{"%tour 05-ragged", "Your first ragged tensor"},
		{"%next", "05-ragged/make"},
		{"cart = tf.ragged.constant([[1, 2], [7]])", "The empty row counts too"},
		{"%hint", "takes nested lists"},
		{"cart = tf.ragged.constant([[1, 2], [], [7]])", "Right"},
		{"%next", "Before you run anything"},
		{"1/0", "ZeroDivisionError"},
		{"%skip", "Skipped"},
		{"%tour list", "1/4, 1 skipped"},
		{"%quit", "Left at"},
		{"x", "'mine'"},
		{"%tour nothing", "there is no lesson"},
		{"x", "'mine'"},
	} {
		_, got := c.run(step.code)
		if !strings.Contains(got, step.want) {
			t.Errorf("%s\nshows %s\nnot %s", step.code, got, step.want)
		}
	}
}
