package lang

import (
	"context"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/memory"
)

// stoppable are operations on large values that have no functions of their own in the table: what is worked on,
// and a function of it.
var stoppable = []struct{ value, function string }{
	{"'ab\\u00e9' * 4000000", "lambda v: v[::-1]"},
	{"'abc' * 30000000", "lambda v: v[::-2]"},
	{"b'abc' * 60000000", "lambda v: v[::-1]"},
	{"'a\\n' * 10000000", "lambda v: repr(v)"},
	{"'a\\n' * 10000000", "lambda v: f'{v!r}{v:>9}'"},
	{"'a\\n' * 10000000", "lambda v: '%r %r' % (v, v)"},
	{"['abc'] * 10000000", "lambda v: ','.join(v)"},
	{"list(range(3000000))", "lambda v: v + v + v + v"},
	{"list(range(3000000))", "lambda v: v * 6"},
	{"list(range(3000000))", "lambda v: [v[::-1] for i in range(3)]"},
	{"list(range(10000000))", "lambda v: v == v[:]"},
	{"list(range(3000000))", "lambda v: [].extend(v * 5)"},
	{"list(range(3000000))", "lambda v: max(v)"},
	{"{str(i): i for i in range(500000)}", "lambda v: v.copy()"},
	{"{str(i): i for i in range(500000)}", "lambda v: dict(v)"},
	{"[str(i * 7919 % 500009) for i in range(500000)]", "lambda v: sorted(v)"},
	{"b'abc' * 30000000", "lambda v: __import__('hashlib').md5().update(v)"},
	{"b'abcd' * 4000000", "lambda v: __import__('zlib').compress(v)"},
	{"'a' * 23 + 'b'", "lambda v: __import__('re').match('(a+)+$', v)"},
	{"list(range(1000000))", "lambda v: __import__('random').shuffle(v)"},
	{"list(range(1000000))", "lambda v: __import__('random').sample(v, 1000000)"},
	{"np.arange(10000000)", "lambda v: np.random.shuffle(v)"},
	{"5000000", "lambda v: np.random.permutation(v)"},
	{"np.arange(500000) / 7", "lambda v: v.astype(str)"},
	{"np.arange(200000) / 7", "lambda v: np.array2string(v, threshold=10**9)"},
	{"tf.range(5000000)", "lambda v: tf.print(v, summarize=-1, output_stream='file:///dev/null')"},
}

// TestLargeValuesStop interrupts operations in their middle: they must end then. What a machine is busy with
// makes all slower, so the time is compared with that of the operation as a whole.
func TestLargeValuesStop(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	defer memory.SetLimit(0)
	memory.SetLimit(4 << 30)
	in := newWired(Options{})
	for _, c := range stoppable {
		v, err := in.Value(py.Background(), "<value>", c.value)
		if err != nil {
			t.Fatal(c.value, err)
		}
		f, err := in.Value(py.Background(), "<function>", c.function)
		if err != nil {
			t.Fatal(c.function, err)
		}
		ok := false
		var whole, late time.Duration
		for try := 0; try < 3 && !ok; try++ {
			began := time.Now()
			if _, err := py.Call(in.thread(context.Background()), f, []py.Value{v}, nil); err != nil {
				t.Fatal(c.function, err)
			}
			whole = time.Since(began)
			late = lateness(in, f, v, whole/5)
			ok = late < 50*time.Millisecond+whole/4
		}
		if !ok {
			t.Errorf("%s of %s went on for %v after the interrupt; it takes %v", c.function, c.value, late, whole)
		}
	}
}

// lateness is how long a call goes on after an interrupt that comes after some time.
func lateness(in *Interp, f, v py.Value, after time.Duration) time.Duration {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var at time.Time
	timer := time.AfterFunc(after, func() { at = time.Now(); cancel() })
	_, _ = py.Call(in.thread(ctx), f, []py.Value{v}, nil)
	end := time.Now()
	if timer.Stop() {
		return 0
	}
	<-ctx.Done()
	return end.Sub(at)
}
