//! Numbers made of two others: what is taken of each series, and what is made of both.

use crate::column::{Column, Entry};
use crate::day::{self, Day};
use crate::reasons::Reason;

const GROWN: f64 = 10_000.0;
const YEAR: f64 = 365.0;

/// What is taken of a series at a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take {
    /// The newest value, however far it is carried.
    Newest,
    /// The value that stood so many days before the newest one was said.
    Before(Day),
    /// The valuation nearest to so many days before the newest one, which is off by a quarter of them at most.
    Near(Day),
    /// The value that stood at the end of the previous year.
    YearStart,
    /// The first value of all.
    First,
    /// The value of the day itself.
    OfDay,
    /// The sum of so many days, the day itself included.
    Sum(Day),
    /// The average of those of so many days on which a value stood.
    Average(Day),
}

/// What is made of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formula {
    /// The first one alone.
    Plain,
    /// The first less the second.
    Less,
    /// The first as a part of the second, of which it can be the whole at most.
    Part,
    /// What the first leaves of the second, as a part of it.
    Rest,
    /// How often the second is in the first.
    Ratio,
    /// By how much the first lies above the second.
    Premium,
    /// By how much a value grew from the second valuation to the first.
    Return,
    /// The same for one of the days between.
    DailyReturn,
    /// The same for a year, without compounding.
    SimpleYield,
    /// The same for a year, with compounding.
    EffectiveYield,
    /// What 10,000 became.
    Growth,
}

/// The values of a series, and for how many days each stands.
#[derive(Clone, Copy, Debug)]
pub struct Held<'a> {
    /// The values.
    pub column: &'a Column,
    /// How many days.
    pub carry: i32,
}

/// What was taken of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// The first day that it is of.
    pub from: Day,
    /// The last one.
    pub to: Day,
    /// The value.
    pub value: f64,
}

/// A series made of two others.
#[derive(Clone, Debug, Default)]
pub struct Derived {
    /// The values of a range of days: within it each day has a value, or none that holds.
    pub column: Column,
    /// For how many days the last value stands, until one of the inputs stands no longer.
    pub carry: i32,
    /// The last day, whatever the range.
    pub last: Option<Day>,
}

impl Take {
    /// What is taken of a series at a day.
    pub fn at(self, held: Held<'_>, at: Day) -> Option<Part> {
        let Held { column, carry } = held;
        let one = |(day, value): (Day, f64)| Part { from: day, to: day, value };
        let known = |day: Day| match column.at(day) {
            Entry::Known(value) => Some((day, value)),
            Entry::Barred | Entry::Gap => None,
        };
        match self {
            Self::Newest => column.level(at, carry).map(one),
            Self::Before(days) => {
                let (newest, _) = column.level(at, carry)?;
                column.level(newest - days, carry).map(one)
            }
            Self::Near(days) => {
                let (newest, _) = column.level(at, carry)?;
                let around = |off: Day| [newest - days - off, newest - days + off];
                (0..=days / 4).flat_map(around).find_map(known).map(one)
            }
            Self::YearStart => column.level(day::year_start(at) - 1, carry).map(one),
            Self::First => (column.first()?..=at).find_map(known).map(one),
            Self::OfDay => known(at).map(one),
            Self::Sum(days) => {
                let from = at - days + 1;
                column.sum(from, at).map(|value| Part { from, to: at, value })
            }
            Self::Average(days) => {
                let from = at - days + 1;
                let levels = (from..=at).filter_map(|day| column.level(day, carry));
                let (sum, count) =
                    levels.fold((0.0, 0.0), |(sum, count), (_, value)| (sum + value, count + 1.0));
                (count > 0.0).then(|| Part { from, to: at, value: sum / count })
            }
        }
    }

    /// The day whose value is withheld where, for that, nothing is taken at a day.
    pub fn barred(self, held: Held<'_>, at: Day) -> Option<Day> {
        let Held { column, carry } = held;
        let standing = |day: Day| match column.said(day, carry)? {
            (day, Entry::Barred) => Some(day),
            (_, Entry::Known(_) | Entry::Gap) => None,
        };
        match self {
            Self::Newest => standing(at),
            // Where the newest one is withheld, that one is to blame and not the one before it.
            Self::Before(days) | Self::Near(days) => {
                let (newest, _) = column.level(at, carry)?;
                standing(newest - days)
            }
            Self::YearStart => standing(day::year_start(at) - 1),
            Self::First => column.barred(column.first()?, at),
            Self::OfDay => column.barred(at, at),
            Self::Sum(days) => column.barred(at - days + 1, at),
            Self::Average(days) => column.barred(at - days + 1 - carry, at),
        }
    }

