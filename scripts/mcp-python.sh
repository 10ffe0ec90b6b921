#!/bin/sh
# Speaks with `swealog mcp`, and with `/mcp` of `swealog serve`, as an assistant does that is built on the
# official Python SDK: lists tools and resources, logs a note, asks, corrects it, once by the newest protocol
# and once by the handshake of older ones. PYTHON names the interpreter (python3), BIN the binary, built with
# the feature `mcp`.
set -eu

cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
if ! "$python" -c 'from mcp import Client' >/dev/null 2>&1; then
    echo "mcp-python is skipped: the Python SDK is not here (pip install 'mcp>=2')"
    exit 0
fi
if [ -z "${BIN:-}" ]; then
    cargo build --quiet -p swealog --features mcp
    BIN=${CARGO_TARGET_DIR:-target}/debug/swealog
fi
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
"$python" scripts/mcp/client.py "$BIN" "$home"
