"""LSTM, GRU and SimpleRNN: their cells and their layers."""

__name__ = "tf_keras.src.layers.rnn.dropout_rnn_cell_mixin"

import tensorflow as tf
import _keras_activations as activations
import _keras_common as common
import _keras_context as context
import _keras_native as native
from _keras_layer import Layer
from _keras_noise import BaseRandomLayer, when
from _keras_rnn import RNN, dense_inputs, reset_masks, rnn, step_mask, steps_first, zero_states
from _keras_spec import InputSpec


class DropoutRNNCellMixin:
    """Dropout masks that stay the same over the steps of a batch."""

    def reset_dropout_mask(self):
        """Forgets the mask of the inputs."""
        object.__setattr__(self, "_dropout_masks", None)

    def reset_recurrent_dropout_mask(self):
        """Forgets the mask of the states."""
        object.__setattr__(self, "_recurrent_masks", None)

    def get_dropout_mask_for_cell(self, inputs, training, count=1):
        """count masks of the inputs, or None without dropout."""
        if self.dropout == 0:
            return None
        if self.__dict__.get("_dropout_masks") is None:
            object.__setattr__(self, "_dropout_masks", self._masks(inputs, self.dropout, training, count))
        return self._dropout_masks

    def get_recurrent_dropout_mask_for_cell(self, inputs, training, count=1):
        """count masks of the states, or None without dropout."""
        if self.recurrent_dropout == 0:
            return None
        if self.__dict__.get("_recurrent_masks") is None:
            object.__setattr__(self, "_recurrent_masks", self._masks(inputs, self.recurrent_dropout, training, count))
        return self._recurrent_masks

    def _masks(self, like, rate, training, count):
        ones = tf.ones_like(like)
        if training is None:
            training = bool(context.phase[0]) if context.phase[0] is not None else False
        return [when(training, lambda: tf.nn.dropout(ones, rate, seed=self._seeds.get()), lambda: ones)
                for _ in range(count)]


def _limited(rate):
    return min(1.0, max(0.0, rate))


class _Cell(DropoutRNNCellMixin, BaseRandomLayer):
    """What the cells share: their settings, weights and states."""

    _gates = 1
    _names = ("units activation use_bias kernel_initializer recurrent_initializer bias_initializer kernel_regularizer "
              "recurrent_regularizer bias_regularizer kernel_constraint recurrent_constraint bias_constraint dropout "
              "recurrent_dropout")

    def _init_cell(self, units, settings, dropout, recurrent_dropout):
        if units <= 0:
            raise ValueError(f"Received an invalid value for argument `units`, expected a positive integer, got "
                             f"{units}.")
        self.units = units
        common.take(self, settings)
        self.dropout, self.recurrent_dropout = _limited(dropout), _limited(recurrent_dropout)

    @property
    def output_size(self):
        """The size of the outputs."""
        return self.units

    def _build_weights(self, input_shape, bias_shape, bias_initializer=None):
        n, units = tf.TensorShape(input_shape)[-1], self.units
        if n is None:
            raise ValueError(f"The last dimension of the inputs to `{type(self).__name__}` should be defined. Found "
                             f"`None`.")
        self.kernel = self.add_weight(shape=(n, units * self._gates), name="kernel",
                                      initializer=self.kernel_initializer, regularizer=self.kernel_regularizer,
                                      constraint=self.kernel_constraint)
        self.recurrent_kernel = self.add_weight(shape=(units, units * self._gates), name="recurrent_kernel",
                                                initializer=self.recurrent_initializer,
                                                regularizer=self.recurrent_regularizer,
                                                constraint=self.recurrent_constraint)
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(shape=bias_shape, name="bias",
                                        initializer=bias_initializer or self.bias_initializer,
                                        regularizer=self.bias_regularizer, constraint=self.bias_constraint)
        self.built = True

    def get_initial_state(self, inputs=None, batch_size=None, dtype=None):
        """States of zeros."""
        if inputs is not None:
            batch_size, dtype = tf.shape(inputs)[0], inputs.dtype
        if batch_size is None or dtype is None:
            raise ValueError("batch_size and dtype cannot be None while constructing initial state. Received: "
                             f"batch_size={batch_size}, dtype={dtype}")
        out = zero_states(self, batch_size, dtype)
        return list(out) if isinstance(out, tuple) else out

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, self._names))
        return out


