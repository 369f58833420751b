package tf

import (
	_ "embed"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func init() {
	const in = "(input, input_encoding, errors='replace', replacement_char=65533, replace_control_characters=False, name=None)"
	register(
		ruled(unicodeRule, entry("tf.strings.unicode_decode", in, "UnicodeDecode", func(c *call) (value, error) { return unicodeDecode(c, false) }, "The code points of each string.\n\n>>> tf.strings.unicode_decode(['hé', ''], 'UTF-8')")),
		ruled(unicodeRule, entry("tf.strings.unicode_decode_with_offsets", in, "UnicodeDecodeWithOffsets", func(c *call) (value, error) { return unicodeDecode(c, true) }, "The code points of each string, and at which byte each starts.\n\n>>> tf.strings.unicode_decode_with_offsets(['hé', ''], 'UTF-8')")),
		ruled(unicodeRule, entry("tf.strings.unicode_split", "(input, input_encoding, errors='replace', replacement_char=65533, name=None)", "UnicodeDecode", func(c *call) (value, error) { return unicodeSplit(c, false) }, "The characters of each string.\n\n>>> tf.strings.unicode_split(['hé', ''], 'UTF-8')")),
		ruled(unicodeRule, entry("tf.strings.unicode_split_with_offsets", "(input, input_encoding, errors='replace', replacement_char=65533, name=None)", "UnicodeDecodeWithOffsets", func(c *call) (value, error) { return unicodeSplit(c, true) }, "The characters of each string, and at which byte each starts.\n\n>>> tf.strings.unicode_split_with_offsets(['hé', ''], 'UTF-8')")),
		entry("tf.strings.unicode_encode", "(input, output_encoding, errors='replace', replacement_char=65533, name=None)", "UnicodeEncode", unicodeEncode, "Strings of code points.\n\n>>> tf.strings.unicode_encode([104, 233], 'UTF-8')"),
		ruled(flatRule, entry("tf.strings.unicode_transcode", "(input, input_encoding, output_encoding, errors='replace', replacement_char=65533, replace_control_characters=False, name=None)", "UnicodeTranscode", unicodeTranscode, "Strings in another encoding.\n\n>>> tf.strings.unicode_transcode(['Hello'], 'UTF-8', 'UTF-16-BE')")),
		ruled(flatRule, entry("tf.strings.unicode_script", "(input, name=None)", "UnicodeScript", unicodeScript, "The number of each code point's script, as ICU counts them.\n\n>>> tf.strings.unicode_script([1, 31, 65, 0x4e2d])")),
	)
}

// codec reads and writes one encoding. next gives a code point and how many bytes it takes;
// ok is false when they are not well formed.
type codec struct {
	name string
	next func(s string) (r rune, size int, ok bool)
}

// codecOf finds an encoding by the names ICU knows it under: case, blanks, hyphens and
// underscores do not count.
func codecOf(c *call, name string) (*codec, error) {
	key := strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(name))
	switch key {
	case "utf8":
		return &codec{"UTF-8", nextUTF8}, nil
	case "utf16be", "utf16":
		return &codec{"UTF-16-BE", nextUTF16}, nil
	case "utf32be", "utf32":
		return &codec{"UTF-32-BE", nextUTF32}, nil
	case "usascii", "ascii":
		return &codec{name, func(s string) (rune, int, bool) { return rune(s[0]), 1, s[0] < 0x80 }}, nil
	case "latin1", "iso88591", "l1":
		return &codec{name, func(s string) (rune, int, bool) { return rune(s[0]), 1, true }}, nil
	}
	var e encoding.Encoding
	for _, n := range []string{name, strings.ReplaceAll(name, " ", "-"), strings.ReplaceAll(name, "_", "-")} {
		if f, err := ianaindex.IANA.Encoding(n); err == nil && f != nil {
			e = f
			break
		}
		if f, err := htmlindex.Get(n); err == nil {
			e = f
			break
		}
	}
	if e == nil {
		return nil, c.Errorf("Could not create converter for input encoding: %s", name)
	}
	return &codec{name, func(s string) (rune, int, bool) { return nextOther(e, s) }}, nil
}

