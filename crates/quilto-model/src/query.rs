//! Questions, how they are taken apart, and what is fetched for them.

use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::{DateRange, Expr, FactQuery, Intent};

/// What an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum InputType {
    Log,
    Query,
    Both,
    Correction,
}

/// What a question wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum QueryType {
    Simple,
    Insight,
    Recommendation,
    Comparison,
    Correction,
}

/// How the parts of a question hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum DependencyType {
    Independent,
    Dependent,
    Coupled,
}

/// One part of a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SubQuery {
    /// Its number in the plan, from 1.
    pub id: u32,
    /// The part as a question of its own.
    pub question: String,
    /// What it was read as.
    #[serde(default)]
    #[schemars(skip)]
    pub intent: Intent,
    /// What it wants.
    pub query_type: QueryType,
    /// What to read for it.
    pub retrieval: Vec<RetrievalInstruction>,
    /// What to compute for it. An item may use those before it as `{"step": 1}`.
    #[serde(default, deserialize_with = "exprs")]
    pub exprs: Vec<Expr>,
}

impl SubQuery {
    /// A part that reads and computes nothing yet.
    pub fn new(
        id: u32,
        question: impl Into<String>,
        intent: Intent,
        query_type: QueryType,
    ) -> Self {
        Self {
            id,
            question: question.into(),
            intent,
            query_type,
            retrieval: Vec::new(),
            exprs: Vec::new(),
        }
    }

    /// The flat queries among the expressions, with their places.
    pub fn queries(&self) -> impl Iterator<Item = (usize, &FactQuery)> + Clone {
        let places = self.exprs.iter().enumerate();
        places.filter_map(|(place, expr)| Some((place, expr.as_fact()?)))
    }

    /// The flat query at a place.
    pub fn query(&self, place: usize) -> Option<&FactQuery> {
        self.exprs.get(place)?.as_fact()
    }
}

/// Expressions as they are written under a grammar: what is left out may stand as null.
fn exprs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Expr>, D::Error> {
    fn drop_nulls(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|_, field| !field.is_null());
                fields.values_mut().for_each(drop_nulls);
            }
            Value::Array(items) => items.iter_mut().for_each(drop_nulls),
            _ => {}
        }
    }
    let mut given = Value::deserialize(deserializer)?;
    drop_nulls(&mut given);
    serde_json::from_value(given).map_err(D::Error::custom)
}

/// `to` needs the findings of `from`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SubQueryDependency {
    /// The earlier part.
    pub from: u32,
    /// The later part.
    pub to: u32,
    /// Why.
    pub reason: String,
}

/// One thing to read from the store. A flat struct, so that a model's grammar can hold it.
///
/// With `period` only, it is a date-range read. With `terms`, entries of the period that hold one
/// of them: terms are canonical names or groups, expanded to all their aliases in every language.
/// With `literal`, the words are searched as they stand.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RetrievalInstruction {
    /// Days to read; `None` is all of them.
    pub period: Option<DateRange>,
    /// Canonical terms or groups; empty is no restriction.
    pub terms: Vec<String>,
    /// Words to find as they stand; empty is no restriction.
    pub literal: Vec<String>,
}

/// A search that was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RetrievalAttempt {
    /// From 1, over the whole run.
    pub attempt: u32,
    /// The part of the question it was for.
    pub sub_query: u32,
    /// What was asked of the store.
    pub instruction: RetrievalInstruction,
    /// How many entries matched.
    pub entries_found: usize,
    /// One line for the trace.
    pub summary: String,
}
