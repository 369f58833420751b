package np

import (
	"math/big"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
)

func longsArray(w []uint64) *array {
	return ndarray.Own(tensor.FromSlice([]int{len(w)}, append([]uint64(nil), w...)))
}

// state is a dict of the state, as NumPy lays it out.
func (b *bitGenerator) state() (value, error) {
	inner, all := py.NewDict(), py.NewDict()
	all.SetStr("bit_generator", b.PyClass().Name)
	all.SetStr("state", inner)
	half := func(kept bool, half uint32) {
		all.SetStr("has_uint32", int64(b2i(kept)))
		all.SetStr("uinteger", int64(half))
	}
	ofPCG := func(s *pcg) {
		inner.SetStr("state", wide(s.hi, s.lo))
		inner.SetStr("inc", wide(s.incHi, s.incLo))
		half(s.kept, s.half)
	}
	switch s := b.s.(type) {
	case *pcg:
		ofPCG(s)
	case *dxsm:
		ofPCG(&s.pcg)
	case *twister:
		w, at, _, _ := s.m.State()
		inner.SetStr("key", wordsArray(w))
		inner.SetStr("pos", int64(at))
	case *philox:
		inner.SetStr("counter", longsArray(s.counter[:]))
		inner.SetStr("key", longsArray(s.key[:]))
		all.SetStr("buffer", longsArray(s.buffer[:]))
		all.SetStr("buffer_pos", int64(s.at))
		half(s.kept, s.half)
	case *sfc:
		inner.SetStr("state", longsArray(s.s[:]))
		half(s.kept, s.half)
	}
	return all, nil
}

// stateReader reads a dict of a state; bad is set where something is missing.
type stateReader struct {
	t   *thread
	bad bool
}

func (r *stateReader) get(d *py.Dict, name string) value {
	if d != nil {
		if v, ok := d.GetStr(name); ok {
			return v
		}
	}
	r.bad = true
	return py.None
}

func (r *stateReader) longs(v value, into []uint64) {
	items, err := py.ToSlice(r.t, v)
	if err != nil || len(items) != len(into) {
		r.bad = true
		return
	}
	for i, x := range items {
		into[i] = r.big(x).Uint64()
	}
}

func (r *stateReader) big(v value) *big.Int {
	z, err := wholeNumber(v)
	if err != nil {
		r.bad = true
		return new(big.Int)
	}
	return z
}

// wholeNumber is an integer of any size.
func wholeNumber(v value) (*big.Int, error) {
	if z, ok := v.(*big.Int); ok {
		return z, nil
	}
	n, ok := v.(int64)
	if !ok {
		f, err := py.GetAttr(py.Background(), v, "item")
		if err != nil {
			return nil, py.TypeErrorf("an integer is required, got %s", py.ReprOf(v))
		}
		w, err := py.Call(py.Background(), f, nil, nil)
		if z, ok := w.(*big.Int); ok && err == nil {
			return z, nil
		}
		if n, ok = py.AsInt(w); err != nil || !ok {
			return nil, py.TypeErrorf("an integer is required, got %s", py.ReprOf(v))
		}
	}
	return big.NewInt(n), nil
}

// setState takes a dict that state gave.
func (b *bitGenerator) setState(t *thread, v value) error {
	name := b.PyClass().Name
	d, ok := v.(*py.Dict)
	if !ok {
		return py.TypeErrorf("state must be a dict")
	}
	if of, _ := d.GetStr("bit_generator"); of != name {
		if b.PyClass() == sfcClass {
			name = "{self.__class__.__name__}" // as NumPy words it
		}
		return py.ValueErrorf("state must be for a %s %s", name,
			map[bool]string{true: "RNG", false: "PRNG"}[name[0] == '{' || name[0] == 'P' && name[1] == 'C'])
	}
	r := &stateReader{t: t}
	in, _ := r.get(d, "state").(*py.Dict)
	half := func() (bool, uint32) {
		return r.big(r.get(d, "has_uint32")).Sign() != 0, uint32(r.big(r.get(d, "uinteger")).Uint64())
	}
	ofPCG := func() pcg {
		p := pcg{}
		p.hi, p.lo = split(r.big(r.get(in, "state")))
		p.incHi, p.incLo = split(r.big(r.get(in, "inc")))
		p.kept, p.half = half()
		return p
	}
	var set func()
	switch s := b.s.(type) {
	case *pcg:
		p := ofPCG()
		set = func() { *s = p }
	case *dxsm:
		p := ofPCG()
		set = func() { s.pcg = p }
	case *philox:
		p := philox{}
		r.longs(r.get(in, "counter"), p.counter[:])
		r.longs(r.get(in, "key"), p.key[:])
		r.longs(r.get(d, "buffer"), p.buffer[:])
		p.at = int(r.big(r.get(d, "buffer_pos")).Int64())
		p.kept, p.half = half()
		r.bad = r.bad || p.at < 0 || p.at > 4
		set = func() { *s = p }
	case *sfc:
		p := sfc{}
		r.longs(r.get(in, "state"), p.s[:])
		p.kept, p.half = half()
		set = func() { *s = p }
	case *twister:
		w := make([]uint64, 624)
		r.longs(r.get(in, "key"), w)
		at := r.big(r.get(in, "pos")).Int64()
		r.bad = r.bad || at < 0 || at > 624
		short := make([]uint32, len(w))
		for i, x := range w {
			short[i] = uint32(x)
		}
		set = func() { s.m.SetState(short, int(at), 0, false); s.kept = false }
	}
	if r.bad {
		return py.ValueErrorf("the state of a %s lacks something: take a dict that its state gave", name)
	}
	set()
	return nil
}

