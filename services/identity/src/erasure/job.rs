//! Erases accounts when they are due, again and again.

use std::sync::Arc;
use std::time::Duration;

use kit::run::App;

use super::{erase, mails};
use crate::context::Context;
use crate::error::IdentityError;

const ERASURE_INTERVAL: Duration = Duration::from_secs(10);
/// An owner of many teams takes longer than a call may.
const LONGEST_ERASURE: Duration = Duration::from_secs(20);
const MAIL_ATTEMPTS: u32 = 3;
const MAIL_PAUSE: Duration = Duration::from_secs(2);

/// Begins to erase, for as long as the process runs.
pub fn start(app: &App, ctx: Arc<Context>) {
    let stopping = app.stopping();
    app.spawn("erasure", async move {
        let mut ticks = tokio::time::interval(ERASURE_INTERVAL);
        while stopping.run_until_cancelled(ticks.tick()).await.is_some() {
            if let Err(error) = erase_due(&ctx).await {
                tracing::warn!(%error, "accounts that are due are not erased yet");
            }
        }
    });
}

/// Erases every account that is due; one that fails does not keep the others. Returns how many were erased.
pub async fn erase_due(ctx: &Context) -> Result<usize, IdentityError> {
    let mut count = 0;
    for user in ctx.bounded(erase::due(ctx)).await? {
        match ctx.db.within(LONGEST_ERASURE, erase::erase(ctx, user)).await {
            Ok(Some(erased)) => {
                count += 1;
                if let Some(to) = erased.to {
                    say_goodbye(ctx, &to, erased.deactivated).await;
                }
            }
            Ok(None) => {}
            Err(error) => tracing::error!(%error, %user, "an account that is due was not erased"),
        }
    }
    Ok(count)
}

/// The address is known here and nowhere else any more, so a mail that is lost is not sent later.
async fn say_goodbye(ctx: &Context, to: &str, deactivated: bool) {
    for attempt in 1..=MAIL_ATTEMPTS {
        match mails::send_erased(&ctx.config, to, deactivated).await {
            Ok(()) => return,
            Err(cause) => tracing::warn!(cause, attempt, "the notice of an erasure was not sent"),
        }
        if attempt < MAIL_ATTEMPTS {
            tokio::time::sleep(MAIL_PAUSE).await;
        }
    }
}
