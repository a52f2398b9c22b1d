//! The texts and reasons of calls that are refused for their caller or for their number, for every wire.

use kit::error::{ErrorCode, Problem};

use super::exceeded_rate::ExceededRate;
use super::failure::{Code, Failure, OWN_ANSWERS};
use super::limits::{MAX_ANSWERS, MAX_WORK};

/// The reason of a refusal of data of which policies allow a part, or of a part that they do not allow.
pub const OUTSIDE_SCOPE: &str = "access.scope";
/// The reason of a refusal because of the answers of all callers.
pub const BUSY: &str = "busy";
/// The reason of a refusal because of other downloads.
pub const DOWNLOADS_BUSY: &str = "downloads_busy";
/// The reason of a refusal because of other bodies.
pub const BODIES_BUSY: &str = "bodies_busy";
/// The reason of a refusal because of the other answers of the request.
pub const TOO_LARGE: &str = "answer_too_large";

/// A caller who is not signed in. Clients of both contracts know this text.
pub fn unauthenticated() -> Problem {
    Problem::new(ErrorCode::Unauthenticated, "unauthenticated", "UNAUTHORIZED")
}

/// A caller whose role the procedure does not allow.
pub fn role_required() -> Problem {
    Problem::new(ErrorCode::Forbidden, "role_required", "Your role does not allow this")
}

/// A program whose text is no key, or a key that cannot be used. The code differs from that of an ended session, which pages
/// of the site would refresh.
pub fn key_invalid() -> Failure {
    let message = "The API key is not valid: it may have expired or been revoked";
    let failure = Failure::new(Code::KeyInvalid, message);
    Failure { reason: Some("key_invalid".into()), ..failure }
}

/// A key that is used from outside of its networks.
pub fn key_address() -> Problem {
    let message = "This API key may not be used from your address";
    Problem::new(ErrorCode::Forbidden, "key_address", message)
}

/// A key before a procedure that a person has to call.
pub fn key_not_allowed() -> Problem {
    let message = "API keys are for data; sign in to do this";
    Problem::new(ErrorCode::Forbidden, "key_not_allowed", message)
}

/// A request with a key in its address, where others may read it.
pub fn key_in_address() -> Failure {
    let message = "An API key must not be part of an address. This key is being revoked: send another one in the header Authorization";
    let failure = Failure::bad_request(message);
    Failure { reason: Some("key_in_address".into()), ..failure }
}

/// A request with a session and a key, which are two callers.
pub fn two_credentials() -> Failure {
    let message = "The request has a session and an API key; send one of them";
    let failure = Failure::bad_request(message);
    Failure { reason: Some("two_credentials".into()), ..failure }
}

/// A caller whose policies do not allow the data.
pub fn access_denied() -> Problem {
    let message = "Your plan does not include this data";
    Problem::new(ErrorCode::Forbidden, "access.denied", message)
}

/// A caller whose policies allow a part of the data, where the answer has all of it.
pub fn access_is_partial() -> Problem {
    let message = "Your plan includes only a part of this data";
    Problem::new(ErrorCode::Forbidden, OUTSIDE_SCOPE, message)
}

/// A caller whose policies do not allow files in a format.
pub fn format_not_included() -> Problem {
    let message = "Your plan does not include files in this format";
    Problem::new(ErrorCode::Forbidden, "access.format", message)
}

/// A caller who requests more rows than an answer may have.
pub fn too_many_rows(rows: u64, most: i64) -> Problem {
    let message = format!("{rows} rows are requested and your plan includes {most} in an answer");
    Problem::new(ErrorCode::Forbidden, "access.rows", message)
}

/// A caller whose file would have more rows than the policies allow.
pub fn too_many_export_rows(rows: u64, most: i64) -> Failure {
    let message = format!("The file has {rows} rows and your plan includes {most}: add a filter");
    let failure = Failure::new(Code::Forbidden, message);
    Failure { reason: Some("access.export_rows".into()), ..failure }
}

/// A caller beyond the quota of a class of calls.
pub fn rate_limited(exceeded: ExceededRate) -> Failure {
    let message = format!("Too many requests; try again in {} s", exceeded.retry_after());
    let failure = Failure::new(Code::TooManyRequests, message);
    let (reason, exceeded) = (Some("rate_limited".into()), Some(Box::new(exceeded)));
    Failure { reason, exceeded, ..failure }
}

/// A caller whose other answers hold all memory, or all work, of one caller.
pub fn own_answers() -> Problem {
    let message = "Your other requests are still being answered; try again in a moment";
    Problem::new(ErrorCode::Limited, OWN_ANSWERS, message)
}

/// Refuses a call because the answers in progress have used up the memory.
pub fn busy() -> Problem {
    let message = "Too many requests are being answered; try again in a moment";
    Problem::new(ErrorCode::Unavailable, BUSY, message)
}

/// Refuses a request because the bodies of all requests, or of this sender, have used up the memory.
pub fn too_many_bodies() -> Failure {
    let message = "Too many requests are being received; try again in a moment";
    let failure = Failure::new(Code::ServiceUnavailable, message);
    Failure { reason: Some(BODIES_BUSY.into()), ..failure }
}

/// The refusal of the calls of a request for which the answers of its first calls leave no room.
pub fn too_large(fitting: usize) -> Failure {
    let message = format!(
        "The answers of this batch exceed {} MiB, or {} million values to calculate; its first {fitting} calls fit",
        MAX_ANSWERS >> 20,
        MAX_WORK / 1_000_000
    );
    let failure = Failure::new(Code::PayloadTooLarge, message);
    Failure { reason: Some(TOO_LARGE.into()), ..failure }
}

/// A file for which no place became free.
pub fn downloads_busy() -> Failure {
    let message = "Too many downloads are running; try again in a moment";
    let failure = Failure::new(Code::ServiceUnavailable, message);
    Failure { reason: Some(DOWNLOADS_BUSY.into()), ..failure }
}
