"""compile, fit, evaluate and predict of models."""

__name__ = "tf_keras.src.engine.training"

import numpy as np
import tensorflow as tf
import _keras_data as data_of
from _keras_callbacks import CallbackList


class Step:
    """A step of a model as a function that is traced for the specs of batches."""

    def __init__(self, model, method, eager):
        self.model, self.method, self.eager = model, method, eager
        self.functions, self.traced = {}, []

    def __call__(self, batch, spec=None):
        if self.eager:
            return self.method(_packed(batch))
        present = tuple(p is not None for p in batch)
        kept = tuple(p for p in batch if p is not None)
        flat = tf.nest.flatten(kept)
        specs = data_of.specs(flat, spec)
        kinds = present + tuple(str(s) for s in specs)
        function = self.functions.get(kinds)
        if function is None:
            specs = self._relaxed(present, specs)
            kinds = present + tuple(str(s) for s in specs)
            function = self.functions.get(kinds)
        if function is None:
            function = self.functions[kinds] = self._trace(kept, present, specs)
            self.traced.append((present, specs))
        return function(*flat)

    def _relaxed(self, present, specs):
        """The specs with the sizes open that differ from a trace before: batches of any size come next."""
        for before, old in reversed(self.traced):
            if before != present or len(old) != len(specs):
                continue
            wide = [data_of.common_spec(a, b) for a, b in zip(old, specs)]
            if all(w is not None for w in wide):
                return wide
        return specs

    def _trace(self, kept, present, signature):
        method = self.method

        def run(*values):
            parts = list(tf.nest.pack_sequence_as(kept, list(values)))
            return method(_packed(tuple(parts.pop(0) if p else None for p in present)))

        run.__name__ = self.method.__name__.replace("_step", "_function")
        function = tf.function(run, input_signature=signature)
        # Where the first trace makes variables, the step is traced once more, as in Keras: seeds of dropout go
        # on from trace to trace.
        before = self._count()
        function.get_concrete_function()
        if self._count() != before:
            function = tf.function(run, input_signature=signature)
        return function

    def _count(self):
        """The variables that a step may make."""
        model = self.model
        optimizer = model.__dict__.get("optimizer")
        own = optimizer.variables if optimizer is not None else []
        made = len(own() if callable(own) else own)
        return made, len(model.metrics), len(model._trainable_weights), model.built


def _packed(batch):
    """A batch as train_step gets it: a tensor alone where there are no targets."""
    x, y, w = batch
    if y is None and w is not None:
        return x, y, w
    return data_of.pack(x, y, w)


