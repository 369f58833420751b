"""Symbolic tensors of Keras: the shape and dtype that a tensor of a model will have, and where it comes from."""

__name__ = "tf_keras.src.engine.keras_tensor"

import tensorflow as tf

_NOT_DISPATCHED = (
    ", an intermediate TF-Keras symbolic input/output, to a TF API that does not allow registering custom dispatchers, "
    "such as `tf.cond`, `tf.function`, gradient tapes, or `tf.map_fn`. TF-Keras Functional model construction only "
    "supports TF API calls that *do* support dispatching, such as `tf.math.add` or `tf.reshape`. Other APIs cannot be "
    "called directly on symbolic Kerasinputs/outputs. You can work around this limitation by putting the "
    "operation in a custom TF-Keras layer `call` and calling that layer on this symbolic input/output.")
_NO_LEN = (
    "Keras symbolic inputs/outputs do not implement `__len__`. You may be trying to pass TF-Keras symbolic "
    "inputs/outputs to a TF API that does not register dispatching, preventing TF-Keras from automatically converting "
    "the API call to a lambda layer in the Functional Model. This error will also get raised if you try asserting a "
    "symbolic input/output directly.")


def _lambda(name, function, args, kwargs=None):
    from _keras_oplambda import call_op
    return call_op(name, function, args, kwargs or {})


def _operator(name, function):
    """An operator as a layer; swapped is the one of the right operand."""

    def direct(self, other):
        return _lambda(name, function, (self, other))

    def swapped(self, other):
        return _lambda(name, function, (other, self))

    return direct, swapped


