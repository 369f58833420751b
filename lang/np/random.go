package np

import (
	crand "crypto/rand"
	"math"
	"math/big"
	"sort"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// rng is a RandomState or, with modern, a Generator. Its methods run where they are called, so
// that its numbers come in order.
type rng struct {
	s      bitSource
	modern bool

	seed *seedSeq // what a Generator was seeded with, nil where its bits come from elsewhere
	bits *bitGenerator

	legacy spareNormal // of a RandomState over another source than MT19937
}

var (
	stateClass     = py.NewClass("numpy.random.mtrand", "RandomState", py.ObjectClass, nil)
	generatorClass = py.NewClass("numpy.random._generator", "Generator", py.ObjectClass, nil)
)

// PyClass is RandomState or Generator.
func (g *rng) PyClass() *py.Class {
	if g.modern {
		return generatorClass
	}
	return stateClass
}

type rngKey struct{}

// global is the generator behind np.random's functions, one for each interpreter.
func global(t *thread) *rng {
	return t.Local(rngKey{}, func() any { return newState(freshSeed()) }).(*rng)
}

func freshSeed() *big.Int {
	var b [16]byte
	_, _ = crand.Read(b[:])
	return new(big.Int).SetBytes(b[:])
}

// newState seeds a RandomState: one word, or many.
func newState(n *big.Int) *rng {
	if n.BitLen() <= 32 {
		return &rng{s: newTwister(uint32(n.Uint64()))}
	}
	return &rng{s: &twister{m: py.NewMersenne(n)}}
}

// seedOf reads a seed for a RandomState.
func seedOf(t *thread, v value) (*rng, error) {
	if v == py.None {
		return newState(freshSeed()), nil
	}
	if n, ok := py.AsInt(v); ok && !isArray(v) {
		if n < 0 || n > math.MaxUint32 {
			return nil, py.ValueErrorf("Seed must be between 0 and 2**32 - 1")
		}
		return newState(big.NewInt(n)), nil
	}
	c := &calc{t: t}
	key := c.ints(v)
	if c.err != nil {
		return nil, py.TypeErrorf("Cannot cast array from dtype('O') to dtype('int64') according to the rule 'safe'")
	}
	z := new(big.Int) // the words of the key are those of one number
	for i := len(key) - 1; i >= 0; i-- {
		z.Or(z.Lsh(z, 32), big.NewInt(int64(uint32(key[i]))))
	}
	return &rng{s: &twister{m: py.NewMersenneKey(z, len(key))}}, nil
}

// entropyOf reads a seed for a Generator.
func entropyOf(t *thread, v value) ([]uint32, error) {
	switch x := v.(type) {
	case *py.NoneType:
		return words(freshSeed()), nil
	case *big.Int:
		if x.Sign() >= 0 {
			return words(x), nil
		}
	}
	if n, ok := py.AsInt(v); ok && !isArray(v) {
		if n < 0 {
			return nil, py.ValueErrorf("expected non-negative integer")
		}
		return words(big.NewInt(n)), nil
	}
	list, err := py.ToSlice(t, v)
	_, text := v.(string) // its characters are texts again
	if err != nil || text {
		return nil, py.TypeErrorf("SeedSequence expects int or sequence of ints for entropy not %s", py.StrOf(v))
	}
	if err := t.Enter(""); err != nil {
		return nil, err
	}
	defer t.Leave()
	var out []uint32
	for _, e := range list {
		w, err := entropyOf(t, e)
		if err != nil {
			return nil, err
		}
		out = append(out, w...)
	}
	return out, nil
}

func (g *rng) normal() float64 {
	if g.modern {
		return zigNormal(g.s)
	}
	if s, ok := g.s.(*twister); ok {
		return s.normal()
	}
	return g.legacy.polar(g.s)
}

// below is a random integer from 0 to limit.
func (g *rng) below(limit uint64) uint64 {
	if g.modern {
		return lemire(g.s, limit)
	}
	return masked64(g.s, limit)
}

// sizeArg reads a size: nil for None, which asks for one number.
func sizeArg(t *thread, v value) ([]int, error) {
	if v == py.None {
		return nil, nil
	}
	s, err := sizes(t, v)
	if s == nil && err == nil {
		s = []int{}
	}
	return s, err
}

// fill makes an array of random floats, or one float for a size of None. params are arrays that
// broadcast with it; f gets their elements.
func (g *rng) fill(t *thread, size value, params []value, f func(p []float64) float64) (value, error) {
	shape, err := sizeArg(t, size)
	if err != nil {
		return nil, err
	}
	c := &calc{t: t}
	var xs []*array
	scalar := true
	for _, p := range params {
		a := c.cast(p, dtypeOf(tensor.Float64))
		if c.err != nil {
			return nil, c.err
		}
		scalar = scalar && a.Rank() == 0
		xs = append(xs, a)
	}
	if len(xs) > 0 && !scalar {
		common, err := commonShape(xs)
		if err != nil {
			return nil, err
		}
		if shape == nil {
			shape = common
		} else if both, ok := ndarray.Broadcast(common, shape); !ok || !tensor.SameShape(both, shape) {
			return nil, py.ValueErrorf("Output size %s is not compatible with broadcast dimensions of inputs %s.",
				ndarray.Shape(shape), ndarray.Shape(common))
		}
	}
	cols := make([][]float64, len(xs))
	p := make([]float64, len(xs))
	for i, a := range xs {
		if scalar {
			p[i] = c.floats(a)[0]
			continue
		}
		b, _ := a.BroadcastTo(shape)
		cols[i] = c.floats(b)
	}
	n, err := tensor.Count(shape)
	if err != nil || !tensor.Reserve(int64(n)*8) {
		return nil, tooLarge(t, ndarray.Of(tensor.Float64), shape...)
	}
	out := make([]float64, n)
	for i := range out {
		for k := range cols {
			if !scalar {
				p[k] = cols[k][i]
			}
		}
		out[i] = f(p)
		if i&0xffff == 0xffff {
			if err := t.Check(); err != nil {
				return nil, err
			}
		}
	}
	if shape == nil {
		return out[0], nil
	}
	return floatsOf(out, append([]int{}, shape...)...), nil
}

// integers draws integers from lo to hi, hi not among them.
func (g *rng) integers(t *thread, low, high, size, dt value, closed bool) (value, error) {
	if high == py.None {
		low, high = int64(0), low
	}
	d, err := dtypeArg(dt)
	if err != nil {
		return nil, err
	}
	if d == nil {
		d = dtypeOf(tensor.Int64)
	}
	if !d.IsNumber() || !d.Num.IsInteger() && d.Num != tensor.Bool {
		return nil, py.TypeErrorf("Unsupported dtype %s for %s", d,
			map[bool]string{true: "integers", false: "randint"}[g.modern])
	}
	shape, err := sizeArg(t, size)
	if err != nil {
		return nil, err
	}
	c := &calc{t: t}
	los, his := c.arr(low), c.arr(high)
	if c.err != nil {
		return nil, c.err
	}
	if shape == nil && (los.Rank() > 0 || his.Rank() > 0) {
		if shape, err = commonShape([]*array{los, his}); err != nil {
			return nil, err
		}
	}
	n, err := tensor.Count(shape)
	if err != nil || !tensor.Reserve(int64(n)*8) {
		return nil, tooLarge(t, ndarray.Of(tensor.Float64), shape...)
	}
	a, okA := los.BroadcastTo(shape)
	b, okB := his.BroadcastTo(shape)
	if !okA || !okB {
		return nil, py.ValueErrorf("Output size %s is not compatible with broadcast dimensions of inputs.",
			ndarray.Shape(shape))
	}
	step := 1
	if los.Rank() == 0 && his.Rank() == 0 { // two bounds for all
		a, b, step = los, his, 0
	}
	out := make([]int64, n)
	draw := g.drawer(d.Num)
	if d.Num == tensor.Uint64 {
		err := g.unsigned(c, a, b, step, closed, draw, out)
		if err != nil {
			return nil, err
		}
		return drawnIntegers(t, g, out, shape, dt, d)
	}
	lo, hi := c.wholes(a), c.wholes(b)
	if c.err != nil {
		return nil, c.err
	}
	for k := range out {
		i := k * step
		top := hi[i] - int64(b2i(!closed))
		if top < lo[i] {
			if los.Rank() == 0 && his.Rank() == 0 {
				return nil, py.ValueErrorf("low >= high")
			}
			return nil, py.ValueErrorf("low >= high")
		}
		for _, end := range []int64{lo[i], top} {
			if !holds(d.Num, end) || d.Num == tensor.Bool && (end < 0 || end > 1) {
				if end == lo[i] {
					return nil, py.ValueErrorf("low is out of bounds for %s", d.Num)
				}
				return nil, py.ValueErrorf("high is out of bounds for %s", d.Num)
			}
		}
		out[k] = lo[i] + int64(draw(uint64(top)-uint64(lo[i])))
		if k&0xffff == 0xffff {
			if err := t.Check(); err != nil {
				return nil, err
			}
		}
	}
	return drawnIntegers(t, g, out, shape, dt, d)
}

// unsigned draws integers that may lie beyond int64, as their bits.
func (g *rng) unsigned(c *calc, a, b *array, step int, closed bool, draw func(uint64) uint64, out []int64) error {
	lo, hi := c.bigs(a), c.bigs(b)
	if c.err != nil {
		return c.err
	}
	_, most := bounds(tensor.Uint64)
	for k := range out {
		from, top := lo[k*step], new(big.Int).Set(hi[k*step])
		if !closed {
			top.Sub(top, big.NewInt(1))
		}
		switch {
		case from.Sign() < 0:
			return py.ValueErrorf("low is out of bounds for uint64")
		case top.Cmp(most) > 0:
			return py.ValueErrorf("high is out of bounds for uint64")
		case top.Cmp(from) < 0:
			return py.ValueErrorf("low >= high")
		}
		out[k] = int64(from.Uint64() + draw(top.Uint64()-from.Uint64()))
		if k&0xffff == 0xffff {
			if err := c.t.Check(); err != nil {
				return err
			}
		}
	}
	return nil
}

// bigs is the elements as integers of any size.
func (c *calc) bigs(a *array) []*big.Int {
	var out []*big.Int
	for _, p := range a.Places() {
		v := pyElement(a, p)
		n := pythonInt(v)
		if n == nil {
			f, err := py.ToFloat(v)
			if err != nil {
				c.err = err
				return nil
			}
			n, _ = big.NewFloat(math.Trunc(f)).Int(nil)
		}
		out = append(out, n)
	}
	return out
}

// drawnIntegers gives what was drawn the type that was asked for.
func drawnIntegers(t *thread, g *rng, out []int64, shape []int, dt value, d *dtype) (value, error) {
	if shape == nil {
		if dt == py.None || dt == value(py.IntClass) {
			if g.modern {
				return bind.NPScalar(tensor.Scalar(out[0])), nil
			}
			return out[0], nil
		}
		x, err := tensor.Gradual(t.Ctx, tensor.Scalar(out[0]), d.Num)
		if err != nil {
			return nil, err
		}
		return bind.NPScalar(x), nil
	}
	z, err := castTo(t, ndarray.Own(tensor.FromSlice(shape, out)), d)
	if err != nil {
		return nil, err
	}
	return z, nil
}

// wholes is the elements as integers; floats must be whole or are cut.
func (c *calc) wholes(a *array) []int64 {
	x, err := numbers(c.t, c.cast(a, dtypeOf(tensor.Int64)))
	if c.err == nil {
		c.err = err
	}
	if c.err != nil {
		return nil
	}
	return tensor.Slice[int64](x)
}

// drawer gives the function that draws integers of a type: small types share words.
func (g *rng) drawer(d tensor.DType) func(limit uint64) uint64 {
	size := d.Size()
	if size > 2 {
		return g.below
	}
	var buf uint32
	left := 0
	if d == tensor.Bool { // a bit of a word each
		return func(limit uint64) uint64 {
			if limit == 0 {
				return 0
			}
			if left == 0 {
				buf, left = g.s.word(), 32
			} else {
				buf >>= 1
			}
			left--
			return uint64(buf & 1)
		}
	}
	next := func() uint64 {
		if left == 0 {
			buf, left = g.s.word(), 4/size
		} else {
			buf >>= 8 * size
		}
		left--
		return uint64(buf) & (1<<(8*size) - 1)
	}
	top := uint64(1)<<(8*size) - 1
	return func(limit uint64) uint64 {
		switch {
		case limit == 0:
			return 0
		case limit == top:
			return next()
		case g.modern:
			n := limit + 1
			m := next() * n
			if low := m & top; low < n {
				for threshold := (top - limit) % n; low < threshold; {
					m = next() * n
					low = m & top
				}
			}
			return m >> (8 * size)
		}
		mask := uint64(1)
		for mask < limit {
			mask = mask<<1 | 1
		}
		for {
			if v := next() & mask; v <= limit {
				return v
			}
		}
	}
}

// permutation is the numbers below n in random order.
func (g *rng) permutation(t *thread, n int) ([]int, error) {
	out := make([]int, n)
	for i := range out {
		out[i] = i
		if i&0xffff == 0xffff {
			if err := t.Check(); err != nil {
				return nil, err
			}
		}
	}
	for i := n - 1; i > 0; i-- {
		j := int(masked64(g.s, uint64(i)))
		out[i], out[j] = out[j], out[i]
		if i&0xffff == 0 {
			if err := t.Check(); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// choice draws from a number of things, with or without putting back.
func (g *rng) choice(t *thread, pop int, size value, replace bool, p value) (value, error) {
	shape, err := sizeArg(t, size)
	if err != nil {
		return nil, err
	}
	n, err := tensor.Count(shape)
	if err != nil || !tensor.Reserve(int64(n)*8) {
		return nil, tooLarge(t, ndarray.Of(tensor.Float64), shape...)
	}
	if pop <= 0 && n > 0 {
		return nil, py.ValueErrorf("a must be a positive integer unless no samples are taken")
	}
	var weights []float64
	if p != py.None {
		c := &calc{t: t}
		weights = append([]float64(nil), c.floats(p)...)
		if c.err != nil {
			return nil, c.err
		}
		if err := checkWeights(weights, pop); err != nil {
			return nil, err
		}
	}
	if !replace && n > pop {
		if g.modern {
			return nil, py.ValueErrorf("Cannot take a larger sample than population when replace is False")
		}
		return nil, py.ValueErrorf("Cannot take a larger sample than population when 'replace=False'")
	}
	var out []int
	switch {
	case replace && weights == nil:
		for range n {
			out = append(out, int(g.below(uint64(pop-1))))
		}
	case replace:
		cdf := cumulated(weights)
		for range n {
			out = append(out, above(cdf, g.s.float()))
		}
	case weights != nil:
		if out, err = g.weighted(weights, n); err != nil {
			return nil, err
		}
	case !g.modern:
		if err := room(pop); err != nil {
			return nil, err
		}
		if out, err = g.permutation(t, pop); err != nil {
			return nil, err
		}
		out = out[:n]
	case pop > 10000 && n > pop/50:
		if err := room(pop); err != nil {
			return nil, err
		}
		if out, err = g.sample(t, pop, n); err != nil {
			return nil, err
		}
	default:
		if out, err = g.sample(t, pop, n); err != nil {
			return nil, err
		}
	}
	if shape == nil {
		return int64(out[0]), nil
	}
	return intsOf(append([]int{}, out...), append([]int{}, shape...)...), nil
}

func checkWeights(w []float64, pop int) error {
	if len(w) != pop {
		return py.ValueErrorf("'a' and 'p' must have same size")
	}
	sum := 0.0
	for _, x := range w {
		if x != x {
			return py.ValueErrorf("Probabilities contain NaN")
		}
		if x < 0 {
			return py.ValueErrorf("Probabilities are not non-negative")
		}
		sum += x
	}
	if math.Abs(sum-1) > 1e-8 {
		return py.ValueErrorf("Probabilities do not sum to 1. See Notes section of docstring for more information.")
	}
	return nil
}

func cumulated(w []float64) []float64 {
	out := make([]float64, len(w))
	s := 0.0
	for i, x := range w {
		s += x
		out[i] = s
	}
	for i := range out {
		out[i] /= s
	}
	return out
}

func above(cdf []float64, x float64) int {
	return sort.Search(len(cdf), func(i int) bool { return cdf[i] > x })
}

// weighted draws different things by weights: as many as are missing at a time.
func (g *rng) weighted(w []float64, n int) ([]int, error) {
	nonzero := 0
	for _, x := range w {
		nonzero += b2i(x > 0)
	}
	if nonzero < n {
		return nil, py.ValueErrorf("Fewer non-zero entries in p than size")
	}
	var found []int
	for len(found) < n {
		x := make([]float64, n-len(found))
		for i := range x {
			x[i] = g.s.float()
		}
		for _, k := range found {
			w[k] = 0
		}
		cdf := cumulated(w)
		seen := map[int]bool{}
		for _, v := range x {
			if k := above(cdf, v); !seen[k] {
				seen[k] = true
				found = append(found, k)
			}
		}
	}
	return found, nil
}

// sample draws n different numbers below pop: by Floyd's method, or from the end of a shuffled
// row when many of many are wanted.
func (g *rng) sample(t *thread, pop, n int) ([]int, error) {
	if pop > 10000 && n > pop/50 {
		row := make([]int, pop)
		for i := range row {
			row[i] = i
		}
		for i := pop - 1; i >= max(pop-n, 1); i-- {
			if i&0xffff == 0 && t.Check() != nil {
				return nil, t.Check()
			}
			j := int(lemire(g.s, uint64(i)))
			row[i], row[j] = row[j], row[i]
		}
		return row[pop-n:], nil
	}
	taken := map[int]bool{}
	out := make([]int, 0, n)
	for j := pop - n; j < pop; j++ {
		if j&0xffff == 0 && t.Check() != nil {
			return nil, t.Check()
		}
		v := int(lemire(g.s, uint64(j)))
		if taken[v] {
			v = j
		}
		taken[v] = true
		out = append(out, v)
	}
	for i := n - 1; i > 0; i-- {
		j := int(lemire(g.s, uint64(i)))
		out[i], out[j] = out[j], out[i]
	}
	return out, nil
}

// shuffle puts the entries of a list or an array along its first dimension in random order.
func (g *rng) shuffle(t *thread, x value, axis int) error {
	switch v := x.(type) {
	case *py.List:
		for i := len(v.Items) - 1; i > 0; i-- {
			j := int(masked64(g.s, uint64(i)))
			v.Items[i], v.Items[j] = v.Items[j], v.Items[i]
			if i&0xffff == 0 {
				if err := t.Check(); err != nil {
					return err
				}
			}
		}
		return nil
	case *array:
		if v.Rank() == 0 {
			return py.TypeErrorf("shuffle() of a 0-d array")
		}
		if !v.Writeable() {
			return py.ValueErrorf("array is read-only")
		}
		order, err := g.permutation(t, v.Shape()[axis])
		if err != nil {
			return err
		}
		z, err := take(t, v, intsOf(order), int64(axis), py.None)
		if err != nil {
			return err
		}
		return assign(t, v, z)
	}
	return py.TypeErrorf("tfs shuffles lists and arrays, not '%s'", py.TypeOf(x).Name)
}

// permuted is np.random.permutation: of a number or of a copy.
func (g *rng) permuted(t *thread, x, axis value) (value, error) {
	if n, ok := py.AsInt(x); ok && !isArray(x) {
		if err := room(int(max(n, 0))); err != nil {
			return nil, err
		}
		if n < 0 || n > 1<<31 {
			return nil, py.ValueErrorf("negative dimensions are not allowed")
		}
		order, err := g.permutation(t, int(n))
		return intsOf(order), err
	}
	a, err := asArray(t, x)
	if err != nil {
		return nil, err
	}
	k, err := axisArg(axis, a.Rank())
	if err != nil {
		return nil, err
	}
	order, err := g.permutation(t, a.Shape()[k])
	if err != nil {
		return nil, err
	}
	return take(t, a, intsOf(order), int64(k), py.None)
}
