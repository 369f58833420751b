package std

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

var copyError = py.NewClass("copy", "Error", py.ExceptionClass, nil)

func copyModule() *py.Module {
	return module(
		"copy",
		"Copies of objects.",
		map[string]value{"Error": copyError, "error": copyError},
		fn("copy(x)", "A shallow copy.", func(t *thread, a []value) (value, error) { return shallow(t, a[0]) }),
		fn(
			"deepcopy(x, memo=None)",
			"A copy of everything inside too; what is inside twice stays one object.",
			func(t *thread, a []value) (value, error) {
				return deepcopy(t, a[0], a[1])
			},
		),
	)
}

// reduces tells whether the class of an object, or one it derives from, says in the program how its objects are made
// again.
func reduces(v value) bool {
	c := py.TypeOf(v)
	if !c.User {
		return false
	}
	for _, name := range []string{"__reduce_ex__", "__reduce__", "__getstate__", "__setstate__"} {
		if m := c.Lookup(name); m != nil && (name[2] == 'r' || isInstance(v)) {
			if _, builtin := m.(*py.Builtin); !builtin {
				return true
			}
		}
	}
	return false
}

// isInstance tells whether an object is nothing but its attributes.
func isInstance(v value) bool {
	x, ok := v.(*py.Instance)
	return ok && x.Native == nil
}

// remade makes an object again as its class says; memo is nil for a shallow copy.
func remade(t *thread, v value, memo value) (value, error) {
	f, err := py.FromLibrary(t, "_copy_reduced:remade")
	if err != nil {
		return nil, err
	}
	return py.Call(t, f, []value{v, memo}, nil)
}

func shallow(t *thread, v value) (value, error) {
	if py.TypeOf(v).Lookup("__copy__") == nil && reduces(v) {
		return remade(t, v, py.None)
	}
	switch x := v.(type) {
	case *py.List:
		return py.NewList(append([]value(nil), x.Items...)...), nil
	case *py.Dict:
		d := x.Copy()
		if x.Attrs != nil {
			d.Attrs = x.Attrs.Copy()
		}
		return d, nil
	case *deque:
		return &deque{items: append([]value(nil), x.items...), limit: x.limit}, nil
	case *py.Set, *py.ByteArray:
		return py.CallMethod(t, x, "copy")
	case *py.Instance:
		if x.Class.Lookup("__copy__") != nil {
			return py.CallMethod(t, x, "__copy__")
		}
		n := x.Native
		if n != nil {
			var err error
			if n, err = shallow(t, n); err != nil {
				return nil, err
			}
		}
		return &py.Instance{Class: x.Class, Attrs: x.Attrs.Copy(), Native: n}, nil
	}
	if py.TypeOf(v).Lookup("__copy__") != nil {
		return py.CallMethod(t, v, "__copy__")
	}
	if n := py.TypeOf(v).Name; strings.Contains(uncopied, " "+n+" ") {
		return nil, py.TypeErrorf("cannot pickle '%s' object", n)
	}
	return v, nil
}

// uncopied are the classes whose objects hold a place in running code, or a view of other objects.
const uncopied = " generator coroutine async_generator module dict_keys dict_values dict_items memoryview " +
	"frame traceback mappingproxy "

// copier copies objects with all inside. memo is the dict that __deepcopy__ methods get and hand
// on: from the id of an object to its copy, so that an object met again gives the same copy.
type copier struct {
	memo *py.Dict
}

func deepcopy(t *thread, v, memo value) (value, error) {
	d, ok := memo.(*py.Dict)
	if !ok {
		d = py.NewDict()
	}
	return (&copier{d}).copy(t, v)
}

