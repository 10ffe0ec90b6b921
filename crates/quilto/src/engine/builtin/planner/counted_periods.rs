//! Weeks and months that are counted by how often something was done in them ("in how many weeks at
//! least 3 times?").

use std::ops::Range;

use crate::model::{CountedPeriods, GroupBy};
use crate::text::Tokens;
use quilto_language::questions::words;
use quilto_language::{Bucket, Words};

use super::domain_words::DomainWords;
use super::filter;

/// The weeks or months that a question counts, and the words that say so.
pub fn asked(
    tokens: &Tokens,
    line: &Words,
    own: &DomainWords,
) -> Option<(CountedPeriods, Vec<Range<usize>>)> {
    const MOST: f64 = 31.0;
    let cues = words();
    let (bucket, hit) = cues
        .count_stretches
        .iter()
        .find_map(|(bucket, list)| Some((*bucket, list.find(line)?)))?;
    let by = match bucket {
        Bucket::Week => GroupBy::Week,
        Bucket::Month => GroupBy::Month,
        Bucket::Year => GroupBy::Year,
        _ => return None,
    };
    let (value, at) = tokens.iter().find_map(|token| {
        let number = token.number()?;
        let at = line.touching(&(token.span.start..token.span.end));
        let fits = number.whole().is_some() && (1.0..=MOST).contains(&number.value);
        let counts = |i: usize| {
            let word = line.at(i).text.as_str();
            cues.times.is(word) || own.know(word)
        };
        let inside = at.len() > 1 && counts(at.end - 1);
        let next = at.end < line.len() && counts(at.end);
        let apart = at.start >= hit.words.end || at.end <= hit.words.start;
        let end = if inside { at.end } else { at.end + 1 };
        (fits && apart && !at.is_empty() && (inside || next))
            .then_some((number.value, at.start..end))
    })?;
    let days = filter::bounds("days".to_owned(), value, 0.0, line);
    Some((CountedPeriods { by, days }, vec![hit.words, at]))
}
