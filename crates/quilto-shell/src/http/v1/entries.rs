//! `/v1/entries`, `/v1/search`: what was logged, as `history` and `search` list it.

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

use super::page::{self, Cursor, Order};
use super::standing;
use crate::context::Context;
use crate::http::answer::Answer;
use crate::http::operation::Operations;
use crate::http::problem::{Kind, Problem};
use crate::http::query::{self, Part};
use crate::http::{Server, work};
use crate::output::json::EntryObject;
use crate::runs::amended::Amended;
use crate::runs::search::{self, Found, Wanted};

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
    all.operation(("get", "/v1/entries/{id}"), "entry", "One entry")
        .entry()
        .gives::<EntryObject<'_>>("Entry", "The entry")
        .tagged()
        .end();
}

/// A part of what was asked for.
#[derive(Default)]
pub struct Listed {
    /// How many there are in all.
    pub count: usize,
    /// Things that were looked for under all their names.
    pub searched_as: Vec<String>,
    pub entries: Vec<Entry>,
    /// The cursor of the part behind it.
    pub next: Option<String>,
}

impl Listed {
    fn answer(self, context: &Context<'_>) -> Result<Answer, Problem> {
        let amended = Amended::of_days(&*context.notes()?, &self.entries)?;
        Answer::of(&EntryPage {
            count: self.count,
            searched_as: self.searched_as,
            entries: self.entries.iter().map(|e| amended.object(e)).collect(),
            next: self.next,
        })
    }
}

async fn list(State(server): State<Arc<Server>>, uri: Uri) -> Result<Answer, Problem> {
    let asked: EntriesAsked = query::read(&uri)?;
    work::answer(&server, move |context| {
        listed(context, &asked)?.answer(context)
    })
    .await
}

/// The entries that are asked for.
pub fn listed(context: &Context<'_>, asked: &EntriesAsked) -> Result<Listed, Problem> {
    let words = asked.words.as_deref().map(words_of).transpose()?;
    let cut = Cut::read(asked.order, asked.limit, asked.cursor.as_deref())?;
    let Some(days) = days(context, asked.from, asked.to)? else {
        return cut.of(context, asked.domain.as_deref(), Vec::new(), Vec::new());
    };
    let Found { entries, named } = match words {
        Some(words) => search::find(
            context,
            &Wanted {
                words: &words,
                period: Some(days),
                any: false,
                literal: false,
            },
        )?,
        None => Found {
            entries: context.notes()?.entries_by_date_range(&days)?,
            named: Vec::new(),
        },
    };
    cut.of(context, asked.domain.as_deref(), entries, named)
}

async fn search(State(server): State<Arc<Server>>, uri: Uri) -> Result<Answer, Problem> {
    let asked: SearchAsked = query::read(&uri)?;
    let words = words_of(&asked.words)?;
    let cut = Cut::read(asked.order, asked.limit, asked.cursor.as_deref())?;
    work::answer(&server, move |context| {
        let Some(days) = days(context, asked.from, asked.to)? else {
            let none = cut.of(context, asked.domain.as_deref(), Vec::new(), Vec::new())?;
            return none.answer(context);
        };
        let wanted = Wanted {
            words: &words,
            period: Some(days),
            any: asked.any,
            literal: asked.literal,
        };
        let Found { entries, named } = search::find(context, &wanted)?;
        let found = cut.of(context, asked.domain.as_deref(), entries, named)?;
        found.answer(context)
    })
    .await
}

async fn one(State(server): State<Arc<Server>>, id: Part) -> Result<Answer, Problem> {
    let id = query::entry_id(id)?;
    work::answer(&server, move |context| {
        standing::answer(context, &standing::entry(context, &id)?)
    })
    .await
}

/// The words of a search, of which there must be some.
fn words_of(text: &str) -> Result<Vec<String>, Problem> {
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
struct Cut {
    order: Order,
    limit: usize,
    after: Option<Cursor>,
}

impl Cut {
    fn read(order: Order, limit: usize, cursor: Option<&str>) -> Result<Self, Problem> {
        Ok(Self {
            order,
            limit,
            after: cursor.map(Cursor::read).transpose()?,
        })
    }

    fn of(
        &self,
        context: &Context<'_>,
        domain: Option<&str>,
        mut entries: Vec<Entry>,
        searched_as: Vec<String>,
    ) -> Result<Listed, Problem> {
        if let Some(name) = domain {
            let domain = context.domain(name);
            let domain = domain.map_err(|error| Problem::asked(Kind::Unfit, &error))?;
            entries.retain(|entry| {
                let parsed = entry.parsed.as_ref();
                parsed.is_some_and(|parsed| parsed.domain_data.contains_key(&domain.name))
            });
        }
        let count = entries.len();
        let (part, next) = page::cut(entries, self.order, self.after.as_ref(), self.limit);
        Ok(Listed {
            count,
            searched_as,
            entries: part,
            next,
        })
    }
}
