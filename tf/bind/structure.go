package bind

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// SameStructure fails unless two nests of lists, tuples and dicts have one form, and with types the same classes.
func SameStructure(a, b py.Value, types bool) error { return SameStructureWith(a, b, types, nil) }

// SameStructureWith is SameStructure that asks how two leaves differ as structures; nil asks nothing.
func SameStructureWith(a, b py.Value, types bool, leaves func(x, y py.Value) (string, bool)) error {
	class, why := mismatch(a, b, types, leaves, 0)
	if class == nil {
		return nil
	}
	return py.Raisef(class, "The two structures don't have the same nested structure.\n\nFirst structure: %s\n\n"+
		"Second structure: %s\n\nMore specifically: %s\nEntire first structure:\n%s\nEntire second structure:\n%s", Typed(a),
		Typed(b), why, dotted(a, 0), dotted(b, 0))
}

// Typed is how texts show a part of a nest.
func Typed(v py.Value) string { return "type=" + py.TypeOf(v).Name + " str=" + py.StrOf(v) }

// mismatch is where two nests first differ, and the class of the error; nil where they do not.
func mismatch(a, b py.Value, types bool, leaves func(x, y py.Value) (string, bool), depth int) (*py.Class, string) {
	if depth > deepestNest {
		return py.RecursionErrorClass, "maximum recursion depth exceeded"
	}
	x, y := partsOf(a), partsOf(b)
	switch {
	case x == nil && y == nil:
		if leaves != nil {
			if why, apart := leaves(a, b); apart {
				return py.ValueErrorClass, why
			}
		}
		return nil, ""
	case x == nil:
		a, b = b, a
		fallthrough
	case y == nil:
		return py.ValueErrorClass, "Substructure \"" + Typed(a) + "\" is a sequence, while substructure \"" + Typed(b) +
			"\" is not"
	}
	if s, t := py.TypeOf(a), py.TypeOf(b); types && s != t {
		return py.TypeErrorClass, "The two namedtuples don't have the same sequence type. First structure " + Typed(a) +
			" has type " + s.Name + ", while second structure " + Typed(b) + " has type " + t.Name
	}
	if x.keys != nil && y.keys != nil {
		if y = y.inOrder(x); y == nil {
			return py.ValueErrorClass, "The two dictionaries don't have the same set of keys. First structure has keys " +
				Typed(py.NewList(x.keys...)) + ", while second structure has keys " + Typed(py.NewList(partsOf(b).keys...))
		}
	}
	for i := range min(len(x.items), len(y.items)) {
		if class, why := mismatch(x.items[i], y.items[i], types, leaves, depth+1); class != nil {
			return class, why
		}
	}
	if len(x.items) != len(y.items) {
		return py.ValueErrorClass, "The two structures don't have the same number of elements. First structure: " + Typed(a) +
			". Second structure: " + Typed(b)
	}
	return nil, ""
}

// nestParts are the items of a list, a tuple or a dict.
type nestParts struct{ keys, items []py.Value }

func partsOf(v py.Value) *nestParts {
	switch x := v.(type) {
	case *py.List:
		return &nestParts{items: x.Items}
	case *py.Tuple:
		return &nestParts{items: x.Items}
	case *py.Dict:
		p := &nestParts{keys: []py.Value{}}
		_ = x.Each(func(k, e py.Value) error {
			p.keys, p.items = append(p.keys, k), append(p.items, e)
			return nil
		})
		return p
	}
	return nil
}

// inOrder is a dict's parts in the order of another's keys, nil where these are others.
func (p *nestParts) inOrder(like *nestParts) *nestParts {
	out := &nestParts{keys: like.keys}
	for _, k := range like.keys {
		for i, other := range p.keys {
			if same, _ := py.Equal(py.Background(), k, other); same {
				out.items = append(out.items, p.items[i])
				break
			}
		}
	}
	if len(out.items) != len(p.items) || len(like.keys) != len(p.keys) {
		return nil
	}
	return out
}

// Ordered is a nest with the items of its dicts in the order of another nest of the same form.
func Ordered(v, like py.Value) py.Value {
	p, q := partsOf(v), partsOf(like)
	if p == nil || q == nil {
		return v
	}
	if p.keys != nil && q.keys != nil {
		if p = p.inOrder(q); p == nil {
			return v
		}
		out := py.NewDict()
		for i, k := range p.keys {
			_ = out.Set(k, Ordered(p.items[i], q.items[i]))
		}
		return out
	}
	items := make([]py.Value, len(p.items))
	for i, e := range p.items {
		items[i] = Ordered(e, q.items[min(i, len(q.items)-1)])
	}
	if t, ok := v.(*py.Tuple); ok {
		return &py.Tuple{Items: items, Class: t.Class}
	}
	return &py.List{Items: items}
}

// dotted is a nest with dots for its leaves.
func dotted(v py.Value, depth int) string {
	p := partsOf(v)
	if p == nil || depth > deepestNest {
		return "."
	}
	parts := make([]string, len(p.items))
	for i, e := range p.items {
		if parts[i] = dotted(e, depth+1); p.keys != nil {
			parts[i] = py.ReprOf(p.keys[i]) + ": " + parts[i]
		}
	}
	text := strings.Join(parts, ", ")
	switch v := v.(type) {
	case *py.Dict:
		return "{" + text + "}"
	case *py.Tuple:
		if fields := py.FieldNames(py.TypeOf(v)); fields != nil {
			for i, f := range fields[:min(len(fields), len(parts))] {
				parts[i] = f + "=" + parts[i]
			}
			return v.Class.Name + "(" + strings.Join(parts, ", ") + ")"
		}
		if len(parts) == 1 {
			text += ","
		}
		return "(" + text + ")"
	}
	return "[" + text + "]"
}
