#!/usr/bin/env bash
# Scores the reader against folders of reference notes (entries/*.md beside expected/*.json).
# The notes are not part of the project; without them this says so and ends well.
set -euo pipefail
cd "$(dirname "$0")/.."

corpus=${CORPUS:-../shared/corpus}
scorer=${SCORER:-../shared/tools/eval_parser.py}
if [[ ! -d $corpus || ! -f $scorer ]]; then
  echo "skipped: no reference notes at $corpus (set CORPUS and SCORER)"
  exit 0
fi
cargo build --release --locked --quiet -p swealog
SWEALOG_HOME=$(mktemp -d)
export SWEALOG_HOME
trap 'rm -rf "$SWEALOG_HOME"' EXIT
python3 "$scorer" "$corpus" --cmd "$PWD/target/release/swealog parse --json" \
  strength-notation strength-human strength-narrative
