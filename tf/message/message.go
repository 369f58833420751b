package message

import (
	"math/big"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/messages"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
)

// Messages of protocol buffers as Python's library shows them: an object for each message, whose fields are
// attributes, over google.golang.org/protobuf. One class is made for each descriptor; nothing here knows
// which messages there are but the list of public names at the end.

// Message is an object of a message class. A message that is asked for where its parent has none is a stub:
// the first change of it puts it there.
type Message struct {
	M      protoreflect.Message
	parent *Message
	field  protoreflect.FieldDescriptor // of the parent, which it is for
	stub   bool
	kids   map[protoreflect.FieldNumber]py.Value // the objects given out for fields, so that they stay the same
}

const upbModule = "google._upb._message"

var (
	messageBase = py.NewClass("google.protobuf.message", "Message", py.ObjectClass, nil)
	protoError  = py.NewClass("google.protobuf.message", "Error", py.ExceptionClass, nil)
	decodeError = py.NewClass("google.protobuf.message", "DecodeError", protoError, nil)
	encodeError = py.NewClass("google.protobuf.message", "EncodeError", protoError, nil)

	messageClasses sync.Map // by full name
)

// PyClass is the class of the message's descriptor.
func (x *Message) PyClass() *py.Class { return messageClass(x.M.Descriptor()) }

// messageClass is the class of messages of a descriptor; all interpreters share it.
func messageClass(d protoreflect.MessageDescriptor) *py.Class {
	if c, ok := messageClasses.Load(d.FullName()); ok {
		return c.(*py.Class)
	}
	path := strings.TrimSuffix(d.ParentFile().Path(), ".proto")
	c := py.NewClass(strings.ReplaceAll(path, "/", ".")+"_pb2", string(d.Name()), messageBase, nil)
	if outer, ok := d.Parent().(protoreflect.MessageDescriptor); ok {
		c.Qual = string(outer.Name()) + "." + string(d.Name())
	}
	c.New = py.NewRaw(string(d.Name())+"(**kwargs)", "A message of type "+string(d.FullName())+".",
		func(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
			if len(args) > 0 {
				return nil, py.TypeErrorf("No positional arguments allowed")
			}
			x := NewMessage(d)
			for _, k := range kw {
				if err := x.initField(t, k.Name, k.Value); err != nil {
					return nil, err
				}
			}
			return x, nil
		})
	c.Attrs.SetStr("DESCRIPTOR", descriptorOf(d))
	parse := py.NewBuiltin("FromString(s)", func(t *py.Thread, a []py.Value) (py.Value, error) {
		x := NewMessage(d)
		_, err := x.merge(t, a[0])
		return x, err
	})
	parse.Doc = "The message that bytes in wire format are."
	c.Attrs.SetStr("FromString", &py.StaticMethod{Fn: parse})
	for i := range d.Fields().Len() {
		f := d.Fields().Get(i)
		c.Attrs.SetStr(strings.ToUpper(string(f.Name()))+"_FIELD_NUMBER", int64(f.Number()))
	}
	for i := range d.Messages().Len() {
		n := d.Messages().Get(i)
		c.Attrs.SetStr(string(n.Name()), messageClass(n))
	}
	c.Dir = func(py.Value) []string {
		var names []string
		for i := range d.Fields().Len() {
			names = append(names, string(d.Fields().Get(i).Name()))
		}
		return names
	}
	made, _ := messageClasses.LoadOrStore(d.FullName(), c)
	return made.(*py.Class)
}

// NewMessage is an empty message of a type.
func NewMessage(d protoreflect.MessageDescriptor) *Message {
	return &Message{M: dynamicpb.NewMessage(d)}
}

// touch makes a stub a part of its parent: what is about to change counts.
func (x *Message) touch() protoreflect.Message {
	if x.stub {
		x.stub = false
		x.parent.touch().Set(x.field, protoreflect.ValueOfMessage(x.M))
	}
	return x.M
}

// Named finds a field of the message.
func (x *Message) Named(name string) protoreflect.FieldDescriptor {
	return x.M.Descriptor().Fields().ByName(protoreflect.Name(name))
}

// wanted is a field that a method is given by its name.
func (x *Message) wanted(v py.Value) (protoreflect.FieldDescriptor, error) {
	name, ok := v.(string)
	if !ok {
		return nil, py.TypeErrorf("bad argument type for built-in operation")
	}
	if f := x.Named(name); f != nil {
		return f, nil
	}
	return nil, x.noField(name)
}

