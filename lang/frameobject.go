package lang

import (
	"github.com/tfs-lang/tfs/lang/py"
)

// frameObject is what sys._getframe gives: a frame and where it was in its text. The library's
// warnings and logging find with it who called.
type frameObject struct{ f *Frame }

var frameClass = py.NewClass("", "frame", py.ObjectClass, nil)

func init() {
	py.Register[*frameObject](frameClass)
	frameClass.Seal()
	py.FrameOf = func(frame any) py.Value {
		f, ok := frame.(*Frame)
		if !ok {
			return nil
		}
		return &frameObject{f}
	}
	prop := func(name, doc string, get func(f *Frame) py.Value) {
		frameClass.Prop(name, doc, func(_ *py.Thread, v py.Value) (py.Value, error) { return get(v.(*frameObject).f), nil })
	}
	prop("f_lineno", "The line of the call under way.", func(f *Frame) py.Value {
		line, _, _, _ := f.unit.Locate(f.at)
		return int64(line)
	})
	prop("f_globals", "The global names.", func(f *Frame) py.Value { return f.in.globals })
	prop("f_locals", "The local names.", func(f *Frame) py.Value { return f.locals() })
	prop("f_builtins", "The names every program has.", func(f *Frame) py.Value {
		d := py.NewDict()
		for n, v := range f.in.builtins {
			d.SetStr(n, v)
		}
		return d
	})
	prop("f_code", "The text.", func(f *Frame) py.Value {
		if g := f.function(); g.fn != nil {
			return g.fn.codeObject()
		}
		return &codeObject{unit: f.unit}
	})
	prop("f_back", "The frame that called.", func(f *Frame) py.Value {
		if up := f.function().calledFrom(); up != nil {
			return &frameObject{up}
		}
		return py.None
	})
}

// calledFrom is the frame whose call made this one, nil where that is not known.
func (f *Frame) calledFrom() *Frame {
	up := f.caller
	if up != nil {
		up.keep()
	}
	return up
}

var getFrameFn = frameBuiltin("_getframe(depth=0)", "The frame of a call.", func(f *Frame, args []any) (any, error) {
	a, err := bindFrame("_getframe(depth=0)", args)
	if err != nil {
		return nil, err
	}
	n, err := py.ToInt(a[0])
	if err != nil {
		return nil, err
	}
	g := f.function()
	g.at = f.at
	g.keep()
	for ; n > 0; n-- {
		if g = g.calledFrom(); g == nil {
			return nil, py.ValueErrorf("call stack is not deep enough")
		}
		g.function().at = g.at
		g = g.function()
	}
	return &frameObject{g}, nil
})

// cell is what __closure__ shows of a name that a function takes from one around it.
type cell struct {
	name string
	v    py.Value // nil while the name is not bound
}

var cellClass = py.NewClass("", "cell", py.ObjectClass, nil)

func init() {
	py.Register[*cell](cellClass)
	cellClass.Seal()
	cellClass.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		holds := "empty"
		if c := v.(*cell); c.v != nil {
			holds = py.TypeOf(c.v).TypeName() + " object at " + py.Address(c.v)
		}
		return "<cell at " + py.Address(v) + ": " + holds + ">", nil
	}
	cellClass.Prop("cell_contents", "The value.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		if c := v.(*cell); c.v != nil {
			return c.v, nil
		}
		return nil, py.ValueErrorf("Cell is empty")
	})
}
