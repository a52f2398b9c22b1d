//! Learns from the events of identity whose role or state changes, so that statements from before are refused.

use proto::events;
use proto::identity::v1::{UserErased, UserUpdated};

use crate::bus::{Bus, Envelope, Follower};
use crate::run::App;

/// Follows the events for the admission of calls in this process.
pub fn follow(app: &App, bus: &Bus) {
    let [updated, erased] = [app.peers.clone(), app.peers.clone()];
    Follower::new(&events::IDENTITY)
        .on(move |envelope: Envelope<UserUpdated>| {
            updated.note_role_epoch(envelope.event.user_id, envelope.event.role_epoch);
        })
        .on(move |envelope: Envelope<UserErased>| {
            erased.note_role_epoch(envelope.event.user_id, i64::MAX);
        })
        // Known epochs stay true; those that were missed are not known.
        .start(app, bus, || {});
}
