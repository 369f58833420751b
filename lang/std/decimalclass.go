package std

import (
	"math"
	"math/big"
	"strings"

	"github.com/tfs-lang/tfs/lang/decimal"
	"github.com/tfs-lang/tfs/lang/py"
)

// decimalUnary are the operations on one number in a context; decimalBinary those on two.
var (
	decimalUnary = map[string]func(c *decimal.Context, x *decimal.Number) *decimal.Number{
		"sqrt": (*decimal.Context).Sqrt, "normalize": (*decimal.Context).Normalize, "_plus": (*decimal.Context).Plus,
		"_minus": (*decimal.Context).Minus, "_absolute": (*decimal.Context).Abs, "_fixed": (*decimal.Context).Fix,
		"_nearest": (*decimal.Context).Nearest,
	}
	decimalBinary = map[string]func(c *decimal.Context, x, y *decimal.Number) *decimal.Number{
		"_add": (*decimal.Context).Add, "_subtract": (*decimal.Context).Sub, "_multiply": (*decimal.Context).Mul,
		"_divide": (*decimal.Context).Quo, "_divide_int": (*decimal.Context).QuoInt,
		"_remainder": (*decimal.Context).Rem, "_exact": (*decimal.Context).Exact,
		"compare": func(c *decimal.Context, x, y *decimal.Number) *decimal.Number {
			if q := c.Quiet(x, y); q != nil {
				return q
			}
			return decimal.FromInt(int64(decimal.Cmp(x, y)))
		},
	}
)

// rareDecimals are the methods that are written in the language.
const rareDecimals = `ln(self, context=None) log10(self, context=None) exp(self, context=None)
	_power(self, other, modulo=None, context=None) is_normal(self, context=None)
	is_subnormal(self, context=None) number_class(self, context=None) compare_total(self, other, context=None)
	compare_total_mag(self, other, context=None) compare_signal(self, other, context=None) logb(self, context=None)
	scaleb(self, other, context=None) shift(self, other, context=None) rotate(self, other, context=None)
	next_plus(self, context=None) next_minus(self, context=None) next_toward(self, other, context=None)
	logical_invert(self, context=None) logical_and(self, other, context=None) logical_or(self, other, context=None)
	logical_xor(self, other, context=None) fma(self, other, third, context=None)
	remainder_near(self, other, context=None) max(self, other, context=None) min(self, other, context=None)
	max_mag(self, other, context=None) min_mag(self, other, context=None) as_tuple(self)`

func decimalDef(sig, doc string, f func(t *thread, x *decimal.Number, a []value) (value, error)) {
	decimalClass.Def(sig, doc, func(t *thread, a []value) (value, error) {
		x := asDecimal(a[0])
		if x == nil {
			name, _, _ := strings.Cut(sig, "(")
			return nil, py.TypeErrorf("descriptor '%s' requires a 'decimal.Decimal' object but received a '%s'", name,
				py.TypeOf(a[0]).TypeName())
		}
		return f(t, x, a)
	})
}

func init() {
	py.Register[*number](decimalClass)
	decimalClass.New = fn("Decimal(value='0', context=None)", "A decimal number; it does not change.",
		func(t *thread, a []value) (value, error) { return newDecimal(t, a[0], a[1]) })
	decimalClass.Wrap = func(_ *thread, x *py.Instance, v value) (value, error) {
		if n, ok := v.(*number); ok && x.Native == nil {
			x.Native = n
			return x, nil
		}
		return v, nil
	}
	decimalClass.Repr = func(t *thread, v value) (string, error) {
		s, err := decimalText(t, asDecimal(v), false, py.None)
		return "Decimal('" + s + "')", err
	}
	decimalClass.Str = func(t *thread, v value) (string, error) { return decimalText(t, asDecimal(v), false, py.None) }
	decimalClass.Truth = func(_ *thread, v value) (bool, error) { return !asDecimal(v).Zero(), nil }
	decimalClass.Float = func(v value) (value, error) { return decimalFloat(asDecimal(v)) }
	decimalClass.Unary = decimalSign
	decimalClass.Binary = decimalOperator
	decimalClass.Format = func(t *thread, v value, spec string) (string, error) {
		d := decimalsOf(t)
		if _, err := d.in(py.None); err != nil {
			return "", err
		}
		capitals, _ := d.current.Attrs.GetStr("capitals")
		return formatDecimal(asDecimal(v), spec, d.set.Rounding, capitals == value(int64(0)))
	}
	decimalOperations()
	decimalParts()
	decimalConversions()
	decimalRare()
}

