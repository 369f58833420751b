package np

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Dates and spans of time: their scalars, how values become elements, casts. Arithmetic is in lib/_np_dates.py.

var (
	dateClass, spanClass *py.Class

	resolutionError = py.NewClass("numpy._core._exceptions", "UFuncTypeError", ufuncTypeError, nil)
	tooHardError    = py.NewClass("numpy.exceptions", "TooHardError", py.RuntimeErrorClass, nil)
	promotionError  = py.NewClass("numpy.exceptions", "DTypePromotionError", py.TypeErrorClass, nil)
)

func dateSlots(signed *py.Class) {
	dateClass = py.NewClass("numpy", "datetime64", bind.GenericClass, nil)
	spanClass = py.NewClass("numpy", "timedelta64", signed, nil)
	resolutionError.Qual = "_UFuncBinaryResolutionError"
	for c, kind := range map[*py.Class]byte{dateClass: 'M', spanClass: 'm'} {
		c.New = py.NewBuiltin(c.Name+"("+map[byte]string{'M': "value=None", 'm': "value=0"}[kind]+", unit=None, /)", func(t *thread, a []value) (value, error) {
			return newDate(t, kind, a[0], a[1])
		})
		c.Repr = func(_ *thread, v value) (string, error) {
			d, n := dateCountOf(v)
			s := d.CountText(n)
			if kind == 'M' || n == ndarray.NaT {
				s = "'" + s + "'"
			}
			if kind == 'M' && (n == ndarray.NaT || d.Per > 1 || d.Unit == ndarray.Hour) || kind == 'm' && d.Unit > 0 {
				s += ",'" + d.UnitName() + "'"
			}
			return "np." + c.Name + "(" + s + ")", nil
		}
		c.Str = func(_ *thread, v value) (string, error) {
			d, n := dateCountOf(v)
			return d.SpanText(n), nil
		}
		c.Truth = func(_ *thread, v value) (bool, error) {
			_, n := dateCountOf(v)
			return n != 0, nil
		}
		c.Hash = func(v value) (any, error) {
			d, n := dateCountOf(v)
			for k := ndarray.Second; k <= 13; k++ { // the coarsest unit that holds it: one key for equal values
				if e := ndarray.Dated(kind, k, 1); ndarray.Rescale(ndarray.Rescale(n, d, e), e, d) == n {
					return [3]any{kind, k, ndarray.Rescale(n, d, e)}, nil
				}
			}
			return [3]any{kind, d.Unit, n}, nil
		}
		c.Format = func(t *thread, v value, spec string) (string, error) {
			s, _ := c.Str(t, v)
			return py.Format(t, s, spec)
		}
		c.Float, c.Index = wholeDate, nil
	}
}

// wholeDate is the count of a scalar for int(), of those that are no values of module datetime.
func wholeDate(v value) (value, error) {
	d, n := dateCountOf(v)
	if d.Unit > ndarray.Second+2 || d.Unit == ndarray.NoUnit || d.Kind == 'm' && d.Unit <= ndarray.Month {
		return n, nil
	}
	name := "timedelta"
	if d.Kind == 'M' && d.Unit <= ndarray.Day {
		name = "date"
	} else if d.Kind == 'M' {
		name = "datetime"
	}
	return nil, py.TypeErrorf("int() argument must be a string, a bytes-like object or a real number, not 'datetime.%s'", name)
}

// dateCountOf is the type and the count of a scalar.
func dateCountOf(v value) (*dtype, int64) {
	a := v.(*void).a
	return a.DType(), a.DType().Count(a.Element(a.Start()))
}

