package data

import (
	"sync/atomic"

	"github.com/tfs-lang/tfs/data"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/function"
	"github.com/tfs-lang/tfs/tf/values"
)

// Datasets as Python sees them. The classes with their methods are the library's (tf/lib/_tf_data.py); an object
// of one holds a dataset of the engine and the spec of its elements. The module _tf_datasets makes stages of
// Python's arguments.

// dataset is what an object of a Dataset class holds.
type dataset struct {
	d    *data.Dataset
	spec py.Value // the element's: a nest of specs
	opts *py.Dict
	lib  *dataLib

	class *py.Class // of the object
}

// dataLib is the library's classes of an interpreter, by name.
type dataLib struct {
	classes map[string]*py.Class
	debug   bool         // functions run as they are written
	made    atomic.Int64 // the number of datasets so far, as TensorFlow's runtime counts them
}

type dataLibKey struct{}

func dataLibOf(t *py.Thread) *dataLib {
	return t.Local(dataLibKey{}, func() any { return &dataLib{classes: map[string]*py.Class{}} }).(*dataLib)
}

// datasetBase is the class under the library's DatasetV2.
var datasetBase = py.NewClass("tensorflow.python.data.ops.dataset_ops", "Dataset", py.ObjectClass, nil)

func init() {
	py.Register[*dataset](datasetBase)
	datasetBase.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		h := datasetOf(v)
		return "<" + h.PyClass().Name + " element_spec=" + py.StrOf(h.spec) + ">", nil
	}
}

// object makes the Python object of a dataset of a class of the library.
func (h *dataset) object(class string) py.Value {
	h.class = h.lib.classes[class]
	return &py.Instance{Class: h.class, Attrs: py.NewDict(), Native: h}
}

// PyClass is the class of the object: errors name it.
func (h *dataset) PyClass() *py.Class {
	if h.class == nil {
		return datasetBase
	}
	return h.class
}

// newDataset makes the object of a stage, whose options are those of the first dataset it reads from.
func newDataset(t *py.Thread, class string, d *data.Dataset, spec py.Value, from ...*dataset) py.Value {
	h := &dataset{d: d, spec: spec, lib: dataLibOf(t)}
	if bind.Tracing(t) == nil {
		d.Number.Store(h.lib.made.Add(1) - 1)
	} else {
		d.Traced = true
	}
	for _, f := range from {
		if f.opts != nil {
			if h.opts == nil {
				h.opts = py.NewDict()
			}
			_ = f.opts.Each(func(k, v py.Value) error { return h.opts.Set(k, v) })
		}
	}
	return h.object(class)
}

// datasetOf is the dataset of an object, nil for anything else.
func datasetOf(v py.Value) *dataset {
	switch x := v.(type) {
	case *dataset:
		return x
	case *py.Instance:
		h, _ := x.Native.(*dataset)
		return h
	}
	return nil
}

// Components are the edges of graphs that the dataset depends on.
func (h *dataset) Components() []op.Value { return append([]op.Value{}, h.d.Free()...) }

// Rebuild is the dataset with other values for its edges.
func (h *dataset) Rebuild(parts []op.Value) (py.Value, error) {
	b := *h
	b.d = h.d.Over(parts)
	return b.object("_VariantDataset"), nil
}

// optional is tf.experimental.Optional: what it holds, or the edge that will say it.
type optional struct {
	o    *data.Optional
	edge *op.Edge
	spec py.Value // of the value it may hold
}

// leafParts are the tensors and edges of a leaf of an element.
func leafParts(v py.Value) []op.Value {
	if h := datasetOf(v); h != nil {
		return h.d.Free()
	}
	return bind.Components(v)
}

// component makes a component of a leaf like this one of other tensors, all of them known.
func component(e *data.Env, like py.Value, vals []op.Value) (data.Value, error) {
	if h := datasetOf(like); h != nil {
		return h.d.Bind(e, vals), nil
	}
	if _, ok := like.(*optional); ok {
		return vals[0], nil
	}
	return bind.Rebuild(like, vals)
}

