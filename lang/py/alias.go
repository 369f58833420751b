package py

import (
	"fmt"
	"strings"
)

// Alias is a class with what stands in its brackets, as list[int]. It calls and derives as the
// class does, and names the items in annotations.
type Alias struct {
	Origin Value
	Args   *Tuple
	hashed string // what equal ones share
}

// Union is X | Y of classes.
type Union struct {
	Args   *Tuple
	hashed string
}

// AliasClass and UnionClass are types.GenericAlias and types.UnionType.
var (
	AliasClass = NewClass("types", "GenericAlias", ObjectClass, nil)
	UnionClass = NewClass("types", "UnionType", ObjectClass, nil)
)

// subscripted are the built-in classes that brackets make an Alias of; those of other modules
// than builtins do unless their values are plain data.
var subscripted = map[string]bool{
	"list": true, "tuple": true, "dict": true, "set": true, "frozenset": true, "type": true, "enumerate": true,
}

func init() {
	Register[*Alias](AliasClass)
	Register[*Union](UnionClass)
	AliasClass.New = NewBuiltin("GenericAlias(origin, args, /)",
		func(_ *Thread, a []Value) (Value, error) { return NewAlias(a[0], a[1]), nil })
	AliasClass.Repr = func(t *Thread, v Value) (string, error) {
		x := v.(*Alias)
		return aliasText(t, x.Origin, x.Args.Items)
	}
	UnionClass.Repr = func(t *Thread, v Value) (string, error) { return joinTypes(t, v.(*Union).Args.Items, " | ") }
	AliasClass.Hash = func(v Value) (any, error) { return v.(*Alias).hashed, nil }
	UnionClass.Hash = func(v Value) (any, error) { return v.(*Union).hashed, nil }
	AliasClass.Binary = func(_ *Thread, op string, a, b Value) (Value, error) {
		x, okx := a.(*Alias)
		y, oky := b.(*Alias)
		if !okx || !oky || op != "==" && op != "!=" {
			return typeOr(op, a, b)
		}
		return (x.hashed == y.hashed) == (op == "=="), nil
	}
	UnionClass.Binary = func(_ *Thread, op string, a, b Value) (Value, error) {
		x, okx := a.(*Union)
		y, oky := b.(*Union)
		if !okx || !oky || op != "==" && op != "!=" {
			return typeOr(op, a, b)
		}
		return sameItems(x.Args.Items, y.Args.Items) == (op == "=="), nil
	}
	AliasClass.GetItem = func(t *Thread, v, key Value) (Value, error) { return v.(*Alias).filled(t, key) }
	AliasClass.GetAttr = func(t *Thread, v Value, name string) (Value, error) {
		if strings.HasPrefix(name, "__") && name != "__name__" && name != "__qualname__" && name != "__module__" {
			return nil, NoAttr(v, name)
		}
		return GetAttr(t, v.(*Alias).Origin, name)
	}
	aliasAttrs()
}

func aliasAttrs() {
	args := func(v Value) *Tuple {
		if u, ok := v.(*Union); ok {
			return u.Args
		}
		return v.(*Alias).Args
	}
	for _, c := range []*Class{AliasClass, UnionClass} {
		c.Prop("__args__", "What stands in the brackets.", func(_ *Thread, v Value) (Value, error) { return args(v), nil })
		c.Prop("__parameters__", "The type variables among them.", func(t *Thread, v Value) (Value, error) {
			return &Tuple{Items: TypeVars(t, args(v).Items)}, nil
		})
	}
	AliasClass.Prop("__origin__", "The class itself.", func(_ *Thread, v Value) (Value, error) {
		return v.(*Alias).Origin, nil
	})
	AliasClass.Def("__mro_entries__(self, bases)", "The class itself, as a base.",
		func(_ *Thread, a []Value) (Value, error) { return NewTuple(a[0].(*Alias).Origin), nil })
}

// NewAlias is origin[args]; args other than a tuple stand alone.
func NewAlias(origin, args Value) *Alias {
	items, ok := args.(*Tuple)
	if !ok || items.Class != nil {
		items = NewTuple(args)
	}
	return &Alias{origin, items, "[" + typeKeys(append([]Value{origin}, items.Items...))}
}

// Call makes a value of the class.
func (x *Alias) Call(t *Thread, args []Value, kw []Kw) (Value, error) {
	return Call(t, x.Origin, args, kw)
}

// typeKeys is a text that equal lists of types share.
func typeKeys(items []Value) string {
	var b strings.Builder
	for _, v := range items {
		switch v := v.(type) {
		case *Alias:
			b.WriteString(v.hashed)
		case *Union:
			b.WriteString(v.hashed)
		case *List:
			b.WriteString("(" + typeKeys(v.Items))
		case *Class, *Instance:
			fmt.Fprintf(&b, "%p", v)
		default:
			b.WriteString(ReprOf(v))
		}
		b.WriteByte(0)
	}
	return b.String()
}

func sameItems(a, b []Value) bool {
	return len(a) == len(b) && !differing(a, b) && !differing(b, a)
}

// differing tells whether a holds a type that b does not.
func differing(a, b []Value) bool {
	for _, v := range a {
		if !hasType(b, v) {
			return true
		}
	}
	return false
}

