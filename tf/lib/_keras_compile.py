"""Losses and metrics of a compiled model, for one output or several."""

__name__ = "tf_keras.src.engine.compile_utils"

import tensorflow as tf
import _keras_config as config


def _losses():
    import _keras_losses
    return _keras_losses


def _metrics():
    import _keras_metric
    return _keras_metric


def conform_to_outputs(names, outputs, struct):
    """A setting per output: one for all, a list, or a dict by the names of outputs."""
    n = len(tf.nest.flatten(outputs))
    if struct is None:
        return [None] * n
    if isinstance(struct, dict):
        keys = sorted(outputs) if isinstance(outputs, dict) else names
        unknown = [k for k in struct if k not in keys]
        if unknown:
            raise ValueError(f"Found unexpected losses or metrics that do not correspond to any Model output: "
                             f"dict_keys({unknown}). Valid mode output names: {keys}. Received struct is: {struct}.")
        return [struct.get(k) for k in keys]
    if isinstance(struct, (list, tuple)):
        return list(struct)
    return [struct] * n


def _values(names, outputs, values):
    """Targets or weights in the order of the outputs."""
    if isinstance(values, dict) and not isinstance(outputs, dict):
        return [values.get(n) for n in names]
    if isinstance(values, dict):
        return [values[k] for k in sorted(outputs)]
    n = len(tf.nest.flatten(outputs))
    flat = [values] if not isinstance(values, (list, tuple)) else list(values)
    if len(flat) == 1 and n > 1:
        flat = flat * n
    return flat


def match(y, pred):
    """Targets in the form of predictions: a last axis where there is none, and their type."""
    if y is None or isinstance(y, (tf.RaggedTensor, tf.SparseTensor)):
        return y
    y = tf.convert_to_tensor(y)
    if isinstance(pred, tf.RaggedTensor):
        return y
    if y.shape.rank is not None and pred.shape.rank is not None and y.shape.rank == 1 and pred.shape.rank == 2 and \
            pred.shape[-1] is not None:
        y = tf.expand_dims(y, axis=-1)
    if y.dtype != pred.dtype and (y.dtype.is_floating and pred.dtype.is_floating or
                                  y.dtype.is_integer and pred.dtype.is_integer):
        y = tf.cast(y, pred.dtype)
    return y


def _masked_weight(pred, weight):
    mask = getattr(pred, "_keras_mask", None)
    return mask, weight


class Losses:
    """The losses of the outputs and their sum."""

    def __init__(self, losses, weights=None, names=None):
        self.user, self.user_weights, self.names = losses, weights, names
        self.built = False
        with tf.init_scope():
            self.total = tf.keras.metrics.Mean(name="loss")
        self.losses, self.weights, self.means = [], [], []

    def build(self, outputs):
        if self.names is None:
            n = len(tf.nest.flatten(outputs))
            self.names = sorted(outputs) if isinstance(outputs, dict) else [f"output_{i + 1}" for i in range(n)]
        self.losses = [self._get(l) for l in conform_to_outputs(self.names, outputs, self.user)]
        self.weights = conform_to_outputs(self.names, outputs, self.user_weights)
        if len(self.losses) > 1:
            with tf.init_scope():
                self.means = [None if l is None else tf.keras.metrics.Mean(name=n + "_loss")
                              for n, l in zip(self.names, self.losses)]
        self.built = True

    def _get(self, loss):
        if loss is None:
            return None
        m = _losses()
        if isinstance(loss, m.Loss):
            return loss
        given = loss
        loss = m.get(loss)
        if isinstance(loss, m.Loss):
            return loss
        return m.LossFunctionWrapper(loss, name=_name_of(loss))

    @property
    def metrics(self):
        return [self.total] + [m for m in self.means if m is not None] if self.built else []

    def __call__(self, y_true, y_pred, sample_weight=None, regularization_losses=None):
        if not self.built:
            self.build(y_pred)
        preds = tf.nest.flatten(y_pred)
        trues = _values(self.names, y_pred, y_true)
        weights = _values(self.names, y_pred, sample_weight)
        values, totals = [], []
        batch = None
        for i, (t, p, w, loss) in enumerate(zip(trues, preds, weights, self.losses)):
            if t is None or loss is None:
                continue
            t = match(t, p)
            w = match_weights(w, p)
            value = loss(t, p, sample_weight=w)
            if batch is None:
                batch = t.nrows() if isinstance(t, tf.RaggedTensor) else tf.shape(t)[0]
            if i < len(self.means) and self.means[i] is not None:
                self.means[i].update_state(value, sample_weight=batch)
            if self.weights[i] is not None:
                value = value * self.weights[i]
            values.append(value)
        if not values and not regularization_losses:
            return tf.zeros(shape=())
        dtype = None
        if regularization_losses:
            extra = [tf.cast(r, values[0].dtype if values else r.dtype) for r in regularization_losses]
            values.append(tf.add_n(extra) if len(extra) > 1 else extra[0])
        total = values[0] if len(values) == 1 else tf.add_n(values)
        if batch is None:
            batch = 1
        self.total.update_state(total, sample_weight=batch)
        return total

    def reset_state(self):
        for m in self.metrics:
            m.reset_state()


def match_weights(w, pred):
    """Weights in the form of predictions."""
    if w is None:
        return None
    w = tf.convert_to_tensor(w)
    if w.shape.rank == 1 and pred.shape.rank == 2 and not isinstance(pred, tf.RaggedTensor):
        w = tf.expand_dims(w, axis=-1)
    if w.dtype != pred.dtype and w.dtype.is_floating and pred.dtype.is_floating:
        w = tf.cast(w, pred.dtype)
    return w


