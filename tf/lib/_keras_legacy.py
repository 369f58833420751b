"""tf.keras.optimizers.legacy: the optimizers as they were, with decay and slots by name."""

__name__ = "tf_keras.src.optimizers.legacy.optimizer_v2"

import numpy as np
import tensorflow as tf
import _keras_saving as saving
import _keras_schedules as schedules
from _keras_optimizer import _add, _clip_by_global_norm, _clip_by_norm, _clip_by_value, _key, _summed, _whole
from _tf_track import AutoTrackable


class Optimizer(AutoTrackable):
    """What the legacy optimizers share: hyperparameters are kept as float32, slots by name."""

    def __init__(self, name, gradient_aggregator=None, gradient_transformers=None, **kwargs):
        put = object.__setattr__
        for k in kwargs:
            if k not in {"clipnorm", "clipvalue", "lr", "decay", "global_clipnorm", "learning_rate"}:
                raise TypeError(f"Unexpected keyword argument passed to optimizer: {k!s}. Allowed kwargs are "
                                "{'decay', 'lr', 'clipvalue', 'clipnorm', 'global_clipnorm'}.")
            if kwargs[k] is not None and isinstance(kwargs[k], (int, float)) and kwargs[k] < 0:
                raise ValueError(f"Expected {k} >= 0, received: {kwargs[k]}")
        put(self, "_name", name)
        put(self, "_hyper", {})
        put(self, "_slots", {})
        put(self, "_order", [])
        put(self, "_iterations", None)
        for k in ("clipnorm", "clipvalue", "global_clipnorm"):
            put(self, k, kwargs.get(k))
        put(self, "_initial_decay", kwargs.get("decay", 0.0) or 0.0)

    clipnorm = clipvalue = global_clipnorm = None

    def __dir__(self):
        hyper = self.__dict__.get("_hyper", {})
        return [*super().__dir__(), *hyper, *(["lr"] if "learning_rate" in hyper else [])]

    @property
    def gradient_transformers(self):
        """Functions of pairs of gradients and variables that are applied first."""
        return self.__dict__.get("_transformers", [])

    @property
    def gradient_aggregator(self):
        """The function that makes one gradient of those of the replicas."""
        return self.__dict__.get("_aggregator")

    def get_config(self):
        """The arguments that make another such optimizer."""
        config = {"name": self._name}
        for k in ("clipnorm", "clipvalue", "global_clipnorm"):
            if getattr(self, k) is not None:
                config[k] = getattr(self, k)
        return config

    def add_weight(self, name, shape, dtype=None, initializer="zeros", trainable=None, synchronization=None,
                   aggregation=None):
        """Makes a variable of the optimizer."""
        value = tf.keras.initializers.get(initializer)(shape, tf.as_dtype(dtype or tf.float32))
        with tf.init_scope():
            return tf.Variable(value, name=name, trainable=bool(trainable))

    def _set(self, **values):
        if "learning_rate" in values and "decay" not in self._hyper:
            self._hyper["decay"] = np.float32(self._initial_decay)
        for k, v in values.items():
            self._hyper[k] = v if callable(v) or isinstance(v, tf.Variable) else np.float32(v)

    def _get(self, name, dtype=tf.float32):
        v = self._hyper[name]
        if isinstance(v, schedules.LearningRateSchedule):
            return tf.cast(v(self.iterations), dtype)
        return tf.cast(v() if callable(v) and not isinstance(v, tf.Variable) else v, dtype)

    def __getattr__(self, name):
        hyper = self.__dict__.get("_hyper")
        name = "learning_rate" if name == "lr" else name
        if hyper is not None and name in hyper:
            return self._variable(name)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        name = "learning_rate" if name == "lr" else name
        if name in self.__dict__.get("_hyper", {}):
            if isinstance(self._hyper[name], tf.Variable):
                self._hyper[name].assign(value)
            else:
                self._set(**{name: value})
            return
        super().__setattr__(name, value)

    def _variable(self, name):
        """A hyperparameter as a variable, so that traced steps see it change."""
        v = self._hyper[name]
        if isinstance(v, (tf.Variable, schedules.LearningRateSchedule)) or callable(v):
            return v
        with tf.init_scope():
            self._hyper[name] = tf.Variable(v, name=name, trainable=False)
        return self._hyper[name]

    @property
    def iterations(self):
        """How many steps there were."""
        if self._iterations is None:
            with tf.init_scope(), tf.name_scope(self._name + "/"):
                object.__setattr__(self, "_iterations", tf.Variable(0, name="iter", dtype=tf.int64, trainable=False))
        return self._iterations

    @property
    def weights(self):
        """The number of steps and the slots."""
        return [self.iterations] + list(self._order)

    def variables(self):
        """The number of steps and the slots."""
        return self.weights

    def get_weights(self):
        """The values of the variables."""
        return [w.numpy() for w in self.weights]

    def set_weights(self, weights):
        """Sets the variables."""
        params = self.weights
        if len(params) != len(weights):
            raise ValueError(f"You called `set_weights(weights)` on optimizer {self._name} with a weight list of "
                             f"length {len(weights)}, but the optimizer was expecting {len(params)} weights. Provided "
                             f"weights: {str(weights)[:50]}...")
        for p, w in zip(params, weights):
            p.assign(w)

    def add_slot(self, var, slot_name, initializer="zeros", shape=None):
        """Makes a slot of a variable."""
        slots = self._slots.setdefault(_key(var), {})
        if slot_name not in slots:
            value = (tf.zeros(var.shape, var.dtype) if isinstance(initializer, str)
                     else initializer(var.shape, var.dtype))
            with tf.init_scope(), tf.name_scope(self._name + "/"):
                slots[slot_name] = tf.Variable(value, name=f"{var.name[:-2]}/{slot_name}", trainable=False)
            self._order.append(slots[slot_name])
        return slots[slot_name]

    def get_slot(self, var, slot_name):
        """A slot of a variable."""
        return self._slots[_key(var)][slot_name]

    def get_slot_names(self):
        """The names of the slots."""
        return self._names

    _names = ()

    def _create_slots(self, var_list):
        for name in self._names:
            for v in var_list:
                self.add_slot(v, name)

    def minimize(self, loss, var_list, grad_loss=None, name=None, tape=None):
        """Changes variables by the gradients of a loss."""
        if not callable(loss) and tape is None:
            raise ValueError(f"`tape` is required when a `Tensor` loss is passed. Received: loss={loss}, tape={tape}.")
        if tape is None:
            tape = tf.GradientTape()
        if callable(loss):
            with tape:
                if not callable(var_list):
                    tape.watch(var_list)
                loss = loss()
        variables = var_list() if callable(var_list) else var_list
        variables = tf.nest.flatten(variables)
        grads = tape.gradient(loss, variables, grad_loss)
        return self.apply_gradients(list(zip(grads, variables)), name=name)

    def get_gradients(self, loss, params):
        """Not there in eager programs."""
        raise RuntimeError(
            "tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape instead.")

    def apply_gradients(self, grads_and_vars, name=None, experimental_aggregate_gradients=True, **kwargs):
        """Changes variables by gradients: a step."""
        pairs = [(g, v) for g, v in grads_and_vars if g is not None]
        if not pairs:
            names = [v.name for _, v in grads_and_vars]
            raise ValueError(f"No gradients provided for any variable: {(names,)}. Provided `grads_and_vars` is "
                             f"{tuple(grads_and_vars)}.")
        with tf.init_scope():
            self.iterations
            for h in list(self._hyper):
                self._variable(h)
            self._create_slots([v for _, v in pairs])
        grads = [g for g, _ in pairs]
        if self.clipvalue is not None:
            grads = [_clip_by_value(g, self.clipvalue) for g in grads]
        if self.clipnorm is not None:
            grads = [_clip_by_norm(g, self.clipnorm) for g in grads]
        if self.global_clipnorm is not None:
            grads = _clip_by_global_norm(grads, self.global_clipnorm)
        self._prepare()
        for g, (_, v) in zip(grads, pairs):
            g = _summed(g)
            self._update(g, v, self._rate(v.dtype))
            if v.constraint is not None:
                v.assign(v.constraint(v))
        return self.iterations.assign_add(1)

    def _prepare(self):
        """What a step does before its updates."""

    def _rate(self, dtype):
        lr = self._get("learning_rate", dtype)
        if self._initial_decay > 0.0 and not isinstance(self, Nadam):
            lr = lr / (1.0 + self._get("decay", dtype) * tf.cast(self.iterations, dtype))
        return lr

    def _update(self, g, v, lr):
        raise NotImplementedError

    def _config(self, names):
        out = {"name": self._name}
        for k in ("clipnorm", "clipvalue", "global_clipnorm"):
            if getattr(self, k) is not None:
                out[k] = getattr(self, k)
        for n in names.split():
            if n == "decay":
                out[n] = self._initial_decay
            elif n in self._hyper:
                v = self._hyper[n]
                out[n] = schedules.serialize(v) if isinstance(v, schedules.LearningRateSchedule) else \
                    v.numpy() if isinstance(v, tf.Variable) else v
            else:
                out[n] = self.__dict__[n]
        return out

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """An optimizer of what get_config gave."""
        config = dict(config)
        if "lr" in config:
            config["learning_rate"] = config.pop("lr")
        if isinstance(config.get("learning_rate"), dict):
            config["learning_rate"] = schedules.deserialize(config["learning_rate"], custom_objects=custom_objects)
        return cls(**config)


