"""tf.keras.callbacks: what may happen at the steps of training."""

__name__ = "tf_keras.src.callbacks"

import csv
import os
import time

import numpy as np
import tensorflow as tf
import _keras_native as native
from _keras_progbar import Progbar


def _numpy(logs):
    """Logs with NumPy arrays, and Python numbers of scalars, in place of tensors."""
    if not logs:
        return {}
    return {k: tf.nest.map_structure(_number, v) for k, v in logs.items()}


def _number(v):
    if isinstance(v, tf.Tensor):
        v = v.numpy()
    return v.item() if isinstance(v, np.generic) or isinstance(v, np.ndarray) and v.ndim == 0 else v


class Callback:
    """Called at the steps of training; own ones write the methods they need."""

    def __init__(self):
        self.validation_data = None
        self.model = None
        self._supports_tf_logs = False

    def set_params(self, params):
        """Told before training."""
        self.params = params

    def set_model(self, model):
        """Told before training."""
        self.model = model

    def on_batch_begin(self, batch, logs=None):
        """Another name of on_train_batch_begin."""

    def on_batch_end(self, batch, logs=None):
        """Another name of on_train_batch_end."""

    def on_epoch_begin(self, epoch, logs=None):
        """Before an epoch."""

    def on_epoch_end(self, epoch, logs=None):
        """After an epoch, with what was measured."""

    def on_train_batch_begin(self, batch, logs=None):
        """Before a batch of training."""
        self.on_batch_begin(batch, logs=logs)

    def on_train_batch_end(self, batch, logs=None):
        """After a batch of training."""
        self.on_batch_end(batch, logs=logs)

    def on_test_batch_begin(self, batch, logs=None):
        """Before a batch of evaluation."""

    def on_test_batch_end(self, batch, logs=None):
        """After a batch of evaluation."""

    def on_predict_batch_begin(self, batch, logs=None):
        """Before a batch of prediction."""

    def on_predict_batch_end(self, batch, logs=None):
        """After a batch of prediction."""

    def on_train_begin(self, logs=None):
        """Before training."""

    def on_train_end(self, logs=None):
        """After training."""

    def on_test_begin(self, logs=None):
        """Before evaluation."""

    def on_test_end(self, logs=None):
        """After evaluation."""

    def on_predict_begin(self, logs=None):
        """Before prediction."""

    def on_predict_end(self, logs=None):
        """After prediction."""


class CallbackList:
    """Callbacks as one."""

    def __init__(self, callbacks=None, add_history=False, add_progbar=False, model=None, **params):
        self.callbacks = list(tf.nest.flatten(callbacks)) if callbacks else []
        self._history = next((c for c in self.callbacks if isinstance(c, History)), None)
        bar = next((c for c in self.callbacks if isinstance(c, ProgbarLogger)), None)
        if self._history is None and add_history:
            self._history = History()
            self.callbacks.append(self._history)
        if bar is None and add_progbar:
            if add_history and params.get("verbose") == 1 and native.in_notebook():
                from _keras_live import LiveLogger
                self.callbacks.append(LiveLogger())
            else:
                self.callbacks.append(ProgbarLogger(count_mode="steps"))
        if model is not None:
            self.set_model(model)
        self.set_params(params)

    def append(self, callback):
        """Adds a callback."""
        self.callbacks.append(callback)

    def set_params(self, params):
        """Tells all callbacks."""
        self.params = params
        for c in self.callbacks:
            c.set_params(params)

    def set_model(self, model):
        """Tells all callbacks."""
        self.model = model
        if self._history is not None:
            object.__setattr__(model, "history", self._history)
        for c in self.callbacks:
            c.set_model(model)

    def _call(self, name, *args, logs=None):
        for c in self.callbacks:
            getattr(c, name)(*args, logs)

    def on_epoch_begin(self, epoch, logs=None):
        self._call("on_epoch_begin", epoch, logs=_numpy(logs))

    def on_epoch_end(self, epoch, logs=None):
        self._call("on_epoch_end", epoch, logs=_numpy(logs))

    def on_batch_begin(self, batch, logs=None):
        """Tells that a batch of training begins."""
        self.on_train_batch_begin(batch, logs)

    def on_batch_end(self, batch, logs=None):
        """Tells that a batch of training ended."""
        self.on_train_batch_end(batch, logs)

    def make_logs(self, model, logs, outputs, mode, prefix=""):
        """Adds the values of the metrics to logs where a callback is to have them from arrays."""
        return logs

    def on_train_batch_begin(self, batch, logs=None):
        self._batch("on_train_batch_begin", batch, logs)

    def on_train_batch_end(self, batch, logs=None):
        self._batch("on_train_batch_end", batch, logs)

    def on_test_batch_begin(self, batch, logs=None):
        self._batch("on_test_batch_begin", batch, logs)

    def on_test_batch_end(self, batch, logs=None):
        self._batch("on_test_batch_end", batch, logs)

    def on_predict_batch_begin(self, batch, logs=None):
        self._batch("on_predict_batch_begin", batch, logs)

    def on_predict_batch_end(self, batch, logs=None):
        self._batch("on_predict_batch_end", batch, logs)

    def _batch(self, name, batch, logs):
        told = None
        for c in self.callbacks:
            if getattr(c, "_quick", False) and not c._due(batch, name):
                continue
            if told is None:
                told = _numpy(logs) if name.endswith("end") else {}
            getattr(c, name)(batch, told)

    def on_train_begin(self, logs=None):
        self._call("on_train_begin", logs=_numpy(logs))

    def on_train_end(self, logs=None):
        self._call("on_train_end", logs=_numpy(logs))

    def on_test_begin(self, logs=None):
        self._call("on_test_begin", logs=_numpy(logs))

    def on_test_end(self, logs=None):
        self._call("on_test_end", logs=_numpy(logs))

    def on_predict_begin(self, logs=None):
        self._call("on_predict_begin", logs=_numpy(logs))

    def on_predict_end(self, logs=None):
        self._call("on_predict_end", logs=_numpy(logs))

    def __iter__(self):
        return iter(self.callbacks)


