"""Attention layers: by dot products, by sums, and with several heads."""

__name__ = "tf_keras.src.layers.attention.base_dense_attention"

import string

import tensorflow as tf
import _keras_common as common
from _keras_advanced import Softmax
from _keras_core import EinsumDense
from _keras_layer import Layer
from _keras_noise import BaseRandomLayer, Dropout, when


class BaseDenseAttention(BaseRandomLayer):
    """Means of values, weighted by how well queries and keys fit."""

    def __init__(self, dropout=0.0, **kwargs):
        super().__init__(**kwargs)
        self.dropout = dropout
        self.supports_masking = True

    def build(self, input_shape):
        self.built = True

    def _calculate_scores(self, query, key):
        raise NotImplementedError

    def _apply_scores(self, scores, value, scores_mask=None, training=None):
        if scores_mask is not None:
            padding = tf.cast(tf.logical_not(scores_mask), scores.dtype)
            scores = scores - (65504.0 if scores.dtype == tf.float16 else 1.0e9) * padding
        weights = tf.nn.softmax(scores)
        if self.dropout > 0:
            weights = when(self._training(training),
                           lambda: tf.nn.dropout(weights, self.dropout, seed=self._seeds.get()),
                           lambda: tf.identity(weights))
        return tf.matmul(weights, value), weights

    def call(self, inputs, mask=None, training=None, return_attention_scores=False, use_causal_mask=False):
        self._validate(inputs, mask)
        q, v = inputs[0], inputs[1]
        k = inputs[2] if len(inputs) > 2 else v
        q_mask = mask[0] if mask else None
        v_mask = mask[1] if mask else None
        scores = self._calculate_scores(query=q, key=k)
        if v_mask is not None:
            v_mask = tf.expand_dims(v_mask, axis=-2)
        if use_causal_mask:
            shape = tf.shape(scores)
            rows = tf.range(shape[-2])[:, None]
            causal = (rows >= tf.range(shape[-1])[None, :])[None]
            v_mask = causal if v_mask is None else tf.logical_and(v_mask, causal)
        result, weights = self._apply_scores(scores, v, v_mask, training)
        if q_mask is not None:
            result = result * tf.cast(tf.expand_dims(q_mask, axis=-1), result.dtype)
        return (result, weights) if return_attention_scores else result

    def compute_mask(self, inputs, mask=None):
        self._validate(inputs, mask)
        if mask is None or mask[0] is None:
            return None
        return tf.convert_to_tensor(mask[0])

    def compute_output_shape(self, input_shape):
        return tf.TensorShape(input_shape[0])

    def _validate(self, inputs, mask):
        name = type(self).__name__
        if not isinstance(inputs, list):
            raise ValueError(f"{name} layer must be called on a list of inputs, namely [query, value] or [query, "
                             f"value, key]. Received: {inputs}.")
        if len(inputs) < 2 or len(inputs) > 3:
            raise ValueError(f"{name} layer accepts inputs list of length 2 or 3, namely [query, value] or [query, "
                             f"value, key]. Received length: {len(inputs)}.")
        if mask:
            if not isinstance(mask, list):
                raise ValueError(
                    f"{name} layer mask must be a list, namely [query_mask, value_mask]. Received: {mask}.")
            if len(mask) < 2 or len(mask) > len(inputs):
                raise ValueError(f"{name} layer mask must be a list of length 2, namely [query_mask, value_mask]. "
                                 f"Received length: {len(mask)}.")

    def get_config(self):
        out = super().get_config()
        out["dropout"] = self.dropout
        return out


__name__ = "tf_keras.src.layers.attention.attention"


