//! The rules for the values of a policy.

use prost::Message as _;
use proto::access::v1::{FieldMode, Fields, Policy, PolicyInput, PolicyStatus};
use time::OffsetDateTime;

use crate::error::{AccessError, Refusal};
use crate::input::Checks;
use crate::limits::{LARGEST_POLICY, LONGEST_DESCRIPTION, LONGEST_TAG, MOST_TAGS};
use crate::roles::RESERVED_PREFIXES;

/// The policy with the values of the input, in the one form in which they are stored.
pub fn with_values(input: PolicyInput, policy: Policy) -> Policy {
    let all_fields = || Fields { mode: FieldMode::All.into(), names: Vec::new() };
    Policy {
        name: input.name.trim().to_owned(),
        description: input.description.trim().to_owned(),
        status: input.status,
        effect: input.effect,
        actions: input.actions,
        endpoints: input.endpoints,
        r#where: input.r#where,
        fields: Some(input.fields.unwrap_or_else(all_fields)),
        time: Some(input.time.unwrap_or_default()),
        limits: Some(input.limits.unwrap_or_default()),
        starts_at: input.starts_at,
        expires_at: input.expires_at,
        ip_cidrs: input.ip_cidrs,
        tags: input.tags,
        ..policy
    }
}

/// The policy that an administrator writes, if its values are allowed.
pub fn checked(
    input: Option<PolicyInput>,
    policy: Policy,
    now: OffsetDateTime,
) -> Result<Policy, AccessError> {
    let input = input.ok_or_else(|| AccessError::field("policy", "is required"))?;
    if RESERVED_PREFIXES.iter().any(|prefix| input.name.starts_with(prefix)) {
        return Err(Refusal::ReservedName.into());
    }
    let policy = with_values(input, policy);
    check(&policy, now)?;
    Ok(policy)
}

/// Refuses values that are not allowed, each with its field.
pub fn check(policy: &Policy, now: OffsetDateTime) -> Result<(), AccessError> {
    let mut checks = Checks::default();
    checks.add(policy::validate(policy));
    checks.text("description", &policy.description, LONGEST_DESCRIPTION);
    if !matches!(policy.status(), PolicyStatus::Draft | PolicyStatus::Active) {
        checks.refuse("status", "must be draft or active");
    }
    // The order of both is checked with the other rules.
    checks.window(("starts_at", policy.starts_at), None, now);
    checks.window(("starts_at", None), policy.expires_at, now);
    tags(&mut checks, &policy.tags);
    if policy.encoded_len() > LARGEST_POLICY {
        checks.refuse("where", format!("the policy is larger than {LARGEST_POLICY} bytes"));
    }
    checks.finish(())
}

fn tags(checks: &mut Checks, tags: &[String]) {
    if tags.len() > MOST_TAGS {
        checks.refuse("tags", format!("must be at most {MOST_TAGS}"));
    }
    for (place, tag) in tags.iter().enumerate() {
        let path = format!("tags[{place}]");
        if checks.required_text(&path, tag, LONGEST_TAG) != *tag {
            checks.refuse(&path, "must not begin or end with a space");
        }
        if tags[..place].contains(tag) {
            checks.refuse(path, "is already in the list");
        }
    }
}
