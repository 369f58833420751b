"""Blocks of space as depth or batches, permutations, places in dimensions, running logarithms of sums."""

import tensorflow as tf
from _tf_refuse import allowed, want


def cumulative_logsumexp(x, axis=0, exclusive=False, reverse=False, name=None):
    """The logarithm of the sum of exponentials up to each element along an axis.

    x is of bfloat16, float16, float32 or float64 and any shape with that axis; the result has its shape and type.

    >>> tf.math.cumulative_logsumexp([1., 2., 3.])
    <tf.Tensor: shape=(3,), dtype=float32, numpy=array([1.       , 2.3132617, 3.407606 ], dtype=float32)>
    """
    op = "CumulativeLogsumexp"
    x = tf.convert_to_tensor(x)
    allowed(op, x, ["bfloat16", "float16", "float32", "float64"], "x:T, axis:Tidx -> out:T",
            "attr=exclusive:bool,default=false; attr=reverse:bool,default=false; attr=T:type,allowed=[DT_BFLOAT16, "
            "DT_HALF, DT_FLOAT, DT_DOUBLE]; attr=Tidx:type,default=DT_INT32,allowed=[DT_INT32, DT_INT64]")
    rank, axis = x.shape.rank, int(axis)
    want(-rank <= axis < rank, op, "ScanOp: Expected scan axis in the range [%d, %d), but got %d" % (-rank, rank, axis))
    small = tf.math.log(tf.constant({"float64": 2.220446049250313e-16, "float32": 1.1920928955078125e-07,
                                     "float16": 0.0009765625, "bfloat16": 0.0078125}[x.dtype.name], x.dtype))

    def more(running, item):
        low, high = tf.minimum(running, item), tf.maximum(running, item)
        apart = low - high
        return tf.where(tf.math.is_nan(apart) | (apart < small), high, tf.math.log1p(tf.exp(apart)) + high)

    if x.shape[axis] is None:  # how many steps there are is known when the function runs
        axis %= rank
        order = [axis] + list(range(axis)) + list(range(axis + 1, rank))
        items = tf.transpose(x, order)
        none = tf.fill(tf.shape(items)[1:], tf.constant(float("-inf"), x.dtype))
        out = tf.scan(more, items, none, reverse=reverse)
        if exclusive:
            parts = [out[1:], none[tf.newaxis]] if reverse else [none[tf.newaxis], out[:-1]]
            out = tf.concat(parts, 0)[:tf.shape(out)[0]]
        out = tf.transpose(out, list(range(1, axis + 1)) + [0] + list(range(axis + 1, rank)))
        return tf.ensure_shape(out, x.shape)
    items = tf.unstack(x, axis=axis)
    if reverse:
        items = items[::-1]
    running, out = tf.fill(tf.shape(items[0]), tf.constant(float("-inf"), x.dtype)) if items else None, []
    for item in items:
        last, running = running, more(running, item)
        out.append(last if exclusive else running)
    if reverse:
        out = out[::-1]
    return tf.stack(out, axis=axis) if out else tf.identity(x)


def invert_permutation(x, name=None):
    """Where each number of a permutation of 0 to n-1 stands: a vector of int32 or int64, and the same of the result.

    >>> tf.math.invert_permutation([3, 4, 0, 2, 1])
    <tf.Tensor: shape=(5,), dtype=int32, numpy=array([2, 4, 3, 0, 1], dtype=int32)>
    """
    op = "InvertPermutation"
    x = tf.convert_to_tensor(x, dtype_hint=tf.int32)
    allowed(op, x, ["int32", "int64"], "x:T -> y:T", "attr=T:type,default=DT_INT32,allowed=[DT_INT32, DT_INT64]")
    want(x.shape.rank in (None, 1), op, "invert_permutation expects a 1D vector.")
    if not tf.executing_eagerly():
        return tf.scatter_nd(x[:, tf.newaxis], tf.range(tf.size(x, x.dtype), dtype=x.dtype), tf.shape(x, x.dtype)[:1])
    values, out = x.numpy().tolist(), [-1] * int(x.shape[0])
    for at, v in enumerate(values):
        want(0 <= v < len(out), op, "%d is not between 0 and %d" % (v, len(out)))
        want(out[v] < 0, op, "%d is duplicated in the input." % v)
        out[v] = at
    return tf.constant(out, x.dtype)


