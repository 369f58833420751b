"""Datasets chosen by number or chance, buckets of elements of about one length, and resampling."""

import numpy as np
import tensorflow as tf
import _tf_datasets as _engine
from _tf_data import DatasetV2


def choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset=True):
    if not datasets:
        raise ValueError("Invalid `datasets`. `datasets` should not be empty.")
    if not isinstance(choice_dataset, DatasetV2):
        raise TypeError("Invalid `choice_dataset`. `choice_dataset` should be a `tf.data.Dataset` but is "
                        f"{type(choice_dataset)}.")
    if choice_dataset.element_spec != tf.TensorSpec([], tf.int64):
        raise TypeError("Invalid `choice_dataset`. Elements of `choice_dataset` must be scalar `tf.int64` tensors "
                        "but are "
                        f"{choice_dataset.element_spec}.")
    return _engine.choose(choice_dataset, datasets, bool(stop_on_empty_dataset))


def sample_from_datasets(datasets, weights=None, seed=None, stop_on_empty_dataset=False,
                         rerandomize_each_iteration=None):
    if not datasets:
        raise ValueError("Invalid `datasets`. `datasets` should not be empty.")
    if isinstance(weights, DatasetV2):
        return _engine.choose(_drawn(weights, len(datasets), seed), datasets, bool(stop_on_empty_dataset))
    if weights is None:
        weights = tf.fill([len(datasets)], 1.0 / len(datasets))
        return _chosen(datasets, np.ones(len(datasets)), seed, stop_on_empty_dataset, rerandomize_each_iteration)
    if isinstance(weights, tf.Tensor):
        weights = weights.numpy()
    if len(weights) != len(datasets):
        raise ValueError("Invalid `weights`. `weights` should have the same length as `datasets` but got "
                         f"`len(weights)={len(weights)}` vs. `len(datasets)={len(datasets)}`.")
    weights = np.asarray(weights)
    if weights.dtype not in (np.float32, np.float64):
        raise TypeError("Invalid `weights`. `weights` type must be either `tf.float32` or `tf.float64` but is "
                        f"{tf.as_dtype(weights.dtype)!r}.")
    kept = [(d, w) for d, w in zip(datasets, weights) if w > 0]
    if not stop_on_empty_dataset:
        if not kept:
            return datasets[0].take(0)
        datasets, weights = [d for d, _ in kept], np.array([w for _, w in kept])
    return _chosen(datasets, weights, seed, stop_on_empty_dataset, rerandomize_each_iteration)


def _chosen(datasets, weights, seed, stop, again):
    if len(datasets) == 1:
        return datasets[0]
    return _engine.choose(_engine.sample(weights, seed, again), datasets, bool(stop))


def _drawn(weights, n, seed):
    """Numbers of datasets drawn by weights that change from draw to draw."""
    seeds = DatasetV2.random(seed=seed).batch(2, drop_remainder=True)

    def draw(seed, weights):
        weights = tf.reshape(weights, [n])
        edges = tf.cumsum(tf.cast(weights, tf.float64))
        u = tf.random.stateless_uniform([], seed=seed, dtype=tf.float64) * edges[-1]
        return tf.reduce_sum(tf.cast(edges <= u, tf.int64))

    return DatasetV2.zip((seeds, weights)).map(draw)


