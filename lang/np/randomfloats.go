package np

import (
	"math"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tensor/libm"
)

// Numbers that a Generator draws as float64 or float32, into an array where one is given.

// floatDraw is a distribution with both kinds of numbers; p is its parameter, if it has one.
type floatDraw struct {
	wide   func(g *rng, p float64) float64
	single func(g *rng, p float32) float32
}

var floatDraws = map[string]floatDraw{
	"random": {func(g *rng, _ float64) float64 { return g.s.float() },
		func(g *rng, _ float32) float32 { return g.single() }},
	"standard_normal": {func(g *rng, _ float64) float64 { return g.normal() },
		func(g *rng, _ float32) float32 { return g.normalSingle() }},
	"standard_exponential": {func(g *rng, _ float64) float64 { return g.expo() },
		func(g *rng, _ float32) float32 { return g.expoSingle() }},
	"inverted": {func(g *rng, _ float64) float64 { return -libm.Log1p(-g.s.float()) },
		func(g *rng, _ float32) float32 { return -libm.Log1pf(-g.single()) }},
	"standard_gamma": {func(g *rng, p float64) float64 { return g.gamma(p) },
		func(g *rng, p float32) float32 { return g.gammaSingle(p) }},
}

var modernFloats = []randomDef{
	{"random(size=None, dtype=None, out=None)", false, true, func(t *thread, g *rng, a []value) (value, error) {
		return g.floatsInto(t, "random", nil, a[0], a[1], a[2])
	}},
	{"standard_normal(size=None, dtype=None, out=None)", false, true,
		func(t *thread, g *rng, a []value) (value, error) {
			return g.floatsInto(t, "standard_normal", nil, a[0], a[1], a[2])
		}},
	{"standard_exponential(size=None, dtype=None, method='zig', out=None)", false, true,
		func(t *thread, g *rng, a []value) (value, error) {
			name := "standard_exponential"
			if a[2] == "inv" {
				name = "inverted"
			}
			return g.floatsInto(t, name, nil, a[0], a[1], a[3])
		}},
	{"standard_gamma(shape, size=None, dtype=None, out=None)", false, true,
		func(t *thread, g *rng, a []value) (value, error) {
			c := &calc{t: t}
			for _, f := range c.floats(a[0]) {
				if f < 0 || f == 0 && math.Signbit(f) {
					return nil, py.ValueErrorf("shape < 0")
				}
			}
			if c.err != nil {
				return nil, c.err
			}
			return g.floatsInto(t, "standard_gamma", a[:1], a[1], a[2], a[3])
		}},
}

// floatsInto draws numbers of one type, as many as size or the array out says.
func (g *rng) floatsInto(t *thread, name string, params []value, size, kind, out value) (value, error) {
	d, err := numType(kind, tensor.Float64)
	if err != nil {
		return nil, err
	}
	if d != tensor.Float64 && d != tensor.Float32 {
		return nil, py.TypeErrorf("Unsupported dtype dtype(%s) for %s", ndarray.Of(d).Repr(), name)
	}
	into := outArray(out)
	if out != py.None && into == nil {
		return nil, py.TypeErrorf("Argument 'out' has incorrect type (expected numpy.ndarray, got %s)",
			py.TypeOf(out).TypeName())
	}
	if into != nil {
		if !ndarray.Same(into.DType(), ndarray.Of(d)) {
			return nil, py.TypeErrorf("Supplied output array has the wrong type. Expected %s, got %s", d.Name(),
				into.DType())
		}
		asked, err := sizeArg(t, size)
		if err != nil {
			return nil, err
		}
		if size != py.None && !tensor.SameShape(asked, into.Shape()) {
			return nil, py.ValueErrorf("size must match out.shape when used together")
		}
		size = py.NewTuple()
		for _, n := range into.Shape() {
			size.(*py.Tuple).Items = append(size.(*py.Tuple).Items, int64(n))
		}
	}
	draws := floatDraws[name]
	v, err := g.fill(t, size, params, func(p []float64) float64 {
		one := 0.0
		if len(p) > 0 {
			one = p[0]
		}
		if d == tensor.Float32 {
			return float64(draws.single(g, float32(one)))
		}
		return draws.wide(g, one)
	})
	if err == nil && into != nil {
		z, err := asArray(t, v)
		if err != nil {
			return nil, err
		}
		return out, assign(t, into, z)
	}
	if d == tensor.Float32 {
		if _, one := v.(float64); !one {
			return castValue(t, v, kind, err)
		}
	}
	return v, err
}

