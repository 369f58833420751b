package std

import (
	"math/big"
	"strings"

	"github.com/tfs-lang/tfs/lang/decimal"
	"github.com/tfs-lang/tfs/lang/py"
)

// decimalParts are what a number is made of, and what kind it is.
func decimalParts() {
	prop := func(name, doc string, get func(x *decimal.Number) value) {
		decimalClass.Prop(name, doc, func(_ *thread, v value) (value, error) { return get(asDecimal(v)), nil })
	}
	prop("_sign", "1 of a negative number.", func(x *decimal.Number) value { return truth01(x.Neg) })
	prop("_int", "The digits.", func(x *decimal.Number) value { return py.Int(x.Coefficient()) })
	prop("_exp", "The exponent, or F, n, N.", exponent)
	prop("real", "The number.", func(x *decimal.Number) value { return num(x) })
	prop("imag", "Zero.", func(*decimal.Number) value { return num(decimal.FromInt(0)) })
	for name, f := range map[string]func(x *decimal.Number) bool{
		"is_nan":       (*decimal.Number).NaN,
		"is_qnan":      func(x *decimal.Number) bool { return x.Kind == decimal.Quiet },
		"is_snan":      func(x *decimal.Number) bool { return x.Kind == decimal.Signaling },
		"is_infinite":  func(x *decimal.Number) bool { return x.Kind == decimal.Infinite },
		"is_finite":    func(x *decimal.Number) bool { return x.Kind == decimal.Finite },
		"_special":     func(x *decimal.Number) bool { return x.Kind != decimal.Finite },
		"is_signed":    func(x *decimal.Number) bool { return x.Neg },
		"is_zero":      (*decimal.Number).Zero,
		"is_canonical": func(*decimal.Number) bool { return true },
	} {
		decimalDef(name+"(self)", "What kind of number it is.",
			func(_ *thread, x *decimal.Number, _ []value) (value, error) { return f(x), nil })
	}
	for _, name := range []string{"canonical", "conjugate", "__copy__", "__deepcopy__"} {
		sig := name + "(self)"
		if name == "__deepcopy__" {
			sig = name + "(self, memo)"
		}
		decimalDef(sig, "The number.", func(_ *thread, _ *decimal.Number, a []value) (value, error) { return a[0], nil })
	}
	decimalDef("adjusted(self)", "The exponent of the first digit.",
		func(_ *thread, x *decimal.Number, _ []value) (value, error) { return x.Adjusted(), nil })
	decimalDef("radix(self)", "Ten.", func(*thread, *decimal.Number, []value) (value, error) {
		return num(decimal.FromInt(10)), nil
	})
	decimalDef("copy_abs(self)", "Without the sign.", func(_ *thread, x *decimal.Number, _ []value) (value, error) {
		return num(x.WithSign(false)), nil
	})
	decimalDef("copy_negate(self)", "With the other sign.", func(_ *thread, x *decimal.Number, _ []value) (value, error) {
		return num(x.WithSign(!x.Neg)), nil
	})
	two := func(sig string, f func(x, y *decimal.Number) value) {
		decimalDef(sig, "As the specification has it.", func(_ *thread, x *decimal.Number, a []value) (value, error) {
			y, err := mustOperand(a[1])
			if err != nil {
				return nil, err
			}
			return f(x, y), nil
		})
	}
	two("copy_sign(self, other, context=None)", func(x, y *decimal.Number) value { return num(x.WithSign(y.Neg)) })
	two("_order(self, other)", func(x, y *decimal.Number) value { return int64(decimal.Cmp(x, y)) })
	two("same_quantum(self, other, context=None)", func(x, y *decimal.Number) value {
		return x.NaN() && y.NaN() || x.Kind == y.Kind && x.Exp == y.Exp
	})
}

func truth01(b bool) value {
	if b {
		return int64(1)
	}
	return int64(0)
}

// exponent is the exponent as as_tuple has it.
func exponent(x *decimal.Number) value {
	if x.Kind == decimal.Finite {
		return x.Exp
	}
	return [...]string{"", "F", "n", "N"}[x.Kind]
}

