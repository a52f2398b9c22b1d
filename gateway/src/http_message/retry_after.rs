//! The header `Retry-After` of all answers: the seconds after which a client that was refused may try again.

use http::header::RETRY_AFTER;
use http::{HeaderMap, HeaderValue};

/// After an answer that a dependency is missing for, or that waits for the caller's other answers: most are there soon.
pub const SOON: u64 = 1;
/// After a refusal of a service beyond a quota, whose time it does not tell: most quotas are of minutes or hours.
pub const QUOTA: u64 = 60;
/// After a connection that was refused because too many are open.
pub const CONNECTION: u64 = 5;
/// After a file that was refused, most often because too many are written.
pub const FILE: u64 = 5;
/// After a feed that could not be loaded: readers of feeds come by themselves, and not often.
pub const FEED: u64 = 60;

/// Sets the header. A refusal for a rate has the time until its quota allows the next call.
pub fn set(headers: &mut HeaderMap, seconds: u64) {
    headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
}

/// Sets the header of an answer that has none.
pub fn set_where_missing(headers: &mut HeaderMap, seconds: u64) {
    headers.entry(RETRY_AFTER).or_insert_with(|| HeaderValue::from(seconds));
}