def _rows(g):
    """The rows and values of a gradient, or nothing for a dense one."""
    return (g.indices, g.values) if isinstance(g, tf.IndexedSlices) else (None, g)


__name__ = "tf_keras.src.optimizers.legacy.gradient_descent"


class SGD(Optimizer):
    """Gradient descent, with momentum if asked for."""

    def __init__(self, learning_rate=0.01, momentum=0.0, nesterov=False, name="SGD", **kwargs):
        super().__init__(name, **kwargs)
        self._set(learning_rate=kwargs.get("lr", learning_rate), momentum=momentum)
        object.__setattr__(self, "nesterov", nesterov)
        object.__setattr__(self, "_momentum", momentum != 0)
        if isinstance(momentum, (int, float)) and (momentum < 0 or momentum > 1):
            raise ValueError(f"`momentum` must be between [0, 1]. Received: momentum={momentum} (of type "
                             f"{type(momentum)}).")
        if self._momentum:
            object.__setattr__(self, "_names", ("momentum",))

    def _update(self, g, v, lr):
        rows, value = _rows(g)
        if not self._momentum:
            if _whole(g, v):
                tf.raw_ops.ResourceApplyGradientDescent(var=v.handle, alpha=lr, delta=value)
            elif rows is None:
                v.assign_sub(value * lr)
            else:
                _add(v, g, -value * lr)
            return
        m = self.get_slot(v, "momentum")
        mu = self._get("momentum", v.dtype)
        if _whole(g, v, m):
            tf.raw_ops.ResourceApplyKerasMomentum(var=v.handle, accum=m.handle, lr=lr, grad=value, momentum=mu,
                                                  use_nesterov=self.nesterov)
            return
        if rows is None:
            m.assign(m * mu - value * lr)
            v.assign_add(m * mu - value * lr if self.nesterov else m)
            return
        now = tf.gather(m, rows) * mu - value * lr
        m.scatter_update(tf.IndexedSlices(now, rows))
        _add(v, g, now * mu - value * lr if self.nesterov else now)

    def get_config(self):
        return self._config("learning_rate decay momentum nesterov")


