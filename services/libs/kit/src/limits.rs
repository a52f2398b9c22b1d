//! Limits that a service enforces and the gateway, or another service, applies before it calls.

/// Rows of a page that asks for no other number.
pub const USUAL_PAGE: u32 = 50;
/// The most rows of a page.
pub const LARGEST_PAGE: u32 = 1_000;
/// The last page that can be requested by number.
pub const LAST_PAGE: u32 = 1_000_000;
/// The most rows before a page that is requested by number: the database walks over all of them.
pub const MOST_ROWS_BEFORE_PAGE: u64 = 100_000;

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
/// The most records of a list that is sorted by a number.
pub const MOST_RANKED_SLUGS: usize = 500_000;

/// Groups of a list that asks for no other number.
pub const USUAL_GROUPS: u32 = 100;
/// The most groups of a list.
pub const MOST_GROUPS: u32 = 1_000;
/// Groups of an aggregate over time that asks for no other number.
pub const USUAL_CHART_GROUPS: u32 = 12;
/// The most groups of an aggregate over time, without the total.
pub const MOST_CHART_GROUPS: u32 = 100;

/// The most stretches of withheld members that an aggregate over time names.
pub const MOST_WITHHELD_STRETCHES: usize = 20;

/// Holders of a token in an answer that asks for no other number.
pub const USUAL_TOP_HOLDERS: u32 = 10;
/// The most holders of a token in one answer; concentration is calculated over all of them.
pub const MOST_TOP_HOLDERS: u32 = 100;

/// The largest message between services, in bytes: a page of a thousand users or records.
pub const LARGEST_MESSAGE: usize = 32 << 20;

/// The longest slug, in bytes: tokens have a network and an address.
pub const LONGEST_SLUG: usize = 320;
/// The longest name of a person, in characters.
pub const LONGEST_PERSON_NAME: usize = 200;
/// The longest name of a team, in characters.
pub const LONGEST_TEAM_NAME: usize = 80;
/// The longest name of a passkey, in characters.
pub const LONGEST_PASSKEY_NAME: usize = 60;
/// The longest e-mail address: longer ones cannot be delivered (RFC 5321, 4.5.3.1).
pub const LONGEST_EMAIL: usize = 254;
/// The longest name of a browser that a session keeps, in characters.
pub const LONGEST_USER_AGENT: usize = 256;
/// The longest note of an administrator, in characters.
pub const LONGEST_NOTE: usize = 500;

/// The most rows of a text file: what a spreadsheet can open.
pub const MOST_TEXT_ROWS: u32 = 250_000;
/// Spreadsheets run texts that begin with one of these, also in their full width.
pub const FORMULA_SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
