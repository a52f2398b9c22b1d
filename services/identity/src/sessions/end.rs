//! Signs a browser out: ends the session of its token, if there is one.

use proto::identity::v1::{EndSessionRequest, EndSessionResponse};

use super::revoke::{self, SessionSelector};
use crate::context::Context;
use crate::error::IdentityError;
use crate::secrets;

/// Signs out; does nothing without a session.
pub async fn end(
    ctx: &Context,
    request: EndSessionRequest,
) -> Result<EndSessionResponse, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let hash = secrets::session_hash(&request.token);
    let visitor = request.visitor.unwrap_or_default();
    revoke::remove(&mut tx, SessionSelector::SignedOut(&hash), Some(&visitor)).await?;
    tx.commit().await?;
    Ok(EndSessionResponse {})
}
