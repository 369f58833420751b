"""How losses of samples become one number: reductions, weights and masks."""

__name__ = "tf_keras.src.utils.losses_utils"

import tensorflow as tf


class ReductionV2:
    """The ways to reduce a loss."""

    AUTO = "auto"
    NONE = "none"
    SUM = "sum"
    SUM_OVER_BATCH_SIZE = "sum_over_batch_size"

    @classmethod
    def all(cls):
        return (cls.AUTO, cls.NONE, cls.SUM, cls.SUM_OVER_BATCH_SIZE)

    @classmethod
    def validate(cls, key):
        if key not in cls.all():
            raise ValueError(f'Invalid Reduction Key: {key}. Expected keys are "{cls.all()}"')


def _one_at_end(shape):
    """Whether the last dimension is 1, or may be."""
    return shape[-1] in (1, None)


def remove_squeezable_dimensions(labels, predictions, expected_rank_diff=0):
    """Labels and predictions with a last dimension of 1 taken off where their ranks differ by it."""
    if not tf.is_tensor(predictions):
        predictions = tf.convert_to_tensor(predictions)
    if not tf.is_tensor(labels):
        labels = tf.convert_to_tensor(labels)
    if labels.shape.rank is None or predictions.shape.rank is None:
        return labels, predictions
    diff = predictions.shape.rank - labels.shape.rank
    if diff == expected_rank_diff + 1 and _one_at_end(predictions.shape):
        predictions = tf.squeeze(predictions, [-1])
    elif diff == expected_rank_diff - 1 and _one_at_end(labels.shape):
        labels = tf.squeeze(labels, [-1])
    return labels, predictions


def squeeze_or_expand_dimensions(y_pred, y_true=None, sample_weight=None):
    """Labels and weights of the predictions' rank, where a last dimension of 1 is all that stands between."""
    rank = y_pred.shape.rank
    if y_true is not None and rank is not None and y_true.shape.rank is not None:
        if rank - y_true.shape.rank != 1 or y_pred.shape[-1] == 1:
            y_true, y_pred = remove_squeezable_dimensions(y_true, y_pred)
    if sample_weight is None:
        return y_pred, y_true
    of_weights = sample_weight.shape.rank
    if of_weights and rank is not None:  # the rank before anything was squeezed decides, as in Keras
        if of_weights - rank == 1:
            sample_weight = tf.squeeze(sample_weight, [-1])
        elif rank - of_weights == 1:
            sample_weight = tf.expand_dims(sample_weight, [-1])
    return y_pred, y_true, sample_weight


def broadcast_weights(weights, values):
    """Weights of the values' shape. They must be a scalar, or have its rank with dimensions that are equal or 1."""
    values = tf.convert_to_tensor(values)
    weights = tf.convert_to_tensor(weights, dtype=values.dtype)
    of, to = weights.shape, values.shape
    if of.is_fully_defined() and to.is_fully_defined() and of == to:
        return weights
    if of.rank is not None and to.rank is not None and of.rank != 0:
        problem = "weights can not be broadcast to values."
        if of.rank != to.rank:
            raise ValueError(f"{problem} values.rank={to.rank}. weights.rank={of.rank}. values.shape={to}. "
                             f"weights.shape={of}. Received weights={weights}, values={values}")
        if of.is_fully_defined() and to.is_fully_defined():
            for i, (m, n) in enumerate(zip(of, to)):
                if m not in (1, n):
                    raise ValueError(f"{problem} Mismatch at dim {i}. values.shape={tf.shape(values).numpy()}, "
                                     f"weights.shape={tf.shape(weights).numpy()}. Received weights={weights}, "
                                     f"values={values}")
    return tf.multiply(weights, tf.ones_like(values))


def reduce_weighted_loss(losses, reduction=ReductionV2.SUM_OVER_BATCH_SIZE):
    """Weighted losses, their sum, or their sum by their number."""
    if reduction == ReductionV2.NONE:
        return losses
    total = tf.reduce_sum(losses)
    if reduction == ReductionV2.SUM_OVER_BATCH_SIZE:
        total = tf.math.divide_no_nan(total, tf.cast(tf.size(losses), losses.dtype))
    return total


def compute_weighted_loss(losses, sample_weight=None, reduction=ReductionV2.SUM_OVER_BATCH_SIZE, name=None):
    """Losses times weights, reduced. Losses that are no floats are computed as float32."""
    ReductionV2.validate(reduction)
    if reduction == ReductionV2.AUTO:
        reduction = ReductionV2.SUM_OVER_BATCH_SIZE
    if not tf.is_tensor(losses):
        losses = tf.convert_to_tensor(losses)
    given = losses.dtype
    if not given.is_floating:
        losses = tf.cast(losses, "float32")
    if sample_weight is not None:
        if not tf.is_tensor(sample_weight):
            sample_weight = tf.convert_to_tensor(sample_weight)
        sample_weight = tf.cast(sample_weight, losses.dtype)
        losses, _, sample_weight = squeeze_or_expand_dimensions(losses, None, sample_weight)
        losses = tf.multiply(losses, sample_weight)
    loss = reduce_weighted_loss(losses, reduction)
    return loss if given.is_floating else tf.cast(loss, given)


def cast_losses_to_common_dtype(losses):
    """Losses in the widest of their float types."""
    widest = None
    for loss in losses:
        if loss.dtype.is_complex:
            return losses
        if loss.dtype.is_floating:
            if widest is None or loss.dtype.size > tf.as_dtype(widest).size:
                widest = loss.dtype
            elif {loss.dtype.name, tf.as_dtype(widest).name} == {"bfloat16", "float16"}:
                widest = tf.float32
    return [tf.cast(loss, widest) for loss in losses] if widest is not None else losses


def get_mask(y_pred):
    """The mask that a layer left on its output."""
    return getattr(y_pred, "_keras_mask", None)


def apply_mask(y_pred, sample_weight, mask):
    """Weights that are 0 where the mask is."""
    if mask is None:
        return sample_weight
    mask = tf.cast(mask, y_pred.dtype)
    if sample_weight is None:
        return mask
    sample_weight = tf.cast(sample_weight, mask.dtype)
    mask, _, sample_weight = squeeze_or_expand_dimensions(mask, sample_weight=sample_weight)
    return sample_weight * mask


def apply_valid_mask(losses, sample_weight, mask, reduction):
    """Weights by a mask, scaled so that a mean is one of the valid steps."""
    if mask is not None:
        mask = tf.cast(mask, losses.dtype)
        if reduction in (ReductionV2.AUTO, ReductionV2.SUM_OVER_BATCH_SIZE):
            mask *= tf.cast(tf.size(mask), losses.dtype) / tf.reduce_sum(mask)
    return apply_mask(losses, sample_weight, mask)
