"""Recurrent layers: the loop over steps, RNN around a cell, and stacks of cells."""

__name__ = "tf_keras.src.layers.rnn.base_rnn"

import copy

import tensorflow as tf
import _keras_config as config
import _keras_saving as saving
from _keras_layer import Layer
from _keras_spec import InputSpec
from _keras_tensor_type import KerasTensor


def steps_first(x):
    """(batch, steps, ...) as (steps, batch, ...), and the other way."""
    return tf.transpose(x, [1, 0] + list(range(2, x.shape.rank)))


def rnn(step_function, inputs, initial_states, go_backwards=False, mask=None, constants=None, unroll=False,
        input_length=None, time_major=False, zero_output_for_mask=False, return_all_outputs=True):
    """Runs a step over the steps of inputs: the last output, all outputs and the last states.

    >>> step, x = lambda x, s: (x + s[0], [x + s[0]]), tf.ones([1, 3, 2])
    >>> last, outputs, states = tf.keras.backend.rnn(step, x, [tf.zeros([1, 2])])
    >>> outputs[0, :, 0]
    <tf.Tensor: shape=(3,), dtype=float32, numpy=array([1., 2., 3.], dtype=float32)>

    step_function(inputs, states) gives an output and new states, all of shape (batch, ...). At masked steps
    states and outputs stay as they were, or outputs are zero."""
    constants = list(constants or [])
    if not time_major:
        inputs = tf.nest.map_structure(steps_first, inputs)
    first = tf.nest.flatten(inputs)[0]
    steps = first.shape[0]
    if mask is not None:
        mask = tf.cast(mask, tf.bool)
        if mask.shape.rank == 2:
            mask = tf.expand_dims(mask, -1)
        if not time_major:
            mask = steps_first(mask)
    if go_backwards:
        inputs = tf.nest.map_structure(lambda x: tf.reverse(x, [0]), inputs)
        mask = None if mask is None else tf.reverse(mask, [0])
    if unroll and not steps:
        raise ValueError("Unrolling requires a fixed number of timesteps.")
    run = _run_unrolled if unroll or tf.executing_eagerly() and steps else _run_loop
    last, outputs, states = run(step_function, inputs, tuple(initial_states), mask, constants, zero_output_for_mask,
                                return_all_outputs)
    if not time_major and return_all_outputs:
        outputs = tf.nest.map_structure(steps_first, outputs)
    return last, outputs, states


def _fit(mask, x):
    """A mask of steps as wide as what it chooses."""
    while mask.shape.rank < x.shape.rank:
        mask = tf.expand_dims(mask, -1)
    while mask.shape.rank > x.shape.rank:
        mask = tf.squeeze(mask, -1)
    return mask


def _chosen(mask, new, old):
    return tf.nest.map_structure(lambda a, b: tf.where(_fit(mask, a), a, b), new, old)


def _zeros(x):
    return tf.nest.map_structure(tf.zeros_like, x)


def _run_unrolled(step, inputs, states, mask, constants, zero, every):
    n = tf.nest.flatten(inputs)[0].shape[0]
    outputs, before = [], None
    for i in range(n):
        out, new = step(tf.nest.map_structure(lambda x: x[i], inputs), tuple(states) + tuple(constants))
        new = tf.nest.pack_sequence_as(states, tf.nest.flatten(new))
        if mask is not None:
            if zero or before is None:
                before = _zeros(out)
            out = _chosen(mask[i], out, before)
            new = _chosen(mask[i], new, states)
        before, states = out, new
        if every:
            outputs.append(out)
        else:
            outputs = [out]
    stacked = tf.nest.map_structure(lambda *x: tf.stack(x), *outputs)
    return outputs[-1], stacked, states