// decimalOperations are the methods that round in a context.
func decimalOperations() {
	for name, f := range decimalUnary {
		decimalDef(name+"(self, context=None)", "As the specification has it.",
			func(t *thread, x *decimal.Number, a []value) (value, error) {
				d := decimalsOf(t)
				ctx, err := d.in(a[1])
				if err != nil {
					return nil, err
				}
				return d.finish(t, ctx, num(f(&d.set, x)))
			})
	}
	for name, f := range decimalBinary {
		decimalDef(name+"(self, other, context=None)", "As the specification has it.",
			func(t *thread, x *decimal.Number, a []value) (value, error) {
				y, err := mustOperand(a[1])
				if err != nil {
					return nil, err
				}
				d := decimalsOf(t)
				ctx, err := d.in(a[2])
				if err != nil {
					return nil, err
				}
				return d.finish(t, ctx, num(f(&d.set, x, y)))
			})
	}
	divmod := func(t *thread, x, y *decimal.Number, context value) (value, error) {
		d := decimalsOf(t)
		ctx, err := d.in(context)
		if err != nil {
			return nil, err
		}
		q, r := d.set.DivMod(x, y)
		return d.finish(t, ctx, py.NewTuple(num(q), num(r)))
	}
	decimalDef("_divmod(self, other, context=None)", "Whole quotient and rest.",
		func(t *thread, x *decimal.Number, a []value) (value, error) {
			y, err := mustOperand(a[1])
			if err != nil {
				return nil, err
			}
			return divmod(t, x, y, a[2])
		})
	for _, name := range []string{"__divmod__", "__rdivmod__"} {
		decimalDef(name+"(self, other)", "Whole quotient and rest.",
			func(t *thread, x *decimal.Number, a []value) (value, error) {
				y := operand(a[1])
				if y == nil {
					return py.NotImplemented, nil
				}
				if name == "__rdivmod__" {
					x, y = y, x
				}
				return divmod(t, x, y, py.None)
			})
	}
	decimalDef("_quiet(self, other, context)", "The NaN that an operation gives, or None.",
		func(t *thread, x *decimal.Number, a []value) (value, error) {
			d := decimalsOf(t)
			ctx, err := d.in(a[2])
			if err != nil {
				return nil, err
			}
			if q := d.set.Quiet(x, asDecimal(a[1])); q != nil {
				return d.finish(t, ctx, num(q))
			}
			return py.None, nil
		})
	decimalRounds()
}

// decimalRounds are the methods that take a way of rounding.
func decimalRounds() {
	rounded := func(
		sig string,
		f func(c *decimal.Context, x *decimal.Number, a []value, r decimal.Rounding) (*decimal.Number, error),
	) {
		at := 1
		if strings.Contains(sig, "exp,") {
			at = 2
		}
		decimalDef(sig, "Rounded.", func(t *thread, x *decimal.Number, a []value) (value, error) {
			d := decimalsOf(t)
			ctx, err := d.in(a[at+1])
			if err != nil {
				return nil, err
			}
			r := d.set.Rounding
			if a[at] != py.None {
				if r, err = rounding(a[at]); err != nil {
					return nil, err
				}
			}
			y, err := f(&d.set, x, a, r)
			if err != nil {
				return nil, err
			}
			return d.finish(t, ctx, num(y))
		})
	}
	rounded("quantize(self, exp, rounding=None, context=None)",
		func(c *decimal.Context, x *decimal.Number, a []value, r decimal.Rounding) (*decimal.Number, error) {
			to, err := mustOperand(a[1])
			if err != nil {
				return nil, err
			}
			return c.Quantize(x, to, r), nil
		})
	rounded("_rescaled(self, exp, rounding=None, context=None)",
		func(c *decimal.Context, x *decimal.Number, a []value, r decimal.Rounding) (*decimal.Number, error) {
			exp, err := py.ToInt(a[1])
			if err != nil {
				return nil, err
			}
			return c.Rescale(x, exp, r), nil
		})
	for name, exact := range map[string]bool{"to_integral": false, "to_integral_value": false, "to_integral_exact": true} {
		rounded(name+"(self, rounding=None, context=None)",
			func(c *decimal.Context, x *decimal.Number, _ []value, r decimal.Rounding) (*decimal.Number, error) {
				return c.Integral(x, r, exact), nil
			})
	}
}

