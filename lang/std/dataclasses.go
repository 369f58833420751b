package std

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// dataField is a dataclasses.Field.
type dataField struct {
	name                string
	typ                 value
	def, factory        value // missing when not given
	init, repr, compare bool
	hash, kwOnly        value // None: as compare, as the class says
	metadata            value // a mapping
	kind                fieldKind
}

// fieldKind tells fields from the annotations that are none.
type fieldKind uint8

const (
	plainField fieldKind = iota
	initField            // an argument of __init__ only
	classField           // an attribute of the class
)

// dataParams is what @dataclass was called with.
type dataParams struct {
	init, repr, eq, order, unsafeHash, frozen, matchArgs, kwOnly, slots bool
}

var (
	missing value = &py.Instance{
		Class: py.NewClass("dataclasses", "_MISSING_TYPE", py.ObjectClass, nil),
		Attrs: py.NewDict(),
	}
	kwOnlyMark      = py.NewClass("dataclasses", "KW_ONLY", py.ObjectClass, nil)
	initVar         = py.NewClass("dataclasses", "InitVar", py.ObjectClass, nil)
	dataFieldClass  = py.NewClass("dataclasses", "Field", py.ObjectClass, nil)
	dataParamsClass = py.NewClass("dataclasses", "_DataclassParams", py.ObjectClass, nil)
	frozenError     = py.NewClass("dataclasses", "FrozenInstanceError", py.AttributeErrorClass, nil)
)

func init() {
	py.Register[*dataField](dataFieldClass)
	py.Register[*dataParams](dataParamsClass)
	for name, get := range map[string]func(p *dataParams) bool{
		"init": func(p *dataParams) bool { return p.init }, "repr": func(p *dataParams) bool { return p.repr },
		"eq": func(p *dataParams) bool { return p.eq }, "order": func(p *dataParams) bool { return p.order },
		"unsafe_hash": func(p *dataParams) bool { return p.unsafeHash },
		"frozen":      func(p *dataParams) bool { return p.frozen },
	} {
		dataParamsClass.Prop(name, "As dataclass() was told.", func(_ *thread, v value) (value, error) {
			return get(v.(*dataParams)), nil
		})
	}
	dataParamsClass.Repr = func(t *thread, v value) (string, error) {
		out := "_DataclassParams("
		for i, name := range []string{"init", "repr", "eq", "order", "unsafe_hash", "frozen"} {
			on, err := py.GetAttr(t, v, name)
			if err != nil {
				return "", err
			}
			if i > 0 {
				out += ","
			}
			out += name + "=" + py.ReprOf(on)
		}
		return out + ")", nil
	}
	for name, get := range map[string]func(f *dataField) value{
		"name": func(f *dataField) value { return f.name }, "type": func(f *dataField) value { return f.typ },
		"default":         func(f *dataField) value { return f.def },
		"default_factory": func(f *dataField) value { return f.factory },
		"init":            func(f *dataField) value { return f.init }, "repr": func(f *dataField) value { return f.repr },
		"compare": func(f *dataField) value { return f.compare }, "hash": func(f *dataField) value { return f.hash },
		"kw_only": func(f *dataField) value { return f.kwOnly }, "metadata": func(f *dataField) value { return f.metadata },
	} {
		dataFieldClass.Prop(
			name,
			"As field() was told.",
			func(_ *thread, v value) (value, error) { return get(v.(*dataField)), nil },
		)
	}
}

func dataclassesModule() *py.Module {
	m := module(
		"dataclasses",
		"Classes of named fields.",
		map[string]value{"MISSING": missing, "Field": dataFieldClass, "KW_ONLY": kwOnlyMark,
			"InitVar": initVar, "FrozenInstanceError": frozenError},
		raw("dataclass", "Adds __init__, __repr__ and __eq__ from the annotations.", dataclassFn),
		raw("field", "Details of a field.", fieldFn),
	)
	dataclassTools(m)
	return m
}

