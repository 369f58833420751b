package py

import (
	"math/big"
	"strconv"
	"strings"
)

// Format is format(v, spec).
func Format(t *Thread, v Value, s string) (string, error) {
	switch x := v.(type) {
	case *Instance:
		if m := x.Class.Lookup("__format__"); m != nil {
			if _, ofNative := m.(*Builtin); ofNative && x.Native != nil && s == "" {
				return Str(t, v)
			}
			r, err := CallMethod(t, v, "__format__", s)
			if err != nil {
				return "", err
			}
			text, ok := r.(string)
			if !ok {
				return "", TypeErrorf("__format__ must return a str, not %s", TypeOf(r).Name)
			}
			return text, nil
		}
		if x.Native != nil && s == "" {
			return Str(t, v)
		}
		if x.Native != nil {
			return Format(t, x.Native, s)
		}
	case bool:
		if s != "" {
			n, _ := AsInt(x)
			return Format(t, n, s)
		}
	}
	if c := TypeOf(v); c.Format != nil {
		return c.Format(t, v, s)
	}
	if s == "" {
		return Str(t, v)
	}
	switch x := v.(type) {
	case string:
		return t.textAside(v, func(*Thread) (string, error) { return formatStr(x, s) })
	case int64, *big.Int:
		return formatInt(x, s)
	case float64:
		p, err := parseSpec(s, "float")
		if err != nil {
			return "", err
		}
		return formatFloat(x, p)
	case complex128:
		p, err := parseSpec(s, "complex")
		if err != nil {
			return "", err
		}
		return formatComplex(x, p)
	}
	return "", TypeErrorf("unsupported format string passed to %s.__format__", TypeOf(v).TypeName())
}

// FormatString is str.format.
func FormatString(t *Thread, format string, args []Value, kw []Kw) (string, error) {
	return formatInner(t, format, &replacements{args: args, kw: kw}, 2)
}

// replacements is what the fields of a format string stand for.
type replacements struct {
	args  []Value
	kw    []Kw
	names Value // str.format_map's mapping, which is asked for each name; nil for none
	auto  int   // the next of the fields without a name; -1 behind one with a number
}

func formatInner(t *Thread, format string, by *replacements, depth int) (string, error) {
	if depth < 0 {
		return "", ValueErrorf("Max string recursion exceeded")
	}
	var b strings.Builder
	for i := 0; i < len(format); {
		if err := fits(int64(b.Len())); err != nil {
			return "", err
		}
		c := format[i]
		if c == '{' && i+1 < len(format) && format[i+1] == '{' || c == '}' && i+1 < len(format) && format[i+1] == '}' {
			b.WriteByte(c)
			i += 2
			continue
		}
		if c == '}' {
			return "", ValueErrorf("Single '}' encountered in format string")
		}
		if c != '{' {
			b.WriteByte(c)
			i++
			continue
		}
		level, end := 1, i+1
		for ; end < len(format) && level > 0; end++ {
			switch format[end] {
			case '{':
				level++
			case '}':
				level--
			}
		}
		if level > 0 {
			return "", ValueErrorf("Single '{' encountered in format string")
		}
		s, err := formatField(t, format[i+1:end-1], by, depth)
		if err != nil {
			return "", err
		}
		b.WriteString(s)
		i = end
	}
	return b.String(), nil
}

func formatField(t *Thread, field string, by *replacements, depth int) (string, error) {
	sp, conv := "", byte(0)
	if i := strings.IndexByte(
		field,
		':',
	); i >= 0 && !strings.Contains(field[:i], "[") ||
		i >= 0 && strings.Contains(field[:i], "]") {
		field, sp = field[:i], field[i+1:]
	}
	if i := strings.LastIndexByte(field, '!'); i >= 0 && i == len(field)-2 {
		field, conv = field[:i], field[i+1]
	}
	name, rest := field, ""
	if i := strings.IndexAny(field, ".["); i >= 0 {
		name, rest = field[:i], field[i:]
	}
	v, err := formatArg(t, name, by)
	if err != nil {
		return "", err
	}
	for rest != "" {
		if rest[0] == '.' {
			end := strings.IndexAny(rest[1:], ".[")
			if end < 0 {
				end = len(rest) - 1
			}
			if v, err = GetAttr(t, v, rest[1:1+end]); err != nil {
				return "", err
			}
			rest = rest[1+end:]
			continue
		}
		end := strings.IndexByte(rest, ']')
		if end < 0 {
			return "", ValueErrorf("Missing ']' in format string")
		}
		var key Value = rest[1:end]
		if n, err := strconv.ParseInt(rest[1:end], 10, 64); err == nil && n >= 0 && rest[1] != '+' {
			key = n
		}
		if v, err = GetItem(t, v, key); err != nil {
			return "", err
		}
		rest = rest[end+1:]
	}
	if v, err = Convert(t, v, conv); err != nil {
		return "", err
	}
	if strings.Contains(sp, "{") {
		if sp, err = formatInner(t, sp, by, depth-1); err != nil {
			return "", err
		}
	}
	return Format(t, v, sp)
}

// Convert applies a !r, !s or !a conversion.
func Convert(t *Thread, v Value, conv byte) (Value, error) {
	switch conv {
	case 'r':
		return Repr(t, v)
	case 'a':
		return ASCII(t, v)
	case 's':
		return Str(t, v)
	case 0:
		return v, nil
	}
	return nil, ValueErrorf("Unknown conversion specifier %c", conv)
}

func formatArg(t *Thread, name string, by *replacements) (Value, error) {
	n, err := strconv.Atoi(name)
	switch {
	case by.names != nil && (name == "" || err == nil && n >= 0):
		return nil, ValueErrorf("Format string contains positional fields")
	case by.names != nil:
		return GetItem(t, by.names, name)
	case name == "" && by.auto < 0:
		return nil, ValueErrorf("cannot switch from manual field specification to automatic field numbering")
	case name == "":
		n, err = by.auto, nil
		by.auto++
	case err == nil && by.auto > 0:
		return nil, ValueErrorf("cannot switch from automatic field numbering to manual field specification")
	case err == nil:
		by.auto = -1
	}
	if err == nil && n >= 0 {
		if n >= len(by.args) {
			return nil, IndexErrorf("Replacement index %d out of range for positional args tuple", n)
		}
		return by.args[n], nil
	}
	for _, k := range by.kw {
		if k.Name == name {
			return k.Value, nil
		}
	}
	return nil, NewExc(KeyErrorClass, name)
}
