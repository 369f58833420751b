"""tf.keras.layers.Layer: what all layers share: names, weights, the layers within, and how a call goes."""

__name__ = "tf_keras.src.engine.base_layer"

import tensorflow as tf
import numpy as np
import _keras_config as config
import _keras_context as context
import _keras_initializers as initializers
import _keras_native as native
import _keras_policy as policies
import _keras_regularizers as regularizers
import _keras_constraints as constraints
from _keras_layer_values import (_TENSORS, _initial, _loss_value, _masks, _needs_cast, _once, _to_tensor, count_params,
                                 describe, inputs_spec, shapes_of, to_shapes)
from _keras_rare import RareLayer
from _keras_spec import InputSpec, check_inputs
from _keras_tensor_type import KerasTensor
from _keras_tracking import Tracker
from _tf_track import ListWrapper, _DictWrapper

_KEYWORDS = ("input_dim", "input_shape", "batch_input_shape", "batch_size", "weights", "activity_regularizer",
             "autocast", "implementation")
_PLAIN = (str, int, float, bool, type(None))


def default(method):
    """Marks a method that says nothing yet: classes that derive know whether they have their own."""
    method._is_default = True
    return method


class CallSpec:
    """The parameters of a layer's call."""

    def __init__(self, call):
        rows = native.parameters(call)
        self.names = [n for n, kind, _, _ in rows if kind == 0]
        self.all = rows
        self.anything = any(kind == 3 for _, kind, _, _ in rows)
        keys = {n for n, kind, _, _ in rows if kind < 2}
        self.training = "training" in keys or self.anything
        self.mask = "mask" in keys or self.anything
        self.keys = keys
        self.defaults = {n: d for n, kind, has, d in rows if has}

    def expects(self, name):
        return name in self.keys or self.anything

    def get(self, name, args, kwargs):
        """The value of an argument, beside the first, and whether it was given."""
        if name in kwargs:
            return kwargs[name], True
        if name in self.names:
            i = self.names.index(name) - 1
            if 0 <= i < len(args):
                return args[i], True
        return self.defaults.get(name), False

    def put(self, name, value, args, kwargs):
        """The arguments with another value of one of them."""
        if name in self.names and name not in kwargs:
            i = self.names.index(name) - 1
            if 0 <= i < len(args):
                return args[:i] + (value,) + args[i + 1:], kwargs
        kwargs[name] = value
        return args, kwargs


