//! Changes of users by administrators: permissions, safeguards and audit entries.

use crate::world::World;
use kit::error::{ErrorCode, Problem};
use kit::testing::as_administrator;
use proto::identity::v1::{
    AuditAction, AuditEntry, DeactivateUserRequest, EndUserSessionsRequest, Feature,
    GetUserRequest, ListUserSessionsRequest, ReactivateUserRequest, Role, SessionRevoked,
    SetUserFeaturesRequest, SetUserRoleRequest, UserDeactivated, UserDetail, UserReactivated,
};
use proto::query::v1::{Filter, Operator, Query, QueryValue, Sort, SortDirection};

const ROOT: &str = "root@example.com";
const USER: &str = "user@example.com";

/// An administrator and another user, both signed in.
struct Fixture {
    world: World,
    actor: String,
    token: String,
    user: String,
}

impl Fixture {
    async fn new() -> Self {
        let mut world = World::new().await;
        let actor = world.administrator(ROOT).await;
        let token = world.sign_in(USER).await;
        let user = world.user(&token).await.id;
        Self { world, actor, token, user }
    }

    async fn set_role(&mut self, actor: &str, id: &str, role: i32) -> Result<(), Problem> {
        let request = SetUserRoleRequest { id: id.to_owned(), role };
        let answer =
            as_administrator(actor, self.world.administration.set_user_role(request)).await;
        answer.map(drop).map_err(Problem::from)
    }

    async fn set_features(&mut self, id: &str, features: Vec<i32>) -> Result<(), Problem> {
        let request = SetUserFeaturesRequest { id: id.to_owned(), features };
        let answer =
            as_administrator(&self.actor, self.world.administration.set_user_features(request))
                .await;
        answer.map(drop).map_err(Problem::from)
    }

    async fn deactivate(&mut self, actor: &str, id: &str) -> Result<i32, Problem> {
        let note = Some(" Left the firm ".to_owned());
        let request = DeactivateUserRequest { id: id.to_owned(), note };
        let answer =
            as_administrator(actor, self.world.administration.deactivate_user(request)).await;
        answer.map(|answer| answer.into_inner().ended).map_err(Problem::from)
    }

    async fn reactivate(&mut self, id: &str) -> Result<(), Problem> {
        let request = ReactivateUserRequest { id: id.to_owned(), note: None };
        let answer =
            as_administrator(&self.actor, self.world.administration.reactivate_user(request)).await;
        answer.map(drop).map_err(Problem::from)
    }

    async fn end_sessions(&mut self, id: &str, session_id: Option<&str>) -> Result<i32, Problem> {
        let session_id = session_id.map(str::to_owned);
        let request = EndUserSessionsRequest { id: id.to_owned(), session_id };
        let answer =
            as_administrator(&self.actor, self.world.administration.end_user_sessions(request))
                .await;
        answer.map(|answer| answer.into_inner().ended).map_err(Problem::from)
    }

    async fn get(&mut self, id: &str) -> Result<UserDetail, Problem> {
        let request = GetUserRequest { id: id.to_owned() };
        let answer =
            as_administrator(&self.actor, self.world.administration.get_user(request)).await;
        answer.map(tonic::Response::into_inner).map_err(Problem::from)
    }

    async fn history(&mut self, id: &str) -> Vec<AuditEntry> {
        let query = asking("user_id", Operator::Equals, QueryValue::text(id));
        as_administrator(&self.actor, self.world.administration.list_audit_entries(query))
            .await
            .unwrap()
            .into_inner()
            .results
    }

    async fn found(&mut self, query: Query) -> Vec<String> {
        let answer = as_administrator(&self.actor, self.world.administration.list_users(query))
            .await
            .unwrap()
            .into_inner();
        answer.results.into_iter().map(|user| user.email).collect()
    }
}

