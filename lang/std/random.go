package std

import (
	"crypto/sha512"
	"encoding/binary"
	"math"
	"math/big"
	"slices"
	"sort"
	"time"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor/libm"
)

// randomModule is CPython's random: the same numbers for the same seed.
func randomModule() *py.Module {
	src := py.NewMersenne(big.NewInt(time.Now().UnixNano()))
	m := module("random", "Random numbers.", nil, drawing(src)...)
	m.Attrs["Random"] = randomClass
	m.Lazy = map[string]string{"SystemRandom": "_random_more:SystemRandom"}
	return m
}

// generator is a random.Random: a source of its own.
type generator struct {
	src *py.Mersenne
	own map[string]*py.Builtin
}

var randomClass = py.NewClass("random", "Random", py.ObjectClass, nil)

func init() {
	py.Register[*generator](randomClass)
	randomClass.New = fn(
		"Random(x=None)",
		"A source of random numbers of its own.",
		func(_ *thread, a []value) (value, error) {
			n, err := seedNumber(a[0])
			if err != nil {
				return nil, err
			}
			g := &generator{py.NewMersenne(n), map[string]*py.Builtin{}}
			for _, b := range drawing(g.src) {
				g.own[b.Name] = b
			}
			return g, nil
		},
	)
	generatorOf := func(v value) *generator { return py.Under(v).(*generator) }
	randomClass.Held = true
	randomClass.DefRaw("__init__", "Seeds the source.", func(t *thread, a []value, kw []py.Kw) (value, error) {
		v, err := randomClass.New.Call(t, a[1:], kw)
		if err == nil {
			*generatorOf(a[0]) = *v.(*generator)
		}
		return py.None, err
	})
	for _, b := range drawing(nil) { // methods of the class: those of the source an object holds
		name := b.Name
		randomClass.DefRaw(name, b.Doc, func(t *thread, a []value, kw []py.Kw) (value, error) {
			g := generatorOf(a[0])
			own := g.own[name]
			if x, ok := a[0].(*py.Instance); ok && name != "random" {
				if _, plain := x.Class.Lookup("random").(*py.Builtin); !plain {
					own = g.drawingBy(x, own)
				}
			}
			return own.Call(t, a[1:], kw)
		})
	}
}

// drawingBy is a function of the source that draws by the method random of a class derived from it.
func (g *generator) drawingBy(x *py.Instance, b *py.Builtin) *py.Builtin {
	return py.NewRaw(b.Name, "As of the class it derives from.", func(t *thread, a []value, kw []py.Kw) (value, error) {
		var failed error
		var own func() float64
		own = func() float64 {
			if failed != nil {
				return 0
			}
			g.src.Own = nil // its method may ask for the source's
			r, err := py.CallMethod(t, x, "random")
			f := 0.0
			if err == nil {
				f, err = py.ToFloat(r)
			}
			g.src.Own, failed = own, err
			return f
		}
		g.src.Own = own
		v, err := b.Call(t, a, kw)
		g.src.Own = nil
		if failed != nil {
			return nil, failed
		}
		return v, err
	})
}

