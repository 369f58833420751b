package op

import (
	"math"

	"github.com/tfs-lang/tfs/records/example"
	"github.com/tfs-lang/tfs/tensor"
)

// Kernels that read serialized tf.train.Example and SequenceExample messages, with package records/example. None
// has a gradient.

// Shapes is an attribute of kind list(shape).
func (n *Node) Shapes(name string) []tensor.PartialShape {
	v, _ := n.attr(name).([]tensor.PartialShape)
	return v
}

// exampleKeys are the keys of features by how they are asked for, and what goes with them.
type exampleKeys struct {
	sparse, dense, ragged                []string
	sparseTypes, denseTypes, raggedTypes []tensor.DType
	splits                               []tensor.DType // of ragged features
	shapes                               []tensor.PartialShape
	defaults                             []*tensor.Tensor
}

// check refuses keys that are not as many as what goes with them.
func (k *exampleKeys) check() error {
	for _, c := range []struct {
		keys  int
		other int
		what  string
	}{{len(k.sparse), len(k.sparseTypes), "sparse_types"}, {len(k.dense), len(k.denseTypes), "dense types"},
		{len(k.dense), len(k.shapes), "dense_shapes"}, {len(k.ragged), len(k.raggedTypes), "ragged_value_types"},
		{len(k.ragged), len(k.splits), "ragged_split_types"}} {
		if c.keys != c.other {
			return tensor.Errorf("Expected len(%s) == number of keys but got: %d vs. %d", c.what, c.other, c.keys)
		}
	}
	return nil
}

