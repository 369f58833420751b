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
        if "_" in text and kind.kind in "fiuc" or kind.kind == "u" and text[:1] == "-":
            raise ValueError
        if kind.kind == "f":
            return float(text)
        if kind.kind in "iu":
            return int(text)
        if kind.kind == "c":
            return complex(text.replace("+-", "-"))
        if kind.kind == "b":
            return bool(int(text))
        return text
    except ValueError:
        raise ValueError(f"could not convert string {text!r} to {kind.name} at row {row}, "
                         f"column {column + 1}.") from None

def _checked(comments, delimiter, quotechar, converters, skiprows, max_rows, ndmin):
    """Complains of arguments of loadtxt that cannot be."""
    import operator
    for n in (skiprows, max_rows):
        if n is not None and not isinstance(n, (int, np.integer)):
            raise TypeError("argument must be an integer")
        if n is not None and operator.index(n) < 0:
            raise ValueError("argument must be nonnegative")
    if ndmin not in (0, 1, 2):
        raise ValueError(f"Illegal value of ndmin keyword: {ndmin}")
    if converters is not None and not callable(converters):
        if not isinstance(converters, dict):
            raise TypeError("converters must be a dictionary mapping columns to converter functions or a single callable.")
        for c, f in converters.items():
            if not isinstance(c, (int, np.integer)):
                raise TypeError(f"keys of the converters dictionary must be integers; got {c!r}")
            if not callable(f):
                raise TypeError("values of the converters dictionary must be callable, but the value associated with key "
                                f"{c} is not")
    for char in (delimiter, quotechar):
        if char is not None and (not isinstance(char, str) or len(char) != 1):
            raise TypeError("Text reading control character must be a single unicode character or None; "
                            f"but got: {char!r}")
    for name, char in (("delimiter", delimiter), ("quotechar", quotechar)):
        if char in ("\r", "\n"):
            raise TypeError(f"control character '{name}' cannot be a newline (`\\r` or `\\n`).")
    mark = comments if isinstance(comments, str) and len(comments) == 1 else None
    for one, other, a, b in (("delimiter", "quotechar", delimiter, quotechar), ("comment", "delimiter", mark, delimiter),
                             ("comment", "quotechar", mark, quotechar)):
        if a is not None and a == b:
            raise TypeError(f"The values for control characters '{one}' and '{other}' are incompatible")

def _fields(kind):
    """The types of the columns that a structured type takes, in order."""
    if kind.names is None:
        return [kind]
    out = []
    for name, *rest in kind.descr:
        inner = kind[name]
        for _ in range(int(np.prod(rest[1])) if len(rest) > 1 else 1):
            out += _fields(inner)
    return out

def _record(kind, values):
    """A tuple as the type wants it, of the next values."""
    if kind.names is None:
        return next(values)
    out = []
    for name, *rest in kind.descr:
        if len(rest) > 1:
            n = int(np.prod(rest[1]))
            out.append(np.array([_record(kind[name], values) for _ in range(n)], kind[name]).reshape(rest[1]))
        else:
            out.append(_record(kind[name], values))
    return tuple(out)

def _text_of(kind, text): return text.encode("latin1") if kind.kind == "S" else text

def loadtxt(fname, dtype=float, comments="#", delimiter=None, converters=None, skiprows=0, usecols=None, unpack=False,
            ndmin=0,
            encoding=None, max_rows=None, *, quotechar=None, like=None):
    """The numbers of a text file, a row a line; of a structured type a record a line."""
    delimiter = delimiter.decode("latin1") if isinstance(delimiter, bytes) else delimiter
    _checked(comments, delimiter, quotechar, converters, skiprows, max_rows, ndmin)
    kind, marks, rows = np.dtype(dtype), _marks(comments), []
    kinds = _fields(kind)
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
        if kind.names and len(at) != len(kinds):
            raise ValueError(f"the dtype passed requires {len(kinds)} columns but {len(at)} were found at row {len(rows) + 1}; "
                             "use `usecols` to select a subset and avoid this error")
        if rows and len(rows[0]) != len(at):
            raise ValueError(f"the number of columns changed from {len(rows[0])} to {len(at)} at row {len(rows) + 1}; "
                             "use `usecols` to select a subset and avoid this error")
        row = []
        if isinstance(converters, dict):
            for c in converters:
                if not -len(cells) <= c < len(cells):
                    raise ValueError(f"converter specified for column {c}, which is invalid for the number of fields "
                                     f"{len(cells)}.")
        for i, c in enumerate(at):
            own = kinds[i] if kind.names else kind
            convert = converters if callable(converters) else (converters or {}).get(c, (converters or {}).get(
                c - len(cells)))
            row.append(convert(cells[c]) if convert else _number(own, cells[c], len(rows), c) if own.kind not in "SU"
                       else _text_of(own, cells[c]))
        rows.append(row)
    if not rows:
        import warnings
        warnings.warn(f'loadtxt: input contained no data: "{fname}"', UserWarning, stacklevel=2)
    if kind.names:
        out = np.array([_record(kind, iter(row)) for row in rows], kind)
        if len(out) == 1 and ndmin == 0:
            out = out.reshape(())
        out = out.reshape(-1, 1) if ndmin == 2 else out
        return [out[name] for name in kind.names] if unpack else out
    out = np.array(rows, kind) if rows else np.empty((0,), kind)
    if not rows and usecols is not None and not isinstance(usecols, int):
        out = np.empty((0, len(usecols)), kind)
    if ndmin < 2:
        if rows and out.ndim == 2 and 1 in out.shape:
            out = out.reshape(-1) if ndmin == 1 or out.size > 1 else out.reshape(())
    elif out.ndim < 2:
        out = out.reshape(0, 1)
    return out.T if unpack else out

