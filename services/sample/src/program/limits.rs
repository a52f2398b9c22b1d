//! The time limits of the program's calls to the services.

use std::time::Duration;

/// How long one call may take: the service may be busy with what it loads.
pub const CALL: Duration = Duration::from_secs(30);
/// How long another import may keep this one waiting.
pub const LONGEST_WAIT: Duration = Duration::from_mins(10);
/// How long a service may be away, or its database busy, before a load is given up.
pub const LONGEST_ABSENCE: Duration = Duration::from_mins(1);
/// How often the progress of an import is asked for.
pub const POLL: Duration = Duration::from_millis(100);
