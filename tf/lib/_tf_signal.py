"""Frames of signals, windows, short-time and cosine transforms, mel scales."""

import math

import tensorflow as tf
from _tf_fourier import irfft, rfft


def frame(signal, frame_length, frame_step, pad_end=False, pad_value=0, axis=-1, name=None):
    """An axis of a tensor as frames of frame_length values, frame_step apart: two axes in its place.

    >>> tf.signal.frame([1, 2, 3, 4, 5], 3, 2)
    <tf.Tensor: shape=(2, 3), dtype=int32, numpy=
    array([[1, 2, 3],
           [3, 4, 5]], dtype=int32)>
    """
    x = tf.convert_to_tensor(signal)
    if x.shape.rank is None or not -x.shape.rank <= axis < x.shape.rank:
        raise ValueError("axis must be between -rank and rank - 1 of the signal. Got: %s" % axis)
    axis %= x.shape.rank
    n = tf.shape(x)[axis] if x.shape[axis] is None else x.shape[axis]
    if pad_end:
        count = -(-n // frame_step)
        more = tf.maximum(0, frame_length + frame_step * (count - 1) - n)
        x = tf.pad(x, [[0, more] if k == axis else [0, 0] for k in range(x.shape.rank)],
                   constant_values=tf.cast(pad_value, x.dtype))
    else:
        count = tf.maximum(0, 1 + (n - frame_length) // frame_step)
    at = tf.range(count)[:, tf.newaxis] * frame_step + tf.range(frame_length)
    return tf.gather(tf.reshape(x, tf.shape(x)), at, axis=axis)  # dense gradients


def overlap_and_add(signal, frame_step, name=None):
    """Frames [..., frames, frame_length] put together again, sums where they overlap.

    >>> tf.signal.overlap_and_add([[1., 2.], [3., 4.]], 1)
    <tf.Tensor: shape=(3,), dtype=float32, numpy=array([1., 5., 4.], dtype=float32)>
    """
    x = tf.convert_to_tensor(signal)
    if x.shape.rank is not None and x.shape.rank < 2:
        raise ValueError("Shape %s must have rank at least 2" % x.shape)
    shape = tf.shape(x)
    frames, length = shape[-2], shape[-1]
    whole = length + frame_step * (frames - 1)
    if frame_step == x.shape[-1]:
        return tf.reshape(x, tf.concat([shape[:-2], [whole]], 0))
    # parts of frame_step values each, shifted by rows of zeros so that what overlaps lies in one column
    parts = -(-length // frame_step)
    rows = frames + parts - 1
    x = tf.reshape(x, tf.concat([[-1], shape[-2:]], 0))
    x = tf.pad(x, [[0, 0], [0, parts], [0, parts * frame_step - length]])
    x = tf.transpose(tf.reshape(x, [-1, frames + parts, parts, frame_step]), [0, 2, 1, 3])
    x = tf.reshape(x, [-1, (frames + parts) * parts, frame_step])[:, :rows * parts]
    x = tf.reduce_sum(tf.reshape(x, [-1, parts, rows, frame_step]), 1)
    x = tf.reshape(x, [-1, rows * frame_step])[:, :whole]
    return tf.reshape(x, tf.concat([shape[:-2], [whole]], 0))


def _window_length(length):
    try:
        return tf.convert_to_tensor(length, dtype=tf.int32)
    except ValueError as e:
        raise ValueError(f"window_length: {e}") from None


def _raised_cosine(length, periodic, dtype, a, b):
    dtype = tf.as_dtype(dtype)
    if not dtype.is_floating:
        raise ValueError("dtype must be a floating point type. Found %s" % dtype)
    length = _window_length(length)
    even = 1 - length % 2
    n = tf.cast(length + tf.cast(periodic, tf.int32) * even - 1, dtype)
    turn = 2 * math.pi * tf.cast(tf.range(length), dtype) / n
    return tf.cond(length == 1, lambda: tf.ones([1], dtype), lambda: tf.cast(a - b * tf.cos(turn), dtype))


def hann_window(window_length, periodic=True, dtype=tf.float32, name=None):
    """Hann's window.

    >>> tf.signal.hann_window(4)
    <tf.Tensor: shape=(4,), dtype=float32, numpy=array([0. , 0.5, 1. , 0.5], dtype=float32)>
    """
    return _raised_cosine(window_length, periodic, dtype, 0.5, 0.5)


def hamming_window(window_length, periodic=True, dtype=tf.float32, name=None):
    """Hamming's window."""
    return _raised_cosine(window_length, periodic, dtype, 0.54, 0.46)


def kaiser_window(window_length, beta=12.0, dtype=tf.float32, name=None):
    """Kaiser's window."""
    dtype = tf.as_dtype(dtype)
    window_length = _window_length(window_length)
    if int(window_length) == 1:
        return tf.ones([1], dtype)
    half = (tf.cast(window_length, tf.float32) - 1) / 2
    at = tf.cast(tf.range(-half, half + 0.1, dtype=tf.float32), dtype)
    half, beta = tf.cast(half, dtype), tf.cast(beta, dtype)
    num = beta * tf.sqrt(tf.nn.relu(1 - tf.square(at / half)))
    return tf.exp(num - beta) * (tf.math.bessel_i0e(num) / tf.math.bessel_i0e(beta))


def kaiser_bessel_derived_window(window_length, beta=12.0, dtype=tf.float32, name=None):
    """The window of running sums of Kaiser's."""
    sums = tf.cumsum(kaiser_window(window_length // 2 + 1, beta, dtype))
    half = tf.sqrt(sums[:-1] / sums[-1])
    return tf.concat([half, tf.reverse(half, [0])], 0)


def vorbis_window(window_length, dtype=tf.float32, name=None):
    """Vorbis' window.

    >>> tf.signal.vorbis_window(2)
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([0.70710677, 0.70710677], dtype=float32)>
    """
    at = tf.cast(tf.range(window_length), dtype) + 0.5
    return tf.sin(math.pi / 2 * tf.pow(tf.sin(math.pi / tf.cast(window_length, dtype) * at), 2.0))


def stft(signals, frame_length, frame_step, fft_length=None, window_fn=hann_window, pad_end=False, name=None):
    """The Fourier transforms of frames: [..., frames, fft_length // 2 + 1] of signals [..., samples].

    >>> tf.signal.stft([1., 1., 1., 1.], 2, 1, window_fn=None)[:, 0]
    <tf.Tensor: shape=(3,), dtype=complex64, numpy=array([2.+0.j, 2.+0.j, 2.+0.j], dtype=complex64)>
    """
    x = tf.convert_to_tensor(signals)
    if fft_length is None:
        fft_length = 1 << max(int(frame_length) - 1, 0).bit_length()
    framed = frame(x, frame_length, frame_step, pad_end)
    if window_fn is not None:
        framed *= window_fn(frame_length, dtype=framed.dtype)
    return rfft(framed, [fft_length])


def inverse_stft_window_fn(frame_step, forward_window_fn=hann_window, name=None):
    """The window for inverse_stft that undoes the forward one."""
    def window(frame_length, dtype):
        forward = forward_window_fn(frame_length, dtype=dtype)
        overlaps = -(-frame_length // frame_step)
        under = tf.pad(tf.square(forward), [[0, overlaps * frame_step - frame_length]])
        under = tf.tile(tf.reduce_sum(tf.reshape(under, [overlaps, frame_step]), 0), [overlaps])
        return forward / under[:frame_length]
    return window


def inverse_stft(stfts, frame_length, frame_step, fft_length=None, window_fn=hann_window, name=None):
    """The signals of short-time transforms: frames put together, sums where they overlap."""
    x = tf.convert_to_tensor(stfts)
    if fft_length is None:
        fft_length = 1 << max(int(frame_length) - 1, 0).bit_length()
    real = irfft(x, [fft_length])[..., :frame_length]
    if frame_length > fft_length:
        real = tf.pad(real, [[0, 0]] * (x.shape.rank - 2) + [[0, frame_length - fft_length]])
    if window_fn is not None:
        real *= window_fn(frame_length, dtype=real.dtype)
    return overlap_and_add(real, frame_step)


def _check_dct(kind, n, axis, norm):
    if axis != -1:
        raise NotImplementedError("axis must be -1. Got: %s" % axis)
    if n is not None and n < 1:
        raise ValueError("n should be a positive integer or None")
    if kind not in (1, 2, 3, 4):
        raise ValueError("Types I, II, III and IV (I)DCT are supported.")
    if kind == 1 and norm == "ortho":
        raise ValueError("Normalization is not supported for the Type-I DCT.")
    if norm not in (None, "ortho"):
        raise ValueError("Unknown normalization. Expected None or 'ortho', got: %s" % norm)


def dct(input, type=2, n=None, axis=-1, norm=None, name=None):
    """The discrete cosine transform of the last axis, of types 1 to 4, as scipy.fftpack has it.

    >>> tf.signal.dct([1., 0.], norm='ortho')
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([0.70710677, 0.70710677], dtype=float32)>
    """
    _check_dct(type, n, axis, norm)
    x = tf.convert_to_tensor(input)
    d = x.dtype
    if n is not None:
        x = tf.pad(x[..., :n], [[0, 0]] * (x.shape.rank - 1) + [[0, max(n - x.shape[-1], 0)]])
    size = tf.shape(x)[-1] if x.shape[-1] is None else x.shape[-1]
    count = tf.cast(size, d)
    if type == 1:
        return tf.math.real(rfft(tf.concat([x, tf.reverse(x[..., 1:-1], [-1])], -1)))
    if type == 4:
        out = dct(tf.pad(x, [[0, 0]] * (x.shape.rank - 1) + [[0, size]]), 2)[..., 1::2]
        return out * (tf.sqrt(tf.constant(0.5, d)) * tf.math.rsqrt(count)) if norm == "ortho" else out
    turn = tf.cast(tf.range(size), d) * tf.constant(math.pi * 0.5, d) / count
    if type == 2:
        out = tf.math.real(rfft(x, [2 * size])[..., :size] * tf.complex(2.0 * tf.cos(turn), -2.0 * tf.sin(turn)))
        if norm == "ortho":
            first = 0.5 * tf.math.rsqrt(count)
            out *= tf.concat([[first], tf.fill([size - 1], first * tf.sqrt(tf.constant(2.0, d)))], 0)
        return out
    if norm == "ortho":
        first = tf.sqrt(count)
        x *= tf.concat([[first], tf.fill([size - 1], first * tf.sqrt(tf.constant(0.5, d)))], 0)
    else:
        x *= count
    scale = tf.complex(2.0 * tf.cos(turn), 2.0 * tf.sin(turn))
    return tf.math.real(irfft(scale * tf.complex(x, tf.zeros_like(x)), [2 * size]))[..., :size]


def idct(input, type=2, n=None, axis=-1, norm=None, name=None):
    """The inverse of dct, but for a factor without norm.

    >>> tf.signal.idct(tf.signal.dct([1., 2.], norm='ortho'), norm='ortho')
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>
    """
    _check_dct(type, n, axis, norm)
    return dct(input, {1: 1, 2: 3, 3: 2, 4: 4}[type], n, axis, norm)


def mdct(signals, frame_length, window_fn=vorbis_window, pad_end=False, norm=None, name=None):
    """The modified discrete cosine transform: [..., frames, frame_length // 2] of signals [..., samples]."""
    if frame_length % 4:
        raise ValueError("The frame length must be a multiple of 4.")
    framed = frame(signals, frame_length, frame_length // 2, pad_end)
    if window_fn is not None:
        framed *= window_fn(frame_length, dtype=framed.dtype)
    a, b, c, d = tf.split(framed, 4, -1)
    return dct(tf.concat([-tf.reverse(c, [-1]) - d, a - tf.reverse(b, [-1])], -1), 4, norm=norm)


def inverse_mdct(mdcts, window_fn=vorbis_window, norm=None, name=None):
    """The signals of modified cosine transforms."""
    x = tf.convert_to_tensor(mdcts)
    half = x.shape[-1]
    real = dct(x, 4, norm=norm)
    if norm is None:
        real *= tf.cast(0.5, x.dtype) / tf.cast(half, x.dtype)
    first, second = tf.split(real, 2, -1)
    real = tf.concat([second, -tf.reverse(second, [-1]), -tf.reverse(first, [-1]), -first], -1)
    if window_fn is not None:
        real *= window_fn(2 * half, dtype=real.dtype)
    return overlap_and_add(real, half)


def linear_to_mel_weight_matrix(num_mel_bins=20, num_spectrogram_bins=129, sample_rate=8000, lower_edge_hertz=125.0,
                                upper_edge_hertz=3800.0, dtype=tf.float32, name=None):
    """The weights that make mel bins of spectrogram bins: [num_spectrogram_bins, num_mel_bins]."""
    for text, wrong in [("num_mel_bins must be positive. Got: %s" % num_mel_bins, num_mel_bins <= 0),
                        ("lower_edge_hertz must be non-negative. Got: %s" % lower_edge_hertz, lower_edge_hertz < 0),
                        ("lower_edge_hertz %.1f >= upper_edge_hertz %.1f" % (lower_edge_hertz, upper_edge_hertz),
                         lower_edge_hertz >= upper_edge_hertz)]:
        if wrong:
            raise ValueError(text)

    def mel(hertz):
        return 1127.0 * tf.math.log(1.0 + tf.cast(hertz, dtype) / 700.0)
    top = tf.cast(sample_rate, dtype) / 2
    bins = mel(tf.linspace(tf.cast(0.0, dtype), top, num_spectrogram_bins)[1:])[:, tf.newaxis]
    edges = frame(tf.linspace(mel(lower_edge_hertz), mel(upper_edge_hertz), num_mel_bins + 2), 3, 1)
    low, center, high = (tf.reshape(e, [1, num_mel_bins]) for e in tf.split(edges, 3, 1))
    weights = tf.maximum(tf.cast(0, dtype), tf.minimum((bins - low) / (center - low), (high - bins) / (high - center)))
    return tf.pad(weights, [[1, 0], [0, 0]])


def mfccs_from_log_mel_spectrograms(log_mel_spectrograms, name=None):
    """Mel-frequency cepstral coefficients of [..., mel bins]."""
    x = tf.convert_to_tensor(log_mel_spectrograms)
    if x.shape.rank is not None and x.shape[-1] == 0:
        raise ValueError("num_mel_bins must be positive. Got: %s" % x)
    return dct(x, 2) * tf.math.rsqrt(tf.cast(tf.shape(x)[-1], x.dtype) * 2.0)
