"""Colours of images: hue, saturation, luminance; edges, patches and structural similarity."""

import tensorflow as tf
from _tf_refuse import allowed, want


def _channels(x, op, parameters):
    if not tf.is_tensor(x):
        x = tf.convert_to_tensor(x, dtype_hint=tf.float32)
    x = tf.convert_to_tensor(x)
    allowed(op, x, ["float16", "bfloat16", "float32", "float64"], parameters,
            "attr=T:type,default=DT_FLOAT,allowed=[DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE]")
    if x.shape.rank == 0:
        raise ValueError("'images' must have at least one dimension.")
    return x, x[..., 0], x[..., 1], x[..., 2]


def rgb_to_hsv(images, name=None):
    """Hue, saturation and value of [..., 3] red, green and blue from 0 to 1.

    >>> tf.image.rgb_to_hsv([[1., 0.5, 0.5]])
    <tf.Tensor: shape=(1, 3), dtype=float32, numpy=array([[0. , 0.5, 1. ]], dtype=float32)>
    """
    x, r, g, b = _channels(images, "RGBToHSV", "images:T -> output:T")
    top = tf.reduce_max(x, -1)
    apart = top - tf.reduce_min(x, -1)
    zero, one = tf.zeros_like(top), tf.ones_like(top)
    s = tf.where(top > 0, apart / tf.where(top > 0, top, one), zero)
    norm = tf.where(apart > 0, 1 / tf.where(apart > 0, apart, one) * (one / 6), zero)
    h = tf.where(r == top, norm * (g - b), tf.where(g == top, norm * (b - r) + 2 / 6, norm * (r - g) + 4 / 6))
    h = tf.where(apart > 0, h, zero)
    return tf.stack([tf.where(h < 0, h + 1, h), s, top], -1)


def hsv_to_rgb(images, name=None):
    """Red, green and blue of [..., 3] hue, saturation and value from 0 to 1.

    >>> tf.image.hsv_to_rgb([[0., 0.5, 1.]])
    <tf.Tensor: shape=(1, 3), dtype=float32, numpy=array([[1. , 0.5, 0.5]], dtype=float32)>
    """
    x, h, s, v = _channels(images, "HSVToRGB", "images:T -> output:T")
    d = h * 6
    parts = [abs(d - 3) - 1, -abs(d - 2) + 2, -abs(d - 4) + 2]
    out = tf.stack([((1 - s) + s * tf.clip_by_value(p, 0, 1)) * v for p in parts], -1)
    return tf.stop_gradient(out)  # TensorFlow's kernel has no gradient


_YIQ = [[0.299, 0.59590059, 0.2115], [0.587, -0.27455667, -0.52273617], [0.114, -0.32134392, 0.31119955]]
_FROM_YIQ = [[1, 1, 1], [0.95598634, -0.27201283, -1.10674021], [0.6208248, -0.64720424, 1.70423049]]
_YUV = [[0.299, -0.14714119, 0.61497538], [0.587, -0.28886916, -0.51496512], [0.114, 0.43601035, -0.10001026]]
_FROM_YUV = [[1, 1, 1], [0, -0.394642334, 2.03206185], [1.13988303, -0.58062185, 0]]


def _mixed(images, kernel):
    x = tf.convert_to_tensor(images)
    return tf.tensordot(x, tf.constant(kernel, x.dtype), [[x.shape.rank - 1], [0]])


def rgb_to_yiq(images):
    """Luminance, in-phase and quadrature of [..., 3] red, green and blue."""
    return _mixed(images, _YIQ)


def yiq_to_rgb(images):
    """Red, green and blue of [..., 3] luminance, in-phase and quadrature."""
    return _mixed(images, _FROM_YIQ)


def rgb_to_yuv(images):
    """Luminance and two chrominances of [..., 3] red, green and blue."""
    return _mixed(images, _YUV)


def yuv_to_rgb(images):
    """Red, green and blue of [..., 3] luminance and two chrominances."""
    return _mixed(images, _FROM_YUV)


