"""tf.keras.optimizers: how gradients change weights, one class for each way."""

__name__ = "tf_keras.src.optimizers.sgd"

import tensorflow as tf
import _keras_saving as saving
from _keras_optimizer import Optimizer, _add, _whole


class SGD(Optimizer):
    """Gradient descent, with momentum if asked for."""

    def __init__(self, learning_rate=0.01, momentum=0.0, nesterov=False, weight_decay=None, clipnorm=None,
                 clipvalue=None, global_clipnorm=None, use_ema=False, ema_momentum=0.99, ema_overwrite_frequency=None,
                 jit_compile=True, name="SGD", **kwargs):
        super().__init__(name, weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum,
                         ema_overwrite_frequency, jit_compile, **kwargs)
        self._learning_rate = self._build_learning_rate(learning_rate)
        self.momentum, self.nesterov = momentum, nesterov
        if isinstance(momentum, (int, float)) and not 0 <= momentum <= 1:
            raise ValueError("`momentum` must be between [0, 1].")

    def build(self, var_list):
        super().build(var_list)
        if not self._built:
            self.momentums = self._slots("m", var_list)
            object.__setattr__(self, "_built", True)

    def update_step(self, gradient, variable):
        lr = tf.cast(self.learning_rate, variable.dtype)
        m = self.momentums[self._place(variable)]
        mu = tf.cast(self.momentum, variable.dtype)
        if isinstance(gradient, tf.IndexedSlices):
            step = -gradient.values * lr
            m.assign(m * mu)
            _add(m, gradient, step)
            if self.nesterov:
                _add(variable, gradient, step)
                variable.assign_add(m * mu)
            else:
                variable.assign_add(m)
            return
        if _whole(gradient, variable, m):
            tf.raw_ops.ResourceApplyKerasMomentum(var=variable.handle, accum=m.handle, lr=lr, grad=gradient,
                                                  momentum=mu, use_nesterov=self.nesterov)
            return
        now = -gradient * lr + m * mu
        m.assign(now)
        variable.assign_add(-gradient * lr + now * mu if self.nesterov else now)

    def get_config(self):
        return self._with_hyper("learning_rate momentum nesterov")


__name__ = "tf_keras.src.optimizers.rmsprop"


class RMSprop(Optimizer):
    """Divides gradients by a running root of their squares."""

    def __init__(self, learning_rate=0.001, rho=0.9, momentum=0.0, epsilon=1e-7, centered=False, weight_decay=None,
                 clipnorm=None, clipvalue=None, global_clipnorm=None, use_ema=False, ema_momentum=0.99,
                 ema_overwrite_frequency=100, jit_compile=True, name="RMSprop", **kwargs):
        super().__init__(name, weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum,
                         ema_overwrite_frequency, jit_compile, **kwargs)
        self._learning_rate = self._build_learning_rate(learning_rate)
        self.rho, self.momentum, self.epsilon, self.centered = rho, momentum, epsilon, centered

    def build(self, var_list):
        super().build(var_list)
        if self._built:
            return
        object.__setattr__(self, "_built", True)
        self._velocities = self._slots("velocity", var_list)
        self._momentums = self._slots("momentum", var_list) if self.momentum > 0 else []
        self._average_gradients = self._slots("average_gradient", var_list) if self.centered else []

    def update_step(self, gradient, variable):
        lr = tf.cast(self.learning_rate, variable.dtype)
        i = self._place(variable)
        velocity = self._velocities[i]
        rho = self.rho
        sparse = isinstance(gradient, tf.IndexedSlices)
        g = gradient.values if sparse else gradient
        if sparse:
            velocity.assign(rho * velocity)
            _add(velocity, gradient, tf.square(g) * (1 - rho))
        else:
            velocity.assign(rho * velocity + (1 - rho) * tf.square(g))
        below = velocity + self.epsilon
        if self.centered:
            average = self._average_gradients[i]
            if sparse:
                average.assign(rho * average)
                _add(average, gradient, g * (1 - rho))
            else:
                average.assign(rho * average + (1 - rho) * g)
            below = below - tf.square(average)
        if sparse:
            below = tf.gather(below, gradient.indices)
        step = lr * g * tf.math.rsqrt(below)
        if self.momentum > 0:
            momentum = self._momentums[i]
            if sparse:
                momentum.assign(self.momentum * momentum)
                _add(momentum, gradient, step)
            else:
                momentum.assign(self.momentum * momentum + step)
            variable.assign_add(-momentum)
        elif sparse:
            _add(variable, gradient, -step)
        else:
            variable.assign_add(-step)

    def get_config(self):
        return self._with_hyper("learning_rate rho momentum epsilon centered")


