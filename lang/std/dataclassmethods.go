package std

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// dataBuilder gives a class the methods of a dataclass.
type dataBuilder struct {
	class  *py.Class
	params *dataParams
	fields []*dataField
}

// add sets a method where the class itself has none; false when it has.
func (b *dataBuilder) add(name string, f func(t *thread, a []value, kw []py.Kw) (value, error)) bool {
	if _, has := b.class.Attrs.GetStr(name); has {
		return false
	}
	b.class.Attrs.SetStr(name, raw(name, "", f))
	return true
}

// plain are the fields that instances have, of those that keep accepts.
//
//go:noinline
func (b *dataBuilder) plain(keep func(f *dataField) bool) []*dataField {
	var out []*dataField
	for _, f := range b.fields {
		if f.kind == plainField && keep(f) {
			out = append(out, f)
		}
	}
	return out
}

// initParams are the parameters of __init__ with the fields they set; keyword-only ones last.
func (b *dataBuilder) initParams() (params []py.Param, of []*dataField, err error) {
	params, of = []py.Param{{Name: "self"}}, []*dataField{nil}
	hasDefault := false
	for _, kwOnly := range []bool{false, true} {
		for _, f := range b.fields {
			if f.kind == classField || !f.init || (f.kwOnly == true) != kwOnly {
				continue
			}
			p := py.Param{Name: f.name, KwOnly: kwOnly}
			switch {
			case f.def != missing:
				p.Default = f.def
			case f.factory != missing:
				p.Default = missing
			case hasDefault && !kwOnly:
				return nil, nil, py.TypeErrorf("non-default argument %s follows default argument", py.ReprOf(f.name))
			}
			hasDefault = hasDefault || p.Default != nil
			params, of = append(params, p), append(of, f)
		}
	}
	return params, of, nil
}

func (b *dataBuilder) addInit() error {
	params, of, err := b.initParams()
	if err != nil {
		return err
	}
	made := b.plain(func(f *dataField) bool { return !f.init && f.factory != missing })
	if b.params.slots { // without __dict__ there is no attribute of the class to fall back to
		made = b.plain(func(f *dataField) bool { return !f.init && (f.factory != missing || f.def != missing) })
	}
	set := func(t *thread, self value, f *dataField, v value) (err error) {
		if v == missing {
			if v = f.def; f.factory != missing {
				v, err = py.Call(t, f.factory, nil, nil)
			}
			if err != nil {
				return err
			}
		}
		if b.params.frozen {
			return py.PlainSetAttr(t, self, f.name, v)
		}
		return py.SetAttr(t, self, f.name, v)
	}
	b.add("__init__", func(t *thread, a []value, kw []py.Kw) (value, error) {
		vals, err := py.Bind(params, py.Plain, b.class.Name+".__init__", a, kw)
		if err != nil {
			return nil, err
		}
		var extra []value
		for i, f := range of[1:] {
			if f.kind == initField {
				extra = append(extra, vals[i+1])
			} else if err := set(t, vals[0], f, vals[i+1]); err != nil {
				return nil, err
			}
		}
		for _, f := range made {
			if err := set(t, vals[0], f, missing); err != nil {
				return nil, err
			}
		}
		if b.class.Lookup("__post_init__") != nil {
			_, err = py.CallMethod(t, vals[0], "__post_init__", extra...)
		}
		return py.None, err
	})
	return nil
}

// addDoc gives a class without a docstring its signature as one.
func (b *dataBuilder) addDoc(t *thread) error {
	if _, own := b.class.Attrs.GetStr("__doc__"); own || b.class.Doc != "" {
		return nil
	}
	var parts []string
	if b.params.init {
		params, of, err := b.initParams()
		if err != nil {
			return err
		}
		starred := false
		for i, p := range params[1:] {
			if p.KwOnly && !starred {
				starred, parts = true, append(parts, "*")
			}
			text, err := paramText(t, p, of[i+1].typ)
			if err != nil {
				return err
			}
			parts = append(parts, text)
		}
	}
	b.class.Doc = b.class.Name + "(" + strings.Join(parts, ", ") + ")"
	return nil
}

// paramText is a parameter with its type and default, as a signature shows them.
func paramText(t *thread, p py.Param, typ value) (string, error) {
	text, err := py.TypeText(t, typ)
	if _, isText := typ.(string); isText || typ == py.None {
		text, err = py.Repr(t, typ)
	}
	if x, ok := typ.(*py.Instance); ok && x.Class.Module == "typing" {
		text = strings.ReplaceAll(text, "typing.", "")
	}
	text = p.Name + ": " + text
	switch {
	case err != nil || p.Default == nil:
		return text, err
	case p.Default == missing:
		return text + " = <factory>", nil
	}
	shown, err := py.Repr(t, p.Default)
	return text + " = " + shown, err
}

