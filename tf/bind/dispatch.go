package bind

import "github.com/tfs-lang/tfs/lang/py"

// Values of the language that stand for tensors, as Keras's symbolic inputs do: an op that fails with one of
// them among its arguments is handed to the value's class, whose __tf_dispatch__(name, op, args, kwargs) makes
// the result. Ops that succeed never look for them.

const dispatchName = "__tf_dispatch__"

// Dispatcher finds the class of a value among arguments, and in the lists and dicts of these, that takes an op
// over; nil when there is none.
func Dispatcher(args []py.Value) *py.Class { return dispatcherIn(args, 0) }

// dispatchDepth is how deep lists are looked through: they may contain themselves.
const dispatchDepth = 8

func dispatcherIn(args []py.Value, depth int) *py.Class {
	if depth > dispatchDepth {
		return nil
	}
	for _, a := range args {
		switch x := a.(type) {
		case *py.Instance:
			if x.Class.Lookup(dispatchName) != nil {
				return x.Class
			}
		case *py.List:
			if m := dispatcherIn(x.Items, depth+1); m != nil {
				return m
			}
		case *py.Tuple:
			if m := dispatcherIn(x.Items, depth+1); m != nil {
				return m
			}
		case *py.Dict:
			for _, k := range x.Keys() {
				v, _, _ := x.Get(k)
				if m := dispatcherIn([]py.Value{v}, depth+1); m != nil {
					return m
				}
			}
		}
	}
	return nil
}

// Dispatched lets classes of arguments take over the calls of a public function of the library before it runs: it is
// one op to them, whatever it is made of.
func Dispatched(name string, f py.Value) {
	o, ok := f.(py.Overridable)
	if !ok {
		return
	}
	o.SetOverride(func(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, bool, error) {
		c := Dispatcher(args)
		for i := 0; c == nil && i < len(kw); i++ {
			c = Dispatcher([]py.Value{kw[i].Value})
		}
		if c == nil {
			return nil, false, nil
		}
		method, err := py.GetAttr(t, c, dispatchName)
		if err != nil {
			return nil, true, err
		}
		given := py.NewDict()
		for _, k := range kw {
			given.SetStr(k.Name, k.Value)
		}
		v, err := py.Call(t, method, []py.Value{name, f, py.NewTuple(args...), given}, nil)
		return v, v != py.NotImplemented, err
	})
}

// dispatch calls the method of a class for the op.
func (o *Op) dispatch(t *py.Thread, c *py.Class, args []py.Value) (py.Value, error) {
	f := o.Func()
	return DispatchTo(t, c, o.Name, f, f.Sig().Params, args)
}

// DispatchTo calls the method with a public name, its function and those of its arguments that are not what they are
// by default.
func DispatchTo(
	t *py.Thread, c *py.Class, name string, f py.Value, names []py.Param, args []py.Value,
) (py.Value, error) {
	method, err := py.GetAttr(t, c, dispatchName)
	if err != nil {
		return nil, err
	}
	given := py.NewDict()
	var front []py.Value
	for i, a := range args {
		if i >= len(names) {
			break
		}
		p := names[i]
		switch {
		case p.Star:
			if rest, ok := a.(*py.Tuple); ok {
				front = append(front, rest.Items...)
			}
		case p.DStar:
			continue
		case len(front) == i && !p.KwOnly && p.Default == nil:
			front = append(front, a)
		case p.Default == nil || !sameDefault(p.Default, a):
			given.SetStr(p.Name, a)
		}
	}
	return py.Call(t, method, []py.Value{name, f, py.NewTuple(front...), given}, nil)
}

// sameDefault tells whether an argument is the parameter's default: numbers, texts and None can be compared.
func sameDefault(d, a py.Value) bool {
	switch d.(type) {
	case int64, float64, bool, string, *py.NoneType:
		return d == a
	}
	return false
}
