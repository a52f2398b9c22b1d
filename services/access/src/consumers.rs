//! Follows the events of other services.

use kit::bus::{Bus, Envelope};
use kit::inbox::{Consumer, Durable};
use kit::run::App;
use proto::events;
use proto::identity::v1::{
    MembershipRemoved, OrganizationCreated, OrganizationPlanChanged, OrganizationRemoved,
    UserDeactivated, UserErased, UserReactivated,
};

use crate::context::Context;
use crate::erase;
use crate::keys::endings;
use crate::plan_roles::events::{created, plan_changed, removed};

static IDENTITY: Durable = Durable::new("access__identity", &events::IDENTITY);

/// Starts the consumer of the events of identity.
pub fn start(app: &App, ctx: &Context, bus: &Bus) {
    let [of_creation, of_plan, of_removal, of_erasure, of_membership] =
        [(); 5].map(|()| ctx.clock.clone());
    Consumer::new(&IDENTITY)
        .on(move |event: Envelope<OrganizationCreated>, tx| {
            let clock = of_creation.clone();
            Box::pin(async move { created(tx, &clock, &event.event).await })
        })
        .on(move |event: Envelope<OrganizationPlanChanged>, tx| {
            let clock = of_plan.clone();
            Box::pin(async move { plan_changed(tx, &clock, &event.event).await })
        })
        .on(move |event: Envelope<OrganizationRemoved>, tx| {
            let clock = of_removal.clone();
            Box::pin(async move { removed(tx, &clock, &event.event).await })
        })
        .on(move |event: Envelope<UserErased>, tx| {
            let clock = of_erasure.clone();
            Box::pin(async move { erase::erase(tx, &clock, &event.event).await })
        })
        .on(move |event: Envelope<MembershipRemoved>, tx| {
            let clock = of_membership.clone();
            Box::pin(async move { endings::of_membership(tx, &clock, &event.event).await })
        })
        .on(move |event: Envelope<UserDeactivated>, tx| {
            Box::pin(async move { endings::of_deactivated(tx, &event.event).await })
        })
        .on(move |event: Envelope<UserReactivated>, tx| {
            Box::pin(async move { endings::of_reactivated(tx, &event.event).await })
        })
        .start(app, bus, &ctx.db);
}
