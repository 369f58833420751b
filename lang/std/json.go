package std

import (
	"math/big"
	"reflect"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/text/literal"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tf/bind"
)

var jsonError = py.NewClass("json.decoder", "JSONDecodeError", py.ValueErrorClass, nil)

func jsonModule() *py.Module {
	m := module(
		"json",
		"JSON texts.",
		map[string]value{"JSONDecodeError": jsonError},
		jsonFn("_scan(s, idx, strict, *hooks)", "The value of a text from a place on, and where it ends.", scanJSON),
		jsonFn(
			"dumps(obj"+dumpOptions,
			"A value as JSON.",
			func(t *thread, a []value) (value, error) { return dumps(t, a[0], a[1:]) },
		),
		jsonFn("dump(obj, fp"+dumpOptions, "Writes a value as JSON.", func(t *thread, a []value) (value, error) {
			s, err := dumps(t, a[0], a[2:])
			if err != nil {
				return nil, err
			}
			_, err = py.CallMethod(t, a[1], "write", s)
			return py.None, err
		}),
		jsonFn(
			"loads(s"+loadOptions,
			"The value of a JSON text.",
			func(t *thread, a []value) (value, error) { return loads(t, a[0], a[1:]) },
		),
		jsonFn("load(fp"+loadOptions, "The value of a JSON file.", func(t *thread, a []value) (value, error) {
			s, err := py.CallMethod(t, a[0], "read")
			if err != nil {
				return nil, err
			}
			return loads(t, s, a[1:])
		}),
	)
	m.Lazy = map[string]string{"JSONDecoder": "_json_more:JSONDecoder", "JSONEncoder": "_json_more:JSONEncoder",
		"decoder": "_json_more:", "encoder": "_json_more:"}
	return m
}

// The options of dumps and loads, in the order in which their functions get them.
const (
	dumpOptions = ", *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, " +
		"indent=None, separators=None, default=None, sort_keys=False)"
	loadOptions = ", *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, " +
		"object_pairs_hook=None, strict=True)"
)

func jsonFn(sig, doc string, f func(t *thread, a []value) (value, error)) *py.Builtin {
	return fn(sig, doc, f)
}

var (
	dumpNames = []string{
		"skipkeys",
		"ensure_ascii",
		"check_circular",
		"allow_nan",
		"cls",
		"indent",
		"separators",
		"default",
		"sort_keys",
	}
)

func dumps(t *thread, v value, opts []value) (value, error) {
	if c, ok := opts[4].(*py.Class); ok {
		var kw []py.Kw
		for i, n := range dumpNames {
			if i != 4 && !(n == "default" && opts[i] == py.None) {
				kw = append(kw, py.Kw{Name: n, Value: opts[i]})
			}
		}
		enc, err := py.Call(t, c, nil, kw)
		if err != nil {
			return nil, err
		}
		return py.CallMethod(t, enc, "encode", v)
	}
	e := &jsonEncoder{t: t, b: py.NewText(t), item: ", ", key: ": ", inside: map[value]bool{}}
	for i, p := range []*bool{&e.skip, &e.ascii, nil, &e.nan, nil, nil, nil, nil, &e.sort} {
		if p == nil {
			continue
		}
		var err error
		if *p, err = py.Truth(t, opts[i]); err != nil {
			return nil, err
		}
	}
	switch x := opts[5].(type) {
	case *py.NoneType:
	case string:
		e.indent, e.item, e.pretty = x, ",", true
	default:
		n, err := py.ToInt(x)
		if err != nil {
			return nil, err
		}
		if err := py.Fits(n); n > 0 && err != nil {
			return nil, err
		}
		e.indent, e.item, e.pretty = strings.Repeat(" ", int(max(n, 0))), ",", true
	}
	if opts[6] != py.None {
		p, err := py.ToSlice(t, opts[6])
		if err != nil {
			return nil, err
		}
		if len(p) != 2 {
			return nil, py.ValueErrorf("separators must be (item_separator, key_separator), not %d values", len(p))
		}
		e.item, e.key = str(p[0]), str(p[1])
	}
	if opts[7] != py.None {
		e.def = opts[7]
	}
	if err := e.write(v, 0); err != nil {
		return nil, err
	}
	return e.b.String()
}

type jsonEncoder struct {
	t           *thread
	b           *py.Text
	indent      string
	item, key   string
	sort, ascii bool
	skip, nan   bool
	pretty      bool
	def         value
	inside      map[value]bool // the containers being written
}

