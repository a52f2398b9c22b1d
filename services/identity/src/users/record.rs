//! The complete record of a user, as the interface needs it.

use kit::config::Secret;
use proto::codec::Text;
use proto::identity::v1::{
    Feature, Membership, MembershipRole, Organization, OrganizationScope, Plan, PlanType, Role,
    User,
};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::context::Context;
use crate::secrets;
use crate::teams::domain_access::email_domain;

/// A user with one of the memberships.
#[derive(sqlx::FromRow)]
pub struct Row {
    user_id: Uuid,
    name: Option<String>,
    email: String,
    email_verified_at: Option<OffsetDateTime>,
    image: Option<String>,
    role: String,
    features: Vec<String>,
    active_organization_id: Uuid,
    membership_id: Uuid,
    membership_role: String,
    organization_id: Uuid,
    organization_name: String,
    domain: Option<String>,
    scope: String,
    plan_id: Uuid,
    plan_type: String,
    plan_ends_at: Option<OffsetDateTime>,
    erasure_due_at: Option<OffsetDateTime>,
}

/// The record of a user, built from all rows of that user.
pub fn user(ctx: &Context, rows: &[Row]) -> Option<User> {
    let row = rows.first()?;
    let active = rows.iter().find(|other| other.organization_id == row.active_organization_id);
    Some(User {
        id: row.user_id.to_string(),
        name: row.name.clone(),
        email: row.email.clone(),
        email_verified_at: row.email_verified_at.map(kit::clock::milliseconds),
        image: row.image.clone(),
        role: role(&row.role).into(),
        organization: active.map(organization),
        memberships: rows.iter().map(membership).collect(),
        features: features(role(&row.role), &row.features),
        intercom_hmac: match (&ctx.config.intercom_secret, row.email_verified_at) {
            (Some(secret), Some(_)) => {
                let secret = Secret::new(&*secret.now());
                Some(secrets::proof(&secret, &row.email.to_lowercase()))
            }
            _ => None,
        },
        passkey_required: false,
        erasure_due_at: row.erasure_due_at.map(kit::clock::milliseconds),
    })
}

/// Shows an administrator as a customer, with the features of their own, because the session lacks the second factor
/// that the settings require. The gateway states the role of this record, so that no service knows another.
pub fn withhold_administration(user: &mut User, rows: &[Row]) {
    if user.role() == Role::Admin {
        user.set_role(Role::Customer);
        user.features =
            rows.first().map_or_else(Vec::new, |row| features(Role::Customer, &row.features));
        user.passkey_required = true;
    }
}

/// The role of a stored text.
pub fn role(text: &str) -> Role {
    Role::from_text(text).unwrap_or(Role::Customer)
}

/// The enabled features: an administrator has all.
pub fn features(role: Role, stored: &[String]) -> Vec<i32> {
    Feature::VALUES
        .iter()
        .filter(|(_, name)| role == Role::Admin || stored.iter().any(|known| known == name))
        .map(|(feature, _)| i32::from(*feature))
        .collect()
}

fn membership(row: &Row) -> Membership {
    Membership {
        id: row.membership_id.to_string(),
        role: MembershipRole::from_text(&row.membership_role).unwrap_or_default().into(),
        organization_id: row.organization_id.to_string(),
        organization: Some(organization(row)),
    }
}

fn organization(row: &Row) -> Organization {
    Organization {
        id: row.organization_id.to_string(),
        name: row.organization_name.clone(),
        domain: row.domain.as_deref().map(email_domain::to_unicode),
        scope: OrganizationScope::from_text(&row.scope).unwrap_or_default().into(),
        plan: Some(Plan {
            id: row.plan_id.to_string(),
            r#type: PlanType::from_text(&row.plan_type).unwrap_or(PlanType::Free).into(),
            organization_id: row.organization_id.to_string(),
            ends_at: row.plan_ends_at.map(kit::clock::milliseconds),
        }),
    }
}
