package np

import (
	"math"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
)

func init() {
	calcFn("i0(x)", "The modified Bessel function of order 0.", func(c *calc, a []value) value { return c.bessel(a[0]) })
	calcFn("kaiser(M, beta)", "Kaiser's window.", func(c *calc, a []value) value {
		m := c.int(a[0], "M")
		switch {
		case c.err != nil || m < 1:
			return floatsOf(nil)
		case m == 1:
			return floatsOf([]float64{1})
		case !c.room(m):
			return py.None
		}
		half := float64(m-1) / 2
		n := c.u("divide", c.u("subtract", c.call("arange", int64(m)), half), half)
		root := c.u("sqrt", c.u("subtract", int64(1), c.u("square", n)))
		return c.u("divide", c.bessel(c.u("multiply", a[1], root)), c.bessel(c.call("float64", a[1])))
	})
}

// bessel is i0 of absolute values.
func (c *calc) bessel(v value) value {
	x := c.arr(v)
	if c.err != nil {
		return py.None
	}
	if d := x.DType(); d.IsNumber() && d.Num.IsComplex() {
		c.err = py.TypeErrorf("i0 not supported for complex values")
		return py.None
	} else if !d.IsNumber() || !d.Num.IsFloating() {
		x = c.cast(x, dtypeOf(tensor.Float64))
	}
	at := c.floats(x)
	if c.err != nil {
		return py.None
	}
	out := make([]float64, len(at))
	for i, e := range at {
		z, err := tensor.Un("BesselI0").Apply(c.t.Ctx, tensor.Scalar(math.Abs(e)))
		if err != nil {
			return c.value(nil, err)
		}
		out[i] = z.Float(0)
	}
	return scalarOf(c.cast(floatsOf(out, append([]int{}, x.Shape()...)...), x.DType()))
}
