package tf

import (
	"errors"
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/messages"
	"github.com/tfs-lang/tfs/py"
)

// The modules of google.protobuf that programs use beside the messages.

var (
	textError  = py.NewClass("google.protobuf.text_format", "Error", py.ExceptionClass, nil)
	textParse  = py.NewClass("google.protobuf.text_format", "ParseError", textError, nil)
	jsonError  = py.NewClass("google.protobuf.json_format", "Error", py.ExceptionClass, nil)
	jsonParse  = py.NewClass("google.protobuf.json_format", "ParseError", jsonError, nil)
	jsonEncode = py.NewClass("google.protobuf.json_format", "SerializeToJsonError", jsonError, nil)
)

// pureModule makes a module of functions and other names.
func pureModule(name, doc string, names map[string]value, fns ...*py.Builtin) *py.Module {
	m := &py.Module{Name: name, Short: name, Doc: doc, Attrs: names, Shared: true}
	if m.Attrs == nil {
		m.Attrs = map[string]value{}
	}
	for _, f := range fns {
		m.Attrs[f.Name] = f
	}
	return m
}

func pureFn(sig, doc string, f func(t *thread, a []value) (value, error)) *py.Builtin {
	b := py.NewBuiltin(sig, f)
	b.Doc, b.Style = doc, py.Plain
	return b
}

// googleModule is the package google with all that is inside, one for all interpreters.
var googleModule = sync.OnceValue(func() *py.Module {
	protobuf := pureModule("google.protobuf", "Messages of protocol buffers.", map[string]value{
		"message": pureModule("google.protobuf.message", "The class of all messages.", map[string]value{
			"Message": messageBase, "Error": protoError, "DecodeError": decodeError, "EncodeError": encodeError}),
		"text_format": textFormat(), "json_format": jsonFormat(),
		"descriptor": pureModule("google.protobuf.descriptor", "What messages and fields are.", map[string]value{
			"Descriptor": descriptorClass, "FieldDescriptor": fieldClass, "OneofDescriptor": oneofClass}),
	})
	return pureModule("google", "The package of google.protobuf.", map[string]value{"protobuf": protobuf})
})

// textFormat is google.protobuf.text_format.
func textFormat() *py.Module {
	place := func(name string) {
		textParse.Def(name+"(self)", "Where the text is wrong, from 1.", func(t *thread, a []value) (value, error) {
			return py.GetAttr(t, a[0], "_"+name)
		})
	}
	place("GetLine")
	place("GetColumn")
	const parse = "(text, message, allow_unknown_extension=False, allow_field_number=False, descriptor_pool=None, " +
		"allow_unknown_field=False)"
	const print = "(message, as_utf8=True, as_one_line=False, use_short_repeated_primitives=False, " +
		"pointy_brackets=False, use_index_order=False, use_field_number=False, descriptor_pool=None, indent=0, " +
		"message_formatter=None, print_unknown_fields=False, force_colon=False)"
	read := func(name, doc string, merge, lines bool) *py.Builtin {
		sig := parse
		if lines {
			sig = strings.Replace(sig, "text", "lines", 1)
		}
		return pureFn(name+sig, doc, func(t *thread, a []value) (value, error) { return parseText(t, a, merge, lines) })
	}
	return pureModule("google.protobuf.text_format", "Messages as text.",
		map[string]value{"Error": textError, "ParseError": textParse},
		read("Parse", "Adds what a text says to a message and gives it; a field that is no list comes once.", false, false),
		read("Merge", "Adds what a text says to a message and gives it.", true, false),
		read("ParseLines", "Parse for lines.", false, true),
		read("MergeLines", "Merge for lines.", true, true),
		pureFn("MessageToString"+print, "The text of a message.", func(_ *thread, a []value) (value, error) {
			return messageText(a)
		}),
		pureFn("MessageToBytes"+print, "The text of a message as bytes.", func(_ *thread, a []value) (value, error) {
			s, err := messageText(a)
			return py.Bytes(s), err
		}))
}

// parseText is Parse and Merge of text_format.
func parseText(t *thread, a []value, merge, isLines bool) (value, error) {
	x, ok := a[1].(*message)
	if !ok {
		return nil, py.TypeErrorf("text_format needs a message, not %s", py.TypeOf(a[1]).Name)
	}
	var lines []string
	line := func(v value) error {
		s, ok := v.(string)
		if b, isBytes := v.(py.Bytes); isBytes {
			s, ok = string(b), true
		}
		if !ok {
			return py.Raisef(py.AttributeErrorClass, "'%s' object has no attribute 'decode'", py.TypeOf(v).Name)
		}
		lines = append(lines, s)
		return nil
	}
	if isLines {
		if err := py.Each(t, a[0], line); err != nil {
			return nil, err
		}
	} else {
		s, ok := attrTextOf(a[0])
		if !ok {
			return nil, py.Raisef(py.AttributeErrorClass, "'%s' object has no attribute 'split'", py.TypeOf(a[0]).Name)
		}
		if err := py.Fits(int64(len(s)) * 8); err != nil {
			return nil, err
		}
		lines = strings.Split(s, "\n")
	}
	unknown, err := py.Truth(t, a[5])
	if err != nil {
		return nil, err
	}
	err = messages.Parse(lines, x.touch(), messages.ParseOptions{Merge: merge, Unknown: unknown, Poll: t.Check})
	var wrong *messages.ParseError
	if errors.As(err, &wrong) {
		e := py.NewExc(textParse, wrong.Error())
		e.Attrs = py.NewDict()
		e.Attrs.SetStr("_GetLine", int64(wrong.Line))
		e.Attrs.SetStr("_GetColumn", int64(wrong.Column))
		return nil, e
	}
	return x, err
}

// attrTextOf reads a text, or bytes that are one.
func attrTextOf(v value) (string, bool) {
	switch s := v.(type) {
	case string:
		return s, true
	case py.Bytes:
		return string(s), true
	}
	return "", false
}

// messageText is MessageToString.
func messageText(a []value) (string, error) {
	x, ok := a[0].(*message)
	if !ok {
		return "", py.Raisef(py.AttributeErrorClass, "'%s' object has no attribute 'DESCRIPTOR'", py.TypeOf(a[0]).Name)
	}
	o := messages.TextOptions{Python: true}
	for i, flag := range map[int]*bool{2: &o.OneLine, 3: &o.Short, 4: &o.Angles, 10: &o.Unknown} {
		set, err := py.Truth(py.Background(), a[i])
		if err != nil {
			return "", err
		}
		*flag = set
	}
	n, err := py.ToInt(a[8])
	if err != nil {
		return "", err
	}
	o.Indent = int(min(max(n, 0), 1000))
	s := messages.Text(x.m, o)
	if o.OneLine {
		s = strings.TrimSuffix(s, " ")
	}
	return s, nil
}
