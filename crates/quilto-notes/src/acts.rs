//! What a text does, clause by clause: its words laid out for the model of acts.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use chrono::{NaiveDate, TimeDelta};
use quilto_acts::{Act, ActProbabilities, Break, Model as Acts, Word};

use quilto_domain::{ActiveDomainContext, DomainMention};
use quilto_language::sentence_kind::{self, SentenceSignals};
use quilto_language::{endings, operators, sentences};
use quilto_text::dates::{self, DateContext, DateMention, Direction};
use quilto_text::time_limit;
use quilto_text::{Dimension, Symbol, TokenKind, Tokens};

/// From this probability on a clause is held to tell nothing that its writer did.
pub const HOLDS_NO_DATA: f64 = 0.5;

/// From this probability on so is one that looks like a record: one of rows and nothing else, or one that
/// somebody is named in whose doing it could be, as who was there.
const RECORD_HOLDS_NO_DATA: f64 = 0.6;

/// Below this probability that nothing was done, a clause is held to tell what was.
const TELLS_DONE: f64 = 0.2;

/// A day as long before today is no day that one logs.
const LONG_AGO: TimeDelta = TimeDelta::days(200);

/// What a clause does.
#[derive(Clone, Debug)]
pub struct ClauseAct {
    /// Its tokens.
    pub tokens: Range<usize>,
    /// How likely each act is.
    pub read: ActProbabilities,
    /// Whether it tells rows and nothing else: "granite 135x10, 165x8".
    rows: bool,
    /// Whether it names who was there: "친구들이랑 …".
    company: bool,
}

impl ClauseAct {
    /// Whether it is held to tell nothing that its writer did.
    pub fn holds_no_data(&self) -> bool {
        let together = self.company && self.read.act_without_data() == Act::Other;
        let limit = if self.rows || together {
            RECORD_HOLDS_NO_DATA
        } else {
            HOLDS_NO_DATA
        };
        self.read.of_no_data() >= limit
    }

    /// Whether it is held to tell what its writer did, so that words that speak against it do not settle that it was not
    /// done.
    pub fn tells_done(&self) -> bool {
        self.read.of_no_data() < TELLS_DONE
    }
}

/// Whether a stretch holds a compact form (`135x10`), and no word but names.
fn tells_rows(tokens: &Tokens, stretch: Range<usize>, mentions: &[DomainMention]) -> bool {
    let named = |at: usize| {
        let mut names = mentions.iter().map(|found| &found.mention.tokens);
        names.any(|name| name.contains(&at))
    };
    let number = |at: usize| tokens.get(at).is_some_and(|token| token.number().is_some());
    let compact = |at: usize| tokens[at].is(Symbol::Times) && number(at + 1);
    let words = stretch.clone().filter(|at| tokens[*at].is_word());
    let mut words = words.filter(|at| tokens[*at].number().is_none() && !named(*at));
    stretch.clone().any(compact) && words.next().is_none()
}

/// What the clauses of a text do. None where the application has brought no weights.
pub fn read(
    domains: &ActiveDomainContext,
    tokens: &Tokens,
    mentions: &[DomainMention],
    today: NaiveDate,
) -> Vec<ClauseAct> {
    let Some(model) = &domains.acts else {
        return Vec::new();
    };
    let read = read_words(model, words(tokens, mentions, today));
    let start = |at: usize| tokens.partition_point(|token| token.span.start < at);
    let starts: Vec<usize> = read
        .iter()
        .map(|(clause_start, _)| start(*clause_start))
        .collect();
    let ends = starts.iter().skip(1).copied().chain([tokens.len()]);
    let ranges = starts.iter().zip(ends);
    ranges
        .zip(read)
        .map(|((start, end), (_, read))| ClauseAct {
            tokens: *start..end,
            read,
            rows: tells_rows(tokens, *start..end, mentions),
            company: endings::names_company(tokens, *start..end),
        })
        .collect()
}

/// Words and what was read of them: where each clause starts, in bytes, and what it does.
struct LastRead {
    model: Arc<Acts>,
    words: Vec<Word>,
    read: Vec<(usize, ActProbabilities)>,
}

thread_local! {
    /// What was read last: who chooses domains and who reads a note ask about the same words, one after the other.
    static LAST_READ: RefCell<Option<LastRead>> = const { RefCell::new(None) };
}

fn read_words(model: &Arc<Acts>, words: Vec<Word>) -> Vec<(usize, ActProbabilities)> {
    LAST_READ.with_borrow_mut(|last| {
        if let Some(last) = last
            && Arc::ptr_eq(&last.model, model)
            && last.words == words
        {
            return last.read.clone();
        }
        let read = model.read(&words).into_iter();
        let read: Vec<(usize, ActProbabilities)> = read
            .map(|(clause, read)| (clause.span.start, read))
            .collect();
        *last = Some(LastRead {
            model: Arc::clone(model),
            words,
            read: read.clone(),
        });
        read
    })
}

/// The clauses that tell nothing their writer did.
pub fn held(acts: &[ClauseAct]) -> impl Iterator<Item = Range<usize>> {
    acts.iter()
        .filter(|clause| clause.holds_no_data())
        .map(|clause| clause.tokens.clone())
}

