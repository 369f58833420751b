package op

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text"
)

// Kernels of single strings, computed by package text. None has a gradient.

// eachText declares a kernel whose result has the shape of input 0.
func eachText(name string, f func(ctx context.Context, n *Node, x *tensor.Tensor) (*tensor.Tensor, error)) *Def {
	return define(Def{Name: name, Elem: true, Infer: same(0), Eval: func(x *Exec, n *Node) error {
		return n.one(f(x.Ctx, n, n.T(0)))
	}})
}

var (
	StringLower = eachText("StringLower", func(ctx context.Context, n *Node, x *tensor.Tensor) (*tensor.Tensor, error) {
		return text.Lower(ctx, x, n.Str("encoding"))
	})
	StringUpper = eachText("StringUpper", func(ctx context.Context, n *Node, x *tensor.Tensor) (*tensor.Tensor, error) {
		return text.Upper(ctx, x, n.Str("encoding"))
	})
	StringLength = eachText("StringLength", func(ctx context.Context, n *Node, x *tensor.Tensor) (*tensor.Tensor,
		error) {
		return text.Length(ctx, x, text.Unit(n.Str("unit")))
	})
	StringStrip = eachText("StringStrip", func(ctx context.Context, _ *Node, x *tensor.Tensor) (*tensor.Tensor, error) {
		return text.Strip(ctx, x)
	})
	StringToNumber = eachText("StringToNumber",
		func(ctx context.Context, n *Node, x *tensor.Tensor) (*tensor.Tensor, error) {
			return text.ToNumber(ctx, x, n.Type("out_type"))
		})
	StringToHashBucket = eachText("StringToHashBucket",
		func(ctx context.Context, n *Node, x *tensor.Tensor) (*tensor.Tensor, error) {
			return text.HashBucket(ctx, x, n.Int("num_buckets"))
		})
	StringToHashBucketFast = eachText("StringToHashBucketFast",
		func(ctx context.Context, n *Node, x *tensor.Tensor) (*tensor.Tensor, error) {
			return text.HashBucketFast(ctx, x, n.Int("num_buckets"))
		})
	StringToHashBucketStrong = eachText("StringToHashBucketStrong",
		func(ctx context.Context, n *Node, x *tensor.Tensor) (*tensor.Tensor, error) {
			key := n.Ints("key")
			if len(key) != 2 {
				return nil, tensor.Errorf("Key must have 2 elements")
			}
			return text.HashBucketStrong(ctx, x, n.Int("num_buckets"), [2]uint64{uint64(key[0]), uint64(key[1])})
		})
	AsString = eachText("AsString", func(ctx context.Context, n *Node, x *tensor.Tensor) (*tensor.Tensor, error) {
		f := text.NumberFormat{Precision: n.Int("precision"), Width: n.Int("width"), Scientific: n.Bool("scientific"),
			Shortest: n.Bool("shortest"), Fill: n.Str("fill")}
		if len(f.Fill) > 1 {
			return nil, tensor.Errorf("Fill string must be one or fewer characters")
		}
		return text.AsString(ctx, x, f)
	})
	EncodeBase64 = eachText("EncodeBase64", func(ctx context.Context, n *Node, x *tensor.Tensor) (*tensor.Tensor,
		error) {
		return text.EncodeBase64(ctx, x, n.Bool("pad"))
	})
	DecodeBase64 = eachText("DecodeBase64", func(ctx context.Context, _ *Node, x *tensor.Tensor) (*tensor.Tensor,
		error) {
		return text.DecodeBase64(ctx, x)
	})
	DecodeCompressed = eachText("DecodeCompressed",
		func(ctx context.Context, n *Node, x *tensor.Tensor) (*tensor.Tensor, error) {
			return text.Decompress(ctx, x, n.Str("compression_type"))
		})
	StaticRegexReplace = eachText("StaticRegexReplace",
		func(ctx context.Context, n *Node, x *tensor.Tensor) (*tensor.Tensor, error) {
			return text.Replace(ctx, x, n.Str("pattern"), n.Str("rewrite"), n.Bool("replace_global"))
		})
	StaticRegexFullMatch = eachText("StaticRegexFullMatch",
		func(ctx context.Context, n *Node, x *tensor.Tensor) (*tensor.Tensor, error) {
			return text.FullMatch(ctx, x, n.Str("pattern"))
		})
	UnicodeScript = eachText("UnicodeScript",
		func(ctx context.Context, _ *Node, x *tensor.Tensor) (*tensor.Tensor, error) {
			return text.Script(ctx, x)
		})
	UnicodeTranscode = eachText("UnicodeTranscode",
		func(ctx context.Context, n *Node, x *tensor.Tensor) (*tensor.Tensor, error) {
			return text.Transcode(ctx, x, n.Str("input_encoding"), n.Str("output_encoding"), n.faults())
		})
)

// faults reads what a kernel does with text that is not well formed.
func (n *Node) faults() text.Faults {
	f := text.Faults{How: n.Str("errors"), Char: n.Int("replacement_char")}
	if n.Def.Row().Find("replace_control_characters") != nil {
		f.Control = n.Bool("replace_control_characters")
	}
	return f
}

// The regular expressions of inputs are scalars.
var (
	RegexReplace = define(Def{Name: "RegexReplace", Eval: func(x *Exec, n *Node) error {
		for i, name := range []string{"Pattern", "Rewrite"} {
			if t := n.T(i + 1); t.Rank() != 0 {
				return tensor.Errorf("%s must be scalar, but received %s", name, tensor.ShapeString(t.Shape()))
			}
		}
		return n.one(text.Replace(x.Ctx, n.T(0), n.T(1).Str(0), n.T(2).Str(0), n.Bool("replace_global")))
	}, Infer: func(s *Shapes) {
		s.NeedRank(1, 0)
		s.NeedRank(2, 0)
		s.Is(s.In(0))
	}})
	RegexFullMatch = define(Def{Name: "RegexFullMatch", Eval: func(x *Exec, n *Node) error {
		if t := n.T(1); t.Rank() != 0 {
			return tensor.Errorf("Pattern must be scalar, but received %s", tensor.ShapeString(t.Shape()))
		}
		return n.one(text.FullMatch(x.Ctx, n.T(0), n.T(1).Str(0)))
	}, Infer: func(s *Shapes) {
		s.NeedRank(1, 0)
		s.Is(s.In(0))
	}})
)

// Substr takes parts of strings; positions and lengths broadcast with them.
var Substr = define(Def{Name: "Substr", Eval: func(x *Exec, n *Node) error {
	return n.one(text.Substr(x.Ctx, n.T(0), n.T(1), n.T(2), text.Unit(n.Str("unit"))))
}, Infer: func(s *Shapes) {
	pos, length := s.In(1), s.In(2)
	if !pos.UnknownRank && !length.UnknownRank {
		s.NeedRank(1, len(length.Dims))
		for i := range pos.Dims {
			if s.err == nil && pos.Dims[i] != length.Dims[i] {
				s.Fail("pos and len shapes must match: %s vs. %s", shapeText(pos), shapeText(length))
			}
		}
	}
	s.Is(s.broadcast(s.In(0), pos))
}})
