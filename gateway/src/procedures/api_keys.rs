//! The API keys of the caller and those of their organization, and for administrators those of everybody.

use kit::error::Problem;
use proto::access::v1::{
    CreateApiKeyRequest, EnableApiKeyRequest, EnableApiKeyResponse, GetApiKeyUseRequest,
    GetApiKeyUseResponse, ListApiKeysRequest, ListApiKeysResponse, ListHeldApiKeysRequest,
    ListHeldApiKeysResponse, NewApiKey, RevokeApiKeyRequest, RevokeApiKeyResponse,
    RotateApiKeyRequest, SetApiKeyStatusRequest, SetApiKeyStatusResponse, UpdateApiKeyRequest,
    UpdateApiKeyResponse,
};

use crate::call::access::Access;
use crate::call::context::CallContext;
use crate::call::registry::Registry;

/// Registers procedures that have the input and the answer of their call: the service checks all values, each with its field.
macro_rules! calls {
    ($($kind:ident $name:literal($access:expr): $call:ident($input:ty) -> $answer:ty;)*) => {
        /// Adds the procedures of this domain.
        pub fn add(registry: &mut Registry) {
            $(registry.$kind($name, $access).answer(
                |context: CallContext, input: $input| async move {
                    let mut keys = context.upstream.access_keys.clone();
                    Ok::<$answer, Problem>(keys.$call(input).await?.into_inner())
                },
            );)*
        }
    };
}

calls! {
    query "apiKeys.list"(Access::Member): list_api_keys(ListApiKeysRequest) -> ListApiKeysResponse;
    query "apiKeys.use"(Access::Member): get_api_key_use(GetApiKeyUseRequest) -> GetApiKeyUseResponse;
    mutation "apiKeys.create"(Access::FRESH_MEMBERS): create_api_key(CreateApiKeyRequest) -> NewApiKey;
    mutation "apiKeys.update"(Access::FRESH_MEMBERS): update_api_key(UpdateApiKeyRequest) -> UpdateApiKeyResponse;
    mutation "apiKeys.rotate"(Access::FRESH_MEMBERS): rotate_api_key(RotateApiKeyRequest) -> NewApiKey;
    mutation "apiKeys.enable"(Access::FRESH_MEMBERS): enable_api_key(EnableApiKeyRequest) -> EnableApiKeyResponse;
    mutation "apiKeys.revoke"(Access::Member): revoke_api_key(RevokeApiKeyRequest) -> RevokeApiKeyResponse;
    query "adminApiKeys.list"(Access::ADMINISTRATORS): list_held_api_keys(ListHeldApiKeysRequest) -> ListHeldApiKeysResponse;
    mutation "adminApiKeys.setStatus"(Access::FRESH_ADMINISTRATORS): set_api_key_status(SetApiKeyStatusRequest) -> SetApiKeyStatusResponse;
}
