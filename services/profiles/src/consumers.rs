//! Follows the events of other services.

use kit::bus::{Bus, Envelope};
use kit::inbox::{Consumer, Durable};
use kit::run::App;
use proto::events;
use proto::identity::v1::{UserCreated, UserErased};

use crate::context::Context;
use crate::profiles::{create, erase};

static IDENTITY: Durable =
    Durable::new("profiles__identity", &events::IDENTITY).replacing(events::replaced::PROFILES);

/// Starts the consumer of the events of identity.
pub fn start(app: &App, ctx: &Context, bus: &Bus) {
    let (clock, clock_of_erasure) = (ctx.clock.clone(), ctx.clock.clone());
    Consumer::new(&IDENTITY)
        .on(move |created: Envelope<UserCreated>, tx| {
            let now = clock.now();
            Box::pin(async move { create::create(tx, &created.event, now).await })
        })
        .on(move |erased: Envelope<UserErased>, tx| {
            let now = clock_of_erasure.now();
            Box::pin(async move { erase::erase(tx, &erased.event, now).await })
        })
        .start(app, bus, &ctx.db);
}
