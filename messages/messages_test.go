package messages

import (
	"errors"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/dynamicpb"
)

// TestDeclarations looks at one message of each kind of declaration.
func TestDeclarations(t *testing.T) {
	f := Type("Features").Fields().ByName("feature")
	if !f.IsMap() || f.MapKey().Kind().String() != "string" || f.MapValue().Message() != Type("Feature") {
		t.Errorf("%v", f)
	}
	if o := Type("Feature").Oneofs().ByName("kind"); o == nil || o.Fields().Len() != 3 {
		t.Errorf("%v", o)
	}
	if v := Type("Int64List").Fields().ByName("value"); !v.IsPacked() {
		t.Error("the numbers of lists are packed")
	}
	if v := Unpacked("Int64List").Fields().ByName("value"); v.IsPacked() {
		t.Error("those of the converter are not")
	}
	if e := Type("TensorProto").Fields().ByName("dtype").Enum(); e.Values().ByName("DT_INT64").Number() != 9 {
		t.Errorf("%v", e)
	}
}

// TestPlaces holds lines and columns, counted in characters, equal to those of Python's library.
func TestPlaces(t *testing.T) {
	for text, want := range map[string]string{
		"features {\n  feature {\n    key: 1 } }": "3:10 : '    key: 1 } }': Expected string but found: '1'",
		"features {\n\n# é\n é":                   "4:2 : Message type \"tensorflow.Features\" has no field named \"é\".",
		"features {":                              "1:10 : Expected \"}\".",
		"foo: 1":                                  "1:1 : Message type \"tensorflow.Example\" has no field named \"foo\".",
		"features { feature { key: 'a' value { int64_list { value: [1": "1:61 : '': Expected \",\".",
	} {
		err := Parse(strings.Split(text, "\n"), dynamicpb.NewMessage(Type("Example")), ParseOptions{})
		var at *ParseError
		if !errors.As(err, &at) || err.Error() != want {
			t.Errorf("%q: %v, not %s", text, err, want)
		}
	}
	deep := []string{strings.Repeat("a { ", 1000)}
	if err := Parse(deep, dynamicpb.NewMessage(Type("Example")), ParseOptions{Unknown: true}); err == nil {
		t.Error("1000 messages within each other went through")
	}
}

// FuzzText reads a text, writes it and reads it again: both messages are equal.
func FuzzText(f *testing.F) {
	f.Add(`features { feature { key: "a" value { int64_list { value: [1, -2] } } } }`)
	f.Add(`features: < feature: < key: 'é\101' value: < bytes_list: < value: "\xff\n" "b" > > >, >`)
	f.Add(`features { feature { value { float_list { value: [1e3, nan, -inf, .5f] } } } } # end`)
	f.Fuzz(func(t *testing.T, text string) {
		m := dynamicpb.NewMessage(Type("Example"))
		if Parse(strings.Split(text, "\n"), m, ParseOptions{}) != nil {
			return
		}
		for _, o := range []TextOptions{{}, {Python: true, OneLine: true, Short: true}, {Angles: true, Indent: 3}} {
			again := dynamicpb.NewMessage(Type("Example"))
			written := Text(m, o)
			if err := Parse(strings.Split(written, "\n"), again, ParseOptions{}); err != nil || !proto.Equal(m, again) {
				t.Fatalf("%q became %q: %v", text, written, err)
			}
		}
	})
}

// FuzzUnmarshal looks for bytes that the library does not survive.
func FuzzUnmarshal(f *testing.F) {
	f.Add([]byte("\n\x04\n\x02\x08\x05"))
	f.Fuzz(func(t *testing.T, b []byte) {
		m := dynamicpb.NewMessage(Type("SequenceExample"))
		if Unmarshal(b, m) == nil {
			Text(m, TextOptions{Unknown: true})
		}
	})
}
