package std

import (
	"strings"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/lang/py"
)

// The parts of the csv module that CPython writes in C; the rest is lib/csv.py.

var csvError = py.NewClass("_csv", "Error", py.ExceptionClass, nil)

// dialect says how rows are written.
type dialect struct {
	delimiter, quote, escape rune // 0 for none
	double, skip, strict     bool
	end                      string
	quoting                  int64
}

const (
	quoteMinimal int64 = iota
	quoteAll
	quoteNonNumeric
	quoteNone
)

var dialectClass = py.NewClass("_csv", "Dialect", py.ObjectClass, nil)

func init() {
	py.Register[*dialect](dialectClass)
	char := func(r rune) value {
		if r == 0 {
			return py.None
		}
		return string(r)
	}
	for name, get := range map[string]func(d *dialect) value{
		"delimiter":        func(d *dialect) value { return char(d.delimiter) },
		"quotechar":        func(d *dialect) value { return char(d.quote) },
		"escapechar":       func(d *dialect) value { return char(d.escape) },
		"doublequote":      func(d *dialect) value { return d.double },
		"skipinitialspace": func(d *dialect) value { return d.skip }, "strict": func(d *dialect) value { return d.strict },
		"lineterminator": func(d *dialect) value { return d.end }, "quoting": func(d *dialect) value { return d.quoting }} {
		dialectClass.Prop(
			name,
			"Of the dialect.",
			func(_ *thread, v value) (value, error) { return get(v.(*dialect)), nil },
		)
	}
	dialectClass.New = raw("Dialect", "How rows are written.", func(t *thread, a []value, kw []py.Kw) (value, error) {
		var base value = py.None
		if len(a) > 0 {
			base = a[0]
		}
		return newDialect(t, base, kw)
	})
}