// decimalSign is -x, +x and abs(x).
func decimalSign(t *thread, op string, v value) (value, error) {
	d := decimalsOf(t)
	ctx, err := d.in(py.None)
	if err != nil {
		return nil, err
	}
	x := asDecimal(v)
	switch op {
	case "-":
		x = d.set.Minus(x)
	case "+":
		x = d.set.Plus(x)
	case "abs":
		x = d.set.Abs(x)
	default:
		return nil, py.TypeErrorf("bad operand type for unary %s: 'decimal.Decimal'", op)
	}
	return d.finish(t, ctx, num(x))
}

// decimalOperator is what stands between two numbers, one of which is decimal.
func decimalOperator(t *thread, op string, a, b value) (value, error) {
	switch op {
	case "==", "!=", "<", "<=", ">", ">=":
		return compareDecimals(t, op, a, b)
	}
	x, y := operand(a), operand(b)
	if x == nil || y == nil {
		return py.NotImplemented, nil
	}
	if op == "**" {
		return py.CallMethod(t, num(x), "_power", num(y))
	}
	d := decimalsOf(t)
	ctx, err := d.in(py.None)
	if err != nil {
		return nil, err
	}
	var z *decimal.Number
	switch op {
	case "+":
		z = d.set.Add(x, y)
	case "-":
		z = d.set.Sub(x, y)
	case "*":
		z = d.set.Mul(x, y)
	case "/":
		z = d.set.Quo(x, y)
	case "//":
		z = d.set.QuoInt(x, y)
	case "%":
		z = d.set.Rem(x, y)
	default:
		return py.NotImplemented, nil
	}
	return d.finish(t, ctx, num(z))
}

// compareDecimals orders a decimal number and a number of any kind. A float is noted.
func compareDecimals(t *thread, op string, a, b value) (value, error) {
	ordered := op != "==" && op != "!="
	d := decimalsOf(t)
	met := decimal.Condition(0)
	of := func(v value) *decimal.Number {
		switch x := v.(type) {
		case float64:
			met |= decimal.FloatOperation
			return decimal.FromFloat(x)
		case complex128:
			if !ordered && imag(x) == 0 {
				met |= decimal.FloatOperation
				return decimal.FromFloat(real(x))
			}
		}
		return operand(v)
	}
	x, y := of(a), of(b)
	if x == nil || y == nil {
		return compareRatio(t, op, a, b)
	}
	if met != 0 && !ordered && d.current != nil {
		if flags, ok := d.current.Attrs.GetStr("flags"); ok {
			if err := flags.(*py.Dict).Set(d.signals[1], true); err != nil {
				return nil, err
			}
		}
		met = 0
	}
	if x.NaN() || y.NaN() {
		if ordered || x.Kind == decimal.Signaling || y.Kind == decimal.Signaling {
			met |= decimal.InvalidOperation
		}
		if met != 0 && d.current != nil {
			return op == "!=", d.tell(t, d.current, met)
		}
		return op == "!=", nil
	}
	c := decimal.Cmp(x, y)
	r := inOrder(op, c)
	if met != 0 && d.current != nil {
		return r, d.tell(t, d.current, met)
	}
	return r, nil
}

// inOrder tells whether an operator holds of an order.
func inOrder(op string, order int) bool {
	switch op {
	case "==":
		return order == 0
	case "!=":
		return order != 0
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	}
	return order >= 0
}

// compareRatio compares with a Fraction: by the numerator, times the denominator.
func compareRatio(t *thread, op string, a, b value) (value, error) {
	x, r, left := asDecimal(a), b, true
	if x == nil {
		x, r, left = asDecimal(b), a, false
	}
	if x == nil || py.TypeOf(r).Name != "Fraction" {
		return py.NotImplemented, nil
	}
	n, err := py.GetAttr(t, r, "numerator")
	if err != nil {
		return nil, err
	}
	m, err := py.GetAttr(t, r, "denominator")
	if err != nil {
		return nil, err
	}
	p, q := operand(n), operand(m)
	if p == nil || q == nil {
		return py.NotImplemented, nil
	}
	if x.Kind == decimal.Finite {
		c := decimal.Context{Room: py.Fits}
		if x = c.Exact(x, q); c.Err != nil {
			return nil, c.Err
		}
	}
	if left {
		return compareDecimals(t, op, num(x), num(p))
	}
	return compareDecimals(t, op, num(p), num(x))
}

