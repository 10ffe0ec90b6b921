#!/usr/bin/env bash
# Measures how often the program is right, and writes docs/accuracy.md.
#
# The reference notes and exports are not part of the project: CORPUS names their folder, SCORER the
# script that scores them (else `../shared` beside the checkout is looked at). Without them their
# figures are left out, and the page says so. SWEALOG names a binary that is built already.
set -euo pipefail
cd "$(dirname "$0")/.."

corpus=${CORPUS:-../shared/corpus}
scorer=${SCORER:-../shared/tools/eval_parser.py}
page=docs/accuracy.md
if [[ -z ${SWEALOG:-} ]]; then
  cargo build --release --locked --quiet -p swealog
  SWEALOG=$PWD/target/release/swealog
fi
SWEALOG=$(realpath "$SWEALOG")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

skip() { echo "skipped: $1" | tee /dev/stderr; }

reading() {
  if [[ ! -d $corpus || ! -f $scorer ]]; then
    skip "no reference notes are here (set CORPUS and SCORER)"
    return
  fi
  echo "| notes | how many | names | sets | fields | whole notes right |"
  echo "|---|---|---|---|---|---|"
  SWEALOG_HOME=$work/home python3 "$scorer" "$corpus" --cmd "$SWEALOG parse --json" \
    strength-notation strength-human strength-narrative |
    sed -E 's/^([a-z-]+): n=([0-9]+) name-F1=([0-9.]+) field-F1=([0-9.]+) set-F1=([0-9.]+).*entries-right=([0-9]+\/[0-9]+).*/| \1 | \2 | \3 | \5 | \4 | \6 |/'
}

answering() {
  local exports=() all=()
  for export in "$corpus"/imports/strong-*.csv; do
    [[ -f $export ]] || continue
    all+=("$export")
    if head -n 1 "$export" | grep -q "Exercise Name"; then exports+=("$export"); fi
  done
  echo "| questions about | right |"
  echo "|---|---|"
  {
    scripts/accuracy/questions.py "$SWEALOG" "${exports[@]}"
    scripts/accuracy/coach.py "$SWEALOG" "${all[@]}"
  } | sed -E 's/^(.*)\t(.*)$/| \1 | \2 |/'
  if [[ ${#all[@]} -eq 0 ]]; then
    echo
    skip "no reference exports are here (set CORPUS)"
  fi
}

grounding() {
  echo "| answers | real ones | refused though right | with one thing invented | caught |"
  echo "|---|---|---|---|---|"
  cargo test --locked --quiet -p swealog --test builtin_questions -- --nocapture grounding 2>/dev/null |
    sed -nE 's/^.*grounding, ([A-Za-z]+): of ([0-9]+) answers ([0-9]+) refused though right; of ([0-9]+) planted inventions ([0-9]+) caught$/| \1 | \2 | \3 | \4 | \5 |/p' |
    sort
}

{
  cat <<'TEXT'
# Accuracy

How often the program is right, with the built-in engine and no language model. `scripts/accuracy.sh`
(or `make accuracy`) measures it and writes this page.

## People it had not met

TEXT
  cat corpora/exams/RESULTS.md
  cat <<'TEXT'

## Questions of people it had not met

TEXT
  cat corpora/asks/RESULTS.md
  cat <<'TEXT'

## Reading notes

TEXT
  reading
  cat <<'TEXT'

Reference notes of people who lift, in Korean and English; they are not part of the project. `names`,
`sets` and `fields` are F1, where 1 is perfect: the exercises found, whole sets (exercise, weight and
repetitions all right), and each of the three on its own. `strength-narrative` are free retellings
whose text does not hold every set, so nobody can reach 1 there.

## Answering questions

TEXT
  answering
  cat <<'TEXT'

The notes of three years are made up by `scripts/accuracy/questions.py`, which types them in several
notations and both languages, adds the right answers up by itself, and asks the finished program. An
answer is right when each number and day that was asked for stands in it. Asked are bests, first and
last times, counts of days and of sets, sums, averages and breaks. `scripts/accuracy/coach.py` asks
what one asks a coach, in both languages: records per count of repetitions, volume by week, month and
muscle group, weekdays and times of day, streaks and breaks, pace, growth side by side, food against a
target, the last time and how it went, why, what next, and what the notes do not hold. Run them with
`--show` to see what missed.

## Grounding

TEXT
  grounding
  cat <<'TEXT'

Nothing is shown that the notes do not bear out. Here real answers over made-up logs are held against
their notes twice: as they are, and with one number or day changed, or one sentence added, to what no
note says (`cargo test -p swealog --test builtin_questions -- --nocapture grounding`). The test fails
when more than one in a hundred of either kind goes wrong.
TEXT
} >"$work/accuracy.md"
mv "$work/accuracy.md" "$page"
echo "written: $page"