__name__ = "tf_keras.src.optimizers.legacy.rmsprop"


class RMSprop(Optimizer):
    """Divides gradients by a running root of their squares."""

    def __init__(self, learning_rate=0.001, rho=0.9, momentum=0.0, epsilon=1e-07, centered=False, name="RMSprop",
                 **kwargs):
        super().__init__(name, **kwargs)
        self._set(learning_rate=kwargs.get("lr", learning_rate), rho=rho, momentum=momentum)
        put = object.__setattr__
        put(self, "epsilon", epsilon)
        put(self, "centered", centered)
        put(self, "_momentum", momentum > 0)
        put(self, "_names", ("rms",) + (("momentum",) if momentum > 0 else ()) + (("mg",) if centered else ()))

    def _update(self, g, v, lr):
        rows, x = _rows(g)
        rho, eps = self._get("rho", v.dtype), self.epsilon

        def moved(slot, value):
            if rows is None:
                slot.assign(rho * slot + (1 - rho) * value)
                return slot.read_value()
            slot.assign(slot * rho)
            _add(slot, g, value * (1 - rho))
            return tf.gather(slot, rows)

        below = moved(self.get_slot(v, "rms"), tf.square(x))
        if self.centered:
            below = below - tf.square(moved(self.get_slot(v, "mg"), x))
        if not self._momentum:
            step = lr * x / (tf.sqrt(below) + eps)
        else:
            m = self.get_slot(v, "momentum")
            mu = self._get("momentum", v.dtype)
            step = lr * x / tf.sqrt(below + eps)
            step = (m if rows is None else tf.gather(m, rows)) * mu + step
            if rows is None:
                m.assign(step)
            else:
                m.scatter_update(tf.IndexedSlices(step, rows))
        if rows is None:
            v.assign_sub(step)
        else:
            _add(v, g, -step)

    def get_config(self):
        return self._config("learning_rate decay rho momentum epsilon centered")


