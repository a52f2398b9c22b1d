//! Consumes the events of identity about users who are erased.

use kit::bus::{Bus, Envelope};
use kit::inbox::{Consumer, Durable};
use kit::run::App;
use proto::events;
use proto::identity::v1::UserErased;

use crate::context::Context;
use crate::editor;

static IDENTITY: Durable = Durable::new("catalog__identity", &events::IDENTITY);

/// Starts the consumer of the events of identity.
pub fn start(app: &App, ctx: &Context, bus: &Bus) {
    Consumer::new(&IDENTITY)
        .on(|erased: Envelope<UserErased>, tx| {
            Box::pin(async move { editor::erase(tx, &erased.event).await })
        })
        .start(app, bus, &ctx.db);
}
