package data

import (
	"math/rand/v2"

	"github.com/tfs-lang/tfs/data"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/function"
	"github.com/tfs-lang/tfs/tf/values"
)

// Stages of datasets that choose, order and line up elements, as the library's methods call them.

// entropy is a seed by chance.
func entropy() uint64 { return rand.Uint64() }

// dataFlow declares stages that do not look at elements.
func dataFlow(fn declare) {
	counted := func(name, class string, make func(d *data.Dataset, n op.Value) *data.Dataset) {
		fn(name+"(ds, n)", "The stage of that name.", func(t *py.Thread, a []py.Value) (py.Value, error) {
			h, err := wantDataset(a[0])
			if err != nil {
				return nil, err
			}
			n, err := dataInt(t, a[1])
			if err != nil {
				return nil, err
			}
			return newDataset(t, class, make(h.d, n), h.spec, h), nil
		})
	}
	counted("take", "_TakeDataset", data.Take)
	counted("skip", "_SkipDataset", data.Skip)
	counted("repeat", "_RepeatDataset", data.Repeat)
	counted("prefetch", "_PrefetchDataset", data.Prefetch)
	fn("shard(ds, n, index)", "Every n-th element.", shard)
	fn("concatenate(a, b)", "The elements of one dataset after the other's.", concatenate)
	fn("zip(structure)", "Elements side by side.", zipped)
	fn("enumerate(ds, start)", "Elements with their numbers.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		h, err := wantDataset(a[0])
		if err != nil {
			return nil, err
		}
		n, err := dataInt(t, a[1])
		if err != nil {
			return nil, err
		}
		dataLibOf(t).made.Add(1) // and one that counts
		return newDataset(
			t,
			"_ZipDataset",
			data.Enumerate(h.d, n),
			py.NewTuple(scalarSpec(tensor.Int64), h.spec),
			h,
		), nil
	})
	fn("shuffle(ds, size, seed, again)", "Elements in an order by chance.", shuffled)
	fn("cache(ds)", "Elements kept in memory.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		h, err := wantDataset(a[0])
		if err != nil {
			return nil, err
		}
		return newDataset(t, "CacheDataset", data.Cache(h.d), h.spec, h), nil
	})
	fn("fingerprint(ds)", "A number pipelines of the same stages share.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		h, err := wantDataset(a[0])
		if err != nil {
			return nil, err
		}
		return tensor.Scalar(h.d.Fingerprint()), nil
	})
	dataChecks(fn)
}

// dataChecks declares stages that refuse elements or leave them out.
func dataChecks(fn declare) {
	fn(
		"assert_cardinality(ds, n)",
		"Fails for another number of elements.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			h, err := wantDataset(a[0])
			if err != nil {
				return nil, err
			}
			n, err := dataInt(t, a[1])
			if err != nil {
				return nil, err
			}
			c := op.Constant(n)
			if c == nil {
				return nil, py.ValueErrorf("expected_cardinality must be known")
			}
			return newDataset(t, "_AssertCardinalityDataset", data.AssertCardinality(h.d, c.Int(0)), h.spec, h), nil
		},
	)
	fn("ignore_errors(ds, log)", "Elements that do not fail.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		h, err := wantDataset(a[0])
		if err != nil {
			return nil, err
		}
		var tell func(r *data.Run, err error)
		if a[1] == true {
			tell = func(r *data.Run, err error) {
				if t, ok := r.Host.(*py.Thread); ok {
					_, _ = t.Stderr.Write(
						[]byte(
							"Error raised with error message " + py.StrOf(
								function.ErrText(h.failed(t, err, getNext)),
							) + "\n",
						),
					)
				}
			}
		}
		return newDataset(t, "_IgnoreErrorsDataset", data.IgnoreErrors(h.d, tell), h.spec, h), nil
	})
	fn("unique(ds)", "Each element once.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		h, err := wantDataset(a[0])
		if err != nil {
			return nil, err
		}
		for _, s := range dataLeaves(h.spec) {
			switch d := leafDType(s); d {
			case tensor.Int32, tensor.Int64, tensor.String:
			default:
				return nil, py.TypeErrorf(
					"`tf.data.Dataset.unique` does not support type %s -- only `tf.int32`, `tf.int64`, "+
						"and `tf.string` are supported.",
					py.ReprOf(d),
				)
			}
		}
		return newDataset(t, "_UniqueDataset", data.Unique(h.d), h.spec, h), nil
	})
}

