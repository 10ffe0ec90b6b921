//! Where the work of tools is done: on threads of its own, since it reads and writes files.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Semaphore;

use crate::context::Context;
use crate::error::CliError;
use crate::http::problem::{Kind, Problem};
use crate::runs::daily_jobs;

/// What is done at once. An assistant asks for few things together.
const AT_ONCE: u32 = 4;

/// What all calls share.
pub struct Desk {
    context: Context<'static>,
    /// A permit for each call that may go on.
    calls: Semaphore,
    /// Held by what writes, from the look at what is there to the change of it.
    changes: Mutex<()>,
}

impl Desk {
    pub fn new(context: Context<'static>) -> Self {
        Self {
            context,
            calls: Semaphore::new(AT_ONCE as usize),
            changes: Mutex::default(),
        }
    }

    /// What every call begins with.
    pub fn context(&self) -> &Context<'static> {
        &self.context
    }

    /// Does a job at this moment.
    pub async fn work<T: Send + 'static>(
        self: &Arc<Self>,
        job: impl FnOnce(&Self, &Context<'static>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let desk = Arc::clone(self);
        // it goes on though the client may not wait for it
        let done = tokio::spawn(async move {
            let permit = desk.calls.acquire().await;
            let job = {
                let desk = Arc::clone(&desk);
                move || {
                    let context = desk.context.anew().map_err(|error| Problem::of(&error))?;
                    let done = job(&desk, &context);
                    look_after(&context);
                    done
                }
            };
            let done = tokio::task::spawn_blocking(job).await;
            drop(permit);
            done
        });
        match done.await {
            Ok(Ok(done)) => done,
            Ok(Err(_)) | Err(_) => Err(Problem::new(Kind::Failed, "the work on it broke off")),
        }
    }

    /// The turn to look at what is there and change it.
    pub fn change(&self) -> MutexGuard<'_, ()> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ready when nothing is at work any more.
    pub async fn at_rest(&self) {
        self.calls.acquire_many(AT_ONCE).await.ok();
    }
}

/// The daily upkeep, after the first call of the day has done its work.
fn look_after(context: &Context<'_>) {
    if let Err(error) = daily_jobs::if_due(context) {
        warn(&error);
    }
}

fn warn(error: &CliError) {
    let what = error.in_one_line();
    tracing::warn!("what was learned could not be looked after: {what}");
}
