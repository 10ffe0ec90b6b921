//! Several days in one pasted text.

use chrono::NaiveDate;

use quilto_text::dates::{self, DateContext, DateMention, Direction};
use quilto_text::{Span, Symbol, TokenKind, Tokens};

/// A stretch of a text and the day it tells of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The day.
    pub date: NaiveDate,
    /// The stretch, heading included.
    pub span: Span,
}

impl Session {
    /// Its words, without blank lines around them.
    pub fn text<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.span.start..self.span.end)
            .unwrap_or_default()
            .trim_matches(['\n', '\r'])
            .trim_end()
    }
}

/// Cuts a text at lines that begin with a date, each a session of its own. A text with fewer than
/// two such lines is cut where its clauses go over to another day ("yesterday 5 km. today rest"); one of
/// a single day is one session of the given day, or of the day its only heading names.
///
/// A date counts as a heading where only list or heading marks stand before it in its line, and it
/// names one day that is not ahead of `today`. A date of two bare numbers heads a line only where no
/// further number follows it: `5/3 100` are values.
pub fn sessions(text: &str, today: NaiveDate) -> Vec<Session> {
    let tokens = quilto_text::read(text);
    let found = dates::find(&tokens, &DateContext::note(today));
    let heads: Vec<&DateMention> = found
        .iter()
        .filter(|date| {
            date.is_day() && date.direction == Direction::Past && heads_line(&tokens, date)
        })
        .collect();
    let whole = |date| {
        vec![Session {
            date,
            span: Span {
                start: 0,
                end: text.len(),
            },
        }]
    };
    let told = dates::day_by_day(&tokens, today);
    if heads.len() < 2 && told.len() > 1 {
        return by_clause(&tokens, &told);
    }
    match heads.as_slice() {
        [] => whole(today),
        [only] => whole(only.range.start),
        _ => {
            let starts: Vec<usize> = heads
                .iter()
                .enumerate()
                .map(|(at, head)| {
                    if at == 0 {
                        0
                    } else {
                        line_start(text, head.span.start)
                    }
                })
                .collect();
            heads
                .iter()
                .enumerate()
                .map(|(at, head)| Session {
                    date: head.range.start,
                    span: Span {
                        start: starts[at],
                        end: starts.get(at + 1).copied().unwrap_or(text.len()),
                    },
                })
                .filter(|session| !session.span.is_empty())
                .collect()
        }
    }
}

/// The stretches from each beginning to the next.
fn by_clause(tokens: &Tokens, told: &[(usize, NaiveDate)]) -> Vec<Session> {
    let ends = told.iter().skip(1).map(|(start, _)| *start);
    let ends = ends.chain([tokens.len()]);
    let sessions = told.iter().zip(ends).map(|((start, date), end)| Session {
        date: *date,
        span: tokens.span_of(*start..end),
    });
    sessions.collect()
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at]
        .rfind(['\n', '\r'])
        .map_or(0, |newline| newline + 1)
}

fn heads_line(tokens: &Tokens, date: &DateMention) -> bool {
    let line = tokens.line(date.tokens.start);
    let bare = tokens[date.tokens.clone()]
        .iter()
        .all(|token| token.number().is_some() || matches!(token.kind, TokenKind::Symbol(_)));
    let valued = tokens.get(date.tokens.end).is_some_and(|next| {
        next.number().is_some() || next.is(Symbol::Times) || next.is(Symbol::At)
    });
    if bare && valued {
        return false;
    }
    tokens[line.start..date.tokens.start].iter().all(|token| {
        matches!(
            token.kind,
            TokenKind::Symbol(
                Symbol::Hash | Symbol::Dash | Symbol::Star | Symbol::Bullet | Symbol::Open
            )
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn headings_cut_a_text_into_days() {
        let text = "# 2026-03-01\ngranite polished\n\n# 2026-03-03\nbasalt washed\n";
        let found = sessions(text, day("2026-03-20"));
        let days: Vec<_> = found.iter().map(|session| session.date).collect();
        assert_eq!(days, [day("2026-03-01"), day("2026-03-03")]);
        assert_eq!(
            &text[found[1].span.start..],
            "# 2026-03-03\nbasalt washed\n"
        );
    }

    #[test]
    fn clauses_that_a_day_heads_go_over_to_it() {
        let told = |text: &str| {
            let found = sessions(text, day("2026-03-20"));
            let told = found.into_iter().map(|session| {
                let words = session.text(text).trim().to_owned();
                (session.date.to_string(), words)
            });
            told.collect::<Vec<_>>()
        };
        let pair = |date: &str, text: &str| (date.to_owned(), text.to_owned());
        let text = "yesterday polished granite 5x5. today washed basalt 3x10";
        assert_eq!(
            told(text),
            [
                pair("2026-03-19", "yesterday polished granite 5x5."),
                pair("2026-03-20", "today washed basalt 3x10"),
            ]
        );
        let text = "polished granite 5x5. 어제는 화강암 3회 닦음";
        assert_eq!(told(text)[1].0, "2026-03-19");
        for one in [
            "polished granite 5x5 on monday, wednesday and thursday",
            "slept 5 h last night. polished granite 5x5",
            "granite 5x5. back there monday",
        ] {
            assert_eq!(told(one).len(), 1, "{one}");
        }
    }

    #[test]
    fn values_at_the_beginning_of_lines_are_no_headings() {
        let found = sessions("granite\n5/3 100\n3/2 110", day("2026-03-20"));
        assert_eq!(found.len(), 1);
        let found = sessions("3/2 granite 5x5\n3/4 basalt 3x10\n", day("2026-03-20"));
        let told: Vec<_> = found.iter().map(|session| session.date).collect();
        assert_eq!(told, [day("2026-03-02"), day("2026-03-04")]);
    }

    #[test]
    fn a_text_without_headings_is_one_session() {
        let found = sessions("granite polished, not as on 2026-03-01", day("2026-03-20"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].date, day("2026-03-20"));
    }
}
