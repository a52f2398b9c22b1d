//! The concentration of a token's circulating units among its holders.

use std::cmp::Reverse;

use engine::ExactSum;
use engine::herfindahl_index::HIGHEST_INDEX;
use engine::thresholds::{DUST_DOLLARS, DUST_UNITS};
use proto::timeseries::v1::{AddressKind, ConcentrationLack, HolderConcentration, LeftOutBalances};

use super::units::UnitPart;

/// The relative rounding error that shares of the supply may have.
const ROUNDING: f64 = 1e-9;

/// Balances below these are dust: left over after trades, or sent to many addresses as advertising.
const LEAST_UNITS: f64 = DUST_UNITS;
const LEAST_DOLLARS: f64 = DUST_DOLLARS;

/// The balance of one of the largest holders.
#[derive(Clone, Copy, Debug)]
pub struct Balance {
    pub units: f64,
    /// Its share of the total supply.
    pub share: f64,
    /// Whether the issuer holds it: then it does not circulate.
    pub is_issuer: bool,
    /// Its worth in dollars, if it is known.
    pub dollars: Option<f64>,
    /// The kind of the address, if it is known.
    pub kind: Option<AddressKind>,
}

impl Balance {
    /// Whether the address holds for others, or for nobody.
    fn is_contract(&self) -> bool {
        self.kind.is_some_and(|kind| kind != AddressKind::Wallet)
    }

    fn is_dust(&self) -> bool {
        self.units < LEAST_UNITS || self.dollars.is_some_and(|dollars| dollars < LEAST_DOLLARS)
    }
}

/// The concentration among the holders that are no contracts and hold more than dust, and what it leaves out of `plain`.
/// It is refused where one of the known addresses may be a contract: it would be too low or too high.
pub fn adjusted(
    balances: &[Balance],
    plain: &HolderConcentration,
) -> (HolderConcentration, Option<LeftOutBalances>) {
    let lacking =
        |lack: Option<i32>| HolderConcentration { lack, ..HolderConcentration::default() };
    let (None, Some(circulating)) = (plain.lack, plain.circulating) else {
        return (lacking(plain.lack), None);
    };
    let held = || balances.iter().filter(|balance| balance.units > 0.0 && !balance.is_issuer);
    if held().next().is_none() || held().any(|balance| balance.kind.is_none()) {
        return (lacking(Some(ConcentrationLack::FlagsUnknown.into())), None);
    }
    // Balances that are left out do not count, like the units of the issuer.
    let counted: Vec<Balance> = balances
        .iter()
        .map(|balance| Balance {
            is_issuer: balance.is_issuer || balance.is_contract() || balance.is_dust(),
            ..*balance
        })
        .collect();
    let contracts: Vec<&Balance> = held().filter(|balance| balance.is_contract()).collect();
    let dust: Vec<&Balance> =
        held().filter(|balance| !balance.is_contract() && balance.is_dust()).collect();
    let part = unit_part(balances);
    let share = |of: &[&Balance]| {
        quotient(part.sum(of.iter().map(|balance| balance.units)), part.count(circulating))
    };
    let left_out = LeftOutBalances {
        contract_count: contracts.len() as u32,
        contract_share: share(&contracts),
        dust_count: dust.len() as u32,
        dust_share: share(&dust),
    };
    (from_balances(&counted), Some(left_out))
}