// specs describes the features: sparse, dense and ragged ones in this order.
func (k *exampleKeys) specs() ([]example.Spec, error) {
	if err := k.check(); err != nil {
		return nil, err
	}
	var out []example.Spec
	for i, key := range k.sparse {
		out = append(out, example.Spec{Key: key, Type: k.sparseTypes[i]})
	}
	for i, key := range k.dense {
		s := example.Spec{Key: key, Type: k.denseTypes[i], Mode: example.Fixed, Shape: shapeText(k.shapes[i])}
		shape := k.shapes[i]
		if shape.UnknownRank {
			return nil, tensor.Errorf("dense_shapes[%d] has unknown rank or unknown inner dimensions: <unknown>", i)
		}
		if len(shape.Dims) > 0 && shape.Dims[0] < 0 {
			s.Mode = example.Padded
			shape.Dims = shape.Dims[1:]
		}
		if !shape.FullyDefined() {
			return nil, tensor.Errorf("dense_shapes[%d] has unknown rank or unknown inner dimensions: %s", i, s.Shape)
		}
		size, err := tensor.Count(shape.Dims)
		if err != nil {
			return nil, err
		}
		s.Size, s.Default = size, k.defaults[i]
		if err := checkExampleDefault(i, s, k.shapes[i]); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	for i, key := range k.ragged {
		out = append(out, example.Spec{Key: key, Type: k.raggedTypes[i]})
	}
	return out, nil
}

// checkExampleDefault refuses values for what is missing that do not fit.
func checkExampleDefault(i int, s example.Spec, shape tensor.PartialShape) error {
	d := s.Default
	switch {
	case d == nil:
		return nil
	case d.DType() != s.Type:
		return tensor.Errorf("Could not create a default value for feature %d: it is %s, not %s", i, d.DType().CName(),
			s.Type.CName())
	case d.Len() == 0:
		return nil
	case s.Mode == example.Padded && d.Len() != 1:
		return tensor.Errorf("dense_shape[%d] is a variable length shape: %s, therefore def_value[%d] must contain a single "+
			"element (\"the padding element\").  But its shape is: %s", i, s.Shape, i, tensor.ShapeString(d.Shape()))
	case s.Mode == example.Fixed && !shape.Compatible(tensor.KnownShape(d.Shape())):
		return tensor.Errorf("def_value[%d].shape() == %s is not compatible with dense_shapes_[%d] == %s", i,
			tensor.ShapeString(d.Shape()), i, s.Shape)
	}
	return nil
}

// sparseOf gives the indices, values and shape of rows of values; without a batch they are one row.
func sparseOf(values *tensor.Tensor, lens []int, single bool) (indices, shape *tensor.Tensor, err error) {
	n := values.Len()
	if single {
		at, err := tensor.Make[int64](n)
		if err != nil {
			return nil, nil, err
		}
		for i := range at {
			at[i] = int64(i)
		}
		return tensor.FromSlice([]int{n, 1}, at), tensor.Vector([]int64{int64(n)}), nil
	}
	at, err := tensor.Make[int64](2 * n)
	if err != nil {
		return nil, nil, err
	}
	most, k := 0, 0
	for row, size := range lens {
		most = max(most, size)
		for i := range size {
			at[k], at[k+1] = int64(row), int64(i)
			k += 2
		}
	}
	return tensor.FromSlice([]int{n, 2}, at), tensor.Vector([]int64{int64(len(lens)), int64(most)}), nil
}

// splitsOf are the row splits of rows of these lengths, of a type that must hold them.
func splitsOf(d tensor.DType, lens []int) (*tensor.Tensor, error) {
	total := 0
	if d == tensor.Int64 {
		out, err := tensor.Make[int64](len(lens) + 1)
		if err != nil {
			return nil, err
		}
		for i, n := range lens {
			total += n
			out[i+1] = int64(total)
		}
		return tensor.Vector(out), nil
	}
	out, err := tensor.Make[int32](len(lens) + 1)
	if err != nil {
		return nil, err
	}
	for i, n := range lens {
		if total += n; total > math.MaxInt32 {
			return nil, tensor.Errorf("the %d values of a ragged feature are too many for row splits of int32", total)
		}
		out[i+1] = int32(total)
	}
	return tensor.Vector(out), nil
}

// padded puts rows of values into a dense tensor: rows are filled up to the longest one. Each value of shape inner
// counts as one.
func padded(values *tensor.Tensor, lens []int, inner []int, with *tensor.Tensor) (*tensor.Tensor, error) {
	size, err := tensor.Count(inner)
	if err != nil {
		return nil, err
	}
	most := 0
	for _, n := range lens {
		most = max(most, n)
	}
	if size > 0 {
		most /= size
	}
	shape := append([]int{len(lens), most}, inner...)
	row := most * size
	if values.Len() == len(lens)*row {
		return values.WithShape(shape), nil
	}
	count, err := tensor.Count(shape)
	if err != nil {
		return nil, err
	}
	switch values.DType() {
	case tensor.Int64:
		return padRows(shape, count, row, values.Int64s(), lens, func() int64 { return with.Int(0) }, with)
	case tensor.Float32:
		v := tensor.Slice[float32](values)
		return padRows(shape, count, row, v, lens, func() float32 { return float32(with.Float(0)) }, with)
	}
	var b tensor.StringBuilder
	fill := ""
	if with != nil && with.Len() > 0 {
		fill = with.Str(0)
	}
	at := 0
	for _, n := range lens {
		for i := range row {
			if i < n {
				b.Append(values.Str(at + i))
			} else {
				b.Append(fill)
			}
		}
		at += n
		if b.Full() {
			break
		}
	}
	return b.Tensor(shape)
}

func padRows[T tensor.Element](shape []int, count, row int, v []T, lens []int, fill func() T, with *tensor.Tensor) (
	*tensor.Tensor, error) {
	out, err := tensor.Make[T](count)
	if err != nil {
		return nil, err
	}
	var f T
	if with != nil && with.Len() > 0 {
		f = fill()
	}
	at := 0
	for i, n := range lens {
		copy(out[i*row:], v[at:at+n])
		for k := i*row + n; k < (i+1)*row; k++ {
			out[k] = f
		}
		at += n
	}
	return tensor.FromSlice(shape, out), nil
}

// parsed are the outputs of a kernel that reads Examples, in the order of the registry.
func parsed(x *Exec, b example.Batch, k *exampleKeys) ([]*tensor.Tensor, error) {
	specs, err := k.specs()
	if err != nil {
		return nil, err
	}
	cols, err := example.Parse(x.Ctx, b, specs)
	if err != nil {
		return nil, err
	}
	return k.outputs(cols, b.Serialized)
}

// outputs gives the columns the shapes that programs see.
func (k *exampleKeys) outputs(cols []example.Column, serialized *tensor.Tensor) ([]*tensor.Tensor, error) {
	single := serialized.Rank() == 0
	var indices, values, shapes, dense, ragged, splits []*tensor.Tensor
	for _, c := range cols[:len(k.sparse)] {
		at, shape, err := sparseOf(c.Values, c.Lens, single)
		if err != nil {
			return nil, err
		}
		indices, values, shapes = append(indices, at), append(values, c.Values), append(shapes, shape)
	}
	for i, c := range cols[len(k.sparse) : len(k.sparse)+len(k.dense)] {
		t, err := k.denseOf(i, c, single)
		if err != nil {
			return nil, err
		}
		dense = append(dense, t)
	}
	for i, c := range cols[len(k.sparse)+len(k.dense):] {
		lens := c.Lens
		if single {
			lens = nil
		}
		s, err := splitsOf(k.splits[i], lens)
		if err != nil {
			return nil, err
		}
		ragged, splits = append(ragged, c.Values), append(splits, s)
	}
	var out []*tensor.Tensor
	for _, part := range [][]*tensor.Tensor{indices, values, shapes, dense, ragged, splits} {
		out = append(out, part...)
	}
	return out, nil
}

// denseOf is dense feature i.
func (k *exampleKeys) denseOf(i int, c example.Column, single bool) (*tensor.Tensor, error) {
	dims := k.shapes[i].Dims
	if len(dims) == 0 || dims[0] >= 0 {
		if !single {
			dims = append([]int{len(c.Lens)}, dims...)
		}
		return c.Values.WithShape(dims), nil
	}
	if !single {
		return padded(c.Values, c.Lens, dims[1:], k.defaults[i])
	}
	size, err := tensor.Count(dims[1:])
	if err != nil {
		return nil, err
	}
	return c.Values.WithShape(append([]int{c.Values.Len() / max(size, 1)}, dims[1:]...)), nil
}

// shapesOf are the static shapes of the same outputs; batch is the shape of the serialized messages.
func (k *exampleKeys) shapesOf(batch tensor.PartialShape) []tensor.PartialShape {
	if batch.UnknownRank {
		return nil
	}
	var out []tensor.PartialShape
	rank := len(batch.Dims) + 1
	for range k.sparseTypes {
		out = append(out, known(-1, rank))
	}
	for range k.sparseTypes {
		out = append(out, known(-1))
	}
	for range k.sparseTypes {
		out = append(out, known(rank))
	}
	for _, p := range k.shapes {
		if p.UnknownRank {
			out = append(out, p)
			continue
		}
		out = append(out, join(batch.Dims, p.Dims))
	}
	for range k.raggedTypes {
		out = append(out, known(-1))
	}
	for range k.raggedTypes {
		splits := known(1)
		if rank == 2 {
			splits = known(-1)
			if n := batch.Dims[0]; n >= 0 {
				splits = known(n + 1)
			}
		}
		out = append(out, splits)
	}
	return out
}

// exampleV2 reads the inputs and attributes of ParseExampleV2.
func (n *Node) exampleV2() *exampleKeys {
	k := &exampleKeys{sparseTypes: n.Types("sparse_types"), denseTypes: n.Types("Tdense"),
		raggedTypes: n.Types("ragged_value_types"), splits: n.Types("ragged_split_types"), shapes: n.Shapes("dense_shapes")}
	for i, to := range []*[]string{&k.sparse, &k.dense, &k.ragged} {
		if t := Constant(n.In[2+i]); t != nil {
			*to = stringsOf(t)
		}
	}
	for _, v := range n.In[5:] {
		k.defaults = append(k.defaults, Constant(v))
	}
	return k
}

func stringsOf(t *tensor.Tensor) []string {
	out := make([]string, t.Len())
	for i := range out {
		out[i] = t.Str(i)
	}
	return out
}

// ParseExampleV2 reads serialized Examples, one or a vector of them, into sparse, dense and ragged tensors.
var ParseExampleV2 = define(Def{Name: "ParseExampleV2", Eval: func(x *Exec, n *Node) error {
	serialized, names := n.T(0), n.T(1)
	if serialized.Rank() > 1 {
		return tensor.Errorf("Expected serialized to be a scalar or vector, got shape: %s",
			tensor.ShapeString(serialized.Shape()))
	}
	if names.Len() > 0 && tensor.ShapeString(names.Shape()) != tensor.ShapeString(serialized.Shape()) {
		return tensor.Errorf("Expected names have the same shape as serialized: name.shape=%s, serialized.shape=%s",
			tensor.ShapeString(names.Shape()), tensor.ShapeString(serialized.Shape()))
	}
	out, err := parsed(x, example.Batch{Serialized: serialized, Names: names}, n.exampleV2())
	if err != nil {
		return err
	}
	return n.Give(out...)
}, Infer: func(s *Shapes) {
	p := s.In(0)
	if !p.UnknownRank && len(p.Dims) > 1 {
		s.Fail("Shape must be at most rank 1 but is rank %d", len(p.Dims))
		return
	}
	s.Is(s.exampleV2().shapesOf(p)...)
}})

// ParseSingleExample reads one serialized Example.
var ParseSingleExample = define(Def{Name: "ParseSingleExample", Eval: func(x *Exec, n *Node) error {
	if r := n.T(0).Rank(); r != 0 {
		return tensor.Errorf("Expected serialized to be a scalar, got shape: %s", tensor.ShapeString(n.T(0).Shape()))
	}
	out, err := parsed(x, example.Batch{Serialized: n.T(0)}, n.singleExample())
	if err != nil {
		return err
	}
	return n.Give(out...)
}, Infer: func(s *Shapes) {
	s.NeedRank(0, 0)
	s.Is(s.singleExample().shapesOf(known())...)
}})

func (n *Node) singleExample() *exampleKeys {
	k := &exampleKeys{sparse: n.Strs("sparse_keys"), dense: n.Strs("dense_keys"), sparseTypes: n.Types("sparse_types"),
		denseTypes: n.Types("Tdense"), shapes: n.Shapes("dense_shapes")}
	for _, v := range n.In[1:] {
		k.defaults = append(k.defaults, Constant(v))
	}
	return k
}
