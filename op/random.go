package op

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// Stateless random kernels: their numbers follow from a seed, or from a key and a counter of Philox,
// and are TensorFlow's.

type draw = func(ctx context.Context, g tensor.Philox, d tensor.DType, shape []int) (*tensor.Tensor, error)

// The first form takes a shape and a seed of two integers.
var (
	StatelessRandomUniform        = seeded("StatelessRandomUniform", tensor.RandomUniform)
	StatelessRandomNormal         = seeded("StatelessRandomNormal", tensor.RandomNormal)
	StatelessTruncatedNormal      = seeded("StatelessTruncatedNormal", tensor.RandomTruncated)
	StatelessRandomUniformFullInt = seeded("StatelessRandomUniformFullInt", tensor.RandomBits)
	StatelessRandomUniformInt     = define(Def{Name: "StatelessRandomUniformInt",
		Infer: inferSeeded, Grad: noGrad, Eval: func(x *Exec, n *Node) error {
			shape, err := n.randomShape()
			if err != nil {
				return err
			}
			g, err := n.seed(1)
			if err != nil {
				return err
			}
			return n.randomInt(x, g, shape, n.T(2), n.T(3))
		}})
)

// The second form takes a shape, a key, a counter and the number of an algorithm.
var (
	StatelessRandomUniformV2        = keyed("StatelessRandomUniformV2", tensor.RandomUniform)
	StatelessRandomNormalV2         = keyed("StatelessRandomNormalV2", tensor.RandomNormal)
	StatelessTruncatedNormalV2      = keyed("StatelessTruncatedNormalV2", tensor.RandomTruncated)
	StatelessRandomUniformFullIntV2 = keyed("StatelessRandomUniformFullIntV2", tensor.RandomBits)
	StatelessRandomUniformIntV2     = define(Def{Name: "StatelessRandomUniformIntV2",
		Infer: inferKeyed, Grad: noGrad, Eval: func(x *Exec, n *Node) error {
			shape, err := n.randomShape()
			if err != nil {
				return err
			}
			g, err := n.key(1)
			if err != nil {
				return err
			}
			return n.randomInt(x, g, shape, n.T(4), n.T(5))
		}})
)

func seeded(name string, f draw) *Def {
	return define(Def{Name: name, Infer: inferSeeded, Grad: noGrad, Eval: func(x *Exec, n *Node) error {
		shape, err := n.randomShape()
		if err != nil {
			return err
		}
		g, err := n.seed(1)
		if err != nil {
			return err
		}
		return n.one(f(x.Ctx, g, n.Type("dtype"), shape))
	}})
}

func keyed(name string, f draw) *Def {
	return define(Def{Name: name, Infer: inferKeyed, Grad: noGrad, Eval: func(x *Exec, n *Node) error {
		shape, err := n.randomShape()
		if err != nil {
			return err
		}
		g, err := n.key(1)
		if err != nil {
			return err
		}
		return n.one(f(x.Ctx, g, n.Type("dtype"), shape))
	}})
}

// randomShape reads the shape to fill.
func (n *Node) randomShape() ([]int, error) { return shapeOfTensor(n.T(0)) }

// shapeOfTensor reads a shape that a tensor holds.
func shapeOfTensor(t *tensor.Tensor) ([]int, error) {
	if t.Rank() != 1 {
		return nil, tensor.Errorf("shape must be a vector of {int32,int64}, got shape %s",
			tensor.ShapeString(t.Shape()))
	}
	shape := t.Ints()
	for _, d := range shape {
		if d < 0 {
			return nil, tensor.Errorf("Dimension %d must be >= 0", d)
		}
	}
	return shape, nil
}

// seed is the generator of a seed of two integers.
func (n *Node) seed(i int) (tensor.Philox, error) {
	t := n.T(i)
	if t.Rank() != 1 || t.Len() != 2 {
		return tensor.Philox{}, tensor.Errorf("seed must have shape [2], not %s", tensor.ShapeString(t.Shape()))
	}
	return tensor.StatelessPhilox(uint64(t.Int(0)), uint64(t.Int(1))), nil
}

