package data

import (
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/data"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/records"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/function"
	"github.com/tfs-lang/tfs/tf/nest"
	"github.com/tfs-lang/tfs/tf/state"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Iterators over datasets, and the texts of their errors.

// dataIterator is tf.data.Iterator.
type dataIterator struct {
	state *iterState
	edge  *op.Edge // of a function that is being traced: what state will be
	of    *dataset // for errors, nil within functions
	spec  py.Value
	lib   *dataLib
}

// numpyIterator is what as_numpy_iterator gives.
type numpyIterator struct{ *dataIterator }

var (
	iteratorBase  = py.NewClass("tensorflow.python.data.ops.iterator_ops", "IteratorBase", py.ObjectClass, nil)
	iteratorClass = py.NewClass("tensorflow.python.data.ops.iterator_ops", "OwnedIterator", iteratorBase, nil)
	numpyItClass  = py.NewClass("tensorflow.python.data.ops.dataset_ops", "NumpyIterator", py.ObjectClass, nil)
)

func init() {
	py.Register[*dataIterator](iteratorClass)
	py.Register[*numpyIterator](numpyItClass)
	table.Constant(iteratorBase, "tf.data.Iterator")
	table.Constant(numpyItClass, "tf.data.NumpyIterator")
	c := iteratorClass
	table.MethodsInLibrary(c, "_tf_rare", "iterator", "@output_shapes", "@output_types", "@output_classes")
	table.MethodsInLibrary(numpyItClass, "_tf_rare", "iterator", "next(self)")
	self := func(v py.Value) *dataIterator { return v.(*dataIterator) }
	c.Doc = "Gives the elements of a dataset one by one."
	c.Prop(
		"element_spec",
		"The spec of the elements.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return self(v).spec, nil },
	)
	c.Def("next(self)", "The next element, as next() gives it.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		v, err := py.Next(t, a[0])
		if v == nil && err == nil {
			err = py.NewExc(py.StopIterationClass, "")
		}
		return v, err
	})
	c.Def("get_next(self, name=None)", "The next element; OutOfRangeError after the last one.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			v, err := self(a[0]).next(t)
			if err == nil && v == nil {
				return nil, bind.ErrorWith(t, bind.OutOfRangeError, getNext, true, "End of sequence")
			}
			return v, err
		})
	c.Prop("_iterator_resource", "The handle that kernels take.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return &state.ResourceHandle{
			Of: &rawIterator{self(v)}, Name: "Resource-0-at-0x5500", Container: "Anonymous",
			Type: "tensorflow::data::IteratorResource",
		}, nil
	})
	c.Def("get_next_as_optional(self)", "The next element, or nothing after the last one, as an Optional.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			it := self(a[0])
			if bind.Tracing(t) != nil {
				return it.ask(t, "IteratorGetNextAsOptional", &function.OptionalSpec{Elem: it.spec},
					func(s *iterState, r *data.Run) (data.Element, error) {
						e, err := s.next(r)
						if err == data.End {
							return data.Element{&data.Optional{}}, nil
						}
						return data.Element{&data.Optional{Has: true, Elem: e}}, err
					})
			}
			e, err := it.advance(t)
			if err == data.End {
				return &optional{o: &data.Optional{}, spec: it.spec}, nil
			}
			if err != nil {
				return nil, it.of.failed(t, err, "IteratorGetNextAsOptional")
			}
			return &optional{o: &data.Optional{Has: true, Elem: e}, spec: it.spec}, nil
		})
	c.Def("_state(self)", "Where it stands, for a checkpoint.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		s := self(a[0]).state
		if s == nil {
			return nil, py.ValueErrorf("an iterator of a function that was traced has no state to save")
		}
		return tensor.StringScalar(statePrefix + table.Itoa(s.given)), nil
	})
	c.Def("_restore(self, state)", "Goes to where it stood.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		return py.None, self(a[0]).restore(t, a[1])
	})
	numpyItClass.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		return "NumpyIterator(iterator=" + py.ReprOf(v.(*numpyIterator).dataIterator) + ")", nil
	}
}

// rawIterator is an iterator as kernels take it.
type rawIterator struct{ it *dataIterator }

// DType makes it a value.
func (*rawIterator) DType() tensor.DType { return tensor.Resource }

func init() { bind.RegisterRaw(getNext, rawNext) }

// rawNext is tf.raw_ops.IteratorGetNext: the components of the next element, which is gone when they are of other types
// or shapes than told.
func rawNext(c *bind.RawArgs) ([]op.Value, error) {
	r, ok := c.In[0][0].(*rawIterator)
	if !ok {
		return nil, tensor.Errorf("the first input is no iterator")
	}
	v, err := r.it.next(c.T)
	if err != nil {
		return nil, err
	}
	if v == nil {
		return nil, tensor.Failf(tensor.OutOfRange, "End of sequence")
	}
	leaves, err := nest.FlattenNest(v)
	if err != nil {
		return nil, err
	}
	types, _ := c.Attr("output_types").([]tensor.DType)
	shapes, _ := c.Attr("output_shapes").([]tensor.PartialShape)
	if len(types) != len(leaves) || len(shapes) != len(leaves) {
		return nil, tensor.Errorf("Number of components does not match: expected %d types but got %d.", len(types),
			len(leaves))
	}
	out := make([]op.Value, len(leaves))
	for i, l := range leaves {
		parts := bind.Components(l)
		if len(parts) != 1 {
			return nil, tensor.Failf(tensor.Unimplemented, "component %d is no tensor", i)
		}
		out[i] = parts[0]
		if d := out[i].DType(); d != types[i] {
			return nil, tensor.Errorf("Data type mismatch at component %d: expected %s but got %s.", i, types[i].CName(),
				d.CName())
		}
		if s := op.StaticShape(out[i]); !shapes[i].Compatible(s) {
			return nil, tensor.Errorf("Incompatible shapes at component %d: expected %s but got %s.", i,
				tensor.ShapeString(shapes[i].Dims), tensor.ShapeString(s.Dims))
		}
	}
	return out, nil
}