// nextOther decodes one character of an encoding of up to four bytes.
func nextOther(e encoding.Encoding, s string) (rune, int, bool) {
	for n := 1; n <= min(4, len(s)); n++ {
		out, err := e.NewDecoder().String(s[:n])
		if err != nil {
			continue
		}
		r, size := utf8.DecodeRuneInString(out)
		if size == len(out) && size > 0 && r != utf8.RuneError {
			return r, n, true
		}
	}
	return 0, 1, false
}

// nextUTF8 takes the longest start of a well-formed sequence as one fault, as ICU does.
func nextUTF8(s string) (rune, int, bool) {
	r, size := utf8.DecodeRuneInString(s)
	if r != utf8.RuneError || size > 1 {
		return r, size, true
	}
	b := s[0]
	lo, hi, n := byte(0x80), byte(0xbf), 0
	switch {
	case b >= 0xc2 && b <= 0xdf:
		n = 1
	case b >= 0xe0 && b <= 0xef:
		n = 2
		if b == 0xe0 {
			lo = 0xa0
		} else if b == 0xed {
			hi = 0x9f
		}
	case b >= 0xf0 && b <= 0xf4:
		n = 3
		if b == 0xf0 {
			lo = 0x90
		} else if b == 0xf4 {
			hi = 0x8f
		}
	}
	k := 1
	for ; k <= n && k < len(s) && s[k] >= lo && s[k] <= hi; k++ {
		lo, hi = 0x80, 0xbf
	}
	return 0, k, false
}

func nextUTF16(s string) (rune, int, bool) {
	if len(s) < 2 {
		return 0, len(s), false
	}
	r := rune(s[0])<<8 | rune(s[1])
	if r < 0xd800 || r > 0xdfff {
		return r, 2, true
	}
	if r < 0xdc00 && len(s) >= 4 && s[2]&0xfc == 0xdc {
		return (r-0xd800)<<10 + (rune(s[2])<<8 | rune(s[3])) - 0xdc00 + 0x10000, 4, true
	}
	return 0, 2, false
}

func nextUTF32(s string) (rune, int, bool) {
	if len(s) < 4 {
		return 0, len(s), false
	}
	r := uint32(s[0])<<24 | uint32(s[1])<<16 | uint32(s[2])<<8 | uint32(s[3])
	return rune(r), 4, r <= 0x10ffff && (r < 0xd800 || r > 0xdfff)
}

func encodeRune(b []byte, name string, r rune) []byte {
	switch name {
	case "UTF-16-BE":
		if r > 0xffff {
			r -= 0x10000
			hi, lo := 0xd800+r>>10, 0xdc00+r&0x3ff
			return append(b, byte(hi>>8), byte(hi), byte(lo>>8), byte(lo))
		}
		return append(b, byte(r>>8), byte(r))
	case "UTF-32-BE":
		return append(b, byte(r>>24), byte(r>>16), byte(r>>8), byte(r))
	}
	return utf8.AppendRune(b, r)
}

// faults is what to do with what is not well formed.
type faults struct {
	how     string
	char    rune
	control bool
}

func readFaults(c *call, errArg, charArg, controlArg int) (f faults, err error) {
	f.how = attrText(c.Args[errArg])
	if f.how != "replace" && f.how != "ignore" && f.how != "strict" {
		return f, c.BadAttr("errors", "of \""+f.how+"\" is not in the list of allowed values: \"strict\", \"replace\", \"ignore\"")
	}
	n, err := c.Int(charArg)
	if err != nil {
		return f, err
	}
	if f.char = rune(n); n < 0 || n > 0x10ffff || n >= 0xd800 && n < 0xe000 {
		return f, c.Errorf("replacement_char out of unicode codepoint range")
	}
	if controlArg >= 0 {
		f.control, err = c.Bool(controlArg)
	}
	return f, err
}

// decode calls emit for every character of s.
func (f faults) decode(c *call, k *codec, s string, emit func(r rune, at int)) error {
	for at := 0; at < len(s); {
		r, size, ok := k.next(s[at:])
		switch {
		case ok && !(f.control && r <= 0x1f):
			emit(r, at)
		case ok:
			emit(f.char, at)
		case f.how == "strict":
			return c.Errorf("Invalid formatting on input string")
		case f.how == "replace":
			emit(f.char, at)
		}
		at += size
	}
	return nil
}

