# tfs's own: how numpy's arrays, dtypes and numbers stand in pickles (array and dtype pickle protocol of numpy).
"""NumPy's values in pickles."""
import numpy as np

class Unbuilt:
    """A value of numpy whose state comes later; built gives what it is."""

class Array(Unbuilt):
    """An array that _reconstruct began."""
    def __init__(self, *args): pass

    def built(self, state):
        _, shape, kind, fortran, data = state
        order = "F" if fortran else "C"
        if isinstance(data, list):
            out = np.empty(len(data), dtype=object)
            for i, v in enumerate(data):
                out[i] = v
            return out.reshape(shape, order=order)
        if isinstance(data, str):
            data = data.encode("latin1")
        return np.frombuffer(data, plain(kind)).reshape(shape, order=order).copy()

class DType(Unbuilt):
    """A dtype; its byte order comes later."""
    def __init__(self, name, *args):
        if isinstance(name, bytes):
            name = name.decode("latin1")
        self.kind = np.dtype(object if name[:1] == "O" else name)

    def built(self, state):
        order = state[1].decode() if isinstance(state[1], bytes) else state[1]
        return np.dtype(order + self.kind.str[1:]) if order in ("<", ">") else self.kind

def plain(kind): return kind.kind if isinstance(kind, DType) else kind

def scalar(kind, data):
    if isinstance(data, str):
        data = data.encode("latin1")
    return np.frombuffer(data, plain(kind))[0]

def from_buffer(data, kind, shape, order): return np.frombuffer(data, plain(kind)).reshape(shape, order=order).copy()

functions = {("numpy", "dtype"): DType}
for _module in ("numpy.core", "numpy._core"):
    functions[_module + ".multiarray", "_reconstruct"] = Array
    functions[_module + ".multiarray", "scalar"] = scalar
    functions[_module + ".numeric", "_frombuffer"] = from_buffer