__name__ = "tf_keras.src.optimizers.adam"


class Adam(Optimizer):
    """Running means of gradients and of their squares."""

    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7, adaptive_epsilon=False,
                 amsgrad=False, weight_decay=None, clipnorm=None, clipvalue=None, global_clipnorm=None, use_ema=False,
                 ema_momentum=0.99, ema_overwrite_frequency=None, jit_compile=True, name="Adam", **kwargs):
        super().__init__(name, weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum,
                         ema_overwrite_frequency, jit_compile, **kwargs)
        self._learning_rate = self._build_learning_rate(learning_rate)
        self.beta_1, self.beta_2, self.epsilon, self.amsgrad = beta_1, beta_2, epsilon, amsgrad
        self.adaptive_epsilon = adaptive_epsilon

    def build(self, var_list):
        super().build(var_list)
        if self._built:
            return
        object.__setattr__(self, "_built", True)
        m, v = [], []
        for x in var_list:
            m.append(self.add_variable_from_reference(x, "m"))
            v.append(self.add_variable_from_reference(x, "v"))
        self._momentums, self._velocities = m, v
        if self.amsgrad:
            self._velocity_hats = self._slots("vhat", var_list)

    def update_step(self, gradient, variable):
        dtype = variable.dtype
        lr = tf.cast(self.learning_rate, dtype)
        t = tf.cast(self.iterations + 1, dtype)
        b1, b2 = tf.pow(tf.cast(self.beta_1, dtype), t), tf.pow(tf.cast(self.beta_2, dtype), t)
        i = self._place(variable)
        m, v = self._momentums[i], self._velocities[i]
        alpha = lr * tf.sqrt(1 - b2) / (1 - b1)
        eps = self.epsilon * tf.sqrt(1 - b2) if self.adaptive_epsilon else self.epsilon
        if isinstance(gradient, tf.IndexedSlices):
            m.assign_add(-m * (1 - self.beta_1))
            _add(m, gradient, gradient.values * (1 - self.beta_1))
            v.assign_add(-v * (1 - self.beta_2))
            _add(v, gradient, tf.square(gradient.values) * (1 - self.beta_2))
        else:
            m.assign_add((gradient - m) * (1 - self.beta_1))
            v.assign_add((tf.square(gradient) - v) * (1 - self.beta_2))
        if self.amsgrad:
            hat = self._velocity_hats[i]
            hat.assign(tf.maximum(hat, v))
            v = hat
        variable.assign_sub((m * alpha) / (tf.sqrt(v) + eps))

    def get_config(self):
        return self._with_hyper("learning_rate beta_1 beta_2 epsilon amsgrad")


__name__ = "tf_keras.src.optimizers.adamw"


class AdamW(Adam):
    """Adam whose weights decay by themselves."""

    def __init__(self, learning_rate=0.001, weight_decay=0.004, beta_1=0.9, beta_2=0.999, epsilon=1e-7, amsgrad=False,
                 clipnorm=None, clipvalue=None, global_clipnorm=None, use_ema=False, ema_momentum=0.99,
                 ema_overwrite_frequency=None, jit_compile=True, name="AdamW", **kwargs):
        super().__init__(learning_rate, beta_1, beta_2, epsilon, False, amsgrad, weight_decay, clipnorm, clipvalue,
                         global_clipnorm, use_ema, ema_momentum, ema_overwrite_frequency, jit_compile, name, **kwargs)
        if self.weight_decay is None:
            raise ValueError("Missing value of `weight_decay` which is required and must be a float value.")