// newDate is datetime64(v, unit) or timedelta64(v, unit).
func newDate(t *thread, kind byte, v, unit value) (value, error) {
	d := ndarray.Dated(kind, ndarray.NoUnit, 1)
	if unit != py.None {
		s, ok := strOf(unit)
		if p, pair := unit.(*py.Tuple); pair && len(p.Items) > 1 {
			s = py.StrOf(p.Items[1]) + py.StrOf(p.Items[0])
		} else if !ok {
			return nil, py.TypeErrorf("Invalid object for specifying NumPy datetime metadata")
		}
		if d.Unit, d.Per = ndarray.UnitOf(s); d.Per == 0 {
			return nil, py.TypeErrorf("Invalid datetime unit \"%s\" in metadata", s)
		}
	}
	z, err := newArray(t, v, d)
	if a, ok := v.(*array); ok && err == nil {
		z, err = castTo(t, a, d)
	}
	if err != nil {
		return nil, err
	}
	return scalarOf(z), nil
}

// dateElement is a scalar of its own, which no write to the array changes.
func dateElement(d *dtype, n int64) value {
	z, _ := ndarray.New(d.Native(), nil, false)
	z.DType().SetCount(z.Put(0), n)
	return &void{z}
}

// fromDates calls a function of the library.
func fromDates(t *thread, name string, args ...value) (value, error) {
	return fromModule(t, "_np_dates", name, args...)
}

// fromModule calls a function of a module of the library.
func fromModule(t *thread, module, name string, args ...value) (value, error) {
	f, err := py.FromLibrary(t, module+":"+name)
	if err != nil {
		return nil, err
	}
	return py.Call(t, f, args, nil)
}

// plainDate is Python's own value of a scalar, None of NaT; other values stay.
func plainDate(t *thread, v value) (value, error) {
	x, ok := v.(*void)
	if !ok || !x.a.DType().IsDate() {
		return v, nil
	}
	d, n := dateCountOf(v)
	if n == ndarray.NaT {
		return py.None, nil
	}
	if d.Unit == ndarray.NoUnit || d.Unit > ndarray.Second+2 || d.Kind == 'm' && d.Unit <= ndarray.Month {
		return n, nil
	}
	if d.Kind == 'M' && d.Unit <= ndarray.Day {
		return fromDates(t, "date", n, ndarray.Rescale(n, d, ndarray.Dated('M', ndarray.Day, 1)))
	}
	return fromDates(t, string(d.Kind), n, ndarray.Rescale(n, d, ndarray.Dated(d.Kind, ndarray.Second+2, 1)))
}

// unitFor finds the unit of values for a type without one.
func unitFor(t *thread, d *dtype, leaves []value) (*dtype, error) {
	z := d
	for _, v := range leaves {
		e := ndarray.Dated(d.Kind, ndarray.NoUnit, 1)
		switch x := v.(type) {
		case *void:
			e = ndarray.Dated(d.Kind, x.a.DType().Unit, x.a.DType().Per)
		case string, py.Bytes:
			if d.Kind == 'M' {
				m, err := ndarray.ParseDate(py.StrOf(x))
				if b, ok := x.(py.Bytes); ok {
					m, err = ndarray.ParseDate(string(b))
				}
				if err != nil {
					return nil, py.ValueErrorf("%s", err)
				}
				e.Unit = m.Unit
			}
		case *py.Instance:
			if s, ok := strOf(v); ok {
				w, err := unitFor(t, d, []value{s})
				if err != nil {
					return nil, err
				}
				e = w
			} else if x.Class.Lookup("hour") != nil || x.Class.Lookup("microseconds") != nil {
				e.Unit = ndarray.Second + 2
			} else if x.Class.Lookup("year") != nil {
				e.Unit = ndarray.Day
			}
		}
		z, _ = ndarray.Common(z, e)
	}
	return z, nil
}

// setDate stores a value as a date or a span.
func setDate(t *thread, a *array, at int, v value) error {
	d := a.DType()
	n, err := dateCount(t, d, v)
	if err == nil {
		d.SetCount(a.Put(at), n)
	}
	return err
}

