"""SpectralNormalization: a layer whose kernel is divided by its largest singular value."""

__name__ = "tf_keras.src.layers.normalization.spectral_normalization"

import tensorflow as tf
import _keras_initializers as initializers
from _keras_spec import InputSpec
from _keras_wrappers import Wrapper


class SpectralNormalization(Wrapper):
    """Wraps a layer; in training its kernel is kept at norm 1."""

    def __init__(self, layer, power_iterations=1, **kwargs):
        super().__init__(layer, **kwargs)
        if power_iterations <= 0:
            raise ValueError("`power_iterations` should be greater than zero. Received: `power_iterations="
                             f"{power_iterations}`")
        self.power_iterations = power_iterations

    def build(self, input_shape):
        super().build(input_shape)
        self.input_spec = InputSpec(shape=[None] + tf.TensorShape(input_shape)[1:].as_list())
        for name in ("kernel", "embeddings"):
            if hasattr(self.layer, name):
                self._weight = name
                break
        else:
            raise ValueError(f"{type(self.layer).__name__} object has no attribute 'kernel' nor 'embeddings'")
        shape = self._kernel().shape.as_list()
        self.vector_u = self.add_weight(shape=(1, shape[-1]), initializer=initializers.TruncatedNormal(stddev=0.02),
                                        trainable=False, name="vector_u", dtype=self._kernel().dtype)

    def _kernel(self):
        return getattr(self.layer, self._weight)

    def call(self, inputs, training=False):
        if training:
            self.normalize_weights()
        return self.layer(inputs)

    def compute_output_shape(self, input_shape):
        return tf.TensorShape(self.layer.compute_output_shape(input_shape).as_list())

    def normalize_weights(self):
        """Divides the kernel by what power iteration finds its norm to be."""
        kernel = self._kernel()
        weights = tf.reshape(kernel, [-1, kernel.shape[-1]])
        u = self.vector_u.read_value()
        for _ in range(self.power_iterations):
            v = tf.math.l2_normalize(tf.matmul(u, weights, transpose_b=True))
            u = tf.math.l2_normalize(tf.matmul(v, weights))
        u, v = tf.stop_gradient(u), tf.stop_gradient(v)
        sigma = tf.matmul(tf.matmul(v, weights), u, transpose_b=True)
        self.vector_u.assign(tf.cast(u, self.vector_u.dtype))
        kernel.assign(tf.cast(tf.reshape(kernel / sigma, kernel.shape), kernel.dtype))

    def get_config(self):
        out = super().get_config()
        out["power_iterations"] = self.power_iterations
        return out
