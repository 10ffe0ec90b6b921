//! Two sides in words.

use crate::domain::measures::{Better, Measure};
use crate::facts::format;
use crate::model::{ChangeDirection, DateRange, Fact, FactKind, FactOp, FactQuery, FactValue};

use super::Claim;
use super::answer_context::{AnswerContext, IndexedFacts};
use super::trend;

/// Both sides, and what lies between them.
pub fn claims(
    scene: &AnswerContext<'_>,
    place: usize,
    query: &FactQuery,
    found: &IndexedFacts<'_>,
) -> Vec<Claim> {
    if query.op == FactOp::Trend {
        let mut said: Vec<Claim> = growth(scene, query, found).into_iter().collect();
        said.extend(trend::claims(scene, query, found));
        return said;
    }
    let of_difference =
        |fact: &Fact| matches!(fact.kind, FactKind::Difference(_) | FactKind::Change(_));
    let sides: IndexedFacts<'_> = found
        .iter()
        .filter(|(_, f)| !of_difference(f))
        .copied()
        .collect();
    let periods = query.compare.as_ref().is_some_and(|c| c.period.is_some());
    let Some((left, right)) = pair(&sides, periods) else {
        return one_sided(scene, place, query, &sides);
    };
    let both = BothSides {
        scene,
        query,
        // The answer is what the first query says that has something to say.
        leads: (0..place).all(|earlier| scene.of_query(earlier).is_empty()),
        periods,
        left: left.1,
        right: right.1,
        measure: scene.measure_of(query, left.1),
    };
    let between =
        |is: &dyn Fn(&FactKind) -> bool| found.iter().find(|(_, fact)| is(&fact.kind)).copied();
    let difference =
        between(&|kind| matches!(kind, FactKind::Difference(of) if **of == both.right.kind));
    let change = between(&|kind| matches!(kind, FactKind::Change(of) if **of == both.right.kind));
    let mut text = both.side_by_side();
    let mut stated = vec![left, right];
    if let Some((at, fact)) = difference
        && let FactValue::Number(number) = fact.value
    {
        stated.push((at, fact));
        stated.extend(change);
        let more = both.difference_in_words(fact, number, change.map(|(_, fact)| fact));
        text = both.as_answer(format!("{text} {more}"), number);
    }
    let said = Claim::of("compare", text, &stated);
    let said = if place > 0 { said } else { said.leading() };
    [said]
        .into_iter()
        .chain(open_end(scene, place, query))
        .collect()
}

/// A figure of two stretches of days, or of two subjects.
struct BothSides<'s, 'a> {
    scene: &'s AnswerContext<'a>,
    query: &'s FactQuery,
    /// Whether nothing was said before it.
    leads: bool,
    /// Whether the sides are of two stretches of days.
    periods: bool,
    left: &'a Fact,
    right: &'a Fact,
    measure: Option<Measure>,
}

impl BothSides<'_, '_> {
    fn is_lower_better(&self) -> bool {
        let measure = self.measure.as_ref();
        measure.is_some_and(|measure| measure.better == Better::Lower)
    }

    fn label(&self, fact: &Fact) -> String {
        if self.periods {
            self.scene.period(fact.period.as_ref())
        } else {
            self.scene.subject(&self.query.domain, &fact.subject)
        }
    }

    fn side(&self, fact: &Fact) -> String {
        let what = value(self.scene, self.query, fact);
        // A bare number right before a month would read as a day of it.
        let behind = self.periods && !what.ends_with(|c: char| c.is_numeric());
        let fill = [
            ("label", self.label(fact)),
            ("what", what),
            ("date", fact.date.map(|d| d.to_string()).unwrap_or_default()),
        ];
        let key = if behind { "side_period" } else { "side" };
        self.scene.phrases().say(key, &fill)
    }

    /// What both are measured by, and of what where the sides do not say it.
    fn name(&self) -> String {
        let (scene, query) = (self.scene, self.query);
        let mut name = scene.name_of(query, self.left);
        // Of several domains each figure says whose it is.
        let of_all = self.left.subject == query.domain;
        let mut others = scene.sub_query.queries().map(|(_, other)| &other.domain);
        if self.periods && of_all && others.any(|other| *other != query.domain) {
            name = format!("{} {name}", scene.domain(&query.domain));
            name.truncate(name.trim_end().len());
        }
        let whole = query.together.is_some();
        if self.periods && !of_all && !name.is_empty() && !whole {
            let subject = scene.subject(&query.domain, &self.left.subject);
            name = format!("{subject} {name}");
        }
        name
    }

    fn side_by_side(&self) -> String {
        // Of two subjects the one asked for first comes first; of two periods the earlier.
        let (first, second) = if self.periods {
            (self.left, self.right)
        } else {
            (self.right, self.left)
        };
        let fill = [
            ("name", self.name()),
            ("left", self.side(first)),
            ("right", self.side(second)),
        ];
        self.scene.phrases().say("compare", &fill)
    }

