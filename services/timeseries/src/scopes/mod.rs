//! Scopes of callers: the days on which they show values of each series, the records that they show, and refusals.

mod attributes;
mod call_scope;
mod records;
mod selection;
mod visible_days;

pub use attributes::{ScopeAttributes, SubjectAttributes, attributes};
pub use call_scope::{CallScope, ShownDays};
pub use records::ShownSeries;
pub use visible_days::{VisibleDays, VisibleDaysKey};
