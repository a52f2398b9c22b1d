//! The work at the start of a process: the policy set is installed, then the roles of plans are compared with identity.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use kit::run::App;

use crate::context::Context;
use crate::plan_roles::reconcile::reconcile;
use crate::policy_sets::PolicySetName;
use crate::policy_sets::install::install;

/// How long the work waits after a failure, as while the servers start.
const AGAIN: Duration = Duration::from_secs(2);
/// How long one attempt to install may take.
const LONGEST_INSTALLATION: Duration = Duration::from_secs(30);

/// Begins the work. The process is ready once the policy set is installed.
pub fn start(app: &App, ctx: &Context, policy_set: PolicySetName) {
    let is_installed = Arc::new(AtomicBool::new(false));
    let known = is_installed.clone();
    app.health.check("policy_set", move || {
        let is_installed = known.load(Ordering::SeqCst);
        async move { if is_installed { Ok(()) } else { Err("it is not installed yet".to_owned()) } }
    });
    let (ctx, stopping) = (ctx.clone(), app.stopping());
    app.spawn("policy set and plans", async move {
        let work = async {
            install_set(&ctx, policy_set).await;
            is_installed.store(true, Ordering::SeqCst);
            compare_plans(&ctx).await;
        };
        stopping.run_until_cancelled(work).await;
    });
}

async fn install_set(ctx: &Context, policy_set: PolicySetName) {
    loop {
        let installing = Box::pin(install(ctx, policy_set));
        let installed = ctx.db.within(LONGEST_INSTALLATION, installing).await;
        match installed {
            Ok(_) => return,
            Err(error) => tracing::warn!(%error, "the policy set is not installed yet"),
        }
        tokio::time::sleep(AGAIN).await;
    }
}

async fn compare_plans(ctx: &Context) {
    let channel = match ctx.identity.channel().await {
        Ok(channel) => channel,
        Err(error) => {
            tracing::error!(%error, "the plans of organizations cannot be compared");
            return;
        }
    };
    loop {
        match Box::pin(reconcile(ctx, &channel)).await {
            Ok(changes) => {
                tracing::info!(changes, "the roles of plans are those of identity");
                return;
            }
            Err(error) => tracing::warn!(%error, "the roles of plans are not compared yet"),
        }
        tokio::time::sleep(AGAIN).await;
    }
}
