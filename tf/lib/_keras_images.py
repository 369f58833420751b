"""tf.keras.utils of pictures: reading, writing, arrays of them, and sizes."""

__name__ = "tf_keras.src.utils.image_utils"

import os
import warnings

import numpy as np
import tensorflow as tf
import _keras_config as config

_METHODS = ("bilinear", "nearest", "bicubic", "area", "lanczos3", "lanczos5", "gaussian", "mitchellcubic")


def interpolation_method(interpolation):
    """A way of resizing by its name."""
    interpolation = interpolation.lower()
    if interpolation not in _METHODS:
        raise NotImplementedError("Value not recognized for `interpolation`: {}. Supported values are: {}".format(
            interpolation, dict.fromkeys(_METHODS).keys()))
    return interpolation


def smart_resize(x, size, interpolation="bilinear"):
    """Pictures in another size, cut so that nothing is stretched.

    >>> tf.keras.preprocessing.image.smart_resize(np.arange(8.).reshape(2, 4, 1), (1, 1))
    array([[[3.5]]], dtype=float32)
    """
    if len(size) != 2:
        raise ValueError(f"Expected `size` to be a tuple of 2 integers, but got: {size}.")
    img = tf.convert_to_tensor(x)
    if img.shape.rank not in (None, 3, 4):
        raise ValueError("Expected an image array with shape `(height, width, channels)`, or `(batch_size, height, "
                         f"width, channels)`, but got input with incorrect rank, of shape {img.shape}.")
    shape = tf.shape(img)
    height, width = shape[-3], shape[-2]
    target_height, target_width = size

    def part(across, most, by, limit):
        return tf.minimum(limit, tf.cast(tf.cast(across * most, "float32") / by, "int32"))

    crop_height = part(width, target_height, target_width, height)
    crop_width = part(height, target_width, target_height, width)
    top = tf.cast(tf.cast(height - crop_height, "float32") / 2, "int32")
    left = tf.cast(tf.cast(width - crop_width, "float32") / 2, "int32")
    start, keep = [top, left, 0], [crop_height, crop_width, -1]
    if img.shape.rank == 4:
        start, keep = [0] + start, [-1] + keep
    img = tf.slice(img, tf.stack(start), tf.stack(keep))
    img = tf.image.resize(img, size, interpolation)
    return img.numpy() if isinstance(x, np.ndarray) else img


_MODES = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}