// components takes an element apart: the tensors and edges of its leaves, and what makes components of them.
type components struct {
	leaves []py.Value
	sizes  []int
	vals   []op.Value
}

func componentsOf(leaves []py.Value) *components {
	c := &components{}
	for _, l := range leaves {
		if l == py.None {
			continue
		}
		parts := leafParts(l)
		c.leaves, c.sizes, c.vals = append(c.leaves, l), append(c.sizes, len(parts)), append(c.vals, parts...)
	}
	return c
}

// build makes the components of tensors that are known.
func (c *components) build(vals []op.Value) (data.Element, error) { return c.within(nil, vals) }

func (c *components) within(e *data.Env, vals []op.Value) (data.Element, error) {
	out := make(data.Element, len(c.leaves))
	for i, l := range c.leaves {
		x, err := component(e, l, vals[:c.sizes[i]])
		if err != nil {
			return nil, err
		}
		out[i], vals = x, vals[c.sizes[i]:]
	}
	return out, nil
}

// flatValues are the tensors of components in the order in which functions take them.
func flatValues(in []op.Value, args data.Element) []op.Value {
	for _, a := range args {
		switch x := a.(type) {
		case *tensor.Tensor:
			in = append(in, x)
		case *data.Dataset:
			in = append(in, x)
		case *data.Optional:
			in = append(in, x)
		case *iterState:
			in = append(in, x)
		default:
			in = append(in, bind.Components(a)...)
		}
	}
	return in
}

// shown is a component as Python sees it; spec is that of its leaf.
func (lib *dataLib) shown(v data.Value, spec py.Value) py.Value {
	switch x := v.(type) {
	case *data.Dataset:
		h := &dataset{d: x, spec: spec.(*function.DatasetSpec).Elem, lib: lib}
		return h.object("_VariantDataset")
	case *data.Optional:
		return &optional{o: x, spec: spec.(*function.OptionalSpec).Elem}
	}
	return v
}

// pack puts components into the structure of a spec.
func (lib *dataLib) pack(spec py.Value, e *data.Element) py.Value {
	switch s := spec.(type) {
	case *py.Tuple:
		out := &py.Tuple{Items: make([]py.Value, len(s.Items)), Class: s.Class}
		for i, x := range s.Items {
			out.Items[i] = lib.pack(x, e)
		}
		return out
	case *py.Dict:
		keys, specs := values.SortedItems(s)
		packed := make(map[py.Value]py.Value, len(keys))
		for i, k := range keys {
			packed[k] = lib.pack(specs[i], e)
		}
		out := py.NewDict()
		out.Class = s.Class
		_ = s.Each(func(k, _ py.Value) error { return out.Set(k, packed[k]) })
		return out
	case *function.NoneSpec:
		return py.None
	case *py.Instance:
		inner := func(l py.Value) (py.Value, error) { return lib.pack(l, e), nil }
		if out, ok, _ := function.SwapExtension(s, false, inner); ok {
			return out
		}
	}
	v := (*e)[0]
	*e = (*e)[1:]
	return lib.shown(v, spec)
}

// element is an element as Python sees it.
func (lib *dataLib) element(spec py.Value, e data.Element) py.Value {
	if _, ok := spec.(*bind.Spec); ok {
		return e[0]
	}
	return lib.pack(spec, &e)
}

// dataLeaves are the leaves of a structure of datasets: tuples and dictionaries nest, lists do not.
func dataLeaves(v py.Value) []py.Value { return leavesWithin(v, maxNest) }

// maxNest is how deep the structure of elements may be: what is deeper holds itself, or is made to hurt.
const maxNest = 1000

