#!/usr/bin/env bash
# Record the outputs of the op table's examples: from TensorFlow, and from tfs for the
# entries TensorFlow lacks.  Usage: record_examples.sh ORACLE_PYTHON REF_PY
set -euo pipefail
cd "$(dirname "$0")/.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
TFS_RECORD=$tmp/in.txt go test -count=1 ./lang -run 'TestDocs$' >/dev/null
"$1" "$2" transcript "$tmp/in.txt" 2>/dev/null >"$tmp/tf.txt"
go run . transcript "$tmp/in.txt" >"$tmp/tfs.txt"
python3 - "$tmp/tf.txt" "$tmp/tfs.txt" >tf/examples.txt <<'P'
import re, sys
def blocks(path):
    return {b.split("\n", 1)[0]: b for b in re.split(r"(?m)^## ", open(path).read()) if b.strip()}
ours = blocks(sys.argv[2])
for name, b in blocks(sys.argv[1]).items():
    if "NameError: name 'string_" in b or "AttributeError:" in b or "unexpected keyword argument" in b or "no len()" in b:
        b = ours[name]
    b = re.sub(r"\{\{function_node [^}]*\}\} |(?<=\]) name:[ \t]*", "", b)
    print("## " + b.rstrip() + "\n")
P
