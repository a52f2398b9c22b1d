//! Explains a share: the part and the total.

use engine::derived_measures::Share;
use engine::{Axis, Calculation, ExactSum, day};
use proto::timeseries::v1::{ShareExplanation, ShareOfWhole};

use super::members::Group;
use crate::query::limits::MOST_SHARES;

/// The part and the total; for a number that the shares of all groups make, those of each group.
pub fn explain(
    calculation: &Calculation,
    share: Share,
    group: &Group,
    place: usize,
) -> ShareExplanation {
    let (start, end) = (calculation.axis.starts[place], calculation.axis.ends[place]);
    let everyone = calculation.members.places();
    let now = Axis { starts: vec![start], ends: vec![end] };
    let whole = sum(calculation, everyone, &now);
    let mut explanation = ShareExplanation {
        part: sum(calculation, &group.places, &now),
        whole,
        ..Default::default()
    };
    if let Some(days) = share.before {
        let then = Axis { starts: vec![start - days], ends: vec![end - days] };
        explanation.earlier_date = Some(day::text(end - days));
        explanation.earlier_part = sum(calculation, &group.places, &then);
        explanation.earlier_whole = sum(calculation, everyone, &then);
    }
    if let Some(concentration) = share.concentration {
        let whole = whole.filter(|whole| *whole > 0.0);
        let message = |(key, places): &(Option<String>, Vec<u32>)| {
            let part = sum(calculation, places, &now);
            let share = part.zip(whole).map(|(part, whole)| part / whole);
            ShareOfWhole { key: key.clone(), part, share }
        };
        let (disclosed, without_group): (Vec<_>, Vec<_>) =
            group.groups.iter().partition(|(key, _)| key.is_some());
        if let Some(whole) = whole.filter(|_| group.is_total) {
            let part = |(_, places): &(Option<String>, Vec<u32>)| {
                calculation.exact_sums(places, &now).first().copied().flatten()
            };
            let parts: Vec<Option<ExactSum>> = disclosed.iter().copied().map(part).collect();
            let undisclosed = without_group.iter().copied().find_map(part).unwrap_or_default();
            explanation.undisclosed_share = Some(undisclosed.value() / whole);
            explanation.at_most = Some(concentration.at_most(&parts, undisclosed, whole));
        }
        let mut groups: Vec<ShareOfWhole> = disclosed.into_iter().map(message).collect();
        let size = |one: &ShareOfWhole| one.share.unwrap_or(f64::NEG_INFINITY);
        groups.sort_by(|one, other| {
            size(other).total_cmp(&size(one)).then_with(|| one.key.cmp(&other.key))
        });
        explanation.more_groups = groups.len().saturating_sub(MOST_SHARES) as u32;
        groups.truncate(MOST_SHARES);
        explanation.groups = groups;
    }
    explanation
}

fn sum(calculation: &Calculation, places: &[u32], axis: &Axis) -> Option<f64> {
    calculation.values(places, axis).first().copied().filter(|sum| !sum.is_nan())
}
