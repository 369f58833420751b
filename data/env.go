package data

import (
	"slices"
	"sync"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Env gives the edges of graphs their values while datasets that use them are open. A nil Env has none.
type Env struct {
	up    *Env
	vals  map[op.Value]op.Value
	mu    sync.Mutex
	state map[*Dataset]any // what the iterators of stages with edges share
	own   *own
}

// own is what belongs to one outermost iterator.
type own struct {
	mu      sync.Mutex
	streams map[*op.Stream]*op.Stream
}

func newOwn() *own { return &own{streams: map[*op.Stream]*op.Stream{}} }

// under is an Env with the outermost iterator of another.
func (e *Env) under(outer *Env) *Env {
	o := outer.outermost()
	if o == nil || e.outermost() == o {
		return e
	}
	return &Env{up: e, own: o}
}

func (e *Env) outermost() *own {
	for ; e != nil; e = e.up {
		if e.own != nil {
			return e.own
		}
	}
	return nil
}

// Stream is the numbers of a random node within the outermost iterator, which begin when it begins.
func (e *Env) Stream(of *op.Stream) *op.Stream {
	o := e.outermost()
	if o == nil {
		return of
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	s := o.streams[of]
	if s == nil {
		s = new(op.Stream)
		o.streams[of] = s
	}
	return s
}

// Get is the value of an edge; other values are their own.
func (e *Env) Get(v op.Value) (op.Value, error) {
	edge, ok := v.(*op.Edge)
	if !ok {
		return v, nil
	}
	if edge.Const != nil {
		return edge.Const, nil
	}
	for ; e != nil; e = e.up {
		if x, ok := e.vals[edge]; ok {
			return x, nil
		}
	}
	return nil, tensor.Failf(tensor.FailedPrecondition,
		"the dataset uses a value of a function that is being traced; it can be iterated over when the function runs")
}

// Tensor is the tensor of an edge.
func (e *Env) Tensor(v op.Value) (*tensor.Tensor, error) {
	x, err := e.Get(v)
	if err != nil {
		return nil, err
	}
	return x.(*tensor.Tensor), nil
}

// Int is the number an integer scalar holds.
func (e *Env) Int(v op.Value) (int64, error) {
	x, err := e.Tensor(v)
	if err != nil {
		return 0, err
	}
	return x.Int(0), nil
}

// holder is the innermost Env that gives values to the edges of a dataset, nil when it has none.
func (e *Env) holder(d *Dataset) *Env {
	if len(d.Free()) == 0 {
		return nil
	}
	for ; e != nil; e = e.up {
		if e.state != nil {
			return e
		}
	}
	return nil
}

func (e *Env) keep(d *Dataset, fresh func() any) any {
	e.mu.Lock()
	defer e.mu.Unlock()
	v := e.state[d]
	if v == nil {
		v = fresh()
		e.state[d] = v
	}
	return v
}

// number is what is known of an integer scalar before a dataset is open.
func number(v op.Value) (int64, bool) {
	if t := op.Constant(v); t != nil && t.Len() == 1 {
		return t.Int(0), true
	}
	return 0, false
}

// Bound is an Env that gives edges values.
func Bound(edges, vals []op.Value) *Env {
	e := &Env{vals: map[op.Value]op.Value{}, state: map[*Dataset]any{}, own: newOwn()}
	for i, v := range edges {
		e.vals[v] = vals[i]
	}
	return e
}

// Edges lists the edges that a dataset and functions depend on, each once.
func Edges(d *Dataset, fs ...Func) []op.Value {
	out := d.Free()
	for _, f := range fs {
		for _, v := range f.Free() {
			if !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// Single is the only element of a dataset.
func Single(r *Run, e *Env, d *Dataset) (Element, error) {
	in, err := d.Open(e)
	if err != nil {
		return nil, err
	}
	x, err := in.Next(r)
	if err == End {
		return nil, tensor.Errorf("Dataset was empty.")
	}
	if err != nil {
		return nil, err
	}
	if _, err := in.Next(r); err == nil {
		return nil, tensor.Errorf("Dataset had more than one element.")
	} else if err != End {
		return nil, err
	}
	return x, nil
}