def unravel_index(indices, dims, name=None):
    """The coordinates of flat places in an array of dimensions dims, a row for each dimension.

    >>> tf.unravel_index([2, 5, 7], [3, 3])
    <tf.Tensor: shape=(2, 3), dtype=int32, numpy=
    array([[0, 1, 2],
           [2, 2, 1]], dtype=int32)>
    """
    op = "UnravelIndex"
    indices = tf.convert_to_tensor(indices)
    dims = tf.convert_to_tensor(dims, indices.dtype)
    if tf.executing_eagerly():
        sizes = dims.numpy().tolist()
        for k, d in enumerate(sizes):
            want(d != 0, op, "Input dims cannot contain a dim of zero, but dims contains zero at index %d" % k)
        whole = 1
        for d in sizes:
            whole *= d
        want(not tf.reduce_any(indices >= whole), op, "index is out of bound as with dims")
    strides = tf.math.cumprod(dims, exclusive=True, reverse=True)
    shape = [-1] + [1] * (indices.shape.rank or 0)
    rest = tf.truncatediv(indices[tf.newaxis], tf.reshape(strides, shape))
    return tf.truncatemod(rest, tf.reshape(dims, shape))


def _blocks(op, x, size, data_format):
    if size < 2:
        raise tf.errors.InvalidArgumentError(
            None, None, "Value for attr 'block_size' of %d must be at least minimum 2\n\t; NodeDef: {{node %s}}; "
            "Op<name=%s; signature=input:T -> output:T; attr=T:type; attr=block_size:int,min=2; "
            "attr=data_format:string,default=\"NHWC\",allowed=[\"NHWC\", \"NCHW\", \"NCHW_VECT_C\"]> [Op:%s]" % (
                size, op, op, op))
    x = tf.convert_to_tensor(x)
    want(x.shape.rank in (None, 4), op, "Input rank should be: 4 instead of: %s" % x.shape.rank)
    if data_format == "NCHW":
        return tf.transpose(x, [0, 2, 3, 1])
    return x


