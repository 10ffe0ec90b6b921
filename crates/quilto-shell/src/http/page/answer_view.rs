//! An answer on a page: its days lead to what was noted on them, and its figures stand below.

use chrono::NaiveDate;
use quilto::facts::format::fact_value;
use quilto::machine::RunReport;
use quilto::model::{Fact, Language};
use serde::Serialize;

use crate::context::Context;
use crate::error::CliError;
use crate::output::chart;
use crate::runs::chart_data;
use crate::runs::chart_legend::legend;

/// Figures that are shown of one answer.
const FACTS: usize = 40;

/// A piece of an answer's text.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    pub text: String,
    /// The day it names.
    pub day: Option<NaiveDate>,
}

/// A line of it.
#[derive(Debug, Serialize)]
pub struct LineView {
    /// Whether it is one of a list.
    pub listed: bool,
    pub pieces: Vec<Piece>,
}

impl LineView {
    fn of(line: &str) -> Self {
        let entry = line.trim_start().strip_prefix("- ");
        Self {
            listed: entry.is_some(),
            pieces: pieces(entry.unwrap_or(line)),
        }
    }
}

/// A figure that an answer rests on.
#[derive(Debug, Serialize)]
pub struct FactView {
    pub name: String,
    pub subject: String,
    pub value: String,
    pub date: Option<NaiveDate>,
}

/// A note that an answer points to.
#[derive(Debug, Serialize)]
pub struct CitedView {
    pub id: String,
    pub date: NaiveDate,
    pub quote: String,
}

/// An answer.
#[derive(Debug, Serialize)]
pub struct AnswerView {
    pub lang: &'static str,
    pub lines: Vec<LineView>,
    pub facts: Vec<FactView>,
    pub cited: Vec<CitedView>,
    /// What could not be told.
    pub gaps: Vec<String>,
    /// A drawing of it, where it is about what changed in time.
    pub chart: Option<String>,
}

impl AnswerView {
    /// The answer of a run, if it has one.
    pub fn of(context: &Context<'_>, report: &RunReport) -> Result<Option<Self>, CliError> {
        let Some(answer) = &report.answer else {
            return Ok(None);
        };
        let language = Language::of(&report.text);
        let cited = answer.citations.iter().map(|cited| CitedView {
            id: cited.entry_id.0.clone(),
            date: cited.date,
            quote: cited.quote.clone(),
        });
        let drawn = chart_data::over_time(context, &report.facts)?;
        let chart = drawn.map(|(measured, charted)| {
            let title = measured.about_in(language);
            chart::figure(
                &charted.chart,
                &title,
                &legend(&charted, language).join(" "),
            )
        });
        Ok(Some(Self {
            lang: language.code(),
            lines: answer.text.trim().lines().map(LineView::of).collect(),
            facts: report.facts.iter().take(FACTS).map(fact_view).collect(),
            cited: cited.collect(),
            gaps: answer.gaps.clone(),
            chart,
        }))
    }
}

fn fact_view(fact: &Fact) -> FactView {
    let value = match fact.words() {
        Some(words) if !words.is_empty() => format!("{} ({words})", fact_value(fact)),
        _ => fact_value(fact),
    };
    FactView {
        name: fact.kind.to_string().replace('_', " "),
        subject: fact.about().into_owned(),
        value,
        date: fact.date,
    }
}

/// A line with the days in it apart: `2026-11-20`.
fn pieces(line: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let (mut rest, mut plain) = (line, String::new());
    let mut after_digit = false;
    while let Some(first) = rest.chars().next() {
        let end = first.len_utf8();
        if let Some((day, text)) = day(rest).filter(|_| !after_digit) {
            if !plain.is_empty() {
                let text = std::mem::take(&mut plain);
                pieces.push(Piece { text, day: None });
            }
            pieces.push(Piece {
                text: text.to_owned(),
                day: Some(day),
            });
            rest = &rest[text.len()..];
            continue;
        }
        after_digit = first.is_ascii_digit();
        plain.push(first);
        rest = &rest[end..];
    }
    if !plain.is_empty() {
        let (text, day) = (plain, None);
        pieces.push(Piece { text, day });
    }
    pieces
}

/// The day that a text begins with.
fn day(text: &str) -> Option<(NaiveDate, &str)> {
    const LONG: usize = "2026-11-20".len();
    let (day, rest) = (text.get(..LONG)?, text.get(LONG..)?);
    let is_plain = day.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    let ends = !rest.starts_with(|c: char| c.is_ascii_digit());
    let read = day.parse().ok().filter(|_| is_plain && ends)?;
    Some((read, day))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str) -> String {
        let pieces = pieces(line).into_iter();
        let pieces = pieces.map(|piece| match piece.day {
            Some(_) => format!("[{}]", piece.text),
            None => piece.text,
        });
        pieces.collect()
    }

    #[test]
    fn days_lead_to_what_was_noted() {
        for (line, meant) in [
            ("", ""),
            ("on 2026-11-20 (Fri).", "on [2026-11-20] (Fri)."),
            ("2026-11-20에 80 kg", "[2026-11-20]에 80 kg"),
            ("12026-11-20 2026-11-201", "12026-11-20 2026-11-201"),
            ("2026-13-41", "2026-13-41"),
            ("2026-11-20, 2026-11-21", "[2026-11-20], [2026-11-21]"),
            ("돌".repeat(4).as_str(), "돌돌돌돌"),
        ] {
            assert_eq!(shown(line), meant);
        }
    }
}
