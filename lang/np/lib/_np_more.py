# tfs's own: functions of NumPy over text files and polynomials, and over arrays of text.
"""Arrays in text files, polynomials, windows."""
import numpy as np

def _lines(source, encoding):
    if hasattr(source, "__fspath__"):
        source = source.__fspath__()
    if isinstance(source, str):
        if source.endswith(".gz"):
            import gzip
            with gzip.open(source, "rt", encoding=encoding or "utf-8") as f:
                return f.read().splitlines()
        try:
            with open(source, encoding=encoding or "utf-8") as f:
                return f.read().splitlines()
        except FileNotFoundError:
            raise FileNotFoundError(f"{source} not found.") from None
    return [line.decode(encoding or "latin1") if isinstance(line, bytes) else line for line in source]

def _cells(line, comments, delimiter, quotechar=None):
    if quotechar and quotechar in line:
        import csv
        return next(csv.reader([line], delimiter=delimiter or " ", quotechar=quotechar))
    for mark in comments:
        line = line.split(mark, 1)[0]
    line = line.strip("\r\n") if delimiter else line.strip()
    if not line.strip():
        return []
    return line.split(delimiter)

def _marks(comments):
    if comments is None:
        return ()
    if isinstance(comments, bytes):
        comments = comments.decode()
    return (comments,) if isinstance(comments, str) else tuple(comments)

def _columns(usecols, wide):
    if usecols is None:
        return None
    one = isinstance(usecols, int)
    return [c + wide if c < 0 else c for c in ([usecols] if one else list(usecols))]

def _number(kind, text, row, column):
    text = text.strip()
    try:
        if kind.kind == "f":
            return float(text)
        if kind.kind in "iu":
            return int(text)
        if kind.kind == "c":
            return complex(text.replace(" ", "").replace("+-", "-"))
        if kind.kind == "b":
            return bool(int(text))
        return text
    except ValueError:
        raise ValueError(f"could not convert string {text!r} to {kind.name} at row {row}, "
                         f"column {column + 1}.") from None

def loadtxt(fname, dtype=float, comments="#", delimiter=None, converters=None, skiprows=0, usecols=None, unpack=False,
            ndmin=0,
            encoding=None, max_rows=None, *, quotechar=None, like=None):
    """The numbers of a text file, a row a line."""
    kind, marks, rows = np.dtype(dtype), _marks(comments), []
    for line in _lines(fname, encoding)[skiprows:]:
        cells = _cells(line, marks, delimiter, quotechar)
        if not cells:
            continue
        if max_rows is not None and len(rows) >= max_rows:
            break
        columns = _columns(usecols, len(cells))
        at = range(len(cells)) if columns is None else columns
        for c in at:
            if not 0 <= c < len(cells):
                raise ValueError(f"invalid column index {c} at row {len(rows) + 1} with {len(cells)} columns")
        if rows and len(rows[0]) != len(at):
            raise ValueError(f"the number of columns changed from {len(rows[0])} to {len(at)} at row {len(rows) + 1}; "
                             "use `usecols` to select a subset and avoid this error")
        row = []
        for c in at:
            convert = converters if callable(converters) else (converters or {}).get(c)
            row.append(convert(cells[c]) if convert else _number(kind, cells[c], len(rows), c))
        rows.append(row)
    if not rows:
        import warnings
        warnings.warn(f'loadtxt: input contained no data: "{fname}"', UserWarning, stacklevel=2)
    out = np.array(rows, kind) if rows else np.empty((0,), kind)
    if ndmin < 2:
        if rows and out.ndim == 2 and 1 in out.shape:
            out = out.reshape(-1) if ndmin == 1 or out.size > 1 else out.reshape(())
    elif out.ndim < 2:
        out = out.reshape(0, 1)
    return out.T if unpack else out

