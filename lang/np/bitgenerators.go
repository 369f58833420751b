package np

import (
	"math/big"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
)

// bitGenerator is a source of random bits for a Generator or a RandomState.
type bitGenerator struct {
	s    bitSource
	seed []uint32
}

var (
	bitClass     = py.NewClass("numpy.random.bit_generator", "BitGenerator", py.ObjectClass, nil)
	pcgClass     = py.NewClass("numpy.random._pcg64", "PCG64", bitClass, nil)
	twisterClass = py.NewClass("numpy.random._mt19937", "MT19937", bitClass, nil)
)

// PyClass is PCG64 or MT19937.
func (b *bitGenerator) PyClass() *py.Class {
	if _, ok := b.s.(*pcg); ok {
		return pcgClass
	}
	return twisterClass
}

// sequenceTwister seeds an MT19937 by way of NumPy's SeedSequence, other than a RandomState does.
func sequenceTwister(entropy []uint32) *twister {
	w := seedWords(seedPool(entropy), 624)
	w[0] = 1 << 31
	m := &py.Mersenne{}
	m.SetState(w, 623, 0, false)
	return &twister{m: m}
}

func init() {
	py.Register[*bitGenerator](bitClass)
	source := func(c *py.Class, of func(entropy []uint32) bitSource) {
		c.New = py.NewBuiltin(c.Name+"(seed=None)", func(t *thread, a []value) (value, error) {
			w, err := entropyOf(t, a[0])
			if err != nil {
				return nil, err
			}
			return &bitGenerator{of(w), w}, nil
		})
	}
	source(pcgClass, func(w []uint32) bitSource { return newPCG(w) })
	source(twisterClass, func(w []uint32) bitSource { return sequenceTwister(w) })
	generatorClass.New = py.NewBuiltin("Generator(bit_generator)", func(_ *thread, a []value) (value, error) {
		b, ok := a[0].(*bitGenerator)
		if !ok {
			return nil, py.Raisef(py.AttributeErrorClass, "'%s' object has no attribute 'capsule'", py.TypeOf(a[0]).Name)
		}
		return &rng{s: b.s, modern: true, seed: b.seed}, nil
	})
	generatorClass.Prop("bit_generator", "The source of its bits.", func(_ *thread, v value) (value, error) {
		g := v.(*rng)
		return &bitGenerator{g.s, g.seed}, nil
	})
	bitClass.Prop("state", "What the numbers to come depend on.", func(_ *thread, v value) (value, error) {
		return v.(*bitGenerator).state()
	})
}

// state is a dict of the state, as NumPy lays it out.
func (b *bitGenerator) state() (value, error) {
	inner, all := py.NewDict(), py.NewDict()
	all.SetStr("bit_generator", b.PyClass().Name)
	all.SetStr("state", inner)
	switch s := b.s.(type) {
	case *pcg:
		inner.SetStr("state", wide(s.hi, s.lo))
		inner.SetStr("inc", wide(s.incHi, s.incLo))
		all.SetStr("has_uint32", int64(b2i(s.kept)))
		all.SetStr("uinteger", int64(s.half))
	case *twister:
		w, at, _, _ := s.m.State()
		inner.SetStr("key", wordsArray(w))
		inner.SetStr("pos", int64(at))
	}
	return all, nil
}

func wide(hi, lo uint64) value {
	z := new(big.Int).SetUint64(hi)
	return py.Int(z.Or(z.Lsh(z, 64), new(big.Int).SetUint64(lo)))
}

func wordsArray(w []uint32) *array {
	return ndarray.Own(tensor.FromSlice([]int{len(w)}, append([]uint32(nil), w...)))
}

// inLibrary draws by a function of the library, which gets the generator and the arguments.
func inLibrary(name string) func(t *thread, g *rng, a []value) (value, error) {
	return func(t *thread, g *rng, a []value) (value, error) {
		m, err := t.Hook.(py.Importer).ImportModule(t, "_np_random")
		if err != nil {
			return nil, err
		}
		f, err := py.GetAttr(t, m, name)
		if err != nil {
			return nil, err
		}
		return py.Call(t, f, append([]value{g}, a...), nil)
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
func spawn(t *thread, g *rng, a []value) (value, error) {
	n, err := intArg(a[0], "n_children")
	if err != nil || n < 0 || n > 1<<16 {
		return nil, py.ValueErrorf("n_children must be a number from 0 to 65536, got %s", py.ReprOf(a[0]))
	}
	seed := g.seed
	for len(seed) < 4 {
		seed = append(seed[:len(seed):len(seed)], 0)
	}
	out := py.NewList()
	for range n {
		w := append(seed[:len(seed):len(seed)], g.spawned)
		g.spawned++
		child := &rng{s: newPCG(w), modern: true, seed: w}
		if _, ok := g.s.(*twister); ok {
			child.s = sequenceTwister(w)
		}
		out.Items = append(out.Items, child)
	}
	return out, nil
}
