# tfs's own: series in six bases, each by its recurrence x B[n] = up B[n+1] + same B[n] + down B[n-1].
"""Polynomials as coefficients in a basis."""
import numpy as np

__name__ = "numpy.polynomial"


def as_series(values, trim=True):
    out = []
    for v in values:
        a = np.array(v, ndmin=1)
        if a.size == 0:
            raise ValueError("Coefficient array is empty")
        if a.ndim != 1:
            raise ValueError("Coefficient array is not 1-d")
        if a.dtype.kind in "biu":
            a = a.astype(float)
        out.append(trimmed(a) if trim else a)
    if any(a.dtype.kind == "c" for a in out):
        out = [a.astype(complex) for a in out]
    return out


def trimmed(c):
    n = len(c)
    while n > 1 and c[n - 1] == 0:
        n -= 1
    return c[:n]


def trimcoef(c, tol=0):
    if tol < 0:
        raise ValueError("tol must be non-negative")
    [c] = as_series([c])
    [at] = np.nonzero(np.abs(c) > tol)
    return c[:1] * 0 if len(at) == 0 else c[:at[-1] + 1].copy()


def mapparms(old, new):
    length, onto = old[1] - old[0], new[1] - new[0]
    return (old[1] * new[0] - old[0] * new[1]) / length, onto / length


def mapdomain(x, old, new):
    if type(x) not in (int, float, complex) and not isinstance(x, np.generic) and not hasattr(x, "coef"):
        x = np.asanyarray(x)
    off, scl = mapparms(old, new)
    return off + scl * x


def getdomain(x):
    x = np.asarray(x, float)
    return np.array((x.min(), x.max()))


def add(a, b):
    a, b = as_series([a, b])
    if len(a) < len(b):
        a, b = b, a
    out = a.copy()
    out[:len(b)] += b
    return trimmed(out)


def sub(a, b):
    a, b = as_series([a, b])
    return add(a, -b)


