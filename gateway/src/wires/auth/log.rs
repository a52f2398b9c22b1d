//! POST `_log`: errors that browsers report.

use super::answer::Answer;
use super::request::Fields;

const LONGEST_CODE: usize = 64;

/// Logs the code of the error. The texts beside it are arbitrary and may be personal.
pub fn record(body: &Fields) -> Answer {
    let code: String = body
        .text("code")
        .unwrap_or_default()
        .chars()
        .filter(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || *c == '_')
        .take(LONGEST_CODE)
        .collect();
    tracing::info!(code, "session client reported");
    Answer::empty()
}
