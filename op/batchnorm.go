package op

import (
	"slices"

	"github.com/tfs-lang/tfs/tensor"
)

// Batch normalization in one kernel, as models that were saved have it.

var (
	FusedBatchNorm   = batchNorm("FusedBatchNorm", 5)
	FusedBatchNormV2 = batchNorm("FusedBatchNormV2", 5)
	FusedBatchNormV3 = batchNorm("FusedBatchNormV3", 6)
)

// batchNorm declares a kernel with some outputs: the normalized values, the means and variances, those again for the
// gradient, and an empty one.
func batchNorm(name string, outputs int) *Def {
	return define(Def{Name: name, Grad: batchNormGrad, Infer: func(s *Shapes) {
		out := []tensor.PartialShape{s.In(0)}
		for range 4 {
			out = append(out, s.In(1))
		}
		if outputs > 5 {
			out = append(out, known(0))
		}
		s.Is(out...)
	}, Eval: func(x *Exec, n *Node) error {
		z, err := (&normalizing{math1: math1{ctx: x.Ctx, n: n}}).run()
		if err != nil {
			return err
		}
		if outputs > 5 {
			z = append(z, tensor.FromSlice([]int{0}, []float32{}))
		}
		return n.Give(z...)
	}})
}

// normalizing is one normalization of float32 values with the channels in one dimension.
type normalizing struct {
	math1
	at   int // the dimension of the channels
	wide []int
}

// channelsAt is the dimension of a node's channels, and the rank of its input.
func channelsAt(n *Node) (at, rank int) {
	switch n.Str("data_format") {
	case "NCHW":
		return 1, 4
	case "NCDHW":
		return 1, 5
	case "NDHWC":
		return 4, 5
	}
	return 3, 4
}

func (m *normalizing) run() ([]*tensor.Tensor, error) {
	n := m.n
	in := n.T(0)
	at, rank := channelsAt(n)
	if in.Rank() != rank {
		return nil, tensor.Errorf("input must be %d-dimensional%s", rank, tensor.ShapeString(in.Shape()))
	}
	m.at = at
	c := in.Shape()[m.at]
	for i, name := range []string{"scale", "offset", "estimated_mean", "estimated_variance"} {
		t := n.T(i + 1)
		if t.Rank() != 1 {
			return nil, tensor.Errorf("%s must be 1-dimensional%s", name, tensor.ShapeString(t.Shape()))
		}
		if i >= 2 && n.Bool("is_training") && t.Len() == 0 {
			continue
		}
		if t.Len() != c {
			return nil, tensor.Errorf("%s must have the same number of elements as the channels of x, got %d and %d", name,
				t.Len(), c)
		}
	}
	m.wide = slices.Repeat([]int{1}, rank)
	m.wide[m.at] = c
	x, err := tensor.Cast(m.ctx, in, tensor.Float32)
	if err != nil {
		return nil, err
	}
	mean, variance, shown, unbiased := n.T(3), n.T(4), n.T(3), n.T(4)
	if n.Bool("is_training") {
		mean, variance, shown, unbiased = m.moments(x)
	}
	if m.err != nil {
		return nil, m.err
	}
	above := m.bin(tensor.Add, variance, m.num(n.Float("epsilon"), variance))
	factor := m.bin(tensor.Mul, m.un(tensor.Rsqrt, above), n.T(1))
	y := m.bin(tensor.Add, m.bin(tensor.Mul, m.bin(tensor.Sub, x, m.spread(mean)), m.spread(factor)), m.spread(n.T(2)))
	if m.err != nil {
		return nil, m.err
	}
	y, err = tensor.Cast(m.ctx, y, in.DType())
	return []*tensor.Tensor{y, shown, unbiased, mean, variance}, err
}

// spread is a vector of the channels as it broadcasts with the values.
func (m *normalizing) spread(t *tensor.Tensor) *tensor.Tensor {
	if m.err != nil {
		return nil
	}
	return t.WithShape(m.wide)
}

// moments are the means and variances of the channels, and what runs of them become: unbiased, and mixed with the
// estimates by exponential_avg_factor.
func (m *normalizing) moments(x *tensor.Tensor) (mean, variance, shown, unbiased *tensor.Tensor) {
	axes, count := make([]bool, x.Rank()), 1
	for i, d := range x.Shape() {
		if i != m.at {
			axes[i] = true
			count *= d
		}
	}
	over := func(t *tensor.Tensor) (z *tensor.Tensor) {
		if m.err == nil {
			z, m.err = tensor.Mean(m.ctx, t, axes, false)
		}
		return z
	}
	mean = over(x)
	off := m.bin(tensor.Sub, x, m.spread(mean))
	variance = over(m.bin(tensor.Mul, off, off))
	shown = mean
	unbiased = m.bin(tensor.Mul, variance, m.num(float64(count)/float64(max(count-1, 1)), variance))
	if f := m.n.Float("exponential_avg_factor"); f != 1 {
		mix := func(now, old *tensor.Tensor) *tensor.Tensor {
			return m.bin(tensor.Add, m.bin(tensor.Mul, old, m.num(1-f, old)), m.bin(tensor.Mul, now, m.num(f, now)))
		}
		shown, unbiased = mix(mean, m.n.T(3)), mix(unbiased, m.n.T(4))
	}
	return mean, variance, shown, unbiased
}

// batchNormGrad are the gradients of values, scale and offset; the estimates have none.
func batchNormGrad(b *B, n *Node, dy []Value) []Value {
	at, rank := channelsAt(n)
	if dy[0] == nil {
		return b.List(nil, nil, nil, nil, nil)
	}
	var axes []int
	wide := slices.Repeat([]int{1}, rank)
	for i := range rank {
		if i != at {
			axes = append(axes, i)
		}
	}
	wide[at] = -1
	spread := func(v Value) Value { return b.One(Reshape, v, tensor.Ints32(wide...)) }
	over := func(v Value) Value { return b.One(Sum, v, tensor.Ints32(axes...)) }
	mean, variance := n.In[3], n.In[4]
	if n.Bool("is_training") {
		mean, variance = n.Out[3], n.Out[4]
	}
	x, g := b.castTo(n.In[0], tensor.Float32), b.castTo(dy[0], tensor.Float32)
	inverse := b.One(Get("Rsqrt"), b.Plus(variance, n.Float("epsilon")))
	normal := b.Mul(b.Sub(x, spread(mean)), spread(inverse))
	scale, offset := over(b.Mul(g, normal)), over(g)
	if n.Bool("is_training") {
		average := func(v Value) Value {
			return b.With(Mean, Attrs{{"keep_dims", true}}, v, tensor.Ints32(axes...))
		}
		g = b.Sub(b.Sub(g, average(g)), b.Mul(normal, average(b.Mul(g, normal))))
	}
	dx := b.Mul(g, spread(b.Mul(n.In[1], inverse)))
	return b.List(b.castTo(dx, n.In[0].DType()), scale, offset, nil, nil)
}
