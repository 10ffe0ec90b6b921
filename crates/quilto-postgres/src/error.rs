//! What goes wrong with a database, and what is to be done then.

use std::error::Error;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use deadpool::managed::PoolError;
use quilto_store::StorageError;
use tokio_postgres::error::SqlState;

pub(crate) type Cause = Box<dyn Error + Send + Sync>;

/// Why a call did not succeed.
#[derive(Debug)]
pub(crate) enum DatabaseError {
    /// There is no connection, or none any more: another try may succeed.
    Lost(Cause),
    /// Another holds what is asked for, and held it for long.
    Busy,
    /// A newer version of the program made the tables; this one knows forms up to that.
    Newer(u32),
    /// The database says no, and will say it again.
    Refused(Cause),
    /// It does not show that it is the one of the address.
    Untrusted(Cause),
}

impl DatabaseError {
    /// The same in the words of the port.
    pub(crate) fn into_error(
        self,
        action: &'static str,
        place: &str,
        waited: Duration,
    ) -> StorageError {
        let place = place.to_owned();
        match self {
            Self::Lost(source) => StorageError::Unreachable {
                place,
                waited,
                source,
            },
            Self::Busy => StorageError::Busy {
                holder: "another program".into(),
                waited,
            },
            Self::Newer(known) => StorageError::NewerForm {
                path: PathBuf::from(place),
                known,
            },
            Self::Refused(source) => StorageError::Database {
                action,
                place,
                source,
            },
            Self::Untrusted(source) => StorageError::Untrusted { place, source },
        }
    }
}

impl From<tokio_postgres::Error> for DatabaseError {
    fn from(error: tokio_postgres::Error) -> Self {
        match error.code() {
            Some(code) if *code == SqlState::LOCK_NOT_AVAILABLE => Self::Busy,
            Some(code) if passes(code) => Self::Lost(error.into()),
            Some(_) => Self::Refused(error.into()),
            None if error.is_closed() => Self::Lost(error.into()),
            None => match of_the_network(&error) {
                // a certificate that does not fit is no better in a while
                Some(io::ErrorKind::InvalidData) => Self::Untrusted(error.into()),
                Some(_) => Self::Lost(error.into()),
                None => Self::Refused(error.into()),
            },
        }
    }
}

impl From<PoolError<DatabaseError>> for DatabaseError {
    fn from(error: PoolError<DatabaseError>) -> Self {
        match error {
            PoolError::Backend(error) => error,
            PoolError::Timeout(_) => Self::Busy,
            other => Self::Refused(format!("{other:?}").into()),
        }
    }
}

/// Whether what the server says is over in a while: it stops, starts, or follows another.
fn passes(code: &SqlState) -> bool {
    let known = [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::TOO_MANY_CONNECTIONS,
        SqlState::READ_ONLY_SQL_TRANSACTION,
        SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
        SqlState::T_R_SERIALIZATION_FAILURE,
        SqlState::T_R_DEADLOCK_DETECTED,
    ];
    code.code().starts_with("08") || known.contains(code)
}

fn of_the_network(error: &tokio_postgres::Error) -> Option<io::ErrorKind> {
    let cause = error.source()?.downcast_ref::<io::Error>()?;
    Some(cause.kind())
}
