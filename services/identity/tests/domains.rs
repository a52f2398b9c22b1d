//! The domain of a team: claimed by an owner, proved in DNS, offered to its people, and lost with its record.

use std::sync::LazyLock;
use std::time::Duration;

use crate::world::World;
use crate::world::teams::TestUser;
use identity::teams::domain_access::{import_mail_hosts, recheck_job};
use kit::error::{ErrorCode, Problem};
use proto::identity::v1::{
    DomainCheckResult, DomainClaim, DomainClaimState, MembershipRole, OrganizationUpdated,
};
use sqlx::AssertSqlSafe;
use sqlx::migrate::Migrator;

use DomainCheckResult::{Different, Found, Missing, Unreachable};
use DomainClaimState::{Lost, Pending, Proved};
use MembershipRole::Member;

const HOUR: Duration = Duration::from_hours(1);
const HARBOUR: &str = "harbour.example";

fn reason<T: std::fmt::Debug>(answer: Result<T, Problem>) -> String {
    answer.unwrap_err().reason.to_string()
}

fn outcome(claim: &DomainClaim) -> (DomainClaimState, Option<DomainCheckResult>) {
    (claim.state(), claim.result.map(|_| claim.result()))
}

async fn desk() -> (World, String, TestUser) {
    let mut world = World::new().await;
    let owner = world.test_user("owner@harbour.example").await;
    let team = world.create_team(&owner, "Harbour Desk").await.unwrap();
    (world, team, owner)
}

/// How many teams are offered to them by their domain.
async fn joins(world: &World, someone: &TestUser) -> usize {
    world.offers(someone).await.joins.len()
}

async fn domain(world: &mut World, someone: &TestUser) -> Option<String> {
    world.user(&someone.token).await.organization.unwrap().domain
}

#[tokio::test]
async fn nobody_is_offered_a_team_before_its_domain_is_proved() {
    let (mut world, team, owner) = desk().await;
    let newcomer = world.test_user("new@harbour.example").await;
    assert_eq!(world.claim_of(&owner, &team).await.unwrap(), None);
    assert_eq!(reason(world.check_domain(&owner, &team).await), "domain_not_claimed");

    let claim = world.claim(&owner, &team, " @Harbour.Example").await.unwrap();
    assert_eq!((claim.domain.as_str(), outcome(&claim)), (HARBOUR, (Pending, None)));
    assert_eq!(claim.record_name, "_assay.harbour.example");
    let token = claim.record_value.strip_prefix("assay-verification=").unwrap();
    assert!(token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit()));
    assert_eq!(world.claim(&owner, &team, HARBOUR).await.unwrap(), claim, "claimed already");

    let checked = world.check_domain(&owner, &team).await.unwrap();
    assert_eq!(outcome(&checked), (Pending, Some(Missing)));
    world.dns.publish("harbour.example", &claim.record_value);
    world.dns.publish(&claim.record_name, "v=spf1 -all");
    world.dns.publish(&claim.record_name, &format!("{}0", claim.record_value));
    let checked = world.check_domain(&owner, &team).await.unwrap();
    assert_eq!(outcome(&checked), (Pending, Some(Different)));
    assert_eq!(joins(&world, &newcomer).await, 0);
    assert_eq!(reason(world.join(&newcomer, &team).await), "organization_not_found");
    assert_eq!(domain(&mut world, &owner).await, None);
    assert!(world.events::<OrganizationUpdated>().await.is_empty());

    world.dns.publish(&claim.record_name, &claim.record_value);
    let checked = world.check_domain(&owner, &team).await.unwrap();
    assert_eq!(outcome(&checked), (Proved, Some(Found)));
    assert_eq!(checked.proved_at, Some(kit::clock::milliseconds(world.now())));
    assert_eq!(world.claim_of(&owner, &team).await.unwrap(), Some(checked));
    assert_eq!(domain(&mut world, &owner).await.as_deref(), Some(HARBOUR));
    assert_eq!(world.events::<OrganizationUpdated>().await.len(), 1);
    assert_eq!(joins(&world, &newcomer).await, 1);
}

