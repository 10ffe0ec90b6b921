#!/usr/bin/env python3
"""Asks questions by people who own a history, and judges the answers.

    asks.py BINARY HISTORIES FILE... [--show right|honest|wrong|logged] [--kind WORDS] [--notes FOLDER]

HISTORIES is the folder of `h1.jsonl` and so on, what happened, an entry a line; FILE holds questions with
their right answers, a line each (`corpora/README.md`). Histories are imported with their readings, so
that only the questions are tried. An answer is right when it tells every main figure, day and name of one
of the right answers; honest when it says that it did not understand, cannot know, or asks back; else wrong.
"""
import argparse, calendar, collections, functools, json, os, re, shutil, subprocess, sys, tempfile
sys.path.insert(0, os.path.dirname(__file__))
from exam import interval

NOW = "2026-11-20T22:00"
EXERCISES = {
    "bench press": "Bench Press (Barbell)", "벤치프레스": "Bench Press (Barbell)",
    "squat": "Squat (Barbell)", "스쿼트": "Squat (Barbell)",
    "deadlift": "Deadlift (Barbell)", "데드리프트": "Deadlift (Barbell)",
    "overhead press": "Overhead Press (Barbell)", "pull-up": "Pull Up", "barbell row": "Bent Over Row (Barbell)",
    "lat pulldown": "Lat Pulldown (Cable)", "랫풀다운": "Lat Pulldown (Cable)", "leg press": "Leg Press (Machine)",
}
STATES = {
    "수면": "sleep", "체중": "bodyweight", "걸음": "steps", "걸음 수": "steps", "걸음수": "steps", "생리통": "pain", "감기몸살": "illness", "기분": "mood", "통증": "pain", "혈압": "blood pressure",
    "안정시 심박": "resting heart rate", "안정시심박": "resting heart rate", "안정시 심박수": "resting heart rate",
    "감기": "illness", "몸살": "illness", "장염": "illness", "질병": "illness", "아픔": "illness",
}
STROKES = {"자유형": "freestyle", "평영": "breaststroke", "배영": "backstroke", "접영": "butterfly"}
PIECES = {"병": "bottle", "인분": "serving", "portion": "serving"}
MEALS = {"점심": "lunch", "저녁": "dinner", "아침": "breakfast", "간식": "snack"}
RUNS = {"easy run": "easy", "long run": "long", "race": "race", "조깅": "easy", "intervals": "intervals"}


def seconds(clock):
    total = 0.0
    for part in clock.split(":"):
        total = total * 60 + float(part)
    return round(total)


def distance(entry):
    return {"distance": entry["distance"], "distance_unit": entry["unit"], "duration_seconds": seconds(entry["time"])}


def names(binary, env):
    """What the program calls a food, an exercise, what else was done, and a place that hurts: its own name where it knows
    one, else the words."""
    def parsed(text):
        done = subprocess.run(
            [binary, "--home", f"{env['HOME']}/names", "--no-input", "parse", "--json", text],
            env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL,
        )
        return json.loads(done.stdout).get("domain_data", {}) if done.returncode == 0 else {}

    @functools.cache
    def called(words, domain="nutrition"):
        food = domain == "nutrition"
        said = words if not food else "ate " + words if words.isascii() else words + " 먹음"
        amount = {"nutrition": "", "strength": " 20kg 3x10"}.get(domain, " 30min")

        data = parsed(said + amount).get(domain) or (parsed(words).get(domain) if food else None) or {}
        meals = data.get("meals", [])
        of_kind = {"strength": "exercises", "movement": "activities"}.get(domain)
        found = [item for meal in meals for item in meal.get("items", [])] if food else data.get(of_kind, [])
        own = words.capitalize() if food else words.title()
        return found[0]["name"] if len(found) == 1 and "name" in found[0] else own


    @functools.cache
    def hurt(place):
        said = f"{place} pain 5 of 10" if place.isascii() else f"{place} 통증 10점 만점에 5점"
        data = parsed(said).get("general_fitness", {})
        one = len(data.get("pain", [])) == 1
        return {key: data[key] for key in ("pain", "sides") if key in data} if one else {"pain": [place]}

    return called, hurt


