package py

import (
	"strings"
	"sync"
)

// GetAttr is v.name.
func GetAttr(t *Thread, v Value, name string) (Value, error) {
	r, err := FindAttr(t, v, name)
	if r == nil && err == nil {
		return nil, NoAttr(v, name)
	}
	return r, err
}

// FindAttr is v.name, or nil where that is missing: without an error where none was raised.
func FindAttr(t *Thread, v Value, name string) (Value, error) {
	switch x := v.(type) {
	case *Module:
		if a, ok := x.Get(name); ok {
			return a, nil
		}
		return moduleAttr(t, x, name)
	case *Class:
		return classAttr(t, x, name)
	case *Instance:
		return instanceAttr(t, x, x.Class, x.Attrs, name)
	case *Exc:
		if x.Attrs == nil {
			x.Attrs = NewDict()
		}
		if name == "__notes__" && len(x.Notes) == 0 {
			break
		}
		return instanceAttr(t, x, x.Class, x.Attrs, name)
	case *Dict:
		if x.Class != nil && x.Class.User {
			return instanceAttr(t, x, x.Class, instDict(x), name)
		}
	case *Tuple:
		if x.Class != nil && x.Class.User {
			return instanceAttr(t, x, x.Class, tupleDict(x), name)
		}
	case *Super:
		return x.attr(t, name)
	}
	c := TypeOf(v)
	if a := c.Lookup(name); a != nil {
		return bindAttr(t, a, v, c)
	}
	if a, ok := common(t, v, c, name); ok {
		return a, nil
	}
	if c.GetAttr != nil {
		return c.GetAttr(t, v, name)
	}
	return nil, nil
}

// moduleAttr is an attribute that is not among a module's names.
func moduleAttr(t *Thread, m *Module, name string) (Value, error) {
	switch name {
	case "__name__":
		return m.Name, nil
	case "__doc__":
		return m.Doc, nil
	case "__dict__":
		if m.Dict != nil {
			return m.Dict, nil
		}
		d := NewDict()
		for _, n := range m.Dir() {
			if v, ok := m.Get(n); ok {
				d.SetStr(n, v)
			}
		}
		return d, nil
	case "__class__", "__loader__", "__spec__", "__package__":
		return foundWhere(m, name), nil
	}
	if m.Dict != nil {
		if get, ok := m.Dict.GetStr("__getattr__"); ok {
			return Call(t, get, []Value{name}, nil)
		}
	}
	if from, ok := m.Lazy[name]; ok {
		if in, ok := t.Hook.(Importer); ok {
			return m.lazy(t, in, name, from)
		}
	}
	if m.Elsewhere != nil {
		if where := m.Elsewhere(name); where != "" {
			return nil, Raisef(AttributeErrorClass, "module '%s' has no attribute '%s': %s", m.Name, name, where)
		}
	}
	e := Raisef(AttributeErrorClass, "module '%s' has no attribute '%s'", m.Name, name).WithAbout(name, m)
	if m.Dict != nil && m.Partial {
		e = Raisef(AttributeErrorClass,
			"partially initialized module '%s' has no attribute '%s' (most likely due to a circular import)", m.Name, name)
	}
	return nil, didYouMean(e, name, m.Dir, m.Short)
}

// Importer is what an interpreter can do for modules.
type Importer interface {
	ImportModule(t *Thread, name string) (Value, error)
}

// FromLibrary is a name of a module of the library, written module:name or module:name.attribute.
func FromLibrary(t *Thread, from string) (Value, error) {
	in, ok := t.Hook.(Importer)
	if !ok {
		return nil, Raisef(RuntimeErrorClass, "%s needs an interpreter", from)
	}
	m, path, _ := strings.Cut(from, ":")
	v, err := in.ImportModule(t, m)
	for _, name := range strings.Split(path, ".") {
		if err != nil {
			return nil, err
		}
		v, err = GetAttr(t, v, name)
	}
	return v, err
}

