package op

import (
	"math"
	"os"
	"slices"
	"sort"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/tfs-lang/tfs/messages"
	"github.com/tfs-lang/tfs/tensor"
)

// Kernels that take fields out of serialized messages and put messages together.

// protoFields finds the fields of a message by their names.
func (n *Node) protoFields() ([]protoreflect.FieldDescriptor, error) {
	d, err := protoMessage(n.Str("message_type"), n.Str("descriptor_source"))
	if err != nil {
		return nil, err
	}
	var out []protoreflect.FieldDescriptor
	for _, name := range n.Strs("field_names") {
		f := d.Fields().ByName(protoreflect.Name(name))
		if f == nil {
			return nil, tensor.Errorf("Unknown field: %s in message type %s", name, d.FullName())
		}
		out = append(out, f)
	}
	return out, nil
}

// protoMessage finds a message: among TensorFlow's own, or in a FileDescriptorSet in a file or in the attribute.
func protoMessage(name, source string) (protoreflect.MessageDescriptor, error) {
	files := messages.Files()
	if source != "" && source != "local://" {
		b := []byte(strings.TrimPrefix(source, "bytes://"))
		if !strings.HasPrefix(source, "bytes://") {
			var err error
			if b, err = os.ReadFile(source); err != nil {
				return nil, tensor.Failf(tensor.NotFound, "%s; No such file or directory", source)
			}
		}
		var err error
		if files, err = descriptorFiles(b); err != nil {
			return nil, tensor.Errorf("Unable to load descriptors: %s", err.Error())
		}
	}
	d, err := files.FindDescriptorByName(protoreflect.FullName(name))
	m, ok := d.(protoreflect.MessageDescriptor)
	if err != nil || !ok {
		return nil, tensor.Errorf("No descriptor found for message type %s", name)
	}
	return m, nil
}

func descriptorFiles(b []byte) (*protoregistry.Files, error) {
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(b, &set); err != nil {
		return nil, err
	}
	return protodesc.NewFiles(&set)
}

// protoTypes are the element types the values of a kind can become; the first one is natural.
var protoTypes = map[protoreflect.Kind][]tensor.DType{
	protoreflect.DoubleKind: {tensor.Float64},
	protoreflect.FloatKind:  {tensor.Float32, tensor.Float64},
	protoreflect.Int64Kind: {
		tensor.Int64,
	},
	protoreflect.Sint64Kind:   {tensor.Int64},
	protoreflect.Sfixed64Kind: {tensor.Int64},
	protoreflect.Uint64Kind:   {tensor.Uint64, tensor.Int64},
	protoreflect.Fixed64Kind:  {tensor.Uint64, tensor.Int64},
	protoreflect.Int32Kind:    {tensor.Int32, tensor.Int64},
	protoreflect.Sint32Kind:   {tensor.Int32, tensor.Int64},
	protoreflect.Sfixed32Kind: {tensor.Int32, tensor.Int64},
	protoreflect.EnumKind:     {tensor.Int32},
	protoreflect.Uint32Kind:   {tensor.Uint32, tensor.Int64, tensor.Int32},
	protoreflect.Fixed32Kind:  {tensor.Uint32, tensor.Int64, tensor.Int32},
	protoreflect.BoolKind:     {tensor.Bool},
	protoreflect.StringKind: {
		tensor.String,
	},
	protoreflect.BytesKind:   {tensor.String},
	protoreflect.MessageKind: {tensor.String},
	protoreflect.GroupKind:   {tensor.String},
}

// protoValue is a value on the wire: bits of a number, or bytes.
type protoValue struct {
	bits uint64
	text string
}

