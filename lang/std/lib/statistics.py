# tfs's own: statistics, as their documentation describes them; sums are exact.
"""Means, medians, spreads and other statistics of numbers."""
import _sums
import math as _math
import random as _random
from bisect import bisect_left as _left, bisect_right as _right
from collections import Counter as _Counter, namedtuple as _namedtuple
from decimal import Decimal as _Decimal
from fractions import Fraction as _Fraction

__all__ = ["NormalDist", "StatisticsError", "correlation", "covariance", "fmean", "geometric_mean", "harmonic_mean",
           "linear_regression", "mean", "median", "median_grouped", "median_high", "median_low", "mode", "multimode",
           "pstdev", "pvariance", "quantiles", "stdev", "variance"]

class StatisticsError(ValueError): pass

def _exact(data):
    """The kind of the numbers, their exact sum and how many there are."""
    data = _list(data)
    if known := _sums.exact(data, False):
        floats, total, _, twos = known
        return float if floats else int, _Fraction(total, 1 << twos), len(data)
    kind, total, n, odd = int, 0, 0, None
    for x in data:
        n += 1
        kind = _wider(kind, type(x))
        if isinstance(x, float) and not _math.isfinite(x) or isinstance(x, _Decimal) and not x.is_finite():
            odd = x if odd is None else odd + x
        elif isinstance(x, (int, _Fraction)):
            total += _Fraction(x)
        elif isinstance(x, (float, _Decimal)):
            total += _Fraction(*x.as_integer_ratio())
        else:
            try:
                total += _Fraction(*x.as_integer_ratio())
            except AttributeError:
                try:
                    total += _Fraction(x.numerator, x.denominator)
                except AttributeError:
                    raise TypeError(f"can't convert type '{type(x).__name__}' to numerator/denominator") from None
    return kind, odd if odd is not None else _Fraction(total), n

def _wider(a, b):
    if a is b or b is int or b is bool:
        return a
    if a is int or issubclass(b, a):
        return b
    if issubclass(a, b):
        return a
    if issubclass(a, _Fraction) and issubclass(b, float):
        return b
    if issubclass(a, float) and issubclass(b, _Fraction):
        return a
    raise TypeError(f"don't know how to coerce {a.__name__} and {b.__name__}")

def _as(value, kind):
    """An exact value as the kind of number of the data."""
    if type(value) is kind:
        return value
    if issubclass(kind, int) and value.denominator != 1:
        kind = float
    try:
        return kind(value)
    except TypeError:
        if issubclass(kind, _Decimal):
            return kind(value.numerator) / kind(value.denominator)
        raise

def _list(data): return data if isinstance(data, list) else list(data)

def mean(data):
    """The sum over how many there are."""
    kind, total, n = _exact(data)
    if n < 1:
        raise StatisticsError("mean requires at least one data point")
    return _as(total / n, kind)

def fmean(data, weights=None):
    """The mean as a float."""
    data = _list(data)
    if weights is None:
        if not data:
            raise StatisticsError("fmean requires at least one data point")
        return _math.fsum(data) / len(data)
    weights = _list(weights)
    if len(weights) != len(data):
        raise StatisticsError("data and weights must be the same length")
    whole = _math.fsum(weights)
    if not whole:
        raise StatisticsError("sum of weights must be non-zero")
    return _math.fsum(x * w for x, w in zip(data, weights)) / whole

def geometric_mean(data):
    """The mean of the logarithms, turned back."""
    try:
        return _math.exp(fmean(map(_math.log, data)))
    except ValueError:
        raise StatisticsError("geometric mean requires a non-empty dataset containing positive numbers") from None

def harmonic_mean(data, weights=None):
    """The inverse of the mean of the inverses."""
    data = _list(data)
    fault = "harmonic mean does not support negative values"
    if not data:
        raise StatisticsError("harmonic_mean requires at least one data point")
    if len(data) == 1 and weights is None:
        if data[0] < 0:
            raise StatisticsError(fault)
        return data[0]
    if weights is None:
        weights, whole = [1] * len(data), len(data)
    else:
        weights = _list(weights)
        if len(weights) != len(data):
            raise StatisticsError("Number of weights does not match data size")
        whole = _exact(weights)[1]
    if any(x < 0 for x in data):
        raise StatisticsError(fault)
    if any(x == 0 for x in data):
        return 0
    kind, total, _ = _exact(w / x if w else 0 for w, x in zip(weights, data))
    if total <= 0:
        raise StatisticsError("Weighted sum must be positive")
    return _as(whole / total, kind)

