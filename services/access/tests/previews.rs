//! The effect of changes before they are made.

use proto::access::v1::{
    AccessStatus, Action, ActionAtEndpoint, AssignmentTerms, CreateOrganizationRoleRequest,
    CreateUserRoleRequest, Endpoint, GetPolicyAssignmentPreviewRequest, GetPolicyPreviewRequest,
    Limits, PolicyInput, PolicyStatus, Preview,
};

use crate::support::{World, ada, allow, deny, reason, somebody, terms};

fn cells(cells: &[(Endpoint, Action)]) -> Vec<ActionAtEndpoint> {
    let cell = |(endpoint, action): &(Endpoint, Action)| ActionAtEndpoint {
        action: (*action).into(),
        endpoint: (*endpoint).into(),
    };
    cells.iter().map(cell).collect()
}

/// A role with a policy, held by two users and an organization.
async fn held(world: &mut World) -> (String, String) {
    let (role, policy) = (world.role("desk").await, world.policy(allow("Desk")).await);
    world.assign(&role.id, &policy.id).await;
    for _ in 0..2 {
        let request = CreateUserRoleRequest {
            user_id: somebody(),
            role_id: role.id.clone(),
            reason: "Covers the desk".to_owned(),
            ..Default::default()
        };
        ada(world.calls.create_user_role(request)).await.unwrap();
    }
    let request = CreateOrganizationRoleRequest {
        organization_id: somebody(),
        role_id: role.id.clone(),
        reason: "A pilot".to_owned(),
        ..Default::default()
    };
    ada(world.calls.create_organization_role(request)).await.unwrap();
    (role.id, policy.id)
}

#[tokio::test]
async fn a_policy_shows_what_it_would_add_and_remove() {
    let mut world = World::start().await;
    let (_, policy_id) = held(&mut world).await;
    let epoch = world.epoch().await;
    let preview = async |world: &mut World, id: Option<&str>, policy: PolicyInput| {
        let id = id.map(str::to_owned);
        let request = GetPolicyPreviewRequest { id, policy: Some(policy) };
        ada(world.calls.get_policy_preview(request)).await
    };
    let other = PolicyInput {
        actions: vec![Action::List.into(), Action::Export.into()],
        endpoints: vec![Endpoint::Assets.into(), Endpoint::Tokens.into()],
        ..allow("Desk")
    };
    let found = preview(&mut world, Some(&policy_id), other).await.unwrap();
    assert_eq!((found.roles, found.users, found.organizations), (1, 2, 1));
    let added = [
        (Endpoint::Assets, Action::Export),
        (Endpoint::Tokens, Action::List),
        (Endpoint::Tokens, Action::Export),
    ];
    assert_eq!(found.adds, cells(&added));
    assert_eq!(found.removes, cells(&[(Endpoint::Assets, Action::Read)]));
    // A wider limit is an addition, and another name is nothing.
    let wider = PolicyInput {
        limits: Some(Limits { rows_per_response: Some(200), ..Limits::default() }),
        ..allow("Desk")
    };
    let found = preview(&mut world, Some(&policy_id), wider).await.unwrap();
    let own = cells(&[(Endpoint::Assets, Action::List), (Endpoint::Assets, Action::Read)]);
    assert_eq!((found.adds, found.removes), (own.clone(), vec![]));
    let found = preview(&mut world, Some(&policy_id), allow("Other")).await.unwrap();
    assert_eq!(found, Preview::default());
    // A denial removes, and so does a draft in the place of an active policy.
    let found = preview(&mut world, Some(&policy_id), deny("Desk")).await.unwrap();
    assert_eq!((found.adds, found.removes), (vec![], own.clone()));
    let draft = PolicyInput { status: PolicyStatus::Draft.into(), ..allow("Desk") };
    let found = preview(&mut world, Some(&policy_id), draft).await.unwrap();
    assert_eq!(found.removes, own);
    assert_eq!(preview(&mut world, None, allow("New")).await.unwrap(), Preview::default());
    let wrong = preview(&mut world, None, PolicyInput::default()).await;
    assert_eq!(reason(wrong), "input_invalid");
    assert_eq!(world.epoch().await, epoch, "a preview changes nothing");
    world.settle().await;
}

#[tokio::test]
async fn an_assignment_shows_what_its_terms_would_change() {
    let mut world = World::start().await;
    let (role_id, policy_id) = held(&mut world).await;
    let export = PolicyInput { actions: vec![Action::Export.into()], ..allow("Files") };
    let export = world.policy(export).await;
    let preview = async |world: &mut World, policy_id: &str, terms: AssignmentTerms| {
        let (role_id, policy_id) = (role_id.clone(), policy_id.to_owned());
        let request = GetPolicyAssignmentPreviewRequest { role_id, policy_id, terms: Some(terms) };
        ada(world.calls.get_policy_assignment_preview(request)).await.unwrap()
    };
    let found = preview(&mut world, &export.id, terms()).await;
    assert_eq!((found.roles, found.users, found.organizations), (1, 2, 1));
    assert_eq!(found.adds, cells(&[(Endpoint::Assets, Action::Export)]));
    let off = AssignmentTerms { status: AccessStatus::Disabled.into(), ..terms() };
    let found = preview(&mut world, &policy_id, off).await;
    assert_eq!(found.adds, []);
    let own = cells(&[(Endpoint::Assets, Action::List), (Endpoint::Assets, Action::Read)]);
    assert_eq!(found.removes, own);
    let tighter = AssignmentTerms {
        limit_overrides: Some(Limits { rows_per_response: Some(10), ..Limits::default() }),
        ..terms()
    };
    let found = preview(&mut world, &policy_id, tighter).await;
    assert_eq!((found.adds, found.removes), (vec![], own));
    assert_eq!(preview(&mut world, &policy_id, terms()).await, Preview::default());
    world.settle().await;
}
