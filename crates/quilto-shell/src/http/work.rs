//! Work that reads and writes files, on threads of its own.

use std::sync::Arc;

use tokio::sync::oneshot;
use tokio::time::{Instant, timeout_at};

use super::problem::{Kind, Problem};
use super::{Server, connections};
use crate::context::Context;
use crate::runs::daily_jobs;

/// Does a job for a request that was read whole: its connection stays for as long as that takes.
pub async fn answer<T: Send + 'static>(
    server: &Arc<Server>,
    job: impl FnOnce(&Context<'static>) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let _active_request = connections::active_request();
    run(server, job).await
}

/// Does a job as soon as a thread is free for it, until its time is over. Then its run is ended at the
/// next step, and the thread is free again; a note that was not logged by then is kept to be gone on
/// with.
pub async fn run<T: Send + 'static>(
    server: &Arc<Server>,
    job: impl FnOnce(&Context<'static>) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let deadline = Instant::now() + server.limits.run;
    // nobody takes all threads while others wait
    let permits = async {
        let own = Arc::clone(&server.own_runs).acquire_owned().await.ok()?;
        let permit = Arc::clone(&server.runs).acquire_owned().await.ok()?;
        Some((own, permit))
    };
    let Ok(Some(permit)) = timeout_at(deadline, permits).await else {
        let detail = "other requests were in front of it; nothing was done";
        return Err(Problem::new(Kind::Busy, detail).hint("try again in a while"));
    };
    let (done, result) = oneshot::channel();
    let shared = Arc::clone(server);
    tokio::task::spawn_blocking(move || {
        let _permits = permit;
        let metrics = shared.watch.metrics.as_ref();
        let _counted = metrics.map(|metrics| metrics.run());
        shared.look_again();
        match shared.context().anew() {
            Ok(mut context) => {
                context.deadline = Some(deadline);
                // nobody sits at a server: what it asks goes to its clients
                context.json = true;
                // whoever asked may have gone away
                done.send(job(&context)).ok();
                look_after(&context);
            }
            Err(error) => {
                done.send(Err(Problem::of(&error))).ok();
            }
        }
    });
    match timeout_at(deadline, result).await {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => Err(Problem::new(Kind::Failed, "the work on it broke off")
            .hint("what was logged before is in the log; `doctor` checks it")),
        Err(_) => Err(
            Problem::new(Kind::TooLong, "its time is over, and it is ended")
                .hint("a note that was sent is logged, or waits in `sessions`; send less at once"),
        ),
    }
}

/// The daily upkeep, after the first request of the day has its answer.
fn look_after(context: &Context<'_>) {
    if let Err(error) = daily_jobs::if_due(context) {
        tracing::warn!(
            "what was learned could not be looked after: {}",
            error.in_one_line()
        );
    }
}
