//! What can go wrong, with the reason that each failure carries to the browser.

use std::error::Error;

use kit::db::DbError;
use kit::error::{ErrorCode, Problem};

type Cause = Box<dyn Error + Send + Sync>;

/// A failure of identity.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    #[error("This address cannot be used")]
    AddressRefused,
    #[error("Too many sign-in mails were asked for")]
    TooManyMails,
    #[error("The mail could not be sent")]
    MailNotSent,
    #[error("The link carries no token")]
    LinkIncomplete,
    #[error("The link is spent, expired or not genuine")]
    LinkInvalid,
    #[error("There is no such way to sign in")]
    ProviderUnknown,
    #[error("The provider cannot be reached")]
    ProviderAway(#[source] Cause),
    #[error("The provider's answer was not accepted")]
    ProviderAnswer(#[source] Cause),
    #[error("The account is not linked to this user")]
    AccountNotLinked,
    #[error("The provider does not tell enough to make a user")]
    AccountIncomplete,
    #[error("There is no such session")]
    SessionNotFound,
    #[error("There is no such user")]
    UserNotFound,
    #[error("The last administrator stays one")]
    LastAdministrator,
    #[error("The value of {0} is not valid")]
    Invalid(&'static str),
    #[error("No randomness is to be had")]
    Randomness(#[from] rand::rngs::SysError),
    #[error(transparent)]
    Database(#[from] DbError),
}

impl From<sqlx::Error> for IdentityError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(DbError::from(error))
    }
}

impl IdentityError {
    fn code_and_reason(&self) -> (ErrorCode, &'static str) {
        match self {
            Self::AddressRefused => (ErrorCode::Invalid, "email_signin"),
            Self::TooManyMails => (ErrorCode::Limited, "email_signin"),
            Self::MailNotSent => (ErrorCode::Precondition, "email_signin"),
            Self::LinkIncomplete => (ErrorCode::Invalid, "configuration"),
            Self::LinkInvalid => (ErrorCode::Precondition, "verification"),
            Self::ProviderUnknown => (ErrorCode::NotFound, "provider_not_found"),
            Self::ProviderAway(_) => (ErrorCode::Precondition, "oauth_signin"),
            Self::ProviderAnswer(_) => (ErrorCode::Precondition, "oauth_callback"),
            Self::AccountNotLinked => (ErrorCode::AlreadyExists, "oauth_account_not_linked"),
            Self::AccountIncomplete => (ErrorCode::Precondition, "oauth_create_account"),
            Self::SessionNotFound => (ErrorCode::NotFound, "session_not_found"),
            Self::UserNotFound => (ErrorCode::NotFound, "user_not_found"),
            Self::LastAdministrator => (ErrorCode::Precondition, "last_administrator"),
            Self::Invalid(_) => (ErrorCode::Invalid, "invalid_input"),
            Self::Randomness(_) | Self::Database(_) => (ErrorCode::Internal, "internal"),
        }
    }
}

impl From<IdentityError> for Problem {
    fn from(error: IdentityError) -> Self {
        let (code, reason) = error.code_and_reason();
        let message = error.to_string();
        match error {
            IdentityError::Database(error) => error.into(),
            IdentityError::Randomness(error) => Problem::internal(error),
            IdentityError::ProviderAway(cause) | IdentityError::ProviderAnswer(cause) => {
                Problem::new(code, reason, message).with_source(cause)
            }
            _ => Problem::new(code, reason, message),
        }
    }
}