// drawing is the functions that draw from a source.
func drawing(src *py.Mersenne) []*py.Builtin {
	choice := func(t *thread, v value) (value, error) {
		n, err := py.Len(t, v)
		if err != nil {
			return nil, err
		}
		if n == 0 {
			return nil, py.IndexErrorf("Cannot choose from an empty sequence")
		}
		return py.GetItem(t, v, src.Below(int64(n)))
	}
	return append([]*py.Builtin{
		fn("seed(a=None)", "Makes what follows repeatable.", func(_ *thread, a []value) (value, error) {
			n, err := seedNumber(a[0])
			if err != nil {
				return nil, err
			}
			*src = *py.NewMersenne(n)
			return py.None, nil
		}),
		fn("random()", "A float in [0, 1).", func(*thread, []value) (value, error) { return src.Float64(), nil }),
		fn("uniform(a, b)", "A float between a and b.", func(t *thread, a []value) (value, error) {
			wide, err := py.Binary(t, "-", a[1], a[0])
			if err != nil {
				return nil, err
			}
			return scaled(t, a[0], wide, src.Float64())
		}),
		fn("gauss(mu=0.0, sigma=1.0)", "A normal float.", func(t *thread, a []value) (value, error) {
			return scaled(t, a[0], a[1], src.Gauss())
		}),
		fn("getstate()", "What the numbers to come depend on.", func(*thread, []value) (value, error) {
			return stateOf(src), nil
		}),
		fn("setstate(state)", "Goes back to a state getstate gave.", func(t *thread, a []value) (value, error) {
			return py.None, setState(t, src, a[0])
		}),
		fn("getrandbits(k)", "An int of k random bits.", func(t *thread, a []value) (value, error) {
			k, err := py.ToInt(a[0])
			switch {
			case err != nil:
				return nil, err
			case k < 0:
				return nil, py.ValueErrorf("number of bits must be non-negative")
			}
			if err := py.FitsInt(k); err != nil {
				return nil, err
			}
			b, err := randomBytes(t, src, k)
			slices.Reverse(b)
			return py.Int(new(big.Int).SetBytes(b)), err
		}),
		fn("randbytes(n)", "So many random bytes.", func(t *thread, a []value) (value, error) {
			n, err := py.ToInt(a[0])
			switch {
			case err != nil:
				return nil, err
			case n < 0:
				return nil, py.ValueErrorf("number of bits must be non-negative")
			}
			if err := py.Fits(n); err != nil {
				return nil, err
			}
			b, err := randomBytes(t, src, 8*n)
			return py.Bytes(b), err
		}),
		fn("randint(a, b)", "An int from a to b.", func(t *thread, a []value) (value, error) {
			end, err := py.Binary(t, "+", a[1], int64(1))
			if err != nil {
				return nil, err
			}
			return randRange(t, src, a[0], end, int64(1))
		}),
		fn("randrange(start, stop=None, step=1)", "An int of a range.", func(t *thread, a []value) (value, error) {
			return randRange(t, src, a[0], a[1], a[2])
		}),
		fn("choice(seq)", "One of the items.", func(t *thread, a []value) (value, error) { return choice(t, a[0]) }),
		fn(
			"choices(population, weights=None, *, cum_weights=None, k=1)",
			"Items with replacement.",
			func(t *thread, a []value) (value, error) {
				return choices(t, src, a)
			},
		),
		fn(
			"sample(population, k, *, counts=None)",
			"Items without replacement.",
			func(t *thread, a []value) (value, error) { return sample(t, src, a) },
		),
		fn("shuffle(x)", "Shuffles a list in place.", func(t *thread, a []value) (value, error) {
			l, ok := a[0].(*py.List)
			if !ok {
				return nil, py.TypeErrorf("'%s' object does not support item assignment", py.TypeOf(a[0]).TypeName())
			}
			for i := len(l.Items) - 1; i > 0; i-- {
				if err := t.Poll(); err != nil {
					return nil, err
				}
				j := src.Below(int64(i + 1))
				l.Items[i], l.Items[j] = l.Items[j], l.Items[i]
			}
			return py.None, nil
		}),
	}, variates(src)...)
}

// scaled is at + by*x.
func scaled(t *thread, at, by value, x float64) (value, error) {
	v, err := py.Binary(t, "*", by, x)
	if err != nil {
		return nil, err
	}
	return py.Binary(t, "+", at, v)
}

// randRange is random.randrange: one of start, start+step ... below stop, or of 0 ... below start without a stop.
func randRange(t *thread, src *py.Mersenne, start, stop, step value) (value, error) {
	if lo, ok := start.(int64); ok && step == value(int64(1)) {
		hi, isInt := stop.(int64)
		if width := hi - lo; isInt && hi > lo && width > 0 {
			return lo + src.Below(width), nil
		}
	}
	n := [3]*big.Int{new(big.Int), new(big.Int), big.NewInt(1)}
	given := []value{start, stop, step}
	for i, v := range given {
		if v == py.None {
			continue
		}
		x, err := py.Index(v)
		if f, ok := v.(float64); ok && f == math.Trunc(f) && math.Abs(f) < 1<<53 {
			x, err = int64(f), nil // deprecated there, but it works
		} else if ok {
			return nil, py.ValueErrorf("non-integer %s for randrange()", [3]string{"arg 1", "stop", "step"}[i])
		}
		if err != nil {
			return nil, err
		}
		n[i] = py.BigOf(x)
	}
	if stop == py.None {
		if n[0].Sign() <= 0 {
			return nil, py.ValueErrorf("empty range for randrange()")
		}
		return below(t, src, n[0])
	}
	width := new(big.Int).Sub(n[1], n[0])
	if n[2].Sign() == 0 {
		return nil, py.ValueErrorf("zero step for randrange()")
	}
	// How many there are: width / step, rounded up.
	count := new(big.Int).Sub(new(big.Int).Add(width, n[2]), big.NewInt(int64(n[2].Sign())))
	count.Quo(count, n[2])
	switch {
	case n[2].IsInt64() && n[2].Int64() == 1 && width.Sign() <= 0:
		return nil, py.ValueErrorf("empty range for randrange() (%d, %d, %d)", n[0], n[1], width)
	case count.Sign() <= 0:
		return nil, py.ValueErrorf("empty range for randrange()")
	}
	k, err := below(t, src, count)
	if err != nil {
		return nil, err
	}
	return py.Int(new(big.Int).Add(n[0], new(big.Int).Mul(n[2], py.BigOf(k)))), nil
}

