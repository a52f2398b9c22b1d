//! Explanations of calls by API keys, and of roles that ended.

use proto::access::v1::{
    AccessDecision, Action, ApiKey, ApiKeyInput, ApiKeyScope, ApiKeyStatus, Condition,
    ConditionOperator, ConditionVerdict, CreateApiKeyRequest, CreateUserRoleRequest, Dimension,
    EndUserRoleRequest, Endpoint, GetDecisionRequest, KeyObstacle, Obstacle, SelectedValues,
    SetApiKeyStatusRequest, UserRole, VisiblePart,
};
use proto::identity::v1::MembershipRole;

use crate::support::{ADA, BOB, HOME, World, ada, allow, bob, reason};

const TREASURIES: i64 = 27;
const STABLECOINS: i64 = 28;

/// A world in which Bob may list assets, with his grant.
async fn world() -> (World, UserRole) {
    let mut world = World::empty().await;
    world.identity.add_member(BOB, HOME, MembershipRole::Member);
    let (role, policy) = (world.role("desk").await, world.policy(allow("Assets")).await);
    world.assign(&role.id, &policy.id).await;
    let grant = grant(&mut world, role.id, None).await;
    (world, grant)
}

async fn grant(world: &mut World, role_id: String, expires_at: Option<i64>) -> UserRole {
    let request = CreateUserRoleRequest {
        user_id: BOB.to_owned(),
        role_id,
        expires_at,
        reason: "Covers the desk".to_owned(),
        ..CreateUserRoleRequest::default()
    };
    ada(world.calls.create_user_role(request)).await.unwrap().user_role.unwrap()
}

/// A key of Bob for lists of treasuries, from one network.
async fn key(world: &mut World) -> ApiKey {
    let is_treasury = Condition {
        dimension: Dimension::AssetClass.into(),
        operator: ConditionOperator::In.into(),
        ids: vec![TREASURIES],
    };
    let scope = ApiKeyScope {
        actions: vec![Action::List.into()],
        endpoints: vec![Endpoint::Assets.into()],
        r#where: vec![is_treasury],
    };
    let input = ApiKeyInput {
        name: "Import".to_owned(),
        scopes: vec![scope],
        ip_cidrs: vec!["192.0.2.0/24".to_owned()],
        expires_at: None,
    };
    let request = CreateApiKeyRequest { is_organization: false, is_test: false, key: Some(input) };
    bob(world.keys.create_api_key(request)).await.unwrap().key.unwrap()
}

fn list_by(key: &ApiKey, class: i64) -> GetDecisionRequest {
    GetDecisionRequest {
        api_key_id: Some(key.id.clone()),
        action: Action::List.into(),
        endpoint: Endpoint::Assets.into(),
        selected: vec![SelectedValues {
            dimension: Dimension::AssetClass.into(),
            ids: vec![class],
        }],
        address: Some("192.0.2.7".to_owned()),
        ..GetDecisionRequest::default()
    }
}

async fn explain(world: &mut World, request: GetDecisionRequest) -> AccessDecision {
    ada(world.explanations.get_decision(request)).await.unwrap()
}

fn key_obstacles(decision: &AccessDecision) -> Vec<KeyObstacle> {
    decision.key.as_ref().unwrap().obstacles().collect()
}

#[tokio::test]
async fn a_key_acts_for_its_owner_below_its_scopes() {
    let (mut world, _) = world().await;
    let key = key(&mut world).await;
    let inside = explain(&mut world, list_by(&key, TREASURIES)).await;
    assert!(inside.is_allowed);
    assert_eq!(inside.visibility(), VisiblePart::All);
    let result = inside.key.clone().unwrap();
    assert_eq!(result.key.unwrap().id, key.id);
    assert_eq!(key_obstacles(&inside), []);
    assert_eq!(result.scopes[0].conditions[0].verdict(), ConditionVerdict::Met);
    assert_eq!(inside.links.len(), 1, "the ways are those of the owner");

    let outside = explain(&mut world, list_by(&key, STABLECOINS)).await;
    assert_eq!(outside.visibility(), VisiblePart::Nothing);
    let result = outside.key.unwrap();
    assert_eq!(result.scopes[0].conditions[0].verdict(), ConditionVerdict::NotMet);

    let read = GetDecisionRequest { action: Action::Read.into(), ..list_by(&key, TREASURIES) };
    let denied = explain(&mut world, read).await;
    assert_eq!(denied.denial_reason.as_deref(), Some("policy.ceiling"));
    let result = denied.key.unwrap();
    assert_eq!(result.scopes[0].obstacles, [Obstacle::Action as i32]);
}

