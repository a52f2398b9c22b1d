//! The numbers that lists of the catalog show beside what the catalog keeps, and can be put in order by: the same
//! that `web/src/lists/numbers/numbers.ts` asks for the rows of a page.

use proto::query::v1::{Filter, Operator, QueryValue, Sort};
use proto::timeseries::v1::{ListRankedSlugsRequest, RankedNumber, SeriesGroupBy, SubjectKind};

const WORTH: &str = "bridged_token_value_dollar";
const PRICED: &str = "bridged_token_market_cap_dollar";
const HOLDERS: &str = "holding_addresses_count";

/// A column of a list.
pub struct Ranking {
    resource: &'static str,
    field: &'static str,
    of: (SubjectKind, SeriesGroupBy),
    /// Only what counts towards headlines.
    is_counted: bool,
    measure: &'static str,
    /// Stands in its place where there is none, and for stablecoins, which are worth what they trade at.
    otherwise: Option<&'static str>,
    under: Option<&'static str>,
    since_days: Option<u32>,
}

const fn plain(
    resource: &'static str,
    field: &'static str,
    of: (SubjectKind, SeriesGroupBy),
    measure: &'static str,
) -> Ranking {
    let (otherwise, under, since_days) = (None, None, None);
    Ranking { resource, field, of, is_counted: false, measure, otherwise, under, since_days }
}

impl Ranking {
    const fn counted(self) -> Self {
        Self { is_counted: true, ..self }
    }

    const fn or(self, otherwise: &'static str) -> Self {
        Self { otherwise: Some(otherwise), ..self }
    }

    const fn under(self, whole: &'static str) -> Self {
        Self { under: Some(whole), ..self }
    }

    const fn since(self, days: u32) -> Self {
        Self { since_days: Some(days), ..self }
    }
}

const ASSET: (SubjectKind, SeriesGroupBy) = (SubjectKind::Asset, SeriesGroupBy::Asset);
const TOKEN: (SubjectKind, SeriesGroupBy) = (SubjectKind::Token, SeriesGroupBy::Token);
const NETWORK: (SubjectKind, SeriesGroupBy) = (SubjectKind::Token, SeriesGroupBy::Network);
const PLATFORM: (SubjectKind, SeriesGroupBy) = (SubjectKind::Token, SeriesGroupBy::Platform);
const ISSUER: (SubjectKind, SeriesGroupBy) = (SubjectKind::Asset, SeriesGroupBy::Issuer);
const MANAGER: (SubjectKind, SeriesGroupBy) = (SubjectKind::Asset, SeriesGroupBy::Manager);
const LENDER: (SubjectKind, SeriesGroupBy) = (SubjectKind::Loan, SeriesGroupBy::Platform);

const RANKINGS: &[Ranking] = &[
    plain("assets", "value", ASSET, WORTH).or(PRICED),
    plain("assets", "change_30d", ASSET, WORTH).or(PRICED).since(30),
    plain("assets", "holders", ASSET, HOLDERS),
    plain("tokens", "supply", TOKEN, "total_supply_token"),
    plain("tokens", "value", TOKEN, WORTH).or(PRICED),
    plain("tokens", "holders", TOKEN, HOLDERS),
    plain("networks", "distributed_value", NETWORK, WORTH).counted(),
    plain("networks", "change_30d", NETWORK, WORTH).counted().since(30),
    plain("networks", "holders", NETWORK, HOLDERS).counted(),
    plain("platforms", "value", PLATFORM, WORTH).counted(),
    plain("platforms", "change_30d", PLATFORM, WORTH).counted().since(30),
    plain("platforms", "holders", PLATFORM, HOLDERS).counted(),
    plain("issuers", "value", ISSUER, WORTH),
    plain("issuers", "change_30d", ISSUER, WORTH).since(30),
    plain("managers", "value", MANAGER, WORTH),
    plain("managers", "change_30d", MANAGER, WORTH).since(30),
    plain("protocols", "active_loans", LENDER, "outstanding_capital_dollar"),
    plain("protocols", "originated", LENDER, "cumulative_issued_amount_dollar"),
    plain("protocols", "default_rate", LENDER, "defaulted_loans_amount_dollar")
        .under("cumulative_issued_amount_dollar"),
];

/// The column that a question wants its rows put in order by; none where the catalog keeps it.
pub fn ranking(resource: &str, sort: Option<&Sort>) -> Option<&'static Ranking> {
    let field = sort?.field.as_str();
    RANKINGS.iter().find(|ranking| ranking.resource == resource && ranking.field == field)
}

/// Whether lists of a resource have such columns.
pub fn has_rankings(resource: &str) -> bool {
    RANKINGS.iter().any(|ranking| ranking.resource == resource)
}

impl Ranking {
    /// The question for an order, without whose.
    pub fn request(&self) -> ListRankedSlugsRequest {
        let (kind, by) = self.of;
        ListRankedSlugsRequest {
            number: Some(RankedNumber {
                measure: self.measure.to_owned(),
                otherwise: self.otherwise.map(str::to_owned),
                under: self.under.map(str::to_owned),
                since_days: self.since_days,
                only: self.otherwise.map(|_| is_not_of_class("stablecoins")),
                ..RankedNumber::default()
            }),
            subject_kind: kind.into(),
            group_by: by.into(),
            filter: self.is_counted.then(counted),
            ..ListRankedSlugsRequest::default()
        }
    }
}

/// What can leave its platform and is worth more than a peg.
fn counted() -> Filter {
    Filter {
        operator: Operator::And.into(),
        filters: vec![
            is("tokenization_type", Operator::Equals, "distributed"),
            is_not_of_class("stablecoins"),
            is_not_of_class("fiat-currency"),
        ],
        ..Filter::default()
    }
}

fn is_not_of_class(slug: &str) -> Filter {
    is("asset_class", Operator::NotEquals, slug)
}

fn is(field: &str, operator: Operator, value: &str) -> Filter {
    Filter {
        operator: operator.into(),
        field: Some(field.to_owned()),
        value: Some(QueryValue::text(value)),
        filters: Vec::new(),
    }
}
