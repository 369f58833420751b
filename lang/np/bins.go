package np

import (
	"math"
	"sort"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tensor/libm"
	"github.com/tfs-lang/tfs/text/literal"
)

// Histograms of numbers.

func init() {
	calcFn("histogram(a, bins=10, range=None, density=None, weights=None)", "Counts of values in bins.",
		func(c *calc, a []value) value {
			return c.histogram(a)
		})
	calcFn("histogram_bin_edges(a, bins=10, range=None, weights=None)", "The edges of bins.",
		func(c *calc, a []value) value {
			return floatsOf(c.edges(c.arr(a[0]), a[1], a[2], a[3]))
		})
}

// histogram counts values in bins.
func (c *calc) histogram(a []value) value {
	x := append([]float64(nil), c.floats(a[0])...)
	edges := c.edges(c.arr(a[0]), a[1], a[2], a[4])
	if c.err != nil {
		return py.None
	}
	weights := []float64(nil)
	if a[4] != py.None {
		weights = c.floats(a[4])
	}
	n := len(edges) - 1
	sums, counts := make([]float64, n), make([]int, n)
	for i, v := range x {
		if !(v >= edges[0] && v <= edges[n]) {
			continue
		}
		k := sort.SearchFloat64s(edges, v)
		if k > n || edges[k] != v {
			k--
		}
		for k < n-1 && edges[k+1] <= v { // equal edges
			k++
		}
		k = min(k, n-1)
		counts[k]++
		if weights != nil && i < len(weights) {
			sums[k] += weights[i]
		}
	}
	var h value = intsOf(counts)
	if weights != nil {
		h = floatsOf(sums)
		if d := c.arr(a[4]).DType().Num; d.IsInteger() {
			h = c.cast(h, dtypeOf(tensor.Int64))
		}
	}
	out := floatsOf(edges)
	if c.given(a[1]) { // edges stay of their own type
		out = c.arr(a[1])
	}
	if a[3] == true {
		width := c.diff(out, 1, int64(-1), py.None, py.None)
		h = c.u("divide", c.u("divide", h, width), c.fold("sum", h, py.None, false))
	}
	return py.NewTuple(h, out)
}

// edges are those of bins: a number of them, a rule, or the edges themselves.
func (c *calc) edges(a *array, bins, rng, weights value) []float64 {
	x := append([]float64(nil), c.floats(a)...)
	if c.err != nil {
		return nil
	}
	if c.given(bins) {
		return c.givenEdges(bins)
	}
	n, _ := py.AsInt(bins)
	rule, isRule := strOf(bins)
	if !isRule && (n < 1 || n > 1<<26) {
		c.err = py.ValueErrorf("`bins` must be positive, when an integer")
		return nil
	}
	lo, hi := c.outer(x, rng)
	if isRule && c.err == nil {
		if weights != py.None {
			c.err = py.TypeErrorf("Automated estimation of the number of bins is not supported for weighted data")
			return nil
		}
		n = c.binsBy(rule, inside(x, lo, hi), lo, hi, a.DType().IsNumber() && a.DType().Num.IsInteger())
	}
	if c.err != nil || !c.room(int(n)) {
		return nil
	}
	return c.floats(c.call("linspace", lo, hi, n+1))
}

// given tells edges from a number of bins and a rule.
func (c *calc) given(bins value) bool {
	_, isRule := strOf(bins)
	_, isInt := py.AsInt(bins)
	return !isRule && (!isInt || isArray(bins))
}

func inside(x []float64, lo, hi float64) []float64 {
	out := x[:0:0]
	for _, v := range x {
		if v >= lo && v <= hi {
			out = append(out, v)
		}
	}
	return out
}

func (c *calc) givenEdges(bins value) []float64 {
	e := append([]float64(nil), c.floats(bins)...)
	for i := 1; i < len(e); i++ {
		if e[i] < e[i-1] {
			c.err = py.ValueErrorf("`bins` must increase monotonically, when an array")
		}
	}
	if len(e) < 2 && c.err == nil {
		c.err = py.ValueErrorf("`bins` must have at least two edges, got %d", len(e))
	}
	return e
}

// outer is the range of bins: the given one, or that of the values.
func (c *calc) outer(x []float64, rng value) (lo, hi float64) {
	lo, hi = 0.0, 1.0
	if rng != py.None {
		r := c.floats(rng)
		if c.err == nil && len(r) != 2 {
			c.err = py.ValueErrorf("range must have two values")
		}
		if c.err != nil {
			return 0, 1
		}
		if lo, hi = r[0], r[1]; lo > hi {
			c.err = py.ValueErrorf("max must be larger than min in range parameter.")
		}
	} else if len(x) > 0 {
		lo, hi = x[0], x[0]
		for _, v := range x {
			lo, hi = math.Min(lo, v), math.Max(hi, v)
		}
		if lo-lo != 0 || hi-hi != 0 {
			c.err = py.ValueErrorf("autodetected range of [%s, %s] is not finite", literal.Float(lo), literal.Float(hi))
		}
	}
	if lo == hi {
		lo, hi = lo-0.5, hi+0.5
	}
	return lo, hi
}

