//! The scope of the present request as conditions on rows, and the fields that it leaves out of each row.

use std::collections::BTreeMap;
use std::sync::Arc;

use proto::access::v1::{
    Condition as Term, ConditionOperator, Dimension, Endpoint, Exclusion, FieldMode, Fields, Scope,
};
use serde_json::value::RawValue;

use super::plan::{Condition, Test};
use super::registry::{Field, Resource, Subject};
use super::value::Scalar;
use crate::grpc;

/// The fields that every scope shows, as in the crate of policies.
const IDENTIFIERS: [&str; 3] = ["id", "slug", "name"];

/// The attributes of rows by which scopes select them.
#[derive(Debug)]
pub struct Scoping {
    /// The endpoints whose scopes are about the rows. Other scopes show none of them.
    pub endpoints: &'static [Endpoint],
    /// The ids of a row in each dimension. No query names them, and no answer has them.
    pub attributes: &'static [(Dimension, Field)],
}

/// The names of the fields that a row has no part of in an answer.
pub type WithheldFields = Arc<[&'static str]>;

/// The condition for rows that the present scope shows; none if it shows all.
pub(super) fn condition(resource: &'static Resource) -> Option<Condition> {
    let scope = grpc::scope()?;
    let Some(scoping) = scoping(resource, &scope) else { return Some(nothing()) };
    let mut all = Vec::new();
    if scope.permissions.iter().all(|permission| !permission.r#where.is_empty()) {
        let permitted = scope.permissions.iter();
        let permitted = permitted.map(|permission| records(scoping, &permission.r#where));
        all.push(Condition::Any(permitted.collect()));
    }
    let excluded = scope.exclusions.iter().filter(|exclusion| is_all(exclusion.fields.as_ref()));
    all.extend(
        excluded.map(|exclusion| Condition::Not(Box::new(records(scoping, &exclusion.r#where)))),
    );
    (!all.is_empty()).then_some(Condition::All(all))
}

/// Whether a query may filter, sort, group or calculate by a field: every row shows it, so that no answer depends on a value
/// that is left out. Where the service of the resource applies scopes itself, that is a field that tells of its own row.
pub(super) fn may_name(resource: &Resource, field: &Field) -> bool {
    let Some(scope) = grpc::scope() else { return true };
    if resource.scoping.is_none() {
        return field.subject == Subject::Row;
    }
    IDENTIFIERS.contains(&field.name)
        || scoping(resource, &scope).is_none()
        || !hides_with_rows(&scope, field)
            && scope.permissions.iter().all(|one| has(one.fields.as_ref(), field.name))
            && !of_fields(&scope).any(|one| has(one.fields.as_ref(), field.name))
}

/// Whether any row may show a field.
pub(super) fn is_shown(resource: &Resource, field: &Field) -> bool {
    let Some(scope) = grpc::scope() else { return true };
    if resource.scoping.is_none() {
        return field.subject == Subject::Row;
    }
    let is_always_excluded =
        |one: &Exclusion| one.r#where.is_empty() && has(one.fields.as_ref(), field.name);
    IDENTIFIERS.contains(&field.name)
        || scoping(resource, &scope).is_none()
        || !hides_with_rows(&scope, field)
            && scope.permissions.iter().any(|one| has(one.fields.as_ref(), field.name))
            && !of_fields(&scope).any(is_always_excluded)
}

/// The fields that the present scope leaves out of the rows of a resource.
#[derive(Debug)]
pub(super) struct Mask {
    resource: &'static Resource,
    scope: Arc<Scope>,
    /// The conditions of the permissions, then those of the exclusions of fields; none where all rows lack the same fields.
    pub conditions: Vec<Condition>,
}

impl Mask {
    /// The mask of the present scope; none if every row has all fields.
    pub fn new(resource: &'static Resource) -> Option<Self> {
        let scope = grpc::scope()?;
        let scoping = scoping(resource, &scope)?;
        let some_fields =
            scope.permissions.iter().any(|permission| !is_all(permission.fields.as_ref()));
        let is_by_row = some_fields || of_fields(&scope).next().is_some();
        let conditions = if is_by_row {
            let permissions = scope.permissions.iter().map(|one| &one.r#where);
            let exclusions = of_fields(&scope).map(|one| &one.r#where);
            permissions.chain(exclusions).map(|terms| records(scoping, terms)).collect()
        } else {
            Vec::new()
        };
        let hides = resource.fields.iter().any(|field| hides_with_rows(&scope, field));
        (is_by_row || hides).then_some(Self { resource, scope, conditions })
    }

    /// The fields that a row lacks which meets these conditions of the mask.
    pub fn withheld(&self, met: &[bool]) -> WithheldFields {
        let fields = self.resource.fields.iter().filter(|field| !self.shows(field, met));
        fields.map(|field| field.name).collect()
    }

    /// The same for each of some rows.
    pub fn of_rows(&self, rows: impl Iterator<Item = Vec<bool>>) -> Vec<WithheldFields> {
        let mut known: BTreeMap<Vec<bool>, WithheldFields> = BTreeMap::new();
        rows.map(|met| Arc::clone(known.entry(met).or_insert_with_key(|met| self.withheld(met))))
            .collect()
    }

    fn shows(&self, field: &Field, met: &[bool]) -> bool {
        if IDENTIFIERS.contains(&field.name) {
            return true;
        }
        if hides_with_rows(&self.scope, field) {
            return false;
        }
        if self.conditions.is_empty() {
            return true;
        }
        let (permitted, excluded) = met.split_at(self.scope.permissions.len());
        let mut permissions = self.scope.permissions.iter().zip(permitted);
        let mut exclusions = of_fields(&self.scope).zip(excluded);
        permissions.any(|(one, met)| *met && has(one.fields.as_ref(), field.name))
            && !exclusions.any(|(one, met)| *met && has(one.fields.as_ref(), field.name))
    }
}

/// The JSON of a row without some of its fields.
pub fn without(row: &[u8], withheld: &[&str]) -> Result<Vec<u8>, serde_json::Error> {
    let mut members: BTreeMap<&str, &RawValue> = serde_json::from_slice(row)?;
    members.retain(|name, _| !withheld.contains(name));
    serde_json::to_vec(&members)
}

/// The attributes of a resource that a scope is about.
fn scoping(resource: &Resource, scope: &Scope) -> Option<&'static [(Dimension, Field)]> {
    let scoping = resource.scoping.as_ref()?;
    scoping.endpoints.contains(&scope.endpoint()).then_some(scoping.attributes)
}

/// Whether a field is left out of all rows because it tells of other rows, some of which may be hidden.
fn hides_with_rows(scope: &Scope, field: &Field) -> bool {
    let permissions = &scope.permissions;
    field.subject == Subject::Others
        && (scope.hides_others
            || permissions.iter().all(|permission| !permission.r#where.is_empty())
            || scope.exclusions.iter().any(|exclusion| is_all(exclusion.fields.as_ref())))
}

/// The exclusions of some fields.
fn of_fields(scope: &Scope) -> impl Iterator<Item = &Exclusion> {
    scope.exclusions.iter().filter(|exclusion| !is_all(exclusion.fields.as_ref()))
}

/// The condition for rows that meet all terms.
fn records(attributes: &'static [(Dimension, Field)], terms: &[Term]) -> Condition {
    Condition::All(terms.iter().map(|term| meets(attributes, term)).collect())
}

/// The condition for rows that meet a term. A row without the attribute meets none.
fn meets(attributes: &'static [(Dimension, Field)], term: &Term) -> Condition {
    let known = attributes.iter().find(|(dimension, _)| *dimension == term.dimension());
    let Some((_, field)) = known else { return nothing() };
    let ids = term.ids.iter().map(|id| Scalar::Int(*id)).collect();
    let is_one_of = Condition::Is(field, Test::OneOf(ids));
    if term.operator() == ConditionOperator::NotIn {
        let is_none_of = Condition::Not(Box::new(is_one_of));
        Condition::All(vec![Condition::Is(field, Test::NotNull), is_none_of])
    } else {
        is_one_of
    }
}

/// The condition that no row meets.
fn nothing() -> Condition {
    Condition::Any(Vec::new())
}

/// Whether fields are all fields, as they are without a list.
fn is_all(fields: Option<&Fields>) -> bool {
    fields.is_none_or(|fields| match fields.mode() {
        FieldMode::All | FieldMode::Unspecified => true,
        FieldMode::Except => fields.names.is_empty(),
        FieldMode::Only => false,
    })
}

fn has(fields: Option<&Fields>, name: &str) -> bool {
    let Some(fields) = fields else { return true };
    let is_named = fields.names.iter().any(|known| known == name);
    match fields.mode() {
        FieldMode::All | FieldMode::Unspecified => true,
        FieldMode::Except => !is_named,
        FieldMode::Only => is_named,
    }
}