func (e *jsonEncoder) str(s string) {
	_ = e.b.WriteByte('"')
	for i := 0; i < len(s); {
		r, n := literal.DecodeRune(s[i:])
		i += n
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
		case r == '\b':
			e.b.WriteString(`\b`)
		case r == '\f':
			e.b.WriteString(`\f`)
		case r < 0x20 || r >= 0x7f && r < 0x10000 && e.ascii:
			e.b.WriteString(`\u` + hex4(r))
		case r >= 0x10000 && e.ascii:
			r -= 0x10000
			e.b.WriteString(`\u` + hex4(0xd800+r>>10) + `\u` + hex4(0xdc00+r&0x3ff))
		default:
			e.b.WriteString(s[i-n : i]) // lone surrogates too
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
	if err := e.t.Poll(); err != nil {
		return err
	}
	if err := e.b.Err(); err != nil {
		return err
	}
	v = py.Under(v)
	if s, ok := v.(*bind.Scalar); ok && s.PyClass().Is(py.FloatClass) { // np.float64 is a float
		v = bind.ToPython(s.T, 0)
	}
	switch x := v.(type) {
	case *py.NoneType:
		if x == py.None {
			e.b.WriteString("null")
			return nil
		}
	case bool:
		e.b.WriteString(strconv.FormatBool(x))
		return nil
	case int64, *big.Int:
		s, err := py.Repr(e.t, x)
		e.b.WriteString(s)
		return err
	case float64:
		s, err := e.float(x)
		e.b.WriteString(s)
		return err
	case string:
		e.str(x)
		return nil
	case *py.List:
		return e.within(v, func() error { return e.seq(x.Items, level) })
	case *py.Tuple:
		return e.within(v, func() error { return e.seq(x.Items, level) })
	case *py.Dict:
		return e.within(v, func() error { return e.dict(x, level) })
	}
	if e.def == nil {
		return py.TypeErrorf("Object of type %s is not JSON serializable", py.TypeOf(v).TypeName())
	}
	return e.within(v, func() error {
		r, err := py.Call(e.t, e.def, []value{v}, nil)
		if err != nil {
			return err
		}
		return e.write(r, level)
	})
}

// within writes what is in a container, unless that is inside itself.
func (e *jsonEncoder) within(v value, f func() error) error {
	if !reflect.TypeOf(v).Comparable() {
		return f()
	}
	if e.inside[v] {
		return py.ValueErrorf("Circular reference detected")
	}
	if err := e.t.Enter("while encoding a JSON object"); err != nil {
		return err
	}
	defer e.t.Leave()
	e.inside[v] = true
	defer delete(e.inside, v)
	return f()
}

func (e *jsonEncoder) float(x float64) (string, error) {
	s := literal.Float(x)
	if x-x != 0 {
		if !e.nan {
			return "", py.ValueErrorf("Out of range float values are not JSON compliant")
		}
		s = map[string]string{"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[s]
	}
	return s, nil
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
		var err error
		if keys, err = py.Sorted(e.t, keys, nil, false); err != nil {
			return err
		}
	}
	_ = e.b.WriteByte('{')
	first := true
	for _, k := range keys {
		name, ok, err := e.keyText(k)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if !first {
			e.b.WriteString(e.item)
		}
		first = false
		e.line(level + 1)
		e.str(name)
		e.b.WriteString(e.key)
		v, _, err := d.Get(k)
		if err != nil {
			return err
		}
		if err := e.write(v, level+1); err != nil {
			return err
		}
	}
	if !first {
		e.line(level)
	}
	_ = e.b.WriteByte('}')
	return nil
}

// keyText is a key as text; ok is false for one that skipkeys leaves out.
func (e *jsonEncoder) keyText(k value) (s string, ok bool, err error) {
	if i, isObject := k.(*py.Instance); isObject && i.Native != nil {
		k = i.Native
	}
	switch x := k.(type) {
	case string:
		return x, true, nil
	case bool:
		return strconv.FormatBool(x), true, nil
	case int64, *big.Int:
		s, err = py.Repr(e.t, x)
		return s, true, err
	case float64:
		s, err = e.float(x)
		return s, true, err
	case *py.NoneType:
		if x == py.None {
			return "null", true, nil
		}
	}
	if py.TypeOf(k).Is(py.FloatClass) { // one of NumPy's
		if x, err := py.ToFloat(k); err == nil {
			s, err = e.float(x)
			return s, true, err
		}
	}
	if e.skip {
		return "", false, nil
	}
	return "", false, py.TypeErrorf("keys must be str, int, float, bool or None, not %s", py.TypeOf(k).TypeName())
}
