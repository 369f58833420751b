# tfs's own.
"""numpy.lib.recfunctions: fields of structured arrays put on, left out, renamed, joined, and as columns."""
import sys
import types
import numpy as np
import numpy.ma as ma

def _descr(dtype):
    if dtype.names is None:
        return [("", dtype)]
    return [(n, dtype.fields[n][0]) for n in dtype.names]

def _filled(shape, dtype, columns, usemask=False, asrecarray=False):
    # A structured array with the columns, each as long as there are values.
    out = np.zeros(shape, dtype)
    for name, col in columns:
        out[name][:len(col)] = col
    if usemask:
        out = ma.array(out)
    return out.view(np.recarray) if asrecarray else out

def get_names(adtype):
    """The names of the fields; those within as tuples."""
    return tuple((n, get_names(adtype[n])) if adtype[n].names is not None else n for n in adtype.names)

def get_names_flat(adtype):
    """The names of the fields, and after each the names within it."""
    out = []
    for n in adtype.names:
        out.append(n)
        if adtype[n].names is not None:
            out.extend(get_names_flat(adtype[n]))
    return tuple(out)

def flatten_descr(ndtype):
    """Names and types of the fields, those within too."""
    if ndtype.names is None:
        return (("", ndtype),)
    out = []
    for n in ndtype.names:
        out.extend(flatten_descr(ndtype[n]) if ndtype[n].names is not None else [(n, ndtype[n])])
    return tuple(out)

def append_fields(base, names, data, dtypes=None, fill_value=-1, usemask=True, asrecarray=False):
    """The array with more fields behind its own."""
    if isinstance(names, (tuple, list)):
        if len(names) != len(data):
            raise ValueError("The number of arrays does not match the number of names")
    elif isinstance(names, str):
        names, data = [names], [data]
    if dtypes is None:
        data = [np.asarray(a) for a in data]
    else:
        dtypes = list(dtypes) if isinstance(dtypes, (tuple, list)) else [dtypes]
        if len(dtypes) == 1:
            dtypes *= len(data)
        elif len(dtypes) != len(data):
            raise ValueError("The dtypes argument must be None, a dtype, or a list.")
        data = [np.asarray(a).astype(d) for a, d in zip(data, dtypes)]
    n = max([len(base)] + [len(a) for a in data])
    dtype = [(k, t) for k, t in _descr(base.dtype)] + [(k, a.dtype) for k, a in zip(names, data)]
    columns = [(k, base[k]) for k in base.dtype.names] + list(zip(names, data))
    out = _filled(n, dtype, columns)
    for k, col in columns:
        if len(col) < n:  # what is missing has numpy.ma's values unless it stays masked
            out[k][len(col):] = fill_value if usemask else ma.default_fill_value(col)
    return _filled(n, out.dtype, [(k, out[k]) for k, _ in columns], usemask, asrecarray)

def rec_append_fields(base, names, data, dtypes=None):
    """append_fields as a recarray."""
    return append_fields(base, names, data=data, dtypes=dtypes, asrecarray=True, usemask=False)

def drop_fields(base, drop_names, usemask=True, asrecarray=False):
    """The array without some fields."""
    drop = {drop_names} if isinstance(drop_names, str) else set(drop_names)
    kept = [(n, t) for n, t in _descr(base.dtype) if n not in drop]
    return _filled(base.shape, kept, [(n, base[n]) for n, _ in kept], False, asrecarray)

def rec_drop_fields(base, drop_names):
    """drop_fields as a recarray."""
    return drop_fields(base, drop_names, usemask=False, asrecarray=True)

def rename_fields(base, namemapper):
    """The array with other names for its fields."""
    dtype = [(namemapper.get(n, n), t) for n, t in _descr(base.dtype)]
    return _filled(base.shape, dtype, [(d[0], base[n]) for d, n in zip(dtype, base.dtype.names)])

def repack_fields(a, align=False, recurse=False):
    """The array, or the dtype, without room between its fields."""
    dtype = a if isinstance(a, np.dtype) else a.dtype
    packed = np.dtype(_descr(dtype), align=align) if align else np.dtype(_descr(dtype))
    return packed if isinstance(a, np.dtype) else a.astype(packed)

def structured_to_unstructured(arr, dtype=None, copy=False, casting="unsafe"):
    """The fields as the last axis of an array of one type."""
    if arr.dtype.names is None:
        raise ValueError("arr must be a structured array")
    cols = []
    for n in arr.dtype.names:
        col = arr[n]
        cols.append(structured_to_unstructured(col) if col.dtype.names is not None else
                    col.reshape(arr.shape + (-1,)))
    out = np.concatenate(cols, axis=-1)
    return out if dtype is None else out.astype(dtype)

