package np

import (
	"maps"
	"math"

	"github.com/tfs-lang/tfs/lang/py"
)

// Folds that leave nan out: zeros or the like take their place, and they are not counted.

func initNaN() {
	for name, fill := range map[string]value{"sum": 0.0, "prod": 1.0} {
		calcFn("nan"+name+"(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None)",
			"The "+name+", without nan.", func(c *calc, a []value) value {
				x, _ := c.withoutNaN(a[0], fill)
				return c.reduce(name, x, a[1], a[2], a[3], a[4], a[5], a[6])
			})
	}
	for name, fill := range map[string]value{"max": math.Inf(-1), "min": math.Inf(1)} {
		calcFn("nan"+name+"(a, axis=None, out=None, keepdims=False, initial=None, where=None)",
			"The "+name+", without nan.", func(c *calc, a []value) value { return c.nanExtreme(name, fill, a) })
	}
	calcFn("nanmean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=None)", "The mean, without nan.", nanMean)
	for name, root := range map[string]bool{"nanvar": false, "nanstd": true} {
		calcFn(name+"(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=None)",
			"The spread, without nan.", func(c *calc, a []value) value {
				z := nanVar(c, a)
				if root && c.err == nil {
					z = c.sameType(c.u("sqrt", z), z)
				}
				return c.into(a[3], z)
			})
	}
	for name, least := range map[string]bool{"nanargmax": false, "nanargmin": true} {
		calcFn(name+"(a, axis=None, out=None, keepdims=False)", "Where it is, without nan.",
			func(c *calc, a []value) value {
				fill := math.Inf(-1)
				if least {
					fill = math.Inf(1)
				}
				nan := c.u("isnan", a[0])
				if all := c.fold("any", c.fold("all", nan, a[1], false), py.None, false); c.err == nil {
					if on, _ := py.Truth(c.t, all); on {
						c.err = py.ValueErrorf("All-NaN slice encountered")
					}
				}
				return c.value(argExtreme(c.t, c.arr(c.call("where", nan, fill, a[0])), least, a[1], a[3] == true))
			})
	}
	for name, product := range map[string]bool{"nancumsum": false, "nancumprod": true} {
		calcFn(name+"(a, axis=None, dtype=None, out=None)", "The running fold, without nan.",
			func(c *calc, a []value) value {
				x, _ := c.withoutNaN(a[0], float64(b2i(product)))
				if c.err != nil {
					return py.None
				}
				return c.into(a[3], c.value(running(c.t, x, a[1], product, a[2])))
			})
	}
	calcFn("nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None)", "Without nan and infinities.",
		func(c *calc, a []value) value {
			x := c.arr(a[0])
			if c.err == nil && x.DType().Num.IsComplex() {
				parts := [2]value{}
				for i, name := range []string{"real", "imag"} {
					parts[i] = c.call("nan_to_num", c.call(name, x), true, a[2], a[3], a[4])
				}
				return scalarOf(c.cast(c.u("add", parts[0], c.u("multiply", parts[1], complex(0, 1))), x.DType()))
			}
			if !x.DType().Num.IsFloating() {
				return scalarOf(x)
			}
			_, hi := x.DType().Num.FloatRange()
			pos, neg := a[3], a[4]
			if pos == py.None {
				pos = hi
			}
			if neg == py.None {
				neg = -hi
			}
			z := c.call("where", c.u("isnan", x), a[2], x)
			z = c.call("where", c.u("equal", z, math.Inf(1)), pos, z)
			z = c.call("where", c.u("equal", z, math.Inf(-1)), neg, z)
			return scalarOf(c.cast(z, x.DType()))
		})
}

// withoutNaN is an array with fill where it is nan, and where that is; nil for a type without nan.
func (c *calc) withoutNaN(v, fill value) (x *array, nan value) {
	x = c.arr(v)
	if c.err != nil {
		return x, nil
	}
	if x.IsObject() {
		nan = c.u("not_equal", x, x)
	} else if d := x.DType().Num; !x.DType().IsNumber() || !d.IsFloating() && !d.IsComplex() {
		return x, nil
	} else {
		nan = c.u("isnan", x)
	}
	return c.arr(c.call("where", nan, fill, x)), nan
}

// reduce is the fold of that name with the keyword arguments all of them have.
func (c *calc) reduce(name string, x *array, axis, dt, out, keep, initial, where value) value {
	if c.err != nil {
		return py.None
	}
	o, err := foldArgs(c.t, x, axis, dt, out, keep, initial, where)
	if err != nil {
		c.err = err
		return py.None
	}
	return c.value(fold(c.t, name, x, o))
}

// into stores a result in out where that is given.
func (c *calc) into(out, z value) value {
	if out == py.None || c.err != nil {
		return z
	}
	c.call("copyto", out, z, "unsafe")
	return out
}

