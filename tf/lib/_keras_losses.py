"""tf.keras.losses: losses as objects, and by their names."""

__name__ = "tf_keras.src.losses"

import warnings

import tensorflow as tf
import _keras_loss_functions as functions
import _keras_reduction as reduction_
import _keras_registration as registration
import _keras_saving as saving
from _keras_reduction import ReductionV2


class Loss:
    """A loss: call(y_true, y_pred) gives that of each sample; the object reduces them. Own ones need call alone.

    >>> class Square(tf.keras.losses.Loss):
    ...   def call(self, y_true, y_pred): return tf.reduce_mean((y_pred - y_true) ** 2, axis=-1)
    >>> Square()(tf.constant([[0., 1.]]), tf.constant([[2., 1.]]))
    <tf.Tensor: shape=(), dtype=float32, numpy=2.0>
    """

    def __init__(self, reduction=ReductionV2.AUTO, name=None):
        ReductionV2.validate(reduction)
        self.reduction = reduction
        self.name = name

    def __call__(self, y_true, y_pred, sample_weight=None):
        losses = self.call(y_true, y_pred)
        mask, own = reduction_.get_mask(y_pred), reduction_.get_mask(losses)
        if mask is None:
            mask = own
        elif own is not None:
            mask = mask & own
        how = self._get_reduction()
        sample_weight = reduction_.apply_valid_mask(losses, sample_weight, mask, how)
        return reduction_.compute_weighted_loss(losses, sample_weight, reduction=how)

    @classmethod
    def from_config(cls, config):
        """A loss of what get_config gave."""
        return cls(**config)

    def get_config(self):
        """What the loss can be made of again."""
        return {"reduction": self.reduction, "name": self.name}

    def call(self, y_true, y_pred):
        """The loss of each sample."""
        raise NotImplementedError("Must be implemented in subclasses.")

    def _get_reduction(self):
        return ReductionV2.SUM_OVER_BATCH_SIZE if self.reduction == ReductionV2.AUTO else self.reduction


class LossFunctionWrapper(Loss):
    """A loss of a function."""

    def __init__(self, fn, reduction=ReductionV2.AUTO, name=None, **kwargs):
        super().__init__(reduction=reduction, name=name)
        self.fn = fn
        self._fn_kwargs = kwargs

    def call(self, y_true, y_pred):
        if tf.is_tensor(y_pred) and tf.is_tensor(y_true):
            y_pred, y_true = reduction_.squeeze_or_expand_dimensions(y_pred, y_true)
        return self.fn(y_true, y_pred, **self._fn_kwargs)

    def get_config(self):
        config = super().get_config()
        for k, v in self._fn_kwargs.items():
            config[k] = v.numpy() if tf.is_tensor(v) or isinstance(v, tf.Variable) else v
        config["fn"] = registration.get_registered_name(self.fn)
        return config

    @classmethod
    def from_config(cls, config):
        fn = config.pop("fn", None)
        if fn and cls is LossFunctionWrapper:
            config["fn"] = get(fn)
        return cls(**config)


class MeanSquaredError(LossFunctionWrapper):
    """The mean of squared differences.

    >>> tf.keras.losses.MeanSquaredError()([[0., 1.], [2., 2.]], [[1., 1.], [0., 2.]])
    <tf.Tensor: shape=(), dtype=float32, numpy=1.25>
    """

    def __init__(self, reduction=ReductionV2.AUTO, name="mean_squared_error"):
        super().__init__(functions.mean_squared_error, reduction, name)


class MeanAbsoluteError(LossFunctionWrapper):
    """The mean of absolute differences."""

    def __init__(self, reduction=ReductionV2.AUTO, name="mean_absolute_error"):
        super().__init__(functions.mean_absolute_error, reduction, name)


class MeanAbsolutePercentageError(LossFunctionWrapper):
    """100 times the mean of differences by the labels."""

    def __init__(self, reduction=ReductionV2.AUTO, name="mean_absolute_percentage_error"):
        super().__init__(functions.mean_absolute_percentage_error, reduction, name)


class MeanSquaredLogarithmicError(LossFunctionWrapper):
    """The mean of squared differences of log(x + 1)."""

    def __init__(self, reduction=ReductionV2.AUTO, name="mean_squared_logarithmic_error"):
        super().__init__(functions.mean_squared_logarithmic_error, reduction, name)


class BinaryCrossentropy(LossFunctionWrapper):
    """The crossentropy of yes and no."""

    def __init__(self, from_logits=False, label_smoothing=0.0, axis=-1, reduction=ReductionV2.AUTO,
                 name="binary_crossentropy"):
        super().__init__(functions.binary_crossentropy, reduction, name, from_logits=from_logits,
                         label_smoothing=label_smoothing, axis=axis)
        self.from_logits = from_logits




class BinaryFocalCrossentropy(LossFunctionWrapper):
    """The crossentropy of yes and no in which what is certain weighs less."""

    def __init__(self, apply_class_balancing=False, alpha=0.25, gamma=2.0, from_logits=False, label_smoothing=0.0,
                 axis=-1, reduction=ReductionV2.AUTO, name="binary_focal_crossentropy"):
        super().__init__(functions.binary_focal_crossentropy, reduction, name,
                         apply_class_balancing=apply_class_balancing, alpha=alpha, gamma=gamma, from_logits=from_logits,
                         label_smoothing=label_smoothing, axis=axis)
        self.from_logits, self.apply_class_balancing = from_logits, apply_class_balancing
        self.alpha, self.gamma = alpha, gamma

    def get_config(self):
        config = super().get_config()
        config.update(apply_class_balancing=self.apply_class_balancing, alpha=self.alpha, gamma=self.gamma)
        return config


