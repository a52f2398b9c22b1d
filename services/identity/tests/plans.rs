//! Plans with an end: who sets them, how they end, and what the bus says.

use std::time::{Duration, Instant};

use crate::world::World;
use crate::world::teams::TestUser;
use identity::organizations::plan_end_job;
use kit::clock::DAY;
use kit::error::{ErrorCode, Problem};
use kit::testing::{as_administrator, eventually};
use proto::identity::v1::identity_client::IdentityClient;
use proto::identity::v1::{
    AuditAction, AuditEntry, ListOrganizationPlansRequest, OrganizationEntry,
    OrganizationPlanChanged, OrganizationPlanEnded, OrganizationPlanEntry, OrganizationUpdated,
    Plan, PlanType, SetOrganizationPlanRequest, UserUpdated,
};
use proto::query::v1::{Filter, Operator, Query, QueryValue};
use sqlx::AssertSqlSafe;

const FORTNIGHT: Duration = DAY.saturating_mul(14);

/// An administrator beside a team of two.
struct Fixture {
    world: World,
    actor: String,
    owner: TestUser,
    member: TestUser,
    team: String,
}

impl Fixture {
    async fn new() -> Self {
        let mut world = World::new().await;
        let actor = world.administrator("root@example.com").await;
        let owner = world.test_user("owner@harbour.example").await;
        let member = world.test_user("member@harbour.example").await;
        let team = world.create_team(&owner, "Harbour (sample)").await.unwrap();
        world.open_to_domain(&owner, &team).await.unwrap();
        world.join(&member, &team).await.unwrap();
        Self { world, actor, owner, member, team }
    }

    fn after(&self, time: Duration) -> i64 {
        self.world.clock.now_milliseconds() + time.as_millis() as i64
    }

    async fn set(&self, id: &str, plan: PlanType, ends_at: Option<i64>) -> Result<(), Problem> {
        self.set_as(&self.actor, id, plan, ends_at).await
    }

    async fn set_as(
        &self,
        actor: &str,
        id: &str,
        plan: PlanType,
        ends_at: Option<i64>,
    ) -> Result<(), Problem> {
        let request = SetOrganizationPlanRequest { id: id.to_owned(), plan: plan.into(), ends_at };
        let mut administration = self.world.administration.clone();
        let call = administration.set_organization_plan(request);
        as_administrator(actor, call).await.map(drop).map_err(Problem::from)
    }

    async fn refused(&self, plan: PlanType, ends_at: Option<i64>) -> String {
        let refused = self.set(&self.team, plan, ends_at).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::Invalid);
        refused.reason.into_owned()
    }

    /// The plan of the team as one of its members sees it.
    async fn seen(&mut self) -> Plan {
        let user = self.world.user(&self.member.token.clone()).await;
        let place =
            user.memberships.into_iter().find(|place| place.organization_id == self.team).unwrap();
        place.organization.unwrap().plan.unwrap()
    }

    async fn history(&self) -> Vec<AuditEntry> {
        let query = is("organization_id", &self.team);
        let mut administration = self.world.administration.clone();
        let call = administration.list_audit_entries(query);
        as_administrator(&self.actor, call).await.unwrap().into_inner().results
    }

    async fn changes(&self, organization: &str) -> Vec<OrganizationPlanChanged> {
        let mut changes = self.world.events::<OrganizationPlanChanged>().await;
        changes.retain(|change| change.organization_id == organization);
        changes
    }

    async fn due(&self) -> usize {
        plan_end_job::end_due(&self.world.ctx).await.unwrap().ended
    }
}

fn is(field: &str, value: &str) -> Query {
    let filter = Filter {
        operator: Operator::Equals.into(),
        field: Some(field.to_owned()),
        value: Some(QueryValue::text(value)),
        filters: vec![],
    };
    Query { filter: Some(filter), ..Query::default() }
}

