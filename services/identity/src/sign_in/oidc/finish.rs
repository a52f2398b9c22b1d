//! Signs in a user who returns from a provider.

use kit::db::Tx;
use kit::security_log::{self, Entry, Event, Network};
use proto::codec::Text;
use proto::identity::v1::{FinishOidcSignInRequest, SignInMethod, SignedIn};
use uuid::Uuid;

use super::link_notice::{self, LinkNotice};
use super::linked_accounts;
use super::provider_account::{self, ProviderAccount};
use super::provider_settings::ProviderConfig;
use crate::advisory_locks;
use crate::context::Context;
use crate::error::IdentityError;
use crate::sessions::start::{self, CurrentSession, NewSession};
use crate::sign_in::second_factor::{pending_sign_ins, requirement};
use crate::users::create::{self, NewUser};
use crate::users::verify_email;

/// Ends the flow: a linked account signs in, and ends the session that the browser had; an unknown one is linked to the
/// user whose sign-in is fresh, or creates a user.
pub async fn finish(
    ctx: &Context,
    request: FinishOidcSignInRequest,
) -> Result<SignedIn, IdentityError> {
    let address = request.visitor.as_ref().map(|visitor| visitor.address.clone());
    identify_and_sign_in(ctx, request).await.inspect_err(|error| {
        // The refusal of a deactivated account is logged with its user, where the session would start.
        if !matches!(error, IdentityError::AccountDeactivated) {
            let event = Event::SignIn { method: SignInMethod::Oidc.text() };
            let failed = Entry::failure(event, error.reason());
            security_log::write(failed.at(address.as_deref().and_then(Network::parse)));
        }
    })
}

async fn identify_and_sign_in(
    ctx: &Context,
    request: FinishOidcSignInRequest,
) -> Result<SignedIn, IdentityError> {
    let provider = ctx.providers.get(&request.provider)?;
    let person = provider_account::identify(ctx, provider, &request).await.inspect_err(|error| {
        if let IdentityError::ProviderAnswer(cause) = error {
            tracing::info!(provider = provider.config.id, %cause, "the response of a provider was rejected");
        }
    })?;
    let outcome = ctx.bounded(sign_in(ctx, &provider.config, person, request)).await?;
    if let Some(linked) = outcome.linked {
        link_notice::send(ctx, &linked).await?;
    }
    Ok(outcome.signed_in)
}

struct Outcome {
    signed_in: SignedIn,
    /// The account of which a notice is to be sent.
    linked: Option<LinkNotice>,
}

async fn sign_in(
    ctx: &Context,
    config: &ProviderConfig,
    person: ProviderAccount,
    request: FinishOidcSignInRequest,
) -> Result<Outcome, IdentityError> {
    let provider = config.id.as_str();
    let mut tx = ctx.db.tx().await?;
    advisory_locks::account(&mut tx, provider, &person.subject).await?;
    let current = start::current_session(ctx, &mut tx, request.session_token.as_deref()).await?;
    let known = linked_accounts::find(&mut tx, provider, &person.subject).await?;
    if request.step_up {
        check_step_up(ctx, &person, known, current.as_ref())?;
    }
    // A sign-in starts a session even in a browser that has one: its age is the age of the sign-in.
    let mut replaced = None;
    let user = match (known, current) {
        (Some(user), Some(current)) if user == current.user_id => {
            replaced = Some(current);
            user
        }
        (Some(_), Some(_)) => return Err(IdentityError::AccountNotLinked),
        (None, Some(current)) => {
            if !current.is_fresh(ctx) {
                return Err(IdentityError::FreshSignInRequired);
            }
            let id =
                linked_accounts::link(ctx, &mut tx, provider, &person, current.user_id).await?;
            // Without a verified address no notice is sent: the claimed one may be somebody else's, and that of the new
            // account belongs to whoever links it, perhaps a thief.
            let to = verify_email::verified_address(&mut tx, current.user_id).await?;
            tx.commit().await?;
            let (provider, account) = (config.name.clone(), person.email);
            let user = current.user_id;
            let linked = to.map(|to| LinkNotice { id, user, provider, account, to });
            return Ok(Outcome { signed_in: unchanged(&current), linked });
        }
        (Some(user), None) => user,
        (None, None) => new_user(ctx, &mut tx, provider, &person).await?,
    };
    let method = SignInMethod::Oidc;
    let signed_in = if requirement::at_sign_in(ctx, &mut tx, user).await? {
        pending_sign_ins::start(ctx, &mut tx, user, method).await?
    } else {
        let new = NewSession {
            user,
            method,
            visitor: request.visitor,
            second_factor: false,
            authenticated_at: person.authenticated_at,
        };
        start::start(ctx, &mut tx, new, replaced).await?
    };
    tx.commit().await?;
    Ok(Outcome { signed_in, linked: None })
}

/// Refuses a step-up by an account of anybody else, which would also be linked, and one whose provider did not ask for a
/// sign-in.
fn check_step_up(
    ctx: &Context,
    person: &ProviderAccount,
    known: Option<Uuid>,
    current: Option<&CurrentSession>,
) -> Result<(), IdentityError> {
    let current = current.ok_or(IdentityError::SessionNotFound)?;
    if known != Some(current.user_id) {
        return Err(IdentityError::AnotherUser);
    }
    if start::is_fresh(ctx, person.authenticated_at) {
        Ok(())
    } else {
        Err(IdentityError::SignInNotRecent)
    }
}

fn unchanged(current: &CurrentSession) -> SignedIn {
    SignedIn {
        session_token: None,
        expires_at: kit::clock::milliseconds(current.expires_at),
        second_factor_token: None,
    }
}

// An account is never linked to an existing user by its address, verified or not: the user signs in first and then
// links the account.
async fn new_user(
    ctx: &Context,
    tx: &mut Tx,
    provider: &str,
    person: &ProviderAccount,
) -> Result<Uuid, IdentityError> {
    let email = person.email.as_deref().ok_or(IdentityError::AccountIncomplete)?;
    advisory_locks::address(tx, email).await?;
    if verify_email::exists(tx, email).await? {
        return Err(IdentityError::AccountNotLinked);
    }
    let new_user = NewUser {
        email,
        verified: person.email_verified,
        name: person.name.clone(),
        image: person.image.clone(),
    };
    let user = create::create(ctx, tx, new_user).await?;
    linked_accounts::link(ctx, tx, provider, person, user).await?;
    Ok(user)
}
