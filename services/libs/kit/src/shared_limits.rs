//! Limits that a service enforces and the gateway, another service or the web applies before it calls, or states.

use std::time::Duration;

// Lists, their pages and filters: of `query`, and of the services that answer them.

/// Rows of a page that asks for no other number.
pub const USUAL_PAGE: u32 = 50;
/// The most rows of a page.
pub const LARGEST_PAGE: u32 = 1_000;
/// The last page that can be requested by number.
pub const LAST_PAGE: u32 = 1_000_000;

/// The longest text that a filter compares with, in characters.
pub const LONGEST_FILTER_TEXT: usize = 200;
/// The most values of which a filter accepts any.
pub const MOST_FILTER_VALUES: usize = 200;
/// The deepest nesting of a filter.
pub const DEEPEST_FILTER: usize = 6;
/// The most comparisons of a filter.
pub const MOST_CONDITIONS: usize = 64;
/// The most records by whose slugs numbers are filtered at once.
pub const MOST_FILTERED_SLUGS: usize = 20_000;
/// The most groups of a list.
pub const MOST_GROUPS: u32 = 1_000;

// Numbers over time: of timeseries.

/// The most records of a list that is sorted by a number.
pub const MOST_RANKED_SLUGS: usize = 500_000;
pub const MOST_ANSWER_VALUES: usize = 500_000;
/// The most groups of an aggregate over time, without the total.
pub const MOST_CHART_GROUPS: u32 = 100;
/// The most stretches of withheld members that an aggregate over time names.
pub const MOST_WITHHELD_STRETCHES: usize = 20;
/// The most holders of a token in one answer; concentration is calculated over all of them.
pub const MOST_TOP_HOLDERS: u32 = 100;

// Accounts, their exports and domains: of identity.

pub const MOST_PASSKEYS: usize = 20;
/// How long identity accepts the answer to a challenge for a passkey, and the gateway remembers the browser that received it: as
/// long as browsers wait for the user.
pub const CHALLENGE_LIFETIME: Duration = Duration::from_mins(5);
/// The most exports of the data of a user that start within a day.
pub const MOST_DAILY_EXPORTS: u32 = 5;
/// The bytes of the sections that services other than identity add to an export: they arrive in one message.
pub const MOST_ADDED_EXPORT_BYTES: usize = 3 << 20;
/// The bytes of the rows of one of these sections, so that the others have room beside it.
pub const MOST_ADDED_SECTION_BYTES: usize = 5 << 19;
/// How long the files of an export are kept.
pub const EXPORT_FILES_KEPT: Duration = Duration::from_hours(24);
/// How long after a success the DNS record of a domain is checked again.
pub const DOMAIN_CHECK_INTERVAL: Duration = Duration::from_hours(24);

// Messages and files, whoever sends or writes them.

/// The largest message between services, in bytes: a page of a thousand users or records.
pub const LARGEST_MESSAGE: usize = 32 << 20;
/// The most rows of a text file: what a spreadsheet can open.
pub const MOST_TEXT_ROWS: u32 = 250_000;
