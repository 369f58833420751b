package data

import (
	"errors"
	"strings"

	"github.com/tfs-lang/tfs/data"
	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/function"
	"github.com/tfs-lang/tfs/tf/random"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// The module _tf_datasets: what the methods of the library's Dataset class are made of. Its functions take
// arguments by position; their names, defaults and texts are the library's.

// DatasetsModule is _tf_datasets.
func DatasetsModule() *py.Module {
	m := &py.Module{Name: "_tf_datasets", Short: "_tf_datasets", Attrs: map[string]py.Value{}, Shared: true,
		Doc: "Stages of datasets, for tfs's own modules."}
	fn := func(sig, doc string, f func(t *py.Thread, a []py.Value) (py.Value, error)) {
		b := py.NewBuiltin(sig, f)
		b.Doc = doc
		m.Attrs[b.Name] = b
	}
	m.Attrs["Base"] = datasetBase
	dataClasses(fn)
	dataSources(fn)
	dataFlow(fn)
	dataMaps(fn)
	dataBatches(fn)
	dataGroups(fn)
	dataFiles(fn)
	return m
}

type declare = func(sig, doc string, f func(t *py.Thread, a []py.Value) (py.Value, error))

// dataClasses declares what objects and classes need.
func dataClasses(fn declare) {
	fn("register(cls)", "Tells of a class of the library.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		c := a[0].(*py.Class)
		dataLibOf(t).classes[c.Name] = c
		return c, nil
	})
	fn("debug(on)", "Has functions run as they are written.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		dataLibOf(t).debug = a[0] == true
		return py.None, nil
	})
	with := func(sig, doc string, f func(t *py.Thread, h *dataset) (py.Value, error)) {
		fn(sig, doc, func(t *py.Thread, a []py.Value) (py.Value, error) {
			h, err := wantDataset(a[0])
			if err != nil {
				return nil, err
			}
			return f(t, h)
		})
	}
	with(
		"spec(ds)",
		"The spec of the elements.",
		func(_ *py.Thread, h *dataset) (py.Value, error) { return h.spec, nil },
	)
	with(
		"size(ds)",
		"The number of elements.",
		func(_ *py.Thread, h *dataset) (py.Value, error) { return h.d.Size, nil },
	)
	with("iterate(ds)", "An iterator.", func(t *py.Thread, h *dataset) (py.Value, error) { return h.iterate(t) })
	with("numpy(ds)", "An iterator that gives NumPy's values.", func(t *py.Thread, h *dataset) (py.Value, error) {
		return h.numpyOver(t)
	})
	with("options(ds)", "The options that were set, a dict.", func(_ *py.Thread, h *dataset) (py.Value, error) {
		if h.opts == nil {
			return py.NewDict(), nil
		}
		return h.opts, nil
	})
	with("single(ds)", "The only element.", func(t *py.Thread, h *dataset) (py.Value, error) { return h.single(t) })
	dataSpecs(fn)
}

// dataSpecs declares what tells of structures and changes what is said of a dataset.
func dataSpecs(fn declare) {
	fn(
		"with_options(ds, options)",
		"The dataset with a dict of options.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			h, err := wantDataset(a[0])
			if err != nil {
				return nil, err
			}
			v := newDataset(t, "_OptionsDataset", h.d, h.spec, h)
			datasetOf(v).opts = a[1].(*py.Dict)
			return v, nil
		},
	)
	fn(
		"retyped(ds, spec, class_name)",
		"The dataset with another spec.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			h, err := wantDataset(a[0])
			if err != nil {
				return nil, err
			}
			return newDataset(t, py.StrOf(a[2]), h.d, a[1], h), nil
		},
	)
	fn(
		"structure(value)",
		"The spec of a dataset's or an iterator's elements.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			if h := datasetOf(a[0]); h != nil {
				return h.spec, nil
			}
			if it, ok := a[0].(*dataIterator); ok {
				return it.spec, nil
			}
			return py.None, nil
		},
	)
	fn("spec_of(value)", "The spec of a structure of values.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		_, spec, _, err := normalized(t, a[0])
		return spec, err
	})
	fn("map_leaves(f, structure)", "The structure with a function's values for its leaves.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			return swapData(a[1], func(l py.Value) (py.Value, error) { return py.Call(t, a[0], []py.Value{l}, nil) })
		})
	fn("leaves(structure)", "The leaves of a structure.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return py.NewList(dataLeaves(a[0])...), nil
	})
}

