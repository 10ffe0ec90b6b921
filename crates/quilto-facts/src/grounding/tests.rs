//! Cases by hand, and planted inventions against right answers by the hundreds.

use chrono::{Days, NaiveDate};

use super::{Evidence, check};
use crate::format::{number, quantity};
use quilto_model::{DateRange, Entry, EntryId, Fact, FactKind, FactValue, Quantity};

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn fact(name: &str, subject: &str, value: f64, unit: Option<&str>) -> Fact {
    Fact {
        unit: unit.map(Into::into),
        sample: 1,
        ..Fact::new(
            FactKind::Value(Quantity::Measure(name.into())),
            "pet-rock",
            subject,
            FactValue::Number(value),
        )
    }
}

fn note(id: &str, date: NaiveDate, raw: &str) -> Entry {
    Entry {
        id: EntryId(id.into()),
        date,
        time: None,
        kind: Default::default(),
        raw: raw.into(),
        payload: None,
        parsed: None,
        source: String::new(),
    }
}

fn refused(draft: &str, facts: &[Fact], entries: &[Entry], question: &str) -> Vec<String> {
    let evidence = Evidence {
        facts,
        entries,
        question,
        expertise: "Rinse for 10 minutes. Rest a rock 48 hours after 3 heavy polishes.",
        periods: &[DateRange::new(day("2026-03-01"), day("2026-03-31"))],
        today: day("2026-06-30"),
        domains: &["pet-rock"],
        names: &|_| Vec::new(),
    };
    let found = check(draft, &evidence);
    found
        .into_iter()
        .map(|ungrounded| ungrounded.text)
        .collect()
}

fn best_granite() -> Vec<Fact> {
    vec![Fact {
        date: Some(day("2026-03-11")),
        detail: Some("82.25 kg × 5 (= 2026-04-02)".into()),
        ..fact("best mass", "Granite", 82.25, Some("kg"))
    }]
}

fn holds(draft: &str, facts: &[Fact]) {
    assert_eq!(
        refused(draft, facts, &[], "how heavy?"),
        Vec::<String>::new(),
        "{draft}"
    );
}

fn fails(draft: &str, facts: &[Fact], words: &[&str]) {
    assert_eq!(refused(draft, facts, &[], "how heavy?"), words, "{draft}");
}

#[test]
fn a_value_holds_at_its_printed_precision_and_in_other_units() {
    let facts = best_granite();
    for draft in [
        "Your best Granite is 82.25 kg on 2026-03-11 (5 strokes).",
        "Granite: 82.3 kg",
        "Granite: 82kg × 5, again on 2026-04-02.",
        "Granite: 181.3 lb.",
        "Granite went to 82.25.",
        "Granite 최고 기록은 2026-03-11에 82.25kg입니다.",
        "Granite: five strokes at 82.25 kg",
    ] {
        holds(draft, &facts);
    }
    fails("Granite: 83 kg", &facts, &["83 kg"]);
    fails("Granite: 82.4 kg", &facts, &["82.4 kg"]);
    fails("Granite: 82.25 km", &facts, &["82.25 km"]);
    fails("Granite: 82.25 lb", &facts, &["82.25 lb"]);
    fails("Granite: six strokes at 82.25 kg", &facts, &["six"]);
    fails("Granite: 82.25 kg on 2026-03-12.", &facts, &["2026-03-12"]);
}

#[test]
fn a_unit_that_is_a_word_only_behind_its_number_holds() {
    let facts = vec![fact("average echo", "Granite", 4.63, Some("ms"))];
    holds("Granite: 4.63 ms.", &facts);
    fails("Granite: 4.73 ms.", &facts, &["4.73"]);
}

