"""Pictures cut, padded, mirrored, turned and in other sizes: tf.image as far as it is made of several kernels."""

import numpy as np
import tensorflow as tf


class ResizeMethod:
    """The ways of making pictures larger or smaller.

    >>> tf.image.ResizeMethod.BILINEAR
    'bilinear'
    """

    __module__ = "tensorflow.python.ops.image_ops_impl"

    BILINEAR = "bilinear"
    NEAREST_NEIGHBOR = "nearest"
    BICUBIC = "bicubic"
    AREA = "area"
    LANCZOS3 = "lanczos3"
    LANCZOS5 = "lanczos5"
    GAUSSIAN = "gaussian"
    MITCHELLCUBIC = "mitchellcubic"


def _at_least_three(image):
    shape = image.shape
    if shape.rank is not None:
        if shape.rank < 3:
            raise ValueError("'image' (shape %s) must be at least three-dimensional." % shape)
        if any(d == 0 for d in shape[-3:]):
            raise ValueError("inner 3 dims of 'image.shape' must be > 0: %s" % shape)
    return image


def _batch(image):
    """A picture as a batch of one, and whether it was one."""
    if image.shape.rank == 3:
        return tf.expand_dims(image, 0), False
    if image.shape.rank != 4:
        raise ValueError("'image' (shape %s) must have either 3 or 4 dimensions." % image.shape)
    return image, True


def _sizes(image):
    """Height and width of pictures: numbers where they are known, else tensors."""
    shape = tf.shape(image)
    return [d if d is not None else shape[i + 1] for i, d in enumerate(image.shape[1:3])]


def _need(condition, text):
    if tf.is_tensor(condition):
        tf.debugging.Assert(condition, [text])
    elif not condition:
        raise ValueError(text)


def _kernel(method, antialias):
    """A function of pictures and their new size."""
    sampled = {"lanczos3", "lanczos5", "gaussian", "mitchellcubic"}
    smooth = {"bilinear": "triangle", "bicubic": "keyscubic"}
    if method in sampled or antialias and method in smooth:
        def run(x, size):
            scale = tf.cast(size, tf.float32) / tf.cast(tf.shape(x)[1:3], tf.float32)
            return tf.raw_ops.ScaleAndTranslate(images=x, size=size, scale=scale, translation=tf.zeros([2]),
                                                kernel_type=smooth.get(method, method), antialias=antialias)

        return run
    if method == "area":
        return lambda x, size: tf.raw_ops.ResizeArea(images=x, size=size)
    kernels = {"bilinear": tf.raw_ops.ResizeBilinear, "nearest": tf.raw_ops.ResizeNearestNeighbor,
               "bicubic": tf.raw_ops.ResizeBicubic}
    if method not in kernels:
        raise ValueError("Resize method is not implemented: {}".format(method))
    return lambda x, size: kernels[method](images=x, size=size, half_pixel_centers=True)


def resize(images, size, method=ResizeMethod.BILINEAR, preserve_aspect_ratio=False, antialias=False, name=None):
    """Pictures in another size, [height, width].

    >>> tf.image.resize(tf.constant([[[1.], [3.]]]), [2, 4])[..., 0]
    <tf.Tensor: shape=(2, 4), dtype=float32, numpy=
    array([[1. , 1.5, 2.5, 3. ],
           [1. , 1.5, 2.5, 3. ]], dtype=float32)>
    """
    images = tf.convert_to_tensor(images)
    if images.shape.rank is None:
        raise ValueError("'images' contains no shape.")
    if images.shape.rank not in (3, 4):
        raise ValueError("'images' must have either 3 or 4 dimensions.")
    x, batched = _batch(images)
    try:
        size = tf.convert_to_tensor(size, tf.int32)
    except (TypeError, ValueError):
        raise ValueError("'size' must be a 1-D int32 Tensor")
    if not size.shape.is_compatible_with([2]):
        raise ValueError("'size' must be a 1-D Tensor of 2 elements: new_height, new_width")
    if preserve_aspect_ratio:
        old = tf.cast(tf.shape(x)[1:3], tf.float32)
        size = tf.cast(tf.round(tf.reduce_min(tf.cast(size, tf.float32) / old) * old), tf.int32)
    x = _kernel(method, antialias)(x, size)
    return x if batched else tf.squeeze(x, [0])


