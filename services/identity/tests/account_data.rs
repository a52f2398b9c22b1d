//! The export of everything about a person, and the erasure of their account.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::world::teams::Someone;
use crate::world::{self, World, newest_mail};
use identity::erasure::job;
use kit::error::{ErrorCode, Problem};
use kit::peers::{Person, on_behalf_of};
use kit::testing::{as_administrator, eventually};
use proto::identity::v1::{
    AccountExport, CancelErasureRequest, CancelExportRequest, DeactivateUserRequest, ExportFormat,
    ExportState, ListExportsRequest, MembershipRole, OrganizationRemoved, ReadExportRequest,
    RequestErasureRequest, Role, SetUserRoleRequest, StartExportRequest, UserErased,
};
use proto::personal_data::v1::Section;
use serde_json::Value;
use sqlx::AssertSqlSafe;

const ME: &str = "me@example.com";
const OTHER: &str = "other@example.com";
const GRACE: Duration = Duration::from_hours(7 * 24);
/// The beginning of every secret of the person below.
const SECRET: &str = "5ec2e7";

/// The columns that name a person or are facts of one, each with the section of an export that has their rows.
const EXPORTED: [(&str, &str); 33] = [
    ("accounts.email", "linked_accounts"),
    ("accounts.user_id", "linked_accounts"),
    ("audit_entries.actor_email", "changes_by_you"),
    ("audit_entries.actor_id", "changes_by_you"),
    ("audit_entries.user_email", "changes_about_you"),
    ("audit_entries.user_id", "changes_about_you"),
    ("dismissed_offers.user_id", "dismissed_team_offers"),
    ("email_tokens.email", "sign_in_links"),
    ("erasures.user_id", "erasure_request"),
    ("exports.user_id", "exports"),
    ("invitations.email", "invitations_received"),
    ("invitations.invited_by", "invitations_sent"),
    ("memberships.user_id", "memberships"),
    ("passkey_challenges.user_id", "passkey_registrations"),
    ("passkeys.user_id", "passkeys"),
    ("pending_sign_ins.user_id", "unfinished_sign_ins"),
    ("recovery_codes.user_id", "recovery_codes"),
    ("removed_members.user_id", "removals_from_teams"),
    ("sessions.network", "sessions"),
    ("sessions.user_agent", "sessions"),
    ("sessions.user_id", "sessions"),
    ("users.created_at", "account"),
    ("users.deactivated_at", "account"),
    ("users.email", "account"),
    ("users.email_verified_at", "account"),
    ("users.features", "account"),
    ("users.id", "account"),
    ("users.image", "account"),
    ("users.name", "account"),
    ("users.organization_id", "account"),
    ("users.role", "account"),
    ("users.second_factor", "account"),
    ("users.updated_at", "account"),
];
/// Columns that are not exported, each with the reason.
const NOT_EXPORTED: [(&str, &str); 3] = [
    ("erased_users.decided_address", "is the hash of the address of a user who was erased"),
    ("erased_users.user_id", "has a row only after the erasure"),
    ("users.role_epoch", "counts changes that the history lists"),
];

async fn person(world: &mut World, of: &Someone) -> std::sync::Arc<Person> {
    world.person(&of.token).await
}

async fn request(world: &mut World, of: &Someone) -> Result<i64, Problem> {
    let person = person(world, of).await;
    let call = world.identity.request_erasure(RequestErasureRequest {});
    let answer = on_behalf_of(Some(person), call).await.map_err(Problem::from)?;
    Ok(answer.into_inner().due_at)
}

async fn cancel(world: &mut World, of: &Someone) -> Result<(), Problem> {
    let person = person(world, of).await;
    let call = world.identity.cancel_erasure(CancelErasureRequest {});
    on_behalf_of(Some(person), call).await.map(drop).map_err(Problem::from)
}

async fn start_export(world: &mut World, of: &Someone) -> Result<AccountExport, Problem> {
    let sections = vec![Section {
        name: "profile".to_owned(),
        columns: vec!["occupation".to_owned()],
        rows_json: r#"[{"occupation":"Analyst"}]"#.to_owned(),
    }];
    let person = person(world, of).await;
    let call = world.identity.start_export(StartExportRequest { sections });
    let answer = on_behalf_of(Some(person), call).await.map_err(Problem::from)?;
    Ok(answer.into_inner().export.unwrap())
}

