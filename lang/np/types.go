package np

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// typeInfo is np.finfo or np.iinfo of a type.
type typeInfo struct{ d tensor.DType }

var (
	finfoClass = py.NewClass("numpy", "finfo", py.ObjectClass, nil)
	iinfoClass = py.NewClass("numpy", "iinfo", py.ObjectClass, nil)
)

// PyClass is np.finfo or np.iinfo.
func (i *typeInfo) PyClass() *py.Class {
	if i.d.IsFloating() {
		return finfoClass
	}
	return iinfoClass
}

// floatForm is how many bits a float type has for its fraction and its exponent, and how many
// decimal digits it keeps.
var floatForm = map[tensor.DType]struct{ frac, exp, digits int }{tensor.Float16: {10, 5, 3},
	tensor.Float32: {23, 8, 6}, tensor.Float64: {52, 11, 15}}

func infoSlots() {
	infoOf := func(floats bool) func(t *thread, a []value) (value, error) {
		return func(t *thread, a []value) (value, error) {
			d, err := toDType(a[0])
			if err != nil {
				if x, err2 := asArray(t, a[0]); err2 == nil {
					d, err = x.DType(), nil
				}
			}
			if err != nil {
				return nil, err
			}
			n := d.Num
			if floats && n.IsComplex() {
				n = n.Real()
			}
			if _, ok := floatForm[n]; floats && !ok {
				return nil, py.ValueErrorf("data type %s not inexact", py.ReprOf(bind.ScalarClasses[n]))
			}
			if !floats && !n.IsInteger() {
				return nil, py.ValueErrorf("Invalid integer data type '%s'.", letterKind(d))
			}
			return &typeInfo{n}, nil
		}
	}
	finfoClass.New = py.NewBuiltin("finfo(dtype)", infoOf(true))
	iinfoClass.New = py.NewBuiltin("iinfo(type)", infoOf(false))
	prop := func(name string, f func(d tensor.DType, frac, exp float64) float64) {
		finfoClass.Prop(name, "A limit of the type.", func(t *thread, v value) (value, error) {
			d := v.(*typeInfo).d
			form := floatForm[d]
			x, err := tensor.Gradual(t.Ctx, tensor.Scalar(f(d, float64(form.frac), float64(form.exp))), d)
			if err != nil {
				return nil, err
			}
			return bind.NPScalar(x), nil
		})
	}
	prop("eps", func(_ tensor.DType, frac, _ float64) float64 { return math.Exp2(-frac) })
	prop("epsneg", func(_ tensor.DType, frac, _ float64) float64 { return math.Exp2(-frac - 1) })
	prop("max", func(d tensor.DType, _, _ float64) float64 { _, hi := d.FloatRange(); return hi })
	prop("min", func(d tensor.DType, _, _ float64) float64 { _, hi := d.FloatRange(); return -hi })
	for _, n := range []string{"tiny", "smallest_normal"} {
		prop(n, func(_ tensor.DType, _, exp float64) float64 { return math.Exp2(2 - math.Exp2(exp-1)) })
	}
	prop("smallest_subnormal", func(_ tensor.DType, frac, exp float64) float64 {
		return math.Exp2(2 - math.Exp2(exp-1) - frac)
	})
	prop("resolution", func(d tensor.DType, _, _ float64) float64 {
		return math.Pow(10, -float64(floatForm[d].digits))
	})
	for name, f := range map[string]func(d tensor.DType) int{
		"bits": func(d tensor.DType) int { return 8 * d.Size() }, "nmant": func(d tensor.DType) int {
			return floatForm[d].frac
		},
		"nexp": func(d tensor.DType) int { return floatForm[d].exp }, "precision": func(d tensor.DType) int {
			return floatForm[d].digits
		},
		"maxexp": func(d tensor.DType) int { return 1 << (floatForm[d].exp - 1) }, "minexp": func(d tensor.DType) int {
			return 2 - 1<<(floatForm[d].exp-1)
		},
		"machep": func(d tensor.DType) int { return -floatForm[d].frac }, "negep": func(d tensor.DType) int {
			return -floatForm[d].frac - 1
		},
		"iexp": func(d tensor.DType) int { return floatForm[d].exp },
	} {
		finfoClass.Prop(name, "A property of the type.", func(_ *thread, v value) (value, error) {
			return int64(f(v.(*typeInfo).d)), nil
		})
	}
	intLimits := func(d tensor.DType) (lo, hi value) {
		if d == tensor.Uint64 {
			return int64(0), py.Int(new(big.Int).SetUint64(math.MaxUint64))
		}
		a, b := d.IntRange()
		return a, b
	}
	iinfoClass.Prop("min", "The least value.", func(_ *thread, v value) (value, error) {
		lo, _ := intLimits(v.(*typeInfo).d)
		return lo, nil
	})
	iinfoClass.Prop("max", "The greatest value.",
		func(_ *thread, v value) (value, error) { _, hi := intLimits(v.(*typeInfo).d); return hi, nil })
	iinfoClass.Prop("bits", "The number of bits.", func(_ *thread, v value) (value, error) {
		return int64(8 * v.(*typeInfo).d.Size()), nil
	})
	iinfoClass.Prop("kind", "The letter of the kind.", func(_ *thread, v value) (value, error) {
		return string(ndarray.Of(v.(*typeInfo).d).Kind), nil
	})
	iinfoClass.Repr = func(_ *thread, v value) (string, error) {
		d := v.(*typeInfo).d
		lo, hi := intLimits(d)
		return "iinfo(min=" + py.ReprOf(lo) + ", max=" + py.ReprOf(hi) + ", dtype=" + d.Name() + ")", nil
	}
	finfoClass.Repr = func(t *thread, v value) (string, error) {
		get := func(n string) string { s, _ := py.GetAttr(t, v, n); return py.StrOf(s) }
		return "finfo(resolution=" + get("resolution") + ", min=" + get("min") + ", max=" + get("max") + ", dtype=" +
			v.(*typeInfo).d.Name() + ")", nil
	}
	finfoClass.Str = floatLimits
	for _, c := range []*py.Class{finfoClass, iinfoClass} {
		c.Prop("dtype", "The type.", func(_ *thread, v value) (value, error) { return dtypeOf(v.(*typeInfo).d), nil })
	}
	for _, c := range []*py.Class{iinfoClass} {
		c.Str = func(_ *thread, v value) (string, error) {
			d := v.(*typeInfo).d
			lo, hi := intLimits(d)
			bar := strings.Repeat("-", 63)
			return "Machine parameters for " + d.Name() + "\n" + bar + "\nmin = " + py.StrOf(lo) + "\nmax = " +
				py.StrOf(hi) + "\n" + bar + "\n", nil
		}
	}
}