#[test]
fn a_number_of_another_subject_does_not_hold() {
    let mut facts = best_granite();
    facts.push(fact("best mass", "Basalt", 45.36, Some("kg")));
    facts.push(fact("best mass", "Lava Tuff", 30.5, Some("kg")));
    holds("Granite is at 82.25 kg, Basalt at 45.36 kg.", &facts);
    holds("Granite and Basalt: 82.25 kg and 45.36 kg.", &facts);
    holds("82.25 kg for Granite and 45.36 kg for Basalt.", &facts);
    holds(
        "Granite (82.25 kg) is 36.89 kg ahead of Basalt (45.36 kg).",
        &facts,
    );
    holds("Lava Tuff: 30.5 kg", &facts);
    fails("Basalt is at 82.25 kg.", &facts, &["82.25 kg"]);
    fails(
        "Granite is at 45.36 kg and Basalt at 82.25 kg.",
        &facts,
        &["45.36 kg", "82.25 kg"],
    );
    fails(
        "Granite goes well. The best is 45.36 kg.",
        &facts,
        &["45.36 kg"],
    );
}

#[test]
fn differences_ratios_percentages_counts_and_spans_of_the_same_sentence() {
    let facts = vec![
        fact("start of mass", "Granite", 60.0, Some("kg")),
        fact("end of mass", "Granite", 75.0, Some("kg")),
    ];
    holds("Granite went from 60 to 75 kg, up 15 kg or 25%.", &facts);
    holds(
        "Granite went from 60 kg to 75 kg: 1.25 times as much.",
        &facts,
    );
    holds("Granite: 60 kg, then 75 kg, two values.", &facts);
    fails("Granite is at 75 kg, up 15 kg.", &facts, &["15 kg"]);
    fails("Granite went from 60 to 75 kg, up 24%.", &facts, &["24%"]);
    let dates: Vec<Fact> = ["2026-03-01", "2026-03-15"]
        .map(|date| Fact {
            date: Some(day(date)),
            ..fact("mass", "Granite", 60.0, Some("kg"))
        })
        .into();
    holds(
        "Granite on 2026-03-01 and 2026-03-15, 14 days or 2 weeks apart.",
        &dates,
    );
    fails(
        "Granite on 2026-03-01 and 2026-03-15, 15 days apart.",
        &dates,
        &["15 days"],
    );
}

#[test]
fn notes_hold_on_their_day_and_quotes_anywhere() {
    let notes = [
        note(
            "n1",
            day("2026-03-02"),
            "granite polished 3x10 minutes, 1.5 kg",
        ),
        note("n2", day("2026-03-09"), "granite rinsed 12 times"),
    ];
    let refused = |draft: &str| refused(draft, &[], &notes, "what about 7 pebbles?");
    assert!(refused("On 2026-03-02 you polished 3 x 10 minutes.").is_empty());
    assert!(refused("It was washed 12 times on 2026-03-09.").is_empty());
    assert!(refused("You wrote \"rinsed 12 times\" once.").is_empty());
    assert!(refused("You asked about 7 pebbles.").is_empty());
    assert!(refused("A rinse takes 10 minutes, then 48 hours of rest.").is_empty());
    assert!(refused("- 2026-03-02: 1.5 kg\n- 2026-03-09: 12 times").is_empty());
    assert_eq!(refused("On 2026-03-09 you polished 3 x 10 minutes."), ["3"]);
    assert_eq!(refused("On 2026-03-10 it rested."), ["2026-03-10"]);
    assert_eq!(refused("You wrote \"rinsed 13 times\"."), ["13 times"]);
    assert_eq!(refused("Rest it for 47 hours."), ["47 hours"]);
}

#[test]
fn times_and_tempos() {
    let facts = vec![
        fact("best tempo", "Marble", 5.5167, Some("min/km")),
        fact("total duration", "Marble", 3725.0, Some("s")),
    ];
    holds("Marble rolls at 5:31 /km.", &facts);
    holds("Marble rolls at 8:53/mi.", &facts);
    holds("Marble took 1 h 02 min, or 62 minutes, or 1:02:05.", &facts);
    fails("Marble rolls at 5:32/km.", &facts, &["5:32/km"]);
    fails("Marble took 1:02:15.", &facts, &["1:02:15"]);
}