// DecodeProtoV2 takes fields out of serialized messages: how often each is there, and its values padded to the most.
var DecodeProtoV2 = define(Def{Name: "DecodeProtoV2", Eval: func(x *Exec, n *Node) error {
	types := n.Types("output_types")
	if len(types) != len(n.Strs("field_names")) {
		return tensor.Errorf("field_names and output_types attributes must have the same length")
	}
	fields, err := n.protoFields()
	if err != nil {
		return err
	}
	for i, f := range fields {
		if !slices.Contains(protoTypes[f.Kind()], types[i]) {
			return tensor.Errorf("Unexpected output type for %s: %s to %s", f.FullName(), f.Kind(), types[i].EnumName())
		}
	}
	t := n.T(0)
	if t.Len() == 0 {
		return tensor.Errorf("Bufs argument must contain at least one value")
	}
	found := make([][][]protoValue, t.Len())
	sizes := make([]int32, 0, t.Len()*len(fields))
	for i := range found {
		if i&255 == 0 && x.Ctx.Err() != nil {
			return x.Ctx.Err()
		}
		b, err := n.protoBytes(t.Str(i))
		if err != nil {
			return err
		}
		if found[i], err = protoScan(b, fields); err != nil {
			return err
		}
		for _, v := range found[i] {
			sizes = append(sizes, int32(len(v)))
		}
	}
	out := []*tensor.Tensor{tensor.FromSlice(append(slices.Clone(t.Shape()), len(fields)), sizes)}
	for i, f := range fields {
		v, err := protoTensor(t.Shape(), f, types[i], found, i)
		if err != nil {
			return err
		}
		out = append(out, v)
	}
	return n.Give(out...)
}, Infer: func(s *Shapes) {
	p := s.In(0)
	if p.UnknownRank {
		return
	}
	out := []tensor.PartialShape{join(p.Dims, []int{len(s.Strs("field_names"))})}
	for range s.Types("output_types") {
		out = append(out, join(p.Dims, []int{-1}))
	}
	s.Is(out...)
}})

// protoBytes is a message in wire format, which may be given as text.
func (n *Node) protoBytes(s string) ([]byte, error) {
	switch n.Str("message_format") {
	case "binary":
		return []byte(s), nil
	case "text":
		d, err := protoMessage(n.Str("message_type"), n.Str("descriptor_source"))
		if err != nil {
			return nil, err
		}
		m := dynamicpb.NewMessage(d)
		if err := messages.Parse(strings.Split(s, "\n"), m, messages.ParseOptions{}); err != nil {
			return nil, &tensor.Error{Kind: tensor.DataLoss, Msg: "Unable to parse text protobuf", Hint: err.Error()}
		}
		return proto.MarshalOptions{Deterministic: true}.Marshal(m)
	}
	return nil, tensor.Errorf("format must be one of binary or text")
}

// protoScan reads the values of fields, in the order of the fields.
func protoScan(b []byte, fields []protoreflect.FieldDescriptor) ([][]protoValue, error) {
	lost := func() error {
		return tensor.Failf(tensor.DataLoss, "CountFields: Failed to consume entire buffer")
	}
	out := make([][]protoValue, len(fields))
	for len(b) > 0 {
		num, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			return nil, lost()
		}
		size := protowire.ConsumeFieldValue(num, kind, b[n:])
		if size < 0 {
			return nil, lost()
		}
		v := b[n : n+size]
		b = b[n+size:]
		for i, f := range fields {
			if f.Number() != num {
				continue
			}
			vals, ok := protoValues(f, kind, v)
			if !ok {
				return nil, lost()
			}
			if f.Cardinality() != protoreflect.Repeated && len(vals) > 0 {
				out[i] = out[i][:0]
			}
			out[i] = append(out[i], vals...)
		}
	}
	return out, nil
}

// wireTypes are how kinds of numbers lie on the wire; all others are varints.
var wireTypes = map[protoreflect.Kind]protowire.Type{protoreflect.FloatKind: protowire.Fixed32Type,
	protoreflect.Fixed32Kind: protowire.Fixed32Type, protoreflect.Sfixed32Kind: protowire.Fixed32Type,
	protoreflect.DoubleKind: protowire.Fixed64Type, protoreflect.Fixed64Kind: protowire.Fixed64Type,
	protoreflect.Sfixed64Kind: protowire.Fixed64Type}