class Basis:
    """What one basis can do with coefficients; the subclasses have its numbers."""
    name, prefix, domain = "", "", (-1., 1.)

    def line(self, off, scl):
        return np.array([off, scl]) if scl != 0 else np.array([off])

    def fromroots(self, roots):
        if len(roots) == 0:
            return np.ones(1)
        [roots] = as_series([roots], trim=False)
        parts = [self.line(-r, 1) for r in np.sort(roots)]
        while len(parts) > 1:
            half, odd = divmod(len(parts), 2)
            joined = [self.mul(parts[i], parts[i + half]) for i in range(half)]
            if odd:
                joined[0] = self.mul(joined[0], parts[-1])
            parts = joined
        return parts[0]

    def mulx(self, c):
        [c] = as_series([c])
        if len(c) == 1 and c[0] == 0:
            return c
        out = np.zeros(len(c) + 1, c.dtype)
        for i in range(len(c)):
            self.shift(out, i, c[i])
        return out

    def mul(self, a, b):
        a, xs = as_series([a, b])
        if len(a) > len(xs):
            a, xs = xs, a
        if len(a) == 1:
            return add(a[0] * xs, 0)
        c0, c1, nd = a[-2] * xs, a[-1] * xs, len(a)
        for i in range(3, len(a) + 1):
            nd -= 1
            c0, c1 = self.product(c0, c1, a[-i] * xs, nd)
        return self.product_end(c0, c1)

    def div(self, a, b):
        a, b = as_series([a, b])
        if b[-1] == 0:
            raise ZeroDivisionError
        if len(a) < len(b):
            return a[:1] * 0, a
        if len(b) == 1:
            return a / b[-1], a[:1] * 0
        quo, rem = np.zeros(len(a) - len(b) + 1, a.dtype), a
        for i in range(len(a) - len(b), -1, -1):
            p = self.mul([0] * i + [1], b)
            q = rem[-1] / p[-1]
            rem = rem[:-1] - q * p[:-1]
            quo[i] = q
        return quo, trimmed(rem)

    def pow(self, c, pow, maxpower=16):
        [c] = as_series([c])
        power = int(pow)
        if power != pow or power < 0:
            raise ValueError("Power must be a non-negative integer.")
        if maxpower is not None and power > maxpower:
            raise ValueError("Power is too large")
        out = np.array([1], dtype=c.dtype)
        for i in range(power):
            out = c if i == 0 else self.mul(out, c)
        return out

    def val(self, x, c, tensor=True):
        c = np.array(c, ndmin=1)
        if c.dtype.kind in "biu":
            c = c.astype(float)
        if isinstance(x, (tuple, list)):
            x = np.asarray(x)
        if isinstance(x, np.ndarray) and tensor and c.ndim > 1:
            c = c.reshape(c.shape + (1,) * x.ndim)
        if len(c) == 1:
            return self.end(c[0], 0, x)
        c0, c1, nd = c[-2], c[-1], len(c)
        for i in range(3, len(c) + 1):
            nd -= 1
            c0, c1 = self.step(c0, c1, c[-i], x, nd)
        return self.end(c0, c1, x)

    def vander(self, x, deg):
        if deg < 0:
            raise ValueError("deg must be non-negative")
        x = np.array(x, ndmin=1) + 0.0
        rows = [x * 0 + 1]
        for i in range(1, deg + 1):
            rows.append(self.next(rows, i, x))
        return np.moveaxis(np.array(rows), 0, -1)

    def der(self, c, m=1, scl=1, axis=0):
        c = np.array(c, ndmin=1)
        if c.dtype.kind in "biu":
            c = c.astype(float)
        if m < 0:
            raise ValueError("The order of derivation must be non-negative")
        if m >= len(c) and m > 0:
            return c[:1] * 0
        for _ in range(m):
            c = c * scl
            out = np.zeros(len(c) - 1, c.dtype)
            self.differentiate(c, out, len(c) - 1)
            c = out
        return c

    def int(self, c, m=1, k=[], lbnd=0, scl=1, axis=0):
        c = np.array(c, ndmin=1)
        if c.dtype.kind in "biu":
            c = c.astype(float)
        k = list(k) if np.iterable(k) else [k]
        if m < 0:
            raise ValueError("The order of integration must be non-negative")
        if len(k) > m:
            raise ValueError("Too many integration constants")
        k += [0] * (m - len(k))
        for i in range(m):
            c = c * scl
            if len(c) == 1 and c[0] == 0:
                c[0] += k[i]
                continue
            out = np.zeros(len(c) + 1, c.dtype)
            self.integrate(c, out)
            out[0] += k[i] - self.val(lbnd, out)
            c = out
        return c

    def fit(self, x, y, deg, rcond=None, full=False, w=None):
        x, y, deg = np.asarray(x) + 0.0, np.asarray(y) + 0.0, np.asarray(deg)
        if deg.ndim > 1 or deg.dtype.kind not in "iu" or deg.size == 0:
            raise TypeError("deg must be an int or non-empty 1-D array of int")
        if deg.min() < 0:
            raise ValueError("expected deg >= 0")
        if x.ndim != 1:
            raise TypeError("expected 1D vector for x")
        if x.size == 0:
            raise TypeError("expected non-empty vector for x")
        if y.ndim < 1 or y.ndim > 2:
            raise TypeError("expected 1D or 2D array for y")
        if len(x) != len(y):
            raise TypeError("expected x and y to have same length")
        table = self.vander(x, int(deg.max()))
        if deg.ndim:
            deg = np.sort(deg)
            table = table[:, deg]
        if w is not None:
            w = np.asarray(w) + 0.0
            if w.ndim != 1:
                raise TypeError("expected 1D vector for w")
            if len(x) != len(w):
                raise TypeError("expected x and w to have same length")
            table, y = table * w[:, None], (y.T * w).T
        scale = np.sqrt(np.square(table).sum(0))
        scale[scale == 0] = 1
        if rcond is None:
            rcond = len(x) * np.finfo(x.dtype).eps
        c, resids, rank, s = np.linalg.lstsq(table / scale, y, rcond)
        c = (c.T / scale).T
        if deg.ndim:
            whole = np.zeros((int(deg[-1]) + 1,) + c.shape[1:], c.dtype)
            whole[deg] = c
            c = whole
        return (c, [resids, rank, s, rcond]) if full else c

    def companion(self, c):
        [c] = as_series([c])
        if len(c) < 2:
            raise ValueError("Series must have maximum degree of at least 1.")
        n = len(c) - 1
        out = np.zeros((n, n), c.dtype)
        for j in range(n):
            column = self.mulx([0.] * j + [1.])
            out[:min(len(column), n), j] = column[:n]
            if len(column) > n:
                out[:, j] -= column[n] * c[:-1] / c[-1]
        scale = self.lengths(n)
        return out if scale is None else scale[:, None] * out / scale

    def lengths(self, n):
        """Factors of the basis under which multiplying by x is symmetric; None where the matrix stays as it is."""
        if not self.prefix or self.prefix == "poly" or n < 2:
            return None
        out = np.ones(n)
        for j in range(n - 1):
            up, down = self.mulx([0.] * (j + 1) + [1.])[j], self.mulx([0.] * j + [1.])[j + 1]
            out[j + 1] = out[j] * np.sqrt(up / down)
        return out

    def roots(self, c):
        [c] = as_series([c])
        if len(c) < 2:
            return np.array([], dtype=c.dtype)
        out = np.linalg.eigvals(self.companion(c)[::-1, ::-1])
        return np.sort(out)