def _as_floats(image, f):
    image = tf.convert_to_tensor(image)
    if image.dtype in (tf.float16, tf.float32):
        return f(image)
    return tf.image.convert_image_dtype(f(tf.image.convert_image_dtype(image, tf.float32)), image.dtype, saturate=True)


def adjust_saturation(image, saturation_factor, name=None):
    """Red, green and blue with saturation times a factor.

    >>> tf.image.adjust_saturation([[[0.5, 1., 0.]]], 0.5)
    <tf.Tensor: shape=(1, 1, 3), dtype=float32, numpy=array([[[0.75, 1.  , 0.5 ]]], dtype=float32)>
    """
    def change(x):
        h, s, v = tf.unstack(rgb_to_hsv(x), axis=-1)
        s = tf.clip_by_value(s * tf.cast(saturation_factor, x.dtype), 0, 1)
        c = s * v
        m, d = v - c, h * 6
        turn = d - 2 * tf.floor(d / 2)
        return _by_sixth(tf.cast(d, tf.int32), c, c * (1 - abs(turn - 1)), tf.zeros_like(c), m)
    return _as_floats(image, change)


def _by_sixth(sixth, high, middle, low, plus):
    """Red, green and blue by the sixth of the circle of hues."""
    order = [(high, middle, low), (middle, high, low), (low, high, middle), (low, middle, high), (middle, low, high),
             (high, low, middle)]
    out = []
    for k in range(3):
        v = tf.zeros_like(high)
        for n, parts in enumerate(order):
            v = tf.where(sixth == n, parts[k], v)
        out.append(v + plus)
    return tf.stack(out, -1)


def adjust_hue(image, delta, name=None):
    """Red, green and blue with the hue turned by delta, from -1 to 1.

    >>> tf.image.adjust_hue([[[1., 0.5, 0.]]], 0.5)
    <tf.Tensor: shape=(1, 1, 3), dtype=float32, numpy=array([[[0. , 0.5, 1. ]]], dtype=float32)>
    """
    def change(x):
        _, r, g, b = _channels(x, "RGBToHSV", "images:T -> output:T")
        low, high = tf.reduce_min(x, -1), tf.reduce_max(x, -1)
        middle = tf.maximum(tf.minimum(tf.maximum(r, g), b), tf.minimum(r, g))
        sixth = tf.where(r < g, tf.where(b < r, 1, tf.where(b > g, 3, 2)), tf.where(b < g, 0, tf.where(b > r, 4, 5)))
        apart = tf.where(high == low, tf.ones_like(low), high - low)
        part = (middle - low) / apart
        h = tf.cast(sixth, x.dtype) + tf.where(sixth % 2 == 0, part, 1 - part)
        h = tf.where(high == low, tf.zeros_like(h), h) + tf.cast(delta, x.dtype) * 6
        h = tf.where(h < 0, h + 6, h)
        h = tf.where(h >= 6, h - 6, h)
        sixth = tf.cast(h, tf.int32)
        part = h - tf.cast(sixth, x.dtype)
        part = tf.where(sixth % 2 == 0, part, 1 - part)
        return _by_sixth(sixth, high, low + part * (high - low), low, tf.zeros_like(low))
    return _as_floats(image, change)


def _delta_of(max_delta):
    if not 0 <= max_delta <= 0.5:
        raise ValueError("max_delta must be <= 0.5." if max_delta > 0.5 else "max_delta must be non-negative.")
    return max_delta


def random_hue(image, max_delta, seed=None):
    """adjust_hue by a delta by chance between -max_delta and max_delta."""
    d = _delta_of(max_delta)
    return adjust_hue(image, tf.random.uniform([], -d, d, seed=seed))


def stateless_random_hue(image, max_delta, seed):
    """adjust_hue by a delta that follows from the seed, two numbers."""
    d = _delta_of(max_delta)
    return adjust_hue(image, tf.random.stateless_uniform([], seed, -d, d))


def _factors(lower, upper):
    if upper <= lower:
        raise ValueError("upper must be > lower.")
    if lower < 0:
        raise ValueError("lower must be non-negative.")
    return lower, upper