/// The words of a text. Numbers look alike but for what they count, names of a domain stand as their
/// kind and are known as they were typed, and of dates it is known on which side of today they lie.
pub fn words(tokens: &Tokens, mentions: &[DomainMention], today: NaiveDate) -> Vec<Word> {
    let mut names: Vec<(Range<usize>, String)> = Vec::new();
    for found in mentions {
        let kind = format!("<{}>", found.mention.kind);
        names.push((found.mention.tokens.clone(), kind));
    }
    names.sort_by_key(|(range, _)| range.start);
    let dates = dates::find(tokens, &DateContext::question(today));
    let cued = cued(tokens);
    let mut words: Vec<Word> = Vec::new();
    let mut begins = Some(Break::Line);
    let mut at = 0;
    while at < tokens.len() {
        time_limit::check();
        let token = &tokens[at];
        if token.kind == TokenKind::Newline {
            begins = Some(Break::Line);
            at += 1;
            continue;
        }
        let named = names.binary_search_by_key(&at, |(range, _)| range.start);
        let (text, end, plain) = match named.map(|named| &names[named]) {
            Ok((range, kind)) => (kind.clone(), range.end.max(at + 1), false),
            Err(_) => (text(tokens, at), at + 1, token.is_word()),
        };
        let opens = token.is(Symbol::Open).then_some(Break::Comma);
        let here = begins.take().or(opens);
        let span = tokens.span_of(at..end);
        let mut lists = cued[at..end].concat();
        lists.extend(known(&dates, at, today).map(str::to_owned));
        // "ran" and "run" are one name, and only one of them was done.
        if named.is_ok() {
            lists.push(format!("said {}", tokens.slice(span).to_lowercase()));
        }
        words.push(Word {
            begins: here,
            plain,
            known: lists,
            ..Word::new(text, span.start..span.end)
        });
        begins = ends(tokens, end - 1);
        at = end;
    }
    words
}

/// What the lists of cue words and the forms of questions say of each token.
fn cued(tokens: &Tokens) -> Vec<Vec<String>> {
    let mut cued = vec![Vec::new(); tokens.len()];
    for hit in operators::cues().find(tokens) {
        let name = format!("{:?}", hit.meaning);
        for of_token in &mut cued[hit.tokens] {
            of_token.push(name.clone());
        }
    }
    for sentence in sentences::split(tokens.text()) {
        let read = sentence_kind::read(&sentence, SentenceSignals::default());
        let name = format!("{:?}", read.kind);
        let before = |end: usize| tokens.partition_point(|token| token.span.start < end);
        for of_token in &mut cued[before(sentence.span.start)..before(sentence.span.end)] {
            of_token.push(name.clone());
        }
    }
    cued
}

/// How a token is seen.
fn text(tokens: &Tokens, at: usize) -> String {
    let token = &tokens[at];
    let number = match token.kind {
        TokenKind::Number(_) => "#",
        TokenKind::Quantity(quantity) => match tokens.unit(quantity.unit).dimension {
            Dimension::Mass => "#mass",
            Dimension::Distance => "#distance",
            Dimension::Duration => "#duration",
            Dimension::Energy => "#energy",
            Dimension::Volume => "#volume",
            Dimension::Ratio => "#ratio",
            Dimension::Months => "#months",
            Dimension::Count => return format!("#{}", tokens.unit(quantity.unit).name),
            _ => "#other",
        },
        TokenKind::Ordinal(_) => "#th",
        TokenKind::Clock(_) => "#clock",
        TokenKind::Time(_) => "#time",
        TokenKind::Pace(_) => "#pace",
        TokenKind::Date(_) => "#date",
        _ => return tokens.norm(at).to_owned(),
    };
    number.to_owned()
}

/// On which side of today a date lies that a token belongs to.
fn known(dates: &[DateMention], at: usize, today: NaiveDate) -> Option<&'static str> {
    let date = dates.iter().find(|date| date.tokens.contains(&at))?;
    let side = if today - date.range.end > LONG_AGO {
        "long ago"
    } else if date.range.start == today && date.is_day() {
        "today"
    } else if date.direction == Direction::Future {
        "future"
    } else if date.is_day() {
        "past"
    } else {
        "period"
    };
    Some(side)
}

/// Whether a sign parts clauses behind it.
fn ends(tokens: &Tokens, at: usize) -> Option<Break> {
    let token = &tokens[at];
    let number = |at: Option<usize>| {
        at.and_then(|at| tokens.get(at))
            .is_some_and(|token| token.number().is_some())
    };
    let between = number(at.checked_sub(1)) && number(Some(at + 1));
    match token.kind {
        TokenKind::Symbol(symbol) => match symbol {
            Symbol::Period | Symbol::Comma if between => None,
            Symbol::Period
            | Symbol::Exclamation
            | Symbol::Question
            | Symbol::Semicolon
            | Symbol::Ellipsis
            | Symbol::Bullet => Some(Break::Sentence),
            Symbol::Comma | Symbol::Close | Symbol::Arrow | Symbol::Bar => Some(Break::Comma),
            Symbol::Dash | Symbol::Slash => {
                let apart = tokens.get(at + 1).is_some_and(|next| next.spaced);
                (token.spaced && apart).then_some(Break::Comma)
            }
            _ => None,
        },
        _ => None,
    }
}
