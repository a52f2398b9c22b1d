//! A personal organization becomes a team and a team of one becomes personal; members come without an invitation.

use std::time::Duration;

use crate::world::World;
use crate::world::teams::TestUser;
use kit::error::{ErrorCode, Problem};
use kit::testing::as_administrator;
use proto::identity::v1::{
    AddOrganizationMemberRequest, AuditAction, AuditEntry, InvitationRevoked, MembershipCreated,
    MembershipRole, Organization, OrganizationCreated, OrganizationRemoved, OrganizationScope,
    PlanType, SetOrganizationPlanRequest, SetOrganizationScopeRequest, UserUpdated,
};
use proto::query::v1::{Filter, Operator, Query, QueryValue};

use MembershipRole::{Member, Owner};
use OrganizationScope::{Personal, Team};

const USER: &str = "ada@harbour.example";
const CALLED: &str = "Harbour (sample)";

struct Fixture {
    world: World,
    actor: String,
    user: TestUser,
    home: String,
}

impl Fixture {
    async fn new() -> Self {
        let mut world = World::new().await;
        let actor = world.administrator("root@example.com").await;
        let user = world.test_user(USER).await;
        let home = world.user(&user.token).await.organization.unwrap().id;
        Self { world, actor, user, home }
    }

    async fn set(
        &self,
        id: &str,
        scope: impl Into<i32>,
        name: Option<&str>,
    ) -> Result<Option<String>, Problem> {
        let request = SetOrganizationScopeRequest {
            id: id.to_owned(),
            scope: scope.into(),
            name: name.map(str::to_owned),
        };
        let answer = as_administrator(
            &self.actor,
            self.world.administration.clone().set_organization_scope(request),
        )
        .await;
        answer.map(|answer| answer.into_inner().user_id).map_err(Problem::from)
    }

    async fn refused(&self, id: &str) -> String {
        self.set(id, Personal, None).await.unwrap_err().reason.to_string()
    }

    async fn add(&self, id: &str, email: &str, role: MembershipRole) -> Result<String, Problem> {
        let request = AddOrganizationMemberRequest {
            id: id.to_owned(),
            email: email.to_owned(),
            role: role.into(),
        };
        let answer = as_administrator(
            &self.actor,
            self.world.administration.clone().add_organization_member(request),
        )
        .await;
        answer.map(|answer| answer.into_inner().user_id).map_err(Problem::from)
    }

    async fn set_plan(&self, id: &str, plan: PlanType) {
        let request =
            SetOrganizationPlanRequest { id: id.to_owned(), plan: plan.into(), ends_at: None };
        as_administrator(
            &self.actor,
            self.world.administration.clone().set_organization_plan(request),
        )
        .await
        .unwrap();
    }

    async fn history(&self, organization: &str) -> Vec<AuditEntry> {
        let filter = Filter {
            operator: Operator::Equals.into(),
            field: Some("organization_id".to_owned()),
            value: Some(QueryValue::text(organization)),
            filters: vec![],
        };
        let query = Query { filter: Some(filter), ..Query::default() };
        let answer = as_administrator(
            &self.actor,
            self.world.administration.clone().list_audit_entries(query),
        )
        .await;
        answer.unwrap().into_inner().results
    }

    /// The organization of an id among those of the user, and all of one scope.
    async fn places(&mut self, scope: OrganizationScope) -> Vec<Organization> {
        let user = self.world.user(&self.user.token).await;
        let places = user.memberships.into_iter().map(|place| place.organization.unwrap());
        places.filter(|place| place.scope() == scope).collect()
    }

    async fn works_in(&mut self) -> String {
        self.world.user(&self.user.token).await.organization.unwrap().id
    }
}

fn changes(entry: &AuditEntry) -> Vec<(&str, String, String)> {
    let changes = entry.changes.iter();
    changes.map(|one| (one.field.as_str(), one.before.join("+"), one.after.join("+"))).collect()
}

