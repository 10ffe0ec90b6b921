#!/usr/bin/env python3
"""Holds what the program stores of notes against their gold, without a judge.

    notes.py BINARY FILE... [--show [CLASS]]

A note is right where each fact of its gold is stored and nothing else is; marked where the program names
the words or figures of all that is wrong; else silently wrong. The classes of what is silently wrong are
listed by size; `--show` prints their notes. Names may be near. It is a guide between exams: what counts is
the judged exam (corpora/exams/README.md).
"""
import collections
import concurrent.futures
import datetime
import json
import re
import sys

from exam import interval, read, typed
from gold import close, km, name_of, near, seconds, squash, told, words

TODAY = datetime.date(2026, 11, 22)
MOVES = {"run": {"running"}, "swim": {"swimming"}}
KINDS = ("run", "walk", "swim", "ride", "row", "other")
LISTS = {"running": "runs", "swimming": "swims", "movement": "activities"}


class Fault:
    """What is wrong: its class, the words and figures a mark would name."""

    def __init__(self, kind, what, figures=()):
        self.kind, self.what, self.figures = kind, what, [str(f) for f in figures if f is not None]

    def marked(self, said):
        digits = [d for figure in self.figures for d in re.findall(r"\d+", figure)]
        named = any(word in said for word in words(self.what) if len(word) > 2 or not word.isascii())
        return named or bool(digits) and all(re.search(rf"(?<!\d){d}(?!\d)", said) for d in digits)


def by_name(golds, items, domain, least):
    """Each gold with the item that is most like it, best pairs first."""
    def likeness(gold, item):
        name = item.get("name", "")
        within = squash(name) and squash(name) in squash(told(gold))
        return max(near(gold["what"], name, domain), near(told(gold), name, domain) * 0.8, 0.5 if within else 0)

    pairs = sorted(((likeness(g, i), -x, -y) for x, g in enumerate(golds) for y, i in enumerate(items)), reverse=True)
    taken, chosen = set(), {}
    for score, gold, item in pairs:
        if score >= least and -gold not in chosen and -item not in taken:
            chosen[-gold] = -item
            taken.add(-item)
    return chosen, [items[at] for at in range(len(items)) if at not in taken]


def food(golds, entries):
    meals = [meal for entry in entries for meal in data_of(entry, "nutrition").get("meals", [])]
    items = []
    for meal in meals:
        whole = {key: meal[key] for key in ("kcal", "protein") if key in meal} if len(meal.get("items", [])) == 1 else {}
        items += [{**item, **whole} for item in meal.get("items", [])]
    foods = list(items)
    items += [{"name": one["name"], "amount": one.get("value")} for entry in entries for one in data_of(entry, "general_fitness").get("medicine", [])]
    golds, totals = [g for g in golds if "total" not in g["what"]], [g for g in golds if "total" in g["what"]]
    chosen, left = by_name(golds, items, "nutrition", 0.4)
    for at, gold in enumerate(golds):
        if at not in chosen:
            yield Fault("food lost", gold["what"] + " " + told(gold), [gold.get("amount")])
            continue
        item = items[chosen[at]]
        want, got = gold.get("amount"), item.get("amount")
        free = want is None or isinstance(want, str)
        fits = got in (None, 1) or item.get("unit") in ("g", "ml") or "amount" in item.get("estimated", []) if free else (
            got is not None and abs(got - want) <= 0.02 * max(want, 1) or want == 1 and got is None)
        if not fits:
            yield Fault("food amount", gold["what"], [want])
        own = set(item) - set(item.get("estimated", []))
        for field, stored in (("kcal", "kcal"), ("protein_g", "protein")):
            if gold.get(field) is not None and not (stored in own and abs(item[stored] - gold[field]) < 1):
                if not any(close(gold[field], meal.get(stored)) for meal in meals):
                    yield Fault("food energy", gold["what"], [gold[field]])
        for part in re.split(r"\b(?:with|and|n|w|on)\b|&|\+", gold["what"])[1:]:
            side = next((i for i in left if near(part, i.get("name", ""), "nutrition") >= 0.4), None)
            left = [i for i in left if i is not side]
    for gold in totals:
        if not any(close(gold.get("kcal"), meal.get("kcal")) for meal in meals):
            yield Fault("food energy", gold["what"], [gold.get("kcal")])
    for item in left:
        if item in foods and item.get("name"):
            yield Fault("food invented", item["name"])


def rows_of(gold):
    rows = collections.Counter()
    for row in gold.get("rows") or []:
        rows[row.get("weight"), row.get("reps"), row.get("seconds")] += row.get("sets") or 1
    return rows


