package py

import (
	"sort"
	"strings"
	"sync"
)

// Class is a type. Built-in classes are made while packages initialise and never change
// afterwards; classes of the language are made by class statements.
type Class struct {
	Name   string
	Module string // "" for builtins and __main__ shows no module
	Bases  []*Class
	MRO    []*Class
	Attrs  *Dict
	Doc    string
	Qual   string // __qualname__, when it is not the name
	User   bool   // made by a class statement
	Open   bool   // a built-in class that belongs to one interpreter: its attributes may be set
	Python bool   // written in Python in CPython: its messages show the name alone

	// New makes a value of a built-in class; its signature, where given, binds the arguments.
	New *Builtin

	// Slots of built-in types. A nil slot means the operation is not there.
	Repr     func(t *Thread, v Value) (string, error)
	Str      func(t *Thread, v Value) (string, error)
	Hash     func(v Value) (any, error)
	Truth    func(t *Thread, v Value) (bool, error)
	Len      func(t *Thread, v Value) (int, error)
	Iter     func(t *Thread, v Value) (Iterator, error)
	GetItem  func(t *Thread, v, key Value) (Value, error)
	SetItem  func(t *Thread, v, key, val Value) error
	DelItem  func(t *Thread, v, key Value) error
	Contains func(t *Thread, v, item Value) (bool, error)
	GetAttr  func(t *Thread, v Value, name string) (Value, error) // after the class's own attributes
	SetAttr  func(t *Thread, v Value, name string, val Value) error
	Unary    func(t *Thread, op string, v Value) (Value, error)
	Binary   func(t *Thread, op string, a, b Value) (Value, error) // NotImplemented to decline
	Frozen   bool                                                  // has no operators in place
	Format   func(t *Thread, v Value, spec string) (string, error)
	Index    func(v Value) (int64, bool)  // __index__
	Float    func(v Value) (Value, error) // a Python number for int() and float()
	Dir      func(v Value) []string
	View     func(v Value) (*MemoryView, error)       // its memory, for memoryview
	Inside   func(t *Thread, d *Dict) (string, error) // what a dict of this class shows within itself; nil for {...}
	// Wrap makes what an operation on the value under an object of a derived class gives an object of that class.
	Wrap func(t *Thread, x *Instance, v Value) (Value, error)

	once sync.Once
	fill func(c *Class)

	Meta      *Class   // its metaclass; nil for type
	subs      []*Class // the classes that derive from it, of a class of the language
	answers   abcAnswers
	virtual   []*Class // those registered with it, of an abstract base class
	Held      bool     // an object of a derived class holds one of this class under it
	ByNew     bool     // and it is made of the arguments of the call whatever its own __init__ takes
	final     bool     // cannot be derived from
	checked   bool     // abstracts and slots are known
	abstracts []string
	slots     map[string]bool // nil where instances have a __dict__
	making    Making
	known     *known // what Lookup has found
	width     int    // how many attributes instances came to have
	Origin    any    // where the interpreter made it, nil for none
	weakly    bool   // something points to an instance without keeping it
}

// CollectWeak collects what is no longer reached and tells those who point to it.
var CollectWeak func(t *Thread) error

// WeaklyHeld notes that something points to an instance without keeping it.
func (c *Class) WeaklyHeld() { c.weakly = true }

// IsWeaklyHeld tells whether something points to an instance without keeping it: a del of one is
// then followed by a collection.
func (c *Class) IsWeaklyHeld() bool { return c.weakly }

// NewClass makes a built-in class; fill, if any, adds its attributes on first use.
func NewClass(module, name string, base *Class, fill func(c *Class)) *Class {
	c := &Class{Name: name, Module: module, Attrs: NewDict(), fill: fill}
	if base != nil {
		c.Bases = []*Class{base}
		c.inherit(base)
		if module == "" && base.Module == "" && len(base.Bases) > 0 {
			base.subs = append(base.subs, c)
		}
	}
	c.MRO = linearize(c)
	return c
}

//go:noinline
func (c *Class) inherit(b *Class) {
	c.Repr, c.Str, c.Hash, c.Truth, c.Len, c.Iter = b.Repr, b.Str, b.Hash, b.Truth, b.Len, b.Iter
	c.GetItem, c.SetItem, c.DelItem, c.Contains = b.GetItem, b.SetItem, b.DelItem, b.Contains
	c.GetAttr, c.SetAttr, c.Unary, c.Binary, c.Format = b.GetAttr, b.SetAttr, b.Unary, b.Binary, b.Format
	c.Index, c.Float, c.Dir, c.Wrap, c.Inside = b.Index, b.Float, b.Dir, b.Wrap, b.Inside
}

