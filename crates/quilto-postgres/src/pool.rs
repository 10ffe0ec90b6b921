//! Connections, and at most so many of them.

use std::sync::Arc;
use std::time::Duration;

use deadpool::Runtime;
use deadpool::managed::{Manager, Metrics, Object, Pool, RecycleError, RecycleResult};
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tokio_postgres::tls::{MakeTlsConnect, TlsConnect};
use tokio_postgres::{Client, Config, NoTls, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::address::Address;
use crate::error::DatabaseError;

/// Opens connections.
pub(crate) struct Connector {
    config: Config,
    tls: Option<MakeRustlsConnect>,
}

impl Connector {
    pub(crate) fn new(address: &Address) -> Self {
        Self {
            config: address.config.clone(),
            tls: address.tls.clone().map(MakeRustlsConnect::new),
        }
    }

    /// A connection, worked on until its client is dropped, and its end.
    pub(crate) async fn connect(&self) -> Result<(Client, JoinHandle<()>), DatabaseError> {
        match &self.tls {
            Some(tls) => self.connect_by(tls.clone()).await,
            None => self.connect_by(NoTls).await,
        }
    }

    async fn connect_by<T>(&self, tls: T) -> Result<(Client, JoinHandle<()>), DatabaseError>
    where
        T: MakeTlsConnect<Socket>,
        T::Stream: Send + 'static,
        T::TlsConnect: Send,
        <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
    {
        let (client, connection) = self.config.connect(tls).await?;
        let end = tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!("a connection ended: {error}");
            }
        });
        Ok((client, end))
    }
}

impl Manager for Connector {
    type Type = Client;
    type Error = DatabaseError;

    async fn create(&self) -> Result<Client, DatabaseError> {
        Ok(self.connect().await?.0)
    }

    async fn recycle(&self, client: &mut Client, _: &Metrics) -> RecycleResult<DatabaseError> {
        match client.is_closed() {
            true => Err(RecycleError::message("closed")),
            false => Ok(()),
        }
    }
}

/// At most so many connections; whoever wants one more waits, and gives up after `patience`.
pub(crate) fn pool(
    connector: Connector,
    most: usize,
    patience: Duration,
) -> Result<Pool<Connector>, DatabaseError> {
    Pool::builder(connector)
        .max_size(most)
        .wait_timeout(Some(patience))
        .runtime(Runtime::Tokio1)
        .build()
        .map_err(|error| DatabaseError::Refused(error.into()))
}

/// A connection within a transaction, which is rolled back unless it was ended before this is dropped.
pub(crate) struct OpenTransaction {
    client: Option<Arc<Object<Connector>>>,
    handle: Handle,
}

impl OpenTransaction {
    /// One of the pool; the transaction is for the caller to begin.
    pub(crate) async fn of(pool: &Pool<Connector>) -> Result<Self, DatabaseError> {
        let client = pool.get().await?;
        Ok(Self {
            client: Some(Arc::new(client)),
            handle: Handle::current(),
        })
    }

    /// The connection; `None` once it was ended.
    pub(crate) fn client(&self) -> Option<Arc<Object<Connector>>> {
        self.client.clone()
    }

    /// Gives the connection back: its transaction is over.
    pub(crate) fn ended(mut self) {
        self.client = None;
    }
}

impl Drop for OpenTransaction {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            self.handle.spawn(async move {
                client.batch_execute("ROLLBACK").await.ok();
            });
        }
    }
}
