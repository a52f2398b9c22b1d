//! The limits of tRPC requests.

/// The most calls of a batch.
pub const MAX_CALLS: usize = 50;
