# tfs's own: objects in a folder of two files, pickled, in the format of dbm.dumb.
"""Dictionaries that stay on disk."""
import collections.abc as _abc
import io as _io
import pickle as _pickle

from pickle import DEFAULT_PROTOCOL

__all__ = ["Shelf", "BsdDbShelf", "DbfilenameShelf", "open"]


class Shelf(_abc.MutableMapping):
    """A dictionary of pickled values over one of bytes."""
    def __init__(self, dict, protocol=None, writeback=False, keyencoding="utf-8"):
        self.dict, self.writeback, self.cache, self.keyencoding = dict, writeback, {}, keyencoding
        self._protocol = DEFAULT_PROTOCOL if protocol is None else protocol

    def __iter__(self):
        for k in self._bytes().keys():
            yield k.decode(self.keyencoding)

    def _bytes(self):
        if self.dict is None:
            raise ValueError("invalid operation on closed shelf")
        return self.dict

    def __len__(self): return len(self._bytes())
    def __contains__(self, key): return key.encode(self.keyencoding) in self._bytes()
    def get(self, key, default=None): return self[key] if key.encode(self.keyencoding) in self._bytes() else default

    def __getitem__(self, key):
        if key in self.cache:
            return self.cache[key]
        value = _pickle.loads(self._bytes()[key.encode(self.keyencoding)])
        if self.writeback:
            self.cache[key] = value
        return value

    def __setitem__(self, key, value):
        if self.writeback:
            self.cache[key] = value
        self._bytes()[key.encode(self.keyencoding)] = _pickle.dumps(value, self._protocol)

    def __delitem__(self, key):
        del self._bytes()[key.encode(self.keyencoding)]
        self.cache.pop(key, None)

    def __enter__(self): return self
    def __exit__(self, type, value, traceback): self.close()

    def close(self):
        """Writes what is to be written and ends."""
        if self.dict is None:
            return
        self.sync()
        if hasattr(self.dict, "close"):
            self.dict.close()
        self.dict = None

    def sync(self):
        """Writes what is to be written."""
        if self.writeback and self.cache:
            self.writeback = False
            for key, value in self.cache.items():
                self[key] = value
            self.writeback, self.cache = True, {}
        if hasattr(self.dict, "sync"):
            self.dict.sync()

    def __del__(self):
        if hasattr(self, "writeback"):
            self.close()

BsdDbShelf = Shelf

class DbfilenameShelf(Shelf):
    """A shelf in files."""
    def __init__(self, filename, flag="c", protocol=None, writeback=False):
        import dbm.dumb
        super().__init__(dbm.dumb.open(filename, flag), protocol, writeback)

def open(filename, flag="c", protocol=None, writeback=False):
    """A shelf in files: c makes it, n makes it empty, r reads, w writes one that is there."""
    return DbfilenameShelf(filename, flag, protocol, writeback)
