"""tf.keras.utils.FeatureSpace: columns of a table as vectors."""

__name__ = "tf_keras.src.utils.feature_space"

import tensorflow as tf
import _keras_config as config
import _keras_saving as saving
from _keras_layer import Layer
from _keras_tensor import Input

_KINDS = ("int", "one_hot", "float")


def _check_mode(mode, allowed):
    if mode not in allowed:
        text = "{" + ", ".join(repr(a) for a in allowed) + "}"
        raise ValueError(f"Invalid value for argument `output_mode`. Expected one of {text}. Received: "
                         f"output_mode={mode}")


class Cross:
    """Some features crossed: their joint values hashed into so many bins."""

    def __init__(self, feature_names, crossing_dim, output_mode="one_hot"):
        _check_mode(output_mode, ("int", "one_hot"))
        self.feature_names, self.crossing_dim, self.output_mode = tuple(feature_names), crossing_dim, output_mode

    @property
    def name(self):
        """The names of the features joined."""
        return "_X_".join(self.feature_names)

    def get_config(self):
        """What the cross can be made of again."""
        return {"feature_names": self.feature_names, "crossing_dim": self.crossing_dim,
                "output_mode": self.output_mode}

    @classmethod
    def from_config(cls, config):
        """A cross of what get_config gave."""
        return cls(**config)


class Feature:
    """One feature: its type, the layer that prepares it, and how that layer's outputs are encoded."""

    def __init__(self, dtype, preprocessor, output_mode):
        _check_mode(output_mode, _KINDS)
        if isinstance(preprocessor, dict):
            preprocessor = saving.deserialize_keras_object(preprocessor)
        self.dtype, self.preprocessor, self.output_mode = dtype, preprocessor, output_mode

    def get_config(self):
        """What the feature can be made of again."""
        return {"dtype": self.dtype, "preprocessor": saving.serialize_keras_object(self.preprocessor),
                "output_mode": self.output_mode}

    @classmethod
    def from_config(cls, config):
        """A feature of what get_config gave."""
        return cls(**config)


def _named(kind, name):
    return (name or config.unique_object_name(kind)) + "_preprocessor"


