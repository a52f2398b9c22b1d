//! Roles and policies that govern the data that callers receive, their administration, the keys with which programs call, and requests
//! for plans.

mod admin_rpc;
mod administrators;
mod applied_reports;
mod assignments;
pub mod audit;
mod config;
pub mod consumers;
pub mod context;
pub mod decisions;
mod decisions_rpc;
mod erase;
mod error;
mod escalation;
mod explanations;
mod explanations_rpc;
mod export_person;
mod gateway_reads;
mod holders;
pub mod identity;
mod input;
pub mod keys;
mod keys_rpc;
mod limits;
pub mod notices;
mod organization_roles;
pub mod plan_roles;
mod plans;
mod plans_rpc;
mod policies;
pub mod policy_sets;
mod previews;
mod principals;
pub mod resources;
mod roles;
mod rpc;
mod scopes;
mod stamp;
mod start;
mod user_roles;
mod versions;

use kit::bus::Bus;
use kit::service::{Command, Database, Host, Service};
use proto::access::v1::access_administration_server::AccessAdministrationServer;
use proto::access::v1::access_decisions_server::AccessDecisionsServer;
use proto::access::v1::access_explanations_server::AccessExplanationsServer;
use proto::access::v1::access_keys_server::AccessKeysServer;
use proto::access::v1::access_plans_server::AccessPlansServer;
use proto::access::v1::access_server::AccessServer;
use sqlx::migrate::Migrator;
use tonic::service::Routes;

use crate::admin_rpc::AdminRpc;
use crate::config::Config;
use crate::context::Context;
use crate::decisions_rpc::DecisionsRpc;
use crate::explanations_rpc::ExplanationsRpc;
use crate::identity::Identity;
use crate::keys_rpc::KeysRpc;
use crate::plans_rpc::PlansRpc;
use crate::rpc::Rpc;

/// The migrations of access.
pub static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

pub static SERVICE: Service<Config> = Service {
    name: "access",
    settings: Config::from_env,
    database: Some(Database::required(&MIGRATOR)),
    redis: false,
    start: |config, host, bus| Ok(start(config, host, bus)),
    commands: &[Command {
        name: "verify-audit",
        run: |_, host, _| Box::pin(async move { audit::verify::command(&host).await }),
    }],
};

fn start(config: Config, host: &Host, bus: &Bus) -> Routes {
    let ctx = Context {
        db: host.db().clone(),
        clock: host.app.clock.clone(),
        identity: Identity::new(&host.app, &config.identity_url),
        peppers: config.peppers,
        takes_plan_requests: config.mails.plan_requests_to.is_some(),
    };
    start::start(&host.app, &ctx, config.policy_set);
    consumers::start(&host.app, &ctx, bus);
    decisions::upkeep::start(&host.app, &ctx);
    audit::days::start(&host.app, &ctx);
    keys::ages::start(&host.app, &ctx);
    notices::send::start(&host.app, &ctx, config.mails);
    routes(ctx)
}

/// The calls of the service.
pub fn routes(ctx: Context) -> Routes {
    Routes::new(AccessServer::new(Rpc(ctx.clone())))
        .add_service(AccessAdministrationServer::new(AdminRpc(ctx.clone())))
        .add_service(AccessDecisionsServer::new(DecisionsRpc(ctx.clone())))
        .add_service(AccessExplanationsServer::new(ExplanationsRpc(ctx.clone())))
        .add_service(AccessKeysServer::new(KeysRpc(ctx.clone())))
        .add_service(AccessPlansServer::new(PlansRpc(ctx)))
}