func hasType(in []Value, v Value) bool {
	key := typeKeys([]Value{v})
	for _, w := range in {
		if typeKeys([]Value{w}) == key {
			return true
		}
	}
	return false
}

// typeOr is X | Y, NotImplemented where one is no type.
func typeOr(op string, a, b Value) (Value, error) {
	if op != "|" {
		return NotImplemented, nil
	}
	var items []Value
	for _, v := range []Value{a, b} {
		switch x := v.(type) {
		case *Union:
			for _, w := range x.Args.Items {
				if !hasType(items, w) {
					items = append(items, w)
				}
			}
			continue
		case *NoneType:
			if x != None {
				return NotImplemented, nil
			}
			v = NoneClass
		case *Class, *Alias:
		default:
			return NotImplemented, nil
		}
		if !hasType(items, v) {
			items = append(items, v)
		}
	}
	if len(items) == 1 {
		return items[0], nil
	}
	return &Union{NewTuple(items...), "|" + typeKeys(items)}, nil
}

// TypeVars are the type variables among types, each once.
func TypeVars(t *Thread, items []Value) []Value {
	var out []Value
	add := func(v Value) {
		for _, w := range out {
			if w == v {
				return
			}
		}
		out = append(out, v)
	}
	for _, v := range items {
		switch x := v.(type) {
		case *Alias:
			for _, w := range TypeVars(t, x.Args.Items) {
				add(w)
			}
		case *Union:
			for _, w := range TypeVars(t, x.Args.Items) {
				add(w)
			}
		case *Instance:
			if isTypeVar(x) {
				add(x)
			} else if more, err := GetAttr(t, x, "__parameters__"); err == nil {
				if p, ok := more.(*Tuple); ok {
					for _, w := range p.Items {
						add(w)
					}
				}
			}
		}
	}
	return out
}

func isTypeVar(x *Instance) bool {
	for _, c := range x.Class.MRO { // ParamSpec and TypeVarTuple derive from it
		if c.Module == "typing" && c.Name == "TypeVar" {
			return true
		}
	}
	return false
}

// filled is the alias with its type variables taken from key.
func (x *Alias) filled(t *Thread, key Value) (Value, error) {
	vars := TypeVars(t, x.Args.Items)
	items, ok := key.(*Tuple)
	if !ok {
		items = NewTuple(key)
	}
	if len(vars) == 0 {
		return nil, TypeErrorf("%s is not a generic class", ReprOf(x))
	}
	if len(vars) != len(items.Items) {
		few := "few"
		if len(items.Items) > len(vars) {
			few = "many"
		}
		return nil, TypeErrorf("Too %s arguments for %s; actual %d, expected %d", few, ReprOf(x), len(items.Items), len(vars))
	}
	to := map[Value]Value{}
	for i, v := range vars {
		to[v] = items.Items[i]
	}
	return x.with(t, to)
}

func (x *Alias) with(t *Thread, to map[Value]Value) (Value, error) {
	out := NewTuple()
	for _, v := range x.Args.Items {
		switch y := v.(type) {
		case *Instance:
			if w, ok := to[v]; ok {
				v = w
			} else if vars := TypeVars(t, []Value{v}); len(vars) > 0 {
				key := NewTuple()
				for _, p := range vars {
					key.Items = append(key.Items, to[p])
				}
				w, err := GetItem(t, v, key)
				if err != nil {
					return nil, err
				}
				v = w
			}
		case *Alias:
			w, err := y.with(t, to)
			if err != nil {
				return nil, err
			}
			v = w
		}
		out.Items = append(out.Items, v)
	}
	return NewAlias(x.Origin, out), nil
}

func aliasText(t *Thread, origin Value, args []Value) (string, error) {
	head, err := TypeText(t, origin)
	if err != nil {
		return "", err
	}
	if len(args) == 0 {
		return head + "[()]", nil
	}
	items, err := joinTypes(t, args, ", ")
	return head + "[" + items + "]", err
}

func joinTypes(t *Thread, items []Value, sep string) (string, error) {
	var parts []string
	for _, v := range items {
		s, err := TypeText(t, v)
		if err != nil {
			return "", err
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, sep), nil
}

// TypeText is a type as it shows inside another: int, __main__.A, None, ... .
func TypeText(t *Thread, v Value) (string, error) {
	switch x := v.(type) {
	case *NoneType:
		if x == Ellipsis {
			return "...", nil
		}
	case *Class:
		if x == NoneClass {
			return "None", nil
		}
		r := classRepr(x)
		return strings.TrimSuffix(strings.TrimPrefix(r, "<class '"), "'>"), nil
	case *List:
		s, err := joinTypes(t, x.Items, ", ")
		return "[" + s + "]", err
	}
	return Repr(t, v)
}

// subscript is c[key] of a class that does not say what that is.
func (c *Class) subscript(key Value) (Value, error) {
	for _, k := range c.MRO {
		if !k.User && k.Module == "" && subscripted[k.Name] || !k.User && k.Module != "" {
			return NewAlias(c, key), nil
		}
	}
	return nil, TypeErrorf("type '%s' is not subscriptable", c.Name)
}
