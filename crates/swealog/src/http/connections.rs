//! Connections: taken, watched, and closed in good order.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::Server;
use super::routes::router;

/// How long to wait when the system has no room for another connection.
const NO_ROOM: Duration = Duration::from_millis(100);

/// Serves until `stop` is ready, then finishes what is running, unless that takes too long or
/// `give_up` cuts it short. Says whether all was finished.
pub async fn serve(
    server: Arc<Server>,
    listener: TcpListener,
    stop: impl Future<Output = ()>,
    give_up: impl Future<Output = ()>,
) -> bool {
    let limits = server.limits;
    let service = TowerToHyperService::new(router(server));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new());
    http.header_read_timeout(limits.head);
    let running = GracefulShutdown::new();
    let free = Arc::new(Semaphore::new(limits.connections));
    let take = async {
        loop {
            let Ok(permit) = Arc::clone(&free).acquire_owned().await else {
                return;
            };
            let stream = match listener.accept().await {
                Ok((stream, _)) => stream,
                Err(error) => {
                    tracing::warn!("a connection could not be taken: {error}");
                    tokio::time::sleep(NO_ROOM).await;
                    continue;
                }
            };
            let connection = http.serve_connection(TokioIo::new(stream), service.clone());
            let connection = running.watch(connection);
            tokio::spawn(async move {
                if let Err(error) = connection.await {
                    tracing::debug!("a connection broke: {error}");
                }
                drop(permit);
            });
        }
    };
    tokio::select! {
        () = take => {}
        () = stop => {}
    }
    drop(listener);
    tokio::select! {
        () = running.shutdown() => true,
        () = tokio::time::sleep(limits.farewell) => {
            tracing::warn!("some requests did not finish in time");
            false
        }
        () = give_up => false,
    }
}
