package std

import (
	"math"
	"math/big"
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor/libm"
)

//go:noinline
func module(name, doc string, attrs map[string]value, fns ...*py.Builtin) *py.Module {
	m := &py.Module{Name: name, Short: name, Doc: doc, Attrs: attrs, Open: true}
	if m.Attrs == nil {
		m.Attrs = map[string]value{}
	}
	for _, f := range fns {
		m.Attrs[f.Name] = f
	}
	return m
}

// blindModules are those whose functions look at no file, or through a file's own methods only.
const blindModules = "math cmath random itertools functools collections operator json re struct copy unicodedata " +
	"binascii hashlib _csv _heaps _sums _pickle"

// blind marks the functions of a module, and the methods of its classes.
func blind(m *py.Module) {
	mark := func(v value) {
		if x, ok := v.(*py.Method); ok {
			v = x.Fn
		}
		if b, ok := v.(*py.Builtin); ok {
			b.Blind()
		}
	}
	for _, v := range m.Attrs {
		mark(v)
		if c, ok := v.(*py.Class); ok && !c.User {
			if c.New != nil {
				c.New.Blind()
			}
			_ = c.Attrs.Each(func(_, v value) error { mark(v); return nil })
		}
	}
}

// freeModules are those whose functions CPython has in C: as attributes of a class they become no methods.
const freeModules = "math cmath operator itertools functools time struct binascii"

// Modules is a fresh table of the importable modules; args becomes sys.argv.
func Modules(args []string) map[string]value {
	out := map[string]value{}
	for _, m := range []*py.Module{mathModule(), osModule(), functoolsModule(), itertoolsModule(), collectionsModule(),
		jsonModule(), reModule(), ioModule(), randomModule(), timeModule(), structModule(), turnsModule(), weakModule(),
		htmlModule(), processesModule(), sysModule(args),
		operatorModule(), typingModule(), dataclassesModule(), abcModule(), copyModule(), getpassModule(),
		binasciiModule(), hashlibModule(), cmathModule(), compressModule(), csvModule(), unicodedataModule(), shownModule(),
		heapsModule(), decimalModule(), datesModule(),
		sumsModule(), pickleModule()} {
		out[m.Name] = m
	}
	for name := range strings.FieldsSeq(freeModules) {
		for _, v := range out[name].(*py.Module).Attrs {
			if b, ok := v.(*py.Builtin); ok {
				b.Free = true
			}
		}
	}
	for name := range strings.FieldsSeq(blindModules) {
		blind(out[name].(*py.Module))
	}
	readTexts(out)
	out["_operator"] = out["operator"]
	out["__future__"] = module("__future__", "", nil)
	return out
}

func float1(name, doc string, f func(float64) float64) *py.Builtin {
	return fn(name+"(x)", doc, func(_ *thread, a []value) (value, error) {
		x, err := py.ToFloat(a[0])
		if err != nil {
			return nil, err
		}
		r := f(x)
		if math.IsNaN(r) && !math.IsNaN(x) {
			return nil, py.ValueErrorf("math domain error")
		}
		if math.IsInf(r, 0) && !math.IsInf(x, 0) {
			if name == "atanh" || name == "log1p" || name == "lgamma" && x <= 0 { // a pole, not a large number
				return nil, py.ValueErrorf("math domain error")
			}
			return nil, py.Raisef(py.OverflowErrorClass, "math range error")
		}
		return r, nil
	})
}

