"""ConvLSTM1D, ConvLSTM2D and ConvLSTM3D: LSTM whose steps are pictures and whose products are convolutions."""

__name__ = "tf_keras.src.layers.rnn.base_conv_lstm"

import tensorflow as tf
import _keras_common as common
from _keras_noise import BaseRandomLayer
from _keras_rnn_layers import DropoutRNNCellMixin, _CellRNN, _ForgetBias, _cell_arguments, _limited, _of_cell
from _keras_spec import InputSpec


class ConvLSTMCell(DropoutRNNCellMixin, BaseRandomLayer):
    """One step: inputs (batch, spatial..., channels), states (batch, new spatial..., filters)."""

    _names = ("filters kernel_size strides padding data_format dilation_rate activation recurrent_activation use_bias "
              "kernel_initializer recurrent_initializer bias_initializer unit_forget_bias kernel_regularizer "
              "recurrent_regularizer bias_regularizer kernel_constraint recurrent_constraint bias_constraint dropout "
              "recurrent_dropout")

    def __init__(self, rank, filters, kernel_size, strides=1, padding="valid", data_format=None, dilation_rate=1,
                 dropout=0.0, recurrent_dropout=0.0, unit_forget_bias=True, settings=None, **kwargs):
        super().__init__(**kwargs)
        put = object.__setattr__
        self.rank = rank
        self.filters = int(filters) if filters is not None else None
        if self.filters is not None and self.filters <= 0:
            raise ValueError("Invalid value for argument `filters`, expected a strictly positive value. Received "
                             f"{filters}.")
        put(self, "kernel_size", common.sizes(kernel_size, rank, "kernel_size"))
        put(self, "strides", common.sizes(strides, rank, "strides", allow_zero=True))
        put(self, "padding", common.padding(padding))
        self.data_format = common.data_format(data_format)
        put(self, "dilation_rate", common.sizes(dilation_rate, rank, "dilation_rate"))
        common.take(self, settings)
        self.unit_forget_bias = unit_forget_bias
        self.dropout, self.recurrent_dropout = _limited(dropout), _limited(recurrent_dropout)
        put(self, "_state_shape", [self.filters])

    @property
    def state_size(self):
        """The shapes of the two states; of the filters alone before the layer was built."""
        return [tf.TensorShape(self._state_shape)] * 2

    def _first(self):
        return self.data_format == "channels_first"

    def spatial(self, sizes):
        """The sizes of the states' pictures for those of the inputs."""
        return [common.conv_length(n, self.kernel_size[i], self.padding, self.strides[i], self.dilation_rate[i])
                for i, n in enumerate(sizes)]

    def build(self, input_shape):
        shape = tf.TensorShape(input_shape).as_list()
        channels = shape[1 if self._first() else -1]
        if channels is None:
            raise ValueError("The channel dimension of the inputs (last axis) should be defined. Found None. Full "
                             f"input shape received: input_shape={tuple(shape)}")
        sizes = self.spatial(shape[2:] if self._first() else shape[1:-1])
        state = [self.filters] + sizes if self._first() else sizes + [self.filters]
        object.__setattr__(self, "_state_shape", state)
        n = self.filters
        self.kernel = self.add_weight(shape=self.kernel_size + (channels, n * 4), name="kernel",
                                      initializer=self.kernel_initializer, regularizer=self.kernel_regularizer,
                                      constraint=self.kernel_constraint)
        self.recurrent_kernel = self.add_weight(shape=self.kernel_size + (n, n * 4), name="recurrent_kernel",
                                                initializer=self.recurrent_initializer,
                                                regularizer=self.recurrent_regularizer,
                                                constraint=self.recurrent_constraint)
        self.bias = None
        if self.use_bias:
            first = _ForgetBias(n, self.bias_initializer) if self.unit_forget_bias else self.bias_initializer
            self.bias = self.add_weight(shape=(n * 4,), name="bias", initializer=first,
                                        regularizer=self.bias_regularizer, constraint=self.bias_constraint)
        self.built = True

    def _format(self):
        inner = "DHW"[3 - self.rank:]
        return "NC" + inner if self._first() else "N" + inner + "C"

    def input_conv(self, x, kernel, bias=None):
        """The convolution of inputs."""
        out = self._convolved(x, kernel, strides=list(self.strides), padding=self.padding.upper(),
                              dilations=list(self.dilation_rate))
        return out if bias is None else tf.nn.bias_add(out, bias, data_format=self._format())

    def recurrent_conv(self, x, kernel):
        """The convolution of states."""
        return self._convolved(x, kernel, strides=1, padding="SAME")

    def _convolved(self, x, kernel, **kwargs):
        if self._first():
            return common.turned(x, lambda x: tf.nn.convolution(x, kernel, **kwargs))
        return tf.nn.convolution(x, kernel, **kwargs)

    def call(self, inputs, states, training=None):
        h, c = states
        axis = 1 if self._first() else -1
        masks = self.get_dropout_mask_for_cell(inputs, training, count=4)
        recurrent = self.get_recurrent_dropout_mask_for_cell(h, training, count=4)
        x = self._parts(inputs, masks, self.kernel, lambda v, k, b: self.input_conv(v, k, b), axis)
        u = self._parts(h, recurrent, self.recurrent_kernel, lambda v, k, b: self.recurrent_conv(v, k), axis)
        i, f = self.recurrent_activation(x[0] + u[0]), self.recurrent_activation(x[1] + u[1])
        c = f * c + i * self.activation(x[2] + u[2])
        h = self.recurrent_activation(x[3] + u[3]) * self.activation(c)
        return h, [h, c]

    def _parts(self, x, masks, kernel, conv, axis):
        """The four gates' convolutions: one where they read the same, four where masks differ."""
        if masks is None:
            return tf.split(conv(x, kernel, self.bias), 4, axis=axis)
        biases = [None] * 4 if self.bias is None else tf.split(self.bias, 4)
        return [conv(x * m, k, b) for m, k, b in zip(masks, tf.split(kernel, 4, axis=-1), biases)]

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, self._names))
        return out


