//! Explains a share: the part and the total.

use engine::derived_measures::Share;
use engine::{Axis, Calculation, day};
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
    if let Some(among) = share.among {
        let message = |(key, places): &(Option<String>, Vec<u32>)| {
            let part = sum(calculation, places, &now);
            let whole = whole.filter(|whole| *whole > 0.0);
            let share = part.zip(whole).map(|(part, whole)| part / whole);
            ShareOfWhole { key: key.clone(), part, share }
        };
        let (mut groups, without_group): (Vec<ShareOfWhole>, Vec<ShareOfWhole>) =
            group.groups.iter().map(message).partition(|one| one.key.is_some());
        if group.is_total && whole.is_some() {
            let undisclosed = without_group.iter().find_map(|one| one.share).unwrap_or_default();
            let shares: Vec<f64> = groups.iter().map(|one| one.share.unwrap_or(f64::NAN)).collect();
            explanation.undisclosed_share = Some(undisclosed);
            explanation.at_most = Some(among.at_most(&shares, undisclosed));
        }
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
