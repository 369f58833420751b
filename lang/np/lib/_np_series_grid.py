# tfs's own: polynomials of several variables, and the points and weights of quadrature.
import numpy as np


def add(m, basis, prefix):
    """Gives a module of a basis its functions of two and three variables."""
    letters = "x, y, z"

    def val(x, c, *more):
        args = [np.asanyarray(v) for v in (x, *more)]
        if any(v.shape != args[0].shape for v in args):
            raise ValueError(f"{letters[:3 * len(args) - 2]} are incompatible")
        c = basis.val(args[0], c)
        for v in args[1:]:
            c = basis.val(v, c, tensor=False)
        return c

    def grid(c, *args):
        for v in args:
            c = basis.val(v, c)
        return c

    def vander(deg, *args):
        deg = list(deg)
        if len(deg) != len(args):
            raise ValueError(f"Expected {len(args)} dimensions of degrees, got {len(deg)}")
        args = tuple(np.asarray(tuple(args)) + 0.0)
        out = 1
        for i, (v, d) in enumerate(zip(args, deg)):
            rows = basis.vander(v, d)
            out = out * rows.reshape(rows.shape[:-1] + (1,) * i + rows.shape[-1:] + (1,) * (len(args) - 1 - i))
        return out.reshape(out.shape[:-len(args)] + (-1,))

    functions = {"val2d": lambda x, y, c: val(x, c, y), "val3d": lambda x, y, z, c: val(x, c, y, z),
                 "grid2d": lambda x, y, c: grid(c, x, y), "grid3d": lambda x, y, z, c: grid(c, x, y, z),
                 "vander2d": lambda x, y, deg: vander(deg, x, y), "vander3d": lambda x, y, z, deg: vander(deg, x, y, z)}
    for name, f in functions.items():
        f.__name__ = f.__qualname__ = prefix + name
        setattr(m, prefix + name, f)


def weights(modules):
    """Gives the modules the weights under which their polynomials are orthogonal, and their quadrature."""
    cheb, leg, herm, herme, lag = modules
    cheb.chebweight = lambda x: 1. / (np.sqrt(1. + x) * np.sqrt(1. - x))
    leg.legweight = lambda x: x * 0.0 + 1.0
    herm.hermweight = lambda x: np.exp(-x ** 2)
    herme.hermeweight = lambda x: np.exp(-.5 * x ** 2)
    lag.lagweight = lambda x: np.exp(-x)
    herm.hermgauss = lambda deg: _hermite(deg, herm.hermcompanion, np.pi, 2.)
    herme.hermegauss = lambda deg: _hermite(deg, herme.hermecompanion, 2 * np.pi, 1.)

    def laggauss(deg):
        """Points and weights of Gauss-Laguerre quadrature."""
        n = _degree(deg)
        c = np.array([0] * n + [1])
        x = np.linalg.eigvalsh(lag.lagcompanion(c))
        slope = lag.lagval(x, lag.lagder(c))
        x = x - lag.lagval(x, c) / slope
        f = lag.lagval(x, c[1:])
        f, slope = f / np.abs(f).max(), slope / np.abs(slope).max()
        w = 1 / (f * slope)
        return x, w / w.sum()

    lag.laggauss = laggauss

    def chebinterpolate(func, deg, args=()):
        """The coefficients of a function at the Chebyshev points of the first kind."""
        deg = np.asarray(deg)
        if deg.ndim > 0 or deg.dtype.kind not in "iu" or deg.size == 0:
            raise TypeError("deg must be an int")
        if deg < 0:
            raise ValueError("expected deg >= 0")
        n = int(deg) + 1
        x = cheb.chebpts1(n)
        c = np.dot(cheb.chebvander(x, n - 1).T, func(x, *args))
        c[0] /= n
        c[1:] /= 0.5 * n
        return c

    def interpolate(cls, func, deg, domain=None, args=()):
        """The series that meets a function at the Chebyshev points of a domain."""
        from numpy.polynomial import polyutils
        domain = cls.domain if domain is None else domain
        moved = lambda x: func(polyutils.mapdomain(x, cls.window, domain), *args)
        return cls(chebinterpolate(moved, deg), domain=domain)

    cheb.chebinterpolate = chebinterpolate
    cheb.Chebyshev.interpolate = classmethod(interpolate)


def _degree(deg):
    import operator
    n = operator.index(deg)
    if n <= 0:
        raise ValueError("deg must be a positive integer")
    return n


def _hermite(deg, companion, area, scale):
    # Points and weights: eigenvalues, one step of Newton's method, and both sides made the same.
    n = _degree(deg)
    x = np.linalg.eigvalsh(companion(np.array([0.] * n + [1.])))
    x = x - _normed(x, n, area, scale) / (_normed(x, n - 1, area, scale) * np.sqrt(scale * n))
    f = _normed(x, n - 1, area, scale)
    f = f / np.abs(f).max()
    w = 1 / (f * f)
    w, x = (w + w[::-1]) / 2, (x - x[::-1]) / 2
    return x, w * (np.sqrt(area) / w.sum())


def _normed(x, n, area, scale):
    # The polynomial of degree n, of length one.
    one = 1 / np.sqrt(np.sqrt(area))
    if n == 0:
        return np.full(x.shape, one)
    c0, c1, nd = 0., one, float(n)
    for _ in range(n - 1):
        c0, c1 = -c1 * np.sqrt((nd - 1.) / nd), c0 + c1 * x * np.sqrt(scale / nd)
        nd -= 1
    return c0 + c1 * x * np.sqrt(scale)