def _names_of(names, n, excludelist, deletechars, replace_space, case_sensitive, defaultfmt):
    """Names as fields may have them, each once."""
    bad = set("~!@#$%^&*()-=+~\\|]}[{';: /?.>,<") if deletechars is None else set(deletechars)
    out, seen = [], {}
    for i, name in enumerate(list(names)[:n]):
        name = "".join(c for c in str(name).strip().replace(" ", replace_space) if c not in bad | {'"'})
        if case_sensitive in (False, "upper"):
            name = name.upper()
        elif case_sensitive == "lower":
            name = name.lower()
        if not name:
            name = defaultfmt % i
        if name in {"return", "file", "print", *(excludelist or ())}:
            name += "_"
        k = seen.get(name, 0)
        seen[name] = k + 1
        out.append(name if not k else f"{name}_{k}")
    return out + [defaultfmt % i for i in range(len(out), n)]

def _per_column(given, names, n, default):
    """One value for each column of a value, a list, or a dict by place or name."""
    if isinstance(given, dict):
        out = [default] * n
        for k, v in given.items():
            k = names.index(k) if isinstance(k, str) and names else k
            if isinstance(k, int) and -n <= k < n:
                out[k] = v
        return out
    if isinstance(given, (list, tuple)):
        return (list(given) + [default] * n)[:n]
    return [default if given is None else given] * n

def _upgraded(texts):
    """The first of bool, int, float, complex and text that all of a column can be."""
    if texts and all(t.lower() in ("true", "false") for t in texts):
        return np.dtype(bool)
    for kind, read in ((np.dtype(int), int), (np.dtype(float), float),
                       (np.dtype(complex), lambda t: complex(t.replace("+-", "-")))):
        try:
            for t in texts:
                read(t)
            return kind
        except ValueError:
            pass
    return np.dtype(str)

