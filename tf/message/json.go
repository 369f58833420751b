package message

import (
	"encoding/base64"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/messages"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
)

// jsonFormat is google.protobuf.json_format: a message as a dict, which module json writes and reads.
func jsonFormat() *py.Module {
	const options = "always_print_fields_with_no_presence=False, preserving_proto_field_name=False, "
	return PureModule(
		"google.protobuf.json_format",
		"Messages as JSON.",
		map[string]py.Value{"Error": jsonError, "ParseError": jsonParse, "SerializeToJsonError": jsonEncode},
		PureFn(
			"MessageToDict(message, "+options+"use_integers_for_enums=False, descriptor_pool=None)",
			"A message as a dict.",
			func(t *py.Thread, a []py.Value) (py.Value, error) { return messageDict(t, a[0], a[1], a[2], a[3]) },
		),
		PureFn("MessageToJson(message, preserving_proto_field_name=False, indent=2, sort_keys=False, "+
			"use_integers_for_enums=False, descriptor_pool=None, ensure_ascii=True, "+
			"always_print_fields_with_no_presence=False)", "A message as a text in JSON.", messageJSON),
		PureFn("Parse(text, message, ignore_unknown_fields=False, descriptor_pool=None, max_recursion_depth=100)",
			"Adds what JSON says to a message and gives it.", func(t *py.Thread, a []py.Value) (py.Value, error) {
				v, err := loadJSON(t, a[0])
				if err != nil {
					return nil, err
				}
				return parseDict(t, v, a[1], a[2])
			}),
		PureFn(
			"ParseDict(js_dict, message, ignore_unknown_fields=False, descriptor_pool=None, max_recursion_depth=100)",
			"Adds what a dict says to a message and gives it.",
			func(t *py.Thread, a []py.Value) (py.Value, error) {
				return parseDict(t, a[0], a[1], a[2])
			},
		),
	)
}

// jsonModule calls a function of Python's module json.
func jsonModule(t *py.Thread, name string, args []py.Value, kw []py.Kw) (py.Value, error) {
	f, err := py.FromLibrary(t, "json:"+name)
	if err != nil {
		return nil, err
	}
	return py.Call(t, f, args, kw)
}

func messageJSON(t *py.Thread, a []py.Value) (py.Value, error) {
	d, err := messageDict(t, a[0], a[7], a[1], a[4])
	if err != nil {
		return nil, err
	}
	return jsonModule(
		t,
		"dumps",
		[]py.Value{d},
		[]py.Kw{{Name: "indent", Value: a[2]}, {Name: "sort_keys", Value: a[3]},
			{Name: "ensure_ascii", Value: a[6]}},
	)
}

func loadJSON(t *py.Thread, text py.Value) (py.Value, error) {
	v, err := jsonModule(t, "loads", []py.Value{text}, nil)
	if e, ok := err.(*py.Exc); ok && e.Class.Is(py.ValueErrorClass) {
		return nil, py.NewExc(jsonParse, "Failed to load JSON: "+e.Message()+".")
	}
	return v, err
}

// jsonWriter makes dicts of messages.
type jsonWriter struct{ all, names, numbers bool }

func messageDict(t *py.Thread, v, all, names, numbers py.Value) (py.Value, error) {
	x, ok := v.(*Message)
	if !ok {
		return nil, py.Raisef(py.AttributeErrorClass, "'%s' object has no attribute 'DESCRIPTOR'", py.TypeOf(v).Name)
	}
	var w jsonWriter
	for flag, set := range map[*bool]py.Value{&w.all: all, &w.names: names, &w.numbers: numbers} {
		b, err := py.Truth(t, set)
		if err != nil {
			return nil, err
		}
		*flag = b
	}
	return w.message(x.M), nil
}

func (w *jsonWriter) message(m protoreflect.Message) *py.Dict {
	out := py.NewDict()
	name := func(f protoreflect.FieldDescriptor) string {
		if w.names {
			return string(f.Name())
		}
		return f.JSONName()
	}
	for _, f := range messages.SetFields(m) {
		out.SetStr(name(f), w.field(f, m.Get(f)))
	}
	for i := 0; w.all && i < m.Descriptor().Fields().Len(); i++ {
		f := m.Descriptor().Fields().Get(i)
		if !m.Has(f) && !f.HasPresence() {
			out.SetStr(name(f), w.field(f, m.Get(f)))
		}
	}
	return out
}

