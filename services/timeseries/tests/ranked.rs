//! Slugs in the order of numbers.

use crate::support::{Client, World};
use kit::error::Problem;
use proto::query::v1::{Filter, Operator, QueryValue};
use proto::timeseries::v1::{
    ListRankedSlugsRequest, RankedNumber, RankedSlug, SeriesGroupBy, SubjectKind,
};

/// Yesterday, and thirty days before.
const NUMBERS: &str = "asset,a,71,2026-11-19,10\nasset,b,71,2026-11-19,30\nasset,c,70,2026-11-19,20\n\
    asset,d,71,2026-11-19,20\nasset,a,71,2026-10-20,5\nasset,b,71,2026-10-20,30\n\
    asset,c,70,2026-10-20,10\nasset,d,70,2026-10-20,7\nasset,a,70,2026-11-19,99\nasset,a,10,2026-11-19,40\nasset,b,10,2026-11-19,60\n";

/// The first of thirty days, the day before it, and yesterday.
const FLOWS: &str = "asset,a,20,2026-10-20,100\nasset,a,20,2026-10-21,3\nasset,a,20,2026-11-19,4\n\
    asset,b,20,2026-11-01,9\n";

fn by_value() -> ListRankedSlugsRequest {
    ListRankedSlugsRequest {
        slugs: ["y", "a", "b", "x", "c", "d"].map(str::to_owned).to_vec(),
        number: Some(RankedNumber {
            measure: "71".to_owned(),
            otherwise: Some("70".to_owned()),
            ..RankedNumber::default()
        }),
        subject_kind: SubjectKind::Asset.into(),
        group_by: SeriesGroupBy::Asset.into(),
        is_descending: true,
        limit: 100,
        ..ListRankedSlugsRequest::default()
    }
}

async fn ranked(client: &mut Client, request: &ListRankedSlugsRequest) -> Vec<RankedSlug> {
    client.list_ranked_slugs(request.clone()).await.unwrap().into_inner().results
}

fn slugs(ranked: &[RankedSlug]) -> String {
    ranked.iter().map(|row| row.slug.as_str()).collect()
}

#[tokio::test]
async fn slugs_without_a_number_come_last_and_those_alike_by_their_letters() {
    let world = World::start().await;
    world.load(NUMBERS).await;
    let mut client = world.serve().await;
    let all = ranked(&mut client, &by_value()).await;
    assert_eq!(slugs(&all), "bcdaxy");
    assert_eq!(all[1].value, Some(20.0), "one number stands in for the other");
    assert_eq!((all[3].value, all[4].value), (Some(10.0), None), "but not beside it");
    let upwards = ListRankedSlugsRequest { is_descending: false, ..by_value() };
    assert_eq!(slugs(&ranked(&mut client, &upwards).await), "acdbxy");
}

#[tokio::test]
async fn a_rank_names_its_measure_by_its_slug_whichever_name_was_used() {
    let world = World::start().await;
    world.load(NUMBERS).await;
    let mut client = world.serve().await;
    for (name, slug) in [
        ("71", "bridged_token_value_dollar"),
        ("yield_7d", "yield_7d"),
        ("Yield7d", "yield_7d"),
        ("10201", "yield_7d"),
        ("apy_7d", "yield_7d"),
        ("Apy7d", "yield_7d"),
    ] {
        let mut request = by_value();
        request.number = Some(RankedNumber { measure: name.to_owned(), ..Default::default() });
        // A list without rows has the columns of its measure, too.
        for slugs in [request.slugs.clone(), Vec::new()] {
            let request = ListRankedSlugsRequest { slugs, ..request.clone() };
            let answer = client.list_ranked_slugs(request).await.unwrap().into_inner();
            assert_eq!(answer.measure_slug, slug, "{name}");
        }
    }
}

#[tokio::test]
async fn a_measure_is_taken_of_some_and_the_other_one_of_all() {
    let world = World::start().await;
    world.load(NUMBERS).await;
    let mut client = world.serve().await;
    let mut request = by_value();
    request.number.as_mut().unwrap().only = Some(Filter {
        operator: Operator::NotEquals.into(),
        field: Some("asset".to_owned()),
        value: Some(QueryValue::text("a")),
        filters: Vec::new(),
    });
    let all = ranked(&mut client, &request).await;
    assert_eq!(slugs(&all), "abcdxy");
    assert_eq!((all[0].value, all[1].value), (Some(99.0), Some(30.0)));
}