// lazy takes a name out of the library on first use.
func (m *Module) lazy(t *Thread, in Importer, name, from string) (Value, error) {
	module, attr, _ := strings.Cut(from, ":")
	v, err := in.ImportModule(t, module)
	if err != nil {
		return nil, err
	}
	if attr != "" {
		if v, err = GetAttr(t, v, attr); err != nil {
			return nil, err
		}
	}
	if m.Found != nil {
		m.Found(name, v)
	}
	if !m.Shared {
		m.Attrs[name] = v
	}
	return v, nil
}

// Override may take over a call of a function: done says that it did.
type Override func(t *Thread, args []Value, kw []Kw) (v Value, done bool, err error)

// Overridable is a function whose calls can be taken over.
type Overridable interface{ SetOverride(o Override) }

func bindAttr(t *Thread, a, self Value, c *Class) (Value, error) {
	switch x := a.(type) {
	case *Property:
		if x.Get != nil {
			return x.Get(t, self)
		}
		if x.FGet == nil || x.FGet == None {
			return nil, noAccessor(c, x.nameIn(c), "getter")
		}
		return Call(t, x.FGet, []Value{self}, nil)
	case *StaticMethod:
		return x.Fn, nil
	case *ClassMethod:
		return x.boundTo(t, c)
	case *Builtin:
		if x.Free {
			return x, nil
		}
		return &Method{self, x}, nil
	case Bindable:
		return x.BoundTo(self), nil
	case Callable:
		if _, ok := a.(Binder); ok {
			return &Method{self, a}, nil
		}
	case *Instance:
		if m := x.Class.Lookup("__get__"); m != nil {
			return special(t, m, x, self, c)
		}
	}
	return a, nil
}

// boundTo is a class method of a class: where it wraps a property or another descriptor, what that gives for the class.
func (m *ClassMethod) boundTo(t *Thread, c *Class) (Value, error) {
	switch f := m.Fn.(type) {
	case *Property, *ClassMethod, *StaticMethod:
		return bindAttr(t, f, c, c)
	case *Instance:
		if f.Class.Lookup("__get__") != nil {
			return bindAttr(t, f, c, c)
		}
	}
	return &Method{c, m.Fn}, nil
}

// nameIn is the name that a class has a property under, "" for none.
func (p *Property) nameIn(c *Class) string {
	for _, k := range c.MRO {
		for _, n := range k.Attrs.Keys() {
			if v, _ := k.Own(StrOf(n)); v == Value(p) {
				return StrOf(n)
			}
		}
	}
	return ""
}

// noAccessor is the error of what a property does not do.
func noAccessor(c *Class, name, what string) error {
	if name != "" {
		name = " '" + name + "'"
	}
	of := c.Name
	if c.Qual != "" {
		of = c.Qual
	}
	return Raisef(AttributeErrorClass, "property%s of '%s' object has no %s", name, of, what)
}

// Binder marks callables that become methods when found in a class.
type Binder interface{ BindsSelf() }

// Bindable marks callables that make something else than a method when found in a class.
type Bindable interface{ BoundTo(self Value) Value }

