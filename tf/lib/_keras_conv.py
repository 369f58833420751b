"""Convolution layers of one to three dimensions: plain, transposed, by depth, separable, locally connected."""

__name__ = "tf_keras.src.layers.convolutional.base_conv"

import tensorflow as tf
import _keras_common as common
from _keras_layer import Layer
from _keras_spec import InputSpec

_REST = ("use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer "
         "kernel_constraint bias_constraint")


class Conv(Layer):
    """A convolution of some rank."""

    def __init__(self, rank, filters, kernel_size, strides=1, padding="valid", data_format=None, dilation_rate=1,
                 groups=1, activation=None, use_bias=True, kernel_initializer="glorot_uniform",
                 bias_initializer="zeros", kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None,
                 kernel_constraint=None, bias_constraint=None, trainable=True, name=None, **kwargs):
        super().__init__(trainable=trainable, name=name, activity_regularizer=activity_regularizer, **kwargs)
        put = object.__setattr__
        self.rank = rank
        if isinstance(filters, float):
            filters = int(filters)
        if filters is not None and filters <= 0:
            raise ValueError("Invalid value for argument `filters`. Expected a strictly positive value. Received "
                             f"filters={filters}.")
        self.filters = filters
        self.groups = groups or 1
        put(self, "kernel_size", common.sizes(kernel_size, rank, "kernel_size"))
        put(self, "strides", common.sizes(strides, rank, "strides", allow_zero=True))
        put(self, "padding", common.padding(padding))
        self.data_format = common.data_format(data_format)
        put(self, "dilation_rate", common.sizes(dilation_rate, rank, "dilation_rate"))
        common.take(self, dict(activation=activation, use_bias=use_bias, kernel_initializer=kernel_initializer,
                               bias_initializer=bias_initializer, kernel_regularizer=kernel_regularizer,
                               bias_regularizer=bias_regularizer, kernel_constraint=kernel_constraint,
                               bias_constraint=bias_constraint))
        self.input_spec = InputSpec(min_ndim=rank + 2)
        self._validate()

    def _validate(self):
        if self.filters is not None and self.filters % self.groups != 0:
            raise ValueError("The number of filters must be evenly divisible by the number of groups. Received: "
                             f"groups={self.groups}, filters={self.filters}")
        if not all(self.kernel_size):
            raise ValueError(f"The argument `kernel_size` cannot contain 0(s). Received: {self.kernel_size}.")
        if not all(self.strides):
            raise ValueError(f"The argument `strides` cannot contains 0(s). Received: {self.strides}")
        if self.padding == "causal" and self.rank != 1:
            raise ValueError("Causal padding is only supported for `Conv1D`and `SeparableConv1D`.")
        if max(self.strides) > 1 and max(self.dilation_rate) > 1:
            raise ValueError("`strides > 1` not supported in conjunction with `dilation_rate > 1`. Received: "
                             f"strides={self.strides} and dilation_rate={self.dilation_rate}")

    def _channel_axis(self):
        return -1 - self.rank if self.data_format == "channels_first" else -1

    def _channels(self, shape):
        n = shape[self._channel_axis()]
        if n is None:
            raise ValueError("The channel dimension of the inputs should be defined. The input_shape received is "
                             f"{shape}, where axis {self._channel_axis()} (0-based) is the channel dimension, which "
                             f"found to "
                             "be `None`.")
        return int(n)

    def build(self, input_shape):
        shape = tf.TensorShape(input_shape)
        channels = self._channels(shape)
        if channels % self.groups != 0:
            raise ValueError("The number of input channels must be evenly divisible by the number of groups. Received "
                             f"groups={self.groups}, but the input has {channels} channels (full input shape is "
                             f"{shape}).")
        self.compute_output_shape(shape)
        self.kernel = self.add_weight("kernel", shape=self._kernel_shape(channels), initializer=self.kernel_initializer,
                                      regularizer=self.kernel_regularizer, constraint=self.kernel_constraint,
                                      trainable=True, dtype=self.dtype)
        self._add_bias(self.filters)
        self.input_spec = InputSpec(min_ndim=self.rank + 2, axes={self._channel_axis(): channels})
        self.built = True

    def _kernel_shape(self, channels):
        return self.kernel_size + (channels // self.groups, self.filters)

    def _add_bias(self, n):
        if self.use_bias:
            self.bias = self.add_weight("bias", shape=(n,), initializer=self.bias_initializer,
                                        regularizer=self.bias_regularizer, constraint=self.bias_constraint,
                                        trainable=True, dtype=self.dtype)
        else:
            self.bias = None

    def _tf_format(self):
        letters = {1: "W", 2: "HW", 3: "DHW"}[self.rank]
        return "NC" + letters if self.data_format == "channels_first" else "N" + letters + "C"

    def convolution_op(self, inputs, kernel):
        """The convolution with a kernel."""
        pad = self.padding.upper() if isinstance(self.padding, str) else self.padding
        if self.padding == "causal":
            pad = "VALID"
        if self.groups > 1 and self.data_format == "channels_first" and self.rank < 3:
            return common.turned(inputs, lambda x: tf.nn.convolution(x, kernel, strides=list(self.strides), padding=pad,
                                                                     dilations=list(self.dilation_rate)))
        return tf.nn.convolution(inputs, kernel, strides=list(self.strides), padding=pad,
                                 dilations=list(self.dilation_rate), data_format=self._tf_format())

    def call(self, inputs):
        if isinstance(inputs, tf.RaggedTensor):
            raise ValueError("TypeError: object of type 'RaggedTensor' has no len()\n")
        shape = inputs.shape
        if self.padding == "causal":
            left = self.dilation_rate[0] * (self.kernel_size[0] - 1)
            rank = shape.rank
            pads = [[0, 0]] * rank
            pads[rank - 2 if self.data_format == "channels_last" else rank - 1] = [left, 0]
            inputs = tf.pad(inputs, pads)
        lead = shape.rank - self.rank - 1
        if lead > 1:
            outputs = self._folded(inputs, lead)
        else:
            outputs = self._biased(self.convolution_op(inputs, self.kernel))
        if not tf.executing_eagerly():
            outputs.set_shape(self.compute_output_shape(shape))
        return outputs if self.activation is None else self.activation(outputs)

    def _folded(self, inputs, lead):
        """Several axes before those of the image, as one batch."""
        front = tf.shape(inputs)[:lead]
        x = tf.reshape(inputs, tf.concat([[-1], tf.shape(inputs)[lead:]], 0))
        x = self._biased(self.convolution_op(x, self.kernel))
        return tf.reshape(x, tf.concat([front, tf.shape(x)[1:]], 0))

    def _biased(self, x):
        if self.bias is None:
            return x
        if self.data_format == "channels_first" and self.rank == 1:
            return x + tf.reshape(self.bias, (1, self.filters, 1))
        return tf.nn.bias_add(x, self.bias, data_format=self._tf_format() if self.rank != 1 else None)

    def _sizes_out(self, sizes):
        return [common.conv_length(n, self.kernel_size[i], self.padding, self.strides[i], self.dilation_rate[i])
                for i, n in enumerate(sizes)]

    def compute_output_shape(self, input_shape):
        shape = tf.TensorShape(input_shape).as_list()
        lead = len(shape) - self.rank - 1
        try:
            if self.data_format == "channels_last":
                out = shape[:lead] + self._sizes_out(shape[lead:-1]) + [self.filters]
            else:
                out = shape[:lead] + [self.filters] + self._sizes_out(shape[lead + 1:])
            return tf.TensorShape(out)
        except ValueError:
            raise ValueError("One of the dimensions in the output is <= 0 due to downsampling in "
                             f"{self.name}. Consider increasing the input size. Received input shape {shape} which "
                             f"would "
                             "produce output shape with a zero or negative value in a dimension.")

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "filters kernel_size strides padding data_format dilation_rate groups "
                                   "activation "
                                   + _REST))
        return out