__name__ = "tf_keras.src.optimizers.adagrad"


class Adagrad(Optimizer):
    """Divides gradients by the root of the sum of their squares."""

    def __init__(self, learning_rate=0.001, initial_accumulator_value=0.1, epsilon=1e-7, weight_decay=None,
                 clipnorm=None, clipvalue=None, global_clipnorm=None, use_ema=False, ema_momentum=0.99,
                 ema_overwrite_frequency=None, jit_compile=True, name="Adagrad", **kwargs):
        super().__init__(name, weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum,
                         ema_overwrite_frequency, jit_compile, **kwargs)
        self._learning_rate = self._build_learning_rate(learning_rate)
        self.initial_accumulator_value, self.epsilon = initial_accumulator_value, epsilon

    def build(self, var_list):
        super().build(var_list)
        if self._built:
            return
        object.__setattr__(self, "_built", True)
        self._accumulators = self._slots("accumulator", var_list,
                                         lambda v: tf.fill(v.shape, tf.cast(self.initial_accumulator_value, v.dtype)))

    def update_step(self, gradient, variable):
        lr = tf.cast(self.learning_rate, variable.dtype)
        a = self._accumulators[self._place(variable)]
        if isinstance(gradient, tf.IndexedSlices):
            g = gradient.values
            _add(a, gradient, g * g)
            _add(variable, gradient, -lr * g / tf.sqrt(tf.gather(a, gradient.indices) + self.epsilon))
        else:
            a.assign_add(gradient * gradient)
            variable.assign_sub(lr * gradient / tf.sqrt(a + self.epsilon))

    def get_config(self):
        return self._with_hyper("learning_rate initial_accumulator_value epsilon")


__name__ = "tf_keras.src.optimizers.adadelta"


class Adadelta(Optimizer):
    """Steps as large as those before, for gradients as large as those before."""

    def __init__(self, learning_rate=0.001, rho=0.95, epsilon=1e-7, weight_decay=None, clipnorm=None, clipvalue=None,
                 global_clipnorm=None, use_ema=False, ema_momentum=0.99, ema_overwrite_frequency=None, jit_compile=True,
                 name="Adadelta", **kwargs):
        super().__init__(name, weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum,
                         ema_overwrite_frequency, jit_compile, **kwargs)
        self._learning_rate = self._build_learning_rate(learning_rate)
        self.rho, self.epsilon = rho, epsilon

    def build(self, var_list):
        super().build(var_list)
        if self._built:
            return
        object.__setattr__(self, "_built", True)
        a, d = [], []
        for v in var_list:
            a.append(self.add_variable_from_reference(v, "accumulated_grad"))
            d.append(self.add_variable_from_reference(v, "accumulated_delta_var"))
        self._accumulated_grads, self._accumulated_delta_vars = a, d

    def update_step(self, gradient, variable):
        lr = tf.cast(self.learning_rate, variable.dtype)
        rho, eps = self.rho, self.epsilon
        i = self._place(variable)
        a, d = self._accumulated_grads[i], self._accumulated_delta_vars[i]
        if isinstance(gradient, tf.IndexedSlices):
            a.assign_add((rho - 1) * a)
            _add(a, gradient, (1 - rho) * tf.square(gradient.values))
            step = -tf.sqrt(d + eps) * tf.convert_to_tensor(gradient) / tf.sqrt(a + eps)
        else:
            a.assign(rho * a + (1 - rho) * tf.square(gradient))
            step = -tf.sqrt(d + eps) * gradient / tf.sqrt(a + eps)
        d.assign(rho * d + (1 - rho) * step * step)
        variable.assign_add(lr * step)

    def get_config(self):
        return self._with_hyper("learning_rate rho epsilon")


__name__ = "tf_keras.src.optimizers.adamax"


