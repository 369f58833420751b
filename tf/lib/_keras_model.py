"""tf.keras.Model: layers as one, made of symbolic inputs and outputs or of a class's own call."""

__name__ = "tf_keras.src.engine.training"

import json

import numpy as np
import tensorflow as tf
import _keras_config as config
import _keras_context as context
import _keras_native as native
from _keras_files import FilesMixin
from _keras_layer import Layer
from _keras_layer_values import _once, count_params
from _keras_network import Graph, conform, shape_without_batch
from _keras_spec import InputSpec
from _keras_tensor_type import KerasTensor
from _keras_tracking import _flat
from _keras_rare import RareModel
from _keras_training import TrainingMixin


def _functional(args, kwargs):
    """Whether a model is made of inputs and outputs."""
    return len(args) >= 2 or len(args) == 1 and "outputs" in kwargs or "inputs" in kwargs and "outputs" in kwargs


def _spec_of_input(x, name):
    """What a model asks of one input: a last axis of size 1 may be left out."""
    return InputSpec(shape=shape_without_batch(x), allow_last_axis_squeeze=True, name=name,
                     optional=getattr(x._keras_history.layer, "optional", False))


class Model(TrainingMixin, FilesMixin, RareModel, Layer):
    """Layers with what trains and saves them.

    >>> x = tf.keras.Input((3,))
    >>> model = tf.keras.Model(x, tf.keras.layers.Dense(2)(x))
    >>> model(tf.zeros([4, 3])).shape
    TensorShape([4, 2])
    """

    _object_identifier = "_tf_keras_model"
    _is_graph_network = False

    def __new__(cls, *args, **kwargs):
        if cls is Model and _functional(args, kwargs):
            return super().__new__(Functional, *args, **kwargs)
        return super().__new__(cls, *args, **kwargs)

    def __init__(self, *args, **kwargs):
        if _functional(args, kwargs) and not isinstance(self, _sequential_class()):
            inputs = kwargs.pop("inputs", args[0] if args else None)
            outputs = kwargs.pop("outputs", args[1] if len(args) > 1 else None)
            name = kwargs.pop("name", args[2] if len(args) > 2 else None)
            trainable = kwargs.pop("trainable", True)
            super().__init__(name=name, trainable=trainable, **kwargs)
            self._init_model()
            self._init_graph_network(inputs, outputs)
            return
        if "inputs" in kwargs or "outputs" in kwargs:
            raise TypeError("The `inputs` and `outputs` arguments of a Model go together")
        super().__init__(**kwargs)  # what stands by its place is not looked at, as in Keras
        self._init_model()

    def _init_model(self):
        put = object.__setattr__
        put(self, "inputs", self.__dict__.get("inputs"))
        put(self, "outputs", self.__dict__.get("outputs"))
        put(self, "_graph", None)
        put(self, "_compiled", False)
        put(self, "stop_training", False)
        put(self, "history", None)
        put(self, "_is_model", True)

    def _init_set_name(self, name, zero_based=True):
        if name is None and type(self) is Functional:
            name = config.unique_object_name("model", zero_based=zero_based)
        super()._init_set_name(name, zero_based)

    def __setattr__(self, name, value):
        if "_is_model" not in self.__dict__ and isinstance(value, (Layer, tf.Variable, list, dict)) and \
                "_call_spec" not in self.__dict__:
            raise RuntimeError("It looks like you are subclassing `Model` and you forgot to call `super().__init__()`. "
                               "Always start with this line.")
        super().__setattr__(name, value)

    # The graph of a functional model.

    def _init_graph_network(self, inputs, outputs):
        put = object.__setattr__
        if isinstance(inputs, list) and len(inputs) == 1:
            inputs = inputs[0]
        if isinstance(outputs, list) and len(outputs) == 1:
            outputs = outputs[0]
        for x in tf.nest.flatten(inputs):
            if not isinstance(x, KerasTensor) or not hasattr(x, "_keras_history"):
                raise ValueError("Found unexpected instance while processing input tensors for keras functional model. "
                                 "Expecting KerasTensor which is from tf.keras.Input() or output from keras layer "
                                 "call(). "
                                 f"Got: {x.numpy() if isinstance(x, tf.Tensor) else x}")
        for x in tf.nest.flatten(outputs):
            if not isinstance(x, KerasTensor) or not hasattr(x, "_keras_history"):
                raise ValueError("Output tensors of a Functional model must be the output of a TensorFlow `Layer` "
                                 "(thus holding "
                                 f"past layer metadata). Found: {x}")
        inputs = self._cloned_inputs(inputs) if any(
            not x._keras_history.layer._inbound_nodes[x._keras_history.node_index]
                                                    .is_input for x in tf.nest.flatten(inputs)) else inputs
        put(self, "_nested_inputs", inputs)
        put(self, "_nested_outputs", outputs)
        put(self, "inputs", tf.nest.flatten(inputs))
        put(self, "outputs", tf.nest.flatten(outputs))
        put(self, "_is_graph_network", True)
        put(self, "_scoped", False)
        put(self, "built", True)
        if len({id(x) for x in self.inputs}) != len(self.inputs):
            raise ValueError("The list of inputs passed to the model contains the same input multiple times. All "
                             f"inputs should only appear once.Received inputs={self.inputs}")
        graph = Graph(inputs, outputs)
        put(self, "_graph", graph)
        put(self, "_self_tracked_trackables", list(graph.layers))
        put(self, "input_names", [x._keras_history.layer.name for x in self.inputs])
        names = []
        for x in self.outputs:
            n, base = x._keras_history.layer.name, 0
            name = n
            while name in names:
                base += 1
                name = f"{n}_{base}"
            names.append(name)
        put(self, "output_names", names)
        put(self, "_supports_masking", True)

    def _cloned_inputs(self, inputs):
        raise ValueError("Found input tensor cannot be reached given provided output tensors. Inputs of a model "
                         "must come from tf.keras.Input.")

    def _inner_scope(self):
        if not self._scoped and not self._is_graph_network:
            return ""  # its layers are built where they stand, not within it
        return super()._inner_scope()

    def call(self, inputs, training=None, mask=None):
        """The outputs for inputs; classes that derive write their own."""
        if self._is_graph_network:
            return self._run_graph(inputs, training, mask)
        raise NotImplementedError(
            "Unimplemented `tf.keras.Model.call()`: if you intend to create a `Model` with the Functional API, please "
            "provide `inputs` and `outputs` arguments. Otherwise, subclass `Model` with an overridden `call()` method.")

    def _run_graph(self, inputs, training=None, mask=None):
        flat = self._flat_inputs(inputs)
        if mask is not None:
            for x, m in zip(flat, tf.nest.flatten(mask)):
                if m is not None:
                    x._keras_mask = m
        values = {}
        for symbol, x in zip(self.inputs, flat):
            values[id(symbol)] = conform(x, symbol)
        return self._graph.run(values)

    def _flat_inputs(self, inputs):
        """Inputs in the order of the model's; dicts by the names of inputs."""
        if isinstance(inputs, dict):
            reference = self._nested_inputs
            names = sorted(reference) if isinstance(reference, dict) else self.input_names
            if all(n in inputs for n in names):
                return [inputs[n] for n in names]
        return tf.nest.flatten(inputs)

    @property
    def input_spec(self):
        """What the model asks of its inputs."""
        if not self._is_graph_network or self._input_spec is not None:
            return self._input_spec
        if isinstance(self._nested_inputs, (dict, list, tuple)) and len(self._nested_inputs) != len(self.inputs):
            return None
        if isinstance(self._nested_inputs, dict):
            names = sorted(self._nested_inputs)
            return [_spec_of_input(self._nested_inputs[n], n) for n in names]
        return [_spec_of_input(x, x._keras_history.layer.name) for x in self.inputs]

    @input_spec.setter
    def input_spec(self, value):
        object.__setattr__(self, "_input_spec", value)

    def compute_mask(self, inputs, mask=None):
        if not self._is_graph_network:
            return None
        outputs = self._run_graph(inputs, mask=mask)
        return tf.nest.map_structure(lambda x: getattr(x, "_keras_mask", None), outputs)

    @property
    def input(self):
        """The symbolic inputs."""
        return self._nested_inputs if self._is_graph_network else super().input

    @property
    def output(self):
        """The symbolic outputs."""
        return self._nested_outputs if self._is_graph_network else super().output

    @property
    def input_shape(self):
        """The shapes of the inputs."""
        if not self._is_graph_network:
            return super().input_shape
        return tf.nest.map_structure(lambda x: tuple(x.shape.as_list()), self.input)

    @property
    def output_shape(self):
        """The shapes of the outputs."""
        if not self._is_graph_network:
            return super().output_shape
        return tf.nest.map_structure(lambda x: tuple(x.shape.as_list()), self.output)

    # Layers and weights.

    @property
    def layers(self):
        """The layers."""
        return self._flatten_layers(recursive=False, include_self=False)

    @layers.setter
    def layers(self, _):
        raise AttributeError('`Model.layers` attribute is reserved and should not be used. Please use another name.')

    def get_layer(self, name=None, index=None):
        """A layer by its name or place."""
        if index is not None and name is not None:
            raise ValueError(f"Provide only a layer name or a layer index. Received: index={index}, name={name}.")
        if index is not None:
            if len(self.layers) <= index:
                raise ValueError(f"Was asked to retrieve layer at index {index} but model only has {len(self.layers)} "
                                 f"layers.")
            return self.layers[index]
        if name is not None:
            for layer in self.layers:
                if layer.name == name:
                    return layer
            raise ValueError(f"No such layer: {name}. Existing layers are: {[l.name for l in self.layers]}.")
        raise ValueError("Provide either a layer name or layer index at `get_layer`.")

    def _check_weights(self):
        if "build" in type(self).__dict__ and not self.built and type(self).build is not Model.build:
            raise ValueError(f"Weights for model '{self.name}' have not yet been created. Weights are created when the "
                             f"model is "
                             "first called on inputs or `build()` is called with an `input_shape`.")

    @property
    def weights(self):
        """All weights, layer by layer."""
        self._check_weights()
        out = []
        for part in self._self_tracked_trackables:
            if isinstance(part, tf.Module):
                out += part.variables
                continue
            # Of layers in a list or dict first come all weights that are trained.
            modules = [p for p in _flat(part) if isinstance(p, tf.Module)]
            for kind in ("trainable_variables", "non_trainable_variables"):
                out += [v for p in modules for v in getattr(p, kind)]
        return _once(out + self._own(True) + self._own(False))

    @property
    def trainable_weights(self):
        """The weights that training changes."""
        self._check_weights()
        if not self._trainable:
            return []
        out = []
        for part in self._parts():
            out += part.trainable_variables
        return _once(out + self._own(True))

    @property
    def non_trainable_weights(self):
        """The weights that training does not change."""
        self._check_weights()
        out = []
        for part in self._parts():
            out += part.non_trainable_variables
        if self._trainable:
            return _once(out + self._own(False))
        every = []
        for part in self._parts():
            every += part.trainable_variables
        return _once(self._own(True) + every + out + self._own(False))

    def _parts(self):
        """The modules whose weights are the model's, metrics among them."""
        return _once([p for part in self._self_tracked_trackables for p in _flat(part) if isinstance(p, tf.Module)])

    def _set_mask(self, inputs, outputs, masks):
        if not self._is_graph_network:  # else the outputs bring their masks
            super()._set_mask(inputs, outputs, masks)

    def get_weights(self):
        """The values of all weights as NumPy arrays."""
        return super().get_weights()

    def build(self, input_shape=None):
        """Makes the weights for inputs of a shape."""
        if self._is_graph_network or type(self) is Model:
            object.__setattr__(self, "built", True)
            return
        if input_shape is None:
            raise ValueError("Input shape must be defined when calling `build()` on a `Model` subclass network.")
        from _keras_layer_values import to_shapes
        from _keras_symbolic import _infer, of_spec
        shapes = to_shapes(input_shape)
        symbols = tf.nest.map_structure(lambda s: of_spec(tf.TensorSpec(s, config.floatx())), shapes)
        object.__setattr__(self, "built", True)
        context.calls.append(context.Frame(self, {}, ""))  # as in tf_keras: call runs, not the model's own __call__
        try:
            _infer(self, symbols, (), {"training": False} if "training" in self._call_spec.keys else {}, None)
        finally:
            context.calls.pop()
        object.__setattr__(self, "_build_input_shape", shapes)

    build._is_default = True

    def _graph_network_add_loss(self, loss):
        self._losses.append(loss)
        self._extend_graph(loss)

    def _graph_network_add_metric(self, value, aggregation, name):
        from _keras_oplambda import AddMetric
        metric = AddMetric(aggregation, name)
        out = metric(value)
        self._metric_outputs().append(out)
        self._extend_graph(out)

    def _metric_outputs(self):
        if "_added_metrics" not in self.__dict__:
            object.__setattr__(self, "_added_metrics", [])
        return self._added_metrics

    def _extend_graph(self, symbol):
        """Takes the layers of an added loss or metric into the model."""
        from _keras_oplambda import AddLoss
        extra = symbol
        if any(x is symbol for x in self._losses):
            extra = AddLoss()(symbol)
            self._losses[:] = [x for x in self._losses if x is not symbol]
        extras = self.__dict__.setdefault("_extra_outputs", [])
        extras.append(extra)
        graph = Graph(self._nested_inputs, [self._nested_outputs] + list(extras))
        graph_run = graph.run
        graph.run = lambda values: graph_run(values)[0]
        object.__setattr__(self, "_graph", graph)
        object.__setattr__(self, "_self_tracked_trackables", list(graph.layers))

    def summary(self, line_length=None, positions=None, print_fn=None, expand_nested=False, show_trainable=False,
                layer_range=None):
        """Prints the layers, the shapes of their outputs, and how many weights they have."""
        if not self.built:
            raise ValueError("This model has not yet been built. Build the model first by calling `build()` or by "
                             "calling the model on a batch of data.")
        from _keras_summary import print_summary
        print_summary(self, line_length, positions, print_fn, expand_nested, show_trainable, layer_range)

    def reset_states(self):
        """Sets the states of stateful layers to zero."""
        for layer in self.layers:
            if hasattr(layer, "reset_states") and getattr(layer, "stateful", False):
                layer.reset_states()

    # Configs.

    def get_config(self):
        if self._is_graph_network:
            from _keras_cloning import functional_config
            return functional_config(self)
        if type(self).__init__ is Model.__init__:
            return {}
        try:
            return self._given_config({"name": self.name, "trainable": self.trainable})
        except NotImplementedError:
            return {}

    get_config._is_default = True

    @classmethod
    def from_config(cls, config, custom_objects=None):
        if isinstance(config, dict) and {"name", "layers", "input_layers", "output_layers"} <= set(config):
            from _keras_cloning import functional_from_config
            return functional_from_config(cls, config, custom_objects)
        return cls(**config)

    def to_json(self, **kwargs):
        """The config as JSON."""
        from _keras_cloning import to_json
        return to_json(self, kwargs)

    def _trackable_children(self):
        children = super()._trackable_children()
        if self._is_graph_network:
            front = {}
            weighted = 0
            for i, layer in enumerate(self.layers):
                if layer.weights or any(getattr(part, "_learns", False) for part in layer._flatten_layers()):
                    front[f"layer_with_weights-{weighted}"] = layer
                    weighted += 1
                front[f"layer-{i}"] = layer
            front.update(children)
            return front
        return children


def _sequential_class():
    from _keras_sequential import Sequential
    return Sequential


__name__ = "tf_keras.src.engine.functional"


class Functional(Model):
    """A model made of symbolic inputs and outputs."""

    _object_identifier = "_tf_keras_network"
