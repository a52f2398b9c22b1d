//! The holders of a role or a policy.

use proto::access::v1::{
    CreateOrganizationRoleRequest, CreateUserRoleRequest, ListHoldersRequest, RoleSource,
};

use crate::support::{World, ada, allow, reason, somebody};

#[tokio::test]
async fn holders_are_counted_and_paged() {
    let mut world = World::start().await;
    let (one, other) = (world.role("one").await, world.role("other").await);
    let policy = world.policy(allow("Desk")).await;
    for role in [&one, &other] {
        world.assign(&role.id, &policy.id).await;
    }
    let user = somebody();
    for (user_id, role) in [(&user, &one), (&user, &other), (&somebody(), &one)] {
        let request = CreateUserRoleRequest {
            user_id: user_id.clone(),
            role_id: role.id.clone(),
            reason: "Covers the desk".to_owned(),
            ..Default::default()
        };
        ada(world.calls.create_user_role(request)).await.unwrap();
    }
    let organization = somebody();
    let request = CreateOrganizationRoleRequest {
        organization_id: organization.clone(),
        role_id: one.id.clone(),
        reason: "A pilot".to_owned(),
        ..Default::default()
    };
    ada(world.calls.create_organization_role(request)).await.unwrap();

    let of_role = ListHoldersRequest { role_id: Some(one.id), ..Default::default() };
    let found = ada(world.calls.list_holders(of_role.clone())).await.unwrap();
    assert_eq!((found.users, found.organizations, found.results.len()), (2, 1, 3));
    let last = found.results.last().unwrap();
    assert_eq!(last.organization_id.as_deref(), Some(&*organization));
    assert_eq!((last.user_id.clone(), last.source), (None, Some(RoleSource::Manual.into())));

    let of_policy =
        ListHoldersRequest { policy_id: Some(policy.id), per_page: Some(3), ..Default::default() };
    let page = ada(world.calls.list_holders(of_policy.clone())).await.unwrap();
    assert_eq!((page.users, page.organizations, page.results.len()), (2, 1, 3), "each counts once");
    let next = ListHoldersRequest { cursor: page.next_cursor, ..of_policy };
    let rest = ada(world.calls.list_holders(next)).await.unwrap();
    assert_eq!((rest.results.len(), rest.next_cursor), (1, None));
    let both = ListHoldersRequest { policy_id: Some(somebody()), ..of_role };
    assert_eq!(reason(ada(world.calls.list_holders(both)).await), "input_invalid");
    let neither = ListHoldersRequest::default();
    assert_eq!(reason(ada(world.calls.list_holders(neither)).await), "input_invalid");
    world.settle().await;
}
