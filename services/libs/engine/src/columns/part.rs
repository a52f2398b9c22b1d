//! The part of a column on some ranges of days, for readers who may not see the others.

use super::column::{Column, Entry};
use crate::calendar::day::Day;

impl Column {
    /// Whether some ranges of days, in their order and apart, have all of its values.
    pub fn is_within(&self, ranges: &[(Day, Day)]) -> bool {
        let Some((first, last)) = self.first().zip(self.last()) else { return true };
        let has = |day: Day| ranges.iter().any(|(from, to)| *from <= day && day <= *to);
        ranges.iter().any(|(from, to)| *from <= first && last <= *to)
            || (first..=last).all(|day| self.at(day) == Entry::Gap || has(day))
    }

    /// The part of it on some ranges of days, which are in their order and apart.
    ///
    /// Where values before a range are left out, the days at its beginning and at the end of the range before are like days whose
    /// values were revoked: no value is carried past them, and no sum is of some of its days without saying so.
    #[must_use]
    pub fn part(&self, ranges: &[(Day, Day)]) -> Self {
        let Some((first, last)) = self.first().zip(self.last()) else { return Self::default() };
        let mut part = Self::default();
        // The first day after the ranges that are done.
        let mut next = first;
        for (from, to) in ranges {
            let (from, to) = ((*from).max(first), (*to).min(last));
            let is_entry = |day: &Day| self.at(*day) != Entry::Gap;
            let Some(known) = (from..=to).find(is_entry) else { continue };
            if (next..from).any(|day| is_entry(&day)) {
                if part.is_empty() {
                    part.is_cut = true;
                } else {
                    part.set(next, None);
                }
                part.set(from - 1, None);
            }
            for day in known..=to {
                match self.at(day) {
                    Entry::Known(value) => part.set(day, Some(value)),
                    Entry::Barred => part.withhold(day, self.reason(day)),
                    Entry::Gap => {}
                }
            }
            next = to + 1;
        }
        part.shrink();
        part
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_does_not_carry_values_over_those_that_are_left_out() {
        let column = Column::from_points((10..20).map(|day| (day, Some(f64::from(day)))));
        let part = column.part(&[(5, 11), (14, 15), (17, 40)]);
        let known = |day: Day| Entry::Known(f64::from(day));
        let found: Vec<Entry> = (10..20).map(|day| part.at(day)).collect();
        let barred = Entry::Barred;
        let expected = [
            known(10),
            known(11),
            barred,
            barred,
            known(14),
            known(15),
            barred,
            known(17),
            known(18),
            known(19),
        ];
        assert_eq!(found, expected);
        assert!(!part.is_cut(), "it begins where the column does");
        let later = column.part(&[(15, 16)]);
        assert_eq!((later.first(), later.last(), later.is_cut()), (Some(14), Some(16), true));
        assert!(column.part(&[(30, 40)]).is_empty());
        assert!(column.is_within(&[(10, 19)]) && !column.is_within(&[(11, 19)]));
        assert!(column.is_within(&[(0, 13), (14, 30)]) && !column.is_within(&[]));
    }
}