def _state(states):
    return states[0] if isinstance(states, (list, tuple)) else states


__name__ = "tf_keras.src.layers.rnn.simple_rnn"


class SimpleRNNCell(_Cell):
    """One step of SimpleRNN."""

    def __init__(self, units, activation="tanh", use_bias=True, kernel_initializer="glorot_uniform",
                 recurrent_initializer="orthogonal", bias_initializer="zeros", kernel_regularizer=None,
                 recurrent_regularizer=None, bias_regularizer=None, kernel_constraint=None, recurrent_constraint=None,
                 bias_constraint=None, dropout=0.0, recurrent_dropout=0.0, **kwargs):
        super().__init__(**kwargs)
        self._init_cell(units, dict(
            activation=activation, use_bias=use_bias, kernel_initializer=kernel_initializer,
            recurrent_initializer=recurrent_initializer, bias_initializer=bias_initializer,
            kernel_regularizer=kernel_regularizer, recurrent_regularizer=recurrent_regularizer,
            bias_regularizer=bias_regularizer, kernel_constraint=kernel_constraint,
            recurrent_constraint=recurrent_constraint, bias_constraint=bias_constraint), dropout, recurrent_dropout)

    @property
    def state_size(self):
        """The size of the state."""
        return self.units

    def build(self, input_shape):
        self._build_weights(input_shape, (self.units,))

    def call(self, inputs, states, training=None):
        before = _state(states)
        x_mask = self.get_dropout_mask_for_cell(inputs, training)
        h_mask = self.get_recurrent_dropout_mask_for_cell(before, training)
        h = tf.matmul(inputs if x_mask is None else inputs * x_mask[0], self.kernel)
        if self.bias is not None:
            h = tf.nn.bias_add(h, self.bias)
        if h_mask is not None:
            before = before * h_mask[0]
        out = h + tf.matmul(before, self.recurrent_kernel)
        if self.activation is not None:
            out = self.activation(out)
        return out, [out] if isinstance(states, (list, tuple)) else out


__name__ = "tf_keras.src.layers.rnn.lstm"


class _ForgetBias:
    """The first bias of an LSTM: ones for the gate that forgets."""

    def __init__(self, units, rest):
        self.units, self.rest = units, rest

    def __call__(self, shape, dtype=None, **kwargs):
        n = self.units
        return tf.concat([self.rest((n,), dtype=dtype), tf.ones((n,), dtype), self.rest((n * 2,), dtype=dtype)], 0)