#[tokio::test]
async fn people_of_the_domain_are_offered_the_team_and_join_by_their_own_act() {
    let (mut world, team, owner) = desk().await;
    let before = world.test_user("before@harbour.example").await;
    world.open_to_domain(&owner, &team).await.unwrap();
    let new = world.test_user("New@Harbour.Example").await;
    assert_eq!(world.places(&new).await.len(), 1, "nobody is made a member");
    for stranger in ["x@mail.harbour.example", "x@notharbour.example", "harbour.example@b.test"] {
        let stranger = world.test_user(stranger).await;
        assert_eq!(joins(&world, &stranger).await, 0);
        assert_eq!(reason(world.join(&stranger, &team).await), "organization_not_found");
    }

    for someone in [&before, &new] {
        let offer = world.offers(someone).await.joins[0].clone();
        assert_eq!((&offer.organization_id, offer.domain.as_str()), (&team, HARBOUR));
        world.join(someone, &team).await.unwrap();
        world.join(someone, &team).await.unwrap();
        assert_eq!(world.places(someone).await[0], ("Harbour Desk".to_owned(), Member));
        assert_eq!(joins(&world, someone).await, 0);
    }

    world.withdraw_domain(&owner, &team).await.unwrap();
    world.withdraw_domain(&owner, &team).await.unwrap();
    assert_eq!(world.claim_of(&owner, &team).await.unwrap(), None);
    let late = world.test_user("late@harbour.example").await;
    assert_eq!(joins(&world, &late).await, 0);
    assert_eq!(reason(world.join(&late, &team).await), "organization_not_found");
    assert_eq!(world.members(&owner, &team).await.unwrap().len(), 3, "members stay");
}

#[tokio::test]
async fn an_unverified_address_is_offered_nothing() {
    let (mut world, team, owner) = desk().await;
    world.open_to_domain(&owner, &team).await.unwrap();
    let new = world.test_user("new@harbour.example").await;
    sqlx::query("UPDATE users SET email_verified_at = NULL WHERE email = 'new@harbour.example'")
        .execute(&mut world.db.raw().await)
        .await
        .unwrap();
    assert_eq!(joins(&world, &new).await, 0);
    assert_eq!(reason(world.join(&new, &team).await), "address_unverified");
}

#[tokio::test]
async fn a_dismissed_offer_does_not_return() {
    let (mut world, team, owner) = desk().await;
    let new = world.test_user("new@harbour.example").await;
    let other = world.test_user("other@harbour.example").await;
    assert_eq!(reason(world.dismiss(&new, &team).await), "organization_not_found");
    world.open_to_domain(&owner, &team).await.unwrap();
    world.dismiss(&new, &team).await.unwrap();
    world.dismiss(&new, &team).await.unwrap();
    assert_eq!((joins(&world, &new).await, joins(&world, &other).await), (0, 1));
    world.invite(&owner, &team, &new.email).await.unwrap();
    assert_eq!(world.offers(&new).await.invitations.len(), 1);
}

#[tokio::test]
async fn a_removed_member_returns_by_an_invitation_only() {
    let (mut world, team, owner) = desk().await;
    world.open_to_domain(&owner, &team).await.unwrap();
    let member = world.test_user("member@harbour.example").await;
    world.join(&member, &team).await.unwrap();
    world.remove(&owner, &team, &member).await.unwrap();
    assert_eq!(joins(&world, &member).await, 0);
    assert_eq!(reason(world.join(&member, &team).await), "organization_not_found");

    let token = world.invitation_token(&owner, &team, &member.email).await;
    world.accept(&member, &token).await.unwrap();
    world.leave(&member, &team).await.unwrap();
    assert_eq!(joins(&world, &member).await, 1, "who left may come back");
}

