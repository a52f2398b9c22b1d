//! The events of other services that this one follows.

use kit::bus::{Bus, Envelope};
use kit::inbox::{Consumer, Durable};
use kit::run::App;
use proto::catalog::v1;
use proto::events;

use crate::context::Context;
use crate::source_ranks;
use crate::subjects::{self, RemovedRecord};

static CATALOG: Durable =
    Durable::new("timeseries__catalog", &events::CATALOG).replacing(events::replaced::TIMESERIES);

/// Handles the events of the catalog about the records of each kind.
macro_rules! follow {
    ($consumer:expr; $($field:ident: $created:ident, $updated:ident, $deleted:ident;)*) => {
        $consumer
        $(
            .on(|message: Envelope<v1::$created>, tx| {
                Box::pin(async move {
                    Ok(subjects::save(tx, message.event.$field, message.stale).await?)
                })
            })
            .on(|message: Envelope<v1::$updated>, tx| {
                Box::pin(async move {
                    Ok(subjects::save(tx, message.event.$field, message.stale).await?)
                })
            })
            .on(|message: Envelope<v1::$deleted>, tx| {
                let removed = RemovedRecord {
                    kind: stringify!($field),
                    catalog_id: message.event.id,
                    slug: message.event.slug,
                    at: message.time,
                };
                Box::pin(async move { Ok(subjects::remove(tx, removed, message.stale).await?) })
            })
        )*
    };
}

pub fn start(app: &App, ctx: &Context, bus: &Bus) {
    let consumer = follow! { Consumer::new(&CATALOG);
        asset: AssetCreated, AssetUpdated, AssetDeleted;
        token: TokenCreated, TokenUpdated, TokenDeleted;
        network: NetworkCreated, NetworkUpdated, NetworkDeleted;
        platform: PlatformCreated, PlatformUpdated, PlatformDeleted;
        pool: PoolCreated, PoolUpdated, PoolDeleted;
        loan: LoanCreated, LoanUpdated, LoanDeleted;
    };
    let consumer = consumer
        .on(|message: Envelope<v1::SourceRankCreated>, tx| {
            Box::pin(async move { Ok(source_ranks::save(tx, message.event.source_rank).await?) })
        })
        .on(|message: Envelope<v1::SourceRankUpdated>, tx| {
            Box::pin(async move { Ok(source_ranks::save(tx, message.event.source_rank).await?) })
        })
        .on(|message: Envelope<v1::SourceRankDeleted>, tx| {
            Box::pin(async move {
                Ok(source_ranks::remove(tx, message.event.slug, message.time).await?)
            })
        });
    consumer.start(app, bus, &ctx.db);
}