def random_saturation(image, lower, upper, seed=None):
    """adjust_saturation by a factor by chance between lower and upper."""
    low, high = _factors(lower, upper)
    return adjust_saturation(image, tf.random.uniform([], low, high, seed=seed))


def stateless_random_saturation(image, lower, upper, seed=None):
    """adjust_saturation by a factor that follows from the seed, two numbers."""
    low, high = _factors(lower, upper)
    return adjust_saturation(image, tf.random.stateless_uniform([], seed, low, high))


def _crop(value, size, draw):
    value, size = tf.convert_to_tensor(value), tf.convert_to_tensor(size, tf.int32)
    shape = tf.shape(value)
    tf.debugging.Assert(tf.reduce_all(shape >= size), ["Need value.shape >= size, got ", shape, size])
    limit = shape - size + 1
    return tf.slice(value, draw(tf.shape(shape), size.dtype.max, size.dtype) % limit, size)


def random_crop(value, size, seed=None, name=None):
    """A part of a tensor of a size, at a place by chance."""
    return _crop(value, size, lambda shape, top, d: tf.random.uniform(shape, maxval=top, dtype=d, seed=seed))


def stateless_random_crop(value, size, seed, name=None):
    """A part of a tensor of a size, at a place that follows from the seed, two numbers."""
    return _crop(value, size, lambda shape, top, d: tf.random.stateless_uniform(shape, seed, maxval=top, dtype=d))


def sobel_edges(image):
    """Sobel's edges of [n, h, w, d] images: [n, h, w, d, 2], along rows and along columns."""
    image = tf.convert_to_tensor(image)
    kernels = tf.constant([[[-1, -2, -1], [0, 0, 0], [1, 2, 1]], [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]], tf.float32)
    kernels = tf.tile(tf.transpose(kernels, [1, 2, 0])[:, :, tf.newaxis], [1, 1, image.shape[3], 1])
    padded = tf.pad(image, [[0, 0], [1, 1], [1, 1], [0, 0]], "REFLECT")
    edges = tf.nn.depthwise_conv2d(padded, kernels, [1, 1, 1, 1], "VALID")
    return tf.reshape(edges, tf.concat([tf.shape(image), [2]], 0))


def image_gradients(image):
    """Differences of neighbouring rows and columns of [n, h, w, d] images, zeros at the end."""
    image = tf.convert_to_tensor(image)
    if image.shape.rank != 4:
        raise ValueError("image_gradients expects a 4D tensor [batch_size, h, w, d], not {}.".format(image.shape))
    dy = tf.pad(image[:, 1:] - image[:, :-1], [[0, 0], [0, 1], [0, 0], [0, 0]])
    dx = tf.pad(image[:, :, 1:] - image[:, :, :-1], [[0, 0], [0, 0], [0, 1], [0, 0]])
    return dy, dx


