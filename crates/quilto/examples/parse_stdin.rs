//! Reads a note on standard input with the domains of a folder and prints what was understood.
//!
//! `parse_stdin [--domains DIR] [--unit kg|lb] [--lines]`; with `--lines` every line of the input
//! is a note of its own and gives one line of JSON. `--examples` runs the domains' own examples.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command for people"
)]

use std::error::Error;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

use chrono::NaiveDate;
use quilto::agents::{AgentContext, ParserInput, ResponseStyle};
use quilto::domain::DomainSet;
use quilto::engine::builtin::{examples, parse};
use quilto::model::UnitPreferences;

fn main() -> Result<(), Box<dyn Error>> {
    let mut folder = PathBuf::from("domains");
    let mut units = UnitPreferences::default();
    let (mut lines, mut run_examples) = (false, false);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--domains" => folder = args.next().ok_or("--domains wants a folder")?.into(),
            "--unit" => units.mass = args.next().ok_or("--unit wants kg or lb")?,
            "--lines" => lines = true,
            "--examples" => run_examples = true,
            other => return Err(format!("unknown argument {other}").into()),
        }
    }
    let mut set = DomainSet::default();
    for error in set.add_folder(&folder) {
        eprintln!("{error}");
    }
    let domains = Arc::new(set.select_all());
    if run_examples {
        for module in &domains.modules {
            let (count, wrong) = examples::run(&domains, module)?;
            println!("{}: {}/{count}", module.name, count - wrong.len());
            for mismatch in wrong {
                println!("  {:?}\n    {}", mismatch.text, mismatch.difference);
            }
        }
        return Ok(());
    }
    let day = NaiveDate::from_ymd_opt(2026, 3, 20).ok_or("no such day")?;
    let cx = AgentContext {
        domains,
        now: day.and_hms_opt(12, 0, 0).ok_or("no such time")?,
        today: day,
        units,
        response_style: ResponseStyle::default(),
        meter: Default::default(),
    };
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let notes: Vec<&str> = if lines {
        text.lines().collect()
    } else {
        vec![&text]
    };
    let start = std::time::Instant::now();
    let count = notes.len();
    for note in notes {
        let input = ParserInput {
            raw_input: note.to_owned(),
            date: day,
            time: cx.now.time(),
            recent_entries: Vec::new(),
            global_context: None,
            correction_target: None,
        };
        println!("{}", serde_json::to_string(&parse(&cx, &input))?);
    }
    eprintln!("{count} notes in {:?}", start.elapsed());
    Ok(())
}
