//! The limits of tRPC requests.

/// The most calls of a batch.
pub const MAX_CALLS: usize = 50;
/// How many calls of a batch run side by side; the others wait for their turn.
pub const SIDE_BY_SIDE: usize = 8;
