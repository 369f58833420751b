#!/usr/bin/env python3
"""Writes np/testdata/arrays.txt.bz2: random programs of views, assignments and in-place
operators on arrays, each with what NumPy prints for it. Run with the reference environment:

    python .ci/record_arrays.py [COUNT] > np/testdata/arrays.txt.bz2

Each program starts with a line "#", then its statements, then "=" and the output of every
statement that has one. An error is its class and message.
"""

import bz2
import io
import random
import sys
import warnings

import numpy as np

DTYPES = ["int64", "float64", "int8", "uint8", "int32", "float32", "bool", "complex128", ">i2"]


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.names = []
        self.scope = {"np": np}
        self.texts = self.r.random() < 0.1  # strings are moved, not computed with

    def dim(self):
        return self.r.choice([0, 1, 2, 2, 3, 3, 4])

    def shape(self):
        return tuple(self.dim() for _ in range(self.r.choice([0, 1, 1, 1, 2, 2, 2, 3])))

    def new(self):
        d = self.r.choice(DTYPES)
        if self.texts:
            d = self.r.choice(["<U2", "S2"])
        elif self.r.random() < 0.6:
            d = self.r.choice(["int64", "float64"])
        s = self.shape()
        n = int(np.prod(s)) if s else 1
        base = f"np.arange({n})"
        if d in ("<U2", "S2"):
            text = f"np.array([{', '.join(repr(w) for w in self.words(n, d))}], dtype='{d}')"
            return f"{text}.reshape({s})"
        order = self.r.choice(["", "", "", ", order='F'"])
        return f"({base} % {self.r.choice([3, 7, 100])}).astype('{d}').reshape({s}{order})"

    def words(self, n, d):
        out = [self.r.choice(["a", "b", "ab", "", "z"]) for _ in range(n)]
        return [w.encode() for w in out] if d == "S2" else out

    def number(self):
        return self.r.choice(["0", "1", "2", "-1", "3.5", "True", "7", "300", "-2.5", "1e3"])

    def integer(self, n):
        return str(self.r.choice([0, 0, 1, -1, n - 1, -n, n, 2]))

    def slice(self):
        f = lambda: self.r.choice(["", "", "0", "1", "2", "-1", "-2", "5"])
        step = self.r.choice(["", "", "", ":1", ":2", ":-1", ":-2"])
        return f"{f()}:{f()}{step}"

    def key(self, a):
        parts = []
        dots = False
        k = 0
        while k < a.ndim:
            c = self.r.random()
            n = a.shape[k]
            if c < 0.3:
                parts.append(self.integer(n))
            elif c < 0.65:
                parts.append(self.slice())
            elif c < 0.72 and not dots:
                parts.append("...")
                dots = True
            elif c < 0.78:
                parts.append("None")
                continue
            elif c < 0.88:
                m = self.r.choice([1, 2, 2, 3])
                parts.append("[" + ", ".join(self.integer(n) if self.r.random() < 0.2 else str(self.r.randrange(max(n, 1))) for _ in range(m)) + "]")
            elif c < 0.93:
                m = n if self.r.random() < 0.9 else n + 1
                parts.append("[" + ", ".join(self.r.choice(["True", "False"]) for _ in range(m)) + "]" if m else "[]")
            elif c < 0.96:
                parts.append("np.array([[0, -1], [0, 0]])")
            else:
                break
            k += 1
        if self.r.random() < 0.05:
            parts.append("0")
        return ", ".join(parts) if parts else "..."

    def view(self, name):
        a = self.scope[name]
        c = self.r.random()
        if c < 0.45:
            return f"{name}[{self.key(a)}]"
        if c < 0.55:
            return f"{name}.T"
        if c < 0.62:
            return f"{name}.reshape(-1)"
        if c < 0.68:
            return f"{name}.ravel({self.r.choice(['', chr(39) + 'F' + chr(39), chr(39) + 'K' + chr(39)])})"
        if c < 0.74 and a.ndim > 1:
            return f"{name}.swapaxes({self.r.randrange(a.ndim)}, {self.r.randrange(-a.ndim, a.ndim)})"
        if c < 0.78:
            return f"{name}.squeeze()"
        if c < 0.82:
            return f"np.expand_dims({name}, {self.r.randrange(-1, a.ndim + 1)})"
        if c < 0.86:
            return f"{name}.copy()"
        if c < 0.89:
            return f"np.asarray({name})"
        if c < 0.91:
            return f"{name}.view()"
        if c < 0.94:
            return f"np.broadcast_to({name}, {(2,) + a.shape})"
        if c < 0.97:
            return f"{name}.flatten()"
        if self.texts:
            return f"{name}.astype({self.r.choice(['object', 'str', 'bytes', repr('<U1')])})"
        return f"{name}.astype({self.r.choice(['float', 'int', 'np.int16', 'bool', 'complex'])})"

    def value(self):
        c = self.r.random()
        if c < 0.4:
            return self.number()
        if c < 0.75:
            return self.r.choice(self.names)
        if c < 0.85:
            return "[" + ", ".join(self.number() for _ in range(self.r.choice([1, 2, 3]))) + "]"
        n = self.r.choice(self.names)
        return f"{n}[{self.key(self.scope[n])}]"

    def statement(self):
        arrays = [n for n in self.names if isinstance(self.scope[n], np.ndarray)]
        fresh = "abcdefgh"[len(self.names)] if len(self.names) < 6 else self.r.choice(self.names)
        if not arrays or self.r.random() < 0.12:
            return f"{fresh} = {self.new()}", fresh
        n = self.r.choice(arrays)
        a = self.scope[n]
        c = self.r.random()
        if c < 0.3:
            return f"{fresh} = {self.view(n)}", fresh
        if c < 0.58:
            return f"{n}[{self.key(a)}] = {self.value()}", n
        if c < 0.85 and self.texts:
            return f"{fresh} = {n}[{self.key(a)}]", fresh
        if c < 0.75:
            op = self.r.choice(["+=", "-=", "*=", "//=", "/=", "%=", "**=", "|=", "&=", "<<="])
            return f"{n} {op} {self.value()}", n
        if c < 0.85:
            op = self.r.choice(["+=", "-=", "*="])
            return f"{n}[{self.key(a)}] {op} {self.value()}", n
        if c < 0.89:
            return f"{n}.flat[{self.r.choice(['0', '-1', '1:', '::2', '[0, 0]'])}] = {self.number()}", n
        if c < 0.91:
            return f"{n}.fill({self.number()})", n
        if c < 0.93:
            return f"for row in {n}: row[...] = {self.number()}", n
        if c < 0.95:
            return f"{n}.sort({self.r.choice(['', '0', '-1'])})", n
        if self.texts:
            return f"{fresh} = {n} == {self.r.choice(self.names)}", fresh
        if c < 0.97:
            return f"_ = np.{self.r.choice(['add', 'multiply', 'maximum'])}({n}, {self.value()}, out={n})", n
        return f"{fresh} = {n} {self.r.choice(['+', '-', '*', '/', '//', '%', '==', '<', '&', '^'])} {self.value()}", fresh

    def show(self, n):
        """What the reader compares: the value, its type, its layout."""
        if isinstance(self.scope.get(n), np.ndarray):
            return f"print(repr({n}), [np.shares_memory({n}, x) for x in ({', '.join(self.names)},)], {n}.flags.writeable)"
        return f"print(repr({n}))"

    def program(self):
        lines, out = [], []
        for _ in range(self.r.randrange(4, 14)):
            s, n = self.statement()
            known = list(self.names)
            if n not in self.names:
                self.names.append(n)
            shows = []
            result = self.run(s)
            if result is not None and n not in self.scope:
                self.names = known
            lines.append(s)
            out.append(result or "")
            if n in self.scope:
                shows.append(self.show(n))
            for s in shows:
                lines.append(s)
                out.append(self.run(s) or "")
        tail = "print(" + ", ".join(f"repr({n})" for n in self.names) + ")"
        lines.append(tail)
        out.append(self.run(tail) or "")
        return lines, out

    def run(self, s):
        buf, old = io.StringIO(), sys.stdout
        sys.stdout = buf
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(s, self.scope)
        except Exception as e:
            return f"{type(e).__name__}: {e}\n"
        finally:
            sys.stdout = old
        return buf.getvalue()


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    out = []
    for seed in range(count):
        lines, results = Maker(seed).program()
        if ">i2" in str(lines) and "Integers to" in str(results):
            continue  # NumPy leaves what its buffer held
        if "object does not support item" in str(results):
            continue
        out.append("#\n" + "\n".join(lines) + "\n=\n" + "".join(results))
    sys.stdout.buffer.write(bz2.compress("".join(out).encode(), 9))


main()