/// The concentration that follows from the largest holders of a day: no other holder has more than the last of them.
pub fn from_balances(balances: &[Balance]) -> HolderConcentration {
    let mut found = HolderConcentration::default();
    let lacking =
        |found, lack: ConcentrationLack| HolderConcentration { lack: Some(lack.into()), ..found };
    let Some(Supply { part, total, is_complete }) = Supply::new(balances) else {
        return lacking(found, ConcentrationLack::NoBalances);
    };
    let (own, others): (Vec<&Balance>, Vec<&Balance>) = balances
        .iter()
        .filter(|balance| balance.units > 0.0)
        .partition(|balance| balance.is_issuer);
    found.known_count = others.len() as u32;
    found.is_complete = is_complete;
    if own.is_empty() && !is_complete {
        return lacking(found, ConcentrationLack::IssuerUnknown);
    }
    let circulating = total - part.sum(own.iter().map(|balance| balance.units));
    found.circulating = Some(part.units(circulating));
    if circulating == 0 {
        return lacking(found, ConcentrationLack::NothingCirculates);
    }
    let mut held: Vec<i128> = others.iter().map(|balance| part.count(balance.units)).collect();
    held.sort_unstable_by_key(|parts| Reverse(*parts));
    let is_known = |count: usize| is_complete || held.len() >= count;
    let top = |count: usize| {
        is_known(count).then(|| quotient(held.iter().take(count).sum(), circulating))
    };
    (found.top_1_share, found.top_5_share, found.top_10_share) = (top(1), top(5), top(10));
    if !held.is_empty() {
        let square = |parts: i128| quotient(parts, circulating).powi(2);
        let least = sum(held.iter().map(|parts| square(*parts)));
        // As few unknown holders as possible have the rest, each as much as the last of the known ones.
        let rest = circulating - held.iter().sum::<i128>();
        let known = balances.iter().map(|balance| balance.units).filter(|units| *units > 0.0);
        let each = known.map(|units| part.count(units)).min().unwrap_or_default().max(1);
        let most = (rest / each) as f64 * square(each) + square(rest % each);
        let index = |squares: f64| Some((squares * HIGHEST_INDEX).min(HIGHEST_INDEX));
        (found.index_least, found.index_most) = (index(least), index(least + most));
    }
    found
}

/// The share of the first of some balances in the total supply.
pub fn share_of_first(balances: &[Balance], count: usize) -> f64 {
    let listed = &balances[..count.min(balances.len())];
    match Supply::new(balances) {
        Some(Supply { part, total, .. }) => {
            quotient(part.sum(listed.iter().map(|balance| balance.units)), total)
        }
        None => sum(listed.iter().map(|balance| balance.share)),
    }
}

/// The units of a token on a day.
struct Supply {
    part: UnitPart,
    /// All units, in parts.
    total: i128,
    /// Whether the known holders have all of them.
    is_complete: bool,
}

impl Supply {
    /// The sum of the known balances, if it is the supply but for the rounding of shares; otherwise the supply that the
    /// share of the largest holder states.
    fn new(balances: &[Balance]) -> Option<Self> {
        let stated = stated_supply(balances)?;
        let part = unit_part(balances);
        let known = part.sum(balances.iter().map(|balance| balance.units));
        let total = part.count(stated);
        let is_complete = (total - known) as f64 <= total as f64 * ROUNDING;
        Some(Self { part, total: if is_complete { known } else { total }, is_complete })
            .filter(|supply| supply.total > 0)
    }
}

/// The part in which the units of some balances are counted.
pub fn unit_part(balances: &[Balance]) -> UnitPart {
    let units = || balances.iter().map(|balance| balance.units);
    UnitPart::new(units(), sum(units()).max(stated_supply(balances).unwrap_or_default()))
}

/// The total supply that the largest holder's share states: it is the most exact.
fn stated_supply(balances: &[Balance]) -> Option<f64> {
    let largest = balances.iter().max_by(|one, other| one.units.total_cmp(&other.units))?;
    (largest.units > 0.0 && largest.share > 0.0).then(|| largest.units / largest.share)
}

/// The share of some parts in a whole; of all of them it is exactly 1.
fn quotient(parts: i128, whole: i128) -> f64 {
    parts as f64 / whole as f64
}

