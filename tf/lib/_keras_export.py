"""Models written for serving alone: functions under names, without what Keras needs to make the model again."""

__name__ = "tf_keras.src.export.export_lib"

import tensorflow as tf
from _keras_saved import call_spec
from _tf_track import AutoTrackable

_NO_SIGNATURE = """If the `fn` argument provided is not a `tf.function`, you must provide an `input_signature` \
argument to specify the shape and dtype of the function arguments. Example:

export_archive.add_endpoint(
    name='call',
    fn=model.call,
    input_signature=[
        tf.TensorSpec(
            shape=(None, 224, 224, 3),
            dtype=tf.float32,
        )
    ],
)"""


class ExportArchive(AutoTrackable):
    """Functions of models, each under a name, to be written as a SavedModel.

    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])
    >>> archive = tf.keras.export.ExportArchive()
    >>> archive.track(model)
    >>> spec = tf.TensorSpec((None, 3), tf.float32)
    >>> archive.add_endpoint("double", lambda x: 2 * model(x), input_signature=[spec])
    >>> archive.double(tf.ones((4, 3))).shape
    TensorShape([4, 2])
    """

    def __init__(self):
        super().__init__()
        self._endpoint_names = []
        self._tracked = []

    def track(self, resource):
        """Keeps the variables of a layer, a model or another object that holds some."""
        if not isinstance(resource, (AutoTrackable, tf.Module, tf.Variable, tf.keras.layers.Layer)):
            raise ValueError("Invalid resource type. Expected an instance of a TensorFlow `Trackable` (such as a "
                             f"TF-Keras `Layer` or `Model`). Received instead an object of type '{type(resource)}'. "
                             f"Object received: {resource}")
        self._tracked = [*self._tracked, resource]
        if isinstance(resource, tf.keras.layers.Layer):
            if not resource.built:
                raise ValueError("The layer provided has not yet been built. It must be built before export.")
            for kind in ("variables", "trainable_variables", "non_trainable_variables"):
                setattr(self, kind, [*getattr(self, kind, ()), *getattr(resource, kind)])

    def add_endpoint(self, name, fn, input_signature=None):
        """Gives a function a name: a tf.function that was traced or has a signature, or any with a signature here."""
        if name in self._endpoint_names:
            raise ValueError(f"Endpoint name '{name}' is already taken.")
        if input_signature:
            fn = tf.function(fn, input_signature=input_signature)
        elif not isinstance(fn, tf.types.experimental.GenericFunction):
            raise ValueError(_NO_SIGNATURE)
        elif fn.input_signature is None and not fn._list_all_concrete_functions():
            raise ValueError(f"The provided tf.function '{fn}' has never been called. To specify the expected shape "
                             "and dtype of the function's arguments, you must either provide a function that has been "
                             "called at least once, or alternatively pass an `input_signature` argument in `add_endpoint()`.")
        setattr(self, name, fn)
        self._endpoint_names = [*self._endpoint_names, name]

    def add_variable_collection(self, name, variables):
        """Keeps variables under a name of the loaded object."""
        if not isinstance(variables, (list, tuple, set)):
            raise ValueError(f"Expected `variables` to be a list/tuple/set. Received instead object of type "
                             f"'{type(variables)}'.")
        if not all(isinstance(v, tf.Variable) for v in variables):
            wrong = [v for v in variables if not isinstance(v, tf.Variable)]
            raise ValueError(f"Expected all elements in `variables` to be `tf.Variable` instances. Found instead the "
                             f"following types: {list({type(v) for v in wrong})}")
        setattr(self, name, list(variables))

    def write_out(self, filepath, options=None):
        """Writes the SavedModel and tells what it answers to."""
        if not self._endpoint_names:
            raise ValueError("No endpoints have been set yet. Call add_endpoint().")
        signatures = {name: _traced(getattr(self, name)) for name in self._endpoint_names}
        if "serving_default" not in signatures:
            signatures["serving_default"] = signatures[self._endpoint_names[0]]
        tf.saved_model.save(self, filepath, options=options, signatures=signatures)
        told = [f"* Endpoint '{name}'\n{_first(getattr(self, name))}" for name in self._endpoint_names]
        print(f"Saved artifact at '{filepath}'. The following endpoints are available:\n\n" + "\n\n".join(told))


def _traced(fn):
    """The first concrete function of a function."""
    return fn.get_concrete_function() if fn.input_signature is not None else fn._list_all_concrete_functions()[0]


def _first(fn):
    """What the first concrete function of a function takes and gives."""
    return str(_traced(fn)).split("Input Parameters:\n", 1)[1]


def _named(spec, name):
    return tf.TensorSpec(spec.shape, spec.dtype, name=name) if isinstance(spec, tf.TensorSpec) else spec


def export_model(model, filepath):
    """Writes what a model computes, as the endpoint serve."""
    archive = ExportArchive()
    archive.track(model)
    specs = call_spec(model)
    if model._is_graph_network:
        specs = tf.nest.flatten(specs)
        specs = specs if len(specs) > 1 else specs[0]
    elif specs is None:
        raise ValueError("The model provided has never called. It must be called at least once before export.")
    else:
        flat = tf.nest.flatten(specs)
        specs = tf.nest.pack_sequence_as(specs, [_named(s, f"input_{i}") for i, s in enumerate(flat, 1)])

    def serve(args_0, /):
        return model(args_0)

    archive.add_endpoint("serve", serve, [specs])
    archive.write_out(filepath)
