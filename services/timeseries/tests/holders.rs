//! Concentration and cohorts of the holders of a token, by balances made for the test.

use crate::support::{Client, World};
use kit::error::{ErrorCode, Problem};
use kit::grpc::{Purpose, Reader};
use kit::testing::as_reader;
use proto::timeseries::v1::{
    AddressKind, ConcentrationLack, GetHolderCohortsRequest, GetHolderCohortsResponse,
    GetTopHoldersRequest, GetTopHoldersResponse, HolderChanges, HolderCohort, HolderConcentration,
    HolderDay,
};
use tonic::Status;

/// The balances of 1,000 units: on the first day everybody is known, on the second one the issuer and eleven others.
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

#[tokio::test]
async fn the_share_of_the_largest_is_rounded_once() {
    let world = World::start().await;
    world.load("token,coin-one,71,2026-03-01,1").await;
    let row = |rank: i32| format!("\ncoin-one,2026-03-01,{rank},0x{rank:02},false,100,100,0.1");
    let rows: String = (1..=10).map(row).collect();
    let head = "token_slug,date,rank,address,is_issuer,balance_raw,balance,share";
    let report = world.import(&[("holders.csv", &format!("{head}{rows}"))]).await.unwrap();
    assert!(!report.is_refused(), "{report}");
    let mut client = world.serve().await;
    let request = GetTopHoldersRequest {
        token_slug: "coin-one".to_owned(),
        limit: Some(10),
        ..GetTopHoldersRequest::default()
    };
    // Added one after the other, ten tenths are less than one.
    let found = client.get_top_holders(request).await.unwrap().into_inner();
    assert_eq!(found.share, Some(1.0));
}

/// Balances of six decimals: of the first token all are known, of the second one the largest holder and the issuer.
const DECIMALS: &str = "token_slug,date,rank,address,is_issuer,balance_raw,balance,share,value_dollar,known_at\n\
     coin-one,2026-03-31,1,0xa,false,300001,0.300001,0.5,,2026-04-01T00:00:00Z\n\
     coin-one,2026-03-31,2,0xb,false,200000,0.2,0.3333322222259259,,2026-04-01T00:00:00Z\n\
     coin-one,2026-03-31,3,0xc,false,100001,0.100001,0.1666677777740741,,2026-04-01T00:00:00Z\n\
     coin-two,2026-03-31,1,0xa,false,7674985,7.674985,0.25583283333333335,,2026-04-01T00:00:00Z\n\
     coin-two,2026-03-31,2,0xissuer,true,1232777,1.232777,0.041092566666666665,,2026-04-01T00:00:00Z\n";

#[tokio::test]
async fn units_have_the_decimals_of_the_balances_and_add_up() {
    let world = World::start().await;
    world.load("token,coin-one,71,2026-03-01,1\ntoken,coin-two,71,2026-03-01,1").await;
    let report = world.import(&[("holders.csv", DECIMALS)]).await.unwrap();
    assert!(!report.is_refused(), "{report}");
    let mut client = world.serve().await;
    let all = ask(&mut client, "coin-one", None).await.concentration.unwrap();
    assert_eq!((all.circulating, all.is_complete), (Some(0.600_002), true));
    assert_eq!((all.top_1_share, all.top_5_share), (Some(0.5), Some(1.0)));
    // Of 30 units, the issuer has 1.232777.
    let some = ask(&mut client, "coin-two", None).await.concentration.unwrap();
    assert_eq!((some.circulating, some.is_complete), (Some(28.767_223), false));
    let request = GetHolderCohortsRequest {
        token_slug: "coin-two".to_owned(),
        ..GetHolderCohortsRequest::default()
    };
    let days = client.get_holder_cohorts(request).await.unwrap().into_inner().results;
    assert_eq!((days[0].circulating, days[0].other_units), (Some(28.767_223), Some(21.092_238)));
    assert_eq!(days[0].cohorts, [cohort("2026-03", true, 1, 7.674_985)]);
}

fn rounded_share(share: f64) -> f64 {
    (share * 1e9).round() / 1e9
}

/// The balances of 1,000 units: on the first day all holders are known, later the issuer and the largest two, and in June the
/// largest alone, so that circulating units are unknown. Each day became known when it was over.
const DAYS: &str = "token_slug,date,rank,address,is_issuer,balance_raw,balance,share,value_dollar,known_at\n\
     coin-one,2026-03-31,1,0xa,false,600,600,0.6,,2026-04-01T00:00:00Z\n\
     coin-one,2026-03-31,2,0xissuer,true,300,300,0.3,,2026-04-01T00:00:00Z\n\
     coin-one,2026-03-31,3,0xb,false,100,100,0.1,,2026-04-01T00:00:00Z\n\
     coin-one,2026-04-15,1,0xa,false,500,500,0.5,,2026-04-16T00:00:00Z\n\
     coin-one,2026-04-15,2,0xissuer,true,250,250,0.25,,2026-04-16T00:00:00Z\n\
     coin-one,2026-04-15,3,0xc,false,150,150,0.15,,2026-04-16T00:00:00Z\n\
     coin-one,2026-05-31,1,0xa,false,500,500,0.5,,2026-06-01T00:00:00Z\n\
     coin-one,2026-05-31,2,0xissuer,true,250,250,0.25,,2026-06-01T00:00:00Z\n\
     coin-one,2026-05-31,3,0xb,false,200,200,0.2,,2026-06-01T00:00:00Z\n\
     coin-one,2026-06-30,1,0xa,false,500,500,0.5,,2026-07-01T00:00:00Z\n";

