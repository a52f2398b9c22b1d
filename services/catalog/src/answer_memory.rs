//! The memory of pages of records: each takes its share before it is read, and returns it when it is sent.

use std::sync::Arc;

use kit::budget::{Budget, LONGEST_MEMORY_WAIT};
use kit::query_limits::{LARGEST_PAGE, USUAL_PAGE};
use proto::catalog::v1::{JsonText, ListRowsRequest};

use crate::context::Context;
use crate::error::CatalogError;
use crate::read;

/// The most memory of pages that are read or sent at a time: eight of the largest.
const MOST_BYTES: usize = 64 << 20;
/// A record with long texts, and the copy of it that is sent.
const ROW: usize = 8 << 10;

/// The pages that are read or sent at present.
pub struct AnswerMemory(Arc<Budget>);

impl Default for AnswerMemory {
    fn default() -> Self {
        Self(Budget::new(MOST_BYTES))
    }
}

impl AnswerMemory {
    /// A page of records, once there is memory for it.
    pub async fn rows(
        &self,
        ctx: &Context,
        request: &ListRowsRequest,
    ) -> Result<JsonText, CatalogError> {
        let held = self.0.take(estimate(request), LONGEST_MEMORY_WAIT).await;
        let mut held = held.ok_or(CatalogError::Busy)?;
        let page = read::rows(ctx, request).await?;
        held.correct(2 * page.json.len());
        kit::grpc::hold(held);
        Ok(page)
    }
}

fn estimate(request: &ListRowsRequest) -> usize {
    let paging = request.query.as_ref().and_then(|query| query.pagination.as_ref());
    let rows = paging.and_then(|paging| paging.per_page).unwrap_or(USUAL_PAGE);
    // A larger page is refused when it is read.
    rows.min(LARGEST_PAGE) as usize * ROW
}

#[cfg(test)]
mod tests {
    use proto::query::v1::{Paging, Query};

    use super::*;

    fn page_of(per_page: Option<u32>) -> usize {
        let pagination = Some(Paging { per_page, ..Paging::default() });
        let query = Some(Query { pagination, ..Query::default() });
        estimate(&ListRowsRequest { query, ..ListRowsRequest::default() })
    }

    #[test]
    fn a_page_takes_as_much_as_its_rows_may_need() {
        assert_eq!(estimate(&ListRowsRequest::default()), page_of(Some(USUAL_PAGE)));
        assert_eq!(page_of(None), page_of(Some(USUAL_PAGE)));
        assert_eq!(page_of(Some(1)), ROW);
        assert_eq!(page_of(Some(u32::MAX)), page_of(Some(LARGEST_PAGE)));
        assert!(page_of(Some(LARGEST_PAGE)) * 8 <= MOST_BYTES);
    }
}