func mathModule() *py.Module {
	m := module(
		"math",
		"Mathematical functions of floats.",
		map[string]value{"pi": math.Pi, "e": math.E, "tau": 2 * math.Pi, "inf": math.Inf(1), "nan": py.NaN},
	)
	for name, f := range map[string]func(float64) float64{"sqrt": math.Sqrt, "exp": libm.Exp, "expm1": libm.Expm1,
		"log1p": libm.Log1p, "sin": libm.Sin, "cos": libm.Cos, "tan": libm.Tan, "asin": libm.Asin, "acos": libm.Acos,
		"atan": libm.Atan, "sinh": libm.Sinh,
		"cosh": libm.Cosh, "tanh": libm.Tanh, "asinh": libm.Asinh, "acosh": libm.Acosh, "atanh": libm.Atanh,
		"erf": libm.Erf, "erfc": libm.Erfc,
		"gamma": libm.Gamma, "fabs": math.Abs, "cbrt": libm.Cbrt, "exp2": libm.Exp2,
		"lgamma":  libm.Lgamma,
		"degrees": func(x float64) float64 { return x * (180 / math.Pi) },
		"radians": func(x float64) float64 { return x * (math.Pi / 180) }} {
		m.Attrs[name] = float1(name, "math."+name, f).Brief()
	}
	for name, f := range map[string]func(float64) float64{"floor": math.Floor, "ceil": math.Ceil, "trunc": math.Trunc} {
		m.Attrs[name] = fn(name+"(x)", "The int next to x.", func(t *thread, a []value) (value, error) {
			switch x := a[0].(type) {
			case int64, float64:
			default:
				if m := py.TypeOf(x).Lookup("__" + name + "__"); m != nil {
					return py.CallMethod(t, x, "__"+name+"__")
				}
			}
			if n, ok := a[0].(*big.Int); ok {
				return n, nil
			}
			if x, ok := a[0].(*py.Instance); ok && name == "trunc" && x.Native == nil {
				return nil, py.TypeErrorf("type %s doesn't define __trunc__ method", x.Class.TypeName())
			}
			x, err := py.ToFloat(a[0])
			if err != nil {
				return nil, err
			}
			return py.IntOf(f(x))
		}).Brief()
	}
	for name, f := range map[string]func(x, y float64) float64{"atan2": libm.Atan2, "fmod": math.Mod,
		"copysign": math.Copysign, "pow": libm.Pow,
		"nextafter": nextAfter, "remainder": math.Remainder} {
		m.Attrs[name] = fn(name+"(x, y)", "math."+name, func(_ *thread, a []value) (value, error) {
			x, err := py.ToFloat(a[0])
			if err != nil {
				return nil, err
			}
			y, err := py.ToFloat(a[1])
			if err != nil {
				return nil, err
			}
			r := f(x, y)
			if math.IsNaN(r) && !math.IsNaN(x) && !math.IsNaN(y) || name == "pow" && x == 0 && y < 0 && y >= -math.MaxFloat64 {
				return nil, py.ValueErrorf("math domain error")
			}
			if name == "pow" && math.IsInf(r, 0) && !math.IsInf(x, 0) && !math.IsInf(y, 0) {
				return nil, py.Raisef(py.OverflowErrorClass, "math range error")
			}
			return r, nil
		})
	}
	for name, f := range map[string]func(float64) bool{"isnan": math.IsNaN,
		"isinf": func(x float64) bool { return math.IsInf(x, 0) }, "isfinite": func(x float64) bool { return x-x == 0 }} {
		m.Attrs[name] = fn(name+"(x)", "Whether x is so.", func(_ *thread, a []value) (value, error) {
			x, err := py.ToFloat(a[0])
			return f(x), err
		})
	}
	mathInts(m)
	return m
}

// nextAfter is the float behind x in the direction of y: y itself, with its sign, where they are equal.
func nextAfter(x, y float64) float64 {
	if x == y {
		return y
	}
	return math.Nextafter(x, y)
}

// logarithm is one of the logarithms of a number, which may be an int that is too large for a float.
func logarithm(v value, log func(float64) float64) (float64, error) {
	x, err := py.ToFloat(v)
	if b, ok := v.(*big.Int); ok && err != nil && b.Sign() > 0 {
		mant := new(big.Float)
		exp := new(big.Float).SetPrec(53).SetInt(b).MantExp(mant)
		m, _ := mant.Float64()
		return log(m) + log(2)*float64(exp), nil
	}
	b, isBig := v.(*big.Int)
	switch {
	case isBig && b.Sign() < 0:
		return 0, py.ValueErrorf("math domain error")
	case err != nil:
		return 0, err
	case x <= 0:
		return 0, py.ValueErrorf("math domain error")
	}
	return log(x), nil
}