def _run_loop(step, inputs, states, mask, constants, zero, every):
    # The output of a step of zeros tells the shapes.
    sample, _ = step(tf.nest.map_structure(_first, inputs), tuple(states) + tuple(constants))
    flat_sample, flat_states = tf.nest.flatten(sample), tf.nest.flatten(states)
    n = len(flat_sample)
    flat_inputs = tf.nest.flatten(inputs)

    def one(held, now):
        before, old = held[:n], held[n:]
        m = None
        if mask is not None:
            now, m = now[:-1], now[-1]
        out, new = step(tf.nest.pack_sequence_as(inputs, list(now)),
                        tuple(tf.nest.pack_sequence_as(states, list(old))) + tuple(constants))
        flat_out, flat_new = tf.nest.flatten(out), tf.nest.flatten(new)
        if m is not None:
            flat_out = [tf.where(_fit(m, a), a, tf.zeros_like(a) if zero else b) for a, b in zip(flat_out, before)]
            flat_new = [tf.where(_fit(m, a), a, b) for a, b in zip(flat_new, old)]
        return tuple(flat_out) + tuple(flat_new)

    start = tuple(tf.zeros_like(x) for x in flat_sample) + tuple(flat_states)
    if not every:
        # Nobody asks for the outputs between: a loop that keeps none of them.
        def body(i, *held):
            now = tuple(tf.gather(x, i) for x in flat_inputs) + (() if mask is None else (tf.gather(mask, i),))
            return (i + 1,) + one(held, now)

        count = tf.shape(flat_inputs[0])[0]
        last = list(tf.while_loop(lambda i, *_: i < count, body, (tf.constant(0),) + start))[1:]
        final = tf.nest.pack_sequence_as(sample, last[:n])
        return final, final, tf.nest.pack_sequence_as(states, last[n:])
    elems = tuple(flat_inputs) + (() if mask is None else (mask,))
    found = tf.scan(one, elems, initializer=start)
    # There may be no step at all: then the states are those at the start.
    last = [tf.concat([s[tf.newaxis], f], 0)[-1] for s, f in zip(start, found)]
    outputs = tf.nest.pack_sequence_as(sample, list(found[:n]))
    return tf.nest.pack_sequence_as(sample, last[:n]), outputs, tf.nest.pack_sequence_as(states, last[n:])


def _first(x):
    """A step of zeros: there may be none."""
    return tf.zeros(tf.shape(x)[1:], x.dtype) if None in x.shape.as_list() else tf.zeros_like(x[0])


def state_sizes(cell):
    """The sizes of a cell's states as a list."""
    size = cell.state_size
    return list(size) if isinstance(size, (list, tuple)) else [size]


def zero_states(cell, batch, dtype):
    """States of zeros for a cell, in the form of its state_size."""
    def zeros(size):
        return tf.zeros([batch] + tf.TensorShape(size).as_list(), dtype)

    sizes = cell.state_size
    if isinstance(sizes, (list, tuple)) and not isinstance(sizes, tf.TensorShape):
        return type(sizes)([_nested(s, zeros) for s in sizes]) if not hasattr(sizes, "_fields") else sizes
    return zeros(sizes)


def _nested(size, zeros):
    if isinstance(size, (list, tuple)) and not isinstance(size, tf.TensorShape) and \
            any(isinstance(s, (list, tuple)) for s in size):
        return type(size)([_nested(s, zeros) for s in size])
    if isinstance(size, (list, tuple)) and not isinstance(size, tf.TensorShape):
        return [zeros(s) for s in size]
    return zeros(size)


def caller(cell):
    """A cell as a step: layers are called, other objects' call is."""
    return cell.__call__ if isinstance(cell, Layer) else cell.call


