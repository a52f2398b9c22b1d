//! The limits of tRPC requests.

/// How many calls of a batch run side by side; the others wait for their turn.
pub const SIDE_BY_SIDE: usize = 8;