fn asking(field: &str, operator: Operator, value: QueryValue) -> Query {
    let filter = Filter {
        operator: operator.into(),
        field: Some(field.to_owned()),
        value: Some(value),
        filters: vec![],
    };
    Query { filter: Some(filter), ..Query::default() }
}

fn changes(entry: &AuditEntry) -> Vec<(String, String, String)> {
    entry
        .changes
        .iter()
        .map(|change| (change.field.clone(), change.before.join("+"), change.after.join("+")))
        .collect()
}

fn change(field: &str, before: &str, after: &str) -> (String, String, String) {
    (field.to_owned(), before.to_owned(), after.to_owned())
}

#[tokio::test]
async fn every_change_has_an_audit_entry_with_actor_time_before_and_after() {
    let mut fixture = Fixture::new().await;
    let (actor, user) = (fixture.actor.clone(), fixture.user.clone());
    let keys = i32::from(Feature::EnableApiKeys);
    let downloads = i32::from(Feature::EnableDataDownloads);
    fixture.set_features(&user, vec![keys, keys, downloads]).await.unwrap();
    assert_eq!(fixture.world.user(&fixture.token.clone()).await.features, [downloads, keys]);
    fixture.set_role(&actor, &user, Role::Admin.into()).await.unwrap();
    assert_eq!(fixture.world.user(&fixture.token.clone()).await.role(), Role::Admin);

    let history = fixture.history(&user).await;
    let actions: Vec<_> = history.iter().map(AuditEntry::action).collect();
    assert_eq!(actions, [AuditAction::UserRoleChanged, AuditAction::UserFeaturesChanged]);
    assert_eq!(changes(&history[0]), [change("role", "CUSTOMER", "ADMIN")]);
    let features = "enable-data-downloads+enable-api-keys";
    assert_eq!(changes(&history[1]), [change("features", "", features)]);
    for entry in &history {
        assert_eq!(entry.actor_id.as_deref(), Some(actor.as_str()));
        assert_eq!(entry.actor_email.as_deref(), Some(ROOT));
        assert_eq!(entry.user_email.as_deref(), Some(USER));
        assert_eq!(entry.made_at, kit::clock::milliseconds(fixture.world.now()));
    }

    // Setting the present value is no change.
    fixture.set_role(&actor, &user, Role::Admin.into()).await.unwrap();
    fixture.set_features(&user, vec![downloads, keys]).await.unwrap();
    assert_eq!(fixture.history(&user).await.len(), 2);
}

#[tokio::test]
async fn changes_by_the_settings_have_entries_without_an_actor() {
    let mut world = World::with(&[("ADMIN_EMAILS", ROOT)]).await;
    let token = world.sign_in(ROOT).await;
    let user = world.user(&token).await.id;
    let mut fixture = Fixture { actor: user.clone(), token, user: user.clone(), world };
    let history = fixture.history(&user).await;
    assert_eq!(changes(&history[0]), [change("role", "CUSTOMER", "ADMIN")]);
    assert_eq!((&history[0].actor_id, &history[0].actor_email), (&None, &None));
}

#[tokio::test]
async fn the_history_cannot_be_rewritten() {
    let mut fixture = Fixture::new().await;
    let user = fixture.user.clone();
    fixture.set_features(&user, vec![Feature::EnableApiKeys.into()]).await.unwrap();
    for statement in [
        "UPDATE audit_entries SET actor_email = 'nobody'",
        "DELETE FROM audit_entries",
        "TRUNCATE audit_entries",
    ] {
        let refused = sqlx::query(statement).execute(&mut fixture.world.db.raw().await).await;
        assert!(refused.unwrap_err().to_string().contains("never changed"), "{statement}");
    }
    assert_eq!(fixture.history(&user).await.len(), 1);
}

