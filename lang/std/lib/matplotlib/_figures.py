"""Figures and axes of matplotlib.pyplot, as descriptions that package plot draws."""
import numpy as np
import tensorflow as tf
import _plot
import _plots
from matplotlib import rcParams

_names = {
    "b": 1, "blue": 1, "c0": 1, "navy": 1, "royalblue": 1, "steelblue": 1, "cornflowerblue": 1, "skyblue": 1, "c": 1,
    "cyan": 1, "orange": 2, "c1": 2, "darkorange": 2, "coral": 2, "g": 3, "green": 3, "c2": 3, "lime": 3, "teal": 3,
    "olive": 3, "purple": 4, "c4": 4, "violet": 4, "indigo": 4, "r": 5, "red": 5, "c3": 5, "crimson": 5, "darkred": 5,
    "salmon": 5, "brown": 6, "c5": 6, "y": 6, "yellow": 6, "gold": 6, "m": 7, "magenta": 7, "pink": 7, "c6": 7,
    "k": 8, "black": 8, "gray": 8, "grey": 8, "w": 8, "white": 8, "c7": 8,
}
_palette = [(5, 80, 174), (188, 76, 0), (26, 127, 55), (130, 80, 223), (180, 35, 24), (125, 78, 0), (191, 57, 137),
            (87, 96, 106)]


def tone(color):
  """The place of a colour in the palette of pictures, which follow light and dark pages; 0 is the next one."""
  if isinstance(color, str):
    name = color.lower()
    if name.startswith("tab:"):
      name = name[4:]
    if name.startswith("#") and len(name) in (4, 7):
      h = name[1:] if len(name) == 7 else "".join(c + c for c in name[1:])
      color = tuple(int(h[i:i + 2], 16) / 255 for i in (0, 2, 4))
    else:
      return _names.get(name, 0)
  if isinstance(color, (tuple, list)) and len(color) in (3, 4) and all(isinstance(c, (int, float)) for c in color):
    far = [sum((255 * c - p) ** 2 for c, p in zip(color, ps)) for ps in _palette]
    return 1 + far.index(min(far))
  return 0


def _floats(v, what):
  if isinstance(v, tf.RaggedTensor):
    raise ValueError(f"{what}: rows of a ragged tensor are drawn one by one, got shape {v.shape}")
  a = np.asarray(list(v) if isinstance(v, (range, type({}.keys()), type({}.values()))) else v)
  if a.dtype.kind in "SUO" and a.size and isinstance(a.reshape(-1)[0], (str, bytes)):
    return a
  return a.astype(np.float64)


class Text:
  def __init__(self, x, y, s):
    self.x, self.y, self.s = x, y, s

  def get_text(self):
    return self.s

  def __repr__(self):
    return f"Text({self.x}, {self.y}, {self.s!r})"


class _Artist:
  def __init__(self, **about):
    self.about = about

  def set_label(self, s):
    self.about["label"] = str(s)

  def get_label(self):
    return self.about.get("label", "")

  def set_color(self, c):
    self.about["tone"] = tone(c)

  def get_color(self):
    return ["C0", "C1", "C2", "C4", "C3", "C5", "C6", "C7"][max(self.about.get("tone", 1) - 1, 0)]

  set_facecolor = set_edgecolor = set_color

  def set_data(self, x, y):
    self.about["x"], self.about["y"] = _floats(x, "set_data"), _floats(y, "set_data")

  def set(self, **kwargs):
    for k, v in kwargs.items():
      if k in ("label", "color"):
        getattr(self, "set_" + k)(v)

  def _series(self):
    return [self.about]


class Line2D(_Artist):
  pass


class PathCollection(_Artist):
  pass


class AxesImage(_Artist):
  pass


class Rectangle(_Artist):
  def get_height(self):
    return float(self.about["y"])

  def get_width(self):
    return float(self.about["widths"])

  def get_x(self):
    return float(self.about["x"]) - self.get_width() / 2


