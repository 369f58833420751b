package py

// AttrSite remembers, for one place of a program that names an attribute, what looking the name
// up in a class gave. It holds while the class and those it derives from are unchanged.
type AttrSite struct {
	Name  string
	class *Class
	stamp uint64
	kind  siteKind
	found Value // what the class has, nil for nothing
	hint  int   // where instances keep the name, see Dict.GetAt
	set   bool  // the object takes the attribute as it is
	setOf *Class
	setAt uint64

	module *Module // the one found is of
	key    Value   // the name
}

type siteKind uint8

const (
	siteSlow  siteKind = iota // ask GetAttr
	siteOwn                   // the attributes of the instance, then found
	siteClass                 // found, of a value without attributes of its own
	siteCall                  // the result of found, a property's function
)

// stamp changes whenever an attribute of the class or of a class it derives from does.
func (c *Class) stamp() uint64 {
	n := uint64(0)
	for _, k := range c.MRO {
		if k.User || k.Open {
			n += k.Attrs.version
		}
	}
	return n
}

// binds tells whether a class attribute is a function that gets the object first.
func binds(a Value) bool {
	switch x := a.(type) {
	case *Builtin:
		return !x.Free
	case Bindable:
		return false
	case Binder:
		_, ok := a.(Callable)
		return ok
	}
	return false
}

// look fills the site for a class.
func (s *AttrSite) look(v Value, c *Class) {
	s.class, s.stamp, s.kind, s.found, s.module = c, c.stamp(), siteSlow, nil, nil
	switch x := v.(type) {
	case *Instance:
		if m := c.Lookup("__getattribute__"); m != nil && !isBuiltin(m) {
			return
		}
		a := c.Lookup(s.Name)
		if a == nil || !isData(a) {
			s.found, s.kind = a, siteOwn
		} else if p, ok := a.(*Property); ok && p.Get == nil && p.FGet != nil && p.FGet != None &&
			c.Lookup("__getattr__") == nil {
			s.found, s.kind = p.FGet, siteCall
		}
		return
	case *Module, *Class, *Exc, *Super:
		return
	case *Dict:
		if x.Class != nil && x.Class.User {
			return
		}
	}
	if a := c.Lookup(s.Name); a != nil && binds(a) {
		s.found, s.kind = a, siteClass
	}
}

// Method finds v.name for a call: a function and, when bound is true, v is its first argument.
func (s *AttrSite) Method(t *Thread, v Value) (fn Value, bound bool, err error) {
	var c *Class
	x, isInstance := v.(*Instance)
	switch y := v.(type) {
	case *Instance:
		c = y.Class
	case *Module:
		return s.member(t, y)
	default:
		c = TypeOf(v)
	}
	if c != s.class || s.stamp != c.stamp() {
		s.look(v, c)
	}
	switch s.kind {
	case siteOwn:
		if !isInstance {
			break
		}
		if a, ok := x.Attrs.GetAt(s.Name, &s.hint); ok {
			return a, false, nil
		}
		if s.found != nil && binds(s.found) {
			return s.found, true, nil
		}
	case siteClass:
		return s.found, true, nil
	}
	fn, err = GetAttr(t, v, s.Name)
	return fn, false, err
}

// member finds the function of a module; functions of modules stay what they are.
func (s *AttrSite) member(t *Thread, m *Module) (fn Value, bound bool, err error) {
	if s.module == m {
		return s.found, false, nil
	}
	v, err := GetAttr(t, m, s.Name)
	if own, ok := m.Attrs[s.Name].(*Builtin); ok && !m.Open && m.Dict == nil && err == nil && v == Value(own) {
		s.module, s.found, s.class = m, v, nil
	}
	return v, false, err
}

// Get is v.name.
func (s *AttrSite) Get(t *Thread, v Value) (Value, error) {
	x, ok := v.(*Instance)
	if !ok {
		return GetAttr(t, v, s.Name)
	}
	if x.Class != s.class || s.stamp != x.Class.stamp() {
		s.look(v, x.Class)
	}
	switch s.kind {
	case siteOwn:
		if a, ok := x.Attrs.GetAt(s.Name, &s.hint); ok {
			return a, nil
		}
		if s.found != nil && binds(s.found) {
			return &Method{v, s.found}, nil
		}
	case siteCall:
		return Call1(t, s.found, v)
	}
	return GetAttr(t, v, s.Name)
}

// Set is v.name = val.
func (s *AttrSite) Set(t *Thread, v, val Value) error {
	x, ok := v.(*Instance)
	if !ok {
		return SetAttr(t, v, s.Name, val)
	}
	if c := x.Class; c != s.setOf || s.setAt != c.stamp() {
		s.setOf, s.setAt, s.set = c, c.stamp(), plainSet(c, s.Name)
	}
	if s.set {
		d := x.Attrs
		if _, ok := d.GetAt(s.Name, &s.hint); ok {
			d.entries[s.hint].Val = val
			return nil
		}
		if s.key == nil {
			s.key = s.Name
		}
		hash := uint64(0)
		if d.first != nil {
			hash = uint64(textHash(s.Name))
		}
		d.add(hash, s.key, val)
		x.Class.width = min(max(x.Class.width, len(d.entries)), fewEntries)
		return nil
	}
	return SetAttr(t, v, s.Name, val)
}

// plainSet tells whether setting an attribute of an instance only puts it among its own.
func plainSet(c *Class, name string) bool {
	if !c.User || c.SetAttr != nil || c.Lookup("__setattr__") != nil {
		return false
	}
	switch d := c.Lookup(name).(type) {
	case *Property:
		return false
	case *Instance:
		if d.Class.Lookup("__set__") != nil || d.Class.Lookup("__delete__") != nil {
			return false
		}
	}
	c.check()
	return c.slots == nil
}

// Making is how a call makes an instance of a class; where it is zero, Call finds out.
type Making struct {
	Bare bool     // a NewPlain is all
	Init Value    // call this on a NewPlain
	New  *Builtin // call this
	Exc  bool     // an exception that keeps its arguments

	known bool
	stamp uint64
}

// Making tells how a call of the class makes an instance.
func (c *Class) Making() Making {
	if !c.User {
		c.ready()
		switch {
		case c == TypeClass:
			return Making{}
		case c.Is(BaseExceptionClass):
			return Making{Exc: !c.Is(OSErrorClass) && c.Lookup("__kwinit__") == nil}
		}
		return Making{New: c.New}
	}
	if c.Meta != nil && c.metaLookup("__call__") != nil {
		return Making{}
	}
	if stamp := c.stamp(); !c.making.known || c.making.stamp != stamp {
		c.making = Making{known: true, stamp: stamp}
		init := c.Lookup("__init__")
		_, function := init.(Binder)
		if c.Lookup("__new__") == nil && len(c.abstract()) == 0 && nativeBase(c) == nil && !c.Is(BaseExceptionClass) {
			c.making.Bare = init == nil
			if function {
				c.making.Init = init
			}
		}
	}
	return c.making
}

// NewPlain is an instance of such a class.
func (c *Class) NewPlain() *Instance {
	x := &struct {
		i Instance
		d Dict
	}{}
	x.i.Class, x.i.Attrs = c, &x.d
	if c.width > 0 {
		x.d.entries = make([]entry, 0, c.width)
	}
	return &x.i
}