def reading(entry, called, hurt):
    """What is stored of an entry, by domain."""
    kind = entry["kind"]
    if kind == "sets":
        sets = [
            {**({"weight": one["weight"], "weight_unit": one["unit"]} if "weight" in one else {}), "reps": one["reps"]}
            for one in entry["sets"]
        ]
        name = EXERCISES.get(entry["exercise"]) or called(entry["exercise"], "strength")
        return {"strength": {"exercises": [{"name": name, "sets": sets}]}}
    if kind == "run":
        run = {"type": RUNS[entry["type"]]}
        if "repeats" in entry:
            run["intervals"] = [
                {"count": 1, "distance": one["distance"], "distance_unit": one["unit"], "duration_seconds": seconds(one["time"])}
                for one in entry["repeats"]
            ]
        else:
            run |= distance(entry)
        if "heart_rate" in entry:
            run["heart_rate"] = entry["heart_rate"]
        return {"running": {"runs": [run]}}
    if kind == "swim":
        return {"swimming": {"swims": [{**distance(entry), "stroke": STROKES.get(entry["stroke"], entry["stroke"])}]}}
    if kind in ("ride", "walk", "other"):
        name = {"ride": "Cycling", "walk": "Walking"}.get(kind) or called(entry["what"], "movement")
        how = distance(entry) if "distance" in entry else {"duration_seconds": seconds(entry["time"])}
        return {"movement": {"activities": [{"name": name, **how}]}}
    if kind == "food":
        item = {"name": called(entry["food"]), **({"amount": entry["amount"]} if "amount" in entry else {})}
        item |= {"unit": PIECES.get(entry["unit"], entry["unit"])} if "unit" in entry else {}
        item |= {key: entry[of] for key, of in (("kcal", "kcal"), ("protein", "protein_g")) if of in entry}
        meal = MEALS.get(entry["meal"], entry["meal"])
        return {"nutrition": {"meals": [{"meal": meal, "items": [item]}]}}
    if kind == "state":
        return {"general_fitness": state(entry, hurt)}
    return {}


def state(entry, hurt):
    what = STATES.get(entry["what"], entry["what"])
    if what == "sleep":
        return {"sleep_hours": entry["value"]}
    if what == "bodyweight":
        return {"bodyweight": entry["value"], "bodyweight_unit": entry["unit"]}
    if what == "steps":
        return {"steps": entry["value"]}
    if what == "resting heart rate":
        return {"resting_heart_rate": entry["value"]}
    if what == "mood":
        return {"mood": "good" if entry["value"] >= 6 else "bad", "degrees": {"mood": entry["value"]}}
    if what == "HRV":
        return {"measured": [{"name": "heart rate variability", "value": entry["value"]}]}
    if what == "blood pressure":
        return {"measured": [{"name": "blood pressure", "value": entry["systolic"], "over": entry["diastolic"]}]}
    if what == "pain":
        found = hurt(entry["place"])
        return {**found, "degrees": {found["pain"][0]: entry["value"]}}
    return {"tags": ["sick"]} if what == "illness" else {}


def told(entry):
    """The words that somebody may have typed for it."""
    # Beside a distance, "time" is how long it took.
    left_out = {"date", "kind", "note", "text"} | ({"time"} if "distance" not in entry else set())
    words = {key: value for key, value in entry.items() if key not in left_out}
    said = " ".join(str(value) for value in words.values() if isinstance(value, (str, int, float)))
    for one in entry.get("sets", []):
        said += f" {one['weight']}{one['unit']}x{one['reps']}" if "weight" in one else f" x{one['reps']}"
    for one in entry.get("repeats", []):
        said += f" {one['distance']}{one['unit']} {one['time']}"
    # Nobody writes a ride down as its kilometres alone.
    moved = entry["kind"] if entry["kind"] in ("ride", "walk") else None
    return " ".join(filter(None, [entry.get("text") or said, moved, entry.get("note")]))


def surroundings(folder):
    """What the program is run in."""
    return {
        **os.environ, "SWEALOG_NOW": NOW, "HOME": folder, "TZ": "UTC", "LC_ALL": "C.UTF-8",
        "XDG_CONFIG_HOME": f"{folder}/config", "XDG_STATE_HOME": f"{folder}/state", "XDG_CACHE_HOME": f"{folder}/cache",
    }