// common are the attributes every object has.
func common(t *Thread, v Value, c *Class, name string) (Value, bool) {
	switch name {
	case "__class__":
		return c, true
	case "__doc__":
		if m, ok := v.(*Method); ok {
			n, err := GetAttr(t, m.Fn, name)
			return n, err == nil
		}
		if b, ok := v.(*Builtin); ok {
			return b.Doc, true
		}
		return None, true
	case "__module__":
		return c.Module, true
	case "__name__", "__qualname__":
		switch x := v.(type) {
		case *Builtin:
			if name == "__qualname__" && x.Owner != nil {
				return x.Owner.Name + "." + x.Name, true
			}
			return x.Name, true
		case *Method:
			n, err := GetAttr(t, x.Fn, name)
			return n, err == nil
		}
	case "__get__", "__set__", "__delete__":
		if b := descriptorSlot(v, name); b != nil {
			return b, true
		}
		return nil, false
	case "__new__":
		n, err := classAttr(t, c, name)
		return n, err == nil
	case "__self__", "__func__", "__wrapped__":
		switch m := v.(type) {
		case *StaticMethod:
			return m.Fn, name != "__self__"
		case *ClassMethod:
			return m.Fn, name != "__self__"
		}
		if m, ok := v.(*Method); ok && name != "__wrapped__" {
			if name == "__self__" {
				return m.Self, true
			}
			return m.Fn, true
		}
	}
	if strings.HasPrefix(name, "__") {
		if b := objectSlot(v, name); b != nil {
			return &Method{v, b}, true
		}
	}
	if m, ok := v.(*Method); ok { // attributes of its function
		if a, err := GetAttr(t, m.Fn, name); err == nil {
			return a, true
		}
	}
	return nil, false
}

// descriptorSlot is what makes a function, a property or their like a descriptor; nil for others.
func descriptorSlot(v Value, name string) *Builtin {
	_, isProperty := v.(*Property)
	switch x := v.(type) {
	case *Property, *StaticMethod, *ClassMethod, Binder:
	case *Builtin:
		if x.Owner == nil {
			return nil
		}
	default:
		return nil
	}
	if name != "__get__" && !isProperty {
		return nil
	}
	return &Builtin{Name: name, Raw: func(t *Thread, a []Value, _ []Kw) (Value, error) {
		if len(a) == 0 {
			return nil, TypeErrorf("%s expected at least 1 argument, got 0", name)
		}
		if name != "__get__" {
			p := v.(*Property)
			f := map[string]Value{"__set__": p.FSet, "__delete__": p.FDel}[name]
			if f == nil || f == None {
				return nil, Raisef(AttributeErrorClass, "property has no %s", map[string]string{"__set__": "setter",
					"__delete__": "deleter"}[name])
			}
			return Call(t, f, a, nil)
		}
		c := TypeOf(a[0])
		if len(a) > 1 {
			if k, ok := a[1].(*Class); ok {
				c = k
			}
		}
		if _, ofClass := v.(*ClassMethod); a[0] == None && c != NoneClass && !ofClass {
			if s, ok := v.(*StaticMethod); ok {
				return s.Fn, nil
			}
			return v, nil
		}
		return bindAttr(t, v, a[0], c)
	}}
}