#[tokio::test]
async fn a_personal_organization_becomes_a_team_and_its_user_gets_a_new_one() {
    let mut fixture = Fixture::new().await;
    let home = fixture.home.clone();
    fixture.set_plan(&home, PlanType::PremiumAllAccess).await;
    let before = fixture.world.events::<UserUpdated>().await.len();
    let changed = fixture.set(&home, Team, Some(CALLED)).await.unwrap();
    assert_eq!(changed.as_deref(), Some(fixture.user.id.as_str()));

    let team = fixture.places(Team).await.remove(0);
    assert_eq!((team.id.as_str(), team.name.as_str()), (home.as_str(), CALLED));
    assert_eq!(team.plan.unwrap().r#type(), PlanType::PremiumAllAccess, "the plan stays with it");
    assert_eq!(fixture.works_in().await, home);
    assert_eq!(fixture.world.members(&fixture.user, &home).await.unwrap()[0].role(), Owner);
    let personal = fixture.places(Personal).await;
    assert_eq!(personal.len(), 1);
    assert_eq!(personal[0].name, USER);
    assert_eq!(personal[0].plan.as_ref().unwrap().r#type(), PlanType::Free);
    let news = fixture.world.events::<OrganizationCreated>().await.pop().unwrap();
    assert_eq!((&news.organization_id, &news.owner_id), (&personal[0].id, &fixture.user.id));
    assert_eq!(fixture.world.events::<UserUpdated>().await.len(), before + 1);

    let entry = fixture.history(&home).await.remove(0);
    assert_eq!(entry.action(), AuditAction::OrganizationScopeChanged);
    assert_eq!(entry.actor_id.as_deref(), Some(fixture.actor.as_str()));
    assert_eq!(entry.user_email.as_deref(), Some(USER));
    let scope = ("scope", "personal".to_owned(), "team".to_owned());
    assert_eq!(changes(&entry), [scope, ("name", USER.to_owned(), CALLED.to_owned())]);
    let entry = fixture.history(&personal[0].id).await.remove(0);
    assert_eq!(entry.action(), AuditAction::OrganizationCreated);

    // It is so already: nothing is written.
    assert_eq!(fixture.set(&home, Team, Some("Other (sample)")).await.unwrap(), None);
    assert_eq!(fixture.history(&home).await.len(), 2);
}

#[tokio::test]
async fn a_user_who_leaves_the_converted_team_returns_to_the_new_personal_organization() {
    let mut fixture = Fixture::new().await;
    let home = fixture.home.clone();
    fixture.set(&home, Team, Some(CALLED)).await.unwrap();
    let other = fixture.world.test_user("bo@quay.example").await;
    fixture.add(&home, &other.email, Owner).await.unwrap();
    fixture.world.leave(&fixture.user, &home).await.unwrap();
    let personal = fixture.places(Personal).await.remove(0).id;
    assert_eq!(fixture.works_in().await, personal);
    assert_ne!(personal, home);
}

#[tokio::test]
async fn the_way_back_leaves_everything_as_it_was() {
    let mut fixture = Fixture::new().await;
    let home = fixture.home.clone();
    fixture.set(&home, Team, Some(CALLED)).await.unwrap();
    let between = fixture.places(Personal).await.remove(0).id;
    fixture.world.switch(&fixture.user, &between).await.unwrap();
    let changed = fixture.set(&home, Personal, None).await.unwrap();
    assert_eq!(changed.as_deref(), Some(fixture.user.id.as_str()));

    let user = fixture.world.user(&fixture.user.token).await;
    assert_eq!(user.memberships.len(), 1);
    let place = user.organization.unwrap();
    assert_eq!((place.id.as_str(), place.name.as_str()), (home.as_str(), USER));
    assert_eq!((place.scope(), place.domain), (Personal, None));
    let gone = OrganizationRemoved { organization_id: between.clone() };
    assert_eq!(fixture.world.events::<OrganizationRemoved>().await, [gone]);
    let history = fixture.history(&between).await;
    let actions: Vec<_> = history.iter().map(AuditEntry::action).collect();
    assert_eq!(actions, [AuditAction::OrganizationRemoved, AuditAction::OrganizationCreated]);
    assert_eq!(changes(&history[0]), [("scope", "personal".to_owned(), String::new())]);
}

#[tokio::test]
async fn a_team_cannot_become_personal_while_others_depend_on_it() {
    let mut fixture = Fixture::new().await;
    let user = fixture.user.clone();
    let team = fixture.world.create_team(&user, CALLED).await.unwrap();
    fixture.world.claim(&user, &team, "quay.example").await.unwrap();
    assert_eq!(fixture.refused(&team).await, "team_of_domain");
    fixture.world.withdraw_domain(&user, &team).await.unwrap();
    fixture.world.invite(&user, &team, "bo@quay.example").await.unwrap();
    assert_eq!(fixture.refused(&team).await, "invitations_open");
    let token = fixture.world.mailed_token();
    let other = fixture.world.test_user("bo@quay.example").await;
    fixture.world.accept(&other, &token).await.unwrap();
    assert_eq!(fixture.refused(&team).await, "team_of_several");
    fixture.world.leave(&other, &team).await.unwrap();
    fixture.set_plan(&fixture.home, PlanType::PremiumPrivateCredit).await;
    assert_eq!(fixture.refused(&team).await, "personal_plan");
    assert_eq!(fixture.places(Personal).await[0].id, fixture.home, "a refusal changes nothing");

    // An invitation that nobody can answer any more is none.
    fixture.set_plan(&fixture.home, PlanType::Free).await;
    fixture.world.invite(&user, &team, "cy@quay.example").await.unwrap();
    fixture.world.clock.advance(Duration::from_hours(8 * 24));
    fixture.set(&team, Personal, None).await.unwrap();
    let places = fixture.places(Personal).await;
    assert_eq!(places.iter().map(|place| place.id.as_str()).collect::<Vec<_>>(), [team.as_str()]);
    assert!(fixture.places(Team).await.is_empty());
}

#[tokio::test]
async fn a_scope_and_a_name_are_checked_and_only_administrators_set_them() {
    let mut fixture = Fixture::new().await;
    let home = fixture.home.clone();
    for scope in [0, 3, -1] {
        let refused = fixture.set(&home, scope, None).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::Invalid);
    }
    let refused = fixture.set(&home, Team, Some("see https://evil.test")).await.unwrap_err();
    assert_eq!(&*refused.reason, "team_name_refused");
    for nobody in ["", "x", &kit::id::new().to_string()] {
        let refused = fixture.set(nobody, Team, None).await.unwrap_err();
        assert_eq!(&*refused.reason, "organization_not_found");
    }
    let administrator = std::mem::replace(&mut fixture.actor, fixture.user.id.clone());
    let refused = fixture.set(&home, Team, None).await.unwrap_err();
    assert_eq!((refused.code, &*refused.reason), (ErrorCode::Forbidden, "role_required"));
    let refused = fixture.add(&home, "root@example.com", Member).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Forbidden);
    fixture.actor = administrator;
    assert!(fixture.history(&home).await.is_empty());
}

