package example

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/tfs-lang/tfs/messages"
	"github.com/tfs-lang/tfs/tensor"
)

// libraryValues is what the protobuf library finds for a key: its type and values as text.
func libraryValues(feature protoreflect.Message) (tensor.DType, []string) {
	f := feature.WhichOneof(feature.Descriptor().Oneofs().Get(0))
	if f == nil {
		return tensor.Invalid, nil
	}
	list := feature.Get(f).Message()
	l := list.Get(list.Descriptor().Fields().Get(0)).List()
	var out []string
	for i := range l.Len() {
		switch v := l.Get(i).Interface().(type) {
		case int64:
			out = append(out, fmt.Sprint(v))
		case float32:
			out = append(out, fmt.Sprintf("%x", math.Float32bits(v)))
		case []byte:
			out = append(out, fmt.Sprintf("%q", v))
		}
	}
	return kinds[f.Number()], out
}

// columnValues is a column's values as the same text.
func columnValues(t *tensor.Tensor) []string {
	var out []string
	for i := range t.Len() {
		switch t.DType() {
		case tensor.Int64:
			out = append(out, fmt.Sprint(t.Int(i)))
		case tensor.Float32:
			out = append(out, fmt.Sprintf("%x", math.Float32bits(tensor.Slice[float32](t)[i])))
		default:
			out = append(out, fmt.Sprintf("%q", t.Str(i)))
		}
	}
	return out
}

// unmarshal reads a message with the protobuf library; ok tells whether the bytes are one, as far as it can tell.
func unmarshal(name string, b string) (m protoreflect.Message, ok bool) {
	d := dynamicpb.NewMessage(messages.Type(name))
	switch err := messages.Unmarshal([]byte(b), d); {
	case err == nil:
		return d, true
	case strings.Contains(err.Error(), "UTF-8"), strings.Contains(err.Error(), "cannot convert nil"):
		// texts are not checked here, as in TensorFlow, and keys of a wrong wire type are none
		return nil, true
	}
	return nil, false
}

// compare holds a serialized Example equal to what the protobuf library reads of it: each feature of the map by its
// type and values. What the library refuses, no reading of all its features may accept.
func compare(t *testing.T, b string) {
	t.Helper()
	m, isMessage := unmarshal("Example", b)
	x := tensor.StringScalar(b)
	if !isMessage {
		if keys, ok := allKeys(b); ok && readAll(x, keys) {
			t.Fatalf("%q is no Example, but all its features are read", b)
		}
	}
	if m == nil {
		return
	}
	fields := m.Descriptor().Fields().Get(0)
	features := m.Get(fields).Message()
	mp := features.Get(features.Descriptor().Fields().Get(0)).Map()
	for _, k := range messages.Keys(mp) {
		kind, want := libraryValues(mp.Get(k).Message())
		asked := kind
		if kind == tensor.Invalid {
			asked = tensor.Int64
		}
		cols, err := Parse(context.Background(), Batch{Serialized: x}, []Spec{{Key: k.String(), Type: asked}})
		if err != nil {
			t.Fatalf("%q, %q: %v", b, k.String(), err)
		}
		if got := columnValues(cols[0].Values); !slices.Equal(got, want) {
			t.Fatalf("%q, %q: %q, not %q", b, k.String(), got, want)
		}
	}
}

// allKeys lists the keys of a serialized Example as the reader sees them.
func allKeys(b string) (keys []string, ok bool) {
	w := walk(b, piece{0, len(b)})
	for w.next() {
		if w.num != 1 || w.kind != int(protowire.BytesType) {
			continue
		}
		f := walk(b, w.body)
		for f.next() {
			if f.num == 1 && f.kind == int(protowire.BytesType) {
				key, _, ok := entry(b, f.body)
				if !ok {
					return nil, false
				}
				keys = append(keys, key)
			}
		}
		if f.bad {
			return nil, false
		}
	}
	return keys, !w.bad
}

// readAll tells whether each feature can be read as some type. Values a later entry replaces are not looked at.
func readAll(x *tensor.Tensor, keys []string) bool {
	if len(keys) != len(slices.Compact(slices.Sorted(slices.Values(keys)))) {
		return false
	}
	for _, k := range keys {
		ok := false
		for _, d := range kinds[1:] {
			_, err := Parse(context.Background(), Batch{Serialized: x}, []Spec{{Key: k, Type: d}})
			ok = ok || err == nil
		}
		if !ok {
			return false
		}
	}
	return true
}

// sampleExample is a message with a feature of each type.
func sampleExample() []byte {
	m := dynamicpb.NewMessage(messages.Type("Example"))
	text := `features { feature { key: "a" value { int64_list { value: [1, -2, 300] } } }
		feature { key: "b" value { bytes_list { value: ["x", ""] } } }
		feature { key: "c" value { float_list { value: [1.5, -2] } } } feature { key: "d" value { } } }`
	if err := messages.Parse([]string{text}, m, messages.ParseOptions{}); err != nil {
		panic(err)
	}
	b, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		panic(err)
	}
	return b
}

// TestDifferential flips and cuts each byte of a message, and makes messages of random parts: fields twice, packed
// and not, groups, unknown ones.
func TestDifferential(t *testing.T) {
	b := sampleExample()
	compare(t, string(b))
	for i := range b {
		for bit := range 8 {
			c := slices.Clone(b)
			c[i] ^= 1 << bit
			compare(t, string(c))
		}
		compare(t, string(b[:i]))
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		compare(t, string(randomMessage(r, 0)))
	}
}

