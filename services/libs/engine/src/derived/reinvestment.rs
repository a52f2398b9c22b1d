//! Distributions of a fund, reinvested in its own units.

use crate::calendar::day::Day;
use crate::columns::column::{Column, Entry};
use crate::columns::withheld_reasons::Reason;
use crate::numbers::exact_sum::ExactSum;

/// By how many units of a fund one unit grows if distributions buy more of them, day by day.
#[derive(Clone, Debug, Default)]
pub struct Reinvestment<'a> {
    distributions: Option<&'a Column>,
    /// The days with a distribution.
    days: Vec<Day>,
    /// The product of all factors before each of these days, and after the last.
    products: Vec<ExactSum>,
    /// How many distributions before each of these days are withheld.
    barred: Vec<usize>,
}

impl<'a> Reinvestment<'a> {
    /// For a fund without reported distributions, and for what is no growth.
    pub fn nothing() -> Self {
        Self { products: vec![ExactSum::new(1.0)], barred: vec![0], ..Self::default() }
    }

    /// Each distribution buys units at the net asset value of its day: the last one known then, or else the first one.
    pub fn new(distributions: &'a Column, values: &Column) -> Self {
        let mut found = Self { distributions: Some(distributions), ..Self::nothing() };
        let first_value = values.first().and_then(|first| {
            (first..=values.last()?).find_map(|day| match values.at(day) {
                Entry::Known(value) => Some(value),
                Entry::Barred | Entry::Gap => None,
            })
        });
        let (Some(first), Some(last)) = (distributions.first(), distributions.last()) else {
            return found;
        };
        let (mut product, mut barred) = (ExactSum::new(1.0), 0);
        for day in first..=last {
            let paid = match distributions.at(day) {
                Entry::Gap => continue,
                // A distribution of zero says that there was none.
                Entry::Known(paid) if paid <= 0.0 => continue,
                Entry::Known(paid) => Some(paid),
                Entry::Barred => None,
            };
            let value = values.known_until(day).map(|(_, value)| value).or(first_value);
            match paid.zip(value.filter(|value| *value > 0.0)) {
                Some((paid, value)) => product = product.times(ExactSum::new(1.0 + paid / value)),
                None => barred += 1,
            }
            found.days.push(day);
            found.products.push(product);
            found.barred.push(barred);
        }
        found
    }

    /// The positions of the distributions after a day, until another one.
    fn between(&self, after: Day, until: Day) -> (usize, usize) {
        let place = |day: Day| self.days.partition_point(|known| *known <= day);
        (place(after), place(until.max(after)))
    }

    /// The units that one unit has become; `None` if a distribution is withheld. Its digits are those of the distributions
    /// between both days, however many earlier ones were loaded.
    pub fn factor(&self, after: Day, until: Day) -> Option<f64> {
        let (from, to) = self.between(after, until);
        (from == to).then_some(1.0).or_else(|| {
            let is_known = self.barred[from] == self.barred[to];
            is_known.then(|| self.products[to].over(self.products[from]).value())
        })
    }

    /// Whether the days hold a distribution.
    pub fn holds_any(&self, after: Day, until: Day) -> bool {
        let (from, to) = self.between(after, until);
        from < to
    }

    /// Whether the days hold a distribution that is for about as many: the last one is at most 1.25 times as many days after
    /// the one before. That one may be earlier than the days.
    pub fn holds_interval(&self, after: Day, until: Day) -> bool {
        let (from, to) = self.between(after, until);
        let Some(last) = to.checked_sub(1).filter(|last| *last >= from) else { return false };
        let before = last.checked_sub(1).map(|before| self.days[before]);
        let length = until - after;
        before.is_some_and(|before| self.days[last] - before <= length + length / 4)
    }

    /// The last distribution of some days, and the sum of all of them.
    pub fn total(&self, after: Day, until: Day) -> Option<(Day, f64)> {
        let (from, to) = self.between(after, until);
        let column = self.distributions?;
        let known = |day: &Day| match column.at(*day) {
            Entry::Known(value) => Some(value),
            Entry::Barred | Entry::Gap => None,
        };
        let days = self.days.get(from..to)?;
        let sum: ExactSum = days.iter().filter_map(known).collect();
        Some((*days.last()?, sum.value()))
    }