class Metrics:
    """The metrics of the outputs."""

    def __init__(self, metrics=None, weighted=None, names=None, from_serialized=False):
        self.user, self.user_weighted, self.names = metrics, weighted, names
        self.built = False
        self.per_output, self.weighted_per_output = [], []

    @property
    def metrics(self):
        return [m for ms, ws in zip(self.per_output, self.weighted_per_output) for m in ms + ws] if self.built else []

    def build(self, y_pred, y_true):
        n = len(tf.nest.flatten(y_pred))
        if self.names is None:
            self.names = sorted(y_pred) if isinstance(y_pred, dict) else [f"output_{i + 1}" for i in range(n)]
        preds = tf.nest.flatten(y_pred)
        trues = _values(self.names, y_pred, y_true)
        own = _for_outputs(self.user, self.names, y_pred, n)
        weighted = _for_outputs(self.user_weighted, self.names, y_pred, n)
        with tf.init_scope():
            self.per_output = [[self._get(m, t, p) for m in ms] for ms, t, p in zip(own, trues, preds)]
            self.weighted_per_output = [[self._get(m, t, p) for m in ms] for ms, t, p in zip(weighted, trues, preds)]
        self._name(n)
        self.built = True

    def _name(self, n):
        seen = set()
        for i in range(n):
            for group, prefix in ((self.per_output[i], ""), (self.weighted_per_output[i], "weighted_")):
                for m in group:
                    name = m._name
                    if n > 1:
                        name = f"{self.names[i]}_{name}"
                    if name in seen and prefix:
                        name = (f"{self.names[i]}_" if n > 1 else "") + prefix + m._name
                    if name in seen:
                        raise ValueError("Found two metrics with the same name: {}. All the metrics added to the model "
                                         "need to have unique names.".format(name))
                    seen.add(name)
                    object.__setattr__(m, "_name", name)

    def _get(self, metric, t, p):
        m = _metrics()
        if isinstance(metric, m.Metric):
            return metric
        given = metric
        if metric in ("accuracy", "acc", "crossentropy", "ce"):
            metric = _by_shapes(metric, t, p)
        else:
            metric = tf.keras.metrics.get(metric)
        if isinstance(metric, m.Metric):
            return metric
        name = given if isinstance(given, str) else _name_of(metric)
        return m.MeanMetricWrapper(metric, name=name)

    def update_state(self, y_true, y_pred, sample_weight=None):
        if not self.built:
            self.build(y_pred, y_true)
        preds = tf.nest.flatten(y_pred)
        trues = _values(self.names, y_pred, y_true)
        weights = _values(self.names, y_pred, sample_weight)
        for t, p, w, ms, ws in zip(trues, preds, weights, self.per_output, self.weighted_per_output):
            if t is None or not ms and not ws:
                continue
            t = match(t, p)
            w = match_weights(w, p)
            mask = getattr(p, "_keras_mask", None)
            for metric in ms:
                metric.update_state(t, p, sample_weight=None if mask is None else tf.cast(mask, p.dtype))
            if mask is not None and w is not None:
                w = _with_mask(w, mask, p)
            elif mask is not None:
                w = tf.cast(mask, p.dtype)
            for metric in ws:
                metric.update_state(t, p, sample_weight=w)

    def reset_state(self):
        for m in self.metrics:
            m.reset_state()


def _name_of(made):
    """The name of a loss or metric of a program's own: a Loss's, a function's, or its class's in snake case."""
    name = getattr(made, "name", None) or getattr(made, "__name__", None)
    return name or config.to_snake_case(type(made).__name__)


def _with_mask(w, mask, p):
    mask = tf.cast(mask, p.dtype)
    while mask.shape.rank < w.shape.rank:
        mask = tf.expand_dims(mask, -1)
    while w.shape.rank < mask.shape.rank:
        w = tf.expand_dims(w, -1)
    return w * mask


def _for_outputs(metrics, names, outputs, n):
    """The metrics of each output as lists."""
    if metrics is None:
        return [[] for _ in range(n)]
    if isinstance(metrics, dict):
        out = conform_to_outputs(names, outputs, metrics)
    elif not isinstance(metrics, (list, tuple)):
        out = [metrics] * n
    elif n == 1 and not any(isinstance(m, (list, tuple)) for m in metrics):
        out = [list(metrics)]
    elif any(isinstance(m, (list, tuple)) for m in metrics):
        out = list(metrics) + [None] * (n - len(metrics))
    else:
        out = [[_copy(m) for m in metrics] for _ in range(n)]
    return [[] if m is None else list(m) if isinstance(m, (list, tuple)) else [m] for m in out]


def _copy(m):
    return type(m).from_config(m.get_config()) if hasattr(m, "from_config") and not isinstance(m, type) else m


def _by_shapes(name, t, p):
    """What accuracy means for targets and predictions."""
    m = _metrics()
    binary = p.shape.rank is not None and p.shape[-1] == 1
    t_rank, p_rank = t.shape.rank, p.shape.rank
    sparse = t_rank is not None and p_rank is not None and (t_rank < p_rank or t.shape[-1] == 1 and
                                                             (p.shape[-1] or 2) > 1)
    if name in ("accuracy", "acc"):
        f = "binary_accuracy" if binary else "sparse_categorical_accuracy" if sparse else "categorical_accuracy"
    else:
        f = "binary_crossentropy" if binary else "sparse_categorical_crossentropy" if sparse else \
            "categorical_crossentropy"
    return m.MeanMetricWrapper(getattr(tf.keras.metrics, f), name=name)
