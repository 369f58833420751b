"""Adafactor: an optimizer that keeps rows and columns of the squares of gradients in place of all of them."""

__name__ = "tf_keras.src.optimizers.adafactor"

import tensorflow as tf
import _keras_schedules as schedules
from _keras_optimizer import Optimizer


def _rms(x):
    return tf.sqrt(tf.reduce_mean(tf.square(x)))


class Adafactor(Optimizer):
    """Steps scaled by the size of the variable, squares of gradients kept by rows and columns.

    >>> v = tf.Variable([[1., 2.]])
    >>> tf.keras.optimizers.Adafactor(0.1).apply_gradients([(tf.constant([[1., 2.]]), v)])
    <tf.Variable 'UnreadVariable' shape=() dtype=int64, numpy=1>
    """

    def __init__(self, learning_rate=0.001, beta_2_decay=-0.8, epsilon_1=1e-30, epsilon_2=0.001, clip_threshold=1.0,
                 relative_step=True, weight_decay=None, clipnorm=None, clipvalue=None, global_clipnorm=None,
                 use_ema=False, ema_momentum=0.99, ema_overwrite_frequency=None, jit_compile=True, name="Adafactor",
                 **kwargs):
        super().__init__(name=name, weight_decay=weight_decay, clipnorm=clipnorm, clipvalue=clipvalue,
                         global_clipnorm=global_clipnorm, use_ema=use_ema, ema_momentum=ema_momentum,
                         ema_overwrite_frequency=ema_overwrite_frequency, jit_compile=jit_compile, **kwargs)
        self._learning_rate = self._build_learning_rate(learning_rate)
        self.beta_2_decay, self.epsilon_1, self.epsilon_2 = beta_2_decay, epsilon_1, epsilon_2
        self.clip_threshold, self.relative_step = clip_threshold, relative_step

    def build(self, var_list):
        super().build(var_list)
        if self._built:
            return
        put = object.__setattr__
        put(self, "_built", True)
        for name in ("_r", "_c", "_v"):
            put(self, name, [])
        for var in var_list:
            name = var.name.split(":")[0]
            if len(var.shape) < 2:
                # A vector has no rows and columns: what stands for them is no variable of the optimizer.
                self._r.append(None)
                self._c.append(None)
            else:
                self._r.append(self.add_variable(shape=var.shape[:-1], dtype=var.dtype, name=f"r/{name}"))
                self._c.append(self.add_variable(shape=var.shape[:-2] + var.shape[-1:], dtype=var.dtype,
                                                 name=f"c/{name}"))
            self._v.append(self.add_variable_from_reference(model_variable=var, variable_name="v"))

    def update_step(self, gradient, variable):
        lr = tf.cast(self.learning_rate, variable.dtype)
        step = tf.cast(self.iterations + 1, variable.dtype)
        slow = tf.math.rsqrt(step)
        if self.relative_step and not isinstance(self._learning_rate, schedules.LearningRateSchedule):
            lr = tf.minimum(lr, slow)
        alpha = tf.maximum(tf.cast(self.epsilon_2, variable.dtype), _rms(variable)) * tf.minimum(lr, slow)
        gradient = tf.convert_to_tensor(gradient)
        squares = tf.square(gradient) + self.epsilon_1
        keep = 1 - tf.pow(step, self.beta_2_decay)
        at = self._place(variable)
        r, c, v = self._r[at], self._c[at], self._v[at]
        if r is not None:
            r.assign(keep * r + (1 - keep) * tf.reduce_mean(squares, axis=-1))
            c.assign(keep * c + (1 - keep) * tf.reduce_mean(squares, axis=-2))
            v.assign(tf.expand_dims(r / tf.reduce_mean(r, axis=-1, keepdims=True), -1) * tf.expand_dims(c, -2))
        else:
            v.assign(keep * v + (1 - keep) * squares)
        u = gradient * tf.math.rsqrt(v)
        u = u / tf.maximum(tf.cast(1.0, variable.dtype), _rms(u) / self.clip_threshold)
        variable.assign_add(-alpha * u)

    def get_config(self):
        return self._with_hyper("learning_rate beta_2_decay epsilon_1 epsilon_2 clip_threshold relative_step")
