//! The records and fields that one denial takes away from a scope.

use super::permission::Permission;
use crate::sets::conditions::Conditions;
use crate::sets::fields::FieldSet;

/// Some records, or some of their fields.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Exclusion {
    conditions: Conditions,
    fields: FieldSet,
}

impl Exclusion {
    pub(crate) fn new(conditions: Conditions, fields: FieldSet) -> Self {
        Self { conditions, fields }
    }

    /// The conditions that an excluded record meets.
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// The excluded fields; all of them if the records are excluded.
    pub fn fields(&self) -> &FieldSet {
        &self.fields
    }

    /// Whether it may take something away from a permission.
    pub(crate) fn concerns(&self, permission: &Permission) -> bool {
        let some_fields = permission.fields().intersection(&self.fields);
        let takes_fields = self.fields.is_all() || some_fields != FieldSet::IDENTIFIERS;
        takes_fields && self.conditions.and(permission.conditions()).is_some()
    }

    /// The same exclusion of other records.
    pub(crate) fn with_conditions(&self, conditions: Conditions) -> Self {
        Self { conditions, fields: self.fields.clone() }
    }
}
