"""matplotlib.pyplot's functions for lines, points, bars, histograms and pictures. plt.show() shows figures: as text in
the terminal, as SVG in notebooks. What cannot be drawn raises an AttributeError that says so."""
import numpy as np
import _plot
import _plots
from matplotlib import rcParams, cm
from matplotlib._figures import Axes, Figure, tone as _tone

_figures = {}
_now = None


def figure(num=None, figsize=None, dpi=None, facecolor=None, edgecolor=None, frameon=True, clear=False, layout=None,
           **kwargs):
  """A new figure, or that of a number."""
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
  """The figure that is drawn into."""
  return _figures[_now] if _now in _figures else figure()


def gca():
  """The axes that are drawn into."""
  return gcf().gca()


def sca(ax):
  """Draws into other axes from now on."""
  gcf()._current = ax


def get_fignums():
  """The numbers of the open figures."""
  return sorted(n for n in _figures if isinstance(n, int))


def close(fig=None):
  """Closes a figure: the current one, that of a number, or "all"."""
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
  """Empties the figure."""
  gcf().clear()


def cla():
  """Empties the axes."""
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
  """Writes the figure to a file: .png, .svg or text as .txt."""
  gcf().savefig(fname, **kwargs)


def subplot(*args, **kwargs):
  """Axes at a place of a grid: rows, columns, index from 1."""
  return gcf().add_subplot(*args, **kwargs)


def subplots(nrows=1, ncols=1, sharex=False, sharey=False, squeeze=True, subplot_kw=None, gridspec_kw=None,
             figsize=None, **kwargs):
  """A figure and the axes of a grid."""
  f = figure(figsize=figsize)
  return f, f.subplots(nrows, ncols, squeeze=squeeze)


def axes(*args, **kwargs):
  """Axes over the whole figure."""
  return gcf().add_subplot(1, 1, 1)


def suptitle(t, **kwargs):
  """The title of the figure."""
  return gcf().suptitle(t)


def tight_layout(**kwargs):
  """Figures always leave the room that is needed."""


subplots_adjust = tight_layout


def draw():
  """Figures are drawn when they are shown."""


def pause(interval):
  """Shows the figures."""
  show()


def ion():
  """Figures are shown by show(), and where a notebook's cell ends."""


ioff = ion


def colorbar(mappable=None, ax=None, **kwargs):
  """Shows the scale of the shades."""
  (ax or gca()).colorbar = True


def title(label, **kwargs):
  """The title of the axes."""
  return gca().set_title(label)


def xlabel(label, **kwargs):
  """What the x axis shows."""
  return gca().set_xlabel(label)


def ylabel(label, **kwargs):
  """What the y axis shows."""
  return gca().set_ylabel(label)


def xscale(value, **kwargs):
  """"linear" or "log"."""
  gca().set_xscale(value)


def yscale(value, **kwargs):
  """"linear" or "log"."""
  gca().set_yscale(value)


def xlim(*args, **kwargs):
  """The limits of the x axis, which it may set."""
  ax = gca()
  return ax.set_xlim(*args, **kwargs) if args or kwargs else ax.get_xlim()


def ylim(*args, **kwargs):
  """The limits of the y axis, which it may set."""
  ax = gca()
  return ax.set_ylim(*args, **kwargs) if args or kwargs else ax.get_ylim()


def xticks(ticks=None, labels=None, **kwargs):
  """The ticks of the x axis, which it may set, with names."""
  return gca()._ticks("x", ticks, labels)


def yticks(ticks=None, labels=None, **kwargs):
  """The ticks of the y axis, which it may set, with names."""
  return gca()._ticks("y", ticks, labels)


def imshow(X, *args, **kwargs):
  """A grid of values as shades, or of colours."""
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
  method = getattr(Axes, name)
  f.__name__ = f.__qualname__ = name
  f.__doc__ = method.__doc__
  f.__signature_of__ = method
  return f


for _n in ["plot", "scatter", "bar", "barh", "hist", "step", "fill_between", "axhline", "axvline", "hlines", "vlines",
           "legend", "grid", "axis", "matshow", "pcolormesh", "semilogx", "semilogy", "loglog", "errorbar", "stem",
           "text", "annotate", "margins", "pie", "boxplot", "contour"]:
  globals()[_n] = _of_axes(_n)


def get_cmap(name="viridis"):
  """A scale of colours by its name."""
  return cm.get_cmap(name)


def __getattr__(name):
  raise AttributeError(f"module 'matplotlib.pyplot' has no attribute '{name}': tfs draws lines, points, bars, shares, "
                       f"boxes, contours, "
                       "histograms and pictures")
