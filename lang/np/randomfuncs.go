package np

import (
	"github.com/tfs-lang/tfs/tensor/libm"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
)

// randomDef is a function of np.random, of RandomState (legacy) and of Generator (modern).
type randomDef struct {
	sig            string
	legacy, modern bool
	f              func(t *thread, g *rng, a []value) (value, error)
}

// randomDefs are the functions of np.random, of RandomState (legacy) and of Generator (modern).
var randomDefs = []randomDef{
	{"seed(seed=None)", true, false, func(t *thread, g *rng, a []value) (value, error) {
		s, err := seedOf(t, a[0])
		if err == nil {
			g.s = s.s
		}
		return py.None, err
	}},
	{"random_sample(size=None)", true, false, uniform01},
	{"random(size=None)", true, false, uniform01},
	{"ranf(size=None)", true, false, uniform01},
	{"sample(size=None)", true, false, uniform01},
	{"uniform(low=0.0, high=1.0, size=None)", true, true, func(t *thread, g *rng, a []value) (value, error) {
		return g.fill(t, a[2], a[:2], func(p []float64) float64 { return p[0] + float64((p[1]-p[0])*g.s.float()) })
	}},
	{"normal(loc=0.0, scale=1.0, size=None)", true, true, func(t *thread, g *rng, a []value) (value, error) {
		if err := notNegative(t, a[1], "scale"); err != nil {
			return nil, err
		}
		return g.fill(t, a[2], a[:2], func(p []float64) float64 { return p[0] + float64(p[1]*g.normal()) })
	}},
	{"lognormal(mean=0.0, sigma=1.0, size=None)", true, true, func(t *thread, g *rng, a []value) (value, error) {
		if err := notNegative(t, a[1], "sigma"); err != nil {
			return nil, err
		}
		return g.fill(t, a[2], a[:2], func(p []float64) float64 { return libm.Exp(p[0] + float64(p[1]*g.normal())) })
	}},
	{"standard_normal(size=None)", true, false, standardNormal},
	{"rand(*shape)", true, false,
		func(t *thread, g *rng, a []value) (value, error) { return uniform01(t, g, starSize(a)) }},
	{"randn(*shape)", true, false,
		func(t *thread, g *rng, a []value) (value, error) { return standardNormal(t, g, starSize(a)) }},
	{"randint(low, high=None, size=None, dtype=None)", true, false, func(t *thread, g *rng, a []value) (value, error) {
		return g.integers(t, a[0], a[1], a[2], a[3], false)
	}},
	{"integers(low, high=None, size=None, dtype=None, endpoint=False)", false, true,
		func(t *thread, g *rng, a []value) (value, error) {
			return g.integers(t, a[0], a[1], a[2], a[3], a[4] == true)
		}},
	{"choice(a, size=None, replace=True, p=None)", true, false, func(t *thread, g *rng, a []value) (value, error) {
		return choiceOf(t, g, append(a, int64(0)))
	}},
	{"choice(a, size=None, replace=True, p=None, axis=0, shuffle=True)", false, true,
		func(t *thread, g *rng, a []value) (value, error) {
			return choiceOf(t, g, a)
		}},
	{"shuffle(x)", true, false,
		func(t *thread, g *rng, a []value) (value, error) { return py.None, g.shuffle(t, a[0], 0) }},
	{"shuffle(x, axis=0)", false, true, func(t *thread, g *rng, a []value) (value, error) {
		k := 0
		if x, ok := a[0].(*array); ok {
			var err error
			if k, err = axisArg(a[1], x.Rank()); err != nil {
				return nil, err
			}
		}
		return py.None, g.shuffle(t, a[0], k)
	}},
	{"permutation(x)", true, false,
		func(t *thread, g *rng, a []value) (value, error) { return g.permuted(t, a[0], int64(0)) }},
	{"permutation(x, axis=0)", false, true,
		func(t *thread, g *rng, a []value) (value, error) { return g.permuted(t, a[0], a[1]) }},
	{"multivariate_normal(mean, cov, size=None, check_valid='warn', tol=1e-8)", true, false,
		inLibrary("multivariate_normal")},
	{"multivariate_normal(mean, cov, size=None, check_valid='warn', tol=1e-8, *, method='svd')", false, true,
		inLibrary("multivariate_normal")},
	{"permuted(x, *, axis=None, out=None)", false, true, inLibrary("permuted")},
	{"multivariate_hypergeometric(colors, nsample, size=None, method='marginals')", false, true,
		inLibrary("multivariate_hypergeometric")},
	{"random_integers(low, high=None, size=None)", true, false, inLibrary("random_integers")},
	{"get_state(legacy=True)", true, false, stateOf},
	{"set_state(state)", true, false, setState},
	{"spawn(n_children)", false, true, spawn},
	{"bytes(length)", true, true, func(t *thread, g *rng, a []value) (value, error) {
		n, err := intArg(a[0], "length")
		if err != nil || n < 0 || !tensor.Reserve(int64(n)) {
			return nil, py.ValueErrorf("length must be a number of bytes that fits, got %s", py.ReprOf(a[0]))
		}
		out := make([]byte, 0, n+3)
		for len(out) < n {
			w := g.s.word()
			out = append(out, byte(w), byte(w>>8), byte(w>>16), byte(w>>24))
		}
		return py.Bytes(out[:n]), nil
	}},
}