__name__ = "tf_keras.src.layers.convolutional.conv1d"


class Conv1D(Conv):
    """A convolution over steps.

    >>> tf.keras.layers.Conv1D(4, 3)(tf.zeros([2, 10, 8])).shape
    TensorShape([2, 8, 4])
    """

    def __init__(self, filters, kernel_size, strides=1, padding="valid", data_format="channels_last", dilation_rate=1,
                 groups=1, activation=None, use_bias=True, kernel_initializer="glorot_uniform",
                 bias_initializer="zeros", kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None,
                 kernel_constraint=None, bias_constraint=None, **kwargs):
        super().__init__(1, filters, kernel_size, strides, padding, data_format, dilation_rate, groups, activation,
                         use_bias, kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer,
                         activity_regularizer, kernel_constraint, bias_constraint, **kwargs)


__name__ = "tf_keras.src.layers.convolutional.conv2d"


class Conv2D(Conv):
    """A convolution over images.

    >>> tf.keras.layers.Conv2D(2, 3)(tf.zeros([4, 28, 28, 3])).shape
    TensorShape([4, 26, 26, 2])
    """

    def __init__(self, filters, kernel_size, strides=(1, 1), padding="valid", data_format=None, dilation_rate=(1, 1),
                 groups=1, activation=None, use_bias=True, kernel_initializer="glorot_uniform",
                 bias_initializer="zeros", kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None,
                 kernel_constraint=None, bias_constraint=None, **kwargs):
        super().__init__(2, filters, kernel_size, strides, padding, data_format, dilation_rate, groups, activation,
                         use_bias, kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer,
                         activity_regularizer, kernel_constraint, bias_constraint, **kwargs)


