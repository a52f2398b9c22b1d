//! Organizations as administrators see and change them.

use crate::world::World;
use crate::world::teams::TestUser;
use kit::error::{ErrorCode, Problem};
use kit::testing::as_administrator;
use proto::identity::v1::{
    AccountState, AuditAction, AuditEntry, DeactivateUserRequest, DomainClaimState,
    GetOrganizationRequest, MembershipRole, OrganizationDetail, OrganizationMember,
    OrganizationUpdated, PlanType, RemoveOrganizationMemberRequest, RenameOrganizationRequest,
    SetOrganizationDomainRequest, SetOrganizationMemberRoleRequest, SetOrganizationPlanRequest,
    UserUpdated,
};
use proto::query::v1::{Filter, Operator, Query, QueryValue};

const DOMAIN: &str = "harbour.example";

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
        let owner = world.test_user(&format!("owner@{DOMAIN}")).await;
        let member = world.test_user(&format!("member@{DOMAIN}")).await;
        let team = world.create_team(&owner, "Harbour (sample)").await.unwrap();
        world.open_to_domain(&owner, &team).await.unwrap();
        world.join(&member, &team).await.unwrap();
        Self { world, actor, owner, member, team }
    }

    async fn get(&mut self, id: &str) -> Result<OrganizationDetail, Problem> {
        let request = GetOrganizationRequest { id: id.to_owned() };
        let answer =
            as_administrator(&self.actor, self.world.administration.get_organization(request))
                .await;
        answer.map(tonic::Response::into_inner).map_err(Problem::from)
    }

    async fn set_plan(&mut self, actor: &str, id: &str, plan: i32) -> Result<(), Problem> {
        let request = SetOrganizationPlanRequest { id: id.to_owned(), plan, ends_at: None };
        let call = self.world.administration.set_organization_plan(request);
        let answer = as_administrator(actor, call).await;
        answer.map(drop).map_err(Problem::from)
    }

    async fn set_domain(
        &mut self,
        id: &str,
        domain: Option<&str>,
    ) -> Result<Option<String>, Problem> {
        let domain = domain.map(str::to_owned);
        let request = SetOrganizationDomainRequest { id: id.to_owned(), domain };
        let answer = as_administrator(
            &self.actor,
            self.world.administration.set_organization_domain(request),
        )
        .await;
        answer.map(|answer| answer.into_inner().domain).map_err(Problem::from)
    }

    async fn rename(&mut self, id: &str, name: &str) -> Result<(), Problem> {
        let request = RenameOrganizationRequest { id: id.to_owned(), name: name.to_owned() };
        let answer =
            as_administrator(&self.actor, self.world.administration.rename_organization(request))
                .await;
        answer.map(drop).map_err(Problem::from)
    }

    async fn set_member(&mut self, user: &str, role: MembershipRole) -> Result<(), Problem> {
        let request = SetOrganizationMemberRoleRequest {
            id: self.team.clone(),
            user_id: user.to_owned(),
            role: role.into(),
        };
        let answer = as_administrator(
            &self.actor,
            self.world.administration.set_organization_member_role(request),
        )
        .await;
        answer.map(drop).map_err(Problem::from)
    }

    async fn remove(&mut self, user: &str) -> Result<(), Problem> {
        let request =
            RemoveOrganizationMemberRequest { id: self.team.clone(), user_id: user.to_owned() };
        let answer = as_administrator(
            &self.actor,
            self.world.administration.remove_organization_member(request),
        )
        .await;
        answer.map(drop).map_err(Problem::from)
    }

    async fn history(&mut self, field: &str, id: &str) -> Vec<AuditEntry> {
        let query = is(field, id);
        as_administrator(&self.actor, self.world.administration.list_audit_entries(query))
            .await
            .unwrap()
            .into_inner()
            .results
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

fn changes(entry: &AuditEntry) -> (&str, String, String) {
    let change = &entry.changes[0];
    (&change.field, change.before.join("+"), change.after.join("+"))
}

#[tokio::test]
async fn another_plan_reaches_every_member_at_once() {
    let mut fixture = Fixture::new().await;
    let (actor, team) = (fixture.actor.clone(), fixture.team.clone());
    let before = fixture.world.events::<UserUpdated>().await.len();
    let premium = PlanType::PremiumStablecoins.into();
    fixture.set_plan(&actor, &team, premium).await.unwrap();
    fixture.set_plan(&actor, &team, premium).await.unwrap();
    let user = fixture.world.user(&fixture.member.token.clone()).await;
    let place = user.memberships.iter().find(|place| place.organization_id == team).unwrap();
    let plan = place.organization.clone().unwrap().plan.unwrap();
    assert_eq!(plan.r#type(), PlanType::PremiumStablecoins);
    assert_eq!(fixture.world.events::<UserUpdated>().await.len(), before + 2);
    let news = fixture.world.events::<OrganizationUpdated>().await;
    assert_eq!(news.last().unwrap().organization_id, team);

    let history = fixture.history("organization_id", &team).await;
    assert_eq!(history.len(), 1, "what is so already is no change");
    assert_eq!(history[0].action(), AuditAction::OrganizationPlanChanged);
    assert_eq!(history[0].organization_name.as_deref(), Some("Harbour (sample)"));
    let expected = ("plan", "FREE".to_owned(), "PREMIUM_STABLECOINS".to_owned());
    assert_eq!(changes(&history[0]), expected);
    for plan in [0, 10, -1] {
        let refused = fixture.set_plan(&actor, &team, plan).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::Invalid);
    }
    let stranger = fixture.owner.id.clone();
    let refused = fixture.set_plan(&stranger, &team, PlanType::Free.into()).await.unwrap_err();
    assert_eq!((refused.code, &*refused.reason), (ErrorCode::Forbidden, "role_required"));
}

#[tokio::test]
async fn a_personal_organization_has_a_plan_and_neither_name_nor_domain_nor_members_to_change() {
    let mut fixture = Fixture::new().await;
    let (actor, owner) = (fixture.actor.clone(), fixture.owner.clone());
    let user = fixture.world.user(&owner.token).await;
    let personal = user.memberships[0].organization_id.clone();
    assert_ne!(personal, fixture.team);
    fixture.set_plan(&actor, &personal, PlanType::PremiumAllAccess.into()).await.unwrap();
    assert_eq!(
        &*fixture.rename(&personal, "Mine").await.unwrap_err().reason,
        "personal_organization"
    );
    let refused = fixture.set_domain(&personal, Some("quay.example")).await.unwrap_err();
    assert_eq!(&*refused.reason, "personal_organization");
    fixture.team = personal;
    assert_eq!(&*fixture.remove(&owner.id).await.unwrap_err().reason, "personal_organization");
}

#[tokio::test]
async fn a_domain_opens_one_team_in_one_spelling() {
    let mut fixture = Fixture::new().await;
    let (team, owner) = (fixture.team.clone(), fixture.owner.clone());
    let other = fixture.world.create_team(&owner, "Pier (sample)").await.unwrap();
    let refused = fixture.set_domain(&other, Some(DOMAIN)).await.unwrap_err();
    assert_eq!((refused.code, &*refused.reason), (ErrorCode::AlreadyExists, "domain_taken"));
    let refused = fixture.set_domain(&other, Some("gmail.com")).await.unwrap_err();
    assert_eq!(&*refused.reason, "domain_public");
    let refused = fixture.set_domain(&other, Some("no domain")).await.unwrap_err();
    assert_eq!((refused.code, &*refused.reason), (ErrorCode::Invalid, "domain_refused"));
    assert!(fixture.history("organization_id", &other).await.is_empty());

    let set = fixture.set_domain(&team, Some(" @Quay.Example ")).await.unwrap();
    assert_eq!(set.as_deref(), Some("quay.example"));
    let detail = fixture.get(&team).await.unwrap();
    assert_eq!(detail.organization.unwrap().domain, None, "an administrator proves nothing");
    let claim = detail.domain_claim.unwrap();
    assert_eq!((claim.domain.as_str(), claim.state()), ("quay.example", DomainClaimState::Pending));

    assert_eq!(fixture.set_domain(&team, None).await.unwrap(), None);
    assert_eq!(fixture.set_domain(&team, Some("")).await.unwrap(), None);
    let history = fixture.history("organization_id", &team).await;
    assert_eq!(history.len(), 2);
    assert_eq!(changes(&history[0]), ("domain", "quay.example".to_owned(), String::new()));
    let expected = ("domain", DOMAIN.to_owned(), "quay.example".to_owned());
    assert_eq!(changes(&history[1]), expected);
}

#[tokio::test]
async fn members_are_changed_in_the_place_of_the_owners() {
    let mut fixture = Fixture::new().await;
    let (team, owner, member) =
        (fixture.team.clone(), fixture.owner.clone(), fixture.member.clone());
    let refused = fixture.remove(&owner.id).await.unwrap_err();
    assert_eq!(&*refused.reason, "last_owner");
    fixture.set_member(&member.id, MembershipRole::Owner).await.unwrap();
    fixture.set_member(&member.id, MembershipRole::Owner).await.unwrap();
    fixture.remove(&owner.id).await.unwrap();
    let refused = fixture.remove(&owner.id).await.unwrap_err();
    assert_eq!((refused.code, &*refused.reason), (ErrorCode::NotFound, "member_not_found"));

    let detail = fixture.get(&team).await.unwrap();
    let members: Vec<_> =
        detail.members.iter().map(|one| (one.email.as_str(), one.role())).collect();
    assert_eq!(members, [(member.email.as_str(), MembershipRole::Owner)]);
    let refused = fixture.world.join(&owner, &team).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::NotFound, "who was removed needs an invitation");

    for (field, id, actions) in [
        (
            "organization_id",
            &team,
            [AuditAction::OrganizationMemberRemoved, AuditAction::OrganizationMemberRoleChanged]
                .as_slice(),
        ),
        ("user_id", &owner.id, [AuditAction::OrganizationMemberRemoved].as_slice()),
    ] {
        let history = fixture.history(field, id).await;
        let found: Vec<_> = history.iter().map(AuditEntry::action).collect();
        assert_eq!(found, actions, "{field}");
    }
}

