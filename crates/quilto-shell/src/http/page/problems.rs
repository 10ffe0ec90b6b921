//! Problems, told to a person: in their language where it is one of those that people meet.

use axum::http::{HeaderMap, header};
use axum::response::Response;
use serde::Serialize;

use super::reader::Reader;
use super::view;
use super::words::PageWords;
use crate::app::App;
use crate::http::problem::{Kind, Problem};

/// A problem on a page.
#[derive(Debug, Serialize)]
pub struct ProblemView {
    /// What went wrong.
    pub what: String,
    /// The same more closely, in the words of what failed.
    pub why: String,
    /// What to do next.
    pub hint: String,
    /// Words that can be noted all the same.
    pub note_it: Option<String>,
    /// Whether one has to sign in first.
    pub sign_in: bool,
}

impl ProblemView {
    pub fn of(problem: &Problem, reader: &Reader) -> Self {
        let words = PageWords::of(reader.language);
        let kind = problem.kind();
        let (detail, hint) = problem.told();
        let own = |what: &str| words.find(&format!("/problems/{}/{what}", kind.name()));
        // without words of our own, those of what failed say most
        let (what, why) = match own("what") {
            Some(what) => (what.to_owned(), String::new()),
            None => (words.say("/problems/any").to_owned(), detail.to_owned()),
        };
        Self {
            what,
            why,
            hint: own("hint").unwrap_or(hint).to_owned(),
            note_it: None,
            sign_in: kind == Kind::NoToken,
        }
    }
}

impl ProblemView {
    /// Why words were not noted that are no note, as a place in `problems` of our words tells it.
    pub fn of_words(words: PageWords, told: &str, text: &str) -> Self {
        let say = |what: &str| words.fill(&format!("/problems/{told}/{what}"), &[("text", text)]);
        Self {
            what: say("what"),
            why: String::new(),
            hint: say("hint"),
            note_it: Some(text.to_owned()),
            sign_in: false,
        }
    }
}

/// Whether a request is one of a person at a browser, who wants no JSON.
pub fn is_told_on_page(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter();
    let mut accepted = accepted.filter_map(|value| value.to_str().ok());
    accepted.any(|value| value.contains("text/html"))
}

/// The page of a problem.
pub fn page(app: &App, reader: &Reader, problem: &Problem) -> Result<Response, Problem> {
    #[derive(Serialize)]
    struct View {
        problem: ProblemView,
    }
    let view = View {
        problem: ProblemView::of(problem, reader),
    };
    let mut response = view::page(app, reader, "problem.html", "", view)?;
    *response.status_mut() = problem.status();
    Ok(response)
}
