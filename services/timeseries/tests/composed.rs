//! Explanations of observed numbers by other numbers of their source, and the results of their checks.

use crate::implausible::{amounts, steady};
use crate::support::{Client, HEAD, World, asset};
use kit::clock::DAY;
use proto::timeseries::v1::{Explanation, GetExplanationRequest, SeriesKey};

async fn explained(client: &mut Client, key: SeriesKey, day: &str) -> Explanation {
    let request = GetExplanationRequest {
        key: Some(key),
        date: Some(day.to_owned()),
        ..GetExplanationRequest::default()
    };
    client.get_explanation(request).await.unwrap().into_inner()
}

fn made(explanation: &Explanation) -> (Option<&str>, Vec<(&str, Option<f64>)>) {
    let inputs = explanation.inputs.iter().map(|input| (&*input.role, input.value));
    (explanation.composition.as_deref(), inputs.collect())
}

fn checks(explanation: &Explanation) -> Vec<(&str, Option<bool>)> {
    explanation.checks.iter().map(|check| (&*check.reason, check.has_passed)).collect()
}

#[tokio::test]
async fn a_value_is_explained_by_units_and_price() {
    let world = World::start().await;
    world
        .load(
            "asset,fund,total_supply_token,2026-01-02,1000
asset,fund,net_asset_value_dollar,2026-01-01,2.5
asset,fund,total_asset_value_dollar,2026-01-02,2500
asset,fund,circulating_asset_value_dollar,2026-01-02,2400
asset,fund,total_asset_value_dollar,2026-01-03,2499",
        )
        .await;
    let mut client = world.serve().await;
    let explanation = explained(&mut client, asset("fund", "2"), "2026-01-02").await;
    let inputs = vec![("Total supply", Some(1000.0)), ("Net asset value", Some(2.5))];
    assert_eq!(made(&explanation), (Some("Units times the value of one unit."), inputs));
    assert_eq!(explanation.inputs[1].from.as_deref(), Some("2026-01-01"), "the carried value");
    assert_eq!(explanation.inputs[0].versions.len(), 1);
    assert_eq!(explanation.formula, None);
    for (measure, day) in [("63", "2026-01-02"), ("2", "2026-01-03")] {
        let explanation = explained(&mut client, asset("fund", measure), day).await;
        assert_eq!(
            made(&explanation),
            (None, Vec::new()),
            "{measure}: the product is another number"
        );
    }
}

#[tokio::test]
async fn a_sum_is_explained_by_its_parts_and_a_supply_by_its_changes() {
    let world = World::start().await;
    let head = "subject_kind,subject_slug,network_slug,measure,date,value";
    world
        .import(&[(
            "long.csv",
            &format!(
                "{head}
asset,coin,,71,2026-01-02,30
asset,coin,one,71,2026-01-02,10
asset,coin,two,71,2026-01-02,20
asset,coin,,total_supply_token,2026-01-01,100
asset,coin,,total_supply_token,2026-01-02,115
asset,coin,,total_supply_token,2026-01-03,115
asset,coin,,daily_mints_token,2026-01-02,20
asset,coin,,daily_burns_token,2026-01-02,5"
            ),
        )])
        .await
        .unwrap();
    let mut client = world.serve().await;
    let explanation = explained(&mut client, asset("coin", "71"), "2026-01-02").await;
    let parts = vec![("coin", Some(10.0)), ("coin", Some(20.0))];
    assert_eq!(made(&explanation), (Some("The sum of its networks."), parts));
    let networks = explanation.inputs.iter().map(|input| {
        input.series.as_ref().and_then(|series| series.network_slug.as_deref()).unwrap_or_default()
    });
    assert_eq!(networks.collect::<Vec<_>>(), ["one", "two"]);
    let explanation = explained(&mut client, asset("coin", "10002"), "2026-01-02").await;
    let account =
        vec![("Supply before", Some(100.0)), ("Minted", Some(20.0)), ("Burned", Some(5.0))];
    let words = "The previous supply plus mints, less burns.";
    assert_eq!(made(&explanation), (Some(words), account));
    assert_eq!(explanation.inputs[0].to.as_deref(), Some("2026-01-01"));
    let explanation = explained(&mut client, asset("coin", "10002"), "2026-01-03").await;
    assert_eq!(made(&explanation), (None, Vec::new()), "its changes are not known");
}

