package op

import (
	"math"
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// The weights of resized pictures: which pixels of an axis make a new one, and how much of each.

// place is where a new pixel lies in the old axis.
func place(i int, scale float32, half bool) float32 {
	if half {
		return (float32(i)+0.5)*scale - 0.5
	}
	return float32(i) * scale
}

// linearSpans goes from one pixel to the next. An axis that keeps its size keeps its pixels.
func linearSpans(n *Node, in, out, _ int) []span {
	scale, half := scaleOf(in, out, n.Bool("align_corners")), n.Bool("half_pixel_centers")
	spans := make([]span, out)
	for i := range spans {
		x := place(i, scale, half)
		floor := float32(math.Floor(float64(x)))
		lo, hi := max(int(floor), 0), min(int(math.Ceil(float64(x))), in-1)
		lo = min(lo, hi)
		part := x - floor
		if lo == hi {
			spans[i] = span{lo, []float32{1}}
			continue
		}
		spans[i] = span{lo, []float32{1 - part, part}}
	}
	return spans
}

// cubicSteps is how finely the cubic weights are tabulated.
const cubicSteps = 1024

// cubic is Keys' kernel at a distance of less than 2.
func cubic(a, x float32) float32 {
	if x <= 1 {
		return ((a+2)*x-(a+3))*x*x + 1
	}
	return ((a*x-5*a)*x+8*a)*x - 4*a
}

// cubicSpans weighs four pixels. With half pixel centers those outside count nothing; otherwise the edge is repeated.
func cubicSpans(n *Node, in, out, _ int) []span {
	scale, half := scaleOf(in, out, n.Bool("align_corners")), n.Bool("half_pixel_centers")
	a := float32(-0.75)
	if half {
		a = -0.5
	}
	spans := make([]span, out)
	for i := range spans {
		x := place(i, scale, half)
		floor := math.Floor(float64(x))
		part := float32(math.RoundToEven(float64(x-float32(floor))*cubicSteps)) / cubicSteps
		first := int(floor) - 1
		w := []float32{cubic(a, 1+part), cubic(a, part), cubic(a, 1-part), cubic(a, 2-part)}
		spans[i] = within(first, w, in, !half)
	}
	return spans
}

// within cuts weights to the pixels that are there: those outside go to the edge, or are left out and the others
// made to sum up to 1.
func within(first int, w []float32, size int, edge bool) span {
	lo := max(0, min(first, size-1))
	hi := max(0, min(first+len(w)-1, size-1))
	out := make([]float32, hi-lo+1)
	var sum float32
	for k, v := range w {
		at := first + k
		if inside := max(lo, min(at, hi)); inside == at || edge {
			out[inside-lo] += v
			sum += v
		}
	}
	if !edge && abs32(sum) >= 1000*math.SmallestNonzeroFloat32 {
		for k := range out {
			out[k] *= 1 / sum
		}
	}
	return span{lo, out}
}

func abs32(x float32) float32 { return float32(math.Abs(float64(x))) }

// areaSpans are the shares of the old pixels that a new one covers, by its whole.
func areaSpans(n *Node, in, out, _ int) []span {
	scale := scaleOf(in, out, n.Bool("align_corners"))
	spans := make([]span, out)
	for i := range spans {
		from, to := float32(i)*scale, float32(i+1)*scale
		lo, hi := int(math.Floor(float64(from))), int(math.Ceil(float64(to)))
		w := make([]float32, 0, hi-lo)
		for v := lo; v < hi; v++ {
			w = append(w, (min(float32(v+1), to)-max(float32(v), from))/scale)
		}
		spans[i] = within(lo, w, in, true)
	}
	return spans
}

// sampledSpans weighs the pixels by a kernel around each new one; antialias widens it where pictures shrink.
func sampledSpans(n *Node, in, out, axis int) []span {
	scales, moves := n.T(len(n.In)-2), n.T(len(n.In)-1)
	scale := 1 / float32(scales.Float(axis))
	move := -scale * float32(moves.Float(axis))
	radius, kernel := samplingKernel(n.Str("kernel_type"))
	wide := float32(1)
	if n.Bool("antialias") {
		wide = max(scale, 1)
	}
	spans := make([]span, out)
	for i := range spans {
		x := (float32(i)+0.5)*scale + move
		if x < 0 || x > float32(in) {
			continue
		}
		lo := int(math.Ceil(float64(x - radius*wide - 0.5)))
		hi := int(math.Floor(float64(x + radius*wide - 0.5)))
		lo, hi = max(0, min(lo, in-1)), max(0, min(hi, in-1))
		w := make([]float32, 0, hi-lo+1)
		for k := lo; k <= hi; k++ {
			w = append(w, float32(kernel(math.Abs(float64((float32(k)+0.5-x)/wide)))))
		}
		spans[i] = within(lo, w, in, false)
	}
	return spans
}

// knownScales refuses scales and translations that are not of two axes.
func (n *Node) knownScales() error {
	for i := len(n.In) - 2; i < len(n.In); i++ {
		if n.T(i).Len() != 2 {
			return tensor.Errorf("scale and translation must have 2 elements, not %d", n.T(i).Len())
		}
	}
	return nil
}

// knownSampling refuses words that name no kernel of samplingKernel.
func (n *Node) knownSampling() error {
	kind := n.Str("kernel_type")
	if strings.Contains(" lanczos1 lanczos3 lanczos5 gaussian box triangle keyscubic mitchellcubic ", " "+kind+" ") {
		return nil
	}
	return tensor.Errorf("Unrecognized kernel type: %s", kind)
}

// samplingKernel gives the reach of a kernel and its weight at a distance.
func samplingKernel(name string) (float32, func(x float64) float64) {
	switch name {
	case "lanczos1", "lanczos3", "lanczos5":
		r := float64(name[7] - '0')
		return float32(r), func(x float64) float64 { return lanczos(x, r) }
	case "gaussian":
		return 1.5, func(x float64) float64 {
			if x >= 1.5 {
				return 0
			}
			return math.Exp(-x * x / (2 * 0.5 * 0.5))
		}
	case "box":
		return 1, func(x float64) float64 {
			switch {
			case x < 0.5:
				return 1
			case x == 0.5:
				return 0.5
			}
			return 0
		}
	case "triangle":
		return 1, func(x float64) float64 { return max(0, 1-x) }
	case "keyscubic":
		return 2, func(x float64) float64 { return float64(cubic(-0.5, min(float32(x), 2))) }
	}
	return 2, mitchell
}

func lanczos(x, radius float64) float64 {
	switch {
	case x > radius:
		return 0
	case x <= 1e-3:
		return 1
	}
	return radius * math.Sin(math.Pi*x) * math.Sin(math.Pi*x/radius) / (math.Pi * math.Pi * x * x)
}

func mitchell(x float64) float64 {
	switch {
	case x >= 2:
		return 0
	case x >= 1:
		return (((-7.0/18)*x+2)*x-10.0/3)*x + 16.0/9
	}
	return ((7.0/6)*x-2)*x*x + 8.0/9
}
