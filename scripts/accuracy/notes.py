#!/usr/bin/env python3
"""Holds what the program stores of notes against their gold, without a judge: food only so far.

    notes.py BINARY FILE... [--show]

A name is near where the vocabulary knows both as the same, or where they share most of their words. A
note is right where every food of the gold is there once with its amount, energy and protein and nothing
else is; marked where the program names the words of all that is wrong; else silently wrong. It is a guide
between exams and stricter than a reader: what counts is the judged exam (corpora/exams/README.md).
"""
import json
import os
import re
import sys

import yaml

from exam import interval, read, typed

VOCABULARY = os.path.join(os.path.dirname(__file__), "../../domains/nutrition/vocabulary.yaml")
SMALL = {"with", "and", "n", "w", "on", "of", "the", "a", "an", "in", "for", "my", "piece", "slice", "some"}


def squash(text):
    return re.sub(r"[\W_]+", "", text.lower())


def known_names():
    with open(VOCABULARY, encoding="utf-8") as file:
        terms = yaml.safe_load(file)["terms"]
    names = {}
    for term in terms:
        for alias in [term["name"], *term.get("aliases", [])]:
            names[squash(str(alias))] = term["name"]
    return names


NAMES = known_names()


def name_of(text):
    flat = squash(text)
    for form in (flat, flat.removesuffix("s"), flat.removesuffix("es"), flat + "s"):
        if form in NAMES:
            return NAMES[form]
    return None


def words(text):
    text = re.sub(r"\(.*?\)", " ", text.lower())
    return {re.sub(r"(?<=\w\w)(es|s)$", "", word) for word in re.findall(r"\w+", text)} - SMALL


def near(gold, stored):
    """How near two names are, from 0 to 1."""
    if squash(gold) == squash(stored) or (name_of(gold) and name_of(gold) == name_of(stored)):
        return 1.0
    ours, theirs = words(gold), words(stored)
    if not ours or not theirs:
        return 0.0
    shared = len(ours & theirs) / min(len(ours), len(theirs))
    both = squash(gold), squash(stored)
    inside = both[0] in both[1] or both[1] in both[0]
    return max(0.9 * shared, 0.6 if inside else 0.0)


def likeness(gold, item):
    """How near a stored name is to a food of the gold, or to the words it was told in."""
    told = gold.get("from") or ""
    told = told if isinstance(told, str) else " ".join(told)
    name = squash(item.get("name", ""))
    return max(near(gold["what"], item.get("name", "")), 0.5 if name and name in squash(told) else 0.0)


def parts(what):
    return [part for part in re.split(r"\b(?:with|and|n|w|on)\b|&|\+", what) if part.strip()]


def same_amount(gold, item):
    want, got = gold.get("amount"), item.get("amount")
    if want is None or isinstance(want, str):
        return got in (None, 1) or "amount" in item.get("estimated", []) or item.get("unit") in ("g", "ml")
    return got is not None and abs(got - want) <= 0.02 * max(want, 1) or (want == 1 and got is None)


def same_figures(gold, item):
    told = set(item) - set(item.get("estimated", []))
    pairs = (("kcal", "kcal"), ("protein_g", "protein"))
    return all(gold.get(ours) is None or theirs in told and abs(item[theirs] - gold[ours]) < 1 for ours, theirs in pairs)


def faults(golds, meals):
    """What is wrong: the words of the gold or the stored name, for each."""
    items = [dict(item) for meal in meals for item in meal.get("items", [])]
    wrong, left = [], list(range(len(items)))
    for gold in golds:
        what = gold["what"]
        if "total" in what:
            if not any(gold.get("kcal") in (None, meal.get("kcal")) for meal in meals):
                wrong.append(what)
            continue
        best = max(left, key=lambda at: likeness(gold, items[at]), default=None)
        if best is None or likeness(gold, items[best]) < 0.4:
            wrong.append(what)
            continue
        left.remove(best)
        item = items[best]
        alone = [meal for meal in meals if len(meal.get("items", [])) == 1]
        whole = {key: value for meal in alone for key, value in meal.items() if key in ("kcal", "protein")}
        if not (same_amount(gold, item) and same_figures(gold, {**item, **whole})):
            wrong.append(what)
        for part in parts(what)[1:]:
            side = [at for at in left if near(part, items[at].get("name", "")) >= 0.4]
            left = [at for at in left if at not in side[:1]]
    return wrong, [items[at] for at in left]


def judge(line, entries):
    golds = [gold for gold in line["gold"] if gold["kind"] == "food"]
    meals = [meal for entry in entries for meal in (entry.get("domain_data") or {}).get("nutrition", {}).get("meals", [])]
    missed, extra = faults(golds, meals)
    if not missed and not extra:
        return "right", missed, extra
    said = " ".join(
        json.dumps(entry.get(key), ensure_ascii=False)
        for entry in entries
        for key in ("unread", "held_back", "extraction_notes")
    ).lower()
    named = lambda text: any(word in said for word in words(text) if len(word) > 2 or not word.isascii())
    marked = all(map(named, missed)) and all(named(item.get("name", "")) for item in extra)
    return ("marked" if marked else "silent"), missed, extra


def main():
    args = [word for word in sys.argv[1:] if not word.startswith("--")]
    if len(args) < 2:
        sys.exit(__doc__)
    counts = {"right": 0, "marked": 0, "silent": 0}
    for name, line in read(args[1:]):
        _, entries = typed(args[0], line["text"])
        verdict, missed, extra = judge(line, entries)
        fed = any(gold["kind"] == "food" for gold in line["gold"]) or extra
        if not fed:
            continue
        counts[verdict] += 1
        if "--show" in sys.argv and verdict != "right":
            print(verdict, name, json.dumps(line["text"], ensure_ascii=False))
            print("    missed", missed, "extra", [item.get("name") for item in extra])
            meals = [m for e in entries for m in (e.get("domain_data") or {}).get("nutrition", {}).get("meals", [])]
            for meal in meals:
                told = [f'{i.get("amount", "")} {i.get("unit", "")} {i.get("name")}' for i in meal.get("items", [])]
                print("    stored", meal.get("meal"), meal.get("kcal", ""), told)
            print("    unread", [u["text"] for e in entries for u in e.get("unread") or []])
    for verdict, count in counts.items():
        print(f"{verdict}: {interval(count, sum(counts.values()))}")


if __name__ == "__main__":
    main()
