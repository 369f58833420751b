"""Charts of values: what plot, hist, scatter, bar, heatmap and imshow of every program do."""
import numpy as np
import tensorflow as tf
import _plot


def _rows(v):
  """The lines of a value: a list of one-dimensional float arrays, with a name or None each."""
  if isinstance(v, tf.RaggedTensor):
    if v.shape.rank != 2:
      raise ValueError(f"plot: a ragged tensor of {v.shape.rank} dimensions has no lines; take rows of two, got shape "
                       f"{v.shape}")
    return [(f"row {i}", np.asarray(r, np.float64)) for i, r in enumerate(v)]
  if isinstance(v, dict):
    return [(str(k), _line(x, str(k))) for k, x in v.items()]
  a = _numbers(v, "plot")
  if a.ndim == 0:
    a = a.reshape(1)
  if a.ndim == 1:
    return [(None, a)]
  if a.ndim == 2:
    return [(f"row {i}", r) for i, r in enumerate(a)]
  raise ValueError(f"plot: values of {a.ndim} dimensions have no lines, got shape {a.shape}")


def _numbers(v, what):
  try:
    return np.asarray(v, np.float64)
  except (TypeError, ValueError):
    raise TypeError(f"{what}: expected numbers, got {type(v).__name__}") from None


def _line(v, name):
  a = _numbers(v, name)
  if a.ndim != 1:
    raise ValueError(f"plot: {name} must be of one dimension, got shape {a.shape}")
  return a


def _figure(series, title, width, height, ascii, **more):
  axes = {"series": series, "legend": sum(1 for s in series if s.get("label")) > 0, **more}
  if title is not None:
    axes["title"] = str(title)
  return _plot.figure({"axes": [axes], "width": width, "lines": height, "ascii": ascii})


def plot(x, y=None, title=None, width=None, height=None, log=False, ascii=None):
  over = None
  more = {}
  if y is not None:
    over, x = _line(x, "x"), y
  elif hasattr(x, "history") and hasattr(x, "epoch"):
    over, x = np.asarray(x.epoch, np.float64), dict(x.history)
    more["x_label"] = "epoch"
  lines = _rows(x)
  if len(lines) > 26:
    more["notes"] = [f"26 of {len(lines)} lines are drawn"]
  series = []
  for name, v in lines[:26]:
    at = np.arange(len(v), dtype=np.float64) if over is None else over
    if len(at) != len(v):
      raise ValueError(f"x and y must have same first dimension, but have shapes {at.shape} and {v.shape}")
    series.append({"kind": "line", "x": at, "y": v, "label": name})
  return _figure(series, title, width, height, ascii, y_log=log, **more)


def hist(x, bins=10, title=None, width=None, height=None, log=False, ascii=None):
  v = _numbers(x.flat_values if isinstance(x, tf.RaggedTensor) else x, "hist").reshape(-1)
  good = v[np.isfinite(v)]
  counts, edges = np.histogram(good, bins)
  notes = []
  if len(good) < len(v):
    notes.append(f"{len(v) - len(good)} of {len(v)} values are nan or infinite and not counted")
  bars = {"kind": "bars", "x": (edges[:-1] + edges[1:]) / 2, "y": counts.astype(np.float64), "widths": np.diff(edges)}
  return _figure([bars], title, width, height, ascii, y_log=log, notes=notes)


def scatter(x, y, title=None, width=None, height=None, log=False, ascii=None):
  x, y = _numbers(x, "scatter").reshape(-1), _numbers(y, "scatter").reshape(-1)
  if len(x) != len(y):
    raise ValueError(f"x and y must be the same size, got {len(x)} and {len(y)}")
  return _figure([{"kind": "points", "x": x, "y": y}], title, width, height, ascii, y_log=log)


def bar(x, height=None, title=None, width=None, lines=None, ascii=None):
  names = None
  if height is None:
    if isinstance(x, dict):
      names, height = list(x), list(x.values())
    else:
      height = x
      x = None
  elif x is not None:
    names = list(x.numpy() if isinstance(x, tf.Tensor) else x)
  v = _numbers(height, "bar").reshape(-1)
  more = {}
  if names is not None:
    if len(names) != len(v):
      raise ValueError(f"bar: {len(names)} names for {len(v)} heights")
    names = [n.decode(errors="replace") if isinstance(n, bytes) else str(n) for n in names]
    more = {"x_ticks": np.arange(len(v), dtype=np.float64), "x_names": names}
  bars = {"kind": "bars", "x": np.arange(len(v), dtype=np.float64), "y": v}
  return _figure([bars], title, width, lines, ascii, **more)


def _grid(m, what):
  if isinstance(m, tf.RaggedTensor):
    m = tf.cast(m, tf.float64).to_tensor(np.nan)
  a = _numbers(m, what)
  if a.ndim == 1:
    a = a.reshape(1, -1)
  return a


def heatmap(m, title=None, width=None, height=None, ascii=None):
  a = _grid(m, "heatmap")
  if a.ndim != 2:
    raise ValueError(f"heatmap: expected rows and columns, got shape {a.shape}")
  cells = {"kind": "cells", "rows": a.shape[0], "cols": a.shape[1], "values": a.reshape(-1)}
  return _figure([cells], title, width, height, ascii, colorbar=True)


def picture(image, vmin=None, vmax=None, map="viridis", what="imshow"):
  """A series of a picture, as matplotlib reads it."""
  whole = np.asarray(image).dtype.kind in "iub" if not isinstance(image, tf.RaggedTensor) else False
  a = _grid(image, what)
  if a.ndim == 3 and a.shape[2] == 1:
    a = a[:, :, 0]
  if a.ndim == 2:
    limits = np.array([np.nan if vmin is None else float(vmin), np.nan if vmax is None else float(vmax)])
    return {"kind": "cells", "rows": a.shape[0], "cols": a.shape[1], "values": a.reshape(-1), "map": map,
            "range": limits}
  if a.ndim == 3 and a.shape[2] in (3, 4):
    rgb = a[:, :, :3]
    if not whole:
      rgb = np.round(np.clip(np.nan_to_num(rgb), 0, 1) * 255)
    return {"kind": "picture", "rows": a.shape[0], "cols": a.shape[1], "values": np.clip(rgb, 0, 255).reshape(-1)}
  raise TypeError(f"Invalid shape {a.shape} for image data")


def imshow(image, title=None, width=None, height=None, ascii=None):
  return _figure([picture(image, map="gray")], title, width, height, ascii, off=True)
