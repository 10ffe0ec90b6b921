//! `/v1/entries`, `/v1/search`, `/v1/review`: what was logged, as `history` and `search` list it, and what of it
//! is worth a second look.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::Uri;
use axum::routing::get;
use chrono::NaiveDate;
use quilto::model::{DateRange, Entry};
use quilto::storage::LogStore;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::entry_state;
use super::page::{self, Cursor, Order};
use crate::context::Context;
use crate::http::answer::Answer;
use crate::http::operation::Operations;
use crate::http::problem::{Kind, Problem};
use crate::http::query::{self, Part};
use crate::http::{Server, work};
use crate::output::json::EntryObject;
use crate::runs::doubtful_notes::is_doubtful;
use crate::runs::entry_amendments::EntryAmendments;
use crate::runs::search::{self, SearchParams, SearchResult};

/// More words than this are no search any more.
const WORDS: usize = 32;

/// Which entries are wanted.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct EntriesAsked {
    /// From this day on.
    pub from: Option<NaiveDate>,
    /// Up to and including this day.
    pub to: Option<NaiveDate>,
    /// Those of this domain only.
    pub domain: Option<String>,
    /// Those that hold all these words, or other names of the same things.
    pub words: Option<String>,
    /// Which come first.
    pub order: Order,
    /// How many at most.
    #[serde(deserialize_with = "page::limit", default = "page::usual")]
    #[schemars(range(min = 1, max = 500))]
    pub limit: usize,
    /// Where to go on: `next` of the part before.
    pub cursor: Option<String>,
}

/// What is to be found.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SearchAsked {
    /// The words; other names of the same things are found too.
    #[schemars(regex(pattern = r"\S"))]
    words: String,
    /// Entries that hold any of the words, not all of them.
    #[serde(default)]
    any: bool,
    /// The words as they stand, no other names.
    #[serde(default)]
    literal: bool,
    /// From this day on.
    from: Option<NaiveDate>,
    /// Up to and including this day.
    to: Option<NaiveDate>,
    /// Those of this domain only.
    domain: Option<String>,
    /// Which come first.
    #[serde(default)]
    order: Order,
    /// How many at most.
    #[serde(deserialize_with = "page::limit", default = "page::usual")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
    /// Where to go on: `next` of the part before.
    cursor: Option<String>,
}

/// Which entries are to be looked over.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ReviewAsked {
    /// From this day on.
    from: Option<NaiveDate>,
    /// Up to and including this day.
    to: Option<NaiveDate>,
    /// Those of this domain only.
    domain: Option<String>,
    /// Which come first.
    #[serde(default)]
    order: Order,
    /// How many at most.
    #[serde(deserialize_with = "page::limit", default = "page::usual")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
    /// Where to go on: `next` of the part before.
    cursor: Option<String>,
}

/// A part of the entries that were asked for.
#[derive(Serialize, JsonSchema)]
struct EntryPage<'a> {
    /// How many there are in all.
    count: usize,
    /// Things that were looked for under all their names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    searched_as: Vec<String>,
    entries: Vec<EntryObject<'a>>,
    /// The cursor of the part behind it; left out where this is the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/v1/entries", get(list))
        .route("/v1/entries/{id}", get(one))
        .route("/v1/search", get(search))
        .route("/v1/review", get(review))
}

pub fn describe(all: &mut Operations) {
    all.operation(
        ("get", "/v1/entries"),
        "entries",
        "What was logged, a part at a time",
    )
    .asks::<EntriesAsked>()
    .gives::<EntryPage<'_>>("EntryPage", "A part of it")
    .fails(&[(
        422,
        "There is no domain of this name, or there are too many words",
    )])
    .end();
    all.operation(("get", "/v1/search"), "search", "Entries that hold words")
        .asks::<SearchAsked>()
        .gives::<EntryPage<'_>>("EntryPage", "A part of them")
        .fails(&[(
            422,
            "There is no domain of this name, or the words are none or too many",
        )])
        .end();
    all.operation(
        ("get", "/v1/review"),
        "review",
        "Entries of which something was not read, or only in doubt",
    )
    .about("`unread` and `uncertain_fields` of each say what.")
    .asks::<ReviewAsked>()
    .gives::<EntryPage<'_>>("EntryPage", "A part of them")
    .fails(&[(422, "There is no domain of this name")])
    .end();
    all.operation(("get", "/v1/entries/{id}"), "entry", "One entry")
        .entry()
        .gives::<EntryObject<'_>>("Entry", "The entry")
        .tagged()
        .end();
}

async fn list(State(server): State<Arc<Server>>, uri: Uri) -> Result<Answer, Problem> {
    let asked: EntriesAsked = query::read(&uri)?;
    let wanted = EntriesWanted::of(&asked)?;
    work::answer(&server, move |context| page(context, &wanted)).await
}

async fn search(State(server): State<Arc<Server>>, uri: Uri) -> Result<Answer, Problem> {
    let asked: SearchAsked = query::read(&uri)?;
    let wanted = EntriesWanted {
        words: Some(words_of(&asked.words)?),
        any: asked.any,
        literal: asked.literal,
        from: asked.from,
        to: asked.to,
        domain: asked.domain,
        doubtful: false,
        cut: Cut::read(asked.order, asked.limit, asked.cursor.as_deref())?,
    };
    work::answer(&server, move |context| page(context, &wanted)).await
}