func mathInts(m *py.Module) {
	add := func(b *py.Builtin) { m.Attrs[b.Name] = b }
	add(fn("log(x, base=None)", "The logarithm.", mathLog))
	add(fn("log2(x)", "math.log2", func(_ *thread, a []value) (value, error) { return logarithm(a[0], libm.Log2) }))
	add(fn("log10(x)", "math.log10", func(_ *thread, a []value) (value, error) { return logarithm(a[0], libm.Log10) }))
	add(raw("gcd", "The greatest common divisor.", mathGcd))
	add(raw("lcm", "The least common multiple.", mathLcm))
	add(fn("factorial(n)", "n!", mathFactorial))
	add(fn("comb(n, k)", "Ways to choose k of n.", func(t *thread, a []value) (value, error) {
		return arrangements(t, a[0], a[1], true)
	}))
	add(fn("perm(n, k=None)", "Ways to arrange k of n.", mathPerm))
	add(fn("isqrt(n)", "The integer square root.", mathIsqrt))
	add(
		fn("isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0)", "Whether two numbers are close.", mathIsclose),
	)
	add(fn("fsum(seq)", "The exactly rounded sum.", mathFsum))
	add(fn("prod(iterable, *, start=1)", "The product of the items.", mathProd))
	m.Attrs["prod"].(*py.Builtin).Fn = func(t *thread, a []value) (value, error) {
		acc := a[1]
		err := py.Each(t, a[0], func(v value) (err error) {
			acc, err = py.Binary(t, "*", acc, v)
			return err
		})
		return acc, err
	}
	add(raw("hypot", "The Euclidean norm.", mathHypot))
	add(fn("ulp(x)", "The distance from x to the next float.", mathUlp))
	add(fn("frexp(x)", "Mantissa and exponent.", func(_ *thread, a []value) (value, error) {
		x, err := py.ToFloat(a[0])
		f, e := math.Frexp(x)
		return py.NewTuple(f, int64(e)), err
	}))
	add(fn("ldexp(x, i)", "x * 2**i.", mathLdexp))
	add(fn("modf(x)", "Fraction and whole part.", func(_ *thread, a []value) (value, error) {
		x, err := py.ToFloat(a[0])
		w, f := math.Modf(x)
		if math.IsInf(x, 0) {
			f = math.Copysign(0, x)
		}
		return py.NewTuple(f, w), err
	}))
	add(fn("dist(p, q)", "The distance of two points.", mathDist))
}

// mathLog is log: the logarithm.
func mathLog(_ *thread, a []value) (value, error) {
	l, err := logarithm(a[0], libm.Log)
	if err != nil || a[1] == py.None {
		return l, err
	}
	b, err := logarithm(a[1], libm.Log)
	if b == 0 && err == nil {
		err = py.NewExc(py.ZeroDivisionErrorClass, "float division by zero")
	}
	return l / b, err
}

// mathGcd is gcd: the greatest common divisor.
func mathGcd(_ *thread, a []value, _ []py.Kw) (value, error) {
	if len(a) == 2 {
		x, ok := a[0].(int64)
		y, both := a[1].(int64)
		if ok && both && x > math.MinInt64 && y > math.MinInt64 {
			for y != 0 {
				x, y = y, x%y
			}
			return max(x, -x), nil
		}
	}
	z := new(big.Int)
	for _, v := range a {
		n, err := py.Index(v)
		if err != nil {
			return nil, err
		}
		z.GCD(nil, nil, z, new(big.Int).Abs(py.BigOf(n)))
	}
	return py.Int(z), nil
}

// mathLcm is lcm: the least common multiple.
func mathLcm(_ *thread, a []value, _ []py.Kw) (value, error) {
	z, zero := big.NewInt(1), false
	for _, v := range a {
		i, err := py.Index(v)
		if err != nil {
			return nil, err
		}
		n := new(big.Int).Abs(py.BigOf(i))
		if n.Sign() == 0 {
			zero = true
			continue
		}
		g := new(big.Int).GCD(nil, nil, z, n)
		z.Mul(z, n).Div(z, g)
	}
	if zero {
		return int64(0), nil
	}
	return py.Int(z), nil
}

// mathFactorial is factorial: n!.
func mathFactorial(t *thread, a []value) (value, error) {
	n, err := py.ToInt(a[0])
	if err != nil {
		return nil, err
	}
	if n < 0 {
		return nil, py.ValueErrorf("factorial() not defined for negative values")
	}
	if n > 100000 {
		return nil, py.Raisef(py.OverflowErrorClass, "factorial() argument should not exceed 100000 in tfs")
	}
	return integer(t, n > manyFactors, func() *big.Int { return new(big.Int).MulRange(1, n) })
}

// mathPerm is perm: ways to arrange k of n.
func mathPerm(t *thread, a []value) (value, error) {
	if a[1] == py.None {
		if py.BigOf(a[0]).Sign() < 0 {
			return nil, py.ValueErrorf("factorial() not defined for negative values")
		}
		a[1] = a[0]
	}
	return arrangements(t, a[0], a[1], false)
}

