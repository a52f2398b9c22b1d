//! Deletes expired sessions, sign-in links, challenges, invitations and exports every ten minutes.

use std::sync::Arc;
use std::time::Duration;

use kit::run::App;

use crate::context::Context;
use crate::error::IdentityError;
use crate::exports;
use crate::sessions;
use crate::sign_in::email::link_tokens;
use crate::sign_in::passkeys::challenges;
use crate::sign_in::second_factor::pending_sign_ins;
use crate::teams::invitations;

const EXPIRY_INTERVAL: Duration = Duration::from_mins(10);

/// Begins to clean, for as long as the process runs.
pub fn start(app: &App, ctx: Arc<Context>) {
    let stopping = app.stopping();
    app.spawn("cleaning", async move {
        let mut ticks = tokio::time::interval(EXPIRY_INTERVAL);
        while stopping.run_until_cancelled(ticks.tick()).await.is_some() {
            match delete_expired(&ctx).await {
                Ok(removed) => tracing::debug!(removed, "expired rows are gone"),
                Err(error) => tracing::warn!(%error, "expired rows stay for now"),
            }
        }
    });
}

async fn delete_expired(ctx: &Context) -> Result<u64, IdentityError> {
    Ok(sessions::delete_expired::delete_expired(ctx).await?
        + link_tokens::delete_expired(ctx).await?
        + challenges::delete_expired(ctx).await?
        + pending_sign_ins::delete_expired(ctx).await?
        + invitations::delete_expired::delete_expired(ctx).await?
        + exports::delete_expired::delete_expired(ctx).await?)
}
