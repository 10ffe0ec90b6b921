//! Examples for the end of each command's help.

/// Command → lines to try.
pub const EXAMPLES: &[(&str, &str)] = &[
    (
        "log",
        "\
Examples:
  swealog log \"squat 100kg 5x5, pull ups 3x8\"
  swealog log --date yesterday \"ran 5k in 25:30\"
  swealog log < today.txt",
    ),
    (
        "ask",
        "\
Examples:
  swealog ask \"heaviest bench this year?\"
  swealog ask \"why is my bench stuck?\"
  swealog ask \"지난달에 몇 키로 뛰었어?\"",
    ),
    (
        "parse",
        "\
Examples:
  swealog parse \"벤치 80 5개 3세트\"
  swealog parse --json \"10x100m free on 1:30\"",
    ),
    (
        "explain",
        "\
Examples:
  swealog explain \"best bench in march?\"
  swealog explain \"bench 80kg 5x5, tomorrow legs\"
  swealog explain --json \"지난달에 몇 키로 뛰었어?\"",
    ),
    (
        "import",
        "\
Examples:
  swealog import strong.csv
  swealog import --dry-run notes/
  swealog import --unit lb strong.csv
  swealog import log.csv --map date=Datum,exercise=Übung,weight:kg=Gewicht,reps=Wdh",
    ),
    (
        "export",
        "\
Examples:
  swealog export > notes.json               everything, to keep or to move
  swealog export -o notes.json --force      the same, over the file of last time
  swealog export --format csv --from \"last month\" -o month.csv",
    ),
    (
        "target",
        "\
Examples:
  swealog target protein 150g
  swealog target 2200 kcal
  swealog target running 40km per week
  swealog target --remove protein",
    ),
    (
        "doctor",
        "\
Examples:
  swealog doctor
  swealog doctor --fix",
    ),
    (
        "search",
        "\
Examples:
  swealog search shoulder
  swealog search --from \"last month\" bench heavy
  swealog search --any knee shoulder",
    ),
    (
        "history",
        "\
Examples:
  swealog history -n 20
  swealog history --from monday
  swealog history --domain running --from 2026-01-01",
    ),
    (
        "plot",
        "\
Examples:
  swealog plot bench
  swealog plot squat volume --from \"this year\"
  swealog plot bench squat --by month
  swealog plot running pace --svg pace.svg
  swealog plot sleep",
    ),
    (
        "stats",
        "\
Examples:
  swealog stats
  swealog stats running
  swealog stats --json",
    ),
    (
        "resume",
        "\
Examples:
  swealog resume                            be asked again by the newest
  swealog resume 20261121-103000-1a2b 2     the second of what it offers
  swealog resume --approve                  write what is previewed",
    ),
    (
        "sessions",
        "\
Examples:
  swealog sessions
  swealog sessions --json",
    ),
    (
        "serve",
        "\
Examples:
  swealog serve --open
  curl -d '{\"text\": \"heaviest bench?\"}' -H 'Content-Type: application/json' \\
    http://127.0.0.1:8787/input",
    ),
    (
        "mcp",
        "\
Examples:
  claude mcp add --scope user swealog -- swealog mcp
  {\"mcpServers\": {\"swealog\": {\"command\": \"swealog\", \"args\": [\"mcp\"]}}}",
    ),
    (
        "repl",
        "\
Examples:
  swealog repl
  swealog repl < lines.txt",
    ),
    (
        "undo",
        "\
Examples:
  swealog undo                              take back what was written last
  swealog undo 20261121-1030-mqvc           take back this entry",
    ),
    (
        "move",
        "\
Examples:
  swealog history                           lists entries and their names
  swealog move 20261121-1030-mqvc yesterday",
    ),
    (
        "forget",
        "\
Examples:
  swealog forget 20261121-1030-mqvc
  swealog forget --yes 20261121-1030-mqvc",
    ),
    (
        "edit",
        "\
Examples:
  swealog edit
  swealog edit yesterday
  EDITOR=nano swealog edit 2026-11-20",
    ),
    (
        "reparse",
        "\
Examples:
  swealog reparse                           shows what would change, then asks
  swealog reparse --from \"last month\" --yes",
    ),
    (
        "alias",
        "\
Examples:
  swealog alias                             lists yours
  swealog alias add 뎃 \"Deadlift (Barbell)\"
  swealog alias remove 뎃",
    ),
    (
        "context",
        "\
Examples:
  swealog context
  swealog context --edit",
    ),
    (
        "domains",
        "\
Examples:
  swealog domains
  swealog domains check my-domain/",
    ),
    (
        "config",
        "\
Examples:
  swealog config
  swealog config set units.mass lb
  swealog config unset units.mass
  SWEALOG_UNITS_MASS=lb swealog config",
    ),
    (
        "demo",
        "\
Examples:
  swealog demo
  swealog demo --keep demo-home",
    ),
    (
        "completions",
        "\
Examples:
  mkdir -p ~/.local/share/bash-completion/completions
  swealog completions bash > ~/.local/share/bash-completion/completions/swealog
  mkdir -p ~/.zfunc
  swealog completions zsh > ~/.zfunc/_swealog
  mkdir -p ~/.config/fish/completions
  swealog completions fish > ~/.config/fish/completions/swealog.fish",
    ),
    (
        "man",
        "\
Examples:
  swealog man | man -l -
  swealog man --dir ~/.local/share/man/man1",
    ),
];
