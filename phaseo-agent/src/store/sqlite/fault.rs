//! What can go wrong on the thread that has the connection.

use rusqlite::Error;

use crate::run::LogError;
use crate::store::{StoreError, row};

/// What can go wrong on the thread that has the connection. It is not `From<rusqlite::Error> for
/// StoreError`, which would make rusqlite's version a part of this crate's interface.
#[derive(Debug)]
pub(super) enum Fault {
    Sqlite(Error),
    Store(StoreError),
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Sqlite(error)
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<LogError> for Fault {
    fn from(error: LogError) -> Self {
        Self::Store(error.into())
    }
}

impl From<Fault> for StoreError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Store(error) => error,
            // A row that holds something else than its column should.
            Fault::Sqlite(
                error @ (Error::FromSqlConversionFailure(..)
                | Error::IntegralValueOutOfRange(..)
                | Error::InvalidColumnType(..)
                | Error::Utf8Error(..)),
            ) => row::unreadable(error).into(),
            Fault::Sqlite(error) => Self::backend(error),
        }
    }
}
