package op

import (
	"context"
	"os"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/tfs-lang/tfs/messages"
	"github.com/tfs-lang/tfs/tensor"
)

// message is the wire format of a message in text format.
func message(name, text string) string {
	m := dynamicpb.NewMessage(messages.Type(name))
	if err := messages.Parse([]string{text}, m, messages.ParseOptions{}); err != nil {
		panic(err)
	}
	b, err := proto.Marshal(m)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// eager is the first output of a kernel of known inputs.
func eager(d *Def, at Attrs, in ...Value) Value {
	n, err := (&Exec{Ctx: context.Background()}).Do(d, at, in...)
	if err != nil {
		panic(err)
	}
	return n.Out[0]
}

// Samples of kernels that read files and messages.
func init() {
	const feature = `feature { key: "a" value { int64_list { value: [1, 2] } } } feature { key: "c" value { float_list { value: 1.5 } } }`
	example := message("Example", "features { "+feature+" }")
	sequence := message("SequenceExample",
		"context { "+feature+` } feature_lists { feature_list { key: "l" value { feature {
		int64_list { value: [1, 2] } } } } }`)
	none, shapes := tensor.FromStrings([]int{0}, nil), []tensor.PartialShape{known(1)}
	ints, floats := []tensor.DType{tensor.Int64}, []tensor.DType{tensor.Float32}
	empty := tensor.Vector([]float32{})
	pixels := tensor.FromSlice([]int{1, 2, 3}, []uint8{1, 2, 3, 4, 5, 6})
	bmp := "BM\x3a\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x18\x00" +
		string(make([]byte, 24)) + "\x01\x02\x03\x00"
	gif := "GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
	samples = append(samples,
		sample{name: "ParseExampleV2", at: Attrs{{"num_sparse", 1}, {"sparse_types", ints}, {"ragged_value_types", ints},
			{"ragged_split_types", []tensor.DType{tensor.Int32}}, {"dense_shapes", shapes}, {"Tdense", floats}},
			in: []Value{strs(example, example), none, strs("a"), strs("c"), strs("zz"), empty}, vary: true},
		sample{name: "ParseSingleExample", at: Attrs{{"num_sparse", 1}, {"sparse_keys", []string{"a"}},
			{"sparse_types", ints},
			{"dense_keys", []string{"c"}}, {"dense_shapes", shapes}, {"Tdense", floats}}, in: []Value{str1(example), empty},
			vary: true},
		sample{name: "ParseSequenceExampleV2", at: Attrs{{"Ncontext_sparse", 1}, {"context_sparse_types", ints},
			{"context_dense_shapes", shapes}, {"Tcontext_dense", floats}, {"feature_list_ragged_value_types", ints},
			{"feature_list_ragged_split_types", ints}}, in: []Value{strs(sequence, sequence), none, strs("a"), strs("c"), none,
			none,
			none, strs("l"), tensor.FromSlice([]int{0}, []bool{}), empty}, vary: true},
		sample{name: "DecodeProtoV2", at: Attrs{{"message_type", "tensorflow.Int64List"}, {"field_names", []string{"value"}},
			{"output_types", ints}}, in: []Value{strs(message("Int64List", "value: [4, 5]"), "")}, vary: true},
		sample{name: "EncodeProto", at: Attrs{{"message_type", "tensorflow.Int64List"}, {"field_names", []string{"value"}}},
			in: []Value{tensor.FromSlice([]int{1, 1}, []int32{2}), tensor.FromSlice([]int{1, 2}, []int64{4, 5})}},
		sample{name: "ReadFile", in: []Value{str1("files.go")}},
		sample{name: "MatchingFiles", in: []Value{strs("files*.go")}, vary: true},
		sample{name: "WriteFile", in: []Value{str1(os.DevNull), str1("text")}},
		sample{name: "SerializeTensor", in: []Value{tensor.Vector([]int32{1, 2})}},
		sample{name: "ParseTensor", at: Attrs{{"out_type", tensor.Int32}}, vary: true,
			in: []Value{eager(SerializeTensor, nil, tensor.Vector([]int32{1, 2}))}},
		sample{name: "DecodeJSONExample", in: []Value{strs(`{"features": {"feature": {"a": {"int64List": {"value": ["1"]}}}}}`, "{}")}},
		sample{name: "EncodePng", in: []Value{pixels}}, sample{name: "EncodeJpeg", in: []Value{pixels}},
		sample{name: "DecodePng", in: []Value{eager(EncodePng, nil, pixels)}, vary: true},
		sample{name: "DecodeJpeg", in: []Value{eager(EncodeJpeg, nil, pixels)}, vary: true},
		sample{name: "DecodeAndCropJpeg", in: []Value{eager(EncodeJpeg, nil, pixels), tensor.Ints32(0, 0, 1, 1)}, vary: true},
		sample{name: "DecodeImage", in: []Value{eager(EncodePng, nil, pixels)}, vary: true},
		sample{name: "ExtractJpegShape", in: []Value{eager(EncodeJpeg, nil, pixels)}},
		sample{name: "DecodeBmp", in: []Value{str1(bmp)}, vary: true},
		sample{name: "DecodeGif", in: []Value{str1(gif)}, vary: true},
		sample{name: "EncodeWav", in: []Value{tensor.FromSlice([]int{1, 2}, []float32{0.5, -1}), one32(8000)}},
		sample{name: "DecodeWav", in: []Value{eager(EncodeWav, nil, tensor.FromSlice([]int{1, 2}, []float32{0.5, -1}),
			one32(8000))},
			vary: true},
	)
}
