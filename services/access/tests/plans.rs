//! The roles of plans, by events of identity and by comparison.

use access::plan_roles::reconcile::reconcile;
use access::policy_sets::PolicySetName;
use access::policy_sets::install::install;
use kit::bus::Envelope;
use kit::inbox::Durable;
use kit::testing::{self, eventually};
use proto::access::v1::{
    Change, CreateOrganizationRoleRequest, CreateUserRoleRequest, EndOrganizationRoleRequest,
    OrganizationRoleChanged, RoleSource, UpdateOrganizationRoleRequest,
};
use proto::codec::Text as _;
use proto::events;
use proto::identity::v1::{
    OrganizationCreated, OrganizationPlanChanged, OrganizationPlanEntry, OrganizationRemoved,
    PlanType,
};
use proto::query::v1::{Query, QueryValue};

use crate::support::{FakeIdentity, World, ada, equals, reason, somebody};

static IDENTITY: Durable = Durable::new("access__identity", &events::IDENTITY);

fn changed(
    id: &str,
    plan: PlanType,
    ends_at: Option<i64>,
    version: i64,
) -> OrganizationPlanChanged {
    OrganizationPlanChanged { organization_id: id.to_owned(), plan: plan.into(), ends_at, version }
}

fn entry(id: &str, plan: PlanType, ends_at: Option<i64>, version: i64) -> OrganizationPlanEntry {
    let OrganizationPlanChanged { organization_id, plan, ends_at, version } =
        changed(id, plan, ends_at, version);
    OrganizationPlanEntry { organization_id, plan, ends_at, version }
}

impl World {
    /// Waits until all events of identity are handled, and those of access are sent.
    async fn handled(&self) {
        testing::outbox_sent(&self.test_db.db).await;
        let unhandled = || async { self.bus.unhandled(&IDENTITY).await == Some(0) };
        eventually("all events are handled", unhandled).await;
        // What follows from them has left, too.
        testing::outbox_sent(&self.test_db.db).await;
    }

    /// The role by the plan, its source and its end.
    async fn plan_role(&self, organization: &str) -> Option<PlanRole> {
        sqlx::query_as(
            "SELECT r.name, o.source, (extract(epoch FROM o.expires_at) * 1000)::bigint
             FROM organization_roles AS o JOIN roles AS r ON r.id = o.role_id
             WHERE o.organization_id = $1::uuid AND o.source <> 'manual'",
        )
        .bind(organization)
        .fetch_optional(&mut *self.test_db.db.conn().await.unwrap())
        .await
        .unwrap()
    }
}

/// A role by a plan, its source and its end.
type PlanRole = (String, String, Option<i64>);

fn role(name: &str, source: RoleSource, end: Option<i64>) -> PlanRole {
    (name.to_owned(), source.text().to_owned(), end)
}

#[tokio::test]
async fn a_plan_is_followed_in_the_order_of_its_versions() {
    let mut world = World::start().await;
    let id = somebody();
    let created = OrganizationCreated { organization_id: id.clone(), ..Default::default() };
    world.publish(&created).await;
    world.handled().await;
    assert_eq!(world.plan_role(&id).await, Some(role("plan.free", RoleSource::Plan, None)));
    let end = 4_000_000_000_000;
    world.publish(&changed(&id, PlanType::TrialStablecoins, Some(end), 2)).await;
    world.handled().await;
    let trial = Some(role("plan.trial_stablecoins", RoleSource::Trial, Some(end)));
    assert_eq!(world.plan_role(&id).await, trial);
    let epoch = world.epoch().await;
    // Earlier ones, the same again, and the creation once more.
    world.publish(&changed(&id, PlanType::Free, None, 1)).await;
    world.publish(&changed(&id, PlanType::TrialStablecoins, Some(end), 2)).await;
    world.publish(&created).await;
    world.handled().await;
    assert_eq!(world.plan_role(&id).await, trial);
    assert_eq!(world.epoch().await, epoch, "nothing has changed");
    world.publish(&changed(&id, PlanType::PremiumAllAccess, None, 3)).await;
    world.handled().await;
    assert_eq!(
        world.plan_role(&id).await,
        Some(role("plan.premium_all_access", RoleSource::Plan, None))
    );

    let events: Vec<Envelope<OrganizationRoleChanged>> = world.bus.events().await;
    let changes: Vec<Change> = events.iter().map(|one| one.event.change()).collect();
    assert_eq!(changes, [Change::Created, Change::Updated, Change::Updated]);
    assert!(events.windows(2).all(|pair| pair[0].event.epoch < pair[1].event.epoch));
    let history = world.history(&events[0].event.organization_role_id.clone()).await;
    assert_eq!(history.len(), 3);
    assert!(history.iter().all(|entry| entry.actor_id.is_none()));
    assert_eq!(history[0].organization_id.as_deref(), Some(&*id));
    world.settle().await;
}

#[tokio::test]
async fn events_that_come_before_the_policy_set_wait_for_it() {
    let world = World::empty().await;
    let id = somebody();
    world.publish(&changed(&id, PlanType::PremiumStablecoins, None, 1)).await;
    testing::outbox_sent(&world.test_db.db).await;
    assert_eq!(world.plan_role(&id).await, None);
    install(&world.ctx, PolicySetName::Tiered).await.unwrap();
    world.handled().await;
    let premium = Some(role("plan.premium_stablecoins", RoleSource::Plan, None));
    assert_eq!(world.plan_role(&id).await, premium);
    world.settle().await;
}

