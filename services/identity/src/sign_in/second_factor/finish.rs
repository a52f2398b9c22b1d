//! Completes a sign-in by its second factor.

use kit::db::Tx;
use proto::identity::v1::{FinishSecondFactorRequest, SignedIn};
use uuid::Uuid;

use super::{pending, recovery_codes};
use crate::context::Context;
use crate::error::IdentityError;
use crate::sessions::start;
use crate::sign_in::passkeys::{finish, notice};
use crate::users::verify_email;

/// Starts the session of a sign-in, after a passkey or a recovery code of its user. A mail announces a used code.
pub async fn finish(
    ctx: &Context,
    request: FinishSecondFactorRequest,
) -> Result<SignedIn, IdentityError> {
    let outcome = Box::pin(ctx.bounded(complete(ctx, request))).await?;
    if let Some((to, left)) = outcome.code_used
        && let Err(cause) = notice::send_code_used(ctx, &to, left).await
    {
        tracing::warn!(%cause, "a recovery code was used without a notice");
    }
    Ok(outcome.signed_in)
}

struct Outcome {
    signed_in: SignedIn,
    /// The verified address of a user who used a recovery code, and how many are left.
    code_used: Option<(String, i64)>,
}

async fn complete(
    ctx: &Context,
    request: FinishSecondFactorRequest,
) -> Result<Outcome, IdentityError> {
    let waiting = pending::attempt(ctx, &request.token).await?;
    let answer = match &request.credential {
        Some(credential) => Some(finish::read(ctx, credential).await?),
        None => None,
    };
    let mut tx = ctx.db.tx().await?;
    start::replace_present(ctx, &mut tx, request.session_token.as_deref()).await?;
    let visitor = request.visitor;
    let signed_in = start::start(ctx, &mut tx, waiting.user, waiting.method, visitor, true).await?;
    let code_used = if let Some(answer) = answer {
        let used = finish::verify(ctx, &mut tx, &answer).await?;
        if used.user != waiting.user {
            return Err(IdentityError::PasskeyRefused);
        }
        finish::mark_used(ctx, &mut tx, &used).await?;
        None
    } else {
        let code = request.recovery_code.as_deref().unwrap_or_default();
        use_code(ctx, &mut tx, waiting.user, code).await?
    };
    pending::complete(&mut tx, &request.token).await?;
    tx.commit().await?;
    Ok(Outcome { signed_in, code_used })
}

async fn use_code(
    ctx: &Context,
    tx: &mut Tx,
    user: Uuid,
    code: &str,
) -> Result<Option<(String, i64)>, IdentityError> {
    let left = recovery_codes::redeem(ctx, tx, user, code).await?;
    let to = verify_email::verified_address(tx, user).await?;
    Ok(to.map(|to| (to, left)))
}
