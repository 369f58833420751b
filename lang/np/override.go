package np

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tf/bind"
)

// maxLooked is how many items of a list are looked at for objects that have functions of their own.
const maxLooked = 64

// own finds the first value, or item of a list, whose class has a method; nil when there is none.
func own(args []value, name string, deep bool) (value, value) {
	for _, v := range args {
		switch x := v.(type) {
		case *py.Instance:
			m := x.Class.Lookup(name)
			if b, ok := m.(*py.Builtin); m != nil && !(ok && b.Owner == bind.ArrayClass) {
				return x, m
			}
		case *py.List:
			if deep && len(x.Items) <= maxLooked {
				if x, m := own(x.Items, name, false); x != nil {
					return x, m
				}
			}
		case *py.Tuple:
			if deep && len(x.Items) <= maxLooked {
				if x, m := own(x.Items, name, false); x != nil {
					return x, m
				}
			}
		}
	}
	return nil, nil
}

// makers are the functions that make arrays of what they are given, whatever that is.
var makers = map[string]bool{"array": true, "asarray": true, "asanyarray": true, "ascontiguousarray": true,
	"asfortranarray": true, "frombuffer": true, "isscalar": true}

// overridden calls __array_function__ of an argument that has it; nil without one.
func overridden(t *thread, b *py.Builtin, a []value) (value, error) {
	if makers[b.Name] {
		return nil, nil
	}
	x, m := own(a, "__array_function__", true)
	if x == nil {
		return nil, nil
	}
	args, kw := py.NewTuple(), py.NewDict()
	for i, p := range b.Sig().Params {
		switch {
		case p.Star:
			args.Items = append(args.Items, a[i].(*py.Tuple).Items...)
		case p.Default == nil && !p.KwOnly:
			args.Items = append(args.Items, a[i])
		case !py.Is(a[i], p.Default):
			kw.SetStr(p.Name, a[i])
		}
	}
	types := py.NewTuple(x.(*py.Instance).Class)
	v, err := py.Call(t, m, []value{x, b, types, args, kw}, nil)
	if err == nil && v == py.NotImplemented {
		return nil, py.TypeErrorf("no implementation found for 'numpy.%s' on types that implement __array_function__: %s",
			b.Name, py.ReprOf(py.NewList(types.Items...)))
	}
	return v, err
}

// overridden calls __array_ufunc__ of an argument that has it; nil without one.
func (u *ufunc) overridden(t *thread, method string, args []value, kws []py.Kw) (value, error) {
	x, m := own(args, "__array_ufunc__", false)
	for _, k := range kws {
		if x == nil && k.Name == "out" {
			x, m = own([]value{k.Value}, "__array_ufunc__", true)
		}
	}
	if x == nil {
		return nil, nil
	}
	if m == py.None {
		return nil, py.TypeErrorf("operand '%s' does not support ufuncs (__array_ufunc__=None)",
			py.TypeOf(x).TypeName())
	}
	v, err := py.Call(t, m, append([]value{x, u, method}, args...), kws)
	if err == nil && v == py.NotImplemented {
		return nil, py.TypeErrorf("operand type(s) all returned NotImplemented from __array_ufunc__(%s, '%s'): '%s'",
			"<ufunc '"+u.name+"'>", method, py.TypeOf(x).TypeName())
	}
	return v, err
}

// overriddenMethod is overridden for reduce and its like, whose second argument is the axis.
func (u *ufunc) overriddenMethod(t *thread, method string, a []value) (value, error) {
	if x, _ := own(a[:1], "__array_ufunc__", false); x == nil {
		return nil, nil
	}
	if method == "reduceat" {
		return u.overridden(t, method, a[:2], nil)
	}
	return u.overridden(t, method, a[:1], []py.Kw{{Name: "axis", Value: a[1]}})
}

// ofMatrix calls the method that a matrix has for a fold; nil for other values.
func ofMatrix(t *thread, b *py.Builtin, a []value) (value, error) {
	if len(a) == 0 {
		return nil, nil
	}
	x, own := derived(a[0])
	if x == nil || !matrixFolds[b.Name] && !flattening[b.Name] || nearestUser(x.Class) {
		return nil, nil
	}
	if flattening[b.Name] {
		in := append([]value{own}, a[1:]...)
		return py.Call(t, b, in, nil)
	}
	name := strings.TrimPrefix(b.Name, "a")
	if b.Name == "all" || b.Name == "any" || strings.HasPrefix(b.Name, "arg") {
		name = b.Name
	}
	m, err := py.GetAttr(t, x, name)
	if err != nil {
		return nil, nil
	}
	var kws []py.Kw
	for i, p := range b.Sig().Params[1:] {
		if !py.Is(a[i+1], p.Default) {
			kws = append(kws, py.Kw{Name: p.Name, Value: a[i+1]})
		}
	}
	return py.Call(t, m, nil, kws)
}

// nearestUser tells an object whose class has no methods of the library's matrix above it.
func nearestUser(c *py.Class) bool {
	for _, k := range c.MRO {
		if k.Name == "matrix" && k.Module == "numpy" {
			return false
		}
	}
	return true
}

var (
	matrixFolds = map[string]bool{"sum": true, "prod": true, "max": true, "min": true, "amax": true, "amin": true,
		"mean": true, "std": true, "var": true, "any": true, "all": true, "argmax": true, "argmin": true}
	// flattening are functions that see a matrix as an array.
	flattening = map[string]bool{"ravel": true, "diagonal": true, "expand_dims": true}
)
