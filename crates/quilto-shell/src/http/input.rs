//! What a client sends to `/input`: new words, or the answer to a run that waits.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::problem::{Kind, Problem};
use super::query;

/// A note, a question, or both.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// What a person would type.
    #[schemars(length(min = 1), regex(pattern = r"\S"))]
    pub text: String,
    /// The day to file a note under; today, if it is not given and not in the words.
    #[serde(default, deserialize_with = "day")]
    pub date: Option<NaiveDate>,
    /// Whether a person typed the words: then words that are only a command are no note. `undo` and
    /// its like take back what was written last, others are refused.
    #[serde(default)]
    pub typed: bool,
}

/// An answer to the questions of a run that waits. Without an answer it tells what it waits for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Answers {
    /// The run.
    pub session_id: String,
    /// The answer, in words that may answer several questions at once; or which note is meant: its `entry_id`, or its number in
    /// `choice`, from 1.
    pub text: Option<String>,
    /// Answers by the `id` of the question. A number picks one of its options.
    pub answers: Option<BTreeMap<String, String>>,
    /// Rather not say: go on with what is known.
    #[serde(default)]
    pub decline: bool,
}

/// Yes or no to a preview.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// The run.
    pub session_id: String,
    /// The `id` of the preview that was seen.
    pub approval_id: String,
    /// Whether it is written.
    pub decision: YesOrNo,
}

/// Whether a preview is written.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum YesOrNo {
    Approve,
    Reject,
}

/// A change to a preview, which is then shown again.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Refinement {
    /// The run.
    pub session_id: String,
    /// The `id` of the preview that was seen.
    pub approval_id: String,
    /// That it should be different.
    #[serde(rename = "decision")]
    pub _decision: Refine,
    /// What should be different, in words.
    #[schemars(length(min = 1), regex(pattern = r"\S"))]
    pub refinement: String,
}

/// The word for a refinement.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Refine {
    Refine,
}

/// What a client may send to `/input`.
#[derive(Debug, JsonSchema)]
#[schemars(untagged)]
pub enum Input {
    Words(Words),
    Answers(Answers),
    Verdict(Verdict),
    Refinement(Refinement),
}

impl Input {
    /// Told apart by the fields that are there, so that a message can say what is wrong with them.
    pub fn read(value: Value) -> Result<Self, Problem> {
        if !value.is_object() {
            return Err(unfit("the body is not an object").hint("send {\"text\": \"…\"}"));
        }
        let refine = value.get("decision").is_some_and(|word| word == "refine");
        let input = if value.get("session_id").is_none() {
            words(value)?
        } else if refine {
            Self::Refinement(typed(value)?)
        } else if value.get("decision").is_some() || value.get("approval_id").is_some() {
            Self::Verdict(typed(value)?)
        } else {
            Self::Answers(typed(value)?)
        };
        match &input {
            Self::Refinement(refinement) => said(&refinement.refinement, "refinement")?,
            Self::Words(words) => said(&words.text, "text")?,
            Self::Answers(_) | Self::Verdict(_) => {}
        }
        Ok(input)
    }
}

fn words(value: Value) -> Result<Input, Problem> {
    let of_session = [
        "answers",
        "approval_id",
        "decision",
        "refinement",
        "decline",
    ];
    if let Some(field) = of_session.iter().find(|field| value.get(field).is_some()) {
        return Err(unfit(&format!("{field:?} needs a \"session_id\""))
            .hint("take it from the answer that asked"));
    }
    let words: Words = typed(value)?;
    words.date.map(query::noted).transpose()?;
    Ok(Input::Words(words))
}

/// A day, with a message that says what is wrong with it.
pub fn day<'de, D: Deserializer<'de>>(field: D) -> Result<Option<NaiveDate>, D::Error> {
    let Some(text) = Option::<String>::deserialize(field)? else {
        return Ok(None);
    };
    let day = text.parse().map(Some);
    day.map_err(|_| D::Error::custom(format!("`date` is a day such as 2026-11-20, not {text:?}")))
}

fn typed<T: DeserializeOwned>(value: Value) -> Result<T, Problem> {
    serde_json::from_value(value)
        .map_err(|error| unfit(&error.to_string()).hint("/openapi.json describes what can be sent"))
}

/// Whether there are words at all.
pub fn said(text: &str, field: &str) -> Result<(), Problem> {
    if text.trim().is_empty() {
        return Err(unfit(&format!("there are no words in {field:?}")));
    }
    Ok(())
}

fn unfit(detail: &str) -> Problem {
    Problem::new(Kind::Unfit, detail)
}