def sets(golds, entries):
    exercises = [one for entry in entries for one in data_of(entry, "strength").get("exercises", [])]
    stored = [collections.Counter((s.get("weight"), s.get("reps"), s.get("duration_seconds")) for s in one.get("sets", []))
              for one in exercises]
    chosen, left = by_name(golds, exercises, "strength", 0.3)
    for at, gold in enumerate(golds):
        want = rows_of(gold)
        figures = [f for row in want for f in row]
        here = chosen.get(at)
        if here is None:
            same = next((i for i, one in enumerate(exercises) if one in left and want and stored[i] == want), None)
            if same is None:
                yield Fault("sets lost", gold["what"], figures)
                continue
            left.remove(exercises[same])
            here = same
            if name_of(gold["what"], "strength"):
                yield Fault("sets name", gold["what"] + " " + exercises[same]["name"])
        missing = want - stored[here]
        if missing:
            yield Fault("sets rows", gold["what"], [f for row in missing for f in row])
        elif want and stored[here] - want:
            yield Fault("sets extra row", gold["what"], [f for row in stored[here] - want for f in row])
    for one in left:
        moving = any("distance" in s or "duration_seconds" in s for s in one.get("sets", []))
        if not moving:
            yield Fault("sets invented", one["name"])


def records(entries):
    """Domain, distance in km, seconds and the record of each movement."""
    for entry in entries:
        for domain, name in LISTS.items():
            for one in data_of(entry, domain).get(name, []):
                yield domain, km(one), one.get("duration_seconds"), one
                for part in one.get("intervals", []):
                    yield domain, km(part), part.get("duration_seconds"), part
        for exercise in data_of(entry, "strength").get("exercises", []):
            for one in exercise.get("sets", []):
                yield "strength", km(one), one.get("duration_seconds"), exercise


def moves(golds, entries, lifted):
    stored = list(records(entries))
    for gold in golds:
        homes = MOVES.get(gold["kind"], {"movement", "strength"})
        time = seconds(gold["time"]) if gold.get("time") else None
        if not (gold.get("distance") or time or gold.get("rows")):
            continue
        fitting = [one for one in stored if one[0] in homes]
        if gold.get("unit") in ("laps", "lengths"):
            fits = any(one[3].get("laps") == gold["distance"] for one in fitting)
        elif gold.get("rows") and not gold.get("distance"):
            fits = bool(fitting)
        else:
            fits = any(close(km(gold), far) and close(time, took) for _, far, took, _ in fitting)
        if not fits:
            elsewhere = any(close(km(gold), far) and close(time, took) for _, far, took, _ in stored)
            yield Fault("move kind" if elsewhere else "move lost", gold["what"], [gold.get("distance"), gold.get("time")])
    whole = [one for entry in entries for domain, name in LISTS.items() for one in data_of(entry, domain).get(name, [])]
    told_of = [one for one in whole if one.get("distance") or one.get("duration_seconds")]
    if len(told_of) > len(golds) + bool(lifted):
        yield Fault("move invented", " ".join(str(one.get("name", "")) for one in told_of))


LEVELS = ("mood", "energy", "stress")
FELT = r"pain|sore|ache|stiff|tight|cramp|fatigue|headache|migraine|niggle|discomfort|injury|throbbing|burn|swell|swollen|click|torn|shaky|blister|bruise|numb|twinge"


def state(golds, entries):
    fields = [data_of(entry, "general_fitness") for entry in entries]
    flat = lambda name: [x for one in fields for x in one.get(name, [])]
    measured, felt = flat("measured"), flat("pain") + flat("soreness") + flat("pain_free")
    degrees = {k: v for one in fields for k, v in one.get("degrees", {}).items()}
    numbers = [v for one in fields for v in one.values() if isinstance(v, (int, float))]
    numbers += [x for one in measured + flat("medicine") for x in (one.get("value"), one.get("over")) if x is not None]
    numbers += list(degrees.values())
    numbers += [one[3][key] for one in records(entries) for key in ("heart_rate", "heart_rate_max") if key in one[3]]
    other = [str(x.get("name") if isinstance(x, dict) else x) for x in flat("symptoms") + flat("tags") + flat("medicine") + measured]
    seen_parts, said_parts = set(), 0
    for gold in golds:
        what, value = gold["what"].lower(), gold.get("value")
        pressure = re.fullmatch(r"(\d+)/(\d+)", str(value or ""))
        if pressure and "pressure" in what:
            if not any((m.get("value"), m.get("over")) == tuple(map(int, pressure.groups())) for m in measured):
                yield Fault("state " + what, what, [value])
            continue
        level = next((name for name in LEVELS if name in what), None)
        if level:
            if not any(name in one for one in fields for name in LEVELS) and level not in degrees:
                yield Fault("state " + level, what + " " + told(gold) + " " + str(value or ""))
            elif isinstance(value, (int, float)) and value not in numbers:
                yield Fault("state degree", what, [value])
            continue
        if re.search(FELT, what):
            said_parts += 1
            if not felt and not other:
                yield Fault("state pain", f"{what} {gold.get('place') or gold.get('where') or ''} {told(gold)}")
            elif isinstance(value, (int, float)) and value not in numbers:
                yield Fault("state degree", what, [value])
            elif re.search("swell|swollen", what) and not other:
                yield Fault("state pain kind", what)
            continue
        if what in ("sleep", "nap", "bodyweight", "steps") or isinstance(value, (int, float)):
            yield from figure(gold, numbers)
            continue
        near_any = any(words(what + " " + told(gold) + " " + str(value)) & words(name) for name in other)
        if not (near_any or other or what.startswith("medic")):
            yield Fault("state other", what + " " + told(gold))
    for name in LEVELS:
        if any(name in one for one in fields) and not any(re.search(r"mood|energy|stress|tired|fatigue|hangover|sleep", g["what"].lower()) for g in golds):
            yield Fault("state invented", name)
    if len(set(felt)) > sum(1 for g in golds if re.search(FELT, g["what"].lower())) and felt:
        yield Fault("feeling invented", " ".join(set(felt)))