__name__ = "tf_keras.src.layers.convolutional.conv3d"


class Conv3D(Conv):
    """A convolution over volumes."""

    def __init__(self, filters, kernel_size, strides=(1, 1, 1), padding="valid", data_format=None,
                 dilation_rate=(1, 1, 1), groups=1, activation=None, use_bias=True, kernel_initializer="glorot_uniform",
                 bias_initializer="zeros", kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None,
                 kernel_constraint=None, bias_constraint=None, **kwargs):
        super().__init__(3, filters, kernel_size, strides, padding, data_format, dilation_rate, groups, activation,
                         use_bias, kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer,
                         activity_regularizer, kernel_constraint, bias_constraint, **kwargs)


class _Transposed:
    """What transposed convolutions do in another way."""

    def _init_transposed(self, output_padding):
        object.__setattr__(self, "output_padding", output_padding)
        if output_padding is not None:
            object.__setattr__(self, "output_padding", common.sizes(output_padding, self.rank, "output_padding",
                                                                    allow_zero=True))
            for s, p in zip(self.strides, self.output_padding):
                if p >= s:
                    raise ValueError("Strides must be greater than output padding. Received strides="
                                     f"{self.strides}, output_padding={self.output_padding}.")
        self.input_spec = InputSpec(ndim=self.rank + 2)

    def build(self, input_shape):
        shape = tf.TensorShape(input_shape)
        channels = self._channels(shape)
        self.input_spec = InputSpec(ndim=self.rank + 2, axes={self._channel_axis(): channels})
        self.kernel = self.add_weight("kernel", shape=self.kernel_size + (self.filters, channels),
                                      initializer=self.kernel_initializer, regularizer=self.kernel_regularizer,
                                      constraint=self.kernel_constraint, trainable=True, dtype=self.dtype)
        self._add_bias(self.filters)
        self.built = True

    def call(self, inputs):
        first = self.data_format == "channels_first"
        sizes = inputs.shape[2:] if first else inputs.shape[1:-1]
        dynamic = tf.shape(inputs)
        start = 2 if first else 1
        out = []
        for i in range(self.rank):
            n = sizes[i] if sizes[i] is not None else dynamic[start + i]
            pad = None if self.output_padding is None else self.output_padding[i]
            out.append(common.deconv_length(n, self.kernel_size[i], self.padding, pad, self.strides[i],
                                            self.dilation_rate[i]))
        batch = inputs.shape[0] if inputs.shape[0] is not None else dynamic[0]
        turn = first and self.rank == 2
        shape = [batch, self.filters] + out if first and not turn else [batch] + out + [self.filters]
        transposed = {1: tf.nn.conv1d_transpose, 2: tf.nn.conv2d_transpose, 3: tf.nn.conv3d_transpose}[self.rank]
        kwargs = dict(output_shape=tf.stack(shape), strides=list(self.strides), padding=self.padding.upper(),
                      dilations=list(self.dilation_rate))
        if turn:
            x = common.turned(inputs, lambda x: transposed(x, self.kernel, **kwargs))
        else:
            x = transposed(inputs, self.kernel, data_format=self._tf_format(), **kwargs)
        if not tf.executing_eagerly():
            x.set_shape(self.compute_output_shape(inputs.shape))
        x = self._biased(x)
        return x if self.activation is None else self.activation(x)

    def compute_output_shape(self, input_shape):
        shape = tf.TensorShape(input_shape).as_list()
        first = self.data_format == "channels_first"
        sizes = shape[2:] if first else shape[1:-1]
        out = [common.deconv_length(n, self.kernel_size[i], self.padding,
                                    None if self.output_padding is None else self.output_padding[i], self.strides[i],
                                    self.dilation_rate[i]) for i, n in enumerate(sizes)]
        return tf.TensorShape([shape[0], self.filters] + out if first else [shape[0]] + out + [self.filters])

    def get_config(self):
        out = super().get_config()
        if self.rank == 3:
            del out["dilation_rate"]
        out["output_padding"] = self.output_padding
        return out


