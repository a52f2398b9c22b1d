//! The numbers of the sample universe in the database: whole, once, and gone without a trace.

use crate::support::World;
use engine::{day, measures, withheld_reasons};
use kit::error::{ErrorCode, Problem};
use kit::testing;
use proto::query::v1::{Filter, Operator, Paging, Query, QueryValue, query_value};
use proto::timeseries::v1::{
    GetAggregateRequest, GetTopHoldersRequest, ObservationsLoaded, SeriesGroupBy, TransferKind,
};
use sample::Row;
use sample::files::{self, Contents};
use sample::numbers::{self, Generator, Span};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use timeseries::import::{Input, LoadSummary, Outcome, Subjects};
use timeseries::{datasets, import, transactions};

/// A few weeks after every day has every value.
const THEN: OffsetDateTime = datetime!(2025-08-01 00:00 UTC);
/// A fund, a coin, a share and a house, two of them with several tokens on several networks.
const SOME: &[&str] = &[
    "amber-treasury-fund-1-sample",
    "slate-dollar-2-sample",
    "heather-share-tracker-6-sample",
    "flint-house-7-sample",
];

const COUNTS: &str = "SELECT (SELECT count(*) FROM observations) || ' ' || (SELECT count(*) FROM transfers) || ' ' ||
    (SELECT count(*) FROM holders) || ' ' || (SELECT count(*) FROM loads) || ' ' ||
    (SELECT count(*) FROM series) || ' ' || (SELECT count(*) FROM subjects)";

/// Loads what became known since the last time, as the program does it; the outcomes of values, transfers and holders.
async fn write(world: &World, at: OffsetDateTime) -> Vec<Outcome> {
    let last = day::at(at) - 1;
    let loaded = "SELECT max(retrieved_on)::text FROM loads WHERE is_sample HAVING count(*) > 0";
    let after = world.texts(loaded).await.first().and_then(|text| day::parse(text));
    if after.is_none() {
        add_subjects(world).await;
    }
    if after.is_some_and(|after| after >= last) {
        return Vec::new();
    }
    let generator = Generator::with_assets(&sample::tables(), SOME);
    let files = files::numbers(&generator, 0, Span { after, last }, &Contents::ALL).unwrap();
    let files = files.into_iter().map(|file| Input::received(file.name, file.bytes)).collect();
    let report = import::import(&world.test_db.db, files, Subjects::Any, &world.clock).await;
    report.unwrap().files.into_iter().map(|file| file.outcome).collect()
}

/// Adds the subjects as the catalog would send them.
async fn add_subjects(world: &World) {
    let tables = sample::tables();
    let rows = |name: &str| tables.iter().find(|table| table.name == name).unwrap().rows.clone();
    let assets = rows("assets");
    let of_asset = |row: &Row| row.cell("asset_slug").or(row.cell("slug")).unwrap().to_owned();
    let mut conn = world.test_db.db.conn().await.unwrap();
    for (kind, row) in assets
        .iter()
        .map(|row| ("asset", row))
        .chain(rows("tokens").iter().map(|row| ("token", row)))
    {
        if !SOME.contains(&of_asset(row).as_str()) {
            continue;
        }
        let asset = assets.iter().find(|asset| asset.cell("slug") == Some(&of_asset(row))).unwrap();
        sqlx::query(
            "INSERT INTO subjects (kind, slug, name, is_sample, asset_slug, network_slug, platform_slug, source, licence)
             VALUES ($1, $2, $3, true, $4, $5, $6, $7, $8)",
        )
        .bind(kind)
        .bind(row.cell("slug"))
        .bind(row.cell("name"))
        .bind(row.cell("asset_slug"))
        .bind(row.cell("network_slug"))
        .bind(asset.cell("platform_slug"))
        .bind(files::TAKEN_FROM)
        .bind(files::LICENCE)
        .execute(&mut *conn)
        .await
        .unwrap();
    }
}

/// The load of the values.
async fn loaded(world: &World, at: OffsetDateTime) -> LoadSummary {
    let outcomes = write(world, at).await;
    assert!(outcomes.iter().all(|outcome| matches!(outcome, Outcome::Loaded(_))), "{outcomes:?}");
    let values = outcomes.into_iter().find_map(|outcome| match outcome {
        Outcome::Loaded(loaded) if loaded.series > 0 => Some(loaded),
        _ => None,
    });
    values.unwrap()
}

