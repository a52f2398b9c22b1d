//! The JSON and TypeScript forms that the build script gives to messages.

use proto::catalog::v1::GetRequest;
use proto::codec::Text;
use proto::identity::v1::{
    ListSessionsResponse, Plan, PlanType, Role, SessionEntry, SetUserRoleRequest, SignInMethod,
    User,
};
use proto::profiles::v1::{AcquisitionChannel, AssetClassInterest, Occupation, Profile};
use proto::query::v1::{Filter, GroupRow, Operator, Pagination, Query, QueryValue};
use serde_json::json;
use ts_rs::{Config, TS};

#[test]
fn enumerations_travel_as_text_and_instants_as_rfc_3339() {
    let entry = SessionEntry {
        id: "7".into(),
        current: true,
        created_at: 1_700_000_000_123,
        method: SignInMethod::Email.into(),
        ..SessionEntry::default()
    };
    let value =
        serde_json::to_value(ListSessionsResponse { results: vec![entry.clone()] }).unwrap();
    assert_eq!(value["results"][0]["method"], "email");
    assert_eq!(value["results"][0]["created_at"], "2023-11-14T22:13:20.123Z");
    let back: ListSessionsResponse = serde_json::from_value(value).unwrap();
    assert_eq!(back.results, vec![entry]);
}

#[test]
fn absent_values_are_null() {
    let user =
        serde_json::to_value(User { role: Role::Customer.into(), ..User::default() }).unwrap();
    assert_eq!(user["name"], json!(null));
    assert_eq!(user["email_verified_at"], json!(null));
    assert_eq!(user["role"], "CUSTOMER");
}

#[test]
fn an_unset_profile_value_is_empty_text() {
    let profile = serde_json::to_value(Profile::default()).unwrap();
    assert_eq!(profile["occupation"], "");
    let profile: Profile = serde_json::from_value(json!({
        "occupation": "Investor - Real Estate", "acquisition_channel": "",
        "asset_class_interests": ["Private Funds"], "should_receive_marketing": true,
    }))
    .unwrap();
    assert_eq!(profile.occupation(), Occupation::InvestorRealEstate);
    assert_eq!(profile.asset_class_interests, [AssetClassInterest::PrivateFunds as i32]);
}

#[test]
fn a_value_that_was_never_set_is_refused_where_it_must_be() {
    assert!(serde_json::to_value(Plan::default()).is_err());
    assert!(
        serde_json::from_value::<SetUserRoleRequest>(
            json!({"id": "1", "role": "", "actor_id": "2"})
        )
        .is_err()
    );
    assert!(
        serde_json::from_value::<SetUserRoleRequest>(
            json!({"id": "1", "role": "KING", "actor_id": "2"})
        )
        .is_err()
    );
}

#[test]
fn requests_refuse_unknown_keys_and_allow_missing_optional_ones() {
    assert!(serde_json::from_value::<GetRequest>(json!({})).is_ok());
    assert!(serde_json::from_value::<GetRequest>(json!({"role": "ADMIN"})).is_err());
}

#[test]
fn every_list_of_options_is_complete() {
    assert_eq!(Occupation::VALUES.len(), 24);
    assert_eq!(AcquisitionChannel::VALUES.len(), 11);
    assert_eq!(AssetClassInterest::VALUES.len(), 5);
    assert_eq!(PlanType::VALUES.len(), 9);
    assert_eq!(Occupation::JournalistReporter.text(), "Journalist/Reporter");
    assert_eq!(Occupation::from_text("Crypto Enthusiast"), Some(Occupation::CryptoEnthusiast));
    assert_eq!(Occupation::Unspecified.text(), "");
}

#[test]
fn typescript_says_the_same_as_the_wire() {
    let config = Config::default();
    let entry = SessionEntry::inline(&config);
    assert!(entry.contains("created_at: string"), "{entry}");
    assert!(entry.contains("method: SignInMethod"), "{entry}");
    let user = User::inline(&config);
    assert!(user.contains("name: string | null"), "{user}");
    assert!(user.contains("organization: Organization"), "{user}");
    assert!(!user.contains("organization: Organization | null"), "{user}");
    assert!(user.contains("features: Array<Feature>"), "{user}");
    let request = GetRequest::inline(&config);
    assert!(request.contains("slug?: string | null"), "{request}");
    assert_eq!(Role::inline(&config), "\"CUSTOMER\" | \"ADMIN\"");
}

#[test]
fn the_grammar_of_lists_has_keys_in_camel_case_and_values_of_any_kind() {
    let question = json!({
        "filter": {"operator": "notEquals", "field": "symbol", "value": null, "filters": []},
        "sort": {"field": "name", "direction": "asc"},
        "pagination": {"page": 1, "perPage": 50, "cursor": null},
        "aggregate": null,
        // As every other question that takes one calls it.
        "as_of": "2026-03-20",
    });
    let read: Query = serde_json::from_value(question.clone()).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), question);
    let value = read.filter.as_ref().and_then(|filter| filter.value.clone());
    assert_eq!(value, Some(QueryValue::null()));
    assert_eq!(read.filter.map(|filter| filter.operator()), Some(Operator::NotEquals));

    let values = json!(["text", 7, -0.25, true, null, ["a", 1]]);
    let read: Vec<QueryValue> = serde_json::from_value(values.clone()).unwrap();
    assert_eq!(serde_json::to_value(read).unwrap(), values);
    for refused in [json!({"a": 1}), json!([["a"]])] {
        assert!(serde_json::from_value::<QueryValue>(refused).is_err());
    }
    let pagination = serde_json::to_value(Pagination { page: 1, ..Pagination::default() }).unwrap();
    let keys: Vec<&str> = pagination.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["page", "perPage", "pageCount", "resultCount", "nextCursor"]);
}

#[test]
fn typescript_writes_a_query_as_people_do() {
    let config = Config::default();
    let filter = Filter::inline(&config);
    for part in [
        "operator: Operator",
        "field?: string | null",
        "value?: QueryValue | null",
        "filters?: Array<Filter>",
    ] {
        assert!(filter.contains(part), "{filter}");
    }
    let query = Query::inline(&config);
    assert!(query.contains("filter?: Filter | null"), "{query}");
    assert!(Pagination::inline(&config).contains("nextCursor: string | null"));
    assert!(GroupRow::inline(&config).contains("group: QueryValue"));
    assert_eq!(
        QueryValue::decl(&config),
        "type QueryValue = string | number | boolean | null | Array<string | number>;"
    );
}
