//! Names of machines.

use std::net::IpAddr;

/// Whether a host is the machine it is named on: what is said to it does not go out. Numbers are
/// read as addresses, so that `127.example.org` is none; names of `localhost` are never asked of
/// others (RFC 6761). An IPv6 address may stand in brackets.
pub fn is_loopback(host: &str) -> bool {
    let inside = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    if let Ok(address) = inside.unwrap_or(host).parse::<IpAddr>() {
        return address.to_canonical().is_loopback();
    }
    let name = host.to_ascii_lowercase();
    name == "localhost" || name.ends_with(".localhost")
}

#[cfg(test)]
mod tests {
    use super::is_loopback;

    #[test]
    fn only_this_machine_is_near() {
        for host in [
            "localhost",
            "LOCALHOST",
            "rocks.localhost",
            "127.0.0.1",
            "127.8.0.1",
            "::1",
            "[::1]",
            "::ffff:127.0.0.1",
        ] {
            assert!(is_loopback(host), "{host}");
        }
        for host in [
            "",
            "[]",
            "127.example.org",
            "127.0.0.1.example.org",
            "127.1.",
            "localhost.example",
            "notlocalhost",
            "192.168.1.7",
            "0.0.0.0",
            "::2",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
