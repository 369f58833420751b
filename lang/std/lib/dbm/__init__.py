# tfs's own: there is one kind, dbm.dumb.
"""Dictionaries of bytes on disk."""
import os as _os

__all__ = ["open", "whichdb", "error"]

class _DBError(Exception):
    """A file that is no such dictionary."""

_DBError.__name__ = _DBError.__qualname__ = "error"
_DBError.__module__ = "dbm"
error = (_DBError, OSError)

def whichdb(filename):
    """The module that reads a dictionary; None where there is none, '' where it is not known."""
    path = _os.fsdecode(_os.fspath(filename))
    if _os.path.exists(path + ".dat") and _os.path.exists(path + ".dir"):
        return "dbm.dumb"
    return "" if _os.path.exists(path) else None

def open(file, flag="r", mode=0o666):
    """The dictionary in a file: r reads, w writes one that is there, c makes it, n makes it empty."""
    from dbm import dumb
    kind = whichdb(file) if "n" not in flag else None
    if kind is None and "c" not in flag and "n" not in flag:
        raise _DBError("db file doesn't exist; use 'c' or 'n' flag to create a new db")
    if kind == "":
        raise _DBError("db type could not be determined")
    return dumb.open(file, flag, mode)
