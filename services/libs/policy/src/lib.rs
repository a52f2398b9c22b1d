//! Decides what data a caller receives, from roles, assignments and policies, without database, wire or runtime.

mod policies;
mod principals;
mod scope;
mod sets;
#[cfg(test)]
mod tests;

pub use policies::compiled_policy::{CompiledPolicy, PolicyVersion};
pub use policies::field_error::{FieldError, FieldReason};
pub use policies::key_scope::key_scope;
pub use policies::limit_rules::override_errors;
pub use policies::networks::is_within;
pub use policies::validation::{MOST_FIELDS, MOST_IDS, validate};
pub use principals::chain::{Call, CeilingPart, Documents, Ends, Link};
pub use principals::data_grant::{DataGrant, DataPart, DataRefusal, DataRequest, Extent};
pub use principals::decision::{Decision, DenialReason, Outcome};
pub use principals::directory::{DirectoryError, PolicyDirectory};
pub use principals::explanation::{Explanation, ExplanationError, explain};
pub use principals::held_role::HeldRole;
pub use principals::policy_set::{MOST_NETWORK_LISTS, PolicySet, PolicySetError};
pub use scope::exclusion::Exclusion;
pub use scope::narrowing::{Aspect, Narrowing};
pub use scope::permission::Permission;
pub use scope::predicate::{PermittedRows, Predicate};
pub use scope::rows::{Observation, RowPart, RowScope};
pub use scope::selection::Selection;
pub use scope::{MOST_PERMISSIONS, Scope, TooManyPermissions};
pub use sets::attributes::Attributes;
pub use sets::conditions::Conditions;
pub use sets::dimensions::{Values, dimensions, values};
pub use sets::fields::{FieldSet, IDENTIFIERS};
pub use sets::ids::IdSet;
pub use sets::limits::{Formats, Limits};
pub use sets::rule::Term;
pub use sets::time_bounds::{Day, TimeBounds, Window, day_of, parse_day};
pub use sets::validity::Validity;
