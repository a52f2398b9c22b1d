//! The schedule of writing the files, and the bounds of the work.

use std::time::Duration;

/// How often it is looked whether something was loaded.
pub const DATASET_CHECK: Duration = Duration::from_secs(10);
/// The number of checks in a row that find nothing new before the files are written.
pub const DATASET_RESTING_CHECKS: u32 = 4;
/// How long a replica keeps the work to itself without a sign of life.
pub const LEASE: Duration = Duration::from_mins(2);
/// Series whose values are read at a time.
pub const SERIES_PER_PART: usize = 20;
/// The longest rest of the database between two parts.
pub const LONGEST_REST: Duration = Duration::from_secs(1);
/// Licences that the manifest names of a file.
pub const MOST_LICENCES: usize = 50;
