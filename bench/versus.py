#!/usr/bin/env python3
"""Run one source in tfs and in TensorFlow, in turn, and print a table: milliseconds and how many times tfs is faster.

    bench/versus.py --tfs BINARY --python PYTHON [--runs N] [--only REGEX] [--record FILE | --check FILE] [SOURCE]

PYTHON has TensorFlow (and NumPy). The best of --runs alternating runs counts for each line; SOURCE is bench/dense.tfs
unless named. With dense.tfs the table also has NumPy (bench/dense_numpy.py, in turn with the others), the spread
(the worst run of each side over its best) and the least time the machine allows (bench/limits, a stream and the tile
of the matrix product in the first-level cache: go run).

--record writes the ratios (where FILE is there, the least of what it holds and what was measured: other machines
and other runs differ by half). --check ends with status 1 when the ratio of a line is below half of what FILE holds for
it, after such lines were measured up to three times more: the least times of all runs count, so that other work on
the machine does little.
"""
import argparse, json, math, os, re, subprocess, sys, tempfile
from pathlib import Path

here = Path(__file__).resolve().parent
p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
p.add_argument("--tfs", required=True)
p.add_argument("--python", required=True)
p.add_argument("--runs", type=int, default=1)
p.add_argument("--only", help="the lines whose source matches")
p.add_argument("--record", type=Path)
p.add_argument("--check", type=Path)
p.add_argument("source", nargs="?", type=Path, default=here / "dense.tfs")
a = p.parse_args()
dense = a.source.name == "dense.tfs"

# What lines of dense.tfs read and write at least, in MB, and their floating-point operations, in millions.
MOVED = {"add 16M": 192, "mul scalar 16M": 128, "less 16M": 144, "where 16M": 192, "maximum 16M": 192, "add f64 4M": 64,
         "add i64 4M": 64, "add f16 4M": 16, "floordiv i32 16M": 128, "bitwise and 16M": 128, "cast i32 f32 16M": 128,
         "cast f32 i32 16M": 128, "cast f32 f16 4M": 24, "cast f32 f64 4M": 48, "exp 4M": 32, "tanh 4M": 32,
         "sigmoid 4M": 32, "log 4M": 32, "sin 4M": 32, "sqrt 4M": 32, "rsqrt 4M": 32, "erf 4M": 32, "exp f64 4M": 64,
         "sum 16M": 64, "sum axis0 4096": 67, "sum axis1 4096": 67, "mean axis0 4096": 67, "max 16M": 64, "any 16M": 64,
         "argmax axis1": 67, "cumsum 4M": 32, "softmax 4096x1024": 34, "transpose 4096": 134, "concat 2x16M": 256,
         "pad 4096": 134, "tile 4M x4": 80, "one_hot 100kx100": 40, "broadcast row add": 134, "broadcast col add": 134,
         "matvec 4096": 67, "rand uniform 16M": 64}
FLOPS = {"matmul 512": 268, "matmul 1024": 2147, "conv2d 8x128x128x16": 1208}


def chosen(text, keep):
    """The source with those of its timed lines that keep is true for."""
    return "".join(line if not re.match(r"\s*timed\(", line) or keep(line) else
                   re.match(r"\s*", line)[0].rstrip("\n") + "pass\n" for line in text.splitlines(keepends=True))


def run(command):
    env = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    out = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=env, check=True).stdout
    return {line[:28].strip(): float(line.split()[-1]) for line in out.splitlines() if line.strip()}


class Side:
    """One of those compared: how it is run, and the least and the greatest time of each line."""

    def __init__(self, *command):
        self.command, self.best, self.worst = command, {}, {}

    def turn(self, source):
        for name, ms in run([str(source) if c is None else str(c) for c in self.command]).items():
            self.best[name] = min(ms, self.best.get(name, ms))
            self.worst[name] = max(ms, self.worst.get(name, ms))


theirs, ours = Side(a.python, None), Side(a.tfs, None)
numpy = Side(a.python, here / "dense_numpy.py")


def measure(runs, keep=None):
    with tempfile.TemporaryDirectory() as folder:
        source = a.source
        if keep:
            source = Path(folder) / source.name
            source.write_text(chosen(a.source.read_text(), keep))
        for _ in range(runs):
            for side in (theirs, ours):
                side.turn(source)
            if dense and not keep:
                numpy.turn(source)


def ratios():
    return {name: ms / max(ours.best[name], 1e-4) for name, ms in theirs.best.items() if name in ours.best}


def limit(name, rates):
    """The least time of a line in milliseconds, None where it is not known."""
    if name in MOVED and "stream" in rates:
        return MOVED[name] / rates["stream"]
    if name in FLOPS and "products" in rates:
        return FLOPS[name] / rates["products"]


def limits():
    try:
        out = subprocess.run(["go", "run", "./bench/limits"], cwd=here.parent, stdout=subprocess.PIPE, text=True, check=True,
                             env={**os.environ, "CGO_ENABLED": "0"}).stdout
    except (OSError, subprocess.CalledProcessError):
        return {}
    print(out.replace("\n", ", ").rstrip(", "), "\n")
    return {line.split()[0]: float(line.split()[1]) for line in out.splitlines()}


def wide(rates):
    """The table of dense.tfs."""
    text = lambda ms: "" if ms is None else f"{ms:.2f}"
    print("| what, ms | TensorFlow | NumPy | tfs | limit | TensorFlow/tfs | NumPy/tfs | spread |\n|---|---|---|---|---|---|---|---|")
    for name, ratio in ratios().items():
        n, mine = numpy.best.get(name), ours.best[name]
        spread = [s.worst[name] / max(s.best[name], 1e-4) for s in (theirs, ours)]
        print(f"| {name} | {theirs.best[name]:.2f} | {text(n)} | {mine:.2f} | {text(limit(name, rates))} | {ratio:.2f} | "
              f"{text(n and n / max(mine, 1e-4))} | {spread[0]:.1f}, {spread[1]:.1f} |")


def narrow():
    print("| what | TensorFlow | tfs | times faster |\n|---|---|---|---|")
    for name, ratio in ratios().items():
        print(f"| {name} | {theirs.best[name]:.2f} ms | {ours.best[name]:.2f} ms | {ratio:.2f} |")


def mean(r):
    return math.exp(sum(map(math.log, r)) / max(len(r), 1))


only = a.only and (lambda line: re.search(a.only, line))
rates = limits() if dense and not only else {}
measure(a.runs, only)
slow = []
if a.check:
    old = json.loads(a.check.read_text())
    behind = lambda: [n for n, r in ratios().items() if n in old and r < old[n] / 2]
    for _ in range(3):
        if slow := behind():
            measure(1, lambda line: any(f"'{n}'" in line for n in slow))
    slow = behind()
wide(rates) if rates else narrow()
now = ratios()
print(f"\ngeometric mean {mean(now.values()):.2f}, least {min(now.values()):.2f} ({min(now, key=now.get)}), "
      f"below 1: {sum(r < 1 for r in now.values())} of {len(now)}")
if a.record:
    held = json.loads(a.record.read_text()) if a.record.exists() else {}
    a.record.write_text(json.dumps({n: min(round(r, 2), held.get(n, r)) for n, r in now.items()}, indent=1) + "\n")
if a.check:
    for name in slow:
        print(f"{name}: {now[name]:.2f} is less than half of the recorded {old[name]:.2f}")
    print(f"recorded geometric mean {mean([old[n] for n in now if n in old]):.2f}")
    sys.exit(bool(slow))
