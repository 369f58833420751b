"""Averages of variables that follow their values: tf.train.ExponentialMovingAverage."""

__name__ = "tensorflow.python.training.moving_averages"

import tensorflow as tf

_names = {}


def _unique(name):
    """A variable's name, with a number if it was given before."""
    count = _names[name] = _names.get(name, -1) + 1
    return f"{name}_{count}" if count else name


class ExponentialMovingAverage:
    """Keeps for each variable an average in which what is older counts for less: of the old average the share decay.

    decay is a number below 1; with num_updates it is at most (1 + num_updates) / (10 + num_updates).

    >>> v = tf.Variable(1.)
    >>> average = tf.train.ExponentialMovingAverage(0.5)
    >>> average.apply([v])
    >>> _ = v.assign(3.)
    >>> average.apply([v])
    >>> float(average.average(v))
    2.0
    """

    def __init__(self, decay, num_updates=None, zero_debias=False, name="ExponentialMovingAverage"):
        self._decay, self._num_updates, self._name = decay, num_updates, name
        self._averages = {}

    name = property(lambda self: self._name, doc="The name, which ends the names of the averages.")

    def _share(self, dtype):
        decay = tf.cast(self._decay, tf.float32)
        if self._num_updates is not None:
            updates = tf.cast(self._num_updates, tf.float32)
            decay = tf.minimum(decay, (1. + updates) / (10. + updates))
        return tf.cast(1. - decay, dtype)

    def apply(self, var_list=None):
        """Moves the averages of variables to their values; an average begins as the value it is first shown."""
        for v in [] if var_list is None else var_list:
            if not isinstance(v, tf.Variable):
                raise TypeError("tf.train.ExponentialMovingAverage does not support non-Variable tensors when eager "
                                "execution is enabled.")
            if v.dtype not in (tf.bfloat16, tf.float16, tf.float32, tf.float64):
                raise TypeError(f"The variables must be half, float, or double: {v.name}")
            if v.ref() not in self._averages:
                with tf.init_scope():
                    self._averages[v.ref()] = tf.Variable(v, trainable=False, name=_unique(self.average_name(v)))
            average = self._averages[v.ref()]
            average.assign_sub((average - v) * self._share(v.dtype))

    def average(self, var):
        """The variable that holds the average of a variable; None if there is none."""
        return self._averages.get(var.ref())

    def average_name(self, var):
        """The name that the average of a variable has or would have."""
        return var.name.split(":")[0] + "/" + self._name

    def variables_to_restore(self, moving_avg_variables=None):
        """By name, the averages of variables; variables without one by their own name."""
        out = {}
        for v in moving_avg_variables or [r.deref() for r in self._averages]:
            out[self.average_name(v)] = v
        return out
