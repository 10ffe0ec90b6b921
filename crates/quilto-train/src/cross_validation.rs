//! How often acts are right on writers the weights were not fitted to.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use quilto_acts::train::{Cues, Text, gold};
use quilto_acts::{Act, Clause, Model};
use quilto_notes::acts::HOLDS_NO_DATA;

use crate::corpus::Writer;
use crate::fit_acts;

/// The writers are parted into this many; each part is tried with what the others teach.
pub(crate) const PARTS: usize = 5;
/// Probabilities at which a clause is held to tell no data.
const LIMITS: [f64; 5] = [0.5, 0.6, 0.7, 0.8, 0.9];

/// Weights for each part of the writers, fitted to all others.
pub(crate) fn models(writers: &[Writer], examples: &[Text], cues: &[Cues]) -> Vec<Model> {
    let without = |part: usize| -> Vec<Text> {
        let others = writers.iter().enumerate();
        let others = others.filter(|(at, _)| at % PARTS != part);
        let texts = others.flat_map(|(_, writer)| &writer.texts);
        let texts = texts.map(|labelled| &labelled.text);
        texts.chain(examples).cloned().collect()
    };
    std::thread::scope(|scope| {
        let fitting: Vec<_> = (0..PARTS)
            .map(|part| scope.spawn(move || fit_acts(&without(part), cues)))
            .collect();
        let fitted = fitting.into_iter().map(|thread| thread.join());
        fitted
            .map(|weights| Model::new(weights.unwrap_or_default()))
            .collect()
    })
}

struct TrialClause<'t> {
    raw: &'t str,
    clause: Range<usize>,
    /// How much of it belongs to each act.
    bytes: BTreeMap<Act, usize>,
    numbers: bool,
    gold: Act,
    read: quilto_acts::ActProbabilities,
}

/// The figures as a text; with `show` also the clauses that went wrong.
pub(crate) fn figures(writers: &[Writer], models: &[Model], show: bool) -> String {
    let mut tried = Vec::new();
    for (part, model) in models.iter().enumerate() {
        let of_part = |at: usize| at % PARTS == part;
        for (_, writer) in writers.iter().enumerate().filter(|(at, _)| of_part(*at)) {
            for labelled in &writer.texts {
                let (clauses, reads): (Vec<_>, Vec<_>) =
                    model.read(&labelled.text.words).into_iter().unzip();
                let parts = &labelled.text.parts;
                let gold = gold(&clauses, parts);
                for ((clause, gold), read) in clauses.iter().zip(gold).zip(reads) {
                    tried.push(TrialClause {
                        raw: &labelled.raw,
                        clause: clause.span.clone(),
                        bytes: bytes_of_acts(clause, parts),
                        numbers: clause.words.iter().any(|word| !word.plain),
                        gold,
                        read,
                    });
                }
            }
        }
    }
    let mut out = String::new();
    let texts: usize = writers.iter().map(|writer| writer.texts.len()).sum();
    let _ = writeln!(
        out,
        "{} writers, {texts} texts, {} clauses",
        writers.len(),
        tried.len()
    );
    let names: Vec<&str> = writers.iter().map(|writer| &*writer.name).collect();
    let _ = writeln!(out, "{}", names.join(" "));
    cuts(&tried, &mut out);
    acts(&tried, &mut out);
    holds(&tried, &mut out);
    sureness(&tried, &mut out);
    if show {
        for clause in tried
            .iter()
            .filter(|clause| clause.read.act() != clause.gold)
        {
            let _ = writeln!(
                out,
                "{} for {} ({:.2} no data): {:?} in {:?}",
                clause.read.act().name(),
                clause.gold.name(),
                clause.read.of_no_data(),
                &clause.raw[clause.clause.clone()],
                clause.raw,
            );
        }
    }
    out
}

fn bytes_of_acts(clause: &Clause<'_>, parts: &[(Range<usize>, Act)]) -> BTreeMap<Act, usize> {
    let mut bytes = BTreeMap::new();
    for word in clause.words {
        let part = parts
            .iter()
            .find(|(part, _)| part.contains(&word.span.start));
        if let Some((_, act)) = part {
            *bytes.entry(*act).or_default() += word.span.len();
        }
    }
    bytes
}

