//! What clients may call the server.

use std::net::{IpAddr, Ipv6Addr};

/// The names a client may call the server by.
#[derive(Clone, Debug)]
pub struct Names {
    /// Whether only this machine can reach it.
    loopback: bool,
    /// Names besides `localhost` and addresses.
    also: Vec<String>,
}

impl Names {
    /// Names for a server that listens on an address, and those it was given besides.
    pub fn new(address: IpAddr, also: Vec<String>) -> Self {
        Self {
            loopback: address.is_loopback(),
            also,
        }
    }

    /// Whether a host is one of ours. An address always means what it says, so no name of somebody
    /// else's hides behind it.
    pub fn has(&self, host: &str) -> bool {
        if let Some(address) = address(host) {
            return address.is_loopback() || !self.loopback;
        }
        let known = |name: &String| name.eq_ignore_ascii_case(host);
        host.eq_ignore_ascii_case("localhost") || self.also.iter().any(known)
    }
}

fn address(host: &str) -> Option<IpAddr> {
    match host.strip_prefix('[').and_then(|h| h.strip_suffix(']')) {
        Some(six) => six.parse::<Ipv6Addr>().ok().map(IpAddr::from),
        None => host.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_points_here_is_not_ours() {
        let loopback = Names::new([127, 0, 0, 1].into(), Vec::new());
        for host in ["localhost", "LOCALHOST", "127.0.0.1", "127.9.9.9", "[::1]"] {
            assert!(loopback.has(host), "{host}");
        }
        for host in [
            "",
            "rocks.example",
            "localhost.rocks.example",
            "192.168.1.7",
            "[::2]",
        ] {
            assert!(!loopback.has(host), "{host}");
        }
        let open = Names::new([0, 0, 0, 0].into(), vec!["rocks.example".into()]);
        for host in ["192.168.1.7", "[::2]", "rocks.example", "localhost"] {
            assert!(open.has(host), "{host}");
        }
        assert!(!open.has("other.example"));
    }
}
