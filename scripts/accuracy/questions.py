#!/usr/bin/env python3
"""Asks questions of which the answers are known, and counts how many come out.

usage: questions.py SWEALOG [--show] [EXPORT.csv ...]

The notes are made up here, by dice that always fall the same way, and so are the right answers: this
script adds them up itself and knows nothing of the program. With exports of the Strong app it asks
about those, too. An answer counts when every number and day that was asked for stands in it.
"""
import csv, datetime, json, os, pathlib, random, re, subprocess, sys, tempfile

NOW = "2026-11-20T12:00"
TODAY = datetime.date(2026, 11, 20)

# In notes and questions: English, Korean.
LIFTS = {"bench press": "벤치프레스", "squat": "스쿼트", "deadlift": "데드리프트",
         "overhead press": "오버헤드프레스", "lat pulldown": "랫풀다운"}

# What is asked for → how, in both languages. Months are put in by name.
ASKED = {
    "heaviest": ("what's my heaviest {lift}?", "{lift} 최고 무게 얼마야?"),
    "last": ("when did I last do {lift}?", "{lift} 마지막으로 한 게 언제야?"),
    "first": ("when did I first do {lift}?", "{lift} 처음 한 게 언제야?"),
    "days": ("how many days did I do {lift} in {month}?", "{month}에 {lift} 며칠 했어?"),
    "sets": ("how many sets of {lift} did I do in {month}?", "{month}에 {lift} 몇 세트 했어?"),
    "volume": ("total {lift} volume in {month}?", "{month} {lift} 총 볼륨 얼마야?"),
    "best of month": ("best {lift} in {month}?", "{month} {lift} 최고 기록은?"),
    "break": ("what was my longest break from {lift}?", "{lift} 가장 오래 쉰 게 며칠이야?"),
    "distance": ("how far did I run in {month}?", "{month}에 총 몇 km 뛰었어?"),
    "runs": ("how many times did I run in {month}?", "{month}에 달리기 몇 번 했어?"),
    "longest": ("what was my longest run?", "가장 길게 뛴 거리는?"),
    "sleep": ("average sleep in {month}?", "{month} 평균 수면 시간은?"),
    "protein": ("how much protein did I eat on {day}?", "{day}에 단백질 얼마나 먹었어?"),
}
ENGLISH = "January February March April May June July August September October November December".split()


def history(seed):
    """A year of notes as typed, and what they hold: lifts, runs, nights, meals by day."""
    dice = random.Random(seed)
    notes, lifts, runs, nights, meals = {}, [], [], [], []
    for back in range(340, 0, -1):
        day = TODAY - datetime.timedelta(back)
        lines = []
        if dice.random() < 0.45:
            for name in dice.sample(sorted(LIFTS), dice.choice([1, 1, 2])):
                weight, reps, sets = 30 + 2.5 * dice.randrange(50), dice.randint(2, 12), dice.randint(2, 6)
                kg = f"{weight:g}"
                lines.append(dice.choice([
                    f"{name} {kg}kg {sets}x{reps}", f"{name} {kg} kg x {reps} x {sets}",
                    f"{LIFTS[name]} {kg}kg {reps}회 {sets}세트", f"{LIFTS[name]} {kg}키로 {reps}개씩 {sets}세트"]))
                lifts += [(day, name, weight, reps)] * sets
        if dice.random() < 0.2:
            km, pace = dice.randint(6, 30) / 2, dice.randint(280, 400)
            minutes, seconds = divmod(round(km * pace), 60)
            lines.append(dice.choice([f"ran {km:g} km in {minutes}:{seconds:02}",
                                      f"{km:g}km 달리기 {minutes}분 {seconds}초"]))
            runs.append((day, km))
        if dice.random() < 0.3:
            hours = dice.randint(10, 18) / 2
            lines.append(dice.choice([f"slept {hours:g} hours", f"{hours:g}시간 잤다"]))
            nights.append((day, hours))
        if dice.random() < 0.2:
            protein, kcal = dice.randint(20, 90), dice.randint(40, 120) * 10
            lines.append(f"dinner {kcal} kcal {protein}g protein")
            meals.append((day, protein))
        if lines:
            notes[day] = lines
    return notes, lifts, runs, nights, meals


def of_lift(rows, lift):
    """What is right of one lift, of all days: kind → numbers that must stand there, days of which one must."""
    mine = [row for row in rows if row[1] == lift]
    days = sorted({row[0] for row in mine})
    best = max(row[2] for row in mine)
    gaps = [(b - a).days for a, b in zip(days, days[1:])]
    return {"heaviest": ([best], [row[0] for row in mine if row[2] == best]),
            "last": ([], [days[-1]]), "first": ([], [days[0]]),
            "break": ([max(gaps)], []) if gaps else None}


def of_month(rows, lift, month):
    mine = [row for row in rows if row[1] == lift and (row[0].year, row[0].month) == month]
    if not mine:
        return {}
    best = max(row[2] for row in mine)
    return {"days": ([len({row[0] for row in mine})], []), "sets": ([len(mine)], []),
            "volume": ([sum(row[2] * row[3] for row in mine)], []),
            "best of month": ([best], [row[0] for row in mine if row[2] == best])}


