//! Ids that sort by the time of their creation.

use uuid::Uuid;

#[expect(clippy::disallowed_methods, reason = "this is the one place that makes ids")]
pub fn new() -> Uuid {
    Uuid::now_v7()
}
