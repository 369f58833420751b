"""Preprocessing by vocabularies: StringLookup and IntegerLookup."""

__name__ = "tf_keras.src.layers.preprocessing.index_lookup"

import collections
import os

import _tf_files
import numpy as np
import tensorflow as tf
import _keras_config as config
from _keras_adapting import (COUNT, INT, MULTI_HOT, ONE_HOT, TF_IDF, PreprocessingLayer, check_integer, check_sparse,
                             encode, ensure_tensor, expand_dims, plain, validate_string_arg)


class IndexLookup(PreprocessingLayer):
    """Tokens as numbers: the mask token is 0, then come the numbers of unknown tokens, then the vocabulary."""

    def __init__(self, max_tokens, num_oov_indices, mask_token, oov_token, vocabulary_dtype, vocabulary=None,
                 idf_weights=None, invert=False, output_mode="int", sparse=False, pad_to_max_tokens=False, **kwargs):
        if max_tokens is not None and max_tokens <= 1:
            raise ValueError(f"If set, `max_tokens` must be greater than 1. Received: max_tokens={max_tokens}")
        if pad_to_max_tokens and max_tokens is None:
            raise ValueError(f"If pad_to_max_tokens is True, must set `max_tokens`. Received: max_tokens={max_tokens}")
        if num_oov_indices < 0:
            raise ValueError("`num_oov_indices` must be greater than or equal to 0. Received: "
                             f"num_oov_indices={num_oov_indices}")
        output_mode = {"binary": MULTI_HOT, "tf-idf": TF_IDF}.get(output_mode, output_mode)
        validate_string_arg(output_mode, (INT, ONE_HOT, MULTI_HOT, COUNT, TF_IDF), type(self).__name__, "output_mode")
        if invert and output_mode != INT:
            raise ValueError(f"`output_mode` must be `'int'` when `invert` is true. Received: "
                             f"output_mode={output_mode}")
        check_sparse(sparse, output_mode, "`'one_hot'`, `'multi_hot'`, `'count'` or `'tf_idf'`")
        if idf_weights is not None and output_mode != TF_IDF:
            raise ValueError("`idf_weights` should only be set if `output_mode` is `'tf_idf'`. Received: "
                             f"idf_weights={idf_weights} and output_mode={output_mode}")
        frozen = kwargs.pop("vocabulary_size", None)
        given = kwargs.pop("has_input_vocabulary", vocabulary is not None)
        kwargs.pop("has_static_table", None)
        kwargs.setdefault("dtype", tf.int64 if output_mode == INT else config.floatx())
        super().__init__(**kwargs)
        check_integer(self, output_mode, kwargs["dtype"])
        put = object.__setattr__
        for name, value in (("invert", invert), ("max_tokens", max_tokens), ("num_oov_indices", num_oov_indices),
                            ("mask_token", mask_token), ("oov_token", oov_token), ("output_mode", output_mode),
                            ("sparse", sparse), ("pad_to_max_tokens", pad_to_max_tokens),
                            ("vocabulary_dtype", tf.as_dtype(vocabulary_dtype).name), ("_frozen_vocab_size", frozen),
                            ("_has_input_vocabulary", given)):
            put(self, name, value)
        self.input_vocabulary, self.input_idf_weights = vocabulary, idf_weights
        self._settle_types()
        if output_mode == TF_IDF:
            self.idf_weights = tf.Variable(tf.zeros([self._token_start_index()], self.compute_dtype), shape=(None,),
                                           trainable=False)
            self.num_documents = tf.Variable(0, dtype=tf.int64, trainable=False)
        if vocabulary is not None:
            self.set_vocabulary(vocabulary, idf_weights)
        else:
            put(self, "lookup_table", None)
        put(self, "_counts", collections.Counter())
        put(self, "_documents", collections.Counter())
        put(self, "_saved_counts", {})

    def _settle_types(self):
        """The types of keys and values, what unknown keys give, and the mask's key and value."""
        put = object.__setattr__
        words = tf.as_dtype(self.vocabulary_dtype)
        if self.invert:
            keys, values = tf.as_dtype(self.dtype), words
            unknown, mask = self.oov_token, (0, self.mask_token)
        else:
            keys, values = words, tf.as_dtype(self.dtype) if self.output_mode == INT else tf.int64
            unknown = self._oov_start_index() if self.num_oov_indices == 1 else -1
            mask = (self.mask_token, 0 if self.output_mode == INT else values.max)
        put(self, "_key_dtype", keys)
        put(self, "_value_dtype", values)
        put(self, "_default_value", unknown)
        if self.mask_token is not None:
            put(self, "_mask_key", tf.convert_to_tensor(mask[0], keys))
            put(self, "_mask_value", tf.convert_to_tensor(mask[1], values))

    def _oov_start_index(self):
        return 1 if self.mask_token is not None and self.output_mode == INT else 0

    def _token_start_index(self):
        return self._oov_start_index() + self.num_oov_indices

    # The vocabulary.

    def _texts(self, tokens):
        """Tokens of a tensor as an array."""
        return tokens.numpy()

    def get_vocabulary(self, include_special_tokens=True):
        """The tokens in the order of their numbers."""
        pairs = {}
        if self.lookup_table is not None:
            keys, values = self.lookup_table.export()
            numbers, tokens = (keys, values) if self.invert else (values, keys)
            pairs = dict(zip(numbers.numpy().tolist(), self._texts(tokens)))
        out = [pairs.get(i, self.oov_token) for i in range(self.vocabulary_size())]
        if self.mask_token is not None and self.output_mode == INT:
            out[0] = self.mask_token
        return out if include_special_tokens else out[self._token_start_index():]

    def vocabulary_size(self):
        """The number of tokens, the mask and unknown ones included."""
        known = 0 if self.lookup_table is None else int(self.lookup_table.size().numpy())
        return known + self._token_start_index()

    def vocab_size(self):
        """The older name of vocabulary_size."""
        return self.vocabulary_size()

    def _freeze(self):
        """Notes the size of the vocabulary: outputs as wide as that must not change."""
        size = self.vocabulary_size()
        if self.output_mode != INT and not self.pad_to_max_tokens and self._frozen_vocab_size not in (None, size):
            raise RuntimeError(f"When using `output_mode={self.output_mode}` and `pad_to_max_tokens=False`, the "
                               "vocabulary "
                               f"size cannot be changed after the layer is called. Old vocab size is "
                               f"{self._frozen_vocab_size}, new vocab size is {size}")
        object.__setattr__(self, "_frozen_vocab_size", size)

    def set_vocabulary(self, vocabulary, idf_weights=None):
        """Sets the tokens: a list, an array, a tensor or the path of a file with one a line."""
        if self.output_mode == TF_IDF:
            if idf_weights is None:
                raise ValueError("`idf_weights` must be set if output_mode is TF_IDF")
        elif idf_weights is not None:
            raise ValueError("`idf_weights` should only be set if output_mode is `'tf_idf'`. Received: "
                             f"output_mode={self.output_mode} and idf_weights={idf_weights}")
        if isinstance(vocabulary, str):
            if not os.path.exists(vocabulary):
                raise ValueError(f"Vocabulary file {vocabulary} does not exist.")
            if self.output_mode == TF_IDF:
                raise ValueError("output_mode `'tf_idf'` does not support loading a vocabulary from file.")
            self.lookup_table = self._table_of_file(vocabulary)
            return self._freeze()
        if tf.is_tensor(vocabulary):
            vocabulary = self._texts(vocabulary)
        elif isinstance(vocabulary, (list, tuple)):
            vocabulary = np.array(list(vocabulary))
        if vocabulary.size == 0:
            raise ValueError(f"Cannot set an empty vocabulary, you passed {vocabulary}.")
        start = self._token_start_index()
        special = [self.mask_token] * self._oov_start_index() + [self.oov_token] * self.num_oov_indices
        found = bool(np.array_equal(special, vocabulary[:start]))
        tokens = vocabulary[start:] if found else vocabulary
        self._check_tokens(tokens, vocabulary, special)
        if self.max_tokens is not None and start + len(tokens) > self.max_tokens:
            raise ValueError("Attempted to set a vocabulary larger than the maximum vocab size. Passed vocab size is "
                             "{}, "
                             "max vocab size is {}.".format(start + len(tokens), self.max_tokens))
        self.lookup_table = self._table_of(tokens)
        self._freeze()
        if self.output_mode == TF_IDF and idf_weights is not False:
            self._set_weights_of(vocabulary, plain(idf_weights), found)
        return None

    def _check_tokens(self, tokens, vocabulary, special):
        repeated = [t for t, n in collections.Counter(tokens).items() if n > 1]
        if repeated:
            raise ValueError("The passed vocabulary has at least one repeated term. Please uniquify your dataset. The "
                             f"repeated terms are {repeated}")
        for name, token, reserved in (("mask", self.mask_token, True), ("oov", self.oov_token, self.invert)):
            if token is not None and reserved and token in tokens:
                place = np.argwhere(vocabulary == token)[-1]
                what = "mask" if name == "mask" else "OOV"
                raise ValueError(
                    f"Found reserved {what} token at unexpected location in `vocabulary`. Note that passed "
                    "`vocabulary` "
                    "does not need to include the OOV and mask tokens. Either remove all mask and OOV tokens, or "
                    "include "
                    f"them only at the start of the vocabulary in precisely this order: {special}. Received: "
                    f"{name}_token={token} at vocabulary index {place}")

    def _set_weights_of(self, vocabulary, weights, found):
        """The weights of tokens; unknown ones weigh the mean unless they are given."""
        if len(vocabulary) != len(weights):
            raise ValueError("`idf_weights` must be the same length as vocabulary. len(idf_weights) is {}, "
                             "len(vocabulary) is {}".format(len(vocabulary), len(weights)))
        weights = np.array(weights)
        if weights.ndim != 1:
            raise ValueError(f"TF-IDF data must be a 1-index array, but received {type(weights)}")
        front = 0 if found else self._token_start_index()
        back = self.max_tokens - front - len(weights) if self.pad_to_max_tokens and self.max_tokens is not None else 0
        weights = np.concatenate([np.full(front, np.average(weights)), weights, np.zeros(back)])
        self.idf_weights.assign(tf.convert_to_tensor(weights, dtype=self.compute_dtype))

    def _table_of(self, tokens):
        with tf.init_scope():
            start = self._token_start_index()
            numbers = tf.range(start, start + len(tokens), dtype=self._key_dtype if self.invert else self._value_dtype)
            tokens = tf.convert_to_tensor(tokens)
            keys, values = (numbers, tokens) if self.invert else (tokens, numbers)
            init = tf.lookup.KeyValueTensorInitializer(keys, values, self._key_dtype, self._value_dtype)
            return tf.lookup.StaticHashTable(init, self._default_value)

    def _table_of_file(self, path):
        number, line = tf.lookup.TextFileIndex.LINE_NUMBER, tf.lookup.TextFileIndex.WHOLE_LINE
        key, value = (number, line) if self.invert else (line, number)
        with tf.init_scope():
            init = tf.lookup.TextFileInitializer(path, self._key_dtype, key, self._value_dtype, value,
                                                 value_index_offset=self._token_start_index())
            return tf.lookup.StaticHashTable(init, self._default_value)

    # Learning it.

    def update_state(self, data):
        """Counts the tokens of a batch."""
        if self._has_input_vocabulary:
            raise ValueError(f"Cannot adapt {type(self).__name__} layer after setting a static vocabulary via init "
                             "argument "
                             "or `set_vocabulary`.")
        data = ensure_tensor(data, dtype=tf.as_dtype(self.vocabulary_dtype))
        while data.shape.rank < 2:
            data = tf.expand_dims(data, 0)
        flat = data.values if isinstance(data, tf.SparseTensor) else data.flat_values \
            if isinstance(data, tf.RaggedTensor) else data
        self._counts.update(flat.numpy().reshape(-1).tolist())
        if self.output_mode == TF_IDF:
            rows = data.to_list() if isinstance(data, tf.RaggedTensor) else data.numpy().tolist()
            for row in rows:
                self._documents.update(set(row))
            self.num_documents.assign_add(len(rows))

    def finalize_state(self):
        if self._has_input_vocabulary or not self._counts:
            self._freeze()
            return
        counts = dict(self._counts)
        for token in (self.mask_token, self.oov_token):
            counts.pop(token.encode() if isinstance(token, str) else token, None)
        ranked = sorted(counts.items(), key=lambda pair: (pair[1], pair[0]), reverse=True)
        start = self._token_start_index()
        if self.max_tokens:
            ranked = ranked[:self.max_tokens - start]
        tokens = [t for t, _ in ranked]
        self.lookup_table = self._table_of(tf.constant(tokens, tf.as_dtype(self.vocabulary_dtype)))
        if self.output_mode == TF_IDF:
            number = tf.constant([self._documents[t] for t in tokens], tf.int64)
            weights = tf.math.log(1 + self.num_documents.read_value() / (1 + number))
            weights = tf.cast(weights, self.compute_dtype)
            weights = tf.pad(weights, [[start, 0]], constant_values=tf.reduce_mean(weights))
            if self.pad_to_max_tokens and self.max_tokens is not None:
                weights = tf.pad(weights, [[0, self.max_tokens - len(weights)]])
            self.idf_weights.assign(weights)
        self.reset_state()
        self._freeze()

    def reset_state(self):
        if not self._has_input_vocabulary:
            self._counts.clear()
            self._documents.clear()
            if self.output_mode == TF_IDF:
                self.num_documents.assign(0)

    # The words in files of models.

    def save_own_variables(self, store):
        """Puts the weights of words into a dict, for saving."""
        if self.output_mode == TF_IDF:
            store["idf_weights"] = self.idf_weights.numpy()

    def load_own_variables(self, store):
        """Sets the weights of words to what save_own_variables gave."""
        if self.output_mode == TF_IDF:
            self.idf_weights.assign(store["idf_weights"])

    def save_assets(self, dir_path):
        """Writes the vocabulary into a folder, unless the config has it."""
        if self.input_vocabulary is None:
            with open(os.path.join(dir_path, "vocabulary.txt"), "w") as f:
                f.write("\n".join(str(w) for w in self.get_vocabulary(include_special_tokens=True)))

    def load_assets(self, dir_path):
        """Reads what save_assets wrote."""
        if self.input_vocabulary is not None:
            return
        with open(os.path.join(dir_path, "vocabulary.txt")) as f:
            lines = f.read().split("\n")
        words = lines if tf.as_dtype(self.vocabulary_dtype) == tf.string else [int(line) for line in lines]
        self.set_vocabulary(words, **({"idf_weights": False} if self.output_mode == TF_IDF else {}))

    def _trackable_children(self):
        """The parts that are saved; Keras's layer has the tables that it counts tokens in among them, empty once it
        has learnt."""
        children = super()._trackable_children()
        if not self._has_input_vocabulary:
            kept = self._saved_counts
            names = ["token_counts"] + ["token_document_counts"] * (self.output_mode == TF_IDF)
            for name in names:
                if name not in kept:
                    key = tf.as_dtype(self.vocabulary_dtype)
                    kept[name] = tf.lookup.experimental.MutableHashTable(key, tf.int64, 0)
            children.update(kept)
        return children

    @property
    def _learns(self):
        """Whether the vocabulary is learnt, and so counts among the weights where layers are numbered by them."""
        return not self._has_input_vocabulary

    def _restore_table(self, table):
        """Takes the entries of the table of a model that was loaded."""
        keys, values = table.export()
        numbers, tokens = (keys, values) if self.invert else (values, keys)
        pairs = sorted(zip(numbers.numpy().tolist(), self._texts(tokens)))
        if pairs:
            words = [t for _, t in pairs]
            self.set_vocabulary(words, **({"idf_weights": False} if self.output_mode == TF_IDF else {}))

    # Looking up.

    def call(self, inputs):
        if self.output_mode != INT and not self.pad_to_max_tokens and self._frozen_vocab_size is None:
            raise RuntimeError(f"When using `output_mode={self.output_mode}` and `pad_to_max_tokens=False`, you must "
                               "set the "
                               "layer's vocabulary before calling it. Either pass a `vocabulary` argument to the "
                               "layer, or "
                               "call `adapt` with some sample data.")
        inputs = ensure_tensor(inputs, dtype=self._key_dtype)
        rank = inputs.shape.rank
        if rank == 0:
            inputs = expand_dims(inputs, -1)
        if isinstance(inputs, tf.SparseTensor):
            found = tf.SparseTensor(inputs.indices, self._look_up(inputs.values), inputs.dense_shape)
        elif isinstance(inputs, tf.RaggedTensor):
            found = tf.ragged.map_flat_values(self._look_up, inputs)
        else:
            found = self._look_up(inputs)
        if self.output_mode == INT:
            return tf.squeeze(found, -1) if rank == 0 else found
        depth = self.max_tokens if self.pad_to_max_tokens else self._frozen_vocab_size
        return encode(found, self.output_mode, depth, dtype=self.compute_dtype, sparse=self.sparse,
                      idf_weights=self.idf_weights if self.output_mode == TF_IDF else None)

    def _unset_table(self):
        """A table that holds nothing yet: looking something up in it is an error."""
        with tf.init_scope():
            none = [tf.zeros([0], d) if d != tf.string else tf.constant([], tf.string)
                    for d in (self._key_dtype, self._value_dtype)]
            init = tf.lookup.KeyValueTensorInitializer(*none)
            return _tf_files.unset(tf.lookup.StaticHashTable(init, self._default_value))

    def _look_up(self, inputs):
        """The numbers of tokens, or the tokens of numbers."""
        found = (self._unset_table() if self.lookup_table is None else self.lookup_table).lookup(inputs)
        if self.mask_token is not None:
            found = tf.where(tf.equal(inputs, self._mask_key), self._mask_value, found)
        if self.invert:
            return found
        if self.num_oov_indices == 0:
            return self._checked(inputs, found)
        if self.num_oov_indices > 1:
            if self._key_dtype.is_integer:
                unknown = tf.math.floormod(inputs, self.num_oov_indices)
            else:
                unknown = tf.strings.to_hash_bucket_fast(inputs, num_buckets=self.num_oov_indices)
            unknown = tf.cast(unknown, found.dtype) + self._oov_start_index()
            found = tf.where(tf.equal(found, self._default_value), unknown, found)
        return tf.identity(found)

    def _checked(self, inputs, found):
        """Numbers, all of known tokens."""
        where = tf.where(tf.equal(found, -1))
        text = tf.strings.format("When `num_oov_indices=0` all inputs should be in vocabulary, found OOV values {}, "
                                 "consider "
                                 "setting `num_oov_indices=1`.", (tf.gather_nd(inputs, where),))
        check = tf.debugging.Assert(tf.equal(tf.size(where), 0), [text])
        with tf.control_dependencies([] if check is None else [check]):
            return tf.identity(found)

    def compute_output_shape(self, input_shape):
        if self.output_mode == INT:
            return input_shape
        return tf.TensorShape([input_shape[0], self.max_tokens if self.pad_to_max_tokens else self._frozen_vocab_size])

    def compute_output_signature(self, input_spec):
        dtype = self.vocabulary_dtype if self.invert else self.compute_dtype
        return tf.TensorSpec(shape=self.compute_output_shape(input_spec.shape.as_list()), dtype=dtype)

    def get_config(self):
        out = super().get_config()
        out.update(invert=self.invert, max_tokens=self.max_tokens, num_oov_indices=self.num_oov_indices,
                   oov_token=self.oov_token, mask_token=self.mask_token, output_mode=self.output_mode,
                   sparse=self.sparse, pad_to_max_tokens=self.pad_to_max_tokens, vocabulary_dtype=self.vocabulary_dtype,
                   idf_weights=plain(self.input_idf_weights), vocabulary=plain(self.input_vocabulary),
                   vocabulary_size=self._frozen_vocab_size)
        return out


