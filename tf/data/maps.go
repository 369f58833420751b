package data

import (
	"math"

	"github.com/tfs-lang/tfs/data"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/function"
	"github.com/tfs-lang/tfs/tf/public"
	"github.com/tfs-lang/tfs/tf/values"
)

// Stages of datasets that call functions.

// dataMaps declares stages that call a function on each element.
func dataMaps(fn declare) {
	fn("map(ds, func, parallel)", "What a function gives for each element.", mapped)
	fn(
		"filter(ds, predicate)",
		"Elements for which a function gives true.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			return predicated(t, a, "Dataset.filter()", "_FilterDataset", ", but its return type is ", data.Filter)
		},
	)
	fn("take_while(ds, predicate)", "Elements before the first one for which a function gives false.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			return predicated(
				t,
				a,
				"Dataset.take_while()",
				"_TakeWhileDataset",
				" but its return type is",
				data.TakeWhile,
			)
		})
	fn("flat_map(ds, func)", "The elements of the datasets that a function gives.", flatMapped)
	fn("interleave(ds, func, cycle, block, parallel)", "The elements of several such datasets in turn.", interleaved)
	fn("scan(ds, state, func)", "What a function of a state gives for each element.", scanned)
	fn("reduce(ds, state, func)", "A state folded over all elements.", reduced)
}

// mapArgs reads a dataset and traces a function on its elements.
func mapArgs(t *py.Thread, ds, fn py.Value, what string) (*dataset, *dataFunc, error) {
	h, err := wantDataset(ds)
	if err != nil {
		return nil, nil, err
	}
	f, err := traceData(t, fn, what, h.spec)
	return h, f, err
}

func mapped(t *py.Thread, a []py.Value) (py.Value, error) {
	h, f, err := mapArgs(t, a[0], a[1], "Dataset.map()")
	if err != nil {
		return nil, err
	}
	if len(f.out.leaves) == 0 {
		return nil, bind.Wrap(t, tensor.Errorf("Length for attr 'output_types' of 0 must be at least minimum 1"),
			"MapDataset", false)
	}
	if a[2] == py.None {
		d := data.Map(h.d, f, nil)
		d.Steady = f.steady
		return newDataset(t, "_MapDataset", d, f.spec, h), nil
	}
	n, err := dataInt(t, a[2])
	if err != nil {
		return nil, err
	}
	if c := op.Constant(n); c != nil && (c.Int(0) < -1 || c.Int(0) == 0) {
		return nil, bind.Wrap(
			t,
			tensor.Errorf("num_parallel_calls must be greater than zero."),
			"ParallelMapDatasetV2",
			true,
		)
	}
	return newDataset(t, "_ParallelMapDataset", data.Map(h.d, f, n), f.spec, h), nil
}

// predicated is a stage with a function that gives a boolean scalar.
func predicated(t *py.Thread, a []py.Value, what, class, text string,
	make func(d *data.Dataset, f data.Func) *data.Dataset) (py.Value, error) {
	h, f, err := mapArgs(t, a[0], a[1], what)
	if err != nil {
		return nil, err
	}
	s, ok := f.spec.(*bind.Spec)
	if !ok || s.DType != tensor.Bool || !s.Shape.Compatible(tensor.KnownShape(nil)) {
		return nil, py.ValueErrorf("Invalid `predicate`. `predicate` must return a `tf.bool` scalar tensor%s%s.", text,
			py.ReprOf(f.spec))
	}
	return newDataset(t, class, make(h.d, f), h.spec, h), nil
}

// innerOf is the spec of the elements of the dataset that a function gives.
func (f *dataFunc) innerOf() (py.Value, error) {
	if s, ok := f.spec.(*function.DatasetSpec); ok {
		return s.Elem, nil
	}
	return nil, py.TypeErrorf("The `map_func` argument must return a `Dataset` object. Got %s.",
		py.ReprOf(py.ReprOf(py.TypeOf(f.spec))))
}

