//! The slugs of the records that match a filter of the catalog.

use kit::error::Problem;
use proto::catalog::v1::ListSlugsRequest;
use proto::query::v1::Filter;

use super::Upstream;

/// The slugs of all records that match a filter; none if there are more than `most`.
pub async fn slugs(
    upstream: &Upstream,
    resource: &str,
    filter: &Filter,
    most: usize,
) -> Result<Option<Vec<String>>, Problem> {
    let mut catalog = upstream.catalog.clone();
    let mut slugs: Vec<String> = Vec::new();
    loop {
        let request = ListSlugsRequest {
            resource: resource.to_owned(),
            after: slugs.last().cloned(),
            filter: Some(filter.clone()),
        };
        let part = catalog.list_slugs(request).await?.into_inner();
        slugs.extend(part.results);
        if slugs.len() > most {
            return Ok(None);
        }
        if !part.has_more {
            return Ok(Some(slugs));
        }
    }
}