// below is a random int of 0 ... n-1.
func below(t *thread, src *py.Mersenne, n *big.Int) (value, error) {
	if n.IsInt64() {
		return src.Below(n.Int64()), nil
	}
	if err := py.FitsInt(int64(n.BitLen())); err != nil {
		return nil, err
	}
	for {
		b, err := randomBytes(t, src, int64(n.BitLen()))
		if err != nil {
			return nil, err
		}
		slices.Reverse(b)
		if k := new(big.Int).SetBytes(b); k.Cmp(n) < 0 {
			return py.Int(k), nil
		}
	}
}

// stateOf is a source's state as CPython gives it: its version, the words and the place among them, and the normal
// number that is kept.
func stateOf(src *py.Mersenne) value {
	words, at, gauss, kept := src.State()
	items := make([]value, 0, len(words)+1)
	for _, w := range words {
		items = append(items, int64(w))
	}
	next := value(py.None)
	if kept {
		next = gauss
	}
	return py.NewTuple(int64(3), py.NewTuple(append(items, int64(at))...), next)
}

func setState(t *thread, src *py.Mersenne, v value) error {
	version, err := py.GetItem(t, v, int64(0))
	if err != nil {
		return err
	}
	if n, _ := py.AsInt(version); n != 3 {
		return py.ValueErrorf("state with version %s passed to Random.setstate() of version 3", py.StrOf(version))
	}
	parts, err := py.ToSlice(t, v)
	if err != nil {
		return err
	}
	if len(parts) != 3 {
		return py.ValueErrorf("not enough values to unpack (expected 3, got %d)", len(parts))
	}
	state, ok := parts[1].(*py.Tuple)
	if !ok {
		return py.TypeErrorf("state vector must be a tuple")
	}
	if len(state.Items) != 625 {
		return py.ValueErrorf("state vector is the wrong size")
	}
	words := make([]uint32, 625)
	for i, v := range state.Items {
		n, err := py.ToInt(v)
		if err != nil {
			return err
		}
		words[i] = uint32(n)
	}
	if words[624] > 624 {
		return py.ValueErrorf("invalid state")
	}
	gauss := 0.0
	if parts[2] != py.None {
		if gauss, err = py.ToFloat(parts[2]); err != nil {
			return err
		}
	}
	src.SetState(words[:624], int(words[624]), gauss, parts[2] != py.None)
	return nil
}

// seedNumber is the integer a seed stands for: text goes through SHA-512.
func seedNumber(v value) (*big.Int, error) {
	var text []byte
	switch x := v.(type) {
	case *py.NoneType:
		return big.NewInt(time.Now().UnixNano()), nil
	case *big.Int:
		return x, nil
	case string:
		text = []byte(x)
	case py.Bytes:
		text = []byte(x)
	case float64:
		h, err := py.Hash(x)
		if err != nil {
			return nil, err
		}
		n, _ := py.AsInt(h)
		return big.NewInt(n), nil
	default:
		n, ok := py.AsInt(v)
		if !ok {
			return nil, py.TypeErrorf(
				"The only supported seed types are: None,\nint, float, str, bytes, and bytearray.",
			)
		}
		return big.NewInt(n), nil
	}
	sum := sha512.Sum512(text)
	return new(big.Int).SetBytes(append(text, sum[:]...)), nil
}

func choices(t *thread, src *py.Mersenne, a []value) (value, error) {
	items, err := py.ToSlice(t, a[0])
	if err != nil {
		return nil, err
	}
	k, err := py.ToInt(a[3])
	if err != nil {
		return nil, err
	}
	if len(items) == 0 && k > 0 {
		src.Float64() // the number the first item was to be chosen by
		return nil, py.IndexErrorf("list index out of range")
	}
	if err := py.FitsItems(int(max(k, 0))); err != nil {
		return nil, err
	}
	var sums []float64
	weights := a[1]
	if weights == py.None {
		weights = a[2]
	}
	if weights != py.None {
		ws, err := py.ToSlice(t, weights)
		if err != nil {
			return nil, err
		}
		if len(ws) != len(items) {
			return nil, py.ValueErrorf("The number of weights does not match the population")
		}
		total := 0.0
		for _, w := range ws {
			f, err := py.ToFloat(w)
			if err != nil {
				return nil, err
			}
			if total += f; a[1] == py.None {
				total = f
			}
			sums = append(sums, total)
		}
	}
	if n := len(sums); n > 0 {
		switch total := sums[n-1]; {
		case total <= 0:
			return nil, py.ValueErrorf("Total of weights must be greater than zero")
		case total-total != 0:
			return nil, py.ValueErrorf("Total of weights must be finite")
		}
	}
	out := py.NewList()
	for range max(k, 0) {
		if err := t.Poll(); err != nil {
			return nil, err
		}
		i := 0
		if sums == nil {
			i = int(src.Float64() * float64(len(items)))
		} else {
			x := src.Float64() * sums[len(sums)-1]
			i = min(sort.Search(len(sums), func(j int) bool { return sums[j] > x }), len(items)-1)
		}
		out.Items = append(out.Items, items[i])
	}
	return out, nil
}

