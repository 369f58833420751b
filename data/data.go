package data

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Value is a component of an element: *tensor.Tensor, *ragged.Ragged, *sparse.Sparse, *Dataset, *Optional.
type Value = any

// Element is what an iterator gives: the components in the order of the element's spec.
type Element []Value

// End is the error of an iterator that has given all elements; its text is TensorFlow's.
//
//lint:ignore ST1012,ST1005 a sentinel as io.EOF is, with the text of TensorFlow's OutOfRangeError
var End = errors.New("End of sequence")

// Cardinalities that are no numbers of elements.
const (
	Infinite = -1
	Unknown  = -2
)

// Run is a call into an iterator: what may stop it, and what functions that call back into a language need.
type Run struct {
	Ctx  context.Context
	Host any
	Made *atomic.Int64 // counts the datasets that are made; nil for nobody
	Tell func()        // called now and then by those who go through all elements; nil for nobody
}

func (r *Run) tell() {
	if r.Tell != nil {
		r.Tell()
	}
}

// Check is the error of a call that is to stop.
func (r *Run) Check() error { return r.Ctx.Err() }

// Iterator gives the elements of a dataset one by one, End after the last one. An error of one element does
// not end it: the next call goes on behind it.
type Iterator interface {
	Next(r *Run) (Element, error)
}

// next is an iterator made of a function.
type next func(r *Run) (Element, error)

// Next calls the function.
func (f next) Next(r *Run) (Element, error) { return f(r) }

// Func is the function of a stage.
type Func interface {
	Call(r *Run, e *Env, args Element) (Element, error)
	Free() []op.Value // the edges of graphs around the stage it uses
	Portable() bool   // it may run on any goroutine, several calls at a time
}

// Batched is a function that gives for a batch of elements at once what it gives for each of them.
type Batched interface {
	Func
	OnBatches() bool
}

// Dataset is a stage and the stages it reads from.
type Dataset struct {
	Kind     string // of the iterator, as paths in errors have it: "Map", "Shuffle"
	In       []*Dataset
	Size     int64        // the cardinality
	Portable bool         // its iterators may run on any goroutine
	Number   atomic.Int64 // among the datasets that were made, for errors
	Counts   bool         // it is Enumerate: TensorFlow zips a range
	Traced   bool         // made while a function was traced: again each time the function runs
	Steady   bool         // its function has no state: TensorFlow runs it in parallel

	open  func(e *Env) (Iterator, error)
	args  []op.Value // its own values
	funcs []Func
	edges []op.Value // of graphs around, those of In left out
	env   *Env       // of a dataset that was made when a function ran: the values of its edges
	of    *Dataset   // that was bound
	mu    sync.Mutex
	kept  any // what all iterators share, of a stage without edges
}

// DType makes a dataset a value that flows along the edges of graphs.
func (d *Dataset) DType() tensor.DType { return tensor.Variant }

// stage makes a dataset over others.
//
//go:noinline
func stage(kind string, size int64, open func(e *Env) (Iterator, error), in ...*Dataset) *Dataset {
	d := &Dataset{Kind: kind, In: in, Size: size, Portable: true, open: open}
	for _, x := range in {
		d.Portable = d.Portable && x.Portable
	}
	return d
}

// step gives the next element of a stage over one input.
type step func(r *Run, in Iterator) (Element, error)

// over makes a dataset over one other: begin reads the stage's own values and makes what an iterator needs.
//
//go:noinline
func over(kind string, size int64, d *Dataset, begin func(e *Env) (step, error)) *Dataset {
	return stage(kind, size, func(e *Env) (Iterator, error) {
		f, err := begin(e)
		if err != nil {
			return nil, err
		}
		in, err := d.Open(e)
		if err != nil {
			return nil, err
		}
		return next(func(r *Run) (Element, error) { return f(r, in) }), nil
	}, d)
}

// kept is the next element of an iterator that keep takes.
func kept(r *Run, in Iterator, keep func(x Element) (bool, error)) (Element, error) {
	for {
		if err := r.Check(); err != nil {
			return nil, err
		}
		x, err := in.Next(r)
		if err != nil {
			return nil, err
		}
		if ok, err := keep(x); ok || err != nil {
			return x, err
		}
	}
}

