package tf

import (
	"sync/atomic"
	"unicode/utf8"

	"github.com/dgryski/go-farm"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func init() {
	register(
		ruled(joinTextRule, entry("tf.strings.join", "(inputs, separator='', name=None)", "StringJoin", stringsJoin, "Joins strings element-wise.\n\n>>> tf.strings.join([['a', 'b'], ['x', 'y']], separator='-')")),
		ruled(bind.Unary, entry("tf.strings.length", "(input, unit='BYTE', name=None)", "StringLength", func(c *call) (value, error) {
			unit := py.StrOf(c.Args[1])
			if unit != "BYTE" && unit != "UTF8_CHAR" {
				return nil, c.BadAttr("unit", "of \""+unit+"\" is not in the list of allowed values: \"BYTE\", \"UTF8_CHAR\"")
			}
			if unit == "BYTE" {
				return byteLengths(c)
			}
			return mapStrings(c, func(s string) int32 { return int32(utf8.RuneCountInString(s)) })
		}, "The length of each string, in bytes or characters.\n\n>>> tf.strings.length(['Hello', 'é'])\n>>> tf.strings.length(['é'], unit='UTF8_CHAR')")),
		ruled(bind.Unary, entry("tf.strings.upper", "(input, encoding='', name=None)", "StringUpper", func(c *call) (value, error) {
			return recase(c, func(s string) string { return cases.Upper(language.Und).String(s) }, 'a', 'z')
		}, "Upper case; ASCII only unless encoding is 'utf-8'.\n\n>>> tf.strings.upper('CamelCase string and ALL CAPS')")),
		ruled(bind.Unary, entry("tf.strings.lower", "(input, encoding='', name=None)", "StringLower", func(c *call) (value, error) {
			return recase(c, func(s string) string { return cases.Lower(language.Und).String(s) }, 'A', 'Z')
		}, "Lower case; ASCII only unless encoding is 'utf-8'.\n\n>>> tf.strings.lower('CamelCase string and ALL CAPS')")),
		ruled(bind.Unary, entry("tf.strings.substr", "(input, pos, len, unit='BYTE', name=None)", "Substr", substr, "Parts of strings.\n\n>>> tf.strings.substr(['Hello', 'World'], 1, 3)\n>>> tf.strings.substr('h\u00e9llo', 1, 2, unit='UTF8_CHAR')")),
		ruled(bind.Unary, entry("tf.strings.to_hash_bucket_fast", "(input, num_buckets, name=None)", "StringToHashBucketFast", func(c *call) (value, error) {
			n, err := c.Int(1)
			if err != nil {
				return nil, err
			}
			if n < 1 {
				return nil, c.BadAttr("num_buckets", "of "+itoa(n)+" must be at least minimum 1")
			}
			return mapStrings(c, func(s string) int64 { return int64(farm.Fingerprint64(tensor.StringBytes(s)) % uint64(n)) })
		}, "A bucket of each string by FarmHash.\n\n>>> tf.strings.to_hash_bucket_fast(['Hello', 'TensorFlow'], 3)")),
	)
}

// substr cuts positions and lengths out of strings, in bytes or characters.
func substr(c *call) (value, error) {
	x, err := texts(c, 0)
	if err != nil {
		return nil, err
	}
	pos, err := c.Direct(1, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	length, err := c.Direct(2, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if err := c.Check("T", pos.DType()); err != nil {
		return nil, err
	}
	if !tensor.SameShape(pos.Shape(), length.Shape()) {
		return nil, c.Errorf("pos and len should have the same shape, got: %s vs. %s", tensor.ShapeString(pos.Shape()), tensor.ShapeString(length.Shape()))
	}
	unit := py.StrOf(c.Args[3])
	if unit != "BYTE" && unit != "UTF8_CHAR" {
		return nil, c.BadAttr("unit", "of \""+unit+"\" is not in the list of allowed values: \"BYTE\", \"UTF8_CHAR\"")
	}
	shape, err := tensor.BroadcastShape(x.Shape(), pos.Shape())
	if err != nil {
		return nil, err
	}
	if x, err = tensor.BroadcastTo(c.T.Ctx, x, shape); err != nil {
		return nil, err
	}
	if pos, err = tensor.BroadcastTo(c.T.Ctx, pos, shape); err != nil {
		return nil, err
	}
	if length, err = tensor.BroadcastTo(c.T.Ctx, length, shape); err != nil {
		return nil, err
	}
	var bad atomic.Int64
	bad.Store(-1)
	z, err := tensor.BuildStrings(c.T.Ctx, shape, 8, func(dst []byte, i int) []byte {
		part, ok := cut(x.Str(i), int(pos.Int(i)), int(length.Int(i)), unit == "BYTE")
		if !ok {
			if old := bad.Load(); old < 0 || int64(i) < old {
				bad.Store(int64(i))
			}
		}
		return append(dst, part...)
	})
	if i := int(bad.Load()); i >= 0 {
		return nil, c.Errorf("pos %d out of range for string b'%s' at index %d", pos.Int(i), x.Str(i), i)
	}
	return z, err
}

// cut is n units of s from unit p on; a negative p counts from the end. With bytes a negative n
// means up to the end, as in TensorFlow; with characters it means none, and with a negative p the
// position is not found.
func cut(s string, p, n int, bytes bool) (string, bool) {
	if bytes {
		if p < 0 {
			p += len(s)
		}
		if p < 0 || p > len(s) {
			return "", false
		}
		if n < 0 || n > len(s)-p {
			n = len(s) - p
		}
		return s[p : p+n], true
	}
	r := []rune(s)
	if p < 0 {
		if p += len(r); n < 0 {
			return "", false
		}
	}
	if p < 0 || p > len(r) {
		return "", false
	}
	return string(r[p : p+min(max(n, 0), len(r)-p)]), true
}

// texts converts an argument to a string tensor.
func texts(c *call, i int) (*tensor.Tensor, error) { return c.Direct(i, tensor.String) }

func mapStrings[T tensor.Element](c *call, f func(string) T) (value, error) {
	x, err := texts(c, 0)
	if err != nil {
		return nil, err
	}
	out := make([]T, x.Len())
	if err := tensor.EachString(c.T.Ctx, x, func(i int, s string) { out[i] = f(s) }); err != nil {
		return nil, err
	}
	return tensor.FromSlice(x.Shape(), out), nil
}

func recase(c *call, full func(string) string, lo, hi byte) (value, error) {
	x, err := texts(c, 0)
	if err != nil {
		return nil, err
	}
	enc := py.StrOf(c.Args[1])
	if enc != "" && enc != "utf-8" {
		return nil, c.Errorf("only utf-8 or '' (no encoding) is supported, received %s", enc)
	}
	if enc != "" {
		return textMap(c, full)
	}
	return tensor.BuildStrings(c.T.Ctx, x.Shape(), x.MeanLen(), func(dst []byte, i int) []byte {
		at := len(dst)
		dst = append(dst, x.Str(i)...)
		for k, b := range dst[at:] {
			if b >= lo && b <= hi {
				dst[at+k] = b ^ 0x20
			}
		}
		return dst
	})
}

func stringsJoin(c *call) (value, error) {
	items, ok := listItems(c.Args[0])
	if !ok {
		return nil, py.TypeErrorf("Expected list for 'inputs' argument to 'string_join' Op, not %s.", py.ReprOf(c.Args[0]))
	}
	sep := py.StrOf(c.Args[1])
	if b, ok := c.Args[1].(py.Bytes); ok {
		sep = string(b)
	}
	var xs []*tensor.Tensor
	var shape []int
	held := 0
	first := true
	for i, v := range items {
		want := tensor.String
		if isTensorValue(v) {
			want = tensor.Invalid
		}
		x, err := bind.Convert(c.T, v, want)
		if err != nil {
			return nil, err
		}
		if x.DType() != tensor.String {
			return nil, bind.ErrorWith(c.T, bind.InvalidArgumentError, "StringJoin", true, "cannot compute StringJoin as input #%d(zero-based) was expected to be a string tensor but is a %s tensor", i, x.DType().CName())
		}
		if x.Rank() > 0 {
			if !first && !tensor.SameShape(shape, x.Shape()) {
				return nil, c.Errorf("Input shapes do not match: %s vs. %s", tensor.ShapeString(shape), tensor.ShapeString(x.Shape()))
			}
			shape, first = x.Shape(), false
		}
		for k := range x.Len() {
			held += len(x.Str(k))
		}
		if held > tensor.MaxBytes/8 {
			return nil, tensor.Failf(tensor.ResourceExhausted, "the strings to join hold more than %d bytes", tensor.MaxBytes/8)
		}
		xs = append(xs, x)
	}
	n, err := tensor.Count(shape)
	if err != nil {
		return nil, err
	}
	cost := len(sep) * len(xs)
	for _, x := range xs {
		cost += x.MeanLen()
	}
	if cost > tensor.MaxBytes/8/max(n, 1) {
		return nil, tensor.Failf(tensor.ResourceExhausted, "the joined strings hold more than %d bytes", tensor.MaxBytes/8)
	}
	return tensor.BuildStrings(c.T.Ctx, shape, cost, func(dst []byte, i int) []byte {
		for k, x := range xs {
			if k > 0 {
				dst = append(dst, sep...)
			}
			if x.Rank() == 0 {
				dst = append(dst, x.Str(0)...)
			} else {
				dst = append(dst, x.Str(i)...)
			}
		}
		return dst
	})
}

// byteLengths are the differences of the offsets.
func byteLengths(c *call) (value, error) {
	x, err := texts(c, 0)
	if err != nil {
		return nil, err
	}
	out, off := make([]int32, x.Len()), x.Strings().Off
	err = tensor.Parallel(c.T.Ctx, len(out), 12, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			out[i] = int32(off[i+1] - off[i])
		}
	})
	return tensor.FromSlice(x.Shape(), out), err
}

// joinTextRule joins the flat values of ragged tensors of one structure.
func joinTextRule(c *call) (value, bool, error) {
	items, ok := anyRagged(c.Args[0])
	if !ok {
		return nil, false, nil
	}
	v, err := mapFlat(c, func(args []value) (value, error) {
		return c.Op.Run(c.T, []value{py.NewList(args...), c.Args[1], c.Args[2]})
	}, items)
	return v, true, err
}
