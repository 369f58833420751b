"""tf.keras.mixed_precision.LossScaleOptimizer: an optimizer whose losses are scaled so that float16 gradients keep
their small numbers."""

__name__ = "tf_keras.src.mixed_precision.loss_scale_optimizer"

import tensorflow as tf
import _keras_legacy as legacy
import _keras_saving as saving
from _keras_optimizer import Optimizer, _with_gradients
from _tf_track import AutoTrackable

_SCALE = 2 ** 15
_STEPS = 2000


class _DynamicLossScaleState(AutoTrackable):
    """A scale that halves where gradients are not finite and doubles after so many steps in which they were."""

    def __init__(self, initial, steps):
        with tf.init_scope(), tf.name_scope(""):
            self.current_loss_scale = tf.Variable(float(initial), name="loss_scale", trainable=False)
            self.good_steps = tf.Variable(0, name="good_steps", dtype=tf.int64, trainable=False)
        self.initial, self.steps = float(initial), int(steps)

    def update(self, finite):
        """The scale and the counter after a step."""
        scale, good = self.current_loss_scale, self.good_steps
        now, count = scale.read_value(), good.read_value() + 1
        full = count >= self.steps
        grown = tf.where(full & tf.math.is_finite(now * 2.0), now * 2.0, now)
        scale.assign(tf.where(finite, grown, tf.maximum(now / 2.0, 1.0)))
        good.assign(tf.where(finite & ~full, count, tf.zeros_like(count)))


class BaseLossScaleOptimizer(AutoTrackable):
    """An optimizer around another one: it scales the loss, and its gradients back.

    >>> o = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD(0.25), dynamic=False, initial_scale=8)
    >>> o.get_scaled_loss(tf.constant(2.))
    <tf.Tensor: shape=(), dtype=float32, numpy=16.0>
    >>> o.get_unscaled_gradients([tf.constant([8., 1.])])
    [<tf.Tensor: shape=(2,), dtype=float32, numpy=array([1.   , 0.125], dtype=float32)>]
    """

    def __new__(cls, inner_optimizer=None, *args, **kwargs):
        if cls is BaseLossScaleOptimizer:
            if isinstance(inner_optimizer, legacy.Optimizer):
                cls = LossScaleOptimizer
            elif isinstance(inner_optimizer, Optimizer):
                cls = LossScaleOptimizerV3
            elif isinstance(inner_optimizer, BaseLossScaleOptimizer):
                raise TypeError("LossScaleOptimizer cannot wrap another LossScaleOptimizer, but got: "
                                f"{inner_optimizer}")
            else:
                raise TypeError('"inner_optimizer" must be an instance of `tf.keras.optimizers.Optimizer` or '
                                f"`tf.keras.optimizers.experimental.Optimizer`, but got: {inner_optimizer}.")
        return object.__new__(cls)

    def __init__(self, inner_optimizer, dynamic=True, initial_scale=None, dynamic_growth_steps=None):
        if not isinstance(dynamic, bool):
            raise TypeError(f'"dynamic" argument to LossScaleOptimizer.__init__ must be a bool, but got: {dynamic!r}')
        if not dynamic and initial_scale is None:
            raise ValueError('"initial_scale" must be specified if "dynamic" is False')
        if not dynamic and dynamic_growth_steps is not None:
            raise ValueError('"dynamic_growth_steps" must be None if "dynamic" is False, but got: '
                             f"{dynamic_growth_steps}")
        put = object.__setattr__
        put(self, "_optimizer", inner_optimizer)
        put(self, "_initial", _SCALE if initial_scale is None else initial_scale)
        put(self, "_loss_scale", None)
        if dynamic:
            steps = _STEPS if dynamic_growth_steps is None else dynamic_growth_steps
            put(self, "_loss_scale", _DynamicLossScaleState(self._initial, steps))

    def _trackable_children(self):
        out = dict(self._optimizer._trackable_children())
        if self.dynamic:
            out["loss_scale"] = self._loss_scale
        return out

    @property
    def inner_optimizer(self):
        """The optimizer within."""
        return self._optimizer

    @property
    def dynamic(self):
        """Whether the scale changes."""
        return self._loss_scale is not None

    @property
    def loss_scale(self):
        """The scale of now, float32."""
        if self.dynamic:
            return tf.convert_to_tensor(self._loss_scale.current_loss_scale)
        return tf.constant(self._initial, tf.float32)

    @property
    def dynamic_counter(self):
        """How many steps in turn had finite gradients since the scale changed; None where it does not."""
        return self._loss_scale.good_steps if self.dynamic else None

    @property
    def initial_scale(self):
        """The scale at first."""
        return float(self._initial)

    @property
    def dynamic_growth_steps(self):
        """After how many such steps the scale doubles; None where it does not."""
        return self._loss_scale.steps if self.dynamic else None

    def get_scaled_loss(self, loss):
        """A loss times the scale; of a function the function that gives it."""
        if callable(loss):
            return lambda: self.get_scaled_loss(loss())
        return loss * tf.cast(self.loss_scale, loss.dtype)

    def get_unscaled_gradients(self, grads):
        """Gradients divided by the scale."""
        reciprocal = 1.0 / self.loss_scale
        return [None if g is None else _times(g, reciprocal) for g in grads]

    def compute_gradients(self, loss, var_list, tape=None, **kwargs):
        """Pairs of gradients and variables, from the scaled loss and scaled back."""
        tape = tf.GradientTape() if tape is None else tape
        with tape:
            if callable(loss):
                if not callable(var_list):
                    tape.watch(var_list)
                loss = loss()
                var_list = var_list() if callable(var_list) else var_list
            loss = self.get_scaled_loss(loss)
        var_list = tf.nest.flatten(var_list)
        return list(zip(self.get_unscaled_gradients(tape.gradient(loss, var_list)), var_list))

    def minimize(self, loss, var_list, tape=None, **kwargs):
        """Changes variables by the gradients of a loss."""
        self.apply_gradients(self.compute_gradients(loss, var_list, tape))

    def apply_gradients(self, grads_and_vars, name=None, **kwargs):
        """Changes variables by gradients that are scaled back; where one is not finite only the scale changes."""
        pairs = list(grads_and_vars)
        if not pairs or not self.dynamic:
            return self._optimizer.apply_gradients(pairs, name=name, **kwargs)
        with tf.init_scope(), tf.name_scope(""):
            self._build_for([v for _, v in pairs])
        pairs = _with_gradients(pairs)
        finite = tf.reduce_all([tf.reduce_all(tf.math.is_finite(_values(g))) for g, _ in pairs])
        self._loss_scale.update(finite)

        def apply():
            self._optimizer.apply_gradients(pairs, name=name, **kwargs)
            return tf.identity(self.iterations)

        done = tf.cond(finite, apply, lambda: self.iterations.assign_add(1).read_value())
        return None if tf.executing_eagerly() else done

    def build(self, var_list):
        """Makes the slots of variables."""
        return self._build_for(var_list)

    @property
    def iterations(self):
        """How many steps there were."""
        return self._optimizer.iterations

    @iterations.setter
    def iterations(self, variable):
        self._optimizer.iterations = variable

    @property
    def learning_rate(self):
        """The learning rate of the optimizer within."""
        return self._optimizer.learning_rate

    @learning_rate.setter
    def learning_rate(self, value):
        self._optimizer.learning_rate = value

    @property
    def lr(self):
        """The learning rate of the optimizer within."""
        return self.learning_rate

    @lr.setter
    def lr(self, value):
        self.learning_rate = value

    def get_weights(self):
        """The values of the variables of the optimizer within."""
        return self._optimizer.get_weights()

    def set_weights(self, weights):
        """Sets the variables of the optimizer within."""
        return self._optimizer.set_weights(weights)

    def get_config(self):
        """What the optimizer can be made of again."""
        return {"inner_optimizer": saving.serialize_keras_object(self._optimizer), "dynamic": self.dynamic,
                "initial_scale": self.initial_scale, "dynamic_growth_steps": self.dynamic_growth_steps}

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """An optimizer of what get_config gave."""
        import _keras_optimizers as optimizers
        config = dict(config)
        inner = config["inner_optimizer"]
        if isinstance(inner, dict):
            config["inner_optimizer"] = optimizers.deserialize(inner, custom_objects=custom_objects)
        return BaseLossScaleOptimizer(**config)