def depth_to_space(input, block_size, data_format="NHWC", name=None):
    """Blocks of depth as squares of block_size pixels: [n, h, w, d] becomes [n, h*b, w*b, d/(b*b)].

    >>> tf.nn.depth_to_space([[[[1, 2, 3, 4]]]], 2)
    <tf.Tensor: shape=(1, 2, 2, 1), dtype=int32, numpy=
    array([[[[1],
             [2]],
    <BLANKLINE>
            [[3],
             [4]]]], dtype=int32)>
    """
    op, b = "DepthToSpace", int(block_size)
    x = _blocks(op, input, b, data_format)
    n, h, w, d = tf.unstack(tf.shape(x))
    depth = x.shape[3]
    want((depth or 0) % (b * b) == 0, op, "Input depth dimension %s should be divisible by: %d" % (depth, b * b))
    x = tf.transpose(tf.reshape(x, [n, h, w, b, b, d // (b * b)]), [0, 1, 3, 2, 4, 5])
    x = tf.reshape(x, [n, h * b, w * b, d // (b * b)])
    return tf.transpose(x, [0, 3, 1, 2]) if data_format == "NCHW" else x


def space_to_depth(input, block_size, data_format="NHWC", name=None):
    """Squares of block_size pixels as depth: [n, h, w, d] becomes [n, h/b, w/b, d*b*b].

    >>> tf.nn.space_to_depth([[[[1], [2]], [[3], [4]]]], 2)
    <tf.Tensor: shape=(1, 1, 1, 4), dtype=int32, numpy=array([[[[1, 2, 3, 4]]]], dtype=int32)>
    """
    op, b = "SpaceToDepth", int(block_size)
    x = _blocks(op, input, b, data_format)
    n, h, w, d = tf.unstack(tf.shape(x))
    high, wide = x.shape[1], x.shape[2]
    want((high or 0) % b == 0 and (wide or 0) % b == 0, op,
         "Image width %s and height %s should be divisible by block_size: %d" % (wide, high, b))
    x = tf.transpose(tf.reshape(x, [n, h // b, b, w // b, b, d]), [0, 1, 3, 2, 4, 5])
    x = tf.reshape(x, [n, h // b, w // b, b * b * d])
    return tf.transpose(x, [0, 3, 1, 2]) if data_format == "NCHW" else x


def _sizes(op, block_shape, pairs):
    block = tf.get_static_value(tf.reshape(tf.convert_to_tensor(block_shape), [-1]))
    pairs = tf.get_static_value(tf.reshape(tf.convert_to_tensor(pairs), [-1, 2]))
    if block is None or pairs is None:
        raise ValueError(f"{op}: the sizes of blocks and edges must be known when the function is traced")
    return block.tolist(), pairs.tolist()


def space_to_batch(input, block_shape, paddings, name=None):
    """Blocks of the dimensions after the first as more batches, zeros around them first.

    >>> tf.space_to_batch([[[[1], [2]], [[3], [4]]]], [2, 2], [[0, 0], [0, 0]]).shape
    TensorShape([4, 1, 1, 1])
    """
    x, op = tf.convert_to_tensor(input), "SpaceToBatchND"
    block, pads = _sizes(op, block_shape, paddings)
    m = len(block)
    x = tf.pad(x, [[0, 0]] + pads + [[0, 0]] * (x.shape.rank - 1 - m))
    shape = tf.unstack(tf.shape(x))
    split, order = [shape[0]], []
    for k, b in enumerate(block):
        size = x.shape[1 + k]
        want((size or 0) % b == 0, op, "padded_shape[%d]=%s is not divisible by block_shape[%d]=%d" % (k, size, k, b))
        split += [shape[1 + k] // b, b]
    rest = shape[1 + m:]
    order = [2 + 2 * k for k in range(m)] + [0] + [1 + 2 * k for k in range(m)] + list(
        range(1 + 2 * m, 1 + 2 * m + len(rest)))
    x = tf.transpose(tf.reshape(x, split + rest), order)
    batch = shape[0]
    for b in block:
        batch *= b
    return tf.reshape(x, [batch] + [shape[1 + k] // b for k, b in enumerate(block)] + rest)


space_to_batch_nd = space_to_batch


def batch_to_space(input, block_shape, crops, name=None):
    """Batches as blocks of the dimensions after the first, some of their edges cut off.

    >>> tf.batch_to_space([[[[1]]], [[[2]]], [[[3]]], [[[4]]]], [2, 2], [[0, 0], [0, 0]])[0, :, :, 0]
    <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
    array([[1, 2],
           [3, 4]], dtype=int32)>
    """
    x, op = tf.convert_to_tensor(input), "BatchToSpaceND"
    block, cut = _sizes(op, block_shape, crops)
    m, shape, all_blocks = len(block), tf.unstack(tf.shape(x)), 1
    for b in block:
        all_blocks *= b
    want((x.shape[0] or 0) % all_blocks == 0, op,
         "Input batch dimension (%s) is not divisible by product of block sizes (%d)" % (x.shape[0], all_blocks))
    rest = shape[1 + m:]
    x = tf.reshape(x, block + [shape[0] // all_blocks] + shape[1:])
    order = [m]
    for k in range(m):
        order += [m + 1 + k, k]
    x = tf.transpose(x, order + list(range(2 * m + 1, 2 * m + 1 + len(rest))))
    sizes = [shape[1 + k] * b for k, b in enumerate(block)]
    x = tf.reshape(x, [shape[0] // all_blocks] + sizes + rest)
    for k, (low, high) in enumerate(cut):
        x = x[(slice(None),) * (1 + k) + (slice(low, sizes[k] - high),)]
    return x


def local_response_normalization(input, depth_radius=5, bias=1, alpha=1, beta=0.5, name=None):
    """Each value divided by a power of the squares around it in depth: of [n, h, w, d], the same shape.

    >>> tf.nn.local_response_normalization([[[[3., 4.]]]], depth_radius=0)
    <tf.Tensor: shape=(1, 1, 1, 2), dtype=float32, numpy=array([[[[0.9486833, 0.9701425]]]], dtype=float32)>
    """
    x = tf.convert_to_tensor(input)
    want(x.shape.rank in (None, 4), "LRN", "in must be 4-dimensional")
    far = min(depth_radius, x.shape[-1])
    near = tf.linalg.band_part(tf.ones([x.shape[-1]] * 2, x.dtype), far, far)
    scale = tf.tensordot(x * x, near, 1) * alpha + bias
    if beta == 1:
        return x / scale
    return x * (tf.math.rsqrt(scale) if beta == 0.5 else tf.exp(tf.math.log(scale) * -beta))


lrn = local_response_normalization


def compute_average_loss(per_example_loss, sample_weight=None, global_batch_size=None):
    """The sum of losses, weighted, over the size of the batch.

    >>> tf.nn.compute_average_loss(tf.constant([1., 2., 3.]), global_batch_size=6)
    <tf.Tensor: shape=(), dtype=float32, numpy=1.0>
    """
    losses = tf.convert_to_tensor(per_example_loss)
    size = tf.shape(losses)[0] if global_batch_size is None and losses.shape.rank else global_batch_size
    if sample_weight is not None:
        losses = losses * tf.cast(sample_weight, losses.dtype)
    size = 1 if size is None else size
    return tf.reduce_sum(losses) / tf.cast(size, losses.dtype)


def scale_regularization_loss(regularization_loss):
    """The sum of a loss that does not depend on the batch, shared among replicas: there is one.

    >>> tf.nn.scale_regularization_loss(tf.constant([1., 2.]))
    <tf.Tensor: shape=(), dtype=float32, numpy=3.0>
    """
    return tf.reduce_sum(regularization_loss)