func dataclassFn(t *thread, a []value, kw []py.Kw) (value, error) {
	p := &dataParams{init: true, repr: true, eq: true, matchArgs: true}
	opts := map[string]*bool{
		"init":         &p.init,
		"repr":         &p.repr,
		"eq":           &p.eq,
		"order":        &p.order,
		"unsafe_hash":  &p.unsafeHash,
		"frozen":       &p.frozen,
		"match_args":   &p.matchArgs,
		"kw_only":      &p.kwOnly,
		"slots":        &p.slots,
		"weakref_slot": new(bool),
	}
	for _, k := range kw {
		at := opts[k.Name]
		if at == nil {
			return nil, py.TypeErrorf("dataclass() got an unexpected keyword argument '%s'", k.Name)
		}
		var err error
		if *at, err = py.Truth(t, k.Value); err != nil {
			return nil, err
		}
	}
	if len(a) == 1 && a[0] != py.None {
		return dataclass(t, a[0], p)
	}
	return raw("wrap", "", func(t *thread, b []value, _ []py.Kw) (value, error) {
		if len(b) != 1 {
			return nil, py.TypeErrorf("dataclass() should be called with a class")
		}
		return dataclass(t, b[0], p)
	}), nil
}

func newDataField() *dataField {
	return &dataField{
		typ:     py.None,
		def:     missing,
		factory: missing,
		init:    true,
		repr:    true,
		compare: true,
		hash:    py.None,
		kwOnly:  missing,

		metadata: py.NewDict(),
	}
}

func fieldFn(t *thread, a []value, kw []py.Kw) (value, error) {
	if len(a) > 0 {
		return nil, py.TypeErrorf("field() takes 0 positional arguments but %d %s given", len(a), wasWere(len(a)))
	}
	f := newDataField()
	values := map[string]*value{
		"default":         &f.def,
		"default_factory": &f.factory,
		"hash":            &f.hash,
		"kw_only":         &f.kwOnly,
		"metadata":        &f.metadata,
	}
	flags := map[string]*bool{"init": &f.init, "repr": &f.repr, "compare": &f.compare}
	for _, k := range kw {
		if at := values[k.Name]; at != nil {
			*at = k.Value
			continue
		}
		at := flags[k.Name]
		if at == nil {
			return nil, py.TypeErrorf("field() got an unexpected keyword argument '%s'", k.Name)
		}
		var err error
		if *at, err = py.Truth(t, k.Value); err != nil {
			return nil, err
		}
	}
	if f.def != missing && f.factory != missing {
		return nil, py.ValueErrorf("cannot specify both default and default_factory")
	}
	return f, nil
}

