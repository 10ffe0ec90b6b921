//! What is seen of each token of a note: itself, its neighbours, what the vocabularies know of it, and its place in
//! a chain of figures (`80 x 5 x 5`).

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::Range;

use crate::acts::ClauseAct;
use quilto_domain::{ActiveDomainContext, DomainMention, Feature, WordLists};
use quilto_text::{Number, Script, Symbol, TokenKind, Tokens};

/// The tokens on each side that are seen.
const AROUND: [(&str, isize); 7] = [
    ("-3", -3),
    ("-2", -2),
    ("-1", -1),
    ("0", 0),
    ("1", 1),
    ("2", 2),
    ("3", 3),
];
/// What is seen together: from a token to another.
const RUNS: [(&str, isize, isize); 7] = [
    ("-1..0", -1, 0),
    ("0..1", 0, 1),
    ("-2..0", -2, 0),
    ("0..2", 0, 2),
    ("-1..1", -1, 1),
    ("-2..-1", -2, -1),
    ("1..2", 1, 2),
];
/// So many letters at the beginning and the end of a word are seen.
const ENDS: usize = 4;
/// So many tokens of a chain on each side of a figure are seen.
const LINKS: usize = 4;
/// Entries of word lists have no more words.
const LONGEST: usize = 3;
/// Parts of words that are looked for in lists have at least so many letters.
const LEAST_LATIN: usize = 4;
const LEAST_OTHER: usize = 2;
/// A name of the vocabulary is seen from so many tokens away.
const FAR: usize = 12;
/// Numbers up to each of these look alike.
const SIZES: [f64; 12] = [
    0.0, 1.0, 2.0, 5.0, 12.0, 20.0, 40.0, 70.0, 130.0, 300.0, 1000.0, 5000.0,
];

/// How likely it is that a clause tells nothing its writer did, in steps.
const LIKELY: [f64; 6] = [0.05, 0.2, 0.4, 0.6, 0.8, 0.95];

/// Figures up to the highest size, and the places in the longest chain.
const DIGITS: [&str; 13] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12",
];

/// Features of a token.
struct Features<F>(Vec<F>);

impl<F: Feature> Features<F> {
    fn put(&mut self, pieces: &[&str]) {
        self.0.push(F::of(pieces));
    }
}

/// In order, each once.
pub(super) fn once<F: Feature>(mut features: Vec<F>) -> Vec<F> {
    features.sort_unstable();
    features.dedup();
    features
}

/// A token as the classifier sees it.
struct TokenView<'t> {
    /// Its word; figures look alike.
    text: Cow<'t, str>,
    /// What kind of token it is.
    shape: Cow<'t, str>,
    /// The kinds of the names it belongs to, with their domains.
    kinds: BTreeSet<String>,
    /// The lists of words it stands in, and how.
    lists: BTreeSet<String>,
}

/// The features of each token of a note.
pub(super) fn features<F: Feature>(
    domains: &ActiveDomainContext,
    tokens: &Tokens,
    mentions: &[DomainMention],
    acts: &[ClauseAct],
) -> Vec<Vec<F>> {
    let seen = seen(domains, tokens, mentions);
    let mut all: Vec<Features<F>> = Vec::with_capacity(tokens.len());
    for at in 0..tokens.len() {
        let mut features = Features(Vec::with_capacity(MANY));
        own(tokens, &seen, at, &mut features);
        around(&seen, at, &mut features);
        names_near(tokens, &seen, at, &mut features);
        chain(tokens, &seen, at, &mut features);
        all.push(features);
    }
    of_acts(acts, &mut all);
    all.into_iter().map(|features| once(features.0)).collect()
}

/// Room for the features of most tokens.
const MANY: usize = 96;

/// What the clause of each token does.
fn of_acts<F: Feature>(acts: &[ClauseAct], all: &mut [Features<F>]) {
    for clause in acts {
        let likely = clause.read.of_no_data();
        let part = DIGITS[LIKELY.partition_point(|least| *least <= likely)];
        let act = format!("{:?}", clause.read.act());
        for features in &mut all[clause.tokens.clone()] {
            features.put(&["act ", &act]);
            features.put(&["no data ", part]);
        }
        if let Some(first) = all.get_mut(clause.tokens.start) {
            first.put(&["clause begins"]);
            first.put(&["clause begins, no data ", part]);
        }
    }
}

fn seen<'t>(
    domains: &ActiveDomainContext,
    tokens: &'t Tokens,
    mentions: &[DomainMention],
) -> Vec<TokenView<'t>> {
    let mut kinds: Vec<BTreeSet<String>> = vec![BTreeSet::new(); tokens.len()];
    for named in mentions {
        let domain = &domains.modules[named.domain].name;
        for (at, place) in named.mention.tokens.clone().enumerate() {
            let begins = if at == 0 { "" } else { "~" };
            kinds[place].insert(format!("{begins}{domain}.{}", named.mention.kind));
        }
    }
    let lists = match &domains.words {
        Some(words) => lists(words, tokens),
        None => vec![BTreeSet::new(); tokens.len()],
    };
    let each = kinds.into_iter().zip(lists).enumerate();
    each.map(|(at, (kinds, lists))| TokenView {
        text: text(tokens, at),
        shape: shape(tokens, at),
        kinds,
        lists,
    })
    .collect()
}

