//! The known holders of days by the month in which each became known, and the changes between the days.

use std::collections::{BTreeMap, HashSet};

use engine::day::{self, Day};
use proto::timeseries::v1::{HolderChanges, HolderCohort, HolderDay};

use super::concentration::{self, Balance};
use super::units::UnitPart;

/// The length of "2026-03".
const MONTH: usize = 7;

/// One of the largest holders of a day.
#[derive(Clone, Debug)]
pub struct Holder {
    pub address: String,
    pub balance: Balance,
    /// The first day on which the address was among the known holders.
    pub first_day: Day,
}

impl Holder {
    /// Units of the issuer do not circulate, and are in no cohort.
    fn is_counted(&self) -> bool {
        self.balance.units > 0.0 && !self.balance.is_issuer
    }
}

/// The balances that are known of a day.
#[derive(Clone, Debug)]
pub struct DayBalances {
    pub day: Day,
    pub holders: Vec<Holder>,
}

/// The cohorts of days in their order, each compared with the one before. `start` is the first day with balances, which
/// may come before all of them.
pub fn from_balances(days: &[DayBalances], start: Day) -> Vec<HolderDay> {
    let mut found: Vec<HolderDay> = Vec::with_capacity(days.len());
    for (place, of) in days.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| (&days[before], &found[before]));
        let changes = before.map(|(balances, day)| changes(of, balances, day));
        found.push(HolderDay { changes, ..cohorts(of, start) });
    }
    found
}

fn cohorts(of: &DayBalances, start: Day) -> HolderDay {
    let balances = balances(of);
    let concentration = concentration::from_balances(&balances);
    let part = concentration::unit_part(&balances);
    // False comes first: those that were known from the start are the oldest.
    let mut cohorts: BTreeMap<(bool, String), (HolderCohort, i128)> = BTreeMap::new();
    for holder in of.holders.iter().filter(|holder| holder.is_counted()) {
        let is_from_start = holder.first_day <= start;
        let mut month = day::text(holder.first_day);
        month.truncate(MONTH);
        let (cohort, parts) = cohorts.entry((!is_from_start, month.clone())).or_insert_with(|| {
            (HolderCohort { month, is_from_start, ..HolderCohort::default() }, 0)
        });
        cohort.holder_count += 1;
        *parts += part.count(holder.balance.units);
    }
    let known: i128 = cohorts.values().map(|(_, parts)| parts).sum();
    let others = |circulating: f64| part.units(part.count(circulating) - known);
    let cohorts = cohorts
        .into_values()
        .map(|(cohort, parts)| HolderCohort { units: part.units(parts), ..cohort });
    HolderDay {
        date: day::text(of.day),
        known_count: concentration.known_count,
        is_complete: concentration.is_complete,
        circulating: concentration.circulating,
        lack: concentration.lack,
        other_units: concentration.circulating.map(others),
        cohorts: cohorts.collect(),
        ..HolderDay::default()
    }
}

fn balances(of: &DayBalances) -> Vec<Balance> {
    of.holders.iter().map(|holder| holder.balance).collect()
}

fn changes(now: &DayBalances, before: &DayBalances, day_before: &HolderDay) -> HolderChanges {
    let known_before = addresses(before);
    let known_now = addresses(now);
    let [part_now, part_before] = [now, before].map(|of| concentration::unit_part(&balances(of)));
    let [mut retained, mut new, mut exited] = [(0, 0); 3];
    let count = |(count, parts): &mut (u32, i128), holder: &Holder, part: UnitPart| {
        *count += 1;
        *parts += part.count(holder.balance.units);
    };
    for holder in now.holders.iter().filter(|holder| holder.is_counted()) {
        let is_retained = known_before.contains(holder.address.as_str());
        count(if is_retained { &mut retained } else { &mut new }, holder, part_now);
    }
    for holder in before.holders.iter().filter(|holder| holder.is_counted()) {
        if !known_now.contains(holder.address.as_str()) {
            count(&mut exited, holder, part_before);
        }
    }
    HolderChanges {
        since: day_before.date.clone(),
        is_since_complete: day_before.is_complete,
        retained_count: retained.0,
        retained_units: part_now.units(retained.1),
        new_count: new.0,
        new_units: part_now.units(new.1),
        exited_count: exited.0,
        exited_units: part_before.units(exited.1),
    }
}

