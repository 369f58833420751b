"""SavedModels between tfs and TensorFlow, both ways.

    python .ci/savedmodels.py TFS [NAME ...]        (the oracle's Python; TFS is the binary)

Each program below defines make(), which gives a module, and use(m), which calls it and prints. Both sides save
make(); each reads its own files and the other's, and use must print the same in all four cases as TensorFlow prints
of its own. Functions of ragged tensors and strings are savedrows.py's.
"""
import os
import re
import subprocess
import sys
import tempfile

NUMBER = re.compile(r"-?\d+\.\d+(?:e[-+]?\d+)?")


def same(got, want):
    """Whether two outputs agree: numbers with a point to 1e-6 of them, since TensorFlow's own last digits of a matrix
    product differ between processors with 512-bit vectors and without, all else to the letter."""
    if NUMBER.sub("#", got) != NUMBER.sub("#", want):
        return False
    return all(abs(float(a) - float(b)) <= 1e-6 * max(abs(float(b)), 1e-6)
               for a, b in zip(NUMBER.findall(got), NUMBER.findall(want)))


HEAD = """
import sys
import tensorflow as tf
T, R, S = tf.TensorSpec, tf.RaggedTensorSpec, tf.string
def fn(*spec):
    return tf.function(input_signature=spec)
"""
PROGRAMS = {
    "dense": """
class Dense(tf.Module):
    def __init__(self, n, m, name=None):
        super().__init__(name)
        self.w = tf.Variable(tf.reshape(tf.range(float(n * m)), [n, m]) / 10., name='w')
        self.b = tf.Variable(tf.ones([m]), name='b')
    def __call__(self, x):
        return tf.nn.relu(x @ self.w + self.b)
class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.layers = [Dense(3, 4), Dense(4, 2)]
        self.extra = {'scale': tf.Variable(2.), 'frozen': tf.Variable([1, 2], trainable=False)}
    @fn(T([None, 3]))
    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x * self.extra['scale']
make = Net
def use(m):
    x = tf.constant([[1., 2., 3.], [-1., 0., 1.]])
    print(m(x).numpy().tolist(), len(m.layers), sorted(m.extra))
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(m(x))
    print([g.numpy().tolist() for g in tape.gradient(y, [m.layers[0].w, m.layers[1].b, m.extra['scale']])])
    m.layers[1].b.assign([5., 5.])
    print(m(x).numpy().tolist(), m.extra['frozen'].trainable)
""",
    "custom_gradients": """
@tf.custom_gradient
def weigh(x, y):
    z = tf.exp(x) * y
    def grad(dy):
        return dy * 4. * x, dy * 5. * z
    return z, grad
@tf.custom_gradient
def halves(x):
    a, b = tf.split(x, 2)
    def grad(da, db):
        return tf.concat([da * 2. + b, db * 3. + a], 0)
    return (a, b), grad
class Given(tf.Module):
    def __init__(self):
        super().__init__()
        self.v, self.w = tf.Variable(3.), tf.Variable(2.)
    def scaled(self, x):
        @tf.custom_gradient
        def f(x):
            def grad(dy, variables=None):
                return dy * 10. * self.w, [dy * 7. for _ in variables]
            return x * self.v, grad
        return f(x)
    @fn(T([None]), T([None]))
    def two(self, x, y):
        return weigh(x, y) * 2.
    @fn(T([]))
    def var(self, x):
        return self.scaled(x)
    @fn(T([4]))
    def parts(self, x):
        a, b = halves(x)
        return a * b
    @fn(T([]), T([], tf.bool))
    def branch(self, x, c):
        if c:
            y = tf.custom_gradient(lambda v: (v * 2., lambda dy: dy * 4.))(x)
        else:
            y = x
        return y
    @fn(T([2]))
    def stop(self, x):
        return tf.grad_pass_through(tf.round)(x)
make = Given
def use(m):
    x, y = tf.constant([1., 2.]), tf.constant([3., 4.])
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as tape:
            tape.watch([x, y])
            z = m.two(x, y)
        dx, dy = tape.gradient(z, [x, y])
    print([t.numpy().tolist() for t in (z, dx, dy, outer.gradient(dx, x))])
    with tf.GradientTape() as tape:
        tape.watch(x)
        z = m.stop(x * 0.3)
    print(z.numpy().tolist(), tape.gradient(z, x).numpy().tolist())
    s = tf.constant(2.)
    for f in (m.var, lambda s: m.branch(s, True), lambda s: m.branch(s, False)):
        with tf.GradientTape() as tape:
            tape.watch(s)
            z = f(s)
        print([None if t is None else float(t) for t in [z] + tape.gradient(z, [s, m.v, m.w])])
    q = tf.constant([1., 2., 3., 4.])
    with tf.GradientTape() as tape:
        tape.watch(q)
        z = m.parts(q)
    print(z.numpy().tolist(), tape.gradient(z, q).numpy().tolist())
    @tf.function
    def slope(s):
        with tf.GradientTape() as tape:
            tape.watch(s)
            z = m.var(s) ** 2
        return tape.gradient(z, s)
    print(float(slope(s)))
""",
    "counter": """
class Counter(tf.Module):
    def __init__(self):
        super().__init__()
        self.n = tf.Variable(0)
        self.total = tf.Variable([0., 0.])
    @fn(T([2]))
    def add(self, x):
        self.n.assign_add(1)
        self.total.assign(self.total + x)
        return self.total / tf.cast(self.n, tf.float32)
    @fn()
    def back(self):
        self.n.assign_sub(1)
        return self.n
    @fn()
    def reset(self):
        self.n.assign(0)
        self.total.assign([0., 0.])
    @fn(T([], tf.int32))
    def repeat(self, k):
        for i in tf.range(k):
            if i % 2 == 0:
                self.n.assign_add(i)
        return self.n.read_value()
make = Counter
def use(m):
    print(m.add(tf.constant([1., 2.])).numpy().tolist(), m.add(tf.constant([3., 2.])).numpy().tolist(), int(m.n))
    print(int(m.back()), int(m.repeat(5)), int(m.n))
    print(m.reset(), int(m.n), m.total.numpy().tolist())
""",
    "slices": """
class Board(tf.Module):
    def __init__(self):
        super().__init__()
        self.v = tf.Variable(tf.zeros([3, 2]))
    @fn(T([], tf.int32), T([2]))
    def put(self, i, row):
        self.v[1].assign(row)
        self.v.scatter_nd_add([[i]], [row])
        return self.v + 0.
    @fn(T([None], tf.int32))
    def rows(self, at):
        self.v.scatter_add(tf.IndexedSlices(tf.ones([tf.size(at), 2]), at))
        return tf.gather(self.v, at)
make = Board
def use(m):
    print(m.put(tf.constant(2), tf.constant([1., 2.])).numpy().tolist())
    print(m.rows(tf.constant([0, 2])).numpy().tolist())
""",
    "train": """
class Linear(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable([1., 2.])
        self.b = tf.Variable(0.5)
    @fn(T([None, 2]), T([None]))
    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((tf.reduce_sum(x * self.w, 1) + self.b - y) ** 2)
        for v, g in zip([self.w, self.b], tape.gradient(loss, [self.w, self.b])):
            v.assign_sub(0.1 * g)
        return loss
make = Linear
def use(m):
    x, y = tf.constant([[1., 0.], [0., 1.], [1., 1.]]), tf.constant([1., 2., 2.])
    print(['%.5f' % m.step(x, y) for _ in range(4)], ['%.5f' % v for v in m.w.numpy()])
""",
    "train_flow": """
class Recurrent(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable([[0.5, -0.25], [0.25, 0.5]])
        self.velocity = tf.Variable(tf.zeros([2, 2]), trainable=False)
    @fn(T([None, 2]))
    def run(self, xs):
        states = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
        h = tf.zeros([2])
        for i in tf.range(tf.shape(xs)[0]):
            h = tf.linalg.matvec(self.w, h) + xs[i]
            if tf.reduce_sum(h) > 2.:
                h = h / 2.
            states = states.write(i, h)
        return states.stack()
    @fn(T([None, 2]), T([2]))
    def step(self, xs, target):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum((tf.reduce_mean(self.run(xs), 0) - target) ** 2)
        g = tape.gradient(loss, self.w)
        if tf.norm(g) > 1.:
            g = g / tf.norm(g)
        self.velocity.assign(self.velocity * 0.5 + g)
        self.w.assign_sub(self.velocity * 0.125)
        return loss
make = Recurrent
def use(m):
    xs, y = tf.constant([[1., 0.], [0.5, 1.], [1., 1.], [2., 0.]]), tf.constant([1., 0.5])
    print([['%.4f' % v for v in row] for row in m.run(xs).numpy()])
    print(['%.4f' % m.step(xs, y) for _ in range(4)], ['%.4f' % v for v in m.w.numpy().ravel()])
    with tf.GradientTape() as tape:
        total = tf.reduce_sum(m.run(xs) ** 2)
    print(['%.3f' % v for v in tape.gradient(total, m.w).numpy().ravel()])
""",
    "control": """
class Control(tf.Module):
    @fn(T([], tf.int32))
    def collatz(self, n):
        steps = 0
        while n != 1:
            n = tf.cond(n % 2 == 0, lambda: n // 2, lambda: 3 * n + 1)
            steps += 1
        return steps
    @fn(T([None]))
    def sign(self, x):
        s = 0.
        for v in x:
            if v > 10.:
                break
            elif v < 0.:
                continue
            s += v
        return s
    @fn(T([]))
    def bounded(self, x):
        return tf.while_loop(lambda i, x: i < 100, lambda i, x: (i + 1, x * 2.), [0, x], maximum_iterations=5)[1]
    @fn(T([], tf.int32))
    def case(self, i):
        return tf.switch_case(i, [lambda: tf.constant('a'), lambda: tf.constant('b')], default=lambda: tf.constant('z'))
make = Control
def use(m):
    print(int(m.collatz(tf.constant(27))), float(m.sign(tf.constant([1., -2., 3., 11., 5.]))))
    x = tf.constant(1.5)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = m.bounded(x)
    print(float(y), float(tape.gradient(y, x)))
    print([m.case(tf.constant(i)).numpy() for i in (0, 1, 7)])
""",
    "polymorphic": """
class Poly(tf.Module):
    @tf.function
    def __call__(self, x, training=False, *, scale=1):
        return {'y': x * scale if training else x, 'pair': (x, [x + 1])}
def make():
    m = Poly()
    m(tf.constant([1, 2])), m(tf.constant([1, 2]), training=True, scale=3)
    m.__call__.get_concrete_function(T([None], tf.float32), True)
    return m
def use(m):
    print(m(tf.constant([5, 6]))['y'].numpy().tolist(), m(tf.constant([5, 6]), True, scale=3)['y'].numpy().tolist())
    print(m(tf.constant([5., 6., 7.]), training=True)['pair'][1][0].numpy().tolist())
    try:
        m(tf.constant('text'))
    except ValueError as e:
        print(str(e).splitlines()[0])
""",
    "signatures": """
class Serve(tf.Module):
    def __init__(self):
        super().__init__()
        self.k = tf.Variable(2.)
    @fn(T([None], name='x'))
    def double(self, x):
        return {'double': x * self.k, 'n': tf.size(x)}
    @fn(T([], S, name='s'))
    def shout(self, s):
        return tf.strings.upper(s)
def make():
    m = Serve()
    m.signatures = None
    return m
save = lambda m, d: tf.saved_model.save(m, d, signatures={'serving_default': m.double, 'shout': m.shout})
def use(m):
    print(sorted(m.signatures))
    f = m.signatures['serving_default']
    print(sorted((k, v.numpy().tolist()) for k, v in f(x=tf.constant([1., 2.])).items()))
    print(list(m.signatures['shout'](s=tf.constant('abc')).values())[0].numpy())
    print(f.structured_input_signature, sorted(f.structured_outputs))
""".replace("    m.signatures = None\n", ""),
    "default_signature": """
class One(tf.Module):
    @fn(T([None], tf.int64))
    def __call__(self, x):
        return x + 1
make = One
def use(m):
    f = m.signatures['serving_default']
    print(f.structured_input_signature)
    print({k: v.numpy().tolist() for k, v in f(tf.constant([1, 2], tf.int64)).items()})
""",
    "tables": """
class Tables(tf.Module):
    def __init__(self):
        super().__init__()
        self.words = tf.lookup.StaticHashTable(
            tf.lookup.KeyValueTensorInitializer(['a', 'b'], tf.constant([1, 2], tf.int64)), -1)
        self.vocabulary = tf.lookup.StaticVocabularyTable(
            tf.lookup.KeyValueTensorInitializer(['x', 'y'], tf.constant([0, 1], tf.int64)), 3)
        self.seen = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, 0)
        self.seen.insert(['a'], tf.constant([7], tf.int64))
    @fn(T([None], S))
    def look(self, x):
        return self.words.lookup(x), self.vocabulary.lookup(x), self.seen.lookup(x)
    @fn(R([None, None], S))
    def rows(self, x):
        return self.words.lookup(x)
    @fn(T([None], S))
    def note(self, x):
        self.seen.insert(x, self.seen.lookup(x) + 1)
        return self.seen.size()
make = Tables
def use(m):
    print([v.numpy().tolist() for v in m.look(tf.constant(['b', 'x', 'q', 'a']))])
    print(m.rows(tf.ragged.constant([['a'], [], ['zz', 'b']])).to_list())
    print(int(m.note(tf.constant(['q', 'a']))), m.look(tf.constant(['q', 'a']))[2].numpy().tolist())
""",
    "files": """
import os, tempfile
class Files(tf.Module):
    def __init__(self):
        super().__init__()
        path = os.path.join(tempfile.mkdtemp(), 'vocabulary.txt')
        with open(path, 'w') as f:
            f.write('the\\ncat\\nsat\\n')
        init = tf.lookup.TextFileInitializer(path, S, tf.lookup.TextFileIndex.WHOLE_LINE, tf.int64,
                                             tf.lookup.TextFileIndex.LINE_NUMBER)
        self.table = tf.lookup.StaticVocabularyTable(init, 2)
        self.plain = tf.lookup.StaticHashTable(init, -1)
    @fn(T([None], S))
    def look(self, x):
        return self.table.lookup(x), self.plain.lookup(x)
make = Files
def use(m):
    print([v.numpy().tolist() for v in m.look(tf.constant(['sat', 'dog', 'the']))])
""",
    "text": """
class Clean(tf.Module):
    def __init__(self):
        super().__init__()
        self.table = tf.lookup.StaticHashTable(
            tf.lookup.KeyValueTensorInitializer(['the', 'cat', 'sat'], tf.constant([1, 2, 3], tf.int64)), 0)
        self.embedding = tf.Variable(tf.reshape(tf.range(8.), [4, 2]))
    @fn(T([None], S))
    def ids(self, x):
        words = tf.strings.split(tf.strings.regex_replace(tf.strings.lower(x), r'[^\\w\\s]', ''))
        return self.table.lookup(words)
    @fn(T([None], S))
    def embed(self, x):
        return tf.reduce_mean(tf.gather(self.embedding, self.ids(x)), axis=1)
    @fn(T([None], S))
    def padded(self, x):
        return self.ids(x).to_tensor(-1, shape=[None, 4])
    @fn(T([None], S))
    def grams(self, x):
        return tf.strings.to_hash_bucket_fast(tf.strings.ngrams(tf.strings.split(x), 2), 50)
make = Clean
def use(m):
    x = tf.constant(['The cat sat!', 'a CAT'])
    print(m.ids(x).to_list(), m.embed(x).numpy().tolist(), m.padded(x).numpy().tolist(), m.grams(x).to_list())
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(m.embed(x) ** 2)
    print(tf.convert_to_tensor(tape.gradient(y, m.embedding)).numpy().round(4).tolist())
""",
    "structures": """
import collections
P = collections.namedtuple('P', ['a', 'b'])
class Nest(tf.Module):
    @tf.function
    def f(self, x, opts=None):
        return P(x['k'][0] + x['k'][1], {'sp': tf.sparse.from_dense(x['d']), 'rt': tf.RaggedTensor.from_tensor(x['d'])})
def make():
    m = Nest()
    m.f({'k': (tf.constant(1), tf.constant(2)), 'd': tf.eye(2)}, opts=['a', 1, None])
    return m
def use(m):
    y = m.f({'k': (tf.constant(5), tf.constant(6)), 'd': tf.eye(2)}, ['a', 1, None])
    print(type(y).__name__, int(y.a), y.b['rt'].to_list(), y.b['sp'].values.numpy().tolist())
""",
    "sparse": """
S2, R2, D2 = (tf.SparseTensorSpec([None, None], tf.float32), tf.RaggedTensorSpec([None, None], tf.int64, ragged_rank=1),
              T([None, None]))
I2 = tf.SparseTensorSpec([None, None], tf.int64)
class Sparse(tf.Module):
    def __init__(self):
        self.t = tf.Variable(tf.reshape(tf.range(12.), [4, 3]))
    @fn(S2, D2)
    def product(self, x, y): return tf.sparse.sparse_dense_matmul(x, y)
    @fn(S2, D2)
    def sums(self, x, y): return tf.sparse.reduce_sum(x, 1), tf.sparse.reduce_max(x), tf.sparse.add(x, x), tf.sparse.add(x, y)
    @fn(S2)
    def moved(self, x): return tf.sparse.transpose(x), tf.sparse.slice(x, [0, 1], [2, 2]), tf.sparse.concat(1, [x, x])
    @fn(S2)
    def parts(self, x): return tf.sparse.split(sp_input=x, num_split=2, axis=1), tf.sparse.retain(x, x.values > 1.)
    @fn(S2, D2)
    def mapped(self, x, y): return x * y / 2., tf.sparse.softmax(x), tf.sparse.fill_empty_rows(x, 1.), tf.sparse.map_values(tf.square, x)
    @fn(S2)
    def shaped(self, x): return tf.shape(x), tf.size(x), tf.sparse.reset_shape(x)
    @fn(S2)
    def rows(self, x): return tf.RaggedTensor.from_sparse(x)
    @fn(D2)
    def made(self, x): return tf.sparse.from_dense(x), tf.sparse.to_dense(tf.sparse.reorder(tf.sparse.from_dense(x)), -1.)
    @fn(R2)
    def ragged(self, r): return tf.nn.embedding_lookup_sparse(self.t, r, None, combiner='mean'), tf.gather(self.t, r)
    @fn(I2, S2)
    def weighed(self, s, w): return tf.nn.embedding_lookup_sparse(self.t, s, w, combiner='sqrtn')
    @fn(I2)
    def safe(self, s): return tf.nn.safe_embedding_lookup_sparse(self.t, s, default_id=2, combiner='sum')
    @fn(I2, I2)
    def sets(self, x, y): return tf.sets.union(x, y), tf.sets.difference(x, y), tf.edit_distance(x, y), tf.sets.size(x)
    @fn(I2)
    def written(self, s):
        rows = tf.io.serialize_many_sparse(s)
        return tf.io.deserialize_many_sparse(rows, tf.int64, rank=2), tf.io.serialize_sparse(s)
    @fn(T([None], S), T([], S))
    def texts(self, x, p): return tf.io.decode_csv(x, [[0], ['']]), tf.strings.regex_replace(x, p, '-'), tf.strings.regex_full_match(x, p)
make = Sparse
def out(v):
    if isinstance(v, (list, tuple)):
        return [out(e) for e in v]
    if isinstance(v, tf.SparseTensor):
        return [v.indices.numpy().tolist(), v.values.numpy().tolist(), v.dense_shape.numpy().tolist()]
    return v.to_list() if isinstance(v, tf.RaggedTensor) else v.numpy().tolist()
def use(m):
    x = tf.sparse.from_dense([[1., 2, 0, 4], [5, 0, 0, 0], [3, 1, 0, 0]])
    y = tf.reshape(tf.range(8.), [4, 2])
    r = tf.ragged.constant([[0, 1], [3], [2, 2, 1]], dtype=tf.int64)
    s = tf.SparseTensor([[0, 0], [0, 1], [3, 0]], tf.constant([1, 3, 2], tf.int64), [4, 2])
    w = tf.SparseTensor([[0, 0], [0, 1], [3, 0]], [1., -2., 3.], [4, 2])
    o = tf.SparseTensor([[0, 0], [1, 1], [3, 0], [3, 1]], tf.constant([1, 3, 4, 2], tf.int64), [4, 2])
    d = tf.ones([3, 4])
    for v in (m.product(x, y), m.sums(x, d), m.moved(x), m.parts(x), m.mapped(x, d), m.shaped(x), m.rows(tf.sparse.from_dense([[1., 2], [3, 0]])), m.made(d - 1.), m.ragged(r),
              m.weighed(s, w), m.safe(s), m.sets(s, o), m.written(s), m.texts(tf.constant(['1,ab', '22,c']), tf.constant('[a-c]+'))):
        print(out(v))
    for f, args in ((m.weighed, (s, w)), (m.safe, (s,)), (m.ragged, (r,))):
        with tf.GradientTape() as tape:
            z = tf.nest.flatten(f(*args))[0]
        print(tf.convert_to_tensor(tape.gradient(z, m.t)).numpy().tolist())
""",
    "gradients": """
class Grads(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable([1., 2.])
    @fn(T([2]))
    def slope(self, x):
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = tf.reduce_sum(tf.sin(x) * self.w)
            z = y
            for _ in tf.range(3):
                z = z * y
        return tape.gradient(y, [x, self.w]), tape.gradient(z, x)
    @fn(T([]))
    def second(self, x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = tf.where(x > 0., x ** 3, -x)
            g = inner.gradient(y, x)
        return outer.gradient(g, x)
    @fn(T([]))
    def branch(self, x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x * x if x > 1. else -x
        return tape.gradient(y, x)
make = Grads
def use(m):
    (a, b), c = m.slope(tf.constant([0.5, 1.]))
    print([[round(float(v), 4) for v in t] for t in (a, b, c)])
    print(float(m.second(tf.constant(2.))), float(m.branch(tf.constant(3.))), float(m.branch(tf.constant(-3.))))
""",
    "lists": """
class Lists(tf.Module):
    @fn(T([None]))
    def squares(self, x):
        return tf.map_fn(lambda v: v * v, x)
    @fn(T([None]))
    def running(self, x):
        return tf.scan(lambda a, v: a + v, x)
    @fn(T([], tf.int32))
    def array(self, n):
        ta = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
        for i in tf.range(n):
            ta = ta.write(i, i * i)
        return ta.stack()
    @fn(T([None]))
    def fold(self, x):
        return tf.foldl(lambda a, v: a * 2. + v, x)
make = Lists
def use(m):
    x = tf.constant([1., 2., 3.])
    print(m.squares(x).numpy().tolist(), m.running(x).numpy().tolist(), float(m.fold(x)))
    print(m.array(tf.constant(4)).numpy().tolist())
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(m.squares(x) * m.running(x))
    print(tape.gradient(y, x).numpy().tolist())
""",
    "effects": """
class Effects(tf.Module):
    @fn(T([], tf.int32))
    def f(self, x):
        tf.print('x is', x, 'and', [x, x + 1], output_stream=sys.stdout)
        tf.debugging.assert_positive(x, message='not positive')
        return tf.strings.format('{} of {}', (x, x * 2))
make = Effects
def use(m):
    print(m.f(tf.constant(3)).numpy())
    try:
        m.f(tf.constant(-3))
    except tf.errors.InvalidArgumentError as e:
        print('not positive' in str(e))
""",
    "mixed": """
class Mixed(tf.Module):
    @fn(T([None, None, 3]), T([None, 2]))
    def f(self, image, x):
        image = tf.image.resize(image[tf.newaxis], [2, 2])[0] if False else image[::2, ::2]
        y = tf.nn.softmax(tf.linalg.matmul(x, x, transpose_b=True))
        top = tf.math.top_k(y, 1)
        return tf.reduce_mean(image, [0, 1]), y, top.indices, tf.einsum('ij,kj->ik', x, x), tf.one_hot(top.indices, 2)
    @fn(T([None], tf.int32))
    def g(self, x):
        v, i = tf.unique(x)
        return v, tf.math.bincount(x, minlength=4), tf.cumsum(x), tf.reverse(x, [0]), tf.where(x > 1), tf.argsort(x)
make = Mixed
def use(m):
    x = tf.constant([[1., 2.], [0.5, -1.]])
    print([tf.cast(v * 1000., tf.int32).numpy().tolist() if v.dtype == tf.float32 else v.numpy().tolist()
           for v in m.f(tf.ones([4, 4, 3]), x)])
    print([v.numpy().tolist() for v in m.g(tf.constant([3, 1, 3, 0]))])
""",
    "nested": """
class Inner(tf.Module):
    def __init__(self):
        super().__init__()
        self.v = tf.Variable(3.)
    @fn(T([]))
    def f(self, x):
        return x * self.v
class Outer(tf.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = Inner(), Inner()
        self.shared = self.a
        self.me = self
        self.captured = tf.constant([1., 2.])
    @fn(T([]))
    def f(self, x):
        return self.a.f(x) + self.b.f(self.a.f(x)) + tf.reduce_sum(self.captured)
make = Outer
def use(m):
    print(float(m.f(tf.constant(2.))), float(m.a.f(tf.constant(2.))), m.shared is m.a, m.me is m)
    m.a.v.assign(10.)
    print(float(m.f(tf.constant(2.))))
""",
}
TAIL = """
mode, folder = sys.argv[1:3]
if mode == 'save':
    m = make()
    (globals().get('save') or tf.saved_model.save)(m, folder)
else:
    use(tf.saved_model.load(folder))
"""