    /// By how much they differ.
    fn difference_in_words(&self, fact: &Fact, number: f64, change: Option<&Fact>) -> String {
        let (scene, query) = (self.scene, self.query);
        let phrases = scene.phrases();
        if number == 0.0 {
            return phrases.say("compare_same", &[]);
        }
        let percent = change.map(|fact| signed(fact, self.periods));
        let percent = percent.unwrap_or_default();
        if self.periods {
            // Where less is better, the sign alone misleads.
            let turned = self
                .measure
                .as_ref()
                .filter(|m| m.better == Better::Lower && !m.aggregate.adds_up())
                .map(|m| scene.compared(m, number > 0.0));
            let fill = [
                ("difference", signed_count(scene, query, fact)),
                ("percent", percent),
                ("way", turned.unwrap_or_default()),
            ];
            return phrases.say("compare_change", &fill);
        }
        let winner = if (number > 0.0) != self.is_lower_better() {
            self.right
        } else {
            self.left
        };
        let absolute = Fact {
            value: FactValue::Number(number.abs()),
            ..fact.clone()
        };
        // A share is of the other side; said only where it is the leader's lead.
        let percent = if number > 0.0 { percent } else { String::new() };
        let fill = [
            ("winner", self.label(winner)),
            ("difference", value(scene, query, &absolute)),
            ("percent", percent),
        ];
        phrases.say("compare_more", &fill)
    }

    /// The comparison as the answer to what was asked: which way it went by now, or yes or no.
    fn as_answer(&self, mut text: String, number: f64) -> String {
        let (scene, phrases) = (self.scene, self.scene.phrases());
        if scene.intent.so_far && self.leads {
            text = format!("{} {text}", self.verdict(number));
        }
        let agrees = agrees(scene, self.measure.as_ref(), number);
        match agrees.filter(|_| self.periods && self.leads) {
            Some(yes) => phrases.say(if yes { "yes_told" } else { "no" }, &[("told", text)]),
            None => text,
        }
    }

    fn verdict(&self, number: f64) -> String {
        let phrases = self.scene.phrases();
        let way = match &self.measure {
            _ if number == 0.0 => return phrases.say("same_now", &[]),
            Some(measure) => self.scene.compared(measure, number > 0.0),
            None if number > 0.0 => phrases.say("word_more", &[]),
            None => phrases.say("word_less", &[]),
        };
        phrases.say("verdict", &[("way", way)])
    }
}

/// Whether a difference goes the way that was asked about, where yes or no was asked.
pub(super) fn agrees(
    scene: &AnswerContext<'_>,
    measure: Option<&Measure>,
    difference: f64,
) -> Option<bool> {
    let lower = measure.is_some_and(|m| m.better == Better::Lower);
    let up = match scene.intent.way.filter(|_| scene.intent.whether)? {
        ChangeDirection::More => true,
        ChangeDirection::Less => false,
        ChangeDirection::Better => !lower,
        ChangeDirection::Worse => lower,
    };
    Some(difference != 0.0 && (difference > 0.0) == up)
}

/// What is said once of days that are not over: that the earlier ones are cut to be as many, or that they
/// are not, so that the two are unlike.
fn open_end(scene: &AnswerContext<'_>, place: usize, query: &FactQuery) -> Option<Claim> {
    let mut earlier = scene.sub_query.queries().take_while(|(at, _)| *at < place);
    let compares = |query: &FactQuery| query.compare.as_ref().is_some_and(|c| c.period.is_some());
    if !compares(query)
        || earlier.any(|(at, query)| compares(query) && !scene.of_query(at).is_empty())
    {
        return None;
    }
    let today = scene.cx.today;
    let against = query.compare.as_ref().and_then(|c| c.period.as_ref());
    let whole = scene.intent.whole.as_ref();
    let is_cut = |part: &&DateRange| {
        whole.is_some_and(|whole| whole.start == part.start && part.end < whole.end)
    };
    let text = if let Some(part) = against.filter(is_cut) {
        let fill = [("end", part.end.to_string())];
        scene.phrases().say("compare_cut", &fill)
    } else {
        let (one, other) = (query.period.as_ref()?, against?);
        let (earlier, later) = if one.start <= other.start {
            (one, other)
        } else {
            (other, one)
        };
        let open = later.contains(today) && later.start < today && later.days() < earlier.days();
        let fill = [("today", today.to_string())];
        open.then(|| scene.phrases().say("compare_open", &fill))?
    };
    Some(Claim::of("cut", text, &[]))
}

/// A fact with its place.
type IndexedFact<'a> = (usize, &'a Fact);

/// A figure of the one side and the same of the other: of other days where two stretches of days are
/// compared, else of another subject.
fn pair<'a>(sides: &IndexedFacts<'a>, periods: bool) -> Option<(IndexedFact<'a>, IndexedFact<'a>)> {
    let (left, rest) = sides.split_first()?;
    let right = rest.iter().find(|(_, fact)| {
        let same = fact.kind == left.1.kind && fact.unit == left.1.unit;
        let apart = if periods {
            fact.period != left.1.period
        } else {
            fact.subject != left.1.subject
        };
        same && apart
    });
    Some((*left, *right?))
}

