//! The reads of the service access: memberships as they are now, and addresses for notices.

use kit::error::{ErrorCode, Problem};
use proto::identity::v1::identity_client::IdentityClient;
use proto::identity::v1::{GetMembershipRequest, ListMailAddressesRequest, MembershipRole};

use crate::world::World;

fn membership(user_id: &str, organization_id: &str) -> GetMembershipRequest {
    GetMembershipRequest {
        user_id: user_id.to_owned(),
        organization_id: organization_id.to_owned(),
    }
}

#[tokio::test]
async fn access_reads_memberships_and_addresses_of_users_who_are_active() {
    let mut world = World::new().await;
    let (ada, bob) =
        (world.sign_in("ada@example.com").await, world.sign_in("bob@example.com").await);
    let (ada, bob) = (world.user(&ada).await, world.user(&bob).await);
    let home = ada.organization.as_ref().unwrap().id.clone();
    let access = kit::testing::app_of("access", &world.app);
    let channel = kit::grpc::connect(&access, "IDENTITY_URL", &world.url).await.unwrap();
    let identity = IdentityClient::new(channel);
    let role = async |user: &str, organization: &str| {
        let answer = identity.clone().get_membership(membership(user, organization)).await.unwrap();
        answer.into_inner().role
    };
    let owner = Some(i32::from(MembershipRole::Owner));
    assert_eq!(role(&ada.id, &home).await, owner);
    assert_eq!(role(&bob.id, &home).await, None, "no member");
    assert_eq!(role(&ada.id, &kit::id::new().to_string()).await, None, "no organization");

    let addresses = async |user_id: Option<String>, owners_of_organization_id: Option<String>| {
        let request = ListMailAddressesRequest { user_id, owners_of_organization_id };
        identity.clone().list_mail_addresses(request).await.unwrap().into_inner().addresses
    };
    assert_eq!(addresses(Some(bob.id.clone()), None).await, ["bob@example.com"]);
    assert_eq!(addresses(None, Some(home.clone())).await, ["ada@example.com"]);
    assert_eq!(addresses(None, None).await, [""; 0]);
    sqlx::query("UPDATE users SET email_verified_at = NULL WHERE id = $1::uuid")
        .bind(&bob.id)
        .execute(&mut world.db.raw().await)
        .await
        .unwrap();
    assert_eq!(addresses(Some(bob.id), None).await, [""; 0], "not verified");
    sqlx::query("UPDATE users SET deactivated_at = now() WHERE id = $1::uuid")
        .bind(&ada.id)
        .execute(&mut world.db.raw().await)
        .await
        .unwrap();
    assert_eq!(role(&ada.id, &home).await, None, "deactivated");
    assert_eq!(addresses(None, Some(home.clone())).await, [""; 0], "deactivated");

    let wrong = identity.clone().get_membership(membership("me", &home)).await.unwrap_err();
    assert_eq!(Problem::from(wrong).code, ErrorCode::Invalid);
    let refused = world.identity.get_membership(membership(&ada.id, &home)).await.unwrap_err();
    assert_eq!(refused.code(), tonic::Code::PermissionDenied, "no page shows them");
}
