//! Adds the passkey that a browser created.

use std::sync::Arc;

use kit::db::Tx;
use kit::identity_limits::MOST_PASSKEYS;
use kit::peers::Person;
use kit::security_log::{self, Entry, Event};
use proto::identity::v1::{FinishPasskeyRegistrationRequest, FinishPasskeyRegistrationResponse};
use uuid::Uuid;
use webauthn_rp::bin::{Decode, Encode};
use webauthn_rp::request::register::RegistrationVerificationOptions;
use webauthn_rp::{Registration, RegistrationServerState};

use super::challenges::{self, Holder};
use super::relying_party::RelyingParty;
use super::{name, notice, stored_passkeys};
use crate::caller;
use crate::context::Context;
use crate::error::IdentityError;
use crate::sign_in::second_factor::{recovery_codes, requirement};

/// Verifies the browser's answer and stores the passkey. Recovery codes come with it for a user who must have a second factor and
/// has no codes. If the mail server refuses the notice, the passkey is removed again: a stolen session must not add one in silence.
pub async fn finish(
    ctx: &Context,
    person: Arc<Person>,
    request: FinishPasskeyRegistrationRequest,
) -> Result<FinishPasskeyRegistrationResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    let name = name::parse(&request.name)?;
    let holder = Holder::Session { user, id: &person.session_id };
    let added = ctx.bounded(add(ctx, user, holder, &name, &request.credential)).await?;
    if let Some(to) = &added.to
        && let Err(refused) = notice::send_added(ctx, to, &name).await
    {
        ctx.bounded(forget(ctx, user, &added)).await?;
        let removed = Event::FactorChanged { user, factor: "passkey", change: "removed" };
        security_log::write(Entry::success(removed));
        return Err(refused);
    }
    Ok(FinishPasskeyRegistrationResponse {
        id: added.id.to_string(),
        recovery_codes: added.recovery_codes,
    })
}

/// A passkey that was stored.
struct AddedPasskey {
    id: Uuid,
    /// The address for the notice.
    to: Option<String>,
    recovery_codes: Vec<String>,
}

/// A verified passkey, as it is stored.
struct NewPasskey {
    credential_id: Vec<u8>,
    static_state: Vec<u8>,
    dynamic_state: Vec<u8>,
    transports: i16,
}

async fn add(
    ctx: &Context,
    user: Uuid,
    holder: Holder<'_>,
    name: &str,
    credential: &str,
) -> Result<AddedPasskey, IdentityError> {
    let passkey = verify(ctx, holder, credential).await?;
    let mut tx = ctx.db.tx().await?;
    // Of two additions at once, the second counts what the first added.
    let to = stored_passkeys::lock_owner(&mut tx, user).await?;
    if stored_passkeys::credentials(&mut tx, user).await?.len() >= MOST_PASSKEYS {
        return Err(IdentityError::TooManyPasskeys);
    }
    let id = kit::id::new();
    let added = sqlx::query(
        "INSERT INTO passkeys (id, credential_id, user_id, name, static_state, dynamic_state,
                               transports, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (credential_id) DO NOTHING",
    )
    .bind(id)
    .bind(passkey.credential_id)
    .bind(user)
    .bind(name)
    .bind(passkey.static_state)
    .bind(passkey.dynamic_state)
    .bind(passkey.transports)
    .bind(ctx.now())
    .execute(&mut *tx)
    .await?;
    if added.rows_affected() == 0 {
        return Err(IdentityError::PasskeyRefused);
    }
    let added = Event::FactorChanged { user, factor: "passkey", change: "added" };
    tx.log(Entry::success(added));
    let recovery_codes = missing_codes(ctx, &mut tx, user).await?;
    tx.commit().await?;
    Ok(AddedPasskey { id, to, recovery_codes })
}

/// New recovery codes if the settings require a second factor of the user and no code is left: from now on a sign-in by mail needs
/// the passkey or a code. None otherwise, as users who choose the second factor receive them then.
async fn missing_codes(
    ctx: &Context,
    tx: &mut Tx,
    user: Uuid,
) -> Result<Vec<String>, IdentityError> {
    let second_factor = requirement::read(ctx, tx, user).await?;
    if !second_factor.required || second_factor.recovery_codes_left > 0 {
        return Ok(Vec::new());
    }
    let created = Event::FactorChanged { user, factor: "recovery_codes", change: "created" };
    tx.log(Entry::success(created));
    recovery_codes::replace(ctx, tx, user).await
}

async fn verify(
    ctx: &Context,
    holder: Holder<'_>,
    credential: &str,
) -> Result<NewPasskey, IdentityError> {
    let site = RelyingParty::new(&ctx.config)?;
    if credential.len() > stored_passkeys::LONGEST_CREDENTIAL {
        return Err(IdentityError::PasskeyRefused);
    }
    let answer = Registration::from_json_relaxed(credential.as_bytes())
        .map_err(IdentityError::passkey_refused)?;
    let challenge = answer.challenge_relaxed().map_err(IdentityError::passkey_refused)?;
    let state = challenges::take(ctx, challenge, holder).await?;
    accept(&site, &state, &answer)
}

fn accept(
    site: &RelyingParty,
    state: &[u8],
    answer: &Registration,
) -> Result<NewPasskey, IdentityError> {
    let state =
        RegistrationServerState::<16>::decode(state).map_err(IdentityError::passkey_state)?;
    let origins = [site.origin.as_str()];
    let options = RegistrationVerificationOptions::<&str, &str> {
        allowed_origins: &origins,
        // Authenticators add extensions that nobody requested; nothing relies on them.
        error_on_unsolicited_extensions: false,
        ..Default::default()
    };
    let passkey =
        state.verify(&site.id, answer, &options).map_err(IdentityError::passkey_refused)?;
    let Ok(static_state) = passkey.static_state().encode();
    let Ok(dynamic_state) = passkey.dynamic_state().encode();
    let Ok(transports) = passkey.transports().encode();
    Ok(NewPasskey {
        credential_id: passkey.id().into_inner().to_vec(),
        static_state,
        dynamic_state: dynamic_state.to_vec(),
        transports: transports.into(),
    })
}

/// Removes a passkey whose notice was not sent, with the recovery codes that were not shown.
async fn forget(ctx: &Context, user: Uuid, added: &AddedPasskey) -> Result<(), IdentityError> {
    let mut tx = ctx.db.tx().await?;
    sqlx::query("DELETE FROM passkeys WHERE id = $1").bind(added.id).execute(&mut *tx).await?;
    recovery_codes::delete(ctx, &mut tx, user, &added.recovery_codes).await?;
    tx.commit().await?;
    Ok(())
}
