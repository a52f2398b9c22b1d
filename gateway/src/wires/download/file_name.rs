//! The name under which a browser saves a file: its contents, and the day of the request.

use sheet::Format;
use time::Date;

/// `assets-2026-11-20.csv`: what the file holds, and the day of the request.
pub fn file_name(contents: &str, day: Date, format: Format) -> String {
    format!("{contents}-{day}.{}", format.extension())
}
