package message

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/messages"
	"github.com/tfs-lang/tfs/tf/table"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
)

// The methods every message has.
func init() {
	c := messageBase
	self := func(v py.Value) *Message { return v.(*Message) }
	def := func(sig, doc string, f func(t *py.Thread, x *Message, a []py.Value) (py.Value, error)) {
		c.Def(sig, doc, func(t *py.Thread, a []py.Value) (py.Value, error) { return f(t, self(a[0]), a[1:]) })
	}
	c.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		return messages.Text(self(v).M, messages.TextOptions{}), nil
	}
	c.Str = c.Repr
	c.Hash = func(v py.Value) (any, error) {
		return nil, py.TypeErrorf("unhashable type: '%s'", py.TypeOf(v).Name)
	}
	c.Truth = func(*py.Thread, py.Value) (bool, error) { return true, nil }
	c.GetAttr = func(_ *py.Thread, v py.Value, name string) (py.Value, error) {
		if f := self(v).Named(name); f != nil {
			return self(v).get(f), nil
		}
		return nil, py.Raisef(py.AttributeErrorClass, "%s", name)
	}
	c.SetAttr = func(t *py.Thread, v py.Value, name string, val py.Value) error { return self(v).set(t, name, val) }
	c.Binary = func(_ *py.Thread, o string, a, b py.Value) (py.Value, error) {
		x, ok := a.(*Message)
		y, ok2 := b.(*Message)
		if !ok || !ok2 || o != "==" && o != "!=" {
			return py.NotImplemented, nil
		}
		same := x.M.Descriptor() == y.M.Descriptor() && proto.Equal(x.M.Interface(), y.M.Interface())
		return same == (o == "=="), nil
	}
	serialize := func(_ *py.Thread, x *Message, _ []py.Value) (py.Value, error) { return x.serialize() }
	def("SerializeToString(self, *, deterministic=None)", "The bytes of the message in wire format.", serialize)
	def("SerializePartialToString(self, *, deterministic=None)", "The bytes of the message in wire format.", serialize)
	def("MergeFromString(self, serialized)", "Adds what bytes in wire format hold; their number.",
		func(t *py.Thread, x *Message, a []py.Value) (py.Value, error) { return x.merge(t, a[0]) })
	def("ParseFromString(self, serialized)", "Becomes what bytes in wire format hold; their number.",
		func(t *py.Thread, x *Message, a []py.Value) (py.Value, error) {
			x.clear()
			return x.merge(t, a[0])
		})
	def("ByteSize(self)", "How many bytes the message is in wire format.",
		func(_ *py.Thread, x *Message, _ []py.Value) (py.Value, error) {
			return int64(proto.Size(x.M.Interface())), nil
		})
	def("IsInitialized(self, errors=None)", "True: these messages need no field.",
		func(*py.Thread, *Message, []py.Value) (py.Value, error) { return true, nil })
	def("FindInitializationErrors(self)", "An empty list: these messages need no field.",
		func(*py.Thread, *Message, []py.Value) (py.Value, error) { return py.NewList(), nil })
	def("Clear(self)", "Empties the message.", func(_ *py.Thread, x *Message, _ []py.Value) (py.Value, error) {
		x.clear()
		return py.None, nil
	})
	def("SetInParent(self)", "Makes the message count where it is a part, though it is empty.",
		func(_ *py.Thread, x *Message, _ []py.Value) (py.Value, error) {
			x.touch()
			return py.None, nil
		})
	def("DiscardUnknownFields(self)", "Drops the fields that are not declared.",
		func(_ *py.Thread, x *Message, _ []py.Value) (py.Value, error) {
			discardUnknown(x.M)
			return py.None, nil
		})
	def("CopyFrom(self, other)", "Becomes equal to another message.",
		func(_ *py.Thread, x *Message, a []py.Value) (py.Value, error) { return x.copyFrom(a[0], "CopyFrom") })
	def("MergeFrom(self, other)", "Adds the fields of another message.",
		func(_ *py.Thread, x *Message, a []py.Value) (py.Value, error) { return x.copyFrom(a[0], "MergeFrom") })
	def("__deepcopy__(self, memo=None)", "A copy.", func(_ *py.Thread, x *Message, _ []py.Value) (py.Value, error) {
		return &Message{M: proto.Clone(x.M.Interface()).ProtoReflect()}, nil
	})
	c.Attrs.SetStr("__copy__", c.Lookup("__deepcopy__"))
	fieldMethods(def)
}

