//! Rules of policies.

use proto::access::v1::{
    Action, Condition, ConditionOperator, Dimension, Effect, Endpoint, FieldMode, Fields, Limits,
    Policy, TimeBounds,
};

use super::compiled_policy::CompiledPolicy;
use super::field_error::FieldReason;
use super::validation::validate;

fn treasuries() -> Policy {
    Policy {
        id: "treasuries".into(),
        name: "Treasuries".into(),
        effect: Effect::Allow as i32,
        actions: [Action::List, Action::Read, Action::Export].map(|action| action as i32).to_vec(),
        endpoints: vec![Endpoint::Assets as i32, Endpoint::AssetTimeseries as i32],
        r#where: vec![condition(Dimension::AssetClass, &[27])],
        limits: Some(Limits { rows_per_response: Some(50_000), ..Limits::default() }),
        ..Policy::default()
    }
}

fn condition(dimension: Dimension, ids: &[i64]) -> Condition {
    let operator = ConditionOperator::In as i32;
    Condition { dimension: dimension as i32, operator, ids: ids.to_vec() }
}

fn errors(policy: &Policy) -> Vec<(String, FieldReason)> {
    validate(policy).into_iter().map(|error| (error.path, error.reason)).collect()
}

fn error(path: &str, reason: FieldReason) -> Vec<(String, FieldReason)> {
    vec![(path.to_owned(), reason)]
}

#[test]
fn a_valid_policy_has_no_errors() {
    assert_eq!(errors(&treasuries()), []);
    assert!(CompiledPolicy::compile(&treasuries(), None).is_ok());
}

#[test]
fn an_empty_policy_names_what_it_needs() {
    let required = |path: &str| (path.to_owned(), FieldReason::Required);
    let expected = [
        ("name".to_owned(), FieldReason::TooShort),
        required("effect"),
        required("actions"),
        required("endpoints"),
    ];
    assert_eq!(errors(&Policy::default()), expected);
}

#[test]
fn names_and_lists_are_checked() {
    let named = |name: &str| errors(&Policy { name: name.into(), ..treasuries() });
    assert_eq!(named("ab"), error("name", FieldReason::TooShort));
    assert_eq!(named(&"é".repeat(64)), []);
    assert_eq!(named(&"a".repeat(65)), error("name", FieldReason::TooLong));
    assert_eq!(named("a\u{7}bc"), error("name", FieldReason::NotAName));
    let actions = |actions: &[i32]| errors(&Policy { actions: actions.to_vec(), ..treasuries() });
    assert_eq!(actions(&[1, 99]), error("actions[1]", FieldReason::Unknown));
    assert_eq!(actions(&[1, 0]), error("actions[1]", FieldReason::Unknown));
    assert_eq!(actions(&[1, 1]), error("actions[1]", FieldReason::Duplicate));
    assert_eq!(actions(&[1; 7]), error("actions", FieldReason::TooMany));
}

#[test]
fn conditions_fit_the_endpoints() {
    let conditions =
        |conditions: Vec<Condition>| errors(&Policy { r#where: conditions, ..treasuries() });
    let class = |ids: &[i64]| condition(Dimension::AssetClass, ids);
    assert_eq!(conditions(vec![class(&[])]), error("where[0].ids", FieldReason::Required));
    assert_eq!(conditions(vec![class(&[2, 1])]), error("where[0].ids", FieldReason::NotSorted));
    assert_eq!(conditions(vec![class(&[1, 1])]), error("where[0].ids", FieldReason::Duplicate));
    let many: Vec<i64> = (0..1_001).collect();
    assert_eq!(conditions(vec![class(&many)]), error("where[0].ids", FieldReason::TooMany));
    assert_eq!(conditions(vec![class(&many[1..])]), []);
    assert_eq!(
        conditions(vec![class(&[1]), class(&[2])]),
        error("where[1].dimension", FieldReason::Duplicate)
    );
    let of_measure = Policy { r#where: vec![condition(Dimension::Measure, &[1])], ..treasuries() };
    let found = validate(&of_measure);
    assert_eq!(found[0].path, "where[0].dimension");
    assert_eq!(found[0].message, "Assets have no measure. Put them into a policy of their own.");
}

#[test]
fn fields_are_sorted_and_never_hide_identifiers() {
    let fields = |effect: Effect, mode: FieldMode, names: &[&str]| {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        let fields = Some(Fields { mode: mode as i32, names });
        errors(&Policy { effect: effect as i32, limits: None, fields, ..treasuries() })
    };
    let (allow, deny) = (Effect::Allow, Effect::Deny);
    assert_eq!(fields(allow, FieldMode::All, &[]), []);
    assert_eq!(fields(allow, FieldMode::All, &["a"]), error("fields.names", FieldReason::TooMany));
    assert_eq!(fields(allow, FieldMode::Only, &[]), error("fields.names", FieldReason::Required));
    assert_eq!(
        fields(allow, FieldMode::Only, &["b", "a"]),
        error("fields.names", FieldReason::NotSorted)
    );
    assert_eq!(
        fields(deny, FieldMode::Only, &["isin", "slug"]),
        error("fields.names[1]", FieldReason::AlwaysVisible)
    );
    assert_eq!(fields(allow, FieldMode::Only, &["isin", "slug"]), []);
    let nothing_left = error("fields.names", FieldReason::AlwaysVisible);
    assert_eq!(fields(deny, FieldMode::Except, &["id"]), nothing_left);
    assert_eq!(fields(deny, FieldMode::Except, &["id", "name", "slug"]), nothing_left);
    assert_eq!(fields(deny, FieldMode::Except, &["id", "isin"]), []);
    assert_eq!(
        fields(allow, FieldMode::Only, &["Isin"]),
        error("fields.names[0]", FieldReason::NotAName)
    );
}

#[test]
fn periods_are_in_order_and_denials_have_no_bounds() {
    let policy = Policy { starts_at: Some(5), expires_at: Some(5), ..treasuries() };
    assert_eq!(errors(&policy), error("expires_at", FieldReason::Reversed));
    let time = |bounds: TimeBounds| errors(&Policy { time: Some(bounds), ..treasuries() });
    let date = |text: &str| Some(text.to_owned());
    assert_eq!(
        time(TimeBounds { from: date("2024-13-01"), ..TimeBounds::default() }),
        error("time.from", FieldReason::NotADate)
    );
    assert_eq!(
        time(TimeBounds {
            from: date("2024-02-01"),
            to: date("2024-01-31"),
            ..TimeBounds::default()
        }),
        error("time.to", FieldReason::Reversed)
    );
    assert_eq!(
        time(TimeBounds { min_lag_minutes: Some(-1), ..TimeBounds::default() }),
        error("time.min_lag_minutes", FieldReason::TooSmall)
    );
    let denial = Policy { effect: Effect::Deny as i32, ..treasuries() };
    assert_eq!(errors(&denial), error("limits", FieldReason::NotInDenial));
    let empty =
        Policy { time: Some(TimeBounds::default()), limits: Some(Limits::default()), ..denial };
    assert_eq!(errors(&empty), []);
}