class RNN(Layer):
    """Runs a cell over the steps of its inputs.

    >>> tf.keras.layers.RNN(tf.keras.layers.SimpleRNNCell(3))(tf.zeros([2, 5, 4])).shape
    TensorShape([2, 3])
    """

    def __init__(self, cell, return_sequences=False, return_state=False, go_backwards=False, stateful=False,
                 unroll=False, time_major=False, **kwargs):
        if isinstance(cell, (list, tuple)):
            cell = StackedRNNCells(cell)
        if "call" not in dir(cell):
            raise ValueError("Argument `cell` should have a `call` method. " f"The RNN was passed: cell={cell}")
        if "state_size" not in dir(cell):
            raise ValueError("The RNN cell should have a `state_size` attribute (tuple of integers, one integer "
                             "per RNN "
                             f"state). Received: cell={cell}")
        zero = kwargs.pop("zero_output_for_mask", False)
        if "input_shape" not in kwargs and ("input_dim" in kwargs or "input_length" in kwargs):
            kwargs["input_shape"] = (kwargs.pop("input_length", None), kwargs.pop("input_dim", None))
        super().__init__(**kwargs)
        put = object.__setattr__
        put(self, "zero_output_for_mask", zero)
        self.cell = cell
        for name, value in (("return_sequences", return_sequences), ("return_state", return_state),
                            ("go_backwards", go_backwards), ("_stateful", stateful), ("unroll", unroll),
                            ("time_major", time_major)):
            put(self, name, value)
        self.supports_masking = True
        put(self, "_states", None)
        put(self, "constants_spec", None)
        put(self, "_num_constants", 0)

    @property
    def states(self):
        """The states that a stateful layer keeps."""
        return [None for _ in state_sizes(self.cell)] if self._states is None else self._states

    @property
    def stateful(self):
        """Whether states are kept from batch to batch."""
        return self._stateful

    @stateful.setter
    def stateful(self, value):
        object.__setattr__(self, "_stateful", value)

    def build(self, input_shape):
        shape = input_shape[0] if isinstance(input_shape, list) else input_shape
        shape = tf.nest.flatten(shape)[0] if not isinstance(shape, tf.TensorShape) else shape
        nested = not isinstance(input_shape, (tf.TensorShape, list))
        if shape.rank is not None:
            object.__setattr__(self, "_built_batch", shape[1 if self.time_major else 0])

        def inner(s):
            sizes = s.as_list()
            return tf.TensorShape([sizes[1 if self.time_major else 0]] + sizes[2:])

        step = tf.nest.map_structure(inner, input_shape if nested else shape)
        if isinstance(self.cell, Layer) and not self.cell.built:
            with tf.name_scope(self.cell.name):
                import _keras_context as context
                frame = context.calls[-1] if context.calls else None
                if frame is not None:
                    frame.scope += "/" + self.cell.name
                try:
                    self.cell.build(step)
                finally:
                    if frame is not None:
                        frame.scope = frame.scope[:-len(self.cell.name) - 1]
            self.cell.built = True
        if self._stateful and self._states is None:
            self.reset_states()
        self.built = True

    def get_initial_state(self, inputs):
        """States of zeros for inputs."""
        first = tf.nest.flatten(inputs)[0]
        batch = tf.shape(first)[1 if self.time_major else 0]
        own = getattr(self.cell, "get_initial_state", None)
        dtype = first.dtype
        if own is not None:
            state = own(inputs=None, batch_size=batch, dtype=dtype)
        else:
            state = zero_states(self.cell, batch, dtype)
        return list(state) if isinstance(state, (list, tuple)) else [state]

    def __call__(self, inputs, initial_state=None, constants=None, **kwargs):
        inputs, initial_state, constants = split_states(inputs, initial_state, constants, self._num_constants)
        if initial_state is None and constants is None:
            return super().__call__(inputs, **kwargs)
        extra = []
        if initial_state is not None:
            extra += initial_state
        if constants is not None:
            extra += constants
            object.__setattr__(self, "_num_constants", len(constants))
        flat = tf.nest.flatten(extra)
        if flat and isinstance(flat[0], KerasTensor):
            spec = self.input_spec
            self.input_spec = None
            try:
                return super().__call__([inputs] + extra, **kwargs)
            finally:
                self.input_spec = spec
        if initial_state is not None:
            kwargs["initial_state"] = initial_state
        if constants is not None:
            kwargs["constants"] = constants
        return super().__call__(inputs, **kwargs)

    def call(self, inputs, mask=None, training=None, initial_state=None, constants=None):
        inputs, lengths = dense_inputs(inputs)
        self._check_ragged(lengths is not None, mask)
        inputs, initial_state, constants = self._process_inputs(inputs, initial_state, constants)
        if isinstance(self.cell, Layer):
            reset_masks(self.cell)
        mask = step_mask(mask, lengths, inputs)
        first = tf.nest.flatten(inputs)[0]
        steps = first.shape[0] if self.time_major else first.shape[1]
        if self.unroll and steps is None:
            raise ValueError("Cannot unroll a RNN if the time dimension is undefined. \n- If using a Sequential model, "
                             "specify the time dimension by passing an `input_shape` or `batch_input_shape` argument "
                             "to your first layer. If your first layer is an Embedding, you can also use the "
                             "`input_length` argument.\n- If using the functional API, specify the time dimension by "
                             "passing a `shape` or `batch_shape` argument to your Input layer.")
        kwargs = {}
        if isinstance(self.cell, Layer) and self.cell._call_spec.training:
            kwargs["training"] = training
        elif not isinstance(self.cell, Layer) and _takes(self.cell.call, "training"):
            kwargs["training"] = training
        run = caller(self.cell)
        single = len(state_sizes(self.cell)) == 1 and not isinstance(self.cell.state_size, (list, tuple))

        def step(x, states):
            given = dict(kwargs)
            if constants:
                given["constants"] = list(states[-self._num_constants:])
                states = states[:-self._num_constants]
            states = states[0] if single else states
            out, new = run(x, states, **given)
            return out, list(new) if isinstance(new, (list, tuple)) else [new]

        last, outputs, states = rnn(step, inputs, initial_state, go_backwards=self.go_backwards, mask=mask,
                                    constants=constants, unroll=self.unroll, time_major=self.time_major,
                                    zero_output_for_mask=self.zero_output_for_mask,
                                    return_all_outputs=self.return_sequences)
        return self._finished(last, outputs, list(states), lengths)

    def _finished(self, last, outputs, states, lengths):
        """What call gives, of what the loop gave."""
        if self._stateful:
            for own, new in zip(tf.nest.flatten(self._states), tf.nest.flatten(states)):
                own.assign(tf.cast(new, own.dtype))
        if self.return_sequences:
            output = tf.nest.map_structure(lambda x: ragged_outputs(x, lengths, self.go_backwards), outputs)
        else:
            output = last
        return [output] + list(states) if self.return_state else output

    def _check_ragged(self, ragged, mask):
        if not ragged:
            return
        if mask is not None:
            raise ValueError(f"The mask that was passed in was {mask}, which cannot be applied to RaggedTensor inputs. "
                             f"Please "
                             "make sure that there is no mask injected by upstream layers.")
        if self.unroll:
            raise ValueError("The input received contains RaggedTensors and does not support unrolling. Disable "
                             "unrolling by passing `unroll=False` in the RNN Layer constructor.")

    def _process_inputs(self, inputs, initial_state, constants):
        if isinstance(inputs, (list, tuple)) and not hasattr(inputs, "_fields") and initial_state is None \
                and constants is None:
            n = self._num_constants
            states = list(inputs[1:-n]) if n else list(inputs[1:])
            constants = list(inputs[-n:]) if n else None
            initial_state = states or None
            inputs = inputs[0]
        if self._stateful:
            if initial_state is not None:
                zero = tf.reduce_sum([tf.cast(tf.math.count_nonzero(s), tf.float32)
                                      for s in tf.nest.flatten(self._states)])
                initial_state = tf.nest.map_structure(
                    lambda own, given: tf.where(tf.equal(zero, 0), given, own.read_value()), list(self._states),
                    list(initial_state))
            else:
                initial_state = [tf.nest.map_structure(lambda v: v.read_value(), s) for s in self._states]
            initial_state = [tf.nest.map_structure(lambda v: tf.cast(v, self.compute_dtype or "float32"), s)
                             for s in initial_state]
        elif initial_state is None:
            initial_state = self.get_initial_state(inputs)
        if len(initial_state) != len(self.states):
            raise ValueError(f"Layer has {len(self.states)} states but was passed {len(initial_state)} initial states. "
                             f"Received: initial_state={initial_state}")
        return inputs, initial_state, constants

    def reset_states(self, states=None):
        """Sets the states that are kept to zero, or to what is given."""
        if not self._stateful:
            raise AttributeError("Layer must be stateful.")
        spec = None if self.input_spec is None else tf.nest.flatten(self.input_spec)[0].shape
        batch = spec[1 if self.time_major else 0] if spec is not None else None
        if batch is None:
            given = getattr(self, "_batch_input_shape", None)
            batch = given[0] if given else getattr(self, "_built_batch", None)
        if not batch:
            raise ValueError("If a RNN is stateful, it needs to know its batch size. Specify the batch size of your "
                             "input tensors: \n- If using a Sequential model, specify the batch size by passing a "
                             "`batch_input_shape` argument to your first layer.\n- If using the functional API, "
                             "specify the batch size by passing a `batch_shape` argument to your Input layer.")
        if self._states is None:
            with tf.init_scope():
                zeros = zero_states(self.cell, batch, self.dtype)
                zeros = list(zeros) if isinstance(zeros, (list, tuple)) else [zeros]
                made = tf.nest.map_structure(lambda z: tf.Variable(z, trainable=False), zeros)
            object.__setattr__(self, "_states", made)
        elif states is None:
            for v in tf.nest.flatten(self._states):
                v.assign(tf.zeros_like(v))
        else:
            given = tf.nest.flatten(states)
            own = tf.nest.flatten(self._states)
            if len(given) != len(own):
                raise ValueError(f"Layer {self.name} expects {len(own)} states, but it received {len(given)} state "
                                 f"values. States received: {states}")
            for v, value in zip(own, given):
                v.assign(value)

    def compute_mask(self, inputs, mask):
        mask = tf.nest.flatten(mask)[0]
        out = mask if self.return_sequences else None
        return [out] + [None for _ in self.states] if self.return_state else out

    def compute_output_shape(self, input_shape):
        shape = tf.TensorShape(tf.nest.flatten(input_shape)[0] if isinstance(input_shape, list) and
                               isinstance(input_shape[0], tf.TensorShape) else input_shape).as_list()
        batch, steps = shape[0], shape[1]
        if self.time_major:
            batch, steps = steps, batch
        sizes = state_sizes(self.cell)
        out = getattr(self.cell, "output_size", None)
        size = tf.TensorShape(out if out is not None else sizes[0]).as_list()
        lead = ([steps, batch] if self.time_major else [batch, steps]) if self.return_sequences else [batch]
        result = tf.TensorShape(lead + size)
        if self.return_state:
            return [result] + [tf.TensorShape([batch] + tf.TensorShape(s).as_list()) for s in sizes]
        return result

    def get_config(self):
        out = super().get_config()
        for name in "return_sequences return_state go_backwards stateful unroll time_major".split():
            out[name] = getattr(self, name)
        if self._num_constants:
            out["num_constants"] = self._num_constants
        if self.zero_output_for_mask:
            out["zero_output_for_mask"] = True
        if type(self).get_config is RNN.get_config:
            out["cell"] = saving.serialize_keras_object(self.cell)
        return out

    @classmethod
    def from_config(cls, config, custom_objects=None):
        config = dict(config)
        cell = saving.layer_of(config.pop("cell"), custom_objects)
        n = config.pop("num_constants", 0)
        layer = cls(cell, **config)
        object.__setattr__(layer, "_num_constants", n)
        return layer