func dateCount(t *thread, d *dtype, v value) (int64, error) {
	name := map[byte]string{'M': "datetime", 'm': "timedelta"}[d.Kind]
	switch x := v.(type) {
	case *void:
		if x.a.DType().IsDate() {
			from, n := dateCountOf(v)
			if from.Kind != d.Kind {
				return n, nil
			}
			return ndarray.Rescale(n, from, d), nil
		}
	case *py.NoneType:
		if x == py.None {
			return ndarray.NaT, nil
		}
	case py.Bytes:
		return dateCount(t, d, string(x))
	case string:
		if d.Kind == 'M' {
			m, err := ndarray.ParseDate(x)
			if err != nil {
				return 0, py.ValueErrorf("%s", err)
			}
			if m.Zone {
				t.Warn(py.UserWarningClass, "no explicit representation of timezones available for np.datetime64")
			}
			return m.In(d), nil
		}
		if m, err := ndarray.ParseDate(x); err == nil && m.NaT {
			return ndarray.NaT, nil
		}
		if n, err := py.Call(t, py.IntClass, []value{x}, nil); err == nil {
			return dateCount(t, d, n)
		}
	case float64, complex128:
	case *py.Instance:
		if s, ok := strOf(v); ok {
			return dateCount(t, d, s)
		}
		r, err := fromDates(t, "micros", v)
		if n, ok := r.(int64); ok {
			return ndarray.Rescale(n, ndarray.Dated(d.Kind, ndarray.Second+2, 1), d), nil
		} else if err != nil {
			return 0, err
		}
	default:
		if n, ok := py.AsInt(v); ok {
			if d.Kind == 'M' && d.Unit == ndarray.NoUnit {
				return 0, py.ValueErrorf("Converting an integer to a NumPy datetime requires a specified unit")
			}
			return n, nil
		}
	}
	return 0, py.ValueErrorf("Could not convert object to NumPy %s", name)
}

// castDates converts from or to dates and spans; nil for what castTo does element by element.
func castDates(t *thread, a *array, d *dtype) (*array, error) {
	from, whole := a.DType(), dtypeOf(tensor.Int64)
	switch {
	case from.IsDate() && d.IsDate():
		if d.Unit == ndarray.NoUnit {
			d = ndarray.Dated(d.Kind, from.Unit, from.Per)
		}
		z, err := ndarray.NewContext(t.Ctx, d, a.Shape(), false)
		if err != nil {
			return nil, bind.ArrayError(t, err)
		}
		at := 0
		a.Each(func(p int) {
			d.SetCount(z.Put(at), ndarray.Rescale(from.Count(a.Element(p)), from, d))
			at += 8
		})
		return z, t.Check()
	case from.IsDate() && d.IsNumber():
		if from.Swap {
			whole = whole.Swapped()
		}
		return castTo(t, a.As(whole), d)
	case from.IsNumber():
		if d.Kind == 'M' && d.Unit == ndarray.NoUnit {
			return nil, py.ValueErrorf("Converting an integer to a NumPy datetime requires a specified unit")
		}
		z, err := castTo(t, a, whole)
		if err == nil && d.Swap {
			z, err = castTo(t, z, whole.Swapped())
		}
		if err != nil {
			return nil, err
		}
		return z.As(d).Rebase(), nil
	case d.IsDate() && d.Unit == ndarray.NoUnit:
		var leaves []value
		a.Each(func(p int) { leaves = append(leaves, pyElement(a, p)) })
		e, err := unitFor(t, d, leaves)
		if err != nil || e.Unit == ndarray.NoUnit {
			return nil, err
		}
		return castTo(t, a, e)
	}
	return nil, nil
}

// dateWidth is how many characters the texts of a type may need.
func dateWidth(d *dtype) int {
	switch {
	case d.Kind == 'm':
		return 21
	case d.Unit <= ndarray.Day:
		return []int{62, 22, 25, 28, 28}[d.Unit]
	}
	return 29 + 3*(d.Unit-ndarray.Day) + b2i(d.Unit > ndarray.Second)
}

