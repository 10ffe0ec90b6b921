//! Writers of one person within this process wait here rather than in the database, where each would
//! hold a connection that others need.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quilto_store::UserId;
use tokio::sync::{Mutex as Queue, OwnedMutexGuard};

use crate::error::DatabaseError;

/// Queues that nobody stands in are let go of when there are so many.
const MANY: usize = 1024;

/// A queue for each person.
#[derive(Default)]
pub(crate) struct WriteQueues(Mutex<HashMap<UserId, Arc<Queue<()>>>>);

/// The only writer of a person in this process, until it is dropped.
pub(crate) type WriteTurn = OwnedMutexGuard<()>;

impl WriteQueues {
    /// Waits for the turn, at most so long.
    pub(crate) async fn of(
        &self,
        user: &UserId,
        patience: Duration,
    ) -> Result<WriteTurn, DatabaseError> {
        let turn = self.queue(user).lock_owned();
        let turn = tokio::time::timeout(patience, turn).await;
        turn.map_err(|_| DatabaseError::Busy)
    }

    fn queue(&self, user: &UserId) -> Arc<Queue<()>> {
        let mut queues = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if queues.len() > MANY {
            queues.retain(|_, queue| Arc::strong_count(queue) > 1);
        }
        Arc::clone(queues.entry(user.clone()).or_default())
    }
}
