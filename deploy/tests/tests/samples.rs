//! The sample universe, loaded through the calls of running services as a collector would load numbers.

use stack::Stack;

/// The number of a field in the line of the log with a message.
fn logged(log: &str, message: &str, field: &str) -> i64 {
    let line = log.lines().find(|line| line.contains(message));
    let line = line.unwrap_or_else(|| panic!("{message:?} is not in {log}"));
    let line: serde_json::Value = serde_json::from_str(line).unwrap();
    let number = line.get(field).or_else(|| line.get("fields")?.get(field));
    number.and_then(serde_json::Value::as_i64).unwrap_or_else(|| panic!("no {field} in {line}"))
}

const NUMBERS: &str = "the numbers of the sample universe are loaded";
const RECORDS: &str = "the records of the sample universe are loaded";

#[tokio::test]
async fn the_universe_is_loaded_once_continued_and_removed() {
    let mut stack = Stack::start().await;
    stack.operate("catalog-1", &["seed"]).await;
    let first = stack.sample(&["load", "--until", "2025-07-30"]).await;
    let (values, records) = (logged(&first, NUMBERS, "values"), logged(&first, RECORDS, "added"));
    assert!(values > 1_000 && records > 1_000, "{values} {records}");

    let again = stack.sample(&["load", "--until", "2025-07-30"]).await;
    assert_eq!(logged(&again, NUMBERS, "values"), 0);
    let changes = ["added", "changed", "removed"].map(|field| logged(&again, RECORDS, field));
    assert_eq!(changes, [0, 0, 0]);

    let day = stack.sample(&["load", "--until", "2025-07-31"]).await;
    let of_day = logged(&day, NUMBERS, "values");
    assert!(of_day > 10 && of_day < values / 10, "{of_day} of {values}");

    let removed = stack.sample(&["remove"]).await;
    let gone = "the records of the sample universe are gone";
    // The history of loans goes with them and is not counted apart.
    assert!(logged(&removed, gone, "removed") > records / 2);
    let anew = stack.sample(&["load", "--until", "2025-07-31"]).await;
    // Of holders the day before the last one is not made any more.
    assert!((values..=values + of_day).contains(&logged(&anew, NUMBERS, "values")), "{anew}");
    assert_eq!(logged(&anew, RECORDS, "added"), records);
    assert!(stack.process("timeseries-1").runs());
}
