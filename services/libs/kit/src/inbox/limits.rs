//! The bounds of the work on events that wait in this process; the pauses before an event is retried are in `bus::redelivery`.

/// Events of one record are handled in order; others run side by side on this many lanes.
pub const LANES: usize = 4;
pub const WAITING_PER_LANE: usize = 64;
/// Types without a handler that are remembered, so that each is logged once.
pub const MOST_UNKNOWN: usize = 1_000;
