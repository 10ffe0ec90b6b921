//! Connections that nobody can read or change on the way.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig, crypto};

/// What the server speaks inside; a client that wants another version of HTTP is told so.
const SPOKEN: &[u8] = b"http/1.1";

/// A certificate and its key, in files that may be renewed while the server runs.
pub struct Tls {
    files: Files,
    current: Mutex<(State, TlsAcceptor)>,
}

/// The files, as they are named on the command line.
struct Files {
    certificate: PathBuf,
    key: PathBuf,
}

/// What tells that the files are others now.
type State = [Option<(SystemTime, u64)>; 2];

/// Why a certificate cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TlsError {
    /// A file cannot be read.
    #[error("cannot read {path}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// A file does not hold what it should.
    #[error("there is no {what} in {path}")]
    Missing {
        /// What it should hold.
        what: &'static str,
        /// The file.
        path: PathBuf,
    },
    /// They are not made for each other, or not for this.
    #[error("the certificate and its key cannot be used")]
    Unfit {
        /// What is wrong with them.
        #[source]
        source: rustls::Error,
    },
}

impl Tls {
    /// A certificate, with those that vouch for it behind it, and its key, both as PEM.
    ///
    /// # Errors
    /// Files that cannot be read or hold something else, and a key of another certificate.
    pub fn read(certificate: &Path, key: &Path) -> Result<Self, TlsError> {
        let files = Files {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
        };
        let state = files.state();
        let acceptor = files.acceptor()?;
        Ok(Self {
            files,
            current: Mutex::new((state, acceptor)),
        })
    }

    /// What seals the next connection: with the files as they are now. Renewed ones are taken as soon as
    /// both fit.
    pub fn acceptor(&self) -> TlsAcceptor {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let state = self.files.state();
        if state != current.0 {
            match self.files.acceptor() {
                Ok(acceptor) => *current = (state, acceptor),
                Err(error) => tracing::warn!("the certificate of before is kept: {error}"),
            }
        }
        current.1.clone()
    }
}

impl Files {
    fn state(&self) -> State {
        [&self.certificate, &self.key].map(|path| {
            let file = std::fs::metadata(path).ok()?;
            Some((file.modified().ok()?, file.len()))
        })
    }

    fn acceptor(&self) -> Result<TlsAcceptor, TlsError> {
        let chain = CertificateDer::pem_file_iter(&self.certificate)
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(|error| unread(error, "certificate", &self.certificate))?;
        if chain.is_empty() {
            return Err(unread(
                pem::Error::NoItemsFound,
                "certificate",
                &self.certificate,
            ));
        }
        let key = PrivateKeyDer::from_pem_file(&self.key)
            .map_err(|error| unread(error, "private key", &self.key))?;
        let provider = Arc::new(crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .and_then(|config| config.with_no_client_auth().with_single_cert(chain, key));
        let mut config = config.map_err(|source| TlsError::Unfit { source })?;
        config.alpn_protocols = vec![SPOKEN.to_vec()];
        Ok(TlsAcceptor::from(Arc::new(config)))
    }
}

fn unread(error: pem::Error, what: &'static str, path: &Path) -> TlsError {
    let path = path.to_owned();
    match error {
        pem::Error::Io(source) => TlsError::Unreadable { path, source },
        _ => TlsError::Missing { what, path },
    }
}
