//! The manifest of a folder of numbers and its list of columns, between which an input has a line of hyphens.

use timeseries::import::{Input, Manifest};

use crate::target::Target;

pub const TARGET: Target = Target {
    name: "series_manifests",
    run,
    tokens: &[
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\n",
        "\"",
        "null",
        "true",
        "\"kind\":",
        "\"sample\"",
        "\"files\":",
        "\"a.csv\":",
        "\"source\":",
        "\"licence\":",
        "\"retrieved_on\":",
        "2026-11-27",
        "2027-01-01",
        "\"mode\":",
        "\"as_recorded\"",
        "\"earlier_days\":",
        "\"month_ends\"",
        "\"contents\":",
        "\"holders\"",
        "\"visible_to\":",
        "\"nobody\"",
        "\"redistributable\":",
        "\"frequency\":",
        "\"scale\":",
        "percent",
        "daily",
        "asset",
        "71",
        "a.csv",
        "b.csv",
        "=",
        " ",
    ],
    rounds: 3000,
};

/// 2026-11-27.
const TODAY: i32 = 20_784;
const BETWEEN: &str = "\n---\n";

fn run(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let (manifest, columns) = text.split_once(BETWEEN).unwrap_or((text, ""));
    let mut files = vec![("manifest.json", manifest), ("a.csv", "date,x\n"), ("b.csv", "")];
    if !columns.is_empty() {
        files.push(("series.csv", columns));
    }
    let files = files.into_iter();
    let files = files.map(|(name, text)| Input::received(name.to_owned(), text.into())).collect();
    let Ok((manifest, rest)) = Manifest::take(files, TODAY) else { return };
    let names: Vec<&str> = rest.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["a.csv", "b.csv"]);
    for name in names {
        let origin = manifest.origin(name).expect("a file that is loaded is described");
        assert!(!origin.source.trim().is_empty() && !origin.licence.trim().is_empty());
        assert_eq!(origin.retrieved_on.len(), "2026-11-27".len());
        assert!(origin.retrieved_on.as_str() <= "2026-11-27", "{}", origin.retrieved_on);
        // Fields that only fictional numbers may have are refused for others.
        assert!(manifest.is_sample || (origin.method.is_none() && origin.transformation.is_none()));
        let columns = manifest.columns(name).unwrap_or_default();
        for (at, column) in columns.iter().enumerate() {
            let earlier = &columns[..at];
            assert!(earlier.iter().all(|one| one.name != column.name && one.key != column.key));
        }
    }
}