def median(data):
    """The middle, or the mean of the two in the middle."""
    data, n = sorted(data), 0
    n = len(data)
    if not n:
        raise StatisticsError("no median for empty data")
    return data[n // 2] if n % 2 else (data[n // 2 - 1] + data[n // 2]) / 2

def median_low(data):
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[(len(data) - 1) // 2]

def median_high(data):
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[len(data) // 2]

def median_grouped(data, interval=1.0):
    """The median of values that stand for intervals."""
    data = sorted(data)
    n = len(data)
    if not n:
        raise StatisticsError("no median for empty data")
    x = data[n // 2]
    i = _left(data, x)
    j = _right(data, x, lo=i)
    try:
        interval, x = float(interval), float(x)
    except ValueError:
        raise TypeError("Value cannot be converted to a float")
    return x - interval / 2.0 + interval * (n / 2 - i) / (j - i)

def mode(data):
    """The most frequent value, the first of equals."""
    found = _Counter(iter(data)).most_common(1)
    if not found:
        raise StatisticsError("no mode for empty data")
    return found[0][0]

def multimode(data):
    """All of the most frequent values."""
    counts = _Counter(iter(data))
    most = max(counts.values(), default=0)
    return [value for value, n in counts.items() if n == most]

def quantiles(data, *, n=4, method="exclusive"):
    """What divides the data into n parts with equal chances."""
    if n < 1:
        raise StatisticsError("n must be at least 1")
    data = sorted(data)
    size = len(data)
    if size < 2:
        raise StatisticsError("must have at least two data points")
    if method == "inclusive":
        out = []
        for i in range(1, n):
            j, rest = divmod(i * (size - 1), n)
            out.append((data[j] * (n - rest) + data[j + 1] * rest) / n)
        return out
    if method != "exclusive":
        raise ValueError(f"Unknown method: {method!r}")
    out = []
    for i in range(1, n):
        j = min(max(i * (size + 1) // n, 1), size - 1)
        rest = i * (size + 1) - j * n
        out.append((data[j - 1] * (n - rest) + data[j] * rest) / n)
    return out

def _spread(data, center):
    """The kind, the exact sum of the squares of the distances from the center, the mean, and how many."""
    data = _list(data)
    if center is None and (known := _sums.exact(data, True)) and data:
        floats, total, squares, twos = known
        n = len(data)
        return (float if floats else int, _Fraction(squares * n - total * total, n << 2 * twos),
                _Fraction(total, n << twos), n)
    if center is not None:
        kind, total, n = _exact([(d := x - center) * d for x in data])
        return kind, total, center, n
    kind, total, n = _exact(data)
    if not n:
        return kind, 0, 0, 0
    if not isinstance(total, _Fraction):
        return kind, total, total, n
    center = total / n
    return kind, _Fraction(sum((_Fraction(*x.as_integer_ratio()) - center) ** 2 for x in data)), center, n

def _variance(data, center, less, what):
    kind, squares, _, n = _spread(data, center)
    if n < 1 + less:
        raise StatisticsError(f"{what} requires at least {'two data points' if less else 'one data point'}")
    return kind, squares / (n - less)

def variance(data, xbar=None):
    """The variance of a sample."""
    kind, value = _variance(data, xbar, 1, "variance")
    return _as(value, kind)

def pvariance(data, mu=None):
    """The variance of a whole population."""
    kind, value = _variance(data, mu, 0, "pvariance")
    return _as(value, kind)

def _root(value, kind):
    if not isinstance(value, _Fraction):
        return kind(value)
    if issubclass(kind, _Decimal):
        return (kind(value.numerator) / kind(value.denominator)).sqrt()
    return _float_root(value.numerator, value.denominator)

def _float_root(n, d):
    """The square root of a fraction, rounded once."""
    shift = (n.bit_length() - d.bit_length() - 109) // 2
    if shift >= 0:
        low, high = d << 2 * shift, n
    else:
        low, high = d, n << -2 * shift
    root = _math.isqrt(high // low)
    if root * root * low != high:
        root |= 1  # what is cut off rounds to the odd
    return (root << shift) / 1 if shift >= 0 else root / (1 << -shift)

def stdev(data, xbar=None):
    """The square root of the variance of a sample."""
    kind, value = _variance(data, xbar, 1, "stdev")
    return _root(value, kind)

def pstdev(data, mu=None):
    """The square root of the variance of a population."""
    kind, value = _variance(data, mu, 0, "pstdev")
    return _root(value, kind)

def _pairs(x, y, what, fault):
    x, y = _list(x), _list(y)
    if len(y) != len(x):
        raise StatisticsError(f"{what} requires that both inputs have same number of data points")
    if len(x) < 2:
        raise StatisticsError(f"{what} requires at least two data points")
    return x, y, _math.fsum(x) / len(x), _math.fsum(y) / len(x)

def covariance(x, y, /):
    """How two series vary together."""
    x, y, mx, my = _pairs(x, y, "covariance", "")
    return _math.fsum((a - mx) * (b - my) for a, b in zip(x, y)) / (len(x) - 1)

def correlation(x, y, /):
    """Pearson's correlation of two series, from -1 to 1."""
    x, y, mx, my = _pairs(x, y, "correlation", "")
    xy = _math.fsum((a - mx) * (b - my) for a, b in zip(x, y))
    xx, yy = _math.fsum((a - mx) ** 2.0 for a in x), _math.fsum((b - my) ** 2.0 for b in y)
    try:
        return xy / _math.sqrt(xx * yy)
    except ZeroDivisionError:
        raise StatisticsError("at least one of the inputs is constant")

LinearRegression = _namedtuple("LinearRegression", ("slope", "intercept"))

def linear_regression(x, y, /, *, proportional=False):
    """Slope and intercept of the straight line nearest to the points."""
    x, y, mx, my = _pairs(x, y, "linear regression", "")
    if proportional:
        xy, xx = _math.fsum(a * b for a, b in zip(x, y)), _math.fsum(a * a for a in x)
    else:
        xy, xx = _math.fsum((a - mx) * (b - my) for a, b in zip(x, y)), _math.fsum((a - mx) ** 2.0 for a in x)
    try:
        slope = xy / xx
    except ZeroDivisionError:
        raise StatisticsError("x is constant")
    return LinearRegression(slope=slope, intercept=0.0 if proportional else my - slope * mx)

class NormalDist:
    """A normal distribution."""
    __slots__ = {"_mu": "the mean", "_sigma": "the standard deviation"}

    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError("sigma must be non-negative")
        self._mu, self._sigma = float(mu), float(sigma)

    @classmethod
    def from_samples(cls, data):
        data = _list(data)
        return cls(fmean(data), stdev(data))

    def samples(self, n, *, seed=None):
        gauss = _random.gauss if seed is None else _random.Random(seed).gauss
        return [gauss(self._mu, self._sigma) for _ in range(n)]

    def pdf(self, x):
        variance = self._sigma * self._sigma
        if not variance:
            raise StatisticsError("pdf() not defined when sigma is zero")
        away = x - self._mu
        return _math.exp(away * away / (-2.0 * variance)) / _math.sqrt(_math.tau * variance)

    def cdf(self, x):
        if not self._sigma:
            raise StatisticsError("cdf() not defined when sigma is zero")
        return 0.5 * (1.0 + _math.erf((x - self._mu) / (self._sigma * _math.sqrt(2.0))))

    def inv_cdf(self, p):
        if p <= 0.0 or p >= 1.0:
            raise StatisticsError("p must be in the range 0.0 < p < 1.0")
        if self._sigma <= 0.0:
            raise StatisticsError("cdf() not defined when sigma at or below zero")
        return self._mu + _normal_quantile(p) * self._sigma

    def quantiles(self, n=4): return [self.inv_cdf(i / n) for i in range(1, n)]

    def overlap(self, other):
        """How much of the area under two curves is under both."""
        if not isinstance(other, NormalDist):
            raise TypeError("Expected another NormalDist instance")
        a, b = sorted((self, other), key=lambda d: (d._sigma, d._mu))
        va, vb = a.variance, b.variance
        if not va or not vb:
            raise StatisticsError("overlap() not defined when sigma is zero")
        dv, dm = vb - va, abs(b._mu - a._mu)
        if not dv:
            return 1.0 - _math.erf(dm / (2.0 * a._sigma * _math.sqrt(2.0)))
        base = a._mu * vb - b._mu * va
        wide = a._sigma * b._sigma * _math.sqrt(dm * dm + dv * _math.log(vb / va))
        low, high = (base + wide) / dv, (base - wide) / dv
        return 1.0 - (abs(b.cdf(low) - a.cdf(low)) + abs(b.cdf(high) - a.cdf(high)))

    def zscore(self, x):
        if not self._sigma:
            raise StatisticsError("zscore() not defined when sigma is zero")
        return (x - self._mu) / self._sigma

    mean = median = mode = property(lambda self: self._mu)
    stdev = property(lambda self: self._sigma)
    variance = property(lambda self: self._sigma * self._sigma)

    def __add__(a, b):
        return (NormalDist(a._mu + b._mu, _math.hypot(a._sigma, b._sigma)) if isinstance(b, NormalDist)
                else NormalDist(a._mu + b, a._sigma))

    def __sub__(a, b):
        return (NormalDist(a._mu - b._mu, _math.hypot(a._sigma, b._sigma)) if isinstance(b, NormalDist)
                else NormalDist(a._mu - b, a._sigma))

    def __mul__(a, b): return NormalDist(a._mu * b, a._sigma * _math.fabs(b))
    def __truediv__(a, b): return NormalDist(a._mu / b, a._sigma / _math.fabs(b))
    def __pos__(a): return NormalDist(a._mu, a._sigma)
    def __neg__(a): return NormalDist(-a._mu, a._sigma)
    def __rsub__(a, b): return -(a - b)
    __radd__, __rmul__ = __add__, __mul__
    def __eq__(a, b): return (a._mu, a._sigma) == (b._mu, b._sigma) if isinstance(b, NormalDist) else NotImplemented
    def __hash__(self): return hash((self._mu, self._sigma))
    def __repr__(self): return f"{type(self).__name__}(mu={self._mu!r}, sigma={self._sigma!r})"

# Wichura's algorithm AS 241 (PPND16): numerators and denominators of three rational functions, highest power first.
_center = ((2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457,
            13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608),
           (5226.495278852854561, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867,
            5394.1960214247511077, 687.1870074920579083, 42.313330701600911252, 1.0))
_middle = ((7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177, 1.27045825245236838258,
            3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959, 1.42343711074968357734),
           (1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966, 0.14810397642748007459,
            0.68976733498510000455, 1.6763848301838038494, 2.05319162663775882187, 1.0))
_far = ((2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386, 0.026532189526576123093,
         0.29656057182850489123, 1.7848265399172913358, 5.4637849111641143699, 6.6579046435011037772),
        (2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5, 7.868691311456132591e-4,
         0.0148753612908506148525, 0.13692988092273580531, 0.59983220655588793769, 1.0))

def _ratio(pair, r):
    out = []
    for coefficients in pair:
        value = 0.0
        for c in coefficients:
            value = value * r + c
        out.append(value)
    return out

def _normal_quantile(p):
    """The quantile of the standard normal distribution."""
    q = p - 0.5
    if _math.fabs(q) <= 0.425:
        n, d = _ratio(_center, 0.180625 - q * q)
        return n * q / d
    r = _math.sqrt(-_math.log(p if q <= 0.0 else 1.0 - p))
    n, d = _ratio(_middle, r - 1.6) if r <= 5.0 else _ratio(_far, r - 5.0)
    return -n / d if q < 0.0 else n / d
