//! What every request goes through first: what proxies say of it is taken or left, and the path that leads
//! here is taken off. Everybody behind finds a request as if it had come straight to them.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use ipnet::IpNet;

use super::{Server, connections};

const FOR: &str = "x-forwarded-for";
const PROTO: &str = "x-forwarded-proto";
const HOST: &str = "x-forwarded-host";

/// Proxies whose word is taken.
#[derive(Clone, Debug, Default)]
pub struct Proxies(Vec<IpNet>);

impl FromIterator<IpNet> for Proxies {
    fn from_iter<I: IntoIterator<Item = IpNet>>(networks: I) -> Self {
        Self(networks.into_iter().collect())
    }
}

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct ClientAddress(pub IpAddr);

/// Where the request comes from that went through here.
pub fn from(request: &Request) -> IpAddr {
    let from = request.extensions().get::<ClientAddress>();
    from.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |from| from.0)
}

impl Proxies {
    fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// Takes what a proxy says that is one of these, and leaves nothing of what others say. Gives where
    /// the request comes from.
    fn heard(&self, peer: IpAddr, headers: &mut HeaderMap) -> IpAddr {
        let peer = peer.to_canonical();
        let (host, proto) = (last(headers, HOST), last(headers, PROTO));
        let chain: Vec<String> = all(headers, FOR).map(str::to_owned).collect();
        for name in [FOR, PROTO, HOST] {
            headers.remove(name);
        }
        if !self.trusts(peer) {
            return peer;
        }
        if let Some(host) = host {
            headers.insert(header::HOST, host);
        }
        if let Some(proto) = proto {
            headers.insert(PROTO, proto);
        }
        // each proxy added whom it heard from: the last one that is none of ours is the client
        let mut from = peer;
        for named in chain.iter().rev().map_while(|named| address(named)) {
            from = named.to_canonical();
            if !self.trusts(from) {
                break;
            }
        }
        from
    }
}

/// All values of a header that is a list.
fn all<'h>(headers: &'h HeaderMap, name: &str) -> impl Iterator<Item = &'h str> + use<'h> {
    let lines = headers.get_all(name).into_iter();
    let lines = lines.filter_map(|line| line.to_str().ok());
    let values = lines.flat_map(|line| line.split(','));
    values.map(str::trim).filter(|value| !value.is_empty())
}

/// What the nearest proxy said.
fn last(headers: &HeaderMap, name: &str) -> Option<HeaderValue> {
    let value = all(headers, name).last()?;
    HeaderValue::from_str(value).ok()
}

/// An address, with a port or without.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    let with_port = text.parse::<SocketAddr>().map(|address| address.ip());
    bare.parse().or(with_port).ok()
}

/// Where clients find the paths: below this one, or at the root where it is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BasePath(&'static str);

/// What cannot be a path to be found below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a path begins with / and has letters, digits, '-', '_', '.' and '/'")]
pub struct BadBasePath;

impl BasePath {
    /// A path as it is written on the command line; it is kept as long as the program runs.
    ///
    /// # Errors
    /// What is none, or would have to be encoded.
    pub fn read(text: &str) -> Result<Self, BadBasePath> {
        let path = text.trim_end_matches('/');
        let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'-' | b'_' | b'.');
        let fits = text.starts_with('/') && path.bytes().all(is_plain);
        let parts = || path.split('/').skip(1);
        let is_odd = parts().any(|part| matches!(part, "" | "." | ".."));
        match fits && !is_odd {
            true => Ok(Self(path.to_owned().leak())),
            false => Err(BadBasePath),
        }
    }

    /// What stands before each path; nothing for the root.
    pub fn as_str(self) -> &'static str {
        self.0
    }

    /// The rest of a path that is below this one. A proxy may have taken it off already.
    fn taken_off(self, uri: &Uri) -> Option<Uri> {
        let whole = uri.path_and_query()?.as_str();
        let rest = whole.strip_prefix(self.0).filter(|_| !self.0.is_empty())?;
        let rest = match rest.bytes().next() {
            None => "/".to_owned(),
            Some(b'/') => rest.to_owned(),
            Some(b'?') => format!("/{rest}"),
            Some(_) => return None,
        };
        let mut parts = uri.clone().into_parts();
        parts.path_and_query = Some(PathAndQuery::try_from(rest).ok()?);
        Uri::from_parts(parts).ok()
    }
}

impl fmt::Display for BasePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The paths, and the server that says which proxies are believed.
#[derive(Clone)]
struct ProxyLayer {
    server: Arc<Server>,
    paths: Router,
}

