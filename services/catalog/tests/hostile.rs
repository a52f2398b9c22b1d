//! Hostile text: refused with its place, or stored letter by letter and printed without effect.

use crate::support::World;
use catalog::import::{Rejection, Report};
use serde_json::json;

const REFUSED: [(&str, &str); 6] = [
    ("a\0b", "a·b"),
    ("a\u{7}b", "a·b"),
    ("\u{1b}[31mred\u{1b}[0m", "·[31mred·[0m"),
    ("a\u{85}b", "a·b"),
    ("a\u{9f}b", "a·b"),
    // Last, since the rows after it would begin on other lines.
    ("a\nb", "a·b"),
];

const KEPT: [&str; 9] = [
    "\u{202e}gnp.elbatpecca\u{202c}",
    "\u{2066}one\u{2069} \u{200f}two",
    "=HYPERLINK(\"https://example.com\")",
    "+1",
    "-1",
    "@SUM(1)",
    "<script>alert(1)</script>",
    "'; DROP TABLE issuers; --",
    "{{7*7}} ${7*7} %s",
];

fn rejection(line: usize, column: &str, found: &str, expected: &str) -> Rejection {
    Rejection {
        line,
        column: Some(column.to_owned()),
        found: found.to_owned(),
        expected: expected.to_owned(),
    }
}

/// Issuers with these texts in one column, a row each from line 3 on, behind a harmless one.
fn csv(column: &str, texts: &[&str]) -> String {
    let rows = texts.iter().enumerate().map(|(at, text)| {
        let quoted = text.replace('"', "\"\"");
        format!("row-{at},Row {at},\"{quoted}\"\n")
    });
    std::iter::once(format!("slug,name,{column}\nplain,Plain,Plain\n")).chain(rows).collect()
}

/// The same as a list of objects.
fn objects(column: &str, texts: &[&str]) -> String {
    let row = |slug: String, name: String, text: &str| {
        let mut row = json!({"slug": slug, "name": name, "source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"});
        row[column] = text.into();
        row.to_string()
    };
    let mut rows = vec![row("plain".to_owned(), "Plain".to_owned(), "Plain")];
    rows.extend(
        texts
            .iter()
            .enumerate()
            .map(|(at, text)| row(format!("row-{at}"), format!("Row {at}"), text)),
    );
    format!("[\n{}\n]", rows.join(",\n"))
}

/// Refused with exactly this, printed without control characters, and nothing of the file loaded.
async fn check(world: &World, report: &Report, expected: &[Rejection]) {
    let file = report.files.last().unwrap();
    assert_eq!(file.rejections, expected, "{report}");
    let printed = report.to_string();
    for rejection in expected {
        let column = rejection.column.as_deref().unwrap_or_default();
        assert!(printed.contains(&format!("line {}, {column}: ", rejection.line)), "{printed}");
    }
    let harmless = |letter: char| letter == '\n' || !letter.is_control() && letter != '\u{202e}';
    assert!(printed.chars().all(harmless), "{printed:?}");
    assert!(printed.len() < 3000, "{printed}");
    assert_eq!(world.texts("SELECT slug FROM issuers").await, Vec::<String>::new());
}

#[tokio::test]
async fn control_characters_are_refused_with_line_and_column() {
    let world = World::start().await;
    let texts = REFUSED.map(|(text, _)| text);
    let expected = "text without control characters";
    let all: Vec<Rejection> = (3..)
        .zip(REFUSED)
        .map(|(line, (_, found))| rejection(line, "legal_name", found, expected))
        .collect();
    for (name, file) in [
        ("issuers.csv", csv("legal_name", &texts)),
        ("issuers.json", objects("legal_name", &texts)),
    ] {
        let report = world.add(name, &file).await;
        check(&world, &report, &all).await;
    }
}

#[tokio::test]
async fn ten_thousand_characters_are_refused_and_shortened_in_the_report() {
    let world = World::start().await;
    let (long, found) = ("x".repeat(10_000), format!("{}…", "x".repeat(60)));
    for (column, most) in [("legal_name", 200), ("note", 500)] {
        let expected = format!("1 to {most} characters, not 10000");
        let all = [rejection(3, column, &found, &expected)];
        let report = world.add("issuers.csv", &csv(column, &[&long])).await;
        check(&world, &report, &all).await;
        let report = world.add("issuers.json", &objects(column, &[&long])).await;
        check(&world, &report, &all).await;
    }
    let named = format!("slug,name\na,A\nb,{long}\n");
    let report = world.add("issuers.csv", &named).await;
    let all = [rejection(3, "name", &found, "1 to 300 characters, not 10000")];
    check(&world, &report, &all).await;
    let linked = format!("slug,name,website\na,A,https://example.com/{long}\n");
    let report = world.add("issuers.csv", &linked).await;
    let found = format!("https://example.com/{}…", "x".repeat(40));
    let expected = "an http or https address of at most 1000 characters";
    check(&world, &report, &[rejection(2, "website", &found, expected)]).await;
}

#[tokio::test]
async fn overrides_markup_and_formulas_are_kept_letter_by_letter() {
    for (name, file) in
        [("issuers.csv", csv("legal_name", &KEPT)), ("issuers.json", objects("legal_name", &KEPT))]
    {
        let world = World::start().await;
        let report = world.add(name, &file).await;
        assert!(!report.is_refused(), "{report}");
        let kept = world.texts("SELECT legal_name FROM issuers WHERE slug <> 'plain' ORDER BY id");
        assert_eq!(kept.await, KEPT);
    }
}

#[tokio::test]
async fn no_such_text_becomes_an_address_a_column_or_a_link() {
    let world = World::start().await;
    let expected = "words of a-z and 0-9, joined by '-', of at most 120 characters";
    for (slug, found) in
        [("\u{202e}b", "·b"), ("=1", "=1"), ("<b>", "<b>"), ("../b", "../b"), ("a\u{200b}b", "a·b")]
    {
        let report = world.add("issuers.csv", &format!("slug,name\na,A\n{slug},B\n")).await;
        check(&world, &report, &[rejection(3, "slug", found, expected)]).await;
    }
    for link in ["javascript:alert(1)", "data:text/html;x", "=https://example.com"] {
        let file = format!("slug,name,website\na,A,{link}\n");
        let report = world.add("issuers.csv", &file).await;
        let expected = "an http or https address of at most 1000 characters";
        check(&world, &report, &[rejection(2, "website", link, expected)]).await;
    }
    let report = world.add("issuers.csv", "slug,name,\u{202e}eman\u{1b}\na,A,B\n").await;
    let column = report.files[0].rejections[0].column.clone();
    assert_eq!((report.files[0].rejections[0].line, column.as_deref()), (1, Some("·eman·")));
    assert!(!report.to_string().contains(['\u{202e}', '\u{1b}']), "{report}");
}

#[tokio::test]
async fn a_name_that_unfolds_into_many_letters_still_has_a_place_in_the_order() {
    let world = World::start().await;
    // Each of them stands for up to eighteen letters.
    let squares: String =
        ('\u{3300}'..'\u{3357}').chain(['\u{fdfa}', '\u{fdfb}']).cycle().take(300).collect();
    let report = world.add("issuers.csv", &format!("slug,name\na,{squares}\n")).await;
    assert!(!report.is_refused(), "{report}");
    assert_eq!(world.texts("SELECT name FROM issuers").await, [squares]);
}