func (x *Message) noField(name string) error {
	return py.ValueErrorf("Protocol message %s has no \"%s\" field.", x.M.Descriptor().Name(), name)
}

// get is the value of a field: a Python number, text or bytes, or an object that stands for the part.
func (x *Message) get(f protoreflect.FieldDescriptor) py.Value {
	switch {
	case f.IsMap(), f.IsList():
		if kid, ok := x.kids[f.Number()]; ok {
			return kid
		}
		if f.IsMap() {
			return x.keep(f, &messageMap{owner: x, field: f})
		}
		return x.keep(f, &repeatedField{owner: x, field: f})
	case f.Kind() != protoreflect.MessageKind:
		return fromProto(f, x.M.Get(f))
	}
	has := x.M.Has(f)
	if kid, ok := x.kids[f.Number()].(*Message); ok {
		if has && kid.M == x.M.Get(f).Message() || !has && kid.stub {
			return kid
		}
	}
	if has {
		return x.keep(f, &Message{M: x.M.Get(f).Message(), parent: x, field: f})
	}
	return x.keep(f, &Message{M: dynamicpb.NewMessage(f.Message()), parent: x, field: f, stub: true})
}

func (x *Message) keep(f protoreflect.FieldDescriptor, v py.Value) py.Value {
	if x.kids == nil {
		x.kids = map[protoreflect.FieldNumber]py.Value{}
	}
	x.kids[f.Number()] = v
	return v
}

// fromProto is a value that is no message in Python's types.
func fromProto(f protoreflect.FieldDescriptor, v protoreflect.Value) py.Value {
	switch f.Kind() {
	case protoreflect.BytesKind:
		return py.Bytes(v.Bytes())
	case protoreflect.StringKind:
		return v.String()
	case protoreflect.BoolKind:
		return v.Bool()
	case protoreflect.FloatKind, protoreflect.DoubleKind:
		return v.Float()
	case protoreflect.EnumKind:
		return int64(v.Enum())
	case protoreflect.Uint32Kind, protoreflect.Uint64Kind, protoreflect.Fixed32Kind, protoreflect.Fixed64Kind:
		return py.Int(new(big.Int).SetUint64(v.Uint()))
	}
	return v.Int()
}

// toProto is a Python value in the type of a field, with the errors of Python's library.
func toProto(t *py.Thread, f protoreflect.FieldDescriptor, v py.Value) (none protoreflect.Value, err error) {
	switch f.Kind() {
	case protoreflect.BytesKind:
		b, ok := RawBytes(v)
		if !ok {
			return none, py.TypeErrorf("expected bytes, %s found", py.TypeOf(v).TypeName())
		}
		return protoreflect.ValueOfBytes([]byte(b)), nil
	case protoreflect.StringKind:
		switch s := v.(type) {
		case string:
			return protoreflect.ValueOfString(s), nil
		case py.Bytes:
			if !utf8.ValidString(string(s)) {
				_, err := py.CallMethod(t, s, "decode")
				return none, err
			}
			return protoreflect.ValueOfString(string(s)), nil
		}
		return none, py.TypeErrorf("bad argument type for built-in operation")
	case protoreflect.FloatKind, protoreflect.DoubleKind:
		_, text := v.(string)
		_, raw := v.(py.Bytes)
		x, err := py.ToFloat(v)
		if text || raw || err != nil {
			return none, py.TypeErrorf("must be real number, not %s", py.TypeOf(v).TypeName())
		}
		if f.Kind() == protoreflect.FloatKind {
			return protoreflect.ValueOfFloat32(float32(x)), nil
		}
		return protoreflect.ValueOfFloat64(x), nil
	case protoreflect.BoolKind:
		n, err := py.ToInt(v)
		return protoreflect.ValueOfBool(n != 0), err
	case protoreflect.EnumKind:
		if s, ok := v.(string); ok {
			e := f.Enum().Values().ByName(protoreflect.Name(s))
			if e == nil {
				return none, py.ValueErrorf("unknown enum label \"%s\"", s)
			}
			return protoreflect.ValueOfEnum(e.Number()), nil
		}
	}
	if _, ok := v.(bool); ok {
		return none, py.TypeErrorf("Field %s: Expected an int, got a boolean.", f.FullName())
	}
	n, err := py.Index(v)
	if err != nil {
		return none, err
	}
	p, ok := messages.Integer(f.Kind(), py.BigOf(n))
	if !ok {
		return none, py.ValueErrorf("Value out of range: %s", py.StrOf(n))
	}
	return p, nil
}

