//! The limits of files that clients download.

use std::time::Duration;

use sheet::{Format, MOST_TEXT_ROWS};

use crate::call::failure::Failure;
use crate::call::limits::LONGEST_DOWNLOAD;
use crate::call::refusal_texts::too_many_export_rows;

/// How long a file may go on.
#[derive(Clone, Copy, Debug)]
pub struct FileTimes {
    /// From its permit to its last part, however slow its reader is.
    pub longest: Duration,
    /// How long a session is believed; then it is looked up before the next part.
    pub session: Duration,
}

/// The most files that are written at a time; each holds a page of rows.
pub const MAX_FILES: usize = 24;
/// The most of them for everybody without a session: the rest is free for users, from however many addresses slow readers come.
pub const MAX_FILES_OF_ADDRESSES: usize = 16;
/// The most of them for one address and for one user.
pub const MAX_FILES_PER_ADDRESS: usize = 8;
pub const MAX_FILES_PER_USER: usize = 4;
/// The most of them for one network, its users included: no number of accounts there holds all.
pub const MAX_FILES_PER_NETWORK: usize = MAX_FILES / 2;
/// The most requests that wait for a permit, of one address or user, and of one network.
pub const MAX_WAITING: usize = 256;
pub const MAX_WAITING_PER_PRINCIPAL: usize = 16;
pub const MAX_WAITING_PER_NETWORK: usize = MAX_WAITING / 2;
/// How long a request waits for a permit.
pub const LONGEST_QUEUE_WAIT: Duration = Duration::from_secs(10);
/// The times of files of every kind.
pub const FILE_TIMES: FileTimes =
    FileTimes { longest: LONGEST_DOWNLOAD, session: Duration::from_mins(1) };
/// The rows of a list that one call reads: few enough to be answered well within the deadline of a call.
pub const ROWS_PER_PAGE: u32 = 500;
/// The rows of one answer that are written at a time: few enough that other files have their turn soon.
pub const ROWS_PER_PART: usize = 500;
/// The most fields of a list in one file.
pub const MAX_LIST_FIELDS: usize = 200;
/// The most columns of numbers over time in one file.
pub const MAX_NUMBERS: usize = 24;

/// The most rows of a file.
pub fn max_rows(format: Format) -> u64 {
    match format {
        Format::Csv | Format::Xlsx => MOST_TEXT_ROWS.into(),
        Format::Ndjson | Format::Parquet => 1_000_000,
    }
}

/// Refuses a file with too many rows.
pub fn check_rows(rows: u64, format: Format) -> Result<(), Failure> {
    let most = max_rows(format);
    if rows <= most {
        return Ok(());
    }
    let message = format!("The list has {rows} rows and a file can have {most}: add a filter");
    Err(Failure { reason: Some("download_too_large".into()), ..Failure::bad_request(message) })
}

/// Refuses a file with more rows than policies allow.
pub fn check_export_rows(rows: u64, most: Option<i64>) -> Result<(), Failure> {
    match most {
        Some(most) if i64::try_from(rows).unwrap_or(i64::MAX) > most => {
            Err(too_many_export_rows(rows, most))
        }
        _ => Ok(()),
    }
}
