//! Pages with parameters: `assets/[assetSlug].html` answers for every asset.

use std::borrow::Cow;

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// This very text.
    Text(String),
    /// Any one segment.
    One,
    /// One or more segments, to the end.
    Many,
    /// Any number of segments, to the end.
    Any,
}

/// The pages with parameters, the most particular first.
#[derive(Default)]
pub struct Patterns {
    pages: Vec<(Vec<Part>, String)>,
}

impl Patterns {
    /// Picks the pages with parameters out of all pages.
    pub fn new<'a>(pages: impl Iterator<Item = &'a str>) -> Self {
        let mut pages: Vec<_> = pages
            .filter(|name| name.contains('['))
            .map(|name| (name.split('/').map(part).collect::<Vec<_>>(), name.to_owned()))
            .collect();
        pages.sort();
        Self { pages }
    }

    /// The page for the segments of an address.
    pub fn find(&self, segments: &[Cow<'_, str>]) -> Option<&str> {
        let fits = |parts: &[Part]| fits(parts, segments);
        self.pages.iter().find(|(parts, _)| fits(parts)).map(|(_, name)| name.as_str())
    }
}

fn part(text: &str) -> Part {
    let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    match inner {
        None => Part::Text(text.to_owned()),
        Some(name) if name.starts_with("[...") => Part::Any,
        Some(name) if name.starts_with("...") => Part::Many,
        Some(_) => Part::One,
    }
}

fn fits(parts: &[Part], segments: &[Cow<'_, str>]) -> bool {
    match (parts, segments) {
        ([], []) | ([Part::Any], _) | ([Part::Many], [_, ..]) => true,
        ([Part::Text(text), parts @ ..], [segment, segments @ ..]) => {
            text == segment && fits(parts, segments)
        }
        ([Part::One, parts @ ..], [_, segments @ ..]) => fits(parts, segments),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefers_the_more_particular_page() {
        let pages = [
            "assets/[assetSlug]",
            "assets/[assetSlug]/edit",
            "assets/new/[step]",
            "docs/[...path]",
            "help/[[...path]]",
            "plain",
        ];
        let patterns = Patterns::new(pages.into_iter());
        for (path, expected) in [
            ("assets/gold", Some("assets/[assetSlug]")),
            ("assets/gold/edit", Some("assets/[assetSlug]/edit")),
            ("assets/new/edit", Some("assets/new/[step]")),
            ("assets/gold/other", None),
            ("docs", None),
            ("docs/a/b", Some("docs/[...path]")),
            ("help", Some("help/[[...path]]")),
            ("help/a", Some("help/[[...path]]")),
            ("plain", None),
        ] {
            let segments: Vec<_> = path.split('/').map(Cow::from).collect();
            assert_eq!(patterns.find(&segments), expected, "{path}");
        }
    }
}
