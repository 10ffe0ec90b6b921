//! Fits the weights that tell what a clause does to the texts of `corpora/acts`, or tells how often
//! such weights are right on writers they were not fitted to.
//!
//! `quilto-train fit OUT` writes the weights; `quilto-train try` prints the figures. Both read
//! `domains` and `corpora` below the folder they are called in.

mod corpus;
mod reading;
mod trial;

use std::path::Path;
use std::process::ExitCode;

use quilto_acts::train::{Settings, fit};

/// How sure the acts are told beside how sure the fit says, from `quilto-train try`.
pub(crate) const SCALE: f64 = 1.0;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["fit", out] => weights(Path::new(".")).and_then(|weights| {
            std::fs::write(out, weights).map_err(|error| format!("{out}: {error}"))
        }),
        ["read", ..] => corpus::read(Path::new(".")).and_then(|writers| {
            let models = trial::models(&writers, &corpus::cues(Path::new("."))?);
            let of_writer = |at: usize| {
                if words.contains(&"--none") {
                    None
                } else {
                    models.get(at % trial::PARTS).cloned()
                }
            };
            let figures = reading::figures(
                Path::new("."),
                &writers,
                &of_writer,
                words.contains(&"--show"),
            )?;
            #[allow(clippy::print_stdout, reason = "figures are what it is asked for")]
            {
                print!("{figures}");
            }
            Ok(())
        }),
        ["try", ..] => corpus::read(Path::new(".")).and_then(|writers| {
            let models = trial::models(&writers, &corpus::cues(Path::new("."))?);
            #[allow(clippy::print_stdout, reason = "figures are what it is asked for")]
            {
                print!(
                    "{}",
                    trial::figures(&writers, &models, words.contains(&"--show"))
                );
            }
            Ok(())
        }),
        _ => Err("usage: quilto-train fit OUT | try [--show]".to_owned()),
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

/// The weights of all texts below a folder.
fn weights(root: &Path) -> Result<String, String> {
    let writers = corpus::read(root)?;
    let texts: Vec<_> = writers
        .into_iter()
        .flat_map(|writer| writer.texts)
        .map(|labelled| labelled.text)
        .collect();
    Ok(fit(
        &texts,
        &corpus::cues(root)?,
        Settings::default(),
        SCALE,
    ))
}
