package std

import (
	"math"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// The methods of patterns and matches, and the functions of the module.

const posArgs = "pos=0, endpos=9223372036854775807)"

// target reads the arguments string, pos and endpos.
func (p *pattern) target(a []value) (*subject, int, error) {
	s, err := p.subject(a[0])
	if err != nil {
		return nil, 0, err
	}
	pos, err := py.ToInt(a[1])
	if err != nil {
		return nil, 0, err
	}
	end, err := py.ToInt(a[2])
	if err != nil {
		return nil, 0, err
	}
	cut, at := s.window(pos, end)
	if end < pos {
		at = cut.size() + 1
	}
	return cut, at, nil
}

func matchOrNone(m *match, err error) (value, error) {
	if err != nil || m == nil {
		return py.None, err
	}
	return m, nil
}

func init() {
	py.Register[*pattern](patternClass)
	py.Register[*match](matchClass)
	prop := func(name string, get func(p *pattern) value) {
		patternClass.Prop(
			name,
			"Of the pattern.",
			func(_ *thread, v value) (value, error) { return get(v.(*pattern)), nil },
		)
	}
	prop("pattern", func(p *pattern) value { return p.wrap(p.src) })
	prop("flags", func(p *pattern) value { return p.flags })
	prop("groups", func(p *pattern) value { return int64(p.groups) })
	prop("groupindex", func(p *pattern) value {
		d := py.NewDict()
		for _, n := range p.order {
			d.SetStr(n, int64(p.names[n]))
		}
		return &py.Proxy{Dict: d}
	})
	patternClass.Repr = func(_ *thread, v value) (string, error) {
		p := v.(*pattern)
		s := "re.compile(" + py.ReprOf(p.wrap(p.src))
		if f := flagNames(p.flags); len(f) > 0 {
			s += ", " + strings.Join(f, "|")
		}
		return s + ")", nil
	}
	patternClass.Binary = func(_ *thread, op string, a, b value) (value, error) {
		x, ok := a.(*pattern)
		y, ok2 := b.(*pattern)
		if !ok || !ok2 || op != "==" && op != "!=" {
			return py.NotImplemented, nil
		}
		same := x.src == y.src && x.bytes == y.bytes && x.flags == y.flags
		return same == (op == "=="), nil
	}
	def := func(sig, doc string, f func(t *thread, p *pattern, a []value) (value, error)) {
		patternClass.Def(sig, doc, func(t *thread, a []value) (value, error) { return f(t, a[0].(*pattern), a[1:]) })
	}
	for _, kind := range []string{"match", "search", "fullmatch"} {
		def(
			kind+"(self, string, "+posArgs,
			"The first match, or None.",
			func(t *thread, p *pattern, a []value) (value, error) {
				s, pos, err := p.target(a)
				if err != nil {
					return nil, err
				}
				return matchOrNone(p.find(t, kind, s, pos))
			},
		)
	}
	def("findall(self, string, "+posArgs, "All matches.", func(t *thread, p *pattern, a []value) (value, error) {
		s, pos, err := p.target(a)
		if err != nil {
			return nil, err
		}
		return p.findall(t, s, pos)
	})
	def(
		"finditer(self, string, "+posArgs,
		"An iterator of matches.",
		func(_ *thread, p *pattern, a []value) (value, error) {
			s, pos, err := p.target(a)
			if err != nil {
				return nil, err
			}
			return p.finditer(s, pos)
		},
	)
	def("split(self, string, maxsplit=0)", "The parts between matches.", splitArgs)
	def(
		"sub(self, repl, string, count=0)",
		"The text with matches replaced.",
		func(t *thread, p *pattern, a []value) (value, error) {
			v, _, err := subArgs(t, p, a)
			return v, err
		},
	)
	def(
		"subn(self, repl, string, count=0)",
		"The new text and how often.",
		func(t *thread, p *pattern, a []value) (value, error) {
			v, n, err := subArgs(t, p, a)
			return py.NewTuple(v, n), err
		},
	)
	matchMethods()
}

func splitArgs(t *thread, p *pattern, a []value) (value, error) {
	s, err := p.subject(a[0])
	if err != nil {
		return nil, err
	}
	n, err := py.ToInt(a[1])
	if err != nil {
		return nil, err
	}
	return p.split(t, s, n)
}

func subArgs(t *thread, p *pattern, a []value) (value, int64, error) {
	s, err := p.subject(a[1])
	if err != nil {
		return nil, 0, err
	}
	n, err := py.ToInt(a[2])
	if err != nil {
		return nil, 0, err
	}
	return p.sub(t, a[0], s, n)
}

func matchMethods() {
	c := matchClass
	c.DefRaw("group(self, *groups)", "Groups of the match.", func(_ *thread, a []value, _ []py.Kw) (value, error) {
		m := a[0].(*match)
		if len(a) == 1 {
			return m.text(0, py.None), nil
		}
		var out []value
		for _, k := range a[1:] {
			v, err := m.group(k)
			if err != nil {
				return nil, err
			}
			out = append(out, v)
		}
		if len(out) == 1 {
			return out[0], nil
		}
		return py.NewTuple(out...), nil
	})
	c.Def(
		"groups(self, default=None)",
		"All groups.",
		func(_ *thread, a []value) (value, error) { return py.NewTuple(a[0].(*match).groups(a[1])...), nil },
	)
	c.Def("groupdict(self, default=None)", "The named groups.", func(_ *thread, a []value) (value, error) {
		m, d := a[0].(*match), py.NewDict()
		for _, n := range m.p.order {
			d.SetStr(n, m.text(m.p.names[n], a[1]))
		}
		return d, nil
	})
	c.Def(
		"expand(self, template)",
		"A replacement text with the groups of the match.",
		func(t *thread, a []value) (value, error) {
			m := a[0].(*match)
			text, err := m.p.templateText(a[1])
			if err != nil {
				return nil, err
			}
			parts, err := m.p.template(text)
			if err != nil {
				return nil, err
			}
			b := py.NewText(t)
			m.write(b, parts)
			s, err := b.String()
			return m.p.wrap(s), err
		},
	)
	c.GetItem = func(_ *thread, v, k value) (value, error) { return v.(*match).group(k) }
	edge := func(name string, f func(from, to int) value) {
		c.Def(name+"(self, group=0)", "The "+name+" of a group.", func(_ *thread, a []value) (value, error) {
			m := a[0].(*match)
			i, err := m.number(a[1])
			if err != nil {
				return nil, err
			}
			return f(m.span(i)), nil
		})
	}
	edge("start", func(from, _ int) value { return int64(from) })
	edge("end", func(_, to int) value { return int64(to) })
	edge("span", func(from, to int) value { return py.NewTuple(int64(from), int64(to)) })
	prop := func(name string, get func(m *match) value) {
		c.Prop(name, "Of the match.", func(_ *thread, v value) (value, error) { return get(v.(*match)), nil })
	}
	prop("string", func(m *match) value { return m.s.v })
	prop("re", func(m *match) value { return m.p })
	prop("pos", func(m *match) value { return int64(m.pos) })
	prop("endpos", func(m *match) value { return int64(m.end) })
	prop("lastindex", func(m *match) value {
		if i := m.last(); i > 0 {
			return int64(i)
		}
		return py.None
	})
	prop("lastgroup", func(m *match) value {
		i := m.last()
		for name, k := range m.p.names {
			if k == i {
				return name
			}
		}
		return py.None
	})
	prop("regs", func(m *match) value {
		out := py.NewTuple()
		for i := 0; i <= m.p.groups; i++ {
			from, to := m.span(i)
			out.Items = append(out.Items, py.NewTuple(int64(from), int64(to)))
		}
		return out
	})
	c.Repr = func(_ *thread, v value) (string, error) {
		m := v.(*match)
		from, to := m.span(0)
		return "<re.Match object; span=(" + strconv.Itoa(
			from,
		) + ", " + strconv.Itoa(
			to,
		) + "), match=" + py.ReprOf(
			m.text(0, py.None),
		) + ">", nil
	}
}

func escapeRE(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune(`\.+*?()|[]{}^$#&-~ `+"\t\n\r\v\f", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

func reModule() *py.Module {
	m := module(
		"re",
		"Regular expressions.",
		map[string]value{
			"error":   reError,
			"Pattern": patternClass,
			"Match":   matchClass,
		},
		fn("purge()", "Nothing is to be cleared.", func(*thread, []value) (value, error) { return py.None, nil }),
		fn("escape(pattern)", "The text with special characters escaped.", func(_ *thread, a []value) (value, error) {
			switch s := a[0].(type) {
			case string:
				return escapeRE(s), nil
			default:
				if b, ok := py.Buffer(s); ok {
					return (&pattern{bytes: true}).wrap(escapeRE(latin(string(b)))), nil
				}
			}
			return nil, py.TypeErrorf("expected string or bytes-like object, got '%s'", py.TypeOf(a[0]).Name)
		}),
	)
	add := func(sig, doc string, flagsAt int, f func(t *thread, p *pattern, a []value) (value, error)) {
		b := fn(sig, doc, func(t *thread, a []value) (value, error) {
			flags, err := py.ToInt(a[flagsAt])
			if err != nil {
				return nil, err
			}
			p, err := compileRE(a[0], flags)
			if err != nil {
				return nil, err
			}
			return f(t, p, a[1:])
		})
		m.Attrs[b.Name] = b
	}
	add(
		"compile(pattern, flags=0)",
		"A compiled pattern.",
		1,
		func(t *thread, p *pattern, _ []value) (value, error) { return p, nil },
	)
	for _, kind := range []string{"match", "search", "fullmatch"} {
		add(
			kind+"(pattern, string, flags=0)",
			"The first match, or None.",
			2,
			func(t *thread, p *pattern, a []value) (value, error) {
				s, err := p.subject(a[0])
				if err != nil {
					return nil, err
				}
				return matchOrNone(p.find(t, kind, s, 0))
			},
		)
	}
	add("findall(pattern, string, flags=0)", "All matches.", 2, func(t *thread, p *pattern, a []value) (value, error) {
		s, _, err := p.target([]value{a[0], int64(0), int64(math.MaxInt64)})
		if err != nil {
			return nil, err
		}
		return p.findall(t, s, 0)
	})
	add(
		"finditer(pattern, string, flags=0)",
		"An iterator of matches.",
		2,
		func(_ *thread, p *pattern, a []value) (value, error) {
			s, err := p.subject(a[0])
			if err != nil {
				return nil, err
			}
			return p.finditer(s, 0)
		},
	)
	add("split(pattern, string, maxsplit=0, flags=0)", "The parts between matches.", 3, splitArgs)
	add(
		"sub(pattern, repl, string, count=0, flags=0)",
		"The text with matches replaced.",
		4,
		func(t *thread, p *pattern, a []value) (value, error) {
			v, _, err := subArgs(t, p, a)
			return v, err
		},
	)
	add(
		"subn(pattern, repl, string, count=0, flags=0)",
		"The new text and how often.",
		4,
		func(t *thread, p *pattern, a []value) (value, error) {
			v, n, err := subArgs(t, p, a)
			return py.NewTuple(v, n), err
		},
	)
	m.Lazy = map[string]string{}
	for _, name := range strings.Fields("RegexFlag ASCII A IGNORECASE I LOCALE L UNICODE U MULTILINE M DOTALL S VERBOSE X " +
		"TEMPLATE T DEBUG NOFLAG") {
		m.Lazy[name] = "_re_flags:" + name
	}
	return m
}
