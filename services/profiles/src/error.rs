//! The failures of profiles and their reasons, which reach the browser.

use kit::db::DbError;
use kit::error::{ErrorCode, Problem};

#[derive(Debug, thiserror::Error)]
pub enum ProfilesError {
    /// The id of the user cannot be parsed.
    #[error("The id of the user is not valid")]
    UserInvalid,
    /// The request holds neither a profile nor preferences.
    #[error("The request contains nothing to save")]
    NothingToSave,
    /// The occupation is not a value of its enumeration.
    #[error("The occupation is unknown")]
    OccupationUnknown,
    /// The acquisition channel is not a value of its enumeration.
    #[error("The acquisition channel is unknown")]
    AcquisitionChannelUnknown,
    /// An interest is not a value of its enumeration.
    #[error("An asset class interest is unknown")]
    InterestUnknown,
    /// An interest is named twice.
    #[error("An asset class interest is listed twice")]
    InterestRepeated,
    /// The list is longer than the enumeration.
    #[error("Too many asset class interests")]
    TooManyInterests,
    #[error("This account was erased")]
    UserErased,
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
            Self::NothingToSave => "nothing_to_save",
            Self::OccupationUnknown => "occupation_unknown",
            Self::AcquisitionChannelUnknown => "acquisition_channel_unknown",
            Self::InterestUnknown => "interest_unknown",
            Self::InterestRepeated => "interest_repeated",
            Self::TooManyInterests => "too_many_interests",
            Self::UserErased => "user_erased",
            Self::Database(_) => "internal",
        }
    }
}

impl From<ProfilesError> for Problem {
    fn from(error: ProfilesError) -> Self {
        let reason = error.reason();
        match error {
            ProfilesError::Database(error) => error.into(),
            ProfilesError::UserErased => {
                Problem::new(ErrorCode::Precondition, reason, error.to_string())
            }
            error => Problem::new(ErrorCode::Invalid, reason, error.to_string()),
        }
    }
}
