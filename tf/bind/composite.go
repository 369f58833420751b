package bind

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
)

// SymRagged is a ragged tensor of a function that is being traced: its flat values and row splits, the
// outermost first, are values of the graph.
type SymRagged struct {
	Flat   op.Value
	Splits []op.Value
	Shape  tensor.PartialShape
}

// SymSparse is a sparse tensor of a function that is being traced. It has a shape where more of it is known than Dense
// tells, as of an argument described by a spec.
type SymSparse struct {
	Indices, Values, Dense op.Value
	Shape                  tensor.PartialShape
}

// Static is what is known of the dense shape.
func (s *SymSparse) Static() tensor.PartialShape {
	out := tensor.PartialShape{UnknownRank: true}
	if dims, ok := op.StaticInts(s.Dense); ok {
		out = tensor.PartialShape{Dims: dims}
	}
	if len(s.Shape.Dims) > 0 {
		if both, ok := out.Merge(s.Shape); ok {
			return both
		}
	}
	return out
}

func init() {
	py.Register[*SymRagged](RaggedClass)
	py.Register[*SymSparse](SparseClass)
}

// DType is the type of the flat values.
func (r *SymRagged) DType() tensor.DType { return r.Flat.DType() }

// Composite is a value of a package above that is made of tensors.
type Composite interface {
	Components() []op.Value
	Rebuild(parts []op.Value) (py.Value, error)
}

// Components are the tensors and edges a value is made of: a dense one itself; of a ragged one the flat
// values, then the row splits, the outermost first; of a sparse one indices, values and dense shape. Nil
// for what is no tensor.
func Components(v py.Value) []op.Value {
	switch x := v.(type) {
	case *op.Edge:
		return []op.Value{x}
	case *tensor.Tensor:
		return []op.Value{x}
	case *Variable:
		return []op.Value{x}
	case *ragged.Ragged:
		out := []op.Value{x.Flat()}
		for r, ok := x, true; ok; r, ok = r.Values.(*ragged.Ragged) {
			out = append(out, r.Part.SplitsTensor())
		}
		return out
	case *SymRagged:
		return append([]op.Value{x.Flat}, x.Splits...)
	case *sparse.Sparse:
		return []op.Value{x.IndexTensor(), x.Values, x.ShapeTensor()}
	case *SymSparse:
		return []op.Value{x.Indices, x.Values, x.Dense}
	case Composite:
		return x.Components()
	case *py.Instance:
		if c, ok := x.Native.(Composite); ok {
			return c.Components()
		}
		return extensionParts(x)
	}
	return nil
}

// Rebuild makes a value of the kind of like from other components.
func Rebuild(like py.Value, parts []op.Value) (py.Value, error) {
	switch x := like.(type) {
	case *ragged.Ragged:
		return rebuildRagged(parts, tensor.KnownShape(x.Shape()))
	case *SymRagged:
		return rebuildRagged(parts, x.Shape)
	case *sparse.Sparse:
		return rebuildSparse(parts, tensor.PartialShape{})
	case *SymSparse:
		return rebuildSparse(parts, x.Shape)
	case Composite:
		return x.Rebuild(parts)
	case *py.Instance:
		if c, ok := x.Native.(Composite); ok {
			return c.Rebuild(parts)
		}
		if _, names, ok := FieldsOf(x); ok {
			return rebuildExtension(x, names, parts)
		}
	}
	return parts[0], nil
}

func rebuildRagged(parts []op.Value, shape tensor.PartialShape) (py.Value, error) {
	known := make([]*tensor.Tensor, len(parts))
	for i, p := range parts {
		t, ok := p.(*tensor.Tensor)
		if !ok {
			return &SymRagged{parts[0], parts[1:], shape}, nil
		}
		known[i] = t
	}
	v := ragged.Value(known[0])
	for i := len(known) - 1; i > 0; i-- {
		p, err := ragged.PartitionOf(known[i])
		if err != nil {
			return nil, err
		}
		r, err := ragged.New(v, p)
		if err != nil {
			return nil, err
		}
		v = r
	}
	return v, nil
}