#[tokio::test]
async fn only_an_active_administrator_changes_anything() {
    let mut fixture = Fixture::new().await;
    let (actor, user) = (fixture.actor.clone(), fixture.user.clone());
    let second = fixture.world.administrator("second@example.com").await;
    fixture.deactivate(&actor, &second).await.unwrap();
    let unknown = kit::id::new().to_string();
    for stranger in [user.as_str(), second.as_str(), unknown.as_str(), "", "me"] {
        let refused = fixture.set_role(stranger, &user, Role::Admin.into()).await.unwrap_err();
        assert_eq!((refused.code, &*refused.reason), (ErrorCode::Forbidden, "role_required"));
        let refused = fixture.deactivate(stranger, &actor).await.unwrap_err();
        assert_eq!(&*refused.reason, "role_required", "{stranger}");
    }
    assert!(fixture.history(&user).await.is_empty());
    assert!(fixture.history(&actor).await.is_empty());
}

#[tokio::test]
async fn administrators_cannot_lock_themselves_out_and_one_always_remains() {
    let mut fixture = Fixture::new().await;
    let actor = fixture.actor.clone();
    let refused = fixture.set_role(&actor, &actor, Role::Customer.into()).await.unwrap_err();
    assert_eq!((refused.code, &*refused.reason), (ErrorCode::Precondition, "last_administrator"));
    assert_eq!(
        &*fixture.deactivate(&actor, &actor).await.unwrap_err().reason,
        "last_administrator"
    );

    let second = fixture.world.administrator("second@example.com").await;
    let refused = fixture.set_role(&actor, &actor, Role::Customer.into()).await.unwrap_err();
    assert_eq!(&*refused.reason, "own_account");
    assert_eq!(&*fixture.deactivate(&actor, &actor).await.unwrap_err().reason, "own_account");
    assert_eq!(&*fixture.end_sessions(&actor, None).await.unwrap_err().reason, "own_account");

    // Two who would end each other: one of them comes too late.
    let demote = |actor: &str, id: &str| {
        let mut administration = fixture.world.administration.clone();
        let (id, actor) = (id.to_owned(), actor.to_owned());
        let request = SetUserRoleRequest { id, role: Role::Customer.into() };
        async move {
            let answer = as_administrator(&actor, administration.set_user_role(request)).await;
            answer.map_err(Problem::from)
        }
    };
    let (first, other) = tokio::join!(demote(&actor, &second), demote(&second, &actor));
    assert_eq!(&*first.and(other).unwrap_err().reason, "role_required");
}

#[tokio::test]
async fn a_deactivated_user_is_out_at_once_and_cannot_come_in() {
    let mut fixture = Fixture::new().await;
    let (actor, user, token) = (fixture.actor.clone(), fixture.user.clone(), fixture.token.clone());
    let other = fixture.world.sign_in(USER).await;
    let waiting = fixture.world.link(USER).await;
    assert_eq!(fixture.deactivate(&actor, &user).await.unwrap(), 2);
    assert_eq!(fixture.world.session(&token).await, None);
    assert_eq!(fixture.world.session(&other).await, None);
    let revoked = fixture.world.events::<SessionRevoked>().await;
    assert_eq!(revoked.iter().filter(|event| event.user_id == user).count(), 2);
    let news = [UserDeactivated { user_id: user.clone() }];
    assert_eq!(fixture.world.events::<UserDeactivated>().await, news);

    // Neither the link that was under way nor a new one; asking for it looks as it always does.
    let refused = fixture.world.visit(&waiting).await.unwrap_err();
    assert_eq!((refused.code, &*refused.reason), (ErrorCode::Forbidden, "account_deactivated"));
    let link = fixture.world.link(USER).await;
    let refused = fixture.world.visit(&link).await.unwrap_err();
    assert_eq!(&*refused.reason, "account_deactivated");

    let detail = fixture.get(&user).await.unwrap().user.unwrap();
    assert_eq!(detail.deactivated_at, Some(kit::clock::milliseconds(fixture.world.now())));
    let entry = fixture.history(&user).await.remove(0);
    assert_eq!(entry.note.as_deref(), Some("Left the firm"));
    let state = change("state", "active", "deactivated");
    assert_eq!(changes(&entry), [state, change("sessions", "2", "0")]);
    assert_eq!(fixture.deactivate(&actor, &user).await.unwrap(), 0, "it is so already");
    assert_eq!(fixture.history(&user).await.len(), 1);

    fixture.reactivate(&user).await.unwrap();
    fixture.reactivate(&user).await.unwrap();
    assert_eq!(
        fixture.world.events::<UserReactivated>().await,
        [UserReactivated { user_id: user.clone() }]
    );
    let token = fixture.world.sign_in(USER).await;
    assert_eq!(fixture.world.user(&token).await.id, user, "what they had is there again");
    assert_eq!(fixture.history(&user).await[0].action(), AuditAction::UserReactivated);
}

