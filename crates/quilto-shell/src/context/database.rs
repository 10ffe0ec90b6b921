//! Notes that a database keeps.

use std::sync::{Arc, OnceLock};

use quilto::storage::{Store, Stores};

use crate::error::CliError;
use crate::settings::Loaded;

/// The stores of a database, opened once for all who share this.
#[derive(Clone, Default)]
pub struct Database(Arc<OnceLock<Arc<dyn Stores>>>);

impl Database {
    /// The person's store at an address.
    pub fn of(&self, address: &str, settings: &Loaded) -> Result<Arc<dyn Store>, CliError> {
        let stores = match self.0.get() {
            Some(stores) => stores,
            None => {
                let stores = open(address, settings)?;
                self.0.get_or_init(|| stores)
            }
        };
        Ok(stores.of(&settings.user()?)?)
    }
}

#[cfg(feature = "postgres")]
fn open(address: &str, settings: &Loaded) -> Result<Arc<dyn Stores>, CliError> {
    use std::time::Duration;

    use quilto_postgres::{Address, AddressError, Limits, PostgresStores};

    use crate::error::Failure;
    use crate::ui::Ui;

    let address = Address::read(address).map_err(|error| {
        let hint = match error {
            AddressError::HoldsPassword => "put it into PGPASSWORD, or into ~/.pgpass",
            AddressError::Tls(_) => "look at the certificates that this machine trusts",
            _ => "write it as postgres://ROLE@HOST/DATABASE",
        };
        Failure::of(&error).hint(hint)
    })?;
    let patience = Duration::from_secs(settings.settings.lock_patience);
    let limits = Limits {
        patience,
        hook: Some(Arc::new(Ui::waits_for)),
        ..Limits::default()
    };
    Ok(Arc::new(PostgresStores::open(&address, limits)?))
}

#[cfg(not(feature = "postgres"))]
fn open(_address: &str, _settings: &Loaded) -> Result<Arc<dyn Stores>, CliError> {
    Err(CliError::usage("this build keeps notes in files alone")
        .hint("build it with `--features postgres`, or leave `store` empty"))
}