class LSTMCell(_Cell):
    """One step of LSTM."""

    _gates = 4
    _names = ("units activation recurrent_activation use_bias kernel_initializer recurrent_initializer "
              "bias_initializer unit_forget_bias kernel_regularizer recurrent_regularizer bias_regularizer "
              "kernel_constraint recurrent_constraint bias_constraint dropout recurrent_dropout implementation")

    def __init__(self, units, activation="tanh", recurrent_activation="sigmoid", use_bias=True,
                 kernel_initializer="glorot_uniform", recurrent_initializer="orthogonal", bias_initializer="zeros",
                 unit_forget_bias=True, kernel_regularizer=None, recurrent_regularizer=None, bias_regularizer=None,
                 kernel_constraint=None, recurrent_constraint=None, bias_constraint=None, dropout=0.0,
                 recurrent_dropout=0.0, **kwargs):
        implementation = kwargs.pop("implementation", 2)
        super().__init__(**kwargs)
        self._init_cell(units, dict(
            activation=activation, recurrent_activation=recurrent_activation, use_bias=use_bias,
            kernel_initializer=kernel_initializer, recurrent_initializer=recurrent_initializer,
            bias_initializer=bias_initializer, unit_forget_bias=unit_forget_bias, kernel_regularizer=kernel_regularizer,
            recurrent_regularizer=recurrent_regularizer, bias_regularizer=bias_regularizer,
            kernel_constraint=kernel_constraint, recurrent_constraint=recurrent_constraint,
            bias_constraint=bias_constraint), dropout, recurrent_dropout)
        self.implementation = 1 if self.recurrent_dropout != 0 else implementation

    @property
    def state_size(self):
        """The sizes of the states."""
        return [self.units, self.units]

    def build(self, input_shape):
        first = _ForgetBias(self.units, self.bias_initializer) if self.unit_forget_bias else None
        self._build_weights(input_shape, (self.units * 4,), first)

    def call(self, inputs, states, training=None):
        h, c = states
        x_mask = self.get_dropout_mask_for_cell(inputs, training, count=4)
        h_mask = self.get_recurrent_dropout_mask_for_cell(h, training, count=4)
        if self.implementation == 1:
            xs = [inputs * m for m in x_mask] if 0 < self.dropout < 1.0 else [inputs] * 4
            hs = [h * m for m in h_mask] if 0 < self.recurrent_dropout < 1.0 else [h] * 4
            kernels = tf.split(self.kernel, 4, axis=1)
            recurrent = tf.split(self.recurrent_kernel, 4, axis=1)
            z = [tf.matmul(x, k) for x, k in zip(xs, kernels)]
            if self.bias is not None:
                z = [tf.nn.bias_add(v, b) for v, b in zip(z, tf.split(self.bias, 4))]
            z = [v + tf.matmul(x, k) for v, x, k in zip(z, hs, recurrent)]
        else:
            z = tf.matmul(inputs * x_mask[0] if 0.0 < self.dropout < 1.0 else inputs, self.kernel)
            z = z + tf.matmul(h, self.recurrent_kernel)
            if self.bias is not None:
                z = tf.nn.bias_add(z, self.bias)
            z = tf.split(z, 4, axis=1)
        i, f = self.recurrent_activation(z[0]), self.recurrent_activation(z[1])
        c = f * c + i * self.activation(z[2])
        h = self.recurrent_activation(z[3]) * self.activation(c)
        return h, [h, c]


__name__ = "tf_keras.src.layers.rnn.gru"


