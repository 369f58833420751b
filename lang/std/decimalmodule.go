package std

import (
	"math/big"

	"github.com/tfs-lang/tfs/lang/decimal"
	"github.com/tfs-lang/tfs/lang/py"
)

// number is a decimal number as Python has it.
type number decimal.Number

func num(x *decimal.Number) *number      { return (*number)(x) }
func (x *number) plain() *decimal.Number { return (*decimal.Number)(x) }

// PyHash is the hash of an int or a float that equals the number.
func (x *number) PyHash() (int64, error) {
	switch p := x.plain(); {
	case p.Kind == decimal.Signaling:
		return 0, py.TypeErrorf("Cannot hash a signaling NaN value.")
	case p.Kind == decimal.Quiet:
		h, err := py.Hash(&struct{ x *number }{x})
		n, _ := h.(int64)
		return n, err
	case p.Kind == decimal.Infinite && p.Neg:
		return -314159, nil
	case p.Kind == decimal.Infinite:
		return 314159, nil
	default:
		return p.Hash(), nil
	}
}

var decimalClass = py.NewClass("decimal", "Decimal", py.ObjectClass, nil)

// decimals is what one interpreter knows of decimal numbers: the context, and what module decimal has in the language.
type decimals struct {
	signals []value  // the classes of conditions, in the order of their bits
	rare    *py.Dict // methods that are written in the language
	current *py.Instance
	loaded  *py.Instance // whose settings set has
	set     decimal.Context
}

type decimalsKey struct{}

func decimalsOf(t *thread) *decimals {
	return t.Local(decimalsKey{}, func() any { return &decimals{} }).(*decimals)
}

// in makes a context the one that set has the settings of; None is the current one.
func (d *decimals) in(ctx value) (*py.Instance, error) {
	x := d.current
	if ctx != py.None && ctx != nil {
		var ok bool
		if x, ok = ctx.(*py.Instance); !ok || x.Attrs == nil {
			return nil, py.TypeErrorf("optional argument must be a context")
		}
	}
	if x == nil {
		return nil, py.Raisef(py.RuntimeErrorClass, "module decimal is not imported")
	}
	d.set.Met, d.set.Err = 0, nil
	if x == d.loaded {
		return x, nil
	}
	read := func(name string) (value, error) {
		v, ok := x.Attrs.GetStr(name)
		if !ok {
			return nil, py.TypeErrorf("optional argument must be a context")
		}
		return v, nil
	}
	for name, to := range map[string]*int64{"prec": &d.set.Prec, "Emin": &d.set.Emin, "Emax": &d.set.Emax} {
		v, err := read(name)
		if err != nil {
			return nil, err
		}
		if *to, err = py.ToInt(v); err != nil {
			return nil, err
		}
	}
	v, err := read("clamp")
	if err != nil {
		return nil, err
	}
	if d.set.Clamp, err = py.Truth(py.Background(), v); err != nil {
		return nil, err
	}
	if v, err = read("rounding"); err == nil {
		d.set.Rounding, err = rounding(v)
	}
	d.set.Room = py.Fits
	d.loaded = x
	return x, err
}

func rounding(v value) (decimal.Rounding, error) {
	for i, name := range decimal.Roundings {
		if v == name {
			return decimal.Rounding(i), nil
		}
	}
	return 0, py.TypeErrorf("valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n   " +
		"ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]")
}

// finish tells the context what an operation met and gives its result.
func (d *decimals) finish(t *thread, ctx *py.Instance, v value) (value, error) {
	if d.set.Err != nil {
		return nil, d.set.Err
	}
	if d.set.Met == 0 {
		return v, nil
	}
	return v, d.tell(t, ctx, d.set.Met)
}

