//! Premiums to the price of an underlying, on days on which its market is open and on days on which it is closed.

use crate::support::{Client, World, asset, is_close, shown};
use proto::timeseries::v1::{GetExplanationRequest, GetSeriesRequest, SeriesLine};

/// From Friday to Monday: the token is traded on three days, its underlying on two.
const WEEKEND: &str = "asset,share,39,2026-01-23,101\nasset,share,39,2026-01-24,120\n\
    asset,share,39,2026-01-26,98\nasset,share,underlying_price_dollar,2026-01-23,100\n\
    asset,share,underlying_price_dollar,2026-01-26,100\n\
    asset,halted,39,2026-01-23,10\nasset,halted,39,2026-01-24,11\n\
    asset,halted,underlying_price_dollar,2026-01-22,10\n\
    asset,halted,underlying_price_dollar,2026-01-23,null";

async fn line(client: &mut Client, slug: &str, measure: &str) -> SeriesLine {
    let request = GetSeriesRequest {
        keys: vec![asset(slug, measure)],
        from: Some("2026-01-23".to_owned()),
        to: Some("2026-01-26".to_owned()),
        ..GetSeriesRequest::default()
    };
    client.get_series(request).await.unwrap().into_inner().lines.remove(0)
}

/// The days that are not measured, each with the day that its value is of.
fn carried(line: &SeriesLine) -> Vec<(&str, &str, &str)> {
    line.qualifiers
        .iter()
        .filter(|qualifier| qualifier.is_carried)
        .map(|qualifier| {
            let of = qualifier.value_date.as_deref().unwrap_or_default();
            (qualifier.from.as_str(), qualifier.to.as_str(), of)
        })
        .collect()
}

#[tokio::test]
async fn a_day_without_a_session_is_not_measured_and_one_with_a_session_is_not_closed() {
    let world = World::start().await;
    world.load(WEEKEND).await;
    let mut client = world.serve().await;
    let open = line(&mut client, "share", "premium_to_underlying").await;
    let expected = [Some(0.01), Some(0.01), Some(0.01), Some(-0.02)];
    for (found, expected) in shown(&open.values).into_iter().zip(expected) {
        assert!(is_close(found, expected), "{open:?}");
    }
    assert_eq!(carried(&open), [("2026-01-24", "2026-01-25", "2026-01-23")]);

    let closed = line(&mut client, "share", "premium_to_underlying_closed").await;
    // On Saturday the price is compared with the close of Friday; on Sunday and Monday that stands.
    let expected = [None, Some(0.2), Some(0.2), Some(0.2)];
    for (found, expected) in shown(&closed.values).into_iter().zip(expected) {
        assert!(is_close(found, expected), "{closed:?}");
    }
    assert_eq!(carried(&closed), [("2026-01-25", "2026-01-26", "2026-01-24")]);
}

#[tokio::test]
async fn a_withheld_close_is_compared_with_nothing() {
    let world = World::start().await;
    world.load(WEEKEND).await;
    let mut client = world.serve().await;
    for measure in ["premium_to_underlying", "premium_to_underlying_closed"] {
        let found = shown(&line(&mut client, "halted", measure).await.values);
        assert_eq!(found[..2], [None, None], "{measure}");
    }
}

#[tokio::test]
async fn a_premium_of_a_closed_day_is_explained_by_the_close_before() {
    let world = World::start().await;
    world.load(WEEKEND).await;
    let mut client = world.serve().await;
    let request = GetExplanationRequest {
        key: Some(asset("share", "premium_to_underlying_closed")),
        date: Some("2026-01-24".to_owned()),
        ..GetExplanationRequest::default()
    };
    let explanation = client.get_explanation(request).await.unwrap().into_inner();
    let inputs: Vec<_> = explanation
        .inputs
        .iter()
        .map(|input| (input.role.as_str(), input.to.as_deref(), input.value))
        .collect();
    let expected = [
        ("Price", Some("2026-01-24"), Some(120.0)),
        ("Last underlying close", Some("2026-01-23"), Some(100.0)),
    ];
    assert_eq!(inputs, expected);
    assert_eq!(explanation.method_version, "1");
}