class Attention(BaseDenseAttention):
    """Attention by dot products.

    >>> q = tf.constant([[[1., 0.]]])
    >>> tf.keras.layers.Attention()([q, q])
    <tf.Tensor: shape=(1, 1, 2), dtype=float32, numpy=array([[[1., 0.]]], dtype=float32)>
    """

    def __init__(self, use_scale=False, score_mode="dot", **kwargs):
        super().__init__(**kwargs)
        self.use_scale = use_scale
        self.score_mode = score_mode
        if score_mode not in ["dot", "concat"]:
            raise ValueError(f"Received: score_mode={score_mode}. Acceptable values are: [\"dot\", \"concat\"]")

    def build(self, input_shape):
        self.scale = self.concat_score_weight = None
        if self.use_scale:
            self.scale = self.add_weight(name="scale", shape=(), initializer="ones", dtype=self.dtype, trainable=True)
        if self.score_mode == "concat":
            self.concat_score_weight = self.add_weight(name="concat_score_weight", shape=(), initializer="ones",
                                                       dtype=self.dtype, trainable=True)
        super().build(input_shape)

    def _calculate_scores(self, query, key):
        if self.score_mode == "dot":
            scores = tf.matmul(query, key, transpose_b=True)
            return scores if self.scale is None else scores * self.scale
        q, k = tf.expand_dims(query, axis=-2), tf.expand_dims(key, axis=-3)
        x = q + k if self.scale is None else self.scale * (q + k)
        return self.concat_score_weight * tf.reduce_sum(tf.tanh(x), axis=-1)

    def get_config(self):
        out = super().get_config()
        out.update(common.settings(self, "use_scale score_mode"))
        return out


__name__ = "tf_keras.src.layers.attention.additive_attention"


class AdditiveAttention(BaseDenseAttention):
    """Attention by sums of tanh."""

    def __init__(self, use_scale=True, **kwargs):
        super().__init__(**kwargs)
        self.use_scale = use_scale

    def build(self, input_shape):
        self.scale = None
        if self.use_scale:
            self.scale = self.add_weight(name="scale", shape=[tf.TensorShape(input_shape[1])[-1]],
                                         initializer="glorot_uniform", dtype=self.dtype, trainable=True)
        super().build(input_shape)

    def _calculate_scores(self, query, key):
        x = tf.tanh(tf.expand_dims(query, axis=-2) + tf.expand_dims(key, axis=-3))
        return tf.reduce_sum(x if self.scale is None else self.scale * x, axis=-1)

    def get_config(self):
        out = super().get_config()
        out["use_scale"] = self.use_scale
        return out


__name__ = "tf_keras.src.layers.attention.multi_head_attention"

_LETTERS = string.ascii_lowercase


def _projection(free, bound, outputs):
    """The equation of a projection, and its bias's axes: axes stay, are summed over, or are new."""
    left = "".join(_LETTERS[i] for i in range(free))
    summed = "".join(_LETTERS[free + i] for i in range(bound))
    new = "".join(_LETTERS[free + bound + i] for i in range(outputs))
    return f"{left + summed},{summed + new}->{left + new}", new, free + outputs