#[tokio::test]
async fn two_changes_of_one_scope_at_once_leave_one_personal_organization() {
    let mut fixture = Fixture::new().await;
    let user = fixture.user.clone();
    let first = fixture.world.create_team(&user, "First (sample)").await.unwrap();
    let second = fixture.world.create_team(&user, "Second (sample)").await.unwrap();
    let (one, other) =
        tokio::join!(fixture.set(&first, Personal, None), fixture.set(&second, Personal, None));
    assert!(one.is_ok() || other.is_ok());
    assert_eq!(fixture.places(Personal).await.len(), 1);
}

#[tokio::test]
async fn a_user_is_added_without_an_invitation() {
    let mut fixture = Fixture::new().await;
    let user = fixture.user.clone();
    let team = fixture.world.create_team(&user, CALLED).await.unwrap();
    let other = fixture.world.test_user("bo@quay.example").await;
    fixture.world.invite(&user, &team, &other.email).await.unwrap();
    let before = fixture.world.events::<UserUpdated>().await.len();
    assert_eq!(fixture.add(&team, " Bo@Quay.Example ", Owner).await.unwrap(), other.id);
    let places = fixture.world.places(&other).await;
    assert_eq!(places.last().unwrap(), &(CALLED.to_owned(), Owner));
    assert_eq!(places[0].0, other.email, "they go on where they were");
    let news = fixture.world.events::<MembershipCreated>().await.pop().unwrap();
    assert_eq!((&news.user_id, news.role()), (&other.id, Owner));
    assert_eq!(fixture.world.events::<UserUpdated>().await.len(), before + 1);
    assert_eq!(fixture.world.events::<InvitationRevoked>().await.len(), 1, "it is done with");
    let entry = fixture.history(&team).await.remove(0);
    assert_eq!(entry.action(), AuditAction::OrganizationMemberAdded);
    assert_eq!(entry.user_email.as_deref(), Some("bo@quay.example"));
    assert_eq!(changes(&entry), [("role", String::new(), "owner".to_owned())]);

    let refused = fixture.add(&team, &other.email, Member).await.unwrap_err();
    assert_eq!((refused.code, &*refused.reason), (ErrorCode::AlreadyExists, "already_member"));
    for nobody in ["cy@quay.example", "", "bo"] {
        let refused = fixture.add(&team, nobody, Member).await.unwrap_err();
        assert_eq!((refused.code, &*refused.reason), (ErrorCode::NotFound, "address_unknown"));
    }
    let refused = fixture.add(&fixture.home, &other.email, Member).await.unwrap_err();
    assert_eq!(&*refused.reason, "personal_organization");
    assert_eq!(fixture.history(&team).await.len(), 1);
}

#[tokio::test]
async fn a_removed_member_can_be_added_and_an_unverified_address_cannot() {
    let mut fixture = Fixture::new().await;
    let user = fixture.user.clone();
    let team = fixture.world.create_team(&user, CALLED).await.unwrap();
    let other = fixture.world.test_user("bo@harbour.example").await;
    fixture.world.open_to_domain(&user, &team).await.unwrap();
    fixture.world.join(&other, &team).await.unwrap();
    fixture.world.remove(&user, &team, &other).await.unwrap();
    fixture.add(&team, &other.email, Member).await.unwrap();
    fixture.world.leave(&other, &team).await.unwrap();
    fixture.world.join(&other, &team).await.unwrap();

    fixture.world.leave(&other, &team).await.unwrap();
    sqlx::query("UPDATE users SET email_verified_at = NULL WHERE email = $1")
        .bind(&other.email)
        .execute(&mut fixture.world.db.raw().await)
        .await
        .unwrap();
    let refused = fixture.add(&team, &other.email, Member).await.unwrap_err();
    assert_eq!((refused.code, &*refused.reason), (ErrorCode::Precondition, "account_unverified"));
}