class BaseLogger(Callback):
    """The means of metrics over an epoch."""

    def __init__(self, stateful_metrics=None):
        super().__init__()
        self.stateful_metrics = set(stateful_metrics or [])

    def on_epoch_begin(self, epoch, logs=None):
        self.seen, self.totals = 0, {}

    def on_batch_end(self, batch, logs=None):
        logs = logs or {}
        n = logs.get("size", 0)
        self.seen += n
        for k, v in logs.items():
            self.totals[k] = v if k in self.stateful_metrics else self.totals.get(k, 0) + v * n

    def on_epoch_end(self, epoch, logs=None):
        for k in self.params.get("metrics", []):
            if logs is not None and k in self.totals:
                logs[k] = self.totals[k] if k in self.stateful_metrics else self.totals[k] / self.seen


class TerminateOnNaN(Callback):
    """Stops where the loss is no number."""

    def on_batch_end(self, batch, logs=None):
        loss = (logs or {}).get("loss")
        if loss is not None and (np.isnan(loss) or np.isinf(loss)):
            print(f"Batch {batch}: Invalid loss, terminating training")
            self.model.stop_training = True


class ProgbarLogger(Callback):
    """Shows the bar."""

    _quick = True

    def __init__(self, count_mode="samples", stateful_metrics=None):
        super().__init__()
        if count_mode not in ("samples", "steps"):
            raise ValueError(f"Unknown `count_mode`: {count_mode}. Expected values are ['samples', 'steps']")
        self.use_steps = count_mode == "steps"
        self.stateful_metrics = set(stateful_metrics) if stateful_metrics else None
        self.seen, self.progbar, self.target, self.verbose, self.epochs = 0, None, None, 1, 1

    def _due(self, batch, name):
        """Whether the bar may change: it does so every 50 ms at most."""
        if not name.endswith("end") or name == "on_test_batch_end" and self._called_in_fit:
            return False
        self.seen = batch + 1
        if self.verbose != 1:
            return False
        bar = self.progbar
        if self._averaged or bar is None or bar._last_update == 0 \
                or self.target is not None and batch + 1 >= self.target:
            return True
        return time.time() - bar._last_update >= bar.interval

    def set_params(self, params):
        self.verbose = params["verbose"]
        self.epochs = params["epochs"]
        self.target = params["steps"]
        self._called_in_fit = False

    def _start(self):
        self.seen, self.progbar, self._averaged = 0, None, False

    def on_train_begin(self, logs=None):
        self._called_in_fit = True

    def on_test_begin(self, logs=None):
        if not self._called_in_fit:
            self._start()
            self._make()

    def on_predict_begin(self, logs=None):
        self._start()
        self._make()

    def on_epoch_begin(self, epoch, logs=None):
        self._start()
        self._make()
        if self.verbose and self.epochs > 1:
            print(f"Epoch {epoch + 1}/{self.epochs}")

    def on_train_batch_end(self, batch, logs=None):
        self._update(batch, logs)

    def on_test_batch_end(self, batch, logs=None):
        if not self._called_in_fit:
            self._update(batch, logs)

    def on_predict_batch_end(self, batch, logs=None):
        self._update(batch, None)

    def on_epoch_end(self, epoch, logs=None):
        self._finish(logs)

    def on_test_end(self, logs=None):
        if not self._called_in_fit:
            self._finish(logs)

    def on_predict_end(self, logs=None):
        self._finish(logs)

    def _make(self):
        # Metrics come to be with the first step: what the bar need not average is asked anew.
        self.stateful_metrics = (self.stateful_metrics or set()) | {m.name for m in self.model.metrics}
        if self.progbar is None:
            self.progbar = Progbar(target=self.target, verbose=self.verbose,
                                   unit_name="step" if self.use_steps else "sample")
        self.progbar.stateful_metrics |= self.stateful_metrics

    def _update(self, batch, logs):
        self.seen = batch + 1
        self._make()
        if self.verbose == 1:
            logs = _numpy(logs)
            self._averaged = any(k not in self.progbar.stateful_metrics for k in logs)
            self.progbar.update(self.seen, list(logs.items()), finalize=False)

    def _finish(self, logs):
        self._make()
        if self.target is None:
            self.target = self.seen or None
            self.progbar.target = self.target
        if self.progbar is not None and self.verbose:
            self.progbar.update(self.target or 0, list(_numpy(logs).items()), finalize=True)


