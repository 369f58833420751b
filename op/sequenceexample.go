package op

import (
	"github.com/tfs-lang/tfs/records/example"
	"github.com/tfs-lang/tfs/tensor"
)

// sequenceKeys are the features of SequenceExamples: those of the context, and feature lists.
type sequenceKeys struct {
	context, lists exampleKeys
	missing        *tensor.Tensor // of the dense lists, which may be missing
}

// sequenceV2 reads the inputs and attributes of ParseSequenceExampleV2.
func (n *Node) sequenceV2() *sequenceKeys {
	k := &sequenceKeys{
		context: exampleKeys{sparseTypes: n.Types("context_sparse_types"), denseTypes: n.Types("Tcontext_dense"),
			raggedTypes: n.Types("context_ragged_value_types"), splits: n.Types("context_ragged_split_types"),
			shapes: n.Shapes("context_dense_shapes")},
		lists: exampleKeys{sparseTypes: n.Types("feature_list_sparse_types"),
			denseTypes:  n.Types("feature_list_dense_types"),
			raggedTypes: n.Types("feature_list_ragged_value_types"),
			splits:      n.Types("feature_list_ragged_split_types"), shapes: n.Shapes("feature_list_dense_shapes")},
	}
	for i, to := range []*[]string{&k.context.sparse, &k.context.dense, &k.context.ragged, &k.lists.sparse,
		&k.lists.dense, &k.lists.ragged} {
		if t := Constant(n.In[2+i]); t != nil {
			*to = stringsOf(t)
		}
	}
	k.missing = Constant(n.In[8])
	for _, v := range n.In[9:] {
		k.context.defaults = append(k.context.defaults, Constant(v))
	}
	return k
}

// listSpecs describes the feature lists.
func (k *sequenceKeys) listSpecs() ([]example.Spec, error) {
	l := &k.lists
	if err := l.check(); err != nil {
		return nil, err
	}
	if k.missing.Len() != len(l.dense) {
		return nil, tensor.Errorf("Expected len(feature_list_dense_missing_assumed_empty) == len(feature_list_dense_keys) "+
			"but got: %d vs. %d", k.missing.Len(), len(l.dense))
	}
	var out []example.Spec
	for i, key := range l.sparse {
		out = append(out, example.Spec{Key: key, Type: l.sparseTypes[i]})
	}
	for i, key := range l.dense {
		p := l.shapes[i]
		if !p.FullyDefined() {
			return nil, tensor.Errorf("feature_list_dense_shapes[%d] is not fully defined: %s", i, shapeText(p))
		}
		size, err := tensor.Count(p.Dims)
		if err != nil {
			return nil, err
		}
		out = append(out, example.Spec{Key: key, Type: l.denseTypes[i], Mode: example.Padded, Size: size,
			Shape: shapeText(p), Missing: k.missing.Int(i) != 0})
	}
	for i, key := range l.ragged {
		out = append(out, example.Spec{Key: key, Type: l.raggedTypes[i]})
	}
	return out, nil
}

// listOutputs gives the feature lists the shapes that programs see.
func (k *sequenceKeys) listOutputs(lists []example.List, single bool) ([]*tensor.Tensor, error) {
	l := &k.lists
	var indices, values, shapes, dense, lengths, ragged, outer, inner []*tensor.Tensor
	for _, c := range lists[:len(l.sparse)] {
		at, shape, err := sparseLists(c, single)
		if err != nil {
			return nil, err
		}
		indices, values, shapes = append(indices, at), append(values, c.Values), append(shapes, shape)
	}
	for i, c := range lists[len(l.sparse) : len(l.sparse)+len(l.dense)] {
		t, steps, err := denseList(c, l.shapes[i].Dims, single)
		if err != nil {
			return nil, err
		}
		dense, lengths = append(dense, t), append(lengths, steps)
	}
	for i, c := range lists[len(l.sparse)+len(l.dense):] {
		steps := c.Steps
		if single {
			steps = nil
		}
		out, err := splitsOf(l.splits[i], steps)
		if err != nil {
			return nil, err
		}
		in, err := splitsOf(l.splits[i], c.Lens)
		if err != nil {
			return nil, err
		}
		ragged, outer, inner = append(ragged, c.Values), append(outer, out), append(inner, in)
	}
	var out []*tensor.Tensor
	for _, part := range [][]*tensor.Tensor{indices, values, shapes, dense, lengths, ragged, outer, inner} {
		out = append(out, part...)
	}
	return out, nil
}

