//! Reads a sign-in link for the page on which its visitor confirms the sign-in.

use proto::identity::v1::{GetEmailLinkRequest, GetEmailLinkResponse};

use super::link_tokens;
use crate::context::Context;
use crate::error::IdentityError;

/// The address that a valid link signs in. The link stays valid: mail scanners visit links, too.
pub async fn get(
    ctx: &Context,
    request: GetEmailLinkRequest,
) -> Result<GetEmailLinkResponse, IdentityError> {
    let named = link_tokens::named_address(&request.email)?;
    let mut tx = ctx.db.tx().await?;
    let email = link_tokens::find(ctx, &mut tx, &request.token, named.as_deref()).await?;
    Ok(GetEmailLinkResponse { email: email.ok_or(IdentityError::LinkInvalid)? })
}
