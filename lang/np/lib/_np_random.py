# tfs's own.
"""What np.random draws by way of other functions of NumPy; g is a RandomState or a Generator."""
import warnings
import numpy as np

def multivariate_normal(g, mean, cov, size=None, check_valid="warn", tol=1e-8, method="svd"):
    """Vectors with a mean and a covariance: normal numbers times a root of the covariance."""
    modern = isinstance(g, np.random.Generator)
    if method not in ("eigh", "svd", "cholesky"):
        raise ValueError("method must be one of {'eigh', 'svd', 'cholesky'}")
    mean, cov = np.array(mean), np.array(cov, dtype=float)
    shape = [] if size is None else [size] if isinstance(size, (int, np.integer)) else list(size)
    if mean.ndim != 1:
        raise ValueError("mean must be 1 dimensional")
    if cov.ndim != 2 or cov.shape[0] != cov.shape[1]:
        raise ValueError("cov must be 2 dimensional and square")
    if len(mean) != len(cov):
        raise ValueError("mean and cov must have same length")
    if check_valid not in ("warn", "raise", "ignore"):
        raise ValueError("check_valid must equal 'warn', 'raise', or 'ignore'")
    x = g.standard_normal(shape + [len(mean)]).reshape(-1, len(mean))
    if method == "cholesky":
        root, valid = np.linalg.cholesky(cov), True
    elif method == "eigh":
        s, u = np.linalg.eigh(cov)
        root, valid = u * np.sqrt(abs(s)), not (s < -tol).any()
    else:
        u, s, v = np.linalg.svd(cov)
        root = u * np.sqrt(s) if modern else (np.sqrt(s)[:, None] * v).T
        valid = check_valid == "ignore" or np.allclose(np.dot(v.T * s, v), cov, rtol=tol, atol=tol)
    if not valid and check_valid == "warn":
        warnings.warn("covariance is not symmetric positive-semidefinite.", RuntimeWarning, stacklevel=2)
    elif not valid and check_valid == "raise":
        raise ValueError("covariance is not symmetric positive-semidefinite.")
    return (mean + np.dot(x, root.T)).reshape(shape + [len(mean)])

def permuted(g, x, axis=None, out=None):
    """A copy whose entries, or whose lanes along an axis each for itself, are shuffled."""
    made = np.array(x) if out is None else out
    if out is not None:
        out[...] = x
    if axis is None:
        flat = made.reshape(-1)
        g.shuffle(flat)
        if flat.base is not made and flat is not made:
            made[...] = flat.reshape(made.shape)
        return made
    lanes = np.moveaxis(made, axis, -1)
    for at in np.ndindex(lanes.shape[:-1]):
        g.shuffle(lanes[at])
    return made

def random_integers(g, low, high=None, size=None):
    """Integers up to and with high."""
    low, high = (1, low) if high is None else (low, high)
    warnings.warn(f"This function is deprecated. Please call randint({low}, {high} + 1) instead", DeprecationWarning,
                  stacklevel=2)
    return g.randint(low, int(high) + 1, size=size, dtype="l")

def multivariate_hypergeometric(g, colors, nsample, size=None, method="marginals"):
    """How many of each colour are among nsample balls that are drawn."""
    if method not in ("count", "marginals"):
        raise ValueError('method must be "count" or "marginals".')
    wrong = ("colors must be a one-dimensional sequence of nonnegative integers not exceeding 9223372036854775807.")
    given = np.asarray(colors)
    if given.ndim != 1 or given.dtype.kind not in "iu" and given.size or (given < 0).any():
        raise ValueError(wrong)
    balls = [int(c) for c in given]
    nsample, total = int(nsample), sum(balls)
    if nsample < 0:
        raise ValueError("nsample must be nonnegative.")
    if nsample > total:
        raise ValueError("nsample > sum(colors)")
    if method == "marginals" and total >= 1000000000:
        raise ValueError('When method is "marginals", sum(colors) must be less than 1000000000.')
    shape = () if size is None else (int(size),) if isinstance(size, (int, np.integer)) else tuple(size)
    out = np.zeros(shape + (len(balls),), np.int64)
    flat = out.reshape(-1, len(balls))
    turned = nsample > total // 2
    drawn = total - nsample if turned else nsample
    pool = [i for i, c in enumerate(balls) for _ in range(c)] if method == "count" else None
    for row in range(len(flat)):
        many = [0] * len(balls)
        if method == "count":
            for j in range(drawn):
                k = j + g._interval(total - j - 1)
                pool[k], pool[j] = pool[j], pool[k]
                many[pool[j]] += 1
        else:
            left, rest = drawn, total
            for j in range(len(balls) - 1):
                if left <= 0:
                    break
                rest -= balls[j]
                many[j] = int(g.hypergeometric(balls[j], rest, left))
                left -= many[j]
            if left > 0:
                many[-1] = left
        flat[row] = [c - m for c, m in zip(balls, many)] if turned else many
    return out

def tomaxint(g, size=None):
    """Integers from 0 to the largest."""
    if size is None:
        return g._interval(2 ** 64 - 1) >> 1
    out = np.empty(size, np.int64)
    out.reshape(-1)[:] = [g._interval(2 ** 64 - 1) >> 1 for _ in range(out.size)]
    return out
