//! Erases a user who is no more.

use kit::clock::Clock;
use kit::db::Tx;
use kit::inbox::HandlerError;
use proto::identity::v1::UserErased;
use uuid::Uuid;

use crate::audit;
use crate::decisions;
use crate::error::AccessError;
use crate::keys::endings;
use crate::plans::requests;
use crate::stamp::{self, Stamp};
use crate::user_roles;

const REASON: &str = "The account was erased";

/// The columns that name an administrator, or the owner of a key.
const ACTORS: [(&str, &str); 13] = [
    ("roles", "created_by"),
    ("roles", "updated_by"),
    ("policies", "created_by"),
    ("policies", "updated_by"),
    ("policy_assignments", "created_by"),
    ("policy_assignments", "updated_by"),
    ("user_roles", "granted_by"),
    ("user_roles", "updated_by"),
    ("organization_roles", "granted_by"),
    ("organization_roles", "updated_by"),
    ("api_keys", "user_id"),
    ("api_keys", "created_by"),
    ("api_keys", "updated_by"),
];

/// Ends the roles and the keys of the user, deletes their requests for plans, and puts a random id in the place of theirs wherever
/// they were the administrator, and in the audit history. The id of the user is remembered, so that nobody grants a role again.
pub async fn erase(tx: &mut Tx, clock: &Clock, event: &UserErased) -> Result<(), HandlerError> {
    let user: Uuid = event
        .user_id
        .parse()
        .map_err(|_| HandlerError::Poison(format!("{:?} is not an id", event.user_id)))?;
    // A change under way may name the user and is not visible yet.
    stamp::wait_for_changes(tx).await?;
    if stamp::is_erased(tx, user).await? {
        return Ok(());
    }
    sqlx::query("INSERT INTO erased_users (user_id) VALUES ($1)")
        .bind(user)
        .execute(&mut **tx)
        .await?;
    end_roles(tx, clock, user).await?;
    endings::of_user(tx, clock, user).await?;
    requests::delete(tx, None, Some(user)).await?;
    let pseudonym = kit::id::new();
    for (table, column) in ACTORS {
        let statement = format!("UPDATE {table} SET {column} = $2 WHERE {column} = $1");
        sqlx::query(sqlx::AssertSqlSafe(statement))
            .bind(user)
            .bind(pseudonym)
            .execute(&mut **tx)
            .await?;
    }
    audit::replace_person(tx, user, pseudonym).await?;
    decisions::replace_person(tx, user, pseudonym).await?;
    Ok(())
}

async fn end_roles(tx: &mut Tx, clock: &Clock, user: Uuid) -> Result<(), AccessError> {
    let rows: Vec<user_roles::Row> =
        sqlx::query_as("SELECT * FROM user_roles WHERE user_id = $1 ORDER BY id")
            .bind(user)
            .fetch_all(&mut **tx)
            .await?;
    if rows.is_empty() {
        return Ok(());
    }
    let stamp = Stamp::of_installation(tx, clock).await?;
    for row in rows {
        user_roles::end_row(tx, &stamp, &row.user_role(), REASON).await?;
    }
    Ok(())
}
