package data_test

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/session"
)

// TestDatasetLeavesNothing runs pipelines that work ahead and leaves them in the middle: no goroutine stays.
func TestDatasetLeavesNothing(t *testing.T) {
	in := session.New(session.Options{})
	run := func(src string) {
		t.Helper()
		if got := in.RunExample(context.Background(), src, false); got.Kind != "" {
			t.Fatalf("%s\n%v", src, got.Lines())
		}
	}
	run("d = tf.data.Dataset.range(1000).map(lambda x: x * 2, num_parallel_calls=4).prefetch(8)")
	run("it = iter(d); next(it)")
	before := runtime.NumGoroutine()
	for range 10 {
		run("it = iter(d); [next(it) for _ in range(5)]")
	}
	for range 200 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// TestDatasetStops interrupts an endless dataset.
func TestDatasetStops(t *testing.T) {
	in := session.New(session.Options{})
	for _, src := range []string{
		"for x in tf.data.Dataset.counter().filter(lambda x: x < 0): pass",
		"tf.data.Dataset.counter().reduce(tf.constant(0, tf.int64), lambda a, b: a + b)",
		"tf.function(lambda: tf.data.Dataset.counter().reduce(tf.constant(0, tf.int64), lambda a, b: a + b))()",
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
		done := make(chan bool)
		go func() {
			in.RunExample(ctx, src, false)
			close(done)
		}()
		select {
		case <-done:
		case <-time.After(3 * time.Second):
			t.Errorf("%s goes on after the interrupt", src)
		}
		cancel()
	}
}

// TestPartsOfPaths takes parts of texts by their places from the end, as programs do with names of files: how many
// parts a text has is not known before it runs, whatever separates them.
func TestPartsOfPaths(t *testing.T) {
	in := session.New(session.Options{})
	for src, want := range map[string]string{
		"list(tf.data.Dataset.from_tensor_slices(['a/b/c']).map(lambda p: tf.strings.split(p, '/')[-2]).as_numpy_iterator())": "[b'b']",
		"tf.function(lambda p: tf.strings.split(p, tf.constant('--'))[-2])(tf.constant('a--b')).numpy()":                      "b'a'",
		"tf.function(lambda p: tf.strings.split(p, '/')).get_concrete_function(tf.TensorSpec([], tf.string)).output_shapes":   "TensorShape([None])",
	} {
		if got := in.RunExample(context.Background(), src, false).Lines(); len(got) != 1 || got[0] != want {
			t.Errorf("%s\n%v, want %s", src, got, want)
		}
	}
}
