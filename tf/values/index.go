package values

import (
	"math"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	"github.com/tfs-lang/tfs/tf/table"
)

// x[...]: integers, slices, newaxis and an ellipsis are one StridedSlice, a boolean mask picks elements.

// IndexError is the InvalidArgumentError of a subscript, which is a StridedSlice.
func IndexError(t *py.Thread, format string, args ...any) error {
	e := bind.ErrorWith(t, bind.InvalidArgumentError, "StridedSlice", false, format, args...)
	return named(t, e)
}

// named adds the name TensorFlow gives the slice where whole texts are asked for.
func named(t *py.Thread, e *py.Exc) error {
	if len(e.Args) == 1 && t.FullErrors { // an interrupt has none
		if s, ok := e.Args[0].(string); ok {
			e.Args[0] = s + " name: strided_slice/"
		}
	}
	return e
}

// BadIndex is the refusal of a key that no tensor takes.
func BadIndex(v py.Value) error {
	return py.TypeErrorf("Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar "+
		"tf.int32/tf.int64 tensors are valid indices, got %s", py.ReprOf(v))
}

// subscriptOp stands for the subscript in error texts.
var subscriptOp = &bind.Op{Raw: "StridedSlice"}

// Index is x[key] of a tensor or an edge.
func Index(t *py.Thread, x op.Value, key py.Value) (py.Value, error) {
	if IsMask(key) {
		return public.BooleanMask.Run(t, x, key)
	}
	s := subscriptOf{t: t}
	for k := range s.ints {
		s.ints[k] = s.room[k][:0]
	}
	one := [1]py.Value{key}
	keys := one[:]
	if items, ok := Sequence(key); ok { // a list is read as a tuple
		keys = items
	}
	used := 0
	for i, k := range keys {
		takes, err := s.add(i, k)
		if err != nil {
			return nil, err
		}
		if takes {
			used++
		}
	}
	p := op.StaticShape(x)
	if !p.UnknownRank && used > 0 && len(p.Dims) == 0 {
		return nil, IndexError(t, "Attempting to slice scalar input.")
	}
	n, err := s.do(x)
	if err == nil {
		return n, nil
	}
	err = bind.Wrap(t, err, "StridedSlice", false)
	if e, ok := err.(*py.Exc); ok {
		return nil, named(t, e)
	}
	return nil, err
}

// Sequence is the items of a list or tuple; ok is false for anything else.
func Sequence(v py.Value) ([]py.Value, bool) {
	switch x := v.(type) {
	case *py.Tuple:
		return x.Items, true
	case *py.List:
		return x.Items, true
	}
	return nil, false
}

// IsMask tells a boolean mask from other keys.
func IsMask(key py.Value) bool {
	if e, ok := key.(*op.Edge); ok {
		return e.Type == tensor.Bool
	}
	if _, ok := key.(bool); ok {
		return true
	}
	m, ok := bind.AsTensor(key)
	return ok && m.DType() == tensor.Bool
}

// subscriptOf collects the entries of a subscript: where each begins, ends and steps, and the masks.
type subscriptOf struct {
	t     *py.Thread
	marks [3]map[int]op.Value // begins, ends and steps that are edges; the others are in ints
	ints  [3][]int
	room  [3][4]int // of ints
	mask  op.Strides
	open  bool // some mark is an edge
	wide  bool // some number needs 64 bits or is given so
}

// add reads entry i. takes tells whether it uses an axis.
func (s *subscriptOf) add(i int, k py.Value) (takes bool, err error) {
	switch v := k.(type) {
	case *py.NoneType:
		s.put(0, 0, 1)
		if v == py.Ellipsis {
			if s.mask.EllipsisMask != 0 {
				return false, IndexError(s.t, "Multiple ellipses in slice spec not allowed")
			}
			s.mask.EllipsisMask |= 1 << i
		} else {
			s.mask.NewAxisMask |= 1 << i
		}
		return false, nil
	case *py.Slice:
		return true, s.slice(i, v)
	case *op.Edge:
		s.mask.ShrinkAxisMask |= 1 << i
		return true, s.edge(v)
	}
	n, ok := IntKey(k)
	if !ok {
		return false, BadIndex(k)
	}
	if x, isT := k.(*tensor.Tensor); isT && x.DType() == tensor.Int64 {
		s.wide = true
	}
	s.mask.ShrinkAxisMask |= 1 << i
	s.put(int(n), int(n+1), 1)
	return true, nil
}

func (s *subscriptOf) put(marks ...int) {
	for i, n := range marks {
		s.ints[i] = append(s.ints[i], n)
		s.wide = s.wide || n != int(int32(n))
	}
}

