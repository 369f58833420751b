"""The layers that most models have: Dense, Embedding, Activation, Lambda, Masking."""

__name__ = "tf_keras.src.layers.core.dense"

import sys

import numpy as np
import tensorflow as tf
import _keras_activations as activations
import _keras_common as common
import _keras_lambdas
import _keras_native as native
from _keras_layer import Layer
from _keras_spec import InputSpec


class Dense(Layer):
    """activation(inputs @ kernel + bias) over the last axis.

    >>> tf.keras.layers.Dense(2, kernel_initializer='ones')(tf.constant([[1., 2., 3.]]))
    <tf.Tensor: shape=(1, 2), dtype=float32, numpy=array([[6., 6.]], dtype=float32)>
    """

    def __init__(self, units, activation=None, use_bias=True, kernel_initializer="glorot_uniform",
                 bias_initializer="zeros", kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None,
                 kernel_constraint=None, bias_constraint=None, **kwargs):
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self.units = int(units) if not isinstance(units, int) else units
        if self.units < 0:
            raise ValueError(f"Received an invalid value for `units`, expected a positive integer. Received: "
                             f"units={units}")
        common.take(self, dict(activation=activation, use_bias=use_bias, kernel_initializer=kernel_initializer,
                               bias_initializer=bias_initializer, kernel_regularizer=kernel_regularizer,
                               bias_regularizer=bias_regularizer, kernel_constraint=kernel_constraint,
                               bias_constraint=bias_constraint))
        self.input_spec = InputSpec(min_ndim=2)
        self.supports_masking = True

    def build(self, input_shape):
        dtype = tf.as_dtype(self.dtype)
        if not (dtype.is_floating or dtype.is_complex):
            raise TypeError(
                "A Dense layer can only be built with a floating-point dtype. Received: dtype={}".format(dtype))
        shape = tf.TensorShape(input_shape)
        last = shape[-1] if shape.rank is not None else None
        if last is None:
            raise ValueError("The last dimension of the inputs to a Dense layer should be defined. Found None. Full "
                             f"input shape received: {tuple(shape)}")
        self.input_spec = InputSpec(min_ndim=2, axes={-1: last})
        self.kernel = self.add_weight("kernel", shape=[last, self.units], initializer=self.kernel_initializer,
                                      regularizer=self.kernel_regularizer, constraint=self.kernel_constraint,
                                      dtype=self.dtype, trainable=True)
        if self.use_bias:
            self.bias = self.add_weight("bias", shape=[self.units], initializer=self.bias_initializer,
                                        regularizer=self.bias_regularizer, constraint=self.bias_constraint,
                                        dtype=self.dtype, trainable=True)
        else:
            self.bias = None
        self.built = True

    def call(self, inputs):
        dtype = self._dtype_policy._compute_dtype
        if inputs.dtype.name != dtype:
            inputs = tf.cast(inputs, dtype)
        if isinstance(inputs, tf.RaggedTensor):
            return inputs.with_flat_values(self._dense(inputs.flat_values))
        if isinstance(inputs, tf.SparseTensor):
            x = tf.sparse.sparse_dense_matmul(inputs, self.kernel)
            x = x if self.bias is None else tf.nn.bias_add(x, self.bias)
            return x if self.activation is None else self.activation(x)
        return self._dense(inputs)

    def _dense(self, inputs):
        rank = inputs.shape.rank
        if rank == 2:
            x = tf.matmul(inputs, self.kernel)
        else:
            x = self._over_last(inputs, rank)
        if self.bias is not None:
            x = tf.nn.bias_add(x, self.bias)
        if self.activation is not None:
            x = self.activation(x)
        return x

    def _over_last(self, inputs, rank):
        """The product over the last axis of more than two."""
        static = inputs.shape[:-1].as_list()
        lead = static if None not in static else tf.unstack(tf.shape(inputs)[:-1], rank - 1)
        x = tf.matmul(tf.reshape(inputs, [-1, inputs.shape[-1]]), self.kernel)
        x = tf.reshape(x, tf.stack(list(lead) + [self.units]) if None in static else static + [self.units])
        if None in static:
            x.set_shape(static + [self.units])
        return x

    def compute_output_shape(self, input_shape):
        shape = tf.TensorShape(input_shape).with_rank_at_least(2)
        if shape[-1] is None:
            raise ValueError("The last dimension of the input shape of a Dense layer should be defined. Found None. "
                             f"Received: input_shape={input_shape}")
        return shape[:-1].concatenate(self.units)

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "units activation use_bias kernel_initializer bias_initializer "
                                   "kernel_regularizer bias_regularizer activity_regularizer kernel_constraint "
                                   "bias_constraint"))
        return out