// unicodeRule decodes the flat values: one ragged dimension more in each result.
var unicodeRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	z, err := c.Op.Run(c.T, append([]value{vector(r.Flat())}, c.Args[1:]...))
	if err != nil {
		return nil, err
	}
	wrap := func(v value) value {
		return placed(r, v.(*ragged.Ragged).WithDType(r.Part.DType), r.Part.DType)
	}
	if t, ok := z.(*py.Tuple); ok {
		return py.NewTuple(wrap(t.Items[0]), wrap(t.Items[1])), nil
	}
	return wrap(z), nil
})

// decoded is the characters of all strings of a tensor.
type decoded struct {
	x       *tensor.Tensor
	splits  []int64
	runes   []int32
	offsets []int64
}

func decodeAll(c *call, f faults) (*decoded, *codec, error) {
	x, err := bind.Convert(c.T, c.Args[0], tensor.String)
	if err != nil {
		return nil, nil, err
	}
	k, err := codecOf(c, attrText(c.Args[1]))
	if err != nil {
		return nil, nil, err
	}
	if n := len(x.Strings().Data); !tensor.Reserve(int64(n) * 12) {
		return nil, nil, tensor.Failf(tensor.ResourceExhausted, "the characters of %d bytes of text do not fit", n)
	}
	d := &decoded{x: x, splits: make([]int64, x.Len()+1)}
	for i := range x.Len() {
		if i&1023 == 0 && c.T.Ctx.Err() != nil {
			return nil, nil, c.T.Ctx.Err()
		}
		err := f.decode(c, k, x.Str(i), func(r rune, at int) {
			d.runes, d.offsets = append(d.runes, r), append(d.offsets, int64(at))
		})
		if err != nil {
			return nil, nil, err
		}
		d.splits[i+1] = int64(len(d.runes))
	}
	return d, k, nil
}

// shaped puts values in rows, one for each string of the input.
func (d *decoded) shaped(values *tensor.Tensor) (value, error) {
	if d.x.Rank() == 0 {
		return values, nil
	}
	r := &ragged.Ragged{Part: ragged.Of(d.splits, tensor.Int64), Values: values}
	if d.x.Rank() == 1 {
		return r, nil
	}
	outer, err := ragged.FromDense(d.x, d.x.Rank()-1, tensor.Int64)
	if err != nil {
		return nil, err
	}
	return placed(outer, r, tensor.Int64), nil
}

func (d *decoded) results(values *tensor.Tensor, offsets bool) (value, error) {
	v, err := d.shaped(values)
	if err != nil || !offsets {
		return v, err
	}
	o, err := d.shaped(tensor.Vector(d.offsets))
	if err != nil {
		return nil, err
	}
	return py.NewTuple(v, o), nil
}

func unicodeDecode(c *call, offsets bool) (value, error) {
	f, err := readFaults(c, 2, 3, 4)
	if err != nil {
		return nil, err
	}
	d, _, err := decodeAll(c, f)
	if err != nil {
		return nil, err
	}
	return d.results(tensor.Vector(d.runes), offsets)
}

func unicodeSplit(c *call, offsets bool) (value, error) {
	f, err := readFaults(c, 2, 3, -1)
	if err != nil {
		return nil, err
	}
	d, k, err := decodeAll(c, f)
	if err != nil {
		return nil, err
	}
	out, err := outputEncoding(c, k.name)
	if err != nil {
		return nil, err
	}
	var b tensor.StringBuilder
	if err := b.Grow(len(d.runes), len(d.x.Strings().Data)); err != nil {
		return nil, err
	}
	for _, r := range d.runes {
		b.Append(string(encodeRune(nil, out, r)))
	}
	chars, err := b.Tensor([]int{len(d.runes)})
	if err != nil {
		return nil, err
	}
	return d.results(chars, offsets)
}

func outputEncoding(c *call, name string) (string, error) {
	switch name {
	case "UTF-8", "UTF-16-BE", "UTF-32-BE":
		return name, nil
	}
	return "", c.BadAttr("output_encoding", "of \""+name+"\" is not in the list of allowed values: \"UTF-8\", \"UTF-16-BE\", \"UTF-32-BE\"")
}

