package printer

import (
	"math"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/text/literal"

	"github.com/tfs-lang/tfs/tensor"
)

// words formats the elements at the given positions, all to one width.
func (o *Options) words(t *tensor.Tensor, at []int) []string {
	out := make([]string, len(at))
	switch d := t.DType().Base(); {
	case d == tensor.String:
		for i, k := range at {
			out[i] = literal.QuoteBytes(t.Str(k))
		}
		return out
	case d == tensor.Bool:
		for i, k := range at {
			out[i] = "False"
			if t.Int(k) != 0 {
				out[i] = "True"
			}
		}
		if len(t.Shape()) > 0 {
			padLeft(out, 5)
		}
		return out
	case d == tensor.BFloat16:
		for i, k := range at {
			out[i] = literal.G(t.Float(k), 6)
		}
		return out
	case d.Kind() == tensor.KindFloat:
		v := make([]float64, len(at))
		for i, k := range at {
			v[i] = t.Float(k)
		}
		if t.Rank() == 0 {
			out[0] = FloatScalar(v[0], d)
			return out
		}
		return o.floatColumn(v, d, o.Sign == "+")
	case d.Kind() == tensor.KindComplex:
		return o.complexWords(t, at, d)
	case d == tensor.Uint64:
		for i, k := range at {
			out[i] = strconv.FormatUint(uint64(t.Int(k)), 10)
		}
	default:
		for i, k := range at {
			out[i] = strconv.FormatInt(t.Int(k), 10)
		}
	}
	w := 0
	for _, s := range out {
		w = max(w, len(s))
	}
	padLeft(out, w)
	return out
}

func padLeft(out []string, w int) {
	for i, s := range out {
		if len(s) < w {
			out[i] = strings.Repeat(" ", w-len(s)) + s
		}
	}
}

func (o *Options) complexWords(t *tensor.Tensor, at []int, d tensor.DType) []string {
	if t.Rank() == 0 {
		return []string{ComplexScalar(t.Complex(0), d)}
	}
	re, im := make([]float64, len(at)), make([]float64, len(at))
	for i, k := range at {
		c := t.Complex(k)
		re[i], im[i] = real(c), imag(c)
	}
	a, b := o.floatColumn(re, d.Real(), o.Sign == "+"), o.floatColumn(im, d.Real(), true)
	for i := range a {
		s := b[i]
		body := strings.TrimRight(s, " ")
		a[i] += body + "j" + s[len(body):]
	}
	return a
}

func bitsOf(d tensor.DType) int {
	switch d {
	case tensor.Float16:
		return 16
	case tensor.Float64, tensor.Complex128:
		return 64
	}
	return 32
}

// shortest gives the shortest digits that read back as the same number of the type, in
// positional or exponent form: of two such numbers the closer one, of two as close the one
// with the even digit (Dragon4 as NumPy has it; strconv decides ties the other way).
func shortest(a float64, bits int, form byte) string {
	if a == 0 {
		return strconv.FormatFloat(a, form, -1, 64)
	}
	read := func(v float64) bool { return tensor.ToHalf64(v) == tensor.ToHalf64(a) }
	p := 1
	if bits != 16 {
		s := strconv.FormatFloat(a, 'e', -1, bits)
		p = max(strings.IndexByte(s, 'e')-1, 1)
		read = func(v float64) bool {
			if bits == 32 {
				return float32(v) == float32(a)
			}
			return v == a
		}
		if !tied(a, p) {
			return strconv.FormatFloat(a, form, -1, bits)
		}
	}
	for ; ; p++ {
		if s, ok := between(a, p, read); ok || p > 17 {
			if form == 'e' {
				return s
			}
			f, _ := strconv.ParseFloat(s, 64)
			return strconv.FormatFloat(f, 'f', -1, 64)
		}
	}
}

// tied tells whether the exact number ends in a 5 right after p digits.
func tied(a float64, p int) bool {
	s := strconv.FormatFloat(a, 'e', p+24, 64)
	return strings.HasPrefix(s[p+1:], "5000000000000000000000000")
}

// between tries the numbers of p digits below and above a.
func between(a float64, p int, read func(float64) bool) (string, bool) {
	exact := strconv.FormatFloat(a, 'e', p+24, 64)
	e := strings.IndexByte(exact, 'e')
	whole := exact[:1] + exact[2:e]
	n, _ := strconv.ParseUint(whole[:p], 10, 64)
	exp, _ := strconv.Atoi(exact[e+1:])
	write := func(n uint64) (string, float64) {
		f, _ := strconv.ParseFloat(strconv.FormatUint(n, 10)+"e"+strconv.Itoa(exp-p+1), 64)
		return strconv.FormatFloat(f, 'e', -1, 64), f
	}
	down, lo := write(n)
	up, hi := write(n + 1)
	rest := strings.TrimRight(whole[p:], "0")
	switch low, high := read(lo), read(hi); {
	case low && high && (rest < "5" || rest == "5" && n%2 == 0), low && !high:
		return down, true
	case high:
		return up, true
	}
	return "", false
}

// digits is one number of a column: the parts before and after the point, and the exponent.
type digits struct {
	neg         bool
	whole, frac string
	exp         string // with its sign, "" in positional form
	special     string // nan or inf
}