// Seal makes a class one that no other derives from.
func (c *Class) Seal() { c.final = true }

// NewUserClass makes a class of the language; the error tells inconsistent bases.
func NewUserClass(name, module string, bases []*Class) (*Class, error) {
	if len(bases) == 0 {
		bases = []*Class{ObjectClass}
	}
	for i, b := range bases {
		if b.final {
			return nil, TypeErrorf("type '%s' is not an acceptable base type", b.Name)
		}
		for _, o := range bases[:i] {
			if o == b {
				return nil, TypeErrorf("duplicate base class %s", b.Name)
			}
		}
	}
	c := &Class{Name: name, Module: module, Bases: bases, Attrs: NewDict(), User: true}
	for i := len(bases) - 1; i >= 0; i-- {
		if !bases[i].User && bases[i] != ObjectClass {
			c.inherit(bases[i])
		}
		if bases[i].User {
			c.inherit(bases[i])
		}
	}
	if c.MRO = linearize(c); c.MRO == nil {
		names := make([]string, len(bases))
		for i, b := range bases {
			names[i] = b.Name
		}
		return nil, TypeErrorf("Cannot create a consistent method resolution\norder (MRO) for bases %s", strings.Join(names, ", "))
	}
	if conflicting(bases) {
		return nil, TypeErrorf("multiple bases have instance lay-out conflict")
	}
	return c, nil
}

// conflicting tells whether the objects of two of the bases are made in ways that exclude each other, as those of int and
// str are.
func conflicting(bases []*Class) bool {
	var last *Class
	for _, b := range bases {
		k := solid(b)
		switch {
		case k == nil || last != nil && last.Is(k):
		case last == nil || k.Is(last):
			last = k
		default:
			return true
		}
	}
	return false
}

// laidOut are the classes whose objects hold more than attributes.
var laidOut map[*Class]bool

// solid is the class that says what the objects of c hold, nil for attributes alone.
func solid(c *Class) *Class {
	for _, k := range c.MRO {
		if laidOut[k] {
			return k
		}
	}
	return nil
}

func init() {
	laidOut = map[*Class]bool{}
	for _, k := range []*Class{IntClass, FloatClass, ComplexClass, StrClass, BytesClass, ByteArrayClass, ListClass, TupleClass,
		DictClass, SetClass, FrozenSetClass, TypeClass, PropertyClass, StaticMethodClass, ClassMethodClass, ModuleClass,
		BaseExceptionClass, BaseExceptionGroupClass, OSErrorClass, SyntaxErrorClass, ImportErrorClass, SystemExitClass,
		StopIterationClass, NameErrorClass, AttributeErrorClass, UnicodeErrorClass} {
		laidOut[k] = true
	}
}

// linearize is the C3 order, nil when there is none.
func linearize(c *Class) []*Class {
	if len(c.Bases) == 1 {
		return append([]*Class{c}, c.Bases[0].MRO...)
	}
	var lists [][]*Class
	for _, b := range c.Bases {
		lists = append(lists, append([]*Class(nil), b.MRO...))
	}
	lists = append(lists, append([]*Class(nil), c.Bases...))
	out := []*Class{c}
	for {
		var next *Class
		empty := true
		for _, l := range lists {
			if len(l) == 0 {
				continue
			}
			empty = false
			if !inTail(lists, l[0]) {
				next = l[0]
				break
			}
		}
		if empty {
			return out
		}
		if next == nil {
			return nil
		}
		out = append(out, next)
		for i, l := range lists {
			if len(l) > 0 && l[0] == next {
				lists[i] = l[1:]
			}
		}
	}
}

func inTail(lists [][]*Class, c *Class) bool {
	for _, l := range lists {
		for i := 1; i < len(l); i++ {
			if l[i] == c {
				return true
			}
		}
	}
	return false
}

func (c *Class) ready() {
	if c.fill != nil {
		c.once.Do(func() {
			c.fill(c)
			if c.Module == "" {
				c.nativeOthers()
			}
		})
	}
}

// Own finds an attribute of the class itself.
func (c *Class) Own(name string) (Value, bool) {
	c.ready()
	return c.Attrs.GetStr(name)
}

// Lookup finds an attribute along the method resolution order; nil when there is none.
//
//go:noinline
func (c *Class) Lookup(name string) Value {
	if !c.User || len(name) < 3 {
		return c.seek(name)
	}
	stamp := c.stamp()
	if c.known == nil || c.known.stamp != stamp {
		c.known = &known{stamp: stamp}
	}
	at := &c.known.at[(len(name)*7+int(name[2])+int(name[len(name)-3])*3)%len(c.known.at)]
	if at.name != name {
		at.name, at.v = name, c.seek(name)
	}
	return at.v
}

