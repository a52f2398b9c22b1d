//! The series that are refused because they would mean nothing, and the causes.

use std::sync::LazyLock;

use serde::Deserialize;

use super::yield_refusals::YieldRefusal;
use crate::derived::derived_measures::{self, Definition, Derivation};
use crate::measures::Measure;
use crate::snapshots::series::Series;

/// Why a derived series of a subject would mean nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The subject has no yield.
    Yield(YieldRefusal),
    /// It divides dollars by units of this currency, which is not one that is worth a dollar, or is not stated.
    Currency(Option<String>),
}

/// The file of known currencies.
#[derive(Deserialize)]
struct Currencies {
    /// The codes of those that are worth one dollar: the dollar, and coins that are redeemed for it.
    worth_one_dollar: Vec<String>,
}

static CURRENCIES: LazyLock<Currencies> = LazyLock::new(|| {
    let text = include_str!("../../../../../proto/declared/currencies.json");
    serde_json::from_str(text).expect("the declaration is part of the program, and a test reads it")
});

fn divides_dollars_by_units(derivation: &Derivation) -> bool {
    derivation.inputs.map(|input| input.measure.unit.as_str()) == ["usd", "token"]
}

/// Whether a measure is refused for some subjects.
pub(crate) fn may_be_refused(measure: &Measure) -> bool {
    let derivations = match derived_measures::definition(measure) {
        Some(Definition::Derivations(derivations)) => derivations.as_slice(),
        Some(Definition::Share(_)) | None => &[],
    };
    measure.is_yield() || derivations.iter().any(divides_dollars_by_units)
}

impl Series {
    /// Why it is refused.
    pub fn refusal(&self) -> Option<Refusal> {
        if let Some(refusal) = self.yield_refusal() {
            return Some(Refusal::Yield(refusal));
        }
        let origin = self.origin.as_ref()?;
        let currency = &self.subject.denomination;
        let is_dollar =
            currency.as_ref().is_some_and(|code| CURRENCIES.worth_one_dollar.contains(code));
        (divides_dollars_by_units(origin.derivation) && !is_dollar)
            .then(|| Refusal::Currency(currency.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures;

    #[test]
    fn shares_of_funding_and_yields_may_be_refused_and_nothing_else() {
        assert!(CURRENCIES.worth_one_dollar.iter().any(|code| code == "USD"));
        let refused: Vec<&str> = measures::derived()
            .filter(|measure| may_be_refused(measure) && !measure.is_yield())
            .map(|measure| measure.slug.as_str())
            .collect();
        assert_eq!(refused, ["utilization", "cash_drag"]);
    }
}
