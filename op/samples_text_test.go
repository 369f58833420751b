package op

import "github.com/tfs-lang/tfs/tensor"

func strs(v ...string) Value { return tensor.FromStrings([]int{len(v)}, v) }
func str1(s string) Value    { return tensor.StringScalar(s) }

// encoding is attributes of the kernels of Unicode.
func encoding(in string, out ...string) Attrs {
	at := Attrs{{"input_encoding", in}}
	for _, s := range out {
		at = append(at, KV{"output_encoding", s})
	}
	return at
}

func init() {
	samples = append(samples,
		sample{name: "StringLower", in: []Value{strs("Ab", "C")}}, sample{name: "StringUpper", in: []Value{strs("Ab", "C")}},
		sample{name: "StringLength", in: []Value{strs("Ab", "C")}}, sample{name: "StringStrip", in: []Value{strs(" b", "C")}},
		sample{name: "StringToNumber", in: []Value{strs("1", "2")}},
		sample{name: "StringToHashBucket", at: Attrs{{"num_buckets", 5}}, in: []Value{strs("1", "2")}},
		sample{name: "StringToHashBucketFast", at: Attrs{{"num_buckets", 5}}, in: []Value{strs("1", "2")}},
		sample{name: "StringToHashBucketStrong", at: Attrs{{"num_buckets", 5}, {"key", []int{1, 2}}},
			in: []Value{strs("1", "2")}},
		sample{name: "AsString", in: []Value{i32(1, 2)}},
		sample{name: "EncodeBase64", in: []Value{strs("a", "b")}}, sample{name: "DecodeBase64", in: []Value{strs("YQ", "")}},
		sample{name: "DecodeCompressed", in: []Value{strs("a", "b")}},
		sample{name: "StaticRegexReplace", at: Attrs{{"pattern", "a"}, {"rewrite", "b"}}, in: []Value{strs("a", "b")}},
		sample{name: "StaticRegexFullMatch", at: Attrs{{"pattern", "a"}}, in: []Value{strs("a", "b")}},
		sample{name: "RegexReplace", in: []Value{strs("a", "b"), str1("a"), str1("c")}},
		sample{name: "RegexFullMatch", in: []Value{strs("a", "b"), str1("a")}},
		sample{name: "UnicodeScript", in: []Value{i32(97, 98)}},
		sample{name: "UnicodeTranscode", at: encoding("UTF-8", "UTF-16-BE"), in: []Value{strs("a", "b")}},
		sample{name: "Substr", in: []Value{strs("abc", "b"), one32(0), one32(1)}},
		sample{name: "StringJoin", in: []Value{strs("a", "b"), str1("c")}},
		sample{name: "ReduceJoin", in: []Value{tensor.FromStrings([]int{2, 2}, []string{"a", "b", "c", "d"}), i32(1)}},
		sample{name: "UnsortedSegmentJoin", in: []Value{strs("a", "b"), i32(0, 0), one32(2)}},
		sample{name: "StringSplitV2", in: []Value{strs("a b", "c"), str1("")}, vary: true},
		sample{name: "StringSplit", in: []Value{strs("a b", "c"), str1(" ")}, vary: true},
		sample{name: "StringNGrams", at: Attrs{{"ngram_widths", []int{2}}, {"separator", " "}, {"left_pad", ""},
			{"right_pad", ""},
			{"pad_width", 0}, {"preserve_short_sequences", false}}, in: []Value{strs("a", "b", "c"), i32(0, 2, 3)}, vary: true},
		sample{name: "StringFormat", in: []Value{strs("a", "b")}},
		sample{name: "DecodeCSV", in: []Value{strs("1,2", "3,4"), i32(0), f64([]int{1}, 1)}},
		sample{name: "UnicodeDecode", at: encoding("UTF-8"), in: []Value{strs("ab", "c")}, vary: true},
		sample{name: "UnicodeDecodeWithOffsets", at: encoding("UTF-8"), in: []Value{strs("ab", "c")}, vary: true},
		sample{name: "UnicodeEncode", at: Attrs{{"output_encoding", "UTF-8"}}, in: []Value{i32(97, 98), i32(0, 1, 2)}},
	)
}
