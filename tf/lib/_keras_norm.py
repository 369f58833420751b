"""Layers that normalise: over the batch, over features, over groups of them."""

__name__ = "tf_keras.src.layers.normalization.batch_normalization"

import tensorflow as tf
import _keras_common as common
import _keras_noise
from _keras_layer import Layer
from _keras_spec import InputSpec


def weighted_moments(x, axes, weights, keepdims):
    """The mean and variance over axes, with weights."""
    weights = weights + tf.zeros_like(x)
    total = tf.reduce_sum(weights, axes, keepdims=True)
    mean = tf.math.divide_no_nan(tf.reduce_sum(x * weights, axes, keepdims=True), total)
    square = tf.math.divide_no_nan(tf.reduce_sum(weights * tf.math.squared_difference(x, mean), axes, keepdims=True),
                                   total)
    return (mean, square) if keepdims else (tf.squeeze(mean, axes), tf.squeeze(square, axes))


class BatchNormalizationBase(Layer):
    """Normalises by the mean and variance of the batch, in training, or by those met so far."""

    def __init__(self, axis=-1, momentum=0.99, epsilon=1e-3, center=True, scale=True, beta_initializer="zeros",
                 gamma_initializer="ones", moving_mean_initializer="zeros", moving_variance_initializer="ones",
                 beta_regularizer=None, gamma_regularizer=None, beta_constraint=None, gamma_constraint=None,
                 trainable=True, name=None, synchronized=False, **kwargs):
        super().__init__(name=name, **kwargs)
        put = object.__setattr__
        if isinstance(axis, (list, tuple)):
            axis = list(axis)
        elif not isinstance(axis, int):
            raise TypeError(f"Expected an int or a list/tuple of ints for the argument 'axis', but received: {axis}")
        put(self, "axis", axis)
        self.momentum, self.epsilon, self.center, self.scale = momentum, epsilon, center, scale
        common.take(self, dict(beta_initializer=beta_initializer, gamma_initializer=gamma_initializer,
                               moving_mean_initializer=moving_mean_initializer,
                               moving_variance_initializer=moving_variance_initializer,
                               beta_regularizer=beta_regularizer, gamma_regularizer=gamma_regularizer,
                               beta_constraint=beta_constraint, gamma_constraint=gamma_constraint))
        self.supports_masking = True
        put(self, "_trainable", trainable)
        self.synchronized = synchronized

    def build(self, input_shape):
        shape = tf.TensorShape(input_shape)
        if shape.rank is None:
            raise ValueError("Input has undefined rank.")
        rank = shape.rank
        axes = [self.axis] if isinstance(self.axis, int) else list(self.axis)
        for a in axes:
            if not -rank <= a < rank:
                raise ValueError(f"Invalid value for `axis` argument. Expected 0 <= axis < inputs.rank (with "
                                 f"inputs.rank={rank}). Received: axis={tuple(axes)}")
        axes = [a % rank for a in axes]
        if len(axes) != len(set(axes)):
            raise ValueError(f"Duplicate axis: {tuple(axes)}")
        object.__setattr__(self, "axis", axes)
        sizes = {a: shape[a] for a in axes}
        for a in sizes:
            if sizes[a] is None:
                raise ValueError("Input has undefined `axis` dimension. Received input with shape "
                                 f"{tuple(shape)} and axis {tuple(axes)}.")
        self.input_spec = InputSpec(ndim=rank, axes=sizes)
        # Images with the channels last, and the first, go through the fused kernel.
        object.__setattr__(self, "fused", rank in (4, 5) and len(axes) == 1 and axes[0] in (1, rank - 1))
        if len(sizes) == 1:
            params = (list(sizes.values())[0],)
        else:
            params = [sizes[i] if i in sizes else 1 for i in range(rank)]
        dtype = "float32" if self.dtype in ("float16", "bfloat16") else self.dtype
        self.gamma = self.beta = None
        if self.scale:
            self.gamma = self.add_weight(name="gamma", shape=params, dtype=dtype, initializer=self.gamma_initializer,
                                         regularizer=self.gamma_regularizer, constraint=self.gamma_constraint,
                                         trainable=True, autocast=False)
        if self.center:
            self.beta = self.add_weight(name="beta", shape=params, dtype=dtype, initializer=self.beta_initializer,
                                        regularizer=self.beta_regularizer, constraint=self.beta_constraint,
                                        trainable=True, autocast=False)
        self.moving_mean = self.add_weight(name="moving_mean", shape=params, dtype=dtype,
                                           initializer=self.moving_mean_initializer, trainable=False, autocast=False)
        self.moving_variance = self.add_weight(name="moving_variance", shape=params, dtype=dtype,
                                               initializer=self.moving_variance_initializer, trainable=False,
                                               autocast=False)
        self.built = True

    def call(self, inputs, training=None, mask=None):
        import _keras_context as context
        if training is None:
            training = bool(context.phase[0]) if context.phase[0] is not None else False
        if not self._trainable:
            training = False
        low = inputs.dtype in (tf.float16, tf.bfloat16)
        x = tf.cast(inputs, "float32") if low and not self.fused else inputs
        out = _keras_noise.when(training, lambda: self._train(x, mask), lambda: self._infer(x))
        return tf.cast(out, inputs.dtype) if low else out

    def _kept(self, rank):
        """The axes to take moments over."""
        return [i for i in range(rank) if i not in self.axis]

    def _wide(self, v, rank):
        """Parameters in the shape that meets the inputs'."""
        if v is None or len(self.axis) != 1 or self.axis == [rank - 1]:
            return v
        shape = [1] * rank
        shape[self.axis[0]] = v.shape[0]
        return tf.reshape(v, shape)

    def _train(self, x, mask):
        rank = x.shape.rank
        axes = self._kept(rank)
        data = tf.cast(x, "float32") if x.dtype in (tf.float16, tf.bfloat16) else x
        keep = len(self.axis) > 1
        if mask is None or self.fused:
            mean, variance = tf.nn.moments(data, axes, keepdims=keep)
        else:
            weights = tf.cast(mask, data.dtype)
            while weights.shape.rank < rank:
                weights = tf.expand_dims(weights, -1)
            mean, variance = weighted_moments(data, axes, weights, keep)
        kept = variance
        if self.fused:
            n = tf.cast(tf.size(x) // x.shape[self.axis[0]], variance.dtype)
            kept = variance * (n / tf.maximum(n - 1, 1))
        self._move(self.moving_mean, mean, x)
        self._move(self.moving_variance, kept, x)
        return self._normal(data, mean, variance, rank)

    def _move(self, variable, value, x):
        decay = tf.cast(1.0 - self.momentum, variable.dtype)
        step = (variable - tf.cast(value, variable.dtype)) * decay
        variable.assign_sub(tf.where(tf.size(x) > 0, step, tf.zeros_like(step)) if x.shape[0] in (None, 0) else step)

    def _infer(self, x):
        data = tf.cast(x, "float32") if x.dtype in (tf.float16, tf.bfloat16) else x
        return self._normal(data, self.moving_mean, self.moving_variance, x.shape.rank)

    def _normal(self, x, mean, variance, rank):
        out = tf.nn.batch_normalization(x, self._wide(mean, rank), self._wide(variance, rank),
                                        self._wide(self.beta, rank), self._wide(self.gamma, rank), self.epsilon)
        return out

    def compute_output_shape(self, input_shape):
        return input_shape

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "axis momentum epsilon center scale beta_initializer gamma_initializer "
                                   "moving_mean_initializer moving_variance_initializer beta_regularizer "
                                   "gamma_regularizer beta_constraint gamma_constraint"))
        return out


