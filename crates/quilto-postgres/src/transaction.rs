//! A transaction of a person: what is kept, looked at and changed.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{Datelike, Months, NaiveDate};
use futures_util::future::join;
use quilto_model::DateRange;
use quilto_store::{Edit, Snapshot, StorageError, Transaction, UserId};
use tokio_postgres::Row;

use crate::database::{CallContext, Database, begin, over};
use crate::error::DatabaseError;
use crate::pool::OpenTransaction;
use crate::statement::{Statement, Value};
use crate::write::{self, Locked, WriteLock};
use crate::write_queue::WriteTurn;

/// The first and the last day that may have a text.
const FIRST: NaiveDate = day_or(1900, 1, 1, NaiveDate::MIN);
const LAST: NaiveDate = day_or(2199, 12, 31, NaiveDate::MAX);

const fn day_or(year: i32, month: u32, day: u32, other: NaiveDate) -> NaiveDate {
    match NaiveDate::from_ymd_opt(year, month, day) {
        Some(day) => day,
        None => other,
    }
}

/// A transaction of a person.
pub(crate) struct PersonTransaction {
    database: Arc<Database>,
    user: UserId,
    open: Mutex<Option<Arc<OpenTransaction>>>,
    /// How many writes there were before, and the turn, where it may write.
    may_write: Option<(i64, WriteTurn)>,
    cache: Mutex<DayCache>,
}

/// Days that were read before, so that one question brings many.
#[derive(Default)]
struct DayCache {
    days: BTreeMap<NaiveDate, Option<DayText>>,
    /// Whether any day may be asked for next.
    widely: bool,
}

struct DayText {
    raw: Vec<u8>,
    parsed: Option<Vec<u8>>,
}

impl PersonTransaction {
    /// What is kept, as it stands at the first question.
    pub(crate) fn snapshot(database: Arc<Database>, user: UserId) -> Self {
        Self {
            database,
            user,
            open: Mutex::new(None),
            may_write: None,
            cache: Mutex::default(),
        }
    }

    /// What is kept, while nobody else may change it.
    pub(crate) fn transaction(database: Arc<Database>, user: UserId) -> Result<Self, StorageError> {
        let (shared, person) = (Arc::clone(&database.shared), user.clone());
        let lock = database.change(async move { write::write_lock(&shared, &person).await })?;
        let WriteLock { locked, turn } = lock;
        Ok(Self {
            open: Mutex::new(Some(Arc::new(locked.open))),
            may_write: Some((locked.version, turn)),
            ..Self::snapshot(database, user)
        })
    }

    fn query(&self, sql: &'static str, mut values: Vec<Value>) -> Result<Vec<Row>, StorageError> {
        values.insert(0, self.user.as_str().into());
        let statement = Statement { sql, values };
        let mut open = held(&self.open);
        if let Some(open) = open.as_ref() {
            let open = Arc::clone(open);
            return self.database.read(async move {
                let client = open.client().ok_or_else(over)?;
                Ok(client
                    .query_typed(statement.sql, &statement.typed())
                    .await?)
            });
        }
        let shared = Arc::clone(&self.database.shared);
        let begin = begin(&self.user, "ISOLATION LEVEL REPEATABLE READ READ ONLY");
        let (begun, rows) = self.database.read(async move {
            let mut backoff = shared.backoff();
            loop {
                match first(&shared, &begin, &statement).await {
                    Err(error) => backoff.wait(error).await?,
                    done => return done,
                }
            }
        })?;
        *open = Some(Arc::new(begun));
        Ok(rows)
    }

    fn value<T>(&self, value: Result<T, tokio_postgres::Error>) -> Result<T, StorageError> {
        value.map_err(|error| {
            let error = DatabaseError::from(error);
            error.into_error("read", self.database.place(), Default::default())
        })
    }

