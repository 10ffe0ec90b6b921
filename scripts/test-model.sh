#!/usr/bin/env bash
# Nine agents, three whole questions and a server killed on the way, with a real model; prints
# figures. Without a model it says so and ends well. MODEL_URL uses a server of your own.
set -euo pipefail
cd "$(dirname "$0")/.."

cache=${LOCAL_MODEL_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/swealog-local-model}
export MODEL=${MODEL:-smollm2}
started=no
if [[ -z ${MODEL_URL:-} ]]; then
  if [[ ! -f $cache/$MODEL.gguf ]]; then
    echo "skipped: no model in $cache (scripts/local-model.sh fetch gets one, or set MODEL_URL)"
    exit 0
  fi
  # First the build: a model beside it would be slow.
  cargo test --quiet -p quilto --test models --no-run
  cargo build --quiet -p swealog
  scripts/local-model.sh start
  started=yes
  trap 'scripts/local-model.sh stop' EXIT
  MODEL_URL=http://127.0.0.1:${MODEL_PORT:-8089}/v1
fi
export MODEL_URL

echo "== agents and questions over the journal of rocks"
cargo test --quiet -p quilto --test models -- --ignored --nocapture --test-threads 1 real::

corpus=${CORPUS:-../shared/corpus}
scorer=${SCORER:-../shared/tools/eval_parser.py}
if [[ -d $corpus && -f $scorer ]]; then
  for config in /dev/null "$cache/config.yaml"; do
    [[ -f $config || $config == /dev/null ]] || continue
    echo "== parse against reference notes, settings: $config"
    SWEALOG_HOME=$(mktemp -d) SWEALOG_CONFIG=$config python3 "$scorer" "$corpus" \
      --cmd "$PWD/target/debug/swealog parse --json" strength-notation strength-human || true
  done
else
  echo "skipped: no reference notes at $corpus (set CORPUS and SCORER)"
fi

if [[ $started == yes ]]; then
  echo "== the server is killed while a question is answered"
  MODEL_PID=$(cat "$cache/server.pid") \
    cargo test --quiet -p quilto --test models -- --ignored --nocapture killed_on_the_way
fi
