//! The application over HTTP: the same runs as on the command line, for programs and on a page.
//!
//! The server's own work (connections, checks, waiting) happens on one thread. Each run gets a
//! thread of its own, since it reads and writes files; a fair queue holds back those for which no
//! thread is free.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quilto::storage::UserId;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, interval};

use crate::context::Context;

mod access;
mod account_session;
pub mod admission;
mod answer;
mod blocking;
pub mod body;
pub mod connections;
mod endpoint;
mod events;
mod freshness;
mod guard;
pub mod input;
pub mod keys;
pub mod metrics;
mod names;
mod openapi;
mod operation;
mod page;
pub mod problem;
pub mod proxy;
pub mod query;
mod rate_limit;
mod routes;
pub mod run;
mod session;
mod tag;
#[cfg(test)]
mod tests;
mod tls;
mod token;
mod uploads;
mod user_router;
pub mod v1;
mod work;

use problem::{Kind, Problem};
use user_router::UserRouter;

pub use endpoint::{Authentication, Endpoint};
pub use tls::Tls;
pub use token::Token;
pub use user_router::ExtraRoutes;

/// Passwords that are tried at once: each takes 20 MB.
const PASSWORDS: usize = 2;

/// How much one client may ask for, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long the head of a request may take; a connection without one is closed after it.
    pub head: Duration,
    /// How long the body of a request may take.
    pub body: Duration,
    /// How long a file to bring in may take.
    pub file: Duration,
    /// The largest body, in bytes.
    pub body_size: usize,
    /// The largest file to bring in, in bytes.
    pub file_size: usize,
    /// How long a client waits for a run.
    pub run: Duration,
    /// Runs at once.
    pub runs: usize,
    /// Runs at once for one of several persons.
    pub runs_of_one: usize,
    /// How often somebody may ask, where accounts open the server.
    pub paces: rate_limit::RateLimits,
    /// Connections at once.
    pub connections: usize,
    /// How long a connection may be quiet before it makes room for another where there is none.
    pub quiet: Duration,
    /// How long running requests may take to finish when the server stops.
    pub farewell: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(10),
            body: Duration::from_secs(10),
            file: Duration::from_secs(120),
            body_size: 1 << 20,
            file_size: 32 << 20,
            run: Duration::from_secs(120),
            runs: 8,
            runs_of_one: 4,
            paces: rate_limit::RateLimits::default(),
            connections: 128,
            quiet: Duration::from_millis(500),
            farewell: Duration::from_secs(30),
        }
    }
}

/// What is told of a server to those who run it.
#[derive(Clone, Default)]
pub struct Watch {
    /// What is counted, if anything is.
    pub metrics: Option<Arc<metrics::Metrics>>,
    /// Whether requests are noted field by field rather than in words.
    pub by_field: bool,
}

/// What all requests of a person share.
pub struct Server {
    /// What each request begins with; another one once names or settings have changed.
    context: Mutex<Arc<Context<'static>>>,
    /// What of it was read of files that others change.
    freshness: freshness::Freshness,
    /// What is told of it to those who run it.
    watch: Watch,
    /// Whose notes it has, where there are accounts.
    person: Option<UserId>,
    endpoint: Arc<Endpoint>,
    limits: Limits,
    /// A permit for each run that may go on.
    runs: Arc<Semaphore>,
    /// A permit for each of them that is this person's.
    own_runs: Arc<Semaphore>,
    /// How often somebody asked.
    limiters: Arc<rate_limit::Limiters>,
    /// A permit for each password that is tried.
    passwords: Arc<Semaphore>,
    /// The keys of requests that are at work.
    keys: keys::Keys,
    /// Held from the look at what is there to the change of it, so that two clients who saw the same
    /// do not both change it.
    changes: Mutex<()>,
    /// Files that were sent and wait for a word.
    uploads: uploads::Uploads,
    /// What the page shows after something was sent.
    results: page::Results,
    /// What is at work for what was sent there.
    steps: page::Steps,
}

