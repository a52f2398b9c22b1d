//! The slugs of records that have a page: loaded from the catalog and updated by its events, never requested for a
//! single document.

mod slug_set;

use std::sync::Arc;

use kit::bus::Bus;
use kit::run::App;
use proto::catalog::v1::catalog_client::CatalogClient;
use proto::catalog::v1::{
    AssetCreated, AssetDeleted, AssetUpdated, InvestmentCreated, InvestmentDeleted,
    InvestmentUpdated, IssuerCreated, IssuerDeleted, IssuerUpdated, ManagerCreated, ManagerDeleted,
    ManagerUpdated, NetworkCreated, NetworkDeleted, NetworkUpdated, PlatformCreated,
    PlatformDeleted, PlatformUpdated,
};

use self::slug_set::SlugSet;
use crate::upstream::Channel;

/// The slugs of the resources whose records have a page each.
pub struct Slugs {
    bus: Bus,
    networks: Arc<SlugSet>,
    platforms: Arc<SlugSet>,
    issuers: Arc<SlugSet>,
    managers: Arc<SlugSet>,
    investments: Arc<SlugSet>,
    assets: Arc<SlugSet>,
}

/// Follows the events that change the slugs of a resource; a renamed record is an updated one.
macro_rules! follow {
    ($app:ident, $bus:ident, $set:expr, $field:ident: $created:ty, $updated:ty, $deleted:ty) => {
        let (events, gap) = (Arc::clone(&$set), Arc::clone(&$set));
        let created = move |envelope: kit::bus::Envelope<$created>| {
            if let Some(record) = envelope.event.$field {
                events.add(&record.slug);
            }
        };
        $bus.follow($app, created, move || gap.forget());
        let (events, gap) = (Arc::clone(&$set), Arc::clone(&$set));
        let updated = move |envelope: kit::bus::Envelope<$updated>| {
            if let Some(record) = envelope.event.$field {
                events.update(&record.slug);
            }
        };
        $bus.follow($app, updated, move || gap.forget());
        let (events, gap) = (Arc::clone(&$set), Arc::clone(&$set));
        let deleted = move |_: kit::bus::Envelope<$deleted>| events.list_again();
        $bus.follow($app, deleted, move || gap.forget());
    };
}

impl Slugs {
    /// Loads the slugs and follows their changes.
    pub fn follow(app: &App, bus: &Bus, catalog: &CatalogClient<Channel>) -> Arc<Self> {
        let set = |resource| SlugSet::follow(app, catalog.clone(), resource);
        let slugs = Self {
            bus: bus.clone(),
            networks: set("networks"),
            platforms: set("platforms"),
            issuers: set("issuers"),
            managers: set("managers"),
            investments: set("investments"),
            assets: set("assets"),
        };
        follow!(app, bus, slugs.networks, network: NetworkCreated, NetworkUpdated, NetworkDeleted);
        follow!(app, bus, slugs.platforms, platform: PlatformCreated, PlatformUpdated, PlatformDeleted);
        follow!(app, bus, slugs.issuers, issuer: IssuerCreated, IssuerUpdated, IssuerDeleted);
        follow!(app, bus, slugs.managers, manager: ManagerCreated, ManagerUpdated, ManagerDeleted);
        follow!(
            app, bus, slugs.investments,
            investment: InvestmentCreated, InvestmentUpdated, InvestmentDeleted
        );
        follow!(app, bus, slugs.assets, asset: AssetCreated, AssetUpdated, AssetDeleted);
        Arc::new(slugs)
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
        let Self { networks, platforms, issuers, managers, investments, assets, .. } = self;
        let sets = [networks, platforms, issuers, managers, investments, assets];
        sets.into_iter().map(|set| set.changes()).sum()
    }

    fn set(&self, page: &str) -> Option<&SlugSet> {
        Some(match page {
            "assets/[assetSlug]" => &self.assets,
            "networks/[networkSlug]" => &self.networks,
            // Both pages show the same record.
            "platforms/[platformSlug]" | "protocols/[protocolSlug]" => &self.platforms,
            "issuers/[issuerSlug]" => &self.issuers,
            "managers/[managerSlug]" => &self.managers,
            "investments/[investmentSlug]" => &self.investments,
            _ => return None,
        })
    }
}