// uses tells of the edges among a stage's own values.
//
//go:noinline
func (d *Dataset) uses(vs ...op.Value) *Dataset {
	d.args = append(d.args, vs...)
	for _, v := range vs {
		if e, ok := v.(*op.Edge); ok {
			if e.Const == nil {
				d.edges = append(d.edges, e)
			}
		}
	}
	return d
}

// calls tells of a stage's function.
func (d *Dataset) calls(fs ...Func) *Dataset {
	d.funcs = append(d.funcs, fs...)
	for _, f := range fs {
		d.edges = append(d.edges, f.Free()...)
		d.Portable = d.Portable && f.Portable()
	}
	return d
}

// Free lists the edges of graphs that the dataset depends on, each once.
func (d *Dataset) Free() []op.Value {
	var out []op.Value
	seen := map[any]bool{}
	var walk func(d *Dataset)
	walk = func(d *Dataset) {
		if seen[d] || d.env != nil {
			return
		}
		seen[d] = true
		for _, v := range d.edges {
			if !seen[v] {
				seen[v] = true
				out = append(out, v)
			}
		}
		for _, in := range d.In {
			walk(in)
		}
	}
	walk(d)
	return out
}

// Bind gives the edges of a dataset, in the order of Free, their values.
func (d *Dataset) Bind(e *Env, vals []op.Value) *Dataset {
	free := d.Free()
	if len(free) == 0 {
		return d
	}
	in := &Env{up: e, vals: map[op.Value]op.Value{}, state: map[*Dataset]any{}}
	for i, v := range free {
		in.vals[v] = vals[i]
	}
	b := stageOf(d)
	b.env = in
	return b
}

// Over gives the edges of a dataset, in the order of Free, values of which some are edges themselves.
func (d *Dataset) Over(vals []op.Value) *Dataset {
	free := d.Free()
	known := true
	for _, v := range vals {
		if _, ok := v.(*op.Edge); ok {
			known = false
		}
	}
	if known {
		return d.Bind(nil, vals)
	}
	out := &Dataset{Kind: d.Kind, Size: d.Size, Portable: d.Portable, Traced: true, of: d}
	out.open = func(e *Env) (Iterator, error) {
		in := &Env{up: e, vals: map[op.Value]op.Value{}, state: map[*Dataset]any{}}
		for i, v := range vals {
			x, err := e.Get(v)
			if err != nil {
				return nil, err
			}
			in.vals[free[i]] = x
		}
		return d.Open(in)
	}
	return out.uses(vals...)
}

// stageOf copies what says a dataset, without what its iterators share.
func stageOf(d *Dataset) *Dataset {
	return &Dataset{Kind: d.Kind, In: d.In, Size: d.Size, Portable: d.Portable, of: d,
		open: func(e *Env) (Iterator, error) { return d.Open(e) }}
}

// Open makes an iterator.
func (d *Dataset) Open(e *Env) (Iterator, error) {
	if d.env != nil {
		e = d.env.under(e)
	}
	return d.open(e)
}

// Begin makes an iterator of its own: random functions begin anew.
func (d *Dataset) Begin() (Iterator, error) { return d.Open(&Env{own: newOwn()}) }

// share is what all iterators of a stage have in common, made when it is first asked for.
func (d *Dataset) share(e *Env, fresh func() any) any {
	if env := e.holder(d); env != nil {
		return env.keep(d, fresh)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.kept == nil {
		d.kept = fresh()
	}
	return d.kept
}

// Placeholder is a dataset that a value of a graph stands for.
func Placeholder(e *op.Edge) *Dataset {
	d := stage("Placeholder", Unknown, func(env *Env) (Iterator, error) {
		v, err := env.Get(e)
		if err != nil {
			return nil, err
		}
		return v.(*Dataset).Open(env)
	})
	d.Portable = false
	return d.uses(e)
}

// Optional is a value that may be absent.
type Optional struct {
	Has  bool
	Elem Element
}

// DType makes an optional a value that flows along the edges of graphs.
func (o *Optional) DType() tensor.DType { return tensor.Variant }

// Is tells whether a dataset is a stage, or that stage with values for its edges.
func (d *Dataset) Is(stage *Dataset) bool { return d == stage || d.of == stage }

// count numbers the stages that a function has made anew.
func (d *Dataset) count(r *Run) {
	if r.Made == nil {
		return
	}
	if d.of != nil {
		d = d.of
	}
	for _, in := range d.In {
		in.count(r)
	}
	if d.Traced {
		d.Number.Store(r.Made.Add(1) - 1)
	}
}
