#!/usr/bin/env bash
# Installs the libraries that the file formats are checked against, in an environment of its own in the user's cache
# folder, and prints its interpreter.
set -euo pipefail
venv=${XDG_CACHE_HOME:-$HOME/.cache}/tfs-formats/venv
wanted="numpy==2.3.4 pyarrow==22.0.0 safetensors==0.6.2"
if [ "$(cat "$venv/wanted" 2>/dev/null)" != "$wanted" ]; then
  python=${PYTHON:-python3.11}
  command -v "$python" >/dev/null || python=python3
  "$python" -m venv "$venv" >&2
  # shellcheck disable=SC2086
  "$venv/bin/pip" install --quiet --disable-pip-version-check $wanted >&2
  echo "$wanted" >"$venv/wanted"
fi
echo "$venv/bin/python"
