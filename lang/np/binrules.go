package np

import (
	"math"
	"slices"

	"github.com/tfs-lang/tfs/tensor/libm"
)

// binWidths are the rules for the width of a histogram's bins, of values within its range.
var binWidths = map[string]func(x []float64) float64{
	"auto": func(x []float64) float64 {
		return min(max(freedman(x), valueRange(x)/math.Sqrt(float64(len(x)))/2), sturges(x))
	},
	"fd":      freedman,
	"sturges": sturges,
	"sqrt":    func(x []float64) float64 { return valueRange(x) / math.Sqrt(float64(len(x))) },
	"rice":    func(x []float64) float64 { return valueRange(x) / (2 * libm.Pow(float64(len(x)), 1./3)) },
	"scott": func(x []float64) float64 {
		_, deviation, _ := moments(x)
		return libm.Pow(24*math.Sqrt(math.Pi)/float64(len(x)), 1./3) * deviation
	},
	"doane": func(x []float64) float64 {
		n := float64(len(x))
		_, deviation, skew := moments(x)
		if n <= 2 || deviation <= 0 {
			return 0
		}
		sg1 := math.Sqrt(6 * (n - 2) / ((n + 1) * (n + 3)))
		return valueRange(x) / (1 + libm.Log2(n) + libm.Log2(1+math.Abs(skew)/sg1))
	},
	"stone": stone,
}

func valueRange(x []float64) float64 { return slices.Max(x) - slices.Min(x) }

func sturges(x []float64) float64 { return valueRange(x) / (libm.Log2(float64(len(x))) + 1) }

// freedman is by the distance of the quartiles.
func freedman(x []float64) float64 {
	row := sorted(append([]float64(nil), x...))
	linear := quantileMethods["linear"]
	return 2 * (quantileOf(row, 0.75, linear) - quantileOf(row, 0.25, linear)) * libm.Pow(float64(len(x)), -1./3)
}

// moments are the mean, the standard deviation and the skewness.
func moments(x []float64) (mean, deviation, skew float64) {
	n := float64(len(x))
	for _, v := range x {
		mean += v
	}
	mean /= n
	for _, v := range x {
		deviation += (v - mean) * (v - mean)
	}
	deviation = math.Sqrt(deviation / n)
	for _, v := range x {
		t := (v - mean) / deviation
		skew += t * t * t
	}
	return mean, deviation, skew / n
}

// stone minimises the estimated error of the histogram over the number of bins.
func stone(x []float64) float64 {
	n, width := float64(len(x)), valueRange(x)
	if len(x) <= 1 || width == 0 {
		return 0
	}
	least := slices.Min(x)
	best, at := math.Inf(1), 1
	for bins := 1; bins <= max(100, int(math.Sqrt(n))); bins++ {
		counts := make([]float64, bins)
		for _, v := range x {
			counts[min(int((v-least)/width*float64(bins)), bins-1)]++
		}
		sum := 0.
		for _, k := range counts {
			sum += (k / n) * (k / n)
		}
		if loss := (2 - (n+1)*sum) / (width / float64(bins)); loss < best {
			best, at = loss, bins
		}
	}
	return width / float64(at)
}

// binCount is the number of bins between two ends by a rule; of integers no bin is narrower than 1.
func binCount(x []float64, lo, hi float64, rule string, whole bool) int64 {
	var within []float64
	for _, v := range x {
		if v >= lo && v <= hi {
			within = append(within, v)
		}
	}
	if len(within) == 0 {
		return 1
	}
	width := binWidths[rule](within)
	if whole && width < 1 {
		width = 1
	}
	if !(width > 0) {
		return 1
	}
	return int64(math.Ceil((hi - lo) / width))
}