__name__ = "tf_keras.src.layers.convolutional.conv1d_transpose"


class Conv1DTranspose(_Transposed, Conv1D):
    """The transpose of a convolution over steps."""

    def __init__(self, filters, kernel_size, strides=1, padding="valid", output_padding=None, data_format=None,
                 dilation_rate=1, activation=None, use_bias=True, kernel_initializer="glorot_uniform",
                 bias_initializer="zeros", kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None,
                 kernel_constraint=None, bias_constraint=None, **kwargs):
        super().__init__(filters, kernel_size, strides, padding, data_format, dilation_rate, kwargs.pop("groups", 1),
                         activation, use_bias, kernel_initializer, bias_initializer, kernel_regularizer,
                         bias_regularizer, activity_regularizer, kernel_constraint, bias_constraint, **kwargs)
        self._init_transposed(output_padding)


__name__ = "tf_keras.src.layers.convolutional.conv2d_transpose"


class Conv2DTranspose(_Transposed, Conv2D):
    """The transpose of a convolution over images."""

    def __init__(self, filters, kernel_size, strides=(1, 1), padding="valid", output_padding=None, data_format=None,
                 dilation_rate=(1, 1), activation=None, use_bias=True, kernel_initializer="glorot_uniform",
                 bias_initializer="zeros", kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None,
                 kernel_constraint=None, bias_constraint=None, **kwargs):
        super().__init__(filters, kernel_size, strides, padding, data_format, dilation_rate, kwargs.pop("groups", 1),
                         activation, use_bias, kernel_initializer, bias_initializer, kernel_regularizer,
                         bias_regularizer, activity_regularizer, kernel_constraint, bias_constraint, **kwargs)
        self._init_transposed(output_padding)


__name__ = "tf_keras.src.layers.convolutional.conv3d_transpose"