#[tokio::test]
async fn administrators_find_and_see_the_complete_organization() {
    let mut fixture = Fixture::new().await;
    let (actor, team, member) =
        (fixture.actor.clone(), fixture.team.clone(), fixture.member.clone());
    fixture.rename(&team, " Harbour  Desk (sample) ").await.unwrap();
    let (id, note) = (member.id.clone(), None);
    let request = DeactivateUserRequest { id, note };
    let call = fixture.world.administration.deactivate_user(request);
    as_administrator(&actor, call).await.unwrap();
    let detail = fixture.get(&team).await.unwrap();
    let states: Vec<_> = detail.members.iter().map(OrganizationMember::state).collect();
    assert_eq!(states, [AccountState::Active, AccountState::Deactivated]);
    let entry = detail.organization.unwrap();
    assert_eq!((entry.name.as_str(), entry.members), ("Harbour Desk (sample)", 2));
    assert_eq!(entry.domain.as_deref(), Some(DOMAIN));

    let query = is("scope", "team");
    let call = fixture.world.administration.list_organizations(query);
    let found = as_administrator(&actor, call).await.unwrap().into_inner();
    assert_eq!(found.results, [entry]);
    assert_eq!(found.pagination.unwrap().result_count, 1);
    for nobody in ["", "x", &kit::id::new().to_string()] {
        let refused = fixture.get(nobody).await.unwrap_err();
        assert_eq!(&*refused.reason, "organization_not_found");
        assert_eq!(
            &*fixture.rename(nobody, "Any").await.unwrap_err().reason,
            "organization_not_found"
        );
    }
}

