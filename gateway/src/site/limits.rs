//! The bounds of what the site says of its pages.

use std::time::Duration;

/// Longer canonical addresses are left out, since proxies limit the size of headers.
pub const MAX_ADDRESS: usize = 1024;
/// The most addresses that the sitemap protocol allows in one file.
pub const MAX_ADDRESSES: usize = 50_000;
/// How long a sitemap is sent before it is made anew.
pub const SITEMAP_LIFE: Duration = Duration::from_secs(1);