class History(Callback):
    """What was measured at the ends of epochs."""

    def __init__(self):
        super().__init__()
        self.history = {}

    def on_train_begin(self, logs=None):
        self.epoch = []

    def on_epoch_end(self, epoch, logs=None):
        self.epoch.append(epoch)
        for k, v in (logs or {}).items():
            self.history.setdefault(k, []).append(v)
        object.__setattr__(self.model, "history", self)


class LambdaCallback(Callback):
    """Functions as a callback."""

    def __init__(self, on_epoch_begin=None, on_epoch_end=None, on_batch_begin=None, on_batch_end=None,
                 on_train_begin=None, on_train_end=None, **kwargs):
        super().__init__()
        self.__dict__.update(kwargs)

        def two(a, b):
            return None

        def one(a):
            return None

        self.on_epoch_begin = on_epoch_begin or two
        self.on_epoch_end = on_epoch_end or two
        self.on_train_begin = on_train_begin or one
        self.on_train_end = on_train_end or one
        begin, end = on_batch_begin or two, on_batch_end or two
        self.on_batch_begin, self.on_batch_end = begin, end
        self.on_train_batch_begin = kwargs.get("on_train_batch_begin", lambda batch, logs: begin(batch, logs))
        self.on_train_batch_end = kwargs.get("on_train_batch_end", lambda batch, logs: end(batch, logs))


def _comparison(monitor, mode, who):
    """Which of two values is better."""
    if mode not in ("auto", "min", "max"):
        mode = "auto"
    if mode == "auto":
        mode = "max" if monitor.endswith(("acc", "accuracy", "auc")) or "acc" in monitor and who == "checkpoint" or \
            monitor.startswith("fmeasure") else "min"
    return np.less if mode == "min" else np.greater


