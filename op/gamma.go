package op

import "github.com/tfs-lang/tfs/tensor"

// Random kernels whose distributions have parameters of their own for each output.

type slopes = func(b *B, n *Node, dy []Value) []Value

type drawOf = func(x *Exec, n *Node, g tensor.Philox, shape []int, of *tensor.Tensor) (*tensor.Tensor, error)

func gammaOf(x *Exec, _ *Node, g tensor.Philox, shape []int, alpha *tensor.Tensor) (*tensor.Tensor, error) {
	return tensor.RandomGamma(x.Ctx, g, shape, alpha)
}

func poissonOf(x *Exec, n *Node, g tensor.Philox, shape []int, rate *tensor.Tensor) (*tensor.Tensor, error) {
	return tensor.RandomPoisson(x.Ctx, g, n.Type("dtype"), shape, rate)
}

// drawn draws by the stream of its seeds: input 0 says how often for each parameter of input 1.
func drawn(name string, grad slopes, f drawOf) *Def {
	return define(Def{Name: name, Effect: true, Draws: true, Grad: grad,
		Eval: func(x *Exec, n *Node) error {
			shape, err := n.randomShape()
			if err != nil {
				return err
			}
			shape = append(append([]int(nil), shape...), n.T(1).Shape()...)
			total, err := tensor.Count(shape)
			if err != nil {
				return err
			}
			return n.one(f(x, n, x.draws(n, 256*total), shape, n.T(1)))
		},
		Infer: func(s *Shapes) {
			front, of := s.shapeOf(0), s.In(1)
			if front.UnknownRank || of.UnknownRank {
				s.Is(tensor.PartialShape{UnknownRank: true})
				return
			}
			s.Is(known(append(append([]int(nil), front.Dims...), of.Dims...)...))
		}})
}

// drawnBy draws by a seed (input 1) or a key, a counter and an algorithm (inputs 1 to 3): the parameters come last, and
// the shape ends with theirs.
func drawnBy(name string, grad slopes, f drawOf) *Def {
	return define(Def{Name: name, Grad: grad,
		Eval: func(x *Exec, n *Node) error {
			shape, err := n.randomShape()
			if err != nil {
				return err
			}
			last := len(n.In) - 1
			seed := n.seed
			if last > 2 {
				seed = n.key
			}
			g, err := seed(1)
			if err != nil {
				return err
			}
			return n.one(f(x, n, g, shape, n.T(last)))
		},
		Infer: func(s *Shapes) {
			if len(s.Node.In) == 3 {
				if p := s.NeedRank(1, 1); s.err == nil && p.Dims[0] >= 0 && p.Dims[0] != 2 {
					s.Fail("Dimension must be 2 but is %d", p.Dims[0])
				}
			}
			s.Is(s.shapeOf(0))
		}})
}

// byAlpha is the gradient of numbers of gamma distributions by their shapes, the last input.
func byAlpha(b *B, n *Node, dy []Value) []Value {
	last := len(n.In) - 1
	alpha, drawn := n.In[last], n.Out[0]
	out := make([]Value, len(n.In))
	out[last] = b.Unbroadcast(b.Mul(dy[0], b.One(RandomGammaGrad, alpha, drawn)), alpha, drawn)
	return out
}

var (
	RandomGammaGrad        = binary("RandomGammaGrad", nil)
	RandomGamma            = drawn("RandomGamma", byAlpha, gammaOf)
	RandomPoissonV2        = drawn("RandomPoissonV2", nil, poissonOf)
	StatelessRandomGammaV2 = drawnBy("StatelessRandomGammaV2", byAlpha, gammaOf)
	StatelessRandomGammaV3 = drawnBy("StatelessRandomGammaV3", byAlpha, gammaOf)
	StatelessRandomPoisson = drawnBy("StatelessRandomPoisson", noGrad, poissonOf)
)
