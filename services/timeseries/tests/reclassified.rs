//! An asset whose class changes from a day on: the present counts it in its new class, an earlier state in the one before.

use std::collections::BTreeMap;

use crate::deleted::FollowingService;
use crate::support::HEAD;
use proto::catalog::v1::{Asset, AssetCreated, AssetUpdated, Token, TokenCreated};
use proto::query::v1::{Filter, Operator, QueryValue};
use proto::timeseries::v1::{GetAggregateRequest, SeriesGroupBy, SubjectKind};

const DAY: &str = "2026-11-18";
const MORNING: i64 = 1_795_000_000_000;

fn asset(class: &str, since: Option<&str>, updated_at: i64) -> Asset {
    Asset {
        id: 7,
        slug: "note".to_owned(),
        name: "Note".to_owned(),
        asset_class_slug: class.to_owned(),
        classified_on: since.map(str::to_owned),
        updated_at,
        ..Asset::default()
    }
}

async fn world() -> FollowingService {
    let service = FollowingService::start().await;
    service.publish(&AssetCreated { asset: Some(asset("funds", None, 1)) }).await;
    let bond = Asset {
        id: 8,
        slug: "bond".to_owned(),
        name: "Bond".to_owned(),
        asset_class_slug: "bonds".to_owned(),
        updated_at: 1,
        ..Asset::default()
    };
    service.publish(&AssetCreated { asset: Some(bond) }).await;
    // A token is announced with the class that its asset had then.
    let token = Token {
        id: 3,
        slug: "one:note".to_owned(),
        name: "Note on One".to_owned(),
        asset_slug: Some("note".to_owned()),
        asset_class_slug: Some("funds".to_owned()),
        updated_at: 1,
        ..Token::default()
    };
    service.publish(&TokenCreated { token: Some(token) }).await;
    service.settle().await;
    service
        .world
        .import(&[(
            "long.csv",
            &format!(
                "{HEAD},known_at\nasset,note,71,{DAY},30,2026-11-18T00:00:00Z\nasset,bond,71,{DAY},5,2026-11-18T00:00:00Z\n\
                 token,one:note,71,{DAY},30,2026-11-18T00:00:00Z"
            ),
        )])
        .await
        .unwrap();
    service.settle().await;
    service
}

/// Noon of 19 November 2026.
const NOON: i64 = 1_795_089_600_000;

/// The total of each class.
async fn totals(
    service: &FollowingService,
    kind: SubjectKind,
    as_of: Option<&str>,
) -> BTreeMap<String, f64> {
    let request = GetAggregateRequest {
        measure: "71".to_owned(),
        subject_kind: Some(kind.into()),
        group_by: Some(SeriesGroupBy::AssetClass.into()),
        from: Some(DAY.to_owned()),
        to: Some(DAY.to_owned()),
        as_of: as_of.map(str::to_owned),
        ..GetAggregateRequest::default()
    };
    let answer = service.client.clone().get_aggregate(request).await.unwrap().into_inner();
    answer
        .groups
        .into_iter()
        .map(|group| (group.key.unwrap_or_default(), group.values[0]))
        .collect()
}

fn classes<const N: usize>(values: [(&str, f64); N]) -> BTreeMap<String, f64> {
    values.map(|(class, value)| (class.to_owned(), value)).into()
}

