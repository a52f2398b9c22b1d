//! No answer and no file has data that a licence does not allow: a property over every call that reads values.

use std::time::Duration;

use crate::every_call::{SOURCES, aggregates, answers, calls, files};
use crate::support::{Client, HEAD, World, asset};
use kit::grpc::{Audience, Reader, read_as};
use kit::peers::on_behalf_of;
use kit::testing::{LicenceTerms, VISIBILITIES, as_reader, may_have, person, stated};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use proto::identity::v1::Role;
use proto::timeseries::v1::{GetAggregateRequest, GetAggregateResponse, GetSeriesRequest};
use timeseries::datasets;
use tonic::{Response, Status};

/// Every value is a multiple of it, and every source has powers of two of its own: a number shows whose values it holds.
const UNIT: u64 = 1_000_003;

/// Loads a file of values, one of transfers and one of balances of each source, under these terms.
async fn load(world: &World, terms: &[LicenceTerms], round: usize) {
    let mut files: Vec<(String, String)> = Vec::new();
    let mut origins: Vec<String> = Vec::new();
    for (source, terms) in terms.iter().enumerate() {
        let visible_to =
            stated(*terms).map_or_else(String::new, |word| format!(r#""visible_to": "{word}", "#));
        let (_, is_redistributable) = terms;
        let first = UNIT << source;
        // Every other load restates the second day.
        let second = if round % 2 == 1 { first + (UNIT << (source + SOURCES)) } else { first };
        let origin = |name: &str, more: &str| {
            format!(
                r#""{name}": {{"source": "secret-{source}", "licence": "terms", "retrieved_on": "2026-01-02",
                    "source_slug": "secret-{source}", {visible_to}"redistributable": {is_redistributable}{more}}}"#
            )
        };
        let mut file = |kind: &str, more: &str, text: String| {
            let name = format!("{kind}-{source}.csv");
            origins.push(origin(&name, more));
            files.push((name, text));
        };
        file(
            "values",
            "",
            format!(
                "{HEAD}\nasset,a{source},71,2026-11-18,{first}\nasset,a{source},71,2026-11-19,{second}\n\
                 asset,a{source},62,2026-11-19,1\n\
                 pool,shared,71,2026-11-18,{first}\npool,shared,71,2026-11-19,{second}\n"
            ),
        );
        file(
            "transfers",
            r#", "contents": "transfers""#,
            format!(
                "token_slug,happened_at,block_number,transaction_hash,log_index,kind,amount_raw,amount,from_address,to_address,value_dollar\n\
                 t{source},2026-11-18T10:00:00Z,7,0xa,0,mint,{first},{first},,0x1,{first}\n"
            ),
        );
        file(
            "holders",
            r#", "contents": "holders""#,
            format!(
                "token_slug,date,rank,address,is_issuer,balance_raw,balance,share,value_dollar\n\
                 t{source},2026-11-18,1,0x1,false,{first},{first},1,{first}\n"
            ),
        );
    }
    files.push(("manifest.json".to_owned(), format!(r#"{{"files": {{{}}}}}"#, origins.join(", "))));
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let report = world.import(&files).await.unwrap();
    assert!(!report.is_refused(), "{report}");
    world.clock.advance(Duration::from_hours(1));
}

/// The sources whose values or names a text holds.
fn found(text: &str) -> Vec<usize> {
    let numbers = text.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
    let mut found = 0;
    for number in numbers.filter_map(|number| number.parse::<f64>().ok()) {
        let parts = number as u64 / UNIT;
        if number.fract() == 0.0
            && (number as u64).is_multiple_of(UNIT)
            && parts < 1 << (2 * SOURCES)
        {
            found |= parts | parts >> SOURCES;
        }
    }
    let is_named = |source: usize| text.contains(&format!("secret-{source}"));
    (0..SOURCES).filter(|source| found >> source & 1 == 1 || is_named(*source)).collect()
}

fn of_terms(terms: &[LicenceTerms], holds: impl Fn(LicenceTerms) -> bool) -> Vec<usize> {
    (0..SOURCES).filter(|source| holds(terms[*source])).collect()
}

async fn check(world: &World, client: &mut Client, terms: &[LicenceTerms], calls: &[String]) {
    world.refresh().await;
    let free = of_terms(terms, |terms| may_have(Reader::default(), terms));
    for reader in Reader::ALL {
        let allowed = of_terms(terms, |terms| may_have(reader, terms));
        let shown = of_terms(terms, |terms| may_have(reader.on_screen(), terms));
        for call in calls {
            let answers = as_reader(reader, Box::pin(answers(client, call))).await;
            let mut seen: Vec<usize> = Vec::new();
            for answer in answers {
                match answer {
                    Ok(text) => {
                        // Values that are allowed on a screen alone are named in the refusal of a part of an answer.
                        let found = found(&text);
                        let rest = text.contains("not_redistributable");
                        let most = if rest { &shown } else { &allowed };
                        assert!(
                            found.iter().all(|source| most.contains(source)),
                            "{call} as {reader:?} of {terms:?}: {found:?} in {text}"
                        );
                        seen.extend(found);
                    }
                    Err(status) => {
                        let numbers = found(&status.message().replace("secret-", ""));
                        assert!(numbers.is_empty(), "{status:?}");
                        let is_named = found(status.message());
                        assert!(is_named.iter().all(|source| shown.contains(source)), "{status:?}");
                    }
                }
            }
            seen.sort_unstable();
            seen.dedup();
            // All allowed values are there, except in totals of files that would lack a part.
            let expected: Option<&[usize]> = match call.as_str() {
                "GetMeta" | "GetGeneration" => Some(&[]),
                "ReadDataset" => Some(&free),
                "GetAggregate" | "GetAggregateText" | "GetAggregateExplanation"
                    if allowed != shown =>
                {
                    Some(&[])
                }
                "GetDatasets" | "GetLatestText" | "ListRestatements" => None,
                _ => Some(&allowed),
            };
            if let Some(expected) = expected {
                assert_eq!(seen, expected, "{call} as {reader:?} of {terms:?}");
            }
        }
        let total = as_reader(reader, client.get_aggregate(aggregates()[0].clone())).await;
        check_total(terms, reader, total);
    }
}

/// A total on a screen is that of what its reader may see, and says how many members are left out.
fn check_total(
    terms: &[LicenceTerms],
    reader: Reader,
    total: Result<Response<GetAggregateResponse>, Status>,
) {
    let allowed = of_terms(terms, |terms| may_have(reader, terms));
    let shown = of_terms(terms, |terms| may_have(reader.on_screen(), terms));
    if allowed != shown {
        let problem: kit::error::Problem = total.unwrap_err().into();
        assert_eq!(problem.reason, "not_redistributable");
        return;
    }
    let any = of_terms(terms, |terms| may_have(Reader::ADMINISTRATOR, terms));
    let total = total.unwrap().into_inner();
    assert_eq!(total.restricted_count as usize, any.len() - shown.len());
    let second_day = total.dates.iter().position(|date| date == "2026-11-18").unwrap();
    let value = total.total.unwrap().values.get(second_day).copied();
    let expected: u64 = shown.iter().map(|source| UNIT << source).sum();
    let value = value.filter(|value| !value.is_nan()).unwrap_or_default();
    assert_eq!(value as u64, expected);
}

#[tokio::test]
async fn what_a_licence_does_not_allow_is_in_no_answer_and_no_file() {
    let world = World::start().await;
    // Earlier states then are answered with other classes.
    let mut conn = world.test_db.db.conn().await.unwrap();
    let change = "INSERT INTO class_changes VALUES ('a0', '2027-01-01T00:00:00Z', '2027-01-01', 'bonds', 'funds')";
    sqlx::query(change).execute(&mut *conn).await.unwrap();
    // One number is composed of all sources. Its days have one order of them: a change between two sources would show
    // the values of others.
    let ranks = "INSERT INTO source_ranks (slug, known_at, source, valid_from, rank)
        SELECT 'rank-' || source, '2026-11-20T00:00:00Z', 'secret-' || source, '2026-11-18', 9 - source
        FROM generate_series(1, 7) AS source";
    sqlx::query(ranks).execute(&mut *conn).await.unwrap();
    drop(conn);
    let calls = calls();
    // Each possible licence once, then random changes of them: the newest manifest counts.
    let each: Vec<LicenceTerms> = (0..SOURCES).map(|source| (source % 4, source < 4)).collect();
    let mut runner = TestRunner::deterministic();
    let mut rounds = vec![each];
    for _ in 0..kit::testing::cases(2) {
        let terms = vec((0..VISIBILITIES.len(), any::<bool>()), SOURCES);
        rounds.push(terms.new_tree(&mut runner).unwrap().current());
    }
    rounds.push(vec![(0, true); SOURCES]);
    let mut client = None;
    for (round, terms) in rounds.iter().enumerate() {
        load(&world, terms, round).await;
        let mut served = match client.take() {
            Some(client) => client,
            None => world.serve().await,
        };
        // Files from before must not survive stricter terms until the next ones are written.
        world.refresh().await;
        let free = of_terms(terms, |terms| may_have(Reader::default(), terms));
        let kept = found(&files(&mut served).await);
        assert!(kept.iter().all(|source| free.contains(source)), "{kept:?} of {terms:?}");
        datasets::build(&world.context(), None).await.unwrap();
        check(&world, &mut served, terms, &calls).await;
        client = Some(served);
    }
}

#[tokio::test]
async fn what_may_not_be_passed_on_is_for_members_unless_its_manifest_says_less() {
    let world = World::start().await;
    let manifest = |more: &str| {
        format!(
            r#"{{"files": {{"long.csv": {{"source": "a", "licence": "b", "retrieved_on": "2026-01-02",
                "redistributable": false{more}}}}}}}"#
        )
    };
    let values = format!("{HEAD}\nasset,fund,71,2026-11-18,1\n");
    let contrary = manifest(r#", "visible_to": "everybody""#);
    let refusal =
        world.import(&[("manifest.json", &contrary), ("long.csv", &values)]).await.unwrap_err();
    let refusal = format!("{refusal:#}");
    assert!(refusal.contains("manifest.json, long.csv: "), "{refusal}");
    assert!(refusal.contains("Remove visible_to"), "{refusal}");
    let unstated = manifest("");
    world.import(&[("manifest.json", &unstated), ("long.csv", &values)]).await.unwrap();
    let mut client = world.serve().await;
    for reader in Reader::ALL {
        let request =
            GetSeriesRequest { keys: vec![asset("fund", "71")], ..GetSeriesRequest::default() };
        let answer = as_reader(reader, client.get_series(request)).await;
        assert_eq!(answer.is_ok(), may_have(reader, (1, false)), "{reader:?}");
    }
}

