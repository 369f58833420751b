"""tf.keras.datasets: the data of tutorials, from the files that tf_keras keeps in ~/.keras/datasets.

Nothing is fetched; what lacks is told with its place."""

__name__ = "tf_keras.src.datasets"

import gzip
import json
import os
import pickle

import numpy as np
import _keras_config as config

_STORE = "https://storage.googleapis.com/tensorflow/tf-keras-datasets/"


def _folder(cache_dir, *parts):
    base = os.path.expanduser(cache_dir) if cache_dir else \
        os.environ.get("KERAS_HOME") or os.path.join(os.path.expanduser("~"), ".keras")
    return os.path.join(base, "datasets", *parts)


def _found(path, origin):
    """A file that must be there."""
    if not os.path.exists(path):
        raise FileNotFoundError(f"tfs fetches no data. Fetch {origin} with another program and put it at {path}.")
    return path


def _arrays(path, origin, cache_dir):
    name = path if os.path.isabs(path) else _folder(cache_dir, path)
    return np.load(_found(name, _STORE + origin), allow_pickle=True)


def _four(path, cache_dir):
    with _arrays(path, os.path.basename(path), cache_dir) as f:
        return (f["x_train"], f["y_train"]), (f["x_test"], f["y_test"])


def mnist(path="mnist.npz", cache_dir=None):
    """Handwritten digits: ((x_train, y_train), (x_test, y_test)), pictures [n, 28, 28] of bytes and their digits.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> os.makedirs(os.path.join(folder, 'datasets'))
    >>> x, y = np.zeros((2, 28, 28), np.uint8), np.array([3, 7], np.uint8)
    >>> np.savez(os.path.join(folder, 'datasets', 'mnist.npz'), x_train=x, y_train=y, x_test=x[:1], y_test=y[:1])
    >>> (x_train, y_train), (x_test, y_test) = tf.keras.datasets.mnist.load_data(cache_dir=folder)
    >>> x_train.shape, y_train, len(x_test)
    ((2, 28, 28), array([3, 7], dtype=uint8), 1)
    """
    return _four(path, cache_dir)


def fashion_mnist(cache_dir=None):
    """Clothes: ((x_train, y_train), (x_test, y_test)), pictures [n, 28, 28] of bytes and their ten classes."""
    folder = _folder(cache_dir, "fashion-mnist")
    parts = []
    for name in ("train", "t10k"):
        both = []
        for kind, head in (("labels-idx1", 8), ("images-idx3", 16)):
            file = f"{name}-{kind}-ubyte.gz"
            with gzip.open(_found(os.path.join(folder, file), _STORE + file), "rb") as f:
                both.append(np.frombuffer(f.read(), np.uint8, offset=head))
        parts.append((both[1].reshape(len(both[0]), 28, 28), both[0]))
    return tuple(parts)


def _unpacked(name, origin, cache_dir):
    """The folder of an archive; an archive that lies beside it is unpacked first."""
    folder = _folder(cache_dir, name)
    packed = folder + ".tar.gz"
    if not os.path.isdir(folder) and os.path.exists(packed):
        _unpack(packed, _folder(cache_dir))
    return _found(folder, f"{origin} (unpacked, or as {name}.tar.gz)")


def _unpack(packed, folder):
    """Writes the plain files of a tar archive, below a folder."""
    with gzip.open(packed, "rb") as f:
        data = f.read()
    at = 0
    while at + 512 <= len(data) and data[at] != 0:
        head = data[at:at + 512]
        name = head[:100].split(b"\0")[0].decode()
        size = int(head[124:136].strip(b"\0 ") or b"0", 8)
        if head[156:157] in (b"0", b"\0") and ".." not in name.split("/") and not name.startswith("/"):
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as f:
                f.write(data[at + 512:at + 512 + size])
        at += 512 + (size + 511) // 512 * 512


def _batch(path, key):
    """Pictures [n, 3, 32, 32] and labels of a pickled batch."""
    with open(path, "rb") as f:
        batch = {k.decode("utf8"): v for k, v in pickle.load(f, encoding="bytes").items()}
    data = batch["data"]
    return data.reshape(data.shape[0], 3, 32, 32), batch[key]


def _pictures(x, y):
    x = x if config.image_data_format() == "channels_first" else x.transpose(0, 2, 3, 1)
    return x, np.reshape(y, (len(y), 1))


def cifar10(cache_dir=None):
    """Small pictures of ten kinds of things: ((x_train, y_train), (x_test, y_test)), [n, 32, 32, 3] of bytes."""
    path = _unpacked("cifar-10-batches-py", "https://www.cs.toronto.edu/~kriz/cifar-10-python.tar.gz", cache_dir)
    batches = [_batch(os.path.join(path, f"data_batch_{i}"), "labels") for i in range(1, 6)]
    x = np.concatenate([b[0] for b in batches])
    y = np.concatenate([np.array(b[1], dtype="uint8") for b in batches])
    test = _batch(os.path.join(path, "test_batch"), "labels")
    return _pictures(x, y), _pictures(test[0], np.array(test[1]).astype("uint8"))


