//! Whether a scope contains another one.

use super::Scope;
use super::permission::Permission;
use crate::sets::fields::FieldSet;

impl Scope {
    /// Whether it allows everything that another scope of its endpoint allows, at all times and within limits that are as
    /// generous. It may be false for a scope that only several permissions together contain; it is never true wrongly.
    pub fn contains(&self, other: &Self) -> bool {
        self.endpoint() == other.endpoint()
            && other
                .permissions()
                .iter()
                .all(|permission| self.contains_permission(permission, other))
    }

    /// Whether it allows everything that another scope allows by one of its permissions.
    fn contains_permission(&self, granted: &Permission, of: &Self) -> bool {
        let is_contained = |permission: &Permission| {
            granted.conditions().imply(permission.conditions())
                && granted.fields().is_subset(permission.fields())
                && permission.time().contains(granted.time())
                && granted.limits().is_within(permission.limits())
        };
        self.permissions().iter().any(is_contained) && !self.excludes_from(granted, of)
    }

    /// Whether it may take away from a permission what the other scope does not take away itself.
    fn excludes_from(&self, granted: &Permission, of: &Self) -> bool {
        self.exclusions().iter().filter(|exclusion| exclusion.concerns(granted)).any(|exclusion| {
            let Some(records) = exclusion.conditions().and(granted.conditions()) else {
                return false;
            };
            let mut rest = exclusion.fields().intersection(granted.fields());
            for known in of.exclusions() {
                if records.imply(known.conditions()) {
                    if known.fields().is_all() {
                        return false;
                    }
                    rest = rest.difference(known.fields());
                }
            }
            exclusion.fields().is_all() || rest != FieldSet::IDENTIFIERS
        })
    }
}
