//! The kinds of records that have a page, with the events that change their slugs.

use std::sync::Arc;

use kit::bus::{Envelope, Follower};
use proto::catalog::v1;

use super::slug_set::SlugSet;

/// A kind of record that has a page.
pub struct Kind {
    /// Its name in a request for slugs.
    pub resource: &'static str,
    /// The exported pages that show one of its records.
    pub pages: &'static [&'static str],
    /// Adds the handlers that keep its slugs current.
    pub follow: fn(Follower, &Arc<SlugSet>) -> Follower,
}

/// A kind by its resource, its pages, and the field of the record in its events. A renamed record is an updated one.
macro_rules! kind {
    ($resource:literal, $pages:expr, $record:ident: $created:ident, $updated:ident, $deleted:ident) => {
        Kind {
            resource: $resource,
            pages: &$pages,
            follow: |follower, set| {
                let [created, updated, deleted] = [set, set, set].map(Arc::clone);
                follower
                    .on(move |envelope: Envelope<v1::$created>| {
                        if let Some(record) = envelope.event.$record {
                            created.add(&record.slug);
                        }
                    })
                    .on(move |envelope: Envelope<v1::$updated>| {
                        if let Some(record) = envelope.event.$record {
                            updated.update(&record.slug);
                        }
                    })
                    .on(move |_: Envelope<v1::$deleted>| deleted.list_again())
            },
        }
    };
}

/// Every kind that has a page.
pub const KINDS: [Kind; 6] = [
    kind!("networks", ["networks/[networkSlug]"], network: NetworkCreated, NetworkUpdated, NetworkDeleted),
    // Both pages show the same record.
    kind!("platforms", ["platforms/[platformSlug]", "protocols/[protocolSlug]"],
        platform: PlatformCreated, PlatformUpdated, PlatformDeleted),
    kind!("issuers", ["issuers/[issuerSlug]"], issuer: IssuerCreated, IssuerUpdated, IssuerDeleted),
    kind!("managers", ["managers/[managerSlug]"], manager: ManagerCreated, ManagerUpdated, ManagerDeleted),
    kind!("investments", ["investments/[investmentSlug]"], investment: InvestmentCreated, InvestmentUpdated, InvestmentDeleted),
    kind!("assets", ["assets/[assetSlug]"], asset: AssetCreated, AssetUpdated, AssetDeleted),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proto::events;

    use super::*;

    #[test]
    fn a_page_shows_records_of_one_kind() {
        let pages: Vec<&str> = KINDS.iter().flat_map(|kind| kind.pages).copied().collect();
        let distinct: HashSet<&str> = pages.iter().copied().collect();
        assert_eq!(distinct.len(), pages.len());
    }

    #[test]
    fn each_kind_follows_its_own_events() {
        let set = Arc::new(SlugSet::default());
        let follower = Follower::new(&events::CATALOG);
        // A type that two kinds follow panics.
        let _ = KINDS.iter().fold(follower, |follower, kind| (kind.follow)(follower, &set));
    }
}
