"""Fourier transforms of one axis and of several, of complex and of real tensors."""

import tensorflow as tf


def _complex(x, real):
    x = tf.convert_to_tensor(x)
    if real and x.dtype in (tf.float32, tf.float64):
        return tf.cast(x, tf.complex64 if x.dtype == tf.float32 else tf.complex128)
    return x


def _turned(f, x, axis):
    """f along an axis that is not the last one."""
    order = list(range(x.shape.rank))
    order[axis], order[-1] = order[-1], order[axis]
    return tf.transpose(f(tf.transpose(x, order)), order)


def _along(kernel, x, rank):
    """A transform of the last axes, one after the other."""
    x = kernel(input=x)
    for axis in range(2, rank + 1):
        x = _turned(lambda v: kernel(input=v), x, -axis)
    return x


def fft(input, name=None):
    """The discrete Fourier transform of the last axis, of complex64 or complex128.

    >>> tf.signal.fft(tf.constant([1, 2, 3, 4], tf.complex64))
    <tf.Tensor: shape=(4,), dtype=complex64, numpy=array([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j], dtype=complex64)>
    """
    return _along(tf.raw_ops.FFT, input, 1)


def ifft(input, name=None):
    """The inverse of fft.

    >>> tf.signal.ifft(tf.constant([4, 0], tf.complex64))
    <tf.Tensor: shape=(2,), dtype=complex64, numpy=array([2.+0.j, 2.+0.j], dtype=complex64)>
    """
    return _along(tf.raw_ops.IFFT, input, 1)


def fft2d(input, name=None):
    """The discrete Fourier transform of the last two axes."""
    return _along(tf.raw_ops.FFT, input, 2)


def ifft2d(input, name=None):
    """The inverse of fft2d."""
    return _along(tf.raw_ops.IFFT, input, 2)


def fft3d(input, name=None):
    """The discrete Fourier transform of the last three axes."""
    return _along(tf.raw_ops.FFT, input, 3)


def ifft3d(input, name=None):
    """The inverse of fft3d."""
    return _along(tf.raw_ops.IFFT, input, 3)


def _lengths(x, fft_length, rank):
    if fft_length is None:
        return [x.shape[k - rank] if x.shape[k - rank] is not None else tf.shape(x)[k - rank] for k in range(rank)]
    given = tf.get_static_value(tf.convert_to_tensor(fft_length, tf.int32))
    return tf.unstack(tf.cast(fft_length, tf.int32)) if given is None else given.reshape([-1]).tolist()


def _sized(x, axis, n):
    """An axis cut off or filled with zeros."""
    where = (Ellipsis, slice(None, n)) + (slice(None),) * (-1 - axis)
    pads = [[0, 0]] * x.shape.rank
    x = x[where]
    pads[axis] = [0, n - (tf.shape(x)[axis] if x.shape[axis] is None else x.shape[axis])]
    return tf.pad(x, pads)


def _real_forward(x, fft_length, rank):
    x = _complex(x, True)
    sizes = _lengths(x, fft_length, rank)
    for k, n in enumerate(sizes):
        x = _sized(x, k - rank, n)
    return _along(tf.raw_ops.FFT, x, rank)[..., :sizes[-1] // 2 + 1]


def _real_back(x, fft_length, rank):
    x = tf.convert_to_tensor(x)
    sizes = _lengths(x, fft_length, rank)
    if fft_length is None:
        sizes[-1] = max(2 * (sizes[-1] - 1), 0) if isinstance(sizes[-1], int) else tf.maximum(2 * (sizes[-1] - 1), 0)
    for k, n in enumerate(sizes):
        x = _sized(x, k - rank, n // 2 + 1 if k == rank - 1 else n)
    for axis in range(2, rank + 1):
        x = _turned(lambda v: tf.raw_ops.IFFT(input=v), x, -axis)
    n = sizes[-1]
    whole = tf.concat([x, tf.math.conj(tf.reverse(x[..., 1:(n + 1) // 2], [-1]))], -1)
    return tf.math.real(tf.raw_ops.IFFT(input=whole[..., :n]))


def rfft(input_tensor, fft_length=None, name=None):
    """The Fourier transform of the last axis of a real tensor: its first n // 2 + 1 values.

    >>> tf.signal.rfft([1., 2., 3., 4.])
    <tf.Tensor: shape=(3,), dtype=complex64, numpy=array([10.+0.j, -2.+2.j, -2.+0.j], dtype=complex64)>
    """
    return _real_forward(input_tensor, fft_length, 1)


def irfft(input_tensor, fft_length=None, name=None):
    """The inverse of rfft.

    >>> tf.signal.irfft(tf.constant([10 + 0j, -2 + 2j, -2 + 0j], tf.complex64))
    <tf.Tensor: shape=(4,), dtype=float32, numpy=array([1., 2., 3., 4.], dtype=float32)>
    """
    return _real_back(input_tensor, fft_length, 1)


def rfft2d(input_tensor, fft_length=None, name=None):
    """The Fourier transform of the last two axes of a real tensor."""
    return _real_forward(input_tensor, fft_length, 2)


def irfft2d(input_tensor, fft_length=None, name=None):
    """The inverse of rfft2d."""
    return _real_back(input_tensor, fft_length, 2)


def rfft3d(input_tensor, fft_length=None, name=None):
    """The Fourier transform of the last three axes of a real tensor."""
    return _real_forward(input_tensor, fft_length, 3)


def irfft3d(input_tensor, fft_length=None, name=None):
    """The inverse of rfft3d."""
    return _real_back(input_tensor, fft_length, 3)


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
