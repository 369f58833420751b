"""Types that a kernel's declaration allows and no kernel on the processor computes: writes op/lacks.txt.

    tfs run names.py | python record_lacks.py > op/lacks.txt

A line is a kernel, then for each type attribute its missing types as numbers: BesselI0 T:14. Run it with TensorFlow's
Python, names of kernels on standard input.
"""
import sys

import tensorflow as tf  # noqa: F401
from tensorflow.python.framework import kernels, op_def_registry

for name in sorted(sys.stdin.read().split()):
    own = [k for k in kernels.get_registered_kernels_for_op(name).kernel if k.device_type in ('CPU', 'DEFAULT')]
    fields = []
    for a in op_def_registry.get(name).attr:
        if a.type != 'type' or not own:
            continue
        sets = [[c.allowed_values.list.type for c in k.constraint if c.name == a.name] for k in own]
        if not all(sets):
            continue  # a kernel for every type
        known = {t for s in sets for c in s for t in c}
        lacking = [t for t in a.allowed_values.list.type or range(1, 24) if t not in known and t < 24]
        if lacking:
            fields.append(a.name + ':' + ','.join(map(str, sorted(lacking))))
    if fields:
        print(name, *fields)
