package text

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

var ctx = context.Background()

func vec(s ...string) *tensor.Tensor { return tensor.FromStrings([]int{len(s)}, s) }

// list is all strings of a value.
func list(v ragged.Value) []string {
	x := ragged.FlatOf(v)
	out := make([]string, x.Len())
	for i := range out {
		out[i] = x.Str(i)
	}
	return out
}

func same(t *testing.T, what string, v ragged.Value, err error, want ...string) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", what, err)
	} else if got := list(v); !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

func fails(t *testing.T, what string, err error, part string) {
	t.Helper()
	var e *tensor.Error
	if !errors.As(err, &e) || !strings.Contains(e.Msg, part) {
		t.Errorf("%s: %v, want a *tensor.Error with %q", what, err, part)
	}
}

func TestCases(t *testing.T) {
	z, err := Upper(ctx, vec("aé", "Z"), "")
	same(t, "upper", z, err, "Aé", "Z")
	z, err = Upper(ctx, vec("aé"), "utf-8")
	same(t, "upper utf-8", z, err, "AÉ")
	z, err = Lower(ctx, vec("ABC"), "")
	same(t, "lower", z, err, "abc")
	_, err = Lower(ctx, vec("A"), "latin1")
	fails(t, "encoding", err, "only utf-8")
	z, err = Strip(ctx, vec(" \ta b\n"))
	same(t, "strip", z, err, "a b")
	n, err := Length(ctx, vec("é", "abc"), Bytes)
	if err != nil || !slices.Equal(n.Ints(), []int{2, 3}) {
		t.Error(n, err)
	}
	n, err = Length(ctx, vec("é", "abc"), Chars)
	if err != nil || !slices.Equal(n.Ints(), []int{1, 3}) {
		t.Error(n, err)
	}
	_, err = Length(ctx, vec("a"), "WORD")
	fails(t, "unit", err, "unit")
}

func TestSubstr(t *testing.T) {
	one := func(n int64) *tensor.Tensor { return tensor.Scalar(n) }
	z, err := Substr(ctx, vec("hello", "world"), one(1), one(3), Bytes)
	same(t, "substr", z, err, "ell", "orl")
	z, err = Substr(ctx, vec("hello"), one(-2), one(9), Bytes)
	same(t, "from the end", z, err, "lo")
	z, err = Substr(ctx, vec("héllo"), one(1), one(2), Chars)
	same(t, "characters", z, err, "él")
	_, err = Substr(ctx, vec("ab", "a"), one(2), one(1), Bytes)
	fails(t, "outside", err, "pos 2 out of range for string b'a' at index 1")
	_, err = Substr(ctx, vec("ab"), one(0), tensor.Vector([]int64{1}), Bytes)
	fails(t, "shapes", err, "same shape")
}

func TestSplitAndJoin(t *testing.T) {
	r, err := Split(ctx, vec("a b  c", "", " d "), "", -1)
	same(t, "blanks", r, err, "a", "b", "c", "d")
	if !slices.Equal(r.Part.Lengths(), []int64{3, 0, 1}) {
		t.Error(r.Part.Lengths())
	}
	r, err = Split(ctx, vec("a,b,c"), ",", 1)
	same(t, "most", r, err, "a", "b,c")
	r, err = Split(ctx, tensor.FromStrings([]int{1, 2}, []string{"a b", "c"}), "", -1)
	if err != nil || r.Rank() != 2 {
		t.Error(r, err)
	}
	again, err := Split(ctx, r, "", -1)
	if err != nil || again.Rank() != 3 {
		t.Error(again, err)
	}
	r, err = SplitBytes(ctx, tensor.StringScalar("xyz"))
	same(t, "bytes", r, err, "x", "y", "z")
	z, err := Join(ctx, "-", vec("a", "b"), tensor.StringScalar("!"), vec("x", "y"))
	same(t, "join", z, err, "a-!-x", "b-!-y")
	_, err = Join(ctx, "", vec("a"), vec("a", "b"))
	fails(t, "shapes", err, "Input shapes do not match")
	v, err := ReduceJoin(ctx, tensor.FromStrings([]int{2, 2}, []string{"a", "b", "c", "d"}), []int{0}, false, "+")
	same(t, "reduce", v, err, "a+c", "b+d")
	_, err = ReduceJoin(ctx, vec("a"), []int{1}, false, "")
	fails(t, "axis", err, "Invalid reduction dimension 1")
	v, err = SegmentJoin(ctx, vec("a", "b", "c"), tensor.Vector([]int64{1, 0, 1}), 2, ":")
	same(t, "segments", v, err, "b", "a:c")
	_, err = SegmentJoin(ctx, vec("a"), tensor.Vector([]int64{5}), 2, "")
	fails(t, "id", err, "at least 6")
}