func classAttr(t *Thread, c *Class, name string) (Value, error) {
	meta := c.metaLookup(name)
	if meta != nil && isData(meta) {
		return bindAttr(t, meta, c, c.Meta)
	}
	if name == "__doc__" {
		return classDoc(t, c)
	}
	if name == "__annotations__" && c.User { // each class has its own
		if v, ok := c.Own(name); ok {
			return v, nil
		}
		d := NewDict()
		c.Attrs.SetStr(name, d)
		return d, nil
	}
	for _, k := range c.MRO {
		if v, ok := k.Own(name); ok {
			switch x := v.(type) {
			case *StaticMethod:
				return x.Fn, nil
			case *ClassMethod:
				return x.boundTo(t, c)
			case *Instance:
				if m := x.Class.Lookup("__get__"); m != nil {
					return special(t, m, x, None, c)
				}
			case *Property:
				if x.Get != nil && strings.HasPrefix(name, "__") {
					continue // what instances say of themselves; the class has its own
				}
			}
			return v, nil
		}
	}
	if meta != nil {
		return bindAttr(t, meta, c, c.Meta)
	}
	switch name {
	case "__name__", "__qualname__":
		if name == "__qualname__" && c.Qual != "" {
			return c.Qual, nil
		}
		return c.Name, nil
	case "__module__":
		if c.Module == "" {
			if c.User {
				return "__main__", nil
			}
			return "builtins", nil
		}
		return c.Module, nil
	case "__mro__":
		return NewTuple(classValues(c.MRO)...), nil
	case "__bases__":
		return NewTuple(classValues(c.Bases)...), nil
	case "__class__":
		return MetaOf(c), nil
	case "__dict__":
		return &Proxy{c.namespace()}, nil
	case "mro":
		return &Builtin{Name: "mro", Raw: func(*Thread, []Value, []Kw) (Value,
			error) {
			return NewList(classValues(c.MRO)...), nil
		}}, nil
	case "__base__":
		if nb := nativeBase(c); nb != nil && c.User && len(c.Bases) > 1 && !c.Bases[0].Is(nb) {
			return nb, nil
		}
		if len(c.Bases) == 0 {
			return None, nil
		}
		return c.Bases[0], nil
	case "__abstractmethods__":
		if names := c.abstract(); len(names) > 0 {
			return abstractSet(names), nil
		}
	case "__new__":
		return objectNew(c), nil
	}
	if m, ok := TypeClass.Own(name); ok && !c.Is(TypeClass) && name != "__init__" {
		return bindAttr(t, m, c, MetaOf(c))
	}
	if b := objectSlot(c, name); b != nil {
		return b, nil
	}
	if get := c.metaLookup("__getattr__"); get != nil {
		return special(t, get, c, name)
	}
	e := Raisef(AttributeErrorClass, "type object '%s' has no attribute '%s'", c.Name, name).WithAbout(name, c)
	return nil, didYouMean(e, name, c.Names, c.Name)
}

// classDoc is the __doc__ of a class, which those that derive from it do not have.
func classDoc(t *Thread, c *Class) (Value, error) {
	if v, ok := c.Own("__doc__"); ok {
		switch x := v.(type) {
		case *ClassMethod:
			return x.boundTo(t, c)
		case *Instance:
			if m := x.Class.Lookup("__get__"); m != nil {
				return special(t, m, x, None, c)
			}
		}
		if _, computed := v.(*Property); !computed {
			return v, nil
		}
	}
	if c.Doc == "" {
		return None, nil
	}
	return c.Doc, nil
}

func abstractSet(names []string) Value {
	s := NewSet()
	for _, n := range names {
		_ = s.Add(n)
	}
	s.Frozen = true
	return s
}

// news are the __new__ of the built-in classes, one for each so that they can be compared.
var news sync.Map

// objectNew is the __new__ that a class without one of its own has: of the built-in class under it.
func objectNew(c *Class) Value {
	base := nativeBase(c)
	if base == nil {
		base = ObjectClass
	}
	if v, ok := news.Load(base); ok {
		return v
	}
	v, _ := news.LoadOrStore(base, &Builtin{Name: "__new__", Raw: func(t *Thread, args []Value, kw []Kw) (Value, error) {
		if len(args) == 0 {
			return nil, TypeErrorf("%s.__new__(): not enough arguments", base.Name)
		}
		k, ok := args[0].(*Class)
		if !ok {
			return nil, TypeErrorf("%s.__new__(X): X is not a type object (%s)", base.Name, TypeOf(args[0]).TypeName())
		}
		if !k.Is(base) {
			return nil, TypeErrorf("%s.__new__(%s): %s is not a subtype of %s", base.Name, k.Name, k.Name, base.Name)
		}
		if nb := solid(k); base == ObjectClass && nb != nil && !nb.Is(BaseExceptionClass) {
			return nil, TypeErrorf("object.__new__(%s) is not safe, use %s.__new__()", k.Name, nb.Name)
		}
		if base == ObjectClass && k.User && len(args)+len(kw) > 1 {
			switch {
			case k.Lookup("__new__") != nil:
				return nil, TypeErrorf("object.__new__() takes exactly one argument (the type to instantiate)")
			case k.Lookup("__init__") == nil:
				return nil, TypeErrorf("%s() takes no arguments", k.Name)
			}
		}
		if !k.User && k != ObjectClass {
			return makeObject(t, k, args[1:], kw)
		}
		return NewInstance(t, k, args[1:], kw)
	}})
	return v
}