    /// Why the first withheld distribution of some days is withheld.
    pub fn reason(&self, after: Day, until: Day) -> Option<&'static Reason> {
        let (from, to) = self.between(after, until);
        self.days.get(from..to)?.iter().find_map(|day| self.distributions?.reason(*day))
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::{btree_map, vec};
    use proptest::option;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_interval_may_be_a_quarter_longer_than_the_days_and_begin_before_them() {
        let values = Column::from_points([(80, Some(100.0)), (130, Some(100.0))]);
        let holds = |paid: &[Day], after: Day, until: Day| {
            let paid = Column::from_points(paid.iter().map(|day| (*day, Some(0.5))));
            Reinvestment::new(&paid, &values).holds_interval(after, until)
        };
        assert!(holds(&[90, 120], 100, 130), "begins before");
        assert!(holds(&[88, 125], 100, 130), "37 days in 30");
        assert!(!holds(&[87, 125], 100, 130), "38 days in 30");
        assert!(holds(&[117, 125], 123, 130), "8 days in 7");
        assert!(!holds(&[116, 125], 123, 130), "9 days in 7");
        assert!(holds(&[50, 110, 125], 100, 130), "the last one decides");
        assert!(!holds(&[125], 100, 130), "without one before");
        assert!(!holds(&[90, 99], 100, 130), "none in the days");
    }

    proptest! {
        #[test]
        fn the_digits_of_a_total_do_not_depend_on_the_order_of_distributions(
            paid in vec(1..1_000_000_000_000_i64, 1..40),
        ) {
            let mut paid: Vec<f64> = paid.into_iter().map(|paid| paid as f64 / 1e6).collect();
            let values = Column::from_points([(0, Some(100.0))]);
            let total = |paid: &[f64]| {
                let column = Column::from_points((1..).zip(paid.iter().map(|paid| Some(*paid))));
                Reinvestment::new(&column, &values).total(0, 40).map(|(_, sum)| sum.to_bits())
            };
            let in_order = total(&paid);
            paid.reverse();
            prop_assert_eq!(in_order, total(&paid));
        }

        #[test]
        fn the_digits_of_a_factor_do_not_depend_on_earlier_distributions(
            paid in vec(1..1_000_000_i64, 2..400),
            skipped in any::<prop::sample::Index>(),
        ) {
            let values = Column::from_points([(0, Some(100.0))]);
            let skipped = skipped.index(paid.len() - 1);
            let days = || (1..).zip(paid.iter().map(|paid| Some(*paid as f64 / 1e6)));
            let until = paid.len() as Day;
            let factor = |from: usize| {
                let column = Column::from_points(days().skip(from));
                Reinvestment::new(&column, &values).factor(skipped as Day, until).map(f64::to_bits)
            };
            prop_assert_eq!(factor(0), factor(skipped));
        }

        #[test]
        fn one_unit_becomes_what_a_naive_holder_has(
            values in btree_map(0..60_i32, 50..150_u32, 1..40),
            paid in btree_map(0..60_i32, option::weighted(0.95, 0..5_u32), 0..30),
            after in 0..60_i32,
            length in 0..40_i32,
        ) {
            let until = after + length;
            let column = Column::from_points(values.iter().map(|(day, value)| (*day, Some(f64::from(*value)))));
            let distributions =
                Column::from_points(paid.iter().map(|(day, paid)| (*day, paid.map(f64::from))));
            let reinvested = Reinvestment::new(&distributions, &column);
            let mut units = Some(1.0);
            for day in after + 1..=until {
                let Some(paid) = paid.get(&day) else { continue };
                let value = values.range(..=day).next_back().or_else(|| values.iter().next()).unwrap().1;
                units = units.zip(*paid).map(|(units, paid)| units * (1.0 + f64::from(paid) / f64::from(*value)));
            }
            match (reinvested.factor(after, until), units) {
                (Some(found), Some(expected)) => prop_assert!((found - expected).abs() < 1e-9),
                (found, expected) => prop_assert_eq!(found, expected),
            }
        }
    }
}
