"""Datasets of the pictures and sounds in folders."""

__name__ = "tf_keras.src.utils.image_dataset"

import tensorflow as tf
import _keras_images as images
from _keras_feeding import Folder, batched, check_labels

_PICTURES = (".bmp", ".gif", ".jpeg", ".jpg", ".png")
_CHANNELS = {"rgb": 3, "rgba": 4, "grayscale": 1}


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
    folder = Folder(directory, _PICTURES, labels, label_mode, class_names, shuffle, seed, validation_split, subset)
    fit = images.smart_resize if crop_to_aspect_ratio else tf.image.resize

    def read(content):
        img = tf.io.decode_image(content, channels=channels, expand_animations=False)
        img = fit(tf.ensure_shape(img, [None, None, channels]), image_size, method)
        return tf.ensure_shape(img, (image_size[0], image_size[1], channels))

    made = []
    for paths, of, mixed in folder.parts("images", f"Allowed formats: {_PICTURES}"):
        dataset = batched(folder.samples(paths, read, of), batch_size, mixed, folder.seed).prefetch(tf.data.AUTOTUNE)
        dataset.class_names, dataset.file_paths = folder.class_names, paths
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
        raise ImportError("To use the argument `sampling_rate`, you should install tensorflow_io. tfs has no such "
                          "module: leave the argument out, and the samples keep the rate of their file.")
    formats = (".wav",)
    folder = Folder(directory, formats, labels, label_mode, class_names, shuffle, seed, validation_split, subset)
    length = -1 if output_sequence_length is None else output_sequence_length

    def read(content):
        sound = tf.audio.decode_wav(content, desired_samples=length)[0]
        return tf.RaggedTensor.from_tensor(sound) if ragged else sound

    made = []
    for paths, of, mixed in folder.parts("audio files", f"Allowed format(s): {formats}", counted=False):
        dataset = folder.samples(paths, read, of).prefetch(tf.data.AUTOTUNE)
        if batch_size is not None and output_sequence_length is None and not ragged:
            if mixed:
                dataset = dataset.shuffle(buffer_size=batch_size * 8, seed=folder.seed)
            dataset = dataset.padded_batch(batch_size, padded_shapes=([None, None], []))
        else:
            dataset = batched(dataset, batch_size, mixed, folder.seed)
        dataset.class_names = folder.class_names
        made.append(dataset)
    return tuple(made) if subset == "both" else made[0]
