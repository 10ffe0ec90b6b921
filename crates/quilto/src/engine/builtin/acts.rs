//! What a text does, clause by clause: its words laid out for the model of acts.

use std::ops::Range;
use std::sync::OnceLock;

use chrono::NaiveDate;
use quilto_acts::{Break, Read, Word, cut};
use serde::Deserialize;

use super::language::sentences;
use super::notation;
use super::router::kind::{self, Signals};
use crate::domain::{ActiveDomainContext, DomainMention};
use crate::text::dates::{self, DateContext, DateMention, Direction};
use crate::text::{Dimension, Script, Symbol, TokenKind, Tokens, lexicon};

/// Where clauses may begin and end: `text/lexicon/<language>/clauses.yaml`.
#[derive(Debug, Default, Deserialize)]
struct Clauses {
    begin: Vec<String>,
    end: Vec<String>,
    endings: Vec<String>,
}

fn clauses() -> &'static Clauses {
    static CLAUSES: OnceLock<Clauses> = OnceLock::new();
    CLAUSES.get_or_init(|| lexicon::merged("clauses").unwrap_or_default())
}

/// From this probability on a clause is held to tell nothing that its writer did.
pub const HOLDS_NO_DATA: f64 = 0.55;

/// What a clause does.
#[derive(Clone, Debug)]
pub struct OfClause {
    /// Its tokens.
    pub tokens: Range<usize>,
    /// How likely each act is.
    pub read: Read,
}

/// What the clauses of a text do. None where the application has brought no weights.
pub fn read(
    domains: &ActiveDomainContext,
    tokens: &Tokens,
    mentions: &[DomainMention],
    today: NaiveDate,
) -> Vec<OfClause> {
    let Some(model) = &domains.acts else {
        return Vec::new();
    };
    let words = words(tokens, mentions, today);
    let clauses = cut(&words);
    let reads = model.read(&clauses);
    let starts: Vec<usize> = clauses
        .iter()
        .map(|clause| tokens.partition_point(|token| token.span.start < clause.span.start))
        .collect();
    let ends = starts.iter().skip(1).copied().chain([tokens.len()]);
    let ranges = starts.iter().zip(ends);
    ranges
        .zip(reads)
        .map(|((start, end), read)| OfClause {
            tokens: *start..end,
            read,
        })
        .collect()
}

/// The clauses that tell nothing their writer did.
pub fn held(acts: &[OfClause]) -> impl Iterator<Item = Range<usize>> {
    acts.iter()
        .filter(|clause| clause.read.of_no_data() >= HOLDS_NO_DATA)
        .map(|clause| clause.tokens.clone())
}

/// The words of a text. Numbers look alike but for what they count, names of a domain stand as their
/// kind, and of dates it is known on which side of today they lie.
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
        let token = &tokens[at];
        if token.kind == TokenKind::Newline {
            begins = Some(Break::Line);
            at += 1;
            continue;
        }
        let named = names.binary_search_by_key(&at, |(range, _)| range.start);
        let (text, end, plain) = match named.ok().map(|named| &names[named]) {
            Some((range, kind)) => (kind.clone(), range.end.max(at + 1), false),
            None => (text(tokens, at), at + 1, token.is_word()),
        };
        let known = known(&dates, at, today);
        let here = begins.take().or_else(|| begin(tokens, at, &words, known));
        let span = tokens.span_of(at..end);
        let mut lists = cued[at..end].concat();
        lists.extend(known.map(|(side, _)| side.to_owned()));
        words.push(Word {
            begins: here,
            plain,
            known: lists,
            ..Word::new(text, span.start..span.end)
        });
        begins = ends(tokens, end - 1, plain);
        at = end;
    }
    words
}

/// What the lists of cue words and the forms of questions say of each token.
fn cued(tokens: &Tokens) -> Vec<Vec<String>> {
    let mut cued = vec![Vec::new(); tokens.len()];
    for hit in notation::cues(tokens) {
        let name = format!("{:?}", hit.meaning);
        for of_token in &mut cued[hit.tokens] {
            of_token.push(name.clone());
        }
    }
    for sentence in sentences::split(tokens.text()) {
        let read = kind::read(&sentence, Signals::default());
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

/// On which side of today a date lies that a token belongs to, and whether it begins there.
fn known(dates: &[DateMention], at: usize, today: NaiveDate) -> Option<(&'static str, bool)> {
    let date = dates.iter().find(|date| date.tokens.contains(&at))?;
    let side = if date.range.start == today && date.is_day() {
        "today"
    } else if date.direction == Direction::Future {
        "future"
    } else if date.is_day() {
        "past"
    } else {
        "period"
    };
    Some((side, date.tokens.start == at))
}

/// Whether a clause may begin at a token for its own sake.
fn begin(
    tokens: &Tokens,
    at: usize,
    before: &[Word],
    known: Option<(&'static str, bool)>,
) -> Option<Break> {
    let token = &tokens[at];
    if token.is(Symbol::Open) {
        return Some(Break::Comma);
    }
    let date =
        known.is_some_and(|(_, first)| first) && before.last().is_some_and(|word| word.plain);
    let word = token.is_word() && is(&clauses().begin, tokens.norm(at));
    // Where verbs come last, a word behind a number begins something else.
    let behind_number = token.kind == TokenKind::Word(Script::Hangul)
        && token.spaced
        && before.last().is_some_and(|word| word.text.starts_with('#'));
    (date || word || behind_number).then_some(Break::Word)
}

/// Whether a clause may begin behind a token.
fn ends(tokens: &Tokens, at: usize, plain: bool) -> Option<Break> {
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
        TokenKind::Word(_) if plain => {
            let word = tokens.norm(at);
            let lists = clauses();
            let spaced = tokens.get(at + 1).is_some_and(|next| next.spaced);
            let ends = |ending: &String| word.len() > ending.len() && word.ends_with(&**ending);
            let over = is(&lists.end, word) || lists.endings.iter().any(ends);
            (over && spaced).then_some(Break::Word)
        }
        _ => None,
    }
}

fn is(list: &[String], word: &str) -> bool {
    list.iter().any(|entry| entry == word)
}