def figure(gold, numbers):
    value, unit = gold.get("value"), str(gold.get("unit") or "")
    if isinstance(value, str):
        value = seconds(value) / 3600 if ":" in value else None
    if value is None:
        return
    forms = [value, value / 60, value * 60] if gold["what"] in ("sleep", "nap") or unit in ("min", "h") else [value]
    if not any(close(form, number) for form in forms for number in numbers):
        yield Fault("state " + gold["what"], gold["what"], [gold.get("value")])


def days(golds, entries):
    """Days of the gold that no entry stands on, and the other way round."""
    weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    def day(text):
        text = str(text or "today").lower()
        if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
            return text
        back = {"today": 0, "yesterday": 1, "last night": 1}.get(text)
        if back is None and text[:3] in weekdays:
            back = (TODAY.weekday() - weekdays.index(text[:3])) % 7
        return str(TODAY - datetime.timedelta(back)) if back is not None else None

    def called(date):
        back = (TODAY - datetime.date.fromisoformat(date)).days
        named = {0: "today tonight 오늘", 1: "yesterday nite night 어제 어젯밤"}
        weekday = datetime.date.fromisoformat(date).weekday()
        return f"{named.get(back, '')} {weekdays[weekday]} {'월화수목금토일'[weekday]}요일"

    want = {day(gold.get("day")) for gold in golds} - {None}
    got = {entry["date"] for entry in entries if entry.get("domain_data")}
    if golds and want != got and got and None not in {day(g.get("day")) for g in golds}:
        yield Fault("day", " ".join(map(called, sorted(want ^ got))))


def data_of(entry, domain):
    return (entry.get("domain_data") or {}).get(domain, {})


def judge(line, entries):
    """The verdict and what is wrong."""
    of = lambda *kinds: [gold for gold in line["gold"] if gold["kind"] in kinds]
    faults = list(food(of("food"), entries)) + list(sets(of("sets"), entries))
    faults += list(moves(of(*KINDS), entries, of("sets"))) + list(state(of("state"), entries))
    faults += list(days(line["gold"], entries))
    keep = ("unread", "held_back", "extraction_notes", "uncertain_fields")
    said = " ".join(json.dumps(entry.get(key), ensure_ascii=False) for entry in entries for key in keep).lower()
    silent = [fault for fault in faults if not fault.marked(said)]
    return ("silent" if silent else "marked" if faults else "right"), silent or faults


def main():
    args = [word for word in sys.argv[1:] if not word.startswith("--")]
    wanted = None
    if "--show" in sys.argv:
        behind = sys.argv[sys.argv.index("--show") + 1 :]
        wanted = behind[0] if behind else ""
        args = [word for word in args if word != wanted]
    if len(args) < 2:
        sys.exit(__doc__)
    verdicts, classes, needless = collections.Counter(), collections.Counter(), 0
    lines = list(read(args[1:]))
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        stored = list(pool.map(lambda line: typed(args[0], line[1]["text"])[1], lines))
    for (name, line), entries in zip(lines, stored):
        verdict, faults = judge(line, entries)
        verdicts[verdict] += 1
        left = [u["text"] for entry in entries for u in entry.get("unread") or []]
        kinds = {fault.kind for fault in faults} if verdict == "silent" else {verdict}
        doubted = left or any(entry.get("uncertain_fields") for entry in entries)
        if verdict == "right" and doubted:
            needless += 1
            kinds = {"needless"}
        classes.update(kinds - {"right", "marked"})
        if wanted is not None and (verdict != "right" or doubted) and any(wanted in kind for kind in kinds):
            print(verdict, name, json.dumps(line["text"], ensure_ascii=False))
            print("    wrong", [(fault.kind, fault.what, fault.figures) for fault in faults])
            print("    stored", json.dumps([[e["date"], e.get("domain_data")] for e in entries], ensure_ascii=False))
            print("    unread", left, "held back", [h["text"] for e in entries for h in e.get("held_back") or []])
    for verdict in ("right", "marked", "silent"):
        print(f"{verdict}: {interval(verdicts[verdict], len(lines))}")
    print("right and yet something is unread or doubtful:", needless)
    for kind, count in classes.most_common():
        print(f"  {count:4} {kind}")


if __name__ == "__main__":
    main()