__name__ = "tf_keras.src.optimizers.legacy.adam"


class _Moments(Optimizer):
    """What Adam, Adamax and Nadam share."""

    _names = ("m", "v")

    def __init__(self, learning_rate, beta_1, beta_2, epsilon, name, **kwargs):
        super().__init__(name, **kwargs)
        self._set(learning_rate=kwargs.get("lr", learning_rate), beta_1=beta_1, beta_2=beta_2)
        object.__setattr__(self, "epsilon", epsilon)

    def _powers(self, dtype):
        t = tf.cast(self.iterations + 1, dtype)
        b1, b2 = self._get("beta_1", dtype), self._get("beta_2", dtype)
        return b1, b2, tf.pow(b1, t), tf.pow(b2, t)

    @staticmethod
    def _mean(slot, g, value, beta):
        if isinstance(g, tf.IndexedSlices):
            slot.assign(slot * beta)
            _add(slot, g, value * (1 - beta))
        else:
            slot.assign(slot * beta + value * (1 - beta))


class Adam(_Moments):
    """Running means of gradients and of their squares."""

    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07, amsgrad=False, name="Adam",
                 **kwargs):
        super().__init__(learning_rate, beta_1, beta_2, epsilon, name, **kwargs)
        object.__setattr__(self, "amsgrad", amsgrad)
        if amsgrad:
            object.__setattr__(self, "_names", ("m", "v", "vhat"))

    def _update(self, g, v, lr):
        _, x = _rows(g)
        b1, b2, p1, p2 = self._powers(v.dtype)
        m, s = self.get_slot(v, "m"), self.get_slot(v, "v")
        if _whole(g, v, m, s) and not self.amsgrad:
            tf.raw_ops.ResourceApplyAdam(var=v.handle, m=m.handle, v=s.handle, beta1_power=p1, beta2_power=p2, lr=lr,
                                         beta1=b1, beta2=b2, epsilon=tf.cast(self.epsilon, v.dtype), grad=g)
            return
        self._mean(m, g, x, b1)
        self._mean(s, g, x * x, b2)
        if self.amsgrad:
            hat = self.get_slot(v, "vhat")
            hat.assign(tf.maximum(hat, s))
            s = hat
        v.assign_sub(lr * tf.sqrt(1 - p2) / (1 - p1) * m / (tf.sqrt(s) + self.epsilon))

    def get_config(self):
        return self._config("learning_rate decay beta_1 beta_2 epsilon amsgrad")


__name__ = "tf_keras.src.optimizers.legacy.adamax"