class Layer(RareLayer, Tracker):
    """A step of a model: weights, and a call that makes outputs of inputs with them.

    >>> class Scale(tf.keras.layers.Layer):
    ...   def build(self, shape):
    ...     self.w = self.add_weight('w', shape[-1:], initializer='ones')
    ...   def call(self, x):
    ...     return x * self.w
    >>> layer = Scale()
    >>> layer(tf.constant([[1., 2.]]))
    <tf.Tensor: shape=(1, 2), dtype=float32, numpy=array([[1., 2.]], dtype=float32)>
    >>> layer.weights
    [<tf.Variable 'scale/w:0' shape=(2,) dtype=float32, numpy=array([1., 1.], dtype=float32)>]
    """

    _object_identifier = "_tf_keras_layer"
    _is_layer = True
    _scoped = True  # whether weights made within carry the layer's name

    def __new__(cls, *args, **kwargs):
        layer = super().__new__(cls)
        object.__setattr__(layer, "_given", (args, kwargs))
        return layer

    def __init__(self, trainable=True, name=None, dtype=None, dynamic=False, **kwargs):
        put = object.__setattr__
        for key in kwargs:
            if key not in _KEYWORDS:
                raise TypeError("Keyword argument not understood:", key)
        if not isinstance(trainable, bool):
            raise TypeError(f"Expected `trainable` argument to be a boolean, but got: {trainable}")
        if not isinstance(dynamic, bool):
            raise TypeError(f"Expected `dynamic` argument to be a boolean, but got: {dynamic}")
        self._start_tracking()
        put(self, "_trainable", trainable)
        put(self, "_stateful", False)
        put(self, "built", False)
        put(self, "_called", False)
        put(self, "_input_spec", None)
        put(self, "_build_input_shape", None)
        put(self, "_save_spec", None)
        put(self, "_supports_masking", not hasattr(self.compute_mask, "_is_default"))
        self._init_set_name(name)
        put(self, "_activity_regularizer", regularizers.get(kwargs.get("activity_regularizer")))
        put(self, "_dtype_policy", policies.get(dtype))
        put(self, "_autocast", kwargs.get("autocast", True))
        put(self, "_dynamic", dynamic)
        put(self, "_inbound_nodes", [])
        put(self, "_outbound_nodes", [])
        put(self, "_losses", [])
        put(self, "_eager_losses", [])
        put(self, "_callable_losses", [])
        put(self, "_context_args", {"training"})
        put(self, "_call_spec", CallSpec(self.call))
        if "input_dim" in kwargs and "input_shape" not in kwargs:
            kwargs["input_shape"] = (kwargs["input_dim"],)
        if "batch_input_shape" in kwargs:
            put(self, "_batch_input_shape", tuple(kwargs["batch_input_shape"]))
        elif "input_shape" in kwargs:
            put(self, "_batch_input_shape", (kwargs.get("batch_size"),) + tuple(kwargs["input_shape"]))
        put(self, "_initial_weights", kwargs.get("weights"))
        put(self, "_preserve_input_structure_in_config", False)

    def _init_set_name(self, name, zero_based=True):
        if name is None:
            name = config.unique_object_name(config.to_snake_case(type(self).__name__), zero_based=zero_based)
        elif isinstance(name, str):
            config.observed_names.add(name)
        object.__setattr__(self, "_name", name)

    # What classes that derive write anew.

    @default
    def build(self, input_shape):
        """Makes the weights; called with the shapes of the first inputs."""
        object.__setattr__(self, "_build_input_shape", input_shape)
        object.__setattr__(self, "built", True)

    def call(self, inputs, *args, **kwargs):
        """The outputs for inputs."""
        return inputs

    @default
    def compute_mask(self, inputs, mask=None):
        """The mask of the outputs: that of the inputs where the layer supports masking."""
        if not self._supports_masking:
            if any(m is not None for m in tf.nest.flatten(mask)):
                raise TypeError("Layer " + self.name + " does not support masking, but was passed an input_mask: "
                                + str(mask))
            return None
        return mask

    @default
    def get_config(self):
        """What the layer can be made of again."""
        out = {"name": self.name, "trainable": self.trainable, "dtype": policies.serialize(self._dtype_policy)}
        if hasattr(self, "_batch_input_shape"):
            out["batch_input_shape"] = self._batch_input_shape
        if not hasattr(self.get_config, "_is_default"):
            return out
        return self._given_config(out)

    def _given_config(self, out):
        """The config of a class that writes none: what it was called with, where that is plain."""
        args, kwargs = self._given
        rows = native.parameters(type(self))
        names = [n for n, kind, _, _ in rows if kind == 0]
        given = dict(zip(names, args))
        given.update(kwargs)
        if not all(isinstance(v, _PLAIN) for v in tf.nest.flatten(given)):
            name = type(self).__name__
            raise NotImplementedError(
                f"\nLayer {name} was created by passing\nnon-serializable argument values in `__init__()`,\nand "
                "therefore "
                "the layer must override `get_config()` in\norder to be serializable. Please implement "
                "`get_config()`.\n\n"
                "Example:\n\nclass CustomLayer(keras.layers.Layer):\n    def __init__(self, arg1, arg2, **kwargs):\n"
                "        super().__init__(**kwargs)\n        self.arg1 = arg1\n        self.arg2 = arg2\n\n"
                "    def get_config(self):\n        config = super().get_config()\n        config.update({\n"
                '            "arg1": self.arg1,\n            "arg2": self.arg2,\n        })\n        return config')
        own = set(out)
        out.update(given)
        if not any(kind == 3 and n == "kwargs" for n, kind, _, _ in rows):
            for key in own - set(names):
                out.pop(key, None)
        return out

    @classmethod
    def from_config(cls, config):
        """A layer of what get_config gave."""
        try:
            return cls(**config)
        except Exception as e:
            raise TypeError(f"Error when deserializing class '{cls.__name__}' using config={config}.\n\n"
                            f"Exception encountered: {e}")

    # Calls.

    def __call__(self, *args, **kwargs):
        if "_call_spec" not in self.__dict__:
            raise RuntimeError("You must call `super().__init__()` in the layer constructor.")
        spec = self._call_spec
        if args:
            inputs, args = args[0], args[1:]
        elif spec.names and spec.names[0] in kwargs:
            inputs = kwargs.pop(spec.names[0])
        else:
            raise ValueError("The first argument to `Layer.call` must always be passed.")
        object.__setattr__(self, "_called", True)
        if isinstance(inputs, tf.Tensor):
            flat = None
        else:
            flat = tf.nest.flatten(inputs)
            if any(isinstance(x, KerasTensor) for x in flat):
                return self._call_symbolic(inputs, args, kwargs)
            if any(isinstance(x, _TENSORS) for x in flat):
                inputs = tf.nest.map_structure(_to_tensor, inputs)
                flat = None if isinstance(inputs, tf.Tensor) else tf.nest.flatten(inputs)
        if (args or kwargs) and any(isinstance(x, KerasTensor) for x in tf.nest.flatten((args, kwargs))):
            return self._call_symbolic(inputs, args, kwargs)
        return self._call_values(inputs, flat, args, kwargs)

    def _call_values(self, inputs, flat, args, kwargs):
        """A call on values, or on the tensors of a function that is traced."""
        masks, implied = self._input_masks(inputs, args, kwargs)
        if implied and self._call_spec.mask:
            kwargs["mask"] = masks
        args, kwargs, values = self._context_values(args, kwargs)
        if not context.calls:
            self._clear_losses()
        scope = self._inner_scope()
        context.calls.append(context.Frame(self, values, scope))
        try:
            if self._input_spec is not None or type(self).input_spec is not Layer.input_spec:
                check_inputs(self.input_spec, inputs, self._name)
            if self.built and tf.executing_eagerly() and self._save_spec is not None:
                return self._run(inputs, flat, args, kwargs, masks)
            with tf.name_scope(scope + "/" if scope else ""):
                return self._run(inputs, flat, args, kwargs, masks)
        finally:
            context.calls.pop()

    def _run(self, inputs, flat, args, kwargs, masks):
        if not self.built:
            self._maybe_build(inputs)
        if self._autocast:
            inputs = self._cast_inputs(inputs, flat)
        policy = self._dtype_policy
        if policy._compute_dtype != policy._variable_dtype:
            with policies.Cast(self, policy._compute_dtype):
                outputs = self._call_told(inputs, args, kwargs)
        else:
            outputs = self._call_told(inputs, args, kwargs)
        if self._activity_regularizer is not None:
            self._regularize_activity(inputs, outputs)
        if self._supports_masking:
            self._set_mask(inputs, outputs, masks)
        if self._save_spec is None:
            object.__setattr__(self, "_save_spec", (inputs_spec(inputs), kwargs))
        return outputs

    def _call_told(self, inputs, args, kwargs):
        """The outputs of call; what it raises tells the layer and its arguments."""
        try:
            return self.call(inputs, *args, **kwargs)
        except Exception as e:
            told = describe(e, self, (inputs,) + tuple(args), kwargs)
            if told is None:
                raise
            passed = e.__traceback__
        raise told.with_traceback(passed) from None

    def _call_symbolic(self, inputs, args, kwargs):
        from _keras_symbolic import call_symbolic
        with config.symbolic_names():
            return call_symbolic(self, inputs, args, kwargs)

    def _inner_scope(self):
        """The scope of names of the weights that are made within a call of this layer."""
        around = context.scope()
        return f"{around}/{self._name}" if around else self._name

    def _context_values(self, args, kwargs):
        """The arguments with training as the caller has it, and what calls within shall know."""
        values = {}
        spec = self._call_spec
        for name in self._context_args:
            value, given = spec.get(name, args, kwargs)
            if given and not spec.expects(name):
                kwargs.pop(name)
            if not given:
                value = None
            if value is None:
                value = context.value_of(name)
                if value is None and name == "training" and context.phase[0] is not None:
                    value = bool(context.phase[0])
                if value is None:
                    value = spec.defaults.get(name)
                if spec.expects(name):
                    args, kwargs = spec.put(name, value, args, kwargs)
            if value is not None:
                values[name] = value
        if context.calls:
            values = {**context.calls[-1].values, **values}
        return args, kwargs, values

    def _input_masks(self, inputs, args, kwargs):
        """The masks of the inputs, and whether they come with the inputs."""
        if not self._supports_masking and not self._call_spec.mask:
            return None, False
        mask, given = self._call_spec.get("mask", args, kwargs)
        if given and mask is not None or given and "mask" in kwargs:
            return mask, False
        flat = tf.nest.flatten(inputs)
        masks = [getattr(x, "_keras_mask", None) for x in flat]
        if all(m is None for m in masks):
            return None, False
        return tf.nest.pack_sequence_as(inputs, masks), True

    def _cast_inputs(self, inputs, flat):
        dtype = self._dtype_policy._compute_dtype
        if dtype is None:
            return inputs
        if flat is None:
            return tf.cast(inputs, dtype) if _needs_cast(inputs, dtype) else inputs
        if any(_needs_cast(x, dtype) for x in flat):
            return tf.nest.map_structure(lambda x: tf.cast(x, dtype) if _needs_cast(x, dtype) else x, inputs)
        return inputs

    def _maybe_build(self, inputs):
        """Builds the layer for inputs, and gives it the weights it was made with."""
        if not self.built:
            flat = tf.nest.flatten(inputs)
            if flat and self._dtype_policy._compute_dtype is None and hasattr(flat[0], "dtype"):
                object.__setattr__(self, "_dtype_policy", policies.Policy(flat[0].dtype.name))
            shapes = None
            if any(hasattr(x, "shape") for x in flat):
                shapes = shapes_of(inputs)
            if not hasattr(self.build, "_is_default"):
                with tf.init_scope(), tf.name_scope((context.scope() or self._name) + "/"):
                    self.build(shapes)
            Layer.build(self, shapes)
        if self._initial_weights is not None:
            with tf.init_scope():
                self.set_weights(self._initial_weights)
            object.__setattr__(self, "_initial_weights", None)

    def _set_mask(self, inputs, outputs, masks):
        flat = tf.nest.flatten(outputs)
        if all(getattr(x, "_keras_mask", None) is not None for x in flat):
            return
        out = self.compute_mask(inputs, masks)
        if out is None:
            return
        for x, m in zip(flat, tf.nest.flatten(out)):
            try:
                x._keras_mask = m
            except AttributeError:
                pass  # a value that can carry none

    # Properties.

    @property
    def name(self):
        """The name, unique among layers unless it was given."""
        return self._name

    @property
    def dtype(self):
        """The dtype of the weights."""
        return self._dtype_policy.variable_dtype

    @property
    def variable_dtype(self):
        """The dtype of the weights."""
        return self.dtype

    @property
    def compute_dtype(self):
        """The dtype that the layer computes in."""
        return self._dtype_policy.compute_dtype

    @property
    def dtype_policy(self):
        """The dtypes of the layer."""
        return self._dtype_policy

    @property
    def supports_masking(self):
        """Whether outputs take on the masks of inputs."""
        return self._supports_masking

    @supports_masking.setter
    def supports_masking(self, value):
        object.__setattr__(self, "_supports_masking", value)

    @property
    def dynamic(self):
        """Whether the layer runs eagerly alone."""
        return any(layer._dynamic for layer in self._flatten_layers())

    @property
    def stateful(self):
        """Whether the layer keeps states from batch to batch."""
        return any(layer._stateful for layer in self._flatten_layers())

    @stateful.setter
    def stateful(self, value):
        object.__setattr__(self, "_stateful", value)

    @property
    def trainable(self):
        """Whether training changes the weights."""
        return self._trainable

    @trainable.setter
    def trainable(self, value):
        for layer in self._flatten_layers():
            object.__setattr__(layer, "_trainable", value)

    @property
    def activity_regularizer(self):
        """The regularizer of the outputs."""
        return self._activity_regularizer

    @activity_regularizer.setter
    def activity_regularizer(self, regularizer):
        object.__setattr__(self, "_activity_regularizer", regularizer)

    @property
    def input_spec(self):
        """What the layer asks of its inputs."""
        return self._input_spec

    @input_spec.setter
    def input_spec(self, value):
        for v in tf.nest.flatten(value):
            if v is not None and not isinstance(v, InputSpec):
                raise TypeError("Layer input_spec must be an instance of InputSpec. Got: {}".format(v))
        object.__setattr__(self, "_input_spec", value)

    # Weights.

    def add_weight(self, name=None, shape=None, dtype=None, initializer=None, regularizer=None, trainable=None,
                   constraint=None, use_resource=None, synchronization=tf.VariableSynchronization.AUTO,
                   aggregation=tf.VariableAggregation.NONE, **kwargs):
        """Makes a weight of the layer.

        Floats are initialised by glorot_uniform unless told otherwise, integers and bools with zeros."""
        for key in kwargs:
            if key not in ("autocast", "collections", "experimental_autocast", "caching_device", "getter", "layout",
                           "partitioner", "experimental_enable_variable_lifting"):
                raise TypeError("Unknown keyword argument:", key)
        dtype = tf.as_dtype(dtype or self.dtype or config.floatx())
        if self._dtype_policy.variable_dtype is None:
            object.__setattr__(self, "_dtype_policy", policies.Policy(dtype.name))
        initializer = initializers.get(initializer)
        regularizer = regularizers.get(regularizer)
        constraint = constraints.get(constraint)
        if synchronization == tf.VariableSynchronization.ON_READ:
            if trainable:
                raise ValueError("Synchronization value can be set to VariableSynchronization.ON_READ only for "
                                 "non-trainable variables. You have specified trainable=True and "
                                 "synchronization=VariableSynchronization.ON_READ.")
            trainable = False
        elif trainable is None:
            trainable = True
        if initializer is None:
            if dtype.is_floating:
                initializer = initializers.get("glorot_uniform")
            elif dtype.is_integer or dtype == tf.bool:
                initializer = initializers.get("zeros")
            else:
                raise ValueError(f"An initializer for variable {name} of type {dtype} is required for layer "
                                 f"{self.name}. "
                                 f"Received: {initializer}.")
        shape = tf.TensorShape(() if shape is None else shape)
        with tf.init_scope():
            variable = tf.Variable(_initial(initializer, shape, dtype), trainable=trainable, name=name or "Variable",
                                   dtype=dtype, constraint=constraint, synchronization=synchronization,
                                   aggregation=aggregation)
        autocast = kwargs.get("autocast", kwargs.get("experimental_autocast"))
        policy = self._dtype_policy
        if autocast is not False and policy._compute_dtype != policy._variable_dtype and dtype.is_floating:
            variable._autocast = True
        if regularizer is not None:
            self._add_regularizer(variable, regularizer)
        (self._trainable_weights if trainable else self._non_trainable_weights).append(variable)
        return variable

    def add_variable(self, *args, **kwargs):
        """Another name of add_weight."""
        return self.add_weight(*args, **kwargs)

    def _add_regularizer(self, variable, regularizer):
        def loss():
            return regularizer(variable)

        loss._regularized = (variable, regularizer)
        self.add_loss(loss)

    @property
    def trainable_weights(self):
        """The weights that training changes."""
        if not self._trainable:
            return []
        return _once(self._own(True) + self._of_children("trainable_variables"))

    @property
    def non_trainable_weights(self):
        """The weights that training does not change."""
        if self._trainable:
            return _once(self._own(False) + self._of_children("non_trainable_variables"))
        return _once(self._own(True) + self._own(False) + self._of_children("variables"))

    @property
    def weights(self):
        """All weights: those that training changes, then the others."""
        return self.trainable_weights + self.non_trainable_weights

    @property
    def variables(self):
        """All weights."""
        return self.weights

    @property
    def trainable_variables(self):
        """The weights that training changes."""
        return self.trainable_weights

    @property
    def non_trainable_variables(self):
        """The weights that training does not change."""
        return self.non_trainable_weights

    def get_weights(self):
        """The values of all weights as NumPy arrays."""
        return [w.numpy() for w in self.weights]

    def set_weights(self, weights):
        """Sets all weights to the values of a list in the order of get_weights."""
        params = self.weights
        if len(params) != len(weights):
            raise ValueError(
                'You called `set_weights(weights)` on layer "%s" with a weight list of length %s, but the layer was '
                "expecting %s weights. Provided weights: %s..." % (self.name, len(weights), len(params),
                                                                  str(weights)[:50]))
        for w, value in zip(params, weights):
            shape = value.shape if hasattr(value, "shape") else ()
            if not w.shape.is_compatible_with(shape):
                raise ValueError(f"Layer {self.name} weight shape {w.shape} is not compatible with provided weight "
                                 "shape "
                                 f"{shape}.")
        for w, value in zip(params, weights):
            w.assign(tf.cast(value, w.dtype) if isinstance(value, tf.Tensor) else np.asarray(value, w.dtype.name))
        self._finalize_all()

    def _finalize_all(self):
        """Has every layer within work out what it takes of its weights once."""
        for layer in self._flatten_layers():
            layer.finalize_state()

    def finalize_state(self):
        """Called when the weights were set."""

    def count_params(self):
        """The number of scalars in the weights."""
        if not self.built:
            if getattr(self, "_is_graph_network", False):
                self._maybe_build(self.inputs)
            else:
                raise ValueError(f"You tried to call `count_params` on layer {self.name}, but the layer isn't built. "
                                 "You "
                                 f"can build it manually via: `{self.name}.build(batch_input_shape)`.")
        return count_params(self.weights)

    # Losses and metrics.

    @property
    def losses(self):
        """The losses that add_loss, regularizers and layers within add."""
        out = []
        for layer in self._flatten_layers():
            out += layer._eager_losses or layer._losses
            for loss in layer._callable_losses:
                value = _loss_value(loss)
                if value is not None:
                    out.append(value)
        return out

    def add_loss(self, losses, **kwargs):
        """Adds losses to those of the layer: tensors within call, or functions of no arguments."""
        kwargs.pop("inputs", None)
        if kwargs:
            raise TypeError(f"Unknown keyword arguments: {kwargs.keys()}")
        for loss in tf.nest.flatten(losses):
            if isinstance(loss, KerasTensor):
                if getattr(self, "_is_graph_network", False):
                    self._graph_network_add_loss(loss)
                else:
                    self._losses.append(loss)
            elif callable(loss):
                self._callable_losses.append(loss)
            elif loss is not None:
                if not context.calls:
                    raise ValueError("Expected a symbolic Tensors or a callable for the loss value. Please wrap your "
                                     "loss computation in a zero argument `lambda`.")
                self._eager_losses.append(tf.convert_to_tensor(loss, None if tf.is_tensor(loss) else config.floatx()))

    def _clear_losses(self):
        for layer in self._flatten_layers():
            layer._eager_losses[:] = []

    def _regularize_activity(self, inputs, outputs):
        for output in tf.nest.flatten(outputs):
            loss = self._activity_regularizer(output)
            batch = tf.cast(output.nrows() if isinstance(output, tf.RaggedTensor) else tf.shape(output)[0], loss.dtype)
            self.add_loss(tf.math.divide_no_nan(loss, batch))

    @property
    def metrics(self):
        """The metrics of the layer and of those within."""
        return [m for layer in self._flatten_layers() for m in layer._metrics]

    def add_metric(self, value, name=None, **kwargs):
        """Follows the mean of a tensor under a name; or a metric's result, under the metric's."""
        if set(kwargs) - {"aggregation"}:
            raise TypeError(f"Unknown keyword arguments: {kwargs.keys()}. Expected `aggregation`.")
        metric = getattr(value, "_metric_obj", None)
        symbolic = isinstance(value, KerasTensor)
        if name is None and metric is None:
            raise ValueError("Please provide a name for your metric like `self.add_metric(tf.reduce_sum(inputs), "
                             "name='mean_activation')`")
        if metric is not None:
            name = metric.name
        if not context.calls and not symbolic:
            raise ValueError("Expected a symbolic Tensor for the metric value, received: " + str(value))
        if symbolic and getattr(self, "_is_graph_network", False):
            if metric is not None:
                raise ValueError("Using the result of calling a `Metric` object when calling `add_metric` on a "
                                 "Functional "
                                 "Model is not supported. Please pass the Tensor to monitor directly.")
            return self._graph_network_add_metric(value, "mean", name)
        known = [m for m in self._metrics if m.name == name]
        if metric is not None:
            if not known:
                self._metrics.append(metric)
            return None
        if not known:
            with tf.init_scope():
                known = [tf.keras.metrics.Mean(name=name, dtype=value.dtype)]
            self._metrics.append(known[0])
        known[0](value)
        return None

    # Shapes.

    def compute_output_shape(self, input_shape):
        """The shape of the outputs for inputs of a shape."""
        from _keras_symbolic import output_shape_of
        return output_shape_of(self, input_shape)

    def compute_output_signature(self, input_signature):
        """The shapes and dtypes of the outputs for those of the inputs."""
        shapes = self.compute_output_shape(tf.nest.map_structure(lambda s: s.shape, input_signature))
        dtype = self._dtype_policy.compute_dtype
        if dtype is None:
            dtype = [s.dtype for s in tf.nest.flatten(input_signature)][0]
        return tf.nest.map_structure(lambda s: tf.TensorSpec(dtype=dtype, shape=s), shapes)

    def get_build_config(self):
        """What build was called with, for saving."""
        if self._build_input_shape is None:
            return None
        return {"input_shape": tf.nest.map_structure(
            lambda x: tuple(x.as_list()) if isinstance(x, tf.TensorShape) else x, self._build_input_shape)}

    def build_from_config(self, config):
        """Builds the layer of what get_build_config gave."""
        if config.get("input_shape") is not None:
            self.build(to_shapes(config["input_shape"]))

    def save_own_variables(self, store):
        """Puts the layer's own variables into a dict by their numbers, for saving."""
        for i, v in enumerate(self._trainable_weights + self._non_trainable_weights):
            store[f"{i}"] = v.numpy()

    def load_own_variables(self, store):
        """Sets the layer's own variables to what save_own_variables gave."""
        own = self._trainable_weights + self._non_trainable_weights
        if len(store.keys()) != len(own):
            raise ValueError(f"Layer '{self.name}' expected {len(own)} variables, but received {len(store.keys())} "
                             f"variables during loading. Expected: {[v.name for v in own]}")
        for i, v in enumerate(own):
            v.assign(store[f"{i}"])

    def _functions_to_save(self):
        """The functions that tf.saved_model.save writes: of Keras's own layers those of the whole model do."""
        from _keras_saved import brings_functions, functions_to_save
        return functions_to_save(self) if brings_functions(self) else {}

    # The places of the layer in graphs of layers.

    @property
    def inbound_nodes(self):
        """The symbolic calls of the layer."""
        return self._inbound_nodes

    @property
    def outbound_nodes(self):
        """The symbolic calls that take the layer's outputs."""
        return self._outbound_nodes

    def _at_node(self, i, attr, what):
        if not self._inbound_nodes:
            raise RuntimeError(f"The layer {self.name} has never been called and thus has no defined {what}.")
        if len(self._inbound_nodes) <= i:
            raise ValueError(f"Asked to get {what} at node {i}, but the layer has only {len(self._inbound_nodes)} "
                             "inbound nodes.")
        values = getattr(self._inbound_nodes[i], attr)
        return values[0] if isinstance(values, list) and len(values) == 1 else values

    def get_input_at(self, node_index):
        """The inputs of a symbolic call."""
        return self._at_node(node_index, "input_tensors", "input")

    def get_output_at(self, node_index):
        """The outputs of a symbolic call."""
        return self._at_node(node_index, "output_tensors", "output")

    def get_input_shape_at(self, node_index):
        """The shapes of the inputs of a symbolic call."""
        return self._at_node(node_index, "input_shapes", "input shape")

    def get_output_shape_at(self, node_index):
        """The shapes of the outputs of a symbolic call."""
        return self._at_node(node_index, "output_shapes", "output shape")

    @property
    def input(self):
        """The inputs of the first symbolic call."""
        if not self._inbound_nodes:
            raise AttributeError("Layer " + self.name + " is not connected, no input to return.")
        return self._at_node(0, "input_tensors", "input")

    @property
    def output(self):
        """The outputs of the first symbolic call."""
        if not self._inbound_nodes:
            raise AttributeError("Layer " + self.name + " has no inbound nodes.")
        return self._at_node(0, "output_tensors", "output")

    @property
    def input_mask(self):
        """The masks of the inputs."""
        return _masks(self.input)

    @property
    def output_mask(self):
        """The masks of the outputs."""
        return _masks(self.output)

    def _one_shape(self, attr, what, end):
        shapes = {str(getattr(n, attr)) for n in self._inbound_nodes}
        if len(shapes) == 1:
            return getattr(self._inbound_nodes[0], attr)
        raise AttributeError(f'The layer "{self.name}" has multiple inbound nodes, with different {what} shapes. Hence '
                             f'the notion of "{what} shape" is ill-defined for the layer. Use '
                             f"`get_{what}_shape_at(node_index)` instead.")

    @property
    def input_shape(self):
        """The shapes of the inputs."""
        if not self._inbound_nodes:
            raise AttributeError(f'The layer "{self.name}" has never been called and thus has no defined input shape. '
                                 "Note that the `input_shape` property is only available for Functional and Sequential "
                                 "models.")
        return self._one_shape("input_shapes", "input", "")

    @property
    def output_shape(self):
        """The shapes of the outputs."""
        if not self._inbound_nodes:
            raise AttributeError(f'The layer "{self.name}" has never been called and thus has no defined output shape.')
        return self._one_shape("output_shapes", "output", "")
