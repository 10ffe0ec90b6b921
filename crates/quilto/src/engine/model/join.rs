//! Several questions to models at once.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

/// A question on its way.
pub type PendingAnswer<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Waits for all; results in the order of the questions.
pub async fn all<T: Send>(flights: Vec<PendingAnswer<'_, T>>) -> Vec<T> {
    let mut done: Vec<Option<T>> = flights.iter().map(|_| None).collect();
    let mut flights: Vec<Option<PendingAnswer<'_, T>>> = flights.into_iter().map(Some).collect();
    poll_fn(|cx| {
        let mut waiting = false;
        for (flight, done) in flights.iter_mut().zip(&mut done) {
            let Some(future) = flight else { continue };
            match future.as_mut().poll(cx) {
                Poll::Ready(result) => {
                    *done = Some(result);
                    *flight = None;
                }
                Poll::Pending => waiting = true,
            }
        }
        if waiting {
            Poll::Pending
        } else {
            Poll::Ready(())
        }
    })
    .await;
    done.into_iter().flatten().collect()
}
