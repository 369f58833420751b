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
		return splitWith(ctx, x, func(s string, emit func(string) bool) { splitBlanks(s, most, emit) })
	}
	n := -1
	if most >= 0 {
		n = most + 1
	}
	return splitWith(ctx, x, func(s string, emit func(string) bool) {
		if s == "" {
			emit("")
			return
		}
		for left := n; left != 1; left-- {
			i := strings.Index(s, sep)
			if i < 0 {
				break
			}
			if !emit(s[:i]) {
				return
			}
			s = s[i+len(sep):]
		}
		emit(s)
	})
}

// SplitBytes cuts strings into their bytes, a row for each string (tf.strings.bytes_split).
func SplitBytes(ctx context.Context, x ragged.Value) (*ragged.Ragged, error) {
	return splitWith(ctx, x, func(s string, emit func(string) bool) {
		for i := range len(s) {
			if !emit(s[i : i+1]) {
				return
			}
		}
	})
}

// splitter cuts one string into parts, until emit tells that no more are wanted.
type splitter func(s string, emit func(part string) bool)

// splitBlanks cuts at runs of white space; after most cuts the rest stays whole.
func splitBlanks(s string, most int, emit func(string) bool) {
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
		if !emit(s[start:i]) {
			return
		}
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
	emit := func(part string) bool {
		b.Append(part)
		count++
		return count&4095 != 0 || ctx.Err() == nil
	}
	for i := range n {
		if i&4095 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		split(x.Str(i), emit)
		splits[i+1] = count
	}
	if ctx.Err() != nil { // a string may be cut in part
		return nil, ctx.Err()
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
	return splitWith(ctx, x, func(s string, emit func(string) bool) {
		start := 0
		for i := 0; i <= len(s); i++ {
			if i < len(s) && strings.IndexByte(delims, s[i]) < 0 {
				continue
			}
			if i > start || !skip {
				if !emit(s[start:i]) {
					return
				}
			}
			start = i + 1
		}
	})
}
