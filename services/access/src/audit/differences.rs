//! The changed fields of a record, from the JSON forms before and after.

use proto::access::v1::FieldChange;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::limits::{LONGEST_AUDITED_VALUE, MOST_AUDITED_VALUES};

/// Fields that say which record it is and who changed it when, as the entry itself does. Persons and reasons are in a table of
/// their own.
const LEFT_OUT: [&str; 10] = [
    "id",
    "version",
    "created_at",
    "created_by",
    "updated_at",
    "updated_by",
    "granted_by",
    "user_id",
    "organization_id",
    "reason",
];

/// The fields whose values differ, in the order of the record.
pub fn differences<T: Serialize>(before: Option<&T>, after: Option<&T>) -> Vec<FieldChange> {
    let (before, after) = (fields(before), fields(after));
    let mut names: Vec<&String> = before.keys().collect();
    names.extend(after.keys().filter(|name| !before.contains_key(*name)));
    let names = names.into_iter().filter(|name| before.get(*name) != after.get(*name));
    names
        .map(|name| FieldChange {
            field: name.clone(),
            before: texts(before.get(name)),
            after: texts(after.get(name)),
        })
        .collect()
}

/// The values of an input, as those that an attempt would have set.
pub fn values<T: Serialize>(input: Option<&T>) -> Vec<FieldChange> {
    differences(None, input)
}

/// The fields of the JSON form that have a value.
fn fields<T: Serialize>(record: Option<&T>) -> Map<String, Value> {
    let Some(Ok(Value::Object(mut fields))) = record.map(serde_json::to_value) else {
        return Map::new();
    };
    fields
        .retain(|name, value| !LEFT_OUT.contains(&name.as_str()) && !texts(Some(value)).is_empty());
    fields
}

/// A list as one text for each item, everything else as one text.
fn texts(value: Option<&Value>) -> Vec<String> {
    match value {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(items)) => items.iter().take(MOST_AUDITED_VALUES).map(text).collect(),
        Some(value) => Some(text(value)).into_iter().filter(|text| !text.is_empty()).collect(),
    }
}

fn text(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    };
    match text.char_indices().nth(LONGEST_AUDITED_VALUE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use proto::access::v1::{AccessRole, AccessStatus, Action, PolicyInput};

    use super::*;

    #[test]
    fn only_what_differs_is_named() {
        let before = AccessRole {
            id: "1".to_owned(),
            version: 1,
            name: "analysts".to_owned(),
            status: AccessStatus::Active.into(),
            kind: 1,
            ..AccessRole::default()
        };
        let mut after = before.clone();
        assert_eq!(differences(Some(&before), Some(&after)), []);
        after.version = 2;
        after.status = AccessStatus::Disabled.into();
        after.description = "x".repeat(3_000);
        let changes = differences(Some(&before), Some(&after));
        let names: Vec<&str> = changes.iter().map(|change| change.field.as_str()).collect();
        assert_eq!(names, ["status", "description"]);
        assert_eq!((&*changes[0].before[0], &*changes[0].after[0]), ("active", "disabled"));
        assert_eq!(changes[1].before, [""; 0]);
        assert_eq!(changes[1].after[0].chars().count(), LONGEST_AUDITED_VALUE + 1);
    }

    #[test]
    fn an_input_that_cannot_be_read_has_no_values() {
        let actions = vec![Action::List.into(), 99];
        assert_eq!(values(Some(&PolicyInput { actions, ..PolicyInput::default() })), []);
    }
}