def crop_to_bounding_box(image, offset_height, offset_width, target_height, target_width):
    """The part of pictures that begins at an offset and has a size.

    >>> tf.image.crop_to_bounding_box(tf.reshape(tf.range(6), [2, 3, 1]), 0, 1, 2, 2)[..., 0]
    <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
    array([[1, 2],
           [4, 5]], dtype=int32)>
    """
    x, batched = _batch(tf.convert_to_tensor(image))
    _at_least_three(x)
    height, width = _sizes(x)
    _need(offset_width >= 0, "offset_width must be >= 0.")
    _need(offset_height >= 0, "offset_height must be >= 0.")
    _need(target_width > 0, "target_width must be > 0.")
    _need(target_height > 0, "target_height must be > 0.")
    _need(width >= target_width + offset_width, "width must be >= target + offset.")
    _need(height >= target_height + offset_height, "height must be >= target + offset.")
    shape = tf.shape(x)
    x = tf.slice(x, tf.stack([0, offset_height, offset_width, 0]),
                 tf.stack([shape[0], target_height, target_width, shape[3]]))
    return x if batched else tf.squeeze(x, [0])


def pad_to_bounding_box(image, offset_height, offset_width, target_height, target_width):
    """Pictures within larger ones of zeros, at an offset.

    >>> tf.image.pad_to_bounding_box(tf.ones([1, 1, 1], tf.int32), 0, 1, 2, 3)[..., 0]
    <tf.Tensor: shape=(2, 3), dtype=int32, numpy=
    array([[0, 1, 0],
           [0, 0, 0]], dtype=int32)>
    """
    x, batched = _batch(tf.convert_to_tensor(image))
    _at_least_three(x)
    height, width = _sizes(x)
    below, right = target_height - offset_height - height, target_width - offset_width - width
    _need(offset_height >= 0, "offset_height must be >= 0")
    _need(offset_width >= 0, "offset_width must be >= 0")
    _need(right >= 0, "width must be <= target - offset")
    _need(below >= 0, "height must be <= target - offset")
    x = tf.pad(x, tf.reshape(tf.stack([0, 0, offset_height, below, offset_width, right, 0, 0]), [4, 2]))
    return x if batched else tf.squeeze(x, [0])


def _most(a, b):
    return tf.maximum(a, b) if tf.is_tensor(a) or tf.is_tensor(b) else max(a, b)


def _least(a, b):
    return tf.minimum(a, b) if tf.is_tensor(a) or tf.is_tensor(b) else min(a, b)


