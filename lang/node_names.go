package lang

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

func localNode(slot int, at syntax.Span) *node {
	return &node{
		val: func(f *Frame) (py.Value, error) {
			if v := f.slots[slot]; v != nil {
				return v, nil
			}
			_, err := f.unbound(slot)
			return nil, f.traced(err, at)
		},
		num: func(f *Frame) (py.Value, int64, kind, error) {
			v := f.slots[slot]
			switch x := v.(type) {
			case int64:
				return v, x, isInt, nil
			case float64:
				return v, bitsOf(x), isFloat, nil
			case nil:
				_, err := f.unbound(slot)
				return nil, 0, boxed, f.traced(err, at)
			}
			return v, 0, boxed, nil
		}}
}

func outerNode(depth, slot int, at syntax.Span) *node {
	return &node{val: func(f *Frame) (py.Value, error) {
		o := f.parent
		for range depth {
			o = o.parent
		}
		if v := o.slots[slot]; v != nil {
			return v, nil
		}
		_, err := outer(f, int64(depth), int64(slot))
		return nil, f.traced(err, at)
	}}
}

func globalNode(ref *globalRef, at syntax.Span) *node {
	return &node{val: func(f *Frame) (py.Value, error) {
		if ref.in == f.in.globals && ref.version == ref.in.Version() {
			if ref.builtin == nil {
				return ref.in.At(ref.hint), nil
			}
			if ref.changes == f.in.names.Changes {
				return ref.builtin, nil
			}
		}
		v, err := f.globalAt(ref)
		if err != nil {
			return nil, f.traced(err, at)
		}
		return v, nil
	}}
}

func classNode(name string, at syntax.Span) *node {
	return &node{val: func(f *Frame) (py.Value, error) {
		v, err := f.inClass(name)
		if err != nil {
			return nil, f.traced(err, at)
		}
		return v, nil
	}}
}

// globalRef is a place in a program that names a global. It remembers where the name was found;
// that holds while the globals have the same names.
type globalRef struct {
	name    string
	hint    int // see py.Dict.GetAt
	in      *py.Dict
	version uint64
	builtin py.Value // nil when it is a global
	changes int      // of the builtins, when it was found there
}

// String is the name, as %dis shows it.
func (g *globalRef) String() string { return g.name }

func (f *Frame) globalAt(g *globalRef) (py.Value, error) {
	d := f.in.globals
	if v, ok := d.GetAt(g.name, &g.hint); ok {
		g.in, g.version, g.builtin = d, d.Version(), nil
		return v, nil
	}
	if v, ok := f.in.builtins[g.name]; ok {
		if !strings.HasPrefix(g.name, "_") { // those of the session come and go
			g.in, g.version, g.builtin, g.changes = d, d.Version(), v, f.in.names.Changes
		}
		return v, nil
	}
	if g.name == "__class__" {
		if c := f.classAround(); c != nil {
			return c, nil
		}
	}
	if g.name == "__annotations__" { // asked for before the first annotation
		ns := f.in.globals
		if f.class != nil {
			ns = f.class
		}
		a := py.NewDict()
		ns.SetStr(g.name, a)
		return a, nil
	}
	return nil, f.noName(g.name)
}

// classAround is the class in whose body the function under way was defined: __class__; nil for none.
func (f *Frame) classAround() *py.Class {
	for g := f; g != nil; g = g.outerFunction() {
		if g = g.function(); g.fn != nil && g.fn.class != nil {
			return g.fn.class
		}
	}
	return nil
}
