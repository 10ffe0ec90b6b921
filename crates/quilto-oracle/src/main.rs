//! Freezes what is read of notes and answered to questions, and shows what a change makes of it.
//!
//! `quilto-oracle` compares what is read and answered now with `corpora/oracle/`; `--accept REASON`
//! writes the new state and the reason, `--all` shows every difference instead of the first ones. It
//! reads `domains`, `corpora` and `docs` below the folder it is called in.

mod asks;
mod compact;
mod files;
mod histories;
mod home;
mod questions;
mod reader;
mod snapshots;
mod texts;
mod told;
mod variants;

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use reader::Scope;
use snapshots::{Block, Difference};

/// How many differences are shown unless all are asked for.
const SHOWN: usize = 60;

const USAGE: &str = "\
usage: scripts/oracle.sh [--whole] [--all] [--accept REASON] [BLOCK]

Compares what is read of notes and questions and answered with what is kept in corpora/oracle/,
and shows each text that is read or answered otherwise, before (-) and now (+).

  --whole   read every text; otherwise about a sixth of acts, answers and variants, always the same
  --all     show every difference, not only the first 60
  BLOCK     only the files of corpora/oracle/ with this in their name: answers, en-year, exams
  --accept REASON
            keep what is read and answered now of the texts read; why goes to corpora/oracle/CHANGES.md,
            and both are committed with the change

Exits with 1 where something differs. Texts that are new or gone are counted only.";

#[derive(Default)]
struct Asked {
    /// Why what is read now is kept.
    accept: Option<String>,
    all: bool,
    scope: Scope,
}

fn main() -> ExitCode {
    let mut asked = Asked::default();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match &*word {
            "--whole" => asked.scope.whole = true,
            "--accept" => match words.next().filter(|why| why.contains(' ')) {
                Some(why) => asked.accept = Some(why),
                None => {
                    print(
                        "error: --accept wants the reason, in words: --accept \"why it is read so now\"",
                    );
                    return ExitCode::from(2);
                }
            },
            "--all" => asked.all = true,
            only if !only.starts_with('-') => only.clone_into(&mut asked.scope.only),
            _ => {
                print(USAGE);
                return ExitCode::from(u8::from(word != "--help") * 2);
            }
        }
    }
    match run(Path::new("."), &asked) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            print(&format!("error: {error}"));
            ExitCode::from(2)
        }
    }
}

/// Whether all is as it was, or was accepted.
fn run(root: &Path, asked: &Asked) -> Result<bool, String> {
    let folder = root.join("corpora/oracle");
    let mut differences = Vec::new();
    let (mut texts, mut new, mut gone) = (0, 0, 0);
    let accepted = asked.accept.is_some();
    for block in reader::read(root, &asked.scope)? {
        let path = folder.join(format!("{}.read", block.name));
        let mut kept = Block::load(&path)?;
        let mut aside = kept.without(|text| !asked.scope.holds(&block.name, text));
        let changes = kept.compare(&block);
        texts += block.readings.len();
        new += changes.new;
        gone += changes.gone;
        differences.extend(changes.differences);
        if accepted {
            aside.readings.extend(block.readings);
            aside.save(&path)?;
        }
    }
    show(&differences, asked);
    let count = differences.len();
    if let Some(why) = asked.accept.as_deref().filter(|_| count + new + gone > 0) {
        note(&folder.join("CHANGES.md"), why, count)?;
    }
    print(&format!(
        "oracle: {texts} texts; {count} read or answered otherwise, {new} new, {gone} gone{}",
        if accepted { "; accepted" } else { "" }
    ));
    Ok(accepted || differences.is_empty())
}

/// Puts the reason behind those that were given before.
fn note(path: &Path, why: &str, count: usize) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut file = OpenOptions::new().append(true).open(path).map_err(told)?;
    writeln!(file, "- {why} ({count} texts)").map_err(told)
}

fn show(differences: &[Difference], asked: &Asked) {
    let shown = if asked.all { differences.len() } else { SHOWN };
    for difference in differences.iter().take(shown) {
        print(&difference.to_string());
    }
    if let Some(more @ 1..) = differences.len().checked_sub(shown) {
        print(&format!("… {more} more (--all shows them)"));
    }
}

#[allow(clippy::print_stdout, reason = "a tool for developers")]
fn print(text: &str) {
    println!("{text}");
}
