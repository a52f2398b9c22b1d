//! The lists of the catalog by their names: one for each kind, or those that the kind declares.

use std::collections::HashMap;
use std::sync::LazyLock;

use kit::query::Resource;
use proto::query::v1::FieldReference;

use crate::kinds::KINDS;
use crate::schema::{self, Kind};

/// A list of the catalog.
pub struct List {
    /// Its fields, for the query grammar.
    pub resource: Resource,
    pub kind: &'static Kind,
}

static LISTS: LazyLock<HashMap<&'static str, List>> =
    LazyLock::new(|| KINDS.iter().flat_map(|kind| lists(kind)).collect());

static KINDS_WHOLE: LazyLock<HashMap<&'static str, Resource>> = LazyLock::new(|| {
    KINDS.iter().map(|kind| (kind.table, schema::resource(kind.table, kind, None))).collect()
});

fn lists(kind: &'static Kind) -> Vec<(&'static str, List)> {
    let list = |name, only| (name, List { resource: schema::resource(name, kind, only), kind });
    match kind.rules.lists {
        [] => vec![list(kind.table, None)],
        lists => lists.iter().map(|(name, only)| list(*name, Some(*only))).collect(),
    }
}

pub fn by_name(name: &str) -> Option<&'static List> {
    LISTS.get(name)
}

/// All lists with their names.
pub fn all() -> impl Iterator<Item = (&'static str, &'static List)> {
    LISTS.iter().map(|(name, list)| (*name, list))
}

/// The fields by which records of any list refer to those of a kind.
pub fn references_to(kind: &Kind) -> Vec<FieldReference> {
    let mut references: Vec<_> = all()
        .flat_map(|(name, list)| {
            let columns = list.kind.columns.iter();
            columns
                .filter(move |column| column.refers_to().is_some_and(|(target, _)| target == kind))
                .map(move |column| FieldReference {
                    resource: name.to_owned(),
                    field: column.filed(),
                })
        })
        .collect();
    references
        .sort_by(|one, other| (&one.resource, &one.field).cmp(&(&other.resource, &other.field)));
    references
}

/// All records of a kind, in whichever lists they are.
pub fn of_kind(kind: &Kind) -> &'static Resource {
    &KINDS_WHOLE[kind.table]
}
