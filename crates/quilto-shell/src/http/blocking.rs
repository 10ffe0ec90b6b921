//! Work that waits for a disk or counts for long.

use super::problem::{Kind, Problem};

/// Does a job where it keeps no other request waiting.
pub async fn blocking<T: Send + 'static>(
    job: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(job).await;
    done.unwrap_or_else(|_| Err(Problem::new(Kind::Failed, "the work on it broke off")))
}
