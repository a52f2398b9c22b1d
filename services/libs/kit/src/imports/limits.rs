//! The limits of imports by calls: bytes of a part and of all files, their number, and the time of a load.

use std::time::Duration;

/// The bytes of a part of a file; one call carries one part.
pub const PART_BYTES: usize = 1 << 20;
/// The bytes of all files of an import: they are in memory while they are loaded.
pub const MOST_BYTES: usize = 64 << 20;
/// A message holds a part and little else.
pub const MESSAGE_BYTES: usize = PART_BYTES + (64 << 10);
/// The files of an import.
pub(super) const MOST_FILES: i64 = 100;
/// The longest name of a file, in bytes.
pub(super) const LONGEST_FILE_NAME: usize = 200;
/// How long a load may take.
pub(super) const JOB_DEADLINE: Duration = Duration::from_mins(30);
/// How often a replica says that it still loads.
pub(super) const TOUCH: Duration = Duration::from_secs(10);
/// For how long a replica that says nothing is believed to load.
pub(super) const LONGEST_SILENCE: Duration = Duration::from_mins(1);
/// How long an import waits for its next part, and keeps others waiting whose sender is gone.
pub(super) const LONGEST_PAUSE: Duration = Duration::from_mins(1);
/// How long the report of an import is kept.
pub(super) const REPORT_KEPT: Duration = Duration::from_hours(24);