#[tokio::test]
async fn totals_before_and_after_have_the_class_of_their_time() {
    let service = world().await;
    let before = classes([("funds", 30.0), ("bonds", 5.0)]);
    assert_eq!(totals(&service, SubjectKind::Asset, None).await, before);

    let change = AssetUpdated { asset: Some(asset("bonds", Some("2026-11-19"), MORNING)) };
    service.publish(&change).await;
    service.settle().await;
    for (kind, earlier, present) in [
        (SubjectKind::Asset, before, classes([("bonds", 35.0)])),
        (SubjectKind::Token, classes([("funds", 30.0)]), classes([("bonds", 30.0)])),
    ] {
        assert_eq!(totals(&service, kind, Some("2026-11-18")).await, earlier, "{kind:?}");
        assert_eq!(totals(&service, kind, Some("2026-11-19")).await, present, "{kind:?}");
        assert_eq!(totals(&service, kind, None).await, present, "{kind:?}");
    }

    // A filter by class selects by the class of the time, too.
    let funds = GetAggregateRequest {
        measure: "71".to_owned(),
        filter: Some(Filter {
            operator: Operator::Equals.into(),
            field: Some("asset_class".to_owned()),
            value: Some(QueryValue::text("funds")),
            filters: Vec::new(),
        }),
        from: Some(DAY.to_owned()),
        to: Some(DAY.to_owned()),
        as_of: Some("2026-11-18T12:00:00Z".to_owned()),
        ..GetAggregateRequest::default()
    };
    let answer = service.client.clone().get_aggregate(funds).await.unwrap().into_inner();
    assert_eq!(answer.total.unwrap().values, [30.0]);
}

#[tokio::test]
async fn a_change_that_is_entered_later_than_its_day_leaves_what_was_known_before() {
    let service = world().await;
    let change = AssetUpdated { asset: Some(asset("bonds", Some("2026-11-01"), NOON)) };
    service.publish(&change).await;
    service.settle().await;
    let before = classes([("funds", 30.0), ("bonds", 5.0)]);
    let after = classes([("bonds", 35.0)]);
    for (as_of, expected) in [
        (Some("2026-11-18"), &before),
        (Some("2026-11-19T11:59:59Z"), &before),
        (Some("2026-11-19T12:00:00Z"), &after),
        (Some("2026-11-19"), &after),
        (None, &after),
    ] {
        let found = totals(&service, SubjectKind::Asset, as_of).await;
        assert_eq!(found, *expected, "{as_of:?}");
        let of_tokens = totals(&service, SubjectKind::Token, as_of).await;
        let class = if *expected == before { "funds" } else { "bonds" };
        assert_eq!(of_tokens, classes([(class, 30.0)]), "{as_of:?}");
    }
    // Another name is no other class, whenever it becomes known.
    let named = AssetUpdated { asset: Some(asset("bonds", Some("2026-11-01"), NOON + 3_600_000)) };
    service.publish(&named).await;
    service.settle().await;
    let found = totals(&service, SubjectKind::Asset, Some("2026-11-19T12:00:00Z")).await;
    assert_eq!(found, after);
}

#[tokio::test]
async fn a_replayed_change_leaves_the_classes_as_they_were() {
    let service = world().await;
    let change = asset("bonds", Some("2026-11-19"), MORNING);
    for asset in [change.clone(), change, asset("funds", None, 1)] {
        service.publish(&AssetUpdated { asset: Some(asset) }).await;
    }
    service.settle().await;
    let statement =
        "SELECT valid_from || ' ' || earlier_class_slug || ' ' || asset_class_slug || ' ' ||
            (extract(epoch FROM known_at) * 1000)::bigint
        FROM class_changes WHERE asset_slug = 'note' ORDER BY known_at";
    let first = format!("2026-11-19 funds bonds {MORNING}");
    assert_eq!(service.world.texts(statement).await, std::slice::from_ref(&first));

    // The day of the change is corrected without another change of the class, and what was known before stays.
    let corrected = AssetUpdated { asset: Some(asset("bonds", Some("2026-11-10"), MORNING + 1)) };
    service.publish(&corrected).await;
    service.settle().await;
    let second = format!("2026-11-10 bonds bonds {}", MORNING + 1);
    assert_eq!(service.world.texts(statement).await, [first, second]);
    let before = classes([("funds", 30.0), ("bonds", 5.0)]);
    let found = totals(&service, SubjectKind::Asset, Some("2026-11-18T11:00:00Z")).await;
    assert_eq!(found, before, "not known yet");
    let found = totals(&service, SubjectKind::Asset, Some("2026-11-18T12:00:00Z")).await;
    assert_eq!(found, classes([("bonds", 35.0)]));
}