def main():
    tfs, names = sys.argv[1], sys.argv[2:] or list(PROGRAMS)
    env = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1", TF_ENABLE_ONEDNN_OPTS="0")
    sides = {"tfs": [tfs], "TensorFlow": [sys.executable]}
    failed = 0
    with tempfile.TemporaryDirectory() as work:
        def run(side, program, *args):
            done = subprocess.run([*sides[side], program, *args], env=env, capture_output=True, text=True, timeout=300)
            told = [line for line in done.stderr.strip().splitlines() if line.strip()][-1:]
            return done.stdout if done.returncode == 0 else done.stdout + "".join(told) + "\n"

        for name in names:
            program = os.path.join(work, name + ".py")
            with open(program, "w") as f:
                f.write(HEAD + PROGRAMS[name] + TAIL)
            for side in sides:
                told = run(side, program, "save", os.path.join(work, name + side))
                if told.strip():
                    failed += 1
                    print(f"{name}: saved by {side}: {told.strip()[-400:]}")
            want = run("TensorFlow", program, "load", os.path.join(work, name + "TensorFlow"))
            for writer, reader in (("TensorFlow", "tfs"), ("tfs", "TensorFlow"), ("tfs", "tfs")):
                got = run(reader, program, "load", os.path.join(work, name + writer))
                if not same(got, want):
                    failed += 1
                    print(f"{name}: written by {writer}, read by {reader}:\n{got[-600:]}want\n{want}")
        if len(sys.argv) == 2:
            rows = os.path.join(os.path.dirname(os.path.abspath(__file__)), "savedrows.py")
            for writer, reader in (("TensorFlow", "tfs"), ("tfs", "TensorFlow")):
                os.mkdir(os.path.join(work, "rows" + writer))
                for told in (run(writer, rows, "save", os.path.join(work, "rows" + writer)),
                             run(reader, rows, "load", os.path.join(work, "rows" + writer))):
                    if told.count("\n") != 1 or not told.endswith(" cases\n"):
                        failed += 1
                        print(f"rows written by {writer}, read by {reader}:\n{told}")
    print(f"{len(names)} models each way, {failed} failures")
    sys.exit(failed > 0)


main()