async fn review(State(server): State<Arc<Server>>, uri: Uri) -> Result<Answer, Problem> {
    let asked: ReviewAsked = query::read(&uri)?;
    let wanted = EntriesWanted {
        words: None,
        any: false,
        literal: false,
        from: asked.from,
        to: asked.to,
        domain: asked.domain,
        doubtful: true,
        cut: Cut::read(asked.order, asked.limit, asked.cursor.as_deref())?,
    };
    work::answer(&server, move |context| page(context, &wanted)).await
}

async fn one(State(server): State<Arc<Server>>, id: Part) -> Result<Answer, Problem> {
    let id = query::entry_id(id)?;
    work::answer(&server, move |context| {
        entry_state::answer(context, &entry_state::entry(context, &id)?)
    })
    .await
}

fn page(context: &Context<'_>, wanted: &EntriesWanted) -> Result<Answer, Problem> {
    let part = part(context, wanted)?;
    let amendments = EntryAmendments::of_days(context, &part.entries)?;
    let entries = part.entries.iter().map(|entry| amendments.object(entry));
    Answer::of(&EntryPage {
        count: part.count,
        searched_as: part.searched_as,
        entries: entries.collect(),
        next: part.next,
    })
}

/// Which entries are wanted, whoever asks.
pub struct EntriesWanted {
    /// Those that hold these words.
    pub words: Option<Vec<String>>,
    /// Whether any of the words is enough.
    pub any: bool,
    /// Whether the words are found as they stand only.
    pub literal: bool,
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
    pub domain: Option<String>,
    /// Those of which something was not read, or only in doubt.
    pub doubtful: bool,
    pub cut: Cut,
}

impl EntriesWanted {
    fn of(asked: &EntriesAsked) -> Result<Self, Problem> {
        Ok(Self {
            words: asked.words.as_deref().map(words_of).transpose()?,
            any: false,
            literal: false,
            from: asked.from,
            to: asked.to,
            cut: Cut::read(asked.order, asked.limit, asked.cursor.as_deref())?,
            domain: asked.domain.clone(),
            doubtful: false,
        })
    }
}

/// A part of what was found.
#[derive(Default)]
pub struct EntryPart {
    /// How many there are in all.
    pub count: usize,
    /// Things that were looked for under all their names.
    pub searched_as: Vec<String>,
    pub entries: Vec<Entry>,
    /// The cursor of the part behind it.
    pub next: Option<String>,
}

/// The entries that are asked for.
pub fn listed(context: &Context<'_>, asked: &EntriesAsked) -> Result<EntryPart, Problem> {
    part(context, &EntriesWanted::of(asked)?)
}

/// Finds entries, a part at a time.
pub fn part(context: &Context<'_>, wanted: &EntriesWanted) -> Result<EntryPart, Problem> {
    let days = days(context, wanted.from, wanted.to)?;
    let SearchResult { mut entries, named } = match (days, &wanted.words) {
        (None, _) => SearchResult {
            entries: Vec::new(),
            named: Vec::new(),
        },
        (Some(days), Some(words)) => {
            let wanted = SearchParams {
                words,
                period: Some(days),
                any: wanted.any,
                literal: wanted.literal,
            };
            search::find(context, &wanted)?
        }
        (Some(days), None) => SearchResult {
            entries: context.notes()?.entries_by_date_range(&days)?,
            named: Vec::new(),
        },
    };
    if let Some(name) = &wanted.domain {
        let domain = context.domain(name);
        let domain = domain.map_err(|error| Problem::asked(Kind::Unfit, &error))?;
        entries.retain(|entry| {
            let parsed = entry.parsed.as_ref();
            parsed.is_some_and(|parsed| parsed.domain_data.contains_key(&domain.name))
        });
    }
    if wanted.doubtful {
        entries.retain(is_doubtful);
    }
    let count = entries.len();
    let Cut {
        order,
        limit,
        after,
    } = &wanted.cut;
    let (entries, next) = page::cut(entries, *order, after.as_ref(), *limit);
    Ok(EntryPart {
        count,
        searched_as: named,
        entries,
        next,
    })
}

/// The words of a search, of which there must be some.
pub fn words_of(text: &str) -> Result<Vec<String>, Problem> {
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    match words.len() {
        0 => Err(Problem::new(Kind::Unfit, "there are no words in `words`")),
        1..=WORDS => Ok(words),
        _ => {
            let detail = format!("`words` has more than {WORDS} words");
            Err(Problem::new(Kind::Unfit, detail).hint("name the few that matter"))
        }
    }
}

/// The days that are named, as far as there are notes.
fn days(
    context: &Context<'_>,
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
) -> Result<Option<DateRange>, Problem> {
    query::days(from, to, context.store()?.span()?)
}

/// Which part of what was found is given.
pub struct Cut {
    order: Order,
    limit: usize,
    after: Option<Cursor>,
}

impl Cut {
    pub fn read(order: Order, limit: usize, cursor: Option<&str>) -> Result<Self, Problem> {
        Ok(Self {
            order,
            limit,
            after: cursor.map(Cursor::read).transpose()?,
        })
    }
}
