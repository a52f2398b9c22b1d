//! Questions: whether a field of a record is visible in a call, as the crate answers them.

use std::net::IpAddr;
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proto::access::v1::{Action, Endpoint};
use proto::codec::Text as _;

use crate::documents::{DAY, TODAY, addresses, moments};
use crate::records::{Record, observations, records};
use crate::{Observation, PolicySet};

/// Identifiers, fields that policies name, and one that none names.
const FIELDS: [&str; 6] = ["id", "name", "a", "b", "c", "d"];

static RECORDS: LazyLock<Vec<Record>> = LazyLock::new(records);
/// Records of a moment have one network at most.
static RECORDS_OF_A_MOMENT: LazyLock<Vec<Record>> =
    LazyLock::new(|| records().into_iter().filter(|record| record.networks.len() <= 1).collect());
static OBSERVATIONS: LazyLock<Vec<Observation>> = LazyLock::new(observations);

/// The record of a question, or the value of a record over time.
#[derive(Clone, Debug)]
pub enum Subject {
    Asset(Record),
    Value(Record, Observation),
    /// A record of a moment, in milliseconds since 1970.
    Transaction(Record, i64),
}

impl Subject {
    pub fn record(&self) -> &Record {
        match self {
            Self::Asset(record) | Self::Value(record, _) | Self::Transaction(record, _) => record,
        }
    }

    pub fn endpoint(&self) -> Endpoint {
        match self {
            Self::Asset(_) => Endpoint::Assets,
            Self::Value(..) => Endpoint::AssetTimeseries,
            Self::Transaction(..) => Endpoint::Transactions,
        }
    }
}

/// Whether a field of a subject is visible in an action.
#[derive(Clone, Debug)]
pub struct Question {
    pub subject: Subject,
    pub field: &'static str,
    pub action: Action,
    pub now: i64,
    pub address: Option<IpAddr>,
}

impl Question {
    /// The answer of the crate.
    pub fn answer(&self, set: &PolicySet) -> bool {
        let decision = set.decide(self.subject.endpoint(), self.action, self.now, self.address);
        let Some(scope) = decision.scope() else { return false };
        let attributes = self.subject.record().attributes();
        let fields = match self.subject {
            Subject::Asset(_) => scope.row(&attributes).map(|row| row.fields()),
            Subject::Value(_, observation) => scope.observation(&attributes, observation, self.now),
            Subject::Transaction(_, moment) => scope.moment(&attributes, moment, self.now),
        };
        fields.is_some_and(|fields| fields.contains(self.field))
    }
}

/// Random questions, most of them about actions that all policies of the properties allow.
pub fn questions() -> impl Strategy<Value = Question> {
    let actions = prop_oneof![
        3 => select(vec![Action::List, Action::Export]),
        1 => select(Action::VALUES.iter().map(|(action, _)| *action).collect::<Vec<_>>()),
    ];
    (subjects(), select(FIELDS.to_vec()), actions, moments(), addresses()).prop_map(
        |(subject, field, action, now, address)| Question { subject, field, action, now, address },
    )
}

fn subjects() -> impl Strategy<Value = Subject> {
    let moment =
        (-7..2_i64, 0..DAY).prop_map(|(days, rest)| (i64::from(TODAY) + days) * DAY + rest);
    prop_oneof![
        any::<Index>().prop_map(|place| Subject::Asset(place.get(&RECORDS).clone())),
        (any::<Index>(), any::<Index>()).prop_map(|(record, value)| Subject::Value(
            record.get(&RECORDS).clone(),
            *value.get(&OBSERVATIONS)
        )),
        (any::<Index>(), moment).prop_map(|(record, moment)| {
            Subject::Transaction(record.get(&RECORDS_OF_A_MOMENT).clone(), moment)
        }),
    ]
}
