"""tf.keras.Input and the layers that inputs of models come from."""

__name__ = "tf_keras.src.engine.input_layer"

import tensorflow as tf
import _keras_config as config
from _keras_layer import Layer
from _keras_spec import InputSpec
from _keras_symbolic import Node
from _keras_tensor_type import KerasTensor, of_spec


class InputLayer(Layer):
    """Where an input comes into a model.

    >>> tf.keras.layers.InputLayer(input_shape=(4,), name='here').output
    <KerasTensor: shape=(None, 4) dtype=float32 (created by layer 'here')>
    """

    _object_identifier = "_tf_keras_input_layer"

    def __init__(self, input_shape=None, batch_size=None, dtype=None, input_tensor=None, sparse=None, name=None,
                 ragged=None, type_spec=None, optional=False, **kwargs):
        shape = input_shape
        if "batch_input_shape" in kwargs:
            batch_shape = kwargs.pop("batch_input_shape")
            if shape is not None:
                raise ValueError("Only provide the input_shape OR batch_input_shape argument to InputLayer, not "
                                 "both at the same time.")
            if batch_shape is not None:
                batch_shape = tuple(batch_shape)
                batch_size, shape = batch_shape[0], batch_shape[1:]
        if kwargs:
            raise ValueError(f"Unrecognized keyword arguments: {list(kwargs.keys())}")
        if sparse and ragged:
            raise ValueError("Cannot set both sparse and ragged to True in a TF-Keras input.")
        if name is None:
            name = config.unique_object_name("input", zero_based=False)
        if dtype is None:
            dtype = config.floatx() if input_tensor is None else input_tensor.dtype
        if type_spec is not None:
            if hasattr(getattr(type_spec, "value_type", None), "_tf_extension_type_names"):
                raise TypeError(f"Input takes the spec of a tensor, a ragged or a sparse one; tfs has no layers of "
                                f"ExtensionTypes: {type_spec!r}. Call the functions of a layer with the tensors within.")
            dtype = type_spec.dtype
        elif input_tensor is not None and input_tensor.dtype != dtype:
            raise ValueError("`input_tensor.dtype` differs from `dtype`. Received: input_tensor.dtype="
                             f"{input_tensor.dtype} but expected dtype={dtype}")
        super().__init__(dtype=tf.as_dtype(dtype).name, name=name, autocast=False)
        put = object.__setattr__
        put(self, "built", True)
        put(self, "sparse", bool(sparse))
        put(self, "ragged", bool(ragged))
        put(self, "batch_size", batch_size)
        put(self, "supports_masking", True)
        put(self, "optional", optional)
        if isinstance(shape, tf.TensorShape):
            shape = tuple(shape.as_list())
        elif isinstance(shape, int):
            shape = (shape,)
        if type_spec is not None:
            tensor = of_spec(type_spec, name=name)
        elif input_tensor is not None:
            tensor = input_tensor
            if not isinstance(tensor, KerasTensor):
                tensor = of_spec(tf.type_spec_from_value(tensor), name=name)
        else:
            full = None if shape is None else (batch_size,) + tuple(shape)
            tensor = of_spec(_spec(full, dtype, sparse, ragged, name), name=name)
        if shape is not None:
            put(self, "_batch_input_shape", (batch_size,) + tuple(shape))
        elif type_spec is None and input_tensor is None:
            put(self, "_batch_input_shape", None)
        else:
            put(self, "_batch_input_shape", tuple(tensor.shape.as_list()) if tensor.shape.rank is not None else None)
        Node(self, outputs=tensor)
        put(self, "_type_spec", type_spec)
        self.is_placeholder = True
        if isinstance(tensor, KerasTensor):
            self.input_spec = InputSpec(shape=tensor.shape, dtype=tensor.dtype, name=name, optional=optional)

    def get_config(self):
        if self._type_spec is not None:
            return {"name": self.name, "type_spec": self._type_spec}
        return {"batch_input_shape": self._batch_input_shape, "dtype": self.dtype, "sparse": self.sparse,
                "ragged": self.ragged, "name": self.name, "optional": self.optional}


def _spec(shape, dtype, sparse, ragged, name):
    if ragged:
        return tf.RaggedTensorSpec(shape, dtype, ragged_rank=_ragged_rank(shape))
    if sparse:
        return tf.SparseTensorSpec(shape, dtype)
    return tf.TensorSpec(shape, dtype, name=name)


def _ragged_rank(shape):
    """The ragged dimensions of an input: up to the last one of unknown size."""
    return max(i for i, d in enumerate(shape) if d is None)


def Input(shape=None, batch_size=None, name=None, dtype=None, sparse=None, tensor=None, ragged=None, type_spec=None,
          optional=False, **kwargs):
    """A symbolic input of a model; shape is without the batch.

    >>> tf.keras.Input((3,), name='there')
    <KerasTensor: shape=(None, 3) dtype=float32 (created by layer 'there')>
    """
    if sparse and ragged:
        raise ValueError("Cannot set both sparse and ragged to True in a TF-Keras input.")
    if "batch_shape" in kwargs:
        kwargs["batch_input_shape"] = kwargs.pop("batch_shape")
    batch_shape = kwargs.get("batch_input_shape")
    if shape is not None and batch_shape is not None:
        raise ValueError(
            "Only provide the `shape` OR `batch_input_shape` argument to Input, not both at the same time.")
    if batch_shape is None and shape is None and tensor is None and type_spec is None:
        raise ValueError("Please provide to Input a `shape` or a `tensor` or a `type_spec` argument. Note that `shape` "
                         "does not include the batch dimension.")
    unknown = [k for k in kwargs if k != "batch_input_shape"]
    if unknown:
        raise ValueError(f"Unrecognized keyword arguments: {unknown}")
    layer = InputLayer(input_shape=shape, batch_size=batch_size, name=name, dtype=dtype, sparse=sparse, ragged=ragged,
                       input_tensor=tensor, type_spec=type_spec, optional=optional, **kwargs)
    outputs = layer._inbound_nodes[0].outputs
    return outputs
