//! The numbers by which lists of the catalog can be sorted, as `proto/declared/lists.json` declares them for the gateway
//! and the web.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use proto::query::v1::{Filter, Operator, Sort};
use proto::timeseries::v1::{ListRankedSlugsRequest, RankedNumber, SeriesGroupBy, SubjectKind};
use serde::Deserialize;

const LISTS: &str = include_str!("../../../proto/declared/lists.json");
const HEADLINE: &str = include_str!("../../../proto/declared/headline.json");

/// A column whose values timeseries computes.
pub struct Ranking {
    subject_kind: SubjectKind,
    group_by: SeriesGroupBy,
    filter: Option<Filter>,
    number: RankedNumber,
}

/// The columns of each list, by resource and column.
static RANKINGS: LazyLock<BTreeMap<String, BTreeMap<String, Ranking>>> = LazyLock::new(|| {
    parse(LISTS, HEADLINE).expect("the declarations are part of the program, and a test reads them")
});

#[derive(Deserialize)]
struct Headline {
    conditions: BTreeMap<String, Filter>,
    /// The names of the conditions that numbers in headlines meet.
    headline: Vec<String>,
}

#[derive(Deserialize)]
struct List {
    subject_kind: SubjectKind,
    group_by: SeriesGroupBy,
    /// A condition that holds for the whole list.
    only: Option<String>,
    columns: BTreeMap<String, Column>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Column {
    measure: String,
    /// A condition that holds for the measure itself, and not for the one that replaces it.
    only: Option<String>,
    otherwise: Option<String>,
    under: Option<String>,
    since_days: Option<u32>,
    over_days: Option<u32>,
    against: Option<f64>,
}

/// The number by which a query sorts; `None` if the catalog sorts by the field itself.
pub fn ranking(resource: &str, sort: Option<&Sort>) -> Option<&'static Ranking> {
    RANKINGS.get(resource)?.get(&sort?.field)
}

/// The kind of subjects whose numbers a column of a list has; `None` if it is a field of the catalog.
pub fn subject_kind(resource: &str, column: &str) -> Option<SubjectKind> {
    Some(RANKINGS.get(resource)?.get(column)?.subject_kind)
}

/// Whether a list can be sorted by any number of timeseries.
pub fn has_rankings(resource: &str) -> bool {
    RANKINGS.contains_key(resource)
}

impl Ranking {
    /// The request for the order of slugs; the caller adds the slugs and the page.
    pub fn request(&self) -> ListRankedSlugsRequest {
        ListRankedSlugsRequest {
            number: Some(self.number.clone()),
            subject_kind: self.subject_kind.into(),
            group_by: self.group_by.into(),
            filter: self.filter.clone(),
            ..ListRankedSlugsRequest::default()
        }
    }
}

fn parse(
    lists: &str,
    headline: &str,
) -> Result<BTreeMap<String, BTreeMap<String, Ranking>>, serde_json::Error> {
    let headline: Headline = serde_json::from_str(headline)?;
    let lists: BTreeMap<String, List> = serde_json::from_str(lists)?;
    let mut rankings: BTreeMap<String, BTreeMap<String, Ranking>> = BTreeMap::new();
    for (resource, list) in lists {
        for (name, column) in list.columns {
            let ranking = Ranking {
                subject_kind: list.subject_kind,
                group_by: list.group_by,
                filter: list.only.as_deref().map(|name| headline.filter(name)).transpose()?,
                number: RankedNumber {
                    only: column.only.as_deref().map(|name| headline.filter(name)).transpose()?,
                    measure: column.measure,
                    otherwise: column.otherwise,
                    under: column.under,
                    since_days: column.since_days,
                    over_days: column.over_days,
                    against: column.against,
                },
            };
            rankings.entry(resource.clone()).or_default().insert(name, ranking);
        }
    }
    Ok(rankings)
}

impl Headline {
    /// A condition, or `headline` for all that headlines require.
    fn filter(&self, name: &str) -> Result<Filter, serde_json::Error> {
        let condition = |name: &str| {
            let unknown = || serde::de::Error::custom(format!("condition {name} is not declared"));
            self.conditions.get(name).cloned().ok_or_else(unknown)
        };
        if name != "headline" {
            return condition(name);
        }
        let filters = self.headline.iter().map(|name| condition(name)).collect::<Result<_, _>>()?;
        Ok(Filter { operator: Operator::And.into(), filters, ..Filter::default() })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn by(resource: &str, field: &str) -> Option<&'static Ranking> {
        ranking(resource, Some(&Sort { field: field.to_owned(), ..Sort::default() }))
    }

    fn request(resource: &str, field: &str) -> ListRankedSlugsRequest {
        by(resource, field).unwrap().request()
    }

    fn values(filter: Option<&Filter>) -> Vec<Value> {
        let filter = serde_json::to_value(filter).unwrap();
        let parts = filter["filters"].as_array().filter(|parts| !parts.is_empty());
        parts
            .cloned()
            .unwrap_or_else(|| vec![filter])
            .iter()
            .map(|it| it["value"].clone())
            .collect()
    }

    #[test]
    fn every_column_has_a_ranking() {
        let lists: BTreeMap<String, Value> = serde_json::from_str(LISTS).unwrap();
        assert!(!lists.is_empty());
        for (resource, list) in &lists {
            let columns = list["columns"].as_object().unwrap();
            assert!(!columns.is_empty(), "{resource}");
            for (name, column) in columns {
                let number = request(resource, name).number.unwrap();
                assert_eq!(json!(number.measure), column["measure"]);
            }
        }
    }

    #[test]
    fn stablecoins_have_the_value_at_which_they_trade() {
        let number = request("assets", "change_30d").number.unwrap();
        assert_eq!(values(number.only.as_ref()), [json!("stablecoins")]);
        let field = number.only.and_then(|only| only.field);
        assert_eq!(field.as_deref(), Some("class_group"), "whose classes an administrator chooses");
        assert_eq!(number.otherwise.as_deref(), Some("bridged_token_market_cap_dollar"));
        assert_eq!(number.since_days, Some(30));
    }

    #[test]
    fn networks_and_platforms_count_what_headlines_count() {
        let headline = [json!("distributed"), json!(true)];
        let network = request("networks", "holders");
        assert_eq!(values(network.number.unwrap().only.as_ref()), headline);
        assert!(network.filter.is_none());
        let platform = request("platforms", "holders");
        assert_eq!(values(platform.filter.as_ref()), headline);
        assert_eq!(platform.subject_kind(), SubjectKind::Token);
        assert_eq!(platform.group_by(), SeriesGroupBy::Platform);
    }

    #[test]
    fn a_condition_without_a_declaration_is_refused() {
        let lists = r#"{"assets": {"subject_kind": "asset", "group_by": "asset", "columns":
            {"value": {"measure": "m", "only": "gone"}}}}"#;
        let refused = parse(lists, HEADLINE).err().unwrap().to_string();
        assert!(refused.contains("condition gone"), "{refused}");
    }
}