    /// Brings the days of a period.
    fn fetch(&self, first: NaiveDate, last: NaiveDate) -> Result<Vec<NaiveDate>, StorageError> {
        let sql = "SELECT day, raw, parsed::text FROM quilto.days
            WHERE user_id = $1 AND day BETWEEN $2 AND $3 AND raw IS NOT NULL ORDER BY day";
        let rows = self.query(sql, vec![Value::Day(first), Value::Day(last)])?;
        let mut days = Vec::with_capacity(rows.len());
        let mut cache = held(&self.cache);
        for row in rows {
            let day: NaiveDate = self.value(row.try_get(0))?;
            let parsed: Option<String> = self.value(row.try_get(2))?;
            let text = DayText {
                raw: self.value(row.try_get(1))?,
                parsed: parsed.map(String::into_bytes),
            };
            cache.days.insert(day, Some(text));
            days.push(day);
        }
        Ok(days)
    }

    /// Looks at a day, which is brought if it was not; with those of its month, if any day may follow.
    fn day<T>(
        &self,
        day: NaiveDate,
        look: impl FnOnce(&DayText) -> T,
    ) -> Result<Option<T>, StorageError> {
        let (known, widely) = {
            let cache = held(&self.cache);
            (cache.days.contains_key(&day), cache.widely)
        };
        if !known && (FIRST..=LAST).contains(&day) {
            let (first, last) = if widely { month(day) } else { (day, day) };
            self.fetch(first, last)?;
        }
        let mut cache = held(&self.cache);
        Ok(cache.days.entry(day).or_default().as_ref().map(look))
    }

    /// Does edits and ends the transaction.
    fn end(self, edits: Vec<Statement>) -> Result<(), StorageError> {
        let open = held(&self.open).take().and_then(Arc::into_inner);
        let (Some(open), Some((version, turn))) = (open, self.may_write) else {
            return Err(over().into_error("write", self.database.place(), Default::default()));
        };
        let (shared, user) = (Arc::clone(&self.database.shared), self.user);
        let locked = Locked { open, version };
        let lock = WriteLock { locked, turn };
        self.database
            .change(async move { write::commit(&shared, &user, lock, edits).await })
    }

    fn statement(&self, sql: &'static str, mut values: Vec<Value>) -> Statement {
        values.insert(0, self.user.as_str().into());
        Statement { sql, values }
    }
}

/// Begins a transaction with its first question.
async fn first(
    shared: &CallContext,
    begin: &str,
    statement: &Statement,
) -> Result<(OpenTransaction, Vec<Row>), DatabaseError> {
    let open = shared.connection().await?;
    let client = open.client().ok_or_else(over)?;
    let values = statement.typed();
    let (begun, rows) = join(
        client.batch_execute(begin),
        client.query_typed(statement.sql, &values),
    )
    .await;
    begun?;
    Ok((open, rows?))
}

impl Snapshot for PersonTransaction {
    fn days(&self, period: Option<&DateRange>) -> Result<Vec<NaiveDate>, StorageError> {
        if let Some(period) = period {
            // a period may reach further than the server counts
            let (first, last) = (period.start.max(FIRST), period.end.min(LAST));
            return match first <= last {
                true => self.fetch(first, last),
                false => Ok(Vec::new()),
            };
        }
        let sql = "SELECT day FROM quilto.days WHERE user_id = $1 AND raw IS NOT NULL ORDER BY day";
        let rows = self.query(sql, Vec::new())?;
        held(&self.cache).widely = true;
        rows.iter().map(|row| self.value(row.try_get(0))).collect()
    }

    fn raw(&self, day: NaiveDate, buffer: &mut Vec<u8>) -> Result<bool, StorageError> {
        let found = self.day(day, |text| buffer.extend_from_slice(&text.raw))?;
        Ok(found.is_some())
    }

    fn parsed(&self, day: NaiveDate) -> Result<Option<Vec<u8>>, StorageError> {
        Ok(self.day(day, |text| text.parsed.clone())?.flatten())
    }

    fn document(&self, key: &str) -> Result<Option<Vec<u8>>, StorageError> {
        let sql = "SELECT bytes FROM quilto.documents WHERE user_id = $1 AND key = $2";
        let rows = self.query(sql, vec![key.into()])?;
        rows.first()
            .map(|row| self.value(row.try_get(0)))
            .transpose()
    }