class Conv3DTranspose(_Transposed, Conv3D):
    """The transpose of a convolution over volumes."""

    def __init__(self, filters, kernel_size, strides=(1, 1, 1), padding="valid", output_padding=None, data_format=None,
                 dilation_rate=(1, 1, 1), activation=None, use_bias=True, kernel_initializer="glorot_uniform",
                 bias_initializer="zeros", kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None,
                 kernel_constraint=None, bias_constraint=None, **kwargs):
        super().__init__(filters, kernel_size, strides, padding, data_format, dilation_rate, kwargs.pop("groups", 1),
                         activation, use_bias, kernel_initializer, bias_initializer, kernel_regularizer,
                         bias_regularizer, activity_regularizer, kernel_constraint, bias_constraint, **kwargs)
        self._init_transposed(output_padding)


__name__ = "tf_keras.src.layers.convolutional.base_depthwise_conv"


class DepthwiseConv(Conv):
    """A convolution of each channel by itself."""

    def __init__(self, rank, kernel_size, strides=1, padding="valid", depth_multiplier=1, data_format=None,
                 dilation_rate=1, activation=None, use_bias=True, depthwise_initializer="glorot_uniform",
                 bias_initializer="zeros", depthwise_regularizer=None, bias_regularizer=None, activity_regularizer=None,
                 depthwise_constraint=None, bias_constraint=None, trainable=True, name=None, **kwargs):
        super().__init__(rank, filters=None, kernel_size=kernel_size, strides=strides, padding=padding,
                         data_format=data_format, dilation_rate=dilation_rate, activation=activation, use_bias=use_bias,
                         bias_regularizer=bias_regularizer, activity_regularizer=activity_regularizer,
                         bias_constraint=bias_constraint, bias_initializer=bias_initializer, trainable=trainable,
                         name=name, **kwargs)
        self.depth_multiplier = depth_multiplier
        common.take(self, dict(depthwise_initializer=depthwise_initializer, depthwise_regularizer=depthwise_regularizer,
                               depthwise_constraint=depthwise_constraint))

    def build(self, input_shape):
        shape = tf.TensorShape(input_shape)
        if shape.rank is None or shape.rank < self.rank + 2:
            raise ValueError(f"Inputs to `DepthwiseConv` should have rank {self.rank + 2}. Received "
                             f"input_shape={input_shape}.")
        channels = self._channels(shape)
        self.depthwise_kernel = self.add_weight("depthwise_kernel", shape=self.kernel_size
                                                + (channels, self.depth_multiplier),
                                                initializer=self.depthwise_initializer,
                                                regularizer=self.depthwise_regularizer,
                                                constraint=self.depthwise_constraint)
        self.filters = channels * self.depth_multiplier
        self._add_bias(self.filters)
        self.input_spec = InputSpec(min_ndim=self.rank + 2, axes={self._channel_axis(): channels})
        self.built = True

    def call(self, inputs):
        if self.rank == 2 and self.data_format == "channels_first":
            x = common.turned(inputs, lambda x: tf.nn.depthwise_conv2d(
                x, self.depthwise_kernel, (1,) + self.strides + (1,), self.padding.upper(),
                dilations=self.dilation_rate))
        else:
            x = _depthwise(self, inputs, self.depthwise_kernel)
        if self.bias is not None:
            x = tf.nn.bias_add(x, self.bias, data_format=self._tf_format() if self.rank == 2 else
                               ("NCW" if self.data_format == "channels_first" else None))
        return x if self.activation is None else self.activation(x)

    def compute_output_shape(self, input_shape):
        shape = tf.TensorShape(input_shape).as_list()
        n = self._channels(shape) * self.depth_multiplier
        first = self.data_format == "channels_first"
        sizes = self._sizes_out(shape[2:] if first else shape[1:-1])
        return tf.TensorShape([shape[0], n] + sizes if first else [shape[0]] + sizes + [n])

    def get_config(self):
        out = super().get_config()
        for name in ("filters", "kernel_initializer", "kernel_regularizer", "kernel_constraint"):
            out.pop(name)
        out.update(common.settings(self, "depth_multiplier depthwise_initializer depthwise_regularizer "
                                   "depthwise_constraint"))
        return out


