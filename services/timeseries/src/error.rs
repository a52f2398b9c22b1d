//! The failures of the service, with the reason code that each carries to the browser.

use engine::measures::Measure;
use engine::{Refusal, YieldRefusal};
use kit::db::DbError;
use kit::error::{ErrorCode, Problem};
use kit::imports::ImportError;
use kit::query::QueryFailure;

#[derive(Debug, thiserror::Error)]
pub enum TimeseriesError {
    #[error("Unknown resource")]
    ResourceUnknown,
    /// There is no measure of this name.
    #[error("Unknown measure {0:?}")]
    MeasureUnknown(String),
    /// There is no such series.
    #[error("Unknown series {0}")]
    SeriesUnknown(String),
    /// A yield would mean nothing for the subject.
    #[error("{measure} is not calculated {cause}. Use a return, such as return_1m")]
    YieldRefused { measure: String, cause: String },
    /// Dollars are not divided by units that are not worth one.
    #[error("{measure} is calculated only if the currency is worth one dollar. {currency}")]
    CurrencyRefused { measure: String, currency: String },
    /// The licence of these sources does not allow the values in a file.
    #[error(
        "Not for redistribution: the licence of {0} allows these values on pages, but not in files. Exclude this source, or choose other data"
    )]
    NotRedistributable(String),
    /// The scope of the caller shows nothing of what is selected, because of this dimension.
    #[error("Your plan does not include {}", named(.0))]
    OutsideScope(String),
    /// The scope of the caller selects by what series do not have.
    #[error("The service cannot answer a part of its data")]
    ScopeNotApplied,
    /// The result has no such group.
    #[error("The result has no such group")]
    GroupUnknown,
    /// There is no such dataset.
    #[error("File not found")]
    DatasetUnknown,
    /// There is no such token.
    #[error("Unknown token")]
    TokenUnknown,
    /// An import by calls was refused, or the database failed.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// The query is invalid.
    #[error("{1}")]
    Refused(&'static str, String),
    /// The numbers are not in memory yet.
    #[error("The data is still loading")]
    NotReady,
    /// The memory for answers is taken.
    #[error("Too many requests are being answered; try again in a moment")]
    Busy,
    /// The query cannot be answered.
    #[error(transparent)]
    Query(#[from] QueryFailure),
    /// The answer has no JSON form.
    #[error("The result cannot be written")]
    Unwritable(#[from] serde_json::Error),
    #[error(transparent)]
    Database(#[from] DbError),
}

/// A dimension of a scope in a sentence.
fn named(dimension: &str) -> String {
    match dimension {
        "days" => "these days".to_owned(),
        one => format!("this {one}"),
    }
}

impl TimeseriesError {
    /// An invalid query, with a code for programs and a sentence for people.
    pub fn refused(reason: &'static str, message: impl Into<String>) -> Self {
        Self::Refused(reason, message.into())
    }

    /// A series that would mean nothing, with the cause.
    pub fn series_refused(measure: &Measure, refusal: &Refusal) -> Self {
        let measure = measure.name.clone();
        let refusal = match refusal {
            Refusal::Yield(refusal) => refusal,
            Refusal::Currency(currency) => {
                let currency = match currency {
                    Some(currency) => format!("The currency is {currency}"),
                    None => "The currency is not stated".to_owned(),
                };
                return Self::CurrencyRefused { measure, currency };
            }
        };
        let cause = match refusal {
            YieldRefusal::MovesWithPrice => {
                "for stocks, commodities and currencies: their value follows a price".to_owned()
            }
            YieldRefusal::BearsNone => "for assets that bear no yield".to_owned(),
            YieldRefusal::IsNotStated => {
                "for stablecoins, real estate and institutional funds, unless the catalog states that they bear a yield"
                    .to_owned()
            }
            YieldRefusal::OtherCurrency(currency) => {
                let currency = currency.as_deref().unwrap_or("another currency");
                format!(
                    "for assets denominated in {currency} and valued in dollars only: changes in exchange rates would count as yield"
                )
            }
        };
        Self::YieldRefused { measure, cause }
    }
}

impl From<sqlx::Error> for TimeseriesError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

impl From<TimeseriesError> for Problem {
    fn from(error: TimeseriesError) -> Self {
        let message = error.to_string();
        match error {
            TimeseriesError::Database(error) => error.into(),
            TimeseriesError::Query(failure) => failure.into(),
            TimeseriesError::ResourceUnknown => Self::invalid("resource_unknown", message),
            TimeseriesError::MeasureUnknown(_) => Self::invalid("measure_unknown", message),
            TimeseriesError::SeriesUnknown(_) => {
                Self::new(ErrorCode::NotFound, "series_not_found", message)
            }
            TimeseriesError::YieldRefused { .. } => Self::invalid("yield_refused", message),
            TimeseriesError::CurrencyRefused { .. } => Self::invalid("currency_refused", message),
            TimeseriesError::NotRedistributable(_) => {
                Self::new(ErrorCode::Forbidden, "not_redistributable", message)
            }
            TimeseriesError::OutsideScope(_) | TimeseriesError::ScopeNotApplied => {
                Self::new(ErrorCode::Forbidden, "access.scope", message)
            }
            TimeseriesError::GroupUnknown => {
                Self::new(ErrorCode::NotFound, "group_not_found", message)
            }
            TimeseriesError::DatasetUnknown => {
                Self::new(ErrorCode::NotFound, "dataset_not_found", message)
            }
            TimeseriesError::TokenUnknown => {
                Self::new(ErrorCode::NotFound, "token_not_found", message)
            }
            TimeseriesError::Import(error) => error.into(),
            TimeseriesError::Refused(reason, _) => Self::invalid(reason, message),
            TimeseriesError::Unwritable(error) => Self::internal(error),
            TimeseriesError::NotReady => Self::not_ready(message),
            TimeseriesError::Busy => Self::new(ErrorCode::Unavailable, "busy", message),
        }
    }
}
