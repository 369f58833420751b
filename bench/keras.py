"""Training speed of Keras models: the same program for tfs and for Python with tf_keras (TF_USE_LEGACY_KERAS=1).

    tfs bench/keras.py          TF_USE_LEGACY_KERAS=1 python bench/keras.py

Each line is a name and milliseconds: the best of some rounds."""
import time

import numpy as np
import tensorflow as tf

L = tf.keras.layers


def best(rounds, run):
    """The shortest of some runs, in milliseconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        run()
        times.append((time.perf_counter() - start) * 1000)
    return min(times)


def step(layer, optimizer, **embedding):
    """A step of a recurrent model: 32 rows of 20 words."""
    m = tf.keras.Sequential([L.Embedding(1000, 16, **embedding), layer, L.Dense(1)])
    m.compile(loss="mse", optimizer=optimizer)
    x = np.array([[(i * 7 + j * 13) % 1000 for j in range(20)] for i in range(32)])
    y = np.array([[float(i % 2)] for i in range(32)])
    m.train_on_batch(x, y)
    return best(7, lambda: [m.train_on_batch(x, y) for _ in range(10)]) / 10


def lstm():
    """An LSTM."""
    return step(L.LSTM(32), "rmsprop")


def gru():
    """A GRU over a mask."""
    return step(L.GRU(32), "adam", mask_zero=True)


def guide():
    """The guide's model of ragged sentences from nothing: made, compiled and trained for 5 epochs."""
    x = tf.strings.to_hash_bucket_fast(tf.strings.split(["What a day", "So it goes", "What I said then", "No"]), 1000)
    y = tf.constant([1., 0., 1., 0.])

    def run():
        m = tf.keras.Sequential([L.Input([None], dtype=tf.int64, ragged=True), L.Embedding(1000, 16), L.LSTM(32, use_bias=True),
                                 L.Dense(32), L.Activation(tf.nn.relu), L.Dense(1)])
        m.compile(loss="binary_crossentropy", optimizer="rmsprop")
        m.fit(x, y, epochs=5, verbose=0)

    return best(3, run)


def digits():
    """An epoch of a classifier of 12,800 rows of 784 numbers in batches of 128."""
    m = tf.keras.Sequential([L.Dense(128, activation="relu", input_shape=(784,)), L.Dropout(0.2),
                             L.Dense(10, activation="softmax")])
    m.compile(loss="sparse_categorical_crossentropy", optimizer="adam", metrics=["accuracy"])
    n = 12800
    x = (np.arange(n * 784).reshape(n, 784) % 255).astype("float32") / 255
    y = np.arange(n) % 10
    m.fit(x, y, batch_size=128, epochs=1, verbose=0)
    return best(3, lambda: m.fit(x, y, batch_size=128, epochs=1, verbose=0))


tf.keras.utils.set_random_seed(1)
for name, run in (("step of Embedding, LSTM(32), Dense", lstm), ("step of Embedding with mask, GRU(32), Dense", gru),
                  ("guide's model: made, 5 epochs", guide), ("Dense classifier, epoch of 12,800 x 784", digits)):
    print(f"{name:45s} {run():10.1f} ms", flush=True)
