package std

import (
	"runtime"
	"weak"

	"github.com/tfs-lang/tfs/lang/py"
)

// weakRef is weakref.ref. It points to an object of a class of the language without keeping it; what
// cannot be pointed to so (functions, classes) is kept.
type weakRef struct {
	at       weak.Pointer[py.Instance]
	kept     value // what is no instance
	callback value // called when a collection finds the object gone, nil for none
	hash     any   // the key of the object, once it was asked for
}

var weakClass = py.NewClass("weakref", "ReferenceType", py.ObjectClass, nil)

// refOf is the reference that a value is or, of a class derived from it, holds.
func refOf(v value) *weakRef { return py.Under(v).(*weakRef) }

// object is what a reference points to, None when it is gone.
func (r *weakRef) object() value {
	if r.kept != nil {
		return r.kept
	}
	if x := r.at.Value(); x != nil {
		return x
	}
	return py.None
}

type weakKey struct{}

// watched are the references with callbacks, and how many references each object has.
type watched struct{ refs []*weakRef }

func watchedOf(t *thread) *watched {
	return t.Local(weakKey{}, func() any { return &watched{} }).(*watched)
}

// newWeakRef makes a reference; it fails with a TypeError for what Python has none of.
func newWeakRef(t *thread, v, callback value) (*weakRef, error) {
	r := &weakRef{}
	switch x := v.(type) {
	case *py.Instance:
		if x.Native != nil {
			r.kept = x
		} else {
			r.at = weak.Make(x)
			x.Class.WeaklyHeld()
		}
	case int64, float64, string, bool, *py.List, *py.Dict, *py.Tuple, *py.NoneType, complex128:
		if d, ok := v.(*py.Dict); ok && d.Class != nil && d.Class.User {
			r.kept = v
			break
		}
		return nil, py.TypeErrorf("cannot create weak reference to '%s' object", py.TypeOf(v).Name)
	default:
		r.kept = v
	}
	if w := watchedOf(t); callback != py.None {
		r.callback = callback
		w.refs = append(w.refs, r)
	}
	return r, nil
}

// collectWeak runs the collector and calls back for what is gone.
func collectWeak(t *thread) error {
	runtime.GC()
	w := watchedOf(t)
	var left, gone []*weakRef
	for _, r := range w.refs {
		if r.object() == py.None {
			gone = append(gone, r)
		} else {
			left = append(left, r)
		}
	}
	w.refs = left
	for i := len(gone) - 1; i >= 0; i-- {
		if _, err := py.Call(t, gone[i].callback, []value{gone[i]}, nil); err != nil {
			return err
		}
	}
	return nil
}

func init() {
	py.Register[*weakRef](weakClass)
	py.CollectWeak = collectWeak
	weakClass.New = raw("ref(object, callback=None, /)", "A reference that does not keep its object.", func(t *thread,
		a []value, _ []py.Kw) (value, error) { // keywords are for the __init__ of a derived class, as in CPython
		switch len(a) {
		case 0:
			return nil, py.TypeErrorf("ref expected at least 1 argument, got 0")
		case 1:
			return newWeakRef(t, a[0], py.None)
		case 2:
			return newWeakRef(t, a[0], a[1])
		}
		return nil, py.TypeErrorf("ref expected at most 2 arguments, got %d", len(a))
	})
	weakClass.Def("__call__(self)", "The object, None when it is gone.", func(_ *thread, a []value) (value, error) {
		return refOf(a[0]).object(), nil
	})
	weakClass.Held, weakClass.ByNew = true, true // objects of classes derived from it hold one
	weakClass.DefRaw("__init__", "Keeps what it was made with.", func(*thread, []value, []py.Kw) (value, error) {
		return py.None, nil
	})
	weakClass.Prop("__callback__", "What is called when the object is gone.", func(_ *thread, v value) (value, error) {
		if r := refOf(v); r.callback != nil && r.object() != py.None {
			return r.callback, nil
		}
		return py.None, nil
	})
	weakClass.Repr = func(_ *thread, v value) (string, error) {
		x := refOf(v).object()
		if x == py.None {
			return "<weakref at " + py.Address(v) + "; dead>", nil
		}
		return "<weakref at " + py.Address(v) + "; to '" + py.TypeOf(x).Name + "' at " + py.Address(x) + ">", nil
	}
	weakClass.Binary = func(t *thread, op string, a, b value) (value, error) {
		x, isRef := py.Under(a).(*weakRef)
		y, both := py.Under(b).(*weakRef)
		if !isRef || !both || op != "==" && op != "!=" {
			return py.NotImplemented, nil
		}
		same, err := x == y, error(nil)
		if !same && x.object() != py.None && y.object() != py.None {
			same, err = py.Equal(t, x.object(), y.object())
		}
		return same == (op == "=="), err
	}
	weakClass.Hash = func(v value) (any, error) { return refOf(v).key() }
}

// weakly is the key of a reference among others, which keeps nothing.
type weakly struct{ at weak.Pointer[py.Instance] }

// key is what a dict finds a reference by: its object, or what that is equal to.
func (r *weakRef) key() (any, error) {
	if r.hash == nil {
		x := r.object()
		if x == py.None {
			return nil, py.TypeErrorf("weak object has gone away")
		}
		if i, ok := x.(*py.Instance); ok && i.Class.Lookup("__eq__") == nil && i.Class.Lookup("__hash__") == nil {
			r.hash = weakly{r.at}
			return r.hash, nil
		}
		k, err := py.HashKey(x)
		if err != nil {
			return nil, err
		}
		r.hash = k
	}
	return r.hash, nil
}

// weakModule is _weakrefs: what the library's weakref and gc are made of.
func weakModule() *py.Module {
	return module("_weakrefs", "References that do not keep their object.", map[string]value{"ref": weakClass},
		fn("collect()", "Runs the collector.", func(t *thread, _ []value) (value, error) { return py.None, collectWeak(t) }),
		fn("count(object)", "Whether an object is weakly referred to.", func(t *thread, a []value) (value, error) {
			if x, ok := a[0].(*py.Instance); ok && x.Class.IsWeaklyHeld() {
				return int64(1), nil
			}
			return int64(0), nil
		}),
	)
}
