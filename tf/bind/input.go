package bind

import (
	"errors"
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// Inputs of kernels: an argument as a value that flows to Do, a tensor when it is known, an edge while a
// function is traced. A public function that reads its tensors by these methods only and declares Edges
// runs unchanged on either.

// ErrDynamic says that a call needs to know what only running tells: the elements of an edge, its rank.
// While a function is traced such a call becomes one node that runs as a whole.
var ErrDynamic = errors.New("the value is known only when the function runs")

// Value converts an argument to its natural type, as the op's Python wrapper does.
//
//go:noinline
func (c *Call) Value(i int) (op.Value, error) { return c.ConvertValue(c.Args[i], tensor.Invalid) }

// Preferring is Input with the type that TensorFlow prefers for what has none of its own, the default of the kernel's
// attribute. NumPy's values are cast to it outside of functions, unless that would lose integers; others take it when
// their natural type is of another kind. What cannot have it keeps its natural type, which is the kernel's to refuse.
func (c *Call) Preferring(i int, d tensor.DType) (op.Value, error) {
	v := c.Args[i]
	if _, typed := TypeOf(v); typed || c.packs(v) {
		return c.Input(i, tensor.Invalid)
	}
	x, err := preferring(c.T, v, d, func(d tensor.DType) (op.Value, error) { return Convert(c.T, v, d) })
	if err == nil {
		c.pyInput = true
	}
	return x, err
}

// preferring converts a value that has no type of its own, see Preferring.
func preferring(t *py.Thread, v py.Value, d tensor.DType, convert func(tensor.DType) (op.Value, error),
) (op.Value, error) {
	if a, numpy := AsTensor(v); numpy && Tracing(t) == nil {
		if keeps(d, a) {
			if x, err := convert(d); err == nil {
				return x, nil
			}
		}
		return convert(tensor.Invalid)
	}
	x, err := convert(tensor.Invalid)
	if err == nil {
		if own := x.DType(); own.IsInteger() && d.IsInteger() || own.IsFloating() && d.IsFloating() || own == d {
			return x, nil
		}
	}
	if y, other := convert(d); other == nil {
		return y, nil
	}
	return x, err
}

// keeps tells whether a type has all values of a tensor, as far as both are integers.
func keeps(d tensor.DType, a *tensor.Tensor) bool {
	if !d.IsInteger() || !a.DType().IsInteger() || d == a.DType() {
		return true
	}
	lo, hi := d.IntRange()
	for i := range a.Len() {
		if v := a.Int(i); v < lo || v > hi {
			return false
		}
	}
	return true
}

// Input converts an argument that TensorFlow hands straight to the kernel. want is the type the kernel
// insists on, or Invalid.
func (c *Call) Input(i int, want tensor.DType) (op.Value, error) {
	switch v := c.Args[i].(type) {
	case *op.Edge:
		if want != tensor.Invalid && v.Type != want {
			return nil, c.wrongType(i, v.Type, want)
		}
		return v, nil
	case *py.List, *py.Tuple:
		if c.packs(v) {
			return c.ConvertValue(v, want)
		}
	}
	return c.DirectValue(i, c.Args[i], want)
}

// ConvertValue makes a tensor or an edge of a value; a sequence that holds edges is packed.
func (c *Call) ConvertValue(v py.Value, want tensor.DType) (op.Value, error) {
	switch x := v.(type) {
	case *op.Edge:
		if want != tensor.Invalid && x.Type != want {
			return nil, py.ValueErrorf("Tensor conversion requested dtype %s for Tensor with dtype %s: %s", want, x.Type,
				py.ReprOf(v))
		}
		return x, nil
	case *Variable:
		if c.T.Rec != nil { // what it holds when the call runs, not what it holds now
			y, err := Read(c.T, x)
			if err != nil {
				return nil, err
			}
			return c.ConvertValue(y, want)
		}
	case *py.List:
		if c.packs(v) {
			return c.pack(x.Items, want)
		}
	case *py.Tuple:
		if c.packs(v) {
			return c.pack(x.Items, want)
		}
	case Converter:
		return x.ToTensor(c.T, want)
	}
	return Convert(c.T, v, want)
}

// packs tells a sequence whose tensors are stacked by a kernel: edges, and tensors and variables that are watched.
func (c *Call) packs(v py.Value) bool {
	return hasEdge(v) || c.T.Rec != nil && nestHas(v, 0, func(v py.Value) bool {
		_, ok := v.(*tensor.Tensor)
		return ok || IsVariable(v)
	})
}

// pack stacks items of which some are edges, in the type of the first one that is a tensor.
func (c *Call) pack(items []py.Value, want tensor.DType) (op.Value, error) {
	if want == tensor.Invalid {
		want = firstType(items, 0)
	}
	if err := c.T.Enter(""); err != nil { // a sequence may hold itself
		return nil, err
	}
	defer c.T.Leave()
	in := make([]op.Value, len(items))
	for i, e := range items {
		v, err := c.ConvertValue(e, want)
		if err != nil {
			return nil, err
		}
		in[i] = v
	}
	n, err := c.Exec().Do(op.Pack, nil, in...)
	if err != nil {
		return nil, err
	}
	return n.Out[0], nil
}

// firstType is the element type of the first tensor in nested items, as deep as a tensor can be.
func firstType(items []py.Value, depth int) (d tensor.DType) {
	search := nestSearch{so: func(v py.Value) bool {
		d, _ = TypeOf(v)
		return d != tensor.Invalid
	}}
	for _, e := range items {
		if search.has(e, depth) {
			return d
		}
	}
	return tensor.Invalid
}

func sequenceItems(v py.Value) ([]py.Value, bool) {
	switch x := v.(type) {
	case *py.List:
		return x.Items, true
	case *py.Tuple:
		return x.Items, true
	}
	return nil, false
}

// hasEdge tells whether a value is an edge or a nest of lists and tuples with one.
func hasEdge(v py.Value) bool {
	return nestHas(v, 0, func(v py.Value) bool {
		_, ok := v.(*op.Edge)
		return ok
	})
}

// nestHas tells whether a value or one in its nested lists and tuples is so.
func nestHas(v py.Value, depth int, so func(v py.Value) bool) bool {
	return (&nestSearch{so: so}).has(v, depth)
}

// nestSearch is a search in nested lists. Those far down are gone through once each: a list may hold itself, or
// another one many times, over and over.
type nestSearch struct {
	so   func(v py.Value) bool
	seen map[py.Value]bool
}

func (n *nestSearch) has(v py.Value, depth int) bool {
	if n.so(v) {
		return true
	}
	items, ok := sequenceItems(v)
	if !ok || depth >= tensor.MaxRank {
		return false
	}
	if depth > 8 {
		switch v.(type) {
		case *py.List, *py.Tuple:
			if n.seen[v] {
				return false
			}
			if n.seen == nil {
				n.seen = map[py.Value]bool{}
			}
			n.seen[v] = true
		}
	}
	return slices.ContainsFunc(items, func(e py.Value) bool { return n.has(e, depth+1) })
}

// TypeOf is the element type of a value that has one already: a tensor, a variable or an edge.
//
//go:noinline
func TypeOf(v py.Value) (tensor.DType, bool) {
	if e, ok := v.(*op.Edge); ok {
		return e.Type, true
	}
	return dtypeOf(v)
}

// Inputs converts two arguments to one type as kernels with two inputs of type T do, see Pair.
func (c *Call) Inputs(i, j int, soft bool) (x, y op.Value, err error) {
	return c.InputValues(c.Args[i], c.Args[j], soft)
}

// InputValues is Inputs for two values.
func (c *Call) InputValues(a, b py.Value, soft bool) (x, y op.Value, err error) {
	if !hasEdge(a) && !hasEdge(b) {
		return c.knownPair(a, b, soft)
	}
	d, ok := TypeOf(a)
	if !ok {
		d, ok = TypeOf(b)
	}
	if !ok {
		d = firstType([]py.Value{a, b}, 0)
	}
	if x, err = c.edgeOperand(a, d, false); err != nil {
		return nil, nil, err
	}
	if y, err = c.edgeOperand(b, d, soft); err != nil {
		return nil, nil, err
	}
	if x.DType() != y.DType() {
		return nil, nil, c.unequal(x.DType(), y.DType())
	}
	return x, y, nil
}

// unequal words two types that should be one, of which an edge has one.
func (c *Call) unequal(x, y tensor.DType) error {
	if row := op.Lookup(c.raw()); row != nil && len(row.In) == 2 && Tracing(c.T) != nil {
		return py.TypeErrorf("Input '%s' of '%s' Op has type %s that does not match type %s of argument '%s'.",
			row.In[1].Name,
			row.Name, y, x, row.In[0].Name)
	}
	return c.wrongType(1, y, x)
}

func (c *Call) knownPair(a, b py.Value, soft bool) (op.Value, op.Value, error) {
	x, y, err := c.PairValues(a, b, soft)
	if err != nil {
		return nil, nil, err
	}
	return x, y, nil
}

// edgeOperand converts one operand of a pair of type d; what has a type keeps it, and softly also what does not fit.
func (c *Call) edgeOperand(v py.Value, d tensor.DType, soft bool) (op.Value, error) {
	if own, ok := TypeOf(v); ok {
		d = own
	}
	x, err := c.ConvertValue(v, d)
	if err != nil && soft {
		if y, err2 := c.ConvertValue(v, tensor.Invalid); err2 == nil {
			return y, nil
		}
	}
	return x, err
}

// ValueList converts an argument that is a list of tensors of one type: the type of the first item that
// is a tensor, else of the first item. A tensor as argument stands for its rows.
func (c *Call) ValueList(i int) ([]op.Value, error) {
	items, ok := sequenceItems(c.Args[i])
	if !ok {
		if hasEdge(c.Args[i]) {
			return nil, ErrDynamic
		}
		if x, isT := AsTensor(c.Args[i]); isT { // its rows
			if err := Vast(x); err != nil {
				return nil, err
			}
		}
		var err error
		if items, err = py.ToSlice(c.T, c.Args[i]); err != nil {
			return nil, err
		}
	}
	d := firstType(items, 0)
	out := make([]op.Value, len(items))
	for k, e := range items {
		own, typed := TypeOf(e)
		if !typed {
			own = d
		}
		v, err := c.ConvertValue(e, own)
		if err != nil {
			return nil, err
		}
		if out[k] = v; d == tensor.Invalid {
			d = v.DType()
		}
		if v.DType() != d && Tracing(c.T) != nil {
			return nil, c.mixed(items)
		}
		if v.DType() != d {
			return nil, Wrap(c.T, op.WrongType(c.raw(), k, v.DType(), d), c.raw(), true)
		}
	}
	return out, nil
}

// mixed words a list of tensors of several types while a function is traced.
func (c *Call) mixed(items []py.Value) error {
	var types []string
	for _, e := range items {
		if d, ok := TypeOf(e); ok {
			types = append(types, d.Name())
		} else {
			types = append(types, "<NOT CONVERTIBLE TO TENSOR>")
		}
	}
	row := op.Lookup(c.raw())
	if row == nil || len(row.In) == 0 {
		return py.TypeErrorf("Tensors in list have types [%s] that don't all match.", strings.Join(types, ", "))
	}
	name := row.In[0].Name
	for _, a := range row.In {
		if a.Number != "" {
			name = a.Name
		}
	}
	return py.TypeErrorf("Tensors in list passed to '%s' of '%s' Op have types [%s] that don't all match.", name, row.Name,
		strings.Join(types, ", "))
}
