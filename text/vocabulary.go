package text

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// Vocabulary numbers words (tf.lookup.StaticVocabularyTable). It does not change once it is made and
// may be used by several goroutines.
type Vocabulary struct {
	at  map[string]int64
	oov uint64
}

// NewVocabulary numbers words by their places, which all differ. Words outside get one of oov numbers
// behind them, by FarmHash, or -1 when oov is 0.
func NewVocabulary(words []string, oov int) (*Vocabulary, error) {
	if oov < 0 {
		return nil, tensor.Failf(tensor.ValueError, "the number of buckets must not be negative, got %d", oov)
	}
	v := &Vocabulary{at: make(map[string]int64, len(words)), oov: uint64(oov)}
	for i, w := range words {
		if first, ok := v.at[w]; ok {
			return nil, tensor.Failf(tensor.ValueError, "word %d is word %d again: %q", i, first, w)
		}
		v.at[w] = int64(i)
	}
	return v, nil
}

// Len is the number of words and of numbers behind them.
func (v *Vocabulary) Len() int {
	if v == nil {
		return 0
	}
	return len(v.at) + int(v.oov)
}

// Lookup gives the number of every word of x, strings of any shape, as int64 of the same shape or structure. A word
// that the vocabulary does not have gets a number behind it by its fingerprint, or -1 where there are none behind.
func Lookup[V Of](ctx context.Context, v *Vocabulary, x V) (none V, err error) {
	if v == nil {
		return none, tensor.Failf(tensor.ValueError, "the vocabulary is nil")
	}
	return numbers(ctx, "LookupTableFindV2", x, func(s string) int64 {
		n, ok := v.at[s]
		switch {
		case ok:
			return n
		case v.oov == 0:
			return -1
		}
		return int64(len(v.at)) + int64(Fingerprint(s)%v.oov)
	})
}