class MultiHeadAttention(Layer):
    """Attention with several heads, each with projections of its own.

    >>> layer = tf.keras.layers.MultiHeadAttention(num_heads=2, key_dim=2)
    >>> layer(tf.zeros([1, 3, 4]), tf.zeros([1, 5, 4])).shape
    TensorShape([1, 3, 4])
    """

    def __init__(self, num_heads, key_dim, value_dim=None, dropout=0.0, use_bias=True, output_shape=None,
                 attention_axes=None, kernel_initializer="glorot_uniform", bias_initializer="zeros",
                 kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
                 bias_constraint=None, softmax_robust_masking=False, **kwargs):
        super().__init__(**kwargs)
        put = object.__setattr__
        self.supports_masking = True
        for name, value in (("num_heads", num_heads), ("key_dim", key_dim), ("value_dim", value_dim or key_dim),
                            ("dropout", dropout), ("use_bias", use_bias), ("robust", softmax_robust_masking)):
            put(self, "_" + name, value)
        put(self, "_output_shape", output_shape)
        common.take(self, dict(_kernel_initializer=kernel_initializer, _bias_initializer=bias_initializer,
                               _kernel_regularizer=kernel_regularizer, _bias_regularizer=bias_regularizer,
                               _kernel_constraint=kernel_constraint, _bias_constraint=bias_constraint))
        self.activity_regularizer = common.regularizers.get(activity_regularizer)
        if attention_axes is not None and not hasattr(attention_axes, "__len__"):
            attention_axes = (attention_axes,)
        put(self, "_attention_axes", None if attention_axes is None else tuple(attention_axes))
        put(self, "_made", False)
        put(self, "_query_shape", None)
        put(self, "_key_shape", None)
        put(self, "_value_shape", None)

    def _einsum(self, name, rank, bound, outputs, shape):
        equation, bias, out_rank = _projection(rank, bound, outputs)
        made = {}
        for kind in ("kernel", "bias"):
            ini = getattr(self, f"_{kind}_initializer")
            made[f"{kind}_initializer"] = type(ini).from_config(ini.get_config()) if hasattr(ini, "get_config") else ini
            made[f"{kind}_regularizer"] = getattr(self, f"_{kind}_regularizer")
            made[f"{kind}_constraint"] = getattr(self, f"_{kind}_constraint")
        return EinsumDense(equation, output_shape=[None] * (out_rank - len(shape) - 1) + list(shape),
                           bias_axes=bias if self._use_bias else None, name=name, dtype=self._dtype_policy, **made)

    def _build_from_signature(self, query, value, key=None):
        """Makes the projections for shapes of inputs."""
        object.__setattr__(self, "_made", True)
        shapes = [tf.TensorShape(x.shape if hasattr(x, "shape") else x)
                  for x in (query, value if key is None else key, value)]
        for name, shape in zip(("_query_shape", "_key_shape", "_value_shape"), shapes):
            object.__setattr__(self, name, shape)
        q, k, v = [s.rank for s in shapes]
        heads = self._num_heads
        self._query_dense = self._einsum("query", q - 1, 1, 2, [heads, self._key_dim])
        self._key_dense = self._einsum("key", k - 1, 1, 2, [heads, self._key_dim])
        self._value_dense = self._einsum("value", v - 1, 1, 2, [heads, self._value_dim])
        self._build_attention(v + 1)
        out = self._output_shape
        if out is None:
            out = [shapes[0][-1]]
        elif not hasattr(out, "__len__"):
            out = [out]
        self._output_dense = self._einsum("attention_output", q - 1, 2, len(out), out)

    def _build_attention(self, rank):
        """The equations of scores and of their sums, and the softmax."""
        if self._attention_axes is None:
            object.__setattr__(self, "_attention_axes", tuple(range(1, rank - 2)))
        axes = self._attention_axes
        target = _LETTERS[:rank]
        batch = [i for i in range(rank) if i not in axes and i != rank - 1]
        left, source = rank, ""
        for i in range(rank):
            if i in batch or i == rank - 1:
                source += target[i]
            else:
                source += _LETTERS[left]
                left += 1
        product = ("".join(target[i] for i in batch) + "".join(target[i] for i in axes)
                   + "".join(source[i] for i in axes))
        put = object.__setattr__
        put(self, "_dot_product_equation", f"{source},{target}->{product}")
        put(self, "_combine_equation", f"{product},{source}->{target}")
        n = len(product)
        self._softmax = Softmax(axis=tuple(range(n - len(axes), n)), robust_masking=self._robust,
                                dtype=self._dtype_policy)
        self._dropout_layer = Dropout(rate=self._dropout, dtype=self._dtype_policy)

    def _masked_softmax(self, scores, mask):
        if mask is not None:
            at = -len(self._attention_axes) * 2 - 1
            for _ in range(scores.shape.rank - mask.shape.rank):
                mask = tf.expand_dims(mask, axis=at)
        return self._softmax(scores, mask)

    def _compute_attention(self, query, key, value, attention_mask=None, training=None):
        query = query * (1.0 / float(self._key_dim) ** 0.5)
        scores = tf.einsum(self._dot_product_equation, key, query)
        scores = self._masked_softmax(scores, attention_mask)
        dropped = self._dropout_layer(scores, training=training)
        return tf.einsum(self._combine_equation, dropped, value), scores

    def call(self, query, value, key=None, attention_mask=None, return_attention_scores=False, training=None,
             use_causal_mask=False):
        if not self._made:
            self._build_from_signature(query=query, value=value, key=key)
        if key is None:
            key = value
        lengths = None
        if isinstance(query, tf.RaggedTensor):
            lengths = query.nested_row_lengths()
            query = query.to_tensor()
        same = isinstance(key, tf.RaggedTensor) and isinstance(value, tf.RaggedTensor)
        wide = None
        if same:
            wide = tf.math.maximum(key.bounding_shape(), value.bounding_shape())[:-1]
            key, value = key.to_tensor(shape=tf.concat([wide, [key.shape[-1]]], 0)), \
                value.to_tensor(shape=tf.concat([wide, [value.shape[-1]]], 0))
        else:
            key = key.to_tensor() if isinstance(key, tf.RaggedTensor) else key
            value = value.to_tensor() if isinstance(value, tf.RaggedTensor) else value
        attention_mask = self._attention_mask(query, value, key, attention_mask, use_causal_mask)
        query, key, value = self._query_dense(query), self._key_dense(key), self._value_dense(value)
        out, scores = self._compute_attention(query, key, value, attention_mask, training)
        out = self._output_dense(out)
        if lengths is not None:
            out = tf.RaggedTensor.from_tensor(out, lengths=lengths)
        return (out, scores) if return_attention_scores else out

    def _attention_mask(self, query, value, key, mask, causal):
        """The masks of the inputs and the one given, as one."""
        q, v, k = [getattr(x, "_keras_mask", None) for x in (query, value, key)]
        auto = None
        if q is not None:
            auto = tf.cast(q, tf.bool)[:, :, tf.newaxis]
        if v is not None:
            m = tf.cast(v, tf.bool)[:, tf.newaxis, :]
            auto = m if auto is None else auto & m
        if k is not None and key is not value:
            m = tf.cast(k, tf.bool)[:, tf.newaxis, :]
            auto = m if auto is None else auto & m
        if causal:
            t, s = tf.shape(query)[1], tf.shape(value)[1]
            m = (tf.range(t)[:, None] >= tf.range(s)[None, :])[None]
            auto = m if auto is None else auto & m
        if auto is None:
            return mask
        return auto if mask is None else tf.cast(mask, tf.bool) & auto

    def compute_mask(self, inputs, mask=None):
        return mask[0] if isinstance(mask, (list, tuple)) else mask

    def get_config(self):
        out = super().get_config()
        for name in ("num_heads key_dim value_dim dropout use_bias output_shape attention_axes kernel_initializer "
                     "bias_initializer kernel_regularizer bias_regularizer").split():
            out[name] = common.settings(self, "_" + name)["_" + name]
        out["activity_regularizer"] = common.regularizers.serialize(self._activity_regularizer) \
            if self._activity_regularizer is not None else None
        for name in ("kernel_constraint", "bias_constraint"):
            out[name] = common.settings(self, "_" + name)["_" + name]
        out.update({"query_shape": self._query_shape, "key_shape": self._key_shape, "value_shape": self._value_shape})
        return out

    @classmethod
    def from_config(cls, config):
        shapes = {k: config.pop(k, None) for k in ("query_shape", "key_shape", "value_shape")}
        layer = cls(**config)
        if None not in list(shapes.values()):
            layer._build_from_signature(shapes["query_shape"], shapes["value_shape"], shapes["key_shape"])
        return layer