#[tokio::test]
async fn a_sign_in_at_the_moment_of_deactivation_leaves_no_session() {
    let mut fixture = Fixture::new().await;
    let (actor, user) = (fixture.actor.clone(), fixture.user.clone());
    for round in 0..8 {
        let link = fixture.world.link(USER).await;
        let mut administration = fixture.world.administration.clone();
        let request = DeactivateUserRequest { id: user.clone(), note: None };
        let deactivation = as_administrator(&actor, administration.deactivate_user(request));
        let (_, deactivated) = tokio::join!(fixture.world.visit(&link), deactivation);
        deactivated.unwrap();
        let request = ListUserSessionsRequest { id: user.clone() };
        let listed = administration.list_user_sessions(request);
        let left = as_administrator(&actor, listed).await.unwrap().into_inner();
        assert_eq!(left.results, [], "{round}");
        fixture.reactivate(&user).await.unwrap();
    }
}

#[tokio::test]
async fn sessions_of_another_end_one_by_one_or_together() {
    let mut fixture = Fixture::new().await;
    let (user, token) = (fixture.user.clone(), fixture.token.clone());
    let first = fixture.world.session(&token).await.unwrap().id;
    let second = fixture.world.sign_in(USER).await;
    let third = fixture.world.sign_in(USER).await;
    assert_eq!(fixture.end_sessions(&user, Some(&first)).await.unwrap(), 1);
    assert_eq!(fixture.world.session(&token).await, None);
    assert!(fixture.world.session(&second).await.is_some());
    assert_eq!(fixture.end_sessions(&user, None).await.unwrap(), 2);
    assert_eq!(fixture.world.session(&third).await, None);
    let entries: Vec<_> = fixture.history(&user).await.iter().map(changes).collect();
    assert_eq!(entries, [[change("sessions", "2", "0")], [change("sessions", "3", "2")]]);

    assert_eq!(fixture.end_sessions(&user, None).await.unwrap(), 0);
    for unknown in [first.as_str(), "x"] {
        let refused = fixture.end_sessions(&user, Some(unknown)).await.unwrap_err();
        assert_eq!(&*refused.reason, "session_not_found");
    }
    assert_eq!(fixture.history(&user).await.len(), 2);
}

#[tokio::test]
async fn administrators_see_the_complete_user() {
    let mut fixture = Fixture::new().await;
    let (actor, user) = (fixture.actor.clone(), fixture.user.clone());
    fixture.set_features(&user, vec![Feature::EnableApiKeys.into()]).await.unwrap();
    fixture.set_role(&actor, &user, Role::Admin.into()).await.unwrap();
    let detail = fixture.get(&user).await.unwrap();
    let entry = detail.user.unwrap();
    assert_eq!((entry.email.as_str(), entry.role(), entry.sessions), (USER, Role::Admin, 1));
    assert_eq!(entry.features.len(), 7, "the role brings all");
    assert_eq!(detail.own_features, [i32::from(Feature::EnableApiKeys)]);
    assert!(entry.email_verified && detail.email_verified_at.is_some());
    assert_eq!(detail.memberships.len(), 1);
    assert!(detail.memberships[0].active);
    assert_eq!(detail.accounts, []);
}