class FeatureSpace(Layer):
    """Prepares and encodes features of several kinds, as one vector or as a dict of vectors.

    >>> space = tf.keras.utils.FeatureSpace({'size': 'float', 'kind': 'string_categorical'})
    >>> data = {'size': [1., 2., 4.], 'kind': ['a', 'b', 'a']}
    >>> space.adapt(tf.data.Dataset.from_tensor_slices(data))
    >>> space(data)
    <tf.Tensor: shape=(3, 4), dtype=float32, numpy=
    array([[0., 1., 0., 1.],
           [0., 0., 1., 2.],
           [0., 1., 0., 4.]], dtype=float32)>
    """

    @classmethod
    def cross(cls, feature_names, crossing_dim, output_mode="one_hot"):
        """Features crossed."""
        return Cross(feature_names, crossing_dim, output_mode=output_mode)

    @classmethod
    def feature(cls, dtype, preprocessor, output_mode):
        """A feature with a layer of one's own."""
        return Feature(dtype, preprocessor, output_mode)

    @classmethod
    def float(cls, name=None):
        """Numbers as they are."""
        layer = tf.keras.layers.Identity(dtype="float32", name=_named("float", name))
        return Feature("float32", layer, "float")

    @classmethod
    def float_rescaled(cls, scale=1.0, offset=0.0, name=None):
        """Numbers times a scale, plus an offset."""
        layer = tf.keras.layers.Rescaling(scale=scale, offset=offset, name=_named("float_rescaled", name))
        return Feature("float32", layer, "float")

    @classmethod
    def float_normalized(cls, name=None):
        """Numbers less their mean, by their deviation."""
        return Feature("float32", tf.keras.layers.Normalization(axis=-1, name=_named("float_normalized", name)),
                       "float")

    @classmethod
    def float_discretized(cls, num_bins, bin_boundaries=None, output_mode="one_hot", name=None):
        """Numbers by the ranges they fall in."""
        layer = tf.keras.layers.Discretization(num_bins=num_bins, bin_boundaries=bin_boundaries,
                                               name=_named("float_discretized", name))
        return Feature("float32", layer, output_mode)

    @classmethod
    def integer_categorical(cls, max_tokens=None, num_oov_indices=1, output_mode="one_hot", name=None):
        """Integers that stand for categories."""
        layer = tf.keras.layers.IntegerLookup(name=_named("integer_categorical", name), max_tokens=max_tokens,
                                              num_oov_indices=num_oov_indices)
        return Feature("int64", layer, output_mode)

    @classmethod
    def string_categorical(cls, max_tokens=None, num_oov_indices=1, output_mode="one_hot", name=None):
        """Texts that stand for categories."""
        layer = tf.keras.layers.StringLookup(name=_named("string_categorical", name), max_tokens=max_tokens,
                                             num_oov_indices=num_oov_indices)
        return Feature("string", layer, output_mode)

    @classmethod
    def string_hashed(cls, num_bins, output_mode="one_hot", name=None):
        """Texts by their hashes."""
        layer = tf.keras.layers.Hashing(name=_named("string_hashed", name), num_bins=num_bins)
        return Feature("string", layer, output_mode)

    @classmethod
    def integer_hashed(cls, num_bins, output_mode="one_hot", name=None):
        """Integers by their hashes."""
        layer = tf.keras.layers.Hashing(name=_named("integer_hashed", name), num_bins=num_bins)
        return Feature("int64", layer, output_mode)

    def __init__(self, features, output_mode="concat", crosses=None, crossing_dim=32, hashing_dim=32,
                 num_discretization_bins=32):
        super().__init__()
        if not features:
            raise ValueError("The `features` argument cannot be None or empty.")
        put = object.__setattr__
        put(self, "crossing_dim", crossing_dim)
        put(self, "hashing_dim", hashing_dim)
        put(self, "num_discretization_bins", num_discretization_bins)
        put(self, "features", {name: self._standard(name, f) for name, f in features.items()})
        put(self, "crosses", [self._as_cross(c) for c in crosses or []])
        _check_mode(output_mode, ("dict", "concat"))
        put(self, "output_mode", output_mode)
        put(self, "inputs", {name: Input(shape=(1,), dtype=f.dtype, name=name) for name, f in self.features.items()})
        self.preprocessors = {name: f.preprocessor for name, f in self.features.items()}
        put(self, "encoded_features", None)
        self.crossers = {c.name: tf.keras.layers.HashedCrossing(c.crossing_dim, name=c.name) for c in self.crosses}
        self.one_hot_encoders = {}
        put(self, "_is_adapted", False)
        self.concat = None

    def _standard(self, name, feature):
        """A feature of what stands for it: itself, its config, or the name of its kind."""
        if isinstance(feature, Feature):
            return feature
        if isinstance(feature, dict):
            return saving.deserialize_keras_object(feature)
        more = {"float_discretized": (self.num_discretization_bins,), "integer_hashed": (self.hashing_dim,),
                "string_hashed": (self.hashing_dim,)}
        if feature not in ("float", "float_normalized", "float_rescaled", "float_discretized", "integer_categorical",
                           "string_categorical", "integer_hashed", "string_hashed"):
            raise ValueError(f"Invalid feature type: {feature}")
        return getattr(FeatureSpace, feature)(*more.get(feature, ()), name=name)

    def _as_cross(self, cross):
        if isinstance(cross, dict):
            cross = saving.deserialize_keras_object(cross)
        if isinstance(cross, Cross):
            return cross
        if not self.crossing_dim:
            raise ValueError("When specifying `crosses`, the argument `crossing_dim` (dimensionality of the crossing "
                             "space) should be specified as well.")
        if any(name not in self.features for name in cross):
            raise ValueError("All features referenced in the `crosses` argument should be present in the `features` "
                             f"dict. Received unknown features: {cross}")
        return Cross(cross, crossing_dim=self.crossing_dim)

    # Learning.

    def _to_adapt(self):
        """The names of the features whose layers learn from data."""
        return [name for name in self.features if hasattr(self.preprocessors[name], "adapt")
                and getattr(self.preprocessors[name], "input_mean", None) is None]

    def adapt(self, dataset):
        """Has each layer that learns learn its feature of a dataset of dicts."""
        if not isinstance(dataset, tf.data.Dataset):
            raise ValueError("`adapt()` can only be called on a tf.data.Dataset. Received instead: "
                             f"{dataset} (of type {type(dataset)})")
        for name in self._to_adapt():
            column = dataset.map(lambda row, name=name: row[name])
            rank = column.element_spec.shape.rank
            if rank == 0:
                column = column.batch(32)
            if rank in (0, 1):
                column = column.map(lambda x: tf.expand_dims(x, -1))
            self.preprocessors[name].adapt(column)
        object.__setattr__(self, "_is_adapted", True)
        self.get_encoded_features()
        object.__setattr__(self, "built", True)

    def _check_adapted(self):
        if not self._is_adapted:
            if self._to_adapt():
                raise ValueError("You need to call `.adapt(dataset)` on the FeatureSpace before you can start using "
                                 "it.")
            object.__setattr__(self, "_is_adapted", True)

    def _check_built(self):
        if not self.built:
            self.get_encoded_features()
            object.__setattr__(self, "built", True)

    # Encoding.

    def get_inputs(self):
        """The symbolic inputs by the names of features."""
        self._check_built()
        return self.inputs

    def get_encoded_features(self):
        """The symbolic outputs."""
        self._check_adapted()
        if self.encoded_features is None:
            object.__setattr__(self, "encoded_features", self._encode(self.inputs))
        return self.encoded_features

    def _encode(self, values):
        """Prepared, crossed and encoded values: features by their names, crosses after them."""
        ready = {name: self.preprocessors[name](x) for name, x in values.items()}
        crossed = {c.name: self.crossers[c.name]([ready[n] for n in c.feature_names]) for c in self.crosses}
        specs = dict(self.features)
        specs.update({c.name: c for c in self.crosses})
        out = {}
        for group in (ready, crossed):
            for name in sorted(group):
                out[name] = self._encoded(name, group[name], specs[name])
        if self.output_mode == "dict":
            return out
        if self.concat is None:
            self.concat = tf.keras.layers.Concatenate(axis=-1)
        return self.concat(list(out.values()))

    def _encoded(self, name, x, spec):
        """One feature's numbers, as vectors where that is asked for."""
        if not self.built:
            if spec.output_mode == "one_hot":
                self.one_hot_encoders[name] = tf.keras.layers.CategoryEncoding(
                    num_tokens=self._cardinality(name, x), output_mode="multi_hot")
        encoder = self.one_hot_encoders.get(name)
        if encoder is not None:
            x = encoder(x)
        dtype = tf.as_dtype(x.dtype).name
        if not self.built and self.output_mode == "concat" and (dtype.startswith("int") or dtype == "string"):
            raise ValueError(f"Cannot concatenate features because feature '{name}' has not been encoded (it has "
                             f"dtype {dtype}). Consider using `output_mode='dict'`.")
        return x

    def _cardinality(self, name, x):
        """How many numbers a feature's layer may give."""
        dtype = tf.as_dtype(x.dtype).name
        if not dtype.startswith("int"):
            raise ValueError(f"Feature '{name}' has `output_mode='one_hot'`. Thus its preprocessor should return an "
                             f"int64 dtype. Instead it returns a {dtype} dtype.")
        layer = self.preprocessors.get(name) or self.crossers.get(name)
        for attribute in ("vocabulary_size", "num_tokens", "num_bins"):
            n = getattr(layer, attribute, None)
            if n is not None:
                return n() if callable(n) else n
        raise ValueError(f"Feature '{name}' has `output_mode='one_hot'`. However it isn't a standard feature and the "
                         "dimensionality of its output space is not known, thus it cannot be one-hot encoded. Try "
                         "using `output_mode='int'`.")

    def __call__(self, data):
        self._check_built()
        if not isinstance(data, dict):
            raise ValueError("A FeatureSpace can only be called with a dict. Received: "
                             f"data={data} (of type {type(data)}")
        values, single = {}, False
        for name, x in data.items():
            x = tf.convert_to_tensor(x)
            if x.shape.rank == 0:
                x, single = tf.reshape(x, [1, 1]), True
            elif x.shape.rank == 1:
                x = tf.expand_dims(x, -1)
            values[name] = x
        out = self._encode(values)
        if not single:
            return out
        if self.output_mode == "concat":
            return tf.squeeze(out, axis=0)
        return {n: tf.squeeze(x, axis=0) if x.shape.rank == 2 and x.shape[0] == 1 else x for n, x in out.items()}

    # Files.

    def get_config(self):
        return {"features": saving.serialize_keras_object(self.features), "output_mode": self.output_mode,
                "crosses": saving.serialize_keras_object(self.crosses), "crossing_dim": self.crossing_dim,
                "hashing_dim": self.hashing_dim, "num_discretization_bins": self.num_discretization_bins}

    @classmethod
    def from_config(cls, config):
        return cls(**config)

    def get_build_config(self):
        return {name: f.preprocessor.get_build_config() for name, f in self.features.items()}

    def build_from_config(self, config):
        for name, part in config.items():
            if part:
                self.features[name].preprocessor.build_from_config(part)
        object.__setattr__(self, "_is_adapted", True)

    def save(self, filepath):
        """Writes the space as a `.keras` file, which keras.models.load_model reads."""
        import _keras_archive as archive
        archive.save(self, filepath)

    def save_own_variables(self, store):
        """The layers within keep what they learnt."""

    def load_own_variables(self, store):
        """The layers within have what they learnt."""
