//! What the forms about a file say of it.

use super::form::Fields;
use crate::context::Context;
use crate::http::events::Client;
use crate::http::problem::{Kind, Problem};
use crate::http::uploads::Upload;
use crate::http::v1::import_reply;
use crate::import::{Choice, Choices};
use crate::runs::importing::GivenUnits;
use crate::runs::importing::report::Summary;

/// What a form says of a file, to be said again by the next one.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// Answers to questions, as `days=day-first`.
    pub said: Vec<String>,
    pub mass: Option<&'static str>,
    pub distance: Option<&'static str>,
}

impl Answers {
    /// What the fields of a form say. What was said before stands in `said`, the answer to each question
    /// in a field of its own.
    pub fn of(fields: &Fields) -> Self {
        let answers = fields.iter().filter(|(name, value)| {
            (*name == "said" || name.starts_with("answer-")) && !value.is_empty()
        });
        let unit = |field: &str, units: [&'static str; 2]| {
            let named = fields.get(field)?;
            units.into_iter().find(|unit| *unit == named)
        };
        Self {
            said: answers.map(|(_, value)| value.to_owned()).collect(),
            mass: unit("mass", ["kg", "lb"]),
            distance: unit("distance", ["km", "mi"]),
        }
    }

    /// Brings a file in by them, or says what would come in.
    pub fn bring_in(
        &self,
        context: &Context<'_>,
        upload: &Upload,
        dry_run: bool,
    ) -> Result<Summary, Problem> {
        let mut choices = Choices::default();
        for answer in &self.said {
            let (name, said) = answer.split_once('=').unwrap_or((answer, ""));
            let choice = Choice::of(name, said).ok_or_else(|| {
                let detail = format!("{answer:?} answers no question about a file");
                Problem::new(Kind::Unfit, detail)
            })?;
            choice.add_to(&mut choices);
        }
        let units = GivenUnits {
            mass: self.mass.map(str::to_owned),
            distance: self.distance.map(str::to_owned),
        };
        import_reply::bring_in(context, &Client::patient(), upload, dry_run, choices, units)
    }
}
