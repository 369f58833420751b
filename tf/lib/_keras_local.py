"""Locally connected layers: convolutions whose every place has a kernel of its own."""

__name__ = "tf_keras.src.layers.locally_connected.locally_connected1d"

import tensorflow as tf
import _keras_common as common
from _keras_layer import Layer
from _keras_spec import InputSpec


class _Local(Layer):
    _rank = 1

    def __init__(self, filters, kernel_size, strides=1, padding="valid", data_format=None, activation=None,
                 use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros", kernel_regularizer=None,
                 bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, bias_constraint=None,
                 implementation=1, **kwargs):
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        put = object.__setattr__
        self.filters = filters
        put(self, "kernel_size", common.sizes(kernel_size, self._rank, "kernel_size"))
        put(self, "strides", common.sizes(strides, self._rank, "strides", allow_zero=True))
        self.padding = common.padding(padding)
        if self.padding != "valid" and implementation == 1:
            raise ValueError(f'Invalid border mode for LocallyConnected{self._rank}D (only "valid" is supported if '
                             f"implementation is 1). Got padding={padding}.")
        self.data_format = common.data_format(data_format)
        self.implementation = implementation
        common.take(self, dict(activation=activation, use_bias=use_bias, kernel_initializer=kernel_initializer,
                               bias_initializer=bias_initializer, kernel_regularizer=kernel_regularizer,
                               bias_regularizer=bias_regularizer, kernel_constraint=kernel_constraint,
                               bias_constraint=bias_constraint))
        self.input_spec = InputSpec(ndim=self._rank + 2)

    def _split(self, shape):
        """The sizes of the image, and the channels."""
        shape = tf.TensorShape(shape).as_list()
        return (shape[2:], shape[1]) if self.data_format == "channels_first" else (shape[1:-1], shape[-1])

    def _out_sizes(self, sizes):
        return [common.conv_length(n, k, self.padding, s) for n, k, s in zip(sizes, self.kernel_size, self.strides)]

    def build(self, input_shape):
        sizes, channels = self._split(input_shape)
        out = self._out_sizes(sizes)
        places, cells = 1, channels
        for n in out:
            places *= n
        for k in self.kernel_size:
            cells *= k
        self.kernel = self.add_weight("kernel", shape=(places, cells, self.filters),
                                      initializer=self.kernel_initializer, regularizer=self.kernel_regularizer,
                                      constraint=self.kernel_constraint)
        if self.use_bias:
            self.bias = self.add_weight("bias", shape=tuple(out) + (self.filters,), initializer=self.bias_initializer,
                                        regularizer=self.bias_regularizer, constraint=self.bias_constraint)
        else:
            self.bias = None
        axis = 1 if self.data_format == "channels_first" else -1
        self.input_spec = InputSpec(ndim=self._rank + 2, axes={axis: channels})
        self.built = True

    def call(self, inputs):
        first = self.data_format == "channels_first"
        if first:
            inputs = tf.transpose(inputs, [0] + list(range(2, self._rank + 2)) + [1])
        sizes = inputs.shape[1:-1].as_list()
        out = self._out_sizes(sizes)
        patches = []
        for place in _places(out):
            key = [slice(None)] + [slice(p * s, p * s + k) for p, s, k in zip(place, self.strides, self.kernel_size)]
            part = inputs[tuple(key)]
            cells = 1
            for d in part.shape[1:]:
                cells *= d
            patches.append(tf.reshape(part, [-1, cells]))
        x = tf.matmul(tf.stack(patches), self.kernel)
        x = tf.reshape(tf.transpose(x, [1, 0, 2]), [-1] + out + [self.filters])
        if self.bias is not None:
            x = x + self.bias
        if first:
            x = tf.transpose(x, [0, self._rank + 1] + list(range(1, self._rank + 1)))
        return self.activation(x)

    def compute_output_shape(self, input_shape):
        sizes, _ = self._split(input_shape)
        batch = tf.TensorShape(input_shape)[0]
        out = self._out_sizes(sizes)
        return tf.TensorShape([batch, self.filters] + out if self.data_format == "channels_first" else
                              [batch] + out + [self.filters])

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "filters kernel_size strides padding data_format activation use_bias "
                                   "kernel_initializer bias_initializer kernel_regularizer bias_regularizer "
                                   "activity_regularizer kernel_constraint bias_constraint implementation"))
        return out


def _places(sizes):
    if not sizes:
        return [()]
    return [(i,) + rest for i in range(sizes[0]) for rest in _places(sizes[1:])]


class LocallyConnected1D(_Local):
    """A convolution over steps with a kernel for each step."""


__name__ = "tf_keras.src.layers.locally_connected.locally_connected2d"


class LocallyConnected2D(_Local):
    """A convolution over images with a kernel for each place."""

    _rank = 2

    def __init__(self, filters, kernel_size, strides=(1, 1), padding="valid", data_format=None, activation=None,
                 use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros", kernel_regularizer=None,
                 bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, bias_constraint=None,
                 implementation=1, **kwargs):
        super().__init__(filters, kernel_size, strides, padding, data_format, activation, use_bias, kernel_initializer,
                         bias_initializer, kernel_regularizer, bias_regularizer, activity_regularizer,
                         kernel_constraint, bias_constraint, implementation, **kwargs)