/// Twenty thousand users, each with an organization and an entry of the history.
async fn fill(conn: &mut sqlx::PgConnection) {
    // In one statement: the active organization is checked at its end.
    sqlx::query(
        "WITH made AS (
             SELECT gen_random_uuid() AS person, gen_random_uuid() AS place, number
             FROM generate_series(1, 20000) AS number
         ), organizations AS (
             INSERT INTO organizations (id, name, scope, created_at)
             SELECT place, 'Place ' || number, 'personal', now() - number * interval '1 minute'
             FROM made
         ), plans AS (
             INSERT INTO plans (id, organization_id, type, created_at)
             SELECT gen_random_uuid(), place, 'FREE', now() FROM made
         ), memberships AS (
             INSERT INTO memberships (id, user_id, organization_id, role, created_at)
             SELECT gen_random_uuid(), person, place, 'owner', now() FROM made
         ), entries AS (
             INSERT INTO audit_entries (id, made_at, action, user_id, changes)
             SELECT gen_random_uuid(), now() - number * interval '1 minute', 'user.deactivated',
                    person, '[]'
             FROM made
         )
         INSERT INTO users (id, email, name, role, features, organization_id, created_at, updated_at)
         SELECT person, 'person' || number || '@example.com', 'Somebody ' || number, 'CUSTOMER', '{}', place,
                now() - number * interval '1 minute', now()
         FROM made",
    )
    .execute(conn)
    .await
    .unwrap();
}

#[tokio::test]
async fn the_default_lists_are_answered_by_indexes() {
    let world = World::new().await;
    let mut conn = world.db.raw().await;
    fill(&mut conn).await;
    for resource in [
        &*identity::users::list::USERS,
        &identity::organizations::list::ORGANIZATIONS,
        &identity::audit::list::AUDIT_ENTRIES,
    ] {
        kit::testing::default_query_uses_an_index(&mut conn, resource).await;
    }
}

#[tokio::test]
async fn a_search_is_answered_by_indexes() {
    let world = World::new().await;
    let mut conn = world.db.raw().await;
    fill(&mut conn).await;
    for (resource, fields) in [
        (&*identity::users::list::USERS, ["email", "name"]),
        (&identity::organizations::list::ORGANIZATIONS, ["name", "domain"]),
    ] {
        kit::testing::search_uses_indexes(&mut conn, resource, &fields, "nobody at all").await;
    }
}