#[tokio::test]
async fn a_domain_is_valid_private_and_proved_by_one_team() {
    let (mut world, team, owner) = desk().await;
    for (domain, refused) in [
        ("gmail.com", "domain_public"),
        ("harbour", "domain_refused"),
        ("a@harbour.example", "domain_refused"),
        ("10.0.0.1", "domain_refused"),
    ] {
        assert_eq!(reason(world.claim(&owner, &team, domain).await), refused, "{domain}");
    }

    let rival = world.test_user("rival@harbour.example").await;
    let other = world.create_team(&rival, "Rival Desk").await.unwrap();
    for (by, team) in [(&owner, &team), (&rival, &other)] {
        let claim = world.claim(by, team, HARBOUR).await.unwrap();
        world.dns.publish(&claim.record_name, &claim.record_value);
    }
    let (one, two) =
        tokio::join!(world.check_domain(&owner, &team), world.check_domain(&rival, &other));
    assert!(one.is_ok() != two.is_ok(), "{one:?} {two:?}");
    assert_eq!(reason(one.and(two)), "domain_taken");

    let third = world.test_user("third@quay.example").await;
    let late = world.create_team(&third, "Late Desk").await.unwrap();
    assert_eq!(reason(world.claim(&third, &late, HARBOUR).await), "domain_taken");
}

#[tokio::test]
async fn a_domain_in_two_spellings_is_one() {
    let mut world = World::new().await;
    let owner = world.test_user("owner@bücherx.example").await;
    let team = world.create_team(&owner, "Books").await.unwrap();
    for suffix in ["公司.cn", "xn--55qx5d.cn", "個人.hk"] {
        assert_eq!(reason(world.claim(&owner, &team, suffix).await), "domain_public", "{suffix}");
    }

    let claim = world.claim(&owner, &team, "bücherX.example").await.unwrap();
    assert_eq!(claim.domain, "bücherx.example");
    assert_eq!(claim.record_name, "_assay.xn--bcherx-3ya.example");
    let same = world.claim(&owner, &team, "xn--bcherx-3ya.example").await.unwrap();
    assert_eq!(same, claim, "claimed already");
    let rival = world.test_user("rival@xn--bcherx-3ya.example").await;
    let other = world.create_team(&rival, "Rivals").await.unwrap();
    world.claim(&rival, &other, "XN--bcherx-3ya.example").await.unwrap();
    world.dns.publish(&claim.record_name, &claim.record_value);
    world.check_domain(&owner, &team).await.unwrap();
    let taken = world.claim_of(&rival, &other).await.unwrap().unwrap();
    world.dns.publish(&taken.record_name, &taken.record_value);
    assert_eq!(reason(world.check_domain(&rival, &other).await), "domain_taken");

    assert_eq!(domain(&mut world, &owner).await.as_deref(), Some("bücherx.example"));
    let colleague = world.test_user("colleague@bücherx.example").await;
    for someone in [&rival, &colleague] {
        assert_eq!(world.offers(someone).await.joins[0].domain, "bücherx.example");
        world.join(someone, &team).await.unwrap();
    }
}