// known is what was found in a class of the language while it and those it derives from are as they were.
type known struct {
	stamp uint64
	at    [32]struct {
		name string
		v    Value
	}
}

func (c *Class) seek(name string) Value {
	for _, k := range c.MRO {
		if v, ok := k.Own(name); ok {
			return v
		}
	}
	return nil
}

// check finds out, once a class is complete, which of its methods are abstract and which
// attributes its instances may have.
func (c *Class) check() {
	if c.checked || !c.User {
		return
	}
	c.checked = true
	seen, open := map[string]bool{}, false
	slots := map[string]bool{}
	for _, k := range c.MRO {
		if k == ObjectClass {
			break
		}
		own, has := k.Own("__slots__")
		if !has && (k.User || k.New != nil && k != TupleClass || k.Is(BaseExceptionClass)) {
			open = true
		}
		if has {
			for _, n := range slotNames(own) {
				open = open || n == "__dict__"
				slots[k.private(n)] = true
			}
		}
		if !k.User {
			continue
		}
		for _, key := range k.Attrs.Keys() {
			n, _ := key.(string)
			if v, _ := k.Attrs.GetStr(n); !seen[n] && isAbstract(v) {
				c.abstracts = append(c.abstracts, n)
			}
			seen[n] = true
		}
	}
	sort.Strings(c.abstracts)
	if !open {
		c.slots = slots
	}
}

// checkSlots refuses slots that are no names, or that the class has a value for.
func (c *Class) checkSlots() error {
	own, _ := c.Own("__slots__")
	switch own.(type) {
	case string, *List, *Tuple, *Dict, *Set:
	default:
		return nil
	}
	for _, n := range slotNames(own) {
		if !IsIdentifier(n) {
			return TypeErrorf("__slots__ must be identifiers")
		}
		if _, twice := c.Own(n); twice && n != "__dict__" && n != "__weakref__" {
			return ValueErrorf("'%s' in __slots__ conflicts with class variable", n)
		}
	}
	return nil
}

// private is a name as the body of the class sees it: _C__x for __x.
func (c *Class) private(name string) string {
	bare := strings.TrimLeft(c.Name, "_")
	if !strings.HasPrefix(name, "__") || strings.HasSuffix(name, "__") || bare == "" {
		return name
	}
	return "_" + bare + name
}

func slotNames(v Value) []string {
	if s, ok := v.(string); ok {
		return []string{s}
	}
	items, _ := ToSlice(Background(), v)
	out := make([]string, len(items))
	for i, n := range items {
		out[i] = StrOf(n)
	}
	return out
}

func (c *Class) abstract() []string {
	c.check()
	return c.abstracts
}

// isAbstract tells whether a member of a class was marked by abstractmethod.
func isAbstract(v Value) bool {
	switch x := v.(type) {
	case *Property:
		for _, f := range []Value{x.FGet, x.FSet, x.FDel} {
			if f != nil && f != None && isAbstract(f) {
				return true
			}
		}
		return false
	case *StaticMethod:
		return isAbstract(x.Fn)
	case *ClassMethod:
		return isAbstract(x.Fn)
	case Binder:
		a, err := GetAttr(Background(), v, "__isabstractmethod__")
		return err == nil && a == true
	}
	return false
}

// Is tells whether c is d or derives from it.
func (c *Class) Is(d *Class) bool {
	for _, k := range c.MRO {
		if k == d {
			return true
		}
	}
	return false
}

// FullName is the name with its module, as tracebacks and error messages show it.
func (c *Class) FullName() string {
	name := c.Name
	if c.Qual != "" {
		name = c.Qual
	}
	if c.Module == "" {
		return name
	}
	return c.Module + "." + name
}

// rename follows a change of an attribute that tells the name of a class.
func (c *Class) rename(attr, text string) {
	switch attr {
	case "__name__":
		if c.Qual == "" {
			c.Qual = c.Name
		}
		c.Name = text
	case "__qualname__":
		c.Qual = text
	case "__module__":
		if c.Module = text; text == "__main__" {
			c.Module = ""
		}
	}
}

// TypeName is the name that CPython's messages about a type show: with its module only when
// the type is written in C, as EagerTensor is and TensorFlow's other classes are not.
func (c *Class) TypeName() string {
	if c.User {
		if c.Module == "datetime" || c.Module == "decimal" { // written in C there
			return c.FullName()
		}
		return c.Name
	}
	if c.Python || strings.HasPrefix(c.Module, "tensorflow") && c.Name != "EagerTensor" {
		return c.Name
	}
	return c.FullName()
}

