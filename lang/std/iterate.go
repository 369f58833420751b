package std

import (
	"fmt"

	"github.com/tfs-lang/tfs/lang/py"
)

// Builtins that walk iterables.

func zipFn(t *thread, args []value, kw []py.Kw) (value, error) {
	strict := false
	for _, k := range kw {
		if k.Name != "strict" {
			return nil, py.TypeErrorf("'%s' is an invalid keyword argument for zip()", k.Name)
		}
		strict, _ = py.Truth(t, k.Value)
	}
	if v, done, err := t.Walked("zip", args, args...); done {
		return v, err
	}
	if len(args) == 2 && !strict {
		a, err := py.NewWalk(t, args[0])
		if err != nil {
			return nil, err
		}
		b, err := py.NewWalk(t, args[1])
		return &py.NamedIter{Iterator: &py.Zip2{A: a, B: b}, Type: "zip"}, err
	}
	its := make([]py.Iterator, len(args))
	for i, a := range args {
		it, err := py.Iter(t, a)
		if err != nil {
			return nil, err
		}
		its[i] = it
	}
	return named("zip", func(t *thread) (value, error) {
		if len(its) == 0 {
			return nil, nil
		}
		row := make([]value, len(its))
		for i, it := range its {
			v, err := it.Next(t)
			if err != nil {
				return nil, err
			}
			if v == nil {
				if strict {
					return nil, unequal(t, its, i)
				}
				return nil, nil
			}
			row[i] = v
		}
		return py.NewTuple(row...), nil
	}), nil
}

// unequal is the error of zip(strict=True) when the i-th iterator ends: it is shorter than
// those before it, or one after it is longer.
func unequal(t *thread, its []py.Iterator, i int) error {
	plural := func(n int) string {
		if n == 1 {
			return " 1"
		}
		return fmt.Sprintf("s 1-%d", n)
	}
	if i > 0 {
		return py.ValueErrorf("zip() argument %d is shorter than argument%s", i+1, plural(i))
	}
	for k := 1; k < len(its); k++ {
		v, err := its[k].Next(t)
		if err != nil {
			return err
		}
		if v != nil {
			return py.ValueErrorf("zip() argument %d is longer than argument%s", k+1, plural(k))
		}
	}
	return nil
}

func mapFn(t *thread, args []value, kw []py.Kw) (value, error) {
	if len(kw) > 0 {
		return nil, py.TypeErrorf("map() takes no keyword arguments")
	}
	if len(args) < 2 {
		return nil, py.TypeErrorf("map() must have at least two arguments.")
	}
	if len(args) == 2 {
		if v, done, err := t.Walked("map", args[1:], args[0]); done {
			return v, err
		}
		w, err := py.NewWalk(t, args[1])
		f := args[0]
		return named("map", func(t *thread) (value, error) {
			v, err := w.Next(t)
			if v == nil || err != nil {
				return nil, err
			}
			return py.Call1(t, f, v)
		}), err
	}
	z, err := zipFn(t, args[1:], nil)
	if err != nil {
		return nil, err
	}
	it := z.(py.Iterator)
	return named("map", func(t *thread) (value, error) {
		v, err := it.Next(t)
		if v == nil || err != nil {
			return nil, err
		}
		return py.Call(t, args[0], v.(*py.Tuple).Items, nil)
	}), nil
}

func anyAll(t *thread, v value, want bool) (value, error) {
	it, err := py.NewWalk(t, v)
	if err != nil {
		return nil, err
	}
	for {
		x, err := it.Next(t)
		if err != nil {
			return nil, err
		}
		if x == nil {
			return !want, nil
		}
		ok, err := py.Truth(t, x)
		if err != nil {
			return nil, err
		}
		if ok == want {
			return want, nil
		}
	}
}