// randomBytes are k random bits, the lowest in the first byte, and zeros above them.
func randomBytes(t *thread, src *py.Mersenne, k int64) ([]byte, error) {
	out := make([]byte, 0, (k+31)/32*4)
	n := (k + 7) / 8
	for ; k > 0; k -= 32 {
		if k&0xfffff < 32 && t.Poll() != nil {
			return nil, t.Poll()
		}
		out = binary.LittleEndian.AppendUint32(out, uint32(src.Bits(int(min(k, 32)))))
	}
	return out[:n], nil
}

// sampleCounted draws from a population whose items stand in it as often as counts say.
func sampleCounted(t *thread, src *py.Mersenne, a []value) (value, error) {
	items, err := py.ToSlice(t, a[0])
	if err != nil {
		return nil, err
	}
	counts, err := py.ToSlice(t, a[2])
	if err != nil {
		return nil, err
	}
	if len(counts) != len(items) {
		return nil, py.ValueErrorf("The number of counts does not match the population")
	}
	ends, total := make([]int64, len(counts)), int64(0)
	for i, c := range counts {
		n, err := py.Index(c)
		if err != nil {
			return nil, py.TypeErrorf("Counts must be integers")
		}
		k, fits := n.(int64)
		if !fits || k > math.MaxInt64-max(total, 0) {
			return nil, py.Raisef(py.OverflowErrorClass, "Python int too large to convert to C ssize_t")
		}
		total += k
		ends[i] = total
	}
	if total <= 0 {
		return nil, py.ValueErrorf("Total of counts must be greater than zero")
	}
	places, err := sample(t, src, []value{&py.Range{Stop: total, Step: 1}, a[1], py.None})
	if err != nil {
		return nil, err
	}
	out := places.(*py.List).Items
	for i, p := range out {
		out[i] = items[sort.Search(len(ends), func(k int) bool { return ends[k] > p.(int64) })]
	}
	return py.NewList(out...), nil
}

// sample draws without replacement: from a pool that shrinks, or, for few of many, again
// until the item is new.
func sample(t *thread, src *py.Mersenne, a []value) (value, error) {
	if a[2] != py.None {
		return sampleCounted(t, src, a)
	}
	n, err := py.Len(t, a[0])
	if e, ok := err.(*py.Exc); ok && e.Class == py.OverflowErrorClass {
		return nil, err
	}
	if err != nil {
		return nil, py.TypeErrorf("Population must be a sequence.  For dicts or sets, use sorted(d).")
	}
	switch a[0].(type) {
	case *py.Set, *py.Dict:
		return nil, py.TypeErrorf("Population must be a sequence.  For dicts or sets, use sorted(d).")
	}
	k64, err := py.ToInt(a[1])
	if err != nil {
		return nil, err
	}
	if k64 < 0 || k64 > int64(n) {
		return nil, py.ValueErrorf("Sample larger than population or is negative")
	}
	k := int(k64)
	if err := py.FitsItems(k); err != nil {
		return nil, err
	}
	out := make([]value, k)
	size := 21
	if k > 5 {
		size += 1 << (2 * int(math.Ceil(libm.Log(float64(k*3))/libm.Log(4))))
	}
	if n <= size {
		pool, err := py.ToSlice(t, a[0])
		if err != nil {
			return nil, err
		}
		for i := range k {
			if err := t.Poll(); err != nil {
				return nil, err
			}
			j := src.Below(int64(n - i))
			out[i] = pool[j]
			pool[j] = pool[n-i-1]
		}
		return py.NewList(out...), nil
	}
	seen := map[int64]bool{}
	for i := range k {
		if err := t.Poll(); err != nil {
			return nil, err
		}
		j := src.Below(int64(n))
		for seen[j] {
			j = src.Below(int64(n))
		}
		seen[j] = true
		if out[i], err = py.GetItem(t, a[0], j); err != nil {
			return nil, err
		}
	}
	return py.NewList(out...), nil
}