__name__ = "tf_keras.src.layers.core.activation"


class Activation(Layer):
    """An activation function as a layer."""

    def __init__(self, activation, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True
        common.take(self, dict(activation=activation))

    def call(self, inputs):
        return self.activation(inputs)

    def compute_output_shape(self, input_shape):
        return input_shape

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "activation"))
        return out


__name__ = "tf_keras.src.layers.core.identity"


class Identity(Layer):
    """A layer that gives its inputs back."""

    def call(self, inputs):
        return tf.nest.map_structure(tf.identity, inputs)


__name__ = "tf_keras.src.layers.core.masking"


class Masking(Layer):
    """Masks the steps whose values all are mask_value."""

    def __init__(self, mask_value=0.0, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True
        self.mask_value = mask_value

    def compute_mask(self, inputs, mask=None):
        return tf.reduce_any(tf.not_equal(inputs, self.mask_value), axis=-1)

    def call(self, inputs):
        kept = tf.reduce_any(tf.not_equal(inputs, self.mask_value), axis=-1, keepdims=True)
        outputs = inputs * tf.cast(kept, inputs.dtype)
        outputs._keras_mask = tf.squeeze(kept, axis=-1)
        return outputs

    def compute_output_shape(self, input_shape):
        return input_shape

    def get_config(self):
        out = super().get_config()
        out["mask_value"] = self.mask_value
        return out


__name__ = "tf_keras.src.layers.core.embedding"


class Embedding(Layer):
    """Rows of a table by integers.

    >>> tf.keras.layers.Embedding(5, 2, embeddings_initializer='ones')(tf.constant([[1, 4]])).shape
    TensorShape([1, 2, 2])
    """

    def __init__(self, input_dim, output_dim, embeddings_initializer="uniform", embeddings_regularizer=None,
                 activity_regularizer=None, embeddings_constraint=None, mask_zero=False, input_length=None,
                 sparse=False, **kwargs):
        if "input_shape" not in kwargs:
            kwargs["input_shape"] = (input_length,) if input_length else (None,)
        if input_dim <= 0 or output_dim <= 0:
            raise ValueError("Both `input_dim` and `output_dim` should be positive, Received input_dim = "
                             f"{input_dim} and output_dim = {output_dim}")
        kwargs["autocast"] = False
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self.input_dim = input_dim
        self.output_dim = output_dim
        common.take(self, dict(embeddings_initializer=embeddings_initializer,
                               embeddings_regularizer=embeddings_regularizer,
                               embeddings_constraint=embeddings_constraint, mask_zero=mask_zero,
                               input_length=input_length, sparse=sparse))
        self.supports_masking = mask_zero

    def build(self, input_shape=None):
        self.embeddings = self.add_weight("embeddings", shape=(self.input_dim, self.output_dim),
                                          initializer=self.embeddings_initializer,
                                          regularizer=self.embeddings_regularizer,
                                          constraint=self.embeddings_constraint)
        self.built = True

    def compute_mask(self, inputs, mask=None):
        return tf.not_equal(inputs, 0) if self.mask_zero else None

    def call(self, inputs):
        if inputs.dtype not in (tf.int32, tf.int64):
            inputs = tf.cast(inputs, "int32")
        if isinstance(inputs, tf.RaggedTensor):
            return inputs.with_flat_values(tf.nn.embedding_lookup(self.embeddings, inputs.flat_values))
        out = tf.nn.embedding_lookup(self.embeddings, inputs)
        dtype = self._dtype_policy._compute_dtype
        return out if out.dtype.name == dtype else tf.cast(out, dtype)

    def compute_output_shape(self, input_shape):
        return tf.TensorShape(input_shape).concatenate([self.output_dim])

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "input_dim output_dim embeddings_initializer embeddings_regularizer "
                                   "activity_regularizer embeddings_constraint mask_zero input_length"))
        return out


__name__ = "tf_keras.src.layers.core.lambda_layer"


