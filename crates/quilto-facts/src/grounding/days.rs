//! The days that a sentence names, held against the days of the evidence.

use chrono::NaiveDate;

use quilto_model::DateRange;
use quilto_text::TokenKind;

use super::UngroundedText;
use super::amount::StatedAmount;
use super::evidence::StatedDate;
use super::sentence::{Sentence, Support, within};

impl Sentence<'_, '_> {
    pub(super) fn check_dates(
        &self,
        claims: &[StatedAmount],
        supports: &[Support],
    ) -> Vec<UngroundedText> {
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

    fn is_known_date(&self, said: &StatedDate) -> bool {
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
    fn knows(&self, said: &StatedDate, days: &DateRange) -> bool {
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
            .any(|fact| fact.is_about(&subjects, true) && fact.dates.iter().any(inside))
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
        said: &StatedDate,
        claims: &[StatedAmount],
        supports: &[Support],
    ) -> Option<UngroundedText> {
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