class Adamax(Optimizer):
    """Adam with the largest gradients in place of their squares."""

    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7, weight_decay=None, clipnorm=None,
                 clipvalue=None, global_clipnorm=None, use_ema=False, ema_momentum=0.99, ema_overwrite_frequency=None,
                 jit_compile=True, name="Adamax", **kwargs):
        super().__init__(name, weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum,
                         ema_overwrite_frequency, jit_compile, **kwargs)
        self._learning_rate = self._build_learning_rate(learning_rate)
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon

    def build(self, var_list):
        super().build(var_list)
        if self._built:
            return
        object.__setattr__(self, "_built", True)
        m, u = [], []
        for v in var_list:
            m.append(self.add_variable_from_reference(v, "m"))
            u.append(self.add_variable_from_reference(v, "u"))
        self._m, self._u = m, u

    def update_step(self, gradient, variable):
        dtype = variable.dtype
        lr = tf.cast(self.learning_rate, dtype)
        t = tf.cast(self.iterations + 1, dtype)
        b1 = tf.pow(tf.cast(self.beta_1, dtype), t)
        i = self._place(variable)
        m, u = self._m[i], self._u[i]
        if isinstance(gradient, tf.IndexedSlices):
            m.assign_add(-m * (1 - self.beta_1))
            _add(m, gradient, gradient.values * (1 - self.beta_1))
            u.assign(u * self.beta_2)
            rows = tf.maximum(tf.gather(u, gradient.indices), tf.abs(gradient.values))
            u.scatter_update(tf.IndexedSlices(rows, gradient.indices))
        else:
            m.assign_add((gradient - m) * (1 - self.beta_1))
            u.assign(tf.maximum(self.beta_2 * u, tf.abs(gradient)))
        variable.assign_sub((lr * m) / ((1 - b1) * (u + self.epsilon)))

    def get_config(self):
        return self._with_hyper("learning_rate beta_1 beta_2 epsilon")


__name__ = "tf_keras.src.optimizers.nadam"


class Nadam(Optimizer):
    """Adam with Nesterov's momentum."""

    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7, weight_decay=None, clipnorm=None,
                 clipvalue=None, global_clipnorm=None, use_ema=False, ema_momentum=0.99, ema_overwrite_frequency=None,
                 jit_compile=True, name="Nadam", **kwargs):
        super().__init__(name, weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum,
                         ema_overwrite_frequency, jit_compile, **kwargs)
        self._learning_rate = self._build_learning_rate(learning_rate)
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon
        object.__setattr__(self, "_counter", 1)

    def build(self, var_list):
        super().build(var_list)
        if self._built:
            return
        object.__setattr__(self, "_built", True)
        m, v = [], []
        # The product of the momenta so far; it is no variable of the list.
        self._u_product = tf.Variable(1.0, dtype=var_list[0].dtype, trainable=False)
        for x in var_list:
            m.append(self.add_variable_from_reference(x, "m"))
            v.append(self.add_variable_from_reference(x, "v"))
        self._momentums, self._velocities = m, v

    def update_step(self, gradient, variable):
        dtype = variable.dtype
        lr = tf.cast(self.learning_rate, dtype)
        t, after = tf.cast(self.iterations + 1, dtype), tf.cast(self.iterations + 2, dtype)
        decay, b1, b2 = tf.cast(0.96, dtype), tf.cast(self.beta_1, dtype), tf.cast(self.beta_2, dtype)
        u = b1 * (1.0 - 0.5 * tf.pow(decay, t))
        u_after = b1 * (1.0 - 0.5 * tf.pow(decay, after))
        product = self._grown(u)
        beyond = product * u_after
        power = tf.pow(b2, t)
        i = self._place(variable)
        m, v = self._momentums[i], self._velocities[i]
        if isinstance(gradient, tf.IndexedSlices):
            m.assign_add(-m * (1 - b1))
            _add(m, gradient, gradient.values * (1 - b1))
            v.assign_add(-v * (1 - b2))
            _add(v, gradient, tf.square(gradient.values) * (1 - b2))
            g = tf.convert_to_tensor(gradient)
        else:
            m.assign_add((gradient - m) * (1 - b1))
            v.assign_add((tf.square(gradient) - v) * (1 - b2))
            g = gradient
        m_hat = u_after * m / (1 - beyond) + (1 - u) * g / (1 - product)
        variable.assign_sub((m_hat * lr) / (tf.sqrt(v / (1 - power)) + self.epsilon))

    def _grown(self, u):
        """The product of the momenta with this step's, once a step; in a traced step the count is that of the
        trace, so that the product grows for each variable, as it does in Keras."""
        if tf.executing_eagerly():
            if self._counter == int(self.iterations) + 2:
                return self._u_product.read_value()
            grown = self._u_product * u
        else:
            done = tf.equal(tf.constant(self._counter, tf.int64), self.iterations + 2)
            grown = tf.where(done, self._u_product, self._u_product * u)
        object.__setattr__(self, "_counter", self._counter + 1)
        self._u_product.assign(grown)
        return grown

    def get_config(self):
        return self._with_hyper("learning_rate beta_1 beta_2 epsilon")


