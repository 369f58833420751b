package op

import "github.com/tfs-lang/tfs/tensor"

func i64(v ...int64) Value  { return tensor.Vector(v) }
func u64(v ...uint64) Value { return tensor.Vector(v) }

var square33 = ramp(1, 3, 3)

func init() {
	pair := []Value{matrix34, ramp(1, 3, 4)}
	zero := f64(nil, 0)
	for _, name := range []string{"InvGrad", "ReciprocalGrad", "SqrtGrad", "RsqrtGrad", "ReluGrad", "Relu6Grad",
		"LeakyReluGrad", "EluGrad", "SeluGrad",
		"SoftplusGrad", "SoftsignGrad", "ApproximateEqual"} {
		samples = append(samples, sample{name: name, in: pair})
	}
	samples = append(samples,
		sample{name: "BatchMatMul", in: []Value{ramp(0, 2, 2, 3), ramp(1, 2, 3, 4)}},
		sample{name: "BatchMatMulV3", at: Attrs{{"Tout", tensor.Float64}}, in: []Value{ramp(0, 2, 2, 3), ramp(1, 3, 4)}},
		sample{name: "BiasAddV1", in: []Value{matrix34, ramp(1, 4)}},
		sample{name: "BiasAddGrad", in: []Value{matrix34}},
		sample{name: "BiasAddGrad", at: Attrs{{"data_format", "NCHW"}}, in: []Value{ramp(0, 2, 3, 2)}},
		sample{name: "Concat", in: []Value{one32(0), ramp(0, 2, 3), ramp(1, 1, 3)}},
		sample{name: "Gather", in: []Value{matrix34, i32(2, 0, 2)}},
		sample{name: "InTopK", at: Attrs{{"k", 1}}, in: []Value{tensor.FromSlice([]int{2, 3}, []float32{1, 2, 3, 3, 2, 1}),
			i32(2, 2)}},
		sample{name: "Reverse", in: []Value{matrix34, tensor.Vector([]bool{true, false})}},
		sample{name: "DeepCopy", in: []Value{matrix34}},
		sample{name: "PlaceholderWithDefault", at: Attrs{{"shape", known(3, 4)}}, in: []Value{matrix34}},
		sample{name: "NoOp"},
		sample{name: "ScatterNdNonAliasingAdd", in: []Value{matrix34, tensor.FromSlice([]int{2, 1}, []int32{1, 1}),
			ramp(2, 2, 4)}},
		sample{name: "Bincount", in: []Value{i32(1, 2), one32(4), f64([]int{2}, 1, 2)}},
		sample{name: "DenseBincount", in: []Value{i32(1, 2), one32(4), f64([]int{2}, 1, 2)}},
		sample{name: "Bucketize", at: Attrs{{"boundaries", []float64{0.2, 0.5}}}, in: []Value{matrix34}},
		sample{name: "HistogramFixedWidth", in: []Value{matrix34, f64([]int{2}, 0, 1), one32(3)}},
		sample{name: "ClipByValue", in: []Value{matrix34, f64(nil, 0.3), f64(nil, 0.6)}},
		sample{name: "CheckNumerics", at: Attrs{{"message", "m"}}, in: []Value{matrix34}},
		sample{name: "CheckNumericsV2", at: Attrs{{"message", "m"}}, in: []Value{matrix34}},
		sample{name: "Assert", in: []Value{tensor.Scalar(true), i32(1)}},
		sample{name: "SoftmaxCrossEntropyWithLogits", in: []Value{ramp(0, 2, 3), f64([]int{2, 3}, 0.2, 0.3, 0.5, 0, 1, 0)}},
		sample{name: "SparseSoftmaxCrossEntropyWithLogits", in: []Value{matrix34, i32(1, 0, 3)}},
		sample{name: "CTCLoss", in: []Value{ramp(0, 3, 1, 4), tensor.FromSlice([]int{2, 2}, []int64{0, 0, 0, 1}), i32(1, 2),
			i32(3)}},
		sample{name: "CTCGreedyDecoder", in: []Value{ramp(0, 3, 1, 4), i32(3)}, vary: true},
		sample{name: "CTCBeamSearchDecoder", at: Attrs{{"beam_width", 3}, {"top_paths", 1}},
			in: []Value{ramp(0, 3, 1, 4), i32(3)}, vary: true},
		sample{name: "Cross", in: []Value{ramp(0, 2, 3), ramp(1, 2, 3)}},
		sample{name: "LinSpace", in: []Value{f64(nil, 1), f64(nil, 2), one32(4)}},
		sample{name: "CumulativeLogsumexp", in: []Value{matrix34, one32(1)}},
		sample{name: "NthElement", in: []Value{matrix34, one32(1)}},
		sample{name: "UniqueV2", in: []Value{matrix34, i32(0)}, vary: true},
		sample{name: "UniqueWithCountsV2", in: []Value{matrix34, i32(0)}, vary: true},
		sample{name: "ListDiff", in: []Value{i32(3, 1, 3), i32(1)}, vary: true},
		sample{name: "ConcatOffset", in: []Value{one32(0), i32(2, 3), i32(1, 3)}},
		sample{name: "Empty", at: Attrs{{"dtype", tensor.Float32}}, in: []Value{i32(2, 3)}},
		sample{name: "Betainc", in: []Value{ramp(0, 3), ramp(1, 3), ramp(2, 3)}},
		sample{name: "MatrixDiag", in: []Value{ramp(0, 2, 3)}},
		sample{name: "MatrixDiagV2", in: []Value{ramp(0, 2, 3), one32(0), one32(-1), one32(-1), zero}},
		sample{name: "MatrixDiagV3", in: []Value{ramp(0, 2, 3), i32(0, 1), one32(-1), one32(-1), zero}},
		sample{name: "MatrixDiagPart", in: []Value{square33}},
		sample{name: "MatrixDiagPartV2", in: []Value{matrix34, i32(0, 1), zero}},
		sample{name: "MatrixDiagPartV3", in: []Value{matrix34, i32(-1, 1), zero}},
		sample{name: "MatrixSetDiag", in: []Value{square33, ramp(2, 3)}},
		sample{name: "MatrixSetDiagV2", in: []Value{matrix34, ramp(2, 3), one32(1)}},
		sample{name: "MatrixSetDiagV3", in: []Value{matrix34, ramp(2, 3), one32(0)}},
		sample{name: "Qr", in: []Value{ramp(0, 2, 4, 3)}},
		sample{name: "MatrixBandPart", in: []Value{matrix34, one32(1), one32(0)}},
		sample{name: "Diag", in: []Value{ramp(0, 2, 2)}}, sample{name: "DiagPart", in: []Value{square33}},
		sample{name: "DynamicPartition", at: Attrs{{"num_partitions", 2}}, in: []Value{matrix34, i32(1, 0, 1)}, vary: true},
		sample{name: "DynamicStitch", in: []Value{i32(0, 2), i32(1), ramp(0, 2, 3), ramp(1, 1, 3)}},
		sample{name: "ParallelDynamicStitch", in: []Value{i32(0, 2), i32(1), ramp(0, 2, 3), ramp(1, 1, 3)}},
		sample{name: "RaggedRange", in: []Value{i32(0, 3), i32(2, 7), i32(1, 2)}, vary: true},
		sample{name: "RaggedGather", at: Attrs{{"OUTPUT_RAGGED_RANK", 1}},
			in: []Value{i64(0, 2, 2, 3), ramp(0, 3, 2), i32(2, 0, 2)}, vary: true},
		sample{name: "RaggedTensorToTensor", at: Attrs{{"row_partition_types", []string{"ROW_SPLITS"}}},
			in: []Value{i64(3, 3), ramp(0, 3), zero, i64(0, 2, 3)}},
	)
	seed, key := i32(1, 2), []Value{i32(2, 3), u64(1), u64(2, 3), one32(1)}
	for _, name := range []string{"StatelessRandomUniform", "StatelessRandomNormal", "StatelessTruncatedNormal",
		"StatelessRandomUniformFullInt"} {
		samples = append(samples, sample{name: name, in: []Value{i32(2, 3), seed}}, sample{name: name + "V2", in: key})
	}
	for _, name := range []string{"StatelessRandomNormalV2", "StatelessTruncatedNormalV2"} {
		samples = append(samples, sample{name: name, in: key})
	}
	samples = append(samples,
		sample{name: "StatelessRandomUniformInt", in: []Value{i32(2, 3), seed, one32(0), one32(9)}},
		sample{name: "StatelessRandomUniformIntV2", in: append(key[:4:4], one32(0), one32(9))},
		sample{name: "StatelessRandomGetKeyCounter", in: []Value{seed}},
		sample{name: "StatelessRandomGetKeyCounterAlg", in: []Value{seed}},
		sample{name: "StatelessRandomGetAlg"},
		sample{name: "StatelessShuffle", in: append([]Value{matrix34}, key[1:]...)},
	)
	for _, name := range []string{"SparseSegmentSum", "SparseSegmentMean", "SparseSegmentSqrtN"} {
		in := []Value{matrix34, i32(0, 2, 1, 0), i32(0, 0, 2, 2)}
		samples = append(samples, sample{name: name, in: in, vary: true},
			sample{name: name + "WithNumSegments", in: append(in[:3:3], one32(4))})
	}
	for _, in := range []string{"SparseConcat 2", "SparseConcat 3", "MatrixDiagV2 4", "MatrixDiagV3 4",
		"MatrixDiagPartV2 2", "MatrixDiagPartV3 2", "Betainc 0", "Betainc 1", "Bincount 2",
		"DenseBincount 2", "LinSpace 0", "LinSpace 1", "SoftmaxCrossEntropyWithLogits 1"} {
		without[in] = true
	}
}
