//! Records refused requests in the security log, for every wire.

use kit::security_log::{self, Entry, Event, Network, Principal};

use crate::call::caller::Authenticated;
use crate::call::failure::{Code, Failure};
use crate::call::procedure::Procedure;
use crate::call::refusal_texts::{BODIES_BUSY, BUSY, DOWNLOADS_BUSY};
use crate::call::visitor::Visitor;

/// Writes a failed call of a procedure, if its caller was refused. That a visitor has to sign in is the usual answer to
/// one who shows no session, as on each page that asks who they are. Records of others look as if they were not there, so such an
/// answer of a procedure that is not public may be a refusal, too.
pub fn call(failure: &Failure, procedure: &Procedure, wire: &'static str, visitor: &Visitor) {
    let (reason, is_public) = (reason(failure), procedure.access.is_public());
    let procedure = procedure.name;
    let event = match failure.code {
        Code::Unauthorized if visitor.credential().is_none() => return,
        Code::NotFound if is_public => return,
        Code::Unauthorized | Code::KeyInvalid | Code::Forbidden | Code::NotFound => {
            Event::CallRefused { procedure, wire }
        }
        Code::TooManyRequests | Code::PayloadTooLarge => Event::LimitHit { operation: procedure },
        Code::ServiceUnavailable if [BUSY, DOWNLOADS_BUSY, BODIES_BUSY].contains(&&*reason) => {
            Event::LimitHit { operation: procedure }
        }
        _ => return,
    };
    write(event, &reason, visitor);
}

/// Writes a limit that a sender exceeded although the call goes on: for a visitor without a session, or without its event.
pub fn limit(operation: &'static str, failure: &Failure, visitor: &Visitor) {
    if failure.code == Code::TooManyRequests {
        write(Event::LimitHit { operation }, &reason(failure), visitor);
    }
}

/// Writes a request beyond the rate of its class, on a wire without procedures.
pub fn rate(route: &'static str, failure: &Failure, network: Network) {
    let hit = Entry::refused(Event::LimitHit { operation: route }, &reason(failure));
    security_log::write(hit.at(Some(network)));
}

/// Writes a request that was refused before its call was known.
pub fn request(route: &'static str, reason: &str, network: Option<Network>) {
    let refused = Entry::refused(Event::RequestRefused { route }, reason);
    security_log::write(refused.at(network));
}

fn write(event: Event, reason: &str, visitor: &Visitor) {
    let principal = visitor.known_caller().map(|caller| match caller {
        Authenticated::User(caller) => Principal::user(&caller.user.id),
        Authenticated::Key(key) => Principal::key(&key.id),
    });
    let network = Some(Network::new(visitor.address));
    security_log::write(Entry::refused(event, reason).by(principal).at(network));
}

/// The stable word for the reason of a failure.
pub fn reason(failure: &Failure) -> String {
    match &failure.reason {
        Some(reason) => reason.to_string(),
        None => failure.code.word().to_ascii_lowercase(),
    }
}
