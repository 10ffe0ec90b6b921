#!/usr/bin/env python3
"""Asks what a lifter who also runs, sleeps and eats asks a coach, and counts the right answers.

usage: coach.py SWEALOG [--show] [--all] [EXPORT.csv ...]

A mixed year of notes is made up here by dice that always fall the same way; this script works out the
right answers by itself and knows nothing of the program. With exports of the Strong app it asks about
those, too. An answer counts when every number, day and word that was asked for stands in it.
"""
import collections, csv, datetime as D, json, os, pathlib, random, re, statistics, subprocess, sys, tempfile

NOW = "2026-11-20T12:00"
TODAY = D.date(2026, 11, 20)
KOREAN = {"bench press": "벤치프레스", "squat": "스쿼트", "deadlift": "데드리프트", "overhead press": "오버헤드프레스"}


# ---- a mixed year -------------------------------------------------------------------------------

class Year:
    """A year of notes as typed, by day and time, and what they hold."""

    def __init__(self, seed):
        dice = random.Random(seed)
        self.notes, self.sets, self.runs, self.nights, self.meals, self.weights = {}, [], [], {}, [], {}
        for back in range(364, 0, -1):
            day, week = TODAY - D.timedelta(back), (364 - back) / 7
            bad = dice.random() < 0.25
            if dice.random() < 0.9:
                hours = dice.choice([4.5, 5, 5.5]) if bad else dice.choice([7, 7.5, 8])
                self.nights[day] = hours
                self.note(day, 7, dice.choice([f"slept {hours:g} hours", f"잠 {hours:g}시간"]))
            if day.weekday() in (0, 2, 4) and dice.random() < 0.85:
                self.train(dice, day, week, bad)
            if day.weekday() in (1, 5) and dice.random() < 0.8:
                km = dice.randint(8, 24) / 2
                pace = round(400 - 1.2 * week + dice.randint(-12, 12))
                seconds = round(km * pace)
                self.runs.append((day, km, seconds))
                clock = f"{seconds // 60}:{seconds % 60:02}"
                self.note(day, 6, dice.choice([f"ran {km:g} km in {clock}", f"{km:g}km 달리기 {clock}"]))
            if dice.random() < 0.5:
                kcal, protein = dice.randint(60, 110) * 10, dice.randint(60, 170)
                self.meals.append((day, kcal, protein))
                self.note(day, 20, f"dinner {kcal} kcal {protein}g protein")
            if day.weekday() == 6:
                kilos = round(82 - week * 0.08 + dice.uniform(-0.3, 0.3), 1)
                self.weights[day] = kilos
                self.note(day, 8, dice.choice([f"body weight {kilos:g}kg", f"체중 {kilos:g}kg"]))

    def train(self, dice, day, week, bad):
        hour = dice.choice([7, 18])
        steps = {"bench press": (60, 0.4), "squat": (80, 0.9), "deadlift": (100, 0.7), "overhead press": (35, 0.15)}
        for lift in {0: ["bench press", "overhead press"], 2: ["squat"], 4: ["bench press", "deadlift"]}[day.weekday()]:
            start, rise = steps[lift]
            reps, sets = dice.choice([3, 5, 8]), dice.randint(3, 5)
            kilos = 2.5 * round((start + rise * week - reps + dice.uniform(-2, 2) - (10 if bad else 0)) / 2.5)
            self.sets += [(day, hour, lift, kilos, reps)] * sets
            self.note(day, hour, dice.choice([f"{lift} {kilos:g}kg x {reps}, {sets} sets", f"{KOREAN[lift]} {kilos:g}kg {reps}회 {sets}세트"]))

    def note(self, day, hour, text):
        self.notes.setdefault(day, []).append((hour, text))

    def write(self, folder):
        for day, notes in self.notes.items():
            text = "".join(f"## {hour:02}:{10 + i}\n{line}\n\n" for i, (hour, line) in enumerate(sorted(notes)))
            (folder / f"{day}.md").write_text(text, encoding="utf-8")


