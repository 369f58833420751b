package tf

import (
	"context"
	"math/big"
	"math/rand/v2"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Random ops: the same numbers as TensorFlow for the same seeds.

func init() {
	reg := func(name, sig, raw string, f func(c *call) (value, error), doc string, aliases ...string) {
		register(plain(entry(name, sig, raw, f, doc, aliases...)))
	}
	const seed = ">>> tf.random.set_seed(5)\n"
	reg("tf.random.set_seed", "(seed)", "", setSeed,
		"Makes the random ops that follow repeatable.\n\n>>> tf.random.set_seed(5)\n>>> tf.random.uniform([2])")
	reg("tf.random.uniform", "(shape, minval=0, maxval=None, dtype=tf.float32, seed=None, name=None)", "RandomUniform",
		randomUniform, "Numbers evenly between two bounds.\n\n"+seed+">>> tf.random.uniform([3])\n"+
			">>> tf.random.uniform([3], maxval=10, dtype=tf.int32)")
	reg("tf.random.normal", "(shape, mean=0.0, stddev=1.0, dtype=tf.float32, seed=None, name=None)",
		"RandomStandardNormal", func(c *call) (value, error) { return randomNormal(c, tensor.RandomNormal) },
		"Normal numbers.\n\n"+seed+">>> tf.random.normal([3])")
	reg("tf.random.truncated_normal", "(shape, mean=0.0, stddev=1.0, dtype=tf.float32, seed=None, name=None)",
		"TruncatedNormal", func(c *call) (value, error) { return randomNormal(c, tensor.RandomTruncated) },
		"Normal numbers within two standard deviations.\n\n"+seed+">>> tf.random.truncated_normal([3])")
	reg("tf.random.shuffle", "(value, seed=None, name=None)", "RandomShuffle", randomShuffle,
		"The rows in random order.\n\n"+seed+">>> tf.random.shuffle([1, 2, 3, 4])")
	reg("tf.random.stateless_uniform", "(shape, seed, minval=0, maxval=None, dtype=tf.float32, "+
		"name=None, alg='auto_select')", "StatelessRandomUniformV2", statelessUniform,
		"Numbers evenly between two bounds, the same for the same seed.\n\n>>> tf.random.stateless_uniform([3], "+
			"seed=[1, 2])")
	reg("tf.random.stateless_normal", "(shape, seed, mean=0.0, stddev=1.0, dtype=tf.float32, "+
		"name=None, alg='auto_select')", "StatelessRandomNormalV2",
		func(c *call) (value, error) { return statelessNormal(c, tensor.RandomNormal) },
		"Normal numbers, the same for the same seed.\n\n>>> tf.random.stateless_normal([3], seed=[1, 2])")
	reg("tf.random.stateless_truncated_normal",
		"(shape, seed, mean=0.0, stddev=1.0, dtype=tf.float32, name=None, alg='auto_select')",
		"StatelessTruncatedNormalV2", func(c *call) (value, error) {
			return statelessNormal(c,
				tensor.RandomTruncated)
		}, "Normal numbers within two standard deviations, the same for the same seed.\n\n"+
			">>> tf.random.stateless_truncated_normal([3], seed=[1, 2])")
	reg("tf.random.split", "(seed, num=2, alg='auto_select')", "StatelessRandomUniformFullIntV2", splitSeed,
		"Seeds made of one.\n\n>>> tf.random.split([1, 2], 3)", "tf.random.experimental.stateless_split")
	reg("tf.random.fold_in", "(seed, data, alg='auto_select')", "StatelessRandomUniformFullIntV2", foldIn,
		"A seed made of a seed and a number.\n\n>>> tf.random.fold_in([1, 2], 3)",
		"tf.random.experimental.stateless_fold_in")
	reg("tf.nn.dropout", "(x, rate, noise_shape=None, seed=None, name=None)", "",
		func(c *call) (value, error) { return dropout(c, 2, false) },
		"Elements set to 0 at a rate, the others scaled up.\n\n"+seed+">>> tf.nn.dropout([1., 2., 3., 4.], rate=0.5)")
	reg("tf.nn.experimental.stateless_dropout", "(x, rate, seed, rng_alg=None, noise_shape=None, name=None)", "",
		func(c *call) (value, error) { return dropout(c, 4, true) },
		"dropout, the same for the same seed.\n\n>>> tf.nn.experimental.stateless_dropout([1., "+
			"2., 3., 4.], rate=0.5, seed=[1, 2])")
}

const maxSeed = 1<<31 - 1

// seeds is what an interpreter remembers of its random state.
type seeds struct {
	global *big.Int // nil when set_seed was not called
	draw   *py.Mersenne
	states map[string]*tensor.Philox // generators that go on from call to call
}

type seedsKey struct{}

func seedsOf(t *thread) *seeds {
	return t.Local(seedsKey{}, func() any { return &seeds{states: map[string]*tensor.Philox{}} }).(*seeds)
}

func bigSeed(v value) (*big.Int, error) {
	if b, ok := v.(*big.Int); ok {
		return b, nil
	}
	if x, ok := bind.AsTensor(v); ok && x.Rank() == 0 && x.DType().IsInteger() {
		return big.NewInt(x.Int(0)), nil
	}
	n, ok := py.AsInt(v)
	if !ok {
		return nil, py.TypeErrorf("seed must be an integer, got %s", py.ReprOf(v))
	}
	return big.NewInt(n), nil
}

func setSeed(c *call) (value, error) {
	n, err := bigSeed(c.Args[0])
	if err != nil {
		return nil, err
	}
	s := seedsOf(c.T)
	s.global, s.draw, s.states = n, py.NewMersenne(n), map[string]*tensor.Philox{}
	return py.None, nil
}

func modSeed(n *big.Int) uint64 { return new(big.Int).Mod(n, big.NewInt(maxSeed)).Uint64() }

// generator is the one a stateful op draws from: it starts where the last call of the same
// kernel ended, n outputs on.
func (r randomCall) generator(seed value, n int, kernel string) (tensor.Philox, error) {
	s := seedsOf(r.T)
	var a, b uint64
	fresh := false
	switch {
	case seed != py.None:
		given, err := bigSeed(seed)
		if err != nil {
			return tensor.Philox{}, err
		}
		a, b = 87654321, modSeed(given)
		if s.global != nil {
			a = modSeed(s.global)
		}
	case s.global != nil:
		a, fresh = modSeed(s.global), true
		b = uint64(s.draw.Below(maxSeed+1)) % maxSeed
	default:
		return tensor.NewPhilox(rand.Uint64(), rand.Uint64()), nil
	}
	if a == 0 && b == 0 {
		b = maxSeed
	}
	g := tensor.NewPhilox(a, b)
	if fresh {
		return g, nil
	}
	key := kernel + " " + itoa(int64(a)) + " " + itoa(int64(b))
	state, ok := s.states[key]
	if !ok {
		state = &g
		s.states[key] = state
	}
	now := *state
	state.Skip(uint64(n))
	return now, nil
}

// randomCall is a call of a random op.
type randomCall struct{ *call }

// sizes reads a shape argument and the number of elements; wide tells whether it came as int64.
func sizes(c *call, i int) (shape []int, n int, wide bool, err error) {
	x, err := bind.Convert(c.T, c.Args[i], tensor.Invalid)
	if s, ok := c.Args[i].(*bind.Shape); ok && err == nil {
		x = nil
		shape = append(shape, s.Dims...)
	}
	if err != nil {
		return nil, 0, false, err
	}
	if x != nil {
		if x.Rank() > 1 || x.Len() > 0 && !x.DType().IsInteger() {
			return nil, 0, false, c.Errorf("shape must be a vector of {int32,int64}, got shape %s",
				tensor.ShapeString(x.Shape()))
		}
		shape = x.Ints()
		_, given := bind.AsTensor(c.Args[i])
		wide = given && x.DType() == tensor.Int64
	}
	for k, d := range shape {
		if d < 0 {
			return nil, 0, false, c.Errorf("Dimension %d must be >= 0", d)
		}
		_ = k
	}
	n, err = tensor.Count(shape)
	return shape, n, wide, err
}

func kernelKey(c *call, d tensor.DType, wide bool) string {
	key := c.Op.Raw + " " + d.Name()
	if wide {
		key += " int64"
	}
	return key
}

func randomUniform(c *call) (value, error) {
	d, err := c.DType(3, tensor.Float32)
	if err != nil {
		return nil, err
	}
	shape, n, wide, err := sizes(c, 0)
	if err != nil {
		return nil, err
	}
	if !d.IsFloating() && d != tensor.Int32 && d != tensor.Int64 {
		return nil, py.ValueErrorf("Argument `dtype` got invalid value %s. Accepted dtypes are [tf.bfloat16, tf.float16, tf.float32, tf.float64, tf.int32, tf.int64].", py.ReprOf(d))
	}
	if d.IsInteger() && !c.Given(2) {
		return nil, py.ValueErrorf("Must specify maxval for integer dtype %s", py.ReprOf(d))
	}
	key := c.Op.Raw
	if d.IsInteger() {
		key += "Int"
	}
	g, err := randomCall{c}.generator(c.Args[4], 256*n, kernelKey(&call{Op: &bind.Op{Raw: key}}, d, wide))
	if err != nil {
		return nil, err
	}
	return uniformFrom(c, g, d, shape, c.Args[1], c.Args[2], true)
}

// uniformFrom scales numbers of a generator to bounds; plain ops leave out steps that change
// nothing.
func uniformFrom(c *call, g tensor.Philox, d tensor.DType, shape []int, lo, hi value, plain bool) (value, error) {
	k := chain(c)
	if d.IsInteger() {
		a, b := k.as(lo, d), k.as(hi, d)
		if k.err != nil {
			return nil, k.err
		}
		if a.Len() != 1 || b.Len() != 1 {
			return nil, c.Errorf("minval and maxval must be scalars")
		}
		if n, _ := tensor.Count(shape); a.Int(0) >= b.Int(0) && n > 0 {
			return nil, c.Errorf("Need minval < maxval, got %d >= %d", a.Int(0), b.Int(0))
		}
		return tensor.RandomInt(c.T.Ctx, g, d, shape, a.Int(0), b.Int(0))
	}
	if hi == py.None {
		hi = int64(1)
	}
	u := step(k, func() (*tensor.Tensor, error) { return tensor.RandomUniform(c.T.Ctx, g, d, shape) })
	zero, one := plain && lo == int64(0), plain && hi == int64(1)
	if zero && one {
		return k.result(u)
	}
	b := k.as(hi, d)
	if zero {
		return k.result(k.bin("Mul", u, b))
	}
	a := k.as(lo, d)
	return k.result(k.bin("AddV2", k.bin("Mul", u, k.bin("Sub", b, a)), a))
}

type normalKernel = func(ctx context.Context, g tensor.Philox, d tensor.DType, shape []int) (*tensor.Tensor, error)

func randomNormal(c *call, kernel normalKernel) (value, error) {
	d, err := c.DType(3, tensor.Float32)
	if err != nil {
		return nil, err
	}
	shape, n, wide, err := sizes(c, 0)
	if err != nil {
		return nil, err
	}
	if err := c.Check("dtype", d); err != nil {
		return nil, err
	}
	g, err := randomCall{c}.generator(c.Args[4], 256*n, kernelKey(c, d, wide))
	if err != nil {
		return nil, err
	}
	return normalFrom(c, g, d, shape, c.Args[1], c.Args[2], kernel)
}

func normalFrom(c *call, g tensor.Philox, d tensor.DType, shape []int, mean, dev value, kernel normalKernel) (value,
	error) {
	k := chain(c)
	z := step(k, func() (*tensor.Tensor, error) { return kernel(c.T.Ctx, g, d, shape) })
	m, s := k.as(mean, d), k.as(dev, d)
	return k.result(k.bin("AddV2", k.bin("Mul", z, s), m))
}

// statelessGenerator reads a seed of two integers.
func statelessGenerator(c *call, i int) (tensor.Philox, *tensor.Tensor, error) {
	x, err := bind.Convert(c.T, c.Args[i], tensor.Invalid)
	if err != nil {
		return tensor.Philox{}, nil, err
	}
	if x.Rank() != 1 || x.Len() != 2 || x.DType() != tensor.Int32 && x.DType() != tensor.Int64 {
		return tensor.Philox{}, nil, c.Errorf("seed must have shape [2], not %s", tensor.ShapeString(x.Shape()))
	}
	return tensor.StatelessPhilox(uint64(x.Int(0)), uint64(x.Int(1))), x, nil
}

// statelessArgs reads the shape, the seed and the dtype of a stateless distribution.
func statelessArgs(c *call) (g tensor.Philox, d tensor.DType, shape []int, err error) {
	if g, _, err = statelessGenerator(c, 1); err != nil {
		return
	}
	if d, err = c.DType(4, tensor.Float32); err != nil {
		return
	}
	shape, _, _, err = sizes(c, 0)
	return
}

func statelessUniform(c *call) (value, error) {
	g, d, shape, err := statelessArgs(c)
	if err != nil {
		return nil, err
	}
	if d.IsInteger() && c.Args[2] == py.None && !c.Given(3) {
		return tensor.RandomBits(c.T.Ctx, g, d, shape)
	}
	if d.IsInteger() && !c.Given(3) {
		return nil, py.ValueErrorf("Must specify maxval for integer dtype %s", py.ReprOf(d))
	}
	return uniformFrom(c, g, d, shape, c.Args[2], c.Args[3], false)
}

func statelessNormal(c *call, kernel normalKernel) (value, error) {
	g, d, shape, err := statelessArgs(c)
	if err != nil {
		return nil, err
	}
	return normalFrom(c, g, d, shape, c.Args[2], c.Args[3], kernel)
}

func splitSeed(c *call) (value, error) {
	g, x, err := statelessGenerator(c, 0)
	if err != nil {
		return nil, err
	}
	n, err := c.Int(1)
	if err != nil {
		return nil, err
	}
	if n < 0 {
		return nil, c.Errorf("num must not be negative, got %d", n)
	}
	return tensor.RandomBits(c.T.Ctx, g, x.DType(), []int{n, 2})
}

func foldIn(c *call) (value, error) {
	g, _, err := statelessGenerator(c, 0)
	if err != nil {
		return nil, err
	}
	k := chain(c)
	data := k.tensor(1)
	if k.err != nil {
		return nil, k.err
	}
	if data.Rank() != 0 || data.DType() != tensor.Int32 && data.DType() != tensor.Int64 {
		return nil, c.Errorf("data must be an int32 or int64 scalar, got %s", py.ReprOf(data))
	}
	first := step(k, func() (*tensor.Tensor, error) { return tensor.RandomBits(c.T.Ctx, g, data.DType(), nil) })
	return k.result(k.op("tf.stack", py.NewList(first, data)))
}

func randomShuffle(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	n := 1
	if x.Rank() > 0 {
		n = x.Shape()[0]
	}
	g, err := randomCall{c}.generator(c.Args[1], (n+2)/4, kernelKey(c, x.DType(), false))
	if err != nil || n < 2 {
		return x, err
	}
	at := rangeInts(n)
	next := g.Words()
	for i := range n - 1 {
		j := i + int(next()%uint32(n-i))
		at[i], at[j] = at[j], at[i]
	}
	return tensor.Gather(c.T.Ctx, x, tensor.Vector(at), 0, 0)
}

// dropout zeroes elements where a uniform number is below the rate.
func dropout(c *call, noise int, stateless bool) (value, error) {
	if r, ok := c.Args[0].(*ragged.Ragged); ok {
		if c.Given(noise) {
			return nil, py.ValueErrorf("noise_shape is not supported yet for RaggedTensor x")
		}
		z, err := c.Op.Run(c.T, append([]value{r.Flat()}, c.Args[1:]...))
		if err != nil {
			return nil, err
		}
		return r.WithFlat(z.(*tensor.Tensor)), nil
	}
	k := chain(c)
	x := k.tensor(0)
	rate := step(k, func() (float64, error) { return py.ToFloat(c.Args[1]) })
	if k.err != nil {
		return nil, k.err
	}
	if !x.DType().IsFloating() {
		return nil, py.ValueErrorf("`x.dtype` must be a floating point tensor as `x` will be scaled. Received: x_dtype=%s", py.ReprOf(x.DType()))
	}
	if !(rate >= 0 && rate < 1) {
		return nil, py.ValueErrorf("`rate` must be a scalar tensor or a float in the range [0, 1). Received: rate=%s", py.ReprOf(c.Args[1]))
	}
	if rate == 0 {
		return x, nil
	}
	shape := py.NewList()
	for _, d := range x.Shape() {
		shape.Items = append(shape.Items, int64(d))
	}
	var dims value = shape
	if c.Given(noise) {
		dims = c.Args[noise]
	}
	var u *tensor.Tensor
	if stateless {
		u = k.dense("tf.random.stateless_uniform", dims, c.Args[2], int64(0), py.None, x.DType())
	} else {
		u = k.dense("tf.random.uniform", dims, int64(0), py.None, x.DType(), c.Args[3])
	}
	scaled := k.times(x, float64(float32(1/(1-rate))))
	keep := k.bin("GreaterEqual", u, k.number(rate, x))
	return k.result(k.op("tf.where", keep, scaled, k.number(0, x)))
}
