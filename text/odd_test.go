package text_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tensor/drawn"
	"github.com/tfs-lang/tfs/text"
)

// rows draws a ragged tensor, mostly of strings.
func rows(r *rand.Rand) *ragged.Ragged {
	d := tensor.String
	if r.IntN(4) == 0 {
		d = drawn.Types[r.IntN(len(drawn.Types))]
	}
	x, err := ragged.FromDense(drawn.Of(r, d, r.IntN(3), r.IntN(4)), 1, tensor.Int64)
	if err != nil {
		panic(err)
	}
	return x
}

type (
	dense = *tensor.Tensor
	rags  = *ragged.Ragged
)

// words is a vector of two strings, numbers one of int32.
type (
	words   struct{ t dense }
	numbers struct{ t dense }
)

var encodings = map[text.Unit]string{"BYTE": "UTF-8", "UTF8_CHAR": "UTF-16-BE", "x": "no"}

// TestOddArguments: what does not fit is an error of the function and no panic.
func TestOddArguments(t *testing.T) {
	pool := drawn.Pool{}
	drawn.Put(pool, func(r *rand.Rand) words { return words{drawn.Of(r, tensor.String, 2)} })
	drawn.Put(pool, func(r *rand.Rand) numbers {
		return numbers{drawn.Of(r, tensor.Int32, [][]int{nil, {2}, {3}}[r.IntN(3)]...)}
	})
	drawn.Put(pool, rows)
	drawn.Put(pool, func(r *rand.Rand) ragged.Value {
		if r.IntN(2) == 0 {
			return rows(r)
		}
		return drawn.Tensor(r)
	})
	drawn.Put(pool, func(r *rand.Rand) text.Faults {
		return text.Faults{How: []string{"replace", "ignore", "strict", "no"}[r.IntN(4)], Char: r.IntN(1<<21) - 9,
			Control: r.IntN(2) == 0}
	})
	drawn.Put(pool, func(r *rand.Rand) text.Unit { return text.Unit([]string{"BYTE", "UTF8_CHAR", "x"}[r.IntN(3)]) })
	drawn.Put(pool, func(r *rand.Rand) *text.Vocabulary {
		v, err := text.NewVocabulary([]string{"a", "b c", "12"}, 1)
		if err != nil {
			panic(err)
		}
		return v
	})
	drawn.Check(t, pool, 2000, map[string]any{
		"AsString": text.AsString[dense], "AsString of rows": text.AsString[rags], "Compile": text.Compile,
		"DecodeBase64": text.DecodeBase64[dense], "DecodeCSV": text.DecodeCSV, "DecodeUnicode": text.DecodeUnicode,
		"Decompress": text.Decompress[rags], "EncodeBase64": text.EncodeBase64[rags], "EncodeUnicode": text.EncodeUnicode,
		"Fields": text.Fields, "Format": text.Format, "Holes": text.Holes, "FullMatch": text.FullMatch[dense],
		"HashBucket": text.HashBucket[rags], "HashBucketFast": text.HashBucketFast[dense],
		"HashBucketStrong": text.HashBucketStrong[dense], "Join": text.Join, "JoinRows": text.JoinRows,
		"JoinRuns": text.JoinRuns,
		"JoinSegments": func(ctx context.Context, x words, ids []int64, n int, sep string) (dense, error) {
			if len(ids) > 2 {
				ids = []int64{-1, 1}
			}
			return text.JoinSegments(ctx, x.t, ids, n, sep)
		},
		"Length": text.Length[dense],
		"Lookup": text.Lookup[rags], "Lower": text.Lower[dense], "Upper": text.Upper[rags], "NGrams": text.NGrams,
		"ReduceJoin": text.ReduceJoin, "ReduceJoinRows": text.ReduceJoinRows, "Replace": text.Replace[dense],
		"Rows": text.Rows, "Script": text.Script[dense], "SegmentJoin": text.SegmentJoin, "Split": text.Split,
		"SplitAny": text.SplitAny, "SplitBytes": text.SplitBytes, "SplitUnicode": text.SplitUnicode,
		"Strip": text.Strip[dense],
		"Substr": func(ctx context.Context, x words, pos, size numbers, unit text.Unit) (dense, error) {
			return text.Substr(ctx, x.t, pos.t, size.t, unit)
		},
		"Substr of odd types": func(ctx context.Context, x rags, pos, size dense, unit text.Unit) {
			_, _ = text.Substr(ctx, x, pos, size, unit)
		},
		"ToNumber": text.ToNumber[dense],
		"Transcode": func(ctx context.Context, x words, from, to text.Unit, f text.Faults) (dense, error) {
			return text.Transcode(ctx, x.t, encodings[from], encodings[to], f)
		},
		"NewVocabulary": text.NewVocabulary,
		"ParseInt":      text.ParseInt, "ParseFloat": text.ParseFloat, "CSVType": text.CSVType,
	})
}