class StringLookup(IndexLookup):
    """Strings as numbers of a vocabulary.

    >>> layer = tf.keras.layers.StringLookup(vocabulary=['a', 'b', 'c'])
    >>> layer([['a', 'c'], ['d', 'b']])
    <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
    array([[1, 3],
           [0, 2]])>
    """

    __module__ = "tf_keras.src.layers.preprocessing.string_lookup"

    def __init__(self, max_tokens=None, num_oov_indices=1, mask_token=None, oov_token="[UNK]", vocabulary=None,
                 idf_weights=None, encoding="utf-8", invert=False, output_mode="int", sparse=False,
                 pad_to_max_tokens=False, **kwargs):
        if kwargs.get("dtype") in (tf.string, "string"):
            del kwargs["dtype"]
        object.__setattr__(self, "encoding", encoding)
        super().__init__(max_tokens, num_oov_indices, mask_token, oov_token, tf.string, vocabulary=vocabulary,
                         idf_weights=idf_weights, invert=invert, output_mode=output_mode, sparse=sparse,
                         pad_to_max_tokens=pad_to_max_tokens, **kwargs)

    def get_config(self):
        out = super().get_config()
        del out["vocabulary_dtype"]
        out["encoding"] = self.encoding
        return out

    def _texts(self, tokens):
        return np.array([t.decode(self.encoding) if isinstance(t, bytes) else t for t in tokens.numpy().tolist()])