/// How many clauses hold parts of several acts, and how much of the text is in clauses read rightly.
fn cuts(tried: &[TrialClause<'_>], out: &mut String) {
    let several = tried.iter().filter(|clause| clause.bytes.len() > 1);
    let mixes = |clause: &&TrialClause<'_>| {
        let mut none = clause.bytes.keys().map(|act| act.holds_no_data());
        let first = none.next();
        none.any(|none| Some(none) != first)
    };
    let _ = writeln!(
        out,
        "clauses of several acts {:.3}, of data and no data {:.3}",
        share(several.clone().count(), tried.len()),
        share(several.filter(mixes).count(), tried.len()),
    );
    let sum = |right: &dyn Fn(Act, &TrialClause<'_>) -> bool| -> usize {
        let of_clause = tried.iter().flat_map(|clause| {
            let bytes = clause.bytes.iter();
            bytes.filter_map(|(act, bytes)| right(*act, clause).then_some(*bytes))
        });
        of_clause.sum()
    };
    let all = sum(&|_, _| true);
    let right = sum(&|act, clause| clause.read.act() == act);
    let told =
        sum(&|act, clause| (clause.read.of_no_data() >= HOLDS_NO_DATA) == act.holds_no_data());
    let _ = writeln!(
        out,
        "bytes right {:.3}, right as data or none {:.3}",
        share(right, all),
        share(told, all)
    );
}

/// Precision and recall of each act.
fn acts(tried: &[TrialClause<'_>], out: &mut String) {
    let mut counts: BTreeMap<Act, (usize, usize, usize)> = BTreeMap::new();
    for clause in tried {
        let read = clause.read.act();
        counts.entry(clause.gold).or_default().0 += 1;
        counts.entry(read).or_default().1 += 1;
        if read == clause.gold {
            counts.entry(read).or_default().2 += 1;
        }
    }
    let right: usize = counts.values().map(|(_, _, right)| right).sum();
    let _ = writeln!(out, "clauses right {:.3}", share(right, tried.len()));
    for (act, (gold, read, right)) in counts {
        let _ = writeln!(
            out,
            "  {:9} {gold:5} precision {:.2} recall {:.2}",
            act.name(),
            share(right, read),
            share(right, gold)
        );
    }
}

/// What is held back and what is let through, among clauses that hold numbers or names.
fn holds(tried: &[TrialClause<'_>], out: &mut String) {
    for limit in LIMITS {
        let held = |clause: &&TrialClause<'_>| clause.read.of_no_data() >= limit;
        let telling = || tried.iter().filter(|clause| clause.numbers);
        let done = || telling().filter(|clause| clause.gold == Act::Done);
        let none = || telling().filter(|clause| clause.gold.holds_no_data());
        let _ = writeln!(
            out,
            "from {limit}: records held back {:.3}, no records let through {:.3}",
            share(done().filter(held).count(), done().count()),
            share(
                none().filter(|clause| !held(clause)).count(),
                none().count()
            ),
        );
    }
}

/// How sure the acts are told to be and how often they are right, and the expected difference.
fn sureness(tried: &[TrialClause<'_>], out: &mut String) {
    let mut of_tenth: [(usize, usize, f64); 10] = [(0, 0, 0.0); 10];
    for clause in tried {
        let sure = clause.read.of(clause.read.act());
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a probability"
        )]
        let tenth = ((sure * 10.0) as usize).min(9);
        let (all, right, sum) = &mut of_tenth[tenth];
        *all += 1;
        *right += usize::from(clause.read.act() == clause.gold);
        *sum += sure;
    }
    let mut error = 0.0;
    for (tenth, (all, right, sum)) in of_tenth.into_iter().enumerate() {
        if all == 0 {
            continue;
        }
        let told = sum / count(all);
        let right = share(right, all);
        error += (told - right).abs() * count(all) / count(tried.len());
        let _ = writeln!(
            out,
            "  sure 0.{tenth}: {all:5} told {told:.2} right {right:.2}"
        );
    }
    let _ = writeln!(out, "expected calibration error {error:.3}");
}

fn share(part: usize, of: usize) -> f64 {
    count(part) / count(of.max(1))
}

#[allow(clippy::cast_precision_loss, reason = "counts of clauses")]
fn count(of: usize) -> f64 {
    of as f64
}
