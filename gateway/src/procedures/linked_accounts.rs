//! The accounts at OpenID providers that sign the caller in.

use std::future::{Ready, ready};

use kit::error::Problem;
use proto::identity::v1::{
    ListLinkedAccountsRequest, ListLinkedAccountsResponse, RemoveLinkedAccountRequest,
    RemoveLinkedAccountResponse,
};
use serde::Deserialize;
use ts_rs::TS;

use super::fields;
use crate::call::access::Access;
use crate::call::context::CallContext;
use crate::call::registry::Registry;

#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RemoveLinkedAccount {
    id: String,
}

/// Adds the procedures of this domain.
pub fn add(registry: &mut Registry) {
    registry.query("linkedAccounts.list", Access::Member).answer(list);
    registry.mutation("linkedAccounts.remove", Access::FRESH_MEMBERS).answer(remove);
    registry.mutation("linkedAccounts.authorizeLink", Access::FRESH_MEMBERS).answer(authorize_link);
}

async fn list(context: CallContext, (): ()) -> Result<ListLinkedAccountsResponse, Problem> {
    let request = ListLinkedAccountsRequest {};
    Ok(context.upstream.identity.clone().list_linked_accounts(request).await?.into_inner())
}

async fn remove(
    context: CallContext,
    input: RemoveLinkedAccount,
) -> Result<RemoveLinkedAccountResponse, Problem> {
    fields::id("id", &input.id)?;
    let request = RemoveLinkedAccountRequest { id: input.id };
    Ok(context.upstream.identity.clone().remove_linked_account(request).await?.into_inner())
}

/// Linking leads through the provider, and identity applies the same rule when it ends; without this call a page would
/// learn only then that the caller must sign in again first.
fn authorize_link(_: CallContext, (): ()) -> Ready<Result<(), Problem>> {
    ready(Ok(()))
}
