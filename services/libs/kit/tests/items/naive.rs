//! Answers questions the slow way: every row is looked at, in memory, straight from the JSON of the question.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use time::{Date, Month, OffsetDateTime};

use super::Item;

/// Why a question has no answer: it makes no sense.
#[derive(Debug, PartialEq)]
pub struct Nonsense;

type Answer<T> = Result<T, Nonsense>;

/// One value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Null,
    Text(String),
    Int(i64),
    Exact(String),
    Double(f64),
    Flag(bool),
    Day(Date),
    Moment(OffsetDateTime),
    List(Vec<Cell>),
}

/// Name, type, whether a row may be without it.
pub const FIELDS: &[(&str, &str, bool)] = &[
    ("id", "id", false),
    ("slug", "text", false),
    ("name", "text", true),
    ("rank", "int", false),
    ("price", "exact", true),
    ("ratio", "double", true),
    ("live", "bool", true),
    ("day", "date", true),
    ("seen_at", "instant", true),
    ("status", "enum", true),
    ("tags", "texts", false),
    ("members", "ids", true),
    ("code", "uuid", false),
];

pub fn cell(item: &Item, field: &str) -> Cell {
    fn or_null<T>(value: Option<T>, cell: impl Fn(T) -> Cell) -> Cell {
        value.map_or(Cell::Null, cell)
    }
    match field {
        "id" => Cell::Int(item.id),
        "slug" => Cell::Text(item.slug.clone()),
        "name" => or_null(item.name.clone(), Cell::Text),
        "rank" => Cell::Int(item.rank.into()),
        "price" => or_null(item.price.clone(), Cell::Exact),
        "ratio" => or_null(item.ratio, Cell::Double),
        "live" => or_null(item.live, Cell::Flag),
        "day" => or_null(item.day, Cell::Day),
        "seen_at" => or_null(item.seen_at, Cell::Moment),
        "status" => or_null(item.status.clone(), Cell::Text),
        "tags" => Cell::List(item.tags.iter().cloned().map(Cell::Text).collect()),
        "members" => or_null(item.members.clone(), |ids| {
            Cell::List(ids.into_iter().map(Cell::Int).collect())
        }),
        "code" => Cell::Text(item.code.to_string()),
        _ => panic!("{field}"),
    }
}

/// The rows of a question in its order.
pub fn list(rows: &[Item], question: &Value) -> Answer<Vec<i64>> {
    let mut found = filtered(rows, question)?;
    let (field, direction) = match &question["sort"] {
        Value::Null => ("rank", "desc"),
        sort => (sort["field"].as_str().unwrap(), sort["direction"].as_str().unwrap()),
    };
    let kind = FIELDS.iter().find(|known| known.0 == field).ok_or(Nonsense)?.1;
    if kind.ends_with('s') {
        return Err(Nonsense);
    }
    found.sort_by(|one, other| {
        let turn = |order: Ordering| if direction == "desc" { order.reverse() } else { order };
        let ties = turn(one.id.cmp(&other.id));
        match (cell(one, field), cell(other, field)) {
            (Cell::Null, Cell::Null) => ties,
            (Cell::Null, _) => Ordering::Greater,
            (_, Cell::Null) => Ordering::Less,
            (one, other) => turn(compare(&one, &other)).then(ties),
        }
    });
    Ok(found.into_iter().map(|item| item.id).collect())
}

/// The rows that a question leaves: those that were seen by then.
pub fn filtered<'a>(rows: &'a [Item], question: &Value) -> Answer<Vec<&'a Item>> {
    let seen =
        json!({"operator": "onOrBefore", "field": "seen_at", "value": question["as_of"].clone()});
    let parts = [(&question["filter"], &question["filter"]), (&question["as_of"], &seen)];
    let present = parts.iter().filter(|(present, _)| !present.is_null());
    let filter = json!({
        "operator": "and",
        "filters": present.map(|(_, part)| (*part).clone()).collect::<Vec<_>>(),
    });
    check(&filter)?;
    let filter = &filter;
    rows.iter()
        .filter_map(|item| match holds(filter, item) {
            Ok(true) => Some(Ok(item)),
            Ok(false) => None,
            Err(nonsense) => Some(Err(nonsense)),
        })
        .collect()
}

/// How many rows have a value in common, and the sum of their ranks.
pub fn groups(
    rows: &[&Item],
    keys: impl Fn(&Item) -> Vec<Option<String>>,
) -> BTreeMap<Option<String>, (usize, i64)> {
    let mut groups: BTreeMap<_, (usize, i64)> = BTreeMap::new();
    for row in rows {
        for key in keys(row) {
            let group = groups.entry(key).or_default();
            group.0 += 1;
            group.1 += i64::from(row.rank);
        }
    }
    groups
}