#[tokio::test]
async fn a_call_that_names_a_greater_audience_than_its_person_reads_as_this_person() {
    let world = World::start().await;
    let terms: Vec<LicenceTerms> = (0..SOURCES).map(|source| (source % 4, source < 4)).collect();
    load(&world, &terms, 0).await;
    let mut client = world.serve().await;
    for named in Reader::ALL {
        for role in [None, Some(Role::Customer), Some(Role::Admin)] {
            let reader =
                Reader { audience: named.audience.min(Audience::from_role(role)), ..named };
            for (source, terms) in terms.iter().enumerate() {
                let keys = vec![asset(&format!("a{source}"), "71")];
                let request = GetSeriesRequest { keys, ..GetSeriesRequest::default() };
                let call = read_as(named, client.get_series(request));
                let answer = on_behalf_of(role.map(|role| person("ann", role)), call).await;
                let expected = may_have(reader, *terms);
                assert_eq!(answer.is_ok(), expected, "{named:?} for {role:?} of {terms:?}");
            }
        }
    }
}

#[tokio::test]
async fn growth_is_unknown_without_distributions_that_may_not_be_seen() {
    let world = World::start().await;
    let manifest = r#"{"files": {
        "long.csv": {"source": "a", "licence": "b", "retrieved_on": "2026-01-02"},
        "paid.csv": {"source": "c", "licence": "d", "retrieved_on": "2026-01-02", "source_slug": "other",
            "visible_to": "nobody"}
    }}"#;
    let values = format!(
        "{HEAD}\nasset,fund,net_asset_value_dollar,2026-10-18,1\nasset,fund,net_asset_value_dollar,2026-11-18,1.01\n"
    );
    let paid = format!("{HEAD}\nasset,fund,distribution_per_unit_dollar,2026-11-01,0.02\n");
    world
        .import(&[("manifest.json", manifest), ("long.csv", &values), ("paid.csv", &paid)])
        .await
        .unwrap();
    let mut client = world.serve().await;
    let request = |measure: &str| GetSeriesRequest {
        keys: vec![asset("fund", measure)],
        ..GetSeriesRequest::default()
    };
    assert!(client.get_series(request("net_asset_value_dollar")).await.is_ok());
    for reader in Reader::ALL {
        let growth = as_reader(reader, client.get_series(request("return_1m"))).await;
        assert_eq!(growth.unwrap_err().code(), tonic::Code::NotFound);
        let aggregate = GetAggregateRequest {
            measure: "return_1m".to_owned(),
            ..GetAggregateRequest::default()
        };
        let growth = as_reader(reader, client.get_aggregate(aggregate)).await.unwrap().into_inner();
        assert_eq!(growth.total.unwrap().member_count, 0);
    }
}
