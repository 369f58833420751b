package message

import (
	"errors"
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/messages"
)

// The modules of google.protobuf that programs use beside the messages.

var (
	textError  = py.NewClass("google.protobuf.text_format", "Error", py.ExceptionClass, nil)
	textParse  = py.NewClass("google.protobuf.text_format", "ParseError", textError, nil)
	jsonError  = py.NewClass("google.protobuf.json_format", "Error", py.ExceptionClass, nil)
	jsonParse  = py.NewClass("google.protobuf.json_format", "ParseError", jsonError, nil)
	jsonEncode = py.NewClass("google.protobuf.json_format", "SerializeToJsonError", jsonError, nil)
)

// PureModule makes a module of functions and other names.
//
//go:noinline
func PureModule(name, doc string, names map[string]py.Value, fns ...*py.Builtin) *py.Module {
	m := &py.Module{Name: name, Short: name, Doc: doc, Attrs: names, Shared: true}
	if m.Attrs == nil {
		m.Attrs = map[string]py.Value{}
	}
	for _, f := range fns {
		m.Attrs[f.Name] = f
	}
	return m
}

// PureFn is a function of the language whose errors are worded as those of ordinary functions.
func PureFn(sig, doc string, f func(t *py.Thread, a []py.Value) (py.Value, error)) *py.Builtin {
	b := py.NewBuiltin(sig, f)
	b.Doc, b.Style = doc, py.Plain
	return b
}

// GoogleModule is the package google with all that is inside, one for all interpreters.
var GoogleModule = sync.OnceValue(func() *py.Module {
	protobuf := PureModule("google.protobuf", "Messages of protocol buffers.", map[string]py.Value{
		"message": PureModule("google.protobuf.message", "The class of all messages.", map[string]py.Value{
			"Message": messageBase, "Error": protoError, "DecodeError": decodeError, "EncodeError": encodeError}),
		"text_format": textFormat(), "json_format": jsonFormat(),
		"descriptor": PureModule("google.protobuf.descriptor", "What messages and fields are.", map[string]py.Value{
			"Descriptor": descriptorClass, "FieldDescriptor": fieldClass, "OneofDescriptor": oneofClass}),
	})
	return PureModule("google", "The package of google.protobuf.", map[string]py.Value{"protobuf": protobuf})
})

// textFormat is google.protobuf.text_format.
func textFormat() *py.Module {
	place := func(name string) {
		textParse.Def(
			name+"(self)",
			"Where the text is wrong, from 1.",
			func(t *py.Thread, a []py.Value) (py.Value, error) {
				return py.GetAttr(t, a[0], "_"+name)
			},
		)
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
		return PureFn(
			name+sig,
			doc,
			func(t *py.Thread, a []py.Value) (py.Value, error) { return parseText(t, a, merge, lines) },
		)
	}
	return PureModule(
		"google.protobuf.text_format",
		"Messages as text.",
		map[string]py.Value{"Error": textError, "ParseError": textParse},
		read(
			"Parse",
			"Adds what a text says to a message and gives it; a field that is no list comes once.",
			false,
			false,
		),
		read("Merge", "Adds what a text says to a message and gives it.", true, false),
		read("ParseLines", "Parse for lines.", false, true),
		read("MergeLines", "Merge for lines.", true, true),
		PureFn("MessageToString"+print, "The text of a message.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
			return messageText(a)
		}),
		PureFn(
			"MessageToBytes"+print,
			"The text of a message as bytes.",
			func(_ *py.Thread, a []py.Value) (py.Value, error) {
				s, err := messageText(a)
				return py.Bytes(s), err
			},
		),
	)
}

// parseText is Parse and Merge of text_format.
func parseText(t *py.Thread, a []py.Value, merge, isLines bool) (py.Value, error) {
	x, ok := a[1].(*Message)
	if !ok {
		return nil, py.TypeErrorf("text_format needs a message, not %s", py.TypeOf(a[1]).Name)
	}
	var lines []string
	line := func(v py.Value) error {
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
		s, ok := AttrTextOf(a[0])
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

// AttrTextOf reads a text, or bytes that are one.
func AttrTextOf(v py.Value) (string, bool) {
	switch s := v.(type) {
	case string:
		return s, true
	case py.Bytes:
		return string(s), true
	}
	return "", false
}

// messageText is MessageToString.
func messageText(a []py.Value) (string, error) {
	x, ok := a[0].(*Message)
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
	s := messages.Text(x.M, o)
	if o.OneLine {
		s = strings.TrimSuffix(s, " ")
	}
	return s, nil
}