// statePrefix begins the state of an iterator in a checkpoint: how many elements it has given follows.
const statePrefix = "tfs iterator, elements given: "

// restore begins again and goes past the elements that were given. A dataset that draws by chance gives others.
func (x *dataIterator) restore(t *py.Thread, v py.Value) error {
	state, _ := v.(*tensor.Tensor)
	if state == nil || state.DType() != tensor.String || state.Len() != 1 || x.of == nil {
		return py.ValueErrorf("the state of an iterator is a text, got %s", py.ReprOf(v))
	}
	text, ok := strings.CutPrefix(state.Str(0), statePrefix)
	n, err := strconv.Atoi(text)
	if !ok || err != nil || n < 0 {
		return py.NewExc(bind.InvalidArgumentError, "the iterator's state was not written by tfs: restore the checkpoint "+
			"without the iterator")
	}
	again, err := x.of.iterate(t)
	if err != nil {
		return err
	}
	for range n {
		if err := t.Check(); err != nil {
			return err
		}
		if _, err := again.advance(t); err == data.End {
			break
		} else if err != nil {
			return x.of.failed(t, err, getNext)
		}
	}
	*x.state = *again.state
	return nil
}

// tellReading tells the interpreter how far the files of datasets were read.
func tellReading(t *py.Thread) {
	if name, done, total, ok := records.Reading(); ok {
		py.Reading(t, name, done, total)
	}
}

// getNext is the kernel that errors of iteration name.
const getNext = "IteratorGetNext"

// iterate makes an iterator of a dataset.
func (h *dataset) iterate(t *py.Thread) (*dataIterator, error) {
	if bind.Tracing(t) != nil {
		return h.traced(t)
	}
	if free := h.d.Free(); len(free) > 0 {
		return nil, py.Raisef(
			py.RuntimeErrorClass,
			"`tf.data.Dataset` only supports Python-style iteration in eager mode or "+
				"within tf.function.",
		)
	}
	in, err := h.d.Begin()
	if err != nil {
		return nil, h.failed(t, err, "MakeIterator")
	}
	return &dataIterator{state: &iterState{it: in}, of: h, spec: h.spec, lib: h.lib}, nil
}

func (x *dataIterator) advance(t *py.Thread) (data.Element, error) {
	if x.state == nil {
		return nil, py.Raisef(py.RuntimeErrorClass, "the iterator is one of a function that was traced")
	}
	tellReading(t)
	return x.state.next(&data.Run{Ctx: t.Ctx, Host: t, Made: &x.lib.made})
}

func (x *dataIterator) next(t *py.Thread) (py.Value, error) {
	if bind.Tracing(t) != nil {
		return x.ask(t, getNext, x.spec, (*iterState).next)
	}
	e, err := x.advance(t)
	switch {
	case err == data.End:
		py.Reading(t, "", 0, 0)
		return nil, nil
	case err != nil:
		return nil, x.of.failed(t, err, getNext)
	}
	return x.lib.element(x.spec, e), nil
}

// Next gives the next element; it makes the object an iterator.
func (x *dataIterator) Next(t *py.Thread) (py.Value, error) { return x.next(t) }

// Next gives the next element as NumPy's.
func (x *numpyIterator) Next(t *py.Thread) (py.Value, error) {
	v, err := x.next(t)
	if v == nil || err != nil {
		return v, err
	}
	return swapData(v, func(l py.Value) (py.Value, error) { return dataNumpy(t, l) })
}

// dataNumpy is a component as NumPy's.
func dataNumpy(t *py.Thread, v py.Value) (py.Value, error) {
	switch x := v.(type) {
	case *tensor.Tensor:
		return bind.Numpy(x), nil
	case *ragged.Ragged:
		return py.CallMethod(t, x, "numpy")
	case *sparse.Sparse:
		return v, nil
	}
	if h := datasetOf(v); h != nil {
		it, err := h.iterate(t)
		return &numpyIterator{it}, err
	}
	return v, nil
}

// numpyOver is as_numpy_iterator.
func (h *dataset) numpyOver(t *py.Thread) (py.Value, error) {
	for _, s := range dataLeaves(h.spec) {
		switch s.(type) {
		case *bind.Spec, *values.RaggedSpec, *values.SparseSpec, *function.NoneSpec:
		case *function.DatasetSpec:
		default:
			return nil, py.TypeErrorf(
				"`tf.data.Dataset.as_numpy_iterator()` is not supported for datasets that produce values "+
					"of type %s.",
				py.ReprOf(py.TypeOf(s)),
			)
		}
	}
	it, err := h.iterate(t)
	if err != nil {
		return nil, err
	}
	return &numpyIterator{it}, nil
}
