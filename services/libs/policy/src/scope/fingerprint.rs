//! The digest of a scope by which answers are cached.

use proto::access::v1::ConditionOperator;
use sha2::{Digest, Sha256};

use super::exclusion::Exclusion;
use super::permission::Permission;
use crate::sets::conditions::Conditions;
use crate::sets::fields::FieldSet;

/// Counts the forms in which scopes were written.
const FORM: u8 = 1;

/// A digest of everything on which the content of an answer depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// The digest of permissions and exclusions in normal form.
    pub fn new(permissions: &[Permission], exclusions: &[Exclusion]) -> Self {
        // Permissions that differ in rates alone are one. They are not merged further: the limits of an answer depend on
        // which records belong to which limits.
        let mut permissions: Vec<Permission> =
            permissions.iter().map(Permission::with_limits_of_rows).collect();
        permissions.sort_unstable();
        permissions.dedup();
        let mut writer = Writer(Sha256::new());
        writer.0.update([FORM]);
        writer.length(permissions.len());
        for permission in &permissions {
            writer.conditions(permission.conditions());
            writer.fields(permission.fields());
            let numbers = permission.time().numbers().map(|number| number.map(i64::from));
            let limits = permission.limits();
            let rows = [limits.rows_per_response, limits.export_rows];
            numbers.into_iter().chain(rows).for_each(|number| writer.optional(number));
        }
        writer.length(exclusions.len());
        for exclusion in exclusions {
            writer.conditions(exclusion.conditions());
            writer.fields(exclusion.fields());
        }
        Self(writer.0.finalize().into())
    }

    pub fn bytes(self) -> [u8; 32] {
        self.0
    }
}

/// Every list is preceded by its length, so that no two scopes are written alike.
struct Writer(Sha256);

impl Writer {
    fn number(&mut self, number: i64) {
        self.0.update(number.to_be_bytes());
    }

    fn length(&mut self, length: usize) {
        self.number(length as i64);
    }

    fn optional(&mut self, number: Option<i64>) {
        self.0.update([u8::from(number.is_some())]);
        self.number(number.unwrap_or(0));
    }

    fn conditions(&mut self, conditions: &Conditions) {
        self.length(conditions.terms().count());
        for term in conditions.terms() {
            let is_none_of = term.operator == ConditionOperator::NotIn;
            self.0.update([term.dimension as u8, u8::from(is_none_of)]);
            self.length(term.ids.len());
            term.ids.iter().for_each(|id| self.number(*id));
        }
    }

    fn fields(&mut self, fields: &FieldSet) {
        let (mode, names) = match fields {
            FieldSet::Only(names) => (0, names),
            FieldSet::Except(names) => (1, names),
        };
        self.0.update([mode]);
        self.length(names.len());
        for name in names {
            self.length(name.len());
            self.0.update(name.as_bytes());
        }
    }
}