func TestRegex(t *testing.T) {
	m, err := FullMatch(ctx, vec("TF lib", "lib TF"), ".*lib$")
	if err != nil || m.Int(0) != 1 || m.Int(1) != 0 {
		t.Error(m, err)
	}
	z, err := Replace(ctx, vec("a1b22"), "([0-9]+)", `<\1>`, true)
	same(t, "replace", z, err, "a<1>b<22>")
	z, err = Replace(ctx, vec("aa"), "a", "b", false)
	same(t, "first", z, err, "ba")
	z, err = Replace(ctx, vec("aa"), "a", `\7`, true)
	same(t, "no such group", z, err, "aa")
	_, err = Replace(ctx, vec("a"), "(", "", true)
	fails(t, "pattern", err, "Invalid pattern")
	_, err = FullMatch(ctx, vec("a"), strings.Repeat("a", maxPattern+1))
	fails(t, "long pattern", err, "too large")
}

func TestNumbers(t *testing.T) {
	z, err := ToNumber(ctx, vec(" 1.5 ", "inf", "0x10"), tensor.Float32)
	if err != nil || z.Float(0) != 1.5 || z.Float(2) != 16 {
		t.Error(z, err)
	}
	for _, nan := range []string{"nan", "-NaN", "+nan", "nan(1)"} {
		if z, err := ToNumber(ctx, vec(nan), tensor.Float32); err != nil || !math.IsNaN(z.Float(0)) {
			t.Errorf("%s: %v", nan, err)
		}
	}
	_, err = ToNumber(ctx, vec("1_0"), tensor.Int32)
	fails(t, "underscore", err, "could not correctly convert string: 1_0")
	_, err = ToNumber(ctx, vec("1"), tensor.Bool)
	fails(t, "type", err, "out_type")
	s, err := AsString(ctx, tensor.Vector([]float64{1.5, 2}), NumberFormat{Precision: 2, Width: 6})
	same(t, "as string", s, err, "  1.50", "  2.00")
	_, err = AsString(ctx, tensor.Vector([]int32{1}), NumberFormat{Precision: 2, Width: -1})
	fails(t, "precision", err, "precision not supported")
	_, err = AsString(ctx, tensor.Vector([]float64{1}), NumberFormat{Precision: 1 << 30, Width: 1 << 30})
	fails(t, "vast", err, "must be below")
}

func TestHashes(t *testing.T) {
	for what, f := range map[string]func(context.Context, *tensor.Tensor, int) (*tensor.Tensor, error){
		"fast": HashBucketFast[*tensor.Tensor], "old": HashBucket[*tensor.Tensor]} {
		z, err := f(ctx, vec("Hello", "TensorFlow"), 3)
		if err != nil || z.Int(0) > 2 || z.DType() != tensor.Int64 {
			t.Error(what, z, err)
		}
		_, err = f(ctx, vec("a"), 0)
		fails(t, what, err, "num_buckets")
	}
	z, err := HashBucketFast(ctx, vec("Hello", "TensorFlow"), 3) // from TensorFlow's documentation
	if err != nil || !slices.Equal(z.Ints(), []int{0, 2}) {
		t.Error(z.Ints(), err)
	}
	if _, err := HashBucketStrong(ctx, vec("a"), 5, [2]uint64{1, 2}); err != nil {
		t.Error(err)
	}
}

