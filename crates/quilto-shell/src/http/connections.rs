//! Connections: taken, watched, and closed in good order.

use std::collections::VecDeque;
use std::error::Error;
use std::future::Future;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Instant, timeout};
use tokio_rustls::TlsAcceptor;

use super::{Server, Tls};

/// How long to wait when the system has no room for another connection.
const NO_ROOM: Duration = Duration::from_millis(100);

tokio::task_local! {
    static OWN: Arc<Connection>;
}

/// What is known of a connection while it lasts.
struct Connection {
    /// Since when nothing is done for it; `None` while something is.
    quiet: Mutex<Option<Instant>>,
    leave: Notify,
    /// Who is at the other end.
    peer: IpAddr,
}

/// Keeps the connection of the request that is being answered, however long that takes.
pub struct ActiveRequest(Option<Arc<Connection>>);

/// A request came in whole and is being answered, until what this gives is dropped.
pub fn active_request() -> ActiveRequest {
    let own = OWN.try_with(Arc::clone).ok();
    if let Some(own) = &own {
        *lock(&own.quiet) = None;
    }
    ActiveRequest(own)
}

/// Work that goes on by itself, and still belongs to the connection of the request that is being answered.
pub fn carried<W: Future>(work: W) -> impl Future<Output = W::Output> {
    let own = OWN.try_with(Arc::clone).ok();
    async {
        match own {
            Some(own) => OWN.scope(own, work).await,
            None => work.await,
        }
    }
}

/// Who is at the other end of the connection of the request that is being answered.
pub fn peer() -> Option<IpAddr> {
    OWN.try_with(|own| own.peer).ok()
}

impl Drop for ActiveRequest {
    fn drop(&mut self) {
        if let Some(own) = &self.0 {
            *lock(&own.quiet) = Some(Instant::now());
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many connections there may be. Who has been quiet the longest makes room for who comes: a client
/// that sends nothing, or half a request, must not keep others out.
struct ConnectionLimit {
    free: Arc<Semaphore>,
    quiet: Duration,
    /// In the order they came.
    taken: Mutex<VecDeque<Arc<Connection>>>,
}

impl ConnectionLimit {
    /// A place for a new connection, as soon as there is one.
    async fn admit(&self, peer: IpAddr) -> Option<(Arc<Connection>, OwnedSemaphorePermit)> {
        let permit = loop {
            let free = Arc::clone(&self.free);
            if let Ok(permit) = Arc::clone(&free).try_acquire_owned() {
                break permit;
            }
            let wait = self.make_room();
            tokio::select! {
                permit = free.acquire_owned() => break permit.ok()?,
                () = tokio::time::sleep(wait) => {}
            }
        };
        let connection = Arc::new(Connection {
            quiet: Mutex::new(Some(Instant::now())),
            leave: Notify::new(),
            peer,
        });
        lock(&self.taken).push_back(Arc::clone(&connection));
        Some((connection, permit))
    }

    /// Sends one away that has been quiet for long enough; says how long to wait for the next.
    fn make_room(&self) -> Duration {
        let taken = lock(&self.taken);
        let since = |own: &Arc<Connection>| Some((*lock(&own.quiet))?.elapsed());
        let longest = taken.iter().filter_map(|own| Some((since(own)?, own)));
        match longest.max_by_key(|(since, _)| *since) {
            Some((since, own)) if since >= self.quiet => {
                own.leave.notify_one();
                self.quiet.max(NO_ROOM)
            }
            Some((since, _)) => self.quiet - since,
            None => NO_ROOM,
        }
    }

    fn left(&self, connection: &Arc<Connection>) {
        lock(&self.taken).retain(|own| !Arc::ptr_eq(own, connection));
    }
}

/// Serves paths until `stop` is ready, then finishes what is running, unless that takes too long or
/// `give_up` cuts it short. Says whether all was finished.
pub async fn serve(
    paths: Router,
    server: &Server,
    listener: TcpListener,
    stop: impl Future<Output = ()>,
    give_up: impl Future<Output = ()>,
) -> bool {
    let limits = server.limits;
    let running = GracefulShutdown::new();
    let (open, closed) = watch::channel(());
    let limit = Arc::new(ConnectionLimit {
        free: Arc::new(Semaphore::new(limits.connections)),
        quiet: limits.quiet,
        taken: Mutex::default(),
    });
    let take = async {
        loop {
            let (stream, peer) = match listener.accept().await {
                Ok(taken) => taken,
                Err(error) => {
                    tracing::warn!("a connection could not be taken: {error}");
                    tokio::time::sleep(NO_ROOM).await;
                    continue;
                }
            };
            let Some((own, permit)) = limit.admit(peer.ip()).await else {
                return;
            };
            let handler = ConnectionHandler {
                tls: server.endpoint.tls.as_ref().map(Tls::acceptor),
                paths: paths.clone(),
                head: limits.head,
                running: running.watcher(),
                closed: closed.clone(),
            };
            let serving = OWN.scope(Arc::clone(&own), handler.serve(stream));
            let limit = Arc::clone(&limit);
            let metrics = server.watch.metrics.as_ref();
            let counted = metrics.map(|metrics| metrics.connection());
            tokio::spawn(async move {
                tokio::select! {
                    ended = serving => {
                        if let Err(error) = ended {
                            tracing::debug!("a connection broke: {error}");
                        }
                    }
                    () = own.leave.notified() => {
                        tracing::debug!("a quiet connection made room for another");
                    }
                }
                limit.left(&own);
                drop(counted);
                drop(permit);
            });
        }
    };
    tokio::select! {
        () = take => {}
        () = stop => {}
    }
    drop((listener, open));
    tokio::select! {
        () = running.shutdown() => true,
        () = tokio::time::sleep(limits.farewell) => {
            tracing::warn!("some requests did not finish in time");
            false
        }
        () = give_up => false,
    }
}

/// Answers what is asked over one connection.
struct ConnectionHandler {
    tls: Option<TlsAcceptor>,
    paths: Router,
    /// How long each head may take, and the agreement on a seal before the first.
    head: Duration,
    running: Watcher,
    /// Changes when no new connection is taken any more.
    closed: watch::Receiver<()>,
}

/// What broke a connection.
type Broken = Box<dyn Error + Send + Sync>;

impl ConnectionHandler {
    /// Answers the requests of a connection.
    async fn serve(mut self, stream: TcpStream) -> Result<(), Broken> {
        let stream = tokio::select! {
            biased;
            stream = byte_stream(stream, self.tls, self.head) => stream?,
            // nothing was asked yet
            _ = self.closed.changed() => return Ok(()),
        };
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new());
        http.header_read_timeout(self.head);
        let service = TowerToHyperService::new(self.paths);
        let connection = http.serve_connection(TokioIo::new(stream), service);
        Ok(self.running.watch(connection).await?)
    }
}

/// What bytes come and go by: a connection itself, or what seals it.
trait ByteStream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> ByteStream for T {}

/// The stream of a connection, as soon as it is agreed on how that is sealed, which must be in time.
async fn byte_stream(
    stream: TcpStream,
    tls: Option<TlsAcceptor>,
    time: Duration,
) -> Result<Box<dyn ByteStream>, Broken> {
    Ok(match tls {
        None => Box::new(stream),
        Some(tls) => Box::new(timeout(time, tls.accept(stream)).await??),
    })
}
