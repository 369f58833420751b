package text

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// ToNumber reads strings as numbers of type d: float32, float64, int32, int64, uint32 or uint64
// (StringToNumber). White space around a number does not count; what is no number of the type is
// an error.
func ToNumber[V Of](ctx context.Context, x V, d tensor.DType) (none V, err error) {
	switch d {
	case tensor.Float32, tensor.Float64, tensor.Int32, tensor.Int64, tensor.Uint32, tensor.Uint64:
	default:
		return none, tensor.BadAttr("out_type",
			"of %s is not in the list of allowed values: float, double, int32, int64, uint32, uint64", d.CName())
	}
	return flatly("StringToNumber", x, func(x *tensor.Tensor) (*tensor.Tensor, error) {
		if d.IsFloating() {
			return parseAll(ctx, x, d, ParseFloat)
		}
		return parseAll(ctx, x, d, ParseInt)
	})
}

func parseAll[T int64 | float64](ctx context.Context, x *tensor.Tensor, d tensor.DType,
	parse func(s string, d tensor.DType) (T, bool)) (*tensor.Tensor, error) {
	out := make([]T, x.Len())
	for i := range out {
		ok := false
		if out[i], ok = parse(strings.Trim(x.Str(i), blanks), d); !ok {
			return nil, tensor.Errorf("StringToNumberOp could not correctly convert string: %s", x.Str(i))
		}
	}
	return tensor.Cast(ctx, tensor.FromSlice(x.Shape(), out), d)
}

var cNaN = regexp.MustCompile(`(?i)^[+-]?nan(\([a-z0-9_]*\))?$`)

// ParseFloat reads a number as C's strtod does, rounded to the type d; past its range it is infinite.
func ParseFloat(s string, d tensor.DType) (float64, bool) {
	if cNaN.MatchString(s) { // strconv knows neither a sign nor a payload here
		return math.NaN(), true
	}
	if strings.ContainsAny(s, "_") {
		return 0, false
	}
	bits := 64
	if d == tensor.Float32 {
		bits = 32
	}
	f, err := strconv.ParseFloat(s, bits)
	if err == nil {
		return f, true
	}
	if e, ok := err.(*strconv.NumError); ok && e.Err == strconv.ErrRange { // C gives infinity
		return f, true
	}
	if strings.HasPrefix(strings.ToLower(strings.TrimLeft(s, "+-")), "0x") { // C's hexadecimal without an exponent
		f, err := strconv.ParseFloat(s+"p0", bits)
		return f, err == nil
	}
	return 0, false
}

// ParseInt reads a decimal integer of the type d; unsigned ones come as their bits.
func ParseInt(s string, d tensor.DType) (int64, bool) {
	bits := d.Size() * 8
	if d.IsUnsigned() {
		n, err := strconv.ParseUint(strings.TrimPrefix(s, "+"), 10, bits)
		return int64(n), err == nil
	}
	n, err := strconv.ParseInt(s, 10, bits)
	return n, err == nil && !strings.Contains(s, "_")
}

// NumberFormat is how AsString writes numbers, in the words of C's printf.
type NumberFormat struct {
	Precision  int // digits after the point; -1 for printf's own, which integers need
	Width      int // least number of characters; -1 for none
	Scientific bool
	Shortest   bool
	Fill       string // "", " ", "+", "-" or "0"
}

// PlainNumbers is TensorFlow's default format.
var PlainNumbers = NumberFormat{Precision: -1, Width: -1}

// AsString spells numbers, booleans and complex numbers of any shape as strings of the same shape or structure; strings
// stay. A format that the dtype does not have is an error. Source: AsString.
func AsString[V Of](ctx context.Context, x V, f NumberFormat) (V, error) {
	return flatlyAs("AsString", tensor.Invalid, x, func(x *tensor.Tensor) (*tensor.Tensor, error) {
		if err := f.check(x.DType()); err != nil {
			return nil, err
		}
		if x.DType() == tensor.String {
			return f.padded(ctx, x)
		}
		return f.spell(ctx, x)
	})
}

// padded fills texts to the width with blanks.
func (f NumberFormat) padded(ctx context.Context, x *tensor.Tensor) (*tensor.Tensor, error) {
	if f.Width < 1 {
		return x, nil
	}
	var b tensor.StringBuilder
	for i := range x.Len() {
		if i&4095 == 4095 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s := x.Str(i)
		pad := strings.Repeat(" ", max(f.Width-len(s), 0))
		if f.Fill == "-" {
			b.Append(s + pad)
		} else {
			b.Append(pad + s)
		}
	}
	return b.Tensor(x.Shape())
}

func (f NumberFormat) check(d tensor.DType) error {
	whole := d.IsInteger() || d == tensor.Bool
	switch {
	case len(f.Fill) > 1 || !strings.Contains(" +-0", f.Fill):
		return tensor.Errorf("Fill argument not supported: \"%s\"", f.Fill)
	case f.Scientific && f.Shortest:
		return tensor.Errorf("Cannot select both scientific and shortest notation")
	case whole && (f.Scientific || f.Shortest):
		return tensor.Errorf("scientific and shortest format not supported for datatype %s", d.CName())
	case whole && f.Precision > -1:
		return tensor.Errorf("precision not supported for datatype %s", d.CName())
	case f.Width > 1<<16 || f.Precision > 1<<10:
		return tensor.Errorf("width and precision must be below %d and %d", 1<<16, 1<<10)
	case !whole && !d.IsFloating() && !d.IsComplex() && d != tensor.String:
		return tensor.BadAttr("T", "of %s is not in the list of allowed values", d.CName())
	}
	return nil
}

// verbs are the printf directives for integers and for floating numbers.
func (f NumberFormat) verbs() (whole, real string) {
	form := "%" + f.Fill
	if f.Width > -1 {
		form += strconv.Itoa(f.Width)
	}
	real = form
	if f.Precision > -1 {
		real += "." + strconv.Itoa(f.Precision)
	} else if f.Shortest {
		real += ".6"
	}
	switch {
	case f.Scientific:
		real += "e"
	case f.Shortest:
		real += "g"
	default:
		real += "f"
	}
	return form + "d", real
}

func (f NumberFormat) spell(ctx context.Context, x *tensor.Tensor) (*tensor.Tensor, error) {
	whole, verb := f.verbs()
	float := func(v float64) string {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			s := strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%g", v), "+"))
			return fmt.Sprintf("%*s", max(f.Width, 0), s)
		}
		return fmt.Sprintf(verb, v)
	}
	d := x.DType()
	var b tensor.StringBuilder
	for i := range x.Len() {
		if i&4095 == 4095 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		switch {
		case d == tensor.Bool:
			b.Append(strconv.FormatBool(x.Int(i) != 0))
		case d.IsComplex():
			z := x.Complex(i)
			b.Append("(" + float(real(z)) + "," + float(imag(z)) + ")")
		case d.IsFloating():
			b.Append(float(x.Float(i)))
		case d == tensor.Uint64:
			b.Append(fmt.Sprintf(whole, uint64(x.Int(i))))
		default:
			b.Append(fmt.Sprintf(whole, x.Int(i)))
		}
	}
	return b.Tensor(x.Shape())
}
