#!/usr/bin/env python3
"""Record how TensorFlow prints 20,000 random tensors: one CRC-32 of repr and str each.

Usage: record_printing.py > printer/testdata/random.bin   (with a Python that has TensorFlow)
printer/random_test.go draws the same tensors: both follow splitmix64.
"""
import os
import struct
import sys
import zlib

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = "-1"
import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402

COUNT = 20000
MASK = (1 << 64) - 1
DTYPES = ["float32", "float64", "float16", "bfloat16", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
          "complex64", "complex128", "bool", "string"]
SPECIAL = [0.0, -0.0, float("inf"), float("-inf"), float("nan"), 1.0, -1.0, 0.5, 1e-4, 9.9e-5, 1e8, 1e16, 123456.0, 0.1]


class Draw:
    def __init__(self, seed):
        self.s = seed & MASK

    def next(self):
        self.s = (self.s + 0x9E3779B97F4A7C15) & MASK
        z = self.s
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, n):
        return self.next() % n


def shape(d):
    kind = d.below(12)
    if kind == 0:
        return [1 + d.below(40)]
    if kind == 1:
        return [1001 + d.below(50)]
    if kind == 2:
        return [8 + d.below(40), 30 + d.below(10)]
    rank = d.below(7)
    return [(0 if d.below(40) == 0 else 1 + d.below(2 if rank > 3 else 5)) for _ in range(rank)]


def real(d, mode):
    if mode == 0:
        return (d.below(2001) - 1000) / float("1e%d" % d.below(5))
    if mode == 1:
        return float(d.below(1 << 20)) - 1000.0
    if mode == 2:
        return SPECIAL[d.below(len(SPECIAL))]
    if mode == 3:
        return (d.below(20000) - 10000) * float("1e%d" % (d.below(12) - 6))
    return (d.below(64) - 32) / 8.0


def tensor(i):
    d = Draw(i)
    name = DTYPES[d.below(len(DTYPES))]
    dims = shape(d)
    n = 1
    for k in dims:
        n *= k
    mode = d.below(6)
    if name == "string":
        out = []
        for _ in range(n):
            size = d.below(9)
            out.append(bytes((d.below(256) if mode < 3 else 32 + d.below(95)) for _ in range(size)))
        return tf.constant(out, tf.string, shape=dims) if n else tf.zeros(dims, tf.string)
    if name == "bool":
        return tf.reshape(tf.constant([bool(d.below(2)) for _ in range(n)], tf.bool), dims)
    size = tf.as_dtype(name).size
    if name in ("float16", "bfloat16") or name[0] in "iu" and mode >= 3 or name.startswith("float") and mode == 5:
        raw = b"".join(struct.pack("<Q", d.next())[:size] for _ in range(n))
        return tf.io.decode_raw(tf.constant(raw), name) if False else tf.reshape(tf.bitcast(tf.constant(np.frombuffer(raw, np.uint8).reshape(n, size)), name) if size > 1 else tf.bitcast(tf.constant(np.frombuffer(raw, np.uint8)), name), dims)
    if name[0] in "iu":
        return tf.constant(np.array([d.below(100) for _ in range(n)], np.int64).astype(name).reshape(dims))
    m = min(mode, 4)
    if name.startswith("complex"):
        z = np.array([complex(real(d, m), real(d, m)) for _ in range(n)], np.complex128)
    else:
        z = np.array([real(d, m) for _ in range(n)], np.float64)
    return tf.constant(z.astype(name).reshape(dims))


def main():
    show = [int(a) for a in sys.argv[1:]]
    for i in show:
        t = tensor(i)
        print(repr(t))
        print(t)
    if not show:
        for i in range(COUNT):
            t = tensor(i)
            sys.stdout.buffer.write(struct.pack("<I", zlib.crc32((repr(t) + "\n" + str(t)).encode())))


main()
