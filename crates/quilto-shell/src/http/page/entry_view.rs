//! Entries on a page: the words as typed, what was not read marked in them, and what was understood.

use std::ops::Range;

use chrono::NaiveDate;
use quilto::model::{Entry, EntryKind, Language, Parsed};
use serde::Serialize;

use super::words::PageWords;
use crate::context::Context;
use crate::http::answer::Answer;
use crate::http::problem::Problem;
use crate::http::tag::Tag;
use crate::output::Item;
use crate::runs::entry_amendments::EntryAmendments;
use crate::runs::figure_changes::{self, FigureObject};
use crate::runs::{named_measure, show};
use crate::style::plain;

/// A part of the words of a note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    pub text: String,
    /// Whether it was not read.
    pub unread: bool,
}

/// One thing that was understood.
#[derive(Debug, Serialize)]
pub struct ItemView {
    #[serde(skip)]
    domain: String,
    #[serde(skip)]
    name: String,
    pub subject: String,
    /// The words that draw it; empty where it has no figures in time.
    pub of: String,
    pub detail: String,
    pub figures: String,
    /// The figures of it that can be changed.
    pub change: Vec<FigureObject>,
    pub before: Vec<String>,
    pub remarks: Vec<String>,
}

/// A name that nobody knows, and those it may have been meant for.
#[derive(Debug, Serialize)]
pub struct UnknownName {
    pub typed: String,
    pub near: Vec<String>,
}

/// An entry.
#[derive(Debug, Serialize)]
pub struct EntryView {
    pub id: String,
    pub date: NaiveDate,
    /// The day in words.
    pub day: String,
    pub time: String,
    /// The language of its words.
    pub lang: &'static str,
    pub words: Vec<Part>,
    /// Whether its words only repeat what was understood.
    pub imported: bool,
    pub items: Vec<ItemView>,
    pub remarks: Vec<String>,
    pub unknown: Vec<UnknownName>,
    /// What was corrected of it.
    pub corrections: Vec<String>,
    /// The state of it that was seen; nothing of what was just written.
    pub seen: String,
}

impl EntryView {
    /// An entry in a list, or just written, among those before it.
    pub fn of(context: &Context<'_>, words: PageWords, entry: &Entry, among: bool) -> Self {
        let language = Language::of(&entry.raw);
        let style = context.style_within(None, language);
        let echo = context.echo(&style, entry, among);
        let (items, remarks) =
            echo.map_or_else(Default::default, |echo| (echo.items, echo.remarks));
        let known = context.domains();
        let unknown = entry.parsed.iter().flat_map(show::unknown_names);
        let unknown = unknown.map(|unknown| UnknownName {
            near: unknown.near(&known),
            typed: unknown.typed,
        });
        Self {
            id: entry.id.0.clone(),
            date: entry.date,
            day: words.date(entry.date, context.moment.today),
            time: entry
                .time
                .map_or_else(String::new, |time| time.format("%H:%M").to_string()),
            lang: language.code(),
            words: marked(&entry.raw, entry.parsed.as_ref()),
            imported: entry.kind == EntryKind::Imported && !items.is_empty(),
            items: items.iter().map(|item| item_view(context, item)).collect(),
            remarks: remarks.iter().map(|line| bare(line)).collect(),
            unknown: unknown.filter(|unknown| !unknown.near.is_empty()).collect(),
            corrections: Vec::new(),
            seen: String::new(),
        }
    }

    /// The same with its figures to be changed.
    pub fn changeable(mut self, context: &Context<'_>, entry: &Entry) -> Self {
        let style = context.style_within(None, Language::of(&entry.raw));
        for figure in figure_changes::of_entry(entry, &style) {
            let item = match place_of(&self.items, &figure) {
                Some(place) => &mut self.items[place],
                None => continue,
            };
            item.change.push(figure);
        }
        self
    }

    /// Those of a list with their figures to be changed, and with what was corrected of each.
    pub fn all_changeable(
        context: &Context<'_>,
        words: PageWords,
        entries: &[Entry],
    ) -> Result<Vec<Self>, Problem> {
        let views = Self::all(context, words, entries)?.into_iter();
        let amendments = EntryAmendments::of_days(context, entries)?;
        let views = views.zip(entries).map(|(view, entry)| {
            let now = Answer::of(&amendments.object(entry))?;
            let seen = Tag::of(now.text()).text().to_owned();
            Ok(Self { seen, ..view }.changeable(context, entry))
        });
        views.collect()
    }