fn addresses(of: &DayBalances) -> HashSet<&str> {
    let counted = of.holders.iter().filter(|holder| holder.is_counted());
    counted.map(|holder| holder.address.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::collection::vec;
    use proptest::prelude::*;
    use proto::timeseries::v1::ConcentrationLack;

    use super::*;

    /// The days of 2026 and their holders by name; a supply of 100, an issuer called "issuer".
    fn days(of: &[(&str, &[(&str, f64)])]) -> Vec<DayBalances> {
        let mut first_days: HashMap<&str, Day> = HashMap::new();
        let days = of.iter().map(|(day, held)| {
            let day = day::parse(day).unwrap();
            let holders = held.iter().map(|(name, units)| Holder {
                address: (*name).to_owned(),
                balance: balance(*units, units / 100.0, *name == "issuer"),
                first_day: *first_days.entry(*name).or_insert(day),
            });
            DayBalances { day, holders: holders.collect() }
        });
        days.collect()
    }

    fn balance(units: f64, share: f64, is_issuer: bool) -> Balance {
        Balance { units, share, is_issuer, dollars: None, kind: None }
    }

    fn cohort(month: &str, is_from_start: bool, holder_count: u32, units: f64) -> HolderCohort {
        HolderCohort { month: month.to_owned(), is_from_start, holder_count, units }
    }

    #[test]
    fn holders_belong_to_the_month_in_which_they_became_known() {
        let days = days(&[
            ("2026-01-30", &[("issuer", 40.0), ("a", 35.0), ("b", 25.0)]),
            ("2026-01-31", &[("issuer", 40.0), ("a", 35.0), ("c", 25.0)]),
            ("2026-02-28", &[("a", 35.0), ("c", 20.0), ("issuer", 15.0), ("b", 10.0)]),
        ]);
        let found = from_balances(&days, days[0].day);
        assert_eq!(found[0].cohorts, [cohort("2026-01", true, 2, 60.0)]);
        assert_eq!((found[0].changes.clone(), found[0].other_units), (None, Some(0.0)));
        // A holder who came in the month of the first day, but later, may not have held before.
        assert_eq!(
            found[1].cohorts,
            [cohort("2026-01", true, 1, 35.0), cohort("2026-01", false, 1, 25.0)]
        );
        let changes = found[1].changes.clone().unwrap();
        assert_eq!((changes.since.as_str(), changes.is_since_complete), ("2026-01-30", true));
        assert_eq!((changes.new_count, changes.new_units), (1, 25.0));
        assert_eq!((changes.retained_count, changes.retained_units), (1, 35.0));
        assert_eq!((changes.exited_count, changes.exited_units), (1, 25.0));

        // A holder who comes back is in the old cohort, and new among the known ones.
        let last = &found[2];
        assert_eq!((last.known_count, last.is_complete), (3, false));
        assert_eq!(
            last.cohorts,
            [cohort("2026-01", true, 2, 45.0), cohort("2026-01", false, 1, 20.0)]
        );
        assert_eq!(last.changes.as_ref().map(|changes| changes.new_count), Some(1));
        assert_eq!((last.circulating, last.other_units), (Some(85.0), Some(20.0)));
    }

    #[test]
    fn nothing_is_said_of_others_where_circulating_units_are_unknown() {
        let days = days(&[("2026-01-31", &[("a", 35.0)]), ("2026-02-28", &[("issuer", 100.0)])]);
        let [first, second] = &from_balances(&days, days[0].day)[..] else { panic!("two days") };
        assert_eq!(first.lack(), ConcentrationLack::IssuerUnknown);
        assert_eq!((first.circulating, first.other_units), (None, None));
        assert_eq!(first.cohorts.len(), 1);
        assert_eq!(second.lack(), ConcentrationLack::NothingCirculates);
        assert_eq!((second.other_units, second.cohorts.len()), (Some(0.0), 0));
        assert_eq!(second.changes.as_ref().map(|changes| changes.exited_count), Some(1));
    }

    /// A day of a history: what each of a few addresses has, and which of them is the issuer.
    type PastDay = (Vec<u32>, usize);

    /// The known balances of a history of which the largest are listed; days are 20 days apart.
    fn listed(past: &[PastDay], most: usize) -> Vec<DayBalances> {
        let mut days: Vec<DayBalances> = Vec::new();
        for (place, (balances, issuer)) in past.iter().enumerate() {
            let supply: u32 = balances.iter().sum();
            let mut held: Vec<(usize, u32)> = balances.iter().copied().enumerate().collect();
            held.sort_by_key(|(_, units)| std::cmp::Reverse(*units));
            let day = 20_000 + 20 * place as Day;
            let holders = held.into_iter().take(most).map(|(address, units)| {
                let share = f64::from(units) / f64::from(supply.max(1));
                let balance = balance(units.into(), share, address == *issuer);
                Holder { address: address.to_string(), balance, first_day: day }
            });
            let mut of = DayBalances { day, holders: holders.collect() };
            for holder in &mut of.holders {
                let earlier = days.iter().find(|day| has(day, &holder.address).is_some());
                holder.first_day = earlier.map_or(day, |day| day.day);
            }
            days.push(of);
        }
        days
    }

    /// The known units of an address other than the issuer on a day.
    fn has(of: &DayBalances, address: &str) -> Option<f64> {
        let known = of.holders.iter().find(|holder| holder.address == address)?.balance;
        (known.units > 0.0 && !known.is_issuer).then_some(known.units)
    }

    /// The millionths that the text of some units says.
    fn millionths(units: f64) -> i64 {
        let text = units.to_string();
        let (whole, decimals) = text.split_once('.').unwrap_or((text.as_str(), ""));
        assert!(decimals.len() <= 6, "{text}");
        format!("{whole}{decimals:0<6}").parse().unwrap()
    }

    /// How many have something, and what they have together.
    fn together(units: impl Iterator<Item = f64>) -> (u32, f64) {
        units.fold((0, 0.0), |(count, sum), units| (count + 1, sum + units))
    }

    proptest! {
        /// Balances have six decimals here.
        #[test]
        fn digits_do_not_depend_on_the_order_of_holders(
            held in vec((0..1_000_000_000_000_i64, 0..1_000_000_000_000_i64), 1..40),
        ) {
            let day = |place: Day, select: fn(&(i64, i64)) -> i64| {
                let holders = held.iter().enumerate().map(|(address, units)| Holder {
                    address: address.to_string(),
                    balance: balance(select(units) as f64 / 1e6, 0.01, false),
                    first_day: 20_000 + address as Day % 3 * 31,
                });
                DayBalances { day: 20_100 + place, holders: holders.collect() }
            };
            let days = [day(0, |units| units.0), day(1, |units| units.1 % 3 * units.1)];
            let mut turned = days.clone();
            for day in &mut turned {
                day.holders.reverse();
            }
            let units = |days: &[DayBalances]| -> Vec<u64> {
                let found = from_balances(days, 20_000);
                let cohorts = found.iter().flat_map(|day| day.cohorts.iter().map(|cohort| cohort.units));
                let changes = found.iter().filter_map(|day| day.changes.as_ref()).flat_map(|changes| {
                    [changes.new_units, changes.retained_units, changes.exited_units]
                });
                cohorts.chain(changes).map(f64::to_bits).collect()
            };
            prop_assert_eq!(units(&days), units(&turned));
        }

        /// Balances have six decimals here. The issuer has most; holders beyond the listed ones are not known.
        #[test]
        fn cohorts_and_other_units_print_as_parts_of_the_circulating_units(
            mut held in vec(1..10_000_000_000_000_i64, 1..30),
            most in 1..30_usize,
        ) {
            held.sort_by_key(|units| std::cmp::Reverse(*units));
            let supply: i64 = held.iter().sum();
            let listed = held.iter().take(most).enumerate().map(|(address, units)| Holder {
                address: address.to_string(),
                balance: balance(*units as f64 / 1e6, *units as f64 / supply as f64, address == 0),
                first_day: 20_000 + address as Day % 3 * 31,
            });
            let day = DayBalances { day: 20_100, holders: listed.collect() };
            let found = from_balances(&[day], 20_000).remove(0);
            let parts = found.cohorts.iter().map(|cohort| cohort.units).chain(found.other_units);
            let sum: i64 = parts.map(millionths).sum();
            prop_assert_eq!(Some(sum), found.circulating.map(millionths));
        }

        /// Compared with a reader who goes through all addresses again for every number.
        #[test]
        fn cohorts_and_changes_are_those_of_a_naive_reader(
            past in vec((vec(0..50_u32, 8), 0..10_usize), 1..7),
            most in 1..9_usize,
        ) {
            let days = listed(&past, most);
            let all: Vec<String> = (0..8).map(|address: usize| address.to_string()).collect();
            let first = |address: &str| days.iter().position(|day| has(day, address).is_some());
            let found = from_balances(&days, days[0].day);
            for (place, (day, found)) in days.iter().zip(&found).enumerate() {
                let mut groups: Vec<(bool, String)> = Vec::new();
                for (earlier, of) in days[..=place].iter().enumerate() {
                    let mut month = day::text(of.day);
                    month.truncate(7);
                    let group = (earlier == 0, month);
                    if !groups.contains(&group) {
                        groups.push(group);
                    }
                }
                let expected = groups.iter().filter_map(|(is_from_start, month)| {
                    let of_group = all.iter().filter(|address| {
                        first(address).is_some_and(|first| {
                            (first == 0) == *is_from_start
                                && day::text(days[first].day).starts_with(month.as_str())
                        })
                    });
                    let (count, units) = together(of_group.filter_map(|address| has(day, address)));
                    (count > 0).then(|| cohort(month, *is_from_start, count, units))
                });
                prop_assert_eq!(&found.cohorts, &expected.collect::<Vec<_>>());
                let (count, units) = together(all.iter().filter_map(|address| has(day, address)));
                prop_assert_eq!(found.known_count, count);
                // The units of the other holders are those of the whole history.
                if let (Some(others), Some(circulating)) = (found.other_units, found.circulating) {
                    let (balances, issuer) = &past[place];
                    let kept = balances.get(*issuer).copied().unwrap_or_default();
                    let all_units = f64::from(balances.iter().sum::<u32>() - kept);
                    prop_assert_eq!(circulating.to_string(), all_units.to_string());
                    prop_assert_eq!(others.to_string(), (all_units - units).to_string());
                }
                let Some(changes) = &found.changes else {
                    prop_assert_eq!(place, 0);
                    continue;
                };
                let before = &days[place - 1];
                let select = |then: bool, now: bool, of: &DayBalances| {
                    let matching = all.iter().filter(|address| {
                        has(before, address).is_some() == then && has(day, address).is_some() == now
                    });
                    together(matching.filter_map(|address| has(of, address)))
                };
                prop_assert_eq!((changes.new_count, changes.new_units), select(false, true, day));
                prop_assert_eq!((changes.retained_count, changes.retained_units), select(true, true, day));
                prop_assert_eq!((changes.exited_count, changes.exited_units), select(true, false, before));
            }
        }
    }
}
