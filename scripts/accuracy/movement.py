#!/usr/bin/env python3
"""Holds what the program stores of sets, runs, swims and other movement against the gold of notes.

    movement.py BINARY FILE... [--show]

Sets are right where the rows of the gold are stored (weight, repetitions, seconds), whatever the names.
Movement is right where a record of its kind has the distance and the time. A note is marked where every
figure that is missing is named as not read or stands in a record that is marked; else it is silently
wrong. It is a guide between exams: what counts is the judged exam (corpora/exams/README.md).
"""
import collections
import json
import re
import sys

from exam import interval, read, typed

KM = {"km": 1, "m": 0.001, "mi": 1.609344, "yd": 0.0009144, "k": 1, "mile": 1.609344, "miles": 1.609344}
UNITS = {"h": 3600, "hr": 3600, "hrs": 3600, "hour": 3600, "시간": 3600, "m": 60, "min": 60, "mins": 60, "분": 60, "s": 1, "sec": 1, "초": 1}
LISTS = {"running": "runs", "swimming": "swims", "movement": "activities"}


def seconds(text):
    """`31:20`, `1:10:00`, `2h15`, `40분`, `1.5 h`."""
    text = str(text).strip().lower()
    if re.fullmatch(r"[\d.:]+", text) and ":" in text:
        total = 0
        for part in text.split(":"):
            total = total * 60 + float(part)
        return total
    found = re.findall(r"([\d.]+)\s*([a-z가-힣]+)?", text)
    total, last = 0, None
    for number, unit in found:
        scale = UNITS.get(unit or {3600: "m", 60: "s"}.get(last, "m"), 60)
        total, last = total + float(number) * scale, scale
    return total


def km(object):
    if object.get("distance") is None or isinstance(object["distance"], str):
        return None
    return object["distance"] * KM.get(object.get("unit") or object.get("distance_unit") or "km", 1)


def rows_of(gold):
    rows = collections.Counter()
    for row in gold.get("rows", []):
        key = (row.get("weight"), row.get("reps"), row.get("seconds"))
        rows[key] += row.get("sets") or 1
    return rows


def stored_rows(entries):
    rows = collections.Counter()
    for data in entries:
        for exercise in data.get("strength", {}).get("exercises", []):
            for one in exercise.get("sets", []):
                rows[(one.get("weight"), one.get("reps"), one.get("duration_seconds"))] += 1
    return rows


def records(data):
    """Domain, distance in km and seconds of each record, with parts added up where the whole is not told."""
    for domain, name in LISTS.items():
        for one in data.get(domain, {}).get(name, []):
            yield domain, km(one), one.get("duration_seconds"), one
            for part in one.get("intervals", []):
                yield domain, km(part), part.get("duration_seconds"), part
    for exercise in data.get("strength", {}).get("exercises", []):
        for one in exercise.get("sets", []):
            if "distance" in one or "duration_seconds" in one:
                yield "strength", km(one), one.get("duration_seconds"), one


def near(want, got):
    return want is None or got is not None and abs(want - got) <= 0.02 * max(abs(want), 0.01)


HOMES = {"run": {"running"}, "swim": {"swimming"}}


def moved(gold, stored):
    """Whether a record of the right kind holds what the gold tells."""
    homes = HOMES.get(gold["kind"], {"movement", "strength"})
    time = seconds(gold["time"]) if gold.get("time") else None
    if gold.get("unit") in ("laps", "lengths"):
        return any(one[0] in homes and one[3].get("laps") == gold["distance"] for one in stored)
    fitting = [one for one in stored if one[0] in homes]
    if gold.get("rows") and not gold.get("distance"):
        return bool(fitting)
    return any(near(km(gold), far) and near(time, took) for _, far, took, _ in fitting)


def judge(line, entries):
    data = [entry.get("domain_data") or {} for entry in entries]
    stored = [record for one in data for record in records(one)]
    wrong = []
    golds = [gold for gold in line["gold"] if gold["kind"] == "sets"]
    want = sum((rows_of(gold) for gold in golds), collections.Counter())
    have = stored_rows(data)
    if golds and want - have:
        wrong += [str(value) for row in want - have for value in row if value is not None]
    moves = [g for g in line["gold"] if g["kind"] in ("run", "swim", "walk", "ride", "row", "other")]
    told = [g for g in moves if g.get("distance") or g.get("time") or g.get("rows")]
    for gold in told:
        if not moved(gold, stored):
            wrong.append(str(gold.get("distance") or gold.get("time") or gold["what"]))
    wholes = [one for each in data for domain, name in LISTS.items() for one in each.get(domain, {}).get(name, [])]
    extra = [one for one in wholes if one.get("distance") or one.get("duration_seconds")]
    if len(extra) > len(moves) + (1 if golds else 0):
        wrong.append("extra")
    if not golds and not moves:
        return None, []
    if not wrong:
        return "right", wrong
    said = json.dumps([[e.get(k) for k in ("unread", "held_back", "extraction_notes")] for e in entries], ensure_ascii=False)
    doubts = any(entry.get("uncertain_fields") for entry in entries)
    marked = doubts or all(any(digits in said for digits in re.findall(r"\d+", word)) for word in wrong)
    return ("marked" if marked and "extra" not in wrong else "silent"), wrong


def main():
    args = [word for word in sys.argv[1:] if not word.startswith("--")]
    if len(args) < 2:
        sys.exit(__doc__)
    counts = {"right": 0, "marked": 0, "silent": 0}
    for name, line in read(args[1:]):
        _, entries = typed(args[0], line["text"])
        verdict, wrong = judge(line, entries)
        if verdict is None:
            continue
        counts[verdict] += 1
        if "--show" in sys.argv and verdict != "right":
            print(verdict, name, json.dumps(line["text"], ensure_ascii=False))
            print("    missing", wrong)
            print("    stored", json.dumps([e.get("domain_data") for e in entries], ensure_ascii=False)[:900])
    for verdict, count in counts.items():
        print(f"{verdict}: {interval(count, sum(counts.values()))}")


if __name__ == "__main__":
    main()
