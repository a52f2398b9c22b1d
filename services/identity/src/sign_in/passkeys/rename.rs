//! Renames a passkey of a user.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{RenamePasskeyRequest, RenamePasskeyResponse};
use uuid::Uuid;

use super::name;
use crate::caller;
use crate::context::Context;
use crate::error::IdentityError;

/// Renames the caller's passkey.
pub async fn rename(
    ctx: &Context,
    person: Arc<Person>,
    request: RenamePasskeyRequest,
) -> Result<RenamePasskeyResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    let id: Uuid = request.id.parse().map_err(|_| IdentityError::PasskeyNotFound)?;
    let name = name::parse(&request.name)?;
    let renamed = sqlx::query("UPDATE passkeys SET name = $3 WHERE user_id = $1 AND id = $2")
        .bind(user)
        .bind(id)
        .bind(name)
        .execute(&mut *ctx.db.conn().await?)
        .await?;
    if renamed.rows_affected() == 0 {
        return Err(IdentityError::PasskeyNotFound);
    }
    Ok(RenamePasskeyResponse {})
}
