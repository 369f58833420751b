"""tf.keras.preprocessing.image: arrays of pictures turned, moved, sheared, zoomed and shaded, by chance or as told."""

__name__ = "tf_keras.src.preprocessing.image"

import numpy as np


def _clamped(at, last):
    return np.clip(at, 0, last)


def _reflected(at, last):
    """Positions beyond the edges seen in a mirror that stands half a pixel outside."""
    size = last + 1
    at = np.mod(at + 0.5, 2 * size)
    return np.where(at > size, 2 * size - at, at) - 0.5


def _wrapped(at, last):
    """Positions beyond the edges from the other side; the first and the last pixel are one, as in SciPy's wrap."""
    if last == 0:
        return np.zeros_like(at)
    return np.where((at < 0) | (at > last), np.mod(at, last), at)


_FILLS = {"nearest": _clamped, "reflect": _reflected, "wrap": _wrapped, "constant": lambda at, last: at}


def _sampled(picture, matrix, offset, mode, cval, order):
    """The values of a picture of one channel, shape (height, width), at matrix @ position + offset of each position.

    Source: scipy.ndimage.affine_transform of orders 0 and 1."""
    if mode not in _FILLS:
        raise RuntimeError("boundary mode not supported")
    if order not in (0, 1):
        raise ValueError(f"Pictures are sampled with order 0 (nearest) or 1 (bilinear). Received: order={order}")
    grid = np.indices(picture.shape).astype("float64")
    outside = np.zeros(picture.shape, dtype=bool)
    corners = []
    for axis in (0, 1):
        last = picture.shape[axis] - 1
        at = matrix[axis, 0] * grid[0] + matrix[axis, 1] * grid[1] + offset[axis]
        if mode == "constant":
            outside |= (at < 0) | (at > last)
        at = _FILLS[mode](at, last)
        low = np.floor(at + 0.5 if order == 0 else at)
        share = np.zeros_like(at) if order == 0 else at - low
        low = low.astype("int64")
        corners.append(((np.clip(low, 0, last), 1 - share), (np.clip(low + 1, 0, last), share)))
    total = np.zeros(picture.shape)
    for row, by in corners[0]:
        for column, share in corners[1]:
            total += picture[row, column] * by * share
    total = np.where(outside, cval, total)
    if picture.dtype.kind in "iu":
        total = np.trunc(total + np.where(total > 0, 0.5, -0.5))
    return total.astype(picture.dtype)