func (w *jsonWriter) field(f protoreflect.FieldDescriptor, v protoreflect.Value) py.Value {
	switch {
	case f.IsMap():
		out := py.NewDict()
		for _, k := range messages.Keys(v.Map()) {
			out.SetStr(k.String(), w.value(f.MapValue(), v.Map().Get(k)))
		}
		return out
	case f.IsList():
		out := py.NewList()
		for i := range v.List().Len() {
			out.Items = append(out.Items, w.value(f, v.List().Get(i)))
		}
		return out
	}
	return w.value(f, v)
}

func (w *jsonWriter) value(f protoreflect.FieldDescriptor, v protoreflect.Value) py.Value {
	switch f.Kind() {
	case protoreflect.MessageKind:
		return w.message(v.Message())
	case protoreflect.BytesKind:
		return base64.StdEncoding.EncodeToString(v.Bytes())
	case protoreflect.Int64Kind, protoreflect.Uint64Kind:
		return v.String()
	case protoreflect.EnumKind:
		if e := f.Enum().Values().ByNumber(v.Enum()); e != nil && !w.numbers {
			return string(e.Name())
		}
	case protoreflect.FloatKind, protoreflect.DoubleKind:
		x := v.Float()
		switch {
		case math.IsNaN(x):
			return "NaN"
		case math.IsInf(x, 1):
			return "Infinity"
		case math.IsInf(x, -1):
			return "-Infinity"
		case f.Kind() == protoreflect.FloatKind:
			return messages.ShortestFloat(float32(x))
		}
	}
	return fromProto(f, v)
}

// jsonReader fills messages from what JSON became.
type jsonReader struct {
	t      *py.Thread
	ignore bool
	depth  int
}

func parseDict(t *py.Thread, v, into, ignore py.Value) (py.Value, error) {
	x, ok := into.(*Message)
	if !ok {
		return nil, py.TypeErrorf("json_format needs a message, not %s", py.TypeOf(into).Name)
	}
	skip, err := py.Truth(t, ignore)
	if err != nil {
		return nil, err
	}
	r := &jsonReader{t: t, ignore: skip}
	return x, r.message(v, x.touch(), string(x.M.Descriptor().Name()))
}

func jsonFail(format string, args ...any) error { return py.Raisef(jsonParse, format, args...) }

// message reads the fields of a dict; path names the message for errors.
func (r *jsonReader) message(v py.Value, m protoreflect.Message, path string) error {
	if r.depth++; r.depth > 100 {
		return jsonFail("Message too deep. Max recursion depth is 100.")
	}
	defer func() { r.depth-- }()
	d, ok := v.(*py.Dict)
	if l, isList := v.(*py.List); isList && len(l.Items) == 0 {
		return nil
	}
	if !ok {
		return jsonFail("Failed to parse %s: %s is not an object.", path, py.ReprOf(v))
	}
	fields := m.Descriptor().Fields()
	return d.Each(func(k, v py.Value) error {
		name := py.StrOf(k)
		f := fields.ByJSONName(name)
		if f == nil {
			f = fields.ByName(protoreflect.Name(name))
		}
		switch {
		case f == nil && r.ignore:
			return nil
		case f == nil:
			var names []string
			for i := range fields.Len() {
				names = append(names, "'"+fields.Get(i).JSONName()+"'")
			}
			return jsonFail(
				"Message type \"%s\" has no field named \"%s\" at \"%s\".\n Available Fields(except extensions): "+
					"\"[%s]\"",
				m.Descriptor().FullName(),
				name,
				path,
				strings.Join(names, ", "),
			)
		case v == py.None:
			m.Clear(f)
			return nil
		}
		err := r.field(f, v, m, path)
		if e, ok := err.(*py.Exc); ok && e.Class == py.ValueErrorClass { // a value, not a message inside
			return jsonFail("Failed to parse %s field: %s", name, e.Message())
		}
		return err
	})
}

// field reads a value, a list or a map. A ValueError is about the value.
func (r *jsonReader) field(f protoreflect.FieldDescriptor, v py.Value, m protoreflect.Message, path string) error {
	inner := path + "." + f.JSONName()
	switch {
	case f.IsMap():
		d, ok := v.(*py.Dict)
		if !ok {
			return py.ValueErrorf("Map field %s must be in a dict which is %s at %s.", f.Name(), py.StrOf(v), inner)
		}
		to := m.Mutable(f).Map()
		return d.Each(func(k, v py.Value) error {
			key, err := r.value(f.MapKey(), k, inner)
			if err != nil {
				return err
			}
			e, err := r.value(f.MapValue(), v, inner+"["+py.StrOf(k)+"]")
			if err == nil {
				to.Set(key.MapKey(), e)
			}
			return err
		})
	case f.IsList():
		l, ok := v.(*py.List)
		if !ok {
			return py.ValueErrorf("repeated field %s must be in [] which is %s at %s.", f.Name(), py.StrOf(v), path)
		}
		to := m.Mutable(f).List()
		for i, e := range l.Items {
			p, err := r.value(f, e, inner+"["+strconv.Itoa(i)+"]")
			if err != nil {
				return err
			}
			to.Append(p)
		}
		return nil
	case f.Kind() == protoreflect.MessageKind:
		return r.message(v, m.Mutable(f).Message(), inner)
	}
	p, err := r.value(f, v, inner)
	if err == nil {
		m.Set(f, p)
	}
	return err
}

