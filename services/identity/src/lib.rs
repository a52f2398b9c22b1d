//! Identity: users, organizations, sign-in and sessions.

pub mod admin_rpc;
pub mod audit;
pub mod config;
pub mod context;
pub mod erasure;
mod error;
mod exports;
pub mod first_admin_link;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
pub mod organizations;
pub mod rpc;
pub mod secrets;
pub mod sessions;
pub mod sign_in;
pub mod teams;
pub mod users;

mod acting_administrator;
mod advisory_locks;
mod caller;
mod change_events;
mod delete_in_batches;
mod email_address;
mod expiry_job;
mod ip_network;
mod rate_window;

use std::sync::Arc;

use kit::service::{Command, Database, Host, Service};
use proto::identity::v1::administration_server::AdministrationServer;
use proto::identity::v1::identity_server::IdentityServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

use crate::admin_rpc::AdminRpc;
use crate::config::Config;
use crate::context::Context;
use crate::organizations::plan_end_job;
use crate::rpc::Rpc;
use crate::teams::domain_access::{import_mail_hosts, recheck_job};

/// The migrations of identity.
pub static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

pub static SERVICE: Service<Config> = Service {
    name: "identity",
    settings: Config::from_env,
    database: Some(Database::required(&MIGRATOR)),
    redis: true,
    start: |config, host, _| start(config, host),
    commands: &[
        Command { name: "first-admin-link", run: first_admin_link::print_link },
        Command { name: "import-mail-hosts", run: import_mail_hosts::import_file },
    ],
};

fn start(config: Config, host: &Host) -> anyhow::Result<Routes> {
    if !config.signin_limits {
        tracing::warn!("SIGNIN_LIMITS is off: the rate limits of sign-in mails are disabled");
    }
    let ctx = Arc::new(Context::new(config, host)?);
    expiry_job::start(&host.app, ctx.clone());
    recheck_job::start(&host.app, ctx.clone());
    erasure::job::start(&host.app, ctx.clone());
    plan_end_job::start(&host.app, ctx.clone());
    Ok(routes(ctx))
}

/// The calls of the service.
pub fn routes(ctx: Arc<Context>) -> Routes {
    Routes::new(IdentityServer::new(Rpc(ctx.clone())))
        .add_service(AdministrationServer::new(AdminRpc(ctx)))
}
