package tf

import (
	bits "encoding/binary"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/dchest/siphash"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func init() {
	register(
		ruled(flatRule, entry("tf.strings.strip", "(input, name=None)", "StringStrip", func(c *call) (value, error) {
			return textMap(c, func(s string) string { return strings.Trim(s, " \t\n\v\f\r") })
		}, "Without white space at both ends.\n\n>>> tf.strings.strip(['\\nTensorFlow', '  x '])")),
		ruled(flatRule, entry("tf.strings.regex_full_match", "(input, pattern, name=None)", "StaticRegexFullMatch", regexFullMatch, "Whether a whole string matches an RE2 pattern.\n\n>>> tf.strings.regex_full_match(['TF lib', 'lib TF'], '.*lib$')")),
		ruled(flatRule, entry("tf.strings.regex_replace", "(input, pattern, rewrite, replace_global=True, name=None)", "StaticRegexReplace", regexReplace, "Matches of an RE2 pattern replaced; \\1 is the first group.\n\n>>> tf.strings.regex_replace('Text with <b>tags</b>', '<[^>]+>', ' ')")),
		ruled(flatRule, entry("tf.strings.to_hash_bucket", "(input, num_buckets, name=None)", "StringToHashBucket", func(c *call) (value, error) {
			return hashBuckets(c, func(s string) uint64 { return hash64(s) })
		}, "A bucket of each string.\n\n>>> tf.strings.to_hash_bucket(['Hello', 'TensorFlow', '2.x'], 3)")),
		ruled(flatRule, entry("tf.strings.to_hash_bucket_strong", "(input, num_buckets, key, name=None)", "StringToHashBucketStrong", func(c *call) (value, error) {
			key, err := c.Ints(2)
			if err != nil {
				return nil, err
			}
			if len(key) != 2 {
				return nil, c.Errorf("Key must have 2 elements")
			}
			return hashBuckets(c, func(s string) uint64 { return siphash.Hash(uint64(key[0]), uint64(key[1]), []byte(s)) })
		}, "A bucket of each string by SipHash with a key.\n\n>>> tf.strings.to_hash_bucket_strong(['Hello', 'TF'], 3, [1, 2])")),
		ruled(flatRule, entry("tf.strings.to_number", "(input, out_type=tf.float32, name=None)", "StringToNumber", toNumber, "The numbers that strings spell.\n\n>>> tf.strings.to_number('1.55')\n>>> tf.strings.to_number(['3', '-4'], tf.int32)")),
		ruled(flatRule, entry("tf.strings.as_string", "(input, precision=-1, scientific=False, shortest=False, width=-1, fill='', name=None)", "AsString", asString, "Numbers spelled as strings.\n\n>>> tf.strings.as_string([3, 2])\n>>> tf.strings.as_string([3.1415926, 2.71828], precision=2)", "tf.as_string")),
		ruled(splitTextRule, entry("tf.strings.split", "(input, sep=None, maxsplit=-1, name=None)", "StringSplitV2", splitText, "The parts between separators, white space by default.\n\n>>> tf.strings.split('hello world')\n>>> tf.strings.split(['hello world', 'a b c'])")),
		ruled(splitTextRule, entry("tf.strings.bytes_split", "(input, name=None)", "StringSplitV2", splitText, "The bytes of each string.\n\n>>> tf.strings.bytes_split(['hello', '123'])")),
	)
}

// textMap maps strings to strings, in parallel.
func textMap(c *call, f func(s string) string) (value, error) {
	x, err := texts(c, 0)
	if err != nil {
		return nil, err
	}
	return tensor.BuildStrings(c.T.Ctx, x.Shape(), x.MeanLen(), func(dst []byte, i int) []byte { return append(dst, f(x.Str(i))...) })
}

// textTry is textMap for functions that may fail: the failure of the first string counts.
func textTry(c *call, f func(s string) (string, error)) (value, error) {
	x, err := texts(c, 0)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	var bad error
	first := x.Len()
	z, err := tensor.BuildStrings(c.T.Ctx, x.Shape(), x.MeanLen(), func(dst []byte, i int) []byte {
		s, err := f(x.Str(i))
		if err != nil {
			mu.Lock()
			if i < first {
				first, bad = i, err
			}
			mu.Unlock()
		}
		return append(dst, s...)
	})
	if bad != nil {
		return nil, bad
	}
	return z, err
}

