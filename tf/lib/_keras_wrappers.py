"""Layers around a layer: Wrapper, TimeDistributed, Bidirectional."""

__name__ = "tf_keras.src.layers.rnn.base_wrapper"

import copy

import tensorflow as tf
import _keras_saving as saving
from _keras_layer import Layer
from _keras_layer_values import to_shapes
from _keras_spec import InputSpec


class Wrapper(Layer):
    """A layer that uses another one."""

    def __init__(self, layer, **kwargs):
        if not isinstance(layer, Layer):
            raise ValueError(f"Layer {layer} supplied to Wrapper isn't a supported layer type. Please ensure wrapped "
                             f"layer is a "
                             "valid TF-Keras layer.")
        super().__init__(**kwargs)
        self.layer = layer

    def build(self, input_shape=None):
        if not self.layer.built:
            self.layer.build(input_shape)
            self.layer.built = True
        self.built = True

    @property
    def activity_regularizer(self):
        """The regularizer of the layer within."""
        return self.layer.activity_regularizer if hasattr(self.layer, "activity_regularizer") else None

    def get_config(self):
        out = super().get_config()
        out["layer"] = saving.serialize_keras_object(self.layer)
        return out

    @classmethod
    def from_config(cls, config, custom_objects=None):
        config = copy.deepcopy(config)
        layer = config.pop("layer")
        if isinstance(layer, dict):
            layer = saving.layer_of(layer, custom_objects)
        return cls(layer, **config)


__name__ = "tf_keras.src.layers.rnn.time_distributed"


class TimeDistributed(Wrapper):
    """A layer on each step by itself.

    >>> tf.keras.layers.TimeDistributed(tf.keras.layers.Dense(2))(tf.zeros([4, 3, 5])).shape
    TensorShape([4, 3, 2])
    """

    def __init__(self, layer, **kwargs):
        if not isinstance(layer, Layer):
            raise ValueError("Please initialize `TimeDistributed` layer with a `tf.keras.layers.Layer` instance. "
                             "Received: "
                             f"{layer}")
        super().__init__(layer, **kwargs)
        self.supports_masking = True

    def build(self, input_shape):
        shapes = tf.nest.flatten(input_shape)
        for s in shapes:
            if s.rank is None or s.rank < 3:
                raise ValueError("`TimeDistributed` Layer should be passed an `input_shape ` with at least 3 "
                                 "dimensions, "
                                 f"received: {tuple(s)}")
        self.input_spec = tf.nest.map_structure(lambda s: InputSpec(shape=[None, None] + s.as_list()[2:]), input_shape)
        inner = tf.nest.map_structure(lambda s: tf.TensorShape([s[0]] + s.as_list()[2:]), input_shape)
        if not self.layer.built:
            self.layer.build(inner)
            self.layer.built = True
        self.built = True

    def compute_output_shape(self, input_shape):
        shape = to_shapes(input_shape)
        inner = self.layer.compute_output_shape(tf.TensorShape([shape[0]] + shape.as_list()[2:]))
        return tf.nest.map_structure(lambda s: tf.TensorShape([s[0], shape[1]] + s.as_list()[1:]),
                                     tf.nest.map_structure(tf.TensorShape, inner))

    def call(self, inputs, training=None, mask=None):
        kwargs = {"training": training} if self.layer._call_spec.training else {}
        if isinstance(inputs, tf.RaggedTensor):
            y = self.layer(inputs.values, **kwargs)
            return tf.nest.map_structure(inputs.with_values, y)
        first = tf.nest.flatten(inputs)[0]
        batch, steps = first.shape[0], first.shape[1]
        lead = tf.shape(first)[:2]

        def folded(x):
            return tf.reshape(x, tf.concat([[-1], tf.shape(x)[2:]], 0) if None in x.shape[2:].as_list() else
                              [-1] + x.shape[2:].as_list())

        inner = tf.nest.map_structure(folded, inputs)
        if self._inner_mask() and mask is not None:
            kwargs["mask"] = tf.reshape(mask, tf.concat([[-1], tf.shape(mask)[2:]], 0))
        y = self.layer(inner, **kwargs)

        def unfolded(z):
            out = tf.reshape(z, tf.concat([lead, tf.shape(z)[1:]], 0))
            if not tf.executing_eagerly():
                out.set_shape(tf.TensorShape([batch, steps]).concatenate(z.shape[1:]))
            return out

        return tf.nest.map_structure(unfolded, y)

    def _inner_mask(self):
        return "mask" in self.layer._call_spec.keys

    def compute_mask(self, inputs, mask=None):
        return mask