class ConvLSTM(_CellRNN):
    """What ConvLSTM1D, ConvLSTM2D and ConvLSTM3D share."""

    _rank = 2

    filters = _of_cell("filters")
    kernel_size = _of_cell("kernel_size")
    strides = _of_cell("strides")
    padding = _of_cell("padding")
    data_format = _of_cell("data_format")
    dilation_rate = _of_cell("dilation_rate")
    recurrent_activation = _of_cell("recurrent_activation")
    unit_forget_bias = _of_cell("unit_forget_bias")

    def __init__(self, filters, kernel_size, strides=1, padding="valid", data_format=None, dilation_rate=1,
                 activation="tanh", recurrent_activation="hard_sigmoid", use_bias=True,
                 kernel_initializer="glorot_uniform", recurrent_initializer="orthogonal", bias_initializer="zeros",
                 unit_forget_bias=True, kernel_regularizer=None, recurrent_regularizer=None, bias_regularizer=None,
                 activity_regularizer=None, kernel_constraint=None, recurrent_constraint=None, bias_constraint=None,
                 return_sequences=False, return_state=False, go_backwards=False, stateful=False, dropout=0.0,
                 recurrent_dropout=0.0, **kwargs):
        settings = dict(activation=activation, recurrent_activation=recurrent_activation, use_bias=use_bias,
                        kernel_initializer=kernel_initializer, recurrent_initializer=recurrent_initializer,
                        bias_initializer=bias_initializer, kernel_regularizer=kernel_regularizer,
                        recurrent_regularizer=recurrent_regularizer, bias_regularizer=bias_regularizer,
                        kernel_constraint=kernel_constraint, recurrent_constraint=recurrent_constraint,
                        bias_constraint=bias_constraint)
        name = f"conv_lstm{self._rank}d_cell"
        cell = ConvLSTMCell(self._rank, filters, kernel_size, strides, padding, data_format, dilation_rate, dropout,
                            recurrent_dropout, unit_forget_bias, settings, name=name, **_cell_arguments(kwargs))
        super().__init__(cell, return_sequences=return_sequences, return_state=return_state, go_backwards=go_backwards,
                         stateful=stateful, **kwargs)
        self.activity_regularizer = common.regularizers.get(activity_regularizer)
        self.input_spec = [InputSpec(ndim=self._rank + 3)]

    def build(self, input_shape):
        shape = input_shape[0] if isinstance(input_shape, list) else input_shape
        sizes = tf.TensorShape(shape).as_list()
        object.__setattr__(self, "_built_batch", sizes[0])
        if not self.cell.built:  # the weights are under the layer's own name
            self.cell.build([sizes[0]] + sizes[2:])
        if self._stateful and self._states is None:
            self.reset_states()
        self.built = True

    def get_initial_state(self, inputs):
        """Zeros in the shape of the first step's convolution."""
        cell = self.cell
        kernel = tf.zeros(tuple(cell.kernel.shape[:-1]) + (cell.filters,), inputs.dtype)
        zeros = cell.input_conv(tf.zeros_like(inputs[:, 0] if inputs.shape[1] else tf.reduce_sum(inputs, 1)), kernel)
        return [zeros, zeros]

    def compute_output_shape(self, input_shape):
        shape = input_shape[0] if isinstance(input_shape, list) else input_shape
        shape = tf.TensorShape(shape).as_list()
        first = self.data_format == "channels_first"
        sizes = self.cell.spatial(shape[3:] if first else shape[2:-1])
        inner = [self.filters] + sizes if first else sizes + [self.filters]
        out = tf.TensorShape(shape[:2] + inner if self.return_sequences else shape[:1] + inner)
        return [out] + [tf.TensorShape(shape[:1] + inner)] * 2 if self.return_state else out


__name__ = "tf_keras.src.layers.rnn.conv_lstm1d"


class ConvLSTM1D(ConvLSTM):
    """LSTM over rows: inputs (batch, steps, rows, channels).

    >>> tf.keras.layers.ConvLSTM1D(4, 3)(tf.zeros([2, 5, 8, 1])).shape
    TensorShape([2, 6, 4])
    """

    _rank = 1


__name__ = "tf_keras.src.layers.rnn.conv_lstm2d"


class ConvLSTM2D(ConvLSTM):
    """LSTM over pictures: inputs (batch, steps, rows, columns, channels).

    >>> tf.keras.layers.ConvLSTM2D(4, 3, return_sequences=True)(tf.zeros([2, 5, 8, 8, 1])).shape
    TensorShape([2, 5, 6, 6, 4])
    """

    _rank = 2


__name__ = "tf_keras.src.layers.rnn.conv_lstm3d"


class ConvLSTM3D(ConvLSTM):
    """LSTM over volumes: inputs (batch, steps, rows, columns, depths, channels).

    >>> tf.keras.layers.ConvLSTM3D(2, 2)(tf.zeros([1, 2, 4, 4, 4, 1])).shape
    TensorShape([1, 3, 3, 3, 2])
    """

    _rank = 3
