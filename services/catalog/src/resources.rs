//! What can be asked of the catalog, by the name of the resource.

use std::collections::HashMap;
use std::sync::LazyLock;

use kit::query::Resource;

use crate::entities::{ENTITIES, PLATFORMS};
use crate::schema::{self, Entity};

/// A record of the one table seen through two lenses: tokenization and credit.
const LENSES: [(&str, &str); 2] = [("platforms", "is_platform"), ("protocols", "is_protocol")];

static RECORDS: LazyLock<HashMap<&'static str, Resource>> = LazyLock::new(|| {
    ENTITIES
        .iter()
        .map(|entity| (entity.table, schema::resource(entity.table, entity, None)))
        .collect()
});

static RESOURCES: LazyLock<HashMap<&'static str, Resource>> = LazyLock::new(|| {
    let lenses =
        LENSES.iter().map(|(name, only)| (*name, schema::resource(name, &PLATFORMS, Some(only))));
    let entities = ENTITIES
        .iter()
        .filter(|entity| entity.table != PLATFORMS.table)
        .map(|entity| (entity.table, schema::resource(entity.table, entity, None)));
    entities.chain(lenses).collect()
});

/// The resource of a name.
pub fn named(name: &str) -> Option<&'static Resource> {
    RESOURCES.get(name)
}

/// The names of all resources.
pub fn names() -> impl Iterator<Item = &'static str> {
    RESOURCES.keys().copied()
}

/// Every record of an entity, through no lens.
pub fn records(entity: &Entity) -> &'static Resource {
    &RECORDS[entity.table]
}

/// The entity behind the name of a resource.
pub fn behind(name: &str) -> Option<&'static Entity> {
    let table = if name == "protocols" { PLATFORMS.table } else { name };
    crate::entities::entity(table)
}