impl Server {
    /// A server of a context's home, for those who may get in at an endpoint.
    pub fn new(
        context: Context<'static>,
        endpoint: Endpoint,
        limits: Limits,
        watch: Watch,
    ) -> Arc<Self> {
        Arc::new(Self {
            watch,
            freshness: freshness::Freshness::of(&context),
            context: Mutex::new(Arc::new(context)),
            person: None,
            endpoint: Arc::new(endpoint),
            limits,
            runs: Arc::new(Semaphore::new(limits.runs)),
            own_runs: Arc::new(Semaphore::new(limits.runs)),
            limiters: Arc::new(rate_limit::Limiters::new(limits.paces)),
            passwords: Arc::new(Semaphore::new(PASSWORDS)),
            keys: keys::Keys::default(),
            changes: Mutex::default(),
            uploads: uploads::Uploads::default(),
            results: page::Results::default(),
            steps: page::Steps::default(),
        })
    }

    /// The part of it that is a person's. Only what holds nothing of anybody is shared.
    fn of_person(&self, context: Context<'static>, user: &UserId) -> Arc<Self> {
        Arc::new(Self {
            freshness: freshness::Freshness::of(&context),
            context: Mutex::new(Arc::new(context)),
            watch: self.watch.clone(),
            person: Some(user.clone()),
            endpoint: Arc::clone(&self.endpoint),
            limits: self.limits,
            runs: Arc::clone(&self.runs),
            own_runs: Arc::new(Semaphore::new(self.limits.runs_of_one)),
            limiters: Arc::clone(&self.limiters),
            passwords: Arc::clone(&self.passwords),
            keys: keys::Keys::default(),
            changes: Mutex::default(),
            uploads: uploads::Uploads::default(),
            results: page::Results::default(),
            steps: page::Steps::default(),
        })
    }

    /// What a request begins with.
    pub fn context(&self) -> Arc<Context<'static>> {
        let context = self.context.lock();
        Arc::clone(&context.unwrap_or_else(PoisonError::into_inner))
    }

    /// What requests begin with from now on.
    fn begin_with(&self, anew: Arc<Context<'static>>) {
        let mut context = self.context.lock().unwrap_or_else(PoisonError::into_inner);
        *context = anew;
    }

    /// The turn to look at what is there and change it, if it comes in time.
    pub fn change(&self, context: &Context<'_>) -> Result<MutexGuard<'_, ()>, Problem> {
        let turn = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        let is_over = |deadline| Instant::now() > deadline;
        if context.deadline.is_some_and(is_over) {
            // its client was told so already, and must not be made a liar
            let detail = "other changes were in front of it; nothing was done";
            return Err(Problem::new(Kind::Busy, detail));
        }
        Ok(turn)
    }
}

#[cfg(feature = "mcp")]
impl Server {
    /// How much one client may ask for.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Does a job as soon as a thread is free for it.
    pub async fn work<T: Send + 'static>(
        self: &Arc<Self>,
        job: impl FnOnce(&Context<'static>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        work::run(self, job).await
    }

    /// Ready when nothing is at work any more.
    pub async fn at_rest(&self) {
        let all = self.limits.runs.try_into().unwrap_or(u32::MAX);
        self.runs.acquire_many(all).await.ok();
    }
}

/// Serves `more` beside its own paths until `stop` is ready, then finishes what is running, unless that takes too long or
/// `give_up` cuts it short. Says whether all was finished.
pub async fn serve(
    server: Arc<Server>,
    more: ExtraRoutes,
    listener: TcpListener,
    stop: impl Future<Output = ()>,
    give_up: impl Future<Output = ()>,
) -> bool {
    let mut daily = JoinSet::new();
    let paths = match server.endpoint.authentication.accounts() {
        Some(accounts) => {
            let users = UserRouter::new(Arc::clone(&server), Arc::clone(accounts), more);
            daily.spawn(look_after(Arc::clone(&users)));
            users.paths()
        }
        None => routes::router(Arc::clone(&server), more(&server)),
    };
    let paths = proxy::paths(Arc::clone(&server), paths);
    connections::serve(paths, &server, listener, stop, give_up).await
}

/// Looks now and every hour whether there is something to be done for a day. One person alone sees to it with the
/// first request.
async fn look_after(users: Arc<UserRouter>) {
    let mut hours = interval(Duration::from_secs(60 * 60));
    loop {
        hours.tick().await;
        let users = Arc::clone(&users);
        let looked = tokio::task::spawn_blocking(move || users.let_go()).await;
        if let Ok(Err(error)) = looked {
            let error = error.in_one_line();
            tracing::warn!("what persons left behind could not be looked after: {error}");
        }
    }
}