func wantDataset(v py.Value) (*dataset, error) {
	if h := datasetOf(v); h != nil {
		return h, nil
	}
	return nil, py.TypeErrorf("expected a tf.data.Dataset, got %s", py.ReprOf(v))
}

// dataInt is an int64 scalar of an argument, or an edge of one.
func dataInt(t *py.Thread, v py.Value) (op.Value, error) {
	x, err := dataTensor(t, v, tensor.Int64)
	if err != nil {
		return nil, err
	}
	if c := op.Constant(x); c != nil && c.Rank() != 0 {
		return nil, py.NewExc(bind.InvalidArgumentError, "a count must be a scalar, got shape "+
			tensor.ShapeString(c.Shape()))
	}
	return x, nil
}

// dataInts are several of them.
func dataInts(t *py.Thread, vs ...py.Value) ([]op.Value, error) {
	out := make([]op.Value, len(vs))
	for i, v := range vs {
		x, err := dataInt(t, v)
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}

// positiveCount refuses a number that is known and not above 0, in the words of a kernel.
func positiveCount(t *py.Thread, v op.Value, raw, msg string) error {
	if c := op.Constant(v); c != nil && c.Int(0) <= 0 {
		return bind.Wrap(t, tensor.Errorf("%s", msg), raw, true)
	}
	return nil
}

// dataSources declares datasets that read from nothing.
func dataSources(fn declare) {
	fn("from_tensors(tensors)", "One element.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		_, spec, leaves, err := normalized(t, a[0])
		if err != nil {
			return nil, err
		}
		c := componentsOf(leaves)
		if len(c.leaves) == 0 {
			return nil, bind.Wrap(t, tensor.Errorf("Length for attr 'Toutput_types' of 0 must be at least minimum 1"),
				"TensorDataset", false)
		}
		return newDataset(t, "_TensorDataset", data.FromTensors(c.vals, c.build), spec), nil
	})
	fn("from_tensor_slices(tensors)", "The rows of tensors.", fromSlices)
	fn("from_list(elements)", "Elements of one structure, one by one.", fromList)
	fn("range(start, stop, step, dtype)", "Numbers.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		v, err := dataInts(t, a[:3]...)
		if err != nil {
			return nil, err
		}
		d, err := bind.ToDType(a[3], "")
		if err != nil {
			return nil, err
		}
		if c := op.Constant(v[2]); c != nil && c.Int(0) == 0 {
			return nil, bind.Wrap(t, tensor.Errorf("step must be a non-zero integer."), "RangeDataset", true)
		}
		return newDataset(t, "_RangeDataset", data.Range(v[0], v[1], v[2], d), scalarSpec(d)), nil
	})
	fn("counter(start, step, dtype)", "Numbers without end.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		d, err := bind.ToDType(a[2], "")
		if err != nil {
			return nil, err
		}
		start, err := dataTensor(t, a[0], d)
		if err != nil {
			return nil, err
		}
		step, err := dataTensor(t, a[1], d)
		if err != nil {
			return nil, err
		}
		return newDataset(t, "_ScanDataset", data.Counter(start, step), scalarSpec(d)), nil
	})
	fn("random(seed, again)", "Numbers by chance.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		s, s2, err := dataSeeds(t, a[0])
		if err != nil {
			return nil, err
		}
		return newDataset(t, "_RandomDataset", data.Random(s, s2, a[1] == true), scalarSpec(tensor.Int64)), nil
	})
	fn("generate(open, spec, class_name, node)", "What the iterator that open() makes gives; node names it in errors.", generated)
}

func scalarSpec(d tensor.DType) py.Value {
	return &bind.Spec{Shape: tensor.KnownShape(nil), DType: d, Name: py.None}
}