/// The groups that a row belongs to.
pub fn keys(row: &Item, field: &str, interval: Option<&str>) -> Vec<Option<String>> {
    let text = |cell: Cell| match cell {
        Cell::Null => None,
        Cell::Text(text) => Some(text),
        Cell::Int(number) => Some(number.to_string()),
        Cell::Flag(flag) => Some(flag.to_string()),
        Cell::Day(day) => Some(begin(day, interval.unwrap_or("day")).to_string()),
        Cell::Moment(moment) => Some(begin(moment.date(), interval.unwrap_or("day")).to_string()),
        cell => panic!("{cell:?}"),
    };
    match cell(row, field) {
        Cell::List(items) if items.is_empty() => vec![None],
        Cell::List(items) => items.into_iter().map(text).collect(),
        cell => vec![text(cell)],
    }
}

/// Filters that are refused whatever the rows are.
fn check(filter: &Value) -> Answer<()> {
    match filter["operator"].as_str().unwrap() {
        operator @ ("and" | "or") => {
            let parts = filter["filters"].as_array().unwrap();
            if operator == "or" && parts.is_empty() {
                return Err(Nonsense);
            }
            parts.iter().try_for_each(check)
        }
        operator => {
            let name = filter["field"].as_str().unwrap();
            let (_, kind, nullable) =
                FIELDS.iter().find(|known| known.0 == name).ok_or(Nonsense)?;
            let value = &filter["value"];
            match operator {
                "equals" | "notEquals" if value.is_null() => {
                    if *nullable || kind.ends_with('s') {
                        Ok(())
                    } else {
                        Err(Nonsense)
                    }
                }
                "in" if ["bool", "instant"].contains(kind) => Err(Nonsense),
                "in" => {
                    let items = value.as_array().ok_or(Nonsense)?;
                    if items.is_empty() {
                        return Err(Nonsense);
                    }
                    items.iter().try_for_each(|item| read(kind, item).map(drop))
                }
                "equals" | "notEquals" => read(kind, value).map(drop),
                "gt" | "gte" | "lt" | "lte" => match *kind {
                    "int" | "exact" | "double" | "date" | "instant" => read(kind, value).map(drop),
                    _ => Err(Nonsense),
                },
                "onOrAfter" | "onOrBefore" => match *kind {
                    "date" => read(kind, value).map(drop),
                    "instant" => read("date", value).or_else(|_| read(kind, value)).map(drop),
                    _ => Err(Nonsense),
                },
                "like" | "ilike" | "notLike" | "startsWith" if *kind == "text" => {
                    let Cell::Text(text) = read(kind, value)? else { return Err(Nonsense) };
                    let escapes = text.chars().rev().take_while(|letter| *letter == '\\').count();
                    if operator != "startsWith" && escapes % 2 == 1 {
                        Err(Nonsense)
                    } else {
                        Ok(())
                    }
                }
                _ => Err(Nonsense),
            }
        }
    }
}

fn holds(filter: &Value, item: &Item) -> Answer<bool> {
    let operator = filter["operator"].as_str().unwrap();
    if let "and" | "or" = operator {
        let parts = filter["filters"].as_array().unwrap().iter();
        let parts: Vec<bool> = parts.map(|part| holds(part, item)).collect::<Result<_, _>>()?;
        let all = operator == "and";
        return Ok(if all { parts.iter().all(|part| *part) } else { parts.contains(&true) });
    }
    let name = filter["field"].as_str().unwrap();
    let kind = FIELDS.iter().find(|known| known.0 == name).ok_or(Nonsense)?.1;
    let value = &filter["value"];
    let mine = cell(item, name);
    let missing = match &mine {
        Cell::Null => true,
        Cell::List(items) => items.is_empty(),
        _ => false,
    };
    let equals = |value: &Value| -> Answer<bool> {
        let value = read(kind, value)?;
        Ok(match &mine {
            Cell::Null => false,
            Cell::List(items) => items.contains(&value),
            mine => compare(mine, &value) == Ordering::Equal,
        })
    };
    match operator {
        "equals" if value.is_null() => return Ok(missing),
        "notEquals" if value.is_null() => return Ok(!missing),
        "equals" => return equals(value),
        "notEquals" => return equals(value).map(|equal| !equal),
        "in" => {
            let mut any = false;
            for item in value.as_array().unwrap() {
                any |= equals(item)?;
            }
            return Ok(any);
        }
        "notLike" if missing => return Ok(true),
        _ if missing => return Ok(false),
        _ => {}
    }
    if let Cell::Text(mine) = &mine {
        let wanted = value.as_str().unwrap();
        return Ok(match operator {
            "like" => like(mine, wanted),
            "notLike" => !like(mine, wanted),
            "ilike" => like(&mine.to_lowercase(), &wanted.to_lowercase()),
            _ => mine.starts_with(wanted),
        });
    }
    if let (Cell::Moment(mine), Ok(Cell::Day(day))) = (&mine, read("date", value)) {
        let (mine, late) = (mine.date(), operator == "onOrAfter");
        return Ok(if late { mine >= day } else { mine <= day });
    }
    let order = compare(&mine, &read(kind, value)?);
    Ok(match operator {
        "gt" => order.is_gt(),
        "gte" | "onOrAfter" => order.is_ge(),
        "lt" => order.is_lt(),
        _ => order.is_le(),
    })
}

