//! The passkeys of the caller, and the second factor.

use kit::error::Problem;
use proto::identity::v1::{
    FinishPasskeyRegistrationRequest, FinishPasskeyRegistrationResponse, ListPasskeysRequest,
    ListPasskeysResponse, RemovePasskeyRequest, RemovePasskeyResponse, RenamePasskeyRequest,
    RenamePasskeyResponse, RenewRecoveryCodesRequest, RenewRecoveryCodesResponse,
    SetSecondFactorRequest, SetSecondFactorResponse, StartPasskeyRegistrationRequest,
    StartPasskeyRegistrationResponse,
};
use serde::Deserialize;
use ts_rs::TS;

use super::fields;
use crate::call::access::Access;
use crate::call::context::CallContext;
use crate::call::limits::MAIL_DEADLINE;
use crate::call::registry::Registry;

#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RemovePasskey {
    id: String,
}

/// The new name of a passkey.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RenamePasskey {
    id: String,
    name: String,
}

/// The passkey that the browser created.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AddPasskey {
    name: String,
    /// RegistrationResponseJSON of WebAuthn, as text.
    credential: String,
}

/// Whether sign-ins require a passkey.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SecondFactor {
    enabled: bool,
}

/// Adds the procedures of this domain.
pub fn add(registry: &mut Registry) {
    registry.query("passkeys.list", Access::Member).answer(list);
    registry
        .mutation("passkeys.startRegistration", Access::FRESH_MEMBERS)
        .answer(start_registration);
    registry
        .mutation("passkeys.finishRegistration", Access::FRESH_MEMBERS)
        .within(MAIL_DEADLINE)
        .answer(finish_registration);
    registry.mutation("passkeys.rename", Access::Member).answer(rename);
    registry
        .mutation("passkeys.remove", Access::FRESH_MEMBERS)
        .within(MAIL_DEADLINE)
        .answer(remove);
    registry
        .mutation("passkeys.setSecondFactor", Access::FRESH_MEMBERS)
        .within(MAIL_DEADLINE)
        .answer(set_second_factor);
    registry
        .mutation("passkeys.renewRecoveryCodes", Access::FRESH_MEMBERS)
        .answer(renew_recovery_codes);
}

async fn list(context: CallContext, (): ()) -> Result<ListPasskeysResponse, Problem> {
    let request = ListPasskeysRequest {};
    Ok(context.upstream.identity.clone().list_passkeys(request).await?.into_inner())
}

async fn start_registration(
    context: CallContext,
    (): (),
) -> Result<StartPasskeyRegistrationResponse, Problem> {
    let request = StartPasskeyRegistrationRequest {};
    Ok(context.upstream.identity.clone().start_passkey_registration(request).await?.into_inner())
}

async fn finish_registration(
    context: CallContext,
    input: AddPasskey,
) -> Result<FinishPasskeyRegistrationResponse, Problem> {
    fields::line("name", &input.name, fields::LONGEST_LINE)?;
    let request =
        FinishPasskeyRegistrationRequest { name: input.name, credential: input.credential };
    Ok(context.upstream.identity.clone().finish_passkey_registration(request).await?.into_inner())
}

async fn rename(
    context: CallContext,
    input: RenamePasskey,
) -> Result<RenamePasskeyResponse, Problem> {
    fields::id("id", &input.id)?;
    fields::line("name", &input.name, fields::LONGEST_LINE)?;
    let request = RenamePasskeyRequest { id: input.id, name: input.name };
    Ok(context.upstream.identity.clone().rename_passkey(request).await?.into_inner())
}

async fn remove(
    context: CallContext,
    input: RemovePasskey,
) -> Result<RemovePasskeyResponse, Problem> {
    fields::id("id", &input.id)?;
    let request = RemovePasskeyRequest { id: input.id };
    Ok(context.upstream.identity.clone().remove_passkey(request).await?.into_inner())
}

async fn set_second_factor(
    context: CallContext,
    input: SecondFactor,
) -> Result<SetSecondFactorResponse, Problem> {
    let request = SetSecondFactorRequest { enabled: input.enabled };
    Ok(context.upstream.identity.clone().set_second_factor(request).await?.into_inner())
}

async fn renew_recovery_codes(
    context: CallContext,
    (): (),
) -> Result<RenewRecoveryCodesResponse, Problem> {
    let request = RenewRecoveryCodesRequest {};
    Ok(context.upstream.identity.clone().renew_recovery_codes(request).await?.into_inner())
}
