"""tf.keras.Sequential: layers one after the other."""

__name__ = "tf_keras.src.engine.sequential"

import copy

import tensorflow as tf
import _keras_context as context
import _keras_saving as saving
from _keras_layer import Layer
from _keras_model import Functional, Model
from _keras_network import conform
from _keras_tensor import Input, InputLayer
from _keras_tensor_type import KerasTensor


class Sequential(Functional):
    """A stack of layers.

    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,)), tf.keras.layers.ReLU()])
    >>> model.output_shape
    (None, 2)
    """

    _object_identifier = "_tf_keras_sequential"
    _scoped = False

    def __init__(self, layers=None, name=None):
        Model.__init__(self, name=name)
        put = object.__setattr__
        self.supports_masking = True
        put(self, "_has_explicit_input_shape", False)
        put(self, "_build_input_shape", None)
        put(self, "_inferred", None)
        put(self, "_deferred", False)
        put(self, "_graph_initialized", False)
        put(self, "_stack", [])
        if layers:
            if not isinstance(layers, (list, tuple)):
                layers = [layers]
            for layer in layers:
                self.add(layer)

    @property
    def layers(self):
        """The layers without that of the input."""
        layers = self._flatten_layers(recursive=False, include_self=False)
        return layers[1:] if layers and isinstance(layers[0], InputLayer) else layers

    def add(self, layer):
        """Adds a layer at the end."""
        if hasattr(layer, "_keras_history") and isinstance(layer, KerasTensor):
            origin = layer._keras_history.layer
            if isinstance(origin, InputLayer):
                layer = origin
        if not isinstance(layer, Layer):
            raise TypeError(f"The added layer must be an instance of class Layer. Received: layer={layer} of type "
                            f"{type(layer)}.")
        for other in self._flatten_layers(recursive=False, include_self=False):
            if other is not layer and other.name == layer.name:
                raise ValueError(f'All layers added to a Sequential model should have unique names. Name '
                                 f'"{layer.name}" is already '
                                 "the name of a layer in this model. Update the `name` argument to pass a unique name.")
        put = object.__setattr__
        put(self, "built", False)
        own = self._self_tracked_trackables
        if not own:
            self._add_first(layer)
        elif self._nested():
            outputs = layer(self._nested_outputs)
            if len(tf.nest.flatten(outputs)) != 1:
                raise ValueError("All layers in a Sequential model should have a single output tensor. For "
                                 "multi-output layers, use the functional API.")
            put(self, "_nested_outputs", outputs)
            own.append(layer)
            put(self, "built", True)
        else:
            own.append(layer)
        if self._nested() and self._nested_outputs is not None and self._has_explicit_input_shape:
            self._settle(self._nested_inputs, self._nested_outputs)
        put(self, "_graph_initialized", self._is_graph_network)

    def _nested(self):
        return self.__dict__.get("_nested_outputs") is not None

    def _settle(self, inputs, outputs):
        """Makes the graph of what was added; the layers stay in the order they came in."""
        kept = list(self._self_tracked_trackables)
        self._init_graph_network(inputs, outputs)
        object.__setattr__(self, "_self_tracked_trackables", kept)

    def _add_first(self, layer):
        put = object.__setattr__
        own = self._self_tracked_trackables
        if isinstance(layer, InputLayer):
            x = layer._inbound_nodes[0].outputs
            own.append(layer)
            put(self, "_nested_inputs", x)
            put(self, "_nested_outputs", x)
            put(self, "_has_explicit_input_shape", True)
            return
        shape, dtype = _first_input(layer)
        # Embedding knows its input's rank alone: like any open shape it is an input where it was asked for.
        if shape is not None:
            x = Input(batch_shape=shape, dtype=dtype, name=layer.name + "_input")
            y = layer(x)
            own.append(x._keras_history.layer)
            own.append(layer)
            put(self, "_nested_inputs", x)
            put(self, "_nested_outputs", y)
            put(self, "_has_explicit_input_shape", True)
            put(self, "built", True)
            return
        own.append(layer)

    def pop(self):
        """Takes the last layer away."""
        if not self.layers:
            raise TypeError("There are no layers in the model.")
        put = object.__setattr__
        layer = self._self_tracked_trackables.pop()
        if not self.layers:
            for name in ("_nested_inputs", "_nested_outputs"):
                put(self, name, None)
            put(self, "inputs", None)
            put(self, "outputs", None)
            put(self, "built", False)
            put(self, "_is_graph_network", False)
            put(self, "_has_explicit_input_shape", False)
            put(self, "_graph_initialized", False)
        elif self._is_graph_network:
            last = self.layers[-1]
            last._outbound_nodes[:] = []
            put(self, "_nested_outputs", last.output)
            self._settle(self._nested_inputs, self._nested_outputs)

    def build(self, input_shape=None):
        if self._is_graph_network:
            object.__setattr__(self, "built", True)
            return
        if input_shape is None:
            raise ValueError("You must provide an `input_shape` argument.")
        shape = tf.TensorShape(input_shape)
        self._infer_graph(tuple(shape.as_list()), None)
        if not self._is_graph_network:
            object.__setattr__(self, "_build_input_shape", shape)
            Model.build(self, input_shape)

    def _infer_graph(self, shape, dtype):
        """Makes the graph for inputs of a shape that the first call brings, if the layers work without values."""
        if not self.layers or self._deferred or self._has_explicit_input_shape:
            return
        if self._graph_initialized and self._inferred is not None and len(self._inferred) == len(shape) and \
                all(a is None or a == b for a, b in zip(self._inferred, shape)):
            return
        if self._graph_initialized and self._inferred is not None and len(self._inferred) != len(shape):
            return  # the graph stays as it was; its layers take the values as they come
        if self._inferred is not None and len(self._inferred) == len(shape):
            shape = tuple(a if a == b else None for a, b in zip(self._inferred, shape))
        put = object.__setattr__
        layers = self.layers
        with tf.init_scope():
            x = Input(batch_shape=shape, dtype=dtype, name=layers[0].name + "_input")
            y = x
            for layer in layers:
                del layer._inbound_nodes[:]
                del layer._outbound_nodes[:]
                try:
                    y = layer(y)
                except Exception:
                    # A layer with a fault, or one that works on values alone: the call itself goes through the
                    # layers one by one, and tells what is wrong with the values that came.
                    put(self, "_deferred", True)
                    return
                if len(tf.nest.flatten(y)) != 1:
                    raise ValueError("All layers in a Sequential model should have a single output tensor. For "
                                     "multi-output layers, use the functional API.")
        put(self, "_inferred", shape)
        put(self, "_nested_inputs", x)
        put(self, "_nested_outputs", y)
        self._settle(x, y)
        put(self, "_graph_initialized", True)
        put(self, "built", True)

    def call(self, inputs, training=None, mask=None):
        if not self._has_explicit_input_shape and not isinstance(inputs, (list, tuple,
                                                                          dict)) and hasattr(inputs, "shape") \
                and isinstance(inputs, tf.Tensor) and inputs.shape.rank is not None:
            self._infer_graph(tuple(inputs.shape.as_list()), inputs.dtype)
        if self._graph_initialized and self._is_graph_network:
            return self._run_graph(inputs, training, mask)
        outputs = inputs
        for layer in self.layers:
            kwargs = {}
            if layer._call_spec.mask and mask is not None:
                kwargs["mask"] = mask
            if layer._call_spec.training and "training" in layer._call_spec.keys:
                kwargs["training"] = training
            outputs = layer(inputs, **kwargs)
            inputs = outputs
            mask = getattr(outputs, "_keras_mask", None)
        object.__setattr__(self, "built", True)
        return outputs

    def _maybe_build(self, inputs):
        if not self.built and isinstance(inputs, tf.Tensor):
            self._infer_graph(tuple(inputs.shape.as_list()), inputs.dtype)

    @property
    def input_spec(self):
        """What the model asks of its inputs, where their shape was given."""
        if self._has_explicit_input_shape and self._is_graph_network:
            return Functional.input_spec.fget(self)
        return None

    @input_spec.setter
    def input_spec(self, value):
        object.__setattr__(self, "_input_spec", value)

    def compute_output_shape(self, input_shape):
        shape = input_shape
        for layer in self.layers:
            shape = layer.compute_output_shape(shape)
        return shape

    def compute_mask(self, inputs, mask=None):
        outputs = self.call(inputs, mask=mask)
        return getattr(outputs, "_keras_mask", None)

    @property
    def input_shape(self):
        """The shape of the inputs."""
        return Functional.input_shape.fget(self) if self._is_graph_network else Layer.input_shape.fget(self)

    @property
    def output_shape(self):
        """The shape of the outputs."""
        if not self._is_graph_network:
            raise AttributeError("'Sequential' object has no attribute '_nested_outputs'")
        return Functional.output_shape.fget(self)

    def get_config(self):
        layers = list(self._flatten_layers(recursive=False, include_self=False))
        if self._is_graph_network and not self._has_explicit_input_shape:
            layers.insert(0, self._nested_inputs._keras_history.layer)
        layers = [saving.serialize_keras_object(layer) for layer in layers]
        out = {"name": self.name, "layers": copy.deepcopy(layers)}
        if not self._is_graph_network and self._build_input_shape is not None:
            out["build_input_shape"] = tuple(self._build_input_shape.as_list())
        return out

    def get_build_config(self):
        if self._is_graph_network:
            return {"input_shape": tuple(self._nested_inputs.shape.as_list())}
        return super().get_build_config()

    @classmethod
    def from_config(cls, config, custom_objects=None):
        name, shape, layers = None, None, config
        if isinstance(config, dict):
            name, shape, layers = config.get("name"), config.get("build_input_shape"), config["layers"]
        model = cls(name=name)
        for c in layers:
            model.add(saving.layer_of(c, custom_objects))
        if not model.inputs and shape and isinstance(shape, (tuple, list)):
            model.build(shape)
        return model


def _first_input(layer):
    """The shape and dtype of the inputs a first layer was told; of a model its own first layer is asked. A Sequential
    model does not list its Input, so that one built by it alone leaves the model around it unbuilt, as in tf_keras."""
    while isinstance(layer, Model) and (layer._is_graph_network or type(layer).__name__ == "Sequential"):
        if not layer.layers:
            raise ValueError("An empty Model cannot be used as a Layer.")
        layer = layer.layers[0]
    return getattr(layer, "_batch_input_shape", None), layer.dtype