async fn cohorts(
    client: &mut Client,
    request: GetHolderCohortsRequest,
) -> Result<GetHolderCohortsResponse, Status> {
    let request = GetHolderCohortsRequest { token_slug: "coin-one".to_owned(), ..request };
    client.get_holder_cohorts(request).await.map(tonic::Response::into_inner)
}

fn cohort(month: &str, is_from_start: bool, holder_count: u32, units: f64) -> HolderCohort {
    HolderCohort { month: month.to_owned(), is_from_start, holder_count, units }
}

fn dates(answer: &GetHolderCohortsResponse) -> Vec<&str> {
    answer.results.iter().map(|day| day.date.as_str()).collect()
}

#[tokio::test]
async fn cohorts_are_by_the_month_in_which_a_holder_became_known() {
    let world = World::start().await;
    world.load("token,coin-one,71,2026-03-01,1").await;
    let report = world.import(&[("holders.csv", DAYS)]).await.unwrap();
    assert!(!report.is_refused(), "{report}");
    let mut client = world.serve().await;

    let found = cohorts(&mut client, GetHolderCohortsRequest::default()).await.unwrap();
    assert_eq!(dates(&found), ["2026-03-31", "2026-04-15", "2026-05-31", "2026-06-30"]);
    assert_eq!((found.is_sample, found.has_earlier, found.loads.len()), (false, false, 1));
    let [first, second, third, last] = &found.results[..] else { panic!("{found:?}") };
    assert_eq!(first.load_id, found.loads[0].id);
    assert_eq!(first.known_at, 1_775_001_600_000);
    assert_eq!((first.known_count, first.is_complete, &first.changes), (2, true, &None));
    assert_eq!(first.cohorts, [cohort("2026-03", true, 2, 700.0)]);
    assert_eq!((first.circulating, first.other_units), (Some(700.0), Some(0.0)));

    // 750 circulate, of which 100 belong to holders that are not listed: 0xb may be among them.
    assert_eq!((second.is_complete, second.known_count), (false, 2));
    assert_eq!((second.circulating, second.other_units), (Some(750.0), Some(100.0)));
    let then = [cohort("2026-03", true, 1, 500.0), cohort("2026-04", false, 1, 150.0)];
    assert_eq!(second.cohorts, then);
    let changes = HolderChanges {
        since: "2026-03-31".to_owned(),
        is_since_complete: true,
        new_count: 1,
        new_units: 150.0,
        retained_count: 1,
        retained_units: 500.0,
        exited_count: 1,
        exited_units: 100.0,
    };
    assert_eq!(second.changes, Some(changes));

    // 0xb is back in its cohort, and new only among those that are known.
    assert_eq!(third.cohorts, [cohort("2026-03", true, 2, 700.0)]);
    let changes = third.changes.clone().unwrap();
    assert_eq!((changes.is_since_complete, changes.new_count), (false, 1));
    assert_eq!((last.lack(), last.other_units), (ConcentrationLack::IssuerUnknown, None));
    assert_eq!(last.cohorts, [cohort("2026-03", true, 1, 500.0)]);

    // A range has the cohorts and changes that follow from the days before it.
    let from = GetHolderCohortsRequest {
        from: Some("2026-04-01".to_owned()),
        to: Some("2026-05-31".to_owned()),
        ..GetHolderCohortsRequest::default()
    };
    let part = cohorts(&mut client, from).await.unwrap();
    assert_eq!(part.results, found.results[1..3]);
    let earlier = GetHolderCohortsRequest {
        as_of: Some("2026-05-31".to_owned()),
        ..GetHolderCohortsRequest::default()
    };
    let earlier = cohorts(&mut client, earlier).await.unwrap();
    assert_eq!(earlier.results, found.results[..2]);

    for (from, to, reason) in
        [("2026-04-02", "2026-04-01", "range_empty"), ("April", "2026-04-01", "date_invalid")]
    {
        let (from, to) = (Some(from.to_owned()), Some(to.to_owned()));
        let wrong = GetHolderCohortsRequest { from, to, ..GetHolderCohortsRequest::default() };
        let problem = Problem::from(cohorts(&mut client, wrong).await.unwrap_err());
        assert_eq!((problem.code, &*problem.reason), (ErrorCode::Invalid, reason));
    }
    let unknown =
        GetHolderCohortsRequest { token_slug: "coin-two".to_owned(), ..Default::default() };
    let unknown = client.get_holder_cohorts(unknown).await.unwrap_err();
    assert_eq!(Problem::from(unknown).code, ErrorCode::NotFound);
}