#[test]
fn years_lists_and_names_with_digits_are_no_inventions() {
    let facts = vec![Fact {
        period: Some(DateRange::new(day("2024-01-01"), day("2024-12-31"))),
        ..fact("number of days", "Granite", 45.0, None)
    }];
    holds("In 2024 Granite was polished on 45 days.", &facts);
    holds("1. Granite: 45 days\n2. That is all.", &facts);
    fails(
        "In 2019 Granite was polished on 45 days.",
        &facts,
        &["2019"],
    );
}

#[test]
fn both_ends_of_a_span_are_held_against_the_facts() {
    let break_ = [Fact {
        period: Some(DateRange::new(day("2026-03-02"), day("2026-03-11"))),
        ..fact("longest break", "Granite", 9.0, Some("days"))
    }];
    holds(
        "The longest break from granite was 9 days, from 2026-03-02 to 2026-03-11.",
        &break_,
    );
    fails(
        "The longest break from granite was 9 days, from 2026-03-02 to 2026-03-20.",
        &break_,
        &["from 2026-03-02 to 2026-03-20"],
    );
    fails(
        "granite: 9 days, 2026-02-11부터 2026-03-11까지.",
        &break_,
        &["2026-02-11부터 2026-03-11까지"],
    );
    let named_by_its_end = [Fact {
        date: Some(day("2026-03-11")),
        ..fact("longest break", "Granite", 9.0, Some("days"))
    }];
    fails(
        "granite: 9일, 2026-03-05부터 2026-03-11까지.",
        &named_by_its_end,
        &["2026-03-05부터 2026-03-11까지"],
    );
}

/// A small generator of numbers (Knuth's MMIX constants), so that every run tests the same cases.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.roll(from.len() as u64) as usize]
    }
}

/// What is true of one rock.
struct Rock {
    name: &'static str,
    best: f64,
    strokes: u64,
    best_day: NaiveDate,
    days: u64,
    total: f64,
    average: f64,
    gap: u64,
    gap_end: NaiveDate,
    before: f64,
    after: f64,
    notes: Vec<(NaiveDate, f64, u64)>,
}

const NAMES: [&str; 6] = [
    "Granite",
    "Basalt",
    "Marble",
    "Lava Tuff",
    "Green Slate",
    "화강암",
];

fn rocks(dice: &mut Dice) -> Vec<Rock> {
    let start = day("2026-01-01");
    let mut free_days: Vec<u64> = (0..150).collect();
    let mut next_day = |dice: &mut Dice| {
        let place = dice.roll(free_days.len() as u64) as usize;
        start + Days::new(free_days.swap_remove(place))
    };
    let first = dice.roll(NAMES.len() as u64) as usize;
    (0..3)
        .map(|place| {
            let name = NAMES[(first + place) % NAMES.len()];
            let mass = |dice: &mut Dice| 20.0 + dice.roll(400) as f64 / 4.0;
            let notes: Vec<(NaiveDate, f64, u64)> = (0..4)
                .map(|_| (next_day(dice), mass(dice), 2 + dice.roll(14)))
                .collect();
            let best = notes
                .iter()
                .copied()
                .max_by(|l, r| l.1.total_cmp(&r.1))
                .unwrap();
            Rock {
                name,
                best: best.1,
                strokes: best.2,
                best_day: best.0,
                days: 20 + dice.roll(300),
                total: 2000.0 + dice.roll(80_000) as f64 / 2.0,
                average: 100.0 + dice.roll(40_000) as f64 / 100.0,
                gap: 8 + dice.roll(60),
                gap_end: next_day(dice),
                before: 500.0 + dice.roll(3000) as f64,
                after: 500.0 + dice.roll(3000) as f64,
                notes,
            }
        })
        .collect()
}