#[tokio::test]
async fn a_day_that_is_over_is_added_and_nothing_is_loaded_twice() {
    let world = World::start().await;
    let first = loaded(&world, THEN).await;
    assert!(first.accepted > 5_000 && first.restated == 0, "{first:?}");
    assert_eq!(first.last_date.unwrap().to_string(), "2025-07-31");
    assert_eq!(write(&world, THEN + Duration::hours(23)).await, []);
    let before = world.texts(COUNTS).await;
    let more = loaded(&world, THEN + Duration::days(2)).await;
    assert_eq!(more.first_date.unwrap().to_string(), "2025-08-01");
    assert_eq!((more.restated, more.unchanged), (0, 0));
    assert_ne!(world.texts(COUNTS).await, before);

    let other = World::start().await;
    let whole = loaded(&other, THEN + Duration::days(2)).await;
    assert_eq!(whole.accepted, first.accepted + more.accepted, "the same as all at once");
    assert_eq!(world.observations().await, other.observations().await);

    let fictional = world
        .texts(
            "SELECT DISTINCT u.is_sample || ' ' || s.source FROM series s JOIN subjects u ON u.id = s.subject_id
             UNION SELECT is_sample || ' ' || method_version FROM loads ORDER BY 1",
        )
        .await;
    assert_eq!(
        fictional,
        [
            "true sample".to_owned(),
            format!("true {}", numbers::METHOD),
            "true sample-administrator".to_owned()
        ]
    );
    let early = "SELECT count(*)::text FROM observations WHERE known_at < date + 1";
    assert_eq!(world.texts(early).await, ["0"], "a day is known when it is over");
}

#[tokio::test]
async fn parts_add_up_to_the_whole_on_every_day() {
    let world = World::start().await;
    loaded(&world, THEN).await;
    let apart = world
        .texts(
            "SELECT asset || ' ' || measure_slug || ' ' || date FROM (
                 SELECT coalesce(u.asset_slug, u.slug) AS asset, s.measure_slug, o.date,
                     sum(o.value) FILTER (WHERE u.kind = 'asset') AS whole,
                     sum(o.value) FILTER (WHERE u.kind = 'token') AS parts
                 FROM observations o JOIN series s ON s.id = o.series_id JOIN subjects u ON u.id = s.subject_id
                 JOIN measures m ON m.slug = s.measure_slug
                 WHERE u.kind IN ('asset', 'token') AND m.aggregation = 'sum' AND s.source = 'sample'
                 GROUP BY 1, 2, 3
             ) AS sums
             WHERE abs(whole - parts) > 1e-9 * greatest(whole, 1e6)",
        )
        .await;
    assert_eq!(apart, Vec::<String>::new());

    let mut client = world.serve().await;
    for measure in ["bridged_token_value_dollar", "daily_mints_dollar"] {
        let request = |group_by: SeriesGroupBy| GetAggregateRequest {
            measure: measure.to_owned(),
            group_by: Some(group_by.into()),
            from: Some("2025-06-16".to_owned()),
            to: Some("2025-07-30".to_owned()),
            group_limit: Some(100),
            ..GetAggregateRequest::default()
        };
        let by_asset =
            client.get_aggregate(request(SeriesGroupBy::Asset)).await.unwrap().into_inner();
        let by_network =
            client.get_aggregate(request(SeriesGroupBy::Network)).await.unwrap().into_inner();
        assert!(by_asset.group_count > 1 && by_network.group_count > 1);
        for (day, date) in by_asset.dates.iter().enumerate() {
            let total = by_asset.total.as_ref().unwrap().values[day];
            assert!(!total.is_nan() || date.as_str() < "2025-07-01", "{measure} {date}");
            for answer in [&by_asset, &by_network] {
                let sum: f64 = answer
                    .groups
                    .iter()
                    .map(|group| group.values[day])
                    .filter(|value| !value.is_nan())
                    .sum();
                assert!(
                    total.is_nan() || (sum - total).abs() <= 1e-9 * total.max(1e6),
                    "{measure}: {sum} {total}"
                );
            }
        }
    }
}