func shard(t *py.Thread, a []py.Value) (py.Value, error) {
	h, err := wantDataset(a[0])
	if err != nil {
		return nil, err
	}
	v, err := dataInts(t, a[1:]...)
	if err != nil {
		return nil, err
	}
	if n, i := op.Constant(v[0]), op.Constant(v[1]); n != nil && i != nil {
		if err := data.CheckShard(n.Int(0), i.Int(0)); err != nil {
			return nil, bind.Wrap(t, err, "ShardDataset", true)
		}
	}
	return newDataset(t, "_ShardDataset", data.Shard(h.d, v[0], v[1]), h.spec, h), nil
}

func concatenate(t *py.Thread, a []py.Value) (py.Value, error) {
	h, err := wantDataset(a[0])
	if err != nil {
		return nil, err
	}
	o, err := wantDataset(a[1])
	if err != nil {
		return nil, err
	}
	if !sameDataNest(h.spec, o.spec) {
		return nil, py.TypeErrorf("Incompatible dataset elements:\n  %s vs.   %s", py.ReprOf(h.spec), py.ReprOf(o.spec))
	}
	spec, err := mergedSpec(h.spec, o.spec)
	if err != nil {
		return nil, err
	}
	return newDataset(t, "_ConcatenateDataset", data.Concatenate(h.d, o.d), spec, h, o), nil
}

// zipped makes a dataset of a structure of datasets.
func zipped(t *py.Thread, a []py.Value) (py.Value, error) {
	var ds []*data.Dataset
	var from []*dataset
	spec, err := swapData(a[0], func(l py.Value) (py.Value, error) {
		h := datasetOf(l)
		if h == nil {
			if _, ok := l.(*py.List); ok {
				return nil, py.TypeErrorf("Invalid input to `zip`. Inputs are expected to be (nested) structures of " +
					"`tf.data.Dataset` objects. Python `list` is not supported and you should use `tuple` instead.")
			}
			return nil, py.TypeErrorf("Invalid input to `zip`. Inputs are expected to be (nested) structures of "+
				"`tf.data.Dataset` objects but encountered object of type %s.", py.ReprOf(py.TypeOf(l)))
		}
		ds, from = append(ds, h.d), append(from, h)
		return h.spec, nil
	})
	if err != nil {
		return nil, err
	}
	return newDataset(t, "_ZipDataset", data.Zip(ds...), spec, from...), nil
}

func shuffled(t *py.Thread, a []py.Value) (py.Value, error) {
	h, err := wantDataset(a[0])
	if err != nil {
		return nil, err
	}
	n, err := dataInt(t, a[1])
	if err != nil {
		return nil, err
	}
	if c := op.Constant(n); c != nil && (c.Int(0) == 0 || c.Int(0) == data.Infinite || c.Int(0) < data.Unknown) {
		return nil, bind.Wrap(t, tensor.Errorf("buffer_size must be greater than zero or UNKNOWN_CARDINALITY"),
			"ShuffleDatasetV3", true)
	}
	s, s2, err := dataSeeds(t, a[2])
	if err != nil {
		return nil, err
	}
	return newDataset(t, "_ShuffleDataset", data.Shuffle(h.d, n, s, s2, a[3] != false), h.spec, h), nil
}

