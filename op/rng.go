package op

import "github.com/tfs-lang/tfs/tensor"

// The state of tf.random.Generator is a variable: the two halves of Philox's counter and its key. Its
// kernels take the numbers from there and set the counter on.

// RngReadAndSkip gives the state of a generator and sets it delta outputs of 256 blocks on.
var RngReadAndSkip = define(Def{Name: "RngReadAndSkip", Effect: true, Keep: true, Grad: noGrad,
	Eval: func(_ *Exec, n *Node) error {
		if alg, delta := n.T(1), n.T(2); alg.Rank() != 0 || delta.Rank() != 0 {
			return tensor.Errorf("algorithm must be of shape [], not %s", tensor.ShapeString(alg.Shape()))
		}
		old, _, err := n.skipState(n.T(1).Int(0), uint64(n.T(2).Int(0))*256)
		return n.one(old, err)
	}, Infer: func(s *Shapes) {
		if v, ok := s.Node.In[0].(Storage); ok {
			s.Is(v.Static())
			return
		}
		s.Is(unknown())
	}})

// skipState reads the generator's state of input 0, sets it some blocks on, and gives the old one.
func (n *Node) skipState(alg int64, blocks uint64) (*tensor.Tensor, tensor.Philox, error) {
	none := tensor.Philox{}
	v, err := n.storage()
	if err != nil {
		return nil, none, err
	}
	switch alg {
	case 1, 3:
	case 2:
		return nil, none, tensor.Failf(tensor.Unimplemented, "Non-XLA devices don't support the ThreeFry algorithm.")
	default:
		return nil, none, tensor.Errorf("Unsupported algorithm id: %d", alg)
	}
	old := v.Load()
	if old.DType() != tensor.Int64 || old.Rank() != 1 || old.Len() < 3 {
		return nil, none, tensor.Errorf("For the Philox algorithm, the size of state must be at least 3; got %d", old.Len())
	}
	state := append([]int64(nil), old.Int64s()...)
	g := tensor.KeyedPhilox(uint64(state[2]), [2]uint64{uint64(state[0]), uint64(state[1])})
	next := g
	next.Skip(blocks)
	_, counter := next.State()
	state[0], state[1] = int64(counter[0]), int64(counter[1])
	v.Store(tensor.Vector(state))
	return old, g, nil
}

// StatefulRandomBinomial draws from a binomial distribution with a generator's state.
var StatefulRandomBinomial = define(Def{Name: "StatefulRandomBinomial", Effect: true, Keep: true,
	Eval: func(x *Exec, n *Node) error {
		shape, err := shapeOfTensor(n.T(2))
		if err != nil {
			return err
		}
		total, err := tensor.Count(shape)
		if err != nil {
			return err
		}
		params, err := tensor.BroadcastShape(n.T(3).Shape(), n.T(4).Shape())
		if err != nil {
			return err
		}
		sets, _ := tensor.Count(params)
		samples := 0
		if sets > 0 {
			samples = total / sets
		}
		v, err := n.storage()
		if err != nil {
			return err
		}
		before := v.Load()
		_, g, err := n.skipState(n.T(1).Int(0), uint64(sets*200)*uint64(samples+3)/4*256)
		if err != nil {
			return err
		}
		z, err := tensor.RandomBinomial(x.Ctx, g, n.Type("dtype"), shape, n.T(3), n.T(4))
		if err != nil {
			v.Store(before)
		}
		return n.one(z, err)
	}, Infer: func(s *Shapes) { s.Is(s.shapeOf(2)) }})

// StatelessRandomBinomial draws from a binomial distribution; its numbers follow from a seed.
var StatelessRandomBinomial = define(Def{Name: "StatelessRandomBinomial", Grad: noGrad,
	Eval: func(x *Exec, n *Node) error {
		shape, err := n.randomShape()
		if err != nil {
			return err
		}
		g, err := n.seed(1)
		if err != nil {
			return err
		}
		return n.one(tensor.RandomBinomial(x.Ctx, g, n.Type("dtype"), shape, n.T(2), n.T(3)))
	}, Infer: func(s *Shapes) {
		seed := s.NeedRank(1, 1)
		if s.err == nil && seed.Dims[0] >= 0 && seed.Dims[0] != 2 {
			s.Fail("Dimension must be 2 but is %d", seed.Dims[0])
		}
		s.Is(s.shapeOf(0))
	}})