def _takes(function, name):
    import _keras_native as native
    return any(n == name or kind == 3 for n, kind, _, _ in native.parameters(function))


def reset_masks(cell):
    """Forgets the dropout masks of a cell and of those within."""
    for c in getattr(cell, "cells", [cell]):
        if hasattr(c, "reset_dropout_mask"):
            c.reset_dropout_mask()
            c.reset_recurrent_dropout_mask()


def split_states(inputs, initial_state, constants, n):
    """Inputs that are a list of the inputs, states and constants, apart."""
    if isinstance(inputs, list):
        if constants is None and n:
            constants, inputs = inputs[-n:], inputs[:-n]
        if len(inputs) > 1:
            initial_state, inputs = inputs[1:], inputs[:1]
        inputs = tuple(inputs) if len(inputs) > 1 else inputs[0]

    def as_list(x):
        return x if x is None or isinstance(x, list) else list(x) if isinstance(x, tuple) else [x]

    return inputs, as_list(initial_state), as_list(constants)


def dense_inputs(inputs):
    """Ragged inputs padded, and the lengths of their rows; other inputs as they are."""
    flat = tf.nest.flatten(inputs)
    if not any(isinstance(x, tf.RaggedTensor) for x in flat):
        return inputs, None
    lengths = flat[0].row_lengths()
    static = flat[0].shape

    def padded(x):
        return x.to_tensor()

    return tf.nest.map_structure(padded, inputs), lengths


