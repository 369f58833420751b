"""Checkpoints between tfs and TensorFlow, both ways.

    python .ci/checkpoints.py TFS        (the oracle's Python; TFS is the binary)

Each program below defines make(k), which gives a tf.train.Checkpoint whose values depend on k, and
names the values in `shown`. Both sides save make(1); each reads the other's files into make(2) and
must show the values of make(1). The files must be equal, byte by byte, unless the program says not.
"""
import os
import shutil
import subprocess
import sys
import tempfile

NET = """
class Net(tf.Module):
    def __init__(self, k):
        super().__init__()
        self.w = tf.Variable(tf.fill([2, 2], float(k)), name='w')
        self.layers = [tf.Variable(k), {'b': tf.Variable([k, k]), 'a.b/c': tf.Variable(str(k))}, 'text']
        self.pair = (tf.Variable(k * 2), [tf.Variable(k * 3)])
        self.again = self.w
        self.me = self
"""
PROGRAMS = {
    "types": """
def make(k):
    kinds = [tf.float32, tf.float64, tf.int32, tf.uint8, tf.int16, tf.int8, tf.complex64, tf.int64, tf.bool,
             tf.bfloat16, tf.uint16, tf.complex128, tf.float16, tf.uint32, tf.uint64]
    return tf.train.Checkpoint(**{d.name: tf.Variable(tf.cast([[0, k]], d)) for d in kinds},
                               s=tf.Variable([['a' * k, ''], ['\\xe9', 'long' * 99 * k]]), e=tf.Variable(tf.zeros([0, k])))
shown = lambda c: [getattr(c, n) for n in ('float32', 'uint8', 'bool', 'bfloat16', 'complex128', 's', 'uint64')]
""".replace("tf.zeros([0, k])", "tf.zeros([0, 3])"),
    "net": NET + """
def make(k): return tf.train.Checkpoint(net=Net(k), step=tf.Variable(k, dtype=tf.int64))
shown = lambda c: list(c.net.variables) + [c.step, c.save_counter]
""",
    "root": NET + """
def make(k): return tf.train.Checkpoint(Net(k), extra=tf.Variable(k), inner=tf.train.Checkpoint(x=tf.Variable([k])))
shown = lambda c: list(c.root.variables) + [c.extra, c.inner.x]
""",
    "tables": """
def make(k):
    t = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
    t.insert(['k'], [k])
    u = tf.lookup.experimental.MutableHashTable(tf.int64, tf.float32, [0., 0.])
    u.insert(tf.constant([7], tf.int64), [[k, k]])
    s = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(['a'], [1]), -1)
    return tf.train.Checkpoint(t=t, u=u, s=s)
shown = lambda c: [c.t.lookup(tf.constant(['k', 'z'])), c.u.export(), c.s.size()]
""",
    "dense # differ": """
def make(k):
    t = tf.lookup.experimental.DenseHashTable(tf.string, tf.int64, -1, '', '$', initial_num_buckets=8)
    t.insert(['k', 'l'], [k, k + 1])
    return tf.train.Checkpoint(t=t)
shown = lambda c: [c.t.lookup(tf.constant(['k', 'l', 'z'])), c.t.size()]
""",
    "generator": """
def make(k):
    return tf.train.Checkpoint(g=tf.random.Generator.from_seed(k), h=tf.random.Generator.from_seed(k, alg='threefry'))
shown = lambda c: [c.g.state, c.h.state, c.g.uniform([2])]
""",
    "late": """
def make(k):
    c = tf.train.Checkpoint(a=tf.Variable(k))
    c.b = [tf.Variable(k)]
    c.save_counter
    c.b.append({'x': tf.Variable([k])})
    c.a2 = c.a
    return c
shown = lambda c: [c.a, c.b, c.a2]
""",
}
SIDE = """
import os, sys
def run(text, name, mine, theirs):
    scope = {'tf': tf}
    exec(text, scope)
    if theirs is None:
        print(name, scope['make'](1).save(mine + '/' + name + '/model'))
        return
    c = scope['make'](2)
    c.restore(theirs + '/' + name + '/model-1').assert_consumed()
    print(name, [str(x) for x in scope['shown'](c)])
    keys = tf.train.list_variables(theirs + '/' + name + '/model-1')
    print(name, keys)
"""


def main():
    tfs = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        folders = {"tf": folder + "/tf", "tfs": folder + "/tfs"}
        command = {"tf": [sys.executable, "-c"], "tfs": [tfs, "-c"]}

        def side(who, theirs):
            calls = "\n".join(f"run({text!r}, {name.split()[0]!r}, {folders[who]!r}, {theirs!r})"
                              for name, text in PROGRAMS.items())
            out = subprocess.run(command[who] + ["import tensorflow as tf\n" + SIDE + calls], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True, env=dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3"))
            if out.returncode:
                raise SystemExit(f"{who} failed\n{out.stderr[-2000:]}")
            return out.stdout.splitlines()

        side("tf", None), side("tfs", None)
        failed = 0
        for name in PROGRAMS:
            for end in (".index", ".data-00000-of-00001"):
                a, b = (open(f"{folders[w]}/{name.split()[0]}/model-1{end}", "rb").read() for w in ("tf", "tfs"))
                if a != b and "differ" not in name:
                    failed += 1
                    print(f"{name}{end}: tfs writes other bytes than TensorFlow")
        here, there = side("tfs", folders["tf"]), side("tf", folders["tfs"])
        own = side("tf", folders["tf"])
        for want, got, who in [(w, g, "tfs reading TensorFlow's") for w, g in zip(own, here)] + \
                [(w, g, "TensorFlow reading tfs's") for w, g in zip(own, there)]:
            if want != got and not (want.startswith("dense [(") and "table" in want):
                failed += 1
                print(f"{who}\nwant {want}\ngot  {got}")
        print(f"{2 * len(PROGRAMS)} restores, {failed} failed")
        shutil.rmtree(folder, ignore_errors=True)
        return failed > 0


if __name__ == "__main__":
    sys.exit(main())
