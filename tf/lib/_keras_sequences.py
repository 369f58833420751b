"""tf.keras.preprocessing.sequence: lists of numbers of many lengths."""

__name__ = "tf_keras.src.preprocessing.sequence"

import json
import random

import numpy as np
from _keras_utils import Sequence


def pad_sequences(sequences, maxlen=None, dtype="int32", padding="pre", truncating="pre", value=0.0):
    """Sequences as rows of an array, filled with a value or cut to one length.

    >>> tf.keras.utils.pad_sequences([[1], [2, 3], [4, 5, 6]])
    array([[0, 0, 1],
           [0, 2, 3],
           [4, 5, 6]], dtype=int32)
    """
    if not hasattr(sequences, "__len__"):
        raise ValueError("`sequences` must be iterable.")
    lengths, shape = [], None
    for x in sequences:
        try:
            lengths.append(len(x))
        except TypeError as e:
            raise ValueError(f"`sequences` must be a list of iterables. Found non-iterable: {str(x)}") from e
        if shape is None and len(x):
            shape = np.asarray(x).shape[1:]
    shape = shape or ()
    if maxlen is None:
        maxlen = np.max(lengths)
    texts = np.issubdtype(dtype, np.str_)
    if isinstance(value, str) and dtype != object and not texts:
        raise ValueError(f"`dtype` {dtype} is not compatible with `value`'s type: {type(value)}\n"
                         "You should set `dtype=object` for variable length strings.")
    out = np.full((len(sequences), maxlen) + shape, value, dtype=dtype)
    for i, s in enumerate(sequences):
        if not len(s):
            continue
        if truncating == "pre":
            s = s[-maxlen:]
        elif truncating == "post":
            s = s[:maxlen]
        else:
            raise ValueError(f'Truncating type "{truncating}" not understood')
        s = np.asarray(s, dtype=dtype)
        if s.shape[1:] != shape:
            raise ValueError(f"Shape of sample {s.shape[1:]} of sequence at position {i} is different from expected "
                             "shape "
                             f"{shape}")
        if padding == "post":
            out[i, :len(s)] = s
        elif padding == "pre":
            out[i, -len(s):] = s
        else:
            raise ValueError(f'Padding type "{padding}" not understood')
    return out


def make_sampling_table(size, sampling_factor=1e-5):
    """The probability of keeping words by their ranks."""
    rank = np.arange(size)
    rank[0] = 1
    frequency = rank * (np.log(rank) + 0.577) + 0.5 - 1.0 / (12.0 * rank)
    f = sampling_factor * frequency
    return np.minimum(1.0, f / np.sqrt(f))


def skipgrams(sequence, vocabulary_size, window_size=4, negative_samples=1.0, shuffle=True, categorical=False,
              sampling_table=None, seed=None):
    """Pairs of a word and one near it, labelled 1, and of a word and any one, labelled 0."""
    yes, no = ([0, 1], [1, 0]) if categorical else (1, 0)
    couples = []
    for i, word in enumerate(sequence):
        if not word or sampling_table is not None and sampling_table[word] < random.random():
            continue
        for j in range(max(0, i - window_size), min(len(sequence), i + window_size + 1)):
            if j != i and sequence[j]:
                couples.append([word, sequence[j]])
    labels = [yes] * len(couples)
    if negative_samples > 0:
        count = int(len(labels) * negative_samples)
        words = [c[0] for c in couples]
        random.shuffle(words)
        couples += [[words[i % len(words)], random.randint(1, int(vocabulary_size - 1))] for i in range(count)]
        labels += [no] * count
    if shuffle:
        if seed is None:
            seed = random.randint(0, int(10e6))
        for items in (couples, labels):
            random.seed(seed)
            random.shuffle(items)
    return couples, labels


def _plain(x):
    return x.tolist() if isinstance(x, np.ndarray) else x


class TimeseriesGenerator(Sequence):
    """Batches of windows of a series and the values that follow them."""

    def __init__(self, data, targets, length, sampling_rate=1, stride=1, start_index=0, end_index=None, shuffle=False,
                 reverse=False, batch_size=128):
        if len(data) != len(targets):
            raise ValueError(f"Data and targets have to be of same length. Data length is {len(data)} while target "
                             "length "
                             f"is {len(targets)}")
        self.data, self.targets, self.length = data, targets, length
        self.sampling_rate, self.stride = sampling_rate, stride
        self.start_index = start_index + length
        self.end_index = len(data) - 1 if end_index is None else end_index
        self.shuffle, self.reverse, self.batch_size = shuffle, reverse, batch_size
        if self.start_index > self.end_index:
            raise ValueError("`start_index+length=%i > end_index=%i` is disallowed, as no part of the sequence would "
                             "be "
                             "left to be used as current step." % (self.start_index, self.end_index))

    def __len__(self):
        step = self.batch_size * self.stride
        return (self.end_index - self.start_index + step) // step

    def __getitem__(self, index):
        if self.shuffle:
            rows = np.random.randint(self.start_index, self.end_index + 1, size=self.batch_size)
        else:
            i = self.start_index + self.batch_size * self.stride * index
            rows = np.arange(i, min(i + self.batch_size * self.stride, self.end_index + 1), self.stride)
        samples = np.array([self.data[row - self.length:row:self.sampling_rate] for row in rows])
        targets = np.array([self.targets[row] for row in rows])
        return (samples[:, ::-1, ...], targets) if self.reverse else (samples, targets)

    def get_config(self):
        """What the generator can be made of again, data as JSON."""
        return {"data": json.dumps(_plain(self.data)), "targets": json.dumps(_plain(self.targets)),
                "length": self.length, "sampling_rate": self.sampling_rate, "stride": self.stride,
                "start_index": self.start_index, "end_index": self.end_index, "shuffle": self.shuffle,
                "reverse": self.reverse, "batch_size": self.batch_size}

    def to_json(self, **kwargs):
        """The config as JSON."""
        return json.dumps({"class_name": type(self).__name__, "config": self.get_config()}, **kwargs)
