//! The erasure of an account: what it removes, what outlasts it, and who may not request it.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::account_data::{EXPORTED, ME, OTHER, cancel, request, two};
use crate::world::teams::TestUser;
use crate::world::{self, World, newest_mail};
use identity::erasure::job;
use kit::error::ErrorCode;
use kit::testing::{as_administrator, eventually};
use proto::identity::v1::{
    DeactivateUserRequest, MembershipRole, OrganizationRemoved, Role, SetUserRoleRequest,
    UserErased,
};
use sqlx::AssertSqlSafe;

const GRACE: Duration = Duration::from_hours(7 * 24);

async fn count(world: &World, statement: String) -> i64 {
    let mut raw = world.db.raw().await;
    sqlx::query_scalar(AssertSqlSafe(statement)).fetch_one(&mut raw).await.unwrap()
}

/// Requests the erasure and carries it out.
async fn erase(world: &mut World, of: &TestUser) {
    request(world, of).await.unwrap();
    world.clock.advance(GRACE);
    assert_eq!(job::erase_due(&world.ctx).await.unwrap(), 1);
}

#[tokio::test]
async fn an_account_is_erased_within_a_minute_of_its_date() {
    let mut world = World::new().await;
    let bus = kit::testing::bus(&world.app);
    kit::outbox::relay(&world.app, world.ctx.db.clone(), (*bus).clone());
    job::start(&world.app, world.ctx.clone());
    let (me, other) = two(&mut world).await;
    let elsewhere = world.sign_in(ME).await;
    let due_at = request(&mut world, &me).await.unwrap();
    assert_eq!(due_at, world.clock.now_milliseconds() + GRACE.as_millis() as i64);
    assert!(world.session(&elsewhere).await.is_none(), "all other sessions end at once");
    assert_eq!(world.user(&me.token).await.erasure_due_at, Some(due_at));
    let mail = newest_mail(world.mails.path());
    world::check_contents(&mail, "will be erased on");

    world.clock.advance(GRACE.saturating_sub(Duration::from_secs(1)));
    assert_eq!(job::erase_due(&world.ctx).await.unwrap(), 0, "not a moment too early");
    world.clock.advance(Duration::from_secs(1));
    let began = Instant::now();
    eventually("the event is on the bus", || async {
        bus.events::<UserErased>().await.iter().any(|erased| erased.event.user_id == me.id)
    })
    .await;
    assert!(began.elapsed() < Duration::from_mins(1), "{:?}", began.elapsed());

    for (column, _) in EXPORTED {
        let (table, name) = column.split_once('.').unwrap();
        let value = if name.contains("email") { ME } else { me.id.as_str() };
        let statement =
            format!("SELECT count(*) FROM {table} WHERE {name}::text IN ('{value}', 'Ada Quill')");
        assert_eq!(count(&world, statement).await, 0, "{column}");
    }
    assert!(world.session(&me.token).await.is_none());
    assert_eq!(world.user(&other.token).await.email, OTHER, "others stay");
    eventually("the last mail is sent", || async {
        newest_mail(world.mails.path()).contains("was erased, as you requested")
    })
    .await;
    kit::testing::outbox_sent(&world.ctx.db).await;
    assert!(kit::testing::dead_letters(&bus).await.is_empty());
}

#[tokio::test]
async fn an_administrator_of_the_settings_who_was_erased_is_none_again() {
    let mut world = World::with(&[("ADMIN_EMAILS", ME)]).await;
    let me = world.test_user(ME).await;
    assert_eq!(world.user(&me.token).await.role(), Role::Admin);
    let actor = world.administrator("actor@example.com").await;
    let request = SetUserRoleRequest { id: me.id.clone(), role: Role::Customer.into() };
    as_administrator(&actor, world.administration.set_user_role(request)).await.unwrap();
    erase(&mut world, &me).await;
    let mail = newest_mail(world.mails.path());
    world::check_contents(&mail, "You can sign up again at any time");

    let again = world.sign_in(ME).await;
    let seen = world.user(&again).await;
    assert_ne!(seen.id, me.id);
    assert_eq!(seen.role(), Role::Customer, "the demotion holds");
}

