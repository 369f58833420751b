"""Records what TensorFlow writes, for the tests of graph/saved: run by the oracle's Python.

    python .ci/record_saved.py graph/saved/testdata
"""
import os
import shutil
import sys

import numpy as np
import tensorflow as tf

out = sys.argv[1]
shutil.rmtree(out, ignore_errors=True)
os.makedirs(out)

# A bundle of all element types, in no order, with what is special about texts.
DTYPES = [tf.float32, tf.float64, tf.int32, tf.uint8, tf.int16, tf.int8, tf.complex64, tf.int64, tf.bool,
          tf.bfloat16, tf.uint16, tf.complex128, tf.float16, tf.uint32, tf.uint64]
values = {"z/" + d.name: tf.cast(tf.constant([[0, 1, 2]]), d) for d in DTYPES}
values.update({
    "s/scalar": tf.constant("one"),
    "s/many": tf.constant([["a", ""], ["\x00\xff", "x" * 300]]),
    "s/empty": tf.constant([], tf.string),
    "empty": tf.zeros([2, 0, 3]),
    "scalar": tf.constant(7),
    "\u00e9": tf.constant([1.5]),
})
names = list(values)
tf.raw_ops.SaveV2(prefix=out + "/types", tensor_names=names, shape_and_slices=[""] * len(names),
                  tensors=list(values.values()))


class Scale(tf.Module):
    """A model with a function, a variable, a list, a dict and a signature."""

    def __init__(self):
        super().__init__()
        self.w = tf.Variable([2.0, 3.0], name="w")
        self.items = [tf.Variable(1), {"k": tf.Variable("text", trainable=False)}]

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32, name="x")])
    def __call__(self, x):
        return {"y": x * self.w + 1.0, "n": tf.shape(x)[0]}


m = Scale()
tf.saved_model.save(m, out + "/model", signatures=m.__call__)
os.remove(out + "/model/fingerprint.pb")
shutil.rmtree(out + "/model/assets")
for base, _, files in os.walk(out):
    for f in files:
        print(os.path.join(base, f), os.path.getsize(os.path.join(base, f)))
