package op

import (
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
)

// Kernels on sets, which are the last dimensions of dense and sparse tensors, and on sequences there. None has a
// gradient. The algorithms are package sparse's.

// The set operations: set_operation is "a-b", "b-a", "intersection" or "union"; the names tell which operand is dense.
var (
	DenseToDenseSetOperation   = setOperation("DenseToDenseSetOperation", 0, 0)
	DenseToSparseSetOperation  = setOperation("DenseToSparseSetOperation", 0, 1)
	SparseToSparseSetOperation = setOperation("SparseToSparseSetOperation", 1, 1)
)

// setOperation declares a kernel whose operands are dense (0) or sparse (1).
func setOperation(name string, first, second int) *Def {
	at := 1 + 2*first // of the second operand
	return define(Def{Name: name, Grad: noGrad, Eval: func(x *Exec, n *Node) error {
		a, err := n.set(x, 0, first == 1)
		if err != nil {
			return err
		}
		b, err := n.set(x, at, second == 1)
		if err != nil {
			return err
		}
		switch strings.ToLower(n.Str("set_operation")) {
		case "a-b":
			return n.giveParts(sparse.Difference(x.Ctx, a, b))
		case "b-a":
			return n.giveParts(sparse.Difference(x.Ctx, b, a))
		case "intersection":
			return n.giveParts(sparse.Intersection(x.Ctx, a, b))
		}
		return n.giveParts(sparse.Union(x.Ctx, a, b))
	}, Infer: func(s *Shapes) {
		rank := -1
		if first == 0 {
			rank = s.merge(rank, s.Rank(0))
		} else {
			rank = s.merge(rank, s.NeedRank(2, 1).Dims[0])
		}
		if second == 0 {
			rank = s.merge(rank, s.Rank(at))
		} else {
			rank = s.merge(rank, s.NeedRank(at+2, 1).Dims[0])
		}
		if first == 0 && second == 0 { // the groups are the same
			a, b := s.In(0), s.In(1)
			if n := len(a.Dims) - 1; n > 0 && n == len(b.Dims)-1 {
				s.mergeShapes(tensor.PartialShape{Dims: a.Dims[:n]}, tensor.PartialShape{Dims: b.Dims[:n]})
			}
		}
		s.Is(known(-1, rank), known(-1), known(rank))
	}})
}

// knownSets refuses operations that are not there.
func (n *Node) knownSets() error {
	how := strings.ToLower(n.Str("set_operation"))
	if !slices.Contains([]string{"a-b", "b-a", "intersection", "union"}, how) {
		return tensor.Errorf("Invalid set_operation %s.", how)
	}
	return nil
}

// set reads sets from input i on.
func (n *Node) set(x *Exec, i int, isSparse bool) (*sparse.Sparse, error) {
	var s *sparse.Sparse
	var err error
	if isSparse {
		s, err = n.sparse(i, i+1, i+2)
	} else if t := n.T(i); t.Rank() < 2 {
		return nil, tensor.Errorf("Invalid rank %d, expected at least 2", t.Rank())
	} else {
		at, e := tensor.Make[int64](t.Len())
		for k := range at {
			at[k] = int64(k)
		}
		if err = e; err == nil {
			s, err = sparse.FromDense(x.Ctx, t, at)
		}
	}
	if err != nil {
		return nil, err
	}
	return s, s.Sets()
}

// SetSize is how many different elements each set of a sparse tensor holds.
var SetSize = define(Def{Name: "SetSize", Grad: noGrad, Eval: func(x *Exec, n *Node) error {
	s, err := n.set(x, 0, true)
	if err != nil {
		return err
	}
	return n.one(sparse.SetSize(s))
}, Infer: func(s *Shapes) { s.Is(unknown()) }})

// EditDistance is the Levenshtein distance of the sequences in the last dimensions of two sparse tensors; with
// normalize it is divided by the length of the second ones.
var EditDistance = define(Def{Name: "EditDistance", Grad: noGrad, Eval: func(x *Exec, n *Node) error {
	h, truth, err := n.two()
	if err != nil {
		return err
	}
	return n.one(sparse.EditDistance(x.Ctx, h, truth, n.Bool("normalize")))
}, Infer: func(s *Shapes) {
	h, t := s.Const(2), s.Const(5)
	if h == nil || t == nil || h.Len() != t.Len() || h.Len() == 0 {
		s.Is(unknown())
		return
	}
	out := make([]int, h.Len()-1)
	for i := range out {
		out[i] = int(max(h.Int(i), t.Int(i)))
	}
	s.Is(known(out...))
}})
