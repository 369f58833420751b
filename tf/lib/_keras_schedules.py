"""tf.keras.optimizers.schedules: learning rates that follow from the number of steps."""

__name__ = "tf_keras.src.optimizers.schedules.learning_rate_schedule"

import math

import tensorflow as tf
import _keras_saving as saving


class LearningRateSchedule:
    """A learning rate as a function of the step."""

    def __call__(self, step):
        raise NotImplementedError("Learning rate schedule '" + type(self).__name__ + "' must override `__call__(self, "
                                  "step)`.")

    def get_config(self):
        """What the schedule can be made of again."""
        raise NotImplementedError("Learning rate schedule '" + type(self).__name__ + "' must override `get_config()` "
                                  "in order to be serializable.")

    @classmethod
    def from_config(cls, config):
        """A schedule of what get_config gave."""
        return cls(**config)

    def _take(self, **values):
        self.__dict__.update(values)
        self._names = tuple(values)

    def _config(self):
        return {n: self.__dict__[n] for n in self._names}


class ExponentialDecay(LearningRateSchedule):
    """initial_learning_rate * decay_rate ** (step / decay_steps).

    >>> tf.keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.5)(10)
    <tf.Tensor: shape=(), dtype=float32, numpy=0.05>
    """

    def __init__(self, initial_learning_rate, decay_steps, decay_rate, staircase=False, name=None):
        self._take(initial_learning_rate=initial_learning_rate, decay_steps=decay_steps, decay_rate=decay_rate,
                   staircase=staircase, name=name)

    def __call__(self, step):
        first = tf.convert_to_tensor(self.initial_learning_rate, name="initial_learning_rate")
        p = tf.cast(step, first.dtype) / tf.cast(self.decay_steps, first.dtype)
        if self.staircase:
            p = tf.floor(p)
        return tf.multiply(first, tf.pow(tf.cast(self.decay_rate, first.dtype), p))

    def get_config(self):
        return self._config()


class PiecewiseConstantDecay(LearningRateSchedule):
    """One value up to each boundary."""

    def __init__(self, boundaries, values, name=None):
        if len(boundaries) != len(values) - 1:
            raise ValueError("The length of boundaries should be 1 less than the length of values. Received: "
                             "boundaries="
                             f"{boundaries} of length {len(boundaries)}, and values={values} of length {len(values)}.")
        self._take(boundaries=boundaries, values=values, name=name)

    def __call__(self, step):
        step = tf.convert_to_tensor(step)
        values = [tf.convert_to_tensor(v) for v in self.values]
        out = values[-1]
        for b, v in reversed(list(zip(self.boundaries, values))):
            out = tf.where(step <= tf.cast(b, step.dtype), v, out)
        return out

    def get_config(self):
        return self._config()


class PolynomialDecay(LearningRateSchedule):
    """From one value to another by a power of the steps left."""

    def __init__(self, initial_learning_rate, decay_steps, end_learning_rate=0.0001, power=1.0, cycle=False, name=None):
        self._take(initial_learning_rate=initial_learning_rate, decay_steps=decay_steps,
                   end_learning_rate=end_learning_rate, power=power, cycle=cycle, name=name)

    def __call__(self, step):
        first = tf.convert_to_tensor(self.initial_learning_rate)
        dtype = first.dtype
        last, power = tf.cast(self.end_learning_rate, dtype), tf.cast(self.power, dtype)
        step, steps = tf.cast(step, dtype), tf.cast(self.decay_steps, dtype)
        if self.cycle:
            steps = steps * tf.where(tf.equal(step, 0), tf.constant(1.0, dtype), tf.math.ceil(step / steps))
        else:
            step = tf.minimum(step, steps)
        return tf.add(tf.multiply(first - last, tf.pow(1 - step / steps, power)), last)

    def get_config(self):
        return self._config()


