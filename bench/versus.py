#!/usr/bin/env python3
"""Run one source in tfs and in TensorFlow, in turn, and print a table: medians in milliseconds and how many times
tfs is faster.

    bench/versus.py --tfs BINARY --python PYTHON [--runs N] [--only REGEX] [--record FILE | --check FILE] [SOURCE]

PYTHON has TensorFlow. The best of --runs alternating runs counts for each line; SOURCE is bench/dense.tfs unless named.
--record writes the ratios, --check ends with status 1 when the geometric mean of the lines run is below half of
what FILE holds for them.
"""
import argparse, json, math, os, re, subprocess, sys, tempfile
from pathlib import Path

p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
p.add_argument("--tfs", required=True)
p.add_argument("--python", required=True)
p.add_argument("--runs", type=int, default=1)
p.add_argument("--only", help="the lines whose source matches")
p.add_argument("--record", type=Path)
p.add_argument("--check", type=Path)
p.add_argument("source", nargs="?", type=Path, default=Path(__file__).parent / "dense.tfs")
a = p.parse_args()


def chosen(text):
    """The source with those of its timed lines that --only names."""
    keep = lambda line: not re.match(r"\s*timed\(", line) or re.search(a.only, line)
    return "".join(line if keep(line) else re.match(r"\s*", line)[0].rstrip("\n") + "pass\n"
                   for line in text.splitlines(keepends=True))


def run(command):
    env = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    out = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=env, check=True).stdout
    return {line[:28].strip(): float(line.split()[-1]) for line in out.splitlines() if line.strip()}


with tempfile.TemporaryDirectory() as folder:
    source = a.source
    if a.only:
        source = Path(folder) / source.name
        source.write_text(chosen(a.source.read_text()))
    best = ({}, {})
    for _ in range(a.runs):
        for side, command in zip(best, ([a.python, source], [a.tfs, source])):
            for name, ms in run(list(map(str, command))).items():
                side[name] = min(ms, side.get(name, ms))
theirs, ours = best
ratios = {name: ms / max(ours[name], 1e-4) for name, ms in theirs.items() if name in ours}
print("| what | TensorFlow | tfs | times faster |\n|---|---|---|---|")
for name, ratio in ratios.items():
    print(f"| {name} | {theirs[name]:.2f} ms | {ours[name]:.2f} ms | {ratio:.2f} |")
mean = lambda r: math.exp(sum(map(math.log, r)) / max(len(r), 1))
now = mean(list(ratios.values()))
print(f"\ngeometric mean {now:.2f}, least {min(ratios.values()):.2f} ({min(ratios, key=ratios.get)}), "
      f"below 1: {sum(r < 1 for r in ratios.values())} of {len(ratios)}")
if a.record:
    a.record.write_text(json.dumps({n: round(r, 2) for n, r in ratios.items()}, indent=1) + "\n")
if a.check:
    old = json.loads(a.check.read_text())
    both = [n for n in ratios if n in old]
    was, now = mean([old[n] for n in both]), mean([ratios[n] for n in both])
    print(f"recorded {was:.2f}, now {now:.2f}")
    sys.exit(now < was / 2)