def genfromtxt(fname, dtype=float, comments="#", delimiter=None, skip_header=0, skip_footer=0, converters=None,
               missing_values=None,
               filling_values=None, usecols=None, unpack=False, max_rows=None, encoding=None, invalid_raise=True,
               ndmin=0, **unknown):
    """The numbers of a text file, nan (or filling_values) where there is none."""
    if unknown:
        raise NotImplementedError(f"genfromtxt: {next(iter(unknown))}= is not part of tfs")
    kind, marks, rows, lines = np.dtype(dtype), _marks(comments), [], []
    source = _lines(fname, encoding)[skip_header:]
    for line in source[:len(source) - skip_footer]:
        cells = _cells(line, marks, delimiter)
        if cells:
            lines.append(cells)
    if max_rows is not None:
        lines = lines[:max_rows]
    wrong = [i for i, cells in enumerate(lines) if len(cells) != len(lines[0])]
    if wrong:
        raise ValueError("Some errors were detected !\n" + "\n".join(
            f"    Line #{i + 1 + skip_header} (got {len(lines[i])} columns instead of {len(lines[0])})" for i in wrong))
    fill = filling_values if filling_values is not None else {"f": float("nan"), "c": complex("nan"), "b": False,
                                                              "i": -1}.get(kind.kind, -1)
    absent = {missing_values} if isinstance(missing_values, str) else set(missing_values or ())
    for i, cells in enumerate(lines):
        row = []
        for c in _columns(usecols, len(cells)) or range(len(cells)):
            text, convert = cells[c].strip(), converters.get(c) if converters else None
            if convert:
                row.append(convert(cells[c]))
                continue
            try:
                row.append(fill if text in absent else _number(kind, text, i, c))
            except ValueError:
                row.append(fill)
        rows.append(row)
    out = np.array(rows, kind) if rows else np.empty((0,), kind)
    if rows and ndmin < 2 and 1 in out.shape:
        out = out.reshape(-1) if out.size > 1 or ndmin == 1 else out.reshape(())
    return out.T if unpack else out

def savetxt(fname, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="", comments="# ", encoding=None):
    """Writes the numbers of an array, a row a line."""
    x = np.asarray(X)
    if x.ndim == 0 or x.ndim > 2:
        raise ValueError(f"Expected 1D or 2D array, got {x.ndim}D array instead")
    if x.ndim == 1:
        x = x.reshape(-1, 1)
    wide = x.shape[1]
    is_complex = x.dtype.kind == "c"
    if isinstance(fmt, (list, tuple)):
        if len(fmt) != wide:
            raise AttributeError(f"fmt has wrong shape.  {fmt}")
        form = delimiter.join(fmt)
    else:
        count = fmt.count("%")
        if count == 1:
            form = delimiter.join([f" ({fmt}+{fmt}j)" if is_complex else fmt] * wide)
        elif count == (2 * wide if is_complex else wide):
            form = fmt
        else:
            raise ValueError(f"fmt has wrong number of % formats:  {fmt}")
    lines = []
    for row in x.tolist():
        values = [part for v in row for part in (v.real, v.imag)] if is_complex else row
        try:
            line = form % tuple(values)
        except TypeError:
            raise TypeError(f"Mismatch between array dtype ('{x.dtype}') and format specifier ('{form}')") from None
        lines.append((line.replace("+-", "-") if is_complex else line) + newline)
    marked = lambda text: comments + text.replace("\n", "\n" + comments) + newline
    text = (marked(header) if header else "") + "".join(lines) + (marked(footer) if footer else "")
    if hasattr(fname, "__fspath__"):
        fname = fname.__fspath__()
    if not isinstance(fname, str):
        try:
            fname.write(text)
        except TypeError:
            fname.write(text.encode(encoding or "latin1"))
        return
    if fname.endswith(".gz"):
        import gzip
        with gzip.open(fname, "wt", encoding=encoding or "latin1") as f:
            f.write(text)
        return
    with open(fname, "w", encoding=encoding or "latin1") as f:
        f.write(text)

def roots(p):
    """Where a polynomial is 0."""
    p = np.atleast_1d(np.asarray(p))
    if p.ndim != 1:
        raise ValueError("Input must be a rank-1 array.")
    at = np.nonzero(np.ravel(p))[0]
    if len(at) == 0:
        return np.array([])
    trailing = len(p) - int(at[-1]) - 1
    p = p[int(at[0]):int(at[-1]) + 1]
    if p.dtype.kind not in "fc":
        p = p.astype(float)
    n = len(p)
    found = np.array([])
    if n > 1:
        companion = np.diag(np.ones((n - 2,), p.dtype), -1)
        companion[0, :] = -p[1:] / p[0]
        found = np.linalg.eigvals(companion)
    return np.hstack((found, np.zeros(trailing, found.dtype)))