// widths are the rules for the width of a bin, by the values and how far they reach.
var widths = map[string]func(x []float64, reach float64) float64{
	"sqrt":    func(x []float64, reach float64) float64 { return reach / math.Sqrt(float64(len(x))) },
	"sturges": func(x []float64, reach float64) float64 { return reach / (libm.Log2(float64(len(x))) + 1) },
	"rice":    func(x []float64, reach float64) float64 { return reach / (2 * libm.Pow(float64(len(x)), 1.0/3)) },
	"scott": func(x []float64, _ float64) float64 {
		_, dev := spreadOf(x)
		return libm.Pow(24*libm.Pow(math.Pi, 0.5)/float64(len(x)), 1.0/3) * dev
	},
	"fd":    quartileWidth,
	"doane": skewWidth,
	"auto": func(x []float64, reach float64) float64 {
		n := float64(len(x))
		by := math.Max(quartileWidth(x, reach), reach/math.Sqrt(n)/2)
		return math.Min(by, reach/(libm.Log2(n)+1))
	},
}

// spreadOf is the mean and the standard deviation.
func spreadOf(x []float64) (mean, dev float64) {
	n := float64(len(x))
	mean = pairwise(x) / n
	sq := make([]float64, len(x))
	for i, v := range x {
		sq[i] = (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(pairwise(sq) / n)
}

// quartileWidth is the rule of Freedman and Diaconis.
func quartileWidth(x []float64, _ float64) float64 {
	s, linear := sorted(append([]float64(nil), x...)), quantileMethods["linear"]
	return 2 * (quantileOf(s, 0.75, linear) - quantileOf(s, 0.25, linear)) / libm.Pow(float64(len(x)), 1.0/3)
}

// skewWidth is the rule of Doane.
func skewWidth(x []float64, reach float64) float64 {
	n := float64(len(x))
	if n <= 2 {
		return 0
	}
	at := math.Sqrt(6 * (n - 2) / ((n + 1) * (n + 3)))
	mean, dev := spreadOf(x)
	if dev <= 0 {
		return 0
	}
	cubes := make([]float64, len(x))
	for i, v := range x {
		cubes[i] = libm.Pow((v-mean)/dev, 3)
	}
	g := pairwise(cubes) / n
	return reach / (1 + libm.Log2(n) + libm.Log2(1+math.Abs(g)/at))
}

// stoneWidth is the rule of Stone: the least estimate of the integrated squared error, of bins from lo to hi.
func stoneWidth(x []float64, reach, lo, hi float64) float64 {
	n := float64(len(x))
	if n <= 1 || reach == 0 {
		return 0
	}
	s := sorted(append([]float64(nil), x...))
	best, least := 1, math.Inf(1)
	for bins := 1; bins <= max(100, int(math.Sqrt(n))); bins++ {
		width, step, sum, from := reach/float64(bins), (hi-lo)/float64(bins), 0.0, 0
		for k := 1; k <= bins; k++ {
			end := len(s)
			if edge := lo + float64(k)*step; k < bins {
				end = sort.SearchFloat64s(s, edge)
			}
			p := float64(end-from) / n
			sum, from = sum+float64(p*p), end
		}
		if risk := (2 - (n+1)*sum) / width; risk < least {
			best, least = bins, risk
		}
	}
	return reach / float64(best)
}

// binsBy is the number of bins a rule gives.
func (c *calc) binsBy(rule string, x []float64, lo, hi float64, whole bool) int64 {
	width := widths[rule]
	if rule == "stone" {
		width = func(x []float64, reach float64) float64 { return stoneWidth(x, reach, lo, hi) }
	}
	if width == nil {
		c.err = py.ValueErrorf("'%s' is not a valid estimator for `bins`", rule)
		return 1
	}
	if len(x) == 0 {
		return 1
	}
	least, most := x[0], x[0]
	for _, v := range x {
		least, most = math.Min(least, v), math.Max(most, v)
	}
	w := width(x, most-least)
	if whole && w < 1 && w > 0 {
		w = 1
	}
	if !(w > 0) {
		return 1
	}
	n := math.Ceil((hi - lo) / w)
	if n > 1<<26 {
		c.err = py.Raisef(py.MemoryErrorClass, "%v bins do not fit", n)
		return 1
	}
	return int64(n)
}