#[tokio::test]
async fn every_check_states_its_result() {
    let world = World::start().await;
    let rows = "asset,fund,net_asset_value_dollar,2026-01-01,10
asset,fund,net_asset_value_dollar,2026-01-02,10.1
asset,fund,net_asset_value_dollar,2026-01-03,20
asset,fund,net_asset_value_dollar,2026-01-04,null";
    world.import(&[("long.csv", &format!("{HEAD}\n{rows}"))]).await.unwrap();
    let mut client = world.serve().await;
    let mut found = Vec::new();
    for day in ["2026-01-02", "2026-01-03", "2026-01-04", "2026-01-01"] {
        found.push(explained(&mut client, asset("fund", "3"), day).await);
    }
    let all = found.iter().map(checks).collect::<Vec<_>>();
    let names = ["negative", "zero", "scale_jump", "nav_jump"];
    assert_eq!(all[0], names.map(|name| (name, Some(true))));
    assert_eq!(all[1], names.map(|name| (name, (name == "nav_jump").then_some(false))));
    assert_eq!(all[2], [], "a missing value was not checked");
    assert_eq!(found[0].checks[0].claim, "It is not negative.");
    let first = names.map(|name| (name, (!name.ends_with("_jump")).then_some(true)));
    assert_eq!(all[3], first, "there is no earlier value to compare the first one with");
    let lacks = |at: usize| found[at].checks.iter().map(|check| check.not_compared.as_deref());
    let no_earlier = Some("There is no recent earlier value.");
    assert_eq!(lacks(3).collect::<Vec<_>>(), [None, None, no_earlier, no_earlier]);
    let withheld = Some("Another check withheld the value.");
    assert_eq!(lacks(1).collect::<Vec<_>>(), [withheld, withheld, withheld, None]);
    assert!(lacks(0).all(|lack| lack.is_none()));
}

/// The result of the check of a value, and why it was not compared.
fn check(explanation: &Explanation, reason: &str) -> (Option<bool>, Option<String>) {
    let found = explanation.checks.iter().find(|check| check.reason == reason).unwrap();
    (found.has_passed, found.not_compared.clone())
}

#[tokio::test]
async fn activity_was_compared_only_with_that_of_another_file() {
    let world = World::start().await;
    let volume = "daily_transfer_volume_dollar";
    let of = |from: i32, values: Vec<f64>| amounts("coin", volume, from, values);
    let files = [
        of(0, steady(1_000.0, 30).collect()),
        of(30, vec![1_010.0, 0.0, 1_020.0]),
        // Days that are known already, and one of them in another way.
        of(32, vec![1_020.0, 1_030.0]) + &of(5, vec![1_005.0]),
        of(34, vec![2e6]),
        of(35, vec![2.1e6]),
    ];
    for file in files {
        world.load(&file).await;
        world.clock.advance(DAY);
    }
    let mut client = world.serve().await;
    let alone =
        "The previous value may be from the same file, and a file is assumed to have one scale.";
    for (day, lack) in [
        ("2026-01-01", Some("There is no recent earlier value.")),
        ("2026-01-05", Some(alone)),
        // It replaced a published value.
        ("2026-01-06", None),
        ("2026-01-31", None),
        ("2026-02-01", Some("A value of zero has no scale.")),
        ("2026-02-02", Some(alone)),
        ("2026-02-03", Some(alone)),
        // It was withheld, and the next one confirmed it.
        ("2026-02-04", None),
        ("2026-02-05", None),
    ] {
        let explanation = explained(&mut client, asset("coin", volume), day).await;
        let expected = (lack.is_none().then_some(true), lack.map(str::to_owned));
        assert_eq!(check(&explanation, "scale_jump"), expected, "{day}");
    }
}

#[tokio::test]
async fn a_value_was_not_compared_with_one_that_cannot_be() {
    let world = World::start().await;
    let nav = "net_asset_value_dollar";
    let rows = [("negative", -5.0), ("scaled", 1_000.0), ("plain", 10.2)].map(|(slug, value)| {
        amounts(slug, nav, 0, [10.0]) + &amounts(slug, nav, 20, [value, 10.5])
    });
    let first = amounts("first", nav, 20, [-5.0, 10.5]);
    world.load(&(rows.concat() + &first)).await;
    let mut client = world.serve().await;
    let none = Some("There is no recent earlier value.");
    for (slug, of_scale, of_jump) in [
        // The value before it is of three weeks earlier, which is long ago for a jump alone.
        ("negative", None, none),
        ("scaled", None, none),
        ("plain", None, None),
        ("first", none, none),
    ] {
        let explanation = explained(&mut client, asset(slug, nav), "2026-01-22").await;
        for (reason, lack) in [("scale_jump", of_scale), ("nav_jump", of_jump)] {
            let expected = (lack.is_none().then_some(true), lack.map(str::to_owned));
            assert_eq!(check(&explanation, reason), expected, "{slug} {reason}");
        }
    }
}
