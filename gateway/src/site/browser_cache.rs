//! The time for which browsers cache each file of the site.

use super::media_type::page_name;

/// Names of these files change with their contents.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";
/// A page names the scripts of its version, so browsers request it each time.
pub const PAGE: &str = "no-cache";
/// Icons, pictures and the like.
const OTHER: &str = "public, max-age=3600";

/// The header `Cache-Control` of a file at a path.
pub fn browser_cache(path: &str) -> &'static str {
    if path.starts_with("_next/static/") {
        IMMUTABLE
    } else if page_name(path).is_some() {
        PAGE
    } else {
        OTHER
    }
}
