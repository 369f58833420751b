#!/usr/bin/env python3
"""Record what TensorFlow's registry says of the kernels the op table names.

Usage: opdefs.py > op/opdefs.txt   (with a Python that has TensorFlow)
One line a kernel: name;inputs -> outputs;attribute;... with dtypes as enum numbers.
"""
import glob
import os
import re
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
        return "[]"
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
        parts.append(s)
    if d.is_commutative:
        parts.append("is_commutative=true")
    if d.is_aggregate:
        parts.append("is_aggregate=true")
    if d.is_stateful:
        parts.append("is_stateful=true")
    return d.name + ";" + ";".join(parts)


def main():
    names = set()
    for path in glob.glob("tf/*.go"):
        text = open(path, encoding="utf-8").read()
        names.update(re.findall(r'"([A-Z][A-Za-z0-9]+)"', text))
    for bin_ in ("Sum", "Prod", "Max", "Min", "Mean", "SqrtN"):
        names |= {"Segment" + bin_, "UnsortedSegment" + bin_}
    for n in sorted(names):
        d = registry.get(n)
        if d is not None:
            print(line(d))


sys.exit(main())
