//! Reported decisions: counted once, shown for 30 days, and their calls in the audit history.

use access::audit::verify::verify;
use access::decisions::upkeep;
use kit::clock::{Clock, DAY, milliseconds};
use kit::testing::eventually;
use proto::access::v1::{
    AccessAuditAction, AccessAuditEntry, Action, ActionAtEndpoint, DecidedCalls, DecisionCount,
    DecisionDay, DecisionOutcome, DecisionsOnAction, Endpoint, GetDecisionHistogramRequest,
    GetDecisionHistogramResponse, RecordKind, ReportDecisionsRequest,
};
use proto::identity::v1::UserErased;
use proto::query::v1::QueryValue;
use time::macros::datetime;

use crate::support::{BOB, HOME, World, ada, allow, equals, reason, somebody};

const MINUTE: i64 = 60_000;

async fn world() -> World {
    World::at(Clock::fixed(datetime!(2026-11-30 12:00:30 UTC))).await
}

/// Calls of Bob in the present minute that list assets.
fn calls(world: &World, outcome: DecisionOutcome, calls: i64) -> DecidedCalls {
    let now = milliseconds(world.clock.now());
    let is_refused = outcome == DecisionOutcome::Refused;
    let need = ActionAtEndpoint { action: Action::List.into(), endpoint: Endpoint::Assets.into() };
    DecidedCalls {
        minute_at: now - now.rem_euclid(MINUTE),
        user_id: Some(BOB.to_owned()),
        organization_id: Some(HOME.to_owned()),
        needs: vec![need],
        outcome: outcome.into(),
        refusal: is_refused.then(|| "access.denied".to_owned()),
        calls,
        ..DecidedCalls::default()
    }
}

async fn report(world: &mut World, calls: Vec<DecidedCalls>) {
    let report = ReportDecisionsRequest { report_id: somebody(), calls, ..Default::default() };
    world.decisions.report_decisions(report).await.unwrap();
}

async fn histogram(world: &mut World, id: &str) -> GetDecisionHistogramResponse {
    let request = GetDecisionHistogramRequest { record_id: id.to_owned() };
    ada(world.decisions.get_decision_histogram(request)).await.unwrap()
}

async fn of_action(world: &mut World, action: AccessAuditAction) -> Vec<AccessAuditEntry> {
    use proto::codec::Text as _;
    world.entries(equals("action", QueryValue::text(action.text()))).await
}

#[tokio::test]
async fn a_report_counts_once_for_the_role_the_policy_and_the_assignment() {
    let mut world = world().await;
    let (role, policy) = (world.role("desk").await, world.policy(allow("Desk")).await);
    let assignment = world.assign(&role.id, &policy.id).await;
    let count = |outcome: DecisionOutcome, decisions| DecisionCount {
        day_at: milliseconds(world.clock.now()),
        role_ids: vec![role.id.clone()],
        // The scopes of a key have no record.
        policy_ids: vec![policy.id.clone(), "key_scope".to_owned()],
        action: Action::List.into(),
        endpoint: Endpoint::Assets.into(),
        outcome: outcome.into(),
        decisions,
    };
    let counts = vec![
        count(DecisionOutcome::Allowed, 7),
        count(DecisionOutcome::Narrowed, 2),
        count(DecisionOutcome::Refused, 1),
    ];
    let report = ReportDecisionsRequest {
        report_id: somebody(),
        counts,
        lost: 3,
        ..ReportDecisionsRequest::default()
    };
    for _ in 0..3 {
        world.decisions.report_decisions(report.clone()).await.unwrap();
    }
    let day = DecisionDay { day: "2026-11-30".to_owned(), allowed: 7, narrowed: 2, refused: 1 };
    let on_actions = vec![DecisionsOnAction {
        action: Action::List.into(),
        endpoint: Endpoint::Assets.into(),
        allowed: 7,
        narrowed: 2,
        refused: 1,
    }];
    for id in [&role.id, &policy.id, &assignment.id] {
        let found = histogram(&mut world, id).await;
        assert_eq!(found.days.as_slice(), std::slice::from_ref(&day));
        assert_eq!((found.actions, found.lost), (on_actions.clone(), 3));
    }
    let next = ReportDecisionsRequest { report_id: somebody(), lost: 0, ..report };
    world.decisions.report_decisions(next).await.unwrap();
    assert_eq!(histogram(&mut world, &role.id).await.days[0].allowed, 14);
    world.clock.advance(30 * DAY);
    upkeep::round(&world.ctx).await.unwrap();
    let late = histogram(&mut world, &role.id).await;
    assert_eq!(late, GetDecisionHistogramResponse::default());
    let rows = world.execute("SELECT id FROM applied_reports").await.unwrap();
    assert_eq!(rows, 0, "reports of yesterday are forgotten");
    world.settle().await;
}