#[tokio::test]
async fn the_role_of_a_plan_is_not_edited() {
    let mut world = World::start().await;
    let id = somebody();
    world.publish(&changed(&id, PlanType::PremiumStablecoins, None, 1)).await;
    world.handled().await;
    let filter = Some(equals("organization_id", QueryValue::text(&id)));
    let query = Query { filter, ..Query::default() };
    let listed = ada(world.calls.list_organization_roles(query)).await.unwrap();
    let row = listed.results[0].organization_role.clone().unwrap();
    let request = UpdateOrganizationRoleRequest {
        id: row.id.clone(),
        version: 1,
        starts_at: None,
        expires_at: None,
        reason: "Longer".to_owned(),
    };
    let refused = ada(world.calls.update_organization_role(request)).await;
    assert_eq!(reason(refused), "record_managed");
    let request =
        EndOrganizationRoleRequest { id: row.id, version: 1, reason: "Enough".to_owned() };
    let refused = ada(world.calls.end_organization_role(request)).await;
    assert_eq!(reason(refused), "record_managed");
    assert_eq!(world.refusals().await.len(), 2);
    world.settle().await;
}

#[tokio::test]
async fn an_organization_that_was_removed_has_no_role_and_gets_none() {
    let mut world = World::start().await;
    let (id, desk) = (somebody(), world.role("desk").await);
    world.publish(&changed(&id, PlanType::PremiumStablecoins, None, 1)).await;
    world.handled().await;
    let to_organization = CreateOrganizationRoleRequest {
        organization_id: id.clone(),
        role_id: desk.id.clone(),
        reason: "A pilot".to_owned(),
        ..Default::default()
    };
    ada(world.calls.create_organization_role(to_organization.clone())).await.unwrap();
    let to_user = CreateUserRoleRequest {
        user_id: somebody(),
        role_id: desk.id,
        organization_id: Some(id.clone()),
        reason: "A pilot".to_owned(),
        ..Default::default()
    };
    ada(world.calls.create_user_role(to_user.clone())).await.unwrap();
    let removed = OrganizationRemoved { organization_id: id.clone() };
    world.publish(&removed).await;
    world.handled().await;
    for table in ["organization_roles", "user_roles"] {
        let statement = format!("SELECT count(*) FROM {table} WHERE organization_id = $1::uuid");
        let rows: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(statement))
            .bind(&id)
            .fetch_one(&mut world.test_db.raw().await)
            .await
            .unwrap();
        assert_eq!(rows, 0, "{table}");
    }
    let epoch = world.epoch().await;
    // Late events, and the same again.
    world.publish(&changed(&id, PlanType::PremiumAllAccess, None, 9)).await;
    world.publish(&OrganizationCreated { organization_id: id.clone(), ..Default::default() }).await;
    world.publish(&removed).await;
    world.handled().await;
    assert_eq!((world.plan_role(&id).await, world.epoch().await), (None, epoch));
    let outcome = ada(world.calls.create_organization_role(to_organization)).await;
    assert_eq!(reason(outcome), "organization_removed");
    let outcome = ada(world.calls.create_user_role(to_user)).await;
    assert_eq!(reason(outcome), "organization_removed");
    assert!(world.principal(None, Some(&id)).await.is_empty());
    world.settle().await;
}

#[tokio::test]
async fn a_comparison_heals_what_events_have_missed() {
    let mut world = World::start().await;
    let plans = FakeIdentity::default();
    let channel = plans.serve(&world.app).await;
    // More than two pages.
    let ids: Vec<String> = (0..205).map(|_| somebody()).collect();
    plans.set(ids.iter().map(|id| entry(id, PlanType::Free, None, 1)).collect());
    assert_eq!(reconcile(&world.ctx, &channel).await.unwrap(), 205);
    assert_eq!(world.plan_role(&ids[204]).await, Some(role("plan.free", RoleSource::Plan, None)));
    let epoch = world.epoch().await;
    assert_eq!(reconcile(&world.ctx, &channel).await.unwrap(), 0);
    assert_eq!(world.epoch().await, epoch);

    // One plan has changed, one organization is gone, one is new, and of one an event was faster than the list.
    world.publish(&changed(&ids[3], PlanType::PremiumAllAccess, None, 5)).await;
    world.handled().await;
    let end = 4_000_000_000_000;
    let new = somebody();
    let mut listed: Vec<OrganizationPlanEntry> =
        ids.iter().skip(2).map(|id| entry(id, PlanType::Free, None, 1)).collect();
    listed.push(entry(&ids[0], PlanType::TrialAllAccess, Some(end), 2));
    listed.push(entry(&new, PlanType::PremiumStablecoins, None, 1));
    plans.set(listed);
    // The list is later than what is known.
    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    assert_eq!(reconcile(&world.ctx, &channel).await.unwrap(), 3);
    let trial = Some(role("plan.trial_all_access", RoleSource::Trial, Some(end)));
    assert_eq!(world.plan_role(&ids[0]).await, trial);
    assert_eq!(world.plan_role(&ids[1]).await, None);
    let faster = Some(role("plan.premium_all_access", RoleSource::Plan, None));
    assert_eq!(world.plan_role(&ids[3]).await, faster);
    let premium = Some(role("plan.premium_stablecoins", RoleSource::Plan, None));
    assert_eq!(world.plan_role(&new).await, premium);
    assert_eq!(reconcile(&world.ctx, &channel).await.unwrap(), 0);
    world.settle().await;
}
