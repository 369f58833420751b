"""Datasets of the pictures and sounds in folders."""

__name__ = "tf_keras.src.utils.image_dataset"

import numpy as np
import tensorflow as tf
import _keras_images as images
from _keras_feeding import batched, check_labels, check_split, index_directory, part_of, with_labels

_PICTURES = (".bmp", ".gif", ".jpeg", ".jpg", ".png")
_CHANNELS = {"rgb": 3, "rgba": 4, "grayscale": 1}


def _content(path):
    return tf.ensure_shape(tf.py_function(tf.io.read_file, [path], tf.string), [])


def _parts(subset):
    return ("training", "validation") if subset == "both" else (subset,)


def _two_classes(label_mode, class_names):
    if label_mode == "binary" and len(class_names) != 2:
        raise ValueError('When passing `label_mode="binary"`, there must be exactly 2 class_names. Received: '
                         f"class_names={class_names}")


def image_dataset_from_directory(directory, labels="inferred", label_mode="int", class_names=None, color_mode="rgb",
                                 batch_size=32, image_size=(256, 256), shuffle=True, seed=None, validation_split=None,
                                 subset=None, interpolation="bilinear", follow_links=False, crop_to_aspect_ratio=False,
                                 **kwargs):
    """Batches of the pictures in a folder, all in one size, labelled by the folders within that hold them."""
    crop_to_aspect_ratio = kwargs.pop("smart_resize", crop_to_aspect_ratio)
    if kwargs:
        raise TypeError(f"Unknown keywords argument(s): {tuple(kwargs.keys())}")
    labels, label_mode = check_labels(labels, label_mode, class_names, "image")
    if color_mode not in _CHANNELS:
        raise ValueError('`color_mode` must be one of {"rgb", "rgba", "grayscale"}. Received: '
                         f"color_mode={color_mode}")
    channels, method = _CHANNELS[color_mode], images.interpolation_method(interpolation)
    check_split(validation_split, subset, shuffle, seed)
    seed = np.random.randint(1e6) if seed is None else seed
    paths, labels, class_names = index_directory(directory, labels, _PICTURES, class_names, shuffle, seed)
    _two_classes(label_mode, class_names)
    fit = images.smart_resize if crop_to_aspect_ratio else tf.image.resize

    def read(path):
        img = tf.io.decode_image(_content(path), channels=channels, expand_animations=False)
        img = fit(tf.ensure_shape(img, [None, None, channels]), image_size, interpolation=method) \
            if crop_to_aspect_ratio else fit(tf.ensure_shape(img, [None, None, channels]), image_size, method)
        return tf.ensure_shape(img, (image_size[0], image_size[1], channels))

    made = []
    for part in _parts(subset):
        some, of = part_of(paths, labels, validation_split, part)
        if not some:
            which = f"{part} " if subset == "both" else ""
            raise ValueError(f"No {which}images found in directory {directory}. Allowed formats: {_PICTURES}")
        dataset = with_labels(tf.data.Dataset.from_tensor_slices(some).map(read), of, label_mode, len(class_names))
        dataset = batched(dataset, batch_size, shuffle and not (subset == "both" and part == "validation"), seed)
        dataset = dataset.prefetch(tf.data.AUTOTUNE)
        dataset.class_names, dataset.file_paths = class_names, some
        made.append(dataset)
    return made if subset == "both" else made[0]


def audio_dataset_from_directory(directory, labels="inferred", label_mode="int", class_names=None, batch_size=32,
                                 sampling_rate=None, output_sequence_length=None, ragged=False, shuffle=True, seed=None,
                                 validation_split=None, subset=None, follow_links=False):
    """Batches of the sounds (.wav) in a folder, labelled by the folders within that hold them."""
    labels, label_mode = check_labels(labels, label_mode, class_names, "audio")
    if ragged and output_sequence_length is not None:
        raise ValueError("Cannot set both `ragged` and `output_sequence_length`")
    if sampling_rate is not None:
        if not isinstance(sampling_rate, int):
            raise ValueError(f"`sampling_rate` should have an integer value. Received: sampling_rate={sampling_rate}")
        if sampling_rate <= 0:
            raise ValueError(f"`sampling_rate` should be higher than 0. Received: sampling_rate={sampling_rate}")
        raise ImportError("To use the argument `sampling_rate`, you should install tensorflow_io. tfs has no such module: "
                          "leave the argument out, and the samples keep the rate of their file.")
    check_split(validation_split, subset, shuffle, seed)
    seed = np.random.randint(1e6) if seed is None else seed
    paths, labels, class_names = index_directory(directory, labels, (".wav",), class_names, shuffle, seed)
    _two_classes(label_mode, class_names)
    length = -1 if output_sequence_length is None else output_sequence_length
    made = []
    for part in _parts(subset):
        some, of = part_of(paths, labels, validation_split, part)
        if not some:
            which = f"{part} " if subset == "both" else ""
            raise ValueError(f"No {which}audio files found in directory {directory}. Allowed format(s): {('.wav',)}")
        dataset = tf.data.Dataset.from_tensor_slices(some).map(
            lambda path: tf.audio.decode_wav(_content(path), desired_samples=length)[0])
        if ragged:
            dataset = dataset.map(lambda x: tf.RaggedTensor.from_tensor(x))
        dataset = with_labels(dataset, of, label_mode, len(class_names)).prefetch(tf.data.AUTOTUNE)
        mixed = shuffle and not (subset == "both" and part == "validation")
        if batch_size is not None and output_sequence_length is None and not ragged:
            if mixed:
                dataset = dataset.shuffle(buffer_size=batch_size * 8, seed=seed)
            dataset = dataset.padded_batch(batch_size, padded_shapes=([None, None], []))
        else:
            dataset = batched(dataset, batch_size, mixed, seed)
        dataset.class_names = class_names
        made.append(dataset)
    return tuple(made) if subset == "both" else made[0]