func letterKind(d *dtype) string { return string(d.Kind) }

func init() {
	infoSlots()
	calcFn("result_type(*arrays_and_dtypes)", "The type that operations on these give.",
		func(c *calc, a []value) value {
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
		})
	calcFn("promote_types(type1, type2)", "The type that holds both.", func(c *calc, a []value) value {
		x := c.value(typed(a[0]))
		y := c.value(typed(a[1]))
		if c.err != nil {
			return py.None
		}
		d := promote(x.(*dtype), y.(*dtype))
		c.err = noCommon(x.(*dtype), y.(*dtype), d)
		return d
	})
	calcFn("can_cast(from_, to, casting='safe')", "Whether a rule allows a cast.", func(c *calc, a []value) value {
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
	})
	calcFn("min_scalar_type(a)", "The smallest type that holds a value.", func(c *calc, a []value) value {
		return c.minType(a[0])
	})
	calcFn("common_type(*arrays)", "The inexact type of arrays together.", func(c *calc, a []value) value {
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
	})
	calcFn("isscalar(element)", "Whether it is a number or text.", func(c *calc, a []value) value {
		switch x := a[0].(type) {
		case bool, int64, *big.Int, float64, complex128, string, py.Bytes, *bind.Scalar:
			return true
		case *py.Instance:
			return x.Native != nil
		}
		return false
	})
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
	calcFn("angle(z, deg=False)", "The angle of complex numbers.", func(c *calc, a []value) value {
		z := c.u("arctan2", c.call("imag", a[0]), c.call("real", a[0]))
		if a[1] == true {
			z = c.u("multiply", z, 180/math.Pi)
		}
		return z
	})
	for name, inf := range map[string]float64{"isposinf": math.Inf(1), "isneginf": math.Inf(-1)} {
		calcFn(name+"(x, out=None)", "Where it is infinite.", func(c *calc, a []value) value {
			return c.into(a[1], c.u("equal", a[0], inf))
		})
	}
	calcFn("sinc(x)", "sin(pi x) / (pi x).", func(c *calc, a []value) value {
		y := c.u("multiply", c.call("where", c.u("equal", a[0], int64(0)), 1e-20, a[0]), math.Pi)
		return c.u("divide", c.u("sin", y), y)
	})
	calcFn("binary_repr(num, width=None)", "The binary digits.", func(c *calc, a []value) value {
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
	})
	calcFn("base_repr(number, base=2, padding=0)", "The digits in a base.", func(c *calc, a []value) value {
		n, b, p := c.int(a[0], "number"), c.int(a[1], "base"), c.int(a[2], "padding")
		if c.err == nil && (b < 2 || b > 36) {
			c.err = py.ValueErrorf("Bases %s than %d not handled in base_repr.",
				map[bool]string{true: "less", false: "greater"}[b < 2], map[bool]int{true: 2, false: 36}[b < 2])
			return py.None
		}
		s := strings.ToUpper(strconv.FormatInt(int64(max(n, -n)), max(min(b, 36), 2)))
		if n == 0 && p > 0 {
			s = ""
		}
		s = strings.Repeat("0", max(min(p, 1<<20), 0)) + s
		if n < 0 {
			s = "-" + s
		}
		return s
	})
	calcFn("packbits(a, /, axis=None, bitorder='big')", "Bits as bytes.", func(c *calc, a []value) value {
		return c.packBits(a)
	})
	calcFn("unpackbits(a, /, axis=None, count=None, bitorder='big')", "Bytes as bits.", func(c *calc, a []value) value {
		return c.unpackBits(a)
	})
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

// bitLanes brings a dimension to the end, or flattens, and says where it came from.
func (c *calc) bitLanes(v, axis value) (*array, int) {
	x := c.arr(v)
	if axis == py.None {
		return c.line(x), -1
	}
	k := c.axis(axis, x.Rank())
	if c.err != nil {
		return x, -1
	}
	return c.view(moveAxis(c.t, x, int64(k), int64(-1))), k
}

func (c *calc) bitsBack(z *array, k int) value {
	if k >= 0 {
		return c.view(moveAxis(c.t, z, int64(-1), int64(k)))
	}
	return z
}

func (c *calc) packBits(a []value) value {
	x, k := c.bitLanes(a[0], a[1])
	order, _ := strOf(a[2])
	if c.err == nil && (!x.DType().IsNumber() || !x.DType().Num.IsInteger() && x.DType().Num != tensor.Bool) {
		c.err = py.TypeErrorf("Expected an input array of integer or boolean data type")
	}
	if c.err == nil && order != "big" && order != "little" {
		c.err = py.ValueErrorf("'order' must be either 'little' or 'big'")
	}
	bits := c.ints(x)
	if c.err != nil {
		return py.None
	}
	n := x.Shape()[x.Rank()-1]
	m := (n + 7) / 8
	rows := x.Len() / max(n, 1)
	out := make([]uint8, rows*m)
	for i, b := range bits {
		if b == 0 {
			continue
		}
		r, j := i/n, i%n
		at := 7 - j%8
		if order == "little" {
			at = j % 8
		}
		out[r*m+j/8] |= 1 << at
	}
	shape := append(append([]int(nil), x.Shape()[:x.Rank()-1]...), m)
	return c.bitsBack(ndarray.Own(tensor.FromSlice(shape, out)), k)
}

func (c *calc) unpackBits(a []value) value {
	x, k := c.bitLanes(a[0], a[1])
	order, _ := strOf(a[3])
	if c.err == nil && x.DType().Num != tensor.Uint8 {
		c.err = py.TypeErrorf("Expected an input array of unsigned byte data type")
	}
	if c.err == nil && order != "big" && order != "little" {
		c.err = py.ValueErrorf("'order' must be either 'little' or 'big'")
	}
	bytes := c.ints(x)
	if c.err != nil {
		return py.None
	}
	n := 8 * x.Shape()[x.Rank()-1]
	m := n
	if a[2] != py.None {
		if m = c.int(a[2], "count"); m < 0 {
			m = max(n+m, 0)
		}
	}
	rows := len(bytes) * 8 / max(n, 1)
	if !tensor.Reserve(int64(rows) * int64(m)) {
		c.err = py.Raisef(py.MemoryErrorClass, "%d bits do not fit", rows*m)
		return py.None
	}
	out := make([]uint8, rows*m)
	for i := range out {
		r, j := i/m, i%m
		if j >= n {
			continue
		}
		at := 7 - j%8
		if order == "little" {
			at = j % 8
		}
		out[i] = uint8(bytes[r*n/8+j/8]>>at) & 1
	}
	shape := append(append([]int(nil), x.Shape()[:x.Rank()-1]...), m)
	return c.bitsBack(ndarray.Own(tensor.FromSlice(shape, out)), k)
}

// floatLimits is str(np.finfo): a table.
func floatLimits(t *thread, v value) (string, error) {
	get := func(n string) string { s, _ := py.GetAttr(t, v, n); return py.StrOf(s) }
	rule := strings.Repeat("-", 63) + "\n"
	out := "Machine parameters for " + v.(*typeInfo).d.Name() + "\n" + rule
	for _, row := range [][4]string{
		{"precision = ", "precision", "   resolution = ", "resolution"},
		{"machep = ", "machep", "   eps =        ", "eps"},
		{"negep =  ", "negep", "   epsneg =     ", "epsneg"},
		{"minexp = ", "minexp", "   tiny =       ", "tiny"},
		{"maxexp = ", "maxexp", "   max =        ", "max"},
		{"nexp =   ", "nexp", "   min =        ", ""},
		{"smallest_normal = ", "smallest_normal", "   smallest_subnormal = ", "smallest_subnormal"},
	} {
		last := "-max"
		if row[3] != "" {
			last = get(row[3])
		}
		out += row[0] + get(row[1]) + row[2] + last + "\n"
	}
	return out + rule, nil
}
