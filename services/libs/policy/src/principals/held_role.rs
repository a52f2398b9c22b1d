//! Roles that callers hold.

use proto::access::v1::{OrganizationRole, UserRole};

use crate::sets::validity::Validity;

/// A role and the time for which a caller holds it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HeldRole {
    pub role_id: String,
    pub validity: Validity,
}

impl HeldRole {
    pub fn new(
        role_id: impl Into<String>,
        starts_at: Option<i64>,
        expires_at: Option<i64>,
    ) -> Self {
        Self { role_id: role_id.into(), validity: Validity::new(starts_at, expires_at) }
    }

    /// The role of a user who acts in an organization, or in none; `None` if the user holds it in another one.
    pub fn from_user_role(role: &UserRole, acting_in: Option<&str>) -> Option<Self> {
        let holder = role.organization_id.as_deref();
        let is_held = holder.is_none() || holder == acting_in;
        is_held.then(|| Self::new(&role.role_id, role.starts_at, role.expires_at))
    }

    /// The role of each member of an organization.
    pub fn from_organization_role(role: &OrganizationRole) -> Self {
        Self::new(&role.role_id, role.starts_at, role.expires_at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_of_an_organization_is_not_held_in_another_one() {
        let role = |organization_id: Option<&str>| UserRole {
            role_id: "role".into(),
            organization_id: organization_id.map(str::to_owned),
            ..UserRole::default()
        };
        let is_held =
            |held_in, acting_in| HeldRole::from_user_role(&role(held_in), acting_in).is_some();
        assert!(is_held(Some("a"), Some("a")) && is_held(None, Some("a")) && is_held(None, None));
        assert!(!is_held(Some("a"), Some("b")) && !is_held(Some("a"), None));
    }
}
