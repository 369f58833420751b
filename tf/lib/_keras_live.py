"""What fit shows in a notebook: one display that goes along, with the curve of the losses."""

__name__ = "tf_keras.src.callbacks"

from IPython.display import display
from _keras_callbacks import ProgbarLogger
from _keras_progbar import Progbar


class LiveLogger(ProgbarLogger):
    """Draws the losses while they come, in place of the bar: its title tells the epoch and all values."""

    def __init__(self):
        super().__init__(count_mode="steps")
        self._handle = None
        self._ended = {}  # lists of the losses of epochs, by their names
        self._within = {}  # the same of the steps of the only epoch
        self._epoch = 0

    def on_epoch_begin(self, epoch, logs=None):
        self._epoch = epoch
        self._start()
        self._make()

    def _make(self):
        if self.progbar is None:
            # It averages; nothing is printed.
            self.progbar = Progbar(target=self.target, verbose=0, interval=0.5)
        self.progbar.stateful_metrics |= {m.name for m in self.model.metrics}

    def _update(self, batch, logs):
        super()._update(batch, logs)
        if self._called_in_fit:
            self._draw(False)

    def _finish(self, logs):
        if not self._called_in_fit:
            return super()._finish(logs)
        self._make()
        self.progbar.update(self.target or self.seen, [(k, float(v)) for k, v in (logs or {}).items()], finalize=True)
        self._draw(True)

    def _means(self):
        out = {}
        for name in self.progbar._values_order:
            total, count = self.progbar._values[name]
            out[name] = float(total / max(1, count))
        return out

    def _draw(self, over):
        now = self._means()
        losses = {k: v for k, v in now.items() if k.endswith("loss")}
        if not losses:
            return
        held = self._within if self.epochs == 1 else self._ended
        curves = {k: held.get(k, []) + [v] for k, v in losses.items()}
        if over or self.epochs == 1:
            held.update(curves)
        steps = "" if over else f" - {self.seen}/{self.target or 'Unknown'}"
        values = "".join(f" - {k}: " + (f"{v:.4f}" if abs(v) > 1e-3 else f"{v:.4e}") for k, v in now.items())
        chart = plot(curves, title=f"Epoch {self._epoch + 1}/{self.epochs}{steps}{values}")
        if self._handle is None:
            self._handle = display(chart, display_id=True)
        else:
            self._handle.update(chart)
