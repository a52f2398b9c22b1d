//! The addresses of the sitemap: which pages it lists, and its text.

use std::fmt::Write as _;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::limits::MAX_ADDRESSES;
use super::robots::CLOSED;
use crate::http_message::markup::escaped;

/// Characters that a path segment holds without an escape.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');
/// Pages without an address of their own.
const NO_ADDRESS: [&str; 4] = ["404", "500", "_error", "_app"];

/// Every address of the listed pages: one each, or one for each value of the parameter.
pub fn text<V: AsRef<str>>(
    origin: &str,
    pages: &[String],
    values: impl Fn(&str) -> Vec<V>,
) -> String {
    let mut paths: Vec<_> = pages.iter().filter_map(|name| address(name)).collect();
    paths.sort();
    for page in pages {
        let Some((folder, _)) = page.split_once('[') else { continue };
        let mut slugs = values(page);
        slugs.sort_by(|one, other| one.as_ref().cmp(other.as_ref()));
        let encoded = |slug: &V| utf8_percent_encode(slug.as_ref(), SEGMENT).to_string();
        paths.extend(slugs.iter().map(|slug| format!("/{folder}{}", encoded(slug))));
    }
    paths.truncate(MAX_ADDRESSES);
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for path in paths {
        let _ = writeln!(text, "<url><loc>{}{}</loc></url>", escaped(origin), escaped(&path));
    }
    text.push_str("</urlset>\n");
    text
}

fn address(name: &str) -> Option<String> {
    let path = if name == "index" { "/".to_owned() } else { format!("/{name}") };
    let closed = CLOSED.iter().any(|prefix| path.starts_with(prefix));
    (!name.contains('[') && !closed && !NO_ADDRESS.contains(&name)).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_pages_that_have_public_addresses() {
        let pages =
            ["assets/[slug]", "index", "404", "assets", "settings/plan", "a&b", "auth/error"];
        let values = |page: &str| match page {
            "assets/[slug]" => vec!["silver", "gold & more"],
            _ => Vec::new(),
        };
        let text = text("https://assay.example", &pages.map(str::to_owned), values);
        let listed: Vec<_> = text.lines().filter(|line| line.starts_with("<url>")).collect();
        let paths = ["/", "/a&amp;b", "/assets", "/assets/gold%20%26%20more", "/assets/silver"];
        let one = |path| format!("<url><loc>https://assay.example{path}</loc></url>");
        assert_eq!(listed, paths.map(one));
    }
}
