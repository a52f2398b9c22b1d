//! The one personal organization that every user has.

use kit::db::Tx;
use kit::outbox;
use proto::identity::v1::{OrganizationCreated, OrganizationRemoved, OrganizationScope};
use uuid::Uuid;

use super::insert::insert;
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::access;

#[derive(sqlx::FromRow)]
pub struct Personal {
    pub id: Uuid,
    pub name: String,
    plan: String,
}

/// Creates the personal organization of a user on the free plan, with its events.
pub async fn create(
    ctx: &Context,
    tx: &mut Tx,
    id: Uuid,
    name: &str,
    user: Uuid,
) -> Result<(), IdentityError> {
    insert(tx, id, (name, OrganizationScope::Personal), user, ctx.now()).await?;
    let created = OrganizationCreated {
        organization_id: id.to_string(),
        scope: OrganizationScope::Personal.into(),
        owner_id: user.to_string(),
    };
    Ok(outbox::publish(tx, &created).await?)
}

/// The personal organization of a user, locked.
pub async fn lock(tx: &mut Tx, user: Uuid) -> Result<Personal, IdentityError> {
    let id: Uuid = sqlx::query_scalar(
        "SELECT o.id FROM organizations AS o JOIN memberships AS m ON m.organization_id = o.id
         WHERE m.user_id = $1 AND o.scope = 'personal'",
    )
    .bind(user)
    .fetch_one(&mut **tx)
    .await?;
    access::lock(tx, id).await?;
    // Read again under the lock: it may have become a team in the meantime.
    sqlx::query_as(
        "SELECT o.id, o.name, p.type AS plan
         FROM organizations AS o JOIN plans AS p ON p.organization_id = o.id
         WHERE o.id = $1 AND o.scope = 'personal'",
    )
    .bind(id)
    .fetch_optional(&mut **tx)
    .await?
    .ok_or(IdentityError::OrganizationNotFound)
}

impl Personal {
    /// Refuses to delete a paid plan.
    pub fn check_free(&self) -> Result<(), IdentityError> {
        if self.plan == "FREE" { Ok(()) } else { Err(IdentityError::PersonalPlan) }
    }

    /// Deletes it with its plan and its only membership, with its event.
    pub async fn remove(&self, tx: &mut Tx) -> Result<(), IdentityError> {
        sqlx::query("DELETE FROM organizations WHERE id = $1")
            .bind(self.id)
            .execute(&mut **tx)
            .await?;
        let removed = OrganizationRemoved { organization_id: self.id.to_string() };
        Ok(outbox::publish(tx, &removed).await?)
    }
}
