"""tf.keras.optimizers.Optimizer: what all optimizers share, and what they do to gradients."""

__name__ = "tf_keras.src.optimizers.optimizer"

import re

import tensorflow as tf
import _keras_config as config
import _keras_saving as saving
import _keras_schedules as schedules
from _tf_track import AutoTrackable


class CallableList(list):
    """A list that gives itself when it is called."""

    def __call__(self):
        return self


class Optimizer(AutoTrackable):
    """What all optimizers share. Own ones write build and update_step.

    >>> v = tf.Variable(1.)
    >>> optimizer = tf.keras.optimizers.SGD(0.5)
    >>> optimizer.minimize(lambda: v * v, [v])
    >>> v.numpy()
    np.float32(0.0)
    """

    def __init__(self, name, weight_decay=0, clipnorm=None, clipvalue=None, global_clipnorm=None, use_ema=False,
                 ema_momentum=0.99, ema_overwrite_frequency=None, jit_compile=True, **kwargs):
        put = object.__setattr__
        put(self, "name", name)
        self._variables = []
        put(self, "weight_decay", weight_decay)
        put(self, "clipnorm", clipnorm)
        put(self, "global_clipnorm", global_clipnorm)
        put(self, "clipvalue", clipvalue)
        put(self, "use_ema", use_ema)
        put(self, "jit_compile", False)
        if use_ema:
            if ema_momentum > 1 or ema_momentum < 0:
                raise ValueError(f"`ema_momentum` must be in the range [0, 1]. Received: ema_momentum={ema_momentum}")
            if (ema_overwrite_frequency
                and (not isinstance(ema_overwrite_frequency, int) or ema_overwrite_frequency < 1)):
                raise ValueError("`ema_overwrite_frequency` must be an integer > 1 or None. Received: "
                                 f"ema_overwrite_frequency={ema_overwrite_frequency}")
        put(self, "ema_momentum", ema_momentum)
        put(self, "ema_overwrite_frequency", ema_overwrite_frequency)
        if clipnorm is not None and global_clipnorm is not None:
            raise ValueError("At most one of `clipnorm` and `global_clipnorm` can be set. Received: clipnorm="
                             f"{clipnorm}, global_clipnorm={global_clipnorm}.")
        put(self, "_index_dict", {})
        put(self, "_built", False)
        with tf.init_scope(), tf.name_scope(""):
            self._iterations = tf.Variable(0, name="iteration", dtype=tf.int64, trainable=False)
        self._variables.append(self._iterations)
        self._refuse(kwargs)

    def _refuse(self, kwargs):
        kwargs.pop("is_legacy_optimizer", None)
        kwargs.pop("lr", None)
        for k in kwargs:
            if k in {"decay", "gradient_aggregator", "gradient_transformers"}:
                raise ValueError(f"{k} is deprecated in the new TF-Keras optimizer, please check the docstring for "
                                 f"valid arguments, or use the legacy optimizer, e.g., "
                                 f"tf.keras.optimizers.legacy.{type(self).__name__}.")
            raise TypeError(f"{k} is not a valid argument, kwargs should be empty  for "
                            f"`optimizer_experimental.Optimizer`.")

    def update_step(self, gradient, variable):
        """Changes one variable by its gradient."""
        raise NotImplementedError

    @property
    def iterations(self):
        """How many steps there were."""
        return self._iterations

    @iterations.setter
    def iterations(self, variable):
        if self._built:
            raise RuntimeError("Cannot set `iterations` to a new Variable after the Optimizer weights have been "
                               "created. Here it is "
                               f"attempting to set `iterations` to {variable}.Usually this means you are trying to set "
                               "`iterations` after calling `apply_gradients()`. Please set `iterations` before calling "
                               "`apply_gradients()`.")
        object.__setattr__(self, "_iterations", variable)

    @property
    def learning_rate(self):
        """The learning rate: a variable, or what the schedule gave last."""
        lr = self._learning_rate
        return self._current_learning_rate if isinstance(lr, schedules.LearningRateSchedule) else lr

    @learning_rate.setter
    def learning_rate(self, value):
        old = self.__dict__.get("_learning_rate")
        if isinstance(value, schedules.LearningRateSchedule):
            object.__setattr__(self, "_learning_rate", value)
            self._current(value)
            return
        if isinstance(old, schedules.LearningRateSchedule):
            raise TypeError("This optimizer was created with a `LearningRateSchedule` object as its `learning_rate` "
                            "constructor argument, hence its learning rate is not settable. If you need the learning "
                            "rate to be settable, you should instantiate the optimizer with a float `learning_rate` "
                            "argument.")
        old.assign(value)

    @property
    def lr(self):
        """The learning rate."""
        return self.learning_rate

    @lr.setter
    def lr(self, value):
        self.learning_rate = value

    def _current(self, schedule):
        now = tf.convert_to_tensor(schedule(self.iterations))
        self._current_learning_rate = tf.Variable(now, name="current_learning_rate", dtype=now.dtype, trainable=False)

    def _build_learning_rate(self, learning_rate):
        with tf.init_scope(), tf.name_scope(""):
            if isinstance(learning_rate, schedules.LearningRateSchedule):
                self._current(learning_rate)
                return learning_rate
            return tf.Variable(learning_rate, name="learning_rate", dtype=config.floatx(), trainable=False)

    def build(self, var_list):
        """Makes the slots of variables."""
        if self._built:
            return
        for i, v in enumerate(var_list):
            self._index_dict[_key(v)] = i
        if self.use_ema:
            self._model_variables_moving_average = [self.add_variable_from_reference(v, "average", initial_value=v)
                                                    for v in var_list]

    def _place(self, variable):
        return self._index_dict[_key(variable)]

    def add_variable(self, shape, dtype=None, initializer="zeros", name=None):
        """Makes a variable of the optimizer."""
        if isinstance(initializer, str):
            import _keras_initializers as initializers
            initializer = initializers.get(initializer)
        v = tf.Variable(initializer(shape or [], dtype or config.floatx()), name=name, trainable=False)
        self._variables.append(v)
        return v

    def add_variable_from_reference(self, model_variable, variable_name, shape=None, initial_value=None):
        """Makes a slot of a variable: zeros of its shape, or a value."""
        if initial_value is None:
            initial_value = tf.zeros(model_variable.shape if shape is None else shape, model_variable.dtype)
        elif isinstance(initial_value, tf.Variable):
            initial_value = initial_value.read_value()
        v = tf.Variable(initial_value, name=f"{variable_name}/{model_variable.name[:-2]}", dtype=model_variable.dtype,
                        trainable=False)
        self._variables.append(v)
        return v

    def _slots(self, name, var_list, value=None):
        """A slot for each variable."""
        return [self.add_variable_from_reference(v, name, initial_value=None if value is None else value(v))
                for v in var_list]

    def compute_gradients(self, loss, var_list, tape=None):
        """Pairs of gradients and variables."""
        if not callable(loss) and tape is None:
            raise ValueError(f"`tape` is required when a `Tensor` loss is passed. Received: loss={loss}, tape={tape}.")
        if tape is None:
            tape = tf.GradientTape()
        if callable(loss):
            with tape:
                if not callable(var_list):
                    tape.watch(var_list)
                loss = loss()
                if callable(var_list):
                    var_list = var_list()
        return list(zip(tape.gradient(loss, var_list), var_list))

    def minimize(self, loss, var_list, tape=None):
        """Changes variables by the gradients of a loss."""
        self.apply_gradients(self.compute_gradients(loss, var_list, tape))

    def _clip(self, grads):
        if self.clipnorm and self.clipnorm > 0:
            return [None if g is None else _clip_by_norm(g, self.clipnorm) for g in grads]
        if self.global_clipnorm and self.global_clipnorm > 0:
            return _clip_by_global_norm(grads, self.global_clipnorm)
        if self.clipvalue and self.clipvalue > 0:
            return [None if g is None else _clip_by_value(g, self.clipvalue) for g in grads]
        return grads

    def aggregate_gradients(self, grads_and_vars):
        """The gradients of all replicas: of one they are themselves."""
        return grads_and_vars

    def apply_gradients(self, grads_and_vars, name=None, skip_gradients_aggregation=False, **kwargs):
        """Changes variables by gradients: a step. The number of steps."""
        pairs = list(grads_and_vars)
        if isinstance(self._learning_rate, schedules.LearningRateSchedule):
            self._current_learning_rate.assign(self._learning_rate(self.iterations))
        if not pairs:
            return self._iterations
        with tf.init_scope(), tf.name_scope((name or self.name) + "/"):
            self.build([v for _, v in pairs])
        pairs = _with_gradients(pairs)
        grads = [_summed(g) for g in self._clip([g for g, _ in pairs])]
        variables = [v for _, v in pairs]
        self._decay_weights(variables)
        for g, v in zip(grads, variables):
            if _key(v) not in self._index_dict:
                raise KeyError(f"The optimizer cannot recognize variable {v.name}. This usually means you are trying "
                               f"to call the "
                               "optimizer to update different parts of the model separately. Please call "
                               "`optimizer.build(variables)` with the full list of trainable variables before the "
                               "training "
                               f"loop or use legacy optimizer `tf.keras.optimizers.legacy.{type(self).__name__}.")
            self.update_step(g, v)
        done = self.iterations.assign_add(1)
        if self.use_ema:
            for v in variables:
                average = self._model_variables_moving_average[self._place(v)]
                average.assign(self.ema_momentum * average + (1 - self.ema_momentum) * v)
            if self.ema_overwrite_frequency:
                self._overwrite(variables)
        for v in variables:
            if v.constraint is not None:
                v.assign(v.constraint(v))
        return done

    def counted(self):
        """Whether it has made a step."""
        return self._built and int(self.iterations) > 0

    def step_without_data(self, variables):
        """What a step does that needs no gradients: it counts, and weights decay."""
        if isinstance(self._learning_rate, schedules.LearningRateSchedule):
            self._current_learning_rate.assign(self._learning_rate(self.iterations))
        self._decay_weights([v for v in variables if _key(v) in self._index_dict])
        self.iterations.assign_add(1)

    def _overwrite(self, variables):
        due = tf.equal(self.iterations % self.ema_overwrite_frequency, 0)
        for v in variables:
            v.assign(tf.where(due, self._model_variables_moving_average[self._place(v)], v))

    def _decay_weights(self, variables):
        if self.weight_decay is None or self.weight_decay == 0:
            return
        for v in variables:
            if self._use_weight_decay(v):
                v.assign_sub(v * tf.cast(self.weight_decay, v.dtype) * tf.cast(self.learning_rate, v.dtype))

    def exclude_from_weight_decay(self, var_list=None, var_names=None):
        """Leaves variables out of the decay of weights."""
        if self._built:
            raise ValueError("`exclude_from_weight_decay()` can only be configued before the optimizer is built.")
        object.__setattr__(self, "_excluded", {_key(v) for v in var_list or ()})
        object.__setattr__(self, "_excluded_names", list(var_names or ()))

    def _use_weight_decay(self, variable):
        if _key(variable) in self.__dict__.get("_excluded", ()):
            return False
        return not any(re.search(n, variable.name) for n in self.__dict__.get("_excluded_names", ()))

    def finalize_variable_values(self, var_list):
        """Sets variables to their averages, where these are kept."""
        if self.use_ema:
            for v in var_list:
                v.assign(self._model_variables_moving_average[self._place(v)])

    @property
    def variables(self):
        """The number of steps and the slots."""
        return CallableList(self._variables)

    def get_weights(self):
        """The values of the variables."""
        return [v.numpy() for v in self._variables]

    def set_weights(self, weights):
        """Sets the variables."""
        if not self._built:
            raise ValueError("You are calling `set_weights()` on an optimizer that has not yet been built. Please call "
                             "`optimizer.build(trainable_variables)` to create the optimizer weights before calling "
                             "`set_weights()`.")
        for v, w in zip(self._variables, weights):
            if v.shape != w.shape:
                raise ValueError(f"Optimizer variable {v.name} has shape {v.shape} not compatible with provided weight "
                                 f"shape {w.shape}.")
            v.assign(w)

    def save_own_variables(self, store):
        """Puts the variables into a dict by their numbers, for saving."""
        for i, v in enumerate(self.variables):
            store[str(i)] = v.numpy()

    def load_own_variables(self, store):
        """Sets the variables to what save_own_variables gave; others than its own are left out."""
        if len(store.keys()) == len(self.variables):
            for i, v in enumerate(self.variables):
                v.assign(store[str(i)])

    def _hyper(self, value):
        if isinstance(value, schedules.LearningRateSchedule):
            return schedules.serialize(value)
        if isinstance(value, tf.Variable):
            return value.numpy()
        return value() if callable(value) else value

    def get_config(self):
        """What the optimizer can be made of again."""
        out = {n: getattr(self, n) for n in ("name", "weight_decay", "clipnorm", "global_clipnorm", "clipvalue",
                                             "use_ema", "ema_momentum", "ema_overwrite_frequency", "jit_compile")}
        out["is_legacy_optimizer"] = False
        return out

    def _with_hyper(self, names):
        out = Optimizer.get_config(self)
        for n in names.split():
            out[n] = self._hyper(self._learning_rate if n == "learning_rate" else getattr(self, n))
        return out

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """An optimizer of what get_config gave."""
        config = dict(config)
        if isinstance(config.get("learning_rate"), dict):
            config["learning_rate"] = schedules.deserialize(config["learning_rate"], custom_objects=custom_objects)
        return cls(**config)


