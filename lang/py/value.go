package py

import (
	"context"
	"io"
	"math/big"
	"reflect"
	"strings"
	"sync"
)

// Value is any Python value: bool, int64, *big.Int, float64, complex128, string (str),
// Bytes, the pointer types below, or a Go type registered by a package above. Go's nil
// means "absent" and is never a value.
type Value = any

// Thread is what one evaluation carries: its context, its outputs, its depth. It is passed
// to everything that may run user code; nothing of it is global.
type Thread struct {
	Ctx            context.Context
	Stdout, Stderr io.Writer
	Stdin          io.Reader
	Ask            func(ctx context.Context, prompt string, hidden bool) (string,
		error) // input() and getpass() of a front end; nil reads Stdin
	Depth      int
	MaxDepth   int
	FullErrors bool // show TensorFlow's node prefix and name tail in error texts
	Compat     string
	Profile    *Profile // counts calls; nil for none
	Stepper    any      // what stops the program at its next statement, nil for nothing
	Shown      int      // of the items of one container its repr shows so many, 0 for all
	Hook       any      // the interpreter, for packages above
	Caller     any      // the frame of the call that Go code is about to make, for the interpreter; nil for none
	Rec        any      // what watches the ops that run, for packages above; nil for nothing
	Watch      any      // what collects the steps of an expression, for the interpreter; nil for nothing
	ticks      uint
	nest       int                // calls of Go code within each other
	showing    map[Value]struct{} // the containers whose repr is being made
	long       *longTexts         // what is remembered of texts, nil until there is something
	Handled    []*Exc             // the exceptions being handled, innermost last
	Warned     []Warning          // what Go code has warned of and the interpreter has not shown yet
	Due        bool               // when Go code ends, the interpreter looks at Warned and at what Rec has added
	Kept       map[any]any        // what packages above keep for one interpreter
	boxed      *numbers           // room for numbers, nil until there are some
	brief      [5]Value           // room for the arguments of short calls
	turn       *turn              // among the threads of the program; nil until it is known
	takesTurns bool               // there was a second thread
}

// Placed is what watches the ops that run where it keeps the places of the program they came from (Thread.Rec).
type Placed interface {
	Tracing() bool       // ops may be added
	Unplaced() bool      // some have been, and their place is not known
	Place(calls []Place) // they are of these calls, the outermost first
}

// Place is where a call is in a program.
type Place struct {
	File, Func string
	Line       int
}

// Warning is what Go code warns of: the interpreter knows where in the program that was, and shows it.
type Warning struct {
	Class *Class
	Text  string
}

// Warn warns as at the operator or call under way.
//
//go:noinline
func (t *Thread) Warn(c *Class, text string) {
	if len(t.Warned) < 100 {
		t.Warned, t.Due = append(t.Warned, Warning{c, text}), true
	}
}

// localMu guards what is kept: a computation that was left alone may still ask for it.
var localMu sync.Mutex

// Local is a value that a package above keeps for one interpreter; fresh makes it.
func (t *Thread) Local(key any, fresh func() any) any {
	localMu.Lock()
	defer localMu.Unlock()
	if v, ok := t.Kept[key]; ok {
		return v
	}
	if t.Kept == nil {
		t.Kept = map[any]any{}
	}
	v := fresh()
	t.Kept[key] = v
	return v
}

// Background is a thread for library use: no output, no deadline.
//
//go:noinline
func Background() *Thread {
	return &Thread{
		Ctx:      context.Background(),
		Stdout:   io.Discard,
		Stderr:   io.Discard,
		Stdin:    strings.NewReader(""),
		MaxDepth: 1000,
	}
}

// Enter counts one more level of calls; what ends the message of the RecursionError past the
// limit. Leave counts it off.
func (t *Thread) Enter(what string) error {
	if t.Depth >= t.MaxDepth {
		return recursion(what)
	}
	t.Depth++
	return nil
}

// TooDeep is the error of a structure that nests too deep, or holds itself, for code without a thread.
func TooDeep() error { return recursion("") }

// Leave ends what Enter began.
func (t *Thread) Leave() { t.Depth-- }

// NoneType is the type of None.
type NoneType struct{ name string }

// The singletons.
var (
	None           = &NoneType{"None"}
	Ellipsis       = &NoneType{"Ellipsis"}
	NotImplemented = &NoneType{"NotImplemented"}
)

// Bytes is Python's bytes, apart from str.
type Bytes string

// Tuple is an immutable sequence; Class is set for named tuples.
type Tuple struct {
	Items []Value
	Class *Class
	Attrs *Dict // of classes of the user's; nil for none
}

// NewTuple makes a tuple.
func NewTuple(v ...Value) *Tuple { return &Tuple{Items: v} }

// List is a mutable sequence.
type List struct{ Items []Value }

// NewList makes a list.
func NewList(v ...Value) *List { return &List{Items: v} }

