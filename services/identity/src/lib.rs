//! Identity: users, organizations, sign-in and sessions.

pub mod administration;
pub mod audit;
pub mod config;
pub mod context;
pub mod email;
pub mod error;
pub mod first_admin;
pub mod network;
pub mod oidc;
pub mod organizations;
pub mod rpc;
pub mod secrets;
pub mod serve;
pub mod sessions;
pub mod teams;
pub mod users;

mod administrators;
mod expired;
mod locks;
mod outdated;

use anyhow::bail;
use futures::future::BoxFuture;
use kit::run::App;
use sqlx::migrate::Migrator;

/// The tables of identity.
pub static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// Runs a subcommand of the service.
pub fn command(app: App, name: String) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        match name.as_str() {
            "serve" => serve::serve(app).await,
            "check" => serve::check(app),
            "migrate" => serve::migrate(app).await,
            "first-admin-link" => serve::first_admin_link(app).await,
            _ => bail!("there is no command {name:?}: serve, check, migrate or first-admin-link"),
        }
    })
}