class LossScaleOptimizer(BaseLossScaleOptimizer):
    """Around an optimizer of tf.keras.optimizers.legacy."""

    def _build_for(self, var_list):
        self._optimizer._create_slots(var_list)

    def __getattr__(self, name):
        if name in ("weights", "get_slot", "add_slot", "clipnorm", "clipvalue", "global_clipnorm", "name",
                    "momentum", "beta_1", "beta_2", "epsilon", "rho", "decay"):
            return getattr(self._optimizer, name)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def get_slot_names(self):
        """The names of the slots."""
        return list(self._optimizer.get_slot_names())

    def variables(self):
        """The variables of the optimizer within."""
        return self._optimizer.variables()


class LossScaleOptimizerV3(BaseLossScaleOptimizer):
    """Around an optimizer of tf.keras.optimizers."""

    def _build_for(self, var_list):
        self._optimizer.build(var_list)

    @property
    def variables(self):
        """The variables of the optimizer within."""
        return self._optimizer.variables

    @property
    def use_ema(self):
        """Whether averages of the variables are kept."""
        return self._optimizer.use_ema

    @property
    def ema_momentum(self):
        """How much of an average stays at a step."""
        return self._optimizer.ema_momentum

    def finalize_variable_values(self, var_list):
        """Sets variables to their averages, where these are kept."""
        self._optimizer.finalize_variable_values(var_list)

    def save_own_variables(self, store):
        """Puts the variables into a dict by their numbers, for saving."""
        self._optimizer.save_own_variables(store)

    def load_own_variables(self, store):
        """Sets the variables to what save_own_variables gave."""
        self._optimizer.load_own_variables(store)


def _values(g):
    return g.values if isinstance(g, tf.IndexedSlices) else g


def _times(g, factor):
    factor = tf.cast(factor, g.dtype)
    if isinstance(g, tf.IndexedSlices):
        return tf.IndexedSlices(g.values * factor, g.indices, g.dense_shape)
    return g * factor
