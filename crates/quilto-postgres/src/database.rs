//! One database, as all persons of a process use it.

use std::pin::Pin;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use deadpool::managed::Pool;
use futures_util::future::join3;
use quilto_store::{StorageError, UserId, WaitHook};
use tokio::sync::{Mutex, OnceCell};
use tokio::task::JoinHandle;
use tokio_postgres::{Client, Row};

use crate::Limits;
use crate::address::Address;
use crate::blocking_calls::BlockingCalls;
use crate::error::DatabaseError;
use crate::pool::{self, Connector, OpenTransaction};
use crate::schema;
use crate::statement::Statement;
use crate::write_queue::WriteQueues;

/// What advisory locks of ours have for their first number.
pub(crate) const PROCESSES: i32 = 0x7175_696c;

/// A database, and the thread that talks to it.
pub(crate) struct Database {
    calls: BlockingCalls,
    pub(crate) shared: Arc<CallContext>,
    hook: Option<WaitHook>,
}

/// What calls work with.
pub(crate) struct CallContext {
    pool: Pool<Connector>,
    /// For the connection that says this process lives.
    connector: Connector,
    place: String,
    pub(crate) patience: Duration,
    prepared: OnceCell<i32>,
    /// Holds a lock under the number of the process as long as that lives.
    alive: Mutex<Option<Client>>,
    pub(crate) write_queues: WriteQueues,
    named: AtomicI64,
}

impl Database {
    pub(crate) fn new(address: &Address, limits: Limits) -> Result<Self, StorageError> {
        let Limits {
            connections,
            patience,
            hook,
        } = limits;
        let refused = |error: DatabaseError| error.into_error("be used", &address.place, patience);
        let calls = BlockingCalls::start()
            .map_err(|error| refused(DatabaseError::Refused(error.into())))?;
        let pool = pool::pool(Connector::new(address), connections, patience).map_err(refused)?;
        let shared = CallContext {
            pool,
            connector: Connector::new(address),
            place: address.place.clone(),
            patience,
            prepared: OnceCell::new(),
            alive: Mutex::new(None),
            write_queues: WriteQueues::default(),
            named: AtomicI64::new(0),
        };
        Ok(Self {
            calls,
            shared: Arc::new(shared),
            hook,
        })
    }

    /// Waits for a call, and says so when it takes longer than a moment and `said` is true.
    fn wait<T: Send + 'static>(
        &self,
        action: &'static str,
        said: bool,
        work: impl Future<Output = Result<T, DatabaseError>> + Send + 'static,
    ) -> Result<T, StorageError> {
        let begun = Instant::now();
        let late = || {
            if let Some(hook) = self.hook.as_ref().filter(|_| said) {
                hook(&format!("the database {}", self.shared.place));
            }
        };
        let broken = || Err(DatabaseError::Refused("what talks to it broke down".into()));
        let done = self.calls.wait(work, late).unwrap_or_else(broken);
        done.map_err(|error| error.into_error(action, &self.shared.place, begun.elapsed()))
    }

    /// Waits for a call that writes or waits for those who do.
    pub(crate) fn change<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, DatabaseError>> + Send + 'static,
    ) -> Result<T, StorageError> {
        self.wait("write", true, work)
    }

    /// Waits for a call that reads.
    pub(crate) fn read<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, DatabaseError>> + Send + 'static,
    ) -> Result<T, StorageError> {
        self.wait("read", false, work)
    }

    pub(crate) fn place(&self) -> &str {
        &self.shared.place
    }
}

impl CallContext {
    /// A connection to a database that is as it should be.
    pub(crate) async fn connection(&self) -> Result<OpenTransaction, DatabaseError> {
        let open = OpenTransaction::of(&self.pool).await?;
        if let (None, Some(client)) = (self.prepared.get(), open.client()) {
            let prepare = async {
                schema::prepare(&client).await?;
                number(&client).await
            };
            self.prepared.get_or_try_init(|| prepare).await?;
        }
        Ok(open)
    }

    /// Patience for something that may have to be tried again.
    pub(crate) fn backoff(&self) -> Backoff {
        Backoff {
            until: Instant::now() + self.patience,
            pause: Duration::from_millis(20),
        }
    }

    /// One statement in a transaction of its own. It may be sent again, and must bear that.
    pub(crate) async fn once(
        &self,
        user: &UserId,
        statement: &Statement,
    ) -> Result<Vec<Row>, DatabaseError> {
        self.begun(&begin(user, ""), statement).await
    }

