//! Concentration of the holders of a token, by balances made for the test.

use crate::support::{Client, World};
use proto::timeseries::v1::{
    ConcentrationLack, GetTopHoldersRequest, GetTopHoldersResponse, HolderConcentration,
};

/// Of 1,000 units: on the first day everybody is known, on the second one the issuer and eleven others.
const BALANCES: &str = "INSERT INTO holders
        (token_id, date, rank, load_id, address, is_issuer, balance_raw, balance, share, known_at)
    SELECT u.id, b.date::date, b.rank, l.id, '0x' || b.rank, b.rank = b.issuer, b.balance, b.balance,
        b.balance / 1000.0, b.date::date + interval '36 hours'
    FROM subjects AS u CROSS JOIN loads AS l CROSS JOIN (
        VALUES ('2026-03-01', 1, 2, 500), ('2026-03-01', 2, 2, 200), ('2026-03-01', 3, 2, 200),
            ('2026-03-01', 4, 2, 100)
        UNION ALL
        SELECT '2026-03-02', rank, 1, CASE rank WHEN 1 THEN 200 WHEN 2 THEN 160 ELSE 40 END
        FROM generate_series(1, 12) AS rank
    ) AS b (date, rank, issuer, balance)
    WHERE u.kind = 'token' AND u.slug = 'coin-one'";

async fn ask(client: &mut Client, slug: &str, as_of: Option<&str>) -> GetTopHoldersResponse {
    let request = GetTopHoldersRequest {
        token_slug: slug.to_owned(),
        date: None,
        limit: Some(1),
        as_of: as_of.map(str::to_owned),
    };
    client.get_top_holders(request).await.unwrap().into_inner()
}

#[tokio::test]
async fn concentration_is_of_all_known_holders_and_circulating_units() {
    let world = World::start().await;
    world.load("token,coin-one,71,2026-03-01,1\ntoken,coin-two,71,2026-03-01,1").await;
    sqlx::query(BALANCES).execute(&mut *world.test_db.db.conn().await.unwrap()).await.unwrap();
    let mut client = world.serve().await;

    let found = ask(&mut client, "coin-one", None).await;
    assert_eq!((found.date.as_deref(), found.results.len()), (Some("2026-03-02"), 1));
    // 800 circulate: 160 of them are a fifth, 40 a twentieth. Of the last 240 nobody has more than 40.
    let expected = HolderConcentration {
        circulating: Some(800.0),
        known_count: 11,
        is_complete: false,
        top_1_share: Some(0.2),
        top_5_share: Some(0.4),
        top_10_share: Some(0.65),
        index_least: Some(650.0),
        index_most: Some(800.0),
        lack: None,
    };
    assert_eq!(rounded(found.concentration), expected);

    // Only the first day was known by then: 800 circulate here too, and their shares are 5/8, 1/4 and 1/8.
    let earlier = ask(&mut client, "coin-one", Some("2026-03-03T00:00:00Z")).await;
    assert_eq!(earlier.date.as_deref(), Some("2026-03-01"));
    let expected = HolderConcentration {
        circulating: Some(800.0),
        known_count: 3,
        is_complete: true,
        top_1_share: Some(0.625),
        top_5_share: Some(1.0),
        top_10_share: Some(1.0),
        index_least: Some(4_687.5),
        index_most: Some(4_687.5),
        lack: None,
    };
    assert_eq!(rounded(earlier.concentration), expected);

    let nothing = HolderConcentration {
        lack: Some(ConcentrationLack::NoBalances.into()),
        ..HolderConcentration::default()
    };
    for (slug, as_of) in [("coin-two", None), ("coin-one", Some("2026-03-02T00:00:00Z"))] {
        assert_eq!(ask(&mut client, slug, as_of).await.concentration, Some(nothing));
    }
}

/// Without the last digits, which depend on the order of a sum.
fn rounded(found: Option<HolderConcentration>) -> HolderConcentration {
    let found = found.unwrap();
    let round = |number: Option<f64>| number.map(|number| (number * 1e9).round() / 1e9);
    HolderConcentration {
        circulating: round(found.circulating),
        top_1_share: round(found.top_1_share),
        top_5_share: round(found.top_5_share),
        top_10_share: round(found.top_10_share),
        index_least: round(found.index_least),
        index_most: round(found.index_most),
        ..found
    }
}