// key is the generator of a key, a counter and an algorithm: 1 is Philox, 3 leaves the choice.
func (n *Node) key(i int) (tensor.Philox, error) {
	key, counter, alg := n.T(i), n.T(i+1), n.T(i+2)
	none, need := tensor.Philox{}, 2
	if alg.Len() == 1 && alg.Int(0) != 3 { // TensorFlow measures the counter by the algorithm's number
		need = max(need, int(alg.Int(0)))
	}
	switch {
	case alg.Rank() != 0:
		return none, tensor.Errorf("input 3 (0-based) must have shape [], not %s", tensor.ShapeString(alg.Shape()))
	case key.Rank() != 1 || key.Len() != 1:
		return none, tensor.Errorf("key must have shape [1], not %s. (Note that batched keys are not supported yet.)",
			tensor.ShapeString(key.Shape()))
	case counter.Rank() != 1 || counter.Len() < need:
		return none, tensor.Errorf("counter must be a vector with length at least %d; got shape: %s. "+
			"(Note that batched counters are not supported yet.)", need, tensor.ShapeString(counter.Shape()))
	case alg.Int(0) != 1 && alg.Int(0) != 3:
		return none, tensor.Errorf("Unsupported algorithm id: %d", alg.Int(0))
	}
	return tensor.KeyedPhilox(uint64(key.Int(0)), [2]uint64{uint64(counter.Int(0)), uint64(counter.Int(1))}), nil
}

func (n *Node) randomInt(x *Exec, g tensor.Philox, shape []int, lo, hi *tensor.Tensor) error {
	for i, t := range []*tensor.Tensor{lo, hi} {
		if t.Rank() != 0 {
			return tensor.Errorf("%s must be 0-D, got shape %s", []string{"minval", "maxval"}[i],
				tensor.ShapeString(t.Shape()))
		}
	}
	a, b := lo.Int(0), hi.Int(0)
	if d := lo.DType(); d.IsUnsigned() && uint64(a) >= uint64(b) {
		return tensor.Errorf("Need minval < maxval, got %d >= %d", uint64(a), uint64(b))
	} else if !d.IsUnsigned() && a >= b {
		return tensor.Errorf("Need minval < maxval, got %d >= %d", a, b)
	}
	return n.one(tensor.RandomInt(x.Ctx, g, lo.DType(), shape, a, b))
}

func inferSeeded(s *Shapes) {
	seed := s.NeedRank(1, 1)
	if s.err == nil && seed.Dims[0] >= 0 && seed.Dims[0] != 2 {
		s.Fail("Dimension must be 2 but is %d", seed.Dims[0])
	}
	for i := 2; i < len(s.Node.In); i++ {
		if p := s.In(i); !p.UnknownRank && len(p.Dims) > 0 {
			s.Fail("%s must be a scalar; got a tensor of shape %s", []string{"minval", "maxval"}[i-2], shapeText(p))
		}
	}
	s.Is(s.shapeOf(0))
}

func inferKeyed(s *Shapes) {
	key := s.NeedRank(1, 1)
	s.NeedRank(2, 1)
	s.NeedRank(3, 0)
	if s.err == nil && key.Dims[0] >= 0 && key.Dims[0] != 1 {
		s.Fail("Dimension must be 1 but is %d", key.Dims[0])
	}
	for i := 4; i < len(s.Node.In); i++ {
		s.NeedRank(i, 0)
	}
	s.Is(s.shapeOf(0))
}

// shapeOf is the shape that input i describes.
func (s *Shapes) shapeOf(i int) tensor.PartialShape {
	if r := s.Rank(i); r >= 0 && r != 1 {
		s.Fail("Shape must be rank 1 but is rank %d", r)
	}
	return shaped(s.Vector(i))
}

// The key and the counter of a seed, and the algorithm: Philox.
var (
	StatelessRandomGetKeyCounter = define(Def{Name: "StatelessRandomGetKeyCounter", Eval: func(_ *Exec, n *Node) error {
		key, counter, err := n.scrambled()
		if err != nil {
			return err
		}
		return n.Give(key, counter)
	}, Infer: func(s *Shapes) { s.seed(); s.Is(known(1), known(2)) }})
	StatelessRandomGetKeyCounterAlg = define(Def{Name: "StatelessRandomGetKeyCounterAlg",
		Eval: func(_ *Exec, n *Node) error {
			key, counter, err := n.scrambled()
			if err != nil {
				return err
			}
			return n.Give(key, counter, tensor.Scalar(int32(1)))
		}, Infer: func(s *Shapes) { s.seed(); s.Is(known(1), known(2), known()) }})
	StatelessRandomGetAlg = define(Def{Name: "StatelessRandomGetAlg", Infer: scalar,
		Eval: func(_ *Exec, n *Node) error {
			return n.one(tensor.Scalar(int32(1)), nil)
		}})
)

func (s *Shapes) seed() {
	p := s.NeedRank(0, 1)
	if s.err == nil && p.Dims[0] >= 0 && p.Dims[0] != 2 {
		s.Fail("Dimension must be 2 but is %d", p.Dims[0])
	}
}

