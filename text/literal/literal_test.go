package literal

import (
	"math"
	"testing"
)

// TestNumbers checks the forms in which Python and C differ from Go.
func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Float(1), "1.0"}, {Float(1e16), "1e+16"}, {Float(9.9e-5), "9.9e-05"}, {Float(math.Inf(-1)), "-inf"},
		{Float(math.Copysign(0, -1)), "-0.0"}, {Complex(complex(0, 2)), "2j"}, {Complex(complex(1, -2.5)), "(1-2.5j)"},
		{G(1e6, 6), "1e+06"}, {G(123456, 6), "123456"}, {G(-0.0001, 6), "-0.0001"}, {G(math.NaN(), 6), "nan"},
		{Digits(1.5, 6, true), "1.50000"},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}

// TestTexts checks quotes, escapes, bytes that are no UTF-8, and surrogates.
func TestTexts(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Quote("it's"), `"it's"`}, {Quote(`a"b'c`), `'a"b\'c'`}, {Quote("\n\x00é"), `'\n\x00é'`}, {Quote("\xff"), `'\udcff'`},
		{Quote(string(AppendRune(nil, 0xd800))), `'\ud800'`}, {QuoteBytes("\xffA'\""), `b'\xffA\'"'`},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
	if r, n := DecodeRune("\xed\xa0\x80x"); r != 0xd800 || n != 3 || !IsSurrogate(r) {
		t.Errorf("%x %d", r, n)
	}
}

func TestQuoteProto(t *testing.T) {
	for _, c := range []struct {
		in, out string
		asUTF8  bool
	}{{"a\n\"b'\\", `"a\n\"b\'\\"`, true}, {"\x01\x7f", `"\001\177"`, true}, {"ä", `"ä"`, true},
		{"ä", `"\303\244"`, false}} {
		if got := QuoteProto(c.in, c.asUTF8); got != c.out {
			t.Errorf("%q: %s instead of %s", c.in, got, c.out)
		}
	}
}
