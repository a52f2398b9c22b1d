//! Simulations: which calls of the last 24 hours would be decided otherwise by other values of a policy.

use kit::clock::{DAY, milliseconds};
use proto::access::v1::{
    AccessRole, Action, ActionAtEndpoint, ChangedDecisions, Condition, ConditionOperator,
    CreateUserRoleRequest, DecidedCalls, DecisionOutcome, Dimension, Endpoint, FileFormat,
    GetSimulationRequest, GetSimulationResponse, Limits, NarrowedAnswers, PolicyInput,
    PolicyStatus, ReportDecisionsRequest,
};

use crate::support::{BOB, HOME, World, ada, allow, deny, input, reason, somebody};

const TREASURIES: i64 = 27;

/// Bob with a role, in a world without the policies of plans.
async fn desk() -> (World, AccessRole) {
    let mut world = World::empty().await;
    let role = world.role("desk").await;
    let grant = CreateUserRoleRequest {
        user_id: BOB.to_owned(),
        role_id: role.id.clone(),
        reason: "Covers the desk".to_owned(),
        ..CreateUserRoleRequest::default()
    };
    ada(world.calls.create_user_role(grant)).await.unwrap();
    (world, role)
}

fn call(world: &World, action: Action, outcome: DecisionOutcome, calls: i64) -> DecidedCalls {
    let narrowed = match action {
        Action::List => NarrowedAnswers::Records,
        _ => NarrowedAnswers::None,
    };
    DecidedCalls {
        minute_at: milliseconds(world.clock.now()),
        user_id: Some(BOB.to_owned()),
        needs: vec![ActionAtEndpoint { action: action.into(), endpoint: Endpoint::Assets.into() }],
        narrowed_answers: narrowed.into(),
        outcome: outcome.into(),
        refusal: (outcome == DecisionOutcome::Refused).then(|| "access.denied".to_owned()),
        calls,
        ..DecidedCalls::default()
    }
}

async fn report(world: &mut World, calls: Vec<DecidedCalls>) {
    let report = ReportDecisionsRequest { report_id: somebody(), calls, ..Default::default() };
    world.decisions.report_decisions(report).await.unwrap();
}

async fn simulate(
    world: &mut World,
    policy_id: &str,
    policy: Option<PolicyInput>,
) -> Result<GetSimulationResponse, kit::error::Problem> {
    let request = GetSimulationRequest { policy_id: policy_id.to_owned(), policy };
    ada(world.decisions.get_simulation(request)).await
}

fn change(
    action: Action,
    before: DecisionOutcome,
    after: DecisionOutcome,
    calls: i64,
) -> ChangedDecisions {
    ChangedDecisions {
        needs: vec![ActionAtEndpoint { action: action.into(), endpoint: Endpoint::Assets.into() }],
        export_format: None,
        plan: String::new(),
        before: before.into(),
        after: after.into(),
        calls,
        callers: 1,
    }
}

#[tokio::test]
async fn a_draft_of_a_denial_refuses_what_is_allowed() {
    let (mut world, role) = desk().await;
    let allowed = world.policy(allow("Desk")).await;
    world.assign(&role.id, &allowed.id).await;
    let draft = PolicyInput { status: PolicyStatus::Draft.into(), ..deny("Closed") };
    let draft = world.policy(PolicyInput { actions: vec![Action::Read.into()], ..draft }).await;
    world.assign(&role.id, &draft.id).await;
    let read = call(&world, Action::Read, DecisionOutcome::Allowed, 3);
    let listed = call(&world, Action::List, DecisionOutcome::Allowed, 4);
    report(&mut world, vec![read, listed]).await;
    let found = simulate(&mut world, &draft.id, None).await.unwrap();
    let changes = [change(Action::Read, DecisionOutcome::Allowed, DecisionOutcome::Refused, 3)];
    assert_eq!(found.changes, changes);
    assert_eq!((found.sampled_calls, found.refused_calls, found.changed_calls), (7, 0, 3));
    assert!(!found.is_partial);
    // Other values than those that are stored.
    let mut closed = input(&draft);
    closed.actions = vec![Action::List.into()];
    let found = simulate(&mut world, &draft.id, Some(closed)).await.unwrap();
    // Lists leave out counts of records that the desk does not see.
    let changes = [change(Action::List, DecisionOutcome::Narrowed, DecisionOutcome::Refused, 4)];
    assert_eq!(found.changes, changes);
    world.settle().await;
}