func TestNGrams(t *testing.T) {
	z, err := NGrams(ctx, vec("a", "b", "c"), NGramOptions{Widths: []int{2}, Sep: " "})
	same(t, "bigrams", z, err, "a b", "b c")
	z, err = NGrams(ctx, vec("a"), NGramOptions{Widths: []int{2}, Sep: "", Left: "<", Right: ">", Pad: -1})
	same(t, "padded", z, err, "<a", "a>")
	z, err = NGrams(ctx, vec("a"), NGramOptions{Widths: []int{3}, Sep: "", Short: true})
	same(t, "short", z, err, "a")
	_, err = NGrams(ctx, tensor.StringScalar("a"), NGramOptions{Widths: []int{1}})
	fails(t, "scalar", err, "rank>0")
	_, err = NGrams(ctx, vec("a"), NGramOptions{Widths: []int{0}})
	fails(t, "width", err, "greater than 0")
	_, err = NGrams(ctx, vec("a"), NGramOptions{Widths: []int{1}, Pad: -7})
	fails(t, "pad", err, "padding_width")
	if _, err = NGrams(ctx, vec("a"), NGramOptions{Widths: []int{1 << 60}, Short: true, Pad: -1, Left: "x"}); err == nil {
		t.Error("a vast n-gram was made")
	}
}

func TestUnicode(t *testing.T) {
	p, o, err := DecodeUnicode(ctx, vec("hé", ""), "UTF-8", ReplaceFaults)
	if err != nil || !slices.Equal(p.Flat().Ints(), []int{'h', 'é'}) || !slices.Equal(o.Flat().Ints(), []int{0, 1}) {
		t.Error(p, o, err)
	}
	c, _, err := SplitUnicode(ctx, vec("hé"), "UTF-8", ReplaceFaults)
	same(t, "split", c, err, "h", "é")
	s, err := EncodeUnicode(ctx, p, "UTF-8", ReplaceFaults)
	same(t, "encode", s, err, "hé", "")
	u, err := Transcode(ctx, vec("é"), "latin1", "UTF-8", ReplaceFaults)
	same(t, "transcode", u, err, "Ã©")
	for _, f := range []Faults{{}, {How: "replace", Char: 0xd800}, {How: "x"}} {
		if _, _, err := DecodeUnicode(ctx, vec("a"), "UTF-8", f); err == nil {
			t.Error(f, "was accepted")
		}
	}
	_, _, err = DecodeUnicode(ctx, vec("\xff"), "UTF-8", Faults{How: "strict"})
	fails(t, "strict", err, "Invalid formatting")
	_, _, err = DecodeUnicode(ctx, vec("a"), "no such encoding", ReplaceFaults)
	fails(t, "encoding", err, "Could not create converter")
	for _, bad := range []string{"\xff\xfe\xfd", "\xe2\x82", "\xd8\x00", "\x00\x11\x22"} {
		for _, e := range []string{"UTF-8", "UTF-16", "UTF-32", "shift_jis", "ascii"} {
			if _, _, err := DecodeUnicode(ctx, vec(bad), e, ReplaceFaults); err != nil {
				t.Errorf("%q as %s: %v", bad, e, err)
			}
		}
	}
	n, err := Script(ctx, tensor.Vector([]int32{65, -1, 0x110000, 0x4e2d}))
	if err != nil || !slices.Equal(n.Ints(), []int{25, -1, -1, 17}) {
		t.Error(n, err)
	}
}

