package data

import (
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Stages that call a function on each element.

// UserError is the failure of a stage's function: TensorFlow names the stage and the path of its iterator.
type UserError struct {
	Stage *Dataset
	Err   error
	Outer []Within // the stages around that made the dataset of Stage, the innermost first
}

// Within is a stage whose function made a dataset, for which element, and that dataset.
type Within struct {
	Stage *Dataset
	Index int
	Root  *Dataset
}

// inside tells an error of the elements of a dataset that a stage's function made where it is.
func (d *Dataset) inside(err error, index int, root *Dataset) error {
	if u, ok := err.(*UserError); ok {
		return &UserError{u.Stage, u.Err, append(u.Outer[:len(u.Outer):len(u.Outer)], Within{d, index, root})}
	}
	return err
}

func (e *UserError) Error() string { return e.Err.Error() }

// Unwrap is the function's own error.
func (e *UserError) Unwrap() error { return e.Err }

// called calls the function of a stage.
func (d *Dataset) called(r *Run, e *Env, f Func, args Element) (Element, error) {
	x, err := f.Call(r, e, args)
	if err == nil {
		return x, nil
	}
	if r.Ctx.Err() != nil {
		return nil, r.Ctx.Err()
	}
	return nil, &UserError{Stage: d, Err: err}
}

// Map gives what f gives for each element. With ahead more than 1 so many calls may run at a time; the order stays.
func Map(d *Dataset, f Func, ahead op.Value) *Dataset {
	var out *Dataset
	kind := "Map"
	if ahead != nil {
		kind = "ParallelMap"
	}
	out = stage(kind, d.Size, func(e *Env) (Iterator, error) {
		in, err := d.Open(e)
		if err != nil {
			return nil, err
		}
		one := func(r *Run, x Element) (Element, error) { return out.called(r, e, f, x) }
		if ahead != nil && f.Portable() {
			n, err := e.Int(ahead)
			if err != nil {
				return nil, err
			}
			if n = workers(n); n > 1 {
				return parallel(in, int(n), one), nil
			}
		}
		return next(func(r *Run) (Element, error) {
			x, err := in.Next(r)
			if err != nil {
				return nil, err
			}
			return one(r, x)
		}), nil
	}, d).calls(f)
	if ahead != nil {
		out.uses(ahead)
	}
	return out
}

// truth is the only component of what a predicate gave.
func truth(x Element) bool { return x[0].(*tensor.Tensor).Int(0) != 0 }

// Filter gives the elements for which f gives true.
func Filter(d *Dataset, f Func) *Dataset {
	var out *Dataset
	size := int64(Unknown)
	if d.Size == 0 {
		size = 0
	}
	out = over("Filter", size, d, func(e *Env) (step, error) {
		return func(r *Run, in Iterator) (Element, error) {
			return kept(r, in, func(x Element) (bool, error) {
				ok, err := out.called(r, e, f, x)
				return err == nil && truth(ok), err
			})
		}, nil
	}).calls(f)
	return out
}

// TakeWhile gives the elements before the first one for which f gives false.
func TakeWhile(d *Dataset, f Func) *Dataset {
	var out *Dataset
	out = over("TakeWhile", Unknown, d, func(e *Env) (step, error) {
		ended := false
		return func(r *Run, in Iterator) (Element, error) {
			if ended {
				return nil, End
			}
			x, err := in.Next(r)
			if err != nil {
				return nil, err
			}
			ok, err := out.called(r, e, f, x)
			if err != nil {
				return nil, err
			}
			if ended = !truth(ok); ended {
				return nil, End
			}
			return x, nil
		}, nil
	}).calls(f)
	return out
}

// Scan calls f on a state and each element; f gives the next state, of as many components as the first one that
// build makes of init, and an element.
func Scan(d *Dataset, init []op.Value, build func(vals []op.Value) (Element, error), f Func) *Dataset {
	var out *Dataset
	out = over("Scan", d.Size, d, func(e *Env) (step, error) {
		state, err := built(e, init, build)
		if err != nil {
			return nil, err
		}
		n := len(state)
		return func(r *Run, in Iterator) (Element, error) {
			x, err := in.Next(r)
			if err != nil {
				return nil, err
			}
			y, err := out.called(r, e, f, append(append(Element{}, state...), x...))
			if err != nil {
				return nil, err
			}
			state = y[:n:n]
			return y[n:], nil
		}, nil
	}).calls(f).uses(init...)
	return out
}

// Reduce folds all elements into a state: f gives the next one of the state and an element.
func Reduce(r *Run, e *Env, d *Dataset, state Element, f Func) (Element, error) {
	in, err := d.Open(e)
	if err != nil {
		return nil, err
	}
	for {
		if err := r.Check(); err != nil {
			return nil, err
		}
		r.tell()
		x, err := in.Next(r)
		if err == End {
			return state, nil
		}
		if err != nil {
			return nil, err
		}
		if state, err = f.Call(r, e, append(append(Element{}, state...), x...)); err != nil {
			return nil, err
		}
	}
}

// FlatMap gives the elements of the dataset that f gives for each element, one dataset after the other.
func FlatMap(d *Dataset, f Func) *Dataset {
	var out *Dataset
	out = over("FlatMap", Unknown, d, func(e *Env) (step, error) {
		var inner Iterator
		var root *Dataset
		at := -1
		return func(r *Run, in Iterator) (Element, error) {
			for {
				if err := r.Check(); err != nil {
					return nil, err
				}
				if inner == nil {
					at++
					var err error
					if inner, root, err = out.within(r, e, in, f); err != nil {
						return nil, err
					}
				}
				x, err := inner.Next(r)
				if err != End {
					return x, out.inside(err, at, root)
				}
				inner = nil
			}
		}, nil
	}).calls(f)
	return out
}

// within opens the dataset of the next element.
func (d *Dataset) within(r *Run, e *Env, in Iterator, f Func) (Iterator, *Dataset, error) {
	x, err := in.Next(r)
	if err != nil {
		return nil, nil, err
	}
	y, err := d.called(r, e, f, x)
	if err != nil {
		return nil, nil, err
	}
	root := y[0].(*Dataset)
	root.count(r)
	it, err := root.Open(e)
	return it, root, err
}

// Interleave goes round the datasets that f gives for cycle elements at a time and takes block elements of each.
func Interleave(d *Dataset, f Func, cycle, block op.Value, kind string) *Dataset {
	var out *Dataset
	out = stage(kind, Unknown, func(e *Env) (Iterator, error) {
		n, err := e.Int(cycle)
		if err != nil {
			return nil, err
		}
		length, err := e.Int(block)
		if err != nil {
			return nil, err
		}
		if n < 0 { // as many as there are processors
			n = workers(n)
		}
		if n == 0 {
			return nil, tensor.Errorf("cycle_length must be greater than zero.")
		}
		if length <= 0 {
			return nil, tensor.Errorf("block_length must be greater than zero.")
		}
		in, err := d.Open(e)
		if err != nil {
			return nil, err
		}
		w := &weaver{of: out, size: int(n), block: length}
		w.open = func(r *Run) (Iterator, *Dataset, error) { return out.within(r, e, in, f) }
		return w, nil
	}, d).calls(f).uses(cycle, block)
	return out
}

// weaver is the iterator of Interleave.
type weaver struct {
	of    *Dataset
	open  func(r *Run) (Iterator, *Dataset, error)
	size  int
	block int64

	slots []Iterator
	roots []*Dataset
	at    int
	given int64 // of the block at hand
	over  bool  // the input has no more
}

// Next is the next element of the dataset whose turn it is. A place that is empty takes the next dataset when its
// turn comes.
func (w *weaver) Next(r *Run) (Element, error) {
	for {
		if err := r.Check(); err != nil {
			return nil, err
		}
		if len(w.slots) == 0 {
			w.slots = make([]Iterator, min(w.size, 1<<16))
			w.roots = make([]*Dataset, len(w.slots))
		}
		if w.slots[w.at] == nil {
			if w.over {
				if w.empty() {
					return nil, End
				}
				w.turn()
				continue
			}
			in, root, err := w.open(r)
			if err == End {
				w.over = true
				continue
			}
			if err != nil {
				w.turn()
				return nil, err
			}
			w.slots[w.at], w.roots[w.at] = in, root
		}
		x, err := w.slots[w.at].Next(r)
		if err == End {
			w.slots[w.at] = nil
			w.turn()
			continue
		}
		err = w.of.inside(err, w.at, w.roots[w.at])
		if w.given++; w.given == w.block {
			w.turn()
		}
		return x, err
	}
}

func (w *weaver) turn() {
	w.at = (w.at + 1) % len(w.slots)
	w.given = 0
}

func (w *weaver) empty() bool {
	for _, s := range w.slots {
		if s != nil {
			return false
		}
	}
	return true
}