// protoValues reads a field's bytes: one value, or numbers one behind the other.
func protoValues(f protoreflect.FieldDescriptor, kind protowire.Type, b []byte) ([]protoValue, bool) {
	if protoTypes[f.Kind()][0] == tensor.String {
		if kind != protowire.BytesType {
			return nil, true // an unknown field by its type
		}
		s, n := protowire.ConsumeBytes(b)
		return []protoValue{{text: string(s)}}, n >= 0
	}
	want, fixed := wireTypes[f.Kind()]
	if !fixed {
		want = protowire.VarintType
	}
	if kind == protowire.BytesType {
		inner, n := protowire.ConsumeBytes(b)
		if n < 0 {
			return nil, false
		}
		b = inner
	} else if kind != want {
		return nil, true
	}
	var out []protoValue
	for len(b) > 0 {
		var v uint64
		n := 0
		switch want {
		case protowire.Fixed32Type:
			var w uint32
			w, n = protowire.ConsumeFixed32(b)
			v = uint64(w)
		case protowire.Fixed64Type:
			v, n = protowire.ConsumeFixed64(b)
		default:
			v, n = protowire.ConsumeVarint(b)
		}
		if n < 0 {
			return nil, false
		}
		if f.Kind() == protoreflect.Sint32Kind || f.Kind() == protoreflect.Sint64Kind {
			v = uint64(protowire.DecodeZigZag(v))
		}
		out, b = append(out, protoValue{bits: v}), b[n:]
	}
	return out, true
}

// protoTensor is the values of field i of all messages, padded; there is room for one at least.
func protoTensor(batch []int, f protoreflect.FieldDescriptor, d tensor.DType, found [][][]protoValue, i int) (
	*tensor.Tensor, error) {
	most := 1
	for _, m := range found {
		most = max(most, len(m[i]))
	}
	if len(found) > 0 && len(found[0]) == 0 {
		most = 0
	}
	shape := append(slices.Clone(batch), most)
	count, err := tensor.Count(shape)
	if err != nil {
		return nil, err
	}
	at := func(k int) protoValue {
		if v := found[k/most][i]; k%most < len(v) {
			return v[k%most]
		}
		return protoValue{}
	}
	if d == tensor.String {
		var b tensor.StringBuilder
		for k := range count {
			b.Append(at(k).text)
		}
		return b.Tensor(shape)
	}
	z, err := tensor.New(d, shape)
	if err != nil {
		return nil, err
	}
	for k := range count {
		setProto(z, k, f.Kind(), at(k).bits)
	}
	return z, nil
}

// setProto writes a number into a new tensor.
func setProto(z *tensor.Tensor, k int, kind protoreflect.Kind, bits uint64) {
	switch z.DType() {
	case tensor.Float32:
		tensor.Slice[float32](z)[k] = math.Float32frombits(uint32(bits))
	case tensor.Float64:
		if kind == protoreflect.FloatKind {
			tensor.Slice[float64](z)[k] = float64(math.Float32frombits(uint32(bits)))
		} else {
			tensor.Slice[float64](z)[k] = math.Float64frombits(bits)
		}
	case tensor.Int64:
		switch kind {
		case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
			tensor.Slice[int64](z)[k] = int64(int32(bits))
		case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
			tensor.Slice[int64](z)[k] = int64(uint32(bits))
		default:
			tensor.Slice[int64](z)[k] = int64(bits)
		}
	case tensor.Uint64:
		tensor.Slice[uint64](z)[k] = bits
	case tensor.Bool:
		tensor.Slice[bool](z)[k] = bits != 0
	case tensor.Uint32:
		tensor.Slice[uint32](z)[k] = uint32(bits)
	default:
		tensor.Slice[int32](z)[k] = int32(bits)
	}
}

