package np_test

import (
	"context"
	"testing"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session"
)

// TestWarnings checks where NumPy warns, in what words, and that the module warnings and errstate decide
// what comes of it.
func TestWarnings(t *testing.T) {
	const program = `import warnings
import numpy as np
a = np.array([1., 0., -1.])
def told(f):
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter("always")
        f()
    print([f"{x.category.__name__}:{x.lineno}: {x.message}" for x in w])
told(lambda: a / 0)
told(lambda: np.log(np.exp([1000, -1000])) - np.inf)
told(lambda: (np.float64(1) / 0, np.int8(127) + np.int8(1), np.int64(7) % 0, np.array([127], np.int8) + np.int8(1)))
told(lambda: (a ** -1, np.array([1e200]) ** 2, np.power(-1., .5)))
told(lambda: np.array([np.nan, 1e300]).astype(np.int16))
told(lambda: (np.float32(1e40), np.array([1e5], np.float16), np.array([1j]).astype(float)))
told(lambda: (np.sum([1e308, 1e308]), np.cumsum([np.inf, -np.inf]), np.dot([1e200], [1e200]), np.array([[1e200]]) @ [[1e200]]))
told(lambda: (np.mean([]), np.std([1], ddof=1), np.nanmean([np.nan]), np.nanmax(a * np.nan)))
told(lambda: (np.isclose(np.inf, np.inf), np.nanmean([np.nan, 1]), np.hypot(1e308, 1e308), a > np.nan))
with np.errstate(all="ignore"):
    told(lambda: a / 0)
calls = []
with np.errstate(all="call", call=lambda *x: calls.append(x)):
    a / 0
print(calls, np.geterrcall())
with warnings.catch_warnings():
    warnings.simplefilter("error")
    try:
        a / 0
    except RuntimeWarning as e:
        print("error:", e)
`
	const want = `['RuntimeWarning:9: divide by zero encountered in divide', 'RuntimeWarning:9: invalid value encountered in divide']
['RuntimeWarning:10: overflow encountered in exp', 'RuntimeWarning:10: divide by zero encountered in log', ` +
		`'RuntimeWarning:10: invalid value encountered in subtract']
['RuntimeWarning:11: divide by zero encountered in scalar divide', 'RuntimeWarning:11: overflow encountered in scalar add', ` +
		`'RuntimeWarning:11: divide by zero encountered in scalar remainder']
['RuntimeWarning:12: divide by zero encountered in reciprocal', 'RuntimeWarning:12: overflow encountered in square', ` +
		`'RuntimeWarning:12: invalid value encountered in power']
['RuntimeWarning:13: invalid value encountered in cast']
['RuntimeWarning:14: overflow encountered in cast', 'RuntimeWarning:14: overflow encountered in cast', ` +
		`'ComplexWarning:14: Casting complex values to real discards the imaginary part']
['RuntimeWarning:15: overflow encountered in reduce', 'RuntimeWarning:15: invalid value encountered in accumulate', ` +
		`'RuntimeWarning:15: overflow encountered in dot', 'RuntimeWarning:15: overflow encountered in matmul']
['RuntimeWarning:16: Mean of empty slice', 'RuntimeWarning:16: invalid value encountered in scalar divide', ` +
		`'RuntimeWarning:16: Degrees of freedom <= 0 for slice', 'RuntimeWarning:16: invalid value encountered in scalar divide', ` +
		`'RuntimeWarning:16: Mean of empty slice', 'RuntimeWarning:16: All-NaN slice encountered']
[]
[]
[('divide by zero', 1), ('invalid value', 8)] None
error: divide by zero encountered in divide
`
	if got := streams(t, program)[lang.Stdout]; got != want {
		t.Errorf("got\n%s", got)
	}
}

// TestWarnedOnce checks that a place warns once on stderr.
func TestWarnedOnce(t *testing.T) {
	const program = "import numpy as np\nfor i in range(3):\n    x = np.log([0, 1]) * i\nprint(x)\n"
	const want = `warned:3: RuntimeWarning: divide by zero encountered in log
warned:3: RuntimeWarning: invalid value encountered in multiply
`
	got := streams(t, program)
	if got[lang.Stderr] != want || got[lang.Stdout] != "[-inf   0.]\n" {
		t.Errorf("got %q and %q", got[lang.Stderr], got[lang.Stdout])
	}
}

func streams(t *testing.T, program string) map[lang.EventKind]string {
	t.Helper()
	out := map[lang.EventKind]string{}
	err := session.New(session.Options{}).Eval(context.Background(), "warned", program, lang.Script, func(e lang.Event) {
		out[e.Kind] += e.Text
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
