//! Fingerprints stand for answers.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proto::access::v1::{
    Condition, Dimension, Effect, Endpoint, FieldMode, Fields, Limits as Document, Policy,
    TimeBounds as Bounds,
};

use super::documents::{allowance, is_in, is_not_in, policies, scope};
use super::records::records;
use crate::*;

/// Everything on which answers about all records depend.
fn answers(scope: &Scope, now: i64) -> Vec<Option<Vec<(FieldSet, TimeBounds, Limits)>>> {
    let part = |part: RowPart| (part.fields, part.time, part.limits.of_rows());
    let row = |row: RowScope| {
        let mut parts: Vec<_> = row.parts.into_iter().map(part).collect();
        parts.sort_unstable();
        parts.dedup();
        parts
    };
    let limits = scope
        .limits_for(&Selection::everything(), now)
        .map(|limits| vec![(FieldSet::ALL, TimeBounds::NONE, limits.of_rows())]);
    let rows = records().into_iter().map(|record| scope.row(&record.attributes()).map(row));
    rows.chain([limits]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn names_rates_and_order_are_not_part_of_a_fingerprint(
        (policies, others) in vec(policies(), 1..5).prop_flat_map(|policies| {
            (Just(policies.clone()), Just(policies).prop_shuffle())
        }),
        rates in vec(1..9_i64, 5),
    ) {
        // Each policy with another rate of its own would change which permissions are merged, so that all have one.
        let with_rate = |policy: &Policy, prefix: &str, rate: i64| Policy {
            id: format!("{prefix}{}", policy.id),
            name: format!("{prefix} policy"),
            limits: policy.limits.as_ref().map(|limits| Document {
                rows_per_response: limits.rows_per_response,
                requests_per_day: Some(rate),
                ..Document::default()
            }),
            ..policy.clone()
        };
        let one: Vec<Policy> = policies.iter().map(|policy| with_rate(policy, "one", 1)).collect();
        let other: Vec<Policy> = others.iter().map(|policy| with_rate(policy, "two", rates[0])).collect();
        let (one, other) = (scope(&one, Endpoint::Assets), scope(&other, Endpoint::Assets));
        prop_assert_eq!(
            one.map(|scope| scope.fingerprint()),
            other.map(|scope| scope.fingerprint())
        );
    }

    #[test]
    fn scopes_with_one_fingerprint_have_the_same_answers(
        one in vec(policies(), 1..3), change in policies(), which in 0..4_usize,
    ) {
        let mut other = one.clone();
        match which {
            0 => other.push(change),
            1 => other[0].fields = change.fields,
            2 => other[0].r#where = change.r#where,
            _ if other[0].time.is_some() && change.time.is_some() => {
                (other[0].time, other[0].limits) = (change.time, change.limits);
            }
            _ => {}
        }
        let endpoint = Endpoint::AssetTimeseries;
        other[0].endpoints = vec![endpoint as i32];
        if let Some((one, other)) = scope(&one, endpoint).zip(scope(&other, endpoint)) {
            let is_same = one.fingerprint() == other.fingerprint();
            if is_same {
                prop_assert_eq!(answers(&one, 0), answers(&other, 0));
            }
            let data = |scope: &Scope| {
                let mut permissions: Vec<Permission> =
                    scope.permissions().iter().map(Permission::with_limits_of_rows).collect();
                permissions.sort_unstable();
                permissions.dedup();
                (permissions, scope.exclusions().to_vec())
            };
            prop_assert_eq!(is_same, data(&one) == data(&other));
        }
    }
}

#[test]
fn plans_that_differ_in_rates_and_files_share_answers() {
    let plan = |rate, rows| Policy {
        limits: Some(Document {
            requests_per_second: Some(rate),
            export_rows: Some(rows),
            export_formats: vec![1],
            ..Document::default()
        }),
        ..allowance()
    };
    let fingerprint = |plan: Policy| scope(&[plan], Endpoint::Assets).unwrap().fingerprint();
    assert_eq!(fingerprint(plan(1, 100)), fingerprint(plan(50, 50_000)));
    let unrestricted = scope(&[plan(1, 100)], Endpoint::Assets).unwrap();
    assert!(unrestricted.is_unrestricted());
}

#[test]
fn whole_scopes_have_the_limits_of_their_most_generous_whole_permission() {
    let plan = |rows, conditions: &[Condition]| Policy {
        limits: Some(Document { rows_per_response: Some(rows), ..Document::default() }),
        r#where: conditions.to_vec(),
        ..allowance()
    };
    let rows = |policies: &[Policy]| {
        let scope = scope(policies, Endpoint::Assets).unwrap();
        assert_eq!(scope.unrestricted_limits().is_some(), scope.is_unrestricted());
        scope.unrestricted_limits().map(|limits| limits.rows_per_response)
    };
    let of_class = [is_in(Dimension::AssetClass, &[1])];
    let (small, large, part) = (plan(100, &[]), plan(200, &[]), plan(900, &of_class));
    assert_eq!(rows(&[small, large.clone(), part.clone()]), Some(Some(200)));
    assert_eq!(rows(std::slice::from_ref(&part)), None);
    let denial = Policy { effect: Effect::Deny as i32, limits: None, ..part };
    assert_eq!(rows(&[large, denial]), None);
}

#[test]
fn every_part_of_a_scope_changes_the_fingerprint() {
    let limited = |rows| Some(Document { rows_per_response: Some(rows), ..Document::default() });
    let fields = |mode: FieldMode| Some(Fields { mode: mode as i32, names: vec!["a".into()] });
    let bounded = |bounds: Bounds| Policy { time: Some(bounds), ..allowance() };
    let denial = |policy: Policy| Policy { effect: Effect::Deny as i32, ..policy };
    let of_class = |condition| Policy { r#where: vec![condition], ..allowance() };
    let class = Dimension::AssetClass;
    let date = || Some("2024-01-01".to_owned());
    let scopes = [
        vec![allowance()],
        vec![of_class(is_in(class, &[1]))],
        vec![of_class(is_in(class, &[2]))],
        vec![of_class(is_not_in(class, &[1]))],
        vec![of_class(is_in(Dimension::Issuer, &[1]))],
        vec![Policy { fields: fields(FieldMode::Only), ..allowance() }],
        vec![Policy { fields: fields(FieldMode::Except), ..allowance() }],
        vec![bounded(Bounds { from: date(), ..Bounds::default() })],
        vec![bounded(Bounds { to: date(), ..Bounds::default() })],
        vec![bounded(Bounds { max_days_back: Some(1), ..Bounds::default() })],
        vec![bounded(Bounds { min_lag_minutes: Some(1), ..Bounds::default() })],
        vec![bounded(Bounds { granularity_min: Some(2), ..Bounds::default() })],
        vec![Policy { limits: limited(1), ..allowance() }],
        vec![Policy { limits: limited(2), ..allowance() }],
        vec![allowance(), denial(of_class(is_in(class, &[1])))],
        vec![allowance(), denial(of_class(is_not_in(class, &[1])))],
        vec![
            allowance(),
            denial(Policy { fields: fields(FieldMode::Only), ..of_class(is_in(class, &[1])) }),
        ],
    ];
    let fingerprints: BTreeSet<[u8; 32]> = scopes
        .iter()
        .map(|policies| scope(policies, Endpoint::Assets).unwrap().fingerprint())
        .collect();
    assert_eq!(fingerprints.len(), scopes.len());
}

#[test]
fn denials_of_what_is_not_allowed_are_not_part_of_a_fingerprint() {
    let only = |policy: Policy| Policy {
        fields: Some(Fields { mode: FieldMode::Only as i32, names: vec!["a".into()] }),
        ..policy
    };
    let except = Policy {
        fields: Some(Fields { mode: FieldMode::Except as i32, names: vec!["a".into()] }),
        ..allowance()
    };
    let some =
        |class| Policy { r#where: vec![is_in(Dimension::AssetClass, &[class])], ..allowance() };
    let denial = |policy: Policy| Policy { effect: Effect::Deny as i32, ..policy };
    let fingerprint =
        |policies: &[Policy]| scope(policies, Endpoint::Assets).unwrap().fingerprint();
    assert_eq!(fingerprint(&[except.clone(), denial(only(some(1)))]), fingerprint(&[except]));
    assert_eq!(fingerprint(&[some(1), denial(some(2))]), fingerprint(&[some(1)]));
}