    /// Those of a list, with what was corrected of each.
    pub fn all(
        context: &Context<'_>,
        words: PageWords,
        entries: &[Entry],
    ) -> Result<Vec<Self>, Problem> {
        let amendments = EntryAmendments::of_days(context, entries)?;
        let views = entries.iter().map(|entry| {
            let style = context.style_within(None, Language::of(&entry.raw));
            let corrections = amendments.lines(entry, &style);
            Self {
                corrections: corrections.iter().map(|line| bare(line)).collect(),
                ..Self::of(context, words, entry, false)
            }
        });
        Ok(views.collect())
    }
}

/// A line of the terminal without its looks.
pub fn bare(line: &str) -> String {
    plain(line).trim().to_owned()
}

/// Which item a figure is shown in: that of its thing, else the one of its domain that shows it.
fn place_of(items: &[ItemView], figure: &FigureObject) -> Option<usize> {
    let domain = figure.path.split('.').next().unwrap_or_default();
    let of_domain = |item: &ItemView| item.domain == domain;
    let of_thing = |item: &ItemView| {
        let subject = figure.subject.as_deref();
        of_domain(item) && subject.is_some_and(|subject| subject == item.name)
    };
    let shows = |item: &ItemView| of_domain(item) && item.detail.contains(&figure.value);
    let find = |wanted: &dyn Fn(&ItemView) -> bool| items.iter().position(wanted);
    find(&of_thing)
        .or_else(|| find(&shows))
        .or_else(|| find(&of_domain))
}

fn item_view(context: &Context<'_>, item: &Item) -> ItemView {
    let drawn =
        !item.name.is_empty() && named_measure::read(&context.domains(), &item.name).is_ok();
    let bare_all = |lines: &[String]| lines.iter().map(|line| bare(line)).collect();
    ItemView {
        domain: item.domain.clone(),
        name: item.name.clone(),
        change: Vec::new(),
        subject: bare(&item.subject),
        of: if drawn {
            item.name.clone()
        } else {
            String::new()
        },
        detail: bare(&item.detail),
        figures: bare(&item.figures),
        before: bare_all(&item.before),
        remarks: bare_all(&item.remarks),
    }
}

/// The words of a note, those that were not read apart from the others.
pub fn marked(raw: &str, parsed: Option<&Parsed>) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut at = 0;
    let mut push = |text: &str, unread: bool| {
        if !text.is_empty() {
            let text = text.to_owned();
            parts.push(Part { text, unread });
        }
    };
    for place in parsed.map_or_else(Vec::new, |parsed| unread(raw, parsed)) {
        if place.start < at {
            continue;
        }
        push(&raw[at..place.start], false);
        push(&raw[place.clone()], true);
        at = place.end;
    }
    push(&raw[at..], false);
    parts
}

/// Where the words stand that were not read, in their order.
fn unread(raw: &str, parsed: &Parsed) -> Vec<Range<usize>> {
    let mut places: Vec<Range<usize>> = Vec::new();
    for left in &parsed.unread {
        // the same word may stand elsewhere, where it was read
        let clause = raw.find(&left.clause).unwrap_or(0);
        let known = |place: &Range<usize>| places.contains(place);
        let found = raw[clause..].match_indices(&left.text);
        let mut found = found.map(|(at, text)| clause + at..clause + at + text.len());
        let place = found.find(|place| !known(place));
        let elsewhere = || raw.find(&left.text).map(|at| at..at + left.text.len());
        places.extend(place.or_else(elsewhere));
    }
    places.sort_by_key(|place| (place.start, place.end));
    places.retain(|place| !place.is_empty());
    places
}

#[cfg(test)]
mod tests {
    use quilto::model::Unread;

    use super::*;

    fn shown(raw: &str, unread: &[(&str, &str)]) -> String {
        let unread = unread.iter().map(|(text, clause)| Unread {
            text: (*text).to_owned(),
            clause: (*clause).to_owned(),
        });
        let parsed = Parsed {
            unread: unread.collect(),
            ..Parsed::default()
        };
        let parts = marked(raw, Some(&parsed)).into_iter();
        let parts = parts.map(|part| match part.unread {
            true => format!("[{}]", part.text),
            false => part.text,
        });
        parts.collect()
    }

    #[test]
    fn what_was_not_read_is_marked_where_it_stands() {
        assert_eq!(shown("granite 20 minutes", &[]), "granite 20 minutes");
        assert_eq!(
            shown("7 here, granite 7", &[("7", "granite 7")]),
            "7 here, granite [7]"
        );
        assert_eq!(
            shown("돌 3개, 물 3", &[("3개", "돌 3개"), ("3", "물 3")]),
            "돌 [3개], 물 [3]"
        );
        assert_eq!(
            shown("7 and 7", &[("7", "7 and 7"), ("7", "7 and 7")]),
            "[7] and [7]"
        );
        assert_eq!(shown("granite", &[("marble", "marble")]), "granite");
        assert_eq!(shown("", &[("", "")]), "");
    }
}
