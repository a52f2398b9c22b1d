//! The limits of the age of the records in memory.

use std::time::Duration;

/// How long lists are answered from memory while the database cannot be reached to compare. This process may be the
/// only one that cannot reach it.
pub const LONGEST_WITHOUT_DATABASE: Duration = Duration::from_mins(15);
/// How long a list is answered from a snapshot that is known to be old and cannot be read again.
pub const LONGEST_OUTDATED: Duration = Duration::from_secs(5);