def unstructured_to_structured(arr, dtype=None, names=None, align=False, copy=False, casting="unsafe"):
    """The last axis as fields."""
    arr = np.asanyarray(arr)
    if arr.shape == ():
        raise ValueError("arr must have at least one dimension")
    if dtype is None:
        names = names or [f"f{i}" for i in range(arr.shape[-1])]
        dtype = np.dtype([(n, arr.dtype) for n in names])
    elif names is not None:
        raise ValueError("don't supply both dtype and names")
    dtype = np.dtype(dtype)
    if len(dtype.names) != arr.shape[-1]:
        raise ValueError("The length of the last dimension of arr must be equal to the number of fields in dtype")
    out = np.zeros(arr.shape[:-1], dtype)
    for i, n in enumerate(dtype.names):
        out[n] = arr[..., i]
    return out

def apply_along_fields(func, arr):
    """A reducing function over the fields of each record."""
    return func(structured_to_unstructured(arr), axis=-1)

def assign_fields_by_name(dst, src, zero_unassigned=True):
    """Copies the fields of the same names."""
    for n in dst.dtype.names:
        if n in src.dtype.names:
            dst[n] = src[n]
        elif zero_unassigned:
            dst[n] = np.zeros((), dst.dtype[n])

def require_fields(array, required_dtype):
    """The array with just the fields of a type, by name."""
    out = np.empty(array.shape, required_dtype)
    assign_fields_by_name(out, array)
    return out

def merge_arrays(seqarrays, fill_value=-1, flatten=False, usemask=False, asrecarray=False):
    """Arrays side by side as the fields of one."""
    arrays = [np.asanyarray(a) for a in ([seqarrays] if isinstance(seqarrays, np.ndarray) else seqarrays)]
    n = max(len(a) for a in arrays)
    dtype, columns = [], []
    for i, a in enumerate(arrays):
        names = a.dtype.names
        if names is not None and (flatten or len(arrays) == 1):
            for k in names:
                dtype.append((k, a.dtype[k]))
                columns.append((k, a[k]))
        else:
            dtype.append((f"f{i}", a.dtype))
            columns.append((f"f{i}", a))
    out = _filled(n, dtype, columns)
    for k, col in columns:
        if len(col) < n:
            out[k][len(col):] = fill_value
    return _filled(n, out.dtype, [(k, out[k]) for k, _ in columns], usemask, asrecarray)

def stack_arrays(arrays, defaults=None, usemask=True, asrecarray=False, autoconvert=False):
    """Arrays one below the other; what a field has no values for is missing."""
    if isinstance(arrays, np.ndarray):
        return arrays
    if len(arrays) == 1:
        return arrays[0]
    arrays = [np.asanyarray(a).ravel() for a in arrays]
    dtype = {}
    for a in arrays:
        for n, t in _descr(a.dtype):
            n = n or "f0"
            if n in dtype and dtype[n] != t:
                if not autoconvert:
                    raise TypeError(f"Incompatible type '{dtype[n]}' <> '{t}'")
                t = max(dtype[n], t)
            dtype[n] = t
    out, at = np.zeros(sum(map(len, arrays)), list(dtype.items())), 0
    mask = np.ones(len(out), [(n, "?") for n in dtype])
    for a in arrays:
        for n in a.dtype.names or ("f0",):
            out[n][at:at + len(a)] = a if a.dtype.names is None else a[n]
            mask[n][at:at + len(a)] = False
        at += len(a)
    for n in dtype:
        if mask[n].any():
            out[n][mask[n]] = (defaults or {}).get(n, ma.default_fill_value(out[n]))
    if usemask:
        return ma.array(out, mask=mask)
    return out.view(np.recarray) if asrecarray else out

def find_duplicates(a, key=None, ignoremask=True, return_index=False):
    """The records that occur more than once."""
    a = np.asanyarray(a).ravel()
    base = a if key is None else a[key]
    at = base.argsort(kind="stable")
    same = base[at][1:] == base[at][:-1]
    flag = np.concatenate([[False], same])
    flag[:-1] |= flag[1:]
    out = a[at][flag]
    return (out, at[flag]) if return_index else out

package = types.ModuleType("numpy.lib.recfunctions")
for _n, _v in list(globals().items()):
    if not _n.startswith("_") and _n not in ("sys", "types", "np", "ma", "package"):
        setattr(package, _n, _v)
sys.modules["numpy.lib.recfunctions"] = package
