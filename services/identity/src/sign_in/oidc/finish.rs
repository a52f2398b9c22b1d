//! Signs in a user who returns from a provider.

use kit::db::Tx;
use proto::identity::v1::{FinishOidcSignInRequest, SignInMethod, SignedIn};
use uuid::Uuid;

use super::linked_accounts;
use super::provider_account::{self, ProviderAccount};
use crate::advisory_locks;
use crate::context::Context;
use crate::error::IdentityError;
use crate::sessions::start::{self, Present};
use crate::users::create::{self, Newcomer};
use crate::users::verify_email;

/// Ends the flow: a linked account signs in, an unknown one is linked or creates a user.
pub async fn finish(
    ctx: &Context,
    request: FinishOidcSignInRequest,
) -> Result<SignedIn, IdentityError> {
    let provider = ctx.providers.get(&request.provider)?;
    let person = provider_account::identify(ctx, provider, &request).await.inspect_err(|error| {
        if let IdentityError::ProviderAnswer(cause) = error {
            tracing::info!(provider = provider.config.id, %cause, "the response of a provider was rejected");
        }
    })?;
    ctx.bounded(sign_in(ctx, &provider.config.id, person, request)).await
}

async fn sign_in(
    ctx: &Context,
    provider: &str,
    person: ProviderAccount,
    request: FinishOidcSignInRequest,
) -> Result<SignedIn, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    advisory_locks::account(&mut tx, provider, &person.subject).await?;
    let present = start::present(ctx, &mut tx, request.session_token.as_deref()).await?;
    let known = linked_accounts::find(&mut tx, provider, &person.subject).await?;
    let user = match (known, present) {
        (Some(user), Some(present)) if user == present.user_id => return Ok(unchanged(&present)),
        (Some(_), Some(_)) => return Err(IdentityError::AccountNotLinked),
        (None, Some(present)) => {
            linked_accounts::link(ctx, &mut tx, provider, &person.subject, present.user_id).await?;
            tx.commit().await?;
            return Ok(unchanged(&present));
        }
        (Some(user), None) => user,
        (None, None) => newcomer(ctx, &mut tx, provider, person).await?,
    };
    let signed_in = start::start(ctx, &mut tx, user, SignInMethod::Oidc, request.visitor).await?;
    tx.commit().await?;
    Ok(signed_in)
}

fn unchanged(present: &Present) -> SignedIn {
    SignedIn { session_token: None, expires_at: kit::clock::milliseconds(present.expires_at) }
}

// An account is never linked to an existing user by its address, verified or not: the user signs in first and then
// links the account.
async fn newcomer(
    ctx: &Context,
    tx: &mut Tx,
    provider: &str,
    person: ProviderAccount,
) -> Result<Uuid, IdentityError> {
    let email = person.email.ok_or(IdentityError::AccountIncomplete)?;
    advisory_locks::address(tx, &email).await?;
    if verify_email::exists(tx, &email).await? {
        return Err(IdentityError::AccountNotLinked);
    }
    let newcomer = Newcomer {
        email: &email,
        verified: person.email_verified,
        name: person.name,
        image: person.image,
    };
    let user = create::create(ctx, tx, newcomer).await?;
    linked_accounts::link(ctx, tx, provider, &person.subject, user).await?;
    Ok(user)
}
