//! The chain of the audit history.

use access::audit::verify::{Broken, Verified, verify};
use kit::clock::{Clock, DAY};
use proto::access::v1::CreateUserRoleRequest;
use time::macros::datetime;

use crate::support::{ADA, World, ada, allow, role_input, somebody};

impl World {
    async fn verified(&self) -> Result<Verified, Broken> {
        verify(&mut self.test_db.raw().await).await.unwrap()
    }

    /// Alters the history behind the triggers, as somebody with all rights could.
    async fn tamper(&self, statement: &str) {
        let statement = format!(
            "DO $$ BEGIN
                 SET LOCAL session_replication_role = replica;
                 {statement};
             END $$"
        );
        self.execute(&statement).await.unwrap();
    }
}

/// A history of two days: the installation, and two changes of each day.
async fn history() -> World {
    let clock = Clock::fixed(datetime!(2026-11-30 23:00 UTC));
    let mut world = World::at(clock.clone()).await;
    world.role("desk").await;
    world.policy(allow("Desk")).await;
    clock.advance(DAY);
    let role_id = world.role("back-desk").await.id;
    let request = CreateUserRoleRequest {
        user_id: somebody(),
        role_id,
        reason: "Covers the desk".to_owned(),
        ..CreateUserRoleRequest::default()
    };
    ada(world.calls.create_user_role(request)).await.unwrap();
    assert_eq!(world.verified().await, Ok(Verified { entries: 4, days: 2 }));
    world
}

#[tokio::test]
async fn an_empty_history_is_intact() {
    let world = World::empty().await;
    assert_eq!(world.verified().await, Ok(Verified::default()));
}

#[tokio::test]
async fn entries_are_chained_over_days_and_linear() {
    let mut world = history().await;
    let changes = (0..10).map(|place| {
        let mut calls = world.calls.clone();
        let role = Some(role_input(&format!("desk-{place}")));
        let request = proto::access::v1::CreateRoleRequest { role, reason: None };
        async move { ada(calls.create_role(request)).await.unwrap().epoch }
    });
    let mut epochs = futures::future::join_all(changes).await;
    epochs.sort_unstable();
    epochs.dedup();
    assert_eq!(epochs.len(), 10, "each change has an epoch of its own");
    assert_eq!(world.verified().await, Ok(Verified { entries: 14, days: 2 }));
    assert_eq!(world.epoch().await, epochs[9]);
    world.settle().await;
}

#[tokio::test]
async fn every_kind_of_tampering_is_found() {
    for (statement, day, number, problem) in [
        (
            "UPDATE audit_entries SET action = 'role.updated' WHERE day = '2026-11-30' AND number = 2",
            30,
            2,
            "has another hash than its values",
        ),
        (
            "UPDATE audit_entries SET changes = '[]' WHERE day = '2026-11-30' AND number = 1",
            30,
            1,
            "has another hash than its values",
        ),
        (
            "UPDATE audit_entries SET made_at = made_at + interval '1 hour' WHERE day = '2026-12-01' AND number = 1",
            1,
            1,
            "has another hash than its values",
        ),
        (
            "DELETE FROM audit_entries WHERE day = '2026-11-30' AND number = 1",
            30,
            2,
            "does not follow the one before it",
        ),
        (
            "DELETE FROM audit_entries WHERE day = '2026-11-30' AND number = 2",
            30,
            2,
            "is missing",
        ),
        ("DELETE FROM audit_entries WHERE day = '2026-12-01'", 1, 1, "is missing"),
        (
            "DELETE FROM audit_days WHERE day = '2026-12-01'",
            1,
            1,
            "is on a day without a last entry",
        ),
        (
            "UPDATE audit_persons SET actor_id = gen_random_uuid()
             WHERE entry_id = (SELECT id FROM audit_entries WHERE day = '2026-11-30' AND number = 1)",
            30,
            1,
            "names another actor",
        ),
        (
            "UPDATE audit_persons SET actor_salt = NULL, actor_id = gen_random_uuid()
             WHERE entry_id = (SELECT id FROM audit_entries WHERE day = '2026-11-30' AND number = 1)",
            30,
            1,
            "names another actor",
        ),
        (
            "UPDATE audit_persons SET reason = 'Another' WHERE reason IS NOT NULL",
            1,
            2,
            "names another user or another reason",
        ),
        (
            "UPDATE audit_persons SET user_id = gen_random_uuid() WHERE user_id IS NOT NULL",
            1,
            2,
            "names another user or another reason",
        ),
        ("DELETE FROM audit_persons", 30, 1, "has lost its persons"),
    ] {
        let world = history().await;
        world.tamper(statement).await;
        let broken = world.verified().await.unwrap_err();
        let found = (broken.day.day(), broken.number, broken.problem);
        assert_eq!(found, (day, number, problem), "{statement}");
    }
}

#[tokio::test]
async fn a_rewritten_entry_breaks_the_rest_of_the_chain() {
    let world = history().await;
    // The hash of the changed entry is made to fit, and that of the next one does not follow it.
    world
        .tamper(
            "UPDATE audit_entries SET hash = sha256(hash) WHERE day = '2026-11-30' AND number = 1",
        )
        .await;
    let broken = world.verified().await.unwrap_err();
    assert_eq!(broken.number, 1);
    assert!(broken.to_string().starts_with("entry 1 of 2026-11-30 "), "{broken}");
}

#[tokio::test]
async fn a_clock_that_is_behind_does_not_break_the_order_of_days() {
    let mut world = history().await;
    // Another process, whose clock is a day behind.
    let behind = Clock::fixed(datetime!(2026-11-30 23:30 UTC));
    let ctx = access::context::Context { clock: behind, ..world.ctx.clone() };
    let any = std::net::SocketAddr::from(([127, 0, 0, 1], 0));
    let address = kit::grpc::serve(&world.app, any, access::routes(ctx)).await.unwrap();
    let url = format!("http://{address}");
    let channel = kit::grpc::connect(&world.app, "ACCESS_URL", &url).await.unwrap();
    world.calls =
        proto::access::v1::access_administration_client::AccessAdministrationClient::new(channel);
    let role = world.role("late").await;
    assert_eq!(role.created_by.as_deref(), Some(ADA));
    assert_eq!(world.verified().await, Ok(Verified { entries: 5, days: 2 }));
    let history = world.history(&role.id).await;
    assert_eq!((&*history[0].day, history[0].number), ("2026-12-01", 3));
    world.settle().await;
}