// randomMessage nests fields of small numbers, as an Example does, now and then with a wrong turn.
func randomMessage(r *rand.Rand, depth int) []byte {
	var b []byte
	for range r.IntN(4) {
		num := protowire.Number(1 + r.IntN(3))
		switch k := r.IntN(12); {
		case k == 0:
			b = protowire.AppendVarint(protowire.AppendTag(b, num, protowire.VarintType), r.Uint64()>>r.IntN(64))
		case k == 1:
			b = protowire.AppendFixed32(protowire.AppendTag(b, num, protowire.Fixed32Type), r.Uint32())
		case k == 2:
			b = protowire.AppendTag(b, num, protowire.StartGroupType)
			b = protowire.AppendTag(append(b, randomMessage(r, 6)...), num, protowire.EndGroupType)
		case k == 3:
			b = protowire.AppendFixed64(protowire.AppendTag(b, num, protowire.Fixed64Type), r.Uint64())
		case depth > 5 || k == 4:
			b = protowire.AppendBytes(protowire.AppendTag(b, num, protowire.BytesType),
				[]byte{byte(r.IntN(128)), 1, 2, 3}[:r.IntN(5)])
		default:
			b = protowire.AppendBytes(protowire.AppendTag(b, num, protowire.BytesType), randomMessage(r, depth+1))
		}
	}
	return b
}

// FuzzExample is the same for any bytes.
func FuzzExample(f *testing.F) {
	f.Add(sampleExample())
	f.Fuzz(func(t *testing.T, b []byte) { compare(t, string(b)) })
}

// FuzzSequence holds feature lists equal to those the protobuf library reads.
func FuzzSequence(f *testing.F) {
	list := protowire.AppendBytes(protowire.AppendTag(nil, 1, protowire.BytesType), []byte("\x1a\x03\n\x01\x05"))
	item := protowire.AppendBytes([]byte("\n\x01l\x12"), list)
	lists := protowire.AppendBytes([]byte{10}, item)
	f.Add(protowire.AppendBytes([]byte{18}, lists))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, _ := unmarshal("SequenceExample", string(b))
		if m == nil {
			return
		}
		lists := m.Get(m.Descriptor().Fields().Get(1)).Message()
		mp := lists.Get(lists.Descriptor().Fields().Get(0)).Map()
		for _, k := range messages.Keys(mp) {
			features := mp.Get(k).Message()
			l := features.Get(features.Descriptor().Fields().Get(0)).List()
			var want []string
			kind := tensor.Invalid
			mixed := false
			for i := range l.Len() {
				d, v := libraryValues(l.Get(i).Message())
				mixed = mixed || d != tensor.Invalid && kind != tensor.Invalid && d != kind
				if d != tensor.Invalid {
					kind = d
				}
				want = append(want, v...)
			}
			if kind == tensor.Invalid {
				kind = tensor.Int64
			}
			_, got, err := ParseSequence(context.Background(), Batch{Serialized: tensor.StringScalar(string(b))}, nil,
				[]Spec{{Key: k.String(), Type: kind}})
			if mixed != (err != nil) {
				t.Fatalf("%q, %q: %v", b, k.String(), err)
			}
			if err == nil && (!slices.Equal(columnValues(got[0].Values), want) || len(got[0].Lens) != l.Len()) {
				t.Fatalf("%q, %q: %v, not %q", b, k.String(), got[0], want)
			}
		}
	})
}

// TestParallel reads many messages in runs: the columns are those of one run, and the first error counts.
func TestParallel(t *testing.T) {
	b := string(sampleExample())
	many := make([]string, 20000)
	for i := range many {
		many[i] = b
	}
	specs := []Spec{{Key: "a", Type: tensor.Int64}, {Key: "b", Type: tensor.String}, {Key: "c", Type: tensor.Float32}}
	x := tensor.FromStrings([]int{len(many)}, many)
	cols, err := Parse(context.Background(), Batch{Serialized: x}, specs)
	if err != nil {
		t.Fatal(err)
	}
	if cols[0].Values.Len() != 3*len(many) || len(cols[1].Lens) != len(many) || cols[2].Values.Float(39999) != -2 {
		t.Errorf("%d values, %d rows", cols[0].Values.Len(), len(cols[1].Lens))
	}
	many[13000], many[19999] = "abc", "def"
	x = tensor.FromStrings([]int{len(many)}, many)
	if _, err := Parse(context.Background(), Batch{Serialized: x},
		specs); fmt.Sprint(err) != "Could not parse example input, value: 'abc'" {
		t.Error(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Parse(ctx, Batch{Serialized: x}, specs); err == nil {
		t.Error("stopped, but it gave a result")
	}
}

// BenchmarkRagged reads a batch of 1,024 messages with three features.
func BenchmarkRagged(b *testing.B) {
	many := make([]string, 1024)
	for i := range many {
		many[i] = string(sampleExample())
	}
	x := tensor.FromStrings([]int{len(many)}, many)
	specs := []Spec{{Key: "a", Type: tensor.Int64}, {Key: "b", Type: tensor.String}, {Key: "c", Type: tensor.Float32}}
	b.SetBytes(int64(len(x.Strings().Data)))
	for b.Loop() {
		if _, err := Parse(context.Background(), Batch{Serialized: x}, specs); err != nil {
			b.Fatal(err)
		}
	}
}
