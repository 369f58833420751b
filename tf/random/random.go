package random

import (
	"math/big"
	"slices"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/array"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/nn"
	tfragged "github.com/tfs-lang/tfs/tf/ragged"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Random ops: the same numbers as TensorFlow for the same seeds.

func init() {
	reg := func(name, sig, raw string, f func(c *bind.Call) (py.Value, error), doc string, aliases ...string) {
		table.Register(table.Edges(table.Plain(table.Entry(name, sig, raw, f, doc, aliases...))))
	}
	const seed = ">>> tf.random.set_seed(5)\n"
	reg("tf.compat.v1.get_seed", "(op_seed)", "", getSeed, `The two seeds of a random op, from the global one and its own.

>>> tf.compat.v1.get_seed(7)`, "tf.compat.v1.random.get_seed")
	reg("tf.random.set_seed", "(seed)", "", setSeed,
		`Makes the random ops that follow repeatable.

>>> tf.random.set_seed(5)
>>> tf.random.uniform([2])`)
	reg("tf.random.uniform", "(shape, minval=0, maxval=None, dtype=tf.float32, seed=None, name=None)", "RandomUniform",
		randomUniform, "Numbers evenly between two bounds.\n\n"+seed+">>> tf.random.uniform([3])\n"+
			">>> tf.random.uniform([3], maxval=10, dtype=tf.int32)")
	reg(
		"tf.random.normal",
		"(shape, mean=0.0, stddev=1.0, dtype=tf.float32, seed=None, name=None)",
		"RandomStandardNormal",
		func(c *bind.Call) (py.Value, error) { return randomNormal(c, op.RandomStandardNormal) },
		"Normal numbers.\n\n"+seed+">>> tf.random.normal([3])",
	)
	reg("tf.random.truncated_normal", "(shape, mean=0.0, stddev=1.0, dtype=tf.float32, seed=None, name=None)",
		"TruncatedNormal", func(c *bind.Call) (py.Value, error) { return randomNormal(c, op.TruncatedNormal) },
		"Normal numbers within two standard deviations.\n\n"+seed+">>> tf.random.truncated_normal([3])")
	reg("tf.random.shuffle", "(value, seed=None, name=None)", "RandomShuffle", randomShuffle,
		"The rows in random order.\n\n"+seed+">>> tf.random.shuffle([1, 2, 3, 4])")
	reg("tf.random.experimental.stateless_shuffle", "(value, seed, alg='auto_select', name=None)", "StatelessShuffle",
		statelessShuffle, "The rows in random order, the same for the same seed.\n\n"+
			">>> tf.random.experimental.stateless_shuffle([1, 2, 3, 4], seed=[8, 9])")
	reg("tf.random.categorical", "(logits, num_samples, dtype=None, seed=None, name=None)", "Multinomial",
		categorical, "Classes drawn by the logits of each row.\n\n"+seed+">>> tf.random.categorical([[0., 1., 2.]], 5)")
	reg("tf.random.stateless_categorical", "(logits, num_samples, seed, dtype=tf.int64, name=None)",
		"StatelessMultinomial",
		categorical, `Classes drawn by the logits of each row, the same for the same seed.

>>> tf.random.stateless_categorical([[0., 1., 2.]], 5, seed=[1, 2])`)
	reg("tf.random.stateless_uniform", "(shape, seed, minval=0, maxval=None, dtype=tf.float32, "+
		"name=None, alg='auto_select')", "StatelessRandomUniformV2", statelessUniform,
		`Numbers evenly between two bounds, the same for the same seed.

>>> tf.random.stateless_uniform([3], seed=[1, 2])`)
	reg("tf.random.stateless_normal", "(shape, seed, mean=0.0, stddev=1.0, dtype=tf.float32, "+
		"name=None, alg='auto_select')", "StatelessRandomNormalV2",
		func(c *bind.Call) (py.Value, error) { return statelessNormal(c, op.StatelessRandomNormalV2) },
		`Normal numbers, the same for the same seed.

>>> tf.random.stateless_normal([3], seed=[1, 2])`)
	reg("tf.random.stateless_truncated_normal",
		"(shape, seed, mean=0.0, stddev=1.0, dtype=tf.float32, name=None, alg='auto_select')",
		"StatelessTruncatedNormalV2", func(c *bind.Call) (py.Value, error) {
			return statelessNormal(c, op.StatelessTruncatedNormalV2)
		}, `Normal numbers within two standard deviations, the same for the same seed.

>>> tf.random.stateless_truncated_normal([3], seed=[1, 2])`)
	reg("tf.random.stateless_binomial", "(shape, seed, counts, probs, output_dtype=tf.int32, name=None)",
		"StatelessRandomBinomial", statelessBinomial,
		`How many of so many trials succeed, each with a chance, the same for the same seed.

>>> tf.random.stateless_binomial([4], seed=[1, 2], counts=10., probs=0.5)`)
	reg("tf.random.split", "(seed, num=2, alg='auto_select')", "StatelessRandomUniformFullIntV2", splitSeed,
		`Seeds made of one.

>>> tf.random.split([1, 2], 3)`, "tf.random.experimental.stateless_split")
	reg("tf.random.fold_in", "(seed, data, alg='auto_select')", "StatelessRandomUniformFullIntV2", foldIn,
		`A seed made of a seed and a number.

>>> tf.random.fold_in([1, 2], 3)`,
		"tf.random.experimental.stateless_fold_in")
	reg("tf.random.uniform_candidate_sampler", samplerSig, "UniformCandidateSampler", candidateSampler,
		"Classes drawn evenly, how often each true class is expected among them, and each class drawn.\n\n"+seed+
			">>> tf.random.uniform_candidate_sampler([[1], [7]], 1, 3, True, 9).sampled_candidates")
	reg("tf.random.log_uniform_candidate_sampler", samplerSig, "LogUniformCandidateSampler", candidateSampler,
		"Classes drawn by Zipf's law, how often each true class is expected among them, and each class drawn.\n\n"+seed+
			">>> tf.random.log_uniform_candidate_sampler([[1], [7]], 1, 3, True, 9).sampled_candidates")
	reg("tf.nn.dropout", "(x, rate, noise_shape=None, seed=None, name=None)", "",
		func(c *bind.Call) (py.Value, error) { return dropout(c, 2, false) },
		"Elements set to 0 at a rate, the others scaled up.\n\n"+seed+">>> tf.nn.dropout([1., 2., 3., 4.], rate=0.5)")
	reg("tf.nn.experimental.stateless_dropout", "(x, rate, seed, rng_alg=None, noise_shape=None, name=None)", "",
		func(c *bind.Call) (py.Value, error) { return dropout(c, 4, true) },
		`dropout, the same for the same seed.

>>> tf.nn.experimental.stateless_dropout([1., 2., 3., 4.], rate=0.5, seed=[1, 2])`)
}

const maxSeed = 1<<31 - 1

// seeds is what an interpreter remembers of its random state.
type seeds struct {
	global *big.Int // nil when set_seed was not called
	draw   *py.Mersenne
}

type seedsKey struct{}

func seedsOf(t *py.Thread) *seeds {
	return t.Local(seedsKey{}, func() any { return new(seeds) }).(*seeds)
}

func bigSeed(v py.Value) (*big.Int, error) {
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

func setSeed(c *bind.Call) (py.Value, error) {
	n, err := bigSeed(c.Args[0])
	if err != nil {
		return nil, err
	}
	s := seedsOf(c.T)
	s.global, s.draw = n, py.NewMersenne(n)
	bind.NewStreams(c.T)
	return py.None, nil
}

// getSeed is tf.compat.v1.get_seed: the two seeds of a random op, (None, None) without any.
func getSeed(c *bind.Call) (py.Value, error) {
	s := seedsOf(c.T)
	a, b := uint64(87654321), uint64(0)
	if s.global != nil {
		a = modSeed(s.global)
	}
	switch {
	case c.Args[0] != py.None:
		given, err := bigSeed(c.Args[0])
		if err != nil {
			return nil, err
		}
		b = modSeed(given)
	case s.global == nil:
		return py.NewTuple(py.None, py.None), nil
	default:
		b = uint64(s.draw.Below(maxSeed+1)) % maxSeed
	}
	if a == 0 && b == 0 { // kernels take two zeros for no seed
		b = maxSeed
	}
	return py.NewTuple(int64(a), int64(b)), nil
}

func modSeed(n *big.Int) uint64 { return new(big.Int).Mod(n, big.NewInt(maxSeed)).Uint64() }

// Seeded gives the attributes that name the stream of a random kernel: the global seed and its own. A
// kernel without its own gets the next of the graph's numbers while a function is traced, else a number
// drawn from the global seed, and its stream is forgotten with it.
func Seeded(f *table.Flow, seed py.Value) op.Attrs {
	s := seedsOf(f.C.T)
	f.Exec.Streams = bind.Streams(f.C.T)
	a, b := uint64(0), uint64(0)
	switch {
	case f.Err != nil:
		return nil
	case seed != py.None:
		given, err := bigSeed(seed)
		if err != nil {
			f.Fail(err)
			return nil
		}
		if a, b = 87654321, modSeed(given); s.global != nil {
			a = modSeed(s.global)
		}
	case s.global == nil:
		f.Exec.Streams = new(op.Streams)
		return nil
	default:
		a = modSeed(s.global)
		if g, ok := f.Exec.Graph.(op.NumberedGraph); ok {
			b = uint64(g.NextSeed())
			break
		}
		b = uint64(s.draw.Below(maxSeed+1)) % maxSeed
		f.Exec.Streams = new(op.Streams)
	}
	if a == 0 && b == 0 {
		b = maxSeed
	}
	return op.Attrs{{Name: "seed", Value: int(a)}, {Name: "seed2", Value: int(b)}}
}

// sizesOf is an argument that gives dimensions, as random kernels take them: int32, unless it is a tensor
// of int64.
func sizesOf(f *table.Flow, i int) op.Value {
	v := f.C.Args[i]
	if s, ok := v.(*bind.Shape); ok && s.FullyDefined() {
		return tensor.Ints32(s.Dims...)
	}
	x := f.As(v, tensor.Invalid)
	t, known := x.(*tensor.Tensor)
	if !known || f.Err != nil {
		return x
	}
	switch _, given := bind.AsTensor(v); {
	case t.Len() == 0 && t.Rank() == 1:
		return tensor.Ints32()
	case given && t.DType().IsInteger() || !t.DType().IsInteger():
		return x
	}
	for _, d := range t.Ints() {
		if int(int32(d)) != d {
			return x
		}
	}
	return f.Cast(x, tensor.Int32)
}

func randomUniform(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	d := f.Dtype(3, tensor.Float32)
	shape := sizesOf(f, 0)
	if f.Err != nil {
		return nil, f.Err
	}
	if !d.IsFloating() && d != tensor.Int32 && d != tensor.Int64 {
		return nil, py.ValueErrorf(
			"Argument `dtype` got invalid value %s. Accepted dtypes are (tf.float16, tf.bfloat16, "+
				"tf.float32, tf.float64, tf.int32, tf.int64).",
			py.StrOf(d),
		)
	}
	if d.IsInteger() {
		if !c.Given(2) {
			return nil, py.ValueErrorf("Must specify maxval for integer dtype %s", py.ReprOf(d))
		}
		lo, hi := f.As(c.Args[1], d), f.As(c.Args[2], d)
		return f.Result(f.With(op.RandomUniformInt, Seeded(f, c.Args[4]), shape, lo, hi))
	}
	u := f.With(op.RandomUniform, append(Seeded(f, c.Args[4]), op.KV{Name: "dtype", Value: d}), shape)
	return f.Result(Between(f, u, c.Args[1], c.Args[2], d, true))
}

// Between scales numbers from 0 to 1 to bounds; plain leaves out steps that change nothing.
func Between(f *table.Flow, u op.Value, lo, hi py.Value, d tensor.DType, plain bool) op.Value {
	if hi == py.None {
		hi = int64(1)
	}
	zero, one := plain && lo == int64(0), plain && hi == int64(1)
	if zero && one {
		return u
	}
	b := f.As(hi, d)
	if zero {
		return f.Mul(u, b)
	}
	a := f.As(lo, d)
	return f.Add(f.Mul(u, f.Sub(b, a)), a)
}

func randomNormal(c *bind.Call, kernel *op.Def) (py.Value, error) {
	f := table.FlowOf(c)
	d := f.Dtype(3, tensor.Float32)
	shape := sizesOf(f, 0)
	if f.Err != nil {
		return nil, f.Err
	}
	mean, dev := f.As(c.Args[1], d), f.As(c.Args[2], d)
	if f.Err != nil {
		return nil, f.Err
	}
	z := f.With(kernel, append(Seeded(f, c.Args[4]), op.KV{Name: "dtype", Value: d}), shape)
	return f.Result(f.Add(f.Mul(z, dev), mean))
}

// Keyed runs a stateless kernel with the key and the counter of a seed of two integers.
func Keyed(f *table.Flow, kernel *op.Def, shape, seed op.Value, d tensor.DType, more ...op.Value) op.Value {
	key := f.Do(op.StatelessRandomGetKeyCounter, nil, seed)
	in := append([]op.Value{shape, key[0], key[1], tensor.Scalar(int32(algorithm(f)))}, more...)
	return f.With(kernel, op.Attrs{{Name: "dtype", Value: d}}, in...)
}

// autoSelect is the number under which a random kernel chooses its algorithm.
const autoSelect = 3

// algorithm is the number of the algorithm that a call asks for by a parameter alg or rng_alg: a name, a number or a
// member of tf.random.Algorithm.
func algorithm(f *table.Flow) int {
	at := -1
	for i, p := range f.C.Op.Func().Sig().Params {
		if p.Name == "alg" || p.Name == "rng_alg" {
			at = i
		}
	}
	if at < 0 || f.C.Args[at] == nil || f.C.Args[at] == py.None {
		return autoSelect
	}
	v := f.C.Args[at]
	if x, err := py.GetAttr(f.C.T, v, "value"); err == nil { // of the enumeration
		v = x
	}
	n := 0
	switch x := v.(type) {
	case string:
		if n = slices.Index([]string{"philox", "threefry", "auto_select"}, x) + 1; n == 0 {
			f.Fail(py.ValueErrorf("Argument `alg` got unsupported value %s. Supported values are philox for the Philox "+
				"algorithm, threefry for the ThreeFry algorithm, and auto_select for auto-selection.", x))
		}
	case int64:
		if n = int(x); x < 1 || x > autoSelect {
			f.Fail(py.ValueErrorf("Argument `alg` got unsupported value %d. Supported values are 1 for the Philox "+
				"algorithm, 2 for the ThreeFry algorithm, and 3 for auto-selection.", x))
		}
	default:
		f.Fail(py.TypeErrorf("Can't convert argument `alg` (of value %s and type %s) to int.", py.ReprOf(v),
			py.ReprOf(py.TypeOf(v))))
	}
	if n == 2 {
		f.Fail(f.C.Errorf("counter must be a vector with length at least 2; got shape: [1]. " +
			"(Note that batched counters are not supported yet.)"))
	}
	return n
}

func statelessUniform(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	seed, d, shape := f.Arg(1), f.Dtype(4, tensor.Float32), sizesOf(f, 0)
	if f.Err != nil {
		return nil, f.Err
	}
	if !d.IsInteger() {
		u := Keyed(f, op.StatelessRandomUniformV2, shape, seed, d)
		return f.Result(Between(f, u, c.Args[2], c.Args[3], d, false))
	}
	if c.Args[2] == py.None && !c.Given(3) {
		return f.Result(Keyed(f, op.StatelessRandomUniformFullIntV2, shape, seed, d))
	}
	if !c.Given(3) {
		return nil, py.ValueErrorf("Must specify maxval for integer dtype %s", py.ReprOf(d))
	}
	return f.Result(Keyed(f, op.StatelessRandomUniformIntV2, shape, seed, d, f.As(c.Args[2], d), f.As(c.Args[3], d)))
}

func statelessNormal(c *bind.Call, kernel *op.Def) (py.Value, error) {
	f := table.FlowOf(c)
	seed, d, shape := f.Arg(1), f.Dtype(4, tensor.Float32), sizesOf(f, 0)
	if f.Err != nil {
		return nil, f.Err
	}
	mean, dev := f.As(c.Args[2], d), f.As(c.Args[3], d)
	return f.Result(f.Add(f.Mul(Keyed(f, kernel, shape, seed, d), dev), mean))
}

// statelessBinomial draws counts of successes; counts and probs have one type.
func statelessBinomial(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	shape, seed, d := sizesOf(f, 0), f.Arg(1), f.Dtype(4, tensor.Int32)
	probs := f.Arg(3)
	if f.Err != nil {
		return nil, f.Err
	}
	counts := f.As(c.Args[2], probs.DType())
	return f.Result(f.With(op.StatelessRandomBinomial, op.Attrs{{Name: "dtype", Value: d}}, shape, seed, counts, probs))
}

func splitSeed(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	seed, n := f.Arg(0), f.Input(1, tensor.Invalid)
	if f.Err != nil {
		return nil, f.Err
	}
	if k := op.Constant(n); k != nil && k.Rank() == 0 && k.Int(0) < 0 {
		return nil, c.Errorf("num must not be negative, got %d", k.Int(0))
	}
	return f.Result(Keyed(f, op.StatelessRandomUniformFullIntV2, f.One(op.Pack, n, f.As(int64(2), n.DType())), seed,
		seed.DType()))
}

func foldIn(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	seed, data := f.Arg(0), f.Arg(1)
	if f.Err != nil {
		return nil, f.Err
	}
	if f.Rank(data) != 0 || data.DType() != tensor.Int32 && data.DType() != tensor.Int64 {
		return nil, c.Errorf("data must be an int32 or int64 scalar, got %s", py.ReprOf(data))
	}
	return f.Result(
		f.One(op.Pack, Keyed(f, op.StatelessRandomUniformFullIntV2, tensor.Ints32(), seed, data.DType()), data),
	)
}

// categorical draws classes: with a seed of two numbers as fourth argument it is stateless.
func categorical(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	stateless := c.Op.Name == "tf.random.stateless_categorical"
	given, seed := 2, 3
	if stateless {
		given, seed = 3, 2
	}
	d := tensor.Int64
	if c.Given(given) {
		var err error
		if d, err = bind.ToDType(c.Args[given], "dtype"); err != nil {
			return nil, err
		}
	}
	logits, samples := f.Arg(0), f.As(c.Args[1], tensor.Int32)
	if stateless {
		at := op.Attrs{{Name: "output_dtype", Value: d}}
		return f.Result(f.With(op.StatelessMultinomial, at, logits, samples, f.Arg(seed)))
	}
	at := append(Seeded(f, c.Args[seed]), op.KV{Name: "output_dtype", Value: d})
	return f.Result(f.With(op.Multinomial, at, logits, samples))
}

func randomShuffle(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	return f.Result(f.With(op.RandomShuffle, Seeded(f, c.Args[1]), x))
}

func statelessShuffle(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	key := f.Do(op.StatelessRandomGetKeyCounter, nil, f.Arg(1))
	alg := algorithm(f)
	if f.Err != nil {
		return nil, f.Err
	}
	return f.Result(f.One(op.StatelessShuffle, x, key[0], key[1], tensor.Scalar(int32(alg))))
}

const samplerSig = "(true_classes, num_true, num_sampled, unique, range_max, seed=None, name=None)"

// candidateSampler draws classes for a loss over many classes.
func candidateSampler(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	kernel, class := op.UniformCandidateSampler, values.UniformCandidates
	if c.Op.Raw == op.LogUniformCandidateSampler.Name {
		kernel, class = op.LogUniformCandidateSampler, values.LogUniformCandidates
	}
	at := op.Attrs{{Name: "num_true", Value: f.IntArg(1)}, {Name: "num_sampled", Value: f.IntArg(2)},
		{Name: "unique", Value: f.Flag(3)}, {Name: "range_max", Value: f.IntArg(4)}}
	classes := f.Input(0, tensor.Int64)
	return array.NamedParts(f, class, f.Do(kernel, append(Seeded(f, c.Args[5]), at...), classes))
}

// dropout zeroes elements where a uniform number is below the rate.
func dropout(c *bind.Call, noise int, stateless bool) (py.Value, error) {
	if r, ok := c.Args[0].(*ragged.Ragged); ok {
		if c.Given(noise) {
			return nil, py.ValueErrorf("noise_shape is not supported yet for RaggedTensor x")
		}
		z, err := tfragged.DenseResult(c.Op.Run(c.T, append([]py.Value{r.Flat()}, c.Args[1:]...)))
		if err != nil {
			return nil, err
		}
		return r.WithFlat(z), nil
	}
	if _, ok := c.Args[1].(*op.Edge); ok {
		return nil, bind.ErrDynamic
	}
	f := table.FlowOf(c)
	x, rate := f.Arg(0), nn.Float(f, 1)
	if f.Err != nil {
		return nil, f.Err
	}
	if !x.DType().IsFloating() {
		return nil, py.ValueErrorf(
			"`x.dtype` must be a floating point tensor as `x` will be scaled. Received: x_dtype=%s",
			py.ReprOf(x.DType()),
		)
	}
	if !(rate >= 0 && rate < 1) {
		return nil, py.ValueErrorf("`rate` must be a scalar tensor or a float in the range [0, 1). Received: rate=%s",
			py.ReprOf(c.Args[1]))
	}
	if rate == 0 {
		return x, nil
	}
	dims := f.Shape(x)
	if c.Given(noise) {
		dims = sizesOf(f, noise)
	}
	scaled := f.Scale(x, float64(float32(1/(1-rate))))
	var u op.Value
	if stateless {
		u = Between(
			f,
			Keyed(f, op.StatelessRandomUniformV2, dims, f.Arg(2), x.DType()),
			int64(0),
			int64(1),
			x.DType(),
			false,
		)
	} else {
		u = f.With(op.RandomUniform, append(Seeded(f, c.Args[3]), op.KV{Name: "dtype", Value: x.DType()}), dims)
	}
	return f.Result(f.Where(f.One(op.GreaterEqual, u, f.Like(x, rate)), scaled, f.Like(x, 0)))
}
