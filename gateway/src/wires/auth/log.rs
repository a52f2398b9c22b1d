//! POST `_log`: what went wrong in a browser, by its own account.

use super::answer::Answer;
use super::request::Fields;

const LONGEST_CODE: usize = 64;

/// Notes which error it was. The texts beside the code are anybody's, and may be personal.
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
