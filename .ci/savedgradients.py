"""Gradients within saved functions: savedgradients.py FOLDER

Each function is saved with its gradient and loaded again; a line tells of each that gives something else then.
"""
import sys

import tensorflow as tf

S = tf.TensorSpec
v = tf.Variable([1., 2.])


def loop(x):
    s = x
    for i in tf.range(4):
        s = s * v[0] + x
        if i == 2:
            s = tf.sin(s)
    return s


def until(x):
    s = x
    while tf.reduce_sum(s) < 50.:
        s = s * s + v
    return tf.reduce_sum(s) * 2.


def nested(x):
    s = 0.
    for i in tf.range(3):
        for j in tf.range(2):
            s = s + x * x * tf.cast(i + j, tf.float32) * v[1]
    return s


def rows(x):
    rt = tf.RaggedTensor.from_row_lengths(x, [1, 2])
    return tf.reduce_sum((rt * tf.stack([x[:1], x[1:2]])).to_tensor() ** 2)


CASES = dict(
    loop=(loop, S([]), tf.constant(0.5)), until=(until, S([2]), tf.constant([1.5, 0.5])),
    nested=(nested, S([]), tf.constant(1.5)), rows=(rows, S([3]), tf.constant([1., 2., 3.])),
    map=(lambda x: tf.map_fn(lambda r: tf.reduce_sum(r * v) ** 2, x), S([None, 2]), tf.constant([[1., 2.], [3., 4.]])),
    scan=(lambda x: tf.scan(lambda a, r: a * r + v[0], x), S([None]), tf.constant([1., 2., 3.])),
    foldr=(lambda x: tf.foldr(lambda a, r: a * r + v[0], x), S([None]), tf.constant([1., 2., 3.])),
    cond=(lambda x: tf.cond(x > 0., lambda: x * v[0], lambda: tf.exp(x)), S([]), tf.constant(-0.5)),
    call=(tf.function(lambda x: tf.reduce_sum(x * v) ** 2), S([2]), tf.constant([1.5, 0.5])),
)


def slope(f, spec):
    @tf.function(input_signature=[spec])
    def g(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        return [tf.convert_to_tensor(d) for d in tape.gradient(y, [x, v], unconnected_gradients='zero')]
    return g


for name, (f, spec, x) in CASES.items():
    m = tf.Module()
    m.v, m.f = v, slope(f, spec)
    want = [d.numpy().round(4).tolist() for d in m.f(x)]
    tf.saved_model.save(m, sys.argv[1] + '/' + name)
    got = [d.numpy().round(4).tolist() for d in tf.saved_model.load(sys.argv[1] + '/' + name).f(x)]
    if got != want:
        print('DIFFERS', name, got, want)
print(len(CASES), 'gradients')
