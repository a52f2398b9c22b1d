//! The limits of feeds.

/// The most items of a feed.
pub const MOST_ITEMS: usize = 50;
/// How long a reader or a proxy may keep a feed, as a header.
pub const CACHED: &str = "public, max-age=300";
