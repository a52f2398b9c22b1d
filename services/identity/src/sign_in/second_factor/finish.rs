//! Completes a sign-in by its second factor.

use kit::db::Tx;
use kit::security_log::{self, Entry, Event, Network, Principal};
use proto::codec::Text;
use proto::identity::v1::{FinishSecondFactorRequest, SignedIn};
use uuid::Uuid;

use super::pending_sign_ins::{self, PendingSignIn};
use super::recovery_codes;
use crate::context::Context;
use crate::error::IdentityError;
use crate::sessions::start::{self, NewSession};
use crate::sign_in::passkeys::{finish, notice};
use crate::users::verify_email;

/// Starts the session of a sign-in, after a passkey or a recovery code of its user. A mail announces a used code.
pub async fn finish(
    ctx: &Context,
    request: FinishSecondFactorRequest,
) -> Result<SignedIn, IdentityError> {
    let network = request.visitor.as_ref().and_then(|visitor| Network::parse(&visitor.address));
    let attempt = ctx.bounded(pending_sign_ins::attempt(ctx, &request.token)).await;
    let waiting = attempt.inspect_err(|error| {
        // Nobody waits any more: neither the user nor the first factor is known.
        if matches!(error, IdentityError::SecondFactorExpired) {
            let failed = Entry::failure(Event::SignIn { method: "second-factor" }, error.reason());
            security_log::write(failed.at(network.clone()));
        }
    })?;
    let (user, method) = (waiting.user, waiting.method);
    let outcome =
        Box::pin(ctx.bounded(complete(ctx, waiting, request))).await.inspect_err(|error| {
            // The refusal of a deactivated account is logged where the session would start.
            if !matches!(error, IdentityError::AccountDeactivated) {
                let failed =
                    Entry::failure(Event::SignIn { method: method.text() }, error.reason());
                let user = Some(Principal::user(&user.to_string()));
                security_log::write(failed.by(user).at(network.clone()));
            }
        })?;
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
    waiting: PendingSignIn,
    request: FinishSecondFactorRequest,
) -> Result<Outcome, IdentityError> {
    let answer = match &request.credential {
        Some(credential) => Some(finish::read(ctx, credential, &request.browser_nonce).await?),
        None => None,
    };
    if answer.is_none() {
        recovery_codes::limit(ctx, waiting.user).await?;
    }
    let mut tx = ctx.db.tx().await?;
    let network = request.visitor.as_ref().and_then(|visitor| Network::parse(&visitor.address));
    let current = start::current_session(ctx, &mut tx, request.session_token.as_deref()).await?;
    let new = NewSession {
        user: waiting.user,
        method: waiting.method,
        visitor: request.visitor,
        second_factor: true,
        authenticated_at: Some(ctx.now()),
    };
    let signed_in = start::start(ctx, &mut tx, new, current).await?;
    let code_used = if let Some(answer) = answer {
        let used = finish::verify(ctx, &mut tx, &answer).await?;
        if used.user != waiting.user {
            return Err(IdentityError::PasskeyRefused);
        }
        finish::mark_used(ctx, &mut tx, &used).await?;
        None
    } else {
        let code = request.recovery_code.as_deref().unwrap_or_default();
        use_code(ctx, &mut tx, waiting.user, code, network).await?
    };
    pending_sign_ins::complete(&mut tx, &request.token).await?;
    tx.commit().await?;
    Ok(Outcome { signed_in, code_used })
}

async fn use_code(
    ctx: &Context,
    tx: &mut Tx,
    user: Uuid,
    code: &str,
    network: Option<Network>,
) -> Result<Option<(String, i64)>, IdentityError> {
    let left = recovery_codes::redeem(ctx, tx, user, code).await?;
    let used = Event::FactorChanged { user, factor: "recovery_code", change: "used" };
    tx.log(Entry::success(used).by(Some(Principal::user(&user.to_string()))).at(network));
    let to = verify_email::verified_address(tx, user).await?;
    Ok(to.map(|to| (to, left)))
}
