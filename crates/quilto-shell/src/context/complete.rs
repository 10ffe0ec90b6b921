//! Completion with Tab: commands, what the person has logged, and days.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::{Days, NaiveDate};
use quilto::storage::Store;
use quilto::text;
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context as LineContext, Helper};

use super::Context;
use super::known_domains::KnownDomains;
use super::partial_line::PartialLine;

/// Notes whose subjects are offered.
const NOTES: usize = 300;
/// Days in words.
const DAYS: &[&str] = &[
    "today",
    "yesterday",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "\"last week\"",
    "\"this month\"",
    "\"last month\"",
];
/// Options that want a day.
const WANT_DAY: &[&str] = &["--from", "--to", "--date"];
/// Commands that want a day.
const TAKE_DAY: &[&str] = &["/edit", "/move"];
/// Days in digits that are offered, newest first.
const LATE_DAYS: u64 = 31;

/// What can be completed. Notes are looked at when Tab is first pressed on a word.
pub struct Completion {
    today: NaiveDate,
    /// The names of commands.
    commands: Vec<&'static str>,
    store: Option<Arc<dyn Store>>,
    known: Arc<KnownDomains>,
    subjects: OnceCell<Vec<String>>,
    unended: PartialLine,
}

impl Completion {
    pub fn new(context: &Context<'_>, commands: Vec<&'static str>) -> Self {
        Self {
            today: context.moment.today,
            commands,
            store: context.store().ok(),
            known: context.domains(),
            subjects: OnceCell::new(),
            unended: PartialLine::default(),
        }
    }

    /// From now on a line ends in an error where the person would have to type on. Whether that can
    /// be had.
    pub fn waits_no_more(&self) -> bool {
        self.unended.begin()
    }

    /// From now on lines are waited for; gives what was typed of the one that was not ended.
    pub fn waits_again(&self) -> String {
        self.unended.end()
    }

    /// The names in the newest notes, as they were typed.
    fn subjects(&self) -> &[String] {
        self.subjects.get_or_init(|| {
            let newest = self.store.as_ref().and_then(|store| {
                let days = store.span().ok()??;
                store.recent(days.end, NOTES).ok()
            });
            let all = self.known.all();
            let vocabulary = all.vocabulary();
            let mut names = BTreeSet::new();
            for entry in newest.unwrap_or_default() {
                for found in vocabulary.find(&text::read(&entry.raw)) {
                    let span = found.mention.span;
                    if !found.mention.exact {
                        continue;
                    }
                    names.extend(entry.raw.get(span.start..span.end).map(str::to_lowercase));
                }
            }
            names.into_iter().collect()
        })
    }

    fn candidates(&self, line: &str, start: usize) -> Vec<String> {
        let word = line[start..].to_lowercase();
        let before = line[..start].trim_end();
        let begins = |name: &&str| name.to_lowercase().starts_with(&word);
        if start == 0
            && let Some(name) = word.strip_prefix('/')
        {
            let known = self.commands.iter();
            let known = known.filter(|known| known.starts_with(name));
            return known.map(|known| format!("/{known} ")).collect();
        }
        let last = before.rsplit(' ').next().unwrap_or_default();
        if WANT_DAY.contains(&last) || TAKE_DAY.contains(&before) {
            return days(self.today)
                .iter()
                .map(String::as_str)
                .filter(begins)
                .map(str::to_owned)
                .collect();
        }
        if word.is_empty() {
            return Vec::new();
        }
        if before.starts_with('/') && word.starts_with("--") {
            let options = WANT_DAY.iter().copied().filter(begins);
            return options.map(|option| format!("{option} ")).collect();
        }
        let subjects = self.subjects().iter().map(String::as_str);
        subjects.filter(begins).map(str::to_owned).collect()
    }
}

/// Days in words, then the latest in digits.
fn days(today: NaiveDate) -> Vec<String> {
    let late = (0..LATE_DAYS).filter_map(|days| today.checked_sub_days(Days::new(days)));
    let late = late.map(|day| day.to_string());
    DAYS.iter()
        .map(|day| (*day).to_owned())
        .chain(late)
        .collect()
}

impl Completer for Completion {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &LineContext<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let line = &line[..pos];
        let start = line.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        Ok((start, self.candidates(line, start)))
    }
}

impl Hinter for Completion {
    type Hint = String;

    // No hints are given; but here an editor of lines shows what is typed, and the terminal is set
    // up for it by then.
    fn hint(&self, line: &str, _: usize, _: &LineContext<'_>) -> Option<String> {
        self.unended.sees(line);
        None
    }
}

impl Highlighter for Completion {}
impl Validator for Completion {}
impl Helper for Completion {}

#[cfg(test)]
mod tests {
    use super::*;

    fn completion(subjects: &[&str]) -> Completion {
        Completion {
            today: NaiveDate::from_ymd_opt(2026, 11, 21).unwrap(),
            commands: vec!["history", "plot"],
            store: None,
            known: Arc::new(KnownDomains::load(&crate::testing::ROCKS, None, None)),
            subjects: OnceCell::from(subjects.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>()),
            unended: PartialLine::default(),
        }
    }

    fn completed(line: &str) -> Vec<String> {
        let completion = completion(&["Granite", "granite dust", "화강암", "salt"]);
        let start = line.rfind(' ').map_or(0, |at| at + 1);
        completion.candidates(line, start)
    }

    #[test]
    fn commands_subjects_and_days() {
        assert_eq!(completed("/hi"), ["/history "]);
        assert_eq!(completed("/plot gr"), ["Granite", "granite dust"]);
        assert_eq!(completed("화"), ["화강암"]);
        assert_eq!(completed("polished sa"), ["salt"]);
        assert_eq!(completed("/plot salt --from yes"), ["yesterday"]);
        assert_eq!(
            completed("/history --to 2026-11-2"),
            ["2026-11-21", "2026-11-20"]
        );
        assert_eq!(completed("/edit 2026-11-19"), ["2026-11-19"]);
        assert_eq!(completed("/plot --f"), ["--from "]);
        assert!(completed("").is_empty());
    }
}
