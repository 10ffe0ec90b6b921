//! Asking again.

use std::collections::hash_map::RandomState;
use std::future::Future;
use std::hash::BuildHasher;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use super::{CompletionFuture, CompletionRequest, LlmClient, LlmError};

/// The pause before the first new try; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(500);

/// The longest pause of our own choosing.
const LONGEST_PAUSE: Duration = Duration::from_secs(20);

/// The longest wait a provider may ask for. Who wants more is not waited for: another provider, or
/// none, answers sooner.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

type Pausing = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A client that asks another one again while that can help.
///
/// It waits as long as the provider asks (up to a minute), or else half a second, one, two, … each
/// shortened by chance by up to a half, so that many who failed together do not come back together.
/// Silence is long already: it is waited out once more, not every time.
pub struct RetryingClient {
    inner: Arc<dyn LlmClient>,
    retries: u32,
    pause: Box<dyn Fn(Duration) -> Pausing + Send + Sync>,
}

impl RetryingClient {
    /// Asks again up to `retries` times. Pauses need tokio's timer.
    pub fn new(inner: Arc<dyn LlmClient>, retries: u32) -> Self {
        Self {
            inner,
            retries,
            pause: Box::new(|length| Box::pin(tokio::time::sleep(length))),
        }
    }

    /// The same with pauses of another kind.
    #[must_use]
    pub fn pausing<F>(mut self, pause: impl Fn(Duration) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.pause = Box::new(move |length| Box::pin(pause(length)));
        self
    }

    /// The pause before the new try, or `None` to give up.
    fn pause_after(&self, error: &LlmError, tries: u32) -> Option<Duration> {
        let most = match error {
            LlmError::Silent { .. } => self.retries.min(1),
            _ => self.retries,
        };
        if !error.can_retry() || tries > most {
            return None;
        }
        match error.retry_after() {
            Some(wait) => (wait <= LONGEST_WAIT).then_some(wait),
            None => {
                let doubled = FIRST_PAUSE.saturating_mul(2u32.saturating_pow(tries - 1));
                Some(doubled.min(LONGEST_PAUSE).mul_f64(1.0 - chance() / 2.0))
            }
        }
    }
}

/// A number between 0 and 1 that nobody knows beforehand.
fn chance() -> f64 {
    let hash = RandomState::new().hash_one(0u8);
    f64::from(u32::try_from(hash >> 32).unwrap_or_default()) / f64::from(u32::MAX)
}

impl LlmClient for RetryingClient {
    fn provider(&self) -> &str {
        self.inner.provider()
    }

    fn model(&self) -> &str {
        self.inner.model()
    }

    fn complete<'a>(&'a self, request: &'a CompletionRequest) -> CompletionFuture<'a> {
        Box::pin(async move {
            let mut tries = 0;
            loop {
                let error = match self.inner.complete(request).await {
                    Ok(completion) => return Ok(completion),
                    Err(error) => error,
                };
                tries += 1;
                let Some(pause) = self.pause_after(&error, tries) else {
                    return Err(error);
                };
                tracing::debug!(agent = %request.agent, %error, ?pause, "asking again");
                (self.pause)(pause).await;
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::{Completion, ScriptedClient};
    use quilto_model::AgentName;

    fn status(status: u16, retry_after: Option<u64>) -> LlmError {
        LlmError::Status {
            provider: "scripted".into(),
            status,
            body: "no".into(),
            retry_after: retry_after.map(Duration::from_secs),
        }
    }

    /// Asks a client that fails with each of the errors and then answers; gives the result and the
    /// pauses.
    fn asked(errors: Vec<LlmError>) -> (Result<Completion, LlmError>, Vec<Duration>) {
        let client = errors
            .into_iter()
            .fold(ScriptedClient::new(), |client, error| {
                client.then_fails(AgentName::Parser, error)
            })
            .then(AgentName::Parser, "granite");
        let pauses = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&pauses);
        let client = RetryingClient::new(Arc::new(client), 3).pausing(move |length| {
            kept.lock().unwrap().push(length);
            std::future::ready(())
        });
        let request = CompletionRequest {
            agent: AgentName::Parser,
            system: String::new(),
            messages: Vec::new(),
            schema: None,
            max_tokens: 1,
            temperature: 0.0,
        };
        let result = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap()
            .block_on(client.complete(&request));
        let pauses = pauses.lock().unwrap().clone();
        (result, pauses)
    }

    #[test]
    fn what_may_pass_is_tried_again_with_longer_pauses() {
        let (result, pauses) = asked(vec![status(500, None); 3]);
        assert_eq!(result.unwrap().text, "granite");
        assert_eq!(pauses.len(), 3);
        for (pause, longest) in pauses.iter().zip([500, 1000, 2000]) {
            let longest = Duration::from_millis(longest);
            assert!((longest / 2..=longest).contains(pause), "{pauses:?}");
        }
    }

    #[test]
    fn after_the_last_try_the_error_is_given_back() {
        let (result, pauses) = asked(vec![status(503, None); 4]);
        assert_eq!(result.unwrap_err(), status(503, None));
        assert_eq!(pauses.len(), 3);
    }

    #[test]
    fn the_provider_says_how_long_to_wait() {
        let (result, pauses) = asked(vec![status(429, Some(7)), status(429, Some(0))]);
        assert!(result.is_ok());
        assert_eq!(pauses, [Duration::from_secs(7), Duration::ZERO]);
    }

    #[test]
    fn nobody_waits_for_more_than_a_minute() {
        let (result, pauses) = asked(vec![status(429, Some(3600))]);
        assert_eq!(result.unwrap_err(), status(429, Some(3600)));
        assert!(pauses.is_empty(), "{pauses:?}");
    }

    #[test]
    fn what_cannot_pass_is_not_tried_again() {
        for error in [
            status(401, None),
            status(404, Some(1)),
            LlmError::Truncated {
                provider: "scripted".into(),
                what: "prompt",
            },
        ] {
            let (result, pauses) = asked(vec![error.clone()]);
            assert_eq!((result, pauses), (Err(error), vec![]));
        }
    }

    #[test]
    fn silence_is_waited_out_once_more() {
        let silent = LlmError::Silent {
            provider: "scripted".into(),
            silence: Duration::from_secs(600),
        };
        let (result, pauses) = asked(vec![silent.clone()]);
        assert!(result.is_ok());
        assert_eq!(pauses.len(), 1);
        let (result, pauses) = asked(vec![silent.clone(), silent.clone()]);
        assert_eq!(result.unwrap_err(), silent);
        assert_eq!(pauses.len(), 1);
    }
}
