package std

import (
	"encoding/json"
	"math/big"
	"sort"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/py"
)

var jsonError = py.NewClass("json.decoder", "JSONDecodeError", py.ValueErrorClass, nil)

func jsonModule() *py.Module {
	dumps := func(t *thread, v value, kw []py.Kw) (string, error) {
		e := &jsonEncoder{t: t, b: py.NewText(t), item: ", ", key: ": ", ascii: true}
		for _, k := range kw {
			switch k.Name {
			case "indent":
				if n, ok := py.AsInt(k.Value); ok {
					if err := py.Fits(max(n, 0)); err != nil {
						return "", err
					}
					e.indent, e.item, e.pretty = strings.Repeat(" ", int(max(n, 0))), ",", true
				} else if s, ok := k.Value.(string); ok {
					e.indent, e.item, e.pretty = s, ",", true
				}
			case "sort_keys":
				e.sort, _ = py.Truth(t, k.Value)
			case "ensure_ascii":
				e.ascii, _ = py.Truth(t, k.Value)
			case "default":
				if k.Value != py.None {
					e.def = k.Value
				}
			case "separators":
				if p, ok := k.Value.(*py.Tuple); ok && len(p.Items) == 2 {
					e.item, e.key = str(p.Items[0]), str(p.Items[1])
				}
			}
		}
		if err := e.write(v, 0); err != nil {
			return "", err
		}
		return e.b.String()
	}
	return module("json", "JSON texts.", map[string]value{"JSONDecodeError": jsonError},
		raw("dumps", "A value as JSON.", func(t *thread, a []value, kw []py.Kw) (value, error) {
			if len(a) == 0 {
				return nil, py.TypeErrorf("dumps() missing 1 required positional argument: 'obj'")
			}
			return dumps(t, a[0], kw)
		}),
		raw("dump", "Writes a value as JSON.", func(t *thread, a []value, kw []py.Kw) (value, error) {
			if len(a) < 2 {
				return nil, py.TypeErrorf("dump() missing required positional arguments")
			}
			s, err := dumps(t, a[0], kw)
			if err != nil {
				return nil, err
			}
			return py.CallMethod(t, a[1], "write", s)
		}),
		fn("loads(s)", "The value of a JSON text.", func(_ *thread, a []value) (value, error) {
			switch s := a[0].(type) {
			case string:
				return parseJSON(s)
			case py.Bytes:
				return parseJSON(string(s))
			}
			return nil, py.TypeErrorf("the JSON object must be str, bytes or bytearray, not %s", py.TypeOf(a[0]).Name)
		}),
		fn("load(fp)", "The value of a JSON file.", func(t *thread, a []value) (value, error) {
			s, err := py.CallMethod(t, a[0], "read")
			if err != nil {
				return nil, err
			}
			return parseJSON(str(s))
		}))
}

type jsonEncoder struct {
	t           *thread
	b           *py.Text
	indent      string
	item, key   string
	sort, ascii bool
	pretty      bool
	def         value
}

func (e *jsonEncoder) str(s string) {
	_ = e.b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			_ = e.b.WriteByte('\\')
			e.b.WriteRune(r)
		case r == '\n':
			e.b.WriteString(`\n`)
		case r == '\t':
			e.b.WriteString(`\t`)
		case r == '\r':
			e.b.WriteString(`\r`)
		case r < 0x20 || r >= 0x7f && r < 0x10000 && e.ascii:
			e.b.WriteString(`\u` + hex4(r))
		case r >= 0x10000 && e.ascii:
			r -= 0x10000
			e.b.WriteString(`\u` + hex4(0xd800+r>>10) + `\u` + hex4(0xdc00+r&0x3ff))
		default:
			e.b.WriteRune(r)
		}
	}
	_ = e.b.WriteByte('"')
}

func hex4(r rune) string {
	s := strconv.FormatInt(int64(r), 16)
	return strings.Repeat("0", 4-len(s)) + s
}

func (e *jsonEncoder) line(level int) {
	if e.pretty {
		e.b.WriteString("\n")
		e.b.Repeat(e.indent, level)
	}
}

