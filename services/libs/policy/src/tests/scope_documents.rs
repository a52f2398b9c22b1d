//! Services that read a scope from its document allow what the scope allows.

use proptest::collection::vec;
use proptest::prelude::*;
use proto::access::v1::{self, Endpoint};

use super::documents::{moments, policies, scope};
use super::records::{observations, records};
use super::reference::visible;
use crate::*;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_document_allows_what_its_scope_allows(policies in vec(policies(), 1..5), now in moments()) {
        for endpoint in [Endpoint::Assets, Endpoint::AssetTimeseries] {
            let Some(scope) = scope(&policies, endpoint) else { continue };
            let document = v1::Scope::from(&*scope);
            prop_assert!(document.permissions.iter().all(|permission| permission.limits.is_none()));
            let read = Scope::try_from(&document).unwrap();
            prop_assert_eq!(read.endpoint(), endpoint);
            for record in records() {
                let attributes = record.attributes();
                let fields = |scope: &Scope| visible(scope.row(&attributes).map(|row| row.fields()));
                prop_assert_eq!(fields(&read), fields(&scope), "{:?}", record);
                for observation in observations() {
                    let seen = |scope: &Scope| {
                        visible(scope.observation(&attributes, observation, now))
                    };
                    prop_assert_eq!(seen(&read), seen(&scope), "{:?}", observation);
                }
            }
        }
    }
}
