//! How often somebody may ask: so many requests at once, and then as many as come back with time.

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use quilto::storage::{KeyDigest, UserId};

use super::problem::{Kind, Problem};
use crate::accounts::secret;

/// More than these who asked lately are looked over, and those forgotten who may ask as often as any.
const MANY: usize = 10_000;

/// How often each may ask.
#[derive(Clone, Copy, Debug)]
pub struct RateLimits {
    /// Requests of one person.
    pub person: RateLimit,
    /// Requests from one address by nobody who is known.
    pub stranger: RateLimit,
    /// Tries to sign in from one address.
    pub address: RateLimit,
    /// Tries to sign in under one name.
    pub name: RateLimit,
}

/// So many at once, and so many a minute after that.
#[derive(Clone, Copy, Debug)]
pub struct RateLimit {
    pub at_once: u32,
    pub a_minute: u32,
}

impl Default for RateLimits {
    fn default() -> Self {
        let pace = |at_once, a_minute| RateLimit { at_once, a_minute };
        Self {
            person: pace(600, 600),
            stranger: pace(300, 120),
            address: pace(20, 6),
            name: pace(10, 2),
        }
    }
}

/// Who asked how often.
pub struct Limiters<C: Clock + Clone = DefaultClock> {
    person: KeyedLimiter<UserId, C>,
    stranger: KeyedLimiter<IpAddr, C>,
    address: KeyedLimiter<IpAddr, C>,
    /// By the hash of a name: it may be any text.
    name: KeyedLimiter<KeyDigest, C>,
}

impl Limiters {
    pub fn new(paces: RateLimits) -> Self {
        Self::with_clock(paces, &DefaultClock::default())
    }
}

impl<C: Clock + Clone> Limiters<C> {
    fn with_clock(paces: RateLimits, clock: &C) -> Self {
        Self {
            person: KeyedLimiter::new(paces.person, clock),
            stranger: KeyedLimiter::new(paces.stranger, clock),
            address: KeyedLimiter::new(paces.address, clock),
            name: KeyedLimiter::new(paces.name, clock),
        }
    }

    /// Whether a person may ask again.
    pub fn person(&self, user: &UserId) -> Result<(), Problem> {
        self.person.check(user)
    }

    /// Whether somebody may ask again who is not known.
    pub fn stranger(&self, from: IpAddr) -> Result<(), Problem> {
        self.stranger.check(&network(from))
    }

    /// Whether somebody may try to sign in again. Whether there is such a name plays no part.
    pub fn sign_in(&self, from: IpAddr, name: &str) -> Result<(), Problem> {
        self.address.check(&network(from))?;
        self.name.check(&secret::digest(name))
    }
}

/// Where somebody is, as far as they cannot choose it: who has an address of version 6 has as many as they
/// like beside it.
fn network(from: IpAddr) -> IpAddr {
    match from.to_canonical() {
        IpAddr::V6(six) => {
            let [a, b, c, d, ..] = six.segments();
            [a, b, c, d, 0, 0, 0, 0].into()
        }
        four => four,
    }
}

/// A pace for each of many.
struct KeyedLimiter<K: Hash + Eq + Clone, C: Clock + Clone> {
    limiter: RateLimiter<K, HashMapStateStore<K>, C, NoOpMiddleware<C::Instant>>,
    clock: C,
}

impl<K: Hash + Eq + Clone, C: Clock + Clone> KeyedLimiter<K, C> {
    fn new(pace: RateLimit, clock: &C) -> Self {
        let number = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::per_minute(number(pace.a_minute)).allow_burst(number(pace.at_once));
        Self {
            limiter: RateLimiter::hashmap_with_clock(quota, clock.clone()),
            clock: clock.clone(),
        }
    }

    fn check(&self, who: &K) -> Result<(), Problem> {
        if self.limiter.len() > MANY {
            self.limiter.retain_recent();
        }
        self.limiter.check_key(who).map_err(|until| {
            let wait = until.wait_time_from(self.clock.now());
            Problem::new(Kind::TooMany, "that is too often; nothing was done")
                .after(wait.as_secs() + 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use governor::clock::FakeRelativeClock;
    use std::time::Duration;

    fn from(address: &str) -> IpAddr {
        address.parse().unwrap()
    }

    fn limiters() -> (Limiters<FakeRelativeClock>, FakeRelativeClock) {
        let clock = FakeRelativeClock::default();
        let paces = RateLimits {
            address: RateLimit {
                at_once: 4,
                a_minute: 60,
            },
            name: RateLimit {
                at_once: 2,
                a_minute: 6,
            },
            ..RateLimits::default()
        };
        (Limiters::with_clock(paces, &clock), clock)
    }

    #[test]
    fn a_name_is_tried_a_few_times_from_wherever_and_then_slowly() {
        let (limiters, clock) = limiters();
        let tried = |from: &str, name| limiters.sign_in(from.parse().unwrap(), name).is_ok();
        assert!(tried("10.0.0.1", "ann"));
        assert!(tried("10.0.0.2", "ann"));
        assert!(!tried("10.0.0.3", "ann"));
        assert!(tried("10.0.0.3", "nobody"), "others may go on");
        clock.advance(Duration::from_secs(9));
        assert!(!tried("10.0.0.4", "ann"));
        clock.advance(Duration::from_secs(2));
        assert!(tried("10.0.0.4", "ann"));
    }

    #[test]
    fn an_address_tries_a_few_names_and_its_neighbours_are_the_same() {
        let (limiters, _) = limiters();
        let tried = |address: &str, name| limiters.sign_in(from(address), name).is_ok();
        for (last, name) in ["a", "b", "c", "d"].iter().enumerate() {
            assert!(tried(&format!("2001:db8::{last}"), name));
        }
        assert!(!tried("2001:db8::9", "e"));
        assert!(tried("2001:db8:0:1::9", "e"), "another network");
        for name in ["f", "g", "h", "i"] {
            assert!(tried("10.0.0.1", name));
        }
        assert!(!tried("::ffff:10.0.0.1", "j"), "the same by another name");
    }

    #[test]
    fn it_is_said_how_long_to_wait() {
        let (limiters, _) = limiters();
        let mut said = Ok(());
        while said.is_ok() {
            said = limiters.sign_in(from("10.0.0.1"), "ann");
        }
        let problem = said.unwrap_err();
        assert_eq!(problem.kind(), Kind::TooMany);
        let text = format!("{problem:?}");
        assert!(
            text.contains("wait: Some(11)") || text.contains("wait: Some(10)"),
            "{text}"
        );
    }
}