def cifar100(label_mode="fine", cache_dir=None):
    """Small pictures of a hundred kinds of things, or of their twenty groups (label_mode='coarse')."""
    if label_mode not in ["fine", "coarse"]:
        raise ValueError(f'`label_mode` must be one of `"fine"`, `"coarse"`. Received: label_mode={label_mode}.')
    path = _unpacked("cifar-100-python", "https://www.cs.toronto.edu/~kriz/cifar-100-python.tar.gz", cache_dir)
    return tuple(_pictures(*_batch(os.path.join(path, part), label_mode + "_labels")) for part in ("train", "test"))


def boston_housing(path="boston_housing.npz", test_split=0.2, seed=113, cache_dir=None):
    """Prices of houses by thirteen numbers about their towns."""
    assert 0 <= test_split < 1
    with _arrays(path, "boston_housing.npz", cache_dir) as f:
        x, y = f["x"], f["y"]
    order = _order(len(x), seed)
    x, y = x[order], y[order]
    at = int(len(x) * (1 - test_split))
    return (np.array(x[:at]), np.array(y[:at])), (np.array(x[at:]), np.array(y[at:]))


def _order(n, seed):
    indices = np.arange(n)
    np.random.RandomState(seed).shuffle(indices)
    return indices


class _Words:
    """How the numbers of words are changed on the way."""

    def __init__(self, num_words, skip_top, maxlen, start_char, oov_char, index_from, others):
        if "nb_words" in others:
            num_words = others.pop("nb_words")
        if others:
            raise TypeError(f"Unrecognized keyword arguments: {others}.")
        self.num_words, self.skip_top, self.maxlen = num_words, skip_top, maxlen
        self.start_char, self.oov_char, self.index_from = start_char, oov_char, index_from

    def moved(self, x, labels, seed_order):
        """Texts in another order, with a start and other numbers, without the longest."""
        x, labels = [x[i] for i in seed_order], labels[seed_order]
        if self.start_char is not None:
            x = [[self.start_char] + [w + self.index_from for w in words] for words in x]
        elif self.index_from:
            x = [[w + self.index_from for w in words] for words in x]
        if self.maxlen:
            kept = [i for i, words in enumerate(x) if len(words) < self.maxlen]
            x, labels = [x[i] for i in kept], [labels[i] for i in kept]
        return x, labels

    def known(self, xs):
        """Texts without words that are too rare or too frequent."""
        most = self.num_words or max(max(x) for x in xs)
        if self.oov_char is not None:
            return [[w if self.skip_top <= w < most else self.oov_char for w in x] for x in xs]
        return [[w for w in x if self.skip_top <= w < most] for x in xs]


def imdb(path="imdb.npz", num_words=None, skip_top=0, maxlen=None, seed=113, start_char=1, oov_char=2, index_from=3,
         cache_dir=None, **kwargs):
    """Reviews of films as lists of the numbers of their words, and whether they are good."""
    words = _Words(num_words, skip_top, maxlen, start_char, oov_char, index_from, kwargs)
    (x_train, train), (x_test, test) = _four(path, cache_dir)
    rng = np.random.RandomState(seed)
    orders = []
    for x in (x_train, x_test):
        orders.append(np.arange(len(x)))
        rng.shuffle(orders[-1])
    x_train, train = words.moved(x_train, train, orders[0])
    x_test, test = words.moved(x_test, test, orders[1])
    if maxlen and (not x_train or not x_test):
        raise ValueError(f"After filtering for sequences shorter than maxlen={maxlen}, no sequence was kept. Increase "
                         "maxlen.")
    xs = words.known(x_train + x_test)
    n = len(x_train)
    labels = np.concatenate([train, test])
    return (np.array(xs[:n], dtype="object"), labels[:n]), (np.array(xs[n:], dtype="object"), labels[n:])


def reuters(path="reuters.npz", num_words=None, skip_top=0, maxlen=None, test_split=0.2, seed=113, start_char=1,
            oov_char=2, index_from=3, cache_dir=None, **kwargs):
    """News as lists of the numbers of their words, and their topics."""
    words = _Words(num_words, skip_top, maxlen, start_char, oov_char, index_from, kwargs)
    with _arrays(path, "reuters.npz", cache_dir) as f:
        xs, labels = f["x"], f["y"]
    xs, labels = words.moved(xs, labels, _order(len(xs), seed))
    xs = words.known(xs)
    n = int(len(xs) * (1 - test_split))
    return (np.array(xs[:n], dtype="object"), np.array(labels[:n])), \
        (np.array(xs[n:], dtype="object"), np.array(labels[n:]))


def _index(path):
    name = path if os.path.isabs(path) else _folder(None, path)
    with open(_found(name, _STORE + os.path.basename(path))) as f:
        return json.load(f)


def imdb_words(path="imdb_word_index.json"):
    """The numbers of words in reviews, by the words."""
    return _index(path)


def reuters_words(path="reuters_word_index.json"):
    """The numbers of words in news, by the words."""
    return _index(path)


def reuters_labels():
    """The names of the topics of news."""
    return tuple("cocoa grain veg-oil earn acq wheat copper housing money-supply coffee sugar trade reserves ship "
                 "cotton carcass crude nat-gas cpi money-fx interest gnp meal-feed alum oilseed gold tin "
                 "strategic-metal livestock retail ipi iron-steel rubber heat jobs lei bop zinc orange pet-chem dlr "
                 "gas silver wpi hog lead".split())