#[tokio::test]
async fn of_more_than_sixty_days_the_newest_are_answered() {
    let world = World::start().await;
    world.load("token,coin-one,71,2026-03-01,1").await;
    let mut client = world.serve().await;
    let none = cohorts(&mut client, GetHolderCohortsRequest::default()).await.unwrap();
    assert_eq!((none.results.len(), none.loads.len(), none.has_earlier), (0, 0, false));
    // One holder stays, the other one is another every day.
    let statement = "INSERT INTO holders
            (token_id, date, rank, load_id, address, is_issuer, balance_raw, balance, share)
        SELECT u.id, '2026-03-01'::date + day, rank, l.id, CASE rank WHEN 1 THEN '0xa' ELSE '0x' || day END, false, 5,
            5, 0.5
        FROM subjects AS u CROSS JOIN loads AS l CROSS JOIN generate_series(0, 64) AS day
        CROSS JOIN generate_series(1, 2) AS rank
        WHERE u.kind = 'token' AND u.slug = 'coin-one'";
    sqlx::query(statement).execute(&mut *world.test_db.db.conn().await.unwrap()).await.unwrap();
    let found = cohorts(&mut client, GetHolderCohortsRequest::default()).await.unwrap();
    assert_eq!((found.results.len(), found.has_earlier), (60, true));
    assert_eq!((dates(&found)[0], dates(&found)[59]), ("2026-03-06", "2026-05-04"));
    let first = &found.results[0];
    assert_eq!(first.cohorts, [cohort("2026-03", true, 1, 5.0), cohort("2026-03", false, 1, 5.0)]);
    let changes = first.changes.as_ref().unwrap();
    assert_eq!((changes.since.as_str(), changes.retained_count), ("2026-03-05", 1));
    let from = Some("2026-03-06".to_owned());
    let all = GetHolderCohortsRequest { from, ..GetHolderCohortsRequest::default() };
    let all = cohorts(&mut client, all).await.unwrap();
    assert_eq!((all.results, all.has_earlier), (found.results, false));
}

#[tokio::test]
async fn a_day_counts_only_if_all_of_its_balances_may_be_seen() {
    let world = World::start().await;
    world.load("token,coin-one,71,2026-03-01,1").await;
    world.load("token,coin-one,71,2026-03-02,1").await;
    let insert = "INSERT INTO holders
            (token_id, date, rank, load_id, address, is_issuer, balance_raw, balance, share)
        SELECT u.id, b.date::date, b.rank, (SELECT CASE WHEN b.is_first THEN min(id) ELSE max(id) END FROM loads),
            '0x' || b.rank, false, 5, 5, 0.5
        FROM subjects AS u CROSS JOIN (VALUES ('2026-03-01', 1, true), ('2026-03-01', 2, false),
            ('2026-03-02', 1, false), ('2026-03-02', 2, false)) AS b (date, rank, is_first)
        WHERE u.kind = 'token' AND u.slug = 'coin-one'";
    let terms = "UPDATE loads SET visible_to = 'members', is_redistributable = false
        WHERE id = (SELECT min(id) FROM loads)";
    let mut conn = world.test_db.db.conn().await.unwrap();
    for statement in [insert, terms] {
        sqlx::query(statement).execute(&mut *conn).await.unwrap();
    }
    drop(conn);
    let mut client = world.serve().await;
    let request = GetHolderCohortsRequest::default;
    // Without the first day the second one is where everything begins.
    let everybody = as_reader(Reader::default(), cohorts(&mut client, request())).await.unwrap();
    assert_eq!((dates(&everybody), everybody.loads.len()), (vec!["2026-03-02"], 1));
    let expected: &[HolderCohort] = &[cohort("2026-03", true, 2, 10.0)];
    let is_first = |day: &HolderDay| day.changes.is_none() && day.cohorts == expected;
    assert!(is_first(&everybody.results[0]), "{everybody:?}");
    let shown = as_reader(Reader::ADMINISTRATOR, cohorts(&mut client, request())).await.unwrap();
    assert_eq!((dates(&shown), shown.loads.len()), (vec!["2026-03-01", "2026-03-02"], 2));
    assert!(is_first(&shown.results[0]) && !is_first(&shown.results[1]), "{shown:?}");
    // Cohorts of later days follow from the first one, too.
    let from = Some("2026-03-02".to_owned());
    let later = GetHolderCohortsRequest { from, ..request() };
    let file = Reader { purpose: Purpose::File, ..Reader::ADMINISTRATOR };
    let refused = as_reader(file, cohorts(&mut client, later)).await.unwrap_err();
    assert_eq!(Problem::from(refused).reason, "not_redistributable");
}