class Lambda(Layer):
    """A function of tensors as a layer."""

    def __init__(self, function, output_shape=None, mask=None, arguments=None, **kwargs):
        super().__init__(**kwargs)
        put = object.__setattr__
        put(self, "arguments", arguments or {})
        put(self, "function", function)
        if mask is not None:
            self.supports_masking = True
        put(self, "mask", mask)
        put(self, "_output_shape", output_shape)
        keys = {n for n, kind, _, _ in native.parameters(function) if kind < 2}
        self._call_spec.training = "training" in keys
        self._call_spec.mask = "mask" in keys

    def call(self, inputs, mask=None, training=None):
        given = dict(self.arguments)
        if self._call_spec.mask:
            given["mask"] = mask
        if self._call_spec.training:
            given["training"] = training
        with tf.GradientTape(watch_accessed_variables=True) as tape:
            result = self.function(inputs, **given)
        self._check_variables(tape.watched_variables())
        return result

    def _check_variables(self, used):
        own = {id(v) for v in self.weights}
        strange = [v for v in used if id(v) not in own]
        if strange and not getattr(self, "_warned", False):
            object.__setattr__(self, "_warned", True)

    def compute_mask(self, inputs, mask=None):
        return self.mask(inputs, mask) if callable(self.mask) else self.mask

    def compute_output_shape(self, input_shape):
        if self._output_shape is None:
            return super().compute_output_shape(input_shape)
        if callable(self._output_shape):
            return tf.nest.map_structure(tf.TensorShape, self._output_shape(input_shape))
        return tf.TensorShape([tf.TensorShape(input_shape)[0]] + list(self._output_shape))

    def get_config(self):
        out = super().get_config()
        for key, value in ("", self.function), ("output_shape", self._output_shape), ("mask", self.mask):
            if key == "mask" and value is None:
                continue
            kept, kind = value, "raw"
            if native.definition(value) is not None:
                kept, kind = _keras_lambdas.dumped(value), "lambda"
            elif callable(value):
                kept, kind = value.__name__, "function"
            elif key != "output_shape":
                raise ValueError(f"Invalid input for serialization, type: {type(value)} ")
            module = None if kind == "raw" else value.__module__
            out.update({key or "function": kept, (key or "function") + "_type": kind,
                        key + "_module" if key else "module": module})
        out["arguments"] = self.arguments
        return out

    @classmethod
    def from_config(cls, config, custom_objects=None):
        config = dict(config)
        config["function"] = cls._kept(config, custom_objects, "function", "module")
        config["output_shape"] = cls._kept(config, custom_objects, "output_shape", "output_shape_module")
        config["mask"] = cls._kept(config, custom_objects, "mask", "mask_module") if "mask" in config else None
        given = config.get("arguments", {})
        for key in given:
            if isinstance(given[key], dict) and given[key].get("type") == "ndarray":
                given[key] = np.array(given[key]["value"])
        return cls(**config)

    @classmethod
    def _kept(cls, config, custom_objects, key, module):
        """A function of its config, or what stands in its place."""
        import _keras_saving as saving
        module, kind = config.pop(module, None), config.pop(key + "_type")
        if kind == "function":
            found = saving.deserialize_keras_object(config[key], custom_objects=custom_objects,
                                                    printable_module_name="function in Lambda layer")
            if not callable(found):
                raise ValueError(f"Unknown function in Lambda layer: '{found}'. Pass it in `custom_objects`.")
            return found
        if kind == "lambda":
            if saving.SafeModeScope.current:
                raise ValueError("Requested the deserialization of a Lambda layer with a Python `lambda` inside it. "
                                 "This carries a potential risk of arbitrary code execution and thus it is disallowed "
                                 "by default. If you trust the source of the saved model, you can pass "
                                 "`safe_mode=False` to the loading function in order to allow Lambda layer loading.")
            names = vars(sys.modules[module]) if module in sys.modules else vars(sys.modules["__main__"])
            return _keras_lambdas.loaded(config[key], {**names, **(custom_objects or {})})
        if kind == "raw":
            return config[key]
        raise TypeError(f"Unsupported value for `function_type` argument. Received: function_type={kind}. Expected one "
                        "of ['function', 'lambda', 'raw']")


__name__ = "tf_keras.src.layers.core.einsum_dense"