def resize_with_crop_or_pad(image, target_height, target_width):
    """The middle of pictures, in a size: cut where they are larger, with zeros around where they are smaller.

    >>> tf.image.resize_with_crop_or_pad(tf.reshape(tf.range(4), [1, 4, 1]), 3, 2)[..., 0]
    <tf.Tensor: shape=(3, 2), dtype=int32, numpy=
    array([[0, 0],
           [1, 2],
           [0, 0]], dtype=int32)>
    """
    x, batched = _batch(tf.convert_to_tensor(image))
    _at_least_three(x)
    _need(target_width > 0, "target_width must be > 0.")
    _need(target_height > 0, "target_height must be > 0.")
    height, width = _sizes(x)
    more_width, more_height = target_width - width, target_height - height
    x = crop_to_bounding_box(x, _most(-more_height // 2, 0), _most(-more_width // 2, 0),
                             _least(target_height, height), _least(target_width, width))
    x = pad_to_bounding_box(x, _most(more_height // 2, 0), _most(more_width // 2, 0), target_height, target_width)
    return x if batched else tf.squeeze(x, [0])


def resize_with_pad(image, target_height, target_width, method=ResizeMethod.BILINEAR, antialias=False):
    """Pictures in a size whose sides keep their ratio; zeros fill the rest.

    >>> tf.image.resize_with_pad(tf.ones([1, 2, 1]), 2, 2)[..., 0]
    <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
    array([[1., 1.],
           [0., 0.]], dtype=float32)>
    """
    x, batched = _batch(tf.convert_to_tensor(image))
    _at_least_three(x)
    _need(target_width > 0, "target_width must be > 0.")
    _need(target_height > 0, "target_height must be > 0.")
    old = tf.cast(tf.shape(x)[1:3], tf.float32)
    new = tf.cast(tf.stack([target_height, target_width]), tf.float32)
    fitting = old / tf.reduce_max(old / new)
    left = tf.maximum(0, tf.cast(tf.floor((new - fitting) / 2), tf.int32))
    x = resize(x, tf.cast(tf.floor(fitting), tf.int32), method, antialias=antialias)
    x = pad_to_bounding_box(x, left[0], left[1], target_height, target_width)
    return x if batched else tf.squeeze(x, [0])


def central_crop(image, central_fraction):
    """The middle of pictures: a share of their height and width.

    >>> tf.image.central_crop(tf.reshape(tf.range(16), [4, 4, 1]), 0.5)[..., 0]
    <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
    array([[ 5,  6],
           [ 9, 10]], dtype=int32)>
    """
    image = tf.convert_to_tensor(image)
    if not tf.is_tensor(central_fraction):
        if central_fraction <= 0.0 or central_fraction > 1.0:
            raise ValueError("central_fraction must be within (0, 1]")
        if central_fraction == 1.0:
            return image
    _at_least_three(image)
    if image.shape.rank not in (3, 4):
        raise ValueError("`image` should either be a Tensor with rank = 3 or rank = 4. Had rank = {}.".format(
            image.shape.rank))
    at = image.shape.rank - 3
    shape = tf.shape(image)
    size = tf.cast(shape[at:at + 2], tf.float64)
    start = tf.cast((size - size * tf.cast(central_fraction, tf.float64)) / 2, tf.int32)
    keep = shape[at:at + 2] - start * 2
    begin = tf.concat([tf.zeros([at], tf.int32), start, [0]], 0)
    return tf.slice(image, begin, tf.concat([tf.fill([at], -1), keep, [-1]], 0))


def _flip(image, axis):
    image = _at_least_three(tf.convert_to_tensor(image))
    if image.shape.rank not in (3, 4):
        raise ValueError("'image' (shape %s)must have either 3 or 4 dimensions." % image.shape)
    return tf.reverse(image, [axis + image.shape.rank - 3])


def flip_left_right(image):
    """Pictures mirrored: what is left comes to the right.

    >>> tf.image.flip_left_right(tf.reshape(tf.range(4), [2, 2, 1]))[..., 0]
    <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
    array([[1, 0],
           [3, 2]], dtype=int32)>
    """
    return _flip(image, 1)


def flip_up_down(image):
    """Pictures turned upside down.

    >>> tf.image.flip_up_down(tf.reshape(tf.range(4), [2, 2, 1]))[..., 0]
    <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
    array([[2, 3],
           [0, 1]], dtype=int32)>
    """
    return _flip(image, 0)


def _random_flip(image, axis, draw):
    """One picture is flipped by a half chance; of a batch each by itself."""
    image = _at_least_three(tf.convert_to_tensor(image))
    if image.shape.rank == 3:
        return tf.cond(draw([]) < 0.5, lambda: tf.reverse(image, [axis]), lambda: image)
    if image.shape.rank != 4:
        raise ValueError("'image' (shape %s) must have either 3 or 4 dimensions." % image.shape)
    n = tf.shape(image)[0]
    flips = tf.cast(tf.round(tf.reshape(draw([n]), [n, 1, 1, 1])), image.dtype)
    return flips * tf.reverse(image, [axis + 1]) + (1 - flips) * image


def random_flip_left_right(image, seed=None):
    """Pictures mirrored or not, by chance.

    >>> tf.image.random_flip_left_right(tf.zeros([2, 3, 1]), seed=1).shape
    TensorShape([2, 3, 1])
    """
    return _random_flip(image, 1, lambda shape: tf.random.uniform(shape, seed=seed))


def random_flip_up_down(image, seed=None):
    """Pictures upside down or not, by chance.

    >>> tf.image.random_flip_up_down(tf.zeros([2, 3, 1]), seed=1).shape
    TensorShape([2, 3, 1])
    """
    return _random_flip(image, 0, lambda shape: tf.random.uniform(shape, seed=seed))


def stateless_random_flip_left_right(image, seed):
    """Pictures mirrored or not, by the chance of a seed.

    >>> tf.image.stateless_random_flip_left_right(tf.reshape(tf.range(4.), [2, 2, 1]), seed=[1, 2])[..., 0]
    <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
    array([[0., 1.],
           [2., 3.]], dtype=float32)>
    """
    return _random_flip(image, 1, lambda shape: tf.random.stateless_uniform(shape, seed))


def stateless_random_flip_up_down(image, seed):
    """Pictures upside down or not, by the chance of a seed.

    >>> tf.image.stateless_random_flip_up_down(tf.reshape(tf.range(4.), [2, 2, 1]), seed=[1, 2])[..., 0]
    <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
    array([[0., 1.],
           [2., 3.]], dtype=float32)>
    """
    return _random_flip(image, 0, lambda shape: tf.random.stateless_uniform(shape, seed))


def _check_bounds(lower, upper):
    if upper <= lower:
        raise ValueError("upper must be > lower.")
    if lower < 0:
        raise ValueError("lower must be non-negative.")


def random_contrast(image, lower, upper, seed=None):
    """Pictures with a contrast changed by a random factor.

    >>> tf.image.random_contrast(tf.zeros([2, 3, 1]), 0.2, 0.5, seed=1).shape
    TensorShape([2, 3, 1])
    """
    _check_bounds(lower, upper)
    return tf.image.adjust_contrast(image, tf.random.uniform([], lower, upper, seed=seed))


def stateless_random_contrast(image, lower, upper, seed):
    """Pictures with a contrast changed by a factor that a seed gives.

    >>> tf.image.stateless_random_contrast(tf.reshape(tf.range(4.), [2, 2, 1]), 0.2, 0.5, seed=[1, 2])[..., 0]
    <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
    array([[0.8201728, 1.2733909],
           [1.7266091, 2.1798272]], dtype=float32)>
    """
    _check_bounds(lower, upper)
    return tf.image.adjust_contrast(image, tf.random.stateless_uniform([], seed, lower, upper))


def rot90(image, k=1, name=None):
    """Pictures turned k times by 90 degrees, against the clock.

    >>> tf.image.rot90(tf.reshape(tf.range(4), [2, 2, 1]))[..., 0]
    <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
    array([[1, 3],
           [0, 2]], dtype=int32)>
    """
    x, batched = _batch(_at_least_three(tf.convert_to_tensor(image)))
    k = tf.math.floormod(tf.convert_to_tensor(k, tf.int32), 4)
    x = tf.switch_case(k, [lambda: x, lambda: tf.transpose(tf.reverse(x, [2]), [0, 2, 1, 3]),
                           lambda: tf.reverse(x, [1, 2]), lambda: tf.reverse(tf.transpose(x, [0, 2, 1, 3]), [2])])
    return x if batched else tf.squeeze(x, [0])


def transpose(image, name=None):
    """Pictures with rows and columns exchanged.

    >>> tf.image.transpose(tf.reshape(tf.range(4), [2, 2, 1]))[..., 0]
    <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
    array([[0, 2],
           [1, 3]], dtype=int32)>
    """
    x, batched = _batch(_at_least_three(tf.convert_to_tensor(image)))
    x = tf.transpose(x, [0, 2, 1, 3])
    return x if batched else tf.squeeze(x, [0])


def per_image_standardization(image):
    """Pictures less their mean, by their standard deviation.

    >>> tf.image.per_image_standardization(tf.reshape(tf.range(4), [2, 2, 1]))[..., 0]
    <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
    array([[-1.3416407, -0.4472136],
           [ 0.4472136,  1.3416407]], dtype=float32)>
    """
    image = tf.cast(_at_least_three(tf.convert_to_tensor(image)), tf.float32)
    size = tf.cast(tf.reduce_prod(tf.shape(image)[-3:]), tf.float32)
    mean = tf.reduce_mean(image, axis=[-1, -2, -3], keepdims=True)
    spread = tf.math.reduce_std(image, axis=[-1, -2, -3], keepdims=True)
    return (image - mean) / tf.maximum(spread, tf.math.rsqrt(size))


def rgb_to_grayscale(images, name=None):
    """Pictures without colours, one channel.

    >>> tf.image.rgb_to_grayscale(tf.constant([[[1., 2., 3.]]]))
    <tf.Tensor: shape=(1, 1, 1), dtype=float32, numpy=array([[[1.8149]]], dtype=float32)>
    """
    images = tf.convert_to_tensor(images)
    x = tf.image.convert_image_dtype(images, tf.float32)
    gray = tf.expand_dims(tf.tensordot(x, [0.2989, 0.587, 0.114], [-1, -1]), -1)
    return tf.image.convert_image_dtype(gray, images.dtype)


def grayscale_to_rgb(images, name=None):
    """Pictures of one channel with three equal ones.

    >>> tf.image.grayscale_to_rgb(tf.constant([[[7]]]))
    <tf.Tensor: shape=(1, 1, 3), dtype=int32, numpy=array([[[7, 7, 7]]], dtype=int32)>
    """
    images = tf.convert_to_tensor(images)
    if images.shape[-1] not in (1, None):
        raise ValueError("Last dimension of a grayscale image should be size 1.")
    return tf.tile(images, [1] * (images.shape.rank - 1) + [3])


def total_variation(images, name=None):
    """The sum of what neighbouring pixels differ by.

    >>> tf.image.total_variation(tf.reshape(tf.range(4.), [2, 2, 1]))
    <tf.Tensor: shape=(), dtype=float32, numpy=6.0>
    """
    if images.shape.rank not in (3, 4):
        raise ValueError("'images' must be either 3 or 4-dimensional.")
    down = images[..., 1:, :, :] - images[..., :-1, :, :]
    right = images[..., 1:, :] - images[..., :-1, :]
    axes = [-3, -2, -1]
    return tf.reduce_sum(tf.abs(down), axes) + tf.reduce_sum(tf.abs(right), axes)


def psnr(a, b, max_val, name=None):
    """The ratio of the greatest value of pictures to what two of them differ by, in decibels.

    >>> tf.image.psnr(tf.ones([2, 2, 1]), tf.zeros([2, 2, 1]), 2.)
    <tf.Tensor: shape=(), dtype=float32, numpy=6.0206>
    """
    a, b = tf.convert_to_tensor(a), tf.convert_to_tensor(b)
    a.shape[-3:].assert_is_compatible_with(b.shape[-3:])
    most = tf.image.convert_image_dtype(tf.cast(max_val, a.dtype), tf.float32)
    a, b = tf.image.convert_image_dtype(a, tf.float32), tf.image.convert_image_dtype(b, tf.float32)
    off = tf.reduce_mean(tf.math.squared_difference(a, b), [-3, -2, -1])
    return 20 * tf.math.log(most) / tf.math.log(10.0) - np.float32(10 / np.log(10)) * tf.math.log(off)
