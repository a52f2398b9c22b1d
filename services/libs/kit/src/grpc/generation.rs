//! Which state of a service's data an answer was made of: told in a header, heard by who keeps answers.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use http::HeaderMap;
use tonic::Response;

const HEADER: &str = "data-generation";

tokio::task_local! {
    static HEARD: Arc<Mutex<BTreeMap<String, Option<String>>>>;
}

/// Says that an answer was made of this state of the data, or of a newer one.
pub fn tagged<T>(mut response: Response<T>, generation: Option<&str>) -> Response<T> {
    if let Some(value) = generation.and_then(|generation| generation.parse().ok()) {
        response.metadata_mut().insert(HEADER, value);
    }
    response
}

/// The states that the answers to some calls were made of.
#[derive(Clone, Debug, Default)]
pub struct Heard(BTreeMap<String, Option<String>>);

impl Heard {
    /// That of a service such as `catalog`; none where it was not asked, where an answer did not tell, or where two
    /// answers differ.
    pub fn of(&self, service: &str) -> Option<&str> {
        self.0.get(service)?.as_deref()
    }

    /// Whether a service was asked at all.
    pub fn was_asked(&self, service: &str) -> bool {
        self.0.contains_key(service)
    }
}

/// Runs work, and tells the states that answers to its calls were made of.
pub async fn hearing<F: Future>(work: F) -> (F::Output, Heard) {
    let heard = Arc::new(Mutex::new(BTreeMap::new()));
    let output = HEARD.scope(Arc::clone(&heard), work).await;
    let heard = heard.lock().unwrap_or_else(PoisonError::into_inner).clone();
    (output, Heard(heard))
}

/// Takes note of an answer to the call of a path such as `/catalog.v1.Catalog/ListRows`.
pub(super) fn note(path: &str, headers: &HeaderMap) {
    let _ = HEARD.try_with(|heard| {
        let service = path.trim_start_matches('/').split('.').next().unwrap_or_default();
        let told = headers.get(HEADER).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
        match heard.get_mut(service) {
            Some(before) if *before == told => {}
            Some(before) => *before = None,
            None => {
                heard.insert(service.to_owned(), told);
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
    async fn hears_what_all_answers_of_a_service_agree_on() {
        let work = async {
            note("/catalog.v1.Catalog/ListRows", &answer(Some("7")));
            note("/catalog.v1.Catalog/GetMeta", &answer(Some("7")));
            note("/timeseries.v1.Timeseries/GetSeries", &answer(Some("7.1")));
            note("/timeseries.v1.Timeseries/GetSeries", &answer(Some("8.1")));
            note("/timeseries.v1.Timeseries/GetSeries", &answer(Some("8.1")));
            note("/identity.v1.Identity/GetUser", &answer(None));
        };
        let ((), heard) = hearing(work).await;
        assert_eq!(heard.of("catalog"), Some("7"));
        for service in ["timeseries", "identity", "profiles"] {
            assert_eq!(heard.of(service), None, "{service}");
        }
        assert!(heard.was_asked("identity") && !heard.was_asked("profiles"));
    }
}
