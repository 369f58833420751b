package random

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// Gamma and Poisson distributions: each output has parameters of its own.

func init() {
	reg := func(name, sig, raw string, f func(c *bind.Call) (py.Value, error), doc string) {
		table.Register(table.Edges(table.Plain(table.Entry(name, sig, raw, f, doc))))
	}
	const seed = ">>> tf.random.set_seed(5)\n"
	reg("tf.random.gamma", "(shape, alpha, beta=None, dtype=tf.float32, seed=None, name=None)", "RandomGamma",
		randomGamma, "Numbers of gamma distributions of shapes alpha and rates beta, so many of each.\n\n"+seed+
			">>> tf.random.gamma([3], [0.5, 1.5])")
	reg("tf.random.poisson", "(shape, lam, dtype=tf.float32, seed=None, name=None)", "RandomPoissonV2",
		randomPoisson, "Counts of Poisson distributions of means lam, so many of each.\n\n"+seed+
			">>> tf.random.poisson([3], [0.5, 20.])")
	reg("tf.random.stateless_gamma", "(shape, seed, alpha, beta=None, dtype=tf.float32, name=None)",
		"StatelessRandomGammaV3", statelessGamma,
		`Numbers of gamma distributions of shapes alpha and rates beta, the same for the same seed.

shape ends with the shape of alpha and beta.

>>> tf.random.stateless_gamma([2, 2], seed=[1, 2], alpha=[0.5, 3.])`)
	reg("tf.random.stateless_poisson", "(shape, seed, lam, dtype=tf.int32, name=None)", "StatelessRandomPoisson",
		statelessPoisson, `Counts of Poisson distributions of means lam, the same for the same seed.

shape ends with the shape of lam.

>>> tf.random.stateless_poisson([2, 2], seed=[1, 2], lam=[0.5, 20.])`)
}

// tiniest are the least normal numbers of the types: no gamma number is below.
var tiniest = map[tensor.DType]float64{tensor.Float16: 0x1p-14, tensor.BFloat16: 0x1p-126, tensor.Float32: 0x1p-126,
	tensor.Float64: 0x1p-1022}

// byRate divides gamma numbers by their rates.
func byRate(f *table.Flow, z, beta op.Value) op.Value {
	if f.Err != nil {
		return nil
	}
	return f.One(op.Maximum, f.Like(z, tiniest[z.DType()]), f.Div(z, beta))
}

func rates(f *table.Flow, beta py.Value, d tensor.DType) op.Value {
	if beta == py.None {
		beta = int64(1)
	}
	return f.As(beta, d)
}

func randomGamma(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	d := f.Dtype(3, tensor.Float32)
	shape := sizesOf(f, 0)
	alpha, beta := f.As(c.Args[1], d), rates(f, c.Args[2], d)
	if f.Err != nil {
		return nil, f.Err
	}
	alpha = f.Add(alpha, f.Sub(beta, beta))
	return f.Result(byRate(f, f.With(op.RandomGamma, Seeded(f, c.Args[4]), shape, alpha), beta))
}

func statelessGamma(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	d := f.Dtype(4, tensor.Float32)
	shape, seed := sizesOf(f, 0), f.Arg(1)
	alpha, beta := f.As(c.Args[2], d), rates(f, c.Args[3], d)
	if f.Err != nil {
		return nil, f.Err
	}
	alpha = f.Add(alpha, f.Sub(beta, beta))
	key := f.Do(op.StatelessRandomGetKeyCounter, nil, seed)
	if f.Err != nil {
		return nil, f.Err
	}
	z := f.With(op.StatelessRandomGammaV3, nil, shape, key[0], key[1], tensor.Scalar(int32(autoSelect)), alpha)
	return f.Result(byRate(f, z, beta))
}

func randomPoisson(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	d := f.Dtype(2, tensor.Float32)
	shape := sizesOf(f, 0)
	var rate op.Value
	switch lam := c.Args[1].(type) {
	case int64, float64: // a number takes the default of the kernel's attribute, a list keeps its own type
		rate = f.As(lam, tensor.Float64)
	default:
		rate = f.Arg(1)
	}
	if f.Err != nil {
		return nil, f.Err
	}
	at := append(Seeded(f, c.Args[3]), op.KV{Name: "dtype", Value: d})
	return f.Result(f.With(op.RandomPoissonV2, at, shape, rate))
}

func statelessPoisson(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	d := f.Dtype(3, tensor.Int32)
	shape, seed, lam := sizesOf(f, 0), f.Arg(1), f.Arg(2)
	if f.Err != nil {
		return nil, f.Err
	}
	return f.Result(f.With(op.StatelessRandomPoisson, op.Attrs{{Name: "dtype", Value: d}}, shape, seed, lam))
}
