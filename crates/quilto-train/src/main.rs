//! Fits the weights that reading goes by to the texts of `corpora`, or tells how often such
//! weights are right on writers they were not fitted to.
//!
//! `quilto-train fit OUT` writes the weights; `quilto-train try [--show]` prints the figures, and with
//! `--show` also what went wrong. `quilto-train exams [--show]` tells what the reader makes of the texts of
//! exams by weights that no exam taught. `quilto-train asks` tells how often the classifier of questions is right
//! on writers that did not teach it, and with a file writes its weights. `quilto-train marks` does the same for what
//! the words of notes are for, with `--show` prints what is read otherwise, and with `--of` tries the writers of that name
//! alone, with what all others teach; `--known` prints what is read where the labels are those of the corpus. `quilto-train sayings` does the same for what sayings of how somebody is mean,
//! `quilto-train spacing` for where words end that were typed without a space.
//! `quilto-train cover [--show]` tells how many questions of `corpora/asks`
//! are covered by phrases to the last word, and which words are left; `quilto-train left` tells which words
//! the planner leaves. `quilto-train doubt` tells how well the reading of a question says whether it is right, and
//! with a file writes the weights for that. All read `domains` and `corpora` below the folder they are called in.

mod corpus;
mod cross_validation;
mod doubt;
mod exams;
mod files;
mod marks;
mod meanings;
mod phrase_coverage;
mod reading;
mod sayings;
mod spacing;
mod unread_words;

use std::path::Path;
use std::process::ExitCode;

use quilto_acts::train::{Cues, Settings, Text, fit};

/// What scores are multiplied with, so that probabilities mean what they say (`quilto-train try`).
const SCALE: f64 = 0.8;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let root = Path::new(".");
    let done = match words.as_slice() {
        ["fit", out] => written(out, weights(root)),
        ["cover"] => phrase_coverage::figures(root, false).map(|figures| print(&figures)),
        ["cover", "--show"] => phrase_coverage::figures(root, true).map(|figures| print(&figures)),
        ["exams"] => exams::figures(root, false).map(|figures| print(&figures)),
        ["exams", "--show"] => exams::figures(root, true).map(|figures| print(&figures)),
        ["doubt"] => doubt::figures(root).map(|figures| print(&figures)),
        ["doubt", out] => written(out, doubt::weights(root)),
        ["asks"] => meanings::figures(root).map(|figures| print(&figures)),
        ["asks", out] => written(out, meanings::weights(root)),
        ["marks", out] if !out.starts_with('-') => written(out, marks::weights(root)),
        ["marks", "--known", of] => marks::known(root, of).map(|lines| print(&lines)),
        ["marks", rest @ ..] => asked(rest)
            .and_then(|asked| marks::figures(root, &asked))
            .map(|figures| print(&figures)),
        ["sayings"] => sayings::figures(root, false).map(|figures| print(&figures)),
        ["sayings", "--show"] => sayings::figures(root, true).map(|figures| print(&figures)),
        ["sayings", out] => written(out, sayings::weights(root)),
        ["spacing"] => spacing::figures(root, false).map(|figures| print(&figures)),
        ["spacing", "--show"] => spacing::figures(root, true).map(|figures| print(&figures)),
        ["spacing", out] => written(out, spacing::weights(root)),
        ["left"] => unread_words::figures(root).map(|figures| print(&figures)),
        ["try"] => print_figures(root, false),
        ["try", "--show"] => print_figures(root, true),
        _ => Err(
            "usage: quilto-train fit OUT | asks [OUT] | try [--show] | exams [--show] | marks [--of NAME] [--show] | marks --known NAME | marks OUT | sayings [--show | OUT] | spacing [--show | OUT] | cover [--show] | doubt [OUT] | left"
                .to_owned(),
        ),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            #[allow(clippy::print_stderr, reason = "a tool for developers")]
            {
                eprintln!("error: {error}");
            }
            ExitCode::FAILURE
        }
    }
}