def _key(v):
    return v._unique_id if hasattr(v, "_unique_id") else id(v)


def _with_gradients(pairs):
    kept = tuple((g, v) for g, v in pairs if g is not None)
    if not kept:
        raise ValueError(f"No gradients provided for any variable: {([v.name for _, v in pairs],)}. Provided "
                         f"`grads_and_vars` is {tuple(pairs)}.")
    return kept


def _summed(g):
    """Slices with each index once."""
    if not isinstance(g, tf.IndexedSlices):
        return g
    unique, places = tf.unique(g.indices)
    return tf.IndexedSlices(tf.math.unsorted_segment_sum(g.values, places, tf.shape(unique)[0]), unique, g.dense_shape)


def _of(g, f):
    """A function of the values of a gradient."""
    return tf.IndexedSlices(f(g.values), g.indices, g.dense_shape) if isinstance(g, tf.IndexedSlices) else f(g)


def _clip_by_norm(g, norm):
    return _of(g, lambda x: tf.clip_by_norm(x, norm))


def _clip_by_value(g, value):
    return _of(g, lambda x: tf.clip_by_value(x, -value, value))


def _clip_by_global_norm(grads, norm):
    squares = [tf.reduce_sum(tf.square(g.values if isinstance(g, tf.IndexedSlices) else g)) / 2 for g in grads
               if g is not None]
    total = tf.sqrt(tf.add_n(squares) * 2.0)
    scale = norm * tf.minimum(1.0 / total, tf.constant(1.0, total.dtype) / norm)
    scale = scale + (total - total)
    return [None if g is None else _of(g, lambda x: x * scale) for g in grads]


def _add(variable, g, values):
    """Adds values to the rows of a slot that a gradient of slices names."""
    variable.scatter_add(tf.IndexedSlices(values, g.indices))


def _whole(g, v, *slots):
    """Whether a kernel does the step of a dense gradient."""
    return not isinstance(g, tf.IndexedSlices) and v.dtype in (tf.float32, tf.float64) and \
        g.dtype == v.dtype and all(s.dtype == v.dtype for s in slots)