/// A sum whose digits do not depend on the order of its numbers.
fn sum(values: impl Iterator<Item = f64>) -> f64 {
    values.collect::<ExactSum>().value()
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proto::codec::Text as _;

    use super::*;

    /// Balances of a token with a total supply.
    fn balances(supply: u32, holders: &[(u32, bool)]) -> Vec<Balance> {
        let balance = |(units, is_issuer): &(u32, bool)| Balance {
            units: f64::from(*units),
            share: f64::from(*units) / f64::from(supply),
            is_issuer: *is_issuer,
            dollars: None,
            kind: None,
        };
        holders.iter().map(balance).collect()
    }

    fn near(found: Option<f64>, expected: Option<f64>) -> bool {
        match (found, expected) {
            (Some(found), Some(expected)) => (found - expected).abs() < 1e-9 * expected.max(1.0),
            (found, expected) => found == expected,
        }
    }

    fn blank(found: &HolderConcentration) -> bool {
        let shares = [found.top_1_share, found.top_5_share, found.top_10_share];
        shares.into_iter().chain([found.index_least, found.index_most]).all(|of| of.is_none())
    }

    #[test]
    fn the_units_of_the_issuer_do_not_circulate() {
        // 1,000 units, 200 of the issuer: 400 of 800 are a half, 300 three eighths, 100 one eighth.
        let found = from_balances(&balances(
            1_000,
            &[(400, false), (300, false), (200, true), (100, false)],
        ));
        assert!(near(found.circulating, Some(800.0)) && found.is_complete, "{found:?}");
        assert_eq!((found.known_count, found.lack), (3, None));
        assert!(near(found.top_1_share, Some(0.5)), "{found:?}");
        assert!(near(found.top_5_share, Some(1.0)) && near(found.top_10_share, Some(1.0)));
        // 10,000 × (1/4 + 9/64 + 1/64).
        assert!(near(found.index_least, Some(4_062.5)), "{found:?}");
        assert_eq!(found.index_least, found.index_most);
    }

    #[test]
    fn unknown_balances_bound_the_sum_of_squares() {
        // Of 1,000 units 750 are known: 250 of 900 that circulate are left, in parts of at most 100.
        let held = [(500, false), (150, false), (100, true)];
        let found = from_balances(&balances(1_000, &held));
        assert!(near(found.circulating, Some(900.0)) && !found.is_complete, "{found:?}");
        assert!(near(found.top_1_share, Some(5.0 / 9.0)), "{found:?}");
        assert_eq!((found.top_5_share, found.top_10_share), (None, None));
        let known = (500.0_f64.powi(2) + 150.0_f64.powi(2)) / 81.0;
        let rest = (2.0 * 100.0_f64.powi(2) + 50.0_f64.powi(2)) / 81.0;
        assert!(near(found.index_least, Some(known)), "{found:?}");
        assert!(near(found.index_most, Some(known + rest)), "{found:?}");
    }

    #[test]
    fn unknown_concentration_has_a_reason_and_no_number() {
        let none = from_balances(&[]);
        assert_eq!((none.lack(), none.circulating), (ConcentrationLack::NoBalances, None));
        let nothing =
            Balance { units: 0.0, share: 0.0, is_issuer: false, dollars: None, kind: None };
        let empty = from_balances(&[nothing]);
        assert_eq!(empty.lack(), ConcentrationLack::NoBalances);
        let unknown = from_balances(&balances(1_000, &[(300, false), (200, false)]));
        assert_eq!((unknown.lack(), unknown.circulating), (ConcentrationLack::IssuerUnknown, None));
        assert_eq!(unknown.known_count, 2);
        let own = from_balances(&balances(1_000, &[(1_000, true)]));
        assert_eq!(
            (own.lack(), own.circulating),
            (ConcentrationLack::NothingCirculates, Some(0.0))
        );
        assert!([none, empty, unknown, own].iter().all(blank));
        let few = from_balances(&balances(1_000, &[(300, true)]));
        assert!(blank(&few) && few.lack.is_none() && few.circulating.is_some(), "{few:?}");
    }

    #[test]
    fn nobody_is_the_issuer_where_all_are_known() {
        let found = from_balances(&balances(4, &[(3, false), (1, false)]));
        assert!(near(found.circulating, Some(4.0)) && near(found.top_1_share, Some(0.75)));
        assert!(near(found.index_least, Some(6_250.0)) && near(found.index_most, Some(6_250.0)));
    }

    #[test]
    fn contracts_and_dust_are_left_out_where_every_address_is_known() {
        // 1,000 units, 200 of the issuer; 300 of 800 in a bridge and a burn address, and one balance of half a dollar.
        let mut all = balances(
            1_000,
            &[(250, false), (249, false), (200, true), (200, false), (100, false), (1, false)],
        );
        let kinds = ["wallet", "wallet", "wallet", "bridge", "burn", "wallet"];
        for (of, kind) in all.iter_mut().zip(kinds) {
            of.kind = AddressKind::from_text(kind);
            of.dollars = Some(of.units / 2.0);
        }
        let plain = from_balances(&all);
        let (found, left_out) = adjusted(&all, &plain);
        let left_out = left_out.unwrap();
        assert_eq!((left_out.contract_count, left_out.dust_count), (2, 1));
        assert!(near(Some(left_out.contract_share), Some(300.0 / 800.0)), "{left_out:?}");
        assert!(near(Some(left_out.dust_share), Some(1.0 / 800.0)), "{left_out:?}");
        assert!(near(found.circulating, Some(499.0)) && found.known_count == 2, "{found:?}");
        assert!(near(found.top_1_share, Some(250.0 / 499.0)), "{found:?}");
        assert!(near(plain.top_1_share, Some(250.0 / 800.0)), "{plain:?}");

        all[1].kind = None;
        let (refused, left_out) = adjusted(&all, &plain);
        assert_eq!((refused.lack(), left_out), (ConcentrationLack::FlagsUnknown, None));
        assert!(blank(&refused));
        let nothing = from_balances(&[]);
        assert_eq!(adjusted(&[], &nothing).0.lack(), ConcentrationLack::NoBalances);
    }

    proptest! {
        /// Compared with a reader who strikes out what is left out before reading.
        #[test]
        fn an_adjusted_concentration_is_that_of_the_others(
            mut all in vec((1..1_000_u32, 0..6_usize), 1..30),
            issuer in 1..1_000_u32,
        ) {
            all.sort_by_key(|(units, _)| std::cmp::Reverse(*units));
            let supply = issuer + all.iter().map(|(units, _)| units).sum::<u32>();
            let kinds = [AddressKind::Wallet, AddressKind::Contract, AddressKind::Bridge, AddressKind::Escrow,
                AddressKind::Burn, AddressKind::Wallet];
            let mut held = balances(supply, &all.iter().map(|(units, _)| (*units, false)).collect::<Vec<_>>());
            for (of, (_, kind)) in held.iter_mut().zip(&all) {
                of.kind = Some(kinds[*kind]);
            }
            held.extend(balances(supply, &[(issuer, true)]));
            let (found, left_out) = adjusted(&held, &from_balances(&held));
            let wallets: Vec<(u32, bool)> = all
                .iter()
                .filter(|(_, kind)| kinds[*kind] == AddressKind::Wallet)
                .map(|(units, _)| (*units, false))
                .collect();
            prop_assert_eq!(left_out.unwrap().contract_count as usize, all.len() - wallets.len());
            let expected = from_balances(&balances(wallets.iter().map(|(units, _)| units).sum::<u32>().max(1), &wallets));
            if wallets.is_empty() {
                prop_assert_eq!(found.lack(), ConcentrationLack::NothingCirculates);
            } else {
                prop_assert!(near(found.top_1_share, expected.top_1_share), "{:?} {:?}", found, expected);
                prop_assert!(near(found.top_10_share, expected.top_10_share), "{:?} {:?}", found, expected);
                prop_assert!(near(found.index_least, expected.index_least), "{:?} {:?}", found, expected);
            }
        }

        /// Balances have six decimals here, none of which is zero.
        #[test]
        fn units_print_as_they_are_written_and_all_holders_have_everything(
            held in vec(1_000_000..1_000_000_000_000_i64, 1..25),
            issuer in 1_000_000..1_000_000_000_000_i64,
            known in 1..26_usize,
        ) {
            let millionths = |number: &i64| 10 * number + 1;
            let circulating: i64 = held.iter().map(millionths).sum();
            let supply = circulating + millionths(&issuer);
            let balance = |number: &i64, is_issuer: bool| Balance {
                units: millionths(number) as f64 / 1e6,
                share: millionths(number) as f64 / supply as f64,
                is_issuer,
                dollars: None,
                kind: None,
            };
            let mut all: Vec<Balance> = held.iter().map(|number| balance(number, false)).collect();
            all.push(balance(&issuer, true));
            all.sort_by(|one, other| other.units.total_cmp(&one.units));
            let text = |number: Option<f64>| number.map(|number| number.to_string());
            let expected = Some((circulating as f64 / 1e6).to_string());
            let found = from_balances(&all);
            prop_assert_eq!(text(found.circulating), expected.clone());
            prop_assert!(held.len() > 10 || text(found.top_10_share).as_deref() == Some("1"));
            prop_assert_eq!(share_of_first(&all, all.len()).to_string(), "1");
            // Of some of the holders, the supply follows from the share of the largest.
            all.truncate(known);
            if all.iter().any(|balance| balance.is_issuer) {
                prop_assert_eq!(text(from_balances(&all).circulating), expected);
            }
        }

        /// Compared with a reader who knows every holder.
        #[test]
        fn the_largest_tell_what_all_have(
            mut all in vec((1..1_000_000_u32, any::<bool>()), 1..40),
            issuer in 0..60_usize,
            known in 1..40_usize,
        ) {
            for (place, (_, is_issuer)) in all.iter_mut().enumerate() {
                *is_issuer = place == issuer;
            }
            all.sort_by_key(|(units, _)| std::cmp::Reverse(*units));
            let supply: u32 = all.iter().map(|(units, _)| units).sum();
            let known = known.min(all.len());
            let found = from_balances(&balances(supply, &all[..known]));
            let others: Vec<u32> =
                all.iter().filter(|(_, is_issuer)| !is_issuer).map(|(units, _)| *units).collect();
            let circulating = f64::from(others.iter().sum::<u32>());
            let known_others = all[..known].iter().filter(|(_, is_issuer)| !is_issuer).count();
            let is_stated = known == all.len() || all[..known].iter().any(|(_, is_issuer)| *is_issuer);
            prop_assert_eq!(found.is_complete, known == all.len());
            prop_assert_eq!(found.known_count as usize, known_others);
            if !is_stated || others.is_empty() {
                prop_assert!(found.lack.is_some() && blank(&found));
                return Ok(());
            }
            prop_assert_eq!(found.circulating, Some(circulating));
            for (count, share) in
                [(1, found.top_1_share), (5, found.top_5_share), (10, found.top_10_share)]
            {
                let sum: u32 = others.iter().take(count).sum();
                let is_known = known == all.len() || known_others >= count;
                prop_assert_eq!(share, is_known.then(|| f64::from(sum) / circulating));
            }
            let index: f64 =
                others.iter().map(|units| (100.0 * f64::from(*units) / circulating).powi(2)).sum();
            match (found.index_least, found.index_most) {
                (Some(least), Some(most)) => {
                    prop_assert!(least <= index + 1e-6 && index <= most + 1e-6 && most <= HIGHEST_INDEX);
                    prop_assert!(!found.is_complete || near(Some(index), Some(most)));
                }
                _ => prop_assert!(known_others == 0),
            }
        }
    }
}
