//! Removes what has expired, again and again.

use std::sync::Arc;
use std::time::Duration;

use kit::run::App;

use crate::context::Context;
use crate::error::IdentityError;
use crate::{email, sessions, teams};

const EVERY: Duration = Duration::from_mins(10);

/// Begins to clean, for as long as the process runs.
pub fn begin(app: &App, ctx: Arc<Context>) {
    let stopping = app.stopping();
    app.spawn("cleaning", async move {
        let mut ticks = tokio::time::interval(EVERY);
        while stopping.run_until_cancelled(ticks.tick()).await.is_some() {
            match clean(&ctx).await {
                Ok(removed) => tracing::debug!(removed, "expired rows are gone"),
                Err(error) => tracing::warn!(%error, "expired rows stay for now"),
            }
        }
    });
}

async fn clean(ctx: &Context) -> Result<u64, IdentityError> {
    Ok(sessions::clean::clean(ctx).await?
        + email::tokens::clean(ctx).await?
        + teams::clean::clean(ctx).await?)
}