fn evidence_of(rocks: &[Rock]) -> (Vec<Fact>, Vec<Entry>) {
    let mut facts = Vec::new();
    let mut entries = Vec::new();
    for rock in rocks {
        let about = |name: &str, value: f64, unit| fact(name, rock.name, value, unit);
        facts.push(Fact {
            date: Some(rock.best_day),
            detail: Some(format!(
                "{} × {}",
                quantity(rock.best, Some("kg")),
                rock.strokes
            )),
            ..about("best mass", rock.best, Some("kg"))
        });
        facts.push(Fact {
            sample: rock.days as usize,
            ..about("number of days", rock.days as f64, None)
        });
        facts.push(about("total work", rock.total, Some("kg")));
        facts.push(about("average work per day", rock.average, Some("kg")));
        let from = rock.gap_end - Days::new(rock.gap);
        facts.push(Fact {
            date: Some(rock.gap_end),
            period: Some(DateRange::new(from, rock.gap_end)),
            detail: Some(format!("{from} → {}", rock.gap_end)),
            ..about("longest gap", rock.gap as f64, Some("days"))
        });
        facts.push(about("total work before", rock.before, Some("kg")));
        facts.push(about("total work after", rock.after, Some("kg")));
        for (date, mass, strokes) in &rock.notes {
            let raw = format!(
                "{} polished {mass} kg x {strokes}",
                rock.name.to_lowercase()
            );
            entries.push(note(&format!("n{}", entries.len()), *date, &raw));
        }
    }
    (facts, entries)
}

/// A part of a draft: words that stay, or a claim with its right and a wrong wording.
enum Part {
    Words(String),
    Claim { right: String, wrong: String },
}

/// A value that is not the value: well off, at the same precision.
fn off(dice: &mut Dice, value: f64, step: f64) -> f64 {
    let by = step * (1 + dice.roll(17)) as f64 + step * 0.5;
    if dice.roll(2) == 0 && value > by * 2.0 {
        value - by
    } else {
        value + by
    }
}

fn claim(dice: &mut Dice, value: f64, unit: Option<&str>) -> Part {
    let mut wrong = off(dice, value, if value > 1000.0 { 20.0 } else { 0.5 });
    if value.fract() == 0.0 {
        wrong = wrong.round();
        if wrong == value {
            wrong += 1.0;
        }
    }
    Part::Claim {
        right: quantity(value, unit),
        wrong: quantity(wrong, unit),
    }
}

fn date_claim(dice: &mut Dice, date: NaiveDate, taken: &[NaiveDate]) -> Part {
    let mut wrong = date + Days::new(1 + dice.roll(200));
    while taken.contains(&wrong) {
        wrong = wrong + Days::new(1);
    }
    Part::Claim {
        right: date.to_string(),
        wrong: wrong.to_string(),
    }
}

fn count_claim(dice: &mut Dice, count: u64, taken: &[u64]) -> Part {
    let mut wrong = 2 + dice.roll(400);
    while wrong == count || taken.contains(&wrong) {
        wrong += 1;
    }
    Part::Claim {
        right: count.to_string(),
        wrong: wrong.to_string(),
    }
}

fn in_words(number: u64) -> &'static str {
    [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen",
    ][number as usize]
}

/// One of the ways to answer.
fn draft(dice: &mut Dice, rocks: &[Rock], taken: &[NaiveDate]) -> Vec<Part> {
    let rock = dice.pick(rocks);
    // Every whole number that is true of this rock, and of the words of the draft itself.
    let mut counts: Vec<u64> = vec![2, 3, rock.days, rock.strokes, rock.gap];
    counts.extend(rock.notes.iter().map(|note| note.2));
    let way = dice.roll(12);
    let mut writer = DraftWriter {
        dice,
        rock,
        rocks,
        taken,
        counts,
    };
    match way {
        0 => writer.best(),
        1 => writer.best_total_and_average(),
        2 => writer.days_and_break(),
        3 => writer.change(),
        4 => writer.day(),
        5 => writer.best_in_korean(),
        6 => writer.total_in_korean(),
        7 => writer.pounds(),
        8 => writer.two_bests(),
        9 => writer.total_of_another(),
        10 => writer.list_of_notes(),
        _ => writer.strokes_in_words(),
    }
}

fn words(text: &str) -> Part {
    Part::Words(text.to_owned())
}

/// Writes drafts about a rock.
struct DraftWriter<'r> {
    dice: &'r mut Dice,
    rock: &'r Rock,
    rocks: &'r [Rock],
    taken: &'r [NaiveDate],
    /// Whole numbers that are true of it.
    counts: Vec<u64>,
}

