//! What is seen of each token of a note: itself, its neighbours, what the vocabularies know of it, and its place in
//! a chain of figures (`80 x 5 x 5`).

use std::collections::BTreeSet;
use std::ops::Range;

use crate::domain::{ActiveDomainContext, DomainMention};
use crate::engine::builtin::acts::OfClause;
use crate::text::{Number, Symbol, TokenKind, Tokens};

/// So many tokens on each side are seen.
const AROUND: isize = 3;
/// So many letters at the beginning and the end of a word are seen.
const ENDS: usize = 4;
/// So many tokens of a chain on each side of a figure are seen.
const LINKS: usize = 4;
/// A name of the vocabulary is seen from so many tokens away.
const FAR: usize = 12;
/// Numbers up to each of these look alike.
const SIZES: [f64; 12] = [
    0.0, 1.0, 2.0, 5.0, 12.0, 20.0, 40.0, 70.0, 130.0, 300.0, 1000.0, 5000.0,
];

/// How likely it is that a clause tells nothing its writer did, in steps.
const LIKELY: [f64; 6] = [0.05, 0.2, 0.4, 0.6, 0.8, 0.95];

/// A token as the classifier sees it.
struct Seen {
    /// Its word; figures look alike.
    text: String,
    /// What kind of token it is.
    shape: String,
    /// The kinds of the names it belongs to, with their domains.
    kinds: BTreeSet<String>,
}

/// The features of each token of a note.
pub(super) fn features(
    domains: &ActiveDomainContext,
    tokens: &Tokens,
    mentions: &[DomainMention],
    acts: &[OfClause],
) -> Vec<Vec<String>> {
    let seen = seen(domains, tokens, mentions);
    let acts = of_acts(tokens, acts);
    (0..tokens.len())
        .map(|at| {
            let mut features = own(tokens, &seen, at);
            around(&seen, at, &mut features);
            names_near(tokens, &seen, at, &mut features);
            chain(tokens, &seen, at, &mut features);
            features.extend(acts[at].iter().cloned());
            features.into_iter().collect()
        })
        .collect()
}

/// What the clause of each token does.
fn of_acts(tokens: &Tokens, acts: &[OfClause]) -> Vec<Vec<String>> {
    let mut all = vec![Vec::new(); tokens.len()];
    for clause in acts {
        let likely = clause.read.of_no_data();
        let part = LIKELY.partition_point(|least| *least <= likely);
        let features = [
            format!("act {:?}", clause.read.act()),
            format!("no data {part}"),
        ];
        for at in clause.tokens.clone() {
            all[at].extend(features.iter().cloned());
        }
        if let Some(first) = all.get_mut(clause.tokens.start) {
            first.push("clause begins".to_owned());
            first.push(format!("clause begins, no data {part}"));
        }
    }
    all
}

fn seen(domains: &ActiveDomainContext, tokens: &Tokens, mentions: &[DomainMention]) -> Vec<Seen> {
    let mut kinds: Vec<BTreeSet<String>> = vec![BTreeSet::new(); tokens.len()];
    for named in mentions {
        let domain = &domains.modules[named.domain].name;
        for (at, place) in named.mention.tokens.clone().enumerate() {
            let begins = if at == 0 { "" } else { "~" };
            kinds[place].insert(format!("{begins}{domain}.{}", named.mention.kind));
        }
    }
    let each = kinds.into_iter().enumerate();
    each.map(|(at, kinds)| Seen {
        text: text(tokens, at),
        shape: shape(tokens, at),
        kinds,
    })
    .collect()
}

/// The word of a token; of figures only what kind they are.
fn text(tokens: &Tokens, at: usize) -> String {
    match tokens[at].kind {
        TokenKind::Word(_) | TokenKind::Symbol(_) => tokens.norm(at).to_owned(),
        _ => shape(tokens, at),
    }
}

fn shape(tokens: &Tokens, at: usize) -> String {
    match &tokens[at].kind {
        TokenKind::Word(script) => format!("{script:?}"),
        TokenKind::Number(_) => "#".to_owned(),
        TokenKind::Quantity(quantity) => format!("#{}", tokens.unit(quantity.unit).name),
        TokenKind::Ordinal(_) => "#th".to_owned(),
        TokenKind::Clock(clock) if clock.duration_only => "#'#".to_owned(),
        TokenKind::Clock(clock) if clock.len == 3 => "#:#:#".to_owned(),
        TokenKind::Clock(_) => "#:#".to_owned(),
        TokenKind::Time(_) => "#am".to_owned(),
        TokenKind::Pace(_) => "#/km".to_owned(),
        TokenKind::Date(_) => "#-#-#".to_owned(),
        TokenKind::Symbol(Symbol::Other(_)) => "sign".to_owned(),
        TokenKind::Symbol(symbol) => format!("{symbol:?}"),
        TokenKind::Newline => "\n".to_owned(),
    }
}