// fieldMethods are those that are given a field by its name.
func fieldMethods(def func(sig, doc string, f func(t *py.Thread, x *Message, a []py.Value) (py.Value, error))) {
	def(
		"HasField(self, field_name)",
		"Whether a field is set.",
		func(_ *py.Thread, x *Message, a []py.Value) (py.Value, error) {
			if name, ok := a[0].(string); ok {
				if o := x.M.Descriptor().Oneofs().ByName(protoreflect.Name(name)); o != nil {
					return x.M.WhichOneof(o) != nil, nil
				}
			}
			f, err := x.wanted(a[0])
			if err != nil {
				return nil, err
			}
			if !f.HasPresence() {
				return nil, py.ValueErrorf("Field %s does not have presence.", f.FullName())
			}
			return x.M.Has(f), nil
		},
	)
	def(
		"ClearField(self, field_name)",
		"Empties a field.",
		func(_ *py.Thread, x *Message, a []py.Value) (py.Value, error) {
			if name, ok := a[0].(string); ok {
				if o := x.M.Descriptor().Oneofs().ByName(protoreflect.Name(name)); o != nil {
					if f := x.M.WhichOneof(o); f != nil {
						x.touch().Clear(f)
					}
					return py.None, nil
				}
			}
			f, err := x.wanted(a[0])
			if err != nil {
				return nil, err
			}
			x.touch().Clear(f)
			delete(x.kids, f.Number())
			return py.None, nil
		},
	)
	def("WhichOneof(self, oneof_group)", "The name of the field of a group that is set, or None.",
		func(_ *py.Thread, x *Message, a []py.Value) (py.Value, error) {
			name, ok := a[0].(string)
			if !ok {
				return nil, py.TypeErrorf("bad argument type for built-in operation")
			}
			o := x.M.Descriptor().Oneofs().ByName(protoreflect.Name(name))
			if o == nil {
				return nil, x.noField(name)
			}
			if f := x.M.WhichOneof(o); f != nil {
				return string(f.Name()), nil
			}
			return py.None, nil
		})
	def("ListFields(self)", "Pairs of the fields that are set and their values, by their numbers.",
		func(_ *py.Thread, x *Message, _ []py.Value) (py.Value, error) {
			out := py.NewList()
			for _, f := range messages.SetFields(x.M) {
				out.Items = append(out.Items, py.NewTuple(fieldOf(f), x.get(f)))
			}
			return out, nil
		})
}

// copyFrom is CopyFrom and MergeFrom.
func (x *Message) copyFrom(v py.Value, how string) (py.Value, error) {
	y, ok := v.(*Message)
	if !ok || y.M.Descriptor() != x.M.Descriptor() {
		return nil, py.TypeErrorf("Parameter to %s() must be instance of same class: expected %s got %s.", how,
			py.ReprOf(x.PyClass()), py.ReprOf(py.TypeOf(v)))
	}
	from := y.M
	if x.M == y.M {
		if how == "CopyFrom" {
			return py.None, nil
		}
		from = proto.Clone(from.Interface()).ProtoReflect()
	}
	if how == "CopyFrom" {
		x.clear()
	}
	proto.Merge(x.touch().Interface(), from.Interface())
	return py.None, nil
}

// discardUnknown drops undeclared fields at every depth.
func discardUnknown(m protoreflect.Message) {
	m.SetUnknown(nil)
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.IsMap() && f.MapValue().Kind() == protoreflect.MessageKind:
			v.Map().Range(func(_ protoreflect.MapKey, e protoreflect.Value) bool {
				discardUnknown(e.Message())
				return true
			})
		case f.IsList() && f.Kind() == protoreflect.MessageKind:
			for i := range v.List().Len() {
				discardUnknown(v.List().Get(i).Message())
			}
		case f.Cardinality() != protoreflect.Repeated && f.Kind() == protoreflect.MessageKind:
			discardUnknown(v.Message())
		}
		return true
	})
}

// descriptor and field are DESCRIPTOR of a class and what it lists.
type (
	descriptor struct {
		d protoreflect.MessageDescriptor
	}
	fieldDescriptor struct {
		f protoreflect.FieldDescriptor
	}
	oneofDescriptor struct{ o protoreflect.OneofDescriptor }
)

var (
	descriptorClass = py.NewClass(upbModule, "Descriptor", py.ObjectClass, nil)
	fieldClass      = py.NewClass(upbModule, "FieldDescriptor", py.ObjectClass, nil)
	oneofClass      = py.NewClass(upbModule, "OneofDescriptor", py.ObjectClass, nil)
)

func descriptorOf(d protoreflect.MessageDescriptor) py.Value { return descriptor{d} }
func fieldOf(f protoreflect.FieldDescriptor) py.Value        { return fieldDescriptor{f} }

