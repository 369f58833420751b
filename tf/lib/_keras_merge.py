"""Layers that make one tensor of several."""

__name__ = "tf_keras.src.layers.merging.base_merge"

import tensorflow as tf
import _keras_common as common
from _keras_layer import Layer


class _Merge(Layer):
    """A layer whose inputs are a list."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True

    def _merge_function(self, inputs):
        raise NotImplementedError

    def _common_shape(self, shape1, shape2):
        """The shape of an elementwise operation on two shapes, without the batch."""
        if shape1 is None or shape2 is None:
            return None
        if len(shape1) < len(shape2):
            shape1, shape2 = shape2, shape1
        if not shape2:
            return shape1
        out = list(shape1[:-len(shape2)])
        for i, j in zip(shape1[-len(shape2):], shape2):
            if i is None or j is None:
                out.append(None)
            elif i == 1:
                out.append(j)
            elif j == 1 or i == j:
                out.append(i)
            else:
                raise ValueError(f"Inputs have incompatible shapes. Received shapes {shape1} and {shape2}")
        return tuple(out)

    def build(self, input_shape):
        if not isinstance(input_shape, (list, tuple)) or isinstance(input_shape, tf.TensorShape):
            raise ValueError("A merge layer should be called on a list of inputs. Received: "
                             f"input_shape={tuple(input_shape)} (not a list of shapes)")
        if len(input_shape) < 1:
            raise ValueError("A merge layer should be called on a list of at least 1 input. Received "
                             f"{len(input_shape)} inputs. Full input_shape received: {input_shape}")
        shapes = [None if s.rank is None else tuple(s.as_list()) for s in input_shape]
        batches = {s[0] for s in shapes if s} - {None}
        if len(batches) > 1:
            raise ValueError(f"Cannot merge tensors with different batch sizes. Received shapes {shapes}")
        out = None if shapes[0] is None else shapes[0][1:]
        for s in shapes[1:]:
            out = self._common_shape(out, None if s is None else s[1:])
        self._reshape_required = len({len(s) for s in shapes if s is not None}) > 1 or None in shapes

    def call(self, inputs):
        if not isinstance(inputs, (list, tuple)):
            raise ValueError("A merge layer should be called on a list of inputs. Received: inputs="
                             f"{inputs} (not a list of tensors)")
        if getattr(self, "_reshape_required", False) and all(x.shape.rank is not None for x in inputs):
            most = max(x.shape.rank for x in inputs)
            grown = []
            for x in inputs:
                for _ in range(most - x.shape.rank):
                    x = tf.expand_dims(x, axis=1)
                grown.append(x)
            inputs = grown
        return self._merge_function(inputs)

    def compute_output_shape(self, input_shape):
        if not isinstance(input_shape, (tuple, list)) or not isinstance(input_shape[0], (tuple, list, tf.TensorShape)):
            raise ValueError(f"A merge layer should be called on a list of inputs. Received: input_shape={input_shape} "
                             f"(not a "
                             "list of shapes)")
        shapes = [tuple(tf.TensorShape(s).as_list()) for s in input_shape]
        out = shapes[0][1:]
        for s in shapes[1:]:
            out = self._common_shape(out, s[1:])
        batches = {s[0] for s in shapes} - {None}
        return tf.TensorShape((batches.pop() if len(batches) == 1 else None,) + out)

    def compute_mask(self, inputs, mask=None):
        if mask is None:
            return None
        if not isinstance(mask, (tuple, list)):
            raise ValueError(f"`mask` should be a list. Received: mask={mask}")
        if not isinstance(inputs, (tuple, list)):
            raise ValueError(f"`inputs` should be a list. Received: inputs={inputs}")
        if len(mask) != len(inputs):
            raise ValueError(f"The lists `inputs` and `mask` should have the same length. Received: inputs={inputs} of "
                             f"length {len(inputs)}, and mask={mask} of length {len(mask)}")
        masks = [m for m in mask if m is not None]
        if not masks:
            return None
        out = masks[0]
        for m in masks[1:]:
            out = tf.logical_and(out, m)
        return out


def _folded(function):
    def merge(self, inputs):
        out = inputs[0]
        for x in inputs[1:]:
            out = function(out, x)
        return out

    return merge


__name__ = "tf_keras.src.layers.merging.add"


class Add(_Merge):
    """The sum of inputs."""

    _merge_function = _folded(lambda a, b: a + b)


__name__ = "tf_keras.src.layers.merging.subtract"


class Subtract(_Merge):
    """The difference of two inputs."""

    def build(self, input_shape):
        super().build(input_shape)
        if len(input_shape) != 2:
            raise ValueError("A `Subtract` layer should be called on exactly 2 inputs. Received: input_shape="
                             f"{input_shape}")

    def _merge_function(self, inputs):
        if len(inputs) != 2:
            raise ValueError(f"A `Subtract` layer should be called on exactly 2 inputs. Received: inputs={inputs}")
        return inputs[0] - inputs[1]


__name__ = "tf_keras.src.layers.merging.multiply"


class Multiply(_Merge):
    """The product of inputs."""

    _merge_function = _folded(lambda a, b: a * b)


__name__ = "tf_keras.src.layers.merging.average"


class Average(_Merge):
    """The mean of inputs."""

    def _merge_function(self, inputs):
        out = inputs[0]
        for x in inputs[1:]:
            out = out + x
        return out / len(inputs)


__name__ = "tf_keras.src.layers.merging.maximum"


class Maximum(_Merge):
    """The largest of inputs, element by element."""

    _merge_function = _folded(tf.maximum)


__name__ = "tf_keras.src.layers.merging.minimum"


class Minimum(_Merge):
    """The smallest of inputs, element by element."""

    _merge_function = _folded(tf.minimum)


__name__ = "tf_keras.src.layers.merging.concatenate"


class Concatenate(_Merge):
    """Inputs one after the other along an axis.

    >>> tf.keras.layers.Concatenate()([tf.zeros([2, 3]), tf.ones([2, 1])]).shape
    TensorShape([2, 4])
    """

    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.axis = axis

    def build(self, input_shape):
        if isinstance(input_shape, tf.TensorShape) or len(input_shape) < 1:
            raise ValueError("A `Concatenate` layer should be called on a list of at least 1 input. Received: "
                             "input_shape="
                             f"{tuple(input_shape)}")
        shapes = [tuple(s.as_list()) if s.rank is not None else None for s in input_shape]
        if all(s is None for s in shapes):
            return
        ranks = {len(s) for s in shapes if s is not None}
        told = ("A `Concatenate` layer requires inputs with matching shapes except for the concatenation axis. "
                "Received: "
                f"input_shape={shapes}")
        if len(ranks) != 1:
            raise ValueError(told)
        axis = self.axis % list(ranks)[0]
        for i in range(list(ranks)[0]):
            if i != axis and len({s[i] for s in shapes if s is not None} - {None}) > 1:
                raise ValueError(told)
        self._reshape_required = False

    def _merge_function(self, inputs):
        return tf.concat(inputs, axis=self.axis)

    def compute_output_shape(self, input_shape):
        if not isinstance(input_shape, (tuple, list)) or not isinstance(input_shape[0], (tuple, list, tf.TensorShape)):
            raise ValueError(f"A `Concatenate` layer should be called on a list of inputs. Received: "
                             f"input_shape={input_shape}")
        shapes = [tf.TensorShape(s).as_list() for s in input_shape]
        out = list(shapes[0])
        for s in shapes[1:]:
            out[self.axis] = None if out[self.axis] is None or s[self.axis] is None else out[self.axis] + s[self.axis]
        return tf.TensorShape(out)

    def compute_mask(self, inputs, mask=None):
        if mask is None:
            return None
        if not isinstance(mask, (tuple, list)):
            raise ValueError(f"`mask` should be a list. Received mask={mask}")
        if all(m is None for m in mask):
            return None
        out = []
        for x, m in zip(inputs, mask):
            if m is None:
                m = tf.ones_like(x, dtype="bool")
            elif m.shape.rank < x.shape.rank:
                m = tf.expand_dims(m, axis=-1)
                if self.axis % x.shape.rank == x.shape.rank - 1:
                    m = tf.logical_and(m, tf.ones_like(x, dtype="bool"))
            out.append(m)
        return tf.reduce_all(tf.concat(out, axis=self.axis), axis=-1, keepdims=False)

    def get_config(self):
        out = super().get_config()
        out["axis"] = self.axis
        return out


__name__ = "tf_keras.src.layers.merging.dot"


class Dot(_Merge):
    """The products of two inputs, summed over an axis of each."""

    def __init__(self, axes, normalize=False, **kwargs):
        super().__init__(**kwargs)
        if not isinstance(axes, int):
            if not isinstance(axes, (list, tuple)):
                raise TypeError(f"Invalid type for argument `axes`: it should be a list or an int. Received: "
                                f"axes={axes}")
            if len(axes) != 2:
                raise ValueError("Invalid format for argument `axes`: it should contain two elements. Received: "
                                 f"axes={axes}")
            if not all(isinstance(a, int) for a in axes):
                raise ValueError("Invalid format for argument `axes`: list elements should be integers. Received: "
                                 f"axes={axes}")
        object.__setattr__(self, "axes", axes)
        self.normalize = normalize

    def _both(self, ranks):
        if isinstance(self.axes, int):
            return [self.axes % r for r in ranks] if self.axes < 0 else [self.axes] * 2
        return [a % r if a < 0 else a for a, r in zip(self.axes, ranks)]

    def build(self, input_shape):
        if isinstance(input_shape, tf.TensorShape) or len(input_shape) != 2:
            raise ValueError(f"A `Dot` layer should be called on a list of 2 inputs. Received: "
                             f"input_shape={input_shape}")
        a, b = [s.as_list() for s in input_shape]
        i, j = self._both([len(a), len(b)])
        if a[i] != b[j]:
            raise ValueError(f"Incompatible input shapes: axis values {a[i]} (at axis {i}) != {b[j]} (at axis {j}). "
                             f"Full input shapes: {tuple(a)}, {tuple(b)}")

    def _merge_function(self, inputs):
        if len(inputs) != 2:
            raise ValueError(f"A `Dot` layer should be called on exactly 2 inputs. Received: inputs={inputs}")
        x, y = inputs
        i, j = self._both([x.shape.rank, y.shape.rank])
        if self.normalize:
            x, y = tf.math.l2_normalize(x, axis=i), tf.math.l2_normalize(y, axis=j)
        letters = "abcdefgh"
        left = letters[:x.shape.rank]
        right = "a" + "".join(left[i] if k == j else "zyxwvu"[k] for k in range(1, y.shape.rank))
        kept = "".join(c for c in left if c != left[i]) + "".join(c for c in right[1:] if c != left[i])
        out = tf.einsum(f"{left},{right}->{kept}", x, y)
        return tf.expand_dims(out, 1) if out.shape.rank == 1 else out

    def compute_output_shape(self, input_shape):
        a, b = [tf.TensorShape(s).as_list() for s in input_shape]
        i, j = self._both([len(a), len(b)])
        out = [d for k, d in enumerate(a) if k != i] + [d for k, d in enumerate(b) if k not in (0, j)]
        return tf.TensorShape(out + [1] if len(out) == 1 else out)

    def compute_mask(self, inputs, mask=None):
        return None

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "axes normalize"))
        return out


def add(inputs, **kwargs):
    """The sum of inputs."""
    return Add(**kwargs)(inputs)


def subtract(inputs, **kwargs):
    """The difference of two inputs."""
    return Subtract(**kwargs)(inputs)


def multiply(inputs, **kwargs):
    """The product of inputs."""
    return Multiply(**kwargs)(inputs)


def average(inputs, **kwargs):
    """The mean of inputs."""
    return Average(**kwargs)(inputs)


def maximum(inputs, **kwargs):
    """The largest of inputs."""
    return Maximum(**kwargs)(inputs)


def minimum(inputs, **kwargs):
    """The smallest of inputs."""
    return Minimum(**kwargs)(inputs)


def concatenate(inputs, axis=-1, **kwargs):
    """Inputs one after the other."""
    return Concatenate(axis=axis, **kwargs)(inputs)


def dot(inputs, axes, normalize=False, **kwargs):
    """The products of two inputs, summed over an axis of each."""
    return Dot(axes=axes, normalize=normalize, **kwargs)(inputs)
