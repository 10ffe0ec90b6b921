//! Where and how clients get in.

use std::net::IpAddr;
use std::sync::Arc;

use quilto::storage::Accounts;

use super::names::Names;
use super::proxy::{BasePath, Proxies};
use super::tls::Tls;
use super::token::Token;

/// What clients may call the server, what opens it to them, and what keeps others from listening.
pub struct Endpoint {
    pub names: Names,
    /// What each client must show.
    pub authentication: Authentication,
    /// What connections are sealed with, where the server does that itself.
    pub tls: Option<Tls>,
    /// Proxies whose word is taken for who asks, and how.
    pub proxies: Proxies,
    /// Where clients find its paths.
    pub base: BasePath,
}

/// What clients must show to get in.
#[derive(Clone)]
pub enum Authentication {
    /// Nothing: everybody who gets here may come in.
    Open,
    /// The one token of the server.
    Token(Token),
    /// What opens an account, and leads to the notes of its person.
    Accounts(Arc<dyn Accounts>),
}

impl Endpoint {
    /// One without a lock, at an address, with these names besides.
    pub fn open(address: IpAddr, also: Vec<String>) -> Self {
        Self {
            names: Names::new(address, also),
            authentication: Authentication::Open,
            tls: None,
            proxies: Proxies::default(),
            base: BasePath::default(),
        }
    }
}

impl Authentication {
    /// Whether there is one.
    pub fn is_there(&self) -> bool {
        !matches!(self, Self::Open)
    }

    /// The accounts, where those open it.
    pub fn accounts(&self) -> Option<&Arc<dyn Accounts>> {
        match self {
            Self::Accounts(accounts) => Some(accounts),
            Self::Open | Self::Token(_) => None,
        }
    }
}
