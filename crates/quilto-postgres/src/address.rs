//! Where the database is, and who asks.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs};

use rustls::pki_types::CertificateDer;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

/// Why an address cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AddressError {
    /// It is none.
    #[error("{0:?} is no address of a PostgreSQL database")]
    NotAnAddress(String, #[source] tokio_postgres::Error),
    /// It holds a password.
    #[error("the address of the database holds a password, which would be shown with it")]
    HoldsPassword,
    /// TLS cannot be set up.
    #[error("TLS cannot be set up")]
    Tls(#[source] rustls::Error),
}

/// Where the database is, who asks, and whether what is said is ciphered.
#[derive(Clone, Debug)]
pub struct Address {
    pub(crate) config: Config,
    pub(crate) tls: Option<ClientConfig>,
    pub(crate) place: String,
}

impl Address {
    /// Reads an address such as `postgres://ann@db.example/notes`. The password is taken from
    /// `PGPASSWORD`, or from the file that `PGPASSFILE` names, or from `~/.pgpass`. Over a network
    /// TLS is used, and the server's certificate must be one that this machine trusts (or that
    /// `SSL_CERT_FILE` holds); `?sslmode=disable` goes without.
    ///
    /// # Errors
    /// [`AddressError`].
    pub fn read(text: &str) -> Result<Self, AddressError> {
        let mut config: Config = text
            .parse()
            .map_err(|error| AddressError::NotAnAddress(text.to_owned(), error))?;
        if config.get_password().is_some() {
            return Err(AddressError::HoldsPassword);
        }
        if let Some(password) = password(&config) {
            config.password(password);
        }
        config
            .application_name("quilto")
            .connect_timeout(Duration::from_secs(10))
            .keepalives_idle(Duration::from_secs(30))
            .tcp_user_timeout(Duration::from_secs(30));
        let tls = match config.get_ssl_mode() {
            SslMode::Disable => None,
            SslMode::Prefer if config.get_hosts().iter().all(is_near) => {
                config.ssl_mode(SslMode::Disable);
                None
            }
            _ => {
                config.ssl_mode(SslMode::Require);
                Some(tls().map_err(AddressError::Tls)?)
            }
        };
        let place = place(&config);
        Ok(Self { config, tls, place })
    }
}

/// Whether what is said to it stays on this machine.
fn is_near(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => quilto_model::is_loopback(name),
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

/// The address without anything secret, for messages.
fn place(config: &Config) -> String {
    let host = config.get_hosts().first().map(name_of).unwrap_or_default();
    let database = config.get_dbname().unwrap_or_default();
    match config.get_ports().first() {
        Some(port) => format!("postgres://{host}:{port}/{database}"),
        None => format!("postgres://{host}/{database}"),
    }
}

fn name_of(host: &Host) -> String {
    match host {
        Host::Tcp(name) => name.clone(),
        #[cfg(unix)]
        Host::Unix(folder) => folder.display().to_string(),
    }
}

fn tls() -> Result<ClientConfig, rustls::Error> {
    let mut roots = RootCertStore::empty();
    let found: Vec<CertificateDer<'static>> = rustls_native_certs::load_native_certs().certs;
    roots.add_parsable_certificates(found);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let versions =
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    Ok(versions.with_root_certificates(roots).with_no_client_auth())
}

/// The password, from where every client of PostgreSQL looks for it.
fn password(config: &Config) -> Option<String> {
    let set = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    if let Some(password) = set("PGPASSWORD") {
        return Some(password);
    }
    let file = set("PGPASSFILE").map(PathBuf::from);
    let file = file.or_else(|| Some(Path::new(&set("HOME")?).join(".pgpass")))?;
    if !is_private(&file) {
        return None;
    }
    in_file(&fs::read_to_string(file).ok()?, config)
}

/// A file that others may read is not read, as by every client.
#[cfg(unix)]
fn is_private(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(file).is_ok_and(|file| file.permissions().mode().trailing_zeros() >= 6)
}

#[cfg(not(unix))]
fn is_private(file: &Path) -> bool {
    file.is_file()
}

/// The password of the first line `host:port:database:user:password` that fits; `*` fits all.
fn in_file(text: &str, config: &Config) -> Option<String> {
    let host = config.get_hosts().first().map(name_of).unwrap_or_default();
    let host = if host.starts_with('/') {
        "localhost".into()
    } else {
        host
    };
    let port = config.get_ports().first().unwrap_or(&5432).to_string();
    let user = config.get_user().unwrap_or_default();
    let database = config.get_dbname().unwrap_or(user);
    let wanted = [host.as_str(), &port, database, user];
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .find_map(|line| {
            let fields = fields(line);
            let (password, names) = fields.split_last()?;
            let fits = |(name, wanted): (&String, &&str)| name == "*" || name == wanted;
            (names.len() == wanted.len() && names.iter().zip(&wanted).all(fits))
                .then(|| password.clone())
        })
}

/// The fields of a line; `\` takes `:` and `\` for themselves.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        let last = fields.len() - 1;
        match c {
            ':' => fields.push(String::new()),
            '\\' => fields[last].extend(chars.next()),
            c => fields[last].push(c),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_over_a_network_is_ciphered() {
        let ciphered = |text: &str| Address::read(text).unwrap().tls.is_some();
        assert!(ciphered("postgres://ann@db.example/notes"));
        assert!(ciphered("postgres://ann@localhost/notes?sslmode=require"));
        assert!(!ciphered("postgres://ann@db.example/notes?sslmode=disable"));
        assert!(!ciphered("postgres://ann@localhost/notes"));
        assert!(!ciphered("postgres://ann@%2Frun%2Fpostgresql/notes"));
    }

    #[test]
    fn an_address_holds_no_password_and_is_one() {
        let refused = |text: &str| Address::read(text).unwrap_err().to_string();
        assert!(refused("postgres://ann:secret@localhost/notes").contains("holds a password"));
        assert!(refused("granite").contains("is no address"));
    }

    #[test]
    fn a_password_is_that_of_the_first_line_which_fits() {
        let file = "# db:5432:notes:ann:no\nother:*:*:*:no\ndb:5432:notes:ben:no\ndb:*:*:ann:a\\:b\\\\c\n*:*:*:*:no\n";
        let config: Config = "postgres://ann@db/notes".parse().unwrap();
        assert_eq!(in_file(file, &config).as_deref(), Some("a:b\\c"));
    }
}