class TrainingMixin:
    """The training of a model."""

    optimizer = None

    def compile(self, optimizer="rmsprop", loss=None, metrics=None, loss_weights=None, weighted_metrics=None,
                run_eagerly=None, steps_per_execution=None, jit_compile=None, pss_evaluation_shards=0, **kwargs):
        """Says how to train: the optimizer, the loss and what is measured."""
        kwargs.pop("experimental_steps_per_execution", None)
        for key in ("cloning", "experimental_run_tf_function", "sample_weight_mode", "target_tensors", "distribute"):
            kwargs.pop(key, None)
        if kwargs:
            raise TypeError(f"Invalid keyword argument(s) in `compile()`: {(set(kwargs),)}. Valid keyword arguments "
                            f"include "
                            '"cloning", "experimental_run_tf_function", "distribute", "target_tensors", or '
                            '"sample_weight_mode".')
        import _keras_optimizers as optimizers
        from _keras_compile import Losses, Metrics
        put = object.__setattr__
        put(self, "_run_eagerly", run_eagerly)
        self.optimizer = self._get_optimizer(optimizer)
        names = self.__dict__.get("output_names") if self._is_graph_network else None
        put(self, "compiled_loss", loss if isinstance(loss, Losses) else Losses(loss, loss_weights, names))
        put(self, "compiled_metrics", Metrics(metrics, weighted_metrics, names))
        put(self, "loss", loss or {})
        put(self, "_compile_config", dict(optimizer=optimizer, loss=loss, metrics=metrics, loss_weights=loss_weights,
                                          weighted_metrics=weighted_metrics, run_eagerly=run_eagerly,
                                          steps_per_execution=steps_per_execution, jit_compile=jit_compile))
        put(self, "_jit_compile", jit_compile)
        put(self, "_steps_per_execution", steps_per_execution or 1)
        put(self, "_compiled", True)
        for name in ("train_function", "test_function", "predict_function"):
            put(self, name, None)

    def _get_optimizer(self, optimizer):
        import _keras_optimizers as optimizers
        if isinstance(optimizer, (list, tuple)):
            return [self._scaled(optimizers.get(o)) for o in optimizer]
        return self._scaled(optimizers.get(optimizer))

    def _scaled(self, optimizer):
        """The optimizer, with its loss scaled where the model computes in float16."""
        if self.dtype_policy.name != "mixed_float16":
            return optimizer
        from _keras_loss_scale import BaseLossScaleOptimizer
        return optimizer if isinstance(optimizer, BaseLossScaleOptimizer) else BaseLossScaleOptimizer(optimizer)

    @property
    def run_eagerly(self):
        """Whether steps run without being traced."""
        return bool(self.__dict__.get("_run_eagerly")) or self.dynamic

    @run_eagerly.setter
    def run_eagerly(self, value):
        object.__setattr__(self, "_run_eagerly", value)

    @property
    def metrics(self):
        """The losses and metrics that are followed."""
        out = []
        if self.__dict__.get("_compiled"):
            out += self.compiled_loss.metrics + self.compiled_metrics.metrics
        for layer in self._flatten_layers():
            out += layer._metrics
        return out

    @property
    def metrics_names(self):
        """The names of the losses and metrics."""
        return [m.name for m in self.metrics]

    def reset_metrics(self):
        """Starts all metrics again."""
        for m in self.metrics:
            m.reset_state()

    # Steps, which classes that derive may write anew.

    def train_step(self, data):
        """What happens with a batch of training."""
        x, y, sample_weight = data_of.unpack(data)
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = self.compute_loss(x, y, y_pred, sample_weight)
        self._validate_target_and_loss(y, loss)
        self.optimizer.minimize(loss, self.trainable_variables, tape=tape)
        return self.compute_metrics(x, y, y_pred, sample_weight)

    def test_step(self, data):
        """What happens with a batch of evaluation."""
        x, y, sample_weight = data_of.unpack(data)
        y_pred = self(x, training=False)
        self.compute_loss(x, y, y_pred, sample_weight)
        return self.compute_metrics(x, y, y_pred, sample_weight)

    def predict_step(self, data):
        """What happens with a batch of prediction."""
        x, _, _ = data_of.unpack(data)
        return self(x, training=False)

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None):
        """The loss of a batch."""
        return self.compiled_loss(y, y_pred, sample_weight, self.losses)

    def compute_metrics(self, x, y, y_pred, sample_weight):
        """Updates the metrics, and gives what they are by their names."""
        self.compiled_metrics.update_state(y, y_pred, sample_weight)
        return self.get_metrics_result()

    def get_metrics_result(self):
        """What the metrics are by their names."""
        out = {}
        for m in self.metrics:
            result = m.result()
            if isinstance(result, dict):
                out.update(result)
            else:
                out[m.name] = result
        return out

    def _measured(self, logs, step):
        # What a step of the program's own gave for the last batch, or the metrics where these have the same names.
        if getattr(type(self), step) is getattr(TrainingMixin, step) or not isinstance(logs, dict):
            return logs
        try:
            metrics = self.get_metrics_result()
        except TypeError:
            return logs
        return metrics if metrics.keys() == logs.keys() else logs

    def _validate_target_and_loss(self, y, loss):
        if self.loss and y is None:
            raise ValueError(f"Target data is missing. Your model was compiled with loss={self.loss}, and therefore "
                             f"expects target "
                             "data to be provided in `fit()`.")
        if loss is None or not self.loss and not self.losses and type(self).compute_loss is TrainingMixin.compute_loss:
            raise ValueError("No loss found. You may have forgotten to provide a `loss` argument in the `compile()` "
                             "method.")

    def _made(self, name, method):
        step = self.__dict__.get(name)
        if step is None:
            step = Step(self, method, self.run_eagerly)
            object.__setattr__(self, name, step)
        return step

    def make_train_function(self, force=False):
        """The function of a batch of training."""
        if force:
            object.__setattr__(self, "train_function", None)
        return self._made("train_function", self.train_step)

    def make_test_function(self, force=False):
        """The function of a batch of evaluation."""
        if force:
            object.__setattr__(self, "test_function", None)
        return self._made("test_function", self.test_step)

    def make_predict_function(self, force=False):
        """The function of a batch of prediction."""
        if force:
            object.__setattr__(self, "predict_function", None)
        return self._made("predict_function", self.predict_step)

    def _assert_compiled(self):
        if not self.__dict__.get("_compiled"):
            raise RuntimeError("You must compile your model before training/testing. Use `model.compile(optimizer, "
                               "loss)`.")

    # Loops.

    def fit(self, x=None, y=None, batch_size=None, epochs=1, verbose="auto", callbacks=None, validation_split=0.0,
            validation_data=None, shuffle=True, class_weight=None, sample_weight=None, initial_epoch=0,
            steps_per_epoch=None, validation_steps=None, validation_batch_size=None, validation_freq=1,
            max_queue_size=10, workers=1, use_multiprocessing=False):
        """Trains for some epochs; a History of what was measured."""
        self._assert_compiled()
        if epochs <= 0 and initial_epoch == 0:
            raise ValueError(f"Expected epochs to be positive. Received is {epochs}.")
        verbose = 1 if verbose == "auto" else int(verbose) if not isinstance(verbose, str) else verbose
        if validation_split and validation_data is None:
            (x, y, sample_weight), validation_data = data_of.split((x, y, sample_weight), validation_split)
        source = data_of.adapter(x, y, sample_weight, batch_size, bool(shuffle), steps_per_epoch)
        if source.size == 0 or isinstance(source, data_of.Arrays) and source.n == 0:
            raise ValueError("Expected input data to be non-empty.")
        weigh = data_of.class_weights(class_weight) if class_weight else None
        steps = steps_per_epoch or source.size
        if not isinstance(callbacks, CallbackList):
            callbacks = CallbackList(callbacks, add_history=True, add_progbar=verbose != 0, model=self, verbose=verbose,
                                     epochs=epochs, steps=steps)
        self.stop_training = False
        step = self.make_train_function()
        batches = self._epochs(source, steps_per_epoch, weigh, epochs - initial_epoch)
        callbacks.on_train_begin()
        logs = None
        # A callback may have found out that this training was begun before.
        initial_epoch, first = self.__dict__.pop("_resume", (initial_epoch, 0))
        if steps is not None and first >= steps:
            initial_epoch, first = initial_epoch + 1, 0
        validated = False
        for epoch in range(initial_epoch, epochs):
            if batches.short:
                break
            self.reset_metrics()
            callbacks.on_epoch_begin(epoch)
            batches.begin()
            logs = self._epoch(step, batches, callbacks, first, logs)
            first = 0
            if logs is None:
                raise ValueError("Unexpected result of `train_function` (Empty Logs). This could be due to issues in "
                                 "input pipeline that resulted in an empty dataset. Otherwise, please use "
                                 "`Model.compile(..., run_eagerly=True)`, or `tf.config.run_functions_eagerly(True)` "
                                 "for more information of where went wrong, or file a issue/bug to `tf.keras`.")
            epoch_logs = _plain(self._measured(logs, "train_step"))
            if validation_data is not None and self._should_eval(epoch, validation_freq):
                epoch_logs.update(self._validate(validation_data, validation_batch_size or batch_size, validation_steps,
                                                 callbacks, validated))
                validated = True
            callbacks.on_epoch_end(epoch, epoch_logs)
            if self.stop_training:
                break
            batches.end()
        if hasattr(self.optimizer, "finalize_variable_values") and epochs > 0:
            self.optimizer.finalize_variable_values(self.trainable_variables)
        callbacks.on_train_end(logs=epoch_logs if logs is not None else None)
        return self.history

    def _epochs(self, source, steps, weigh=None, epochs=1):
        if (steps or source.size) is None and self.__dict__.get("_steps_per_execution", 1) != 1:
            raise ValueError("Could not infer the size of the data. With `steps_per_execution > 1`, you must specify "
                             "the number of steps to run.")
        return _Epochs(source, steps, weigh, epochs)

    def _epoch(self, step, batches, callbacks, first, logs):
        for i, batch in batches.epoch(first):
            callbacks.on_train_batch_begin(i)
            logs = step(batch, batches.spec)
            callbacks.on_train_batch_end(i, logs)
            if self.stop_training:
                break
        if batches.dry and not step.eager and not tf.config.functions_run_eagerly():
            # TensorFlow finds the end of data within a step, whose parts that need no data are done by then.
            for optimizer in _optimizers(self):
                optimizer.step_without_data(self.trainable_variables)
        if batches.read == 0 and logs is not None:
            measured = self.get_metrics_result()  # an epoch of no steps tells of its metrics, which are as new
            return measured if measured.keys() == logs.keys() else logs
        return logs

    @staticmethod
    def _should_eval(epoch, freq):
        return (epoch + 1) % freq == 0 if isinstance(freq, int) else epoch + 1 in freq

    def _validate(self, data, batch_size, steps, callbacks, again):
        x, y, w = data_of.unpack(data) if isinstance(data, (tuple, list)) else (data, None, None)
        logs = self.evaluate(x, y, batch_size=batch_size, sample_weight=w, steps=steps, callbacks=callbacks,
                             return_dict=True, _use_cached=again)
        return {"val_" + k: v for k, v in logs.items()}

    def evaluate(self, x=None, y=None, batch_size=None, verbose="auto", sample_weight=None, steps=None, callbacks=None,
                 max_queue_size=10, workers=1, use_multiprocessing=False, return_dict=False, **kwargs):
        """The losses and metrics of data."""
        again = kwargs.pop("_use_cached", False)
        if kwargs:
            raise TypeError(f"Invalid keyword arguments: {list(kwargs.keys())}")
        self._assert_compiled()
        verbose = 1 if verbose == "auto" else verbose
        source = data_of.adapter(x, y, sample_weight, batch_size, False, steps, not again)
        if not isinstance(callbacks, CallbackList):
            callbacks = CallbackList(callbacks, add_history=False, add_progbar=verbose != 0, model=self,
                                     verbose=verbose, epochs=1, steps=steps or source.size)
        step = self.make_test_function()
        callbacks.on_test_begin()
        self.reset_metrics()
        logs = None
        batches = self._epochs(source, steps)
        batches.begin()
        for i, batch in batches.epoch():
            callbacks.on_test_batch_begin(i)
            logs = step(batch, batches.spec)
            callbacks.on_test_batch_end(i, logs)
        batches.end()
        logs = _plain(self._measured(logs or {}, "test_step"))
        callbacks.on_test_end(logs=logs)
        return logs if return_dict else self._listed(logs)

    def _listed(self, logs):
        out = [logs[n] for n in self.metrics_names if n in logs]
        out += [v for k, v in logs.items() if k not in self.metrics_names]
        return out[0] if len(out) == 1 else out

    def predict(self, x, batch_size=None, verbose="auto", steps=None, callbacks=None, max_queue_size=10, workers=1,
                use_multiprocessing=False):
        """The outputs for data, as NumPy arrays."""
        verbose = 1 if verbose == "auto" else verbose
        source = data_of.adapter(x, None, None, batch_size, False, steps)
        if not isinstance(callbacks, CallbackList):
            callbacks = CallbackList(callbacks, add_history=False, add_progbar=verbose != 0, model=self,
                                     verbose=verbose, epochs=1, steps=steps or source.size)
        step = self.make_predict_function()
        callbacks.on_predict_begin()
        found = []
        batches = self._epochs(source, steps)
        batches.begin()
        for i, batch in batches.epoch():
            callbacks.on_predict_batch_begin(i)
            out = step((batch[0], None, None), batches.spec)
            found.append(out)
            callbacks.on_predict_batch_end(i, {"outputs": out})
        batches.end()
        if not found:
            raise ValueError("Unexpected result of `predict_function` (Empty batch_outputs). Please use "
                             "`Model.compile(..., run_eagerly=True)`, or `tf.config.run_functions_eagerly(True)` for "
                             "more information of where went wrong, or file a issue/bug to `tf.keras`.")
        callbacks.on_predict_end()
        return tf.nest.map_structure(lambda *parts: _joined(parts), *found)

    def train_on_batch(self, x, y=None, sample_weight=None, class_weight=None, reset_metrics=True, return_dict=False):
        """One step of training."""
        self._assert_compiled()
        batch = tuple(data_of.Arrays(x, y, sample_weight, None, False, None).parts)
        if class_weight:
            batch = data_of.class_weights(class_weight)(batch)
        return self._on_batch(self.make_train_function(), batch, reset_metrics, return_dict)

    def test_on_batch(self, x, y=None, sample_weight=None, reset_metrics=True, return_dict=False):
        """The losses and metrics of one batch."""
        self._assert_compiled()
        batch = tuple(data_of.Arrays(x, y, sample_weight, None, False, None).parts)
        return self._on_batch(self.make_test_function(), batch, reset_metrics, return_dict)

    def _on_batch(self, step, batch, reset, return_dict):
        if reset:
            self.reset_metrics()
        logs = _plain(step(batch, data_of.whole(batch)))
        return logs if return_dict else self._listed(logs)

    def predict_on_batch(self, x):
        """The outputs for one batch."""
        batch = tuple(data_of.Arrays(x, None, None, None, False, None).parts)
        return tf.nest.map_structure(lambda v: _joined([v]), self.make_predict_function()(batch, data_of.whole(batch)))

    def fit_generator(self, generator, **kwargs):
        """Another name of fit."""
        return self.fit(generator, **kwargs)

    def get_compile_config(self):
        """What compile was called with; None before."""
        if not self.__dict__.get("_compiled"):
            return None
        import _keras_saving as saving
        return {k: saving.serialize_keras_object(v) for k, v in self.__dict__.get("_compile_config", {}).items()}

    def compile_from_config(self, config):
        """Compiles the model as get_compile_config tells."""
        import _keras_saving as saving
        config = saving.deserialize_keras_object(config)
        self.compile(**config)
        if getattr(self, "optimizer", None) is not None and self.built and hasattr(self.optimizer, "build"):
            self.optimizer.build(self.trainable_variables)

