"""The classes of datasets below DatasetV2, by the modules TensorFlow has them in."""

import _tf_datasets as _engine

_SOURCE, _UNARY, _SAME = "DatasetSource", "UnaryDataset", "UnaryUnchangedStructureDataset"

# module: class, class under it
_KINDS = {
    "from_tensors_op": [("_TensorDataset", _SOURCE)],
    "from_tensor_slices_op": [("_TensorSliceDataset", _SOURCE)],
    "from_generator_op": [("_GeneratorDataset", _SOURCE)],
    "range_op": [("_RangeDataset", _SOURCE)],
    "random_op": [("_RandomDataset", _SOURCE)],
    "zip_op": [("_ZipDataset", "DatasetV2")],
    "map_op": [("_MapDataset", _UNARY), ("_ParallelMapDataset", _UNARY)],
    "flat_map_op": [("_FlatMapDataset", _UNARY)],
    "interleave_op": [("_InterleaveDataset", _UNARY), ("_ParallelInterleaveDataset", _UNARY)],
    "directed_interleave_op": [("_DirectedInterleaveDataset", "DatasetV2")],
    "filter_op": [("_FilterDataset", _SAME)],
    "take_while_op": [("_TakeWhileDataset", _SAME)],
    "scan_op": [("_ScanDataset", _UNARY)],
    "take_op": [("_TakeDataset", _SAME)],
    "skip_op": [("_SkipDataset", _SAME)],
    "repeat_op": [("_RepeatDataset", _SAME)],
    "shard_op": [("_ShardDataset", _SAME)],
    "prefetch_op": [("_PrefetchDataset", _SAME)],
    "shuffle_op": [("_ShuffleDataset", _SAME)],
    "cache_op": [("CacheDataset", _SAME)],
    "unique_op": [("_UniqueDataset", _SAME)],
    "concatenate_op": [("_ConcatenateDataset", "DatasetV2")],
    "batch_op": [("_BatchDataset", _UNARY), ("_ParallelBatchDataset", _UNARY)],
    "padded_batch_op": [("_PaddedBatchDataset", _UNARY)],
    "ragged_batch_op": [("_RaggedBatchDataset", _UNARY)],
    "sparse_batch_op": [("_DenseToSparseBatchDataset", _UNARY)],
    "rebatch_op": [("_RebatchDataset", _UNARY)],
    "unbatch_op": [("_UnbatchDataset", _UNARY)],
    "window_op": [("_WindowDataset", _UNARY)],
    "group_by_window_op": [("_GroupByWindowDataset", _UNARY)],
    "ignore_errors_op": [("_IgnoreErrorsDataset", _SAME)],
    "load_op": [("_LoadDataset", _SOURCE)],
    "save_op": [("_SaveDataset", _UNARY)],
    "dataset_ops": [("_VariantDataset", "DatasetV2"), ("_OptionsDataset", _SAME)],
}
_EXPERIMENTAL = {
    "cardinality": [("_AssertCardinalityDataset", _SAME)],
    "from_list": [("_ListDataset", _SOURCE)],
    "grouping": [("_GroupByReducerDataset", _UNARY)],
}


def make(base):
    """Makes the classes, given the one under all of them."""
    made = {"DatasetV2": base}

    def add(package, module, name, under):
        cls = type(name, (made[under],), {"__module__": f"tensorflow.python.data.{package}ops.{module}"})
        made[name] = _engine.register(cls)

    add("", "dataset_ops", _SOURCE, "DatasetV2")
    add("", "dataset_ops", _UNARY, "DatasetV2")
    add("", "dataset_ops", _SAME, _UNARY)
    for package, kinds in (("", _KINDS), ("experimental.", _EXPERIMENTAL)):
        for module, names in kinds.items():
            for name, under in names:
                add(package, module, name, under)
    return made