// sourceMethods defines what all sources have.
func sourceMethods(c *py.Class) {
	for _, k := range []*py.Class{stateClass, generatorClass} {
		k.Def("_interval(self, limit)", "", func(_ *thread, a []value) (value, error) {
			n, err := wholeNumber(a[1])
			if err != nil {
				return nil, err
			}
			return py.Int(new(big.Int).SetUint64(masked64(a[0].(*rng).s, n.Uint64()))), nil
		})
	}
	stateClass.Def("tomaxint(self, size=None)", "Integers from 0 to the largest.",
		func(t *thread, a []value) (value, error) { return inLibrary("tomaxint")(t, a[0].(*rng), a[1:]) })
	of := func(v value) *bitGenerator { return v.(*bitGenerator) }
	c.Prop("state", "What the numbers to come depend on.", func(_ *thread, v value) (value, error) {
		return of(v).state()
	})
	set := func(t *thread, v value, name string, val value) error {
		if name == "state" {
			return of(v).setState(t, val)
		}
		return py.Raisef(py.AttributeErrorClass, "'%s' object has no attribute '%s'", py.TypeOf(v).FullName(), name)
	}
	for _, k := range []*py.Class{pcgClass, dxsmClass, twisterClass, philoxClass, sfcClass} {
		k.SetAttr = set
	}
	c.Prop("seed_seq", "What it was seeded with.", func(_ *thread, v value) (value, error) {
		if of(v).seed == nil {
			return py.None, nil
		}
		return of(v).seed, nil
	})
	c.Def("spawn(self, n_children)", "Sources that are independent of this one.",
		func(_ *thread, a []value) (value, error) {
			sources, err := of(a[0]).spawn(a[1])
			out := py.NewList()
			for _, b := range sources {
				out.Items = append(out.Items, b)
			}
			return out, err
		})
	c.Def("random_raw(self, size=None, output=True)", "The bits as they come.", rawBits)
	for _, k := range []*py.Class{pcgClass, dxsmClass, philoxClass} {
		k.Def("advance(self, delta)", "Goes some numbers on.", func(_ *thread, a []value) (value, error) {
			n, err := wholeNumber(a[1])
			if err != nil {
				return nil, err
			}
			of(a[0]).advance(n)
			return a[0], nil
		})
		k.Def("jumped(self, jumps=1)", "One that is far ahead.", func(_ *thread, a []value) (value, error) {
			n, err := wholeNumber(a[1])
			if err != nil {
				return nil, err
			}
			return of(a[0]).jumped(n), nil
		})
	}
}

var (
	pcgJump, _ = new(big.Int).SetString("9e3779b97f4a7c15f39cc0605cedc835", 16)
	pcgMul     = joined(pcgMulHi, pcgMulLo)
)

func (b *bitGenerator) advance(n *big.Int) {
	switch s := b.s.(type) {
	case *pcg:
		s.advance(n, pcgMul)
	case *dxsm:
		s.advance(n, new(big.Int).SetUint64(cheapMul))
	case *philox:
		s.advance(n)
	}
}

func (b *bitGenerator) jumped(n *big.Int) *bitGenerator {
	out := &bitGenerator{seed: b.seed}
	size := pcgJump
	switch s := b.s.(type) {
	case *pcg:
		p := *s
		out.s = &p
	case *dxsm:
		p := *s
		out.s = &p
	case *philox:
		p := *s
		out.s, size = &p, twoTo128
	}
	out.advance(new(big.Int).Mul(n, size))
	return out
}

func rawBits(t *thread, a []value) (value, error) {
	b := a[0].(*bitGenerator)
	one := b.s.long
	if s, ok := b.s.(*twister); ok {
		one = func() uint64 { return uint64(s.word()) }
	}
	if a[1] == py.None {
		w := one()
		if a[2] == false {
			return py.None, nil
		}
		return py.Int(new(big.Int).SetUint64(w)), nil
	}
	shape, err := sizeArg(t, a[1])
	if err != nil {
		return nil, err
	}
	n := sizeOf(shape)
	c := &calc{t: t}
	if !c.room(n) {
		return nil, c.err
	}
	out := make([]uint64, n)
	for i := range out {
		if i%4096 == 0 {
			if err := t.Check(); err != nil {
				return nil, err
			}
		}
		out[i] = one()
	}
	if a[2] == false {
		return py.None, nil
	}
	return ndarray.Own(tensor.FromSlice(append([]int{}, shape...), out)), nil
}

// newPhilox is a Philox of a seed, or of a key and a counter.
func newPhilox(t *thread, a []value) (value, error) {
	if a[0] != py.None && a[2] != py.None {
		return nil, py.ValueErrorf("seed and key cannot be both used")
	}
	p := &philox{at: 4}
	b := &bitGenerator{s: p}
	if a[2] == py.None {
		s, err := seedFrom(t, a[0])
		if err != nil {
			return nil, err
		}
		b.seed = s
		*p = *seeded(philoxClass, s).(*philox)
	} else if err := wordsOf(t, a[2], p.key[:], "key"); err != nil {
		return nil, err
	}
	if a[1] != py.None {
		if err := wordsOf(t, a[1], p.counter[:], "counter"); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// wordsOf reads an integer, or the words of one.
func wordsOf(t *thread, v value, into []uint64, name string) error {
	if items, err := py.ToSlice(t, v); err == nil {
		r := &stateReader{t: t}
		if r.longs(py.NewList(items...), into); r.bad {
			return py.ValueErrorf("%s must have %d elements when using array form", name, len(into))
		}
		return nil
	}
	z, err := wholeNumber(v)
	if err != nil {
		return err
	}
	if z.Sign() < 0 || z.BitLen() > 64*len(into) {
		return py.ValueErrorf("%s must be positive and less than 2**%d.", name, 64*len(into))
	}
	longsOf(z, into)
	return nil
}
