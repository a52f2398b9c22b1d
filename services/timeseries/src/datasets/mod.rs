//! Files with all data for download: written after loads, listed in a signed manifest.

mod answer;
mod build;
mod ledger_rows;
mod limits;
mod manifest;
mod rows;
mod store;
mod titles_and_columns;
mod writer;

use std::time::Duration;

use kit::config::Secret;
use kit::replaceable_secret::ParsedSecret;
use kit::run::App;

pub use answer::{datasets, part};
pub use build::build;
pub use manifest::decode_seed;

use crate::context::Context;

/// Writes the files in a task of the process: once loads have come to rest, and not more often than every so often.
// In the database in parts, so that every replica serves the same bytes and a broken-off download goes on at any of
// them.
pub fn keep(app: &App, ctx: &Context, key: Option<ParsedSecret<Secret>>, every: Duration) {
    let (ctx, stopping) = (ctx.clone(), app.stopping());
    app.spawn("datasets", async move {
        let kept = async {
            let (mut seen, mut unchanged) = (None, 0);
            loop {
                tokio::time::sleep(limits::DATASET_CHECK).await;
                // The first answers of a replica need the processor more.
                if ctx.snapshot.get().is_none() {
                    continue;
                }
                let newest = store::load_counts(&ctx.db).await.ok();
                // Many files come one after the other, some of which take long to make: the last of them counts.
                let is_same = newest.is_some() && std::mem::replace(&mut seen, newest) == newest;
                unchanged = if is_same { unchanged + 1 } else { 0 };
                if unchanged < limits::DATASET_RESTING_CHECKS {
                    continue;
                }
                let key = key.as_ref().map(ParsedSecret::now);
                // Its state is large, and every check would carry the room for it.
                if let Err(error) = Box::pin(build::due(&ctx, key.as_deref(), every)).await {
                    tracing::warn!(%error, "the datasets could not be written");
                }
            }
        };
        stopping.run_until_cancelled(kept).await;
    });
}
