//! Explains where one number of a series or of an aggregate comes from.

mod aggregate;
mod checks;
mod compositions;
mod member;
mod members;
mod method_text;
mod series;
mod shares;
mod shown_series;

use proto::timeseries::v1::{AggregateExplanation, Explanation, GetExplanationRequest};

use crate::context::Context;
use crate::error::TimeseriesError;

/// Answers all versions of a value of a series, with its inputs.
pub async fn explain(
    ctx: &Context,
    request: &GetExplanationRequest,
) -> Result<Explanation, TimeseriesError> {
    match (&request.key, &request.aggregate) {
        (Some(_), None) if request.group.is_some() => {
            let message = "group applies to aggregates only";
            Err(TimeseriesError::refused("group_misplaced", message))
        }
        (Some(key), None) => series::explain(ctx, key, request).await,
        _ => Err(unclear()),
    }
}

/// Answers how one number of an aggregate is calculated.
pub async fn explain_aggregate(
    ctx: &Context,
    request: &GetExplanationRequest,
) -> Result<AggregateExplanation, TimeseriesError> {
    match (&request.key, &request.aggregate) {
        (None, Some(_)) if request.as_of.is_some() => {
            let message = "Specify as_of in the query of the aggregate";
            Err(TimeseriesError::refused("as_of_misplaced", message))
        }
        (None, Some(query)) => aggregate::explain(ctx, query, request).await,
        _ => Err(unclear()),
    }
}

fn unclear() -> TimeseriesError {
    let message = "Specify either key or aggregate, not both";
    TimeseriesError::refused("key_or_aggregate", message)
}
