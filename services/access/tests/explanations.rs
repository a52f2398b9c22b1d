//! Explanations: the decision, its ways through roles and policies, and what a draft would change.

use proto::access::v1::{
    AccessDecision, AccessRole, Action, Condition, ConditionOperator, ConditionVerdict,
    CreateUserRoleRequest, Dimension, Effect, Endpoint, GetDecisionRequest, Limits,
    ListPermittedRolesRequest, Obstacle, PolicyInput, SelectedValues, TimeBounds, VisiblePart,
};

use crate::support::{BOB, World, ada, allow, reason};

const TREASURIES: i64 = 27;
const STABLECOINS: i64 = 28;

fn of_class(class: i64) -> Condition {
    Condition {
        dimension: Dimension::AssetClass.into(),
        operator: ConditionOperator::In.into(),
        ids: vec![class],
    }
}

fn treasuries() -> PolicyInput {
    let time = TimeBounds { max_days_back: Some(30), ..TimeBounds::default() };
    PolicyInput { r#where: vec![of_class(TREASURIES)], time: Some(time), ..allow("Treasuries") }
}

/// Bob lists treasuries, and no other policies are known.
async fn treasuries_of_bob() -> (World, AccessRole, String) {
    let mut world = World::empty().await;
    let (role, policy) = (world.role("desk").await, world.policy(treasuries()).await);
    world.assign(&role.id, &policy.id).await;
    let grant = CreateUserRoleRequest {
        user_id: BOB.to_owned(),
        role_id: role.id.clone(),
        reason: "Covers the desk".to_owned(),
        ..CreateUserRoleRequest::default()
    };
    ada(world.calls.create_user_role(grant)).await.unwrap();
    (world, role, policy.id)
}

fn list_of(class: i64) -> GetDecisionRequest {
    let ids = vec![class];
    GetDecisionRequest {
        user_id: Some(BOB.to_owned()),
        action: Action::List.into(),
        endpoint: Endpoint::Assets.into(),
        selected: vec![SelectedValues { dimension: Dimension::AssetClass.into(), ids }],
        ..GetDecisionRequest::default()
    }
}

async fn explain(world: &mut World, request: GetDecisionRequest) -> AccessDecision {
    ada(world.explanations.get_decision(request)).await.unwrap()
}

#[tokio::test]
async fn an_explanation_leads_from_the_role_to_the_policy_and_its_conditions() {
    let (mut world, role, policy_id) = treasuries_of_bob().await;
    let found = explain(&mut world, list_of(TREASURIES)).await;
    assert!(found.is_allowed && found.denial_reason.is_none());
    assert_eq!(found.visibility(), VisiblePart::All);
    assert_eq!(found.epoch, world.epoch().await);
    let link = &found.links[0];
    assert_eq!((found.links.len(), &link.policy_id, &link.role_id), (1, &policy_id, &role.id));
    assert_eq!((link.policy_name.as_str(), link.role_name.as_str()), ("Treasuries", "desk"));
    assert_eq!((link.effect(), link.policy_version, link.obstacles.len()), (Effect::Allow, 1, 0));
    assert_eq!(link.conditions[0].verdict(), ConditionVerdict::Met);

    let permission = &found.permissions[0];
    assert_eq!(permission.r#where, [of_class(TREASURIES)]);
    assert_eq!(permission.time.as_ref().unwrap().max_days_back, Some(30));
    assert_eq!(found.limits.unwrap().rows_per_response, Some(100));

    let hidden = explain(&mut world, list_of(STABLECOINS)).await;
    assert_eq!((hidden.is_allowed, hidden.visibility()), (true, VisiblePart::Nothing));
    assert_eq!(hidden.narrowed_by, [Dimension::AssetClass as i32]);
    assert_eq!(hidden.links[0].conditions[0].verdict(), ConditionVerdict::NotMet);
}

#[tokio::test]
async fn an_explanation_names_every_obstacle_of_a_denied_call() {
    let (mut world, _, _) = treasuries_of_bob().await;
    let export = GetDecisionRequest { action: Action::Export.into(), ..list_of(TREASURIES) };
    let denied = explain(&mut world, export).await;
    assert!(!denied.is_allowed && denied.permissions.is_empty() && denied.limits.is_none());
    assert_eq!(denied.denial_reason.as_deref(), Some("policy.not_allowed"));
    assert_eq!(denied.links[0].obstacles, [Obstacle::Action as i32]);

    let nobody = GetDecisionRequest { user_id: None, ..list_of(TREASURIES) };
    let denied = explain(&mut world, nobody).await;
    assert!(!denied.is_allowed && denied.links.is_empty());
}

#[tokio::test]
async fn days_outside_the_bounds_are_named() {
    let (mut world, _, _) = treasuries_of_bob().await;
    let (from, to) = (Some("2020-01-01".to_owned()), Some("2020-02-01".to_owned()));
    let old = explain(&mut world, GetDecisionRequest { from, to, ..list_of(TREASURIES) }).await;
    assert_eq!((old.visibility(), old.is_narrowed_by_days), (VisiblePart::Nothing, true));
}

#[tokio::test]
async fn a_draft_is_explained_in_the_place_of_the_policy() {
    let (mut world, _, policy_id) = treasuries_of_bob().await;
    let limits = Some(Limits { rows_per_response: Some(7), ..Limits::default() });
    let draft = PolicyInput {
        r#where: vec![of_class(TREASURIES)],
        limits,
        actions: vec![Action::Export.into()],
        ..treasuries()
    };
    let request = GetDecisionRequest {
        action: Action::Export.into(),
        draft_policy_id: Some(policy_id),
        draft: Some(draft),
        ..list_of(TREASURIES)
    };
    let found = explain(&mut world, request.clone()).await;
    assert_eq!((found.is_allowed, found.limits.unwrap().rows_per_response), (true, Some(7)));
    // Nothing was saved.
    let stored = GetDecisionRequest { draft: None, draft_policy_id: None, ..request };
    assert!(!explain(&mut world, stored).await.is_allowed);
}

#[tokio::test]
async fn the_roles_that_allow_a_call_come_with_the_number_of_their_holders() {
    let (mut world, role, _) = treasuries_of_bob().await;
    world.role("other").await;
    let list = async |world: &mut World, action: Action, class| {
        let request = ListPermittedRolesRequest {
            action: action.into(),
            endpoint: Endpoint::Assets.into(),
            selected: list_of(class).selected,
        };
        ada(world.explanations.list_permitted_roles(request)).await.unwrap().results
    };
    let found = list(&mut world, Action::List, TREASURIES).await;
    assert_eq!((found.len(), &found[0].role_id, found[0].users), (1, &role.id, 1));
    assert_eq!(found[0].visibility(), VisiblePart::All);
    assert_eq!(list(&mut world, Action::List, STABLECOINS).await, []);
    assert_eq!(list(&mut world, Action::Export, TREASURIES).await, []);
}

#[tokio::test]
async fn values_that_are_not_valid_are_refused_by_field() {
    let (mut world, _, _) = treasuries_of_bob().await;
    for request in [
        GetDecisionRequest { action: 0, ..list_of(TREASURIES) },
        GetDecisionRequest { user_id: Some("me".to_owned()), ..list_of(TREASURIES) },
        GetDecisionRequest { address: Some("here".to_owned()), ..list_of(TREASURIES) },
        GetDecisionRequest { from: Some("2026-01-01".to_owned()), ..list_of(TREASURIES) },
    ] {
        let refused = ada(world.explanations.get_decision(request)).await;
        assert_eq!(reason(refused), "input_invalid");
    }
}
