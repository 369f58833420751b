"""tf.keras.preprocessing.image.ImageDataGenerator: batches of pictures that are changed by chance."""

__name__ = "tf_keras.src.preprocessing.image"

import warnings

import numpy as np
import _keras_affine as affine
import _keras_config as config
from _keras_images import Image, array_to_img, img_to_array
from _keras_picture_batches import DirectoryIterator, NumpyArrayIterator


def _brightened(img, factor):
    """A picture between black (factor 0), itself (1) and beyond; what lies outside a byte is clipped, alpha stays."""
    pixels = np.asarray(img._pixels)
    colours = pixels[:, :, :3].astype("float32") * np.float32(factor)
    colours = np.clip(colours, 0, 255).astype("uint8")
    return Image(np.concatenate([colours, pixels[:, :, 3:]], axis=2))


def apply_brightness_shift(x, brightness, scale=True):
    """A picture made darker or brighter; scale first brings its values to 0 to 255.

    >>> x = np.array([[[0.], [100.], [200.]]])
    >>> tf.keras.preprocessing.image.apply_brightness_shift(x, 1.5, scale=False).ravel()
    array([  0., 150., 255.], dtype=float32)
    """
    least, most = np.min(x), np.max(x)
    beyond = bool(least < 0 or most > 255)
    x = img_to_array(_brightened(array_to_img(x, scale=beyond or scale), brightness))
    if beyond and not scale:
        x = x / 255 * (most - least) + least
    return x


def random_brightness(x, brightness_range, scale=True):
    """A picture whose brightness is a number between two."""
    if len(brightness_range) != 2:
        raise ValueError(f"`brightness_range should be tuple or list of two floats. Received: {brightness_range}")
    return apply_brightness_shift(x, np.random.uniform(brightness_range[0], brightness_range[1]), scale)


def _zooms(zoom_range):
    """The least and the greatest factor of a zoom_range."""
    if isinstance(zoom_range, (float, int)):
        return [1 - zoom_range, 1 + zoom_range]
    if len(zoom_range) == 2 and all(isinstance(v, (float, int)) for v in zoom_range):
        return [zoom_range[0], zoom_range[1]]
    raise ValueError("`zoom_range` should be a float or a tuple or list of two floats. Received: %s" % (zoom_range,))


