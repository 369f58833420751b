package np

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func init() {
	calcFn("result_type(*arrays_and_dtypes)", "The type that operations on these give.",
		calcResultType)
	calcFn("promote_types(type1, type2)", "The type that holds both.", calcPromoteTypes)
	calcFn("can_cast(from_, to, casting='safe')", "Whether a rule allows a cast.", calcCanCast)
	calcFn("min_scalar_type(a)", "The smallest type that holds a value.", func(c *calc, a []value) value {
		return c.minType(a[0])
	})
	calcFn("common_type(*arrays)", "The inexact type of arrays together.", calcCommonType)
	calcFn("isscalar(element)", "Whether it is a number or text.", calcIsscalar)
	kind := func(name string, f func(d *dtype) bool) {
		calcFn(name+"(x)", "About the type.", func(c *calc, a []value) value {
			d := c.arr(a[0]).DType()
			return f(d)
		})
	}
	kind("iscomplexobj", func(d *dtype) bool { return d.Num.IsComplex() })
	kind("isrealobj", func(d *dtype) bool { return !d.Num.IsComplex() })
	calcFn("iscomplex(x)", "Where the imaginary part is not zero.", func(c *calc, a []value) value {
		if x := c.arr(a[0]); c.err == nil && x.IsObject() {
			return c.call("zeros_like", x, dtypeOf(tensor.Bool))
		}
		return c.u("not_equal", c.call("imag", a[0]), int64(0))
	})
	calcFn("isreal(x)", "Where the imaginary part is zero.", func(c *calc, a []value) value {
		if x := c.arr(a[0]); c.err == nil && x.IsObject() { // their parts are not looked at
			return c.call("ones_like", x, dtypeOf(tensor.Bool))
		}
		return c.u("equal", c.call("imag", a[0]), int64(0))
	})
	for _, part := range []string{"real", "imag"} {
		calcFn(part+"(val)", "The "+part+" part.", func(c *calc, a []value) value {
			switch a[0].(type) {
			case bool, int64, float64, complex128:
				return c.value(py.GetAttr(c.t, a[0], part))
			}
			x := c.arr(a[0])
			v := c.value(py.GetAttr(c.t, x, part))
			if z, ok := v.(*array); ok {
				return scalarOf(z)
			}
			return v
		})
	}
	calcFn("angle(z, deg=False)", "The angle of complex numbers.", calcAngle)
	for name, inf := range map[string]float64{"isposinf": math.Inf(1), "isneginf": math.Inf(-1)} {
		calcFn(name+"(x, out=None)", "Where it is infinite.", func(c *calc, a []value) value {
			return c.into(a[1], c.u("equal", a[0], inf))
		})
	}
	calcFn("sinc(x)", "sin(pi x) / (pi x).", func(c *calc, a []value) value {
		y := c.u("multiply", c.call("where", c.u("equal", a[0], int64(0)), 1e-20, a[0]), math.Pi)
		return c.u("divide", c.u("sin", y), y)
	})
	calcFn("binary_repr(num, width=None)", "The binary digits.", calcBinaryRepr)
	calcFn("base_repr(number, base=2, padding=0)", "The digits in a base.", calcBaseRepr)
}

// calcResultType is result_type: the type that operations on these give.
func calcResultType(c *calc, a []value) value {
	var d *dtype
	o := &operands{}
	for _, v := range a[0].(*py.Tuple).Items {
		if _, isStr := v.(string); !isStr && weak(v) {
			o.values, o.arrays = append(o.values, v), append(o.arrays, c.arr(v))
			continue
		}
		k, err := toDType(v)
		if err != nil || isArray(v) {
			k = c.arr(v).DType()
		}
		o.values, o.arrays = append(o.values, py.None), append(o.arrays, c.new(unsized(k), 0))
	}
	if c.err == nil {
		if len(o.values) == 0 {
			c.err = py.ValueErrorf("at least one array or dtype is required")
			return py.None
		}
		d = o.common(false)
	}
	return d
}

// calcPromoteTypes is promote_types: the type that holds both.
func calcPromoteTypes(c *calc, a []value) value {
	x := c.value(typed(a[0]))
	y := c.value(typed(a[1]))
	if c.err != nil {
		return py.None
	}
	d := promote(x.(*dtype), y.(*dtype))
	c.err = noCommon(x.(*dtype), y.(*dtype), d)
	return d
}

// calcCanCast is can_cast: whether a rule allows a cast.
func calcCanCast(c *calc, a []value) value {
	if weak(a[0]) {
		c.err = py.TypeErrorf("can_cast() does not support Python ints, floats, and " +
			"complex because the result used to depend on the value.\nThis change was part of adopting " +
			"NEP 50, we may explicitly allow them again in the future.")
		return py.None
	}
	x, err := toDType(a[0])
	if err != nil || isArray(a[0]) {
		x = c.arr(a[0]).DType()
	}
	y := c.value(typed(a[1]))
	rule, err := castingRule(a[2])
	if c.err == nil {
		c.err = err
	}
	if c.err != nil {
		return py.None
	}
	return canCast(x, y.(*dtype), rule)
}