/// The lists of words that each token stands in: by itself, as one of several words, or by how it begins or ends.
pub(super) fn lists(words: &WordLists, tokens: &Tokens) -> Vec<BTreeSet<String>> {
    let mut lists: Vec<BTreeSet<String>> = vec![BTreeSet::new(); tokens.len()];
    for at in 0..tokens.len() {
        let mut pieces: Vec<&str> = Vec::new();
        for end in at..tokens.len().min(at + LONGEST) {
            if !tokens[end].is_word() {
                break;
            }
            if end > at {
                pieces.push(" ");
            }
            pieces.push(tokens.norm(end));
            for list in words.of(&pieces) {
                lists[at].insert(list.to_owned());
                let more = lists[at + 1..=end].iter_mut();
                more.for_each(|of| {
                    of.insert(format!("~{list}"));
                });
            }
        }
        if tokens[at].is_word() && lists[at].is_empty() {
            lists[at] = parts(words, tokens.norm(at));
        }
    }
    lists
}

/// The lists that the longest beginning and the longest end of a word stand in.
fn parts(words: &WordLists, word: &str) -> BTreeSet<String> {
    let least = match word.is_ascii() {
        true => LEAST_LATIN,
        false => LEAST_OTHER,
    };
    let cuts: Vec<usize> = word.char_indices().map(|(at, _)| at).collect();
    let before = cuts.iter().skip(least).rev();
    let behind = cuts.iter().take(cuts.len().saturating_sub(least - 1));
    let of = |how: &str, part: &str| {
        let lists = words.of(&[part]);
        lists.map(|list| format!("{how}{list}")).collect::<Vec<_>>()
    };
    let first = |found: &Vec<String>| !found.is_empty();
    let begins = before.map(|at| of("*", &word[..*at])).find(first);
    let ends = behind.skip(1).map(|at| of("^", &word[*at..])).find(first);
    begins.into_iter().chain(ends).flatten().collect()
}

/// The word of a token; of figures only what kind they are.
fn text(tokens: &Tokens, at: usize) -> Cow<'_, str> {
    match tokens[at].kind {
        TokenKind::Word(_) | TokenKind::Symbol(_) => tokens.norm(at).into(),
        _ => shape(tokens, at),
    }
}

pub(super) fn shape(tokens: &Tokens, at: usize) -> Cow<'_, str> {
    let shape = match &tokens[at].kind {
        TokenKind::Word(Script::Latin) => "Latin",
        TokenKind::Word(Script::Hangul) => "Hangul",
        TokenKind::Word(Script::Other) => "Other",
        TokenKind::Number(_) => "#",
        TokenKind::Quantity(quantity) => {
            return format!("#{}", tokens.unit(quantity.unit).name).into();
        }
        TokenKind::Ordinal(_) => "#th",
        TokenKind::Clock(clock) if clock.duration_only => "#'#",
        TokenKind::Clock(clock) if clock.len == 3 => "#:#:#",
        TokenKind::Clock(_) => "#:#",
        TokenKind::Time(_) => "#am",
        TokenKind::Pace(_) => "#/km",
        TokenKind::Date(_) => "#-#-#",
        TokenKind::Symbol(Symbol::Other(_)) => "sign",
        TokenKind::Symbol(symbol) => return format!("{symbol:?}").into(),
        TokenKind::Newline => "\n",
    };
    shape.into()
}

/// What a token is by itself.
fn own<F: Feature>(tokens: &Tokens, seen: &[TokenView], at: usize, features: &mut Features<F>) {
    features.put(&["always"]);
    let (token, shape) = (&tokens[at], &*seen[at].shape);
    features.put(&["shape ", shape]);
    if !token.spaced {
        features.put(&["joined ", shape]);
    }
    if let Some(number) = token.number() {
        sizes(number, shape, features);
    }
    if token.is_word() {
        letters(&seen[at].text, "0", features);
    }
}

/// Numbers of one size look alike.
pub(super) fn size(value: f64) -> &'static str {
    DIGITS[SIZES.partition_point(|size| *size < value)]
}

fn sizes<F: Feature>(number: &Number, shape: &str, features: &mut Features<F>) {
    let size = size(number.value);
    features.put(&["size ", size]);
    features.put(&["size ", size, " ", shape]);
    features.put(&["decimals ", &number.decimals.to_string()]);
    if number.whole().is_some_and(|whole| whole % 5 == 0) {
        features.put(&["fives"]);
    }
}