func init() {
	py.Register[descriptor](descriptorClass)
	py.Register[fieldDescriptor](fieldClass)
	py.Register[oneofDescriptor](oneofClass)
	message := func(name, doc string, get func(d protoreflect.MessageDescriptor) py.Value) {
		descriptorClass.Prop(
			name,
			doc,
			func(_ *py.Thread, v py.Value) (py.Value, error) { return get(v.(descriptor).d), nil },
		)
	}
	message(
		"name",
		"The name of the message.",
		func(d protoreflect.MessageDescriptor) py.Value { return string(d.Name()) },
	)
	message("full_name", "The name with its package.", func(d protoreflect.MessageDescriptor) py.Value {
		return string(d.FullName())
	})
	message("fields", "The fields as they are declared.", func(d protoreflect.MessageDescriptor) py.Value {
		out := py.NewList()
		for i := range d.Fields().Len() {
			out.Items = append(out.Items, fieldOf(d.Fields().Get(i)))
		}
		return out
	})
	message("fields_by_name", "The fields by their names.", func(d protoreflect.MessageDescriptor) py.Value {
		out := py.NewDict()
		for i := range d.Fields().Len() {
			out.SetStr(string(d.Fields().Get(i).Name()), fieldOf(d.Fields().Get(i)))
		}
		return out
	})
	message("oneofs_by_name", "The groups of which one field is set, by their names.",
		func(d protoreflect.MessageDescriptor) py.Value {
			out := py.NewDict()
			for i := range d.Oneofs().Len() {
				out.SetStr(string(d.Oneofs().Get(i).Name()), oneofDescriptor{d.Oneofs().Get(i)})
			}
			return out
		})
	oneofClass.Prop("name", "The name of the group.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return string(v.(oneofDescriptor).o.Name()), nil
	})
	fieldAttrs()
}

// cppTypes are the numbers Python's library gives kinds of values.
var cppTypes = map[protoreflect.Kind]int64{protoreflect.Int32Kind: 1, protoreflect.Int64Kind: 2,
	protoreflect.Uint32Kind: 3, protoreflect.Uint64Kind: 4, protoreflect.DoubleKind: 5, protoreflect.FloatKind: 6,
	protoreflect.BoolKind: 7, protoreflect.EnumKind: 8, protoreflect.StringKind: 9, protoreflect.BytesKind: 9,
	protoreflect.MessageKind: 10}

func fieldAttrs() {
	field := func(name, doc string, get func(f protoreflect.FieldDescriptor) py.Value) {
		fieldClass.Prop(
			name,
			doc,
			func(_ *py.Thread, v py.Value) (py.Value, error) { return get(v.(fieldDescriptor).f), nil },
		)
	}
	field("name", "The name of the field.", func(f protoreflect.FieldDescriptor) py.Value { return string(f.Name()) })
	field("full_name", "The name with that of the message.", func(f protoreflect.FieldDescriptor) py.Value {
		return string(f.FullName())
	})
	field("json_name", "The name in JSON.", func(f protoreflect.FieldDescriptor) py.Value { return f.JSONName() })
	field(
		"number",
		"The number of the field.",
		func(f protoreflect.FieldDescriptor) py.Value { return int64(f.Number()) },
	)
	field(
		"index",
		"The place among the fields.",
		func(f protoreflect.FieldDescriptor) py.Value { return int64(f.Index()) },
	)
	field("type", "The number of the type.", func(f protoreflect.FieldDescriptor) py.Value { return int64(f.Kind()) })
	field("cpp_type", "The number of the kind of values.", func(f protoreflect.FieldDescriptor) py.Value {
		return cppTypes[f.Kind()]
	})
	field("is_repeated", "Whether it holds many values.", func(f protoreflect.FieldDescriptor) py.Value {
		return f.Cardinality() == protoreflect.Repeated
	})
	field("has_presence", "Whether HasField can be asked.", func(f protoreflect.FieldDescriptor) py.Value {
		return f.HasPresence()
	})
	field("message_type", "The message it holds, or None.", func(f protoreflect.FieldDescriptor) py.Value {
		if f.Message() == nil {
			return py.None
		}
		return descriptorOf(f.Message())
	})
	field("containing_type", "The message it is a field of.", func(f protoreflect.FieldDescriptor) py.Value {
		return descriptorOf(f.ContainingMessage())
	})
	field("containing_oneof", "The group it is in, or None.", func(f protoreflect.FieldDescriptor) py.Value {
		if o := f.ContainingOneof(); o != nil {
			return oneofDescriptor{o}
		}
		return py.None
	})
	field("default_value", "What the field is where it is not set.", func(f protoreflect.FieldDescriptor) py.Value {
		if f.Cardinality() == protoreflect.Repeated {
			return py.NewList()
		}
		if f.Kind() == protoreflect.MessageKind {
			return py.None
		}
		return fromProto(f, dynamicpb.NewMessage(f.ContainingMessage()).Get(f))
	})
}

// messageNames are the public names of messages.
var messageNames = map[string]string{
	"BytesList": "tf.train.BytesList", "FloatList": "tf.train.FloatList", "Int64List": "tf.train.Int64List",
	"Feature": "tf.train.Feature", "Features": "tf.train.Features", "FeatureList": "tf.train.FeatureList",
	"FeatureLists": "tf.train.FeatureLists", "Example": "tf.train.Example",
	"SequenceExample": "tf.train.SequenceExample", "ClusterDef": "tf.train.ClusterDef", "JobDef": "tf.train.JobDef",
	"Summary": "tf.compat.v1.Summary", "SummaryDescription": "tf.compat.v1.SummaryDescription",
	"HistogramProto": "tf.compat.v1.HistogramProto",
}

// PublishMessages makes the classes of messages, when the module tree is made.
func PublishMessages() {
	for name, public := range messageNames {
		table.Put(public, messageClass(messages.Type(name)))
	}
}