#[tokio::test]
async fn a_claim_of_an_earlier_release_is_rewritten_in_ascii() {
    let mut world = World::new().await;
    let owner = world.test_user("owner@bücherx.example").await;
    let team = world.create_team(&owner, "Books").await.unwrap();
    let rival = world.test_user("rival@xn--bcherx-3ya.example").await;
    let other = world.create_team(&rival, "Rivals").await.unwrap();
    let mut conn = world.db.raw().await;
    let in_unicode = |team: &str| {
        format!(
            "UPDATE domain_claims SET domain = 'bücherx.example' WHERE organization_id = '{team}';
             UPDATE organizations SET domain = 'bücherx.example' WHERE id = '{team}'"
        )
    };

    let claim = world.open_to_domain(&owner, &team).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(in_unicode(&team))).execute(&mut conn).await.unwrap();
    recheck_job::rewrite_in_ascii(&world.ctx).await.unwrap();
    assert_eq!(world.claim_of(&owner, &team).await.unwrap(), Some(claim), "the proof is kept");
    let stored: Vec<(String, String)> = sqlx::query_as(
        "SELECT c.domain, o.domain FROM domain_claims c
         JOIN organizations o ON o.id = c.organization_id",
    )
    .fetch_all(&mut conn)
    .await
    .unwrap();
    let ascii = "xn--bcherx-3ya.example".to_owned();
    assert_eq!(stored, [(ascii.clone(), ascii)]);
    assert_eq!(joins(&world, &rival).await, 1);

    // Two teams that proved one domain, each in a spelling.
    sqlx::raw_sql(AssertSqlSafe(in_unicode(&team))).execute(&mut conn).await.unwrap();
    world.dns.remove("_assay.xn--bcherx-3ya.example");
    world.open_to_domain(&rival, &other).await.unwrap();
    recheck_job::rewrite_in_ascii(&world.ctx).await.unwrap();
    assert_eq!(world.claim_of(&owner, &team).await.unwrap(), None);
    assert_eq!(domain(&mut world, &owner).await, None);
    assert_eq!(domain(&mut world, &rival).await.as_deref(), Some("bücherx.example"));
}

#[tokio::test]
async fn another_claim_replaces_the_proof_and_its_record() {
    let (mut world, team, owner) = desk().await;
    let first = world.open_to_domain(&owner, &team).await.unwrap();
    let claim = world.claim(&owner, &team, "quay.example").await.unwrap();
    assert_eq!(outcome(&claim), (Pending, None));
    assert_eq!(domain(&mut world, &owner).await, None);
    let again = world.claim(&owner, &team, HARBOUR).await.unwrap();
    assert_ne!(again.record_value, first.record_value);
    let checked = world.check_domain(&owner, &team).await.unwrap();
    assert_eq!(outcome(&checked), (Pending, Some(Different)), "the former record proves nothing");
}

#[tokio::test]
async fn a_lost_record_ends_the_proof_after_three_days_and_members_stay() {
    let (mut world, team, owner) = desk().await;
    let claim = world.open_to_domain(&owner, &team).await.unwrap();
    let member = world.test_user("member@harbour.example").await;
    world.join(&member, &team).await.unwrap();
    let new = world.test_user("new@harbour.example").await;
    assert_eq!(recheck_job::check_due(&world.ctx).await.unwrap(), 0, "checked just now");

    world.clock.advance(24 * HOUR);
    assert_eq!(recheck_job::check_due(&world.ctx).await.unwrap(), 1);
    let checked = world.claim_of(&owner, &team).await.unwrap().unwrap();
    assert_eq!(checked.checked_at, Some(kit::clock::milliseconds(world.now())));
    assert_eq!((outcome(&checked), checked.proved_at), ((Proved, Some(Found)), claim.proved_at));

    world.dns.remove(&claim.record_name);
    world.clock.advance(24 * HOUR);
    let since = world.now();
    assert_eq!(recheck_job::check_due(&world.ctx).await.unwrap(), 1);
    // An impatient owner does not shorten the time.
    for _ in 0..10 {
        world.check_domain(&owner, &team).await.unwrap();
    }
    let checked = world.claim_of(&owner, &team).await.unwrap().unwrap();
    assert_eq!(outcome(&checked), (Proved, Some(Missing)));
    assert_eq!(checked.missed_at, Some(kit::clock::milliseconds(since)));
    assert_eq!(checked.ends_at, Some(kit::clock::milliseconds(since + 72 * HOUR)));
    assert_eq!(joins(&world, &new).await, 1);

    world.clock.advance(71 * HOUR);
    assert_eq!(recheck_job::check_due(&world.ctx).await.unwrap(), 1);
    assert_eq!(joins(&world, &new).await, 1);
    world.clock.advance(6 * HOUR);
    assert_eq!(recheck_job::check_due(&world.ctx).await.unwrap(), 1);
    let checked = world.claim_of(&owner, &team).await.unwrap().unwrap();
    assert_eq!(outcome(&checked), (Lost, Some(Missing)));
    assert_eq!((checked.missed_at, checked.ends_at), (Some(kit::clock::milliseconds(since)), None));
    assert_eq!(joins(&world, &new).await, 0);
    assert_eq!(reason(world.join(&new, &team).await), "organization_not_found");
    assert_eq!(domain(&mut world, &owner).await, None);
    assert_eq!(world.members(&owner, &team).await.unwrap().len(), 2);

    world.clock.advance(24 * HOUR);
    assert_eq!(recheck_job::check_due(&world.ctx).await.unwrap(), 0, "the owner checks it now");
    world.dns.publish(&claim.record_name, &claim.record_value);
    let checked = world.check_domain(&owner, &team).await.unwrap();
    assert_eq!((outcome(&checked), checked.missed_at), ((Proved, Some(Found)), None));
    assert_eq!(joins(&world, &new).await, 1);
}

