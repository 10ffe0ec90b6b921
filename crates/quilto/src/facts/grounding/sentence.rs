//! The claims of each sentence, held against the evidence.

use std::collections::BTreeSet;
use std::ops::Range;

use chrono::{Datelike, NaiveDate};

use crate::model::DateRange;
use crate::text::{Span, Symbol, TokenKind, Tokens, normalize};

use super::Ungrounded;
use super::amount::{Amount, Kind, Stated, Units, marks_line, says, stated};
use super::evidence::{DateSaid, Known, KnownFact, dates_in};
use super::names::Named;

/// What was named before, for sentences that leave it out.
#[derive(Default)]
struct Carried {
    subjects: Vec<String>,
    dates: Vec<NaiveDate>,
}

/// Checks all sentences of a draft.
pub fn check(tokens: &Tokens, known: &Known<'_>) -> Vec<Ungrounded> {
    let named = known.names.find(tokens);
    let said = dates_in(tokens, known.today);
    let mut quoted = quotes(tokens, known);
    quoted.extend(listed(tokens, known));
    // A date inside a quote is the entry's, as its numbers are.
    let outside = |said: &DateSaid| {
        let span = tokens.span_of(said.tokens.clone());
        !quoted.iter().any(|quoted| quoted.overlaps(span))
    };
    let said: Vec<DateSaid> = said.into_iter().filter(outside).collect();
    let mut carried = Carried {
        subjects: known.question_subjects.clone(),
        dates: Vec::new(),
    };
    let mut found = Vec::new();
    for range in sentences(tokens) {
        let sentence = Sentence {
            tokens,
            known,
            named: within(&named, &range, |named| named.tokens.start),
            said: within(&said, &range, |said| said.tokens.start),
            quoted: &quoted,
            listed: items_after(tokens, range.end),
            range,
        };
        found.extend(sentence.check(&carried));
        let subjects: Vec<String> = sentence
            .named
            .iter()
            .map(|named| named.subject.clone())
            .collect();
        if !subjects.is_empty() {
            carried.subjects = subjects;
        }
        let dates = sentence.dates();
        if !dates.is_empty() {
            carried.dates = dates;
        }
    }
    found
}

fn within<T: Clone>(all: &[T], range: &Range<usize>, start: impl Fn(&T) -> usize) -> Vec<T> {
    all.iter()
        .filter(|item| range.contains(&start(item)))
        .cloned()
        .collect()
}

/// The stretches of tokens that end with a sentence's sign or a line. A sign inside brackets or
/// behind a line's number ends none.
fn sentences(tokens: &Tokens) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for index in 0..tokens.len() {
        let numbering = index > 0 && marks_line(tokens, index - 1);
        if tokens[index].ends_sentence() && !numbering {
            sentences.push(start..index);
            start = index + 1;
        }
    }
    sentences.push(start..tokens.len());
    sentences.retain(|range| !range.is_empty());
    sentences
}

/// How many list items follow at a place: lines that begin with a bullet, a dash or a number.
fn items_after(tokens: &Tokens, end: usize) -> usize {
    let opens = |index: usize| {
        tokens.get(index).is_some_and(|token| {
            token.is(Symbol::Bullet)
                || token.is(Symbol::Dash)
                || token.is(Symbol::Star)
                || marks_line(tokens, index)
        })
    };
    let mut items = 0;
    let mut index = end;
    while index < tokens.len() {
        if tokens[index].kind != TokenKind::Newline {
            index += 1;
            continue;
        }
        let next = index + 1;
        if opens(next) {
            items += 1;
        } else if items > 0
            || tokens
                .get(next)
                .is_some_and(|token| token.kind != TokenKind::Newline)
        {
            break;
        }
        index = next;
    }
    items
}

/// Stretches of the draft in quotation marks that an entry holds literally.
fn quotes(tokens: &Tokens, known: &Known<'_>) -> Vec<Span> {
    const LEAST: usize = 6;
    let marks: Vec<usize> = (0..tokens.len())
        .filter(|index| tokens[*index].is(Symbol::Quote))
        .collect();
    let mut quoted = Vec::new();
    if marks.len() < 2 {
        return quoted;
    }
    let notes: Vec<String> = known
        .entries
        .iter()
        .map(|known| plain(&known.entry.raw))
        .collect();
    for (place, open) in marks.iter().enumerate() {
        for close in &marks[place + 1..] {
            let span = Span {
                start: tokens[*open].span.end,
                end: tokens[*close].span.start,
            };
            let words = plain(tokens.slice(span));
            let words = words.trim_end_matches(['…', '.']).trim();
            let held = |words: &str| notes.iter().any(|note| note.contains(words));
            if words.chars().count() >= LEAST && held(words) {
                quoted.push(span);
            }
        }
    }
    quoted
}

