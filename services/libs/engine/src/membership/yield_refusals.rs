//! The subjects for which yields are refused, by their facts in the catalog.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::derived::derived_measures;
use crate::snapshots::series::{Series, Subject};

/// The facts by which subjects have no yield; the web reads the same file.
#[derive(Deserialize)]
struct YieldRule {
    /// The currency of values that name none.
    currency: String,
    /// Classes whose value moves with a price.
    classes_that_move_with_a_price: Vec<String>,
    /// Classes of which only assets have a yield that state one.
    classes_without_yield_unless_stated: Vec<String>,
    /// Classes whose value stands still although they pay nothing, unless they state a yield.
    classes_that_stand_still: Vec<String>,
    /// Classes whose assets are denominated in another currency if they state none.
    classes_in_other_currencies: Vec<String>,
}

static RULE: LazyLock<YieldRule> = LazyLock::new(|| {
    let text = include_str!("../../../../../proto/declared/yields.json");
    serde_json::from_str(text).expect("the declaration is part of the program, and a test reads it")
});

/// Why a yield of a subject would mean nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum YieldRefusal {
    /// Its value moves with a price.
    MovesWithPrice,
    /// The catalog says that it bears no yield.
    BearsNone,
    /// Assets of its class have a yield only if the catalog says so.
    IsNotStated,
    /// Its value is known in dollars, but it is denominated in another currency, whose exchange rate would show as yield.
    OtherCurrency(Option<String>),
}

/// Why a yield that is calculated from values in dollars, or in the currency of denomination, is refused.
fn refusal(subject: &Subject, is_in_own_currency: bool) -> Option<YieldRefusal> {
    let is_in = |classes: &[String]| {
        subject.asset_class.as_ref().is_some_and(|class| classes.contains(class))
    };
    if is_in(&RULE.classes_that_move_with_a_price) {
        return Some(YieldRefusal::MovesWithPrice);
    }
    match subject.is_yield_bearing {
        Some(false) => return Some(YieldRefusal::BearsNone),
        None if is_in(&RULE.classes_without_yield_unless_stated) => {
            return Some(YieldRefusal::IsNotStated);
        }
        Some(true) | None => {}
    }
    let is_dollar = match &subject.denomination {
        Some(currency) => *currency == RULE.currency,
        None => !is_in(&RULE.classes_in_other_currencies),
    };
    (!is_dollar && !is_in_own_currency)
        .then(|| YieldRefusal::OtherCurrency(subject.denomination.clone()))
}

/// Whether it may pay out what it earns, so that a value that stands still does not say that it earned nothing.
pub fn bears_yield(subject: &Subject) -> bool {
    let bears_none = |class: &String| {
        let YieldRule { classes_that_move_with_a_price, classes_that_stand_still, .. } = &*RULE;
        classes_that_move_with_a_price.contains(class) || classes_that_stand_still.contains(class)
    };
    let of_class = || !subject.asset_class.as_ref().is_some_and(bears_none);
    subject.is_yield_bearing.unwrap_or_else(of_class)
}

impl Series {
    /// Why it means nothing, if it is a yield.
    pub(crate) fn yield_refusal(&self) -> Option<YieldRefusal> {
        let origin = self.origin.as_ref().filter(|_| self.measure.is_yield())?;
        refusal(&self.subject, derived_measures::is_in_own_currency(origin.derivation))
    }
}

#[cfg(test)]
mod tests {
    use proptest::option;
    use proptest::prelude::*;
    use proto::timeseries::v1::SubjectKind;

    use super::*;

    fn subject(class: &str, bears: Option<bool>, denomination: Option<&str>) -> Subject {
        Subject {
            asset_class: Some(class.to_owned()),
            is_yield_bearing: bears,
            denomination: denomination.map(str::to_owned),
            ..Subject::new(1, SubjectKind::Asset, "fund")
        }
    }

    #[test]
    fn facts_decide_and_classes_only_where_facts_are_missing() {
        let of = |class, bears, currency| refusal(&subject(class, bears, currency), false);
        assert_eq!(of("treasury-products", None, None), None);
        assert_eq!(of("stablecoins", Some(true), Some("USD")), None);
        assert_eq!(of("real-estate", None, None), Some(YieldRefusal::IsNotStated));
        assert_eq!(of("treasury-products", Some(false), None), Some(YieldRefusal::BearsNone));
        assert_eq!(of("public-equity", Some(true), None), Some(YieldRefusal::MovesWithPrice));
        let euros = Some(YieldRefusal::OtherCurrency(Some("EUR".to_owned())));
        assert_eq!(of("corporate-bonds", Some(true), Some("EUR")), euros);
        let unknown = Some(YieldRefusal::OtherCurrency(None));
        assert_eq!(of("non-us-government-debt", None, None), unknown);
        assert_eq!(of("non-us-government-debt", None, Some("USD")), None);
        let in_euros = refusal(&subject("corporate-bonds", None, Some("EUR")), true);
        assert_eq!(in_euros, None, "its own currency has no exchange rate");
    }

    #[test]
    fn only_what_is_known_to_bear_no_yield_earns_nothing_while_its_value_stands_still() {
        let of = |class, bears| bears_yield(&subject(class, bears, None));
        for class in ["treasury-products", "real-estate", "institutional-funds"] {
            assert!(of(class, None) && !of(class, Some(false)), "{class}");
        }
        for class in ["stablecoins", "commodities", "public-equity"] {
            assert!(!of(class, None) && of(class, Some(true)), "{class}");
        }
        assert!(bears_yield(&Subject::new(1, SubjectKind::Asset, "fund")), "without a class");
    }

    proptest! {
        #[test]
        fn a_yield_is_never_one_of_another_currency_or_of_what_bears_none(
            class in prop_oneof![
                Just("public-equity"), Just("stablecoins"), Just("treasury-products"), Just("non-us-government-debt"),
            ],
            bears in option::of(any::<bool>()),
            currency in option::of(prop_oneof![Just("USD"), Just("EUR"), Just("JPY")]),
            is_in_own_currency in any::<bool>(),
        ) {
            let is_offered = refusal(&subject(class, bears, currency), is_in_own_currency).is_none();
            let is_foreign = currency.is_some_and(|currency| currency != "USD");
            if is_foreign && !is_in_own_currency || bears == Some(false) || class == "public-equity" {
                prop_assert!(!is_offered);
            }
            if bears == Some(true) && is_in_own_currency && class != "public-equity" {
                prop_assert!(is_offered);
            }
        }
    }
}
