//! The failures of the catalog, and the reason by which screens recognize each.

use kit::db::DbError;
use kit::error::{ErrorCode, Problem, Violation};
use kit::imports::ImportError;
use kit::query::QueryFailure;

#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    #[error("Unknown resource")]
    ResourceUnknown,
    /// No record has this slug.
    #[error("No {0} has this slug")]
    RecordUnknown(&'static str),
    /// Editors do not write the records of this resource.
    #[error("The records of this resource are derived and cannot be edited")]
    ResourceNotWritten,
    /// The input is not a list of records.
    #[error("The records must be a JSON list of 1 to {0} objects")]
    RecordsMalformed(usize),
    /// The input has faults in these places.
    #[error("{}", summary(.0))]
    Refused(Vec<Violation>),
    /// The record has changed since the state that the change is based on.
    #[error("{0} was changed since it was read; read it again")]
    RecordChanged(String),
    /// The record belongs to the sample universe, and the change is not one of an asset's class alone.
    #[error("{0} is sample data, which is generated: only the class of an asset can be edited")]
    RecordIsSample(String),
    /// Other records refer to it.
    #[error("Records of {0} still refer to this record")]
    RecordNeeded(String),
    #[error("An import is running; try again when it has finished")]
    ImportRuns,
    /// Another editor's change is being saved.
    #[error("Another change is being saved; try again in a moment")]
    EditRuns,
    /// An import by calls was refused, or the database failed.
    #[error(transparent)]
    ImportByCalls(#[from] ImportError),
    /// The pages of other calls hold all memory for pages.
    #[error("Too many lists are being answered; try again in a moment")]
    Busy,
    /// The query selects records by a dimension in which the scope of its caller shows none of them.
    #[error("Your plan does not include the selected {0}")]
    OutsideScope(String),
    /// The cursor is not one of an earlier answer.
    #[error("The cursor is not valid")]
    CursorUnknown,
    /// A defect of this program.
    #[error("an internal error")]
    Defect(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The query is refused, or the database failed.
    #[error(transparent)]
    Query(#[from] QueryFailure),
    #[error(transparent)]
    Database(#[from] DbError),
    /// A record has no JSON form.
    #[error("a record cannot be written: {0}")]
    Unwritable(serde_json::Error),
}

impl CatalogError {
    /// Whether the database cannot answer at present.
    pub fn is_of_the_database(&self) -> bool {
        let is_unavailable =
            |error: &DbError| matches!(error, DbError::Away(_) | DbError::Busy | DbError::Timeout);
        match self {
            Self::Database(error) | Self::Query(QueryFailure::Database(error)) => {
                is_unavailable(error)
            }
            _ => false,
        }
    }
}

impl From<sqlx::Error> for CatalogError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

impl From<CatalogError> for Problem {
    fn from(error: CatalogError) -> Self {
        let message = error.to_string();
        match error {
            CatalogError::Database(error) => error.into(),
            CatalogError::ImportByCalls(error) => error.into(),
            CatalogError::Query(failure) => failure.into(),
            CatalogError::Unwritable(error) => Self::internal(error),
            CatalogError::ResourceUnknown => Self::invalid("resource_unknown", message),
            CatalogError::ResourceNotWritten => Self::invalid("resource_not_written", message),
            CatalogError::RecordsMalformed(_) => Self::invalid("records_malformed", message),
            CatalogError::CursorUnknown => Self::invalid("cursor_invalid", message),
            CatalogError::Refused(violations) => {
                Self::invalid("record_invalid", message).with_violations(violations)
            }
            CatalogError::RecordUnknown(one) => {
                Self::new(ErrorCode::NotFound, format!("{one}_not_found"), message)
            }
            CatalogError::RecordChanged(_) => {
                Self::new(ErrorCode::Precondition, "record_changed", message)
            }
            CatalogError::RecordIsSample(_) => {
                Self::new(ErrorCode::Precondition, "record_is_sample", message)
            }
            CatalogError::RecordNeeded(_) => {
                Self::new(ErrorCode::Precondition, "record_needed", message)
            }
            CatalogError::ImportRuns => {
                Self::new(ErrorCode::Unavailable, "import_running", message)
            }
            CatalogError::Busy => Self::new(ErrorCode::Unavailable, "busy", message),
            CatalogError::OutsideScope(_) => {
                Self::new(ErrorCode::Forbidden, "access.scope", message)
            }
            CatalogError::EditRuns => Self::new(ErrorCode::Unavailable, "edit_running", message),
            CatalogError::Defect(cause) => Self::internal(cause),
        }
    }
}

fn summary(violations: &[Violation]) -> String {
    let Some(first) = violations.first() else { return "A record is not valid".to_owned() };
    let summary = format!("{}: {}", first.path, first.message);
    match violations.len() - 1 {
        0 => summary,
        more => format!("{summary} (and {more} more)"),
    }
}