class EinsumDense(Layer):
    """Dense along the axes that an einsum equation names."""

    def __init__(self, equation, output_shape, activation=None, bias_axes=None, kernel_initializer="glorot_uniform",
                 bias_initializer="zeros", kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None,
                 kernel_constraint=None, bias_constraint=None, **kwargs):
        super().__init__(**kwargs)
        put = object.__setattr__
        put(self, "equation", equation)
        put(self, "partial_output_shape", [output_shape] if isinstance(output_shape, int) else list(output_shape))
        common.take(self, dict(bias_axes=bias_axes, activation=activation, kernel_initializer=kernel_initializer,
                               bias_initializer=bias_initializer, kernel_regularizer=kernel_regularizer,
                               bias_regularizer=bias_regularizer, kernel_constraint=kernel_constraint,
                               bias_constraint=bias_constraint))

    def build(self, input_shape):
        shape = tf.TensorShape(input_shape)
        kernel, bias, self.full_output_shape = _einsum_shapes(self.equation, self.bias_axes, shape.as_list(),
                                                              self.partial_output_shape)
        self.kernel = self.add_weight("kernel", shape=kernel, initializer=self.kernel_initializer,
                                      regularizer=self.kernel_regularizer, constraint=self.kernel_constraint,
                                      dtype=self.dtype, trainable=True)
        if bias is not None:
            self.bias = self.add_weight("bias", shape=bias, initializer=self.bias_initializer,
                                        regularizer=self.bias_regularizer, constraint=self.bias_constraint,
                                        dtype=self.dtype, trainable=True)
        else:
            self.bias = None
        super().build(input_shape)

    def call(self, inputs):
        x = tf.einsum(self.equation, inputs, self.kernel)
        if self.bias is not None:
            x = x + self.bias
        return x if self.activation is None else self.activation(x)

    def compute_output_shape(self, input_shape):
        shape = tf.TensorShape(input_shape).as_list()
        return tf.TensorShape(_einsum_shapes(self.equation, self.bias_axes, shape, self.partial_output_shape)[2])

    def get_config(self):
        out = super().get_config()
        out["output_shape"] = self.partial_output_shape
        out.update(common.settings(self, "equation activation bias_axes kernel_initializer bias_initializer "
                                   "kernel_regularizer bias_regularizer activity_regularizer kernel_constraint "
                                   "bias_constraint"))
        return out


def _einsum_shapes(equation, bias_axes, input_shape, output_shape):
    """The shapes of the kernel and the bias, and that of the outputs."""
    text = equation.replace(" ", "").replace("...", "0")
    if "->" not in text or "," not in text:
        raise ValueError(f"Invalid einsum equation '{equation}'. Equations must be in the form [X],[Y]->[Z], "
                         "...[X],[Y]->...[Z], or [X]...,[Y]->[Z]....")
    left, out = text.split("->")
    x, w = left.split(",")
    elided = 0
    if x.startswith("0") or out.startswith("0"):
        elided = len(input_shape) - len(x.replace("0", ""))
        x, out = x.replace("0", ""), out.replace("0", "")
        in_sizes = dict(zip(x, input_shape[elided:]))
        front = input_shape[:elided]
        back = []
    elif x.endswith("0"):
        x, out = x.replace("0", ""), out.replace("0", "")
        in_sizes = dict(zip(x, input_shape))
        front, back = [], input_shape[len(x):]
    else:
        in_sizes, front, back = dict(zip(x, input_shape)), [], []
    # The first axis of the outputs is the batch: the sizes that were given are those of the others.
    names = list(out) if front else list(out)[1:]
    out_sizes = {} if front else {out[0]: input_shape[0]}
    for name, size in zip(names, output_shape):
        if size is not None:
            out_sizes[name] = size
            if name in in_sizes and in_sizes[name] is not None and in_sizes[name] != size:
                raise ValueError("Input shape and output shape do not match at shared dimension "
                                 f"'{name}'. Input shape is {in_sizes[name]}, and output shape is {size}.")
        elif name in in_sizes:
            out_sizes[name] = in_sizes[name]
    for name in x:
        if name not in w and name not in out:
            raise ValueError(f"Dimension '{name}' was specified in the input '{x}' but has no corresponding dim in the "
                             f"weight spec '{w}' or output spec '{out}'")
    kernel = []
    for name in w:
        if name in in_sizes:
            kernel.append(in_sizes[name])
        elif name in out_sizes:
            kernel.append(out_sizes[name])
        else:
            raise ValueError(f"Weight dimension '{name}' did not have a match in either the input spec '{x}' or the "
                             f"output spec '{out}'. For this layer, the weight must be fully specified.")
    full = front + [out_sizes.get(n, in_sizes.get(n)) for n in out] + back
    bias = None
    if bias_axes is not None:
        for name in bias_axes:
            if name not in out:
                raise ValueError(f"Bias dimension '{name}' was requested, but is not part of the output spec '{out}'")
        first = min(out.find(n) for n in bias_axes)
        bias = [out_sizes.get(n, in_sizes.get(n)) if n in bias_axes else 1 for n in out[first:]] + [1] * len(back)
    return kernel, bias, full