// attrText reads a string argument that is an attribute of the kernel.
func attrText(v value) string {
	if b, ok := v.(py.Bytes); ok {
		return string(b)
	}
	if x, ok := v.(*tensor.Tensor); ok && x.DType() == tensor.String && x.Rank() == 0 {
		return x.Str(0)
	}
	return py.StrOf(v)
}

// maxPattern is the length from which RE2's memory for a program does not do either.
const maxPattern = 8 << 20 * 2 / 3 / 16

// re2Words turns the words of Go's errors into those of RE2.
var re2Words = strings.NewReplacer("missing closing )", "missing )", "missing closing ]", "missing ]", "`: `", ": ", "`", "",
	"invalid or unsupported Perl syntax", "invalid perl operator", "missing argument to repetition operator", "no argument for repetition operator",
	"invalid repeat count", "invalid repetition size", "trailing backslash at end of expression: ", `trailing \`,
	"invalid nested repetition operator", "bad repetition operator", "expression too large", "pattern too large - compile failed")

// compilePattern compiles an RE2 pattern; Go's syntax is RE2's.
func compilePattern(c *call, text string) (*regexp.Regexp, error) {
	if len(text) > maxPattern {
		return nil, c.Errorf("Invalid pattern: %s..., error: pattern too large - compile failed", strings.ToValidUTF8(text[:60], "?"))
	}
	re, err := regexp.Compile(text)
	if err == nil {
		return re, nil
	}
	msg := err.Error()
	if _, after, ok := strings.Cut(msg, "error parsing regexp: "); ok {
		msg = after
	}
	if msg = re2Words.Replace(msg); strings.HasPrefix(msg, "invalid named capture: (?<=") || strings.HasPrefix(msg, "invalid named capture: (?<!") {
		msg = "invalid perl operator: (?<"
	}
	return nil, c.Errorf("Invalid pattern: %s, error: %s", text, msg)
}

func regexFullMatch(c *call) (value, error) {
	text := attrText(c.Args[1])
	if _, err := compilePattern(c, text); err != nil { // its error names the pattern as it was given
		return nil, err
	}
	full, err := regexp.Compile(`\A(?:` + text + `)\z`)
	if err != nil {
		return nil, err
	}
	return mapStrings(c, full.MatchString)
}

func regexReplace(c *call) (value, error) {
	re, err := compilePattern(c, attrText(c.Args[1]))
	if err != nil {
		return nil, err
	}
	rewrite := attrText(c.Args[2])
	global, err := c.Bool(3)
	if err != nil {
		return nil, err
	}
	parts, top, ok := rewriteParts(rewrite)
	if top > re.NumSubexp() || !ok && !global { // RE2 leaves the text as it is
		return textMap(c, func(s string) string { return s })
	}
	return textTry(c, func(s string) (string, error) {
		var b strings.Builder
		room := 1 << 16 // bytes the text may take before the account is asked again
		last := 0
		n := -1
		if !global {
			n = 1
		}
		for _, m := range re.FindAllStringSubmatchIndex(s, n) {
			if b.Len() >= room {
				if room = 2 * b.Len(); room > tensor.MaxBytes/4 || !tensor.Reserve(int64(2*room)) {
					return "", tensor.Failf(tensor.ResourceExhausted, "the replaced text of %d bytes and more does not fit", b.Len())
				}
			}
			b.WriteString(s[last:m[0]])
			for _, p := range parts {
				if p.group < 0 {
					b.WriteString(p.text)
				} else if m[2*p.group] >= 0 {
					b.WriteString(s[m[2*p.group]:m[2*p.group+1]])
				}
			}
			last = m[1]
		}
		b.WriteString(s[last:])
		return b.String(), nil
	})
}

type rewritePart struct {
	text  string
	group int // -1 for text
}

// rewriteParts reads an RE2 rewrite: \0 to \9 are groups, \\ is a backslash. top is the greatest
// group; after any other escape the rewrite ends and ok is false.
func rewriteParts(s string) (out []rewritePart, top int, ok bool) {
	var text strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			text.WriteByte(s[i])
			continue
		}
		if i++; i == len(s) {
			return append(out, rewritePart{text.String(), -1}), top, false
		}
		switch k := s[i]; {
		case k >= '0' && k <= '9':
			top = max(top, int(k-'0'))
			out = append(out, rewritePart{text.String(), -1}, rewritePart{"", int(k - '0')})
			text.Reset()
		case k == '\\':
			text.WriteByte('\\')
		default:
			return append(out, rewritePart{text.String(), -1}), top, false
		}
	}
	return append(out, rewritePart{text.String(), -1}), top, true
}

func hashBuckets(c *call, hash func(s string) uint64) (value, error) {
	n, err := c.Int(1)
	if err != nil {
		return nil, err
	}
	if n < 1 {
		return nil, c.BadAttr("num_buckets", fmt.Sprintf("of %d must be at least minimum 1", n))
	}
	return mapStrings(c, func(s string) int64 { return int64(hash(s) % uint64(n)) })
}

// hash64 is tsl::Hash64 with its default seed.
func hash64(s string) uint64 {
	const m, r = 0xc6a4a7935bd1e995, 47
	h := uint64(0xDECAFCAFFE) ^ uint64(len(s))*m
	b := []byte(s)
	for ; len(b) >= 8; b = b[8:] {
		k := bits.LittleEndian.Uint64(b) * m
		k ^= k >> r
		h ^= k * m
		h *= m
	}
	if len(b) > 0 {
		for i, x := range b {
			h ^= uint64(x) << (8 * i)
		}
		h *= m
	}
	h ^= h >> r
	h *= m
	return h ^ h>>r
}

func toNumber(c *call) (value, error) {
	d, err := c.DType(1, tensor.Float32)
	if err != nil {
		return nil, err
	}
	x, err := texts(c, 0)
	if err != nil {
		return nil, err
	}
	if err := c.Check("out_type", d); err != nil {
		return nil, err
	}
	ints, floats := make([]int64, 0), make([]float64, 0)
	for i := range x.Len() {
		s := strings.Trim(x.Str(i), " \t\n\v\f\r")
		ok := true
		if d.IsFloating() {
			var f float64
			f, ok = parseFloat(s, d)
			floats = append(floats, f)
		} else {
			var n int64
			n, ok = parseInt(s, d)
			ints = append(ints, n)
		}
		if !ok {
			return nil, c.Errorf("StringToNumberOp could not correctly convert string: %s", x.Str(i))
		}
	}
	src := tensor.FromSlice(x.Shape(), ints)
	if d.IsFloating() {
		src = tensor.FromSlice(x.Shape(), floats)
	}
	return tensor.Cast(c.T.Ctx, src, d)
}

func parseFloat(s string, d tensor.DType) (float64, bool) {
	if strings.ContainsAny(s, "_") {
		return 0, false
	}
	bits := 64
	if d == tensor.Float32 {
		bits = 32
	}
	f, err := strconv.ParseFloat(s, bits)
	if err == nil {
		return f, true
	}
	if e, ok := err.(*strconv.NumError); ok && e.Err == strconv.ErrRange { // C gives infinity
		return f, true
	}
	if strings.HasPrefix(strings.ToLower(strings.TrimLeft(s, "+-")), "0x") { // C's hexadecimal without an exponent
		f, err := strconv.ParseFloat(s+"p0", bits)
		return f, err == nil
	}
	return 0, false
}

func parseInt(s string, d tensor.DType) (int64, bool) {
	bits := d.Size() * 8
	if d.IsUnsigned() {
		n, err := strconv.ParseUint(strings.TrimPrefix(s, "+"), 10, bits)
		return int64(n), err == nil
	}
	n, err := strconv.ParseInt(s, 10, bits)
	return n, err == nil && !strings.Contains(s, "_")
}

// asString formats as C's printf does.
func asString(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	if err := c.Check("T", x.DType()); err != nil {
		return nil, err
	}
	k := chain(c)
	prec, width := k.int(1), k.int(4)
	sci, short := k.bool(2), k.bool(3)
	fill := attrText(c.Args[5])
	d := x.DType()
	switch {
	case k.err != nil:
		return nil, k.err
	case len(fill) > 1 || !strings.Contains(" +-0", fill):
		return nil, c.Errorf("Fill argument not supported: \"%s\"", fill)
	case sci && short:
		return nil, c.Errorf("Cannot select both scientific and shortest notation")
	case (d.IsInteger() || d == tensor.Bool) && (sci || short):
		return nil, c.Errorf("scientific and shortest format not supported for datatype %s", d.CName())
	case (d.IsInteger() || d == tensor.Bool) && prec > -1:
		return nil, c.Errorf("precision not supported for datatype %s", d.CName())
	case width > 1<<16 || prec > 1<<10:
		return nil, c.Errorf("width and precision must be below %d and %d", 1<<16, 1<<10)
	case d == tensor.String:
		return x, nil
	}
	form := "%" + fill
	if width > -1 {
		form += strconv.Itoa(width)
	}
	verb := "f"
	if sci {
		verb = "e"
	} else if short {
		verb = "g"
	}
	real := form
	if prec > -1 {
		real += "." + strconv.Itoa(prec)
	} else if short {
		real += ".6"
	}
	float := func(f float64) string {
		if math.IsNaN(f) || math.IsInf(f, 0) {
			s := strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%g", f), "+"))
			return fmt.Sprintf("%*s", max(width, 0), s)
		}
		return fmt.Sprintf(real+verb, f)
	}
	var b tensor.StringBuilder
	for i := range x.Len() {
		switch {
		case d == tensor.Bool:
			b.Append(strconv.FormatBool(x.Int(i) != 0))
		case d.IsComplex():
			b.Append("(" + float(realPart(x, i)) + "," + float(imagPart(x, i)) + ")")
		case d.IsFloating():
			b.Append(float(x.Float(i)))
		case d == tensor.Uint64:
			b.Append(fmt.Sprintf(form+"d", uint64(x.Int(i))))
		default:
			b.Append(fmt.Sprintf(form+"d", x.Int(i)))
		}
	}
	return b.Tensor(x.Shape())
}

func realPart(x *tensor.Tensor, i int) float64 { return real(x.Complex(i)) }
func imagPart(x *tensor.Tensor, i int) float64 { return imag(x.Complex(i)) }

// splitter cuts one string into parts.
type splitter func(s string, emit func(part string))

func splitterOf(c *call) (splitter, error) {
	if c.Op.Name == "tf.strings.bytes_split" {
		return func(s string, emit func(string)) {
			for i := range len(s) {
				emit(s[i : i+1])
			}
		}, nil
	}
	sep := ""
	if c.Given(1) {
		sep = attrText(c.Args[1])
	}
	most, err := c.Int(2)
	if err != nil {
		return nil, err
	}
	if sep == "" {
		return func(s string, emit func(string)) { splitBlanks(s, most, emit) }, nil
	}
	return func(s string, emit func(string)) {
		if s == "" {
			emit("")
			return
		}
		n := -1
		if most >= 0 {
			n = most + 1
		}
		for _, p := range strings.SplitN(s, sep, n) {
			emit(p)
		}
	}, nil
}

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

// splitTextRule splits the flat values: one ragged dimension more.
var splitTextRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	z, err := c.Op.Run(c.T, append([]value{vector(r.Flat())}, c.Args[1:]...))
	if err != nil {
		return nil, err
	}
	in := z.(*ragged.Ragged)
	return placed(r, in.WithDType(r.Part.DType), r.Part.DType), nil
})

func splitText(c *call) (value, error) {
	x, err := bind.Convert(c.T, c.Args[0], tensor.String)
	if err != nil {
		return nil, err
	}
	split, err := splitterOf(c)
	if err != nil {
		return nil, err
	}
	if x.Rank() == 0 {
		r, err := splitAll(c, x.WithShape([]int{1}), split)
		if err != nil {
			return nil, err
		}
		return r.Values, nil
	}
	if x.Rank() == 1 {
		return splitAll(c, x, split)
	}
	outer, err := ragged.FromDense(x, x.Rank()-1, tensor.Int64)
	if err != nil {
		return nil, err
	}
	in, err := splitAll(c, outer.Flat(), split)
	if err != nil {
		return nil, err
	}
	return placed(outer, in, tensor.Int64), nil
}

// splitAll splits every string of a vector.
func splitAll(c *call, x *tensor.Tensor, split splitter) (*ragged.Ragged, error) {
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
		if i&4095 == 0 && c.T.Ctx.Err() != nil {
			return nil, c.T.Ctx.Err()
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
