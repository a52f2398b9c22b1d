//! Concentration of the holders of a token, by balances made for the test.

use crate::support::{Client, World};
use proto::timeseries::v1::{
    AddressKind, ConcentrationLack, GetTopHoldersRequest, GetTopHoldersResponse,
    HolderConcentration,
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

    // Nothing is known of the addresses: the adjusted concentration is refused, and not equal.
    assert_eq!(earlier.adjusted.unwrap().lack(), ConcentrationLack::FlagsUnknown);

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

#[tokio::test]
async fn an_adjusted_concentration_leaves_out_contracts_and_dust() {
    let world = World::start().await;
    world.load("token,coin-one,71,2026-03-01,1").await;
    let rows = "token_slug,date,rank,address,is_issuer,balance_raw,balance,share,value_dollar,address_kind\n\
                coin-one,2026-03-01,1,0xbridge,false,5000,500,0.5,500,bridge\n\
                coin-one,2026-03-01,2,0xone,false,3000,300,0.3,300,wallet\n\
                coin-one,2026-03-01,3,0xissuer,true,1000,100,0.1,100,\n\
                coin-one,2026-03-01,4,0xtwo,false,995,99.5,0.0995,99.5,wallet\n\
                coin-one,2026-03-01,5,0xdust,false,5,0.5,0.0005,0.5,wallet\n";
    let report = world.import(&[("holders.csv", rows)]).await.unwrap();
    assert!(!report.is_refused(), "{report}");
    let mut client = world.serve().await;
    let found = ask(&mut client, "coin-one", None).await;
    assert_eq!(found.results[0].address_kind(), AddressKind::Bridge);
    // Of 900 that circulate, 500 lie in the bridge and half a unit is dust.
    let left_out = found.left_out.unwrap();
    assert_eq!((left_out.contract_count, left_out.dust_count), (1, 1));
    assert!((left_out.contract_share - 500.0 / 900.0).abs() < 1e-9, "{left_out:?}");
    let plain = rounded(found.concentration);
    assert_eq!((plain.known_count, plain.top_10_share), (4, Some(1.0)));
    let adjusted = rounded(found.adjusted);
    assert_eq!((adjusted.known_count, adjusted.circulating), (2, Some(399.5)));
    assert_eq!(adjusted.top_1_share, Some(rounded_share(300.0 / 399.5)));

    let wrong = rows.replace(",bridge", ",pool");
    let rejections = world.refused("holders.csv", &wrong).await;
    assert_eq!(rejections[0].column, "address_kind");
}

fn rounded_share(share: f64) -> f64 {
    (share * 1e9).round() / 1e9
}
