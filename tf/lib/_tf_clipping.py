"""Clipping by a common norm, and rows put together at their places."""

import tensorflow as tf


def clip_by_global_norm(t_list, clip_norm, use_norm=None, name=None):
    """Tensors scaled so that the norm of all of them together is at most clip_norm; gives them and the norm.

    None stays None, and IndexedSlices stay such. A norm that is not finite makes all of them nan.

    >>> clipped, norm = tf.clip_by_global_norm([tf.constant([3.]), None, tf.constant([4.])], 1.)
    >>> clipped[0], clipped[1], float(norm)
    (<tf.Tensor: shape=(1,), dtype=float32, numpy=array([0.6], dtype=float32)>, None, 5.0)
    """
    if isinstance(t_list, (str, bytes, dict, tf.Tensor, tf.Variable)) or not hasattr(t_list, "__getitem__"):
        raise TypeError("`t_list` should be a sequence of tensors. Received " + str(type(t_list)) + ".")
    t_list = list(t_list)
    if use_norm is None:
        use_norm = tf.linalg.global_norm(t_list)
    with tf.name_scope(name or "clip_by_global_norm"):
        one = tf.constant(1.0, dtype=use_norm.dtype)
        scale = clip_norm * tf.minimum(1.0 / use_norm, one / clip_norm)
        scale = tf.where(tf.math.is_finite(use_norm), scale, tf.constant(float("nan"), scale.dtype))
        out = []
        for t in t_list:
            if t is None:
                out.append(None)
            elif isinstance(t, tf.IndexedSlices):
                out.append(tf.IndexedSlices(t.values * scale, t.indices, t.dense_shape))
            else:
                out.append(tf.identity(tf.convert_to_tensor(t) * scale))
    return out, use_norm


def dynamic_stitch(indices, data, name=None):
    """Rows of several tensors at their places in one; where a place is given twice, the last row for it counts.

    >>> tf.dynamic_stitch([[0, 2], [1]], [[10, 30], [20]])
    <tf.Tensor: shape=(3,), dtype=int32, numpy=array([10, 20, 30], dtype=int32)>
    """
    return tf.raw_ops.DynamicStitch(indices=indices, data=data, name=name)
