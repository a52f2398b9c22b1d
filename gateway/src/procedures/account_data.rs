//! The data of the caller: the export of everything about them, and the erasure of the account.

use std::future::{Ready, ready};

use kit::error::Problem;
use proto::identity::v1::{
    AccountExport, CancelErasureRequest, CancelErasureResponse, CancelExportRequest,
    CancelExportResponse, ListExportsRequest, ListExportsResponse, ReadExportRequest,
    ReadExportResponse, RequestErasureRequest, RequestErasureResponse, StartExportRequest,
};
use proto::profiles::v1::ExportPersonRequest;
use proto::{access, catalog};
use serde::Deserialize;
use ts_rs::TS;

use super::fields;
use crate::call::access::Access;
use crate::call::context::CallContext;
use crate::call::limits::MAIL_DEADLINE;
use crate::call::registry::Registry;

#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CancelExport {
    id: String,
}

/// Adds the procedures of this domain.
pub fn add(registry: &mut Registry) {
    registry.query("accountData.exports", Access::Member).answer(exports);
    registry.mutation("accountData.startExport", Access::Member).answer(start_export);
    registry.mutation("accountData.cancelExport", Access::Member).answer(cancel_export);
    registry
        .mutation("accountData.authorizeDownload", Access::FRESH_MEMBERS)
        .answer(authorize_download);
    registry
        .mutation("accountData.requestErasure", Access::FRESH_MEMBERS)
        .within(MAIL_DEADLINE)
        .answer(request_erasure);
    registry
        .mutation("accountData.cancelErasure", Access::FRESH_MEMBERS)
        .within(MAIL_DEADLINE)
        .answer(cancel_erasure);
}

async fn exports(context: CallContext, (): ()) -> Result<ListExportsResponse, Problem> {
    let request = ListExportsRequest {};
    Ok(context.upstream.identity.clone().list_exports(request).await?.into_inner())
}

/// Identity adds what the other services keep to its own, so they are read first.
async fn start_export(context: CallContext, (): ()) -> Result<AccountExport, Problem> {
    let mut profiles = context.upstream.profiles.clone();
    let profile = profiles.export_person(ExportPersonRequest {}).await?.into_inner();
    let mut catalog = context.upstream.catalog.clone();
    let history = catalog.export_person(catalog::v1::ExportPersonRequest {}).await?.into_inner();
    let mut sections = profile.sections;
    sections.extend(history.sections);
    let mut access = context.upstream.access.clone();
    let roles = access.export_person(access::v1::ExportPersonRequest {}).await?.into_inner();
    sections.extend(roles.sections);
    let request = StartExportRequest { sections };
    let answer = context.upstream.identity.clone().start_export(request).await?.into_inner();
    answer.export.ok_or_else(|| Problem::internal("identity started no export"))
}

async fn cancel_export(
    context: CallContext,
    input: CancelExport,
) -> Result<CancelExportResponse, Problem> {
    fields::id("id", &input.id)?;
    let request = CancelExportRequest { id: input.id };
    Ok(context.upstream.identity.clone().cancel_export(request).await?.into_inner())
}

/// The download has the same rule; without this call a page would learn only from a refused file that the caller must sign
/// in again first.
fn authorize_download(_: CallContext, (): ()) -> Ready<Result<(), Problem>> {
    ready(Ok(()))
}

pub async fn export_part(
    context: CallContext,
    request: ReadExportRequest,
) -> Result<ReadExportResponse, Problem> {
    Ok(context.upstream.identity.clone().read_export(request).await?.into_inner())
}

async fn request_erasure(context: CallContext, (): ()) -> Result<RequestErasureResponse, Problem> {
    let request = RequestErasureRequest {};
    let answer = context.upstream.identity.clone().request_erasure(request).await?;
    context.user_changed(&context.member()?.user.id);
    Ok(answer.into_inner())
}

async fn cancel_erasure(context: CallContext, (): ()) -> Result<CancelErasureResponse, Problem> {
    let request = CancelErasureRequest {};
    let answer = context.upstream.identity.clone().cancel_erasure(request).await?;
    context.user_changed(&context.member()?.user.id);
    Ok(answer.into_inner())
}
