package py

import (
	"slices"
	"sync"
	"sync/atomic"
	"weak"
)

// Abstract base classes: classes that others may belong to without deriving from them.

// ABCMetaClass is abc.ABCMeta.
var ABCMetaClass = NewClass("abc", "ABCMeta", TypeClass, nil)

func init() {
	c := ABCMetaClass
	c.metaSlots()
	c.DefRaw(
		"register",
		"Makes a class count as one that derives from this.",
		func(_ *Thread, a []Value, _ []Kw) (Value, error) {
			if len(a) != 2 {
				return nil, TypeErrorf("ABCMeta.register() takes 2 positional arguments but %d were given", len(a))
			}
			abc, ok := a[0].(*Class)
			sub, isClass := a[1].(*Class)
			if !ok || !isClass {
				return nil, TypeErrorf("Can only register classes")
			}
			if abc.Is(sub) && abc != sub {
				return nil, Raisef(RuntimeErrorClass, "Refusing to create an inheritance cycle")
			}
			abc.virtual = append(abc.virtual, sub)
			registrations.Add(1)
			return sub, nil
		},
	)
	c.DefRaw(
		"__instancecheck__",
		"Whether an object belongs to the class.",
		func(t *Thread, a []Value, _ []Kw) (Value, error) {
			if len(a) != 2 {
				return nil, TypeErrorf("__instancecheck__() takes 2 arguments")
			}
			return IsSubclass(t, classOf(t, a[1]), a[0])
		},
	)
	c.DefRaw(
		"__subclasscheck__",
		"Whether a class belongs to the class.",
		func(t *Thread, a []Value, _ []Kw) (Value, error) {
			if len(a) != 2 {
				return nil, TypeErrorf("__subclasscheck__() takes 2 arguments")
			}
			sub, ok := a[1].(*Class)
			abc, isClass := a[0].(*Class)
			if !ok || !isClass {
				return nil, TypeErrorf("issubclass() arg 1 must be a class")
			}
			return abcSubclass(t, abc, sub)
		},
	)
}

// classOf is obj.__class__, which a proxy may have of its own.
func classOf(t *Thread, v Value) *Class {
	c := TypeOf(v)
	if x, ok := v.(*Instance); ok && x.Class.Lookup("__class__") != nil {
		if k, err := GetAttr(t, v, "__class__"); err == nil {
			if k, ok := k.(*Class); ok {
				return k
			}
		}
	}
	return c
}

// abcAnswers are what an abstract base class has said of classes: as in CPython, that one belongs to it holds for
// ever, and that one does not until another is registered somewhere.
type abcAnswers map[weak.Pointer[Class]]int64

const (
	isOfABC     = -1
	mostAnswers = 1 << 10 // so many are remembered at most
)

var (
	abcMu         sync.Mutex // a computation aside may ask too
	registrations atomic.Int64
)

func abcSubclass(t *Thread, abc, sub *Class) (bool, error) {
	key := weak.Make(sub)
	abcMu.Lock()
	at, known := abc.answers[key]
	abcMu.Unlock()
	now := registrations.Load()
	if known && (at == isOfABC || at == now) {
		return at == isOfABC, nil
	}
	is, err := abcAsk(t, abc, sub)
	if err != nil {
		return false, err
	}
	if is {
		now = isOfABC
		if slices.Contains(abc.virtual, sub) { // CPython looks there each time
			return true, nil
		}
	}
	abcMu.Lock()
	if abc.answers == nil || len(abc.answers) >= mostAnswers {
		abc.answers = abcAnswers{}
	}
	abc.answers[key] = now
	abcMu.Unlock()
	return is, nil
}

// abcAsk asks the class's hook, and the classes that derive from it or are registered.
func abcAsk(t *Thread, abc, sub *Class) (bool, error) {
	if err := t.Enter(""); err != nil {
		return false, err
	}
	defer t.Leave()
	if abc.Lookup("__subclasshook__") != nil {
		hook, err := classAttr(t, abc, "__subclasshook__")
		if err != nil {
			return false, err
		}
		v, err := Call(t, hook, []Value{sub}, nil)
		if err != nil {
			return false, err
		}
		if v != NotImplemented {
			return Truth(t, v)
		}
	}
	if sub.Is(abc) {
		return true, nil
	}
	for _, list := range [][]*Class{abc.virtual, abc.subs} {
		for _, k := range list {
			if ok, err := IsSubclass(t, sub, k); ok || err != nil {
				return ok, err
			}
		}
	}
	return false, nil
}

// IsInstance is isinstance(v, of) for one class.
func IsInstance(t *Thread, v Value, of *Class) (bool, error) {
	if TypeOf(v).Is(of) {
		return true, nil
	}
	if m := of.metaLookup("__instancecheck__"); m != nil {
		r, err := special(t, m, of, v)
		if err != nil {
			return false, err
		}
		return Truth(t, r)
	}
	return of.Meta == nil && TypeOf(v).User && classOf(t, v).Is(of), nil
}

// IsSubclass is issubclass(c, of) for one class.
func IsSubclass(t *Thread, c *Class, of Value) (bool, error) {
	k, ok := of.(*Class)
	if !ok {
		return false, TypeErrorf("issubclass() arg 2 must be a class, a tuple of classes, or a union")
	}
	if c.Is(k) {
		return true, nil
	}
	if m := k.metaLookup("__subclasscheck__"); m != nil {
		r, err := special(t, m, k, c)
		if err != nil {
			return false, err
		}
		return Truth(t, r)
	}
	return false, nil
}

// Supports tells whether values of a built-in class have a dunder, among those that only some
// classes have.
func (c *Class) Supports(name string) bool {
	switch name {
	case "__len__":
		return c.Len != nil || c.sized()
	case "__iter__":
		return c.Iter != nil || c.sized() || c.Is(IteratorClass)
	case "__contains__":
		return c.Contains != nil || c.sized()
	case "__getitem__":
		return c.GetItem != nil || c.sized() && !c.Is(SetClass) && !c.Is(FrozenSetClass)
	case "__next__":
		return c.Is(IteratorClass)
	case "__setitem__":
		return c.SetItem != nil || c.Is(ListClass) || c.Is(DictClass)
	case "__delitem__":
		return c.DelItem != nil || c.Is(ListClass) || c.Is(DictClass)
	case "__reversed__":
		return c.Is(ListClass) || c.Is(DictClass) || c.Is(RangeClass)
	case "__hash__":
		return !c.Is(ListClass) && !c.Is(DictClass) && !c.Is(SetClass) && !c.Is(ByteArrayClass)
	case "__call__":
		return c.Is(BuiltinClass) || c.Is(MethodClass) || c.Is(TypeClass)
	}
	return true
}

// sized tells the built-in containers, whose operations are not in slots.
func (c *Class) sized() bool {
	for _, k := range []*Class{StrClass, BytesClass, TupleClass, ListClass, DictClass, SetClass, FrozenSetClass,
		RangeClass} {
		if c.Is(k) {
			return true
		}
	}
	return false
}