// call is what the kernel runs for.
func (s *subscriptOf) call() *bind.Call { return &bind.Call{T: s.t, Op: subscriptOp} }

// mark notes that the last begin (0), end (1) or step (2) is an edge.
func (s *subscriptOf) mark(k int, e op.Value) {
	if s.marks[k] == nil {
		s.marks[k] = map[int]op.Value{}
	}
	s.marks[k][len(s.ints[k])-1] = e
	s.open, s.wide = true, s.wide || e.DType() == tensor.Int64
}

// edge is an index that is known only when the function runs.
func (s *subscriptOf) edge(e *op.Edge) error {
	if !e.Type.IsInteger() || !e.Shape.UnknownRank && len(e.Shape.Dims) == 1 {
		return BadIndex(e)
	}
	b := s.call().B()
	next := b.Plus(e, 1)
	if b.Err != nil {
		return b.Err
	}
	s.put(0, 0, 1)
	s.mark(0, e)
	s.mark(1, next)
	return nil
}

// slice reads a:b:c, whose parts may be tensors.
func (s *subscriptOf) slice(i int, v *py.Slice) error {
	s.put(0, 0, 1)
	last := len(s.ints[0]) - 1
	masks := [3]*int{&s.mask.BeginMask, &s.mask.EndMask, nil}
	for k, part := range []py.Value{v.Start, v.Stop, v.Step} {
		if part == py.None {
			if masks[k] != nil {
				*masks[k] |= 1 << i
			}
			continue
		}
		if e, ok := part.(*op.Edge); ok && e.Type.IsInteger() {
			s.mark(k, e)
			continue
		}
		n, ok := IntKey(part)
		if !ok {
			return BadIndex(part)
		}
		s.ints[k][last] = int(n)
		s.wide = s.wide || n != int64(int32(n))
	}
	if s.ints[2][last] == 0 && s.marks[2][last] == nil {
		return bind.ErrorWith(py.Background(), bind.InvalidArgumentError, "StridedSlice", true,
			"strides[%d] must be non-zero", i)
	}
	return nil
}

// do runs the slice. When nobody records, it makes no node.
func (s *subscriptOf) do(x op.Value) (py.Value, error) {
	if t, ok := x.(*tensor.Tensor); ok && !s.open && s.t.Rec == nil {
		s.mask.Begin, s.mask.End, s.mask.Step = s.ints[0], s.ints[1], s.ints[2]
		return s.mask.Of(s.t.Ctx, t)
	}
	var in [3]op.Value
	for k := range in {
		v, err := s.vector(k)
		if err != nil {
			return nil, err
		}
		in[k] = v
	}
	if rec := bind.Recorded(s.t); rec != nil && rec.Graph != nil && rec.Name == "" {
		rec.Name = "strided_slice"
	}
	return s.call().Do(op.StridedSlice, s.mask.Attrs(), x, in[0], in[1], in[2])
}

// vector is the begins, ends or steps as a value.
func (s *subscriptOf) vector(k int) (op.Value, error) {
	if !s.open && s.wide {
		return int64s(s.ints[k]), nil
	}
	if !s.open {
		return tensor.Ints32(s.ints[k]...), nil
	}
	f := table.FlowOf(s.call())
	d := tensor.Int32
	if s.wide {
		d = tensor.Int64
	}
	all := make([]op.Value, len(s.ints[k]))
	for i, n := range s.ints[k] {
		if all[i] = f.Cast(s.marks[k][i], d); s.marks[k][i] != nil {
			continue
		}
		if all[i] = tensor.Scalar(int64(n)); !s.wide {
			all[i] = tensor.Scalar(int32(min(max(n, math.MinInt32), math.MaxInt32)))
		}
	}
	v := f.Packed(all...)
	return v, f.Err
}

// IntKey is a key that is an integer, of Python, NumPy or a scalar tensor.
func IntKey(k py.Value) (int64, bool) {
	switch v := k.(type) {
	case bool, float64, string:
		return 0, false
	case *bind.Array:
		if x, ok := bind.AsTensor(v); ok && x.Rank() == 0 {
			return indexOf(x)
		}
		return 0, false
	case *tensor.Tensor:
		if d := v.DType(); d != tensor.Int16 && d != tensor.Int32 && d != tensor.Int64 {
			return 0, false
		}
	}
	return py.AsInt(k)
}

func int64s(v []int) *tensor.Tensor {
	out := make([]int64, len(v))
	for i, n := range v {
		out[i] = int64(n)
	}
	return tensor.Vector(out)
}