class GRUCell(_Cell):
    """One step of GRU."""

    _gates = 3
    _names = ("units activation recurrent_activation use_bias kernel_initializer recurrent_initializer "
              "bias_initializer kernel_regularizer recurrent_regularizer bias_regularizer kernel_constraint "
              "recurrent_constraint bias_constraint dropout recurrent_dropout implementation reset_after")

    def __init__(self, units, activation="tanh", recurrent_activation="sigmoid", use_bias=True,
                 kernel_initializer="glorot_uniform", recurrent_initializer="orthogonal", bias_initializer="zeros",
                 kernel_regularizer=None, recurrent_regularizer=None, bias_regularizer=None, kernel_constraint=None,
                 recurrent_constraint=None, bias_constraint=None, dropout=0.0, recurrent_dropout=0.0, reset_after=True,
                 **kwargs):
        implementation = kwargs.pop("implementation", 2)
        super().__init__(**kwargs)
        self._init_cell(units, dict(
            activation=activation, recurrent_activation=recurrent_activation, use_bias=use_bias,
            kernel_initializer=kernel_initializer, recurrent_initializer=recurrent_initializer,
            bias_initializer=bias_initializer, kernel_regularizer=kernel_regularizer,
            recurrent_regularizer=recurrent_regularizer, bias_regularizer=bias_regularizer,
            kernel_constraint=kernel_constraint, recurrent_constraint=recurrent_constraint,
            bias_constraint=bias_constraint), dropout, recurrent_dropout)
        self.implementation = 1 if self.recurrent_dropout != 0 else implementation
        self.reset_after = reset_after

    @property
    def state_size(self):
        """The size of the state."""
        return self.units

    def build(self, input_shape):
        self._build_weights(input_shape, (2, 3 * self.units) if self.reset_after else (3 * self.units,))

    def _biases(self):
        if self.bias is None:
            return None, None
        if not self.reset_after:
            return self.bias, None
        return tf.unstack(self.bias)

    def call(self, inputs, states, training=None):
        h = _state(states)
        x_mask = self.get_dropout_mask_for_cell(inputs, training, count=3)
        h_mask = self.get_recurrent_dropout_mask_for_cell(h, training, count=3)
        bias, recurrent_bias = self._biases()
        if self.implementation == 1:
            new, z = self._parts(inputs, h, x_mask, h_mask, bias, recurrent_bias)
        else:
            new, z = self._whole(inputs * x_mask[0] if 0.0 < self.dropout < 1.0 else inputs, h, bias, recurrent_bias)
        out = z * h + (1 - z) * new
        return out, [out] if isinstance(states, (list, tuple)) else out

    def _whole(self, inputs, h, bias, recurrent_bias):
        a = tf.matmul(inputs, self.kernel)
        if bias is not None:
            a = tf.nn.bias_add(a, bias)
        xz, xr, xh = tf.split(a, 3, axis=-1)
        n = self.units
        if self.reset_after:
            b = tf.matmul(h, self.recurrent_kernel)
            if recurrent_bias is not None:
                b = tf.nn.bias_add(b, recurrent_bias)
        else:
            b = tf.matmul(h, self.recurrent_kernel[:, :2 * n])
        hz, hr, hh = tf.split(b, [n, n, n if self.reset_after else 0], axis=-1)
        z, r = self.recurrent_activation(xz + hz), self.recurrent_activation(xr + hr)
        hh = r * hh if self.reset_after else tf.matmul(r * h, self.recurrent_kernel[:, 2 * n:])
        return self.activation(xh + hh), z

    def _parts(self, inputs, h, x_mask, h_mask, bias, recurrent_bias):
        n = self.units
        xs = [inputs * m for m in x_mask] if 0.0 < self.dropout < 1.0 else [inputs] * 3
        hs = [h * m for m in h_mask] if 0.0 < self.recurrent_dropout < 1.0 else [h] * 3
        x = [tf.matmul(v, k) for v, k in zip(xs, tf.split(self.kernel, 3, axis=1))]
        if bias is not None:
            x = [tf.nn.bias_add(v, b) for v, b in zip(x, tf.split(bias, 3))]
        kernels = tf.split(self.recurrent_kernel, 3, axis=1)
        u = [tf.matmul(hs[i], kernels[i]) for i in range(2)]
        if self.reset_after and recurrent_bias is not None:
            u = [tf.nn.bias_add(v, recurrent_bias[i * n:(i + 1) * n]) for i, v in enumerate(u)]
        z, r = self.recurrent_activation(x[0] + u[0]), self.recurrent_activation(x[1] + u[1])
        if self.reset_after:
            hh = tf.matmul(hs[2], kernels[2])
            if recurrent_bias is not None:
                hh = tf.nn.bias_add(hh, recurrent_bias[n * 2:])
            hh = r * hh
        else:
            hh = tf.matmul(r * hs[2], kernels[2])
        return self.activation(x[2] + hh), z


def _of_cell(name):
    """A setting of the cell as one of the layer."""
    return property(lambda self: getattr(self.cell, name))


class _CellRNN(RNN):
    """What LSTM, GRU and SimpleRNN share: settings are those of their cells."""

    units = _of_cell("units")
    activation = _of_cell("activation")
    use_bias = _of_cell("use_bias")
    kernel_initializer = _of_cell("kernel_initializer")
    recurrent_initializer = _of_cell("recurrent_initializer")
    bias_initializer = _of_cell("bias_initializer")
    kernel_regularizer = _of_cell("kernel_regularizer")
    recurrent_regularizer = _of_cell("recurrent_regularizer")
    bias_regularizer = _of_cell("bias_regularizer")
    kernel_constraint = _of_cell("kernel_constraint")
    recurrent_constraint = _of_cell("recurrent_constraint")
    bias_constraint = _of_cell("bias_constraint")
    dropout = _of_cell("dropout")
    recurrent_dropout = _of_cell("recurrent_dropout")
    implementation = _of_cell("implementation")

    def _init_layer(self, activity_regularizer):
        self.activity_regularizer = common.regularizers.get(activity_regularizer)
        self.input_spec = [InputSpec(ndim=3)]

    def call(self, inputs, mask=None, training=None, initial_state=None):
        return super().call(inputs, mask=mask, training=training, initial_state=initial_state)

    def get_config(self):
        out = super().get_config()
        names = self.cell._names.split()
        at = names.index("kernel_constraint")
        for name in names[:at]:
            out.update(common.settings(self, name))
        out["activity_regularizer"] = None if self.activity_regularizer is None else \
            common.regularizers.serialize(self.activity_regularizer)
        for name in names[at:]:
            out.update(common.settings(self, name))
        return out

    @classmethod
    def from_config(cls, config):
        if config.get("implementation") == 0:
            config["implementation"] = 1
        return cls(**config)