// dataBatches declares stages that make one element of several and the reverse.
func dataBatches(fn declare) {
	fn("batch(ds, n, drop, class_name)", "Elements stacked.", batch)
	fn("padded_batch(ds, n, shapes, values, drop)", "Elements stacked, made equal.", paddedBatch)
	fn("ragged_batch(ds, n, drop, splits)", "Elements as rows.", raggedBatch)
	fn(
		"sparse_batch(ds, n, shape)",
		"Elements as rows of a sparse tensor.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			h, err := wantDataset(a[0])
			if err != nil {
				return nil, err
			}
			n, err := dataInt(t, a[1])
			if err != nil {
				return nil, err
			}
			s, err := bind.ToShape(t, a[2])
			if err != nil {
				return nil, err
			}
			x, ok := h.spec.(*bind.Spec)
			if !ok {
				return nil, py.TypeErrorf(
					"`sparse_batch` requires an input dataset with a single `tf.Tensor` component",
				)
			}
			shape := tensor.KnownShape([]int{-1}).Concat(s)
			return newDataset(
				t,
				"_DenseToSparseBatchDataset",
				data.SparseBatch(h.d, n, s.Dims),
				&values.SparseSpec{Shape: shape, Dtype: x.DType},
				h,
			), nil
		},
	)
	fn("unbatch(ds)", "The rows of elements.", unbatch)
	fn("rebatch(ds, sizes, drop)", "Batches of other sizes.", rebatch)
	fn("window(ds, size, shift, stride, drop)", "Datasets of consecutive elements.", windowed)
}

// batchArgs reads a dataset, a size and whether what remains is left out; static is the size where it is known to
// be that of every batch, else -1.
func batchArgs(
	t *py.Thread,
	a []py.Value,
	drop py.Value,
	raw string,
) (h *dataset, n op.Value, left bool, static int, err error) {
	if h, err = wantDataset(a[0]); err != nil {
		return
	}
	if n, err = dataInt(t, a[1]); err != nil {
		return
	}
	if err = positiveCount(t, n, raw, "Batch size must be greater than zero."); err != nil {
		return
	}
	if x, ok := bind.AsTensor(drop); ok {
		left = x.Int(0) != 0
	} else if left, err = py.Truth(t, drop); err != nil {
		return
	}
	static = -1
	if c := op.Constant(n); c != nil && left {
		static = int(c.Int(0))
	}
	return
}

func batch(t *py.Thread, a []py.Value) (py.Value, error) {
	h, n, drop, static, err := batchArgs(t, a, a[2], "BatchDatasetV2")
	if err != nil {
		return nil, err
	}
	spec := batchSpec(h.spec, static)
	return newDataset(t, py.StrOf(a[3]), data.Batch(h.d, n, drop, stackerOf(spec)), spec, h), nil
}

// stackerOf says how the components of a batch are made, by the batch's spec.
func stackerOf(spec py.Value) *data.Stacker {
	s := &data.Stacker{}
	for _, l := range dataLeaves(spec) {
		if _, none := l.(*function.NoneSpec); none {
			continue
		}
		var as *data.Ragged
		if r, ok := l.(*values.RaggedSpec); ok && r.Rank > 0 {
			as = &data.Ragged{Rank: r.Rank, Splits: r.Splits}
		}
		s.Ragged = append(s.Ragged, as)
	}
	return s
}

func raggedBatch(t *py.Thread, a []py.Value) (py.Value, error) {
	h, n, drop, static, err := batchArgs(t, a, a[2], "BatchDatasetV2")
	if err != nil {
		return nil, err
	}
	splits, err := bind.ToDType(a[3], "")
	if err != nil {
		return nil, err
	}
	spec, err := swapData(h.spec, func(s py.Value) (py.Value, error) {
		x, ok := s.(*bind.Spec)
		if !ok || x.Shape.FullyDefined() {
			return under(s, static), nil
		}
		if x.Shape.UnknownRank {
			return nil, py.ValueErrorf("`ragged_batch` needs elements of a known rank, got %s", py.ReprOf(s))
		}
		shape := tensor.KnownShape([]int{static}).Concat(x.Shape)
		return &values.RaggedSpec{Shape: shape, Dtype: x.DType, Rank: len(x.Shape.Dims), Splits: splits}, nil
	})
	if err != nil {
		return nil, err
	}
	return newDataset(t, "_BatchDataset", data.Batch(h.d, n, drop, stackerOf(spec)), spec, h), nil
}

