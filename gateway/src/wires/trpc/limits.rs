//! The limits of tRPC requests.

/// The most calls of a batch.
pub const MAX_CALLS: usize = 50;
/// The most calls of a batch that run at a time; the others follow in turn.
pub const SIDE_BY_SIDE: usize = 8;