func rebuildSparse(parts []op.Value, shape tensor.PartialShape) (py.Value, error) {
	idx, ok1 := parts[0].(*tensor.Tensor)
	vals, ok2 := parts[1].(*tensor.Tensor)
	dims, ok3 := parts[2].(*tensor.Tensor)
	if !ok1 || !ok2 || !ok3 {
		return &SymSparse{parts[0], parts[1], parts[2], shape}, nil
	}
	return &sparse.Sparse{Indices: idx.Int64s(), Values: vals, Shape: dims.Int64s()}, nil
}

// Symbolic tells the values of a function that is being traced.
func Symbolic(v py.Value) bool {
	for _, c := range Components(v) {
		if _, ok := c.(*op.Edge); ok {
			return true
		}
	}
	return false
}

// composite tells whether values hold ragged or sparse tensors.
func composite(args []py.Value) bool {
	for _, a := range args {
		if holds(a, isComposite) {
			return true
		}
	}
	return false
}

func isComposite(v py.Value) bool {
	switch v.(type) {
	case Converter: // an argument like any other: kernels make a tensor of it
		return false
	case *ragged.Ragged, *SymRagged, *sparse.Sparse, *SymSparse, Composite:
		return true
	}
	return false
}

// holds tells whether a nest of lists, tuples, dicts and slices holds a leaf; what nests deeper than any
// structure of tensors, or within itself, holds none there.
func holds(v py.Value, is func(py.Value) bool) bool {
	return (&searcher{is: is, left: mostLeaves}).in(v, 0)
}

// Bounds of nests: how deep and how many leaves are looked at.
const (
	deepestNest = 1000
	mostLeaves  = 1 << 22
)

// searcher looks through a nest.
type searcher struct {
	is   func(py.Value) bool
	left int
}

func (s *searcher) in(v py.Value, depth int) bool {
	if s.left--; s.left < 0 || depth > deepestNest {
		return false
	}
	switch x := v.(type) {
	case *py.List:
		return s.any(x.Items, depth)
	case *py.Tuple:
		return s.any(x.Items, depth)
	case *py.Dict:
		found := false
		_ = x.Each(func(_, e py.Value) error {
			found = found || s.in(e, depth+1)
			return nil
		})
		return found
	case *py.Slice:
		return s.is(x.Start) || s.is(x.Stop) || s.is(x.Step)
	}
	return s.is(v)
}

func (s *searcher) any(items []py.Value, depth int) bool {
	for i, e := range items {
		if i == longList { // plain data: a list of so many numbers has no tensor in it
			switch e.(type) {
			case float64, int64:
				return false
			}
		}
		if s.in(e, depth+1) {
			return true
		}
	}
	return false
}

const longList = 1 << 12

// SwapLeaves gives a nest of lists, tuples, dicts and slices with other leaves. What nests deeper than any
// structure of tensors, or within itself, is kept as it is there.
func SwapLeaves(v py.Value, f func(py.Value) py.Value) py.Value {
	return (&swapper{f: f, left: mostLeaves}).in(v, 0)
}

// swapAll is SwapLeaves of several values.
func swapAll(items []py.Value, f func(py.Value) py.Value) []py.Value {
	return (&swapper{f: f, left: mostLeaves}).all(items, 0)
}

// swapper copies a nest with other leaves.
type swapper struct {
	f    func(py.Value) py.Value
	left int
}

func (s *swapper) in(v py.Value, depth int) py.Value {
	if s.left--; s.left < 0 || depth > deepestNest {
		return v
	}
	switch x := v.(type) {
	case *py.List:
		return &py.List{Items: s.all(x.Items, depth)}
	case *py.Tuple:
		return &py.Tuple{Items: s.all(x.Items, depth), Class: x.Class}
	case *py.Dict:
		out := py.NewDict()
		_ = x.Each(func(k, e py.Value) error { return out.Set(k, s.in(e, depth+1)) })
		return out
	case *py.Slice:
		return &py.Slice{Start: s.f(x.Start), Stop: s.f(x.Stop), Step: s.f(x.Step)}
	}
	return s.f(v)
}

func (s *swapper) all(items []py.Value, depth int) []py.Value {
	out := make([]py.Value, len(items))
	for i, e := range items {
		out[i] = s.in(e, depth+1)
	}
	return out
}

// HasSymbolic tells whether values, or nests of them, have parts that are edges.
func HasSymbolic(vals []py.Value) bool {
	for _, v := range vals {
		if holds(v, Symbolic) {
			return true
		}
	}
	return false
}
