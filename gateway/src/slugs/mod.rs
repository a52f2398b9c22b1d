//! Which slugs there are a page for: listed by the catalog, kept current by its events, asked for by no document.

mod shelf;

use std::sync::Arc;

use kit::bus::Bus;
use kit::run::App;
use proto::catalog::v1::catalog_client::CatalogClient;
use proto::catalog::v1::{
    AssetCreated, AssetDeleted, AssetUpdated, InvestmentCreated, InvestmentDeleted,
    InvestmentUpdated, IssuerCreated, IssuerDeleted, IssuerUpdated, NetworkCreated, NetworkDeleted,
    NetworkUpdated, PlatformCreated, PlatformDeleted, PlatformUpdated,
};

use self::shelf::Shelf;
use crate::upstream::Channel;

const ASSET_PAGE: &str = "assets/[assetSlug]";
/// Pages below /assets that are no assets.
const NO_ASSETS: [&str; 2] = ["timeseries", "aggregates"];

/// The slugs of the resources whose records have a page each.
pub struct Slugs {
    bus: Bus,
    networks: Arc<Shelf>,
    platforms: Arc<Shelf>,
    issuers: Arc<Shelf>,
    investments: Arc<Shelf>,
    assets: Arc<Shelf>,
}

/// Listens for what changes the slugs of a resource; a renamed record is an updated one.
macro_rules! follow {
    ($app:ident, $bus:ident, $shelf:expr, $field:ident: $created:ty, $updated:ty, $deleted:ty) => {
        let (news, gap) = (Arc::clone(&$shelf), Arc::clone(&$shelf));
        let created = move |envelope: kit::bus::Envelope<$created>| {
            if let Some(record) = envelope.event.$field {
                news.add(&record.slug);
            }
        };
        $bus.follow($app, created, move || gap.forget());
        let (news, gap) = (Arc::clone(&$shelf), Arc::clone(&$shelf));
        let updated = move |envelope: kit::bus::Envelope<$updated>| {
            if let Some(record) = envelope.event.$field {
                news.meet(&record.slug);
            }
        };
        $bus.follow($app, updated, move || gap.forget());
        let (news, gap) = (Arc::clone(&$shelf), Arc::clone(&$shelf));
        let deleted = move |_: kit::bus::Envelope<$deleted>| news.list_again();
        $bus.follow($app, deleted, move || gap.forget());
    };
}

impl Slugs {
    /// Begins to list and to listen.
    pub fn follow(app: &App, bus: &Bus, catalog: &CatalogClient<Channel>) -> Arc<Self> {
        let shelf = |resource| Shelf::keep(app, catalog.clone(), resource);
        let slugs = Self {
            bus: bus.clone(),
            networks: shelf("networks"),
            platforms: shelf("platforms"),
            issuers: shelf("issuers"),
            investments: shelf("investments"),
            assets: shelf("assets"),
        };
        follow!(app, bus, slugs.networks, network: NetworkCreated, NetworkUpdated, NetworkDeleted);
        follow!(app, bus, slugs.platforms, platform: PlatformCreated, PlatformUpdated, PlatformDeleted);
        follow!(app, bus, slugs.issuers, issuer: IssuerCreated, IssuerUpdated, IssuerDeleted);
        follow!(
            app, bus, slugs.investments,
            investment: InvestmentCreated, InvestmentUpdated, InvestmentDeleted
        );
        follow!(app, bus, slugs.assets, asset: AssetCreated, AssetUpdated, AssetDeleted);
        Arc::new(slugs)
    }

    /// Whether an exported page with a parameter has something to show for this value. What is not known
    /// for certain is taken for known: the page then says so itself.
    pub fn admit(&self, page: &str, slug: &str) -> bool {
        if page == ASSET_PAGE && NO_ASSETS.contains(&slug) {
            return false;
        }
        let Some(shelf) = self.shelf(page) else { return true };
        // Without a bus new records may be there that nobody told of.
        !shelf.lacks(slug) || !self.bus.is_connected()
    }

    /// The slugs that an exported page with a parameter has something to show for, as far as they are known.
    pub fn of(&self, page: &str) -> Vec<Box<str>> {
        self.shelf(page).map(Shelf::all).unwrap_or_default()
    }

    fn shelf(&self, page: &str) -> Option<&Shelf> {
        Some(match page {
            ASSET_PAGE => &self.assets,
            "networks/[networkSlug]" => &self.networks,
            // One record, seen through two lenses.
            "platforms/[platformSlug]" | "protocols/[protocolSlug]" => &self.platforms,
            "issuers/[issuerSlug]" => &self.issuers,
            "investments/[investmentSlug]" => &self.investments,
            _ => return None,
        })
    }
}
