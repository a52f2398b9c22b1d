//! The largest request head: its target and its headers.

use http::{HeaderMap, Uri};

/// The longest request target, in bytes.
const LONGEST_TARGET: usize = 32 << 10;
/// The largest sum of header names and values, in bytes.
const LARGEST_HEADERS: usize = 32 << 10;

/// The part of a request head that is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLarge {
    Target,
    Headers,
}

/// Refuses a request head that exceeds a bound.
pub fn check(target: &Uri, headers: &HeaderMap) -> Result<(), TooLarge> {
    if target.path_and_query().is_some_and(|target| target.as_str().len() > LONGEST_TARGET) {
        return Err(TooLarge::Target);
    }
    let size: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    if size > LARGEST_HEADERS { Err(TooLarge::Headers) } else { Ok(()) }
}
