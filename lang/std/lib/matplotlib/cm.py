"""The names of colour maps. What is not gray is drawn in viridis."""


class Colormap:
  def __init__(self, name):
    self.name = name

  def __repr__(self):
    return f"<Colormap {self.name}>"


def get_cmap(name="viridis"):
  return name if isinstance(name, Colormap) else Colormap(str(name))


for _n in ["viridis", "plasma", "inferno", "magma", "cividis", "gray", "binary", "Greys", "Blues", "Reds", "Greens",
           "jet", "hot", "cool", "coolwarm", "RdBu", "bwr", "seismic", "hsv", "rainbow", "bone", "gray_r", "Greys_r",
           "YlGnBu", "tab10"]:
  globals()[_n] = Colormap(_n)
