"""Bidirectional: a recurrent layer forwards and one backwards."""

__name__ = "tf_keras.src.layers.rnn.bidirectional"

import copy

import tensorflow as tf
import _keras_saving as saving
from _keras_layer import Layer
from _keras_rnn import split_states
from _keras_tensor_type import KerasTensor
from _keras_wrappers import Wrapper


class Bidirectional(Wrapper):
    """Runs a recurrent layer from the first step on and from the last.

    >>> tf.keras.layers.Bidirectional(tf.keras.layers.LSTM(3))(tf.zeros([2, 4, 5])).shape
    TensorShape([2, 6])
    """

    def __init__(self, layer, merge_mode="concat", weights=None, backward_layer=None, **kwargs):
        if not isinstance(layer, Layer):
            raise ValueError("Please initialize `Bidirectional` layer with a `tf.keras.layers.Layer` instance. "
                             "Received: "
                             f"{layer}")
        if backward_layer is not None and not isinstance(backward_layer, Layer):
            raise ValueError("`backward_layer` need to be a `tf.keras.layers.Layer` instance. Received: "
                             f"{backward_layer}")
        if merge_mode not in ["sum", "mul", "ave", "concat", None]:
            raise ValueError(f"Invalid merge mode. Received: {merge_mode}. Merge mode should be one of "
                             '{"sum", "mul", "ave", "concat", None}')
        super().__init__(layer, **kwargs)
        del self.layer
        # A copy, so that the name of the layer that was given stays as it is.
        given = layer
        self.forward_layer = self._copy(layer)
        put = object.__setattr__
        if backward_layer is None:
            self.backward_layer = self._copy(layer, go_backwards=True)
        else:
            self.backward_layer = backward_layer
            put(self, "_backward_layer_config", saving.serialize_keras_object(backward_layer))
        put(self.forward_layer, "_name", "forward_" + self.forward_layer.name)
        put(self.backward_layer, "_name", "backward_" + self.backward_layer.name)
        self._check()
        for own in (self.forward_layer, self.backward_layer):
            put(own, "zero_output_for_mask", own.return_sequences)  # a last output stays that of the last step there is
        put(self, "merge_mode", merge_mode)
        if weights:
            half = len(weights) // 2
            put(self.forward_layer, "_initial_weights", weights[:half])
            put(self.backward_layer, "_initial_weights", weights[half:])
        put(self, "_stateful", layer.stateful)
        put(self, "return_sequences", layer.return_sequences)
        put(self, "return_state", layer.return_state)
        self.supports_masking = True
        put(self, "_num_constants", 0)
        self.input_spec = layer.input_spec
        put(self, "_layer_config", (type(given), given.get_config()))

    @property
    def layer(self):
        """The layer forwards."""
        return self.__dict__.get("forward_layer", self.__dict__.get("_wrapped"))

    @layer.setter
    def layer(self, value):
        object.__setattr__(self, "_wrapped", value)

    @layer.deleter
    def layer(self):
        object.__setattr__(self, "_wrapped", None)

    @staticmethod
    def _copy(layer, go_backwards=False):
        config = layer.get_config()
        if go_backwards:
            config["go_backwards"] = not config["go_backwards"]
        return type(layer).from_config(config)

    def _check(self):
        f, b = self.forward_layer, self.backward_layer
        if f.go_backwards == b.go_backwards:
            raise ValueError("Forward layer and backward layer should have different `go_backwards` value. Received: "
                             f"forward_layer.go_backwards {f.go_backwards}, "
                             f"backward_layer.go_backwards={b.go_backwards}")
        for name in ("stateful", "return_sequences", "return_state"):
            if getattr(f, name) != getattr(b, name):
                raise ValueError(f"Forward layer and backward layer are expected to have the same value for attribute "
                                 f"\"{name}\", got \"{getattr(f, name)}\" for forward layer and \"{getattr(b, name)}\" "
                                 f"for backward layer")

    def build(self, input_shape):
        import _keras_context as context
        frame = context.calls[-1] if context.calls else None
        for own in (self.forward_layer, self.backward_layer):
            with tf.name_scope(own.name):
                if frame is not None:
                    frame.scope += "/" + own.name
                try:
                    own.build(input_shape)
                    own.built = True
                finally:
                    if frame is not None:
                        frame.scope = frame.scope[:-len(own.name) - 1]
        self.built = True

    def __call__(self, inputs, initial_state=None, constants=None, **kwargs):
        inputs, initial_state, constants = split_states(inputs, initial_state, constants, self._num_constants)
        if initial_state is None and constants is None:
            return super().__call__(inputs, **kwargs)
        if initial_state is not None:
            if len(initial_state) % 2:
                raise ValueError("When passing `initial_state` to a Bidirectional RNN, the state should be a list "
                                 "containing the "
                                 f"states of the underlying RNNs. Received: {initial_state}")
            if isinstance(tf.nest.flatten(initial_state)[0], KerasTensor):
                spec, self.input_spec = self.input_spec, None
                try:
                    return super().__call__([inputs] + initial_state, **kwargs)
                finally:
                    self.input_spec = spec
            kwargs["initial_state"] = initial_state
        if constants is not None:
            kwargs["constants"] = constants
        return super().__call__(inputs, **kwargs)

    def call(self, inputs, training=None, mask=None, initial_state=None, constants=None):
        kwargs = {}
        if self.forward_layer._call_spec.training:
            kwargs["training"] = training
        if self.forward_layer._call_spec.mask:
            kwargs["mask"] = mask
        if isinstance(inputs, list) and initial_state is None and len(inputs) > 1:
            inputs, initial_state = inputs[0], inputs[1:]
        if initial_state is not None:
            half = len(initial_state) // 2
            y = self.forward_layer(inputs, initial_state=initial_state[:half], **kwargs)
            z = self.backward_layer(inputs, initial_state=initial_state[half:], **kwargs)
        else:
            y = self.forward_layer(inputs, **kwargs)
            z = self.backward_layer(inputs, **kwargs)
        states = []
        if self.return_state:
            states = y[1:] + z[1:]
            y, z = y[0], z[0]
        if self.return_sequences:
            z = _reversed(z, 0 if getattr(self.forward_layer, "time_major", False) else 1)
        out = self._merged(y, z)
        if not self.return_state:
            return out
        return list(out) + states if self.merge_mode is None else [out] + states

    def _merged(self, y, z):
        mode = self.merge_mode
        if mode == "concat":
            return tf.concat([y, z], axis=-1)
        if mode == "sum":
            return y + z
        if mode == "ave":
            return (y + z) / 2
        if mode == "mul":
            return y * z
        return [y, z]

    def reset_states(self):
        """Sets the states that are kept to zero."""
        self.forward_layer.reset_states()
        self.backward_layer.reset_states()

    def compute_mask(self, inputs, mask):
        if isinstance(mask, list):
            mask = mask[0]
        if self.return_sequences:
            out = mask if self.merge_mode else [mask, mask]
        else:
            out = None if self.merge_mode else [None, None]
        if self.return_state:
            n = [None for _ in self.forward_layer.states]
            return out + n * 2 if isinstance(out, list) else [out] + n * 2
        return out

    def compute_output_shape(self, input_shape):
        out = self.forward_layer.compute_output_shape(input_shape)
        states = []
        if self.return_state:
            out, states = out[0], out[1:]
        if self.merge_mode == "concat":
            out = tf.TensorShape(out.as_list()[:-1] + [out[-1] * 2])
        elif self.merge_mode is None:
            out = [out, out]
        if self.return_state:
            return (out if isinstance(out, list) else [out]) + states + copy.copy(states)
        return out

    def get_config(self):
        out = {"name": self.name, "trainable": self.trainable, "dtype": super(Wrapper, self).get_config()["dtype"]}
        if hasattr(self, "_batch_input_shape"):
            out["batch_input_shape"] = self._batch_input_shape
        cls, config = self._layer_config
        out["layer"] = saving.serialize_keras_object(cls.from_config(config))
        out["merge_mode"] = self.merge_mode
        if hasattr(self, "_backward_layer_config"):
            out["backward_layer"] = self._backward_layer_config
        return out

    @classmethod
    def from_config(cls, config, custom_objects=None):
        config = copy.deepcopy(config)
        backward = config.pop("backward_layer", None)
        if backward is not None:
            config["backward_layer"] = saving.layer_of(backward, custom_objects)
        layer = saving.layer_of(config.pop("layer"), custom_objects)
        return cls(layer, **config)


def _reversed(z, axis):
    """The steps in the other order; each row of a ragged tensor by itself."""
    if isinstance(z, tf.RaggedTensor):
        return tf.reverse(z, [axis])
    return tf.reverse(z, [axis])
