//! The asset classes to which a request restricts itself by its filters.

use proto::catalog::v1::ClassPlace;

use super::input::Input;

/// The members of an input that are filters.
const FILTERS: [&str; 2] = ["filter", "asset_filter"];

/// For each condition on the class of all records the ids of the classes. Conditions that name an unknown class are left
/// out, so that a request never seems to be about less than it is.
pub fn selected_classes(input: &Input<'_>, classes: &[ClassPlace]) -> Vec<Vec<i64>> {
    let mut found = Vec::new();
    for name in FILTERS {
        if let Some(filter) = input.member(name) {
            collect(filter, classes, &mut found);
        }
    }
    found
}

fn collect(filter: &Input<'_>, classes: &[ClassPlace], found: &mut Vec<Vec<i64>>) {
    match (text(filter.member("operator")), filter.member("filters")) {
        (Some("and"), Some(Input::List(parts))) => {
            for part in parts {
                collect(part, classes, found);
            }
        }
        (Some("equals" | "in"), _) => found.extend(selection(filter, classes)),
        _ => {}
    }
}

fn selection(filter: &Input<'_>, classes: &[ClassPlace]) -> Option<Vec<i64>> {
    let value = filter.member("value")?;
    let named = match value {
        Input::List(items) => items.as_slice(),
        one => std::slice::from_ref(one),
    };
    let ids: Option<Vec<Vec<i64>>> = match text(filter.member("field"))? {
        "asset_class" | "asset_class_slug" => {
            let slug = |name: &Input<'_>| ids(name, classes, |class| Some(&class.asset_class_slug));
            named.iter().map(slug).collect()
        }
        "class_group" => {
            let group = |name: &Input<'_>| ids(name, classes, |class| class.group_slug.as_ref());
            named.iter().map(group).collect()
        }
        _ => None,
    };
    ids.map(|ids| ids.concat()).filter(|ids| !ids.is_empty())
}

/// The ids of the classes of a name; none if there are none.
fn ids(
    name: &Input<'_>,
    classes: &[ClassPlace],
    word: impl Fn(&ClassPlace) -> Option<&String>,
) -> Option<Vec<i64>> {
    let name = text(Some(name))?;
    let named = classes.iter().filter(|class| word(class).is_some_and(|word| word == name));
    let ids: Option<Vec<i64>> = named.map(|class| class.asset_class_id).collect();
    ids.filter(|ids| !ids.is_empty())
}

fn text<'i>(input: Option<&'i Input<'_>>) -> Option<&'i str> {
    match input {
        Some(Input::Text(text)) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn selected(input: Value) -> Vec<Vec<i64>> {
        let place = |slug: &str, group: &str, id| ClassPlace {
            asset_class_slug: slug.to_owned(),
            group_slug: Some(group.to_owned()),
            is_in_totals: true,
            asset_class_id: Some(id),
        };
        let classes = [
            place("treasury-products", "treasuries", 27),
            place("private-credit", "credit", 33),
            place("structured-credit", "credit", 42),
        ];
        selected_classes(&input.into(), &classes)
    }

    fn condition(operator: &str, field: &str, value: &Value) -> Value {
        json!({"operator": operator, "field": field, "value": value})
    }

    #[test]
    fn classes_are_named_by_slug_or_group_in_filters_of_all_records() {
        let class = condition("equals", "asset_class_slug", &json!("treasury-products"));
        let group = condition("in", "class_group", &json!(["credit"]));
        assert_eq!(selected(json!({"filter": class})), [[27]]);
        assert_eq!(selected(json!({"asset_filter": group})), [[33, 42]]);
        let both = json!({"operator": "and", "filters": [class, group]});
        assert_eq!(selected(json!({"filter": both})), [vec![27], vec![33, 42]]);
    }

    #[test]
    fn other_conditions_select_no_class() {
        let class = |operator: &str, value: Value| condition(operator, "asset_class", &value);
        for filter in [
            class("notEquals", json!("private-credit")),
            class("in", json!(["private-credit", "unknown"])),
            class("in", json!([])),
            class("equals", json!(33)),
            condition("equals", "slug", &json!("private-credit")),
            json!({"operator": "or", "filters": [class("equals", json!("private-credit"))]}),
            json!(7),
        ] {
            assert!(selected(json!({"filter": filter})).is_empty(), "{filter}");
        }
    }
}
