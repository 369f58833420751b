package np

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
)

// foldNames are the reductions with a fast way, by the ufunc they fold with.
var foldNames = map[string]string{"add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min",
	"logical_and": "all", "logical_or": "any"}

func init() {
	c := ufuncClass
	c.Repr = func(_ *thread, v value) (string, error) { return "<ufunc '" + v.(*ufunc).name + "'>", nil }
	c.Prop("__name__", "The name.", func(_ *thread, v value) (value, error) { return v.(*ufunc).name, nil })
	c.Prop("__doc__", "What it computes.", func(_ *thread, v value) (value, error) {
		return "np." + v.(*ufunc).name + ", element by element.", nil
	})
	c.Prop("nin", "The number of inputs.", func(_ *thread, v value) (value, error) {
		return int64(v.(*ufunc).nin), nil
	})
	c.Prop("nout", "The number of outputs.", func(_ *thread, v value) (value, error) {
		return int64(v.(*ufunc).nout), nil
	})
	c.Prop("nargs", "Inputs and outputs.", func(_ *thread, v value) (value, error) {
		return int64(v.(*ufunc).nin + v.(*ufunc).nout), nil
	})
	c.Prop("identity", "What changes nothing.", func(_ *thread, v value) (value, error) {
		return orNone(v.(*ufunc).identity), nil
	})
	method := func(sig, doc string, f func(t *thread, u *ufunc, a []value) (value, error)) {
		out := outPlace(sig)
		c.Def(sig, doc, func(t *thread, a []value) (value, error) {
			u := a[0].(*ufunc)
			name := sig[:indexByte(sig, '(')]
			if v, err := u.overriddenMethod(t, name, a[1:]); v != nil || err != nil {
				return v, err
			}
			if x, in := underlying(a); x != nil {
				v, err := py.CallMethod(t, u, name, in[1:]...)
				if err != nil {
					return nil, err
				}
				return folded(t, x, name, v)
			}
			if u.nin != 2 || u.nout != 1 {
				return nil, py.ValueErrorf("%s only supported for binary functions", sig[:indexByte(sig, '(')])
			}
			v, err := f(t, u, a)
			if err != nil {
				return nil, err
			}
			return written(t, name, a, out, v)
		})
	}
	method("reduce(self, array, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True)",
		"Folds along a dimension.", func(t *thread, u *ufunc, a []value) (value, error) {
			x, err := asArray(t, a[1])
			if err != nil {
				return nil, err
			}
			o, err := foldArgs(t, x, a[2], a[3], a[4], a[5], a[6], a[7])
			if err != nil {
				return nil, err
			}
			if name := foldNames[u.name]; name != "" && x.DType().IsNumber() {
				return fold(t, name, x, o)
			}
			z, err := u.foldSlices(t, x, o)
			if err != nil {
				return nil, err
			}
			return o.give(t, u.name, z)
		})
	method("accumulate(self, array, axis=0, dtype=None, out=None)", "The running fold.",
		func(t *thread, u *ufunc, a []value) (value, error) {
			x, err := asArray(t, a[1])
			if err != nil {
				return nil, err
			}
			if u.name == "add" || u.name == "multiply" {
				return running(t, x, a[2], u.name == "multiply", a[3])
			}
			if x, err = astypeOf(t, x, a[3]); err != nil {
				return nil, err
			}
			return u.accumulate(t, x, a[2])
		})
	c.DefRaw("outer", "The function of all pairs.", func(t *thread, a []value, kw []py.Kw) (value, error) {
		u := a[0].(*ufunc)
		if len(a) != 3 {
			return nil, py.TypeErrorf("outer() takes 2 positional arguments but %d were given", len(a)-1)
		}
		x, in := underlying(a)
		v, err := u.outer(t, in[1], in[2], kw)
		if x == nil || err != nil {
			return v, err
		}
		return inClass(t, x, v)
	})
	method("reduceat(self, array, indices, axis=0, dtype=None, out=None)",
		"Folds runs that begin at given positions.", func(t *thread, u *ufunc, a []value) (value, error) {
			x, err := asArray(t, a[1])
			if err != nil {
				return nil, err
			}
			if x, err = astypeOf(t, x, a[4]); err != nil {
				return nil, err
			}
			return u.reduceAt(t, x, a[2], a[3])
		})
	c.Def("at(self, a, indices, b=None)", "Changes elements in place, each as often as it is named.",
		func(t *thread, a []value) (value, error) {
			x, ok := a[1].(*array)
			u := a[0].(*ufunc)
			switch {
			case !ok:
				return nil, py.TypeErrorf("first operand must be array")
			case u.kernel == nil:
				return nil, py.TypeErrorf("%s.at does not support ufunc with non-trivial signature: %s has signature %s.",
					u.name, u.name, matmulCore)
			case u.nin == 2 && a[3] == py.None:
				return nil, py.ValueErrorf("second operand needed for ufunc")
			case u.nin == 1 && a[3] != py.None:
				return nil, py.ValueErrorf("second operand provided when ufunc is unary")
			}
			return py.None, a[0].(*ufunc).at(t, x, a[2], a[3])
		})
}