#[tokio::test]
async fn parts_follow_each_other_without_a_gap_whichever_way_they_are_requested() {
    let world = World::start().await;
    world.load(NUMBERS).await;
    let mut client = world.serve().await;
    for is_descending in [true, false] {
        let all = ListRankedSlugsRequest { is_descending, ..by_value() };
        let whole = ranked(&mut client, &all).await;
        for at in 0..whole.len() {
            let one = ListRankedSlugsRequest { is_descending, limit: 1, ..by_value() };
            let by_number = ListRankedSlugsRequest { offset: at as u32, ..one.clone() };
            assert_eq!(ranked(&mut client, &by_number).await, whole[at..=at]);
            let after = at.checked_sub(1).map(|before| whole[before].clone());
            let by_place = ListRankedSlugsRequest { after, ..one };
            assert_eq!(ranked(&mut client, &by_place).await, whole[at..=at]);
        }
    }
}

#[tokio::test]
async fn changes_and_parts_are_ranked_and_only_of_what_is_requested() {
    let world = World::start().await;
    world.load(NUMBERS).await;
    let mut client = world.serve().await;
    let number = |number: RankedNumber| ListRankedSlugsRequest {
        number: Some(RankedNumber { measure: "71".to_owned(), ..number }),
        ..by_value()
    };
    let since = number(RankedNumber { since_days: Some(30), ..RankedNumber::default() });
    let found = ranked(&mut client, &since).await;
    assert_eq!(slugs(&found), "abcdxy");
    assert_eq!((found[0].value, found[1].value, found[2].value), (Some(1.0), Some(0.0), None));
    let otherwise = Some("70".to_owned());
    let either = number(RankedNumber { since_days: Some(30), otherwise, ..Default::default() });
    let found = ranked(&mut client, &either).await;
    assert_eq!(slugs(&found), "acbdxy");
    assert_eq!(found[1].value, Some(1.0), "both ends are of the substitute");
    assert_eq!(found[3].value, None, "the value of today is not compared with the substitute");
    let under = Some("10".to_owned());
    let part = number(RankedNumber { under, ..RankedNumber::default() });
    let found = ranked(&mut client, &part).await;
    assert_eq!((slugs(&found), found[1].value), ("bacdxy".to_owned(), Some(0.25)));

    let filter = Some(Filter {
        operator: Operator::Equals.into(),
        field: Some("asset".to_owned()),
        value: Some(QueryValue::text("d")),
        filters: Vec::new(),
    });
    let only = ListRankedSlugsRequest { filter, ..by_value() };
    assert_eq!(slugs(&ranked(&mut client, &only).await), "dabcxy");
    let too_many = ListRankedSlugsRequest { limit: 5_000, ..by_value() };
    let refused = Problem::from(client.list_ranked_slugs(too_many).await.unwrap_err());
    assert_eq!(refused.reason, "rank_bound");
}

#[tokio::test]
async fn days_add_up_and_values_stand_off_a_number() {
    let world = World::start().await;
    world.load(&format!("{NUMBERS}{FLOWS}")).await;
    let mut client = world.serve().await;
    let number = |measure: &str, number: RankedNumber| ListRankedSlugsRequest {
        number: Some(RankedNumber { measure: measure.to_owned(), ..number }),
        ..by_value()
    };
    let over = |days| RankedNumber { over_days: Some(days), ..RankedNumber::default() };
    let month = ranked(&mut client, &number("20", over(30))).await;
    assert_eq!(slugs(&month), "bacdxy");
    let values: Vec<_> = month.iter().map(|row| row.value).collect();
    assert_eq!(values, [Some(9.0), Some(7.0), None, None, None, None]);
    let day = ranked(&mut client, &number("20", over(1))).await;
    assert_eq!((slugs(&day), day[0].value), ("abcdxy".to_owned(), Some(4.0)));

    let off = RankedNumber { against: Some(20.0), ..RankedNumber::default() };
    let off = ranked(&mut client, &number("71", off)).await;
    let values: Vec<_> = off.iter().map(|row| row.value).collect();
    assert_eq!(slugs(&off), "bdacxy");
    assert_eq!(values, [Some(0.5), Some(0.0), Some(-0.5), None, None, None]);

    for refused in [number("71", over(30)), number("20", over(0)), number("20", over(367))] {
        let refused = Problem::from(client.list_ranked_slugs(refused).await.unwrap_err());
        assert_eq!(refused.reason, "days_not_added");
    }
}