def poly(seq_of_zeros):
    """The coefficients of the polynomial with the zeros given, or of a matrix."""
    zeros = np.atleast_1d(np.asarray(seq_of_zeros))
    if zeros.ndim == 2 and zeros.shape[0] == zeros.shape[1] and zeros.shape[0] != 0:
        zeros = np.linalg.eigvals(zeros)
    elif zeros.ndim != 1:
        raise ValueError("input must be 1d or non-empty square 2d array.")
    if len(zeros) == 0:
        return 1.0
    if zeros.dtype.kind not in "fc":
        zeros = zeros.astype(float)
    out = np.ones((1,), zeros.dtype)
    for zero in zeros:
        out = np.convolve(out, np.array([1, -zero], zeros.dtype))
    if out.dtype.kind == "c" and np.all(np.sort(zeros) == np.sort(np.conjugate(zeros))):
        out = out.real.copy()
    return out

def polydiv(u, v):
    """Quotient and remainder of two polynomials."""
    whole = isinstance(u, poly1d) or isinstance(v, poly1d)
    u, v = np.atleast_1d(np.asarray(u)) + 0.0, np.atleast_1d(np.asarray(v)) + 0.0
    m, n = len(u) - 1, len(v) - 1
    quotient, rest = np.zeros((max(m - n + 1, 1),), u.dtype), u.copy()
    for k in range(m - n + 1):
        quotient[k] = rest[k] / v[0]
        rest[k:k + n + 1] -= quotient[k] * v
    while np.allclose(rest[0], 0, rtol=1e-14) and rest.shape[-1] > 1:
        rest = rest[1:]
    return (poly1d(quotient), poly1d(rest)) if whole else (quotient, rest)

class poly1d:
    """A polynomial of one variable: poly1d([1, 2, 3]) is x**2 + 2 x + 3."""
    __hash__ = None

    def __init__(self, c_or_r, r=False, variable=None):
        if isinstance(c_or_r, poly1d):
            variable = variable or c_or_r.variable
            c_or_r = c_or_r.coeffs
        c = np.atleast_1d(poly(c_or_r) if r else np.asarray(c_or_r))
        if c.ndim > 1:
            raise ValueError("Polynomial must be 1d only.")
        at = np.nonzero(c)[0]
        self._coeffs = c[int(at[0]):].copy() if len(at) else np.zeros((1,), c.dtype)
        self._variable = variable or "x"

    coeffs = c = coef = coefficients = property(lambda self: self._coeffs)
    variable = property(lambda self: self._variable)
    order = o = property(lambda self: len(self._coeffs) - 1)
    roots = r = property(lambda self: roots(self._coeffs))

    def __array__(self, dtype=None, copy=None):
        return self._coeffs.astype(dtype) if dtype is not None else self._coeffs

    def __repr__(self):
        return f"poly1d({repr(self._coeffs)[6:-1]})"

    def __len__(self): return self.order

    def __str__(self):
        terms, n = [], self.order
        def text(x):
            s = "%.4g" % x
            return s[:-5] if s.endswith(".0000") else s
        for k, c in enumerate(self._coeffs.tolist()):
            if isinstance(c, complex):
                c_text = (text(c.real) if c.imag == 0 else text(c.imag) + "j" if c.real == 0
                          else f"({text(c.real)} + {text(c.imag)}j)")
            else:
                c_text = text(c)
            power, var = n - k, self.variable
            if power == 0:
                term = c_text if c_text != "0" or k == 0 and n == 0 else ""
            elif c_text == "0":
                term = ""
            else:
                head = f"{c_text} {var}"
                term = head if power == 1 else f"{head}**{power}"
            if not term:
                continue
            if terms and term.startswith("-"):
                terms.append(f"- {term[1:]}")
            else:
                terms.append(f"+ {term}" if terms else term)
        return _raised(" ".join(terms))

    def __call__(self, val): return np.polyval(self, val) if isinstance(val, poly1d) else np.polyval(self._coeffs, val)
    def __neg__(self): return poly1d(-self._coeffs)
    def __pos__(self): return self
    def __add__(self, other): return poly1d(np.polyadd(self._coeffs, poly1d(other)._coeffs))
    __radd__ = __add__
    def __sub__(self, other): return poly1d(np.polysub(self._coeffs, poly1d(other)._coeffs))
    def __rsub__(self, other): return poly1d(np.polysub(poly1d(other)._coeffs, self._coeffs))

    def __mul__(self, other):
        return poly1d(self._coeffs * other) if np.isscalar(other) else poly1d(np.polymul(self._coeffs,
                                                                                         poly1d(other)._coeffs))
    __rmul__ = __mul__

    def __truediv__(self, other):
        return poly1d(self._coeffs / other) if np.isscalar(other) else polydiv(self, poly1d(other))

    def __pow__(self, n):
        if not np.isscalar(n) or int(n) != n or n < 0:
            raise ValueError("Power to non-negative integers only.")
        out = np.array([1])
        for _ in range(int(n)):
            out = np.polymul(self._coeffs, out)
        return poly1d(out)

    def __eq__(self, other):
        if not isinstance(other, poly1d):
            return NotImplemented
        return self._coeffs.shape == other._coeffs.shape and bool((self._coeffs == other._coeffs).all())

    def __ne__(self, other):
        same = self.__eq__(other)
        return same if same is NotImplemented else not same

    def __getitem__(self, power):
        at = self.order - power
        return self._coeffs[at] if 0 <= at and power >= 0 else self._coeffs.dtype.type(0)

    def __setitem__(self, power, value):
        if power < 0:
            raise ValueError("Does not support negative powers.")
        if power > self.order:
            self._coeffs = np.concatenate((np.zeros(power - self.order, self._coeffs.dtype), self._coeffs))
        self._coeffs[self.order - power] = value

    def __iter__(self): return iter(self._coeffs)
    def deriv(self, m=1): return poly1d(np.polyder(self._coeffs, m))
    def integ(self, m=1, k=0): return poly1d(np.polyint(self._coeffs, m, k))