class KerasTensor:
    """Stands for a tensor while a model is made of layers.

    >>> tf.keras.Input((3,)) * 2
    <KerasTensor: shape=(None, 3) dtype=float32 (created by layer 'tf.math.multiply')>
    """

    def __init__(self, type_spec, inferred_value=None, name=None):
        self._type_spec = type_spec
        self._inferred_value = inferred_value
        self._name = name

    @property
    def type_spec(self):
        """The spec of the tensor."""
        return self._type_spec

    @property
    def op(self):
        """Refuses: no node computes the tensor."""
        raise TypeError(_NO_LEN[:_NO_LEN.index(" This error")].replace("__len__", "op"))

    @property
    def shape(self):
        """The static shape."""
        return self._type_spec.shape

    @property
    def dtype(self):
        """The dtype."""
        return self._type_spec.dtype

    @property
    def name(self):
        """The name, if the tensor has one."""
        return self._name

    def get_shape(self):
        """The static shape."""
        return self.shape

    def set_shape(self, shape):
        """Says more about the static shape."""
        shape, spec = tf.TensorShape(shape), self._type_spec
        if not self.shape.is_compatible_with(shape):
            raise ValueError(f"Keras symbolic input/output's shape {self.shape} is not compatible with supplied shape "
                             f"{shape}.")
        shape = self.shape.merge_with(shape)
        if isinstance(spec, tf.RaggedTensorSpec):
            self._type_spec = tf.RaggedTensorSpec(shape, spec.dtype, spec.ragged_rank, spec.row_splits_dtype)
        elif isinstance(spec, tf.SparseTensorSpec):
            self._type_spec = tf.SparseTensorSpec(shape, spec.dtype)
        else:
            self._type_spec = tf.TensorSpec(shape, spec.dtype, spec.name)

    def __len__(self):
        raise TypeError(_NO_LEN)

    def __bool__(self):
        raise TypeError(_NO_LEN)

    def __array__(self, dtype=None):
        raise TypeError(f"You are passing {self}{_NOT_DISPATCHED}")

    def __iter__(self):
        shape = self.shape
        if shape.rank is None:
            raise TypeError("Cannot iterate over a Tensor with unknown shape.")
        if shape.rank == 0:
            raise TypeError("Cannot iterate over a scalar.")
        if shape[0] is None:
            raise TypeError("Cannot iterate over a Tensor with unknown first dimension.")
        return iter([self[i] for i in range(shape[0])])

    def _parts(self):
        layer = self.__dict__.get("_keras_history")
        value = "" if self._inferred_value is None else f"inferred_value={self._inferred_value}"
        return value, "" if layer is None else f"created by layer '{layer[0].name}'"

    def __str__(self):
        value, layer = self._parts()
        name = "" if self._name is None else f", name='{self._name}'"
        value = f", {value}" if value else ""
        told = f', description="{layer}"' if layer else ""
        return f"KerasTensor(type_spec={self._type_spec}{value}{name}{told})"

    def __repr__(self):
        value, layer = self._parts()
        if isinstance(self._type_spec, tf.TensorSpec):
            what = f"shape={self.shape} dtype={self.dtype.name}"
        else:
            what = f"type_spec={self._type_spec}"
        return f"<KerasTensor: {what}{' ' + value if value else ''}{f' ({layer})' if layer else ''}>"

    @classmethod
    def __tf_dispatch__(cls, name, function, args, kwargs):
        """Makes a layer of an op of TensorFlow that met a symbolic tensor."""
        return _lambda(name, function, args, kwargs)

    @property
    def is_tensor_like(self):
        """Whether ops take it for a tensor."""
        return True

    def ref(self):
        """A hashable reference."""
        return _Ref(self)

    @property
    def node(self):
        """The call that made the tensor, among those of its layer."""
        history = self.__dict__.get("_keras_history")
        return None if history is None else history[0]._inbound_nodes[history[1]]

    __add__, __radd__ = _operator("__operators__.add", lambda a, b: a + b)
    __sub__, __rsub__ = _operator("math.subtract", lambda a, b: a - b)
    __mul__, __rmul__ = _operator("math.multiply", lambda a, b: a * b)
    __truediv__, __rtruediv__ = _operator("math.truediv", lambda a, b: a / b)
    __floordiv__, __rfloordiv__ = _operator("compat.v1.floor_div", lambda a, b: a // b)
    __mod__, __rmod__ = _operator("math.floormod", lambda a, b: a % b)
    __pow__, __rpow__ = _operator("math.pow", lambda a, b: a ** b)
    __matmul__, __rmatmul__ = _operator("linalg.matmul", lambda a, b: a @ b)
    __lt__, _ = _operator("math.less", lambda a, b: a < b)
    __le__, _ = _operator("math.less_equal", lambda a, b: a <= b)
    __gt__, _ = _operator("math.greater", lambda a, b: a > b)
    __ge__, _ = _operator("math.greater_equal", lambda a, b: a >= b)
    __eq__, _ = _operator("__operators__.eq", lambda a, b: a == b)
    __ne__, _ = _operator("__operators__.ne", lambda a, b: a != b)
    __and__, __rand__ = _operator("math.logical_and", lambda a, b: a & b)
    __or__, __ror__ = _operator("math.logical_or", lambda a, b: a | b)
    __xor__, __rxor__ = _operator("math.logical_xor", lambda a, b: a ^ b)

    def __hash__(self):
        return id(self)

    def __neg__(self):
        return _lambda("math.negative", lambda a: -a, (self,))

    def __abs__(self):
        return _lambda("math.abs", lambda a: abs(a), (self,))

    def __invert__(self):
        return _lambda("math.logical_not", lambda a: ~a, (self,))

    def __getitem__(self, key):
        return _lambda("__operators__.getitem", lambda a, k: a[k], (self, key))


class _Ref:
    def __init__(self, tensor):
        self._tensor = tensor

    def deref(self):
        return self._tensor

    def __eq__(self, other):
        return isinstance(other, _Ref) and other._tensor is self._tensor

    def __hash__(self):
        return id(self._tensor)


def _method(name):
    def call(self, *args, **kwargs):
        from _keras_oplambda import InstanceMethod
        return InstanceMethod(name)(self, args, kwargs)

    return call


def _property(name):
    def get(self):
        from _keras_oplambda import InstanceProperty
        return InstanceProperty(name)(self)

    return property(get)


class RaggedKerasTensor(KerasTensor):
    """A symbolic ragged tensor."""

    @property
    def ragged_rank(self):
        """The number of ragged dimensions."""
        return self._type_spec.ragged_rank

    __add__, __radd__ = _operator("math.add", lambda a, b: a + b)

    def __getitem__(self, key):
        return _lambda("__operators__.ragged_getitem", lambda a, k: a[k], (self, key))


for _name in ("values", "flat_values", "row_splits", "nested_row_splits"):
    setattr(RaggedKerasTensor, _name, _property(_name))
for _name in ("value_rowids", "nested_value_rowids", "nrows", "row_starts", "row_limits", "row_lengths",
              "nested_row_lengths", "bounding_shape", "with_values", "with_flat_values", "with_row_splits_dtype",
              "merge_dims", "to_tensor", "to_sparse"):
    setattr(RaggedKerasTensor, _name, _method(_name))


class SparseKerasTensor(KerasTensor):
    """A symbolic sparse tensor."""


for _name in ("indices", "values", "dense_shape"):
    setattr(SparseKerasTensor, _name, _property(_name))


def spec_of(x):
    """The spec of a tensor, also of one of a function that is traced."""
    if isinstance(x, tf.RaggedTensor):
        return tf.RaggedTensorSpec(x.shape, x.dtype, x.ragged_rank, x.row_splits.dtype)
    if isinstance(x, tf.SparseTensor):
        return tf.SparseTensorSpec(x.shape, x.dtype)
    return tf.TensorSpec(x.shape, x.dtype)


def of_spec(spec, name=None, inferred_value=None):
    """A symbolic tensor of a spec."""
    if isinstance(spec, tf.RaggedTensorSpec):
        return RaggedKerasTensor(spec, inferred_value, name)
    if isinstance(spec, tf.SparseTensorSpec):
        return SparseKerasTensor(spec, inferred_value, name)
    return KerasTensor(spec, inferred_value, name)


def of_tensor(x):
    """The symbolic tensor for a tensor of a function that is traced."""
    if isinstance(x, KerasTensor):
        return x
    if isinstance(x, tf.RaggedTensor):
        return RaggedKerasTensor(spec_of(x))
    if isinstance(x, tf.SparseTensor):
        return SparseKerasTensor(spec_of(x))
    if not tf.is_tensor(x):
        x = tf.convert_to_tensor(x)
    return KerasTensor(tf.TensorSpec(x.shape, x.dtype))