// sparseLists gives the indices and shape of lists of rows of values.
func sparseLists(c example.List, single bool) (indices, shape *tensor.Tensor, err error) {
	rank := 3
	if single {
		rank = 2
	}
	at, err := tensor.Make[int64](rank * c.Values.Len())
	if err != nil {
		return nil, nil, err
	}
	k, step, mostSteps, most := 0, 0, 0, 0
	for row, steps := range c.Steps {
		mostSteps = max(mostSteps, steps)
		for s := range steps {
			n := c.Lens[step]
			step++
			most = max(most, n)
			for i := range n {
				if !single {
					at[k] = int64(row)
					k++
				}
				at[k], at[k+1] = int64(s), int64(i)
				k += 2
			}
		}
	}
	dims := []int64{int64(len(c.Steps)), int64(mostSteps), int64(most)}
	return tensor.FromSlice([]int{c.Values.Len(), rank}, at), tensor.Vector(dims[3-rank:]), nil
}

// denseList pads lists to the longest one and gives the numbers of their steps.
func denseList(c example.List, dims []int, single bool) (list, lengths *tensor.Tensor, err error) {
	steps := make([]int64, len(c.Steps))
	size, err := tensor.Count(dims)
	if err != nil {
		return nil, nil, err
	}
	lens := make([]int, len(c.Steps))
	for i, n := range c.Steps {
		steps[i], lens[i] = int64(n), n*size
	}
	if single {
		return c.Values.WithShape(append([]int{c.Steps[0]}, dims...)), tensor.Scalar(steps[0]), nil
	}
	list, err = padded(c.Values, lens, dims, nil)
	return list, tensor.Vector(steps), err
}

// listShapes are the static shapes of the outputs of feature lists.
func (k *sequenceKeys) listShapes(batch tensor.PartialShape) []tensor.PartialShape {
	l := &k.lists
	rank := len(batch.Dims) + 2
	var out []tensor.PartialShape
	add := func(times int, p tensor.PartialShape) {
		for range times {
			out = append(out, p)
		}
	}
	add(len(l.sparseTypes), known(-1, rank))
	add(len(l.sparseTypes), known(-1))
	add(len(l.sparseTypes), known(rank))
	for _, p := range l.shapes {
		out = append(out, join(batch.Dims, []int{-1}, p.Dims))
	}
	add(len(l.denseTypes), batch)
	add(len(l.raggedTypes), known(-1))
	outer := known(1)
	if len(batch.Dims) == 1 {
		outer = known(-1)
		if batch.Dims[0] >= 0 {
			outer = known(batch.Dims[0] + 1)
		}
	}
	add(len(l.raggedTypes), outer)
	add(len(l.raggedTypes), known(-1))
	return out
}

// ParseSequenceExampleV2 reads serialized SequenceExamples, one or a vector of them: the features of their context
// and their feature lists as sparse, dense and ragged tensors.
var ParseSequenceExampleV2 = define(Def{Name: "ParseSequenceExampleV2", Eval: func(x *Exec, n *Node) error {
	serialized, names := n.T(0), n.T(1)
	if serialized.Rank() > 1 {
		return tensor.Errorf("Expected serialized to be a vector, got shape: %s", tensor.ShapeString(serialized.Shape()))
	}
	if names.Len() > 0 && names.Len() != serialized.Len() {
		return tensor.Errorf("example_names must be empty or have the correct number of elements")
	}
	k := n.sequenceV2()
	contexts, err := k.context.specs()
	if err != nil {
		return err
	}
	lists, err := k.listSpecs()
	if err != nil {
		return err
	}
	cols, steps, err := example.ParseSequence(x.Ctx, example.Batch{Serialized: serialized, Names: names}, contexts, lists)
	if err != nil {
		return err
	}
	out, err := k.context.outputs(cols, serialized)
	if err != nil {
		return err
	}
	more, err := k.listOutputs(steps, serialized.Rank() == 0)
	if err != nil {
		return err
	}
	return n.Give(append(out, more...)...)
}, Infer: func(s *Shapes) {
	p := s.In(0)
	if p.UnknownRank {
		return
	}
	k := s.sequenceV2()
	s.Is(append(k.context.shapesOf(p), k.listShapes(p)...)...)
}})
