//! What the service learns from others.

use kit::bus::{self, Bus, Envelope};
use kit::run::App;
use proto::events::PROFILES_NEW_USERS;
use proto::identity::v1::UserCreated;

use crate::context::Context;
use crate::profiles;

/// Starts every consumer.
pub fn start(app: &App, ctx: &Context, bus: &Bus) {
    let clock = ctx.clock.clone();
    bus::consume(
        app,
        bus,
        &ctx.db,
        &PROFILES_NEW_USERS,
        move |event: Envelope<UserCreated>, tx| {
            let now = clock.now();
            Box::pin(async move { profiles::create(tx, &event.event, now).await })
        },
    );
}