// Range is Python's range.
type Range struct{ Start, Stop, Step int64 }

// Len is the number of values.
func (r *Range) Len() int64 {
	if r.Step > 0 && r.Start < r.Stop {
		return int64((uint64(r.Stop)-uint64(r.Start)-1)/uint64(r.Step) + 1)
	}
	if r.Step < 0 && r.Start > r.Stop {
		return int64((uint64(r.Start)-uint64(r.Stop)-1)/uint64(-r.Step) + 1)
	}
	return 0
}

// Slice is start:stop:step, each None when left out.
type Slice struct{ Start, Stop, Step Value }

// Module is a namespace. Lookup, where set, finds attributes that are made on demand.
type Module struct {
	Name    string // as error messages print it, e.g. tensorflow._api.v2.math
	Short   string // as the user writes it, e.g. tf.math
	Doc     string
	Attrs   map[string]Value
	Open    bool  // its attributes belong to one interpreter and may be set
	Changes int   // how often they were
	Dict    *Dict // the names of a module written in the language, else nil
	Partial bool  // its text is still being run
	Lookup  func(name string) (Value, bool)
	Names   func() []string
	OnSet   func(t *Thread, name string, v Value) error // told before an attribute is set; nil for nobody
	// Lazy names what is in a module of the library, as module:name, or module: for that itself.
	Lazy   map[string]string
	Shared bool // its attributes are those of every interpreter: what Lazy finds is not kept in it
	// Found is told of what Lazy has found under a name; nil for nobody.
	Found func(name string, v Value)
	// Elsewhere says of a name that the module it stands for has and this one has not, where it
	// is; "" for a name that exists nowhere.
	Elsewhere func(name string) string
}

// Get finds an attribute.
func (m *Module) Get(name string) (Value, bool) {
	if m.Dict != nil {
		return m.Dict.GetStr(name)
	}
	if v, ok := m.Attrs[name]; ok {
		return v, true
	}
	if m.Lookup != nil {
		return m.Lookup(name)
	}
	return nil, false
}

// Set binds a name of the module.
func (m *Module) Set(t *Thread, name string, v Value) error {
	if m.OnSet != nil {
		if err := m.OnSet(t, name, v); err != nil {
			return err
		}
	}
	switch {
	case m.Dict != nil:
		m.Dict.SetStr(name, v)
	case m.Open:
		m.Attrs[name] = v
		m.Changes++
	default:
		return Raisef(AttributeErrorClass, "module '%s' is read-only in tfs: cannot set '%s'", m.Short, name)
	}
	return nil
}

// Dir lists the names of the module, sorted.
func (m *Module) Dir() []string {
	var names []string
	for n := range m.Attrs {
		names = append(names, n)
	}
	for n := range m.Lazy {
		if _, there := m.Attrs[n]; !there {
			names = append(names, n)
		}
	}
	if m.Dict != nil {
		for _, k := range m.Dict.Keys() {
			if n, ok := k.(string); ok {
				names = append(names, n)
			}
		}
	}
	if m.Names != nil {
		names = append(names, m.Names()...)
	}
	sortStrings(names)
	return names
}

// Method is a function bound to its first argument.
type Method struct {
	Self Value
	Fn   Value
}

// Property is a computed attribute. A Go getter serves built-in types, Python functions the rest.
type Property struct {
	Get              func(t *Thread, self Value) (Value, error)
	FGet, FSet, FDel Value
	Doc              string
	Field            bool // of a named tuple
}

// StaticMethod and ClassMethod wrap functions in class bodies.
type (
	StaticMethod struct{ Fn Value }
	ClassMethod  struct{ Fn Value }
)

// Instance is an object of a class written in the language. Native is the value under it
// when the class derives from a built-in container or number.
type Instance struct {
	Class  *Class
	Attrs  *Dict
	Native Value
	Kept   map[any]Value // what lives as long as the object and is none of its attributes: traces of its methods
}

// Iterator is what iter() gives: Next returns nil, nil at the end.
type Iterator interface {
	Next(t *Thread) (Value, error)
}

// IterFunc makes an iterator of a function.
type IterFunc func(t *Thread) (Value, error)

// Next calls the function.
func (f IterFunc) Next(t *Thread) (Value, error) { return f(t) }

// NamedIter is an iterator that prints with a type name, such as enumerate or map.
type NamedIter struct {
	Iterator
	Type string
	Show func(t *Thread) (string, error) // its repr; nil for the usual one
	Left func() int                      // how many items are to come, as far as is known; nil for unknown
	Ends bool                            // it stays at its end, whatever becomes of what it goes through
	done bool
}

