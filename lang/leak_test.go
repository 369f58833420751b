package lang

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// scripted runs programs one after the other with the same names and gives what they print.
func scripted(t testing.TB, in *Interp, src string) string {
	t.Helper()
	var out strings.Builder
	if err := in.Eval(context.Background(), "program", src, Script, func(e Event) { out.WriteString(e.Text) }); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	return out.String()
}

func held() int64 {
	for range 3 { // pools let go of what they hold in two collections
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestTrainingLeaksNothing: 10,000 steps of training, traced and eager, and functions made and left, hold no more
// memory than the first ones.
func TestTrainingLeaksNothing(t *testing.T) {
	in := newWired(Options{})
	scripted(t, in, `
import tensorflow as tf
w = tf.Variable(tf.ones([16, 4])); b = tf.Variable(tf.zeros([4]))
x = tf.random.uniform([8, 16]); y = tf.random.uniform([8, 4])
def step(x, y):
    with tf.GradientTape() as tape:
        e = tf.reduce_mean(tf.square(tf.tanh(x @ w + b) - y))
    for v, g in zip([w, b], tape.gradient(e, [w, b])):
        v.assign_sub(0.01 * g)
    return e
traced = tf.function(step)
@tf.function
def loop(x, n):
    s = tf.zeros_like(x)
    for i in tf.range(n):
        s = s * 0.5 + x
        if tf.reduce_sum(s) > 3.: s = s - 1.
    return s
def some(n):
    for i in range(n):
        traced(x, y)
        if i % 10 == 0: step(x, y); loop(x, 20)
        if i % 100 == 0: tf.function(lambda a: a * w[:8, :1] + 1.)(y)
`)
	scripted(t, in, "some(500)")
	before := held()
	scripted(t, in, "some(10000)")
	if grown := held() - before; grown > 512<<10 {
		t.Errorf("10,000 steps of training hold %d bytes more", grown)
	}
}

const wholeModel = "../graph/saved/testdata/model"

// loads reads and calls a model whose saved_model.pb has these bytes, and gives what comes of it.
func loads(t testing.TB, data []byte) string {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(wholeModel)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "saved_model.pb"), data, 0o644); err != nil {
		t.Fatal(err)
	}
	in := newWired(Options{Args: []string{"load.py", dir}})
	return scripted(t, in, `
import sys
import tensorflow as tf
try:
    m = tf.saved_model.load(sys.argv[1])
    for f in [lambda: m(tf.ones([1, 2])), lambda: m.signatures['serving_default'](x=tf.ones([1, 2]))]:
        try:
            print(sorted(f()))
        except Exception as e:
            print(type(e).__name__, str(e)[:60])
except Exception as e:
    print('load', type(e).__name__, str(e)[:60])
`)
}

// TestHostileModel: models with a byte changed or cut off are loaded or refused with an exception.
func TestHostileModel(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(wholeModel, "saved_model.pb"))
	if err != nil {
		t.Fatal(err)
	}
	if got := loads(t, data); strings.Count(got, "['n', 'y']") != 2 {
		t.Fatal(got)
	}
	failed := 0
	for i := 7; i < len(data); i += 101 {
		b := append([]byte{}, data...)
		if b[i] ^= 1 << (i % 8); i%5 == 0 {
			b = b[:i]
		}
		got := loads(t, b)
		if strings.Contains(got, "SystemError") || strings.Contains(got, "internal") {
			t.Errorf("byte %d: %s", i, got)
		}
		if strings.Contains(got, "Error") {
			failed++
		}
	}
	if failed < 20 {
		t.Errorf("only %d changes were noticed", failed)
	}
}

// FuzzModel: any bytes are a model or an exception.
func FuzzModel(f *testing.F) {
	data, err := os.ReadFile(filepath.Join(wholeModel, "saved_model.pb"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, b []byte) { loads(t, b) })
}