class BarContainer:
  def __init__(self, patches, label, across):
    self.patches, self.label, self.across = patches, label, across

  def __len__(self):
    return len(self.patches)

  def __iter__(self):
    return iter(self.patches)

  def __getitem__(self, i):
    return self.patches[i]

  def __repr__(self):
    return f"<BarContainer object of {len(self.patches)} artists>"

  def _series(self):
    groups = {}
    for p in self.patches:
      groups.setdefault(p.about["tone"], []).append(p.about)
    out = []
    for t, bars in groups.items():
      s = {"kind": "bars", "tone": t, "across": self.across, "label": "" if out else self.label}
      for k in ("x", "y", "base", "widths"):
        s[k] = np.array([b[k] for b in bars], np.float64)
      out.append(s)
    return out


class Legend:
  def get_texts(self):
    return []


class Axes:
  def __init__(self, figure, rows=1, cols=1, row=0, col=0):
    self.figure, self.place = figure, (rows, cols, row, col)
    self.clear()

  def clear(self):
    self.parts, self.about, self.colorbar, self._tones = [], {}, False, 0

  cla = clear

  def _next(self, color):
    t = tone(color) if color is not None else 0
    if not t:
      t = [1, 2, 3, 5, 4, 6, 7, 8][self._tones % 8]
      self._tones += 1
    return t

  def _places(self, d, v):
    """Values of an axis as numbers: texts are places with names."""
    a = _floats(v, d)
    if a.dtype.kind not in "SUO":
      return a.reshape(-1) if a.ndim == 0 else a
    names = self.about.setdefault(d + "_names", [])
    for n in a.reshape(-1):
      n = n.decode() if isinstance(n, bytes) else str(n)
      if n not in names:
        names.append(n)
    self.about[d + "_ticks"] = np.arange(len(names), dtype=np.float64)
    return np.array([names.index(n.decode() if isinstance(n, bytes) else str(n)) for n in a.reshape(-1)], np.float64)

  def plot(self, *args, label=None, color=None, c=None, linestyle=None, ls=None, marker=None, data=None, scalex=True,
           scaley=True, **kwargs):
    """Lines through points: y, or x and y, each with a format such as "r--" or "o"."""
    args, out = list(args), []
    if data is not None:
      args = [data[a] if isinstance(a, str) and a in data else a for a in args]
    while args:
      xy = [args.pop(0)]
      if args and not isinstance(args[0], str):
        xy.append(args.pop(0))
      fmt = args.pop(0) if args and isinstance(args[0], str) else ""
      y = self._places("y", xy[-1])
      x = self._places("x", xy[0]) if len(xy) == 2 else np.arange(len(y), dtype=np.float64)
      if len(x) != len(y):
        raise ValueError(f"x and y must have same first dimension, but have shapes {x.shape} and {y.shape}")
      columns = [(x, y)] if y.ndim == 1 else [(x if x.ndim == 1 else x[:, i], y[:, i]) for i in range(y.shape[1])]
      for i, (u, v) in enumerate(columns):
        name = label[i] if isinstance(label, (list, tuple)) and i < len(label) else label
        out.append(self._line(u, v, fmt, name, color if color is not None else c, linestyle or ls, marker))
    return out

  def _line(self, x, y, fmt, label, color, style, marker):
    for s in ("--", "-.", ":", "-"):
      if s in fmt:
        style, fmt = style or s, fmt.replace(s, "", 1)
        break
    for k in fmt:
      if k in "bgrcmykw":
        color = color or k
      else:
        marker = k
    if fmt and fmt[0] == "C" and len(fmt) == 2 and color is None:
      color = fmt
    bare = style is None and marker not in (None, "", "None") and fmt or style in ("", " ", "None", "none")
    line = Line2D(kind="points" if bare else "line", x=x, y=y, label="" if label is None else str(label),
                  tone=self._next(color), dots=marker not in (None, "", "None"),
                  dashed=style in ("--", "-.", ":", "dashed", "dotted", "dashdot"))
    self.parts.append(line)
    return line

  def scatter(self, x, y, s=None, c=None, marker=None, cmap=None, label=None, color=None, **kwargs):
    """A point for each pair of x and y; c gives groups of colours."""
    x, y = self._places("x", x).reshape(-1), self._places("y", y).reshape(-1)
    if len(x) != len(y):
      raise ValueError("x and y must be the same size")
    groups = None
    if c is not None and not isinstance(c, str):
      values = np.asarray(c)
      if values.ndim == 1 and len(values) == len(x) and values.dtype.kind in "iufb":
        kinds = np.unique(values)
        if len(kinds) <= 8:
          groups = [(i + 1, values == k) for i, k in enumerate(kinds)]
        else:
          edges = np.quantile(values, np.linspace(0, 1, 9)[1:-1])
          groups = [(i + 1, np.searchsorted(edges, values) == i) for i in range(8)]
    out = None
    for t, where in groups or [(self._next(color if color is not None else c), slice(None))]:
      out = PathCollection(kind="points", x=x[where], y=y[where], label="" if label is None else str(label), tone=t)
      self.parts.append(out)
    return out

  def _bars(self, at, size, thick, base, color, label, across):
    d = "y" if across else "x"
    at, size = self._places(d, at).reshape(-1), np.asarray(size, np.float64).reshape(-1)
    n = max(len(at), len(size))
    at, size, thick, base = [np.broadcast_to(np.asarray(v, np.float64), (n,)) for v in (at, size, thick, base)]
    own = not isinstance(color, str) and isinstance(color, (list, tuple)) and len(color) == n
    first = 0 if own else self._next(color)
    patches = [Rectangle(x=base[i] + size[i] if across else at[i], y=at[i] if across else base[i] + size[i],
                         base=base[i], widths=thick[i], tone=tone(color[i]) or 1 if own else first) for i in range(n)]
    out = BarContainer(patches, "" if label is None or isinstance(label, (list, tuple)) else str(label), across)
    self.parts.append(out)
    return out

  def bar(self, x, height, width=0.8, bottom=0, align="center", color=None, label=None, **kwargs):
    """A bar of each height at each x, which may be names."""
    if align == "edge":
      x = np.asarray(x, np.float64) + np.asarray(width) / 2
    return self._bars(x, height, width, 0 if bottom is None else bottom, color, label, False)

  def barh(self, y, width, height=0.8, left=0, color=None, label=None, **kwargs):
    """A bar lying at each y, which may be names."""
    return self._bars(y, width, height, 0 if left is None else left, color, label, True)

  def hist(self, x, bins=None, range=None, density=False, weights=None, cumulative=False, label=None, color=None,
           log=False, **kwargs):
    """How many values are in each bin; gives counts, edges and bars."""
    many = isinstance(x, (list, tuple)) and len(x) > 0 and not np.isscalar(x[0]) and getattr(x[0], "ndim", 1) > 0
    sets = [np.asarray(v, np.float64).reshape(-1) for v in x] if many else [np.asarray(x, np.float64).reshape(-1)]
    sets = [v[np.isfinite(v)] for v in sets]
    edges = np.histogram_bin_edges(np.concatenate(sets), 10 if bins is None else bins, range)
    counts, parts = [], []
    for i, v in enumerate(sets):
      n, _ = np.histogram(v, edges, weights=weights, density=density)
      if cumulative:
        n = np.cumsum(n * np.diff(edges) if density else n)
      n = n.astype(np.float64)
      name = label[i] if isinstance(label, (list, tuple)) else label
      wide = np.diff(edges) / len(sets)
      counts.append(n)
      parts.append(self._bars(edges[:-1] + wide * (i + 0.5), n, wide, 0,
                              color[i] if many and isinstance(color, list) else color, name, False))
    if log:
      self.about["y_log"] = True
    return (counts[0], edges, parts[0]) if not many else (counts, edges, parts)

  def imshow(self, X, cmap=None, vmin=None, vmax=None, label=None, **kwargs):
    """A grid of values as shades, or of colours."""
    name = getattr(cmap, "name", cmap) or "viridis"
    look = {"gray": "gray", "grey": "gray", "Greys_r": "gray", "bone": "gray", "binary": "binary", "Greys": "binary",
            "gray_r": "binary"}.get(name, "viridis")
    self.parts.insert(0, AxesImage(**_plots.picture(X, vmin, vmax, look)))
    return self.parts[0]

  matshow = imshow

  def pcolormesh(self, *args, cmap=None, vmin=None, vmax=None, **kwargs):
    """A grid of values as shades, the first row below."""
    image = self.imshow(args[-1], cmap=cmap, vmin=vmin, vmax=vmax)
    rows, cols = image.about["rows"], image.about["cols"]
    self.about["y_limit"] = np.array([-0.5, rows - 0.5])
    return image

  def step(self, x, y, *args, where="pre", **kwargs):
    """Lines that go in steps."""
    x, y = self._places("x", x), self._places("y", y)
    u = np.repeat(x, 2)
    v = np.repeat(y, 2)
    return self.plot(u[1:], v[:-1], *args, **kwargs) if where == "post" else self.plot(u[:-1], v[1:], *args, **kwargs)

  def stem(self, x, y=None, **kwargs):
    """A thin bar for each value."""
    if y is None:
      x, y = np.arange(len(x)), x
    return self.bar(x, y, width=0.1, label=kwargs.get("label"))

  def errorbar(self, x, y, yerr=None, xerr=None, fmt="", label=None, **kwargs):
    """Points with the range of their errors."""
    line = self.plot(x, y, *([fmt] if fmt else []), label=label)[0]
    x, y, t = line.about["x"], line.about["y"], line.about["tone"]
    if yerr is not None:
      e = np.asarray(yerr, np.float64)
      low, high = (e[0], e[1]) if e.ndim == 2 else (e, e)
      self._pieces(np.stack([x, x], 1), np.stack([y - low, y + high], 1), t)
    if xerr is not None:
      e = np.asarray(xerr, np.float64)
      self._pieces(np.stack([x - e, x + e], 1), np.stack([y, y], 1), t)
    return line

  def _pieces(self, x, y, t):
    """Separate pieces of lines, as one with gaps."""
    gap = np.full((len(x), 1), np.nan)
    self.parts.append(Line2D(kind="line", x=np.concatenate([x, gap], 1).reshape(-1),
                             y=np.concatenate([y, gap], 1).reshape(-1), label="", tone=t, gaps=True))

  def fill_between(self, x, y1, y2=0, color=None, label=None, alpha=None, **kwargs):
    """The two edges of an area, dashed."""
    x, y1 = self._places("x", x), self._places("y", y1)
    t = self._next(color)
    for i, y in enumerate([y1, np.broadcast_to(np.asarray(y2, np.float64), y1.shape)]):
      self.parts.append(Line2D(kind="line", x=x, y=y, label=str(label) if label is not None and i == 0 else "", tone=t,
                               dashed=True))

  def pie(self, x, labels=None, colors=None, autopct=None, explode=None, normalize=True, **kwargs):
    """Shares of a whole. They are drawn as bars with per cent: lengths are compared more easily than angles."""
    x = np.asarray(x, np.float64).reshape(-1)
    if (x < 0).any():
      raise ValueError("Wedge sizes 'x' must be non negative values")
    if labels is not None and len(labels) != len(x):
      raise ValueError("'labels' must be of length 'x', not " + str(len(labels)))
    share = x / x.sum() if normalize and x.sum() else x
    names = [str(i) for i in range(len(x))] if labels is None else [str(n) for n in labels]
    at = np.arange(len(x))[::-1]
    bars = self._bars(at, share * 100, 0.8, 0, colors if colors is not None else [f"C{i % 8}" for i in range(len(x))],
                      None, True)
    self._ticks("y", at, [f"{n} {100 * v:.1f}%" for n, v in zip(names, share)])
    self.about.setdefault("x_label", "per cent")
    texts = [Text(0, i, n) for i, n in zip(at, names)]
    if autopct is None:
      return list(bars), texts
    return (list(bars), texts,
            [Text(0, i, autopct(100 * v) if callable(autopct) else autopct % (100 * v)) for i, v in zip(at, share)])

  def boxplot(self, x, notch=False, sym=None, vert=True, whis=1.5, positions=None, widths=0.5, labels=None,
              tick_labels=None, showfliers=True, showmeans=False, **kwargs):
    """A box from the first to the third quartile with a line at the median, whiskers to the last value within whis
    times its height, and points for what is farther off; one for each set of values."""
    if not vert:
      raise ValueError("boxplot: boxes stand upright here; vert=False is not drawn")
    many = isinstance(x, (list, tuple)) and len(x) > 0 and not np.isscalar(x[0]) and getattr(x[0], "ndim", 1) > 0
    a = None if many or isinstance(x, tf.RaggedTensor) else np.asarray(x, np.float64)
    sets = list(x) if a is None else [a] if a.ndim == 1 else list(a.T)
    at = np.arange(1, len(sets) + 1) if positions is None else np.asarray(positions)
    parts = {"boxes": [], "medians": [], "fliers": [], "means": []}
    frame, lines = [], []
    t, middle = self._next(None), self._next(None)
    for p, v in zip(at, sets):
      v = np.asarray(v, np.float64).reshape(-1)
      v = v[np.isfinite(v)]
      if not len(v):
        continue
      q1, q2, q3 = np.percentile(v, [25, 50, 75])
      near = v[(v >= q1 - whis * (q3 - q1)) & (v <= q3 + whis * (q3 - q1))]
      low, high = min(near.min(), q1), max(near.max(), q3)
      l, r, c = p - widths / 2, p + widths / 2, widths / 4
      frame += [[l, r, r, l, l, None, p, p, None, p, p, None, p - c, p + c, None, p - c, p + c, None],
                [q1, q1, q3, q3, q1, None, low, q1, None, q3, high, None, low, low, None, high, high, None]]
      lines += [[l, r, None], [q2, q2, None]]
      far = v[(v < low) | (v > high)]
      if showfliers and len(far):
        parts["fliers"].append(PathCollection(kind="points", x=np.full(len(far), float(p)), y=far, label="", tone=t))
        self.parts.append(parts["fliers"][-1])
      if showmeans:
        parts["means"].append(PathCollection(kind="points", x=np.array([float(p)]), y=np.array([v.mean()]), label="",
                                             tone=middle))
        self.parts.append(parts["means"][-1])
    for name, made, t in (("boxes", frame, t), ("medians", lines, middle)):
      u, v = [np.array(sum(made[i::2], []), np.float64) for i in (0, 1)]
      parts[name].append(Line2D(kind="line", x=u, y=v, label="", tone=t, gaps=True))
      self.parts.append(parts[name][-1])
    names = tick_labels if tick_labels is not None else labels
    self._ticks("x", at, [f"{p:g}" for p in at] if names is None else names)
    return parts

  def contour(self, *args, levels=None, colors=None, **kwargs):
    """Lines along which the values of a grid are equal: z, or x, y and z, and then the levels or how many."""
    args = list(args)
    if len(args) in (2, 4) and levels is None:
      levels = args.pop()
    z = np.asarray(args[-1], np.float64)
    if len(args) not in (1, 3) or z.ndim != 2 or min(z.shape) < 2:
      raise TypeError(f"contour takes z, or x, y and z, with z of at least 2 by 2 values; got {len(args)} arguments, z "
                      f"of shape {z.shape}")
    x, y = args[:2] if len(args) == 3 else (np.arange(z.shape[1]), np.arange(z.shape[0]))
    x, y = np.asarray(x, np.float64), np.asarray(y, np.float64)
    if x.ndim == 1 and y.ndim == 1:
      x, y = np.meshgrid(x, y)
    if x.shape != z.shape or y.shape != z.shape:
      raise TypeError(f"Shapes of x {x.shape}, y {y.shape} and z {z.shape} do not match")
    if levels is None or isinstance(levels, int):
      levels = np.linspace(np.nanmin(z), np.nanmax(z), (levels or 7) + 2)[1:-1]
    levels = np.asarray(levels, np.float64).reshape(-1)
    # Each square of the grid is two triangles; a level that crosses one does so between its odd corner and the others.
    def corners(a):
      p, q, r, s = a[:-1, :-1].reshape(-1), a[:-1, 1:].reshape(-1), a[1:, :-1].reshape(-1), a[1:, 1:].reshape(-1)
      return np.concatenate([np.stack([p, q, r], 1), np.stack([s, r, q], 1)])
    u, v, w = corners(x), corners(y), corners(z)
    for level in levels:
      above = (w > level).astype(np.int64)
      some = (above.sum(1) % 3 > 0) & np.isfinite(w).all(1)
      if not some.any():
        continue
      n = above[some].sum(1)
      odd = np.where(n == 1, above[some].argmax(1), above[some].argmin(1))
      rows = np.arange(len(odd))
      ends = []
      for step in (1, 2):
        other = (odd + step) % 3
        a, b = w[some][rows, odd], w[some][rows, other]
        k = (level - a) / (b - a)
        ends.append([c[some][rows, odd] + k * (c[some][rows, other] - c[some][rows, odd]) for c in (u, v)])
      self._pieces(np.stack([ends[0][0], ends[1][0]], 1), np.stack([ends[0][1], ends[1][1]], 1),
                   self._next(colors if isinstance(colors, str) else None))
      self.parts[-1].set_label(f"{level:.4g}")
    self.about["legend"] = len(levels) <= 8
    return _Levels(levels)

  def axhline(self, y=0, xmin=0, xmax=1, color=None, linestyle=None, ls=None, label=None, **kwargs):
    """A line across the chart at y."""
    self.parts.append(_Across("y", float(y), label, self._next(color), (linestyle or ls or "-") != "-"))
    return self.parts[-1]

  def axvline(self, x=0, ymin=0, ymax=1, color=None, linestyle=None, ls=None, label=None, **kwargs):
    """A line up the chart at x."""
    self.parts.append(_Across("x", float(x), label, self._next(color), (linestyle or ls or "-") != "-"))
    return self.parts[-1]

  def hlines(self, y, xmin, xmax, colors=None, **kwargs):
    """Lines from xmin to xmax at each y."""
    y = np.asarray(y, np.float64).reshape(-1)
    ends = [np.broadcast_to(np.asarray(v, np.float64), y.shape) for v in (xmin, xmax)]
    self._pieces(np.stack(ends, 1), np.stack([y, y], 1), self._next(colors))

  def vlines(self, x, ymin, ymax, colors=None, **kwargs):
    """Lines from ymin to ymax at each x."""
    x = np.asarray(x, np.float64).reshape(-1)
    ends = [np.broadcast_to(np.asarray(v, np.float64), x.shape) for v in (ymin, ymax)]
    self._pieces(np.stack([x, x], 1), np.stack(ends, 1), self._next(colors))

  def text(self, x, y, s, *args, **kwargs):
    """A remark on a place: it stands below the chart with the place."""
    self.about.setdefault("notes", []).append(f"at {x:g}, {y:g}: {s}" if kwargs.get("transform") is None else str(s))
    return Text(x, y, str(s))

  def annotate(self, text, xy, xytext=None, **kwargs):
    """A remark on the place xy: it stands below the chart with the place."""
    return self.text(xy[0], xy[1], text)

  def semilogx(self, *args, **kwargs):
    """plot with a logarithmic x axis."""
    self.set_xscale("log")
    return self.plot(*args, **kwargs)

  def semilogy(self, *args, **kwargs):
    """plot with a logarithmic y axis."""
    self.set_yscale("log")
    return self.plot(*args, **kwargs)

  def loglog(self, *args, **kwargs):
    """plot with two logarithmic axes."""
    self.set_xscale("log")
    self.set_yscale("log")
    return self.plot(*args, **kwargs)

  def legend(self, handles=None, labels=None, **kwargs):
    """Shows the labels."""
    if labels is None and isinstance(handles, (list, tuple)) and all(isinstance(h, str) for h in handles):
      handles, labels = None, handles
    if labels is not None:
      for part, name in zip(handles if handles is not None else self.parts, labels):
        if isinstance(part, (list, tuple)):
          part = part[0]
        if isinstance(part, BarContainer):
          part.label = str(name)
        else:
          part.set_label(name)
    self.about["legend"] = True
    return Legend()

  def grid(self, visible=None, *args, **kwargs):
    """Lines at the ticks, on or off."""
    self.about["grid"] = not self.about.get("grid", False) if visible is None else bool(visible)

  def margins(self, *args, **kwargs):
    """Charts keep their margin."""

  def axis(self, arg=None, **kwargs):
    """"off" and "on", or the limits x0, x1, y0, y1."""
    if isinstance(arg, str):
      if arg in ("off", "on"):
        self.about["off"] = arg == "off"
    elif isinstance(arg, bool):
      self.about["off"] = not arg
    elif arg is not None:
      self.about["x_limit"], self.about["y_limit"] = np.array(arg[:2], np.float64), np.array(arg[2:], np.float64)
    return _plot.limits(self._spec())

  def set_axis_off(self):
    self.about["off"] = True

  def _limit(self, d, first, last):
    if last is None and isinstance(first, (list, tuple, np.ndarray)):
      first, last = first
    old = _plot.limits(self._spec())
    old = old[:2] if d == "x" else old[2:]
    new = (float(old[0] if first is None else first), float(old[1] if last is None else last))
    self.about[d + "_limit"] = np.array(new)
    return new

  def set_xlim(self, left=None, right=None, xmin=None, xmax=None, **kwargs):
    return self._limit("x", left if left is not None else xmin, right if right is not None else xmax)

  def set_ylim(self, bottom=None, top=None, ymin=None, ymax=None, **kwargs):
    return self._limit("y", bottom if bottom is not None else ymin, top if top is not None else ymax)

  def get_xlim(self):
    return _plot.limits(self._spec())[:2]

  def get_ylim(self):
    return _plot.limits(self._spec())[2:]

  def invert_yaxis(self):
    low, high = self.get_ylim()
    self.about["y_limit"] = np.array([high, low])

  def set_title(self, label, **kwargs):
    self.about["title"] = str(label)
    return Text(0.5, 1.0, str(label))

  def set_xlabel(self, label, **kwargs):
    self.about["x_label"] = str(label)
    return Text(0.5, 0, str(label))

  def set_ylabel(self, label, **kwargs):
    self.about["y_label"] = str(label)
    return Text(0, 0.5, str(label))

  def set_xscale(self, value, **kwargs):
    self._scale("x", value)

  def set_yscale(self, value, **kwargs):
    self._scale("y", value)

  def _scale(self, d, value):
    if value not in ("linear", "log", "symlog", "logit"):
      raise ValueError(f"{value!r} is not a valid value for scale; supported values are 'linear', 'log'")
    self.about[d + "_log"] = value == "log"

  def _ticks(self, d, ticks, labels):
    if ticks is not None:
      self.about[d + "_ticks"] = np.asarray(list(ticks), np.float64)
      self.about.pop(d + "_names", None)
    if labels is not None:
      self.about[d + "_names"] = [str(n) for n in labels]
    return self.about.get(d + "_ticks", np.array([])), [Text(0, 0, n) for n in self.about.get(d + "_names", [])]

  def set_xticks(self, ticks, labels=None, **kwargs):
    self._ticks("x", ticks, labels)

  def set_yticks(self, ticks, labels=None, **kwargs):
    self._ticks("y", ticks, labels)

  def set_xticklabels(self, labels, **kwargs):
    self._ticks("x", None, labels) if "x_ticks" in self.about else self._ticks("x", range(len(labels)), labels)

  def set_yticklabels(self, labels, **kwargs):
    self._ticks("y", None, labels) if "y_ticks" in self.about else self._ticks("y", range(len(labels)), labels)

  def tick_params(self, *args, **kwargs):
    """Ticks look the same everywhere."""

  def set(self, **kwargs):
    for k, v in kwargs.items():
      getattr(self, "set_" + k)(v)

  def __getattr__(self, name):
    raise AttributeError(f"'Axes' object has no attribute '{name}': tfs draws lines, points, bars, shares, boxes, "
                         f"contours, histograms and pictures")

  def get_legend_handles_labels(self):
    named = [(p, p.label if isinstance(p, BarContainer) else p.get_label()) for p in self.parts]
    named = [(p, n) for p, n in named if n]
    return [p for p, _ in named], [n for _, n in named]

  def _spec(self):
    rows, cols, row, col = self.place
    series = []
    for p in self.parts:
      if not isinstance(p, _Across):
        series += p._series()
    plain = {**self.about, "series": series}
    for p in self.parts:
      if isinstance(p, _Across):
        series.append(p.line(plain))
    out = {**self.about, "series": series, "row": row, "col": col, "colorbar": self.colorbar}
    if not self.about.get("legend"):
      out["series"] = [{**s, "label": ""} for s in series]
    return out


