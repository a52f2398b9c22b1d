//! What the search offers before anything is typed: the pages the visitor may see.

use kit::error::Problem;
use serde::Serialize;
use ts_rs::TS;

use crate::access::Access;
use crate::procedure::{Call, Registry};

/// A group of things to go to.
#[derive(Serialize, TS)]
pub struct SearchGroup {
    key: &'static str,
    label: &'static str,
    items: Vec<SearchItem>,
}

/// One thing to go to.
#[derive(Clone, Serialize, TS)]
pub struct SearchItem {
    id: &'static str,
    label: &'static str,
    subtitle: Option<&'static str>,
    href: &'static str,
    icon: Option<&'static str>,
}

/// Who is offered a page.
#[derive(Clone, Copy)]
enum Shown {
    Always,
    SignedIn,
}

type Page = (Shown, &'static str, &'static str, &'static str);

const LATEST: &[Page] = &[(Shown::Always, "/", "Market Overview", "chart-line")];

const SETTINGS: &[Page] = &[
    (Shown::SignedIn, "/settings/profile", "Profile", "user"),
    (Shown::SignedIn, "/settings/sessions", "Sessions", "devices"),
];

const GROUPS: &[(&str, &str, &[Page])] =
    &[("latest", "Latest", LATEST), ("settings", "Settings", SETTINGS)];

/// Adds the procedures of this domain.
pub fn add(registry: &mut Registry) {
    registry.query("search.getInitialSearchGroups", Access::Public, get_initial_search_groups);
}

async fn get_initial_search_groups(call: Call, (): ()) -> Result<Vec<SearchGroup>, Problem> {
    Ok(groups(call.caller.is_some()))
}

fn groups(signed_in: bool) -> Vec<SearchGroup> {
    let visible = |shown: Shown| match shown {
        Shown::Always => true,
        Shown::SignedIn => signed_in,
    };
    let item = |(_, href, label, icon): &Page| SearchItem {
        id: href,
        label,
        subtitle: None,
        href,
        icon: Some(icon),
    };
    GROUPS
        .iter()
        .map(|(key, label, pages)| SearchGroup {
            key,
            label,
            items: pages.iter().filter(|page| visible(page.0)).map(item).collect(),
        })
        .filter(|group| !group.items.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(signed_in: bool) -> Vec<&'static str> {
        groups(signed_in).into_iter().map(|group| group.key).collect()
    }

    #[test]
    fn offers_only_pages_the_visitor_may_see() {
        assert_eq!(keys(false), ["latest"]);
        assert_eq!(keys(true), ["latest", "settings"]);
    }
}
