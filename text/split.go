package text

import (
	"context"
	"strings"

	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

// Split cuts strings at a separator, or at runs of white space when it is empty; after most cuts
// the rest stays whole, -1 for no limit (StringSplitV2). Every string becomes a row of its parts:
// the result has one dimension more, ragged. A scalar counts as a vector of one string.
func Split(ctx context.Context, x ragged.Value, sep string, most int) (*ragged.Ragged, error) {
	if sep == "" {
		return splitWith(ctx, x, func(s string, emit func(string)) { splitBlanks(s, most, emit) })
	}
	n := -1
	if most >= 0 {
		n = most + 1
	}
	return splitWith(ctx, x, func(s string, emit func(string)) {
		if s == "" {
			emit("")
			return
		}
		for _, p := range strings.SplitN(s, sep, n) {
			emit(p)
		}
	})
}

// SplitBytes cuts strings into their bytes, a row for each string (tf.strings.bytes_split).
func SplitBytes(ctx context.Context, x ragged.Value) (*ragged.Ragged, error) {
	return splitWith(ctx, x, func(s string, emit func(string)) {
		for i := range len(s) {
			emit(s[i : i+1])
		}
	})
}

// splitter cuts one string into parts.
type splitter func(s string, emit func(part string))

// splitBlanks cuts at runs of white space; after most cuts the rest stays whole.
func splitBlanks(s string, most int, emit func(string)) {
	blank := func(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' }
	i := 0
	for n := 0; ; n++ {
		for i < len(s) && blank(s[i]) {
			i++
		}
		if i == len(s) {
			return
		}
		if most >= 0 && n == most {
			emit(s[i:])
			return
		}
		start := i
		for i < len(s) && !blank(s[i]) {
			i++
		}
		emit(s[start:i])
	}
}

func splitWith(ctx context.Context, x ragged.Value, split splitter) (*ragged.Ragged, error) {
	if err := checkText("StringSplitV2", 0, x); err != nil {
		return nil, err
	}
	flat := ragged.FlatOf(x)
	parts, err := splitAll(ctx, flat.WithShape([]int{flat.Len()}), split)
	if err != nil {
		return nil, err
	}
	return rowsFor(x, parts), nil
}

// rowsFor puts a row for each element of x in the places of those elements; a scalar keeps its row.
func rowsFor(x ragged.Value, rows *ragged.Ragged) *ragged.Ragged {
	if ragged.NDims(x) < 2 {
		return rows
	}
	d := ragged.SplitsType(x)
	return ragged.Place(x, rows.WithDType(d), d).(*ragged.Ragged)
}

// splitAll splits every string of a vector.
func splitAll(ctx context.Context, x *tensor.Tensor, split splitter) (*ragged.Ragged, error) {
	n := x.Len()
	splits := make([]int64, n+1)
	var b tensor.StringBuilder
	if err := b.Grow(n, len(x.Strings().Data)); err != nil {
		return nil, err
	}
	count := int64(0)
	emit := func(part string) {
		b.Append(part)
		count++
	}
	for i := range n {
		if i&4095 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		split(x.Str(i), emit)
		splits[i+1] = count
	}
	parts, err := b.Tensor([]int{int(count)})
	if err != nil {
		return nil, err
	}
	return &ragged.Ragged{Part: ragged.Of(splits, tensor.Int64), Values: parts}, nil
}

// SplitAny cuts strings at every byte that is in delims, or into bytes when it is empty (StringSplit);
// with skip the empty parts drop out.
func SplitAny(ctx context.Context, x ragged.Value, delims string, skip bool) (*ragged.Ragged, error) {
	if delims == "" {
		return SplitBytes(ctx, x)
	}
	return splitWith(ctx, x, func(s string, emit func(string)) {
		start := 0
		for i := 0; i <= len(s); i++ {
			if i < len(s) && strings.IndexByte(delims, s[i]) < 0 {
				continue
			}
			if i > start || !skip {
				emit(s[start:i])
			}
			start = i + 1
		}
	})
}
