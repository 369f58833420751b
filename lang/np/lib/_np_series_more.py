# tfs's own: the bases of Hermite and Laguerre.
"""Polynomials as coefficients in a basis."""
from _np_series import Basis, add, np, sub

__name__ = "numpy.polynomial"


class Herm(Basis):
    name, prefix = "H", "herm"

    def line(self, off, scl):
        return np.array([off, scl / 2]) if scl != 0 else np.array([off])

    def shift(self, out, i, v):
        out[i + 1] += v / 2
        if i:
            out[i - 1] += v * i

    def product(self, c0, c1, c, nd):
        return sub(c, c1 * (2 * (nd - 1))), add(c0, self.mulx(c1) * 2)

    def product_end(self, c0, c1):
        return add(c0, self.mulx(c1) * 2)

    def step(self, c0, c1, c, x, nd):
        return c - c1 * (2 * (nd - 1)), c0 + c1 * (x * 2)

    def end(self, c0, c1, x):
        return c0 + c1 * (x * 2)

    def next(self, rows, i, x):
        return x * 2 if i == 1 else rows[i - 1] * (x * 2) - rows[i - 2] * (2 * (i - 1))

    def differentiate(self, c, out, n):
        for j in range(n, 0, -1):
            out[j - 1] = (2 * j) * c[j]

    def integrate(self, c, out):
        for j in range(len(c)):
            out[j + 1] = c[j] / (2 * (j + 1))


class HermE(Basis):
    name, prefix = "He", "herme"

    def shift(self, out, i, v):
        out[i + 1] += v
        if i:
            out[i - 1] += v * i

    def product(self, c0, c1, c, nd):
        return sub(c, c1 * (nd - 1)), add(c0, self.mulx(c1))

    def product_end(self, c0, c1):
        return add(c0, self.mulx(c1))

    def step(self, c0, c1, c, x, nd):
        return c - c1 * (nd - 1), c0 + c1 * x

    def end(self, c0, c1, x):
        return c0 + c1 * x

    def next(self, rows, i, x):
        return x if i == 1 else rows[i - 1] * x - rows[i - 2] * (i - 1)

    def differentiate(self, c, out, n):
        for j in range(n, 0, -1):
            out[j - 1] = j * c[j]

    def integrate(self, c, out):
        for j in range(len(c)):
            out[j + 1] = c[j] / (j + 1)


class Lag(Basis):
    name, prefix, domain = "L", "lag", (0., 1.)

    def line(self, off, scl):
        return np.array([off + scl, -scl]) if scl != 0 else np.array([off])

    def shift(self, out, i, v):
        out[i + 1] += -v * (i + 1)
        out[i] += v * (2 * i + 1)
        if i:
            out[i - 1] -= v * i

    def product(self, c0, c1, c, nd):
        return sub(c, (c1 * (nd - 1)) / nd), add(c0, sub((2 * nd - 1) * c1, self.mulx(c1)) / nd)

    def product_end(self, c0, c1):
        return add(c0, sub(c1, self.mulx(c1)))

    def step(self, c0, c1, c, x, nd):
        return c - (c1 * (nd - 1)) / nd, c0 + (c1 * ((2 * nd - 1) - x)) / nd

    def end(self, c0, c1, x):
        return c0 + c1 * (1 - x)

    def next(self, rows, i, x):
        return 1 - x if i == 1 else (rows[i - 1] * (2 * i - 1 - x) - rows[i - 2] * (i - 1)) / i

    def differentiate(self, c, out, n):
        for j in range(n, 1, -1):
            out[j - 1] = -c[j]
            c[j - 1] += c[j]
        out[0] = -c[1]

    def integrate(self, c, out):
        for j in range(len(c)):
            out[j] += c[j]
            out[j + 1] = -c[j]
