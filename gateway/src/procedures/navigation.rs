//! The suggestions of the empty search: the pages of the navigation that the visitor may see.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use kit::error::Problem;
use proto::codec::Text as _;
use proto::identity::v1::Feature;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use ts_rs::TS;
use url::Url;

use crate::call::access::Access;
use crate::call::context::CallContext;
use crate::call::registry::Registry;

/// The navigation of the web: the sidebar and the pages of an account.
const NAVIGATION: &str = include_str!("../../../web/src/components/shell/navigation.json");

/// The icon of entries that have a colour in the sidebar.
const COLOURED: &str = "classes";

/// A group of suggested pages.
#[derive(Serialize, TS)]
pub struct SearchGroup {
    key: &'static str,
    label: &'static str,
    #[ts(as = "Vec<SearchItem>")]
    items: Vec<Cow<'static, RawValue>>,
}

/// A suggested page.
#[derive(Clone, Serialize, TS)]
pub struct SearchItem<'a> {
    id: &'a str,
    label: &'a str,
    subtitle: Option<&'a str>,
    href: &'a str,
    icon: Option<&'a str>,
}

#[derive(Deserialize)]
struct Navigation<'a> {
    #[serde(borrow)]
    groups: Vec<Group<'a>>,
    #[serde(borrow)]
    account: Vec<Entry<'a>>,
}

#[derive(Deserialize)]
struct Group<'a> {
    key: &'a str,
    label: &'a str,
    flag: Option<&'a str>,
    #[serde(borrow)]
    entries: Vec<Entry<'a>>,
}

#[derive(Deserialize)]
struct Entry<'a> {
    label: &'a str,
    href: &'a str,
    #[serde(borrow)]
    icon: Icon<'a>,
    flag: Option<&'a str>,
    external: Option<&'a str>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Icon<'a> {
    Named(&'a str),
    Coloured {},
}

/// The pages of a group, each with its conditions.
struct Offers {
    key: &'static str,
    label: &'static str,
    pages: Vec<Page>,
}

struct Page {
    /// Offered only to signed-in users.
    is_of_account: bool,
    /// Offered only to users with this feature.
    feature: Option<Feature>,
    item: Item,
}

enum Item {
    /// Serialized once, since it is the same for all.
    Written(Box<RawValue>),
    /// At an address from the settings; left out without one.
    Blog { label: &'static str, icon: &'static str },
}

/// The groups of the sidebar in its order, then what belongs to the account. A page that stands in two groups is
/// offered in the first of them.
static OFFERS: LazyLock<Vec<Offers>> = LazyLock::new(|| {
    let Navigation { groups, account } =
        serde_json::from_str(NAVIGATION).expect("a test reads the same file");
    let settings = Group { key: "settings", label: "Settings", flag: None, entries: account };
    let mut seen = HashSet::new();
    groups
        .into_iter()
        .chain([settings])
        .map(|Group { key, label, flag, entries }| {
            let is_new = |entry: &Entry<'static>| seen.insert(entry.href);
            let entries: Vec<_> = entries.into_iter().filter(is_new).collect();
            let pages = entries.into_iter().map(|entry| page(entry, flag, key == "settings"));
            Offers { key, label, pages: pages.collect() }
        })
        .collect()
});

fn page(entry: Entry<'static>, flag: Option<&str>, is_of_account: bool) -> Page {
    let Entry { label, href, icon, flag: own, external } = entry;
    let feature = own.or(flag).map(|name| Feature::from_text(name).expect("features are known"));
    let icon = match icon {
        Icon::Named(icon) => icon,
        Icon::Coloured {} => COLOURED,
    };
    let item = match external {
        Some(_) => Item::Blog { label, icon },
        None => Item::Written(search_item(label, href, icon)),
    };
    Page { is_of_account, feature, item }
}

fn search_item(label: &str, href: &str, icon: &str) -> Box<RawValue> {
    let item = SearchItem { id: href, label, subtitle: None, href, icon: Some(icon) };
    serde_json::value::to_raw_value(&item).expect("a struct of texts is always JSON")
}

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

fn groups(signed_in: bool, features: &[Feature], blog: Option<&str>) -> Vec<SearchGroup> {
    let item = |page: &'static Page| {
        let is_on = page.feature.is_none_or(|feature| features.contains(&feature));
        match &page.item {
            _ if !is_on || (page.is_of_account && !signed_in) => None,
            Item::Written(text) => Some(Cow::Borrowed(&**text)),
            Item::Blog { label, icon } => Some(Cow::Owned(search_item(label, blog?, icon))),
        }
    };
    OFFERS
        .iter()
        .map(|Offers { key, label, pages }| SearchGroup {
            key,
            label,
            items: pages.iter().filter_map(item).collect(),
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
        let anonymous = [("latest", 3), ("asset-classes", 7), ("participants", 4), ("tools", 4)];
        assert_eq!(offered(false, &[]), anonymous);
        assert_eq!(offered(true, &[])[4..], [("settings", 4)]);
        let experimental = offered(false, &[Feature::EnableExperimentalFeatures]);
        assert_eq!(experimental[1..3], [("asset-classes", 8), ("participants", 5)]);
        assert_eq!(experimental[4], ("internal-tools", 7));
        assert_eq!(offered(true, &[Feature::EnableAdminTools])[4], ("admin", 8));
        assert_eq!(offered(false, &[Feature::EnableApiKeys])[3..], [("tools", 5)]);
        assert_eq!(offered(true, &[Feature::EnableApiKeys])[3..], [("tools", 5), ("settings", 5)]);
    }

    #[test]
    fn offers_the_blog_at_the_configured_address() {
        let address = "https://blog.example/research";
        let groups = groups(false, &[], Some(address));
        let tools = serde_json::to_value(&groups[3]).unwrap();
        let blog = serde_json::json!({
            "id": address, "label": "Research Blog", "subtitle": null, "href": address, "icon": "blog",
        });
        assert_eq!(tools["items"][0], blog);
        assert_eq!(tools["items"].as_array().unwrap().len(), 5);
    }

    #[test]
    fn offers_every_page_once() {
        let pages = OFFERS.iter().flat_map(|offers| &offers.pages);
        let id = |page: &'static Page| match &page.item {
            Item::Written(text) => text.get(),
            Item::Blog { label, .. } => *label,
        };
        let mut ids: Vec<&str> = pages.map(id).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }
}