// IterOf is the iterator that iter() gives, which bears the name of what it goes through: list_iterator.
func IterOf(t *Thread, v Value) (Iterator, error) {
	it, err := Iter(t, v)
	f, plain := it.(IterFunc)
	if err != nil || !plain {
		return it, err
	}
	if x, ok := v.(*Instance); ok && x.Native != nil {
		v = x.Native
	}
	name := ""
	switch x := v.(type) {
	case *List:
		name = "list_iterator"
	case *Tuple:
		name = "tuple_iterator"
	case string:
		name = "str_iterator"
		if isASCII(x) {
			name = "str_ascii_iterator"
		}
	case Bytes:
		name = "bytes_iterator"
	case *ByteArray:
		name = "bytearray_iterator"
	case *MemoryView:
		name = "memory_iterator"
	case *Dict:
		name = "dict_keyiterator"
	case *View:
		name = map[string]string{"keys": "dict_keyiterator", "values": "dict_valueiterator",
			"items": "dict_itemiterator"}[x.Kind]
	case *Set:
		name = "set_iterator"
	case *Range:
		name = "range_iterator"
	case *BigRange:
		name = "longrange_iterator"
	}
	if name == "" {
		return it, nil
	}
	n := &NamedIter{Type: name, Ends: true}
	taken := 0
	n.Iterator = IterFunc(func(t *Thread) (Value, error) {
		taken++
		return f(t)
	})
	n.Left = func() int {
		all, err := Len(t, v)
		if err != nil {
			return 0
		}
		return max(all-taken, 0)
	}
	return n, nil
}

// iterClasses are the classes of named iterators, by their names.
var iterClasses sync.Map

// PyClass is a class of the iterator's own, as type() shows it.
func (n *NamedIter) PyClass() *Class {
	if c, ok := iterClasses.Load(n.Type); ok {
		return c.(*Class)
	}
	module, name := "", n.Type
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		module, name = name[:i], name[i+1:]
	}
	made := NewClass(module, name, IteratorClass, nil)
	if made.final = strings.HasSuffix(name, "iterator"); made.final && n.Left != nil {
		made.Def("__length_hint__(self)", "About how many items are to come.", func(_ *Thread, a []Value) (Value, error) {
			return int64(a[0].(*NamedIter).LengthHint()), nil
		})
	}
	c, _ := iterClasses.LoadOrStore(n.Type, made)
	return c.(*Class)
}

// Next advances the iterator under it; iterators of iterators are followed so far only.
func (n *NamedIter) Next(t *Thread) (Value, error) {
	if t.nest >= maxNest {
		return nil, recursion("")
	}
	if n.done {
		return nil, nil
	}
	t.nest++
	v, err := n.Iterator.Next(t)
	t.nest--
	n.done = n.Ends && v == nil && err == nil
	return v, err
}

// LengthHint is how many items are to come, 0 where that is not known.
func (n *NamedIter) LengthHint() int {
	if n.done || n.Left == nil {
		return 0
	}
	return n.Left()
}

// Callable is implemented by values of packages above that can be called.
type Callable interface {
	Call(t *Thread, args []Value, kw []Kw) (Value, error)
}

// Kw is one keyword argument.
type Kw struct {
	Name  string
	Value Value
}

// Classed is implemented by values that know their class.
type Classed interface{ PyClass() *Class }

var registered = map[reflect.Type]*Class{}

// Register gives a Go type its class; only called while packages initialise.
//
//go:noinline
func Register[T any](c *Class) { registered[reflect.TypeFor[T]()] = c }

// TypeOf is type(v).
func TypeOf(v Value) *Class {
	switch x := v.(type) {
	case *NoneType:
		switch x {
		case None:
			return NoneClass
		case Ellipsis:
			return EllipsisClass
		}
		return NotImplementedClass
	case bool:
		return BoolClass
	case int64, *big.Int:
		return IntClass
	case float64:
		return FloatClass
	case complex128:
		return ComplexClass
	case string:
		return StrClass
	case Bytes:
		return BytesClass
	case *Tuple:
		if x.Class != nil {
			return x.Class
		}
		return TupleClass
	case *List:
		return ListClass
	case *Dict:
		if x.Class != nil {
			return x.Class
		}
		return DictClass
	case *Set:
		if x.Frozen {
			return FrozenSetClass
		}
		return SetClass
	case *Instance:
		return x.Class
	case *Exc:
		return x.Class
	case *Class:
		if x.Meta != nil {
			return x.Meta
		}
		return TypeClass
	case *Module:
		return ModuleClass
	case *Builtin:
		return BuiltinClass
	case *Method:
		return MethodClass
	case Classed:
		return x.PyClass()
	}
	if c := registered[reflect.TypeOf(v)]; c != nil {
		return c
	}
	if _, ok := v.(Iterator); ok {
		return IteratorClass
	}
	return ObjectClass
}

// Int makes a Python int of a big one, small where it fits.
func Int(b *big.Int) Value {
	if b.IsInt64() {
		return b.Int64()
	}
	return b
}
