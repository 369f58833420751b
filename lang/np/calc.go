package np

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// calc strings calls together; after a failure the rest do nothing and err tells it.
type calc struct {
	t   *thread
	err error
}

// u calls a ufunc.
func (c *calc) u(name string, args ...value) value {
	if c.err != nil {
		return py.None
	}
	if c.err = c.t.Poll(); c.err != nil {
		return py.None
	}
	v, err := ufuncs[name].call(c.t, args, &callOptions{})
	c.err = err
	return v
}

// tooLarge is the error of an array that does not fit into memory.
func tooLarge(t *thread, d *dtype, shape ...int) error {
	if d == nil {
		d = ndarray.Of(tensor.Int64)
	}
	return bind.ArrayError(t, ndarray.TooLarge(d, shape))
}

// room refuses a table of n entries that does not fit.
func room(n int) error {
	if n < 0 || n > 1<<40 || !tensor.Reserve(16*int64(n)) {
		return py.Raisef(py.MemoryErrorClass, "a table of %d elements does not fit", n)
	}
	return nil
}

// shallow refuses values of more than one dimension.
func (c *calc) shallow(text string, vs ...value) {
	for _, v := range vs {
		if x := c.arr(v); c.err == nil && x.Rank() > 1 {
			c.err = py.ValueErrorf("%s", text)
		}
	}
}

// room is room with the failure kept.
func (c *calc) room(n int) bool {
	if c.err == nil {
		c.err = room(n)
	}
	return c.err == nil
}

// call calls a function of the module by its name.
func (c *calc) call(name string, args ...value) value {
	if c.err != nil {
		return py.None
	}
	f := Module().Attrs[name]
	if f == nil { // one that the library wraps
		f = Module().Attrs["_"+name]
	}
	v, err := py.Call(c.t, f, args, nil)
	c.err = err
	return v
}

// arr is the array of a value; an empty one after a failure.
func (c *calc) arr(v value) *array {
	if c.err == nil {
		a, err := asArray(c.t, v)
		if c.err = err; err == nil {
			return a
		}
	}
	return ndarray.Own(tensor.Vector([]float64{}))
}

// arrays converts every entry of a sequence.
func (c *calc) arrays(v value) []*array {
	if c.err != nil {
		return nil
	}
	xs, err := arrays(c.t, v)
	c.err = err
	return xs
}

// line is the elements in one row.
func (c *calc) line(v value) *array { return c.view(ravel(c.t, c.arr(v), 'C')) }

// view takes the result of a function that may fail.
func (c *calc) view(a *array, err error) *array {
	if c.err == nil {
		c.err = err
	}
	if c.err != nil {
		return ndarray.Own(tensor.Vector([]float64{}))
	}
	return a
}

// value is view for values.
//
//go:noinline
func (c *calc) value(v value, err error) value {
	if c.err == nil {
		c.err = err
	}
	if c.err != nil {
		return py.None
	}
	return v
}

// fold is a reduction along an axis, None for all.
func (c *calc) fold(name string, v, axis value, keep bool) value {
	a := c.arr(v)
	if c.err != nil {
		return py.None
	}
	o, err := foldArgs(c.t, a, axis, nil, nil, keep, nil, nil)
	if err != nil {
		c.err = err
		return py.None
	}
	return c.value(fold(c.t, name, a, o))
}

// at is v[key].
func (c *calc) at(v, key value) value {
	a := c.arr(v)
	if c.err != nil {
		return py.None
	}
	return c.value(index(c.t, a, key))
}

// set is v[key] = val.
func (c *calc) set(v *array, key, val value) {
	if c.err == nil {
		c.err = setIndex(c.t, v, key, val)
	}
}

// cast converts to a type.
func (c *calc) cast(v value, d *dtype) *array {
	a := c.arr(v)
	if c.err != nil {
		return a
	}
	return c.view(castTo(c.t, a, d))
}

// floats is the elements as float64, in a row.
func (c *calc) floats(v value) []float64 {
	a := c.line(v)
	if c.err == nil && a.DType().IsDate() {
		c.err = py.TypeErrorf("Cannot cast array data from dtype(%s) to dtype('float64') according to the rule 'safe'",
			a.DType().Repr())
	}
	a = c.cast(a, dtypeOf(tensor.Float64))
	if c.err != nil {
		return nil
	}
	x, err := a.Borrow(c.t.Ctx)
	c.err = err
	if err != nil {
		return nil
	}
	return tensor.Slice[float64](x)
}

// ints is the elements as int, in a row.
func (c *calc) ints(v value) []int {
	a := c.line(v)
	if c.err != nil {
		return nil
	}
	if a.Len() > 0 && (!a.DType().IsNumber() || !a.DType().Num.IsInteger() && a.DType().Num != tensor.Bool) {
		c.err = py.TypeErrorf("Cannot cast array data from dtype(%s) to dtype('int64') according to the rule 'safe'",
			a.DType().Repr())
		return nil
	}
	x, err := numbers(c.t, c.cast(a, dtypeOf(tensor.Int64)))
	if c.err = err; err != nil {
		return nil
	}
	return x.Ints()
}

// int reads an integer argument, axis an axis.
func (c *calc) int(v value, name string) int {
	if c.err != nil {
		return 0
	}
	n, err := intArg(v, name)
	c.err = err
	return n
}

func (c *calc) axis(v value, rank int) int {
	if c.err != nil {
		return 0
	}
	k, err := axisArg(v, rank)
	c.err = err
	return k
}

// new is a zero-filled array.
func (c *calc) new(d *dtype, shape ...int) *array {
	if c.err != nil {
		return ndarray.Own(tensor.Vector([]float64{}))
	}
	return c.view(filled(c.t, shape, d, nil, 'C'))
}

// calcFn adds a function written with calc.
//
//go:noinline
func calcFn(sig, doc string, f func(c *calc, a []value) value) {
	fn(sig, doc, func(t *thread, a []value) (value, error) {
		c := &calc{t: t}
		v := f(c, a)
		if c.err != nil {
			return nil, c.err
		}
		if z, ok := v.(*array); ok && z == nil {
			return py.None, nil
		}
		return v, nil
	})
}

// changeFn is calcFn for functions that change an argument: they run where they are called, so
// that nothing changes after an interrupt.
func changeFn(sig, doc string, f func(c *calc, a *array, args []value)) {
	b := fn(sig, doc, nil)
	b.Fn = func(t *thread, args []value) (value, error) {
		a, ok := args[0].(*array)
		if !ok {
			return nil, py.TypeErrorf("an ndarray is needed, not '%s'", py.TypeOf(args[0]).Name)
		}
		if !a.Writeable() {
			return nil, py.ValueErrorf("assignment destination is read-only")
		}
		c := &calc{t: t}
		f(c, a, args)
		return py.None, c.err
	}
}

func floatsOf(v []float64, shape ...int) *array {
	if shape == nil {
		shape = []int{len(v)}
	}
	return ndarray.Own(tensor.FromSlice(shape, v))
}

func intsOf(v []int, shape ...int) *array {
	if shape == nil {
		shape = []int{len(v)}
	}
	return ndarray.Own(tensor.FromSlice(shape, int64s(v)))
}

func boolsOf(v []bool, shape ...int) *array {
	if shape == nil {
		shape = []int{len(v)}
	}
	return ndarray.Own(tensor.FromSlice(shape, v))
}