def notes(binary, env, history):
    """The notes of a history with their readings: day, time, words, and what is stored of them."""
    called, hurt = names(binary, env)
    with open(history, encoding="utf-8") as lines:
        for entry in map(json.loads, lines):
            data = reading(entry, called, hurt)
            if entry.get("note") and "strength" in data:
                data["strength"]["exercises"][0]["notes"] = entry["note"]
            # Where a duration was told, "time" is that; such entries have no time of day.
            clock = entry["time"] if re.fullmatch(r"(?:[01]\d|2[0-3]):[0-5]\d", entry["time"]) and "distance" not in entry else "12:00"
            yield entry["date"], clock, told(entry), data


def home(binary, history, folder):
    """A home with a history, and how to ask it."""
    env = surroundings(folder)
    sections = []
    for at, (date, clock, words, data) in enumerate(notes(binary, env, history)):
        letters = "".join("bcdfghjkmnpqrstvwxyz"[at // 20 ** n % 20] for n in range(4))
        sections.append({
            "id": date.replace("-", "") + "-" + clock.replace(":", "") + "-" + letters,
            "date": date, "time": clock + ":00", "kind": "note", "raw": words,
            "source": f"logs/raw/{date[:4]}/{date[5:7]}/{date}.md",
            "parsed": {"domain_data": data, "confidence": 0.98, "engine": "builtin"},
        })
    with open(history, encoding="utf-8") as lines:
        typed = lines.read()
    out = f"{folder}/history.json"
    head = json.dumps({"format": "swealog export", "version": 1, "global_context": ""})[:-1]
    with open(out, "w", encoding="utf-8") as file:
        file.write(head + ',"sections":[\n' + ",\n".join(json.dumps(s, ensure_ascii=False) for s in sections) + "\n]}\n")
    # What a terminal asks for at the first note.
    units = ["--unit", "lb"] * ('"lb"' in typed) + ["--unit", "mi"] * ('"unit": "mi"' in typed)
    base = [binary, "--home", f"{folder}/home", "--no-input", *units]
    done = subprocess.run([*base, "import", out], env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        sys.exit(f"{history}: {done.stderr[:600]}")
    kept = shutil.copytree(f"{folder}/home", f"{folder}/kept")
    def ask(questions):
        typed = "\n".join(question.replace("\n", " ") for question in questions) + "\n"
        told = {**env, "RUST_LOG": "quilto::doubt=trace", "NO_COLOR": "1"}
        done = subprocess.run([*base, "repl", "--json"], env=told, capture_output=True, text=True, input=typed, timeout=120)
        answers = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        if any(answer.get("input_type") != "query" for answer in answers):
            # What was taken for a note costs its own question, and is no part of the history the others are asked of.
            shutil.rmtree(f"{folder}/home")
            shutil.copytree(kept, f"{folder}/home")
        # How the last question was read, a line for each of its parts.
        last = json.dumps(questions[-1].strip(), ensure_ascii=False)
        found = [line for line in done.stderr.splitlines() if f"question={last} " in line]
        features = [of.group(1) for of in (re.search(r'features="([^"]*)"', line) for line in found) if of]
        run = answers[-1] if answers else {"status": "failed", "answer": done.stderr}
        return {**run, "features": list(dict.fromkeys(features))}
    return ask


SPANS = re.compile(r"(\d+) ?(?:h|시간) (\d+) ?(?:min|분)")
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")


def numbers(text):
    text = re.sub(r"\d{4}-\d\d-\d\d", " ", text)
    found = [float(number.replace(",", "")) for number in NUMBER.findall(text)]
    for hours, minutes in SPANS.findall(text):
        found.append(int(hours) + int(minutes) / 60)
    clocks = [seconds(clock) for clock in re.findall(r"\d+(?::\d\d)+", text)]
    clocks += [int(hours) * 3600 + int(minutes) * 60 for hours, minutes in SPANS.findall(text)]
    return found, clocks


def has_value(value, unit, text):
    found, clocks = numbers(text)
    if isinstance(value, str) and ":" in value:
        return any(abs(seconds(value) - clock) <= 1 for clock in clocks)
    try:
        value = float(value)
    except ValueError:
        return str(value).lower() in text.lower()
    near = lambda other: abs(abs(value) - other) <= max(0.051, abs(value) * 0.006)
    scales = {"h": (1, 60), "min": (1, 1 / 60), "km": (1, 1000), "m": (1, 0.001), "days": (1, 1 / 7), "weeks": (1, 7)}
    if any(near(other / scale) for other in found for scale in scales.get(unit, (1,))):
        return True
    of_clock = {"h": 3600, "min": 60, "s": 1}.get(unit)
    return of_clock is not None and any(near(clock / of_clock) for clock in clocks)


SAME = [
    ("bench", "벤치"), ("squat", "스쿼트"), ("deadlift", "데드"), ("overhead press", "오버헤드", "ohp"), ("pull", "풀업", "턱걸이"),
    ("row", "로우"), ("pulldown", "풀다운"), ("leg press", "레그"), ("knee", "무릎"), ("back", "허리"), ("shoulder", "어깨"),
    ("up", "rising", "rose", "more", "늘", "올", "상승", "improv", "grow", "higher"),
    ("down", "falling", "fell", "less", "drop", "줄", "내려", "떨어", "감소", "lower", "faster", "빨라"),
    ("flat", "no clear", "steady", "뚜렷", "비슷", "same"), ("monday", "월요일"), ("tuesday", "화요일"), ("wednesday", "수요일"),
    ("thursday", "목요일"), ("friday", "금요일"), ("saturday", "토요일"), ("sunday", "일요일"), ("sleep", "slept", "수면", "잠"),
    ("walk", "걷"), ("ride", "cycl", "자전거"), ("run", "달리", "러닝", "뛰"), ("swim", "수영"), ("breakfast", "아침"),
    ("lunch", "점심"), ("dinner", "저녁"), ("bodyweight", "weight", "체중", "몸무게"),
]


MONTHS = {name.lower(): at for at, name in enumerate(calendar.month_name) if name}


def has_name(name, text):
    name, text = name.lower(), text.lower()
    if name in text or name in MONTHS and re.search(rf"(?<!\d){MONTHS[name]}월", text):
        return True
    words = re.findall(r"\w+", name)
    if words and all(word.rstrip("s") in text for word in words if len(word) > 3) and any(len(word) > 3 for word in words):
        return True
    return any(any(word in name for word in group) and any(word in text for word in group) for group in SAME)


NONE = re.compile(r"\bno\b|\bnone\b|nothing|\bnot\b|n't|never|없|못 찾|안 했|0 |zero", re.I)
HONEST = re.compile(r"understand|can(?:no|')t (?:tell|know|say|answer|do)|not sure what|what do you mean|do you mean|don't know|알 수 없|모르|이해하지|무엇을|어떤 걸|뭘 ", re.I)
YES, NO = re.compile(r"^\W*(yes|네|예|응|맞)", re.I), re.compile(r"^\W*(no\b|아니|not yet|안)", re.I)


DENIES = re.compile(r"\bno\b|\bnone\b|nothing|never|없", re.I)
SENTENCE = re.compile(r"(?<=[.!?])\s+")
EMPTY = {"nothing", "none", "your", "notes", "have", "find", "hold", "there", "from", "until", "기록은", "기록에는", "없어요", "메모에", "메모에는"}


def denies(question, text):
    """Whether an answer says that there is none of what was asked, and calls it by its name."""
    said = [one for one in SENTENCE.split(text) if len(one) > 6]
    if not said or not DENIES.search(said[0]) or HONEST.search(text):
        return False
    named = re.sub(r"\d{4}-\d\d-\d\d\S*", " ", said[0].lower())
    words = [word for word in re.findall(r"[^\W\d_]+", named) if word not in EMPTY]
    asked, starts = question.lower(), lambda word: word[:4] if word.isascii() else word[:2]
    if any(len(word) > 1 and re.search(rf"\b{starts(word)}", asked) for word in words):
        return True
    return any(any(word in named for word in group) and any(word in asked for word in group) for group in SAME)


def days_in(text):
    return set(re.findall(r"\d{4}-\d\d-\d\d", text))


def meets(answer, text, question):
    if answer.get("none"):
        return bool(NONE.search(text))
    # What the log does not hold is known by a plain "no record of it", too.
    if answer.get("unknown"):
        return bool(HONEST.search(text)) or denies(question, text)
    # What is nice to have is asked for only where nothing else is.
    values = [v for v in answer.get("values", []) if v.get("main", True)]
    if not values and not any(answer.get(key) for key in ("days", "names")) and "yes" not in answer:
        values = answer.get("values", [])[:1]
    # "None" says nought.
    said = [v for v in values if v["value"] not in (0, "0") or not NONE.search(text)]
    if not all(has_value(v["value"], v.get("unit"), text) for v in said):
        return False
    if not set(answer.get("days", [])[:3]) <= days_in(text):
        return False
    if not all(has_name(name, text) for name in answer.get("names", [])[:3]):
        return False
    if "yes" in answer and not values and not answer.get("days") and not answer.get("names"):
        return bool((YES if answer["yes"] else NO).search(text)) or not answer["yes"] and denies(question, text)
    return True


def verdict(answers, run, question):
    text = run.get("answer") or ""
    if run.get("input_type") in ("log", "correction"):
        return "logged"
    if any(meets(answer, text, question) for answer in answers):
        return "right"
    if run.get("status") != "answered" or HONEST.search(text):
        return "honest"
    return "wrong"


def keep(given, histories):
    """Writes the notes of histories with their readings, a note a line."""
    for history in histories:
        with tempfile.TemporaryDirectory() as folder, open(f"{given.notes}/{history}.notes", "w", encoding="utf-8") as file:
            for date, clock, words, data in notes(os.path.abspath(given.binary), surroundings(folder), f"{given.histories}/{history}.jsonl"):
                data = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
                file.write(f"{date} {clock} {words}\t{data}\n")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("binary")
    options.add_argument("histories")
    options.add_argument("files", nargs="+")
    options.add_argument("--show", default="")
    options.add_argument("--kind", default="")
    options.add_argument("--notes", help="a folder that gets the notes of each history with their readings, for the oracle; nothing is asked")
    options.add_argument("--read", help="a file that gets a line for each reading: writer, right or wrong, features")
    given = options.parse_args()
    of_history, counts, kinds = collections.defaultdict(list), collections.Counter(), collections.defaultdict(collections.Counter)
    for path in given.files:
        with open(path, encoding="utf-8") as lines:
            asked = [json.loads(line) for line in lines if line.strip()]
        before = {}
        for one in asked:
            before[one["q"]] = [*before.get(one.get("follows"), []), one["q"]]
            if given.kind in one["kind"]:
                of_history[one["history"]].append((path, one, before[one["q"]]))
    if given.notes:
        return keep(given, of_history)
    read = open(given.read, "a", encoding="utf-8") if given.read else None
    for history, asked in sorted(of_history.items()):
        with tempfile.TemporaryDirectory() as folder:
            ask = home(os.path.abspath(given.binary), f"{given.histories}/{history}.jsonl", folder)
            for path, one, chain in asked:
                run = ask(chain)
                found = verdict(one["answers"], run, one["q"])
                counts[found] += 1
                if read and found in ("right", "wrong"):
                    writer = path.removesuffix(".jsonl").replace("/", "_")
                    read.writelines(f"{writer}\t{found}\t{features}\n" for features in run["features"])
                kinds["follow-up" if one.get("follows") else one["kind"]][found] += 1
                if found in given.show.split(","):
                    name = os.path.basename(path).removesuffix(".jsonl")
                    print(f"{found}\t{name}\t{one['kind']}\t{' / '.join(chain)}\n\t{(run.get('answer') or run.get('status') or '').strip()[:400]!r}\n\tright: {json.dumps(one['answers'], ensure_ascii=False)[:400]}")
    total = sum(counts.values())
    for name in ("right", "honest", "wrong", "logged"):
        print(f"{name}\t{interval(counts[name], total)}")
    for kind, found in sorted(kinds.items(), key=lambda item: -sum(item[1].values()))[:25]:
        print(f"  {kind}\t{dict(found)}")


if __name__ == "__main__":
    main()
