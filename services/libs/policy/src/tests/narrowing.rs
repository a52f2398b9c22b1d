//! Narrowing, limits and predicates agree with the evaluation of every record.

use proptest::collection::{btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use proto::access::v1::{
    ConditionOperator, Dimension, Endpoint, Granularity, Limits as Document, Policy,
    TimeBounds as Bounds,
};

use super::documents::{DAY, TODAY, allowance, is_in, is_not_in, moments, policies, scope};
use super::records::{Record, records};
use super::reference::FIELDS;
use crate::*;

/// A selection, with the test whether a record belongs to it.
#[derive(Clone, Debug)]
struct Selected {
    classes: Option<Vec<i64>>,
    networks: Option<Vec<i64>>,
    days: Option<((Day, Day), Granularity)>,
}

impl Selected {
    fn selection(&self) -> Selection {
        let mut selection = Selection::everything();
        if let Some(classes) = &self.classes {
            selection = selection.with(Dimension::AssetClass, classes.iter().copied());
        }
        if let Some(networks) = &self.networks {
            selection = selection.with(Dimension::Network, networks.iter().copied());
        }
        if let Some((days, interval)) = self.days {
            selection = selection.over(days, interval);
        }
        selection
    }

    fn includes(&self, record: &Record) -> bool {
        let has = |ids: &Option<Vec<i64>>, values: &[i64]| {
            ids.as_ref().is_none_or(|ids| values.iter().any(|value| ids.contains(value)))
        };
        has(&self.classes, &record.class) && has(&self.networks, &record.networks)
    }
}

fn selections() -> impl Strategy<Value = Selected> {
    let ids = || option::of(btree_set(1..4_i64, 1..3).prop_map(|ids| ids.into_iter().collect()));
    let days = (TODAY - 8..TODAY + 2, 0..5_i32, 1..4_i32).prop_map(|(first, length, interval)| {
        ((first, first + length), Granularity::try_from(interval).unwrap())
    });
    (ids(), ids(), option::of(days)).prop_map(|(classes, networks, days)| Selected {
        classes,
        networks,
        days,
    })
}

/// The days of a selection, each by itself, of which a record must show all or none.
fn days_of(selected: &Selected) -> Vec<Option<(Day, Granularity)>> {
    match selected.days {
        None => vec![None],
        Some(((first, last), interval)) => {
            (first..=last).map(|day| Some((day, interval))).collect()
        }
    }
}

/// Whether a record, or its value of a day, is visible.
fn is_visible(scope: &Scope, record: &Record, day: Option<(Day, Granularity)>, now: i64) -> bool {
    let attributes = record.attributes();
    match day {
        None => scope.row(&attributes).is_some(),
        Some((day, interval)) => {
            let observation = Observation { measure: 1, days: (day, day), interval };
            scope.observation(&attributes, observation, now).is_some()
        }
    }
}

/// Assets alone, whose records have no measure that would have to be selected.
fn scopes() -> impl Strategy<Value = Option<std::sync::Arc<Scope>>> {
    vec(policies(), 1..5).prop_map(|policies| scope(&policies, Endpoint::Assets))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_lies_inside_is_visible_and_what_lies_outside_is_not(
        scope in scopes(), selected in selections(), now in moments(),
    ) {
        let Some(scope) = scope else { return Ok(()) };
        let narrowing = scope.narrow(&selected.selection(), now);
        if let Narrowing::Narrowed(aspects) = &narrowing {
            prop_assert!(!aspects.is_empty());
        }
        for record in records().iter().filter(|record| selected.includes(record)) {
            for day in days_of(&selected) {
                match narrowing {
                    Narrowing::Inside => prop_assert!(is_visible(&scope, record, day, now)),
                    Narrowing::Outside(_) => prop_assert!(!is_visible(&scope, record, day, now)),
                    Narrowing::Narrowed(_) => {}
                }
            }
        }
    }

    #[test]
    fn limits_are_never_more_than_those_of_a_visible_record(
        scope in scopes(), selected in selections(), now in moments(),
    ) {
        let Some(scope) = scope else { return Ok(()) };
        let limits = scope.limits_for(&selected.selection(), now);
        for record in records().iter().filter(|record| selected.includes(record)) {
            let Some(row) = scope.row(&record.attributes()) else { continue };
            for day in days_of(&selected).into_iter().filter(|day| is_visible(&scope, record, *day, now)) {
                let is_allowed = |part: &RowPart| {
                    let is_in_time = day.is_none_or(|(day, interval)| {
                        part.time.at(now).admits((day, day), interval)
                    });
                    is_in_time && limits.is_some_and(|limits| limits.is_within(&part.limits))
                };
                prop_assert!(row.parts.iter().any(is_allowed));
            }
        }
    }

    #[test]
    fn sql_shows_the_visible_records(scope in scopes(), now in moments()) {
        let Some(scope) = scope else { return Ok(()) };
        let predicate = scope.predicate(now);
        for record in records() {
            let is_permitted = predicate.permitted.iter().any(|rows| hold(&rows.terms, &record) == Some(true));
            let is_excluded = predicate.excluded.iter().any(|terms| hold(terms, &record) == Some(true));
            let attributes = record.attributes();
            prop_assert_eq!(is_permitted && !is_excluded, scope.row(&attributes).is_some());
            for name in FIELDS {
                let is_visible = scope.row(&attributes).is_some_and(|row| row.fields().contains(name));
                prop_assert_eq!(scope.field(&attributes, name), is_visible);
            }
        }
    }
}

/// Terms as SQL evaluates them: a missing single value and a list of them without values are null.
fn hold(terms: &[Term<'_>], record: &Record) -> Option<bool> {
    let attributes = record.attributes();
    let mut holds = Some(true);
    for term in terms {
        let values = attributes.ids(term.dimension);
        let has_one = values.iter().any(|value| term.ids.contains(value));
        let value =
            (!values.is_empty()).then_some(has_one == (term.operator == ConditionOperator::In));
        holds = match (holds, value) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        };
    }
    holds
}

fn allowing(id: &str, conditions: Vec<proto::access::v1::Condition>, rows: i64) -> Policy {
    Policy {
        id: id.into(),
        r#where: conditions,
        limits: Some(Document { rows_per_response: Some(rows), ..Document::default() }),
        ..allowance()
    }
}

#[test]
fn selections_are_named_by_the_dimensions_that_narrow_them() {
    use Dimension::{AssetClass, Network};
    let policies =
        [allowing("one", vec![is_in(AssetClass, &[27, 28]), is_not_in(Network, &[9])], 5)];
    let scope = scope(&policies, Endpoint::Assets).unwrap();
    let narrow = |selection: Selection| scope.narrow(&selection, 0);
    let (class, network) = (Aspect::Dimension(AssetClass), Aspect::Dimension(Network));
    assert_eq!(narrow(Selection::everything()), Narrowing::Narrowed(vec![class, network]));
    assert_eq!(
        narrow(Selection::everything().with(AssetClass, [27]).with(Network, [1])),
        Narrowing::Narrowed(vec![network]),
        "an asset on network 1 may be on network 9, too"
    );
    assert_eq!(
        narrow(Selection::everything().with(AssetClass, [33])),
        Narrowing::Outside(vec![class])
    );
    assert_eq!(
        narrow(Selection::everything().with(Network, [9])),
        Narrowing::Outside(vec![network])
    );
}

#[test]
fn limits_are_those_of_the_permission_that_covers_the_selection() {
    let treasuries = vec![is_in(Dimension::AssetClass, &[27])];
    let stablecoins = vec![is_in(Dimension::AssetClass, &[28])];
    let of = |policies: &[Policy], selection: Selection| {
        let scope = scope(policies, Endpoint::Assets).unwrap();
        scope.limits_for(&selection, i64::from(TODAY) * DAY).unwrap().rows_per_response
    };
    let of_27 = || Selection::everything().with(Dimension::AssetClass, [27]);
    let free_and_premium =
        [allowing("free", vec![], 500), allowing("premium", treasuries.clone(), 50_000)];
    assert_eq!(of(&free_and_premium, Selection::everything()), Some(500));
    assert_eq!(of(&free_and_premium, of_27()), Some(50_000));
    let two = [allowing("one", stablecoins, 100), allowing("other", treasuries, 50)];
    assert_eq!(of(&two, Selection::everything()), Some(50), "the tightest of both");
    assert_eq!(of(&two[..1], Selection::everything()), Some(100), "all that is visible");
}

#[test]
fn limits_of_recent_days_are_not_those_of_older_ones() {
    let recent = Policy {
        time: Some(Bounds { max_days_back: Some(30), ..Bounds::default() }),
        ..allowing("recent", vec![], 50_000)
    };
    let scope = scope(&[recent, allowing("old", vec![], 100)], Endpoint::AssetTimeseries).unwrap();
    let rows = |days_back| {
        let days = (TODAY - days_back, TODAY);
        let selection = Selection::everything().over(days, Granularity::Day);
        scope.limits_for(&selection, i64::from(TODAY) * DAY).unwrap().rows_per_response
    };
    assert_eq!(rows(30), Some(50_000));
    assert_eq!(rows(31), Some(100));
}