impl<'r> DraftWriter<'r> {
    fn mass(&mut self, mass: f64) -> Part {
        claim(self.dice, mass, Some("kg"))
    }

    fn date(&mut self, date: NaiveDate) -> Part {
        date_claim(self.dice, date, self.taken)
    }

    fn count(&mut self, count: u64) -> Part {
        count_claim(self.dice, count, &self.counts)
    }

    fn another(&mut self) -> &'r Rock {
        let name = self.rock.name;
        let others = self.rocks.iter().filter(|other| other.name != name);
        let others: Vec<&'r Rock> = others.collect();
        self.dice.pick::<&'r Rock>(&others)
    }

    fn best(&mut self) -> Vec<Part> {
        vec![
            words(&format!("Your best for {} is ", self.rock.name)),
            self.mass(self.rock.best),
            words(" on "),
            self.date(self.rock.best_day),
            words("."),
        ]
    }

    fn best_total_and_average(&mut self) -> Vec<Part> {
        vec![
            words(&format!("{}: best ", self.rock.name)),
            self.mass(self.rock.best),
            words(", total "),
            self.mass(self.rock.total),
            words(", on average "),
            self.mass(self.rock.average),
            words(" a day."),
        ]
    }

    fn days_and_break(&mut self) -> Vec<Part> {
        vec![
            words(&format!("You polished {} on ", self.rock.name)),
            self.count(self.rock.days),
            words(" days. The longest break was "),
            self.count(self.rock.gap),
            words(" days, up to "),
            self.date(self.rock.gap_end),
            words("."),
        ]
    }

    fn change(&mut self) -> Vec<Part> {
        let (before, after) = (self.rock.before, self.rock.after);
        let change = (after - before) / before * 100.0;
        let change = (change * 10.0).round() / 10.0;
        let wrong = off(self.dice, change.abs(), 1.0);
        let from = quantity(before, Some("kg"));
        vec![
            words(&format!("{} went from {from} to ", self.rock.name)),
            self.mass(after),
            words(", a change of "),
            Part::Claim {
                right: format!("{}%", number(change.abs())),
                wrong: format!("{}%", number(wrong)),
            },
            words("."),
        ]
    }

    fn day(&mut self) -> Vec<Part> {
        let (date, mass, strokes) = *self.dice.pick(&self.rock.notes);
        vec![
            words("On "),
            self.date(date),
            words(&format!(" you polished {} with ", self.rock.name)),
            self.mass(mass),
            words(" for "),
            self.count(strokes),
            words(" strokes."),
        ]
    }

    fn best_in_korean(&mut self) -> Vec<Part> {
        vec![
            words(&format!("{} 최고 기록은 ", self.rock.name)),
            self.date(self.rock.best_day),
            words("에 "),
            self.mass(self.rock.best),
            words("입니다."),
        ]
    }

    fn total_in_korean(&mut self) -> Vec<Part> {
        vec![
            words(&format!("{}의 총량은 ", self.rock.name)),
            self.mass(self.rock.total),
            words(", 하루 평균 "),
            self.mass(self.rock.average),
            words("입니다. 모두 "),
            self.count(self.rock.days),
            words("일 했습니다."),
        ]
    }

    fn pounds(&mut self) -> Vec<Part> {
        let pounds = self.rock.best / 0.453_592_37;
        let right = format!("{pounds:.1} lb");
        let wrong = format!("{:.1} lb", off(self.dice, pounds, 0.7));
        vec![
            words(&format!("The record of {} stands at ", self.rock.name)),
            Part::Claim { right, wrong },
            words("."),
        ]
    }

    fn two_bests(&mut self) -> Vec<Part> {
        let (rock, other) = (self.rock, self.another());
        vec![
            words(&format!("{} is at ", rock.name)),
            self.mass(rock.best),
            words(&format!(", {} at ", other.name)),
            self.mass(other.best),
            words(": "),
            self.mass((rock.best - other.best).abs()),
            words(" apart."),
        ]
    }

    /// The other subject's true number is the invention.
    fn total_of_another(&mut self) -> Vec<Part> {
        let other = self.another();
        vec![
            words(&format!("{} weighs in at ", self.rock.name)),
            Part::Claim {
                right: quantity(self.rock.total, Some("kg")),
                wrong: quantity(other.total, Some("kg")),
            },
            words(" altogether."),
        ]
    }

    fn list_of_notes(&mut self) -> Vec<Part> {
        let rock = self.rock;
        let mut parts = vec![words(&format!("Three notes on {}:", rock.name))];
        for (date, mass, _) in rock.notes.iter().take(3) {
            parts.extend([
                words("\n- "),
                self.date(*date),
                words(": "),
                self.mass(*mass),
            ]);
        }
        parts
    }

    fn strokes_in_words(&mut self) -> Vec<Part> {
        let mut wrong = 2 + self.dice.roll(14);
        while self.counts.contains(&wrong) {
            wrong = 2 + (wrong - 1) % 15;
        }
        vec![
            words(&format!("The heaviest polish of {} had ", self.rock.name)),
            Part::Claim {
                right: in_words(self.rock.strokes).into(),
                wrong: in_words(wrong).into(),
            },
            words(" strokes at "),
            self.mass(self.rock.best),
            words("."),
        ]
    }
}

