//! The limits of API keys that access enforces, and the gateway or the web applies or states.

use time::Duration;

/// The longest name of a key, in characters.
pub const LONGEST_KEY_NAME: usize = 64;
pub const MOST_KEY_SCOPES: usize = 20;
/// The time until a key expires whose owner names no other.
pub const USUAL_LIFE_OF_KEY: Duration = Duration::days(365);
/// The latest end of a key, after the present.
pub const LONGEST_LIFE_OF_KEY: Duration = Duration::days(2 * 365);
/// The time before the end of a key at which its owner receives a mail.
pub const KEY_EXPIRY_NOTICE: Duration = Duration::days(14);
/// The times without a use after which the owner of a key receives a mail, and after which the key is disabled.
pub const UNUSED_KEY_NOTICE: Duration = Duration::days(90);
pub const UNUSED_KEY_END: Duration = Duration::days(180);
/// The time for which lists have a key after its end.
pub const ENDED_KEY_LISTED: Duration = Duration::days(90);
/// The time for which lists show the use of a key.
pub const KEY_USE_SHOWN: Duration = Duration::days(30);
/// The texts of a report of leaked keys, and the longest address at which one was found, in characters.
pub const MOST_LEAKED_TEXTS: usize = 100;
pub const LONGEST_LEAK_PLACE: usize = 500;
