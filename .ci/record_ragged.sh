#!/usr/bin/env bash
# Record TensorFlow's answers to 20,000 random ragged statements (lang/random_test.go).
# Usage: record_ragged.sh ORACLE_PYTHON REF_PY
set -euo pipefail
cd "$(dirname "$0")/.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python3 .ci/ragged_cases.py 20000 7 | sed 's/^/>>> /;G' >"$tmp/in.txt"
"$1" "$2" transcript "$tmp/in.txt" 2>/dev/null |
  sed -E 's/\{\{function_node [^}]*\}\} //g; s/\] name:[ \t]*[A-Za-z0-9_\/]*/]/' |
  awk '/^$/ {blank = 1; next} {if (blank && !/^>>> /) print ""; blank = 0; print}' |
  bzip2 -9 >lang/testdata/ragged.txt.bz2