fn letters<F: Feature>(word: &str, place: &str, features: &mut Features<F>) {
    let behind = word
        .char_indices()
        .map(|(at, letter)| at + letter.len_utf8());
    for end in behind.take(ENDS) {
        features.put(&[place, " ", &word[..end], "*"]);
    }
    let before = word.char_indices().rev();
    for (start, _) in before.take(ENDS) {
        features.put(&[place, " *", &word[start..]]);
    }
}

/// The words around a token and what is known of them.
fn around<F: Feature>(seen: &[TokenView], at: usize, features: &mut Features<F>) {
    let place = |far: isize| at.checked_add_signed(far).and_then(|place| seen.get(place));
    let text = |far: isize| place(far).map_or("$", |seen| &*seen.text);
    let shape = |far: isize| place(far).map_or("$", |seen| &*seen.shape);
    for (name, far) in AROUND {
        features.put(&[name, "= ", text(far)]);
        for kind in place(far).into_iter().flat_map(|seen| &seen.kinds) {
            features.put(&[name, " is ", kind]);
        }
        for list in place(far).into_iter().flat_map(|seen| &seen.lists) {
            features.put(&[name, " in ", list]);
        }
    }
    for (name, from, to) in RUNS {
        match to - from {
            1 => {
                features.put(&[name, "= ", text(from), " ", text(to)]);
                features.put(&[name, " ", shape(from), " ", shape(to)]);
            }
            _ => {
                let between = from + 1;
                features.put(&[name, "= ", text(from), " ", text(between), " ", text(to)]);
                features.put(&[name, " ", shape(from), " ", shape(between), " ", shape(to)]);
            }
        }
    }
    for (name, far) in [("-1", -1), ("1", 1)] {
        if place(far).is_some_and(|seen| seen.text.starts_with(char::is_alphabetic)) {
            letters(text(far), name, features);
        }
    }
}

/// The nearest names of the vocabularies on each side, and whether they stand in the same line.
fn names_near<F: Feature>(
    tokens: &Tokens,
    seen: &[TokenView],
    at: usize,
    features: &mut Features<F>,
) {
    let line = tokens.line(at);
    let mut tell = |side: &str, places: &mut dyn Iterator<Item = usize>| {
        for (far, place) in places.take(FAR).enumerate() {
            let mut kinds = seen[place].kinds.iter().peekable();
            if kinds.peek().is_none() {
                continue;
            }
            let there = if line.contains(&place) {
                ""
            } else {
                " of another line"
            };
            let near = if far == 0 { " next" } else { "" };
            for kind in kinds {
                let kind = kind.trim_start_matches('~');
                features.put(&[side, " ", kind, there]);
                features.put(&[side, " ", kind, near, " ", &seen[at].shape]);
            }
            return;
        }
        features.put(&[side, " none"]);
    };
    tell("left", &mut (0..at).rev());
    tell("right", &mut (at + 1..tokens.len()));
    if at == line.start {
        features.put(&["line begins"]);
    }
    if at == 0 {
        features.put(&["note begins"]);
    }
}

/// The chain of figures a token stands in, and where in it.
fn chain<F: Feature>(tokens: &Tokens, seen: &[TokenView], at: usize, features: &mut Features<F>) {
    let links = |place: usize| match tokens[place].kind {
        TokenKind::Number(_)
        | TokenKind::Quantity(_)
        | TokenKind::Clock(_)
        | TokenKind::Pace(_) => true,
        TokenKind::Symbol(symbol) => matches!(
            symbol,
            Symbol::Times
                | Symbol::At
                | Symbol::Plus
                | Symbol::Dash
                | Symbol::Slash
                | Symbol::Comma
        ),
        TokenKind::Word(_) => matches!(tokens.norm(place), "x" | "by" | "for"),
        _ => false,
    };
    if !links(at) {
        return;
    }
    let start = (0..at)
        .rev()
        .take(LINKS)
        .take_while(|place| links(*place))
        .last()
        .unwrap_or(at);
    let end = (at..tokens.len())
        .take(LINKS + 1)
        .take_while(|place| links(*place))
        .last()
        .unwrap_or(at);
    let chain: Range<usize> = start..end + 1;
    if chain.len() < 2 {
        features.put(&["alone"]);
        return;
    }
    let shapes: Vec<&str> = chain.clone().map(|place| &*seen[place].shape).collect();
    let (place, whole) = (DIGITS[at - start], shapes.concat());
    features.put(&["chain ", place, " ", &whole]);
    let value = |place: usize| tokens[place].number().map(|number| number.value);
    for (name, other) in [("next", at + 2), ("last", at.wrapping_sub(2))] {
        if let (Some(own), Some(other)) = (
            value(at),
            (chain.contains(&other)).then(|| value(other)).flatten(),
        ) {
            let order = match own.total_cmp(&other) {
                Ordering::Less => "Less",
                Ordering::Equal => "Equal",
                Ordering::Greater => "Greater",
            };
            features.put(&["chain ", place, " ", &whole, " ", name, " ", order]);
        }
    }
    features.put(&["chain from ", &shapes[at - start..].concat()]);
    features.put(&["chain to ", &shapes[..=at - start].concat()]);
}
