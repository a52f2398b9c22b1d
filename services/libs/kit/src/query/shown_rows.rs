//! The rows that a scope shows of a resource, where its service applies the scope itself.

use time::OffsetDateTime;

use super::plan::{Condition, Test};
use super::registry::{Field, FieldType};
use super::value::Scalar;

/// The rows that a scope shows: those of some records, each on some days.
#[derive(Clone, Debug)]
pub struct ShownRows {
    /// The id of the record that a row is about.
    pub record: &'static Field,
    /// The day or the moment of a row; none where rows have none, and so no range of time.
    pub time: Option<&'static Field>,
    pub parts: Vec<ShownRecords>,
}

/// Records with one range of time. Days are those of both of its ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownRecords {
    /// None where all records have this range.
    pub ids: Option<Vec<i64>>,
    pub first: Option<OffsetDateTime>,
    pub last: Option<OffsetDateTime>,
}

impl ShownRows {
    /// The condition that these rows meet.
    pub(super) fn condition(&self) -> Condition {
        let parts = self.parts.iter().filter(|part| part.ids != Some(Vec::new()));
        Condition::Any(parts.map(|part| self.part(part)).collect())
    }

    fn part(&self, ShownRecords { ids, first, last }: &ShownRecords) -> Condition {
        let one_of = |ids: &Vec<i64>| Test::OneOf(ids.iter().map(|id| Scalar::Int(*id)).collect());
        let records = ids.as_ref().map(|ids| Condition::Is(self.record, one_of(ids)));
        let times = self.time.into_iter().flat_map(|time| {
            let first = first.map(|first| Test::AtLeast(scalar(time, first)));
            let last = last.map(|last| Test::AtMost(scalar(time, last)));
            first.into_iter().chain(last).map(move |test| Condition::Is(time, test))
        });
        Condition::All(records.into_iter().chain(times).collect())
    }
}

fn scalar(time: &Field, instant: OffsetDateTime) -> Scalar {
    match time.kind {
        FieldType::Date => Scalar::Date(instant.date()),
        _ => Scalar::Instant(instant),
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    static RECORD: Field = Field::id("record", "r.id");
    static DAY: Field = Field::date("day", "r.day");

    #[test]
    fn each_part_has_the_days_of_its_records_alone() {
        let (first, last) = (datetime!(2026-01-02 0:00 UTC), datetime!(2026-01-31 23:59 UTC));
        let parts = vec![
            ShownRecords { ids: Some(vec![1, 2]), first: Some(first), last: Some(last) },
            ShownRecords { ids: Some(vec![3]), first: None, last: None },
        ];
        let is_one_of = |ids: &[i64]| {
            let ids = ids.iter().map(|id| Scalar::Int(*id)).collect();
            Condition::Is(&RECORD, Test::OneOf(ids))
        };
        let [since, until] = [first, last].map(|instant| Scalar::Date(instant.date()));
        let days = [Test::AtLeast(since), Test::AtMost(until)].map(|it| Condition::Is(&DAY, it));
        let first = Condition::All([is_one_of(&[1, 2])].into_iter().chain(days).collect());
        let expected = Condition::Any(vec![first, Condition::All(vec![is_one_of(&[3])])]);
        let rows = ShownRows { record: &RECORD, time: Some(&DAY), parts };
        assert_eq!(rows.condition(), expected);
        let none = ShownRows { parts: Vec::new(), ..rows.clone() };
        assert_eq!(none.condition(), Condition::Any(Vec::new()));
        let of_none = ShownRecords { ids: Some(Vec::new()), first: None, last: None };
        let none = ShownRows { parts: vec![of_none], ..rows.clone() };
        assert_eq!(none.condition(), Condition::Any(Vec::new()));
        let without_time = Condition::Any(vec![
            Condition::All(vec![is_one_of(&[1, 2])]),
            Condition::All(vec![is_one_of(&[3])]),
        ]);
        assert_eq!(ShownRows { time: None, ..rows }.condition(), without_time);
    }
}