class BatchNormalization(BatchNormalizationBase):
    """Normalises each feature over the batch.

    >>> layer = tf.keras.layers.BatchNormalization()
    >>> layer(tf.constant([[1.], [3.]]), training=True)
    <tf.Tensor: shape=(2, 1), dtype=float32, numpy=
    array([[-0.9995004],
           [ 0.9995004]], dtype=float32)>
    """

    def __init__(self, axis=-1, momentum=0.99, epsilon=1e-3, center=True, scale=True, beta_initializer="zeros",
                 gamma_initializer="ones", moving_mean_initializer="zeros", moving_variance_initializer="ones",
                 beta_regularizer=None, gamma_regularizer=None, beta_constraint=None, gamma_constraint=None,
                 synchronized=False, **kwargs):
        super().__init__(axis=axis, momentum=momentum, epsilon=epsilon, center=center, scale=scale,
                         beta_initializer=beta_initializer, gamma_initializer=gamma_initializer,
                         moving_mean_initializer=moving_mean_initializer,
                         moving_variance_initializer=moving_variance_initializer, beta_regularizer=beta_regularizer,
                         gamma_regularizer=gamma_regularizer, beta_constraint=beta_constraint,
                         gamma_constraint=gamma_constraint, synchronized=synchronized, **kwargs)