// fromSlices is from_tensor_slices: the first dimensions agree as far as they are known.
func fromSlices(t *py.Thread, a []py.Value) (py.Value, error) {
	_, spec, leaves, err := normalized(t, a[0])
	if err != nil {
		return nil, err
	}
	c := componentsOf(leaves)
	if len(c.leaves) == 0 {
		return nil, py.ValueErrorf("Invalid `element`. `element` should not be empty.")
	}
	size := -1
	for i, s := range dataLeaves(spec) {
		if _, none := s.(*function.NoneSpec); none {
			continue
		}
		if _, err := inside(s); err != nil {
			return nil, err
		}
		n := leadingDim(s)
		if i > 0 && size >= 0 && n >= 0 && n != size {
			return nil, py.ValueErrorf("Dimensions %d and %d are not compatible", size, n)
		}
		size = max(size, n)
	}
	rows, err := swapShapes(spec, inside)
	if err != nil {
		return nil, err
	}
	n := int64(size)
	if size < 0 {
		n = data.Unknown
	}
	return newDataset(t, "_TensorSliceDataset", data.FromSlices(c.vals, n, c.build), rows), nil
}

// fromList is tf.data.experimental.from_list.
func fromList(t *py.Thread, a []py.Value) (py.Value, error) {
	items, ok := values.ListItems(a[0])
	if !ok || len(items) == 0 {
		return nil, py.ValueErrorf("Invalid `elements`. `elements` should not be empty.")
	}
	var spec py.Value
	list := make([]data.Element, len(items))
	for i, e := range items {
		_, s, leaves, err := normalized(t, e)
		if err != nil {
			return nil, err
		}
		if spec == nil {
			spec = s
		} else {
			spec, err = mergedSpec(spec, s)
			if err != nil {
				return nil, err
			}
		}
		c := componentsOf(leaves)
		if list[i], err = c.build(c.vals); err != nil {
			return nil, err
		}
	}
	return newDataset(t, "_ListDataset", data.FromElements("List", list), spec), nil
}

// mergedSpec covers two structures of specs that agree in all but shapes.
func mergedSpec(a, b py.Value) (py.Value, error) {
	bs := dataLeaves(b)
	if !sameDataNest(a, b) {
		return nil, py.ValueErrorf("The two structures don't have the same nested structure.")
	}
	i := -1
	return swapData(a, func(s py.Value) (py.Value, error) {
		i++
		if !sameSpecKind(s, bs[i]) {
			return nil, py.TypeErrorf("Incompatible dataset elements:\n  %s vs.   %s", py.ReprOf(a), py.ReprOf(b))
		}
		return commonSpec(s, bs[i]), nil
	})
}

// generated is a dataset over an iterator of the language; its elements are converted to the spec.
func generated(t *py.Thread, a []py.Value) (py.Value, error) {
	spec := a[1]
	open := a[0]
	node := &op.Node{Name: py.StrOf(a[3])}
	d := data.Generator("FlatMap", func(*data.Env) (func(r *data.Run) (data.Element, error), error) {
		var it py.Iterator
		return func(r *data.Run) (data.Element, error) {
			t := r.Host.(*py.Thread)
			var out data.Element
			err := (*bind.Recording)(nil).With(t, func() error {
				if it == nil {
					v, err := py.Call(t, open, nil, nil)
					if err != nil {
						return err
					}
					if it, err = py.Iter(t, v); err != nil {
						return err
					}
				}
				v, err := it.Next(t)
				if err != nil {
					return err
				}
				if v == nil {
					return data.End
				}
				_, _, leaves, err := normalized(t, v)
				if err != nil {
					return err
				}
				c := componentsOf(leaves)
				out, err = c.build(c.vals)
				return err
			})
			return out, generatorError(t, err, node)
		}, nil
	})
	dataLibOf(t).made.Add(1) // TensorFlow has a dataset of one element under it
	return newDataset(t, py.StrOf(a[2]), d, spec), nil
}

// generatorError is the failure of a generator: that of the node that calls it, an error of TensorFlow's own whatever
// was raised.
func generatorError(t *py.Thread, err error, node *op.Node) error {
	var e *py.Exc
	if !errors.As(err, &e) || !e.Class.Is(py.ExceptionClass) {
		return err
	}
	return &graph.NodeError{Node: node, Err: hostError(t, e)}
}

