package op

import "github.com/tfs-lang/tfs/tensor"

// Candidate samplers draw classes for losses over many classes, and say how often each class was to be expected.
var (
	UniformCandidateSampler    = candidates("UniformCandidateSampler", false)
	LogUniformCandidateSampler = candidates("LogUniformCandidateSampler", true)
)

func candidates(name string, log bool) *Def {
	return define(Def{Name: name, Effect: true, Draws: true, Infer: inferCandidates,
		Eval: func(x *Exec, n *Node) error {
			from, samples := tensor.Candidates{Range: int64(n.Int("range_max")), Log: log}, n.Int("num_sampled")
			if err := n.checkCandidates(from, samples); err != nil {
				return err
			}
			z, tries, err := from.Draw(x.Ctx, x.draws(n, 512*samples), samples, n.Bool("unique"))
			if err != nil {
				return err
			}
			sampled, err := from.Expected(z, samples, tries)
			if err != nil {
				return err
			}
			given, err := from.Expected(n.T(0), samples, tries)
			return cmpErr(err, n.Give(z, given, sampled))
		}})
}

func (n *Node) checkCandidates(from tensor.Candidates, samples int) error {
	classes := n.T(0)
	switch {
	case classes.Rank() != 2:
		return tensor.Errorf("true_classes must be a matrix")
	case classes.Shape()[1] != n.Int("num_true"):
		return tensor.Errorf("true_classes must have num_true columns, expected: %d was: %d", classes.Shape()[1],
			n.Int("num_true"))
	case n.Bool("unique") && int64(samples) > from.Range:
		return tensor.Errorf("Sampler's range is too small.")
	}
	for _, v := range classes.Int64s() {
		if v < 0 || v >= from.Range {
			return tensor.Errorf("`true_candidate` out of range [0, %d), received %d", from.Range, v)
		}
	}
	return nil
}

func inferCandidates(s *Shapes) {
	classes := s.NeedRank(0, 2)
	rows, samples := -1, s.Node.Int("num_sampled")
	if s.err == nil {
		rows = classes.Dims[0]
	}
	s.Is(known(samples), known(rows, s.Node.Int("num_true")), known(samples))
}
