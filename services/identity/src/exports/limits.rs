//! The limits of exports.

use std::time::Duration;

/// For how long a job that says nothing is believed to run.
pub const LONGEST_SILENCE: Duration = Duration::from_mins(1);
/// How long the job may take for one section.
pub const SECTION_DEADLINE: Duration = Duration::from_secs(10);
/// Bytes of a file; the table has the same limit.
pub const MOST_BYTES: usize = 16 << 20;
/// Bytes of a file that are for the sections of identity: those of the other services have room after them.
pub const MOST_OWN_BYTES: usize = 12 << 20;
/// Sections that other services may add.
pub const MOST_OTHER_SECTIONS: usize = 20;
/// Bytes of a part of a file that is read.
pub const PART_BYTES: i32 = 1 << 20;