    /// The same for what is no person's.
    pub(crate) async fn of_nobody(&self, statement: &Statement) -> Result<Vec<Row>, DatabaseError> {
        self.begun(&format!("BEGIN; SELECT {DURABLE}"), statement)
            .await
    }

    async fn begun(&self, begin: &str, statement: &Statement) -> Result<Vec<Row>, DatabaseError> {
        let mut backoff = self.backoff();
        loop {
            match self.send(begin, statement).await {
                Err(error) => backoff.wait(error).await?,
                done => return done,
            }
        }
    }

    async fn send(&self, begin: &str, statement: &Statement) -> Result<Vec<Row>, DatabaseError> {
        let open = self.connection().await?;
        let client = open.client().ok_or_else(over)?;
        let values = statement.typed();
        // one after the other, without waiting between them
        let (begun, rows, ended) = join3(
            client.batch_execute(begin),
            client.query_typed(statement.sql, &values),
            client.batch_execute("COMMIT"),
        )
        .await;
        begun?;
        let rows = rows?;
        ended?;
        open.ended();
        Ok(rows)
    }

    /// A name for a write or a claim that no other has.
    pub(crate) fn name(&self) -> (i32, i64) {
        let process = self.prepared.get().copied().unwrap_or_default();
        (process, self.named.fetch_add(1, Ordering::Relaxed))
    }

    /// Lets others see that this process lives, and gives its number.
    pub(crate) async fn alive(self: &Arc<Self>) -> Result<i32, DatabaseError> {
        let mut backoff = self.backoff();
        loop {
            match self.live().await {
                Err(error) => backoff.wait(error).await?,
                done => return done,
            }
        }
    }

    async fn live(self: &Arc<Self>) -> Result<i32, DatabaseError> {
        // the tables must be there before
        drop(self.connection().await?);
        let process = self.prepared.get().copied().unwrap_or_default();
        let mut alive = self.alive.lock().await;
        if alive.as_ref().is_some_and(|client| !client.is_closed()) {
            return Ok(process);
        }
        let (client, end) = self.connector.connect().await?;
        let lock = format!("SELECT pg_advisory_lock({PROCESSES}, {process})");
        client.batch_execute(&lock).await?;
        tokio::spawn(again(Arc::downgrade(self), end));
        *alive = Some(client);
        Ok(process)
    }
}

/// Lets others see it again when the connection is lost, before they take what this process works on.
fn again(
    shared: Weak<CallContext>,
    end: JoinHandle<()>,
) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    Box::pin(async move {
        end.await.ok();
        while let Some(shared) = shared.upgrade() {
            match shared.alive().await {
                Err(DatabaseError::Lost(_)) => {}
                _ => break,
            }
        }
    })
}

/// How long something is tried, and the pause before the next try.
pub(crate) struct Backoff {
    until: Instant,
    pause: Duration,
}

impl Backoff {
    /// Waits for the next try, as long as the trouble is one that passes and patience lasts.
    pub(crate) async fn wait(&mut self, error: DatabaseError) -> Result<(), DatabaseError> {
        match error {
            DatabaseError::Lost(cause) if Instant::now() + self.pause < self.until => {
                tracing::debug!("trying again: {cause}");
                tokio::time::sleep(self.pause).await;
                self.pause = (self.pause * 2).min(Duration::from_secs(1));
                Ok(())
            }
            error => Err(error),
        }
    }
}

/// A number that no other process has, also after the server broke down.
async fn number(client: &Client) -> Result<i32, DatabaseError> {
    let sql = format!("SELECT nextval('quilto.processes')::integer, {DURABLE}");
    Ok(client.query_typed_one(&sql, &[]).await?.try_get(0)?)
}

/// A connection that was given back already.
pub(crate) fn over() -> DatabaseError {
    DatabaseError::Refused("the transaction is over".into())
}

/// Lets the transaction wait for the disk before it is acknowledged, whatever the role or the database are set to.
/// What waits for more than that stays. For one transaction, since a pool may stand in between.
const DURABLE: &str = "set_config('synchronous_commit',
    CASE WHEN current_setting('synchronous_commit') IN ('off', 'local') THEN 'on'
        ELSE current_setting('synchronous_commit') END, true)";

/// What begins a transaction of a person. Names of persons are plain, so they may stand in it.
pub(crate) fn begin(user: &UserId, mode: &str) -> String {
    format!("BEGIN {mode}; SELECT set_config('quilto.person', '{user}', true), {DURABLE}")
}
