//! Notes that a database keeps.

use std::sync::{Arc, OnceLock};

use quilto::storage::{Accounts, Backend, Store, Stores};

use crate::error::CliError;
use crate::settings::LoadedSettings;

/// A database, opened once for all who share this.
#[derive(Clone, Default)]
pub struct Database(Arc<OnceLock<Opened>>);

/// What a database keeps.
struct Opened {
    stores: Arc<dyn Stores>,
    accounts: Arc<dyn Accounts>,
}

impl Database {
    /// The person's store at an address.
    pub fn of(&self, address: &str, settings: &LoadedSettings) -> Result<Arc<dyn Store>, CliError> {
        Ok(self
            .opened(address, settings)?
            .stores
            .of(&settings.user()?)?)
    }

    /// The accounts of all who keep notes there.
    pub fn accounts(
        &self,
        address: &str,
        settings: &LoadedSettings,
    ) -> Result<Arc<dyn Accounts>, CliError> {
        Ok(Arc::clone(&self.opened(address, settings)?.accounts))
    }

    fn opened(&self, address: &str, settings: &LoadedSettings) -> Result<&Opened, CliError> {
        if let Some(opened) = self.0.get() {
            return Ok(opened);
        }
        let opened = open(address, settings)?;
        Ok(self.0.get_or_init(|| opened))
    }
}

/// What keeps the person's notes at an address, below the port.
#[cfg(feature = "postgres")]
pub fn backend(address: &str, settings: &LoadedSettings) -> Result<Box<dyn Backend>, CliError> {
    let user = settings.user()?;
    Ok(Box::new(
        postgres::stores(address, settings)?.backend(&user),
    ))
}

#[cfg(feature = "postgres")]
fn open(address: &str, settings: &LoadedSettings) -> Result<Opened, CliError> {
    let stores = postgres::stores(address, settings)?;
    Ok(Opened {
        accounts: Arc::new(stores.accounts()),
        stores: Arc::new(stores),
    })
}

#[cfg(feature = "postgres")]
mod postgres {
    use std::sync::Arc;
    use std::time::Duration;

    use quilto_postgres::{Address, AddressError, Limits, PostgresStores};

    use crate::error::{CliError, Failure};
    use crate::settings::LoadedSettings;
    use crate::ui::Ui;

    pub fn stores(address: &str, settings: &LoadedSettings) -> Result<PostgresStores, CliError> {
        let address = Address::read(address).map_err(|error| {
            let hint = match error {
                AddressError::HoldsPassword => "put it into PGPASSWORD, or into ~/.pgpass",
                AddressError::Tls(_) => "look at the certificates that this machine trusts",
                _ => "write it as postgres://ROLE@HOST/DATABASE",
            };
            Failure::of(&error).hint(hint)
        })?;
        let limits = Limits {
            patience: Duration::from_secs(settings.settings.lock_patience),
            hook: Some(Arc::new(Ui::waits_for)),
            ..Limits::default()
        };
        Ok(PostgresStores::open(&address, limits)?)
    }
}

/// What keeps the person's notes at an address, below the port.
#[cfg(not(feature = "postgres"))]
pub fn backend(_address: &str, _settings: &LoadedSettings) -> Result<Box<dyn Backend>, CliError> {
    Err(files_alone())
}

#[cfg(not(feature = "postgres"))]
fn open(_address: &str, _settings: &LoadedSettings) -> Result<Opened, CliError> {
    Err(files_alone())
}

#[cfg(not(feature = "postgres"))]
fn files_alone() -> CliError {
    CliError::usage("this build keeps notes in files alone")
        .hint("build it with `--features postgres`, or leave `store` empty")
}
