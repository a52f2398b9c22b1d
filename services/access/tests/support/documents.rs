//! Roles, policies and terms as administrators write them.

use proto::access::v1::{
    AccessStatus, Action, AssignmentTerms, CreatePolicyAssignmentRequest, Effect, Endpoint,
    FieldMode, Fields, Limits, Policy, PolicyInput, PolicyStatus, RoleInput,
};

pub fn role_input(name: &str) -> RoleInput {
    RoleInput {
        name: name.to_owned(),
        display_name: name.to_owned(),
        description: "Made by a test".to_owned(),
    }
}

/// An active policy that allows lists and records of assets.
pub fn allow(name: &str) -> PolicyInput {
    PolicyInput {
        name: name.to_owned(),
        status: PolicyStatus::Active.into(),
        effect: Effect::Allow.into(),
        actions: vec![Action::List.into(), Action::Read.into()],
        endpoints: vec![Endpoint::Assets.into()],
        fields: Some(Fields { mode: FieldMode::All.into(), names: Vec::new() }),
        limits: Some(Limits { rows_per_response: Some(100), ..Limits::default() }),
        ..PolicyInput::default()
    }
}

/// An active policy that denies lists and records of assets.
pub fn deny(name: &str) -> PolicyInput {
    PolicyInput { effect: Effect::Deny.into(), limits: None, ..allow(name) }
}

/// The values of a policy, as an editor sends them back.
pub fn input(policy: &Policy) -> PolicyInput {
    PolicyInput {
        name: policy.name.clone(),
        description: policy.description.clone(),
        status: policy.status,
        effect: policy.effect,
        actions: policy.actions.clone(),
        endpoints: policy.endpoints.clone(),
        r#where: policy.r#where.clone(),
        fields: policy.fields.clone(),
        time: policy.time.clone(),
        limits: policy.limits.clone(),
        starts_at: policy.starts_at,
        expires_at: policy.expires_at,
        ip_cidrs: policy.ip_cidrs.clone(),
        tags: policy.tags.clone(),
    }
}

pub fn terms() -> AssignmentTerms {
    AssignmentTerms { status: AccessStatus::Active.into(), ..AssignmentTerms::default() }
}

pub fn on_terms(
    role_id: &str,
    policy_id: &str,
    terms: AssignmentTerms,
) -> CreatePolicyAssignmentRequest {
    CreatePolicyAssignmentRequest {
        role_id: role_id.to_owned(),
        policy_id: policy_id.to_owned(),
        terms: Some(terms),
    }
}