class CategoricalCrossentropy(LossFunctionWrapper):
    """The crossentropy of distributions over classes."""

    def __init__(self, from_logits=False, label_smoothing=0.0, axis=-1, reduction=ReductionV2.AUTO,
                 name="categorical_crossentropy"):
        super().__init__(functions.categorical_crossentropy, reduction, name, from_logits=from_logits,
                         label_smoothing=label_smoothing, axis=axis)


class CategoricalFocalCrossentropy(LossFunctionWrapper):
    """The crossentropy of distributions in which classes that are certain weigh less."""

    def __init__(self, alpha=0.25, gamma=2.0, from_logits=False, label_smoothing=0.0, axis=-1,
                 reduction=ReductionV2.AUTO, name="categorical_focal_crossentropy"):
        super().__init__(functions.categorical_focal_crossentropy, reduction, name, alpha=alpha, gamma=gamma,
                         from_logits=from_logits, label_smoothing=label_smoothing, axis=axis)
        self.from_logits, self.alpha, self.gamma = from_logits, alpha, gamma

    def get_config(self):
        config = super().get_config()
        config.update(alpha=self.alpha, gamma=self.gamma)
        return config


class SparseCategoricalCrossentropy(LossFunctionWrapper):
    """The crossentropy of numbers of classes."""

    def __init__(self, from_logits=False, ignore_class=None, reduction=ReductionV2.AUTO,
                 name="sparse_categorical_crossentropy"):
        super().__init__(functions.sparse_categorical_crossentropy, reduction, name, from_logits=from_logits,
                         ignore_class=ignore_class)


class CosineSimilarity(LossFunctionWrapper):
    """-1 for vectors of one direction, 0 at right angles, 1 for opposite ones."""

    def __init__(self, axis=-1, reduction=ReductionV2.AUTO, name="cosine_similarity"):
        super().__init__(functions.cosine_similarity, reduction, name, axis=axis)


class Hinge(LossFunctionWrapper):
    """What predictions fall short of 1 on the labels' side."""

    def __init__(self, reduction=ReductionV2.AUTO, name="hinge"):
        super().__init__(functions.hinge, reduction, name)


class SquaredHinge(LossFunctionWrapper):
    """The squares of what predictions fall short of 1 on the labels' side."""

    def __init__(self, reduction=ReductionV2.AUTO, name="squared_hinge"):
        super().__init__(functions.squared_hinge, reduction, name)


class CategoricalHinge(LossFunctionWrapper):
    """What the label's class falls short of 1 above the best other one."""

    def __init__(self, reduction=ReductionV2.AUTO, name="categorical_hinge"):
        super().__init__(functions.categorical_hinge, reduction, name)


class Poisson(LossFunctionWrapper):
    """The mean of prediction - label log(prediction)."""

    def __init__(self, reduction=ReductionV2.AUTO, name="poisson"):
        super().__init__(functions.poisson, reduction, name)


class LogCosh(LossFunctionWrapper):
    """The mean of log(cosh(difference))."""

    def __init__(self, reduction=ReductionV2.AUTO, name="log_cosh"):
        super().__init__(functions.log_cosh, reduction, name)


class KLDivergence(LossFunctionWrapper):
    """The Kullback-Leibler divergence of predictions from labels."""

    def __init__(self, reduction=ReductionV2.AUTO, name="kl_divergence"):
        super().__init__(functions.kl_divergence, reduction, name)


class Huber(LossFunctionWrapper):
    """Half the square of small differences, and a straight line beyond delta."""

    def __init__(self, delta=1.0, reduction=ReductionV2.AUTO, name="huber_loss"):
        super().__init__(functions.huber, reduction, name, delta=delta)


_objects = {n: v for n, v in list(vars(functions).items()) + list(globals().items())
            if not n.startswith("_") and callable(v) and getattr(v, "__module__", None) == __name__}


def is_categorical_crossentropy(loss):
    """Whether a loss is the crossentropy over classes, by any of its names."""
    return (isinstance(loss, CategoricalCrossentropy)
            or isinstance(loss, LossFunctionWrapper) and loss.fn is functions.categorical_crossentropy
            or getattr(loss, "__name__", None) == "categorical_crossentropy"
            or isinstance(loss, str) and loss == "categorical_crossentropy")


def serialize(loss, use_legacy_format=False):
    """A loss as a dict."""
    if loss is None:
        return None
    if not isinstance(loss, Loss):
        warnings.warn("The `keras.losses.serialize()` API should only be used for objects of type `keras.losses.Loss`. "
                      f"Found an instance of type {type(loss)}, which may lead to improper serialization.")
    if use_legacy_format:
        return saving.legacy_serialize(loss)
    return saving.serialize_keras_object(loss)


def deserialize(name, custom_objects=None, use_legacy_format=False):
    """The loss of a name or dict."""
    return saving.restored(name, _objects, custom_objects, "loss function", use_legacy_format)


def get(identifier):
    """A loss by its name, a dict or itself."""
    if identifier is None:
        return None
    if isinstance(identifier, str):
        return deserialize(identifier, use_legacy_format="module" not in identifier)
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if callable(identifier):
        return identifier
    raise ValueError(f"Could not interpret loss function identifier: {identifier}")
