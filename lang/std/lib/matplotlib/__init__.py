"""The part of matplotlib that tutorials draw with: figures of lines, points, bars and pictures, shown as text in the
terminal, as SVG in notebooks, and saved as .svg or .png."""


class _Cycle:
  def __init__(self, colors):
    self.colors = colors

  def by_key(self):
    return {"color": list(self.colors)}


class RcParams(dict):
  def update(self, *a, **k):
    super().update(*a, **k)


rcParams = RcParams({
    "figure.figsize": [6.4, 4.8], "figure.dpi": 100.0, "axes.grid": False, "font.size": 10.0,
    "axes.prop_cycle": _Cycle(["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f",
                               "#bcbd22", "#17becf"]),
})
__version__ = "3"


def rc(group, **kwargs):
  for k, v in kwargs.items():
    rcParams[f"{group}.{k}"] = v


def use(backend, force=True):
  """Figures are shown where the program runs; no backend is needed."""