func TestCSV(t *testing.T) {
	def := []*tensor.Tensor{tensor.Vector([]int32{0}), tensor.Vector([]float32{1.5}), vec("")}
	cols, err := DecodeCSV(ctx, vec("1,2.5,x", `3,,"a ""b"", c"`), def, CSV{Delim: ',', Quotes: true})
	if err != nil || !slices.Equal(cols[0].Ints(), []int{1, 3}) || cols[1].Float(1) != 1.5 {
		t.Fatal(cols, err)
	}
	same(t, "strings", cols[2], nil, "x", `a "b", c`)
	for in, part := range map[string]string{"1": "Expect 3 fields", "x,1,2": "not a valid int32", `1,"2`: "Quoted field",
		"1,2\n,3": "Unquoted"} {
		_, err := DecodeCSV(ctx, vec(in), def, CSV{Delim: ',', Quotes: true})
		fails(t, in, err, part)
	}
	_, err = DecodeCSV(ctx, vec("1"), []*tensor.Tensor{nil}, CSV{Delim: ','})
	fails(t, "no default", err, "nil")
	_, err = DecodeCSV(ctx, vec("1,2"), def[:1], CSV{Delim: ',', Select: []int{-4}})
	fails(t, "select", err, "Expect 1 fields")
}

func TestBytes(t *testing.T) {
	z, err := EncodeBase64(ctx, vec("hello", "?>"), true)
	same(t, "base64", z, err, "aGVsbG8=", "Pz4=")
	z, err = DecodeBase64(ctx, z)
	same(t, "back", z, err, "hello", "?>")
	_, err = DecodeBase64(ctx, vec("a"))
	fails(t, "length", err, "1 modulo 4")
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte("packed"))
	_ = w.Close()
	z, err = Decompress(ctx, vec(b.String()), "GZIP")
	same(t, "gzip", z, err, "packed")
	_, err = Decompress(ctx, vec("nothing"), "GZIP")
	fails(t, "broken", err, "inflate() failed")
	_, err = Decompress(ctx, vec("a"), "LZMA")
	fails(t, "kind", err, "supported compressions")
}

func TestFormat(t *testing.T) {
	s, err := Format("a {} b {}", "{}", []string{"1", "2"})
	if s != "a 1 b 2" || err != nil {
		t.Error(s, err)
	}
	_, err = Format("a {}", "{}", nil)
	fails(t, "places", err, "expects 1 tensors")
	r, _ := Split(ctx, vec("a b c", "d"), "", -1)
	if s, err := Rows(ctx, r, 1); err != nil || s != "[['a', ..., 'c'], ['d']]" {
		t.Error(s, err)
	}
	_, err = Rows(ctx, r, 0)
	fails(t, "summarize", err, "summarize")
}