__name__ = "tf_keras.src.optimizers.ftrl"


class Ftrl(Optimizer):
    """Follow the regularised leader."""

    def __init__(self, learning_rate=0.001, learning_rate_power=-0.5, initial_accumulator_value=0.1,
                 l1_regularization_strength=0.0, l2_regularization_strength=0.0,
                 l2_shrinkage_regularization_strength=0.0, beta=0.0, weight_decay=None, clipnorm=None, clipvalue=None,
                 global_clipnorm=None, use_ema=False, ema_momentum=0.99, ema_overwrite_frequency=None, jit_compile=True,
                 name="Ftrl", **kwargs):
        super().__init__(name, weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum,
                         ema_overwrite_frequency, jit_compile, **kwargs)
        if initial_accumulator_value < 0.0:
            raise ValueError("`initial_accumulator_value` needs to be positive or zero. Received: "
                             "initial_accumulator_value="
                             f"{initial_accumulator_value}.")
        if learning_rate_power > 0.0:
            raise ValueError("`learning_rate_power` needs to be negative or zero. Received: learning_rate_power="
                             f"{learning_rate_power}.")
        self._learning_rate = self._build_learning_rate(learning_rate)
        self.learning_rate_power, self.initial_accumulator_value = learning_rate_power, initial_accumulator_value
        self.l1_regularization_strength = l1_regularization_strength
        self.l2_regularization_strength = l2_regularization_strength
        self.l2_shrinkage_regularization_strength = l2_shrinkage_regularization_strength
        self.beta = beta

    def build(self, var_list):
        super().build(var_list)
        if self._built:
            return
        object.__setattr__(self, "_built", True)
        a, z = [], []
        for v in var_list:
            a.append(self.add_variable_from_reference(
                v, "accumulator", initial_value=tf.fill(v.shape, tf.cast(self.initial_accumulator_value, v.dtype))))
            z.append(self.add_variable_from_reference(v, "linear"))
        self._accumulators, self._linears = a, z

    def update_step(self, gradient, variable):
        if isinstance(gradient, tf.IndexedSlices):
            gradient = tf.convert_to_tensor(gradient)
        lr = tf.cast(self.learning_rate, variable.dtype)
        i = self._place(variable)
        a, z = self._accumulators[i], self._linears[i]
        power = self.learning_rate_power
        l2 = self.l2_regularization_strength + self.beta / (2.0 * lr)
        shrunk = gradient + 2 * self.l2_shrinkage_regularization_strength * variable
        now = a + tf.square(gradient)
        z.assign_add(shrunk - (tf.pow(now, -power) - tf.pow(a, -power)) / lr * variable)
        below = tf.pow(now, -power) / lr + 2 * l2
        l1 = self.l1_regularization_strength
        variable.assign((tf.clip_by_value(z, -l1, l1) - z) / below)
        a.assign(now)

    def get_config(self):
        return self._with_hyper("learning_rate learning_rate_power initial_accumulator_value "
                                "l1_regularization_strength l2_regularization_strength "
                                "l2_shrinkage_regularization_strength beta")


