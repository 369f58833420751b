"""tf.keras.utils.Progbar: the bar that fit shows."""

__name__ = "tf_keras.src.utils.generic_utils"

import sys
import time

import numpy as np


class Progbar:
    """Shows how far a loop is, and running means of values.

    >>> bar = tf.keras.utils.Progbar(2, verbose=2)
    >>> bar.update(1)
    """

    def __init__(self, target, width=30, verbose=1, interval=0.05, stateful_metrics=None, unit_name="step"):
        self.target, self.width, self.verbose, self.interval = target, width, verbose, interval
        self.unit_name = unit_name
        self.stateful_metrics = set(stateful_metrics or ())
        self._total_width = 0
        self._seen_so_far = 0
        self._values = {}
        self._values_order = []
        self._start = time.time()
        self._last_update = 0
        self._time_at_epoch_start = self._start
        self._time_at_epoch_end = None
        self._time_after_first_step = None

    def update(self, current, values=None, finalize=None):
        """Shows a step; values are pairs of names and values."""
        if finalize is None:
            finalize = self.target is not None and current >= self.target
        for k, v in values or []:
            if k not in self._values_order:
                self._values_order.append(k)
            if k in self.stateful_metrics:
                self._values[k] = [v, 1]
                continue
            weight = max(current - self._seen_so_far, 1)
            old = self._values.get(k)
            self._values[k] = [v * weight, weight] if old is None else [old[0] + v * weight, old[1] + weight]
        self._seen_so_far = current
        now = time.time()
        info = f" - {now - self._start:.0f}s"
        if current == self.target:
            self._time_at_epoch_end = now
        if self.verbose == 1:
            if now - self._last_update < self.interval and not finalize:
                return
            self._show_bar(current, now, finalize)
        elif self.verbose == 2 and finalize:
            self._show_line(current, info)
        self._last_update = now

    def _show_bar(self, current, now, finalize):
        before = self._total_width
        text = "\b" * before + "\r"
        if self.target is not None:
            digits = len(str(self.target))
            bar = f"{current:{digits}d}/{self.target} ["
            filled = int(self.width * float(current) / self.target)
            if filled > 0:
                bar += "=" * (filled - 1) + (">" if current < self.target else "=")
            bar += "." * (self.width - filled) + "]"
        else:
            bar = f"{current:7d}/Unknown"
        self._total_width = len(bar)
        per_step = self._per_step(current, now)
        if self.target is None or finalize:
            info = f" - {now - self._start:.0f}s" + _rate(per_step, self.unit_name)
        else:
            info = f" - ETA: {_clock(per_step * (self.target - current))}"
        for k in self._values_order:
            info += f" - {k}:"
            if isinstance(self._values[k], list):
                mean = np.mean(self._values[k][0] / max(1, self._values[k][1]))
                info += f" {mean:.4f}" if abs(mean) > 1e-3 else f" {mean:.4e}"
            else:
                info += f" {self._values[k]}"
        self._total_width += len(info)
        if before > self._total_width:
            info += " " * (before - self._total_width)
        if finalize:
            info += "\n"
        sys.stdout.write(text + bar + info)
        sys.stdout.flush()

    def _show_line(self, current, info):
        digits = len(str(self.target))
        line = f"{current:{digits}d}/{self.target}" + info
        for k in self._values_order:
            mean = np.mean(self._values[k][0] / max(1, self._values[k][1]))
            line += f" - {k}:" + (f" {mean:.4f}" if mean > 1e-3 else f" {mean:.4e}")
        if self._time_at_epoch_end:
            spent = self._time_at_epoch_end - self._time_at_epoch_start
            line += " -" + _rate(spent, "epoch") + " -" + _rate(spent / self.target, self.unit_name)
            self._time_at_epoch_start = self._time_at_epoch_end
            self._time_at_epoch_end = None
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    def _per_step(self, current, now):
        """The time of a step; the first, which makes the functions, does not count if there are others."""
        if not current:
            return 0
        if self._time_after_first_step is not None and current > 1:
            out = (now - self._time_after_first_step) / (current - 1)
        else:
            out = (now - self._start) / current
        if current == 1:
            self._time_after_first_step = now
        return out

    def add(self, n, values=None):
        """Goes n steps on."""
        self.update(self._seen_so_far + n, values)


def _rate(seconds, unit):
    if seconds >= 1 or seconds == 0:
        return f" {seconds:.0f}s/{unit}"
    if seconds >= 1e-3:
        return f" {seconds * 1e3:.0f}ms/{unit}"
    return f" {seconds * 1e6:.0f}us/{unit}"


def _clock(seconds):
    if seconds > 3600:
        return f"{seconds // 3600:.0f}:{seconds % 3600 // 60:02.0f}:{seconds % 60:02.0f}"
    if seconds > 60:
        return f"{seconds // 60:.0f}:{seconds % 60:02.0f}"
    return f"{seconds:.0f}s"
