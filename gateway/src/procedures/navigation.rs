//! What the search offers before anything is typed: the pages the visitor may see.

use std::borrow::Cow;
use std::sync::LazyLock;

use kit::error::Problem;
use proto::identity::v1::Feature;
use serde::Serialize;
use serde_json::value::RawValue;
use ts_rs::TS;
use url::Url;

use crate::call::access::Access;
use crate::call::context::CallContext;
use crate::call::registry::Registry;

/// A group of things to go to.
#[derive(Serialize, TS)]
pub struct SearchGroup {
    key: &'static str,
    label: &'static str,
    #[ts(as = "Vec<SearchItem>")]
    items: Vec<Cow<'static, RawValue>>,
}

/// One thing to go to.
#[derive(Clone, Serialize, TS)]
pub struct SearchItem<'a> {
    id: &'a str,
    label: &'a str,
    subtitle: Option<&'a str>,
    href: &'a str,
    icon: Option<&'a str>,
}

/// Who is offered a page.
#[derive(Clone, Copy)]
enum Shown {
    Always,
    SignedIn,
    /// Those signed in for whom the feature is on.
    SignedInWith(Feature),
    /// Everybody, where the settings say at which address it is.
    Blog,
    /// Those for whom the feature is on.
    With(Feature),
}

use Shown::{Always, Blog, SignedIn, SignedInWith, With};

const ASSETS: Shown = With(Feature::EnableAssetEntityPages);
const CHARTS: Shown = With(Feature::EnableAssetChartingPage);
const JURISDICTIONS: Shown = With(Feature::EnableJurisdictionExplorer);
const KEYS: Shown = With(Feature::EnableApiKeys);
const OWN_KEYS: Shown = SignedInWith(Feature::EnableApiKeys);
const ADMIN: Shown = With(Feature::EnableAdminTools);
const EXPERIMENTAL: Shown = With(Feature::EnableExperimentalFeatures);