func wasWere(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// kindOf reads an annotation: ClassVar, InitVar, KW_ONLY (kwOnly is true), by value or as text.
func kindOf(ann value) (kind fieldKind, kwOnly bool) {
	name := ""
	switch x := ann.(type) {
	case string:
		head, _, _ := strings.Cut(strings.TrimSpace(x), "[")
		name = head[strings.LastIndexByte(head, '.')+1:]
	case *py.Class:
		name = classMark(x)
	case *py.Alias:
		name = classMark(x.Origin)
	case *py.Instance: // of typing, where ClassVar is written
		if x.Class.Module == "typing" {
			head, _, _ := strings.Cut(py.ReprOf(x), "[")
			name = strings.TrimPrefix(head, "typing.")
		}
	}
	switch name {
	case "ClassVar":
		return classField, false
	case "InitVar":
		return initField, false
	}
	return plainField, name == "KW_ONLY"
}

// classMark is the name of a class that marks a field, "" of any other.
func classMark(v value) string {
	switch v {
	case initVar:
		return "InitVar"
	case kwOnlyMark:
		return "KW_ONLY"
	}
	return ""
}

// ownFields are the fields that the annotations of c itself declare; what field() said leaves
// the class and its default stays.
func ownFields(c *py.Class, p *dataParams) ([]*dataField, error) {
	var out []*dataField
	names := map[string]bool{}
	if ann, ok := c.Attrs.GetStr("__annotations__"); ok {
		kwOnly := p.kwOnly
		for _, k := range ann.(*py.Dict).Keys() {
			name := str(k)
			typ, _ := ann.(*py.Dict).GetStr(name)
			names[name] = true
			kind, mark := kindOf(typ)
			if mark {
				kwOnly = true
				continue
			}
			f, err := ownField(c, name, kind)
			if err != nil {
				return nil, err
			}
			f.typ = typ
			if f.kwOnly == missing {
				f.kwOnly = kwOnly && kind != classField
			}
			out = append(out, f)
		}
	}
	for _, k := range c.Attrs.Keys() {
		if v, _ := c.Attrs.GetStr(str(k)); !names[str(k)] {
			if _, ok := v.(*dataField); ok {
				return nil, py.TypeErrorf("%s is a field but has no type annotation", py.ReprOf(k))
			}
		}
	}
	return out, nil
}

func ownField(c *py.Class, name string, kind fieldKind) (*dataField, error) {
	f := newDataField()
	if v, ok := c.Attrs.GetStr(name); ok {
		if given, ok := v.(*dataField); ok {
			was := *given
			f = &was
			if f.def == missing {
				_, _, _ = c.Attrs.Delete(name)
			} else {
				c.Attrs.SetStr(name, f.def)
			}
		} else {
			f.def = v
		}
	}
	f.name, f.kind = name, kind
	if kind != plainField && f.factory != missing {
		return nil, py.TypeErrorf("field %s cannot have a default factory", name)
	}
	if kind == plainField && isMutable(f.def) {
		return nil, py.ValueErrorf(
			"mutable default %s for field %s is not allowed: use default_factory",
			py.ReprOf(py.TypeOf(f.def)),
			name,
		)
	}
	return f, nil
}

// isMutable tells whether the type of a default has no hash, as those of lists.
func isMutable(v value) bool {
	c := py.TypeOf(v)
	for _, m := range []*py.Class{py.ListClass, py.DictClass, py.SetClass, py.ByteArrayClass} {
		if c.Is(m) {
			return true
		}
	}
	for _, k := range c.MRO {
		if h, ok := k.Own("__hash__"); ok {
			return h == py.None
		}
		if _, ok := k.Own("__eq__"); ok {
			return k.User
		}
	}
	return false
}

// dataFields are the fields of a dataclass or of an instance of one, those that are none among
// them; ok is false for anything else.
func dataFields(v value) (out []*dataField, ok bool) {
	c, isClass := v.(*py.Class)
	if !isClass {
		c = py.TypeOf(v)
	}
	d, ok := c.Lookup("__dataclass_fields__").(*py.Dict)
	if !ok {
		return nil, false
	}
	for _, k := range d.Keys() {
		f, _ := d.GetStr(str(k))
		out = append(out, f.(*dataField))
	}
	return out, true
}

// allFields are the fields of the bases and c's own, with the checks of what classes may follow
// one another.
func allFields(c *py.Class, p *dataParams) (*py.Dict, error) {
	all := py.NewDict()
	hasBase, frozenBase := false, false
	for i := len(c.MRO) - 1; i > 0; i-- {
		d, ok := c.MRO[i].Own("__dataclass_fields__")
		if !ok {
			continue
		}
		hasBase = true
		if err := d.(*py.Dict).Each(all.Set); err != nil {
			return nil, err
		}
		if q, ok := c.MRO[i].Own("__dataclass_params__"); ok && q.(*dataParams).frozen {
			frozenBase = true
		}
	}
	own, err := ownFields(c, p)
	if err != nil {
		return nil, err
	}
	for _, f := range own {
		all.SetStr(f.name, f)
	}
	switch {
	case hasBase && frozenBase && !p.frozen:
		return nil, py.TypeErrorf("cannot inherit non-frozen dataclass from a frozen one")
	case hasBase && !frozenBase && p.frozen:
		return nil, py.TypeErrorf("cannot inherit frozen dataclass from a non-frozen one")
	case p.order && !p.eq:
		return nil, py.ValueErrorf("eq must be true if order is true")
	}
	return all, nil
}

func dataclass(t *thread, v value, p *dataParams) (value, error) {
	c, ok := v.(*py.Class)
	if !ok {
		return nil, py.TypeErrorf("dataclass() should be called with a class")
	}
	if !c.User {
		return nil, py.TypeErrorf("cannot set '__dataclass_fields__' attribute of immutable type '%s'", c.TypeName())
	}
	all, err := allFields(c, p)
	if err != nil {
		return nil, err
	}
	c.Attrs.SetStr("__dataclass_fields__", all)
	c.Attrs.SetStr("__dataclass_params__", p)
	fields, _ := dataFields(c)
	b := &dataBuilder{c, p, fields}
	if p.init {
		if err := b.addInit(); err != nil {
			return nil, err
		}
	}
	if err := b.addDoc(t); err != nil {
		return nil, err
	}
	if p.repr {
		b.addRepr()
	}
	if err := b.addCompare(); err != nil {
		return nil, err
	}
	if p.frozen {
		if err := b.addFrozen(); err != nil {
			return nil, err
		}
	}
	if err := b.addHash(); err != nil {
		return nil, err
	}
	if _, has := c.Attrs.GetStr("__match_args__"); p.matchArgs && !has {
		names := py.NewTuple()
		for _, f := range fields {
			if f.init && f.kind != classField && f.kwOnly != true {
				names.Items = append(names.Items, f.name)
			}
		}
		c.Attrs.SetStr("__match_args__", names)
	}
	if p.slots {
		return c, b.addSlots()
	}
	return c, nil
}
