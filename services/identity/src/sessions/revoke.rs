//! Revokes sessions: deletes their rows, and publishes an event for every cache.

use std::sync::Arc;

use kit::db::Tx;
use kit::outbox;
use kit::peers::Person;
use kit::security_log::{self, Entry, Event, Network, Principal};
use proto::identity::v1::{
    RevokeOtherSessionsRequest, RevokeOtherSessionsResponse, RevokeSessionRequest,
    RevokeSessionResponse, SessionRevoked, Visitor,
};
use uuid::Uuid;

use crate::caller;
use crate::context::Context;
use crate::error::IdentityError;

/// The sessions to end; that of a browser that signs out by the hash of its token.
pub enum SessionSelector<'a> {
    SignedOut(&'a [u8]),
    Replaced { user: Uuid, id: Uuid },
    One { user: Uuid, id: Uuid },
    AllBut { user: Uuid, id: Uuid },
    AllOf(Uuid),
}

/// Ends one session of a user.
pub async fn revoke(
    ctx: &Context,
    person: Arc<Person>,
    request: RevokeSessionRequest,
) -> Result<RevokeSessionResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    let id = request.id.parse().map_err(|_| IdentityError::SessionNotFound)?;
    let mut tx = ctx.db.tx().await?;
    if remove(&mut tx, SessionSelector::One { user, id }, None).await? == 0 {
        return Err(IdentityError::SessionNotFound);
    }
    tx.commit().await?;
    Ok(RevokeSessionResponse {})
}

/// Ends every session of a user except the current one.
pub async fn revoke_others(
    ctx: &Context,
    person: Arc<Person>,
    _: RevokeOtherSessionsRequest,
) -> Result<RevokeOtherSessionsResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    let id = person.session_id.parse().map_err(|_| IdentityError::Invalid("session_id"))?;
    let mut tx = ctx.db.tx().await?;
    let revoked = remove(&mut tx, SessionSelector::AllBut { user, id }, None).await?;
    tx.commit().await?;
    Ok(RevokeOtherSessionsResponse { revoked: revoked.try_into().unwrap_or(i32::MAX) })
}

/// Deletes the sessions with their events in the caller's transaction; returns how many there were. A visitor ends their own,
/// which the call proves to be theirs without stating a person.
pub async fn remove(
    tx: &mut Tx,
    selector: SessionSelector<'_>,
    visitor: Option<&Visitor>,
) -> Result<usize, IdentityError> {
    let cause = match selector {
        SessionSelector::SignedOut(_) => "signed_out",
        SessionSelector::Replaced { .. } => "replaced",
        SessionSelector::One { .. } => "one",
        SessionSelector::AllBut { .. } => "others",
        SessionSelector::AllOf(_) => "all",
    };
    let query = match selector {
        SessionSelector::SignedOut(hash) => {
            sqlx::query_as("DELETE FROM sessions WHERE token_hash = $1 RETURNING id, user_id")
                .bind(hash)
        }
        SessionSelector::One { user, id } | SessionSelector::Replaced { user, id } => {
            sqlx::query_as(
                "DELETE FROM sessions WHERE user_id = $1 AND id = $2 RETURNING id, user_id",
            )
            .bind(user)
            .bind(id)
        }
        SessionSelector::AllBut { user, id } => sqlx::query_as(
            "DELETE FROM sessions WHERE user_id = $1 AND id <> $2 RETURNING id, user_id",
        )
        .bind(user)
        .bind(id),
        SessionSelector::AllOf(user) => {
            sqlx::query_as("DELETE FROM sessions WHERE user_id = $1 RETURNING id, user_id")
                .bind(user)
        }
    };
    let removed: Vec<(Uuid, Uuid)> = query.fetch_all(&mut **tx).await?;
    for (id, user) in &removed {
        let revoked = SessionRevoked { session_id: id.to_string(), user_id: user.to_string() };
        outbox::publish(tx, &revoked).await?;
    }
    // All of them are of one user.
    if let Some((_, user)) = removed.first() {
        let ended = Event::SessionEnded { user: *user, sessions: removed.len(), cause };
        let owner = visitor.map(|_| Principal::user(&user.to_string()));
        let network = visitor.and_then(|visitor| Network::parse(&visitor.address));
        tx.log(Entry::success(ended).by(security_log::actor().or(owner)).at(network));
    }
    Ok(removed.len())
}