// sameType gives a result the type of another, as writing it there would.
func (c *calc) sameType(z, like value) value {
	if c.err != nil {
		return z
	}
	return scalarOf(c.cast(z, c.arr(like).DType()))
}

// quietly runs f without faults of divisions by zero.
func (c *calc) quietly(f func() value) value {
	m := errorModes(c.t)
	old := maps.Clone(m)
	m["divide"], m["invalid"] = "ignore", "ignore"
	defer maps.Copy(m, old)
	return f()
}

// anyTrue tells whether one of some conditions holds.
func (c *calc) anyTrue(v value) bool {
	on, err := py.Truth(c.t, orNone(c.fold("any", v, py.None, false)))
	return c.err == nil && err == nil && on
}

func (c *calc) nanExtreme(name string, fill value, a []value) value {
	if x := c.arr(a[0]); c.err == nil && x.DType().IsDate() {
		name = "nan" + name
	}
	axis, out, keep, initial, where := a[1], a[2], a[3], a[4], a[5]
	given := c.arr(a[0])
	if c.err == nil && given.Len() == 0 {
		return c.reduce(name, given, axis, nil, out, keep, initial, where)
	}
	x, nan := c.withoutNaN(a[0], fill)
	z := c.reduce(name, x, axis, nil, nil, keep, initial, where)
	if nan == nil || c.err != nil {
		return c.into(out, z)
	}
	if none := c.reduce("all", c.arr(nan), axis, nil, nil, keep, nil, where); c.anyTrue(none) {
		what := "axis"
		if isArray(a[0]) {
			what = "slice"
		}
		c.t.Warn(py.RuntimeWarningClass, "All-NaN "+what+" encountered")
		z = c.sameType(c.call("where", none, math.NaN(), z), z)
	}
	return c.into(out, z)
}

// counted is the sum of x and how many of its elements are not nan.
func (c *calc) counted(x *array, nan, axis, dt, keep, where value) (sum, n value) {
	n = c.reduce("sum", c.arr(c.u("logical_not", nan)), axis, nil, nil, keep, nil, where)
	return c.reduce("sum", x, axis, dt, nil, keep, nil, where), n
}

func nanMean(c *calc, a []value) value {
	axis, dt, out, keep, where := a[1], a[2], a[3], a[4], a[5]
	x, nan := c.withoutNaN(a[0], 0.0)
	if nan == nil || c.err != nil {
		return c.reduce("mean", x, axis, dt, out, keep, nil, where)
	}
	if !c.inexact(dt, "dtype") {
		return py.None
	}
	sum, n := c.counted(x, nan, axis, dt, keep, where)
	z := c.quietly(func() value { return c.sameType(c.u("divide", sum, n), sum) })
	if c.anyTrue(c.u("equal", n, int64(0))) {
		c.t.Warn(py.RuntimeWarningClass, "Mean of empty slice")
	}
	return c.into(out, z)
}

// inexact refuses a type of whole numbers for what is not whole.
func (c *calc) inexact(dt value, name string) bool {
	d, err := dtypeArg(dt)
	if c.err = err; err == nil && d != nil && d.IsNumber() && !d.Num.IsFloating() && !d.Num.IsComplex() {
		c.err = py.TypeErrorf("If a is inexact, then %s must be inexact", name)
	}
	return c.err == nil
}

func nanVar(c *calc, a []value) value {
	axis, dt, keep, where := a[1], a[2], a[5], a[6]
	x, nan := c.withoutNaN(a[0], 0.0)
	if c.err != nil || nan != nil && !c.inexact(dt, "dtype") {
		return py.None
	}
	if nan == nil {
		o, err := foldArgs(c.t, x, axis, dt, nil, keep, nil, where)
		if err != nil {
			return c.value(nil, err)
		}
		if o.ddof, err = py.ToFloat(a[4]); err != nil {
			return c.value(nil, err)
		}
		return c.value(fold(c.t, "var", x, o))
	}
	sum, n := c.counted(x, nan, axis, dt, true, where)
	mean := c.quietly(func() value { return c.sameType(c.u("divide", sum, n), sum) })
	dev := c.call("where", nan, 0.0, c.u("subtract", x, mean))
	sq := c.arr(c.call("real", c.u("multiply", dev, c.u("conjugate", dev))))
	sum, n = c.counted(sq, nan, axis, dt, keep, where)
	free := c.u("subtract", n, a[4])
	z := c.quietly(func() value { return c.sameType(c.u("divide", sum, free), sum) })
	if few := c.u("less_equal", free, int64(0)); c.anyTrue(few) {
		c.t.Warn(py.RuntimeWarningClass, "Degrees of freedom <= 0 for slice.")
		z = c.sameType(c.call("where", few, math.NaN(), z), z)
	}
	return z
}