#[tokio::test]
async fn a_report_without_an_id_or_with_too_much_is_refused() {
    let mut world = world().await;
    let nameless = world.decisions.report_decisions(ReportDecisionsRequest::default()).await;
    assert_eq!(reason(nameless.map_err(Into::into)), "input_invalid");
    let calls = vec![calls(&world, DecisionOutcome::Refused, 1); 1_001];
    let long = ReportDecisionsRequest { report_id: somebody(), calls, ..Default::default() };
    let long = world.decisions.report_decisions(long).await;
    assert_eq!(reason(long.map_err(Into::into)), "input_invalid");
    world.settle().await;
}

#[tokio::test]
async fn calls_of_a_caller_in_a_minute_are_one_entry_of_the_audit_history() {
    let mut world = world().await;
    let refused = calls(&world, DecisionOutcome::Refused, 5);
    // Of two gateways, and one of a visitor without a session.
    let visitor =
        DecidedCalls { user_id: None, organization_id: None, calls: 2, ..refused.clone() };
    let allowed = calls(&world, DecisionOutcome::Allowed, 1);
    report(&mut world, vec![refused.clone(), allowed]).await;
    report(&mut world, vec![DecidedCalls { calls: 7, ..refused }, visitor]).await;
    upkeep::round(&world.ctx).await.unwrap();
    assert!(of_action(&mut world, AccessAuditAction::CallsRefused).await.is_empty());
    world.clock.advance(DAY / 24);
    upkeep::round(&world.ctx).await.unwrap();
    upkeep::round(&world.ctx).await.unwrap();
    let mut refused = of_action(&mut world, AccessAuditAction::CallsRefused).await;
    refused.sort_by_key(|entry| entry.actor_id.clone());
    assert_eq!(refused.len(), 2);
    assert_eq!((&refused[0].actor_id, &refused[0].organization_id), (&None, &None));
    let of_bob = &refused[1];
    assert_eq!(of_bob.actor_id.as_deref(), Some(BOB));
    assert_eq!(
        (of_bob.kind(), of_bob.refusal.as_deref()),
        (RecordKind::Calls, Some("access.denied"))
    );
    assert_eq!(of_bob.changes[0].after, ["2026-11-30T12:00:00Z"]);
    let calls: Vec<serde_json::Value> =
        of_bob.changes[1].after.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
    let total: i64 = calls.iter().map(|one| one["calls"].as_i64().unwrap()).sum();
    assert_eq!((calls.len(), total), (2, 12));
    assert_eq!(calls[0]["needs"][0]["endpoint"], "assets");
    let allowed = of_action(&mut world, AccessAuditAction::CallsAllowed).await;
    assert_eq!((allowed.len(), allowed[0].refusal.as_deref()), (1, None));
    assert_eq!(world.refusals().await.len(), 2);
    assert!(verify(&mut world.test_db.raw().await).await.unwrap().is_ok());
    let kept = world.execute("SELECT id FROM decided_calls").await.unwrap();
    world.clock.advance(DAY);
    upkeep::round(&world.ctx).await.unwrap();
    let left = world.execute("SELECT id FROM decided_calls").await.unwrap();
    assert_eq!((kept, left), (4, 0), "calls are kept for a day");
    world.settle().await;
}

#[tokio::test]
async fn an_erased_user_is_in_no_call_neither_before_nor_after() {
    let mut world = world().await;
    let of_bob = calls(&world, DecisionOutcome::Refused, 5);
    report(&mut world, vec![of_bob.clone()]).await;
    world.publish(&UserErased { user_id: BOB.to_owned(), erased_at: 0 }).await;
    eventually("the user is erased", || async {
        let erased = sqlx::query_scalar("SELECT EXISTS (SELECT FROM erased_users)");
        let mut conn = world.test_db.db.conn().await.unwrap();
        erased.fetch_one(&mut *conn).await.unwrap()
    })
    .await;
    report(&mut world, vec![of_bob]).await;
    world.clock.advance(DAY / 24);
    upkeep::round(&world.ctx).await.unwrap();
    let refused = of_action(&mut world, AccessAuditAction::CallsRefused).await;
    assert_eq!(refused.len(), 2);
    let actors: Vec<_> = refused.iter().map(|entry| entry.actor_id.as_deref().unwrap()).collect();
    assert!(!actors.contains(&BOB) && actors[0] != actors[1], "{actors:?}");
    assert!(verify(&mut world.test_db.raw().await).await.unwrap().is_ok());
    world.settle().await;
}
