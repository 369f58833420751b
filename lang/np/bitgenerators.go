package np

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
)

// bitGenerator is a source of random bits for a Generator or a RandomState.
type bitGenerator struct {
	s    bitSource
	seed *seedSeq
}

var (
	bitClass     = py.NewClass("numpy.random.bit_generator", "BitGenerator", py.ObjectClass, nil)
	pcgClass     = py.NewClass("numpy.random._pcg64", "PCG64", bitClass, nil)
	dxsmClass    = py.NewClass("numpy.random._pcg64", "PCG64DXSM", bitClass, nil)
	twisterClass = py.NewClass("numpy.random._mt19937", "MT19937", bitClass, nil)
	philoxClass  = py.NewClass("numpy.random._philox", "Philox", bitClass, nil)
	sfcClass     = py.NewClass("numpy.random._sfc64", "SFC64", bitClass, nil)
)

// PyClass is PCG64, MT19937 or another.
func (b *bitGenerator) PyClass() *py.Class {
	switch b.s.(type) {
	case *pcg:
		return pcgClass
	case *dxsm:
		return dxsmClass
	case *philox:
		return philoxClass
	case *sfc:
		return sfcClass
	}
	return twisterClass
}

// seeded is a source of the kind of a class.
func seeded(c *py.Class, s *seedSeq) bitSource {
	switch c {
	case pcgClass:
		return newPCG(s.generate64(4))
	case dxsmClass:
		p := &dxsm{}
		p.start(s.generate64(4), p.pcg.step) // by the steps of PCG64
		return p
	case philoxClass:
		w := s.generate64(2)
		return &philox{key: [2]uint64{w[0], w[1]}, at: 4}
	case sfcClass:
		return newSFC(s.generate64(3))
	}
	return sequenceTwister(s)
}

// sequenceTwister seeds an MT19937 by way of NumPy's SeedSequence, other than a RandomState does.
func sequenceTwister(s *seedSeq) *twister {
	w := s.generate(624)
	w[0] = 1 << 31
	m := &py.Mersenne{}
	m.SetState(w, 623, 0, false)
	return &twister{m: m}
}

// generator is the Generator over a source.
func (b *bitGenerator) generator() *rng { return &rng{s: b.s, modern: true, seed: b.seed, bits: b} }

// source is where the bits come from; the same object each time.
func (g *rng) source() *bitGenerator {
	if g.bits == nil || g.bits.s != g.s {
		g.bits = &bitGenerator{g.s, g.seed}
	}
	return g.bits
}

func described(v value, class string) string {
	return class + "(" + v.(*rng).source().PyClass().Name + ")"
}

func init() {
	py.Register[*bitGenerator](bitClass)
	for _, c := range []*py.Class{pcgClass, dxsmClass, twisterClass, sfcClass} {
		c.New = py.NewBuiltin(c.Name+"(seed=None)", func(t *thread, a []value) (value, error) {
			s, err := seedFrom(t, a[0])
			if err != nil {
				return nil, err
			}
			return &bitGenerator{seeded(c, s), s}, nil
		})
	}
	philoxClass.New = py.NewBuiltin("Philox(seed=None, counter=None, key=None)", newPhilox)
	generatorClass.New = py.NewBuiltin("Generator(bit_generator)", func(_ *thread, a []value) (value, error) {
		b, ok := a[0].(*bitGenerator)
		if !ok {
			return nil, py.Raisef(py.AttributeErrorClass, "'%s' object has no attribute 'capsule'", py.TypeOf(a[0]).Name)
		}
		return b.generator(), nil
	})
	generatorClass.Prop("bit_generator", "The source of its bits.", func(_ *thread, v value) (value, error) {
		return v.(*rng).source(), nil
	})
	sourceMethods(bitClass)
}

func wide(hi, lo uint64) value { return py.Int(joined(hi, lo)) }

func wordsArray(w []uint32) *array {
	return ndarray.Own(tensor.FromSlice([]int{len(w)}, append([]uint32(nil), w...)))
}

// inLibrary draws by a function of the library, which gets the generator and the arguments.
func inLibrary(name string) func(t *thread, g *rng, a []value) (value, error) {
	return func(t *thread, g *rng, a []value) (value, error) {
		return fromModule(t, "_np_random", name, append([]value{g}, a...)...)
	}
}

// stateOf is get_state: the name, 624 words, the place among them, and the second of two normal numbers.
func stateOf(_ *thread, g *rng, a []value) (value, error) {
	s, ok := g.s.(*twister)
	if !ok {
		return nil, py.ValueErrorf("get_state is for MT19937")
	}
	if a[0] == false {
		d, err := (&bitGenerator{s: s}).state()
		if err == nil {
			d.(*py.Dict).SetStr("has_gauss", int64(b2i(s.kept)))
			d.(*py.Dict).SetStr("gauss", s.spare)
		}
		return d, err
	}
	w, at, _, _ := s.m.State()
	return py.NewTuple("MT19937", wordsArray(w), int64(at), int64(b2i(s.kept)), s.spare), nil
}

// setState is set_state with what get_state gave.
func setState(t *thread, g *rng, a []value) (value, error) {
	if d, ok := a[0].(*py.Dict); ok {
		inner, _ := d.GetStr("state")
		in, ok := inner.(*py.Dict)
		if !ok {
			return nil, py.ValueErrorf("state dictionary is not valid.")
		}
		at := func(d *py.Dict, name string) value { v, _ := d.GetStr(name); return v }
		a[0] = py.NewTuple("MT19937", at(in, "key"), at(in, "pos"), at(d, "has_gauss"), at(d, "gauss"))
	}
	p, err := py.ToSlice(t, a[0])
	if err != nil || len(p) != 3 && len(p) != 5 || p[0] != "MT19937" {
		return nil, py.ValueErrorf("state must be a dict or a tuple.")
	}
	c := &calc{t: t}
	var w []uint32
	for _, x := range c.ints(p[1]) {
		w = append(w, uint32(x))
	}
	at, ok := py.AsInt(p[2])
	if c.err != nil || len(w) != 624 || !ok || at < 0 || at > 624 {
		return nil, py.ValueErrorf("state must be a dict or a tuple.")
	}
	s := &twister{m: &py.Mersenne{}}
	s.m.SetState(w, int(at), 0, false)
	if len(p) == 5 {
		if s.spare, err = py.ToFloat(p[4]); err != nil {
			return nil, err
		}
		s.kept = p[3] == int64(1)
	}
	g.s = s
	return py.None, nil
}

// spawn makes generators that are independent of this one and of each other.
func spawn(_ *thread, g *rng, a []value) (value, error) {
	sources, err := g.source().spawn(a[0])
	out := py.NewList()
	for _, b := range sources {
		out.Items = append(out.Items, b.generator())
	}
	return out, err
}

// spawn makes as many sources as are asked for, independent of this one and of each other.
func (b *bitGenerator) spawn(count value) ([]*bitGenerator, error) {
	n, err := children(count)
	if err != nil {
		return nil, err
	}
	if b.seed == nil {
		return nil, py.TypeErrorf("The underlying SeedSequence does not implement spawning.")
	}
	out := make([]*bitGenerator, n)
	for i, s := range b.seed.spawn(n) {
		out[i] = &bitGenerator{seeded(b.PyClass(), s), s}
	}
	return out, nil
}