func flatMapped(t *py.Thread, a []py.Value) (py.Value, error) {
	h, f, err := mapArgs(t, a[0], a[1], "Dataset.flat_map()")
	if err != nil {
		return nil, err
	}
	spec, err := f.innerOf()
	if err != nil {
		return nil, err
	}
	return newDataset(t, "_FlatMapDataset", data.FlatMap(h.d, f), spec, h), nil
}

func interleaved(t *py.Thread, a []py.Value) (py.Value, error) {
	h, f, err := mapArgs(t, a[0], a[1], "Dataset.interleave()")
	if err != nil {
		return nil, err
	}
	spec, err := f.innerOf()
	if err != nil {
		return nil, err
	}
	v, err := dataInts(t, a[2], a[3])
	if err != nil {
		return nil, err
	}
	class, kind, raw := "_InterleaveDataset", "Interleave", "InterleaveDataset"
	if a[4] != py.None {
		class, kind, raw = "_ParallelInterleaveDataset", "ParallelInterleaveV4", "ParallelInterleaveDatasetV4"
	}
	if c := op.Constant(v[0]); c != nil && (c.Int(0) == 0 || c.Int(0) < -1) {
		return nil, bind.Wrap(t, tensor.Errorf("cycle_length must be greater than zero."), raw, true)
	}
	if err := positiveCount(t, v[1], raw, "block_length must be greater than zero."); err != nil {
		return nil, err
	}
	return newDataset(t, class, data.Interleave(h.d, f, v[0], v[1], kind), spec, h), nil
}

// folding is the function of a state and an element, traced until the shapes of the state hold.
type folding struct {
	f     *dataFunc
	state *components
	spec  py.Value // of the state
}

// fold traces a function on a state and elements; next gives the spec of the next state among what it gives.
func foldOf(
	t *py.Thread,
	init, elem, fn py.Value,
	what string,
	next func(f *dataFunc) (py.Value, error),
) (*folding, error) {
	_, spec, leaves, err := normalized(t, init)
	if err != nil {
		return nil, err
	}
	out := &folding{state: componentsOf(leaves), spec: spec}
	for {
		if out.f, err = traceData(t, fn, what, out.spec, elem); err != nil {
			return nil, err
		}
		got, err := next(out.f)
		if err != nil {
			return nil, err
		}
		merged, err := weakened(out.spec, got, what)
		if err != nil {
			return nil, err
		}
		if py.ReprOf(merged) == py.ReprOf(out.spec) {
			return out, nil
		}
		out.spec = merged
	}
}

// weakened is what covers the state before and after: they agree in structure, kinds and types.
func weakened(a, b py.Value, what string) (py.Value, error) {
	prefix, mid := "", " but got "
	if what == "Dataset.scan()" {
		prefix, mid = "Invalid `scan_func`. ", ", got "
	}
	types := func(v py.Value, f func(s py.Value) py.Value) string {
		out, _ := swapData(v, func(s py.Value) (py.Value, error) { return f(s), nil })
		return py.StrOf(out)
	}
	dtype := func(s py.Value) py.Value { return leafDType(s) }
	class := func(s py.Value) py.Value { return specKind(s) }
	as, bs := dataLeaves(a), dataLeaves(b)
	same := len(as) == len(bs)
	for i := 0; same && i < len(as); i++ {
		same = py.TypeOf(as[i]) == py.TypeOf(bs[i])
	}
	if !same {
		return nil, py.TypeErrorf(
			"%sThe element classes for the new state must match the initial state. Expected %s%s%s.",
			prefix,
			types(a, class),
			mid,
			types(b, class),
		)
	}
	for i := range as {
		if leafDType(as[i]) != leafDType(bs[i]) {
			return nil, py.TypeErrorf(
				"%sThe element types for the new state must match the initial state. Expected %s%s%s.",
				prefix,
				types(a, dtype),
				mid,
				types(b, dtype),
			)
		}
	}
	if !sameDataNest(a, b) {
		return nil, py.ValueErrorf(
			"The two structures don't have the same nested structure.\n\nFirst structure: type=%s "+
				"str=%s\n\nSecond structure: type=%s str=%s",
			py.TypeOf(a).Name,
			py.StrOf(a),
			py.TypeOf(b).Name,
			py.StrOf(b),
		)
	}
	i := -1
	return swapData(a, func(s py.Value) (py.Value, error) {
		i++
		return commonSpec(s, bs[i]), nil
	})
}