func uniform01(t *thread, g *rng, a []value) (value, error) {
	return g.fill(t, a[0], nil, func([]float64) float64 { return g.s.float() })
}

func standardNormal(t *thread, g *rng, a []value) (value, error) {
	return g.fill(t, a[0], nil, func([]float64) float64 { return g.normal() })
}

func starSize(a []value) []value {
	if tp := a[0].(*py.Tuple); len(tp.Items) > 0 {
		return []value{tp}
	}
	return []value{py.None}
}

func notNegative(t *thread, v value, name string) error {
	c := &calc{t: t}
	for _, f := range c.floats(v) {
		if f < 0 {
			return py.ValueErrorf("%s < 0", name)
		}
	}
	return c.err
}

// choiceOf draws from the numbers below a or from the entries of a.
func choiceOf(t *thread, g *rng, a []value) (value, error) {
	if n, ok := py.AsInt(a[0]); ok && !isArray(a[0]) {
		if n <= 0 && a[1] == py.None {
			return nil, py.ValueErrorf("a must be greater than 0 unless no samples are taken")
		}
		return g.choice(t, int(min(n, 1<<31)), a[1], a[2] == true, a[3])
	}
	x, err := asArray(t, a[0])
	if err != nil {
		return nil, err
	}
	if x.Rank() == 0 || !g.modern && x.Rank() != 1 {
		return nil, py.ValueErrorf("a must be 1-dimensional")
	}
	k, err := axisArg(a[4], x.Rank())
	if err != nil {
		return nil, err
	}
	if x.Shape()[k] == 0 {
		return nil, py.ValueErrorf("'a' cannot be empty unless no samples are taken")
	}
	at, err := g.choice(t, x.Shape()[k], a[1], a[2] == true, a[3])
	if err != nil {
		return nil, err
	}
	return take(t, x, at, int64(k), py.None)
}

// randomModule is np.random.
func randomModule() *py.Module {
	m := &py.Module{Name: "numpy.random", Short: "np.random", Doc: "Random numbers, NumPy's own.",
		Attrs: map[string]value{
			"RandomState": stateClass, "Generator": generatorClass, "PCG64": pcgClass, "MT19937": twisterClass,
			"BitGenerator": bitClass, "SeedSequence": seedClass, "Philox": philoxClass, "SFC64": sfcClass,
			"PCG64DXSM": dxsmClass,
		}}
	for _, d := range allRandom() {
		f := d.f
		if d.legacy {
			b := py.NewBuiltin(d.sig, func(t *thread, a []value) (value, error) { return f(t, global(t), a) })
			b.Doc, b.Mod = "np.random."+b.Name+": random numbers.", "numpy.random"
			m.Attrs[b.Name] = b
		}
	}
	m.Attrs["default_rng"] = py.NewBuiltin("default_rng(seed=None)", func(t *thread, a []value) (value, error) {
		switch x := a[0].(type) {
		case *rng:
			return x, nil
		case *bitGenerator:
			return x.generator(), nil
		}
		s, err := seedFrom(t, a[0])
		if err != nil {
			return nil, err
		}
		return &rng{s: newPCG(s.generate64(4)), modern: true, seed: s}, nil
	})
	return m
}

func init() {
	py.Register[*rng](stateClass)
	for _, d := range allRandom() {
		f := d.f
		name, rest := d.sig[:indexByte(d.sig, '(')], d.sig[indexByte(d.sig, '(')+1:]
		sig := name + "(self, " + rest
		for _, c := range []*py.Class{stateClass, generatorClass} {
			if c == stateClass && d.legacy || c == generatorClass && d.modern {
				c.Def(sig, "Random numbers.", func(t *thread, a []value) (value, error) {
					return f(t, a[0].(*rng), a[1:])
				})
			}
		}
	}
	stateClass.New = py.NewBuiltin("RandomState(seed=None)", func(t *thread, a []value) (value, error) {
		if x, ok := a[0].(*bitGenerator); ok {
			return &rng{s: x.s, seed: x.seed, bits: x}, nil
		}
		g, err := seedOf(t, a[0])
		if err != nil {
			return nil, err
		}
		return g, nil
	})
	stateClass.Str = func(_ *thread, v value) (string, error) { return described(v, "RandomState"), nil }
	stateClass.Repr = func(_ *thread, v value) (string, error) {
		return described(v, "RandomState") + " at 0x7F0000000000", nil
	}
	generatorClass.Str = func(_ *thread, v value) (string, error) { return described(v, "Generator"), nil }
	generatorClass.Repr = func(_ *thread, v value) (string, error) { return described(v, "Generator") + " at 0x7F0000000000", nil }
}
