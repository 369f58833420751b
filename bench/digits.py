#!/usr/bin/env python3
"""Print the share of equal bits of functions over a million values in tfs and in TensorFlow (any nan equals any).

    bench/digits.py --tfs BINARY --python PYTHON

PYTHON has TensorFlow and NumPy; it runs on one thread and without oneDNN's own softmax, as the documents' outputs do.
"""
import argparse, os, subprocess, sys, tempfile
from pathlib import Path

p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
p.add_argument("--tfs", required=True)
p.add_argument("--python", required=True)
a = p.parse_args()
try:
    import numpy as np
except ImportError:  # the other interpreter has it
    os.execv(a.python, [a.python, *sys.argv])
source = Path(__file__).resolve().parent / "digits.tfs"
env = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1", "TF_ENABLE_ONEDNN_OPTS": "0"}
with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
    for program, folder in ((a.python, one), (a.tfs, two)):
        subprocess.run([program, source, folder], env=env, check=True, stderr=subprocess.DEVNULL)
    shares = {}
    for path in sorted(Path(one).iterdir()):
        name, kind = path.name.rsplit(".", 1)
        bits = np.uint32 if kind == "float32" else np.uint64
        x, y = (np.fromfile(Path(folder) / path.name, kind) for folder in (one, two))
        same = (x.view(bits) == y.view(bits)) | np.isnan(x) & np.isnan(y)
        shares.setdefault(name.replace("by", "/"), {})[kind] = (int((~same).sum()), same.size)
print("| function | float32 | float64 |\n|---|---|---|")
for name, kinds in shares.items():
    text = lambda k: "100 %" if not kinds[k][0] else f"{100 - 100 * kinds[k][0] / kinds[k][1]:.4f} %"
    print(f"| {name} | {text('float32')} | {text('float64')} |")
