//! Creates a user together with the personal organization.

use kit::db::Tx;
use kit::outbox;
use proto::codec::Text;
use proto::identity::v1::UserCreated;
use uuid::Uuid;

use crate::context::Context;
use crate::error::IdentityError;
use crate::organizations::personal;
use crate::users::promote;

/// The longest name of a person, in characters; a provider's longer one is cut.
const LONGEST_PERSON_NAME: usize = 200;

/// The data of a person who signs in for the first time.
pub struct NewUser<'a> {
    pub email: &'a str,
    pub verified: bool,
    pub name: Option<String>,
    pub image: Option<String>,
}

/// Creates the user with the role CUSTOMER on the free plan. They join no team by themselves: the team of their domain is
/// offered. A verified address that `ADMIN_EMAILS` contains makes an administrator. The address of a user who was
/// deactivated and then erased makes a deactivated user, whose sign-in is refused and who is thus not stored.
pub async fn create(
    ctx: &Context,
    tx: &mut Tx,
    new_user: NewUser<'_>,
) -> Result<Uuid, IdentityError> {
    let now = ctx.now();
    let user = kit::id::new();
    let organization = kit::id::new();
    let features: Vec<&str> = ctx.config.default_features.iter().map(|one| one.text()).collect();
    let name = new_user.name.map(|name| name.chars().take(LONGEST_PERSON_NAME).collect::<String>());

    sqlx::query(
        "INSERT INTO users (id, email, email_verified_at, name, image, role, features,
                            organization_id, created_at, updated_at, deactivated_at)
         VALUES ($1, $2, $3, $4, $5, 'CUSTOMER', $6, $7, $8, $8,
                 (SELECT max(deactivated_at) FROM erased_users
                  WHERE decided_address = sha256(convert_to($2, 'UTF8'))))",
    )
    .bind(user)
    .bind(new_user.email)
    .bind(new_user.verified.then_some(now))
    .bind(&name)
    .bind(new_user.image)
    .bind(features)
    .bind(organization)
    .bind(now)
    .execute(&mut **tx)
    .await?;
    let named = name.as_deref().unwrap_or(new_user.email);
    let created = UserCreated {
        user_id: user.to_string(),
        organization_id: organization.to_string(),
        created_at: kit::clock::milliseconds(now),
    };
    outbox::publish(tx, &created).await?;
    personal::create(ctx, tx, organization, named, user).await?;
    if new_user.verified {
        promote::promote_by_settings(ctx, tx, user).await?;
    }
    Ok(user)
}