class ImageDataGenerator:
    """How pictures are changed by chance and made standard.

    >>> g = tf.keras.preprocessing.image.ImageDataGenerator(rescale=0.5)
    >>> x, y = next(g.flow(np.ones((2, 1, 1, 1)), [3, 4], shuffle=False))
    >>> x.ravel(), y
    (array([0.5, 0.5], dtype=float32), array([3, 4]))
    """

    def __init__(self, featurewise_center=False, samplewise_center=False, featurewise_std_normalization=False,
                 samplewise_std_normalization=False, zca_whitening=False, zca_epsilon=1e-6, rotation_range=0,
                 width_shift_range=0.0, height_shift_range=0.0, brightness_range=None, shear_range=0.0,
                 zoom_range=0.0, channel_shift_range=0.0, fill_mode="nearest", cval=0.0, horizontal_flip=False,
                 vertical_flip=False, rescale=None, preprocessing_function=None, data_format=None,
                 validation_split=0.0, interpolation_order=1, dtype=None):
        self._set_layout(data_format, dtype)
        if validation_split and not 0 < validation_split < 1:
            raise ValueError(f"`validation_split` must be strictly between 0 and 1.  Received: {validation_split}")
        self._validation_split = validation_split
        self.rotation_range, self.shear_range, self.channel_shift_range = (rotation_range, shear_range,
                                                                           channel_shift_range)
        self.width_shift_range, self.height_shift_range = width_shift_range, height_shift_range
        self.zoom_range = _zooms(zoom_range)
        self.horizontal_flip, self.vertical_flip = horizontal_flip, vertical_flip
        self.fill_mode, self.cval, self.interpolation_order = fill_mode, cval, interpolation_order
        self.rescale, self.preprocessing_function = rescale, preprocessing_function
        self.zca_whitening, self.zca_epsilon = zca_whitening, zca_epsilon
        self.featurewise_center, self.samplewise_center = featurewise_center, samplewise_center
        self.featurewise_std_normalization = featurewise_std_normalization
        self.samplewise_std_normalization = samplewise_std_normalization
        self._complete()
        if brightness_range is not None and (not isinstance(brightness_range, (tuple, list))
                                             or len(brightness_range) != 2):
            raise ValueError("`brightness_range should be tuple or list of two floats. Received: %s"
                             % (brightness_range,))
        self.brightness_range = brightness_range
        self.mean = self.std = self.zca_whitening_matrix = None

    def _set_layout(self, data_format, dtype):
        data_format = data_format or config.image_data_format()
        if data_format not in {"channels_last", "channels_first"}:
            raise ValueError('`data_format` should be `"channels_last"` (channel after row and column) or '
                             '`"channels_first"` (channel before row and column). Received: %s' % data_format)
        self.data_format = data_format
        self.dtype = dtype or config.floatx()
        self.channel_axis, self.row_axis, self.col_axis = (1, 2, 3) if data_format == "channels_first" else (3, 1, 2)

    def _complete(self):
        """Whitening and a spread of one need values about zero: what centres them is switched on, with a word."""
        def said(what, other):
            warnings.warn(f"This ImageDataGenerator specifies `{what}`, which overrides setting of `{other}`.")

        if self.zca_whitening:
            if not self.featurewise_center:
                self.featurewise_center = True
                said("zca_whitening", "featurewise_center")
            if self.featurewise_std_normalization:
                self.featurewise_std_normalization = False
                said("zca_whitening", "featurewise_std_normalization")
        for kind in ("featurewise", "samplewise"):
            if getattr(self, f"{kind}_std_normalization") and not getattr(self, f"{kind}_center"):
                setattr(self, f"{kind}_center", True)
                said(f"{kind}_std_normalization", f"{kind}_center")

    def flow(self, x, y=None, batch_size=32, shuffle=True, sample_weight=None, seed=None, save_to_dir=None,
             save_prefix="", save_format="png", ignore_class_split=False, subset=None):
        """Batches of pictures [n, height, width, channels] with their labels, without end."""
        return NumpyArrayIterator(x, y, self, batch_size=batch_size, shuffle=shuffle, sample_weight=sample_weight,
                                  seed=seed, data_format=self.data_format, save_to_dir=save_to_dir,
                                  save_prefix=save_prefix, save_format=save_format,
                                  ignore_class_split=ignore_class_split, subset=subset, dtype=self.dtype)

    def flow_from_directory(self, directory, target_size=(256, 256), color_mode="rgb", classes=None,
                            class_mode="categorical", batch_size=32, shuffle=True, seed=None, save_to_dir=None,
                            save_prefix="", save_format="png", follow_links=False, subset=None,
                            interpolation="nearest", keep_aspect_ratio=False):
        """Batches of the pictures in the folders of a folder, one for each class, without end."""
        return DirectoryIterator(directory, self, target_size=target_size, color_mode=color_mode, classes=classes,
                                 class_mode=class_mode, batch_size=batch_size, shuffle=shuffle, seed=seed,
                                 data_format=self.data_format, save_to_dir=save_to_dir, save_prefix=save_prefix,
                                 save_format=save_format, follow_links=follow_links, subset=subset,
                                 interpolation=interpolation, keep_aspect_ratio=keep_aspect_ratio, dtype=self.dtype)

    def standardize(self, x):
        """A picture with what was asked for: a function, a factor, mean 0, spread 1, whitened. Changes x in place."""
        if self.preprocessing_function:
            x = self.preprocessing_function(x)
        if self.rescale:
            x *= self.rescale
        if self.samplewise_center:
            x -= np.mean(x, keepdims=True)
        if self.samplewise_std_normalization:
            x /= np.std(x, keepdims=True) + 1e-6
        if self.featurewise_center and self._fitted(self.mean, "featurewise_center"):
            x -= self.mean
        if self.featurewise_std_normalization and self._fitted(self.std, "featurewise_std_normalization"):
            x /= self.std + 1e-6
        if self.zca_whitening and self._fitted(self.zca_whitening_matrix, "zca_whitening"):
            x = np.reshape(np.dot(x.reshape(-1, np.prod(x.shape[-3:])), self.zca_whitening_matrix), x.shape)
        return x

    @staticmethod
    def _fitted(value, what):
        if value is None:
            warnings.warn(f"This ImageDataGenerator specifies `{what}`, but it hasn't been fit on any training data. "
                          "Fit it first by calling `.fit(numpy_data)`.")
        return value is not None

    def get_random_transform(self, img_shape, seed=None):
        """What is to be done with a picture of a shape, drawn by chance."""
        if seed is not None:
            np.random.seed(seed)
        rows, columns = img_shape[self.row_axis - 1], img_shape[self.col_axis - 1]
        draw = np.random.uniform
        out = {"theta": draw(-self.rotation_range, self.rotation_range) if self.rotation_range else 0}
        out["tx"] = self._shift(self.height_shift_range, rows)
        out["ty"] = self._shift(self.width_shift_range, columns)
        out["shear"] = draw(-self.shear_range, self.shear_range) if self.shear_range else 0
        low, high = self.zoom_range
        out["zx"], out["zy"] = (1, 1) if low == 1 and high == 1 else draw(low, high, 2)
        out["flip_horizontal"] = (np.random.random() < 0.5) * self.horizontal_flip
        out["flip_vertical"] = (np.random.random() < 0.5) * self.vertical_flip
        out["channel_shift_intensity"] = None
        if self.channel_shift_range != 0:
            out["channel_shift_intensity"] = draw(-self.channel_shift_range, self.channel_shift_range)
        out["brightness"] = None
        if self.brightness_range is not None:
            out["brightness"] = draw(self.brightness_range[0], self.brightness_range[1])
        return out

    @staticmethod
    def _shift(by, size):
        """Pixels to move: of a list or a whole number's range one with either sign, else up to a number; where none
        reaches 1 they are shares of the size."""
        if not by:
            return 0
        try:
            pixels = np.random.choice(by) * np.random.choice([-1, 1])
        except ValueError:
            pixels = np.random.uniform(-by, by)
        return pixels * size if np.max(by) < 1 else pixels

    def apply_transform(self, x, transform_parameters):
        """A picture changed as get_random_transform says."""
        told = transform_parameters.get
        row, col, channel = self.row_axis - 1, self.col_axis - 1, self.channel_axis - 1
        x = affine.apply_affine_transform(
            x, told("theta", 0), told("tx", 0), told("ty", 0), told("shear", 0), told("zx", 1), told("zy", 1),
            row_axis=row, col_axis=col, channel_axis=channel, fill_mode=self.fill_mode, cval=self.cval,
            order=self.interpolation_order)
        if told("channel_shift_intensity") is not None:
            x = affine.apply_channel_shift(x, told("channel_shift_intensity"), channel)
        if told("flip_horizontal", False):
            x = np.flip(x, col)
        if told("flip_vertical", False):
            x = np.flip(x, row)
        if told("brightness") is not None:
            x = apply_brightness_shift(x, told("brightness"), False)
        return x

    def random_transform(self, x, seed=None):
        """A picture changed by chance."""
        return self.apply_transform(x, self.get_random_transform(x.shape, seed))

    def fit(self, x, augment=False, rounds=1, seed=None):
        """Learns the mean, the spread and the whitening of pictures [n, height, width, channels]."""
        x = np.asarray(x, dtype=self.dtype)
        if x.ndim != 4:
            raise ValueError("Input to `.fit()` should have rank 4. Got array with shape: " + str(x.shape))
        if x.shape[self.channel_axis] not in {1, 3, 4}:
            warnings.warn(f"Expected input to be images (as Numpy array) following the data format convention "
                          f'"{self.data_format}" (channels on axis {self.channel_axis}), i.e. expected either 1, 3 '
                          f"or 4 channels on axis {self.channel_axis}. However, it was passed an array with shape "
                          f"{x.shape} ({x.shape[self.channel_axis]} channels).")
        if seed is not None:
            np.random.seed(seed)
        x = np.copy(x)
        if self.rescale:
            x *= self.rescale
        if augment:
            x = np.stack([self.random_transform(picture) for _ in range(rounds) for picture in x]).astype(self.dtype)
        others = tuple(axis for axis in range(4) if axis != self.channel_axis)
        if self.featurewise_center:
            self.mean = np.mean(x, axis=others, keepdims=True)[0]
            x -= self.mean
        if self.featurewise_std_normalization:
            self.std = np.std(x, axis=others, keepdims=True)[0]
            x /= self.std + 1e-6
        if self.zca_whitening:
            flat = x.reshape(len(x), -1)
            u, s, _ = np.linalg.svd(flat.T, full_matrices=False)
            self.zca_whitening_matrix = np.dot(u * (1.0 / np.sqrt(s**2 / len(x) + self.zca_epsilon)), u.T)
