package lang

import "github.com/tfs-lang/tfs/lang/py"

// handleGroup runs each except* handler for its part of a group. What no handler takes, what
// handlers raise and what they raise again leaves as one exception.
func (f *Frame) handleGroup(hs []handler, ex *py.Exc) (signal, error) {
	var raised []*py.Exc        // what handlers raised
	again := map[*py.Exc]bool{} // parts that a handler raised again
	rest := ex
	for _, h := range hs {
		if rest == nil {
			break
		}
		part, left, err := f.splitFor(h, rest)
		if err != nil {
			return sigNone, during(err, ex)
		}
		if part == nil {
			continue
		}
		rest = left
		e, err := f.runPart(h, part)
		switch {
		case err != nil:
			return sigNone, err
		case e == part:
			again[part] = true
			raised = append(raised, part)
		case e != nil:
			raised = append(raised, e)
		}
	}
	return sigNone, f.regroup(ex, rest, raised, again)
}

// splitFor divides what is left of an exception by the class of a handler. An exception that is no
// group comes wrapped in one.
func (f *Frame) splitFor(h handler, ex *py.Exc) (part, rest *py.Exc, err error) {
	typ, err := f.eval(h.typ)
	if err != nil {
		return nil, nil, err
	}
	if err := f.mayCatch(typ); err != nil {
		return nil, nil, f.traced(err, h.typ.x.Pos())
	}
	match := func(e *py.Exc) (bool, error) { return matches(e, typ) }
	if ex.IsGroup() {
		return ex.Split(f.t, match)
	}
	ok, err := match(ex)
	if err != nil {
		return nil, nil, f.traced(err, h.typ.x.Pos())
	}
	if !ok {
		return nil, ex, nil
	}
	part = py.GroupOf("", py.NewTuple(ex))
	part.Trace = append([]py.TraceEntry(nil), ex.Trace...)
	return part, nil, nil
}

// mayCatch refuses the classes of groups in except*.
func (f *Frame) mayCatch(typ py.Value) error {
	classes := []py.Value{typ}
	if t, ok := typ.(*py.Tuple); ok {
		classes = t.Items
	}
	for _, v := range classes {
		c, ok := v.(*py.Class)
		if !ok || !c.Is(py.BaseExceptionClass) {
			return py.TypeErrorf("catching classes that do not inherit from BaseException is not allowed")
		}
		if c.Is(py.BaseExceptionGroupClass) {
			return py.TypeErrorf("catching ExceptionGroup with except* is not allowed. Use except instead.")
		}
	}
	return nil
}

// runPart runs a handler for its part; it gives what the handler raises, nil for nothing. The
// error is one that no program sees.
func (f *Frame) runPart(h handler, part *py.Exc) (*py.Exc, error) {
	if h.name != "" {
		if err := f.store(h.name, part); err != nil {
			return nil, err
		}
	}
	f.t.Handled = append(f.t.Handled, part)
	_, err := f.exec(h.body)
	f.t.Handled = f.t.Handled[:len(f.t.Handled)-1]
	if h.name != "" {
		_ = f.unset(h.name)
	}
	if err == nil || err == errAbandoned {
		return nil, err
	}
	ex := py.AsExc(err)
	if ex != part {
		_ = during(ex, part)
	}
	return ex, nil
}

// regroup is the exception that leaves a try statement with except*, nil for none.
func (f *Frame) regroup(whole, rest *py.Exc, raised []*py.Exc, again map[*py.Exc]bool) error {
	if len(raised) == 0 {
		if rest == nil {
			return nil
		}
		return rest
	}
	if !whole.IsGroup() { // one handler at most ran
		return raised[0]
	}
	kept := map[*py.Exc]bool{} // the single exceptions that go on as they came
	var single func(e *py.Exc)
	single = func(e *py.Exc) {
		if !e.IsGroup() {
			kept[e] = true
			return
		}
		for _, p := range e.Parts() {
			single(p)
		}
	}
	if rest != nil {
		single(rest)
	}
	var fresh []*py.Exc
	for _, e := range raised {
		if again[e] {
			single(e)
		} else {
			fresh = append(fresh, e)
		}
	}
	var old *py.Exc
	if len(kept) > 0 {
		var err error
		old, _, err = whole.Split(f.t, func(e *py.Exc) (bool, error) { return kept[e], nil })
		if err != nil {
			return err
		}
	}
	if len(fresh) == 0 {
		return old
	}
	if old != nil {
		fresh = append(fresh, old)
	}
	if len(fresh) == 1 {
		return fresh[0]
	}
	return py.GroupOf("", py.NewList(excValues(fresh)...))
}

func excValues(list []*py.Exc) []py.Value {
	out := make([]py.Value, len(list))
	for i, e := range list {
		out[i] = e
	}
	return out
}
