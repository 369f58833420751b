package messages

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/tfs-lang/tfs/text/packed"
)

// declarations are the messages in the language of .proto files, with a line "file NAME" before those of a
// file, packed. All are of the package tensorflow and of proto3.
//
//go:generate go run ../text/packed/gen messages.txt messages.zst
//go:embed messages.zst
var declarations string

// Files are all messages: numbers of repeated fields are packed.
var Files = sync.OnceValue(func() *protoregistry.Files { return build(true) })

// unpacked are the same messages with every number behind a tag of its own.
var unpacked = sync.OnceValue(func() *protoregistry.Files { return build(false) })

// Type is the message tensorflow.NAME.
func Type(name string) protoreflect.MessageDescriptor { return find(Files(), name) }

// Unpacked is the message tensorflow.NAME as TensorFlow's converter of JSON writes it.
func Unpacked(name string) protoreflect.MessageDescriptor { return find(unpacked(), name) }

func find(files *protoregistry.Files, name string) protoreflect.MessageDescriptor {
	d, err := files.FindDescriptorByName(protoreflect.FullName("tensorflow." + name))
	if err != nil {
		panic("messages: " + err.Error())
	}
	return d.(protoreflect.MessageDescriptor)
}

// build makes descriptors of the declarations, which are a part of the program: a fault in them is a panic.
func build(short bool) *protoregistry.Files {
	p := &declared{words: strings.Fields(separate.Replace(packed.Zstd(declarations))), packed: short}
	set := &descriptorpb.FileDescriptorSet{}
	for len(p.words) > 0 {
		p.need("file")
		f := &descriptorpb.FileDescriptorProto{Name: proto.String(p.next()), Package: proto.String("tensorflow"),
			Syntax: proto.String("proto3")}
		for _, before := range set.File {
			f.Dependency = append(f.Dependency, before.GetName())
		}
		for len(p.words) > 0 && p.words[0] != "file" {
			if p.words[0] == "enum" {
				f.EnumType = append(f.EnumType, p.enum())
			} else {
				f.MessageType = append(f.MessageType, p.message(".tensorflow"))
			}
		}
		set.File = append(set.File, f)
	}
	files, err := (protodesc.FileOptions{}).NewFiles(set)
	if err != nil {
		panic("messages: the declarations are broken: " + err.Error())
	}
	return files
}

var separate = strings.NewReplacer("{", " { ", "}", " } ", ";", " ; ", "=", " = ", "<", " < ", ">", " > ", ",", " ")

// declared reads declarations word by word.
type declared struct {
	words  []string
	packed bool
}

func (p *declared) next() string {
	w := p.words[0]
	p.words = p.words[1:]
	return w
}

func (p *declared) need(want string) {
	if got := p.next(); got != want {
		panic(fmt.Sprintf("messages: %q where the declarations need %q", got, want))
	}
}

// number reads "= N ;".
func (p *declared) number() *int32 {
	p.need("=")
	n, err := strconv.Atoi(p.next())
	if err != nil {
		panic("messages: " + err.Error())
	}
	p.need(";")
	return proto.Int32(int32(n))
}

func (p *declared) enum() *descriptorpb.EnumDescriptorProto {
	p.need("enum")
	e := &descriptorpb.EnumDescriptorProto{Name: proto.String(p.next())}
	for p.need("{"); p.words[0] != "}"; {
		name := p.next()
		e.Value = append(e.Value, &descriptorpb.EnumValueDescriptorProto{Name: &name, Number: p.number()})
	}
	p.need("}")
	return e
}

// message reads "message NAME { FIELD... }" inside something of a full name.
func (p *declared) message(inside string) *descriptorpb.DescriptorProto {
	p.need("message")
	m := &descriptorpb.DescriptorProto{Name: proto.String(p.next())}
	full := inside + "." + *m.Name
	for p.need("{"); p.words[0] != "}"; {
		switch p.words[0] {
		case "message":
			m.NestedType = append(m.NestedType, p.message(full))
		case "oneof":
			p.next()
			m.OneofDecl = append(m.OneofDecl, &descriptorpb.OneofDescriptorProto{Name: proto.String(p.next())})
			for p.need("{"); p.words[0] != "}"; {
				f := p.field(m, full)
				f.OneofIndex = proto.Int32(int32(len(m.OneofDecl) - 1))
				m.Field = append(m.Field, f)
			}
			p.need("}")
		default:
			m.Field = append(m.Field, p.field(m, full))
		}
	}
	p.need("}")
	return m
}

// field reads "[repeated] TYPE NAME = N;" or "map<KEY, VALUE> NAME = N;", which also declares the entries.
func (p *declared) field(m *descriptorpb.DescriptorProto, full string) *descriptorpb.FieldDescriptorProto {
	label := descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL
	f := &descriptorpb.FieldDescriptorProto{Label: &label}
	switch p.words[0] {
	case "map":
		p.next()
		p.need("<")
		key, value := p.typed(p.next(), "key", 1), p.typed(p.next(), "value", 2)
		p.need(">")
		f.Name = proto.String(p.next())
		entry := entryName(*f.Name)
		f.Type, f.TypeName = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE.Enum(), proto.String(full+"."+entry)
		label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED
		m.NestedType = append(m.NestedType, &descriptorpb.DescriptorProto{Name: &entry,
			Field:   []*descriptorpb.FieldDescriptorProto{key, value},
			Options: &descriptorpb.MessageOptions{MapEntry: proto.Bool(true)}})
		f.Number = p.number()
		return f
	case "repeated":
		p.next()
		label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED
	}
	typ := p.next()
	f = p.typed(typ, p.next(), 0)
	f.Label = &label
	f.Number = p.number()
	if label == descriptorpb.FieldDescriptorProto_LABEL_REPEATED && !p.packed && f.GetTypeName() == "" &&
		typ != "bytes" && typ != "string" {
		f.Options = &descriptorpb.FieldOptions{Packed: proto.Bool(false)}
	}
	return f
}

// typed is a field of a type by its name; what is no basic type is a message or an enum.
func (p *declared) typed(typ, name string, number int32) *descriptorpb.FieldDescriptorProto {
	f := &descriptorpb.FieldDescriptorProto{Name: &name, Number: &number,
		Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum()}
	if n, ok := descriptorpb.FieldDescriptorProto_Type_value["TYPE_"+strings.ToUpper(typ)]; ok {
		f.Type = descriptorpb.FieldDescriptorProto_Type(n).Enum()
		return f
	}
	if strings.HasPrefix(typ, "Data") {
		f.Type = descriptorpb.FieldDescriptorProto_TYPE_ENUM.Enum()
	} else {
		f.Type = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE.Enum()
	}
	f.TypeName = proto.String(".tensorflow." + typ)
	return f
}

// entryName is how the entries of a map field are called: feature_list's are FeatureListEntry.
func entryName(field string) string {
	var b strings.Builder
	for _, part := range strings.Split(field, "_") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String() + "Entry"
}

// Unmarshal merges bytes in wire format into a message. The library panics where the key of a map's entry has the
// wrong wire type; here that is an error like any other.
func Unmarshal(b []byte, m protoreflect.Message) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the message is corrupt: %v", r)
		}
	}()
	return proto.UnmarshalOptions{Merge: true}.Unmarshal(b, m.Interface())
}
