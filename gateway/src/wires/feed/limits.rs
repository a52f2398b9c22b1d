//! The most items of a feed, and how long a feed is kept before it is made again.

use std::time::Duration;

pub const MOST_ITEMS: usize = 50;
/// How long a reader or a proxy may keep a feed, as a header.
pub const CACHED: &str = "public, max-age=300";
/// How long a feed that was made is sent to everybody.
pub const LIFETIME: Duration = Duration::from_mins(1);
/// How long one that could not be made is refused to everybody: those who waited for it do not try one after the other.
pub const FAILURE_LIFETIME: Duration = Duration::from_secs(1);