#[tokio::test]
async fn wrong_input_is_refused_and_changes_nothing() {
    let mut fixture = Fixture::new().await;
    let (actor, user) = (fixture.actor.clone(), fixture.user.clone());
    for role in [0, 3, -1] {
        let refused = fixture.set_role(&actor, &user, role).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::Invalid);
    }
    for feature in [0, 8, i32::MAX] {
        let refused = fixture.set_features(&user, vec![feature]).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::Invalid);
    }
    for unknown in ["", "x", "' OR 1=1", &kit::id::new().to_string()] {
        let refused = [
            fixture.set_role(&actor, unknown, Role::Admin.into()).await.unwrap_err(),
            fixture.set_features(unknown, vec![]).await.unwrap_err(),
            fixture.deactivate(&actor, unknown).await.unwrap_err(),
            fixture.reactivate(unknown).await.unwrap_err(),
            fixture.end_sessions(unknown, None).await.unwrap_err(),
            fixture.get(unknown).await.unwrap_err(),
        ];
        for problem in refused {
            assert_eq!((problem.code, &*problem.reason), (ErrorCode::NotFound, "user_not_found"));
        }
    }
    for note in ["a\0b".to_owned(), "x".repeat(501)] {
        let request = DeactivateUserRequest { id: user.clone(), note: Some(note) };
        let call = fixture.world.administration.deactivate_user(request);
        let refused = as_administrator(&actor, call).await.unwrap_err();
        assert_eq!(Problem::from(refused).code, ErrorCode::Invalid);
    }
    assert!(fixture.history(&user).await.is_empty());
}

#[tokio::test]
async fn users_are_searched_filtered_sorted_and_paged() {
    let mut fixture = Fixture::new().await;
    let (actor, user) = (fixture.actor.clone(), fixture.user.clone());
    for name in ["per%cent_@example.com", "zoe@example.com"] {
        fixture.world.sign_in(name).await;
    }
    fixture.deactivate(&actor, &user).await.unwrap();
    let newest = ["zoe@example.com", "per%cent_@example.com", USER, ROOT];
    assert_eq!(fixture.found(Query::default()).await, newest);
    let contains = |text: &str| asking("email", Operator::Ilike, QueryValue::text(text));
    assert_eq!(fixture.found(contains("%R\\%C%")).await, ["per%cent_@example.com"]);
    assert_eq!(fixture.found(contains("%\\_@%")).await, ["per%cent_@example.com"]);
    let is = |field: &str, value: &str| asking(field, Operator::Equals, QueryValue::text(value));
    assert_eq!(fixture.found(is("role", "ADMIN")).await, [ROOT]);
    assert_eq!(fixture.found(is("state", "deactivated")).await, [USER]);
    assert_eq!(fixture.found(is("features", "enable-api-keys")).await, [ROOT], "by the role");
    let by_email = Sort { field: "email".to_owned(), direction: SortDirection::Asc.into() };
    let sorted = Query { sort: Some(by_email), ..Query::default() };
    let expected = ["per%cent_@example.com", ROOT, USER, "zoe@example.com"];
    assert_eq!(fixture.found(sorted).await, expected);

    let wrong = is("password", "x");
    let call = fixture.world.administration.list_users(wrong);
    let refused = as_administrator(&actor, call).await.unwrap_err();
    assert_eq!(&*Problem::from(refused).reason, "field_unknown");
}

#[tokio::test]
async fn every_declared_field_of_the_lists_can_be_queried() {
    let fixture = Fixture::new().await;
    let mut conn = fixture.world.db.raw().await;
    kit::testing::resource(&mut conn, &identity::users::list::USERS).await;
    kit::testing::resource(&mut conn, &identity::organizations::list::ORGANIZATIONS).await;
    kit::testing::resource(&mut conn, &identity::audit::list::AUDIT_ENTRIES).await;
}
