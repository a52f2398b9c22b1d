//! An asset whose class changes from a day on: it counts in each class on the days of that class, and an earlier state has
//! the classes that were known then.

use std::collections::BTreeMap;

use crate::deleted::FollowingService;
use crate::support::HEAD;
use kit::testing::eventually;
use proto::catalog::v1::{Asset, AssetCreated, AssetDeleted, AssetUpdated, Token, TokenCreated};
use proto::query::v1::{Filter, Operator, QueryValue};
use proto::timeseries::v1::{
    GetAggregateRequest, ListRankedSlugsRequest, RankedNumber, SeriesGroup, SeriesGroupBy,
    SeriesMode, SubjectKind,
};

/// The day before a change of the class, and its first day.
const DAYS: [&str; 2] = ["2026-11-18", "2026-11-19"];
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
                "{HEAD},known_at\nasset,note,71,2026-11-18,30,2026-11-18T00:00:00Z\n\
                 asset,note,71,2026-11-19,31,2026-11-20T00:00:00Z\n\
                 asset,bond,71,2026-11-18,5,2026-11-18T00:00:00Z\n\
                 asset,bond,71,2026-11-19,5,2026-11-20T00:00:00Z\n\
                 token,one:note,71,2026-11-18,30,2026-11-18T00:00:00Z\n\
                 token,one:note,71,2026-11-19,31,2026-11-20T00:00:00Z"
            ),
        )])
        .await
        .unwrap();
    service.settle().await;
    service
}

/// Noon of 19 November 2026.
const NOON: i64 = 1_795_089_600_000;

/// The total of each class on a day.
async fn totals(
    service: &FollowingService,
    kind: SubjectKind,
    day: &str,
    as_of: Option<&str>,
) -> BTreeMap<String, f64> {
    let request = GetAggregateRequest {
        measure: "71".to_owned(),
        subject_kind: Some(kind.into()),
        group_by: Some(SeriesGroupBy::AssetClass.into()),
        from: Some(day.to_owned()),
        to: Some(day.to_owned()),
        as_of: as_of.map(str::to_owned),
        ..GetAggregateRequest::default()
    };
    let answer = service.client.clone().get_aggregate(request).await.unwrap().into_inner();
    let group = |group: SeriesGroup| (group.key.unwrap_or_default(), group.values[0]);
    answer.groups.into_iter().map(group).collect()
}

/// The members of the total over both days, without groups and by class.
async fn member_counts(service: &FollowingService) -> [u32; 2] {
    let mut counts = [0; 2];
    for (count, by) in counts.iter_mut().zip([SeriesGroupBy::None, SeriesGroupBy::AssetClass]) {
        let request = GetAggregateRequest {
            measure: "71".to_owned(),
            subject_kind: Some(SubjectKind::Asset.into()),
            group_by: Some(by.into()),
            from: Some(DAYS[0].to_owned()),
            to: Some(DAYS[1].to_owned()),
            ..GetAggregateRequest::default()
        };
        let answer = service.client.clone().get_aggregate(request).await.unwrap().into_inner();
        *count = answer.total.unwrap().member_count;
    }
    counts
}

/// The change of the asset in a list of bonds, from the day before the change of its class to the first day of the new one.
async fn own_change(service: &FollowingService) -> Option<f64> {
    let is_bond = Filter {
        operator: Operator::Equals.into(),
        field: Some("asset_class".to_owned()),
        value: Some(QueryValue::text("bonds")),
        filters: Vec::new(),
    };
    let number = RankedNumber {
        measure: "71".to_owned(),
        only: Some(is_bond),
        since_days: Some(1),
        ..RankedNumber::default()
    };
    let request = ListRankedSlugsRequest {
        slugs: vec!["note".to_owned()],
        number: Some(number),
        subject_kind: SubjectKind::Asset.into(),
        group_by: SeriesGroupBy::Asset.into(),
        limit: 1,
        ..ListRankedSlugsRequest::default()
    };
    let answer = service.client.clone().list_ranked_slugs(request).await.unwrap().into_inner();
    answer.results.into_iter().next().unwrap().value
}

fn classes<const N: usize>(values: [(&str, f64); N]) -> BTreeMap<String, f64> {
    values.map(|(class, value)| (class.to_owned(), value)).into()
}

#[tokio::test]
async fn an_asset_counts_in_each_class_on_the_days_of_that_class() {
    let service = world().await;
    let change = AssetUpdated { asset: Some(asset("bonds", Some(DAYS[1]), NOON)) };
    service.publish(&change).await;
    service.settle().await;
    let before = classes([("funds", 30.0), ("bonds", 5.0)]);
    let assets = |day: &'static str| totals(&service, SubjectKind::Asset, day, None);
    let tokens = |day: &'static str| totals(&service, SubjectKind::Token, day, None);
    assert_eq!(assets(DAYS[0]).await, before);
    assert_eq!(
        member_counts(&service).await,
        [2; 2],
        "the asset is one member, however many classes it had"
    );
    assert_eq!(
        own_change(&service).await,
        Some(31.0 / 30.0 - 1.0),
        "a list has it in its present class"
    );
    assert_eq!(assets(DAYS[1]).await, classes([("bonds", 36.0)]));
    assert_eq!(tokens(DAYS[0]).await, classes([("funds", 30.0)]));
    assert_eq!(tokens(DAYS[1]).await, classes([("bonds", 31.0)]));
    // Before anybody knew, it was in the class before.
    let known = totals(&service, SubjectKind::Asset, DAYS[1], Some("2026-11-19T11:59:59Z")).await;
    assert_eq!(known, before, "the values of the day before are carried");

    // A filter by class selects by the class of each day, too.
    let of_class = |class: &str, mode: SeriesMode| GetAggregateRequest {
        measure: "71".to_owned(),
        mode: Some(mode.into()),
        filter: Some(Filter {
            operator: Operator::Equals.into(),
            field: Some("asset_class".to_owned()),
            value: Some(QueryValue::text(class)),
            filters: Vec::new(),
        }),
        from: Some(DAYS[0].to_owned()),
        to: Some(DAYS[1].to_owned()),
        ..GetAggregateRequest::default()
    };
    let values = async |class: &str, mode: SeriesMode| {
        let request = of_class(class, mode);
        let answer = service.client.clone().get_aggregate(request).await.unwrap().into_inner();
        answer.total.unwrap().values
    };
    let funds = values("funds", SeriesMode::Level).await;
    assert_eq!((funds[0], funds[1].is_nan()), (30.0, true));
    assert_eq!(values("bonds", SeriesMode::Level).await, [5.0, 36.0]);
    // It leaves one class with its value and comes to the other with it.
    assert_eq!(values("funds", SeriesMode::Flow).await, [30.0, -30.0]);
    assert_eq!(values("bonds", SeriesMode::Flow).await, [5.0, 31.0]);
}