class Adamax(_Moments):
    """Adam with the largest gradients in place of their squares."""

    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07, name="Adamax", **kwargs):
        super().__init__(learning_rate, beta_1, beta_2, epsilon, name, **kwargs)

    def _update(self, g, v, lr):
        rows, x = _rows(g)
        b1, b2, p1, _ = self._powers(v.dtype)
        m, u = self.get_slot(v, "m"), self.get_slot(v, "v")
        if rows is None:
            m.assign(m * b1 + x * (1 - b1))
            u.assign(tf.maximum(b2 * u, tf.abs(x)))
            v.assign_sub(lr / (1 - p1) * m / (u + self.epsilon))
            return
        now = tf.gather(m, rows) * b1 + x * (1 - b1)
        most = tf.maximum(tf.gather(u, rows) * b2, tf.abs(x))
        m.scatter_update(tf.IndexedSlices(now, rows))
        u.scatter_update(tf.IndexedSlices(most, rows))
        _add(v, g, -lr / (1 - p1) * now / (most + self.epsilon))

    def get_config(self):
        return self._config("learning_rate decay beta_1 beta_2 epsilon")


__name__ = "tf_keras.src.optimizers.legacy.nadam"


class Nadam(_Moments):
    """Adam with Nesterov's momentum."""

    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07, name="Nadam", **kwargs):
        kwargs["decay"] = kwargs.pop("schedule_decay", 0.004)
        super().__init__(learning_rate, beta_1, beta_2, epsilon, name, **kwargs)
        object.__setattr__(self, "_cache", None)

    def _create_slots(self, var_list):
        if self._cache is None:
            with tf.name_scope(self._name + "/"):
                object.__setattr__(self, "_cache", tf.Variable(1.0, name="momentum_cache", dtype=var_list[0].dtype,
                                                               trainable=False))
            self._order.append(self._cache)
        super()._create_slots(var_list)

    def _prepare(self):
        dtype = self._cache.dtype
        t = tf.cast(self.iterations + 1, dtype)
        b1 = self._get("beta_1", dtype)
        decay = self._initial_decay
        u = b1 * (1.0 - 0.5 * tf.pow(tf.constant(0.96, dtype), decay * t))
        after = b1 * (1.0 - 0.5 * tf.pow(tf.constant(0.96, dtype), decay * (t + 1)))
        now = self._cache * u
        self._cache.assign(now)
        object.__setattr__(self, "_now", (u, after, now, now * after))

    def _update(self, g, v, lr):
        rows, x = _rows(g)
        u, after, now, beyond = self._now
        b1, b2, _, p2 = self._powers(v.dtype)
        m, s = self.get_slot(v, "m"), self.get_slot(v, "v")
        self._mean(m, g, x, b1)
        self._mean(s, g, tf.square(x), b2)

        def of(slot):
            return slot.read_value() if rows is None else tf.gather(slot, rows)

        bar = (1.0 - u) * (x / (1.0 - now)) + after * (of(m) / (1.0 - beyond))
        step = lr * bar / (tf.sqrt(of(s) / (1.0 - p2)) + self.epsilon)
        if rows is None:
            v.assign_sub(step)
        else:
            _add(v, g, -step)

    def get_config(self):
        return self._config("learning_rate decay beta_1 beta_2 epsilon")


__name__ = "tf_keras.src.optimizers.legacy.adagrad"


class Adagrad(Optimizer):
    """Divides gradients by the root of the sum of their squares."""

    _names = ("accumulator",)

    def __init__(self, learning_rate=0.001, initial_accumulator_value=0.1, epsilon=1e-07, name="Adagrad", **kwargs):
        if initial_accumulator_value < 0.0:
            raise ValueError(f"initial_accumulator_value must be non-negative: {initial_accumulator_value}")
        super().__init__(name, **kwargs)
        self._set(learning_rate=kwargs.get("lr", learning_rate))
        object.__setattr__(self, "initial_accumulator_value", initial_accumulator_value)
        object.__setattr__(self, "epsilon", epsilon or 1e-7)

    def _create_slots(self, var_list):
        for v in var_list:
            self.add_slot(v, "accumulator", lambda s, d: tf.fill(s, tf.cast(self.initial_accumulator_value, d)))

    def _update(self, g, v, lr):
        rows, x = _rows(g)
        a = self.get_slot(v, "accumulator")
        if rows is None:
            a.assign_add(tf.square(x))
            v.assign_sub(lr * x / (tf.sqrt(a) + self.epsilon))
        else:
            _add(a, g, tf.square(x))
            _add(v, g, -lr * x / (tf.sqrt(tf.gather(a, rows)) + self.epsilon))

    def get_config(self):
        return self._config("learning_rate decay initial_accumulator_value epsilon")


