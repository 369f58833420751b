package op

import "github.com/tfs-lang/tfs/tensor"

// Qr is the decomposition of matrices into orthonormal columns and an upper triangle.
var Qr = define(Def{Name: "Qr", Eval: func(x *Exec, n *Node) error {
	q, r, err := tensor.QR(x.Ctx, n.T(0), n.Bool("full_matrices"))
	if err != nil {
		return err
	}
	return n.Give(q, r)
}, Infer: func(s *Shapes) {
	p := s.In(0)
	if p.UnknownRank {
		s.Is(unknown(), unknown())
		return
	}
	if len(p.Dims) < 2 {
		s.Fail("Shape must be at least rank 2 but is rank %d", len(p.Dims))
		return
	}
	lead, m, n := p.Dims[:len(p.Dims)-2], p.Dims[len(p.Dims)-2], p.Dims[len(p.Dims)-1]
	k := -1
	switch {
	case s.Bool("full_matrices"):
		k = m
	case m >= 0 && n >= 0:
		k = min(m, n)
	}
	s.Is(join(lead, []int{m, k}), join(lead, []int{k, n}))
}})
