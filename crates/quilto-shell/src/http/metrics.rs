//! Counts and durations for whoever watches the server, as Prometheus reads them: never words, never names,
//! and paths as they are described. They are told at an address of their own, not to those who use the
//! server: what one person does is nothing that another should see.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, Method, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use tokio::net::TcpListener;

use super::names::Names;
use super::problem::{Kind, Problem};

/// What is sent, as Prometheus wants it called.
const KIND: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Seconds that requests are sorted by.
const SECONDS: [f64; 9] = [0.005, 0.02, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0, 120.0];

type Label = (&'static str, String);

/// What is counted while a server runs.
pub struct Metrics {
    registry: Registry,
    requests: Family<[Label; 3], Counter>,
    seconds: Family<[Label; 2], Histogram, fn() -> Histogram>,
    connections: Gauge,
    runs: Gauge,
}

impl Metrics {
    /// Nothing yet. `name` is the application's, with which each count begins.
    pub fn new(name: &str, version: &str) -> Arc<Self> {
        let mut registry = Registry::with_prefix(name);
        let seconds = || Histogram::new(SECONDS);
        let metrics = Self {
            requests: Family::default(),
            seconds: Family::new_with_constructor(seconds),
            connections: Gauge::default(),
            runs: Gauge::default(),
            registry: Registry::default(),
        };
        let about = "Requests by method, path as it is described, and status";
        registry.register("http_requests", about, metrics.requests.clone());
        let about = "How long requests took until their answer began";
        let seconds = metrics.seconds.clone();
        registry.register_with_unit("http_request_duration", about, Unit::Seconds, seconds);
        let about = "Connections that are open";
        registry.register("http_connections", about, metrics.connections.clone());
        let about = "Runs and other work that goes on";
        registry.register("runs", about, metrics.runs.clone());
        let build: Family<[Label; 1], Gauge<u64, AtomicU64>> = Family::default();
        build
            .get_or_create(&[("version", version.to_owned())])
            .set(1);
        registry.register("build", "Which version this is", build);
        Arc::new(Self {
            registry,
            ..metrics
        })
    }

    /// A request was answered.
    pub fn request(&self, method: &Method, path: Option<&str>, status: u16, took: Duration) {
        // what a client may make up is none of the labels
        let known = [
            Method::GET,
            Method::POST,
            Method::PUT,
            Method::DELETE,
            Method::HEAD,
        ];
        let method = match known.contains(method) {
            true => method.as_str().to_owned(),
            false => "other".to_owned(),
        };
        let path = path.unwrap_or("other").to_owned();
        let status = status.to_string();
        let which = [("method", method.clone()), ("path", path.clone())];
        self.seconds
            .get_or_create(&which)
            .observe(took.as_secs_f64());
        let which = [("method", method), ("path", path), ("status", status)];
        self.requests.get_or_create(&which).inc();
    }

    /// One connection more, until what this gives is dropped.
    pub fn connection(&self) -> GaugeGuard {
        GaugeGuard::of(&self.connections)
    }

    /// One piece of work more, until what this gives is dropped.
    pub fn run(&self) -> GaugeGuard {
        GaugeGuard::of(&self.runs)
    }
}

/// Something that goes on.
pub struct GaugeGuard(Gauge);

impl GaugeGuard {
    fn of(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Where they are told.
pub struct Watched {
    pub metrics: Arc<Metrics>,
    names: Names,
}

/// Tells them to who asks at an address, for as long as it is polled.
pub async fn serve(
    metrics: Arc<Metrics>,
    listener: TcpListener,
    address: SocketAddr,
    also: Vec<String>,
) -> std::io::Result<()> {
    let watched = Watched {
        metrics,
        names: Names::new(address.ip(), also),
    };
    let paths = Router::new()
        .route("/metrics", get(told))
        .with_state(Arc::new(watched));
    axum::serve(listener, paths).await
}

async fn told(State(watched): State<Arc<Watched>>, headers: HeaderMap) -> Response {
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let host = host.and_then(|host| host.parse::<axum::http::uri::Authority>().ok());
    if !host.is_some_and(|host| watched.names.has(host.host())) {
        let detail = "the server does not go by this name";
        return Problem::new(Kind::WrongHost, detail).into_response();
    }
    let mut text = String::new();
    match encode(&mut text, &watched.metrics.registry) {
        Ok(()) => ([(header::CONTENT_TYPE, KIND)], text).into_response(),
        Err(_) => Problem::new(Kind::Failed, "the counts cannot be written").into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_clients_make_up_is_no_label() {
        let metrics = Metrics::new("rocks", "1.0.0");
        let took = Duration::from_millis(3);
        for number in 0..50 {
            let made_up = format!("M{number}").parse().unwrap();
            metrics.request(&made_up, None, 404, took);
        }
        metrics.request(&Method::GET, Some("/v1/entries/{id}"), 200, took);
        let open = metrics.run();
        let text = || {
            let mut text = String::new();
            encode(&mut text, &metrics.registry).unwrap();
            text
        };
        let told = text();
        for line in [
            "rocks_http_requests_total{method=\"other\",path=\"other\",status=\"404\"} 50",
            "rocks_http_requests_total{method=\"GET\",path=\"/v1/entries/{id}\",status=\"200\"} 1",
            "rocks_http_request_duration_seconds_bucket{le=\"0.005\",method=\"GET\",\
             path=\"/v1/entries/{id}\"} 1",
            "rocks_runs 1",
            "rocks_build{version=\"1.0.0\"} 1",
        ] {
            assert!(told.contains(line), "{line}\n{told}");
        }
        drop(open);
        assert!(text().contains("rocks_runs 0"));
    }
}