#[tokio::test]
async fn a_share_of_a_total_is_refused_wherever_a_number_names_it() {
    let world = World::start().await;
    world.load(NUMBERS).await;
    let mut client = world.serve().await;
    let of = |measure: &str| RankedNumber { measure: measure.to_owned(), ..Default::default() };
    for share in [
        "market_share",
        "market_share_change_30d",
        "concentration",
        "top_1_share",
        "top_5_share",
        "top_10_share",
    ] {
        let named = || Some(share.to_owned());
        for number in [
            of(share),
            RankedNumber { since_days: Some(30), ..of(share) },
            RankedNumber { against: Some(1.0), ..of(share) },
            RankedNumber { otherwise: named(), ..of("71") },
            RankedNumber { otherwise: named(), since_days: Some(30), ..of("71") },
            RankedNumber { under: named(), ..of("71") },
        ] {
            let request = ListRankedSlugsRequest { number: Some(number), ..by_value() };
            let refused = Problem::from(client.list_ranked_slugs(request).await.unwrap_err());
            assert_eq!(refused.reason, "share_of_no_group", "{share}");
        }
    }
}

#[tokio::test]
async fn every_slug_of_a_large_catalog_fits_into_a_question() {
    let world = World::start().await;
    world.load(NUMBERS).await;
    let mut client = world.serve().await;
    let mut request = by_value();
    request.slugs.extend((0..200_000).map(|number| format!("an-asset-of-some-length-{number:06}")));
    request.limit = 5;
    assert_eq!(slugs(&ranked(&mut client, &request).await[..4]), "bcda");
}

#[tokio::test]
async fn a_number_tells_its_day_and_whether_it_is_carried_or_partial() {
    let world = World::start().await;
    let rows = "asset,a,71,2026-11-17,10\nasset,b,71,2026-11-19,30\nasset,a,10,2026-11-16,40\n\
                asset,b,10,2026-11-18,60\nasset,a,20,2026-11-10,3\nasset,a,20,2026-11-11,-5\n\
                asset,b,20,2026-11-10,9\n";
    world.load(rows).await;
    let mut client = world.serve().await;
    let number = |number: RankedNumber| ListRankedSlugsRequest {
        slugs: ["a", "b", "y"].map(str::to_owned).to_vec(),
        number: Some(number),
        is_descending: false,
        ..by_value()
    };
    let of = |measure: &str| RankedNumber { measure: measure.to_owned(), ..Default::default() };
    let row = |slug: &str, value: f64, day: &str| RankedSlug {
        slug: slug.to_owned(),
        value: Some(value),
        value_date: Some(day.to_owned()),
        ..RankedSlug::default()
    };
    let none = RankedSlug { slug: "y".to_owned(), ..RankedSlug::default() };

    let levels = ranked(&mut client, &number(of("71"))).await;
    let carried = RankedSlug { is_carried: true, ..row("a", 10.0, "2026-11-17") };
    assert_eq!(levels, [carried, row("b", 30.0, "2026-11-19"), none.clone()]);

    let share = RankedNumber { under: Some("10".to_owned()), ..of("71") };
    let shares = ranked(&mut client, &number(share)).await;
    let carried = RankedSlug { is_carried: true, ..row("a", 0.25, "2026-11-17") };
    let measured = row("b", 0.5, "2026-11-19");
    assert_eq!(shares, [carried, measured, none.clone()], "carried where part and whole are");

    let change = RankedNumber { since_days: Some(2), ..of("71") };
    let changes = ranked(&mut client, &number(change)).await;
    let carried = RankedSlug { is_carried: true, ..row("a", 0.0, "2026-11-17") };
    assert_eq!(changes[0], carried, "as its end is");
    assert_eq!((changes[1].value, changes[1].value_date.as_deref()), (None, None));

    let sums = RankedNumber { over_days: Some(30), ..of("20") };
    let sums = ranked(&mut client, &number(sums)).await;
    let partial = RankedSlug { is_partial: true, ..row("a", 3.0, "2026-11-19") };
    assert_eq!(sums, [partial, row("b", 9.0, "2026-11-19"), none], "one lacks a withheld day");
}
