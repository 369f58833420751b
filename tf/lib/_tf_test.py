"""Gradients compared with differences: tf.test."""

import numpy as np
import tensorflow as tf


def compute_gradient(f, x, delta=None):
    """The derivatives of f at x by its gradients and by differences: for each argument a matrix with a row for each
    element of the result.

    >>> tf.test.compute_gradient(lambda x: x * x, [tf.constant([1., 2.])])
    ((array([[2., 0.],
           [0., 4.]], dtype=float32),), (array([[2., 0.],
           [0., 4.]], dtype=float32),))
    """
    if not isinstance(x, (list, tuple)):
        raise ValueError("`x` must be a list or tuple of values convertible to a Tensor (arguments to `f`), not a "
                         f"{type(x)}")
    if delta is None:
        delta = 1.0 / 1024
    x = [tf.convert_to_tensor(v) for v in x]
    return _by_gradients(f, x), _by_differences(f, x, delta)


def _by_gradients(f, x):
    rows = [[] for _ in x]
    y = f(*x)
    size = int(tf.size(y))
    for row in range(size):
        seed = np.zeros([size], y.dtype.as_numpy_dtype)
        seed[row] = 1
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(*x)
        grads = tape.gradient(y, x, output_gradients=tf.reshape(tf.constant(seed), tf.shape(y)))
        for k, g in enumerate(grads):
            if g is None:
                g = tf.zeros_like(x[k])
            rows[k].append(tf.reshape(tf.convert_to_tensor(g), [-1]).numpy())
    return tuple(np.stack(r) if r else np.zeros([0, int(tf.size(v))], v.dtype.as_numpy_dtype) for r, v in zip(rows, x))


def _by_differences(f, x, delta):
    out = []
    for k, v in enumerate(x):
        flat = v.numpy().reshape(-1)
        columns = []
        for i in range(flat.size):
            sides = []
            for step in (delta, -delta):
                moved = np.array(flat)
                moved[i] = moved[i] + step
                args = list(x)
                args[k] = tf.constant(moved.reshape(v.shape.as_list()))
                sides.append(f(*args).numpy().reshape(-1))
            columns.append((sides[0] - sides[1]) / np.array(2 * delta, v.dtype.as_numpy_dtype))
        out.append(np.stack(columns, 1).astype(v.dtype.as_numpy_dtype))
    return tuple(out)


def is_built_with_cuda():
    """False: everything runs on the processor.

    >>> tf.test.is_built_with_cuda()
    False
    """
    return False


def is_built_with_gpu_support():
    """False: everything runs on the processor.

    >>> tf.test.is_built_with_gpu_support()
    False
    """
    return False


def is_gpu_available(cuda_only=False, min_cuda_compute_capability=None):
    """False: everything runs on the processor.

    >>> tf.test.is_gpu_available()
    False
    """
    return False


def gpu_device_name():
    """No name: everything runs on the processor.

    >>> tf.test.gpu_device_name()
    ''
    """
    return ''


def is_built_with_rocm():
    """False: everything runs on the processor.

    >>> tf.test.is_built_with_rocm()
    False
    """
    return False


def is_built_with_xla():
    """True, as TensorFlow's packages say; jit_compile changes nothing.

    >>> tf.test.is_built_with_xla()
    True
    """
    return True


def is_cpu_target_available(target):
    """Whether the processor is of a kind, as TensorFlow's packages for x86 say.

    >>> tf.test.is_cpu_target_available("x86")
    True
    """
    return target in ("aarch64", "x86")
