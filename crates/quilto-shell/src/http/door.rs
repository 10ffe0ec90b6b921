//! How clients get in.

use std::net::IpAddr;

use super::guard::Names;
use super::tls::Tls;
use super::token::Token;

/// What clients may call the server, what opens it to them, and what keeps others from listening.
pub struct Door {
    pub names: Names,
    /// What each client must show, where not everybody who gets here may come in.
    pub token: Option<Token>,
    /// What connections are sealed with, where the server does that itself.
    pub tls: Option<Tls>,
}

impl Door {
    /// One without a lock, at an address, with these names besides.
    pub fn open(address: IpAddr, also: Vec<String>) -> Self {
        Self {
            names: Names::new(address, also),
            token: None,
            tls: None,
        }
    }
}
