//! The bounds of the addresses that the site states of its pages.

use std::time::Duration;

/// How long a sitemap is as good as a new one although records have changed.
pub const SITEMAP_LIFETIME: Duration = Duration::from_secs(1);
/// Longer canonical addresses are left out, since proxies limit the size of headers.
pub const MAX_ADDRESS: usize = 1024;
/// The most addresses that the sitemap protocol allows in one file.
pub const MAX_ADDRESSES: usize = 50_000;
