//! The bounds of the listener that no setting changes.

/// The most bytes that are still read of a request that was refused before it was read.
pub const MAX_LINGERING: u64 = 4 << 20;
/// Files that are no connections of clients: those of services, Redis and the bus, and connections that are just refused.
pub const RESERVED_FILES: u64 = 256;
/// Heads up to this size do not count, so that a flood of large ones keeps nobody from the site and its calls: the longest batch
/// that the web sends, with cookies.
pub const SMALL_HEAD: usize = 16 << 10;
/// The most bytes of larger heads that are in memory at the same time, beyond the small size of each.
pub const MAX_HEADS: usize = 32 << 20;
/// Those of one address.
pub const MAX_HEADS_PER_ADDRESS: usize = 8 << 20;
/// The most bytes that are read at once. hyper's buffer grows with what it reads at once, and would stay as large as a body
/// that was sent fast.
pub const LONGEST_READ: usize = 8 << 10;