func classValues(cs []*Class) []Value {
	out := make([]Value, len(cs))
	for i, c := range cs {
		out[i] = c
	}
	return out
}

func instDict(d *Dict) *Dict {
	if d.Attrs == nil {
		d.Attrs = NewDict()
	}
	return d.Attrs
}

// tupleDict is the __dict__ of a tuple whose class is the user's; nil where __slots__ allow none.
func tupleDict(x *Tuple) *Dict {
	if x.Class.check(); x.Class.slots != nil {
		return nil
	}
	if x.Attrs == nil {
		x.Attrs = NewDict()
	}
	return x.Attrs
}

// instanceAttr looks an attribute up as object.__getattribute__ does, and asks __getattr__
// when that fails; nil for none.
func instanceAttr(t *Thread, v Value, c *Class, attrs *Dict, name string) (Value, error) {
	var r Value
	var err error
	if m := c.Lookup("__getattribute__"); m != nil && !isBuiltin(m) {
		r, err = special(t, m, v, name)
	} else {
		r, err = plainAttr(t, v, c, attrs, name)
	}
	if e, ok := err.(*Exc); r == nil && err == nil || ok && e.Class.Is(AttributeErrorClass) {
		if m := c.Lookup("__getattr__"); m != nil {
			return special(t, m, v, name)
		}
	}
	return r, err
}

// plainAttr is an attribute of an object without asking __getattr__; nil for none.
func plainAttr(t *Thread, v Value, c *Class, attrs *Dict, name string) (Value, error) {
	a := c.Lookup(name)
	if a != nil && isData(a) {
		return bindAttr(t, a, v, c)
	}
	if attrs != nil { // nil in a tuple without a __dict__
		if x, ok := attrs.GetStr(name); ok {
			return x, nil
		}
	}
	if a != nil {
		return bindAttr(t, a, v, c)
	}
	switch name {
	case "__class__":
		return c, nil
	case "__dict__":
		if c.check(); c.slots != nil {
			return nil, nil
		}
		return attrs, nil
	}
	if x, ok := v.(*Instance); ok && x.Native != nil {
		if n, err := FindAttr(t, x.Native, name); n != nil && err == nil {
			return n, nil
		}
	}
	if r, ok := common(t, v, c, name); ok {
		if name == "__doc__" && c.Doc != "" {
			return c.Doc, nil
		}
		if name == "__module__" {
			return classAttr(t, c, name)
		}
		return r, nil
	}
	if c.GetAttr != nil {
		return c.GetAttr(t, v, name)
	}
	return nil, nil
}

// isData tells whether a class attribute goes before those of the object: a property or a
// descriptor with __set__ or __delete__.
func isData(a Value) bool {
	switch x := a.(type) {
	case *Property:
		return true
	case *Instance:
		return x.Class.Lookup("__set__") != nil || x.Class.Lookup("__delete__") != nil
	}
	return false
}

// SetAttr is v.name = val.
func SetAttr(t *Thread, v Value, name string, val Value) error {
	if c := TypeOf(v); c.User {
		if m := c.Lookup("__setattr__"); m != nil {
			_, err := special(t, m, v, name, val)
			return err
		}
	}
	return setAttrPlain(t, v, name, val)
}

// PlainSetAttr is object.__setattr__.
func PlainSetAttr(t *Thread, v Value, name string, val Value) error {
	return setAttrPlain(t, v, name, val)
}

