//! Takes the decisions that a gateway made.

use proto::access::v1::{ReportDecisionsRequest, ReportDecisionsResponse};

use super::{calls, counts};
use crate::applied_reports;
use crate::context::Context;
use crate::error::AccessError;
use crate::input::Checks;
use crate::limits::MOST_REPORTED_DECISIONS;

/// Adds the decisions and the calls, unless the report was applied before.
pub async fn report(
    ctx: &Context,
    request: ReportDecisionsRequest,
) -> Result<ReportDecisionsResponse, AccessError> {
    let mut checks = Checks::default();
    let id = checks.id("report_id", &request.report_id);
    for (path, count) in [("counts", request.counts.len()), ("calls", request.calls.len())] {
        if count > MOST_REPORTED_DECISIONS {
            checks.refuse(path, format!("must be at most {MOST_REPORTED_DECISIONS}"));
        }
    }
    checks.finish(())?;
    let now = ctx.clock.now();
    let mut tx = ctx.db.tx().await?;
    if applied_reports::is_new(&mut tx, id, now).await? {
        counts::add(&mut tx, &request.counts, now).await?;
        counts::add_lost(&mut tx, request.lost, now).await?;
        calls::add(&mut tx, request.calls, now).await?;
    }
    tx.commit().await?;
    Ok(ReportDecisionsResponse {})
}
