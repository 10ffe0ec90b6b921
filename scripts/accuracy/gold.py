"""Names and figures of gold, made comparable with what the program stores."""
import os
import re

import yaml

DOMAINS = os.path.join(os.path.dirname(__file__), "../../domains")
SMALL = {"with", "and", "n", "w", "on", "of", "the", "a", "an", "in", "for", "my", "piece", "slice", "some", "bowl", "cup"}
KM = {"km": 1, "m": 0.001, "mi": 1.609344, "yd": 0.0009144, "k": 1, "mile": 1.609344, "miles": 1.609344}
SECONDS = {"h": 3600, "hr": 3600, "hrs": 3600, "hour": 3600, "hours": 3600, "시간": 3600, "m": 60, "min": 60, "mins": 60, "분": 60,
           "s": 1, "sec": 1, "secs": 1, "초": 1}


def squash(text):
    return re.sub(r"[\W_]+", "", str(text).lower())


def vocabulary(domain):
    with open(f"{DOMAINS}/{domain}/vocabulary.yaml", encoding="utf-8") as file:
        for term in yaml.safe_load(file)["terms"]:
            for alias in [term["name"], *term.get("aliases", [])]:
                yield squash(alias), term["name"]


NAMES = {name: dict(vocabulary(name)) for name in ("nutrition", "strength", "movement", "general_fitness")}


def name_of(text, domain):
    flat = squash(text)
    forms = (flat, flat.removesuffix("s"), flat.removesuffix("es"), flat + "s")
    return next((NAMES[domain][form] for form in forms if form in NAMES[domain]), None)


def words(text):
    text = re.sub(r"\(.*?\)", " ", str(text).lower())
    return {re.sub(r"(?<=\w\w)(es|s)$", "", word) for word in re.findall(r"\w+", text)} - SMALL


def near(gold, stored, domain):
    """How near two names are, from 0 to 1."""
    known = name_of(gold, domain)
    if squash(gold) == squash(stored) or known and known == (name_of(stored, domain) or stored):
        return 1.0
    ours, theirs = words(gold), words(stored)
    if not ours or not theirs:
        return 0.0
    both = squash(gold), squash(stored)
    inside = both[0] in both[1] or both[1] in both[0]
    return max(0.9 * len(ours & theirs) / min(len(ours), len(theirs)), 0.6 if inside else 0.0)


def told(gold):
    """The words of a note that a gold stands in, as one text."""
    words = gold.get("from") or ""
    return words if isinstance(words, str) else " ".join(words)


def seconds(text):
    """`31:20`, `1:10:00`, `2h15`, `40분`, `1.5 h`."""
    text = str(text).strip().lower()
    if re.fullmatch(r"[\d.:]+", text) and ":" in text:
        total = 0
        for part in text.split(":"):
            total = total * 60 + float(part)
        return total
    total, last = 0, None
    for number, unit in re.findall(r"([\d.]+)\s*([a-z가-힣]+)?", text):
        scale = SECONDS.get(unit or {3600: "m", 60: "s"}.get(last, "m"), 60)
        total, last = total + float(number) * scale, scale
    return total


def km(record):
    if record.get("distance") is None or isinstance(record["distance"], str):
        return None
    return record["distance"] * KM.get(record.get("unit") or record.get("distance_unit") or "km", 1)


def close(want, got):
    return want is None or got is not None and abs(want - got) <= 0.02 * max(abs(want), 0.01)