def _matrix(theta, tx, ty, shear, zx, zy):
    """The product of the transforms that do something, 3x3, or None."""
    parts = []
    if theta != 0:
        turn = np.deg2rad(theta)
        parts.append([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    if tx != 0 or ty != 0:
        parts.append([[1, 0, tx], [0, 1, ty], [0, 0, 1]])
    if shear != 0:
        lean = np.deg2rad(shear)
        parts.append([[1, -np.sin(lean), 0], [0, np.cos(lean), 0], [0, 0, 1]])
    if zx != 1 or zy != 1:
        parts.append([[zx, 0, 0], [0, zy, 0], [0, 0, 1]])
    whole = None
    for part in parts:
        part = np.array(part, dtype="float64")
        whole = part if whole is None else np.dot(whole, part)
    return whole


def apply_affine_transform(x, theta=0, tx=0, ty=0, shear=0, zx=1, zy=1, row_axis=1, col_axis=2, channel_axis=0,
                           fill_mode="nearest", cval=0.0, order=1):
    """A picture turned by theta degrees, moved by tx and ty, sheared and zoomed about its middle.

    >>> x = np.arange(4.).reshape(1, 2, 2)
    >>> tf.keras.preprocessing.image.apply_affine_transform(x, tx=1)
    array([[[1., 1.],
            [3., 3.]]])
    """
    axes = {row_axis, col_axis, channel_axis}
    if len(axes) != 3:
        raise ValueError("'row_axis', 'col_axis', and 'channel_axis' must be distinct")
    if axes - {0, 1, 2}:
        raise ValueError(f"Invalid axis' indices: {axes - {0, 1, 2}}")
    if x.ndim != 3:
        raise ValueError("Input arrays must be multi-channel 2D images.")
    if channel_axis not in (0, 2):
        raise ValueError("Channels are allowed and the first and last dimensions.")
    matrix = _matrix(theta, tx, ty, shear, zx, zy)
    if matrix is None:
        return x
    middle = np.array([x.shape[row_axis], x.shape[col_axis]]) / 2.0 - 0.5
    matrix, offset = matrix[:2, :2], matrix[:2, 2] + middle - np.dot(matrix[:2, :2], middle)
    if col_axis > row_axis:
        matrix, offset = matrix[::-1, ::-1], offset[::-1]
    channels = [_sampled(c, matrix, offset, fill_mode, cval, order) for c in np.rollaxis(x, channel_axis, 0)]
    return np.rollaxis(np.stack(channels, axis=0), 0, channel_axis + 1)


def random_rotation(x, rg, row_axis=1, col_axis=2, channel_axis=0, fill_mode="nearest", cval=0.0,
                    interpolation_order=1):
    """A picture turned by up to rg degrees."""
    return apply_affine_transform(x, theta=np.random.uniform(-rg, rg), row_axis=row_axis, col_axis=col_axis,
                                  channel_axis=channel_axis, fill_mode=fill_mode, cval=cval, order=interpolation_order)


def random_shift(x, wrg, hrg, row_axis=1, col_axis=2, channel_axis=0, fill_mode="nearest", cval=0.0,
                 interpolation_order=1):
    """A picture moved by up to shares wrg of its width and hrg of its height."""
    tx = np.random.uniform(-hrg, hrg) * x.shape[row_axis]
    ty = np.random.uniform(-wrg, wrg) * x.shape[col_axis]
    return apply_affine_transform(x, tx=tx, ty=ty, row_axis=row_axis, col_axis=col_axis, channel_axis=channel_axis,
                                  fill_mode=fill_mode, cval=cval, order=interpolation_order)


def random_shear(x, intensity, row_axis=1, col_axis=2, channel_axis=0, fill_mode="nearest", cval=0.0,
                 interpolation_order=1):
    """A picture sheared by up to intensity degrees."""
    return apply_affine_transform(x, shear=np.random.uniform(-intensity, intensity), row_axis=row_axis,
                                  col_axis=col_axis, channel_axis=channel_axis, fill_mode=fill_mode, cval=cval,
                                  order=interpolation_order)


def random_zoom(x, zoom_range, row_axis=1, col_axis=2, channel_axis=0, fill_mode="nearest", cval=0.0,
                interpolation_order=1):
    """A picture zoomed by factors between two numbers."""
    if len(zoom_range) != 2:
        raise ValueError(f"`zoom_range` should be a tuple or list of two floats. Received: {zoom_range}")
    zx, zy = 1, 1
    if zoom_range[0] != 1 or zoom_range[1] != 1:
        zx, zy = np.random.uniform(zoom_range[0], zoom_range[1], 2)
    return apply_affine_transform(x, zx=zx, zy=zy, row_axis=row_axis, col_axis=col_axis, channel_axis=channel_axis,
                                  fill_mode=fill_mode, cval=cval, order=interpolation_order)


def apply_channel_shift(x, intensity, channel_axis=0):
    """A picture with a number added to each channel, within the least and the greatest value of the whole.

    >>> tf.keras.preprocessing.image.apply_channel_shift(np.arange(4.).reshape(1, 2, 2), 2)
    array([[[2., 3.],
            [3., 3.]]])
    """
    least, most = np.min(x), np.max(x)
    channels = [np.clip(c + intensity, least, most) for c in np.rollaxis(x, channel_axis, 0)]
    return np.rollaxis(np.stack(channels, axis=0), 0, channel_axis + 1)


def random_channel_shift(x, intensity_range, channel_axis=0):
    """A picture with a number of up to intensity_range added to each channel."""
    return apply_channel_shift(x, np.random.uniform(-intensity_range, intensity_range), channel_axis=channel_axis)
