//! The service as a process would run it, on a database and a bus of the test's own.

mod documents;
mod identity;
pub mod mails;

use std::net::SocketAddr;
use std::sync::Arc;

use access::MIGRATOR;
use access::context::Context;
use access::identity::Identity;
use access::policy_sets::PolicySetName;
use access::policy_sets::install::install;
use kit::auth_secret::AuthSecret;
use kit::clock::Clock;
use kit::error::Problem;
use kit::grpc::Channel;
use kit::outbox;
use kit::peers::{Person, on_behalf_of};
use kit::replaceable_secret::ReplaceableSecret;
use kit::run::App;
use kit::testing::{self, TestBus, TestDb};
use proto::access::v1::access_administration_client::AccessAdministrationClient;
use proto::access::v1::access_client::AccessClient;
use proto::access::v1::access_decisions_client::AccessDecisionsClient;
use proto::access::v1::access_explanations_client::AccessExplanationsClient;
use proto::access::v1::access_keys_client::AccessKeysClient;
use proto::access::v1::access_plans_client::AccessPlansClient;
use proto::access::v1::{
    AccessAuditEntry, AccessRole, GetEpochRequest, GetPrincipalRequest, PrincipalRole,
};
use proto::events::Keyed;
use proto::identity::v1;
use proto::query::v1::{Filter, Operator, Query, QueryValue, Sort, SortDirection};
use tonic::{Response, Status};

pub use documents::{allow, deny, input, on_terms, role_input, terms};
pub use identity::FakeIdentity;

/// Ada, who administers.
pub const ADA: &str = "01930000-0000-7000-8000-00000000000a";
/// Bob, another administrator.
pub const BOB: &str = "01930000-0000-7000-8000-00000000000b";
/// Ada's organization.
pub const HOME: &str = "01930000-0000-7000-8000-0000000000aa";

/// The line of API_KEY_PEPPERS.
pub const PEPPER: &str = "a pepper of the tests, and long enough";

/// A running service.
pub struct World {
    pub app: App,
    pub clock: Clock,
    pub test_db: TestDb,
    pub bus: TestBus,
    pub ctx: Context,
    pub reads: AccessClient<Channel>,
    pub calls: AccessAdministrationClient<Channel>,
    pub explanations: AccessExplanationsClient<Channel>,
    pub decisions: AccessDecisionsClient<Channel>,
    pub keys: AccessKeysClient<Channel>,
    pub plans: AccessPlansClient<Channel>,
    pub identity: FakeIdentity,
}

impl World {
    /// With the open policy set.
    pub async fn start() -> Self {
        let world = Self::empty().await;
        Box::pin(install(&world.ctx, PolicySetName::Open)).await.unwrap();
        world
    }

    /// Without a policy set.
    pub async fn empty() -> Self {
        Self::at(Clock::system()).await
    }

    pub async fn at(clock: Clock) -> Self {
        Box::pin(Self::serve(clock)).await
    }

    async fn serve(clock: Clock) -> Self {
        let app = testing::app_at(clock.clone());
        let test_db = testing::database(&MIGRATOR).await;
        let bus = testing::bus(&app);
        let identity = FakeIdentity::default();
        let url = identity.start(&app).await;
        let ctx = Context {
            db: test_db.connect(&app),
            clock: clock.clone(),
            identity: Identity::new(&testing::app_of("access", &app), &url),
            peppers: peppers(PEPPER),
            takes_plan_requests: true,
        };
        outbox::relay(&app, ctx.db.clone(), (*bus).clone());
        access::consumers::start(&app, &ctx, &bus);
        let channel = channel(&app, ctx.clone()).await;
        Self {
            app,
            clock,
            test_db,
            bus,
            ctx,
            reads: AccessClient::new(channel.clone()),
            calls: AccessAdministrationClient::new(channel.clone()),
            explanations: AccessExplanationsClient::new(channel.clone()),
            decisions: AccessDecisionsClient::new(channel.clone()),
            keys: AccessKeysClient::new(channel.clone()),
            plans: AccessPlansClient::new(channel),
            identity,
        }
    }

    /// The calls about keys of a process with other peppers.
    pub async fn with_peppers(&self, lines: &str) -> AccessKeysClient<Channel> {
        let ctx = Context { peppers: peppers(lines), ..self.ctx.clone() };
        AccessKeysClient::new(channel(&self.app, ctx).await)
    }

    /// The calls about plans of an installation that takes no requests.
    pub async fn without_plan_requests(&self) -> AccessPlansClient<Channel> {
        let ctx = Context { takes_plan_requests: false, ..self.ctx.clone() };
        AccessPlansClient::new(channel(&self.app, ctx).await)
    }

    /// Every event has left, and none died.
    pub async fn settle(self) {
        testing::outbox_sent(&self.test_db.db).await;
        assert_eq!(testing::dead_letters(&self.bus).await, Vec::<String>::new());
    }

    /// Publishes an event as identity would: through an outbox.
    pub async fn publish(&self, event: &impl Keyed) {
        let mut tx = self.test_db.db.tx().await.unwrap();
        outbox::publish(&mut tx, event).await.unwrap();
        tx.commit().await.unwrap();
    }

    pub async fn epoch(&mut self) -> i64 {
        self.reads.get_epoch(GetEpochRequest {}).await.unwrap().into_inner().epoch
    }