// RawBytes reads bytes and what is like them.
func RawBytes(v py.Value) (string, bool) {
	switch b := v.(type) {
	case py.Bytes:
		return string(b), true
	case *py.ByteArray:
		return string(b.B), true
	case *py.MemoryView:
		r, err := py.CallMethod(py.Background(), b, "tobytes")
		s, ok := r.(py.Bytes)
		return string(s), err == nil && ok
	case *py.Instance:
		s, ok := b.Native.(py.Bytes)
		return string(s), ok
	}
	return "", false
}

// initField sets a field by a keyword of a constructor; None leaves it alone.
func (x *Message) initField(t *py.Thread, name string, v py.Value) error {
	f := x.Named(name)
	switch {
	case f == nil:
		return x.noField(name)
	case v == py.None:
		return nil
	case f.IsMap():
		return x.get(f).(*messageMap).init(t, v)
	case f.IsList():
		return x.get(f).(*repeatedField).init(t, v)
	case f.Kind() != protoreflect.MessageKind:
		p, err := toProto(t, f, v)
		if err == nil {
			x.touch().Set(f, p)
		}
		return err
	}
	sub := x.get(f).(*Message)
	sub.touch()
	return sub.initFrom(t, v)
}

// initFrom fills a message from a dict of its fields or another message of its class.
func (x *Message) initFrom(t *py.Thread, v py.Value) error {
	switch from := v.(type) {
	case *py.Dict:
		if err := t.Enter(""); err != nil {
			return err
		}
		defer t.Leave()
		return from.Each(func(k, v py.Value) error {
			name, ok := k.(string)
			if !ok {
				return py.TypeErrorf("bad argument type for built-in operation")
			}
			return x.initField(t, name, v)
		})
	case *Message:
		if from.M.Descriptor() == x.M.Descriptor() {
			proto.Merge(x.M.Interface(), from.M.Interface())
			return nil
		}
	}
	return py.TypeErrorf(
		"Parameter to initialize message field must be dict or instance of same class: expected %s got %s.",
		py.ReprOf(x.PyClass()),
		py.ReprOf(py.TypeOf(v)),
	)
}

// set is assignment to an attribute.
func (x *Message) set(t *py.Thread, name string, v py.Value) error {
	f := x.Named(name)
	switch {
	case f == nil:
		return py.Raisef(
			py.AttributeErrorClass,
			"Protocol message %s has no \"%s\" field.",
			x.M.Descriptor().Name(),
			name,
		)
	case f.Cardinality() == protoreflect.Repeated:
		return py.Raisef(py.AttributeErrorClass,
			"Assignment not allowed to map, or repeated field \"%s\" in protocol message object.", name)
	case f.Kind() == protoreflect.MessageKind:
		return py.Raisef(py.AttributeErrorClass,
			"Assignment not allowed to message field \"%s\" in protocol message object.", name)
	}
	p, err := toProto(t, f, v)
	if err == nil {
		x.touch().Set(f, p)
	}
	return err
}

// mostMessage is the size from which bytes are asked room for before they become a message.
const mostMessage = 1 << 20

// merge reads bytes in wire format into the message and gives how many there were.
func (x *Message) merge(t *py.Thread, v py.Value) (py.Value, error) {
	b, ok := RawBytes(v)
	if !ok {
		return nil, py.TypeErrorf("expected bytes, %s found", py.TypeOf(v).TypeName())
	}
	if len(b) > mostMessage { // every byte may be a number of its own
		if err := py.Fits(int64(len(b)) * 24); err != nil {
			return nil, err
		}
	}
	m := x.touch()
	err := messages.Unmarshal([]byte(b), m)
	if err != nil {
		what := "Wire format was corrupt"
		if strings.Contains(err.Error(), "UTF-8") {
			what = "String field had bad UTF-8"
		}
		return nil, py.NewExc(
			decodeError,
			"Error parsing message with type '"+string(m.Descriptor().FullName())+"': "+what,
		)
	}
	return int64(len(b)), nil
}

// clear empties the message, in its place.
func (x *Message) clear() {
	m := x.touch()
	for _, f := range messages.SetFields(m) {
		m.Clear(f)
	}
	m.SetUnknown(nil)
}

// serialize is the wire format, maps sorted by their keys.
func (x *Message) serialize() (py.Value, error) {
	b, err := proto.MarshalOptions{Deterministic: true}.Marshal(x.M.Interface())
	if err != nil {
		return nil, py.NewExc(encodeError, err.Error())
	}
	return py.Bytes(b), nil
}
