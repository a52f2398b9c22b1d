//! Inputs that resemble the contract.

use crate::support::browser::Browser;
use crate::support::identity::user_id;
use crate::support::{ADMIN, World};
use gateway::call::procedure::{Kind, Procedure};
use serde_json::{Map, Value, json};

const CALLS: usize = 40;

/// Values that some position of some input might be taken for.
fn candidates() -> Vec<Value> {
    vec![json!("ADMIN"), json!(user_id(2)), json!(true), json!(null), json!([]), json!({})]
}

/// Every list of up to three candidates.
fn positional() -> Vec<Value> {
    let mut lists = vec![Vec::new()];
    let mut longest = lists.clone();
    for _ in 0..3 {
        longest = longest
            .iter()
            .flat_map(|list| {
                candidates().into_iter().map(move |last| [list.as_slice(), &[last]].concat())
            })
            .collect();
        lists.extend(longest.clone());
    }
    lists.into_iter().map(Value::Array).collect()
}

async fn ask(browser: &Browser, procedure: &Procedure, inputs: &[Value]) -> Vec<Value> {
    let names = vec![procedure.name; inputs.len()].join(",");
    let by_index: Map<String, Value> =
        inputs.iter().enumerate().map(|(at, input)| (at.to_string(), input.clone())).collect();
    let input = Value::Object(by_index).to_string();
    let answer = match procedure.kind {
        Kind::Query => {
            let input: String = url::form_urlencoded::byte_serialize(input.as_bytes()).collect();
            browser.get(&format!("/api/trpc/{names}?batch=1&input={input}")).await
        }
        Kind::Mutation => browser.post(&format!("/api/trpc/{names}?batch=1"), input).await,
    };
    answer.json().as_array().unwrap_or_else(|| panic!("{}: {answer:?}", procedure.name)).clone()
}

#[tokio::test]
async fn an_input_has_each_name_once() {
    let world = World::start().await;
    let calls = world.catalog.call_count();
    for (name, input) in [
        ("networks.get", r#"{"slug":"a","slug":"b"}"#),
        ("networks.list", r#"{"pagination":{"page":1,"p\u0061ge":2}}"#),
        ("networks.get,networks.get", r#"{"0":{"slug":"a"},"0":{"slug":"b"}}"#),
    ] {
        let batch = if name.contains(',') { "batch=1&" } else { "" };
        let input: String = url::form_urlencoded::byte_serialize(input.as_bytes()).collect();
        let answer = world.get(&format!("/api/trpc/{name}?{batch}input={input}")).await;
        assert_eq!(answer.status, 400, "{name}: {answer:?}");
        assert!(answer.text().contains("The input repeats a name in an object"), "{answer:?}");
    }
    assert_eq!(world.catalog.call_count(), calls);
}

#[tokio::test]
async fn no_procedure_takes_a_list_for_an_object() {
    let world = World::start().await;
    let browser = world.signed_in(ADMIN);
    let registry = gateway::procedures::registry();
    let lists = positional();
    for procedure in registry.all().iter().filter(|procedure| procedure.takes_input) {
        for some in lists.chunks(CALLS) {
            let entries = ask(&browser, procedure, some).await;
            for (input, entry) in some.iter().zip(entries) {
                let error = &entry["error"];
                assert_eq!(
                    (&error["data"]["httpStatus"], &error["data"]["reason"]),
                    (&json!(400), &json!("input_invalid")),
                    "{} took {input}: {entry}",
                    procedure.name
                );
                assert_eq!(error["message"], "The input must be an object", "{}", procedure.name);
            }
        }
    }
    assert_eq!(world.profiles.writes(), 0);
}

#[tokio::test]
async fn input_that_resembles_the_contract_is_refused_with_its_place() {
    let world = World::start().await;
    let browser = world.signed_in(ADMIN);
    let profile = |occupation: Value, interests: Value| {
        json!({"profile": {
            "occupation": occupation, "acquisitionChannel": "Twitter",
            "assetClassInterests": interests, "shouldReceiveMarketing": true,
        }})
    };
    for (procedure, input, message) in [
        (
            "userSettings.updateProfile",
            json!([["Analyst", "Twitter", ["Stablecoins"], true]]),
            "The input must be an object",
        ),
        (
            "userSettings.updateProfile",
            json!({"profile": ["Analyst", "Twitter", ["Stablecoins"], true]}),
            "profile: must be an object",
        ),
        (
            "userSettings.updateProfile",
            profile(json!({"Analyst": null}), json!([])),
            "profile.occupation: not one of the known values",
        ),
        (
            "userSettings.updateProfile",
            profile(json!("x".repeat(10_000)), json!([])),
            "profile.occupation: not one of the known values",
        ),
        (
            "userSettings.updateProfile",
            profile(json!("Analyst"), json!(["Stablecoins", {"Stablecoins": null}])),
            "profile.assetClassInterests[1]: not one of Private Credit, Public Securities, Stablecoins, \
             Real Estate, Private Funds",
        ),
        ("userSettings.updateProfile", json!({}), "profile: missing"),
        ("userSettings.updatePreferences", json!([[true]]), "The input must be an object"),
        (
            "userSettings.updatePreferences",
            json!({"preferences": {"darkMode": "on"}}),
            "preferences.darkMode: must be true or false",
        ),
        ("analytics.track", json!(["x", null, {"pathname": "/"}]), "The input must be an object"),
    ] {
        let answer = browser.post(&format!("/api/trpc/{procedure}"), input.to_string()).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "BAD_REQUEST"), "{input}");
        assert_eq!(answer.json()["error"]["message"], message, "{input}");
    }
    assert_eq!(world.profiles.writes(), 0);
}