// calcCommonType is common_type: the inexact type of arrays together.
func calcCommonType(c *calc, a []value) value {
	d := tensor.Float16
	for _, x := range c.arrays(a[0]) {
		k := x.DType().Num
		if k.IsInteger() {
			k = tensor.Float64
		}
		if k == tensor.Bool || k == tensor.Invalid {
			c.err = py.TypeErrorf("can't get common type for non-numeric array")
			return py.None
		}
		d = promoteNum(d, k)
	}
	return bind.ScalarClasses[d]
}

// calcIsscalar is isscalar: whether it is a number or text.
func calcIsscalar(c *calc, a []value) value {
	switch x := a[0].(type) {
	case bool, int64, *big.Int, float64, complex128, string, py.Bytes, *bind.Scalar:
		return true
	case *py.Instance:
		return x.Native != nil
	}
	return false
}

// calcAngle is angle: the angle of complex numbers.
func calcAngle(c *calc, a []value) value {
	z := c.u("arctan2", c.call("imag", a[0]), c.call("real", a[0]))
	if a[1] == true {
		z = c.u("multiply", z, 180/math.Pi)
	}
	return z
}

// calcBinaryRepr is binary_repr: the binary digits.
func calcBinaryRepr(c *calc, a []value) value {
	n := int64(c.int(a[0], "num"))
	if v, ok := py.AsInt(a[0]); ok {
		n = v
	}
	w := 0
	if a[1] != py.None {
		w = c.int(a[1], "width")
	}
	s := strconv.FormatInt(n, 2)
	if n < 0 {
		s = "-" + strconv.FormatInt(-n, 2)
		if w > 0 {
			width := len(strconv.FormatInt(-n, 2))
			if 1<<(width-1) == -n {
				width--
			}
			if w < width+1 {
				c.err = py.ValueErrorf("Insufficient bit width=%d provided for binwidth=%d", w, width+1)
				return py.None
			}
			z := new(big.Int).Lsh(big.NewInt(1), uint(min(w, 1<<20)))
			s = z.Add(z, big.NewInt(n)).Text(2)
			return strings.Repeat("1", max(w-len(s), 0)) + s
		}
		return s
	}
	if w > 0 && w < len(s) {
		c.err = py.ValueErrorf("Insufficient bit width=%d provided for binwidth=%d", w, len(s))
		return py.None
	}
	return strings.Repeat("0", max(min(w, 1<<20)-len(s), 0)) + s
}

// calcBaseRepr is base_repr: the digits in a base.
func calcBaseRepr(c *calc, a []value) value {
	b, p := c.int(a[1], "base"), c.int(a[2], "padding")
	n, large := bigInt(a[0])
	if !large {
		c.int(a[0], "number")
		i, _ := py.AsInt(a[0])
		n = new(big.Int).SetInt64(i)
	}
	if c.err == nil && (b < 2 || b > 36) {
		c.err = py.ValueErrorf("Bases %s than %d not handled in base_repr.",
			map[bool]string{true: "less", false: "greater"}[b < 2], map[bool]int{true: 2, false: 36}[b < 2])
		return py.None
	}
	s := strings.ToUpper(new(big.Int).Abs(n).Text(max(min(b, 36), 2)))
	if n.Sign() == 0 && p > 0 {
		s = ""
	}
	s = strings.Repeat("0", max(min(p, 1<<20), 0)) + s
	if n.Sign() < 0 {
		s = "-" + s
	}
	return s
}

func typed(v value) (value, error) {
	d, err := toDType(v)
	if err != nil {
		return nil, err
	}
	return d, nil
}

func (c *calc) minType(v value) value {
	x := c.arr(v)
	if c.err != nil || x.Rank() > 0 || !x.DType().IsNumber() {
		return x.DType()
	}
	n, isInt := v.(int64)
	switch {
	case x.DType().Num == tensor.Bool:
		return x.DType()
	case x.DType().Num.IsInteger():
		if !isInt {
			n, _ = py.AsInt(scalarOf(x))
			if x.DType().Num == tensor.Uint64 {
				return x.DType()
			}
		}
		for _, d := range []tensor.DType{tensor.Uint8, tensor.Int8, tensor.Uint16, tensor.Int16, tensor.Uint32,
			tensor.Int32, tensor.Uint64, tensor.Int64} {
			if d.IsUnsigned() == (n >= 0) && holds(d, n) {
				return dtypeOf(d)
			}
		}
	case x.DType().Num.IsFloating():
		f := math.Abs(c.floats(x)[0])
		for _, d := range []tensor.DType{tensor.Float16, tensor.Float32} {
			limit := map[tensor.DType]float64{tensor.Float16: 65000, tensor.Float32: 3.4e38}[d]
			if f < limit || f != f || math.IsInf(f, 0) {
				return dtypeOf(d)
			}
		}
	case x.DType().Num.IsComplex():
		return dtypeOf(tensor.Complex64)
	}
	return x.DType()
}
