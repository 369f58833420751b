package op

import "github.com/tfs-lang/tfs/tensor"

// m64 is a matrix of coordinates.
func m64(cols int, v ...int64) Value { return tensor.FromSlice([]int{len(v) / cols, cols}, v) }

func init() {
	at, dims, other := m64(2, 0, 1, 1, 0, 1, 2), i64(2, 3), m64(2, 0, 0, 1, 2)
	vals, more := ramp(0, 3), ramp(1, 2)
	half := func() Value { return f64(nil, 0) }
	st := []Value{at, vals, dims}
	with := func(in ...Value) []Value { return append(st[:3:3], in...) }
	long := func(n int64) Value { return tensor.Scalar(n) }
	samples = append(samples,
		sample{name: "SparseToDense", in: []Value{at, dims, vals, f64(nil, 0.5)}},
		sample{name: "SparseToDense", at: Attrs{{"validate_indices", false}},
			in: []Value{i32(2, 0), i32(4), f64([]int{2}, 1, 2), half()}},
		sample{name: "SparseReorder", in: []Value{m64(2, 1, 2, 0, 1, 1, 0), vals, dims}},
		sample{name: "SparseReshape", in: []Value{at, dims, i64(3, -1)}},
		sample{name: "SparseConcat", at: Attrs{{"concat_dim", 1}}, in: []Value{at, other, vals, more, dims, dims}},
		sample{name: "SparseSplit", at: Attrs{{"num_split", 2}}, in: []Value{long(1), at, vals, dims}, vary: true},
		sample{name: "SparseSlice", in: with(i64(0, 1), i64(2, 2)), vary: true},
		sample{name: "SparseSliceGrad", in: []Value{more, at, i64(0, 1), m64(2, 0, 0, 1, 1)}},
		sample{name: "SparseFillEmptyRows",
			in: []Value{m64(2, 0, 1, 3, 0, 3, 2), vals, i64(4, 3), f64(nil, 0.25)}, vary: true},
		sample{name: "SparseFillEmptyRowsGrad", in: []Value{i64(0, 3), ramp(0, 4)}},
		sample{name: "SparseAdd", in: with(other, more, dims, half()), vary: true},
		sample{name: "SparseAddGrad", in: []Value{ramp(0, 4), at, other, m64(2, 0, 0, 0, 1, 1, 0, 1, 2)}},
		sample{name: "SparseTensorDenseAdd", in: with(ramp(1, 2, 3))},
		sample{name: "SparseTensorDenseMatMul", in: with(ramp(1, 3, 2))},
		sample{name: "SparseTensorDenseMatMul", at: Attrs{{"adjoint_a", true}, {"adjoint_b", true}},
			in: with(ramp(1, 4, 2))},
		sample{name: "SparseSparseMaximum", in: with(other, more, dims), vary: true},
		sample{name: "SparseSparseMinimum", in: with(other, more, dims), vary: true},
		sample{name: "SparseDenseCwiseAdd", in: with(ramp(1, 2, 3))},
		sample{name: "SparseDenseCwiseMul", in: with(ramp(1, 3))},
		sample{name: "SparseDenseCwiseDiv", in: with(ramp(1, 2, 1))},
		sample{name: "DenseToDenseSetOperation", at: Attrs{{"set_operation", "a-b"}},
			in: []Value{m64(2, 1, 2, 3, 4), m64(2, 1, 5, 3, 4)}, vary: true},
		sample{name: "DenseToSparseSetOperation", at: Attrs{{"set_operation", "union"}},
			in: []Value{m64(3, 1, 2, 2, 3, 4, 4), at, i64(7, 8, 9), dims}, vary: true},
		sample{name: "SparseToSparseSetOperation", at: Attrs{{"set_operation", "intersection"}},
			in: []Value{at, i64(7, 8, 9), dims, other, i64(8, 9), dims}, vary: true},
		sample{name: "SerializeSparse", in: st}, sample{name: "SerializeManySparse", in: st, vary: true},
		sample{name: "DeserializeManySparse", at: Attrs{{"dtype", vals.DType()}}, vary: true,
			in: []Value{eager(SerializeManySparse, nil, at, vals, dims)}},
		sample{name: "SetSize", in: []Value{at, i64(7, 8, 9), dims}, vary: true},
		sample{name: "EditDistance", in: []Value{at, i64(7, 8, 9), dims, other, i64(8, 9), dims}},
		sample{name: "DenseCountSparseOutput", at: Attrs{{"binary_output", false}}, vary: true,
			in: []Value{m64(2, 1, 2, 2, 2), i64()}},
		sample{name: "SparseCountSparseOutput", at: Attrs{{"binary_output", false}}, vary: true,
			in: []Value{at, i64(3, 1, 3), dims, i64(5, 6, 7)}},
		sample{name: "RaggedCountSparseOutput", at: Attrs{{"binary_output", true}}, vary: true,
			in: []Value{i64(0, 2, 3), i64(4, 4, 1), i64()}},
		sample{name: "SparseBincount", vary: true, in: []Value{at, i64(3, 1, 3), dims, long(4), i64(5, 6, 7)}},
		sample{name: "RaggedBincount", vary: true, in: []Value{i64(0, 2, 3), i64(4, 4, 1), long(5), i64()}},
		sample{name: "SparseCross", vary: true, at: Attrs{{"N", 1}, {"hashed_output", true}, {"num_buckets", 9},
			{"hash_key", 1}, {"sparse_types", []tensor.DType{tensor.Int64}}, {"dense_types", []tensor.DType{tensor.Int64}},
			{"out_type", tensor.Int64}, {"internal_type", tensor.Int64}},
			in: []Value{at, i64(3, 1, 3), dims, m64(1, 4, 5)}},
		sample{name: "SparseCrossV2", vary: true, at: Attrs{{"N", 1}, {"sparse_types", []tensor.DType{tensor.Int64}},
			{"dense_types", []tensor.DType{tensor.Int64}}},
			in: []Value{at, i64(3, 1, 3), dims, m64(1, 4, 5), str1("-")}},
		sample{name: "RaggedCross", vary: true, at: Attrs{{"Nsparse", 0}, {"input_order", "DR"}, {"hashed_output", false},
			{"num_buckets", 0}, {"hash_key", 1}, {"ragged_values_types", []tensor.DType{tensor.Int64}},
			{"ragged_splits_types", []tensor.DType{tensor.Int64}}, {"sparse_values_types", []tensor.DType{}},
			{"dense_types", []tensor.DType{tensor.Int64}}, {"out_values_type", tensor.String},
			{"out_row_splits_type", tensor.Int64}},
			in: []Value{i64(7, 8, 9), i64(0, 2, 3), m64(1, 4, 5)}},
		sample{name: "SparseSoftmax", in: st},
		sample{name: "SparseReduceSum", in: with(i32(1))},
		sample{name: "SparseReduceSum", at: Attrs{{"keep_dims", true}}, in: with(i32(-2, 1))},
		sample{name: "SparseReduceMax", in: with(i32(0))},
		sample{name: "SparseReduceSumSparse", in: with(i32(1)), vary: true},
		sample{name: "SparseReduceMaxSparse", at: Attrs{{"keep_dims", true}}, in: with(i32(0)), vary: true},
	)
}
