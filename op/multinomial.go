package op

import "github.com/tfs-lang/tfs/tensor"

// Draws of classes by logits.

var (
	Multinomial = define(Def{Name: "Multinomial", Effect: true, Draws: true, Infer: inferMultinomial, Grad: noGrad,
		Eval: func(x *Exec, n *Node) error {
			samples, err := n.checkMultinomial()
			if err != nil {
				return err
			}
			blocks := n.T(0).Shape()[0] * 2 * 4 * ((samples + 3) / 4) * 256
			return n.multinomial(x, x.draws(n, blocks), samples)
		}})
	StatelessMultinomial = define(Def{Name: "StatelessMultinomial", Infer: inferMultinomial, Grad: noGrad,
		Eval: func(x *Exec, n *Node) error {
			samples, err := n.checkMultinomial()
			if err != nil {
				return err
			}
			g, err := n.seed(2)
			if err != nil {
				return err
			}
			return n.multinomial(x, g, samples)
		}})
)

func (n *Node) checkMultinomial() (samples int, err error) {
	logits, k := n.T(0), n.T(1)
	switch {
	case logits.Rank() != 2:
		return 0, tensor.Errorf("logits should be a matrix, got shape %s", tensor.ShapeString(logits.Shape()))
	case k.Rank() != 0:
		return 0, tensor.Errorf("num_samples should be a scalar, got shape %s", tensor.ShapeString(k.Shape()))
	case k.Int(0) < 0:
		return 0, tensor.Errorf("num_samples should be non-negative, got %d", k.Int(0))
	case logits.Shape()[1] == 0 && k.Int(0) > 0:
		return 0, tensor.Errorf("num_classes should be positive, got 0")
	}
	return int(k.Int(0)), nil
}

func (n *Node) multinomial(x *Exec, g tensor.Philox, samples int) error {
	z, err := tensor.Multinomial(x.Ctx, g, n.T(0), samples)
	if err != nil {
		return err
	}
	return n.one(tensor.Cast(x.Ctx, z, n.Type("output_dtype")))
}

func inferMultinomial(s *Shapes) {
	logits := s.NeedRank(0, 2)
	s.NeedRank(1, 0)
	rows, samples := -1, -1
	if s.err == nil {
		rows = logits.Dims[0]
	}
	if t := Constant(s.Node.In[1]); t != nil && t.Len() == 1 {
		samples = int(t.Int(0))
	}
	s.Is(known(rows, samples))
}