// value reads a single value.
func (r *jsonReader) value(
	f protoreflect.FieldDescriptor,
	v py.Value,
	path string,
) (none protoreflect.Value, err error) {
	text, isText := v.(string)
	switch f.Kind() {
	case protoreflect.MessageKind:
		m := dynamicpb.NewMessage(f.Message())
		return protoreflect.ValueOfMessage(m), r.message(v, m, path)
	case protoreflect.BytesKind:
		if !isText {
			return none, py.ValueErrorf("expected a text in base64, got %s at %s", py.ReprOf(v), path)
		}
		std := strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(text, "="))
		b, err := base64.RawStdEncoding.DecodeString(std)
		if err != nil {
			return none, py.ValueErrorf("%s is not base64 at %s", py.ReprOf(v), path)
		}
		return protoreflect.ValueOfBytes(b), nil
	case protoreflect.StringKind:
		if !isText {
			return none, py.ValueErrorf("expected string or bytes-like object, got '%s'", py.TypeOf(v).Name)
		}
		return protoreflect.ValueOfString(text), nil
	case protoreflect.BoolKind:
		b, ok := v.(bool)
		if !ok && isText && (text == "true" || text == "false") {
			b, ok = text == "true", true
		}
		if !ok {
			return none, py.ValueErrorf("Expected true or false without quotes at %s", path)
		}
		return protoreflect.ValueOfBool(b), nil
	case protoreflect.FloatKind, protoreflect.DoubleKind:
		return r.float(f, v, path)
	case protoreflect.EnumKind:
		if isText {
			return toProto(r.t, f, v)
		}
	}
	return r.integer(f, v, path)
}

func (r *jsonReader) integer(
	f protoreflect.FieldDescriptor,
	v py.Value,
	path string,
) (none protoreflect.Value, err error) {
	switch x := v.(type) {
	case bool:
		return none, py.ValueErrorf("Bool value %s is not acceptable for integer field at %s.", py.StrOf(v), path)
	case float64:
		if x != math.Trunc(x) || math.IsInf(x, 0) {
			return none, py.ValueErrorf("Couldn't parse integer: %s at %s.", py.StrOf(v), path)
		}
		n, _ := big.NewFloat(x).Int(nil)
		v = py.Int(n)
	case string:
		n, ok := new(big.Int).SetString(x, 10)
		if !ok || len(x) > 400 {
			return none, py.ValueErrorf("invalid literal for int() with base 10: %s.", py.ReprOf(v))
		}
		v = py.Int(n)
	case int64, *big.Int:
	default:
		return none, py.ValueErrorf("Couldn't parse integer: %s at %s.", py.StrOf(v), path)
	}
	return toProto(r.t, f, v)
}

func (r *jsonReader) float(
	f protoreflect.FieldDescriptor,
	v py.Value,
	path string,
) (none protoreflect.Value, err error) {
	x := 0.
	switch s := v.(type) {
	case string:
		switch s {
		case "NaN":
			x = math.NaN()
		case "Infinity":
			x = math.Inf(1)
		case "-Infinity":
			x = math.Inf(-1)
		default:
			if x, err = strconv.ParseFloat(s, 64); err != nil || strings.ContainsAny(s, "xXpP_") {
				return none, py.ValueErrorf("Couldn't parse float: %s at %s.", s, path)
			}
		}
	case bool:
		return none, py.ValueErrorf("Couldn't parse float: %s at %s.", py.StrOf(v), path)
	default:
		if x, err = py.ToFloat(v); err != nil {
			return none, py.ValueErrorf("Couldn't parse float: %s at %s.", py.StrOf(v), path)
		}
		if f.Kind() == protoreflect.FloatKind && math.Abs(x) > math.MaxFloat32 {
			return none, py.ValueErrorf("Float value too large at %s.", path)
		}
	}
	return toProto(r.t, f, x)
}