class EarlyStopping(Callback):
    """Stops when a value gets no better."""

    def __init__(self, monitor="val_loss", min_delta=0, patience=0, verbose=0, mode="auto", baseline=None,
                 restore_best_weights=False, start_from_epoch=0):
        super().__init__()
        self.monitor, self.patience, self.verbose, self.baseline = monitor, patience, verbose, baseline
        self.min_delta = abs(min_delta)
        self.wait = self.stopped_epoch = 0
        self.restore_best_weights, self.best_weights, self.start_from_epoch = (restore_best_weights, None,
                                                                               start_from_epoch)
        self.monitor_op = _comparison(monitor, mode, "stopping")
        if self.monitor_op is np.less:
            self.min_delta *= -1

    def on_train_begin(self, logs=None):
        self.wait = self.stopped_epoch = 0
        self.best = np.inf if self.monitor_op is np.less else -np.inf
        self.best_weights, self.best_epoch = None, 0

    def get_monitor_value(self, logs):
        """The value of the logs that is watched, None where there is none."""
        return (logs or {}).get(self.monitor)

    def on_epoch_end(self, epoch, logs=None):
        current = self.get_monitor_value(logs)
        if current is None or epoch < self.start_from_epoch:
            return
        if self.restore_best_weights and self.best_weights is None:
            self.best_weights = self.model.get_weights()
            self.best_epoch = epoch
        self.wait += 1
        if self._better(current, self.best):
            self.best, self.best_epoch = current, epoch
            if self.restore_best_weights:
                self.best_weights = self.model.get_weights()
            if self.baseline is None or self._better(current, self.baseline):
                self.wait = 0
            return
        if self.wait >= self.patience and epoch > 0:
            self.stopped_epoch = epoch
            self.model.stop_training = True

    def on_train_end(self, logs=None):
        if self.stopped_epoch > 0 and self.verbose > 0:
            print(f"Epoch {self.stopped_epoch + 1}: early stopping")
        if self.restore_best_weights and self.best_weights is not None:
            if self.verbose > 0:
                print(f"Restoring model weights from the end of the best epoch: {self.best_epoch + 1}.")
            self.model.set_weights(self.best_weights)

    def _better(self, value, best):
        return self.monitor_op(value - self.min_delta, best)


class ReduceLROnPlateau(Callback):
    """Lowers the learning rate when a value gets no better."""

    def __init__(self, monitor="val_loss", factor=0.1, patience=10, verbose=0, mode="auto", min_delta=0.0001,
                 cooldown=0, min_lr=0, **kwargs):
        super().__init__()
        if factor >= 1.0:
            raise ValueError(f"ReduceLROnPlateau does not support a factor >= 1.0. Got {factor}")
        self.monitor, self.factor, self.patience, self.verbose = monitor, factor, patience, verbose
        self.min_lr, self.min_delta, self.cooldown, self.mode = min_lr, kwargs.pop("epsilon", min_delta), cooldown, mode
        self._reset()

    def _reset(self):
        less = self.mode == "min" or self.mode != "max" and "acc" not in self.monitor
        self.monitor_op = (lambda a, b: np.less(a, b - self.min_delta)) if less else \
            (lambda a, b: np.greater(a, b + self.min_delta))
        self.best = np.inf if less else -np.inf
        self.cooldown_counter = self.wait = 0

    def on_train_begin(self, logs=None):
        self._reset()

    def in_cooldown(self):
        """Whether the rate was lowered a moment ago."""
        return self.cooldown_counter > 0

    def on_epoch_end(self, epoch, logs=None):
        logs = logs if logs is not None else {}
        logs["lr"] = _rate_of(self.model)
        current = logs.get(self.monitor)
        if current is None:
            return
        if self.cooldown_counter > 0:
            self.cooldown_counter -= 1
            self.wait = 0
        if self.monitor_op(current, self.best):
            self.best, self.wait = current, 0
        elif self.cooldown_counter <= 0:
            self.wait += 1
            if self.wait >= self.patience:
                old = _rate_of(self.model)
                if old > np.float32(self.min_lr):
                    new = max(old * self.factor, self.min_lr)
                    self.model.optimizer.learning_rate.assign(new)
                    if self.verbose > 0:
                        print(f"\nEpoch {epoch + 1}: ReduceLROnPlateau reducing learning rate to {float(new)}.")
                    self.cooldown_counter, self.wait = self.cooldown, 0


def _rate_of(model):
    return model.optimizer.learning_rate.numpy()


class LearningRateScheduler(Callback):
    """Sets the learning rate before each epoch."""

    def __init__(self, schedule, verbose=0):
        super().__init__()
        self.schedule, self.verbose = schedule, verbose

    def on_epoch_begin(self, epoch, logs=None):
        if not hasattr(self.model.optimizer, "lr"):
            raise ValueError('Optimizer must have a "lr" attribute.')
        try:
            lr = self.schedule(epoch, float(_rate_of(self.model)))
        except TypeError:
            lr = self.schedule(epoch)
        if not isinstance(lr, (tf.Tensor, float, np.float32, np.float64)):
            raise ValueError(f'The output of the "schedule" function should be float. Got: {lr}')
        self.model.optimizer.learning_rate.assign(lr)
        if self.verbose > 0:
            print(f"\nEpoch {epoch + 1}: LearningRateScheduler setting learning rate to {_shown(lr)}.")

    def on_epoch_end(self, epoch, logs=None):
        if logs is not None:
            logs["lr"] = _rate_of(self.model)