class SyncBatchNormalization(BatchNormalizationBase):
    """BatchNormalization; on one device nothing has to be brought together."""

    def __init__(self, axis=-1, momentum=0.99, epsilon=1e-3, center=True, scale=True, beta_initializer="zeros",
                 gamma_initializer="ones", moving_mean_initializer="zeros", moving_variance_initializer="ones",
                 beta_regularizer=None, gamma_regularizer=None, beta_constraint=None, gamma_constraint=None, **kwargs):
        super().__init__(axis=axis, momentum=momentum, epsilon=epsilon, center=center, scale=scale,
                         beta_initializer=beta_initializer, gamma_initializer=gamma_initializer,
                         moving_mean_initializer=moving_mean_initializer,
                         moving_variance_initializer=moving_variance_initializer, beta_regularizer=beta_regularizer,
                         gamma_regularizer=gamma_regularizer, beta_constraint=beta_constraint,
                         gamma_constraint=gamma_constraint, synchronized=True, **kwargs)


__name__ = "tf_keras.src.layers.normalization.layer_normalization"

_SHARED = ("center scale beta_initializer gamma_initializer beta_regularizer gamma_regularizer beta_constraint "
           "gamma_constraint")


class LayerNormalization(Layer):
    """Normalises each row over its features."""

    def __init__(self, axis=-1, epsilon=1e-3, center=True, scale=True, beta_initializer="zeros",
                 gamma_initializer="ones", beta_regularizer=None, gamma_regularizer=None, beta_constraint=None,
                 gamma_constraint=None, **kwargs):
        super().__init__(**kwargs)
        if isinstance(axis, (list, tuple)):
            axis = list(axis)
        elif not isinstance(axis, int):
            raise TypeError(f"Expected an int or a list/tuple of ints for the argument 'axis', but received: {axis}")
        object.__setattr__(self, "axis", axis)
        self.epsilon, self.center, self.scale = epsilon, center, scale
        common.take(self, dict(beta_initializer=beta_initializer, gamma_initializer=gamma_initializer,
                               beta_regularizer=beta_regularizer, gamma_regularizer=gamma_regularizer,
                               beta_constraint=beta_constraint, gamma_constraint=gamma_constraint))
        self.supports_masking = True

    def build(self, input_shape):
        shape = tf.TensorShape(input_shape)
        rank = shape.rank
        axes = [self.axis] if isinstance(self.axis, int) else list(self.axis)
        for a in axes:
            if not -rank <= a < rank:
                raise ValueError(f"Invalid value for `axis` argument. Expected 0 <= axis < inputs.rank (with "
                                 f"inputs.rank={rank}). Received: axis={tuple(axes)}")
        axes = [a % rank for a in axes]
        if len(axes) != len(set(axes)):
            raise ValueError(f"Duplicate axis: {tuple(axes)}")
        object.__setattr__(self, "axis", axes)
        params = [shape[a] for a in axes]
        self.gamma = self.beta = None
        if self.scale:
            self.gamma = self.add_weight(name="gamma", shape=params, initializer=self.gamma_initializer,
                                         regularizer=self.gamma_regularizer, constraint=self.gamma_constraint,
                                         trainable=True, autocast=False)
        if self.center:
            self.beta = self.add_weight(name="beta", shape=params, initializer=self.beta_initializer,
                                        regularizer=self.beta_regularizer, constraint=self.beta_constraint,
                                        trainable=True, autocast=False)
        self.built = True

    def call(self, inputs):
        if isinstance(inputs, tf.RaggedTensor) and self.axis == [inputs.shape.rank - 1]:
            return inputs.with_flat_values(self._normal(inputs.flat_values, [inputs.flat_values.shape.rank - 1]))
        return self._normal(inputs, self.axis)

    def _normal(self, inputs, axes):
        x = tf.cast(inputs, "float32") if inputs.dtype in (tf.float16, tf.bfloat16) else inputs
        rank = x.shape.rank
        mean, variance = tf.nn.moments(x, axes, keepdims=True)
        shape = [x.shape[i] if i in axes else 1 for i in range(rank)]

        def wide(v):
            return v if v is None or axes == [rank - 1] else tf.reshape(v, shape)

        out = tf.nn.batch_normalization(x, mean, variance, wide(self.beta), wide(self.gamma), self.epsilon)
        out = tf.cast(out, inputs.dtype) if out.dtype != inputs.dtype else out
        if not tf.executing_eagerly():
            out.set_shape(inputs.shape)
        return out

    def compute_output_shape(self, input_shape):
        return input_shape

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "axis epsilon " + _SHARED))
        return out


