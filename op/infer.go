package op

import (
	"strconv"

	"github.com/tfs-lang/tfs/tensor"
)

// Shapes is what a shape function sees of a node and says of its outputs. After a failure it says
// nothing more.
type Shapes struct {
	*Node
	out   []tensor.PartialShape
	known []int
	err   error
	asked [8]uint8 // what the shape function asked of the inputs: asValue, asShape
}

// Infer makes the outputs of a node edges: types from the registry's row, shapes from the kernel's
// shape function, which sees constants and what is known of integer vectors. A kernel without one
// gives outputs of unknown shape.
func Infer(n *Node) error {
	s := infer(n)
	return s.err
}

// infer is Infer with what the shape function asked for.
func infer(n *Node) *Shapes {
	types := n.outputs()
	s := &Shapes{Node: n}
	if n.Def.Infer != nil {
		n.Def.Infer(s)
	}
	if s.err != nil {
		return s
	}
	n.Out = make([]Value, len(types))
	for i, d := range types {
		e := &Edge{Node: n, I: i, Type: d, Shape: unknown()}
		switch {
		case i < len(s.out):
			e.Shape = s.out[i]
		case len(s.out) == 1: // one shape for all
			e.Shape = s.out[0]
		}
		if i == 0 {
			e.Known = s.known
		}
		n.Out[i] = e
	}
	return s
}

// In is what is known of the shape of input i; of one that is not there, nothing.
//
//go:noinline
func (s *Shapes) In(i int) tensor.PartialShape {
	if i >= len(s.Node.In) {
		return unknown()
	}
	return StaticShape(s.Node.In[i])
}

// Const is input i when it is known, else nil.
//
//go:noinline
func (s *Shapes) Const(i int) *tensor.Tensor {
	s.ask(i, asValue)
	return Constant(s.Node.In[i])
}

// What a shape function asks of an input beyond its shape: its value, or its elements as dimensions.
const (
	asValue = 1 + iota
	asShape
)

func (s *Shapes) ask(i, what int) {
	if i < len(s.asked) && s.asked[i] == 0 {
		s.asked[i] = uint8(what)
	}
}

// Vector is what is known of the elements of input i, a shape or a list of axes.
func (s *Shapes) Vector(i int) ([]int, bool) {
	what := asValue
	if name, _ := s.Node.argument(i); name == "shape" || name == "dims" || name == "size" {
		what = asShape
	}
	s.ask(i, what)
	return StaticInts(s.Node.In[i])
}

// Is says the shapes of the outputs, in their order; one shape stands for all.
//
//go:noinline
func (s *Shapes) Is(out ...tensor.PartialShape) { s.out = out }

// Fail says that no input of these shapes can be computed.
//
//go:noinline
func (s *Shapes) Fail(format string, args ...any) {
	if s.err == nil {
		s.err = tensor.Failf(tensor.ValueError, format, args...)
	}
}

// Rank tells the rank of input i, -1 when it is unknown.
//
//go:noinline
func (s *Shapes) Rank(i int) int {
	if p := s.In(i); !p.UnknownRank {
		return len(p.Dims)
	}
	return -1
}

// NeedRank refuses an input whose rank is known to be another.
func (s *Shapes) NeedRank(i, rank int) tensor.PartialShape {
	p := s.In(i)
	if p.UnknownRank {
		return ranked(rank)
	}
	if len(p.Dims) != rank {
		s.Fail("Shape must be rank %d but is rank %d", rank, len(p.Dims))
		return ranked(rank)
	}
	return p
}

// Size is the only element of input i, a scalar, or -1.
func (s *Shapes) Size(i int) int {
	if v, ok := s.Vector(i); ok && len(v) == 1 {
		return v[0]
	}
	return -1
}

// Families of shape functions.

// same gives the outputs the shape of input i.
func same(i int) func(s *Shapes) { return func(s *Shapes) { s.Is(s.In(i)) } }

// scalar gives scalars.
func scalar(s *Shapes) { s.Is(known()) }

// broadcast gives the shape two inputs broadcast to.
func broadcast(s *Shapes) { s.Is(s.broadcast(s.In(0), s.In(1))) }

// broadcastAll gives the shape all inputs broadcast to.
func broadcastAll(s *Shapes) {
	out := s.In(0)
	for i := range s.Node.In[1:] {
		out = s.broadcast(out, s.In(i+1))
	}
	s.Is(out)
}

func (s *Shapes) broadcast(x, y tensor.PartialShape) tensor.PartialShape {
	if x.UnknownRank || y.UnknownRank {
		return unknown()
	}
	if len(x.Dims) < len(y.Dims) {
		x, y = y, x
	}
	out := append([]int(nil), x.Dims...)
	gap := len(x.Dims) - len(y.Dims)
	for i, d := range y.Dims {
		out[gap+i] = s.pair(out[gap+i], d, x, y)
	}
	return tensor.PartialShape{Dims: out}
}

// pair is the dimension two broadcast to: a known one above 1 wins over an unknown one.
func (s *Shapes) pair(a, b int, x, y tensor.PartialShape) int {
	switch {
	case a == b || b == 1:
		return a
	case a == 1:
		return b
	case a < 0:
		return b
	case b < 0:
		return a
	}
	s.Fail("Dimensions must be equal, but are %d and %d", a, b)
	return -1
}

// merge merges what two sources know of a dimension.
func (s *Shapes) merge(a, b int) int {
	switch {
	case a < 0:
		return b
	case b < 0 || a == b:
		return a
	}
	s.Fail("Dimensions must be equal, but are %d and %d", a, b)
	return -1
}

// with is a shape whose dimension i is another.
func with(p tensor.PartialShape, i, d int) tensor.PartialShape {
	out := append([]int(nil), p.Dims...)
	out[i] = d
	return tensor.PartialShape{Dims: out}
}

// join joins lists of dimensions.
//
//go:noinline
func join(parts ...[]int) tensor.PartialShape {
	var out []int
	for _, p := range parts {
		out = append(out, p...)
	}
	return tensor.PartialShape{Dims: out}
}

// shaped is the shape a vector of dimensions describes; a dimension below 0 is unknown.
func shaped(dims []int, ok bool) tensor.PartialShape {
	if !ok {
		return unknown()
	}
	out := make([]int, len(dims))
	for i, d := range dims {
		out[i] = max(d, -1)
	}
	return tensor.PartialShape{Dims: out}
}

func itoa(n int) string { return strconv.Itoa(n) }