// mathIsqrt is isqrt: the integer square root.
func mathIsqrt(_ *thread, a []value) (value, error) {
	i, err := py.Index(a[0])
	if err != nil {
		return nil, err
	}
	n := py.BigOf(i)
	if n.Sign() < 0 {
		return nil, py.ValueErrorf("isqrt() argument must be nonnegative")
	}
	return py.Int(new(big.Int).Sqrt(n)), nil
}

// mathIsclose is isclose: whether two numbers are close.
func mathIsclose(_ *thread, a []value) (value, error) {
	var f [4]float64
	for i, v := range a {
		x, err := py.ToFloat(v)
		if err != nil {
			return nil, err
		}
		f[i] = x
	}
	if f[0] == f[1] {
		return true, nil
	}
	if math.IsInf(f[0], 0) || math.IsInf(f[1], 0) {
		return false, nil
	}
	d := math.Abs(f[0] - f[1])
	return d <= max(f[2]*max(math.Abs(f[0]), math.Abs(f[1])), f[3]), nil
}

// mathFsum is fsum: the exactly rounded sum.
func mathFsum(t *thread, a []value) (value, error) {
	var sum floatSum
	err := py.Each(t, a[0], func(v value) error {
		x, err := py.ToFloat(v)
		if err != nil {
			return err
		}
		return sum.add(x)
	})
	if err != nil {
		return nil, err
	}
	return sum.total()
}

// mathProd is prod: the product of the items.
func mathProd(t *thread, a []value) (value, error) {
	acc := a[1]
	return acc, py.Each(t, a[0], func(v value) (err error) {
		acc, err = py.Binary(t, "*", acc, v)
		return err
	})
}

// mathHypot is hypot: the Euclidean norm.
func mathHypot(_ *thread, a []value, _ []py.Kw) (value, error) {
	x := make([]float64, len(a))
	for i, v := range a {
		var err error
		if x[i], err = py.ToFloat(v); err != nil {
			return nil, err
		}
	}
	return libm.Norm(x...), nil
}

// mathUlp is ulp: the distance from x to the next float.
func mathUlp(_ *thread, a []value) (value, error) {
	x, err := py.ToFloat(a[0])
	x = math.Abs(x)
	if err != nil || x-x != 0 {
		return x, err
	}
	if up := math.Nextafter(x, math.Inf(1)); !math.IsInf(up, 0) {
		return up - x, nil
	}
	return x - math.Nextafter(x, 0), nil
}

// mathLdexp is ldexp: x * 2**i.
func mathLdexp(_ *thread, a []value) (value, error) {
	x, err := py.ToFloat(a[0])
	if err != nil {
		return nil, err
	}
	i, err := py.Index(a[1])
	if err != nil {
		return nil, err
	}
	n, _ := py.AsInt(i)
	r := math.Ldexp(x, int(min(max(n, -1<<30), 1<<30)))
	if math.IsInf(r, 0) && !math.IsInf(x, 0) {
		return nil, py.Raisef(py.OverflowErrorClass, "math range error")
	}
	return r, nil
}

// mathDist is dist: the distance of two points.
func mathDist(t *thread, a []value) (value, error) {
	p, err := py.ToSlice(t, a[0])
	if err != nil {
		return nil, err
	}
	q, err := py.ToSlice(t, a[1])
	if err != nil || len(p) != len(q) {
		return nil, py.ValueErrorf("both points must have the same number of dimensions")
	}
	d := make([]float64, len(p))
	for i := range p {
		x, _ := py.ToFloat(p[i])
		y, _ := py.ToFloat(q[i])
		d[i] = x - y
	}
	return libm.Norm(d...), nil
}

func str(v value) string { return py.StrOf(v) }

// classesOfTexts have methods that read texts and do not keep them.
var classesOfTexts = sync.OnceFunc(func() {
	for _, c := range []*py.Class{patternClass, stringIO, packerClass} {
		py.PlainTextsIn(c)
	}
	py.PlainTexts(openFn)
	for _, b := range builtinFuncs {
		if b.Name == "ord" {
			py.PlainTexts(b)
		}
	}
})

// readTexts lets functions take texts of classes that derive from str.
func readTexts(modules map[string]value) {
	classesOfTexts()
	for _, name := range []string{"re", "json", "os", "struct", "time", "unicodedata", "binascii"} {
		m, ok := modules[name].(*py.Module)
		if !ok {
			panic("no module " + name)
		}
		for _, v := range m.Attrs {
			if b, ok := v.(*py.Builtin); ok && b != openFn {
				py.PlainTexts(b)
			}
		}
	}
}
