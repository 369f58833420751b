package py

import (
	"math/big"
	"strings"
)

// digitLimit is how many digits an int may have between text and number, unless a program says
// otherwise.
const digitLimit = 4300

type digitsKey struct{}

// DigitLimit is how many digits an int may have between text and number; 0 is no limit.
func (t *Thread) DigitLimit() int {
	if t == nil {
		return digitLimit
	}
	localMu.Lock()
	defer localMu.Unlock()
	if n, ok := t.Kept[digitsKey{}].(int); ok {
		return n
	}
	return digitLimit
}

// SetDigitLimit is sys.set_int_max_str_digits.
func (t *Thread) SetDigitLimit(n int) {
	localMu.Lock()
	defer localMu.Unlock()
	if t.Kept == nil {
		t.Kept = map[any]any{}
	}
	t.Kept[digitsKey{}] = n
}

// decimal is an int as decimal digits.
func decimal(t *Thread, x *big.Int) (string, error) {
	if x.BitLen() > 640*3 {
		limit := t.DigitLimit()
		if limit == 0 || x.BitLen() <= limit*3 {
			return x.String(), nil
		}
		if x.BitLen() < limit*4 {
			if s := x.String(); len(strings.TrimPrefix(s, "-")) <= limit {
				return s, nil
			}
		}
		return "", ValueErrorf(
			"Exceeds the limit (%d digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the "+
				"limit",
			limit,
		)
	}
	return x.String(), nil
}
