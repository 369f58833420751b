"""Preprocessing of texts: TextVectorization."""

__name__ = "tf_keras.src.layers.preprocessing.text_vectorization"

import numpy as np
import tensorflow as tf
import _keras_config as config
import _keras_saving as saving
from _keras_adapting import COUNT, INT, MULTI_HOT, TF_IDF, PreprocessingLayer, ensure_tensor, plain, validate_string_arg
from _keras_lookup import StringLookup

_BOTH, _LOWER, _STRIP = "lower_and_strip_punctuation", "lower", "strip_punctuation"
_PUNCTUATION = r'[!"#$%&()\*\+,-\./:;<=>?@\[\\\]^_`{|}~\']'


class TextVectorization(PreprocessingLayer):
    """Texts as numbers of their words, or as vectors of the words that occur.

    >>> layer = tf.keras.layers.TextVectorization(vocabulary=['foo', 'bar'], output_sequence_length=3)
    >>> layer(['Foo bar, foo!', 'baz'])
    <tf.Tensor: shape=(2, 3), dtype=int64, numpy=
    array([[2, 3, 2],
           [1, 0, 0]])>
    """

    def __init__(self, max_tokens=None, standardize="lower_and_strip_punctuation", split="whitespace", ngrams=None,
                 output_mode="int", output_sequence_length=None, pad_to_max_tokens=False, vocabulary=None,
                 idf_weights=None, sparse=False, ragged=False, encoding="utf-8", **kwargs):
        if "dtype" in kwargs and kwargs["dtype"] != tf.string and kwargs["dtype"] != "string":
            raise ValueError(f"`TextVectorization` may only have a dtype of string. Received dtype: {kwargs['dtype']}.")
        kwargs["dtype"] = tf.string
        name = "TextVectorization"
        validate_string_arg(standardize, (_BOTH, _LOWER, _STRIP), name, "standardize", True, True)
        validate_string_arg(split, ("whitespace", "character"), name, "split", True, True)
        output_mode = {"binary": MULTI_HOT, "tf-idf": TF_IDF}.get(output_mode, output_mode)
        validate_string_arg(output_mode, (INT, COUNT, MULTI_HOT, TF_IDF), name, "output_mode", True)
        if not (ngrams is None or isinstance(ngrams, int)
                or isinstance(ngrams, tuple) and all(isinstance(n, int) for n in ngrams)):
            raise ValueError(f"`ngrams` must be None, an integer, or a tuple of integers. Received: ngrams={ngrams}")
        _check_length(output_mode, output_sequence_length, ragged)
        given = kwargs.pop("has_input_vocabulary", vocabulary is not None)
        size = kwargs.pop("vocabulary_size", None)
        super().__init__(**kwargs)
        put = object.__setattr__
        for key, value in (("_max_tokens", max_tokens), ("_standardize", standardize), ("_split", split),
                           ("_ngrams_arg", ngrams), ("_ragged", ragged), ("_output_mode", output_mode),
                           ("_ngrams", tuple(range(1, ngrams + 1)) if isinstance(ngrams, int) else ngrams),
                           ("_output_sequence_length", output_sequence_length), ("_encoding", encoding),
                           ("_has_input_vocabulary", given)):
            put(self, key, value)
        self._lookup_layer = StringLookup(
            max_tokens=max_tokens, vocabulary=vocabulary, idf_weights=idf_weights, pad_to_max_tokens=pad_to_max_tokens,
            mask_token="", output_mode=INT if output_mode is None else output_mode, sparse=sparse,
            has_input_vocabulary=given, encoding=encoding, vocabulary_size=size)

    def compute_output_shape(self, input_shape):
        if self._output_mode == INT:
            return tf.TensorShape([input_shape[0], self._output_sequence_length])
        shape = tuple(input_shape)
        if self._split is not None:
            shape += (None,)
        elif len(shape) <= 1:
            shape += (1,)
        return self._lookup_layer.compute_output_shape(shape)

    def compute_output_signature(self, input_spec):
        shape = self.compute_output_shape(input_spec.shape.as_list())
        return tf.TensorSpec(shape=shape, dtype=tf.int64 if self._output_mode == INT else config.floatx())

    def update_state(self, data):
        """Counts the words of a batch."""
        self._lookup_layer.update_state(self._preprocess(data))

    def finalize_state(self):
        self._lookup_layer.finalize_state()

    def reset_state(self):
        self._lookup_layer.reset_state()

    def get_vocabulary(self, include_special_tokens=True):
        """The words in the order of their numbers."""
        return self._lookup_layer.get_vocabulary(include_special_tokens)

    def vocabulary_size(self):
        """The number of words, the padding and the unknown one included."""
        return self._lookup_layer.vocabulary_size()

    def set_vocabulary(self, vocabulary, idf_weights=None):
        """Sets the words."""
        self._lookup_layer.set_vocabulary(vocabulary, idf_weights=idf_weights)

    @property
    def _learns(self):
        """Whether the vocabulary is learnt."""
        return self._lookup_layer._learns

    def save_assets(self, dir_path):
        """Writes the vocabulary into a folder."""
        self._lookup_layer.save_assets(dir_path)

    def load_assets(self, dir_path):
        """Reads what save_assets wrote."""
        self._lookup_layer.load_assets(dir_path)

    def get_config(self):
        words = self._lookup_layer
        out = super().get_config()
        out.update(max_tokens=words.max_tokens, standardize=self._standardize, split=self._split,
                   ngrams=self._ngrams_arg, output_mode=self._output_mode,
                   output_sequence_length=self._output_sequence_length, pad_to_max_tokens=words.pad_to_max_tokens,
                   sparse=words.sparse, ragged=self._ragged, vocabulary=plain(words.input_vocabulary),
                   idf_weights=plain(words.input_idf_weights), encoding=self._encoding,
                   vocabulary_size=self.vocabulary_size())
        return out

    @classmethod
    def from_config(cls, config):
        for key in ("standardize", "split"):
            if isinstance(config.get(key), dict):
                config[key] = saving.deserialize_keras_object(config[key])
        return cls(**config)

    def _preprocess(self, inputs):
        """Texts as words: in lower case, without punctuation, split, joined to n-grams."""
        inputs = ensure_tensor(inputs, dtype=tf.string)
        if self._standardize in (_LOWER, _BOTH):
            inputs = tf.strings.lower(inputs)
        if self._standardize in (_STRIP, _BOTH):
            inputs = tf.strings.regex_replace(inputs, _PUNCTUATION, "")
        if callable(self._standardize):
            inputs = self._standardize(inputs)
        if self._split is not None:
            if inputs.shape.rank > 1:
                if inputs.shape[-1] != 1:
                    raise ValueError("When using `TextVectorization` to tokenize strings, the input rank must be 1 "
                                     "or the "
                                     f"last shape dimension must be 1. Received: inputs.shape={inputs.shape} with "
                                     f"rank={inputs.shape.rank}")
                inputs = tf.squeeze(inputs, axis=-1)
            if callable(self._split):
                inputs = self._split(inputs)
            elif self._split == "whitespace":
                inputs = tf.strings.split(inputs)
            else:
                inputs = tf.strings.unicode_split(inputs, "UTF-8")
        if self._ngrams is not None:
            inputs = tf.strings.ngrams(inputs, ngram_width=self._ngrams, separator=" ")
        return inputs

    def call(self, inputs):
        if isinstance(inputs, (list, tuple, np.ndarray)):
            inputs = tf.convert_to_tensor(inputs)
        words = self._preprocess(inputs)
        if self._output_mode is None:
            return words
        found = self._lookup_layer(words)
        if self._output_mode != INT or self._ragged:
            return found
        length = self._output_sequence_length
        if isinstance(found, tf.RaggedTensor):
            return found.to_tensor(default_value=0, shape=found.shape.as_list()[:-1] + [length])
        if length is None:
            return found
        found = found[..., :length]
        rest = length - tf.shape(found)[-1]
        sides = [[0, 0]] * (found.shape.rank - 1) + [[0, rest]]
        return tf.pad(found, sides)


def _check_length(output_mode, length, ragged):
    if output_mode == INT and not (isinstance(length, int) or length is None):
        raise ValueError("`output_sequence_length` must be either None or an integer when `output_mode` is 'int'. "
                         "Received: "
                         f"output_sequence_length={length}")
    if output_mode != INT and length is not None:
        raise ValueError("`output_sequence_length` must not be set if `output_mode` is not 'int'. Received "
                         f"output_sequence_length={length}.")
    if ragged and output_mode != INT:
        raise ValueError("`ragged` must not be true if `output_mode` is `'int'`. Received: "
                         f"ragged={ragged} and output_mode={output_mode}")
    if ragged and length is not None:
        raise ValueError("`output_sequence_length` must not be set if ragged is True. Received: "
                         f"ragged={ragged} and output_sequence_length={length}")