poly1d.__module__ = "numpy"

def _raised(text, width=70):
    """The powers on a line of their own, above."""
    import re
    out, above, below, at = " ", "", "", 0
    for m in re.finditer(r"\*\*([0-9]+)", text):
        part, power = text[at:m.start()], m.group(1)
        more_above, more_below = " " * (len(part) - 1) + power, part + " " * (len(power) - 1)
        if below and (len(below) + len(more_below) > width or len(above) + len(more_above) > width):
            out += above + "\n" + below + "\n "
            above, below = more_above, more_below
        else:
            above, below = above + more_above, below + more_below
        at = m.end()
    return out + above + "\n" + below + text[at:]

def _window(m, of):
    if m < 1:
        return np.array([])
    if m == 1:
        return np.ones(1)
    return of(np.arange(1 - m, m, 2), m)

def hanning(M):
    """A window of M points."""
    return _window(M, lambda n, m: 0.5 + 0.5 * np.cos(np.pi * n / (m - 1)))

def hamming(M):
    """A window of M points."""
    return _window(M, lambda n, m: 0.54 + 0.46 * np.cos(np.pi * n / (m - 1)))

def blackman(M):
    """A window of M points."""
    return _window(M, lambda n, m: 0.42 + 0.5 * np.cos(np.pi * n / (m - 1)) + 0.08 * np.cos(2.0 * np.pi * n / (m - 1)))

def bartlett(M):
    """A window of M points, a triangle."""
    return _window(M, lambda n, m: np.where(np.less_equal(n, 0), 1 + n / (m - 1), 1 - n / (m - 1)))

def diag_indices(n, ndim=2):
    """The indices of a diagonal."""
    return (np.arange(n),) * ndim

def diag_indices_from(arr):
    """The indices of the diagonal of an array."""
    if not arr.ndim >= 2:
        raise ValueError("input array must be at least 2-d")
    if not all(d == arr.shape[0] for d in arr.shape):
        raise ValueError("All dimensions of input must be of equal length")
    return diag_indices(arr.shape[0], arr.ndim)

def mask_indices(n, mask_func, k=0):
    """The indices of what a function of a matrix leaves: np.triu and the like."""
    return np.nonzero(mask_func(np.ones((n, n), int), k) != 0)