def genfromtxt(fname, dtype=float, comments="#", delimiter=None, skip_header=0, skip_footer=0, converters=None,
               missing_values=None, filling_values=None, usecols=None, names=None, excludelist=None, deletechars=None,
               replace_space="_", autostrip=False, case_sensitive=True, defaultfmt="f%i", unpack=None, usemask=False,
               loose=True,
               invalid_raise=True, max_rows=None, encoding=None, *, ndmin=0, like=None):
    """The table of a text file, nan (or filling_values) where something is missing; with names or dtype=None columns
    have types of their own."""
    kind, marks = None if dtype is None else np.dtype(dtype), _marks(comments)
    source = _lines(fname, encoding)[skip_header:]
    source = source[:len(source) - skip_footer]

    def cut(line):
        if isinstance(delimiter, (int, list, tuple)):  # widths
            for mark in marks:
                line = line.split(mark, 1)[0]
            line = line.rstrip("\r\n")
            widths = [delimiter] * -(-len(line) // delimiter) if isinstance(delimiter, int) else delimiter
            ends = np.cumsum(widths).tolist()
            return [line[e - w:e] for w, e in zip(widths, ends)] if line.strip() else []
        for mark in marks:
            line = line.split(mark, 1)[0]
        return _cells(line.strip(" \r\n"), (), delimiter)
    if skip_footer and max_rows:
        raise ValueError("The keywords 'skip_footer' and 'max_rows' can not be specified at the same time.")
    if names is True:
        names = []
        while source and not names:
            first = source.pop(0)
            for mark in marks:
                first = "".join(first.split(mark)[:2]) if first.strip().startswith(mark) else first.split(mark, 1)[0]
            names = [c.strip() for c in (first.strip("\r\n").split(delimiter) if delimiter is None
                                         or isinstance(delimiter, str)
                                         else cut(first))] if first.strip() else []
    elif isinstance(names, str):
        names = [n.strip() for n in names.split(",")]
    lines = [cells for cells in map(cut, source) if cells]
    if max_rows is not None:
        lines = lines[:max_rows]
    wide = len(lines[0]) if lines else len(names or ())
    wrong = [i for i, cells in enumerate(lines) if len(cells) != wide]
    if wrong:
        text = "\n".join(f"    Line #{i + 1 + skip_header} (got {len(lines[i])} columns instead of {wide})" for i in wrong)
        if invalid_raise:
            raise ValueError("Some errors were detected !\n" + text)
        import warnings
        warnings.warn("Some errors were detected !\n" + text, UserWarning, stacklevel=2)
        lines = [cells for cells in lines if len(cells) == wide]
    if names is not None:
        names = _names_of(names, max(wide, len(names)), excludelist, deletechars, replace_space, case_sensitive,
                          defaultfmt)
    if isinstance(usecols, str):
        usecols = [u.strip() for u in usecols.split(",")]
    if usecols is not None:
        usecols = [usecols] if isinstance(usecols, int) else list(usecols)
        usecols = [names.index(u) if isinstance(u, str) else u for u in usecols]
    at = _columns(usecols, wide) or list(range(wide))
    n = len(at)
    if names is not None:
        names = [names[c] for c in at] if len(names) >= wide and len(names) != n else names[:n]
    if kind is not None and kind.names and names is not None:
        kind = np.dtype([(new,) + tuple(d[1:]) for new, d in zip(names, kind.descr)])
    elif kind is not None and names is not None:
        kind = np.dtype([(name, kind) for name in names])
    if isinstance(missing_values, str):
        absent = [{m.strip() for m in missing_values.split(",")} | {""}] * n
    else:
        absent = [{m.strip() for m in ([v] if isinstance(v, str) else v or ())} | {""}
                  for v in _per_column(missing_values, names, n, ())]
    fills = _per_column(filling_values, names, n, None)
    convert = {}
    for k, f in (converters or {}).items():
        c = names.index(k) if isinstance(k, str) else at.index(k if k >= 0 else k + wide)
        convert[c] = f
    columns = [[cells[c] if not autostrip else cells[c].strip() for cells in lines] for c in at]
    done = {c: [f(t) for t in columns[c]] for c, f in convert.items()}
    gone = [[t.strip() in absent[i] for t in col] for i, col in enumerate(columns)]
    if kind is None:
        kinds = []
        for i, col in enumerate(columns):
            if i in done:
                kinds.append(np.array(done[i]).dtype)
                continue
            k = _upgraded([t.strip() for t, g in zip(col, gone[i]) if not g])
            kinds.append(np.dtype(f"U{max([len(t) for t in col] + [1])}") if k.kind == "U" else k)
        if names is None and len({k.char for k in kinds}) == 1 and n:
            kind = max(kinds, key=lambda k: k.itemsize)
        else:
            kind = np.dtype([(name, k.str) for name, k in zip(names or _names_of([], n, None, None, "_", True,
                                                                                 defaultfmt), kinds)])
    else:
        kinds = _fields(kind) if kind.names else [kind] * n
    table = []
    for i, (col, own) in enumerate(zip(columns, kinds)):
        if i in done:
            table.append(done[i])
            continue
        fill = fills[i] if fills[i] is not None else {"f": float("nan"), "c": complex("nan"), "b": False, "i": -1, "u": -1,
                                                      "S": b"???", "U": "???"}.get(own.kind, -1)
        out = []
        for row, (t, g) in enumerate(zip(col, gone[i])):
            if own.kind in "SU":
                out.append(fill if g and fills[i] is not None else _text_of(own, t))
                continue
            if g:
                out.append(fill)
                continue
            try:
                out.append(t.strip().lower() == "true" if own.kind == "b" and t.strip().lower() in ("true", "false")
                           else _number(own, t, row, i))
            except ValueError:
                if not loose:
                    raise ValueError(f"Cannot convert string {t!r}") from None
                out.append(fill)
        table.append(out)
    rows = list(zip(*table)) if table else []
    if kind.names:
        out = np.array([_record(kind, iter(row)) for row in rows], kind)
    else:
        out = np.array([list(r) for r in rows], kind) if rows else np.empty((0,), kind)
    if not rows:
        import warnings
        warnings.warn(f'genfromtxt: Empty input file: "{fname}"', UserWarning, stacklevel=2)
    masks = None
    if usemask:
        masks = np.array([list(g) for g in zip(*gone)], bool)
        if kind.names:
            raise NotImplementedError("genfromtxt: usemask=True of columns with names is not part of tfs: masks have no fields")
    if rows and ndmin < 2 and 1 in out.shape:
        out = out.reshape(-1) if out.size > 1 or ndmin == 1 else out.reshape(())
    if usemask:
        out = np.ma.array(out, mask=masks.reshape(out.shape))
    if unpack:
        return [out[name] for name in kind.names] if kind.names else out.T
    return out

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
