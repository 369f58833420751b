#!/usr/bin/env python3
"""Record what TensorFlow's registry says of its kernels.

Usage: record_registry.py > op/registry.txt   (with a Python that has TensorFlow)
One line a kernel: name;inputs -> outputs;attribute;... with dtypes as enum numbers, and
python=OLD>NEW where tf.raw_ops names an argument otherwise.
"""
import os
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
from tensorflow.python.framework import op_def_registry as registry  # noqa: E402


def arg(a):
    kind = a.type_attr or a.type_list_attr
    if not kind:
        from tensorflow.python.framework import dtypes
        kind = dtypes.as_dtype(a.type).name.replace("float32", "float").replace("float64", "double")
    return f"{a.name}:{a.number_attr}*{kind}" if a.number_attr else f"{a.name}:{kind}"


def value(v):
    which = v.WhichOneof("value")
    if which == "type":
        from tensorflow.core.framework import types_pb2
        return types_pb2.DataType.Name(v.type)
    if which == "b":
        return str(v.b).lower()
    if which == "s":
        return '"' + v.s.decode() + '"'
    if which == "list":
        items = [x for f in ("i", "f", "b", "type") for x in getattr(v.list, f)] + ['"' + x.decode() + '"' for x in v.list.s]
        return "[" + ",".join(map(str, items)) + "]"
    if which == "shape":
        return "<unknown>" if v.shape.unknown_rank else "[" + ",".join(str(x.size) for x in v.shape.dim) + "]"
    if which in ("func", "tensor"):
        return "?"
    return str(getattr(v, which))


def line(d):
    parts = [", ".join(map(arg, d.input_arg)) + " -> " + ", ".join(map(arg, d.output_arg))]
    for a in d.attr:
        s = f"{a.name}:{a.type}"
        if a.HasField("default_value"):
            s += ",default=" + value(a.default_value)
        if a.has_minimum:
            s += f",min={a.minimum}"
        if a.allowed_values.list.type:
            s += ",allowed=[" + ",".join(map(str, a.allowed_values.list.type)) + "]"
        if a.allowed_values.list.s:
            s += ",allowed=[" + ",".join('"' + x.decode() + '"' for x in a.allowed_values.list.s) + "]"
        parts.append(s)
    if d.is_commutative:
        parts.append("is_commutative=true")
    if d.is_aggregate:
        parts.append("is_aggregate=true")
    if d.is_stateful:
        parts.append("is_stateful=true")
    return d.name + ";" + ";".join(parts)


def renames(d, signature):
    """Python's names of inputs and attributes that differ from the registry's: old>new."""
    ours = [a.name for a in d.input_arg] + [a.name for a in d.attr]
    missing = [n for n in ours if n not in signature and n in [a.name for a in d.input_arg] + NAMED]
    extra = [n for n in signature if n not in ours and n != "name"]
    return [f"{a}>{b}" for a, b in zip(missing, extra)]


NAMED = ["squeeze_dims"]  # the one attribute with another name


def main():
    import inspect

    import tensorflow as tf
    for n in sorted(dir(tf.raw_ops)):
        d = registry.get(n)
        if d is None or n.startswith("_"):
            continue
        names = renames(d, list(inspect.signature(getattr(tf.raw_ops, n)).parameters))
        print(line(d) + "".join(";python=" + x for x in names))


sys.exit(main())
