package bind

import (
	"math"
	"math/big"
	"testing"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
)

// TestEvenListsAgainstRules compares what lists of one kind of leaf become with what the general rules make of them,
// and checks that other values are left to these.
func TestEvenListsAgainstRules(t *testing.T) {
	th := py.Background()
	list := py.NewList
	long := make([]py.Value, 70000)
	for i := range long {
		long[i] = float64(i) / 7
	}
	for _, c := range []struct {
		v    py.Value
		want tensor.DType
		even bool
	}{
		{list(1.5, -0.25, math.NaN(), math.Inf(1)), tensor.Invalid, true},
		{list(1.5, int64(3)), tensor.Float64, true},
		{list(long...), tensor.Invalid, true},
		{list(list(long...), list(long...)), tensor.Float32, true},
		{list(list(int64(1), int64(-2)), py.NewTuple(int64(3), int64(1)<<31-1)), tensor.Invalid, true},
		{list(int64(1), int64(1)<<31), tensor.Invalid, true},
		{list(int64(300), int64(1)<<40), tensor.Uint8, true},
		{list(int64(300), int64(1)<<40), tensor.Float32, true},
		{list(int64(300), int64(-1)<<40), tensor.Int32, true},
		{list(list(true), list(false)), tensor.Invalid, true},
		{list("a", py.Bytes("bc"), ""), tensor.Invalid, true},
		{list(1e300), tensor.Float32, true},
		{list(1e300), tensor.Invalid, false},
		{list(int64(1), 2.5), tensor.Invalid, false},
		{list(true, int64(1)), tensor.Invalid, false},
		{list(list(1.5), 2.5), tensor.Invalid, false},
		{list(list(1.5), list(2.5, 3.5)), tensor.Invalid, false},
		{list(int64(1), new(big.Int).Lsh(big.NewInt(1), 70)), tensor.Invalid, false},
		{list(), tensor.Invalid, false},
		{1.5, tensor.Invalid, false},
		{list(1.5), tensor.Int32, false},
		{list("a", 1.5), tensor.Invalid, false},
	} {
		got, err := evenLists(th, c.v, c.want)
		if err != nil || (got != nil) != c.even {
			t.Errorf("%.60s as %s: %v, %v", py.ReprOf(c.v), c.want, got, err)
			continue
		}
		if got == nil {
			continue
		}
		l := literal{thread: th}
		l.walk(c.v, 0)
		want, err := l.tensorOf(th, c.v, c.want)
		if err != nil || !tensor.SameShape(got.Shape(), want.Shape()) || got.DType() != want.DType() ||
			string(got.Bytes()) != string(want.Bytes()) || got.Strings().Data != want.Strings().Data {
			t.Errorf("%.60s as %s: %s %v, want %s %v, %v", py.ReprOf(c.v), c.want, got.DType(), got.Shape(), want.DType(),
				want.Shape(), err)
		}
	}
}