def questions_of(history_, dice):
    _, lifts, runs, nights, meals = history_
    asked = []
    for lift in sorted(LIFTS):
        gold = of_lift(lifts, lift)
        month = (2026, dice.randint(2, 10))
        gold |= of_month(lifts, lift, month)
        asked += [(kind, lift, month, None, right) for kind, right in gold.items() if right]
    for month in [(2026, m) for m in dice.sample(range(1, 11), 4)]:
        mine = [km for day, km in runs if (day.year, day.month) == month]
        if mine:
            asked += [("distance", None, month, None, ([sum(mine)], [])), ("runs", None, month, None, ([len(mine)], []))]
        hours = [h for day, h in nights if (day.year, day.month) == month]
        if hours:
            asked.append(("sleep", None, month, None, ([sum(hours) / len(hours)], [])))
    asked.append(("longest", None, None, None, ([max(km for _, km in runs)], [])))
    asked += [("protein", None, None, day, ([grams], [])) for day, grams in dice.sample(meals, 4)]
    return asked


def wording(asked, korean):
    kind, lift, month, day, _ = asked
    if korean:
        said = f"{month[0]}년 {month[1]}월" if month else ""
        on = f"{day.year}년 {day.month}월 {day.day}일" if day else ""
    else:
        said = f"{ENGLISH[month[1] - 1]} {month[0]}" if month else ""
        on = day.isoformat() if day else ""
    name = LIFTS.get(lift, lift) if korean else lift
    return ASKED[kind][korean].format(lift=name, month=said, day=on)


def right(answer, gold):
    """Whether all numbers, and one of the days, stand in an answer."""
    numbers, days = gold
    told = {datetime.date.fromisoformat(d) for d in re.findall(r"\d{4}-\d\d-\d\d", answer)}
    rest = re.sub(r"\d{4}-\d\d-\d\d", " ", answer)
    values = [float(n.replace(",", "")) for n in re.findall(r"\d[\d,]*(?:\.\d+)?", rest)]
    for hours, minutes in re.findall(r"(\d+) h (\d+) min", rest):
        values.append(int(hours) + int(minutes) / 60)
    near = lambda want: any(abs(want - value) <= max(0.051, abs(want) * 5e-4) for value in values)
    return all(near(n) for n in numbers) and (not days or bool(told & set(days)))


class Log:
    """A home of its own."""
    def __init__(self, binary, folder, source):
        self.command = [binary, "--home", str(folder / "home"), "--no-input"]
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "SWEALOG_NOW": NOW, "TZ": "UTC"}
        done = self.run("import", str(source))
        if done.returncode:
            sys.exit(f"import failed: {done.stderr}")

    def run(self, *words):
        return subprocess.run(self.command + list(words), capture_output=True, text=True,
                              env=self.environment, stdin=subprocess.DEVNULL, timeout=120)

    def ask(self, question):
        return json.loads(self.run("--json", "ask", question).stdout or "{}").get("answer") or ""


def score(log, asked, korean, show):
    hits = 0
    for one in asked:
        question = wording(one, korean)
        answer = log.ask(question)
        hit = right(answer, one[4])
        hits += hit
        if show and not hit:
            print(f"  {question}\n    {answer}\n    right: {one[4]}", file=sys.stderr)
    return hits


def exported(path):
    """Sets of a Strong export: day, name, weight, repetitions."""
    with open(path, encoding="utf-8") as file:
        head = file.readline()
        rows = csv.DictReader(file, fieldnames=next(csv.reader([head], delimiter=";" if ";" in head else ",")),
                              delimiter=";" if ";" in head else ",")
        return [(datetime.date.fromisoformat(row["Date"][:10]), row["Exercise Name"], float(row["Weight"]), float(row["Reps"]))
                for row in rows if row["Set Order"].isdigit() and float(row["Weight"] or 0) > 0 and float(row["Reps"] or 0) > 0]


def main():
    words = [word for word in sys.argv[1:] if word != "--show"]
    show = "--show" in sys.argv
    binary, exports = words[0], words[1:]
    counts = {False: [0, 0], True: [0, 0]}
    for seed in (1, 2, 3):
        made = history(seed)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            notes = folder / "notes"
            notes.mkdir()
            for day, lines in made[0].items():
                text = "".join(f"## {7 + i:02}:00\n{line}\n\n" for i, line in enumerate(lines))
                (notes / f"{day}.md").write_text(text, encoding="utf-8")
            log = Log(binary, folder, notes)
            asked = questions_of(made, random.Random(seed))
            for korean in (False, True):
                counts[korean][0] += score(log, asked, korean, show)
                counts[korean][1] += len(asked)
    for korean, language in ((False, "English"), (True, "Korean")):
        print(f"made-up year of notes, {language}\t{counts[korean][0]} of {counts[korean][1]}")
    for path in exports:
        rows = exported(path)
        names = sorted({row[1] for row in rows}, key=lambda n: -sum(row[1] == n for row in rows))[:15]
        asked = []
        for name in names:
            mine = [row for row in rows if row[1] == name]
            month = max({(r[0].year, r[0].month) for r in mine}, key=lambda m: sum((r[0].year, r[0].month) == m for r in mine))
            gold = of_lift(rows, name) | of_month(rows, name, month)
            asked += [(kind, name, month, None, value) for kind, value in gold.items() if value]
        with tempfile.TemporaryDirectory() as name:
            log = Log(binary, pathlib.Path(name), pathlib.Path(path))
            print(f"another app's export, names as the app has them\t{score(log, asked, False, show)} of {len(asked)}")


main()
