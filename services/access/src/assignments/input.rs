//! The rules for the terms of an assignment.

use kit::text_lengths::LONGEST_NOTE;
use proto::access::v1::{AccessStatus, AssignmentTerms, Limits, Policy, PolicyAssignment};
use time::OffsetDateTime;

use crate::error::AccessError;
use crate::input::Checks;

/// The assignment of a policy on the terms of the input.
pub fn checked(
    terms: Option<AssignmentTerms>,
    policy: &Policy,
    assignment: PolicyAssignment,
    now: OffsetDateTime,
) -> Result<PolicyAssignment, AccessError> {
    let terms = terms.ok_or_else(|| AccessError::field("terms", "is required"))?;
    let mut checks = Checks::default();
    checks.window(("starts_at", terms.starts_at), terms.expires_at, now);
    let status: AccessStatus = checks.choice("status", terms.status);
    let note = checks.text("note", &terms.note, LONGEST_NOTE);
    // An empty message is that of an editor whose fields are empty.
    let limit_overrides = terms.limit_overrides.filter(|limits| *limits != Limits::default());
    if let Some(overrides) = &limit_overrides {
        checks.add(policy::override_errors(policy.limits.as_ref(), overrides));
    }
    checks.finish(PolicyAssignment {
        starts_at: terms.starts_at,
        expires_at: terms.expires_at,
        status: status.into(),
        limit_overrides,
        note,
        ..assignment
    })
}