#[tokio::test]
async fn a_condition_narrows_and_more_actions_allow_what_was_refused() {
    let (mut world, role) = desk().await;
    let policy = world.policy(allow("Desk")).await;
    world.assign(&role.id, &policy.id).await;
    let listed = call(&world, Action::List, DecisionOutcome::Allowed, 4);
    let read = call(&world, Action::Read, DecisionOutcome::Allowed, 2);
    let exported = DecidedCalls {
        export_format: Some(FileFormat::Csv.into()),
        ..call(&world, Action::Export, DecisionOutcome::Refused, 9)
    };
    report(&mut world, vec![listed, read, exported]).await;
    let unchanged = simulate(&mut world, &policy.id, Some(input(&policy))).await.unwrap();
    assert_eq!((unchanged.changed_calls, unchanged.changes), (0, vec![]));
    let condition = Condition {
        dimension: Dimension::AssetClass.into(),
        operator: ConditionOperator::In.into(),
        ids: vec![TREASURIES],
    };
    let narrow = PolicyInput { r#where: vec![condition], ..input(&policy) };
    let found = simulate(&mut world, &policy.id, Some(narrow)).await.unwrap();
    // Another part, and nothing where the answer cannot be a part.
    let changes = [
        change(Action::List, DecisionOutcome::Narrowed, DecisionOutcome::Narrowed, 4),
        change(Action::Read, DecisionOutcome::Allowed, DecisionOutcome::Refused, 2),
    ];
    assert_eq!(found.changes, changes);
    let mut wide = input(&policy);
    wide.actions.push(Action::Export.into());
    let found = simulate(&mut world, &policy.id, Some(wide.clone())).await.unwrap();
    let csv = ChangedDecisions {
        export_format: Some(FileFormat::Csv.into()),
        ..change(Action::Export, DecisionOutcome::Refused, DecisionOutcome::Allowed, 9)
    };
    assert_eq!((found.refused_calls, found.changes), (9, vec![csv]));
    wide.limits =
        Some(Limits { export_formats: vec![FileFormat::Parquet.into()], ..Limits::default() });
    let other = simulate(&mut world, &policy.id, Some(wide)).await.unwrap();
    assert_eq!(other.changed_calls, 0, "not in this format");
    world.clock.advance(DAY);
    world.settle().await;
}

#[tokio::test]
async fn callers_are_told_apart_by_their_plan() {
    let mut world = World::start().await;
    let policy = world.id_of("policies", "plan.free").await;
    let of_home = DecidedCalls {
        organization_id: Some(HOME.to_owned()),
        ..call(&world, Action::Read, DecisionOutcome::Allowed, 2)
    };
    let of_visitor =
        DecidedCalls { user_id: None, ..call(&world, Action::Read, DecisionOutcome::Allowed, 1) };
    report(&mut world, vec![of_home, of_visitor]).await;
    let closed = PolicyInput { actions: vec![Action::List.into()], ..allow("Free plan") };
    let found = simulate(&mut world, &policy, Some(closed)).await.unwrap();
    let plans: Vec<_> = found.changes.iter().map(|one| (&*one.plan, one.calls)).collect();
    assert_eq!(plans, [("plan.free", 2)]);
    world.settle().await;
}

#[tokio::test]
async fn values_that_are_not_valid_are_refused_by_their_field() {
    let (mut world, _) = desk().await;
    let policy = world.policy(allow("Desk")).await;
    let wrong = PolicyInput { actions: Vec::new(), ..input(&policy) };
    assert_eq!(reason(simulate(&mut world, &policy.id, Some(wrong)).await), "input_invalid");
    assert_eq!(reason(simulate(&mut world, &somebody(), None).await), "policy_not_found");
    world.settle().await;
}