class Power(Basis):
    name, prefix = "", "poly"

    def shift(self, out, i, v):
        out[i + 1] = v

    def mul(self, a, b):
        a, b = as_series([a, b])
        return trimmed(np.convolve(a, b))

    def div(self, a, b):
        a, b = as_series([a, b])
        if b[-1] == 0:
            raise ZeroDivisionError
        if len(a) < len(b):
            return a[:1] * 0, a
        if len(b) == 1:
            return a / b[-1], a[:1] * 0
        a, last, low = a.copy(), b[-1], b[:-1] / b[-1]
        i, j = len(a) - len(b), len(a) - 1
        while i >= 0:
            a[i:j] -= low * a[j]
            i, j = i - 1, j - 1
        return a[j + 1:] / last, trimmed(a[:j + 1])

    def val(self, x, c, tensor=True):
        c = np.array(c, ndmin=1)
        if c.dtype.kind in "biu":
            c = c.astype(float)
        if isinstance(x, (tuple, list)):
            x = np.asarray(x)
        if isinstance(x, np.ndarray) and tensor and c.ndim > 1:
            c = c.reshape(c.shape + (1,) * x.ndim)
        out = c[-1] + x * 0
        for i in range(2, len(c) + 1):
            out = c[-i] + out * x
        return out

    def next(self, rows, i, x):
        return rows[i - 1] * x

    def differentiate(self, c, out, n):
        for j in range(n, 0, -1):
            out[j - 1] = j * c[j]

    def integrate(self, c, out):
        for j in range(len(c)):
            out[j + 1] = c[j] / (j + 1)

    def roots(self, c):
        [c] = as_series([c])
        return np.array([-c[0] / c[1]]) if len(c) == 2 else super().roots(c)


class Cheb(Basis):
    name, prefix = "T", "cheb"

    def shift(self, out, i, v):
        if i == 0:
            out[1] = v
        else:
            out[i + 1] += v / 2
            out[i - 1] += v / 2

    def mul(self, a, b):
        a, b = as_series([a, b])
        za, zb = [np.concatenate([c[:0:-1] / 2, c[:1], c[1:] / 2]) for c in (a, b)]
        z = np.convolve(za, zb)
        n = (len(z) + 1) // 2
        c = z[n - 1:].copy()
        c[1:] *= 2
        return trimmed(c)

    def step(self, c0, c1, c, x, nd):
        return c - c1, c0 + c1 * (2 * x)

    def end(self, c0, c1, x):
        return c0 + c1 * x

    def next(self, rows, i, x):
        return x if i == 1 else rows[i - 1] * (2 * x) - rows[i - 2]

    def differentiate(self, c, out, n):
        for j in range(n, 2, -1):
            out[j - 1] = (2 * j) * c[j]
            c[j - 2] += (j * c[j]) / (j - 2)
        if n > 1:
            out[1] = 4 * c[2]
        out[0] = c[1]

    def integrate(self, c, out):
        out[1] = c[0]
        if len(c) > 1:
            out[2] = c[1] / 4
        for j in range(2, len(c)):
            out[j + 1] = c[j] / (2 * (j + 1))
            out[j - 1] -= c[j] / (2 * (j - 1))


class Leg(Basis):
    name, prefix = "P", "leg"

    def shift(self, out, i, v):
        out[i + 1] += (v * (i + 1)) / (2 * i + 1)
        if i:
            out[i - 1] += (v * i) / (2 * i + 1)

    def product(self, c0, c1, c, nd):
        return sub(c, (c1 * (nd - 1)) / nd), add(c0, (self.mulx(c1) * (2 * nd - 1)) / nd)

    def product_end(self, c0, c1):
        return add(c0, self.mulx(c1))

    def step(self, c0, c1, c, x, nd):
        return c - c1 * ((nd - 1) / nd), c0 + c1 * x * ((2 * nd - 1) / nd)

    def end(self, c0, c1, x):
        return c0 + c1 * x

    def next(self, rows, i, x):
        return x if i == 1 else (rows[i - 1] * x * (2 * i - 1) - rows[i - 2] * (i - 1)) / i

    def differentiate(self, c, out, n):
        for j in range(n, 2, -1):
            out[j - 1] = (2 * j - 1) * c[j]
            c[j - 2] += c[j]
        if n > 1:
            out[1] = 3 * c[2]
        out[0] = c[1]

    def integrate(self, c, out):
        out[1] = c[0]
        if len(c) > 1:
            out[2] = c[1] / 3
        for j in range(2, len(c)):
            t = c[j] / (2 * j + 1)
            out[j + 1] = t
            out[j - 1] -= t