def step_mask(mask, lengths, inputs):
    """The mask of steps: the one given, or that of the lengths of rows."""
    if isinstance(mask, (list, tuple)):
        mask = tf.nest.flatten(mask)[0]
    if lengths is None:
        return mask
    return tf.sequence_mask(lengths, tf.shape(tf.nest.flatten(inputs)[0])[1])


def ragged_outputs(outputs, lengths, go_backwards=False):
    """The outputs of ragged inputs as rows of their lengths."""
    if lengths is None:
        return outputs
    if go_backwards:
        outputs = tf.reverse(outputs, [1])
        return tf.RaggedTensor.from_tensor(outputs, lengths)
    return tf.RaggedTensor.from_tensor(outputs, lengths)


__name__ = "tf_keras.src.layers.rnn.abstract_rnn_cell"


class AbstractRNNCell(Layer):
    """What a cell must have: call, state_size and output_size."""

    def call(self, inputs, states):
        raise NotImplementedError

    @property
    def state_size(self):
        """The sizes of the states."""
        raise NotImplementedError

    @property
    def output_size(self):
        """The size of the outputs."""
        raise NotImplementedError

    def get_initial_state(self, inputs=None, batch_size=None, dtype=None):
        """States of zeros."""
        if inputs is not None:
            batch_size, dtype = tf.shape(inputs)[0], inputs.dtype
        if batch_size is None or dtype is None:
            raise ValueError("batch_size and dtype cannot be None while constructing initial state. Received: "
                             f"batch_size={batch_size}, dtype={dtype}")
        return zero_states(self, batch_size, dtype)