#[tokio::test]
async fn a_deactivation_outlasts_an_erasure_that_was_requested_before() {
    let mut world = World::with(&[("ADMIN_EMAILS", ME)]).await;
    let me = world.test_user(ME).await;
    let actor = world.administrator("actor@example.com").await;
    request(&mut world, &me).await.unwrap();
    let deactivation = DeactivateUserRequest { id: me.id.clone(), note: None };
    as_administrator(&actor, world.administration.deactivate_user(deactivation)).await.unwrap();
    world.clock.advance(GRACE);
    assert_eq!(job::erase_due(&world.ctx).await.unwrap(), 1, "the erasure is carried out");
    let mail = newest_mail(world.mails.path());
    world::check_contents(&mail, "had been deactivated");
    let kept = format!("SELECT count(*) FROM erased_users WHERE erased_users::text LIKE '%{ME}%'");
    assert_eq!(count(&world, kept).await, 0, "the address itself is gone");

    let link = world.link(ME).await;
    let refusal = world.visit(&link).await.unwrap_err();
    assert_eq!((refusal.code, &*refusal.reason), (ErrorCode::Forbidden, "account_deactivated"));
    assert_eq!(world.user_count().await, 1, "there is the actor alone");

    // The operator admits the address again, as the README says. It stays decided.
    let admission = format!(
        "UPDATE erased_users SET deactivated_at = NULL
         WHERE decided_address = sha256(convert_to('{ME}', 'UTF8'))"
    );
    sqlx::query(AssertSqlSafe(admission)).execute(&mut world.db.raw().await).await.unwrap();
    let again = world.sign_in(ME).await;
    assert_eq!(world.user(&again).await.role(), Role::Customer);
}

#[tokio::test]
async fn a_cancelled_erasure_erases_nothing() {
    let mut world = World::new().await;
    let me = world.test_user(ME).await;
    request(&mut world, &me).await.unwrap();
    cancel(&mut world, &me).await.unwrap();
    assert_eq!(world.user(&me.token).await.erasure_due_at, None);
    let mail = newest_mail(world.mails.path());
    world::check_contents(&mail, "was cancelled");
    world.clock.advance(GRACE * 2);
    assert_eq!(job::erase_due(&world.ctx).await.unwrap(), 0);
    assert_eq!(world.user(&me.token).await.email, ME);
}

#[tokio::test]
async fn an_erasure_that_cannot_be_announced_is_not_requested() {
    let mut world = World::new().await;
    let me = world.test_user(ME).await;
    let mut silent = world.again(&[("SMTP_URL", "smtp://127.0.0.1:1")]).await;
    let refusal = request(&mut silent, &me).await.unwrap_err();
    let expected = (ErrorCode::Precondition, "erasure_notice_not_sent");
    assert_eq!((refusal.code, refusal.reason.as_ref()), expected);
    assert_eq!(world.user(&me.token).await.erasure_due_at, None);
}

#[tokio::test]
async fn a_shorter_grace_is_a_setting() {
    let mut world = World::with(&[("ERASURE_GRACE", "30")]).await;
    let me = world.test_user(ME).await;
    request(&mut world, &me).await.unwrap();
    world.clock.advance(Duration::from_secs(30));
    assert_eq!(job::erase_due(&world.ctx).await.unwrap(), 1);
    assert_eq!(world.user_count().await, 0);
}

