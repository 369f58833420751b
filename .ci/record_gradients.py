"""Which kernels have a gradient in TensorFlow: writes op/testdata/gradients.txt for the names on standard input.

    tfs run names.py | python record_gradients.py > op/testdata/gradients.txt

grad: registered; none: declared not differentiable; missing: not declared. Run it with TensorFlow's Python.
"""
import sys

import tensorflow as tf  # noqa: F401: registers the gradients
from tensorflow.python.framework import ops

for name in sorted(sys.stdin.read().split()):
    try:
        kind = 'none' if ops.gradient_registry.lookup(name) is None else 'grad'
    except LookupError:
        kind = 'missing'
    print(name, kind)