func unicodeEncode(c *call) (value, error) {
	out, err := outputEncoding(c, attrText(c.Args[1]))
	if err != nil {
		return nil, err
	}
	f, err := readFaults(c, 2, 3, -1)
	if err != nil {
		return nil, err
	}
	v, err := raggedValue(c.T, c.Args[0])
	if err != nil {
		return nil, err
	}
	if d := v.DType(); d != tensor.Int32 {
		return nil, bind.ErrorWith(c.T, bind.InvalidArgumentError, "UnicodeEncode", true, "cannot compute UnicodeEncode as input #0(zero-based) was expected to be a int32 tensor but is a %s tensor", d.CName())
	}
	return encodeValue(c, v, out, f)
}

// encodeValue joins the last dimension to strings.
func encodeValue(c *call, v ragged.Value, out string, f faults) (value, error) {
	if r, ok := v.(*ragged.Ragged); ok {
		if r.Flat().Rank() == 1 {
			parts := r.Parts()
			last := parts[len(parts)-1]
			z, err := encodeRows(c, r.Flat(), last.Splits, out, f)
			if err != nil {
				return nil, err
			}
			return ragged.Build(z, parts[:len(parts)-1]), nil
		}
		z, err := encodeValue(c, r.Flat(), out, f)
		if err != nil {
			return nil, err
		}
		return r.WithFlat(z.(*tensor.Tensor)), nil
	}
	x := v.(*tensor.Tensor)
	if x.Rank() == 0 {
		return nil, py.ValueErrorf("input_tensor's rank must be at least 1.")
	}
	outer, width := x.Shape()[:x.Rank()-1], x.Shape()[x.Rank()-1]
	n := 1
	for _, d := range outer {
		n *= d
	}
	z, err := encodeRows(c, vector(x), ragged.UniformRows(width, n, tensor.Int64).Splits, out, f)
	if err != nil {
		return nil, err
	}
	return z.WithShape(outer), nil
}

func encodeRows(c *call, x *tensor.Tensor, splits []int64, out string, f faults) (*tensor.Tensor, error) {
	var b tensor.StringBuilder
	runes := tensor.Slice[int32](x)
	var buf []byte
	for i, end := range splits[1:] {
		buf = buf[:0]
		for _, r := range runes[splits[i]:end] {
			if r < 0 || r > 0x10ffff || r >= 0xd800 && r < 0xe000 {
				switch f.how {
				case "strict":
					return nil, c.Errorf("Code point is out of range for Unicode, or is a surrogate.")
				case "ignore":
					continue
				}
				r = f.char
			}
			buf = encodeRune(buf, out, r)
		}
		b.Append(string(buf))
	}
	return b.Tensor([]int{len(splits) - 1})
}

func unicodeTranscode(c *call) (value, error) {
	out, err := outputEncoding(c, attrText(c.Args[2]))
	if err != nil {
		return nil, err
	}
	f, err := readFaults(c, 3, 4, 5)
	if err != nil {
		return nil, err
	}
	k, err := codecOf(c, attrText(c.Args[1]))
	if err != nil {
		return nil, err
	}
	return textTry(c, func(s string) (string, error) {
		var buf []byte
		err := f.decode(c, k, s, func(r rune, _ int) { buf = encodeRune(buf, out, r) })
		return string(buf), err
	})
}

// scriptText lists the first code point and the script of every run of code points, recorded
// from ICU.
//
//go:embed scripts.txt
var scriptText string

var scriptRuns = sync.OnceValue(func() (runs struct {
	from   []int32
	script []int32
}) {
	for _, l := range strings.Split(strings.TrimSpace(scriptText), "\n") {
		a, b, _ := strings.Cut(l, " ")
		from, _ := strconv.ParseInt(a, 16, 32)
		script, _ := strconv.Atoi(b)
		runs.from, runs.script = append(runs.from, int32(from)), append(runs.script, int32(script))
	}
	return runs
})

func unicodeScript(c *call) (value, error) {
	x, err := c.Direct(0, tensor.Int32)
	if err != nil {
		return nil, err
	}
	runs := scriptRuns()
	out := make([]int32, x.Len())
	for i, r := range tensor.Slice[int32](x) {
		if r < 0 || r > 0x10ffff {
			out[i] = -1
			continue
		}
		at := sort.Search(len(runs.from), func(k int) bool { return runs.from[k] > r })
		out[i] = runs.script[at-1]
	}
	return tensor.FromSlice(x.Shape(), out), nil
}
