package decimal

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestWords compares coefficients of two words with big ints: products, sums, quotients, digits that are cut off.
func TestWords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	draw := func() *big.Int {
		n := new(big.Int).SetUint64(r.Uint64())
		n.Lsh(n, uint(r.IntN(70))).Add(n, big.NewInt(int64(r.IntN(9))))
		return n.Rsh(n, uint(r.IntN(130)))
	}
	for range 20000 {
		x, y := draw(), draw()
		a, b := coefOf(x), coefOf(y)
		same := func(what string, got coef, want *big.Int) {
			if got.wide(new(big.Int)).Cmp(want) != 0 {
				t.Fatalf("%s of %v and %v: %v, not %v", what, x, y, got.wide(new(big.Int)), want)
			}
		}
		same("product", a.mul(b), new(big.Int).Mul(x, y))
		same("sum", a.add(b), new(big.Int).Add(x, y))
		if x.Cmp(y) >= 0 {
			same("difference", a.sub(b), new(big.Int).Sub(x, y))
		}
		if y.Sign() > 0 {
			q, m := a.divide(b)
			same("quotient", q, new(big.Int).Quo(x, y))
			same("rest", m, new(big.Int).Rem(x, y))
		}
		if n := int64(len(x.String())); a.digits() != n {
			t.Fatalf("digits of %v: %d", x, a.digits())
		}
		n := int64(r.IntN(45))
		kept, part := a.cut(n)
		rest := new(big.Int).Rem(x, pow10(n))
		want := -2
		if rest.Sign() > 0 {
			want = rest.Lsh(rest, 1).Cmp(pow10(n))
		}
		same("digits kept", kept, new(big.Int).Quo(x, pow10(n)))
		if part != want {
			t.Fatalf("%d digits cut off %v: %d, not %d", n, x, part, want)
		}
	}
}

// TestTexts reads numbers and writes them.
func TestTexts(t *testing.T) {
	const long = "12345678901234567890123456789012345678901234567890.1"
	for text, want := range map[string]string{"1.50": "1.50", "-0": "-0", ".5": "0.5", "5.": "5", "1e-7": "1E-7",
		"123e3": "1.23E+5",
		long:    long,
		"inf":   "Infinity", "-sNaN007": "-sNaN7",
		"-340282366920938463463374607431768211455": "-340282366920938463463374607431768211455"} {
		x, ok := Parse(text)
		if !ok || x == nil || x.Text(false, 'E') != want {
			t.Errorf("%s: %v", text, x)
		}
	}
	for _, text := range []string{"", ".", "1.2.3", "1e", "e5", "1e5x", "nan-1", "--1", "1 2", "infx"} {
		if _, ok := Parse(text); ok {
			t.Errorf("%q is read", text)
		}
	}
	if x, ok := Parse("1e9999999999999999999999"); !ok || x != nil {
		t.Error("an exponent beyond all bounds", x, ok)
	}
}

// TestRoom tells of results that do not fit rather than making them.
func TestRoom(t *testing.T) {
	c := &Context{Prec: MaxExp, Emin: -MaxExp, Emax: MaxExp, Room: func(n int64) error {
		if n > 1<<20 {
			return errRoom
		}
		return nil
	}}
	c.Quo(FromInt(1), FromInt(3))
	if c.Err != errRoom {
		t.Error(c.Err)
	}
}

type roomError struct{}

func (roomError) Error() string { return "no room" }

var errRoom error = roomError{}
