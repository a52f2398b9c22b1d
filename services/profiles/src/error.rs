//! What can go wrong, with the reason that each failure carries to the browser.

use kit::db::DbError;
use kit::error::{ErrorCode, Problem};

/// A failure of profiles.
#[derive(Debug, thiserror::Error)]
pub enum ProfilesError {
    /// The id of the user is none.
    #[error("The id of the user is not valid")]
    UserInvalid,
    /// There is nothing to save.
    #[error("The request contains nothing to save")]
    NothingGiven,
    /// The occupation is none of the known ones.
    #[error("The occupation is unknown")]
    OccupationUnknown,
    /// The acquisition channel is none of the known ones.
    #[error("The acquisition channel is unknown")]
    AcquisitionChannelUnknown,
    /// An interest is none of the known ones.
    #[error("An asset class interest is unknown")]
    InterestUnknown,
    /// An interest is named twice.
    #[error("An asset class interest is listed twice")]
    InterestRepeated,
    /// More interests than there are.
    #[error("Too many asset class interests")]
    TooManyInterests,
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbError),
}

impl From<sqlx::Error> for ProfilesError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

impl ProfilesError {
    fn reason(&self) -> &'static str {
        match self {
            Self::UserInvalid => "user_invalid",
            Self::NothingGiven => "nothing_given",
            Self::OccupationUnknown => "occupation_unknown",
            Self::AcquisitionChannelUnknown => "acquisition_channel_unknown",
            Self::InterestUnknown => "interest_unknown",
            Self::InterestRepeated => "interest_repeated",
            Self::TooManyInterests => "too_many_interests",
            Self::Database(_) => "internal",
        }
    }
}

impl From<ProfilesError> for Problem {
    fn from(error: ProfilesError) -> Self {
        let reason = error.reason();
        match error {
            ProfilesError::Database(error) => error.into(),
            error => Problem::new(ErrorCode::Invalid, reason, error.to_string()),
        }
    }
}
