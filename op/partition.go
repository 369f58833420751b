package op

import (
	"github.com/tfs-lang/tfs/tensor"
)

// Kernels that part rows by numbers and put them together again.

// DynamicPartition sends each row to the output that its number names.
var DynamicPartition = define(Def{Name: "DynamicPartition", Eval: func(x *Exec, n *Node) error {
	data, parts, count := n.T(0), n.T(1), n.Int("num_partitions")
	if parts.Rank() > data.Rank() || !tensor.SameShape(data.Shape()[:parts.Rank()], parts.Shape()) {
		return tensor.Errorf("data.shape must start with partitions.shape, got data.shape = %s, partitions.shape = %s",
			tensor.ShapeString(data.Shape()), tensor.ShapeString(parts.Shape()))
	}
	at := make([][]int64, count)
	for i := range parts.Len() {
		id := parts.Int(i)
		if id < 0 || id >= int64(count) {
			return tensor.Errorf("partitions%s = %d is not in [0, %d)", position(parts, i), id, count)
		}
		at[id] = append(at[id], int64(i))
	}
	flat := data.WithShape(join([]int{parts.Len()}, data.Shape()[parts.Rank():]).Dims)
	out := make([]*tensor.Tensor, count)
	for i := range out {
		var err error
		if out[i], err = tensor.Gather(x.Ctx, flat, tensor.Vector(at[i]), 0, 0); err != nil {
			return err
		}
	}
	return n.Give(out...)
}, Infer: func(s *Shapes) {
	data, parts := s.In(0), s.In(1)
	out := unknown()
	if !data.UnknownRank && !parts.UnknownRank {
		if len(parts.Dims) > len(data.Dims) {
			s.Fail("Shape must be at least rank %d but is rank %d", len(parts.Dims), len(data.Dims))
			return
		}
		for i, d := range parts.Dims {
			if s.err == nil {
				s.merge(data.Dims[i], d)
			}
		}
		out = join([]int{-1}, data.Dims[len(parts.Dims):])
	}
	all := make([]tensor.PartialShape, s.Int("num_partitions"))
	for i := range all {
		all[i] = out
	}
	s.Is(all...)
}, Grad: func(b *B, n *Node, dy []Value) []Value {
	parts := n.In[1]
	size := b.One(Size, parts)
	index := b.One(Reshape, b.One(Range, tensor.Scalar(int32(0)), size, tensor.Scalar(int32(1))), b.Shape(parts))
	at := Attrs{{"num_partitions", n.Int("num_partitions")}}
	where := b.Do(n.Def, at, index, parts)
	g := make([]Value, len(dy))
	for i := range dy {
		g[i] = orZero(b, dy[i], n.Out[i])
	}
	z := b.With(Get("ParallelDynamicStitch"), Attrs{{"N", len(g)}}, append(where, g...)...)
	return b.List(b.One(Reshape, z, b.Shape(n.In[0])), nil)
}})

// position is where element i stands, as messages write it.
func position(t *tensor.Tensor, i int) string {
	if t.Rank() == 0 {
		return ""
	}
	at := make([]int, t.Rank())
	for k := t.Rank() - 1; k >= 0; k-- {
		at[k] = i % t.Shape()[k]
		i /= t.Shape()[k]
	}
	return tensor.ShapeString(at)
}

// DynamicStitch puts the rows of several tensors at places of one; the last one for a place counts.
var (
	DynamicStitch         = stitch("DynamicStitch")
	ParallelDynamicStitch = stitch("ParallelDynamicStitch")
)

func stitch(name string) *Def {
	return define(Def{Name: name, Eval: evalStitch, Infer: inferStitch, Grad: func(b *B, n *Node, dy []Value) []Value {
		out := make([]Value, len(n.In))
		for i := range len(n.In) / 2 {
			out[len(n.In)/2+i] = b.rowsOf(dy[0], n.In[i])
		}
		return out
	}})
}

func evalStitch(x *Exec, n *Node) error {
	half := len(n.In) / 2
	at, data := n.Ts(n.In[:half]), n.Ts(n.In[half:])
	top := -1
	var unit []int
	flat := make([]*tensor.Tensor, half)
	for i, a := range at {
		d := data[i]
		if d.Rank() < a.Rank() || !tensor.SameShape(d.Shape()[:a.Rank()], a.Shape()) {
			return tensor.Errorf("data[%d].shape = %s does not start with indices[%d].shape = %s",
				i, tensor.ShapeString(d.Shape()), i, tensor.ShapeString(a.Shape()))
		}
		rest := d.Shape()[a.Rank():]
		if i > 0 && !tensor.SameShape(unit, rest) {
			return tensor.Errorf("Need data[0].shape[%d:] = data[%d].shape[%d:], got data[0].shape "+
				"= %s, data[%d].shape = %s, indices[0].shape = %s, indices[%d].shape = %s",
				at[0].Rank(), i, a.Rank(), tensor.ShapeString(data[0].Shape()), i, tensor.ShapeString(d.Shape()),
				tensor.ShapeString(at[0].Shape()), i, tensor.ShapeString(a.Shape()))
		}
		unit = rest
		for k := range a.Len() {
			top = max(top, int(a.Int(k)))
		}
		flat[i] = d.WithShape(join([]int{a.Len()}, rest).Dims)
	}
	for _, a := range at {
		for k := range a.Len() {
			if a.Int(k) < 0 {
				return tensor.Errorf("indices[%d] is out of range", k)
			}
		}
	}
	from, err := tensor.Make[int64](top + 1)
	if err != nil {
		return err
	}
	total := 0
	for i := range from {
		from[i] = -1
	}
	for _, a := range at {
		for k := range a.Len() {
			from[a.Int(k)] = int64(total + k)
		}
		total += a.Len()
	}
	zero, err := tensor.New(data[0].DType(), nil)
	if err != nil {
		return err
	}
	gap, err := tensor.Fill(x.Ctx, join([]int{1}, unit).Dims, zero)
	if err != nil {
		return err
	}
	for i, k := range from { // TensorFlow leaves gaps as they are in memory: zeros here
		if k < 0 {
			from[i] = int64(total)
		}
	}
	src, err := tensor.Concat(x.Ctx, append(flat, gap), 0)
	if err != nil {
		return err
	}
	return n.one(tensor.Gather(x.Ctx, src, tensor.Vector(from), 0, 0))
}

func inferStitch(s *Shapes) {
	half := len(s.Node.In) / 2
	top, all, unit := -1, true, unknown()
	for i := range half {
		a, d := s.In(i), s.In(half+i)
		if t := s.Const(i); t == nil {
			all = false
		} else {
			for _, k := range t.WithShape([]int{t.Len()}).Ints() {
				top = max(top, k)
			}
		}
		if a.UnknownRank || d.UnknownRank {
			continue
		}
		if len(d.Dims) < len(a.Dims) {
			s.Fail("Shape must be at least rank %d but is rank %d", len(a.Dims), len(d.Dims))
			return
		}
		for k, m := range a.Dims {
			if s.err == nil {
				s.merge(d.Dims[k], m)
			}
		}
		unit = s.mergeShapes(unit, known(d.Dims[len(a.Dims):]...))
	}
	if unit.UnknownRank {
		s.Is(unknown())
		return
	}
	size := -1
	if all {
		size = top + 1
	}
	s.Is(join([]int{size}, unit.Dims))
}