// decimalConversions make other things of a number, and numbers of them.
func decimalConversions() {
	for name, r := range map[string]decimal.Rounding{"__int__": decimal.Down, "__trunc__": decimal.Down,
		"__floor__": decimal.Floor, "__ceil__": decimal.Ceiling} {
		decimalDef(name+"(self)", "An int next to the number.", func(_ *thread, x *decimal.Number, _ []value) (value, error) {
			return decimalInt(x, r)
		})
	}
	decimalDef("__float__(self)", "The float next to the number.",
		func(_ *thread, x *decimal.Number, _ []value) (value, error) { return decimalFloat(x) })
	decimalDef("__complex__(self)", "The complex number next to the number.",
		func(_ *thread, x *decimal.Number, _ []value) (value, error) {
			f, err := decimalFloat(x)
			if err != nil {
				return nil, err
			}
			return complex(f.(float64), 0), nil
		})
	decimalDef("__round__(self, n=None)", "Rounded to so many places.",
		func(t *thread, x *decimal.Number, a []value) (value, error) {
			if a[1] == py.None {
				return decimalInt(x, decimal.HalfEven)
			}
			n, err := py.ToInt(a[1])
			if err != nil {
				return nil, err
			}
			d := decimalsOf(t)
			ctx, err := d.in(py.None)
			if err != nil {
				return nil, err
			}
			return d.finish(t, ctx, num(d.set.Quantize(x, &decimal.Number{Exp: -n}, d.set.Rounding)))
		})
	decimalDef("__reduce__(self)", "The class and the text.", func(t *thread, x *decimal.Number, a []value) (value, error) {
		s, err := decimalText(t, x, false, py.None)
		return py.NewTuple(py.TypeOf(a[0]), py.NewTuple(s)), err
	})
	decimalDef("to_eng_string(self, context=None)", "With exponents of thousands.",
		func(t *thread, x *decimal.Number, a []value) (value, error) { return decimalText(t, x, true, a[1]) })
	decimalDef("_text(self, context=None)", "The text.",
		func(t *thread, x *decimal.Number, a []value) (value, error) { return decimalText(t, x, false, a[1]) })
	decimalDef("as_integer_ratio(self)", "Numerator and denominator.", decimalRatio)
	decimalClass.Attrs.SetStr("from_float", &py.ClassMethod{Fn: fn("from_float(cls, f)", "A float with all its digits.",
		func(t *thread, a []value) (value, error) {
			var x *decimal.Number
			if f, ok := a[1].(float64); ok {
				x = decimal.FromFloat(f)
			} else if x = operand(a[1]); x == nil || asDecimal(a[1]) != nil {
				return nil, py.TypeErrorf("argument must be int or float")
			}
			if c, ok := a[0].(*py.Class); ok && c != decimalClass {
				return py.Call(t, c, []value{num(x)}, nil)
			}
			return num(x), nil
		})})
	decimalClass.Attrs.SetStr("_made", &py.StaticMethod{Fn: fn("_made(sign, number, exp)", "A number of its parts.",
		func(_ *thread, a []value) (value, error) {
			sign, _ := py.AsInt(a[0])
			kind, special := map[value]decimal.Kind{"F": decimal.Infinite, "n": decimal.Quiet, "N": decimal.Signaling}[a[2]]
			n := new(big.Int).Set(py.BigOf(a[1]))
			if special {
				return num(decimal.MakeSpecial(kind, sign != 0, n)), nil
			}
			exp, err := py.ToInt(a[2])
			return num(decimal.Make(sign != 0, n, exp)), err
		})})
}

// decimalRatio is the number as two ints without a common divisor.
func decimalRatio(_ *thread, x *decimal.Number, _ []value) (value, error) {
	switch {
	case x.NaN():
		return nil, py.ValueErrorf("cannot convert NaN to integer ratio")
	case x.Kind == decimal.Infinite:
		return nil, py.Raisef(py.OverflowErrorClass, "cannot convert Infinity to integer ratio")
	}
	c := decimal.Context{Room: py.Fits}
	if x.Exp >= 0 {
		n := c.Int(x)
		return py.NewTuple(py.Int(n), int64(1)), c.Err
	}
	if err := py.Fits(-x.Exp / 2); err != nil {
		return nil, err
	}
	n, d := new(big.Int).Set(x.Coefficient()), new(big.Int).Exp(big.NewInt(10), big.NewInt(-x.Exp), nil)
	g := new(big.Int).GCD(nil, nil, n, d)
	n.Quo(n, g)
	if x.Neg {
		n.Neg(n)
	}
	return py.NewTuple(py.Int(n), py.Int(d.Quo(d, g))), nil
}

// decimalRare hands methods on to those that module decimal has in the language.
func decimalRare() {
	for sig := range strings.SplitSeq(rareDecimals, ")") {
		name, args, ok := strings.Cut(strings.TrimSpace(sig), "(")
		if !ok {
			continue
		}
		decimalClass.DefRaw(name+"("+args+")", "As the specification has it.",
			func(t *thread, a []value, kw []py.Kw) (value, error) {
				d := decimalsOf(t)
				if d.rare == nil {
					return nil, py.Raisef(py.RuntimeErrorClass, "module decimal is not imported")
				}
				f, _ := d.rare.GetStr(name)
				return py.Call(t, f, a, kw)
			})
	}
}