func setAttrPlain(t *Thread, v Value, name string, val Value) error {
	c := TypeOf(v)
	if p, ok := c.Lookup(name).(*Property); ok {
		if p.FSet == nil || p.FSet == None {
			if c.SetAttr != nil {
				return c.SetAttr(t, v, name, val)
			}
			if p.Field {
				return Raisef(AttributeErrorClass, "can't set attribute")
			}
			return noAccessor(c, name, "setter")
		}
		_, err := Call(t, p.FSet, []Value{v, val}, nil)
		return err
	}
	if d, ok := c.Lookup(name).(*Instance); ok {
		if m := d.Class.Lookup("__set__"); m != nil {
			_, err := special(t, m, d, v, val)
			return err
		}
		if d.Class.Lookup("__delete__") != nil {
			return Raisef(AttributeErrorClass, "__set__")
		}
	}
	switch x := v.(type) {
	case *Instance:
		if x.Class == ObjectClass {
			return Raisef(AttributeErrorClass, "'object' object has no attribute '%s'", name)
		}
		if c.SetAttr != nil {
			if err := c.SetAttr(t, v, name, val); err != nil {
				return err
			}
		}
		if c.check(); c.slots != nil && !c.slots[name] {
			if c.Lookup(name) != nil {
				return Raisef(AttributeErrorClass, "'%s' object attribute '%s' is read-only", c.Name, name)
			}
			return NoAttr(v, name)
		}
		x.Attrs.SetStr(name, val)
		return nil
	case *Dict:
		if x.Class != nil && x.Class.User {
			instDict(x).SetStr(name, val)
			return nil
		}
	case *Tuple:
		if x.Class != nil && x.Class.User {
			if d := tupleDict(x); d != nil {
				d.SetStr(name, val)
				return nil
			}
		}
	case *Exc:
		if x.Attrs == nil {
			x.Attrs = NewDict()
		}
		x.Attrs.SetStr(name, val)
		return nil
	case *Class:
		if !x.User && !x.Open {
			return TypeErrorf("cannot set '%s' attribute of immutable type '%s'", name, x.Name)
		}
		if text, ok := val.(string); ok {
			x.rename(name, text)
		}
		x.Attrs.SetStr(name, val)
		return nil
	case *Module:
		return x.Set(t, name, val)
	}
	if c.SetAttr != nil {
		return c.SetAttr(t, v, name, val)
	}
	if c.Lookup(name) != nil {
		return Raisef(AttributeErrorClass, "'%s' object attribute '%s' is read-only", c.TypeName(), name)
	}
	return NoAttr(v, name)
}

// DelAttr is del v.name.
func DelAttr(t *Thread, v Value, name string) error {
	c := TypeOf(v)
	if m := c.Lookup("__delattr__"); m != nil {
		_, err := special(t, m, v, name)
		return err
	}
	return PlainDelAttr(t, v, name)
}

// PlainDelAttr is object.__delattr__.
func PlainDelAttr(t *Thread, v Value, name string) error {
	c := TypeOf(v)
	switch p := c.Lookup(name).(type) {
	case *Property:
		if p.FDel == nil || p.FDel == None {
			return noAccessor(c, name, "deleter")
		}
		_, err := Call(t, p.FDel, []Value{v}, nil)
		return err
	case *Instance:
		if m := p.Class.Lookup("__delete__"); m != nil {
			_, err := special(t, m, p, v)
			return err
		}
		if p.Class.Lookup("__set__") != nil {
			return Raisef(AttributeErrorClass, "__delete__")
		}
	}
	var d *Dict
	switch x := v.(type) {
	case *Instance:
		d = x.Attrs
	case *Exc:
		d = x.Attrs
	case *Dict:
		d = x.Attrs
	case *Tuple:
		d = x.Attrs
	case *Class:
		if x.User {
			d = x.Attrs
		}
	case *Module:
		if _, ok := x.Attrs[name]; ok && x.Open {
			delete(x.Attrs, name)
			x.Changes++
			return nil
		}
		d = x.Dict
	}
	if d != nil {
		if _, ok, _ := d.Delete(name); ok {
			return nil
		}
	}
	return NoAttr(v, name)
}

// identity is an object as what it is, apart from its own idea of equality.
type identity struct{ v Value }
