//! Scopes of callers: the days on which they show values of each series, and refusals of what lies outside.

mod attributes;
mod call_scope;
mod selection;
mod visible_days;

use crate::error::TimeseriesError;

pub use attributes::{ScopeAttributes, SubjectAttributes, attributes};
pub use call_scope::{CallScope, ShownDays};
pub use visible_days::{VisibleDays, VisibleDaysKey};

/// Refuses a call with a scope: its answer has everything, such as the sources of hidden values.
pub fn refuse() -> Result<(), TimeseriesError> {
    kit::grpc::scope().map_or(Ok(()), |_| Err(TimeseriesError::ScopeNotApplied))
}