func (n *Node) scrambled() (key, counter *tensor.Tensor, err error) {
	g, err := n.seed(0)
	if err != nil {
		return nil, nil, err
	}
	k, c := g.State()
	return tensor.Vector([]uint64{k}), tensor.Vector(c[:]), nil
}

// StatelessShuffle puts the rows into an order that follows from a key and a counter.
var StatelessShuffle = define(Def{Name: "StatelessShuffle", Infer: func(s *Shapes) {
	s.NeedRank(1, 1)
	s.NeedRank(2, 1)
	s.NeedRank(3, 0)
	s.Is(s.In(0))
}, Eval: func(x *Exec, n *Node) error {
	t := n.T(0)
	g, err := n.key(1)
	if err != nil {
		return err
	}
	if t.Rank() == 0 || t.Shape()[0] <= 1 {
		return n.one(t, nil)
	}
	order, err := shuffled(x.Ctx, g, t.Shape()[0])
	if err != nil {
		return err
	}
	return n.one(tensor.Gather(x.Ctx, t, order, 0, 0))
}})

// RandomIndexShuffle is where numbers go in permutations that are never made as a whole.
var RandomIndexShuffle = define(Def{Name: "RandomIndexShuffle", Grad: noGrad, Infer: func(s *Shapes) {
	for i, rank := range []int{0, 1, 0} {
		if p := s.In(i); p.UnknownRank {
			s.Is(unknown())
			return
		} else if len(p.Dims) > rank {
			s.Is(known(p.Dims[0]))
			return
		}
	}
	s.Is(known())
}, Eval: func(x *Exec, n *Node) error {
	index, seed, most := n.T(0), n.T(1), n.T(2)
	outputs := max(index.Len(), most.Len(), seed.Len()/3)
	vector := func(t *tensor.Tensor) bool { return t.Rank() == 0 || t.Rank() == 1 && t.Len() == outputs }
	switch dims := seed.Shape(); {
	case !vector(index):
		return tensor.Errorf("Index bust be a scalar or vector.")
	case !(len(dims) == 1 && dims[0] == 3 || len(dims) == 2 && dims[0] == outputs && dims[1] == 3):
		return tensor.Errorf("Seed must be a vector of size [3] or a matrix of size [%d, 3] but got %s.", outputs,
			tensor.ShapeString(dims))
	case !vector(most):
		return tensor.Errorf("Maxval must be a scalar or a vector of the same size as index but got %s",
			tensor.ShapeString(most.Shape()))
	}
	out, err := tensor.Make[uint64](outputs)
	if err != nil {
		return err
	}
	from, to, keys := asWords(index), asWords(most), asWords(seed)
	for i := range out {
		v, limit, k := from[i%len(from)], to[i%len(to)], keys[3*i%len(keys):]
		signed := !index.DType().IsUnsigned()
		if signed && int64(v) < 0 {
			return tensor.Errorf("index must be >= 0 but was %d", int64(v))
		}
		if limit < v || signed && int64(limit) < 0 {
			return tensor.Errorf("max_index must be >= index, but %d < %d", int64(limit), v)
		}
		key := [3]uint32{uint32(k[0]), uint32(k[1]), uint32(k[2])}
		if out[i], err = tensor.IndexShuffle(x.Ctx, v, limit, key, n.Int("rounds")); err != nil {
			return err
		}
	}
	z := tensor.Vector(out)
	if index.Rank() == 0 && seed.Rank() == 1 && most.Rank() == 0 {
		z = z.WithShape(nil)
	}
	return n.one(tensor.Cast(x.Ctx, z, index.DType()))
}})

// asWords is the bits of integers, those of signed ones extended.
func asWords(t *tensor.Tensor) []uint64 {
	if t.DType() == tensor.Uint64 {
		return tensor.Slice[uint64](t)
	}
	out := make([]uint64, t.Len())
	for i, v := range t.Int64s() {
		out[i] = uint64(v)
	}
	return out
}

// shuffled is the numbers below n in the order that a generator gives.
func shuffled(ctx context.Context, g tensor.Philox, n int) (*tensor.Tensor, error) {
	order, err := tensor.Make[int64](n)
	if err != nil {
		return nil, err
	}
	for i := range order {
		order[i] = int64(i)
	}
	next := g.Words()
	for i := range len(order) - 1 {
		if i&0xffff == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		j := i + int(next()%uint32(len(order)-i))
		order[i], order[j] = order[j], order[i]
	}
	return tensor.Vector(order), nil
}
