//! The ways to sign in: by mail, and by each configured provider.

use std::future::{self, Ready};

use proto::identity::v1::{ListProvidersRequest, ListProvidersResponse, Provider, ProviderType};

use crate::context::Context;
use crate::error::IdentityError;

/// All ways, in the order of the page.
pub fn list(
    ctx: &Context,
    _: ListProvidersRequest,
) -> Ready<Result<ListProvidersResponse, IdentityError>> {
    let email = Provider {
        id: "email".to_owned(),
        name: "Email".to_owned(),
        r#type: ProviderType::Email.into(),
    };
    let others = ctx.providers.all().map(|one| Provider {
        id: one.id.clone(),
        name: one.name.clone(),
        r#type: ProviderType::Oauth.into(),
    });
    let providers = std::iter::once(email).chain(others).collect();
    future::ready(Ok(ListProvidersResponse { providers }))
}