// onDates computes with dates and spans: the library knows what to do with the types.
func (u *ufunc) onDates(t *thread, o *operands, kw *callOptions) ([]*array, error) {
	args := []value{u.name}
	for _, a := range o.arrays {
		if a.IsObject() && (u.isComparison() || kw.scalar) {
			return u.objects(t, o)
		}
		args = append(args, a)
	}
	v, err := fromDates(t, "ufunc", args...)
	if err != nil {
		return nil, err
	}
	results := []value{v}
	if p, ok := v.(*py.Tuple); ok {
		results = p.Items
	}
	var z []*array
	for _, r := range results {
		switch r {
		case py.None:
			switch u.symbol {
			case "+", "-", "*", "/", "//", "%":
				if u.nin == 2 {
					return nil, py.Raisef(resolutionError, "ufunc '%s' cannot use operands with types dtype(%s) and dtype(%s)",
						u.name, o.arrays[0].DType().Repr(), o.arrays[1].DType().Repr())
				}
			}
			return nil, u.refuse(o)
		}
		a, err := asArray(t, r)
		if err != nil {
			return nil, err
		}
		z = append(z, a)
	}
	return z, nil
}

// foldDates reduces dates or spans.
func foldDates(t *thread, name string, a *array, o *foldOptions) (value, error) {
	axes := py.NewTuple(ints(o.axes)...)
	v, err := fromDates(t, "fold", name, a, axes, o.keep)
	if err != nil {
		return nil, err
	}
	z, err := asArray(t, v)
	if err != nil {
		return nil, err
	}
	return o.give(t, name, z)
}

// hasDates tells whether one of the arrays holds dates or spans.
func hasDates(arrays ...*array) bool {
	for _, a := range arrays {
		if a.DType().IsDate() {
			return true
		}
	}
	return false
}

func init() {
	calcFn("datetime_data(dtype, /)", "The unit of a type of dates, and how many of it a step is.",
		func(c *calc, a []value) value {
			d, err := toDType(a[0])
			if err == nil && !d.IsDate() {
				err = py.TypeErrorf("cannot get datetime metadata from non-datetime type")
			}
			if c.err = err; err != nil {
				return py.None
			}
			return py.NewTuple(ndarray.Dated(d.Kind, d.Unit, 1).UnitName(), int64(d.Per))
		})
}

// promoteDates is promote where one of the types holds dates or spans.
func promoteDates(a, b *dtype) *dtype {
	if !a.IsDate() {
		a, b = b, a
	}
	switch {
	case b.IsDate():
		if d, ok := ndarray.Common(a, b); ok {
			return d
		}
	case a.Kind == 'm' && b.IsNumber() && (b.Num.IsInteger() || b.Num == tensor.Bool):
		return a
	}
	return ndarray.Object
}

// noCommon is the error of types that have none, nil where they have.
func noCommon(a, b, d *dtype) error {
	switch {
	case a == nil || d.Kind != 'O' || a.Kind == 'O' || b.Kind == 'O' || !a.IsDate() && !b.IsDate():
		return nil
	case a.Kind == b.Kind:
		return py.TypeErrorf("Cannot get a common metadata divisor for Numpy datetime metadata [%s] and [%s] because they "+
			"have incompatible nonlinear base time units.", a.UnitName(), b.UnitName())
	}
	return py.Raisef(promotionError, "The DTypes <class 'numpy.dtypes.%s'> and <class 'numpy.dtypes.%s'> do not have a "+
		"common DType. For example they cannot be stored in a single array unless the dtype is `object`.",
		className(py.None, a), className(py.None, b))
}

// canCastDates is canCast where one of the types holds dates or spans.
func canCastDates(from, to *dtype, rule string) bool {
	switch {
	case !from.IsDate():
		return to.Kind == 'm' && from.IsNumber() && (from.Num.IsInteger() || from.Num == tensor.Bool)
	case from.Kind != to.Kind:
		return to.Kind == 'U' || to.Kind == 'S'
	case to.Unit == ndarray.NoUnit || from.Unit == ndarray.NoUnit:
		return from.Unit == ndarray.NoUnit
	}
	d, ok := ndarray.Common(from, to)
	return ok && (rule == "same_kind" || ndarray.Same(d, to.Native()))
}