// astypeOf casts to a dtype that may be None.
func astypeOf(t *thread, x *array, d value) (*array, error) {
	to, err := dtypeArg(d)
	if err != nil || to == nil {
		return x, err
	}
	return castTo(t, x, to)
}

func indexByte(s string, c byte) int {
	for i := range len(s) {
		if s[i] == c {
			return i
		}
	}
	return -1
}

func (u *ufunc) accumulate(t *thread, a *array, axis value) (value, error) {
	k, err := axisArg(axis, a.Rank())
	if err != nil {
		return nil, err
	}
	z, err := a.Copy(t.Ctx, 'C')
	if err != nil {
		return nil, err
	}
	for i := 1; i < a.Shape()[k]; i++ {
		v, err := u.call(t, []value{z.Axis(k, i-1), a.Axis(k, i)}, &callOptions{})
		if err != nil {
			return nil, err
		}
		if err := assign(t, z.Axis(k, i), v); err != nil {
			return nil, err
		}
	}
	return z, nil
}

func (u *ufunc) outer(t *thread, x, y value, kw []py.Kw) (value, error) {
	a, err := asArray(t, x)
	if err != nil {
		return nil, err
	}
	b, err := asArray(t, y)
	if err != nil {
		return nil, err
	}
	for range b.Rank() {
		a = a.NewAxis(a.Rank())
	}
	return u.Call(t, []value{a, b}, kw)
}

func (u *ufunc) reduceAt(t *thread, a *array, indices, axis value) (value, error) {
	k, err := axisArg(axis, a.Rank())
	if err != nil {
		return nil, err
	}
	n := a.Shape()[k]
	at, err := positions(t, indices, n, py.None, k)
	if err != nil {
		return nil, err
	}
	var parts []*array
	for i, lo := range at.pos {
		hi := n
		if i+1 < len(at.pos) {
			hi = at.pos[i+1]
		}
		if err := t.Poll(); err != nil {
			return nil, err
		}
		run := a.Slice(k, lo, 1, max(hi-lo, 1))
		z, err := u.foldSlices(t, run, &foldOptions{axes: []int{k}, keep: true})
		if err != nil {
			return nil, err
		}
		parts = append(parts, z)
	}
	return concatenate(t, parts, k, nil)
}

// at changes elements in place without buffering: an element named twice is changed twice.
func (u *ufunc) at(t *thread, a *array, key, b value) error {
	if !a.Writeable() {
		return py.ValueErrorf("assignment destination is read-only")
	}
	line := make([]int64, a.Len())
	for i := range line {
		line[i] = int64(i)
	}
	picked, err := index(t, ndarray.Own(tensor.FromSlice(a.Shape(), line)), key)
	if err != nil {
		return err
	}
	at, err := asTensor(t, picked)
	if err != nil {
		return err
	}
	var other *array
	var from []int
	if b != py.None {
		if other, err = asArray(t, b); err != nil {
			return err
		}
		full, ok := other.BroadcastTo(at.Shape())
		if !ok {
			return py.ValueErrorf("array is not broadcastable to correct shape")
		}
		from = full.Places()
	}
	if u.addAt(t, a, at, other, from) {
		return t.Check()
	}
	for i := range at.Len() {
		place := a.Offset(int(at.Int(i)))
		args := []value{element(a, place)}
		if other != nil {
			args = append(args, element(other, from[i]))
		}
		v, err := u.call(t, args, &callOptions{})
		if err != nil {
			return err
		}
		if a.DType().IsNumber() { // at casts as astype does, whatever the types
			z, err := asArray(t, v)
			if err == nil && z.DType().IsNumber() {
				v, err = castTo(t, z, a.DType())
			}
			if err != nil {
				return err
			}
		}
		if err := setPlace(t, a, place, v); err != nil {
			return err
		}
		if err := t.Poll(); err != nil {
			return err
		}
	}
	return nil
}

// addAt is at for sums of float64 and int64; false when it is not for these.
func (u *ufunc) addAt(t *thread, a *array, at *tensor.Tensor, b *array, from []int) bool {
	d := a.DType()
	if u.name != "add" || b == nil || d.Swap || b.DType().Swap || !a.CContiguous() || a.Len() == 0 || !ndarray.Same(d,
		b.DType()) {
		return false
	}
	a.Put(a.Start()) // what follows writes: no tensor may see it
	x, err := a.Borrow(t.Ctx)
	if err != nil {
		return false
	}
	switch d.Num {
	case tensor.Float64:
		v := tensor.Slice[float64](x)
		for i := range at.Len() {
			v[at.Int(i)] += numberAt(b, from[i]).Float(0)
		}
	case tensor.Int64:
		v := tensor.Slice[int64](x)
		for i := range at.Len() {
			v[at.Int(i)] += numberAt(b, from[i]).Int(0)
		}
	default:
		return false
	}
	return true
}