async fn exports(world: &mut World, of: &Someone) -> Vec<AccountExport> {
    let person = person(world, of).await;
    let call = world.identity.list_exports(ListExportsRequest {});
    on_behalf_of(Some(person), call).await.unwrap().into_inner().results
}

/// Exports everything, and waits for the end.
async fn export(world: &mut World, of: &Someone) -> AccountExport {
    let started = start_export(world, of).await.unwrap();
    loop {
        let listed = exports(world, of).await;
        let found = listed.into_iter().find(|one| one.id == started.id).unwrap();
        if found.state() != ExportState::Running {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn read(
    world: &mut World,
    of: &Someone,
    id: &str,
    format: ExportFormat,
) -> Result<Vec<u8>, Problem> {
    let person = person(world, of).await;
    let mut file = Vec::new();
    loop {
        let (id, offset) = (id.to_owned(), file.len() as i64);
        let request = ReadExportRequest { id, format: format.into(), offset };
        let call = world.identity.read_export(request);
        let part = on_behalf_of(Some(person.clone()), call).await.map_err(Problem::from)?;
        let part = part.into_inner();
        if part.bytes.is_empty() {
            assert_eq!(part.size, file.len() as i64);
            return Ok(file);
        }
        file.extend(part.bytes);
    }
}

async fn count(world: &World, statement: String) -> i64 {
    let mut raw = world.db.raw().await;
    sqlx::query_scalar(AssertSqlSafe(statement)).fetch_one(&mut raw).await.unwrap()
}

/// Gives the person a row in every table that can name one.
async fn fill(world: &mut World, me: &Someone, other: &Someone) {
    let team = world.create_team(me, "Harbour Desk").await.unwrap();
    world.invite(me, &team, "guest@example.com").await.unwrap();
    let foreign = world.create_team(other, "Quay Desk").await.unwrap();
    let (id, other) = (&me.id, &other.id);
    let statement = format!(
        "UPDATE users SET name = 'Ada Quill' WHERE id = '{id}';
         INSERT INTO accounts (provider, subject, user_id, created_at, email)
         VALUES ('google', 'subject', '{id}', now(), '{ME}');
         INSERT INTO dismissed_offers VALUES ('{foreign}', '{id}', now());
         INSERT INTO removed_members VALUES ('{foreign}', '{id}', now());
         INSERT INTO invitations (id, organization_id, email, role, token_hash, sent_at, expires_at)
         VALUES (gen_random_uuid(), '{foreign}', '{ME}', 'member', '\\x{SECRET}01', now(), now() + interval '30 days');
         INSERT INTO email_tokens (token_hash, email, grants_admin, created_at, expires_at)
         VALUES ('\\x{SECRET}02', '{ME}', false, now(), now() + interval '30 days');
         INSERT INTO passkeys (id, credential_id, user_id, name, static_state, dynamic_state, transports, created_at)
         VALUES (gen_random_uuid(), '\\x{SECRET}03', '{id}', 'Phone', '\\x{SECRET}04', '\\x{SECRET}05', 0, now());
         INSERT INTO passkey_challenges VALUES ('\\x{SECRET}06', '{id}', '\\x{SECRET}07', now() + interval '30 days');
         INSERT INTO recovery_codes VALUES ('{SECRET}08', '{id}');
         INSERT INTO pending_sign_ins (token_hash, user_id, method, expires_at)
         VALUES ('\\x{SECRET}09', '{id}', 'email', now() + interval '30 days');
         INSERT INTO audit_entries (id, made_at, actor_id, actor_email, action, user_id, user_email, changes, note)
         VALUES (gen_random_uuid(), now(), '{id}', '{ME}', 'user_role_changed', '{other}', '{OTHER}', '[]', NULL),
                (gen_random_uuid(), now(), '{other}', '{OTHER}', 'user_role_changed', '{id}', '{ME}',
                 '[{{\"field\": \"email\", \"before\": [\"{ME}\"], \"after\": []}}]', 'Ada Quill wrote from {ME}');"
    );
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut world.db.raw().await).await.unwrap();
}

/// Two people, the first of whom has a row in every table.
async fn two(world: &mut World) -> (Someone, Someone) {
    let me = world.someone(ME).await;
    let other = world.someone(OTHER).await;
    fill(world, &me, &other).await;
    (me, other)
}

/// Requests the erasure and carries it out.
async fn erase(world: &mut World, of: &Someone) {
    request(world, of).await.unwrap();
    world.clock.advance(GRACE);
    assert_eq!(job::erase_due(&world.ctx).await.unwrap(), 1);
}

/// The columns of the database that refer to a user, are named as if they did, or are facts of one.
async fn personal_columns(world: &World) -> BTreeSet<String> {
    let columns: Vec<String> = sqlx::query_scalar(
        "SELECT c.table_name::text || '.' || c.column_name::text
         FROM information_schema.columns AS c
         JOIN information_schema.tables AS t
             ON t.table_schema = c.table_schema AND t.table_name = c.table_name
         WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
           AND (c.table_name::text = 'users'
                OR c.column_name::text ~ '(^|_)(user|user_id|person_id|actor_id|email|address|network|user_agent|by)$')
         UNION
         SELECT k.conrelid::regclass::text || '.' || a.attname::text
         FROM pg_constraint AS k
         JOIN pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)
         WHERE k.contype = 'f' AND k.confrelid = 'users'::regclass",
    )
    .fetch_all(&mut world.db.raw().await)
    .await
    .unwrap();
    columns.into_iter().collect()
}

#[tokio::test]
async fn every_column_that_names_a_person_is_exported_without_secrets() {
    let mut world = World::new().await;
    let known: BTreeSet<String> =
        EXPORTED.into_iter().chain(NOT_EXPORTED).map(|(column, _)| column.to_owned()).collect();
    assert_eq!(personal_columns(&world).await, known, "a new column needs a section, or a reason");

    let (me, other) = two(&mut world).await;
    request(&mut world, &me).await.unwrap();
    let made = export(&mut world, &me).await;
    assert_eq!((made.state(), made.sections_done), (ExportState::Ready, made.section_count));
    let json = read(&mut world, &me, &made.id, ExportFormat::Json).await.unwrap();
    assert_eq!(json.len(), made.json_bytes.unwrap() as usize);
    let text = String::from_utf8(json).unwrap();
    let sections: Value = serde_json::from_str(&text).unwrap();
    for (column, section) in EXPORTED {
        let rows = sections[section].as_array().unwrap_or_else(|| panic!("{section} is missing"));
        assert!(!rows.is_empty(), "{column} has rows in {section}");
    }
    assert_eq!(sections["account"][0]["email"], ME);
    assert_eq!(sections["account"][0]["name"], "Ada Quill");
    assert_eq!(sections["recovery_codes"][0]["unused"], 1);
    assert_eq!(sections["profile"][0]["occupation"], "Analyst");
    assert!(!text.contains(SECRET), "{text}");
    assert!(!text.contains(OTHER) && !text.contains(&me.token), "{text}");

    let archive = read(&mut world, &me, &made.id, ExportFormat::Csv).await.unwrap();
    assert_eq!(archive.len(), made.csv_bytes.unwrap() as usize);
    let names = String::from_utf8_lossy(&archive).into_owned();
    assert!(names.starts_with("PK\u{3}\u{4}"));
    for section in sections.as_object().unwrap().keys() {
        assert!(names.contains(&format!("{section}.csv")), "{section}");
    }
    // To everybody else there is no such export.
    let refusal = read(&mut world, &other, &made.id, ExportFormat::Json).await.unwrap_err();
    assert_eq!((refusal.code, refusal.reason.as_ref()), (ErrorCode::NotFound, "export_not_found"));
}

#[tokio::test]
async fn exports_are_limited_and_kept_for_a_day() {
    let mut world = World::new().await;
    let me = world.someone(ME).await;
    for _ in 0..5 {
        assert_eq!(export(&mut world, &me).await.state(), ExportState::Ready);
    }
    let refusal = start_export(&mut world, &me).await.unwrap_err();
    assert_eq!((refusal.code, refusal.reason.as_ref()), (ErrorCode::Limited, "too_many_exports"));
    let newest = exports(&mut world, &me).await.remove(0);
    let person = person(&mut world, &me).await;
    let call = world.identity.cancel_export(CancelExportRequest { id: newest.id.clone() });
    let refusal = Problem::from(on_behalf_of(Some(person), call).await.unwrap_err());
    assert_eq!(refusal.reason, "export_not_found", "it does not run any more");

    world.clock.advance(Duration::from_hours(24));
    let me = Someone { token: world.sign_in(ME).await, ..me };
    assert!(exports(&mut world, &me).await.is_empty());
    let refusal = read(&mut world, &me, &newest.id, ExportFormat::Csv).await.unwrap_err();
    assert_eq!(refusal.reason, "export_not_found");
    assert_eq!(export(&mut world, &me).await.state(), ExportState::Ready);
}

#[tokio::test]
async fn what_outlasts_a_session_needs_a_fresh_sign_in() {
    let mut world = World::new().await;
    let me = world.someone(ME).await;
    let made = export(&mut world, &me).await;
    world.clock.advance(Duration::from_mins(16));
    let refusals = [
        request(&mut world, &me).await.unwrap_err(),
        cancel(&mut world, &me).await.unwrap_err(),
        read(&mut world, &me, &made.id, ExportFormat::Json).await.unwrap_err(),
    ];
    for refusal in refusals {
        assert_eq!(refusal.reason, "fresh_sign_in_required");
    }
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
    let me = world.someone(ME).await;
    assert_eq!(world.user(&me.token).await.role(), Role::Admin);
    let actor = world.administrator("actor@example.com").await;
    let request = SetUserRoleRequest { id: me.id.clone(), role: Role::Customer.into() };
    as_administrator(&actor, world.administration.set_user_role(request)).await.unwrap();
    erase(&mut world, &me).await;

    let again = world.sign_in(ME).await;
    let seen = world.user(&again).await;
    assert_ne!(seen.id, me.id);
    assert_eq!(seen.role(), Role::Customer, "the demotion holds");
}

#[tokio::test]
async fn a_deactivation_outlasts_an_erasure_that_was_requested_before() {
    let mut world = World::with(&[("ADMIN_EMAILS", ME)]).await;
    let me = world.someone(ME).await;
    let actor = world.administrator("actor@example.com").await;
    request(&mut world, &me).await.unwrap();
    let deactivation = DeactivateUserRequest { id: me.id.clone(), note: None };
    as_administrator(&actor, world.administration.deactivate_user(deactivation)).await.unwrap();
    world.clock.advance(GRACE);
    assert_eq!(job::erase_due(&world.ctx).await.unwrap(), 1, "the erasure is carried out");
    let mail = newest_mail(world.mails.path());
    assert!(mail.contains("had been deactivated"), "{mail}");
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
    let me = world.someone(ME).await;
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
    let me = world.someone(ME).await;
    let mut silent = world.again(&[("SMTP_URL", "smtp://127.0.0.1:1")]).await;
    let refusal = request(&mut silent, &me).await.unwrap_err();
    let expected = (ErrorCode::Precondition, "erasure_notice_not_sent");
    assert_eq!((refusal.code, refusal.reason.as_ref()), expected);
    assert_eq!(world.user(&me.token).await.erasure_due_at, None);
}

#[tokio::test]
async fn a_shorter_grace_is_a_setting() {
    let mut world = World::with(&[("ERASURE_GRACE", "30")]).await;
    let me = world.someone(ME).await;
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
    let again = world.someone(ME).await;
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
    erase(&mut world, &owner).await;

    let member = Someone { token: world.sign_in(&member.email).await, ..member };
    let left = world.members(&member, &team).await.unwrap();
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].role(), MembershipRole::Owner);
    let removed = world.events::<OrganizationRemoved>().await;
    assert!(removed.iter().any(|one| one.organization_id == alone));
    assert!(removed.iter().all(|one| one.organization_id != team));
    assert_eq!(removed.len(), 2, "the team of one, and the personal organization");
}

#[tokio::test]
async fn the_last_administrator_stays() {
    let mut world = World::new().await;
    let me = world.someone(ME).await;
    world.make_administrator(&me.id).await;
    let refusal = request(&mut world, &me).await.unwrap_err();
    assert_eq!(refusal.reason, "last_administrator");
    world.administrator(OTHER).await;
    request(&mut world, &me).await.unwrap();
}