class Image:
    """A picture of bytes, as load_img gives it: its size is (width, height), its mode 'L', 'RGB' or 'RGBA'."""

    __module__ = "PIL.Image"

    def __init__(self, pixels, format=None):
        self._pixels = pixels
        self.mode = "I" if pixels.dtype != np.uint8 else _MODES[pixels.shape[2]]
        self.format = format

    @property
    def size(self):
        return (self._pixels.shape[1], self._pixels.shape[0])

    @property
    def width(self):
        return self.size[0]

    @property
    def height(self):
        return self.size[1]

    def __array__(self, dtype=None, copy=None):
        pixels = self._pixels[:, :, 0] if self._pixels.shape[2] == 1 else self._pixels
        return pixels if dtype is None else pixels.astype(dtype)

    def __eq__(self, other):
        return isinstance(other, Image) and self.mode == other.mode and np.array_equal(self._pixels, other._pixels)

    def getpixel(self, xy):
        """The values of the pixel at (x, y)."""
        values = tuple(int(v) for v in self._pixels[xy[1], xy[0]])
        return values[0] if len(values) == 1 else values

    def convert(self, mode):
        """The picture in another mode."""
        if mode not in ("L", "RGB", "RGBA"):
            raise ValueError(f"tfs converts pictures to L, RGB and RGBA, not to {mode}")
        pixels = self._pixels
        gray = pixels.shape[2] < 3
        alpha = pixels[:, :, -1:] if pixels.shape[2] in (2, 4) else np.full(pixels.shape[:2] + (1,), 255, np.uint8)
        if mode == "L":
            if not gray:
                r, g, b = (pixels[:, :, i:i + 1].astype("int32") for i in range(3))
                pixels = ((r * 19595 + g * 38470 + b * 7471 + 0x8000) // 65536).astype("uint8")
            return Image(pixels[:, :, :1])
        pixels = np.concatenate([pixels[:, :, :1]] * 3, axis=2) if gray else pixels[:, :, :3]
        return Image(pixels if mode == "RGB" else np.concatenate([pixels, alpha], axis=2))

    def resize(self, size, resample="bicubic", box=None):
        """The picture in another size (width, height), of a part (left, top, right, bottom)."""
        left, top, right, bottom = box or (0, 0, self.width, self.height)
        pixels = self._pixels[top:bottom, left:right]
        return Image(_resampled(_resampled(pixels, 1, size[0], resample), 0, size[1], resample))

    def save(self, path, format=None, **options):
        """Writes the picture to a file: PNG or JPEG, by its name unless told."""
        kind = (format or os.path.splitext(str(path))[1].lstrip(".")).lower()
        if kind in ("jpg", "jpeg"):
            if self.mode == "RGBA":
                raise OSError("cannot write mode RGBA as JPEG")
            data = tf.io.encode_jpeg(self._pixels, quality=options.get("quality", 75))
        elif kind == "png":
            data = tf.io.encode_png(self._pixels.astype("uint16") if self.mode == "I" else self._pixels)
        else:
            raise ValueError(f"unknown file extension: .{kind}: tfs writes pictures as PNG and JPEG")
        with open(str(path), "wb") as f:
            f.write(data.numpy())

    def __repr__(self):
        return f"<PIL.Image.Image image mode={self.mode} size={self.width}x{self.height} at {hex(id(self))}>"

    def _repr_png_(self):
        return tf.io.encode_png(self._pixels).numpy()


def _sinc(x):
    return 1.0 if x == 0 else np.sin(np.pi * x) / (np.pi * x)


def _cubic(x):
    if x < 1:
        return (1.5 * x - 2.5) * x * x + 1
    return ((x - 5) * x + 8) * x * -0.5 + 2 if x < 2 else 0.0


_FILTERS = {
    "box": (0.5, lambda x: 1.0 if -0.5 < x <= 0.5 else 0.0),
    "bilinear": (1.0, lambda x: max(0.0, 1 - abs(x))),
    "hamming": (1.0, lambda x: _sinc(x) * (0.54 + 0.46 * np.cos(np.pi * x)) if abs(x) < 1 else 0.0),
    "bicubic": (2.0, lambda x: _cubic(abs(x))),
    "lanczos": (3.0, lambda x: _sinc(x) * _sinc(x / 3) if -3 <= x < 3 else 0.0),
}
_FRACTION = 1 << 22  # weights are whole numbers of this share


def _resampled(pixels, axis, size, method):
    """Pixels along an axis as so many: weighted means over what a new one covers, rounded to bytes."""
    old = pixels.shape[axis]
    if old == size:
        return pixels
    scale = old / size
    if method == "nearest":
        at, places = 0.5 * scale, []
        for _ in range(size):  # sums, as PIL takes them: a border between pixels falls where their rounding puts it
            places.append(min(old - 1, int(at)))
            at += scale
        return np.take(pixels, places, axis=axis)
    radius, kernel = _FILTERS[method]
    wide = max(scale, 1.0)
    weights = np.zeros((size, old), "int64")
    for i in range(size):
        middle = (i + 0.5) * scale
        low = max(0, int(middle - radius * wide + 0.5))
        high = min(old, int(middle + radius * wide + 0.5))
        w = np.array([kernel((k - middle + 0.5) / wide) for k in range(low, high)])
        w = w / np.sum(w) * _FRACTION
        weights[i, low:high] = np.where(w < 0, w - 0.5, w + 0.5).astype("int64")
    moved = np.moveaxis(pixels, axis, 0).astype("int64")
    out = (weights @ moved.reshape(old, -1) + _FRACTION // 2) // _FRACTION
    out = np.clip(out, 0, 255).astype("uint8").reshape((size,) + moved.shape[1:])
    return np.moveaxis(out, 0, axis)


def array_to_img(x, data_format=None, scale=True, dtype=None):
    """A picture of an array [height, width, channels]; scale brings its values to 0 to 255.

    >>> tf.keras.utils.array_to_img(np.arange(12.).reshape(2, 2, 3)).getpixel((1, 1))
    (208, 231, 255)
    """
    data_format = data_format or config.image_data_format()
    x = np.asarray(x, dtype=dtype or config.floatx())
    if x.ndim != 3:
        raise ValueError(f"Expected image array to have rank 3 (single image). Got array with shape: {x.shape}")
    if data_format not in {"channels_first", "channels_last"}:
        raise ValueError(f"Invalid data_format: {data_format}")
    if data_format == "channels_first":
        x = x.transpose(1, 2, 0)
    if scale:
        x = x - np.min(x)
        most = np.max(x)
        if most != 0:
            x = x / most
        x = x * 255
    if x.shape[2] not in (1, 3, 4):
        raise ValueError(f"Unsupported channel number: {x.shape[2]}")
    wide = x.shape[2] == 1 and np.max(x) > 255
    return Image(x.astype("int32" if wide else "uint8"))


def img_to_array(img, data_format=None, dtype=None):
    """The numbers of a picture: [height, width, channels].

    >>> tf.keras.utils.img_to_array(np.ones((2, 3), np.uint8)).shape
    (2, 3, 1)
    """
    data_format = data_format or config.image_data_format()
    if data_format not in {"channels_first", "channels_last"}:
        raise ValueError(f"Unknown data_format: {data_format}")
    x = np.asarray(img, dtype=dtype or config.floatx())
    if len(x.shape) == 2:
        x = x.reshape(x.shape + (1,))
    elif len(x.shape) != 3:
        raise ValueError(f"Unsupported image shape: {x.shape}")
    return x.transpose(2, 0, 1) if data_format == "channels_first" else x


def save_img(path, x, data_format=None, file_format=None, scale=True, **kwargs):
    """Writes an array as a picture."""
    img = array_to_img(x, data_format=data_format, scale=scale)
    if img.mode == "RGBA" and file_format in ("jpg", "jpeg"):
        warnings.warn("The JPG format does not support RGBA images, converting to RGB.")
        img = img.convert("RGB")
    img.save(path, format=file_format, **kwargs)


def load_img(path, grayscale=False, color_mode="rgb", target_size=None, interpolation="nearest",
             keep_aspect_ratio=False):
    """The picture of a file, in a colour mode and, if told, a size (height, width)."""
    if grayscale:
        warnings.warn('grayscale is deprecated. Please use color_mode = "grayscale"')
        color_mode = "grayscale"
    if hasattr(path, "read"):
        data = path.read()
    elif isinstance(path, (str, bytes)) or hasattr(path, "__fspath__"):
        with open(os.fspath(path), "rb") as f:
            data = f.read()
    else:
        raise TypeError(f"path should be path-like or io.BytesIO, not {type(path)}")
    img = Image(tf.io.decode_image(data, expand_animations=False).numpy())
    modes = {"grayscale": "L", "rgba": "RGBA", "rgb": "RGB"}
    if color_mode not in modes:
        raise ValueError('color_mode must be "grayscale", "rgb", or "rgba"')
    if img.mode != modes[color_mode]:
        img = img.convert(modes[color_mode])
    if target_size is None or img.size == (target_size[1], target_size[0]):
        return img
    known = ["nearest"] + [m for m in ("bilinear", "bicubic", "hamming", "box", "lanczos")]
    if interpolation not in known:
        raise ValueError("Invalid interpolation method {} specified. Supported methods are {}".format(
            interpolation, ", ".join(known)))
    box = _middle(img.size, target_size) if keep_aspect_ratio else None
    return img.resize((target_size[1], target_size[0]), interpolation, box=box)


def _middle(size, target_size):
    """The middle of a picture that has the ratio of another size."""
    width, height = size
    tall, wide = (min(height, width * target_size[0] // target_size[1]),
                  min(width, height * target_size[1] // target_size[0]))
    top, left = (height - tall) // 2, (width - wide) // 2
    return left, top, left + wide, top + tall
