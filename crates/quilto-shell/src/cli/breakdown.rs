//! What is told when the program itself is at fault.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::Write as _;
use std::panic::PanicHookInfo;

use quilto::model::Language;

use crate::app::App;
use crate::locale;
use crate::output::words::Words;
use crate::ui::visible;

/// From now on a fault of the program is told in plain words, with what to send to those who mend it.
pub fn watch(app: &'static App) {
    std::panic::set_hook(Box::new(move |fault| {
        let place = place(fault);
        let text = told(app, locale::language(), fault.payload_as_str(), &place);
        let mut err = anstream::stderr().lock();
        writeln!(err, "{text}").ok();
        let way = Backtrace::capture();
        if way.status() == BacktraceStatus::Captured {
            writeln!(err, "{way}").ok();
        }
    }));
}

/// Where in the program it is, without the folders of who built it.
fn place(fault: &PanicHookInfo<'_>) -> String {
    let Some(place) = fault.location() else {
        return String::new();
    };
    format!(
        "{}:{}",
        inside(&place.file().replace('\\', "/")),
        place.line()
    )
}

/// The part of a path below the folder of the program, or of what it is built with.
fn inside(file: &str) -> &str {
    let below = |folder: &str| file.rfind(folder).map(|at| &file[at..]);
    let of_others = || {
        let (_, below) = file.split_once("/registry/src/")?;
        below.split_once('/').map(|(_, file)| file)
    };
    of_others().or_else(|| below("crates/")).unwrap_or(file)
}

fn told(app: &App, language: Language, what: Option<&str>, place: &str) -> String {
    let words = Words::of(language);
    let what = visible(what.unwrap_or("?"));
    let report = format!("{} {}, {place}: {what}", app.name, app.version);
    words
        .broke_down
        .fill(&[("app", app.name), ("report", &report)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::ROCKS;

    #[test]
    fn nobody_reads_where_it_was_built() {
        for (file, told) in [
            (
                "/home/ann/rocks/crates/granite/src/lib.rs",
                "crates/granite/src/lib.rs",
            ),
            ("crates/granite/src/lib.rs", "crates/granite/src/lib.rs"),
            (
                "/home/ann/.cargo/registry/src/index.crates.io-19/marble-1.0.0/src/lib.rs",
                "marble-1.0.0/src/lib.rs",
            ),
            ("src/main.rs", "src/main.rs"),
        ] {
            assert_eq!(inside(file), told);
        }
    }

    #[test]
    fn it_says_whose_fault_it_is_and_what_to_send() {
        let place = "crates/granite/src/lib.rs:7";
        let english = told(
            &ROCKS,
            Language::English,
            Some("no \u{1b}[2J marble"),
            place,
        );
        let report = format!("{} {}, {place}: no ", ROCKS.name, ROCKS.version);
        assert!(english.contains(&report), "{english}");
        assert!(english.contains("not yours"), "{english}");
        assert!(!english.contains('\u{1b}'), "{english}");
        let korean = told(&ROCKS, Language::Korean, None, place);
        assert!(korean.contains("탓이 아니에요"), "{korean}");
    }
}
