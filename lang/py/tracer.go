package py

import "slices"

// Tracer is what the interpreter asks while a function is traced: conditions and loops over values that
// are not known yet become part of the trace. What watches a thread's ops (Thread.Rec) may be one.
type Tracer interface {
	// Unknown tells the values of the trace.
	Unknown(v Value) bool
	// Mark gives what takes back all that the trace gets from here on.
	Mark() (undo func())
	// Not is the negation of such a value.
	Not(t *Thread, v Value) (Value, error)
	// Branches begins a choice by a condition.
	Branches(t *Thread, pred Value) (Branches, error)
	// Loop begins a loop.
	Loop(t *Thread) (Loop, error)
	// Builtin is len, int, float, sorted or range of arguments among which such a value is.
	Builtin(t *Thread, name string, args []Value) (Value, error)
	// Rows takes a value apart that is iterated over: how many rows, and each of them by its number.
	Rows(t *Thread, v Value) (n Value, row func(i Value) (Value, error), err error)
	// Must adds an assertion, that something holds when the function runs.
	Must(t *Thread, holds Value, why string) error
	// Returned makes values of the trace of what the body of a loop returns: numbers and nests of them.
	Returned(t *Thread, v Value) (Value, error)
	// Steps is how a loop of the trace walks along a value that gives one item after the other; nil for any other
	// value.
	Steps(t *Thread, v Value) (Steps, error)
}

// Partial is implemented by tracers that can leave statements to the language: AsIs is the one that does, nil where
// they are left to it already.
type Partial interface{ AsIs() any }

// Steps gives items as long as there are more.
type Steps interface {
	More(t *Thread) (Value, error)
	Next(t *Thread) (Value, error)
	// Grows tells whether the shapes of a loop's variables may change from round to round.
	Grows() bool
}

// Stepped is implemented by values of packages above, or by what lies under an object, that a loop of a trace
// walks along.
type Stepped interface {
	Steps(t *Thread) (Steps, error)
}

// Branches are the two sides of a choice: the first is taken where the condition holds.
type Branches interface {
	// Run runs a part of side i, which may be called again to go on with it.
	Run(i int, f func() error) error
	// Join gives what each name has after the choice, from its values at the end of both sides; nil for
	// one that is not set. A name set on one side alone is a *Half.
	Join(names []string, a, b []Value) ([]Value, error)
	// Refuse is the error of using the condition where it would have to be known.
	Refuse() error
}

// Loop is a loop: its variables are made first, then its test and its body run once each.
type Loop interface {
	// Options says how many rounds there are at most, None for any number, and what stays the same of the
	// shapes of variables: pairs of a variable's first value and a shape. It comes before Var.
	Options(rounds, invariants Value) error
	// Grow lets shapes of variables become known less well than they begin: what they have to be is noted there, and
	// the loop is made again as long as that changes. It comes before Var.
	Grow(g *Growth)
	// Var makes a variable with its first value, and gives its value inside. ok is false for what cannot
	// be one.
	Var(name string, init Value) (inner Value, ok bool, err error)
	Test(f func() (Value, error)) error
	Body(f func() error) error
	// Next sets a variable's value after one round, within the body; one that was not made by Var begins
	// with zeros.
	Next(name string, v Value) error
	// Done gives the variables after the loop.
	Done() (map[string]Value, error)
}

// Growth is what loops over a dataset note of their variables, by their names.
type Growth struct {
	By      map[string]any
	Changed bool
}

// Half is a name that has a value on one side of a choice alone: reading it is an error.
type Half struct{ Text string }

// TracerOf is the tracer of a thread, nil when nothing is traced.
//
//go:noinline
func TracerOf(t *Thread) Tracer {
	tr, _ := t.Rec.(Tracer)
	return tr
}

// Unknown tells whether a value belongs to the function that is being traced.
func (t *Thread) Unknown(v Value) bool {
	if t.Rec == nil {
		return false
	}
	tr := TracerOf(t)
	return tr != nil && tr.Unknown(v)
}

// Symbolic is a builtin function of values of the function that is being traced; done is false for any other ones.
func (t *Thread) Symbolic(name string, args ...Value) (out Value, done bool, err error) {
	if t.Rec == nil || !slices.ContainsFunc(args, t.Unknown) {
		return nil, false, nil
	}
	out, err = TracerOf(t).Builtin(t, name, args)
	return out, true, err
}

// Walked is a builtin function of datasets in a function that is being traced, by a method of theirs: enumerate, zip,
// map and filter give datasets there. done is false for anything else.
func (t *Thread) Walked(method string, of []Value, args ...Value) (out Value, done bool, err error) {
	p, ok := t.Rec.(Partial)
	if !ok || p.AsIs() == nil || len(of) == 0 {
		return nil, false, nil
	}
	for _, v := range of {
		x, ok := v.(*Instance)
		if !ok || x.Class.Lookup(method) == nil {
			return nil, false, nil
		}
		if _, ok := x.Native.(Stepped); !ok {
			return nil, false, nil
		}
	}
	out, err = CallMethod(t, of[0], method, args...)
	return out, true, err
}

// Either is `a and b`, or with or `a or b`, of an a that is not known yet.
func Either(t *Thread, or bool, a Value, b func() (Value, error)) (Value, error) {
	sides := [2]func() (Value, error){b, func() (Value, error) { return a, nil }}
	if or {
		sides[0], sides[1] = sides[1], sides[0]
	}
	return Choose(t, a, "the value", sides[0], sides[1])
}

// Choose is a choice of two values by a condition that is not known yet.
func Choose(t *Thread, pred Value, name string, then, els func() (Value, error)) (Value, error) {
	b, err := TracerOf(t).Branches(t, pred)
	if err != nil {
		return nil, err
	}
	var vals [2]Value
	for i, f := range []func() (Value, error){then, els} {
		if err := b.Run(i, func() (err error) {
			vals[i], err = f()
			return err
		}); err != nil {
			return nil, err
		}
	}
	out, err := b.Join([]string{name}, vals[:1], vals[1:])
	if err != nil {
		return nil, err
	}
	return out[0], nil
}
