package tf_test

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/tf/bind"
)

// gradients is an interpreter with watched(), which tells whether something watches the ops.
func gradients() *lang.Interp {
	in := session.New(session.Options{})
	in.Set("watched", py.NewBuiltin("watched()", func(t *py.Thread, _ []py.Value) (py.Value, error) {
		return bind.Recorded(t) != nil, nil
	}))
	return in
}

// ran runs a program and gives what it printed; an exception is its class and message.
func ran(ctx context.Context, in *lang.Interp, src string) string {
	o := in.RunExample(ctx, src, false)
	if o.Kind != "" {
		o.Out += o.Kind[strings.LastIndexByte(o.Kind, '.')+1:] + ": " + o.Msg + "\n"
	}
	return o.Out
}

// TestTapesEnd: whatever ends a block with a tape, nothing goes on watching; a tape that was entered by hand
// does until it is left, from one input to the next.
func TestTapesEnd(t *testing.T) {
	in := gradients()
	for _, c := range []struct{ src, want string }{
		{"x = tf.constant(3.0)\nwith tf.GradientTape() as g:\n  raise KeyError('k')", "KeyError: 'k'\n"},
		{"watched()", "False\n"},
		{"def f():\n  with tf.GradientTape() as g:\n    return watched()\nprint(f(), watched())", "True False\n"},
		{"for i in range(3):\n  with tf.GradientTape() as g:\n    if i: break\nwatched()", "False\n"},
		{"def gen():\n  with tf.GradientTape() as g:\n    g.watch(x)\n    yield g\n    print(watched())\n" +
			"it = gen()\ng = next(it)\ny = x * x\nprint(watched(), next(it, 'end'), watched())", "True\nTrue end False\n"},
		{"def gen():\n  with tf.GradientTape() as g:\n    print((yield g), watched())\n" +
			"it = gen()\nnext(it)\nprint(watched(), next(it, 'end'), watched())", "None True\nTrue end False\n"},
		{"with tf.GradientTape() as a:\n  with tf.autodiff.ForwardAccumulator(x, x) as f:\n    try:\n" +
			"      with tf.GradientTape() as b: 1 / 0\n    except ZeroDivisionError: print(watched())\nwatched()",
			"True\nFalse\n"},
		{"g = tf.GradientTape(); g.__enter__().watch(x)", ""},
		{"y = x * x", ""},
		{"print(watched(), g.gradient(y, x), watched())", "True tf.Tensor(6.0, shape=(), dtype=float32) False\n"},
		{"g = tf.GradientTape(persistent=True)\ntry:\n  with g:\n    g.watch(x); y = x * x; raise ValueError\n" +
			"except ValueError: print(g.gradient(y, x).numpy(), watched())", "6.0 False\n"},
		{"@tf.custom_gradient\ndef f(x):\n  def grad(d): raise IndexError('in grad')\n  return x * 1., grad\n" +
			"with tf.GradientTape() as g: g.watch(x); y = f(x)\ng.gradient(y, x)", "IndexError: in grad\n"},
		{"watched()", "False\n"},
	} {
		if got := ran(context.Background(), in, c.src); got != c.want {
			t.Errorf("%s\ngave %q, want %q", c.src, got, c.want)
		}
	}
}

// TestTrainingLeaksNothing: ten thousand steps of training leave no more behind than a thousand did.
func TestTrainingLeaksNothing(t *testing.T) {
	in := gradients()
	ctx := context.Background()
	got := ran(ctx, in, `
w = tf.Variable(tf.ones([8, 8]))
x = tf.reshape(tf.range(64.) / 64., [8, 8])
def steps(n):
  for i in range(n):
    with tf.GradientTape(persistent=i % 2 == 0) as g:
      loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - x))
    w.assign_sub(0.1 * g.gradient(loss, w))
`)
	heap := func() uint64 {
		got += ran(ctx, in, "i = None")
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	got += ran(ctx, in, "steps(1000)")
	before := heap()
	got += ran(ctx, in, "steps(10000)")
	if after := heap(); got != "" || after > before+1<<20 {
		t.Errorf("%d bytes before, %d after 10000 steps; %s", before, after, got)
	}
}

// TestTapesAndInterrupts: an interrupt ends a long computation under a tape soon, and the block's end closes the
// tape.
func TestTapesAndInterrupts(t *testing.T) {
	in := gradients()
	if got := ran(context.Background(), in, "x = tf.ones([700, 700, 3])\nv = tf.Variable(1.)"); got != "" {
		t.Fatal(got)
	}
	for _, src := range []string{
		"with tf.GradientTape() as g:\n  g.watch(x)\n  while True: y = tf.sort(x * v, 0)",
		"with tf.GradientTape() as g:\n  while True: z = v * v",
		"with tf.autodiff.ForwardAccumulator(x, x) as g:\n  while True: y = tf.exp(x)",
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		begun := time.Now()
		got := ran(ctx, in, src)
		cancel()
		if took := time.Since(begun); !strings.HasPrefix(got, "KeyboardInterrupt") || took > 10*time.Second {
			t.Errorf("%s\ngave %q after %s", src, got, took)
		}
		if got := ran(context.Background(), in, "watched()"); got != "False\n" {
			t.Errorf("%s\nleft a tape open: %s", src, got)
		}
	}
}