__name__ = "tf_keras.src.optimizers.lion"


class Lion(Optimizer):
    """Steps by the sign of a running mean."""

    def __init__(self, learning_rate=0.0001, beta_1=0.9, beta_2=0.99, weight_decay=None, clipnorm=None, clipvalue=None,
                 global_clipnorm=None, use_ema=False, ema_momentum=0.99, ema_overwrite_frequency=None, jit_compile=True,
                 name="Lion", **kwargs):
        super().__init__(name, weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum,
                         ema_overwrite_frequency, jit_compile, **kwargs)
        self._learning_rate = self._build_learning_rate(learning_rate)
        self.beta_1, self.beta_2 = beta_1, beta_2
        if beta_1 <= 0 or beta_1 > 1:
            raise ValueError(f"`beta_1`={beta_1} must be between ]0, 1]. Otherwise, the optimizer degenerates to "
                             f"SignSGD.")

    def build(self, var_list):
        super().build(var_list)
        if not self._built:
            self.momentums = self._slots("m", var_list)
            object.__setattr__(self, "_built", True)

    def update_step(self, gradient, variable):
        dtype = variable.dtype
        lr = tf.cast(self.learning_rate, dtype)
        m = self.momentums[self._place(variable)]
        b1, b2 = tf.cast(self.beta_1, dtype), tf.cast(self.beta_2, dtype)
        if isinstance(gradient, tf.IndexedSlices):
            m.assign(m * b1)
            _add(m, gradient, gradient.values * (1.0 - b1))
            variable.assign_sub(lr * tf.sign(m))
            m.assign(m * b2 / b1)
            _add(m, gradient, gradient.values * (1.0 - b2 / b1))
        else:
            variable.assign_sub(lr * tf.sign(m * b1 + gradient * (1.0 - b1)))
            m.assign(m * b2 + gradient * (1.0 - b2))

    def get_config(self):
        return self._with_hyper("learning_rate beta_1 beta_2")


_NAMES = {c.__name__.lower(): c for c in (SGD, RMSprop, Adam, AdamW, Adagrad, Adadelta, Adamax, Nadam, Ftrl, Lion)}


def serialize(optimizer, use_legacy_format=False):
    """An optimizer as a dict."""
    return saving.serialize_keras_object(optimizer)


def deserialize(config, custom_objects=None, use_legacy_format=False, **kwargs):
    """An optimizer of what serialize gave."""
    name = config["class_name"]
    if name in ("LossScaleOptimizer", "LossScaleOptimizerV3"):
        from _keras_loss_scale import BaseLossScaleOptimizer
        return BaseLossScaleOptimizer.from_config(config["config"], custom_objects=custom_objects)
    known = _NAMES.get(name.lower())
    if known is not None and not (config.get("registered_name") or "").count(">"):
        values = {k: float(v) if hasattr(v, "dtype") and getattr(v, "ndim", 1) == 0 else v
                  for k, v in config["config"].items()}
        return known.from_config(values, custom_objects=custom_objects)
    return saving.deserialize_keras_object(config, custom_objects=custom_objects)


def get(identifier, **kwargs):
    """An optimizer of its name, its config or itself."""
    if isinstance(identifier, Optimizer) or hasattr(identifier, "apply_gradients"):
        return identifier
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if isinstance(identifier, str):
        known = _NAMES.get(identifier.lower())
        if known is not None:
            return known()
        from _keras_registration import get_registered_object
        custom = get_registered_object(identifier)
        if custom is not None:
            return custom()
        raise ValueError(
            f"Unknown optimizer: '{identifier}'. Please ensure you are using a `keras.utils.custom_object_scope` and "
            f"that this "
            "object is included in the scope. See "
            "https://www.tensorflow.org/guide/keras/save_and_serialize#registering_the_custom_object for details.")
    raise ValueError(f"Could not interpret optimizer identifier: {identifier}")
