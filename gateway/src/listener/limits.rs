//! The bounds of the listener that no setting changes.

/// The most bytes that are still read of a request that was refused before it was read.
pub const MAX_LINGERING: u64 = 4 << 20;
/// Files that are no connections of clients: those of services, Redis and the bus, and connections that are just refused.
pub const RESERVED_FILES: u64 = 256;
