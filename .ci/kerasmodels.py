"""Keras models between tfs and tf_keras, both ways.

    python .ci/kerasmodels.py TFS [NAME ...]        (the oracle's Python; TFS is the binary)

Each program below defines make(), which gives a model that was trained for some steps, and use(m), which predicts,
trains on and prints. Both sides save make() in each format; each reads its own files and the other's, and what use
prints must be the same in all four cases up to the last digits.
"""
import os
import re
import subprocess
import sys
import tempfile

HEAD = """
import sys
import numpy as np
import tensorflow as tf
K, L = tf.keras, tf.keras.layers
def data(*shape):
    n = int(np.prod(shape))
    return (((np.arange(n) * 37 + 11) % 101) / 50.5 - 1).astype('float32').reshape(shape)
def show(*xs):
    for x in xs:
        print(' '.join('%.4f' % v for v in np.asarray(x, 'float64').reshape(-1)[:8]))
"""
TRAIN = """
def use(m):
    show(m.predict(X, verbose=0))
    for _ in range(3):
        show(m.train_on_batch(X, Y))
    show(m.predict(X, verbose=0), m.evaluate(X, Y, verbose=0))
    print(int(m.optimizer.iterations), m.count_params(), [l.name.rstrip('_0123456789') for l in m.layers])
def made(m, optimizer, loss, **kw):
    m.compile(optimizer=optimizer, loss=loss, **kw)
    for _ in range(2):
        m.train_on_batch(X, Y)
    return m
"""
USE_WEIGHTS = """
def use(m):
    show(m.predict(X, verbose=0))
"""
PROGRAMS = {
    "dense": TRAIN + """
X, Y = data(6, 3), data(6, 1)
def make():
    return made(K.Sequential([L.Dense(4, activation='relu', input_shape=(3,)), L.Dropout(0.), L.Dense(1)]), 'adam', 'mse',
                metrics=['mae'])
""",
    "functional": TRAIN + """
X, Y = [data(6, 3), data(6, 2)], data(6, 1)
def make():
    a, b = K.Input((3,), name='a'), K.Input((2,), name='b')
    shared = L.Dense(4, activation='tanh', kernel_regularizer='l2')
    h = L.Concatenate()([shared(a), L.Dense(4)(b)])
    h = L.Add()([L.Dense(8)(h), h])
    return made(K.Model([a, b], L.Dense(1)(L.LayerNormalization()(h))), K.optimizers.RMSprop(0.01, momentum=0.5), 'mse')
""",
    "images": TRAIN + """
X, Y = data(4, 8, 8, 1), np.array([0, 1, 2, 1])
def make():
    return made(K.Sequential([L.Conv2D(3, 3, padding='same', input_shape=(8, 8, 1)), L.BatchNormalization(), L.ReLU(),
                              L.MaxPooling2D(), L.SeparableConv2D(4, 3), L.Flatten(), L.Dense(3)]),
                K.optimizers.SGD(0.05, momentum=0.9, nesterov=True), K.losses.SparseCategoricalCrossentropy(from_logits=True),
                metrics=['accuracy'])
""",
    "recurrent": TRAIN + """
X, Y = np.arange(24).reshape(4, 6) % 9, data(4, 1)
def make():
    return made(K.Sequential([L.Embedding(10, 4, input_length=6, mask_zero=True), L.Bidirectional(L.LSTM(3, return_sequences=True)),
                              L.GRU(4), L.Dense(1)]), 'adam', 'mse')
""",
    "text": USE_WEIGHTS + """
X = tf.constant(['a b', 'great film c a', 'z', ''])
def make():
    words = L.TextVectorization(max_tokens=20, output_sequence_length=4)
    words.adapt(['a b c d', 'a b', 'great film a b'])
    inner = K.Sequential([L.Embedding(20, 3), L.GlobalAveragePooling1D(), L.Dense(1)])
    m = K.Sequential([words, inner, L.Activation('sigmoid')])
    m.compile('sgd', 'mse')
    m.predict(X, verbose=0)
    return m
""",
    "lookups": USE_WEIGHTS + """
X = [tf.constant([['a'], ['z']]), tf.constant([[3], [4]], tf.int64), tf.constant([[.5], [2.5]])]
def make():
    a, b, c = K.Input((1,), dtype='string'), K.Input((1,), dtype='int64'), K.Input((1,))
    s = L.StringLookup(output_mode='tf_idf', max_tokens=5, pad_to_max_tokens=True)
    s.adapt([['a', 'b'], ['a', 'c']])
    i, n = L.IntegerLookup(output_mode='one_hot'), L.Normalization()
    i.adapt([[3], [3], [5]])
    n.adapt(np.array([[1.], [2.], [4.]]))
    given = L.StringLookup(vocabulary=['a', 'b'], output_mode='count')
    m = K.Model([a, b, c], L.Dense(2)(L.concatenate([s(a), i(b), n(c), given(a), L.Discretization([1.], output_mode='one_hot')(c)])))
    m.compile('sgd', 'mse')
    return m
""",
    "attention": USE_WEIGHTS + """
X = data(3, 5, 4)
def make():
    x = K.Input((5, 4))
    h = L.MultiHeadAttention(2, 3)(x, x)
    h = L.TimeDistributed(L.Dense(4))(h)
    m = K.Model(x, L.Dense(2)(L.GlobalAveragePooling1D()(L.Conv1D(4, 2)(h))))
    m.compile('sgd', 'mse')
    return m
""",
}
WEIGHTS = ("weights.h5", "h5weights", "checkpoint")
LEARNT = ("text", "lookups")  # HDF5 and files of weights hold no vocabularies that were learnt
FORMATS = ("keras", "h5", "tf") + WEIGHTS
SAVE = """
K.utils.set_random_seed(3)
m = make()
name, form = sys.argv[1], sys.argv[2]
if form == 'weights.h5':
    m.save_weights(name + '.weights.h5')
elif form == 'h5weights':
    m.save_weights(name + '.h5')
elif form == 'checkpoint':
    m.save_weights(name)
else:
    m.save(name + {'keras': '.keras', 'h5': '.h5', 'tf': ''}[form])
use(m)
"""
LOAD = """
name, form = sys.argv[1], sys.argv[2]
if form in ('weights.h5', 'h5weights', 'checkpoint'):
    K.utils.set_random_seed(8)
    m = make()
    m.load_weights(name + {'weights.h5': '.weights.h5', 'h5weights': '.h5', 'checkpoint': ''}[form])
    show(m.predict(X, verbose=0))
else:
    use(K.models.load_model(name + {'keras': '.keras', 'h5': '.h5', 'tf': ''}[form]))
"""