/// What a token is by itself.
fn own(tokens: &Tokens, seen: &[Seen], at: usize) -> BTreeSet<String> {
    let mut features = BTreeSet::from(["always".to_owned()]);
    let token = &tokens[at];
    features.insert(format!("shape {}", seen[at].shape));
    if !token.spaced {
        features.insert(format!("joined {}", seen[at].shape));
    }
    if let Some(number) = token.number() {
        sizes(number, &seen[at].shape, &mut features);
    }
    if token.is_word() {
        letters(&seen[at].text, "0", &mut features);
    }
    features
}

fn sizes(number: &Number, shape: &str, features: &mut BTreeSet<String>) {
    let size = SIZES.partition_point(|size| *size < number.value);
    features.insert(format!("size {size}"));
    features.insert(format!("size {size} {shape}"));
    features.insert(format!("decimals {}", number.decimals));
    if number.whole().is_some_and(|whole| whole % 5 == 0) {
        features.insert("fives".to_owned());
    }
}

fn letters(word: &str, place: &str, features: &mut BTreeSet<String>) {
    let letters: Vec<char> = word.chars().collect();
    for length in 1..=ENDS.min(letters.len()) {
        let begins: String = letters[..length].iter().collect();
        let ends: String = letters[letters.len() - length..].iter().collect();
        features.insert(format!("{place} {begins}*"));
        features.insert(format!("{place} *{ends}"));
    }
}

/// The words around a token and what is known of them.
fn around(seen: &[Seen], at: usize, features: &mut BTreeSet<String>) {
    let place = |far: isize| at.checked_add_signed(far).and_then(|place| seen.get(place));
    let text = |far: isize| place(far).map_or("$", |seen| &*seen.text);
    let shape = |far: isize| place(far).map_or("$", |seen| &*seen.shape);
    for far in -AROUND..=AROUND {
        features.insert(format!("{far}= {}", text(far)));
        if let Some(seen) = place(far) {
            for kind in &seen.kinds {
                features.insert(format!("{far} is {kind}"));
            }
        }
    }
    for (from, to) in [(-1, 0), (0, 1), (-2, 0), (0, 2), (-1, 1), (-2, -1), (1, 2)] {
        let words: Vec<&str> = (from..=to).map(text).collect();
        features.insert(format!("{from}..{to}= {}", words.join(" ")));
        let shapes: Vec<&str> = (from..=to).map(shape).collect();
        features.insert(format!("{from}..{to} {}", shapes.join(" ")));
    }
    for far in [-1, 1] {
        if place(far).is_some_and(|seen| seen.text.starts_with(char::is_alphabetic)) {
            letters(text(far), &far.to_string(), features);
        }
    }
}

/// The nearest names of the vocabularies on each side, and whether they stand in the same line.
fn names_near(tokens: &Tokens, seen: &[Seen], at: usize, features: &mut BTreeSet<String>) {
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
                features.insert(format!("{side} {kind}{there}"));
                features.insert(format!("{side} {kind}{near} {}", seen[at].shape));
            }
            return;
        }
        features.insert(format!("{side} none"));
    };
    tell("left", &mut (0..at).rev());
    tell("right", &mut (at + 1..tokens.len()));
    if at == line.start {
        features.insert("line begins".to_owned());
    }
    if at == 0 {
        features.insert("note begins".to_owned());
    }
}

/// The chain of figures a token stands in, and where in it.
fn chain(tokens: &Tokens, seen: &[Seen], at: usize, features: &mut BTreeSet<String>) {
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
        features.insert("alone".to_owned());
        return;
    }
    let shapes: Vec<&str> = chain.clone().map(|place| &*seen[place].shape).collect();
    features.insert(format!("chain {} {}", at - start, shapes.concat()));
    let after = &shapes[at - start..];
    let before = &shapes[..=at - start];
    let value = |place: usize| tokens[place].number().map(|number| number.value);
    for (name, other) in [("next", at + 2), ("last", at.wrapping_sub(2))] {
        if let (Some(own), Some(other)) = (
            value(at),
            (chain.contains(&other)).then(|| value(other)).flatten(),
        ) {
            features.insert(format!(
                "chain {} {} {name} {:?}",
                at - start,
                shapes.concat(),
                own.total_cmp(&other)
            ));
        }
    }
    features.insert(format!("chain from {}", after.concat()));
    features.insert(format!("chain to {}", before.concat()));
}
