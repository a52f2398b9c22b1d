//! What can go wrong, with the reason that each failure carries to the browser.

use kit::db::DbError;
use kit::error::{ErrorCode, Problem};
use kit::query::QueryFailure;

/// A failure of the catalog.
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// There is no resource of this name.
    #[error("There is no resource of this name")]
    ResourceUnknown,
    /// There is no record of this slug.
    #[error("There is no {0} of this slug")]
    RecordUnknown(&'static str),
    /// The question has no answer.
    #[error(transparent)]
    Query(#[from] QueryFailure),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbError),
}

impl From<sqlx::Error> for CatalogError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

impl From<CatalogError> for Problem {
    fn from(error: CatalogError) -> Self {
        match error {
            CatalogError::Database(error) => error.into(),
            CatalogError::Query(failure) => failure.into(),
            CatalogError::ResourceUnknown => {
                Self::new(ErrorCode::Invalid, "resource_unknown", error.to_string())
            }
            CatalogError::RecordUnknown(one) => {
                Self::new(ErrorCode::NotFound, format!("{one}_not_found"), error.to_string())
            }
        }
    }
}