func (e *jsonEncoder) write(v value, level int) error {
	if level > 900 {
		return py.Raisef(py.RecursionErrorClass, "maximum recursion depth exceeded while encoding a JSON object")
	}
	if err := e.b.Err(); err != nil {
		return err
	}
	switch x := v.(type) {
	case *py.NoneType:
		e.b.WriteString("null")
	case bool:
		e.b.WriteString(strconv.FormatBool(x))
	case int64, *big.Int:
		e.b.WriteString(py.ReprOf(x))
	case float64:
		s := py.FloatRepr(x)
		e.b.WriteString(map[string]string{"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[s])
		if x-x == 0 {
			e.b.WriteString(s)
		}
	case string:
		e.str(x)
	case *py.List:
		return e.seq(x.Items, level)
	case *py.Tuple:
		return e.seq(x.Items, level)
	case *py.Dict:
		return e.dict(x, level)
	default:
		if e.def != nil {
			r, err := py.Call(e.t, e.def, []value{v}, nil)
			if err != nil {
				return err
			}
			return e.write(r, level+1)
		}
		return py.TypeErrorf("Object of type %s is not JSON serializable", py.TypeOf(v).Name)
	}
	return nil
}

func (e *jsonEncoder) seq(items []value, level int) error {
	if len(items) == 0 {
		e.b.WriteString("[]")
		return nil
	}
	_ = e.b.WriteByte('[')
	for i, v := range items {
		if i > 0 {
			e.b.WriteString(e.item)
		}
		e.line(level + 1)
		if err := e.write(v, level+1); err != nil {
			return err
		}
	}
	e.line(level)
	_ = e.b.WriteByte(']')
	return nil
}

func (e *jsonEncoder) dict(d *py.Dict, level int) error {
	if d.Len() == 0 {
		e.b.WriteString("{}")
		return nil
	}
	keys := d.Keys()
	if e.sort {
		sort.SliceStable(keys, func(i, j int) bool { return str(keys[i]) < str(keys[j]) })
	}
	_ = e.b.WriteByte('{')
	for i, k := range keys {
		if i > 0 {
			e.b.WriteString(e.item)
		}
		e.line(level + 1)
		switch x := k.(type) {
		case string:
			e.str(x)
		case bool:
			e.str(strconv.FormatBool(x))
		case *py.NoneType:
			e.str("null")
		case int64, float64:
			e.str(py.ReprOf(x))
		default:
			return py.TypeErrorf("keys must be str, int, float, bool or None, not %s", py.TypeOf(k).Name)
		}
		e.b.WriteString(e.key)
		v, _, _ := d.Get(k)
		if err := e.write(v, level+1); err != nil {
			return err
		}
	}
	e.line(level)
	_ = e.b.WriteByte('}')
	return nil
}

func parseJSON(s string) (value, error) {
	dec := json.NewDecoder(strings.NewReader(s))
	dec.UseNumber()
	v, err := jsonValue(dec)
	if err != nil {
		return nil, jsonErr(s, int(dec.InputOffset()))
	}
	if rest := strings.TrimSpace(s[dec.InputOffset():]); rest != "" {
		at := len(s) - len(strings.TrimLeft(s[dec.InputOffset():], " \n\t\r"))
		return nil, py.Raisef(jsonError, "Extra data: line %d column %d (char %d)", strings.Count(s[:at], "\n")+1, at-strings.LastIndexByte(s[:at], '\n'), at)
	}
	return v, nil
}

func jsonErr(s string, at int) error {
	for at < len(s) && strings.IndexByte(" \t\r\n,:", s[at]) >= 0 {
		at++
	}
	what := "Expecting value"
	if strings.HasSuffix(strings.TrimRight(s[:at], " \n\t\r"), "{") || strings.HasSuffix(strings.TrimRight(s[:at], " \n\t\r"), ",") && strings.Contains(s[:at], "{") {
		what = "Expecting property name enclosed in double quotes"
	}
	return py.Raisef(jsonError, "%s: line %d column %d (char %d)", what, strings.Count(s[:at], "\n")+1, at-strings.LastIndexByte(s[:at], '\n'), at)
}

func jsonValue(dec *json.Decoder) (value, error) {
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch x := tok.(type) {
	case nil:
		return py.None, nil
	case bool:
		return x, nil
	case string:
		return x, nil
	case json.Number:
		if strings.ContainsAny(string(x), ".eE") {
			f, _ := x.Float64()
			return f, nil
		}
		z, _ := new(big.Int).SetString(string(x), 10)
		return py.Int(z), nil
	case json.Delim:
		if x == '[' {
			l := py.NewList()
			for dec.More() {
				v, err := jsonValue(dec)
				if err != nil {
					return nil, err
				}
				l.Items = append(l.Items, v)
			}
			_, err := dec.Token()
			return l, err
		}
		d := py.NewDict()
		for dec.More() {
			k, err := dec.Token()
			if err != nil {
				return nil, err
			}
			v, err := jsonValue(dec)
			if err != nil {
				return nil, err
			}
			d.SetStr(k.(string), v)
		}
		_, err := dec.Token()
		return d, err
	}
	return py.None, nil
}
