//! The claims of each sentence, held against the evidence.

use std::collections::BTreeSet;
use std::ops::Range;

use chrono::{Datelike, NaiveDate};

use quilto_text::{Span, TokenKind, Tokens};

use super::UngroundedText;
use super::amount::{Amount, AmountKind, StatedAmount, UnitStrictness, marks_line, says, stated};
use super::derived::{derives, pairs, spans};
use super::evidence::{EvidenceIndex, StatedDate, dates_in};
use super::names::NamedSubject;
use super::segments::{items_after, listed, quotes, sentences};

/// What was named before, for sentences that leave it out.
#[derive(Default)]
struct CarriedContext {
    subjects: Vec<String>,
    dates: Vec<NaiveDate>,
}

/// Checks all sentences of a draft.
pub fn check(tokens: &Tokens, known: &EvidenceIndex<'_>) -> Vec<UngroundedText> {
    let named = known.names.find(tokens);
    let said = dates_in(tokens, known.today);
    let mut quoted = quotes(tokens, known);
    quoted.extend(listed(tokens, known));
    // A date inside a quote is the entry's, as its numbers are.
    let outside = |said: &StatedDate| {
        let span = tokens.span_of(said.tokens.clone());
        !quoted.iter().any(|quoted| quoted.overlaps(span))
    };
    let said: Vec<StatedDate> = said.into_iter().filter(outside).collect();
    let mut carried = CarriedContext {
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

pub(super) fn within<T: Clone>(
    all: &[T],
    range: &Range<usize>,
    start: impl Fn(&T) -> usize,
) -> Vec<T> {
    all.iter()
        .filter(|item| range.contains(&start(item)))
        .cloned()
        .collect()
}

pub(super) struct Sentence<'s, 'a> {
    pub(super) tokens: &'s Tokens,
    pub(super) known: &'s EvidenceIndex<'a>,
    range: Range<usize>,
    pub(super) named: Vec<NamedSubject>,
    pub(super) said: Vec<StatedDate>,
    pub(super) quoted: &'s [Span],
    listed: usize,
}

/// How a claim is supported.
#[derive(Clone, Debug, Default)]
pub(super) struct Support {
    /// Facts that say it, by their place.
    pub(super) facts: Vec<usize>,
    /// Whether something other than a fact about one subject says it too.
    pub(super) free: bool,
}

impl Support {
    fn holds(&self) -> bool {
        self.free || !self.facts.is_empty()
    }
}

impl Sentence<'_, '_> {
    fn check(&self, carried: &CarriedContext) -> Vec<UngroundedText> {
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

    pub(super) fn ungrounded(&self, tokens: Range<usize>, why: String) -> UngroundedText {
        let span = self.tokens.span_of(tokens);
        UngroundedText {
            span,
            text: self.tokens.slice(span).to_owned(),
            why,
        }
    }

    /// The numbers it states, without dates, names, quotes, years that are known, list numbers.
    fn claims(&self) -> Vec<StatedAmount> {
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

    pub(super) fn clause(&self, index: usize) -> Range<usize> {
        let clause = self.tokens.clause(index);
        clause.start.max(self.range.start)..clause.end.min(self.range.end)
    }

    /// The subjects that a number may be about; empty is any. The flag says whether facts about a
    /// whole domain count too.
    fn subjects(&self, claim: &StatedAmount, carried: &CarriedContext) -> (Vec<String>, bool) {
        let clause = self.clause(claim.tokens.start);
        let names =
            |named: &[NamedSubject]| named.iter().map(|named| named.subject.clone()).collect();
        let here = within(&self.named, &clause, |named| named.tokens.start);
        if !here.is_empty() {
            return (names(&here), false);
        }
        if !self.named.is_empty() {
            return (names(&self.named), true);
        }
        (carried.subjects.clone(), true)
    }

    fn support(&self, claim: &StatedAmount, carried: &CarriedContext) -> Support {
        let known = self.known;
        let (subjects, whole) = self.subjects(claim, carried);
        let mut support = Support::default();
        for (place, fact) in known.facts.iter().enumerate() {
            if !fact.is_about(&subjects, whole) {
                continue;
            }
            let stated = fact
                .value
                .iter()
                .any(|value| says(claim, value, UnitStrictness::StatedAmount))
                || fact
                    .others
                    .iter()
                    .any(|other| says(claim, other, UnitStrictness::StatedAmount))
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
                amounts.any(|(amount, subject)| {
                    own(subject) && says(claim, amount, UnitStrictness::Loose)
                }) || (claim.clock && self.is_time_of(claim, entry.entry.time))
            });
        support.free |= known
            .question
            .iter()
            .any(|amount| says(claim, amount, UnitStrictness::Loose));
        support.free |= known.expertise.iter().any(|(amount, noun)| {
            let same_kind = match amount.kind {
                AmountKind::Bare => noun.is_some() && *noun == claim.noun,
                _ => claim
                    .readings
                    .iter()
                    .any(|reading| reading.kind == amount.kind),
            };
            same_kind && says(claim, amount, UnitStrictness::StatedAmount)
        });
        support.free |= known
            .periods
            .iter()
            .any(|period| spans(claim, period.days()));
        support
    }

    fn is_time_of(&self, claim: &StatedAmount, time: Option<chrono::NaiveTime>) -> bool {
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
    fn derive(&self, claims: &[StatedAmount], supports: &mut [Support]) {
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
                        .is_some_and(|value| says(claim, value, UnitStrictness::StatedAmount))
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
            let counted = counts.iter().any(|count| {
                *count > 1 && says(claim, &Amount::count(*count), UnitStrictness::StatedAmount)
            });
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
    fn crossed(&self, claims: &[StatedAmount], supports: &[Support]) -> Vec<UngroundedText> {
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
            let own: Vec<(&StatedAmount, Vec<&str>)> = claims
                .iter()
                .zip(supports)
                .filter(|(claim, _)| clause.contains(&claim.tokens.start))
                .filter_map(|(claim, support)| Some((claim, self.single_subjects(support)?)))
                .collect();
            if !several || own.is_empty() {
                continue;
            }
            let fits = |subject: Option<&NamedSubject>, of: &[&str]| {
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
    /// the number too, or where it is of the days of something else.
    fn single_subjects(&self, support: &Support) -> Option<Vec<&str>> {
        if support.free || support.facts.is_empty() {
            return None;
        }
        support
            .facts
            .iter()
            .map(|place| {
                let fact = &self.known.facts[*place];
                match fact.subjects.as_slice() {
                    [subject] if fact.on_days_of.is_empty() => Some(subject.as_str()),
                    _ => None,
                }
            })
            .collect()
    }
}