    fn keys(&self, folder: &str) -> Result<Vec<String>, StorageError> {
        let sql = "SELECT key FROM quilto.documents
            WHERE user_id = $1 AND starts_with(key, $2) ORDER BY key";
        let rows = self.query(sql, vec![Value::Text(format!("{folder}/"))])?;
        rows.iter().map(|row| self.value(row.try_get(0))).collect()
    }

    fn span(&self) -> Result<Option<DateRange>, StorageError> {
        let sql =
            "SELECT min(day), max(day) FROM quilto.days WHERE user_id = $1 AND raw IS NOT NULL";
        let rows = self.query(sql, Vec::new())?;
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        let first: Option<NaiveDate> = self.value(row.try_get(0))?;
        let last: Option<NaiveDate> = self.value(row.try_get(1))?;
        Ok(first
            .zip(last)
            .map(|(first, last)| DateRange::new(first, last)))
    }
}

impl Transaction for PersonTransaction {
    fn commit(self: Box<Self>, edits: Vec<Edit>) -> Result<(), StorageError> {
        let (mut appended, mut rewritten) = <(Texts, Texts)>::default();
        let (mut days, mut parses) = (Vec::new(), Vec::new());
        for edit in edits {
            match edit {
                Edit::Append { day, text, .. } => appended.add(day, text.into_bytes()),
                Edit::Rewrite { day, text } => rewritten.add(day, text),
                Edit::Parsed { day, json } => {
                    days.push(day);
                    parses.push(json);
                }
            }
        }
        let mut statements = Vec::new();
        if !appended.days.is_empty() {
            let sql = "INSERT INTO quilto.days AS d (user_id, day, raw)
                SELECT $1, t.day, t.raw FROM unnest($2, $3) AS t (day, raw)
                ON CONFLICT (user_id, day) DO UPDATE SET raw = coalesce(d.raw, '') || excluded.raw";
            statements.push(self.statement(sql, appended.values()));
        }
        if !rewritten.days.is_empty() {
            let sql = "INSERT INTO quilto.days (user_id, day, raw)
                SELECT $1, t.day, t.raw FROM unnest($2, $3) AS t (day, raw)
                ON CONFLICT (user_id, day) DO UPDATE SET raw = excluded.raw";
            statements.push(self.statement(sql, rewritten.values()));
        }
        if !days.is_empty() {
            let sql = "INSERT INTO quilto.days (user_id, day, parsed)
                SELECT $1, t.day, t.parsed::json FROM unnest($2, $3) AS t (day, parsed)
                ON CONFLICT (user_id, day) DO UPDATE SET parsed = excluded.parsed";
            statements.push(self.statement(sql, vec![Value::Days(days), Value::Texts(parses)]));
        }
        self.end(statements)
    }

    fn put(self: Box<Self>, key: &str, bytes: Option<&[u8]>) -> Result<(), StorageError> {
        let statement = match bytes {
            Some(bytes) => {
                let sql = "INSERT INTO quilto.documents (user_id, key, bytes) VALUES ($1, $2, $3)
                    ON CONFLICT (user_id, key) DO UPDATE SET bytes = excluded.bytes";
                self.statement(sql, vec![key.into(), Value::Bytes(bytes.to_vec())])
            }
            None => {
                let sql = "DELETE FROM quilto.documents WHERE user_id = $1 AND key = $2";
                self.statement(sql, vec![key.into()])
            }
        };
        self.end(vec![statement])
    }
}

/// Texts of days, as a statement takes them.
#[derive(Default)]
struct Texts {
    days: Vec<NaiveDate>,
    texts: Vec<Vec<u8>>,
}

impl Texts {
    fn add(&mut self, day: NaiveDate, text: Vec<u8>) {
        self.days.push(day);
        self.texts.push(text);
    }

    fn values(self) -> Vec<Value> {
        vec![Value::Days(self.days), Value::AllBytes(self.texts)]
    }
}

/// The first and the last day of the month of a day.
fn month(day: NaiveDate) -> (NaiveDate, NaiveDate) {
    let first = day.with_day(1).unwrap_or(day);
    let next = first.checked_add_months(Months::new(1));
    (first, next.and_then(|next| next.pred_opt()).unwrap_or(day))
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