func (c *copier) copy(t *thread, v value) (value, error) {
	switch v.(type) {
	case *py.List, *py.Tuple, *py.Dict, *py.Set, *py.Instance, *deque:
	default:
		if py.TypeOf(v).Lookup("__deepcopy__") == nil {
			return shallow(t, v)
		}
	}
	id := identity(v)
	if old, ok, err := c.memo.Get(id); ok || err != nil {
		return old, err
	}
	if err := t.Check(); err != nil {
		return nil, err
	}
	if err := t.Enter(""); err != nil {
		return nil, err
	}
	defer t.Leave()
	return c.inside(t, v, id)
}

// made remembers the copy of an object before what is inside it is copied.
func (c *copier) made(id, v value) error { return c.memo.Set(id, v) }

func (c *copier) items(t *thread, items []value) ([]value, error) {
	out := make([]value, 0, len(items))
	for _, e := range items {
		n, err := c.copy(t, e)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

func (c *copier) inside(t *thread, v, id value) (_ value, err error) {
	if py.TypeOf(v).Lookup("__deepcopy__") == nil && reduces(v) {
		return remade(t, v, c.memo)
	}
	switch x := v.(type) {
	case *py.List:
		l := py.NewList()
		if err := c.made(id, l); err != nil {
			return nil, err
		}
		for i := 0; i < len(x.Items); i++ { // a __deepcopy__ may change the list
			n, err := c.copy(t, x.Items[i])
			if err != nil {
				return nil, err
			}
			l.Items = append(l.Items, n)
		}
		return l, nil
	case *deque:
		d := &deque{limit: x.limit}
		if err := c.made(id, d); err != nil {
			return nil, err
		}
		d.items, err = c.items(t, x.items)
		return d, err
	case *py.Tuple:
		return c.tuple(t, x, id)
	case *py.Set:
		items, err := c.items(t, x.Items())
		if err != nil {
			return nil, err
		}
		return py.Call(t, py.TypeOf(x), []value{py.NewList(items...)}, nil)
	case *py.Dict:
		d := x.Copy()
		d.Clear()
		if err := c.made(id, d); err != nil {
			return nil, err
		}
		if x.Attrs != nil { // of a class of the program
			d.Attrs = py.NewDict()
			if err := c.entries(t, d.Attrs, x.Attrs); err != nil {
				return nil, err
			}
		}
		return d, c.entries(t, d, x)
	}
	if x, ok := v.(*py.Instance); ok {
		return c.instance(t, x, id)
	}
	n, err := py.CallMethod(t, v, "__deepcopy__", c.memo)
	if err != nil {
		return nil, err
	}
	return n, c.made(id, n)
}

// tuple gives the tuple itself where nothing inside it changes by copying.
func (c *copier) tuple(t *thread, x *py.Tuple, id value) (value, error) {
	items, err := c.items(t, x.Items)
	if err != nil {
		return nil, err
	}
	if old, ok, err := c.memo.Get(id); ok || err != nil { // it was inside itself
		return old, err
	}
	var out value = x
	for i, e := range items {
		if !py.Is(e, x.Items[i]) {
			out = &py.Tuple{Items: items, Class: x.Class}
			break
		}
	}
	return out, c.made(id, out)
}

func (c *copier) entries(t *thread, to, from *py.Dict) error {
	return from.Each(func(k, e value) error {
		k, err := c.copy(t, k)
		if err != nil {
			return err
		}
		if e, err = c.copy(t, e); err != nil {
			return err
		}
		return to.Set(k, e)
	})
}

func (c *copier) instance(t *thread, x *py.Instance, id value) (value, error) {
	if x.Class.Lookup("__deepcopy__") != nil {
		v, err := py.CallMethod(t, x, "__deepcopy__", c.memo)
		if err != nil {
			return nil, err
		}
		return v, c.made(id, v)
	}
	out := &py.Instance{Class: x.Class, Attrs: py.NewDict()}
	if err := c.made(id, out); err != nil {
		return nil, err
	}
	if x.Native != nil {
		n, err := c.copy(t, x.Native)
		if err != nil {
			return nil, err
		}
		out.Native = n
	}
	return out, c.entries(t, out.Attrs, x.Attrs)
}
