//! `/v1/facts`: figures of one's own, written as expressions.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::post;
use chrono::NaiveDate;
use quilto::facts::{self, DaysNeeded};
use quilto::model::{DateRange, Entry, EntryId, Exclusion, Expr, ExprOutcome};
use quilto::storage::LogStore;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::context::Context;
use crate::http::answer::Answer;
use crate::http::operation::Operations;
use crate::http::problem::{Kind, Problem};
use crate::http::{Server, body, work};
use crate::output::json::FactObject;

/// Expressions at once.
const MOST: usize = 16;
/// Facts, days and entries that are named of one expression.
const NAMED: usize = 500;

/// What is to be computed.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FactsAsked {
    /// The expressions; one may name those before it by number, from 1.
    #[schemars(with = "Vec<Expr>", length(min = 1, max = 16))]
    expressions: Vec<Value>,
}

/// What expressions came to.
#[derive(Serialize, JsonSchema)]
pub struct Facts<'a> {
    /// What each came to, in their order.
    results: Vec<ExprResult<'a>>,
}

impl<'a> Facts<'a> {
    /// With so many facts, days and entries of each expression as may be named.
    pub fn of(computed: &'a [ExprOutcome], named: usize) -> Self {
        let results = computed
            .iter()
            .map(|computed| ExprResult::of(computed, named));
        Self {
            results: results.collect(),
        }
    }
}

/// What an expression came to.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Came")]
struct ExprResult<'a> {
    /// Its facts, those of its parts first.
    facts: Vec<FactObject<'a>>,
    /// Why it has no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<RefusalObject>,
    rests_on: RestsOn<'a>,
    /// What was asked for and could not be counted.
    #[serde(skip_serializing_if = "<[Exclusion]>::is_empty")]
    left_out: &'a [Exclusion],
}

/// Why there is no value.
#[derive(Serialize, JsonSchema)]
struct RefusalObject {
    /// For programs.
    why: &'static str,
    /// For people.
    says: String,
}

/// What facts rest on; of long lists the newest.
#[derive(Serialize, JsonSchema)]
struct RestsOn<'a> {
    day_count: usize,
    row_count: usize,
    entry_count: usize,
    days: &'a [NaiveDate],
    entries: &'a [EntryId],
}

impl<'a> ExprResult<'a> {
    fn of(computed: &'a ExprOutcome, named: usize) -> Self {
        let refused = computed.refused.as_ref();
        Self {
            facts: newest(&computed.facts, named)
                .iter()
                .map(FactObject::from)
                .collect(),
            refused: refused.map(|refusal| RefusalObject {
                why: refusal.code(),
                says: refusal.to_string(),
            }),
            rests_on: RestsOn {
                day_count: computed.days.len(),
                row_count: computed.rows,
                entry_count: computed.entries.len(),
                days: newest(&computed.days, named),
                entries: newest(&computed.entries, named),
            },
            left_out: &computed.left_out,
        }
    }
}

/// The end of a list that is oldest first.
fn newest<T>(all: &[T], named: usize) -> &[T] {
    &all[all.len().saturating_sub(named)..]
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/v1/facts", post(compute))
}

pub fn describe(all: &mut Operations) {
    let example = json!({"expressions": [{"number": {"value": 80, "unit": "kg"}}]});
    all.operation(
        ("post", "/v1/facts"),
        "facts",
        "Compute figures of your own",
    )
    .about(
        "Each expression is an object with one key, its kind. All are checked before any is \
             computed.",
    )
    .takes::<FactsAsked>("FactsAsked", &example)
    .gives::<Facts<'_>>("Facts", "What they came to")
    .end();
}

async fn compute(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Answer, Problem> {
    let asked: FactsAsked = body::typed(&headers, body, &server.limits).await?;
    let exprs = read(asked.expressions)?;
    work::answer(&server, move |context| {
        Answer::of(&Facts::of(&computed(context, &exprs)?, NAMED))
    })
    .await
}

/// What expressions come to, all of which are checked first.
pub fn computed(context: &Context<'_>, exprs: &[Expr]) -> Result<Vec<ExprOutcome>, Problem> {
    let domains = context.domains().all();
    let units = context.units();
    let verdicts = facts::check_exprs(exprs, &domains, units);
    for (place, verdict) in verdicts.into_iter().enumerate() {
        verdict.map_err(|error| wrong(place, &error.to_string()))?;
    }
    let entries = entries(context, exprs)?;
    let today = context.moment.today;
    Ok(facts::compute_exprs(
        exprs, &entries, &domains, units, today,
    ))
}

/// The expressions, each read by itself so that a message can say which is wrong.
pub fn read(asked: Vec<Value>) -> Result<Vec<Expr>, Problem> {
    if !(1..=MOST).contains(&asked.len()) {
        let detail = format!("there must be 1 to {MOST} expressions");
        return Err(Problem::new(Kind::Unfit, detail));
    }
    let exprs = asked.into_iter().enumerate().map(|(place, value)| {
        serde_json::from_value(value).map_err(|error| wrong(place, &error.to_string()))
    });
    exprs.collect()
}

fn wrong(place: usize, what: &str) -> Problem {
    let detail = format!("expression {}: {what}", place + 1);
    Problem::new(Kind::Unfit, detail)
        .hint("docs/facts.md has examples; /openapi.json describes every kind")
}

/// The entries that expressions look at.
fn entries(context: &Context<'_>, exprs: &[Expr]) -> Result<Vec<Entry>, Problem> {
    let store = context.notes()?;
    let Some(all) = store.span()? else {
        return Ok(Vec::new());
    };
    let mut wanted: Option<DateRange> = None;
    for needed in facts::days_needed(exprs) {
        let days = match needed {
            DaysNeeded::All => all.clone(),
            DaysNeeded::Range(days) => days,
        };
        wanted = Some(match wanted {
            None => days,
            Some(so_far) => DateRange::new(so_far.start.min(days.start), so_far.end.max(days.end)),
        });
    }
    match wanted {
        Some(days) if days.start <= all.end && all.start <= days.end => {
            let days = DateRange::new(days.start.max(all.start), days.end.min(all.end));
            Ok(store.entries_by_date_range(&days)?)
        }
        _ => Ok(Vec::new()),
    }
}
