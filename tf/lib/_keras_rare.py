"""What layers and models have beside what programs use every day."""

__name__ = "tf_keras.src.engine.base_layer"

import warnings

import tensorflow as tf
from _keras_layer_values import _masks


class RareLayer:
    """Names of all layers that few programs use."""

    @property
    def updates(self):
        """Nothing: variables are assigned in the call."""
        warnings.warn("`layer.updates` will be removed in a future version. This property should not be used in "
                      "TensorFlow 2.0, as `updates` are applied automatically.", stacklevel=2)
        return []

    def add_update(self, updates):
        """Runs updates that are functions; others are done already."""
        for update in tf.nest.flatten(updates):
            if callable(update):
                update()

    def get_input_mask_at(self, node_index):
        """The masks of the inputs of a symbolic call."""
        return tf.nest.map_structure(_masks, self._at_node(node_index, "input_tensors", "input"))

    def get_output_mask_at(self, node_index):
        """The masks of the outputs of a symbolic call."""
        return tf.nest.map_structure(_masks, self._at_node(node_index, "output_tensors", "output"))


class RareModel:
    """Names of models that few programs use."""

    compiled_loss = compiled_metrics = train_function = test_function = predict_function = train_tf_function = None

    @property
    def jit_compile(self):
        """Whether the steps were asked to be compiled; they compute the same."""
        return self.__dict__.get("_jit_compile")

    @jit_compile.setter
    def jit_compile(self, value):
        object.__setattr__(self, "_jit_compile", value)

    @property
    def steps_per_execution(self):
        """How many batches one call of the compiled functions runs, None before compile."""
        steps = self.__dict__.get("_steps_per_execution")
        if isinstance(steps, int):
            with tf.init_scope():
                steps = tf.Variable(steps, dtype=tf.int64, trainable=False)
            object.__setattr__(self, "_steps_per_execution", steps)
        return steps

    @steps_per_execution.setter
    def steps_per_execution(self, value):
        if self.__dict__.get("_steps_per_execution") is None:
            object.__setattr__(self, "_steps_per_execution", value)
        else:
            self.steps_per_execution.assign(value)

    @property
    def autotune_steps_per_execution(self):
        """Whether the number of steps is sought: it is not."""
        return False

    @property
    def distribute_strategy(self):
        """The strategy that the model was made under."""
        return tf.distribute.get_strategy()

    @property
    def distribute_reduction_method(self):
        """How values of replicas become one."""
        return self.__dict__.get("_distribute_reduction_method", "auto")

    @distribute_reduction_method.setter
    def distribute_reduction_method(self, value):
        object.__setattr__(self, "_distribute_reduction_method", value)

    @property
    def state_updates(self):
        """Nothing: layers with state assign it in the call."""
        warnings.warn("`Model.state_updates` will be removed in a future version. This property should not be used in "
                      "TensorFlow 2.0, as `updates` are applied automatically.", stacklevel=2)
        return []

    def save_spec(self, dynamic_batch=True):
        """The specs of the arguments that the model takes, None before it knows any."""
        if self._is_graph_network:
            args, kwargs = self._nested_inputs, {}
        elif self._save_spec is None:
            return None
        else:
            args, kwargs = self._save_spec
        count = 0

        def spec(x):
            nonlocal count
            count += 1
            if not hasattr(x, "shape") or not hasattr(x, "dtype"):
                return x
            name = x._keras_history.layer.name if hasattr(x, "_keras_history") else f"input_{count}"
            shape = x.shape.as_list() if x.shape.rank is not None else None
            if dynamic_batch and shape:
                shape[0] = None
            return tf.TensorSpec(shape, x.dtype, name=name)

        nested = tf.nest.pack_sequence_as(args, [spec(x) for x in tf.nest.flatten(args)])
        return [nested], kwargs

    def get_weight_paths(self):
        """The variables by the attributes that lead to them."""
        out = {}
        if self._is_graph_network or isinstance(self, tf.keras.Sequential):
            for layer in self.layers:
                for v in layer.weights:
                    out[".".join([layer.name, *_attribute(layer, v)])] = v
            return out
        for path in _paths(self, (), {id(self)}):
            out[".".join(path[0])] = path[1]
        return out

    def to_yaml(self, **kwargs):
        """Refuses: models are not written as YAML."""
        raise RuntimeError("Method `model.to_yaml()` has been removed due to security risk of arbitrary code execution. "
                           "Please use `model.to_json()` instead.")

    def evaluate_generator(self, generator, steps=None, callbacks=None, max_queue_size=10, workers=1,
                           use_multiprocessing=False, verbose=0):
        """Another name of evaluate."""
        warnings.warn("`Model.evaluate_generator` is deprecated and will be removed in a future version. Please use "
                      "`Model.evaluate`, which supports generators.", stacklevel=2)
        return self.evaluate(generator, steps=steps, verbose=verbose, callbacks=callbacks)

    def predict_generator(self, generator, steps=None, callbacks=None, max_queue_size=10, workers=1,
                          use_multiprocessing=False, verbose=0):
        """Another name of predict."""
        warnings.warn("`Model.predict_generator` is deprecated and will be removed in a future version. Please use "
                      "`Model.predict`, which supports generators.", stacklevel=2)
        return self.predict(generator, steps=steps, verbose=verbose, callbacks=callbacks)


def _attribute(layer, variable):
    """The attributes that lead from a layer to a variable."""
    for path, v in _paths(layer, (), {id(layer)}):
        if v is variable:
            return path
    return (variable.name.rsplit("/", 1)[-1].split(":")[0],)


def _paths(owner, way, seen):
    """The variables that the attributes of an object lead to, each once, nearest first."""
    inner = []
    for name, value in sorted(vars(owner).items()):
        if isinstance(value, tf.Variable) and id(value) not in seen:
            seen.add(id(value))
            yield (*way, name.lstrip("_")), value
        elif isinstance(value, tf.keras.layers.Layer) and id(value) not in seen:
            seen.add(id(value))
            inner.append((name, value))
    for name, value in inner:
        yield from _paths(value, (*way, name), seen)