// newDialect takes a dialect from an object with such attributes and from keywords.
func newDialect(t *thread, base value, kw []py.Kw) (*dialect, error) {
	d := &dialect{delimiter: ',', quote: '"', double: true, end: "\r\n"}
	if b, ok := base.(*dialect); ok {
		*d = *b
	} else if base != py.None {
		for _, name := range []string{"delimiter", "doublequote", "escapechar", "lineterminator", "quotechar", "quoting",
			"skipinitialspace", "strict"} {
			v, err := py.GetAttr(t, base, name)
			if e, ok := err.(*py.Exc); ok && e.Class.Is(py.AttributeErrorClass) {
				continue
			}
			if err == nil {
				err = d.set(t, name, v)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	quoteGiven, quotingGiven := false, false
	for _, k := range kw {
		quoteGiven = quoteGiven || k.Name == "quotechar" && k.Value == py.None
		quotingGiven = quotingGiven || k.Name == "quoting"
		if err := d.set(t, k.Name, k.Value); err != nil {
			return nil, err
		}
	}
	if quoteGiven && !quotingGiven {
		d.quoting = quoteNone
	}
	switch {
	case d.delimiter == 0:
		return nil, py.TypeErrorf(`"delimiter" must be a 1-character string`)
	case d.quoting != quoteNone && d.quote == 0:
		return nil, py.TypeErrorf("quotechar must be set if quoting enabled")
	}
	return d, nil
}

func (d *dialect) set(t *thread, name string, v value) error {
	one := func(to *rune, none bool) error {
		s, ok := v.(string)
		switch {
		case v == py.None && none:
			*to = 0
			return nil
		case !ok && none:
			return py.TypeErrorf(`"%s" must be string or None, not %s`, name, py.TypeOf(v).Name)
		case !ok:
			return py.TypeErrorf(`"%s" must be string, not %s`, name, py.TypeOf(v).Name)
		case utf8.RuneCountInString(s) != 1:
			return py.TypeErrorf(`"%s" must be a 1-character string`, name)
		}
		*to, _ = utf8.DecodeRuneInString(s)
		return nil
	}
	var err error
	switch name {
	case "delimiter":
		return one(&d.delimiter, false)
	case "quotechar":
		return one(&d.quote, true)
	case "escapechar":
		return one(&d.escape, true)
	case "doublequote":
		d.double, err = py.Truth(t, v)
	case "skipinitialspace":
		d.skip, err = py.Truth(t, v)
	case "strict":
		d.strict, err = py.Truth(t, v)
	case "lineterminator":
		s, ok := v.(string)
		if !ok {
			return py.TypeErrorf(`"lineterminator" must be a string, not %s`, py.TypeOf(v).Name)
		}
		d.end = s
	case "quoting":
		n, ok := v.(int64)
		if !ok {
			return py.TypeErrorf(`"quoting" must be an integer`)
		}
		if n < quoteMinimal || n > quoteNone {
			return py.TypeErrorf(`bad "quoting" value`)
		}
		d.quoting = n
	default:
		return py.TypeErrorf("this function got an unexpected keyword argument '%s'", name)
	}
	return err
}

// csvReader is csv.reader: it makes rows of the texts of an iterator.
type csvReader struct {
	d     *dialect
	lines py.Iterator
	num   int64
}

// csvWriter is csv.writer.
type csvWriter struct {
	d     *dialect
	write value
}

var (
	readerClass = py.NewClass("_csv", "reader", py.ObjectClass, nil)
	writerClass = py.NewClass("_csv", "writer", py.ObjectClass, nil)
)

func init() {
	py.Register[*csvReader](readerClass)
	py.Register[*csvWriter](writerClass)
	readerClass.Prop(
		"line_num",
		"The lines read.",
		func(_ *thread, v value) (value, error) { return v.(*csvReader).num, nil },
	)
	readerClass.Prop(
		"dialect",
		"How the rows are written.",
		func(_ *thread, v value) (value, error) { return v.(*csvReader).d, nil },
	)
	writerClass.Prop(
		"dialect",
		"How the rows are written.",
		func(_ *thread, v value) (value, error) { return v.(*csvWriter).d, nil },
	)
	writerClass.Def(
		"writerow(self, row)",
		"Writes a row.",
		func(t *thread, a []value) (value, error) { return a[0].(*csvWriter).row(t, a[1]) },
	)
	writerClass.Def("writerows(self, rows)", "Writes several rows.", func(t *thread, a []value) (value, error) {
		return py.None, py.Each(t, a[1], func(v value) error {
			_, err := a[0].(*csvWriter).row(t, v)
			return err
		})
	})
}

// The places a reader can be in.
const (
	atRow = iota
	atField
	inField
	inQuoted
	escaped
	afterEscapedLine
	escapedInQuoted
	quoteInQuoted
	afterLine
)

// Next is the next row.
func (r *csvReader) Next(t *thread) (value, error) {
	p := &rowParser{d: r.d}
	for {
		v, err := r.lines.Next(t)
		if err != nil {
			return nil, err
		}
		if v == nil {
			if p.state == inQuoted && r.d.strict || p.state == escaped && r.d.strict {
				return nil, py.Raisef(csvError, "unexpected end of data")
			}
			if len(p.field) > 0 || p.state == inQuoted {
				if err := p.save(); err != nil {
					return nil, err
				}
				return py.NewList(p.fields...), nil
			}
			return nil, nil
		}
		if p, ok := py.PlainText(v); ok {
			v = p
		}
		line, ok := v.(string)
		if !ok {
			return nil, py.Raisef(
				csvError,
				"iterator should return strings, not %s (the file should be opened in text mode)",
				py.TypeOf(v).Name,
			)
		}
		r.num++
		for _, c := range line {
			if err := p.add(c); err != nil {
				return nil, err
			}
		}
		if err := p.add(lineEnd); err != nil {
			return nil, err
		}
		if p.state == atRow {
			return py.NewList(p.fields...), t.Poll()
		}
	}
}

type rowParser struct {
	d       *dialect
	state   int
	field   []rune
	fields  []value
	numeric bool
}

const fieldLimit = 131072

func (p *rowParser) put(c rune) error {
	if len(p.field) >= fieldLimit {
		return py.Raisef(csvError, "field larger than field limit (%d)", fieldLimit)
	}
	p.field = append(p.field, c)
	return nil
}

func (p *rowParser) save() error {
	text := string(p.field)
	p.field = p.field[:0]
	if p.numeric {
		p.numeric = false
		f, err := py.Call(py.Background(), py.FloatClass, []value{text}, nil)
		if err != nil {
			return err
		}
		p.fields = append(p.fields, f)
		return nil
	}
	p.fields = append(p.fields, text)
	return nil
}

// lineEnd stands behind the last character of a line.
const lineEnd = -2

// add takes a character, or lineEnd.
func (p *rowParser) add(c rune) error {
	d := p.d
	end := c == '\n' || c == '\r' || c == lineEnd
	switch p.state {
	case atRow, atField:
		if p.state == atRow {
			if c == lineEnd {
				return nil
			}
			if end {
				p.state = afterLine
				return nil
			}
		}
		return p.begin(c, end)
	case escaped:
		if c == '\n' || c == '\r' { // the row goes on with the next line
			p.state = afterEscapedLine
			return p.put(c)
		}
		if c == lineEnd {
			c = '\n'
		}
		p.state = inField
		return p.put(c)
	case inField, afterEscapedLine:
		if p.state == afterEscapedLine && c == lineEnd {
			return nil
		}
		p.state = inField
		switch {
		case end:
			if err := p.save(); err != nil {
				return err
			}
			p.state = afterLine
			if c == lineEnd {
				p.state = atRow
			}
		case c == d.escape && c != 0:
			p.state = escaped
		case c == d.delimiter:
			p.state = atField
			return p.save()
		default:
			return p.put(c)
		}
	case inQuoted:
		switch {
		case c == lineEnd:
		case c == d.escape && c != 0:
			p.state = escapedInQuoted
		case c == d.quote && c != 0 && d.quoting != quoteNone:
			p.state = inField
			if d.double {
				p.state = quoteInQuoted
			}
		default:
			return p.put(c)
		}
	case escapedInQuoted:
		if c == lineEnd {
			c = '\n'
		}
		p.state = inQuoted
		return p.put(c)
	case quoteInQuoted:
		return p.afterQuote(c, end)
	case afterLine:
		if c == lineEnd {
			p.state = atRow
		} else if !end {
			return py.Raisef(
				csvError,
				"new-line character seen in unquoted field - do you need to open the file with newline=''?",
			)
		}
	}
	return nil
}

// begin takes the first character of a field.
func (p *rowParser) begin(c rune, end bool) error {
	d := p.d
	switch {
	case end:
		if err := p.save(); err != nil {
			return err
		}
		p.state = afterLine
		if c == lineEnd {
			p.state = atRow
		}
	case c == d.quote && c != 0 && d.quoting != quoteNone:
		p.state = inQuoted
	case c == d.escape && c != 0:
		p.state = escaped
	case c == ' ' && d.skip:
		p.state = atField
	case c == d.delimiter:
		p.state = atField
		return p.save()
	default:
		p.numeric = d.quoting == quoteNonNumeric
		p.state = inField
		return p.put(c)
	}
	return nil
}

// afterQuote takes the character behind a quote in a quoted field.
func (p *rowParser) afterQuote(c rune, end bool) error {
	d := p.d
	switch {
	case d.quoting != quoteNone && c == d.quote:
		p.state = inQuoted
		return p.put(c)
	case c == d.delimiter:
		p.state = atField
		return p.save()
	case end:
		if err := p.save(); err != nil {
			return err
		}
		p.state = afterLine
		if c == lineEnd {
			p.state = atRow
		}
	case !d.strict:
		p.state = inField
		return p.put(c)
	default:
		return py.Raisef(csvError, "'%s' expected after '%s'", string(d.delimiter), string(d.quote))
	}
	return nil
}

// row writes a row.
func (w *csvWriter) row(t *thread, row value) (value, error) {
	items, err := py.ToSlice(t, row)
	if err != nil {
		return nil, py.Raisef(csvError, "iterable expected, not %s", py.TypeOf(row).Name)
	}
	var b strings.Builder
	for i, v := range items {
		if i > 0 {
			b.WriteRune(w.d.delimiter)
		}
		if err := w.field(t, &b, v, len(items) == 1); err != nil {
			return nil, err
		}
	}
	b.WriteString(w.d.end)
	return py.Call(t, w.write, []value{b.String()}, nil)
}

func (w *csvWriter) field(t *thread, b *strings.Builder, v value, alone bool) error {
	d := w.d
	text, quoted := "", d.quoting == quoteAll
	switch x := v.(type) {
	case *py.NoneType: // written as a text, and no number
		quoted = quoted || d.quoting == quoteNonNumeric
	case string:
		text = x
		quoted = quoted || d.quoting == quoteNonNumeric
	default:
		s, err := py.Str(t, v)
		if err != nil {
			return err
		}
		text = s
		if _, err := py.ToFloat(v); err != nil {
			quoted = quoted || d.quoting == quoteNonNumeric
		}
	}
	var body strings.Builder
	for _, c := range text {
		special := c == d.delimiter || c == d.escape && c != 0 || c == d.quote && c != 0 ||
			strings.ContainsRune(d.end, c)
		if !special {
			body.WriteRune(c)
			continue
		}
		escape := d.quoting == quoteNone
		if !escape {
			switch {
			case c == d.quote && d.double:
				body.WriteRune(c)
				quoted = true
			case c == d.quote, c == d.escape:
				escape = true
			default:
				quoted = true
			}
		}
		if escape {
			if d.escape == 0 {
				return py.Raisef(csvError, "need to escape, but no escapechar set")
			}
			body.WriteRune(d.escape)
		}
		body.WriteRune(c)
	}
	if text == "" && alone && !quoted {
		if d.quoting == quoteNone {
			return py.Raisef(csvError, "single empty field record must be quoted")
		}
		quoted = true
	}
	if quoted {
		b.WriteString(string(d.quote) + body.String() + string(d.quote))
	} else {
		b.WriteString(body.String())
	}
	return nil
}

func csvModule() *py.Module {
	dialects := py.NewDict()
	find := func(t *thread, a []value, kw []py.Kw) (*dialect, error) {
		var base value = py.None
		if len(a) > 1 {
			base = a[1]
		}
		var rest []py.Kw
		for _, k := range kw {
			if k.Name == "dialect" {
				base = k.Value
			} else {
				rest = append(rest, k)
			}
		}
		if name, ok := base.(string); ok {
			v, ok := dialects.GetStr(name)
			if !ok {
				return nil, py.Raisef(csvError, "unknown dialect")
			}
			base = v
		}
		return newDialect(t, base, rest)
	}
	m := module(
		"_csv",
		"Rows of separated values.",
		map[string]value{
			"Error":            csvError,
			"Dialect":          dialectClass,
			"QUOTE_MINIMAL":    quoteMinimal,
			"QUOTE_ALL":        quoteAll,
			"QUOTE_NONNUMERIC": quoteNonNumeric,
			"QUOTE_NONE":       quoteNone,
			"__version__":      "1.0",
			"_dialects":        dialects,
		},
		raw(
			"reader",
			"reader(iterable, dialect='excel', **options): the rows of lines.",
			func(t *thread, a []value, kw []py.Kw) (value, error) {
				if len(a) == 0 {
					return nil, py.TypeErrorf("expected at least 1 argument, got 0")
				}
				it, err := py.Iter(t, a[0])
				if err != nil {
					return nil, py.TypeErrorf("argument 1 must be an iterator")
				}
				d, err := find(t, a, kw)
				return &csvReader{d: d, lines: it}, err
			},
		),
		raw(
			"writer",
			"writer(file, dialect='excel', **options): writes rows.",
			func(t *thread, a []value, kw []py.Kw) (value, error) {
				if len(a) == 0 {
					return nil, py.TypeErrorf("expected at least 1 argument, got 0")
				}
				write, err := py.GetAttr(t, a[0], "write")
				if err != nil {
					return nil, py.TypeErrorf(`argument 1 must have a "write" method`)
				}
				d, err := find(t, a, kw)
				return &csvWriter{d, write}, err
			},
		),
		raw("register_dialect", "Gives a dialect a name.", func(t *thread, a []value, kw []py.Kw) (value, error) {
			if len(a) == 0 {
				return nil, py.TypeErrorf("register_dialect expected at least 1 argument, got 0")
			}
			name, ok := a[0].(string)
			if !ok {
				return nil, py.TypeErrorf("dialect name must be a string")
			}
			d, err := find(t, a, kw)
			if err == nil {
				dialects.SetStr(name, d)
			}
			return py.None, err
		}),
	)
	named := func(name, doc string, f func(name value) (value, error)) {
		m.Attrs[name] = fn(name+"(name)", doc, func(_ *thread, a []value) (value, error) {
			_, ok, err := dialects.Get(a[0])
			if err == nil && !ok {
				err = py.Raisef(csvError, "unknown dialect")
			}
			if err != nil {
				return nil, err
			}
			return f(a[0])
		})
	}
	named("get_dialect", "The dialect of a name.", func(name value) (value, error) {
		v, _, err := dialects.Get(name)
		return v, err
	})
	named("unregister_dialect", "Forgets a dialect.", func(name value) (value, error) {
		_, _, err := dialects.Delete(name)
		return py.None, err
	})
	m.Attrs["list_dialects"] = fn(
		"list_dialects()",
		"The names of the dialects.",
		func(*thread, []value) (value, error) { return py.NewList(dialects.Keys()...), nil },
	)
	limit := int64(fieldLimit)
	m.Attrs["field_size_limit"] = fn(
		"field_size_limit(limit=None)",
		"The longest field.",
		func(_ *thread, a []value) (value, error) {
			old := limit
			if a[0] == py.None {
				return old, nil
			}
			n, err := py.ToInt(a[0])
			if err == nil {
				limit = n
			}
			return old, err
		},
	)
	return m
}
