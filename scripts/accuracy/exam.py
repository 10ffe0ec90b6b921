#!/usr/bin/env python3
"""Runs an exam: what does the program make of texts by people it has not met?

    exam.py BINARY acts  FILE...            how many texts that are no record became one
    exam.py BINARY notes FILE... --out OUT  what was shown and stored of each note, for who judges it
    exam.py tally VERDICTS...               how many notes were judged how

The rules stand in corpora/exams/README.md. A verdict is a line of JSON: {"id", "verdict": "right" |
"marked" | "silent", "held_back": bool, "needless": bool, "why"}.
"""
import collections
import json
import math
import os
import subprocess
import sys
import tempfile


def read(paths):
    for path in paths:
        name = os.path.basename(path).removesuffix(".jsonl")
        with open(path, encoding="utf-8") as lines:
            for at, line in enumerate(filter(str.strip, lines), 1):
                yield f"{name}:{at}", json.loads(line)


def typed(binary, text):
    """What is shown and stored of a text that is typed into an empty home."""
    with tempfile.TemporaryDirectory() as folder:
        env = {
            **os.environ,
            "SWEALOG_NOW": "2026-11-22T12:00",
            "HOME": folder,
            "XDG_CONFIG_HOME": f"{folder}/config",
            "XDG_STATE_HOME": f"{folder}/state",
            "XDG_CACHE_HOME": f"{folder}/cache",
            "LC_ALL": "C.UTF-8",
        }
        run = lambda *args: subprocess.run(
            [binary, "--home", f"{folder}/home", *args],
            env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60,
        )
        shown = run("--", text)
        stored = run("--json", "history", "-n", "20").stdout
    entries = [json.loads(line) for line in stored.splitlines() if line.startswith("{")]
    return shown.stdout + shown.stderr, entries


def interval(part, of):
    """The 95 % interval of a share (Wilson)."""
    if not of:
        return "0"
    z, p = 1.96, part / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return f"{part} of {of}, {p:.1%} ({middle - half:.1%} to {middle + half:.1%})"


def acts(binary, paths, show):
    false, all_of = collections.Counter(), collections.Counter()
    for name, line in read(paths):
        _, entries = typed(binary, line["text"])
        wrong = any(entry.get("domain_data") for entry in entries)
        all_of[line["act"]] += 1
        false[line["act"]] += wrong
        if wrong and show:
            print(name, line["act"], json.dumps(line["text"], ensure_ascii=False))
    for act in sorted(all_of):
        print(f"  {act}: {false[act]} of {all_of[act]}")
    print("false records:", interval(sum(false.values()), sum(all_of.values())))


def notes(binary, paths, out):
    with open(out, "w", encoding="utf-8") as sheet:
        for name, line in read(paths):
            shown, entries = typed(binary, line["text"])
            keep = ("date", "domain_data", "unread", "held_back", "uncertain_fields", "extraction_notes")
            stored = [{key: entry[key] for key in keep if key in entry} for entry in entries]
            row = {"id": name, "text": line["text"], "gold": line["gold"], "shown": shown, "stored": stored}
            sheet.write(json.dumps(row, ensure_ascii=False) + "\n")


def tally(paths):
    rows = [row for _, row in read(paths)]
    verdicts = collections.Counter(row["verdict"] for row in rows)
    for verdict in ("right", "marked", "silent"):
        print(f"{verdict}: {interval(verdicts[verdict], len(rows))}")
    for what in ("held_back", "needless"):
        print(f"{what}: {interval(sum(bool(row.get(what)) for row in rows), len(rows))}")


def main():
    words = sys.argv[1:]
    if words[:1] == ["tally"]:
        return tally(words[1:])
    if len(words) > 2 and words[1] == "acts":
        paths = [word for word in words[2:] if not word.startswith("--")]
        return acts(words[0], paths, "--show" in words)
    if len(words) > 4 and words[1] == "notes" and words[-2] == "--out":
        return notes(words[0], words[2:-2], words[-1])
    sys.exit(__doc__)


if __name__ == "__main__":
    main()
