# tfs's own: numpy.vectorize, functions of scalars, or of rows, called for every element.
"""Functions over the elements of arrays."""
import functools, re
import numpy as np

_core = r"\((?:\w+(?:,\w+)*)?,?\)"
_list = rf"{_core}(?:,{_core})*"
_missing = object()


class vectorize:
    """A function that is called for every element of arrays, or with signature for every row and the like."""

    def __init__(self, pyfunc=_missing, otypes=None, doc=None, excluded=None, cache=False, signature=None):
        if pyfunc is not _missing and not callable(pyfunc):
            raise TypeError("When used as a decorator, only accepts keyword arguments.")
        self.pyfunc, self.cache, self.signature, self.otypes = pyfunc, cache, signature, otypes
        self.excluded = set() if excluded is None else set(excluded)
        self._doc = doc
        if isinstance(otypes, str):
            for char in otypes:
                if char not in "?bBhHiIlLqQpPnNefdgFDGSUVOMma":
                    raise ValueError(f"Invalid otype specified: {char}")
            self.otypes = [np.dtype(c) for c in otypes]
        elif otypes is not None:
            try:
                self.otypes = [np.dtype(c).type if np.dtype(c).kind in "SU" else np.dtype(c) for c in otypes]
            except TypeError:
                raise ValueError("Invalid otype specification") from None
        self._in_out = None
        if signature is not None:
            plain = re.sub(r"\s+", "", signature)
            if not re.fullmatch(f"(?:{_list})?->{_list}", plain):
                raise ValueError(f"not a valid gufunc signature: {signature}")
            self._in_out = [[tuple(filter(None, part[1:-1].split(","))) for part in re.findall(_core, side)]
                            for side in plain.split("->")]
        if pyfunc is not _missing:
            self._adopt()

    def _adopt(self):
        self.__name__ = getattr(self.pyfunc, "__name__", None)
        self.__wrapped__ = self.pyfunc
        self.__doc__ = getattr(self.pyfunc, "__doc__", None) if self._doc is None else self._doc

    def __call__(self, *args, **kwargs):
        if self.pyfunc is _missing:
            self.pyfunc = args[0]
            self._adopt()
            return self
        if not self.excluded and not kwargs:
            return self._over(self.pyfunc, args)
        names = [n for n in kwargs if n not in self.excluded]
        places = [i for i in range(len(args)) if i not in self.excluded]
        given, keywords = list(args), dict(kwargs)

        def func(*values):
            for i, v in zip(places, values):
                given[i] = v
            keywords.update(zip(names, values[len(places):]))
            return self.pyfunc(*given, **keywords)
        return self._over(func, [args[i] for i in places] + [kwargs[n] for n in names])

    def _over(self, func, args):
        if self._in_out is not None:
            return self._over_rows(func, args)
        if not args:
            return func()
        arrays = [np.asanyarray(a) for a in args]
        first, types = _missing, self.otypes
        if types is None:
            if any(a.size == 0 for a in arrays):
                raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
            first = func(*(a.flat[0] for a in arrays))
            n = len(first) if isinstance(first, tuple) else 1
            types = [np.asarray(f).dtype for f in (first if isinstance(first, tuple) else (first,))]
            types = [t.type if t.kind in "SU" else t for t in types]
            if not self.cache:
                first = _missing
        n = len(types)

        def once(*values):
            nonlocal first
            if first is not _missing:
                kept, first = first, _missing
                return kept
            return func(*values)
        out = np.frompyfunc(once, len(args), n)(*(np.asanyarray(a, dtype=object) for a in args))
        results = [np.asarray(r, dtype=t) for r, t in zip(out if n > 1 else (out,), types)]
        return tuple(results) if n > 1 else results[0]

    def _sized(self, sizes, names, shape):
        if len(shape) < len(names):
            raise ValueError(f"{len(shape)}-dimensional argument does not have enough dimensions for all core dimensions "
                             f"{names!r}")
        for name, n in zip(names, shape[len(shape) - len(names):]):
            if sizes.setdefault(name, n) != n:
                raise ValueError(f"inconsistent size for core dimension {name!r}: {n} vs {sizes[name]}")

    def _over_rows(self, func, args):
        ins, outs = self._in_out
        if len(args) != len(ins):
            raise TypeError(f"wrong number of positional arguments: expected {len(ins)}, got {len(args)}")
        args = [np.asanyarray(a) for a in args]
        sizes = {}
        for a, names in zip(args, ins):
            self._sized(sizes, names, a.shape)
        loop = np.broadcast_shapes(*(a.shape[:a.ndim - len(names)] for a, names in zip(args, ins)))
        args = [np.broadcast_to(a, loop + a.shape[a.ndim - len(names):]) for a, names in zip(args, ins)]
        arrays, types = None, self.otypes or [None] * len(outs)
        for at in np.ndindex(*loop):
            results = func(*(a[at] for a in args))
            n = len(results) if isinstance(results, tuple) else 1
            if n != len(outs):
                raise ValueError(f"wrong number of outputs from pyfunc: expected {len(outs)}, got {n}")
            results = results if len(outs) > 1 else (results,)
            if arrays is None:
                for r, names in zip(results, outs):
                    self._sized(sizes, names, np.shape(r))
                arrays = [np.empty(loop + tuple(sizes[name] for name in names), dtype=np.asarray(r, dtype=t).dtype)
                          for r, names, t in zip(results, outs, types)]
            for a, r in zip(arrays, results):
                a[at] = r
        if arrays is None:
            if self.otypes is None:
                raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
            if any(name not in sizes for names in outs for name in names):
                raise ValueError("cannot call `vectorize` with a signature including new output dimensions on size 0 inputs")
            arrays = [np.empty(loop + tuple(sizes[name] for name in names), dtype=t) for names, t in zip(outs, types)]
        return tuple(arrays) if len(outs) > 1 else arrays[0]


vectorize.__module__ = "numpy"