// specKind is the class of the values of a leaf's spec.
func specKind(s py.Value) py.Value {
	switch s.(type) {
	case *bind.Spec:
		return bind.TensorBase()
	case *values.RaggedSpec:
		return bind.RaggedClass
	case *values.SparseSpec:
		return bind.SparseClass
	}
	return py.TypeOf(s)
}

func scanned(t *py.Thread, a []py.Value) (py.Value, error) {
	h, err := wantDataset(a[0])
	if err != nil {
		return nil, err
	}
	pair := func(f *dataFunc) (*py.Tuple, error) {
		s, ok := f.spec.(*py.Tuple)
		if !ok || len(s.Items) != 2 {
			return nil, py.TypeErrorf(
				"Invalid `scan_func`. `scan_func` should return a pair consisting of new state and the "+
					"output value but its return type is %s.",
				py.ReprOf(f.spec),
			)
		}
		return s, nil
	}
	x, err := foldOf(t, a[1], h.spec, a[2], "Dataset.scan()", func(f *dataFunc) (py.Value, error) {
		s, err := pair(f)
		if err != nil {
			return nil, err
		}
		return s.Items[0], nil
	})
	if err != nil {
		return nil, err
	}
	s, err := pair(x.f)
	if err != nil {
		return nil, err
	}
	return newDataset(t, "_ScanDataset", data.Scan(h.d, x.state.vals, x.state.build, x.f), s.Items[1], h), nil
}

// reduced is reduce: at once, or a node of the function that is being traced.
func reduced(t *py.Thread, a []py.Value) (py.Value, error) {
	h, err := wantDataset(a[0])
	if err != nil {
		return nil, err
	}
	x, err := foldOf(
		t,
		a[1],
		h.spec,
		a[2],
		"Dataset.reduce()",
		func(f *dataFunc) (py.Value, error) { return f.spec, nil },
	)
	if err != nil {
		return nil, err
	}
	free := data.Edges(h.d, x.f)
	return h.compute(t, "ReduceDataset", append(append([]op.Value{}, free...), x.state.vals...), x.spec,
		func(r *data.Run, in []op.Value) (data.Element, error) {
			state, err := x.state.build(in[len(free):])
			if err != nil {
				return nil, err
			}
			return data.Reduce(r, data.Bound(free, in), h.d, state, x.f)
		})
}

// single is get_single_element.
func (h *dataset) single(t *py.Thread) (py.Value, error) {
	free := data.Edges(h.d)
	return h.compute(t, "DatasetToSingleElement", free, h.spec, func(r *data.Run, in []op.Value) (data.Element, error) {
		return data.Single(r, data.Bound(free, in), h.d)
	})
}

// compute runs something on the dataset at once, or adds the node that will; in are the values it depends on.
func (h *dataset) compute(t *py.Thread, raw string, in []op.Value, spec py.Value,
	run func(r *data.Run, in []op.Value) (data.Element, error)) (py.Value, error) {
	if bind.Tracing(t) != nil {
		return addHost(t, raw, in, spec, func(x *op.Exec, in []op.Value) (data.Element, error) {
			return run(&data.Run{Ctx: x.Ctx, Host: x.Host, Made: &h.lib.made}, in)
		}, true)
	}
	defer py.Reading(t, "", 0, 0)
	e, err := run(&data.Run{Ctx: t.Ctx, Host: t, Made: &h.lib.made, Tell: func() { tellReading(t) }}, in)
	if err != nil {
		return nil, h.failed(t, err, raw)
	}
	return h.lib.element(spec, e), nil
}