// Def adds a method from its signature text, such as "append(self, object)".
func (c *Class) Def(sig, doc string, fn func(t *Thread, a []Value) (Value, error)) {
	b := NewBuiltin(sig, fn)
	b.Doc, b.Owner = doc, c
	b.nativeMethod(c)
	c.Attrs.SetStr(b.Name, b)
}

// DefRaw adds a method that takes its arguments unbound; sig is as in NewRaw.
func (c *Class) DefRaw(sig, doc string, fn func(t *Thread, args []Value, kw []Kw) (Value, error)) {
	b := NewRaw(sig, doc, fn)
	b.Owner = c
	b.nativeMethod(c)
	c.Attrs.SetStr(b.Name, b)
}

// Prop adds a computed attribute.
//
//go:noinline
func (c *Class) Prop(name, doc string, get func(t *Thread, self Value) (Value, error)) {
	c.Attrs.SetStr(name, &Property{Get: get, Doc: doc})
}

// Names lists the attributes of a class and its bases, sorted.
func (c *Class) Names() []string {
	seen := map[string]bool{}
	for _, k := range c.MRO {
		k.ready()
		for _, n := range k.Attrs.Keys() {
			seen[n.(string)] = true
		}
	}
	out := make([]string, 0, len(seen))
	for n := range seen {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

func sortStrings(s []string) { sort.Strings(s) }

// The built-in classes.
var (
	ObjectClass         = NewClass("", "object", nil, nil)
	TypeClass           = NewClass("", "type", ObjectClass, nil)
	NoneClass           = NewClass("", "NoneType", ObjectClass, nil)
	EllipsisClass       = NewClass("", "ellipsis", ObjectClass, nil)
	NotImplementedClass = NewClass("", "NotImplementedType", ObjectClass, nil)
	IntClass            = NewClass("", "int", ObjectClass, nil)
	BoolClass           = NewClass("", "bool", IntClass, nil)
	FloatClass          = NewClass("", "float", ObjectClass, nil)
	ComplexClass        = NewClass("", "complex", ObjectClass, nil)
	StrClass            = NewClass("", "str", ObjectClass, nil)
	BytesClass          = NewClass("", "bytes", ObjectClass, nil)
	TupleClass          = NewClass("", "tuple", ObjectClass, nil)
	ListClass           = NewClass("", "list", ObjectClass, nil)
	DictClass           = NewClass("", "dict", ObjectClass, nil)
	SetClass            = NewClass("", "set", ObjectClass, nil)
	FrozenSetClass      = NewClass("", "frozenset", ObjectClass, nil)
	RangeClass          = NewClass("", "range", ObjectClass, nil)
	SliceClass          = NewClass("", "slice", ObjectClass, nil)
	ModuleClass         = NewClass("", "module", ObjectClass, nil)
	BuiltinClass        = NewClass("", "builtin_function_or_method", ObjectClass, nil)
	MethodClass         = NewClass("", "method", ObjectClass, nil)
	IteratorClass       = NewClass("", "iterator", ObjectClass, nil)
	PropertyClass       = NewClass("", "property", ObjectClass, nil)
	StaticMethodClass   = NewClass("", "staticmethod", ObjectClass, nil)
	ClassMethodClass    = NewClass("", "classmethod", ObjectClass, nil)
)

func init() {
	IntClass.fill = fillInt
	FloatClass.fill = fillFloat
	ComplexClass.fill = fillComplex
	StrClass.fill = fillStr
	BytesClass.fill = fillBytes
	TupleClass.fill = fillTuple
	ListClass.fill = fillList
	DictClass.fill = fillDict
	SetClass.fill = fillSet
	FrozenSetClass.fill = fillSet
	StaticMethodClass.fill, ClassMethodClass.fill = fillStaticMethod, fillClassMethod
	RangeClass.fill = fillRange
	SliceClass.fill = fillSlice
	PropertyClass.fill = fillProperty
	for _, c := range []*Class{BoolClass, NoneClass, EllipsisClass, NotImplementedClass, RangeClass, SliceClass,
		BuiltinClass, MethodClass, ProxyClass, UnionClass, tracebackClass, traceFrameClass} {
		c.Seal()
	}
	Register[*Range](RangeClass)
	Register[*Slice](SliceClass)
	SliceClass.Hash = func(v Value) (any, error) { return nil, unhashable(v) }
	Register[*Property](PropertyClass)
	Register[*StaticMethod](StaticMethodClass)
	Register[*ClassMethod](ClassMethodClass)
}