// TestHostile gives every function what is no string tensor: an error, never a panic.
func TestHostile(t *testing.T) {
	var noTensor *tensor.Tensor
	var noRagged *ragged.Ragged
	broken := &ragged.Ragged{Part: &ragged.Partition{}, Values: vec("a")}
	short := &ragged.Ragged{Part: ragged.Of([]int64{0, 7}, tensor.Int64), Values: vec("a")}
	deep := &ragged.Ragged{Part: ragged.Of([]int64{0, 1}, tensor.Int64), Values: noRagged}
	zero := tensor.Scalar(int64(0))
	for _, v := range []ragged.Value{nil, noTensor, noRagged, &tensor.Tensor{}, &ragged.Ragged{}, broken, short, deep,
		tensor.Scalar(1.5)} {
		calls := map[string]error{}
		keep := func(name string, _ any, err error) { calls[name] = err }
		three := func(name string, _, _ any, err error) { calls[name] = err }
		z, err := Split(ctx, v, "", -1)
		keep("Split", z, err)
		b, err := SplitBytes(ctx, v)
		keep("SplitBytes", b, err)
		j, err := Join(ctx, "", vec("a"), v)
		keep("Join", j, err)
		g, err := NGrams(ctx, v, NGramOptions{Widths: []int{1}})
		keep("NGrams", g, err)
		p, o, err := DecodeUnicode(ctx, v, "UTF-8", ReplaceFaults)
		three("DecodeUnicode", p, o, err)
		c, o, err := SplitUnicode(ctx, v, "UTF-8", ReplaceFaults)
		three("SplitUnicode", c, o, err)
		e, err := EncodeUnicode(ctx, v, "UTF-8", ReplaceFaults)
		keep("EncodeUnicode", e, err)
		switch x := v.(type) {
		case *tensor.Tensor:
			hostile(calls, x, zero)
			s, err := SegmentJoin(ctx, x, tensor.Vector([]int64{0}), 1, "")
			keep("SegmentJoin", s, err)
			d, err := DecodeCSV(ctx, x, nil, CSV{Delim: ','})
			keep("DecodeCSV", d, err)
			if x == nil || x.DType() == tensor.Invalid {
				_, err := AsString(ctx, x, PlainNumbers)
				calls["AsString"] = err
			}
		case *ragged.Ragged:
			hostile(calls, x, zero)
			_, err := JoinRows(ctx, x, "")
			calls["JoinRows"] = err
			_, err = Rows(ctx, x, 3)
			calls["Rows"] = err
		}
		for name, err := range calls {
			var te *tensor.Error
			if !errors.As(err, &te) {
				t.Errorf("%s(%v): %v, want a *tensor.Error", name, v, err)
			}
		}
	}
}

func hostile[V Of](calls map[string]error, x V, zero *tensor.Tensor) {
	_, calls["Upper"] = Upper(ctx, x, "")
	_, calls["Lower"] = Lower(ctx, x, "utf-8")
	_, calls["Strip"] = Strip(ctx, x)
	_, calls["Length"] = Length(ctx, x, Bytes)
	_, calls["Substr"] = Substr(ctx, x, zero, zero, Bytes)
	_, calls["Substr nil"] = Substr(ctx, x, nil, nil, Bytes)
	_, calls["HashBucketFast"] = HashBucketFast(ctx, x, 1)
	_, calls["FullMatch"] = FullMatch(ctx, x, "a")
	_, calls["Replace"] = Replace(ctx, x, "a", "b", true)
	_, calls["ToNumber"] = ToNumber(ctx, x, tensor.Int32)
	_, calls["EncodeBase64"] = EncodeBase64(ctx, x, true)
	_, calls["Decompress"] = Decompress(ctx, x, "ZLIB")
	_, calls["Transcode"] = Transcode(ctx, x, "latin1", "UTF-8", ReplaceFaults)
	_, calls["Script"] = Script(ctx, x)
	_, calls["Map"] = Map(ctx, x, func(s string) (string, error) { return s, nil })
}

func TestCancelled(t *testing.T) {
	stopped, stop := context.WithCancel(ctx)
	stop()
	many := make([]string, 1<<16)
	for i := range many {
		many[i] = "some words here"
	}
	if _, err := Split(stopped, vec(many...), "", -1); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := Upper(stopped, vec(many...), ""); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// FuzzText looks for bytes that make a kernel panic.
func FuzzText(f *testing.F) {
	f.Add("a b,c", ",", `(a)|\1`)
	f.Add("\xff\xfe\x00", "", "[")
	f.Fuzz(func(t *testing.T, s, sep, pattern string) {
		x := vec(s, sep)
		_, _ = Split(ctx, x, sep, 3)
		_, _ = Replace(ctx, x, pattern, sep, true)
		_, _ = FullMatch(ctx, x, pattern)
		_, _ = ToNumber(ctx, x, tensor.Float64)
		_, _ = Fields(s, ',', true)
		for _, e := range []string{"UTF-8", "UTF-16", "UTF-32", pattern} {
			_, _, _ = DecodeUnicode(ctx, x, e, ReplaceFaults)
		}
	})
}
