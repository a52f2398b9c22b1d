//! The calls about keys, one line each.

use proto::access::v1::access_keys_server::AccessKeys;
use proto::access::v1::{
    CheckApiKeyRequest, CheckApiKeyResponse, CreateApiKeyRequest, EnableApiKeyRequest,
    EnableApiKeyResponse, GetApiKeyUseRequest, GetApiKeyUseResponse, ListApiKeysRequest,
    ListApiKeysResponse, ListHeldApiKeysRequest, ListHeldApiKeysResponse, NewApiKey,
    ReportApiKeyUseRequest, ReportApiKeyUseResponse, ReportLeakedKeysRequest,
    ReportLeakedKeysResponse, RevokeApiKeyRequest, RevokeApiKeyResponse, RotateApiKeyRequest,
    SetApiKeyStatusRequest, SetApiKeyStatusResponse, UpdateApiKeyRequest, UpdateApiKeyResponse,
};

use crate::context::Context;
use crate::keys;

/// Answers over gRPC.
pub struct KeysRpc(pub Context);

kit::rpcs! {
    AccessKeys for KeysRpc, owned;
    #[person]
    list_api_keys: ListApiKeysRequest => ListApiKeysResponse, keys::list::list;
    #[person]
    create_api_key: CreateApiKeyRequest => NewApiKey, keys::create::create;
    #[person]
    update_api_key: UpdateApiKeyRequest => UpdateApiKeyResponse, keys::update::update;
    #[person]
    rotate_api_key: RotateApiKeyRequest => NewApiKey, keys::rotate::rotate;
    #[person]
    revoke_api_key: RevokeApiKeyRequest => RevokeApiKeyResponse, keys::revoke::revoke;
    #[person]
    enable_api_key: EnableApiKeyRequest => EnableApiKeyResponse, keys::enable::enable;
    #[person]
    list_held_api_keys: ListHeldApiKeysRequest => ListHeldApiKeysResponse, keys::list_held::list;
    #[person]
    set_api_key_status: SetApiKeyStatusRequest => SetApiKeyStatusResponse, keys::set_status::set;
    #[person]
    get_api_key_use: GetApiKeyUseRequest => GetApiKeyUseResponse, keys::get_use::get;
    check_api_key: CheckApiKeyRequest => CheckApiKeyResponse, keys::check::check;
    report_api_key_use: ReportApiKeyUseRequest => ReportApiKeyUseResponse, keys::report_use::report;
    report_leaked_keys: ReportLeakedKeysRequest => ReportLeakedKeysResponse, keys::report_leaks::report;
}