// tell notes conditions in a context; those that are trapped there are an error. Within an operation that is written in
// the language they are only gathered.
func (d *decimals) tell(t *thread, ctx *py.Instance, met decimal.Condition) error {
	if v, _ := ctx.Attrs.GetStr("_depth"); v != value(int64(0)) {
		if set, _ := ctx.Attrs.GetStr("_met"); set != nil {
			for _, c := range d.classes(met) {
				if err := set.(*py.Set).Add(c); err != nil {
					return err
				}
			}
		}
		return nil
	}
	broad := met
	if met >= decimal.ConversionSyntax {
		broad |= decimal.InvalidOperation
	}
	flags, _ := ctx.Attrs.GetStr("flags")
	traps, _ := ctx.Attrs.GetStr("traps")
	trapped := false
	for i := range 9 {
		if broad>>i&1 == 0 {
			continue
		}
		v, err := d.mark(traps, i, nil)
		if err == nil {
			_, err = d.mark(flags, i, true)
		}
		if err != nil {
			return err
		}
		trapped = trapped || v == true
	}
	if trapped {
		_, err := py.CallMethod(t, ctx, "_raised", py.NewList(d.classes(met)...))
		return err
	}
	return nil
}

// mark is whether a dict of conditions has the i-th one, after it was set where set is not nil.
func (d *decimals) mark(marks value, i int, set value) (value, error) {
	m, ok := marks.(*py.Dict)
	if !ok {
		return nil, py.TypeErrorf("the flags and traps of a context are dicts of signals")
	}
	if at := m.Place(i, d.signals[i]); at != nil {
		if set != nil {
			*at = set
		}
		return *at, nil
	}
	if set != nil {
		return set, m.Set(d.signals[i], set)
	}
	v, _, err := m.Get(d.signals[i])
	return v, err
}

func (d *decimals) classes(met decimal.Condition) (out []value) {
	for i, c := range d.signals {
		if met>>i&1 != 0 {
			out = append(out, c)
		}
	}
	return out
}

// asDecimal is a number as it is, nil for another value; of a derived class the number it holds.
func asDecimal(v value) *decimal.Number {
	x, _ := py.Under(v).(*number)
	return x.plain()
}

// operand is a decimal number or an int as a number, nil for what does not mix with numbers.
func operand(v value) *decimal.Number {
	v = py.Under(v)
	switch x := v.(type) {
	case *number:
		return x.plain()
	case int64:
		return decimal.FromInt(x)
	case bool:
		n, _ := py.AsInt(x)
		return decimal.FromInt(n)
	case *big.Int:
		return decimal.FromBig(x)
	}
	return nil
}

func mustOperand(v value) (*decimal.Number, error) {
	if x := operand(v); x != nil {
		return x, nil
	}
	return nil, py.TypeErrorf("conversion from %s to Decimal is not supported", py.TypeOf(v).TypeName())
}

// decimalModule is what module decimal, which is written in the language, takes from here.
func decimalModule() *py.Module {
	return module("_decimal", "The numbers of module decimal.", map[string]value{"Decimal": decimalClass},
		fn("setup(signals, rare, context)", "Tells the classes of conditions, methods and the context.",
			func(t *thread, a []value) (value, error) {
				d := decimalsOf(t)
				d.signals, d.rare, d.current, d.loaded = a[0].(*py.List).Items, a[1].(*py.Dict), a[2].(*py.Instance), nil
				return py.None, nil
			}),
		fn("getcontext()", "The current context.", func(t *thread, _ []value) (value, error) {
			return decimalsOf(t).current, nil
		}),
		fn("use(context)", "Makes a context the current one.", func(t *thread, a []value) (value, error) {
			x, ok := a[0].(*py.Instance)
			if !ok {
				return nil, py.TypeErrorf("argument must be a context")
			}
			decimalsOf(t).current = x
			return py.None, nil
		}),
		fn("changed(context)", "Tells that settings changed.", func(t *thread, a []value) (value, error) {
			if d := decimalsOf(t); value(d.loaded) == a[0] {
				d.loaded = nil
			}
			return py.None, nil
		}),
		fn("operand(value, must=False)", "A number, NotImplemented for what mixes with none.",
			func(_ *thread, a []value) (value, error) {
				if asDecimal(a[0]) != nil {
					return a[0], nil
				}
				if x := operand(a[0]); x != nil {
					return num(x), nil
				}
				if a[1] == true {
					_, err := mustOperand(a[0])
					return nil, err
				}
				return py.NotImplemented, nil
			}),
	)
}