def bucket_by_sequence_length(dataset, element_length_func, bucket_boundaries, bucket_batch_sizes, padded_shapes=None,
                              padding_values=None, pad_to_bucket_boundary=False, no_padding=False,
                              drop_remainder=False):
    if len(bucket_batch_sizes) != len(bucket_boundaries) + 1:
        raise ValueError("`len(bucket_batch_sizes)` must equal `len(bucket_boundaries) + 1` but "
                         f"`len(bucket_batch_sizes)={len(bucket_batch_sizes)}` and "
                         f"`len(bucket_boundaries)={len(bucket_boundaries)}`.")
    bounds = tf.constant([int(b) for b in bucket_boundaries], tf.int32)
    sizes = tf.constant(bucket_batch_sizes, tf.int64)

    def bucket_of(*element):
        length = tf.cast(element_length_func(*element), tf.int32)
        return tf.reduce_sum(tf.cast(bounds <= length, tf.int64))

    def size_of(bucket):
        return tf.gather(sizes, bucket)

    def width(shape, bucket):
        """A padded shape whose open sizes are those of the bucket's longest element."""
        dims = tf.TensorShape(shape).as_list()
        top = tf.gather(tf.constant([int(b) - 1 for b in bucket_boundaries], tf.int64), bucket)
        return [top if d is None else d for d in dims]

    def batch_of(bucket, window):
        size = size_of(bucket)
        if no_padding:
            return window.batch(size, drop_remainder=drop_remainder)
        shapes = padded_shapes
        if shapes is None:
            shapes = _engine.map_leaves(lambda s: s.shape, window.element_spec)
        if pad_to_bucket_boundary:
            check = tf.debugging.assert_less(bucket, tf.constant(len(bucket_batch_sizes) - 1, tf.int64),
                                             message="When pad_to_bucket_boundary=True, elements must have length < "
                                                     "max(bucket_boundaries).")
            with tf.control_dependencies([check]):
                shapes = _engine.map_leaves(lambda s: tf.stack([tf.cast(d, tf.int64) for d in width(s, bucket)]),
                                            shapes)
        return window.padded_batch(size, shapes, padding_values, drop_remainder=drop_remainder)

    return dataset.group_by_window(bucket_of, batch_of, window_size_func=size_of)


def rejection_resample(dataset, class_func, target_dist, initial_dist=None, seed=None):
    target = tf.convert_to_tensor(target_dist, tf.float32)
    if initial_dist is not None:
        initial = tf.convert_to_tensor(initial_dist, tf.float32)
        accept, keep = _accepted(initial, target)
        accepts = DatasetV2.from_tensors(accept).repeat()
        keeps = DatasetV2.from_tensors(keep).repeat()
        static = float(tf.reduce_min(target / initial))
    else:
        rates = _estimated(dataset.map(class_func), target).map(lambda initial: _accepted(initial, target))
        accepts, keeps, static = rates.map(lambda a, _: a), rates.map(lambda _, k: k), None

    def classed(*element):
        return class_func(*element), element[0] if len(element) == 1 else element

    def weighed(accept, element):
        c = class_func(*element) if isinstance(element, tuple) else class_func(element)
        return c, tf.gather(accept, c), element

    filtered = DatasetV2.zip((accepts, dataset)).map(weighed)
    filtered = filtered.filter(lambda c, p, e: tf.random.uniform([], seed=seed, dtype=p.dtype) < p)
    filtered = filtered.map(lambda c, p, e: (c, e)).prefetch(3)
    if static == 1:
        return dataset.map(classed)
    if static == 0:
        return filtered
    weights = keeps.map(lambda k: [(k, 1.0 - k)])
    return sample_from_datasets([dataset.map(classed), filtered], weights=weights, seed=seed,
                                stop_on_empty_dataset=True)


def _accepted(initial, target):
    """How often elements of each class are accepted, and how often one is taken without asking, so that together
    they have the target's distribution: a share m of the elements as they come, the rest by (t/p - m) / (max - m)."""
    ratio = target / (initial + np.finfo(np.float32).tiny)
    least = tf.reduce_min(ratio)
    return (ratio - least) / (tf.reduce_max(ratio) - least), least


def _estimated(classes, target, batch=32, smoothing=10):
    """The distribution of classes as far as it has been seen, for each element."""
    n = target.shape[0]

    def update(seen, c):
        seen = seen + tf.reduce_sum(tf.one_hot(c, n, dtype=tf.int64), 0)
        share = tf.cast(seen / tf.reduce_sum(seen), tf.float32)
        return seen, tf.tile(share[tf.newaxis], [batch, 1])

    return classes.batch(batch).scan(tf.fill([n], np.int64(smoothing)), update).unbatch()