def run(command, text, *args):
    """The lines a program prints, or its last line of error."""
    env = dict(os.environ, TF_USE_LEGACY_KERAS="1", TF_CPP_MIN_LOG_LEVEL="3")
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "model_program.py")
        with open(name, "w") as f:
            f.write(text)
        p = subprocess.run([*command, name, *args], capture_output=True, text=True, env=env)
    if p.returncode:
        return ["failed: " + (p.stderr.strip().split("\n") or [""])[-1]]
    return p.stdout.strip().split("\n")


def same(a, b):
    """Whether lines are equal up to the last digits of numbers."""
    number = re.compile(r"-?\d+\.\d+")
    if len(a) != len(b):
        return False
    for x, y in zip(a, b):
        if number.sub("#", x) != number.sub("#", y):
            return False
        for p, q in zip(number.findall(x), number.findall(y)):
            if abs(float(p) - float(q)) > 3e-4 * max(1, abs(float(q))):
                return False
    return True


def main():
    tfs, names = [sys.argv[1]], sys.argv[2:] or list(PROGRAMS)
    forms = [f for f in FORMATS + ("tf",) if f in names] or FORMATS
    names = [n for n in names if n in PROGRAMS] or list(PROGRAMS)
    keras, bad, done = [sys.executable], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            for form in forms:
                if name in LEARNT and form in ("h5",) + WEIGHTS:
                    continue
                text = HEAD + PROGRAMS[name]
                saved = {}
                for side, command in (("tfs", tfs), ("keras", keras)):
                    saved[side] = run(command, text + SAVE, os.path.join(folder, f"{side}-{name}-{form}"), form)
                cases = []
                if not same(saved["tfs"], saved["keras"]):
                    bad, done = bad + 1, done + 1
                    print(f"{name}: tfs trains: {saved['tfs']}\n  want {saved['keras']}")
                want = saved["keras"]
                if form == "tf":  # Keras itself begins its optimizer anew
                    want = run(keras, text + LOAD, os.path.join(folder, f"keras-{name}-{form}"), form)
                for by in ("tfs", "keras"):
                    for side, command in (("tfs", tfs), ("keras", keras)):
                        out = run(command, text + LOAD, os.path.join(folder, f"{by}-{name}-{form}"), form)
                        cases.append((f"{side} loads what {by} saved", out))
                for what, out in cases:
                    done += 1
                    if not same(out, want[:len(out)] if form in WEIGHTS else want) or out[0].startswith("failed"):
                        bad += 1
                        print(f"{name} as {form}: {what}: {out}\n  want {want}")
    print(f"{done - bad} of {done} the same")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
