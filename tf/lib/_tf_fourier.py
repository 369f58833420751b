"""Fourier transforms of one axis and of several, of complex and of real tensors."""

import tensorflow as tf


def _numbers(x):
    """x; Python's complex numbers are complex128, as TensorFlow takes them, and all others complex64."""
    item = x
    while isinstance(item, (list, tuple)) and item:
        item = item[0]
    return tf.convert_to_tensor(x) if isinstance(item, complex) else x


def fft(input, name=None):
    """The discrete Fourier transform of the last axis, of complex64 or complex128.

    >>> tf.signal.fft(tf.constant([1, 2, 3, 4], tf.complex64))
    <tf.Tensor: shape=(4,), dtype=complex64, numpy=array([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j], dtype=complex64)>
    """
    return tf.raw_ops.FFT(input=_numbers(input))


def ifft(input, name=None):
    """The inverse of fft.

    >>> tf.signal.ifft(tf.constant([4, 0], tf.complex64))
    <tf.Tensor: shape=(2,), dtype=complex64, numpy=array([2.+0.j, 2.+0.j], dtype=complex64)>
    """
    return tf.raw_ops.IFFT(input=_numbers(input))


def fft2d(input, name=None):
    """The discrete Fourier transform of the last two axes."""
    return tf.raw_ops.FFT2D(input=_numbers(input))


def ifft2d(input, name=None):
    """The inverse of fft2d."""
    return tf.raw_ops.IFFT2D(input=_numbers(input))


def fft3d(input, name=None):
    """The discrete Fourier transform of the last three axes."""
    return tf.raw_ops.FFT3D(input=_numbers(input))


def ifft3d(input, name=None):
    """The inverse of fft3d."""
    return tf.raw_ops.IFFT3D(input=_numbers(input))


def _lengths(x, fft_length, rank):
    if x.shape.rank is not None and x.shape.rank < rank:
        raise ValueError("Shape %s must have rank at least %d" % (x.shape, rank))
    if fft_length is None:
        return [x.shape[k - rank] if x.shape[k - rank] is not None else tf.shape(x)[k - rank] for k in range(rank)]
    given = tf.get_static_value(tf.convert_to_tensor(fft_length, tf.int32))
    return tf.unstack(tf.cast(fft_length, tf.int32)) if given is None else given.reshape([-1]).tolist()


def _sized(x, axis, n):
    """An axis cut off or filled with zeros."""
    if x.shape[axis] == n:
        return x
    where = (Ellipsis, slice(None, n)) + (slice(None),) * (-1 - axis)
    pads = [[0, 0]] * x.shape.rank
    x = x[where]
    pads[axis] = [0, n - (tf.shape(x)[axis] if x.shape[axis] is None else x.shape[axis])]
    return tf.pad(x, pads)


def _real_forward(kernel, x, fft_length, rank):
    x = tf.convert_to_tensor(x, dtype_hint=tf.float32)
    if x.dtype not in (tf.float32, tf.float64):
        raise ValueError("RFFT requires tf.float32 or tf.float64 inputs, got: %s" % x)
    sizes = _lengths(x, fft_length, rank)
    for k, n in enumerate(sizes):
        x = _sized(x, k - rank, n)
    return kernel(input=x, fft_length=sizes, Tcomplex=tf.complex64 if x.dtype == tf.float32 else tf.complex128)


def _real_back(kernel, x, fft_length, rank):
    x = tf.convert_to_tensor(x, dtype_hint=tf.complex64)
    if x.dtype not in (tf.complex64, tf.complex128):
        raise ValueError("IRFFT requires tf.complex64 or tf.complex128 inputs, got: %s" % x)
    sizes = _lengths(x, fft_length, rank)
    if fft_length is None:
        sizes[-1] = max(2 * (sizes[-1] - 1), 0) if isinstance(sizes[-1], int) else tf.maximum(2 * (sizes[-1] - 1), 0)
    for k, n in enumerate(sizes):
        x = _sized(x, k - rank, n // 2 + 1 if k == rank - 1 else n)
    return kernel(input=x, fft_length=sizes, Treal=x.dtype.real_dtype)


def rfft(input_tensor, fft_length=None, name=None):
    """The Fourier transform of the last axis of a real tensor: its first n // 2 + 1 values.

    >>> tf.signal.rfft([1., 2., 3., 4.])
    <tf.Tensor: shape=(3,), dtype=complex64, numpy=array([10.+0.j, -2.+2.j, -2.+0.j], dtype=complex64)>
    """
    return _real_forward(tf.raw_ops.RFFT, input_tensor, fft_length, 1)


def irfft(input_tensor, fft_length=None, name=None):
    """The inverse of rfft.

    >>> tf.signal.irfft(tf.constant([10 + 0j, -2 + 2j, -2 + 0j], tf.complex64))
    <tf.Tensor: shape=(4,), dtype=float32, numpy=array([1., 2., 3., 4.], dtype=float32)>
    """
    return _real_back(tf.raw_ops.IRFFT, input_tensor, fft_length, 1)


def rfft2d(input_tensor, fft_length=None, name=None):
    """The Fourier transform of the last two axes of a real tensor."""
    return _real_forward(tf.raw_ops.RFFT2D, input_tensor, fft_length, 2)


def irfft2d(input_tensor, fft_length=None, name=None):
    """The inverse of rfft2d."""
    return _real_back(tf.raw_ops.IRFFT2D, input_tensor, fft_length, 2)


def rfft3d(input_tensor, fft_length=None, name=None):
    """The Fourier transform of the last three axes of a real tensor."""
    return _real_forward(tf.raw_ops.RFFT3D, input_tensor, fft_length, 3)


def irfft3d(input_tensor, fft_length=None, name=None):
    """The inverse of rfft3d."""
    return _real_back(tf.raw_ops.IRFFT3D, input_tensor, fft_length, 3)


def _shifted(x, axes, amount):
    x = tf.convert_to_tensor(x)
    if axes is None:
        axes = list(range(x.shape.rank))
    axes = [axes] if isinstance(axes, int) else list(axes)
    return tf.roll(x, [amount(tf.shape(x)[a]) for a in axes], axes)


def fftshift(x, axes=None, name=None):
    """The zero frequency in the middle.

    >>> tf.signal.fftshift([0., 1., 2., -2., -1.])
    <tf.Tensor: shape=(5,), dtype=float32, numpy=array([-2., -1.,  0.,  1.,  2.], dtype=float32)>
    """
    return _shifted(x, axes, lambda n: n // 2)


def ifftshift(x, axes=None, name=None):
    """The inverse of fftshift.

    >>> tf.signal.ifftshift([-2., -1., 0., 1., 2.])
    <tf.Tensor: shape=(5,), dtype=float32, numpy=array([ 0.,  1.,  2., -2., -1.], dtype=float32)>
    """
    return _shifted(x, axes, lambda n: -(n // 2))