/// The cell that a value of a question stands for, of one type.
fn read(kind: &str, value: &Value) -> Answer<Cell> {
    let text = || value.as_str().map(str::to_owned).ok_or(Nonsense);
    // Numbers may be written as texts, so that no digit is lost on the way.
    let digits = || match (value, value.as_f64()) {
        (Value::Number(_), Some(number)) if value.is_f64() => Ok(number.to_string()),
        (Value::Number(number), _) => Ok(number.to_string()),
        _ => text(),
    };
    match kind {
        "text" | "texts" => text().and_then(|text| {
            let fits = text.chars().count() <= 200 && !text.contains('\0');
            if fits { Ok(Cell::Text(text)) } else { Err(Nonsense) }
        }),
        "enum" => text().and_then(|text| {
            if ["open", "late", "closed"].contains(&text.as_str()) {
                Ok(Cell::Text(text))
            } else {
                Err(Nonsense)
            }
        }),
        "uuid" => {
            let id: uuid::Uuid = text()?.parse().map_err(|_| Nonsense)?;
            Ok(Cell::Text(id.to_string()))
        }
        "int" | "id" | "ids" => digits()?.parse().map(Cell::Int).map_err(|_| Nonsense),
        "exact" => decimal(digits()?).map(Cell::Exact),
        "double" => decimal(digits()?)?.parse().map(Cell::Double).map_err(|_| Nonsense),
        "bool" => value.as_bool().map(Cell::Flag).ok_or(Nonsense),
        "date" => day(&text()?).map(Cell::Day).ok_or(Nonsense),
        "instant" => moment(&text()?).map(Cell::Moment).ok_or(Nonsense),
        _ => panic!("{kind}"),
    }
}

fn decimal(text: String) -> Answer<String> {
    let (whole, part) = text.split_once('.').unwrap_or((&text, "0"));
    let whole = whole.strip_prefix('-').unwrap_or(whole);
    let plain =
        |digits: &str| !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit());
    if plain(whole) && plain(part) && text.len() <= 100 { Ok(text) } else { Err(Nonsense) }
}

pub fn day(text: &str) -> Option<Date> {
    Date::parse(text, format_description!("[year]-[month]-[day]")).ok()
}

pub fn moment(text: &str) -> Option<OffsetDateTime> {
    OffsetDateTime::parse(text, &Rfc3339).ok().map(|moment| moment.to_offset(time::UtcOffset::UTC))
}

/// The first day of the week, month or year that a day is in.
pub fn begin(day: Date, interval: &str) -> Date {
    match interval {
        "week" => day - time::Duration::days(day.weekday().number_days_from_monday().into()),
        "month" => day.replace_day(1).unwrap(),
        "year" => Date::from_calendar_date(day.year(), Month::January, 1).unwrap(),
        _ => day,
    }
}

pub fn compare(one: &Cell, other: &Cell) -> Ordering {
    match (one, other) {
        (Cell::Text(one), Cell::Text(other)) => one.as_bytes().cmp(other.as_bytes()),
        (Cell::Int(one), Cell::Int(other)) => one.cmp(other),
        (Cell::Exact(one), Cell::Exact(other)) => exact(one).cmp(&exact(other)),
        (Cell::Double(one), Cell::Double(other)) => one.partial_cmp(other).unwrap(),
        (Cell::Flag(one), Cell::Flag(other)) => one.cmp(other),
        (Cell::Day(one), Cell::Day(other)) => one.cmp(other),
        (Cell::Moment(one), Cell::Moment(other)) => one.cmp(other),
        _ => panic!("{one:?} {other:?}"),
    }
}

/// Millionths of millionths, which hold every price of the tests.
fn exact(text: &str) -> i128 {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{part:0<8}");
    assert!(part.len() <= 8, "{text}");
    digits.parse().unwrap()
}

/// Whether a text fits a pattern of SQL.
fn like(text: &str, pattern: &str) -> bool {
    fn fits(text: &[char], pattern: &[char]) -> bool {
        match (pattern.first(), text.first()) {
            (None, None) => true,
            (Some('%'), _) => {
                fits(text, &pattern[1..]) || (!text.is_empty() && fits(&text[1..], pattern))
            }
            (Some('_'), Some(_)) => fits(&text[1..], &pattern[1..]),
            (Some('\\'), Some(letter)) => {
                pattern.get(1) == Some(letter) && fits(&text[1..], &pattern[2..])
            }
            (Some(wanted), Some(letter)) => wanted == letter && fits(&text[1..], &pattern[1..]),
            _ => false,
        }
    }
    let letters = |text: &str| text.chars().collect::<Vec<_>>();
    fits(&letters(text), &letters(pattern))
}