#[tokio::test]
async fn a_class_without_a_day_is_that_of_all_days_once_it_is_known() {
    let service = world().await;
    service.publish(&AssetUpdated { asset: Some(asset("bonds", None, NOON)) }).await;
    service.settle().await;
    let before = classes([("funds", 30.0), ("bonds", 5.0)]);
    let after = classes([("bonds", 35.0)]);
    for (as_of, expected) in [
        (Some("2026-11-18"), &before),
        (Some("2026-11-19T11:59:59Z"), &before),
        (Some("2026-11-19T12:00:00Z"), &after),
        (None, &after),
    ] {
        let found = totals(&service, SubjectKind::Asset, DAYS[0], as_of).await;
        assert_eq!(found, *expected, "{as_of:?}");
    }
    // Another name is no other class, whenever it becomes known.
    let named = AssetUpdated { asset: Some(asset("bonds", None, NOON + 3_600_000)) };
    service.publish(&named).await;
    service.settle().await;
    let found = totals(&service, SubjectKind::Asset, DAYS[0], Some("2026-11-19T12:00:00Z")).await;
    assert_eq!(found, after);
}

#[tokio::test]
async fn a_replayed_change_leaves_the_classes_as_they_were() {
    let service = world().await;
    let change = asset("bonds", Some(DAYS[1]), MORNING);
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
    let corrected = AssetUpdated { asset: Some(asset("bonds", Some("2026-11-10"), NOON)) };
    service.publish(&corrected).await;
    service.settle().await;
    let second = format!("2026-11-10 bonds bonds {NOON}");
    assert_eq!(service.world.texts(statement).await, [first, second]);
    let before = classes([("funds", 30.0), ("bonds", 5.0)]);
    for (as_of, expected) in [
        (Some("2026-11-19T11:00:00Z"), before),
        (Some("2026-11-19T12:00:00Z"), classes([("bonds", 35.0)])),
        (None, classes([("bonds", 35.0)])),
    ] {
        let found = totals(&service, SubjectKind::Asset, DAYS[0], as_of).await;
        assert_eq!(found, expected, "{as_of:?}");
    }
}

#[tokio::test]
async fn an_asset_that_was_removed_and_comes_back_has_the_class_that_it_comes_with() {
    let service = world().await;
    let change = AssetUpdated { asset: Some(asset("bonds", Some("2026-11-01"), MORNING)) };
    service.publish(&change).await;
    let removed = AssetDeleted { id: 7, slug: "note".to_owned(), name: "Note".to_owned() };
    service.publish(&removed).await;
    let again = Asset { id: 9, ..asset("funds", None, NOON) };
    service.publish(&AssetCreated { asset: Some(again) }).await;
    service.settle().await;
    let found = totals(&service, SubjectKind::Asset, DAYS[0], None).await;
    assert_eq!(found, classes([("funds", 30.0), ("bonds", 5.0)]));
}

/// Events of two records are handled side by side: the later one begins while the change of the class is being written.
#[tokio::test]
async fn a_change_that_is_being_written_is_known_to_the_next_one() {
    let service = world().await;
    let mut change = service.tx().await;
    sqlx::query("LOCK TABLE subjects IN EXCLUSIVE MODE").execute(&mut *change).await.unwrap();
    let again = Asset { id: 9, ..asset("funds", None, NOON) };
    service.publish(&AssetCreated { asset: Some(again) }).await;
    eventually("the next change waits", || async {
        let waiting = "SELECT pid::text FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'";
        !service.world.texts(waiting).await.is_empty()
    })
    .await;
    for statement in [
        "UPDATE subjects SET asset_class_slug = 'bonds', updated_at = $1 WHERE kind = 'asset' AND slug = 'note'",
        "INSERT INTO class_changes (asset_slug, known_at, valid_from, asset_class_slug, earlier_class_slug)
         VALUES ('note', to_timestamp($1 / 1000.0), date '2026-11-01', 'bonds', 'funds')",
    ] {
        sqlx::query(statement).bind(MORNING).execute(&mut *change).await.unwrap();
    }
    change.commit().await.unwrap();
    service.settle().await;
    let found = totals(&service, SubjectKind::Asset, DAYS[0], None).await;
    assert_eq!(found, classes([("funds", 30.0), ("bonds", 5.0)]));
}