__name__ = "tf_keras.src.layers.rnn.stacked_rnn_cells"


class StackedRNNCells(Layer):
    """Cells one after the other, as a cell."""

    def __init__(self, cells, **kwargs):
        for cell in cells:
            if "call" not in dir(cell):
                raise ValueError(f"All cells must have a `call` method. Received cell without a `call` method: {cell}")
            if "state_size" not in dir(cell):
                raise ValueError("All cells must have a `state_size` attribute. Received cell without a `state_size`: "
                                 f"{cell}")
        self.reverse_state_order = kwargs.pop("reverse_state_order", False)
        reverse = self.reverse_state_order
        super().__init__(**kwargs)
        self.cells = list(cells)
        self.reverse_state_order = reverse

    @property
    def state_size(self):
        """The sizes of the cells' states."""
        return tuple(c.state_size for c in (self.cells[::-1] if self.reverse_state_order else self.cells))

    @property
    def output_size(self):
        """The size of the last cell's outputs."""
        last = self.cells[-1]
        if getattr(last, "output_size", None) is not None:
            return last.output_size
        return state_sizes(last)[0]

    def get_initial_state(self, inputs=None, batch_size=None, dtype=None):
        """States of zeros."""
        out = []
        for cell in self.cells[::-1] if self.reverse_state_order else self.cells:
            own = getattr(cell, "get_initial_state", None)
            out.append(own(inputs=inputs, batch_size=batch_size, dtype=dtype) if own else
                       zero_states(cell, batch_size, dtype))
        return tuple(out)

    def call(self, inputs, states, constants=None, training=None, **kwargs):
        new = []
        order = self.cells
        states = list(states)[::-1] if self.reverse_state_order else list(states)
        for cell, state in zip(order, states):
            state = state if isinstance(state, (list, tuple)) else [state]
            single = not isinstance(cell.state_size, (list, tuple))
            given = {}
            if isinstance(cell, Layer) and cell._call_spec.training or _takes(cell.call, "training"):
                given["training"] = training
            if constants is not None and _takes(cell.call, "constants"):
                given["constants"] = constants
            inputs, after = caller(cell)(inputs, state[0] if single else state, **given)
            new.append(after[0] if single and isinstance(after, (list, tuple)) else after)
        return inputs, tuple(new[::-1] if self.reverse_state_order else new)

    def build(self, input_shape):
        import _keras_context as context
        for cell in self.cells:
            if isinstance(cell, Layer) and not cell.built:
                with tf.name_scope(cell.name):
                    frame = context.calls[-1] if context.calls else None
                    if frame is not None:
                        frame.scope += "/" + cell.name
                    try:
                        cell.build(input_shape)
                    finally:
                        if frame is not None:
                            frame.scope = frame.scope[:-len(cell.name) - 1]
                    cell.built = True
            size = getattr(cell, "output_size", None)
            if size is None:
                size = state_sizes(cell)[0]
            batch = tf.nest.flatten(input_shape)[0][0]
            input_shape = tf.TensorShape([batch] + tf.TensorShape(size).as_list())
        self.built = True

    def get_config(self):
        out = super().get_config()
        out["cells"] = [saving.serialize_keras_object(c) for c in self.cells]
        return out

    @classmethod
    def from_config(cls, config, custom_objects=None):
        config = dict(config)
        cells = [saving.layer_of(c, custom_objects) for c in config.pop("cells")]
        return cls(cells, **config)