class _Across(_Artist):
  """A line over the whole chart."""
  def __init__(self, d, at, label, t, dashed):
    self.d, self.at = d, at
    self.about = {"kind": "line", "label": "" if label is None else str(label), "tone": t, "dashed": dashed}

  def line(self, chart):
    x0, x1, y0, y1 = _plot.limits(chart)
    ends = ((np.array([self.at, self.at]), np.array([y0, y1])) if self.d == "x"
            else (np.array([x0, x1]), np.array([self.at, self.at])))
    return {**self.about, "x": ends[0], "y": ends[1]}


class _Levels:
  """What contour gives: its levels."""
  def __init__(self, levels):
    self.levels = levels

  def clabel(self, *args, **kwargs):
    """The levels stand in the legend."""
    return []


class Figure:
  def __init__(self, number, figsize=None, dpi=None):
    self.number, self.axes, self.title = number, [], ""
    self.size = tuple(figsize or rcParams["figure.figsize"])
    self._current = None

  def __repr__(self):
    return f"<Figure size {self.size[0] * 100:g}x{self.size[1] * 100:g} with {len(self.axes)} Axes>"

  def clear(self):
    self.axes, self._current, self.title = [], None, ""

  clf = clear

  def gca(self):
    if self._current is None:
      self.add_subplot(1, 1, 1)
    return self._current

  def add_subplot(self, *args, **kwargs):
    if len(args) == 1 and isinstance(args[0], int) and args[0] >= 100:
      args = (args[0] // 100, args[0] // 10 % 10, args[0] % 10)
    rows, cols, index = args if len(args) == 3 else (1, 1, 1)
    if isinstance(index, (tuple, list)):
      index = index[0]
    if not 1 <= index <= rows * cols:
      raise ValueError(f"num must be an integer with 1 <= num <= {rows * cols}, not {index}")
    place = (int(rows), int(cols), (index - 1) // cols, (index - 1) % cols)
    for a in self.axes:
      if a.place == place:
        self._current = a
        return a
    self._current = Axes(self, *place)
    self.axes.append(self._current)
    return self._current

  def subplots(self, nrows=1, ncols=1, squeeze=True, **kwargs):
    made = np.empty((nrows, ncols), dtype=object)
    for i in range(nrows):
      for j in range(ncols):
        made[i, j] = self.add_subplot(nrows, ncols, i * ncols + j + 1)
    self._current = self.axes[0]
    if not squeeze:
      return made
    return made[0, 0] if nrows == ncols == 1 else made.reshape(-1) if 1 in (nrows, ncols) else made

  def suptitle(self, t, **kwargs):
    self.title = str(t)
    return Text(0.5, 0.98, str(t))

  def colorbar(self, mappable=None, ax=None, **kwargs):
    (ax if isinstance(ax, Axes) else self.gca()).colorbar = True

  def tight_layout(self, **kwargs):
    """Figures always leave the room that is needed."""

  subplots_adjust = autofmt_xdate = set_size_inches = tight_layout

  def legend(self, *args, **kwargs):
    return self.gca().legend(*args)

  def _picture(self, scale=1.0):
    rows = max([a.place[0] for a in self.axes], default=1)
    cols = max([a.place[1] for a in self.axes], default=1)
    w, h = min(960, round(self.size[0] * 100 * scale)), round(self.size[1] * 100 * scale)
    h = round(h * w / max(round(self.size[0] * 100 * scale), 1))
    return _plot.figure({"title": self.title, "rows": rows, "cols": cols, "w": max(w, 40), "h": min(max(h, 40), 8000),
                         "axes": [a._spec() for a in sorted(self.axes, key=lambda a: (a.place[2], a.place[3]))]})

  def savefig(self, fname, **kwargs):
    name = str(fname)
    if "." not in name.rsplit("/", 1)[-1]:
      name += "." + kwargs.get("format", "png")
    self._picture().save(name)

  def show(self):
    display(self._picture())
