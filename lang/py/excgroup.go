package py

import (
	"fmt"
	"slices"
)

// Groups of exceptions (PEP 654): a message and the exceptions in it, which may be groups
// themselves.

// The classes of groups. An ExceptionGroup holds Exceptions only.
var (
	BaseExceptionGroupClass = exc("BaseExceptionGroup", BaseExceptionClass)
	ExceptionGroupClass     = groupOfExceptions()
)

func groupOfExceptions() *Class {
	c := NewClass("", "ExceptionGroup", BaseExceptionGroupClass, nil)
	c.Bases = append(c.Bases, ExceptionClass)
	c.inherit(ExceptionClass)
	c.MRO = linearize(c)
	exceptionClasses = append(exceptionClasses, c)
	return c
}

// IsGroup tells whether an exception is a group.
func (e *Exc) IsGroup() bool { return e.Class.Is(BaseExceptionGroupClass) }

// Parts are the exceptions of a group.
func (e *Exc) Parts() []*Exc { return e.parts }

// NewGroup makes a group of exceptions, of the narrower class where all are Exceptions. It fails
// with a TypeError or ValueError as ExceptionGroup's constructor does.
func NewGroup(c *Class, args []Value) (*Exc, error) {
	if len(args) != 2 {
		return nil, TypeErrorf("BaseExceptionGroup.__new__() takes exactly 2 arguments (%d given)", len(args))
	}
	if _, ok := args[0].(string); !ok {
		return nil, TypeErrorf("BaseExceptionGroup.__new__() argument 1 must be str, not %s", TypeOf(args[0]).TypeName())
	}
	var items []Value
	switch x := args[1].(type) {
	case *List:
		items = x.Items
	case *Tuple:
		items = x.Items
	default:
		return nil, TypeErrorf("second argument (exceptions) must be a sequence")
	}
	if len(items) == 0 {
		return nil, ValueErrorf("second argument (exceptions) must be a non-empty sequence")
	}
	e := NewExc(c, args...)
	narrow := true
	for i, v := range items {
		x, ok := v.(*Exc)
		if !ok {
			return nil, ValueErrorf("Item %d of second argument (exceptions) is not an exception", i)
		}
		narrow = narrow && x.Class.Is(ExceptionClass)
		e.parts = append(e.parts, x)
	}
	switch {
	case narrow && c == BaseExceptionGroupClass:
		e.Class = ExceptionGroupClass
	case !narrow && c == ExceptionGroupClass:
		return nil, TypeErrorf("Cannot nest BaseExceptions in an ExceptionGroup")
	case !narrow && c.Is(ExceptionClass):
		return nil, TypeErrorf("Cannot nest BaseExceptions in '%s'", c.Name)
	}
	return e, nil
}

// GroupOf is the group of the exceptions in a list or tuple, which holds one at least.
func GroupOf(message string, parts Value) *Exc {
	e, err := NewGroup(BaseExceptionGroupClass, []Value{message, parts})
	if err != nil {
		panic(err) // only parts that are no exceptions make it fail
	}
	return e
}

// derive is a group with other parts that keeps the message and what the group carries.
func (e *Exc) derive(t *Thread, parts []*Exc) (*Exc, error) {
	items := make([]Value, len(parts))
	for i, p := range parts {
		items[i] = p
	}
	v, err := CallMethod(t, e, "derive", NewList(items...))
	if err != nil {
		return nil, err
	}
	g, ok := v.(*Exc)
	if !ok || !g.IsGroup() {
		return nil, TypeErrorf("derive must return an instance of BaseExceptionGroup")
	}
	g.Cause, g.Context, g.Hide, g.Notes = e.Cause, e.Context, e.Hide, append([]string(nil), e.Notes...)
	g.Owner = e.Owner
	if tb, ok := TracebackOf(e).(*tracebackObject); ok {
		g.Trace, g.traced = slices.Clip(tb.entries), tb
	}
	return g, nil
}

// Split divides an exception into what match takes and the rest; nil for neither. The trees of
// groups keep their form.
func (e *Exc) Split(t *Thread, match func(*Exc) (bool, error)) (yes, no *Exc, err error) {
	ok, err := match(e)
	switch {
	case err != nil:
		return nil, nil, err
	case ok:
		return e, nil, nil
	case !e.IsGroup():
		return nil, e, nil
	}
	if err := t.Enter(" in exceptiongroup_split_recursive"); err != nil {
		return nil, nil, err
	}
	defer t.Leave()
	var with, without []*Exc
	for _, p := range e.parts {
		a, b, err := p.Split(t, match)
		if err != nil {
			return nil, nil, err
		}
		if a != nil {
			with = append(with, a)
		}
		if b != nil {
			without = append(without, b)
		}
	}
	if len(with) > 0 {
		if yes, err = e.derive(t, with); err != nil {
			return nil, nil, err
		}
	}
	if len(without) > 0 {
		no, err = e.derive(t, without)
	}
	return yes, no, err
}

func init() {
	c := BaseExceptionGroupClass
	c.Prop(
		"message",
		"The text of the group.",
		func(_ *Thread, v Value) (Value, error) { return v.(*Exc).groupText(), nil },
	)
	c.Prop("exceptions", "The exceptions of the group.", func(_ *Thread, v Value) (Value, error) {
		out := NewTuple()
		for _, p := range v.(*Exc).parts {
			out.Items = append(out.Items, p)
		}
		return out, nil
	})
	c.Def("__str__(self)", "The text, and how many there are.", func(_ *Thread, a []Value) (Value, error) {
		e, s := a[0].(*Exc), "s"
		if len(e.parts) == 1 {
			s = ""
		}
		return fmt.Sprintf("%s (%d sub-exception%s)", e.groupText(), len(e.parts), s), nil
	})
	c.Def(
		"derive(self, excs)",
		"A group with the same text and other exceptions.",
		func(_ *Thread, a []Value) (Value, error) {
			return NewGroup(BaseExceptionGroupClass, []Value{a[0].(*Exc).groupText(), a[1]})
		},
	)
	c.Def(
		"split(self, condition)",
		"The part that the condition takes, and the rest.",
		func(t *Thread, a []Value) (Value, error) {
			yes, no, err := splitBy(t, a)
			return NewTuple(orNone(yes), orNone(no)), err
		},
	)
	c.Def("subgroup(self, condition)", "The part that the condition takes.", func(t *Thread, a []Value) (Value, error) {
		yes, _, err := splitBy(t, a)
		return orNone(yes), err
	})
}

func (e *Exc) groupText() string {
	if len(e.Args) > 0 {
		return StrOf(e.Args[0])
	}
	return ""
}

func splitBy(t *Thread, a []Value) (yes, no *Exc, err error) {
	const expected = "expected a function, exception type or tuple of exception types"
	classes, isTuple := a[1].(*Tuple)
	if c, ok := a[1].(*Class); ok && c.Is(BaseExceptionClass) {
		classes, isTuple = NewTuple(c), true
	}
	if isTuple {
		for _, v := range classes.Items {
			if c, ok := v.(*Class); !ok || !c.Is(BaseExceptionClass) {
				return nil, nil, TypeErrorf(expected)
			}
		}
	} else if !IsCallable(a[1]) {
		return nil, nil, TypeErrorf(expected)
	}
	return a[0].(*Exc).Split(t, func(e *Exc) (bool, error) {
		if !isTuple {
			v, err := Call(t, a[1], []Value{e}, nil)
			if err != nil {
				return false, err
			}
			return Truth(t, v)
		}
		for _, v := range classes.Items {
			if e.Class.Is(v.(*Class)) {
				return true, nil
			}
		}
		return false, nil
	})
}
