//! The lists that administrators query.

use kit::query::Resource;

use crate::{assignments, audit, organization_roles, policies, roles, user_roles};

/// All lists.
pub static RESOURCES: [&Resource; 6] = [
    &roles::list::ROLES,
    &policies::list::POLICIES,
    &assignments::list::POLICY_ASSIGNMENTS,
    &user_roles::list::USER_ROLES,
    &organization_roles::list::ORGANIZATION_ROLES,
    &audit::list::AUDIT_ENTRIES,
];

/// The list with a name.
pub fn by_name(name: &str) -> Option<&'static Resource> {
    RESOURCES.iter().find(|resource| resource.name == name).copied()
}