#[tokio::test]
async fn a_record_that_returns_in_time_ends_the_countdown() {
    let (mut world, team, owner) = desk().await;
    let claim = world.open_to_domain(&owner, &team).await.unwrap();
    world.dns.remove(&claim.record_name);
    world.clock.advance(24 * HOUR);
    recheck_job::check_due(&world.ctx).await.unwrap();
    world.dns.publish(&claim.record_name, &claim.record_value);
    world.clock.advance(6 * HOUR);
    assert_eq!(recheck_job::check_due(&world.ctx).await.unwrap(), 1);
    let checked = world.claim_of(&owner, &team).await.unwrap().unwrap();
    assert_eq!((checked.missed_at, checked.ends_at), (None, None));
    assert_eq!(domain(&mut world, &owner).await.as_deref(), Some(HARBOUR));
}

#[tokio::test]
async fn a_dns_server_that_fails_says_nothing_about_a_domain() {
    let (mut world, team, owner) = desk().await;
    world.open_to_domain(&owner, &team).await.unwrap();
    world.dns.fail(true);
    for _ in 0..20 {
        world.clock.advance(24 * HOUR);
        assert_eq!(recheck_job::check_due(&world.ctx).await.unwrap(), 1);
    }
    let checked = world.claim_of(&owner, &team).await.unwrap().unwrap();
    assert_eq!((outcome(&checked), checked.missed_at), ((Proved, Some(Unreachable)), None));
    assert_eq!(domain(&mut world, &owner).await.as_deref(), Some(HARBOUR));
}

#[tokio::test]
async fn two_replicas_check_a_domain_once() {
    let (world, team, owner) = desk().await;
    world.open_to_domain(&owner, &team).await.unwrap();
    world.clock.advance(24 * HOUR);
    let (one, other) =
        tokio::join!(recheck_job::check_due(&world.ctx), recheck_job::check_due(&world.ctx));
    assert_eq!(one.unwrap() + other.unwrap(), 1);
}

#[tokio::test]
async fn checks_at_the_request_of_an_owner_are_limited() {
    let (world, team, owner) = desk().await;
    world.claim(&owner, &team, HARBOUR).await.unwrap();
    for _ in 0..20 {
        world.check_domain(&owner, &team).await.unwrap();
    }
    let refused = world.check_domain(&owner, &team).await.unwrap_err();
    assert_eq!((refused.code, &*refused.reason), (ErrorCode::Limited, "too_many_domain_checks"));
}

#[tokio::test]
async fn hosts_that_forward_or_expire_or_give_everybody_a_name_open_no_team() {
    let mut world = World::new().await;
    for host in [
        "privaterelay.appleid.com",
        "mozmail.com",
        "passmail.net",
        "a.anonaddy.com",
        "0-mail.com",
        "github.io",
    ] {
        let owner = world.test_user(&format!("owner@{host}")).await;
        let team = world.create_team(&owner, "Friends").await.unwrap();
        assert_eq!(reason(world.claim(&owner, &team, host).await), "domain_public", "{host}");
    }
}