// dataSeeds are the two seeds of a random stage: as those of random kernels.
func dataSeeds(t *py.Thread, seed py.Value) (a, b uint64, err error) {
	f := table.FlowOf(&bind.Call{T: t, Op: &bind.Op{}})
	at := random.Seeded(f, seed)
	if f.Err != nil {
		return 0, 0, f.Err
	}
	for _, kv := range at {
		switch kv.Name {
		case "seed":
			a = uint64(kv.Value.(int))
		case "seed2":
			b = uint64(kv.Value.(int))
		}
	}
	if len(at) == 0 {
		a, b = entropy(), entropy()
	}
	return a, b, nil
}

func init() {
	table.AlsoInLibrary("tf.data.Dataset", "_tf_data:DatasetV2")
	table.InLibrary(
		"_tf_data_options",
		"tf.data.Options",
		"tf.data.ThreadingOptions",
		"tf.data.experimental.AutoShardPolicy",
		"tf.data.experimental.AutotuneAlgorithm",
		"tf.data.experimental.AutotuneOptions",
		"tf.data.experimental.DistributeOptions",
		"tf.data.experimental.ExternalStatePolicy",
		"tf.data.experimental.OptimizationOptions",
		"tf.data.experimental.ServiceOptions",
		"tf.data.experimental.ThreadingOptions",
	)
	for _, name := range strings.Fields(`Counter RandomDataset Reducer assert_cardinality at bucket_by_sequence_length
		cardinality choose_from_datasets copy_to_device dense_to_ragged_batch dense_to_sparse_batch enable_debug_mode
		enumerate_dataset from_list from_variant get_next_as_optional get_single_element get_structure group_by_reducer

			group_by_window ignore_errors load map_and_batch pad_to_cardinality parallel_interleave prefetch_to_device rejection_resample
		sample_from_datasets save scan shuffle_and_repeat snapshot take_while to_variant unbatch unique`) {
		table.InLibrary("_tf_data_experimental", "tf.data.experimental."+name)
	}
	table.InLibrary("_tf_data_lookup", "tf.data.experimental.table_from_dataset",
		"tf.data.experimental.index_table_from_dataset", "tf.data.experimental.TFRecordWriter")
	for _, name := range strings.Fields(`Dataset DatasetSpec FixedLengthRecordDataset Iterator NumpyIterator Options
		TFRecordDataset TextLineDataset ThreadingOptions AUTOTUNE INFINITE_CARDINALITY UNKNOWN_CARDINALITY
		get_output_classes get_output_shapes get_output_types make_initializable_iterator make_one_shot_iterator`) {
		table.InLibrary("_tf_data_v1", "tf.compat.v1.data."+name)
	}
	table.AlsoInLibrary("tf.data.TextLineDataset", "_tf_data_readers:TextLineDatasetV2")
	table.AlsoInLibrary("tf.data.TFRecordDataset", "_tf_data_readers:TFRecordDatasetV2")
	table.AlsoInLibrary("tf.data.FixedLengthRecordDataset", "_tf_data_readers:FixedLengthRecordDatasetV2")
	table.AlsoInLibrary("tf.data.experimental.CsvDataset", "_tf_data_readers:CsvDatasetV2")
	table.InLibrary("_tf_data_readers", "tf.data.experimental.make_csv_dataset",
		"tf.data.experimental.make_batched_features_dataset", "tf.data.experimental.parse_example_dataset")
	table.Constant(function.DatasetSpecClass, "tf.data.DatasetSpec", "tf.data.experimental.DatasetStructure")
	table.Constant(int64(-1), "tf.data.AUTOTUNE", "tf.data.experimental.AUTOTUNE", "tf.data.experimental.SHARD_HINT",
		"tf.data.INFINITE_CARDINALITY",
		"tf.data.experimental.INFINITE_CARDINALITY")
	table.Constant(int64(-2), "tf.data.UNKNOWN_CARDINALITY", "tf.data.experimental.UNKNOWN_CARDINALITY")
}
