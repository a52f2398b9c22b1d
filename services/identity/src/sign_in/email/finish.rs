//! Signs in the visitor of a mailed link.

use kit::db::Tx;
use kit::security_log::{self, Entry, Event, Network, Principal};
use proto::identity::v1::{FinishEmailSignInRequest, SignInMethod, SignedIn, Visitor};
use uuid::Uuid;

use super::link_tokens::{self, Visit};
use crate::context::Context;
use crate::error::IdentityError;
use crate::sessions::revoke::{self, SessionSelector};
use crate::sessions::start::{self, NewSession};
use crate::sign_in::oidc::linked_accounts;
use crate::sign_in::second_factor::{pending_sign_ins, requirement};
use crate::users::create::{self, NewUser};
use crate::users::promote;
use crate::users::verify_email::{self, AddressOwner};

/// Redeems the link and starts a session, unless the user needs the second factor first; creates the user at the first
/// visit.
pub async fn finish(
    ctx: &Context,
    request: FinishEmailSignInRequest,
) -> Result<SignedIn, IdentityError> {
    if request.token.is_empty() {
        return Err(IdentityError::LinkIncomplete);
    }
    let visitor = request.visitor.clone().unwrap_or_default();
    let refuse = |email: Option<&str>, reason: &str| {
        let owner = email.map(|email| Principal::email(&ctx.config.auth_secret.present(), email));
        let refused = Entry::refused(Event::LinkUsed, reason);
        security_log::write(refused.by(owner).at(Network::parse(&visitor.address)));
    };
    let email =
        link_tokens::named_address(&request.email).inspect_err(|_| refuse(None, "link_invalid"))?;
    let mut tx = ctx.db.tx().await?;
    let visit = Visit {
        token: &request.token,
        email: email.as_deref(),
        browser_nonce: &request.browser_nonce,
        confirmed: request.confirmed,
    };
    let Some(redeemed) = link_tokens::redeem(ctx, &mut tx, visit).await? else {
        let valid = link_tokens::find(ctx, &mut tx, &request.token, email.as_deref()).await?;
        return Err(match valid {
            Some(owner) if !request.confirmed => {
                refuse(Some(&owner), "other_browser");
                IdentityError::LinkUnconfirmed
            }
            _ => {
                refuse(email.as_deref(), "link_invalid");
                IdentityError::LinkInvalid
            }
        });
    };
    if redeemed.expires_at <= ctx.now() {
        tx.commit().await?;
        refuse(Some(&redeemed.email), "link_expired");
        return Err(IdentityError::LinkInvalid);
    }
    let current = start::current_session(ctx, &mut tx, request.session_token.as_deref()).await?;
    let user = match verify_email::verify(ctx, &mut tx, &redeemed.email).await? {
        AddressOwner::Known(user) => user,
        AddressOwner::FirstProof(user) => {
            if current.as_ref().is_none_or(|current| current.user_id != user) {
                take_over(&mut tx, user, &visitor).await?;
            }
            promote::promote_by_settings(ctx, &mut tx, user).await?;
            user
        }
        AddressOwner::Unknown => {
            let new_user =
                NewUser { email: &redeemed.email, verified: true, name: None, image: None };
            create::create(ctx, &mut tx, new_user).await?
        }
    };
    let second_factor = requirement::at_sign_in(ctx, &mut tx, user).await?;
    if redeemed.grants_admin && !promote::administrator_exists(&mut tx).await? {
        promote::promote(ctx, &mut tx, user).await?;
    }
    let used = Entry::success(Event::LinkUsed).by(Some(Principal::user(&user.to_string())));
    tx.log(used.at(Network::parse(&visitor.address)));
    let method = SignInMethod::Email;
    let signed_in = if second_factor {
        pending_sign_ins::start(ctx, &mut tx, user, method).await?
    } else {
        let new = NewSession {
            user,
            method,
            visitor: request.visitor,
            second_factor: false,
            authenticated_at: Some(ctx.now()),
        };
        start::start(ctx, &mut tx, new, current).await?
    };
    tx.commit().await?;
    Ok(signed_in)
}

// The address was unverified until now: a person who came through a provider that does not verify addresses must
// not keep access to the account of its owner.
async fn take_over(tx: &mut Tx, user: Uuid, visitor: &Visitor) -> Result<(), IdentityError> {
    linked_accounts::unlink_all(tx, user).await?;
    requirement::reset(tx, user).await?;
    revoke::remove(tx, SessionSelector::AllOf(user), Some(visitor)).await?;
    Ok(())
}
