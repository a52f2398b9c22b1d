//! The largest head and body of a request, and the check of its head.

use http::{HeaderMap, Uri};

/// The largest body of a request, in bytes.
pub const MAX_BODY: usize = 1 << 20;
/// The largest form of the session contract, in bytes.
pub const MAX_FORM: usize = 64 << 10;
/// The buffer for the head of a request, in bytes: above the limits below, which are refused with a proper answer, and no
/// larger, as each connection that has sent a part of a head holds it.
pub const HEAD_BUFFER: usize = 128 << 10;
/// The most header lines of a request.
pub const MAX_HEADER_LINES: usize = 500;
/// The longest request target, in bytes.
pub const MAX_TARGET: usize = 32 << 10;
/// The largest sum of header names and values, in bytes.
const MAX_HEADERS: usize = 32 << 10;

/// The part of a request head that is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLarge {
    Target,
    Headers,
}

/// Refuses a request head that exceeds a limit.
pub fn check_head(target: &Uri, headers: &HeaderMap) -> Result<(), TooLarge> {
    if target.path_and_query().is_some_and(|target| target.as_str().len() > MAX_TARGET) {
        return Err(TooLarge::Target);
    }
    let size: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    if size > MAX_HEADERS { Err(TooLarge::Headers) } else { Ok(()) }
}
