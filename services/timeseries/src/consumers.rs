//! What the service learns from others.

use kit::bus::{self, Bus, Envelope};
use kit::run::App;
use proto::catalog::v1;
use proto::events;

use crate::context::Context;
use crate::subjects;

macro_rules! consume {
    ($app:ident, $bus:ident, $ctx:ident; $($durable:ident: $event:ident $field:ident;)*) => {
        $(
            bus::consume($app, $bus, &$ctx.db, &events::$durable, |told: Envelope<v1::$event>, tx| {
                Box::pin(async move {
                    match told.event.$field {
                        Some(record) => Ok(subjects::save(tx, &record.into()).await?),
                        None => Ok(()),
                    }
                })
            });
        )*
    };
}

/// Starts every consumer.
pub fn start(app: &App, ctx: &Context, bus: &Bus) {
    consume! { app, bus, ctx;
        TIMESERIES_ASSETS_CREATED: AssetCreated asset;
        TIMESERIES_ASSETS_UPDATED: AssetUpdated asset;
        TIMESERIES_TOKENS_CREATED: TokenCreated token;
        TIMESERIES_TOKENS_UPDATED: TokenUpdated token;
        TIMESERIES_NETWORKS_CREATED: NetworkCreated network;
        TIMESERIES_NETWORKS_UPDATED: NetworkUpdated network;
        TIMESERIES_PLATFORMS_CREATED: PlatformCreated platform;
        TIMESERIES_PLATFORMS_UPDATED: PlatformUpdated platform;
        TIMESERIES_POOLS_CREATED: PoolCreated pool;
        TIMESERIES_POOLS_UPDATED: PoolUpdated pool;
        TIMESERIES_LOANS_CREATED: LoanCreated loan;
        TIMESERIES_LOANS_UPDATED: LoanUpdated loan;
    }
}