for _name, _function in list(vars(TrainingMixin).items()):
    if hasattr(_function, "__qualname__"):
        _function.__qualname__ = "Model." + _name  # as errors name them

class _Epochs:
    """Epochs of batches. A source of unknown size is read to its end once and then as far as that; one that ends
    before its steps are done ends the run."""

    def __init__(self, source, steps, weigh, epochs=1):
        self.source, self.weigh, self.epochs = source, weigh, epochs
        self.steps = steps or source.size
        self.spec = source.spec()
        self.arrays = isinstance(source, data_of.Arrays)
        self.anew = steps is None if self.arrays else source.begins_anew(steps)
        self.rest, self.again = None, epochs
        self.dry = self.short = False
        if not self.arrays:
            source.start(steps)

    def begin(self):
        """Begins the source again, where epochs do."""
        if self.anew:
            self.rest = iter(self.source)

    def end(self):
        """Ends an epoch."""
        if not self.arrays:
            self.source.epoch_ends()

    def _next(self):
        batch = None if self.rest is None else next(self.rest, None)
        while batch is None and (self.rest is None or self.arrays and not self.anew and self.again > 0):
            self.again -= 1
            self.rest = iter(self.source)
            batch = next(self.rest, None)
        return batch

    def epoch(self, first=0):
        """The batches of an epoch, with their numbers; dry is whether it read past the end."""
        i, self.dry, self.read = first, False, 0
        while self.steps is None or i < self.steps:
            batch = self._next()
            if batch is None:
                self._ended(i)
                return
            self.read += 1
            yield i, batch if self.weigh is None else self.weigh(batch)
            i += 1

    def _ended(self, i):
        self.dry = True
        if self.steps is None:
            self.steps = i
            return
        self.short = True
        import sys
        print("WARNING:tensorflow:Your input ran out of data; interrupting training. Make sure that your dataset or "
              "generator can generate at least `steps_per_epoch * epochs` batches (in this case, "
              f"{self.epochs * self.steps} batches). You may need to use the repeat() function when building your "
              "dataset.", file=sys.stderr)


def _optimizers(model):
    """The optimizers that a model holds and that have made steps."""
    found = []
    for v in list(vars(model).values()):
        for o in v if isinstance(v, (list, tuple)) else v.values() if isinstance(v, dict) else (v,):
            if hasattr(type(o), "step_without_data") and o not in found and o.counted():
                found.append(o)
    return found


def _plain(logs):
    out = {}
    for k, v in logs.items():
        if isinstance(v, (tf.Tensor, tf.Variable)):
            v = v.numpy()
        out[k] = v.item() if hasattr(v, "item") and getattr(v, "ndim", 0) == 0 else v
    return out


def _joined(parts):
    parts = list(parts)
    if isinstance(parts[0], tf.RaggedTensor):
        return tf.concat(parts, axis=0) if len(parts) > 1 else parts[0]
    if isinstance(parts[0], tf.SparseTensor):
        return tf.sparse.concat(0, parts) if len(parts) > 1 else parts[0]
    if parts[0].shape.rank == 0:
        return np.stack([p.numpy() for p in parts])
    return np.concatenate([p.numpy() for p in parts]) if len(parts) > 1 else parts[0].numpy()