#[tokio::test]
async fn a_key_that_is_refused_receives_nothing() {
    let (mut world, _) = world().await;
    let key = key(&mut world).await;
    let elsewhere =
        GetDecisionRequest { address: Some("10.0.0.1".to_owned()), ..list_by(&key, TREASURIES) };
    let refused = explain(&mut world, elsewhere).await;
    assert_eq!(refused.denial_reason.as_deref(), Some("principal.key_refused"));
    assert!(!refused.is_allowed && refused.permissions.is_empty() && refused.limits.is_none());
    assert_eq!(key_obstacles(&refused), [KeyObstacle::Address]);
    let unknown = GetDecisionRequest { address: None, ..list_by(&key, TREASURIES) };
    let refused = explain(&mut world, unknown).await;
    assert_eq!(key_obstacles(&refused), [KeyObstacle::AddressUnknown]);
    let later = GetDecisionRequest { called_at: Some(key.expires_at), ..list_by(&key, TREASURIES) };
    assert_eq!(key_obstacles(&explain(&mut world, later).await), [KeyObstacle::Expired]);
    let earlier =
        GetDecisionRequest { called_at: Some(key.created_at - 1), ..list_by(&key, TREASURIES) };
    assert_eq!(key_obstacles(&explain(&mut world, earlier).await), [KeyObstacle::NotCreated]);

    let disabling = SetApiKeyStatusRequest {
        id: key.id.clone(),
        version: key.version,
        status: ApiKeyStatus::Disabled.into(),
        reason: "Calls from an unknown network".to_owned(),
    };
    ada(world.keys.set_api_key_status(disabling)).await.unwrap();
    let refused = explain(&mut world, list_by(&key, TREASURIES)).await;
    assert_eq!(key_obstacles(&refused), [KeyObstacle::Disabled]);
    assert_eq!(refused.links.len(), 1, "the ways to policies stay");

    let two_callers =
        GetDecisionRequest { user_id: Some(ADA.to_owned()), ..list_by(&key, TREASURIES) };
    let refused = ada(world.explanations.get_decision(two_callers)).await;
    assert_eq!(reason(refused), "input_invalid");
    let unknown =
        GetDecisionRequest { api_key_id: Some("0".to_owned()), ..list_by(&key, TREASURIES) };
    let refused = ada(world.explanations.get_decision(unknown)).await;
    assert_eq!(reason(refused), "api_key_not_found");
}

#[tokio::test]
async fn roles_that_ended_are_named_with_their_end() {
    let (mut world, granted) = world().await;
    let (role, policy) = (world.role("guest").await, world.policy(allow("Guests")).await);
    world.assign(&role.id, &policy.id).await;
    let now = world.clock.now_milliseconds();
    let end = now + 3_600_000;
    let guest = grant(&mut world, role.id.clone(), Some(end)).await;
    let list_at = |called_at| GetDecisionRequest {
        user_id: Some(BOB.to_owned()),
        action: Action::List.into(),
        endpoint: Endpoint::Assets.into(),
        called_at,
        ..GetDecisionRequest::default()
    };
    assert_eq!(explain(&mut world, list_at(None)).await.ended_roles, []);

    let later = explain(&mut world, list_at(Some(end))).await;
    assert!(later.is_allowed, "by the other role");
    let [ended] = &later.ended_roles[..] else { panic!("{:?}", later.ended_roles) };
    assert_eq!((&*ended.role_name, ended.ended_at), ("guest", end));
    let link = later.links.iter().find(|link| link.role_id == role.id).unwrap();
    assert_eq!(link.obstacles, [Obstacle::RoleNoLongerHeld as i32]);
    assert_eq!(link.role_ended_at, Some(end));

    let ending = EndUserRoleRequest {
        id: granted.id,
        version: granted.version,
        reason: "Left the desk".to_owned(),
    };
    ada(world.calls.end_user_role(ending)).await.unwrap();
    let taken = explain(&mut world, list_at(None)).await;
    assert!(taken.is_allowed, "by the role that has not ended yet");
    let [ended] = &taken.ended_roles[..] else { panic!("{:?}", taken.ended_roles) };
    assert_eq!((&*ended.role_name, &ended.role_id), ("desk", &granted.role_id));
    assert!(ended.ended_at >= now);

    // A role that is held again has not ended.
    grant(&mut world, granted.role_id, None).await;
    assert_eq!(explain(&mut world, list_at(None)).await.ended_roles, []);
    assert_eq!(guest.expires_at, Some(end));
}