def _cell_arguments(kwargs):
    """The arguments of a layer that its cell gets too."""
    return {"dtype": kwargs.get("dtype"), "trainable": kwargs.get("trainable", True)}


__name__ = "tf_keras.src.layers.rnn.simple_rnn"


class SimpleRNN(_CellRNN):
    """tanh(x @ kernel + h @ recurrent_kernel + bias) over steps.

    >>> tf.keras.layers.SimpleRNN(4)(tf.zeros([2, 3, 5])).shape
    TensorShape([2, 4])
    """

    def __init__(self, units, activation="tanh", use_bias=True, kernel_initializer="glorot_uniform",
                 recurrent_initializer="orthogonal", bias_initializer="zeros", kernel_regularizer=None,
                 recurrent_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
                 recurrent_constraint=None, bias_constraint=None, dropout=0.0, recurrent_dropout=0.0,
                 return_sequences=False, return_state=False, go_backwards=False, stateful=False, unroll=False,
                 **kwargs):
        kwargs.pop("implementation", None)
        cell = SimpleRNNCell(units, activation, use_bias, kernel_initializer, recurrent_initializer, bias_initializer,
                             kernel_regularizer, recurrent_regularizer, bias_regularizer, kernel_constraint,
                             recurrent_constraint, bias_constraint, dropout, recurrent_dropout, name="simple_rnn_cell",
                             **_cell_arguments(kwargs))
        super().__init__(cell, return_sequences=return_sequences, return_state=return_state, go_backwards=go_backwards,
                         stateful=stateful, unroll=unroll, **kwargs)
        self._init_layer(activity_regularizer)


class _Whole(_CellRNN):
    """LSTM and GRU, whose whole run is one kernel: dropout of inputs then differs from step to step."""

    _count = 4

    def _is_whole(self):
        c = self.cell
        return (c.activation is activations.tanh and c.recurrent_activation is activations.sigmoid
                and c.recurrent_dropout == 0 and not self.unroll and c.use_bias and getattr(c, "reset_after", True))

    def call(self, inputs, mask=None, training=None, initial_state=None):
        if not self._is_whole():
            return super().call(inputs, mask=mask, training=training, initial_state=initial_state)
        inputs, lengths = dense_inputs(inputs)
        self._check_ragged(lengths is not None, mask)
        inputs, initial_state, _ = self._process_inputs(inputs, initial_state, None)
        mask = step_mask(mask, lengths, inputs)
        reset_masks(self.cell)
        rate = self.cell.dropout
        if rate > 0:
            inputs = inputs * self.cell.get_dropout_mask_for_cell(inputs, training, count=self._count)[0]
        object.__setattr__(self.cell, "dropout", 0.0)
        try:
            last, outputs, states = self._all_steps(inputs, initial_state, mask)
        finally:
            object.__setattr__(self.cell, "dropout", rate)
        return self._finished(last, outputs, list(states), lengths)

    def _all_steps(self, inputs, states, mask):
        """All steps: the last output, all outputs, the last states."""
        weights = [self.cell.kernel, self.cell.recurrent_kernel, self.cell.bias]
        if native.derived_twice() or any(x.dtype != tf.float32 for x in [inputs] + list(states) + weights) or \
                inputs.shape.rank != 3 or type(self.cell).call is not self._cell.call:
            return rnn(lambda x, s: self.cell.call(x, s), inputs, states, go_backwards=self.go_backwards, mask=mask,
                       time_major=self.time_major, zero_output_for_mask=self.zero_output_for_mask,
                       return_all_outputs=self.return_sequences)
        if self.time_major:
            inputs = steps_first(inputs)
            mask = None if mask is None else steps_first(mask)
        if mask is not None:
            mask = tf.cast(mask, tf.bool)
            mask = tf.squeeze(mask, -1) if mask.shape.rank == 3 else mask
        y, last, *after = self._kernel(inputs, *states, *weights, mask, self.go_backwards, self.zero_output_for_mask)
        return last, steps_first(y) if self.time_major else y, after


