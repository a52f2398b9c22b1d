//! The inline scripts and styles of a page, its feature, and whether search engines may list it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// The digests of the inline scripts and styles of a page.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Inline {
    pub scripts: Vec<String>,
    pub styles: Vec<String>,
}

impl Inline {
    /// Finds the scripts and style sheets in a page. Data blocks do not run.
    pub fn in_page(page: &str) -> Self {
        let mut scripts = elements(page, "script");
        scripts.retain(|(attributes, _)| !attributes.contains(" src=") && !is_data(attributes));
        Self { scripts: digests(&scripts), styles: digests(&elements(page, "style")) }
    }
}

/// Whether the page asks search engines to leave it out.
pub fn is_unlisted(page: &str) -> bool {
    meta_elements(page, "robots").any(|attributes| attributes.contains("noindex"))
}

/// The feature without which the page shows a notice.
pub fn feature(page: &str) -> Option<&str> {
    let attributes = meta_elements(page, "feature").next()?;
    let (_, rest) = attributes.split_once("content=\"")?;
    rest.split_once('"').map(|(name, _)| name)
}

/// The attributes of the meta elements with a name.
fn meta_elements<'a>(page: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let named = format!("name=\"{name}\"");
    let head = page.split_once("</head>").map_or(page, |(head, _)| head);
    let each = head.split("<meta").skip(1).filter_map(|rest| rest.split_once('>'));
    each.map(|(attributes, _)| attributes).filter(move |attributes| attributes.contains(&named))
}

/// The attributes and the text of each element with this name.
fn elements<'a>(page: &'a str, name: &str) -> Vec<(&'a str, &'a str)> {
    let (opening, closing) = (format!("<{name}"), format!("</{name}>"));
    let mut found = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find(&opening) {
        rest = &rest[start + opening.len()..];
        if !rest.starts_with(['>', ' ', '\n', '\t']) {
            continue;
        }
        let (Some(open), Some(end)) = (rest.find('>'), rest.find(&closing)) else { break };
        if open < end {
            found.push((&rest[..open], &rest[open + 1..end]));
        }
        rest = &rest[end..];
    }
    found
}

fn digests(elements: &[(&str, &str)]) -> Vec<String> {
    let texts = elements.iter().map(|(_, text)| text).filter(|text| !text.is_empty());
    let mut digests: Vec<_> = texts.map(|text| STANDARD.encode(Sha256::digest(text))).collect();
    digests.sort();
    digests.dedup();
    digests
}

fn is_data(attributes: &str) -> bool {
    attributes.contains("application/json") || attributes.contains("application/ld+json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_only_scripts_that_run_and_styles_that_apply() {
        let page = "<script src=\"/a.js\" defer=\"\"></script><script>alert(1)</script>\
                    <script id=\"__NEXT_DATA__\" type=\"application/json\">{}</script>\
                    <style data-x=\"\">b{}</style><styled>c{}</styled>";
        let inline = Inline::in_page(page);
        assert_eq!(inline.scripts, [STANDARD.encode(Sha256::digest("alert(1)"))]);
        assert_eq!(inline.styles, [STANDARD.encode(Sha256::digest("b{}"))]);
    }

    #[test]
    fn survives_a_broken_page() {
        for page in ["<script", "<script></script", "<script></script>", "<style>", "<scriptx"] {
            assert_eq!(Inline::in_page(page), Inline::default(), "{page}");
        }
    }

    #[test]
    fn recognizes_pages_that_stay_unlisted() {
        assert!(is_unlisted("<head><meta name=\"robots\" content=\"noindex\"/></head>"));
        assert!(!is_unlisted("<head><meta name=\"robots\" content=\"all\"/></head>noindex"));
        assert!(!is_unlisted("<head></head><meta name=\"robots\" content=\"noindex\"/>"));
    }

    #[test]
    fn finds_the_feature_of_a_page() {
        let page = "<head><meta name=\"feature\" content=\"enable-api-keys\"/></head>";
        assert_eq!(feature(page), Some("enable-api-keys"));
        assert_eq!(feature("<head></head><meta name=\"feature\" content=\"x\"/>"), None);
        assert_eq!(feature("<head><meta name=\"feature\"/></head>"), None);
    }
}