func unbatch(t *py.Thread, a []py.Value) (py.Value, error) {
	h, err := wantDataset(a[0])
	if err != nil {
		return nil, err
	}
	for _, s := range dataLeaves(h.spec) {
		if p := leafShape(s); !p.UnknownRank && len(p.Dims) == 0 {
			return nil, py.ValueErrorf("Cannot unbatch an input with scalar components.")
		}
	}
	size := -1
	for _, s := range dataLeaves(h.spec) {
		n := leadingDim(s)
		if size >= 0 && n >= 0 && n != size {
			return nil, py.ValueErrorf("Cannot unbatch an input whose components have different batch sizes.")
		}
		size = max(size, n)
	}
	spec, err := swapShapes(h.spec, inside)
	if err != nil {
		return nil, err
	}
	d := data.Unbatch(h.d)
	if size >= 0 && h.d.Size >= 0 {
		d.Size = h.d.Size * int64(size)
	}
	return newDataset(t, "_UnbatchDataset", d, spec, h), nil
}

func rebatch(t *py.Thread, a []py.Value) (py.Value, error) {
	h, err := wantDataset(a[0])
	if err != nil {
		return nil, err
	}
	sizes, err := dataTensor(t, a[1], tensor.Int64)
	if err != nil {
		return nil, err
	}
	c := op.Constant(sizes)
	if c == nil {
		return nil, py.ValueErrorf("batch sizes must be known")
	}
	for _, n := range c.Int64s() {
		if n < 0 {
			return nil, bind.Wrap(
				t,
				tensor.Errorf("All batch sizes must be greater than or equal to zero"),
				"RebatchDatasetV2",
				true,
			)
		}
	}
	drop, err := py.Truth(t, a[2])
	if err != nil {
		return nil, err
	}
	for _, s := range dataLeaves(h.spec) {
		if p := leafShape(s); !p.UnknownRank && len(p.Dims) == 0 {
			return nil, py.ValueErrorf(
				"Invalid `batch_sizes`. Expected dataset with rank of >= 1 but found a dataset with " +
					"scalar elements. Fix the issue by adding the `batch` transformation to the dataset.",
			)
		}
	}
	static := -1
	if c.Rank() == 0 {
		if sizes = c.WithShape([]int{1}); drop {
			static = int(c.Int(0))
		}
	}
	spec, err := swapData(h.spec, func(s py.Value) (py.Value, error) {
		p := leafShape(s)
		if p.UnknownRank {
			return s, nil
		}
		return leafShaped(s, tensor.KnownShape([]int{static}).Concat(tensor.PartialShape{Dims: p.Dims[1:]})), nil
	})
	if err != nil {
		return nil, err
	}
	return newDataset(t, "_RebatchDataset", data.Rebatch(h.d, sizes, drop), spec, h), nil
}

func windowed(t *py.Thread, a []py.Value) (py.Value, error) {
	h, err := wantDataset(a[0])
	if err != nil {
		return nil, err
	}
	v, err := dataInts(t, a[1:4]...)
	if err != nil {
		return nil, err
	}
	for i, what := range []string{"size", "shift", "stride"} {
		if err := positiveCount(t, v[i], "WindowDataset", "Window "+what+" must be greater than zero."); err != nil {
			return nil, err
		}
	}
	drop, err := py.Truth(t, a[4])
	if err != nil {
		return nil, err
	}
	spec, err := swapData(h.spec, func(s py.Value) (py.Value, error) { return &function.DatasetSpec{Elem: s}, nil })
	if err != nil {
		return nil, err
	}
	w := data.Windows{Size: v[0], Shift: v[1], Stride: v[2], Drop: drop}
	return newDataset(t, "_WindowDataset", data.Window(h.d, w), spec, h), nil
}
