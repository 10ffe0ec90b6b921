#!/bin/sh
# Sends requests made up from the server's own description to it, and checks every answer against
# the description: no server error, no status, header or body that is not described.
# SECONDS_TO_FUZZ says how long (300), ST names the schemathesis program (st), BIN the server.
set -eu

cd "$(dirname "$0")/.."
st=${ST:-st}
seconds=${SECONDS_TO_FUZZ:-300}
if ! command -v "$st" >/dev/null 2>&1; then
    echo "fuzz-api is skipped: schemathesis is not here (pip install schemathesis)"
    exit 0
fi
if [ -z "${BIN:-}" ]; then
    cargo build --quiet
    BIN=target/debug/swealog
fi

home=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server" 2>/dev/null || true; rm -rf "$home"' EXIT
mkfifo "$home/said"
"$BIN" --home "$home/notes" --json serve --port 0 >"$home/said" 2>"$home/log" &
server=$!
read -r said <"$home/said"
url=$(printf '%s' "$said" | sed 's/.*"url":"\([^"]*\)".*/\1/')
cd "$home"
# What is well formed may still name a domain, a day or a thing that is not there, and is refused.
"$st" run "$url/openapi.json" --max-time "$seconds" --phases examples,coverage,fuzzing \
    --exclude-checks positive_data_acceptance \
    --mode all --workers 2 --continue-on-failure --suppress-health-check all "$@"
