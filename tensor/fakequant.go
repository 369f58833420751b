package tensor

import (
	"context"
	"math"
)

// Levels are the integers that quantised numbers have: 2^bits of them, or one fewer.
type Levels struct{ Least, Most int }

// LevelsOf gives the levels of so many bits (2 to 16), without the least one if narrow.
func LevelsOf(bits int, narrow bool) (Levels, error) {
	if bits < 2 || bits > 16 {
		return Levels{}, Errorf("num_bits must be between 2 and 16, inclusive")
	}
	l := Levels{Most: 1<<bits - 1}
	if narrow {
		l.Least = 1
	}
	return l, nil
}

// steps are the numbers that levels stand for: from lo to hi by scale. Zero is one of them, so the range that was asked
// for is nudged.
type steps struct{ lo, hi, scale, inverse, zero float32 }

func (l Levels) steps(min, max float32) steps {
	least, most := float32(l.Least), float32(l.Most)
	scale := (max - min) / (most - least)
	zero := least - min/scale
	switch {
	case zero < least:
		zero = least
	case zero > most:
		zero = most
	default:
		zero = float32(uint16(math.Round(float64(zero))))
	}
	s := steps{lo: (least - zero) * scale, hi: (most - zero) * scale, scale: scale, inverse: 1 / scale}
	s.zero = float32(math.Floor(float64(-s.lo*s.inverse + 0.5)))
	return s
}

// nearest is the step that is nearest to a number.
func (s *steps) nearest(v float32) float32 {
	if v > s.hi {
		v = s.hi
	}
	if v < s.lo {
		v = s.lo
	}
	return float32(math.Floor(float64((v-s.lo)*s.inverse-s.zero+0.5))) * s.scale
}

// Ranges are the bounds between which numbers are quantised: one pair for all, or a pair for each channel of the last
// axis. Those of variables (not Fixed) make all numbers 0 where both bounds are 0, and give them the gradient as it is.
type Ranges struct {
	Min, Max []float32
	Fixed    bool
}

func (r Ranges) steps(l Levels) []steps {
	all := make([]steps, len(r.Min))
	for i := range all {
		if all[i] = l.steps(r.Min[i], r.Max[i]); !r.Fixed && r.Min[i] == 0 && r.Max[i] == 0 {
			all[i] = steps{lo: float32(math.Inf(-1)), hi: float32(math.Inf(1))}
		}
	}
	return all
}

// FakeQuant rounds float32 numbers of any shape to what they would be when kept as integers (TF ops
// FakeQuantWithMinMaxArgs, FakeQuantWithMinMaxVars and FakeQuantWithMinMaxVarsPerChannel).
func FakeQuant(ctx context.Context, x *Tensor, r Ranges, l Levels) (*Tensor, error) {
	z, err := NewContext(ctx, Float32, x.Shape())
	if err != nil {
		return nil, err
	}
	in, out, all := Slice[float32](x), Slice[float32](z), r.steps(l)
	if len(in) == 0 {
		return z, nil
	}
	return z, Parallel(ctx, len(in), 8, func(lo, hi int) {
		c := lo % len(all)
		for i := lo; i < hi; i++ {
			if s := &all[c]; s.scale != 0 {
				out[i] = s.nearest(in[i])
			}
			if c++; c == len(all) {
				c = 0
			}
		}
	})
}

// FakeQuantGrad gives the gradient dy of FakeQuant to the numbers within their range, and what is below and above it to
// the bounds, a number for each range (TF op FakeQuantWithMinMaxVarsPerChannelGradient).
func FakeQuantGrad(ctx context.Context, dy, x *Tensor, r Ranges, l Levels) (dx, dmin, dmax *Tensor, err error) {
	parts := make([]*Tensor, 3) // of dy: within, below, above
	for i := range parts {
		if parts[i], err = NewContext(ctx, Float32, x.Shape()); err != nil {
			return nil, nil, nil, err
		}
	}
	g, in, channels := Slice[float32](dy), Slice[float32](x), len(r.Min)
	within, below, above := Slice[float32](parts[0]), Slice[float32](parts[1]), Slice[float32](parts[2])
	all := r.steps(l)
	err = Parallel(ctx, len(in), 8, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			s, hit := &all[i%channels], [3]float32{}
			switch v := in[i]; {
			case v >= s.lo && v <= s.hi || s.scale == 0:
				hit[0] = 1
			case v < s.lo:
				hit[1] = 1
			case v > s.hi:
				hit[2] = 1
			}
			within[i], below[i], above[i] = g[i]*hit[0], g[i]*hit[1], g[i]*hit[2]
		}
	})
	if err != nil {
		return nil, nil, nil, err
	}
	for i := 1; i < 3; i++ {
		rows := parts[i].WithShape([]int{x.Len() / max(channels, 1), channels})
		if parts[i], err = Reduce(ctx, FoldSum, rows, []bool{true, false}, false); err != nil {
			return nil, nil, nil, err
		}
	}
	return parts[0], parts[1], parts[2], nil
}
