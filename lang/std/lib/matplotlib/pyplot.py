"""matplotlib.pyplot's functions for lines, points, bars, histograms and pictures. plt.show() shows figures: as text in
the terminal, as SVG in notebooks. What cannot be drawn raises an AttributeError that says so."""
import numpy as np
import _plot
import _plots
from matplotlib import rcParams, cm
from matplotlib._figures import Axes, Figure, tone as _tone

_figures = {}
_now = None


def figure(num=None, figsize=None, dpi=None, facecolor=None, edgecolor=None, frameon=True, clear=False, layout=None, **kwargs):
  global _now
  if isinstance(num, Figure):
    num = num.number
  if num is None:
    num = max([n for n in _figures if isinstance(n, int)], default=0) + 1
  if num not in _figures or clear:
    _figures[num] = Figure(num, figsize, dpi)
  _now = num
  return _figures[num]


def gcf():
  return _figures[_now] if _now in _figures else figure()


def gca():
  return gcf().gca()


def sca(ax):
  gcf()._current = ax


def get_fignums():
  return sorted(n for n in _figures if isinstance(n, int))


def close(fig=None):
  global _now
  if fig == "all":
    _figures.clear()
  elif fig is None:
    _figures.pop(_now, None)
  else:
    _figures.pop(getattr(fig, "number", fig), None)
  if _now not in _figures:
    _now = max(_figures, default=None, key=str)


def clf():
  gcf().clear()


def cla():
  gca().clear()


def show(*args, block=None):
  """Shows the open figures and closes them."""
  for f in list(_figures.values()):
    if f.axes:
      display(f._picture())
  close("all")


def _cell_end():
  show()


def savefig(fname, *args, **kwargs):
  gcf().savefig(fname, **kwargs)


def subplot(*args, **kwargs):
  return gcf().add_subplot(*args, **kwargs)


def subplots(nrows=1, ncols=1, sharex=False, sharey=False, squeeze=True, subplot_kw=None, gridspec_kw=None, figsize=None, **kwargs):
  f = figure(figsize=figsize)
  return f, f.subplots(nrows, ncols, squeeze=squeeze)


def axes(*args, **kwargs):
  return gcf().add_subplot(1, 1, 1)


def suptitle(t, **kwargs):
  return gcf().suptitle(t)


def tight_layout(**kwargs):
  """Figures always leave the room that is needed."""


subplots_adjust = tight_layout


def draw():
  """Figures are drawn when they are shown."""


def pause(interval):
  show()


def ion():
  """Figures are shown by show(), and where a notebook's cell ends."""


ioff = ion


def colorbar(mappable=None, ax=None, **kwargs):
  (ax or gca()).colorbar = True


def title(label, **kwargs):
  return gca().set_title(label)


def xlabel(label, **kwargs):
  return gca().set_xlabel(label)


def ylabel(label, **kwargs):
  return gca().set_ylabel(label)


def xscale(value, **kwargs):
  gca().set_xscale(value)


def yscale(value, **kwargs):
  gca().set_yscale(value)


def xlim(*args, **kwargs):
  ax = gca()
  return ax.set_xlim(*args, **kwargs) if args or kwargs else ax.get_xlim()


def ylim(*args, **kwargs):
  ax = gca()
  return ax.set_ylim(*args, **kwargs) if args or kwargs else ax.get_ylim()


def xticks(ticks=None, labels=None, **kwargs):
  return gca()._ticks("x", ticks, labels)


def yticks(ticks=None, labels=None, **kwargs):
  return gca()._ticks("y", ticks, labels)


def imshow(X, *args, **kwargs):
  return gca().imshow(X, *args, **kwargs)


def setp(obj, *args, **kwargs):
  """Looks of single parts are not changed."""


class style:
  """Looks are the same everywhere; styles change nothing."""
  available = []

  @staticmethod
  def use(name):
    pass


def _of_axes(name):
  def f(*args, **kwargs):
    return getattr(gca(), name)(*args, **kwargs)
  f.__name__ = name
  f.__doc__ = getattr(Axes, name).__doc__
  return f


for _n in ["plot", "scatter", "bar", "barh", "hist", "step", "fill_between", "axhline", "axvline", "hlines", "vlines", "legend",
           "grid", "axis", "matshow", "pcolormesh", "semilogx", "semilogy", "loglog", "errorbar", "stem", "text", "annotate",
           "margins"]:
  globals()[_n] = _of_axes(_n)


def get_cmap(name="viridis"):
  return cm.get_cmap(name)


def __getattr__(name):
  raise AttributeError(f"module 'matplotlib.pyplot' has no attribute '{name}': tfs draws lines, points, bars, histograms and pictures")
