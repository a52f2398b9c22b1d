//! The generation of a service's data that an answer was made from: sent in a header, collected by caches of answers.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use http::HeaderMap;
use tonic::Response;

const HEADER: &str = "data-generation";

tokio::task_local! {
    static GENERATIONS: Arc<Mutex<BTreeMap<String, Option<String>>>>;
}

/// Marks an answer as made from this generation of the data, or from a newer one.
pub fn tagged<T>(mut response: Response<T>, generation: Option<&str>) -> Response<T> {
    if let Some(value) = generation.and_then(|generation| generation.parse().ok()) {
        response.metadata_mut().insert(HEADER, value);
    }
    response
}

/// The generations that the answers of some calls were made from, by service.
#[derive(Clone, Debug, Default)]
pub struct Generations(BTreeMap<String, Option<String>>);

impl Generations {
    /// The generation of a service such as `catalog`; none if it was not called, if an answer carried none, or if two
    /// answers differ.
    pub fn get(&self, service: &str) -> Option<&str> {
        self.0.get(service)?.as_deref()
    }

    /// Whether a service was called at all.
    pub fn contains(&self, service: &str) -> bool {
        self.0.contains_key(service)
    }
}

/// Runs work, and collects the generations of the answers to its calls.
pub async fn collect_generations<F: Future>(work: F) -> (F::Output, Generations) {
    let collected = Arc::new(Mutex::new(BTreeMap::new()));
    let output = GENERATIONS.scope(Arc::clone(&collected), work).await;
    let collected = collected.lock().unwrap_or_else(PoisonError::into_inner).clone();
    (output, Generations(collected))
}

/// Records an answer to the call of a path such as `/catalog.v1.Catalog/ListRows`.
pub(super) fn note(path: &str, headers: &HeaderMap) {
    let _ = GENERATIONS.try_with(|collected| {
        let service = path.trim_start_matches('/').split('.').next().unwrap_or_default();
        let generation =
            headers.get(HEADER).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let mut collected = collected.lock().unwrap_or_else(PoisonError::into_inner);
        match collected.get_mut(service) {
            Some(before) if *before == generation => {}
            Some(before) => *before = None,
            None => {
                collected.insert(service.to_owned(), generation);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(generation: Option<&str>) -> HeaderMap {
        tagged(Response::new(()), generation).into_parts().0.into_headers()
    }

    #[tokio::test]
    async fn collects_the_generation_that_all_answers_of_a_service_share() {
        let work = async {
            note("/catalog.v1.Catalog/ListRows", &answer(Some("7")));
            note("/catalog.v1.Catalog/GetMeta", &answer(Some("7")));
            note("/timeseries.v1.Timeseries/GetSeries", &answer(Some("7.1")));
            note("/timeseries.v1.Timeseries/GetSeries", &answer(Some("8.1")));
            note("/timeseries.v1.Timeseries/GetSeries", &answer(Some("8.1")));
            note("/identity.v1.Identity/GetUser", &answer(None));
        };
        let ((), generations) = collect_generations(work).await;
        assert_eq!(generations.get("catalog"), Some("7"));
        for service in ["timeseries", "identity", "profiles"] {
            assert_eq!(generations.get(service), None, "{service}");
        }
        assert!(generations.contains("identity") && !generations.contains("profiles"));
    }
}