fn change(
    team: &str,
    plan: PlanType,
    ends_at: Option<i64>,
    version: i64,
) -> OrganizationPlanChanged {
    let (organization_id, plan) = (team.to_owned(), plan.into());
    OrganizationPlanChanged { organization_id, plan, ends_at, version }
}

/// Field, value before, value after.
fn fields(entry: &AuditEntry) -> Vec<(&str, String, String)> {
    let changes = entry.changes.iter();
    changes.map(|one| (one.field.as_str(), one.before.join("+"), one.after.join("+"))).collect()
}

#[tokio::test]
async fn a_trial_ends_by_itself_and_the_bus_says_so() {
    let mut fixture = Fixture::new().await;
    let (team, end) = (fixture.team.clone(), fixture.after(FORTNIGHT));
    let bus = kit::testing::bus(&fixture.world.app);
    kit::outbox::relay(&fixture.world.app, fixture.world.ctx.db.clone(), (*bus).clone());
    plan_end_job::start(&fixture.world.app, fixture.world.ctx.clone());
    fixture.set(&team, PlanType::TrialStablecoins, Some(end)).await.unwrap();
    let seen = fixture.seen().await;
    assert_eq!((seen.r#type(), seen.ends_at), (PlanType::TrialStablecoins, Some(end)));

    fixture.world.clock.advance(FORTNIGHT.saturating_sub(Duration::from_millis(1)));
    assert_eq!(fixture.due().await, 0, "not a moment too early");
    let before = fixture.world.events::<UserUpdated>().await.len();
    fixture.world.clock.advance(Duration::from_millis(1));
    let began = Instant::now();
    eventually("the end is on the bus", || async {
        !bus.events::<OrganizationPlanEnded>().await.is_empty()
    })
    .await;
    // A second and the way to the bus; tests beside it may hold it up.
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());

    let seen = fixture.seen().await;
    assert_eq!((seen.r#type(), seen.ends_at), (PlanType::Free, None));
    let ended = OrganizationPlanEnded {
        organization_id: team.clone(),
        plan: PlanType::TrialStablecoins.into(),
        ended_at: end,
        version: 3,
    };
    assert_eq!(fixture.world.events::<OrganizationPlanEnded>().await, [ended]);
    let expected = [
        change(&team, PlanType::Free, None, 1),
        change(&team, PlanType::TrialStablecoins, Some(end), 2),
        change(&team, PlanType::Free, None, 3),
    ];
    assert_eq!(fixture.changes(&team).await, expected);
    assert_eq!(fixture.world.events::<UserUpdated>().await.len(), before + 2, "both members");
    let updated = fixture.world.events::<OrganizationUpdated>().await;
    assert_eq!(updated.last().unwrap().organization_id, team);

    let history = fixture.history().await;
    assert_eq!(history[0].action(), AuditAction::OrganizationPlanEnded);
    assert_eq!((&history[0].actor_id, &history[0].actor_email), (&None, &None));
    assert_eq!(history[0].organization_name.as_deref(), Some("Harbour (sample)"));
    let end = proto::codec::instant(end).unwrap();
    let expected = [
        ("plan", "TRIAL_STABLECOINS".to_owned(), "FREE".to_owned()),
        ("ends_at", end, String::new()),
    ];
    assert_eq!(fields(&history[0]), expected);
    kit::testing::outbox_sent(&fixture.world.ctx.db).await;
    assert!(kit::testing::dead_letters(&bus).await.is_empty());
}

#[tokio::test]
async fn a_trial_needs_an_end_the_free_plan_has_none_and_an_end_is_within_ten_years() {
    let fixture = Fixture::new().await;
    let (team, now) = (fixture.team.clone(), fixture.after(Duration::ZERO));
    for plan in [
        PlanType::TrialAllAccess,
        PlanType::TrialPrivateCredit,
        PlanType::TrialUsTreasuries,
        PlanType::TrialStablecoins,
    ] {
        assert_eq!(fixture.refused(plan, None).await, "plan_end_required");
        let past = fixture.refused(plan, Some(now)).await;
        assert_eq!(past, "plan_end_out_of_range");
    }
    assert_eq!(fixture.refused(PlanType::Free, Some(now + 1)).await, "plan_end_not_allowed");
    let ten_years = fixture.after(DAY * 3654);
    for end in [i64::MIN, -1, 0, now - 1, ten_years + 1, i64::MAX] {
        let refused = fixture.refused(PlanType::PremiumAllAccess, Some(end)).await;
        assert_eq!(refused, "plan_end_out_of_range", "{end}");
    }
    assert_eq!(fixture.changes(&team).await, [change(&team, PlanType::Free, None, 1)]);
    assert!(fixture.history().await.is_empty(), "a refusal changes nothing");

    fixture.set(&team, PlanType::PremiumAllAccess, Some(ten_years)).await.unwrap();
    fixture.set(&team, PlanType::TrialAllAccess, Some(now + 1)).await.unwrap();
    fixture.set(&team, PlanType::PremiumAllAccess, None).await.unwrap();
    let owner = fixture.owner.id.clone();
    let refused = fixture.set_as(&owner, &team, PlanType::Free, None).await.unwrap_err();
    assert_eq!((refused.code, &*refused.reason), (ErrorCode::Forbidden, "role_required"));
    let nobody = kit::id::new().to_string();
    let refused = fixture.set(&nobody, PlanType::Free, None).await.unwrap_err();
    assert_eq!(&*refused.reason, "organization_not_found");
}

#[tokio::test]
async fn what_is_so_already_is_no_change_and_an_end_alone_is_one() {
    let fixture = Fixture::new().await;
    let (team, end) = (fixture.team.clone(), fixture.after(FORTNIGHT));
    for _ in 0..3 {
        fixture.set(&team, PlanType::TrialAllAccess, Some(end)).await.unwrap();
    }
    let later = end + 1;
    fixture.set(&team, PlanType::TrialAllAccess, Some(later)).await.unwrap();
    let expected = [
        change(&team, PlanType::Free, None, 1),
        change(&team, PlanType::TrialAllAccess, Some(end), 2),
        change(&team, PlanType::TrialAllAccess, Some(later), 3),
    ];
    assert_eq!(fixture.changes(&team).await, expected);
    let history = fixture.history().await;
    assert_eq!(history.len(), 2);
    let text = |end| proto::codec::instant(end).unwrap();
    assert_eq!(fields(&history[0]), [("ends_at", text(end), text(later))]);
    let expected = [
        ("plan", "FREE".to_owned(), "TRIAL_ALL_ACCESS".to_owned()),
        ("ends_at", String::new(), text(end)),
    ];
    assert_eq!(fields(&history[1]), expected);
    assert_eq!(history[1].actor_id.as_ref(), Some(&fixture.actor));
}

#[tokio::test]
async fn an_end_that_was_moved_or_removed_does_not_end_the_plan() {
    let mut fixture = Fixture::new().await;
    let (team, end) = (fixture.team.clone(), fixture.after(FORTNIGHT));
    fixture.set(&team, PlanType::TrialAllAccess, Some(end)).await.unwrap();
    let later = fixture.after(FORTNIGHT * 2);
    fixture.set(&team, PlanType::TrialAllAccess, Some(later)).await.unwrap();
    fixture.world.clock.advance(FORTNIGHT);
    assert_eq!(fixture.due().await, 0);
    assert_eq!(fixture.seen().await.ends_at, Some(later));
    fixture.set(&team, PlanType::PremiumAllAccess, None).await.unwrap();
    fixture.world.clock.advance(FORTNIGHT * 26 * 20);
    assert_eq!(fixture.due().await, 0, "a plan without an end stays");
    assert!(fixture.world.events::<OrganizationPlanEnded>().await.is_empty());

    // A premium plan with an end says that it ended, too.
    let end = fixture.after(DAY);
    fixture.set(&team, PlanType::PremiumAllAccess, Some(end)).await.unwrap();
    fixture.world.clock.advance(DAY * 30);
    assert_eq!(fixture.due().await, 1, "also long after its time");
    assert_eq!(fixture.due().await, 0);
    let ended = fixture.world.events::<OrganizationPlanEnded>().await;
    assert_eq!((ended[0].plan(), ended[0].ended_at), (PlanType::PremiumAllAccess, end));
}

#[tokio::test]
async fn replicas_end_each_plan_once() {
    const TEAMS: usize = 12;
    let fixture = Fixture::new().await;
    let end = fixture.after(FORTNIGHT);
    let mut teams = vec![fixture.team.clone()];
    for number in 1..TEAMS {
        let name = format!("Pier {number} (sample)");
        teams.push(fixture.world.create_team(&fixture.owner, &name).await.unwrap());
    }
    for team in &teams {
        fixture.set(team, PlanType::TrialAllAccess, Some(end)).await.unwrap();
    }
    let replicas = [fixture.world.again(&[]).await, fixture.world.again(&[]).await];
    fixture.world.clock.advance(FORTNIGHT);
    let (first, second, third) = tokio::join!(
        plan_end_job::end_due(&fixture.world.ctx),
        plan_end_job::end_due(&replicas[0].ctx),
        plan_end_job::end_due(&replicas[1].ctx),
    );
    let ended: usize = [first, second, third].into_iter().map(|round| round.unwrap().ended).sum();
    assert_eq!(ended, TEAMS);
    let mut named: Vec<String> = fixture
        .world
        .events::<OrganizationPlanEnded>()
        .await
        .into_iter()
        .map(|ended| ended.organization_id)
        .collect();
    named.sort();
    teams.sort();
    assert_eq!(named, teams);
    for team in &teams {
        let versions: Vec<i64> =
            fixture.changes(team).await.iter().map(|change| change.version).collect();
        assert_eq!(versions, [1, 2, 3]);
    }
    fixture.world.clock.advance(FORTNIGHT);
    assert_eq!(fixture.due().await, 0);
}

#[tokio::test]
async fn a_plan_that_cannot_end_now_keeps_no_other_and_ends_later() {
    let mut fixture = Fixture::new().await;
    let end = fixture.after(FORTNIGHT);
    let other = fixture.world.create_team(&fixture.owner, "Pier (sample)").await.unwrap();
    let third = fixture.world.create_team(&fixture.owner, "Quay (sample)").await.unwrap();
    let team = fixture.team.clone();
    for (team, end) in [(&team, end), (&other, end + 1), (&third, end + 2)] {
        fixture.set(team, PlanType::TrialAllAccess, Some(end)).await.unwrap();
    }
    let mut raw = fixture.world.db.raw().await;
    // An administrator changes the first one at this moment, and the second fails.
    for statement in [
        "BEGIN".to_owned(),
        format!("SELECT FROM organizations WHERE id = '{team}' FOR NO KEY UPDATE"),
    ] {
        sqlx::query(AssertSqlSafe(statement)).execute(&mut raw).await.unwrap();
    }
    let mut admin = fixture.world.db.raw().await;
    sqlx::raw_sql(AssertSqlSafe(format!(
        "ALTER TABLE audit_entries ADD CONSTRAINT broken CHECK
             (action <> 'organization.plan_ended' OR organization_id <> '{other}') NOT VALID"
    )))
    .execute(&mut admin)
    .await
    .unwrap();
    fixture.world.clock.advance(FORTNIGHT + DAY);
    assert_eq!(fixture.due().await, 1);
    let ended = fixture.world.events::<OrganizationPlanEnded>().await;
    assert_eq!(ended[0].organization_id, third);

    sqlx::query("ROLLBACK").execute(&mut raw).await.unwrap();
    sqlx::query("ALTER TABLE audit_entries DROP CONSTRAINT broken")
        .execute(&mut admin)
        .await
        .unwrap();
    assert_eq!(fixture.due().await, 2);
    assert_eq!(fixture.seen().await.r#type(), PlanType::Free);
}

#[tokio::test]
async fn every_organization_publishes_its_first_plan() {
    let mut fixture = Fixture::new().await;
    let user = fixture.world.user(&fixture.owner.token.clone()).await;
    let organizations: Vec<&str> =
        user.memberships.iter().map(|place| place.organization_id.as_str()).collect();
    assert_eq!(organizations.len(), 2, "the personal organization and the team");
    for organization in organizations {
        let first = change(organization, PlanType::Free, None, 1);
        assert_eq!(fixture.changes(organization).await, [first]);
    }
}

#[tokio::test]
async fn the_plans_of_all_organizations_are_read_in_pages() {
    let fixture = Fixture::new().await;
    let (team, end) = (fixture.team.clone(), fixture.after(FORTNIGHT));
    fixture.set(&team, PlanType::TrialUsTreasuries, Some(end)).await.unwrap();
    let access = kit::testing::app_of("access", &fixture.world.app);
    let channel = kit::grpc::connect(&access, "IDENTITY_URL", &fixture.world.url).await.unwrap();
    let identity = IdentityClient::new(channel);
    let read = async |after: Option<String>, limit: u32| {
        let request = ListOrganizationPlansRequest { after, limit };
        let answer = identity.clone().list_organization_plans(request).await;
        answer.map(tonic::Response::into_inner).map_err(Problem::from)
    };
    let whole = read(None, 0).await.unwrap();
    assert_eq!((whole.results.len(), &whole.next), (4, &None), "three users and a team");
    let entry = OrganizationPlanEntry {
        organization_id: team.clone(),
        plan: PlanType::TrialUsTreasuries.into(),
        ends_at: Some(end),
        version: 2,
    };
    assert!(whole.results.contains(&entry));
    assert_eq!(whole.results.iter().filter(|one| one.plan() == PlanType::Free).count(), 3);

    let mut pages = Vec::new();
    let mut after = None;
    loop {
        let page = read(after, 2).await.unwrap();
        assert!(page.results.len() == 2);
        pages.extend(page.results);
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(pages, whole.results, "in the order of the ids, each once");
    assert_eq!(read(None, u32::MAX).await.unwrap(), whole);
    assert_eq!(read(Some("x".to_owned()), 0).await.unwrap_err().code, ErrorCode::Invalid);

    let request = ListOrganizationPlansRequest { after: None, limit: 0 };
    let refused = fixture.world.identity.clone().list_organization_plans(request).await;
    assert_eq!(refused.unwrap_err().code(), tonic::Code::PermissionDenied, "no page shows them");
}

#[tokio::test]
async fn administrators_see_and_sort_the_ends() {
    let fixture = Fixture::new().await;
    let (team, end) = (fixture.team.clone(), fixture.after(FORTNIGHT));
    fixture.set(&team, PlanType::TrialAllAccess, Some(end)).await.unwrap();
    let list = async |query: Query| {
        let mut administration = fixture.world.administration.clone();
        let call = administration.list_organizations(query);
        as_administrator(&fixture.actor, call).await.unwrap().into_inner().results
    };
    let named = list(is("plan", "TRIAL_ALL_ACCESS")).await;
    let ends: Vec<_> = named.iter().map(|one: &OrganizationEntry| one.plan_ends_at).collect();
    assert_eq!(ends, [Some(end)]);
    let before = Filter {
        operator: Operator::OnOrBefore.into(),
        field: Some("plan_ends_at".to_owned()),
        value: Some(QueryValue::text(proto::codec::instant(end).unwrap())),
        filters: vec![],
    };
    let found = list(Query { filter: Some(before), ..Query::default() }).await;
    assert_eq!(found, named);
}