#[tokio::test]
async fn an_imported_list_of_mail_hosts_replaces_the_former_one() {
    let (mut world, team, owner) = desk().await;
    let new = world.test_user("new@harbour.example").await;
    world.open_to_domain(&owner, &team).await.unwrap();
    import(&world, "# A list\nharbour.example\nalias.example\nxn--bcher-kva.example\n").await;
    assert_eq!(joins(&world, &new).await, 0, "a team may have claimed the host before");
    assert_eq!(reason(world.join(&new, &team).await), "organization_not_found");
    let other = world.create_team(&new, "Other").await.unwrap();
    for domain in ["alias.example", "me.alias.example", "bücher.example", "mozmail.com"] {
        assert_eq!(reason(world.claim(&new, &other, domain).await), "domain_public", "{domain}");
    }
    world.claim(&new, &other, "notalias.example").await.unwrap();
    // Of the list of the release, which the imported one replaces.
    world.claim(&new, &other, "0-mail.com").await.unwrap();

    import(&world, "alias.example\n").await;
    assert_eq!(joins(&world, &new).await, 1);

    let folder = tempfile::tempdir().unwrap();
    for (text, problem) in [("", "names no host"), ("a.example\n<html>\n", "line 2")] {
        let path = folder.path().join("hosts.txt");
        std::fs::write(&path, text).unwrap();
        let refused = format!("{:#}", import_mail_hosts::read(&path).unwrap_err());
        assert!(refused.contains(problem), "{refused}");
    }
    assert!(import_mail_hosts::read(&folder.path().join("missing.txt")).is_err());
}

async fn import(world: &World, text: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hosts.txt");
    std::fs::write(&path, text).unwrap();
    let count = import_mail_hosts::import(&world.ctx.db, &path).await.unwrap();
    assert!(count > 0);
}

#[tokio::test]
async fn a_domain_that_a_former_version_writes_offers_nothing() {
    let (mut world, team, _) = desk().await;
    let new = world.test_user("new@harbour.example").await;
    // As it does while versions are exchanged.
    sqlx::query("UPDATE organizations SET domain = 'harbour.example' WHERE id = $1::uuid")
        .bind(&team)
        .execute(&mut world.db.raw().await)
        .await
        .unwrap();
    assert_eq!(joins(&world, &new).await, 0);
    assert_eq!(reason(world.join(&new, &team).await), "organization_not_found");
}

/// The schema before domains were proved.
static BEFORE_PROOFS: LazyLock<Migrator> = LazyLock::new(|| {
    let earlier = identity::MIGRATOR.iter().filter(|migration| migration.version < 11);
    Migrator::with_migrations(earlier.cloned().collect())
});

#[tokio::test]
async fn a_team_that_was_open_before_awaits_its_proof() {
    let test_db = kit::testing::database(&BEFORE_PROOFS).await;
    let mut conn = test_db.raw().await;
    sqlx::query(
        "INSERT INTO organizations (id, name, domain, scope, created_at)
         VALUES (gen_random_uuid(), 'Harbour Desk', $1, 'team', now())",
    )
    .bind(HARBOUR)
    .execute(&mut conn)
    .await
    .unwrap();
    identity::MIGRATOR.run_direct(None, &mut conn, false).await.unwrap();
    let claim: (String, String, bool, Option<String>) = sqlx::query_as(
        "SELECT claim.domain, claim.state, claim.token ~ '^[0-9a-f]{64}$', organization.domain
         FROM domain_claims claim
         JOIN organizations organization ON organization.id = claim.organization_id",
    )
    .fetch_one(&mut conn)
    .await
    .unwrap();
    assert_eq!(claim, (HARBOUR.to_owned(), "pending".to_owned(), true, None));
}
