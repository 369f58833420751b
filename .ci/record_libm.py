#!/usr/bin/env python3
"""Record what the C library gives: record_libm.py > tensor/libm/testdata/glibc.txt (glibc 2.36)."""
import math
import random

random.seed(1)
RANGES = {"exp": (-30, 30), "log": (1e-9, 100), "log2": (1e-9, 100), "log10": (1e-9, 1000), "sin": (-100, 100), "cos": (-100, 100), "tan": (-100, 100),
          "asin": (-1, 1), "acos": (-1, 1), "atan": (-20, 20), "sinh": (-20, 20), "cosh": (-20, 20), "tanh": (-5, 5), "asinh": (-20, 20), "acosh": (1, 30),
          "exp2": (-30, 30), "gamma": (-9, 30), "lgamma": (-9, 99)}
for name, (lo, hi) in RANGES.items():
    for _ in range(60):
        x = random.uniform(lo, hi)
        print(name, x.hex(), "0x0p+0", getattr(math, name)(x).hex())
for _ in range(60):
    x, y = random.uniform(0, 20), random.uniform(-10, 10)
    print("pow", x.hex(), y.hex(), math.pow(x, y).hex())
    print("atan2", (-x).hex(), y.hex(), math.atan2(-x, y).hex())
    print("hypot", x.hex(), y.hex(), math.hypot(x, y).hex())
    big = 2 ** random.uniform(22, 1000)
    print("sin", big.hex(), "0x0p+0", math.sin(big).hex())
    print("cos", big.hex(), "0x0p+0", math.cos(big).hex())
