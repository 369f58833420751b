package op

import (
	"slices"
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/tensor"
)

var table = map[string]*Def{}

// Get finds a kernel of the table, nil for one tfs does not compute.
func Get(name string) *Def { return table[name] }

// Names lists the kernels of the table, sorted.
func Names() []string {
	out := make([]string, 0, len(table))
	for name := range table {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// define puts a kernel into the table. A second one of the same name is a broken declaration.
//
//go:noinline
func define(d Def) *Def {
	if table[d.Name] != nil {
		panic("op: two kernels " + d.Name)
	}
	p := new(Def)
	*p = d
	p.row = sync.OnceValue(func() *Row { return Lookup(p.Name) })
	if d.Grad == nil && slices.Contains(strings.Fields(notDifferentiable), d.Name) {
		p.Grad = noGrad
	}
	table[d.Name] = p
	return p
}

// notDifferentiable names kernels that TensorFlow declares not differentiable: what lies before them has no gradient
// (None), where a kernel without any declaration ends in a LookupError.
const notDifferentiable = `
	ApproximateEqual AsString BitwiseAnd BitwiseOr BitwiseXor BroadcastGradientArgs CTCBeamSearchDecoder
	CTCGreedyDecoder DecodeBase64 DecodePaddedRaw DecodeProtoV2 DecodeRaw EncodeBase64 EncodeProto Equal Greater
	GreaterEqual Invert InvertPermutation LeftShift Less LessEqual LogicalAnd LogicalNot LogicalOr NotEqual
	ParseTensor PopulationCount Rank ReduceJoin RegexReplace ResizeBilinearGrad RightShift SerializeTensor Shape
	ShapeN Size SparseAddGrad StringJoin StringSplit StringToHashBucket StringToHashBucketFast
	StringToHashBucketStrong StringToNumber TensorListConcatLists`

// own declares a kernel of tfs's own, which TensorFlow's registry does not know: row is written as the registry's. It
// is not in the table; a graph that is written for others takes it apart.
func own(row string, d Def) *Def {
	p := new(Def)
	*p = d
	name, rest, _ := strings.Cut(row, ";")
	p.Name, p.Own = name, true
	p.row = sync.OnceValue(func() *Row { return parseRow(name, rest) })
	return p
}

// IsQuick tells an elementwise kernel that Exec.Quick computes.
func (d *Def) IsQuick() bool { return d.un != nil || d.bin != nil }

// Block is a node that is an elementwise kernel on runs of typed memory, and the type of its result; nil for any
// other node, and for one that may refuse its arguments.
func (n *Node) Block() (tensor.Block, tensor.DType) {
	switch d := n.Def; {
	case d.un != nil && n.usual():
		return tensor.Un(d.Name).Block(n.In[0].DType())
	case d.bin != nil && n.usual() && n.In[0].DType() == n.In[1].DType():
		return tensor.Bin(d.Name).Block(n.In[0].DType())
	case d == Cast && n.Type("DstT") != n.In[0].DType():
		to := n.Type("DstT")
		return tensor.CastBlock(n.In[0].DType(), to), to
	}
	return nil, tensor.Invalid
}

// usual tells a node whose attributes say no more than its inputs do.
func (n *Node) usual() bool {
	for _, a := range n.At {
		if a.Name != "T" {
			return false
		}
	}
	return true
}

type (
	evaluate = func(x *Exec, n *Node) error
	gradient = func(b *B, n *Node, dy []Value) []Value
)

// eval1 and eval2 make an Eval of a function of one or two tensors.
func eval1(f tensor.Func1) evaluate {
	return func(x *Exec, n *Node) error { return n.one(f(x.Ctx, n.T(0))) }
}

func eval2(f tensor.Func2) evaluate {
	return func(x *Exec, n *Node) error { return n.one(f(x.Ctx, n.T(0), n.T(1))) }
}

// one sets the only output, in the node's own room.
//
//go:noinline
func (n *Node) one(t *tensor.Tensor, err error) error {
	if err != nil {
		return err
	}
	n.room[4] = t
	n.Out = n.room[4:]
	return nil
}

// unary declares an elementwise kernel of one input, computed by the engine's operation of that name.
func unary(name string, grad gradient) *Def {
	f := tensor.Un(name).Apply
	return define(Def{Name: name, Elem: true, Infer: same(0), Grad: grad, Eval: eval1(f), un: f})
}

// binary declares an elementwise kernel of two inputs that broadcast.
func binary(name string, grad gradient) *Def {
	f := tensor.Bin(name).Apply
	return define(Def{Name: name, Elem: true, Infer: broadcast, Grad: grad, Eval: eval2(f), bin: f})
}

// equality declares a comparison: where incompatible_shape_error is off, tensors whose shapes do not broadcast are
// different, and the result is a scalar.
func equality(name string, differ bool) *Def {
	d := binary(name, nil)
	compare := d.Eval
	d.Infer = inferEquality
	d.Eval = func(x *Exec, n *Node) error {
		if !n.Bool("incompatible_shape_error") {
			if _, err := tensor.BroadcastShape(n.T(0).Shape(), n.T(1).Shape()); err != nil {
				return n.one(tensor.Scalar(differ), nil)
			}
		}
		return compare(x, n)
	}
	return d
}

// inferEquality is broadcast where shapes must: else nothing is known as soon as a dimension may turn out not to.
func inferEquality(s *Shapes) {
	a, b := s.In(0), s.In(1)
	if !s.Bool("incompatible_shape_error") && !a.UnknownRank && !b.UnknownRank {
		for i := range min(len(a.Dims), len(b.Dims)) {
			x, y := a.Dims[len(a.Dims)-1-i], b.Dims[len(b.Dims)-1-i]
			switch {
			case x > 1 && y < 0 || x < 0 && y > 1:
				s.Is(unknown())
				return
			case x >= 0 && y >= 0 && x != y && x != 1 && y != 1:
				s.Is(known())
				return
			}
		}
	}
	broadcast(s)
}

// noGrad tells that the outputs do not depend on the inputs in a way that has a derivative.
func noGrad(_ *B, n *Node, _ []Value) []Value { return make([]Value, len(n.In)) }

// Outside is a kernel of the registry that is not of the table: what it does is not this package's.
func Outside(name string) *Def {
	return &Def{Name: name, row: sync.OnceValue(func() *Row { return Lookup(name) })}
}