__name__ = "tf_keras.src.layers.rnn.gru"


class GRU(_Whole):
    """Gated recurrent units over steps.

    >>> tf.keras.layers.GRU(4)(tf.zeros([2, 3, 5])).shape
    TensorShape([2, 4])
    """

    _count = 3
    _cell, _kernel = GRUCell, staticmethod(native.gru)
    recurrent_activation = _of_cell("recurrent_activation")
    reset_after = _of_cell("reset_after")

    def __init__(self, units, activation="tanh", recurrent_activation="sigmoid", use_bias=True,
                 kernel_initializer="glorot_uniform", recurrent_initializer="orthogonal", bias_initializer="zeros",
                 kernel_regularizer=None, recurrent_regularizer=None, bias_regularizer=None, activity_regularizer=None,
                 kernel_constraint=None, recurrent_constraint=None, bias_constraint=None, dropout=0.0,
                 recurrent_dropout=0.0, return_sequences=False, return_state=False, go_backwards=False, stateful=False,
                 unroll=False, time_major=False, reset_after=True, **kwargs):
        cell = GRUCell(units, activation, recurrent_activation, use_bias, kernel_initializer, recurrent_initializer,
                       bias_initializer, kernel_regularizer, recurrent_regularizer, bias_regularizer, kernel_constraint,
                       recurrent_constraint, bias_constraint, dropout, recurrent_dropout, reset_after,
                       implementation=kwargs.pop("implementation", 2), name="gru_cell", **_cell_arguments(kwargs))
        super().__init__(cell, return_sequences=return_sequences, return_state=return_state, go_backwards=go_backwards,
                         stateful=stateful, unroll=unroll, time_major=time_major, **kwargs)
        self._init_layer(activity_regularizer)


__name__ = "tf_keras.src.layers.rnn.lstm"


class LSTM(_Whole):
    """Long short-term memory over steps; ragged inputs go by their own lengths.

    >>> tf.keras.layers.LSTM(4)(tf.zeros([2, 3, 5])).shape
    TensorShape([2, 4])
    """

    _cell, _kernel = LSTMCell, staticmethod(native.lstm)
    recurrent_activation = _of_cell("recurrent_activation")
    unit_forget_bias = _of_cell("unit_forget_bias")

    def __init__(self, units, activation="tanh", recurrent_activation="sigmoid", use_bias=True,
                 kernel_initializer="glorot_uniform", recurrent_initializer="orthogonal", bias_initializer="zeros",
                 unit_forget_bias=True, kernel_regularizer=None, recurrent_regularizer=None, bias_regularizer=None,
                 activity_regularizer=None, kernel_constraint=None, recurrent_constraint=None, bias_constraint=None,
                 dropout=0.0, recurrent_dropout=0.0, return_sequences=False, return_state=False, go_backwards=False,
                 stateful=False, time_major=False, unroll=False, **kwargs):
        cell = LSTMCell(units, activation, recurrent_activation, use_bias, kernel_initializer, recurrent_initializer,
                        bias_initializer, unit_forget_bias, kernel_regularizer, recurrent_regularizer, bias_regularizer,
                        kernel_constraint, recurrent_constraint, bias_constraint, dropout, recurrent_dropout,
                        implementation=kwargs.pop("implementation", 2), name="lstm_cell", **_cell_arguments(kwargs))
        super().__init__(cell, return_sequences=return_sequences, return_state=return_state, go_backwards=go_backwards,
                         stateful=stateful, unroll=unroll, time_major=time_major, **kwargs)
        self._init_layer(activity_regularizer)
