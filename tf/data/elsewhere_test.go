package data_test

import (
	"context"
	"testing"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/session"
)

// TestDatasetElsewhere iterates datasets in another interpreter than the one that made them, and from Go alone.
func TestDatasetElsewhere(t *testing.T) {
	for src, want := range map[string]string{
		"tf.data.Dataset.range(3).map(lambda x: x + 1)":                                                "[1, 2, 3]",
		"tf.data.Dataset.range(3).map(lambda x: tf.py_function(lambda y: y * 2, [x], tf.int64))":       "[0, 2, 4]",
		"tf.data.Dataset.range(4).filter(lambda x: x % 2 == 0)":                                        "[0, 2]",
		"tf.data.Dataset.range(3).map(lambda x: x * v)":                                                "[0, 3, 6]",
		"tf.data.Dataset.from_generator(lambda: iter([4, 5]), output_signature=s)":                     "[4, 5]",
		"tf.data.Dataset.range(3).interleave(lambda x: tf.data.Dataset.range(x).map(lambda y: y + x))": "[1, 2, 3]",
		"tf.data.Dataset.range(3).map(lambda x: x + 1, num_parallel_calls=2).batch(3).unbatch()":       "[1, 2, 3]",
	} {
		one, two := session.New(session.Options{}), session.New(session.Options{})
		run := func(in *lang.Interp, src string) string {
			t.Helper()
			got := in.RunExample(context.Background(), src, false)
			if got.Kind != "" {
				t.Fatalf("%s\n%v", src, got.Lines())
			}
			return got.Lines()[0]
		}
		one.RunExample(context.Background(), "v = tf.Variable(3, dtype=tf.int64); s = tf.TensorSpec([], tf.int64)", false)
		one.RunExample(context.Background(), "d = "+src, false)
		d, _ := one.Get("d")
		two.Set("d", d)
		if got := run(two, "[int(x) for x in d]"); got != want {
			t.Errorf("%s elsewhere: %s", src, got)
		}
		if got, err := py.ToSlice(py.Background(), d); err != nil || len(got) == 0 {
			t.Errorf("%s from Go: %v, %v", src, got, err)
		}
	}
}
