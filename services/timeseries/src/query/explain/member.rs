//! One member of an aggregate, and when its values became known.

use std::sync::Arc;

use engine::{
    Calculation, CarriedColumn, Column, Contribution, Day, Formula, InputValue, MemberValue,
    Origin, Series, ValueSelection, day,
};
use proto::timeseries::v1::{AggregateMember, CountedValue, MemberInput};
use sqlx::PgConnection;
use time::{Date, OffsetDateTime};

use crate::error::TimeseriesError;

/// Days of a stored series that a member is calculated from, with the position of the member.
pub type Range = (i32, i64, Day, Day);

/// One of the largest members.
pub struct Member<'a> {
    pub calculation: &'a Calculation,
    pub series: &'a Arc<Series>,
}

impl Member<'_> {
    pub fn message(&self, contribution: &Contribution) -> AggregateMember {
        let Series { id, subject, network, measure, .. } = &**self.series;
        let shown = contribution.now.or(contribution.before);
        let source = shown.map_or(&self.series.source, |shown| self.source(self.series, shown.to));
        AggregateMember {
            series_id: *id,
            subject_kind: subject.kind.into(),
            subject_slug: subject.slug.clone(),
            subject_name: subject.name.clone(),
            network_slug: named(network),
            measure_slug: measure.slug.clone(),
            source: source.clone(),
            is_sample: subject.is_sample,
            counted: contribution.now.map(value),
            before: contribution.before.map(value),
            known_at: None,
            inputs: contribution.now.map(|now| self.inputs(&now)).unwrap_or_default(),
        }
    }

    /// The source of the value of a day.
    fn source<'b>(&'b self, series: &'b Arc<Series>, day: Day) -> &'b String {
        &self.calculation.columns.source_on(series, day).source
    }

    fn inputs(&self, counted: &MemberValue) -> Vec<MemberInput> {
        let Some(Origin { derivation, distributions, .. }) = &self.series.origin else {
            return Vec::new();
        };
        // The sum of several days has several values of each input.
        if counted.from != counted.to {
            return Vec::new();
        }
        let parts = self.parts(self.series, counted.to).zip(&derivation.inputs);
        let input = |((series, part), role): ((&Arc<Series>, Option<InputValue>), &str)| {
            let InputValue { from, to, value } = part?;
            Some(MemberInput {
                role: role.to_owned(),
                series_id: series.id,
                subject_kind: series.subject.kind.into(),
                subject_slug: series.subject.slug.clone(),
                network_slug: named(&series.network),
                measure_slug: series.measure.slug.clone(),
                source: self.source(series, to).clone(),
                from: day::text(from),
                to: day::text(to),
                value,
            })
        };
        let found: Vec<_> = parts.map(|(part, input)| (part, input.role)).collect();
        let paid = match found[..] {
            [((_, Some(first)), _), ((_, Some(second)), _)] => {
                let paid = distributions.as_ref();
                paid.and_then(|paid| {
                    Some((paid, self.paid(paid, derivation.formula, first, second)?))
                })
            }
            _ => None,
        };
        let paid = paid.map(|(series, part)| ((series, Some(part)), DISTRIBUTIONS));
        found.into_iter().chain(paid).filter_map(input).collect()
    }

    /// The distributions that growth between two valuations reinvests.
    fn paid(
        &self,
        paid: &Series,
        formula: Formula,
        first: InputValue,
        second: InputValue,
    ) -> Option<InputValue> {
        let values = self.calculation.columns.get(paid).filter(|_| formula.is_growth())?;
        paid_between(values.column, first, second)
    }

    /// The value of each input that a derived value of a day uses.
    fn parts<'a>(
        &'a self,
        series: &'a Series,
        at: Day,
    ) -> impl Iterator<Item = (&'a Arc<Series>, Option<InputValue>)> {
        let origin = series.origin.iter();
        let selections = origin.flat_map(|Origin { derivation, inputs, .. }| {
            inputs.iter().zip(derivation.selections())
        });
        selections.map(move |(input, selection): (&Arc<Series>, ValueSelection)| {
            let column: Option<CarriedColumn<'_>> = self.calculation.columns.get(input);
            (input, column.and_then(|column| selection.at(column, at)))
        })
    }

    /// The days of stored series that it is calculated from.
    pub fn ranges(&self, place: i32, contribution: &Contribution) -> Vec<Range> {
        let mut ranges: Vec<Range> = Vec::new();
        let stored = |series: &Arc<Series>, from: Day, to: Day| {
            let runs = self.calculation.columns.source_runs(series, (from, to)).into_iter();
            runs.map(move |(id, from, to)| (place, id, from, to))
        };
        let mut add = |series: &Arc<Series>, from: Day, to: Day| {
            if series.origin.is_none() {
                ranges.extend(stored(series, from, to));
            }
            for (input, part) in self.parts(series, to) {
                let part = part.map_or((from, to), |part| (part.from.min(from), part.to));
                ranges.extend(stored(input, part.0, part.1));
            }
            let paid = series.origin.iter().flat_map(|origin| &origin.distributions);
            ranges.extend(paid.flat_map(|paid| stored(paid, from.min(to), to)));
        };
        for counted in [contribution.now, contribution.before].into_iter().flatten() {
            add(self.series, counted.from, counted.to);
            let weight = self.calculation.weights.get(&self.series.id);
            if let Some(((of, _), weight)) = counted.weight.zip(weight) {
                add(weight, of, of);
            }
        }
        ranges
    }
}

/// The name of distributions among the inputs of growth.
pub const DISTRIBUTIONS: &str = "Distributions reinvested, per unit";

/// The sum of the distributions after one valuation until another.
pub fn paid_between(
    distributions: &Column,
    first: InputValue,
    second: InputValue,
) -> Option<InputValue> {
    let (from, to) = (second.to + 1, first.to);
    let value = distributions.sum(from, to)?.value();
    (value > 0.0).then_some(InputValue { from, to, value })
}

fn named(slug: &str) -> Option<String> {
    (!slug.is_empty()).then(|| slug.to_owned())
}

fn value(MemberValue { from, to, value, weight }: MemberValue) -> CountedValue {
    let weight = weight.map(|(_, weight)| weight);
    CountedValue { value, weight, from: day::text(from), to: day::text(to) }
}

/// When the newest value of some days became known, by member.
pub async fn newest_known_at(
    conn: &mut PgConnection,
    ranges: &[Range],
    until: OffsetDateTime,
) -> Result<Vec<(i32, OffsetDateTime)>, TimeseriesError> {
    let days = |edge: fn(&Range) -> Day| ranges.iter().map(edge).map(day::date).collect();
    let (first, last): (Vec<Date>, Vec<Date>) = (days(|range| range.2), days(|range| range.3));
    let rows = sqlx::query_as(
        "SELECT r.member, max(o.known_at)
         FROM unnest($1::int[], $2::bigint[], $3::date[], $4::date[]) AS r (member, series_id, first, last)
         JOIN observations AS o ON o.series_id = r.series_id AND o.date BETWEEN r.first AND r.last
         WHERE o.known_at <= $5
         GROUP BY r.member",
    )
    .bind(ranges.iter().map(|range| range.0).collect::<Vec<i32>>())
    .bind(ranges.iter().map(|range| range.1).collect::<Vec<i64>>())
    .bind(first)
    .bind(last)
    .bind(until)
    .fetch_all(conn)
    .await?;
    Ok(rows)
}