    /// The roles of a caller by their names, with their windows.
    pub async fn principal(
        &mut self,
        user: Option<&str>,
        organization: Option<&str>,
    ) -> Vec<(String, Option<i64>, Option<i64>)> {
        let request = GetPrincipalRequest {
            user_id: user.map(str::to_owned),
            organization_id: organization.map(str::to_owned),
        };
        let answer = self.reads.get_principal(request).await.unwrap().into_inner();
        let mut found = Vec::new();
        for PrincipalRole { role_id, starts_at, expires_at } in answer.roles {
            found.push((self.role_name(&role_id).await, starts_at, expires_at));
        }
        found.sort();
        found
    }

    async fn role_name(&self, id: &str) -> String {
        sqlx::query_scalar("SELECT name FROM roles WHERE id = $1::uuid")
            .bind(id)
            .fetch_one(&mut *self.test_db.db.conn().await.unwrap())
            .await
            .unwrap()
    }

    /// The id of a record by its name.
    pub async fn id_of(&self, table: &str, name: &str) -> String {
        let statement = format!("SELECT id::text FROM {table} WHERE name = $1");
        sqlx::query_scalar(sqlx::AssertSqlSafe(statement))
            .bind(name)
            .fetch_one(&mut *self.test_db.db.conn().await.unwrap())
            .await
            .unwrap()
    }

    /// Runs a statement as the owner of the tables.
    pub async fn execute(&self, statement: &str) -> Result<u64, sqlx::Error> {
        let mut conn = self.test_db.raw().await;
        let done =
            sqlx::query(sqlx::AssertSqlSafe(statement.to_owned())).execute(&mut conn).await?;
        Ok(done.rows_affected())
    }

    /// The history of a record, the newest entry first.
    pub async fn history(&mut self, record_id: &str) -> Vec<AccessAuditEntry> {
        self.entries(equals("record_id", QueryValue::text(record_id))).await
    }

    /// The refused attempts, the newest first.
    pub async fn refusals(&mut self) -> Vec<AccessAuditEntry> {
        self.entries(equals("is_refused", QueryValue::flag(true))).await
    }

    pub async fn entries(&mut self, filter: Filter) -> Vec<AccessAuditEntry> {
        let sort = Sort { field: "made_at".to_owned(), direction: SortDirection::Desc.into() };
        let query = Query { filter: Some(filter), sort: Some(sort), ..Query::default() };
        let listed = ada(self.calls.list_audit_entries(query)).await.unwrap();
        listed.results
    }

    /// Appoints a super administrator, so that the others have only what they hold.
    pub async fn appoint(&mut self, user: &str) {
        let role_id = self.id_of("roles", "internal.super_administrator").await;
        let request = proto::access::v1::CreateUserRoleRequest {
            user_id: user.to_owned(),
            role_id,
            reason: "Head of data".to_owned(),
            ..Default::default()
        };
        ada(self.calls.create_user_role(request)).await.unwrap();
    }

    /// Creates a role.
    pub async fn role(&mut self, name: &str) -> AccessRole {
        let request =
            proto::access::v1::CreateRoleRequest { role: Some(role_input(name)), reason: None };
        ada(self.calls.create_role(request)).await.unwrap().role.unwrap()
    }

    /// Creates a policy.
    pub async fn policy(
        &mut self,
        input: proto::access::v1::PolicyInput,
    ) -> proto::access::v1::Policy {
        let request = proto::access::v1::CreatePolicyRequest { policy: Some(input), reason: None };
        ada(self.calls.create_policy(request)).await.unwrap().policy.unwrap()
    }

    /// Assigns a policy to a role.
    pub async fn assign(
        &mut self,
        role_id: &str,
        policy_id: &str,
    ) -> proto::access::v1::PolicyAssignment {
        let call = self.calls.create_policy_assignment(on_terms(role_id, policy_id, terms()));
        ada(call).await.unwrap().assignment.unwrap()
    }
}

fn peppers(lines: &str) -> AuthSecret {
    AuthSecret::new("API_KEY_PEPPERS", ReplaceableSecret::from(lines)).unwrap()
}

async fn channel(app: &App, ctx: Context) -> Channel {
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let address = kit::grpc::serve(app, any, access::routes(ctx)).await.unwrap();
    kit::grpc::connect(app, "ACCESS_URL", &format!("http://{address}")).await.unwrap()
}

/// A condition of one field.
pub fn equals(field: &str, value: QueryValue) -> Filter {
    Filter {
        operator: Operator::Equals.into(),
        field: Some(field.to_owned()),
        value: Some(value),
        filters: Vec::new(),
    }
}

/// An administrator who acts in Ada's organization.
pub fn administrator(user_id: &str) -> Arc<Person> {
    let person = testing::person(user_id, v1::Role::Admin);
    Arc::new(Person { organization_id: Some(HOME.to_owned()), ..(*person).clone() })
}

/// Makes a call for a person.
pub async fn as_person<T>(
    person: Arc<Person>,
    call: impl Future<Output = Result<Response<T>, Status>>,
) -> Result<T, Problem> {
    // The futures of calls are large.
    let answer = on_behalf_of(Some(person), Box::pin(call)).await;
    answer.map(Response::into_inner).map_err(Problem::from)
}

/// Makes a call for Ada.
pub async fn ada<T>(call: impl Future<Output = Result<Response<T>, Status>>) -> Result<T, Problem> {
    as_person(administrator(ADA), call).await
}

/// Makes a call for Bob.
pub async fn bob<T>(call: impl Future<Output = Result<Response<T>, Status>>) -> Result<T, Problem> {
    as_person(administrator(BOB), call).await
}

pub fn somebody() -> String {
    kit::id::new().to_string()
}

/// The reason of a refusal.
pub fn reason<T: std::fmt::Debug>(outcome: Result<T, Problem>) -> String {
    outcome.unwrap_err().reason.into_owned()
}