def _depthwise(layer, x, kernel):
    """tf.nn.depthwise_conv2d of steps or images."""
    first = layer.data_format == "channels_first"
    strides, dilation = layer.strides, layer.dilation_rate
    pad = layer.padding
    if layer.rank == 2:
        return tf.nn.depthwise_conv2d(x, kernel, (1, 1) + strides if first else (1,) + strides + (1,), pad.upper(),
                                      data_format=layer._tf_format(), dilations=dilation)
    if pad == "causal":
        left = dilation[0] * (layer.kernel_size[0] - 1)
        x = tf.pad(x, [[0, 0], [0, 0], [left, 0]] if first else [[0, 0], [left, 0], [0, 0]])
        pad = "valid"
    axis = 2 if first else 1
    s = strides[0]
    x = tf.nn.depthwise_conv2d(tf.expand_dims(x, axis), tf.expand_dims(kernel, 0),
                               (1, 1, s, s) if first else (1, s, s, 1), pad.upper(),
                               data_format="NCHW" if first else "NHWC", dilations=(1,) + dilation)
    return tf.squeeze(x, [axis])


__name__ = "tf_keras.src.layers.convolutional.depthwise_conv1d"


class DepthwiseConv1D(DepthwiseConv):
    """A convolution over steps of each channel by itself."""

    def __init__(self, kernel_size, strides=1, padding="valid", depth_multiplier=1, data_format=None, dilation_rate=1,
                 activation=None, use_bias=True, depthwise_initializer="glorot_uniform", bias_initializer="zeros",
                 depthwise_regularizer=None, bias_regularizer=None, activity_regularizer=None,
                 depthwise_constraint=None, bias_constraint=None, **kwargs):
        super().__init__(1, kernel_size, strides, padding, depth_multiplier, data_format, dilation_rate, activation,
                         use_bias, depthwise_initializer, bias_initializer, depthwise_regularizer, bias_regularizer,
                         activity_regularizer, depthwise_constraint, bias_constraint, **kwargs)


__name__ = "tf_keras.src.layers.convolutional.depthwise_conv2d"


class DepthwiseConv2D(DepthwiseConv):
    """A convolution over images of each channel by itself."""

    def __init__(self, kernel_size, strides=(1, 1), padding="valid", depth_multiplier=1, data_format=None,
                 dilation_rate=(1, 1), activation=None, use_bias=True, depthwise_initializer="glorot_uniform",
                 bias_initializer="zeros", depthwise_regularizer=None, bias_regularizer=None, activity_regularizer=None,
                 depthwise_constraint=None, bias_constraint=None, **kwargs):
        super().__init__(2, kernel_size, strides, padding, depth_multiplier, data_format, dilation_rate, activation,
                         use_bias, depthwise_initializer, bias_initializer, depthwise_regularizer, bias_regularizer,
                         activity_regularizer, depthwise_constraint, bias_constraint, **kwargs)


__name__ = "tf_keras.src.layers.convolutional.base_separable_conv"


