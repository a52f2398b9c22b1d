//! Reads all roles, policies and assignments that have effect.

use prost::Message as _;
use proto::access::v1::{GetPoliciesRequest, GetPoliciesResponse};
use sha2::{Digest, Sha256};
use sqlx::PgConnection;

use super::get_epoch;
use crate::context::Context;
use crate::error::AccessError;
use crate::{assignments, policies, roles};

/// Everything with effect, as of one moment; nothing if the caller has the answer of this epoch.
pub async fn get(
    ctx: &Context,
    request: GetPoliciesRequest,
) -> Result<GetPoliciesResponse, AccessError> {
    let mut tx = ctx.db.snapshot(kit::grpc::remaining()).await?;
    let epoch = get_epoch::epoch(&mut tx).await?;
    if request.known_epoch == Some(epoch) {
        tx.rollback().await?;
        return Ok(GetPoliciesResponse { epoch, is_known: true, ..GetPoliciesResponse::default() });
    }
    let mut answer = with_effect(&mut tx).await?;
    tx.rollback().await?;
    // Of the lists alone: the epoch also counts changes of holders.
    answer.hash = hex::encode(Sha256::digest(answer.encode_to_vec()));
    answer.epoch = epoch;
    Ok(answer)
}

/// All active roles and policies, and the active assignments between them.
///
/// Assignments of archived policies and to disabled roles are left out: an assignment always names a role and a policy of the
/// answer.
pub async fn with_effect(conn: &mut PgConnection) -> Result<GetPoliciesResponse, AccessError> {
    let roles: Vec<roles::Row> =
        sqlx::query_as("SELECT * FROM roles WHERE status = 'active' ORDER BY id")
            .fetch_all(&mut *conn)
            .await?;
    let policies: Vec<policies::Row> =
        sqlx::query_as("SELECT * FROM policies WHERE status = 'active' ORDER BY id")
            .fetch_all(&mut *conn)
            .await?;
    let assignments: Vec<assignments::Row> = sqlx::query_as(
        "SELECT a.* FROM policy_assignments AS a
         JOIN roles AS r ON r.id = a.role_id AND r.status = 'active'
         JOIN policies AS p ON p.id = a.policy_id AND p.status = 'active'
         WHERE a.status = 'active' ORDER BY a.id",
    )
    .fetch_all(&mut *conn)
    .await?;
    Ok(GetPoliciesResponse {
        roles: roles.into_iter().map(roles::Row::role).collect(),
        policies: policies.into_iter().map(policies::Row::policy).collect(),
        assignments: assignments.into_iter().map(assignments::Row::assignment).collect(),
        ..GetPoliciesResponse::default()
    })
}