// dataGroups declares stages that collect elements by keys and choose among datasets.
func dataGroups(fn declare) {
	fn("group_by_window(ds, key, reduce, size)", "Elements collected by a key.", grouped)
	fn("choose(choice, datasets, stop)", "The next element of one of several datasets.", chosen)
	fn(
		"sample(weights, seed, again)",
		"Numbers of datasets by chance.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			w, err := bind.Convert(t, a[0], tensor.Invalid)
			if err != nil {
				return nil, err
			}
			s, s2, err := dataSeeds(t, a[1])
			if err != nil {
				return nil, err
			}
			logits := make([]float32, w.Len())
			for i := range logits {
				logits[i] = float32(math.Log(float64(float32(w.Float(i)))))
			}
			return newDataset(t, "_MapDataset", data.Sample(logits, s, s2, a[2] == true), scalarSpec(tensor.Int64)), nil
		},
	)
}

func grouped(t *py.Thread, a []py.Value) (py.Value, error) {
	h, key, err := mapArgs(t, a[0], a[1], "Dataset.group_by_window()")
	if err != nil {
		return nil, err
	}
	int64Scalar := func(f *dataFunc) bool {
		s, ok := f.spec.(*bind.Spec)
		return ok && s.DType == tensor.Int64 && s.Shape.Compatible(tensor.KnownShape(nil))
	}
	scalar := func(f *dataFunc, name string) error {
		if int64Scalar(f) {
			return nil
		}
		return py.ValueErrorf(
			"Invalid `%s`. `%s` must return a single `tf.int64` scalar tensor but its return type is %s.",
			name,
			name,
			py.ReprOf(f.spec),
		)
	}
	if !int64Scalar(key) { // narrower integers are widened
		if key, err = castKey(t, h, a[1]); err != nil {
			return nil, err
		}
	}
	if err := scalar(key, "key_func"); err != nil {
		return nil, err
	}
	number := scalarSpec(tensor.Int64)
	size, err := traceData(t, a[3], "Dataset.group_by_window()", number)
	if err != nil {
		return nil, err
	}
	if err := scalar(size, "window_size_func"); err != nil {
		return nil, err
	}
	reduce, err := traceData(t, a[2], "Dataset.group_by_window()", number, &function.DatasetSpec{Elem: h.spec})
	if err != nil {
		return nil, err
	}
	s, ok := reduce.spec.(*function.DatasetSpec)
	if !ok {
		return nil, py.TypeErrorf(
			"Invalid `reduce_func`. `reduce_func` must return a single `tf.data.Dataset` object but its "+
				"return type is %s.",
			py.ReprOf(reduce.spec),
		)
	}
	return newDataset(t, "_GroupByWindowDataset", data.GroupByWindow(h.d, key, reduce, size), s.Elem, h), nil
}

// castKey traces the key function with its result as int64.
func castKey(t *py.Thread, h *dataset, fn py.Value) (*dataFunc, error) {
	cast := py.NewRaw(
		function.CallableName(t, fn)+"(*args)",
		"",
		func(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
			v, err := py.Call(t, fn, args, kw)
			if err != nil {
				return nil, err
			}
			return public.Cast.Run(t, v, tensor.Int64)
		},
	)
	return traceData(t, cast, "Dataset.group_by_window()", h.spec)
}

// chosen is the choice among datasets of one structure.
func chosen(t *py.Thread, a []py.Value) (py.Value, error) {
	choice, err := wantDataset(a[0])
	if err != nil {
		return nil, err
	}
	items, ok := values.ListItems(a[1])
	if !ok || len(items) == 0 {
		return nil, py.ValueErrorf("Invalid `datasets`. `datasets` should not be empty.")
	}
	var spec py.Value
	ds := make([]*data.Dataset, len(items))
	from := make([]*dataset, len(items))
	for i, v := range items {
		h, err := wantDataset(v)
		if err != nil {
			return nil, err
		}
		if spec == nil {
			spec = h.spec
		} else if with, err := mergedSpec(spec, h.spec); err != nil {
			return nil, py.TypeErrorf("Invalid `datasets`. `datasets` must have compatible element specs.\n "+
				"Dataset 0 element_spec=%s.\nDataset %d element_spec=%s.", py.ReprOf(from[0].spec), i, py.ReprOf(h.spec))
		} else {
			spec = with
		}
		ds[i], from[i] = h.d, h
	}
	return newDataset(t, "_DirectedInterleaveDataset", data.Choose(choice.d, ds, a[2] == true), spec, from...), nil
}