def _shown(lr):
    return lr.numpy() if isinstance(lr, tf.Tensor) else lr


class CSVLogger(Callback):
    """Writes what was measured into a file."""

    def __init__(self, filename, separator=",", append=False):
        super().__init__()
        self.filename, self.sep, self.append = os.fspath(filename), separator, append
        self.writer, self.keys, self.append_header, self.csv_file = None, None, True, None

    def on_train_begin(self, logs=None):
        if self.append and os.path.exists(self.filename):
            with open(self.filename) as f:
                self.append_header = not f.readline()
        self.csv_file = open(self.filename, "a" if self.append else "w")

    def on_epoch_end(self, epoch, logs=None):
        logs = logs or {}
        if self.keys is None:
            self.keys = sorted(logs)
            if not any(k.startswith("val_") for k in self.keys):  # what is validated later has its columns
                self.keys += ["val_" + k for k in self.keys]
            if self.append_header:
                self.csv_file.write(self.sep.join(["epoch"] + self.keys) + "\n")
        row = ([str(epoch)]
               + [str(logs.get(k, "NA")) if not self.model.stop_training or k in logs else "NA" for k in self.keys])
        self.csv_file.write(self.sep.join(row) + "\n")
        self.csv_file.flush()

    def on_train_end(self, logs=None):
        self.csv_file.close()


class ModelCheckpoint(Callback):
    """Saves the model, or its weights, after epochs or batches."""

    def __init__(self, filepath, monitor: str = "val_loss", verbose: int = 0, save_best_only: bool = False,
                 save_weights_only: bool = False, mode: str = "auto", save_freq="epoch", options=None,
                 initial_value_threshold=None, **kwargs):
        super().__init__()
        self.monitor, self.verbose, self.filepath = monitor, verbose, os.fspath(filepath)
        self.save_best_only, self.save_weights_only, self.save_freq = save_best_only, save_weights_only, save_freq
        if save_freq != "epoch" and not isinstance(save_freq, int):
            raise ValueError(f"Unrecognized save_freq: {save_freq}. Expected save_freq are \"epoch\" or integer")
        self.monitor_op = _comparison(monitor, mode, "checkpoint")
        self.best = initial_value_threshold
        if self.best is None:
            self.best = np.inf if self.monitor_op is np.less else -np.inf
        self._epoch, self._batches = 0, 0

    def on_epoch_begin(self, epoch, logs=None):
        self._epoch = epoch

    def on_train_batch_end(self, batch, logs=None):
        self._batches += 1
        if self.save_freq != "epoch" and self._batches >= self.save_freq:
            self._batches = 0
            self._save(self._epoch, batch, logs)

    def on_epoch_end(self, epoch, logs=None):
        if self.save_freq == "epoch":
            self._save(epoch, None, logs)

    def _save(self, epoch, batch, logs):
        logs = logs or {}
        given = {k: v for k, v in logs.items()}
        if batch is not None and "batch" not in given:
            given["batch"] = batch + 1
        try:
            path = self.filepath.format(epoch=epoch + 1, **given)
        except KeyError as e:
            raise KeyError(f'Failed to format this callback filepath: "{self.filepath}". Reason: {e}')
        if os.path.dirname(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
        if self.save_best_only:
            current = logs.get(self.monitor)
            if current is None:
                return
            if not self.monitor_op(current, self.best):
                if self.verbose > 0:
                    print(f"\nEpoch {epoch + 1}: {self.monitor} did not improve from {self.best:.5f}")
                return
            if self.verbose > 0:
                print(f"\nEpoch {epoch + 1}: {self.monitor} improved from {self.best:.5f} to {current:.5f}, saving "
                      f"model to {path}")
            self.best = current
        elif self.verbose > 0:
            print(f"\nEpoch {epoch + 1}: saving model to {path}")
        if self.save_weights_only:
            self.model.save_weights(path, overwrite=True)
        else:
            self.model.save(path, overwrite=True)
