//! What is told when the program itself is at fault.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::Write as _;
use std::panic::PanicHookInfo;

use quilto::model::Language;

use crate::app::App;
use crate::context::locale;
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
    let file = place.file().replace('\\', "/");
    let inside = file.rfind("crates/").map_or(&*file, |at| &file[at..]);
    format!("{inside}:{}", place.line())
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