#[tokio::test]
async fn mints_less_burns_since_the_launch_equal_the_supply() {
    let world = World::start().await;
    loaded(&world, THEN).await;
    let answers = world
        .texts(
            "WITH reported AS (
                 SELECT u.slug, s.measure_slug, o.date, o.value FROM observations o
                 JOIN series s ON s.id = o.series_id JOIN subjects u ON u.id = s.subject_id WHERE u.kind = 'asset'
             ), supplies AS (
                 SELECT slug, date, value AS supply FROM reported WHERE measure_slug = 'total_supply_token'
             )
             SELECT CASE WHEN abs(supply - (
                 SELECT sum(CASE measure_slug WHEN 'daily_mints_token' THEN value ELSE -value END) FROM reported
                 WHERE reported.slug = supplies.slug AND reported.date <= supplies.date
                     AND measure_slug IN ('daily_mints_token', 'daily_burns_token')
             )) <= 1e-9 * greatest(supply, 1e6) THEN 'agrees' ELSE slug || ' ' || date END AS answer
             FROM supplies WHERE date >= '2025-03-01' ORDER BY 1",
        )
        .await;
    assert!(answers.len() > 50 && answers.iter().all(|answer| answer == "agrees"), "{answers:?}");
}

#[tokio::test]
async fn transfers_and_holders_are_answered() {
    let world = World::start().await;
    loaded(&world, THEN).await;
    let mut client = world.serve().await;
    let ctx = world.context();
    let mut cursor = None;
    let mut seen = Vec::new();
    loop {
        let query = Query {
            pagination: Some(Paging { per_page: Some(500), cursor, ..Paging::default() }),
            ..Query::default()
        };
        let page = transactions::list(&ctx, &query).await.unwrap();
        let text = client.list_transactions_text(query).await.unwrap().into_inner().json;
        assert_eq!(String::from_utf8_lossy(&text), serde_json::to_string(&page).unwrap());
        seen.extend(page.results);
        cursor = page.pagination.unwrap().next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    let count = world.texts("SELECT count(*)::text FROM transfers").await;
    assert_eq!(count, [seen.len().to_string()]);
    assert!(seen.is_sorted_by_key(|transfer| std::cmp::Reverse(transfer.happened_at)));
    assert!(
        seen.iter().all(|transfer| transfer.is_sample && transfer.token_name.ends_with("(sample)"))
    );
    for transfer in &seen {
        let (from, to) = (transfer.from_address.is_some(), transfer.to_address.is_some());
        let sides = match transfer.kind() {
            TransferKind::Mint => (false, true),
            TransferKind::Burn => (true, false),
            _ => (true, true),
        };
        assert_eq!((from, to), sides);
        assert!(transfer.amount > 0.0 && transfer.amount_raw.len() > 1);
        assert_eq!(transfer.licence.as_deref(), Some("own work, Apache-2.0"));
        assert!(transfer.load_id > 0 && transfer.known_at.is_some());
    }
    let before = |at: OffsetDateTime| {
        seen.iter().filter(|row| row.happened_at < kit::clock::milliseconds(at)).count()
    };
    // The values of a day became known when it was over.
    for (as_of, known) in [
        ("2025-07-20T00:00:00Z", before(datetime!(2025-07-20 00:00 UTC))),
        ("2025-07-20", before(datetime!(2025-07-20 00:00 UTC))),
        ("2025-08-01", seen.len()),
    ] {
        assert!(known > 0);
        let query = Query { as_of: Some(as_of.to_owned()), ..Query::default() };
        let page = transactions::list(&ctx, &query).await.unwrap();
        let text = client.list_transactions_text(query).await.unwrap().into_inner().json;
        assert_eq!(String::from_utf8_lossy(&text), serde_json::to_string(&page).unwrap());
        assert_eq!(page.pagination.unwrap().result_count, known as u64, "{as_of}");
    }
    let minted = Query {
        filter: Some(Filter {
            operator: Operator::Equals.into(),
            field: Some("kind".to_owned()),
            value: Some(QueryValue { kind: Some(query_value::Kind::Text("mint".to_owned())) }),
            filters: Vec::new(),
        }),
        ..Query::default()
    };
    let mints = transactions::list(&ctx, &minted).await.unwrap();
    assert!(!mints.results.is_empty());
    assert!(mints.results.iter().all(|transfer| transfer.kind() == TransferKind::Mint));

    let token = seen[0].token_slug.clone();
    let request = |slug: &str, date: Option<&str>| GetTopHoldersRequest {
        token_slug: slug.to_owned(),
        date: date.map(str::to_owned),
        limit: Some(5),
        as_of: None,
    };
    let top = client.get_top_holders(request(&token, None)).await.unwrap().into_inner();
    assert_eq!(top.date.as_deref(), Some("2025-07-31"));
    assert!(top.results.is_sorted_by(|one, other| one.balance >= other.balance));
    assert!(top.results.len() > 1 && top.share.unwrap() <= 1.0 && top.is_sample);
    let earlier = client.get_top_holders(request(&token, Some("2025-07-15"))).await.unwrap();
    let earlier = earlier.into_inner().date;
    assert!(earlier.as_deref().is_none_or(|date| date == "2025-06-30"));
    assert_eq!(top.known_at, Some(kit::clock::milliseconds(datetime!(2025-08-01 00:00 UTC))));
    let load = top.load.unwrap();
    assert_eq!(load.licence, "own work, Apache-2.0");
    for (as_of, date) in [("2025-07-31T23:59:59Z", earlier), ("2025-08-01", top.date)] {
        let then = GetTopHoldersRequest { as_of: Some(as_of.to_owned()), ..request(&token, None) };
        let then = client.get_top_holders(then).await.unwrap().into_inner();
        assert_eq!((then.load.is_some(), then.date), (date.is_some(), date), "{as_of}");
    }
    let unknown = client.get_top_holders(request("nothing", None)).await.unwrap_err();
    assert_eq!(Problem::from(unknown).code, ErrorCode::NotFound);
}

#[tokio::test]
async fn transfers_are_counted_anew_after_a_load() {
    let world = World::start().await;
    loaded(&world, THEN).await;
    let (mut client, ctx) = (world.serve().await, world.context());
    let mut counted = Vec::new();
    for at in [THEN, THEN + Duration::days(30)] {
        write(&world, at).await;
        world.refresh().await;
        for page in 1..=2 {
            let pagination = Paging { page: Some(page), per_page: Some(1), ..Paging::default() };
            let query = Query { pagination: Some(pagination), ..Query::default() };
            let page = transactions::list(&ctx, &query).await.unwrap();
            let text = client.list_transactions_text(query).await.unwrap().into_inner().json;
            assert_eq!(String::from_utf8_lossy(&text), serde_json::to_string(&page).unwrap());
            let count = world.texts("SELECT count(*)::text FROM transfers").await;
            counted.push(page.pagination.unwrap().result_count);
            assert_eq!(count, [counted[counted.len() - 1].to_string()]);
        }
    }
    assert!(counted[0] < counted[3], "{counted:?}");
}

#[tokio::test]
async fn without_it_nothing_fictional_is_left_and_what_is_real_stays() {
    let world = World::start().await;
    world.load("asset,coin,71,2021-01-01,1\nasset,coin,71,2021-01-02,2").await;
    let before = world.texts(COUNTS).await;
    loaded(&world, THEN).await;
    world.refresh().await;
    datasets::build(&world.context(), None).await.unwrap();
    let with = world.snapshot.get().unwrap().snapshot().len();
    import::remove_samples(&world.test_db.db).await.unwrap();
    assert_eq!(world.texts(COUNTS).await, before);
    world.refresh().await;
    let kept =
        "SELECT f.name FROM dataset_files AS f, dataset_manifests WHERE f.id = ANY(file_ids)";
    assert_eq!(world.texts(kept).await, Vec::<String>::new(), "nor in the files");
    datasets::build(&world.context(), None).await.unwrap();
    let kept = world.texts(kept).await;
    assert!(kept.iter().all(|name| !name.contains("sample")) && !kept.is_empty(), "{kept:?}");
    assert!(with > 50);
    assert_eq!(world.snapshot.get().unwrap().snapshot().len(), 1, "memory forgets it too");
    loaded(&world, THEN).await;
    world.refresh().await;
    assert_eq!(world.snapshot.get().unwrap().snapshot().len(), with);
}

#[tokio::test]
async fn its_event_says_that_it_is_fictional() {
    let world = World::start().await;
    let bus = testing::bus(&world.app);
    world.run(&world.context(), &bus);
    let first = loaded(&world, THEN).await;
    testing::outbox_sent(&world.test_db.db).await;
    // The events of two files may come in any order.
    let mut events = bus.events::<ObservationsLoaded>().await;
    events.sort_by_key(|delivered| delivered.event.series_ids.len());
    let [administrated, loaded] = &events[..] else { panic!("one event for each file of values") };
    assert!(loaded.event.is_sample && administrated.event.is_sample);
    assert_eq!(administrated.event.series_ids.len(), 1);
    assert_eq!(loaded.event.series_ids.len() as i64, first.series);
    assert_eq!(testing::dead_letters(&bus).await, Vec::<String>::new());
}

#[test]
fn the_universe_names_measures_and_reasons_of_imports() {
    for name in numbers::measures() {
        assert!(measures::observed(name).is_some(), "{name}");
    }
    for reason in numbers::REASONS {
        assert!(withheld_reasons::meaning(reason).is_some(), "{reason}");
    }
}
