"""Records the CRC-32 of elementwise functions over all 65,536 values of float16 and bfloat16.

Needs TensorFlow: python .ci/record_sixteen.py > tensor/testdata/sixteen.txt
A nan counts as 0x7fff whatever its payload.
"""
import zlib

import numpy as np
import tensorflow as tf

OPS = """Sigmoid Softplus Tanh Exp Log Sqrt Rsqrt Sin Cos Tan Asin Acos Atan Sinh Cosh Asinh Acosh Atanh Erf Erfc
Expm1 Log1p Sign Abs Neg Square Reciprocal Floor Ceil""".split()

for dtype, inf in ((tf.float16, 0x7C00), (tf.bfloat16, 0x7F80)):
    x = tf.bitcast(tf.constant(np.arange(65536, dtype=np.uint16)), dtype)
    for name in OPS:
        z = tf.bitcast(getattr(tf.raw_ops, name)(**{"features" if name == "Softplus" else "x": x}), tf.uint16).numpy()
        z[(z & 0x7FFF) > inf] = 0x7FFF
        print(dtype.name, name, f"{zlib.crc32(z.tobytes()):08x}")
