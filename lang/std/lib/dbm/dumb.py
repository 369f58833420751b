# tfs's own: Python's simplest format, an index of text beside the values.
"""Dictionaries of bytes in two files."""
import ast as _ast
import collections.abc as _abc
import os as _os

__all__ = ["error", "open"]
error = OSError
_BLOCK = 512


class _Database(_abc.MutableMapping):
    # Values lie in blocks of the .dat file; the .dir file tells for each key the place and the size.
    def __init__(self, filebasename, mode, flag):
        base = _os.fsdecode(_os.fspath(filebasename))
        self._dir, self._dat, self._bak = base + ".dir", base + ".dat", base + ".bak"
        self._readonly, self._changed, self._index = flag == "r", False, {}
        if flag == "n":
            for path in (self._dat, self._dir, self._bak):
                if _os.path.exists(path):
                    _os.remove(path)
        if not _os.path.exists(self._dat):
            if flag not in ("c", "n"):
                raise FileNotFoundError(2, "No such file or directory", _os.fsencode(self._dat))
            with _io_open(self._dat, "wb"):
                pass
        try:
            with _io_open(self._dir, "r", encoding="latin-1") as f:
                for line in f:
                    key, place = _ast.literal_eval(line.rstrip())
                    self._index[key.encode("latin-1")] = place
        except OSError:
            if flag not in ("c", "n"):
                raise
            with _io_open(self._dir, "w", encoding="latin-1"):
                pass

    def _open(self):
        if self._index is None:
            raise error("DBM object has already been closed")
        return self._index

    def _key(self, key): return key.encode("utf-8") if isinstance(key, str) else key

    def __getitem__(self, key):
        pos, size = self._open()[self._key(key)]
        with _io_open(self._dat, "rb") as f:
            f.seek(pos)
            return f.read(size)

    def __setitem__(self, key, value):
        if self._readonly:
            raise error("The database is opened for reading only")
        key = self._key(key)
        if not isinstance(key, (bytes, bytearray)):
            raise TypeError("keys must be bytes or strings")
        value = value.encode("utf-8") if isinstance(value, str) else value
        if not isinstance(value, (bytes, bytearray)):
            raise TypeError("values must be bytes or strings")
        index, key = self._open(), bytes(key)
        self._changed = True
        with _io_open(self._dat, "rb+") as f:
            if key in index and -(-len(value) // _BLOCK) <= -(-index[key][1] // _BLOCK):
                f.seek(index[key][0])
                f.write(value)
                index[key] = index[key][0], len(value)
                return
            end = f.seek(0, 2)
            pos = -(-end // _BLOCK) * _BLOCK
            f.write(b"\0" * (pos - end) + value)
        fresh = key not in index
        index[key] = pos, len(value)
        if fresh:
            with _io_open(self._dir, "a", encoding="latin-1") as f:
                f.write(f"{key.decode('latin-1')!r}, {index[key]!r}\n")

    def __delitem__(self, key):
        if self._readonly:
            raise error("The database is opened for reading only")
        del self._open()[self._key(key)]
        self._changed = True
        self.sync()

    def keys(self):
        """The keys."""
        return list(self._open())

    def items(self):
        """Pairs of keys and values."""
        return [(k, self[k]) for k in self._open()]

    def __contains__(self, key): return self._key(key) in self._open()
    def __iter__(self): return iter(list(self._open()))
    def __len__(self): return len(self._open())

    def sync(self):
        """Writes the index."""
        if self._index is None or not self._changed:
            return
        if _os.path.exists(self._dir):
            _os.replace(self._dir, self._bak)
        with _io_open(self._dir, "w", encoding="latin-1") as f:
            f.writelines(f"{k.decode('latin-1')!r}, {place!r}\n" for k, place in self._index.items())
        self._changed = False

    def close(self):
        """Writes the index and ends."""
        self.sync()
        self._index = None

    def __enter__(self): return self
    def __exit__(self, *args): self.close()

_io_open = open

def open(file, flag="c", mode=0o666):
    """The dictionary in two files: r reads, w writes one that is there, c makes it, n makes it empty."""
    if flag not in ("r", "w", "c", "n"):
        raise ValueError("Flag must be one of 'r', 'w', 'c', or 'n'")
    return _Database(file, mode, flag)