/// Who is offered it, its address, its name, and the name of its icon.
type Page = (Shown, &'static str, &'static str, &'static str);

const LATEST: &[Page] = &[
    (Always, "/", "Market Overview", "overview"),
    (Always, "/news", "News", "news"),
    (Always, "/invest", "Invest", "invest"),
];

const ASSET_CLASSES: &[Page] = &[
    (Always, "/stablecoins", "Stablecoins", "classes"),
    (Always, "/treasuries", "U.S. Treasuries", "classes"),
    (Always, "/global-bonds", "Global Bonds", "classes"),
    (Always, "/private-credit", "Private Credit", "classes"),
    (Always, "/commodities", "Commodities", "classes"),
    (Always, "/institutional-funds", "Institutional Funds", "classes"),
    (Always, "/stocks", "Stocks", "classes"),
    (EXPERIMENTAL, "/real-estate", "Real Estate", "classes"),
];

const PARTICIPANTS: &[Page] = &[
    (Always, "/networks", "Networks", "network"),
    (Always, "/platforms", "Platforms", "platform"),
    (EXPERIMENTAL, "/issuers", "Issuers", "issuer"),
    (Always, "/directory", "Company Directory", "directory"),
];

const TOOLS: &[Page] = &[
    (Blog, "", "Research Blog", "blog"),
    (Always, "/citations", "Media & Citations", "citations"),
    (Always, "/platform-overview", "Data & API Platform", "api"),
    (KEYS, "/tools/api/api-keys", "API Tools", "tools"),
    (Always, "/downloads", "Downloads", "downloads"),
    (ASSETS, "/assets", "Asset Search", "search"),
    (CHARTS, "/assets/timeseries", "Asset Charting", "charting"),
    (EXPERIMENTAL, "/transactions", "Transactions", "transactions"),
    (JURISDICTIONS, "/tools/jurisdiction_explorer", "Jurisdiction Explorer", "jurisdiction"),
];

const INTERNAL_TOOLS: &[Page] = &[
    (EXPERIMENTAL, "/assets/aggregates", "Asset Aggregates", "aggregates"),
    (EXPERIMENTAL, "/asset_classes", "Asset Classes", "classes"),
    (EXPERIMENTAL, "/protocol_timeseries", "Protocol Time Series", "charting"),
    (EXPERIMENTAL, "/pools", "Pools", "pools"),
    (EXPERIMENTAL, "/loans", "Loans", "loans"),
    (EXPERIMENTAL, "/pool_timeseries", "Pool Time Series", "charting"),
    (EXPERIMENTAL, "/loan_timeseries", "Loan Time Series", "charting"),
];

const ADMINISTRATION: &[Page] = &[
    (ADMIN, "/admin/users", "User Admin", "users"),
    (ADMIN, "/admin/organizations", "Organization Admin", "organization"),
    (ADMIN, "/admin/api_access_user_roles", "User Roles", "user"),
    (ADMIN, "/admin/api_access_org_roles", "Org Roles", "team"),
    (ADMIN, "/admin/api_access_policy_assignments", "Policy Assignments", "link"),
    (ADMIN, "/admin/api_access_roles", "Roles", "role"),
    (ADMIN, "/admin/api_access_policies", "Policies", "policy"),
];

const SETTINGS: &[Page] = &[
    (SignedIn, "/settings/profile", "Profile", "user"),
    (SignedIn, "/settings/plan", "Plan", "plan"),
    (SignedIn, "/settings/team", "Team", "team"),
    (OWN_KEYS, "/settings/api-keys", "API keys", "key"),
    (SignedIn, "/settings/sessions", "Sessions", "sessions"),
];

/// The groups of the sidebar in its order, then what belongs to the account.
const GROUPS: &[(&str, &str, &[Page])] = &[
    ("latest", "Latest", LATEST),
    ("asset-classes", "Asset Classes", ASSET_CLASSES),
    ("participants", "Participants", PARTICIPANTS),
    ("tools", "Tools", TOOLS),
    ("internal-tools", "Internal Tools", INTERNAL_TOOLS),
    ("admin", "Admin", ADMINISTRATION),
    ("settings", "Settings", SETTINGS),
];

/// Adds the procedures of this domain.
pub fn add(registry: &mut Registry) {
    registry
        .query("search.getInitialSearchGroups", Access::Public)
        .answer(get_initial_search_groups);
}

async fn get_initial_search_groups(
    context: CallContext,
    (): (),
) -> Result<Vec<SearchGroup>, Problem> {
    let blog = context.config.blog_url.as_ref().map(Url::as_str);
    Ok(match &context.caller {
        Some(caller) => groups(true, &caller.user.features().collect::<Vec<_>>(), blog),
        None => groups(false, &context.config.default_features, blog),
    })
}

/// A page to offer, and as it is answered, written once where the settings do not decide.
type Offer = (Page, Option<Box<RawValue>>);

static OFFERS: LazyLock<Vec<Vec<Offer>>> = LazyLock::new(|| {
    let offer = |page: &Page| (*page, (!page.1.is_empty()).then(|| written(page, page.1)));
    GROUPS.iter().map(|(_, _, pages)| pages.iter().map(offer).collect()).collect()
});

fn written((_, _, label, icon): &Page, href: &str) -> Box<RawValue> {
    let item = SearchItem { id: href, label, subtitle: None, href, icon: Some(icon) };
    serde_json::value::to_raw_value(&item).expect("a struct of texts is always JSON")
}

fn groups(signed_in: bool, features: &[Feature], blog: Option<&str>) -> Vec<SearchGroup> {
    let visible = |shown: Shown| match shown {
        Always => true,
        SignedIn => signed_in,
        SignedInWith(feature) => signed_in && features.contains(&feature),
        Blog => blog.is_some(),
        With(feature) => features.contains(&feature),
    };
    GROUPS
        .iter()
        .zip(OFFERS.iter())
        .map(|((key, label, _), offers)| {
            let seen = offers.iter().filter(|(page, _)| visible(page.0));
            let items = seen.map(|(page, text)| match text {
                Some(text) => Cow::Borrowed(&**text),
                None => Cow::Owned(written(page, blog.unwrap_or_default())),
            });
            SearchGroup { key, label, items: items.collect() }
        })
        .filter(|group| !group.items.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(signed_in: bool, features: &[Feature]) -> Vec<(&'static str, usize)> {
        groups(signed_in, features, None)
            .iter()
            .map(|group| (group.key, group.items.len()))
            .collect()
    }

    #[test]
    fn offers_only_pages_the_visitor_may_see() {
        let anonymous = [("latest", 3), ("asset-classes", 7), ("participants", 3), ("tools", 3)];
        assert_eq!(offered(false, &[]), anonymous);
        assert_eq!(offered(true, &[])[4..], [("settings", 4)]);
        let experimental = offered(false, &[Feature::EnableExperimentalFeatures]);
        assert_eq!(experimental[1..3], [("asset-classes", 8), ("participants", 4)]);
        assert_eq!(experimental[4], ("internal-tools", 7));
        assert_eq!(offered(true, &[Feature::EnableAdminTools])[4], ("admin", 7));
        assert_eq!(offered(false, &[Feature::EnableApiKeys])[3..], [("tools", 4)]);
        assert_eq!(offered(true, &[Feature::EnableApiKeys])[3..], [("tools", 4), ("settings", 5)]);
    }

    #[test]
    fn offers_the_blog_where_it_is() {
        let address = "https://blog.example/research";
        let groups = groups(false, &[], Some(address));
        let tools = serde_json::to_value(&groups[3]).unwrap();
        let blog = serde_json::json!({
            "id": address, "label": "Research Blog", "subtitle": null, "href": address, "icon": "blog",
        });
        assert_eq!(tools["items"][0], blog);
        assert_eq!(tools["items"].as_array().unwrap().len(), 4);
    }

    #[test]
    fn offers_every_page_once() {
        let pages = GROUPS.iter().flat_map(|(_, _, pages)| *pages);
        let mut ids: Vec<_> = pages.map(|(_, href, _, _)| href).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }
}
