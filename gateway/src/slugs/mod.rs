//! The slugs of records that have a page: loaded from the catalog and updated by its events, never requested for a
//! single document.

mod kinds;
mod slug_set;

use std::sync::Arc;

use kit::bus::{Bus, Follower};
use kit::run::App;
use proto::catalog::v1::catalog_client::CatalogClient;
use proto::events;

use self::kinds::KINDS;
use self::slug_set::SlugSet;
use crate::upstream::Channel;

/// The slugs of the resources whose records have a page each.
pub struct Slugs {
    bus: Bus,
    /// The slugs of each kind, in the order of `KINDS`.
    sets: [Arc<SlugSet>; KINDS.len()],
}

impl Slugs {
    /// Loads the slugs and follows their changes.
    pub fn follow(app: &App, bus: &Bus, catalog: &CatalogClient<Channel>) -> Arc<Self> {
        let sets = KINDS.map(|kind| SlugSet::follow(app, catalog.clone(), kind.resource));
        let follower = Follower::new(&events::CATALOG);
        let follower = KINDS
            .iter()
            .zip(&sets)
            .fold(follower, |follower, (kind, set)| (kind.follow)(follower, set));
        let forgotten = sets.clone();
        follower.start(app, bus, move || forgotten.iter().for_each(|set| set.forget()));
        Arc::new(Self { bus: bus.clone(), sets })
    }

    /// Whether an exported page with a parameter exists for this value. A slug is admitted unless it is certainly
    /// unknown; the page itself then reports a missing record.
    pub fn admit(&self, page: &str, slug: &str) -> bool {
        let Some(set) = self.set(page) else { return true };
        // Without a bus there may be new records.
        !set.lacks(slug) || !self.bus.is_connected()
    }

    /// The known slugs for which an exported page with a parameter exists.
    pub fn for_page(&self, page: &str) -> Vec<Box<str>> {
        self.set(page).map(SlugSet::all).unwrap_or_default()
    }

    /// A number that grows with each change of the known slugs.
    pub fn changes(&self) -> u64 {
        self.sets.iter().map(|set| set.changes()).sum()
    }

    fn set(&self, page: &str) -> Option<&SlugSet> {
        let at = KINDS.iter().position(|kind| kind.pages.contains(&page))?;
        Some(&self.sets[at])
    }
}