func leavesWithin(v py.Value, depth int) []py.Value {
	if depth == 0 {
		return []py.Value{v}
	}
	switch x := v.(type) {
	case *py.Tuple:
		var out []py.Value
		for _, e := range x.Items {
			out = append(out, leavesWithin(e, depth-1)...)
		}
		return out
	case *py.Dict:
		var out []py.Value
		_, vals := values.SortedItems(x)
		for _, e := range vals {
			out = append(out, leavesWithin(e, depth-1)...)
		}
		return out
	case *py.Instance:
		if leaves, ok := function.ExtensionLeaves(x); ok {
			var out []py.Value
			for _, e := range leaves {
				out = append(out, leavesWithin(e, depth-1)...)
			}
			return out
		}
	}
	return []py.Value{v}
}

// swapData is a structure of datasets with other leaves, made in the order of dataLeaves.
func swapData(v py.Value, f func(py.Value) (py.Value, error)) (py.Value, error) {
	return swapWithin(v, f, false, maxNest)
}

// swapShapes is swapData of specs which also changes the shapes that are fields of an ExtensionType.
func swapShapes(v py.Value, f func(py.Value) (py.Value, error)) (py.Value, error) {
	return swapWithin(v, f, true, maxNest)
}

func swapWithin(v py.Value, f func(py.Value) (py.Value, error), shapes bool, depth int) (py.Value, error) {
	if depth == 0 {
		return nil, py.TooDeep()
	}
	switch x := v.(type) {
	case *py.Tuple:
		out := &py.Tuple{Items: make([]py.Value, len(x.Items)), Class: x.Class}
		for i, e := range x.Items {
			y, err := swapWithin(e, f, shapes, depth-1)
			if err != nil {
				return nil, err
			}
			out.Items[i] = y
		}
		return out, nil
	case *py.Dict:
		keys, vals := values.SortedItems(x)
		made := py.NewDict()
		for i, k := range keys {
			y, err := swapWithin(vals[i], f, shapes, depth-1)
			if err != nil {
				return nil, err
			}
			if err := made.Set(k, y); err != nil {
				return nil, err
			}
		}
		out := py.NewDict()
		out.Class = x.Class
		err := x.Each(func(k, _ py.Value) error {
			y, _, err := made.Get(k)
			if err != nil {
				return err
			}
			return out.Set(k, y)
		})
		return out, err
	case *py.Instance:
		inner := func(l py.Value) (py.Value, error) { return swapWithin(l, f, shapes, depth-1) }
		if out, ok, err := function.SwapExtension(x, shapes, inner); ok {
			return out, err
		}
	}
	return f(v)
}

// normalized makes the leaves of a structure tensors; spec is the structure of their specs.
func normalized(t *py.Thread, v py.Value) (elem, spec py.Value, leaves []py.Value, err error) {
	elem, err = swapData(v, func(l py.Value) (py.Value, error) {
		x, err := dataLeaf(t, l)
		if err != nil {
			return nil, err
		}
		leaves = append(leaves, x)
		return x, nil
	})
	if err != nil {
		return nil, nil, nil, err
	}
	spec, err = swapData(elem, func(l py.Value) (py.Value, error) { return leafSpec(l) })
	return elem, spec, leaves, err
}

// dataLeaf makes a component of a value.
func dataLeaf(t *py.Thread, v py.Value) (py.Value, error) {
	switch x := v.(type) {
	case *py.NoneType:
		if x == py.None {
			return x, nil
		}
	case *ragged.Ragged, *bind.SymRagged, *sparse.Sparse, *bind.SymSparse, *optional, *tensor.Tensor, *op.Edge:
		return v, nil
	case *bind.Variable:
		return bind.Read(t, x)
	}
	if datasetOf(v) != nil {
		return v, nil
	}
	return dataTensor(t, v, tensor.Invalid)
}

// dataTensor makes a tensor or an edge of a value.
func dataTensor(t *py.Thread, v py.Value, d tensor.DType) (op.Value, error) {
	if x, ok := v.(*bind.Variable); ok {
		y, err := bind.Read(t, x)
		if err != nil {
			return nil, err
		}
		v = y
	}
	return (&bind.Call{T: t, Op: &bind.Op{}}).ConvertValue(v, d)
}