// single is a float32 from 0 to 1.
func (g *rng) single() float32 { return float32(g.s.word()>>8) * (1.0 / (1 << 24)) }

// normalSingle is a standard normal number by the ziggurat method; its tables follow from those of float64, whose
// numbers have 29 bits more.
func (g *rng) normalSingle() float32 {
	const tail, inverse = float32(3.6541528853610088), float32(0.27366123732975828)
	for {
		r := g.s.word()
		i := int(r & 255)
		m := r >> 9 & (1<<23 - 1)
		x := float32(m) * float32(math.Float64frombits(ziggurat(1, i))*(1<<29))
		if r>>8&1 == 1 {
			x = -x
		}
		if uint64(m) < ziggurat(0, i)>>29 {
			return x
		}
		if i == 0 {
			for {
				xx, yy := float32(-inverse*libm.Log1pf(-g.single())), -libm.Log1pf(-g.single())
				if yy+yy > float32(xx*xx) {
					if m>>8&1 == 1 {
						return -(tail + xx)
					}
					return tail + xx
				}
			}
		}
		f0 := float32(math.Float64frombits(ziggurat(2, i-1)))
		f1 := float32(math.Float64frombits(ziggurat(2, i)))
		if float64(float32((f0-f1)*g.single())+f1) < libm.Exp(-0.5*float64(x)*float64(x)) {
			return x
		}
	}
}

// expoSingle is a standard exponential number by the ziggurat method.
func (g *rng) expoSingle() float32 {
	for {
		w := g.s.word() >> 1
		i := int(w & 0xff)
		w >>= 8
		x := float32(w) * float32(math.Float64frombits(exponentialAt(1, i))*(1<<30))
		if uint64(w) < exponentialAt(0, i)>>30 {
			return x
		}
		if i == 0 {
			return float32(exponentialEnd) - libm.Log1pf(-g.single())
		}
		above := float32(math.Float64frombits(exponentialAt(2, i-1)))
		below := float32(math.Float64frombits(exponentialAt(2, i)))
		if float32((above-below)*g.single())+below < float32(math.Exp(float64(-x))) {
			return x
		}
	}
}

// gammaSingle is gamma of float32.
func (g *rng) gammaSingle(shape float32) float32 {
	switch {
	case shape == 1:
		return g.expoSingle()
	case shape == 0:
		return 0
	case shape < 1:
		return g.smallGammaSingle(shape)
	}
	log := func(x float32) float32 { return float32(math.Log(float64(x))) }
	b := shape - 1.0/3
	c := float32(1 / math.Sqrt(float64(9*b)))
	for {
		x, v := float32(0), float32(0)
		for v <= 0 {
			x = g.normalSingle()
			v = 1 + float32(c*x)
		}
		v = v * v * v
		u := g.single()
		if u < 1-float32(0.0331*float32(x*x)*float32(x*x)) ||
			log(u) < float32(0.5*x*x)+float32(b*(1-v+log(v))) {
			return b * v
		}
	}
}

func (g *rng) smallGammaSingle(shape float32) float32 {
	pow := func(x, y float32) float32 { return float32(math.Pow(float64(x), float64(y))) }
	for {
		u, v := g.single(), g.expoSingle()
		if u <= 1-shape {
			if x := pow(u, 1/shape); x <= v {
				return x
			}
			continue
		}
		y := -float32(math.Log(float64((1 - u) / shape)))
		if x := pow(1-shape+float32(shape*y), 1/shape); x <= v+y {
			return x
		}
	}
}