// newDecimal is Decimal(value): a text, an int, a float with all its digits, or sign, digits and exponent.
func newDecimal(t *thread, v, context value) (value, error) {
	v = py.Under(v)
	d := decimalsOf(t)
	switch x := v.(type) {
	case string:
		y, ok := decimal.Parse(x)
		if !ok {
			y, ok = decimal.Parse(plainDigits(t, x))
		}
		if ok && y != nil {
			return num(y), nil
		}
		ctx, err := d.in(context)
		if err != nil {
			return nil, err
		}
		d.set.Met = decimal.ConversionSyntax
		if ok {
			d.set.Met = decimal.InvalidOperation
		}
		return d.finish(t, ctx, num(&decimal.Number{Kind: decimal.Quiet}))
	case *number:
		return x, nil
	case float64:
		ctx, err := d.in(context)
		if err != nil {
			return nil, err
		}
		d.set.Met = decimal.FloatOperation
		return d.finish(t, ctx, num(decimal.FromFloat(x)))
	case *py.Tuple:
		return decimalOfParts(x.Items)
	case *py.List:
		return decimalOfParts(x.Items)
	}
	x, err := mustOperand(v)
	return num(x), err
}

// plainDigits is a text without spaces around it and underscores, its digits those of ASCII.
func plainDigits(t *thread, s string) string {
	v, _ := py.CallMethod(t, s, "strip")
	return py.ASCIIDigits(strings.ReplaceAll(str(v), "_", ""))
}

// decimalOfParts is a number of a sign, digits and an exponent.
func decimalOfParts(parts []value) (value, error) {
	if len(parts) != 3 {
		return nil, py.ValueErrorf("argument must be a sequence of length 3")
	}
	sign, ok := py.AsInt(parts[0])
	if !ok || sign != 0 && sign != 1 {
		return nil, py.ValueErrorf("sign must be an integer with the value 0 or 1")
	}
	var digits strings.Builder
	items, err := py.ToSlice(py.Background(), parts[1])
	if err != nil {
		return nil, py.ValueErrorf("coefficient must be a tuple of digits")
	}
	for _, v := range items {
		n, ok := v.(int64)
		if !ok || n < 0 || n > 9 {
			return nil, py.ValueErrorf("coefficient must be a tuple of digits")
		}
		digits.WriteByte(byte('0' + n))
	}
	n, _ := new(big.Int).SetString("0"+digits.String(), 10)
	switch e := parts[2].(type) {
	case string:
		kind, ok := map[string]decimal.Kind{"F": decimal.Infinite, "n": decimal.Quiet, "N": decimal.Signaling}[e]
		if !ok {
			return nil, py.ValueErrorf("string argument in the third position must be 'F', 'n' or 'N'")
		}
		if kind == decimal.Infinite {
			n = nil
		}
		return num(decimal.MakeSpecial(kind, sign == 1, n)), nil
	case int64:
		return num(decimal.Make(sign == 1, n, e)), nil
	}
	return nil, py.ValueErrorf("exponent must be an integer")
}

// decimalText is the number as str has it; the context decides between E and e.
func decimalText(t *thread, x *decimal.Number, eng bool, context value) (string, error) {
	mark := byte('E')
	if x.Kind == decimal.Finite && (x.Exp > 0 || x.Adjusted() < -6) {
		d := decimalsOf(t)
		ctx := d.current
		if c, ok := context.(*py.Instance); ok {
			ctx = c
		}
		if ctx != nil {
			if v, _ := ctx.Attrs.GetStr("capitals"); v == value(int64(0)) {
				mark = 'e'
			}
		}
	}
	return x.Text(eng, mark), nil
}

// decimalFloat is the float next to a number.
func decimalFloat(x *decimal.Number) (value, error) {
	switch {
	case x.Kind == decimal.Signaling:
		return nil, py.ValueErrorf("cannot convert signaling NaN to float")
	case x.Kind == decimal.Quiet:
		return math.Copysign(py.NaN, map[bool]float64{true: -1, false: 1}[x.Neg]), nil
	case x.Kind == decimal.Infinite && x.Neg:
		return math.Inf(-1), nil
	case x.Kind == decimal.Infinite:
		return math.Inf(1), nil
	}
	return x.Float(), nil
}

// decimalInt is a number without its fraction.
func decimalInt(x *decimal.Number, r decimal.Rounding) (value, error) {
	switch {
	case x.NaN():
		return nil, py.ValueErrorf("cannot convert NaN to integer")
	case x.Kind == decimal.Infinite:
		return nil, py.Raisef(py.OverflowErrorClass, "cannot convert Infinity to integer")
	}
	c := decimal.Context{Room: py.Fits}
	if x.Exp < 0 {
		x = c.Rescale(x, 0, r)
	}
	n := c.Int(x)
	if c.Err != nil {
		return nil, c.Err
	}
	return py.Int(n), nil
}