/// Stretches of list lines (`- 2026-11-20: words`) that an entry of that day holds literally.
fn listed(tokens: &Tokens, known: &Known<'_>) -> Vec<Span> {
    let text = tokens.text();
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let Some((day, words)) = line.split_once(": ") else {
            continue;
        };
        let Ok(date) = day.trim_start_matches(['-', ' ']).parse::<NaiveDate>() else {
            continue;
        };
        let said = plain(words);
        let said = said.trim_end_matches('…').trim();
        let held = |entry: &crate::model::Entry| {
            entry.date == date && !said.is_empty() && plain(&entry.raw).contains(said)
        };
        if known.entries.iter().any(|known| held(known.entry)) {
            found.push(Span {
                start: start + day.len() + 2,
                end: at,
            });
        }
    }
    found
}

/// Normal form with single spaces: a quote may run over the lines of its note.
fn plain(text: &str) -> String {
    normalize(text)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

struct Sentence<'s, 'a> {
    tokens: &'s Tokens,
    known: &'s Known<'a>,
    range: Range<usize>,
    named: Vec<Named>,
    said: Vec<DateSaid>,
    quoted: &'s [Span],
    listed: usize,
}

/// How a claim is supported.
#[derive(Clone, Debug, Default)]
struct Support {
    /// Facts that say it, by their place.
    facts: Vec<usize>,
    /// Whether something other than a fact about one subject says it too.
    free: bool,
}

impl Support {
    fn holds(&self) -> bool {
        self.free || !self.facts.is_empty()
    }
}

impl Sentence<'_, '_> {
    fn check(&self, carried: &Carried) -> Vec<Ungrounded> {
        let claims = self.claims();
        let mut supports: Vec<Support> = claims
            .iter()
            .map(|claim| self.support(claim, carried))
            .collect();
        self.derive(&claims, &mut supports);
        let mut found = Vec::new();
        for (claim, support) in claims.iter().zip(&supports) {
            if !support.holds() {
                found.push(self.ungrounded(
                    claim.tokens.clone(),
                    "no fact, cited note or rule says this number".to_owned(),
                ));
            }
        }
        found.extend(self.crossed(&claims, &supports));
        found.extend(self.check_dates(&claims, &supports));
        found
    }

    fn ungrounded(&self, tokens: Range<usize>, why: String) -> Ungrounded {
        let span = self.tokens.span_of(tokens);
        Ungrounded {
            span,
            text: self.tokens.slice(span).to_owned(),
            why,
        }
    }

    /// The numbers it states, without dates, names, quotes, years that are known, list numbers.
    fn claims(&self) -> Vec<Stated> {
        let skip = |index: usize| {
            let span = self.tokens[index].span;
            !self.range.contains(&index)
                || self.said.iter().any(|said| said.covers(index))
                || self.named.iter().any(|named| named.tokens.contains(&index))
                || self.quoted.iter().any(|quoted| quoted.overlaps(span))
                || marks_line(self.tokens, index)
                || self.is_known_year(index)
                || self.is_part_of_word(index)
        };
        stated(self.tokens, &skip)
    }

    fn is_known_year(&self, index: usize) -> bool {
        let TokenKind::Number(number) = self.tokens[index].kind else {
            return false;
        };
        let Some(year) = number.whole().filter(|year| (1900..2200).contains(year)) else {
            return false;
        };
        let year = i32::try_from(year).unwrap_or_default();
        self.known.today.year() == year
            || self
                .known
                .periods
                .iter()
                .any(|period| (period.start.year()..=period.end.year()).contains(&year))
            || self
                .known
                .question_dates
                .iter()
                .any(|date| date.year() == year)
            || self
                .known
                .facts
                .iter()
                .flat_map(|fact| &fact.dates)
                .any(|date| date.year() == year)
    }

    /// Whether a number is part of a word that the evidence knows, such as `4x4` or `5k`.
    fn is_part_of_word(&self, index: usize) -> bool {
        let tokens = self.tokens;
        let glued = |at: usize| {
            tokens
                .get(at)
                .is_some_and(|token| !token.spaced && token.is_word())
        };
        if !glued(index + 1) {
            return false;
        }
        let word = tokens.norm_of(index..index + 2);
        word.is_ascii() && self.known.wordings.contains(word)
    }

    fn clause(&self, index: usize) -> Range<usize> {
        let clause = self.tokens.clause(index);
        clause.start.max(self.range.start)..clause.end.min(self.range.end)
    }

    /// The subjects that a number may be about; empty is any. The flag says whether facts about a
    /// whole domain count too.
    fn subjects(&self, claim: &Stated, carried: &Carried) -> (Vec<String>, bool) {
        let clause = self.clause(claim.tokens.start);
        let names = |named: &[Named]| named.iter().map(|named| named.subject.clone()).collect();
        let here = within(&self.named, &clause, |named| named.tokens.start);
        if !here.is_empty() {
            return (names(&here), false);
        }
        if !self.named.is_empty() {
            return (names(&self.named), true);
        }
        (carried.subjects.clone(), true)
    }

    fn support(&self, claim: &Stated, carried: &Carried) -> Support {
        let known = self.known;
        let (subjects, whole) = self.subjects(claim, carried);
        let mut support = Support::default();
        for (place, fact) in known.facts.iter().enumerate() {
            if !about(fact, &subjects, whole) {
                continue;
            }
            let stated = fact
                .value
                .iter()
                .any(|value| says(claim, value, Units::Stated))
                || fact
                    .others
                    .iter()
                    .any(|other| says(claim, other, Units::Stated))
                || fact
                    .period
                    .is_some_and(|period| spans(claim, period.days()));
            if stated {
                support.facts.push(place);
            }
        }
        let dates = self.dates();
        let dates = if dates.is_empty() {
            &carried.dates
        } else {
            &dates
        };
        let span = self.tokens.span_of(self.range.clone());
        support.free |= known
            .cited(dates, self.tokens.slice(span))
            .iter()
            .any(|entry| {
                let own = |subject: &Option<String>| {
                    subjects.is_empty()
                        || subject
                            .as_ref()
                            .is_none_or(|subject| subjects.contains(subject))
                };
                let mut amounts = known.content(entry).amounts.iter();
                amounts.any(|(amount, subject)| own(subject) && says(claim, amount, Units::Loose))
                    || (claim.clock && self.is_time_of(claim, entry.entry.time))
            });
        support.free |= known
            .question
            .iter()
            .any(|amount| says(claim, amount, Units::Loose));
        support.free |= known.expertise.iter().any(|(amount, noun)| {
            let same_kind = match amount.kind {
                Kind::Bare => noun.is_some() && *noun == claim.noun,
                _ => claim
                    .readings
                    .iter()
                    .any(|reading| reading.kind == amount.kind),
            };
            same_kind && says(claim, amount, Units::Stated)
        });
        support.free |= known
            .periods
            .iter()
            .any(|period| spans(claim, period.days()));
        support
    }

    fn is_time_of(&self, claim: &Stated, time: Option<chrono::NaiveTime>) -> bool {
        match self.tokens[claim.tokens.start].kind {
            TokenKind::Clock(clock) => clock.time_of_day().is_some() && clock.time_of_day() == time,
            _ => false,
        }
    }

    /// The days it names.
    fn dates(&self) -> Vec<NaiveDate> {
        let mut dates: Vec<NaiveDate> = self
            .said
            .iter()
            .filter(|said| said.range.start == said.range.end)
            .map(|said| said.range.start)
            .collect();
        dates.sort_unstable();
        dates.dedup();
        dates
    }

    /// Grounds differences, ratios, percentages, counts and spans of what the sentence names.
    fn derive(&self, claims: &[Stated], supports: &mut [Support]) {
        if supports.iter().all(Support::holds) {
            return;
        }
        let said: BTreeSet<usize> = claims
            .iter()
            .zip(&*supports)
            .flat_map(|(claim, support)| {
                support.facts.iter().copied().filter(|place| {
                    let value = &self.known.facts[*place].value;
                    value
                        .as_ref()
                        .is_some_and(|value| says(claim, value, Units::Stated))
                })
            })
            .collect();
        let values: Vec<&Amount> = said
            .iter()
            .filter_map(|place| self.known.facts[*place].value.as_ref())
            .collect();
        let dates = self.all_dates();
        let held = supports.iter().filter(|support| support.holds()).count();
        let subjects: BTreeSet<&str> = self
            .named
            .iter()
            .map(|named| named.subject.as_str())
            .collect();
        let counts = [held, dates.len(), subjects.len(), self.listed];
        for (claim, support) in claims.iter().zip(supports.iter_mut()) {
            if support.holds() {
                continue;
            }
            let counted = counts
                .iter()
                .any(|count| *count > 1 && says(claim, &Amount::count(*count), Units::Stated));
            let spanned = pairs(&dates).any(|(from, to)| spans(claim, (*to - *from).num_days()));
            let derived = pairs(&values).any(|(left, right)| derives(claim, left, right));
            support.free = counted || spanned || derived;
        }
    }

    fn all_dates(&self) -> Vec<NaiveDate> {
        let ends = self
            .said
            .iter()
            .flat_map(|said| [said.range.start, said.range.end]);
        let mut dates: Vec<NaiveDate> = ends.collect();
        dates.sort_unstable();
        dates.dedup();
        dates
    }

    /// Numbers of several subjects in one clause must go with their own: all with the name before
    /// them, all with the name after them, or in the same order as the names.
    fn crossed(&self, claims: &[Stated], supports: &[Support]) -> Vec<Ungrounded> {
        let mut found = Vec::new();
        let mut done: Vec<Range<usize>> = Vec::new();
        for claim in claims {
            let clause = self.clause(claim.tokens.start);
            if done.contains(&clause) {
                continue;
            }
            done.push(clause.clone());
            let named = within(&self.named, &clause, |named| named.tokens.start);
            let several = named
                .windows(2)
                .any(|pair| pair[0].subject != pair[1].subject);
            let own: Vec<(&Stated, Vec<&str>)> = claims
                .iter()
                .zip(supports)
                .filter(|(claim, _)| clause.contains(&claim.tokens.start))
                .filter_map(|(claim, support)| Some((claim, self.single_subjects(support)?)))
                .collect();
            if !several || own.is_empty() {
                continue;
            }
            let fits = |subject: Option<&Named>, of: &[&str]| {
                subject.is_some_and(|named| of.contains(&named.subject.as_str()))
            };
            let before = own.iter().all(|(claim, of)| {
                let mut before = named.iter().rev();
                fits(
                    before.find(|named| named.tokens.start < claim.tokens.start),
                    of,
                )
            });
            let after = own.iter().all(|(claim, of)| {
                let mut after = named.iter();
                fits(
                    after.find(|named| named.tokens.start > claim.tokens.start),
                    of,
                )
            });
            let in_order = own.len() == named.len()
                && own
                    .iter()
                    .zip(&named)
                    .all(|((_, of), named)| fits(Some(named), of));
            if !(before || after || in_order) {
                found.extend(own.iter().map(|(claim, of)| {
                    self.ungrounded(
                        claim.tokens.clone(),
                        format!("the number belongs to {}", of.join(", ")),
                    )
                }));
            }
        }
        found
    }

    /// The subjects that a number's facts are about, each alone; `None` where something else says
    /// the number too.
    fn single_subjects(&self, support: &Support) -> Option<Vec<&str>> {
        if support.free || support.facts.is_empty() {
            return None;
        }
        support
            .facts
            .iter()
            .map(|place| match self.known.facts[*place].subjects.as_slice() {
                [subject] => Some(subject.as_str()),
                _ => None,
            })
            .collect()
    }

    fn check_dates(&self, claims: &[Stated], supports: &[Support]) -> Vec<Ungrounded> {
        let mut found = Vec::new();
        for said in &self.said {
            let span = self.tokens.span_of(said.tokens.clone());
            if self.quoted.iter().any(|quoted| quoted.overlaps(span)) {
                continue;
            }
            if !self.is_known_date(said) {
                found.push(self.ungrounded(
                    said.tokens.clone(),
                    "no fact, note or period has this date".to_owned(),
                ));
            }
        }
        if let ([said], true) = (self.said.as_slice(), found.is_empty())
            && let Some(date) = self.foreign_date(said, claims, supports)
        {
            found.push(date);
        }
        found
    }

    fn is_known_date(&self, said: &DateSaid) -> bool {
        let written: Vec<NaiveDate> = self.tokens[said.tokens.clone()]
            .iter()
            .filter_map(|token| match token.kind {
                TokenKind::Date(day) => Some(day),
                _ => None,
            })
            .collect();
        if written.is_empty() {
            return self.knows(said, &said.range);
        }
        // "since a day", "from one day to another": each day that is named must be known by itself.
        written
            .into_iter()
            .all(|day| self.knows(said, &DateRange::day(day)))
    }

    /// Whether days are known of the subjects that stand in the clause of a date.
    fn knows(&self, said: &DateSaid, days: &DateRange) -> bool {
        let known = self.known;
        let clause = self.clause(said.tokens.start);
        let subjects: Vec<String> = within(&self.named, &clause, |named| named.tokens.start)
            .into_iter()
            .map(|named| named.subject)
            .collect();
        let (start, end) = (days.start, days.end);
        let inside = |date: &NaiveDate| days.contains(*date);
        let bound = |date: NaiveDate| {
            known
                .periods
                .iter()
                .any(|period| period.start == date || period.end == date)
        };
        let free = known.question_dates.iter().any(inside)
            || bound(start)
            || bound(end)
            || (start == end && start == known.today);
        free || known
            .facts
            .iter()
            .any(|fact| about(fact, &subjects, true) && fact.dates.iter().any(inside))
            || known.entries.iter().any(|entry| {
                inside(&entry.entry.date)
                    && (subjects.is_empty() || {
                        let own = &known.content(entry).subjects;
                        own.is_empty() || subjects.iter().any(|subject| own.contains(subject))
                    })
            })
    }

    /// In a sentence with one day: the day, if all facts that say the sentence's numbers are of
    /// other days.
    fn foreign_date(
        &self,
        said: &DateSaid,
        claims: &[Stated],
        supports: &[Support],
    ) -> Option<Ungrounded> {
        if said.range.start != said.range.end || claims.is_empty() {
            return None;
        }
        let date = said.range.start;
        let known = self.known;
        let bound = known
            .periods
            .iter()
            .any(|period| period.start == date || period.end == date);
        if bound || known.question_dates.contains(&date) || date == known.today {
            return None;
        }
        let mut elsewhere = false;
        for support in supports {
            if support.free || support.facts.is_empty() {
                return None;
            }
            for place in &support.facts {
                let fact = &known.facts[*place];
                let undated = fact.fact.date.is_none();
                if undated || fact.dates.contains(&date) {
                    return None;
                }
                elsewhere = true;
            }
        }
        elsewhere.then(|| {
            self.ungrounded(
                said.tokens.clone(),
                "the numbers beside this date are of another day".to_owned(),
            )
        })
    }
}

/// Whether a fact may be said about these subjects.
fn about(fact: &KnownFact<'_>, subjects: &[String], whole: bool) -> bool {
    match fact.subjects.as_slice() {
        [] => whole || subjects.is_empty(),
        own => subjects.is_empty() || own.iter().any(|subject| subjects.contains(subject)),
    }
}

/// Whether a number says how long so many days are: in days, weeks, months or years.
fn spans(claim: &Stated, days: i64) -> bool {
    let days = days as f64;
    let duration = |reading: &&Amount| {
        matches!(
            reading.kind,
            Kind::Of(crate::text::Dimension::Duration | crate::text::Dimension::Months)
        )
    };
    claim.readings.iter().filter(duration).any(|reading| {
        let months = matches!(reading.kind, Kind::Of(crate::text::Dimension::Months));
        let (unit_days, slack) = if months {
            (reading.factor * 365.25 / 12.0, 0.5)
        } else {
            (reading.factor / 86_400.0, reading.half)
        };
        unit_days >= 1.0 && (reading.native - days / unit_days).abs() <= slack + 1e-9
    })
}

/// Whether a number is the difference, the ratio or the percentage of two values.
fn derives(claim: &Stated, left: &Amount, right: &Amount) -> bool {
    if left.kind != right.kind {
        return false;
    }
    let (low, high) = if left.base <= right.base {
        (left, right)
    } else {
        (right, left)
    };
    let difference = Amount {
        native: (high.base - low.base) / high.factor,
        base: high.base - low.base,
        over: high.over - low.over,
        ..high.clone()
    };
    if says(claim, &difference, Units::Stated) {
        return true;
    }
    if low.base == 0.0 {
        return false;
    }
    let ratios = [high.base / low.base, low.base / high.base];
    let percentages = [
        (high.base - low.base) / low.base,
        (high.base - low.base) / high.base,
        low.base / high.base,
        high.base / low.base,
    ];
    let is_share =
        |reading: &Amount| matches!(reading.kind, Kind::Of(crate::text::Dimension::Ratio));
    claim.readings.iter().any(|reading| {
        let near = |value: f64| (reading.native - value).abs() <= reading.half + 1e-9;
        if is_share(reading) {
            percentages.iter().any(|share| near(share * 100.0))
        } else {
            let bare = matches!(
                reading.kind,
                Kind::Bare | Kind::Of(crate::text::Dimension::Count)
            );
            // "Twice" is no three tenths off: a whole ratio must nearly be whole.
            let near = |ratio: &f64| (reading.native - ratio).abs() <= reading.half.min(0.05);
            bare && ratios.iter().any(near)
        }
    })
}

/// All pairs, the earlier first.
fn pairs<T>(all: &[T]) -> impl Iterator<Item = (&T, &T)> {
    all.iter()
        .enumerate()
        .flat_map(|(place, left)| all[place + 1..].iter().map(move |right| (left, right)))
}
