#!/bin/sh
# Kills the program before every system call that changes something, for each of several commands,
# and looks each time whether the home is whole: every entry is there as a whole or not at all, what
# was acknowledged is there, what waits can be resumed, and doing it again gives the same end.
# BIN names the program. Needs strace.
set -eu

cd "$(dirname "$0")/.."
if ! command -v strace >/dev/null 2>&1; then
    echo "kill-trial is skipped: strace is not here"
    exit 0
fi
if [ -z "${BIN:-}" ]; then
    cargo build --quiet
    BIN=target/debug/swealog
fi
BIN=$(realpath "$BIN")
CALLS="write writev pwrite64 fsync fdatasync rename renameat2 unlink unlinkat ftruncate mkdir flock close"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# Everything a command leaves behind lies in one folder: the home, and what is kept beside it.
world=$work/world
export SWEALOG_NOW=2026-11-21T10:30 XDG_CONFIG_HOME="$work/config" NO_COLOR=1
export XDG_STATE_HOME="$world/state" XDG_CACHE_HOME="$world/cache"
kills=0
faults=0

swealog() { "$BIN" --home "$world/home" --no-input "$@"; }

# What the log says, with how every entry was read.
log() { swealog history --json -n 1000 2>/dev/null; }

# The words of entries alone.
texts() { sed 's/.*"kind":"[a-z]*","text":"//; s/","\(domain_data\|corrections\|tags\|source\)".*//'; }

fault() {
    faults=$((faults + 1))
    echo "  $1: before $2 number $3: $4"
}

# The homes to begin with: $1 is the command that is killed.
prepare() {
    rm -rf "$world"
    if [ "$1" != first ]; then
        SWEALOG_NOW=2026-11-20T18:00 swealog log "bench 80kg 5x5" >/dev/null 2>&1
        swealog log "squat 100kg 5x5" >/dev/null 2>&1
    fi
    if [ "$1" = resume ]; then
        swealog "why was I tired last week?" >/dev/null 2>&1 || true
        test "$(waiting)" = 1
    fi
}

waiting() { swealog sessions 2>/dev/null | grep -c '^[0-9]\{8\}-' || true; }

# The command that is killed.
args() {
    case $1 in
    first | note) echo "log|deadlift 140kg 3x3" ;;
    bare) echo "deadlift 140kg 3x3" ;;
    question) echo "why was I tired last week?" ;;
    resume) echo "resume|-a|q1=slept 4 hours on Tuesday" ;;
    correction) echo "--yes|actually squat was 105 not 100" ;;
    import) echo "import|$work/sets.csv" ;;
    undo) echo "undo" ;;
    esac
}

# Runs it whole, or under strace with a call to be killed before.
act() {
    name=$1
    shift
    old=$IFS
    IFS='|'
    # shellcheck disable=SC2046
    set -- "$@" "$BIN" --home "$world/home" --no-input $(args "$name")
    IFS=$old
    "$@" >said 2>remarks
}

# Whether the answer is that of a run that nobody killed; what was shown before it may be gone.
ends_like_whole() { test "$(tail -n 1 said)" = "$(tail -n 1 said_whole)"; }

# What has to hold once the process is gone.
look() {
    # What waits to be gone on with is no damage.
    swealog doctor >doctor 2>&1 || true
    if grep '^care' doctor | grep -vq 'cut off before it was read\|\.journal: \|is not read yet\|left over from an interrupted write'; then
        fault "$1" "$2" "$3" "doctor: $(grep '^care' doctor | head -n 1)"
    fi
    swealog sessions >sessions 2>&1 || fault "$1" "$2" "$3" "sessions: $(head -n 1 sessions)"
    log >now || fault "$1" "$2" "$3" "history cannot be shown"
    # Every entry is one of those before or after.
    if cat before after | texts >known && texts <now | grep -vxF -f known >strange; then
        fault "$1" "$2" "$3" "words that nobody wrote: $(head -n 1 strange)"
    fi
    case $1 in
    first | note | bare | correction | undo)
        if grep -q '^Logged\|^Corrected\|^Taken back' said && ! cmp -s now after; then
            fault "$1" "$2" "$3" "acknowledged, and not there"
        fi
        # What was begun is gone on with; what was not begun is done again.
        if [ "$(waiting)" != 0 ]; then
            swealog --yes resume >/dev/null 2>&1 || true
        fi
        log >now
        if cmp -s now before; then act "$1" || true; fi
        ;;
    import)
        act "$1" || fault "$1" "$2" "$3" "the second import failed"
        ;;
    question)
        if grep -q 'cut off' sessions; then
            swealog resume >/dev/null 2>&1 || true
        elif [ "$(waiting)" = 0 ]; then
            act "$1" || true
        fi
        ;;
    resume)
        if [ "$(waiting)" = 1 ]; then
            act "$1" || fault "$1" "$2" "$3" "the session cannot be resumed"
            ends_like_whole || fault "$1" "$2" "$3" "resumed to another end"
        else
            ends_like_whole || fault "$1" "$2" "$3" "neither answered nor waiting"
        fi
        ;;
    esac
    waits=0
    if [ "$1" = question ]; then waits=1; fi
    test "$(waiting)" = "$waits" || fault "$1" "$2" "$3" "$(waiting) sessions wait in the end"
    log >now
    cmp -s now after || fault "$1" "$2" "$3" "the end is another: $(diff now after | head -n 2 | tail -n 1 | cut -c 1-200)"
    swealog doctor >doctor 2>&1 || fault "$1" "$2" "$3" "doctor in the end: $(tail -n 1 doctor)"
}

cat >sets.csv <<'EOF'
Date,Workout Name,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,RPE
2026-10-05 18:30:00,Legs,Squat (Barbell),1,95,5,0,0,
2026-10-07 07:00:00,Push,Bench Press (Barbell),1,75,3,0,0,
2026-10-09 07:00:00,Pull,Deadlift (Barbell),1,120,3,0,0,
EOF

for command in ${COMMANDS:-first note bare question resume correction import undo}; do
    prepare "$command"
    log >before || : >before
    rm -rf kept
    if [ -d "$world" ]; then cp -r "$world" kept; fi
    act "$command" || true
    cp said said_whole
    log >after || : >after
    of_command=0
    for call in $CALLS; do
        n=1
        while :; do
            rm -rf "$world"
            if [ -d kept ]; then cp -r kept "$world"; fi
            code=0
            act "$command" strace -f -qq -o /dev/null -e "trace=$call" \
                -e "inject=$call:signal=KILL:when=$n" || code=$?
            [ "$code" = 137 ] || break
            of_command=$((of_command + 1))
            look "$command" "$call" "$n"
            n=$((n + 1))
        done
    done
    kills=$((kills + of_command))
    echo "$command: killed $of_command times"
done
echo "killed $kills times, $faults faults"
test "$faults" = 0