/// Which of two grows faster, with both slopes.
fn growth(scene: &AnswerContext<'_>, query: &FactQuery, found: &IndexedFacts<'_>) -> Option<Claim> {
    let slopes: IndexedFacts<'_> = found
        .iter()
        .filter(|(_, fact)| trend::is_slope(fact))
        .copied()
        .collect();
    let &[one, other] = slopes.as_slice() else {
        return None;
    };
    let (FactValue::Number(first), FactValue::Number(second)) = (&one.1.value, &other.1.value)
    else {
        return None;
    };
    let lower = scene
        .measure_of(query, one.1)
        .is_some_and(|m| m.better == Better::Lower);
    let gain = |slope: f64| if lower { -slope } else { slope };
    let (winner, loser, most) = if gain(*first) >= gain(*second) {
        (one, other, gain(*first))
    } else {
        (other, one, gain(*second))
    };
    let key = match most {
        most if most <= 0.0 => "growth_none",
        _ if first == second => "growth_same",
        _ => "growth",
    };
    let side = |(_, fact): (usize, &Fact), named: bool| {
        let label = scene.subject(&query.domain, &fact.subject);
        let fill = [
            ("label", if named { label } else { String::new() }),
            ("slope", trend::slope_in_words(fact).unwrap_or_default()),
            ("per", trend::per(scene, fact)),
        ];
        scene.phrases().say("growth_side", &fill)
    };
    let fill = [
        ("winner", scene.subject(&query.domain, &winner.1.subject)),
        ("left", side(winner, key != "growth")),
        ("right", side(loser, true)),
    ];
    let text = scene.phrases().say(key, &fill);
    Some(Claim::of("growth", text, &[winner, loser]).leading())
}

/// Only one side has anything: both are said, the empty one as such.
fn one_sided(
    scene: &AnswerContext<'_>,
    place: usize,
    query: &FactQuery,
    sides: &IndexedFacts<'_>,
) -> Vec<Claim> {
    let phrases = scene.phrases();
    let Some((at, fact)) = sides.first().copied() else {
        return Vec::new();
    };
    let others = query.compare.as_ref();
    let periods = others.is_some_and(|c| c.period.is_some());
    let subject = scene.subject(&query.domain, &fact.subject);
    let topic = if periods {
        format!("{subject}, {}", scene.period(fact.period.as_ref()))
    } else {
        subject.clone()
    };
    let line = phrases.say(
        "side",
        &[
            ("label", topic),
            ("what", value(scene, query, fact)),
            ("date", fact.date.map(|d| d.to_string()).unwrap_or_default()),
        ],
    );
    let mut said = vec![Claim::of("compare", format!("{}.", line), &[(at, fact)]).leading()];
    if let Some(subjects) = others.and_then(|c| c.subjects.as_ref()) {
        let missing = query
            .subjects
            .iter()
            .chain(subjects)
            .find(|name| **name != fact.subject);
        if let Some(missing) = missing {
            let fill = [("topic", scene.subject(&query.domain, missing))];
            said.push(Claim::of("missing", phrases.say("never", &fill), &[]));
        }
    }
    if let Some(period) = others.and_then(|c| c.period.as_ref()) {
        let empty = if fact.period.as_ref() == Some(period) {
            query.period.as_ref()
        } else {
            Some(period)
        };
        let fill = [("topic", subject), ("period", scene.period(empty))];
        said.push(Claim::of("missing", phrases.say("empty", &fill), &[]));
    }
    said.extend(open_end(scene, place, query));
    said
}

/// A side's value; counts of days and entries say so.
fn value(scene: &AnswerContext<'_>, query: &FactQuery, fact: &Fact) -> String {
    match (&fact.value, query.op) {
        (FactValue::Number(number), FactOp::CountDays) => scene.phrases().counted(*number, "days"),
        (FactValue::Number(number), FactOp::CountEntries) if query.together.is_some() => {
            format::number(*number)
        }
        (FactValue::Number(number), FactOp::CountEntries) => {
            scene.phrases().counted(*number, "entries")
        }
        _ if matches!(fact.kind, FactKind::Difference(_)) => format::fact_value(fact),
        _ => scene.what(fact),
    }
}

fn signed_count(scene: &AnswerContext<'_>, query: &FactQuery, fact: &Fact) -> String {
    let sign = matches!(fact.value, FactValue::Number(number) if number > 0.0);
    let value = value(scene, query, fact);
    if sign { format!("+{value}") } else { value }
}

fn signed(fact: &Fact, sign: bool) -> String {
    let value = format::fact_value(fact);
    match fact.value {
        FactValue::Number(number) if number > 0.0 && sign => format!("+{value}"),
        _ => value,
    }
}

impl AnswerContext<'_> {
    /// What both sides are measured by.
    fn name_of(&self, query: &FactQuery, fact: &Fact) -> String {
        match query.op {
            FactOp::CountDays => self.phrases().say("days_side", &[]),
            FactOp::CountEntries => match &query.together {
                Some(together) => together.name.clone(),
                None => self.phrases().say("entries", &[]),
            },
            _ => self
                .measure_of(query, fact)
                .map_or_else(String::new, |measure| self.measure_name(&measure)),
        }
    }
}
