package py

import (
	"fmt"

	"github.com/tfs-lang/tfs/text/literal"
)

// unicodeAttrs are what the classes of UnicodeError hold, in the order of their arguments.
var unicodeAttrs = map[*Class][]string{
	UnicodeEncodeClass:    {"encoding", "object", "start", "end", "reason"},
	UnicodeDecodeClass:    {"encoding", "object", "start", "end", "reason"},
	UnicodeTranslateClass: {"object", "start", "end", "reason"},
}

// unicodeNames are the attributes of an exception of one of these classes, nil for another exception.
func unicodeNames(c *Class) []string {
	for k := range unicodeAttrs {
		if c.Is(UnicodeErrorClass) && c.Is(k) {
			return unicodeAttrs[k]
		}
	}
	return nil
}

// checkUnicode refuses arguments that UnicodeEncodeError and its kind do not take.
func (e *Exc) checkUnicode() error {
	names := unicodeNames(e.Class)
	if names != nil && len(e.Args) != len(names) {
		return TypeErrorf("function takes exactly %d arguments (%d given)", len(names), len(e.Args))
	}
	for i, name := range names {
		v := e.Args[i]
		switch _, isText := Under(v).(string); {
		case name == "start" || name == "end":
			if _, err := ToInt(v); err != nil {
				return err
			}
		case name == "object" && e.Class.Is(UnicodeDecodeClass):
			if _, err := wantBuffer(v); err != nil {
				return err
			}
		case !isText:
			return TypeErrorf("argument %d must be str, not %s", i+1, TypeOf(v).TypeName())
		}
	}
	return nil
}

// unicodePart is one of those attributes, as the program set it or as it was given; nil when it is neither.
func (e *Exc) unicodePart(name string) Value {
	if e.Attrs != nil {
		if v, ok := e.Attrs.GetStr(name); ok {
			return v
		}
	}
	names := unicodeNames(e.Class)
	for i, n := range names {
		if n == name && len(e.Args) == len(names) {
			if b, err := wantBuffer(e.Args[i]); err == nil && name == "object" && e.Class.Is(UnicodeDecodeClass) {
				return Bytes(b)
			}
			return e.Args[i]
		}
	}
	if name == "start" || name == "end" {
		return int64(0)
	}
	return nil
}

// unicodeText is str() of such an exception: what could not be read or written, and where.
func (e *Exc) unicodeText() string {
	codec, verb, one, many := "", "encode", "character", "characters"
	switch {
	case e.Class.Is(UnicodeTranslateClass):
		verb = "translate"
	case e.Class.Is(UnicodeDecodeClass):
		verb, one, many = "decode", "byte", "bytes"
		fallthrough
	default:
		codec = fmt.Sprintf("'%s' codec ", StrOf(orNoneValue(e.unicodePart("encoding"))))
	}
	object, reason := e.unicodePart("object"), e.unicodePart("reason")
	start, ok := AsInt(orNoneValue(e.unicodePart("start")))
	end, ok2 := AsInt(orNoneValue(e.unicodePart("end")))
	if object == nil || reason == nil || !ok || !ok2 {
		return "" // it was not made whole
	}
	if bad := unitText(object, start); bad != "" && end == start+1 {
		return fmt.Sprintf("%scan't %s %s %s in position %d: %s", codec, verb, one, bad, start, StrOf(reason))
	}
	return fmt.Sprintf("%scan't %s %s in position %d-%d: %s", codec, verb, many, start, end-1, StrOf(reason))
}

// unitText is how the text of the exception shows the byte or the code point at a place; "" when there is none.
func unitText(object Value, at int64) string {
	if b, ok := object.(Bytes); ok {
		if at < 0 || at >= int64(len(b)) {
			return ""
		}
		return fmt.Sprintf("0x%02x", b[at])
	}
	s, ok := Under(object).(string)
	if !ok || at < 0 {
		return ""
	}
	for ; at > 0 && s != ""; at-- {
		_, n := literal.DecodeRune(s)
		s = s[n:]
	}
	if s == "" {
		return ""
	}
	r, _ := literal.DecodeRune(s)
	return "'" + literal.EscapeRune(r) + "'"
}

// setUnicode sets one of the attributes.
func (e *Exc) setUnicode(name string, v Value) error {
	if name == "start" || name == "end" {
		if _, err := ToInt(v); err != nil {
			return err
		}
	}
	if e.Attrs == nil {
		e.Attrs = NewDict()
	}
	e.Attrs.SetStr(name, v)
	return nil
}

func orNoneValue(v Value) Value {
	if v == nil {
		return None
	}
	return v
}

func init() {
	for c, names := range unicodeAttrs {
		c.DefRaw("__init__", "Keeps what could not be read or written.", func(_ *Thread, args []Value,
			kw []Kw) (Value, error) {
			e, ok := args[0].(*Exc)
			if !ok {
				return None, nil
			}
			e.Args = args[1:]
			if err := e.aboutKeywords(kw); err != nil {
				return nil, err
			}
			return None, e.checkUnicode()
		})
		for _, name := range names {
			c.Prop(name, "What could not be read or written, where and why.", func(_ *Thread, v Value) (Value, error) {
				return orNoneValue(v.(*Exc).unicodePart(name)), nil
			})
		}
	}
}