func (b *dataBuilder) addRepr() {
	fields := b.plain(func(f *dataField) bool { return f.repr })
	b.add("__repr__", func(t *thread, a []value, _ []py.Kw) (value, error) {
		return t.Showing(a[0], "...", func() (string, error) {
			parts := make([]string, len(fields))
			for i, f := range fields {
				x, err := py.GetAttr(t, a[0], f.name)
				if err != nil {
					return "", err
				}
				s, err := py.Repr(t, x)
				if err != nil {
					return "", err
				}
				parts[i] = f.name + "=" + s
			}
			c := py.TypeOf(a[0])
			name := c.Name
			if c.Qual != "" {
				name = c.Qual
			}
			return name + "(" + strings.Join(parts, ", ") + ")", nil
		})
	})
}

func valuesOf(t *thread, v value, fields []*dataField) (value, error) {
	out := py.NewTuple()
	for _, f := range fields {
		x, err := py.GetAttr(t, v, f.name)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, x)
	}
	return out, nil
}

func (b *dataBuilder) addCompare() error {
	fields := b.plain(func(f *dataField) bool { return f.compare })
	compare := func(name, op string) bool {
		return b.add(name, func(t *thread, a []value, _ []py.Kw) (value, error) {
			if len(a) != 2 {
				return nil, py.TypeErrorf("expected 1 argument, got %d", len(a)-1)
			}
			if py.TypeOf(a[0]) != py.TypeOf(a[1]) {
				return py.NotImplemented, nil
			}
			x, err := valuesOf(t, a[0], fields)
			if err != nil {
				return nil, err
			}
			y, err := valuesOf(t, a[1], fields)
			if err != nil {
				return nil, err
			}
			return py.Binary(t, op, x, y)
		})
	}
	if b.params.eq {
		compare("__eq__", "==")
	}
	if !b.params.order {
		return nil
	}
	for _, m := range [][2]string{{"__lt__", "<"}, {"__le__", "<="}, {"__gt__", ">"}, {"__ge__", ">="}} {
		if !compare(m[0], m[1]) {
			return py.TypeErrorf(
				"Cannot overwrite attribute %s in class %s. Consider using functools.total_ordering",
				m[0],
				b.class.Name,
			)
		}
	}
	return nil
}

// addFrozen makes the fields read-only, and all attributes of instances of the class itself.
func (b *dataBuilder) addFrozen() error {
	guard := func(name, verb string) error {
		ok := b.add(name, func(t *thread, a []value, _ []py.Kw) (value, error) {
			closed := py.TypeOf(a[0]) == b.class
			for _, f := range b.fields {
				closed = closed || f.kind == plainField && a[1] == f.name
			}
			if closed {
				return nil, py.Raisef(frozenError, "cannot %s field %s", verb, py.ReprOf(a[1]))
			}
			next, err := py.GetAttr(t, &py.Super{After: b.class, Self: a[0]}, name)
			if err != nil {
				return nil, err
			}
			return py.Call(t, next, a[1:], nil)
		})
		if !ok {
			return py.TypeErrorf("Cannot overwrite attribute %s in class %s", name, b.class.Name)
		}
		return nil
	}
	if err := guard("__setattr__", "assign to"); err != nil {
		return err
	}
	return guard("__delattr__", "delete")
}

// addHash follows the table of the dataclass documentation: frozen classes with __eq__ get a
// hash, others with __eq__ lose it, unsafe_hash adds it always.
func (b *dataBuilder) addHash() error {
	own, explicit := b.class.Attrs.GetStr("__hash__")
	explicit = explicit && own != py.None
	switch {
	case b.params.unsafeHash && explicit:
		return py.TypeErrorf("Cannot overwrite attribute __hash__ in class %s", b.class.Name)
	case explicit || !b.params.unsafeHash && !b.params.eq:
		return nil
	case !b.params.unsafeHash && !b.params.frozen:
		b.class.Attrs.SetStr("__hash__", py.None)
		return nil
	}
	fields := b.plain(func(f *dataField) bool { return f.hash == py.None && f.compare || f.hash == true })
	b.class.Attrs.SetStr("__hash__", raw("__hash__", "", func(t *thread, a []value, _ []py.Kw) (value, error) {
		x, err := valuesOf(t, a[0], fields)
		if err != nil {
			return nil, err
		}
		return py.HashIn(t, x)
	}))
	return nil
}

func (b *dataBuilder) addSlots() error {
	if _, has := b.class.Attrs.GetStr("__slots__"); has {
		return py.TypeErrorf("%s already specifies __slots__", b.class.Name)
	}
	taken := map[string]bool{}
	for _, k := range b.class.MRO[1:] {
		if own, ok := k.Own("__slots__"); ok {
			if names, err := py.ToSlice(py.Background(), own); err == nil {
				for _, n := range names {
					taken[str(n)] = true
				}
			}
		}
	}
	names := py.NewTuple()
	for _, f := range b.plain(func(*dataField) bool { return true }) {
		_, _, _ = b.class.Attrs.Delete(f.name) // the default
		if !taken[f.name] {
			names.Items = append(names.Items, f.name)
		}
	}
	b.class.Attrs.SetStr("__slots__", names)
	return nil
}
