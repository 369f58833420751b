"""tf.keras.preprocessing.image.Iterator and what follows it: batches of pictures from arrays and from folders."""

__name__ = "tf_keras.src.preprocessing.image"

import os
import warnings

import numpy as np
import _keras_config as config
from _keras_images import array_to_img, img_to_array, load_img
from _keras_utils import Sequence

_ENDINGS = ("png", "jpg", "jpeg", "bmp", "ppm", "tif", "tiff")


class Iterator(Sequence):
    """Batches of n samples, by number or one after the other without end; the order is drawn anew each time round."""

    __module__ = __name__

    white_list_formats = _ENDINGS

    def __init__(self, n, batch_size, shuffle, seed):
        self.n, self.batch_size, self.shuffle, self.seed = n, batch_size, shuffle, seed
        self.batch_index = self.total_batches_seen = 0
        self.index_array = None

    def __len__(self):
        return -(-self.n // self.batch_size)

    def _draw_order(self):
        self.index_array = np.random.permutation(self.n) if self.shuffle else np.arange(self.n)

    def _seeded(self):
        if self.seed is not None:
            np.random.seed(self.seed + self.total_batches_seen)

    def __getitem__(self, idx):
        if idx >= len(self):
            raise ValueError(f"Asked to retrieve element {idx}, but the Sequence has length {len(self)}")
        self._seeded()
        self.total_batches_seen += 1
        if self.index_array is None:
            self._draw_order()
        return self._get_batches_of_transformed_samples(self._at(idx * self.batch_size))

    def _at(self, first):
        return self.index_array[first:first + self.batch_size]

    def on_epoch_end(self):
        """Draws the order of the next time round."""
        self._draw_order()

    def reset(self):
        """Begins anew with the next batch."""
        self.batch_index = 0

    def __iter__(self):
        return self

    def __next__(self):
        return self.next()

    def next(self):
        """The next batch."""
        self._seeded()
        if self.batch_index == 0:
            self._draw_order()
        first = self.batch_index * self.batch_size % self.n if self.n else 0
        self.batch_index = self.batch_index + 1 if first + self.batch_size < self.n else 0
        self.total_batches_seen += 1
        return self._get_batches_of_transformed_samples(self._at(first))

    def _get_batches_of_transformed_samples(self, index_array):
        raise NotImplementedError

    def _save(self, batch, index_array):
        """Writes the pictures of a batch to the folder save_to_dir, if told."""
        if not self.save_to_dir:
            return
        for picture, at in zip(batch, index_array):
            name = f"{self.save_prefix}_{at}_{np.random.randint(1e7)}.{self.save_format}"
            array_to_img(picture, self.data_format, scale=True).save(os.path.join(self.save_to_dir, name))


def _same_length(x, other, called):
    if other is not None and len(x) != len(other):
        raise ValueError(f"`x` (images tensor) and {called[0]} should have the same length. Found: "
                         f"x.shape = {np.asarray(x).shape}, {called[1]}.shape = {np.asarray(other).shape}")


class NumpyArrayIterator(Iterator):
    """Batches of an array of pictures [n, height, width, channels], with labels and weights."""

    def __init__(self, x, y, image_data_generator, batch_size=32, shuffle=False, sample_weight=None, seed=None,
                 data_format=None, save_to_dir=None, save_prefix="", save_format="png", subset=None,
                 ignore_class_split=False, dtype=None):
        self.dtype = dtype or config.floatx()
        self.data_format = data_format or config.image_data_format()
        misc = []
        if isinstance(x, (tuple, list)):
            misc = [np.asarray(v) for v in (x[1] if isinstance(x[1], list) else [x[1]])]
            x = x[0]
            for v in misc:
                if len(x) != len(v):
                    raise ValueError("All of the arrays in `x` should have the same length. Found a pair with: "
                                     f"len(x[0]) = {len(x)}, len(x[?]) = {len(v)}")
        _same_length(x, y, ("`y` (labels)", "y"))
        _same_length(x, sample_weight, ("`sample_weight`", "sample_weight"))
        if subset is not None:
            x, y, misc = self._part(x, y, misc, subset, image_data_generator, ignore_class_split)
        self.x, self.x_misc = np.asarray(x, dtype=self.dtype), misc
        self._check()
        self.y = None if y is None else np.asarray(y)
        self.sample_weight = None if sample_weight is None else np.asarray(sample_weight)
        self.image_data_generator = image_data_generator
        self.save_to_dir, self.save_prefix, self.save_format = save_to_dir, save_prefix, save_format
        super().__init__(len(self.x), batch_size, shuffle, seed)

    @staticmethod
    def _part(x, y, misc, subset, generator, ignore_class_split):
        """What belongs to a subset: the first share of samples validates, the others train."""
        if subset not in {"training", "validation"}:
            raise ValueError("Invalid subset name:", subset, '; expected "training" or "validation".')
        cut = int(len(x) * generator._validation_split)
        if y is not None and not ignore_class_split and not np.array_equal(np.unique(y[:cut]), np.unique(y[cut:])):
            raise ValueError("Training and validation subsets have different number of classes after the split. If "
                             "your numpy arrays are sorted by the label, you might want to shuffle them.")
        part = slice(cut) if subset == "validation" else slice(cut, None)
        return x[part], None if y is None else y[part], [v[part] for v in misc]

    def _check(self):
        if self.x.ndim != 4:
            raise ValueError("Input data in `NumpyArrayIterator` should have rank 4. You passed an array with shape",
                             self.x.shape)
        axis = 3 if self.data_format == "channels_last" else 1
        if self.x.shape[axis] not in {1, 3, 4}:
            warnings.warn(f'NumpyArrayIterator is set to use the data format convention "{self.data_format}" '
                          f"(channels on axis {axis}), i.e. expected either 1, 3, or 4 channels on axis {axis}. "
                          f"However, it was passed an array with shape {self.x.shape} "
                          f"({self.x.shape[axis]} channels).")

    def _get_batches_of_transformed_samples(self, index_array):
        generator = self.image_data_generator
        batch = np.zeros((len(index_array),) + self.x.shape[1:], dtype=self.dtype)
        for i, at in enumerate(index_array):
            x = self.x[at]
            x = generator.apply_transform(x.astype(self.dtype), generator.get_random_transform(x.shape))
            batch[i] = generator.standardize(x)
        self._save(batch, index_array)
        out = batch if not self.x_misc else [batch] + [v[index_array] for v in self.x_misc]
        if self.y is None and self.sample_weight is None:
            return out if self.x_misc else batch
        out = (out,) if self.y is None else (out, self.y[index_array])
        return out if self.sample_weight is None else out + (self.sample_weight[index_array],)


def _pictures(folder, split, follow_links):
    """The paths of the pictures in a folder and those within it, in order, or the share (from, to) of them."""
    out = []
    for root, _, files in sorted(os.walk(folder, followlinks=follow_links), key=lambda found: found[0]):
        for name in sorted(files):
            if name.lower().endswith(".tiff"):
                warnings.warn('Using ".tiff" files with multiple bands will cause distortion. Please verify your '
                              "output.")
            if name.lower().endswith(_ENDINGS):
                out.append(os.path.join(root, name))
    return out[int(split[0] * len(out)):int(split[1] * len(out))] if split else out


_CHANNELS = {"grayscale": 1, "rgb": 3, "rgba": 4}


class DirectoryIterator(Iterator):
    """Batches of the pictures in the folders of a folder, one for each class."""

    allowed_class_modes = {"categorical", "binary", "sparse", "input", None}

    def __init__(self, directory, image_data_generator, target_size=(256, 256), color_mode="rgb", classes=None,
                 class_mode="categorical", batch_size=32, shuffle=True, seed=None, data_format=None, save_to_dir=None,
                 save_prefix="", save_format="png", follow_links=False, subset=None, interpolation="nearest",
                 keep_aspect_ratio=False, dtype=None):
        self.image_data_generator = image_data_generator
        self.target_size, self.keep_aspect_ratio = tuple(target_size), keep_aspect_ratio
        if color_mode not in _CHANNELS:
            raise ValueError("Invalid color mode:", color_mode, '; expected "rgb", "rgba", or "grayscale".')
        self.color_mode, self.interpolation = color_mode, interpolation
        self.data_format = data_format or config.image_data_format()
        channels = (_CHANNELS[color_mode],)
        last = self.data_format == "channels_last"
        self.image_shape = self.target_size + channels if last else channels + self.target_size
        self.save_to_dir, self.save_prefix, self.save_format = save_to_dir, save_prefix, save_format
        self.subset, self.split = subset, self._share(subset)
        self.directory = directory
        if class_mode not in self.allowed_class_modes:
            raise ValueError(f"Invalid class_mode: {class_mode}; expected one of: {self.allowed_class_modes}")
        self.class_mode, self.dtype = class_mode, dtype or config.floatx()
        self._find(classes, follow_links)
        super().__init__(self.samples, batch_size, shuffle, seed)

    def _share(self, subset):
        if subset is None:
            return None
        cut = self.image_data_generator._validation_split
        if subset not in ("validation", "training"):
            raise ValueError(f'Invalid subset name: {subset};expected "training" or "validation"')
        return (0, cut) if subset == "validation" else (cut, 1)

    def _find(self, classes, follow_links):
        """Finds the pictures and numbers their classes, which are the folders by name unless told."""
        if not classes:
            classes = [d for d in sorted(os.listdir(self.directory)) if os.path.isdir(os.path.join(self.directory, d))]
        self.num_classes = len(classes)
        self.class_indices = {name: i for i, name in enumerate(classes)}
        self.filenames, numbers = [], []
        for name in classes:
            folder = os.path.join(self.directory, name)
            base = os.path.basename(folder)
            for path in _pictures(folder, self.split, follow_links):
                self.filenames.append(os.path.join(base, os.path.relpath(path, folder)))
                numbers.append(self.class_indices[base])
        self.samples = len(self.filenames)
        self.classes = np.array(numbers, dtype="int32")
        self._filepaths = [os.path.join(self.directory, name) for name in self.filenames]
        print(f"Found {self.samples} images belonging to {self.num_classes} classes.")

    @property
    def filepaths(self):
        """The paths of the pictures."""
        return self._filepaths

    @property
    def labels(self):
        """The numbers of the pictures' classes."""
        return self.classes

    @property
    def sample_weight(self):
        """None: pictures in folders have no weights."""
        return None

    def _get_batches_of_transformed_samples(self, index_array):
        generator = self.image_data_generator
        batch = np.zeros((len(index_array),) + self.image_shape, dtype=self.dtype)
        for i, at in enumerate(index_array):
            img = load_img(self.filepaths[at], color_mode=self.color_mode, target_size=self.target_size,
                           interpolation=self.interpolation, keep_aspect_ratio=self.keep_aspect_ratio)
            x = img_to_array(img, data_format=self.data_format)
            if generator:
                x = generator.apply_transform(x, generator.get_random_transform(x.shape))
                x = generator.standardize(x)
            batch[i] = x
        self._save(batch, index_array)
        if self.class_mode is None:
            return batch
        if self.class_mode == "input":
            return batch, batch.copy()
        numbers = self.classes[index_array]
        if self.class_mode == "categorical":
            return batch, np.eye(self.num_classes, dtype=self.dtype)[numbers]
        return batch, numbers.astype(self.dtype)
