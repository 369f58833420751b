package py

import "slices"

// Tracebacks as objects: what __traceback__ of an exception is, one level of calls each.

// tracebackObject is a level of a traceback: the last entry, and what is below it.
type tracebackObject struct{ entries []TraceEntry } // innermost first, never empty

// traceFrame stands for a frame that is no longer there.
type traceFrame struct{ entry TraceEntry }

var (
	tracebackClass  = NewClass("", "traceback", ObjectClass, nil)
	traceFrameClass = NewClass("", "frame", ObjectClass, nil)
)

// FrameOf makes the object of an entry's frame, as the interpreter knows it; nil where it does not.
var FrameOf func(frame any) Value

// TracebackOf is the traceback of an exception, None for one that was not raised.
func TracebackOf(e *Exc) Value {
	if len(e.Trace) == 0 {
		return None
	}
	if e.traced == nil || len(e.traced.entries) != len(e.Trace) || &e.traced.entries[0] != &e.Trace[0] {
		e.traced = &tracebackObject{e.Trace}
	}
	return e.traced
}

// Entry is the level that a traceback begins with; ok is false for other values.
func Entry(v Value) (e TraceEntry, ok bool) {
	tb, ok := v.(*tracebackObject)
	if !ok {
		return TraceEntry{}, false
	}
	return tb.entries[len(tb.entries)-1], true
}

func (e *Exc) setTraceback(v Value) error {
	switch tb := v.(type) {
	case *tracebackObject:
		e.Trace, e.traced = slices.Clip(tb.entries), tb
	case *NoneType:
		e.Trace = nil
	default:
		return TypeErrorf("__traceback__ must be a traceback or None")
	}
	e.Owner = nil
	return nil
}

// setExcAttr sets what an exception says of itself.
func setExcAttr(t *Thread, v Value, name string, val Value) error {
	e := v.(*Exc)
	other, isExc := val.(*Exc)
	switch name {
	case "__cause__", "__context__":
		if !isExc && val != None {
			return TypeErrorf("exception %s must be None or derive from BaseException", name[2:len(name)-2])
		}
		if name == "__context__" {
			e.Context = other
			return nil
		}
		e.Cause, e.Hide = other, true
		return nil
	case "__suppress_context__":
		hide, err := Truth(t, val)
		e.Hide = hide
		return err
	case "__traceback__":
		return e.setTraceback(val)
	case "args":
		args, err := ToSlice(t, val)
		e.Args = args
		return err
	}
	if slices.Contains(syntaxAttrs, name) && e.Class.Is(SyntaxErrorClass) ||
		slices.Contains(osAttrs, name) && e.Class.Is(OSErrorClass) {
		if e.Attrs == nil {
			e.Attrs = NewDict()
		}
		e.Attrs.SetStr(name, val)
		return nil
	}
	if slices.Contains(unicodeNames(e.Class), name) {
		return e.setUnicode(name, val)
	}
	if hasAbout(e.Class, name) {
		e.setAbout(name, val)
		return nil
	}
	return Raisef(AttributeErrorClass, "property '%s' of '%s' object has no setter", name, e.Class.Name)
}

func init() {
	Register[*tracebackObject](tracebackClass)
	Register[*traceFrame](traceFrameClass)
	prop := func(name, doc string, get func(e TraceEntry) Value) {
		tracebackClass.Prop(name, doc, func(_ *Thread, v Value) (Value, error) {
			e, _ := Entry(v)
			return get(e), nil
		})
	}
	prop("tb_lineno", "The line.", func(e TraceEntry) Value { return int64(e.Line) })
	prop("tb_lasti", "Where in the line.", func(e TraceEntry) Value { return int64(e.Col) })
	prop("tb_frame", "The frame.", func(e TraceEntry) Value {
		if FrameOf != nil && e.Frame != nil {
			return FrameOf(e.Frame)
		}
		return &traceFrame{e}
	})
	prop("_text", "The line's text, and which part of it is meant.", func(e TraceEntry) Value {
		return NewTuple(e.Text, int64(e.Col), int64(e.End))
	})
	prop("_where", "The file and the function.", func(e TraceEntry) Value { return NewTuple(e.File, e.Func) })
	tracebackClass.Prop("tb_next", "The level below.", func(_ *Thread, v Value) (Value, error) {
		if in := v.(*tracebackObject).entries; len(in) > 1 {
			return &tracebackObject{in[:len(in)-1]}, nil
		}
		return None, nil
	})
	for _, name := range []string{"co_name", "co_filename", "co_firstlineno"} {
		traceFrameClass.Prop(name, "Of its text.", func(_ *Thread, v Value) (Value, error) {
			e := v.(*traceFrame).entry
			return map[string]Value{"co_name": e.Func, "co_filename": e.File, "co_firstlineno": int64(e.Line)}[name], nil
		})
	}
	traceFrameClass.Prop("f_code", "What stands for its text.", func(_ *Thread, v Value) (Value, error) { return v, nil })
	traceFrameClass.Prop("f_lineno", "The line.", func(_ *Thread, v Value) (Value, error) {
		return int64(v.(*traceFrame).entry.Line), nil
	})
	for _, name := range []string{"f_locals", "f_globals"} {
		traceFrameClass.Prop(name, "No names are known.", func(*Thread, Value) (Value, error) { return NewDict(), nil })
	}
	traceFrameClass.Prop("f_back", "None: the caller is not known.", func(*Thread, Value) (Value, error) {
		return None,
			nil
	})
}
