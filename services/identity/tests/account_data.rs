//! The export of everything about a person, and the calls about their data that need a fresh sign-in.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::world::World;
use crate::world::teams::TestUser;
use kit::error::{ErrorCode, Problem};
use kit::peers::{Person, on_behalf_of};
use proto::identity::v1::{
    AccountExport, CancelErasureRequest, CancelExportRequest, ExportFormat, ExportState,
    ListExportsRequest, ReadExportRequest, RequestErasureRequest, StartExportRequest,
};
use proto::personal_data::v1::Section;
use serde_json::Value;
use sqlx::AssertSqlSafe;

pub(super) const ME: &str = "me@example.com";
pub(super) const OTHER: &str = "other@example.com";
/// The beginning of every secret of the person below.
const SECRET: &str = "5ec2e7";

/// The columns that name a person or are facts of one, each with the section of an export that has their rows.
pub(super) const EXPORTED: [(&str, &str); 33] = [
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

async fn person(world: &mut World, of: &TestUser) -> std::sync::Arc<Person> {
    world.person(&of.token).await
}

pub(super) async fn request(world: &mut World, of: &TestUser) -> Result<i64, Problem> {
    let person = person(world, of).await;
    let call = world.identity.request_erasure(RequestErasureRequest {});
    let answer = on_behalf_of(Some(person), call).await.map_err(Problem::from)?;
    Ok(answer.into_inner().due_at)
}

pub(super) async fn cancel(world: &mut World, of: &TestUser) -> Result<(), Problem> {
    let person = person(world, of).await;
    let call = world.identity.cancel_erasure(CancelErasureRequest {});
    on_behalf_of(Some(person), call).await.map(drop).map_err(Problem::from)
}

async fn start_export(world: &mut World, of: &TestUser) -> Result<AccountExport, Problem> {
    let sections = vec![Section {
        name: "profile".to_owned(),
        columns: vec!["occupation".to_owned()],
        rows_json: r#"[{"occupation":"Analyst"}]"#.to_owned(),
        left_out: 0,
    }];
    let person = person(world, of).await;
    let call = world.identity.start_export(StartExportRequest { sections });
    let answer = on_behalf_of(Some(person), call).await.map_err(Problem::from)?;
    Ok(answer.into_inner().export.unwrap())
}

async fn exports(world: &mut World, of: &TestUser) -> Vec<AccountExport> {
    let person = person(world, of).await;
    let call = world.identity.list_exports(ListExportsRequest {});
    on_behalf_of(Some(person), call).await.unwrap().into_inner().results
}

/// Exports everything, and waits for the end.
async fn export(world: &mut World, of: &TestUser) -> AccountExport {
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
    of: &TestUser,
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

/// Gives the person a row in every table that can name one.
async fn fill(world: &mut World, me: &TestUser, other: &TestUser) {
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

/// Two people; the first has a row in every table.
pub(super) async fn two(world: &mut World) -> (TestUser, TestUser) {
    let me = world.test_user(ME).await;
    let other = world.test_user(OTHER).await;
    fill(world, &me, &other).await;
    (me, other)
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

/// Adds entries with this note to the history of the person.
async fn add_changes(world: &World, me: &TestUser, count: i32, note: &str) {
    sqlx::query(
        "INSERT INTO audit_entries (id, made_at, actor_id, action, user_id, changes, note)
         SELECT gen_random_uuid(), now(), $1, 'user_role_changed', gen_random_uuid(), '[]', $3
         FROM generate_series(1, $2)",
    )
    .bind(me.id.parse::<uuid::Uuid>().unwrap())
    .bind(count)
    .bind(note)
    .execute(&mut world.db.raw().await)
    .await
    .unwrap();
}

// On one thread the calls would wait for the making of the file, beyond their deadline.
#[tokio::test(flavor = "multi_thread")]
async fn a_long_history_is_exported_whole_or_the_file_says_what_is_missing() {
    let mut world = World::new().await;
    let me = world.test_user(ME).await;
    add_changes(&world, &me, 25_000, "short").await;
    let whole = exported(&mut world, &me).await;
    assert_eq!(whole["changes_by_you"].as_array().unwrap().len(), 25_000);
    assert_eq!(whole.get("left_out"), None);

    add_changes(&world, &me, 10_000, &"long".repeat(500)).await;
    let part = exported(&mut world, &me).await;
    let listed = part["changes_by_you"].as_array().unwrap().len();
    let missing = &part["left_out"].as_array().unwrap()[0];
    assert_eq!(missing["section"], "changes_by_you");
    assert_eq!(missing["rows"], 35_000 - listed);
    assert!(listed > 1_000, "{listed}");
    assert_eq!(part["profile"][0]["occupation"], "Analyst", "other services still have room");
}

/// The JSON file of a new export.
async fn exported(world: &mut World, of: &TestUser) -> Value {
    let made = export(world, of).await;
    assert_eq!(made.state(), ExportState::Ready);
    let json = read(world, of, &made.id, ExportFormat::Json).await.unwrap();
    serde_json::from_slice(&json).unwrap()
}

#[tokio::test]
async fn exports_are_limited_and_kept_for_a_day() {
    let mut world = World::new().await;
    let me = world.test_user(ME).await;
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
    let me = TestUser { token: world.sign_in(ME).await, ..me };
    assert!(exports(&mut world, &me).await.is_empty());
    let refusal = read(&mut world, &me, &newest.id, ExportFormat::Csv).await.unwrap_err();
    assert_eq!(refusal.reason, "export_not_found");
    assert_eq!(export(&mut world, &me).await.state(), ExportState::Ready);
}

#[tokio::test]
async fn what_outlasts_a_session_needs_a_fresh_sign_in() {
    let mut world = World::new().await;
    let me = world.test_user(ME).await;
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
