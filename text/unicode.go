package text

import (
	"context"

	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

// Faults is what to do with bytes or code points that are not well formed.
type Faults struct {
	How     string // "replace" them by Char, "ignore" them, or be "strict": fail
	Char    int    // a code point
	Control bool   // replace control characters (up to U+001F) too; "ignore" drops them

	controlFails bool // "strict" refuses the characters Control asks for, as UnicodeTranscode does
}

// ReplaceFaults is TensorFlow's default: U+FFFD for what is not well formed.
var ReplaceFaults = Faults{How: "replace", Char: 0xfffd}

func (f Faults) check() error {
	if f.How != "replace" && f.How != "ignore" && f.How != "strict" {
		return tensor.BadAttr("errors", `of "%s" is not in the list of allowed values: "strict", "replace", "ignore"`, f.How)
	}
	if n := f.Char; n < 0 || n > 0x10ffff || n >= 0xd800 && n < 0xe000 {
		return tensor.Errorf("replacement_char out of unicode codepoint range")
	}
	return nil
}

// decode calls emit for every character of s.
func (f Faults) decode(ctx context.Context, k *codec, s string, emit func(r rune, at int)) error {
	next, skip := k.start(s)
	if skip > 0 && skip == len(s) {
		emit(0xffff, 0) // what ICU makes of a mark alone
		return nil
	}
	for at, n := 0, 1; at < len(s); n++ {
		if n&4095 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		r, size, ok := next(s[at+skip:])
		size, skip = size+skip, 0 // the mark counts to the first character
		switch {
		case ok && !(f.Control && r <= 0x1f):
			emit(r, at)
		case ok && f.How != "ignore" && !f.controlFails:
			emit(rune(f.Char), at)
		case f.How == "strict":
			return tensor.Errorf("Invalid formatting on input string")
		case f.How == "replace":
			emit(rune(f.Char), at)
		}
		at += size
	}
	return nil
}

// decoded is the characters of all strings of a tensor.
type decoded struct {
	splits  []int64
	runes   []int32
	offsets []int64
}

func decodeAll(ctx context.Context, x ragged.Value, encoding string, f Faults) (*decoded, *codec, error) {
	if err := checkText("UnicodeDecode", 0, x); err != nil {
		return nil, nil, err
	}
	if err := f.check(); err != nil {
		return nil, nil, err
	}
	k, err := codecOf(encoding)
	if err != nil {
		return nil, nil, err
	}
	flat := ragged.FlatOf(x)
	if n := len(flat.Strings().Data); !tensor.Reserve(int64(n) * 12) {
		return nil, nil, tensor.Failf(tensor.ResourceExhausted, "the characters of %d bytes of text do not fit", n)
	}
	d := &decoded{splits: make([]int64, flat.Len()+1)}
	for i := range flat.Len() {
		if i&1023 == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		err := f.decode(ctx, k, flat.Str(i), func(r rune, at int) {
			d.runes, d.offsets = append(d.runes, r), append(d.offsets, int64(at))
		})
		if err != nil {
			return nil, nil, err
		}
		d.splits[i+1] = int64(len(d.runes))
	}
	return d, k, nil
}

// rows puts values in rows, one for each string of x, and the offsets in rows of the same lengths.
func (d *decoded) rows(x ragged.Value, values *tensor.Tensor) (chars, offsets *ragged.Ragged) {
	p := ragged.Of(d.splits, tensor.Int64)
	chars = rowsFor(x, &ragged.Ragged{Part: p, Values: values})
	return chars, rowsFor(x, &ragged.Ragged{Part: p, Values: tensor.Vector(d.offsets)})
}

// DecodeUnicode gives the code points (int32) of every string of an encoding, a row for each, and at
// which byte each of them starts (int64) (UnicodeDecodeWithOffsets). A scalar counts as a vector of
// one string. Encodings have the names ICU knows them by.
func DecodeUnicode(ctx context.Context, x ragged.Value, encoding string, f Faults) (
	points, offsets *ragged.Ragged, err error) {
	d, _, err := decodeAll(ctx, x, encoding, f)
	if err != nil {
		return nil, nil, err
	}
	points, offsets = d.rows(x, tensor.Vector(d.runes))
	return points, offsets, nil
}

// SplitUnicode is DecodeUnicode with every character as a string of the encoding, which must be
// UTF-8, UTF-16-BE or UTF-32-BE (tf.strings.unicode_split_with_offsets).
func SplitUnicode(ctx context.Context, x ragged.Value, encoding string, f Faults) (
	chars, offsets *ragged.Ragged, err error) {
	d, k, err := decodeAll(ctx, x, encoding, f)
	if err != nil {
		return nil, nil, err
	}
	if err := outputEncoding(k.name); err != nil {
		return nil, nil, err
	}
	var b tensor.StringBuilder
	if err := b.Grow(len(d.runes), len(ragged.FlatOf(x).Strings().Data)); err != nil {
		return nil, nil, err
	}
	var buf [8]byte
	for i, r := range d.runes {
		if i&4095 == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		b.Append(string(encodeRune(buf[:0], k.name, r)))
	}
	all, err := b.Tensor([]int{len(d.runes)})
	if err != nil {
		return nil, nil, err
	}
	chars, offsets = d.rows(x, all)
	return chars, offsets, nil
}

func outputEncoding(name string) error {
	switch name {
	case "UTF-8", "UTF-16-BE", "UTF-32-BE":
		return nil
	}
	return tensor.BadAttr("output_encoding",
		`of "%s" is not in the list of allowed values: "UTF-8", "UTF-16-BE", "UTF-32-BE"`, name)
}

// EncodeUnicode joins the code points (int32) of the last dimension to strings of UTF-8, UTF-16-BE or
// UTF-32-BE (UnicodeEncode).
func EncodeUnicode(ctx context.Context, x ragged.Value, encoding string, f Faults) (ragged.Value, error) {
	if err := outputEncoding(encoding); err != nil {
		return nil, err
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	if err := ragged.Valid(x); err != nil {
		return nil, err
	}
	if d := x.DType(); d != tensor.Int32 {
		return nil, tensor.WrongType("UnicodeEncode", 0, d, tensor.Int32)
	}
	return encodeValue(ctx, x, encoding, f)
}

// encodeValue joins the last dimension to strings.
func encodeValue(ctx context.Context, v ragged.Value, out string, f Faults) (ragged.Value, error) {
	if r, ok := v.(*ragged.Ragged); ok {
		if r.Flat().Rank() == 1 {
			parts := r.Parts()
			last := parts[len(parts)-1]
			z, err := encodeRows(ctx, r.Flat(), last.Splits, out, f)
			if err != nil {
				return nil, err
			}
			return ragged.Build(z, parts[:len(parts)-1]), nil
		}
		z, err := encodeValue(ctx, r.Flat(), out, f)
		if err != nil {
			return nil, err
		}
		return r.WithFlat(z.(*tensor.Tensor)), nil
	}
	x := v.(*tensor.Tensor)
	if x.Rank() == 0 {
		return nil, tensor.Failf(tensor.ValueError, "input_tensor's rank must be at least 1.")
	}
	outer, width := x.Shape()[:x.Rank()-1], x.Shape()[x.Rank()-1]
	n := 1
	for _, d := range outer {
		n *= d
	}
	flat := x.WithShape([]int{x.Len()})
	z, err := encodeRows(ctx, flat, ragged.UniformRows(width, n, tensor.Int64).Splits, out, f)
	if err != nil {
		return nil, err
	}
	return z.WithShape(outer), nil
}

func encodeRows(ctx context.Context, x *tensor.Tensor, splits []int64, out string, f Faults) (*tensor.Tensor, error) {
	var b tensor.StringBuilder
	runes := tensor.Slice[int32](x)
	var buf []byte
	for i, end := range splits[1:] {
		if i&1023 == 1023 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		buf = buf[:0]
		for _, r := range runes[splits[i]:end] {
			if r < 0 || r > 0x10ffff || r >= 0xd800 && r < 0xe000 {
				switch f.How {
				case "strict":
					return nil, tensor.Errorf("Code point is out of range for Unicode, or is a surrogate.")
				case "ignore":
					continue
				}
				r = int32(f.Char)
			}
			buf = encodeRune(buf, out, r)
		}
		b.Append(string(buf))
	}
	return b.Tensor([]int{len(splits) - 1})
}

// Transcode gives strings of one encoding in another: UTF-8, UTF-16-BE or UTF-32-BE
// (UnicodeTranscode).
func Transcode[V Of](ctx context.Context, x V, from, to string, f Faults) (none V, err error) {
	if err := outputEncoding(to); err != nil {
		return none, err
	}
	if err := f.check(); err != nil {
		return none, err
	}
	k, err := codecOf(from)
	if err != nil {
		return none, err
	}
	f.controlFails = f.How == "strict"
	return flatly("UnicodeTranscode", x, func(x *tensor.Tensor) (*tensor.Tensor, error) {
		return mapTry(ctx, x, func(s string) (string, error) {
			var buf []byte
			err := f.decode(ctx, k, s, func(r rune, _ int) { buf = encodeRune(buf, to, r) })
			return string(buf), err
		})
	})
}