#[allow(clippy::print_stdout, reason = "figures are what it is asked for")]
fn print(figures: &str) {
    print!("{figures}");
}

/// What is asked of the notes by words of the command line.
fn asked<'a>(words: &[&'a str]) -> Result<marks::TrialOptions<'a>, String> {
    match words {
        [] => Ok(marks::TrialOptions::default()),
        ["--show", rest @ ..] => Ok(marks::TrialOptions {
            show: true,
            ..asked(rest)?
        }),
        ["--of", of, rest @ ..] => Ok(marks::TrialOptions {
            of: Some(of),
            ..asked(rest)?
        }),
        [word, ..] => Err(format!("{word:?} is not known")),
    }
}

/// Writes weights to a file.
fn written(out: &str, weights: Result<String, String>) -> Result<(), String> {
    std::fs::write(out, weights?).map_err(|error| format!("{out}: {error}"))
}

/// The weights of all texts below a folder.
fn weights(root: &Path) -> Result<String, String> {
    let texts = marks::taught(root)?.into_iter();
    let mut texts: Vec<_> = texts.map(|labelled| labelled.text).collect();
    texts.extend(corpus::examples(root)?);
    let weights = fit_acts(&texts, &corpus::cues(root)?);
    Ok(format!("{}\n{weights}", fingerprint(root)?))
}

/// What tells the texts that weights of acts are fitted to from others: the first line of the weights.
fn fingerprint(root: &Path) -> Result<String, String> {
    let mut paths: Vec<_> = corpus::paths(root)?
        .into_iter()
        .map(|(path, _)| path)
        .collect();
    paths.extend(marks::paths(root)?);
    corpus::fingerprint(&paths)
}

/// Weights that tell what the clauses of texts do.
pub(crate) fn fit_acts(texts: &[Text], cues: &[Cues]) -> String {
    fit(texts, cues, Settings::default(), SCALE)
}

#[allow(clippy::print_stdout, reason = "figures are what it is asked for")]
fn print_figures(root: &Path, show: bool) -> Result<(), String> {
    let writers = corpus::read(root)?;
    let models = cross_validation::models(&writers, &corpus::examples(root)?, &corpus::cues(root)?);
    print!("{}", cross_validation::figures(&writers, &models, show));
    println!("without weights");
    print!("{}", reading::figures(root, &writers, &|_| None, false)?);
    println!("with the weights of other writers");
    let of_writer = |at: usize| models.get(at % cross_validation::PARTS).cloned();
    print!("{}", reading::figures(root, &writers, &of_writer, show)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_doubt_is_that_of_the_readings() {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let kept = root.join("crates/quilto/src/engine/builtin/planner/doubt.weights");
        let kept = std::fs::read_to_string(kept).unwrap();
        assert!(
            kept == doubt::weights(root).unwrap(),
            "`make train-doubt` fits it anew"
        );
    }

    /// Fitting them anew takes minutes where nothing is optimised: what is looked at is the texts alone.
    fn are_fitted(name: &str, fingerprint: fn(&Path) -> Result<String, String>) {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let kept = std::fs::read_to_string(root.join("domains").join(name)).unwrap();
        let fingerprint = fingerprint(root).unwrap();
        assert_eq!(
            kept.lines().next(),
            Some(&*fingerprint),
            "`make train` fits them anew"
        );
    }

    #[test]
    fn questions_are_fitted_to_the_texts_that_are_there() {
        are_fitted("asks.weights", meanings::fingerprint);
    }

    #[test]
    fn notes_are_fitted_to_the_texts_that_are_there() {
        are_fitted("notes.weights", marks::fingerprint);
    }

    #[test]
    fn spacing_is_fitted_to_the_texts_that_are_there() {
        are_fitted("spacing.weights", spacing::fingerprint);
    }

    #[test]
    fn sayings_are_fitted_to_the_texts_that_are_there() {
        are_fitted("sayings.weights", sayings::fingerprint);
    }

    #[test]
    fn acts_are_fitted_to_the_texts_that_are_there() {
        are_fitted("acts.weights", fingerprint);
    }
}