    /// How many days before a day it may look at.
    pub fn reach(self, carry: i32) -> Day {
        match self {
            // A number that both tell of a day stands as long as they do.
            Self::Newest | Self::OfDay => carry,
            Self::Before(days) => days + 2 * carry,
            Self::Near(days) => days + days / 4 + carry,
            Self::YearStart => 366 + carry,
            Self::First => Day::MAX,
            Self::Sum(days) => days,
            Self::Average(days) => days + carry,
        }
    }

    /// How many days it looks at, each time.
    pub fn steps(self) -> usize {
        match self {
            Self::Sum(days) | Self::Average(days) => days as usize,
            _ => 1,
        }
    }

    /// Whether it adds up what came on each day, so that a day of which nothing is known yet has no answer.
    fn is_of_days(self) -> bool {
        matches!(self, Self::OfDay | Self::Sum(_))
    }
}

impl Formula {
    /// What is made of two values; nothing where that would say nothing.
    pub fn of(self, first: Part, second: Part) -> Option<f64> {
        let days = f64::from(first.to - second.to);
        let over = |base: Part| (base.value > 0.0).then(|| first.value / base.value);
        // Fewer than two valuations tell of no growth.
        let grown = || over(second).filter(|_| days > 0.0);
        let value = match self {
            Self::Plain => Some(first.value),
            Self::Less => Some(first.value - second.value),
            Self::Part => over(second).filter(|part| *part <= 1.0),
            Self::Rest => over(second).filter(|part| *part <= 1.0).map(|part| 1.0 - part),
            Self::Ratio => over(second),
            Self::Premium => over(second).map(|ratio| ratio - 1.0),
            Self::Return => grown().map(|ratio| ratio - 1.0),
            Self::DailyReturn => grown().map(|ratio| (ratio - 1.0) / days),
            Self::SimpleYield => grown().map(|ratio| (ratio - 1.0) * YEAR / days),
            Self::EffectiveYield => grown()
                .filter(|ratio| *ratio > 0.0)
                .map(|ratio| (YEAR / days * ratio.ln()).exp_m1()),
            Self::Growth => over(second).map(|ratio| GROWN * ratio),
        };
        value.filter(|value| value.is_finite())
    }
}

/// Why nothing is taken of one of the inputs at a day, where that is withheld.
fn reason(takes: [Take; 2], inputs: [Held<'_>; 2], at: Day) -> Option<&'static Reason> {
    let mut pairs = takes.into_iter().zip(inputs);
    pairs.find_map(|(take, held)| {
        // An average goes without what is withheld.
        if take.at(held, at).is_some() {
            return None;
        }
        held.column.reason(take.barred(held, at)?)
    })
}

/// Works out a range of days.
///
/// It begins where both inputs have begun, of flows where one has, and ends with the newest value of either; of sums, with the last day that
/// both tell of.
pub fn derive(
    formula: Formula,
    takes: [Take; 2],
    inputs: [Held<'_>; 2],
    (from, to): (Day, Day),
) -> Derived {
    let [Some((first, last)), Some((other_first, other_last))] =
        inputs.map(|Held { column, .. }| column.first().zip(column.last()))
    else {
        return Derived::default();
    };
    // Of what came and what went one alone would count for both in sums over time.
    let needs_both = formula == Formula::Less && takes == [Take::OfDay; 2];
    let begin = if needs_both { first.min(other_first) } else { first.max(other_first) };
    let of_days = takes.map(Take::is_of_days);
    let end = match of_days {
        [true, true] => last.min(other_last),
        [true, false] => last,
        [false, true] => other_last,
        [false, false] => last.max(other_last),
    };
    if end < begin {
        return Derived::default();
    }
    let stands = (last + inputs[0].carry).min(other_last + inputs[1].carry);
    let mut column = Column::default();
    // What is said of a day; nothing of a gap.
    let said = |at: Day| {
        let value = match [takes[0].at(inputs[0], at), takes[1].at(inputs[1], at)] {
            [Some(first), Some(second)] => formula.of(first, second),
            _ => None,
        };
        let is_gap = || {
            let told = inputs.map(|held| held.column.at(at));
            takes == [Take::OfDay; 2]
                && !told.contains(&Entry::Barred)
                && (!needs_both || told == [Entry::Gap; 2])
        };
        (value.is_some() || !is_gap()).then_some(value)
    };
    // What stands when the range begins was told before it, and says that there are values from then on.
    let from = (begin..=from.min(end)).rev().find(|at| said(*at).is_some()).unwrap_or(from);
    for at in begin.max(from)..=end.min(to) {
        match said(at) {
            Some(Some(value)) => column.set(at, Some(value)),
            Some(None) => column.withhold(at, reason(takes, inputs, at)),
            None => {}
        }
    }
    column.shrink();
    Derived { column, carry: (stands - end).max(0), last: Some(end) }
}