// EncodeProto puts messages together of the values of their fields.
var EncodeProto = define(Def{Name: "EncodeProto", Eval: func(x *Exec, n *Node) error {
	fields, err := n.protoFields()
	if err != nil {
		return err
	}
	sizes, values := n.T(0), n.Ts(n.In[1:])
	r := sizes.Rank() - 1
	if r < 0 || sizes.Shape()[r] != len(fields) || len(values) != len(fields) {
		return tensor.Errorf("sizes must have one column for each of the %d fields, but its shape is %s", len(fields),
			tensor.ShapeString(sizes.Shape()))
	}
	batch := sizes.Shape()[:r]
	for i, v := range values {
		if !slices.Contains(protoTypes[fields[i].Kind()], v.DType()) {
			return tensor.Errorf(
				"Incompatible type for field %s.  Saw dtype: %s but field type is: %s",
				fields[i].Name(),
				v.DType().CName(),
				fields[i].Kind(),
			)
		}
		if v.Rank() != r+1 || !slices.Equal(v.Shape()[:r], batch) {
			return tensor.Errorf("Values must match up to the last dimension")
		}
	}
	order := make([]int, len(fields)) // as the fields are numbered
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(i, k int) bool { return fields[order[i]].Number() < fields[order[k]].Number() })
	count, err := tensor.Count(batch)
	if err != nil {
		return err
	}
	var b tensor.StringBuilder
	for m := range count {
		var msg []byte
		for _, i := range order {
			size, width := int(sizes.Int(m*len(fields)+i)), values[i].Shape()[r]
			switch {
			case size < 0 || size > width:
				return tensor.Errorf(
					"Size to write must not be larger than value tensor; but saw: %d > %d at message %d field %d",
					size,
					width,
					m,
					i,
				)
			case size > 1 && fields[i].Cardinality() != protoreflect.Repeated:
				return tensor.Errorf("Field %s is not repeated, but %d values are given", fields[i].Name(), size)
			}
			msg = appendProto(msg, fields[i], values[i], m*width, size)
		}
		b.Append(string(msg))
	}
	return n.one(b.Tensor(slices.Clone(batch)))
}, Infer: func(s *Shapes) {
	p := s.In(0)
	if p.UnknownRank || len(p.Dims) == 0 {
		s.Is(unknown())
		return
	}
	s.Is(join(p.Dims[:len(p.Dims)-1]))
}})

// appendProto writes values of a field, packed where it is declared so.
func appendProto(b []byte, f protoreflect.FieldDescriptor, v *tensor.Tensor, at, n int) []byte {
	if n == 0 {
		return b
	}
	if v.DType() == tensor.String {
		for i := range n {
			b = protowire.AppendString(protowire.AppendTag(b, f.Number(), protowire.BytesType), v.Str(at+i))
		}
		return b
	}
	kind, fixed := wireTypes[f.Kind()]
	if !fixed {
		kind = protowire.VarintType
	}
	if f.IsPacked() {
		var in []byte
		for i := range n {
			in = appendNumber(in, f.Kind(), kind, v, at+i)
		}
		return protowire.AppendBytes(protowire.AppendTag(b, f.Number(), protowire.BytesType), in)
	}
	for i := range n {
		b = appendNumber(protowire.AppendTag(b, f.Number(), kind), f.Kind(), kind, v, at+i)
	}
	return b
}

func appendNumber(b []byte, k protoreflect.Kind, kind protowire.Type, v *tensor.Tensor, i int) []byte {
	bits := uint64(v.Int(i))
	switch {
	case k == protoreflect.FloatKind:
		bits = uint64(math.Float32bits(float32(v.Float(i))))
	case k == protoreflect.DoubleKind:
		bits = math.Float64bits(v.Float(i))
	case k == protoreflect.Sint32Kind || k == protoreflect.Sint64Kind:
		bits = protowire.EncodeZigZag(int64(bits))
	case k == protoreflect.Uint32Kind:
		bits = uint64(uint32(bits))
	}
	switch kind {
	case protowire.Fixed32Type:
		return protowire.AppendFixed32(b, uint32(bits))
	case protowire.Fixed64Type:
		return protowire.AppendFixed64(b, bits)
	}
	return protowire.AppendVarint(b, bits)
}
