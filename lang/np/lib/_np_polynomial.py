# tfs's own: numpy.polynomial, classes and modules over the bases.
"""Polynomials in six bases: a class and a module of functions for each."""
import sys
import types

import numpy as np
import _np_series as _s
import _np_series_grid as _grid
import _np_series_more as _more

__name__ = "numpy.polynomial"

_SUB = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_SUP = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_style = ["unicode" if not sys.platform.startswith("win") else "ascii"]


def set_default_printstyle(style):
    """How polynomials print: 'unicode' or 'ascii'."""
    if style not in ("unicode", "ascii"):
        raise ValueError(f"Unsupported format string '{style}'. Valid options are 'ascii' and 'unicode'")
    _style[0] = style


def _number(x, parens=False):
    """A coefficient as str shows it: by NumPy's print options."""
    if not isinstance(x, (float, np.floating)):
        return str(x)
    options = np.get_printoptions()
    if np.isnan(x):
        return options["nanstr"]
    if np.isinf(x):
        return options["infstr"]
    x, digits = float(x), options["precision"]
    if x != 0 and (abs(x) >= 1e8 or abs(x) < 10 ** min(0, -(digits - 1) // 2)):
        short = f"{x:.{digits}e}"
        exact = f"{x:e}" if float(f"{x:e}") == x else short
        for n in range(digits + 1):
            if float(f"{x:.{n}e}") == x:
                exact = f"{x:.{n}e}"
                break
        mantissa, power = exact.split("e")
        mantissa = mantissa.rstrip("0") if "." in mantissa else mantissa + "."
        text = (mantissa + "0" if mantissa.endswith(".") else mantissa) + "e" + power
        return f"({text})" if parens else text
    text = repr(x)
    if "e" in text or len(text.partition(".")[2]) > digits:
        text = f"{x:.{digits}f}".rstrip("0")
    return text + "0" if text.endswith(".") else text


class _Series:
    """A polynomial: coefficients in a basis, over a domain that is mapped to the basis's window."""
    __hash__ = None
    __array_ufunc__ = None
    maxpower = 100

    def __init__(self, coef, domain=None, window=None, symbol="x"):
        [self.coef] = _s.as_series([coef], trim=False)
        for name, given in (("domain", domain), ("window", window)):
            value = np.array(self._basis.domain)
            if given is not None:
                [value] = _s.as_series([given], trim=False)
                if len(value) != 2:
                    raise ValueError(f"{name.title()} has wrong number of elements.")
            setattr(self, name, value)
        if not isinstance(symbol, str):
            raise TypeError("Symbol must be a non-empty string")
        if not symbol.isidentifier():
            raise ValueError("Symbol string must be a valid Python identifier")
        self._symbol = symbol

    @property
    def symbol(self):
        return self._symbol

    @property
    def basis_name(self):
        return self._basis.name or None

    def __repr__(self):
        parts = [repr(v)[6:-1] for v in (self.coef, self.domain, self.window)]
        return f"{type(self).__name__}({parts[0]}, domain={parts[1]}, window={parts[2]}, symbol='{self.symbol}')"

    def __format__(self, spec):
        if spec == "":
            return str(self)
        if spec not in ("ascii", "unicode"):
            raise ValueError(f"Unsupported format string '{spec}' passed to {type(self)}.__format__. "
                             "Valid options are 'ascii' and 'unicode'")
        return self._text(spec == "unicode")

    def __str__(self):
        return self._text(_style[0] == "unicode")

    def _argument(self):
        off, scl = self.mapparms()
        if off == 0 and scl == 1:
            return self.symbol
        if scl == 1:
            return f"({_number(off)} + {self.symbol})"
        if off == 0:
            return f"({_number(scl)}{self.symbol})"
        return f"({_number(off)} + {_number(scl)}{self.symbol})"

    def _term(self, i, of, fine):
        if not self._basis.name:
            if i == 1:
                return ("·" if fine else " ") + of
            return f"·{of}{str(i).translate(_SUP)}" if fine else f" {of}**{i}"
        of = f"({of})"
        return f"·{self._basis.name}{str(i).translate(_SUB)}{of}" if fine else f" {self._basis.name}_{i}{of}"

    def _text(self, fine):
        width, out, of = np.get_printoptions()["linewidth"], _number(self.coef[0]), self._argument()
        if width < 1:
            width = 1
        for i, c in enumerate(self.coef[1:], 1):
            out += " "
            try:
                term = "+ " + _number(c, True) if c >= 0 else "- " + _number(-c, True)
            except TypeError:
                term = f"+ {c}"
            term += self._term(i, of, fine)
            long = len(out.split("\n")[-1]) + len(term) + (2 if i < len(self.coef) - 1 else 0)
            out += term.replace(" ", "\n", 1) if long >= width else term
        return out

    def __call__(self, arg):
        return self._basis.val(_s.mapdomain(arg, self.domain, self.window), self.coef)

    def __iter__(self):
        return iter(self.coef)

    def __len__(self):
        return len(self.coef)

    def _same(self, other):
        if not isinstance(other, _Series):
            return other
        if not isinstance(other, type(self)):
            raise TypeError("Polynomial types differ")
        if not np.all(self.domain == other.domain):
            raise TypeError("Domains differ")
        if not np.all(self.window == other.window):
            raise TypeError("Windows differ")
        if self.symbol != other.symbol:
            raise ValueError("Polynomial symbols differ")
        return other.coef

    def _new(self, coef, domain=None, window=None):
        return type(self)(coef, self.domain if domain is None else domain,
                          self.window if window is None else window, self.symbol)

    def _with(self, f, a, b):
        try:
            return self._new(f(a, b))
        except (TypeError, ValueError) as e:
            if str(e) in ("Coefficient array is empty", "Coefficient array is not 1-d"):
                raise
            return NotImplemented

    def __neg__(self):
        return self._new(-self.coef)

    def __pos__(self):
        return self

    def __add__(self, other):
        return self._with(_s.add, self.coef, self._same(other))

    def __sub__(self, other):
        return self._with(_s.sub, self.coef, self._same(other))

    def __mul__(self, other):
        return self._with(self._basis.mul, self.coef, self._same(other))

    def __radd__(self, other):
        return self._with(_s.add, other, self.coef)

    def __rsub__(self, other):
        return self._with(_s.sub, other, self.coef)

    def __rmul__(self, other):
        return self._with(self._basis.mul, other, self.coef)

    def __truediv__(self, other):
        if not isinstance(other, (int, float, complex, np.number)) or isinstance(other, bool):
            raise TypeError(f"unsupported types for true division: '{type(self)}', '{type(other)}'")
        return self.__floordiv__(other)

    def __divmod__(self, other):
        quo, rem = self._basis.div(self.coef, self._same(other))
        return self._new(quo), self._new(rem)

    def __floordiv__(self, other):
        return divmod(self, other)[0]

    def __mod__(self, other):
        return divmod(self, other)[1]

    def __rdivmod__(self, other):
        quo, rem = self._basis.div(other, self.coef)
        return self._new(quo), self._new(rem)

    def __rfloordiv__(self, other):
        return self.__rdivmod__(other)[0]

    def __rmod__(self, other):
        return self.__rdivmod__(other)[1]

    def __pow__(self, other):
        return self._new(self._basis.pow(self.coef, other, maxpower=self.maxpower))

    def __eq__(self, other):
        return (isinstance(other, type(self)) and np.all(self.domain == other.domain)
                and np.all(self.window == other.window) and self.coef.shape == other.coef.shape
                and np.all(self.coef == other.coef) and self.symbol == other.symbol)

    def __ne__(self, other):
        return not self.__eq__(other)

    def copy(self):
        return self._new(self.coef)

    def degree(self):
        return len(self) - 1

    def has_samecoef(self, other):
        return len(self.coef) == len(other.coef) and np.all(self.coef == other.coef)

    def has_samedomain(self, other):
        return np.all(self.domain == other.domain)

    def has_samewindow(self, other):
        return np.all(self.window == other.window)

    def has_sametype(self, other):
        return isinstance(other, type(self))

    def cutdeg(self, deg):
        return self.truncate(deg + 1)

    def truncate(self, size):
        if int(size) != size or size < 1:
            raise ValueError("size must be a positive integer")
        return self._new(self.coef[:int(size)])

    def trim(self, tol=0):
        return self._new(_s.trimcoef(self.coef, tol))

    def mapparms(self):
        return _s.mapparms(self.domain, self.window)

    def convert(self, domain=None, kind=None, window=None):
        kind = type(self) if kind is None else kind
        domain = kind._basis.domain if domain is None else domain
        window = kind._basis.domain if window is None else window
        return self(kind.identity(domain, window=window, symbol=self.symbol))

    def integ(self, m=1, k=[], lbnd=None):
        off, scl = self.mapparms()
        lbnd = 0 if lbnd is None else off + scl * lbnd
        return self._new(self._basis.int(self.coef, m, k, lbnd, 1. / scl))

    def deriv(self, m=1):
        return self._new(self._basis.der(self.coef, m, self.mapparms()[1]))

    def roots(self):
        return _s.mapdomain(self._basis.roots(self.coef), self.window, self.domain)

    def linspace(self, n=100, domain=None):
        domain = self.domain if domain is None else domain
        x = np.linspace(domain[0], domain[1], n)
        return x, self(x)

    @classmethod
    def fit(cls, x, y, deg, domain=None, rcond=None, full=False, w=None, window=None, symbol="x"):
        if domain is None:
            domain = _s.getdomain(x)
            if domain[0] == domain[1]:
                domain[0] -= 1
                domain[1] += 1
        elif isinstance(domain, list) and len(domain) == 0:
            domain = cls._basis.domain
        window = cls._basis.domain if window is None else window
        out = cls._basis.fit(_s.mapdomain(x, domain, window), y, deg, rcond, full, w)
        coef = out[0] if full else out
        made = cls(coef, domain=domain, window=window, symbol=symbol)
        return (made, out[1]) if full else made

    @classmethod
    def fromroots(cls, roots, domain=[], window=None, symbol="x"):
        [roots] = _s.as_series([roots], trim=False)
        if domain is None:
            domain = _s.getdomain(roots)
        elif isinstance(domain, list) and len(domain) == 0:
            domain = cls._basis.domain
        window = cls._basis.domain if window is None else window
        off, scl = _s.mapparms(domain, window)
        coef = cls._basis.fromroots(off + scl * roots) / scl ** len(roots)
        return cls(coef, domain=domain, window=window, symbol=symbol)

    @classmethod
    def identity(cls, domain=None, window=None, symbol="x"):
        domain = cls._basis.domain if domain is None else domain
        window = cls._basis.domain if window is None else window
        off, scl = _s.mapparms(window, domain)
        return cls(cls._basis.line(off, scl), domain, window, symbol)

    @classmethod
    def basis(cls, deg, domain=None, window=None, symbol="x"):
        if int(deg) != deg or deg < 0:
            raise ValueError("deg must be non-negative integer")
        return cls([0] * int(deg) + [1], domain, window, symbol)

    @classmethod
    def cast(cls, series, domain=None, window=None):
        domain = cls._basis.domain if domain is None else domain
        window = cls._basis.domain if window is None else window
        return series.convert(domain, cls, window)


def _leggauss(deg):
    """Points and weights of the Gauss-Legendre quadrature."""
    deg = _grid._degree(deg)
    basis, c = Legendre._basis, np.array([0.] * deg + [1.])
    k = np.arange(1, deg)
    table = np.diag(k / np.sqrt(4. * k * k - 1), 1)
    x = np.linalg.eigvalsh(table + table.T)
    df = basis.val(x, basis.der(c))
    x = x - basis.val(x, c) / df
    fm = basis.val(x, c[1:])
    w = 1 / (fm / np.abs(fm).max() * (df / np.abs(df).max()))
    w, x = (w + w[::-1]) / 2, (x - x[::-1]) / 2
    return x, w * (2. / w.sum())


def _chebpts1(npts):
    if npts != int(npts) or npts < 1:
        raise ValueError("npts must be >= 1")
    return np.sin(0.5 * np.pi / npts * np.arange(-npts + 1, npts + 1, 2))


def _chebpts2(npts):
    if npts != int(npts) or npts < 2:
        raise ValueError("npts must be >= 2")
    return np.cos(np.linspace(-np.pi, 0, npts))


def _chebgauss(deg):
    deg = _grid._degree(deg)
    return np.cos(np.pi * np.arange(1, 2 * deg, 2) / (2.0 * deg)), np.ones(deg) * (np.pi / deg)


def _valfromroots(x, r, tensor=True):
    r = np.array(r, ndmin=1) + 0.0
    if isinstance(x, (tuple, list)):
        x = np.asarray(x)
    if isinstance(x, np.ndarray) and tensor:
        r = r.reshape(r.shape + (1,) * x.ndim)
    return np.prod(x - r, axis=0)


def _module(file, name, basis):
    """A class of the basis, and the module of its functions."""
    cls = type(name, (_Series,), {"_basis": basis, "__module__": f"numpy.polynomial.{file}"})
    m, p = types.ModuleType(f"numpy.polynomial.{file}"), basis.prefix
    for f in ("line", "fromroots", "mulx", "mul", "div", "pow", "val", "vander", "der", "int", "fit", "companion",
              "roots"):
        setattr(m, p + f, getattr(basis, f))
    for f, what in (("add", _s.add), ("sub", _s.sub), ("trim", _s.trimcoef), ("domain", np.array(basis.domain)),
                    ("zero", np.array([0])), ("one", np.array([1])), ("x", basis.line(0, 1))):
        setattr(m, p + f, what)
    if p != "poly":
        def to(pol):
            [pol] = _s.as_series([pol])
            out = np.zeros(1)
            for c in pol[::-1]:
                out = _s.add(basis.mulx(out), c)
            return out

        def back(c):
            return _s.trimmed(basis.val(Polynomial([0, 1]), _s.as_series([c])[0]).coef)
        setattr(m, f"poly2{p}", to)
        setattr(m, f"{p}2poly", back)
    setattr(m, name, cls)
    cls.domain = cls.window = np.array(basis.domain)
    _grid.add(m, basis, p)
    sys.modules[m.__name__] = m
    return m, cls


polynomial, Polynomial = _module("polynomial", "Polynomial", _s.Power())
chebyshev, Chebyshev = _module("chebyshev", "Chebyshev", _s.Cheb())
legendre, Legendre = _module("legendre", "Legendre", _s.Leg())
hermite, Hermite = _module("hermite", "Hermite", _more.Herm())
hermite_e, HermiteE = _module("hermite_e", "HermiteE", _more.HermE())
laguerre, Laguerre = _module("laguerre", "Laguerre", _more.Lag())
polynomial.polyvalfromroots = _valfromroots
legendre.leggauss = _leggauss
chebyshev.chebpts1, chebyshev.chebpts2, chebyshev.chebgauss = _chebpts1, _chebpts2, _chebgauss
_grid.weights((chebyshev, legendre, hermite, hermite_e, laguerre))

polyutils = types.ModuleType("numpy.polynomial.polyutils")
for _f in (_s.as_series, _s.trimcoef, _s.getdomain, _s.mapdomain, _s.mapparms):
    setattr(polyutils, _f.__name__, _f)
polyutils.trimseq = _s.trimmed

package = types.ModuleType("numpy.polynomial")
for _f in ("polynomial", "Polynomial", "chebyshev", "Chebyshev", "legendre", "Legendre", "hermite", "Hermite", "hermite_e",
           "HermiteE", "laguerre", "Laguerre", "polyutils", "set_default_printstyle"):
    setattr(package, _f, globals()[_f])
sys.modules["numpy.polynomial"], sys.modules["numpy.polynomial.polyutils"] = package, polyutils
