//! The limits of the records that administrators write, and of the lists that they read.

use std::time::Duration;

use kit::personal_data::{MOST_ADDED_EXPORT_BYTES, MOST_ADDED_SECTION_BYTES};

/// The longest name of a policy and the longest display name of a role, in characters.
pub const LONGEST_NAME: usize = 120;
/// The longest description of a role or a policy, in characters.
pub const LONGEST_DESCRIPTION: usize = 1_000;
/// The longest tag of a policy, in characters.
pub const LONGEST_TAG: usize = 40;
pub const MOST_TAGS: usize = 20;
/// The largest policy, in bytes of its JSON form.
pub const LARGEST_POLICY: usize = 64 << 10;

/// The most roles, policies and assignments, also those without effect. The gateway holds all of them in memory.
pub const MOST_ROLES: i64 = 1_000;
pub const MOST_POLICIES: i64 = 10_000;
pub const MOST_ASSIGNMENTS: i64 = 20_000;
/// The bytes of all policies: the gateway reads them in one message.
pub const MOST_POLICY_BYTES: i64 = 16 << 20;
/// The most roles of one user, and of one organization. The gateway evaluates all of them for a call.
pub const MOST_ROLES_OF_A_HOLDER: i64 = 64;
/// The most policies of one role.
pub const MOST_POLICIES_OF_A_ROLE: i64 = 200;

/// The latest end of a role, a policy or an assignment, after the present.
pub const LONGEST_WINDOW: Duration = Duration::from_hours(24 * 366 * 20);

/// The most values that a request for an explanation selects.
pub const MOST_SELECTED_IDS: usize = 1_000;

/// Holders of a page that asks for no other number, and the most of a page.
pub const USUAL_HOLDERS: u32 = 50;
pub const MOST_HOLDERS: u32 = 200;

/// The most values of a field in an audit entry, and their length in characters: longer ones are shortened.
pub const MOST_AUDITED_VALUES: usize = 600;
pub const LONGEST_AUDITED_VALUE: usize = 2_000;

/// The bytes of each of the four sections in the export of a person's data: half of what the largest section of the export leaves
/// is for the profile.
pub const MOST_EXPORTED_BYTES: usize = (MOST_ADDED_EXPORT_BYTES - MOST_ADDED_SECTION_BYTES) / 8;

/// The keys of an owner that can be used at a time.
pub const MOST_KEYS: i64 = 20;
/// The bytes of the values of a key: the gateway holds those of many keys.
pub const LARGEST_KEY: usize = 32 << 10;
/// The days for which the use of keys is kept.
pub const DAYS_OF_USE_KEPT: time::Duration = time::Duration::days(90);
/// Many times the keys that an owner can use: whoever replaces keys each day sees the newest.
pub const MOST_LISTED_KEYS: i64 = 200;
/// The most roles that an explanation names among those that a caller no longer holds.
pub const MOST_ENDED_ROLES: i64 = 50;
/// The calls of a report, each of a key in a minute.
pub const MOST_REPORTED_CALLS: usize = 1_000;

/// The time for which a request for a plan is open unless the plan changes.
pub const PLAN_REQUEST_OPEN: time::Duration = time::Duration::days(30);
/// The time for which requests for plans are kept.
pub const PLAN_REQUESTS_KEPT: time::Duration = time::Duration::days(400);
/// The requests of one person in all their organizations within a time.
pub const MOST_PLAN_REQUESTS: i64 = 5;
pub const PLAN_REQUEST_WINDOW: time::Duration = time::Duration::days(1);

/// The counts, and the calls, of a report of decisions.
pub const MOST_REPORTED_DECISIONS: usize = 1_000;
/// The days for which decisions are counted and shown.
pub const DAYS_OF_DECISIONS: time::Duration = time::Duration::days(30);
/// The time for which calls are kept with their callers, for simulations.
pub const CALLS_KEPT: time::Duration = time::Duration::days(1);
/// The most calls of a simulation, the newest ones, and the most of their callers: the roles of each are read.
pub const MOST_SIMULATED_CALLS: i64 = 20_000;
pub const MOST_SIMULATED_CALLERS: usize = 1_000;
/// The most kinds of changes that a simulation answers.
pub const MOST_SIMULATED_CHANGES: usize = 100;