def extract_patches(images, sizes, strides, rates, padding, name=None):
    """Patches of [n, h, w, d] images, laid out as depth: [n, rows, columns, height * width * d].

    sizes, strides and rates are [1, rows, columns, 1].

    >>> tf.image.extract_patches([[[[1], [2]], [[3], [4]]]], [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], 'VALID')
    <tf.Tensor: shape=(1, 1, 1, 4), dtype=int32, numpy=array([[[[1, 2, 3, 4]]]], dtype=int32)>
    """
    x, op = tf.convert_to_tensor(images), "ExtractImagePatches"
    want(padding in ("SAME", "VALID"), op,
         f"Value for attr 'padding' of \"{padding}\" is not in the list of allowed values: \"SAME\", \"VALID\"")
    want(x.shape.rank == 4, op, "input must be 4-dimensional")
    pads, counts, starts = [], [], []
    for k, (size, stride, rate) in enumerate(zip(sizes[1:3], strides[1:3], rates[1:3])):
        wide = size + (size - 1) * (rate - 1)
        have = x.shape[1 + k]
        if padding == "SAME":
            n = -(-have // stride)
            more = max((n - 1) * stride + wide - have, 0)
        else:
            n, more = (have - wide + stride) // stride, 0
        pads.append([more // 2, more - more // 2])
        counts.append((n - 1) * stride + 1)
        starts.append([i * rate for i in range(size)])
    x = tf.pad(x, [[0, 0]] + pads + [[0, 0]])
    parts = [x[:, i:i + counts[0]:strides[1], j:j + counts[1]:strides[2]] for i in starts[0] for j in starts[1]]
    return tf.concat(parts, -1)


def _gauss(size, sigma):
    at = tf.range(size, dtype=tf.float32) - tf.cast(size - 1, tf.float32) / 2.0
    g = tf.square(at) * (-0.5 / (sigma * sigma))
    g = tf.reshape(tf.reshape(g, [1, -1]) + tf.reshape(g, [-1, 1]), [1, -1])
    return tf.reshape(tf.nn.softmax(g), [size, size, 1, 1])


def _ssim_parts(a, b, max_val, filter_size, filter_sigma, k1, k2, index_map=False):
    c1, c2 = (k1 * max_val) ** 2, (k2 * max_val) ** 2
    kernel = tf.tile(_gauss(filter_size, filter_sigma), [1, 1, a.shape[-1], 1])

    def blur(x):
        flat = tf.reshape(x, tf.concat([[-1], tf.shape(x)[-3:]], 0))
        y = tf.nn.depthwise_conv2d(flat, kernel, [1, 1, 1, 1], "VALID")
        return tf.reshape(y, tf.concat([tf.shape(x)[:-3], tf.shape(y)[1:]], 0))
    mean_a, mean_b = blur(a), blur(b)
    top, under = mean_a * mean_b * 2.0, tf.square(mean_a) + tf.square(mean_b)
    light = (top + c1) / (under + c1)
    contrast = (blur(a * b) * 2.0 - top + c2) / (blur(tf.square(a) + tf.square(b)) - under + c2)
    both = light * contrast
    if index_map:
        return both, contrast
    return tf.reduce_mean(both, [-3, -2]), tf.reduce_mean(contrast, [-3, -2])


def _pictures(img1, img2, max_val):
    a, b = tf.convert_to_tensor(img1), tf.convert_to_tensor(img2)
    max_val = tf.image.convert_image_dtype(tf.cast(max_val, a.dtype), tf.float32)
    return tf.image.convert_image_dtype(a, tf.float32), tf.image.convert_image_dtype(b, tf.float32), max_val


def ssim(img1, img2, max_val, filter_size=11, filter_sigma=1.5, k1=0.01, k2=0.03, return_index_map=False):
    """Structural similarity of images [..., h, w, d]: a number for each (Wang and others, 2004)."""
    a, b, max_val = _pictures(img1, img2, max_val)
    both, _ = _ssim_parts(a, b, max_val, filter_size, filter_sigma, k1, k2, return_index_map)
    return tf.reduce_mean(both, [-1])


def ssim_multiscale(img1, img2, max_val, power_factors=(0.0448, 0.2856, 0.3001, 0.2363, 0.1333), filter_size=11,
                    filter_sigma=1.5, k1=0.01, k2=0.03):
    """Structural similarity at several scales, each half of the one before (Wang and others, 2003)."""
    a, b, max_val = _pictures(img1, img2, max_val)
    found, last = [], None
    for k in range(len(power_factors)):
        if k > 0:
            rows = tf.concat([[0, 0], tf.shape(a)[-3:-1] % 2, [0]], 0)[-3:]
            pads = [[0, 0]] * (a.shape.rank - 3) + [[0, int(rows[0])], [0, int(rows[1])], [0, 0]]
            a, b = tf.pad(a, pads, "SYMMETRIC"), tf.pad(b, pads, "SYMMETRIC")
            a, b = (tf.nn.avg_pool2d(x, 2, 2, "VALID") for x in (a, b))
        both, contrast = _ssim_parts(a, b, max_val, filter_size, filter_sigma, k1, k2)
        found.append(tf.nn.relu(contrast))
    found[-1] = tf.nn.relu(both)
    scales = tf.stack(found, -1)
    return tf.reduce_mean(tf.reduce_prod(tf.pow(scales, power_factors), [-1]), [-1])
