//! What can be asked of the catalog, by the name of the resource.

use std::collections::HashMap;
use std::sync::LazyLock;

use kit::query::Resource;

use crate::kinds::{KINDS, PLATFORMS};
use crate::schema::{self, Kind};

/// A record of the one table seen through two lenses: tokenization and credit.
const LENSES: [(&str, &str); 2] = [("platforms", "is_platform"), ("protocols", "is_protocol")];

static RECORDS: LazyLock<HashMap<&'static str, Resource>> = LazyLock::new(|| {
    KINDS.iter().map(|kind| (kind.table, schema::resource(kind.table, kind, None))).collect()
});

static RESOURCES: LazyLock<HashMap<&'static str, Resource>> = LazyLock::new(|| {
    let lenses =
        LENSES.iter().map(|(name, only)| (*name, schema::resource(name, &PLATFORMS, Some(only))));
    let kinds = KINDS
        .iter()
        .filter(|kind| kind.table != PLATFORMS.table)
        .map(|kind| (kind.table, schema::resource(kind.table, kind, None)));
    kinds.chain(lenses).collect()
});

/// The resource of a name.
pub fn named(name: &str) -> Option<&'static Resource> {
    RESOURCES.get(name)
}

/// The names of all resources.
pub fn names() -> impl Iterator<Item = &'static str> {
    RESOURCES.keys().copied()
}

/// Every record of a kind, through no lens.
pub fn records(kind: &Kind) -> &'static Resource {
    &RECORDS[kind.table]
}

/// The kind behind the name of a resource.
pub fn behind(name: &str) -> Option<&'static Kind> {
    let table = if name == "protocols" { PLATFORMS.table } else { name };
    crate::kinds::by_table(table)
}