class IntegerLookup(IndexLookup):
    """Integers as numbers of a vocabulary.

    >>> layer = tf.keras.layers.IntegerLookup(vocabulary=[12, 36])
    >>> layer([[12, 7]])
    <tf.Tensor: shape=(1, 2), dtype=int64, numpy=array([[1, 0]])>
    """

    __module__ = "tf_keras.src.layers.preprocessing.integer_lookup"

    def __init__(self, max_tokens=None, num_oov_indices=1, mask_token=None, oov_token=-1, vocabulary=None,
                 vocabulary_dtype="int64", idf_weights=None, invert=False, output_mode="int", sparse=False,
                 pad_to_max_tokens=False, **kwargs):
        if not tf.as_dtype(vocabulary_dtype).is_integer:
            raise ValueError(f"`vocabulary_dtype` must be an integer dtype. Received: {vocabulary_dtype}")
        if output_mode != INT and kwargs.get("dtype") in (tf.int64, "int64"):
            del kwargs["dtype"]
        max_tokens = kwargs.pop("max_values", max_tokens)
        mask_token = kwargs.pop("mask_value", mask_token)
        oov_token = kwargs.pop("oov_value", oov_token)
        if max_tokens is not None and max_tokens <= 1:
            raise ValueError("If `max_tokens` is set for `IntegerLookup`, it must be greater than 1. Received: "
                             f"max_tokens={max_tokens}.")
        if num_oov_indices < 0:
            raise ValueError("The value of `num_oov_indices` argument for `IntegerLookup` must >= 0. Received "
                             f"num_oov_indices={num_oov_indices}.")
        mask_token = None if mask_token is None else np.int64(mask_token)
        oov_token = None if oov_token is None else np.int64(oov_token)
        super().__init__(max_tokens, num_oov_indices, mask_token, oov_token, vocabulary_dtype, vocabulary=vocabulary,
                         idf_weights=idf_weights, invert=invert, output_mode=output_mode, sparse=sparse,
                         pad_to_max_tokens=pad_to_max_tokens, **kwargs)