class InverseTimeDecay(LearningRateSchedule):
    """initial_learning_rate / (1 + decay_rate * step / decay_steps)."""

    def __init__(self, initial_learning_rate, decay_steps, decay_rate, staircase=False, name=None):
        self._take(initial_learning_rate=initial_learning_rate, decay_steps=decay_steps, decay_rate=decay_rate,
                   staircase=staircase, name=name)

    def __call__(self, step):
        first = tf.convert_to_tensor(self.initial_learning_rate)
        dtype = first.dtype
        p = tf.cast(step, dtype) / tf.cast(self.decay_steps, dtype)
        if self.staircase:
            p = tf.floor(p)
        return tf.divide(first, tf.constant(1, dtype) + tf.cast(self.decay_rate, dtype) * p)

    def get_config(self):
        return self._config()


class CosineDecay(LearningRateSchedule):
    """Half a cosine, after a linear rise if there is one."""

    def __init__(self, initial_learning_rate, decay_steps, alpha=0.0, name=None, warmup_target=None, warmup_steps=0):
        self._take(initial_learning_rate=initial_learning_rate, decay_steps=decay_steps, alpha=alpha, name=name,
                   warmup_target=warmup_target, warmup_steps=warmup_steps)

    def _decay(self, step, steps, first, dtype):
        cosine = 0.5 * (1.0 + tf.cos(tf.constant(math.pi, dtype) * (step / steps)))
        return tf.multiply(first, (1 - self.alpha) * cosine + self.alpha)

    def __call__(self, step):
        first = tf.convert_to_tensor(self.initial_learning_rate)
        dtype = first.dtype
        steps, step = tf.cast(self.decay_steps, dtype), tf.cast(step, dtype)
        if self.warmup_target is None:
            return self._decay(tf.minimum(step, steps), steps, first, dtype)
        target, warm = tf.cast(self.warmup_target, dtype), tf.cast(self.warmup_steps, dtype)
        step = tf.minimum(step, steps + warm)
        rising = (target - first) * (step / warm) + first
        return tf.where(step < warm, rising, self._decay(step - warm, steps, target, dtype))

    def get_config(self):
        return self._config()


class CosineDecayRestarts(LearningRateSchedule):
    """Half cosines one after the other, each longer and lower by factors."""

    def __init__(self, initial_learning_rate, first_decay_steps, t_mul=2.0, m_mul=1.0, alpha=0.0, name=None):
        self._take(initial_learning_rate=initial_learning_rate, first_decay_steps=first_decay_steps, t_mul=t_mul,
                   m_mul=m_mul, alpha=alpha, name=name)
        self._names = ("initial_learning_rate", "first_decay_steps", "t_mul", "m_mul", "alpha", "name")

    def __call__(self, step):
        first = tf.convert_to_tensor(self.initial_learning_rate)
        dtype = first.dtype
        alpha, t, m = tf.cast(self.alpha, dtype), tf.cast(self.t_mul, dtype), tf.cast(self.m_mul, dtype)
        p = tf.cast(step, dtype) / tf.cast(self.first_decay_steps, dtype)
        if self.t_mul == 1.0:
            restart = tf.floor(p)
            p = p - restart
        else:
            restart = tf.floor(tf.math.log(1.0 - p * (1.0 - t)) / tf.math.log(t))
            p = (p - (1.0 - t ** restart) / (1.0 - t)) / t ** restart
        cosine = 0.5 * m ** restart * (1.0 + tf.cos(tf.constant(math.pi, dtype) * p))
        return tf.multiply(first, (1 - alpha) * cosine + alpha)

    def get_config(self):
        return self._config()


def serialize(learning_rate_schedule, use_legacy_format=False):
    """A schedule as a dict."""
    return saving.serialize_keras_object(learning_rate_schedule)


def deserialize(config, custom_objects=None, use_legacy_format=False):
    """A schedule of what serialize gave."""
    return saving.deserialize_keras_object(config, custom_objects=custom_objects)
