package tensor

import "math"

// The float64 functions as TensorFlow 2.21's CPU wheel computes them in whole packets of four. Products are
// wrapped in conversions so that no compiler fuses them. Coefficients are facts measured from the wheel.

func madd64(a, b, c float64) float64 { return flushT(flushT(float64(a*b)) + c) }

func poly64(x float64, c ...float64) float64 {
	r := c[0]
	for _, k := range c[1:] {
		r = madd64(r, x, k)
	}
	return r
}

func exp64Packet(v float64) float64 {
	if v = flushT(v); v != v {
		return v
	}
	if v < -745.519 {
		return 0
	}
	x := min(v, 709.784)
	m := math.Floor(madd64(x, 1.4426950408889634, .5))
	x = flushT(x - flushT(float64(m*0.693145751953125)))
	x = flushT(x - flushT(float64(m*1.4286068203094173e-06)))
	x2 := flushT(float64(x * x))
	px := flushT(float64(poly64(x2, 0.00012617719307481058, 0.030299440770744195, 1) * x))
	q := poly64(x2, 3.0019850513866446e-06, 0.002524483403496841, 0.22726554820815503, 2)
	y := flushT(px / flushT(q-px))
	y = madd64(y, 2, 1)
	return max(flushT(math.Ldexp(y, int(m))), v)
}

func tanh64Packet(v float64) float64 {
	if v != v {
		return v
	}
	const c = 17.714196154005176
	x := max(min(flushT(v), c), -c)
	x2 := flushT(float64(x * x))
	x3 := flushT(float64(x2 * x))
	p := poly64(x2, 2.615800786048223e-23, 7.653486226874932e-19, 3.130948823138668e-15, 4.230391814820918e-12,
		2.4618379131293676e-09, 6.864436768249707e-07, 9.383908767426888e-05, 0.005980971172444116, 0.15184719640284322)
	q := poly64(x2, 6.463747022670968e-21, 5.782506856739004e-17, 1.293019623712688e-13, 1.123643448069622e-10,
		4.492975677839634e-08, 8.785185266237659e-06, 0.0008295161192716232, 0.03437448108450403, 0.48518052973617604, 1)
	return flushT(madd64(x3, p, x) / q)
}

// packets64 are the float64 functions that whole packets compute by recipes of their own.
var packets64 = map[string]func(float64) float64{"Exp": exp64Packet, "Tanh": tanh64Packet,
	"Sqrt": flushed(math.Sqrt), "Floor": flushed(math.Floor), "Ceil": flushed(math.Ceil),
	"Rint": flushed(math.RoundToEven)}

// flushed is f between flushes.
func flushed(f func(float64) float64) func(float64) float64 {
	return func(v float64) float64 { return flushT(f(flushT(v))) }
}

// packet64 makes a float64 kernel of a recipe for whole packets and one for the tail.
func packet64(body, tail func(float64) float64) unKernel {
	return func(z, x []byte, n int) {
		out, in := view[float64](z), view[float64](x)
		for i, v := range in {
			if i < n {
				out[i] = body(v)
			} else {
				out[i] = flushT(tail(flushT(v)))
			}
		}
	}
}
