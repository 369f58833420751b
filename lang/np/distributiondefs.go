package np

import (
	"math"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// distribution is one of np.random's: its parameters with what may not be given for each.
type distribution struct {
	sig    string
	whole  bool // its numbers are integers
	params []limit
	draw   func(g *rng, p []float64) float64
}

// limit is a parameter's: what is refused, and how that is told.
type limit struct {
	bad  func(p float64) bool
	text string
}

var (
	free    = limit{func(float64) bool { return false }, ""}
	chance  = limit{func(p float64) bool { return !(p >= 0 && p <= 1) }, "p < 0, p > 1 or p is NaN"}
	chance0 = limit{func(p float64) bool { return !(p > 0 && p <= 1) }, "p <= 0, p > 1 or p contains NaNs"}
)

// atLeast0 and above0 are limits of parameters by name.
func atLeast0(name string) limit {
	return limit{func(p float64) bool { return p < 0 || p == 0 && math.Signbit(p) }, name + " < 0"}
}

func above0(name string) limit {
	return limit{func(p float64) bool { return !(p > 0) }, name + " <= 0"}
}

var distributions = []distribution{
	{"exponential(scale=1.0, size=None)", false, []limit{atLeast0("scale")},
		func(g *rng, p []float64) float64 { return p[0] * g.expo() }},
	{"standard_exponential(size=None)", false, nil, func(g *rng, _ []float64) float64 { return g.expo() }},
	{"gamma(shape, scale=1.0, size=None)", false, []limit{atLeast0("shape"), atLeast0("scale")},
		func(g *rng, p []float64) float64 { return p[1] * g.gamma(p[0]) }},
	{"standard_gamma(shape, size=None)", false, []limit{atLeast0("shape")},
		func(g *rng, p []float64) float64 { return g.gamma(p[0]) }},
	{"beta(a, b, size=None)", false, []limit{above0("a"), above0("b")},
		func(g *rng, p []float64) float64 { return g.beta(p[0], p[1]) }},
	{"chisquare(df, size=None)", false, []limit{above0("df")},
		func(g *rng, p []float64) float64 { return g.chisquare(p[0]) }},
	{"noncentral_chisquare(df, nonc, size=None)", false, []limit{above0("df"), atLeast0("nonc")},
		func(g *rng, p []float64) float64 { return g.noncentral(p[0], p[1]) }},
	{"f(dfnum, dfden, size=None)", false, []limit{above0("dfnum"), above0("dfden")},
		func(g *rng, p []float64) float64 {
			top := g.chisquare(p[0]) * p[1]
			return top / float64(g.chisquare(p[1])*p[0])
		}},
	{"standard_cauchy(size=None)", false, nil, func(g *rng, _ []float64) float64 {
		x := g.normal()
		return x / g.normal()
	}},
	{"standard_t(df, size=None)", false, []limit{above0("df")}, func(g *rng, p []float64) float64 {
		x := g.normal()
		half := g.gamma(p[0] / 2)
		return math.Sqrt(p[0]/2) * x / math.Sqrt(half)
	}},
	{"pareto(a, size=None)", false, []limit{above0("a")},
		func(g *rng, p []float64) float64 { return g.pareto(p[0]) }},
	{"weibull(a, size=None)", false, []limit{atLeast0("a")},
		func(g *rng, p []float64) float64 { return g.weibull(p[0]) }},
	{"power(a, size=None)", false, []limit{above0("a")},
		func(g *rng, p []float64) float64 { return g.power(p[0]) }},
	{"laplace(loc=0.0, scale=1.0, size=None)", false, []limit{free, atLeast0("scale")},
		func(g *rng, p []float64) float64 { return g.laplace(p[0], p[1]) }},
	{"gumbel(loc=0.0, scale=1.0, size=None)", false, []limit{free, atLeast0("scale")},
		func(g *rng, p []float64) float64 { return g.gumbel(p[0], p[1]) }},
	{"logistic(loc=0.0, scale=1.0, size=None)", false, []limit{free, atLeast0("scale")},
		func(g *rng, p []float64) float64 { return g.logistic(p[0], p[1]) }},
	{"rayleigh(scale=1.0, size=None)", false, []limit{atLeast0("scale")},
		func(g *rng, p []float64) float64 { return g.rayleigh(p[0]) }},
	{"wald(mean, scale, size=None)", false, []limit{above0("mean"), above0("scale")},
		func(g *rng, p []float64) float64 { return g.wald(p[0], p[1]) }},
	{"vonmises(mu, kappa, size=None)", false, []limit{free, atLeast0("kappa")},
		func(g *rng, p []float64) float64 { return g.vonmises(p[0], p[1]) }},
	{"triangular(left, mode, right, size=None)", false, []limit{free, free, free},
		func(g *rng, p []float64) float64 { return g.triangular(p[0], p[1], p[2]) }},
	{"poisson(lam=1.0, size=None)", true,
		[]limit{{func(p float64) bool { return !(p >= 0) }, "lam < 0 or lam is NaN"}},
		func(g *rng, p []float64) float64 { return g.poisson(p[0]) }},
	{"binomial(n, p, size=None)", true, []limit{atLeast0("n"), chance},
		func(g *rng, p []float64) float64 { return g.binomial(math.Trunc(p[0]), p[1]) }},
	{"negative_binomial(n, p, size=None)", true, []limit{above0("n"), chance0},
		func(g *rng, p []float64) float64 { return g.poisson((1 - p[1]) / p[1] * g.gamma(p[0])) }},
	{"geometric(p, size=None)", true, []limit{chance0},
		func(g *rng, p []float64) float64 { return g.geometric(p[0]) }},
	{"zipf(a, size=None)", true,
		[]limit{{func(p float64) bool { return !(p > 1) }, "a <= 1 or a is NaN"}},
		func(g *rng, p []float64) float64 { return g.zipf(p[0]) }},
	{"logseries(p, size=None)", true,
		[]limit{{func(p float64) bool { return !(p >= 0 && p < 1) }, "p < 0, p >= 1 or p is NaN"}},
		func(g *rng, p []float64) float64 { return g.logseries(p[0]) }},
}

// allRandom are the functions of np.random with those of the distributions.
func allRandom() []randomDef {
	out := append([]randomDef(nil), randomDefs...)
	for i := range distributions {
		out = append(out, distributions[i].function())
	}
	out = append(out, modernFloats...)
	return append(out,
		randomDef{"multinomial(n, pvals, size=None)", true, true, multinomial},
		randomDef{"dirichlet(alpha, size=None)", true, true, dirichlet},
	)
}

// function is the distribution as np.random has it.
func (d *distribution) function() randomDef {
	name, _, _ := strings.Cut(d.sig, "(")
	fit := jointly[name]
	return randomDef{d.sig, true, true, func(t *thread, g *rng, a []value) (value, error) {
		n := len(d.params)
		c := &calc{t: t}
		cols := make([][]float64, n)
		for i, p := range a[:n] {
			cols[i] = c.floats(p)
		}
		if fit != nil && c.err == nil {
			if err := fit(g, cols); err != nil {
				return nil, err
			}
		}
		for i := range cols {
			for _, x := range cols[i] {
				if d.params[i].bad(x) {
					text := d.params[i].text
					if len(cols[i]) > 1 {
						text = strings.Replace(text, "is NaN", "contains NaNs", 1)
					}
					return nil, py.ValueErrorf("%s", text)
				}
			}
		}
		if c.err != nil {
			return nil, c.err
		}
		v, err := g.fill(t, a[n], a[:n], func(p []float64) float64 { return d.draw(g, p) })
		if !d.whole || err != nil {
			return v, err
		}
		if x, ok := v.(float64); ok {
			return int64(x), nil
		}
		return castTo(t, v.(*array), dtypeOf(intType))
	}}
}

// jointly checks parameters against each other, before each by itself.
var jointly = map[string]func(g *rng, p [][]float64) error{"triangular": ordered, "hypergeometric": ballsFit}

// ordered checks the corners of a triangle.
func ordered(_ *rng, p [][]float64) error {
	if len(p[0]) != 1 || len(p[1]) != 1 || len(p[2]) != 1 {
		return nil
	}
	switch left, mode, right := p[0][0], p[1][0], p[2][0]; {
	case left > mode:
		return py.ValueErrorf("left > mode")
	case mode > right:
		return py.ValueErrorf("mode > right")
	case left == right:
		return py.ValueErrorf("left == right")
	}
	return nil
}

// rows makes an array of rows of random numbers, one for each place of a size.
func rows(t *thread, size value, width int, draw func(row []float64) error) (*array, error) {
	shape, err := sizeArg(t, size)
	if err != nil {
		return nil, err
	}
	n := sizeOf(shape)
	c := &calc{t: t}
	if !c.room(n) || !c.room(n*max(width, 1)) {
		return nil, c.err
	}
	out := make([]float64, n*width)
	for i := range n {
		if err := t.Check(); err != nil {
			return nil, err
		}
		if err := draw(out[i*width : (i+1)*width]); err != nil {
			return nil, err
		}
	}
	return floatsOf(out, append(append([]int{}, shape...), width)...), nil
}

func multinomial(t *thread, g *rng, a []value) (value, error) {
	n, err := intArg(a[0], "n")
	if err != nil {
		return nil, err
	}
	c := &calc{t: t}
	p := append([]float64(nil), c.floats(a[1])...)
	if c.err != nil {
		return nil, c.err
	}
	sum := 0.
	for i, x := range p {
		if !(x >= 0 && x <= 1) {
			return nil, py.ValueErrorf("pvals < 0, pvals > 1 or pvals contains NaNs")
		}
		if i < len(p)-1 {
			sum += x
		}
	}
	switch {
	case len(p) == 0:
		return nil, py.ValueErrorf("pvals must have at least 1 dimension and the last dimension of pvals must be " +
			"greater than 0.")
	case n < 0:
		return nil, py.ValueErrorf("n < 0")
	case sum > 1+1e-12:
		return nil, py.ValueErrorf("sum(pvals[:-1]) > 1.0")
	}
	out, err := rows(t, a[2], len(p), func(row []float64) error {
		left, rest := float64(n), 1.
		for j := range len(p) - 1 {
			if err := t.Poll(); err != nil {
				return err
			}
			row[j] = g.binomial(left, p[j]/rest)
			if left -= row[j]; left <= 0 {
				break
			}
			rest -= p[j]
		}
		if left > 0 {
			row[len(p)-1] = left
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return castTo(t, out, dtypeOf(intType))
}

func dirichlet(t *thread, g *rng, a []value) (value, error) {
	c := &calc{t: t}
	alpha := append([]float64(nil), c.floats(a[0])...)
	if c.err != nil {
		return nil, c.err
	}
	largest := 0.
	for _, x := range alpha {
		if !(x > 0) && !(g.modern && x == 0) {
			if g.modern {
				return nil, py.ValueErrorf("alpha < 0")
			}
			return nil, py.ValueErrorf("alpha <= 0")
		}
		largest = max(largest, x)
	}
	broken := g.modern && largest < 0.1 && largest > 0
	out, err := rows(t, a[1], len(alpha), func(row []float64) error {
		if largest == 0 {
			return nil
		}
		if broken {
			g.breakStick(alpha, row)
			return nil
		}
		sum := 0.
		for j, x := range alpha {
			if err := t.Poll(); err != nil {
				return err
			}
			row[j] = g.gamma(x)
			sum += row[j]
		}
		inverse := 1 / sum
		for j := range row {
			row[j] *= inverse
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// breakStick draws from a Dirichlet distribution of small parameters by beta numbers.
func (g *rng) breakStick(alpha, row []float64) {
	rest := make([]float64, len(alpha))
	sum := 0.
	for i := len(alpha) - 1; i > 0; i-- {
		sum += alpha[i]
		rest[i-1] = sum
	}
	left := 1.
	for i := range len(alpha) - 1 {
		v := g.beta(alpha[i], rest[i])
		row[i] = left * v
		left *= 1 - v
		if rest[i] == 0 {
			break
		}
	}
	row[len(alpha)-1] = left
}
