//! Pages made of templates, which are embedded and escape whatever is put into them.

use std::sync::OnceLock;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior, Value, context};
use serde::Serialize;

use super::embedded;
use super::reader::Reader;
use super::words::{self, PageWords};
use crate::app::App;
use crate::http::problem::{Kind, Problem};

/// The templates, by name.
const TEMPLATES: &[(&str, &str)] = &[
    ("base.html", include_str!("templates/base.html")),
    ("box.html", include_str!("templates/box.html")),
    ("echo.html", include_str!("templates/echo.html")),
    ("tap.html", include_str!("templates/tap.html")),
    ("entries.html", include_str!("templates/entries.html")),
    ("answer.html", include_str!("templates/answer.html")),
    ("ask.html", include_str!("templates/ask.html")),
    (
        "problem_part.html",
        include_str!("templates/problem_part.html"),
    ),
    ("said_part.html", include_str!("templates/said_part.html")),
    ("today.html", include_str!("templates/today.html")),
    ("day.html", include_str!("templates/day.html")),
    ("entry.html", include_str!("templates/entry.html")),
    ("forget.html", include_str!("templates/forget.html")),
    ("calendar.html", include_str!("templates/calendar.html")),
    ("history.html", include_str!("templates/history.html")),
    ("review.html", include_str!("templates/review.html")),
    ("figures.html", include_str!("templates/figures.html")),
    ("chart.html", include_str!("templates/chart.html")),
    ("memory.html", include_str!("templates/memory.html")),
    ("more.html", include_str!("templates/more.html")),
    ("imports.html", include_str!("templates/imports.html")),
    ("import.html", include_str!("templates/import.html")),
    ("password.html", include_str!("templates/password.html")),
    ("settings.html", include_str!("templates/settings.html")),
    ("problem.html", include_str!("templates/problem.html")),
    ("sign_in.html", include_str!("templates/sign_in.html")),
    ("offline.html", include_str!("templates/offline.html")),
];

fn environment() -> &'static Environment<'static> {
    static MADE: OnceLock<Environment<'static>> = OnceLock::new();
    MADE.get_or_init(|| {
        let mut made = Environment::new();
        made.set_undefined_behavior(UndefinedBehavior::Strict);
        made.add_filter("fill", words::fill);
        for (name, text) in TEMPLATES {
            // one that cannot be read is missing, and a test looks at all of them
            made.add_template(name, text).ok();
        }
        made
    })
}

/// A page for a reader. `here` is the place in the navigation that it belongs to.
pub fn page(
    app: &App,
    reader: &Reader,
    template: &str,
    here: &str,
    data: impl Serialize,
) -> Result<Response, Problem> {
    let words = PageWords::of(reader.language);
    let all = context! {
        w => Value::from(Serde(words.all())),
        lang => reader.language.code(),
        app => title(app.name),
        sample => app.sample_note,
        here,
        safe => reader.safe,
        signed_in => reader.signed_in,
        base => reader.base,
        whose => reader.user_hash.map(|hash| hash.to_string()),
        version => embedded::version(),
        ..Value::from(Serde(data))
    };
    let made = environment().get_template(template);
    let made = made.and_then(|template| template.render(all));
    let text = made.map_err(|error| {
        tracing::error!("the page {template} cannot be made: {error:#}");
        Problem::new(Kind::Failed, "the page could not be made")
    })?;
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response())
}

/// The name of an application as a title.
pub fn title(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// After a form: go and look at a place.
pub fn see(place: &str) -> Response {
    let place = [(header::LOCATION, place.to_owned())];
    (StatusCode::SEE_OTHER, place).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quilto::model::Language;

    #[test]
    fn every_template_can_be_read() {
        for (name, _) in TEMPLATES {
            assert!(environment().get_template(name).is_ok(), "{name}");
        }
        let lying = concat!(env!("CARGO_MANIFEST_DIR"), "/src/http/page/templates");
        let lying = std::fs::read_dir(lying).unwrap().count();
        assert_eq!(lying, TEMPLATES.len(), "all that lie there are listed");
    }

    /// The words that a text of a template asks for: `w.box.label`.
    fn asked(text: &str) -> Vec<String> {
        let parts = text.split(|c: char| !(c.is_ascii_alphanumeric() || "._[]".contains(c)));
        let asked = parts.filter_map(|part| part.strip_prefix("w."));
        asked
            .map(|place| format!("/{}", place.replace('.', "/")))
            .collect()
    }

    #[test]
    fn templates_ask_only_for_words_that_every_language_has() {
        for (name, text) in TEMPLATES {
            for place in asked(text).iter().filter(|place| !place.contains('[')) {
                for language in Language::ALL {
                    let words = PageWords::of(language).all();
                    assert!(
                        words.pointer(place).is_some(),
                        "{name}: {place}, {language:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn no_template_has_words_of_its_own_styles_or_scripts() {
        for (name, text) in TEMPLATES {
            assert!(!text.contains("style="), "{name}");
            assert!(!text.contains("<style"), "{name}");
            assert!(!text.contains("onclick"), "{name}");
            assert!(!text.contains("://"), "{name} asks nobody else");
        }
    }
}
