package np_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session"
)

// TestFaults checks what errstate and seterr make errors of, as NumPy's texts say it.
func TestFaults(t *testing.T) {
	const program = `
a = np.array([1., 0., -1.])
for f in (lambda: a / 0, lambda: np.sqrt(a), lambda: np.exp(a * 1000), lambda: np.array([1]) // 0, lambda: np.log(a[:2]),
          lambda: np.array([1e308]) * 10, lambda: np.array([np.nan]) + 1, lambda: np.power(np.array([0.]), -1)):
    try:
        with np.errstate(all="raise", under="ignore"):
            f()
        print("fine")
    except FloatingPointError as e:
        print(e)
@np.errstate(all="raise")
def g(x): return 1 / x
try: g(a)
except FloatingPointError as e: print(e)
print(np.seterr(divide="raise")["divide"], np.geterr()["divide"])
`
	const want = `divide by zero encountered in divide
invalid value encountered in sqrt
overflow encountered in exp
divide by zero encountered in floor_divide
divide by zero encountered in log
overflow encountered in multiply
fine
divide by zero encountered in power
divide by zero encountered in divide
warn raise
`
	var out strings.Builder
	_ = session.New(session.Options{}).Eval(context.Background(), "faults", program, lang.Script, func(e lang.Event) {
		out.WriteString(e.Text)
	})
	if out.String() != want {
		t.Errorf("got\n%s", out.String())
	}
}
