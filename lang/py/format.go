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
				return "", TypeErrorf("__format__ must return a str, not %s", TypeOf(r).TypeName())
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
			return formatInt(n, s, "bool")
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
		return formatInt(x, s, "int")
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
	if depth <= 0 {
		return "", ValueErrorf("Max string recursion exceeded")
	}
	var b []byte
	for i := 0; i < len(format); {
		c := format[i]
		if (c == '{' || c == '}') && i+1 < len(format) && format[i+1] == c {
			b = append(b, c)
			i += 2
			continue
		}
		if c == '}' {
			return "", ValueErrorf("Single '}' encountered in format string")
		}
		if c != '{' {
			b = append(b, c)
			i++
			continue
		}
		field, n, err := scanField(format[i+1:])
		if err != nil {
			return "", err
		}
		text, err := formatField(t, field, by, depth)
		if err != nil {
			return "", err
		}
		if b, err = Append(b, text); err != nil {
			return "", err
		}
		i += 1 + n
	}
	return owned(b), nil
}

// replacement is one field of a format string: {name!conv:spec}.
type replacement struct {
	name, spec string
	conv       byte
	nested     bool // the specification has fields of its own
}

// scanField reads a field behind its brace, and tells how much it took.
func scanField(s string) (field replacement, n int, err error) {
	if s == "" {
		return field, 0, ValueErrorf("Single '{' encountered in format string")
	}
	end, inBrackets := 0, false
	for ; end < len(s) && (inBrackets || !strings.ContainsRune("}:!", rune(s[end]))); end++ {
		switch s[end] {
		case '{':
			return field, 0, ValueErrorf("unexpected '{' in field name")
		case '[':
			inBrackets = true
		case ']':
			inBrackets = false
		}
	}
	if end == len(s) {
		return field, 0, ValueErrorf("expected '}' before end of string")
	}
	field.name = s[:end]
	c := s[end]
	end++
	if c == '!' {
		if end == len(s) {
			return field, 0, ValueErrorf("end of string while looking for conversion specifier")
		}
		field.conv = s[end]
		if end++; end < len(s) {
			c = s[end]
			end++
			if c != '}' && c != ':' {
				return field, 0, ValueErrorf("expected ':' after conversion specifier")
			}
		}
	}
	if c == '}' {
		return field, end, nil
	}
	for level, from := 1, end; end < len(s); end++ {
		switch s[end] {
		case '{':
			level++
			field.nested = true
		case '}':
			if level--; level == 0 {
				field.spec = s[from:end]
				return field, end + 1, nil
			}
		}
	}
	return field, 0, ValueErrorf("unmatched '{' in format spec")
}

func formatField(t *Thread, field replacement, by *replacements, depth int) (string, error) {
	name, rest := field.name, ""
	if i := strings.IndexAny(name, ".["); i >= 0 {
		name, rest = name[:i], name[i:]
	}
	v, err := formatArg(t, name, by)
	if err != nil {
		return "", err
	}
	if v, err = formatPath(t, v, rest); err != nil {
		return "", err
	}
	if v, err = Convert(t, v, field.conv); err != nil {
		return "", err
	}
	if field.nested {
		if field.spec, err = formatInner(t, field.spec, by, depth-1); err != nil {
			return "", err
		}
	}
	return Format(t, v, field.spec)
}

// formatPath follows the attributes and items of a field's name: .real, [0], [key].
func formatPath(t *Thread, v Value, rest string) (Value, error) {
	for rest != "" {
		dot := rest[0] == '.'
		rest = rest[1:]
		end := strings.IndexAny(rest, ".[")
		if !dot {
			if end = strings.IndexByte(rest, ']'); end < 0 {
				return nil, ValueErrorf("Missing ']' in format string")
			}
		} else if end < 0 {
			end = len(rest)
		}
		part := rest[:end]
		if part == "" {
			return nil, ValueErrorf("Empty attribute in format string")
		}
		var err error
		if dot {
			v, err = GetAttr(t, v, part)
			rest = rest[end:]
		} else {
			var key Value = part
			if n, err := strconv.ParseInt(part, 10, 64); err == nil && n >= 0 && part[0] != '+' {
				key = n
			}
			v, err = GetItem(t, v, key)
			if rest = rest[end+1:]; err == nil && rest != "" && rest[0] != '.' && rest[0] != '[' {
				return nil, ValueErrorf("Only '.' or '[' may follow ']' in format field specifier")
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return v, nil
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
