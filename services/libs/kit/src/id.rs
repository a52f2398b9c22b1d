//! Ids, ordered by the time they were made.

use uuid::Uuid;

/// A new id.
#[expect(clippy::disallowed_methods, reason = "this is the one place that makes ids")]
pub fn new() -> Uuid {
    Uuid::now_v7()
}