#[tokio::test]
async fn the_audit_history_keeps_a_pseudonym() {
    let mut world = World::new().await;
    let (me, other) = two(&mut world).await;
    erase(&mut world, &me).await;

    let mut raw = world.db.raw().await;
    let entries: Vec<String> = sqlx::query_scalar("SELECT audit_entries::text FROM audit_entries")
        .fetch_all(&mut raw)
        .await
        .unwrap();
    assert_eq!(entries.len(), 2);
    for entry in &entries {
        for name in [ME, "Ada Quill", me.id.as_str()] {
            assert!(!entry.contains(name), "{name} in {entry}");
        }
        assert!(entry.contains(OTHER) && entry.contains(&other.id), "others stay: {entry}");
    }
    let one_person: bool = sqlx::query_scalar(
        "SELECT count(DISTINCT (actor_id, actor_email)) = 1
             AND bool_and(actor_email LIKE 'Erased user %')
         FROM (SELECT actor_id, actor_email FROM audit_entries WHERE user_email = 'other@example.com'
               UNION ALL
               SELECT user_id, user_email FROM audit_entries WHERE actor_email = 'other@example.com')
             AS of_the_person",
    )
    .fetch_one(&mut raw)
    .await
    .unwrap();
    assert!(one_person, "{entries:?}");
    // Everything but an erasure is still refused.
    for statement in [
        "UPDATE audit_entries SET user_email = NULL",
        "UPDATE audit_entries SET action = 'other'",
        "DELETE FROM audit_entries",
    ] {
        let refused = sqlx::query(statement).execute(&mut raw).await.unwrap_err();
        assert!(refused.to_string().contains("never changed"), "{refused}");
    }
}

#[tokio::test]
async fn a_replay_resurrects_nothing() {
    let mut world = World::new().await;
    let (me, _) = two(&mut world).await;
    let mut raw = world.db.raw().await;
    let copy = "CREATE TEMPORARY TABLE former_users AS SELECT * FROM users";
    sqlx::query(copy).execute(&mut raw).await.unwrap();
    erase(&mut world, &me).await;

    let replay = format!("INSERT INTO users SELECT * FROM former_users WHERE id = '{}'", me.id);
    let refused = sqlx::query(AssertSqlSafe(replay)).execute(&mut raw).await;
    assert!(refused.unwrap_err().to_string().contains("was erased"));
    assert_eq!(job::erase_due(&world.ctx).await.unwrap(), 0);
    assert_eq!(world.events::<UserErased>().await.len(), 1);
    // A user who signs in again with the address is somebody new.
    let again = world.test_user(ME).await;
    assert_ne!(again.id, me.id);
    let user = world.user(&again.token).await;
    assert_eq!((user.name, user.memberships.len()), (None, 1));
}

#[tokio::test]
async fn teams_are_handed_over_and_empty_ones_deleted() {
    let mut world = World::new().await;
    let (team, owner, member) = world.pair().await;
    let alone = world.create_team(&owner, "Quay Desk").await.unwrap();
    let refusal = request(&mut world, &owner).await.unwrap_err();
    assert_eq!(refusal.reason, "team_not_handed_over");
    world.set_team_role(&owner, &team, &member, MembershipRole::Owner).await.unwrap();
    // Their own organization, and the team of one.
    let places = world.user(&owner.token).await.memberships.into_iter();
    let expected: BTreeSet<String> =
        places.map(|place| place.organization_id).filter(|place| *place != team).collect();
    assert!(expected.contains(&alone) && expected.len() > 1, "{expected:?}");
    erase(&mut world, &owner).await;

    let member = TestUser { token: world.sign_in(&member.email).await, ..member };
    let left = world.members(&member, &team).await.unwrap();
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].role(), MembershipRole::Owner);
    let removed = world.events::<OrganizationRemoved>().await;
    let removed: BTreeSet<String> = removed.into_iter().map(|one| one.organization_id).collect();
    assert_eq!(removed, expected);
}

#[tokio::test]
async fn the_last_administrator_stays() {
    let mut world = World::new().await;
    let me = world.test_user(ME).await;
    world.make_administrator(&me.id).await;
    let refusal = request(&mut world, &me).await.unwrap_err();
    assert_eq!(refusal.reason, "last_administrator");
    world.administrator(OTHER).await;
    request(&mut world, &me).await.unwrap();
}