def month(number, year=2026):
    last = D.date(year + number // 12, number % 12 + 1, 1) - D.timedelta(1)
    return D.date(year, number, 1), last


def within(rows, days):
    return [row for row in rows if days[0] <= row[0] <= days[1]]


def volume(sets):
    return sum(kilos * reps for _, _, _, kilos, reps in sets)


def epley(kilos, reps):
    return kilos if reps == 1 else kilos * (1 + reps / 30)


def monday(day):
    return day - D.timedelta(day.weekday())


def longest_gap(days):
    days = sorted(set(days))
    return max((((b - a).days, a, b) for a, b in zip(days, days[1:])), key=lambda gap: gap[0])


def longest_streak(days):
    best, run, before = (0, None, None), [], None
    for day in sorted(set(days)):
        run = run + [day] if before and (day - before).days == 1 else [day]
        before = day
        if len(run) > best[0]:
            best = (len(run), run[0], run[-1])
    return best


def slope(points):
    """The median of the slopes of all pairs, per day."""
    return statistics.median((b[1] - a[1]) / (b[0] - a[0]).days for i, a in enumerate(points) for b in points[i + 1:])


def tops(sets):
    best = {}
    for day, _, _, kilos, _ in sets:
        best[day] = max(kilos, best.get(day, 0))
    return sorted(best.items())


# What is asked, and what must stand in the answer: numbers, days, words (patterns), and what must not.
Asked = collections.namedtuple("Asked", "text numbers days words never", defaults=((), (), (), ()))
PER_MONTH = 365.25 / 12


def of_year(year):
    lift = lambda name: [row for row in year.sets if row[2] == name]
    bench, squat, dead = lift("bench press"), lift("squat"), lift("deadlift")
    october, september, november = month(10), month(9), (D.date(2026, 11, 1), TODAY)
    asked = []
    add = lambda text, numbers=(), days=(), words=(), never=(): asked.append(
        Asked(text, [float(n) for n in numbers], [str(d) for d in days], words, never))

    # Records per count of repetitions, and the estimated one-rep max.
    per_reps = lambda rows: [max(kilos for *_, kilos, reps in rows if reps == n) for n in (3, 5, 8)]
    add("rep records for squat?", per_reps(squat))
    add("벤치 횟수별 최고 기록 알려줘", per_reps(bench))
    add("heaviest deadlift for 8 reps?", [per_reps(dead)[2]])
    add("스쿼트 3회 최고 무게는?", [per_reps(squat)[0]])
    top = max(dead, key=lambda row: epley(row[3], row[4]))
    add("what's my estimated one rep max on deadlift?", [round(epley(top[3], top[4]), 1)], [top[0]])
    top = max(within(bench, october), key=lambda row: epley(row[3], row[4]))
    add("10월 벤치 추정 1rm은?", [round(epley(top[3], top[4]), 1)], [top[0]])

    # Volume by week, by month, by group of muscles.
    weeks = collections.Counter()
    for row in within(bench, october):
        weeks[monday(row[0])] += row[3] * row[4]
    add("bench volume per week in October", list(weeks.values()))
    months = [volume(within(squat, month(n))) for n in (8, 9, 10)]
    add("8월부터 월별 스쿼트 볼륨", months)
    add("squat volume by month since August?", months)
    push = [row for row in year.sets if row[2] in ("bench press", "overhead press")]
    add("how much push volume did I do in September?", [volume(within(push, september))])
    add("9월 하체 볼륨은?", [volume(within(squat, september))])
    add("push vs legs volume in October", [volume(within(push, october)), volume(within(squat, october))])

    # Weekdays, times of day, streaks, gaps.
    days = collections.Counter(day.weekday() for day, *_ in year.runs)
    names = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
    add("which weekday do I run most?", [days.most_common(1)[0][1]], words=[names[days.most_common(1)[0][0]]])
    lifted = collections.Counter(day.weekday() for day in {row[0] for row in bench})
    add("벤치는 무슨 요일에 제일 많이 해?", [lifted.most_common(1)[0][1]],
        words=["월화수목금토일"[lifted.most_common(1)[0][0]] + "요일"])
    part = lambda rows, hour: len({row[0] for row in rows if (row[1] < 12) == (hour < 12)})
    add("do I squat more often in the morning or in the evening?", [part(squat, 7), part(squat, 18)],
        never=["improving", "flat", "trend"])
    add("벤치는 아침이랑 저녁 중에 언제 더 많이 해?", [part(bench, 7), part(bench, 18)], never=["추세", "좋아지고", "정체"])
    streak = longest_streak(row[0] for row in year.runs)
    trained = longest_streak([row[0] for row in year.sets] + [row[0] for row in year.runs])
    add("longest running streak?", [streak[0]])
    add("잠 기록 최장 연속 며칠이야?", [longest_streak(year.nights)[0]])
    gap = longest_gap(row[0] for row in squat)
    add("what was my longest break from squats?", [gap[0]], gap[1:])
    gap = longest_gap(row[0] for row in year.runs)
    add("달리기 가장 오래 쉰 기간은?", [gap[0]], gap[1:])

    # How it goes: pace, distance, bodyweight; two lifts side by side.
    pace = lambda rows: sum(row[2] for row in rows) / sum(row[1] for row in rows)
    clock = lambda seconds: f"{int(seconds // 60)}:{round(seconds % 60):02}"
    add("is my running pace improving?", words=["improving", "/km", "per month"])
    add("달리기 페이스 좋아지고 있어?", words=["좋아지고", "한 달에"])
    add("average pace in October?", words=[clock(pace(within(year.runs, october)))])
    kilometres = lambda days: sum(row[1] for row in within(year.runs, days))
    add("how far did I run in October compared to September?", [kilometres(october), kilometres(september)])
    add("9월이랑 10월 달린 거리 비교해줘", [kilometres(september), kilometres(october)])
    until = (october[0], D.date(2026, 10, 20))
    runs = lambda days: len({row[0] for row in within(year.runs, days)})
    add("am I running more than last month?", [runs(november), runs(until), kilometres(november), kilometres(until)])
    add("지난달보다 많이 달리고 있어?", [runs(november), runs(until), kilometres(november), kilometres(until)])
    both = lambda days: len({row[0] for row in within(year.sets, days) + within(year.runs, days)})
    add("am I training more than last month?", [both(november), both(until)], never=["dropped", "flat"])
    rises = [round(slope(tops(rows)) * PER_MONTH, 1) for rows in (bench, squat)]
    add("is my bench growing faster than my squat?", rises, words=["per month"])
    add("벤치가 스쿼트보다 빨리 늘어?", rises, words=["한 달에"])
    kilos = sorted(within(list(year.weights.items()), (D.date(2026, 9, 1), TODAY)))
    add("how did my bodyweight change since September?", [kilos[0][1], kilos[-1][1]])
    add("몸무게 얼마야?", [kilos[-1][1]], [kilos[-1][0]])

    # Food against a target.
    aim = 120
    week = (D.date(2026, 11, 9), D.date(2026, 11, 15))
    eaten = collections.Counter()
    for day, kcal, protein in within(year.meals, week):
        eaten[day] += protein
    reached = sum(grams >= aim for grams in eaten.values())
    add("did I hit my protein target last week?", [aim, reached, len(eaten)])
    add("지난주 단백질 목표 채웠어?", [aim, reached, len(eaten)])
    kcal = collections.Counter()
    for day, energy, _ in within(year.meals, october):
        kcal[day] += energy
    add("how many kcal per day did I eat in October?", [round(statistics.mean(kcal.values()))])
    add("10월 하루 평균 단백질은?", [round(sum(m[2] for m in within(year.meals, october)) / len(kcal), 1)])
    nights = [hours for day, hours in year.nights.items() if october[0] <= day <= october[1]]
    add("average sleep in October?", [round(statistics.mean(nights), 2)])

    # The last time, why, what next.
    last = lambda rows: [row for row in rows if row[0] == max(r[0] for r in rows)]
    add("when did I last squat and how did it go?", [last(squat)[0][3]], [last(squat)[0][0]])
    add("마지막으로 데드리프트 언제 했고 어땠어?", [last(dead)[0][3]], [last(dead)[0][0]])
    add("why are some of my bench days bad?", words=["[Ss]leep", r"based on \d+", "does not show what caused"])
    add("벤치가 왜 안 되는 날이 있어?", words=["수면", r"기록 \d+번", "원인이라는 뜻은 아니"])
    add("what should I squat next?", [last(squat)[0][3]], [last(squat)[0][0]], words=["Squat"])
    add("다음 스쿼트 몇 키로로 할까?", [last(squat)[0][3]], [last(squat)[0][0]])
    add("what should my next run be?", [year.runs[-1][1]], [year.runs[-1][0]], never=["aiming"])
    add("다음 달리기 뭐 할까?", [year.runs[-1][1]], [year.runs[-1][0]], never=["목표"])

    # What the notes do not hold is refused by name, with what would help.
    add("what's my VO2max?", words=["(?i)vo ?2", "(?i)no |not |nothing"], never=[r"\d+ kg"])
    add("how many cigarettes did I smoke last week?", words=["cigarette", "(?i)no |not |nothing"], never=[r"\d+ kg"])
    add("내 최대 산소 섭취량은?", words=["산소", "없|못"], never=[r"\d+ kg"])
    add("수영 얼마나 했어?", words=["수영", "없|못"], never=[r"\d+ kg"])
    return asked


# ---- exports of the Strong app ------------------------------------------------------------------

def exported(paths):
    rows = []
    for path in paths:
        with open(path, encoding="utf-8-sig") as file:
            lines = list(csv.reader(file))
        for line in lines[1:]:
            if line and float(line[6] or 0) > 0:
                at = D.datetime.fromisoformat(line[0])
                rows.append((at.date(), at.hour, line[3].strip(), float(line[5] or 0), int(float(line[6]))))
    return rows


def of_exports(rows):
    lift = lambda name: [row for row in rows if row[2] == name]
    bench, squat, dead = lift("Bench Press (Barbell)"), lift("Squat (Barbell)"), lift("Deadlift (Barbell)")
    front, curls, pulls = lift("Front Squat (Barbell)"), lift("Bicep Curl (Barbell)"), lift("Pull Up")
    if not all([bench, squat, dead, front, curls, pulls]):
        return []
    asked = []
    add = lambda text, numbers=(), days=(), words=(), never=(): asked.append(
        Asked(text, [float(n) for n in numbers], [str(d) for d in days], words, never))
    whole = lambda year: (D.date(year, 1, 1), D.date(year, 12, 31))
    days = lambda rows, when: len({row[0] for row in within(rows, when)})
    half = (D.date(2021, 7, 1), D.date(2021, 12, 31))
    first = (D.date(2021, 1, 1), D.date(2021, 6, 30))
    top = lambda rows: max(rows, key=lambda row: (row[3], -row[0].toordinal()))
    of_reps = lambda rows, reps: top([row for row in rows if row[4] == reps])
    add("what's the most I've squatted for 8 reps?", [of_reps(squat, 8)[3]], [of_reps(squat, 8)[0]])
    add("데드 5회 최고 무게", [of_reps(dead, 5)[3]])
    best = max(within([r for r in squat if r[4] <= 12], whole(2019)), key=lambda row: epley(row[3], row[4]))
    add("squat e1rm in 2019?", [round(epley(best[3], best[4]), 1)], [best[0]])
    add("how many sessions did I do in the first half of 2021?", [days(rows, first)])
    add("2021년 상반기 벤치 최고 무게는?", [top(within(bench, first))[3]])
    add("2021년 하반기에 운동 며칠 했어?", [days(rows, half)])
    may = month(5, 2021)
    weeks = collections.Counter()
    for row in within(dead, may):
        weeks[monday(row[0])] += row[3] * row[4]
    add("deadlift volume per week in May 2021", list(weeks.values()))
    add("2021년 월별 데드리프트 볼륨", [volume(within(dead, month(n, 2021))) for n in (4, 6, 8)])
    counts = collections.Counter((row[0].year, row[0].month) for row in {(r[0],) for r in within(rows, whole(2021))})
    add("which month of 2021 did I train most?", [counts.most_common(1)[0][1]])
    gap = longest_gap(row[0] for row in bench)
    add("벤치 제일 오래 쉰 기간은?", [gap[0]], gap[1:])
    streak = longest_streak(row[0] for row in within(rows, whole(2021)))
    add("longest streak of workouts in 2021?", [streak[0]], streak[1:])
    add("how many rest days in June 2021?", [30 - days(rows, month(6, 2021))])
    add("total pull ups in 2021?", [sum(row[4] for row in within(pulls, whole(2021)))])
    add("2019년 스쿼트 총 몇 개 했어?", [sum(row[4] for row in within(squat, whole(2019)))])
    at = max(row[4] for row in bench if row[3] == 80)
    add("most reps at 80 kg on bench?", [at])
    last = max(row[0] for row in front)
    add("when did I last front squat and how did it go?", [max(r[3] for r in front if r[0] == last)], [last])
    last = max(row[0] for row in curls)
    add("바벨컬 마지막으로 언제 했어?", [], [last])
    add("compare my deadlift in the first and second half of 2021", [top(within(dead, first))[3], top(within(dead, half))[3]])
    add("2019년이랑 2021년 중에 언제 더 많이 운동했어?", [days(rows, whole(2019)), days(rows, whole(2021))])
    rises = [round(slope(tops(within(part, whole(2021)))) * PER_MONTH, 1) for part in (bench, dead)]
    add("did my bench grow faster than my deadlift in 2021?", rises, words=["per month"])
    add("2021년에 벤치가 데드보다 빨리 늘었어?", rises, words=["한 달에"])
    add("what should I bench next?", words=["Bench", r"\d+(\.\d+)? kg"], days=[max(row[0] for row in bench)])
    add("how far did I run in 2021?", words=["(?i)no |nothing|never"])
    add("2021년 평균 수면 시간은?", words=["없|못"])
    return asked


# ---- asking -------------------------------------------------------------------------------------

def missing(answer, asked):
    """What of the gold does not stand in an answer."""
    days = set(re.findall(r"\d{4}-\d\d-\d\d", answer))
    rest = re.sub(r"\d{4}-\d\d-\d\d", " ", answer)
    values = [float(n.replace(",", "").replace("−", "-")) for n in re.findall(r"[-−]?\d[\d,]*(?:\.\d+)?", rest)]
    values += [int(h) + int(m) / 60 for h, m in re.findall(r"(\d+) h (\d+) min", rest)]
    near = lambda want: any(abs(want - value) <= max(0.051, abs(want) * 5e-4) for value in values)
    lacks = [n for n in asked.numbers if not near(n)] + [d for d in asked.days if d not in days]
    lacks += [word for word in asked.words if not re.search(word, answer)]
    return lacks + [f"not: {word}" for word in asked.never if re.search(word, answer)]


class Log:
    def __init__(self, binary, folder, sources):
        self.command = [binary, "--home", str(folder / "home"), "--no-input"]
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "SWEALOG_NOW": NOW, "TZ": "UTC"}
        for source in sources:
            self.run("import", "--unit", "kg", str(source))
        self.run("target", "protein", "120g")

    def run(self, *words):
        return subprocess.run(self.command + list(words), capture_output=True, text=True,
                              env=self.environment, stdin=subprocess.DEVNULL, timeout=120)

    def ask(self, question):
        done = self.run("--json", "ask", question)
        try:
            return json.loads(done.stdout).get("answer") or done.stdout
        except ValueError:
            return done.stdout + done.stderr


def score(name, log, asked, show, everything):
    hits = 0
    for one in asked:
        answer = log.ask(one.text)
        lacks = missing(answer, one)
        hits += not lacks
        if everything or show and lacks:
            print(f"{'MISSED' if lacks else 'right'}: {one.text}\n    {answer}" + f"\n    lacks {lacks}" * bool(lacks), file=sys.stderr)
    print(f"{name}\t{hits} of {len(asked)}")


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    show, everything = "--show" in sys.argv, "--all" in sys.argv
    binary, exports = os.path.abspath(words[0]), [os.path.abspath(path) for path in words[1:]]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "notes").mkdir()
        year = Year(7)
        year.write(folder / "notes")
        score("a coach's questions, made-up mixed year", Log(binary, folder, [folder / "notes"]), of_year(year), show, everything)
    asked = of_exports(exported(exports))
    if asked:
        with tempfile.TemporaryDirectory() as name:
            log = Log(binary, pathlib.Path(name), exports)
            score("a coach's questions, another app's export", log, asked, show, everything)


main()