/// The draft with all its claims right, but for the one at `planted`.
fn written(parts: &[Part], planted: Option<usize>) -> String {
    let mut claims = 0;
    let mut text = String::new();
    for part in parts {
        match part {
            Part::Words(words) => text.push_str(words),
            Part::Claim { right, wrong } => {
                text.push_str(if planted == Some(claims) {
                    wrong
                } else {
                    right
                });
                claims += 1;
            }
        }
    }
    text
}

/// The bars: of planted inventions 99 % are caught, of right answers 1 % is refused.
#[test]
fn planted_inventions_are_caught_and_right_answers_pass() {
    const CASES: usize = 300;
    let mut dice = Dice(20_260_630);
    let (mut missed, mut refused) = (Vec::new(), Vec::new());
    for _ in 0..CASES {
        let rocks = rocks(&mut dice);
        let (facts, entries) = evidence_of(&rocks);
        let mut taken: Vec<NaiveDate> = entries.iter().map(|entry| entry.date).collect();
        for rock in &rocks {
            taken.extend([rock.gap_end, rock.gap_end - Days::new(rock.gap)]);
        }
        taken.push(day("2026-06-30"));
        let parts = draft(&mut dice, &rocks, &taken);
        let claims = parts
            .iter()
            .filter(|part| matches!(part, Part::Claim { .. }))
            .count();
        let planted = dice.roll(claims as u64) as usize;
        let evidence = Evidence {
            facts: &facts,
            entries: &entries,
            question: "how are my rocks doing?",
            expertise: "Polish a rock 2 to 4 times a week. Rest for 48 hours. Add 2.5 kg at a time.",
            periods: &[],
            today: day("2026-06-30"),
            domains: &["pet-rock"],
            names: &|_| Vec::new(),
        };
        let (right, wrong) = (written(&parts, None), written(&parts, Some(planted)));
        let found = check(&right, &evidence);
        if !found.is_empty() {
            refused.push(format!("{right}\n    {found:?}"));
        }
        if check(&wrong, &evidence).is_empty() {
            missed.push(format!("{wrong}\n    (right: {right})"));
        }
    }
    println!(
        "of {CASES}: {} inventions missed, {} right answers refused",
        missed.len(),
        refused.len()
    );
    assert!(
        missed.len() * 100 <= CASES,
        "missed:\n{}",
        missed.join("\n")
    );
    assert!(
        refused.len() * 100 <= CASES,
        "refused:\n{}",
        refused.join("\n")
    );
}

#[test]
fn a_name_with_a_slash_is_one_subject() {
    let facts = [
        fact("best mass", "Lava / Tuff", 30.5, Some("kg")),
        fact("best mass", "Basalt", 45.0, Some("kg")),
    ];
    holds("Lava / Tuff: 30.5 kg", &facts);
    fails("Lava / Tuff: 45 kg", &facts, &["45 kg"]);
    holds("Tuff: 45 kg", &facts);
}
