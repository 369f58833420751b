package np

import (
	"math"
	"sync"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor/libm"
)

// Balls drawn without putting them back: Stadlober's ratio of uniforms for many, one after another for few. A Generator
// and a RandomState differ in the details, and so in what they draw.

const (
	tableWide  = 1.7155277699214135
	tableShift = 0.8989161620588988
)

func init() {
	count := func(name string) limit {
		return limit{func(p float64) bool { return p <= -1 }, name + " < 0"}
	}
	distributions = append(distributions,
		distribution{"hypergeometric(ngood, nbad, nsample, size=None)", true,
			[]limit{count("ngood"), count("nbad"), count("nsample")},
			func(g *rng, p []float64) float64 {
				if g.modern {
					return float64(g.drawGood(int64(p[0]), int64(p[1]), int64(p[2])))
				}
				return float64(g.legacyGood(int64(p[0]), int64(p[1]), int64(p[2])))
			}},
		distribution{"noncentral_f(dfnum, dfden, nonc, size=None)", false,
			[]limit{above0("dfnum"), above0("dfden"), atLeast0("nonc")},
			func(g *rng, p []float64) float64 {
				top := g.noncentral(p[0], p[2]) * p[1]
				return top / float64(g.chisquare(p[1])*p[0])
			}})
}

// ballsFit checks the numbers of balls together.
func ballsFit(g *rng, p [][]float64) error {
	at := func(col []float64, i int) float64 { return col[i%max(len(col), 1)] }
	n := max(len(p[0]), len(p[1]), len(p[2]))
	for i := range n {
		good, bad, sample := at(p[0], i), at(p[1], i), at(p[2], i)
		switch {
		case g.modern && (good >= 1e9 || bad >= 1e9):
			return py.ValueErrorf("both ngood and nbad must be less than 1000000000")
		case good+bad < sample:
			return py.ValueErrorf("ngood + nbad < nsample")
		case !g.modern && sample < 1 && good >= 0 && bad >= 0:
			return py.ValueErrorf("nsample < 1 or nsample is NaN")
		}
	}
	return nil
}

// logFactorials are log(k!) of small k.
var logFactorials = sync.OnceValue(func() []float64 {
	out, f := make([]float64, 126), 1.
	for k := range out {
		f *= float64(max(k, 1))
		out[k] = libm.Log(f)
	}
	return out
})

func logFactorialOf(n int64) float64 {
	if n < 126 {
		return logFactorials()[n]
	}
	k := float64(n)
	return float64((k+0.5)*libm.Log(k)) - k + (0.9189385332046728 + float64((1/k)*(1/12.-1/(360*k*k))))
}

// drawGood is how many of good balls are among sample balls, as a Generator draws it.
func (g *rng) drawGood(good, bad, sample int64) int64 {
	if sample >= 10 && sample <= good+bad-10 {
		return g.manyGood(good, bad, sample)
	}
	total := good + bad
	n := sample
	if sample > total/2 {
		n = total - sample
	}
	left, leftGood := total, good
	for n > 0 && leftGood > 0 && left > leftGood {
		left--
		if int64(masked64(g.s, uint64(left))) < leftGood {
			leftGood--
		}
		n--
	}
	if left == leftGood {
		leftGood -= n
	}
	if sample > total/2 {
		return leftGood
	}
	return good - leftGood
}

func (g *rng) manyGood(good, bad, sample int64) int64 {
	all := good + bad
	n, few, many := min(sample, all-sample), min(good, bad), max(good, bad)
	p, q := float64(few)/float64(all), float64(many)/float64(all)
	variance := float64(all-n) * float64(n) * p * q / float64(all-1)
	c := math.Sqrt(variance + 0.5)
	return g.table(good, bad, sample, n, float64(float64(n)*p)+0.5, c, logFactorialOf)
}

// table draws by Stadlober's table mountain around a with the spread c; logf is log of a factorial.
func (g *rng) table(good, bad, sample, n int64, a, c float64, logf func(int64) float64) int64 {
	all, few, many := good+bad, min(good, bad), max(good, bad)
	h := float64(tableWide*c) + tableShift
	top := int64(math.Floor(float64(n+1) * float64(few+1) / float64(all+2)))
	weight := func(k int64) float64 { return logf(k) + logf(few-k) + logf(n-k) + logf(many-n+k) }
	peak := weight(top)
	end := math.Min(float64(min(n, few))+1, math.Floor(a+float64(16*c)))
	var k int64
	for {
		u, v := g.s.float(), g.s.float()
		x := a + h*(v-0.5)/u
		if x < 0 || x >= end {
			continue
		}
		k = int64(math.Floor(x))
		t := peak - weight(k)
		if float64(u*(4-u))-3 <= t {
			break
		}
		if u*(u-t) < 1 && 2*libm.Log(u) <= t {
			break
		}
	}
	if good > bad {
		k = n - k
	}
	if n < sample {
		k = good - k
	}
	return k
}

// legacyGood is drawGood as a RandomState draws it.
func (g *rng) legacyGood(good, bad, sample int64) int64 {
	if sample > 10 {
		all := good + bad
		n := min(sample, all-sample)
		p := float64(min(good, bad)) / float64(all)
		variance := float64(all-n) * float64(sample) * p * (1 - p) / float64(all-1)
		return g.table(good, bad, sample, n, float64(float64(n)*p)+0.5, math.Sqrt(variance+0.5),
			func(k int64) float64 { return logFactorial(float64(k) + 1) })
	}
	if sample <= 0 {
		return 0
	}
	rest, few := float64(bad+good-sample), float64(min(good, bad))
	y := few
	for k := sample; y > 0; {
		y -= math.Floor(g.s.float() + y/(rest+float64(k)))
		if k--; k == 0 {
			break
		}
	}
	z := int64(few - y)
	if good > bad {
		z = sample - z
	}
	return z
}
