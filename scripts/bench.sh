#!/usr/bin/env bash
# Measures what people feel: start-up, logging, questions and search on a large store, imports.
# Wall, user and system seconds, each the median of several runs. Needs only Rust and bash; compares
# search with ripgrep where it is installed and says so where it is not.
#
# RUNS=3 DAYS=1000 scripts/bench.sh makes it quick; BENCHES=no leaves out the functions, which have
# to be compiled first; SIDE=no leaves out jrnl and LangGraph, which pip fetches into a cache folder;
# SWEALOG=path measures a binary that is there already.
set -euo pipefail
cd "$(dirname "$0")/.."

RUNS=${RUNS:-11}
DAYS=${DAYS:-10000}      # ten notes a day: 100,000 entries
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ -z "${SWEALOG:-}" ]; then
  cargo build --release --locked --quiet -p swealog
fi
swealog=${SWEALOG:-$PWD/target/release/swealog}
export SWEALOG_HOME=$work/home NO_COLOR=1
# jrnl and LangGraph stay where pip put them; what the program keeps beside its home goes with the home
venv=${XDG_CACHE_HOME:-$HOME/.cache}/swealog-bench
export XDG_CACHE_HOME=$work/cache XDG_STATE_HOME=$work/state

# median NAME COMMAND...: runs the command RUNS times, prints the medians. BEFORE, if set, is run
# before each time and not counted.
median() {
  local name=$1; shift
  "$@" >/dev/null 2>&1 </dev/null || true
  local i TIMEFORMAT='%3R %3U %3S'
  for ((i = 0; i < RUNS; i++)); do
    ${BEFORE:-true}
    { time "$@" >/dev/null 2>&1 </dev/null; } 2>&1 || true
  done | awk -v name="$name" '
    { wall[NR] = $1; user[NR] = $2; sys[NR] = $3 }
    function middle(list,   i, j, held) {
      for (i = 2; i <= NR; i++) {
        held = list[i]
        for (j = i - 1; j > 0 && list[j] > held; j--) list[j + 1] = list[j]
        list[j + 1] = held
      }
      return list[int((NR + 1) / 2)]
    }
    END {
      printf "%-44s %7.3f s wall %7.3f s user %7.3f s system\n",
        name, middle(wall), middle(user), middle(sys)
    }'
}

if [ "${BENCHES:-yes}" = yes ]; then
  echo "== functions (divan)"
  cargo bench --locked --quiet -p quilto -p quilto-facts -p quilto-store --benches 2>/dev/null |
    grep -vE '^$|^running|^test ' || true
  echo
fi

echo "== commands, median of $RUNS runs"
median "swealog --version" "$swealog" --version
BEFORE="rm -rf $work/home" median "log a note on an empty home" "$swealog" "bench 80kg 5x5 felt heavy, slept bad"

echo
echo "== a store of $((DAYS * 10)) entries"
mkdir -p "$work/notes"
awk -v days="$DAYS" -v dir="$work/notes" 'BEGIN {
  srand(7)
  split("bench squat deadlift ohp row", lift, " ")
  for (d = 0; d < days; d++) {
    # days counted back from 2026-11-20 by the civil calendar (Howard Hinnant, "days_from_civil")
    z = 20777 - d + 719468; era = int(z / 146097); doe = z - era * 146097
    yoe = int((doe - int(doe / 1460) + int(doe / 36524) - int(doe / 146096)) / 365)
    doy = doe - (365 * yoe + int(yoe / 4) - int(yoe / 100)); mp = int((5 * doy + 2) / 153)
    day = doy - int((153 * mp + 2) / 5) + 1; month = mp < 10 ? mp + 3 : mp - 9
    year = yoe + era * 400 + (month <= 2)
    name = sprintf("%s/%04d-%02d-%02d.md", dir, year, month, day)
    for (n = 0; n < 10; n++)
      printf "## %02d:%02d\n%s %skg %dx%d, note %d %s\n\n", 7 + n, int(rand() * 60), \
        lift[1 + int(rand() * 5)], 40 + 2.5 * int(rand() * 40), 3 + int(rand() * 3), \
        3 + int(rand() * 8), n, (rand() < 0.01 ? "shoulder twinge" : "fine") > name
    close(name)
  }
}'
start=$(date +%s.%N)
"$swealog" import "$work/notes" >/dev/null 2>&1
end=$(date +%s.%N)
awk -v s="$start" -v e="$end" -v n="$((DAYS * 10))" \
  'BEGIN { printf "%-52s %8.1f s, %d entries a second\n", "import of Markdown notes", e - s, n / (e - s) }'

median "a month's question" "$swealog" ask "heaviest squat in March 2024?"
median "a year's question" "$swealog" ask "heaviest squat in 2019?"
median "a question over everything" "$swealog" ask "heaviest squat?"
median "the same, of all rows" "$swealog" ask "how many sets in total?"
BEFORE="rm -rf $work/cache" median "the same, the index made" "$swealog" ask "heaviest squat?"
SWEALOG_INDEX=false median "the same without an index" "$swealog" ask "heaviest squat?"
"$swealog" ask "heaviest squat?" >/dev/null 2>&1
median "log a note on the large home" "$swealog" "bench 80kg 5x5 felt heavy, slept bad"
median "search --literal twinge" "$swealog" search --literal twinge
if command -v rg >/dev/null; then
  median "ripgrep -i twinge, same files" rg -i twinge "$work/home/logs/raw"
else
  echo "ripgrep: skipped, rg is not installed"
fi

[ "${SIDE:-yes}" = yes ] || exit 0
echo
echo "== others, side by side"
if ! [ -x "$venv/bin/python" ]; then
  { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet jrnl langgraph; } >/dev/null 2>&1 || true
fi
if [ -x "$venv/bin/jrnl" ]; then
  cat > "$work/jrnl.yaml" <<YAML
version: v4.2
journals: {default: {journal: $work/journal.txt}}
editor: ""
encrypt: false
template: false
default_hour: 9
default_minute: 0
timeformat: "%Y-%m-%d %H:%M"
tagsymbols: "#@"
highlight: true
linewrap: 79
colors: {body: none, date: none, tags: none, title: none}
display_format: pretty
indent_character: "|"
YAML
  jrnl() { "$venv/bin/jrnl" --config-file "$work/jrnl.yaml" "$@"; }
  touch "$work/journal.txt"
  median "jrnl: a note in an empty journal" jrnl "bench 80kg 5x5 felt heavy, slept bad"
  # the same notes, oldest first
  awk '/^## / { time = $2; next }
    NF { day = substr(FILENAME, length(FILENAME) - 12, 10); printf "[%s %s] %s\n\n", day, time, $0 }' \
    "$work"/notes/*.md > "$work/journal.txt"
  median "jrnl: a note beside $((DAYS * 10))" jrnl "bench 80kg 5x5 felt heavy, slept bad"
  median "jrnl: -contains twinge, same notes" jrnl -contains twinge
else
  echo "jrnl: skipped, it is not there and pip cannot fetch it"
fi
if "$venv/bin/python" -c 'import langgraph' 2>/dev/null; then
  "$venv/bin/python" scripts/bench/langgraph_step.py
else
  echo "LangGraph: skipped, it is not there and pip cannot fetch it"
fi
