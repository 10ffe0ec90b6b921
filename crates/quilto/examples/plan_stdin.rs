//! Prints how questions on standard input are understood, one per line.
#![allow(clippy::print_stdout, reason = "an example prints")]
use std::io::BufRead;
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "domains".into());
    let mut set = quilto::domain::DomainSet::default();
    set.add_folder(std::path::Path::new(&folder));
    let domains = set.select_all();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let ground = quilto::engine::builtin::planner::read::Ground {
            domains: &domains,
            today: chrono::NaiveDate::from_ymd_opt(2026, 11, 22).ok_or("no such day")?,
            units: &quilto::model::UnitPreferences::default(),
        };
        println!("{:#?}", quilto::engine::builtin::planner::read::read(&line, ground));
    }
    Ok(())
}