__name__ = "tf_keras.src.optimizers.legacy.adadelta"


class Adadelta(Optimizer):
    """Steps as large as those before, for gradients as large as those before."""

    _names = ("accum_grad", "accum_var")

    def __init__(self, learning_rate=0.001, rho=0.95, epsilon=1e-07, name="Adadelta", **kwargs):
        super().__init__(name, **kwargs)
        self._set(learning_rate=kwargs.get("lr", learning_rate), rho=rho)
        object.__setattr__(self, "epsilon", epsilon or 1e-7)

    def _update(self, g, v, lr):
        rows, x = _rows(g)
        rho, eps = self._get("rho", v.dtype), self.epsilon
        a, d = self.get_slot(v, "accum_grad"), self.get_slot(v, "accum_var")
        if rows is None:
            a.assign(a * rho + tf.square(x) * (1 - rho))
            step = tf.sqrt(d + eps) * tf.math.rsqrt(a + eps) * x
            d.assign(d * rho + tf.square(step) * (1 - rho))
            v.assign_sub(step * lr)
            return
        now = tf.gather(a, rows) * rho + tf.square(x) * (1 - rho)
        a.scatter_update(tf.IndexedSlices(now, rows))
        old = tf.gather(d, rows)
        step = tf.sqrt(old + eps) * tf.math.rsqrt(now + eps) * x
        d.scatter_update(tf.IndexedSlices(old * rho + tf.square(step) * (1 - rho), rows))
        _add(v, g, -step * lr)

    def get_config(self):
        return self._config("learning_rate decay rho epsilon")


__name__ = "tf_keras.src.optimizers.legacy.ftrl"


class Ftrl(Optimizer):
    """Follow the regularised leader."""

    _names = ("accumulator", "linear")

    def __init__(self, learning_rate=0.001, learning_rate_power=-0.5, initial_accumulator_value=0.1,
                 l1_regularization_strength=0.0, l2_regularization_strength=0.0, name="Ftrl",
                 l2_shrinkage_regularization_strength=0.0, beta=0.0, **kwargs):
        super().__init__(name, **kwargs)
        self._set(learning_rate=kwargs.get("lr", learning_rate), learning_rate_power=learning_rate_power,
                  l1_regularization_strength=l1_regularization_strength,
                  l2_regularization_strength=l2_regularization_strength, beta=beta)
        object.__setattr__(self, "initial_accumulator_value", initial_accumulator_value)
        object.__setattr__(self, "l2_shrinkage_regularization_strength", l2_shrinkage_regularization_strength)

    def _create_slots(self, var_list):
        for v in var_list:
            self.add_slot(v, "accumulator", lambda s, d: tf.fill(s, tf.cast(self.initial_accumulator_value, d)))
            self.add_slot(v, "linear")

    def _update(self, g, v, lr):
        rows, x = _rows(g)
        a, z = self.get_slot(v, "accumulator"), self.get_slot(v, "linear")
        dtype = v.dtype

        def of(t):
            return t.read_value() if rows is None else tf.gather(t, rows)

        power, l1 = self._get("learning_rate_power", dtype), self._get("l1_regularization_strength", dtype)
        l2 = self._get("l2_regularization_strength", dtype) + self._get("beta", dtype) / (2.0 * lr)
        old, line, w = of(a), of(z), of(v)
        now = old + tf.square(x)
        line = line + x + 2 * self.l2_shrinkage_regularization_strength * w - \
            (tf.pow(now, -power) - tf.pow(old, -power)) / lr * w
        new = (tf.clip_by_value(line, -l1, l1) - line) / (tf.pow(now, -power) / lr + 2 * l2)
        for slot, value in ((a, now), (z, line), (v, new)):
            if rows is None:
                slot.assign(value)
            else:
                slot.scatter_update(tf.IndexedSlices(value, rows))

    def get_config(self):
        return self._config("learning_rate decay initial_accumulator_value learning_rate_power "
                            "l1_regularization_strength l2_regularization_strength beta "
                            "l2_shrinkage_regularization_strength")