class SeparableConv(Conv):
    """A convolution by depth, then one over channels."""

    def __init__(self, rank, filters, kernel_size, strides=1, padding="valid", data_format=None, dilation_rate=1,
                 depth_multiplier=1, activation=None, use_bias=True, depthwise_initializer="glorot_uniform",
                 pointwise_initializer="glorot_uniform", bias_initializer="zeros", depthwise_regularizer=None,
                 pointwise_regularizer=None, bias_regularizer=None, activity_regularizer=None,
                 depthwise_constraint=None, pointwise_constraint=None, bias_constraint=None, trainable=True, name=None,
                 **kwargs):
        super().__init__(rank, filters, kernel_size, strides=strides, padding=padding, data_format=data_format,
                         dilation_rate=dilation_rate, activation=activation, use_bias=use_bias,
                         bias_initializer=bias_initializer, bias_regularizer=bias_regularizer,
                         activity_regularizer=activity_regularizer, bias_constraint=bias_constraint,
                         trainable=trainable, name=name, **kwargs)
        self.depth_multiplier = depth_multiplier
        common.take(self, dict(depthwise_initializer=depthwise_initializer, pointwise_initializer=pointwise_initializer,
                               depthwise_regularizer=depthwise_regularizer, pointwise_regularizer=pointwise_regularizer,
                               depthwise_constraint=depthwise_constraint, pointwise_constraint=pointwise_constraint))

    def build(self, input_shape):
        channels = self._channels(tf.TensorShape(input_shape))
        self.input_spec = InputSpec(ndim=self.rank + 2, axes={self._channel_axis(): channels})
        for part, shape in (("depthwise", self.kernel_size + (channels, self.depth_multiplier)),
                            ("pointwise", (1,) * self.rank + (self.depth_multiplier * channels, self.filters))):
            setattr(self, part + "_kernel", self.add_weight(
                part + "_kernel", shape=shape, initializer=getattr(self, part + "_initializer"),
                regularizer=getattr(self, part + "_regularizer"), constraint=getattr(self, part + "_constraint"),
                trainable=True, dtype=self.dtype))
        self._add_bias(self.filters)
        self.built = True

    def call(self, inputs):
        first = self.data_format == "channels_first"
        x = _depthwise(self, inputs, self.depthwise_kernel)
        x = tf.nn.convolution(x, self.pointwise_kernel, padding="VALID", data_format=self._tf_format())
        if self.bias is not None:
            x = tf.nn.bias_add(x, self.bias, data_format=self._tf_format() if self.rank == 2 else
                               ("NCW" if first else None))
        return x if self.activation is None else self.activation(x)

    def get_config(self):
        out = super().get_config()
        for name in ("depth_multiplier depthwise_initializer pointwise_initializer depthwise_regularizer "
                     "pointwise_regularizer depthwise_constraint pointwise_constraint").split():
            out.update(common.settings(self, name))
        return out


__name__ = "tf_keras.src.layers.convolutional.separable_conv1d"


class SeparableConv1D(SeparableConv):
    """A separable convolution over steps."""

    def __init__(self, filters, kernel_size, strides=1, padding="valid", data_format=None, dilation_rate=1,
                 depth_multiplier=1, activation=None, use_bias=True, depthwise_initializer="glorot_uniform",
                 pointwise_initializer="glorot_uniform", bias_initializer="zeros", depthwise_regularizer=None,
                 pointwise_regularizer=None, bias_regularizer=None, activity_regularizer=None,
                 depthwise_constraint=None, pointwise_constraint=None, bias_constraint=None, **kwargs):
        super().__init__(1, filters, kernel_size, strides, padding, data_format, dilation_rate, depth_multiplier,
                         activation, use_bias, depthwise_initializer, pointwise_initializer, bias_initializer,
                         depthwise_regularizer, pointwise_regularizer, bias_regularizer, activity_regularizer,
                         depthwise_constraint, pointwise_constraint, bias_constraint, **kwargs)


__name__ = "tf_keras.src.layers.convolutional.separable_conv2d"


class SeparableConv2D(SeparableConv):
    """A separable convolution over images."""

    def __init__(self, filters, kernel_size, strides=(1, 1), padding="valid", data_format=None, dilation_rate=(1, 1),
                 depth_multiplier=1, activation=None, use_bias=True, depthwise_initializer="glorot_uniform",
                 pointwise_initializer="glorot_uniform", bias_initializer="zeros", depthwise_regularizer=None,
                 pointwise_regularizer=None, bias_regularizer=None, activity_regularizer=None,
                 depthwise_constraint=None, pointwise_constraint=None, bias_constraint=None, **kwargs):
        super().__init__(2, filters, kernel_size, strides, padding, data_format, dilation_rate, depth_multiplier,
                         activation, use_bias, depthwise_initializer, pointwise_initializer, bias_initializer,
                         depthwise_regularizer, pointwise_regularizer, bias_regularizer, activity_regularizer,
                         depthwise_constraint, pointwise_constraint, bias_constraint, **kwargs)