__name__ = "tf_keras.src.layers.normalization.group_normalization"


class GroupNormalization(Layer):
    """Normalises each row over groups of its channels."""

    def __init__(self, groups=32, axis=-1, epsilon=1e-3, center=True, scale=True, beta_initializer="zeros",
                 gamma_initializer="ones", beta_regularizer=None, gamma_regularizer=None, beta_constraint=None,
                 gamma_constraint=None, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True
        self.groups, self.axis, self.epsilon, self.center, self.scale = groups, axis, epsilon, center, scale
        common.take(self, dict(beta_initializer=beta_initializer, gamma_initializer=gamma_initializer,
                               beta_regularizer=beta_regularizer, gamma_regularizer=gamma_regularizer,
                               beta_constraint=beta_constraint, gamma_constraint=gamma_constraint))

    def build(self, input_shape):
        shape = tf.TensorShape(input_shape)
        n = shape[self.axis]
        if n is None:
            raise ValueError(f"Axis {self.axis} of input tensor should have a defined dimension but the layer received "
                             f"an input with shape {shape}.")
        if self.groups == -1:
            self.groups = n
        if n < self.groups:
            raise ValueError(f"Number of groups ({self.groups}) cannot be more than the number of channels ({n}).")
        if n % self.groups != 0:
            raise ValueError(f"Number of groups ({self.groups}) must be a multiple of the number of channels ({n}).")
        self.input_spec = InputSpec(ndim=shape.rank, axes={self.axis: n})
        self.gamma = self.beta = None
        if self.scale:
            self.gamma = self.add_weight(name="gamma", shape=(n,), initializer=self.gamma_initializer,
                                         regularizer=self.gamma_regularizer, constraint=self.gamma_constraint)
        if self.center:
            self.beta = self.add_weight(name="beta", shape=(n,), initializer=self.beta_initializer,
                                        regularizer=self.beta_regularizer, constraint=self.beta_constraint)
        super().build(input_shape)

    def call(self, inputs, mask=None):
        rank = inputs.shape.rank
        axis = self.axis % rank
        shape = tf.shape(inputs)
        sizes = [shape[i] if inputs.shape[i] is None else inputs.shape[i] for i in range(rank)]
        n = inputs.shape[axis]
        grouped = sizes[:axis] + [self.groups, n // self.groups] + sizes[axis + 1:]
        x = tf.reshape(inputs, tf.stack(grouped))
        axes = [i for i in range(1, rank + 1) if i != axis]
        if mask is None:
            mean, variance = tf.nn.moments(x, axes, keepdims=True)
        else:
            weights = tf.cast(mask, x.dtype)
            while weights.shape.rank < rank:
                weights = tf.expand_dims(weights, -1)
            weights = tf.broadcast_to(weights, shape)
            weights = tf.reshape(weights, tf.stack(grouped))
            mean, variance = weighted_moments(x, axes, weights, True)
        wide = [1] * (rank + 1)
        wide[axis], wide[axis + 1] = self.groups, n // self.groups
        gamma = None if self.gamma is None else tf.reshape(self.gamma, wide)
        beta = None if self.beta is None else tf.reshape(self.beta, wide)
        out = tf.nn.batch_normalization(x, mean, variance, beta, gamma, self.epsilon)
        out = tf.reshape(out, shape)
        if not tf.executing_eagerly():
            out.set_shape(inputs.shape)
        return out

    def compute_output_shape(self, input_shape):
        return input_shape

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "groups axis epsilon " + _SHARED))
        return out


__name__ = "tf_keras.src.layers.normalization.unit_normalization"


class UnitNormalization(Layer):
    """Divides each row by its length."""

    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True
        if isinstance(axis, (list, tuple)):
            axis = list(axis)
        elif not isinstance(axis, int):
            raise TypeError(f"Invalid value for `axis` argument: expected an int or a list/tuple of ints. Received: "
                            f"axis={axis}")
        object.__setattr__(self, "axis", axis)

    def build(self, input_shape):
        self.built = True

    def call(self, inputs):
        if isinstance(inputs, tf.RaggedTensor):
            raise TypeError("object of type 'RaggedTensor' has no len()")
        return tf.math.l2_normalize(inputs, axis=self.axis, epsilon=1e-12)

    def compute_output_shape(self, input_shape):
        return input_shape

    def get_config(self):
        out = super().get_config()
        out["axis"] = self.axis
        return out