/// Paths with what goes before them.
pub fn paths(server: Arc<Server>, paths: Router) -> Router {
    let layer = ProxyLayer { server, paths };
    Router::new().fallback(pass).with_state(layer)
}

async fn pass(State(layer): State<ProxyLayer>, mut request: Request) -> Response {
    let endpoint = &layer.server.endpoint;
    let peer = connections::peer().unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    let from = endpoint.proxies.heard(peer, request.headers_mut());
    request.extensions_mut().insert(ClientAddress(from));
    if let Some(rest) = endpoint.base.taken_off(request.uri()) {
        *request.uri_mut() = rest;
    }
    let answered = TowerToHyperService::new(layer.paths).call(request).await;
    answered
        .unwrap_or_else(|never| match never {})
        .into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn headers(lines: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, HeaderValue::from_static(value));
        }
        headers
    }

    fn proxies() -> Proxies {
        let networks = ["127.0.0.1/32", "10.0.0.0/8", "2001:db8::/32"];
        networks.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn nothing_is_left_of_what_a_stranger_says() {
        let mut said = headers(&[
            ("host", "rocks.example"),
            ("x-forwarded-for", "192.0.2.1"),
            ("x-forwarded-proto", "https"),
            ("x-forwarded-host", "other.example"),
        ]);
        for peer in ["192.0.2.7", "::1", "11.0.0.1"] {
            let mut said = said.clone();
            assert_eq!(proxies().heard(ip(peer), &mut said), ip(peer));
            assert_eq!(said, headers(&[("host", "rocks.example")]));
        }
        Proxies::default().heard(ip("127.0.0.1"), &mut said);
        assert_eq!(said.len(), 1, "nobody is believed who was not named");
    }

    #[test]
    fn the_word_of_a_proxy_is_taken() {
        let mut said = headers(&[
            ("host", "127.0.0.1:8787"),
            ("x-forwarded-for", "192.0.2.1"),
            ("x-forwarded-proto", "https"),
            ("x-forwarded-host", "log.example"),
        ]);
        let from = proxies().heard(ip("::ffff:10.1.2.3"), &mut said);
        assert_eq!(from, ip("192.0.2.1"));
        let left = [("host", "log.example"), ("x-forwarded-proto", "https")];
        assert_eq!(said, headers(&left));
    }

    #[test]
    fn who_asks_is_the_last_that_is_no_proxy_of_ours() {
        for (lines, from) in [
            (&["192.0.2.9, 192.0.2.1"][..], "192.0.2.1"),
            (&["192.0.2.9, 192.0.2.1, 10.0.0.2"], "192.0.2.1"),
            (&["192.0.2.9", "192.0.2.1, 10.0.0.2"], "192.0.2.1"),
            (&["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
            (&["192.0.2.1:4711"], "192.0.2.1"),
            (&["[2001:db9::1]:4711"], "2001:db9::1"),
            (&["[2001:db9::1]"], "2001:db9::1"),
            (&["192.0.2.1, unknown"], "127.0.0.1"),
            (&["192.0.2.1, x, 10.0.0.2"], "10.0.0.2"),
            (&[], "127.0.0.1"),
        ] {
            let lines: Vec<_> = lines.iter().map(|line| (FOR, *line)).collect();
            let heard = proxies().heard(ip("127.0.0.1"), &mut headers(&lines));
            assert_eq!(heard, ip(from), "{lines:?}");
        }
    }

    #[test]
    fn a_base_path_is_taken_off_where_it_is() {
        let base = BasePath::read("/my/log/").unwrap();
        assert_eq!(base.as_str(), "/my/log");
        for (path, rest) in [
            ("/my/log", Some("/")),
            ("/my/log/", Some("/")),
            ("/my/log?a=b", Some("/?a=b")),
            (
                "/my/log/day/2026-11-20?a=/my/log",
                Some("/day/2026-11-20?a=/my/log"),
            ),
            ("/my/logs", None),
            ("/day/2026-11-20", None),
        ] {
            let rest = rest.map(|rest| rest.parse::<Uri>().unwrap());
            assert_eq!(base.taken_off(&path.parse().unwrap()), rest, "{path}");
        }
        let root = BasePath::read("/").unwrap();
        assert_eq!(
            (root, root.taken_off(&"/a".parse().unwrap())),
            (BasePath::default(), None)
        );
    }

    #[test]
    fn what_is_no_path_is_none() {
        for text in [
            "", "log", "/a//b", "/a/../b", "/a b", "/a\"b", "/ㄱ", "/a?b",
        ] {
            assert_eq!(BasePath::read(text).err(), Some(BadBasePath), "{text}");
        }
    }
}