func (o *Options) split(v float64, bits int, expForm bool) digits {
	d := digits{neg: math.Signbit(v) && v == v}
	switch {
	case math.IsNaN(v):
		d.special = o.NaN
		return d
	case math.IsInf(v, 0):
		d.special = o.Inf
		return d
	}
	a := math.Abs(v)
	form := byte('f')
	if expForm {
		form = 'e'
	}
	s := shortest(a, bits, form)
	m, e, _ := strings.Cut(s, "e")
	whole, frac, _ := strings.Cut(m, ".")
	if places := o.places(); len(frac) > places { // rounded there, from the exact value
		s = strconv.FormatFloat(a, form, places, 64)
		m, e, _ = strings.Cut(s, "e")
		whole, frac, _ = strings.Cut(m, ".")
		frac = strings.TrimRight(frac, "0")
	}
	d.whole, d.frac, d.exp = whole, frac, e
	return d
}

// expCut is the magnitude from which a type prints in exponent form.
func expCut(bits int) float64 {
	switch bits {
	case 16:
		return 1e3
	case 32:
		return 1e6
	}
	return 1e8
}

// lowCut is 1e-4 in the element type: numpy compares there.
func lowCut(bits int) float64 {
	switch bits {
	case 16:
		return float64(tensor.ToHalf(1e-4).Float32())
	case 32:
		return float64(float32(1e-4))
	}
	return 1e-4
}

// floatColumn formats floats as NumPy does a block of them. With sign, positive numbers
// get a plus.
func (o *Options) floatColumn(v []float64, d tensor.DType, sign bool) []string {
	bits := bitsOf(d)
	lo, hi := math.Inf(1), 0.0
	for _, x := range v {
		if a := math.Abs(x); x-x == 0 && a != 0 {
			lo, hi = min(lo, a), max(hi, a)
		}
	}
	expForm := hi > 0 && (hi >= expCut(bits) ||
		!o.Suppress && (lo < lowCut(bits) || ratio(hi, lo, bits) > 1000))
	parts := make([]digits, len(v))
	left, right, expW, special := 0, 0, 0, 0
	anyNeg := false
	for i, x := range v {
		p := o.split(x, bits, expForm)
		parts[i] = p
		sg := 0
		if p.neg || sign {
			sg = 1
		}
		if p.special != "" {
			special = max(special, len(p.special)+sg)
			continue
		}
		anyNeg = anyNeg || p.neg
		w := len(p.whole)
		if p.neg || sign {
			w++
		}
		left, right = max(left, w), max(right, len(p.frac))
		if p.exp != "" {
			expW = max(expW, len(p.exp)-1)
		}
	}
	if left == 0 { // nothing finite
		left, right = 0, 0
	}
	if o.FloatMode == "fixed" {
		right = o.Precision
	}
	equal := o.FloatMode == "fixed" || o.FloatMode == "maxprec_equal"
	out := make([]string, len(v))
	total := 0
	for i, p := range parts {
		if p.special != "" {
			continue
		}
		if (expForm || equal) && len(p.frac) < right { // shorter ones go on with their exact digits
			form := byte('e')
			if !expForm {
				form = 'f'
			}
			m, e, _ := strings.Cut(strconv.FormatFloat(math.Abs(v[i]), form, right, 64), "e")
			p.whole, p.frac, _ = strings.Cut(m, ".")
			p.exp = e
		}
		s := p.whole
		if p.neg {
			s = "-" + s
		} else if sign {
			s = "+" + s
		}
		s = strings.Repeat(" ", left-len(s)) + s + "." + p.frac
		if expForm {
			s += "e" + p.exp[:1] + strings.Repeat("0", expW-len(p.exp)+1) + p.exp[1:]
		} else {
			s += strings.Repeat(" ", right-len(p.frac))
		}
		out[i] = s
		total = max(total, len(s))
	}
	w := max(total, special)
	for i, p := range parts {
		if p.special != "" {
			s := p.special
			if p.neg {
				s = "-" + s
			} else if sign {
				s = "+" + s
			}
			out[i] = s
		}
		if len(out[i]) < w {
			out[i] = strings.Repeat(" ", w-len(out[i])) + out[i]
		}
	}
	return out
}

// ratio is max/min computed in the element type, which decides borderline cases.
func ratio(hi, lo float64, bits int) float64 {
	switch bits {
	case 16:
		return float64(tensor.ToHalf(float32(hi) / float32(lo)).Float32())
	case 32:
		return float64(float32(hi) / float32(lo))
	}
	return hi / lo
}

// FloatScalar is str() of a numpy floating scalar.
func FloatScalar(f float64, d tensor.DType) string {
	switch {
	case d == tensor.BFloat16:
		return literal.G(f, 6)
	case f != f || math.IsInf(f, 0):
		return literal.Float(f)
	}
	bits := bitsOf(d)
	a := math.Abs(f)
	limit := 1e16
	switch bits {
	case 16:
		limit = 1e3
	case 32:
		limit = 1e6
	}
	sign := ""
	if math.Signbit(f) {
		sign = "-"
	}
	low := 1e-4
	if bits == 32 {
		low = float64(float32(1e-4))
		if a <= low && a != 0 { // numpy compares in the element type: 1e-4 itself prints as 1e-04
			low = math.Nextafter(low, 1)
		}
	}
	if a != 0 && (a < low || a >= limit) {
		return sign + shortest(a, bits, 'e')
	}
	s := shortest(a, bits, 'f')
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return sign + s
}

// ComplexScalar is str() of a numpy complex scalar.
func ComplexScalar(c complex128, d tensor.DType) string {
	part := func(f float64) string { return strings.TrimSuffix(FloatScalar(f, d.Real()), ".0") }
	im := part(imag(c))
	if real(c) == 0 && !math.Signbit(real(c)) {
		return im + "j"
	}
	if im[0] != '-' {
		im = "+" + im
	}
	return "(" + part(real(c)) + im + "j)"
}
