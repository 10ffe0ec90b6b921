//! Several persons on one server, each with a part of it of their own: what is kept of one is within reach
//! of that one's requests alone, since no other request is given it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use quilto::storage::{Accounts, KeyKind, Scope, UserId};

use super::admission::Admission;
use super::problem::{Kind, Problem};
use super::rate_limit::Limiters;
use super::{Server, guard, proxy, routes, session};
use crate::accounts::{now, secret};
use crate::context::known_domains::KnownDomains;
use crate::error::CliError;
use crate::runs::daily_jobs;

/// Persons whose part is kept at hand while they ask nothing.
const AT_HAND: usize = 200;

/// The paths of a person that some build has besides.
pub type ExtraRoutes = fn(&Arc<Server>) -> Router<Arc<Server>>;

/// Leads each request to the part of the server that is its person's.
pub struct UserRouter {
    /// What parts are made of. It is nobody's.
    base: Arc<Server>,
    accounts: Arc<dyn Accounts>,
    limiters: Arc<Limiters>,
    more: ExtraRoutes,
    /// What those see who are not known.
    nobody: Router,
    /// The domains without anybody's names, once somebody asked.
    domains: Mutex<Option<Arc<KnownDomains>>>,
    parts: Mutex<Parts>,
}

/// The part of each person: its paths, over what is theirs.
#[derive(Default)]
struct Parts {
    /// Those at hand; who asked last is at the end.
    at_hand: Vec<(UserId, Router)>,
    /// Those that anybody is at work in: there is never a second one of a person.
    alive: HashMap<UserId, Weak<Server>>,
}

impl UserRouter {
    /// Those who have an account, each over what the server has for all.
    pub fn new(base: Arc<Server>, accounts: Arc<dyn Accounts>, more: ExtraRoutes) -> Arc<Self> {
        Arc::new(Self {
            nobody: routes::of_nobody(Arc::clone(&base)),
            limiters: Arc::clone(&base.limiters),
            accounts,
            more,
            domains: Mutex::default(),
            parts: Mutex::default(),
            base,
        })
    }

    /// Ends what any of them has left behind, once a day: who never comes back does not end it.
    pub fn let_go(&self) -> Result<(), CliError> {
        let context = self.base.context().anew()?;
        if !daily_jobs::takes_left_behind(&context)? {
            return Ok(());
        }
        let shared = self.domains(&context);
        for account in self.accounts.all()? {
            let own = context.of_person(&account.user, &shared);
            if let Err(error) = own.and_then(|own| daily_jobs::let_go(&own)) {
                // nobody is in the way of the others
                let error = error.in_one_line();
                tracing::warn!("what a person left behind could not be looked after: {error}");
            }
        }
        Ok(())
    }

    /// All paths, which lead each to what is theirs.
    pub fn paths(self: &Arc<Self>) -> Router {
        Router::new().fallback(answer).with_state(Arc::clone(self))
    }

    /// Who asks, and how much they may do.
    fn known(&self, headers: &HeaderMap) -> Result<(UserId, Scope), Problem> {
        let given = guard::bearer(headers);
        let shown = given.map(|token| (token, KeyKind::Token));
        let cookies = session::values(headers).map(|value| (value, KeyKind::Session));
        // what is sent on purpose counts before what a browser sends by itself
        let shown: Vec<_> = match shown {
            Some(shown) => vec![shown],
            None => cookies.take(4).collect(),
        };
        for (text, kind) in shown {
            let digest = secret::digest(text);
            let account = self.accounts.with_key(&digest)?;
            let key = account.as_ref().and_then(|a| a.key(&digest, now()));
            if let Some((account, key)) = account.as_ref().zip(key)
                && key.kind == kind
            {
                self.limiters.person(&account.user)?;
                return Ok((account.user.clone(), key.scope));
            }
        }
        Err(guard::no_token(given.is_some()))
    }

    /// The part of a person.
    fn part(&self, user: &UserId) -> Result<Router, Problem> {
        if let Some(part) = self.at_hand(user) {
            return Ok(part);
        }
        let context = self.base.context();
        let context = context.of_person(user, &self.domains(&context))?;
        let made = self.base.of_person(context, user);
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        parts.alive.retain(|_, server| server.strong_count() > 0);
        // another request may have made it meanwhile
        let known = parts.alive.get(user).and_then(Weak::upgrade);
        let server = known.unwrap_or(made);
        parts.alive.insert(user.clone(), Arc::downgrade(&server));
        let part = routes::router(Arc::clone(&server), (self.more)(&server));
        parts.at_hand.retain(|(known, _)| known != user);
        parts.at_hand.push((user.clone(), part.clone()));
        if parts.at_hand.len() > AT_HAND {
            parts.at_hand.drain(..1);
        }
        Ok(part)
    }

    fn at_hand(&self, user: &UserId) -> Option<Router> {
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        let place = parts.at_hand.iter().rposition(|(known, _)| known == user)?;
        let found = parts.at_hand.remove(place);
        let part = found.1.clone();
        parts.at_hand.push(found);
        Some(part)
    }

    fn domains(&self, context: &crate::context::Context<'static>) -> Arc<KnownDomains> {
        let mut domains = self.domains.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(domains.get_or_insert_with(|| context.shared_domains()))
    }
}

/// Gives a request to the part of who asks.
async fn answer(State(users): State<Arc<UserRouter>>, mut request: Request) -> Response {
    let from = proxy::from(&request);
    let headers = request.headers().clone();
    let shared = Arc::clone(&users);
    // accounts and homes are read there
    let found = tokio::task::spawn_blocking(move || {
        let (user, scope) = shared.known(&headers)?;
        Ok((shared.part(&user)?, scope))
    });
    let found = found.await.unwrap_or_else(|_| {
        let detail = "who asks could not be found out";
        Err(Problem::new(Kind::Failed, detail))
    });
    let (paths, admitted) = match found {
        Ok((part, scope)) => (part, Ok(scope)),
        Err(problem) => {
            let problem = match users.limiters.stranger(from) {
                Err(too_many) if problem.kind() == Kind::NoToken => too_many,
                _ => problem,
            };
            (users.nobody.clone(), Err(problem))
        }
    };
    request.extensions_mut().insert(Admission(admitted));
    let answered = TowerToHyperService::new(paths).call(request).await;
    answered
        .unwrap_or_else(|never| match never {})
        .into_response()
}
